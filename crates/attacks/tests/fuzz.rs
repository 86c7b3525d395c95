//! Every parser is given texts that nobody would write: real ones, changed at random. None may panic.
//!
//! A short run each time; `ATTACK_FUZZ=1000000` makes the long one, and `ATTACK_FROM` leaves out the seeds before. A failure prints the seed,
//! and `ATTACK_SEED` tries that one alone.

use aggregate::{Aggregate, By, Register, RegisterCommand, Text};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use shoe::Ending;
use shoe::demonstration::DemonstrationShoe;
use shoe::record::Line;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use table::{Act, Table, Time};

/// Numbers that a seed determines.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) ^ (mixed >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// What a change puts in.
const ODD: [&str; 24] = [
    "",
    "0",
    "-1",
    "9223372036854775807",
    "18446744073709551616",
    "1e309",
    "NaN",
    "null",
    "true",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\u{1f0a1}",
    "=",
    " ",
    "\r\n",
];

/// A text of the corpus, changed in one to four places.
fn changed(corpus: &[String], random: &mut Random) -> String {
    let mut bytes = random.one(corpus).clone().into_bytes();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(24)).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..end, random.one(&ODD).bytes())),
            3 => {
                let again = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, again));
            }
            4 => {
                let other = random.one(corpus).as_bytes();
                let from = random.below(other.len());
                let part = other[from..(from + random.below(80)).min(other.len())].to_vec();
                drop(bytes.splice(at..end, part));
            }
            _ => bytes.truncate(at),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Gives a parser one changed text after the other.
