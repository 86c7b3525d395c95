//! What may have gone wrong where play stands now, in plain words: the answers to "what happened?".

use crate::state::{Phase, Report};
use crate::table::Table;
use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::rulings::Irregularity;
use schemars::JsonSchema;
use serde::Serialize;

/// Something that may have happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Possible {
    /// In plain words.
    pub words: &'static str,
    /// What would be reported, as far as it is known without asking.
    pub report: Report,
    /// What must still be asked.
    pub asks: Asks,
    /// The book says what follows; otherwise a person decides.
    pub ruled: bool,
}

/// What must still be asked before something can be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Asks {
    /// Nothing.
    Nothing,
    /// Which card, which everybody sees.
    Card,
    /// Which card, if it was seen.
    CardIfSeen,
    /// The cards of the coup in the order they left the shoe.
    Order,
    /// The number of the coup.
    Coup,
    /// Why.
    Reason,
}

impl Report {
    /// The same, about this card.
    pub fn about_card(self, card: Option<Card>) -> Report {
        match self {
            Report::Misdealt { to, .. } => Report::Misdealt { to, card },
            Report::WronglyBurnt { .. } => Report::WronglyBurnt { card },
            Report::Foreign { .. } => Report::Foreign { card },
            Report::FaceUp { card: named } => Report::FaceUp { card: card.unwrap_or(named) },
            other => other,
        }
    }

    /// The same, with the cards in this order.
    pub fn in_order(self, cards: Vec<Option<Card>>) -> Report {
        match self {
            Report::OutOfSequence { doubt, .. } => Report::OutOfSequence { cards, doubt },
            other => other,
        }
    }

    /// The same, about this coup.
    pub fn about_coup(self, coup: u32) -> Report {
        match self {
            Report::Earlier { .. } => Report::Earlier { coup },
            Report::LimitsBroken { .. } => Report::LimitsBroken { coup },
            other => other,
        }
    }

    /// The same, for this reason.
    pub fn because(self, why: impl Into<String>) -> Report {
        match self {
            Report::Found { irregularity, .. } => Report::Found { irregularity, why: why.into() },
            other => other,
        }
    }
}

impl Table {
    /// What may have gone wrong where play stands now: every report that the table would not refuse.
    pub fn possible_reports(&self) -> Vec<Possible> {
        let mut all = Vec::new();
        if !matches!(self.state.phase, Phase::Closed) {
            all.extend(self.possible_cards());
            all.extend(self.possible_orders());
            all.extend(self.possible_finds());
        }
        all.extend(self.possible_earlier());
        all
    }

    /// What card stories are told with while nobody has named one: any that can still come.
    fn any_card(&self) -> Option<Card> {
        Card::all().find(|card| self.check_possible(Some(*card)).is_ok())
    }

    fn possible_cards(&self) -> Vec<Possible> {
        let Some(any) = self.any_card() else { return Vec::new() };
        let between = matches!(self.state.phase, Phase::Betting(_));
        let misdealt = |to: Option<Side>| Report::Misdealt { to, card: None };
        let mut wrong = vec![
            ("A card was drawn in excess, and laid to no hand", misdealt(None), Asks::CardIfSeen),
            ("The next card lies face up before it is drawn", Report::FaceUp { card: any }, Asks::Card),
            (
                "A card was burnt that should not have been",
                Report::WronglyBurnt { card: None },
                Asks::CardIfSeen,
            ),
            (
                "A card turned up that does not belong to the decks",
                Report::Foreign { card: None },
                Asks::CardIfSeen,
            ),
        ];
        // Between two coups there is no hand that a card could go to.
        if !between {
            let player = "A card went to the Player that was not due there";
            let banker = "A card went to the Banker that was not due there";
            wrong.insert(0, (player, misdealt(Some(Side::Player)), Asks::CardIfSeen));
            wrong.insert(1, (banker, misdealt(Some(Side::Banker)), Asks::CardIfSeen));
        }
        let offered = wrong.into_iter().filter_map(|(words, report, asks)| {
            let message = [report.clone(), report.clone().about_card(Some(any))];
            let fitting: Vec<Irregularity> =
                message.iter().filter_map(|report| self.irregularity(report).ok()).collect();
            let ruled = fitting.iter().any(|when| self.verdict(*when).is_some());
            (!fitting.is_empty()).then_some(Possible { words, report, asks, ruled })
        });
        offered.collect()
    }

