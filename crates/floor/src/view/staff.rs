//! What those see who work at a table or watch over it.

use super::about::About;
use super::board::Board;
use super::desk::DeskView;
use crate::typed::{TypedLimits, TypedMatter, TypedOpenItem, TypedPossible, TypedTableChange};
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use baccarat::rules::people::Role;
use serde::Serialize;
use table::record::OpenItem;
use table::state::Announced;
use table::{Disclosure, Limits, Matter, Possible, Table, Time, may_see};
use utoipa::ToSchema;

/// A patron, as staff know one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatronView {
    /// Who.
    pub name: String,
    /// In which seat.
    pub seat: Option<u8>,
    /// Chips in hand.
    #[schema(value_type = i64)]
    pub chips: Money,
    /// Promotional tokens in hand.
    #[schema(value_type = i64)]
    pub tokens: Money,
    /// Won, and not yet paid.
    #[schema(value_type = i64)]
    pub owed: Money,
    /// Coups in a row without a wager.
    pub idle: u8,
    /// Limits of their own.
    #[schema(value_type = Option<TypedLimits>)]
    pub limits: Option<Limits>,
    /// The minimum kept from before it rose.
    #[schema(value_type = Option<i64>)]
    pub kept_minimum: Option<Money>,
}

/// The house's money at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PitMoney {
    /// Chips in the float.
    #[schema(value_type = i64)]
    pub float: Money,
    /// Those chips by what each is worth, as they were last counted and as they must be since; nothing if that is not known.
    #[schema(value_type = Option<BTreeMap<String, i64>>)]
    pub tray: Option<Pieces>,
    /// Chips brought to it since the table opened, less those taken.
    #[schema(value_type = i64)]
    pub brought: Money,
    /// Cash in the drop box.
    #[schema(value_type = i64)]
    pub drop: Money,
    /// Vouchers in it.
    #[schema(value_type = i64)]
    pub vouchers: Money,
    /// What could not be given or taken back at once.
    #[schema(value_type = Vec<TypedOpenItem>)]
    pub open_items: Vec<OpenItem>,
}

/// The cards of the shoe in play that are out, for those whom the book lets see them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ThisShoe {
    /// The cards that were seen to leave it, in order.
    #[schema(value_type = Vec<String>)]
    pub out: Vec<Card>,
    /// The clauses that let this be shown.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// A change that a sign or a word has announced.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnnouncedView {
    /// The change.
    #[schema(value_type = TypedTableChange)]
    pub change: table::TableChange,
    /// Since when it is announced.
    #[schema(value_type = i64)]
    pub since: Time,
    /// From when it holds, by the sign.
    #[schema(value_type = Option<i64>)]
    pub effective: Option<Time>,
}

/// What a dealer sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DealerView {
    /// Up to which event it stands.
    pub seq: u64,
    /// The table.
    pub table: About,
    /// What everybody sees.
    pub state: Board,
    /// Everybody at the table.
    pub patrons: Vec<PatronView>,
    /// What may have gone wrong where play stands.
    #[schema(value_type = Vec<TypedPossible>)]
    pub possible: Vec<Possible>,
    /// What waits for a decision.
    #[schema(value_type = Vec<TypedMatter>)]
    pub matters: Vec<Matter>,
    /// What a dealer works by.
    pub desk: DeskView,
}

/// What a supervisor or manager sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SupervisorView {
    /// Up to which event it stands.
    pub seq: u64,
    /// The table.
    pub table: About,
    /// What everybody sees.
    pub state: Board,
    /// Everybody at the table.
    pub patrons: Vec<PatronView>,
    /// What may have gone wrong where play stands.
    #[schema(value_type = Vec<TypedPossible>)]
    pub possible: Vec<Possible>,
    /// What waits for a decision.
    #[schema(value_type = Vec<TypedMatter>)]
    pub matters: Vec<Matter>,
    /// The house's money.
    pub money: PitMoney,
    /// Changes to come.
    pub announced: Vec<AnnouncedView>,
    /// Why the table is out of service, if it is.
    pub out_of_service: Option<String>,
    /// What the dealer works by.
    pub desk: DeskView,
}

/// What surveillance sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SurveillanceView {
    /// Up to which event it stands.
    pub seq: u64,
    /// The table.
    pub table: About,
    /// What everybody sees.
    pub state: Board,
    /// Everybody at the table.
    pub patrons: Vec<PatronView>,
    /// What waits for a decision.
    #[schema(value_type = Vec<TypedMatter>)]
    pub matters: Vec<Matter>,
    /// The house's money.
    pub money: PitMoney,
    /// The cards that are out, where the book lets this role see them.
    pub shoe: Option<ThisShoe>,
}

/// What an inspector of the regulator sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InspectorView {
    /// Up to which event it stands.
    pub seq: u64,
    /// The table.
    pub table: About,
    /// What everybody sees.
    pub state: Board,
    /// Everybody at the table.
    pub patrons: Vec<PatronView>,
    /// What waits for a decision.
    #[schema(value_type = Vec<TypedMatter>)]
    pub matters: Vec<Matter>,
    /// The house's money.
    pub money: PitMoney,
    /// Changes to come.
    pub announced: Vec<AnnouncedView>,
    /// The cards that are out, where the book lets this role see them.
    pub shoe: Option<ThisShoe>,
    /// Why the table is out of service, if it is.
    pub out_of_service: Option<String>,
}

/// Everybody at a table.
pub fn patrons(table: &Table) -> Vec<PatronView> {
    let present = table.state().patrons.iter().filter(|(_, patron)| patron.present);
    present
        .map(|(name, patron)| PatronView {
            name: name.to_string(),
            seat: patron.seat,
            chips: patron.chips,
            tokens: patron.tokens,
            owed: patron.owed,
            idle: patron.idle,
            limits: patron.personal,
            kept_minimum: patron.kept_minimum,
        })
        .collect()
}

/// The house's money.
pub fn money(table: &Table, tray: Option<&Pieces>) -> PitMoney {
    let state = table.state();
    PitMoney {
        float: state.float,
        tray: tray.cloned(),
        brought: state.brought,
        drop: state.drop,
        vouchers: state.vouchers,
        open_items: state.open_items.clone(),
    }
}

/// What waits for a decision.
pub fn matters(table: &Table) -> Vec<Matter> {
    table.state().matters.iter().filter(|matter| matter.decided.is_none()).cloned().collect()
}

/// Changes to come.
pub fn announced(table: &Table) -> Vec<AnnouncedView> {
    let seen = |Announced { change, since, effective }: &Announced| AnnouncedView {
        change: change.clone(),
        since: *since,
        effective: *effective,
    };
    table.state().announced.iter().map(seen).collect()
}

/// The cards that are out, where the book lets this role be shown them.
pub fn this_shoe(table: &Table, role: Role) -> Option<ThisShoe> {
    let cites = may_see(table.book(), role, true, Disclosure::Composition).ok()?;
    Some(ThisShoe { out: table.state().shoe.seen.clone(), clauses: cites.clauses })
}
