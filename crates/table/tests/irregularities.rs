//! Evenings on which everything goes wrong: dealers err in every way there is, and every coup still ends lawfully.
//!
//! `CROUPIER_EVENINGS` says how many evenings each book has. A failure prints its table and seed.

mod common;

use common::evening::evening;
use common::tables::setups;
use std::collections::BTreeSet;

fn evenings() -> u64 {
    std::env::var("CROUPIER_EVENINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(120)
}

fn check(id: &str) {
    let tables = setups(id);
    let mut ruled = BTreeSet::new();
    for number in 0..evenings() {
        let setup = &tables[number as usize % tables.len()];
        let seed = number + 1;
        let played = std::panic::catch_unwind(|| evening(setup, seed));
        match played {
            Ok(more) => ruled.extend(more.ruled),
            Err(cause) => {
                eprintln!("table: {}; seed {seed}", setup.name);
                std::panic::resume_unwind(cause);
            }
        }
    }
    println!("{id}: {ruled:#?}");
    assert!(ruled.len() >= 8, "{id}: too little went wrong: {ruled:?}");
}

#[test]
fn act() {
    check("act");
}

#[test]
fn nsw() {
    check("nsw");
}

#[test]
fn nz() {
    check("nz");
}

#[test]
fn qld() {
    check("qld");
}
