//! What the pit keeps of a table beside its state: the accounts as a second witness, what it won, its slips, and the alarm.

use crate::alarm::{Alarm, AlarmView};
use crate::slip::Slip;
use accounts::{Accounts, Meters, WinReport};
use baccarat::book::Book;
use baccarat::chips::Money;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;
use table::state::State;
use table::{Event, Table};
use utoipa::ToSchema;

/// The number of recent slips at hand; all of them are in the log.
const SLIPS: usize = 40;

/// The pit's record of a table.
pub struct Tally {
    table: String,
    accounts: Accounts,
    /// The first event that the accounts could not take.
    fault: Option<String>,
    report: WinReport,
    meters: Meters,
    slips: VecDeque<Slip>,
    alarm: Alarm,
}

/// What a table won since it opened, and what that is made of.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WinView {
    /// The float with which it opened.
    #[schema(value_type = i64)]
    pub opening: Money,
    /// Chips brought to it.
    #[schema(value_type = i64)]
    pub fills: Money,
    /// Chips taken from it.
    #[schema(value_type = i64)]
    pub credits: Money,
    /// The float as it should be now.
    #[schema(value_type = i64)]
    pub closing: Money,
    /// Cash in the drop box.
    #[schema(value_type = i64)]
    pub drop: Money,
    /// What the table won: closing, credits and drop, less opening and fills.
    #[schema(value_type = i64)]
    pub win: Money,
    /// The win in hundredths of a percent of the drop; nothing without a drop.
    pub hold: Option<i64>,
    /// Chips that were at stake.
    #[schema(value_type = i64)]
    pub staked: Money,
    /// Coups dealt.
    pub coups: u64,
    /// Coups on which nobody might bet.
    pub no_bet_coups: u64,
    /// Coups without effect.
    pub void_coups: u64,
    /// Do the accounts, kept apart, agree with the table to the chip? If not, what differs.
    pub differs: Option<String>,
}

impl Tally {
    /// The record of a table that is about to open.
    pub fn new(table: &str, book: &Arc<Book>) -> Tally {
        Tally {
            table: table.to_owned(),
            accounts: Accounts::new(book),
            fault: None,
            report: WinReport::default(),
            meters: Meters::default(),
            slips: VecDeque::new(),
            alarm: Alarm::new(book.clone()),
        }
    }

    /// Looks ahead to what a command leads to, while the table is as it is before it.
    pub fn foresee(&mut self, events: &[Event], before: &Table) {
        self.alarm.foresee(events, before);
    }

    /// Takes in an event; the table is as it is after its command.
    pub fn follow(&mut self, seq: u64, event: &Event, after: &Table) {
        match self.accounts.post(event) {
            Ok(entry) => {
                self.report.take(event, entry.as_ref());
                self.meters.take(event, entry.as_ref());
            }
            Err(fault) => _ = self.fault.get_or_insert_with(|| format!("event {seq}: {fault}")),
        }
        if let Some(slip) = Slip::of(&self.table, seq, event) {
            self.slips.push_front(slip);
            self.slips.truncate(SLIPS);
        }
        self.alarm.follow(event, after);
    }

    /// What it won.
    pub fn win(&self, state: &State) -> WinView {
        let WinReport { opening, fills, credits, closing, drop, .. } = self.report;
        let differs =
            self.fault.clone().or_else(|| self.accounts.agrees(state).err().map(|fault| fault.to_string()));
        WinView {
            opening,
            fills,
            credits,
            closing,
            drop,
            win: self.report.win(),
            hold: self.report.hold(),
            staked: self.meters.all.staked,
            coups: self.meters.coups,
            no_bet_coups: self.meters.no_bet_coups,
            void_coups: self.meters.void_coups,
            differs,
        }
    }

    /// The last slips, newest first.
    pub fn slips(&self) -> Vec<Slip> {
        self.slips.iter().cloned().collect()
    }

    /// How the alarm stands.
    pub fn alarm(&self) -> AlarmView {
        self.alarm.seen()
    }
}
