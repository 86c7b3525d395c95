//! Logs that say something else than happened, chained anew and signed with the house's own key.

use super::forge::{entries, rebuild};
use super::rollback::{copy, play, settings, told};
use super::running::croupier;
use archive::{Archive, Witnesses};
use house::vaulted::VaultPlace;
use ledger::{Against, Chained, Entry, Judges, Key, Payload, store};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// What is wrong with a log, as `croupier log verify` has it.
async fn faults(folder: &Path, key: &Key) -> Vec<String> {
    let archive = Archive::over(store::read_only(folder).await.unwrap());
    let against = Witnesses { key: Some(key.public()), ..Witnesses::default() };
    archive.verify(&against, &|_| {}).await.unwrap().faults
}

/// The same with the defence off: chains and signatures are checked, and nothing is decided again.
async fn unjudged(folder: &Path, key: &Key) -> usize {
    let store = store::read_only(folder).await.unwrap();
    let (witnessed, judges) = (Vec::new(), Judges::none());
    let against = Against { witnessed, key: Some(key.public()), judges, ..Against::default() };
    let report = ledger::verify(&*store, &against).await.unwrap();
    store.close().await.unwrap();
    report.faults.len()
}

/// What the second referee says, who has the book's file and what `croupier log export` writes, and nothing else.
fn judged(folder: &Path, file: &Path) -> (bool, String) {
    let export = Command::new(croupier()).args(["log", "export"]).arg(folder).arg("-o").arg(file).output();
    let export = export.unwrap();
    assert!(export.status.success(), "{}", String::from_utf8_lossy(&export.stderr));
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new("python3")
        .arg(repository.join("verify/croupier_verify.py"))
        .arg("judge")
        .arg(repository.join("books/nsw.toml"))
        .arg(file)
        .output()
        .expect("python3 is needed for this test");
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.success(), said)
}

/// Changes the first event of this kind that `change` takes.
fn change(entries: &mut [Entry], fact: &str, change: impl Fn(&mut Value) -> bool) {
    let named = format!("\"fact\":\"{fact}\"");
    for entry in entries.iter_mut().filter(|entry| entry.stream.kind() == "table") {
        for Chained { payload, .. } in &mut entry.records {
            if payload.kind() != "table-event-1" || !payload.text().contains(&named) {
                continue;
            }
            let mut value: Value = serde_json::from_str(payload.text()).unwrap();
            if change(&mut value) {
                *payload = Payload::new("table-event-1", &value).unwrap();
                return;
            }
        }
    }
    panic!("there is no such {fact}");
}

/// Another suit of the same rank, in what was asked and in what happened alike; the entry's place, and both cards.
fn another_suit(entries: &mut [Entry]) -> (usize, String, String) {
    for (place, entry) in entries.iter_mut().enumerate().filter(|(_, entry)| entry.stream.kind() == "table") {
        let shown = entry.records.iter().find_map(|record| {
            let value: Value = serde_json::from_str(record.payload.text()).ok()?;
            let fact = &value["fact"];
            let card = if fact["fact"] == "exposed" { &fact["cards"][0] } else { &fact["card"] };
            card.as_str().map(str::to_owned)
        });
        let Some(card) = shown else { continue };
        let other = format!("{}{}", &card[..1], if card.ends_with('H') { "D" } else { "H" });
        let (from, to) = (format!("\"{card}\""), format!("\"{other}\""));
        for Chained { payload, .. } in &mut entry.records {
            let text = payload.text().replacen(&from, &to, 1);
            *payload = Payload::new(payload.kind(), &serde_json::from_str::<Value>(&text).unwrap()).unwrap();
        }
        return (place, card, other);
    }
    panic!("no card was dealt");
}

fn another_card(entries: &mut [Entry]) {
    another_suit(entries);
}

/// The shoe says of the card what the table says of it.
fn another_card_and_opening(entries: &mut [Entry]) {
    let (place, card, other) = another_suit(entries);
    let command = entries[place].command.clone();
    let (from, to) = (format!("\"card\":\"{card}\""), format!("\"card\":\"{other}\""));
    for entry in entries.iter_mut().filter(|entry| entry.stream.kind() == "shoe" && entry.command == command)
    {
        for Chained { payload, .. } in &mut entry.records {
            let line: String = serde_json::from_str(payload.text()).unwrap();
            if line.contains(&from) {
                *payload = Payload::new(payload.kind(), &line.replacen(&from, &to, 1)).unwrap();
                return;
            }
        }
    }
    panic!("the shoe opened no such card");
}

