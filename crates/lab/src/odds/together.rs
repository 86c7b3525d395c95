//! Several wagers by one person: the exact distribution of the net result.

use super::{Head, Question};
use crate::error::Error;
use crate::exact::{Exact, fraction};
use ::odds::Placed;
use baccarat::book::Assumption;
use baccarat::chips::{ChipSet, Money};
use baccarat::payment;
use baccarat::placement;
use num_rational::{BigRational, Ratio};
use serde::Serialize;
use table::nearest::meant;

/// The distribution of the net of several wagers.
#[derive(Clone, Debug, Serialize)]
pub struct JointOdds {
    /// What it is of.
    #[serde(flatten)]
    pub head: Head,
    /// The wagers and their stakes, as they were asked.
    pub placed: String,
    /// Each net that can come about, the worst first.
    pub results: Vec<NetResult>,
    /// The expected net, in whole money.
    pub ev: Exact,
    /// The standard deviation, in whole money, as a number for people.
    pub sd: f64,
}

/// A net that can come about.
#[derive(Clone, Debug, Serialize)]
pub struct NetResult {
    /// What is won or lost, in whole money.
    pub net: Exact,
    /// How likely it is.
    pub probability: Exact,
}

pub(super) fn together(
    question: &Question,
    placed: &str,
    chips: Option<&ChipSet>,
) -> Result<JointOdds, Error> {
    let wagers = read(question, placed, chips)?;
    let ids = placed.split(',').filter_map(|part| part.split('=').next()).map(str::trim);
    let known = ids.filter_map(|id| question.wagers.iter().find(|wager| wager.id.as_str() == id));
    let known: Vec<_> = known.map(|wager| &wager.id).collect();
    placement::judge(&question.book, &question.method, known.iter().copied())
        .and_then(|()| placement::alone(&question.book, &question.method, known))
        .map_err(|not| Error::forbidden("--together", &question.book, &not))?;
    let net = question.evaluator.together(&question.shoe, &wagers)?;
    let results = net
        .probabilities()
        .map(|(amount, probability)| NetResult { net: in_whole(amount), probability: probability.into() });
    Ok(JointOdds {
        head: question.head(assumed(question, placed)),
        placed: placed.to_owned(),
        results: results.collect(),
        ev: in_whole(&net.ev()),
        sd: net.standard_deviation() / Money::UNITS as f64,
    })
}

/// What the odds of the wagers placed rest on that the instrument does not state.
fn assumed(question: &Question, placed: &str) -> Vec<Assumption> {
    let ids: Vec<&str> = placed.split(',').filter_map(|part| part.split('=').next()).map(str::trim).collect();
    let mut assumed = question.assumed(false);
    assumed.retain(|assumption| assumption.topic.strip_prefix("wager.").is_none_or(|id| ids.contains(&id)));
    assumed
}

/// An amount in the smallest unit, in whole money.
fn in_whole(amount: &BigRational) -> Exact {
    Exact(amount / fraction(Ratio::from_integer(Money::UNITS)))
}

fn read(question: &Question, placed: &str, chips: Option<&ChipSet>) -> Result<Vec<Placed>, Error> {
    let refuse = |part: &str| {
        let known: Vec<&str> = question.wagers.iter().map(|wager| wager.id.as_str()).collect();
        let id = part.split('=').next().unwrap_or_default().trim();
        // Where the wager is known, it is the stake that is amiss.
        let hint = if known.contains(&id) { String::new() } else { meant(id, known.iter().copied()) };
        Error::question(format!(
            "--together: found `{part}`; allowed are wagers with stakes above 0, such as banker=100,tie=10; wagers are {}{hint}",
            known.join(", "),
        ))
    };
    let place = |part: &str| {
        let (id, stake) = part.split_once('=').ok_or_else(|| refuse(part))?;
        let stake: Money = stake.trim().parse().map_err(|_| refuse(part))?;
        let place = question.wagers.iter().position(|wager| wager.id.as_str() == id.trim());
        let place = place.filter(|_| stake.0 > 0).ok_or_else(|| refuse(part))?;
        Ok(match chips {
            None => question.evaluator.place_stake(place, stake.0.unsigned_abs())?,
            Some(chips) => question.evaluator.place_nets(place, nets(question, place, stake, chips))?,
        })
    };
    placed.split(',').map(place).collect()
}

/// What each row of a wager brings this stake, in the smallest unit, as a table would pay it from these chips.
fn nets(question: &Question, place: usize, stake: Money, chips: &ChipSet) -> Vec<BigRational> {
    let wager = &question.wagers[place];
    let taken = payment::take(&question.book, wager, stake, chips);
    let paid = wager.rows.iter().map(|row| payment::pay(&question.book, wager, &taken, row, chips));
    paid.map(|paid| fraction(paid.net)).collect()
}
