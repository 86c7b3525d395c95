//! A log that somebody has tampered with: what is found, where, and with whose help.

use crate::common::{Evening, Seeded, book, book_hash, evening, full, id, record_hash, reseat, seat, submit};
use baccarat::book::Book;
use ledger::{
    Against, By, Checkpoints, Entry, Fault, Judges, Key, Ledger, LedgerError, Opened, Statement, StoreError,
    store, verify,
};
use merkle::Hash;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use table::{Table, Time};
use tempfile::{TempDir, tempdir};

/// The books of the tables, read once.
fn books(hash: Hash) -> Option<Arc<Book>> {
    static BOOKS: LazyLock<[(Hash, Arc<Book>); 2]> =
        LazyLock::new(|| ["act", "nsw"].map(|id| (book_hash(id), book(id))));
    BOOKS.iter().find(|(known, _)| *known == hash).map(|(_, book)| book.clone())
}

fn by() -> By {
    By::new("manager", "manager")
}

/// Two tables that have played an evening, with a checkpoint in the middle and one at the end, closed.
struct Kept {
    home: TempDir,
    evenings: [Evening; 2],
    /// The roots of the checkpoints.
    roots: [Hash; 2],
    /// The folder as it was after the first.
    older: TempDir,
}

fn copy(from: &Path) -> TempDir {
    let to = tempdir().unwrap();
    for file in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        if file.path().is_file() {
            std::fs::copy(file.path(), to.path().join(file.file_name())).unwrap();
        }
    }
    to
}

async fn kept(coups: usize) -> Kept {
    let (home, evenings) = (tempdir().unwrap(), [evening("nsw", 21, coups), evening("act", 22, coups)]);
    let (mut roots, mut older) = (Vec::new(), None);
    for half in 0..2 {
        let ledger = Ledger::open(home.path()).await.unwrap();
        for (number, evening) in evenings.iter().enumerate() {
            let mut log = seat(&ledger, &format!("{number}"), evening).await.unwrap();
            let middle = evening.commands.len() / 2;
            let part = if half == 0 { 0..middle } else { middle..evening.commands.len() };
            for place in part {
                submit(&mut log, &id(&place.to_string()), &evening.commands[place]).await.unwrap();
            }
            log.snapshot(Time(1)).await.unwrap();
        }
        let key = Key::open(&home.path().join("checkpoint.key")).unwrap();
        roots.push(ledger.checkpoint(&key, by(), Time(half)).await.unwrap().signed.root);
        ledger.close().await.unwrap();
        older.get_or_insert_with(|| copy(home.path()));
    }
    Kept { home, evenings, roots: [roots[0], roots[1]], older: older.unwrap() }
}

async fn faults(folder: &Path, witnessed: &[Hash]) -> Vec<Fault> {
    let store = match store::read_only(folder).await {
        Ok(store) => store,
        Err(error) => {
            return vec![Fault { place: "opening".into(), field: "file", message: error.to_string() }];
        }
    };
    let against =
        Against { witnessed: witnessed.to_vec(), judges: Judges::of::<Table>(&books), ..Against::default() };
    let report = verify(&*store, &against).await.unwrap();
    store.close().await.unwrap();
    report.faults
}

/// Does as somebody would who can write the file: no trigger stops them, and they leave it as it was.
async fn tamper(folder: &Path, sql: &str) {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger.db"));
    let mut connection = options.connect().await.unwrap();
    let triggers = sqlx::query("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
    let triggers: Vec<(String, String)> = triggers
        .fetch_all(&mut connection)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.get(0), row.get(1)))
        .collect();
    let mut script: String = triggers.iter().map(|(name, _)| format!("DROP TRIGGER {name}; ")).collect();
    script.push_str(sql);
    triggers.iter().for_each(|(_, create)| script.push_str(&format!("; {create}")));
    sqlx::raw_sql(AssertSqlSafe(script)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    // Their seal is as good as ours.
    let _ = std::fs::remove_file(folder.join("ledger.seal"));
}

