//! What every store must do. The suite is written for any store; a new one joins with a module in `on_each_store`.

use crate::common::{id, record_hash};
use ledger::{
    By, Chained, CommandId, Draft, Entry, Ledger, LedgerError, Payload, Store, StoreError, StoreFuture,
    Stream, Time, store,
};
use merkle::Hash;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::{TempDir, tempdir};

/// Runs these tests on each store there is, empty.
macro_rules! on_each_store {
    ($($test:ident)+) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                let folder = tempfile::tempdir().unwrap();
                super::$test(ledger::store::open(folder.path()).await.unwrap()).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            #[ignore = "needs PostgreSQL: scripts/test runs it"]
            async fn $test() {
                let server = crate::server::Server::start();
                super::$test(ledger::store::open(server.place()).await.unwrap()).await;
            })+
        }
    };
}

on_each_store! {
    what_is_taken_is_given_back
    whoever_comes_second_is_told_and_nothing_is_taken
    snapshots_are_kept_by_their_hash
    old_entries_are_the_same_from_segments
    what_is_archived_is_found_by_its_id_and_the_log_goes_on
    a_lost_answer_is_settled_by_the_ids
    one_who_is_late_keeps_nobody_else_back
}

pub fn stream(name: &str) -> Stream {
    Stream::new("note", name).unwrap()
}

pub fn draft(name: &str, command: &str, text: &str) -> Draft {
    let payload = Payload::new("note-1", &json!({"text": text})).unwrap();
    Draft::note(stream(name), id(command), Time(1), By::new("ann", "dealer"), payload)
}

/// Entries as a ledger chains them.
pub async fn entries(count: usize) -> (TempDir, Vec<Entry>) {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut entries = Vec::new();
    for number in 0..count {
        entries.push(ledger.append(draft("one", &number.to_string(), "x")).await.unwrap());
    }
    (folder, entries)
}

async fn what_is_taken_is_given_back(store: Arc<dyn Store>) {
    let (_folder, entries) = entries(5).await;
    store.append(&entries[..2]).await.unwrap();
    store.append(&entries[2..]).await.unwrap();
    let one = stream("one");
    assert_eq!(store.last(&one).await.unwrap().as_ref(), entries.last());
    assert_eq!(store.read(&one, 1, 2).await.unwrap(), entries[1..3]);
    assert_eq!(store.read(&one, 5, 2).await.unwrap(), []);
    assert_eq!(store.command(&one, &id("3")).await.unwrap().as_ref(), Some(&entries[3]));
    assert_eq!(store.command(&one, &id("9")).await.unwrap(), None);
    let two = stream("two");
    assert_eq!(store.command_in([&two, &one], &id("3")).await.unwrap().as_ref(), Some(&entries[3]));
    let all: Vec<u64> = store.all(1, 3).await.unwrap().into_iter().map(|(position, _)| position).collect();
    assert_eq!(all, [2, 3, 4]);
    assert_eq!(store.streams().await.unwrap(), std::slice::from_ref(&one));
    assert_eq!(store.streams_of("note").await.unwrap(), [one]);
    assert_eq!(store.streams_of("not").await.unwrap(), []);
    assert_eq!(store.check(u64::MAX).await.unwrap(), Vec::<String>::new());
}

async fn whoever_comes_second_is_told_and_nothing_is_taken(store: Arc<dyn Store>) {
    let (_folder, entries) = entries(3).await;
    store.append(&entries[..2]).await.unwrap();
    // The same id again.
    let known = store.append(&entries[1..2]).await;
    assert_eq!(known, Err(StoreError::Known(stream("one"), id("1"))));
    // Another command at a place that is taken, together with one that could be taken.
    let late = Entry { command: id("late"), ..entries[1].clone() };
    let moved = store.append(&[entries[2].clone(), late]).await;
    assert_eq!(moved, Err(StoreError::Moved(stream("one"))));
    assert_eq!(store.last(&stream("one")).await.unwrap().as_ref(), Some(&entries[1]), "all or nothing");
    store.append(&entries[2..]).await.unwrap();
}

