//! A simulation told in the terminal.

use super::question::Question;
use crate::screen::Screen;
use crate::screen::plot;
use ::simulate::{Results, Spread};
use baccarat::chips::Money;

/// Units of money for the eye.
pub fn money(units: f64) -> String {
    format!("{:.2}", units / Money::UNITS as f64)
}

/// The whole report.
pub fn message(question: &Question, results: &Results, seconds: f64, screen: &Screen) -> String {
    let (shoes, coups) = (results.tally.shoes(), results.tally.coups());
    let mut text = format!("{}\n", screen.heading(&question.heading()));
    if shoes < question.many {
        let note = format!("Stopped after {} of {} shoes.", grouped(shoes), grouped(question.many));
        text.push_str(&format!("{}\n", screen.warning(&note)));
    }
    text.push_str(&format!(
        "seed {}: {} shoes, {} coups, {:.2} a shoe\n",
        question.shoes.seed,
        grouped(shoes),
        grouped(coups),
        coups as f64 / shoes as f64,
    ));
    text.push_str(&wagers(question, results, screen));
    if !results.patrons.is_empty() {
        text.push_str(&patrons(question, results, screen));
    }
    if !question.coups_only {
        text.push_str(&distributions(question, results, screen));
    }
    text.push_str(&convergence(question, results, screen));
    // On a terminal only, so that the same seed prints the same into a file.
    if screen.is_terminal() {
        let rate = format!("{:.1} s, {:.1} million coups a second", seconds, coups as f64 / seconds / 1e6);
        text.push_str(&format!("{}\n", screen.faint(&rate)));
    }
    text
}

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn wagers(question: &Question, results: &Results, screen: &Screen) -> String {
    let mut text = format!("\n{}\n", screen.heading(&format!("A stake of {} on every coup", question.stake)));
    let mut headings = vec!["wager", "wins", "hold", "95 % from", "to", "exact", "z", "deviation"];
    if !question.coups_only {
        headings.extend(["by shoe", "±", "by shift", "±"]);
    }
    let mut table = screen.table(&headings);
    let till = question.till();
    for (place, (wager, of)) in question.wagers.iter().zip(&results.wagers).enumerate() {
        let percent = |share: f64| screen.number(format!("{:.4} %", share * 100.0));
        let coups = of.coup.count().max(1) as f64;
        let wins = wager.rows.iter().zip(&of.rows);
        let wins = wins.filter(|(row, _)| matches!(row.settlement, baccarat::wager::Settlement::Wins(_)));
        let (low, high) = of.hold_interval();
        let exact = question.exact(&till, place).map_or(f64::NAN, |expected| -expected);
        let mut cells = vec![
            screen.strong(&wager.id),
            percent(wins.map(|(_, times)| *times).sum::<u64>() as f64 / coups),
            percent(of.hold()),
            percent(low),
            percent(high),
            percent(exact),
            screen.number(format!("{:+.2}", of.z())),
            screen.number(money(of.coup.deviation())),
        ];
        if !question.coups_only {
            for spread in [&of.shoe, &of.shift] {
                cells.push(screen.number(money(spread.mean())));
                cells.push(screen.number(money(spread.deviation())));
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

fn patrons(question: &Question, results: &Results, screen: &Screen) -> String {
    let heading = format!("By strategy, in shifts of {} shoes", question.shift);
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
    for (strategy, of) in question.patrons().iter().zip(&results.patrons) {
        let many = of.shift.count().max(1) as f64;
        let share = |times: u64| screen.number(format!("{:.2} %", times as f64 / many * 100.0));
        bets.add_row([
            screen.strong(&strategy.name),
            screen.number(grouped(of.coups)),
            screen.number(money(of.staked as f64)),
            screen.number(format!("{:.4} %", of.hold() * 100.0)),
            screen.number(format!("{:.4} %", of.exact_hold() * 100.0)),
            screen.number(format!("{:+.2}", of.z())),
            share(of.ruined),
            share(of.stopped_losing),
            share(of.stopped_winning),
        ]);
        let (low, high) = of.shift.interval();
        let (worst, best) = of.shift.range().unwrap_or_default();
        shifts.add_row([
            screen.strong(&strategy.name),
            screen.number(strategy.bankroll),
            screen.number(grouped(of.shift.count())),
            screen.number(money(of.shift.mean())),
            screen.number(money(low)),
            screen.number(money(high)),
            screen.number(money(of.shift.deviation())),
            screen.number(Money(worst)),
            screen.number(Money(best)),
        ]);
    }
    text.push_str(&screen.text_of(&bets));
    text.push_str(
        "exact is what the house was to keep of these bets; ruined and stopped are shares of the shifts.\n\n",
    );
    text.push_str(&screen.text_of(&shifts));
    text
}

/// The bars of a spread as shares, in whole money.
pub fn shares(spread: &Spread) -> Vec<(f64, f64)> {
    let count = spread.count().max(1) as f64;
    spread.bars().map(|(from, times)| (from as f64 / Money::UNITS as f64, times as f64 / count)).collect()
}

fn distributions(question: &Question, results: &Results, screen: &Screen) -> String {
    let mut text = String::new();
    let mut draw = |what: String, spread: &Spread| {
        if spread.count() > 1 {
            text.push_str(&format!(
                "\n{}\n{}",
                screen.heading(&what),
                plot::distribution(&shares(spread), 16)
            ));
        }
    };
    for (strategy, of) in question.patrons().iter().zip(&results.patrons) {
        draw(format!("What a shift brings: {}", strategy.name), &of.shift);
    }
    if results.patrons.is_empty()
        && let (Some(wager), Some(of)) = (question.wagers.first(), results.wagers.first())
    {
        draw(format!("What a shoe brings: {} on {}", question.stake, wager.id), &of.shoe);
    }
    text
}

fn convergence(question: &Question, results: &Results, screen: &Screen) -> String {
    let many = results.path.len();
    if many < 2 {
        return String::new();
    }
    let Some(wager) = question.wagers.first() else { return String::new() };
    let heading = format!("How the hold of {} settles, against the exact odds", wager.id);
    let mut text = format!("\n{}\n", screen.heading(&heading));
    let exact = question.exact(&question.till(), 0).map_or(0.0, |expected| -expected);
    // The first tenth, the second, … and the last.
    let shown: Vec<_> = (1..=10).map(|tenth| &results.path[(many * tenth).div_ceil(10) - 1]).collect();
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
