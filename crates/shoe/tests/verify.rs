//! Honest records hold; bent, truncated and hostile ones are found, and where.

mod common;

use common::{dealt, played, shoe_of, text};
use merkle::Hash;
use proptest::prelude::*;
use shoe::Ending;
use shoe::record::Line;
use shoe::verify::{verify, verify_sequence};

fn message(text: &str) -> String {
    let faults = verify(text).expect_err("this record should not hold");
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A record with something done to its lines is refused with these words.
fn check(bend: impl FnOnce(&mut Vec<Line>), said: &str) {
    let mut lines = dealt(1, 1, 20, 30, Ending::Finished);
    bend(&mut lines);
    let message = message(&text(&lines));
    assert!(message.contains(said), "no `{said}` in:\n{message}");
}

#[test]
fn an_honest_shoe_holds() {
    for (decks, cut, cards) in [(1, 0, 52), (8, 104, 400), (8, 415, 416), (8, 1, 2), (3, 7, 0)] {
        let shoe = verify(&text(&dealt(5, decks, cut, cards, Ending::Finished))).unwrap();
        assert_eq!((shoe.sealed.decks, shoe.cut, shoe.dealt), (decks, Some(cut), cards));
        assert_eq!(shoe.unseen, u16::from(cards > 1));
        assert_eq!(shoe.order.len(), usize::from(decks) * 52);
    }
    let spilt = Ending::Abandoned("cards on the floor".into());
    assert_eq!(verify(&text(&dealt(6, 8, 9, 80, spilt.clone()))).unwrap().because, spilt);
}

#[test]
fn a_shoe_given_up_before_the_cut_holds() {
    let mut shoe = shoe_of(3, 8, None);
    let reveal = shoe.end(Ending::Abandoned("torn card".into())).unwrap();
    let lines = [Line::sealed(shoe.sealed()), Line::Revealed(reveal)];
    let shoe = verify(&text(&lines)).unwrap();
    assert_eq!((shoe.cut, shoe.dealt), (None, 0));
}

#[test]
fn the_cut_turns_the_order_round() {
    let [uncut, cut] = [0, 13].map(|at| verify(&text(&dealt(4, 1, at, 5, Ending::Finished))).unwrap());
    assert_eq!(cut.order[0], uncut.order[13]);
    assert_eq!(cut.order[39..], uncut.order[..13]);
}

#[test]
fn what_is_bent_is_told_with_its_line() {
    let other = || dealt(2, 1, 20, 30, Ending::Finished);
    check(|lines| lines[5] = other()[5].clone(), "line 6: card 3 is");
    check(|lines| lines.swap(7, 8), "line 8: card 6, but card 5 is due");
    check(|lines| drop(lines.remove(9)), "line 10: card 8, but card 7 is due");
    check(|lines| lines.insert(9, lines[8].clone()), "line 10: card 6, but card 7 is due");
    check(|lines| drop(lines.pop()), "line 32: the record ends here");
    check(|lines| drop(lines.remove(31)), "line 32: 30 cards came out, but the record tells of 29");
    check(|lines| drop(lines.remove(0)), "line 1: `cut` before the shoe was sealed");
    check(|lines| drop(lines.remove(1)), "line 2: card 0 before the cut");
    check(|lines| lines.insert(2, Line::Cut { at: 20 }), "line 3: a second cut");
    check(|lines| lines[1] = Line::Cut { at: 52 }, "line 2: cut at 52; allowed are 0 to 51");
    check(
        |lines| lines[1] = Line::Cut { at: 21 },
        "opens position 20, but after this cut position 21 is due",
    );
    check(|lines| lines.push(Line::Cut { at: 1 }), "line 34: `cut` after the shoe was revealed in line 33");
    check(|lines| lines.insert(1, other()[0].clone()), "line 2: the shoe was sealed in line 1 already");
    check(
        |lines| *lines.last_mut().unwrap() = other().pop().unwrap(),
        "line 33: the seed revealed has the hash",
    );
    check(|lines| lines[0] = other()[0].clone(), "do not lead to the root that was sealed");
}

#[test]
fn what_is_sealed_cannot_be_changed() {
    let sealed = |change: fn(&mut shoe::Sealed)| {
        move |lines: &mut Vec<Line>| match &mut lines[0] {
            Line::Sealed { of, .. } => change(of),
            _ => unreachable!(),
        }
    };
    check(sealed(|of| of.book = Hash::NONE), "line 1: the seal is");
    check(sealed(|of| of.table = "Test 2".parse().unwrap()), "line 1: the seal is");
    check(sealed(|of| of.number = 2), "line 1: the seal is");
    check(sealed(|of| of.previous.0[0] = 1), "line 1: shoe 1 names a shoe before it");
    check(sealed(|of| of.number = 0), "line 1: shoes are numbered from 1");
    check(sealed(|of| of.decks = 0), "line 1: 0 decks; allowed are 1 to 100");
    check(
        sealed(|of| of.algorithm = "rot13".into()),
        "unknown algorithm \"rot13\"; known is croupier-shoe-1",
    );
}

/// A house that swaps an unseen card, or lies about the whole order, but keeps its seals right.
#[test]
fn a_house_that_deals_other_cards_than_its_seed_gives_is_found() {
    let mut lines = dealt(1, 1, 20, 30, Ending::Finished);
    let Line::Sealed { seal, of } = &mut lines[0] else { unreachable!() };
    of.root.0[3] ^= 1;
    *seal = of.seal();
    lines.retain(|line| !matches!(line, Line::Card(_) | Line::Unseen { .. }));
    let message = message(&text(&lines));
    assert!(message.contains("line 3: the seed revealed leads to the root"), "{message}");
}

#[test]
fn hostile_files_get_a_clear_error() {
    let honest = text(&dealt(1, 1, 0, 3, Ending::Finished));
    for (hostile, said) in [
        (String::new(), "line 1: the record is empty"),
        ("\n".into(), "line 1: cut off after 0 bytes"),
        ("[]".into(), "line 1: not a line of a record"),
        ("{\"sealed\":3}".into(), "line 1: not a line of a record"),
        ("{\"cut\":{\"at\":1,\"at\":2}}".into(), "duplicate field `at`"),
        ("{\"cut\":{\"at\":1},\"unseen\":{\"drawn\":0}}".into(), "line 1: not a line of a record"),
        ("{\"cut\":{\"at\":70000}}".into(), "invalid value: integer `70000`"),
        ("{\"peek\":{}}".into(), "unknown variant `peek`"),
        ("\u{0}\u{1}ELF".into(), "line 1: not a line of a record"),
        (format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)), "line 1: not a line of a record"),
        (honest.replace("\"card\":{", "\"card\":{\"next\":\"AS\","), "unknown field `next`"),
        (honest[..honest.len() - 40].to_owned(), "line 6: cut off after"),
        (honest.replacen("\"salt\":\"", "\"salt\":\"xx", 1), "is not 32 bytes: write 64 digits"),
        (honest.replacen("\"path\":[\"", "\"path\":[\"ABC", 1), "is not a hash: write 64 digits"),
        (honest.replacen("\"card\":\"", "\"card\":\"X", 1), "is not a card"),
        (honest.replacen("{\"cut\"", "{ \"cut\"", 1), "line 2: not spelt as a record spells it, from byte 2"),
        (honest.replace('\n', "\r\n"), "line 1: not spelt as a record spells it"),
        (format!("{honest}\n"), "line 7: cut off after 0 bytes"),
    ] {
        let message = message(&hostile);
        assert!(message.contains(said), "no `{said}` in:\n{message}");
        assert!(message.len() < 1_000, "{message}");
    }
}

