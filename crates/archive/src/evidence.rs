//! One coup with everything that proves it. `docs/evidence.md` describes the file.

use crate::archive::{Archive, Bound};
use crate::fault::ArchiveFault;
use crate::slice::Slice;
use ledger::{Checkpoints, CommandId, Signed, Stream};
use serde::Serialize;
use std::ops::RangeInclusive;
use table::{Fact, Table, cards, deal, pay, trouble};

/// One coup, proved.
#[derive(Clone, Debug, Serialize)]
pub struct Bundle {
    format: &'static str,
    /// What the table is called.
    pub table: String,
    /// The coup.
    pub coup: u32,
    /// The sequences of its first and its last record in the table's stream.
    pub events: [u64; 2],
    /// The texts of the book's file and of the file it is based on.
    book: [String; 2],
    /// The signed root.
    pub signed: Signed,
    /// The table's records, and those of its shoes.
    pub slices: Vec<Slice>,
    /// By which events the table was set where its records begin.
    in_force: Vec<u64>,
    /// Where they stand.
    settings: Vec<Slice>,
}

impl Bundle {
    /// The text of the file.
    pub fn text(&self) -> Result<String, ArchiveFault> {
        text(self)
    }

    /// How many records it holds.
    pub fn records(&self) -> usize {
        self.slices.iter().chain(&self.settings).map(Slice::records).sum()
    }
}

/// A file as it is written.
pub(crate) fn text(file: &impl Serialize) -> Result<String, ArchiveFault> {
    let text = serde_json::to_string_pretty(file);
    let text = text
        .map_err(|error| ArchiveFault::Impossible { place: "the file".into(), message: error.to_string() })?;
    Ok(text + "\n")
}

/// Does this tell of cards that leave the shoe, lie open or are put away?
fn moves_cards(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Deal(deal::Fact::CardDealt { .. })
            | Fact::Cards(cards::Fact::CardBurnt { .. })
            | Fact::Cards(cards::Fact::RestBurnt { .. })
            | Fact::Deal(deal::Fact::Exposed { .. })
            | Fact::Pay(pay::Fact::CoupEnded { .. })
            | Fact::Trouble(trouble::Fact::CoupVoided { .. })
    )
}

impl Archive {
    /// The first and the last event of a coup, with whatever was done about it later.
    pub async fn events_of(
        &self,
        stream: &Stream,
        bound: &Bound,
        coup: u32,
    ) -> Result<RangeInclusive<u64>, ArchiveFault> {
        let mut events: Option<RangeInclusive<u64>> = None;
        let mut dealt = false;
        self.walk(stream, bound.book.clone(), None, |_, step| {
            if step.coup == Some(coup) {
                let sequence = step.record.sequence;
                let first = events.as_ref().map_or(sequence, |known| *known.start());
                events = Some(first..=sequence);
                dealt |= matches!(step.event.fact, Fact::Deal(deal::Fact::CoupStarted { .. }));
            }
            Ok::<_, ArchiveFault>(())
        })
        .await?;
        events.filter(|_| dealt).ok_or_else(|| ArchiveFault::NoCoup { stream: stream.clone(), coup })
    }

    /// One coup with everything that proves it under the last checkpoint.
    pub async fn evidence(
        &self,
        stream: &Stream,
        bound: &Bound,
        coup: u32,
        events: RangeInclusive<u64>,
    ) -> Result<Bundle, ArchiveFault> {
        let checkpoints = Checkpoints::read(self.store()).await?;
        let signed = self.signed(&checkpoints, stream, *events.end())?;
        let slice = self.slice(stream, events.clone(), &checkpoints).await?;
        // A slice reaches to its checkpoint: later coups are in it too, and may be of another shoe.
        let reaches = slice.last().unwrap_or(*events.end());
        let mut slices = vec![slice];
        slices.extend(self.shoe_slices(stream, *events.start()..=reaches, &checkpoints).await?);
        let set_by = self.set_by(stream, *events.start(), &checkpoints).await?;
        Ok(Bundle {
            format: "croupier-evidence-2",
            table: stream.name().to_owned(),
            coup,
            events: [*events.start(), *events.end()],
            book: bound.texts.clone(),
            signed,
            slices,
            in_force: set_by.events,
            settings: set_by.slices,
        })
    }

    /// The public records of the shoes from which these events have their cards, as far as they are signed. None where the cards are
    /// real.
    pub(crate) async fn shoe_slices(
        &self,
        table: &Stream,
        events: RangeInclusive<u64>,
        checkpoints: &Checkpoints,
    ) -> Result<Vec<Slice>, ArchiveFault> {
        let shoes = self.shoes(table.name()).await?;
        if shoes.is_empty() {
            return Ok(Vec::new());
        }
        let commands = self.card_commands(table, events).await?;
        let Some(first) = self.shoe_with(&shoes, commands.iter()).await? else { return Ok(Vec::new()) };
        let last = self.shoe_with(&shoes, commands.iter().rev()).await?.unwrap_or(first);
        let mut slices = Vec::new();
        for (_, stream) in shoes.iter().filter(|(number, _)| (first..=last).contains(number)) {
            let heads = checkpoints.all().iter().rev().flat_map(|checkpoint| &checkpoint.heads);
            let mut lengths = heads.filter(|head| head.stream == stream.as_str()).map(|head| head.length);
            let not_signed = || ArchiveFault::NotSigned { stream: stream.clone(), sequence: 0 };
            let length = lengths.next().filter(|length| *length > 0).ok_or_else(not_signed)?;
            slices.push(self.slice(stream, 0..=length - 1, checkpoints).await?);
        }
        Ok(slices)
    }

    /// The commands under which cards moved, in order.
    async fn card_commands(
        &self,
        table: &Stream,
        events: RangeInclusive<u64>,
    ) -> Result<Vec<CommandId>, ArchiveFault> {
        let mut commands: Vec<CommandId> = Vec::new();
        self.each_entry(table, *events.start(), |entry| {
            for record in entry.records().filter(|record| events.contains(&record.sequence)) {
                let event = ledger::event::<Table>(&record)?;
                let moved = event.is_some_and(|event| moves_cards(&event.fact));
                if moved && commands.last() != Some(&entry.command) {
                    commands.push(entry.command.clone());
                }
            }
            Ok::<_, ArchiveFault>(entry.end() <= *events.end())
        })
        .await?;
        Ok(commands)
    }

    /// The shoe that told something under the first of these commands that a shoe knows.
    async fn shoe_with(
        &self,
        shoes: &[(u32, Stream)],
        commands: impl Iterator<Item = &CommandId>,
    ) -> Result<Option<u32>, ArchiveFault> {
        for command in commands {
            for (number, stream) in shoes.iter().rev() {
                if self.store().command(stream, command).await?.is_some() {
                    return Ok(Some(*number));
                }
            }
        }
        Ok(None)
    }
}
