//! Every setting as `docs/house.md` lists it, written from the types.

use super::key::{HouseKey, PersonKey, TableKey, WordingKey};
use schemars::schema_for;
use serde_json::Value;
use table::Settings;

/// The lists of the page.
pub fn page() -> String {
    let parts = [
        ("The head of the file", rows(&HouseKey::rows())),
        ("`[wording.en]`, `[wording.zh-CN]`", rows(&WordingKey::rows())),
        ("`[[person]]`", rows(&PersonKey::rows())),
        ("`[[table]]`", rows(&TableKey::rows())),
        ("`[table.set]`", set()),
    ];
    parts.map(|(heading, rows)| format!("\n### {heading}\n\n{rows}")).concat() + "\n"
}

fn rows(all: &[[&str; 3]]) -> String {
    let head = "| setting | | without it |\n| --- | --- | --- |\n".to_owned();
    all.iter().fold(head, |page, [word, about, without]| {
        page + &format!("| `{word}` | {} | {without} |\n", about.trim())
    })
}

/// What `[table.set]` does not take: whether a table deals from sealed shoes or real cards follows from its `cards`.
pub(super) const FOLLOWS: [&str; 2] = ["sealed", "felt"];

/// A table's own settings, from the type that reads them.
fn set() -> String {
    let schema = Value::from(schema_for!(Settings));
    let head = "| setting | | is |\n| --- | --- | --- |\n".to_owned();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let settable = properties.filter(|(word, _)| !FOLLOWS.contains(&word.as_str()));
    settable.fold(head, |page, (word, one)| {
        let about = one["description"].as_str().unwrap_or_default().replace('\n', " ");
        page + &format!("| `{word}` | {about} | {} |\n", kind(one, &schema))
    })
}

/// What a value is, in words.
fn kind(one: &Value, schema: &Value) -> String {
    if let Some(named) = one["$ref"].as_str() {
        let name = named.rsplit('/').next().unwrap_or_default();
        let found = &schema["$defs"][name];
        let words = choices(found);
        return match (words.is_empty(), name) {
            (false, _) => words.join(", "),
            (_, "Money") => "amount".to_owned(),
            _ if found["properties"].is_object() => fields(found),
            _ => kind(found, schema),
        };
    }
    if let Some(several) = one["anyOf"].as_array() {
        let some = several.iter().filter(|one| one["type"] != "null");
        return some.map(|one| kind(one, schema)).collect::<Vec<_>>().join(" or ");
    }
    let types: Vec<&str> = match &one["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        other => other.as_str().into_iter().collect(),
    };
    match types.into_iter().find(|kind| *kind != "null") {
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => format!("list of: {}", kind(&one["items"], schema)),
        Some("object") if one["additionalProperties"].is_object() => {
            format!("by name: {}", kind(&one["additionalProperties"], schema))
        }
        Some("object") => fields(one),
        _ => "text".to_owned(),
    }
}

/// The fields of a value that has several.
fn fields(one: &Value) -> String {
    let names = one["properties"].as_object().into_iter().flatten();
    let names: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
    format!("{{ {} }}", names.join(", "))
}

/// The words that a value may be, if they are a closed list.
fn choices(one: &Value) -> Vec<String> {
    let listed = one["enum"].as_array().into_iter().flatten();
    let each = one["oneOf"].as_array().into_iter().flatten().map(|one| &one["const"]);
    listed.chain(each).filter_map(Value::as_str).map(|word| format!("`{word}`")).collect()
}
