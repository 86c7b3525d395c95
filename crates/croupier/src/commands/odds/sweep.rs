//! The edge stake by stake, where payments depend on what chips can make.

use super::OddsArgs;
use super::report::{assumed_note, edge_cell, heading};
use crate::failure::Failure;
use crate::screen::{Screen, bar};
use baccarat::chips::{ChipSet, Money};
use lab::Exact;
use lab::odds::{Question, SweepStake};

/// The sweep as a table, JSON or CSV.
pub fn message(
    question: &Question,
    stakes: &str,
    chips: &ChipSet,
    args: &OddsArgs,
    screen: &Screen,
) -> Result<String, Failure> {
    let answer = question.sweep(stakes, chips)?;
    if args.json {
        return Ok(lab::json(&answer)?);
    }
    if args.csv {
        return Ok(sheet::csv(&answer.columns())?);
    }
    let steps = &answer.stakes;
    let varying: Vec<usize> = (0..question.wagers.len()).filter(|&place| varies(steps, place)).collect();
    let shown: Vec<usize> = if varying.is_empty() { (0..question.wagers.len()).collect() } else { varying };
    let mut text = heading(question, args, screen);
    text.push('\n');
    text.push_str(&screen.altered(&answer.head.provenance));
    text.push_str(&table(question, steps, &shown, screen));
    for &place in &shown {
        text.push_str(&turns(question, steps, place));
    }
    text.push_str(&match question.wagers.len() - shown.len() {
        0 => String::new(),
        1 => "1 other wager has the same edge at every stake.\n".to_owned(),
        same => format!("{same} other wagers have the same edge at every stake.\n"),
    });
    text.push_str(&assumed_note(args, &answer.head.assumed, screen));
    text.push_str(&screen.foot(&answer.head.provenance));
    Ok(text)
}

fn varies(steps: &[SweepStake], place: usize) -> bool {
    steps.windows(2).any(|pair| pair[0].wagers[place].ev != pair[1].wagers[place].ev)
}

fn table(question: &Question, steps: &[SweepStake], shown: &[usize], screen: &Screen) -> String {
    // Bars only where there is room for them.
    let bars = shown.len() <= 3;
    let mut headings = vec!["stake".to_owned()];
    for &place in shown {
        headings.push(question.wagers[place].id.to_string());
        headings.extend(bars.then(String::new));
    }
    let mut table = screen.table(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    let edge = |step: &SweepStake, place: usize| step.wagers[place].house_edge;
    let most = |place: usize| steps.iter().map(|step| edge(step, place).abs()).fold(0.0, f64::max);
    let longest: Vec<f64> = shown.iter().map(|&place| most(place)).collect();
    for step in steps {
        let mut cells = vec![screen.number(step.stake)];
        for (&place, most) in shown.iter().zip(&longest) {
            let (number, bar) = match step.wagers[place].accepted {
                true => (
                    edge_cell(&step.wagers[place].ev, screen),
                    bar::edge_bar(edge(step, place), *most, screen),
                ),
                false => (screen.number("refused"), screen.plain("")),
            };
            cells.push(number);
            cells.extend(bars.then_some(bar));
        }
        table.add_row(cells);
    }
    screen.text_of(&table)
}

/// Where the edge is the patron's, in runs of stakes.
fn turns(question: &Question, steps: &[SweepStake], place: usize) -> String {
    let wager = &question.wagers[place].id;
    let patrons = |step: &SweepStake| step.wagers[place].accepted && step.wagers[place].ev > Exact::default();
    let mut runs: Vec<(Money, Money)> = Vec::new();
    let mut last_was = false;
    for step in steps {
        let is = patrons(step);
        match runs.last_mut() {
            Some(run) if is && last_was => run.1 = step.stake,
            _ if is => runs.push((step.stake, step.stake)),
            _ => {}
        }
        last_was = is;
    }
    if runs.is_empty() {
        let accepted =
            if steps.iter().all(|step| step.wagers[place].accepted) { "" } else { " that is accepted" };
        return format!("{wager}: the house has the edge, or none, at every stake{accepted}.\n");
    }
    let runs: Vec<String> = runs
        .iter()
        .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
        .collect();
    format!("{wager}: the edge turns negative for the house at stakes of {}.\n", runs.join(", "))
}
