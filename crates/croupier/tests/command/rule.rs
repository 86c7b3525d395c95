//! `croupier rule`: rulings as they are printed, for every irregularity that a book's table offers.

use super::{BOOKS, check_failure, json, run, shown};
use serde_json::Value;

/// The ruling, with the clauses of each of its lines.
fn rows(answer: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let row = |row: &Value| {
        let clauses = row["clauses"].as_array().unwrap().iter().map(text).collect::<Vec<_>>().join(", ");
        (text(&row["of"]), text(&row["ruling"]), clauses)
    };
    answer["rows"].as_array().unwrap().iter().map(row).collect()
}

fn check(arguments: &[&str], irregularity: &str, expected: &[(&str, &str, &str)]) {
    let answer = json(arguments);
    assert_eq!(answer["irregularity"], irregularity, "{arguments:?}");
    let rows = rows(&answer);
    for (of, said, clauses) in expected {
        let found = rows.iter().find(|row| row.0 == *of).unwrap_or_else(|| panic!("{arguments:?}: no {of}"));
        assert!(found.1.contains(said) && found.2 == *clauses, "{arguments:?}: {found:?}");
    }
}

/// NSW 12.2: a Player who stands has a third card, the Banker must draw, so the card is the Banker's.
#[test]
fn a_third_card_on_a_player_who_stands() {
    let page = shown(&["rule", "nsw", "--cards", "6H 3D KC KS", "--misdealt", "5H to player"]);
    for said in [
        "New South Wales Baccarat: Player 6♥ K♣ makes 6, Banker 3♦ K♠ makes 3",
        "What happened: 5♥ went to the Player",
        "A third card went to a Player who must stand, and the Banker must draw",
        "Banker gets 5♥: 3♦ K♠ 5♥ makes 8",
        "Bob, 100 on Banker: wins 95",
        "12.2/1",
        "this one decides",
        "but comes later",
    ] {
        assert!(page.contains(said), "no `{said}` in\n{page}");
    }
    assert!(!page.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn rulings_differ_by_book() {
    let stands = ["--cards", "6H 7D KC KS", "--misdealt", "5H to player"];
    let on = |book: &'static str| [&["rule", book], &stands[..]].concat();
    let opens = "opens a coup on which nobody may bet";
    check(&on("act"), "player-third-banker-stands-seen", &[("the card", opens, "15.2/1, 15.2/2")]);
    check(&on("nz"), "player-third-banker-stands-seen", &[("the card", opens, "11.1(b)/2")]);
    check(&on("nsw"), "player-third-banker-stands-seen", &[("the card", opens, "12.3/2")]);
    check(
        &on("qld"),
        "surplus-seen",
        &[("the book", "does not say", ""), ("who decides", "a supervisor", "")],
    );
    let late = ["--cards", "6H 7D KC KS", "--later"];
    let on = |book: &'static str| [&["rule", book], &late[..]].concat();
    check(&on("act"), "found-after-next-coup", &[("earlier coups", "is void", "15.5/1")]);
    check(&on("nsw"), "found-after-next-coup", &[("earlier coups", "stand", "12.1.4/1")]);
}

#[test]
fn patrons_may_withdraw_where_the_table_really_waits_for_them() {
    let order = ["rule", "nsw", "--cards", "2H 7D KC KS", "--misdealt", "5H to banker"];
    check(
        &order,
        "cards-out-of-sequence",
        &[("patrons may", "withdraw wagers before play goes on", "12.1.1/2, 12.1.1/3, 12.1.1/4")],
    );
    let stand = ["rule", "nz", "--cards", "2H 7D KC KS", "--misdealt", "5H to banker"];
    check(
        &stand,
        "cards-out-of-sequence",
        &[("who decides", "a supervisor", "11.6"), ("patrons may", "nothing", "")],
    );
}

/// Where the table leaves it to somebody, nobody reads that it follows by itself.
#[test]
fn who_decides_is_whom_the_table_asks() {
    let order = ["rule", "nsw", "--cards", "2H 3D 3C 2S", "--misdealt", "8D to banker"];
    check(
        &order,
        "cards-out-of-sequence",
        &[("who decides", "a supervisor, as everybody can see", "12.1.1/1")],
    );
    let below = ["rule", "nsw", "--cards", "2H 7D", "--misdealt", "5H to banker"];
    check(&below, "cards-out-of-sequence", &[("who decides", "nobody need", "")]);
    for book in ["act", "nz", "nsw"] {
        let burn = ["rule", book, "--cards", "6H 6D", "--found", "burn-forgotten"];
        check(&burn, "burn-forgotten", &[("who decides", "a supervisor finds whether it was so", "")]);
    }
}

/// Each thing that may be decided is played to its end.
#[test]
fn what_a_person_decides_is_shown_for_each_decision() {
    let answer = json(&["rule", "act", "--cards", "6H 7D", "--found", "cannot-be-reconstructed"]);
    let courses = answer["courses"].as_array().unwrap();
    let message: Vec<&str> = courses.iter().map(|course| course["decided"].as_str().unwrap()).collect();
    assert_eq!(message, ["granted", "denied"]);
    assert!(courses[0]["events"].to_string().contains("coup-voided"));
    assert!(!courses[1]["events"].to_string().contains("coup-voided"));
}

/// What may have gone wrong hangs on the book's rules too, so that list says whose they are.
#[test]
fn what_may_have_gone_wrong_bears_the_hash_of_the_book() {
    let hash = json(&["rule", "nz"])["provenance"]["sha256"].as_str().unwrap().to_owned();
    assert_eq!(json(&["odds", "nz"])["provenance"]["sha256"], hash.as_str());
    assert!(shown(&["rule", "nz"]).trim_end().ends_with(&hash));
}

/// How an offered irregularity is asked on the command line.
fn flags(possible: &Value) -> Vec<&'static str> {
    let report = &possible["report"];
    match report["what"].as_str().unwrap() {
        "misdealt" => match report["to"].as_str().map(str::to_lowercase).as_deref() {
            Some("player") => vec!["--misdealt", "4C to player"],
            Some("banker") => vec!["--misdealt", "down to banker"],
            _ => vec!["--in-excess", "4C"],
        },
        "face-up" => vec!["--face-up", "4C"],
        "wrongly-burnt" => vec!["--wrongly-burnt", "down"],
        "foreign" => vec!["--foreign", "down"],
        _ => Vec::new(),
    }
}

/// Whatever is offered is answered, in every book, at every point of a coup.
#[test]
fn every_irregularity_that_is_offered_has_an_answer() {
    for book in BOOKS {
        for cards in ["", "6H 3D", "6H 3D KC KS"] {
            let place = ["rule", book, "--cards", cards];
            let offered = json(&place);
            let offered = offered["possible"].as_array().unwrap();
            assert!(offered.len() > 4, "{book} {cards}");
            for possible in offered {
                let found = possible["report"]["irregularity"].as_str().unwrap_or_default();
                let found = ["--found", found, "--because", "patrons were not done"];
                let more = match possible["report"]["what"] == "found" {
                    true => found.to_vec(),
                    false => flags(possible),
                };
                if more.is_empty() {
                    continue;
                }
                let answer = json(&[&place[..], &more].concat());
                assert_eq!(answer["ruled"].as_bool().unwrap(), answer["verdict"].is_object(), "{more:?}");
                assert!(!answer["courses"].as_array().unwrap().is_empty(), "{book} {cards} {more:?}");
                assert!(!answer["events"].as_array().unwrap().is_empty(), "{book} {cards} {more:?}");
            }
        }
    }
}

#[test]
fn without_a_situation_what_may_have_happened_is_listed() {
    let list = shown(&["rule", "nsw", "--cards", "2H 7D KC KS"]);
    assert!(list.contains("A card went to the Banker that was not due there"), "{list}");
    assert!(!list.contains("to player"), "a card to the Player is due: {list}");
    assert!(list.contains("--found card-missing"), "{list}");
    let silent = shown(&["rule", "qld", "--cards", "2H 7D KC KS"]);
    assert!(silent.contains("the book does not say what follows"), "{silent}");
}

#[test]
fn bad_situations_are_refused_with_what_is_allowed() {
    let with = |more: &[&'static str]| [&["rule", "act"], more].concat();
    check_failure(
        &with(&["--cards", "6H 7D KC KS 5H", "--in-excess", "5H"]),
        1,
        &["all its cards after 4", "--misdealt"],
    );
    check_failure(&with(&["--cards", "6X"]), 2, &["6X", "AS or TH"]);
    check_failure(&with(&["--cards", "6H", "--misdealt", "5H"]), 2, &["5H to player"]);
    check_failure(&with(&["--cards", "6H", "--misdealt", "5H to dealer"]), 2, &["player and banker"]);
    check_failure(&with(&["--cards", "6H", "--misdealt", "5H to banker"]), 1, &["that card is due"]);
    check_failure(
        &with(&["--found", "rain"]),
        2,
        &["no irregularity `rain`", "burn-forgotten", "The burn was forgotten"],
    );
    check_failure(&with(&["--found", "shoe-ran-out"]), 1, &["cannot have happened there", "no card is due"]);
    check_failure(&with(&["--face-up", "down"]), 2, &["down"]);
    check_failure(&with(&["--later"]), 2, &["--cards"]);
    check_failure(&with(&["--later", "--cards", "6H 7D"]), 2, &["not over"]);
    check_failure(&with(&["--face-up", "5H", "--in-excess", "5H"]), 2, &["cannot be used with"]);
    check_failure(&with(&["--device", "shuffling-device", "--face-up", "5H"]), 1, &["outside the book"]);
    check_failure(&with(&["--device", "hat", "--face-up", "5H"]), 2, &["card-shoe"]);
    check_failure(&with(&["--faces", "sideways", "--face-up", "5H"]), 2, &["up, down"]);
    check_failure(&with(&["--wagers", "moon 10", "--face-up", "5H"]), 1, &["moon"]);
    check_failure(&with(&["--wagers", "player", "--face-up", "5H"]), 2, &["player 100, tie 10"]);
    assert_eq!(run(&["rule", "nowhere"]).status.code(), Some(2));
}

/// NSW 6.5.1: limits found broken later leave the earlier coup as it was, and the line says by which clauses.
#[test]
fn limits_found_broken_later() {
    check(
        &["rule", "nsw", "--cards", "6H 7D KC KS", "--limits-broken"],
        "limits-broken",
        &[("earlier coups", "stand", "6.5.1/1, 6.5.1/2"), ("the wagers", "not touched", "")],
    );
}

/// NSW 12.11: between coups a foreign card voids nothing, and the rest of the rule still runs.
#[test]
fn between_coups_no_coup_is_void() {
    let between = ["rule", "nsw", "--foreign", "down"];
    let none = ("the coup", "none was under way, so none is void", "12.11.2/1");
    check(&between, "card-foreign", &[none, ("the cards", "are all taken out", "12.11.3/1, 12.11.3/2")]);
    let within = ["rule", "nsw", "--cards", "6H 3D", "--foreign", "down"];
    check(&within, "card-foreign", &[("the coup", "is void", "12.11.2/1")]);
}

/// NSW 13: what is asked after a shuffling device failed, and each way it may go.
#[test]
fn a_device_that_fails() {
    let answer = json(&["rule", "nsw", "--found", "device-failed"]);
    let paths = answer["paths"].as_array().unwrap();
    let path = |said: &[&str]| {
        let found = paths.iter().find(|path| path["said"] == serde_json::json!(said));
        let events = found.unwrap_or_else(|| panic!("no {said:?}"))["events"].as_array().unwrap();
        let clauses = events.iter().flat_map(|event| event["event"]["under"]["clauses"].as_array().unwrap());
        let message = events.iter().map(|event| event["message"].as_str().unwrap().to_owned());
        (
            message.collect::<Vec<_>>(),
            clauses.map(|clause| clause.as_str().unwrap().to_owned()).collect::<Vec<_>>(),
        )
    };
    let (out, fair) = ("a card of the coup is out", "nobody is put at a disadvantage");
    let stay = "some stakes are left down";
    let (spare, moves) = ("a second device is at hand", "the cards can be moved");
    for (said, message, clauses) in [
        (&["no card of a coup is out"][..], "cards moved to another device", &["13.1.2"][..]),
        (
            &[out, "somebody is put at a disadvantage"],
            "coup 1 void",
            &["13.1.3", "13.4/1", "13.4/2", "13.4/3"],
        ),
        (&[out, fair, spare, moves, "no card is damaged"], "the game goes on", &["13.2/1", "13.2/2"]),
        (
            &[out, fair, spare, moves, "a card is damaged"],
            "replacements put into that device",
            &["13.3.1", "13.3.2", "13.3.3/1", "13.3.3/2", "13.3.4"],
        ),
        (
            &[out, fair, "no second device is at hand", stay, "a card is damaged"],
            "the coup is finished from a card shoe",
            &["13.1.4", "13.5.1", "13.5.2", "13.5.3", "13.5.4"],
        ),
        (
            &[out, fair, spare, "the cards cannot be moved", stay, "no card is damaged"],
            "the coup is finished from a card shoe",
            &["13.1.5", "13.5.1", "13.5.3", "13.5.4"],
        ),
        (
            &[out, fair, "no second device is at hand", "every stake is taken back", "a card is damaged"],
            "coup 1 void",
            &["13.5.1", "13.5.2", "13.5.4"],
        ),
    ] {
        let (events, cited) = path(said);
        assert!(events.iter().any(|event| event == message), "{said:?}: {events:?}");
        for clause in clauses {
            assert!(cited.iter().any(|cited| cited == clause), "{said:?}: {clause} is not in {cited:?}");
        }
    }
    assert_eq!(paths.len(), 12);
    let page = shown(&["rule", "nsw", "--found", "device-failed"]);
    assert!(page.contains("A card of the coup is out, somebody is put at a disadvantage"), "{page}");
    let named = json(&["rule", "nsw", "--found", "device failed", "--cards", "6H 3D"]);
    assert_eq!(named["paths"].as_array().unwrap().len(), 11);
    for book in ["act", "nz", "qld"] {
        let page = shown(&["rule", book, "--found", "device-failed"]);
        assert!(page.contains("This book does not say what follows"), "{page}");
    }
    check_failure(
        &["rule", "nsw", "--found", "device-failed", "--device", "card-shoe"],
        1,
        &["do not come from a shuffling device", "13.1.1"],
    );
}
