//! What pages say, in every language that is shipped: Fluent files, one for each room.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// A language that pages are shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// English, complete, and what is said where another language is silent.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The tag by which browsers know it.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-CN",
        }
    }

    /// What its speakers call it.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Chinese => "简体中文",
        }
    }

    /// The language with this tag.
    pub fn tagged(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(tag.trim()))
    }

    /// The best of ours for an `Accept-Language` header: the first that the reader takes, by their own order of liking.
    pub fn accepted(header: &str) -> Language {
        let mut wanted: Vec<(f32, &str)> = header.split(',').filter_map(weighed).collect();
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        wanted.into_iter().find_map(|(_, tag)| Language::spoken_as(tag)).unwrap_or(Language::English)
    }

    /// The language of a request: the one that its reader has chosen, or the best of ours.
    pub fn of(headers: &HeaderMap) -> Language {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kept = header(COOKIE).split(';').find_map(|pair| pair.trim().strip_prefix("language="));
        kept.and_then(Language::tagged).unwrap_or_else(|| Language::accepted(header(ACCEPT_LANGUAGE)))
    }

    fn spoken_as(tag: &str) -> Option<Language> {
        let main = tag.split('-').next().unwrap_or(tag);
        Language::tagged(tag).or_else(|| {
            Language::ALL.into_iter().find(|language| {
                language.tag().split('-').next().is_some_and(|our| our.eq_ignore_ascii_case(main))
            })
        })
    }

    /// What pages say in this language.
    pub fn texts(self) -> &'static Texts {
        static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::English, ENGLISH_FILES));
        static CHINESE: LazyLock<Texts> = LazyLock::new(|| Texts::read(Language::Chinese, CHINESE_FILES));
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }
}

/// One entry of an `Accept-Language` header: how much it is liked, and the tag. What is not liked at all is left out.
fn weighed(entry: &str) -> Option<(f32, &str)> {
    let (tag, rest) = entry.split_once(';').unwrap_or((entry, ""));
    let weight = rest.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse().ok())?;
    (weight > 0.0).then_some((weight, tag.trim()))
}

type Files = &'static [(&'static str, &'static str)];

macro_rules! files {
    ($language:literal: $($room:literal)+) => {
        &[
            ("shell", include_str!(concat!($language, ".ftl"))),
            $(($room, include_str!(concat!("../rooms/", $room, "/", $language, ".ftl")))),+
        ]
    };
}

const ENGLISH_FILES: Files = files!("en": "signin" "lobby" "table" "dealer" "approvals" "cage" "enrol" "sign" "several" "library" "limits" "accessibility" "history" "shoes" "policy" "missing" "people" "pit" "promotion" "promotion_draw" "claims" "refused" "reports" "school" "tournament" "vouchers" "watch");
const CHINESE_FILES: Files = files!("zh-CN": "signin" "lobby" "table" "dealer" "approvals" "cage" "enrol" "sign" "several" "library" "limits" "accessibility" "history" "shoes" "policy" "missing" "people" "pit" "promotion" "promotion_draw" "claims" "refused" "reports" "school" "tournament" "vouchers" "watch");

/// What pages say in one language.
pub struct Texts {
    /// Which.
    pub language: Language,
    bundle: FluentBundle<FluentResource>,
    rooms: BTreeMap<&'static str, BTreeMap<String, BTreeSet<String>>>,
}

