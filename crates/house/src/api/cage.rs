//! The cage: where all chips and all cash are, and everything that moves them. Each does their own part, signed in or by PIN at a
//! colleague's console; a name that somebody else types is nobody's signature.

use super::asked::{Body, PeerAddress, Visitor};
use super::pit::{OwnPin, proved_by_pin};
use super::tables::{check_ready, own_id, patron_named};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use baccarat::chips::Money;
use cage::{CAGE, Cage, CageAct, DropBox, Pieces, STREAM, Signed, Stage, Transfer, TransferKind};
use floor::cage_desk::{self, CageDesk};
use floor::cards::command_id;
use floor::runner::{CageMove, Holdings, Running};
use ledger::{Entry, Ledger, Stream};
use office::calendar::Clocks;
use people::denial::Denial;
use people::role::Role;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use table::{Name, Time};
use utoipa::{OpenApi, ToSchema};

/// The number of entries of the log that are read at once.
const AT_ONCE: u32 = 500;

/// Something asked of the cage. Amounts are in the smallest unit; `pieces` are chips by worth, such as `{"2500": 20}`.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CageOrder {
    /// A manager puts new chips into use, with a second person.
    IssueChips {
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
        why: String,
    },
    /// Cash comes from outside the house, or goes there (below nothing), with a second person.
    MoveCash { amount: i64, why: String },
    /// The bank of the day opens with a count by two.
    OpenBank {
        cash: i64,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
    },
    /// The bank of the day closes with a count by two.
    CloseBank {
        cash: i64,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
    },
    /// Cash for chips. From the house's thresholds on it takes a second person, and a name with a noted identity.
    Buy {
        #[serde(default)]
        patron: Option<String>,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
        #[serde(default)]
        identity: Option<String>,
    },
    /// Chips for cash, likewise.
    Redeem {
        #[serde(default)]
        patron: Option<String>,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
        #[serde(default)]
        identity: Option<String>,
    },
    /// Chips for chips of other colours.
    Colour {
        #[schema(value_type = BTreeMap<String, i64>)]
        gives: Pieces,
        #[schema(value_type = BTreeMap<String, i64>)]
        gets: Pieces,
    },
    /// Chips are asked for a float (`fill`) or to be taken from it (`credit`).
    Request {
        #[schema(value_type = String)]
        kind: TransferKind,
        table: String,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
    },
    /// Somebody else of the pit approves it.
    Approve { number: u32 },
    /// The cage counts out a fill, or the dealer a credit.
    Send {
        number: u32,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
    },
    /// Somebody takes the chips on the way.
    Carry { number: u32 },
    /// The dealer counts a fill on arrival, or the cage a credit. If it differs it is stopped.
    Receive {
        number: u32,
        #[schema(value_type = BTreeMap<String, i64>)]
        pieces: Pieces,
    },
    /// A manager and a second person, neither of whom had a part in it, say what was found of one that was stopped.
    Resolve {
        number: u32,
        #[schema(value_type = BTreeMap<String, i64>)]
        found: Pieces,
        why: String,
    },
    /// A request is given up before chips have moved.
    Cancel { number: u32, why: String },
    /// The drop box of a table is taken away to be counted.
    TakeBox { table: String },
    /// One of two counters says what was in a box.
    CountBox { number: u32, cash: i64 },
    /// The float of a table is put on record as two people counted it.
    CorrectFloat {
        table: String,
        count: i64,
        #[serde(default)]
        #[schema(value_type = Option<BTreeMap<String, i64>>)]
        pieces: Option<Pieces>,
        why: String,
    },
}

/// Something asked of the cage, by whoever is signed in or gives a PIN, with a second person where it takes one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CageAsked {
    /// Yours to choose, once for each thing you want.
    id: String,
    /// What.
    order: CageOrder,
    /// Whoever does it at this console by their own PIN; whoever is signed in if absent.
    #[serde(default)]
    pin: Option<OwnPin>,
    /// The second person, by their own PIN.
    #[serde(default)]
    second: Option<OwnPin>,
}

