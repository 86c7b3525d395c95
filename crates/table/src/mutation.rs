//! Changes of a book, one value at a time, and whether any transcript notices them: proof that every value matters.
//!
//! A number changes by one, a word to another of its set, a flag turns, a list gets one item shorter, odds and cells of the chart
//! change. A change that no longer reads as a book, or reads as the same book, proves nothing and is passed over.

use crate::transcript::run;
use baccarat::book::Book;
use baccarat::schema::book_schema;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use toml::Value;

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

/// A transcript that passes, and the clauses that it cites.
#[derive(Clone, Debug)]
pub struct Passing {
    /// Its text.
    pub text: String,
    /// The clauses.
    pub cites: BTreeSet<String>,
}

/// A book with every change of it.
pub struct Mutants {
    original: Arc<Book>,
    file: Value,
    /// The changes.
    pub all: Vec<Mutant>,
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It makes no book, or the same one.
    NoBook,
    /// Some transcript fails under it.
    Noticed,
    /// No transcript fails under it.
    Survived,
    /// The table panics under it.
    Panicked,
}

impl Mutants {
    /// Every change of a book; nothing if its text is no TOML.
    pub fn of(original: Arc<Book>, text: &str) -> Option<Mutants> {
        let file = toml::from_str::<toml::Table>(text).map(Value::Table).ok()?;
        let all = mutants(&file);
        Some(Mutants { original, file, all })
    }

    /// Tries a change against transcripts that pass under the book as it is. Those that cite the changed clause are tried first, then
    /// those that noticed most so far, which `lucky` counts.
    pub fn fate(&self, mutant: &Mutant, transcripts: &[Passing], lucky: &[AtomicUsize]) -> Fate {
        let Some(book) = self.changed(mutant) else { return Fate::NoBook };
        match catch_unwind(AssertUnwindSafe(|| is_noticed(&book, mutant, transcripts, lucky))) {
            Ok(true) => Fate::Noticed,
            Ok(false) => Fate::Survived,
            Err(_) => Fate::Panicked,
        }
    }

    /// The book that a change makes, if it makes another one.
    fn changed(&self, mutant: &Mutant) -> Option<Arc<Book>> {
        let mut file = self.file.clone();
        *at(&mut file, &mutant.path)? = mutant.value.clone();
        let text = toml::to_string(&file).ok()?;
        let book = Book::read(&text).ok()?;
        (book != *self.original).then(|| Arc::new(book))
    }
}

/// One change: what it is called, the clauses it touches, where it is and what stands there instead.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What it is called: the clause or the wager, the topic, and what becomes what.
    pub name: String,
    /// The clauses that give the value; none if it is assumed.
    pub clauses: Vec<String>,
    path: Path,
    value: Value,
}

/// Where a value stands in a book file.
type Path = Vec<Step>;

#[derive(Clone, Debug)]
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
        for (group, topics) in entry.as_table().into_iter().flatten() {
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
        let rows = wager.get("rows").and_then(Value::as_array).unwrap_or(&none);
        for (place, row) in rows.iter().enumerate() {
            let by = match row.get("by") {
                Some(Value::String(clause)) => vec![clause.clone()],
                Some(Value::Array(list)) => {
                    list.iter().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
                }
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
                let id = wager.get("id").and_then(Value::as_str).unwrap_or_default();
                let root = format!("{id}{methods} row {}", place + 1);
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
    let found = path.iter().try_fold(file, |value, step| match step {
        Step::Key(key) => value.get(key.as_str()),
        Step::Item(index) => value.get(*index),
    });
    let Some(value) = found else { return };
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

/// Does any transcript fail under a changed book? Those that cite the changed clause are tried first.
fn is_noticed(book: &Arc<Book>, mutant: &Mutant, transcripts: &[Passing], lucky: &[AtomicUsize]) -> bool {
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

/// Survivors that a list names, each with its reason: lines such as `9.4 limits: 5 to 6  # why`.
pub fn listed(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, reason) = line.split_once("  # ").unwrap_or((line, ""));
            (name.trim().to_owned(), reason.trim().to_owned())
        })
        .collect()
}
