//! The papers of a tournament: conditions, entry form, seat cards, sign; version and hash on each page.

use crate::papers::{self, Paper};
use sheet::plot::{self, escaped};
use tournament::conditions::Conditions;
use tournament::document::Document;

fn papers(document: &Document, conditions: &Conditions) -> Vec<Paper> {
    let mut lines = vec![document.instrument.clone(), String::new()];
    for paragraph in &document.paragraphs {
        lines.push(format!("{} ({})", paragraph.title, paragraph.cites));
        lines.push(format!("    {}", paragraph.text));
    }
    let mut form: Vec<String> =
        document.form.iter().map(|field| format!("{field}: ______________________________")).collect();
    form.push(String::new());
    form.push(document.agreement.clone());
    form.push("Date and signature: ______________________________".into());
    form.push(format!("Receipt: entry fee {} received by ____________________", conditions.entry.fee));
    let mut papers = vec![
        Paper { title: format!("{}: conditions", document.name), lines },
        Paper { title: format!("{}: entry form", document.name), lines: form },
    ];
    let tables = conditions
        .stages
        .first()
        .and_then(|stage| stage.tables.for_players(conditions.entry.numbers.1, conditions.play.seats));
    let cards = (1..=tables.unwrap_or(1)).flat_map(|table| {
        (1..=conditions.play.seats)
            .map(move |seat| format!("Table {table}   Seat {seat}   Name ____________________"))
    });
    papers.push(Paper { title: format!("{}: seat cards", document.name), lines: cards.collect() });
    let limits = conditions
        .play
        .levels
        .iter()
        .map(|level| format!("Minimum {}   Maximum {}", level.least, level.most));
    let mut sign: Vec<String> = vec!["This table is used for the tournament alone.".into()];
    sign.extend(limits);
    papers.push(Paper { title: format!("{}: sign", document.name), lines: sign });
    papers
}

/// The papers as one page that needs nothing else.
pub fn html(document: &Document, conditions: &Conditions) -> String {
    let mut body = format!("<p>{}</p>\n", escaped(&document.instrument));
    let items: Vec<(String, String, String)> = document
        .paragraphs
        .iter()
        .map(|paragraph| (paragraph.title.clone(), paragraph.text.clone(), paragraph.cites.to_string()))
        .collect();
    body.push_str(&papers::items("Conditions", "conditions", &items, &document.version));
    body.push_str(&papers::sections(&papers(document, conditions)[1..], &document.version));
    plot::page(&document.name, &body)
}

/// The papers as PDF pages.
pub fn pdf(document: &Document, conditions: &Conditions) -> Vec<u8> {
    papers::pdf(&papers(document, conditions), &document.version)
}
