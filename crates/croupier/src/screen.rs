//! What people see: tables with colour on a terminal, plain columns when piped.

pub mod answers;
pub mod bar;
pub mod columns;
pub mod plot;
pub mod timing;

use comfy_table::presets::{NOTHING, UTF8_FULL_CONDENSED};
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, Table};
use std::io::{IsTerminal, Write};

/// How wide plain output is when nobody says otherwise.
const PLAIN_WIDTH: u16 = 140;

/// Where output goes, and how it looks there.
pub struct Screen {
    colour: bool,
    terminal: bool,
}

/// The colours of a score: Banker red, Player blue, Tie green. Never the only sign of anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ink {
    Red,
    Blue,
    Green,
}

impl Screen {
    /// The standard output; colour only on a terminal, and never where NO_COLOR is set.
    pub fn of_stdout() -> Screen {
        let terminal = std::io::stdout().is_terminal();
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Screen { colour: terminal && !refused, terminal }
    }

    /// Writes a whole text; a reader who has gone away is no failure.
    pub fn write(&self, text: &str) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    /// An empty table with these headings.
    pub fn table(&self, headings: &[&str]) -> Table {
        let mut table = Table::new();
        table.set_content_arrangement(ContentArrangement::Dynamic);
        if self.terminal {
            table.load_style(UTF8_FULL_CONDENSED);
        } else {
            table.load_style(NOTHING).force_no_tty().set_width(PLAIN_WIDTH);
        }
        // A terminal that does not know its width says 0.
        if table.width().is_none_or(|width| width == 0) {
            table.set_width(PLAIN_WIDTH);
        }
        let headings = headings.iter().map(|heading| self.strong(heading));
        table.set_header(headings.collect::<Vec<_>>());
        table
    }

    /// An empty table without lines, also on a terminal, so that it fits a narrow one.
    pub fn bare_table(&self, headings: &[&str]) -> Table {
        let mut table = self.table(headings);
        table.load_style(NOTHING);
        table
    }

    /// A table as text, with no blanks at line ends.
    pub fn text_of(&self, table: &Table) -> String {
        let mut text = table.trim_fmt();
        text.push('\n');
        text
    }

    /// A plain cell.
    pub fn plain(&self, text: impl ToString) -> Cell {
        Cell::new(text)
    }

    /// A number, set to the right.
    pub fn number(&self, text: impl ToString) -> Cell {
        Cell::new(text).set_alignment(CellAlignment::Right)
    }

    /// A heading or a name.
    pub fn strong(&self, text: impl ToString) -> Cell {
        let cell = Cell::new(text);
        if self.colour { cell.add_attribute(Attribute::Bold) } else { cell }
    }

    /// Something in a colour of its own.
    pub fn coloured(&self, cell: Cell, colour: Color) -> Cell {
        if self.colour { cell.fg(colour) } else { cell }
    }

    /// A line of text in bold.
    pub fn heading(&self, text: &str) -> String {
        if self.colour { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// A piece of text in a colour of its own. Bright shades, as plain blue is hard to read on black.
    pub fn ink(&self, text: &str, ink: Ink) -> String {
        let code = match ink {
            Ink::Red => 91,
            Ink::Blue => 94,
            Ink::Green => 92,
        };
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Does somebody look at it as it is written?
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// How many characters fit on a line.
    pub fn width(&self) -> usize {
        self.table(&[]).width().unwrap_or(PLAIN_WIDTH).into()
    }

    /// Less important text.
    pub fn faint(&self, text: &str) -> String {
        if self.colour { format!("\u{1b}[2m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// A line that says that a book is not the one it seems to be; empty for any other book.
    pub fn altered(&self, provenance: &lab::Provenance) -> String {
        provenance.warning().map_or_else(String::new, |warning| format!("{}\n", self.warning(&warning)))
    }

    /// The last line of everything that is worked out from a book: where the book comes from, and the hash of what it says.
    pub fn foot(&self, provenance: &lab::Provenance) -> String {
        let foot = provenance.foot();
        // A hash has one line to itself where both do not fit into one.
        let fits = foot.chars().count() <= self.width();
        let foot = if fits { foot } else { foot.replace("; SHA-256", ";\nSHA-256") };
        format!("{}\n", self.faint(&foot))
    }

    /// A warning.
    pub fn warning(&self, text: &str) -> String {
        if self.colour { format!("\u{1b}[33m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
