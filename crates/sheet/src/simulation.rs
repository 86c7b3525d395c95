//! A simulation as pictures.

use crate::plot::{self, Curve, escaped, grouped};
use lab::simulation::{Simulation, WagerSimulated};

fn pictures(run: &Simulation) -> Vec<String> {
    let mut all = vec![converging(run)];
    for of in &run.patrons {
        let title = format!("What a shift brings: {}", of.strategy);
        all.push(plot::svg_bars(&title, ("result", "share of shifts"), &of.shift.shares()));
    }
    for of in run.wagers.iter().filter(|of| of.shoe.results > 1) {
        let title = format!("What a shoe brings: {} on {}", run.stake, of.wager);
        all.push(plot::svg_bars(&title, ("result", "share of shoes"), &of.shoe.shares()));
    }
    all
}

/// Money for the eye.
fn money(amount: f64) -> String {
    format!("{amount:.2}")
}

fn converging(run: &Simulation) -> String {
    let curve = |(place, of): (usize, &WagerSimulated)| {
        let exact = of.exact.unwrap_or(0.0);
        let points = run.convergence.iter().map(|at| (at.coups as f64, (at.holds[place] - exact) * 100.0));
        Curve { name: of.wager.clone(), points: points.collect() }
    };
    let curves: Vec<Curve> = run.wagers.iter().enumerate().map(curve).collect();
    let svg = plot::svg_curves("Hold less exact house edge", ("coups", "per cent of the stake"), &curves);
    plot::signed(&svg, &run.provenance)
}

/// One picture: how the results settle.
pub fn svg(run: &Simulation) -> String {
    converging(run)
}

/// A page with the figures and every picture.
pub fn html(run: &Simulation) -> String {
    let mut body = format!(
        "<p>Seed {}: {} shoes, {} coups.</p>\n<div class=wide><table><tr><th>wager</th><th class=n>hold</th><th class=n>exact</th>\
         <th class=n>z</th><th class=n>deviation</th><th class=n>by shoe</th><th class=n>by shift</th></tr>\n",
        run.seed,
        grouped(run.shoes),
        grouped(run.coups)
    );
    for of in &run.wagers {
        let exact = of.exact.unwrap_or(f64::NAN);
        body.push_str(&format!(
            "<tr><td>{}</td><td class=n>{:.4} %</td><td class=n>{:.4} %</td><td class=n>{:+.2}</td><td class=n>{}</td>\
             <td class=n>{}</td><td class=n>{}</td></tr>\n",
            escaped(&of.wager),
            of.hold * 100.0,
            exact * 100.0,
            of.z,
            money(of.coup.deviation),
            money(of.shoe.mean),
            money(of.shift.mean),
        ));
    }
    body.push_str("</table></div>\n");
    if !run.patrons.is_empty() {
        body.push_str(&strategies(run));
    }
    for picture in pictures(run) {
        body.push_str(&format!("<section>{picture}</section>\n"));
    }
    plot::page_of(&run.heading, &body, &run.provenance)
}

fn strategies(run: &Simulation) -> String {
    let mut text = format!(
        "<h2>By strategy, in shifts of {} shoes</h2>\n<div class=wide><table><tr><th>strategy</th><th class=n>brings</th>\
         <th class=n>hold</th><th class=n>exact</th><th class=n>z</th><th class=n>gains a shift</th>\
         <th class=n>deviation</th><th class=n>ruined</th><th class=n>stop-loss</th><th class=n>stop-win</th></tr>\n",
        run.shift
    );
    for of in &run.patrons {
        let share = |times: u64| times as f64 / of.shift.results.max(1) as f64 * 100.0;
        text.push_str(&format!(
            "<tr><td>{}</td><td class=n>{}</td><td class=n>{:.4} %</td><td class=n>{}</td><td class=n>{}</td>\
             <td class=n>{}</td><td class=n>{}</td><td class=n>{:.2} %</td><td class=n>{:.2} %</td><td class=n>{:.2} %</td></tr>\n",
            escaped(&of.strategy),
            of.bankroll,
            of.hold * 100.0,
            of.exact.map_or_else(|| "–".to_owned(), |exact| format!("{:.4} %", exact * 100.0)),
            of.z.map_or_else(|| "–".to_owned(), |z| format!("{z:+.2}")),
            money(of.shift.mean),
            money(of.shift.deviation),
            share(of.ruined),
            share(of.stopped_losing),
            share(of.stopped_winning),
        ));
    }
    text.push_str("</table></div>\n");
    for of in run.patrons.iter().filter(|of| of.forbidden > 0) {
        text.push_str(&format!("<p class=warning>{}</p>\n", escaped(&of.forbidden_note(&run.book))));
    }
    text
}
