//! What somebody who counts cards could win.

use crate::columns::{Columns, Values};
use crate::error::Error;
use crate::provenance::Provenance;
use crate::scope;
use crate::shoes::Shoes;
use crate::text;
use ::odds::{Evaluator, Way};
use ::simulate::{CountPlan, Countability, Ending, Game, STRETCH, WagerCount};
use baccarat::card::Card;
use baccarat::rules::shoe::BurnStyle;
use baccarat::wager::Wager;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The most microseconds that the odds of a wager may take before every coup. Where no wagers are named, the odds of all that are counted
/// may take that long together; the dearest are left out.
const DEAREST: u64 = 1_000;

/// What is asked, checked against the book.
pub struct Question {
    shoes: Shoes,
    wagers: Vec<Wager>,
    evaluator: Evaluator,
    /// How many cards lie behind the cutting card, the most first.
    depths: Vec<u16>,
    games: Vec<Game>,
    asked: u64,
    not_counted: Vec<String>,
    linear_only: bool,
}

/// What somebody who counts could win.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// The book's id.
    pub book: String,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// The settlement method.
    pub method: String,
    /// How many decks.
    pub decks: u8,
    /// How a shoe was opened.
    pub burn: BurnStyle,
    /// What gives the same shoes again.
    #[serde(serialize_with = "text::shown")]
    pub seed: u64,
    /// How many shoes were asked for.
    pub shoes_asked: u64,
    /// How many were dealt.
    pub shoes: u64,
    /// How many coups were dealt.
    pub coups: u64,
    /// By wager.
    pub wagers: Vec<WagerCounted>,
    /// Whether a linear count alone was scored, by what coups brought, because the odds of a wager take more than a millisecond: what a
    /// perfect count is worth is not known then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub linear_only: bool,
    /// Wagers of the method that were left out, as their odds take too long; by name they are counted.
    pub not_counted: Vec<String>,
    /// What was counted, in a line.
    #[serde(skip)]
    pub heading: String,
}

/// What counting is worth on one wager.
#[derive(Clone, Debug, Serialize)]
pub struct WagerCounted {
    /// Its id.
    pub wager: String,
    /// The expected net of one unit on a full shoe.
    pub full_shoe: f64,
    /// By depth of the cutting card, the deepest first.
    pub depths: Vec<DepthAnswer>,
    /// By how many cards were out.
    pub stretches: Vec<StretchAnswer>,
    /// By card, what seeing it does to a full shoe.
    pub effects: Effects,
}

/// What counting is worth at one depth of the cutting card.
#[derive(Clone, Debug, Serialize)]
pub struct DepthAnswer {
    /// How many cards lie behind the cutting card.
    pub from_back: u16,
    /// Coups before which the wager could be made.
    pub coups: u64,
    /// Those of them on which the patron had the edge.
    pub favourable: u64,
    /// Their share.
    pub favourable_share: f64,
    /// What one unit on every favourable coup is worth in a shoe.
    pub perfect_per_shoe: f64,
    /// How far that may be off, with 95 % confidence.
    pub perfect_error: f64,
    /// The same, betting when a fixed number for each card seen says so.
    pub linear_per_shoe: f64,
    /// From which estimated edge on; nothing if it never pays to bet.
    pub linear_from: Option<f64>,
    /// On what share of the coups.
    pub linear_share: f64,
    /// What that gives away against a perfect count.
    pub linear_loss: f64,
}

/// What a stretch of the shoe is worth.
#[derive(Clone, Debug, Serialize)]
pub struct StretchAnswer {
    /// How many cards were out, at least.
    pub cards_out: usize,
    /// How many coups began there.
    pub coups: u64,
    /// Those of them on which the patron had the edge.
    pub favourable: u64,
    /// What one unit on each of those is worth in a shoe.
    pub perfect_per_shoe: f64,
    /// The mean, over all coups there, of the expected net of one unit by the cards not seen.
    pub mean: f64,
    /// Its standard deviation from coup to coup.
    pub deviation: f64,
}

