//! What the battery says, in the terminal and as a page with plots.

use crate::failure::Failure;
use crate::screen::Screen;
use baccarat::book::Book;
use fairness::{Bar, Finding, Group, Judgement, Picture};
use lab::Provenance;
use serde_json::json;

/// How wide the bars of the terminal are.
const BAR: f64 = 40.0;

/// The judgement as JSON.
pub fn json(judgement: &Judgement, origin: &str, book: &Book) -> Result<String, Failure> {
    let test =
        |finding: &Finding| json!({ "what": finding.what, "statistic": finding.statistic, "p": finding.p });
    let group = |group: &Group| {
        json!({
            "group": group.name,
            "about": group.about,
            "corrected_p": group.corrected(),
            "alarm": group.corrected() < judgement.false_alarm,
            "tests": group.findings.iter().map(test).collect::<Vec<_>>(),
        })
    };
    Ok(lab::json(&json!({
        "shoes": judgement.shoes,
        "decks": judgement.decks,
        "origin": origin,
        "book": book.id,
        "provenance": Provenance::of(book),
        "false_alarm": judgement.false_alarm,
        "tests": judgement.tests(),
        "fair": judgement.alarms().next().is_none(),
        "groups": judgement.groups.iter().map(group).collect::<Vec<_>>(),
        "skipped": judgement.skipped.iter().map(|(group, tests)| json!({ "group": group, "tests": tests })).collect::<Vec<_>>(),
    }))?)
}

/// The judgement as text.
pub fn message(judgement: &Judgement, seeds: &str, screen: &Screen) -> String {
    let mut text = format!("{}\n{}\n", heading(judgement, seeds), false_alarm(judgement));
    let mut table = screen.table(&["group", "tests", "most surprising", "by itself", "of all tests", ""]);
    for group in &judgement.groups {
        let verdict = verdict(group, judgement);
        let [what, alone, all] = worst(group);
        table.add_row([
            screen.strong(group.name),
            screen.number(group.findings.len()),
            screen.plain(what),
            screen.number(alone),
            screen.number(all),
            screen.plain(verdict),
        ]);
    }
    text.push_str(&screen.text_of(&table));
    for picture in &judgement.pictures {
        text.push_str(&drawn(picture, screen));
    }
    text.push_str(&format!("\n{}\n", summary(judgement)));
    text
}

/// Which tests were left out, in a sentence; empty if none was.
fn skipped(judgement: &Judgement) -> String {
    let groups: Vec<String> =
        judgement.skipped.iter().map(|(group, tests)| format!("{tests} of {group}")).collect();
    match groups.is_empty() {
        true => String::new(),
        false => format!(
            " Left out, as these shoes are too few or too short for them: {} tests.",
            groups.join(", ")
        ),
    }
}

fn heading(judgement: &Judgement, seeds: &str) -> String {
    let Judgement { shoes, decks, .. } = judgement;
    format!("{shoes} shoes of {decks} decks, {seeds}: {} tests", judgement.tests())
}

fn false_alarm(judgement: &Judgement) -> String {
    let rate = judgement.false_alarm;
    format!(
        "False alarm: a perfect shuffle is found wrong in at most one run of {:.0}, all tests together.",
        1.0 / rate
    )
}

fn summary(judgement: &Judgement) -> String {
    let alarms: Vec<&str> = judgement.alarms().map(|group| group.name).collect();
    match alarms.is_empty() {
        true => format!("Nothing is out of the ordinary.{}", skipped(judgement)),
        false => format!("Out of the ordinary: {}.{}", alarms.join(", "), skipped(judgement)),
    }
}

fn verdict(group: &Group, judgement: &Judgement) -> &'static str {
    if group.corrected() < judgement.false_alarm { "WRONG" } else { "as expected" }
}

/// The most surprising test of a group: what it is, and its probability by itself and among all tests.
fn worst(group: &Group) -> [String; 3] {
    let Some(worst) = group.worst() else { return ["nothing".into(), "1".into(), "1".into()] };
    [format!("{}: {}", worst.what, worst.statistic), written(worst.p), written(group.corrected())]
}

/// A probability as people write it.
fn written(p: f64) -> String {
    match p {
        p if p >= 0.0001 => format!("{p:.4}"),
        p if p > 0.0 => format!("{p:.1e}"),
        _ => "< 1e-300".to_owned(),
    }
}

/// A picture of few bars in the terminal; a map needs a page.
fn drawn(picture: &Picture, screen: &Screen) -> String {
    let (title, bars) = match picture {
        Picture::Bars { title, bars } if bars.len() <= 40 => (title, bars.clone()),
        Picture::Probabilities { title, sorted } => (title, tenths(sorted)),
        _ => return String::new(),
    };
    let most = bars.iter().map(|bar| bar.found.max(bar.expected)).fold(f64::MIN_POSITIVE, f64::max);
    let mut text = format!("\n{}\n", screen.heading(title));
    for bar in bars.iter().take(12) {
        let length = (bar.found / most * BAR).round() as usize;
        text.push_str(&format!(
            "  {:>9}  {:8.4} %, expected {:8.4} %  {}\n",
            bar.label,
            bar.found * 100.0,
            bar.expected * 100.0,
            "█".repeat(length)
        ));
    }
    text
}

