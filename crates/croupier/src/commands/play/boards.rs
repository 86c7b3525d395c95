//! The five roads as they hang beside the table.

use baccarat::outcome::{Side, Winner};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use table::roads::{Bead, Cell, Colour, ROWS, Roads, Rule, Spot};

/// The colours of a score. Letters and shapes say the same without them.
pub const BANKER: Color = Color::LightRed;
/// Player's.
pub const PLAYER: Color = Color::LightBlue;
/// Tie's.
pub const TIE: Color = Color::LightGreen;

/// How many rows the boards need.
pub const HEIGHT: u16 = 2 * (ROWS as u16 + 1);

/// A board: a title, and marks on squares of some width.
struct Board {
    /// What stands above it, the longest first; the first that fits is taken.
    titles: Vec<String>,
    square: u16,
    marks: Vec<(Spot, String, Style)>,
}

impl Widget for Board {
    /// Draws the newest columns that fit.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let title = Rect { height: area.height.min(1), ..area };
        let fitting =
            self.titles.into_iter().map(Line::from).find(|line| line.width() <= usize::from(area.width));
        fitting.unwrap_or_default().dim().render(title, buffer);
        let fit = u32::from(area.width / self.square).max(1);
        let last = self.marks.iter().map(|(spot, ..)| spot.column).max().unwrap_or(0);
        let first = last.saturating_sub(fit);
        let empty = |column: u32, row: u32| (Spot { column, row }, "·".to_owned(), Style::new().dim());
        let empties = (1..=fit).flat_map(|column| (1..=ROWS).map(move |row| empty(first + column, row)));
        for (spot, mark, style) in empties.chain(self.marks) {
            if spot.column > first && spot.row < u32::from(area.height) {
                let x = area.x + (spot.column - first - 1) as u16 * self.square;
                let room = Rect { x, y: area.y + spot.row as u16, width: self.square, height: 1 };
                let padded = format!("{mark:<width$}", width = usize::from(self.square));
                Span::styled(padded, style).render(room.intersection(area), buffer);
            }
        }
    }
}

/// All five, two above and three below.
pub fn draw(roads: &Roads, area: Rect, buffer: &mut Buffer) {
    let rows = [Constraint::Length(ROWS as u16 + 1); 2];
    let [above, below] = Layout::vertical(rows).areas(area);
    let columns = [Constraint::Ratio(1, 3), Constraint::Length(1), Constraint::Fill(1)];
    let [beads, _, big] = Layout::horizontal(columns).areas(above);
    bead_plate(roads).render(beads, buffer);
    big_road(roads).render(big, buffer);
    let thirds = Layout::horizontal([Constraint::Fill(1); 3]).spacing(1).split(below);
    for (rule, area) in Rule::ALL.into_iter().zip(thirds.iter()) {
        derived(roads, rule).render(*area, buffer);
    }
}

fn bead_plate(roads: &Roads) -> Board {
    let mark = |bead: &Bead| {
        let (letter, colour) = match bead.result.winner {
            Winner::Banker => ('B', BANKER),
            Winner::Player => ('P', PLAYER),
            Winner::Tie => ('T', TIE),
        };
        let extra = match bead.result {
            result if result.natural => "*",
            result if result.player_pair => "+",
            result if result.banker_pair => "-",
            _ => "",
        };
        (bead.at, format!("{letter}{extra}"), Style::new().fg(colour).not_dim())
    };
    let counts = roads.counts().winners;
    Board {
        titles: vec![
            format!("Banker {} Player {} Tie {}", counts.banker, counts.player, counts.tie),
            format!("B{} P{} T{}", counts.banker, counts.player, counts.tie),
        ],
        square: 2,
        marks: roads.bead_plate().iter().map(mark).collect(),
    }
}

fn big_road(roads: &Roads) -> Board {
    let mark = |cell: &Cell| {
        let (letter, colour) = match cell.side {
            Side::Banker => ('B', BANKER),
            Side::Player => ('P', PLAYER),
        };
        let ties = match cell.ties {
            0 => String::new(),
            ties @ 1..=9 => ties.to_string(),
            _ => "+".to_owned(),
        };
        (cell.place.at, format!("{letter}{ties}"), Style::new().fg(colour).not_dim())
    };
    let waiting = roads.big_road().ties_before_first();
    let title = match roads.big_road().cells().is_empty() && waiting > 0 {
        true => format!("Big road (ties so far: {waiting})"),
        false => "Big road".to_owned(),
    };
    Board {
        titles: vec![title, "Big road".to_owned()],
        square: 2,
        marks: roads.big_road().cells().iter().map(mark).collect(),
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

fn derived(roads: &Roads, rule: Rule) -> Board {
    let (name, short) = match rule {
        Rule::BigEyeBoy => ("Big eye boy", "Eye"),
        Rule::SmallRoad => ("Small road", "Small"),
        Rule::CockroachPig => ("Cockroach pig", "Pig"),
    };
    let next = roads.next();
    let after = |side: Side| next.if_wins(side).on(rule).map_or('·', |colour| shape(rule, colour));
    let style = |colour: Colour| match colour {
        Colour::Red => Style::new().fg(BANKER).not_dim(),
        Colour::Blue => Style::new().fg(PLAYER).not_dim(),
    };
    let marks = roads.derived(rule).marks().iter();
    Board {
        titles: vec![
            format!("{name}  B {}  P {}", after(Side::Banker), after(Side::Player)),
            format!("{short} B{} P{}", after(Side::Banker), after(Side::Player)),
            short.to_owned(),
        ],
        square: 1,
        marks: marks
            .map(|mark| (mark.place.at, shape(rule, mark.colour).to_string(), style(mark.colour)))
            .collect(),
    }
}
