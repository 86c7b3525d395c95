//! From TOML to terms. What the book asks for is checked afterwards.

use super::*;
use declared::Reader;
use toml::Value;

/// Every key that a terms file may have, section by section; a prize may have any detail besides.
const KEYS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "promotion",
            "name",
            "book",
            "version",
            "zone",
            "award",
            "held",
            "eligible",
            "entry",
            "qualifying_wager",
            "closes",
            "claim",
            "one_prize_each",
            "notify",
            "results",
            "reserves",
            "reservations",
            "channels",
            "prize",
            "further",
        ],
    ),
    ("award", &["how", "when", "where"]),
    ("held", &["place", "from", "to"]),
    ("entry", &["how", "each"]),
    ("qualifying_wager", &["least", "tables", "tickets", "tokens_count"]),
    ("claim", &["how", "by", "present", "within_days", "else"]),
    (
        "prize",
        &[
            "sort",
            "what",
            "value",
            "conditional",
            "conditions",
            "cash_instead",
            "is",
            "millilitres",
            "includes",
            "make",
            "model",
            "accessories",
            "on_road_costs",
            "persons",
            "airfares",
            "transfers",
            "other_transport",
            "duration",
            "accommodation_standard",
            "meals",
            "travel_dates",
            "spending_money",
            "dwelling_type",
            "plans",
            "contract",
            "easements",
            "location",
            "conveyancing",
            "legal_costs",
            "fixtures",
            "furniture",
        ],
    ),
];

/// Keys of a prize that are no details.
const PLAIN: [&str; 9] =
    ["sort", "what", "value", "conditional", "conditions", "cash_instead", "is", "millilitres", "includes"];

/// Keys of a part of a prize.
const PART: [&str; 3] = ["what", "is", "millilitres"];

/// A time at a path; nothing if there is none or it lacks date, time or offset.
pub(super) fn time(file: &File, path: &str) -> Option<Time> {
    declared::time_of(file.get(path)?.as_datetime()?)
}

pub(super) fn terms(file: &File, book: &Book, hash: Hash) -> (Terms, Vec<Fault>) {
    let mut reader = Reader::new(file);
    reader.unknown_keys(KEYS, "prize");
    for key in ["promotion", "name", "book", "zone"] {
        if !file.has(key) {
            reader.fault(key, format!("there is no `{key}`; allowed is a text"));
        }
        if file.text(key).is_some_and(|text| text.trim().is_empty()) {
            reader.fault(key, format!("`{key}` is empty; allowed is a text"));
        }
    }
    let named = reader.text("book");
    // A house's own book has no id on the shelf, and is named by its file.
    let by_file = baccarat::shelf::text(&book.id).is_none() && named.ends_with(".toml");
    if !named.is_empty() && named != book.id && !by_file {
        let message = format!("found `{named}`; allowed is `{}`, the book it is held against", book.id);
        reader.fault("book", message);
    }
    let prizes = (0..file.count("prize")).map(|index| prize(&mut reader, index)).collect();
    let terms = Terms {
        id: reader.id("promotion"),
        name: reader.text("name"),
        book: named,
        version: reader.whole("version", 1_000_000).unwrap_or(1),
        hash,
        zone: zone(&mut reader),
        award: Award {
            how: reader.text("award.how"),
            when: time(file, "award.when").unwrap_or_default(),
            place: reader.text("award.where"),
        },
        held: Held {
            place: reader.text("held.place"),
            from: time(file, "held.from").unwrap_or_default(),
            to: time(file, "held.to").or_else(|| time(file, "held.from")).unwrap_or_default(),
        },
        eligible: reader.text("eligible"),
        entry: file.has("entry").then(|| EntryForm {
            how: reader.text("entry.how"),
            each: reader.whole("entry.each", 1_000).unwrap_or(1),
        }),
        qualifying: file.has("qualifying_wager").then(|| QualifyingWager {
            least: reader.money("qualifying_wager.least").unwrap_or_default(),
            tables: reader.texts("qualifying_wager.tables"),
            tickets: reader.whole("qualifying_wager.tickets", 1_000).unwrap_or(1),
            tokens_count: reader.flag("qualifying_wager.tokens_count").unwrap_or(false),
        }),
        closes: time(file, "closes").unwrap_or_default(),
        claim: ClaimTerms {
            how: reader.text("claim.how"),
            by: reader.texts("claim.by"),
            present: reader.flag("claim.present").unwrap_or(false),
            within_days: reader.whole("claim.within_days", 10_000).unwrap_or(28),
            unclaimed: {
                let words = [("next-ticket", Unclaimed::NextTicket), ("lapses", Unclaimed::Lapses)];
                reader.word("claim.else", &words).unwrap_or_default()
            },
        },
        one_prize_each: reader.flag("one_prize_each").unwrap_or(false),
        notify: reader.texts("notify"),
        results: reader.text("results"),
        reservations: reader.text("reservations"),
        channels: reader.texts("channels"),
        prizes,
        further: further(file),
    };
    if terms.entry.is_none() && terms.qualifying.is_none() {
        reader.fault("entry", "there is neither `entry` nor `qualifying_wager`; allowed is either, or both");
    }
    (terms, reader.faults)
}

