//! A simulation told in the terminal.

use crate::screen::Screen;
use crate::screen::plot;
use baccarat::chips::Money;
use lab::simulation::{Simulation, SpreadAnswer};
use sheet::plot::grouped;

/// Money for the eye.
fn money(amount: f64) -> String {
    format!("{amount:.2}")
}

/// The whole report.
pub fn message(run: &Simulation, seconds: Option<f64>, note: &str, screen: &Screen) -> String {
    let (shoes, coups) = (run.shoes, run.coups);
    let mut text = format!("{}\n{}", screen.heading(&run.heading), screen.altered(&run.provenance));
    if shoes < run.shoes_asked {
        let note = format!("Stopped after {} of {} shoes.", grouped(shoes), grouped(run.shoes_asked));
        text.push_str(&format!("{}\n", screen.warning(&note)));
    }
    text.push_str(&format!(
        "seed {}: {} shoes, {} coups, {:.2} a shoe\n",
        run.seed,
        grouped(shoes),
        grouped(coups),
        coups as f64 / shoes as f64,
    ));
    text.push_str(&wagers(run, screen));
    if !run.patrons.is_empty() {
        text.push_str(&patrons(run, screen));
    }
    if !run.coups_only {
        text.push_str(&distributions(run, screen));
    }
    text.push_str(&convergence(run, screen));
    text.push_str(note);
    text.push_str(&screen.foot(&run.provenance));
    // On a terminal only, so that the same seed prints the same into a file.
    if let Some(seconds) = seconds.filter(|_| screen.is_terminal()) {
        let rate = format!("{:.1} s, {:.1} million coups a second", seconds, coups as f64 / seconds / 1e6);
        text.push_str(&format!("{}\n", screen.faint(&rate)));
    }
    text
}

fn wagers(run: &Simulation, screen: &Screen) -> String {
    let mut text = format!("\n{}\n", screen.heading(&format!("A stake of {} on every coup", run.stake)));
    let mut headings = vec!["wager", "wins", "hold", "95 % from", "to", "exact", "z", "deviation"];
    if !run.coups_only {
        headings.extend(["by shoe", "±", "by shift", "±"]);
    }
    let mut table = screen.table(&headings);
    for of in &run.wagers {
        let percent = |share: f64| screen.number(format!("{:.4} %", share * 100.0));
        let coups = of.coup.results.max(1) as f64;
        let mut cells = vec![
            screen.strong(&of.wager),
            percent(of.wins as f64 / coups),
            percent(of.hold),
            percent(of.hold_low),
            percent(of.hold_high),
            percent(of.exact.unwrap_or(f64::NAN)),
            screen.number(format!("{:+.2}", of.z)),
            screen.number(money(of.coup.deviation)),
        ];
        if !run.coups_only {
            for spread in [&of.shoe, &of.shift] {
                cells.push(screen.number(money(spread.mean)));
                cells.push(screen.number(money(spread.deviation)));
            }
        }
        table.add_row(cells);
    }
    text.push_str(&screen.text_of(&table));
    text.push_str(
        "hold is what the house keeps; z is how many standard errors the patrons are above the exact odds.\n",
    );
    text
}

