//! The language of transcripts: a slip of the pen never passes, expectations look where a reader would, and the page lists
//! every line there is.

mod common;

use baccarat::book::Book;
use baccarat::shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
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
        (
            "ann arrives\nexpect no returned  silent conduct.dispute",
            "no book can be silent on `conduct.dispute`; the nearest is `conduct.disputes`",
        ),
        ("ann arrives\nexpect no returned  assumed nonsense", "no book can be silent on `nonsense`"),
        ("ann arrives\nexpect ann has 0  silent the flaot", "the nearest is `the float`"),
        ("supervisor refuses ann box 1 player becuse late\nexpect refused", "allowed is `because REASON`"),
        ("dealer deels 6H to player\nexpect refused", "the nearest is `dealer deals"),
        // A line that is refused and not expected to be names what it may have meant.
        ("wager ann box 1 playre 100\nexpect betting open", "the nearest is `player`"),
        ("wager ann box 1 playre 100\nwait 5 seconds\nexpect betting open", "the nearest is `player`"),
        ("supervosor orders shuffle\nwait 5 seconds\nexpect betting open", "the nearest is `supervisor`"),
        // Opening a table is refused for everything at once: a slip in one setting does not hide behind what is wrong with another.
        (
            "setting layout A\nsetting decks 4\nsetting options pairs spokn\nsetting option-limits pairs 10 to 1000\nexpect refused needs 6 and 8 decks",
            "no option is called `spokn`; the nearest is `pairs`",
        ),
        ("setting decks 5\nsetting options supre-6\nexpect refused  3.1/1", "the nearest is `super-6`"),
    ] {
        fails(text, message);
    }
    // A setting may name people before they come; one who never comes is a slip, wherever in the list.
    let named = |named: &str| {
        let settings = format!("setting area-most 1000\nsetting area-most-for {named}");
        let text = format!("book nz\n{settings}\n{BET}wager bob box 2 player 100\nexpect placed\n");
        let failures = run(&text, |id| Some(common::tables::book(id))).failures;
        failures.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for slip in ["ann bbo", "ann, bbo", "ann,bbo", "bbo"] {
        let message = "line 3: nobody called `bbo` ever came to the table; the nearest is `bob`";
        assert_eq!(named(slip), [message], "{slip}");
    }
    for right in ["ann bob", "Ann, bob", "bob"] {
        assert_eq!(named(right), [""; 0], "{right}");
    }
    // Cash of somebody who never came is a slip, expected to be refused or not.
    for expected in ["expect refused", "expect betting open", "expect no cash"] {
        fails(
            &format!("{BET}dealer finds cash anm box 1 player 100\n{expected}"),
            "nobody is called `anm`; the nearest is `ann`",
        );
        fails(&format!("{BET}dealer finds cash zoe box 1 player 100\n{expected}"), "nobody is called `zoe`");
    }
    // Blanks are for the eye.
    passes("cards   by \t hand\nann arrives\nexpect ann arrived");
    passes("cards by hand\nann   arrives\nann  buys   in 100\nexpect ann has 100");
    fails("cards by hnad\nexpect refused", "`by` is not a card");
    fails(&format!("{BET}expect no retruned"), "no event says `retruned`; the nearest word is `returned`");
    fails(&format!("{BET}expect no returned  99.9"), "nsw has no clause `99.9`");
    // One blank too few, or a name or number that no event has there, would let it pass for ever.
    for never in ["returned 99.9", "returned 99.90", "has 10000", "ann returned", "ann wins"] {
        fails(&format!("{BET}expect no {never}"), "no event says `");
    }
    for could in [
        "returned",
        "wager 1 returned",
        "ann ... returned",
        "ann box 1 player 100 returned",
        "99.50 returned",
        "wins 95",
        "matter 1 opened",
        "changed kept minimum 25",
        "ann told",
        "of ann opened",
        "scaled from 100 to 50",
        "ann has 500",
        "differential 300",
        "5 more burnt",
    ] {
        passes(&format!("{BET}expect no {could}"));
    }
    // Words cut short, boxes and wagers that there are not, a clause's `only`, a wager told the wrong way round.
    for (never, message) in [
        ("player win", "no event says `win`"),
        ("ann box 9 player 100 wins 100", "this table has the boxes 1 to"),
        ("wager 7 returned", "no wager of that number has been put down"),
        ("ann box 1 player 100 wins 100 only", "`only` stands before the clauses"),
        ("banker box 1", "no event says `banker box`"),
    ] {
        fails(&format!("{BET}expect no {never}"), message);
    }
    // Somebody new whose name is all but somebody's may be a slip, whoever puts the wager down.
    for line in [
        "wager anm box 1 player 100000",
        "dealer deals 6H to player\ndealer finds wager an box 1 player 200000",
        "dealer reports an box 1 banker 100 accepted",
    ] {
        fails(&format!("{BET}{line}\nexpect refused"), "may hide a slip of the pen: nobody is called `an");
    }
    passes(&format!("{BET}wager bob box 1 player 100000\nexpect refused"));
    // Of a line that was refused anything could be denied.
    fails(&format!("{BET}dealer shuffles\nexpect no returned"), "was refused, and no line expects it");
    passes(&format!("{BET}dealer shuffles\nexpect refused\nexpect no returned"));
    // What is refused for a reason that is said hides nothing.
    passes("wager ann box 1 plaier 100\nexpect refused this book has no wager");
}