/// A step of a fill or credit: whose it was, as they signed.
#[derive(Serialize, ToSchema)]
pub struct StepView {
    /// `requested`, `approved`, `sent`, `carried`, `received`, `stopped`, `resolved` or `cancelled`.
    stage: String,
    name: String,
    role: String,
    /// In milliseconds since 1970.
    at: i64,
    /// By the clocks of the house, with their distance from UTC.
    local: String,
}

/// A time by the clocks of the house, such as `2026-11-16 18:03:21 (UTC+13:00)`.
fn local(clocks: &Clocks, at: i64) -> String {
    let at = Time(at);
    format!("{} ({})", clocks.shown(at), clocks.distance(at))
}

/// A fill or credit; its number is that of its slip.
#[derive(Serialize, ToSchema)]
pub struct TransferView {
    number: u32,
    /// `fill` or `credit`.
    kind: String,
    table: String,
    /// How far it has come.
    stage: String,
    worth: i64,
    #[schema(value_type = BTreeMap<String, i64>)]
    pieces: Pieces,
    /// What was counted on arrival, where that differs.
    #[schema(value_type = Option<BTreeMap<String, i64>>)]
    counted: Option<Pieces>,
    steps: Vec<StepView>,
}

/// A word of a closed set, as JSON has it.
fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

impl TransferView {
    fn of(transfer: &Transfer, clocks: &Clocks) -> TransferView {
        let steps = transfer.steps.iter().map(|step| StepView {
            stage: word(step.stage),
            name: step.name.clone(),
            role: step.role.clone(),
            at: step.at,
            local: local(clocks, step.at),
        });
        TransferView {
            number: transfer.number,
            kind: word(transfer.kind),
            table: transfer.table.clone(),
            stage: word(transfer.stage),
            worth: transfer.pieces.worth().0,
            pieces: transfer.pieces.clone(),
            counted: transfer.counted.clone(),
            steps: steps.collect(),
        }
    }
}

/// A drop box that was taken away. What was keyed and found is told once both have counted.
#[derive(Serialize, ToSchema)]
pub struct BoxView {
    number: u32,
    table: String,
    at: i64,
    /// When it was taken, by the clocks of the house.
    local: String,
    /// Who has counted it once; what they found is told to nobody before the second count.
    counted_once_by: Option<String>,
    /// How often two counts differed.
    differed: u32,
    counters: Vec<String>,
    /// What both found.
    counted: Option<i64>,
    /// What was keyed as bought in.
    keyed: Option<i64>,
    /// What was found over, or below nothing, short; nothing is over where not all that went into it was keyed.
    variance: Option<i64>,
    /// What was keyed, by the dealer who was dealing.
    dealers: Option<BTreeMap<String, i64>>,
}

impl BoxView {
    fn of(drop_box: &DropBox, clocks: &Clocks) -> BoxView {
        let is_counted = drop_box.counted.is_some();
        BoxView {
            number: drop_box.number,
            table: drop_box.table.clone(),
            at: drop_box.at,
            local: local(clocks, drop_box.at),
            counted_once_by: drop_box.once.as_ref().map(|(name, _)| name.clone()),
            differed: drop_box.differed,
            counters: drop_box.counters.clone(),
            counted: drop_box.counted.map(|cash| cash.0),
            keyed: is_counted.then_some(drop_box.keyed.0),
            variance: drop_box.counted.map(|cash| drop_box.difference(cash).0),
            dealers: is_counted
                .then(|| drop_box.dealers.iter().map(|(name, cash)| (name.clone(), cash.0)).collect()),
        }
    }
}

/// What is at a table: by the cage's record, and as the table has it.
#[derive(Serialize, ToSchema)]
pub struct TableChips {
    table: String,
    /// All chips there by the cage's record.
    by_cage: Option<i64>,
    /// What the table's own record says.
    at_table: Holdings,
    /// Do the two agree?
    agrees: bool,
}

