//! The register of a school: tests that instructors set, and every answer, kept on the log like any other register.
//!
//! Whether an answer is right the house says, which has the book; the register keeps it and sees that nobody answers a question of a
//! test twice.

use crate::kind::Kind;
use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of stream that holds it.
pub const SCHOOL: &str = "school";
/// The most questions of a test.
pub const MOST_QUESTIONS: u32 = 200;
/// The longest name of a test.
const LONGEST_NAME: usize = 60;
/// The longest time that counts for one answer, in milliseconds: whoever goes away has not thought for a day.
const LONGEST_TIME: u32 = 3_600_000;

/// A test that an instructor set: the same questions for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// What it is called.
    pub name: String,
    /// The id of the book.
    pub book: String,
    /// What is asked, in turn.
    pub kinds: Vec<Kind>,
    /// How many questions.
    pub questions: u32,
    /// The seed of them.
    pub seed: u64,
    /// How many of a hundred must be right.
    pub pass: u8,
}

/// An answer that somebody gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// The test, if it was one.
    pub test: Option<u32>,
    /// The id of the book.
    pub book: String,
    /// What it trains.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
    /// The number of the question.
    pub number: u32,
    /// What was keyed.
    pub given: String,
    /// Whether that is what the table does.
    pub right: bool,
    /// How long it took, in milliseconds, as the page measured it.
    pub ms: u32,
    /// The clauses behind it.
    pub clauses: Vec<String>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SchoolAct {
    /// A test is set.
    SetTest {
        /// The test.
        test: Test,
    },
    /// A question is answered.
    Answer {
        /// The answer.
        answer: Marked,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "school", rename_all = "kebab-case")]
pub enum SchoolFact {
    /// A test was set.
    TestSet {
        /// Its number.
        number: u32,
        /// The test.
        test: Test,
    },
    /// A question was answered.
    Answered {
        /// The answer.
        answer: Marked,
    },
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SchoolReason {
    /// The test is not one that can be set.
    BadTest,
    /// There is no such test.
    NoSuchTest,
    /// The question is none of this test.
    NotInTest,
    /// This person has answered it already.
    AnsweredAlready,
}

/// A test on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetTest {
    /// Its number, from 1.
    pub number: u32,
    /// Who set it.
    pub by: String,
    /// When.
    pub at: Time,
    /// The test.
    pub test: Test,
}

/// How somebody does at something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many were answered.
    pub answered: u32,
    /// How many of them right.
    pub right: u32,
    /// How long they took together, in milliseconds.
    pub ms: u64,
}

impl Tally {
    fn add(&mut self, answer: &Marked) {
        self.answered = self.answered.saturating_add(1);
        self.right = self.right.saturating_add(u32::from(answer.right));
        self.ms = self.ms.saturating_add(u64::from(answer.ms.min(LONGEST_TIME)));
    }
}

/// One person's answers in one test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// How it went.
    pub tally: Tally,
    /// The numbers answered, with what was keyed and whether it was right.
    pub answers: BTreeMap<u32, Keyed>,
    /// When the last answer came.
    pub last: Time,
}

/// One answer of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keyed {
    /// What it trains.
    pub kind: Kind,
    /// What was keyed.
    pub given: String,
    /// Whether it was right.
    pub right: bool,
    /// How long it took, in milliseconds.
    pub ms: u32,
}

/// What is known of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trainee {
    /// By skill.
    pub skills: BTreeMap<Kind, Tally>,
    /// By book and clause, of every clause behind an answer.
    pub clauses: BTreeMap<String, BTreeMap<String, Tally>>,
    /// By the number of the test.
    pub tests: BTreeMap<u32, Sitting>,
    /// The last questions that were answered wrongly, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<Wrong>,
}

/// How many wrong answers are remembered of a person.
const WRONG: usize = 200;

/// A question that was answered wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrong {
    /// When.
    pub at: Time,
    /// The answer.
    pub answer: Marked,
}

/// The register.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchoolRegister {
    tests: Vec<SetTest>,
    trainees: BTreeMap<String, Trainee>,
}

type Turned = RegisterRefusal<SchoolReason>;

impl SchoolRegister {
    /// The tests, in the order in which they were set.
    pub fn tests(&self) -> &[SetTest] {
        &self.tests
    }

    /// What is known of somebody.
    pub fn trainee(&self, name: &str) -> Option<&Trainee> {
        self.trainees.get(name)
    }

