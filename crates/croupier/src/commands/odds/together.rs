//! Several wagers by one person: the exact distribution of the net result.

use super::question::{OddsArgs, Question, fraction, no_odds};
use super::report::{assumed_note, head_json, heading, percent, shown};
use crate::failure::Failure;
use crate::screen::Screen;
use baccarat::book::Assumption;
use baccarat::chips::{ChipSet, Money};
use num_rational::{BigRational, Ratio};
use num_traits::ToPrimitive;
use odds::{NetDistribution, Placed};
use serde_json::{Value, json};

/// The distribution as a table or JSON.
pub fn message(
    question: &Question,
    placed: &str,
    args: &OddsArgs,
    screen: &Screen,
) -> Result<String, Failure> {
    let placed_text = placed;
    let placed = read(question, placed, args.chips.as_ref())?;
    let net = question.evaluator.together(&question.shoe, &placed).map_err(no_odds)?;
    if args.json {
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
    Ok(format!(
        "{}\n{placed_text}, placed by one person\n{}expected net {:.4}, exactly {}; deviation {:.4}\n{}",
        heading(question, args, screen),
        screen.text_of(&table),
        shown(&net.ev()) / Money::UNITS as f64,
        in_whole(&net.ev()),
        net.standard_deviation() / Money::UNITS as f64,
        assumed_note(args, &assumed(question, placed_text), screen)
    ))
}

/// What the odds of the wagers placed rest on that the instrument does not state.
fn assumed(question: &Question, placed: &str) -> Vec<Assumption> {
    let ids: Vec<&str> = placed.split(',').filter_map(|part| part.split('=').next()).map(str::trim).collect();
    let mut assumed = question.assumed(false);
    assumed.retain(|assumption| assumption.topic.strip_prefix("wager.").is_none_or(|id| ids.contains(&id)));
    assumed
}

/// An amount in the smallest unit, shown in whole money.
fn in_whole(amount: &BigRational) -> BigRational {
    amount / fraction(Ratio::from_integer(Money::UNITS))
}

/// To the hundredth where it is whole in hundredths; otherwise the exact fraction.
fn money(amount: &BigRational) -> String {
    let units = amount.is_integer().then(|| amount.to_integer().to_i64()).flatten();
    units.map_or_else(|| in_whole(amount).to_string(), |units| Money(units).to_string())
}

fn read(question: &Question, placed: &str, chips: Option<&ChipSet>) -> Result<Vec<Placed>, Failure> {
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
        match chips {
            None => question.evaluator.place_stake(place, stake.0.unsigned_abs()),
            Some(chips) => question.evaluator.place_nets(place, question.nets(place, stake, chips)),
        }
        .map_err(no_odds)
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
    let mut json = head_json(question, &assumed(question, placed));
    json["placed"] = placed.into();
    json["results"] = results.into();
    json["ev"] = in_whole(&net.ev()).to_string().into();
    json["sd"] = (net.standard_deviation() / Money::UNITS as f64).into();
    json
}
