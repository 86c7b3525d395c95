//! The alarm: do a table's results stay within what the exact odds allow?
//!
//! Before the first card of every coup the odds of the cards not yet seen are worked out exactly. Two capitals, each of one unit, then bet
//! against those odds: one on which hand wins, one on what the wagers that lie there bring. No way of betting gains on average while the
//! odds are right, however long it goes on and whenever one looks (a test martingale; Ville's inequality): the chance that the mean of
//! the two ever reaches [`SOUNDS`] is at most 1 in [`SOUNDS`] for a table's whole life.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::outcome::{Outcome, Totals, Winner};
use baccarat::wager::{Wager, WagerId};
use odds::{Evaluator, Way};
use serde::{Deserialize, Serialize};
use table::state::{Coup, Phase};
use table::{Event, Fact, Table, Time, deal, trouble};
use utoipa::ToSchema;

/// The alarm sounds once the mean of the two capitals reaches this.
pub const SOUNDS: f64 = 1_000.0;
/// From here on it is worth a look: at most one table in twenty ever comes so far by chance.
pub const WATCH: f64 = 20.0;

/// The capital that bets on winners believes in the exact odds as firmly as if it had seen so many coups.
const FIRMNESS: f64 = 50.0;
/// How boldly the parts of the other capital bet: each on the house winning more than it should, or less.
const BOLDNESS: [f64; 8] = [0.4, 0.2, 0.1, 0.05, -0.05, -0.1, -0.2, -0.4];

/// What is known of a coup before its first card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// How likely the player, the banker and a tie are.
    #[serde(with = "exact::array")]
    winners: [f64; 3],
    /// What the house is to win on average, by the odds of the wagers that lie there.
    #[serde(with = "exact")]
    mean: f64,
    /// The farthest that what it wins can be from that.
    #[serde(with = "exact")]
    farthest: f64,
}

/// The two capitals of a table, and what they have seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Capital {
    seen: [u32; 3],
    #[serde(with = "exact::array")]
    expected: [f64; 3],
    #[serde(with = "exact")]
    won: f64,
    #[serde(with = "exact")]
    won_expected: f64,
    /// The logarithm of the capital on winners.
    #[serde(with = "exact")]
    winners: f64,
    /// The logarithms of the parts of the capital on what the house wins: as the coups come, and by how much lies there.
    #[serde(with = "exact::array")]
    even: [f64; BOLDNESS.len()],
    #[serde(with = "exact::array")]
    staked: [f64; BOLDNESS.len()],
    #[serde(with = "exact")]
    largest: f64,
    #[serde(with = "exact")]
    highest: f64,
}

impl Capital {
    /// Takes in how a coup ended.
    pub fn see(&mut self, forecast: &Forecast, winner: Winner, won: f64) {
        let place = place_of(winner);
        self.winners += self.belief(forecast)[place].ln() - forecast.winners[place].ln();
        self.seen[place] += 1;
        (0..3).for_each(|side| self.expected[side] += forecast.winners[side]);
        if forecast.farthest > 0.0 {
            self.largest = self.largest.max(forecast.farthest);
            let more = won - forecast.mean;
            for (bold, (even, staked)) in BOLDNESS.iter().zip(self.even.iter_mut().zip(&mut self.staked)) {
                *even += (1.0 + bold * more / forecast.farthest).ln();
                *staked += (1.0 + bold * more / self.largest).ln();
            }
            self.won += won;
            self.won_expected += forecast.mean;
        }
        self.highest = self.highest.max(self.mean());
    }

    /// How likely it holds each winner to be: what has been seen, on top of the exact odds.
    fn belief(&self, forecast: &Forecast) -> [f64; 3] {
        let coups = f64::from(self.seen.iter().sum::<u32>());
        let side = |side: usize| {
            (f64::from(self.seen[side]) + FIRMNESS * forecast.winners[side]) / (coups + FIRMNESS)
        };
        [side(0), side(1), side(2)]
    }

    /// The mean of the two capitals now.
    pub fn mean(&self) -> f64 {
        let parts = self.even.iter().chain(&self.staked).map(|log| log.exp());
        let on_wins = parts.sum::<f64>() / (2 * BOLDNESS.len()) as f64;
        f64::midpoint(self.winners.exp(), on_wins)
    }
}

fn place_of(winner: Winner) -> usize {
    match winner {
        Winner::Player => 0,
        Winner::Banker => 1,
        Winner::Tie => 2,
    }
}

/// The alarm of a table. It follows the table's events, so that it is the same after a restart.
pub struct Alarm {
    book: std::sync::Arc<Book>,
    /// The wagers of a settlement method, with the odds of all of them.
    method: Option<(String, Vec<Wager>, Evaluator)>,
    heard: Heard,
}

