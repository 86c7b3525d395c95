//! Small pictures in the terminal.

use crate::screen::Screen;
use comfy_table::{Cell, Color};

const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar as long as this edge, against the longest of its table; hatched, and red, where the patron has the edge.
pub fn edge_bar(edge: f64, most: f64, screen: &Screen) -> Cell {
    let colour = if edge < 0.0 { Color::Red } else { Color::Green };
    let bar = drawn(edge.abs(), most);
    let bar = if edge < 0.0 { "▒".repeat(bar.chars().count()) } else { bar };
    screen.coloured(screen.plain(bar), colour)
}

fn drawn(value: f64, most: f64) -> String {
    const WIDTH: f64 = 12.0;
    if most <= 0.0 || value == 0.0 || !value.is_finite() {
        return String::new();
    }
    let eighths = (value / most * WIDTH * 8.0).round().clamp(1.0, WIDTH * 8.0) as usize;
    let mut bar: String = std::iter::repeat_n(EIGHTHS[7], eighths / 8).collect();
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8 - 1]);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!(drawn(1.0, 1.0), "████████████");
        assert_eq!(drawn(0.5, 1.0), "██████");
        assert_eq!(drawn(0.0001, 1.0), "▏");
        assert_eq!(drawn(1.0, 0.0), "");
        assert_eq!(drawn(0.0, 1.0), "");
    }
}
