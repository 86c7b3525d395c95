//! What came of a run, kept in whole numbers: parts of a run add up to the same in whatever order they were dealt.

use crate::plan::Plan;
use crate::session::PatronResults;
use crate::spread::Spread;
use crate::tally::Tally;
use crate::till::expected;
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What came of one wager.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WagerResults {
    /// The stake on every coup.
    pub stake: Money,
    /// How often each row decided.
    #[serde(skip)]
    pub rows: Vec<u64>,
    /// Results of coups.
    #[serde(skip)]
    pub coup: Spread,
    /// Results of shoes.
    pub shoe: Spread,
    /// Results of whole shifts.
    pub shift: Spread,
    /// Over shoes, the sum of their result times their number of coups.
    pub(crate) product: i128,
    /// Over shoes, the sum of their numbers of coups, and of the squares of these.
    #[serde(skip)]
    lengths: (i128, i128),
    /// What is expected of one unit staked so.
    #[serde(skip)]
    expected: f64,
}

impl WagerResults {
    fn new(stake: Money, nets: &[i64], chances: &[f64]) -> WagerResults {
        let spread = || Spread::new(stake.0);
        WagerResults {
            stake,
            rows: Vec::new(),
            coup: spread(),
            shoe: spread(),
            shift: spread(),
            product: 0,
            lengths: (0, 0),
            expected: expected(nets, chances) / stake.0 as f64,
        }
    }

    /// How many standard errors the results lie above what was expected. Shoes are independent and coups of one shoe are not
    /// quite, so shoes are compared where they were kept apart.
    pub fn z(&self) -> f64 {
        let stake = self.stake.0 as f64;
        let (coups, coups_squares) = (self.lengths.0 as f64, self.lengths.1 as f64);
        // Each shoe differs from what was expected of its coups by x / stake - e n: the sum of that, and of its squares.
        let sum = self.shoe.sum() as f64 / stake - self.expected * coups;
        let squares = self.shoe.squares() as f64 / (stake * stake)
            - 2.0 * self.expected * self.product as f64 / stake
            + self.expected * self.expected * coups_squares;
        if self.shoe.count() > 0 && squares > 0.0 {
            return sum / squares.sqrt();
        }
        let error = self.coup.error();
        if error > 0.0 { (self.coup.mean() - self.expected * stake) / error } else { 0.0 }
    }

    /// What the house kept of all that was staked.
    pub fn hold(&self) -> f64 {
        -self.coup.mean() / self.stake.0 as f64
    }

    /// The interval in which the true hold lies with 95 % confidence.
    pub fn hold_interval(&self) -> (f64, f64) {
        let (low, high) = self.coup.interval();
        (-high / self.stake.0 as f64, -low / self.stake.0 as f64)
    }
}

/// What the house kept of each wager up to some coup.
#[derive(Clone, Debug, PartialEq)]
pub struct Milestone {
    /// How many coups.
    pub coups: u64,
    /// By wager, of one unit staked.
    pub holds: Vec<f64>,
}

/// How far a run had come at a shoe: counted from its own beginning, and shifted when something is put before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    coups: u64,
    gains: Vec<i128>,
}

/// What came of a run, or of a part of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The number of the first shoe.
    pub first: u64,
    /// How coups ended.
    pub tally: Tally,
    /// Over shoes, the sum of their numbers of coups, and of the squares of these.
    pub(crate) lengths: (i128, i128),
    /// By wager, what all coups gained.
    pub(crate) gains: Vec<i128>,
    /// By wager, how often each row decided, of wagers that ask about the cards themselves; nothing of the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) by_cards: Vec<Vec<u64>>,
    /// By wager of the till.
    pub wagers: Vec<WagerResults>,
    /// By patron.
    pub patrons: Vec<PatronResults>,
    /// By wager, what the end of a shift gained whose beginning was dealt elsewhere, where the part begins within a shift and goes on
    /// beyond it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) head: Option<Vec<i64>>,
    /// By wager, what the shift has gained so far in which the part ends.
    #[serde(default)]
    pub(crate) tail: Vec<i64>,
    marks: Vec<Mark>,
    /// How the hold converged.
    #[serde(skip)]
    pub path: Vec<Milestone>,
}

/// Why parts do not make a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRun {
    /// There is no part at all.
    Empty,
    /// Nothing was dealt from this shoe to that one.
    Gap(u64, u64),
    /// These shoes were dealt twice.
    Twice(u64, u64),
    /// A part ends within a shift, and another follows.
    ShiftCut(u64),
    /// The parts are of other wagers or patrons.
    Other,
}

impl fmt::Display for NoRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRun::Empty => f.write_str("found no part; allowed are one or more"),
            NoRun::Gap(from, to) => write!(f, "no part has the shoes from {from} to {}", to - 1),
            NoRun::Twice(from, to) => write!(f, "two parts have the shoes from {from} to {}", to - 1),
            NoRun::ShiftCut(at) => {
                write!(
                    f,
                    "a part with strategies ends within a shift, before shoe {at}; allowed is that at the end of a run"
                )
            }
            NoRun::Other => f.write_str("the parts are not of one run"),
        }
    }
}

