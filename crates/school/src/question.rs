//! A question, its answer, and why it is the answer.

use crate::kind::Kind;
use crate::phrase::{Phrase, Value};
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::wager::WagerId;
use serde::Serialize;
use table::{Settled, SettledAs, Table};

/// What a trainee is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// What it trains.
    pub kind: Kind,
    /// The seed of the exercise.
    pub seed: u64,
    /// Its number in the exercise.
    pub number: u32,
    /// What lies on the table.
    pub shown: Shown,
    /// The question itself.
    pub asked: Phrase,
    /// What an answer looks like.
    pub form: Form,
    /// The right answer, as the table gave it.
    pub right: Right,
    /// The clauses behind it.
    pub clauses: Vec<Gist>,
    /// Why it is the answer, in sentences.
    pub why: Vec<Phrase>,
    /// The same as a transcript, which `croupier check` passes; none where transcripts have no words for it.
    pub transcript: Option<String>,
}

/// What lies on the table while the question is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The player's and the banker's cards, face down ones as nothing.
    pub hands: Option<[Vec<Option<Card>>; 2]>,
    /// The wagers.
    pub wagers: Vec<Lying>,
    /// The chips of the table, where amounts are asked.
    pub chips: Vec<Money>,
    /// The settlement method, where the book has several.
    pub method: Option<String>,
}

/// A wager that lies on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lying {
    /// On what.
    pub wager: WagerId,
    /// What the book calls it.
    pub name: String,
    /// How much.
    pub amount: Money,
}

/// What an answer looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
pub enum Form {
    /// One of these, by its letter.
    Choice {
        /// What the letters from `a` on stand for.
        options: Vec<Phrase>,
    },
    /// A number.
    Number {
        /// The least that can be keyed.
        least: i64,
        /// The most.
        most: i64,
    },
    /// What becomes of one wager.
    Payment,
    /// What is paid and what is taken in all.
    Payout,
}

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "right", rename_all = "kebab-case")]
pub enum Right {
    /// The option at this place, counted from 0.
    Option {
        /// Its place.
        place: usize,
    },
    /// This number.
    Number {
        /// The number.
        number: i64,
    },
    /// This became of the wager.
    Payment {
        /// As the table settled it.
        result: Settled,
    },
    /// So much is paid and taken.
    Payout {
        /// Paid in all, beside the stakes; what chips cannot make of it counts too.
        paid: Money,
        /// What of it chips cannot make.
        owed: Money,
        /// Taken in all.
        taken: Money,
    },
}

/// A clause and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gist {
    /// Its number in the instrument.
    pub clause: ClauseNumber,
    /// What it says.
    pub gist: String,
}

/// A question and the table of which it is asked, for whoever wants to ask that table itself.
#[derive(Clone, Debug)]
pub struct PosedQuestion {
    /// The question.
    pub question: Question,
    /// The table at that moment.
    pub table: Table,
}

/// Each clause once, with its gist.
pub fn gists<'c>(book: &Book, clauses: impl IntoIterator<Item = &'c ClauseNumber>) -> Vec<Gist> {
    let mut all: Vec<Gist> = Vec::new();
    for number in clauses {
        if !all.iter().any(|known| known.clause == *number) {
            let gist = book.clause(number.as_str()).map_or(String::new(), |clause| clause.gist.clone());
            all.push(Gist { clause: number.clone(), gist });
        }
    }
    all
}

impl Question {
    /// The right answer as it would be keyed.
    pub fn key(&self) -> String {
        match &self.right {
            Right::Option { place } => letter(*place).to_string(),
            Right::Number { number } => number.to_string(),
            Right::Payment { result } => {
                let main = match result.outcome {
                    SettledAs::Wins => result.paid.to_string(),
                    SettledAs::StandsOff => "stand".to_owned(),
                    SettledAs::Loses => "lose".to_owned(),
                };
                let back =
                    if result.returned.0 > 0 { format!(" back {}", result.returned) } else { String::new() };
                format!("{main}{back}")
            }
            Right::Payout { paid, taken, .. } => format!("{paid} take {taken}"),
        }
    }

    /// The right answer in words.
    pub fn solution(&self) -> Phrase {
        match (&self.right, &self.form) {
            (Right::Option { place }, Form::Choice { options }) => {
                let words = options.get(*place).cloned().unwrap_or_else(|| Phrase::new("school-none"));
                let letter = letter(*place).to_string();
                Phrase::new("school-solution").with("letter", letter.as_str()).with("words", words)
            }
            (Right::Number { number }, _) => Phrase::new("school-number").with("number", *number),
            (Right::Payment { result }, _) => settled(result),
            (Right::Payout { paid, owed, taken }, _) if owed.0 > 0 => Phrase::new("school-payout-owed")
                .with("paid", *paid)
                .with("handed", *paid - *owed)
                .with("owed", *owed)
                .with("taken", *taken),
            (Right::Payout { paid, taken, .. }, _) => {
                Phrase::new("school-payout").with("paid", *paid).with("taken", *taken)
            }
            (Right::Option { .. }, _) => Phrase::new("school-none"),
        }
    }
}

/// The letter of an option, counted from 0.
pub fn letter(place: usize) -> char {
    char::from(b'a' + u8::try_from(place.min(25)).unwrap_or(25))
}

/// What became of a wager.
pub fn settled(result: &Settled) -> Phrase {
    let main = match result.outcome {
        SettledAs::Wins if result.owed.0 > 0 => Phrase::new("school-wins-owed")
            .with("paid", result.paid)
            .with("handed", result.paid - result.owed)
            .with("owed", result.owed),
        SettledAs::Wins if result.commission.0 > 0 => {
            Phrase::new("school-wins-less").with("paid", result.paid).with("commission", result.commission)
        }
        SettledAs::Wins => Phrase::new("school-wins").with("paid", result.paid),
        SettledAs::StandsOff if result.void => Phrase::new("school-void"),
        SettledAs::StandsOff if result.stays => Phrase::new("school-stays"),
        SettledAs::StandsOff => Phrase::new("school-stands-off"),
        SettledAs::Loses => Phrase::new("school-loses").with("taken", result.live),
    };
    let mut parts = vec![main];
    if result.outcome == SettledAs::Wins && result.chips.len() > 1 {
        let chip = |(chip, count): &(Money, u64)| {
            Phrase::new("school-chip")
                .with("count", i64::try_from(*count).unwrap_or(i64::MAX))
                .with("chip", *chip)
        };
        parts.push(
            Phrase::new("school-in-chips")
                .with("chips", Value::Phrases(result.chips.iter().map(chip).collect())),
        );
    }
    if result.returned.0 > 0 {
        parts.push(Phrase::new("school-goes-back").with("back", result.returned));
    }
    match parts.len() {
        1 => parts.swap_remove(0),
        _ => Phrase::new("school-together").with("parts", Value::Phrases(parts)),
    }
}
