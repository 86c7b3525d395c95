//! What does not change while a table is open, but for the changes that its signs announce.

use super::why::cut_to_maximum;
use crate::config::{CardsFrom, TableConfig};
use crate::typed::TypedLimits;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::betting::SideOption;
use baccarat::wager::{Wager, WagerClass};
use serde::Serialize;
use table::{Limits, Table};
use utoipa::ToSchema;

/// A table, and what may be bet on at it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct About {
    /// Its name in paths.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The book in force.
    pub book: String,
    /// What that book is called.
    pub book_name: String,
    /// The instrument it comes from.
    pub instrument: String,
    /// The settlement method.
    pub method: String,
    /// What the book calls that method.
    pub method_name: String,
    /// The dealing method, where the book has several.
    pub dealing: Option<String>,
    /// How many decks.
    pub decks: u8,
    /// How many seats, each with its own boxes.
    pub seats: u8,
    /// Whoever has no seat may bet too: the book does not forbid it.
    pub standing: bool,
    /// The chips that are used here, smallest first.
    #[schema(value_type = Vec<i64>)]
    pub chips: Vec<Money>,
    /// The most by which the wagers on the two hands may differ, where the table has such a limit.
    #[schema(value_type = Option<i64>)]
    pub differential: Option<Money>,
    /// What may be bet on.
    pub wagers: Vec<WagerView>,
    /// Wagers are kept on record; otherwise cards alone are.
    pub wagers_kept: bool,
    /// The length of the book's own wagering period, where there is one.
    pub period_seconds: Option<u32>,
    /// How long the automatic dealer waits for wagers where there is none.
    pub betting_seconds: u32,
    /// `sealed` if the automatic dealer deals from sealed shoes, `felt` if people deal real cards.
    pub cards: CardsFrom,
    /// Real cards are dealt here by automatic staff, in a demonstration.
    pub automatic_staff: bool,
    /// Up to how many chips players may buy by themselves.
    #[schema(value_type = i64)]
    pub players_buy_in: Money,
    /// Play chips, and accounts for everybody.
    pub demonstration: bool,
}

/// Something to bet on.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WagerView {
    /// Its name in commands.
    pub id: String,
    /// What the book calls it.
    pub name: String,
    /// `main` or `side`.
    #[schema(value_type = String)]
    pub class: WagerClass,
    /// What it is on: `player`, `banker` or `tie`; absent where it is on none of them alone.
    #[schema(value_type = Option<String>)]
    pub backs: Option<Winner>,
    /// The side option it belongs to.
    pub option: Option<String>,
    /// Least, most and unit.
    #[schema(value_type = TypedLimits)]
    pub limits: Limits,
    /// The clauses by which more than the most is taken and only the most is played for; none where that is not so.
    #[schema(value_type = Vec<String>)]
    pub cut_to_most: Vec<baccarat::basis::ClauseNumber>,
    /// What it does on which outcome; the first row that fits counts.
    pub rows: Vec<RowView>,
}

/// A row of a pay table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RowView {
    /// What the book calls this outcome.
    pub name: Option<String>,
    /// On which outcome.
    pub when: String,
    /// What it does then.
    pub does: String,
    /// The clauses that say so.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<baccarat::basis::ClauseNumber>,
}

impl RowView {
    /// A row in words.
    pub fn of(row: &baccarat::wager::Row) -> RowView {
        let written = row.written();
        let (when, does) = written.rsplit_once(": ").unwrap_or(("", &written));
        RowView {
            name: row.name.clone(),
            when: when.to_owned(),
            does: does.to_owned(),
            clauses: row.basis.clauses().to_vec(),
        }
    }
}

impl About {
    /// Tells of a table as it is now.
    pub fn of(config: &TableConfig, table: &Table) -> About {
        let book = table.book();
        let settings = &table.state().settings;
        let seen = offered(table).into_iter().map(|wager| WagerView {
            id: wager.id.to_string(),
            name: wager.name.clone(),
            class: wager.class,
            backs: wager.backs,
            option: option_of(table, wager).map(|side| side.option.clone()),
            limits: settings.limits_of(book, &wager.id),
            cut_to_most: cut_to_maximum(book, &wager.id)
                .map(|basis| basis.clauses().to_vec())
                .unwrap_or_default(),
            rows: wager.rows.iter().map(RowView::of).collect(),
        });
        let mut chips = settings.chips.clone();
        chips.sort();
        About {
            id: config.id.clone(),
            name: config.name.clone(),
            book: book.id.clone(),
            book_name: book.name.clone(),
            instrument: book.instrument.clone(),
            method: settings.method.clone(),
            method_name: method_name(book, &settings.method),
            dealing: settings.dealing.clone(),
            decks: settings.decks,
            seats: settings.seats,
            standing: book.rules.table.standing.get() != Some(&false),
            chips,
            differential: settings.differential,
            wagers: seen.collect(),
            wagers_kept: settings.wagers_kept,
            period_seconds: settings.period_seconds,
            betting_seconds: config.pace.betting_seconds,
            cards: config.cards,
            automatic_staff: config.automatic_staff,
            players_buy_in: if settings.cash { config.most_bought } else { Money(0) },
            demonstration: config.demonstration,
        }
    }
}

/// The wagers that a table offers: main wagers, and those of its side options.
pub fn offered(table: &Table) -> Vec<&Wager> {
    let wagers = table.book().wagers(&table.state().settings.method).unwrap_or_default();
    let is_offered = |wager: &&Wager| wager.class == WagerClass::Main || option_of(table, wager).is_some();
    wagers.iter().filter(is_offered).collect()
}

/// The side option, of those that a table offers, to which a wager belongs.
fn option_of<'t>(table: &'t Table, wager: &Wager) -> Option<&'t SideOption> {
    let mut sides = table.book().rules.sides.offered.values();
    sides
        .find(|side| table.state().settings.options.contains(&side.option) && side.wagers.contains(&wager.id))
}

/// What a book calls a settlement method.
fn method_name(book: &Book, method: &str) -> String {
    let named = book.methods().find(|known| known.id == method);
    named.map_or_else(|| method.to_owned(), |known| known.name.clone())
}
