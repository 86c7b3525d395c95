//! `croupier log`, and the verifying script beside it, over ledgers that demonstrations were written into.

use super::{check_failure, repository, run, shown};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A ledger of a test's own, in a folder that goes away with it.
struct Evening(PathBuf);

impl Evening {
    fn of(test: &str, deal: &[&str]) -> Evening {
        let folder = std::env::temp_dir().join(format!("croupier-log-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let evening = Evening(folder);
        shown(&[&["deal"], deal, &["--log", &evening.ledger()]].concat());
        evening
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn ledger(&self) -> String {
        self.path("evening")
    }

    fn log(&self, arguments: &[&str]) -> Vec<String> {
        let ledger = self.ledger();
        [&["log", arguments[0], &ledger], &arguments[1..]].concat().iter().map(ToString::to_string).collect()
    }

    fn shown(&self, arguments: &[&str]) -> String {
        let all = self.log(arguments);
        shown(&all.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn fails(&self, arguments: &[&str], exit: i32, words: &[&str]) {
        let all = self.log(arguments);
        check_failure(&all.iter().map(String::as_str).collect::<Vec<_>>(), exit, words);
    }
}

impl Drop for Evening {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const ACT: [&str; 5] = ["act", "--seed", "7", "--coups", "3"];

/// The records of a table, as JSON Lines has them.
fn records(evening: &Evening) -> Vec<Value> {
    let mut all = exported(evening);
    all.retain(|record| record["kind"] == "table-event-1");
    all
}

fn exported(evening: &Evening) -> Vec<Value> {
    let text = evening.shown(&["export", "--format", "jsonl"]);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_coup_is_shown_card_by_card_with_clauses() {
    let evening = Evening::of("show", &ACT);
    let coup = evening.shown(&["show", "--coup", "2"]);
    let all = records(&evening);
    let dealt = |record: &&Value| record["payload"]["fact"]["fact"] == "card-dealt";
    let number = |record: &Value| record["sequence"].as_u64().unwrap();
    let starts = |coup: u64| {
        let is_it = |record: &&Value| {
            record["payload"]["fact"]["fact"] == "coup-started" && record["payload"]["fact"]["number"] == coup
        };
        number(all.iter().find(is_it).unwrap())
    };
    let cards: Vec<&Value> = all.iter().filter(dealt).collect();
    let of_coup = |record: &&&Value| (starts(2)..starts(3)).contains(&number(record));
    let cards: Vec<&&Value> = cards.iter().filter(of_coup).collect();
    assert!(cards.len() >= 4);
    for card in cards {
        let letters = card["payload"]["fact"]["card"].as_str().unwrap();
        let line =
            coup.lines().find(|line| line.trim_start().starts_with(&number(card).to_string())).unwrap();
        assert!(line.contains(letters) && line.contains("dealer") && line.contains("[6."), "{line}");
    }
    assert!(coup.starts_with("\nCoup 2\n"), "{coup}");
    assert!(coup.contains(" bets ") && coup.contains("“No more bets.”"), "{coup}");
    assert!(!coup.contains("Coup 1") && !coup.contains("Coup 3"));

    let lines = evening.shown(&["show", "--coup", "2", "--json"]);
    assert_eq!(lines.lines().count(), coup.lines().count() - 2, "a record for each line but the heading");
    let one = evening.shown(&["show", "--at", "1"]);
    let hashes = [all[0]["previous"].as_str().unwrap(), all[0]["hash"].as_str().unwrap()];
    for word in ["table opened under act", "previous", hashes[0], hashes[1]] {
        assert!(one.to_lowercase().contains(word), "{word}: {one}");
    }
    evening.fails(&["show", "--coup", "9"], 2, &["no coup 9", "table/demonstration has 3"]);
    evening.fails(&["show", "--at", "0"], 2, &["what was asked"]);
    evening.fails(&["show", "--at", "99999"], 2, &["no event 99999", "the last one"]);
    evening.fails(&["show", "--table", "x"], 2, &["no table `x`", "demonstration"]);
    evening.fails(&["show", "--book", "nz", "--at", "999999"], 2, &["no event"]);
}

#[test]
fn a_table_stands_as_it_stood() {
    let evening = Evening::of("replay", &ACT);
    let last = evening.shown(&["replay"]);
    for words in
        ["Ann holds ", "float ", "drop box 3000 in cash", "3 coups dealt", "accounts and table agree"]
    {
        assert!(last.contains(words), "{words}: {last}");
    }
    let all = records(&evening);
    let betting = all.iter().find(|record| record["payload"]["fact"]["fact"] == "wager-placed").unwrap();
    let betting = betting["sequence"].as_u64().unwrap();
    let then = evening.shown(&["replay", "--at", &betting.to_string()]);
    assert!(then.contains("on the layout: Ann box 1"), "{then}");
    let state: Value =
        serde_json::from_str(&evening.shown(&["replay", "--at", &betting.to_string(), "--json"])).unwrap();
    assert_eq!(state["stakes"].as_array().unwrap().len(), 1);
    assert_eq!(state["coups"], 0);
}

#[test]
fn the_report_adds_up() {
    let evening = Evening::of("report", &["nz", "--seed", "5", "--coups", "40"]);
    let report: Value = serde_json::from_str(&evening.shown(&["report", "--json"])).unwrap();
    let whole = |value: &Value| value.as_i64().unwrap();
    let shift = &report["shift"];
    let win = whole(&shift["closing"]) + whole(&shift["credits"]) + whole(&shift["drop"])
        - whole(&shift["opening"])
        - whole(&shift["fills"]);
    assert_eq!(whole(&report["win"]), win);
    assert_eq!(report["meters"]["coups"], 40);
    // Summed up again from the exported rows, by nothing of ours but the names of columns.
    let csv = evening.path("rows.csv");
    evening.shown(&["export", "-o", &csv]);
    let text = std::fs::read_to_string(&csv).unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let headings = reader.headers().unwrap().clone();
    let place = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
    let (mut won, mut commission, mut staked) = (0, 0, 0);
    for row in reader.records() {
        let row = row.unwrap();
        let amount = |name: &str| row[place(name)].parse::<i64>().unwrap();
        if &row[place("fact")] == "wager-settled" {
            staked += amount("amount");
            commission += amount("commission");
            won += if &row[place("result")] == "loses" { amount("amount") } else { -amount("paid") };
        }
    }
    assert_eq!((whole(&report["win"]), whole(&shift["commission"])), (won, commission));
    assert_eq!(whole(&report["meters"]["all"]["staked"]), staked);
    assert!(commission > 0, "forty coups of New Zealand pay commission");
    let text = evening.shown(&["report"]);
    assert!(text.contains("= win") && text.contains("% of the drop") && text.contains("Ann, who bought in"));

    // Two shifts together win what both do.
    let half = "400";
    let first: Value = serde_json::from_str(&evening.shown(&["report", "--json", "--at", half])).unwrap();
    let second: Value = serde_json::from_str(&evening.shown(&["report", "--json", "--since", half])).unwrap();
    assert_eq!(whole(&first["win"]) + whole(&second["win"]), win);
    assert_eq!(second["shift"]["opening"], first["shift"]["closing"]);
}

#[test]
fn exports_read_back_the_same() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let evening = Evening::of("export", &ACT);
    let all = records(&evening);
    let shoes = exported(&evening).into_iter().filter(|record| record["kind"] == "shoe-line-1");
    let opened =
        shoes.filter(|line| line["payload"].as_str().is_some_and(|line| line.starts_with("{\"card\"")));
    let dealt = |record: &&Value| record["payload"]["fact"]["fact"] == "card-dealt";
    assert!(opened.count() >= all.iter().filter(dealt).count(), "what the shoe opened is in it");
    let sequences: Vec<u64> = all.iter().map(|record| record["sequence"].as_u64().unwrap()).collect();
    assert!(sequences.is_sorted_by(|one, next| one < next), "between entries there is what was asked");
    let (csv, parquet) = (evening.path("e.csv"), evening.path("e.parquet"));
    evening.shown(&["export", "-o", &csv]);
    evening.shown(&["export", "-o", &parquet]);
    let text = std::fs::read_to_string(&csv).unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), all.len());
    let file = SerializedFileReader::new(std::fs::File::open(&parquet).unwrap()).unwrap();
    let typed: Vec<_> = file.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(typed.len(), all.len());
    let names: Vec<String> = typed[0].get_column_iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(reader.headers().unwrap(), names.as_slice());
    for ((row, typed), record) in rows.iter().zip(&typed).zip(&all) {
        assert_eq!(typed.get_long(0).unwrap(), record["sequence"].as_i64().unwrap());
        assert_eq!(row[0], record["sequence"].to_string());
        let payload = names.iter().position(|name| name == "payload").unwrap();
        let message: Value = serde_json::from_str(typed.get_string(payload).unwrap()).unwrap();
        assert_eq!(message, record["payload"]);
        assert_eq!(&row[payload], typed.get_string(payload).unwrap());
        let coup = names.iter().position(|name| name == "coup").unwrap();
        let number = typed.get_long(coup).map(|number| number.to_string()).unwrap_or_default();
        assert_eq!(row[coup], number);
    }
    evening.fails(&["export", "-o", "x.xml"], 2, &[".jsonl, .csv or .parquet"]);
    evening.fails(&["export", "--format", "parquet"], 2, &["--output"]);
}

#[test]
fn a_log_that_was_altered_does_not_verify() {
    let evening = Evening::of("verify", &ACT);
    let message = evening.shown(&["verify"]);
    assert!(message.ends_with("All holds.\n") && message.contains("accounts and table agree"), "{message}");
    let head = evening.shown(&["show", "--at", "1"]);
    assert!(head.contains("hash"));
    let file = Path::new(&evening.ledger()).join("ledger.db");
    let bytes = std::fs::read(&file).unwrap();
    let name = b"\"patron\":\"Ann\"";
    let places: Vec<usize> =
        (0..bytes.len() - name.len()).filter(|at| bytes[*at..].starts_with(name)).collect();
    assert!(places.len() > 3);
    // A page may hold what was there before as well, so that every place is altered.
    let mut altered = bytes.clone();
    places.iter().for_each(|at| altered[at + name.len() - 2] = b'a');
    std::fs::write(&file, &altered).unwrap();
    let output = run(&["log", "verify", &evening.ledger()]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("table/demonstration, sequence "), "{message}");
    std::fs::write(&file, &bytes).unwrap();
    evening.shown(&["verify"]);
    let root = "ab".repeat(32);
    let output = run(&["log", "verify", &evening.ledger(), "--witness", &root]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("a witness keeps this root"));
    check_failure(&["log", "verify", &evening.path("nothing")], 3, &["cannot read the ledger", "ledger.db"]);
}

#[test]
fn a_table_is_written_once() {
    let evening = Evening::of("once", &ACT);
    let ledger = evening.ledger();
    check_failure(
        &["deal", "act", "--seed", "8", "--coups", "1", "--log", &ledger],
        1,
        &["there is a stream table/demonstration already"],
    );
    evening.shown(&["verify"]);
}

fn python(arguments: &[&str]) -> Output {
    let script = repository("verify/croupier_verify.py");
    Command::new("python3").arg(script).args(arguments).output().expect("python3 is needed for this test")
}

/// What the script says of a bundle, and whether it accepts it.
fn verdict(arguments: &[&str]) -> (bool, String) {
    let output = python(&[&["evidence"], arguments].concat());
    let message = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{message}{error}");
    assert!(error.is_empty(), "{error}");
    (output.status.success(), message)
}

fn evidence_of(evening: &Evening, coup: &str) -> (String, Value) {
    let file = evening.path(&format!("coup-{coup}.json"));
    evening.shown(&["evidence", "--coup", coup, "-o", &file]);
    let bundle = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    (file, bundle)
}

#[test]
fn evidence_is_accepted_without_croupier() {
    for (book, options) in
        [("act", &[][..]), ("nz", &[]), ("qld", &[]), ("nsw", &[]), ("nsw", &["--dealing", "B"])]
    {
        let deal = [&[book, "--seed", "21", "--coups", "4"], options].concat();
        let evening = Evening::of(&format!("accepted-{book}{}", options.len()), &deal);
        for coup in ["1", "2", "4"] {
            let (file, bundle) = evidence_of(&evening, coup);
            let key = bundle["signed"]["key"].as_str().unwrap();
            let (holds, message) = verdict(&["--key", key, &file]);
            assert!(holds, "{message}");
            assert!(message.contains(&format!("coup {coup} of table demonstration")), "{message}");
            let cards: u32 = message
                .split(" cards were sealed")
                .next()
                .and_then(|start| start.rsplit(' ').next())
                .and_then(|number| number.parse().ok())
                .unwrap();
            assert!((4..=6).contains(&cards), "{message}");
            assert!(!message.contains("not checked"), "{message}");
            assert!(verdict(&[&file]).1.contains("compare it"));
        }
        evening.fails(&["evidence", "--coup", "5", "-o", "x"], 2, &["no coup 5"]);
    }
}

/// What the second referee says of a file, and whether it agrees with all of it.
fn judged(book: &str, file: &str) -> (bool, String) {
    let output = python(&["judge", &repository(&format!("books/{book}.toml")), file]);
    let message = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)) && error.is_empty(), "{message}{error}");
    (output.status.success(), message)
}

/// The second referee agrees with an evening and with the evidence of its coups, also where patrons turn the cards.
#[test]
fn the_second_referee_agrees() {
    for (book, options) in
        [("act", &[][..]), ("nz", &[]), ("qld", &[]), ("nsw", &[]), ("nsw", &["--dealing", "B"])]
    {
        let deal = [&[book, "--seed", "22", "--coups", "4"], options].concat();
        let evening = Evening::of(&format!("judged-{book}{}", options.len()), &deal);
        let export = evening.path("evening.jsonl");
        evening.shown(&["export", "-o", &export]);
        let (agrees, message) = judged(book, &export);
        assert!(agrees && message.contains("4 coups and"), "{message}");
        let (agrees, message) = judged(book, &evidence_of(&evening, "2").0);
        assert!(agrees, "{message}");
    }
}

/// The second referee agrees with an evening of more than one shoe: the last coup of the first is dealt by the command that says a shuffle
/// is due.
#[test]
fn the_second_referee_agrees_with_more_than_one_shoe() {
    for book in ["act", "nz", "qld", "nsw"] {
        let evening = Evening::of(&format!("shoes-{book}"), &[book, "--seed", "22", "--coups", "90"]);
        let export = evening.path("evening.jsonl");
        evening.shown(&["export", "-o", &export]);
        let (agrees, message) = judged(book, &export);
        assert!(agrees && message.contains("90 coups and"), "{message}");
        // Nothing was signed before the evening ended, so that what proves the second coup reaches over both shoes.
        let (file, mut bundle) = evidence_of(&evening, "2");
        let (agrees, message) = judged(book, &file);
        assert!(agrees && message.contains("all agree"), "{message}");
        // Bundles of the first form did not tell how the table was set; they are read as ever.
        let bundle_of_before = bundle.as_object_mut().unwrap();
        bundle_of_before.retain(|key, _| !["in_force", "settings"].contains(&key.as_str()));
        bundle_of_before["format"] = json!("croupier-evidence-1");
        std::fs::write(&file, bundle.to_string()).unwrap();
        let (agrees, message) = judged(book, &file);
        assert!(agrees && message.contains("how the table was set is not in it"), "{message}");
        let (holds, message) = verdict(&[&file]);
        assert!(holds, "{message}");
    }
}

/// Forged facts that a house could sign with its own key are told by the second referee.
#[test]
fn the_second_referee_tells_forged_facts() {
    let evening = Evening::of("forged", &ACT);
    let export = evening.path("evening.jsonl");
    evening.shown(&["export", "-o", &export]);
    let good = std::fs::read_to_string(&export).unwrap();
    let check = |what: &str, from: &str, to: &str| {
        let forged = good.replacen(from, to, 1);
        assert_ne!(forged, good, "{what} changes something");
        std::fs::write(&export, forged).unwrap();
        let (agrees, message) = judged("act", &export);
        assert!(!agrees && message.contains("expected"), "{what}: {message}");
    };
    check("another winner", "\"winner\":\"banker\"", "\"winner\":\"player\"");
    check("a losing wager won", "\"outcome\":\"loses\"", "\"outcome\":\"wins\"");
    check("ten times the pay", "\"paid\":9500,", "\"paid\":95000,");
    check("another card", "\"card\":\"9D\"", "\"card\":\"8D\"");

    let (file, _) = evidence_of(&evening, "2");
    let bundle = std::fs::read_to_string(&file).unwrap();
    let forged =
        bundle.replacen("{\\\"card\\\":\\\"9D\\\",\\\"fact\\\"", "{\\\"card\\\":\\\"9H\\\",\\\"fact\\\"", 1);
    assert_ne!(forged, bundle, "9H for 9D changes something");
    std::fs::write(&file, forged).unwrap();
    let (agrees, message) = judged("act", &file);
    assert!(!agrees && message.contains("what the shoe opened: 9D; found 9H"), "{message}");
}

/// Every kind of change to a bundle is refused, and named.
#[test]
fn tampered_evidence_is_refused() {
    let evening = Evening::of("tampered", &ACT);
    let (file, good) = evidence_of(&evening, "2");
    let key = good["signed"]["key"].as_str().unwrap().to_owned();
    assert!(verdict(&["--key", &key, &file]).0);
    let check = |what: &str, message: &str, change: &dyn Fn(&mut Value)| {
        let mut bundle = good.clone();
        change(&mut bundle);
        assert_ne!(bundle, good, "{what} changes something");
        let path = evening.path("tampered.json");
        std::fs::write(&path, serde_json::to_string(&bundle).unwrap()).unwrap();
        let (holds, found) = verdict(&["--key", &key, &path]);
        assert!(!holds && found.contains(message), "{what}: {found}");
    };
    let records = |bundle: &Value| bundle["slices"][0]["records"].as_array().unwrap().len();
    let flip = |value: &mut Value| {
        let text = value.as_str().unwrap();
        let other = if text.starts_with('0') { "1" } else { "0" };
        *value = json!(format!("{other}{}", &text[1..]));
    };
    for (field, message) in [
        ("actor", "gives another hash"),
        ("role", "give another hash"),
        ("command", "give another hash"),
        ("kind", "give another hash"),
        ("payload", "give another hash"),
    ] {
        let message = message.replace("gives", "give");
        check(field, &message, &|bundle| {
            let value = &mut bundle["slices"][0]["records"][3][field];
            *value = json!(format!("{} ", value.as_str().unwrap()));
        });
    }
    for field in ["request", "book", "hash"] {
        check(field, "give another hash", &|bundle| flip(&mut bundle["slices"][0]["records"][3][field]));
    }
    check("time", "give another hash", &|bundle| bundle["slices"][0]["records"][3]["time"] = json!(1));
    check("previous", "does not follow", &|bundle| flip(&mut bundle["slices"][0]["records"][3]["previous"]));
    check("a record is missing", "is due", &|bundle| {
        bundle["slices"][0]["records"].as_array_mut().unwrap().remove(3);
    });
    check("records change places", "is due", &|bundle| {
        bundle["slices"][0]["records"].as_array_mut().unwrap().swap(3, 4);
    });
    check("the end is cut off", "do not lead to where the checkpoint has it", &|bundle| {
        let last = records(bundle) - 1;
        bundle["slices"][0]["records"].as_array_mut().unwrap().remove(last);
    });
    let set = |bundle: &Value| bundle["settings"][0]["records"].as_array().unwrap().len();
    check("chips in the settings", "give another hash", &|bundle| {
        let first = &mut bundle["settings"][0]["records"][0];
        assert!(first["payload"].as_str().unwrap().contains("table-opened"));
        let payload = &mut first["payload"];
        *payload = json!(payload.as_str().unwrap().replacen("100", "200", 1));
    });
    check("the settings are cut off", "do not lead to where the checkpoint has it", &|bundle| {
        let last = set(bundle) - 1;
        bundle["settings"][0]["records"].as_array_mut().unwrap().remove(last);
    });
    check("the settings are left out", "the event that opened the table", &|bundle| {
        (bundle["in_force"], bundle["settings"]) = (json!([]), json!([]));
    });
    check("an event of the settings is not there", "are not all there", &|bundle| {
        bundle["settings"] = json!([]);
    });
    check("another event for the settings", "the event that opened the table", &|bundle| {
        bundle["in_force"][0] = json!(bundle["in_force"][0].as_u64().unwrap() + 1);
    });
    check("settings of after the coup", "before its other records", &|bundle| {
        let last = bundle["events"][1].clone();
        bundle["in_force"].as_array_mut().unwrap().push(last);
    });
    check("the head", "do not lead to where", &|bundle| flip(&mut bundle["slices"][0]["head"]["hash"]));
    check("the path", "root that was signed", &|bundle| flip(&mut bundle["slices"][0]["path"][0]));
    check("the index", "root that was signed", &|bundle| {
        let index = bundle["slices"][0]["index"].as_u64().unwrap();
        bundle["slices"][0]["index"] = json!(index ^ 1);
    });
    for field in ["root", "signature"] {
        check(field, "signature is not that of the key", &|bundle| flip(&mut bundle["signed"][field]));
    }
    check("the size", "signature", &|bundle| bundle["signed"]["size"] = json!(1));
    check("the time signed", "signature", &|bundle| bundle["signed"]["time"] = json!(5));
    check("the key", "another key", &|bundle| flip(&mut bundle["signed"]["key"]));
    check("the book", "another book", &|bundle| {
        let text = bundle["book"][0].as_str().unwrap().to_owned();
        bundle["book"][0] = json!(text + "#");
    });
    check("the coup", "not those of coup 1", &|bundle| bundle["coup"] = json!(1));
    check("the table", "a slice of its table", &|bundle| bundle["table"] = json!("another"));
    check("the events", "are not all there", &|bundle| bundle["events"][0] = json!(0));
    check("a card of the shoe", "give another hash", &|bundle| {
        let line = &mut bundle["slices"][1]["records"][2]["payload"];
        *line = json!(line.as_str().unwrap().replace("\\\"drawn\\\":0", "\\\"drawn\\\":1"));
    });
    check("no slice", "a slice of its table", &|bundle| bundle["slices"] = json!([]));
    check("a key more", "allowed are exactly", &|bundle| bundle["more"] = json!(1));
    check("another format", "format cannot be", &|bundle| bundle["format"] = json!("croupier-evidence-9"));
    check("another kind of value", "cannot be", &|bundle| bundle["coup"] = json!("2"));
    let path = evening.path("cut.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert!(verdict(&[&path]).1.contains("not JSON"));
}

#[test]
fn the_deal_is_the_same_with_a_log() {
    let evening = Evening::of("same", &ACT);
    let with = records(&evening);
    let plain = super::run(&["deal", "act", "--seed", "7", "--coups", "3", "--json"]);
    let plain = String::from_utf8(plain.stdout).unwrap();
    let plain: Vec<Value> = plain.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let message =
        |record: &Value| json!({ "fact": record["payload"]["fact"], "under": record["payload"]["under"] });
    let mut facts: Vec<Value> = with.iter().map(message).collect();
    // Only a log has the records of its shoes, and says so.
    let sealed = facts[0]["fact"]["settings"].as_object_mut().unwrap().remove("sealed");
    assert_eq!(sealed, Some(json!(true)));
    let asked: Vec<Value> =
        plain.iter().map(|event| json!({ "fact": event["fact"], "under": event["under"] })).collect();
    assert_eq!(facts, asked);
}
