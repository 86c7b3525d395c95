//! Countability: what somebody who knows every card that has been seen could win.
//!
//! Before each coup the exact odds of the cards not yet seen are worked out. A card burnt face down is not seen, so it counts among
//! them: to whoever has not seen it, it is as if it lay in the shoe.

use crate::dealer::Dealer;
use crate::dealt::Dealt;
use crate::game::{Game, Progress};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::wager::Wager;
use num_rational::Ratio;
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
    /// Where the odds of a wager take too long to be worked out before every coup: the book and the wagers of the evaluator. What a
    /// coup was worth is then what it brought. That tells what a linear count is worth, by far more shoes, and nothing of a perfect one.
    pub by_results: Option<(&'p Book, &'p [Wager])>,
}

/// What somebody who counts could do with one wager at one depth of the cutting card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtDepth {
    /// Coups before which the wager could be made.
    pub coups: u64,
    /// Those of them on which the patron had the edge.
    pub favourable: u64,
    /// What one unit on each of those was worth together, in [`FRACTIONS`].
    gain: i128,
    /// The squares of what each shoe was worth, in squares of those.
    gain_squares: i128,
    /// By half of the shoes, by what the linear count said.
    by_estimate: [Vec<Estimated>; 2],
}

/// Coups of which the linear count said much the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Estimated {
    coups: u64,
    /// What one unit on each was really worth together, in [`FRACTIONS`].
    worth: i64,
}

/// What somebody could do with a count that adds a fixed number for each card seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// From which estimated edge on it bets, chosen on other shoes than those that tell what it is worth.
    pub from: f64,
    /// What one unit staked then is worth in a shoe.
    pub gain: f64,
    /// On what share of the coups.
    pub share: f64,
}

/// Into how many parts a unit is divided where what coups were worth is added up: whole numbers come to the same in whatever order,
/// so that shoes may be counted on any number of cores.
const FRACTIONS: f64 = (1_u64 << 32) as f64;

/// Estimates are told apart in thousandths of the stake, up to a quarter either way.
const BINS: usize = 501;
const PER_UNIT: f64 = 1_000.0;

impl AtDepth {
    fn new() -> AtDepth {
        AtDepth { by_estimate: [(); 2].map(|()| vec![Estimated::default(); BINS]), ..AtDepth::default() }
    }

    #[inline(always)]
    fn add(&mut self, worth: &Worth, half: usize) {
        self.coups += 1;
        self.favourable += u64::from(worth.is_favourable());
        self.gain += i128::from(worth.won());
        let estimated = &mut self.by_estimate[half][usize::from(worth.bin)];
        estimated.coups += 1;
        estimated.worth += worth.worth;
    }

    fn merge(&mut self, other: &AtDepth) {
        self.coups += other.coups;
        self.favourable += other.favourable;
        self.gain += other.gain;
        self.gain_squares += other.gain_squares;
        let others = other.by_estimate.iter().flatten();
        for (own, other) in self.by_estimate.iter_mut().flatten().zip(others) {
            own.coups += other.coups;
            own.worth += other.worth;
        }
    }

    /// What one unit on every favourable coup is worth in a shoe, and how far that may be off with 95 % confidence.
    pub fn gain(&self, shoes: u64) -> (f64, f64) {
        let shoes = (shoes as f64).max(1.0);
        let mean = self.gain as f64 / FRACTIONS / shoes;
        let squares = self.gain_squares as f64 / (FRACTIONS * FRACTIONS);
        let variance = (squares / shoes - mean * mean).max(0.0);
        (mean, 1.96 * (variance / shoes).sqrt())
    }

    /// The share of coups on which the patron had the edge.
    pub fn favourable_share(&self) -> f64 {
        if self.coups == 0 { 0.0 } else { self.favourable as f64 / self.coups as f64 }
    }

