//! Older data is put back while the house is closed: the log, the vault's folder, its anchor, the list of people, in every combination.

use super::forge::entries;
use floor::regulars::Regulars;
use floor::timing::Pace;
use house::house::House;
use house::settings::HouseSettings;
use house::vaulted::{VaultPlace, vault_here};
use house::witnesses::WitnessAt;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use witness::{PublicKey, Witness};

const AT_ONCE: Pace = Pace { betting_seconds: 0, card_ms: 0, result_ms: 0, answer_seconds: 0 };

/// A demonstration house with one table at which regulars play by themselves.
pub fn settings(data: &Path, witnesses: &[WitnessAt]) -> HouseSettings {
    let mut settings = house::demonstration::settings("127.0.0.1:0".parse().unwrap(), data).unwrap();
    settings.tables.retain(|table| table.id == "nsw");
    for table in &mut settings.tables {
        (table.pace, table.regulars) = (AT_ONCE, Regulars::Always);
    }
    settings.witnesses = witnesses.to_vec();
    settings
}

/// Opens the house, lets some coups be dealt, and closes it in order.
pub async fn play(settings: &HouseSettings, coups: u32) {
    let (house, tasks) = House::open(settings.clone(), vault_here(settings)).await.unwrap();
    assert_eq!(house.trouble, Vec::<String>::new());
    let dealt = || house.tables()[0].posted(|posted| posted.lobby.coups);
    let until = dealt() + coups;
    while dealt() < until {
        tokio::task::yield_now().await;
    }
    house.stop(tasks).await;
}

/// Everything that says something is wrong when the house is opened.
pub async fn told(settings: &HouseSettings) -> Vec<String> {
    let vault = vault_here(settings);
    let mut said: Vec<String> =
        vault.as_ref().ok().and_then(|vault| vault.standing().ok()?.trouble).into_iter().collect();
    let (house, tasks) = match House::open(settings.clone(), vault).await {
        Ok(open) => open,
        Err(message) => return vec![message],
    };
    said.extend(house.trouble.clone());
    for table in house.tables().iter() {
        let given_up = table.posted(|posted| posted.lobby.service != floor::view::board::Service::Open);
        said.extend(given_up.then(|| format!("table {} is closed", table.id)));
    }
    house.stop(tasks).await;
    said
}

pub fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        std::fs::copy(from, to).unwrap();
        return;
    }
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        copy(&path, &to.join(path.file_name().unwrap()));
    }
}

/// A witness on a port of its own, in this process.
fn witness(folder: &Path, log: &str) -> WitnessAt {
    let mut witness = Witness::open("outside", &[5; 32], &folder.join("known.json")).unwrap();
    witness.know(&PublicKey::read(log).unwrap()).unwrap();
    let key = witness.public().to_string();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let witness = Arc::new(Mutex::new(witness));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut text = Vec::new();
            let mut place = [0; 4096];
            // All of it has come when it ends as a note does.
            while !(text.ends_with(b"\n") && text.windows(4).any(|end| end == "\n\u{2014}".as_bytes())) {
                let more = stream.read(&mut place).unwrap();
                text.extend_from_slice(&place[..more]);
            }
            let text = String::from_utf8(text).unwrap();
            let body = text.split_once("\r\n\r\n").unwrap().1;
            let (status, body) = match witness.lock().unwrap().add_checkpoint(body, 1) {
                Ok(cosigned) => (200, cosigned.line),
                Err(turned) => (turned.status(), turned.body()),
            };
            write!(stream, "HTTP/1.1 {status} X\r\n\r\n{body}").unwrap();
        }
    });
    WitnessAt { address, name: "outside".into(), key }
}

/// How a part is found when the house opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    New,
    Old,
    Deleted,
}

use Found::{Deleted, New, Old};