#[test]
fn what_a_setting_offends_is_told_once() {
    let failures = played("setting limits 500 to 10\nexpect betting open").failures;
    let told = failures.first().map(ToString::to_string).unwrap_or_default();
    assert!(
        told.contains("found 500 to 10; allowed is a minimum of more than 0, up to the maximum"),
        "{told}"
    );
    assert_eq!(told.matches("silent on table limits").count(), 1, "{told}");
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
fn cards_keyed_on_let_the_coup_go_on_once_patrons_have_withdrawn() {
    let window = format!("{BET}wager bob box 2 banker 100\ncards 2H 7D 3C\ndealer misdeals 5S to player\n");
    passes(&format!("{window}expect play waits"));
    let dealt = format!("{window}bob withdraws box 2 banker\ncards KS 9D\nfinish\n");
    passes(&format!("{dealt}expect bob has 10000"));
    passes("supervisor reports sign missing wager limits\nexpect a sign was missing: wager limits");
    fails("supervisor reports sign missing wager limts\nexpect refused", "allowed are ");
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

#[test]
fn what_nobody_knows_is_a_slip_unless_the_refusal_is_about_it() {
    for (text, message) in [
        (
            "wager ann box 1 player 100\nsupervisor refuses an box 1 player because late\nexpect refused",
            "nobody is called `an`",
        ),
        ("cards by hand\nwager ann box 1 plaier 100\nexpect refused not yet", "no wager is called `plaier`"),
        (
            "supervisor restricts paris surveillance sign\nexpect refused",
            "no option is called `paris`; the nearest is `pairs`",
        ),
        (
            "operator makes change method even-mony\nexpect refused",
            "no method is called `even-mony`; the nearest is `even-money`",
        ),
        ("setting options paris\nexpect refused", "no option is called `paris`; the nearest is `pairs`"),
        ("setting decks 8\nsetting decks 6\nexpect refused", "`decks` is set already, in line 2"),
        ("setting opens noon tomorrow\nexpect refused", "`opens 12:00:00`"),
        (
            "wager ann box 1 player 100\nexpect no due shufle",
            "no duty says `shufle`; the nearest word is `shuffle`",
        ),
        (
            "wager ann box 1 player 100\nexpect no sign diferential",
            "no sign says `diferential`; the nearest word is `differential`",
        ),
        (
            "wager ann box 1 player 100\nexpect no sign wager-limit",
            "no sign says `wager-limit`; the nearest is `wager-limits`",
        ),
        ("wager ann box 1 player 100\nfinsh", "the nearest is `finish`"),
        ("wager ann box 1 player 100\nexpct player wins", "the nearest is `expect player wins`"),
        ("wager ann box 1 player 100\ndael 4H KD 5C 7S", "the nearest is `deal"),
        ("wager ann box 1 player 100\nann leavs", "the nearest is `ann leaves`"),
        ("wager ann box 1 player 100\nexpect no refused becuase", "`expect no refused` stands alone"),
        ("wager ann box 1 player 100\nexpect no results X", "found `X`; results are told by the letters PBT"),
        ("wager ann box 1 player 100\nexpect no board P!", "found `!`"),
        ("wager ann box 1 player 100\nexpect no sign", "it does not say what is expected"),
        // Each of these words stands in some duty, but not so.
        (
            "wager ann box 1 player 100\nexpect no due settle the cards",
            "no duty says `settle the cards`; the nearest is `",
        ),
        ("wager ann box 1 player 100\nexpect no due card to nobody", "no duty says `card to nobody`"),
        ("wager ann box 1 player 100\nexpect no due bob takes or refuses", "no duty says `bob"),
        // A number of something that there is not.
        (
            "supervisor decides matter 3 granted because late\nexpect refused",
            "there is no matter 3, and none at all",
        ),
        ("supervisor decides dispute 2 upheld because late\nexpect refused", "there is no dispute 2"),
        ("supervisor sanctions breach 2 detain because late\nexpect refused", "there is no breach 2"),
        ("wager ann box 1 player 100\ndealer reports coup 4\nexpect refused", "there is no coup 4"),
        ("wager ann box 40 player 100\nexpect refused", "there is no box 40; the last is "),
        ("wager ann box 1 player 100\nexpect no matter 4 opened", "the last matter so far is 0"),
        ("wager ann box 1 player 100\nexpect no coup 9 void", "the last coup so far is 0"),
        ("wager ann box 1 player 100\nexpect no dispute 2 upheld", "the last dispute so far is 0"),
    ] {
        fails(text, message);
    }
    for not_due in [
        "collect the cards",
        "the supervisor decides matter 1",
        "ann takes or refuses",
        "card to player: 5H, which is already out",
        "burn 5 more",
        "wagers, 20 seconds left",
        "call ... bets",
    ] {
        passes(&format!("{BET}expect no due {not_due}"));
    }
    passes("supervisor decides matter 3 granted because late\nexpect refused there is no matter 3");
    passes(&format!("{BET}expect no matter 1 opened"));
    passes(
        "supervisor refuses eve box 1 player because late\nexpect refused eve has no player wager at box 1",
    );
    passes(
        "wager Ann box 1 player 100\ncards 4H KD\nsupervisor invalidates coup fraud by ANN affecting the outcome because marked\nexpect coup 1 invalidated: fraud by ann",
    );
}

/// Whoever has a wager found has come, as whoever places one has.
#[test]
fn a_wager_that_is_found_has_an_owner() {
    passes(&format!(
        "{BET}cards 4H KD\nsupervisor finds wager bob box 2 player 5\nexpect bob box 2 player 5 placed"
    ));
}

/// The word with a slip of the pen in it: two letters in the middle change places, or one is left out where they are the same.
fn slipped(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    match letters[middle - 1] == letters[middle] {
        true => drop(letters.remove(middle)),
        false => letters.swap(middle - 1, middle),
    }
    letters.into_iter().collect()
}

/// The words of a line in which a slip could be told: not what people say in their own words, nor names, cards and colours.
fn words_to_slip<'l>(line: &'l str, names: &[&str]) -> Vec<(usize, &'l str)> {
    let said = line.split('#').next().unwrap_or_default();
    let free = [
        " because ",
        " disputes ",
        "setting backs",
        "setting area-most-for",
        " with ",
        " session of ",
        " of police",
    ];
    let said = free.iter().filter_map(|free| said.find(free)).min().map_or(said, |end| &said[..end]);
    // Clauses stand behind two blanks; one that the book does not have is an error of its own.
    let expects = said.starts_with("expect");
    let said = if expects {
        said.rsplit_once("  ").map_or(said, |(text, _)| if text.trim() == "expect" { said } else { text })
    } else {
        said
    };
    let mut found = Vec::new();
    let mut from = 0;
    for word in said.split_whitespace() {
        let at = from + said[from..].find(word).unwrap_or_default();
        from = at + word.len();
        // Somebody who was never there, and a wager of another book: they are unknown as they stand.
        let unknown = ["bob", "lee", "zed", "dragon-player"].contains(&word);
        let letters = !unknown
            && word.chars().count() > 2
            && word.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-');
        if letters && !names.contains(&word.to_lowercase().as_str()) && slipped(word) != word {
            found.push((at, word));
        }
    }
    found
}

/// Every person who is no staff in a transcript.
fn names(text: &str) -> Vec<String> {
    const LINES: [&str; 10] =
        ["book", "setting", "wager", "deal", "cards", "finish", "prepare", "wait", "time", "expect"];
    let staff = |name: &str| baccarat::rules::people::Role::ALL.iter().any(|role| role.to_string() == name);
    let words = |line: &str| {
        line.split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_lowercase)
            .collect::<Vec<_>>()
    };
    let named = text.lines().map(words).filter_map(|words| match words.first().map(String::as_str) {
        Some("wager") => words.get(1).cloned(),
        Some(first) if !LINES.contains(&first) && !staff(first) => Some(first.to_owned()),
        Some(_) => words.iter().position(|word| word == "wager").and_then(|at| words.get(at + 1).cloned()),
        None => None,
    });
    named.collect()
}