fn zone(reader: &mut Reader<'_>) -> Zone {
    let text = reader.text("zone");
    match Zone::parse(&text) {
        Ok(zone) => zone,
        Err(_) if text.is_empty() => Zone::default(),
        Err(message) => {
            reader.fault("zone", message);
            Zone::default()
        }
    }
}

fn further(file: &File) -> BTreeMap<String, String> {
    let table = file.get("further").and_then(Value::as_table);
    let texts = table
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
    texts.collect()
}

fn prize(reader: &mut Reader<'_>, index: usize) -> Prize {
    let path = |key: &str| format!("prize[{index}].{key}");
    let details = reader.file.get(&format!("prize[{index}]")).and_then(Value::as_table);
    let details = details.into_iter().flatten().filter(|(key, _)| !PLAIN.contains(&key.as_str()));
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Boolean(true) => "yes".to_owned(),
        Value::Boolean(false) => "no".to_owned(),
        other => other.to_string(),
    };
    let details: BTreeMap<String, String> = details.map(|(key, value)| (key.clone(), text(value))).collect();
    let words: Vec<(String, BarredPrize)> =
        BarredPrize::ALL.iter().map(|word| (word.to_string(), *word)).collect();
    let words: Vec<(&str, BarredPrize)> =
        words.iter().map(|(word, barred)| (word.as_str(), *barred)).collect();
    let what = reader.text(&path("what"));
    let itself = Part {
        what: what.clone(),
        is: reader.word(&path("is"), &words),
        millilitres: reader.whole(&path("millilitres"), 100_000_000).unwrap_or(0),
    };
    let mut parts = vec![itself];
    parts.extend(includes(reader, &path("includes"), &words));
    Prize {
        sort: reader.word(&path("sort"), &Sort::WORDS).unwrap_or(Sort::Goods),
        what,
        value: reader.money(&path("value")).unwrap_or_default(),
        details,
        conditions: reader.text(&path("conditions")),
        cash_instead: reader.flag(&path("cash_instead")).unwrap_or(false),
        parts,
    }
}

/// `includes = ["A cruise", { what = "Cigars", is = "tobacco" }, { what = "Wine", is = "liquor", millilitres = 750 }]`.
fn includes(reader: &mut Reader<'_>, path: &str, words: &[(&str, BarredPrize)]) -> Vec<Part> {
    let part = |value: &Value| match value {
        Value::String(what) => Some(Part { what: what.clone(), is: None, millilitres: 0 }),
        // A key that nobody reads may have been meant to say that the part is barred.
        Value::Table(table) if table.keys().any(|key| !PART.contains(&key.as_str())) => None,
        Value::Table(table) => {
            let is = match table.get("is") {
                Some(word) => Some(words.iter().find(|(known, _)| word.as_str() == Some(known))?.1),
                None => None,
            };
            let millilitres = table.get("millilitres").map_or(Some(0), Value::as_integer)?;
            Some(Part {
                what: table.get("what")?.as_str()?.to_owned(),
                is,
                millilitres: u32::try_from(millilitres).ok()?,
            })
        }
        _ => None,
    };
    let items: &[Value] = match reader.file.get(path) {
        Some(Value::Array(items)) => items,
        Some(other) => std::slice::from_ref(other),
        None => &[],
    };
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let mut parts = Vec::new();
    for item in items {
        match part(item) {
            Some(part) => parts.push(part),
            // What is odd about one part hides nothing of the others.
            None => reader.fault(
                path,
                format!(
                    "`{path}`: found {item}; allowed is a text or {{ what, is, millilitres }} with `is` one of {}",
                    words.join(", ")
                ),
            ),
        }
    }
    parts
}
