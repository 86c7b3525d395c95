//! The odds as a table, JSON or CSV.

use super::OddsArgs;
use crate::failure::Failure;
use crate::screen::{Screen, bar};
use baccarat::book::Assumption;
use baccarat::chips::{ChipSet, Money};
use comfy_table::{Color, ColumnConstraint};
use lab::Exact;
use lab::odds::{Odds, Paid, Question, Removal, Row, WagerAnswer, topics};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// A fraction as a percentage for the eye.
pub fn percent(value: &Exact) -> String {
    format!("{:.4} %", value.to_f64() * 100.0)
}

/// The same fraction with its sign changed.
pub fn negated(value: &Exact) -> Exact {
    Exact(-value.0.clone())
}

/// What a row rests on, for the eye.
fn basis(row: &Row) -> String {
    if row.assumed { "assumed".to_owned() } else { row.clauses.join(", ") }
}

/// The odds of every wager asked for.
pub fn odds(question: &Question, args: &OddsArgs, screen: &Screen) -> Result<String, Failure> {
    let answer = question.odds(args.stake.zip(args.chips.as_ref()))?;
    if args.json {
        return Ok(lab::json(&answer)?);
    }
    if args.csv {
        return Ok(sheet::csv(&answer.columns())?);
    }
    let table = match args.wagers.is_empty() {
        true => summary(&answer, screen),
        false => in_detail(&answer, screen),
    };
    let notes = notes(question, args, &answer.wagers, &answer.head.assumed, screen);
    let altered = screen.altered(&answer.head.provenance);
    let foot = screen.foot(&answer.head.provenance);
    Ok(format!("{}\n{altered}{table}{notes}{foot}", heading(question, args, screen)))
}

/// What the odds are of: book, method, shoe and stake.
pub fn heading(question: &Question, args: &OddsArgs, screen: &Screen) -> String {
    let shoe = match question.decks {
        Some(decks) => format!("{decks} decks, {} cards", question.shoe.cards()),
        None => format!("the shoe given, {} cards", question.shoe.cards()),
    };
    let stake = match (&args.stake, &args.chips) {
        (Some(stake), Some(chips)) => {
            let chips: Vec<String> = chips.chips().iter().map(ToString::to_string).collect();
            format!(", a stake of {stake} in chips of {}", chips.join(", "))
        }
        _ => String::new(),
    };
    screen.heading(&format!("{}, {} method, {shoe}{stake}", question.book.name, question.method))
}