/// A slip in any word of any line of any transcript makes it fail. By default some of them are tried; `CROUPIER_SLIPS=all` tries all.
#[test]
fn no_slip_in_any_transcript_passes() {
    let every = if std::env::var("CROUPIER_SLIPS").is_ok_and(|how| how == "all") { 1 } else { 97 };
    let books: BTreeMap<&str, Arc<Book>> =
        shelf::ids().into_iter().map(|id| (id, common::tables::book(id))).collect();
    let transcripts = common::transcripts();
    let passed = Mutex::new(BTreeSet::new());
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((name, text)) = transcripts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let names = names(text);
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let mut start = 0;
                    for (number, line) in text.split_inclusive('\n').enumerate() {
                        for (at, word) in words_to_slip(line.trim_end(), &names) {
                            tried.fetch_add(1, Ordering::Relaxed);
                            // The same words every time, whichever thread comes first.
                            if (start + at) % every != 0 {
                                continue;
                            }
                            let mut other = text.clone();
                            other.replace_range(start + at..start + at + word.len(), &slipped(word));
                            if run(&other, |id| books.get(id).cloned()).failures.is_empty() {
                                passed.lock().unwrap().insert(format!(
                                    "{name} line {}: {word} in: {}",
                                    number + 1,
                                    line.trim_end()
                                ));
                            }
                        }
                        start += line.len();
                    }
                }
            });
        }
    });
    let passed = passed.into_inner().unwrap();
    assert!(tried.into_inner() > 10_000, "hardly any word was looked at");
    assert!(
        passed.is_empty(),
        "{} slips pass:\n{}",
        passed.len(),
        passed.into_iter().collect::<Vec<_>>().join("\n")
    );
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

