//! Every transcript of a tournament passes, every clause once covered stays covered, and every value of a book's tournament
//! topics matters: change one, and some transcript fails.
//!
//! `transcripts/tournaments/covered-<book>.list` lists the covered clauses; `CROUPIER_COVERED=write` adds what is new.
//! `transcripts/tournaments/survivors-<book>.list` names the changes that no transcript notices, with the reason.
//! By default a sample of changes is tried; `CROUPIER_MUTANTS=all` tries every one.

use baccarat::book::Book;
use baccarat::schema::book_schema;
use baccarat::shelf;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use toml::Value;
use tournament::transcript::{Report, run};

/// How many changes of each book the default run tries.
const SAMPLE: usize = 40;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/tournaments")
}

fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

/// The transcripts of a book: name and text.
fn transcripts(id: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder().join(id)).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|ext| ext == "txt")).collect();
    files.sort();
    let named = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (named(file), std::fs::read_to_string(file).unwrap())).collect()
}

fn play(text: &str, book: &Arc<Book>) -> Report {
    run(text, |_| Some(book.clone()))
}

fn listed(name: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder().join(name)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (name, reason) = line.split_once("  # ").unwrap_or((line, ""));
        (name.trim().to_owned(), reason.trim().to_owned())
    };
    lines.map(entry).collect()
}

fn check(id: &str) {
    let book = book(id);
    let mut failed = Vec::new();
    let mut covered = BTreeSet::new();
    for (name, text) in transcripts(id) {
        let report = play(&text, &book);
        match report.failures.is_empty() {
            true => covered.extend(report.covered.into_iter().map(|(clause, _)| clause)),
            false => {
                failed.extend(report.failures.into_iter().map(|failure| format!("{id}/{name} {failure}")))
            }
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    let list = format!("covered-{id}.list");
    if std::env::var("CROUPIER_COVERED").is_ok_and(|how| how == "write") {
        let all: Vec<&str> = covered.iter().map(String::as_str).collect();
        std::fs::write(folder().join(&list), all.join("\n") + "\n").unwrap();
    }
    let bare: Vec<String> = listed(&list).into_keys().filter(|clause| !covered.contains(clause)).collect();
    assert!(bare.is_empty(), "{id}: covered once, and bare now: {bare:?}");
}

#[test]
fn act() {
    check("act");
}

#[test]
fn nsw() {
    check("nsw");
}

/// Every clause on tournaments that is not a mere fact is cited by a transcript.
#[test]
fn no_clause_is_bare() {
    for id in ["act", "nsw"] {
        let covered: BTreeSet<String> = listed(&format!("covered-{id}.list")).into_keys().collect();
        let file: toml::Table = shelf::text(id).unwrap().parse().unwrap();
        let speaks = |clause: &&Value| {
            let also = clause.get("also").and_then(Value::as_array).into_iter().flatten();
            clause.get("tournament").is_some()
                || also.filter_map(Value::as_str).any(|topic| topic.starts_with("tournament."))
        };
        let clauses = file["clause"].as_array().unwrap().iter().filter(speaks);
        let bare: Vec<&str> = clauses
            .map(|clause| clause["number"].as_str().unwrap())
            .filter(|number| !covered.contains(*number))
            .collect();
        assert!(bare.is_empty(), "{id}: {bare:?}");
    }
}

/// Where a value stands in a book file: the clause, the topic, and the way inside it.
#[derive(Clone)]
enum Step {
    Key(String),
    Item(usize),
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> &'v mut Value {
    path.iter().fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key.as_str()).unwrap(),
        Step::Item(index) => value.get_mut(*index).unwrap(),
    })
}

/// The closed sets of words that a book may use, from the schema.
fn word_sets(json: &Json, sets: &mut BTreeSet<Vec<String>>) {
    match json {
        Json::Object(fields) => {
            let listed = |key: &str| fields.get(key).and_then(Json::as_array);
            let words: Option<Vec<String>> = match (listed("enum"), listed("oneOf")) {
                (Some(words), _) => words.iter().map(|word| Some(word.as_str()?.to_owned())).collect(),
                (_, Some(words)) => {
                    words.iter().map(|word| Some(word.get("const")?.as_str()?.to_owned())).collect()
                }
                _ => None,
            };
            sets.extend(words.filter(|words| words.len() > 1));
            fields.values().for_each(|value| word_sets(value, sets));
        }
        Json::Array(items) => items.iter().for_each(|item| word_sets(item, sets)),
        _ => {}
    }
}

struct Mutant {
    name: String,
    clause: String,
    path: Vec<Step>,
    value: Value,
}

