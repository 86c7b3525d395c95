//! What the exact odds say of results that came: how many of each were due, what the house was due to win, and how strongly the
//! results speak against it. Statistics are for people to look at, so they are floating point; no money is made of them.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::outcome::{Totals, Winner};
use baccarat::rules::betting::ChipKind;
use baccarat::wager::{Wager, WagerId};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use odds::{Evaluator, RowCounts, Way};
use std::collections::BTreeMap;
use table::state::{Coup, Phase, State};
use table::{Event, Fact, SettledAs, Stake, deal, pay};

/// Who can win, in the order of the figures.
pub const WINNERS: [Winner; 3] = [Winner::Player, Winner::Banker, Winner::Tie];

/// How many results what was due is worth when the next one is guessed from those that came.
const HELD: f64 = 100.0;
/// What part of the worst case is put against the odds of each coup, on either side.
const PARTS: [f64; 5] = [0.02, 0.05, 0.1, 0.2, 0.5];

/// A count or a sum beside what was due.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Due {
    /// What came.
    pub came: f64,
    /// What was due.
    pub due: f64,
    /// The variance of what was due.
    pub variance: f64,
}

impl Due {
    fn add(&mut self, came: f64, due: f64, variance: f64) {
        self.came += came;
        self.due += due;
        self.variance += variance;
    }

    /// How many standard deviations it is away; nothing where nothing could vary.
    pub fn z(&self) -> Option<f64> {
        (self.variance > 0.0).then(|| (self.came - self.due) / self.variance.sqrt())
    }
}

/// An e-value: how many times more likely the results are under another law than under the exact odds. Under the exact odds it ever
/// reaches 1/a with a probability of at most a, however often one looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The logarithms of the parts of which it is the mean.
    logs: Vec<f64>,
}

impl Evidence {
    fn new(parts: usize) -> Evidence {
        Evidence { logs: vec![0.0; parts] }
    }

    /// The e-value.
    pub fn value(&self) -> f64 {
        self.logs.iter().map(|log| log.exp()).sum::<f64>() / self.logs.len() as f64
    }
}

/// What was bet on a wager, and what came of it beside what was due.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WagerDue {
    /// Chips staked on coups that count.
    pub staked: Money,
    /// The house's win on them.
    pub win: Due,
}

/// How many coups are held against the odds together.
const TOGETHER: usize = 64;

/// A coup under way, or one that counts and is not yet held against the odds.
#[derive(Clone)]
struct Moment {
    /// The cards that were unseen when it began.
    unseen: Composition,
    /// Chips on each wager.
    stakes: BTreeMap<WagerId, i64>,
    /// What the house has won on each so far.
    won: BTreeMap<WagerId, i64>,
    decided: Option<Winner>,
}

/// What the odds say of a coup.
struct Odds {
    winners: [f64; 3],
    /// What each wager was due to bring the house, and its variance.
    wagers: BTreeMap<WagerId, (f64, f64)>,
    /// All of them together: mean, variance, and how far from the mean it may come out at most.
    house: Option<(f64, f64, f64)>,
}

/// Results held against the exact odds of the cards that were unseen when each coup began.
#[derive(Clone)]
pub struct Theory {
    /// All wagers, for those that are made together.
    evaluator: Evaluator,
    /// Those with a closed form, of which many coups are worked out side by side.
    closed: Evaluator,
    /// The others, each by itself: most coups have none of them.
    others: BTreeMap<WagerId, Evaluator>,
    nets: Vec<Vec<f64>>,
    decks: u8,
    moment: Option<Moment>,
    /// Coups that count and wait to be held against the odds, in their order.
    waiting: Vec<Moment>,
    /// Coups that count.
    pub coups: u64,
    /// Coups that do not: no result, something went wrong in them, or a known card opened them.
    pub left_out: u64,
    /// How often each won.
    pub winners: [Due; 3],
    /// How strongly that speaks against the odds.
    pub winners_evidence: Evidence,
    /// By wager.
    pub wagers: BTreeMap<WagerId, WagerDue>,
    /// The house's win on coups that count.
    pub house: Due,
    /// How strongly that speaks against the odds.
    pub house_evidence: Evidence,
    /// The furthest from its mean that any coup could have come out so far.
    furthest: f64,
}