/// By card, in the order of [`Card::all`], what seeing it does to the expected net of one unit.
#[derive(Clone, Debug)]
pub struct Effects(pub Vec<f64>);

impl Serialize for Effects {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (card, effect) in Card::all().zip(&self.0) {
            map.serialize_entry(&card.to_string(), effect)?;
        }
        map.end()
    }
}

impl Question {
    /// Checks what is asked; without depths, the fewest cards that the book allows behind the cutting card and some usual numbers.
    pub fn of(shoes: Shoes, wagers: &[String], depths: &[u16], many: u64) -> Result<Question, Error> {
        if shoes.game.ending() == Ending::EveryCoup {
            return Err(Error::refused(format!(
                "nothing can be counted: a {} shuffles every card anew for every coup",
                shoes.settings.device
            )));
        }
        let depths = depths_of(depths, &shoes);
        let games: Result<Vec<Game>, _> =
            depths.iter().map(|depth| shoes.game.with_cutting_card(&shoes.book, *depth)).collect();
        let games = games.map_err(|error| Error::refused(error.to_string()))?;
        let named = wagers;
        let mut wagers = scope::wagers(&shoes.book, &shoes.settings.method, named)?;
        let cost = |wager: &Wager| Way::of(wager, shoes.book.values());
        let linear_only =
            !named.is_empty() && wagers.iter().any(|wager| cost(wager).microseconds() > DEAREST);
        let not_counted = match named.is_empty() {
            true => leave_out(&mut wagers, |wager| cost(wager).microseconds()),
            false => Vec::new(),
        };
        let listed: Vec<&Wager> = wagers.iter().collect();
        let evaluator = Evaluator::new(shoes.book.tableau(), shoes.book.values(), &listed)?;
        Ok(Question { shoes, wagers, evaluator, depths, games, asked: many, not_counted, linear_only })
    }

    /// Counts on the threads of the present pool. After each part `go_on` is told how many shoes are done; if it says no, the answer is
    /// of those.
    pub fn answer(&self, go_on: impl FnMut(u64) -> bool) -> Result<Count, Error> {
        let plan = CountPlan {
            depths: self.games.clone(),
            evaluator: &self.evaluator,
            seed: self.shoes.seed,
            shoes: self.asked,
            by_results: self.linear_only.then_some((&self.shoes.book, &self.wagers[..])),
        };
        let counted = ::simulate::count(&plan, go_on)?;
        let settings = &self.shoes.settings;
        let wagers = self.wagers.iter().zip(&counted.wagers);
        Ok(Count {
            book: self.shoes.book.id.clone(),
            provenance: Provenance::of(&self.shoes.book),
            method: settings.method.clone(),
            decks: settings.decks,
            burn: settings.burn,
            seed: self.shoes.seed,
            shoes_asked: self.asked,
            shoes: counted.shoes,
            coups: counted.coups,
            wagers: wagers.map(|(wager, of)| self.wager(wager, of, &counted)).collect(),
            linear_only: self.linear_only,
            not_counted: self.not_counted.clone(),
            heading: format!(
                "{}, {} method, {} decks, {} opening",
                self.shoes.book.name, settings.method, settings.decks, settings.burn
            ),
        })
    }

