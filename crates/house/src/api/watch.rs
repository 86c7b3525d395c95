//! The rooms of surveillance and inspector: find, replay, look, note, verify, prove. `docs/watch.md` describes them.

use super::asked::{Body, Path, Visitor};
use super::page::most;
use crate::house::{House, Processes};
use crate::problem::Problem;
use crate::witnesses::Witnessed;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use ledger::{By, Checkpoints};
use office::watch::{
    CageFound, CageSearch, CaseRecord, CaseRequest, CompositionView, DisputeView, Found, InForce, Moment,
    NewNote, NoteView, NotesWanted, Replay, Search, VerificationView, VerifyRequest,
};
use people::role::WATCH;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, OpenApi, ToSchema};

/// Only those who watch.
pub fn watcher(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match WATCH.contains(&person.role) {
        true => Ok(person),
        false => Err(Problem::not_yours("this room is for surveillance and inspectors")),
    }
}

fn asked<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Problem> {
    query.map(|Query(asked)| asked).map_err(|rejection| Problem::bad_request(rejection.body_text()))
}

fn number(text: &str, what: &str) -> Result<u32, Problem> {
    text.parse().map_err(|_| Problem::not_found(format!("there is no such {what}")))
}

/// What there is to watch, and under which key it is signed.
#[derive(Serialize, ToSchema)]
pub struct Overview {
    /// The tables of the log, also those that the settings no longer name.
    pub tables: Vec<String>,
    /// The house's public key: compare it with the one that you have from elsewhere.
    pub key: String,
    /// The last signed root. Keep it: a log that lacks it is older, another one, or was altered.
    #[schema(value_type = Option<Object>)]
    pub signed: Option<ledger::Signed>,
    /// What witnesses outside have signed last.
    pub witnesses: Vec<Witnessed>,
    /// Why the house is open for inspectors only, if it is, and why tables stay closed.
    pub trouble: Vec<String>,
    /// How the house and its vault are shut in.
    pub processes: Processes,
    /// Inspectors on record whom the list of people lacks, though no inspector let them go.
    pub missing_inspectors: Vec<String>,
}

/// What there is to watch.
#[utoipa::path(get, path = "/api/v1/watch", responses((status = 200, body = Overview), (status = "4XX", body = Problem)))]
pub async fn overview(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<Overview>, Problem> {
    watcher(&visitor)?;
    seen(&house).await.map(Json)
}

/// The same for the page.
pub async fn seen(house: &House) -> Result<Overview, Problem> {
    let last = Checkpoints::newest(house.watch.archive().store()).await;
    Ok(Overview {
        tables: house.watch.tables().await?,
        key: house.signer.public(),
        signed: last.ok().flatten().map(|last| last.signed),
        witnesses: house.witnesses.said(),
        trouble: trouble(house),
        processes: house.processes.clone(),
        missing_inspectors: house.watch.missing_inspectors().to_vec(),
    })
}

/// Why the house is open for inspectors only, and why tables stay closed.
fn trouble(house: &House) -> Vec<String> {
    let tables = house.floor.troubles().iter().map(|(table, why)| format!("table {table}: {why}"));
    house.trouble.iter().cloned().chain(tables).collect()
}

/// Find coups by time, table, person, cards or what happened in them, newest first.
#[utoipa::path(get, path = "/api/v1/watch/coups", params(Search), responses(
    (status = 200, body = Found), (status = "4XX", body = Problem)))]
pub async fn coups(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    search: Result<Query<Search>, QueryRejection>,
) -> Result<Json<Found>, Problem> {
    watcher(&visitor)?;
    let (search, names) = (asked(search)?, house.people.names().await);
    // A log that holds is searched by its index; one that does not is walked through, and what does not add up is told.
    if house.trouble.is_empty() && house.floor.troubles().is_empty() {
        return Ok(Json(house.watch.search(&search, &names, most(search.limit)).await?));
    }
    let pattern = search.pattern().map_err(Problem::unprocessable)?;
    let tables = match &search.table {
        Some(table) => vec![table.clone()],
        None => house.watch.tables().await?,
    };
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for table in tables {
        match house.watch.finder(&table).await {
            Ok(finder) => {
                found.extend(finder.search(&search, &pattern, &names));
                faults.extend(finder.faults());
            }
            // One table that cannot be read does not keep the others back.
            Err(denial) if search.table.is_none() => faults.push(denial.message),
            Err(denial) => return Err(denial.into()),
        }
    }
    Ok(Json(
        Found::page(found, faults, search.before.as_deref(), most(search.limit))
            .map_err(Problem::unprocessable)?
            .of_names(&search, &names),
    ))
}