#[tokio::test]
async fn a_log_that_nobody_touched_holds() {
    let kept = kept(3).await;
    assert_eq!(faults(kept.home.path(), &kept.roots).await, []);
    assert_eq!(faults(kept.older.path(), &kept.roots[..1]).await, []);
    let store = store::read_only(kept.home.path()).await.unwrap();
    let against = Against { judges: Judges::of::<Table>(&books), ..Against::default() };
    let report = verify(&*store, &against).await.unwrap();
    let events: usize = kept.evenings.iter().map(|evening| evening.house.events.len()).sum();
    assert_eq!((report.replayed, report.checkpoints), (events as u64, 2));
    assert_eq!(report.folded, 0);
    let stream = "table/0".parse().unwrap();
    let entries = store.read(&stream, 0, u32::MAX).await.unwrap().len();
    assert_eq!(report.streams["table/0"] as usize, kept.evenings[0].house.events.len() + entries);
}

/// What tampering is found as: `sql`, then part of the place, the field, and part of what is told.
const TAMPERED: &[(&str, &str, &str, &str)] = &[
    (
        "UPDATE entry SET actor = 'eve' WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "time, actor",
        "hash",
    ),
    (
        "UPDATE entry SET role = 'manager' WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "time, actor",
        "",
    ),
    (
        "UPDATE entry SET at = at + 1 WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "time, actor",
        "",
    ),
    (
        "UPDATE entry SET request = zeroblob(32) WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "time, actor",
        "",
    ),
    (
        "UPDATE entry SET request = zeroblob(31) WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "entry",
        "request: not 32",
    ),
    (
        "UPDATE entry SET book = zeroblob(32) WHERE stream = 'table/1' AND first = 6",
        "table/1, sequence 6",
        "time, actor",
        "",
    ),
    (
        "UPDATE entry SET command = 'x' WHERE stream = 'table/1' AND first = 6",
        "table/1, sequence 6",
        "time, actor",
        "",
    ),
    (
        "UPDATE entry SET command = 'ä' WHERE stream = 'table/1' AND first = 6",
        "table/1, sequence 6",
        "entry",
        "command:",
    ),
    (
        "UPDATE entry SET previous = zeroblob(32) WHERE stream = 'table/1' AND first = 6",
        "table/1, sequence 6",
        "previous",
        "the record before has",
    ),
    (
        "UPDATE entry SET first = 500000 WHERE stream = 'table/1' AND first = 6",
        "table/1, sequence 500000",
        "sequence",
        "expected 6",
    ),
    (
        "UPDATE entry SET stream = 'table/9' WHERE stream = 'table/1' AND first = 6",
        "table/1, sequence 8",
        "sequence",
        "expected 6",
    ),
    (
        "UPDATE entry SET records = replace(records, 'signed-on', 'signed-off') WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 7",
        "payload or kind",
        "",
    ),
    (
        "UPDATE entry SET records = replace(records, ':', ': ') WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "payload",
        "one spelling",
    ),
    (
        "UPDATE entry SET records = '' WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 6",
        "entry",
        "records: not lines",
    ),
    (
        "DELETE FROM entry WHERE stream = 'table/0' AND first = 6",
        "table/0, sequence 8",
        "sequence",
        "missing",
    ),
    (
        "DELETE FROM entry WHERE stream = 'table/0' AND first = 0",
        "table/0, sequence 2",
        "sequence",
        "missing",
    ),
    (
        "DELETE FROM entry WHERE stream = 'answer/0' AND first = (SELECT max(first) FROM entry WHERE stream = 'answer/0')",
        "checkpoint/ledger",
        "heads",
        "no longer there",
    ),
    (
        "DELETE FROM entry WHERE stream = 'table/0' AND first = (SELECT max(first) FROM entry WHERE stream = 'table/0')",
        "checkpoint/ledger",
        "heads",
        "no longer there",
    ),
    ("DELETE FROM entry WHERE stream LIKE 'snapshot/%'", "checkpoint/ledger", "heads", "no longer there"),
    // Two entries of one stream change places.
    (
        "UPDATE entry SET first = 900000 WHERE stream = 'table/0' AND first = 6; UPDATE entry SET first = 6 WHERE stream = 'table/0' AND first = 8; \
      UPDATE entry SET first = 8 WHERE stream = 'table/0' AND first = 900000",
        "table/0, sequence 8",
        "sequence",
        "out of order",
    ),
    // An entry is taken to have come later than it did: its chain is whole.
    (
        "UPDATE entry SET position = (SELECT max(position) FROM entry) + 5 WHERE position = \
         (SELECT max(position) FROM entry WHERE stream = 'table/0')",
        "entry",
        "position",
        "out of order",
    ),
    (
        "UPDATE entry SET position = -1 WHERE position = (SELECT max(position) FROM entry WHERE stream = 'table/0')",
        "the store",
        "file",
        "before the first",
    ),
    (
        "UPDATE entry SET records = replace(records, '\"size\":', '\"size\":1') WHERE stream = 'checkpoint/ledger' AND first = 0",
        "checkpoint/ledger, sequence 0",
        "root",
        "",
    ),
];