impl Texts {
    fn read(language: Language, files: Files) -> Texts {
        let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        bundle.set_use_isolating(false);
        let mut rooms = BTreeMap::new();
        for (room, text) in files {
            rooms.insert(*room, messages(text));
            // A file with a fault still gives every message without one; a test finds the fault.
            let resource =
                FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        Texts { language, bundle, rooms }
    }

    /// A message. Where this language is silent, English speaks; where that is too, the key.
    pub fn say(&self, key: &str) -> String {
        self.say_with(key, &[])
    }

    /// A message with what it is told.
    pub fn say_with(&self, key: &str, message: &[(&str, FluentValue<'_>)]) -> String {
        let args: FluentArgs = message.iter().cloned().collect();
        self.formatted(key, &args).unwrap_or_else(|| match self.language {
            Language::English => key.to_owned(),
            _ => Language::English.texts().say_with(key, message),
        })
    }

    /// A message, if there is one in this language.
    pub fn find(&self, key: &str) -> Option<String> {
        self.formatted(key, &FluentArgs::new())
    }

    /// What the book calls a wager, or what our reader does where we know better than the book's English.
    pub fn wager(&self, id: &str, name: &str) -> String {
        match self.language {
            Language::English => name.to_owned(),
            _ => self.find(&format!("wager-{id}")).unwrap_or_else(|| name.to_owned()),
        }
    }

    /// What the book calls a settlement method, or what other languages do.
    pub fn method(&self, id: &str, name: &str) -> String {
        match self.language {
            Language::English => name.to_owned(),
            _ => self.find(&format!("method-{id}")).unwrap_or_else(|| name.to_owned()),
        }
    }

    fn formatted(&self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let said = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        errors.is_empty().then(|| said.into_owned())
    }

    /// The messages of some rooms as a JSON object for their scripts; what a message is told stands as `{name}` in it.
    pub fn for_script(&self, rooms: &[&str]) -> String {
        let mut all = serde_json::Map::new();
        for (key, variables) in rooms.iter().filter_map(|room| self.rooms.get(room)).flatten() {
            let message: Vec<(&str, FluentValue<'_>)> = variables
                .iter()
                .map(|name| (name.as_str(), FluentValue::from(format!("{{{name}}}"))))
                .collect();
            all.insert(key.clone(), self.say_with(key, &message).into());
        }
        // Inside a script element only `</` could end it early.
        serde_json::Value::Object(all).to_string().replace('<', "\\u003c")
    }
}

/// The messages of a file, each with the names of what it is told. Files are ours, and plain: a message begins at the
/// start of a line, and its variables are `$name`.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut key = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((start, _)) = line.split_once('=')
            && line.starts_with(|c: char| c.is_ascii_lowercase())
        {
            key.clear();
            let _ = write!(key, "{}", start.trim());
            all.insert(key.clone(), BTreeSet::new());
        }
        let Some(variables) = all.get_mut(&key) else { continue };
        for after in line.split('$').skip(1) {
            let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
            variables.insert(after[..end].to_owned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_without_fault() {
        for (room, text) in ENGLISH_FILES.iter().chain(CHINESE_FILES) {
            if let Err((_, faults)) = FluentResource::try_new((*text).to_owned()) {
                panic!("{room}: {faults:?}");
            }
        }
    }

    #[test]
    fn every_language_says_the_same_messages_with_the_same_variables() {
        let english = Language::English.texts();
        for language in Language::ALL {
            let other = language.texts();
            for (room, messages) in &english.rooms {
                for (key, variables) in messages {
                    assert_eq!(
                        other.rooms[room].get(key),
                        Some(variables),
                        "{} {room} {key}",
                        language.tag()
                    );
                }
                for key in other.rooms[room].keys() {
                    // Books and the house's policy speak English by themselves.
                    let own = ["wager-", "policy-then-"].iter().any(|start| key.starts_with(start));
                    assert!(messages.contains_key(key) || own, "{} {room} {key}", language.tag());
                }
            }
        }
    }

    #[test]
    fn every_reason_of_a_table_is_said_in_every_language() {
        for language in Language::ALL {
            for reason in table::Reason::ALL {
                let key = format!("refused-{}", reason.word());
                assert!(language.texts().rooms["refused"].contains_key(&key), "{} {key}", language.tag());
            }
        }
    }

    #[test]
    fn every_word_of_a_tournament_is_said_in_every_language() {
        use tournament::{Reason, duty::Task};
        for language in Language::ALL {
            let texts = language.texts();
            for reason in Reason::ALL {
                let key = format!("refused-{}", reason.word());
                assert!(texts.rooms["refused"].contains_key(&key), "{} {key}", language.tag());
            }
            for task in Task::ALL {
                let key = format!("tour-task-{}", task.word());
                assert!(texts.rooms["tournament"].contains_key(&key), "{} {key}", language.tag());
            }
        }
    }

    /// Whoever deals, supervises or steps through a coup reads every event in their language.
    #[test]
    fn every_fact_of_a_table_is_said_in_every_language() {
        let records = include_str!("../../../table/tests/golden/facts.jsonl");
        for record in records.lines() {
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            let key = format!("event-{}", record["fact"]["fact"].as_str().unwrap());
            for language in Language::ALL {
                assert!(language.texts().rooms["watch"].contains_key(&key), "{} {key}", language.tag());
            }
        }
    }

    #[test]
    fn no_message_stands_in_two_rooms() {
        let mut seen = BTreeSet::new();
        for messages in Language::English.texts().rooms.values() {
            for key in messages.keys() {
                assert!(seen.insert(key.clone()), "{key} stands twice");
            }
        }
    }

    #[test]
    fn the_reader_gets_the_language_they_like_best() {
        let check =
            |header: &str, expected: Language| assert_eq!(Language::accepted(header), expected, "{header}");
        check("", Language::English);
        check("de, fr;q=0.8", Language::English);
        check("zh", Language::Chinese);
        check("zh-CN,zh;q=0.9,en;q=0.8", Language::Chinese);
        check("en;q=0.3, zh-Hans;q=0.9", Language::Chinese);
        check("en-AU", Language::English);
        check("zh;q=0, en", Language::English);
    }

    #[test]
    fn a_script_gets_messages_with_places_for_what_they_are_told() {
        let texts: serde_json::Value =
            serde_json::from_str(&Language::English.texts().for_script(&["table"])).expect("JSON");
        assert!(texts["said-result"].as_str().expect("text").contains("{winner}"), "{texts}");
    }
}