    /// Everybody who has answered anything.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.trainees.keys().map(String::as_str)
    }

    /// What somebody got wrong, newest first; of a test nothing before all of it is answered.
    pub fn wrong_of<'r>(&'r self, name: &str) -> impl Iterator<Item = &'r Wrong> {
        let trainee = self.trainees.get(name);
        let is_told = move |wrong: &&Wrong| {
            let Some(number) = wrong.answer.test else { return true };
            let set = self.tests.iter().find(|set| set.number == number);
            let sitting = trainee.and_then(|trainee| trainee.tests.get(&number));
            set.zip(sitting).is_some_and(|(set, sitting)| set.test.passed(sitting).is_some())
        };
        trainee.into_iter().flat_map(|trainee| trainee.wrong.iter().rev()).filter(is_told)
    }

    /// Everybody who has sat a test, by name.
    pub fn sittings(&self, test: u32) -> impl Iterator<Item = (&str, &Sitting)> {
        self.trainees
            .iter()
            .filter_map(move |(name, trainee)| Some((name.as_str(), trainee.tests.get(&test)?)))
    }

    /// A test.
    pub fn test(&self, number: u32) -> Result<&SetTest, Turned> {
        let found = self.tests.iter().find(|test| test.number == number);
        found.ok_or_else(|| RegisterRefusal::new(SchoolReason::NoSuchTest, "there is no such test"))
    }

    /// An answer belongs to a test of that book and seed, within its questions, once.
    fn check_answer(&self, name: &str, answer: &Marked) -> Result<(), Turned> {
        let Some(number) = answer.test else { return Ok(()) };
        let test = &self.test(number)?.test;
        let within = (1..=test.questions).contains(&answer.number);
        if !within
            || test.book != answer.book
            || test.seed != answer.seed
            || !test.kinds.contains(&answer.kind)
        {
            let message = format!("test {number} has no such question; allowed are 1 to {}", test.questions);
            return Err(RegisterRefusal::new(SchoolReason::NotInTest, message));
        }
        let sat = self.trainees.get(name).and_then(|trainee| trainee.tests.get(&number));
        match sat.is_some_and(|sitting| sitting.answers.contains_key(&answer.number)) {
            true => {
                let message = format!("question {} of test {number} is answered already", answer.number);
                Err(RegisterRefusal::new(SchoolReason::AnsweredAlready, message))
            }
            false => Ok(()),
        }
    }
}

impl Test {
    /// Can it be set?
    pub fn check(&self) -> Result<(), String> {
        let length = self.name.chars().count();
        let named = (1..=LONGEST_NAME).contains(&length) && self.name.trim() == self.name;
        if !named || self.name.chars().any(char::is_control) {
            return Err(format!("name: allowed are 1 to {LONGEST_NAME} characters, no blank at either end"));
        }
        if !(1..=MOST_QUESTIONS).contains(&self.questions) {
            return Err(format!("questions: found {}; allowed are 1 to {MOST_QUESTIONS}", self.questions));
        }
        if !(1..=100).contains(&self.pass) {
            return Err(format!("pass: found {}; allowed are 1 to 100 of a hundred", self.pass));
        }
        if self.kinds.is_empty() {
            return Err("kinds: name at least one exercise".to_owned());
        }
        Ok(())
    }

    /// How many answers must be right.
    pub fn needed(&self) -> u32 {
        (self.questions * u32::from(self.pass)).div_ceil(100)
    }

    /// Has this been passed? Nothing while it is not finished.
    pub fn passed(&self, sitting: &Sitting) -> Option<bool> {
        (sitting.tally.answered >= self.questions).then(|| sitting.tally.right >= self.needed())
    }
}

