//! The odds of wagers, row by row.

use super::{Head, Question, Staked};
use crate::columns::{Columns, Values};
use crate::error::Error;
use crate::exact::{Exact, fraction};
use crate::text;
use ::odds::{Evaluator, WagerOdds};
use baccarat::book::{Assumption, Book};
use baccarat::chips::{ChipSet, Money};
use baccarat::composition::Composition;
use baccarat::wager::{Settlement, Wager};
use serde::Serialize;

/// The odds of every wager asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// What they are of.
    #[serde(flatten)]
    pub head: Head,
    /// The stake, where the odds are of what it would really be paid.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "text::maybe_shown")]
    pub stake: Option<Money>,
    /// The chips it would be paid from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<Vec<String>>,
    /// The wagers.
    pub wagers: Vec<WagerAnswer>,
}

/// The odds of one wager.
#[derive(Clone, Debug, Serialize)]
pub struct WagerAnswer {
    /// Its id.
    pub wager: String,
    /// What the book calls it.
    pub name: String,
    /// What may become of it. Rows that lose alike, or push alike, are one row; every winning row is its own.
    pub rows: Vec<Row>,
    /// The expected net of one unit.
    pub ev: Exact,
    /// What the house expects to keep of one unit, as a number for people.
    pub house_edge: f64,
    /// The standard deviation of the net of one unit, as a number for people.
    pub sd: f64,
    /// The variance of the net of one unit.
    pub variance: Exact,
    /// The probability that it wins.
    pub hit_frequency: Exact,
    /// How a table would take and pay the stake, if one was given.
    #[serde(flatten)]
    pub paid: Option<Paid>,
}

/// What may become of a wager.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `win`, `push` or `lose`.
    pub result: &'static str,
    /// What the book calls it, if anything.
    pub name: Option<String>,
    /// What one unit gains.
    pub pays: Exact,
    /// How likely it is.
    pub probability: Exact,
    /// The clauses that say so.
    pub clauses: Vec<String>,
    /// Does it rest on something that the instrument does not state?
    #[serde(skip)]
    pub assumed: bool,
    /// The odds as the book writes them, if a win is paid exactly so.
    #[serde(skip)]
    pub declared: Option<String>,
}

/// How a table would take and pay a stake.
#[derive(Clone, Debug, Serialize)]
pub struct Paid {
    /// How much of it would be live.
    #[serde(serialize_with = "text::shown")]
    pub live: Money,
    /// The clauses by which it is not to be accepted, if it is not.
    pub refused_by: Option<String>,
    /// The clauses by which a part of it is void, if a part is.
    pub part_void_by: Option<String>,
    /// The clauses by which a payment is moved to what chips can make, if any is.
    pub rounded_by: Option<String>,
}

pub(super) fn odds(question: &Question, stake: Option<(Money, &ChipSet)>) -> Result<Odds, Error> {
    if stake.is_some_and(|(stake, _)| stake.0 <= 0) {
        return Err(Error::question("--stake: found 0; allowed is an amount above 0"));
    }
    let plain = question.evaluator.odds(&question.shoe)?;
    let wagers = match stake {
        None => {
            question.wagers.iter().zip(&plain).map(|(wager, odds)| WagerAnswer::of(wager, odds)).collect()
        }
        Some((stake, chips)) => {
            let staked = question.staked(&plain, stake, chips)?;
            question.wagers.iter().zip(&staked).map(|(wager, staked)| of_staked(wager, staked)).collect()
        }
    };
    Ok(Odds {
        head: question.head(question.assumed(stake.is_some())),
        stake: stake.map(|(stake, _)| stake),
        chips: stake.map(|(_, chips)| text::chips(chips)),
        wagers,
    })
}

/// The odds of every wager of a method on a shoe.
pub fn wagers_on(book: &Book, method: &str, shoe: &Composition) -> Result<Vec<WagerAnswer>, Error> {
    let wagers: Vec<&Wager> = book.wagers(method).unwrap_or_default().iter().collect();
    let odds = Evaluator::new(book.tableau(), book.values(), &wagers)?.odds(shoe)?;
    Ok(wagers.into_iter().zip(&odds).map(|(wager, odds)| WagerAnswer::of(wager, odds)).collect())
}

