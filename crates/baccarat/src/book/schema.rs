//! The JSON Schema of a book file, generated from the types that read it.

use crate::book::read::RowText;
use crate::clause::{ClauseKind, Scope};
use crate::outcome::Winner;
use crate::rules::Rules;
use crate::rules::people::Role;
use crate::topic::Need;
use crate::wager::{OneOf, WagerClass};
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings, json_schema};

/// The schema, for editors and other checkers.
pub fn book_schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let topics = topic_properties(&mut generator);
    let clause = clause_schema(&mut generator, &topics);
    let assumed = assumed_schema(&topics);
    let wager = wager_schema(&mut generator);
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Croupier rule book",
        "description": "One casino rule book: its clauses in order, each value beside the clause that gives it, and its wagers.",
        "type": "object",
        "additionalProperties": false,
        "required": ["book", "name", "instrument"],
        "properties": {
            "book": { "type": "string", "description": "The short id." },
            "name": { "type": "string", "description": "What people call it." },
            "instrument": { "type": "string", "description": "The instrument it was made from." },
            "based_on": { "enum": crate::shelf::ids(), "description": "The published book that this one varies." },
            "words": { "type": "object", "additionalProperties": { "type": "string" }, "description": "Our word, and the book's own." },
            "clause": { "type": "array", "items": clause },
            "assumed": { "type": "array", "items": assumed },
            "silent": { "type": "array", "items": silent_schema() },
            "wager": { "type": "array", "items": wager },
        },
    });
    let definitions = generator.take_definitions(true);
    schema.insert("$defs".into(), definitions.into());
    schema
}

type Properties = serde_json::Map<String, serde_json::Value>;

/// For each group of topics, an object with the schema of each topic.
fn topic_properties(generator: &mut SchemaGenerator) -> Properties {
    let infos = Rules::topics();
    let groups = Rules::groups().into_iter().map(|(group, about)| {
        let topics = infos.iter().filter_map(|info| {
            let key = info.id.strip_prefix(group)?.strip_prefix('.')?;
            let mut schema = (info.schema)(generator);
            let also = if info.need == Need::Many { " Any number of clauses may add to it." } else { "" };
            schema.insert("description".into(), format!("{}{also}", info.about).into());
            Some((key.to_owned(), schema.to_value()))
        });
        let topics: Properties = topics.collect();
        let group_schema = serde_json::json!({
            "type": "object", "description": about, "additionalProperties": false, "properties": topics,
        });
        (group.to_owned(), group_schema)
    });
    groups.collect()
}

fn clause_schema(generator: &mut SchemaGenerator, topics: &Properties) -> serde_json::Value {
    let mut properties = serde_json::json!({
        "number": { "type": "string", "description": "The number, as the instrument writes it." },
        "kind": generator.subschema_for::<ClauseKind>(),
        "actor": generator.subschema_for::<OneOf<Role>>(),
        "gist": { "type": "string", "description": "What it says, in our own words." },
        "reading": { "type": "string", "description": "Where its words leave a choice: the reading taken, and why." },
        "also": { "type": "array", "items": { "type": "string" }, "description": "Topics given by another clause that this one supports." },
        "for": generator.subschema_for::<Scope>(),
    });
    extend(&mut properties, topics);
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["number", "kind", "actor", "gist"],
        "properties": properties,
    })
}

fn assumed_schema(topics: &Properties) -> serde_json::Value {
    let mut properties = serde_json::json!({
        "why": { "type": "string", "description": "Why it is assumed." },
    });
    extend(&mut properties, topics);
    serde_json::json!({
        "type": "object", "additionalProperties": false, "required": ["why"], "properties": properties,
    })
}

fn extend(properties: &mut serde_json::Value, more: &Properties) {
    if let Some(properties) = properties.as_object_mut() {
        properties.extend(more.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
}

fn silent_schema() -> serde_json::Value {
    let topics = Rules::topics().into_iter().map(|info| info.id.to_owned());
    let groups = Rules::groups().into_iter().map(|(group, _)| format!("{group}.*"));
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["on", "why"],
        "properties": {
            "on": { "type": "array", "items": { "enum": topics.chain(groups).collect::<Vec<_>>() } },
            "why": { "type": "string" },
        },
    })
}

fn wager_schema(generator: &mut SchemaGenerator) -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "name", "class", "rows"],
        "properties": {
            "id": { "type": "string", "pattern": "^([a-z0-9-]|\\{rank\\}){1,40}$" },
            "name": { "type": "string" },
            "each": {
                "type": "object",
                "additionalProperties": false,
                "required": ["rank"],
                "properties": { "rank": { "type": "string" } },
                "description": "One wager of every rank, {rank} standing for it: { rank = \"A-K\" }.",
            },
            "class": generator.subschema_for::<WagerClass>(),
            "backs": generator.subschema_for::<Winner>(),
            "methods": { "type": "array", "items": { "type": "string" }, "description": "The settlement methods it belongs to; all if absent." },
            "rows": { "type": "array", "items": generator.subschema_for::<RowText>(), "description": "In order; the first row that fits decides." },
        },
    })
}
