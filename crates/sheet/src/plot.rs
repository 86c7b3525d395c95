//! Pictures as SVG, and pages that hold them; they need nothing else.

use std::fmt::Write;

/// The same bars, several taken together so that at most so many are left. A bar in which nothing fell is there too.
pub fn coarser(bars: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else { return Vec::new() };
    let step = bars.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() && step > 0.0 { step } else { 1.0 };
    let places = ((last.0 - first.0) / step).round() as usize + 1;
    let together = places.div_ceil(most.max(1)).max(1);
    let mut coarse: Vec<(f64, f64)> = (0..places.div_ceil(together))
        .map(|place| (first.0 + (place * together) as f64 * step, 0.0))
        .collect();
    for (from, share) in bars {
        let place = ((from - first.0) / step).round() as usize / together;
        if let Some(bar) = coarse.get_mut(place) {
            bar.1 += share;
        }
    }
    coarse
}

/// A curve of a picture.
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;
const INKS: [&str; 8] =
    ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"];

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Text that may stand in SVG and HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The frame of a picture, and where values lie in it.
struct Frame {
    svg: String,
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    fn new(title: &str, axes: (&str, &str), x: (f64, f64), y: (f64, f64)) -> Frame {
        let (x, y) = (widened(x), widened(y));
        let mut svg = String::new();
        let (middle, bottom) = (LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 8.0);
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\"><title>{title}</title>\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\" font-weight=\"bold\">{title}</text>\
             <text x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">{}</text>\
             <text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">{}</text>",
            escaped(axes.0),
            HEIGHT / 2.0,
            HEIGHT / 2.0,
            escaped(axes.1),
            title = escaped(title),
        );
        let mut frame = Frame { svg, x, y };
        frame.grid();
        frame
    }

    fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn at_y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }

    fn grid(&mut self) {
        let right = WIDTH - RIGHT;
        for (y, label) in ticks(self.y) {
            let at = self.at_y(y);
            let _ = write!(
                self.svg,
                "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                LEFT - 6.0,
                at + 4.0,
            );
        }
        let bottom = HEIGHT - BOTTOM;
        for (x, label) in ticks(self.x) {
            let at = self.at_x(x);
            let _ = write!(
                self.svg,
                "<line x1=\"{at:.1}\" y1=\"{bottom}\" x2=\"{at:.1}\" y2=\"{}\" stroke=\"#999\"/>\
                 <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + 4.0,
                bottom + 17.0,
            );
        }
    }

    fn done(mut self) -> String {
        self.svg.push_str("</svg>");
        self.svg
    }
}

/// A range with some room where there is none.
fn widened((low, high): (f64, f64)) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() {
        (0.0, 1.0)
    } else if high - low > 1e-12 {
        (low, high)
    } else {
        (low - 0.5, high + 0.5)
    }
}

/// Where an axis is marked, at most seven times, and with what: round numbers of its range.
fn ticks((low, high): (f64, f64)) -> Vec<(f64, String)> {
    let rough = (high - low) / 6.0;
    let ten = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * ten).into_iter().find(|step| *step >= rough * 0.999);
    let step = step.unwrap_or(10.0 * ten);
    let (size, letter) = match low.abs().max(high.abs()) {
        most if most >= 1e10 => (1e9, "G"),
        most if most >= 1e7 => (1e6, "M"),
        most if most >= 1e5 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let digits = (-(step / size).log10().floor()).clamp(0.0, 9.0) as usize;
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last)
        .map(|times| times as f64 * step)
        .map(|at| (at, format!("{:.digits$}{letter}", at / size)))
        .collect()
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

/// A distribution as a picture.
pub fn svg_bars(title: &str, axes: (&str, &str), bars: &[(f64, f64)]) -> String {
    let bars = coarser(bars, 80);
    let step = bars.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step } else { 1.0 };
    let (low, high) = range(bars.iter().map(|(from, _)| *from));
    let (_, most) = range(bars.iter().map(|(_, share)| *share));
    let mut frame = Frame::new(title, axes, (low, high + step), (0.0, most));
    for (from, share) in &bars {
        let (left, right) = (frame.at_x(*from), frame.at_x(from + step));
        let (top, bottom) = (frame.at_y(*share), frame.at_y(0.0));
        let _ = write!(
            frame.svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            (right - left - 0.5).max(0.5),
            (bottom - top).max(0.0),
            INKS[0],
        );
    }
    frame.done()
}

/// Curves as a picture, with a line at nothing where that is in sight.
pub fn svg_curves(title: &str, axes: (&str, &str), curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (x, y) = (range(points().map(|point| point.0)), range(points().map(|point| point.1)));
    let mut frame = Frame::new(title, axes, x, y);
    if frame.y.0 < 0.0 && frame.y.1 > 0.0 {
        let (at, right) = (frame.at_y(0.0), WIDTH - RIGHT);
        let _ = write!(
            frame.svg,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#555\"/>"
        );
    }
    for (nth, curve) in curves.iter().enumerate() {
        let ink = INKS[nth % INKS.len()];
        let drawn: Vec<String> = curve
            .points
            .iter()
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .map(|(x, y)| format!("{:.1},{:.1}", frame.at_x(*x), frame.at_y(*y)))
            .collect();
        // When the inks have all been used they come again, in dashes.
        let dashes = if nth < INKS.len() { "" } else { " stroke-dasharray=\"5 3\"" };
        let at = TOP + 10.0 + 15.0 * nth as f64;
        let _ = write!(
            frame.svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"{dashes}/>\
             <line x1=\"{}\" y1=\"{:.1}\" x2=\"{}\" y2=\"{:.1}\" stroke=\"{ink}\" stroke-width=\"2\"{dashes}/>\
             <text x=\"{}\" y=\"{at:.1}\" fill=\"{ink}\">{}</text>",
            drawn.join(" "),
            WIDTH - RIGHT + 8.0,
            at - 4.0,
            WIDTH - RIGHT + 24.0,
            at - 4.0,
            WIDTH - RIGHT + 28.0,
            escaped(&curve.name),
        );
    }
    frame.done()
}

