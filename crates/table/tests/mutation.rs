//! Every value of every book matters: change one, and some transcript fails.
//!
//! Each book is changed one value at a time (a number by one, a word to another of its set, a flag, a list one item
//! shorter, odds, a cell of the tableau). A change that no longer reads as a book, or reads as the same book, proves
//! nothing and is passed over. Any other must make a transcript of that book fail.
//!
//! `transcripts/survivors-<book>.list` names the changes that no transcript notices yet, with the reason. It may only
//! shrink: a survivor that is not listed fails the test, and so does a listed one that is noticed by now.
//!
//! By default a fixed sample is tried. `CROUPIER_MUTANTS=all` tries everything, and `CROUPIER_MUTANTS=write` also
//! rewrites the lists, dropping what is noticed by now (and adding what is new, which a reviewer should question).

mod common;

use baccarat::book::Book;
use baccarat::schema::book_schema;
use baccarat::shelf;
use common::tables::book;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use table::transcript::run;
use toml::Value;

/// How many changes of each book the default run tries.
const SAMPLE: usize = 120;

/// Topics of play, regular or gone wrong, of conduct and devices; tournaments and promotions have their own proofs.
const REGULAR: &[&str] = &[
    "cards",
    "tableau",
    "supply",
    "equipment",
    "table",
    "shuffle",
    "cut",
    "burn",
    "last",
    "betting",
    "limits",
    "differential",
    "sides",
    "notice",
    "dealing",
    "settlement",
    "no_bet",
    "procedure",
    "irregularities",
    "malfunction",
    "conduct",
];

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

fn transcripts_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts")
}

/// A transcript, and the clauses that it cites.
struct Played {
    text: String,
    cites: BTreeSet<String>,
}

/// The transcripts of a book that pass.
fn transcripts(id: &str, book: &Arc<Book>) -> Vec<Played> {
    let Ok(folder) = std::fs::read_dir(transcripts_folder().join(id)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = folder.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    texts
        .filter_map(|text| {
            let report = run(&text, |_| Some(book.clone()));
            let cites = report.covered.into_iter().map(|(clause, _)| clause).collect();
            report.failures.is_empty().then_some(Played { text, cites })
        })
        .collect()
}

/// One change: what it is called, the clauses it touches, where it is and what stands there instead.
struct Mutant {
    name: String,
    clauses: Vec<String>,
    path: Path,
    value: Value,
}

/// Where a value stands in a book file.
type Path = Vec<Step>;

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
fn word_sets() -> Vec<Vec<String>> {
    fn gather(json: &Json, sets: &mut BTreeSet<Vec<String>>) {
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
                fields.values().for_each(|value| gather(value, sets));
            }
            Json::Array(items) => items.iter().for_each(|item| gather(item, sets)),
            _ => {}
        }
    }
    let mut sets = BTreeSet::new();
    gather(&book_schema().to_value(), &mut sets);
    sets.into_iter().collect()
}

/// Every change of a value, by what it becomes.
fn changes(value: &Value, words: &[Vec<String>]) -> Vec<(String, Value)> {
    match value {
        Value::Integer(number) => {
            [number + 1, number - 1].map(|number| (number.to_string(), Value::Integer(number))).to_vec()
        }
        Value::Boolean(flag) => vec![((!flag).to_string(), Value::Boolean(!flag))],
        Value::String(text) if text.contains('|') => tableau_changes(text),
        Value::String(text) => {
            if let Some((wins, rest)) = text.split_once(" to ")
                && let Ok(wins) = wins.parse::<u32>()
            {
                let more = format!("{} to {rest}", wins + 1);
                return vec![(more.clone(), Value::String(more))];
            }
            let sets = words.iter().filter(|set| set.contains(text));
            let others: BTreeSet<&String> = sets
                .filter_map(|set| {
                    let place = set.iter().position(|word| word == text)?;
                    set.get((place + 1) % set.len())
                })
                .collect();
            others.into_iter().map(|word| (word.clone(), Value::String(word.clone()))).collect()
        }
        _ => Vec::new(),
    }
}

/// Each cell of a chart turned over.
fn tableau_changes(text: &str) -> Vec<(String, Value)> {
    let body = text.find('\n').unwrap_or(0);
    let mut changes = Vec::new();
    for (place, letter) in text.char_indices() {
        let alone = text[..place].ends_with(' ') && text[place + 1..].starts_with([' ', '\n']);
        let other = match letter {
            'D' => "S",
            'S' => "D",
            _ => continue,
        };
        if alone && place > body {
            let mut turned = text.to_owned();
            turned.replace_range(place..=place, other);
            let line = text[..place].matches('\n').count();
            let column = text[..place].lines().last().unwrap_or_default().len();
            changes.push((format!("{other} in line {line} column {column}"), Value::String(turned)));
        }
    }
    changes
}

