//! Several wagers by one person: the exact distribution of the net result.

use super::question::{Question, fraction, no_odds};
use super::report::{head_json, percent, shown};
use crate::failure::Failure;
use crate::screen::Screen;
use baccarat::chips::Money;
use num_rational::{BigRational, Ratio};
use odds::{NetDistribution, Placed};
use serde_json::{Value, json};

/// The distribution as a table or JSON.
pub fn told(question: &Question, placed: &str, json: bool, screen: &Screen) -> Result<String, Failure> {
    let placed_text = placed;
    let placed = read(question, placed)?;
    let net = question.evaluator.together(&question.shoe, &placed).map_err(no_odds)?;
    if json {
        return Ok(format!("{:#}\n", distribution_json(question, placed_text, &net)));
    }
    let mut table = screen.table(&["net", "probability", "exactly"]);
    for (amount, probability) in net.probabilities() {
        table.add_row(vec![
            screen.number(money(amount)),
            screen.number(percent(&probability)),
            screen.plain(&probability),
        ]);
    }
    let heading = format!("{}, {} method: {placed_text}", question.book.name, question.method);
    Ok(format!(
        "{}\n{}expected net {:.4}, exactly {}; deviation {:.4}\n",
        screen.heading(&heading),
        screen.text_of(&table),
        shown(&net.ev()) / Money::UNITS as f64,
        in_whole(&net.ev()),
        net.standard_deviation() / Money::UNITS as f64
    ))
}

/// An amount in the smallest unit, shown in whole money.
fn in_whole(amount: &BigRational) -> BigRational {
    amount / fraction(Ratio::from_integer(Money::UNITS))
}

fn money(amount: &BigRational) -> String {
    in_whole(amount).to_string()
}

fn read(question: &Question, placed: &str) -> Result<Vec<Placed>, Failure> {
    let refuse = |part: &str| {
        let known: Vec<&str> = question.wagers.iter().map(|wager| wager.id.as_str()).collect();
        Failure::usage(format!(
            "--together: found `{part}`; allowed are wagers with stakes above 0, such as banker=100,tie=10; wagers are {}",
            known.join(", ")
        ))
    };
    let place = |part: &str| {
        let (id, stake) = part.split_once('=').ok_or_else(|| refuse(part))?;
        let stake: Money = stake.trim().parse().map_err(|_| refuse(part))?;
        let place = question.wagers.iter().position(|wager| wager.id.as_str() == id.trim());
        let place = place.filter(|_| stake.0 > 0).ok_or_else(|| refuse(part))?;
        question.evaluator.place_stake(place, stake.0.unsigned_abs()).map_err(no_odds)
    };
    placed.split(',').map(place).collect()
}

fn distribution_json(question: &Question, placed: &str, net: &NetDistribution) -> Value {
    let results: Vec<Value> = net
        .probabilities()
        .map(|(amount, probability)| {
            json!({ "net": in_whole(amount).to_string(), "probability": probability.to_string() })
        })
        .collect();
    let mut json = head_json(question, &question.assumed(false));
    json["placed"] = placed.into();
    json["results"] = results.into();
    json["ev"] = in_whole(&net.ev()).to_string().into();
    json["sd"] = (net.standard_deviation() / Money::UNITS as f64).into();
    json
}
