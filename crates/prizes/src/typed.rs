//! The name under which the API's description has the acts of a promotion. What stands behind it is written by `house::api` from the
//! type that reads them.

use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The name.
pub const PROMOTION_ACT: &str = "PromotionAct";

/// Something asked of a promotion.
pub struct TypedPromotionAct;

impl PartialSchema for TypedPromotionAct {
    fn schema() -> RefOr<Schema> {
        RefOr::T(Schema::Object(ObjectBuilder::new().build()))
    }
}

impl ToSchema for TypedPromotionAct {
    fn name() -> Cow<'static, str> {
        PROMOTION_ACT.into()
    }
}
