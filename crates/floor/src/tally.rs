//! What the pit keeps of a table beside its state: the accounts as a second witness, what it won, its slips, and the alarm.

use crate::alarm::{Alarm, AlarmView, Heard};
use crate::slip::Slip;
use crate::tray::Tray;
use accounts::{Accounts, Meters, Why, WinReport};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use table::state::State;
use table::{Event, Fact, Table, pay, people};
use utoipa::ToSchema;

/// The number of recent slips at hand; all of them are in the log.
const SLIPS: usize = 40;

/// The pit's record of a table.
pub struct Tally {
    table: String,
    sums: Sums,
    alarm: Alarm,
}

/// Everything that the pit counts of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Sums {
    accounts: Accounts,
    /// The first event that the accounts could not take.
    fault: Option<String>,
    report: WinReport,
    meters: Meters,
    slips: VecDeque<Slip>,
    /// What was keyed as bought in since the drop box was attached, by the dealer on duty.
    #[serde(default)]
    keyed: BTreeMap<String, Money>,
    /// The chips in the float by what each is worth.
    #[serde(default)]
    tray: Tray,
}

/// The record of a table as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TallyKept {
    sums: Sums,
    alarm: Heard,
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
        let sums = Sums {
            accounts: Accounts::new(book),
            fault: None,
            report: WinReport::default(),
            meters: Meters::default(),
            slips: VecDeque::new(),
            keyed: BTreeMap::new(),
            tray: Tray::default(),
        };
        Tally { table: table.to_owned(), sums, alarm: Alarm::new(book.clone()) }
    }

    /// The record of a table, from where it was kept.
    pub fn go_on(table: &str, book: &Arc<Book>, kept: TallyKept) -> Tally {
        let TallyKept { sums, alarm } = kept;
        Tally { table: table.to_owned(), sums, alarm: Alarm::go_on(book.clone(), alarm) }
    }

    /// The record as it is kept.
    pub fn kept(&self) -> TallyKept {
        TallyKept { sums: self.sums.clone(), alarm: self.alarm.heard().clone() }
    }

    /// Looks ahead to what a command leads to, while the table is as it is before it.
    pub fn foresee(&mut self, events: &[Event], before: &Table) {
        self.alarm.foresee(events, before);
    }

    /// Takes in an event; the table is as it is after its command.
    pub fn follow(&mut self, seq: u64, event: &Event, after: &Table) {
        let sums = &mut self.sums;
        match sums.accounts.post(event) {
            Ok(entry) => {
                if entry.as_ref().is_some_and(|entry| entry.why == Why::Opened && entry.postings.is_empty()) {
                    // The next day of the table: what it won is counted from here.
                    (sums.report, sums.meters) = (WinReport::since(&sums.accounts), Meters::default());
                }
                sums.report.take(event, entry.as_ref());
                sums.meters.take(event, entry.as_ref());
            }
            Err(fault) => _ = sums.fault.get_or_insert_with(|| format!("event {seq}: {fault}")),
        }
        if let Some(slip) = Slip::of(&self.table, seq, event) {
            sums.slips.push_front(slip);
            sums.slips.truncate(SLIPS);
        }
        match &event.fact {
            Fact::People(people::Fact::BoughtIn { cash, .. }) => {
                *sums.keyed.entry(dealer(after)).or_default() += *cash;
            }
            Fact::Pay(pay::Fact::DropBoxTaken { .. }) => sums.keyed.clear(),
            _ => {}
        }
        sums.tray.follow(&event.fact, after);
        self.alarm.follow(event, after);
    }

    /// The chips in the float by what each is worth, if that is known.
    pub fn tray(&self) -> Option<&Pieces> {
        self.sums.tray.pieces()
    }

    /// What was keyed as bought in since the drop box was attached, by dealer; it adds up to what is in the box.
    pub fn keyed_by_dealer(&self, drop: Money) -> BTreeMap<String, Money> {
        let known: Money = self.sums.keyed.values().copied().sum();
        match known == drop {
            true => self.sums.keyed.clone(),
            false => BTreeMap::from([("unknown".to_owned(), drop)]),
        }
    }

    /// What it won.
    pub fn win(&self, state: &State) -> WinView {
        let Sums { accounts, fault, report, meters, .. } = &self.sums;
        let WinReport { opening, fills, credits, closing, drop, .. } = *report;
        let differs = fault.clone().or_else(|| accounts.agrees(state).err().map(|fault| fault.to_string()));
        WinView {
            opening,
            fills,
            credits,
            closing,
            drop,
            win: report.win(),
            hold: report.hold(),
            staked: meters.all.staked,
            coups: meters.coups,
            no_bet_coups: meters.no_bet_coups,
            void_coups: meters.void_coups,
            differs,
        }
    }

    /// The last slips, newest first.
    pub fn slips(&self) -> Vec<Slip> {
        self.sums.slips.iter().cloned().collect()
    }

    /// How the alarm stands.
    pub fn alarm(&self) -> AlarmView {
        self.alarm.seen()
    }
}

/// Whoever deals.
fn dealer(table: &Table) -> String {
    let role = baccarat::rules::people::Role::Dealer;
    let mut on_duty = table.state().staff.iter().filter(|(_, roles)| roles.contains(&role));
    on_duty.next().map_or_else(|| "unknown".to_owned(), |(name, _)| name.to_string())
}