#[test]
fn shoes_follow_one_another_without_a_gap() {
    let mut sealed = vec![shoe_of(1, 8, None).sealed().clone()];
    for number in 2..=5 {
        sealed.push(shoe_of(number, 8, sealed.last()).sealed().clone());
    }
    assert_eq!(verify_sequence(&sealed), Vec::<String>::new());
    assert_eq!(verify_sequence(sealed.iter().rev()), Vec::<String>::new());
    let without = |number: u32| sealed.iter().filter(move |sealed| sealed.number != number);
    assert_eq!(verify_sequence(without(3)), ["table Test 1: shoe 3 is missing"]);
    assert_eq!(verify_sequence([&sealed[0], &sealed[4]]), ["table Test 1: shoes 2 to 4 are missing"]);
    assert_eq!(verify_sequence([&sealed[0], &sealed[0]]), ["table Test 1: there are two shoes 1"]);
    // A second shoe 2 that replaced the one that was announced.
    let replaced = shoe_of(77, 8, Some(&sealed[0])).sealed().clone();
    let faults = verify_sequence([&sealed[0], &replaced, &sealed[2]]);
    assert!(faults[0].contains("shoe 3 names") && faults.len() == 1, "{faults:?}");
}

#[test]
fn an_opening_is_checked_at_once_and_says_nothing_of_the_next() {
    let mut shoe = shoe_of(9, 8, None);
    let lines = played(&mut shoe, 100, 60, Ending::Finished);
    let sealed = shoe.sealed().clone();
    let openings: Vec<_> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Card(opening) => Some(opening),
            _ => None,
        })
        .collect();
    for opening in &openings {
        assert_eq!(opening.check(&sealed, 100), Ok(()));
        let mut lie = (*opening).clone();
        lie.card = openings.iter().find(|other| other.card != lie.card).unwrap().card;
        assert!(lie.check(&sealed, 100).is_err());
    }
    // The next leaf cannot be found by trying all 52 cards with any salt that has been seen.
    let next = openings.last().unwrap();
    for salt in openings.iter().map(|opening| opening.salt) {
        for card in baccarat::card::Card::all() {
            let mut guess = (*next).clone();
            guess.drawn += 1;
            guess.position += 1;
            (guess.card, guess.salt) = (card, salt);
            assert!(guess.check(&sealed, 100).is_err());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Every changed byte is found, wherever it is.
    #[test]
    fn a_changed_byte_is_found(at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let honest = text(&dealt(1, 1, 20, 12, Ending::Abandoned("why".into()))).into_bytes();
        let mut bent = honest.clone();
        let at = at.index(bent.len());
        bent[at] = to;
        let Ok(bent) = String::from_utf8(bent) else { return Ok(()) };
        // The last line end may be missing, and the reason is whatever it is said to be.
        let reason = bent.contains("\"abandoned\":\"why\"");
        prop_assume!(bent.as_bytes() != honest && reason && at + 1 != honest.len());
        prop_assert!(verify(&bent).is_err(), "byte {at} to {to}");
    }

    #[test]
    fn a_truncated_record_is_found(to in any::<prop::sample::Index>()) {
        let honest = text(&dealt(1, 1, 20, 12, Ending::Finished));
        let to = to.index(honest.len() - 1);
        prop_assert!(verify(&honest[..to]).is_err());
    }

    #[test]
    fn any_text_gets_an_answer(text in "\\PC{0,200}(\n\\PC{0,80}){0,3}") {
        prop_assert!(verify(&text).is_err());
    }
}