/// Entries of a few streams by turns, one of which ends early.
pub fn long(count: u64) -> Vec<Entry> {
    let mut heads: std::collections::BTreeMap<Stream, (u64, Hash)> = Default::default();
    let entry = |number: u64| {
        let name = if number < 50 { "early".to_owned() } else { format!("of {}", number % 7) };
        let (first, previous) = heads.get(&stream(&name)).copied().unwrap_or((0, Hash::NONE));
        let payload = |place: u64| Payload::new("note-1", &json!({"n": number, "of": place})).unwrap();
        let command = id(&format!("c{number}"));
        let request = merkle::sha256(&[&number.to_be_bytes()]);
        let (by, at, book) = (By::new("ann", "dealer"), Time(1_000 * number as i64), Hash::NONE);
        let mut entry = Entry {
            stream: stream(&name),
            first,
            at,
            by,
            command,
            request,
            book,
            previous,
            records: Vec::new(),
        };
        for place in 0..1 + number % 3 {
            let payload = payload(place);
            let previous = entry.head();
            let texts = [
                entry.stream.as_str(),
                "ann",
                "dealer",
                entry.command.as_str(),
                payload.kind(),
                payload.text(),
            ];
            let hash = record_hash(texts, first + place, entry.at.0, [request.0, book.0, previous.0]);
            entry.records.push(Chained { payload, hash });
        }
        heads.insert(stream(&name), (entry.end(), entry.head()));
        entry
    };
    (0..count).map(entry).collect()
}

/// Everything that can be read of a store, by every way there is.
async fn everything(store: &dyn Store) -> Vec<Vec<Entry>> {
    let mut found = Vec::new();
    let mut after = 0;
    loop {
        let page = store.all(after, 700).await.unwrap();
        let Some((last, _)) = page.last() else { break };
        assert!(page.iter().map(|(position, _)| *position).eq(after + 1..=*last), "after {after}");
        after = *last;
        found.push(page.into_iter().map(|(_, entry)| entry.unwrap()).collect());
    }
    // Pages may end elsewhere; what comes in them may not differ.
    let all: Vec<Entry> = found.drain(..).flatten().collect();
    found.push(all);
    for stream in store.streams_of("note").await.unwrap() {
        found.push(store.last(&stream).await.unwrap().into_iter().collect());
        for (from, most) in [(0, 5), (0, 5_000), (3, 1), (90, 400), (430, 700), (600, 3), (100_000, 5)] {
            found.push(store.read(&stream, from, most).await.unwrap());
        }
    }
    for number in [0, 49, 50, 1_023, 1_024, 1_025, 2_047, 2_048, 2_500, 2_599] {
        let command = id(&format!("c{number}"));
        let (own, other) = (stream(if number < 50 { "early" } else { "of" }), stream("none"));
        let own = if number < 50 { own } else { stream(&format!("of {}", number % 7)) };
        let entry = store.command_in([&other, &own], &command).await.unwrap();
        assert!(entry.is_some() && store.command(&other, &command).await.unwrap().is_none(), "{number}");
        found.push(entry.into_iter().collect());
    }
    assert_eq!(store.streams().await.unwrap().len(), 8);
    assert_eq!(store.check(u64::MAX).await.unwrap(), Vec::<String>::new());
    found
}

