//! A simulation as pictures.

use super::question::Question;
use super::report::{grouped, money, shares};
use crate::screen::plot::{self, Curve, escaped};
use ::simulate::Results;

fn pictures(question: &Question, results: &Results) -> Vec<String> {
    let mut all = vec![converging(question, results)];
    for (strategy, of) in question.patrons().iter().zip(&results.patrons) {
        let title = format!("What a shift brings: {}", strategy.name);
        all.push(plot::svg_bars(&title, ("result", "share of shifts"), &shares(&of.shift)));
    }
    for (wager, of) in question.wagers.iter().zip(&results.wagers).filter(|(_, of)| of.shoe.count() > 1) {
        let title = format!("What a shoe brings: {} on {}", question.stake, wager.id);
        all.push(plot::svg_bars(&title, ("result", "share of shoes"), &shares(&of.shoe)));
    }
    all
}

fn converging(question: &Question, results: &Results) -> String {
    let till = question.till();
    let curve = |(place, wager): (usize, &baccarat::wager::Wager)| {
        let exact = question.exact(&till, place).map_or(0.0, |expected| -expected);
        let points = results.path.iter().map(|at| (at.coups as f64, (at.holds[place] - exact) * 100.0));
        Curve { name: wager.id.to_string(), points: points.collect() }
    };
    let curves: Vec<Curve> = question.wagers.iter().enumerate().map(curve).collect();
    plot::svg_curves("Hold less exact house edge", ("coups", "per cent of the stake"), &curves)
}

/// One picture: how the results settle.
pub fn svg(question: &Question, results: &Results) -> String {
    converging(question, results)
}

/// A page with the figures and every picture.
pub fn html(question: &Question, results: &Results) -> String {
    let till = question.till();
    let mut body = format!(
        "<p>Seed {}: {} shoes, {} coups.</p>\n<div class=wide><table><tr><th>wager</th><th class=n>hold</th><th class=n>exact</th>\
         <th class=n>z</th><th class=n>deviation</th><th class=n>by shoe</th><th class=n>by shift</th></tr>\n",
        question.shoes.seed,
        grouped(results.tally.shoes()),
        grouped(results.tally.coups())
    );
    for (place, (wager, of)) in question.wagers.iter().zip(&results.wagers).enumerate() {
        let exact = question.exact(&till, place).map_or(f64::NAN, |expected| -expected);
        body.push_str(&format!(
            "<tr><td>{}</td><td class=n>{:.4} %</td><td class=n>{:.4} %</td><td class=n>{:+.2}</td><td class=n>{}</td>\
             <td class=n>{}</td><td class=n>{}</td></tr>\n",
            escaped(wager.id.as_str()),
            of.hold() * 100.0,
            exact * 100.0,
            of.z(),
            money(of.coup.deviation()),
            money(of.shoe.mean()),
            money(of.shift.mean()),
        ));
    }
    body.push_str("</table></div>\n");
    if !results.patrons.is_empty() {
        body.push_str(&strategies(question, results));
    }
    for picture in pictures(question, results) {
        body.push_str(&format!("<section>{picture}</section>\n"));
    }
    plot::page(&question.heading(), &body)
}

fn strategies(question: &Question, results: &Results) -> String {
    let mut text = format!(
        "<h2>By strategy, in shifts of {} shoes</h2>\n<div class=wide><table><tr><th>strategy</th><th class=n>brings</th>\
         <th class=n>hold</th><th class=n>exact</th><th class=n>z</th><th class=n>gains a shift</th>\
         <th class=n>deviation</th><th class=n>ruined</th><th class=n>stop-loss</th><th class=n>stop-win</th></tr>\n",
        question.shift
    );
    for (strategy, of) in question.patrons().iter().zip(&results.patrons) {
        let share = |times: u64| times as f64 / of.shift.count().max(1) as f64 * 100.0;
        text.push_str(&format!(
            "<tr><td>{}</td><td class=n>{}</td><td class=n>{:.4} %</td><td class=n>{:.4} %</td><td class=n>{:+.2}</td>\
             <td class=n>{}</td><td class=n>{}</td><td class=n>{:.2} %</td><td class=n>{:.2} %</td><td class=n>{:.2} %</td></tr>\n",
            escaped(&strategy.name),
            strategy.bankroll,
            of.hold() * 100.0,
            of.exact_hold() * 100.0,
            of.z(),
            money(of.shift.mean()),
            money(of.shift.deviation()),
            share(of.ruined),
            share(of.stopped_losing),
            share(of.stopped_winning),
        ));
    }
    text.push_str("</table></div>\n");
    text
}
