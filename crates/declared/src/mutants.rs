//! Every value of a group of topics changed once: whichever change no transcript notices survives.

use crate::transcript::Report;
use baccarat::book::Book;
use baccarat::schema::book_schema;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use toml::Value;

/// Where a value stands in a book file: the clause, the topic, and the way inside it.
#[derive(Clone)]
enum Step {
    Key(String),
    Item(usize),
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key.as_str()),
        Step::Item(index) => value.get_mut(*index),
    })
}

fn clauses(file: &Value) -> &[Value] {
    file.get("clause").and_then(Value::as_array).map_or(&[], Vec::as_slice)
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
    change: Change,
}

/// What is changed.
enum Change {
    /// Another value at a place.
    Value(Vec<Step>, Value),
    /// No clause says anything on this topic, and the book says that it is silent.
    Silent(String),
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
            change: Change::Value(path.to_vec(), value),
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

/// Every change of a group of topics.
fn mutants(file: &Value, group: &str) -> Vec<Mutant> {
    let mut sets = BTreeSet::new();
    word_sets(&book_schema().to_value(), &mut sets);
    let (mut all, mut silenced) = (Vec::new(), BTreeSet::new());
    for (index, clause) in clauses(file).iter().enumerate() {
        let Some(number) = clause.get("number").and_then(Value::as_str) else { continue };
        let Some(topics) = clause.get(group).and_then(Value::as_table) else { continue };
        for (topic, value) in topics {
            let path = [
                Step::Key("clause".into()),
                Step::Item(index),
                Step::Key(group.into()),
                Step::Key(topic.clone()),
            ];
            walk(value, &sets, &format!("{number} {topic}"), number, &path, &mut all);
            if silenced.insert(topic) {
                all.push(Mutant {
                    name: format!("{group}.{topic}: silent"),
                    clause: number.to_owned(),
                    change: Change::Silent(topic.clone()),
                });
            }
        }
    }
    all
}

/// What came of changing a book.
#[derive(Debug)]
pub struct Outcome {
    /// How many changes there are.
    pub all: usize,
    /// How many were tried, and made another book.
    pub tried: usize,
    /// Those that no transcript noticed.
    pub survived: BTreeSet<String>,
}

/// Changes each value of a group of topics, or a sample of about so many, and plays the transcripts under the changed book.
pub fn try_all(
    text: &str,
    group: &str,
    sample: Option<usize>,
    transcripts: &[String],
    play: impl Fn(&str, &Arc<Book>) -> Report + Sync,
) -> Result<Outcome, String> {
    let original = Arc::new(Book::read(text).map_err(|_| "the book has faults".to_owned())?);
    let mut texts: Vec<(&String, BTreeSet<String>)> = Vec::new();
    for text in transcripts {
        let covered = play(text, &original).covered;
        texts.push((text, covered.into_iter().map(|(clause, _)| clause).collect()));
    }
    let file: Value = Value::Table(text.parse().map_err(|error: toml::de::Error| error.to_string())?);
    let all = mutants(&file, group);
    let every = sample.map_or(1, |sample| (all.len() / sample).max(1));
    let chosen: Vec<&Mutant> = all.iter().step_by(every).collect();
    let (next, tried, survived) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    let work = || {
        while let Some(mutant) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(book) = changed(&file, group, mutant).filter(|book| *book != *original) else {
                continue;
            };
            tried.fetch_add(1, Ordering::Relaxed);
            let book = Arc::new(book);
            let (citing, others): (Vec<_>, Vec<_>) =
                texts.iter().partition(|(_, cites)| cites.contains(&mutant.clause));
            let mut in_order = citing.into_iter().chain(others);
            if !in_order.any(|(text, _)| !play(text, &book).failures.is_empty()) {
                survived.lock().unwrap_or_else(PoisonError::into_inner).insert(mutant.name.clone());
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let survived = survived.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Outcome { all: all.len(), tried: tried.into_inner(), survived })
}

/// The book with one change; nothing if that is no book.
fn changed(file: &Value, group: &str, mutant: &Mutant) -> Option<Book> {
    let mut changed = file.clone();
    match &mutant.change {
        Change::Value(path, value) => *at(&mut changed, path)? = value.clone(),
        Change::Silent(topic) => silence(&mut changed, group, topic)?,
    }
    Book::read(&toml::to_string(&changed).ok()?).ok()
}

/// Takes a topic out of every clause, and has the book say that it is silent on it.
fn silence(file: &mut Value, group: &str, topic: &str) -> Option<()> {
    let whole = format!("{group}.{topic}");
    for clause in file.get_mut("clause")?.as_array_mut()? {
        let clause = clause.as_table_mut()?;
        if let Some(topics) = clause.get_mut(group).and_then(Value::as_table_mut) {
            topics.remove(topic);
        }
        if let Some(also) = clause.get_mut("also").and_then(Value::as_array_mut) {
            also.retain(|other| other.as_str() != Some(&whole));
        }
        let is_empty = |value: &Value| match value {
            Value::Table(fields) => fields.is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        clause.retain(|_, value| !is_empty(value));
    }
    let why = Value::String("nothing is said on it".into());
    let on = Value::Array(vec![Value::String(whole)]);
    let silence = toml::Table::from_iter([("on".to_owned(), on), ("why".to_owned(), why)]);
    let silent = file.as_table_mut()?.entry("silent").or_insert_with(|| Value::Array(Vec::new()));
    silent.as_array_mut()?.push(Value::Table(silence));
    Some(())
}