fn mutants(file: &Value) -> Vec<Mutant> {
    let words = word_sets();
    let mut all = Vec::new();
    let mut add = |root: &str, clauses: Vec<String>, path: Path, topic: &str| {
        walk(file, &words, root, &clauses, path, topic, &mut all)
    };
    let none = Vec::new();
    let listed = |key: &str| file.get(key).and_then(Value::as_array).unwrap_or(&none).iter().enumerate();
    for (list, (index, entry)) in
        ["clause", "assumed"].into_iter().flat_map(|list| listed(list).map(move |entry| (list, entry)))
    {
        // What is assumed rests on no clause.
        let (root, clauses) = match entry.get("number").and_then(Value::as_str) {
            Some(number) => (number.to_owned(), vec![number.to_owned()]),
            None => (list.to_owned(), Vec::new()),
        };
        for (group, topics) in entry.as_table().unwrap() {
            let Some(topics) = topics.as_table().filter(|_| REGULAR.contains(&group.as_str())) else {
                continue;
            };
            for topic in topics.keys() {
                let path = vec![
                    Step::Key(list.into()),
                    Step::Item(index),
                    Step::Key(group.clone()),
                    Step::Key(topic.clone()),
                ];
                add(&root, clauses.clone(), path, &format!("{group}.{topic}"));
            }
        }
        // Charts stand under their own name.
        if entry.get("tableau").is_some_and(Value::is_str) {
            let path = vec![Step::Key(list.into()), Step::Item(index), Step::Key("tableau".into())];
            add(&root, clauses.clone(), path, "tableau");
        }
    }
    for (index, wager) in listed("wager") {
        for (place, row) in wager["rows"].as_array().unwrap().iter().enumerate() {
            let by = match row.get("by") {
                Some(Value::String(clause)) => vec![clause.clone()],
                Some(Value::Array(list)) => list.iter().map(|one| one.as_str().unwrap().to_owned()).collect(),
                _ => Vec::new(),
            };
            for key in ["when", "pays"].into_iter().filter(|key| row.get(*key).is_some()) {
                let path = ["wager", "rows"]
                    .into_iter()
                    .zip([index, place])
                    .flat_map(|(key, item)| [Step::Key(key.into()), Step::Item(item)])
                    .chain([Step::Key(key.into())])
                    .collect();
                let methods = wager.get("methods").map(|methods| format!(" {methods}")).unwrap_or_default();
                let root = format!("{}{methods} row {}", wager["id"].as_str().unwrap(), place + 1);
                add(&root, by.clone(), path, key);
            }
        }
    }
    all
}

/// Every change at or under a place.
fn walk(
    file: &Value,
    words: &[Vec<String>],
    root: &str,
    clauses: &[String],
    path: Path,
    topic: &str,
    all: &mut Vec<Mutant>,
) {
    let value = path.iter().fold(file, |value, step| match step {
        Step::Key(key) => &value[key.as_str()],
        Step::Item(index) => &value[*index],
    });
    let mut push = |name: String, value: Value| {
        all.push(Mutant { name, clauses: clauses.to_vec(), path: path.clone(), value });
    };
    for (message, changed) in changes(value, words) {
        push(format!("{root} {topic}: {} to {message}", short(value)), changed);
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                if items.len() > 1 {
                    let mut fewer = items.clone();
                    fewer.remove(index);
                    push(format!("{root} {topic}: without {}", short(item)), Value::Array(fewer));
                }
            }
            for index in 0..items.len() {
                let path = path.iter().cloned().chain([Step::Item(index)]).collect();
                walk(file, words, root, clauses, path, &format!("{topic}[{index}]"), all);
            }
        }
        Value::Table(fields) => {
            for key in fields.keys() {
                let path = path.iter().cloned().chain([Step::Key(key.clone())]).collect();
                walk(file, words, root, clauses, path, &format!("{topic}.{key}"), all);
            }
        }
        _ => {}
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    if text.contains('|') { "chart".into() } else { text.chars().take(70).collect() }
}

/// The book that a change makes, if it makes another one.
fn changed(original: &Book, file: &Value, mutant: &Mutant) -> Option<Arc<Book>> {
    let mut file = file.clone();
    *at(&mut file, &mutant.path) = mutant.value.clone();
    let text = toml::to_string(&file).ok()?;
    let book = Book::read(&text).ok()?;
    (book != *original).then(|| Arc::new(book))
}

