//! What is declared of acts, facts and refusals holds together.

use baccarat::rules::people::Role;
use std::collections::BTreeSet;
use table::{Act, Audience, Fact, Power, Reason, people};

fn all_different(words: impl Iterator<Item = &'static str>) -> usize {
    let words: Vec<&str> = words.collect();
    let set: BTreeSet<&str> = words.iter().copied().collect();
    assert_eq!(set.len(), words.len(), "a word stands for one thing");
    let plain = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    assert!(set.iter().all(plain));
    set.len()
}

#[test]
fn every_word_stands_for_one_act_fact_or_reason() {
    assert_eq!(all_different(Act::all().map(|info| info.word)), 106);
    assert_eq!(all_different(Fact::all().map(|info| info.word)), 141);
    all_different(Reason::ALL.iter().map(|reason| reason.word()));
}

#[test]
fn everything_declared_says_what_it_is() {
    let sentences = Act::all()
        .map(|info| info.sentence)
        .chain(Fact::all().map(|info| info.sentence))
        .chain(Reason::ALL.iter().map(|reason| reason.sentence()))
        .chain(Act::all().flat_map(|info| info.fields).map(|field| field.sentence));
    for sentence in sentences {
        assert!(sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{sentence:?}");
    }
}

#[test]
fn what_is_declared_of_an_act_is_found_from_it() {
    let act = Act::from(people::Act::TakeSeat { seat: 3 });
    assert_eq!(act.word(), "take-seat");
    assert_eq!(serde_json::to_string(&act).unwrap(), r#"{"act":"take-seat","seat":3}"#);
    assert_eq!(act.power(Role::Player), Power::Play);
    let cut = Act::all().find(|info| info.word == "cut").unwrap();
    assert_eq!((cut.power(Role::Player), cut.power(Role::Dealer)), (Power::Play, Power::Deal));
    let place = Act::all().find(|info| info.word == "place").unwrap();
    let fields: Vec<_> = place.fields.iter().map(|field| (field.word(), field.is_optional())).collect();
    let wanted = [("box", false), ("wager", false), ("amount", false), ("kind", false), ("spoken", true)];
    assert_eq!(fields, wanted);
    let settled = Fact::all().find(|info| info.word == "wager-settled").unwrap();
    assert_eq!(settled.audience, Audience::EverybodyAndOwner);
}

#[test]
fn a_word_that_is_none_is_answered_with_the_nearest() {
    let error = serde_json::from_str::<Act>(r#"{"act":"plase"}"#).unwrap_err().to_string();
    assert!(error.starts_with("no act is called `plase`; the nearest is `place`"), "{error}");
    let error = serde_json::from_str::<Fact>(r#"{"fact":"shuffeld"}"#).unwrap_err().to_string();
    assert!(error.starts_with("no fact is called `shuffeld`; the nearest is `shuffled`"), "{error}");
    let error = serde_json::from_str::<Act>(r#"{"act":"buy-in"}"#).unwrap_err().to_string();
    assert!(error.contains("missing field `cash`"), "{error}");
}
