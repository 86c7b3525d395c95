//! The case file of a dispute: its events, the coups it concerns and notes on it, each proved. `docs/evidence.md` describes it.

use crate::archive::{Archive, Bound};
use crate::evidence::text;
use crate::fault::ArchiveFault;
use crate::slice::Slice;
use ledger::{Checkpoints, Signed, Stream};
use serde::Serialize;
use std::ops::RangeInclusive;
use table::Time;

/// Who froze a case, when and why.
#[derive(Clone, Debug, Serialize)]
pub struct Frozen {
    /// Who.
    pub by: String,
    /// In which role.
    pub role: String,
    /// When.
    pub at: Time,
    /// Why.
    pub why: String,
}

/// What a case is made of.
#[derive(Clone, Debug)]
pub struct CaseOf {
    /// The dispute.
    pub dispute: u32,
    /// The sequences of the events that tell of it.
    pub events: Vec<u64>,
    /// The coups it concerns, with their events.
    pub coups: Vec<(u32, RangeInclusive<u64>)>,
    /// Streams of notes on it, each whole.
    pub notes: Vec<Stream>,
    /// Who, when and why.
    pub frozen: Frozen,
}

/// A dispute, proved.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    format: &'static str,
    table: String,
    dispute: u32,
    frozen: Frozen,
    /// The events that tell of the dispute.
    #[serde(rename = "told")]
    events: Vec<u64>,
    coups: Vec<CoupOf>,
    notes: Vec<String>,
    book: [String; 2],
    signed: Signed,
    slices: Vec<Slice>,
    in_force: Vec<u64>,
    settings: Vec<Slice>,
}

#[derive(Clone, Debug, Serialize)]
struct CoupOf {
    coup: u32,
    events: [u64; 2],
}

impl Case {
    /// The text of the file.
    pub fn text(&self) -> Result<String, ArchiveFault> {
        text(self)
    }
}

impl Archive {
    /// A dispute with everything that proves it under the last checkpoint.
    pub async fn case(&self, stream: &Stream, bound: &Bound, of: CaseOf) -> Result<Case, ArchiveFault> {
        let CaseOf { dispute, events, coups, notes, frozen } = of;
        let ranges = coups.iter().map(|(_, events)| events.clone());
        let all = events.iter().map(|event| *event..=*event).chain(ranges);
        let all = all.reduce(|one, other| *one.start().min(other.start())..=*one.end().max(other.end()));
        let none = || ArchiveFault::NoDispute { stream: stream.clone(), dispute };
        let all = all.filter(|_| !events.is_empty()).ok_or_else(none)?;
        let checkpoints = Checkpoints::read(self.store()).await?;
        let signed = self.signed(&checkpoints, stream, *all.end())?;
        let (first, last) = all.into_inner();
        let slice = self.slice(stream, first..=last, &checkpoints).await?;
        // Between the coups of the dispute, and after them up to the checkpoint, there may be others, of other shoes.
        let shoes = self.shoe_slices(stream, first..=slice.last().unwrap_or(last), &checkpoints).await?;
        let set_by = self.set_by(stream, first, &checkpoints).await?;
        let mut slices = vec![slice];
        slices.extend(shoes);
        for note in &notes {
            slices.push(self.slice(note, 0..=0, &checkpoints).await?);
        }
        let coup = |(coup, events): (u32, RangeInclusive<u64>)| {
            let (first, last) = events.into_inner();
            CoupOf { coup, events: [first, last] }
        };
        Ok(Case {
            format: "croupier-case-2",
            table: stream.name().to_owned(),
            dispute,
            frozen,
            events,
            coups: coups.into_iter().map(coup).collect(),
            notes: notes.iter().map(ToString::to_string).collect(),
            book: bound.texts.clone(),
            signed,
            slices,
            in_force: set_by.events,
            settings: set_by.slices,
        })
    }
}
