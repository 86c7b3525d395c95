//! A run: many shoes, spread over all cores, and what came of every wager and every patron.

use crate::dealer::Dealer;
use crate::dealt::Dealt;
use crate::plan::Plan;
use crate::player::Player;
use crate::results::{NoRun, Results};
use crate::session::{Desk, Patron, PatronResults};
use crate::strategy::{FilePlayer, Ready};
use crate::tally::Tally;
use crate::till::Till;
use baccarat::card::Card;
use baccarat::chips::Money;
use rayon::prelude::*;
use std::ops::Range;

/// How many shoes go to one core at a time, about: few at first, so that a short run has milestones too.
const FIRST_PART: u64 = 500;
const PART: u64 = 4_000;
/// How many parts are handed out at a time.
const ROUND: u64 = 32;

/// Where the parts of every run end, whichever shoe it begins with: at whole shifts, so that none is divided.
#[derive(Clone, Copy)]
struct Parts {
    /// How many shoes each of the first parts has.
    small: u64,
    /// How many each of the others has.
    large: u64,
}

impl Parts {
    fn of(shift: u64) -> Parts {
        let shift = shift.max(1);
        Parts { small: FIRST_PART.next_multiple_of(shift), large: PART.next_multiple_of(shift) }
    }

    /// The first end of a part at or after a shoe.
    fn end_from(self, shoe: u64) -> u64 {
        let all_small = ROUND * self.small;
        match shoe <= all_small {
            true => shoe.max(1).div_ceil(self.small) * self.small,
            false => {
                let parts = (shoe - all_small).div_ceil(self.large);
                all_small.saturating_add(parts.saturating_mul(self.large))
            }
        }
    }

    /// Is this end of a part a milestone? Each is about a quarter further on than the one before.
    fn is_milestone(self, end: u64) -> bool {
        let mut milestone = self.end_from(1);
        while milestone < end {
            milestone = self.end_from(milestone.saturating_mul(5) / 4);
        }
        milestone == end
    }
}

struct Shared<'p, 'b> {
    plan: &'p Plan<'p, 'b>,
    /// By wager, what its stake gains by each row.
    nets: Vec<Vec<i64>>,
    /// By class, what every wager gains: the same for many classes, so kept once.
    gains: Gains,
    desk: Desk<'p, 'b>,
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
            let gain = |(place, (rows, nets)): (usize, (&Vec<u8>, &Vec<i64>))| match till.asks_cards(place) {
                true => 0,
                false => nets[usize::from(rows[class])],
            };
            let of_wagers: Vec<i64> = rows.iter().zip(nets).enumerate().map(gain).collect();
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

    /// By wager, what all coups of a tally gain; nothing for those that ask about cards.
    fn total(&self, tally: &Tally) -> Vec<i128> {
        let mut sums = vec![0; self.wagers];
        for (class, times) in tally.seen() {
            let from = usize::from(self.of_class[class.index()]) * self.wagers;
            for (sum, gain) in sums.iter_mut().zip(&self.gains[from..from + self.wagers]) {
                *sum += i128::from(*gain) * i128::from(times);
            }
        }
        sums
    }
}

/// Runs a plan on the threads of the present pool. After each part `go_on` is told how many shoes are done; if it says no, what
/// there is comes back. Every sum is whole, so the results are the same to the last bit on any number of threads.
pub fn run(plan: &Plan<'_, '_>, mut go_on: impl FnMut(u64) -> bool) -> Results {
    let shared = Shared::of(plan);
    let parts = Parts::of(plan.shift);
    let mut results = Results::new(plan, &shared.nets, plan.first);
    let mut from = plan.first;
    while from < plan.end() {
        let mut round: Vec<Range<u64>> = Vec::new();
        while from < plan.end() && (round.len() as u64) < ROUND {
            let to = parts.end_from(from.saturating_add(1)).min(plan.end());
            round.push(from..to);
            from = to;
        }
        let dealt: Vec<Results> = round.into_par_iter().map(|shoes| shared.part(shoes)).collect();
        for part in &dealt {
            results.append(part, plan.shift);
            if parts.is_milestone(results.end()) {
                results.mark();
            }
        }
        if !go_on(from - plan.first) {
            break;
        }
    }
    results.finish(plan, &shared.nets);
    results
}

/// Puts the parts of a run together, in whatever order they come: what one run of all their shoes would have given, to the last bit.
pub fn join(plan: &Plan<'_, '_>, mut parts: Vec<Results>) -> Result<Results, NoRun> {
    let shared = Shared::of(plan);
    let milestones = Parts::of(plan.shift);
    parts.sort_by_key(|part| part.first);
    let first = parts.first().ok_or(NoRun::Empty)?.first;
    let mut whole = Results::new(plan, &shared.nets, first);
    for part in &parts {
        if !part.is_like(&whole) {
            return Err(NoRun::Other);
        }
        match part.first {
            at if at > whole.end() => return Err(NoRun::Gap(whole.end(), at)),
            at if at < whole.end() => return Err(NoRun::Twice(at, whole.end().min(part.end()))),
            at if at > first && at % plan.shift.max(1) != 0 && !plan.patrons.is_empty() => {
                return Err(NoRun::ShiftCut(at));
            }
            _ => whole.append(part, plan.shift),
        }
        if milestones.is_milestone(whole.end()) {
            whole.mark();
        }
    }
    whole.finish(plan, &shared.nets);
    Ok(whole)
}

