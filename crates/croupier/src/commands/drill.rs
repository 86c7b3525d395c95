//! `croupier drill`: questions for a trainee, answered by the table and explained with the clause. The questions are the school's.

mod page;

use crate::arguments::number::{small, whole};
use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::answers::Answers;
use crate::screen::{Ink, Screen};
use baccarat::book::Book;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use house::lessons::{Language, sentence, words};
use lab::Provenance;
use school::{Form, Kind, Phrase, Question, School, letter};
use shoe::demonstration::fresh_number;
use std::sync::Arc;

/// What to ask.
#[derive(Args)]
pub struct DrillArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    book: String,
    /// A number that asks the same questions again; a new one is drawn and shown if not given
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: Option<u64>,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = small::<u32, 1, 1_000>)]
    questions: u32,
    /// Only questions of this topic; all that the book teaches take turns if not given
    #[arg(long, value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::word)).try_map(|word| word.parse::<Kind>()))]
    topic: Option<Kind>,
    /// The result as JSON; the questions go to the error stream
    #[arg(long)]
    json: bool,
}

/// A question that was answered.
struct Answered {
    question: Question,
    given: String,
    right: bool,
}

/// A phrase of the school in the terminal's language.
fn said(phrase: &Phrase) -> String {
    words(Language::English, phrase)
}

/// Runs it.
pub fn run(args: &DrillArgs, screen: &Screen) -> Result<(), Failure> {
    let book = Arc::new(library::open_and_warn(&args.book)?);
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_number()
            .map_err(|error| Failure::refused(format!("no seed: {error}; give one with --seed")))?,
    };
    let school = School::new(book.clone());
    let kinds = args.topic.map_or(Kind::ALL.to_vec(), |topic| vec![topic]);
    // Nothing is said before it is known that there is something to ask.
    let first = school.kind_at(&kinds, 1).ok_or_else(|| not_taught(&school, args.topic))?;
    school.question(first, seed, 1).map_err(|_| not_taught(&school, Some(first)))?;
    let mut answers = Answers::of_stdin(args.json);
    answers.say(&heading(&book, seed, screen))?;
    let mut answered: Vec<Answered> = Vec::new();
    for number in 1..=args.questions {
        let kind = school.kind_at(&kinds, number).ok_or_else(|| not_taught(&school, args.topic))?;
        let asked = school.question(kind, seed, number).map_err(|_| not_taught(&school, Some(kind)))?;
        let question = asked.question;
        answers.say(&page::asked(&question, args.questions, screen))?;
        let Some(given) = ask(&question, &mut answers)? else { break };
        let right = question.is_right(&given);
        answers.say(&page::judged(&question, right, screen))?;
        answered.push(Answered { question, given, right });
    }
    match args.json {
        true => Ok(screen.write(&json(&book, seed, args.topic, &answered))?),
        false => {
            let foot = screen.foot(&Provenance::of(&book));
            Ok(screen.write(&format!("{}{foot}", score(&answered, args.questions, screen)))?)
        }
    }
}

fn not_taught(school: &School, topic: Option<Kind>) -> Failure {
    let kinds: Vec<&str> = school.kinds().iter().map(|kind| kind.word()).collect();
    let topic = topic.map_or("anything", Kind::word);
    Failure::refused(format!(
        "{} says nothing that could be asked about {topic}; allowed are {}",
        school.book().name,
        kinds.join(", ")
    ))
}

/// Asks until the answer can be read; nothing at the end of input.
fn ask(question: &Question, answers: &mut Answers) -> Result<Option<String>, Failure> {
    loop {
        let Some(given) = answers.ask(&prompt(question))? else { return Ok(None) };
        match question.read(&given) {
            Ok(_) => return Ok(Some(given)),
            Err(message) => answers.say(&format!("{}\n", said(&message)))?,
        }
    }
}

/// What stands before the answer.
fn prompt(question: &Question) -> String {
    match &question.form {
        Form::Choice { options } => {
            let letters: Vec<String> = (0..options.len()).map(|place| letter(place).to_string()).collect();
            format!("{}?", letters.join("/"))
        }
        Form::Number { least, most } => format!("{least} to {most}?"),
        Form::Payment => said(&Phrase::new("school-prompt-payment")),
        Form::Payout => said(&Phrase::new("school-prompt-payout")),
    }
}

fn heading(book: &Book, seed: u64, screen: &Screen) -> String {
    let seed = screen.faint(&format!("seed {seed}; ctrl-c ends it with the score so far"));
    format!("{}\n{seed}\n", screen.heading(&format!("Drill: {}", book.name)))
}

fn score(answered: &[Answered], asked: u32, screen: &Screen) -> String {
    let right = answered.iter().filter(|answered| answered.right).count();
    let mut text = format!("\n{}", screen.heading(&format!("{right} of {} right", answered.len())));
    if answered.len() < asked as usize {
        text.push_str(&format!(", {} not answered", asked as usize - answered.len()));
    }
    text.push('\n');
    for kind in Kind::ALL {
        let of: Vec<&Answered> = answered.iter().filter(|answered| answered.question.kind == kind).collect();
        if !of.is_empty() {
            let right = of.iter().filter(|answered| answered.right).count();
            text.push_str(&format!("  {}: {right} of {}\n", kind.word().replace('-', " "), of.len()));
        }
    }
    text
}

fn options(question: &Question) -> Vec<serde_json::Value> {
    let Form::Choice { options } = &question.form else { return Vec::new() };
    let named = options.iter().enumerate();
    named.map(|(place, words)| serde_json::json!({ "letter": letter(place), "words": said(words) })).collect()
}

fn clauses(question: &Question) -> Vec<serde_json::Value> {
    let named = question.clauses.iter();
    named.map(|named| serde_json::json!({ "clause": named.clause, "gist": named.gist })).collect()
}

fn json(book: &Book, seed: u64, topic: Option<Kind>, answered: &[Answered]) -> String {
    let right = answered.iter().filter(|answered| answered.right).count();
    let questions: Vec<_> = answered
        .iter()
        .map(|answered| {
            let Answered { question, given, right } = answered;
            serde_json::json!({
                "topic": question.kind,
                "number": question.number,
                "asked": sentence(Language::English, &question.asked),
                "shown": question.shown,
                "options": options(question),
                "given": given,
                "right": right,
                "key": question.key(),
                "solution": sentence(Language::English, &question.solution()),
                "why": question.why.iter().map(said).collect::<Vec<_>>(),
                "clauses": clauses(question),
                "transcript": question.transcript,
            })
        })
        .collect();
    let json = serde_json::json!({
        "book": book.id,
        "provenance": Provenance::of(book),
        "seed": seed,
        "topic": topic,
        "answered": answered.len(),
        "right": right,
        "questions": questions,
    });
    format!("{json:#}\n")
}