/// What the alarm has heard so far, from which it goes on after a restart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heard {
    capital: Capital,
    coming: Option<Coming>,
    sounded: Option<(Time, u32)>,
}

/// The coup under way, as it was forecast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Coming {
    coup: u32,
    forecast: Forecast,
    /// Wagers that lie there: which, and how much.
    stakes: Vec<(usize, i64)>,
}

impl Alarm {
    /// The alarm of a table under this book.
    pub fn new(book: std::sync::Arc<Book>) -> Alarm {
        Alarm::go_on(book, Heard::default())
    }

    /// The alarm of a table that has heard this so far.
    pub(crate) fn go_on(book: std::sync::Arc<Book>, heard: Heard) -> Alarm {
        Alarm { book, method: None, heard }
    }

    /// What it has heard so far.
    pub(crate) fn heard(&self) -> &Heard {
        &self.heard
    }

    /// Works out the odds of a coup that a command is about to start; the table is as it is before it.
    pub fn foresee(&mut self, events: &[Event], before: &Table) {
        for event in events {
            if let Fact::Deal(deal::Fact::CoupStarted { number, .. }) = &event.fact {
                self.heard.coming = self.forecast(*number, before);
            }
        }
    }

    /// Takes in an event; the table is as it is after its command.
    pub fn follow(&mut self, event: &Event, after: &Table) {
        match &event.fact {
            Fact::Deal(deal::Fact::CoupDecided { winner, .. }) => self.decided(event, *winner, after),
            // What is dealt out of order is not drawn by chance alone any more.
            Fact::Deal(deal::Fact::CardCarried { .. })
            | Fact::Trouble(trouble::Fact::CoupReconstructed { .. }) => self.heard.coming = None,
            _ => {}
        }
    }

    /// The odds of a coup whose first card is about to come. A coup that begins with a card already seen has none.
    fn forecast(&mut self, coup: u32, table: &Table) -> Option<Coming> {
        let state = table.state();
        if !state.shoe.carried.is_empty() {
            return None;
        }
        let mut shoe = Composition::of_decks(state.settings.decks);
        state.shoe.seen.iter().for_each(|card| _ = shoe.remove(*card));
        let (wagers, evaluator) = self.know(&state.settings.method)?;
        let winners = winners(evaluator, &shoe)?;
        let place = |id: &WagerId| wagers.iter().position(|wager| wager.id == *id);
        let stakes: Vec<(usize, i64)> =
            state.stakes.iter().filter_map(|stake| Some((place(&stake.wager)?, stake.amount.0))).collect();
        let (mean, farthest) = match stakes.is_empty() {
            true => (0.0, 0.0),
            false => expected(evaluator, wagers, &shoe, &stakes)?,
        };
        Some(Coming { coup, forecast: Forecast { winners, mean, farthest }, stakes })
    }

    /// The wagers of a settlement method, and the odds of all of them.
    fn know(&mut self, method: &str) -> Option<(&[Wager], &Evaluator)> {
        if self.method.as_ref().is_none_or(|(known, ..)| known != method) {
            self.method = odds_of(&self.book, method);
        }
        self.method.as_ref().map(|(_, wagers, evaluator)| (wagers.as_slice(), evaluator))
    }

    fn decided(&mut self, event: &Event, winner: Winner, table: &Table) {
        let Phase::Coup(coup) = &table.state().phase else { return };
        let coming = self.heard.coming.take().filter(|coming| coming.coup == coup.number);
        let (Some(coming), Some(outcome)) = (coming, outcome(&self.book, coup)) else { return };
        let Some((wagers, _)) = self.know(&table.state().settings.method) else { return };
        let won = |(place, amount): &(usize, i64)| {
            wagers.get(*place).map_or(0.0, |wager| *amount as f64 * -net(wager, &outcome))
        };
        let won = coming.stakes.iter().map(won).sum();
        let Heard { capital, sounded, .. } = &mut self.heard;
        capital.see(&coming.forecast, winner, won);
        if sounded.is_none() && capital.highest >= SOUNDS {
            *sounded = Some((event.at, coup.number));
        }
    }

    /// How it stands.
    pub fn seen(&self) -> AlarmView {
        let Heard { capital, sounded, .. } = &self.heard;
        let Capital { seen, expected, won, won_expected, highest, .. } = capital;
        let state = match sounded {
            Some(_) => AlarmState::Alarm,
            None if *highest >= WATCH => AlarmState::Watch,
            None => AlarmState::Quiet,
        };
        AlarmView {
            state,
            since: sounded.map(|(at, _)| at),
            coup: sounded.map(|(_, coup)| coup),
            capital: rounded(capital.mean()),
            highest: rounded(*highest),
            sounds_at: SOUNDS,
            coups: seen.iter().sum(),
            seen: *seen,
            expected: expected.map(rounded),
            won: won.round() as i64,
            won_expected: won_expected.round() as i64,
        }
    }
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn odds_of(book: &Book, method: &str) -> Option<(String, Vec<Wager>, Evaluator)> {
    // Odds are worked out before every coup: wagers whose odds take longer than a millisecond are not watched.
    let is_quick = |wager: &&Wager| Way::of(wager, book.values()).microseconds() <= 1_000;
    let wagers: Vec<Wager> = book.wagers(method)?.iter().filter(is_quick).cloned().collect();
    let all: Vec<&Wager> = wagers.iter().collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &all).ok()?;
    Some((method.to_owned(), wagers, evaluator))
}

