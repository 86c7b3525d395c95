//! A run: many shoes, spread over all cores, and what came of every wager and every patron.

use crate::dealer::{Dealer, Dealt};
use crate::game::Game;
use crate::session::{Patron, PatronResults, Ready};
use crate::spread::Spread;
use crate::strategy::Strategy;
use crate::tally::Tally;
use crate::till::{Till, expected};
use baccarat::chips::Money;
use rayon::prelude::*;
use std::ops::Range;

/// What is simulated.
pub struct Plan<'p, 'b> {
    /// The game.
    pub game: &'p Game,
    /// Where stakes are taken and paid.
    pub till: &'p Till<'b>,
    /// What the shoes are dealt from.
    pub seed: u64,
    /// How many shoes.
    pub shoes: u64,
    /// How many shoes make a shift.
    pub shift: u64,
    /// By wager of the till, the same stake on every coup; the till may have further wagers, for the patrons.
    pub stakes: Vec<Money>,
    /// By wager of the till, how likely each of its rows is on a full shoe: what results are held against.
    pub chances: Vec<Vec<f64>>,
    /// Who plays.
    pub patrons: Vec<Strategy>,
    /// Whether coups alone are counted, and shoes and shifts left out: the fastest way.
    pub coups_only: bool,
}

/// What came of one wager.
#[derive(Clone, Debug, PartialEq)]
pub struct WagerResults {
    /// The stake on every coup.
    pub stake: Money,
    /// How often each row decided.
    pub rows: Vec<u64>,
    /// Results of coups.
    pub coup: Spread,
    /// Results of shoes.
    pub shoe: Spread,
    /// Results of whole shifts.
    pub shift: Spread,
    /// By how much shoes differed from what was expected of their coups: the sum and the sum of squares.
    surprise: (f64, f64),
    /// What is expected of one unit staked so.
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
            surprise: (0.0, 0.0),
            expected: expected(nets, chances) / stake.0 as f64,
        }
    }

    /// How many standard errors the results lie above what was expected. Shoes are independent and coups of one shoe are not
    /// quite, so shoes are compared where they were kept apart.
    pub fn z(&self) -> f64 {
        let (sum, squares) = self.surprise;
        if squares > 0.0 {
            return sum / squares.sqrt();
        }
        let error = self.coup.error();
        if error > 0.0 { (self.coup.mean() - self.expected * self.stake.0 as f64) / error } else { 0.0 }
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

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// How coups ended.
    pub tally: Tally,
    /// By wager of the till.
    pub wagers: Vec<WagerResults>,
    /// By patron.
    pub patrons: Vec<PatronResults>,
    /// How the hold converged.
    pub path: Vec<Milestone>,
}

/// How many shoes go to one core at a time, about: few at first, so that a short run has milestones too.
const FIRST_PART: u64 = 500;
const PART: u64 = 4_000;
/// How many parts are handed out at a time.
const ROUND: u64 = 32;

/// How many shoes make the part that begins at this one: whole shifts, so that none is divided.
fn part_at(shoe: u64, shift: u64) -> u64 {
    let size = if shoe < ROUND * FIRST_PART { FIRST_PART } else { PART };
    size.next_multiple_of(shift)
}

struct Shared<'p, 'b> {
    plan: &'p Plan<'p, 'b>,
    /// By wager, what its stake gains by each row.
    nets: Vec<Vec<i64>>,
    /// By class, what every wager gains: the same for many classes, so kept once.
    gains: Gains,
    ready: Vec<Ready<'p>>,
}

/// What every wager gains, by class.
struct Gains {
    of_class: Vec<u16>,
    gains: Vec<i64>,
    wagers: usize,
}

impl Gains {
    fn of(till: &Till<'_>, nets: &[Vec<i64>]) -> Gains {
        let rows: Vec<Vec<u8>> = (0..nets.len()).map(|place| till.rows(place)).collect();
        let mut known = std::collections::HashMap::new();
        let mut gains = Vec::new();
        let of_class = (0..crate::class::Class::ROOM).map(|class| {
            let of_wagers: Vec<i64> =
                rows.iter().zip(nets).map(|(rows, nets)| nets[usize::from(rows[class])]).collect();
            let next = known.len() as u16;
            *known.entry(of_wagers).or_insert_with_key(|of_wagers| {
                gains.extend_from_slice(of_wagers);
                next
            })
        });
        Gains { of_class: of_class.collect(), gains, wagers: nets.len() }
    }

    #[inline(always)]
    fn add(&self, coup: &Dealt, sums: &mut [i64]) {
        let from = usize::from(self.of_class[coup.class.index()]) * self.wagers;
        for (sum, gain) in sums.iter_mut().zip(&self.gains[from..from + self.wagers]) {
            *sum += gain;
        }
    }
}

impl Results {
    fn new(plan: &Plan<'_, '_>, nets: &[Vec<i64>]) -> Results {
        let wagers = plan.stakes.iter().zip(nets).zip(&plan.chances);
        // A patron's results are kept in bars of a hundredth of what the patron brings.
        let width = |strategy: &Strategy| (strategy.bankroll.0 / 100).max(1);
        Results {
            tally: Tally::default(),
            wagers: wagers.map(|((stake, nets), chances)| WagerResults::new(*stake, nets, chances)).collect(),
            patrons: plan.patrons.iter().map(|strategy| PatronResults::new(width(strategy))).collect(),
            path: Vec::new(),
        }
    }

