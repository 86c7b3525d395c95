//! The papers of a tournament: conditions, entry form, seat cards, sign; version and hash on each page.

use sheet::document::{Block, Card, Document as Papers, Table};
use tournament::conditions::Conditions;
use tournament::document::Document;

/// Everything that is printed of a tournament.
pub fn papers(document: &Document, conditions: &Conditions) -> Papers {
    let mut papers = Papers {
        title: document.name.clone(),
        subtitle: document.instrument.clone(),
        foot: document.version.clone(),
        ..Papers::default()
    };
    papers.heading(1, "Conditions");
    let mut items = Table::of(&["item", "conditions", "clauses"]);
    for paragraph in &document.paragraphs {
        items.row(vec![paragraph.title.clone(), paragraph.text.clone(), paragraph.cites.to_string()]);
    }
    papers.table(items);
    entry_form(&mut papers, document, conditions);
    papers.blocks.push(Block::Turn);
    papers.heading(1, "Seat cards");
    papers.blocks.push(Block::Cards(seat_cards(conditions)));
    papers.blocks.push(Block::Turn);
    papers.heading(1, "Sign");
    papers.blocks.push(Block::Large(document.sign.clone()));
    papers
}

fn entry_form(papers: &mut Papers, document: &Document, conditions: &Conditions) {
    papers.blocks.push(Block::Turn);
    papers.heading(1, "Entry form");
    papers.text(format!("Entry fee {}. {} {}", conditions.entry.fee, conditions.entry.how, document.version));
    papers.blocks.push(Block::Fields(document.form.clone()));
    papers.text("");
    papers.text(document.agreement.clone());
    papers.blocks.push(Block::Signatures(vec!["Date".into(), "Signature of the entrant".into()]));
    papers.heading(2, "Receipt");
    papers.text(format!("Entry fee {} for {}.", conditions.entry.fee, conditions.name));
    papers.blocks.push(Block::Fields(vec!["Received from".into()]));
    papers.blocks.push(Block::Signatures(vec!["Date".into(), "Received by".into()]));
}

fn seat_cards(conditions: &Conditions) -> Vec<Card> {
    let first = conditions.stages.first();
    let tables =
        first.and_then(|stage| stage.tables.for_players(conditions.entry.numbers.1, conditions.play.seats));
    let card = |table: u8, seat: u8| Card {
        title: format!("Table {table}, seat {seat}"),
        text: conditions.name.clone(),
        field: "Name".into(),
    };
    let seats = |table: u8| (1..=conditions.play.seats).map(move |seat| (table, seat));
    (1..=tables.unwrap_or(1)).flat_map(seats).map(|(table, seat)| card(table, seat)).collect()
}