fn fuzz(what: &str, corpus: &[String], parse: impl Fn(&str)) {
    assert!(!corpus.is_empty(), "{what}: there is a corpus");
    corpus.iter().for_each(|text| parse(text));
    let seeds = match number("ATTACK_SEED") {
        Some(seed) => seed..seed + 1,
        None => number("ATTACK_FROM").unwrap_or(0)..number("ATTACK_FUZZ").unwrap_or(300),
    };
    let (begun, times) = (Instant::now(), seeds.end - seeds.start);
    for seed in seeds {
        let text = changed(corpus, &mut Random(seed));
        let parsed = catch_unwind(AssertUnwindSafe(|| parse(&text)));
        assert!(parsed.is_ok(), "{what}: seed {seed} panics: {text:?}");
    }
    println!("{what}: {times} texts in {:.1} s, none panics", begun.elapsed().as_secs_f64());
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The texts of a folder's files with this ending.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(repository(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let own = paths.into_iter().filter(|path| path.to_string_lossy().ends_with(ending) && path.is_file());
    own.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

fn books() -> BTreeMap<String, Arc<Book>> {
    let read = |id: &str| Arc::new(Book::read(shelf::text(id).unwrap()).ok().unwrap());
    shelf::ids().into_iter().map(|id| (id.to_owned(), read(id))).collect()
}

/// The payloads of the golden log of this kind.
fn golden(kind: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository("crates/ledger/golden/croupier-ledger-1.jsonl")).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let own = records.filter(|record| record["kind"] == kind);
    own.map(|record| record["payload"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn books_and_conditions() {
    // A whole book takes milliseconds; its conditions, pays and topics are in every piece of it.
    let pieces = |text: &String| {
        let parts: Vec<String> = text.split("\n[[").map(|part| format!("[[{part}")).collect();
        parts.chunks(6).map(|some| some.join("\n")).collect::<Vec<_>>()
    };
    let mut corpus: Vec<String> = files("books", ".toml").iter().flat_map(pieces).collect();
    corpus.extend(files("books/examples", ".toml"));
    fuzz("books", &corpus, |text| drop(Book::read(text)));
}

#[test]
fn tournament_conditions() {
    let books = books();
    fuzz("tournament conditions", &files("crates/tournament/src/transcript", ".toml"), |text| {
        drop(tournament::Conditions::read(text, &books["nsw"]));
    });
}

#[test]
fn transcripts() {
    let books = books();
    let corpus: Vec<String> = ["act", "nsw", "nz", "qld"]
        .into_iter()
        .flat_map(|book| files(&format!("transcripts/{book}"), ".txt"))
        .filter(|text| text.len() < 1_500)
        .collect();
    fuzz("transcripts", &corpus, |text| drop(table::transcript::run(text, |id| books.get(id).cloned())));
}

#[test]
fn promotion_terms() {
    let books = books();
    fuzz("promotion terms", &files("crates/promotion/src/transcript", ".toml"), |text| {
        drop(promotion::Terms::read(text, &books["nsw"], &[]));
    });
}

/// The transcripts of a folder that are short enough to be played very often.
fn short_transcripts(folder: &str) -> Vec<String> {
    files(folder, ".txt").into_iter().filter(|text| text.len() < 1_500).collect()
}

#[test]
fn transcripts_of_tournaments() {
    let books = books();
    let mut contests = short_transcripts("transcripts/tournaments/nsw");
    // Found by a million of them.
    contests.push(
        "tournament nsw\nentered ann bob cat\ndirector moves start 00:9223372036854775807:00\n".to_owned(),
    );
    contests.push("tournament nsw\nentered ann bob cat\ntable 2:\n".to_owned());
    fuzz("tournament transcripts", &contests, |text| {
        drop(tournament::transcript::run(text, |id| books.get(id).cloned()));
    });
}

#[test]
fn transcripts_of_promotions() {
    let books = books();
    fuzz("promotion transcripts", &short_transcripts("transcripts/promotions/nsw"), |text| {
        drop(promotion::transcript::run(text, |id| books.get(id).cloned()));
    });
}

/// The settings that a page shows.
fn shown_settings(page: &str) -> Vec<String> {
    let page = std::fs::read_to_string(repository(page)).unwrap();
    let shown = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    shown.map(str::to_owned).collect()
}

#[test]
fn settings_of_a_house() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = shown_settings("docs/house.md");
    fuzz("settings", &corpus, |text| drop(house::settings::read(text, folder.path())));
}

/// A table that a manager adds while the house runs.
#[test]
fn settings_of_an_added_table() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = shown_settings("docs/cage.md");
    fuzz("settings of a table", &corpus, |text| drop(house::settings::read_table(text, folder.path())));
}

#[test]
fn strategies() {
    let book = &books()["act"];
    let method = &book.methods().next().unwrap().id;
    let bounds = simulate::Bounds { least: Money(50_000), most: Money(10_000_000), unit: None };
    let wagers = book.wagers(method).unwrap().iter().map(|wager| (wager, bounds)).collect();
    let till = simulate::Till::new(book, wagers, "0.50,1,5,25,100".parse().unwrap());
    let corpus: Vec<String> =
        simulate::Strategy::known().filter_map(simulate::Strategy::text).map(str::to_owned).collect();
    fuzz("strategies", &corpus, |text| drop(simulate::Strategy::read(text, &till)));
}

/// What is written in a few letters: cards, money, chips, pays, names, hashes, zones.
#[test]
fn short_notations() {
    let corpus = [
        "10H",
        "as",
        "9D",
        "cutting-card",
        "1250.50",
        "0.50,1,5,25,100,500",
        "19 to 20",
        "8 to 1",
        "super-6",
        "table/one",
        "Australia/Sydney",
        "+10:00",
        "7 9D 8d1c2a",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ];
    fuzz("short notations", &corpus.map(str::to_owned), |text| {
        drop(text.parse::<baccarat::card::Card>());
        drop(text.parse::<Money>());
        drop(text.parse::<baccarat::chips::ChipSet>());
        drop(text.parse::<baccarat::wager::Odds>());
        drop(text.parse::<baccarat::wager::WagerId>());
        drop(text.parse::<floor::scanned::Scanned>());
        drop(text.parse::<shoe::Opened>());
        drop(text.parse::<merkle::Hash>());
        drop(text.parse::<shoe::TableName>());
        drop(declared::Zone::parse(text));
        let _ = witness::PublicKey::read(text);
    });
}

#[test]
fn road_notation() {
    let corpus = ["B P P T B", "b1 p2 t3", "BBPPTT", "banker player tie", "B+ P- T*"].map(str::to_owned);
    fuzz("road notation", &corpus, |text| drop(table::roads::notation::read(text)));
}

#[test]
fn acts_as_requests_carry_them() {
    let corpus = [
        r#"{"act":"place","wager":"player","amount":500,"area":1}"#,
        r#"{"act":"buy-in","cash":100000}"#,
        r#"{"act":"deal-card","card":"5H"}"#,
        r#"{"act":"cut","at":200}"#,
        r#"{"act":"fill","amount":500000,"signed":"Dora"}"#,
        r#"{"act":"report","report":{"misdealt":{"card":"9D"}}}"#,
    ];
    fuzz("acts", &corpus.map(str::to_owned), |text| drop(serde_json::from_str::<Act>(text)));
}

/// What is asked of everything that is no table: the cage, the school, tournaments, promotions.
#[test]
fn acts_of_the_house() {
    let corpus = [
        r#"{"act":"buy","patron":"Ann","pieces":{"2500":20},"identity":"P1"}"#,
        r#"{"act":"count-bank","opens":true,"cash":5000000,"pieces":{"500":40},"second":{"name":"Carl","role":"cage"}}"#,
        r#"{"act":"receive","number":1,"pieces":{"500":30,"2500":10}}"#,
        r#"{"act":"answer","answer":{"test":1,"book":"nz","kind":"totals","seed":5,"number":1,"given":"7","right":true,"ms":900,"clauses":["6.4"]}}"#,
        r#"{"act":"set-test","test":{"name":"First week","book":"nz","kinds":["totals"],"questions":3,"seed":5,"pass":80}}"#,
        r#"{"act":"name-official","name":"dora","licensed":true}"#,
        r#"{"act":"take-table","session":1,"table":"nsw-felt"}"#,
        r#"{"act":"claim","ticket":"T-7"}"#,
    ];
    fuzz("acts of the house", &corpus.map(str::to_owned), |text| {
        if let Ok(act) = serde_json::from_str::<cage::CageAct>(text) {
            let command = RegisterCommand { act, by: By::new("Cora", "cage"), at: Time(0) };
            drop(Aggregate::decide(&cage::Cage::default(), &command));
        }
        if let Ok(act) = serde_json::from_str::<school::register::SchoolAct>(text) {
            let command = RegisterCommand { act, by: By::new("Sue", "supervisor"), at: Time(0) };
            drop(Aggregate::decide(&school::register::SchoolRegister::default(), &command));
        }
        drop(serde_json::from_str::<tournament::Act>(text));
        drop(serde_json::from_str::<promotion::Act>(text));
        drop(<cage::Cage as Aggregate>::restore(&(), text));
    });
}

/// What trainees key in, and addresses of logs.
#[test]
fn answers_and_addresses() {
    let book = books()["nz"].clone();
    let school = school::School::new(book);
    let questions: Vec<_> = school
        .kinds()
        .iter()
        .filter_map(|kind| school.question(*kind, 7, 1).ok())
        .map(|asked| asked.question)
        .collect();
    assert!(questions.len() > 3, "the book teaches something");
    let corpus = [
        "7",
        "a",
        "95",
        "1 x 25, 4 x 5",
        "23.75 owes 0.25",
        "postgres://ann:secret@db1:5432/house?single=true",
        "/var/lib/ledger",
    ];
    fuzz("answers and addresses", &corpus.map(str::to_owned), |text| {
        questions.iter().for_each(|question| drop((question.read(text), question.is_right(text))));
        drop(ledger::store::Place::from(text).to_string());
    });
}

#[test]
fn log_entries() {
    let by = By::new("dealer", "dealer");
    fuzz("events", &golden("table-event-1"), |text| {
        drop(ledger::check_canonical(text));
        drop(Table::read_event(Text { kind: "table-event-1", json: text }, &by, Time(0)));
    });
    let mut corpus = golden("table-event-1");
    corpus.extend(golden("checkpoint-1"));
    fuzz("commands and checkpoints", &corpus, |text| {
        drop(Table::read_command(Text { kind: "asked-1", json: text }, Time(0)));
        drop(serde_json::from_str::<ledger::Checkpoint>(text));
        drop(serde_json::from_str::<ledger::KeyRecord>(text));
        drop(text.parse::<ledger::Stream>());
        drop(text.parse::<ledger::CommandId>());
    });
}

/// States that a snapshot holds, and what is kept of how far a log was verified.
#[test]
fn snapshots() {
    let book = &books()["nsw"];
    let by = By::new("dealer", "dealer");
    let event = |json: &String| Table::read_event(Text { kind: "table-event-1", json }, &by, Time(0)).ok();
    let events: Vec<_> = golden("table-event-1").iter().filter_map(event).collect();
    let begun = events.iter().filter_map(|event| Table::begin(book, event));
    let mut corpus: Vec<String> = begun.take(3).map(|table| table.write_state().unwrap()).collect();
    assert!(!corpus.is_empty(), "the golden log begins a table");
    corpus.push(r#"{"order":{"position":1,"hash":"00"},"heads":{},"checkpoints":0}"#.to_owned());
    corpus.push(r#"{"all":{"A1":{"voucher":{"worth":100},"standing":{"is":"issued"}}}}"#.to_owned());
    fuzz("snapshots", &corpus, |text| {
        drop(<Table as Aggregate>::restore(book, text));
        drop(promotion::vouchers::Vouchers::restore(&(), text));
        drop(serde_json::from_str::<ledger::Reached>(text));
    });
}

/// The lines of a golden file of another crate.
fn golden_lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository(path)).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The kind of a line of a golden log, and what it tells.
fn kind_and_json(line: &str) -> (&str, &str) {
    let mut fields = line.rsplitn(3, '\t');
    let json = fields.next().unwrap_or_default();
    (fields.next().unwrap_or_default(), json)
}

/// Reads a line as an event, a command, a refusal and a state of this register, and decides what was asked.
fn read_as<P: Register>(line: &str, by: &By) {
    let (kind, json) = kind_and_json(line);
    drop(<P as Aggregate>::read_event(Text { kind, json }, by, Time(0)));
    drop(<P as Aggregate>::read_refusal(Text { kind, json }));
    drop(<P as Aggregate>::restore(&(), json));
    if let Ok(command) = <P as Aggregate>::read_command(Text { kind: "asked-1", json }, Time(0)) {
        drop(Aggregate::decide(&P::default(), &command));
    }
}

/// The registers of a house: calls, proposals, shifts, accounts, duties, limits of one's own, the cage, the school.
#[test]
fn registers() {
    let names = ["call", "proposal", "shift", "people", "roster", "own-limits", "cage", "school"];
    let logs = names.iter().flat_map(|name| golden_lines(&format!("crates/office/tests/golden/{name}.log")));
    let mut corpus: Vec<String> = logs.collect();
    let states = ["call-1", "proposal-1", "shift-1", "people-3", "roster-1", "own-limits-1"];
    corpus.extend(
        states.iter().flat_map(|name| golden_lines(&format!("crates/office/tests/golden/{name}.json"))),
    );
    // What was asked, as the log keeps it.
    let asked = |line: &String| {
        let mut fields = line.splitn(5, '\t');
        let (name, role, json) = (fields.nth(1)?, fields.next()?, fields.nth(1)?);
        Some(format!("asked-1\t{{\"act\":{json},\"by\":{{\"name\":\"{name}\",\"role\":\"{role}\"}}}}"))
    };
    let asked: Vec<String> = corpus.iter().filter_map(asked).collect();
    assert!(asked.len() > 30, "the golden logs of registers: {}", asked.len());
    corpus.extend(asked);
    let by = By::new("Max", "manager");
    fuzz("registers", &corpus, |text| {
        read_as::<floor::call::Calls>(text, &by);
        read_as::<floor::proposals::Proposals>(text, &by);
        read_as::<floor::roster::Roster>(text, &by);
        read_as::<floor::own_limits::OwnLimits>(text, &by);
        read_as::<office::shift::ShiftRegister>(text, &by);
        read_as::<people::Staff>(text, &by);
        read_as::<cage::Cage>(text, &by);
        read_as::<school::register::SchoolRegister>(text, &by);
    });
}

/// What a tournament's and a promotion's log hold.
#[test]
fn entries_of_tournaments_and_promotions() {
    let book = &books()["nsw"];
    let by = By::new("director", "director");
    let mut corpus = golden_lines("crates/tournament/tests/golden/tournament.log");
    corpus.extend(golden_lines("crates/promotion/tests/golden/promotion.log"));
    corpus.extend(golden_lines("crates/promotion/tests/golden/voucher.log"));
    corpus.retain(|line| line.len() < 1_500);
    fuzz("entries of tournaments and promotions", &corpus, |text| {
        let (kind, json) = kind_and_json(text);
        let text = Text { kind, json };
        drop(<tournament::Tournament as Aggregate>::read_event(text, &by, Time(0)));
        drop(<tournament::Tournament as Aggregate>::read_command(text, Time(0)));
        drop(<tournament::Tournament as Aggregate>::restore(book, json));
        drop(<promotion::Promotion as Aggregate>::read_event(text, &by, Time(0)));
        drop(<promotion::Promotion as Aggregate>::read_command(text, Time(0)));
        drop(<promotion::Promotion as Aggregate>::restore(book, json));
        drop(promotion::vouchers::Vouchers::read_event(text, &by, Time(0)));
        drop(promotion::vouchers::Vouchers::read_command(text, Time(0)));
    });
}

/// What anybody may have of a promotion's draw, a ticket's proof and a draw of seats, which `croupier promotion` and the Python program check.
#[test]
fn published_draws() {
    let draw = std::fs::read_to_string(repository("crates/draw/tests/golden.json")).unwrap();
    let draw: serde_json::Value = serde_json::from_str(&draw).unwrap();
    let zero = merkle::Hash::NONE;
    let published = serde_json::json!({
        "method": "croupier-promotion-1", "promotion": "car", "name": "A car", "terms": zero, "due": 7, "held": 8,
        "as_of": 9, "sealed": draw["sealed"], "issued": 3, "taken_back": [2],
        "list": ["ticket 1 x", "ticket 3 y"], "root": zero, "draw": draw, "prizes": [], "postponed": [], "cancelled": false,
    });
    let proof = serde_json::json!({
        "promotion": "car", "salt": zero, "place": 0, "count": 2, "path": [zero], "root": zero,
        "ticket": {"number": 1, "holder": "Ann", "earned": {"by": "wager", "table": "one", "coup": 3}, "at": 5},
    });
    assert!(serde_json::from_value::<promotion::Proof>(proof.clone()).is_ok(), "a proof as it is handed out");
    let corpus = [published, draw, proof].map(|value| value.to_string());
    fuzz("published draws", &corpus, |text| {
        if let Ok(published) = serde_json::from_str::<promotion::published::Published>(text) {
            drop((published.faults(), published.notes(Time(10))));
            drop(promotion::published::chain_faults(&[published.clone(), published]));
        }
        if let Ok(record) = serde_json::from_str::<draw::Record>(text) {
            drop((record.faults(), record.drawn().count()));
            drop(draw::check_chain(&[record.clone(), record]));
        }
        drop(serde_json::from_str::<promotion::Proof>(text));
    });
}

/// A part of a simulation, without the text of its book and with few of its counts.
const PART: &str = r#"{"form":"croupier-partial-1","version":"0.1.0","asked":{"book":"",
"sha256":"7e94394db73bb81acd039a4a23c838aab7ce742b37fa3e7040b50aeade5b5c18","table":{"settings":null,
"method":null,"decks":null,"burn":null,"device":null,"from_back":null,"chips":null},"seed":3,"run":{"first":0,
"shoes":0,"shift":7,"stake":1000,"wagers":[],"strategies":[],"coups_only":false,"coups_an_hour":70}},
"parts":[{"first":0,"tally":[2,[[8,2],[600,1]]],"lengths":[158,12484],"gains":[-25000,20800,-23000],
"wagers":[{"stake":1000,"shoe":{"count":2,"sum":-25000,"squares":317000000,"least":-14000,"most":-11000,
"width":1000,"bars":{"-14":1,"-11":1}},"shift":{"count":0,"sum":0,"squares":0,"least":9223372036854775807,
"most":-9223372036854775808,"width":1000,"bars":{}},"product":-1972000},{"stake":1000,"shoe":{"count":2,
"sum":20800,"squares":221125000,"least":8850,"most":11950,"width":1000,"bars":{"8":1,"11":1}},
"shift":{"count":0,"sum":0,"squares":0,"least":9223372036854775807,"most":-9223372036854775808,"width":1000,
"bars":{}},"product":1640100},{"stake":1000,"shoe":{"count":2,"sum":-23000,"squares":1369000000,
"least":-35000,"most":12000,"width":1000,"bars":{"-35":1,"12":1}},"shift":{"count":0,"sum":0,"squares":0,
"least":9223372036854775807,"most":-9223372036854775808,"width":1000,"bars":{}},"product":-1864000}],
"patrons":[],"tail":[-25000,20800,-23000],"marks":[]}]}"#;