    fn merge(&mut self, other: &Results) {
        self.tally.merge(&other.tally);
        for (own, other) in self.wagers.iter_mut().zip(&other.wagers) {
            own.shoe.merge(&other.shoe);
            own.shift.merge(&other.shift);
            own.surprise.0 += other.surprise.0;
            own.surprise.1 += other.surprise.1;
        }
        for (own, other) in self.patrons.iter_mut().zip(&other.patrons) {
            own.merge(other);
        }
    }

    /// Works out what coups say from how they ended.
    fn count_coups(&mut self, shared: &Shared<'_, '_>) {
        let wagers = shared.plan.till.wagers().zip(&mut self.wagers);
        for ((wager, results), nets) in wagers.zip(&shared.nets) {
            let rows = self.tally.rows(wager, shared.plan.game.tableau());
            results.coup = Spread::new(results.stake.0);
            for (net, times) in nets.iter().zip(&rows) {
                results.coup.add(*net, *times);
            }
            results.rows = rows;
        }
    }

    fn milestone(&mut self, shared: &Shared<'_, '_>) {
        self.count_coups(shared);
        let holds = self.wagers.iter().map(WagerResults::hold).collect();
        self.path.push(Milestone { coups: self.tally.coups(), holds });
    }
}

/// Runs a plan on the threads of the present pool. After each part `go_on` is told how many shoes are done; if it says no, what
/// there is comes back. Shoes are parted in the same way however many threads there are, and added up in order, so the results are
/// the same to the last bit.
pub fn run(plan: &Plan<'_, '_>, mut go_on: impl FnMut(u64) -> bool) -> Results {
    let nets: Vec<Vec<i64>> =
        plan.stakes.iter().enumerate().map(|(place, stake)| plan.till.nets(place, *stake)).collect();
    let gains = Gains::of(plan.till, &nets);
    let tableau = plan.game.tableau();
    let ready = plan.patrons.iter().map(|strategy| Ready::of(strategy, plan.till, tableau)).collect();
    let shared = Shared { plan, nets, gains, ready };
    let mut results = Results::new(plan, &shared.nets);
    let (mut from, mut milestone) = (0, 0);
    while from < plan.shoes {
        let part = part_at(from, plan.shift.max(1));
        let to = plan.shoes.min(from.saturating_add(ROUND * part));
        let starts: Vec<u64> = (from..to).step_by(part as usize).collect();
        let parts: Vec<Results> =
            starts.into_par_iter().map(|start| shared.part(start..to.min(start + part))).collect();
        for part in &parts {
            results.merge(part);
            // Each a quarter further on than the one before.
            if results.tally.shoes() >= milestone {
                results.milestone(&shared);
                milestone = results.tally.shoes().saturating_mul(5) / 4;
            }
        }
        from = to;
        if !go_on(from) {
            break;
        }
    }
    results.milestone(&shared);
    results
}

impl Shared<'_, '_> {
    fn part(&self, shoes: Range<u64>) -> Results {
        let plan = self.plan;
        let mut results = Results::new(plan, &self.nets);
        let mut dealer = Dealer::new(plan.game, plan.seed);
        if plan.coups_only && plan.patrons.is_empty() {
            dealer.tally(shoes, &mut results.tally);
            return results;
        }
        let mut patrons: Vec<Patron<'_, '_, '_, '_>> =
            self.ready.iter().map(|ready| Patron::new(ready, plan.till, &plan.chances)).collect();
        let mut coups = Vec::new();
        let mut shift_sums = vec![0; plan.stakes.len()];
        let mut sums = vec![0; plan.stakes.len()];
        let end = shoes.end;
        for shoe in shoes {
            dealer.shoe(shoe, &mut coups);
            sums.fill(0);
            for coup in &coups {
                results.tally.add(coup.class);
                self.gains.add(coup, &mut sums);
            }
            results.tally.add_shoe();
            for (patron, results) in patrons.iter_mut().zip(&mut results.patrons) {
                patron.shoe(&coups, plan.till, results);
            }
            let ends_shift = (shoe + 1) % plan.shift.max(1) == 0;
            let many = coups.len() as f64;
            for (wager, (sum, of_shift)) in results.wagers.iter_mut().zip(sums.iter().zip(&mut shift_sums)) {
                wager.shoe.add(*sum, 1);
                let surprise = *sum as f64 / wager.stake.0 as f64 - wager.expected * many;
                wager.surprise.0 += surprise;
                wager.surprise.1 += surprise * surprise;
                *of_shift += sum;
                if ends_shift {
                    wager.shift.add(*of_shift, 1);
                    *of_shift = 0;
                }
            }
            // A shift that the run's end cuts short is counted for patrons, who go home with what they have.
            if ends_shift || shoe + 1 == end && end == plan.shoes {
                for (patron, results) in patrons.iter_mut().zip(&mut results.patrons) {
                    patron.end_shift(results);
                }
            }
        }
        results
    }
}
