//! The formats of every register are frozen: a golden record of each kind of fact and a golden snapshot, read and written again byte for
//! byte. Those of tables, tournaments, promotions and vouchers are in the crates that have them.

#[path = "../../aggregate/tests/golden/mod.rs"]
mod golden;

use aggregate::Register;
use cage::Cage;
use floor::call::Calls;
use floor::own_limits::OwnLimits;
use floor::proposals::{ProposalFact, Proposals};
use floor::roster::Roster;
use golden::{Golden, Record, implementing, words};
use office::shift::ShiftRegister;
use people::{AccountStep, Staff};
use school::register::SchoolRegister;

/// A register whose facts have their word under this key.
fn tagged<R: Register>(none: &str, word: fn(&Record) -> String) -> Golden<R> {
    Golden { rules: (), declared: words::<R::Fact>(none), word }
}

/// Facts of proposals have no word of their own: each has a kind.
fn kind(fact: &ProposalFact) -> String {
    Proposals::write_fact(fact).unwrap().kind.to_owned()
}

fn proposals() -> Golden<Proposals> {
    // Whoever adds a fact is told here that it needs a record.
    let word = |record: &Record| match serde_json::from_str(&record.json).unwrap() {
        fact @ (ProposalFact::Made { .. } | ProposalFact::Approved { .. } | ProposalFact::Refused { .. }) => {
            kind(&fact)
        }
    };
    let declared = ["proposal-made-1", "proposal-approved-1", "proposal-refused-1"].map(str::to_owned);
    Golden { rules: (), declared: declared.into(), word }
}

/// Does the same with every register, and lists their names.
macro_rules! every_register {
    ($do:ident: $($register:ident = $golden:expr),+ $(,)?) => {{
        $($do::<$register>(&$golden);)+
        [$(stringify!($register)),+]
    }};
}

macro_rules! registers {
    ($do:ident) => {
        every_register!($do:
            Cage = tagged(r#"{"cage":"?"}"#, |record| record.field("/cage")),
            Calls = tagged(r#"{"call":"?"}"#, |record| record.field("/call")),
            OwnLimits = tagged(r#"{"own-limit":"?"}"#, |record| record.field("/own-limit")),
            Proposals = proposals(),
            Roster = tagged(r#"{"roster":"?"}"#, |record| record.field("/roster")),
            SchoolRegister = tagged(r#"{"school":"?"}"#, |record| record.field("/school")),
            ShiftRegister = tagged(r#"{"act":"?"}"#, |record| record.field("/act")),
            Staff = Golden { rules: (), declared: words::<AccountStep>("\"?\""), word: |record| record.field("/act") },
        )
    };
}

fn check<R: Register<Fact: PartialEq + std::fmt::Debug>>(golden: &Golden<R>) {
    golden.check();
    golden.leads_to_the_snapshot();
}

fn add<R: Register<Fact: PartialEq + std::fmt::Debug>>(golden: &Golden<R>) {
    golden.add([], || golden.folded());
}

#[test]
fn every_register_has_golden_records_and_a_golden_snapshot() {
    let checked = registers!(check);
    assert_eq!(implementing("Register", |_| true), checked, "every register is checked here");
}

#[test]
fn every_other_aggregate_has_golden_records_in_its_own_crate() {
    let others = implementing("Aggregate", |_| true);
    assert_eq!(others, ["Promotion", "Table", "Tournament", "Vouchers"], "each has a test `golden`");
}

/// Writes the snapshots that are missing; records are written by hand.
#[test]
#[ignore = "only for a new form of a snapshot: it writes files"]
fn write_what_is_missing() {
    registers!(add);
}
