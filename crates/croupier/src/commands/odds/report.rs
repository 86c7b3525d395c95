//! The odds as a table, JSON or CSV.

use super::question::{OddsArgs, Question, Staked, fraction, no_odds, result};
use crate::failure::Failure;
use crate::screen::{Screen, bar};
use baccarat::book::Assumption;
use baccarat::chips::Money;
use baccarat::wager::{Settlement, Wager};
use comfy_table::{Color, ColumnConstraint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use odds::WagerOdds;
use serde_json::{Value, json};

/// One line of a report: rows that lose alike, or push alike, are one line; every winning row is its own.
struct Line<'q> {
    name: Option<&'q str>,
    settlement: Settlement,
    net: BigRational,
    probability: BigRational,
    clauses: Vec<String>,
    assumed: bool,
}

impl Line<'_> {
    /// What the line rests on, for the eye.
    fn basis(&self) -> String {
        if self.assumed { "assumed".to_owned() } else { self.clauses.join(", ") }
    }
}

fn lines<'q>(wager: &'q Wager, odds: &WagerOdds) -> Vec<Line<'q>> {
    let mut lines: Vec<Line<'q>> = Vec::new();
    for ((row, net), probability) in wager.rows.iter().zip(odds.nets()).zip(odds.probabilities()) {
        let same = |line: &&mut Line<'_>| {
            !matches!(row.settlement, Settlement::Wins(_))
                && line.settlement == row.settlement
                && line.net == *net
        };
        let clauses = row.basis.clauses().iter().map(|clause| clause.to_string());
        match lines.iter_mut().find(same) {
            Some(line) => {
                line.probability += probability;
                line.clauses.extend(clauses);
            }
            None => lines.push(Line {
                name: row.name.as_deref(),
                settlement: row.settlement,
                net: net.clone(),
                probability,
                clauses: clauses.collect(),
                assumed: row.basis.assumed().is_some(),
            }),
        }
    }
    lines
}

