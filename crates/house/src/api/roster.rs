//! The tables of the house: a manager adds, renames and retires them while it runs; and the settings with which one opens next.

use super::asked::{Body, Path, Visitor};
use super::pit::keeper;
use super::tables::{check_ready, own_id};
use crate::house::{House, tell_worths};
use crate::problem::Problem;
use crate::roster::{listed, read};
use crate::settings;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use floor::cage_desk;
use floor::cards::command_id;
use floor::config::TableConfig;
use floor::roster::{RosterAct, ask, is_known};
use floor::typed::TypedSettings;
use ledger::{By, CommandId};
use people::act_record;
use people::denial::Denial;
use people::role::Role;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Settings;
use utoipa::{OpenApi, ToSchema};

/// A table to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddTable {
    /// Yours to choose, once for each thing you want.
    id: String,
    /// What is set for it, as under `[[table]]` in a settings file: `id`, `book`, `cards` and a part `[set]`.
    table: String,
    why: String,
}

/// A table that is called something else.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameTable {
    /// Yours to choose, once for each thing you want.
    id: String,
    /// What people call it from now on.
    name: String,
    why: String,
}

/// A table that does not open again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RetireTable {
    /// Yours to choose, once for each thing you want.
    id: String,
    why: String,
}

/// Which table.
#[derive(Serialize, ToSchema)]
pub struct RosterAnswer {
    /// Its name in paths.
    table: String,
}

/// Other settings for a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherSettings {
    /// As under `[table.set]` in a settings file, such as `seats = 9`.
    set: String,
}

/// This is for managers.
fn manager(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Manager => Ok(person),
        _ => Err(Problem::not_yours("a manager adds, renames and retires tables")),
    }
}

/// Somebody who has just proved again who they are, as the register names them, and the id under which they ask.
fn proved(house: &House, visitor: &Visitor, by: &Person, id: &str) -> Result<(CommandId, By), Problem> {
    house.by_person.take(&by.name).map_err(Problem::too_many)?;
    visitor.signed_in()?.confirmed()?;
    check_ready(house)?;
    let id = command_id(&own_id(by, id)?).map_err(|bad| Problem::unprocessable(bad.to_string()))?;
    Ok((id, cage_desk::by(by)))
}

/// How many chips players may buy by themselves, with nobody who takes the cash, whoever sets the house up decides: a manager adds no table
/// that sells more than those of the settings.
fn check_sales(house: &House, config: &TableConfig) -> Result<(), Problem> {
    let most = house.settings.tables.iter().map(|table| table.most_bought).max().unwrap_or_default();
    match config.most_bought <= most {
        true => Ok(()),
        false => Err(Problem::unprocessable(format!(
            "table: players_buy_in: found {}; allowed is up to {}, the most of any table in the settings",
            config.most_bought.0, most.0
        ))),
    }
}

/// Add a table while the house runs. In a house with a cage it begins without chips and gets its float by a fill.
#[utoipa::path(post, path = "/api/v1/roster/tables", request_body = AddTable,
    responses((status = 200, body = RosterAnswer), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn add(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<AddTable>, Problem>,
) -> Result<Json<RosterAnswer>, Problem> {
    let by = manager(&visitor)?;
    let Body(AddTable { id, table: text, why }) = body?;
    let (id, by) = proved(&house, &visitor, &by, &id)?;
    let config =
        read(&house.settings, &text).map_err(|faults| Problem::unprocessable(format!("table: {faults}")))?;
    check_sales(&house, &config)?;
    let table = config.id.clone();
    let mut register = house.floor.roster.lock(&house.floor.ledger).await.map_err(Denial::from)?;
    let known = register.state().added.iter().any(|(known, _)| *known == table);
    if !known && house.floor.configs().iter().any(|known| known.id == table) {
        return Err(
            Denial::conflict("id-taken", format!("there is a table {table}; ids are given once")).into()
        );
    }
    // The same asked again finds it there, or retired since.
    if ask(&mut register, &id, by, RosterAct::Add { table: table.clone(), text, why }).await? {
        house.look_after_table(house.floor.add(config).await?);
        if let Some(prizes) = &house.prizes {
            prizes.follow(&table);
        }
        if let Some(cage) = &house.floor.cage {
            tell_worths(cage, &house.floor.ledger, &house.floor)
                .await
                .map_err(|fault| Problem::ours(&fault))?;
        }
    }
    Ok(Json(RosterAnswer { table }))
}

/// Call a table something else.
#[utoipa::path(post, path = "/api/v1/roster/tables/{table}/rename", params(("table" = String, Path)), request_body = RenameTable,
    responses((status = 200, body = RosterAnswer), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn rename(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<RenameTable>, Problem>,
) -> Result<Json<RosterAnswer>, Problem> {
    let by = manager(&visitor)?;
    let Body(RenameTable { id, name, why }) = body?;
    let (id, by) = proved(&house, &visitor, &by, &id)?;
    let mut register = house.floor.roster.lock(&house.floor.ledger).await.map_err(Denial::from)?;
    let act = RosterAct::Rename { table: table.clone(), name: name.clone(), why };
    if is_known(&register, &id, &by, &act).await? {
        return Ok(Json(RosterAnswer { table }));
    }
    house.table(&table)?;
    if ask(&mut register, &id, by, act).await? {
        house.floor.rename(&table, name.trim()).await?;
    }
    Ok(Json(RosterAnswer { table }))
}

/// Retire a table that is closed, with nobody and nothing left at it.
#[utoipa::path(post, path = "/api/v1/roster/tables/{table}/retire", params(("table" = String, Path)), request_body = RetireTable,
    responses((status = 200, body = RosterAnswer), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn retire(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<RetireTable>, Problem>,
) -> Result<Json<RosterAnswer>, Problem> {
    let by = manager(&visitor)?;
    let Body(RetireTable { id, why }) = body?;
    let (id, by) = proved(&house, &visitor, &by, &id)?;
    let mut register = house.floor.roster.lock(&house.floor.ledger).await.map_err(Denial::from)?;
    act_record::check_why(&why)?;
    if !register.state().retired.contains(&table) {
        // It stops first, so that nothing happens at it between the look and the record.
        house.table(&table)?.retire().await?;
    }
    ask(&mut register, &id, by, RosterAct::Retire { table: table.clone(), why }).await?;
    house.floor.remove(&table);
    Ok(Json(RosterAnswer { table }))
}

/// The settings that a table has with these laid over its own, to open it with (`reopen`); nothing changes by asking.
#[utoipa::path(post, path = "/api/v1/tables/{table}/settings", params(("table" = String, Path)), request_body = OtherSettings,
    responses((status = 200, body = TypedSettings), (status = "4XX", body = Problem)))]
pub async fn other_settings(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<OtherSettings>, Problem>,
) -> Result<Json<Settings>, Problem> {
    keeper(&visitor)?;
    let Body(OtherSettings { set }) = body?;
    let has = house.table(&table)?.settings().await?;
    let configs = house.floor.configs();
    let config = configs.iter().find(|config| config.id == table);
    let config = config.ok_or_else(|| Problem::not_found("there is no such table"))?;
    let settings = settings::read_set(&set, &config.book, &has)
        .map_err(|faults| Problem::unprocessable(format!("set: {}", listed(&faults))))?;
    Ok(Json(settings))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(add, rename, retire, other_settings))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/roster/tables", post(add))
        .route("/roster/tables/{table}/rename", post(rename))
        .route("/roster/tables/{table}/retire", post(retire))
        .route("/tables/{table}/settings", post(other_settings))
}
