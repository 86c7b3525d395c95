//! `croupier rules`: a book, clause by clause.

mod coverage;

use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use crate::screen::columns::Columns;
use baccarat::book::{Assumption, Book};
use baccarat::clause::ClauseKind;
use baccarat::rules::people::Role;
use clap::Args;
use lab::Provenance;
use lab::clauses::{self, ClauseAnswer, Clauses, Wanted};
use serde::Serialize;

/// What to look up.
#[derive(Args)]
pub struct RulesArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
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
    let book = library::open_and_warn(&args.book)?;
    if args.coverage {
        return coverage::show(&book, &args.transcripts, args.json, screen);
    }
    if args.assumed {
        return show_assumed(&book, args.json, screen);
    }
    let wanted = Wanted { numbers: args.clauses.clone(), words: args.search.clone(), kind: args.kind };
    let assumed = clauses::assumed_with(&book, &args.search.join(" "));
    let found = match clauses::find(&book, &wanted, &args.book) {
        Ok(found) => found,
        // No clause says it; what is assumed instead does.
        Err(_) if !assumed.is_empty() => match args.json {
            true => Clauses { book: &book.id, instrument: &book.instrument, clauses: Vec::new() },
            false => {
                let foot = screen.foot(&Provenance::of(&book));
                return Ok(screen.write(&format!("{}{foot}", points_to(&book, &assumed, screen)))?);
            }
        },
        Err(failure) => return Err(failure.into()),
    };
    let provenance = Provenance::of(&book);
    let foot = screen.foot(&provenance);
    let text = match (args.json, args.clauses.is_empty()) {
        (true, _) => lab::json(&FoundClauses { clauses: &found, assumed: &assumed, provenance })?,
        (false, true) => {
            format!("{}{}{foot}", table(&book, &found, screen), points_to(&book, &assumed, screen))
        }
        (false, false) => {
            let clauses = found.clauses.iter().map(|clause| message(&book, clause, screen));
            format!("{}{foot}", clauses.collect::<Vec<_>>().join("\n"))
        }
    };
    Ok(screen.write(&text)?)
}

/// Clauses as JSON, with where their book comes from.
#[derive(Serialize)]
struct FoundClauses<'f> {
    #[serde(flatten)]
    clauses: &'f Clauses<'f>,
    /// What is asked for and stands in no clause, but is assumed.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    assumed: &'f [Assumption],
    provenance: Provenance,
}

/// Assumed values are no clauses, so that a search names them apart.
fn points_to(book: &Book, assumed: &[Assumption], screen: &Screen) -> String {
    if assumed.is_empty() {
        return String::new();
    }
    let heading = screen.heading("Not in the instrument, but assumed:");
    let lines = assumed.iter().map(|assumption| format!("  {} = {}", assumption.topic, assumption.value));
    let why = format!("`croupier rules {} --assumed` says why", book.id);
    format!("{heading}\n{}\n{}\n", lines.collect::<Vec<_>>().join("\n"), screen.faint(&why))
}

fn table(book: &Book, found: &Clauses<'_>, screen: &Screen) -> String {
    let mut columns = Columns::new(&["clause", "kind", "actor", "gist", "gives"]);
    for clause in &found.clauses {
        let gives: Vec<String> =
            clause.gives.iter().map(|given| format!("{} = {}", given.topic, given.value)).collect();
        columns.push(vec![
            clause.clause.to_string(),
            clause.kind.to_string(),
            actors(clause.actor),
            clause.gist.to_owned(),
            gives.join("\n"),
        ]);
    }
    let heading = screen.heading(&format!("{} ({})", book.name, book.instrument));
    let text = columns.text(screen.width(), &|piece| screen.heading(piece));
    format!("{heading}\n{text}{} clauses\n", found.clauses.len())
}

fn message(book: &Book, clause: &ClauseAnswer<'_>, screen: &Screen) -> String {
    let mut lines = vec![
        screen.heading(&format!("{} {}", book.id, clause.clause)),
        format!("  {}", clause.gist),
        screen.faint(&format!("  {}; acts: {}", clause.kind, actors(clause.actor))),
    ];
    for given in &clause.gives {
        lines.push(format!("  {} = {}", given.topic, given.value));
    }
    if let Some(reading) = clause.reading {
        lines.push(format!("  We read: {reading}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn show_assumed(book: &Book, as_json: bool, screen: &Screen) -> Result<(), Failure> {
    let answer = clauses::assumed(book);
    if as_json {
        return Ok(screen.write(&lab::json(&answer)?)?);
    }
    let (assumed, foot) = (answer.assumed, screen.foot(&answer.provenance));
    if assumed.is_empty() {
        return Ok(screen.write(&format!("{} assumes nothing.\n{foot}", book.name))?);
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
    Ok(screen.write(&format!("{heading}\n{}{foot}", screen.text_of(&table)))?)
}
