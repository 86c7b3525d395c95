//! The edge stake by stake, where payments depend on what chips can make.

use super::question::{OddsArgs, Question};
use super::report::{assumed_note, csv_text, edge_cell, head_json, heading, shown, topics};
use crate::failure::Failure;
use crate::screen::{Screen, bar};
use baccarat::chips::{ChipSet, Money};
use num_rational::BigRational;
use serde_json::{Value, json};

/// The most stakes in one sweep.
const MOST_STAKES: i64 = 100_000;

/// One stake and the expected net of one unit on every wager.
struct Step {
    stake: Money,
    evs: Vec<BigRational>,
    /// By wager: may it be accepted at all?
    accepted: Vec<bool>,
}

/// The sweep as a table, JSON or CSV.
pub fn message(
    question: &Question,
    stakes: &str,
    args: &OddsArgs,
    screen: &Screen,
) -> Result<String, Failure> {
    let chips = args.chips.as_ref().ok_or_else(|| Failure::usage("--sweep needs --chips"))?;
    let steps = steps(question, stakes, chips)?;
    if args.json {
        return Ok(format!("{:#}\n", sweep_json(question, &steps)));
    }
    if args.csv {
        return sweep_csv(question, &steps);
    }
    let assumed = question.assumed(true);
    let varying: Vec<usize> = (0..question.wagers.len()).filter(|&place| varies(&steps, place)).collect();
    let shown: Vec<usize> = if varying.is_empty() { (0..question.wagers.len()).collect() } else { varying };
    let mut text = heading(question, args, screen);
    text.push('\n');
    text.push_str(&table(question, &steps, &shown, screen));
    for &place in &shown {
        text.push_str(&turns(question, &steps, place));
    }
    text.push_str(&match question.wagers.len() - shown.len() {
        0 => String::new(),
        1 => "1 other wager has the same edge at every stake.\n".to_owned(),
        same => format!("{same} other wagers have the same edge at every stake.\n"),
    });
    text.push_str(&assumed_note(args, &assumed, screen));
    Ok(text)
}

fn steps(question: &Question, stakes: &str, chips: &ChipSet) -> Result<Vec<Step>, Failure> {
    let refuse = || {
        Failure::usage(format!(
            "--sweep: found `{stakes}`; allowed are two amounts such as 1-60, at most {MOST_STAKES} stakes"
        ))
    };
    let (from, to) = stakes.split_once('-').ok_or_else(refuse)?;
    let (from, to): (Money, Money) = (from.parse().map_err(|_| refuse())?, to.parse().map_err(|_| refuse())?);
    // Every sum of chips is a multiple of their common divisor; most sets make every multiple, odd ones do not.
    let step = chips.chips().iter().fold(0, |common, chip| num_integer::gcd(common, chip.0));
    let first = (from.0.max(1) + step - 1) / step;
    if from > to || to.0 / step - first >= MOST_STAKES {
        return Err(refuse());
    }
    let odds = question.odds()?;
    let stakes =
        (first..=to.0 / step).map(|times| Money(times * step)).filter(|stake| chips.can_make(*stake));
    stakes
        .map(|stake| {
            let staked = question.staked(&odds, stake, chips)?;
            let evs = staked.iter().map(|staked| staked.odds.ev()).collect();
            let accepted = staked.iter().map(|staked| staked.taken.refused.is_none()).collect();
            Ok(Step { stake, evs, accepted })
        })
        .collect()
}

fn varies(steps: &[Step], place: usize) -> bool {
    steps.windows(2).any(|pair| pair[0].evs[place] != pair[1].evs[place])
}

fn table(question: &Question, steps: &[Step], shown: &[usize], screen: &Screen) -> String {
    // Bars only where there is room for them.
    let bars = shown.len() <= 3;
    let mut headings = vec!["stake".to_owned()];
    for &place in shown {
        headings.push(question.wagers[place].id.to_string());
        headings.extend(bars.then(String::new));
    }
    let mut table = screen.table(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    let edge = |step: &Step, place: usize| -super::report::shown(&step.evs[place]);
    let most = |place: usize| steps.iter().map(|step| edge(step, place).abs()).fold(0.0, f64::max);
    let longest: Vec<f64> = shown.iter().map(|&place| most(place)).collect();
    for step in steps {
        let mut cells = vec![screen.number(step.stake)];
        for (&place, most) in shown.iter().zip(&longest) {
            let (number, bar) = match step.accepted[place] {
                true => {
                    (edge_cell(&step.evs[place], screen), bar::edge_bar(edge(step, place), *most, screen))
                }
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
fn turns(question: &Question, steps: &[Step], place: usize) -> String {
    let wager = &question.wagers[place].id;
    let patrons = |step: &&Step| step.accepted[place] && step.evs[place] > BigRational::default();
    let mut runs: Vec<(Money, Money)> = Vec::new();
    let mut last_was = false;
    for step in steps {
        let is = patrons(&step);
        match runs.last_mut() {
            Some(run) if is && last_was => run.1 = step.stake,
            _ if is => runs.push((step.stake, step.stake)),
            _ => {}
        }
        last_was = is;
    }
    if runs.is_empty() {
        let accepted = if steps.iter().all(|step| step.accepted[place]) { "" } else { " that is accepted" };
        return format!("{wager}: the house has the edge, or none, at every stake{accepted}.\n");
    }
    let runs: Vec<String> = runs
        .iter()
        .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
        .collect();
    format!("{wager}: the edge turns negative for the house at stakes of {}.\n", runs.join(", "))
}

fn sweep_json(question: &Question, steps: &[Step]) -> Value {
    let stakes: Vec<Value> = steps
        .iter()
        .map(|step| {
            let wagers: Vec<Value> = question
                .wagers
                .iter()
                .enumerate()
                .map(|(place, wager)| {
                    json!({
                        "wager": wager.id,
                        "accepted": step.accepted[place],
                        "ev": step.evs[place].to_string(),
                        "house_edge": shown(&-step.evs[place].clone()),
                    })
                })
                .collect();
            json!({ "stake": step.stake.to_string(), "wagers": wagers })
        })
        .collect();
    let mut json = head_json(question, &question.assumed(true));
    json["stakes"] = stakes.into();
    json
}

fn sweep_csv(question: &Question, steps: &[Step]) -> Result<String, Failure> {
    let headings = ["stake", "wager", "accepted", "ev", "house_edge", "assumed"];
    let mut records = vec![headings.map(str::to_owned).to_vec()];
    let assumed = question.assumed(true);
    let assumed = topics(&assumed).join(" ");
    for step in steps {
        for (place, wager) in question.wagers.iter().enumerate() {
            records.push(vec![
                step.stake.to_string(),
                wager.id.to_string(),
                step.accepted[place].to_string(),
                step.evs[place].to_string(),
                shown(&-step.evs[place].clone()).to_string(),
                assumed.clone(),
            ]);
        }
    }
    csv_text(&records)
}
