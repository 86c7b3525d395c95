//! What stakes really get: accepted within the table's limits, settled by the book's rows, paid from its chips.

use crate::class::Class;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::{ChipSet, Money};
use baccarat::outcome::Outcome;
use baccarat::payment::{self, Taken};
use baccarat::placement;
use baccarat::wager::{Settlement, Wager, WagerClass, WagerId};
use std::collections::HashMap;

/// Least and most of a wager, and the unit in which it may rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub least: Money,
    /// The most.
    pub most: Money,
    /// Wagers are multiples of this, where the table says so.
    pub unit: Option<Money>,
}

/// A table's money: its wagers with their bounds, its chips, and the largest gap between the two hands.
#[derive(Clone, Debug)]
pub struct Till<'b> {
    book: &'b Book,
    /// Every outcome that a shoe may lead to.
    outcomes: Vec<Outcome>,
    wagers: Vec<Offered<'b>>,
    chips: ChipSet,
    /// The largest gap between banker's and player's stakes.
    pub differential: Option<Money>,
    /// The settlement method, by which wagers together are judged; without one they are not.
    pub method: Option<String>,
}

/// A wager that the table offers.
#[derive(Clone, Debug)]
struct Offered<'b> {
    wager: &'b Wager,
    bounds: Bounds,
    needs_main: bool,
    asks_cards: bool,
}

impl<'b> Till<'b> {
    /// A till for these wagers of a book, each with its bounds.
    pub fn new(book: &'b Book, wagers: Vec<(&'b Wager, Bounds)>, chips: ChipSet) -> Till<'b> {
        let offered = |(wager, bounds): (&'b Wager, Bounds)| Offered {
            wager,
            bounds,
            needs_main: placement::needs_main(book, &wager.id).is_some(),
            asks_cards: wager.asks_cards(),
        };
        Till {
            book,
            outcomes: book.outcomes(),
            wagers: wagers.into_iter().map(offered).collect(),
            chips,
            differential: None,
            method: None,
        }
    }

    /// The wagers, in their places.
    pub fn wagers(&self) -> impl ExactSizeIterator<Item = &'b Wager> {
        self.wagers.iter().map(|offered| offered.wager)
    }

    /// The place of a wager.
    pub fn place(&self, id: &WagerId) -> Option<usize> {
        self.wagers.iter().position(|offered| offered.wager.id == *id)
    }

    /// The bounds of the wager at a place.
    pub fn bounds(&self, place: usize) -> Bounds {
        self.wagers[place].bounds
    }

    /// Is the wager at a place one on a hand or the tie?
    pub fn is_main(&self, place: usize) -> bool {
        self.wagers[place].wager.class == WagerClass::Main
    }

    /// Does the book take the wager at a place only beside one on a hand or the tie?
    pub fn needs_main(&self, place: usize) -> bool {
        self.wagers[place].needs_main
    }

    /// May one person make the wagers at these places together?
    pub fn may_together(&self, places: impl IntoIterator<Item = usize>) -> bool {
        let ids = places.into_iter().map(|place| &self.wagers[place].wager.id);
        self.method.as_ref().is_none_or(|method| placement::judge(self.book, method, ids).is_ok())
    }

    /// The book whose wagers these are.
    pub fn book(&self) -> &'b Book {
        self.book
    }

    /// The most that the table takes of what somebody wishes to stake: within the bounds, in its unit, made of its chips,
    /// and nothing that the book has refused because chips could not pay it.
    pub fn accepts(&self, place: usize, wished: Money) -> Money {
        let Offered { wager, bounds, .. } = &self.wagers[place];
        let mut stake = wished.min(bounds.most);
        loop {
            if let Some(unit) = bounds.unit.filter(|unit| unit.0 > 0) {
                stake = Money(stake.0 - stake.0 % unit.0);
            }
            stake = self.chips.next_down(stake);
            if stake < bounds.least || stake.0 <= 0 {
                return Money(0);
            }
            let in_unit = bounds.unit.is_none_or(|unit| unit.0 <= 0 || stake.0 % unit.0 == 0);
            let taken = payment::take(self.book, wager, stake, &self.chips);
            if in_unit && taken.refused.is_none() {
                return stake;
            }
            // What chips can pay lies at or below the live part, or one unit of money further down.
            stake = if taken.live < stake { taken.live } else { Money(stake.0 - 1) };
        }
    }

    /// What a stake that was accepted gains by each row: as the table pays it or owes it, a part of the smallest unit counted as
    /// a whole one.
    pub fn nets(&self, place: usize, stake: Money) -> Vec<i64> {
        let wager = self.wagers[place].wager;
        let taken = payment::take(self.book, wager, stake, &self.chips);
        let taken = Taken { refused: None, ..taken };
        let net = |row: &baccarat::wager::Row| match row.settlement {
            Settlement::Wins(_) => {
                payment::pay(self.book, wager, &taken, row, &self.chips).net.ceil().to_integer()
            }
            Settlement::StandsOff => 0,
            Settlement::Loses => -taken.live.0,
        };
        wager.rows.iter().map(net).collect()
    }

    /// Does the wager at a place ask about the cards themselves, so that a class does not decide it?
    pub fn asks_cards(&self, place: usize) -> bool {
        self.wagers[place].asks_cards
    }

    /// The row of the wager at a place that decides a coup of a class with these cards, in the order in which they came.
    pub fn row_by_cards(&self, place: usize, class: Class, cards: &[Card]) -> u8 {
        let hands = class.hands(cards, self.book.values());
        let outcome = hands.map(|hands| self.book.tableau().outcome_of_hands(hands));
        outcome.and_then(|outcome| self.wagers[place].wager.row_index(&outcome)).unwrap_or(0) as u8
    }

    /// By class, the row of the wager at a place that decides it. Classes that no shoe leads to may have any, and so have all of a
    /// wager that asks about cards.
    pub fn rows(&self, place: usize) -> Vec<u8> {
        let wager = self.wagers[place].wager;
        let mut rows = vec![0; Class::ROOM];
        for outcome in &self.outcomes {
            let row = wager.row_index(outcome).unwrap_or(0);
            rows[Class::of(outcome).index()] = row as u8;
        }
        rows
    }
}

