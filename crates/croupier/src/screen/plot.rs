//! Bars in the terminal.

use sheet::plot::coarser;

const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar as long as this share of so many letters.
pub fn bar(share: f64, width: usize) -> String {
    if !share.is_finite() || share <= 0.0 {
        return String::new();
    }
    let eighths = (share.min(1.0) * width as f64 * 8.0).round().max(1.0) as usize;
    let mut bar: String = std::iter::repeat_n(EIGHTHS[7], eighths / 8).collect();
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8 - 1]);
    }
    bar
}

/// A distribution in the terminal: each line where its bar begins, its share, and the bar.
pub fn distribution(bars: &[(f64, f64)], lines: usize) -> String {
    let bars = coarser(bars, lines);
    let most = bars.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let label = |from: &f64| format!("{from:.0}");
    let wide = bars.iter().map(|(from, _)| label(from).len()).max().unwrap_or(0);
    let mut text = String::new();
    for (from, share) in &bars {
        let line = format!("  {:>wide$}  {:>8.4} %  {}", label(from), share * 100.0, bar(share / most, 40));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A bar from a line in the middle: to the right, or to the left for what is below nothing.
pub fn two_sided(share: f64, width: usize) -> String {
    let left: String = match share < 0.0 {
        true => {
            std::iter::repeat_n('█', ((-share).min(1.0) * width as f64).round().max(1.0) as usize).collect()
        }
        false => String::new(),
    };
    format!("{left:>width$}│{}", bar(share, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.0001, 4), "▏");
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(f64::NAN, 4), "");
    }

    #[test]
    fn a_bar_of_two_sides_keeps_its_line_in_one_place() {
        assert_eq!(two_sided(1.0, 4), "    │████");
        assert_eq!(two_sided(-0.5, 4), "  ██│");
        assert_eq!(two_sided(0.0, 4), "    │");
    }
}
