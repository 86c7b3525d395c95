//! A log is verified while its house deals on: what comes meanwhile is no fault.

use archive::{Archive, Witnesses};
use ledger::store::{self, Place};
use ledger::{CommandId, Entry, Room, Store, StoreError, StoreFuture, Stream};
use merkle::Hash;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A log of which the end comes only once somebody has read what a shoe opened.
struct DealsOn {
    store: Arc<dyn Store>,
    /// The position of each entry.
    positions: HashMap<(Stream, u64), u64>,
    /// As far as this it has come.
    now: AtomicU64,
}

impl DealsOn {
    async fn at(store: Arc<dyn Store>, position: u64) -> DealsOn {
        let all = store.all(0, 10_000).await.unwrap().into_iter();
        let positions = all.map(|(position, entry)| {
            let entry = entry.unwrap();
            ((entry.stream, entry.first), position)
        });
        DealsOn { positions: positions.collect(), store, now: AtomicU64::new(position) }
    }

    fn is_there(&self, entry: &Entry) -> bool {
        let position = self.positions[&(entry.stream.clone(), entry.first)];
        position <= self.now.load(Ordering::SeqCst)
    }
}

impl Store for DealsOn {
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()> {
        self.store.append(entries)
    }

    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move {
            let all = self.store.read(stream, 0, 10_000).await?;
            Ok(all.into_iter().rfind(|entry| self.is_there(entry)))
        })
    }

    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(async move {
            let mut found = self.store.read(stream, from, most).await?;
            found.retain(|entry| self.is_there(entry));
            if stream.kind() == "shoe" && found.is_empty() {
                self.now.store(u64::MAX, Ordering::SeqCst);
            }
            Ok(found)
        })
    }

    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>> {
        Box::pin(async move {
            let mut found = self.store.all(after, most).await?;
            found.retain(|(position, _)| *position <= self.now.load(Ordering::SeqCst));
            Ok(found)
        })
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

    fn room(&self) -> StoreFuture<'_, Room> {
        self.store.room()
    }

    fn retire<'a>(&'a self, to: &'a Place) -> StoreFuture<'a, ()> {
        self.store.retire(to)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}

#[tokio::test]
async fn cards_that_are_dealt_while_a_log_is_verified_are_no_fault() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/act");
    let home = tempfile::tempdir().unwrap();
    for file in ["ledger.db", "ledger.seal"] {
        std::fs::copy(folder.join(file), home.path().join(file)).unwrap();
    }
    let all = store::read_only(home.path()).await.unwrap();
    // Up to the first card of a coup: it and another are dealt while the table's log is gone through.
    let archive = Archive::over(Arc::new(DealsOn::at(all, 60).await));
    let found = archive.verify(&Witnesses::default(), &|_| {}).await.unwrap();
    assert_eq!(found.faults, Vec::<String>::new());
    assert!(found.tables.iter().any(|table| table.contains(" 4 coups")), "{:?}", found.tables);
}
