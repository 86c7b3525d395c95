//! A simulation as data.

use super::question::Question;
use crate::commands::columns::{Columns, Values};
use ::simulate::{Ending, Results, Spread};
use baccarat::chips::Money;
use serde_json::{Value, json};

/// Units of money as whole money.
fn money(units: f64) -> f64 {
    units / Money::UNITS as f64
}

fn spread(spread: &Spread) -> Value {
    let (low, high) = spread.interval();
    let range = spread.range();
    json!({
        "results": spread.count(),
        "mean": money(spread.mean()),
        "low": money(low),
        "high": money(high),
        "deviation": money(spread.deviation()),
        "variance": money(money(spread.variance())),
        "least": range.map(|(least, _)| Money(least).to_string()),
        "most": range.map(|(_, most)| Money(most).to_string()),
        "bars": spread.bars().map(|(from, times)| json!([Money(from).to_string(), times])).collect::<Vec<_>>(),
        "bar_width": Money(spread.width()).to_string(),
    })
}

/// Everything.
pub fn json(question: &Question, results: &Results) -> Value {
    let settings = &question.shoes.settings;
    let till = question.till();
    let wagers = question.wagers.iter().zip(&results.wagers).enumerate().map(|(place, (wager, of))| {
        let (low, high) = of.hold_interval();
        let rows = wager.rows.iter().zip(&of.rows).map(|(row, times)| {
            json!({ "row": row.written(), "pays": row.settlement.net().to_string(), "times": times })
        });
        json!({
            "wager": wager.id,
            "name": wager.name,
            "rows": rows.collect::<Vec<_>>(),
            "hold": of.hold(),
            "hold_low": low,
            "hold_high": high,
            "exact": question.exact(&till, place).ok().map(|expected| -expected),
            "z": of.z(),
            "coup": spread(&of.coup),
            "shoe": spread(&of.shoe),
            "shift": spread(&of.shift),
        })
    });
    let patrons = question.patrons().into_iter().zip(&results.patrons).map(|(strategy, of)| {
        json!({
            "strategy": strategy.name,
            "bankroll": strategy.bankroll.to_string(),
            "coups": of.coups,
            "staked": money(of.staked as f64),
            "hold": of.hold(),
            "exact": of.exact_hold(),
            "z": of.z(),
            "ruined": of.ruined,
            "stopped_losing": of.stopped_losing,
            "stopped_winning": of.stopped_winning,
            "coup": spread(&of.coup),
            "shoe": spread(&of.shoe),
            "shift": spread(&of.shift),
        })
    });
    let from_back = match question.shoes.game.ending() {
        Ending::CuttingCard { .. } => Some(settings.from_back),
        Ending::EveryCoup => None,
    };
    json!({
        "book": question.book().id,
        "method": settings.method,
        "decks": settings.decks,
        "device": settings.device,
        "burn": settings.burn,
        "from_back": from_back,
        "seed": question.shoes.seed.to_string(),
        "shoes_asked": question.many,
        "shoes": results.tally.shoes(),
        "coups": results.tally.coups(),
        "shift": question.shift,
        "stake": question.stake.to_string(),
        "assumed": question.book().assumed().into_iter().filter(|assumption| {
            ["cards.", "tableau.", "last.", "cut.", "burn.", "settlement.", "wager."].iter().any(|group| assumption.topic.starts_with(group))
        }).collect::<Vec<_>>(),
        "wagers": wagers.collect::<Vec<_>>(),
        "patrons": patrons.collect::<Vec<_>>(),
        "convergence": results.path.iter().map(|at| json!({ "coups": at.coups, "holds": at.holds })).collect::<Vec<_>>(),
    })
}

/// A line for each bar of each distribution.
pub fn columns(question: &Question, results: &Results) -> Columns {
    let mut bars = Bars::default();
    for (wager, of) in question.wagers.iter().zip(&results.wagers) {
        bars.add("wager", wager.id.as_str(), "coup", &of.coup);
        bars.add("wager", wager.id.as_str(), "shoe", &of.shoe);
        bars.add("wager", wager.id.as_str(), "shift", &of.shift);
    }
    for (strategy, of) in question.patrons().iter().zip(&results.patrons) {
        bars.add("strategy", &strategy.name, "coup", &of.coup);
        bars.add("strategy", &strategy.name, "shoe", &of.shoe);
        bars.add("strategy", &strategy.name, "shift", &of.shift);
    }
    Columns(vec![
        ("subject", Values::Text(bars.subject)),
        ("id", Values::Text(bars.id)),
        ("by", Values::Text(bars.by)),
        ("results", Values::Whole(bars.results)),
        ("mean", Values::Number(bars.mean)),
        ("deviation", Values::Number(bars.deviation)),
        ("from", Values::Number(bars.from)),
        ("to", Values::Number(bars.to)),
        ("times", Values::Whole(bars.times)),
    ])
}

#[derive(Default)]
struct Bars {
    subject: Vec<String>,
    id: Vec<String>,
    by: Vec<String>,
    results: Vec<i64>,
    mean: Vec<f64>,
    deviation: Vec<f64>,
    from: Vec<f64>,
    to: Vec<f64>,
    times: Vec<i64>,
}

impl Bars {
    fn add(&mut self, subject: &str, id: &str, by: &str, spread: &Spread) {
        for (from, times) in spread.bars() {
            self.subject.push(subject.to_owned());
            self.id.push(id.to_owned());
            self.by.push(by.to_owned());
            self.results.push(spread.count() as i64);
            self.mean.push(money(spread.mean()));
            self.deviation.push(money(spread.deviation()));
            self.from.push(money(from as f64));
            self.to.push(money((from + spread.width()) as f64));
            self.times.push(times as i64);
        }
    }
}
