//! The rule library: the books of the house, clause by clause, with the exact odds of each wager on a full shoe.

use baccarat::book::Book;
use baccarat::clause::Clause;
use baccarat::composition::Composition;
use baccarat::shelf;
use baccarat::wager::Wager;
use floor::config::HouseBook;
use floor::typed::TypedClause;
use floor::view::RowView;
use lab::{Origin, Provenance};
use merkle::sha256;
use odds::Evaluator;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use utoipa::ToSchema;

/// The largest book file that is read: far above any real one.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// A published book, or one from a file.
pub fn open(named: &str, folder: &Path) -> Result<HouseBook, String> {
    let text = match shelf::text(named) {
        Some(text) => text.to_owned(),
        None => {
            let path = folder.join(named);
            let size = std::fs::metadata(&path).map_err(|error| {
                format!(
                    "found `{named}`; allowed are {}, or the path of a book file ({error})",
                    shelf::ids().join(", ")
                )
            })?;
            if size.len() > MOST_BYTES {
                return Err(format!("{named} has {} bytes; allowed are {MOST_BYTES}", size.len()));
            }
            std::fs::read_to_string(&path).map_err(|error| format!("cannot read {named}: {error}"))?
        }
    };
    let mut book = Book::read(&text).map_err(|faults| {
        let message: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("{named} has {} faults: {}", faults.len(), message.join("; "))
    })?;
    // An edited copy never goes by the name of what was published.
    if shelf::text(named).is_none() && Provenance::of(&book).standing == Origin::Altered {
        book.name.push_str(lab::ALTERED_MARK);
    }
    let base = book.based_on.as_deref().and_then(shelf::text).unwrap_or_default();
    let texts = [text, base.to_owned()];
    let hash = sha256(&[texts[0].as_bytes(), texts[1].as_bytes()]);
    Ok(HouseBook { book: Arc::new(book), hash, texts })
}

/// Every book of the house.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Library {
    /// The books.
    pub books: Vec<BookTitle>,
}

/// A book, by its title.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookTitle {
    /// Its name in paths.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The instrument it comes from.
    pub instrument: String,
    /// The SHA-256 of its file, followed by the book it is based on.
    pub hash: String,
    /// How it stands to the published books: `published`, `variant`, `altered` or `own`.
    pub standing: String,
    /// The SHA-256 of what it says, whatever its file looks like.
    pub rules_sha256: String,
    /// How many clauses it has.
    pub clause_count: usize,
}

/// A book to read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookView {
    /// Its title.
    #[serde(flatten)]
    pub title: BookTitle,
    /// Its clauses in order: number, kind, who acts, and what it says in our words.
    #[schema(value_type = Vec<TypedClause>)]
    pub clauses: Vec<Clause>,
    /// Its wagers, by settlement method.
    pub methods: Vec<MethodView>,
}

/// A settlement method and its wagers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MethodView {
    /// The method.
    pub method: String,
    /// On a full shoe of so many decks.
    pub decks: u8,
    /// The wagers.
    pub wagers: Vec<WagerOddsView>,
}

/// A wager with its odds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WagerOddsView {
    /// Its name in commands.
    pub id: String,
    /// What the book calls it.
    pub name: String,
    /// Its rows.
    pub rows: Vec<RowView>,
    /// How likely each row is, exactly.
    pub probabilities: Vec<String>,
    /// What one unit gains on average, exactly; below nothing, because the house keeps it.
    pub expected: String,
    /// The house's part of a stake, as a number for people.
    pub house_edge: f64,
}

/// The title of a book.
pub fn title(book: &HouseBook) -> BookTitle {
    let provenance = Provenance::of(&book.book);
    BookTitle {
        id: book.book.id.clone(),
        name: book.book.name.clone(),
        instrument: book.book.instrument.clone(),
        hash: book.hash.to_string(),
        standing: provenance.standing.to_string(),
        rules_sha256: provenance.sha256,
        clause_count: book.book.clauses.len(),
    }
}

/// A book to read.
pub fn seen(house_book: &HouseBook) -> BookView {
    let book = &house_book.book;
    let decks = book.rules.cards.decks.0.last().copied().unwrap_or(8);
    let methods = book.methods().map(|method| method.id.clone());
    BookView {
        title: title(house_book),
        clauses: book.clauses.clone(),
        methods: methods
            .map(|method| MethodView { wagers: wagers(book, &method, decks), method, decks })
            .collect(),
    }
}

fn wagers(book: &Book, method: &str, decks: u8) -> Vec<WagerOddsView> {
    let wagers: Vec<&Wager> = book.wagers(method).unwrap_or_default().iter().collect();
    let odds = Evaluator::new(book.tableau(), book.values(), &wagers)
        .and_then(|evaluator| evaluator.odds(&Composition::of_decks(decks)));
    let odds = odds.unwrap_or_default();
    wagers
        .iter()
        .zip(odds)
        .map(|(wager, odds)| WagerOddsView {
            id: wager.id.to_string(),
            name: wager.name.clone(),
            rows: wager.rows.iter().map(RowView::of).collect(),
            probabilities: odds.probabilities().iter().map(ToString::to_string).collect(),
            expected: odds.ev().to_string(),
            house_edge: odds.house_edge(),
        })
        .collect()
}