#[tokio::test]
async fn tampering_is_found_and_named() {
    let kept = kept(2).await;
    for (sql, place, field, message) in TAMPERED {
        let home = copy(kept.home.path());
        tamper(home.path(), sql).await;
        let found = faults(home.path(), &[]).await;
        let fits = |fault: &&Fault| {
            fault.place.contains(place) && fault.field.contains(field) && fault.message.contains(message)
        };
        assert!(found.iter().any(|fault| fits(&fault)), "{sql}: {found:#?}");
    }
}

#[tokio::test]
async fn the_order_of_different_streams_is_witnessed_too() {
    let kept = kept(2).await;
    let home = copy(kept.home.path());
    // The last two entries before the checkpoint are of different streams; without a gap nothing but the order tells.
    let at = |back: u32| {
        format!("((SELECT max(position) FROM entry WHERE stream = 'checkpoint/ledger') - {back})")
    };
    let (one, two) = (at(1), at(2));
    tamper(
        home.path(),
        &format!(
            "CREATE TEMP TABLE places AS SELECT {one} AS one, {two} AS two; \
             UPDATE entry SET position = 900000 WHERE position = (SELECT one FROM places); \
             UPDATE entry SET position = (SELECT one FROM places) WHERE position = (SELECT two FROM places); \
             UPDATE entry SET position = (SELECT two FROM places) WHERE position = 900000; DROP TABLE places"
        ),
    )
    .await;
    let found = faults(home.path(), &[]).await;
    assert!(found.iter().all(|fault| fault.field == "order") && !found.is_empty(), "{found:#?}");
}

#[tokio::test]
async fn an_older_file_is_found_by_the_witness_alone() {
    let kept = kept(2).await;
    assert_eq!(faults(kept.older.path(), &[]).await, [], "by itself it is a valid log");
    let found = faults(kept.older.path(), &kept.roots).await;
    assert!(matches!(found.as_slice(), [fault] if fault.field == "witness"), "{found:#?}");
    // As is a log that goes on from there in another way.
    let key = Key::open(&kept.older.path().join("checkpoint.key")).unwrap();
    let ledger = Ledger::open(kept.older.path()).await.unwrap();
    let mut log = reseat(&ledger, "0", &kept.evenings[0]).await.unwrap();
    let middle = kept.evenings[0].commands.len() / 2;
    submit(&mut log, &id("other"), &kept.evenings[0].commands[middle]).await.unwrap();
    let other = ledger.checkpoint(&key, by(), Time(9)).await.unwrap();
    let checkpoints = Checkpoints::read(&**ledger.store()).await.unwrap();
    ledger.close().await.unwrap();
    assert_eq!(faults(kept.older.path(), &[kept.roots[0], other.signed.root]).await, []);
    assert_eq!(faults(kept.older.path(), &kept.roots).await.len(), 1);
    // A witness who is sent its root is shown no proof from the one of the true log.
    assert!(checkpoints.statement(kept.roots[1]).is_none());
    let statement = checkpoints.statement(kept.roots[0]).unwrap();
    assert_eq!(statement.accept(kept.roots[0], &key.public()), Ok(other.signed.root));
    assert!(statement.accept(kept.roots[1], &key.public()).is_err());
}

