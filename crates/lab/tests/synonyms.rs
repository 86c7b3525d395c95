//! A search understands the words that people use, whatever the book calls it.

use baccarat::book::Book;
use baccarat::shelf;
use lab::clauses::{Wanted, find};
use lab::synonyms::Search;

fn found(book: &str, search: &str) -> Vec<String> {
    let book = Book::read(shelf::text(book).expect("on the shelf")).expect("good");
    let wanted = Wanted { words: vec![search.to_owned()], ..Wanted::default() };
    let Ok(found) = find(&book, &wanted, "") else { return Vec::new() };
    found.clauses.iter().map(|one| one.clause.to_string()).collect()
}

#[test]
fn every_word_that_people_use_finds_something_in_some_book() {
    for said in Search::known() {
        assert!(shelf::ids().iter().any(|id| !found(id, said).is_empty()), "{said} finds nothing");
    }
}

#[test]
fn what_a_book_says_in_other_words_is_found() {
    assert!(found("act", "five per cent").contains(&"8.4(b)".to_owned()));
    assert!(!found("nsw", "commission").is_empty());
    assert!(!found("nsw", "misdeal").is_empty());
    assert!(found("act", "misdeal").iter().any(|clause| clause.starts_with("15.")));
}

#[test]
fn every_part_of_a_search_must_be_there() {
    let all = found("act", "five per cent");
    let fewer = found("act", "five per cent tie");
    assert!(fewer.iter().all(|clause| all.contains(clause)), "{fewer:?}");
    assert!(found("act", "five per cent zebra").is_empty());
}

#[test]
fn a_word_is_found_as_a_word_and_with_its_endings() {
    let check = |search: &str, text: &str, fits: bool| {
        assert_eq!(Search::of(search).fits(text), fits, "{search}: {text}")
    };
    check("tie", "a tie, and ties", true);
    check("tie", "properties of parties", false);
    check("cut", "the cutting card", false);
    check("draw", "a hand draws", true);
    check("draw", "withdrawn", false);
    check("exclude", "excluded for good", true);
    check("misdeal", "irregularities", true);
    check("4.3", "4.3(a)(i)", true);
    check("4.3", "14.3", false);
    check("5%", "less 5% of it", true);
}
