//! The chart of third cards: who draws on what.

use crate::card::{Card, Rank};
use crate::hand::Hands;
use crate::outcome::{Outcome, Pairs, Totals};

/// What each rank counts at this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointValues([u8; 13]);

impl PointValues {
    /// These counts, ace first, each from 0 to 9.
    pub fn new(values: [u8; 13]) -> PointValues {
        PointValues(values.map(|value| value % 10))
    }

    /// What a rank counts.
    pub fn of(&self, rank: Rank) -> u8 {
        self.0[rank as usize]
    }

    /// The point count of some cards: the last digit of their sum.
    pub fn point_count(&self, cards: &[Card]) -> u8 {
        (cards.iter().map(|card| u32::from(self.of(card.rank))).sum::<u32>() % 10) as u8
    }
}

/// When a third card is drawn, worked out from a book so that asking is a look-up.
///
/// A natural on either hand ends the coup before this chart is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tableau {
    /// Two-card totals that are naturals.
    pub natural: [bool; 10],
    /// Two-card totals on which the player draws.
    pub player_draws: [bool; 10],
    /// Two-card totals on which the banker draws when the player stood.
    pub banker_draws_alone: [bool; 10],
    /// By the value of the player's third card, then by the banker's two-card total: does the banker draw?
    pub banker_draws: [[bool; 10]; 10],
}

impl Tableau {
    /// Does this coup go on after the first four cards?
    pub fn is_open(&self, player: u8, banker: u8) -> bool {
        !self.natural[usize::from(player)] && !self.natural[usize::from(banker)]
    }

    /// Does the player draw, given both two-card totals?
    pub fn player_draws(&self, player: u8, banker: u8) -> bool {
        self.is_open(player, banker) && self.player_draws[usize::from(player)]
    }

    /// Does the banker draw, given both two-card totals and the value of the player's third card?
    pub fn banker_draws(&self, player: u8, banker: u8, player_third: Option<u8>) -> bool {
        let draws = match player_third {
            None => &self.banker_draws_alone,
            Some(value) => &self.banker_draws[usize::from(value)],
        };
        self.is_open(player, banker) && draws[usize::from(banker)]
    }

    /// The outcome of a coup with these cards; nothing unless each hand has two cards at least. Of a hand with more than three,
    /// which an error may lead to, only totals and pairs are known.
    pub fn outcome_of(&self, values: &PointValues, player: &[Card], banker: &[Card]) -> Option<Outcome> {
        if let Some(hands) = Hands::of(player, banker, values) {
            return Some(self.outcome_of_hands(hands));
        }
        let (&[p1, p2, ..], &[b1, b2, ..]) = (player, banker) else { return None };
        let totals = Totals {
            player: values.point_count(player),
            banker: values.point_count(banker),
            player_drew: player.len() > 2,
            banker_drew: banker.len() > 2,
        };
        Some(self.outcome(totals, Pairs::of([p1, p2], [b1, b2])))
    }

    /// The outcome of a coup with these hands.
    pub fn outcome_of_hands(&self, hands: Hands) -> Outcome {
        let Hands { player, banker } = &hands;
        let totals = Totals {
            player: player.total(),
            banker: banker.total(),
            player_drew: player.third_value().is_some(),
            banker_drew: banker.third_value().is_some(),
        };
        let pairs = Pairs::of(player.first_two(), banker.first_two());
        Outcome { hands: Some(hands), ..self.outcome(totals, pairs) }
    }

    /// The outcome of a coup with these totals and pairs, of which the cards are not known.
    pub fn outcome(&self, totals: Totals, pairs: Pairs) -> Outcome {
        Outcome {
            totals,
            pairs,
            player_natural: !totals.player_drew && self.natural[usize::from(totals.player)],
            banker_natural: !totals.banker_drew && self.natural[usize::from(totals.banker)],
            hands: None,
        }
    }
}
