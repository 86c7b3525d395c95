//! `croupier drill`: questions for a trainee, answered by the table and explained with the clause.

mod irregularity;
mod question;
mod settlement;
#[cfg(test)]
mod tests;
mod third_card;
mod transcript;

use crate::commands::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::answers::Answers;
use crate::screen::{Ink, Screen};
use baccarat::book::Book;
use clap::{Args, ValueEnum};
use question::Question;
use serde::Serialize;
use shoe::demonstration::{Chance, fresh_number};
use std::sync::Arc;

/// What to ask.
#[derive(Args)]
pub struct DrillArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    book: String,
    /// A number that asks the same questions again; a new one is drawn and shown if not given
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    questions: u32,
    /// Only questions of this topic
    #[arg(long, value_enum)]
    topic: Option<Topic>,
    /// The result as JSON; the questions go to the error stream
    #[arg(long)]
    json: bool,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Who gets the next card
    ThirdCards,
    /// What a wager is paid
    Settlement,
    /// What follows when something went wrong
    Irregularities,
}

impl Topic {
    const ALL: [Topic; 3] = [Topic::ThirdCards, Topic::Settlement, Topic::Irregularities];

    /// Does the book say anything that could be asked?
    fn is_spoken_of(self, book: &Book) -> bool {
        self != Topic::Irregularities || !book.rules.irregularities.rulings.items.is_empty()
    }
}

/// A question that was answered.
struct Answered {
    question: Question,
    given: String,
    right: bool,
}

/// Runs it.
pub fn run(args: &DrillArgs, screen: &Screen) -> Result<(), Failure> {
    let book = Arc::new(library::open(&args.book)?);
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_number()
            .map_err(|error| Failure::refused(format!("no seed: {error}; give one with --seed")))?,
    };
    let mut answers = Answers::of_stdin(args.json);
    answers.say(&heading(&book, seed, screen))?;
    let mut drill = Drill::new(book.clone(), seed, args.topic);
    let mut answered: Vec<Answered> = Vec::new();
    for number in 1..=args.questions {
        let question = drill.next()?;
        answers.say(&question.page(number, args.questions, screen))?;
        let Some(given) = ask(&question, &mut answers)? else { break };
        let right = question.is_right(&given);
        answers.say(&judged(&question, right, screen))?;
        answered.push(Answered { question, given, right });
    }
    match args.json {
        true => Ok(screen.write(&json(&book, seed, args.topic, &answered))?),
        false => Ok(screen.write(&score(&answered, args.questions, screen))?),
    }
}

/// Asks until the answer can be read; nothing at the end of input.
fn ask(question: &Question, answers: &mut Answers) -> Result<Option<String>, Failure> {
    loop {
        let Some(given) = answers.ask(&question.prompt())? else { return Ok(None) };
        match question.read(&given) {
            Ok(_) => return Ok(Some(given)),
            Err(message) => answers.say(&format!("{message}\n"))?,
        }
    }
}

/// Questions, one after another, the same for a seed on every machine.
pub struct Drill {
    book: Arc<Book>,
    chance: Chance,
    topic: Option<Topic>,
    asked: usize,
}

impl Drill {
    /// The questions of a seed.
    pub fn new(book: Arc<Book>, seed: u64, topic: Option<Topic>) -> Drill {
        Drill { book, chance: Chance::seeded(seed, 2), topic, asked: 0 }
    }

    /// The next question; topics take turns where none is chosen.
    pub fn next(&mut self) -> Result<Question, Failure> {
        let topics: Vec<Topic> =
            Topic::ALL.into_iter().filter(|topic| topic.is_spoken_of(&self.book)).collect();
        let topic = self.topic.unwrap_or(topics[self.asked % topics.len()]);
        self.asked += 1;
        if !topic.is_spoken_of(&self.book) {
            return Err(Failure::refused(format!(
                "{} rules on no irregularity: every one goes to a person, so there is nothing to drill; allowed are the other topics",
                self.book.name
            )));
        }
        match topic {
            Topic::ThirdCards => third_card::ask(&self.book, &mut self.chance),
            Topic::Settlement => settlement::ask(&self.book, &mut self.chance),
            Topic::Irregularities => irregularity::ask(&self.book, &mut self.chance),
        }
    }
}

fn heading(book: &Book, seed: u64, screen: &Screen) -> String {
    let seed = screen.faint(&format!("seed {seed}; ctrl-c ends it with the score so far"));
    format!("{}\n{seed}\n", screen.heading(&format!("Drill: {}", book.name)))
}

fn judged(question: &Question, right: bool, screen: &Screen) -> String {
    let verdict = match right {
        true => screen.ink("Right.", Ink::Green),
        false => format!("{} {}", screen.ink("No.", Ink::Red), screen.heading(&question.solution())),
    };
    format!("{verdict}\n{}", question.explanation(screen))
}

fn score(answered: &[Answered], asked: u32, screen: &Screen) -> String {
    let right = answered.iter().filter(|answered| answered.right).count();
    let mut text = format!("\n{}", screen.heading(&format!("{right} of {} right", answered.len())));
    if answered.len() < asked as usize {
        text.push_str(&format!(", {} not answered", asked as usize - answered.len()));
    }
    text.push('\n');
    for topic in Topic::ALL {
        let of: Vec<&Answered> =
            answered.iter().filter(|answered| answered.question.topic == topic).collect();
        if !of.is_empty() {
            let right = of.iter().filter(|answered| answered.right).count();
            let name = serde_json::to_value(topic).unwrap_or_default();
            let name = name.as_str().unwrap_or_default().replace('-', " ");
            text.push_str(&format!("  {name}: {right} of {}\n", of.len()));
        }
    }
    text
}

fn options(question: &Question) -> Vec<serde_json::Value> {
    let named = question.options().iter();
    named.map(|(letter, words)| serde_json::json!({ "letter": letter, "words": words })).collect()
}

fn clauses(question: &Question) -> Vec<serde_json::Value> {
    let named = question.clauses.iter();
    named.map(|(clause, gist)| serde_json::json!({ "clause": clause, "gist": gist })).collect()
}

fn json(book: &Book, seed: u64, topic: Option<Topic>, answered: &[Answered]) -> String {
    let right = answered.iter().filter(|answered| answered.right).count();
    let questions: Vec<_> = answered
        .iter()
        .map(|answered| {
            let Answered { question, given, right } = answered;
            serde_json::json!({
                "topic": question.topic,
                "asked": question.asked,
                "options": options(question),
                "given": given,
                "right": right,
                "solution": question.solution(),
                "clauses": clauses(question),
                "transcript": question.transcript,
            })
        })
        .collect();
    let json = serde_json::json!({
        "book": book.id,
        "seed": seed,
        "topic": topic,
        "answered": answered.len(),
        "right": right,
        "questions": questions,
    });
    format!("{json:#}\n")
}