fn summary(answer: &Odds, screen: &Screen) -> String {
    // What a narrow terminal can do without, so that no number is broken in two.
    let (names, bars, deviations) = (screen.width() >= 132, screen.width() >= 116, screen.width() >= 100);
    let mut headings = vec!["wager", "name", "pays", "wins", "stands off", "house edge", "", "deviation"];
    let kept = [true, names, true, true, true, true, bars, deviations];
    let mut kept_heading = kept.iter();
    headings.retain(|_| kept_heading.next() == Some(&true));
    let mut table = screen.table(&headings);
    let most = answer.wagers.iter().map(|wager| wager.house_edge.abs()).fold(0.0, f64::max);
    for wager in &answer.wagers {
        let pushes = wager.rows.iter().filter(|row| row.result == "push");
        let pushes: BigRational = pushes.map(|row| &row.probability.0).sum();
        let cells = [
            screen.strong(&wager.wager),
            screen.plain(&wager.name),
            screen.plain(pays(wager)),
            screen.number(percent(&wager.hit_frequency)),
            screen.number(match pushes == BigRational::default() {
                true => String::new(),
                false => percent(&Exact(pushes)),
            }),
            edge_cell(&wager.ev, screen),
            bar::edge_bar(wager.house_edge, most, screen),
            screen.number(format!("{:.4}", wager.sd)),
        ];
        table.add_row(cells.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(cell, _)| cell));
    }
    // Only the pays may be broken into lines.
    for (column, heading) in table.column_iter_mut().zip(&headings) {
        if *heading != "pays" && *heading != "name" {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    screen.text_of(&table)
}

/// The house edge: green is the house's, red is the patron's.
pub fn edge_cell(ev: &Exact, screen: &Screen) -> comfy_table::Cell {
    let edge = negated(ev);
    let colour = if edge < Exact::default() { Color::Red } else { Color::Green };
    screen.coloured(screen.number(percent(&edge)), colour)
}

/// The different pays of a wager, the highest first.
fn pays(wager: &WagerAnswer) -> String {
    let mut pays: Vec<&Row> = Vec::new();
    for row in wager.rows.iter().filter(|row| row.wins()) {
        if !pays.iter().any(|known| known.pays == row.pays) {
            pays.push(row);
        }
    }
    pays.sort_by(|one, other| other.pays.cmp(&one.pays));
    pays.into_iter().map(Row::pays_text).collect::<Vec<_>>().join(", ")
}

fn in_detail(answer: &Odds, screen: &Screen) -> String {
    let mut text = String::new();
    for wager in &answer.wagers {
        let mut table = screen.table(&["result", "row", "pays", "probability", "exactly", "clauses"]);
        for row in &wager.rows {
            table.add_row(vec![
                screen.plain(row.result),
                screen.plain(row.name.as_deref().unwrap_or_default()),
                screen.number(row.pays_text()),
                screen.number(percent(&row.probability)),
                screen.plain(&row.probability),
                screen.plain(basis(row)),
            ]);
        }
        let edge = negated(&wager.ev);
        text.push_str(&format!(
            "\n{} ({})\n{}house edge {}, exactly {edge}; wins {}; deviation {:.6}\n",
            screen.heading(&wager.name),
            wager.wager,
            screen.text_of(&table),
            percent(&edge),
            percent(&wager.hit_frequency),
            wager.sd
        ));
    }
    text
}

fn notes(
    question: &Question,
    args: &OddsArgs,
    wagers: &[WagerAnswer],
    assumed: &[Assumption],
    screen: &Screen,
) -> String {
    let mut notes = Vec::new();
    if let (Some(stake), Some(chips)) = (args.stake, &args.chips)
        && !chips.can_make(stake)
    {
        notes.push(format!(
            "No such stake can be made from these chips; the next are {} and {}.",
            chips.next_down(stake),
            chips.next_up(stake)
        ));
    }
    for wager in wagers {
        notes.extend(stake_note(question, args, wager));
    }
    if args.stake.is_some() && question.book.rules.settlement.inexact.get().is_none() {
        notes.push(
            "This book does not say what happens to amounts that chips cannot pay; exact amounts are shown."
                .into(),
        );
    }
    let others: Vec<&str> = question
        .book
        .methods()
        .map(|method| method.id.as_str())
        .filter(|method| *method != question.method)
        .collect();
    if !others.is_empty() {
        notes.push(format!("Other methods of this book: --method {}", others.join(" or --method ")));
    }
    let notes: String = notes.into_iter().map(|note| format!("{note}\n")).collect();
    notes + &assumed_note(args, assumed, screen)
}

/// What the odds rest on that the instrument does not state, as a line; empty if nothing.
pub fn assumed_note(args: &OddsArgs, assumed: &[Assumption], screen: &Screen) -> String {
    if assumed.is_empty() {
        return String::new();
    }
    let note = screen.warning(&format!(
        "These odds rest on values that the instrument does not state and we assume: {}. See `croupier rules {} --assumed`.",
        topics(assumed).join(", "),
        args.book
    ));
    format!("{note}\n")
}

fn stake_note(question: &Question, args: &OddsArgs, wager: &WagerAnswer) -> Option<String> {
    let Paid { live, refused_by, part_void_by, rounded_by } = wager.paid.as_ref()?;
    let (stake, chips, id) = (args.stake?, args.chips.as_ref()?, &wager.wager);
    let book = &question.book.id;
    match (refused_by, part_void_by, rounded_by) {
        (Some(refused), Some(part), _) => Some(format!(
            "{id}: a stake of {stake} is not to be accepted ({book} {refused}); if it was, {live} is live and the rest void ({book} {part}).",
        )),
        (_, Some(part), _) => {
            Some(format!("{id}: only {live} of {stake} is live, the rest is void ({book} {part})."))
        }
        (_, _, Some(rounded)) => {
            Some(format!("{id}: a payment that chips cannot make exactly goes up ({book} {rounded})."))
        }
        (Some(refused), None, None) => {
            Some(format!("{id}: a stake of {stake} is not to be accepted ({book} {refused})."))
        }
        (None, None, None) => left_over(question, stake, chips, wager),
    }
}

/// Where a book pays exactly what chips cannot: the remainder is somebody's decision.
fn left_over(question: &Question, stake: Money, chips: &ChipSet, wager: &WagerAnswer) -> Option<String> {
    let policy = question.book.rules.settlement.inexact.ruled()?;
    let units = BigRational::from_integer(stake.0.into());
    let payable = |row: &Row| {
        let due = &row.pays.0 * &units;
        let whole = due.is_integer().then(|| due.to_integer().to_i64()).flatten();
        whole.is_some_and(|due| chips.can_make(Money(due)))
    };
    wager.rows.iter().find(|row| row.wins() && !payable(row)).map(|_| {
        format!(
            "{}: chips cannot pay every win of this stake exactly; the remainder is the operator's decision ({} {}).",
            wager.wager, question.book.id, policy.basis
        )
    })
}

/// What taking one card out does to each wager.
pub fn removals(question: &Question, args: &OddsArgs, screen: &Screen) -> Result<String, Failure> {
    let answer = question.removals()?;
    if args.json {
        return Ok(lab::json(&answer)?);
    }
    if args.csv {
        return Ok(sheet::csv(&answer.columns())?);
    }
    let ids = answer.wagers.iter().map(String::as_str);
    let headings: Vec<&str> = std::iter::once("card").chain(ids).collect();
    let mut table = screen.table(&headings);
    for (name, removal) in by_rank(&answer.removals) {
        let mut cells = vec![screen.strong(name)];
        cells.extend(removal.effects.0.iter().map(|(_, effect)| {
            let colour = if *effect < Exact::default() { Color::Green } else { Color::Red };
            screen.coloured(screen.number(format!("{:+.4}", effect.to_f64() * 100.0)), colour)
        }));
        table.add_row(cells);
    }
    let about = "Change of the patron's expectation, in hundredths of the stake, when one such card is gone.";
    let notes = notes(question, args, &[], &answer.head.assumed, screen);
    let altered = screen.altered(&answer.head.provenance);
    let (table, foot) = (screen.text_of(&table), screen.foot(&answer.head.provenance));
    Ok(format!("{}\n{altered}{about}\n{table}{notes}{foot}", heading(question, args, screen)))
}

/// The four suits of a rank in one line where they do the same.
fn by_rank(removals: &[Removal]) -> Vec<(String, &Removal)> {
    let mut lines: Vec<(String, &Removal)> = Vec::new();
    for rank in removals.chunk_by(|one, other| one.card.rank == other.card.rank) {
        let alike = rank.len() == 4 && rank.iter().all(|removal| removal.effects.0 == rank[0].effects.0);
        match alike {
            true => lines.push((rank[0].card.rank.letter().to_string(), &rank[0])),
            false => lines.extend(rank.iter().map(|removal| (removal.card.to_string(), removal))),
        }
    }
    lines
}
