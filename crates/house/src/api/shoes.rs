//! Sealed shoes: what was promised, what came out, and whether it holds.

use super::asked::Path;
use super::page::Page;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use floor::cards::read_record;
use floor::runner::Running;
use serde::Serialize;
use shoe::Ending;
use shoe::record::Line;
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// Shoes of a table, newest first.
#[derive(Serialize, ToSchema)]
pub struct Shoes {
    shoes: Vec<ShoeSummary>,
    /// Ask with this as `before` for those that came earlier; nothing if there are none.
    before: Option<u32>,
}

/// A shoe at a glance.
#[derive(Serialize, ToSchema)]
pub struct ShoeSummary {
    number: u32,
    /// The 32 bytes to which it was sealed.
    seal: Option<String>,
    /// Where it was cut.
    cut: Option<u16>,
    /// How many cards came out.
    dealt: usize,
    /// How it ended: `finished`, `lost`, or the reason why it was given up; nothing while it is in use.
    ended: Option<String>,
}

impl ShoeSummary {
    fn of(number: u32, record: &[Line]) -> ShoeSummary {
        let mut message = ShoeSummary { number, seal: None, cut: None, dealt: 0, ended: None };
        for line in record {
            match line {
                Line::Sealed { seal, .. } => message.seal = Some(seal.to_string()),
                Line::Cut { at } => message.cut = Some(*at),
                Line::Card(_) | Line::Unseen { .. } => message.dealt += 1,
                Line::Revealed(reveal) => {
                    message.ended = Some(match &reveal.because {
                        Ending::Finished => "finished".to_owned(),
                        Ending::Abandoned(reason) => reason.clone(),
                    });
                }
            }
        }
        message
    }
}

/// Shoes of a table, newest first.
#[utoipa::path(get, path = "/api/v1/tables/{table}/shoes", params(("table" = String, Path), Page), responses(
    (status = 200, body = Shoes), (status = "4XX", body = Problem)))]
pub async fn shoes(
    State(house): State<Arc<House>>,
    Path(table): Path<String>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Shoes>, Problem> {
    let page = Page::asked(page)?;
    let table = house.table(&table)?;
    let in_use = table.posted(|posted| posted.shoe);
    let last = page.before.map_or(in_use, |before| in_use.min(before.saturating_sub(1)));
    let first = last.saturating_sub(page.limit() as u32 - 1).max(1);
    let mut shoes = Vec::new();
    for number in (first..=last).rev() {
        let record = lines(&house, &table, number).await?;
        if !record.is_empty() {
            let mut message = ShoeSummary::of(number, &record);
            if message.ended.is_none() && number < in_use {
                message.ended = Some("lost".to_owned());
            }
            shoes.push(message);
        }
    }
    Ok(Json(Shoes { shoes, before: Some(first).filter(|first| *first > 1) }))
}

/// The public record of a shoe, as docs/sealed-shoe.md has it.
#[utoipa::path(get, path = "/api/v1/tables/{table}/shoes/{number}",
    params(("table" = String, Path), ("number" = u32, Path)), responses(
    (status = 200, content_type = "application/jsonl", body = String), (status = "4XX", body = Problem)))]
pub async fn record(
    State(house): State<Arc<House>>,
    Path((table, number)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let text = text(&house, &table, &number).await?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], text).into_response())
}

/// Whether a shoe holds what was promised.
#[derive(Serialize, ToSchema)]
pub struct Checked {
    /// Everything holds.
    holds: bool,
    /// How many cards came out.
    cards: Option<u16>,
    /// What is wrong, line by line.
    faults: Vec<String>,
}

/// Check a finished shoe from its public record.
#[utoipa::path(post, path = "/api/v1/tables/{table}/shoes/{number}/verify",
    params(("table" = String, Path), ("number" = u32, Path)), responses(
    (status = 200, body = Checked), (status = "4XX", body = Problem)))]
pub async fn verify(
    State(house): State<Arc<House>>,
    Path((table, number)): Path<(String, String)>,
) -> Result<Json<Checked>, Problem> {
    let text = text(&house, &table, &number).await?;
    let checked = tokio::task::spawn_blocking(move || shoe::verify::verify(&text));
    let checked = checked.await.map_err(|error| Problem::ours(&error))?;
    Ok(Json(match checked {
        Ok(verified) => Checked { holds: true, cards: Some(verified.dealt), faults: Vec::new() },
        Err(faults) => {
            Checked { holds: false, cards: None, faults: faults.iter().map(ToString::to_string).collect() }
        }
    }))
}

async fn text(house: &House, table: &str, number: &str) -> Result<String, Problem> {
    let gone = || Problem::not_found("there is no such shoe");
    let table = house.table(table)?;
    let number: u32 = number.parse().map_err(|_| gone())?;
    let record = lines(house, &table, number).await?;
    if record.is_empty() {
        return Err(gone());
    }
    Ok(record.iter().map(|line| format!("{line}\n")).collect())
}

async fn lines(house: &House, table: &Running, number: u32) -> Result<Vec<Line>, Problem> {
    read_record(&house.floor.ledger, &table.id, number).await.map_err(|fault| Problem::ours(&fault))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(shoes, record, verify))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/tables/{table}/shoes", get(shoes))
        .route("/tables/{table}/shoes/{number}", get(record))
        .route("/tables/{table}/shoes/{number}/verify", post(verify))
}
