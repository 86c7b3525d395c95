//! A player's own limits, and what they have used of them.

use super::asked::{Body, Visitor};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use floor::own_limits::{Bound, Limit, LimitFact, Used};
use people::clock;
use people::denial::Denial;
use people::role::{Power, may};
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Time;
use utoipa::{OpenApi, ToSchema};

/// A limit of one's own.
#[derive(Serialize, ToSchema)]
pub struct OwnLimit {
    /// On what.
    what: Bound,
    /// In force; nothing if there is none.
    most: Option<i64>,
    /// What it will be.
    next: Option<NextLimit>,
}

/// A limit that is looser than the one in force, or none.
#[derive(Serialize, ToSchema)]
pub struct NextLimit {
    /// The limit; nothing if there will be none.
    most: Option<i64>,
    /// From when.
    #[schema(value_type = i64)]
    from: Time,
}

/// Your own limits.
#[derive(Serialize, ToSchema)]
pub struct OwnLimitsView {
    limits: Vec<OwnLimit>,
    used: Used,
    /// The time by the house's clock.
    #[schema(value_type = i64)]
    now: Time,
}

/// What was put on record: the same under the same id for ever.
#[derive(Serialize, ToSchema)]
pub struct LimitTaken {
    what: Bound,
    /// The limit; nothing if there will be none.
    most: Option<i64>,
    /// From when it binds.
    #[schema(value_type = i64)]
    from: Time,
    /// When it was set.
    #[schema(value_type = i64)]
    at: Time,
}

/// A limit to set, or to lift.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetLimit {
    /// Yours to choose, once for each thing you want: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    what: Bound,
    /// Money in the smallest unit, or minutes; nothing lifts the limit.
    #[serde(default)]
    most: Option<i64>,
}

fn view_of(house: &House, person: &Person) -> OwnLimitsView {
    let now = clock::now();
    let (limits, used) = house.floor.own_limits.of(&person.name, now);
    let one = |(what, limit): (Bound, Limit)| {
        let next = limit.coming(now).map(|(most, from)| NextLimit { most, from });
        OwnLimit { what, most: limit.in_force(now), next }
    };
    OwnLimitsView { limits: Bound::ALL.into_iter().zip(limits).map(one).collect(), used, now }
}

pub(crate) fn player(visitor: &Visitor) -> Result<&Person, Problem> {
    let person = &visitor.signed_in()?.person;
    match may(person.role, Power::Play) {
        true => Ok(person),
        false => Err(Denial::not_yours(format!("a {} does not play", person.role)).into()),
    }
}

/// Your own limits, and what you have used of them.
#[utoipa::path(get, path = "/api/v1/limits", responses((status = 200, body = OwnLimitsView), (status = "4XX", body = Problem)))]
pub async fn own_limits(
    State(house): State<Arc<House>>,
    visitor: Visitor,
) -> Result<Json<OwnLimitsView>, Problem> {
    Ok(Json(view_of(&house, player(&visitor)?)))
}

/// Set a limit of your own, or lift it. A tighter one binds at once at every table, a looser one after 24 hours.
#[utoipa::path(put, path = "/api/v1/limits", request_body = SetLimit, responses(
    (status = 200, body = LimitTaken), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn set_limit(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<SetLimit>, Problem>,
) -> Result<Json<LimitTaken>, Problem> {
    let person = player(&visitor)?;
    let Body(SetLimit { id, what, most }) = body?;
    super::tables::check_ready(&house)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let taken = house.floor.own_limits.set(person, &id, what, most).await?;
    let LimitFact::Set { what, most, from } = taken.fact;
    Ok(Json(LimitTaken { what, most, from, at: taken.at }))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(own_limits, set_limit))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/limits", get(own_limits).put(set_limit))
}
