//! A log that nobody could have written: events of real tables in any order, with any amounts. Taking them in never panics.

mod common;

use common::seeded::Seeded;
use common::tables::book;
use std::path::PathBuf;
use table::transcript::run;
use table::{Event, Fact, Table, notice};

const ROUNDS: usize = 25;

fn events_of(id: &str) -> Vec<Vec<Event>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts").join(id);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let played = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        run(&text, |wanted| (wanted == id).then(|| book(id))).events
    };
    files.iter().map(played).filter(|events| !events.is_empty()).collect()
}

/// The same event with every number of it changed for the most that can be counted, or its opposite.
fn absurd(event: &Event, seeded: &mut Seeded) -> Option<Event> {
    let mut json = serde_json::to_value(&event.fact).ok()?;
    change(&mut json, seeded);
    Some(Event { fact: serde_json::from_value(json).ok()?, ..event.clone() })
}

fn change(json: &mut serde_json::Value, seeded: &mut Seeded) {
    match json {
        serde_json::Value::Number(number) => {
            let worst = [i64::MAX, i64::MIN, 0, -1, 255, 65_535, 4_294_967_295];
            if let (true, worst) = (seeded.chance(50), *seeded.pick(&worst)) {
                *number = worst.into();
            }
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(|one| change(one, seeded)),
        serde_json::Value::Object(all) => all.values_mut().for_each(|one| change(one, seeded)),
        _ => {}
    }
}

fn forge(id: &str) {
    let logs = events_of(id);
    let all: Vec<&Event> = logs.iter().flatten().collect();
    let mut absurds = 0;
    for round in 0..ROUNDS {
        let mut seeded = Seeded(round as u64);
        let opened = &seeded.pick(&logs)[0];
        assert!(matches!(opened.fact, Fact::Notice(notice::Fact::TableOpened { .. })));
        let mut table = Table::replay(book(id), std::slice::from_ref(opened)).unwrap();
        for _ in 0..400 {
            let event = *seeded.pick(&all);
            let bent = absurd(event, &mut seeded).filter(|_| seeded.chance(20));
            absurds += usize::from(bent.is_some());
            table.apply(bent.as_ref().unwrap_or(event));
        }
        let _ = (table.due(), table.state().stakes.len());
    }
    assert!(absurds > ROUNDS, "only {absurds} events were bent");
}

#[test]
fn act() {
    forge("act");
}

#[test]
fn nz() {
    forge("nz");
}

#[test]
fn qld() {
    forge("qld");
}

#[test]
fn nsw() {
    forge("nsw");
}