/// Amounts of several things side by side as a picture: a bar for each, left of nothing where it is below.
pub fn svg_rows(title: &str, unit: &str, rows: &[(String, f64)]) -> String {
    const ROW: f64 = 20.0;
    const NAMES: f64 = 170.0;
    let height = TOP + ROW * rows.len() as f64 + 10.0;
    let (low, high) = range(rows.iter().map(|row| row.1).chain([0.0]));
    let (low, high) = widened((low, high));
    let at = |value: f64| NAMES + (value - low) / (high - low) * (WIDTH - NAMES - 90.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\"><title>{title}</title>\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\
         <text x=\"8\" y=\"20\" font-size=\"14\" font-weight=\"bold\">{title}</text>",
        title = escaped(title),
    );
    for (nth, (name, value)) in rows.iter().enumerate() {
        let top = TOP + ROW * nth as f64;
        let (left, right) = (at(value.min(0.0)), at(value.max(0.0)));
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{value:.4} {unit}</text>",
            NAMES - 8.0,
            top + 13.0,
            escaped(name),
            top + 2.0,
            (right - left).max(0.5),
            ROW - 5.0,
            INKS[usize::from(*value < 0.0)],
            right + 5.0,
            top + 13.0,
            unit = escaped(unit),
        );
    }
    svg.push_str("</svg>");
    svg
}

/// A picture that says below its axes where its book comes from, and behind them if that book is altered.
pub fn signed(svg: &str, provenance: &lab::Provenance) -> String {
    let altered = match provenance.warning() {
        Some(_) => format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"96\" fill=\"#c00\" fill-opacity=\"0.16\">ALTERED</text>",
            WIDTH / 2.0,
            HEIGHT / 2.0 + 30.0
        ),
        None => String::new(),
    };
    let foot = format!(
        "{altered}<text x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\" font-size=\"8\" fill=\"#555\">{}</text></svg>",
        HEIGHT - 1.0,
        escaped(&provenance.foot())
    );
    svg.strip_suffix("</svg>").map_or_else(|| svg.to_owned(), |open| format!("{open}{foot}"))
}

/// A page that says at its head and its foot where its book comes from.
pub fn page_of(title: &str, body: &str, provenance: &lab::Provenance) -> String {
    let warning = provenance.warning().map_or_else(String::new, |warning| {
        format!(
            "<p style=\"background: #f8d7da; padding: .4em .6em\"><strong>{}</strong></p>\n",
            escaped(&warning)
        )
    });
    page(title, &format!("{warning}{body}<footer><p>{}</p></footer>\n", escaped(&provenance.foot())))
}

/// A page of its own: a heading and what belongs under it.
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\n<style>\n\
         body {{ font: 15px/1.45 sans-serif; max-width: 66em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }}\n\
         h1, h2, h3 {{ line-height: 1.2; }}\n h2 {{ border-bottom: 2px solid #111; margin-top: 2em; }}\n\
         .wide {{ overflow-x: auto; }}\n p {{ overflow-wrap: anywhere; }}\n\
         table {{ border-collapse: collapse; margin: .6em 0; }}\n\
         th, td {{ border: 1px solid #bbb; padding: .2em .6em; text-align: left; vertical-align: top; }}\n\
         th {{ background: #f2f2f2; }}\n\
         td.n, th.n {{ text-align: right; font-variant-numeric: tabular-nums; }}\n td.n, td:first-child {{ white-space: nowrap; }}\n\
         .assumed td {{ background: #fff3cd; }}\n svg {{ width: 100%; max-width: 48em; height: auto; }}\n\
         @media print {{ section {{ break-inside: avoid; }} .wide {{ overflow: visible; }} body {{ font-size: 11px; }} }}\n</style></head>\n<body>\n<h1>{title}</h1>\n{body}</body></html>\n",
        title = escaped(title),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_taken_together_keep_their_sum_and_leave_no_gap() {
        let bars = [(-20.0, 0.1), (-10.0, 0.2), (30.0, 0.3), (70.0, 0.4)];
        let coarse = coarser(&bars, 5);
        assert_eq!(coarse.iter().map(|bar| bar.0).collect::<Vec<_>>(), [-20.0, 0.0, 20.0, 40.0, 60.0]);
        assert!((coarse.iter().map(|bar| bar.1).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(coarser(&[], 5), []);
        assert_eq!(coarser(&[(5.0, 1.0)], 5), [(5.0, 1.0)]);
    }

    #[test]
    fn axes_are_marked_with_round_numbers() {
        let labels =
            |low, high| ticks((low, high)).into_iter().map(|tick| tick.1).collect::<Vec<_>>().join(" ");
        assert_eq!(labels(0.0, 1.0), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(labels(12.0, 208.0), "50 100 150 200");
        assert_eq!(labels(-0.013, 0.031), "-0.01 0.00 0.01 0.02 0.03");
        assert_eq!(labels(0.0, 8e7), "0M 20M 40M 60M 80M");
    }

    #[test]
    fn a_picture_of_nothing_is_a_picture() {
        let rows = svg_rows("a & b", "<t>", &[("<t>".into(), 0.0)]);
        for svg in [svg_bars("a & b", ("x", "y"), &[]), svg_curves("<t>", ("x", "y"), &[]), rows] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<t>"), "{svg}");
        }
    }
}
