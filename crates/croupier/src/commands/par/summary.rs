//! PAR sheets in short, on the screen.

use crate::screen::Screen;
use crate::screen::plot;
use lab::par::{ParWager, Sheet};

/// How many stakes are drawn.
const SHOWN: usize = 20;

pub fn summary(sheet: &Sheet, screen: &Screen) -> String {
    let mut text = format!(
        "{}\n{}\n{}",
        screen.heading(&sheet.title),
        sheet.instrument,
        screen.altered(&sheet.provenance)
    );
    let mut table =
        screen.table(&["wager", "method", "decks", "house edge", "wins", "variance", "deviation", "clauses"]);
    for part in &sheet.parts {
        for wager in &part.wagers {
            table.add_row([
                screen.strong(&wager.id),
                screen.plain(&part.method),
                screen.number(part.decks),
                screen.number(format!("{:.6} %", wager.edge * 100.0)),
                screen.number(format!("{:.6} %", wager.hit * 100.0)),
                screen.number(format!("{:.6}", wager.variance)),
                screen.number(format!("{:.6}", wager.deviation)),
                screen.plain(wager.clauses()),
            ]);
        }
    }
    text.push_str(&screen.text_of(&table));
    if sheet.has_assumed_rows() {
        text.push_str("* rests on something that the instrument does not state\n");
    }
    for of in &sheet.assumed {
        text.push_str(&screen.warning(&format!("assumed: {} = {}: {}", of.topic, of.value, of.why)));
        text.push('\n');
    }
    for part in &sheet.parts {
        for wager in part.wagers.iter().filter(|wager| !wager.by_stake.is_empty()) {
            let heading = format!("House edge by stake: {}, {}", wager.id, part.heading());
            text.push_str(&format!("\n{}\n{}", screen.heading(&heading), by_stake(wager)));
        }
    }
    text.push_str(&screen.foot(&sheet.provenance));
    text
}

/// The house's edge to the right of the line, the patron's to the left.
fn by_stake(wager: &ParWager) -> String {
    let shown = &wager.by_stake[..wager.by_stake.len().min(SHOWN)];
    let most = shown.iter().filter(|at| !at.refused).map(|at| at.edge.abs()).fold(0.0, f64::max);
    let mut text = String::new();
    for at in shown {
        let line = match at.refused {
            true => format!("  {:>8}  refused", at.stake.to_string()),
            false => format!(
                "  {:>8}  {:>9.4} %  {}",
                at.stake.to_string(),
                at.edge * 100.0,
                plot::two_sided(at.edge / most, 20)
            ),
        };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
