//! Countability: what somebody who knows every card that has been seen could win.
//!
//! Before each coup the exact odds of the cards not yet seen are worked out. A card burnt face down is not seen, so it counts among
//! them: to whoever has not seen it, it is as if it lay in the shoe.

use crate::dealer::{Dealer, Dealt};
use crate::game::{Game, Progress};
use baccarat::card::Card;
use baccarat::composition::Composition;
use num_traits::ToPrimitive;
use odds::{Evaluator, NoOdds};
use rayon::prelude::*;
use std::ops::Range;

/// What is counted.
pub struct CountPlan<'p> {
    /// The game at each depth of the cutting card, the shallowest first: the same game otherwise.
    pub depths: Vec<Game>,
    /// The exact odds of the wagers in question.
    pub evaluator: &'p Evaluator,
    /// What the shoes are dealt from.
    pub seed: u64,
    /// How many shoes.
    pub shoes: u64,
}

/// What somebody who counts could do with one wager at one depth of the cutting card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtDepth {
    /// Coups before which the wager could be made.
    pub coups: u64,
    /// Those of them on which the patron had the edge.
    pub favourable: u64,
    /// What one unit on each of those was worth together.
    gain: f64,
    /// The squares of what each shoe was worth.
    gain_squares: f64,
    /// By what the linear count said, what one unit was really worth.
    by_estimate: Vec<f64>,
    /// By what the linear count said, how many coups.
    coups_by_estimate: Vec<u64>,
}

/// What somebody could do with a count that adds a fixed number for each card seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// From which estimated edge on it pays best to bet.
    pub from: f64,
    /// What one unit staked then is worth in a shoe.
    pub gain: f64,
    /// On what share of the coups.
    pub share: f64,
}

/// Estimates are told apart in thousandths of the stake, up to a quarter either way.
const BINS: usize = 501;
const PER_UNIT: f64 = 1_000.0;

impl AtDepth {
    fn new() -> AtDepth {
        AtDepth { by_estimate: vec![0.0; BINS], coups_by_estimate: vec![0; BINS], ..AtDepth::default() }
    }

    fn merge(&mut self, other: &AtDepth) {
        self.coups += other.coups;
        self.favourable += other.favourable;
        self.gain += other.gain;
        self.gain_squares += other.gain_squares;
        self.by_estimate.iter_mut().zip(&other.by_estimate).for_each(|(own, other)| *own += other);
        self.coups_by_estimate
            .iter_mut()
            .zip(&other.coups_by_estimate)
            .for_each(|(own, other)| *own += other);
    }

    /// What one unit on every favourable coup is worth in a shoe, and how far that may be off with 95 % confidence.
    pub fn gain(&self, shoes: u64) -> (f64, f64) {
        let shoes = (shoes as f64).max(1.0);
        let mean = self.gain / shoes;
        let variance = (self.gain_squares / shoes - mean * mean).max(0.0);
        (mean, 1.96 * (variance / shoes).sqrt())
    }

    /// The share of coups on which the patron had the edge.
    pub fn favourable_share(&self) -> f64 {
        if self.coups == 0 { 0.0 } else { self.favourable as f64 / self.coups as f64 }
    }

    /// The best that the linear count can do.
    pub fn linear(&self, shoes: u64) -> Linear {
        let (mut gain, mut coups) = (0.0, 0);
        let mut best = Linear { from: f64::INFINITY, gain: 0.0, share: 0.0 };
        for bin in (0..BINS).rev() {
            gain += self.by_estimate[bin];
            coups += self.coups_by_estimate[bin];
            if gain / (shoes as f64).max(1.0) > best.gain {
                let from = (bin as f64 - (BINS / 2) as f64) / PER_UNIT;
                let share = coups as f64 / (self.coups as f64).max(1.0);
                best = Linear { from, gain: gain / (shoes as f64).max(1.0), share };
            }
        }
        best
    }
}

/// What one wager was worth after so many cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretch {
    /// Coups that started there.
    pub coups: u64,
    /// Those on which the patron had the edge.
    pub favourable: u64,
    /// What one unit on each of those was worth together.
    pub gain: f64,
}

/// What counting one wager is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct WagerCount {
    /// The expected net of one unit on a full shoe.
    pub full: f64,
    /// By card, in the order of [`Card::all`], what seeing it does to that.
    pub effects: Vec<f64>,
    /// At each depth of the cutting card.
    pub depths: Vec<AtDepth>,
    /// By how many cards had left the shoe, in stretches of half a deck.
    pub stretches: Vec<Stretch>,
}