#[tokio::test]
async fn a_witness_keeps_thirty_two_bytes() {
    let home = tempdir().unwrap();
    let key = Key::open(&home.path().join("checkpoint.key")).unwrap();
    let ledger = Ledger::open(home.path()).await.unwrap();
    let evening = evening("qld", 23, 2);
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    let mut kept: Option<Hash> = None;
    for (place, command) in evening.commands.iter().enumerate() {
        submit(&mut log, &id(&place.to_string()), command).await.unwrap();
        if place % 9 != 0 {
            continue;
        }
        let made = ledger.checkpoint(&key, by(), Time(place as i64)).await.unwrap();
        assert_eq!(ledger.checkpoint(&key, by(), Time(-1)).await.unwrap(), made, "nothing has moved");
        let checkpoints = Checkpoints::read(&**ledger.store()).await.unwrap();
        if let Some(root) = kept {
            let statement = checkpoints.statement(root).unwrap();
            assert_eq!(statement.accept(root, &key.public()), Ok(made.signed.root));
            let mut signed = statement.signed.clone();
            signed.time = Time(77);
            assert!(Statement { signed, ..statement.clone() }.accept(root, &key.public()).is_err());
            assert!(statement.accept(Hash::NONE, &key.public()).is_err());
            assert!(statement.accept(root, &"0".repeat(64)).is_err());
        }
        kept = Some(made.signed.root);
        // Every length of the stream is covered by a head that is in the tree.
        for length in 1..=log.sequence() {
            let proof = checkpoints.inclusion(log.stream(), length).unwrap();
            assert!(proof.head.length >= length && proof.holds());
        }
        assert!(checkpoints.inclusion(log.stream(), log.sequence() + 1).is_none());
    }
    let other = Against { key: Some("0".repeat(64)), ..Against::default() };
    let found = verify(&**ledger.store(), &other).await.unwrap().faults;
    assert!(!found.is_empty() && found.iter().all(|fault| fault.field == "key"), "{found:#?}");
}

#[tokio::test]
async fn every_changed_byte_of_the_file_is_found() {
    let kept = kept(2).await;
    let path = kept.home.path().join("ledger.db");
    let whole = std::fs::read(&path).unwrap();
    let seal = std::fs::read(kept.home.path().join("ledger.seal")).unwrap();
    let entries = all(kept.home.path()).await.unwrap();
    let mut seeded = Seeded(0xb17e);
    for round in 0..full(3_000, 60) {
        // The header first, then anywhere.
        let place = if round < 20 { 5 * round } else { seeded.below(whole.len()) };
        let mut changed = whole.clone();
        changed[place] ^= 1 + seeded.below(255) as u8;
        for sealed in [true, false] {
            let home = tempdir().unwrap();
            std::fs::write(home.path().join("ledger.db"), &changed).unwrap();
            if sealed {
                std::fs::write(home.path().join("ledger.seal"), &seal).unwrap();
            }
            let found = faults(home.path(), &[]).await;
            // Without its seal a byte that holds nothing may be changed; then nothing has changed.
            let nothing = || async { !sealed && all(home.path()).await.is_ok_and(|read| read == entries) };
            assert!(!found.is_empty() || nothing().await, "byte {place}, sealed {sealed}");
        }
    }
    // A change of the seal is found too.
    for place in [0, 20, seal.len() - 5] {
        let (home, mut changed) = (copy(kept.home.path()), seal.clone());
        changed[place] ^= 3;
        std::fs::write(home.path().join("ledger.seal"), changed).unwrap();
        assert!(!faults(home.path(), &[]).await.is_empty(), "byte {place} of the seal");
    }
}