    /// What the linear count is worth. From which estimate on it bets is chosen on one half of the shoes and scored on the other, and
    /// the other way round, so that no shoe speaks for a threshold that was chosen on it.
    pub fn linear(&self, shoes: u64) -> Linear {
        let shoes = (shoes as f64).max(1.0);
        let (mut gain, mut coups, mut from) = (0, 0, f64::INFINITY);
        for (chosen_on, scored_on) in [(0, 1), (1, 0)] {
            let Some(threshold) = best_threshold(&self.by_estimate[chosen_on]) else { continue };
            for bin in &self.by_estimate[scored_on][threshold..] {
                gain += bin.worth;
                coups += bin.coups;
            }
            from = from.min((threshold as f64 - (BINS / 2) as f64) / PER_UNIT);
        }
        Linear {
            from,
            gain: gain as f64 / FRACTIONS / shoes,
            share: coups as f64 / (self.coups as f64).max(1.0),
        }
    }
}

/// From which estimate on bets are worth most; nothing if it never pays to bet.
fn best_threshold(by_estimate: &[Estimated]) -> Option<usize> {
    let (mut gain, mut best) = (0, (0, None));
    for (bin, estimated) in by_estimate.iter().enumerate().rev() {
        gain += estimated.worth;
        if gain > best.0 {
            best = (gain, Some(bin));
        }
    }
    best.1
}

/// What one wager was worth after so many cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretch {
    /// Coups that started there.
    pub coups: u64,
    /// Those on which the patron had the edge.
    pub favourable: u64,
    /// What one unit on each of those was worth together, in parts of a unit.
    gain: i128,
    /// What one unit on every coup was worth together, in the same parts.
    worth: i128,
    /// The squares of what it was worth on each, in squares of those parts.
    squares: i128,
}

impl Stretch {
    /// The mean of what one unit was worth before each coup.
    pub fn mean(&self) -> f64 {
        self.worth as f64 / FRACTIONS / (self.coups as f64).max(1.0)
    }

