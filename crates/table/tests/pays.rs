//! Compiled pays say what the rows say, for every wager, method and outcome of every book.

mod common;

use baccarat::chips::Money;
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
                    assert_eq!(pays.row(index, outcome), row, "{message}");
                    let net = wager.rows[row].settlement.net();
                    assert_eq!(nets[index], Money(stake * net.numer() / net.denom()), "{message}");
                }
            }
        }
        assert_eq!(Pays::compile(&book, "no such method"), None);
    }
}

#[test]
fn a_wager_the_book_does_not_know_has_no_place() {
    let book = book("act");
    let pays = Pays::compile(&book, &book.methods().next().unwrap().id).unwrap();
    assert_eq!(pays.wager(&"no-such-wager".parse().unwrap()), None);
}
