//! `croupier book`: check a file, print the schema, list what a book may rule on.

use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use baccarat::book::Book;
use baccarat::outcome::Winner;
use baccarat::rules::Rules;
use baccarat::schema;
use baccarat::topic::Need;
use baccarat::wager::Wager;
use clap::Subcommand;
use lab::{Origin, Provenance};
use odds::Way;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Settings;
use table::transcript::{MOST_IN_A_COUP, Session, Stopped};

/// What to do with a book file.
#[derive(Subcommand)]
pub enum BookCommand {
    /// Read a book and list every fault in it, each with its line and what is allowed
    Check {
        /// Book files, or ids of published books
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// JSON instead of text
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of a book file, for editors
    Schema,
    /// List every topic that a book may rule on
    Topics,
    /// Print the text of a published book, to copy and change
    Print {
        /// The book's id
        book: String,
    },
}

/// Runs it.
pub fn run(command: &BookCommand, screen: &Screen) -> Result<(), Failure> {
    match command {
        BookCommand::Check { files, json } => check(files, *json, screen),
        BookCommand::Schema => {
            let schema = serde_json::to_string_pretty(&schema::book_schema());
            let schema = schema.map_err(|error| Failure::refused(error.to_string()))?;
            Ok(screen.write(&format!("{schema}\n"))?)
        }
        BookCommand::Topics => Ok(screen.write(&topics(screen))?),
        BookCommand::Print { book } => Ok(screen.write(&library::text_of(book)?)?),
    }
}

fn check(files: &[String], json: bool, screen: &Screen) -> Result<(), Failure> {
    let mut failed: Vec<Failure> = Vec::new();
    let mut reports = Vec::new();
    for file in files {
        // A file that cannot be read does not keep the others from being checked.
        let text = match library::text_of(file) {
            Ok(text) => text,
            Err(failure) => {
                failed.push(failure);
                continue;
            }
        };
        match Book::check(&text) {
            Ok(book) => {
                let book = Arc::new(book);
                if let Some(message) = no_play(&book) {
                    reports.push(serde_json::json!({ "file": file, "book": book.id, "faults": [message] }));
                    failed.push(Failure::refused(format!("{file}: {message}")));
                    continue;
                }
                let ways: serde_json::Map<String, serde_json::Value> = wagers(&book)
                    .into_iter()
                    .map(|wager| (wager.id.to_string(), Way::of(wager, book.values()).to_string().into()))
                    .collect();
                let provenance = Provenance::of(&book);
                if !json {
                    screen.write(&format!("{}  {}", good(file, &book), origin(&provenance, screen)))?;
                }
                let report = serde_json::json!({
                    "file": file, "book": book.id, "faults": [], "odds_by": ways, "provenance": provenance,
                });
                reports.push(report);
            }
            Err(faults) => {
                reports.push(serde_json::json!({ "file": file, "faults": faults }));
                failed.push(Failure::refused(library::message(file, &faults)));
            }
        }
    }
    if json {
        screen.write(&format!("{:#}\n", serde_json::Value::from(reports)))?;
    }
    let Some(exit) = failed.iter().map(|failure| failure.exit).max_by_key(|exit| *exit as u8) else {
        return Ok(());
    };
    let text = failed.iter().map(|failure| failure.text.as_str()).collect::<Vec<_>>().join("\n");
    Err(Failure { exit, text })
}

/// Why nobody could play by a book with its usual settings: by some settlement method no table opens and has its cards made ready, or no
/// coup is played to its end. Nothing if all of that is possible.
fn no_play(book: &Arc<Book>) -> Option<String> {
    book.methods().find_map(|method| {
        let by = format!("by the {} method", method.id);
        match Session::open(&format!("book {}, {} method", book.id, method.id), book.clone()) {
            Ok(session) => no_coup(session, book, &method.id)
                .map(|why| format!("no coup can be played under it {by}: {why}")),
            Err(stopped) => Some(format!("no table can open under it {by}: {}", why(stopped))),
        }
    })
}

/// Why no coup comes to its end at a table that opened.
fn no_coup(mut session: Session, book: &Book, method: &str) -> Option<String> {
    let Some(wager) = book.main_wager(method, Winner::Player) else {
        return Some("there is no wager on the player's hand".to_owned());
    };
    let usual = Settings::usual(book);
    let left = session.table().map_or(0, |table| table.cards_left()).saturating_sub(MOST_IN_A_COUP);
    let line = format!("ann plays box 1 {} {} until {left} cards are left", wager.id, usual.limits.least);
    session.decide(&line, None).err().map(why)
}

fn why(stopped: Stopped) -> String {
    match stopped {
        Stopped::Refused(refusal) => refusal.to_string(),
        Stopped::Line(failure) => failure.message,
    }
}

/// Where a good book comes from, with the hash of what it says.
fn origin(provenance: &Provenance, screen: &Screen) -> String {
    let base = provenance.base.as_deref().unwrap_or_default();
    let said = match provenance.standing {
        Origin::Published => "published".to_owned(),
        Origin::Variant => format!("a variant of {base}"),
        Origin::Altered => screen.warning(provenance.warning().unwrap_or_default().trim_end_matches('.')),
        Origin::Own => "not on the shelf".to_owned(),
    };
    format!("{said}; values {}\n", provenance.sha256)
}

fn good(file: &str, book: &Book) -> String {
    let methods: Vec<&str> = book.methods().map(|method| method.id.as_str()).collect();
    let wagers = wagers(book);
    let mut text = format!(
        "{file}: good\n  {}\n  {} clauses; {} wagers; methods {}; {} values assumed\n",
        book.instrument,
        book.clauses.len(),
        wagers.len(),
        methods.join(", "),
        book.assumed().len()
    );
    let mut by_way: BTreeMap<Way, Vec<&str>> = BTreeMap::new();
    for wager in &wagers {
        by_way.entry(Way::of(wager, book.values())).or_default().push(wager.id.as_str());
    }
    for (way, wagers) in by_way {
        text.push_str(&format!("  odds by {way}: {}\n", wagers.join(", ")));
    }
    text
}

/// The wagers of all methods, each once; the dearest form of one that methods settle differently.
fn wagers(book: &Book) -> Vec<&Wager> {
    let way = |wager: &Wager| Way::of(wager, book.values());
    let mut wagers: Vec<&Wager> = Vec::new();
    for wager in book.methods().filter_map(|method| book.wagers(&method.id)).flatten() {
        match wagers.iter().position(|known| known.id == wager.id) {
            Some(place) if way(wager) > way(wagers[place]) => wagers[place] = wager,
            Some(_) => {}
            None => wagers.push(wager),
        }
    }
    wagers
}

fn topics(screen: &Screen) -> String {
    let mut table = screen.table(&["topic", "what it is about", "answers"]);
    for info in Rules::topics() {
        let answers = match info.need {
            Need::Always => "one, needed",
            Need::Once => "one, or silent",
            Need::Many => "any number, or silent",
        };
        table.add_row(vec![screen.strong(info.id), screen.plain(info.about), screen.plain(answers)]);
    }
    screen.text_of(&table)
}
