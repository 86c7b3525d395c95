//! Dealer statistics: how long, how fast, and what went wrong meanwhile. Whose error it was is for the rulings to say, not for a count.

use super::gather::Gathered;
use super::sheet::{Cell, Sheet};

const HOUR: f64 = 3_600_000.0;

fn dealers(all: &[Gathered]) -> Sheet {
    let columns =
        ["dealer", "table", "on_duty", "coups", "coups_an_hour", "errors", "errors_in_100_coups", "void"];
    let mut sheet = Sheet::new("dealers", &columns);
    for of in all {
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
        }
    }
    sheet.rows.sort_by_key(|row| match &row[0] {
        Cell::Text(name) => name.clone(),
        _ => String::new(),
    });
    sheet
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
