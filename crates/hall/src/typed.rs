//! The name under which the API's description has the acts of a tournament. What stands behind it is written by `house::api` from the
//! type that reads them.

use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The name.
pub const TOURNAMENT_ACT: &str = "TournamentAct";

/// Something asked of a tournament.
pub struct TypedTournamentAct;

impl PartialSchema for TypedTournamentAct {
    fn schema() -> RefOr<Schema> {
        RefOr::T(Schema::Object(ObjectBuilder::new().build()))
    }
}

impl ToSchema for TypedTournamentAct {
    fn name() -> Cow<'static, str> {
        TOURNAMENT_ACT.into()
    }
}
