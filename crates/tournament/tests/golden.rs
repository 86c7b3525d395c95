//! The format of a tournament's log is frozen: a golden record of each kind of fact and a golden snapshot, read and written again byte for
//! byte. A new fact gets a record: `write_what_is_missing` takes it from a transcript.

#[path = "../../aggregate/tests/golden/mod.rs"]
mod golden;

use aggregate::{Aggregate, By};
use baccarat::book::Book;
use baccarat::rules::people::Role;
use baccarat::shelf;
use golden::{Golden, Record, implementing, words};
use std::path::PathBuf;
use std::sync::Arc;
use table::{Actor, Name, Time};
use tournament::transcript::{Playthrough, play, usual};
use tournament::{Fact, Tournament, TournamentCommand};

/// The book of the golden snapshot.
const BOOK: &str = "nsw";
/// The largest that a golden snapshot is.
const LARGEST: usize = 16_000;

fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

fn golden() -> Golden<Tournament> {
    let declared = words::<Fact>(r#"{"fact":"?"}"#);
    Golden { rules: book(BOOK), declared, word: |record| record.field("/fact/fact") }
}

#[test]
fn every_fact_has_a_golden_record_and_the_state_a_golden_snapshot() {
    assert_eq!(implementing("Aggregate", |name| name == "tournament"), ["Tournament"]);
    golden().check();
}

/// What came of every transcript of a book.
fn told(id: &str) -> Vec<Playthrough> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/tournaments").join(id);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let book = book(id);
    files.iter().map(|file| play(&std::fs::read_to_string(file).unwrap(), |_| Some(book.clone()))).collect()
}

#[test]
#[ignore = "only for a new fact or a new form of snapshot: it writes files"]
fn write_what_is_missing() {
    let by = Actor { name: Name::from("operator"), role: Role::Operator };
    let conditions = usual(BOOK, &[]).unwrap();
    let draft = TournamentCommand::Draft { conditions, by, at: Time(0) };
    let drafted = <Tournament as Aggregate>::found(&book(BOOK), &draft).unwrap();
    let played = [BOOK, "act"].into_iter().flat_map(told).flat_map(|told| told.events);
    let records = drafted.into_iter().chain(played);
    let records = records.map(|event| Record::of::<Tournament>(&event, By::from(&event.by), event.at));
    golden().add(records, || {
        let ends = told(BOOK).into_iter().filter_map(|told| told.tournament);
        let small = ends.filter(|end| end.write_state().unwrap().len() < LARGEST);
        small.max_by_key(|end| end.write_state().unwrap().len()).unwrap()
    });
}
