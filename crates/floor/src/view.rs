//! What each role is shown of a table. Every role has a type of its own, so that what is not in the type cannot be told.
//!
//! Nothing here can hold an undealt card: cards come from the table's state and events, which know only those that are out.

mod about;
pub mod audience;
pub mod board;
mod coup;
pub mod desk;
mod lobby;
mod pit;
pub mod staff;
pub mod visit;
mod why;
pub mod you;

pub(crate) use about::offered;
pub use about::{About, RowView, WagerView};
pub use audience::{OwnFact, PlayerEvent, PlayerFact, PublicEvent, PublicFact, StaffEvent};
pub use board::{
    BettingView, Board, Decided, DueView, HandView, PhaseView, PostedSign, SeatView, Service, ShoeView,
    StakeView, WaitsFor,
};
pub(crate) use coup::outcome;
pub use coup::{CoupView, Coups};
pub use desk::DeskView;
pub use lobby::{Lobby, LobbyTable};
pub use pit::{Beside, PitTable};
pub use staff::{
    DealerView, InspectorView, PatronView, PitMoney, SupervisorView, SurveillanceView, ThisShoe,
};
pub use why::{SumCause, SumStep};
pub use you::{AskedFor, Became, Question, SettledView, You};

use serde::Serialize;
use utoipa::ToSchema;

/// What a sign at the wall shows, and anybody who is not signed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignView {
    /// Up to which event it stands.
    pub seq: u64,
    /// The table.
    pub table: About,
    /// What everybody sees.
    pub state: Board,
}

/// What a player sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    /// Up to which event it stands.
    pub seq: u64,
    /// The table.
    pub table: About,
    /// What everybody sees.
    pub state: Board,
    /// What is this player's alone; nothing for one who never came to this table.
    pub you: Option<You>,
}

/// A table as somebody's role sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "view", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum View {
    Sign(SignView),
    Player(PlayerView),
    Dealer(DealerView),
    Supervisor(SupervisorView),
    Surveillance(SurveillanceView),
    Inspector(InspectorView),
}