async fn all(folder: &Path) -> Result<Vec<Entry>, StoreError> {
    let store = store::read_only(folder).await?;
    store.all(0, u32::MAX).await?.into_iter().map(|(_, entry)| entry).collect()
}

/// Chains a stream anew, as somebody would who has altered it.
async fn rechain(folder: &Path, stream: &str) {
    let options = SqliteConnectOptions::new().filename(folder.join("ledger.db"));
    let mut connection = options.connect().await.unwrap();
    let rows = sqlx::query(
        "SELECT position, first, at, actor, role, command, request, book, records FROM entry WHERE stream = ? ORDER BY first",
    );
    let rows = rows.bind(stream).fetch_all(&mut connection).await.unwrap();
    let (mut previous, mut script) = ([0; 32], String::new());
    for row in rows {
        let (mut records, before) = (String::new(), previous);
        let first: i64 = row.get(1);
        for (place, line) in row.get::<String, _>(8).lines().enumerate() {
            let (kind, payload) = line[65..].split_once(' ').unwrap();
            let (actor, role, command): (String, String, String) = (row.get(3), row.get(4), row.get(5));
            let texts = [stream, &actor, &role, &command, kind, payload];
            let hashes = [row.get::<Vec<u8>, _>(6), row.get(7)].map(|bytes| bytes.try_into().unwrap());
            let sequence = first as u64 + place as u64;
            let hash = record_hash(texts, sequence, row.get(2), [hashes[0], hashes[1], previous]);
            records.push_str(&format!("{hash} {kind} {payload}\n"));
            previous = hash.0;
        }
        let (position, records) = (row.get::<i64, _>(0), records.replace('\'', "''"));
        script.push_str(&format!(
            "UPDATE entry SET records = '{records}', previous = x'{}' WHERE position = {position}; ",
            Hash(before)
        ));
    }
    connection.close().await.unwrap();
    tamper(folder, &script).await;
}

#[tokio::test]
async fn whoever_rewrites_history_cannot_sign_it() {
    let kept = kept(2).await;
    // A log that is chained anew as it was is as it was: the page describes what the crate does.
    let home = copy(kept.home.path());
    rechain(home.path(), "table/0").await;
    assert_eq!(faults(home.path(), &kept.roots).await, []);
    // Somebody is paid more for a wager, and every hash after it is made to fit.
    let sql = "UPDATE entry SET records = replace(records, '\"paid\":', '\"paid\":1') WHERE position = \
               (SELECT min(position) FROM entry WHERE stream = 'table/0' AND records LIKE '%wager-settled%')";
    tamper(home.path(), sql).await;
    rechain(home.path(), "table/0").await;
    let found = faults(home.path(), &[]).await;
    let is_told = |place: &str, field: &str| {
        found.iter().any(|fault| fault.place.starts_with(place) && fault.field == field)
    };
    assert!(is_told("checkpoint/ledger", "heads") && is_told("snapshot/0", "state"), "{found:#?}");
    assert!(!is_told("table/0", ""), "the chain itself is whole: {found:#?}");
}

