//! The lobby: every table at a glance.

use super::board::{PhaseView, Service};
use crate::config::CardsFrom;
use crate::typed::TypedLimits;
use baccarat::outcome::Winner;
use serde::Serialize;
use table::Limits;
use utoipa::ToSchema;

/// Every table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Lobby {
    /// In the order of the settings.
    pub tables: Vec<LobbyTable>,
}

/// A table at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LobbyTable {
    /// Its name in paths.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The book in force.
    pub book: String,
    /// What that book is called.
    pub book_name: String,
    /// `sealed` if the automatic dealer deals from sealed shoes, `felt` if people deal real cards.
    pub cards: CardsFrom,
    /// Real cards are dealt here by automatic staff, in a demonstration.
    pub automatic_staff: bool,
    /// Somebody is there to deal.
    pub dealer: bool,
    /// Where play is.
    pub phase: PhaseView,
    /// Betting is open.
    pub betting: bool,
    /// The limits of the main wagers.
    #[schema(value_type = TypedLimits)]
    pub limits: Limits,
    /// How many seats.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: usize,
    /// The side options offered.
    pub options: Vec<String>,
    /// The results of this shoe, oldest first.
    #[schema(value_type = Vec<String>)]
    pub results: Vec<Winner>,
    /// How many coups have been dealt.
    pub coups: u32,
    /// Whether it can be played at.
    pub service: Service,
}
