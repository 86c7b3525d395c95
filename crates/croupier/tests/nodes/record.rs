//! What a table's log says of wagers, added up by the suite itself from the rows of the database, past everything that the house says of it.

use crate::server::Server;
use serde_json::Value;
use std::collections::BTreeMap;

/// What became of the wagers at a table.
#[derive(Default)]
pub struct OnRecord {
    /// What each patron's wagers came to: won less lost, with what still lies on the layout taken off.
    pub won: BTreeMap<String, i64>,
    /// How many wagers of each patron were settled or given back.
    pub settled: BTreeMap<String, u64>,
    /// What cannot be: a wager that was settled twice, or never placed, or is another's.
    pub wrong: Vec<String>,
    /// Every wager that lies on the layout: whose, and how much.
    lying: BTreeMap<u64, (String, i64)>,
}

/// What the database has of a table, by the numbers of the records.
fn payloads(table: &str, primary: &Server) -> BTreeMap<u64, Value> {
    let text = primary.sql(&format!(
        "SELECT first || chr(9) || replace(records, chr(10), chr(9)) FROM entry WHERE stream = 'table/{table}' ORDER BY position"
    ));
    let mut found = BTreeMap::new();
    for line in text.unwrap().lines() {
        let (first, records) = line.split_once('\t').unwrap();
        let first: u64 = first.parse().unwrap();
        for (number, record) in (first..).zip(records.split('\t').filter(|record| !record.is_empty())) {
            // Hash, kind, payload.
            let payload = record.splitn(3, ' ').nth(2).unwrap_or_default();
            found.insert(number, serde_json::from_str(payload).unwrap());
        }
    }
    found
}

/// Is what both say the same?
fn is_part(told: &Value, kept: &Value) -> bool {
    match (told.as_object(), kept.as_object()) {
        (Some(told), Some(kept)) => {
            told.iter().all(|(key, value)| kept.get(key).is_none_or(|kept| is_part(value, kept)))
        }
        _ => told == kept,
    }
}

/// What was told of a table and is not on record, or not so: watchers are shown a part of each fact, in the words of the record.
pub fn told_otherwise(table: &str, told: &BTreeMap<u64, Value>, primary: &Server) -> Vec<String> {
    let kept = payloads(table, primary);
    let is_so = |number: &u64, event: &Value| {
        let fact = kept.get(number).map(|payload| &payload["fact"]);
        fact.is_some_and(|fact| fact["fact"] == event["fact"] && is_part(event, fact))
    };
    let otherwise = told.iter().filter(|(number, event)| !is_so(number, event));
    otherwise.map(|(number, event)| format!("{event}: {:?}", kept.get(number))).collect()
}

impl OnRecord {
    /// All of a table.
    pub fn of(table: &str, primary: &Server) -> OnRecord {
        let mut found = OnRecord::default();
        payloads(table, primary).values().for_each(|payload| found.look(payload));
        found
    }

    /// Finds the fact wherever it stands in what a record tells.
    fn look(&mut self, told: &Value) {
        match told.get("fact") {
            Some(Value::String(fact)) => self.take(fact, told),
            Some(inner) => self.look(inner),
            None => {}
        }
    }

    fn take(&mut self, fact: &str, told: &Value) {
        let amount = |of: &Value, field: &str| of[field].as_i64().unwrap_or(0);
        let id = told["id"].as_u64();
        match fact {
            "wager-placed" => {
                let stake = &told["stake"];
                let patron = stake["patron"].as_str().unwrap_or_default().to_owned();
                let staked = amount(stake, "amount");
                *self.won.entry(patron.clone()).or_default() -= staked;
                let before = stake["id"].as_u64().map(|id| self.lying.insert(id, (patron, staked)));
                if !matches!(before, Some(None)) {
                    self.wrong.push(format!("placed twice: {told}"));
                }
            }
            "wager-scaled" => match id.and_then(|id| self.lying.get_mut(&id)) {
                Some((patron, lies)) => {
                    *self.won.entry(patron.clone()).or_default() += amount(told, "from") - amount(told, "to");
                    *lies = amount(told, "to");
                }
                None => self.wrong.push(format!("not on the layout: {told}")),
            },
            "wager-returned" | "wager-settled" => {
                let Some((id, (patron, lies))) = id.and_then(|id| self.lying.remove_entry(&id)) else {
                    self.wrong.push(format!("not on the layout: {told}"));
                    return;
                };
                let result = &told["result"];
                let is_other = told["patron"].as_str().is_some_and(|name| name != patron);
                if is_other || told["staked"].as_i64().is_some_and(|staked| staked != lies) {
                    self.wrong.push(format!("{patron} had {lies} there: {told}"));
                }
                let back = match result["outcome"].as_str() {
                    Some("wins") => lies + amount(result, "paid") - amount(result, "owed"),
                    Some("loses") => amount(result, "returned"),
                    // It rides on the next coup.
                    Some(_) if result["stays"] == true => {
                        self.lying.insert(id, (patron.clone(), amount(result, "live")));
                        amount(result, "returned")
                    }
                    // It stands off, or is given back.
                    _ => lies,
                };
                *self.won.entry(patron.clone()).or_default() += back;
                *self.settled.entry(patron).or_default() += 1;
            }
            _ => {}
        }
    }
}