/// The same text in every record of the tables and of what was asked of them.
fn reword(entries: &mut [Entry], reworded: impl Fn(&str) -> String) {
    for entry in entries.iter_mut().filter(|entry| entry.stream.kind() == "table") {
        for Chained { payload, .. } in &mut entry.records {
            let text = reworded(payload.text());
            *payload = Payload::new(payload.kind(), &serde_json::from_str::<Value>(&text).unwrap()).unwrap();
        }
    }
}

/// Every card of hearts is one of diamonds, and the other way round, so that everything else follows as before.
fn hearts_for_diamonds(text: &str) -> String {
    "A23456789TJQK".chars().fold(text.to_owned(), |text, rank| {
        let [hearts, diamonds] = ["H", "D"].map(|suit| format!("\"{rank}{suit}\""));
        text.replace(&hearts, "\"?\"").replace(&diamonds, &hearts).replace("\"?\"", &diamonds)
    })
}

/// What was asked is left out of every entry that was changed.
fn without_asked(entries: &mut [Entry], honest: &[Entry]) {
    for (entry, _) in entries.iter_mut().zip(honest).filter(|(entry, honest)| entry != honest) {
        leave_out_asked(entry);
    }
}

fn leave_out_asked(entry: &mut Entry) {
    let is_asked = |record: &Chained| record.payload.kind().starts_with("asked-");
    if entry.records.len() > 1 {
        entry.records.retain(|record| !is_asked(record));
    }
}

/// A losing wager is paid.
pub fn pay_a_loser(entries: &mut [Entry]) {
    change(entries, "wager-settled", |event| {
        let result = &mut event["fact"]["result"];
        let loses = result["outcome"] == "loses";
        if loses {
            (result["outcome"], result["paid"]) = (json!("wins"), result["live"].clone());
        }
        loses
    });
}

