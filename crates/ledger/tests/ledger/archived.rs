//! Segments on disk: what is done to them is noticed, and nothing else leaves the log.

use crate::a_store::{draft, long};
use ledger::{Against, Key, Ledger, Reached, StoreError, Time, store, verify};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::{TempDir, tempdir};

/// A log of which two segments were put away, with a signed checkpoint.
async fn archived() -> (TempDir, Reached) {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    for part in long(2_300).chunks(500) {
        ledger.store().append(part).await.unwrap();
    }
    let key = Key::open(&folder.path().join("signing.key")).unwrap();
    ledger.checkpoint(&key, ledger::By::new("house", "recorder"), Time(9_000_000)).await.unwrap();
    let before = verify(&**ledger.store(), &Against::default()).await.unwrap();
    assert_eq!(before.faults, []);
    assert_eq!(ledger.store().archive(2_200).await.unwrap(), 2_048);
    let after = verify(&**ledger.store(), &Against::default()).await.unwrap();
    assert_eq!((after.faults, &after.reached), (Vec::new(), &before.reached));
    ledger.close().await.unwrap();
    (folder, before.reached)
}

async fn faults(folder: &Path) -> Vec<String> {
    let store = store::read_only(folder).await.unwrap();
    let report = verify(&*store, &Against::default()).await.unwrap();
    store.close().await.unwrap();
    report.faults.iter().map(ToString::to_string).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder.join("segments")).unwrap();
    let mut files: Vec<PathBuf> = found.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[tokio::test]
async fn what_is_done_to_a_segment_is_told_with_its_place() {
    let (folder, _) = archived().await;
    assert_eq!(faults(folder.path()).await, Vec::<String>::new());
    let files = files(folder.path());
    let [first, second] = &files[..] else { panic!("{files:?}") };
    let whole = std::fs::read(second).unwrap();
    let text = String::from_utf8(unpacked(&whole)).unwrap();
    let changed = text.replacen("\"n\":1500", "\"n\":1501", 1);
    assert_ne!(changed, text);
    for bytes in [whole[..whole.len() / 2].to_vec(), std::fs::read(first).unwrap(), packed(&changed)] {
        std::fs::write(second, bytes).unwrap();
        let found = faults(folder.path()).await;
        assert!(found.iter().any(|fault| fault.contains("the segment of entries 1025 to 2048")), "{found:?}");
    }
    std::fs::remove_file(second).unwrap();
    let found = faults(folder.path()).await;
    assert!(found.iter().any(|fault| fault.contains("000000001025.gz")), "{found:?}");
    std::fs::write(second, whole).unwrap();
    assert_eq!(faults(folder.path()).await, Vec::<String>::new());
}

/// Somebody who rewrites a segment together with its hash in the file does not get by the chain.
#[tokio::test]
async fn a_segment_rewritten_with_its_hash_does_not_fit_what_follows() {
    let (folder, _) = archived().await;
    let second = &files(folder.path())[1];
    let text = String::from_utf8(unpacked(&std::fs::read(second).unwrap())).unwrap();
    let changed = text.replacen("\"n\":1500", "\"n\":1501", 1);
    std::fs::write(second, packed(&changed)).unwrap();
    let mut file = open(folder.path()).await;
    sqlx::raw_sql("DROP TRIGGER segment_stays").execute(&mut file).await.unwrap();
    let hash = merkle::sha256(&[changed.as_bytes()]);
    let query = sqlx::query("UPDATE segment SET hash = ? WHERE first = 1025").bind(hash.0.to_vec());
    query.execute(&mut file).await.unwrap();
    let trigger = "CREATE TRIGGER segment_stays BEFORE UPDATE ON segment BEGIN SELECT RAISE(ABORT, 'the log is never altered'); END";
    sqlx::raw_sql(trigger).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    std::fs::remove_file(folder.path().join("ledger.seal")).unwrap();
    let found = faults(folder.path()).await;
    assert!(found.iter().any(|fault| fault.contains("note/of 2")), "{found:?}");
}

async fn open(folder: &Path) -> sqlx::SqliteConnection {
    SqliteConnectOptions::new().filename(folder.join("ledger.db")).connect().await.unwrap()
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut text).unwrap();
    text
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