impl Theory {
    /// Nothing has come yet. Nothing where the book's wagers have no odds.
    pub fn new(book: &Book, method: &str, decks: u8) -> Option<Theory> {
        let wagers: Vec<&Wager> = book.wagers(method)?.iter().collect();
        let of = |wagers: &[&Wager]| Evaluator::new(book.tableau(), book.values(), wagers).ok();
        let evaluator = of(&wagers)?;
        let odds = evaluator.odds(&Composition::of_decks(decks)).ok()?;
        let nets = odds.iter().map(|odds| odds.nets().iter().map(shown).collect()).collect();
        let is_closed = |wager: &&&Wager| matches!(Way::of(wager, book.values()), Way::Totals | Way::Pairs);
        let closed: Vec<&Wager> = wagers.iter().filter(is_closed).copied().collect();
        let others = wagers.iter().filter(|wager| !is_closed(wager));
        let others = others.map(|wager| Some((wager.id.clone(), of(&[wager])?))).collect::<Option<_>>()?;
        Some(Theory {
            evaluator,
            closed: of(&closed)?,
            others,
            nets,
            decks,
            moment: None,
            waiting: Vec::new(),
            coups: 0,
            left_out: 0,
            winners: Default::default(),
            winners_evidence: Evidence::new(1),
            wagers: BTreeMap::new(),
            house: Due::default(),
            house_evidence: Evidence::new(2 * PARTS.len()),
            furthest: 0.0,
        })
    }