/// Who carries chips about.
#[derive(Serialize, ToSchema)]
pub struct CarrierView {
    /// Nobody is named where the name is empty.
    name: String,
    chips: i64,
}

/// Where the chips are that were ever put into use.
#[derive(Serialize, ToSchema)]
pub struct ChipsView {
    cage: i64,
    patrons: i64,
    tables: i64,
    transit: i64,
    missing: i64,
    issued: i64,
    /// Promotional tokens at tables, beside all these: they are no chips, and no cage changes them.
    tokens: i64,
}

/// Where the cash is: `cage + boxes = bank + taken + dropped − paid + variance`.
#[derive(Serialize, ToSchema)]
pub struct CashView {
    cage: i64,
    /// In boxes on the way to be counted, as it was keyed; not told to those who count them.
    boxes: Option<i64>,
    /// In the boxes at the tables, as it was keyed; not told to those who count them.
    tables: Option<i64>,
    bank: i64,
    taken: i64,
    /// Came in boxes, as it was keyed; for those who count them without boxes that are not counted.
    dropped: i64,
    paid: i64,
    variance: i64,
}

/// The cage, and whether every chip of the house is somewhere.
#[derive(Serialize, ToSchema)]
pub struct CageView {
    /// Is the bank of the day open?
    open: bool,
    /// The number of the day.
    day: u32,
    /// From which amount on a second person is needed.
    second_from: Option<i64>,
    /// From which amount on an identity is noted.
    identity_from: Option<i64>,
    /// The chips in the cage.
    #[schema(value_type = BTreeMap<String, i64>)]
    pieces: Pieces,
    chips: ChipsView,
    cash: CashView,
    tables: Vec<TableChips>,
    holders: Vec<CarrierView>,
    transfers: Vec<TransferView>,
    boxes: Vec<BoxView>,
    /// Every chip is somewhere, the cash follows from what came and went, and every table agrees with the cage.
    balances: bool,
}

fn chips_view(cage: &Cage, tokens: Money) -> ChipsView {
    let held = cage.chips();
    ChipsView {
        cage: held.cage.0,
        patrons: held.patrons.0,
        tables: held.tables.0,
        transit: held.transit.0,
        missing: held.missing.0,
        issued: held.issued.0,
        tokens: tokens.0,
    }
}

/// The cage counts what is in boxes, and so is not told what was keyed before it has.
fn cash_view(cage: &Cage, tables: Money, role: Role) -> CashView {
    let (held, counts) = (cage.cash(), role == Role::Cage);
    CashView {
        cage: held.cage.0,
        boxes: (!counts).then_some(held.boxes.0),
        tables: (!counts).then_some(tables.0),
        bank: held.bank.0,
        taken: held.taken.0,
        dropped: if counts { held.dropped - held.boxes } else { held.dropped }.0,
        paid: held.paid.0,
        variance: held.variance.0,
    }
}

fn desk(house: &House) -> Result<&Arc<CageDesk>, Problem> {
    let none = || Denial::conflict("no-cage", "this house keeps no cage; its settings have no [cage]");
    Ok(house.floor.cage.as_ref().ok_or_else(none)?)
}

/// Those who keep the cage, answer for the pit, or watch.
fn reader(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Player | Role::Dealer => {
            Err(Problem::not_yours(format!("a {} does not see the cage", person.role)))
        }
        _ => Ok(person),
    }
}

/// The cage as it is, held against every table.
async fn seen(house: &House, role: Role) -> Result<CageView, Problem> {
    let cage = desk(house)?;
    // Tables move on while they are asked: what differs is asked for again, and only what stays so is told.
    for tries in 0..3 {
        let mut tables = Vec::new();
        for table in house.tables().iter() {
            tables.push((table.id.to_string(), table.holdings().await?));
        }
        let register = cage.read(&house.floor.ledger).await?;
        let view = view_of(register.state(), tables, (role, &house.settings.clocks()));
        if view.balances || tries == 2 {
            return Ok(view);
        }
    }
    Err(Problem::ours(&"the cage could not be read"))
}

