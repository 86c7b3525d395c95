//! What the school says, in the words of a language: phrases become text here, for the rooms and for the terminal.

pub use crate::web::figures::money as amount;
pub use crate::web::texts::Language;
use baccarat::card::{Card, Suit};
use fluent_bundle::FluentValue;
use school::{Phrase, Value};

/// A phrase in the words of a language.
pub fn words(language: Language, phrase: &Phrase) -> String {
    let values: Vec<(&str, FluentValue<'_>)> =
        phrase.values.iter().map(|(name, value)| (*name, FluentValue::from(text(language, value)))).collect();
    language.texts().say_with(&phrase.key, &values)
}

/// The same as a sentence, with a capital letter.
pub fn sentence(language: Language, phrase: &Phrase) -> String {
    let words = words(language, phrase);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A message of the school that nothing goes into.
pub fn say(language: Language, key: &str) -> String {
    language.texts().say(key)
}

fn text(language: Language, value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Money(money) => amount(*money),
        Value::Amounts(all) => all.iter().map(|money| amount(*money)).collect::<Vec<_>>().join(", "),
        Value::Card(card) => card_text(*card),
        Value::Wager { id, name } => language.texts().wager(id.as_str(), name),
        Value::Phrase(phrase) => words(language, phrase),
        Value::Phrases(all) => {
            let parts: Vec<String> = all.iter().map(|phrase| words(language, phrase)).collect();
            let between = match language {
                _ if all.iter().all(|phrase| phrase.key == "school-chip") => " + ",
                Language::English => "; ",
                Language::Chinese => "；",
            };
            parts.join(between)
        }
    }
}

/// A card as people read it, such as `6♥`.
pub fn card_text(card: Card) -> String {
    let suit = match card.suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    };
    match card.rank.letter() {
        'T' => format!("10{suit}"),
        rank => format!("{rank}{suit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::book::Book;
    use baccarat::shelf;
    use school::{Form, School};
    use std::sync::Arc;

    fn keys(phrase: &Phrase, found: &mut Vec<String>) {
        found.push(phrase.key.clone());
        for (_, value) in &phrase.values {
            match value {
                Value::Phrase(phrase) => keys(phrase, found),
                Value::Phrases(all) => all.iter().for_each(|phrase| keys(phrase, found)),
                _ => {}
            }
        }
    }

    /// Nothing that any question says is without words in any language.
    #[test]
    fn every_question_has_words_in_every_language() {
        let mut found = Vec::new();
        for id in shelf::ids() {
            let school = School::new(Arc::new(Book::read(shelf::text(id).unwrap()).unwrap()));
            for kind in school.kinds() {
                for number in 1..=100 {
                    let question = school.question(*kind, 3, number).unwrap().question;
                    let mut all = vec![question.asked.clone(), question.solution()];
                    all.extend(question.why.clone());
                    all.extend(question.read("?!").err());
                    if let Form::Choice { options } = &question.form {
                        all.extend(options.clone());
                    }
                    all.iter().for_each(|phrase| keys(phrase, &mut found));
                    assert!(!words(Language::English, &question.asked).contains('{'), "{question:?}");
                }
            }
        }
        found.sort();
        found.dedup();
        for language in Language::ALL {
            let texts = language.texts().for_script(&["school", "dealer"]);
            let silent: Vec<&String> =
                found.iter().filter(|key| !texts.contains(&format!("\"{key}\":"))).collect();
            assert_eq!(silent, Vec::<&String>::new(), "{}", language.tag());
        }
    }
}
