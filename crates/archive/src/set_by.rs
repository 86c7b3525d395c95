//! How a table was set at some place of its log: the events that say so, each proved.

use crate::archive::{Archive, PAGE};
use crate::fault::ArchiveFault;
use crate::slice::Slice;
use baccarat::wager::WagerId;
use ledger::{Checkpoints, Stream};
use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};
use table::{Fact, Name, Table, TableChange, notice, people};

/// By which events a table was set, and where they stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetBy {
    /// Their sequences.
    pub(crate) events: Vec<u64>,
    /// Each of them, up to the first checkpoint that has it.
    pub(crate) slices: Vec<Slice>,
}

/// What is in force on the way through a log.
#[derive(Default)]
struct Standing {
    opened: Option<u64>,
    changed: Vec<(Discriminant<TableChange>, Option<WagerId>, u64)>,
    personal: BTreeMap<Name, u64>,
}

impl Standing {
    fn take(&mut self, sequence: u64, fact: &Fact) {
        match fact {
            Fact::Notice(notice::Fact::TableOpened { .. }) => {
                *self = Standing { opened: Some(sequence), ..Standing::default() };
            }
            Fact::Notice(notice::Fact::ChangeMade { change, .. }) => {
                let of = match change {
                    TableChange::AreaMost { wager, .. } => wager.clone(),
                    _ => None,
                };
                self.changed.retain(|(kind, wager, _)| (kind, wager) != (&discriminant(change), &of));
                self.changed.push((discriminant(change), of, sequence));
            }
            Fact::Notice(notice::Fact::PersonalLimitSet { patron, .. }) => {
                self.personal.insert(patron.clone(), sequence);
            }
            Fact::People(people::Fact::Arrived { patron } | people::Fact::Left { patron }) => {
                self.personal.remove(patron);
            }
            _ => {}
        }
    }

    /// The sequences, in order.
    fn events(self) -> Vec<u64> {
        let changed = self.changed.into_iter().map(|(.., sequence)| sequence);
        let mut events: Vec<u64> =
            self.opened.into_iter().chain(changed).chain(self.personal.into_values()).collect();
        events.sort_unstable();
        events
    }
}

/// Facts that say how a table is set, as a payload spells them: others need not be read.
const SAYS: [&str; 5] =
    ["\"table-opened\"", "\"change-made\"", "\"personal-limit-set\"", "\"arrived\"", "\"left\""];

fn is_opening(fact: &Fact) -> bool {
    matches!(fact, Fact::Notice(notice::Fact::TableOpened { .. }))
}

impl Archive {
    /// How the table was set before this event.
    pub(crate) async fn set_by(
        &self,
        stream: &Stream,
        before: u64,
        checkpoints: &Checkpoints,
    ) -> Result<SetBy, ArchiveFault> {
        // Backwards, as far as to the event that opened the table: nothing before it says how the table is set since.
        let (mut facts, mut end) = (Vec::new(), before);
        while end > 0 && !facts.iter().any(|(_, fact)| is_opening(fact)) {
            let from = end.saturating_sub(u64::from(PAGE));
            let mut found = Vec::new();
            for entry in self.page(stream, from).await? {
                let within = entry.records().filter(|record| (from..end).contains(&record.sequence));
                for record in within {
                    if SAYS.iter().any(|says| record.payload.text().contains(says))
                        && let Some(event) = ledger::event::<Table>(&record)?
                    {
                        found.push((record.sequence, event.fact));
                    }
                }
            }
            facts.extend(found.into_iter().rev());
            end = from;
        }
        let mut standing = Standing::default();
        facts.iter().rev().for_each(|(sequence, fact)| standing.take(*sequence, fact));
        let events = standing.events();
        let mut slices: Vec<Slice> = Vec::new();
        for event in &events {
            if slices.last().is_none_or(|slice| !slice.has(*event)) {
                slices.push(self.slice(stream, *event..=*event, checkpoints).await?);
            }
        }
        Ok(SetBy { events, slices })
    }
}
