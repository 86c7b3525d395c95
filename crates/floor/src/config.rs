//! What a house sets for a table, beside the table's own settings.

use crate::regulars::Regulars;
use crate::timing::Pace;
use baccarat::book::Book;
use baccarat::chips::Money;
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Settings;
use utoipa::ToSchema;

/// Where the cards of a table come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardsFrom {
    /// From sealed shoes, by the automatic dealer.
    #[default]
    Sealed,
    /// From real cards, by people, who key or scan each one.
    Felt,
}

/// A book with the hash of its file.
#[derive(Clone)]
pub struct HouseBook {
    /// The book.
    pub book: Arc<Book>,
    /// The SHA-256 of its text, followed by that of the book it is based on.
    pub hash: Hash,
    /// Its text, and that of the book it is based on.
    pub texts: [String; 2],
}

/// What the house sets for a table, beside the table's own settings.
#[derive(Clone)]
pub struct TableConfig {
    /// Its name in paths.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its book.
    pub book: HouseBook,
    /// Where its cards come from.
    pub cards: CardsFrom,
    /// What is set under that book.
    pub settings: Settings,
    /// How fast it is dealt.
    pub pace: Pace,
    /// Up to how many chips players may buy by themselves.
    pub most_bought: Money,
    /// Whether the house's own patrons play.
    pub regulars: Regulars,
    /// At a table for real cards: automatic staff deal it while no person does, so that a demonstration shows one being dealt.
    pub automatic_staff: bool,
    /// Play chips only.
    pub demonstration: bool,
}