/// A change that somebody makes to a log.
type Forgery = (&'static str, fn(&mut [Entry]));

const FORGERIES: [Forgery; 8] = [
    ("a losing wager paid", pay_a_loser),
    ("ten times the pay", |entries| {
        change(entries, "wager-settled", |event| {
            let paid = event["fact"]["result"]["paid"].as_i64().unwrap_or(0);
            event["fact"]["result"]["paid"] = json!(paid * 10);
            paid > 0
        });
    }),
    ("the wrong winner", |entries| {
        change(entries, "coup-decided", |event| {
            let other = if event["fact"]["winner"] == "player" { "banker" } else { "player" };
            event["fact"]["winner"] = json!(other);
            true
        });
    }),
    ("the wrong total", |entries| {
        change(entries, "coup-decided", |event| {
            event["fact"]["player"] = json!((event["fact"]["player"].as_i64().unwrap() + 1) % 10);
            true
        });
    }),
    ("clauses that no book has", |entries| {
        change(entries, "wager-settled", |event| {
            let cites = if event["under"].is_null() { "cites" } else { "under" };
            event[cites]["clauses"] = json!(["99.9"]);
            true
        });
    }),
    ("another card", another_card),
    ("another card, in its opening too", another_card_and_opening),
    ("a card for the other hand", |entries| {
        change(entries, "card-dealt", |event| {
            let other = if event["fact"]["to"] == "player" { "banker" } else { "player" };
            event["fact"]["to"] = json!(other);
            true
        });
    }),
];

#[tokio::test(flavor = "multi_thread")]
async fn seven_forged_and_well_signed_logs_are_all_told_by_both_referees() {
    let folder = tempfile::tempdir().unwrap();
    let house = settings(&folder.path().join("data"), &[]);
    play(&house, 12).await;
    let key = Key::existing(&VaultPlace::of(&house).keys.signing).unwrap();
    let mut honest = entries(&house.data.join("ledger")).await;
    // A forger leaves out what only helps to open faster.
    honest.retain(|entry| entry.stream.kind() != "snapshot");
    let file = folder.path().join("records.jsonl");
    let rebuilt = folder.path().join("honest");
    rebuild(&honest, &key, &rebuilt).await;
    assert_eq!(faults(&rebuilt, &key).await, Vec::<String>::new());
    let (agrees, said) = judged(&rebuilt, &file);
    assert!(agrees, "{said}");
    for (place, (what, forge)) in FORGERIES.into_iter().enumerate() {
        let mut changed = honest.clone();
        forge(&mut changed);
        assert_ne!(changed, honest, "{what} changes something");
        // The same where nothing is left by which it could be decided again: in that entry, or in the whole log.
        let (mut unasked, mut stripped) = (changed.clone(), changed.clone());
        without_asked(&mut unasked, &honest);
        stripped.iter_mut().for_each(leave_out_asked);
        for (how, entries) in [("asked", changed), ("unasked", unasked), ("stripped", stripped)] {
            let forged = folder.path().join(format!("forged-{place}-{how}"));
            rebuild(&entries, &key, &forged).await;
            let told = faults(&forged, &key).await;
            assert!(!told.is_empty(), "{what}, {how}, is not told");
            if how == "asked" {
                assert_eq!(unjudged(&forged, &key).await, 0, "{what} would pass if nobody decided again");
            }
            assert!(
                !told.iter().any(|told| told.contains("signature") || told.contains("previous")),
                "{what}, {how}: {told:?}"
            );
            let command = Command::new(croupier()).args(["log", "verify"]).arg(&forged).output().unwrap();
            let said = String::from_utf8_lossy(&command.stdout).into_owned();
            assert_eq!(command.status.code(), Some(1), "{what}, {how}: {said}");
            let (agrees, said) = judged(&forged, &file);
            assert!(!agrees, "{what}, {how}: {said}");
        }
    }
    the_shoes_records_left_out(folder.path(), &honest, &key).await;
    // A house that is opened over it says so too.
    copy(&folder.path().join("forged-0-unasked"), &house.data.join("ledger"));
    let told = told(&house).await;
    assert!(told.iter().any(|told| told.contains("what was asked is left out")), "{told:?}");
    // Made to look like a log from before commands and keys were on record, it is never said to hold as it stands.
    let mut older = honest.clone();
    older.iter_mut().for_each(leave_out_asked);
    let first = older.iter().position(|entry| entry.stream.kind() == "key").unwrap();
    let signed = older.iter().position(|entry| entry.stream.kind() == "checkpoint").unwrap();
    older[first..=signed].rotate_left(1);
    let forged = folder.path().join("older");
    rebuild(&older, &key, &forged).await;
    let command = Command::new(croupier()).args(["log", "verify"]).arg(&forged).output().unwrap();
    let said = String::from_utf8_lossy(&command.stdout).into_owned();
    assert!(!said.contains("All holds") && said.contains("believed as they stand"), "{said}");
}

/// Other cards, and no record of the shoes that they came from: the table's settings tell that there was one. Where those are altered too,
/// with what was asked, nothing differs, and neither referee says of such cards that they hold.
async fn the_shoes_records_left_out(folder: &Path, honest: &[Entry], key: &Key) {
    let file = folder.join("records.jsonl");
    let without: Vec<Entry> = honest.iter().filter(|entry| entry.stream.kind() != "shoe").cloned().collect();
    let forms = [
        ("kept", "\"sealed\":true", "\"sealed\":true"),
        ("gone", "\"sealed\":true,", ""),
        ("felt", "\"sealed\":true", "\"felt\":true"),
    ];
    for (how, from, to) in forms {
        let mut changed = without.clone();
        reword(&mut changed, |text| hearts_for_diamonds(text).replace(from, to));
        let forged = folder.join(format!("no-shoes-{how}"));
        rebuild(&changed, key, &forged).await;
        let told = faults(&forged, key).await;
        let command = Command::new(croupier()).args(["log", "verify"]).arg(&forged).output().unwrap();
        let said = String::from_utf8_lossy(&command.stdout).into_owned();
        let (agrees, judged) = judged(&forged, &file);
        assert_eq!(told.is_empty(), how != "kept", "{how}: {told:?}");
        assert_eq!(agrees, how != "kept", "{how}: {judged}");
        match how {
            "kept" => {
                assert!(told[0].contains("there is no record of the sealed shoes"), "{told:?}");
                assert!(judged.contains("the records of the sealed shoes"), "{judged}");
                continue;
            }
            "gone" => {
                assert!(!said.contains("All holds") && said.contains("no shoe's record says"), "{said}")
            }
            // It takes somebody who knows that no real cards lie at this table.
            _ => assert!(
                said.contains("keyed, from no sealed shoe") && said.contains("no seal proves"),
                "{said}"
            ),
        }
        assert!(!judged.contains("all agree") && judged.contains("no shoe's record proves"), "{judged}");
    }
}