fn view_of(cage: &Cage, tables: Vec<(String, Holdings)>, (role, clocks): (Role, &Clocks)) -> CageView {
    let drop = tables.iter().map(|(_, held)| held.drop).sum();
    let tokens = tables.iter().map(|(_, held)| held.tokens).sum();
    let tables: Vec<TableChips> = tables
        .into_iter()
        .map(|(table, at_table)| {
            let by_cage = cage.at_table(&table).map(|at| at.chips);
            let agrees = by_cage == Some(at_table.chips());
            let drop = if role == Role::Cage { Money(0) } else { at_table.drop };
            let at_table = Holdings { drop, ..at_table };
            TableChips { agrees, by_cage: by_cage.map(|chips| chips.0), table, at_table }
        })
        .collect();
    let (second_from, identity_from) = cage.thresholds();
    CageView {
        open: cage.is_open(),
        day: cage.day(),
        second_from: second_from.map(|from| from.0),
        identity_from: identity_from.map(|from| from.0),
        pieces: cage.pieces().clone(),
        chips: chips_view(cage, tokens),
        cash: cash_view(cage, drop, role),
        holders: cage
            .holders()
            .map(|one| CarrierView { name: one.name.clone(), chips: one.chips.0 })
            .collect(),
        transfers: cage.transfers().map(|one| TransferView::of(one, clocks)).collect(),
        boxes: cage.boxes().map(|one| BoxView::of(one, clocks)).collect(),
        balances: cage.chips().balance() && cage.cash().balances() && tables.iter().all(|table| table.agrees),
        tables,
    }
}

/// The cage: where all chips and all cash are, fills and credits, drop boxes, and whether everything adds up.
#[utoipa::path(get, path = "/api/v1/cage", responses((status = 200, body = CageView), (status = 409, body = Problem), (status = "4XX", body = Problem)))]
pub async fn view(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<CageView>, Problem> {
    let person = reader(&visitor)?;
    Ok(Json(seen(&house, person.role).await?))
}

/// Fills and credits under way, for everybody who may have a part in them.
#[utoipa::path(get, path = "/api/v1/cage/transfers",
    responses((status = 200, body = TransfersView), (status = 409, body = Problem), (status = "4XX", body = Problem)))]
pub async fn transfers(
    State(house): State<Arc<House>>,
    visitor: Visitor,
) -> Result<Json<TransfersView>, Problem> {
    staff(&visitor)?;
    let register = desk(&house)?.read(&house.floor.ledger).await?;
    let open = register.state().transfers().filter(|one| !one.stage.is_over());
    let clocks = house.settings.clocks();
    Ok(Json(TransfersView { transfers: open.map(|one| TransferView::of(one, &clocks)).collect() }))
}

/// Fills and credits under way.
#[derive(Serialize, ToSchema)]
pub struct TransfersView {
    /// The newest first.
    transfers: Vec<TransferView>,
}

/// Somebody who works here, or a refusal.
pub(crate) fn staff(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Player => Err(Problem::not_yours("this is for staff")),
        _ => Ok(person),
    }
}

/// What came of it: the same under the same id for ever. `GET /cage` tells how everything is then.
#[derive(Serialize, ToSchema)]
pub struct CageAnswer {
    /// The number of the fill, credit, box or slip, where it has one.
    number: Option<u32>,
}

/// Orders that take a fresh proof of whoever asks them, unless they gave their PIN.
fn takes_proof(order: &CageOrder) -> bool {
    matches!(
        order,
        CageOrder::IssueChips { .. }
            | CageOrder::MoveCash { .. }
            | CageOrder::OpenBank { .. }
            | CageOrder::CloseBank { .. }
            | CageOrder::Approve { .. }
            | CageOrder::Resolve { .. }
            | CageOrder::TakeBox { .. }
            | CageOrder::CorrectFloat { .. }
    )
}

