//! Reports, as JSON, CSV and Excel.

use super::asked::{Path, Visitor};
use super::shifts::reader;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use office::report::{self, Kind, Period, Report, ReportQuery, Sheet};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

const EXCEL: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// A report is worked out where it keeps nobody else waiting.
pub async fn made(house: Arc<House>, kind: Kind, asked: ReportQuery) -> Result<Report, Problem> {
    let runtime = tokio::runtime::Handle::current();
    let names = house.people.names().await;
    let made = tokio::task::spawn_blocking(move || {
        let clocks = house.settings.clocks();
        runtime.block_on(report::make((&house.floor, &house.shifts, &house.current), clocks, kind, &asked))
    });
    Ok(made.await.map_err(|error| Problem::ours(&error))??.with_names(&names))
}

/// What the query of a request asks.
pub fn asked(query: Result<Query<ReportQuery>, QueryRejection>) -> Result<ReportQuery, Problem> {
    let Query(asked) = query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    Ok(asked)
}

/// A report as JSON.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct ReportView {
    /// Which report.
    report: String,
    /// From when to when.
    period: Period,
    /// The tables in it.
    tables: Vec<String>,
    /// When it was made.
    made: i64,
    /// The time zone of the house.
    time_zone: String,
    /// Does everything add up?
    balances: bool,
    /// The sheets by name; each row by the names of its columns, as docs/reports.md has them.
    sheets: BTreeMap<String, Vec<BTreeMap<String, Value>>>,
}

/// A report: `shift`, `table`, `dealers`, `drop` or `results`, with `.csv` or `.xlsx` for a file.
#[utoipa::path(get, path = "/api/v1/reports/{report}",
    params(("report" = String, Path, description = "shift, table, dealers, drop or results; .csv or .xlsx after it gives a file"), ReportQuery),
    responses(
    (status = 200, description = "docs/reports.md describes the sheets", body = ReportView), (status = "4XX", body = Problem)))]
pub async fn report(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(named): Path<String>,
    query: Result<Query<ReportQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    reader(&visitor)?;
    let (word, ending) = named.split_once('.').unwrap_or((&named, ""));
    let none = || {
        Problem::not_found(
            "allowed are shift, table, dealers, drop and results, with nothing, .csv or .xlsx after it",
        )
    };
    let kind = Kind::named(word).filter(|_| matches!(ending, "" | "csv" | "xlsx")).ok_or_else(none)?;
    let asked = asked(query)?;
    let sheet = asked.sheet.clone();
    let report = made(house, kind, asked).await?;
    match ending {
        "csv" => csv(&report, sheet.as_deref()),
        "xlsx" => {
            let bytes = report::workbook(&report.about(), &report.sheets, &report.clocks);
            let bytes = bytes.map_err(|error| Problem::ours(&error))?;
            Ok(file(bytes, EXCEL, &format!("{word}.xlsx")))
        }
        _ => Ok(Json(report.json()).into_response()),
    }
}

fn csv(report: &Report, wanted: Option<&str>) -> Result<Response, Problem> {
    let named = |sheet: &&Sheet| wanted.is_none_or(|wanted| sheet.name == wanted);
    let Some(sheet) = report.sheets.iter().find(named) else {
        let names: Vec<&str> = report.sheets.iter().map(|sheet| sheet.name).collect();
        return Err(Problem::bad_request(format!("sheet: allowed are {}", names.join(", "))));
    };
    let bytes = sheet.csv(&report.clocks).map_err(|error| Problem::ours(&error))?;
    let name = format!("{}-{}.csv", report.kind.word(), sheet.name);
    Ok(file(bytes, "text/csv; charset=utf-8", &name))
}

fn file(bytes: Vec<u8>, kind: &str, name: &str) -> Response {
    let kept = format!("attachment; filename=\"{name}\"");
    let about = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, kept.as_str()),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (about, bytes).into_response()
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(report))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/reports/{report}", get(report))
}
