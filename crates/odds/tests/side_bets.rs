//! The shipped collection of public side bets costs what it says, to the last digit that it gives.

use baccarat::book::Book;
use baccarat::composition::Composition;
use baccarat::wager::{Wager, WagerClass};
use odds::Evaluator;

/// The edge that the clause of a wager states, in percent, as text. A clause of several wagers has the last part of each one's id
/// before its edge.
fn stated<'b>(book: &'b Book, wager: &Wager) -> &'b str {
    let number = &wager.rows[0].basis.clauses()[0];
    let reading =
        book.clause(number.as_str()).and_then(|clause| clause.reading.as_deref()).unwrap_or_default();
    let (_, after) = reading.split_once("House edge with eight decks: ").unwrap_or_default();
    let of_id = wager.id.as_str().rsplit('-').next().unwrap_or_default();
    let edges = after.split(". ").next().unwrap_or_default().trim_end_matches('.');
    let own = edges.split(", ").find_map(|edge| edge.strip_prefix(of_id)?.strip_prefix(' '));
    own.unwrap_or(edges).split(" %").next().unwrap_or_default()
}

#[test]
fn every_side_bet_costs_what_it_says() {
    let book = Book::read(include_str!("../../../books/examples/side-bets.toml")).unwrap();
    let of_collection = |wager: &&Wager| {
        wager.class == WagerClass::Side && wager.rows[0].basis.clauses()[0].as_str().starts_with('B')
    };
    let wagers: Vec<&Wager> = book.wagers("commission").unwrap().iter().filter(of_collection).collect();
    assert!(wagers.len() >= 63, "{} bets", wagers.len());
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let odds = evaluator.odds(&Composition::of_decks(8)).unwrap();
    let mut wrong = Vec::new();
    for (wager, odds) in wagers.iter().zip(&odds) {
        let stated = stated(&book, wager);
        let digits = stated.split_once('.').map_or(0, |(_, digits)| digits.len());
        let found = format!("{:.digits$}", odds.house_edge() * 100.0);
        if found != stated {
            wrong.push(format!("{}: says {stated} %, costs {found} %", wager.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