    /// Takes in an event that comes where a table stands so.
    pub fn take(&mut self, state: &State, event: &Event) {
        match &event.fact {
            Fact::Deal(deal::Fact::CoupStarted { .. }) => self.begin(state),
            Fact::Deal(deal::Fact::CoupDecided { winner, .. }) => {
                if let Some(moment) = &mut self.moment {
                    moment.decided = Some(*winner);
                }
            }
            Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) => {
                if let Some(moment) = &mut self.moment {
                    let win = match result.outcome {
                        SettledAs::Loses => result.live.0,
                        SettledAs::StandsOff => 0,
                        SettledAs::Wins => -result.paid.0,
                    };
                    *moment.won.entry(wager.clone()).or_default() += win;
                }
            }
            Fact::Pay(pay::Fact::CoupEnded { .. }) => {
                let coup = match &state.phase {
                    Phase::Coup(coup) => Some(coup),
                    _ => None,
                };
                self.end(coup);
            }
            _ => {}
        }
    }

    /// A coup begins: which cards are unseen, and what is staked.
    fn begin(&mut self, state: &State) {
        // A card that came out too early is known, and no chance is left in it.
        self.moment = state.shoe.carried.is_empty().then(|| {
            let mut unseen = Composition::of_decks(self.decks);
            for card in &state.shoe.seen {
                unseen.remove(*card);
            }
            Moment { unseen, stakes: staked(&state.stakes), won: BTreeMap::new(), decided: None }
        });
        if self.moment.is_none() {
            self.left_out += 1;
        }
    }

    /// A coup is over: it counts if its cards came as the book has them and it has a result.
    fn end(&mut self, coup: Option<&Coup>) {
        let Some(moment) = self.moment.take() else { return };
        let sound = coup.is_some_and(|coup| !coup.void && coup.ruled.is_empty());
        if !sound || moment.decided.is_none() {
            self.left_out += 1;
            return;
        }
        self.waiting.push(moment);
        if self.waiting.len() >= TOGETHER {
            self.work_out();
        }
    }

    /// Holds all coups that wait against the odds. Whoever looks at the figures does this first.
    pub fn work_out(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let closed = self.closed.clone();
        let shoes: Vec<Composition> = waiting.iter().map(|moment| moment.unseen.clone()).collect();
        // One that is refused has too few cards; then each is asked by itself.
        let counts = closed.counts_many(&shoes).ok();
        for (nth, moment) in waiting.iter().enumerate() {
            let odds = match &counts {
                Some(counts) => self.odds_of(moment, &counts[nth]),
                None => closed.counts(&moment.unseen).ok().and_then(|counts| self.odds_of(moment, &counts)),
            };
            match (odds, moment.decided) {
                (Some(odds), Some(winner)) => self.add(moment, winner, &odds),
                _ => self.left_out += 1,
            }
        }
    }

    fn odds_of(&self, moment: &Moment, closed: &RowCounts<'_>) -> Option<Odds> {
        let Moment { unseen, stakes, .. } = moment;
        let cells = self.evaluator.totals(unseen).ok()?;
        let mut winners = [0.0; 3];
        for (cell, ways) in Totals::all().zip(cells) {
            let place = match cell.player.cmp(&cell.banker) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 2,
            };
            winners[place] += ways as f64;
        }
        let all: f64 = winners.iter().sum();
        let mut odds = Odds { winners: winners.map(|ways| ways / all), wagers: BTreeMap::new(), house: None };
        if stakes.is_empty() {
            return Some(odds);
        }
        let mut placed = Vec::new();
        for (wager, stake) in stakes {
            let place = self.evaluator.place(wager)?;
            let nets = &self.nets[place];
            let (mean, variance) = match self.others.get(wager) {
                Some(alone) => spread(alone.counts(unseen).ok()?.wager(0), nets),
                None => spread(closed.wager(self.closed.place(wager)?), nets),
            };
            let amount = *stake as f64;
            odds.wagers.insert(wager.clone(), (-mean * amount, variance * amount * amount));
            placed.push(self.evaluator.place_stake(place, stake.unsigned_abs()).ok()?);
        }
        let together = self.evaluator.together(unseen, &placed).ok()?;
        let (mean, variance) = (shown(&together.ev()), shown(&together.variance()));
        let ends = together.counts().filter(|(_, ways)| *ways > 0).map(|(net, _)| (shown(net) - mean).abs());
        odds.house = Some((-mean, variance, ends.fold(0.0, f64::max)));
        Some(odds)
    }

    fn add(&mut self, moment: &Moment, winner: Winner, odds: &Odds) {
        self.coups += 1;
        self.count(winner, &odds.winners);
        let mut won = 0.0;
        for (wager, (due, variance)) in &odds.wagers {
            let came = moment.won.get(wager).copied().unwrap_or_default() as f64;
            let known = self.wagers.entry(wager.clone()).or_default();
            known.staked += Money(moment.stakes.get(wager).copied().unwrap_or_default());
            known.win.add(came, *due, *variance);
            won += came;
        }
        if let Some((due, variance, furthest)) = odds.house {
            self.house.add(won, due, variance);
            self.weigh(won - due, furthest);
        }
    }

    fn count(&mut self, winner: Winner, odds: &[f64; 3]) {
        let before = self.coups as f64 - 1.0;
        for (place, chance) in odds.iter().enumerate() {
            let came = f64::from(u8::from(WINNERS[place] == winner));
            if came > 0.0 {
                let guessed = (HELD * chance + self.winners[place].came) / (HELD + before);
                self.winners_evidence.logs[0] += (guessed / chance).ln();
            }
            self.winners[place].add(came, *chance, chance * (1.0 - chance));
        }
    }

    /// A fair bet against the odds, of a part of the furthest that any coup may have come out.
    fn weigh(&mut self, away: f64, furthest: f64) {
        self.furthest = self.furthest.max(furthest);
        if self.furthest <= 0.0 {
            return;
        }
        // Chips may not allow the declared odds to be paid exactly, which moves a result by less than a chip.
        let away = (away / self.furthest).clamp(-1.0, 1.0);
        let bets = PARTS.iter().flat_map(|part| [*part, -part]);
        for (log, bet) in self.house_evidence.logs.iter_mut().zip(bets) {
            *log += (1.0 + bet * away).ln();
        }
    }
}