#[tokio::test]
async fn snapshots_speed_up_and_are_never_believed() {
    let kept = kept(3).await;
    let open = |folder: std::path::PathBuf| async move {
        let ledger = Ledger::open(&folder).await.unwrap();
        let log = reseat(&ledger, "0", &evening("nsw", 21, 3)).await.unwrap();
        let (opened, state) = (log.opened(), log.state().state().clone());
        ledger.close().await.unwrap();
        (opened, state)
    };
    let state = kept.evenings[0].house.table.state();
    let snapshots = kept.home.path().join("snapshots");
    let store = store::read_only(kept.home.path()).await.unwrap();
    let sequence = store.last(&"table/0".parse().unwrap()).await.unwrap().unwrap().end();
    store.close().await.unwrap();
    assert_eq!(open(kept.home.path().into()).await, (Opened::Snapshot { sequence }, state.clone()));
    // A snapshot that was altered, however little, is passed over.
    for file in std::fs::read_dir(&snapshots).unwrap().map(|file| file.unwrap().path()) {
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file, bytes).unwrap();
    }
    assert_eq!(open(kept.home.path().into()).await, (Opened::Replayed, state.clone()));
    // So is one that the log does not stand for, even if it is whole.
    let forged = std::fs::read_dir(&snapshots).unwrap().next().unwrap().unwrap().path();
    let bytes = std::fs::read(&forged).unwrap();
    std::fs::write(snapshots.join(format!("0-{}.json", merkle::sha256(&[&bytes]))), &bytes).unwrap();
    assert_eq!(open(kept.home.path().into()).await, (Opened::Replayed, state.clone()));
    std::fs::remove_dir_all(&snapshots).unwrap();
    assert_eq!(open(kept.home.path().into()).await, (Opened::Replayed, state.clone()));
}

#[tokio::test]
async fn hostile_files_get_a_clear_error() {
    let kept = kept(1).await;
    let whole = std::fs::read(kept.home.path().join("ledger.db")).unwrap();
    let mut seeded = Seeded(0xbad);
    let mut files: Vec<Vec<u8>> = vec![b"not a database, but long enough to look at".repeat(200)];
    files.push((0..8_192).map(|_| seeded.below(256) as u8).collect());
    for _ in 0..full(500, 25) {
        files.push(whole[..1 + seeded.below(whole.len() - 1)].to_vec());
        let mut scrambled = whole.clone();
        let start = seeded.below(whole.len() - 600);
        scrambled[start..start + 600].iter_mut().for_each(|byte| *byte = seeded.below(256) as u8);
        files.push(scrambled);
    }
    for (number, file) in files.iter().enumerate() {
        let home = tempdir().unwrap();
        std::fs::write(home.path().join("ledger.db"), file).unwrap();
        std::fs::copy(kept.home.path().join("ledger.seal"), home.path().join("ledger.seal")).unwrap();
        let found = faults(home.path(), &[]).await;
        assert!(!found.is_empty() && found.iter().all(|fault| !fault.message.is_empty()), "file {number}");
    }
    // A layout that is not ours is not used, whatever it would do.
    for sql in [
        "CREATE TABLE more (x)",
        "CREATE TRIGGER sly AFTER INSERT ON entry BEGIN UPDATE entry SET actor = 'eve'; END",
        "CREATE VIEW sly AS SELECT 1",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 3",
        "PRAGMA application_id = 7",
    ] {
        let home = copy(kept.home.path());
        tamper(home.path(), sql).await;
        let opened = Ledger::open(home.path()).await.map(|_| ());
        assert!(matches!(&opened, Err(LedgerError::Damaged { .. })), "{sql}: {opened:?}");
    }
    assert!(store::read_only(Path::new("/nowhere")).await.is_err());
}

#[test]
fn the_key_is_its_owners() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempdir().unwrap();
    let path = home.path().join("checkpoint.key");
    let made = Key::open(&path).unwrap().public();
    assert_eq!(Key::open(&path).unwrap().public(), made);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(Key::open(&path).err().unwrap().to_string().contains("allowed is mode 600"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::write(&path, [0; 31]).unwrap();
    assert!(Key::open(&path).err().unwrap().to_string().contains("a key has 32"));
}