impl WagerCount {
    /// While shoes are counted, each depth holds only what it has beyond the one before; from now on all of it.
    fn add_up(&mut self) {
        let mut sum = AtDepth::new();
        for depth in &mut self.depths {
            let gain_squares = depth.gain_squares;
            sum.merge(depth);
            *depth = AtDepth { gain_squares, ..sum.clone() };
        }
    }
}

/// How many cards make a stretch.
pub const STRETCH: usize = 26;

/// What counting is worth, by wager of the evaluator.
#[derive(Clone, Debug, PartialEq)]
pub struct Countability {
    /// How many shoes were dealt.
    pub shoes: u64,
    /// How many coups, at the deepest cutting card.
    pub coups: u64,
    /// By wager.
    pub wagers: Vec<WagerCount>,
}

impl Countability {
    fn merge(&mut self, other: &Countability) {
        self.shoes += other.shoes;
        self.coups += other.coups;
        for (own, other) in self.wagers.iter_mut().zip(&other.wagers) {
            own.depths.iter_mut().zip(&other.depths).for_each(|(own, other)| own.merge(other));
            for (own, other) in own.stretches.iter_mut().zip(&other.stretches) {
                own.coups += other.coups;
                own.favourable += other.favourable;
                own.gain += other.gain;
            }
        }
    }
}

/// How many shoes go to one core at a time.
const PART: u64 = 64;

/// Counts through many shoes on the threads of the present pool. After each part `go_on` is told how many shoes are done; if it
/// says no, what there is comes back. The results are the same for any number of threads.
pub fn count(plan: &CountPlan<'_>, mut go_on: impl FnMut(u64) -> bool) -> Result<Countability, NoOdds> {
    let start = Start::of(plan)?;
    let mut all = start.nothing(plan);
    let mut from = 0;
    while from < plan.shoes {
        let to = plan.shoes.min(from.saturating_add(PART * 16));
        let starts: Vec<u64> = (from..to).step_by(PART as usize).collect();
        let parts: Vec<Result<Countability, NoOdds>> =
            starts.into_par_iter().map(|begin| start.part(plan, begin..to.min(begin + PART))).collect();
        for part in parts {
            all.merge(&part?);
        }
        from = to;
        if !go_on(from) {
            break;
        }
    }
    all.wagers.iter_mut().for_each(WagerCount::add_up);
    Ok(all)
}

/// What is known before the first card: the same for every shoe.
struct Start {
    shoe: Composition,
    full: Vec<f64>,
    /// By wager, then by card.
    effects: Vec<Vec<f64>>,
    /// By wager, then by cards unseen, what numerators are to be divided by.
    denominators: Vec<Vec<f64>>,
}

impl Start {
    fn of(plan: &CountPlan<'_>) -> Result<Start, NoOdds> {
        let decks = plan.depths.first().map_or(8, Game::decks);
        let shoe = Composition::of_decks(decks);
        let wagers = plan.evaluator.wagers().len();
        let full = plan.evaluator.odds(&shoe)?.iter().map(|odds| -odds.house_edge()).collect();
        let removals = plan.evaluator.removals(&shoe)?;
        let effect = |wager: usize| {
            removals.iter().map(|removal| removal.effects[wager].to_f64().unwrap_or(0.0)).collect()
        };
        let mut denominators = vec![Vec::new(); wagers];
        for (wager, denominators) in denominators.iter_mut().enumerate() {
            for cards in 0..=shoe.cards() {
                denominators.push(plan.evaluator.denominator(wager, cards)? as f64);
            }
        }
        Ok(Start { shoe, full, effects: (0..wagers).map(effect).collect(), denominators })
    }

    fn nothing(&self, plan: &CountPlan<'_>) -> Countability {
        let stretches = self.shoe.cards() as usize / STRETCH;
        let wagers = self.full.iter().zip(&self.effects).map(|(full, effects)| WagerCount {
            full: *full,
            effects: effects.clone(),
            depths: plan.depths.iter().map(|_| AtDepth::new()).collect(),
            stretches: vec![Stretch::default(); stretches],
        });
        Countability { shoes: 0, coups: 0, wagers: wagers.collect() }
    }

