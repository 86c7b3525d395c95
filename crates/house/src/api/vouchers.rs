//! Vouchers: which there are, proposing one, approving it, taking it back. Tables swap them by number.

use super::asked::{Body, Path, Visitor};
use super::shifts::reader;
use super::tables::{check_ready, own_id};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use baccarat::chips::Money;
use declared::Zone;
use floor::cards::command_id;
use office::calendar::Clocks;
use people::clock;
use people::role::ISSUE_VOUCHERS;
use people::viewer::Person;
use promotion::vouchers::{Registered, Voucher, VoucherAct, VoucherEvent, VoucherFact, VoucherState};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Name, Time};
use utoipa::{OpenApi, ToSchema};

/// A voucher of the register.
#[derive(Serialize, ToSchema)]
pub struct VoucherView {
    /// Its number.
    pub number: String,
    /// What it is worth, in the smallest unit.
    pub worth: i64,
    /// Until when it is good, in milliseconds since 1970; for ever if it does not say.
    pub until: Option<i64>,
    /// The same by the clocks of the house, such as `2027-02-06 23:59:59`.
    pub until_local: Option<String>,
    /// The tables at which it is taken; any if it names none.
    pub tables: Vec<String>,
    /// Its other conditions, in words.
    pub conditions: String,
    /// From which prize or mailing it comes.
    pub from: String,
    /// `proposed`, `issued`, `swapped`, `expired` or `withdrawn`.
    pub standing: String,
    /// Who proposed it.
    pub proposed_by: Option<String>,
    /// Who approved it, or took it back.
    pub second: Option<String>,
    /// Who swapped it.
    pub swapped_by: Option<String>,
    /// At which table.
    pub swapped_at: Option<String>,
    /// When, by the clocks of the house.
    pub swapped_local: Option<String>,
}

impl VoucherView {
    fn of(number: &str, known: &Registered, now: Time, clocks: &Clocks) -> VoucherView {
        let standing = match &known.standing {
            VoucherState::Proposed { .. } => "proposed",
            VoucherState::Issued | VoucherState::Expired if known.is_expired(now) => "expired",
            VoucherState::Issued | VoucherState::Expired => "issued",
            VoucherState::Swapped { .. } => "swapped",
            VoucherState::Withdrawn => "withdrawn",
        };
        let swapped = match &known.standing {
            VoucherState::Swapped { patron, table, at } => Some((patron, table, at)),
            _ => None,
        };
        let name = |name: &Option<Name>| name.as_ref().map(ToString::to_string);
        let Voucher { worth, until, tables, conditions, from } = known.voucher.clone();
        VoucherView {
            number: number.to_owned(),
            worth: worth.0,
            until: until.map(|until| until.0),
            until_local: until.map(|until| clocks.shown(until)),
            tables,
            conditions,
            from,
            standing: standing.to_owned(),
            proposed_by: name(&known.proposed_by),
            second: name(&known.second),
            swapped_by: swapped.map(|(patron, ..)| patron.to_string()),
            swapped_at: swapped.map(|(_, table, _)| table.clone()),
            swapped_local: swapped.map(|(.., at)| clocks.shown(*at)),
        }
    }
}

/// Every voucher.
#[derive(Serialize, ToSchema)]
pub struct VouchersView {
    /// By number.
    pub vouchers: Vec<VoucherView>,
}

/// A voucher to be issued.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposeVoucher {
    /// Yours to choose, once for each thing you want.
    id: String,
    /// Its number: up to 40 letters, digits and dashes.
    number: String,
    /// What it is worth, in the smallest unit.
    worth: i64,
    /// Until when it is good, in milliseconds since 1970.
    #[serde(default)]
    until: Option<i64>,
    /// Or the last day on which it is good, by the clocks of the house, such as `2027-02-06`.
    #[serde(default)]
    until_day: Option<String>,
    /// The tables at which it is taken; any if it names none.
    #[serde(default)]
    tables: Vec<String>,
    /// Its other conditions, in words.
    #[serde(default)]
    conditions: String,
    /// From which prize or mailing it comes.
    #[serde(default)]
    from: String,
}

/// Something done about a voucher.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutVoucher {
    /// Yours to choose, once for each thing you want.
    id: String,
}

/// Vouchers are issued and taken back by those who answer for a pit.
fn issuer(visitor: &Visitor) -> Result<Person, Problem> {
    let person = &visitor.signed_in()?.person;
    match ISSUE_VOUCHERS.contains(&person.role) {
        true => Ok(person.clone()),
        false => Err(Problem::not_yours("a voucher is issued by supervisors and managers")),
    }
}

/// Every voucher, by number.
#[utoipa::path(get, path = "/api/v1/vouchers",
    responses((status = 200, body = VouchersView), (status = "4XX", body = Problem)))]