/// What rows of these nets and chances are worth together.
pub(crate) fn expected(nets: &[i64], chances: &[f64]) -> f64 {
    nets.iter().zip(chances).map(|(net, chance)| *net as f64 * chance).sum()
}

/// Into how many parts the smallest unit of money is divided where expectations are added up: whole numbers come to the same in
/// whatever order.
pub(crate) const PARTS: f64 = (1_u64 << 40) as f64;

/// A till that remembers what it was asked.
pub(crate) struct Memory<'t, 'b> {
    till: &'t Till<'b>,
    accepted: HashMap<(usize, i64), Money>,
    /// What each row gains, and what is expected of them together, in parts of the smallest unit.
    nets: HashMap<(usize, i64), (Vec<i64>, i128)>,
    /// Whether wagers at these places may be made together.
    together: HashMap<Vec<usize>, bool>,
    chances: &'t [Vec<f64>],
}

impl<'t, 'b> Memory<'t, 'b> {
    /// The most different questions it keeps: a patron who stakes parts of what is held asks ever new ones.
    const MOST: usize = 1 << 16;

    /// Of a till, with how likely each row of each of its wagers is.
    pub(crate) fn of(till: &'t Till<'b>, chances: &'t [Vec<f64>]) -> Memory<'t, 'b> {
        Memory { till, accepted: HashMap::new(), nets: HashMap::new(), together: HashMap::new(), chances }
    }

    pub(crate) fn accepts(&mut self, place: usize, wished: Money) -> Money {
        if self.accepted.len() >= Memory::MOST {
            self.accepted.clear();
        }
        let till = self.till;
        *self.accepted.entry((place, wished.0)).or_insert_with(|| till.accepts(place, wished))
    }

    /// May one person make the wagers at these places together?
    pub(crate) fn may_together(&mut self, places: impl Iterator<Item = usize>) -> bool {
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        let till = self.till;
        *self.together.entry(places).or_insert_with_key(|places| till.may_together(places.iter().copied()))
    }

    /// What a stake gains by a row, what it gains by each, and what was to be expected of it on a full shoe, in parts of the smallest
    /// unit.
    pub(crate) fn net(&mut self, place: usize, stake: Money, row: u8) -> (i64, &[i64], i128) {
        if self.nets.len() >= Memory::MOST {
            self.nets.clear();
        }
        let (till, chances) = (self.till, self.chances);
        let (nets, expected) = self.nets.entry((place, stake.0)).or_insert_with(|| {
            let nets = till.nets(place, stake);
            let expected = (expected(&nets, &chances[place]) * PARTS).round() as i128;
            (nets, expected)
        });
        (nets[usize::from(row)], nets, *expected)
    }
}
