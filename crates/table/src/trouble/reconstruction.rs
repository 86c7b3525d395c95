//! Putting a coup together again from the cards that left the shoe.

use crate::cite::Citation;
use crate::deal::coup::same_initial;
use crate::facts::Fact;
use crate::facts::deal;
use crate::refusal::{Reason, Refusal};
use crate::state::record::SettledStake;
use crate::state::{Correction, Coup, Stage};
use crate::table::{Facts, Table};
use crate::trouble;
use baccarat::card::{Card, Rank};
use baccarat::outcome::Side;

/// Cards laid as the rules of dealing demand.
pub(crate) struct Laid {
    pub(crate) player: Vec<Option<Card>>,
    pub(crate) banker: Vec<Option<Card>>,
    /// Those that no hand has a place for.
    pub(crate) over: Vec<Option<Card>>,
}

impl Table {
    /// Where the next card of a coup lawfully goes; nowhere if none is due.
    pub(crate) fn lawful_place(&self, coup: &Coup) -> Option<Side> {
        if coup.player.len() + coup.banker.len() < 4 {
            return Some(self.next_of_four(coup));
        }
        let (player, banker) = self.initial_counts(coup)?;
        let tableau = self.book.tableau();
        if !tableau.is_open(player, banker) {
            return None;
        }
        if tableau.player_draws(player, banker) && coup.player.len() < 3 {
            return Some(Side::Player);
        }
        let draws = match coup.player.get(2) {
            Some(Some(card)) => tableau.banker_draws(player, banker, Some(self.book.values().of(card.rank))),
            Some(None) => self.banker_draws_whatever(player, banker)?,
            None => tableau.banker_draws(player, banker, None),
        };
        (draws && coup.banker.len() < 3).then_some(Side::Banker)
    }

    /// Does the banker's hand draw, whatever third card of the player's lies face down? Nothing if it hangs on that card.
    fn banker_draws_whatever(&self, player: u8, banker: u8) -> Option<bool> {
        let (tableau, values) = (self.book.tableau(), self.book.values());
        let draws = |rank: &Rank| tableau.banker_draws(player, banker, Some(values.of(*rank)));
        let first = draws(&Rank::ALL[0]);
        Rank::ALL.iter().all(|rank| draws(rank) == first).then_some(first)
    }

    /// Does it hang on a card that lies face down whether the banker's hand draws?
    pub(crate) fn draw_hangs_on_unseen(&self, coup: &Coup) -> bool {
        let unseen = coup.player.get(2) == Some(&None) && coup.banker.len() < 3;
        unseen
            && self
                .initial_counts(coup)
                .is_some_and(|(player, banker)| self.banker_draws_whatever(player, banker).is_none())
    }

    /// Must the player's hand take a third card?
    pub(crate) fn player_must_draw(&self, coup: &Coup) -> bool {
        let tableau = self.book.tableau();
        self.initial_counts(coup).is_some_and(|(player, banker)| {
            tableau.is_open(player, banker) && tableau.player_draws(player, banker)
        })
    }

    /// Lays cards, in the order they left the shoe, where the rules of dealing want them.
    pub(crate) fn laid(&self, coup: &Coup, cards: &[Option<Card>]) -> Laid {
        let mut again =
            Coup { player: Vec::new(), banker: Vec::new(), stage: Stage::Initial, ..coup.clone() };
        let mut over = Vec::new();
        for card in cards {
            match self.lawful_place(&again).filter(|_| over.is_empty()) {
                Some(to) => again.hand_mut(to).push(*card),
                None => over.push(*card),
            }
        }
        Laid { player: again.player, banker: again.banker, over }
    }

    /// Are these the cards that left the shoe in this coup?
    pub(crate) fn check_same_cards(&self, coup: &Coup, cards: &[Option<Card>]) -> Result<(), Refusal> {
        let cites = self.all_turns_under();
        let known = || coup.player.iter().chain(&coup.banker);
        let out = known().count();
        let mut shown: Vec<Card> = known().flatten().copied().collect();
        let mut named: Vec<Card> = cards.iter().flatten().copied().collect();
        shown.sort();
        named.sort();
        if cards.len() != out || shown.iter().any(|card| !named.contains(card)) {
            let message =
                format!("{out} cards of this coup are out; name just these, in the order they left the shoe");
            return Err(Refusal::new(Reason::CardImpossible, message, cites));
        }
        let count = |list: &[Card], card: &Card| list.iter().filter(|other| *other == card).count();
        let decks = usize::from(self.state.settings.decks);
        for card in &named {
            let before = count(&self.state.shoe.seen, card)
                - count(&shown, card).min(count(&self.state.shoe.seen, card));
            if count(&named, card) < count(&shown, card) || before + count(&named, card) > decks {
                let message = format!("{card} cannot be among the cards of this coup so often");
                return Err(Refusal::new(Reason::CardImpossible, message, cites));
            }
        }
        let four_known = cards.iter().take(4).all(Option::is_some);
        if cards.len() > 4 && !four_known {
            let message = "the first four cards must be shown before a further one can be placed";
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
        }
        // Whether the banker's hand draws may hang on the fifth.
        if cards.len() > 5 && cards[4].is_none() {
            let message = "the fifth card must be shown before a further one can be placed";
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
        }
        Ok(())
    }

    /// The facts of a reconstruction: money moved comes back first, then the cards lie anew.
    pub(crate) fn reconstructed(
        &self,
        coup: &Coup,
        cards: &[Option<Card>],
        corrected: Option<Correction>,
        cites: &Citation,
    ) -> Facts {
        let laid = self.laid(coup, cards);
        // What hangs on the first two cards of each hand stays settled while these stay.
        let kept = |settled: &SettledStake| {
            self.settles_early(&settled.stake.wager)
                && same_initial([&coup.player, &coup.banker], [&laid.player, &laid.banker])
        };
        let settled: Vec<SettledStake> =
            self.state.settled.iter().filter(|settled| !kept(settled)).cloned().collect();
        let mut facts = self.undo(coup.number, &settled, true, cites);
        let fact = Fact::Trouble(trouble::Fact::CoupReconstructed {
            player: laid.player,
            banker: laid.banker,
            corrected,
        });
        // Cards that only the record had wrong lie where they lay.
        let placed = if corrected.is_some() { Citation::default() } else { self.all_turns_under() };
        facts.push((fact, cites.clone().and(placed)));
        for card in laid.over {
            use baccarat::rules::rulings::{CardFate, Irregularity};
            let when = if card.is_some() { Irregularity::SurplusSeen } else { Irregularity::SurplusUnseen };
            let no_bet =
                self.verdict(when).and_then(|verdict| verdict.card) == Some(CardFate::OpensNoBetCoup);
            facts.push((
                Fact::Deal(deal::Fact::CardCarried { card, no_bet, when, was_dealt: true }),
                self.carries_under(when),
            ));
        }
        facts
    }

    /// Were the cards that change their place all unseen?
    pub(crate) fn moved_unseen(&self, coup: &Coup, cards: &[Option<Card>]) -> bool {
        let laid = self.laid(coup, cards);
        let moved = |now: &[Option<Card>], then: &[Option<Card>]| {
            then.iter().enumerate().any(|(place, card)| card.is_some() && now.get(place) != Some(card))
        };
        !moved(&laid.player, &coup.player) && !moved(&laid.banker, &coup.banker)
    }
}
