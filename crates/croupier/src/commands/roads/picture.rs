//! The roads as people see them: letters and shapes, with colour on a terminal.

use super::board::{Board, Piece, laid_out};
use crate::screen::{Ink, Screen};
use baccarat::outcome::{Side, Winner};
use comfy_table::{Cell, Color};
use table::roads::{
    BigRoad, ByWinner, Colour, Counts, DerivedRoad, Mark, Next, RoadResult, Roads, Rule, Spot, notation,
};

const LEGEND: &str = "\
B Banker · P Player · T Tie · a number counts ties
* natural · + player pair · - banker pair
The roads record what was dealt. They say nothing about the next coup.";

/// Counts, the five roads, and what the next coup would add.
pub fn of(roads: &Roads, screen: &Screen) -> String {
    let mut boards = vec![bead_plate(roads), big_road(roads.big_road())];
    boards.extend(Rule::ALL.map(|rule| derived(roads.derived(rule))));
    let parts = [
        counts(roads.counts(), screen),
        laid_out(&boards, screen),
        next(&roads.next(), screen),
        LEGEND.lines().map(|line| screen.faint(line) + "\n").collect(),
    ];
    parts.join("\n")
}

fn bead_plate(roads: &Roads) -> Board {
    let beads = roads.bead_plate().iter().map(|bead| (bead.at, bead_piece(bead.result)));
    Board::new("Bead plate", beads)
}

fn bead_piece(result: RoadResult) -> Piece {
    let (letter, ink) = match result.winner {
        Winner::Banker => ('B', Ink::Red),
        Winner::Player => ('P', Ink::Blue),
        Winner::Tie => ('T', Ink::Green),
    };
    marked(Piece::default().and(letter, ink), result.natural, result.player_pair, result.banker_pair)
}

/// A pair has the colour of the hand that held it, whoever won.
fn marked(piece: Piece, natural: bool, player_pair: bool, banker_pair: bool) -> Piece {
    let ink = |sign| match sign {
        '+' => Some(Ink::Blue),
        '-' => Some(Ink::Red),
        _ => None,
    };
    notation::marks(natural, player_pair, banker_pair).fold(piece, |piece, sign| piece.and(sign, ink(sign)))
}

fn big_road(road: &BigRoad) -> Board {
    if road.cells().is_empty() && road.ties_before_first() > 0 {
        // Ties with no win to stand on yet wait on the first square.
        let waiting = Piece::default().and('T', Ink::Green).and(road.ties_before_first(), Ink::Green);
        return Board::new("Big road (waiting for the first win)", [(Spot { column: 1, row: 1 }, waiting)]);
    }
    Board::new("Big road", road.cells().iter().map(|cell| (cell.place.at, win_piece(cell))))
}

fn win_piece(cell: &table::roads::Cell) -> Piece {
    let piece = match cell.side {
        Side::Banker => Piece::default().and('B', Ink::Red),
        Side::Player => Piece::default().and('P', Ink::Blue),
    };
    let piece = if cell.ties > 0 { piece.and(cell.ties, Ink::Green) } else { piece };
    marked(piece, cell.natural, cell.player_pair, cell.banker_pair)
}

fn derived(road: &DerivedRoad) -> Board {
    let rule = road.rule();
    let [red, blue] = [Colour::Red, Colour::Blue].map(|colour| shape(rule, colour));
    let piece = |mark: &Mark| Piece::default().and(shape(rule, mark.colour), ink(mark.colour));
    let title = format!("{} ({red} red, {blue} blue)", name(rule));
    Board::new(title, road.marks().iter().map(|mark| (mark.place.at, piece(mark))))
}

fn name(rule: Rule) -> &'static str {
    match rule {
        Rule::BigEyeBoy => "Big eye boy",
        Rule::SmallRoad => "Small road",
        Rule::CockroachPig => "Cockroach pig",
    }
}

/// The customary kinds, hollow, solid and stroke, each in two forms so that nobody needs the colours.
fn shape(rule: Rule, colour: Colour) -> char {
    match (rule, colour) {
        (Rule::BigEyeBoy, Colour::Red) => 'O',
        (Rule::BigEyeBoy, Colour::Blue) => 'o',
        (Rule::SmallRoad, Colour::Red) => '●',
        (Rule::SmallRoad, Colour::Blue) => '◆',
        (Rule::CockroachPig, Colour::Red) => '/',
        (Rule::CockroachPig, Colour::Blue) => '\\',
    }
}

fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::Red,
        Colour::Blue => Ink::Blue,
    }
}

fn counts(counts: &Counts, screen: &Screen) -> String {
    let mut table = screen.table(&["", "Banker", "Player", "Tie", "all"]);
    let mut row = |name: &str, numbers: [Option<usize>; 4]| {
        let number = |number: &Option<usize>| screen.number(number.map_or(String::new(), |n| n.to_string()));
        table.add_row(
            std::iter::once(screen.strong(name)).chain(numbers.iter().map(number)).collect::<Vec<_>>(),
        );
    };
    let with_sum = |by: ByWinner| [by.banker, by.player, by.tie, by.banker + by.player + by.tie].map(Some);
    let (pairs, longest) = (counts.pairs, counts.longest_streak);
    row("results", with_sum(counts.winners));
    row("naturals", with_sum(counts.naturals));
    row("pairs", [Some(pairs.banker), Some(pairs.player), None, Some(pairs.banker + pairs.player)]);
    row("longest streak", [Some(longest.banker), Some(longest.player), None, None]);
    screen.text_of(&table)
}

fn next(next: &Next, screen: &Screen) -> String {
    let mut table = screen.table(&["if next is", name(Rule::ALL[0]), name(Rule::ALL[1]), name(Rule::ALL[2])]);
    for (side, who) in [(Side::Banker, "Banker"), (Side::Player, "Player")] {
        let cells = Rule::ALL.map(|rule| next_cell(rule, next.if_wins(side).on(rule), screen));
        table.add_row(std::iter::once(screen.strong(who)).chain(cells).collect::<Vec<_>>());
    }
    screen.text_of(&table)
}

fn next_cell(rule: Rule, colour: Option<Colour>, screen: &Screen) -> Cell {
    let (word, paint) = match colour {
        Some(Colour::Red) => ("red", Color::Red),
        Some(Colour::Blue) => ("blue", Color::Blue),
        None => return screen.plain("none yet"),
    };
    let shape = colour.map_or(' ', |colour| shape(rule, colour));
    screen.coloured(screen.plain(format!("{shape} {word}")), paint)
}