/// Ask something of the cage. What concerns a table too is on record at both, or at neither.
#[utoipa::path(post, path = "/api/v1/cage/orders", request_body = CageAsked,
    responses((status = 200, body = CageAnswer), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn order(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    body: Result<Body<CageAsked>, Problem>,
) -> Result<Json<CageAnswer>, Problem> {
    let signed_in = staff(&visitor)?;
    house.by_person.take(&signed_in.name).map_err(Problem::too_many)?;
    let Body(CageAsked { id, order, pin, second }) = body?;
    check_ready(&house)?;
    let person = match pin {
        Some(pin) => proved_by_pin(&house, &visitor, from, pin).await?,
        None => {
            if takes_proof(&order) {
                visitor.signed_in()?.confirmed()?;
            }
            signed_in
        }
    };
    let second = seconded(&house, &visitor, from, &person, second).await?;
    let id = own_id(&person, &id)?;
    let number = carry_out(&house, id, &person, order, second).await?;
    Ok(Json(CageAnswer { number }))
}

/// The second person, who has proved who they are and whose account does not hang on the first's.
async fn seconded(
    house: &House,
    visitor: &Visitor,
    from: Option<IpAddr>,
    person: &Person,
    second: Option<OwnPin>,
) -> Result<Option<Signed>, Problem> {
    let Some(pin) = second else { return Ok(None) };
    let second = proved_by_pin(house, visitor, from, pin).await?;
    house.people.may_second(&second, &person.name.0).await?;
    Ok(Some(cage_desk::signed(&second)))
}

fn both(second: Option<Signed>) -> Result<Signed, Problem> {
    Ok(second
        .ok_or_else(|| Denial::conflict("needs-second", "this takes a second person, by their own PIN"))?)
}

async fn carry_out(
    house: &House,
    id: String,
    person: &Person,
    order: CageOrder,
    second: Option<Signed>,
) -> Result<Option<u32>, Problem> {
    let cash = |amount: i64| Money(amount);
    let act = match order {
        CageOrder::IssueChips { pieces, why } => CageAct::IssueChips { pieces, second: both(second)?, why },
        CageOrder::MoveCash { amount, why } => {
            CageAct::MoveCash { amount: cash(amount), second: both(second)?, why }
        }
        CageOrder::OpenBank { cash: counted, pieces } => {
            CageAct::CountBank { opens: true, cash: cash(counted), pieces, second: both(second)? }
        }
        CageOrder::CloseBank { cash: counted, pieces } => {
            CageAct::CountBank { opens: false, cash: cash(counted), pieces, second: both(second)? }
        }
        CageOrder::Buy { patron, pieces, identity } => {
            CageAct::Buy { patron: named(house, patron).await?, pieces, identity, second }
        }
        CageOrder::Redeem { patron, pieces, identity } => {
            CageAct::Redeem { patron: named(house, patron).await?, pieces, identity, second }
        }
        CageOrder::Colour { gives, gets } => CageAct::Colour { gives, gets },
        CageOrder::Request { kind, table, pieces } => CageAct::Request { kind, table, pieces },
        CageOrder::Approve { number } => CageAct::Approve { number },
        CageOrder::Send { number, pieces } => {
            if let Some((table, approver)) = at_table(house, number, TransferKind::Credit).await? {
                house
                    .table(&table)?
                    .with_cage(id, person.clone(), CageMove::Credit { number, pieces, approver })
                    .await?;
                return Ok(Some(number));
            }
            CageAct::Send { number, pieces }
        }
        CageOrder::Receive { number, pieces } => {
            if let Some((table, approver)) = at_table(house, number, TransferKind::Fill).await? {
                house
                    .table(&table)?
                    .with_cage(id, person.clone(), CageMove::Fill { number, pieces, approver })
                    .await?;
                return Ok(Some(number));
            }
            CageAct::Receive { number, pieces }
        }
        CageOrder::Carry { number } => CageAct::Carry { number },
        CageOrder::Resolve { number, found, why } => {
            CageAct::Resolve { number, found, second: both(second)?, why }
        }
        CageOrder::Cancel { number, why } => CageAct::Cancel { number, why },
        CageOrder::CountBox { number, cash: counted } => CageAct::CountBox { number, cash: cash(counted) },
        CageOrder::TakeBox { table } => {
            keeper(person)?;
            house.table(&table)?.with_cage(id, person.clone(), CageMove::TakeBox).await?;
            return Ok(None);
        }
        CageOrder::CorrectFloat { table, count, pieces, why } => {
            keeper(person)?;
            let doubt = more_than_out(house, pieces.as_slice()).await?;
            let what = CageMove::Correct { count: Money(count), pieces, why, second: both(second)? };
            house.table(&table)?.with_cage(id.clone(), person.clone(), what).await?;
            tell_doubt(&house.table(&table)?, id, person, doubt).await;
            return Ok(None);
        }
    };
    let id = command_id(&id).map_err(|bad| Problem::unprocessable(bad.to_string()))?;
    let (desk, ledger, by) = (desk(house)?, &house.floor.ledger, cage_desk::by(person));
    // What was done before is answered as it was, whatever stands in the way of doing it now.
    let events = match desk.known(ledger, &id, by.clone(), &act).await? {
        Some(events) => events,
        None => {
            check_pair(house, person, &act).await?;
            desk.ask(ledger, &id, by, act).await?
        }
    };
    Ok(events.first().and_then(|event| number_of(&event.fact)))
}

/// What is wrong with chips that somebody says they counted outside the cage: more of a worth than can be there.
pub(crate) async fn more_than_out(house: &House, counted: &[Pieces]) -> Result<Option<String>, Problem> {
    let Some(cage) = house.floor.cage.as_ref().filter(|_| !counted.is_empty()) else { return Ok(None) };
    let register = cage.read(&house.floor.ledger).await?;
    let out = |worth| register.state().may_be_out(worth);
    let mut each = counted.iter().flat_map(|pieces| pieces.each().collect::<Vec<_>>());
    Ok(each.find(|(worth, count)| out(*worth) < *count).map(|(worth, count)| {
        format!(
            "the float was counted with {count} chips of {worth}; no more than {} of them are outside the cage",
            out(worth)
        )
    }))
}

/// What cannot be was counted all the same, and stays on record as it was counted: a supervisor is called, in the log and in the pit.
pub(crate) async fn tell_doubt(table: &Running, id: String, person: &Person, doubt: Option<String>) {
    let Some(why) = doubt else { return };
    if let Err(denial) = table.call(id, person.clone(), why).await {
        // Sent again, it is on record from the first time.
        tracing::warn!(table = &*table.id, ?denial, "a count that cannot be was not told a second time");
    }
}

/// Whoever approves or counts after somebody else does not hang on them; and what is asked for a table is for one that is there.
async fn check_pair(house: &House, person: &Person, act: &CageAct) -> Result<(), Problem> {
    let first = match act {
        CageAct::Request { table, pieces, .. } => return check_chips(house, table, pieces).await,
        CageAct::Approve { number } => requested_by(house, *number).await?,
        CageAct::CountBox { number, .. } => counted_once_by(house, *number).await?,
        _ => None,
    };
    match first {
        Some(first) => Ok(house.people.may_second(person, &first).await?),
        None => Ok(()),
    }
}

/// What is asked for a float is chips that its table uses: others would be carried there and could not be received.
async fn check_chips(house: &House, table: &str, pieces: &Pieces) -> Result<(), Problem> {
    let used = house.table(table)?.settings().await?.chips;
    match pieces.each().find(|(worth, _)| !used.contains(worth)) {
        Some((worth, _)) => {
            let message = format!("{table} has no chips worth {worth}");
            Err(Denial::conflict("not-made-of-chips", message).into())
        }
        None => Ok(()),
    }
}

/// A patron at the window as the house knows them; nobody where no name is given.
async fn named(house: &House, patron: Option<String>) -> Result<Option<String>, Problem> {
    match patron.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => Ok(Some(patron_named(house, name).await?)),
        None => Ok(None),
    }
}

