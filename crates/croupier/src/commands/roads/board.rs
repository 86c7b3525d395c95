//! Boards of six rows in a terminal: side by side where they fit, in bands where one alone is too wide.

use crate::screen::{Ink, Screen};
use std::ops::Range;
use table::roads::Spot;

/// How many rows every board has.
const ROWS: usize = table::roads::ROWS as usize;

/// Blanks between two boards.
const GAP: usize = 4;

/// What stands on a square: bits of text, each with its colour.
#[derive(Clone, Default)]
pub struct Piece(Vec<(String, Option<Ink>)>);

impl Piece {
    /// With one more bit of text.
    pub fn and(mut self, text: impl ToString, ink: impl Into<Option<Ink>>) -> Piece {
        self.0.push((text.to_string(), ink.into()));
        self
    }

    fn width(&self) -> usize {
        self.0.iter().map(|(text, _)| text.chars().count()).sum()
    }

    fn painted(&self, screen: &Screen) -> String {
        let bit = |(text, ink): &(String, Option<Ink>)| match ink {
            Some(ink) => screen.ink(text, *ink),
            None => text.clone(),
        };
        self.0.iter().map(bit).collect()
    }
}

/// A road as it is drawn.
pub struct Board {
    title: String,
    /// Column by column.
    squares: Vec<[Option<Piece>; ROWS]>,
}

impl Board {
    /// A board with these pieces.
    pub fn new(title: impl Into<String>, pieces: impl IntoIterator<Item = (Spot, Piece)>) -> Board {
        let mut board = Board { title: title.into(), squares: vec![Default::default()] };
        for (spot, piece) in pieces {
            let (column, row) = (spot.column as usize, spot.row as usize);
            if board.squares.len() < column {
                board.squares.resize(column, Default::default());
            }
            board.squares[column - 1][row - 1] = Some(piece);
        }
        board
    }

    /// The board as one block, or as several if it is wider than the screen.
    fn blocks(&self, screen: &Screen, width: usize) -> Vec<Block> {
        let widths: Vec<usize> = self.squares.iter().map(column_width).collect();
        bands(&widths, width).into_iter().map(|band| self.block(screen, &widths, band)).collect()
    }

    fn block(&self, screen: &Screen, widths: &[usize], band: Range<usize>) -> Block {
        let title = self.title_of(&band);
        let mut lines = vec![Line { width: title.chars().count(), text: screen.heading(&title) }];
        let columns = || self.squares[band.clone()].iter().zip(&widths[band.clone()]);
        let row_line = |row: usize| {
            columns().fold(Line::default(), |line, (column, width)| line.and(screen, &column[row], *width))
        };
        lines.extend((0..ROWS).map(row_line));
        Block { lines }
    }

    fn title_of(&self, band: &Range<usize>) -> String {
        match band.len() < self.squares.len() {
            true => format!(
                "{}, columns {} to {} of {}",
                self.title,
                band.start + 1,
                band.end,
                self.squares.len()
            ),
            false => self.title.clone(),
        }
    }
}

/// A column is as wide as its widest piece, so that a rare mark does not spread the whole board.
fn column_width(column: &[Option<Piece>; ROWS]) -> usize {
    column.iter().flatten().map(Piece::width).max().unwrap_or(1)
}

/// Cuts columns of these widths, one blank between them, into as few bands as fit, and those about equally wide.
fn bands(widths: &[usize], most: usize) -> Vec<Range<usize>> {
    let few = runs(widths, 1, most);
    let all: usize = widths.iter().sum::<usize>() + widths.len();
    let evenly = all / few.len().max(1)..most;
    evenly.map(|limit| runs(widths, 1, limit)).find(|bands| bands.len() == few.len()).unwrap_or(few)
}

/// Cuts things of these widths into runs, each as long as fits.
fn runs(widths: &[usize], gap: usize, most: usize) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let (mut from, mut used) = (0, 0);
    for (nth, width) in widths.iter().enumerate() {
        if nth > from && used + gap + width > most {
            runs.push(from..nth);
            from = nth;
        }
        used = if nth == from { *width } else { used + gap + width };
    }
    runs.push(from..widths.len());
    runs
}

/// A line of text, and how wide it looks.
#[derive(Default)]
struct Line {
    text: String,
    width: usize,
}

impl Line {
    /// With one more square of this width.
    fn and(mut self, screen: &Screen, piece: &Option<Piece>, width: usize) -> Line {
        let (text, taken) = match piece {
            Some(piece) => (piece.painted(screen), piece.width()),
            None => (screen.faint("·"), 1),
        };
        let before = if self.width == 0 { "" } else { " " };
        self.text.extend([before, &text, &" ".repeat(width - taken)]);
        self.width += before.len() + width;
        self
    }
}

/// Lines that stay together.
struct Block {
    lines: Vec<Line>,
}

impl Block {
    fn width(&self) -> usize {
        self.lines.iter().map(|line| line.width).max().unwrap_or(0)
    }
}

/// The boards in order, as many side by side as fit.
pub fn laid_out(boards: &[Board], screen: &Screen) -> String {
    let width = screen.width();
    let blocks: Vec<Block> = boards.iter().flat_map(|board| board.blocks(screen, width)).collect();
    let widths: Vec<usize> = blocks.iter().map(Block::width).collect();
    let shelves = runs(&widths, GAP, width).into_iter().map(|run| side_by_side(&blocks[run]));
    shelves.collect::<Vec<_>>().join("\n")
}

fn side_by_side(blocks: &[Block]) -> String {
    let row = |row: usize| {
        let mut text = String::new();
        for block in blocks {
            let line = &block.lines[row];
            text.push_str(&line.text);
            text.push_str(&" ".repeat(block.width() - line.width + GAP));
        }
        format!("{}\n", text.trim_end())
    };
    (0..=ROWS).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_one_band() {
        assert_eq!(bands(&[1, 1, 1], 5).len(), 1);
    }

    #[test]
    fn what_does_not_fit_is_cut_about_evenly() {
        // Nine columns take 17 characters: eight would fit and leave one alone.
        assert_eq!(bands(&[1; 9], 16), [0..5, 5..9]);
        assert_eq!(bands(&[3, 1, 1, 3], 6), [0..2, 2..4]);
    }

    #[test]
    fn a_column_wider_than_the_screen_stands_alone() {
        assert_eq!(bands(&[5, 1, 5], 3), [0..1, 1..2, 2..3]);
    }
}