impl Register for SchoolRegister {
    const STREAMS: [&'static str; 3] = [SCHOOL, "school-answer", "school-snapshot"];
    const FORM: u32 = 2;
    const FACT: &'static str = "school-1";
    const TURNED_DOWN: &'static str = "school-refusal-1";

    type Act = SchoolAct;
    type Fact = SchoolFact;
    type Reason = SchoolReason;

    fn judge(&self, asked: &RegisterCommand<SchoolAct>) -> Result<Vec<SchoolFact>, Turned> {
        match &asked.act {
            SchoolAct::SetTest { test } => {
                test.check().map_err(|message| RegisterRefusal::new(SchoolReason::BadTest, message))?;
                let number = self.tests.last().map_or(0, |last| last.number).saturating_add(1);
                Ok(vec![SchoolFact::TestSet { number, test: test.clone() }])
            }
            SchoolAct::Answer { answer } => {
                self.check_answer(&asked.by.name, answer)?;
                Ok(vec![SchoolFact::Answered { answer: answer.clone() }])
            }
        }
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<SchoolFact>) {
        match fact {
            SchoolFact::TestSet { number, test } => {
                let (number, by, at, test) = (*number, by.name.clone(), *at, test.clone());
                self.tests.push(SetTest { number, by, at, test });
            }
            SchoolFact::Answered { answer } => {
                let trainee = self.trainees.entry(by.name.clone()).or_default();
                trainee.skills.entry(answer.kind).or_default().add(answer);
                for clause in &answer.clauses {
                    let book = trainee.clauses.entry(answer.book.clone()).or_default();
                    book.entry(clause.clone()).or_default().add(answer);
                }
                if !answer.right {
                    trainee.wrong.push(Wrong { at: *at, answer: answer.clone() });
                    trainee.wrong.drain(..trainee.wrong.len().saturating_sub(WRONG));
                }
                if let Some(test) = answer.test {
                    let Marked { kind, given, right, ms, .. } = answer.clone();
                    let sitting = trainee.tests.entry(test).or_default();
                    sitting.tally.add(answer);
                    sitting.answers.insert(answer.number, Keyed { kind, given, right, ms });
                    sitting.last = *at;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aggregate::{Aggregate, By};

    fn asked(register: &mut SchoolRegister, name: &str, act: SchoolAct) -> Result<(), SchoolReason> {
        let command = RegisterCommand { act, by: By::new(name, "dealer"), at: Time(7) };
        let decided = register.decide(&command).map_err(|refusal| refusal.reason)?;
        decided.events.iter().for_each(|event| register.apply(event));
        Ok(())
    }

    fn test() -> Test {
        Test {
            name: "First week".into(),
            book: "act".into(),
            kinds: vec![Kind::Totals, Kind::NextCard],
            questions: 3,
            seed: 9,
            pass: 60,
        }
    }

    fn answer(test: Option<u32>, number: u32, right: bool) -> SchoolAct {
        let (book, given) = ("act".to_owned(), "a".to_owned());
        let clauses = vec!["6.1".to_owned(), "7.3".to_owned()];
        let answer =
            Marked { test, book, kind: Kind::Totals, seed: 9, number, given, right, ms: 1_500, clauses };
        SchoolAct::Answer { answer }
    }

    #[test]
    fn a_test_is_answered_once_by_each_and_passed_by_its_mark() {
        let mut register = SchoolRegister::default();
        asked(&mut register, "Ida", SchoolAct::SetTest { test: test() }).unwrap();
        for (number, right) in [(1, true), (2, false), (3, true)] {
            asked(&mut register, "Tom", answer(Some(1), number, right)).unwrap();
        }
        assert_eq!(asked(&mut register, "Tom", answer(Some(1), 2, true)), Err(SchoolReason::AnsweredAlready));
        asked(&mut register, "Una", answer(Some(1), 2, true)).unwrap();
        for (wrong, reason) in [
            (answer(Some(2), 1, true), SchoolReason::NoSuchTest),
            (answer(Some(1), 4, true), SchoolReason::NotInTest),
        ] {
            assert_eq!(asked(&mut register, "Tom", wrong), Err(reason));
        }
        let sat: Vec<(&str, Option<bool>)> =
            register.sittings(1).map(|(name, sitting)| (name, test().passed(sitting))).collect();
        assert_eq!(
            sat,
            [("Tom", Some(true)), ("Una", None)],
            "2 of 3 is over 60 of 100; one of 3 is not finished"
        );
        assert_eq!(test().needed(), 2);
    }

    #[test]
    fn what_went_wrong_is_kept_by_skill_and_by_clause() {
        let mut register = SchoolRegister::default();
        for (number, right) in [(1, true), (2, false), (3, false)] {
            asked(&mut register, "Tom", answer(None, number, right)).unwrap();
        }
        let tom = register.trainee("Tom").unwrap();
        let tally = Tally { answered: 3, right: 1, ms: 4_500 };
        assert_eq!(tom.skills[&Kind::Totals], tally);
        assert_eq!(tom.clauses["act"]["7.3"], tally);
        assert!(tom.tests.is_empty());
    }

    #[test]
    fn what_is_no_test_is_not_set() {
        let bad = [
            Test { name: String::new(), ..test() },
            Test { name: " x".into(), ..test() },
            Test { questions: 0, ..test() },
            Test { questions: 201, ..test() },
            Test { pass: 0, ..test() },
            Test { pass: 101, ..test() },
            Test { kinds: Vec::new(), ..test() },
        ];
        for test in bad {
            let mut register = SchoolRegister::default();
            assert_eq!(asked(&mut register, "Ida", SchoolAct::SetTest { test }), Err(SchoolReason::BadTest));
        }
    }
}