async fn old_entries_are_the_same_from_segments(store: Arc<dyn Store>) {
    let entries = long(2_600);
    for part in entries.chunks(500) {
        store.append(part).await.unwrap();
    }
    let before = everything(&*store).await;
    assert_eq!(before[0], entries);
    // Too few for a segment.
    assert_eq!(store.archive(1_000).await.unwrap(), 0);
    assert_eq!(store.archive(1_500).await.unwrap(), 1_024);
    assert_eq!(everything(&*store).await, before);
    assert_eq!(store.archive(2_500).await.unwrap(), 1_024);
    assert_eq!(everything(&*store).await, before);
    assert_eq!(store.archive(2_500).await.unwrap(), 0);
    let room = store.room().await.unwrap();
    assert_eq!(room.archived, 2_048);
    assert!(room.bytes > 10_000, "{room:?}");
    assert_eq!(store::last_before(&*store, Time(1_500_000), 2_600).await.unwrap(), 1_500);
    assert_eq!(store::last_before(&*store, Time(1_500_000), 1_200).await.unwrap(), 1_200);
    assert_eq!(store::last_before(&*store, Time(0), 2_600).await.unwrap(), 0);
}

async fn what_is_archived_is_found_by_its_id_and_the_log_goes_on(store: Arc<dyn Store>) {
    let entries = long(1_025);
    for part in entries.chunks(500) {
        store.append(part).await.unwrap();
    }
    // The last entry stays, so that positions go on.
    assert_eq!(store.archive(u64::MAX).await.unwrap(), 1_024);
    let ledger = Ledger::over(store.clone());
    let old = &entries[3];
    let payload = old.records[0].payload.clone();
    let again = Draft {
        stream: old.stream.clone(),
        command: old.command.clone(),
        request: old.request,
        at: Time(9),
        by: old.by.clone(),
        book: Hash::NONE,
        payloads: vec![payload],
    };
    assert_eq!(ledger.append(again.clone()).await.unwrap(), *old);
    let other = Draft { request: Hash::NONE, ..again };
    assert!(matches!(ledger.append(other).await, Err(LedgerError::OtherContent { .. })));
    // A stream whose last entry is in a segment goes on from there.
    let next = ledger.append(draft("early", "next", "x")).await.unwrap();
    let last = entries.iter().rfind(|entry| entry.stream == next.stream).unwrap();
    assert_eq!((next.first, next.previous), (last.end(), last.head()));
    let (position, found) = store.all(1_025, 10).await.unwrap().pop().unwrap();
    assert_eq!((position, found), (1_026, Ok(next)));
}

async fn snapshots_are_kept_by_their_hash(store: Arc<dyn Store>) {
    let (old, new) = (merkle::sha256(&[b"old"]), merkle::sha256(&[b"new"]));
    store.keep_snapshot(&stream("one"), old, b"old").await.unwrap();
    store.keep_snapshot(&stream("one"), new, b"new").await.unwrap();
    assert_eq!(store.snapshot(new).await.unwrap().as_deref(), Some(b"new".as_slice()));
    assert_eq!(store.snapshot(old).await.unwrap(), None, "the newer takes its place");
    assert_eq!(store.snapshot(Hash::NONE).await.unwrap(), None);
}

/// A store whose answers are lost now and then, after it has taken what it was given or before.
struct Forgetful {
    store: Arc<dyn Store>,
    appends: AtomicUsize,
}