/// Every change at or under a place.
fn walk(
    value: &Value,
    sets: &BTreeSet<Vec<String>>,
    name: &str,
    clause: &str,
    path: &[Step],
    all: &mut Vec<Mutant>,
) {
    let mut push = |what: String, value: Value| {
        all.push(Mutant {
            name: format!("{name}: {what}"),
            clause: clause.to_owned(),
            path: path.to_vec(),
            value,
        });
    };
    match value {
        Value::Integer(number) => {
            for other in [number + 1, number - 1] {
                push(format!("{number} to {other}"), Value::Integer(other));
            }
        }
        Value::Boolean(flag) => push(format!("{flag} to {}", !flag), Value::Boolean(!flag)),
        Value::String(word) => {
            let next = |set: &Vec<String>| {
                let at = set.iter().position(|other| other == word)?;
                set.get((at + 1) % set.len()).cloned()
            };
            let others: BTreeSet<String> = sets.iter().filter_map(next).collect();
            for other in others {
                push(format!("{word} to {other}"), Value::String(other));
            }
        }
        Value::Array(items) => {
            for index in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(index);
                push(format!("without item {index}"), Value::Array(fewer));
            }
            for (index, item) in items.iter().enumerate() {
                let path: Vec<Step> = path.iter().cloned().chain([Step::Item(index)]).collect();
                walk(item, sets, &format!("{name}[{index}]"), clause, &path, all);
            }
        }
        Value::Table(fields) => {
            for (key, field) in fields {
                let path: Vec<Step> = path.iter().cloned().chain([Step::Key(key.clone())]).collect();
                walk(field, sets, &format!("{name}.{key}"), clause, &path, all);
            }
        }
        _ => {}
    }
}

fn mutants(file: &Value) -> Vec<Mutant> {
    let mut sets = BTreeSet::new();
    word_sets(&book_schema().to_value(), &mut sets);
    let mut all = Vec::new();
    for (index, clause) in file["clause"].as_array().unwrap().iter().enumerate() {
        let number = clause["number"].as_str().unwrap();
        let Some(topics) = clause.get("tournament").and_then(Value::as_table) else { continue };
        for (topic, value) in topics {
            let path = [
                Step::Key("clause".into()),
                Step::Item(index),
                Step::Key("tournament".into()),
                Step::Key(topic.clone()),
            ];
            walk(value, &sets, &format!("{number} {topic}"), number, &path, &mut all);
        }
    }
    all
}

fn mutation(id: &str) {
    let whole = std::env::var("CROUPIER_MUTANTS").is_ok_and(|how| how == "all");
    let original = book(id);
    let texts: Vec<(String, BTreeSet<String>)> = transcripts(id)
        .into_iter()
        .map(|(_, text)| {
            let cites = play(&text, &original).covered.into_iter().map(|(clause, _)| clause).collect();
            (text, cites)
        })
        .collect();
    let file: Value = Value::Table(shelf::text(id).unwrap().parse().unwrap());
    let all = mutants(&file);
    let every = if whole { 1 } else { (all.len() / SAMPLE).max(1) };
    let chosen: Vec<&Mutant> = all.iter().step_by(every).collect();
    let (next, tried, survived) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(mutant) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut changed = file.clone();
                    *at(&mut changed, &mutant.path) = mutant.value.clone();
                    let Ok(text) = toml::to_string(&changed) else { continue };
                    let Ok(book) = Book::read(&text) else { continue };
                    if book == *original {
                        continue;
                    }
                    tried.fetch_add(1, Ordering::Relaxed);
                    let book = Arc::new(book);
                    let (citing, others): (Vec<_>, Vec<_>) =
                        texts.iter().partition(|(_, cites)| cites.contains(&mutant.clause));
                    let fails =
                        |(text, _): &&(String, BTreeSet<String>)| !play(text, &book).failures.is_empty();
                    if !citing.into_iter().chain(others).any(|one| fails(&one)) {
                        survived.lock().unwrap().insert(mutant.name.clone());
                    }
                }
            });
        }
    });
    let survived = survived.into_inner().unwrap();
    println!("{id}: {} changes, {} tried, {} unnoticed", all.len(), tried.into_inner(), survived.len());
    let known = listed(&format!("survivors-{id}.list"));
    let new: Vec<&String> = survived.iter().filter(|name| !known.contains_key(*name)).collect();
    assert!(new.is_empty(), "{id}: no transcript notices these changes:\n{new:#?}");
    let unexplained: Vec<&String> =
        known.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| name).collect();
    assert!(unexplained.is_empty(), "{id}: say why: {unexplained:?}");
    if whole {
        let noticed: Vec<&String> = known.keys().filter(|name| !survived.contains(*name)).collect();
        assert!(noticed.is_empty(), "{id}: noticed by now, so take them off the list: {noticed:?}");
    }
}

#[test]
fn every_value_of_act_matters() {
    mutation("act");
}

#[test]
fn every_value_of_nsw_matters() {
    mutation("nsw");
}