/// What happened at the cage, by time, table, person, patron, kind or amount, newest first.
#[utoipa::path(get, path = "/api/v1/watch/cage", params(CageSearch), responses(
    (status = 200, body = CageFound), (status = "4XX", body = Problem)))]
pub async fn cage(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    search: Result<Query<CageSearch>, QueryRejection>,
) -> Result<Json<CageFound>, Problem> {
    watcher(&visitor)?;
    let (search, names) = (asked(search)?, house.people.names().await);
    Ok(Json(house.watch.search_cage(&search, &names, most(search.limit)).await?))
}

/// A coup card by card, with the table as it stood after each event.
#[utoipa::path(get, path = "/api/v1/watch/tables/{table}/coups/{number}",
    params(("table" = String, Path), ("number" = u32, Path)), responses(
    (status = 200, body = Replay), (status = "4XX", body = Problem)))]
pub async fn replay(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, coup)): Path<(String, String)>,
) -> Result<Json<Replay>, Problem> {
    watcher(&visitor)?;
    let finder = house.watch.finder(&table).await?;
    Ok(Json(finder.replay(number(&coup, "coup")?).await?))
}

/// A file to keep.
pub(super) fn file(name: &str, text: String) -> Response {
    let kept = format!("attachment; filename=\"{name}\"");
    let kind = "application/json; charset=utf-8";
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, kept)], text).into_response()
}

/// A coup with everything that proves it, as docs/evidence.md has it. Where everything stands is signed first.
#[utoipa::path(get, path = "/api/v1/watch/tables/{table}/coups/{number}/evidence",
    params(("table" = String, Path), ("number" = u32, Path)), responses(
    (status = 200, description = "A file, as docs/evidence.md has it", body = BTreeMap<String, Value>), (status = "4XX", body = Problem)))]
pub async fn evidence(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, coup)): Path<(String, String)>,
) -> Result<Response, Problem> {
    watcher(&visitor)?;
    let finder = house.watch.finder(&table).await?;
    let coup = number(&coup, "coup")?;
    let found = finder.coup(coup).await?;
    if !found.dealt {
        return Err(Problem::not_found("no card of this coup has been dealt: there is nothing to prove yet"));
    }
    let [first, last] = found.events;
    if let Err(fault) = house.signer.sign().await {
        // What was signed before may be enough.
        tracing::warn!(%fault, "where the log stands could not be signed");
    }
    let (archive, stream, bound) = finder.parts();
    drop(finder);
    let bundle = archive.evidence(&stream, &bound, coup, first..=last).await?;
    Ok(file(&format!("{table}-coup-{coup}.json"), bundle.text()?))
}

/// What is left in the shoe in play and the exact odds of the moment, where the book lets you see them. Each look is on record.
#[utoipa::path(get, path = "/api/v1/watch/tables/{table}/composition", params(("table" = String, Path)), responses(
    (status = 200, body = CompositionView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn composition(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<CompositionView>, Problem> {
    let person = watcher(&visitor)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    Ok(Json(house.watch.composition(&house.floor, &table, &person).await?))
}

/// Which rules and settings were in force at a moment, under which clauses and since when.
#[utoipa::path(get, path = "/api/v1/watch/tables/{table}/in-force", params(("table" = String, Path), Moment), responses(
    (status = 200, body = InForce), (status = "4XX", body = Problem)))]
pub async fn in_force(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    moment: Result<Query<Moment>, QueryRejection>,
) -> Result<Json<InForce>, Problem> {
    watcher(&visitor)?;
    let moment = asked(moment)?;
    let finder = house.watch.finder(&table).await?;
    Ok(Json(finder.in_force(moment).await?))
}

/// Notes, newest first.
#[derive(Serialize, ToSchema)]
pub struct NotesView {
    /// The notes.
    pub notes: Vec<NoteView>,
    /// Ask with this as `before` for those that came earlier; nothing if there are none.
    pub before: Option<u64>,
}

/// Bookmarks and incident notes, newest first.
#[utoipa::path(get, path = "/api/v1/watch/notes", params(NotesWanted), responses(
    (status = 200, body = NotesView), (status = "4XX", body = Problem)))]
pub async fn notes(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    wanted: Result<Query<NotesWanted>, QueryRejection>,
) -> Result<Json<NotesView>, Problem> {
    watcher(&visitor)?;
    let wanted = asked(wanted)?;
    let (notes, before) = house.watch.notes().find(&wanted, most(wanted.limit));
    Ok(Json(NotesView { notes, before }))
}

