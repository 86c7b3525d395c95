//! A simulation as data.

use super::Question;
use crate::columns::{Columns, Values};
use crate::error::Error;
use crate::provenance::Provenance;
use crate::text;
use ::simulate::{Ending, PatronResults, Plan, Results, Spread, WagerResults};
use baccarat::book::Assumption;
use baccarat::chips::Money;
use baccarat::placement;
use baccarat::rules::cards::Device;
use baccarat::rules::shoe::BurnStyle;
use baccarat::wager::{Settlement, Wager};
use serde::{Serialize, Serializer};

/// What came of a simulation.
#[derive(Clone, Debug, Serialize)]
pub struct Simulation {
    /// The book's id.
    pub book: String,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// The settlement method.
    pub method: String,
    /// How many decks.
    pub decks: u8,
    /// What cards were dealt from.
    pub device: Device,
    /// How a shoe was opened.
    pub burn: BurnStyle,
    /// How many cards lay behind the cutting card, if there was one.
    pub from_back: Option<u16>,
    /// What gives the same shoes again.
    #[serde(serialize_with = "text::shown")]
    pub seed: u64,
    /// The number of the first shoe.
    pub first_shoe: u64,
    /// How many shoes were asked for.
    pub shoes_asked: u64,
    /// How many were dealt.
    pub shoes: u64,
    /// How many coups were dealt.
    pub coups: u64,
    /// How many shoes make a shift.
    pub shift: u64,
    /// The stake on every wager on every coup.
    #[serde(serialize_with = "text::shown")]
    pub stake: Money,
    /// What this rests on that the instrument does not state.
    pub assumed: Vec<Assumption>,
    /// By wager.
    pub wagers: Vec<WagerSimulated>,
    /// By strategy.
    pub patrons: Vec<PatronAnswer>,
    /// How the hold converged.
    pub convergence: Vec<Milestone>,
    /// What was simulated, in a line.
    #[serde(skip)]
    pub heading: String,
    /// Whether coups alone were counted.
    #[serde(skip)]
    pub coups_only: bool,
}

/// What came of one wager.
#[derive(Clone, Debug, Serialize)]
pub struct WagerSimulated {
    /// Its id.
    pub wager: String,
    /// What the book calls it.
    pub name: String,
    /// How often each row decided.
    pub rows: Vec<WagerRow>,
    /// What the house kept of all that was staked.
    pub hold: f64,
    /// The interval in which the true hold lies with 95 % confidence: from here.
    pub hold_low: f64,
    /// To here.
    pub hold_high: f64,
    /// The exact house edge on a full shoe.
    pub exact: Option<f64>,
    /// How many standard errors the patrons are above the exact odds.
    pub z: f64,
    /// Results of coups.
    pub coup: SpreadAnswer,
    /// Results of shoes.
    pub shoe: SpreadAnswer,
    /// Results of shifts.
    pub shift: SpreadAnswer,
    /// How often it won.
    #[serde(skip)]
    pub wins: u64,
}

/// How often a row decided.
#[derive(Clone, Debug, Serialize)]
pub struct WagerRow {
    /// The row as the book writes it.
    pub row: String,
    /// What one unit gains.
    pub pays: String,
    /// How often it decided.
    pub times: u64,
}