    /// The standard deviation of that from coup to coup.
    pub fn deviation(&self) -> f64 {
        let squares = self.squares as f64 / (FRACTIONS * FRACTIONS) / (self.coups as f64).max(1.0);
        (squares - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// What one unit on each of the favourable coups was worth together.
    pub fn gain(&self) -> f64 {
        self.gain as f64 / FRACTIONS
    }

    #[inline(always)]
    fn add(&mut self, worth: &Worth) {
        self.coups += 1;
        self.favourable += u64::from(worth.is_favourable());
        self.gain += i128::from(worth.won());
        self.worth += i128::from(worth.worth);
        self.squares += i128::from(worth.worth).pow(2);
    }
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

/// What one wager was worth before one coup.
#[derive(Clone, Copy)]
struct Worth {
    /// The expected net of one unit in [`FRACTIONS`]: an exact fraction, rounded once.
    worth: i64,
    /// Whether the fraction is above nothing, however little.
    favourable: bool,
    /// Where what the linear count said of it stands among [`BINS`].
    bin: u16,
}

impl Worth {
    #[inline(always)]
    fn is_favourable(&self) -> bool {
        self.favourable
    }

    /// What a patron gains who stakes one unit when it is favourable.
    #[inline(always)]
    fn won(&self) -> i64 {
        if self.favourable { self.worth } else { 0 }
    }
}

/// Where an estimate stands among [`BINS`].
#[inline(always)]
fn bin(estimate: f64) -> u16 {
    let middle = (BINS / 2) as f64;
    let scaled = (estimate * PER_UNIT).clamp(-middle, middle);
    let whole = scaled as i32;
    let floor = whole - i32::from(f64::from(whole) > scaled);
    (floor + (BINS / 2) as i32) as u16
}

impl WagerCount {
    /// Adds a shoe, given what the wager was worth before each of its coups.
    fn add_shoe(&mut self, shoe: &Watched, worths: &[Worth]) {
        let (mut gain, mut depth) = (0_i64, 0);
        for (nth, (coup, worth)) in shoe.coups.iter().zip(worths).enumerate() {
            // The shoe would be over at this depth: what it was worth so far is known.
            while shoe.ends.get(depth) == Some(&nth) {
                self.depths[depth].gain_squares += i128::from(gain).pow(2);
                depth += 1;
            }
            if depth == shoe.ends.len() {
                return;
            }
            gain += worth.won();
            self.depths[depth].add(worth, shoe.half);
            let last = self.stretches.len() - 1;
            self.stretches[(usize::from(coup.at) / STRETCH).min(last)].add(worth);
        }
        self.depths[depth..].iter_mut().for_each(|at| at.gain_squares += i128::from(gain).pow(2));
    }

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
    /// Adds shoes, given what every wager was worth before every coup of theirs, wager by wager.
    fn add(&mut self, shoes: &[Watched], worths: &[Worth]) {
        let coups: usize = shoes.iter().map(|shoe| shoe.coups.len()).sum();
        for (wager, mut worths) in self.wagers.iter_mut().zip(worths.chunks(coups.max(1))) {
            for shoe in shoes {
                wager.add_shoe(shoe, worths.split_off(..shoe.coups.len()).unwrap_or_default());
            }
        }
        self.shoes += shoes.len() as u64;
        self.coups += coups as u64;
    }

    fn merge(&mut self, other: &Countability) {
        self.shoes += other.shoes;
        self.coups += other.coups;
        for (own, other) in self.wagers.iter_mut().zip(&other.wagers) {
            own.depths.iter_mut().zip(&other.depths).for_each(|(own, other)| own.merge(other));
            for (own, other) in own.stretches.iter_mut().zip(&other.stretches) {
                own.coups += other.coups;
                own.favourable += other.favourable;
                own.gain += other.gain;
                own.worth += other.worth;
                own.squares += other.squares;
            }
        }
    }
}

/// How many shoes go to one core at a time, how many such parts before the next report, and how many shoes are worked out
/// together, so that few lanes stay empty.
const PART: u64 = 256;
const PARTS: u64 = 16;
const TOGETHER: usize = 8;

/// Counts through many shoes on the threads of the present pool. After each round of parts `go_on` is told how many shoes are
/// done; if it says no, what there is comes back. The results are the same for any number of threads.
pub fn count(plan: &CountPlan<'_>, mut go_on: impl FnMut(u64) -> bool) -> Result<Countability, NoOdds> {
    let start = Start::of(plan)?;
    let mut all = start.nothing(plan);
    let mut parts: Vec<Countability> = Vec::new();
    let mut from = 0;
    while from < plan.shoes {
        let to = plan.shoes.min(from.saturating_add(PART * PARTS));
        // One round is added up, always in the same order, while the next is dealt.
        let add_up = || parts.iter().for_each(|part| all.merge(part));
        let (next, ()) = rayon::join(|| start.parts(plan, from..to), add_up);
        parts = next?;
        from = to;
        if !go_on(from) {
            break;
        }
    }
    parts.iter().for_each(|part| all.merge(part));
    all.wagers.iter_mut().for_each(WagerCount::add_up);
    Ok(all)
}

/// What is known before the first card: the same for every shoe.
struct Start {
    shoe: Composition,
    full: Vec<f64>,
    /// By card, then by wager, what seeing it does.
    effects: Vec<Vec<f64>>,
    /// By cards unseen, then by wager, what numerators are to be multiplied by to have [`FRACTIONS`].
    scales: Vec<Vec<f64>>,
}

/// A shoe as somebody who counts sees it dealt.
struct Watched {
    cards: Vec<Card>,
    coups: Vec<Dealt>,
    /// The first card was burnt face up.
    burn_is_seen: bool,
    /// By depth of the cutting card, how many coups there are.
    ends: Vec<usize>,
    /// To which half of the shoes it belongs: thresholds of one are scored on the other.
    half: usize,
}

impl Watched {
    fn of(dealer: &mut Dealer, depths: &[Game], shoe: u64) -> Watched {
        let mut coups = Vec::with_capacity(dealer.game().cards() / 4);
        let cards = dealer.shoe_and_cards(shoe, &mut coups);
        Watched {
            cards,
            burn_is_seen: dealer.game().burn_is_seen(),
            ends: depths.iter().map(|game| coups_dealt(game, &coups)).collect(),
            coups,
            half: (shoe % 2) as usize,
        }
    }

    /// The cards seen before the first coup.
    fn seen_first(&self) -> &[Card] {
        if self.burn_is_seen { &self.cards[..1] } else { &[] }
    }

    /// The cards of a coup.
    fn cards_of(&self, coup: &Dealt) -> &[Card] {
        let at = usize::from(coup.at);
        &self.cards[at..at + coup.class.cards()]
    }

    /// Adds what one unit on each wager brought on each coup, as a fraction of what the evaluator divides by after as many cards.
    fn brought(
        &self,
        start: &Start,
        evaluator: &Evaluator,
        book: &Book,
        wagers: &[Wager],
        numerators: &mut Vec<i128>,
    ) -> Result<(), NoOdds> {
        let mut unseen = start.shoe.cards() - self.seen_first().len() as u32;
        for coup in &self.coups {
            let cards = self.cards_of(coup);
            let hands = coup.class.hands(cards, book.values());
            let outcome = hands.map(|hands| book.tableau().outcome_of_hands(hands));
            for (place, wager) in wagers.iter().enumerate() {
                let row = outcome.as_ref().and_then(|outcome| wager.row(outcome));
                let net = row.map_or(Ratio::from_integer(0), |row| row.settlement.net());
                let units = evaluator.denominator(place, unseen)? / i128::from(*net.denom());
                numerators.push(units * i128::from(*net.numer()));
            }
            unseen -= cards.len() as u32;
        }
        Ok(())
    }

    /// Adds what has not been seen before each coup.
    fn unseen(&self, full: &Composition, before: &mut Vec<Composition>) {
        let mut unseen = full.clone();
        let mut seen = self.seen_first();
        for coup in &self.coups {
            for card in seen {
                unseen.remove(*card);
            }
            before.push(unseen.clone());
            seen = self.cards_of(coup);
        }
    }
}

impl Start {
    fn of(plan: &CountPlan<'_>) -> Result<Start, NoOdds> {
        let decks = plan.depths.first().map_or(8, Game::decks);
        let shoe = Composition::of_decks(decks);
        let wagers = 0..plan.evaluator.wagers().len();
        let full = plan.evaluator.odds(&shoe)?.iter().map(|odds| -odds.house_edge()).collect();
        let removals = plan.evaluator.removals(&shoe)?;
        let effects = removals
            .iter()
            .map(|removal| removal.effects.iter().map(|effect| effect.to_f64().unwrap_or(0.0)).collect());
        let scales = (0..=shoe.cards()).map(|cards| {
            let of = |wager| Ok(FRACTIONS / plan.evaluator.denominator(wager, cards)? as f64);
            wagers.clone().map(of).collect()
        });
        let scales = scales.collect::<Result<_, NoOdds>>()?;
        Ok(Start { full, effects: effects.collect(), scales, shoe })
    }

    fn nothing(&self, plan: &CountPlan<'_>) -> Countability {
        let stretches = self.shoe.cards() as usize / STRETCH;
        let wagers = self.full.iter().enumerate().map(|(wager, full)| WagerCount {
            full: *full,
            effects: self.effects.iter().map(|by_wager| by_wager[wager]).collect(),
            depths: plan.depths.iter().map(|_| AtDepth::new()).collect(),
            stretches: vec![Stretch::default(); stretches],
        });
        Countability { shoes: 0, coups: 0, wagers: wagers.collect() }
    }

    fn parts(&self, plan: &CountPlan<'_>, shoes: Range<u64>) -> Result<Vec<Countability>, NoOdds> {
        let starts: Vec<u64> = shoes.clone().step_by(PART as usize).collect();
        let part = |begin: u64| self.part(plan, begin..shoes.end.min(begin + PART));
        starts.into_par_iter().map(part).collect()
    }

    fn part(&self, plan: &CountPlan<'_>, shoes: Range<u64>) -> Result<Countability, NoOdds> {
        let mut counted = self.nothing(plan);
        let Some(deepest) = plan.depths.last() else { return Ok(counted) };
        let mut dealer = Dealer::new(deepest, plan.seed);
        let shoes: Vec<Watched> = shoes.map(|shoe| Watched::of(&mut dealer, &plan.depths, shoe)).collect();
        let (mut before, mut numerators, mut worths) = (Vec::new(), Vec::new(), Vec::new());
        for together in shoes.chunks(TOGETHER) {
            before.clear();
            match plan.by_results {
                None => {
                    together.iter().for_each(|shoe| shoe.unseen(&self.shoe, &mut before));
                    plan.evaluator.batch(&before, &mut numerators)?;
                }
                Some((book, wagers)) => {
                    numerators.clear();
                    for shoe in together {
                        shoe.brought(self, plan.evaluator, book, wagers, &mut numerators)?;
                    }
                }
            }
            self.weigh(together, &numerators, &mut worths);
            counted.add(together, &worths);
        }
        Ok(counted)
    }

    /// What every wager is worth before every coup of these shoes, wager by wager and coup by coup.
    fn weigh(&self, shoes: &[Watched], numerators: &[i128], worths: &mut Vec<Worth>) {
        let wagers = self.full.len().max(1);
        let coups = numerators.len() / wagers;
        worths.resize(numerators.len(), Worth { worth: 0, favourable: false, bin: 0 });
        let mut numerators = numerators.chunks(wagers);
        let mut nth = 0;
        for shoe in shoes {
            let mut count = LinearCount::new(self);
            let mut seen = shoe.seen_first();
            for (coup, numerators) in shoe.coups.iter().zip(&mut numerators) {
                seen.iter().for_each(|card| count.see(*card));
                count.weigh(numerators, worths[nth..].iter_mut().step_by(coups));
                seen = shoe.cards_of(coup);
                nth += 1;
            }
        }
    }
}

/// The linear count of every wager while a shoe is dealt.
struct LinearCount<'s> {
    start: &'s Start,
    /// By wager, the effects of all cards seen.
    running: Vec<f64>,
    unseen: usize,
}

impl<'s> LinearCount<'s> {
    fn new(start: &'s Start) -> LinearCount<'s> {
        LinearCount { start, running: vec![0.0; start.full.len()], unseen: start.shoe.cards() as usize }
    }

    fn see(&mut self, card: Card) {
        let effects = &self.start.effects[card.index()];
        self.running.iter_mut().zip(effects).for_each(|(running, effect)| *running += effect);
        self.unseen -= 1;
    }

    /// What every wager is worth now, and what this count says of it.
    fn weigh<'w>(&self, numerators: &[i128], worths: impl Iterator<Item = &'w mut Worth>) {
        let but_one = f64::from(self.start.shoe.cards()) - 1.0;
        let unseen = self.unseen as f64;
        let fulls = self.start.full.iter().zip(&self.running);
        let fractions = numerators.iter().zip(&self.start.scales[self.unseen]);
        for (worth, ((full, running), (numerator, scale))) in worths.zip(fulls.zip(fractions)) {
            *worth = Worth {
                worth: rounded(as_f64(*numerator) * scale),
                favourable: *numerator > 0,
                bin: bin(full + running * but_one / unseen),
            };
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

/// The nearest whole number: what is added and taken away again leaves no room for a fraction.
#[inline(always)]
fn rounded(number: f64) -> i64 {
    const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;
    ((number + WHOLE) - WHOLE) as i64
}

/// A whole number as a floating-point one; most fit in 64 bits, which is much quicker.
#[inline(always)]
fn as_f64(number: i128) -> f64 {
    i64::try_from(number).map_or_else(|_| big_as_f64(number), |number| number as f64)
}

/// Apart, or a compiler converts both ways and picks one.
#[cold]
#[inline(never)]
fn big_as_f64(number: i128) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What looks good on some shoes by chance is scored on the others, where it is not.
    #[test]
    fn a_threshold_is_scored_on_other_shoes_than_it_was_chosen_on() {
        let mut at = AtDepth::new();
        let unit = FRACTIONS as i64;
        let mut add = |half: usize, bin: u16, worth: i64| {
            at.add(&Worth { worth: worth * unit, favourable: worth > 0, bin }, half);
        };
        // The one half says: bet from 300 on; the other: from 400 on.
        add(0, 300, 3);
        add(0, 400, 1);
        add(1, 300, -2);
        add(1, 400, 1);
        assert_eq!(best_threshold(&at.by_estimate[0]), Some(300));
        assert_eq!(best_threshold(&at.by_estimate[1]), Some(400));
        let linear = at.linear(2);
        // From 300 on the second half loses one; from 400 on the first wins one.
        assert_eq!((linear.gain, linear.share, linear.from), (0.0, 0.75, 0.05));
        assert_eq!(at.gain(2).0, 2.5);
    }
}
