//! Dealer statistics: how long, how fast, and what went wrong meanwhile. Whose error it was is for the rulings to say, not for a count.

use super::gather::{Gathered, Played};
use super::sheet::{Cell, Sheet};
use baccarat::chips::Money;

const HOUR: f64 = 3_600_000.0;

fn dealers(all: &[Gathered]) -> Sheet {
    let columns = [
        "dealer",
        "table",
        "on_duty",
        "coups",
        "coups_an_hour",
        "errors",
        "errors_in_100_coups",
        "void",
        "staked",
        "bought_in",
        "win",
        "hold",
        "win_due",
    ];
    let mut sheet = Sheet::new("dealers", &columns);
    for of in all {
        // What came while nobody dealt is told too, so that the rows of a table add up.
        let played = of.dealers.keys().map(|name| of.by_dealer.get(&Some(name.clone())));
        let mut due = of.due(played.chain([of.by_dealer.get(&None)])).into_iter();
        for (name, dealt) in &of.dealers {
            let errors: u64 = dealt.errors.values().sum();
            let hourly = (dealt.on_duty > 0).then(|| dealt.coups as f64 * HOUR / dealt.on_duty as f64);
            let rate = (dealt.coups > 0).then(|| errors as f64 * 100.0 / dealt.coups as f64);
            sheet.rows.push(vec![
                Cell::text(name),
                Cell::text(&of.id),
                Cell::Seconds(dealt.on_duty / 1_000),
                Cell::count(dealt.coups),
                Cell::of(hourly, Cell::Figure),
                Cell::count(errors),
                Cell::of(rate, Cell::Figure),
                Cell::count(dealt.void),
            ]);
            let played = of.by_dealer.get(&Some(name.clone())).cloned().unwrap_or_default();
            sheet.rows.last_mut().into_iter().for_each(|row| row.extend(money(&played, due.next())));
        }
        if let Some(played) = of.by_dealer.get(&None) {
            let mut row = vec![Cell::text("–"), Cell::text(&of.id)];
            row.resize(8, Cell::Nothing);
            row.extend(money(played, due.next()));
            sheet.rows.push(row);
        }
    }
    sheet.rows.sort_by_key(|row| match &row[0] {
        Cell::Text(name) => name.clone(),
        _ => String::new(),
    });
    sheet
}

/// What was played: staked, bought in, won, its part of what was bought in, and what was due.
fn money(played: &Played, due: Option<Cell>) -> [Cell; 5] {
    [
        Cell::Money(played.staked()),
        Cell::Money(played.drop),
        Cell::Money(played.win),
        Cell::of(hold(played.win, played.drop), Cell::Percent),
        due.unwrap_or(Cell::Nothing),
    ]
}

/// A part of the drop, in hundredths of a percent.
pub fn hold(win: Money, drop: Money) -> Option<i64> {
    (drop.0 != 0).then(|| win.0.saturating_mul(10_000) / drop.0)
}

fn errors(all: &[Gathered]) -> Sheet {
    let mut sheet = Sheet::new("errors", &["dealer", "table", "error", "count"]);
    for of in all {
        for (name, dealt) in &of.dealers {
            for (error, count) in &dealt.errors {
                let error = Cell::text(error.to_string().replace('-', " "));
                sheet.rows.push(vec![Cell::text(name), Cell::text(&of.id), error, Cell::count(*count)]);
            }
        }
    }
    sheet
}

/// The sheets of dealer statistics.
pub fn sheets(all: &[Gathered]) -> Vec<Sheet> {
    vec![dealers(all), errors(all), super::tables::rulings(all), super::balance::duty(all)]
}
