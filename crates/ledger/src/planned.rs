//! Many commands at once: worked out one after the other by whoever holds the log, each an entry of its own, all in one commit.

use crate::draft::Draft;
use crate::error::LedgerError;
use crate::log::{Log, WrittenOut, asked};
use crate::record::{CommandId, Entry, Stream};
use crate::stream_head::{Locked, StreamHead};
use aggregate::{Aggregate, Time};
use merkle::Hash;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

/// A command that was worked out and is not on record yet, under an id that was never used.
pub struct Planned<A: Aggregate> {
    /// Under which id.
    pub id: CommandId,
    /// What was asked.
    pub command: A::Command,
    /// What it leads to, from the state that those before it lead to. What verifies a log decides it again.
    pub decided: Decided<A>,
    /// What is recorded in other streams with it.
    pub also: Vec<Draft>,
}

/// What a command was decided to lead to.
type Decided<A> = Result<Vec<<A as Aggregate>::Event>, <A as Aggregate>::Refusal>;

/// A planned command written out: all that is recorded of it, but for its place in the log.
pub struct Prepared<A: Aggregate> {
    written: WrittenOut,
    also: Vec<Draft>,
    of: PhantomData<fn() -> A>,
}

impl<A: Aggregate> Planned<A> {
    /// Writes it out. That is the longer part of the work and needs no log, so that one thread can do it while another puts on record
    /// what was written out before.
    pub fn prepare(self) -> Result<Prepared<A>, LedgerError> {
        Ok(self.apart()?.0)
    }

    /// The same, and what it was decided to lead to.
    fn apart(self) -> Result<(Prepared<A>, Decided<A>), LedgerError> {
        let Planned { id, command, decided, also } = self;
        let asker = (id, A::by(&command), A::at(&command));
        let told = decided.as_ref().map(|events| &events[..]);
        let written = WrittenOut::of::<A>(asker, asked::<A>(&command)?, told)?;
        Ok((Prepared { written, also, of: PhantomData }, decided))
    }
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

/// How a log stands once commands are on record: the hash of its last record, the sequence that comes next, and the time of the last
/// command.
struct Stands {
    head: Hash,
    end: u64,
    at: Time,
}

impl<A: Aggregate> Log<A> {
    /// Puts commands on record that were worked out one after the other, all of them in one commit or none, and takes in what
    /// happened once it is durable.
    ///
    /// This is for whoever has answered nobody yet, such as a demonstration. An id that was used before, by these or by anything
    /// on record, fails the whole.
    pub async fn record_all(&mut self, planned: Vec<Planned<A>>) -> Result<(), LedgerError> {
        let apart = planned.into_iter().map(Planned::apart).collect::<Result<Vec<_>, _>>()?;
        let (prepared, decided): (Vec<_>, Vec<_>) = apart.into_iter().unzip();
        let Some(Stands { head, end, at }) = self.put(prepared).await? else { return Ok(()) };
        let events = decided.iter().flatten().flatten();
        self.stand(|state| events.for_each(|event| state.apply(event)), head, end);
        self.keep_snapshot_if_due(at).await;
        Ok(())
    }

    /// The same for whoever has written them out and has the state that they lead to, so that nothing is worked out a second time. A state
    /// is not kept beside the log before whoever writes so much at once asks for it.
    pub async fn record_all_up_to(
        &mut self,
        prepared: Vec<Prepared<A>>,
        after: A,
    ) -> Result<(), LedgerError> {
        let Some(Stands { head, end, .. }) = self.put(prepared).await? else { return Ok(()) };
        self.stand(|state| *state = after, head, end);
        Ok(())
    }

    /// Makes them durable, and says how the log stands then; nothing if there are none.
    async fn put(&self, prepared: Vec<Prepared<A>>) -> Result<Option<Stands>, LedgerError> {
        let mut chain = self.chain(&prepared).await?;
        for Prepared { written, also, .. } in prepared {
            let latest = self.streams().iter().filter_map(|stream| chain.places[*stream].head.at).max();
            chain.push(self.draft(written, latest)?)?;
            also.into_iter().try_for_each(|draft| chain.push(draft))?;
        }
        let Chain { places, entries } = chain;
        let last = places[self.stream()].last.map(|last| &entries[last]);
        let (head, end) = last.map_or((self.head(), self.sequence()), |last| (last.head(), last.end()));
        let Some(at) = entries.last().map(|entry| entry.at) else { return Ok(None) };
        let heads = places.into_values().filter_map(|place| Some((place.lock, place.last?)));
        self.ledger().take_all(entries, heads.collect()).await?;
        Ok(Some(Stands { head, end, at }))
    }

    /// Locks every stream that these write to: those of the log first, the others in the order of their names.
    async fn chain(&self, prepared: &[Prepared<A>]) -> Result<Chain, LedgerError> {
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
        let drafts = prepared.iter().flat_map(|prepared| &prepared.also);
        drafts.clone().try_for_each(|draft| self.ledger().check(draft))?;
        for stream in drafts.map(|draft| &draft.stream).collect::<BTreeSet<_>>() {
            chain.hold(stream.clone(), self.ledger().lock(stream).await?);
        }
        Ok(chain)
    }
}
