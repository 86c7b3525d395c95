//! A search understands the words that people use, whatever the book calls it.

use baccarat::book::Book;
use baccarat::shelf;
use lab::clauses::{Wanted, find, is_written, nearest};
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
fn a_search_finds_what_it_is_about_and_not_whole_chapters() {
    let check = |search: &str, most: usize| {
        let count: usize = shelf::ids().iter().map(|id| found(id, search).len()).sum();
        assert!((1..=most).contains(&count), "{search} finds {count} clauses; {most} are enough");
    };
    check("misdeal", 40);
    check("commission", 40);
    check("push", 25);
    // Whoever types the word of a topic's name is shown its chapter.
    assert!(found("nsw", "irregular").len() > 40);
}

#[test]
fn a_number_that_is_not_there_leads_to_the_nearest() {
    let check = |book: &str, number: &str, expected: Option<&str>| {
        let read = Book::read(shelf::text(book).expect("on the shelf")).expect("good");
        assert_eq!(nearest(&read, number).as_deref(), expected, "{book} {number}");
    };
    check("nz", "5.8", Some("5.8"));
    check("nz", "5.8(a)", Some("5.8"));
    check("act", "4.3(a)(i)(Z)", Some("4.3(a)(i)"));
    check("act", "8.4(z)", Some("8.4"));
    check("nsw", "6.7/99", Some("6.7"));
    check("act", "99", None);
    check("act", "99.1(a)", None);
    check("act", "", None);
}

#[test]
fn a_number_is_found_however_people_write_it() {
    let check = |book: &str, number: &str, expected: Option<&str>| {
        let read = Book::read(shelf::text(book).expect("on the shelf")).expect("good");
        let found = nearest(&read, number);
        assert_eq!(found.as_deref(), expected, "{book} {number}");
        if let Some(found) = found {
            assert!(is_written(&read, number, &found), "{book} {number}");
        }
    };
    for number in
        ["s25(b)", "25(b)", "s 25(b)", "s. 25(b)", "section 25(b)", "Section 25(b).", "clause 25(b)"]
    {
        check("qld", number, Some("s25(b)"));
    }
    check("qld", "31(2)", Some("s31(2)"));
    check("act", "cl 7.3", Some("7.3"));
    check("act", "7.3.", Some("7.3"));
    check("act", "2.1/1", Some("2.1/1"));
    check("nsw", "Rule 10.7", Some("10.7"));
    check("nsw", "1.1 Super Six/3", Some("1.1 Super Six/3"));
    check("nz", "rule 5.8", Some("5.8"));
    check("act", "clause", None);
    check("act", "s99", None);
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
    assert!(!Search::of("misdeal").fits_beside("", "irregularities.surplus_card"));
    assert!(Search::of("surplus").fits_beside("", "irregularities.surplus_card"));
    check("4.3", "4.3(a)(i)", true);
    check("4.3", "14.3", false);
    check("5%", "less 5% of it", true);
}
