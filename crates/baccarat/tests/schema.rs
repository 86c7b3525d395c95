//! The JSON Schema of a book file, held against the books that the loader takes.

use baccarat::schema::book_schema;
use serde_json::Value;
use std::path::PathBuf;

/// What is wrong with a value by a schema, as far as books use schemas; a word that is not known here is a failure.
fn wrong(schema: &Value, value: &Value, root: &Value, place: &str) -> Vec<String> {
    let Some(words) = schema.as_object() else { return Vec::new() };
    words.iter().flat_map(|(word, asked)| wrong_by(word, asked, schema, value, root, place)).collect()
}

fn wrong_by(
    word: &str,
    asked: &Value,
    schema: &Value,
    value: &Value,
    root: &Value,
    place: &str,
) -> Vec<String> {
    let unless =
        |holds: bool| if holds { Vec::new() } else { vec![format!("{place}: {word} {asked}: {value}")] };
    let beyond =
        |is: fn(f64, f64) -> bool| value.as_f64().is_some_and(|value| is(value, asked.as_f64().unwrap()));
    let list = || asked.as_array().unwrap().iter();
    match word {
        "$schema" | "$defs" | "title" | "description" | "format" | "default" => Vec::new(),
        // How a text is spelt is left to the loader.
        "pattern" => Vec::new(),
        "type" => unless(types(asked).iter().any(|kind| is_of(kind, value))),
        "const" => unless(value == asked),
        "enum" => unless(list().any(|one| one == value)),
        "minimum" => unless(!beyond(|value, least| value < least)),
        "maximum" => unless(!beyond(|value, most| value > most)),
        "minItems" => {
            unless(value.as_array().is_none_or(|items| items.len() as u64 >= asked.as_u64().unwrap()))
        }
        "required" => {
            unless(!value.is_object() || list().all(|key| value.get(key.as_str().unwrap()).is_some()))
        }
        "properties" => each_key(value, |key, inner| match asked.get(key) {
            Some(schema) => wrong(schema, inner, root, &format!("{place}.{key}")),
            None => Vec::new(),
        }),
        "additionalProperties" => each_key(value, |key, inner| match asked {
            _ if schema["properties"].get(key).is_some() => Vec::new(),
            Value::Bool(false) => vec![format!("{place}: {key} is not known")],
            asked => wrong(asked, inner, root, &format!("{place}.{key}")),
        }),
        "items" => {
            let items = value.as_array().into_iter().flatten().enumerate();
            items.flat_map(|(at, item)| wrong(asked, item, root, &format!("{place}[{at}]"))).collect()
        }
        "$ref" => {
            let path = asked.as_str().unwrap().strip_prefix('#').unwrap();
            wrong(root.pointer(path).unwrap(), value, root, place)
        }
        "anyOf" => unless(list().any(|schema| wrong(schema, value, root, place).is_empty())),
        "oneOf" => unless(list().filter(|schema| wrong(schema, value, root, place).is_empty()).count() == 1),
        other => panic!("the schema uses `{other}`, which this test does not know"),
    }
}

fn each_key(value: &Value, wrong: impl Fn(&str, &Value) -> Vec<String>) -> Vec<String> {
    value.as_object().into_iter().flatten().flat_map(|(key, inner)| wrong(key, inner)).collect()
}

fn types(asked: &Value) -> Vec<&str> {
    match asked {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => panic!("type: {asked}"),
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("type: {other}"),
    }
}

fn faults(text: &str) -> Vec<String> {
    let schema = book_schema().to_value();
    let book: toml::Table = text.parse().unwrap();
    let book = serde_json::to_value(book).unwrap();
    wrong(&schema, &book, &schema, "")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../books").join(path)).unwrap()
}

#[test]
fn every_book_fits_the_schema() {
    for book in ["act.toml", "nz.toml", "qld.toml", "nsw.toml"] {
        assert_eq!(faults(&read(book)), [""; 0], "{book}");
    }
    for example in ["examples/canberra-dragon-7.toml", "examples/sydney-lucky-6.toml"] {
        assert_eq!(faults(&read(example)), [""; 0], "{example}");
    }
}

#[test]
fn what_the_loader_refuses_does_not_fit() {
    let book = read("examples/canberra-dragon-7.toml");
    let check = |old: &str, new: &str| {
        assert!(book.contains(old), "{old}");
        assert_ne!(faults(&book.replacen(old, new, 1)), [""; 0], "{new}");
    };
    check("kind   = \"compute\"", "kind   = \"sum\"");
    check("gist   =", "jest   =");
    check("actor  = \"system\"", "actor  = \"sytem\"");
    check("based_on   = \"act\"", "based_on   = \"vic\"");
    check("class = \"side\"", "class = \"main\"\nstake = 5");
    check("winner = \"banker\", banker_total = 7", "winner = \"bank\", banker_total = 7");
    check("banker_total = 7", "banker_total = 17");
    check("main_wager = \"never\"", "main_wager = \"sometimes\"");
    check("sides.offered ", "sides.offred ");
}