fn winners(evaluator: &Evaluator, shoe: &Composition) -> Option<[f64; 3]> {
    let cells = evaluator.totals(shoe).ok()?;
    let mut sums = [0_i128; 3];
    for (totals, count) in Totals::all().zip(cells) {
        let side = match totals.player.cmp(&totals.banker) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        sums[side] += count;
    }
    let all = sums.iter().sum::<i128>() as f64;
    let shares = sums.map(|sum| sum as f64 / all);
    shares.iter().all(|share| *share > 0.0).then_some(shares)
}

/// What the house wins on these wagers on average, and the farthest it can be from that.
fn expected(
    evaluator: &Evaluator,
    wagers: &[Wager],
    shoe: &Composition,
    stakes: &[(usize, i64)],
) -> Option<(f64, f64)> {
    let counts = evaluator.counts(shoe).ok()?;
    let draws = counts.draws() as f64;
    let (mut mean, mut least, mut most) = (0.0, 0.0, 0.0);
    for (place, amount) in stakes {
        let nets: Vec<f64> = wagers[*place].rows.iter().map(|row| -ratio(row.settlement.net())).collect();
        let rows = counts.wager(*place).iter().zip(&nets);
        let amount = *amount as f64;
        mean += amount * rows.map(|(count, net)| *count as f64 / draws * net).sum::<f64>();
        least += amount * nets.iter().copied().fold(f64::INFINITY, f64::min);
        most += amount * nets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    }
    Some((mean, (most - mean).max(mean - least)))
}

fn net(wager: &Wager, outcome: &Outcome) -> f64 {
    wager.row(outcome).map_or(0.0, |row| ratio(row.settlement.net()))
}

fn ratio(ratio: num_rational::Ratio<i64>) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}

/// The outcome of a coup of which all cards are known.
fn outcome(book: &Book, coup: &Coup) -> Option<Outcome> {
    let open = |cards: &[Option<Card>]| cards.iter().copied().collect::<Option<Vec<Card>>>();
    let (player, banker) = (open(&coup.player)?, open(&coup.banker)?);
    book.tableau().outcome_of(book.values(), &player, &banker)
}

/// Floating point as it is kept: by its bits, so that what is read is what was written.
mod exact {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
        value.to_bits().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        u64::deserialize(from).map(f64::from_bits)
    }

    /// Several of them.
    pub mod array {
        use serde::de::Error;
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn serialize<S: Serializer, const N: usize>(values: &[f64; N], to: S) -> Result<S::Ok, S::Error> {
            values.map(f64::to_bits).to_vec().serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>, const N: usize>(from: D) -> Result<[f64; N], D::Error> {
            let bits: [u64; N] = Vec::deserialize(from)?.try_into().map_err(|found: Vec<u64>| {
                D::Error::invalid_length(found.len(), &"another number of them")
            })?;
            Ok(bits.map(f64::from_bits))
        }
    }
}

/// How the alarm of a table stands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AlarmView {
    /// `quiet`, `watch` from 20 on, `alarm` once 1000 was reached.
    pub state: AlarmState,
    /// When it sounded.
    #[schema(value_type = Option<i64>)]
    pub since: Option<Time>,
    /// After which coup.
    pub coup: Option<u32>,
    /// The mean of the two capitals now.
    pub capital: f64,
    /// The highest it ever was.
    pub highest: f64,
    /// Where it sounds: by chance at most one table in so many ever comes so far.
    pub sounds_at: f64,
    /// Coups that were compared with their odds.
    pub coups: u32,
    /// How often the player, the banker and nobody won.
    pub seen: [u32; 3],
    /// How often they should have, by the odds of each coup.
    pub expected: [f64; 3],
    /// What the house won on the wagers of these coups at the odds on the layout.
    pub won: i64,
    /// What it should have won on them.
    pub won_expected: i64,
}