/// What came of one strategy.
#[derive(Clone, Debug, Serialize)]
pub struct PatronAnswer {
    /// Its name.
    pub strategy: String,
    /// What it brings to each shift.
    #[serde(serialize_with = "text::shown")]
    pub bankroll: Money,
    /// At how many coups it sat.
    pub watched: u64,
    /// On how many coups it bet.
    pub coups: u64,
    /// What it staked in all, in whole money.
    pub staked: f64,
    /// What the house kept of that.
    pub hold: f64,
    /// What the house was to keep of it: by the odds of a full shoe, or, where the strategy watches the cards, of those not seen before
    /// each bet. None where that would take too long.
    pub exact: Option<f64>,
    /// How many standard errors it is above the exact odds.
    pub z: Option<f64>,
    /// In how many shifts it lost all it brought.
    pub ruined: u64,
    /// The share of shifts in which it did.
    pub ruin: f64,
    /// The interval in which the true share lies with 95 % confidence: from here.
    pub ruin_low: f64,
    /// To here.
    pub ruin_high: f64,
    /// In how many it stopped because of what it had lost.
    pub stopped_losing: u64,
    /// In how many it stopped because of what it had won.
    pub stopped_winning: u64,
    /// In how many it stopped by a rule of its own.
    pub stopped: u64,
    /// On how many coups the book forbade something of what it wished for.
    pub forbidden: u64,
    /// What was forbidden first, and by which clauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden_by: Option<ForbiddenTogether>,
    /// How many coups are dealt in an hour.
    pub coups_an_hour: u32,
    /// What it wins in an hour at the table, bet or not, in whole money.
    pub win_an_hour: f64,
    /// The interval in which the true win lies with 95 % confidence: from here.
    pub win_an_hour_low: f64,
    /// To here.
    pub win_an_hour_high: f64,
    /// Results of coups.
    pub coup: SpreadAnswer,
    /// Results of shoes.
    pub shoe: SpreadAnswer,
    /// Results of shifts.
    pub shift: SpreadAnswer,
    /// What was staked on a coup on which something was.
    pub stake: SpreadAnswer,
    /// How far a shift fell from the most that was held before.
    pub fall: SpreadAnswer,
    /// Of the shifts that ended in ruin, after how many coups.
    pub to_ruin: CoupsAnswer,
}

/// What the book forbids one person to wager on one coup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForbiddenTogether {
    /// What is forbidden.
    pub what: String,
    /// The clauses that forbid it.
    pub clauses: Vec<String>,
}

/// After how many coups something came.
#[derive(Clone, Debug, Serialize)]
pub struct CoupsAnswer {
    /// How often it came.
    pub times: u64,
    /// The mean number of coups.
    pub mean: f64,
    /// The interval in which the true mean lies with 95 % confidence: from here.
    pub low: f64,
    /// To here.
    pub high: f64,
    /// How often it came after so many coups, in bars of ten.
    pub bars: Vec<(i64, u64)>,
}

impl CoupsAnswer {
    fn of(spread: &Spread) -> CoupsAnswer {
        let (low, high) = spread.interval();
        CoupsAnswer { times: spread.count(), mean: spread.mean(), low, high, bars: spread.bars().collect() }
    }
}

/// How results lie apart, in whole money.
#[derive(Clone, Debug, Serialize)]
pub struct SpreadAnswer {
    /// How many there are.
    pub results: u64,
    /// Their mean.
    pub mean: f64,
    /// The interval in which the true mean lies with 95 % confidence: from here.
    pub low: f64,
    /// To here.
    pub high: f64,
    /// The standard deviation of one result.
    pub deviation: f64,
    /// Its variance.
    pub variance: f64,
    /// The least.
    #[serde(serialize_with = "text::maybe_shown")]
    pub least: Option<Money>,
    /// The most.
    #[serde(serialize_with = "text::maybe_shown")]
    pub most: Option<Money>,
    /// Their distribution.
    pub bars: Vec<Bar>,
    /// How wide a bar is.
    #[serde(serialize_with = "text::shown")]
    pub bar_width: Money,
}

/// One bar of a distribution.
#[derive(Clone, Copy, Debug)]
pub struct Bar {
    /// Where it begins.
    pub from: Money,
    /// How many results fell into it.
    pub times: u64,
}

impl Serialize for Bar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.from.to_string(), self.times).serialize(serializer)
    }
}

/// What the house kept of each wager up to some coup.
#[derive(Clone, Debug, Serialize)]
pub struct Milestone {
    /// How many coups.
    pub coups: u64,
    /// By wager, of one unit staked.
    pub holds: Vec<f64>,
}

/// Units of money as whole money.
fn money(units: f64) -> f64 {
    units / Money::UNITS as f64
}

impl SpreadAnswer {
    fn of(spread: &Spread) -> SpreadAnswer {
        let (low, high) = spread.interval();
        let range = spread.range();
        SpreadAnswer {
            results: spread.count(),
            mean: money(spread.mean()),
            low: money(low),
            high: money(high),
            deviation: money(spread.deviation()),
            variance: money(money(spread.variance())),
            least: range.map(|(least, _)| Money(least)),
            most: range.map(|(_, most)| Money(most)),
            bars: spread.bars().map(|(from, times)| Bar { from: Money(from), times }).collect(),
            bar_width: Money(spread.width()),
        }
    }