fn patrons(run: &Simulation, screen: &Screen) -> String {
    let heading = format!("By strategy, in shifts of {} shoes", run.shift);
    let mut text = format!("\n{}\n", screen.heading(&heading));
    let mut bets = screen.table(&[
        "strategy",
        "coups bet",
        "staked",
        "hold",
        "exact",
        "z",
        "ruined",
        "stop-loss",
        "stop-win",
        "own rule",
    ]);
    let mut risks = screen.table(&[
        "strategy",
        "ruin, 95 % from",
        "to",
        "coups to ruin",
        "deepest fall, mean",
        "worst",
        "stake, mean",
        "most",
        "win an hour",
        "95 % from",
        "to",
    ]);
    let mut shifts = screen.table(&[
        "strategy",
        "brings",
        "shifts",
        "gains a shift",
        "95 % from",
        "to",
        "deviation",
        "worst",
        "best",
    ]);
    for of in &run.patrons {
        let many = of.shift.results.max(1) as f64;
        let share = |times: u64| screen.number(format!("{:.2} %", times as f64 / many * 100.0));
        bets.add_row([
            screen.strong(&of.strategy),
            screen.number(grouped(of.coups)),
            screen.number(money(of.staked)),
            screen.number(format!("{:.4} %", of.hold * 100.0)),
            screen.number(of.exact.map_or_else(|| "–".to_owned(), |exact| format!("{:.4} %", exact * 100.0))),
            screen.number(of.z.map_or_else(|| "–".to_owned(), |z| format!("{z:+.2}"))),
            share(of.ruined),
            share(of.stopped_losing),
            share(of.stopped_winning),
            share(of.stopped),
        ]);
        let percent = |share: f64| screen.number(format!("{:.2} %", share * 100.0));
        let after = if of.to_ruin.times > 0 { format!("{:.0}", of.to_ruin.mean) } else { "–".to_owned() };
        risks.add_row([
            screen.strong(&of.strategy),
            percent(of.ruin_low),
            percent(of.ruin_high),
            screen.number(after),
            screen.number(money(of.fall.mean)),
            screen.number(of.fall.most.unwrap_or(Money(0))),
            screen.number(money(of.stake.mean)),
            screen.number(of.stake.most.unwrap_or(Money(0))),
            screen.number(money(of.win_an_hour)),
            screen.number(money(of.win_an_hour_low)),
            screen.number(money(of.win_an_hour_high)),
        ]);
        shifts.add_row([
            screen.strong(&of.strategy),
            screen.number(of.bankroll),
            screen.number(grouped(of.shift.results)),
            screen.number(money(of.shift.mean)),
            screen.number(money(of.shift.low)),
            screen.number(money(of.shift.high)),
            screen.number(money(of.shift.deviation)),
            screen.number(of.shift.least.unwrap_or(Money(0))),
            screen.number(of.shift.most.unwrap_or(Money(0))),
        ]);
    }
    text.push_str(&screen.text_of(&bets));
    text.push_str(
        "exact is what the house was to keep of these bets; ruined and stopped are shares of the shifts.\n",
    );
    if run.patrons.iter().any(|of| of.exact.is_none()) {
        text.push_str(
            "–: it watches the cards, and the odds of a wager on those not seen take too long before every bet.\n",
        );
    }
    text.push('\n');
    text.push_str(&screen.text_of(&shifts));
    text.push('\n');
    text.push_str(&screen.text_of(&risks));
    for of in run.patrons.iter().filter(|of| of.forbidden > 0) {
        text.push_str(&format!("{}\n", screen.warning(&of.forbidden_note(&run.book))));
    }
    text
}

fn distributions(run: &Simulation, screen: &Screen) -> String {
    let mut text = String::new();
    let mut draw = |what: String, spread: &SpreadAnswer| {
        if spread.results > 1 {
            text.push_str(&format!(
                "\n{}\n{}",
                screen.heading(&what),
                plot::distribution(&spread.shares(), 16)
            ));
        }
    };
    for of in &run.patrons {
        draw(format!("What a shift brings: {}", of.strategy), &of.shift);
    }
    if run.patrons.is_empty()
        && let Some(of) = run.wagers.first()
    {
        draw(format!("What a shoe brings: {} on {}", run.stake, of.wager), &of.shoe);
    }
    text
}

fn convergence(run: &Simulation, screen: &Screen) -> String {
    let many = run.convergence.len();
    if many < 2 {
        return String::new();
    }
    let Some(of) = run.wagers.first() else { return String::new() };
    let heading = format!("How the hold of {} settles, against the exact odds", of.wager);
    let mut text = format!("\n{}\n", screen.heading(&heading));
    let exact = of.exact.unwrap_or(0.0);
    // The first tenth, the second, … and the last.
    let shown: Vec<_> = (1..=10).map(|tenth| &run.convergence[(many * tenth).div_ceil(10) - 1]).collect();
    let most = shown.iter().map(|at| (at.holds[0] - exact).abs()).fold(0.0, f64::max);
    let mut last = 0;
    for at in shown.into_iter().filter(|at| at.coups != std::mem::replace(&mut last, at.coups)) {
        let off = at.holds[0] - exact;
        let line = format!(
            "  {:>16} coups  {:>8.4} %  {:>+9.5} %  {}",
            grouped(at.coups),
            at.holds[0] * 100.0,
            off * 100.0,
            plot::bar(off.abs() / most, 30)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
