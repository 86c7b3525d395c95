//! What every wager of a method gains on every outcome, compiled once from the book's rows.
//!
//! Settling then reads numbers off instead of evaluating conditions: a stake is counted in parts of its wager's
//! denominator when it is put down, so that what it gains is one multiplication and never a fraction.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::outcome::{Outcome, Pairs, Totals};
use baccarat::wager::{Wager, WagerId};

/// The compiled wagers of one settlement method.
///
/// Most wagers ask only about totals or only about pairs, so there is a small table for each and what a wager gains is
/// the sum of its two entries, one of which is nothing. A wager that asks about both has a table of its own; one that asks about
/// the cards themselves has none, and its conditions are evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pays {
    wagers: Vec<Compiled>,
    /// By cell of totals, then by wager.
    by_totals: Vec<Pay>,
    /// By state of pairs, then by wager.
    by_pairs: Vec<Pay>,
    /// Wagers that ask about both: by cell, then by state.
    by_both: Vec<(usize, Vec<Pay>)>,
    /// Wagers that ask about the cards themselves, with what each row pays: their rows are looked at.
    by_cards: Vec<(usize, Wager, Vec<Pay>)>,
}

/// A wager, and into how many parts a stake on it is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Compiled {
    id: WagerId,
    parts: i64,
}

/// What one part of a stake gains, and by which row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pay {
    net: i32,
    row: u32,
}

/// A stake put down, ready to be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Down {
    wager: u32,
    /// The stake in whole multiples of the wager's denominator.
    times: i64,
    /// What is left over; nothing, wherever chips can pay exactly.
    over: i64,
}

/// What each wager gains on one outcome. Kept and reused, so that settling takes no memory.
#[derive(Clone, Debug, Default)]
pub struct Gains(Vec<Pay>);

impl Pays {
    /// Compiles the wagers of a method; nothing if the book has no such method or pays beyond all games.
    pub fn compile(book: &Book, method: &str) -> Option<Pays> {
        let wagers = book.wagers(method)?;
        let compiled =
            wagers.iter().map(|wager| Compiled { id: wager.id.clone(), parts: wager.denominator() });
        let mut pays = Pays {
            wagers: compiled.collect(),
            by_totals: Vec::with_capacity(Totals::CELLS * wagers.len()),
            by_pairs: Vec::with_capacity(Pairs::STATES * wagers.len()),
            by_both: Vec::new(),
            by_cards: Vec::new(),
        };
        let outcome = |totals: Totals, pairs: Pairs| book.tableau().outcome(totals, pairs);
        let any_pairs = Pairs::default();
        let any_totals = Totals { player: 0, banker: 0, player_drew: true, banker_drew: true };
        for totals in Totals::all() {
            for wager in wagers {
                let here = !wager.asks_pairs();
                pays.by_totals.push(pay(wager, &outcome(totals, any_pairs), here)?);
            }
        }
        for pairs in Pairs::all() {
            for wager in wagers {
                let here = wager.asks_pairs() && !wager.asks_totals();
                pays.by_pairs.push(pay(wager, &outcome(any_totals, pairs), here)?);
            }
        }
        for (index, wager) in wagers.iter().enumerate() {
            if wager.asks_cards() {
                let rows: Option<Vec<Pay>> =
                    (0..wager.rows.len()).map(|row| pay_of_row(wager, row)).collect();
                pays.by_cards.push((index, wager.clone(), rows?));
            } else if wager.asks_pairs() && wager.asks_totals() {
                let cells = Totals::all().flat_map(|totals| Pairs::all().map(move |pairs| (totals, pairs)));
                let both: Option<Vec<Pay>> =
                    cells.map(|(totals, pairs)| pay(wager, &outcome(totals, pairs), true)).collect();
                pays.by_both.push((index, both?));
            }
        }
        Some(pays)
    }

    /// The place of a wager.
    pub fn wager(&self, id: &WagerId) -> Option<usize> {
        self.wagers.iter().position(|wager| wager.id == *id)
    }

    /// Counts a stake in parts.
    pub fn put_down(&self, wager: usize, stake: Money) -> Down {
        let parts = self.wagers[wager].parts;
        Down { wager: wager as u32, times: stake.0 / parts, over: stake.0 % parts }
    }

    /// What every wager gains on an outcome.
    pub fn gains(&self, outcome: &Outcome, gains: &mut Gains) {
        let many = self.wagers.len();
        let (cell, state) = (outcome.totals.index(), outcome.pairs.index());
        let by_totals = &self.by_totals[cell * many..][..many];
        let by_pairs = &self.by_pairs[state * many..][..many];
        gains.0.clear();
        gains.0.extend(
            by_totals
                .iter()
                .zip(by_pairs)
                .map(|(one, other)| Pay { net: one.net + other.net, row: one.row + other.row }),
        );
        for (wager, pays) in &self.by_both {
            gains.0[*wager] = pays[cell * Pairs::STATES + state];
        }
        for (place, wager, pays) in &self.by_cards {
            gains.0[*place] = wager.row_index(outcome).map(|row| pays[row]).unwrap_or_default();
        }
    }

    /// The place of the row by which a wager is settled on an outcome; nothing for a wager on cards that are not known.
    pub fn row(&self, wager: usize, outcome: &Outcome) -> Option<usize> {
        if let Some((_, by_cards, _)) = self.by_cards.iter().find(|(place, ..)| *place == wager) {
            return by_cards.row_index(outcome);
        }
        let many = self.wagers.len();
        let (cell, state) = (outcome.totals.index(), outcome.pairs.index());
        let both = self.by_both.iter().find(|(index, _)| *index == wager);
        let pay = match both {
            Some((_, pays)) => pays[cell * Pairs::STATES + state].row,
            None => self.by_totals[cell * many + wager].row + self.by_pairs[state * many + wager].row,
        };
        Some(pay as usize)
    }

    /// What each stake gains on an outcome, a part of the smallest unit dropped; negative for a loss.
    pub fn settle(&self, outcome: &Outcome, stakes: &[Down], gains: &mut Gains, nets: &mut Vec<Money>) {
        self.gains(outcome, gains);
        nets.clear();
        nets.extend(stakes.iter().map(|stake| {
            let net = i64::from(gains.0[stake.wager as usize].net);
            let whole = stake.times * net;
            if stake.over == 0 {
                return Money(whole);
            }
            let parts = self.wagers[stake.wager as usize].parts;
            Money(whole + stake.over * net / parts)
        }));
    }
}

/// What one part of a stake on a wager gains; nothing at all where another table says it.
fn pay(wager: &Wager, outcome: &Outcome, here: bool) -> Option<Pay> {
    // An outcome that no shoe leads to may fit no row. It is never looked up.
    let Some(row) = wager.row_index(outcome).filter(|_| here) else { return Some(Pay::default()) };
    pay_of_row(wager, row)
}

/// What one part of a stake on a wager gains by a row.
fn pay_of_row(wager: &Wager, row: usize) -> Option<Pay> {
    let net = wager.rows[row].settlement.net();
    let parts = wager.denominator() / net.denom();
    Some(Pay { net: i32::try_from(net.numer().checked_mul(parts)?).ok()?, row: row as u32 })
}
