//! Which act answers what is due stands in one place; consoles, the automatic dealer, transcripts and tests pick from it.

use std::path::Path;

/// Acts that answer what is due, in the words of the code.
const ANSWERS: [&str; 24] = [
    "Prepare",
    "Shuffle",
    "ReplaceCards",
    "OfferCut",
    "Cut",
    "RefuseCut",
    "LetPlayersCut",
    "InsertCuttingCard",
    "LoadCards",
    "BurnCard",
    "BurnRest",
    "StartPlay",
    "OfferRole",
    "TakeRole",
    "OpenBetting",
    "Call",
    "DrawFirstCard",
    "OfferHand",
    "TakeHand",
    "RefuseHand",
    "CollectHand",
    "Settle",
    "CollectCards",
    "CheckCards",
];

fn source(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Is this act made or matched here?
fn names(code: &str, act: &str) -> bool {
    code.match_indices(&format!("Act::{act}")).any(|(at, found)| {
        let next = code[at + found.len()..].chars().next();
        !next.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn the_acts_that_answer_what_is_due_are_made_in_one_place() {
    let one = source("table/src/due/answers.rs");
    for act in ANSWERS {
        assert!(names(&one, act), "due/answers.rs no longer knows {act}");
    }
    // With what else they have to do with such acts: follow the cards of one that was taken, replace a shoe that is lost.
    let others: [(&str, &[&str]); 5] = [
        ("table/src/driver.rs", &[]),
        ("table/src/transcript/play.rs", &[]),
        ("table/tests/common/house.rs", &["BurnCard", "BurnRest"]),
        ("floor/src/offer.rs", &[]),
        ("floor/src/dealer.rs", &["ReplaceCards"]),
    ];
    for (file, beside) in others {
        let code = source(file);
        let made = ANSWERS.into_iter().filter(|act| !beside.contains(act) && names(&code, act));
        assert_eq!(made.collect::<Vec<&str>>(), Vec::<&str>::new(), "{file} says what answers what is due");
        assert!(code.contains(".answer_with(") || code.contains(".answers("), "{file} asks the table");
    }
}