/// How many probabilities fall in each tenth from 0 to 1: about as many in each, if chance alone was at work.
fn tenths(sorted: &[f64]) -> Vec<Bar> {
    let share = 1.0 / sorted.len().max(1) as f64;
    let mut found = [0.0; 10];
    sorted.iter().for_each(|p| found[((p * 10.0) as usize).min(9)] += share);
    let bar = |(tenth, found): (usize, f64)| Bar {
        label: format!("0.{tenth}–{:.1}", (tenth + 1) as f64 / 10.0),
        found,
        expected: 0.1,
    };
    found.into_iter().enumerate().map(bar).collect()
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ccc}\
td.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;height:auto;background:#fff}\
.wrong{color:#a00;font-weight:bold}@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}}";

/// The judgement as a page that needs nothing else.
pub fn html(judgement: &Judgement, seeds: &str) -> String {
    let row = |group: &Group| {
        let [what, alone, all] = worst(group);
        let verdict = verdict(group, judgement);
        let class = if verdict == "WRONG" { " class=\"wrong\"" } else { "" };
        format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td{class}>{verdict}</td></tr>\n",
            group.name,
            group.about,
            group.findings.len(),
            escaped(&what),
            escaped(&alone),
            escaped(&all),
        )
    };
    let rows: String = judgement.groups.iter().map(row).collect();
    let figures: String = judgement.pictures.iter().map(figure).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Evidence on the shuffle</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\n\
         <h1>Evidence on the shuffle</h1>\n<p>{}. Algorithm {}, Croupier {}.</p>\n<p>{} Each of the {} groups gets an \
         equal share of that, and each test of a group an equal share of the group's.</p>\n<p><strong>{}</strong></p>\n\
         <table><thead><tr><th>group</th><th>what should hold</th><th>tests</th><th>most surprising</th><th>by itself</th>\
         <th>of all tests</th><th></th></tr></thead><tbody>\n{rows}</tbody></table>\n{figures}</body></html>\n",
        escaped(&heading(judgement, seeds)),
        shoe::ALGORITHM,
        env!("CARGO_PKG_VERSION"),
        false_alarm(judgement),
        judgement.groups.len(),
        summary(judgement),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn figure(picture: &Picture) -> String {
    let (title, drawing, caption) = match picture {
        Picture::Bars { title, bars } => (title, bars_svg(bars), "Bars: found. Lines across them: expected."),
        Picture::Map { title, rows } => (
            title,
            map_svg(rows),
            "Blue: fewer than expected; red: more. White is the mean; full colour is 4 or beyond.",
        ),
        Picture::Probabilities { title, sorted } => {
            (title, line_svg(sorted), "On the dashed line, if chance alone was at work.")
        }
    };
    let title = escaped(title);
    format!("<figure><h2>{title}</h2>{drawing}<figcaption>{caption}</figcaption></figure>\n")
}

fn bars_svg(bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.found.max(bar.expected)).fold(f64::MIN_POSITIVE, f64::max);
    let width = 900.0 / bars.len().max(1) as f64;
    let every = bars.len().div_ceil(20).max(1);
    let mut svg = String::from("<svg viewBox=\"0 0 920 260\" role=\"img\">");
    for (nth, bar) in bars.iter().enumerate() {
        let left = 10.0 + nth as f64 * width;
        let [found, expected] = [bar.found, bar.expected].map(|share| share / most * 210.0);
        let label = escaped(&bar.label);
        svg.push_str(&format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{found:.1}\" fill=\"#69c\"><title>{label}: found \
             {:.4} %, expected {:.4} %</title></rect><path d=\"M{left:.1} {:.1}h{width:.1}\" stroke=\"#000\"/>",
            left + width * 0.1,
            220.0 - found,
            width * 0.8,
            bar.found * 100.0,
            bar.expected * 100.0,
            220.0 - expected,
        ));
        if nth % every == 0 {
            svg.push_str(&format!(
                "<text x=\"{:.1}\" y=\"240\" font-size=\"12\" text-anchor=\"middle\">{label}</text>",
                left + width / 2.0
            ));
        }
    }
    svg.push_str("</svg>");
    svg
}

fn map_svg(rows: &[(String, Vec<f64>)]) -> String {
    let mut svg = format!("<svg viewBox=\"0 0 920 {}\" role=\"img\">", rows.len() * 12 + 10);
    for (nth, (label, cells)) in rows.iter().enumerate() {
        let top = nth * 12;
        svg.push_str(&format!("<text x=\"0\" y=\"{}\" font-size=\"10\">{}</text>", top + 10, escaped(label)));
        let width = 880.0 / cells.len().max(1) as f64;
        for (column, z) in cells.iter().enumerate() {
            let pale = (255.0 * (1.0 - (z.abs() / 4.0).min(1.0))) as u8;
            let colour = if *z < 0.0 { [pale, pale, 255] } else { [255, pale, pale] };
            let [red, green, blue] = colour;
            svg.push_str(&format!(
                "<rect x=\"{:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"12\" fill=\"#{red:02x}{green:02x}{blue:02x}\">\
                 <title>{z:+.2}</title></rect>",
                30.0 + column as f64 * width
            ));
        }
    }
    svg.push_str("</svg>");
    svg
}

fn line_svg(sorted: &[f64]) -> String {
    // A few hundred points draw the same line as thousands.
    let step = sorted.len().div_ceil(400).max(1);
    let last = sorted.len().saturating_sub(1).max(1) as f64;
    let point =
        |(nth, p): (usize, &f64)| format!("{:.1},{:.1}", 10.0 + nth as f64 / last * 400.0, 410.0 - p * 400.0);
    let points: Vec<String> = sorted.iter().enumerate().step_by(step).map(point).collect();
    format!(
        "<svg viewBox=\"0 0 920 420\" role=\"img\"><path d=\"M10 410L410 10\" stroke=\"#999\" stroke-dasharray=\"4\"/>\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#36c\" stroke-width=\"2\"/></svg>",
        points.join(" ")
    )
}
