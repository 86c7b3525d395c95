//! A document of headings, paragraphs and tables, written once and shown as a page or as a PDF file.

mod fonts;
mod html;
mod pdf;

pub use html::page;
pub use pdf::pages;

use lab::Provenance;

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// A line below the title.
    pub subtitle: String,
    /// What stands at the foot of every page.
    pub foot: String,
    /// The date of the document, such as 2026-11-16, where one was stated.
    pub date: Option<String>,
    /// A word that stands behind every page, where something is wrong with the whole document.
    pub watermark: Option<String>,
    /// What it says, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading: 1 for a part, 2 for a section, 3 for a subject.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A paragraph that nobody may overlook.
    Warning(String),
    /// Names and what stands for each.
    Facts(Vec<(String, String)>),
    /// A table.
    Table(Table),
    /// Lines that people sign.
    Signatures(Vec<String>),
    /// What follows stands on a page of its own.
    Turn,
    /// Lines to be filled in by hand, each after its name.
    Fields(Vec<String>),
    /// Cards to be cut out.
    Cards(Vec<Card>),
    /// Lines as large as the page allows, to be read from afar.
    Large(Vec<String>),
}

/// A card to be cut out.
#[derive(Clone, Debug)]
pub struct Card {
    /// What is largest on it.
    pub title: String,
    /// A smaller line.
    pub text: String,
    /// What is filled in by hand.
    pub field: String,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Whether it holds numbers, which stand to the right.
    pub is_number: bool,
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<String>,
    /// Whether it stands out.
    pub mark: Mark,
}

/// How a row stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    #[default]
    None,
    /// It rests on something that is assumed, or is not proved.
    Noted,
    /// It is wrong.
    Wrong,
}

impl Table {
    /// A table with these columns; those that begin with `#` hold numbers.
    pub fn of(columns: &[&str]) -> Table {
        let column = |name: &&str| Column {
            name: name.trim_start_matches('#').to_owned(),
            is_number: name.starts_with('#'),
        };
        Table { columns: columns.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(Row { cells, mark: Mark::None });
    }

    /// Adds a row that stands out.
    pub fn marked(&mut self, cells: Vec<String>, mark: Mark) {
        self.rows.push(Row { cells, mark });
    }
}

/// What follows the name of a book that is not what it claims to be.
pub(crate) fn altered(provenance: &Provenance) -> &'static str {
    if provenance.warning().is_some() { " ALTERED" } else { "" }
}

impl Document {
    /// Says by which rules it was made: their hash at the foot of every page; where they are altered, a warning before all else and a word
    /// behind every page.
    pub fn names_its_rules(&mut self, provenance: &Provenance) {
        if let Some(warning) = provenance.warning() {
            self.watermark = Some("ALTERED".to_owned());
            self.blocks.insert(0, Block::Warning(warning));
        }
        let separator = if self.foot.is_empty() { "" } else { " · " };
        self.foot.push_str(&format!("{separator}{}", provenance.foot()));
    }

    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// Adds a table, unless it is empty.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    /// Adds names and what stands for each.
    pub fn facts(&mut self, facts: &[(&str, String)]) {
        let facts = facts.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        self.blocks.push(Block::Facts(facts.collect()));
    }
}
