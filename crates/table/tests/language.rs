//! The language of transcripts: a slip of the pen never passes, expectations look where a reader would, and the page lists
//! every line there is.

use baccarat::book::Book;
use baccarat::shelf;
use std::sync::{Arc, LazyLock};
use table::transcript::{Report, forms, run};

static NSW: LazyLock<Arc<Book>> =
    LazyLock::new(|| Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap()));

fn played(text: &str) -> Report {
    run(&format!("book nsw\n{text}\n"), |_| Some(NSW.clone()))
}

#[track_caller]
fn passes(text: &str) {
    let failures: Vec<String> = played(text).failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{text}\n{}", failures.join("\n"));
}

#[track_caller]
fn fails(text: &str, message: &str) {
    let failures: Vec<String> = played(text).failures.iter().map(ToString::to_string).collect();
    assert!(failures.iter().any(|failure| failure.contains(message)), "`{message}` is not in: {failures:?}");
}

const BET: &str = "wager ann box 1 player 100\n";

#[test]
fn a_slip_of_the_pen_never_passes() {
    for (text, message) in [
        ("setting scanning ye\nexpect refused", "found `ye`; allowed are yes and no"),
        ("setting low-limit true\nexpect refused", "found `true`; allowed are yes and no"),
        ("setting decks 8 6\nexpect refused", "found `6` behind it; `decks` has one value"),
        ("setting deks 8\nexpect refused", "no setting `deks`; the nearest is `decks`"),
        ("setting opened-by operatr\nexpect refused", "found `operatr`; allowed is a role of the staff"),
        (
            "wager ann box 1 player 100 in cash\nexpect refused",
            "found `in cash`; allowed are `in tokens` and `spoken`",
        ),
        ("wager ann box 1 tie 50 spokn\nexpect refused", "found `spokn`"),
        (
            "wager ann box 1 plaier 100\nexpect refused",
            "no wager is called `plaier`; the nearest is `player`",
        ),
        ("dealr calls no more bets\nexpect refused", "nobody is called `dealr`; the nearest is `dealer`"),
        ("supervisor directs no-bet coup consent markers\nexpect refused", "found `markers`"),
        ("supervisor refuses ann box 1 player becuse late\nexpect refused", "allowed is `because REASON`"),
        ("dealer deels 6H to player\nexpect refused", "the nearest is `dealer deals"),
    ] {
        fails(text, message);
    }
    fails(&format!("{BET}expect no retruned"), "no event says `retruned`; the nearest word is `returned`");
    fails(&format!("{BET}expect no returned  99.9"), "nsw has no clause `99.9`");
    passes(&format!("{BET}expect no returned"));
    // What is refused for a reason that is said hides nothing.
    passes("wager ann box 1 plaier 100\nexpect refused this book has no wager");
}

#[test]
fn an_expectation_looks_back_to_the_last_one() {
    passes(&format!(
        "{BET}cards 4H KD 5C 7S\nfinish\nexpect player wins\nexpect ann box 1 player 100 wins 100"
    ));
    passes(&format!("{BET}cards 4H KD 5C 7S\nexpect player wins\nfinish\nexpect no player wins"));
}

#[test]
fn every_failed_expectation_is_shown_with_the_nearest_event() {
    let report =
        played(&format!("{BET}deal 4H KD 5C 7S\nexpect banker wins\nexpect ann box 1 player 100 loses 100"));
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!(failures.len(), 2, "{failures:?}");
    assert!(failures[1].contains("the nearest is: ann box 1 player 100 wins 100"), "{}", failures[1]);
}

#[test]
fn a_clause_that_the_book_divides_stands_for_its_parts() {
    let report = played(&format!("{BET}deal 4H KD 5C 7S\nexpect 4H to player  7.3"));
    assert_eq!(report.failures, [], "{:?}", report.failures);
    assert!(report.hints.iter().any(|hint| hint.message.contains("`7.3` stands for its parts")));
    assert!(report.covered.is_empty());
    fails(&format!("{BET}deal 4H KD 5C 7S\nexpect 4H to player  10.6"), "not on 10.6");
}

#[test]
fn a_name_is_the_same_in_capitals() {
    passes(
        "Ann arrives\nann buys in 500\nwager ANN box 1 player 100\nexpect ann box 1 player 100 placed\nexpect Ann has 400",
    );
}

#[test]
fn cards_may_be_keyed_in_several_lines_on_any_table() {
    passes(&format!("setting dealing B\n{BET}cards 4H\ncards KD 5C\ncards 7S\nfinish\nexpect player wins"));
}

#[test]
fn cards_left_the_board_and_whose_wager_can_be_expected() {
    let dealt = format!("{BET}deal 4H KD 5C 7S\n");
    passes(&format!("{dealt}expect cards left 411\nexpect no cards left 410"));
    fails(&format!("{dealt}expect cards left 412"), "cards left are 411");
    passes(&format!("{dealt}expect board P*"));
    fails(&format!("{dealt}expect board P"), "the board shows `P*`");
    let returned = "wager bob box 2 banker 50\nsupervisor refuses bob box 2 banker because it came late\n";
    passes(&format!("{returned}expect bob box 2 banker 50 returned: it came late"));
    fails(&format!("{returned}expect ann box 2 banker 50 returned"), "what came");
}

#[test]
fn a_story_tells_every_line_with_what_came_of_it() {
    let report = played(&format!(
        "{BET}wager ann box 1 player 5\nexpect refused\ndeal 4H KD 5C 7S\nexpect player wins"
    ));
    let told: Vec<(usize, bool)> =
        report.story.iter().map(|told| (told.line, told.refused.is_some())).collect();
    assert_eq!(told, [(1, false), (2, false), (3, true), (5, false)]);
    assert!(report.story[3].events.iter().any(|event| event.fact.to_string().contains("player wins")));
}

/// Rewrites the list when asked with `CROUPIER_WRITE=1`.
#[test]
fn the_page_lists_every_line() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/transcripts.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once("<!-- every line -->\n").expect("the page has the list of lines");
    let (listed, after) = rest.split_once("<!-- end -->").expect("the list ends");
    if std::env::var_os("CROUPIER_WRITE").is_some() {
        std::fs::write(path, format!("{before}<!-- every line -->\n{}<!-- end -->{after}", forms())).unwrap();
        return;
    }
    assert_eq!(listed, forms(), "run this test with CROUPIER_WRITE=1");
}
