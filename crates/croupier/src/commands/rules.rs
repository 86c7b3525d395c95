//! `croupier rules`: a book, clause by clause.

mod coverage;

use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use baccarat::basis::ClauseNumber;
use baccarat::book::{Book, Dependent};
use baccarat::clause::{Clause, ClauseKind};
use baccarat::rules::people::Role;
use clap::Args;
use std::collections::BTreeMap;

/// What to look up.
#[derive(Args)]
pub struct RulesArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    book: String,
    /// Clause numbers, or the start of one: `5.4` finds 5.4/1, 5.4/2 and 5.4/3
    #[arg(value_name = "CLAUSE")]
    clauses: Vec<String>,
    /// Clauses that hold all of these words, in gist, reading or values
    #[arg(long, value_name = "WORDS", num_args = 1.., conflicts_with = "clauses")]
    search: Vec<String>,
    /// Clauses of this kind: fact, compute, gate, flow, ruling, config, notice, record or judgement
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<ClauseKind>,
    /// What the instrument does not state and we assume, with why
    #[arg(long, conflicts_with_all = ["clauses", "search", "kind"])]
    assumed: bool,
    /// Which transcripts exercise each clause that is not a mere fact, and which clauses are still bare
    #[arg(long, conflicts_with_all = ["clauses", "search", "kind", "assumed"])]
    coverage: bool,
    /// The folder of transcripts that --coverage looks at
    #[arg(long, value_name = "FOLDER", default_value = "transcripts")]
    transcripts: String,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

fn kind(text: &str) -> Result<ClauseKind, String> {
    let named = ClauseKind::ALL.iter().find(|kind| kind.to_string() == text);
    named.copied().ok_or_else(|| {
        let words: Vec<String> = ClauseKind::ALL.iter().map(ToString::to_string).collect();
        format!("allowed are {}", words.join(", "))
    })
}

fn actors(actors: &[Role]) -> String {
    actors.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Runs it.
pub fn run(args: &RulesArgs, screen: &Screen) -> Result<(), Failure> {
    let book = library::open(&args.book)?;
    if args.coverage {
        return coverage::show(&book, &args.transcripts, args.json, screen);
    }
    if args.assumed {
        return show_assumed(&book, args.json, screen);
    }
    let found = find(&book, args)?;
    let text = match (args.json, args.clauses.is_empty()) {
        (true, _) => json(&book, &found),
        (false, true) => table(&book, &found, screen),
        (false, false) => {
            found.iter().map(|clause| message(&book, clause, screen)).collect::<Vec<_>>().join("\n")
        }
    };
    Ok(screen.write(&text)?)
}

/// What rests on each clause.
type Resting = BTreeMap<ClauseNumber, Vec<Dependent>>;

fn find<'b>(book: &'b Book, args: &RulesArgs) -> Result<Vec<&'b Clause>, Failure> {
    let of_kind = |clause: &&Clause| args.kind.is_none_or(|kind| clause.kind == kind);
    let words: Vec<String> =
        args.search.iter().flat_map(|words| words.split_whitespace()).map(str::to_lowercase).collect();
    let resting = if words.is_empty() { Resting::new() } else { book.resting() };
    let holds = |clause: &&Clause| words.is_empty() || holds_all(&resting, clause, &words);
    let candidates: Vec<&Clause> = book.clauses.iter().filter(of_kind).filter(holds).collect();
    if args.clauses.is_empty() {
        let none =
            || format!("no clause of {} fits; `croupier rules {}` lists them all", book.name, args.book);
        return if candidates.is_empty() { Err(Failure::refused(none())) } else { Ok(candidates) };
    }
    let mut found = Vec::new();
    for number in &args.clauses {
        let exact = candidates.iter().find(|clause| clause.number.as_str() == number);
        let of_number = exact.map_or_else(|| cites(&candidates, number), |clause| vec![*clause]);
        if of_number.is_empty() {
            return Err(Failure::refused(not_found(book, number, args)));
        }
        found.extend(of_number);
    }
    Ok(found)
}

/// Clauses whose number goes on from this one: 5.4 finds 5.4/1 and 5.4(a), not 5.40.
fn cites<'b>(clauses: &[&'b Clause], number: &str) -> Vec<&'b Clause> {
    let goes_on = |clause: &&&Clause| {
        let rest = clause.number.as_str().strip_prefix(number);
        rest.is_some_and(|rest| !number.is_empty() && rest.starts_with(['/', '(', '.', ' ', ':']))
    };
    clauses.iter().filter(goes_on).copied().collect()
}