/// Parts of a simulation and remaining shoes, which others may have written.
#[test]
fn parts_of_simulations_and_remaining_shoes() {
    let part = PART.replace('\n', "");
    assert!(
        lab::simulation::Partial::read(&part).is_ok(),
        "{:?}",
        lab::simulation::Partial::read(&part).err()
    );
    let corpus = [part, r#"{"AS": 8, "TH": 7, "2C": 0}"#.to_owned()];
    fuzz("parts of simulations", &corpus, |text| {
        drop(lab::odds::composition("shoe.json", text));
        if let Ok(part) = lab::simulation::Partial::read(text) {
            drop((part.shoes(), part.json()));
            drop(part.clone().merge(part));
        }
    });
}

#[test]
fn shoe_records() {
    let table = "One".parse().ok().unwrap();
    let mut shoe = DemonstrationShoe::seal([7; 32], merkle::Hash::NONE, table, 1, 1, merkle::Hash::NONE);
    let mut lines = vec![Line::sealed(shoe.sealed()), Line::Cut { at: 17 }];
    shoe.cut(17).unwrap();
    lines.extend((0..5).map(|_| Line::Card(shoe.next_card().unwrap())));
    lines.push(Line::Revealed(shoe.end(Ending::Finished).unwrap().of_cards(5)));
    let record: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert!(shoe::verify::verify(&record).is_ok());
    let cut_short: Vec<&str> = record.lines().collect();
    let cut_short = [&cut_short[..6], &cut_short[7..]].concat().join("\n");
    assert!(shoe::verify::verify(&cut_short).is_err(), "a record that lacks its last card does not hold");
    fuzz("shoe records", &[record], |text| drop(shoe::verify::verify(text)));
}

#[test]
fn what_a_vault_is_asked() {
    let corpus = [
        r#"{"shoe":{"table":"One","ask":"held"}}"#,
        r#"{"shoe":{"table":"One","ask":{"seal":{"shoe":1,"book":"0000000000000000000000000000000000000000000000000000000000000000","decks":8}}}}"#,
        r#"{"introduce":{"time":7}}"#,
        r#""standing""#,
    ];
    fuzz("questions to a vault", &corpus.map(str::to_owned), |text| {
        drop(serde_json::from_str::<shoe::Question>(text));
    });
}

#[test]
fn witness_notes() {
    let corpus = [
        "old 3\nAAAA\n\nexample.org/log\n5\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n\u{2014} example.org/log AAAA\n",
        "example.org/log\n5\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n\u{2014} example.org/log AAAA\n",
    ];
    fuzz("notes", &corpus.map(str::to_owned), |text| {
        drop(witness::Note::read(text));
        drop(witness::AddCheckpoint::read(text));
    });
}