impl Store for Forgetful {
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let lost = || StoreError::Unknown("the line went dead".to_owned());
            match self.appends.fetch_add(1, Ordering::Relaxed) % 4 {
                1 => self.store.append(entries).await.and_then(|()| Err(lost())),
                3 => Err(lost()),
                _ => self.store.append(entries).await,
            }
        })
    }

    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>> {
        self.store.last(stream)
    }

    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>> {
        self.store.read(stream, from, most)
    }

    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>> {
        self.store.all(after, most)
    }

    fn command<'a>(&'a self, stream: &'a Stream, id: &'a CommandId) -> StoreFuture<'a, Option<Entry>> {
        self.store.command(stream, id)
    }

    fn command_in<'a>(
        &'a self,
        streams: [&'a Stream; 2],
        id: &'a CommandId,
    ) -> StoreFuture<'a, Option<Entry>> {
        self.store.command_in(streams, id)
    }

    fn streams(&self) -> StoreFuture<'_, Vec<Stream>> {
        self.store.streams()
    }

    fn streams_of<'a>(&'a self, kind: &'a str) -> StoreFuture<'a, Vec<Stream>> {
        self.store.streams_of(kind)
    }

    fn keep_snapshot<'a>(&'a self, stream: &'a Stream, hash: Hash, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.store.keep_snapshot(stream, hash, bytes)
    }

    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.store.snapshot(hash)
    }

    fn check(&self, most: u64) -> StoreFuture<'_, Vec<String>> {
        self.store.check(most)
    }

    fn archive(&self, up_to: u64) -> StoreFuture<'_, u64> {
        self.store.archive(up_to)
    }

    fn room(&self) -> StoreFuture<'_, ledger::Room> {
        self.store.room()
    }

    fn retire<'a>(&'a self, to: &'a store::Place) -> StoreFuture<'a, ()> {
        self.store.retire(to)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}

async fn a_lost_answer_is_settled_by_the_ids(store: Arc<dyn Store>) {
    let ledger = Ledger::over(Arc::new(Forgetful { store: store.clone(), appends: AtomicUsize::new(0) }));
    for number in 0..40 {
        let entry = ledger.append(draft("one", &number.to_string(), "x")).await.unwrap();
        assert_eq!(entry.first, number, "recorded once, whatever was lost");
    }
    assert_eq!(store.read(&stream("one"), 0, 100).await.unwrap().len(), 40);
}

async fn one_who_is_late_keeps_nobody_else_back(store: Arc<dyn Store>) {
    let (one, other) = (Ledger::over(store.clone()), Ledger::over(store));
    // The other believes the stream to be where it was.
    other.append(draft("one", "a", "x")).await.unwrap();
    one.append(draft("one", "b", "x")).await.unwrap();
    let (late, fine) =
        tokio::join!(other.append(draft("one", "c", "x")), other.append(draft("two", "c", "x")));
    assert_eq!((late.unwrap().first, fine.unwrap().first), (2, 0));
    let twice = other.append(draft("one", "b", "y")).await;
    assert_eq!(twice, Err(LedgerError::OtherContent { stream: stream("one"), id: id("b") }));
}

/// As somebody who verifies from a volume that cannot be written.
#[tokio::test]
async fn a_ledger_is_read_where_nothing_can_be_written() {
    for closed in [true, false] {
        let (folder, mount) = (tempdir().unwrap(), tempdir().unwrap());
        let ledger = Ledger::open(folder.path()).await.unwrap();
        ledger.append(draft("one", "a", "x")).await.unwrap();
        if closed {
            ledger.close().await.unwrap();
        }
        // A file system of its own, without the lock and the index that a writer keeps beside the file.
        for file in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
            if !file.file_name().to_string_lossy().ends_with("-shm") {
                std::fs::copy(file.path(), mount.path().join(file.file_name())).unwrap();
            }
        }
        let Some(_read_only) = ReadOnly::make(mount.path()) else { return };
        let store = store::read_only(mount.path()).await.unwrap();
        assert_eq!(store.streams().await.unwrap(), [stream("one")], "closed: {closed}");
        assert_eq!(store.check(u64::MAX).await.unwrap(), Vec::<String>::new());
        store.close().await.unwrap();
    }
}

/// A folder in which nobody, not even its owner, can make a file.
struct ReadOnly<'f>(&'f Path);

impl ReadOnly<'_> {
    /// Nothing where the system does not let us: then there is no such folder to test with.
    fn make(folder: &Path) -> Option<ReadOnly<'_>> {
        std::process::Command::new("mount")
            .args(["--bind", "-o", "ro"])
            .args([folder, folder])
            .status()
            .ok()?;
        let bound = ReadOnly(folder);
        std::fs::File::create(folder.join("probe")).is_err().then_some(bound)
    }
}

impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0).status();
    }
}