impl Results {
    pub(crate) fn new(plan: &Plan<'_, '_>, nets: &[Vec<i64>], first: u64) -> Results {
        let wagers = plan.stakes.iter().zip(nets).zip(&plan.chances);
        // A patron's results are kept in bars of a hundredth of what the patron brings.
        let width = |bankroll: Money| (bankroll.0 / 100).max(1);
        Results {
            first,
            tally: Tally::default(),
            lengths: (0, 0),
            gains: vec![0; plan.stakes.len()],
            by_cards: plan.no_rows_by_cards(nets),
            wagers: wagers.map(|((stake, nets), chances)| WagerResults::new(*stake, nets, chances)).collect(),
            patrons: plan.patrons.iter().map(|who| PatronResults::new(width(who.bankroll))).collect(),
            head: None,
            tail: vec![0; plan.stakes.len()],
            marks: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The number of the shoe after the last.
    pub fn end(&self) -> u64 {
        self.first + self.tally.shoes()
    }

    /// Puts the two pieces of a shift together that lies across the seam.
    fn close_shift(&mut self, next: &Results, shift: u64) {
        for (own, next) in self.tail.iter_mut().zip(next.head.as_ref().unwrap_or(&next.tail)) {
            *own += next;
        }
        if next.head.is_none() {
            return;
        }
        let mut whole = next.tail.clone();
        whole.resize(self.tail.len(), 0);
        std::mem::swap(&mut whole, &mut self.tail);
        if self.head.is_none() && !self.first.is_multiple_of(shift.max(1)) {
            self.head = Some(whole);
            return;
        }
        for (wager, sum) in self.wagers.iter_mut().zip(whole) {
            wager.shift.add(sum, 1);
        }
    }

    /// Adds the part that follows on this one, where so many shoes make a shift.
    pub(crate) fn append(&mut self, next: &Results, shift: u64) {
        self.close_shift(next, shift);
        let shifted = next.marks.iter().map(|mark| Mark {
            coups: self.tally.coups() + mark.coups,
            gains: self.gains.iter().zip(&mark.gains).map(|(before, gain)| before + gain).collect(),
        });
        self.marks.extend(shifted.collect::<Vec<Mark>>());
        self.tally.merge(&next.tally);
        self.lengths.0 += next.lengths.0;
        self.lengths.1 += next.lengths.1;
        for (own, next) in self.gains.iter_mut().zip(&next.gains) {
            *own += next;
        }
        for (own, next) in self.by_cards.iter_mut().flatten().zip(next.by_cards.iter().flatten()) {
            *own += next;
        }
        for (own, next) in self.wagers.iter_mut().zip(&next.wagers) {
            own.shoe.merge(&next.shoe);
            own.shift.merge(&next.shift);
            own.product += next.product;
        }
        for (own, next) in self.patrons.iter_mut().zip(&next.patrons) {
            own.merge(next);
        }
    }

    /// Marks how far it has come.
    pub(crate) fn mark(&mut self) {
        let mark = Mark { coups: self.tally.coups(), gains: self.gains.clone() };
        if self.marks.last() != Some(&mark) {
            self.marks.push(mark);
        }
    }

    /// Works out what coups say from how they ended, and how the hold converged.
    pub(crate) fn finish(&mut self, plan: &Plan<'_, '_>, nets: &[Vec<i64>]) {
        let wagers = plan.till.wagers().zip(&mut self.wagers);
        for (place, ((wager, results), nets)) in wagers.zip(nets).enumerate() {
            let rows = match self.by_cards.get(place) {
                Some(rows) if !rows.is_empty() => rows.clone(),
                _ => self.tally.rows(wager, plan.game.tableau()),
            };
            results.coup = Spread::new(results.stake.0);
            for (net, times) in nets.iter().zip(&rows) {
                results.coup.add(*net, *times);
            }
            results.rows = rows;
            results.lengths = self.lengths;
        }
        let last = Mark { coups: self.tally.coups(), gains: self.gains.clone() };
        let is_marked = self.marks.last() == Some(&last);
        let marks = self.marks.iter().chain((!is_marked).then_some(&last));
        let stakes: Vec<i64> = self.wagers.iter().map(|wager| wager.stake.0).collect();
        let milestone = |mark: &Mark| Milestone {
            coups: mark.coups,
            holds: mark
                .gains
                .iter()
                .zip(&stakes)
                .map(|(gain, stake)| hold(*gain, mark.coups, *stake))
                .collect(),
        };
        self.path = marks.map(milestone).collect();
    }

    /// Is it of the same wagers and patrons as another?
    pub(crate) fn is_like(&self, other: &Results) -> bool {
        let lengths = |of: &Results| of.by_cards.iter().map(Vec::len).collect::<Vec<_>>();
        let stakes = |of: &Results| of.wagers.iter().map(|wager| wager.stake).collect::<Vec<_>>();
        stakes(self) == stakes(other)
            && self.patrons.len() == other.patrons.len()
            && self.gains.len() == other.gains.len()
            && self.head.as_ref().is_none_or(|head| head.len() == other.gains.len())
            && lengths(self) == lengths(other)
            && self.marks.iter().all(|mark| mark.gains.len() == other.gains.len())
    }
}

fn hold(gain: i128, coups: u64, stake: i64) -> f64 {
    if coups == 0 { 0.0 } else { -(gain as f64 / coups as f64) / stake as f64 }
}