/// Does any transcript fail under a changed book? Those that cite the changed clause are tried first.
fn is_noticed(book: &Arc<Book>, mutant: &Mutant, transcripts: &[Played], lucky: &[AtomicUsize]) -> bool {
    let mut order: Vec<usize> = (0..transcripts.len()).collect();
    order.sort_by_key(|index| {
        let cites = mutant.clauses.iter().any(|clause| transcripts[*index].cites.contains(clause));
        (!cites, std::cmp::Reverse(lucky[*index].load(Ordering::Relaxed)))
    });
    order.into_iter().any(|index| {
        let fails = !run(&transcripts[index].text, |_| Some(book.clone())).failures.is_empty();
        if fails {
            lucky[index].fetch_add(1, Ordering::Relaxed);
        }
        fails
    })
}

fn survivors_file(id: &str) -> PathBuf {
    transcripts_folder().join(format!("survivors-{id}.list"))
}

/// The listed survivors, each with its reason.
fn listed(id: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(survivors_file(id)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, reason) = line.split_once("  # ").unwrap_or((line, ""));
            (name.trim().to_owned(), reason.trim().to_owned())
        })
        .collect()
}

fn check(id: &str) {
    let how = std::env::var("CROUPIER_MUTANTS").unwrap_or_default();
    let whole = matches!(how.as_str(), "all" | "write");
    let original = book(id);
    let transcripts = transcripts(id, &original);
    let file: Value = toml::from_str::<toml::Table>(shelf::text(id).unwrap()).map(Value::Table).unwrap();
    let all = mutants(&file);
    let names: BTreeSet<&str> = all.iter().map(|mutant| mutant.name.as_str()).collect();
    let every = if whole { 1 } else { (all.len() / SAMPLE).max(1) };
    let chosen: Vec<&Mutant> = all.iter().step_by(every).collect();
    let lucky: Vec<AtomicUsize> = transcripts.iter().map(|_| AtomicUsize::new(0)).collect();
    let next = AtomicUsize::new(0);
    let (tried, survived, panicked) =
        (Mutex::new(BTreeSet::new()), Mutex::new(BTreeSet::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(mutant) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(book) = changed(&original, &file, mutant) else { continue };
                    tried.lock().unwrap().insert(mutant.name.clone());
                    let noticed =
                        catch_unwind(AssertUnwindSafe(|| is_noticed(&book, mutant, &transcripts, &lucky)));
                    match noticed {
                        Ok(true) => {}
                        Ok(false) => {
                            survived.lock().unwrap().insert(mutant.name.clone());
                        }
                        Err(_) => panicked.lock().unwrap().push(mutant.name.clone()),
                    }
                }
            });
        }
    });
    let (tried, survived, panicked) =
        (tried.into_inner().unwrap(), survived.into_inner().unwrap(), panicked.into_inner().unwrap());
    println!("{id}: {} changes, {} tried, {} went unnoticed", all.len(), tried.len(), survived.len());
    assert!(panicked.is_empty(), "{id}: the table panics under these changes: {panicked:#?}");
    let known = listed(id);
    if how == "write" {
        write_list(id, &survived, &known);
        return;
    }
    let new: Vec<&String> = survived.iter().filter(|name| !known.contains_key(*name)).collect();
    assert!(new.is_empty(), "{id}: no transcript notices these changes:\n{}", lines(&new));
    let noticed: Vec<&String> =
        known.keys().filter(|name| tried.contains(*name) && !survived.contains(*name)).collect();
    assert!(noticed.is_empty(), "{id}: noticed by now, so take them off the list:\n{}", lines(&noticed));
    let gone: Vec<&String> = known.keys().filter(|name| !names.contains(name.as_str())).collect();
    assert!(
        gone.is_empty(),
        "{id}: the book has no such value, so take them off the list:\n{}",
        lines(&gone)
    );
    let bare: Vec<&String> = known.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| name).collect();
    assert!(bare.is_empty(), "{id}: say why these go unnoticed:\n{}", lines(&bare));
}

fn lines(names: &[&String]) -> String {
    names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join("\n")
}

fn write_list(id: &str, survived: &BTreeSet<String>, known: &BTreeMap<String, String>) {
    let mut text = format!(
        "# Changes of books/{id}.toml that no transcript notices yet, each with the reason. This list may only shrink.\n\
         # `CROUPIER_MUTANTS=all cargo test --release -p table --test mutation {id}` checks all of it.\n"
    );
    for name in survived {
        let why = known.get(name).cloned().unwrap_or_else(|| "no transcript turns on this value yet".into());
        text.push_str(&format!("{name}  # {why}\n"));
    }
    std::fs::write(survivors_file(id), text).unwrap();
}