pub async fn list(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<VouchersView>, Problem> {
    visitor.signed_in()?;
    reader(&visitor).map_err(|_| {
        Problem::not_yours("vouchers are for supervisors, managers, surveillance and inspectors")
    })?;
    let register = house.floor.vouchers.read(&house.floor.ledger).await?;
    let (now, clocks) = (clock::now(), house.settings.clocks());
    let all = register.state().all().map(|(number, known)| VoucherView::of(number, known, now, &clocks));
    Ok(Json(VouchersView { vouchers: all.collect() }))
}

/// Propose a voucher; it is issued once somebody else approves it.
#[utoipa::path(post, path = "/api/v1/vouchers", request_body = ProposeVoucher,
    responses((status = 200, body = VoucherView), (status = "4XX", body = Problem)))]
pub async fn propose(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<ProposeVoucher>, Problem>,
) -> Result<Json<VoucherView>, Problem> {
    let person = issuer(&visitor)?;
    let Body(ProposeVoucher { id, number, worth, until, until_day, tables, conditions, from }) = body?;
    visitor.signed_in()?.confirmed()?;
    let until = match (until, until_day) {
        (until, None) => until,
        (None, Some(day)) => Some(end_of(&house, &day)?),
        (Some(_), Some(_)) => {
            return Err(Problem::unprocessable("until_day: allowed is a time or a day, not both"));
        }
    };
    if let Some(unknown) =
        tables.iter().find(|id| house.floor.configs().iter().all(|config| config.id != **id))
    {
        return Err(Problem::unprocessable(format!("tables: there is no table `{unknown}`")));
    }
    let voucher = Voucher { worth: Money(worth), until: until.map(Time), tables, conditions, from };
    ask(&house, &person, &id, number.clone(), VoucherAct::Propose { number, voucher }).await
}

/// Approve a voucher that somebody else proposed.
#[utoipa::path(post, path = "/api/v1/vouchers/{voucher}/approve", params(("voucher" = String, Path)),
    request_body = AboutVoucher, responses((status = 200, body = VoucherView), (status = "4XX", body = Problem)))]
pub async fn approve(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(number): Path<String>,
    body: Result<Body<AboutVoucher>, Problem>,
) -> Result<Json<VoucherView>, Problem> {
    let person = issuer(&visitor)?;
    let Body(AboutVoucher { id }) = body?;
    visitor.signed_in()?.confirmed()?;
    let standing = {
        let register = house.floor.vouchers.read(&house.floor.ledger).await?;
        register.state().get(&number).map(|known| known.standing.clone())
    };
    if let Some(VoucherState::Proposed { by }) = standing {
        house.people.may_second(&person, &by.0).await?;
    }
    ask(&house, &person, &id, number.clone(), VoucherAct::Approve { number }).await
}

/// Take a voucher back before anybody swaps it.
#[utoipa::path(post, path = "/api/v1/vouchers/{voucher}/withdraw", params(("voucher" = String, Path)),
    request_body = AboutVoucher, responses((status = 200, body = VoucherView), (status = "4XX", body = Problem)))]
pub async fn withdraw(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(number): Path<String>,
    body: Result<Body<AboutVoucher>, Problem>,
) -> Result<Json<VoucherView>, Problem> {
    let person = issuer(&visitor)?;
    let Body(AboutVoucher { id }) = body?;
    ask(&house, &person, &id, number.clone(), VoucherAct::Withdraw { number }).await
}

/// The last moment of a day by the clocks of the house.
fn end_of(house: &House, day: &str) -> Result<i64, Problem> {
    let next = Zone::day_after(day).and_then(|next| house.settings.clocks().zone.on_day(&next, 0));
    match next {
        Some(next) => Ok(next.0 - 1),
        None => Err(Problem::unprocessable(format!(
            "until_day: found `{day}`; allowed is a day such as 2027-02-06"
        ))),
    }
}

async fn ask(
    house: &House,
    person: &Person,
    id: &str,
    number: String,
    act: VoucherAct,
) -> Result<Json<VoucherView>, Problem> {
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let id = command_id(&own_id(person, id)?).map_err(|bad| Problem::unprocessable(bad.to_string()))?;
    check_ready(house)?;
    let (register, events) = house.floor.vouchers.ask(&house.floor.ledger, &id, person, act).await?;
    let none = || Problem::not_found("there is no such voucher");
    let mut then = register.state().get(&number).cloned().ok_or_else(none)?;
    let event = events.first().ok_or_else(none)?;
    as_it_was(&mut then, event);
    Ok(Json(VoucherView::of(&number, &then, event.at, &house.settings.clocks())))
}

/// A voucher as it was when this had just happened to it, whatever has happened since: what is asked again is answered alike.
fn as_it_was(voucher: &mut Registered, VoucherEvent { fact, by, .. }: &VoucherEvent) {
    (voucher.standing, voucher.second) = match fact {
        VoucherFact::Proposed { by, .. } => (VoucherState::Proposed { by: by.clone() }, None),
        VoucherFact::Issued { .. } => (VoucherState::Issued, Some(by.clone())),
        VoucherFact::Withdrawn { .. } => (VoucherState::Withdrawn, Some(by.clone())),
        VoucherFact::Expired { .. } | VoucherFact::Swapped { .. } => return,
    };
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(list, propose, approve, withdraw))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/vouchers", get(list).post(propose))
        .route("/vouchers/{voucher}/approve", post(approve))
        .route("/vouchers/{voucher}/withdraw", post(withdraw))
}
