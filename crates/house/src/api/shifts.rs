//! Shifts: which there were, beginning one, ending one.

use super::asked::{Body, Path, Visitor};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use office::shift::{Beginning, Shift};
use people::role::Role;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// Every shift.
#[derive(Serialize, ToSchema)]
pub struct ShiftsView {
    /// Newest first.
    pub shifts: Vec<Shift>,
}

/// A shift to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginShift {
    /// Yours to choose, once for each thing you want.
    id: String,
    /// What it is called.
    name: String,
    /// The shift that is on, which ends at the same moment.
    #[serde(default)]
    relieves: Option<u32>,
    why: String,
}

/// The end of a shift.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndShift {
    /// Yours to choose, once for each thing you want.
    id: String,
    why: String,
}

/// Reports are for those who answer for a pit and those who watch over it.
pub fn reader(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Supervisor | Role::Manager | Role::Surveillance | Role::Inspector => Ok(person),
        Role::Player | Role::Dealer | Role::Cage | Role::Device => Err(Problem::not_yours(
            "shifts and reports are for supervisors, managers, surveillance and inspectors",
        )),
    }
}

/// Shifts are begun and ended by those who answer for a pit.
pub fn keeper(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Supervisor | Role::Manager => Ok(person),
        _ => Err(Problem::not_yours("a shift is begun and ended by a supervisor or a manager")),
    }
}

/// Every shift, newest first.
#[utoipa::path(get, path = "/api/v1/shifts", responses((status = 200, body = ShiftsView), (status = "4XX", body = Problem)))]
pub async fn shifts(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<ShiftsView>, Problem> {
    seen(&house, &visitor).await.map(Json)
}

/// The same for the page.
pub async fn seen(house: &House, visitor: &Visitor) -> Result<ShiftsView, Problem> {
    reader(visitor)?;
    let mut shifts = house.shifts.all(&house.floor.ledger).await?;
    shifts.reverse();
    Ok(ShiftsView { shifts })
}

/// Begin a shift.
#[utoipa::path(post, path = "/api/v1/shifts", request_body = BeginShift,
    responses((status = 200, body = Shift), (status = "4XX", body = Problem)))]
pub async fn begin(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<BeginShift>, Problem>,
) -> Result<Json<Shift>, Problem> {
    let by = keeper(&visitor)?;
    let Body(BeginShift { id, name, relieves, why }) = body?;
    let ledger = &house.floor.ledger;
    let begun = house.shifts.begin(ledger, &by, Beginning { id, name, relieves, why }).await?;
    if let Some(relieved) = relieves {
        let relieved = house.shifts.all(ledger).await?.into_iter().find(|shift| shift.number == relieved);
        // Whoever was on duty is off; whoever goes on in this shift signs on again.
        if let Some(relieved) = relieved {
            office::duty::end(&house.floor, &relieved).await;
        }
    }
    Ok(Json(begun))
}

/// End a shift.
#[utoipa::path(post, path = "/api/v1/shifts/{number}/end", params(("number" = u32, Path)), request_body = EndShift,
    responses((status = 200, body = Shift), (status = "4XX", body = Problem)))]
pub async fn end(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(number): Path<String>,
    body: Result<Body<EndShift>, Problem>,
) -> Result<Json<Shift>, Problem> {
    let by = keeper(&visitor)?;
    let number = number.parse().map_err(|_| Problem::not_found("there is no such shift"))?;
    let Body(EndShift { id, why }) = body?;
    let ended = house.shifts.end(&house.floor.ledger, &by, number, (&id, why)).await?;
    // Whoever was on duty is off; whoever goes on signs on again.
    office::duty::end(&house.floor, &ended).await;
    Ok(Json(ended))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(shifts, begin, end))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/shifts", get(shifts).post(begin)).route("/shifts/{number}/end", post(end))
}
