//! Names under which the API's description has the types of the table itself, so that a view can hold an act or a fact and still
//! say what is in it. What stands behind each name is written by `house::api` from the types that read and write it.

use std::borrow::Cow;
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
