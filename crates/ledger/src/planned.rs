//! Many commands at once: worked out one after the other by whoever holds the log, each an entry of its own, all in one commit.

use crate::draft::Draft;
use crate::error::LedgerError;
use crate::log::{Log, asked};
use crate::record::{CommandId, Entry, Stream};
use crate::stream_head::{Locked, StreamHead};
use aggregate::{Aggregate, Decided};
use std::collections::{BTreeMap, BTreeSet};

/// A command that was worked out and is not on record yet, under an id that was never used.
pub struct Planned<A: Aggregate> {
    /// Under which id.
    pub id: CommandId,
    /// What was asked.
    pub command: A::Command,
    /// What it leads to, from the state that those before it lead to. What verifies a log decides it again.
    pub decided: Result<Vec<A::Event>, A::Refusal>,
    /// What is recorded in other streams with it.
    pub also: Vec<Draft>,
}

/// A stream that a commit writes to.
struct Place {
    lock: Locked,
    /// How it stands after the entries so far.
    head: StreamHead,
    /// Which of the commit's entries is its last.
    last: Option<usize>,
}

/// The streams that a commit writes to, and its entries so far.
#[derive(Default)]
struct Chain {
    places: BTreeMap<Stream, Place>,
    entries: Vec<Entry>,
}

impl Chain {
    fn hold(&mut self, stream: Stream, lock: Locked) {
        let head = lock.clone();
        self.places.insert(stream, Place { lock, head, last: None });
    }

    /// Puts the next entry of a stream behind those before it.
    fn push(&mut self, draft: Draft) -> Result<(), LedgerError> {
        let none = || LedgerError::NoSuchStream(draft.stream.clone());
        let place = self.places.get_mut(&draft.stream).ok_or_else(none)?;
        let entry = place.head.follow(draft);
        place.head.take(&entry);
        place.last = Some(self.entries.len());
        self.entries.push(entry);
        Ok(())
    }
}

impl<A: Aggregate> Log<A> {
    /// Puts commands on record that were worked out one after the other, all of them in one commit or none, and takes in what
    /// happened once it is durable.
    ///
    /// This is for whoever has answered nobody yet, such as a demonstration. An id that was used before, by these or by anything
    /// on record, fails the whole.
    pub async fn record_all(&mut self, planned: Vec<Planned<A>>) -> Result<(), LedgerError> {
        let mut chain = self.chain(&planned).await?;
        let mut outcomes = Vec::with_capacity(planned.len());
        for Planned { id, command, decided, also } in planned {
            let latest = self.streams().iter().filter_map(|stream| chain.places[*stream].head.at).max();
            let decided = decided.map(Decided::events);
            let asker = (id, A::by(&command), A::at(&command));
            chain.push(self.draft(asker, asked::<A>(&command)?, &decided, latest)?)?;
            also.into_iter().try_for_each(|draft| chain.push(draft))?;
            outcomes.push(decided);
        }
        let Chain { places, entries } = chain;
        let last = places[self.stream()].last.map(|last| &entries[last]);
        let (head, end) = last.map_or((self.head(), self.sequence()), |last| (last.head(), last.end()));
        let Some(at) = entries.last().map(|entry| entry.at) else { return Ok(()) };
        let heads = places.into_values().filter_map(|place| Some((place.lock, place.last?)));
        self.ledger().take_all(entries, heads.collect()).await?;
        outcomes.into_iter().for_each(|decided| drop(self.took(decided, head, end)));
        self.keep_snapshot_if_due(at).await;
        Ok(())
    }

    /// Locks every stream that these write to: those of the log first, the others in the order of their names.
    async fn chain(&self, planned: &[Planned<A>]) -> Result<Chain, LedgerError> {
        let mut chain = Chain::default();
        let [events, answers] = self.streams();
        for (stream, lock) in
            [events, answers].into_iter().zip(self.ledger().lock_all([events, answers]).await?)
        {
            chain.hold(stream.clone(), lock);
        }
        if chain.places[events].head.length != self.sequence() {
            return Err(LedgerError::Moved { stream: events.clone() });
        }
        let drafts = planned.iter().flat_map(|planned| &planned.also);
        drafts.clone().try_for_each(|draft| self.ledger().check(draft))?;
        for stream in drafts.map(|draft| &draft.stream).collect::<BTreeSet<_>>() {
            chain.hold(stream.clone(), self.ledger().lock(stream).await?);
        }
        Ok(chain)
    }
}
