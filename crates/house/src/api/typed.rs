//! The types of the table in the API's description: acts, facts and what they hold, from the very types that read and write them.

use floor::typed::NAMES;
use floor::view::{PlayerFact, PublicFact};
use hall::typed::TOURNAMENT_ACT;
use prizes::typed::PROMOTION_ACT;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};
use table::roads::Roads;
use table::state::record::OpenItem;
use table::{Act, Actor, Breach, Dispute, Due, Fact, Limits, Matter, Possible, TableChange};

/// Where a description keeps its types.
const KEPT: &str = "#/components/schemas/";
/// What is taken in and what is given out under one name may differ: this is put behind the name of what is taken in.
const TAKEN: &str = "Input";
/// This is put before the name of a type of the table where the house has another of that name.
const BY_THE_BOOK: &str = "Book";

/// What the API gives out.
fn given() -> Map<String, Value> {
    let mut generator = generator(SchemaSettings::draft2020_12().for_serialize());
    add::<Actor>(&mut generator);
    add::<Breach>(&mut generator);
    add::<baccarat::clause::Clause>(&mut generator);
    add::<Dispute>(&mut generator);
    add::<Due>(&mut generator);
    add::<Limits>(&mut generator);
    add::<Matter>(&mut generator);
    add::<OpenItem>(&mut generator);
    add::<PlayerFact>(&mut generator);
    add::<Possible>(&mut generator);
    add::<PublicFact>(&mut generator);
    add::<Roads>(&mut generator);
    add::<TableChange>(&mut generator);
    add::<Fact>(&mut generator);
    let mut given = generator.take_definitions(true);
    if let Some(mut fact) = given.remove("Fact") {
        set_apart(&mut fact);
        given.insert("StaffFact".to_owned(), fact);
    }
    given
}

/// What the API takes in.
fn taken() -> Map<String, Value> {
    let mut generator = generator(SchemaSettings::draft2020_12().for_deserialize());
    add::<Act>(&mut generator);
    add::<tournament::Act>(&mut generator);
    add::<promotion::Act>(&mut generator);
    generator.take_definitions(true)
}

fn generator(settings: SchemaSettings) -> SchemaGenerator {
    settings
        .with(|settings| {
            settings.definitions_path = KEPT.trim_start_matches('#').trim_end_matches('/').into()
        })
        .into_generator()
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// Beside a fact stand when and by whose hand it came about, so what it itself calls so is told under other names.
fn set_apart(fact: &mut Value) {
    let variants = fact.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
    for variant in variants {
        for (own, apart) in [("at", "fact_at"), ("by", "fact_by")] {
            let properties = variant.get_mut("properties").and_then(Value::as_object_mut);
            if let Some((properties, value)) =
                properties.and_then(|all| all.remove(own).map(|value| (all, value)))
            {
                properties.insert(apart.to_owned(), value);
            }
            let required = variant.get_mut("required").and_then(Value::as_array_mut).into_iter().flatten();
            required.filter(|name| *name == own).for_each(|name| *name = apart.into());
        }
    }
}

/// Puts another name into every reference to a type.
fn rename(schema: &mut Value, from: &str, to: &str) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(place) if key == "$ref" && place.strip_prefix(KEPT) == Some(from) => {
                        *place = format!("{KEPT}{to}");
                    }
                    other => rename(other, from, to),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, from, to)),
        _ => {}
    }
}

/// Every type of the table that the description names, and what these hold.
fn types() -> Map<String, Value> {
    let (mut all, mut taken) = (given(), taken());
    let differ: Vec<String> = taken
        .iter()
        .filter(|(name, of)| all.get(*name).is_some_and(|given| given != *of))
        .map(|(name, _)| name.clone())
        .collect();
    for name in &differ {
        let other = format!("{name}{TAKEN}");
        taken.values_mut().for_each(|schema| rename(schema, name, &other));
        if let Some(schema) = taken.remove(name) {
            taken.insert(other, schema);
        }
    }
    all.extend(taken);
    all
}

/// The description with the types of the table in it. Where the house has a type of that name too, the table's is told by the book.
pub fn with_types(mut description: Value) -> Value {
    let Some(schemas) = description.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else {
        return description;
    };
    let mut types = types();
    let given = |name: &str| NAMES.contains(&name) || name == TOURNAMENT_ACT || name == PROMOTION_ACT;
    let fields = |schema: &Value| -> Vec<String> {
        let named = schema.get("properties").and_then(Value::as_object);
        named.map(|all| all.keys().cloned().collect()).unwrap_or_default()
    };
    // A view that is described both ways is the same one.
    types.retain(|name, schema| {
        let known = schemas.get(name).filter(|_| !given(name)).map(fields);
        known.is_none_or(|known| known.is_empty() || known != fields(schema))
    });
    let of_the_house = |name: &String| !given(name) && schemas.contains_key(name);
    let twice: Vec<String> = types.keys().filter(|name| of_the_house(name)).cloned().collect();
    for name in twice {
        let other = format!("{BY_THE_BOOK}{name}");
        types.values_mut().for_each(|schema| rename(schema, &name, &other));
        if let Some(schema) = types.remove(&name) {
            types.insert(other, schema);
        }
    }
    schemas.extend(types);
    description
}
