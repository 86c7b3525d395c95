//! The papers of a promotion: terms, a ticket, letters; version and hash on each page.

use baccarat::book::Book;
use promotion::document::{Document, blank_sheets};
use promotion::terms::Terms;
use sheet::document::{Block, Document as Papers, Table};

/// Everything that is printed of a promotion.
pub fn papers(document: &Document, terms: &Terms, book: &Book) -> Papers {
    let mut papers = Papers {
        title: document.name.clone(),
        subtitle: document.instrument.clone(),
        foot: document.version.clone(),
        ..Papers::default()
    };
    papers.heading(1, "Terms");
    let mut items = Table::of(&["item", "terms", "clauses"]);
    for paragraph in &document.paragraphs {
        items.row(vec![paragraph.title.clone(), paragraph.text.clone(), paragraph.cites.to_string()]);
    }
    papers.table(items);
    for sheet in blank_sheets(terms, book) {
        papers.blocks.push(Block::Turn);
        papers.heading(1, sheet.title);
        for line in sheet.lines {
            // What is not known yet is a line to write on.
            match line.trim_end_matches('_') {
                name if name.len() < line.len() => {
                    papers.blocks.push(Block::Fields(vec![name.trim().into()]))
                }
                text => papers.text(text),
            }
        }
    }
    papers
}