/// A fraction as a number for the eye.
pub fn shown(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// A fraction as a percentage for the eye.
pub fn percent(value: &BigRational) -> String {
    format!("{:.4} %", shown(value) * 100.0)
}

/// The odds of every wager asked for.
pub fn odds(question: &Question, args: &OddsArgs, screen: &Screen) -> Result<String, Failure> {
    let plain = question.odds()?;
    let staked = match (&args.stake, &args.chips) {
        (Some(stake), _) if stake.0 == 0 => {
            return Err(Failure::usage("--stake: found 0; allowed is an amount above 0"));
        }
        (Some(stake), Some(chips)) => Some(question.staked(&plain, *stake, chips)?),
        _ => None,
    };
    let odds: Vec<&WagerOdds> = match &staked {
        Some(staked) => staked.iter().map(|staked| &staked.odds).collect(),
        None => plain.iter().collect(),
    };
    let assumed = question.assumed(staked.is_some());
    if args.json {
        return Ok(format!("{:#}\n", odds_json(question, args, &odds, staked.as_deref(), &assumed)));
    }
    if args.csv {
        return odds_csv(question, &odds, &assumed);
    }
    let table = match args.wagers.is_empty() {
        true => summary(question, &odds, screen),
        false => in_detail(question, &odds, screen),
    };
    let notes = notes(question, args, staked.as_deref(), &assumed, screen);
    Ok(format!("{}\n{table}{notes}", heading(question, args, screen)))
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

fn summary(question: &Question, odds: &[&WagerOdds], screen: &Screen) -> String {
    // What a narrow terminal can do without, so that no number is broken in two.
    let (names, bars, deviations) = (screen.width() >= 132, screen.width() >= 116, screen.width() >= 100);
    let mut headings = vec!["wager", "name", "pays", "wins", "stands off", "house edge", "", "deviation"];
    let kept = [true, names, true, true, true, true, bars, deviations];
    let mut kept_heading = kept.iter();
    headings.retain(|_| kept_heading.next() == Some(&true));
    let mut table = screen.table(&headings);
    let most = odds.iter().map(|odds| odds.house_edge().abs()).fold(0.0, f64::max);
    for (wager, odds) in question.wagers.iter().zip(odds) {
        let pushes: BigRational = lines(wager, odds)
            .into_iter()
            .filter(|line| line.settlement == Settlement::StandsOff)
            .map(|line| line.probability)
            .sum();
        let cells = [
            screen.strong(&wager.id),
            screen.plain(&wager.name),
            screen.plain(pays(wager, odds)),
            screen.number(percent(&odds.hit_frequency())),
            screen.number(if pushes == BigRational::default() { String::new() } else { percent(&pushes) }),
            edge_cell(&odds.ev(), screen),
            bar::edge_bar(odds.house_edge(), most, screen),
            screen.number(format!("{:.4}", odds.standard_deviation())),
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
pub fn edge_cell(ev: &BigRational, screen: &Screen) -> comfy_table::Cell {
    let edge = -ev.clone();
    let colour = if edge < BigRational::default() { Color::Red } else { Color::Green };
    screen.coloured(screen.number(percent(&edge)), colour)
}

/// The different pays of a wager, the highest first.
fn pays(wager: &Wager, odds: &WagerOdds) -> String {
    let mut pays: Vec<(&BigRational, String)> = Vec::new();
    for (row, net) in wager.rows.iter().zip(odds.nets()) {
        if let Settlement::Wins(declared) = row.settlement
            && !pays.iter().any(|(known, _)| *known == net)
        {
            let as_declared = fraction(declared.ratio()) == *net;
            pays.push((net, if as_declared { declared.to_string() } else { net.to_string() }));
        }
    }
    pays.sort_by(|one, other| other.0.cmp(one.0));
    pays.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ")
}

fn in_detail(question: &Question, odds: &[&WagerOdds], screen: &Screen) -> String {
    let mut text = String::new();
    for (wager, odds) in question.wagers.iter().zip(odds) {
        let mut table = screen.table(&["result", "row", "pays", "probability", "exactly", "clauses"]);
        for line in lines(wager, odds) {
            let pays = match line.settlement {
                Settlement::Wins(declared) if fraction(declared.ratio()) == line.net => declared.to_string(),
                _ => line.net.to_string(),
            };
            table.add_row(vec![
                screen.plain(result(line.settlement)),
                screen.plain(line.name.unwrap_or_default()),
                screen.number(pays),
                screen.number(percent(&line.probability)),
                screen.plain(&line.probability),
                screen.plain(line.basis()),
            ]);
        }
        let ev = odds.ev();
        text.push_str(&format!(
            "\n{} ({})\n{}house edge {}, exactly {}; wins {}; deviation {:.6}\n",
            screen.heading(&wager.name),
            wager.id,
            screen.text_of(&table),
            percent(&-ev.clone()),
            -ev,
            percent(&odds.hit_frequency()),
            odds.standard_deviation()
        ));
    }
    text
}

fn notes(
    question: &Question,
    args: &OddsArgs,
    staked: Option<&[Staked<'_>]>,
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
    for staked in staked.unwrap_or_default() {
        notes.extend(stake_note(question, args, staked));
    }
    if staked.is_some() && question.book.rules.settlement.inexact.get().is_none() {
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

/// The topics of some assumptions, each once.
pub fn topics(assumed: &[Assumption]) -> Vec<&str> {
    let mut topics: Vec<&str> = assumed.iter().map(|assumption| assumption.topic.as_str()).collect();
    topics.dedup();
    topics
}

fn stake_note(question: &Question, args: &OddsArgs, staked: &Staked<'_>) -> Option<String> {
    let (wager, taken, stake) = (&staked.wager.id, &staked.taken, args.stake?);
    let book = &question.book.id;
    let refused = taken.refused.map(|rule| &rule.basis);
    match (refused, taken.part_void.map(|rule| &rule.basis), &staked.rounded) {
        (Some(refused), Some(part), _) => Some(format!(
            "{wager}: a stake of {stake} is not to be accepted ({book} {refused}); if it was, {} is live and the rest void ({book} {part}).",
            taken.live
        )),
        (_, Some(part), _) => Some(format!(
            "{wager}: only {} of {stake} is live, the rest is void ({book} {part}).",
            taken.live
        )),
        (_, _, Some(rounded)) => {
            Some(format!("{wager}: a payment that chips cannot make exactly goes up ({book} {rounded})."))
        }
        (Some(refused), None, None) => {
            Some(format!("{wager}: a stake of {stake} is not to be accepted ({book} {refused})."))
        }
        (None, None, None) => left_over(question, args, staked),
    }
}

/// Where a book pays exactly what chips cannot: the remainder is somebody's decision.
fn left_over(question: &Question, args: &OddsArgs, staked: &Staked<'_>) -> Option<String> {
    let (stake, chips) = (args.stake?, args.chips.as_ref()?);
    let policy = question.book.rules.settlement.inexact.ruled()?;
    let units = fraction(num_rational::Ratio::from_integer(stake.0));
    let odd = staked.wager.rows.iter().zip(staked.odds.nets()).find(|(row, net)| {
        let due = *net * &units;
        let whole = due.is_integer().then(|| due.to_integer().to_i64()).flatten();
        matches!(row.settlement, Settlement::Wins(_)) && !whole.is_some_and(|due| chips.can_make(Money(due)))
    });
    odd.map(|_| {
        format!(
            "{}: chips cannot pay every win of this stake exactly; the remainder is the operator's decision ({} {}).",
            staked.wager.id, question.book.id, policy.basis
        )
    })
}

fn odds_json(
    question: &Question,
    args: &OddsArgs,
    odds: &[&WagerOdds],
    staked: Option<&[Staked<'_>]>,
    assumed: &[Assumption],
) -> Value {
    let wagers: Vec<Value> = question
        .wagers
        .iter()
        .zip(odds)
        .enumerate()
        .map(|(place, (wager, odds))| {
            let mut json = wager_json(wager, odds);
            if let (Some(staked), Some(object)) = (staked.map(|staked| &staked[place]), json.as_object_mut())
            {
                object.insert("live".into(), staked.taken.live.to_string().into());
                object.insert("refused_by".into(), basis(staked.taken.refused.map(|rule| &rule.basis)));
                object.insert("part_void_by".into(), basis(staked.taken.part_void.map(|rule| &rule.basis)));
                object.insert("rounded_by".into(), staked.rounded.clone().into());
            }
            json
        })
        .collect();
    let mut json = head_json(question, assumed);
    if let Some(object) = json.as_object_mut() {
        if let (Some(stake), Some(chips)) = (&args.stake, &args.chips) {
            object.insert("stake".into(), stake.to_string().into());
            let chips: Vec<String> = chips.chips().iter().map(ToString::to_string).collect();
            object.insert("chips".into(), chips.into());
        }
        object.insert("wagers".into(), wagers.into());
    }
    json
}

/// What every JSON answer begins with.
pub fn head_json(question: &Question, assumed: &[Assumption]) -> Value {
    json!({
        "book": question.book.id,
        "method": question.method,
        "decks": question.decks,
        "cards": question.shoe.cards(),
        "assumed": assumed,
    })
}

fn basis(basis: Option<&baccarat::basis::Basis>) -> Value {
    basis.map(ToString::to_string).into()
}

fn wager_json(wager: &Wager, odds: &WagerOdds) -> Value {
    let rows: Vec<Value> = lines(wager, odds)
        .into_iter()
        .map(|line| {
            json!({
                "result": result(line.settlement),
                "name": line.name,
                "pays": line.net.to_string(),
                "probability": line.probability.to_string(),
                "clauses": line.clauses,
            })
        })
        .collect();
    json!({
        "wager": wager.id,
        "name": wager.name,
        "rows": rows,
        "ev": odds.ev().to_string(),
        "house_edge": odds.house_edge(),
        "sd": odds.standard_deviation(),
        "variance": odds.variance().to_string(),
        "hit_frequency": odds.hit_frequency().to_string(),
    })
}

fn odds_csv(question: &Question, odds: &[&WagerOdds], assumed: &[Assumption]) -> Result<String, Failure> {
    let mut records = vec![
        [
            "book",
            "method",
            "decks",
            "cards",
            "wager",
            "result",
            "name",
            "pays",
            "probability",
            "ev",
            "house_edge",
            "sd",
            "assumed",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let assumed = topics(assumed).join(" ");
    let decks = question.decks.map_or(String::new(), |decks| decks.to_string());
    for (wager, odds) in question.wagers.iter().zip(odds) {
        let (ev, edge, sd) = (odds.ev().to_string(), odds.house_edge(), odds.standard_deviation());
        for line in lines(wager, odds) {
            records.push(vec![
                question.book.id.clone(),
                question.method.clone(),
                decks.clone(),
                question.shoe.cards().to_string(),
                wager.id.to_string(),
                result(line.settlement).to_owned(),
                line.name.unwrap_or_default().to_owned(),
                line.net.to_string(),
                line.probability.to_string(),
                ev.clone(),
                edge.to_string(),
                sd.to_string(),
                assumed.clone(),
            ]);
        }
    }
    csv_text(&records)
}

/// Records as CSV.
pub fn csv_text(records: &[Vec<String>]) -> Result<String, Failure> {
    let failed = |error: String| Failure::refused(format!("cannot write CSV: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.write_record(record).map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}

/// What taking one card out does to each wager.
pub fn removals(question: &Question, args: &OddsArgs, screen: &Screen) -> Result<String, Failure> {
    if question.shoe.cards() == 6 {
        return Err(Failure::refused(
            "6 cards are left; to take one out and still deal a coup needs at least 7",
        ));
    }
    let removals = question.evaluator.removals(&question.shoe).map_err(no_odds)?;
    let assumed = question.assumed(false);
    if args.json {
        let effects: Vec<Value> = removals
            .iter()
            .map(|removal| {
                let effects: Vec<(String, Value)> = question
                    .wagers
                    .iter()
                    .zip(&removal.effects)
                    .map(|(wager, effect)| (wager.id.to_string(), effect.to_string().into()))
                    .collect();
                json!({ "card": removal.card.to_string(), "effects": serde_json::Map::from_iter(effects) })
            })
            .collect();
        let mut json = head_json(question, &assumed);
        json["removals"] = effects.into();
        return Ok(format!("{json:#}\n"));
    }
    let ids: Vec<&str> = question.wagers.iter().map(|wager| wager.id.as_str()).collect();
    if args.csv {
        let headings = std::iter::once("card").chain(ids).chain(["assumed"]);
        let mut records = vec![headings.map(str::to_owned).collect::<Vec<_>>()];
        for removal in &removals {
            let effects = removal.effects.iter().map(ToString::to_string);
            let assumed = topics(&assumed).join(" ");
            records.push(std::iter::once(removal.card.to_string()).chain(effects).chain([assumed]).collect());
        }
        return csv_text(&records);
    }
    let headings: Vec<&str> = std::iter::once("card").chain(ids).collect();
    let mut table = screen.table(&headings);
    for (name, effects) in by_rank(&removals) {
        let mut cells = vec![screen.strong(name)];
        cells.extend(effects.iter().map(|effect| {
            let colour = if *effect < BigRational::default() { Color::Green } else { Color::Red };
            screen.coloured(screen.number(format!("{:+.4}", shown(effect) * 100.0)), colour)
        }));
        table.add_row(cells);
    }
    let about = "Change of the patron's expectation, in hundredths of the stake, when one such card is gone.";
    let notes = notes(question, args, None, &assumed, screen);
    Ok(format!("{}\n{about}\n{}{notes}", heading(question, args, screen), screen.text_of(&table)))
}

/// The four suits of a rank in one line where they do the same.
fn by_rank(removals: &[odds::Removal]) -> Vec<(String, &[BigRational])> {
    let mut lines: Vec<(String, &[BigRational])> = Vec::new();
    for rank in removals.chunk_by(|one, other| one.card.rank == other.card.rank) {
        let alike = rank.len() == 4 && rank.iter().all(|removal| removal.effects == rank[0].effects);
        match alike {
            true => lines.push((rank[0].card.rank.letter().to_string(), &rank[0].effects)),
            false => {
                lines.extend(rank.iter().map(|removal| (removal.card.to_string(), &removal.effects[..])))
            }
        }
    }
    lines
}