#[tokio::test]
async fn a_row_leaves_only_where_a_segment_has_its_place() {
    let (folder, _) = archived().await;
    let mut file = open(folder.path()).await;
    for sql in [
        "DELETE FROM entry",
        "DELETE FROM segment",
        "DELETE FROM archived",
        "UPDATE segment SET last = last + 1",
    ] {
        let refused = sqlx::raw_sql(sql).execute(&mut file).await.unwrap_err().to_string();
        assert!(refused.contains("never"), "{sql}: {refused}");
    }
    let left: i64 = sqlx::query("SELECT count(*) FROM entry").fetch_one(&mut file).await.unwrap().get(0);
    assert_eq!(left, 2_301 - 2_048);
    file.close().await.unwrap();
}

/// A file that was written when the power failed, before its rows left, is written again.
#[tokio::test]
async fn half_a_segment_from_before_a_power_failure_is_in_nobodys_way() {
    let folder = tempdir().unwrap();
    let store = store::open(folder.path()).await.unwrap();
    let entries = long(1_100);
    store.append(&entries).await.unwrap();
    std::fs::create_dir(folder.path().join("segments")).unwrap();
    for name in ["000000000001.gz", "000000000001.new"] {
        std::fs::write(folder.path().join("segments").join(name), b"half").unwrap();
    }
    assert_eq!(store.archive(1_100).await.unwrap(), 1_024);
    let all: Vec<_> =
        store.all(0, 2_000).await.unwrap().into_iter().map(|(_, entry)| entry.unwrap()).collect();
    assert_eq!(all, entries[..1_024]);
    store.close().await.unwrap();
}

/// While entries leave their rows, whoever reads finds each of them, and whoever writes is not kept from it.
#[tokio::test(flavor = "multi_thread")]
async fn reading_and_writing_go_on_while_entries_are_put_away() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let entries = Arc::new(long(4_200));
    for part in entries.chunks(500) {
        ledger.store().append(part).await.unwrap();
    }
    let reader = store::read_only(folder.path()).await.unwrap();
    let archiving = tokio::spawn({
        let store = ledger.store().clone();
        async move { store.archive(4_200).await.unwrap() }
    });
    let mut rounds = 0_usize;
    while !archiving.is_finished() || rounds == 0 {
        for number in [0_usize, 1_030, 2_000, 3_000, 4_150] {
            let entry = &entries[number];
            let read = reader.read(&entry.stream, entry.first, 1).await.unwrap();
            assert_eq!(read[0], *entry, "{number}");
            let found = reader.command(&entry.stream, &entry.command).await.unwrap();
            assert_eq!(found.as_ref(), Some(entry), "{number}");
        }
        ledger.append(draft("new", &format!("w{rounds}"), "x")).await.unwrap();
        rounds += 1;
    }
    assert_eq!(archiving.await.unwrap(), 4_096);
    reader.close().await.unwrap();
    ledger.close().await.unwrap();
    assert_eq!(faults(folder.path()).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_store_that_is_only_read_puts_nothing_away() {
    let (folder, _) = archived().await;
    let store = store::read_only(folder.path()).await.unwrap();
    assert!(matches!(store.archive(2_300).await, Err(StoreError::Failed(_))));
    store.close().await.unwrap();
    assert_eq!(files(folder.path()).len(), 2);
}

/// Room that rows have left is given back, and everything is as it was.
#[tokio::test]
async fn a_log_is_smaller_once_its_entries_are_put_away() {
    let folder = tempdir().unwrap();
    let store = store::open(folder.path()).await.unwrap();
    store.append(&long(4_200)).await.unwrap();
    store.close().await.unwrap();
    let room = async |folder: &Path| {
        let store = store::read_only(folder).await.unwrap();
        let room = store.room().await.unwrap();
        store.close().await.unwrap();
        room.bytes
    };
    let before = room(folder.path()).await;
    let store = store::open(folder.path()).await.unwrap();
    store.archive(4_200).await.unwrap();
    store.close().await.unwrap();
    store::compact(folder.path()).await.unwrap();
    let after = room(folder.path()).await;
    assert!(after * 3 < before, "{before} bytes before, {after} after");
    assert_eq!(faults(folder.path()).await, Vec::<String>::new());
}