fn holds_all(resting: &Resting, clause: &Clause, words: &[String]) -> bool {
    let values = resting.get(&clause.number).into_iter().flatten();
    let values = values.map(|value| format!("{} {}", value.topic, value.value));
    let reading = clause.reading.clone().unwrap_or_default();
    let text = [clause.number.to_string(), clause.gist.clone(), reading].into_iter().chain(values);
    let text = text.collect::<Vec<_>>().join(" ").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

fn not_found(book: &Book, number: &str, args: &RulesArgs) -> String {
    if let (Some(clause), Some(kind)) = (book.clause(number), args.kind) {
        return format!("clause {number} of {} is of kind {}, not {kind}", book.name, clause.kind);
    }
    let shorter = |length: usize| {
        let start: String = number.chars().take(length).collect();
        let near = book.clauses.iter().filter(|clause| clause.number.as_str().starts_with(&start));
        near.take(6).map(|clause| clause.number.as_str()).collect::<Vec<_>>()
    };
    let near = (1..number.chars().count()).rev().map(shorter).find(|near| !near.is_empty());
    match near {
        Some(near) => format!("no clause {number} in {}; near it are {}", book.name, near.join(", ")),
        None => format!("no clause {number} in {}; `croupier rules {}` lists them all", book.name, args.book),
    }
}

fn table(book: &Book, clauses: &[&Clause], screen: &Screen) -> String {
    let mut table = screen.table(&["clause", "kind", "actor", "gist", "gives"]);
    let resting = book.resting();
    for clause in clauses {
        let gives = resting.get(&clause.number).into_iter().flatten();
        let gives: Vec<String> = gives.map(|given| format!("{} = {}", given.topic, given.value)).collect();
        table.add_row(vec![
            screen.strong(&clause.number),
            screen.plain(clause.kind),
            screen.plain(actors(&clause.actor)),
            screen.plain(&clause.gist),
            screen.plain(gives.join("\n")),
        ]);
    }
    let heading = screen.heading(&format!("{} ({})", book.name, book.instrument));
    format!("{heading}\n{}{} clauses\n", screen.text_of(&table), clauses.len())
}

fn message(book: &Book, clause: &Clause, screen: &Screen) -> String {
    let mut lines = vec![
        screen.heading(&format!("{} {}", book.id, clause.number)),
        format!("  {}", clause.gist),
        screen.faint(&format!("  {}; acts: {}", clause.kind, actors(&clause.actor))),
    ];
    for given in book.rests_on(&clause.number) {
        lines.push(format!("  {} = {}", given.topic, given.value));
    }
    if let Some(reading) = &clause.reading {
        lines.push(format!("  We read: {reading}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn json(book: &Book, clauses: &[&Clause]) -> String {
    let resting = book.resting();
    let clauses: Vec<serde_json::Value> = clauses
        .iter()
        .map(|clause| {
            serde_json::json!({
                "clause": clause.number,
                "kind": clause.kind,
                "actor": clause.actor,
                "gist": clause.gist,
                "reading": clause.reading,
                "gives": resting.get(&clause.number).map(Vec::as_slice).unwrap_or_default(),
            })
        })
        .collect();
    let json = serde_json::json!({ "book": book.id, "instrument": book.instrument, "clauses": clauses });
    format!("{json:#}\n")
}

fn show_assumed(book: &Book, json: bool, screen: &Screen) -> Result<(), Failure> {
    let assumed = book.assumed();
    if json {
        let json = serde_json::json!({ "book": book.id, "assumed": assumed });
        return Ok(screen.write(&format!("{json:#}\n"))?);
    }
    if assumed.is_empty() {
        return Ok(screen.write(&format!("{} assumes nothing.\n", book.name))?);
    }
    let mut table = screen.table(&["assumed", "value", "why"]);
    for assumption in &assumed {
        table.add_row(vec![
            screen.strong(&assumption.topic),
            screen.plain(&assumption.value),
            screen.plain(&assumption.why),
        ]);
    }
    let heading = screen.heading(&format!("Not stated by {}: assumed", book.instrument));
    Ok(screen.write(&format!("{heading}\n{}", screen.text_of(&table)))?)
}
