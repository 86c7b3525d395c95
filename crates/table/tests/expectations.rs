//! What a transcript expects holds only if it is really so, and what cannot be read or held is told at its line.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::shelf;
use std::sync::{Arc, LazyLock};
use table::transcript::run;
use table::{Act, Actor, Command, Limits, Name, Reason, Settings, Table, TableChange, Time, notice, people};

static NSW: LazyLock<Arc<Book>> =
    LazyLock::new(|| Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap()));

/// Why a New South Wales transcript failed; nothing if it passed.
fn failure(text: &str) -> Option<String> {
    let report = run(&format!("book nsw\n{text}\n"), |_| Some(NSW.clone()));
    report.failures.first().map(ToString::to_string)
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(failure(text), None, "{text}");
}

#[track_caller]
fn fails(text: &str, message: &str) {
    let failure = failure(text).unwrap_or_else(|| panic!("it passed:\n{text}"));
    assert!(failure.contains(message), "`{message}` is not in: {failure}");
}

/// Player 9, Banker 7, with wagers on Player and on the tie.
const PLAYER_WINS: &str = "wager ann box 1 player 100\nwager bob box 2 tie 10\ndeal 4H KD 5C 7S\n";

fn after_player_wins(expected: &str) -> String {
    format!("{PLAYER_WINS}expect {expected}")
}

#[test]
fn words_stand_one_right_behind_the_other() {
    for holds in [
        "player wins",
        "player 9 banker 7 player wins",
        "Player 9, Banker 7: player wins",
        "ann box 1 player 100 wins 100",
        "ann ... wins 100",
        "bob … loses 10",
        "player 9 then ann box 1 player",
        "no banker wins",
        "no tie",
        "no bob ... wins",
    ] {
        passes(&after_player_wins(holds));
    }
    for (false_of_it, message) in [
        ("banker wins", "what came"),
        ("player 9 player wins", "what came"),
        ("bob wins", "what came"),
        ("bob ... wins", "what came"),
        ("wins 100 ... ann", "what came"),
        ("no player wins", "and it is so"),
        ("no bob ... loses", "and it is so"),
        // A wager on the tie is no tie.
        ("tie", "what came"),
    ] {
        fails(&after_player_wins(false_of_it), message);
    }
    passes("wager bob box 2 tie 10\ndeal 4H KD 5C 9S\nexpect tie\nexpect no player wins");
}

#[test]
fn how_things_stand_can_be_denied() {
    for (state, other, message) in [
        ("ann has 10100", "ann has 10200", "chips is 10100"),
        ("results P", "results B", "results are `P`"),
        ("drop 20000", "drop 10000", "drop is 20000"),
        ("float 979910", "float 1000000", "float is 979910"),
        ("ann is owed 0", "ann is owed 5", "what is owed is 0"),
    ] {
        passes(&after_player_wins(state));
        passes(&after_player_wins(&format!("no {other}")));
        fails(&after_player_wins(other), message);
        fails(&after_player_wins(&format!("no {state}")), message);
    }
    let bet = "wager ann box 1 player 100\nexpect";
    passes(&format!("{bet} betting open"));
    passes(&format!("{bet} no betting closed"));
    fails(&format!("{bet} no betting open"), "and it is so: betting is open");
    fails(&format!("{bet} betting closed"), "betting is open");
    fails(&after_player_wins("no zoe has 5"), "nobody is called zoe");
    fails("wager ann box 1 player 100\nexpect no due first card", "due is: first card to player");
    passes("wager ann box 1 player 100\nexpect no due shuffle");
    let refused = "wager ann box 1 player 5\nexpect refused";
    passes(refused);
    fails(&format!("{refused}\nexpect no refused"), "and it is so: it was refused");
}

