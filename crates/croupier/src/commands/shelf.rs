//! `croupier shelf`: the books on the shelf and what each of their wagers costs.

use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use baccarat::book::Book;
use baccarat::composition::Composition;
use baccarat::shelf;
use lab::odds::{WagerAnswer, wagers_on};

/// Runs it.
pub fn run(screen: &Screen) -> Result<(), Failure> {
    let books: Vec<Book> = shelf::ids().into_iter().map(library::open).collect::<Result<_, Failure>>()?;
    let mut text = screen.heading("Croupier runs baccarat by the book. On the shelf:");
    text.push('\n');
    text.push_str(&shelf_table(&books, screen));
    text.push('\n');
    text.push_str(&screen.heading("The house edge in per cent of the stake, on a full shoe of eight decks:"));
    text.push('\n');
    text.push_str(&cost_table(&books, screen)?);
    for book in books.iter().filter(|book| !book.assumed().is_empty()) {
        let note = format!(
            "What {0} costs rests on values that its instrument does not state: croupier rules {0} --assumed",
            book.id
        );
        text.push_str(&format!("{}\n", screen.warning(&note)));
    }
    text.push_str(
        "\nNext: croupier odds act · croupier rules nsw 5.8 · croupier compare act nz · croupier help\n",
    );
    Ok(screen.write(&text)?)
}

fn shelf_table(books: &[Book], screen: &Screen) -> String {
    let mut table = screen.bare_table(&["book", "instrument", "clauses", "methods", "assumed"]);
    for book in books {
        let methods: Vec<&str> = book.methods().map(|method| method.id.as_str()).collect();
        let assumed = book.assumed().len();
        table.add_row(vec![
            screen.strong(&book.id),
            screen.plain(&book.instrument),
            screen.number(book.clauses.len()),
            screen.plain(methods.join(", ")),
            screen.number(if assumed == 0 { "none".to_owned() } else { format!("{assumed} values") }),
        ]);
    }
    screen.text_of(&table)
}

fn cost_table(books: &[Book], screen: &Screen) -> Result<String, Failure> {
    let mut columns = Vec::new();
    for book in books {
        for method in book.methods() {
            // Broken at its dashes, and only where there is a choice, so that the table fits a narrow terminal.
            let method_name = method.id.replace('-', "-\n");
            let heading = match book.methods().count() {
                1 => book.id.clone(),
                _ => format!("{}\n{method_name}", book.id),
            };
            columns.push((heading, wagers_on(book, &method.id, &Composition::of_decks(8))?));
        }
    }
    let mut ids: Vec<&str> = Vec::new();
    for wager in columns.iter().flat_map(|(_, wagers)| wagers) {
        if !ids.contains(&wager.wager.as_str()) {
            ids.push(&wager.wager);
        }
    }
    let mut headings = vec!["wager"];
    headings.extend(columns.iter().map(|(heading, _)| heading.as_str()));
    let mut table = screen.bare_table(&headings);
    for id in ids {
        let mut cells = vec![screen.strong(id)];
        for (_, edges) in &columns {
            let known = edges.iter().find(|wager| wager.wager == id);
            let edge = |wager: &WagerAnswer| format!("{:.3}", wager.house_edge * 100.0);
            cells.push(screen.number(known.map_or_else(|| "—".to_owned(), edge)));
        }
        table.add_row(cells);
    }
    Ok(screen.text_of(&table))
}