    /// The bars as shares of all results, each with where it begins, in whole money.
    pub fn shares(&self) -> Vec<(f64, f64)> {
        let count = self.results.max(1) as f64;
        self.bars.iter().map(|bar| (money(bar.from.0 as f64), bar.times as f64 / count)).collect()
    }
}

/// What the figures of a simulation may rest on.
const RESTS: [&str; 7] = ["cards.", "tableau.", "last.", "cut.", "burn.", "settlement.", "wager."];

pub(super) fn answer(
    question: &Question,
    plan: &Plan<'_, '_>,
    results: &Results,
) -> Result<Simulation, Error> {
    let settings = &question.shoes.settings;
    let wagers = question.wagers.iter().zip(&results.wagers).enumerate();
    let assumed = question.book().assumed().into_iter();
    let patrons = plan.patrons.iter().zip(&results.patrons);
    Ok(Simulation {
        book: question.book().id.clone(),
        provenance: Provenance::of(question.book()),
        method: settings.method.clone(),
        decks: settings.decks,
        device: settings.device,
        burn: settings.burn,
        from_back: match question.shoes.game.ending() {
            Ending::CuttingCard { .. } => Some(settings.from_back),
            Ending::EveryCoup => None,
        },
        seed: question.shoes.seed,
        first_shoe: results.first,
        shoes_asked: question.run.shoes,
        shoes: results.tally.shoes(),
        coups: results.tally.coups(),
        shift: question.run.shift,
        stake: question.run.stake,
        assumed: assumed.filter(|of| RESTS.iter().any(|group| of.topic.starts_with(group))).collect(),
        wagers: wagers.map(|(place, (wager, of))| wager_answer(question, plan, place, wager, of)).collect(),
        patrons: patrons.map(|(who, of)| patron(question, &who.name, who.bankroll, of)).collect(),
        convergence: results
            .path
            .iter()
            .map(|at| Milestone { coups: at.coups, holds: at.holds.clone() })
            .collect(),
        heading: question.heading(),
        coups_only: question.run.coups_only,
    })
}

fn wager_answer(
    question: &Question,
    plan: &Plan<'_, '_>,
    place: usize,
    wager: &Wager,
    of: &WagerResults,
) -> WagerSimulated {
    let (hold_low, hold_high) = of.hold_interval();
    let rows = wager.rows.iter().zip(&of.rows);
    let won = rows.clone().filter(|(row, _)| matches!(row.settlement, Settlement::Wins(_)));
    WagerSimulated {
        wager: wager.id.to_string(),
        name: wager.name.clone(),
        wins: won.map(|(_, times)| times).sum(),
        rows: rows
            .map(|(row, times)| WagerRow {
                row: row.written(),
                pays: row.settlement.net().to_string(),
                times: *times,
            })
            .collect(),
        hold: of.hold(),
        hold_low,
        hold_high,
        exact: question.exact(plan.till, place).ok(),
        z: of.z(),
        coup: SpreadAnswer::of(&of.coup),
        shoe: SpreadAnswer::of(&of.shoe),
        shift: SpreadAnswer::of(&of.shift),
    }
}

