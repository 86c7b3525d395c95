//! What a table says of settings outside the book.

mod common;

use baccarat::book::Book;
use baccarat::rules::cards::{Device, Supply};
use baccarat::shelf;
use common::tables::book;
use std::sync::Arc;
use table::Settings;
use table::transcript::run;

/// All that is wrong with the usual settings of a book after a change, as one text.
fn message(id: &str, change: impl Fn(&mut Settings)) -> String {
    let book = book(id);
    let mut settings = Settings::usual(&book);
    change(&mut settings);
    let bad = settings.check(&book);
    bad.iter().map(|bad| format!("{}: {}", bad.setting, bad.message)).collect::<Vec<_>>().join("; ")
}

#[test]
fn faults_are_told_in_plain_words_with_what_is_allowed() {
    let layout =
        |layout: Option<&str>| message("nsw", |settings| settings.layout = layout.map(str::to_owned));
    assert_eq!(layout(Some("Z")), "layout: found Z; allowed are A, B, C and D");
    assert_eq!(layout(None), "layout: found none; allowed are A, B, C and D");
    let decks = |id: &str| message(id, |settings| settings.decks = 5);
    assert_eq!(decks("nsw"), "decks: found 5; allowed are 3, 4, 6 and 8");
    assert_eq!(decks("act"), "decks: found 5; allowed are 8");
    let pairs = |decks: u8| {
        message("nsw", |settings| {
            settings.decks = decks;
            settings.layout = Some("D".into());
            settings.options = vec!["pairs".into()];
            settings.option_limits = [("pairs".into(), settings.limits)].into();
        })
    };
    assert_eq!(pairs(3), "options: `pairs` needs 6 and 8 decks, found 3");
    assert_eq!(pairs(6), "");
}

#[test]
fn no_fault_prints_what_only_a_programmer_reads() {
    for id in ["act", "nz", "qld", "nsw"] {
        let all = message(id, |settings| {
            settings.method = "barter".into();
            settings.decks = 5;
            settings.device = Device::ShufflingDevice;
            settings.supply = Supply::HouseShuffled;
            settings.seats = 0;
            settings.layout = Some("Z".into());
            settings.dealing = Some("Z".into());
            settings.cutting_cards = 9;
            settings.from_back = 0;
            settings.options = ["perfect-pairs", "canberra-pairs", "pairs", "lucky-9"].map(Into::into).into();
            settings.sharing = Some(0);
        });
        assert!(!all.is_empty());
        for mark in ["Some(", "None", "[", "\"", "::"] {
            assert!(!all.contains(mark), "{id}: {all}");
        }
    }
}

#[test]
fn a_book_that_wants_more_cards_beside_the_cut_than_there_are_opens_no_table_and_stops_nothing() {
    let text = shelf::text("nsw").unwrap().replace("cut.decks_from_ends = 1", "cut.decks_from_ends = 9");
    let book = Arc::new(Book::read(&text).unwrap());
    let report = run("book nsw\nwager ann box 1 player 10\nexpect betting open\n", |_| Some(book.clone()));
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    let told =
        failures.iter().any(|failure| failure.contains("416 cards cannot be cut 468 cards from either end"));
    assert!(told, "{failures:?}");
}
