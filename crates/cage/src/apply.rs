//! Taking in what happened.

use crate::acts::CageFact;
use crate::state::{Cage, DropBox, Holder, Served, holder_key};
use crate::transfer::{Stage, Step, Transfer, TransferKind};
use aggregate::RegisterEvent;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;

/// The number of transfers and boxes that are over and still shown; all of them are in the log.
const KEPT: usize = 100;

impl Cage {
    /// A fill or credit that is over for long, put together again from what happened.
    pub fn transfer_of<'e>(
        number: u32,
        events: impl IntoIterator<Item = &'e RegisterEvent<CageFact>>,
    ) -> Option<Transfer> {
        let mut alone = Cage::default();
        let about = |event: &&RegisterEvent<CageFact>| event.fact.transfer() == Some(number);
        events.into_iter().filter(about).for_each(|event| alone.apply(event));
        alone.transfers.remove(&number)
    }

    pub(crate) fn apply(&mut self, happened: &RegisterEvent<CageFact>) {
        let (by, at) = (&happened.by, happened.at);
        let step = |stage| Step { stage, name: by.name.clone(), role: by.role.clone(), at: at.0 };
        match &happened.fact {
            CageFact::ThresholdsSet { second, identity, together } => {
                (self.second_from, self.identity_from) = (Some(*second), Some(*identity));
                self.together = *together;
            }
            CageFact::WorthsKnown { worths } => self.worths = Some(worths.iter().copied().collect()),
            CageFact::TableAdopted { table, chips } => {
                self.issued += *chips;
                self.table(table, *chips);
            }
            CageFact::ChipsIssued { pieces, .. } => {
                self.issued += pieces.worth();
                self.sorted.add(pieces);
                self.pieces.add(pieces);
            }
            CageFact::CashMoved { amount, .. } => {
                self.bank += *amount;
                self.cash += *amount;
            }
            CageFact::BankCounted { opens, day, cash, pieces, .. } => {
                (self.open, self.days) = (*opens, *day);
                if *opens {
                    self.served.clear();
                }
                self.variance += *cash - self.cash;
                self.missing += self.pieces.worth() - pieces.worth();
                (self.cash, self.pieces) = (*cash, pieces.clone());
            }
            CageFact::Bought { slip, patron, pieces, .. } => {
                self.last_slip = *slip;
                self.cash += pieces.worth();
                self.taken += pieces.worth();
                self.pieces.take(pieces);
                self.serve(patron.as_deref(), Served { bought: pieces.worth(), ..Served::default() });
                self.carry(patron.as_deref().unwrap_or_default(), pieces.worth());
            }
            CageFact::Redeemed { slip, patron, pieces, .. } => {
                self.last_slip = *slip;
                self.cash -= pieces.worth();
                self.paid += pieces.worth();
                self.pieces.add(pieces);
                self.serve(patron.as_deref(), Served { cashed: pieces.worth(), ..Served::default() });
                self.hand_over(patron.as_deref().unwrap_or_default(), pieces.worth());
            }
            CageFact::Coloured { gives, gets } => {
                self.pieces.add(gives);
                self.pieces.take(gets);
            }
            CageFact::CarriedOff { table, patron, chips } => {
                self.table(table, Money(0) - *chips);
                self.carry(patron, *chips);
            }
            CageFact::BroughtTo { table, patron, chips, unnamed } => {
                self.table(table, *chips);
                match *unnamed && !self.open_play {
                    true => self.carry("", Money(0) - *chips),
                    false => self.hand_over(patron, *chips),
                }
            }
            CageFact::TableCorrected { table, by, .. } => {
                self.table(table, *by);
                self.missing -= *by;
            }
            CageFact::PlaySet { table, keyed } => {
                let at = self.tables.entry(table.clone()).or_default();
                at.unkeyed = !keyed;
                at.unkeyed_box |= !keyed;
                self.open_play |= !keyed;
            }
            CageFact::PlayCounted { table, by } => {
                self.table(table, *by);
                self.carry("", Money(0) - *by);
            }
            CageFact::Requested { number, kind, table, pieces } => {
                self.last_transfer = *number;
                let (stage, table, pieces) = (Stage::Requested, table.clone(), pieces.clone());
                let steps = vec![step(stage)];
                let (number, kind, counted) = (*number, *kind, None);
                self.transfers
                    .insert(number, Transfer { number, kind, table, pieces, stage, counted, steps });
            }
            CageFact::Approved { number } => _ = self.come(*number, step(Stage::Approved)),
            CageFact::Sent { number } => {
                if let Some((kind, table, pieces)) = self.come(*number, step(Stage::Sent)) {
                    match kind {
                        TransferKind::Fill => self.pieces.take(&pieces),
                        TransferKind::Credit => self.table(&table, Money(0) - pieces.worth()),
                    }
                }
            }
            CageFact::Carried { number } => _ = self.come(*number, step(Stage::Carried)),
            CageFact::Received { number } => {
                if let Some((kind, table, pieces)) = self.come(*number, step(Stage::Received)) {
                    match kind {
                        TransferKind::Fill => self.table(&table, pieces.worth()),
                        TransferKind::Credit => self.pieces.add(&pieces),
                    }
                }
            }
            CageFact::Stopped { number, counted } => {
                self.come(*number, step(Stage::Stopped));
                if let Some(transfer) = self.transfers.get_mut(number) {
                    transfer.counted = Some(counted.clone());
                }
            }
            CageFact::Resolved { number, found, missing, .. } => {
                if self.come(*number, step(Stage::Resolved)).is_some() {
                    self.pieces.add(found);
                    self.missing += *missing;
                }
            }
            CageFact::Cancelled { number, .. } => _ = self.come(*number, step(Stage::Cancelled)),
            CageFact::BoxTaken { number, table, keyed, dealers, unkeyed } => {
                self.last_box = *number;
                self.dropped += *keyed;
                let drop_box = DropBox {
                    number: *number,
                    table: table.clone(),
                    keyed: *keyed,
                    dealers: dealers.clone(),
                    unkeyed: *unkeyed,
                    at: at.0,
                    once: None,
                    once_by_cage: false,
                    counted: None,
                    counters: Vec::new(),
                    differed: 0,
                };
                self.boxes.insert(*number, drop_box);
                let at = self.tables.entry(table.clone()).or_default();
                at.unkeyed_box = at.unkeyed;
            }
            CageFact::BoxCountedOnce { number, cash } => {
                if let Some(drop_box) = self.boxes.get_mut(number) {
                    drop_box.once = Some((by.name.clone(), *cash));
                    drop_box.once_by_cage = by.role == "cage";
                }
            }
            CageFact::BoxCountsDiffer { number, .. } => {
                if let Some(drop_box) = self.boxes.get_mut(number) {
                    drop_box.once = None;
                    drop_box.differed = drop_box.differed.saturating_add(1);
                }
            }
            CageFact::BoxCounted { number, cash, keyed, first } => {
                if let Some(drop_box) = self.boxes.get_mut(number) {
                    drop_box.once = None;
                    drop_box.counted = Some(*cash);
                    drop_box.counters = vec![first.clone(), by.name.clone()];
                    self.cash += *cash;
                    let difference = drop_box.difference(*cash);
                    self.variance += difference;
                    self.dropped += *cash - *keyed - difference;
                }
            }
        }
        self.forget();
    }

    fn table(&mut self, table: &str, more: Money) {
        self.tables.entry(table.to_owned()).or_default().chips += more;
    }

    fn carry(&mut self, name: &str, more: Money) {
        let key = holder_key(name);
        let name = if key.is_empty() { String::new() } else { name.trim().to_owned() };
        self.holders.entry(key).or_insert_with(|| Holder { name, chips: Money(0) }).chips += more;
    }

    /// Somebody gives chips away: their own and, where play is not keyed at some table, for the rest chips that are nobody's by name.
    fn hand_over(&mut self, name: &str, chips: Money) {
        let own = match self.open_play {
            true => self.carried_by(Some(name)).max(Money(0)).min(chips),
            false => chips,
        };
        if own != Money(0) || !self.open_play {
            self.carry(name, Money(0) - own);
        }
        if chips != own {
            self.carry("", own - chips);
        }
    }

    /// A transfer comes to its next stage. Says which way it goes, to or from which table, and with which chips.
    fn come(&mut self, number: u32, step: Step) -> Option<(TransferKind, String, Pieces)> {
        let transfer = self.transfers.get_mut(&number)?;
        transfer.stage = step.stage;
        transfer.steps.push(step);
        Some((transfer.kind, transfer.table.clone(), transfer.pieces.clone()))
    }

    /// Of what is over, the last are kept.
    fn forget(&mut self) {
        let over: Vec<u32> =
            self.transfers.values().filter(|one| one.stage.is_over()).map(|one| one.number).collect();
        over.iter().rev().skip(KEPT).for_each(|number| _ = self.transfers.remove(number));
        let counted: Vec<u32> =
            self.boxes.values().filter(|one| one.counted.is_some()).map(|one| one.number).collect();
        counted.iter().rev().skip(KEPT).for_each(|number| _ = self.boxes.remove(number));
    }
}
