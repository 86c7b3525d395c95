//! The one form of paging: a list is told newest first; `limit` says how many at most, `before` where to go on, and the answer's own
//! `before` is what to ask with next.

use crate::problem::Problem;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use serde::Deserialize;
use utoipa::IntoParams;

/// The most that one page holds.
pub const MOST: usize = 100;
/// As many as come if nobody says how many.
const USUAL: usize = 20;

/// Which part of a numbered list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Those before this one: what the answer before gave as `before`.
    pub before: Option<u32>,
    /// The most that are wanted, up to 100; 20 if not given.
    limit: Option<usize>,
}

impl Page {
    /// What a query asks for.
    pub fn asked(query: Result<Query<Page>, QueryRejection>) -> Result<Page, Problem> {
        let Query(page) = query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
        Ok(page)
    }

    /// How many at most.
    pub fn limit(&self) -> usize {
        most(self.limit)
    }
}

/// How many at most, of what was asked for.
pub fn most(limit: Option<usize>) -> usize {
    limit.unwrap_or(USUAL).clamp(1, MOST)
}
