//! What changed since an older pack.

use super::Conformance;
use crate::error::Error;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Something that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The clause, or the part of the pack.
    pub of: String,
    /// What of it.
    pub what: String,
    /// What the older pack says.
    pub before: String,
    /// What this one says.
    pub now: String,
}

/// What of a clause is compared. Lines of code and of transcripts move without meaning anything, so their files are.
const COMPARED: [&str; 7] = ["kind", "gist", "reading", "gives", "code", "transcripts", "verdict"];

/// Holds a pack against an older one, given as its JSON.
pub fn against(pack: &Conformance, old: &str) -> Result<Vec<Difference>, Error> {
    let old: Value = serde_json::from_str(old)
        .map_err(|error| Error::refused(format!("the older pack is not JSON: {error}")))?;
    if old["form"].as_str() != Some(pack.form) {
        return Err(Error::refused(format!("the older pack is of another form; allowed is `{}`", pack.form)));
    }
    if old["book"].as_str() != Some(&pack.book) {
        let found = old["book"].as_str().unwrap_or("no book");
        return Err(Error::refused(format!("the older pack is of {found}; allowed is one of {}", pack.book)));
    }
    let new = serde_json::to_value(pack).map_err(|error| Error::refused(error.to_string()))?;
    let mut found = Vec::new();
    for (of, what) in [
        ("book", "/provenance/sha256"),
        ("book", "/provenance/standing"),
        ("book", "/instrument"),
        ("build", "/build/version"),
        ("build", "/build/commit"),
        ("build", "/build/toolchain"),
        ("build", "/build/lock_sha256"),
        ("build", "/build/binary_sha256"),
        ("transcripts", "/summary/transcripts"),
        ("transcripts", "/summary/transcripts_failed"),
        ("transcripts", "/summary/expectations"),
    ] {
        let name = what.rsplit('/').next().unwrap_or(what);
        compare(of, name, old.pointer(what), new.pointer(what), &mut found);
    }
    let (before, now) = (by_clause(&old), by_clause(&new));
    for (number, clause) in &before {
        match now.get(number) {
            None => found.push(difference(number, "clause", "there", "gone")),
            Some(new) => {
                for key in COMPARED {
                    compare(number, key, clause.get(key), new.get(key), &mut found);
                }
            }
        }
    }
    let added = now.keys().filter(|number| !before.contains_key(*number));
    found.extend(added.map(|number| difference(number, "clause", "not there", "there")));
    Ok(found)
}

fn by_clause(pack: &Value) -> BTreeMap<String, &Value> {
    let clauses = pack["clauses"].as_array().into_iter().flatten();
    clauses.filter_map(|clause| Some((clause["clause"].as_str()?.to_owned(), clause))).collect()
}

fn difference(of: &str, what: &str, before: &str, now: &str) -> Difference {
    Difference { of: of.to_owned(), what: what.to_owned(), before: before.to_owned(), now: now.to_owned() }
}

fn compare(of: &str, what: &str, before: Option<&Value>, now: Option<&Value>, found: &mut Vec<Difference>) {
    let (before, now) = (words(what, before), words(what, now));
    if before != now {
        found.push(difference(of, what, &before, &now));
    }
}

fn words(what: &str, value: Option<&Value>) -> String {
    let of_files = matches!(what, "code" | "transcripts");
    match value {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => {
            let mut all: Vec<String> = items.iter().map(|item| item_words(item, of_files)).collect();
            all.dedup();
            if all.is_empty() { "none".to_owned() } else { all.join("; ") }
        }
        Some(other) => other.to_string(),
    }
}

fn item_words(item: &Value, of_files: bool) -> String {
    match item {
        Value::String(text) if of_files => {
            text.rsplit_once(':').map_or(text.as_str(), |(file, _)| file).to_owned()
        }
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            fields.values().map(|value| value.as_str().unwrap_or_default()).collect::<Vec<_>>().join(" = ")
        }
        other => other.to_string(),
    }
}
