//! The rules that compete for a card that was not due, in the order in which the book tries them.

use crate::state::{Coup, Phase, Report};
use crate::table::Table;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::rulings::{Irregularity, Precedence};
use serde::Serialize;

/// A rule on a wrong card, as the book tries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// Which.
    pub rule: Precedence,
    /// What it makes of the card; nothing if it does not fit.
    pub fits: Option<Irregularity>,
}

impl Table {
    /// The rules that the book tries on what is reported, in its order; the first that fits decides. None compete for
    /// anything but a card that was not due in a coup.
    pub fn rules_tried(&self, report: &Report) -> Vec<Tried> {
        match (report, &self.state.phase) {
            (Report::Misdealt { to, card }, Phase::Coup(coup)) if self.irregularity(report).is_ok() => {
                self.tried(coup, *to, *card)
            }
            _ => Vec::new(),
        }
    }

    /// The rules of the book, each with what it makes of a card.
    pub(crate) fn tried(&self, coup: &Coup, to: Option<Side>, card: Option<Card>) -> Vec<Tried> {
        let seen = card.is_some();
        let four = coup.player.len() + coup.banker.len() >= 4;
        let place = self.lawful_place(coup);
        let foreign = self.check_possible(card).is_err();
        let player_third =
            four && to == Some(Side::Player) && coup.player.len() == 2 && !self.player_must_draw(coup);
        // A card that was the player's by mistake has become the banker's third: one dealt to the banker beside it is the
        // banker's unauthorised one, and no fourth card.
        let took_over = coup.player.len() == 2 && coup.ruled.contains(&Irregularity::PlayerThirdBankerDraws);
        let own = coup.banker.len() - usize::from(took_over && coup.banker.len() > 2);
        let banker_third = four && to == Some(Side::Banker) && own == 2 && place.is_none();
        let makes = |rule: Precedence| match rule {
            Precedence::MissingOrForeign => foreign.then_some(Irregularity::CardForeign),
            Precedence::PlayerThird => player_third.then_some(match (place, seen) {
                (Some(Side::Banker), _) => Irregularity::PlayerThirdBankerDraws,
                (_, true) => Irregularity::PlayerThirdBankerStandsSeen,
                (_, false) => Irregularity::PlayerThirdBankerStandsUnseen,
            }),
            Precedence::BankerThird => banker_third.then_some(match seen {
                true => Irregularity::BankerThirdSeen,
                false => Irregularity::BankerThirdUnseen,
            }),
            Precedence::Reconstruction => place.is_some().then_some(Irregularity::CardsOutOfSequence),
        };
        let rules = self.book.rules.irregularities.precedence.values();
        rules.map(|rule| Tried { rule: *rule, fits: makes(*rule) }).collect()
    }
}