#[test]
fn what_was_decided_keeps_no_new_edition_away() {
    use aggregate::Aggregate;
    use table::Table;
    let takes = |decided: &str| {
        let text = format!(
            "{BET}deal 6H 7D KC KS\nann reports coup 1\n{decided}ann leaves\nsupervisor closes table\nexpect closed"
        );
        let report = played(&text);
        assert_eq!(report.failures, [], "{text}");
        Table::replay(NSW.clone(), &report.events).unwrap().may_take_rules(&NSW)
    };
    assert!(takes("").is_err());
    assert_eq!(takes("supervisor decides matter 1 denied because nothing was seen\n"), Ok(()));
}

/// What the code says that no book speaks of, as it stands between quotation marks in the source.
fn said_to_be_silent(folder: &std::path::Path, found: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            said_to_be_silent(&path, found);
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let behind = source.split("silent(").skip(1);
        let topics = behind.filter_map(|text| text.trim_start().strip_prefix('"')?.split('"').next());
        found.extend(topics.map(str::to_owned));
    }
}

#[test]
fn every_silence_of_the_table_may_stand_behind_silent() {
    let mut topics = Default::default();
    said_to_be_silent(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut topics);
    assert!(topics.len() > 30, "{topics:?}");
    for topic in topics {
        passes(&format!("ann arrives\nexpect no returned  silent {topic}"));
    }
}
