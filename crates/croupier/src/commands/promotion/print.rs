//! The papers of a promotion: terms, a ticket, letters; version and hash on each page.

use crate::papers::{self, Paper};
use promotion::document::{Document, Sheet, blank_sheets};
use promotion::terms::Terms;
use sheet::plot::{self, escaped};

fn sheets(terms: &Terms) -> Vec<Paper> {
    let paper = |sheet: Sheet| Paper { title: sheet.title, lines: sheet.lines };
    blank_sheets(terms).into_iter().map(paper).collect()
}

fn items(document: &Document) -> Vec<(String, String, String)> {
    let item = |paragraph: &promotion::document::Paragraph| {
        (paragraph.title.clone(), paragraph.text.clone(), paragraph.cites.to_string())
    };
    document.paragraphs.iter().map(item).collect()
}

/// The papers as one page that needs nothing else.
pub fn html(document: &Document, terms: &Terms) -> String {
    let mut body = format!("<p>{}</p>\n", escaped(&document.instrument));
    body.push_str(&papers::items("Terms", "terms", &items(document), &document.version));
    body.push_str(&papers::sections(&sheets(terms), &document.version));
    plot::page(&document.name, &body)
}

/// The papers as PDF pages.
pub fn pdf(document: &Document, terms: &Terms) -> Vec<u8> {
    let mut lines = vec![document.instrument.clone(), String::new()];
    for (title, text, cites) in items(document) {
        lines.push(format!("{title} ({cites})"));
        lines.push(format!("    {text}"));
    }
    let mut papers = vec![Paper { title: format!("{}: terms", document.name), lines }];
    papers.extend(sheets(terms));
    papers::pdf(&papers, &document.version)
}
