//! What the tests of the ledger share: the tables, the house and the chance of the table's own tests, and evenings as lists of
//! commands.
#![allow(dead_code)]

#[path = "../../../table/tests/common/mod.rs"]
mod tables_and_chance;

pub use tables_and_chance::house::House;
pub use tables_and_chance::seeded::Seeded;
pub use tables_and_chance::tables::{Setup, book, money};

use baccarat::book::Book;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::shelf;
use ledger::{AnswerOf, CommandId, Edition, Entry, Ledger, LedgerError, Log};
use merkle::{Hash, sha256};
use std::sync::Arc;
use table::{Act, Actor, Command, Event, Settings, Table, TableCommand, Time, bets, people};

pub const PATRONS: [&str; 3] = ["ann", "bob", "cat"];

/// Everything that is asked of a table on one evening, accepted or not, in order.
pub struct Evening {
    pub setup: Setup,
    pub commands: Vec<Command>,
    /// The table as it stands after them, played without a ledger.
    pub house: House,
}

/// The usual table of a book, and so many coups at it.
pub fn evening(id: &str, seed: u64, coups: usize) -> Evening {
    let book = book(id);
    let settings = Settings::usual(&book);
    let setup = Setup { name: id.into(), book, settings };
    let mut house = House::open(&setup, Seeded(seed));
    let mut commands: Vec<Command> = sign_ons();
    let mut ask = |house: &mut House, command: Command| {
        let answer = house.ask(&command);
        commands.push(command);
        answer.is_ok()
    };
    for name in PATRONS {
        for act in [Act::People(people::Act::Arrive), Act::People(people::Act::BuyIn { cash: money(50_000) })]
        {
            let command = house.patron(name, act);
            assert!(ask(&mut house, command));
        }
    }
    for _ in 0..coups {
        for (seat, name) in PATRONS.iter().enumerate() {
            let wager = if house.seeded.chance(50) { "player" } else { "banker" };
            // Now and then more than anybody may bet, so that there are refusals.
            let amount = if house.seeded.chance(5) { 1_000_000 } else { 20 };
            let command = house.patron(name, place(seat, wager, amount));
            ask(&mut house, command);
        }
        let mut before = house.table.state().coups;
        while let Some(command) = house.due_command() {
            house.now = house.now.plus_seconds(1);
            assert!(ask(&mut house, command));
            let now = house.table.state().coups;
            if now > before && house.table.state().stakes.is_empty() {
                before = u32::MAX;
            }
        }
    }
    Evening { setup, commands, house }
}

/// A wager by whoever has this seat.
pub fn place(seat: usize, wager: &str, amount: i64) -> Act {
    let (wager, kind, spoken) = (wager.parse().unwrap(), ChipKind::Chips, false);
    Act::Bets(bets::Act::Place { area: seat as u8 + 1, wager, amount: money(amount), kind, spoken })
}

/// What [`House::open`] asks before anybody else does.
pub fn sign_ons() -> Vec<Command> {
    let of = |role: &Role| {
        let names = [role.to_string(), "somebody else".to_owned()];
        names.map(|name| Command::new(Act::People(people::Act::SignOn), name.as_str(), *role, Time(0)))
    };
    tables_and_chance::house::STAFF.iter().flat_map(of).collect()
}

pub fn book_hash(id: &str) -> Hash {
    sha256(&[shelf::text(id).unwrap().as_bytes()])
}

pub fn id(text: &str) -> CommandId {
    text.parse().unwrap()
}

/// Opens the evening's table in a ledger under this name.
pub async fn seat(ledger: &Ledger, name: &str, evening: &Evening) -> Result<Log<Table>, LedgerError> {
    ledger.found(name, edition(evening), &id("open"), &opens(evening)).await
}

/// What opens the evening's table.
pub fn opens(evening: &Evening) -> TableCommand {
    opening(&evening.setup)
}

/// What opens a table.
pub fn opening(setup: &Setup) -> TableCommand {
    let by = Actor { name: "operator".into(), role: Role::Operator };
    TableCommand::Open { settings: Box::new(setup.settings.clone()), by, at: Time(0) }
}

/// The evening's book.
pub fn edition(evening: &Evening) -> Edition<Arc<Book>> {
    Edition { hash: book_hash(&evening.setup.name), rules: evening.setup.book.clone() }
}

/// The table again, from the log.
pub async fn reseat(ledger: &Ledger, name: &str, evening: &Evening) -> Result<Log<Table>, LedgerError> {
    let Edition { hash, rules } = edition(evening);
    ledger.resume(name, &move |asked| (asked == hash).then(|| rules.clone())).await
}

/// Asks something of a table.
pub async fn submit(
    log: &mut Log<Table>,
    id: &CommandId,
    command: &Command,
) -> Result<AnswerOf<Table>, LedgerError> {
    log.submit(id, &TableCommand::from(command.clone()), Vec::new()).await
}

/// The events of an entry.
pub fn events(entry: &Entry) -> Vec<Event> {
    ledger::events::<Table>(entry).unwrap().into_iter().map(|(_, event)| event).collect()
}

/// The promised count if the whole of it is wanted, a sample otherwise.
pub fn full(promised: usize, sample: usize) -> usize {
    if std::env::var_os("CROUPIER_FULL").is_some() { promised } else { sample }
}

/// The hash of a record, written from `docs/ledger.md` and not from the crate. The texts are stream, actor, role, command, kind and
/// payload; the hashes request, book and previous.
pub fn record_hash(texts: [&str; 6], sequence: u64, time: i64, hashes: [[u8; 32]; 3]) -> Hash {
    let [stream, actor, role, command, kind, payload] = texts.map(str::as_bytes);
    let [request, book, previous] = hashes;
    let mut bytes = b"croupier-ledger-1\n".to_vec();
    for field in [
        stream,
        &sequence.to_be_bytes(),
        &time.to_be_bytes(),
        actor,
        role,
        command,
        &request,
        &book,
        kind,
        payload,
        &previous,
    ] {
        bytes.extend((field.len() as u32).to_be_bytes());
        bytes.extend(field);
    }
    sha256(&[&bytes])
}