/// Has one player play all shoes of a plan in order, on this thread. After each shoe `go_on` is asked.
pub fn play(
    plan: &Plan<'_, '_>,
    player: impl Player,
    bankroll: Money,
    mut go_on: impl FnMut(u64) -> bool,
) -> PatronResults {
    let desk = Desk::of(plan.till, &plan.chances, plan.game);
    let mut results = PatronResults::new((bankroll.0 / 100).max(1));
    let mut dealer = Dealer::new(plan.game, plan.seed);
    let mut patron = Patron::new(player, bankroll, &desk);
    let mut coups = Vec::new();
    let on_cards: Vec<usize> =
        (0..plan.till.wagers().len()).filter(|place| plan.till.asks_cards(*place)).collect();
    for shoe in plan.first..plan.end() {
        let needs_cards = patron.player().needs_cards() || !on_cards.is_empty();
        let mut cards = Vec::new();
        match needs_cards {
            true => cards = dealer.shoe_and_cards(shoe, &mut coups),
            false => dealer.shoe(shoe, &mut coups),
        }
        patron.shoe(&coups, &cards, &mut results);
        if (shoe + 1) % plan.shift.max(1) == 0 || shoe + 1 == plan.end() {
            patron.end_shift(&mut results);
        }
        if !go_on(shoe + 1 - plan.first) {
            break;
        }
    }
    results
}

impl<'p, 'b> Shared<'p, 'b> {
    fn of(plan: &'p Plan<'p, 'b>) -> Shared<'p, 'b> {
        let nets: Vec<Vec<i64>> =
            plan.stakes.iter().enumerate().map(|(place, stake)| plan.till.nets(place, *stake)).collect();
        let gains = Gains::of(plan.till, &nets);
        let ready = plan.patrons.iter().map(|strategy| Ready::of(strategy, plan.till, plan.game)).collect();
        Shared { plan, nets, gains, desk: Desk::of(plan.till, &plan.chances, plan.game), ready }
    }

    fn part(&self, shoes: Range<u64>) -> Results {
        let plan = self.plan;
        let mut results = Results::new(plan, &self.nets, shoes.start);
        let mut dealer = Dealer::new(plan.game, plan.seed);
        let on_cards = plan.on_cards();
        if plan.coups_only && plan.patrons.is_empty() && on_cards.is_empty() {
            dealer.tally(shoes, &mut results.tally);
            results.gains = self.gains.total(&results.tally);
            return results;
        }
        let mut patrons = Vec::new();
        for ready in &self.ready {
            patrons.push(Patron::new(FilePlayer::new(ready), ready.strategy().bankroll, &self.desk));
        }
        let any_on_cards = (0..plan.till.wagers().len()).any(|place| plan.till.asks_cards(place));
        let needs_cards = any_on_cards || patrons.iter().any(|patron| patron.player().needs_cards());
        let mut coups = Vec::new();
        let mut cards = Vec::new();
        let mut shift_sums = vec![0; plan.stakes.len()];
        let mut of_shoes: Vec<Vec<i64>> = vec![Vec::new(); plan.stakes.len()];
        let mut sums = vec![0; plan.stakes.len()];
        let end = shoes.end;
        let mut begins_within = !shoes.start.is_multiple_of(plan.shift.max(1));
        for shoe in shoes {
            match needs_cards {
                true => cards = dealer.shoe_and_cards(shoe, &mut coups),
                false => dealer.shoe(shoe, &mut coups),
            }
            sums.fill(0);
            for coup in &coups {
                results.tally.add(coup.class);
                self.gains.add(coup, &mut sums);
            }
            for place in &on_cards {
                let rows = &mut results.by_cards[*place];
                sums[*place] = self.settle_by_cards(*place, &coups, &cards, rows);
            }
            results.tally.add_shoe();
            for (patron, results) in patrons.iter_mut().zip(&mut results.patrons) {
                patron.shoe(&coups, &cards, results);
            }
            let ends_shift = (shoe + 1) % plan.shift.max(1) == 0;
            let many = coups.len() as i128;
            results.lengths.0 += many;
            results.lengths.1 += many * many;
            let of_shoe = sums.iter().zip(&mut shift_sums).zip(&mut of_shoes);
            for (wager, ((sum, of_shift), of_shoes)) in results.wagers.iter_mut().zip(of_shoe) {
                of_shoes.push(*sum);
                wager.product += i128::from(*sum) * many;
                *of_shift += sum;
                if ends_shift && !begins_within {
                    wager.shift.add(*of_shift, 1);
                    *of_shift = 0;
                }
            }
            // The end of a shift that began elsewhere waits for its beginning.
            if ends_shift && std::mem::take(&mut begins_within) {
                results.head = Some(std::mem::replace(&mut shift_sums, vec![0; plan.stakes.len()]));
            }
            // A shift that the run's end cuts short is counted for patrons, who go home with what they have.
            if ends_shift || shoe + 1 == end && end == plan.end() {
                for (patron, results) in patrons.iter_mut().zip(&mut results.patrons) {
                    patron.end_shift(results);
                }
            }
        }
        results.tail = shift_sums;
        for (wager, of_shoes) in results.wagers.iter_mut().zip(&of_shoes) {
            wager.shoe.add_each(of_shoes);
        }
        results.gains = self.gains.total(&results.tally);
        for place in on_cards {
            let rows = results.by_cards[place].iter().zip(&self.nets[place]);
            results.gains[place] = rows.map(|(times, net)| i128::from(*times) * i128::from(*net)).sum();
        }
        results
    }

    /// What a wager that asks about cards gains in a shoe; adds how often each row decided.
    fn settle_by_cards(&self, place: usize, coups: &[Dealt], cards: &[Card], rows: &mut [u64]) -> i64 {
        let mut gain = 0;
        for coup in coups {
            let at = usize::from(coup.at);
            let shown = cards.get(at..at + coup.class.cards()).unwrap_or_default();
            let row = usize::from(self.plan.till.row_by_cards(place, coup.class, shown));
            rows[row] += 1;
            gain += self.nets[place][row];
        }
        gain
    }
}