fn of_staked(wager: &Wager, staked: &Staked<'_>) -> WagerAnswer {
    let paid = Paid {
        live: staked.taken.live,
        refused_by: staked.taken.refused.map(|rule| rule.basis.to_string()),
        part_void_by: staked.taken.part_void.map(|rule| rule.basis.to_string()),
        rounded_by: staked.rounded.clone(),
    };
    WagerAnswer { paid: Some(paid), ..WagerAnswer::of(wager, &staked.odds) }
}

impl WagerAnswer {
    /// The odds of a wager as data.
    pub fn of(wager: &Wager, odds: &WagerOdds) -> WagerAnswer {
        WagerAnswer {
            wager: wager.id.to_string(),
            name: wager.name.clone(),
            rows: rows(wager, odds),
            ev: odds.ev().into(),
            house_edge: odds.house_edge(),
            sd: odds.standard_deviation(),
            variance: odds.variance().into(),
            hit_frequency: odds.hit_frequency().into(),
            paid: None,
        }
    }
}

impl Row {
    /// What a row pays, for the eye: as the book writes it, or exactly.
    pub fn pays_text(&self) -> String {
        self.declared.clone().unwrap_or_else(|| self.pays.to_string())
    }

    /// Does it win?
    pub fn wins(&self) -> bool {
        self.result == "win"
    }
}

fn rows(wager: &Wager, odds: &WagerOdds) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for ((row, net), probability) in wager.rows.iter().zip(odds.nets()).zip(odds.probabilities()) {
        let result = result(row.settlement);
        let same = |line: &&mut Row| !line.wins() && line.result == result && line.pays.0 == *net;
        let clauses = row.basis.clauses().iter().map(|clause| clause.to_string());
        match rows.iter_mut().find(same) {
            Some(line) => {
                line.probability.0 += probability;
                line.clauses.extend(clauses);
            }
            None => rows.push(Row {
                result,
                name: row.name.clone(),
                pays: net.clone().into(),
                probability: probability.into(),
                clauses: clauses.collect(),
                assumed: row.basis.assumed().is_some(),
                declared: match row.settlement {
                    Settlement::Wins(declared) if fraction(declared.ratio()) == *net => {
                        Some(declared.to_string())
                    }
                    Settlement::Wins(_) | Settlement::StandsOff | Settlement::Loses => None,
                },
            }),
        }
    }
    rows
}

/// The word for what becomes of a wager.
pub(crate) fn result(settlement: Settlement) -> &'static str {
    match settlement {
        Settlement::Wins(_) => "win",
        Settlement::StandsOff => "push",
        Settlement::Loses => "lose",
    }
}

/// The topics of some assumptions, each once.
pub fn topics(assumed: &[Assumption]) -> Vec<&str> {
    let mut topics: Vec<&str> = assumed.iter().map(|assumption| assumption.topic.as_str()).collect();
    topics.dedup();
    topics
}

impl Odds {
    /// A line for each row of each wager.
    pub fn columns(&self) -> Columns {
        let lines = || self.wagers.iter().flat_map(|wager| wager.rows.iter().map(move |row| (wager, row)));
        type Line<'a> = (&'a WagerAnswer, &'a Row);
        let text = |of: &dyn Fn(Line<'_>) -> String| Values::Text(lines().map(of).collect());
        let number = |of: fn(Line<'_>) -> f64| Values::Number(lines().map(of).collect());
        let assumed = topics(&self.head.assumed).join(" ");
        self.head.provenance.beside(Columns::named(vec![
            ("book", text(&|_| self.head.book.clone())),
            ("method", text(&|_| self.head.method.clone())),
            ("decks", Values::Maybe(lines().map(|_| self.head.decks.map(i64::from)).collect())),
            ("cards", Values::Whole(lines().map(|_| self.head.cards.into()).collect())),
            ("wager", text(&|(wager, _)| wager.wager.clone())),
            ("result", text(&|(_, row)| row.result.to_owned())),
            ("name", text(&|(_, row)| row.name.clone().unwrap_or_default())),
            ("pays", text(&|(_, row)| row.pays.to_string())),
            ("probability", text(&|(_, row)| row.probability.to_string())),
            ("ev", text(&|(wager, _)| wager.ev.to_string())),
            ("house_edge", number(|(wager, _)| wager.house_edge)),
            ("sd", number(|(wager, _)| wager.sd)),
            ("assumed", text(&|_| assumed.clone())),
        ]))
    }
}
