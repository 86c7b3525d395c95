//! A table as the pit sees it: everything at a glance that somebody may have to see to.

use super::board::{BettingView, Board, DueView, PhaseView, Service};
use super::staff::{self, PatronView, PitMoney};
use crate::alarm::AlarmView;
use crate::call::Call;
use crate::proposal::{PairView, ProposalView};
use crate::slip::Slip;
use crate::tally::WinView;
use crate::typed::{TypedBreach, TypedDispute, TypedLimits, TypedMatter, TypedTableChange};
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use serde::Serialize;
use table::{Breach, Dispute, Limits, Matter, Table, TableChange, Time};
use utoipa::ToSchema;

/// A table at a glance.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PitTable {
    /// Its name in paths.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its book.
    pub book: String,
    /// What people call the book.
    pub book_name: String,
    /// Dealt by people from real cards.
    pub felt: bool,
    /// Up to which event it stands.
    pub seq: u64,
    /// Whether it can be played at.
    pub service: Service,
    /// Why it cannot, if so.
    pub out_of_service: Option<String>,
    /// Where play is.
    pub phase: PhaseView,
    /// The coup under way, or the coming one.
    pub coup: u32,
    /// What is due.
    pub due: DueView,
    /// How betting stands.
    pub betting: BettingView,
    /// The limits of the main wagers.
    #[schema(value_type = TypedLimits)]
    pub limits: Limits,
    /// Who is on duty, and as what.
    pub staff: Vec<OnDuty>,
    /// Everybody at the table.
    pub patrons: Vec<PatronView>,
    /// How many seats it has.
    pub seats: u8,
    /// Stakes on the layout together.
    #[schema(value_type = i64)]
    pub staked: Money,
    /// What waits for a decision.
    pub matters: Vec<MatterView>,
    /// Proposals that wait for a second person.
    pub proposals: Vec<ProposalView>,
    /// Calls for a supervisor that nobody has answered.
    pub calls: Vec<Call>,
    /// Changes announced, each with the time from which it may be made.
    pub notices: Vec<NoticeView>,
    /// Disputes, the latest first.
    #[schema(value_type = Vec<TypedDispute>)]
    pub disputes: Vec<Dispute>,
    /// Breaches reported, the latest first.
    #[schema(value_type = Vec<TypedBreach>)]
    pub breaches: Vec<Breach>,
    /// Who may no longer play here, and by which measure.
    pub barred: Vec<BarredView>,
    /// What chips of this table are worth.
    #[schema(value_type = Vec<i64>)]
    pub chips: Vec<Money>,
    /// The house's money.
    pub money: PitMoney,
    /// What the table won.
    pub win: WinView,
    /// The last slips.
    pub slips: Vec<Slip>,
    /// Whether results stay within what the odds allow.
    pub alarm: AlarmView,
    /// Which two people have decided together here, and how often.
    pub pairs: Vec<PairView>,
}

/// Somebody on duty at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OnDuty {
    /// Who.
    pub name: String,
    /// In which roles of the book.
    pub roles: Vec<String>,
}

/// Something that waits for a decision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatterView {
    /// In words.
    pub message: String,
    /// All of it.
    #[serde(flatten)]
    #[schema(value_type = TypedMatter)]
    pub matter: Matter,
}

/// A change announced.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NoticeView {
    /// In words.
    pub message: String,
    /// The change.
    #[schema(value_type = TypedTableChange)]
    pub change: TableChange,
    /// Since when it is announced.
    #[schema(value_type = i64)]
    pub since: Time,
    /// From when the sign says.
    #[schema(value_type = Option<i64>)]
    pub effective: Option<Time>,
    /// From when the book lets it be made, where it asks for a sign.
    #[schema(value_type = Option<i64>)]
    pub allowed_from: Option<Time>,
}

/// Somebody who may no longer play here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BarredView {
    /// Who.
    pub name: String,
    /// By which measure.
    pub measure: String,
}

/// What is kept beside the table's own state.
pub struct Beside {
    /// Its name in paths, for people, and of its book.
    pub names: [String; 4],
    /// Dealt by people.
    pub felt: bool,
    /// Up to which event it stands.
    pub seq: u64,
    /// Why it cannot be played at, if so.
    pub out_of_service: Option<String>,
    /// Proposals that wait.
    pub proposals: Vec<ProposalView>,
    /// Calls that wait.
    pub calls: Vec<Call>,
    /// What the table won.
    pub win: WinView,
    /// The chips in the float by what each is worth, if that is known.
    pub tray: Option<Pieces>,
    /// The last slips.
    pub slips: Vec<Slip>,
    /// The alarm.
    pub alarm: AlarmView,
    /// Who decided together.
    pub pairs: Vec<PairView>,
}

impl PitTable {
    /// A table, as it lies there and with what is kept beside it.
    pub fn of(table: &Table, board: Board, beside: Beside) -> PitTable {
        let state = table.state();
        let Beside { names: [id, name, book, book_name], felt, seq, out_of_service, .. } = beside;
        let newest = |count: usize| count.saturating_sub(20);
        PitTable {
            id,
            name,
            book,
            book_name,
            felt,
            seq,
            service: board.service,
            out_of_service,
            phase: board.phase,
            coup: board.coup,
            due: board.due,
            betting: board.betting,
            limits: state.settings.limits,
            staff: on_duty(table),
            patrons: staff::patrons(table),
            seats: state.settings.seats,
            staked: state.stakes.iter().map(|stake| stake.amount).sum(),
            matters: matters(table),
            proposals: beside.proposals,
            calls: beside.calls,
            notices: notices(table),
            disputes: state.disputes[newest(state.disputes.len())..].iter().rev().cloned().collect(),
            breaches: state.breaches[newest(state.breaches.len())..].iter().rev().cloned().collect(),
            barred: barred(table),
            chips: state.settings.chips.clone(),
            money: staff::money(table, beside.tray.as_ref()),
            win: beside.win,
            slips: beside.slips,
            alarm: beside.alarm,
            pairs: beside.pairs,
        }
    }
}

fn on_duty(table: &Table) -> Vec<OnDuty> {
    let staff = table.state().staff.iter();
    staff
        .map(|(name, roles)| OnDuty {
            name: name.to_string(),
            roles: roles.iter().map(ToString::to_string).collect(),
        })
        .collect()
}

fn matters(table: &Table) -> Vec<MatterView> {
    let seen = |matter: Matter| MatterView { message: matter.to_string(), matter };
    staff::matters(table).into_iter().map(seen).collect()
}

fn notices(table: &Table) -> Vec<NoticeView> {
    let announced = table.state().announced.iter();
    announced
        .map(|announced| NoticeView {
            message: announced.change.to_string(),
            change: announced.change.clone(),
            since: announced.since,
            effective: announced.effective,
            allowed_from: table.allowed_from(announced),
        })
        .collect()
}

fn barred(table: &Table) -> Vec<BarredView> {
    let barred = table.state().barred.iter();
    barred
        .map(|(name, measure)| BarredView { name: name.to_string(), measure: measure.to_string() })
        .collect()
}