#[test]
fn an_expectation_says_something() {
    for bare in ["expect", "expect no", "expect due", "expect player wins then", "expect ..."] {
        fails(&format!("{PLAYER_WINS}{bare}"), "it does not say what is expected");
    }
    for clause in ["no opens 12.3/1", "player wins 7.2", "refused 12.3/1"] {
        fails(&after_player_wins(clause), "after two blanks or more");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (line, message) in [
        ("wager ann box 1 player -5", "up to a billion"),
        ("wager ann box 1 player 99999999999", "up to a billion"),
        ("wager ann box 300 player 100", "a whole number from 0 to 255"),
        ("wait 99999999999 seconds", "a whole number from 0 to 4294967295"),
    ] {
        passes(&format!("{line}\nexpect refused allowed is ... {message}  silent numbers out of range"));
        fails(&format!("{line}\nexpect play started"), "it was refused");
    }
    for (key, value) in [("float", "-1"), ("decks", "99999999999999999999"), ("seats", "300")] {
        passes(&format!("setting {key} {value}\nexpect refused {key} found"));
        fails(&format!("setting {key} {value}\nwager ann box 1 player 100"), "line 2: refused");
    }
    fails("wager ann box one player 100\nexpect refused", "line 2: found `one`; allowed is a whole number");
    fails("time -1:00:00\nexpect refused", "allowed is a time");
}

#[test]
fn a_decision_without_its_reason_is_refused() {
    passes(
        "wager ann box 1 player 100\nsupervisor refuses ann box 1 player\nexpect refused a refusal needs its ground",
    );
    passes(
        "wager ann box 1 player 100\ncards 2H 7D 3C KS\ndealer reports ann box 1 player 100 was 200 in coup 1\n\
        supervisor decides matter 1 granted\nexpect refused",
    );
}

#[test]
fn words_of_a_closed_set_are_told_in_our_words() {
    fails("dealer reports nonsense\nexpect refused", "found `nonsense`; allowed are ");
    fails("dealer reports nonsense\nexpect refused", "burn forgotten");
    fails("dealer calls out loud\nexpect refused", "found `out loud`; allowed are ");
    fails("setting faces sideways\nexpect refused", "found `sideways`; allowed are up, down");
}

/// NSW 8.12/1 and 8.22/1: methods B and C deal face down.
#[test]
fn faces_follow_the_dealing_method() {
    for (dealing, clause) in [("B", "8.12/1"), ("C", "8.22/1")] {
        passes(&format!("setting dealing {dealing}\nwager ann box 1 player 100\nexpect placed"));
        passes(&format!("setting dealing {dealing}\nsetting faces up\nexpect refused faces  {clause}"));
        let settings =
            table::transcript::settings(&format!("setting dealing {dealing}"), Settings::usual(&NSW), &NSW);
        let (settings, _) = settings.unwrap();
        assert_eq!(settings.faces.to_string(), "down");
    }
    assert_eq!(Settings::usual(&NSW).faces.to_string(), "up");
}

#[test]
fn time_does_not_run_backwards() {
    passes("time 00:20:00\nexpect no refused\ntime 00:10:00\nexpect refused does not run backwards");
}

/// NSW 6.7/2: twenty minutes of notice count from the posting of the sign, whatever the clock says by then.
#[test]
fn a_notice_is_not_given_after_the_fact() {
    let actor = |role: Role| Actor { name: Name::from(role.to_string()), role };
    let minutes = |minutes: i64| Time(minutes * 60_000);
    let settings = Settings::usual(&NSW);
    let (mut table, _) = Table::open(NSW.clone(), settings.clone(), actor(Role::Operator), Time(0)).unwrap();
    let ask = |act: Act, at: Time| Command::one(act, actor(Role::Supervisor), at);
    let limits = Limits { least: Money(25 * Money::UNITS), ..settings.limits };
    let change = || TableChange::Limits { limits };
    // The clock was set back by half an hour before the sign went up.
    for command in [
        ask(Act::People(people::Act::SignOn), minutes(30)),
        ask(Act::Notice(notice::Act::PostSign { change: change(), effective: minutes(5) }), minutes(0)),
    ] {
        let mut decided = table.decide(&command).unwrap();
        table.take(&mut decided);
    }
    let make = |at: i64| {
        table.decide(&ask(
            Act::Notice(notice::Act::MakeChange { change: change(), keep_old: false }),
            minutes(at),
        ))
    };
    assert_eq!(make(30).unwrap_err().reason, Reason::NoticeTooShort);
    assert_eq!(make(49).unwrap_err().reason, Reason::NoticeTooShort);
    make(50).unwrap();
}

#[test]
fn names_and_lines_are_plain_text() {
    fails(
        "wager a\u{1b}[31mnn box 1 player 100\nexpect refused",
        "line 2: found the control character U+001B",
    );
    fails("wager a\0nn box 1 player 100\nexpect refused", "U+0000");
    let role = Role::Operator;
    let operator = Actor { name: Name::from("operator"), role };
    let (table, _) = Table::open(NSW.clone(), Settings::usual(&NSW), operator, Time(0)).unwrap();
    for name in ["a\u{1b}[31m", "a\0", " ", "two\nlines"] {
        let by = Actor { name: Name::from(name), role: Role::Player };
        let refusal = table.decide(&Command::one(Act::People(people::Act::Arrive), by, Time(0))).unwrap_err();
        assert_eq!(refusal.reason, Reason::NotAName);
        assert!(!refusal.message.chars().any(char::is_control), "{refusal:?}");
    }
}

#[test]
fn a_mark_before_the_text_is_no_part_of_it() {
    let text = format!("\u{feff}book nsw\n{}\n", after_player_wins("player wins"));
    assert_eq!(run(&text, |_| Some(NSW.clone())).failures, []);
}

/// `cards` makes the calls, the result's too, and leaves the settlement to `finish`.
#[test]
fn cards_stop_before_the_settlement() {
    let bet = "wager ann box 1 player 100\n";
    passes(&format!("{bet}cards 4H KD\nexpect due card to player\nexpect no player wins"));
    passes(&format!(
        "{bet}cards 4H KD 5C 7S\nexpect player wins then called\nexpect no ann ... wins 100\nexpect ann has 9900\n\
         finish\nexpect ann box 1 player 100 wins 100"
    ));
}
