//! A store that counts the records that are read from it.

use ledger::store::Place;
use ledger::{CommandId, Entry, Store, StoreError, StoreFuture, Stream};
use merkle::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the records that are read.
pub struct Counted {
    store: Arc<dyn Store>,
    records: AtomicU64,
}

impl Counted {
    /// None were read yet.
    pub fn over(store: Arc<dyn Store>) -> Arc<Counted> {
        Arc::new(Counted { store, records: AtomicU64::new(0) })
    }

    /// The number of records that were read since this was asked last.
    pub fn read_since(&self) -> u64 {
        self.records.swap(0, Ordering::Relaxed)
    }

    fn count<'e>(&self, entries: impl IntoIterator<Item = &'e Entry>) {
        let records = entries.into_iter().map(|entry| entry.records.len() as u64).sum();
        self.records.fetch_add(records, Ordering::Relaxed);
    }
}

impl Store for Counted {
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()> {
        self.store.append(entries)
    }

    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move { self.store.last(stream).await.inspect(|last| self.count(last)) })
    }

    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(async move { self.store.read(stream, from, most).await.inspect(|page| self.count(page)) })
    }

    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>> {
        Box::pin(async move {
            let page = self.store.all(after, most).await?;
            self.count(page.iter().filter_map(|(_, entry)| entry.as_ref().ok()));
            Ok(page)
        })
    }

    fn command<'a>(&'a self, stream: &'a Stream, id: &'a CommandId) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move { self.store.command(stream, id).await.inspect(|found| self.count(found)) })
    }

    fn command_in<'a>(
        &'a self,
        streams: [&'a Stream; 2],
        id: &'a CommandId,
    ) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move { self.store.command_in(streams, id).await.inspect(|found| self.count(found)) })
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

    fn retire<'a>(&'a self, to: &'a Place) -> StoreFuture<'a, ()> {
        self.store.retire(to)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}
