//! Compiled pays say what the rows say, for every wager, method and outcome of every book.

mod common;

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::coup::DealtCoup;
use baccarat::shelf;
use common::seeded::Seeded;
use common::tables::book;
use table::pays::{Gains, Pays};

#[test]
fn compiled_pays_are_the_rows_of_the_book() {
    let mut seeded = Seeded(15);
    for id in shelf::ids() {
        let book = book(id);
        let outcomes = book.outcomes();
        for method in book.methods() {
            let wagers = book.wagers(&method.id).unwrap();
            let pays = Pays::compile(&book, &method.id).unwrap();
            let (mut gains, mut nets) = (Gains::default(), Vec::new());
            for outcome in &outcomes {
                let stakes: Vec<i64> = wagers.iter().map(|_| 1 + seeded.below(1_000_000) as i64).collect();
                let down: Vec<_> = wagers
                    .iter()
                    .zip(&stakes)
                    .map(|(wager, stake)| pays.put_down(pays.wager(&wager.id).unwrap(), Money(*stake)))
                    .collect();
                pays.settle(outcome, &down, &mut gains, &mut nets);
                for (index, (wager, stake)) in wagers.iter().zip(&stakes).enumerate() {
                    let row = wager.row_index(outcome).unwrap();
                    let message = format!("{id} {} {} {stake} on {outcome:?}", method.id, wager.id);
                    assert_eq!(pays.row(index, outcome), Some(row), "{message}");
                    let net = wager.rows[row].settlement.net();
                    assert_eq!(nets[index], Money(stake * net.numer() / net.denom()), "{message}");
                }
            }
        }
        assert_eq!(Pays::compile(&book, "no such method"), None);
    }
}

/// A wager on the cards themselves is settled by them, and by nothing where they are not known.
#[test]
fn a_wager_on_cards_is_settled_by_its_cards() {
    let book = Book::read(include_str!("../../../books/examples/side-bets.toml")).unwrap();
    let pays = Pays::compile(&book, "commission").unwrap();
    let wager = pays.wager(&"all-red".parse().unwrap()).unwrap();
    let down = [pays.put_down(wager, Money(100))];
    let (mut gains, mut nets) = (Gains::default(), Vec::new());
    for (cards, net, row) in [("9H KD JD QH", 2_200, 0), ("9H KS JD QH", -100, 1)] {
        let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
        let coup = DealtCoup::deal(book.tableau(), book.values(), &cards).unwrap();
        pays.settle(&coup.outcome, &down, &mut gains, &mut nets);
        assert_eq!((nets[0], pays.row(wager, &coup.outcome)), (Money(net), Some(row)));
        let unknown = baccarat::outcome::Outcome { hands: None, ..coup.outcome };
        assert_eq!(pays.row(wager, &unknown), None);
    }
}

#[test]
fn a_wager_the_book_does_not_know_has_no_place() {
    let book = book("act");
    let pays = Pays::compile(&book, &book.methods().next().unwrap().id).unwrap();
    assert_eq!(pays.wager(&"no-such-wager".parse().unwrap()), None);
}
