//! Golden records of an aggregate: what a log once held is read for ever, and written again byte for byte. The tests `golden` of the crates
//! that have aggregates are made of this.
//!
//! `tests/golden/STREAM.log` has a record of every kind of fact, one a line: when, by whom, in which role, of which kind, and the text,
//! with a tab between. `tests/golden/STREAM-FORM.json` is a snapshot of that form. What is there is never altered.
#![allow(dead_code)] // Each crate uses its part.

use aggregate::{Aggregate, By, Text, Time};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// The golden files of an aggregate, and what it is judged by.
pub struct Golden<A: Aggregate> {
    /// The rules of its snapshot.
    pub rules: A::Rules,
    /// Every kind of fact, as declared.
    pub declared: Vec<String>,
    /// Which kind of fact a record is.
    pub word: fn(&Record) -> String,
}

/// A record as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub at: Time,
    pub by: By,
    pub kind: String,
    pub json: String,
}

impl Record {
    /// An event as the log would keep it.
    pub fn of<A: Aggregate>(event: &A::Event, by: By, at: Time) -> Record {
        let written = A::write_event(event, &by).unwrap();
        Record { at, by, kind: written.kind.to_owned(), json: written.json }
    }

    fn parse(line: &str) -> Record {
        let [at, name, role, kind, json] = line.splitn(5, '\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: five parts with tabs between are a record");
        };
        let (at, by) = (Time(at.parse().unwrap()), By::new(name, role));
        Record { at, by, kind: kind.to_owned(), json: json.to_owned() }
    }

    /// A line of the file.
    pub fn line(&self) -> String {
        let Record { at, by, kind, json } = self;
        format!("{}\t{}\t{}\t{kind}\t{json}\n", at.0, by.name, by.role)
    }

    /// A field of it.
    pub fn field(&self, path: &str) -> String {
        let value: Value = serde_json::from_str(&self.json).unwrap();
        value.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    fn read<A: Aggregate>(&self) -> A::Event {
        let text = Text { kind: &self.kind, json: &self.json };
        A::read_event(text, &self.by, self.at)
            .unwrap_or_else(|error| panic!("{} is no longer read: {error}", self.json))
    }
}

/// The words of an enum as it is declared: a word that is none of them is turned down with the list.
pub fn words<T: DeserializeOwned>(none: &str) -> Vec<String> {
    let refused = serde_json::from_str::<T>(none).err().expect("this is no word of it").to_string();
    let words: Vec<String> = refused.split('`').skip(1).step_by(2).skip(1).map(str::to_owned).collect();
    assert!(!words.is_empty(), "{refused}");
    words
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn records(stream: &str) -> Vec<Record> {
    let text = std::fs::read_to_string(folder().join(format!("{stream}.log"))).unwrap_or_default();
    text.lines().map(Record::parse).collect()
}

impl<A: Aggregate> Golden<A>
where
    A::Event: PartialEq + Debug,
{
    fn snapshot_file(&self) -> PathBuf {
        folder().join(format!("{}-{}.json", A::KIND, A::STATE_FORM))
    }

    /// Every kind of fact has a record, and each is read and written as it was; so is the snapshot.
    pub fn check(&self) {
        let records = records(A::KIND);
        for record in &records {
            let event = record.read::<A>();
            let again = Record::of::<A>(&event, record.by.clone(), record.at);
            assert_eq!(again, *record, "{} is written otherwise", A::KIND);
            assert_eq!(again.read::<A>(), event, "{}", A::KIND);
        }
        let missing = self.missing(&records);
        assert!(missing.is_empty(), "tests/golden/{}.log lacks a record of {missing:?}", A::KIND);
        let known = |record: &&Record| !self.declared.contains(&(self.word)(record));
        assert_eq!(records.iter().find(known), None, "{}: declared are {:?}", A::KIND, self.declared);

        let file = self.snapshot_file();
        let Ok(golden) = std::fs::read_to_string(&file) else {
            panic!("{} is missing: every form of a state has a golden snapshot", file.display());
        };
        let golden = golden.trim_end();
        let state = A::restore(&self.rules, golden).unwrap_or_else(|error| panic!("{}: {error}", A::KIND));
        assert_eq!(state.write_state().unwrap(), golden, "{}: another form has another number", A::KIND);
    }

    /// The records in their order lead to the snapshot.
    pub fn leads_to_the_snapshot(&self) {
        let golden = std::fs::read_to_string(self.snapshot_file()).unwrap();
        assert_eq!(self.folded().write_state().unwrap(), golden.trim_end(), "{}", A::KIND);
    }

    /// What the records lead to.
    pub fn folded(&self) -> A {
        let events: Vec<A::Event> = records(A::KIND).iter().map(Record::read::<A>).collect();
        let mut state = A::begin(&self.rules, &events[0]).expect("it begins with its first record");
        events[1..].iter().for_each(|event| state.apply(event));
        state
    }

    fn missing(&self, records: &[Record]) -> Vec<&String> {
        let known: Vec<String> = records.iter().map(self.word).collect();
        self.declared.iter().filter(|word| !known.contains(word)).collect()
    }

    /// Adds records of facts that have none, and the snapshot if there is none; what is there stays.
    pub fn add(&self, played: impl IntoIterator<Item = Record>, state: impl FnOnce() -> A) {
        let mut known = records(A::KIND);
        for record in played {
            if self.missing(&known).contains(&&(self.word)(&record)) {
                known.push(record);
            }
        }
        let lines: Vec<String> = known.iter().map(Record::line).collect();
        std::fs::write(folder().join(format!("{}.log", A::KIND)), lines.concat()).unwrap();
        if !self.snapshot_file().exists() {
            std::fs::write(self.snapshot_file(), state().write_state().unwrap() + "\n").unwrap();
        }
    }
}

/// The names of all that implement a trait in the sources of these crates, as `impl TRAIT for NAME`.
pub fn implementing(of: &str, crates: impl Fn(&str) -> bool) -> Vec<String> {
    fn look(folder: &Path, line: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                look(&entry, line, found);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).unwrap();
                let names = text.lines().filter_map(|own| own.strip_prefix(line));
                found.extend(names.map(|name| name.trim_end_matches(['{', ' ']).to_owned()));
            }
        }
    }
    let (mut found, line) = (Vec::new(), format!("impl {of} for "));
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for one in std::fs::read_dir(all).unwrap().map(|one| one.unwrap().path()) {
        if crates(&one.file_name().unwrap().to_string_lossy()) && one.join("src").is_dir() {
            look(&one.join("src"), &line, &mut found);
        }
    }
    found.sort();
    found
}