/// Whether there is something to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AlarmState {
    /// Nothing.
    Quiet,
    /// Worth a look.
    Watch,
    /// The results are not what the odds allow.
    Alarm,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAIR: Forecast = Forecast { winners: [0.4462, 0.4586, 0.0952], mean: 0.0, farthest: 0.0 };
    const SIDES: [Winner; 3] = [Winner::Player, Winner::Banker, Winner::Tie];

    /// A plain generator, for tests alone.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn side(&mut self, shares: [f64; 3]) -> Winner {
            let roll = self.roll();
            match roll {
                _ if roll < shares[0] => Winner::Player,
                _ if roll < shares[0] + shares[1] => Winner::Banker,
                _ => Winner::Tie,
            }
        }
    }

    /// On average no capital gains while the odds are right: wherever it stands, and whatever lies on the layout.
    #[test]
    fn at_the_exact_odds_no_capital_gains_on_average() {
        let mut dice = Dice(7);
        let mut capital = Capital::default();
        for coup in 0..500 {
            let stake = f64::from(1 + coup % 7) * 100.0;
            // One unit on the player: the house wins it on the banker and pays it on the player.
            let won = |winner: Winner| match winner {
                Winner::Player => -stake,
                Winner::Banker => stake,
                Winner::Tie => 0.0,
            };
            let mean = stake * (FAIR.winners[1] - FAIR.winners[0]);
            let forecast = Forecast { mean, farthest: stake + mean.abs(), ..FAIR };
            let before = capital.mean();
            let after: f64 = SIDES
                .iter()
                .zip(FAIR.winners)
                .map(|(side, share)| {
                    let mut then = capital.clone();
                    then.see(&forecast, *side, won(*side));
                    share * then.mean()
                })
                .sum();
            assert!((after / before - 1.0).abs() < 1e-9, "coup {coup}: {before} then {after}");
            let side = dice.side(FAIR.winners);
            capital.see(&forecast, side, won(side));
        }
    }

    /// Three hundred honest tables of fifteen hundred coups: none sounds, and few are worth a look.
    #[test]
    fn honest_tables_are_quiet() {
        let mut sounded = 0;
        let mut watched = 0;
        for table in 0..300 {
            let mut dice = Dice(1_000 + table);
            let mut capital = Capital::default();
            (0..1_500).for_each(|_| capital.see(&FAIR, dice.side(FAIR.winners), 0.0));
            sounded += u32::from(capital.highest >= SOUNDS);
            watched += u32::from(capital.highest >= WATCH);
        }
        assert_eq!(sounded, 0);
        assert!(watched <= 15, "{watched} of 300 is more than one in twenty");
    }

    #[test]
    fn a_hand_that_wins_too_often_sounds() {
        let mut dice = Dice(3);
        let mut capital = Capital::default();
        let coups = (1..20_000).find(|_| {
            capital.see(&FAIR, dice.side([0.55, 0.36, 0.09]), 0.0);
            capital.mean() >= SOUNDS
        });
        assert!(coups.is_some_and(|coups| coups < 2_000), "{coups:?}");
    }

    /// Winners come as they should, but whoever bets much knows what comes.
    #[test]
    fn wagers_that_know_the_cards_sound_although_the_winners_are_as_they_should_be() {
        let mut dice = Dice(11);
        let mut capital = Capital::default();
        let coups = (1..5_000).find(|_| {
            let side = dice.side(FAIR.winners);
            let knows = dice.roll() < 0.2;
            let stake = if knows { 1_000.0 } else { 100.0 };
            let guess = if knows { side } else { dice.side(FAIR.winners) };
            let won = match (guess, side) {
                (_, Winner::Tie) => 0.0,
                (guess, side) if guess == side => -stake,
                _ => stake,
            };
            let forecast = Forecast { mean: 0.0124 * stake, farthest: 1.02 * stake, ..FAIR };
            capital.see(&forecast, side, won);
            capital.mean() >= SOUNDS
        });
        assert!(coups.is_some_and(|coups| coups < 1_000), "{coups:?}");
    }

    /// Before the first card of a full shoe the odds are the published ones.
    #[test]
    fn a_full_shoe_has_the_published_odds() {
        let book = baccarat::shelf::text("nz").and_then(|text| Book::read(text).ok()).expect("the book");
        let method = book.methods().next().map(|method| method.id.clone()).expect("a method");
        let (_, wagers, evaluator) = odds_of(&book, &method).expect("odds");
        let shoe = Composition::of_decks(8);
        let shares = winners(&evaluator, &shoe).expect("shares");
        for (found, published) in shares.iter().zip([0.446_247, 0.458_597, 0.095_156]) {
            assert!((found - published).abs() < 1e-6, "{shares:?}");
        }
        let player = wagers.iter().position(|wager| wager.id.as_str() == "player").expect("the wager");
        let (mean, farthest) = expected(&evaluator, &wagers, &shoe, &[(player, 100)]).expect("a mean");
        assert!((mean - 1.2351).abs() < 1e-3, "the house edge on the player is 1.24 percent: {mean}");
        assert!((farthest - 101.2351).abs() < 1e-3);
    }
}