    fn wager(&self, wager: &Wager, of: &WagerCount, counted: &Countability) -> WagerCounted {
        let shoes = counted.shoes;
        // What is not known is no number, which JSON writes as null.
        let known = |number: f64| if self.linear_only { f64::NAN } else { number };
        let depths = self.depths.iter().zip(&of.depths).rev().map(|(depth, at)| {
            let (gain, error) = at.gain(shoes);
            let linear = at.linear(shoes);
            DepthAnswer {
                from_back: *depth,
                coups: at.coups,
                favourable: if self.linear_only { 0 } else { at.favourable },
                favourable_share: known(at.favourable_share()),
                perfect_per_shoe: known(gain),
                perfect_error: known(error),
                linear_per_shoe: linear.gain,
                linear_from: linear.from.is_finite().then_some(linear.from),
                linear_share: linear.share,
                linear_loss: known(if gain > 0.0 { 1.0 - linear.gain / gain } else { 0.0 }),
            }
        });
        let stretches = of.stretches.iter().enumerate().map(|(nth, stretch)| StretchAnswer {
            cards_out: nth * STRETCH,
            coups: stretch.coups,
            favourable: stretch.favourable,
            perfect_per_shoe: stretch.gain() / shoes.max(1) as f64,
            mean: stretch.mean(),
            deviation: stretch.deviation(),
        });
        WagerCounted {
            wager: wager.id.to_string(),
            full_shoe: of.full,
            depths: depths.collect(),
            stretches: if self.linear_only { Vec::new() } else { stretches.collect() },
            effects: Effects(of.effects.to_vec()),
        }
    }
}

/// Leaves the dearest wagers out until the odds of all others may be worked out before every coup; says which they were.
fn leave_out(wagers: &mut Vec<Wager>, cost: impl Fn(&Wager) -> u64) -> Vec<String> {
    let mut left_out = Vec::new();
    while wagers.iter().map(&cost).sum::<u64>() > DEAREST {
        let Some(dearest) = (0..wagers.len()).max_by_key(|place| cost(&wagers[*place])) else { break };
        left_out.push(wagers.remove(dearest).id.to_string());
    }
    left_out.reverse();
    left_out
}

/// The depths asked for, or the least that the table has and some usual ones; the shallowest first.
fn depths_of(asked: &[u16], shoes: &Shoes) -> Vec<u16> {
    let least = match shoes.book.rules.cut.from_back.get() {
        Some(least) => *least,
        None => shoes.settings.from_back,
    };
    let cards = shoes.game.cards() as u16;
    let usual = [26, 52, 78, 104, 156, 208].into_iter().filter(|depth| *depth > least && *depth <= cards / 2);
    let mut depths: Vec<u16> = match asked {
        [] => std::iter::once(least).chain(usual).collect(),
        asked => asked.to_vec(),
    };
    depths.sort_by(|a, b| b.cmp(a));
    depths.dedup();
    depths
}

impl Count {
    /// What is said where a linear count alone was scored.
    pub const LINEAR_ONLY: &str = "Linear counts only: the odds of a wager take more than a millisecond, so they are not worked out before \
        each coup. The linear count is scored by what coups brought, which takes many more shoes.";

    /// How many cards out make a stretch.
    pub const STRETCH: usize = STRETCH;

    /// A line for each wager and depth.
    pub fn columns(&self) -> Columns {
        let lines = || self.wagers.iter().flat_map(|of| of.depths.iter().map(move |at| (of, at)));
        type Line<'a> = (&'a WagerCounted, &'a DepthAnswer);
        let whole = |of: fn(Line<'_>) -> i64| Values::Whole(lines().map(of).collect());
        let number = |of: fn(Line<'_>) -> f64| Values::Number(lines().map(of).collect());
        self.provenance.beside(Columns::named(vec![
            ("wager", Values::Text(lines().map(|(of, _)| of.wager.clone()).collect())),
            ("from_back", whole(|(_, at)| at.from_back.into())),
            ("full_shoe", number(|(of, _)| of.full_shoe)),
            ("coups", whole(|(_, at)| at.coups as i64)),
            ("favourable", whole(|(_, at)| at.favourable as i64)),
            ("favourable_share", number(|(_, at)| at.favourable_share)),
            ("perfect_per_shoe", number(|(_, at)| at.perfect_per_shoe)),
            ("perfect_error", number(|(_, at)| at.perfect_error)),
            ("linear_per_shoe", number(|(_, at)| at.linear_per_shoe)),
            ("linear_share", number(|(_, at)| at.linear_share)),
            ("linear_loss", number(|(_, at)| at.linear_loss)),
        ]))
    }
}
