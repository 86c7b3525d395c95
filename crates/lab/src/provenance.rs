//! Where a book comes from: published as it stands on the shelf, a variant of such a book, altered, or somebody's own.

use crate::columns::{Columns, Values};
use baccarat::book::Book;
use baccarat::compare::{Column, parameters};
use baccarat::shelf;
use merkle::sha256;
use serde::Serialize;

/// How a book stands to those on the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It says what the book of its id on the shelf says.
    Published,
    /// It says what it is based on, and changes some of that.
    Variant,
    /// It bears the id or the instrument of a book on the shelf and says something else.
    Altered,
    /// It has nothing to do with any of them.
    Own,
}

/// Where a book comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// How it stands to the shelf.
    pub standing: Origin,
    /// The SHA-256 of what the book says: every value in a fixed form, whatever the file looks like.
    pub sha256: String,
    /// The book on the shelf that it is held against, if it is not that book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Where it says something else than that book.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Change>,
}

/// Something on which a book says something else than the one on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The topic, or `wager.` and the wager's id.
    pub topic: String,
    /// What the book on the shelf says.
    pub published: Vec<String>,
    /// What this book says.
    pub here: Vec<String>,
    /// The clauses on which either rests.
    pub clauses: Vec<String>,
}

impl Provenance {
    /// Holds a book against the shelf.
    pub fn of(book: &Book) -> Provenance {
        let hash = hash(book);
        let own = |hash| Provenance { standing: Origin::Own, sha256: hash, base: None, changed: Vec::new() };
        let standing = if book.based_on.is_some() { Origin::Variant } else { Origin::Altered };
        let Some(base) = base(book) else { return own(hash) };
        if self::hash(&base) == hash {
            return Provenance { standing: Origin::Published, ..own(hash) };
        }
        Provenance { standing, sha256: hash, base: Some(base.id.clone()), changed: changed(&base, book) }
    }

    /// What must stand on everything that is shown of an altered book; nothing for any other.
    pub fn warning(&self) -> Option<String> {
        let base = self.base.as_ref().filter(|_| self.standing == Origin::Altered)?;
        let topics: Vec<&str> = self.changed.iter().map(|change| change.topic.as_str()).collect();
        Some(format!("ALTERED: this is not the published {base}; it differs in {}.", topics.join(", ")))
    }

    /// Columns of an answer with two more, the same in every row: where the book comes from, and the hash of what it says.
    pub(crate) fn beside(&self, mut columns: Columns) -> Columns {
        let rows = columns.rows();
        for (name, value) in [("standing", self.standing.to_string()), ("rules_sha256", self.sha256.clone())]
        {
            columns.0.push((name.into(), Values::Text(vec![value; rows])));
        }
        columns
    }
}

/// How it stands, in one word.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Origin::Published => "published",
            Origin::Variant => "variant",
            Origin::Altered => "altered",
            Origin::Own => "own",
        })
    }
}

/// The book on the shelf that a book is to be held against.
fn base(book: &Book) -> Option<Book> {
    let open = |id: &str| Book::read(shelf::text(id)?).ok();
    let named = book.based_on.as_deref().unwrap_or(&book.id);
    let same_instrument = || {
        let books = shelf::ids().into_iter().filter_map(open);
        books.into_iter().find(|known| known.instrument == book.instrument)
    };
    open(named).or_else(same_instrument)
}

/// The SHA-256 of what a book says: every topic with its values, in their order where that is part of what is said, then every wager
/// of every method, row by row.
pub fn hash(book: &Book) -> String {
    let mut text = String::new();
    for said in book.rules.said() {
        let mut values: Vec<&str> = said.answers.iter().map(|answer| answer.value.as_str()).collect();
        if !said.in_order {
            values.sort_unstable();
            values.dedup();
        }
        text.push_str(&format!("{} = {values:?}\n", said.topic));
    }
    for method in book.methods() {
        for wager in book.wagers(&method.id).unwrap_or_default() {
            let rows: Vec<String> = wager.rows.iter().map(|row| row.written()).collect();
            text.push_str(&format!("{} {} = {rows:?}\n", method.id, wager.id));
        }
    }
    sha256(&[text.as_bytes()]).to_string()
}

fn changed(base: &Book, book: &Book) -> Vec<Change> {
    let differing = parameters(&[base.clone(), book.clone()]).into_iter().filter(|of| of.differs);
    let values = |column: Option<&Column>| -> Vec<String> {
        column.into_iter().flat_map(|column| &column.values).map(|value| value.value.clone()).collect()
    };
    let change = |of: baccarat::compare::Parameter| {
        let mut clauses: Vec<String> = Vec::new();
        for clause in of.said.iter().flat_map(|column| &column.values).flat_map(|value| &value.clauses) {
            if !clauses.contains(clause) {
                clauses.push(clause.clone());
            }
        }
        let (published, here) = (values(of.said.first()), values(of.said.last()));
        Change { topic: of.topic, published, here, clauses }
    };
    differing.map(change).collect()
}
