//! Columns of text, broken at words. For a book's hundreds of clauses: each cell is measured once, where a table that balances its
//! columns measures every cell many times over and takes longer than reading the book.

use std::borrow::Cow;

/// Rows under headings, in columns that together fit a line.
pub struct Columns<'h> {
    headings: &'h [&'h str],
    rows: Vec<Vec<String>>,
}

impl<'h> Columns<'h> {
    /// No rows yet.
    pub fn new(headings: &'h [&'h str]) -> Columns<'h> {
        Columns { headings, rows: Vec::new() }
    }

    /// Adds a row, with as many cells as there are headings.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// All of it as text, with no blanks at line ends; `strong` is put around the headings and the first column.
    pub fn text(&self, line: usize, strong: &dyn Fn(&str) -> String) -> String {
        let widths = self.widths(line);
        let mut text = String::new();
        let headings: Vec<String> = self.headings.iter().map(|heading| (*heading).to_owned()).collect();
        write_row(&mut text, &headings, &widths, &|_, piece| Cow::Owned(strong(piece)));
        for row in &self.rows {
            write_row(&mut text, row, &widths, &|column, piece| match column {
                0 => Cow::Owned(strong(piece)),
                _ => Cow::Borrowed(piece),
            });
        }
        text
    }

    /// Each column has what it needs, as long as that is no more than its share of what is left.
    fn widths(&self, line: usize) -> Vec<usize> {
        let mut needed: Vec<usize> = self.headings.iter().map(|heading| width(heading)).collect();
        for row in &self.rows {
            for (needed, cell) in needed.iter_mut().zip(row) {
                *needed = cell.split('\n').map(width).fold(*needed, usize::max);
            }
        }
        let mut order: Vec<usize> = (0..needed.len()).collect();
        order.sort_by_key(|column| needed[*column]);
        let mut left = line.saturating_sub(2 * needed.len());
        for (place, column) in order.iter().enumerate() {
            let share = left / (needed.len() - place);
            needed[*column] = needed[*column].min(share).max(1);
            left = left.saturating_sub(needed[*column]);
        }
        needed
    }
}

/// What is put around a piece of a column.
type Style<'s> = &'s dyn for<'p> Fn(usize, &'p str) -> Cow<'p, str>;

fn write_row(text: &mut String, row: &[String], widths: &[usize], style: Style<'_>) {
    let cells: Vec<Vec<&str>> = row.iter().zip(widths).map(|(cell, width)| broken(cell, *width)).collect();
    for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let mut blanks = 1;
        for (column, (cell, most)) in cells.iter().zip(widths).enumerate() {
            let piece = cell.get(line).copied().unwrap_or_default();
            if !piece.is_empty() {
                write_blanks(text, blanks);
                text.push_str(&style(column, piece));
                blanks = 0;
            }
            blanks += most.saturating_sub(width(piece)) + 2;
        }
        text.push('\n');
    }
}

/// A few strokes of many blanks: most of the text of a book's table is blanks.
fn write_blanks(text: &mut String, mut blanks: usize) {
    const MANY: &str = "                                                                ";
    while blanks > 0 {
        let stroke = blanks.min(MANY.len());
        text.push_str(&MANY[..stroke]);
        blanks -= stroke;
    }
}

/// How many characters it has. Books are written in letters that are one column wide.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The lines of a cell, none wider than this: broken at blanks, and within a word only where it is wider itself.
fn broken(cell: &str, most: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    for mut rest in cell.split('\n') {
        while width(rest) > most {
            let end = rest.char_indices().nth(most).map_or(rest.len(), |(end, _)| end);
            let cut = match rest[end..].starts_with(' ') {
                true => end,
                false => rest[..end].rfind(' ').filter(|blank| *blank > 0).unwrap_or(end),
            };
            lines.push(rest[..cut].trim_end());
            rest = rest[cut..].trim_start();
        }
        lines.push(rest);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[&[&str]], line: usize, expected: &str) {
        let mut columns = Columns::new(&["a", "gist"]);
        rows.iter().for_each(|row| columns.push(row.iter().map(|cell| (*cell).to_owned()).collect()));
        assert_eq!(columns.text(line, &str::to_owned), expected);
    }

    #[test]
    fn what_fits_is_not_broken() {
        check(&[&["1", "one"], &["two", "2"]], 20, " a    gist\n 1    one\n two  2\n");
    }

    #[test]
    fn lines_are_broken_at_words_and_long_words_anywhere() {
        check(&[&["1", "the cards are cut"]], 15, " a  gist\n 1  the cards\n    are cut\n");
        check(&[&["1", "abcdefghijkl m"]], 12, " a  gist\n 1  abcdefg\n    hijkl m\n");
        check(&[&["1", "one\ntwo"], &["2", ""]], 20, " a  gist\n 1  one\n    two\n 2\n");
        check(&[&["1", "ééé éé"]], 9, " a  gist\n 1  ééé\n    éé\n");
    }

    #[test]
    fn the_first_column_and_the_headings_are_strong() {
        let mut columns = Columns::new(&["a", "gist"]);
        columns.push(vec!["1".to_owned(), "one".to_owned()]);
        let text = columns.text(20, &|piece| format!("*{piece}*"));
        assert_eq!(text, " *a*  *gist*\n *1*  one\n");
    }

    #[test]
    fn a_line_that_is_too_narrow_still_shows_everything() {
        check(&[&["ab", "cd"]], 0, " a  g\n    i\n    s\n    t\n a  c\n b  d\n");
    }
}