/// What came of somebody who played shifts.
pub(super) fn patron(question: &Question, name: &str, bankroll: Money, of: &PatronResults) -> PatronAnswer {
    let coups_an_hour = question.run.coups_an_hour;
    let (ruin, ruin_low, ruin_high) = of.ruin();
    // Shifts are independent and coups of one are not: the interval is that of shifts.
    let shifts = of.shift.count();
    let hours = of.watched as f64 / f64::from(coups_an_hour);
    let an_hour = |of_a_shift: f64| if hours > 0.0 { money(of_a_shift) * shifts as f64 / hours } else { 0.0 };
    let (low, high) = of.shift.interval();
    PatronAnswer {
        strategy: name.to_owned(),
        bankroll,
        watched: of.watched,
        coups: of.coups,
        staked: money(of.staked as f64),
        hold: of.hold(),
        exact: of.exact_hold(),
        z: of.z(),
        ruined: of.ruined,
        ruin,
        ruin_low,
        ruin_high,
        stopped_losing: of.stopped_losing,
        stopped_winning: of.stopped_winning,
        stopped: of.stopped,
        forbidden: of.forbidden,
        forbidden_by: of.forbidden_first.as_ref().and_then(|places| forbidden_by(question, places)),
        coups_an_hour,
        win_an_hour: an_hour(of.shift.mean()),
        win_an_hour_low: an_hour(low),
        win_an_hour_high: an_hour(high),
        coup: SpreadAnswer::of(&of.coup),
        shoe: SpreadAnswer::of(&of.shoe),
        shift: SpreadAnswer::of(&of.shift),
        stake: SpreadAnswer::of(&of.stake),
        fall: SpreadAnswer::of(&of.fall),
        to_ruin: CoupsAnswer::of(&of.to_ruin),
    }
}

impl PatronAnswer {
    /// What the book, of this id, forbade it, in a sentence.
    pub fn forbidden_note(&self, book: &str) -> String {
        let by = self
            .forbidden_by
            .as_ref()
            .map_or_else(String::new, |by| format!(" ({}: {book} {})", by.what, by.clauses.join(", ")));
        format!(
            "{}: on {} coups the book forbids what it wished for{by}, so that was not bet.",
            self.strategy, self.forbidden
        )
    }
}

/// By which clauses the book forbids one person the wagers at these places.
fn forbidden_by(question: &Question, places: &[usize]) -> Option<ForbiddenTogether> {
    let wagers: Vec<&Wager> = question.places().collect();
    let ids = places.iter().filter_map(|place| wagers.get(*place)).map(|wager| &wager.id);
    let (book, method) = (question.book(), &question.shoes.settings.method);
    let not = placement::judge(book, method, ids.clone())
        .and_then(|()| placement::alone(book, method, ids))
        .err()?;
    let clauses = not.clauses.iter().map(ToString::to_string).collect();
    Some(ForbiddenTogether { what: not.message, clauses })
}

impl Simulation {
    /// A line for each bar of each distribution.
    pub fn columns(&self) -> Columns {
        let wagers = self.wagers.iter().map(|of| ("wager", &of.wager, vec![&of.coup, &of.shoe, &of.shift]));
        let patrons = self
            .patrons
            .iter()
            .map(|of| ("strategy", &of.strategy, vec![&of.coup, &of.shoe, &of.shift, &of.stake, &of.fall]));
        let mut lines: Vec<(&str, &str, &str, &SpreadAnswer, Bar)> = Vec::new();
        for (subject, id, spreads) in wagers.chain(patrons) {
            for (by, spread) in ["coup", "shoe", "shift", "stake", "fall"].into_iter().zip(spreads) {
                lines.extend(spread.bars.iter().map(|bar| (subject, id.as_str(), by, spread, *bar)));
            }
        }
        let from = |bar: &Bar| money(bar.from.0 as f64);
        let to = |spread: &SpreadAnswer, bar: &Bar| money((bar.from.0 + spread.bar_width.0) as f64);
        self.provenance.beside(Columns::named(vec![
            ("subject", Values::Text(lines.iter().map(|line| line.0.to_owned()).collect())),
            ("id", Values::Text(lines.iter().map(|line| line.1.to_owned()).collect())),
            ("by", Values::Text(lines.iter().map(|line| line.2.to_owned()).collect())),
            ("results", Values::Whole(lines.iter().map(|line| line.3.results as i64).collect())),
            ("mean", Values::Number(lines.iter().map(|line| line.3.mean).collect())),
            ("deviation", Values::Number(lines.iter().map(|line| line.3.deviation).collect())),
            ("from", Values::Number(lines.iter().map(|line| from(&line.4)).collect())),
            ("to", Values::Number(lines.iter().map(|line| to(line.3, &line.4)).collect())),
            ("times", Values::Whole(lines.iter().map(|line| line.4.times as i64).collect())),
        ]))
    }
}