fn keeper(person: &Person) -> Result<(), Problem> {
    match person.role {
        Role::Supervisor | Role::Manager => Ok(()),
        _ => Err(Problem::not_yours(format!("a {} may not do this", person.role))),
    }
}

fn number_of(fact: &cage::CageFact) -> Option<u32> {
    use cage::CageFact as F;
    match fact {
        F::Bought { slip, .. } | F::Redeemed { slip, .. } => Some(*slip),
        F::Requested { number, .. }
        | F::Approved { number }
        | F::Sent { number }
        | F::Carried { number }
        | F::Received { number }
        | F::Stopped { number, .. }
        | F::Resolved { number, .. }
        | F::Cancelled { number, .. }
        | F::BoxTaken { number, .. }
        | F::BoxCountedOnce { number, .. }
        | F::BoxCountsDiffer { number, .. }
        | F::BoxCounted { number, .. } => Some(*number),
        _ => None,
    }
}

/// A fill or credit, by the number of its slip.
pub(crate) async fn transfer(house: &House, number: u32) -> Result<Transfer, Problem> {
    let ledger = &house.floor.ledger;
    let known = desk(house)?.read(ledger).await?.state().transfer(number).cloned();
    match known {
        Some(known) => Ok(known),
        None => {
            old_transfer(ledger, number).await?.ok_or_else(|| Problem::not_found("there is no such slip"))
        }
    }
}

