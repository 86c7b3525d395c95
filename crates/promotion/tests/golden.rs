//! The formats of a promotion's log and of the register of vouchers are frozen: a golden record of each kind of fact and a golden
//! snapshot, read and written again byte for byte. A new fact gets a record: `write_what_is_missing` takes it from a transcript.

#[path = "../../aggregate/tests/golden/mod.rs"]
mod golden;

use aggregate::{Aggregate, By};
use baccarat::book::Book;
use baccarat::shelf;
use golden::{Golden, Record, implementing, words};
use promotion::transcript::{Playthrough, play};
use promotion::vouchers::{VoucherFact, Vouchers};
use promotion::{Fact, Promotion};
use std::path::PathBuf;
use std::sync::Arc;

/// The book of the golden snapshot.
const BOOK: &str = "nsw";
/// The largest that a golden snapshot is.
const LARGEST: usize = 16_000;

fn book() -> Arc<Book> {
    Arc::new(Book::read(shelf::text(BOOK).unwrap()).unwrap())
}

fn promotions() -> Golden<Promotion> {
    let declared = words::<Fact>(r#"{"fact":"?"}"#);
    Golden { rules: book(), declared, word: |record| record.field("/fact/fact") }
}

fn vouchers() -> Golden<Vouchers> {
    let declared = words::<VoucherFact>(r#"{"fact":"?"}"#);
    Golden { rules: (), declared, word: |record| record.field("/fact") }
}

#[test]
fn every_fact_has_a_golden_record_and_every_state_a_golden_snapshot() {
    assert_eq!(implementing("Aggregate", |name| name == "promotion"), ["Promotion", "Vouchers"]);
    promotions().check();
    vouchers().check();
    vouchers().leads_to_the_snapshot();
}

/// What came of every transcript.
fn told() -> Vec<Playthrough> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/promotions").join(BOOK);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let book = book();
    files.iter().map(|file| play(&std::fs::read_to_string(file).unwrap(), |_| Some(book.clone()))).collect()
}

#[test]
#[ignore = "only for a new fact or a new form of snapshot: it writes files"]
fn write_what_is_missing() {
    let played = told().into_iter().flat_map(|told| told.events);
    let records = played.map(|event| Record::of::<Promotion>(&event, By::from(&event.by), event.at));
    promotions().add(records, || {
        let ends = told().into_iter().filter_map(|told| told.promotion);
        let small = ends.filter(|end| end.write_state().unwrap().len() < LARGEST);
        small.max_by_key(|end| end.write_state().unwrap().len()).unwrap()
    });
    vouchers().add([], || vouchers().folded());
}
