//! The edge stake by stake, where payments depend on what chips can make.

use super::{Head, Question, topics};
use crate::columns::{Columns, Values};
use crate::error::Error;
use crate::exact::Exact;
use baccarat::chips::{ChipSet, Money};
use serde::Serialize;

/// The most stakes in one sweep.
const MOST_STAKES: i64 = 100_000;

/// The edge of every wager at many stakes.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep {
    /// What it is of.
    #[serde(flatten)]
    pub head: Head,
    /// Stake by stake.
    pub stakes: Vec<SweepStake>,
}

/// One stake.
#[derive(Clone, Debug, Serialize)]
pub struct SweepStake {
    /// The stake.
    #[serde(serialize_with = "crate::text::shown")]
    pub stake: Money,
    /// By wager.
    pub wagers: Vec<SweepWager>,
}

/// One stake on one wager.
#[derive(Clone, Debug, Serialize)]
pub struct SweepWager {
    /// The wager's id.
    pub wager: String,
    /// May it be accepted at all?
    pub accepted: bool,
    /// The expected net of one unit.
    pub ev: Exact,
    /// What the house expects to keep of one unit, as a number for people.
    pub house_edge: f64,
}

pub(super) fn sweep(question: &Question, stakes: &str, chips: &ChipSet) -> Result<Sweep, Error> {
    let refuse = || {
        Error::question(format!(
            "--sweep: found `{stakes}`; allowed are two amounts such as 1-60, at most {MOST_STAKES} stakes"
        ))
    };
    let (from, to) = stakes.split_once('-').ok_or_else(refuse)?;
    let (from, to): (Money, Money) = (from.parse().map_err(|_| refuse())?, to.parse().map_err(|_| refuse())?);
    // Every sum of chips is a multiple of their common divisor; most sets make every multiple, odd ones do not.
    let step = chips.chips().iter().fold(0, |common, chip| num_integer::gcd(common, chip.0));
    let first = (from.0.max(1) + step - 1) / step;
    if from > to || to.0 / step - first >= MOST_STAKES {
        return Err(refuse());
    }
    let odds = question.evaluator.odds(&question.shoe)?;
    let amounts =
        (first..=to.0 / step).map(|times| Money(times * step)).filter(|stake| chips.can_make(*stake));
    let stakes = amounts.map(|stake| {
        let staked = question.staked(&odds, stake, chips)?;
        let wagers = question.wagers.iter().zip(staked).map(|(wager, staked)| {
            let ev = staked.odds.ev();
            SweepWager {
                wager: wager.id.to_string(),
                accepted: staked.taken.refused.is_none(),
                house_edge: Exact(-ev.clone()).to_f64(),
                ev: Exact(ev),
            }
        });
        Ok(SweepStake { stake, wagers: wagers.collect() })
    });
    let stakes = stakes.collect::<Result<_, Error>>()?;
    Ok(Sweep { head: question.head(question.assumed(true)), stakes })
}

impl Sweep {
    /// A line for each wager at each stake.
    pub fn columns(&self) -> Columns {
        let lines = || self.stakes.iter().flat_map(|at| at.wagers.iter().map(move |wager| (at.stake, wager)));
        type Line<'a> = (Money, &'a SweepWager);
        let text = |of: fn(Line<'_>) -> String| Values::Text(lines().map(of).collect());
        let assumed = topics(&self.head.assumed).join(" ");
        self.head.provenance.beside(Columns::named(vec![
            ("stake", text(|(stake, _)| stake.to_string())),
            ("wager", text(|(_, of)| of.wager.clone())),
            ("accepted", text(|(_, of)| of.accepted.to_string())),
            ("ev", text(|(_, of)| of.ev.to_string())),
            ("house_edge", Values::Number(lines().map(|(_, of)| of.house_edge).collect())),
            ("assumed", Values::Text(lines().map(|_| assumed.clone()).collect())),
        ]))
    }
}