/// A fill or credit that is over for so long that only the log has it.
async fn old_transfer(ledger: &Ledger, number: u32) -> Result<Option<Transfer>, Problem> {
    let stream = Stream::new(CAGE, STREAM).map_err(|bad| Problem::ours(&bad))?;
    let (mut next, mut events) = (0, Vec::new());
    loop {
        let entries =
            ledger.store().read(&stream, next, AT_ONCE).await.map_err(|fault| Problem::ours(&fault))?;
        let Some(end) = entries.last().map(Entry::end) else { break };
        for entry in &entries {
            let recorded = ledger::events::<Cage>(entry).map_err(|fault| Problem::ours(&fault))?;
            let own = recorded.into_iter().map(|(_, event)| event);
            events.extend(own.filter(|event| event.fact.transfer() == Some(number)));
        }
        next = end;
    }
    Ok(Cage::transfer_of(number, &events))
}

/// Who asked for a fill or credit.
async fn requested_by(house: &House, number: u32) -> Result<Option<String>, Problem> {
    let register = desk(house)?.read(&house.floor.ledger).await?;
    Ok(register.state().transfer(number).and_then(|one| one.by(Stage::Requested)).map(str::to_owned))
}

/// Who has counted a box that waits for its second count.
async fn counted_once_by(house: &House, number: u32) -> Result<Option<String>, Problem> {
    let register = desk(house)?.read(&house.floor.ledger).await?;
    let waiting = register.state().boxes().find(|one| one.number == number);
    Ok(waiting.and_then(|one| one.once.as_ref()).map(|(name, _)| name.clone()))
}

/// The table of a transfer of this kind, and who approved it.
async fn at_table(
    house: &House,
    number: u32,
    kind: TransferKind,
) -> Result<Option<(String, Person)>, Problem> {
    let register = desk(house)?.read(&house.floor.ledger).await?;
    let transfer = register.state().transfer(number).filter(|one| one.kind == kind);
    let Some(transfer) = transfer else { return Ok(None) };
    let step = transfer.steps.iter().find(|step| step.stage == Stage::Approved);
    let role = step.and_then(|step| Role::ALL.into_iter().find(|role| role.word() == step.role));
    Ok(step
        .zip(role)
        .map(|(step, role)| (transfer.table.clone(), Person { name: Name::from(step.name.as_str()), role })))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(view, transfers, order))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/cage", get(view))
        .route("/cage/orders", post(order))
        .route("/cage/transfers", get(transfers))
}
