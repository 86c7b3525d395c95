//! A table opens from what was kept of its log, however long that is, and is the same as if all of it had been read.

use crate::counted::Counted;
use crate::evening::{Evening, texts};
use archive::Shelf;
use baccarat::book::Book;
use baccarat::chips::Money;
use floor::Floor;
use floor::config::{CardsFrom, HouseBook, TableConfig};
use floor::metrics::Metrics;
use floor::regulars::Regulars;
use floor::timing::Pace;
use ledger::{Against, By, Draft, Key, Ledger, Payload, Reached, Time, store};
use merkle::sha256;
use people::role::Role;
use people::viewer::{Person, Viewer};
use serde_json::Value;
use shoe::{Keeper, Keys, Vault};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::Settings;
use tokio::sync::watch;

/// The most records that opening may read, whatever the length of the log: those after what was kept, and a few of other streams.
const MOST: u64 = 500;

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()))
}

fn config(settings: &Settings) -> TableConfig {
    let texts = texts();
    let book = Arc::new(Book::read(&texts[0]).unwrap());
    let hash = sha256(&[texts[0].as_bytes(), texts[1].as_bytes()]);
    TableConfig {
        id: "one".to_owned(),
        name: "One".to_owned(),
        book: HouseBook { book, hash, texts },
        cards: CardsFrom::Felt,
        settings: settings.clone(),
        pace: Pace::default(),
        most_bought: Money(0),
        regulars: Regulars::None,
        automatic_staff: false,
        demonstration: false,
    }
}

/// Opens the table, sees how the pit, its patron and an inspector see it, and stops. Says how many records opening read as well.
async fn open(folder: &Path, settings: &Settings) -> (Value, u64) {
    let keys = Keys { vault: folder.join("vault.key"), signing: folder.join("signing.key") };
    let keeper: Arc<dyn Keeper> = Arc::new(Vault::open(&folder.join("vault"), &keys).unwrap());
    let counted = Counted::over(store::open(folder).await.unwrap());
    let ledger = Ledger::over(counted.clone());
    let mut floor = Floor::closed(ledger.clone(), vec![config(settings)]);
    let (stop, stopping) = watch::channel(false);
    let tasks = floor.open(keeper, &Arc::new(Metrics::new()), &stopping).await;
    assert_eq!(floor.troubles(), []);
    let read = counted.read_since();
    let table = floor.table("one").unwrap();
    let mut seen = Vec::new();
    for (name, role) in [
        ("ina", Role::Supervisor),
        ("ann", Role::Player),
        ("eve", Role::Inspector),
        ("sue", Role::Surveillance),
    ] {
        let view = table.view(Viewer::Person(Person { name: name.into(), role })).await.unwrap();
        let mut view = serde_json::to_value(view).unwrap();
        view["state"]["now"] = Value::Null;
        seen.push(view);
    }
    seen.push(serde_json::to_value(table.at_a_glance().await.unwrap()).unwrap());
    stop.send(true).unwrap();
    for task in tasks {
        task.await.unwrap();
    }
    ledger.close().await.unwrap();
    (Value::Array(seen), read)
}

#[tokio::test]
async fn a_table_opens_from_what_was_kept_of_its_log() {
    let mut seen = Vec::new();
    for coups in [300, 600] {
        let folder = folder(&format!("opening-{coups}"));
        let mut evening = Evening::new();
        evening.play(coups);
        let settings = evening.table.state().settings.clone();
        let ledger = Ledger::open(&folder).await.unwrap();
        evening.record(&ledger).await;
        ledger.close().await.unwrap();
        let (whole, walked) = open(&folder, &settings).await;
        let (kept, read) = open(&folder, &settings).await;
        assert!(walked > 5_000, "{walked}: the log is too short for anything to be kept");
        assert!(read <= MOST, "{read} of {walked} records were read");
        assert_eq!(kept, whole);
        // What is kept and does not stand for what the log says is as good as none.
        for file in std::fs::read_dir(folder.join("snapshots")).unwrap().flatten() {
            let mut bytes = std::fs::read(file.path()).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(file.path(), bytes).unwrap();
        }
        let (again, read) = open(&folder, &settings).await;
        assert!(read > 5_000, "{read}");
        assert_eq!(again, whole);
        seen.push(read);
        std::fs::remove_dir_all(folder).unwrap();
    }
    assert!(seen[1] > seen[0]);
}

/// Neither the records nor the checkpoints that were verified before are read again.
#[tokio::test]
async fn verifying_goes_on_from_where_it_was_and_reads_no_more() {
    let folder = folder("verifying");
    let counted = Counted::over(store::open(&folder).await.unwrap());
    let ledger = Ledger::over(counted.clone());
    let mut evening = Evening::new();
    evening.play(100);
    evening.record(&ledger).await;
    let key = Key::open(&folder.join("signing.key")).unwrap();
    for note in 0..50 {
        record_note(&ledger, note).await;
        ledger.checkpoint(&key, By::new("house", "recorder"), Time(note)).await.unwrap();
    }
    let shelf = Shelf::read(&**ledger.store(), None).await.unwrap();
    let against =
        |from| Against { judges: archive::judges(&shelf), from, keep_states: true, ..Against::default() };
    counted.read_since();
    let whole = ledger::verify(&**ledger.store(), &against(None)).await.unwrap();
    assert_eq!(whole.faults, []);
    assert!(counted.read_since() > 2_000);
    ledger.keep_states(&whole).await.unwrap();
    let reached: Reached = serde_json::from_str(&serde_json::to_string(&whole.reached).unwrap()).unwrap();
    record_note(&ledger, 50).await;
    ledger.checkpoint(&key, By::new("house", "recorder"), Time(50)).await.unwrap();
    counted.read_since();
    let rest = ledger::verify(&**ledger.store(), &against(Some(&reached))).await.unwrap();
    let read = counted.read_since();
    assert_eq!((rest.faults, rest.checkpoints), (Vec::new(), 51));
    assert!(read <= 50, "{read} records were read for a note and a checkpoint");
    // From there or from the beginning, it comes to the same.
    let whole = ledger::verify(&**ledger.store(), &against(None)).await.unwrap();
    assert_eq!(rest.reached, whole.reached);
    ledger.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

async fn record_note(ledger: &Ledger, number: i64) {
    let (stream, id) = ("note/house".parse().unwrap(), format!("note-{number}").parse().unwrap());
    let payload = Payload::new("note-1", &number).unwrap();
    ledger
        .append(Draft::note(stream, id, Time(number), By::new("house", "recorder"), payload))
        .await
        .unwrap();
}