    /// Cards that lie out of order: in the coup under way, or in the one that has just ended.
    fn possible_orders(&self) -> Vec<Possible> {
        let coup = match &self.state.phase {
            Phase::Coup(coup) => Some(coup),
            Phase::Betting(_) => self.just_ended().map(|record| &record.coup),
            _ => None,
        };
        let cards = coup.map_or(0, |coup| coup.player.len() + coup.banker.len());
        if cards < 2 {
            return Vec::new();
        }
        let tells = [(Irregularity::CardsOutOfSequence, false), (Irregularity::OrderInDoubt, true)];
        let offered = tells.into_iter().map(|(when, doubt)| Possible {
            words: in_words(when),
            report: Report::OutOfSequence { cards: Vec::new(), doubt },
            asks: Asks::Order,
            ruled: self.verdict(when).is_some(),
        });
        // A doubt is a case of its own only where the book makes it one.
        offered.filter(|possible| possible.ruled || possible.words == in_words(tells[0].0)).collect()
    }

    fn possible_finds(&self) -> Vec<Possible> {
        let reason = "a reason";
        let fitting = Irregularity::ALL.iter().filter(|when| self.found(**when, reason).is_ok());
        fitting
            .map(|when| Possible {
                words: in_words(*when),
                report: Report::Found { irregularity: *when, why: String::new() },
                asks: if self.found(*when, "").is_ok() { Asks::Nothing } else { Asks::Reason },
                ruled: self.verdict(*when).is_some(),
            })
            .collect()
    }

    /// What may be found of coups that are over, each told of the latest in which it can still be reported.
    fn possible_earlier(&self) -> Vec<Possible> {
        let message = [
            ("An earlier coup was dealt wrongly", Report::Earlier { coup: 0 }),
            (in_words(Irregularity::LimitsBroken), Report::LimitsBroken { coup: 0 }),
        ];
        let latest = message.into_iter().filter_map(|(words, report)| {
            let numbers = self.state.record.iter().rev().map(|record| record.coup.number);
            numbers.map(|coup| report.clone().about_coup(coup)).find_map(|report| {
                let ruled = self.verdict(self.irregularity(&report).ok()?).is_some();
                Some(Possible { words, report, asks: Asks::Coup, ruled })
            })
        });
        latest.collect()
    }
}

/// An irregularity in plain words, which are true of a card shoe and of a shuffling device alike.
pub fn in_words(when: Irregularity) -> &'static str {
    use Irregularity::*;
    match when {
        PlayerThirdBankerDraws => "A third card went to a Player who must stand, and the Banker must draw",
        PlayerThirdBankerStandsUnseen => {
            "A third card, which nobody saw, went to a Player who must stand, and the Banker must stand too"
        }
        PlayerThirdBankerStandsSeen => {
            "A third card, which was seen, went to a Player who must stand, and the Banker must stand too"
        }
        BankerThirdUnseen => "A third card, which nobody saw, went to the Banker when no card was due",
        BankerThirdSeen => "A third card, which was seen, went to the Banker when no card was due",
        SurplusUnseen => "A card too many came out, and nobody saw it",
        SurplusSeen => "A card too many came out, and was seen",
        FirstCardExposed => "The card that would open the next coup was exposed",
        FirstCardFaceUp => "The first card of the coming coup lies face up before it is drawn",
        LaterCardFaceUp => "A later card of the coup lies face up before it is drawn",
        CardsOutOfSequence => "Cards of the coup lie in the wrong place or came out of order",
        OrderInDoubt => "The order of the cards was in doubt, and has been established",
        CannotBeReconstructed => "The cards lie out of order and cannot be put right",
        FoundAfterNextCoup => "An error in dealing was found only after the next coup began",
        FoundAfterShoeEmptied => "An error in dealing was found only after the shoe was emptied",
        FoundAfterClosing => "An error in dealing was found only after the table closed",
        ShoeRanOut => "The cards ran out in the middle of the coup",
        BurnForgotten => "The burn was forgotten",
        WronglyBurnt => "A card was burnt that should not have been",
        CutMissed => "The cards were not cut as they should have been",
        ShuffleMissed => "The shuffle that was due was missed",
        OrderRevealed => "The order of the cards was revealed in the shuffle or the cut",
        CardsDropped => "Cards were dropped or mishandled",
        CardMissing => "A card of the decks is missing",
        CardForeign => "A card turned up that does not belong to the decks",
        ScannerDiffers => "The scanning shoe shows another result than the cards",
        DisplayDiffers => "The result display shows another result than the cards",
        WrongRecipient => "Cards were passed to somebody who was not entitled to them",
        DeliveredWithoutWager => "A hand was passed to a patron with no wager on it",
        WrongMethod => "Wagers were settled by the wrong method",
        InvalidWager => "A wager was found to be invalid",
        DealtTooEarly => "Cards came out before patrons were done betting, and none was exposed",
        MisfacedCardsFeared => "Further cards that face the wrong way are feared in the device",
        LimitsBroken => "Wagers of an earlier coup were outside the limits",
        CardMiskeyed => "A card on record is not the one that was dealt",
        WagerMiskeyed => "A wager on record is not the one that lay there",
        WrongPayment => "A wager was paid or collected wrongly",
        CardExposed => "A card that lay face down was exposed by accident",
    }
}