/// What the house is due to win of one unit staked on each wager, by the exact odds of a full shoe. Nothing of a wager without odds.
pub fn edges(book: &Book, method: &str, decks: u8) -> BTreeMap<WagerId, f64> {
    let wagers: Vec<&Wager> = book.wagers(method).unwrap_or_default().iter().collect();
    let Ok(evaluator) = Evaluator::new(book.tableau(), book.values(), &wagers) else {
        return BTreeMap::new();
    };
    let Ok(odds) = evaluator.odds(&Composition::of_decks(decks)) else { return BTreeMap::new() };
    wagers.iter().zip(&odds).map(|(wager, odds)| (wager.id.clone(), -shown(&odds.ev()))).collect()
}

/// Chips on each wager. Tokens are not the house's to win.
fn staked(stakes: &[Stake]) -> BTreeMap<WagerId, i64> {
    let mut all = BTreeMap::new();
    for stake in stakes.iter().filter(|stake| stake.kind == ChipKind::Chips && stake.amount.0 > 0) {
        *all.entry(stake.wager.clone()).or_default() += stake.amount.0;
    }
    all
}

/// Mean and variance of what one unit gains.
fn spread(ways: &[i128], nets: &[f64]) -> (f64, f64) {
    let all: f64 = ways.iter().map(|ways| *ways as f64).sum();
    let weighed = |of: &dyn Fn(f64) -> f64| -> f64 {
        ways.iter().zip(nets).map(|(ways, net)| *ways as f64 * of(*net)).sum::<f64>() / all
    };
    let mean = weighed(&|net| net);
    (mean, weighed(&|net| (net - mean) * (net - mean)))
}

fn shown(fraction: &BigRational) -> f64 {
    fraction.to_f64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::shelf;

    fn theory() -> Theory {
        let book = Book::read(shelf::text("act").expect("a book")).expect("without fault");
        let method = book.methods().next().expect("a method").id.clone();
        Theory::new(&book, &method, 8).expect("odds")
    }

    /// The mean of the e-value over everything that can come, by the odds, is one: so it is a fair bet against them.
    #[test]
    fn the_evidence_of_winners_is_a_fair_bet() {
        let odds = [[0.45, 0.45, 0.1], [0.5, 0.3, 0.2], [0.44, 0.46, 0.1]];
        let mut mean = 0.0;
        let begun = theory();
        for sequence in 0..27 {
            let came = [sequence / 9, sequence / 3 % 3, sequence % 3];
            let (mut theory, mut chance) = (begun.clone(), 1.0);
            for (place, odds) in came.into_iter().zip(&odds) {
                theory.coups += 1;
                theory.count(WINNERS[place], odds);
                chance *= odds[place];
            }
            mean += chance * theory.winners_evidence.value();
        }
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn the_evidence_of_the_win_is_a_fair_bet() {
        // Three coups, each of which wins 3 once in four times and loses 1 otherwise.
        let mut mean = 0.0;
        let begun = theory();
        for sequence in 0..8_u32 {
            let (mut theory, mut chance) = (begun.clone(), 1.0);
            for coup in 0..3 {
                let wins = sequence >> coup & 1 == 1;
                theory.weigh(if wins { 3.0 } else { -1.0 }, 3.0);
                chance *= if wins { 0.25 } else { 0.75 };
            }
            mean += chance * theory.house_evidence.value();
        }
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn a_rigged_table_is_found_and_a_fair_one_is_not() {
        let (odds, crooked) = ([0.4462, 0.4586, 0.0952], [0.5, 0.4, 0.1]);
        let (mut rigged, mut fair) = (theory(), theory());
        for coup in 0..2_000 {
            // Spread evenly over the whole, as the golden ratio does it.
            let spread = (f64::from(coup) * 0.618_033_988_749_895).fract();
            for (theory, law) in [(&mut rigged, crooked), (&mut fair, odds)] {
                let place = if spread < law[0] { 0 } else { 1 + usize::from(spread >= law[0] + law[1]) };
                theory.coups += 1;
                theory.count(WINNERS[place], &odds);
            }
        }
        assert!(rigged.winners_evidence.value() > 1e4, "{}", rigged.winners_evidence.value());
        assert!(fair.winners_evidence.value() < 1.0, "{}", fair.winners_evidence.value());
        assert_eq!(fair.winners.iter().map(|due| due.came).sum::<f64>(), 2_000.0);
    }
}