/// Write a note. What is written stays.
#[utoipa::path(post, path = "/api/v1/watch/notes", request_body = NewNote, responses(
    (status = 200, body = NoteView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn write_note(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<NewNote>, Problem>,
) -> Result<Json<NoteView>, Problem> {
    let person = watcher(&visitor)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(note) = body?;
    if let Some(table) = &note.table {
        house.watch.stream(table).await?;
    }
    Ok(Json(house.watch.notes().write(&person, note).await?))
}

/// Verify the whole log and every finished shoe. It goes on by itself: ask again how far it has come.
#[utoipa::path(post, path = "/api/v1/watch/verify", request_body = VerifyRequest, responses(
    (status = 200, body = VerificationView), (status = "4XX", body = Problem)))]
pub async fn verify(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<VerifyRequest>, Problem>,
) -> Result<Json<VerificationView>, Problem> {
    let person = watcher(&visitor)?;
    let Body(asked) = body?;
    let by = By::new(&*person.name.0, person.role.word());
    Ok(Json(house.watch.verify(&house.floor.ledger, by, &asked)?))
}

/// How far verifying has come, or what it found.
#[utoipa::path(get, path = "/api/v1/watch/verify", responses(
    (status = 200, body = VerificationView), (status = 404, body = Problem), (status = "4XX", body = Problem)))]
pub async fn verification(
    State(house): State<Arc<House>>,
    visitor: Visitor,
) -> Result<Json<VerificationView>, Problem> {
    watcher(&visitor)?;
    let none = || Problem::not_found("nobody has asked for it since the house opened");
    house.watch.verification().map(Json).ok_or_else(none)
}

/// The disputes of a table.
#[derive(Serialize, ToSchema)]
pub struct DisputesView {
    /// The disputes, newest first.
    pub disputes: Vec<DisputeView>,
}

/// The disputes of a table, each with the cases that were made of it.
#[utoipa::path(get, path = "/api/v1/watch/tables/{table}/disputes", params(("table" = String, Path)), responses(
    (status = 200, body = DisputesView), (status = "4XX", body = Problem)))]
pub async fn disputes(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<DisputesView>, Problem> {
    watcher(&visitor)?;
    Ok(Json(DisputesView { disputes: house.watch.disputes(&table).await? }))
}

/// Freeze a dispute: its events, the coups it concerns and notes on it, each proved. Its hash is in the log.
#[utoipa::path(post, path = "/api/v1/watch/tables/{table}/disputes/{dispute}/case",
    params(("table" = String, Path), ("dispute" = u32, Path)), request_body = CaseRequest, responses(
    (status = 200, body = CaseRecord), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn freeze(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, dispute)): Path<(String, String)>,
    body: Result<Body<CaseRequest>, Problem>,
) -> Result<Json<CaseRecord>, Problem> {
    let person = watcher(&visitor)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(asked) = body?;
    let dispute = number(&dispute, "dispute")?;
    let record = (&house.floor.ledger, &*house.signer);
    Ok(Json(house.watch.freeze(record, (&table, dispute), &person, asked).await?))
}

/// Which case of a dispute.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichCase {
    /// Its number; the last one if not given.
    number: Option<u32>,
}

/// The file of a case: the same bytes for ever.
#[utoipa::path(get, path = "/api/v1/watch/tables/{table}/disputes/{dispute}/case",
    params(("table" = String, Path), ("dispute" = u32, Path), WhichCase), responses(
    (status = 200, description = "A file, as docs/watch.md has it", body = BTreeMap<String, Value>), (status = "4XX", body = Problem)))]
pub async fn case(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, dispute)): Path<(String, String)>,
    which: Result<Query<WhichCase>, QueryRejection>,
) -> Result<Response, Problem> {
    watcher(&visitor)?;
    let which = asked(which)?;
    house.watch.stream(&table).await?;
    let (case, text) = house.watch.case(&table, number(&dispute, "dispute")?, which.number).await?;
    Ok(file(&format!("{table}-dispute-{}-case-{}.json", case.dispute, case.number), text))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(
    overview,
    coups,
    cage,
    replay,
    evidence,
    composition,
    in_force,
    notes,
    write_note,
    verify,
    verification,
    disputes,
    freeze,
    case
))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/watch", get(overview))
        .route("/watch/coups", get(coups))
        .route("/watch/cage", get(cage))
        .route("/watch/notes", get(notes).post(write_note))
        .route("/watch/verify", get(verification).post(verify))
        .route("/watch/tables/{table}/composition", get(composition))
        .route("/watch/tables/{table}/coups/{number}", get(replay))
        .route("/watch/tables/{table}/coups/{number}/evidence", get(evidence))
        .route("/watch/tables/{table}/disputes", get(disputes))
        .route("/watch/tables/{table}/disputes/{dispute}/case", get(case).post(freeze))
        .route("/watch/tables/{table}/in-force", get(in_force))
}
