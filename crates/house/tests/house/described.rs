//! The description of the API says what is taken and given: every act and fact by its fields, nothing left open.

use serde_json::Value;
use std::collections::BTreeSet;
use table::{Act, Fact};

/// Calls `look` with every value in a description, and where it stands.
fn walk(value: &Value, place: &str, look: &mut impl FnMut(&Value, &str)) {
    look(value, place);
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| walk(value, &format!("{place}/{name}"), look))
        }
        Value::Array(values) => values
            .iter()
            .enumerate()
            .for_each(|(index, value)| walk(value, &format!("{place}/{index}"), look)),
        _ => {}
    }
}

/// The words of a type's variants.
fn words(description: &Value, name: &str, tag: &str) -> BTreeSet<String> {
    let variants = description["components"]["schemas"][name]["oneOf"].as_array().unwrap();
    variants.iter().map(|variant| variant["properties"][tag]["const"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_reference_leads_somewhere() {
    let description = house::api::description();
    let mut lost = Vec::new();
    walk(&description, "", &mut |value, place| {
        let named = value.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        if let Some(named) = named.filter(|named| description.pointer(named).is_none()) {
            lost.push(format!("{place} names {named}"));
        }
    });
    assert_eq!(lost, Vec::<String>::new());
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let description = house::api::description();
    let mut names = BTreeSet::new();
    let paths = description["paths"].as_object().unwrap();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
            assert!(!name.is_empty() && names.insert(name.clone()), "{method} {path}: {name}");
        }
    }
}

#[test]
fn every_act_and_every_fact_is_described_with_its_fields() {
    let description = house::api::description();
    let acts: BTreeSet<String> = Act::all().map(|info| info.word.to_owned()).collect();
    assert_eq!(words(&description, "Act", "act"), acts);
    let facts: BTreeSet<String> = Fact::all().map(|info| info.word.to_owned()).collect();
    assert_eq!(words(&description, "StaffFact", "fact"), facts);
    let described = &description["components"]["schemas"]["Act"]["oneOf"];
    for info in Act::all() {
        let variant =
            described.as_array().unwrap().iter().find(|one| one["properties"]["act"]["const"] == info.word);
        let properties = variant.unwrap()["properties"].as_object().unwrap();
        for field in info.fields {
            assert!(properties.contains_key(field.word()), "{} has no {}", info.word, field.word());
        }
    }
}

/// An object without a word on what is in it could be anything.
#[test]
fn no_object_is_left_open() {
    let description = house::api::description();
    let mut open = Vec::new();
    walk(&description, "", &mut |value, place| {
        let says = ["properties", "additionalProperties", "allOf", "oneOf", "anyOf", "patternProperties"];
        if value["type"] == "object" && !says.iter().any(|word| value.get(word).is_some()) {
            open.push(place.to_owned());
        }
    });
    assert_eq!(open, Vec::<String>::new());
}