async fn every_combination(witnessed: bool) {
    let folder = tempfile::tempdir().unwrap();
    let (data, kept) = (folder.path().join("data"), folder.path().join("kept"));
    let mut house = settings(&data, &[]);
    let place = VaultPlace::of(&house);
    // Before anything was signed there is nothing to put back to.
    play(&house, 3).await;
    if witnessed {
        let log = vault_here(&house).unwrap().standing().unwrap().key;
        house = settings(&data, &[witness(folder.path(), &log)]);
    }
    play(&house, 3).await;
    let parts: [PathBuf; 4] =
        [data.join("ledger"), place.folder.clone(), place.keys.anchor(), data.join("people")];
    let save = |name: &str| {
        std::fs::create_dir_all(kept.join(name)).unwrap();
        parts.iter().for_each(|part| copy(part, &kept.join(name).join(part.file_name().unwrap())));
    };
    let put = |found: Found, part: &Path| {
        let name = part.file_name().unwrap();
        let _ = if part.is_dir() { std::fs::remove_dir_all(part) } else { std::fs::remove_file(part) };
        match found {
            New => copy(&kept.join("new").join(name), part),
            Old => copy(&kept.join("old").join(name), part),
            Deleted => {}
        }
    };
    save("old");
    play(&house, 4).await;
    play(&house, 4).await;
    save("new");
    assert_eq!(told(&house).await, Vec::<String>::new(), "nothing was put back");
    let states = [New, Old, Deleted];
    let all = states.iter().flat_map(|log| states.map(|folder| (*log, folder)));
    for (log, vault, anchor) in all.flat_map(|(log, vault)| states.map(|anchor| (log, vault, anchor))) {
        // An older list of people is not told by itself: accounts, secrets and sessions in it are held to the log and to their seals.
        for people in [New, Old] {
            let found = [log, vault, anchor, people];
            // A witness has seen the house go on since the newer data was kept, so that there it proves nothing.
            if found == [New; 4] || witnessed && found == [New, New, New, Old] {
                continue;
            }
            // Without log, vault and anchor it is another house that opens, which nobody takes for this one.
            if found[..3] == [Deleted; 3] {
                continue;
            }
            parts.iter().zip(found).for_each(|(part, found)| put(found, part));
            let said = told(&house).await;
            let all_alike = log == vault && vault == anchor;
            // What lies there is yesterday's whole house.
            let expected = if all_alike { log != New && witnessed } else { true };
            assert_eq!(!said.is_empty(), expected, "log, folder, anchor, people: {found:?}: {said:?}");
            // Wherever the money may be older, or nobody can tell, nobody but inspectors is let in; and it stays so.
            let may_be_older = log != New || vault == Deleted || anchor == Deleted;
            if expected && may_be_older {
                for opening in ["first", "second"] {
                    parts[..1].iter().zip(found).for_each(|(part, found)| put(found, part));
                    assert!(is_shut(&house).await, "{opening}: {found:?}: {said:?}");
                }
            }
        }
    }
}

/// Is nobody but inspectors let in, or does the house not open at all?
async fn is_shut(settings: &HouseSettings) -> bool {
    match House::open(settings.clone(), vault_here(settings)).await {
        Ok((house, tasks)) => {
            let shut = !house.trouble.is_empty() && !house.is_ready();
            house.stop(tasks).await;
            shut
        }
        Err(_) => true,
    }
}

/// Everything rolled back together cannot be told without somebody outside.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_witness_all_but_a_whole_older_house_is_told() {
    every_combination(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_witness_all_of_it_is_told() {
    every_combination(true).await;
}

/// The cards that shoes have told so far, by shoe and number.
async fn told_cards(house: &HouseSettings) -> BTreeMap<(String, u64), String> {
    let mut cards = BTreeMap::new();
    for entry in entries(&house.data.join("ledger")).await {
        for record in entry.records.iter().filter(|_| entry.stream.kind() == "shoe") {
            let line: String = serde_json::from_str(record.payload.text()).unwrap();
            let line: Value = serde_json::from_str(&line).unwrap();
            if let (Some(drawn), Some(card)) = (line["card"]["drawn"].as_u64(), line["card"]["card"].as_str())
            {
                cards.insert((entry.stream.to_string(), drawn), card.to_owned());
            }
        }
    }
    cards
}

/// With the defence off the attack succeeds: where log, vault and anchor are all put back and nobody outside remembers, cards that were
/// seen are dealt again. The same attack with any one of them left is told, as the other tests show.
#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_remembers_known_cards_would_be_dealt_again() {
    let folder = tempfile::tempdir().unwrap();
    let (data, kept) = (folder.path().join("data"), folder.path().join("kept"));
    let house = settings(&data, &[]);
    play(&house, 3).await;
    let before = told_cards(&house).await;
    copy(&data, &kept);
    play(&house, 4).await;
    let seen = told_cards(&house).await;
    copy(&kept, &data);
    play(&house, 4).await;
    let again = told_cards(&house).await;
    let dealt_again: Vec<_> = seen
        .iter()
        .filter(|(place, card)| !before.contains_key(place) && again.get(place) == Some(card))
        .collect();
    assert!(dealt_again.len() >= 12, "{dealt_again:?} of {seen:?}");
}
