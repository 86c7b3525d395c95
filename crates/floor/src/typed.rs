//! Names under which the API's description has the types of the table itself, so that a view can hold an act or a fact and still
//! say what is in it, and how the fields of a fact stand in an event. What is behind each name is written by `house::api` from the types that
//! read and write it.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use table::Fact;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! typed {
    ($( $(#[doc = $doc:literal])+ $Marker:ident = $name:literal ),* $(,)?) => {
        $(
            $(#[doc = $doc])+
            pub struct $Marker;

            impl PartialSchema for $Marker {
                fn schema() -> RefOr<Schema> {
                    RefOr::T(Schema::Object(ObjectBuilder::new().build()))
                }
            }

            impl ToSchema for $Marker {
                fn name() -> Cow<'static, str> {
                    $name.into()
                }
            }
        )*

        /// Every such name.
        pub const NAMES: &[&str] = &[$( $name ),*];
    };
}

typed! {
    /// Something asked of a table.
    TypedAct = "Act",
    /// Somebody who acts.
    TypedActor = "Actor",
    /// A breach of a rule by a person.
    TypedBreach = "Breach",
    /// A clause of a book.
    TypedClause = "Clause",
    /// A dispute.
    TypedDispute = "Dispute",
    /// What must happen next.
    TypedDue = "Due",
    /// The limits of a table.
    TypedLimits = "Limits",
    /// Something that waits for a decision.
    TypedMatter = "Matter",
    /// Something kept open for a later coup.
    TypedOpenItem = "OpenItem",
    /// What a player is told.
    TypedPlayerFact = "PlayerFact",
    /// A report that may be made.
    TypedPossible = "Possible",
    /// What everybody sees.
    TypedPublicFact = "PublicFact",
    /// The five roads of a shoe.
    TypedRoads = "Roads",
    /// What is set for a table under its book.
    TypedSettings = "Settings",
    /// What staff are told.
    TypedStaffFact = "StaffFact",
    /// A change of a table's settings.
    TypedTableChange = "TableChange",
}

/// The fields of a fact, beside which stand when and by whose hand it came about.
pub fn fields_apart<S: Serializer>(fact: &Fact, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serde_json::to_value(fact).map_err(serde::ser::Error::custom)?;
    if let Some(fields) = fields.as_object_mut() {
        for (own, apart) in [("at", "fact_at"), ("by", "fact_by")] {
            if let Some(value) = fields.remove(own) {
                fields.insert(apart.to_owned(), value);
            }
        }
    }
    fields.serialize(serializer)
}