    fn part(&self, plan: &CountPlan<'_>, shoes: Range<u64>) -> Result<Countability, NoOdds> {
        let mut counted = self.nothing(plan);
        let Some(deepest) = plan.depths.last() else { return Ok(counted) };
        let mut dealer = Dealer::new(deepest, plan.seed);
        let (mut coups, mut before, mut numerators) = (Vec::new(), Vec::new(), Vec::new());
        for shoe in shoes {
            dealer.shoe(shoe, &mut coups);
            let cards = dealer.cards(shoe);
            self.unseen(deepest, &cards, &coups, &mut before);
            plan.evaluator.batch(&before, &mut numerators)?;
            let ends: Vec<usize> = plan.depths.iter().map(|game| coups_dealt(game, &coups)).collect();
            self.add_shoe(&cards, &coups, &before, &numerators, &ends, deepest.burn_is_seen(), &mut counted);
            counted.shoes += 1;
            counted.coups += coups.len() as u64;
        }
        Ok(counted)
    }

    /// What has not been seen before each coup.
    fn unseen(&self, game: &Game, cards: &[Card], coups: &[Dealt], before: &mut Vec<Composition>) {
        before.clear();
        let mut unseen = self.shoe.clone();
        if game.burn_is_seen() {
            unseen.remove(cards[0]);
        }
        for coup in coups {
            before.push(unseen.clone());
            let at = usize::from(coup.at);
            for card in &cards[at..at + coup.class.cards()] {
                unseen.remove(*card);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn add_shoe(
        &self,
        cards: &[Card],
        coups: &[Dealt],
        before: &[Composition],
        numerators: &[i128],
        ends: &[usize],
        burn_is_seen: bool,
        counted: &mut Countability,
    ) {
        let wagers = self.full.len();
        let all = f64::from(self.shoe.cards());
        let unseen: Vec<usize> = before.iter().map(|shoe| shoe.cards() as usize).collect();
        for (wager, count) in counted.wagers.iter_mut().enumerate() {
            let effects = &self.effects[wager];
            let mut running = if burn_is_seen { effects[cards[0].index()] } else { 0.0 };
            let (mut gain, mut depth) = (0.0, 0);
            for (nth, coup) in coups.iter().enumerate() {
                // The shoe would be over at this depth: what it was worth so far is known.
                while depth < ends.len() && nth == ends[depth] {
                    count.depths[depth].gain_squares += gain * gain;
                    depth += 1;
                }
                if depth == ends.len() {
                    break;
                }
                let numerator = numerators[nth * wagers + wager];
                let worth = as_f64(numerator) / self.denominators[wager][unseen[nth]];
                let estimate = self.full[wager] + running * (all - 1.0) / unseen[nth] as f64;
                let bin = (estimate * PER_UNIT).floor() as i64 + (BINS / 2) as i64;
                let bin = bin.clamp(0, BINS as i64 - 1) as usize;
                let favourable = numerator > 0;
                let won = if favourable { worth } else { 0.0 };
                gain += won;
                let at = &mut count.depths[depth];
                at.coups += 1;
                at.favourable += u64::from(favourable);
                at.gain += won;
                at.by_estimate[bin] += worth;
                at.coups_by_estimate[bin] += 1;
                let from = usize::from(coup.at);
                let last = count.stretches.len() - 1;
                let stretch = &mut count.stretches[(from / STRETCH).min(last)];
                stretch.coups += 1;
                stretch.favourable += u64::from(favourable);
                stretch.gain += won;
                for card in &cards[from..from + coup.class.cards()] {
                    running += effects[card.index()];
                }
            }
            for at in &mut count.depths[depth..] {
                at.gain_squares += gain * gain;
            }
        }
    }
}

/// How many of these coups are dealt before the shoe ends by this game's cutting card.
fn coups_dealt(game: &Game, coups: &[Dealt]) -> usize {
    let mut progress = Progress::new(game);
    for (nth, coup) in coups.iter().enumerate() {
        progress.dealt(usize::from(coup.at), coup.class.cards(), coup.class.is_tie());
        if progress.is_over() {
            return nth + 1;
        }
    }
    coups.len()
}

/// A whole number as a floating-point one; most fit in 64 bits, which is much quicker.
fn as_f64(number: i128) -> f64 {
    i64::try_from(number).map_or(number as f64, |number| number as f64)
}
