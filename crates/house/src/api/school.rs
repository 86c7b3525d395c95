//! The school: questions, answers, tests and their results.

use super::asked::{Body, Path, Visitor};
use super::tables::check_ready;
use crate::house::House;
use crate::lessons::{Language, amount, sentence, words};
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use people::role::INSTRUCT;
use people::viewer::Person;
use school::lesson::MOST_COUPS;
use school::register::{Marked, SchoolRegister, SetTest, Sitting, Tally, Test, Trainee, Wrong};
use school::{Form, Kind, Question, School};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, OpenApi, ToSchema};

/// The most clauses that are listed of those to practise.
const WEAKEST: usize = 20;
/// The most wrong answers that are listed.
const MOST_WRONG: usize = 50;

/// The school as somebody sees it.
#[derive(Serialize, ToSchema)]
pub struct SchoolView {
    /// What can be practised.
    pub books: Vec<SchoolBook>,
    /// The tests, newest first.
    pub tests: Vec<TestView>,
    /// How the reader does; empty for whoever is not signed in.
    pub mine: ProgressView,
    /// Whether the reader may set tests.
    pub instructs: bool,
}

/// A book and what is taught under it.
#[derive(Serialize, ToSchema)]
pub struct SchoolBook {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The exercises, by their words.
    pub kinds: Vec<String>,
}

/// A test.
#[derive(Serialize, ToSchema)]
pub struct TestView {
    /// Its number.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// The book.
    pub book: String,
    /// The exercises, in turn.
    pub kinds: Vec<String>,
    /// How many questions.
    pub questions: u32,
    /// How many of a hundred must be right.
    pub pass: u8,
    /// How many answers must be right.
    pub needed: u32,
    /// Who set it.
    pub by: String,
    /// When.
    pub at: i64,
    /// The seed of its questions, for whoever set it.
    pub seed: Option<u64>,
    /// How far the reader is.
    pub mine: SittingView,
}

/// How far somebody is in a test.
#[derive(Serialize, ToSchema)]
pub struct SittingView {
    /// How many questions are answered.
    pub answered: u32,
    /// How many of them right, once all are answered.
    pub right: Option<u32>,
    /// Whether it is passed, once all are answered.
    pub passed: Option<bool>,
    /// The next question.
    pub next: Option<u32>,
}

/// How somebody does.
#[derive(Default, Serialize, ToSchema)]
pub struct ProgressView {
    /// By skill.
    pub skills: Vec<SkillView>,
    /// By clause, the weakest first.
    pub clauses: Vec<ClauseView>,
}

/// How somebody does at an exercise.
#[derive(Serialize, ToSchema)]
pub struct SkillView {
    /// The exercise.
    pub kind: String,
    /// How many were answered.
    pub answered: u32,
    /// How many of them right.
    pub right: u32,
    /// How long they took together, in milliseconds.
    pub ms: u64,
}

/// How somebody does where a clause decides.
#[derive(Serialize, ToSchema)]
pub struct ClauseView {
    /// The book.
    pub book: String,
    /// The clause.
    pub clause: String,
    /// What it says.
    pub gist: String,
    /// How many were answered.
    pub answered: u32,
    /// How many of them right.
    pub right: u32,
}

/// A question, in the reader's language, without its answer.
#[derive(Serialize, ToSchema)]
pub struct QuestionView {
    /// The exercise.
    pub kind: String,
    /// The book.
    pub book: String,
    /// Its number.
    pub number: u32,
    /// The Player's cards, such as `6H`, face down ones as nothing; none before a coup.
    pub player: Option<Vec<Option<String>>>,
    /// The Banker's.
    pub banker: Option<Vec<Option<String>>>,
    /// The wagers on the table.
    pub wagers: Vec<String>,
    /// The chips of the table, where amounts are asked.
    pub chips: Vec<String>,
    /// The settlement method, where the book has several.
    pub method: Option<String>,
    /// The question.
    pub asked: String,
    /// What an answer looks like: `choice`, `number`, `payment` or `payout`.
    pub form: String,
    /// What the letters from `a` on stand for.
    pub options: Vec<String>,
    /// The least number that can be keyed.
    pub least: i64,
    /// The most.
    pub most: i64,
}

/// An answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answering {
    /// Yours to choose, once for each answer: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The number of the test; nothing for practice.
    #[serde(default)]
    test: Option<u32>,
    /// The book; in a test its own.
    #[serde(default)]
    book: String,
    /// The exercise; in a test its own.
    #[serde(default)]
    kind: String,
    /// The seed; in a test its own.
    #[serde(default)]
    seed: u32,
    /// The number of the question.
    number: u32,
    /// A letter, a number, or amounts as `croupier drill` reads them.
    given: String,
    /// How long it took, in milliseconds.
    ms: u32,
}

/// What is said of an answer. In a test nothing is told before its end.
#[derive(Serialize, ToSchema)]
pub struct MarkedView {
    /// Whether it is right.
    pub right: Option<bool>,
    /// The right answer.
    pub solution: Option<String>,
    /// Why.
    pub why: Vec<String>,
    /// The clauses behind it.
    pub clauses: Vec<GistView>,
}

/// A clause and what it says.
#[derive(Serialize, ToSchema)]
pub struct GistView {
    /// Its number.
    pub clause: String,
    /// What it says.
    pub gist: String,
}

/// A test to set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Yours to choose, once for each test: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// What it is called.
    name: String,
    /// The book.
    book: String,
    /// The exercises, in turn; all that the book teaches if empty.
    #[serde(default)]
    kinds: Vec<String>,
    /// How many questions, up to 200.
    questions: u32,
    /// How many of a hundred must be right.
    pass: u8,
    /// The same seed asks the same questions again. The questions are none that can be practised: what the house draws them from follows from
    /// this and from a key of its own.
    seed: u32,
}

/// The results of a test.
#[derive(Serialize, ToSchema)]
pub struct ResultsView {
    /// The test.
    pub test: TestView,
    /// Everybody who has sat it.
    pub results: Vec<ResultView>,
}

/// Whose history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Whose {
    /// Somebody else's, for instructors; your own if not given.
    name: Option<String>,
}

/// What somebody got wrong.
#[derive(Serialize, ToSchema)]
pub struct HistoryView {
    /// Who.
    pub name: String,
    /// Whose histories the reader may see.
    pub trainees: Vec<String>,
    /// The questions that were answered wrongly, newest first. Of a test nothing is told before all of it is answered.
    pub wrong: Vec<WrongView>,
}

/// A question that was answered wrongly.
#[derive(Serialize, ToSchema)]
pub struct WrongView {
    /// When.
    pub at: i64,
    /// The book.
    pub book: String,
    /// The exercise.
    pub kind: String,
    /// The number of the test; nothing for practice.
    pub test: Option<u32>,
    /// The number of the question.
    pub number: u32,
    /// What was asked; nothing of a test, which others may still sit.
    pub asked: Option<String>,
    /// What was answered.
    pub given: String,
    /// What is right; nothing of a test.
    pub solution: Option<String>,
    /// The clauses behind it.
    pub clauses: Vec<String>,
}

/// How somebody did in a test.
#[derive(Serialize, ToSchema)]
pub struct ResultView {
    /// Who.
    pub name: String,
    /// How many questions are answered.
    pub answered: u32,
    /// How many of them right.
    pub right: u32,
    /// Whether it is passed, once all are answered.
    pub passed: Option<bool>,
    /// How long the answers took together, in milliseconds.
    pub ms: u64,
    /// When the last answer came.
    pub last: i64,
}

fn is_instructor(visitor: &Visitor) -> bool {
    visitor.session.as_ref().is_some_and(|session| INSTRUCT.contains(&session.person.role))
}

fn instructor(visitor: &Visitor) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match INSTRUCT.contains(&person.role) {
        true => Ok(person),
        false => {
            Err(Problem::not_yours("tests are set, and their results read, by supervisors and managers"))
        }
    }
}

fn words_of(kinds: &[Kind]) -> Vec<String> {
    kinds.iter().map(|kind| kind.word().to_owned()).collect()
}

fn kind_of(word: &str) -> Result<Kind, Problem> {
    word.parse().map_err(|message| Problem::unprocessable(format!("kind: {message}")))
}

/// What can be practised, which tests there are, and how you do.
#[utoipa::path(get, path = "/api/v1/school", responses((status = 200, body = SchoolView), (status = "4XX", body = Problem)))]
pub async fn school(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<SchoolView>, Problem> {
    let instructs = is_instructor(&visitor);
    let name = visitor.session.as_ref().map(|session| session.person.name.to_string());
    let (tests, trainee) = register(&house, |register| {
        let trainee = name.as_deref().and_then(|name| register.trainee(name)).cloned().unwrap_or_default();
        let tests = register.tests().iter().rev();
        let view = |set: &SetTest| test_view(set, trainee.tests.get(&set.number), name.as_deref());
        (tests.map(view).collect(), trainee)
    })
    .await?;
    let mut books = Vec::new();
    for book in house.books() {
        let mut kinds = words_of(house.school(&book.book.id)?.kinds());
        kinds.push(Kind::WholeCoups.word().to_owned());
        books.push(SchoolBook { id: book.book.id.clone(), name: book.book.name.clone(), kinds });
    }
    Ok(Json(SchoolView { books, tests, mine: progress(&house, &trainee), instructs }))
}

async fn register<T>(house: &House, look: impl FnOnce(&SchoolRegister) -> T) -> Result<T, Problem> {
    Ok(house.schooling.look(&house.floor.ledger, look).await?)
}

/// A test as somebody sees it. Its seed is its questions: only whoever set it, and does not sit it, is told.
fn test_view(set: &SetTest, sitting: Option<&Sitting>, reader: Option<&str>) -> TestView {
    let SetTest { number, by, at, test } = set;
    TestView {
        number: *number,
        name: test.name.clone(),
        book: test.book.clone(),
        kinds: words_of(&test.kinds),
        questions: test.questions,
        pass: test.pass,
        needed: test.needed(),
        by: by.clone(),
        at: at.0,
        seed: (reader == Some(by.as_str())).then_some(test.seed),
        mine: sitting_view(test, sitting),
    }
}

fn sitting_view(test: &Test, sitting: Option<&Sitting>) -> SittingView {
    let none = Sitting::default();
    let sitting = sitting.unwrap_or(&none);
    let passed = test.passed(sitting);
    SittingView {
        answered: sitting.tally.answered,
        right: passed.map(|_| sitting.tally.right),
        passed,
        next: (1..=test.questions).find(|number| !sitting.answers.contains_key(number)),
    }
}

fn progress(house: &House, trainee: &Trainee) -> ProgressView {
    let skill = |(kind, tally): (&Kind, &Tally)| SkillView {
        kind: kind.word().to_owned(),
        answered: tally.answered,
        right: tally.right,
        ms: tally.ms,
    };
    let mut clauses = Vec::new();
    for (book, tallies) in &trainee.clauses {
        let known = house.books().find(|known| known.book.id == *book);
        for (clause, tally) in tallies.iter().filter(|(_, tally)| tally.right < tally.answered) {
            let gist = known.and_then(|known| known.book.clause(clause)).map(|clause| clause.gist.clone());
            clauses.push(ClauseView {
                book: book.clone(),
                clause: clause.clone(),
                gist: gist.unwrap_or_default(),
                answered: tally.answered,
                right: tally.right,
            });
        }
    }
    // Most wrong first; of those the smallest share of right answers.
    clauses.sort_by_key(|view| (view.right * 1_000 / view.answered.max(1), view.right, view.clause.clone()));
    clauses.truncate(WEAKEST);
    ProgressView { skills: trainee.skills.iter().map(skill).collect(), clauses }
}

/// What you, or somebody whom you teach, got wrong, with the date, the answer and what is right.
#[utoipa::path(get, path = "/api/v1/school/history", params(Whose), responses(
    (status = 200, body = HistoryView), (status = "4XX", body = Problem)))]
pub async fn history(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    headers: HeaderMap,
    whose: Result<Query<Whose>, QueryRejection>,
) -> Result<Json<HistoryView>, Problem> {
    let Query(Whose { name }) = whose.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let own = visitor.signed_in()?.person.name.to_string();
    let instructs = is_instructor(&visitor);
    let name = name.unwrap_or_else(|| own.clone());
    if name != own && !instructs {
        return Err(Problem::not_yours("others' answers are read by supervisors and managers"));
    }
    let (trainees, wrong) = register(&house, |register| {
        let trainees: Vec<String> = register.names().filter(|_| instructs).map(str::to_owned).collect();
        (trainees, register.wrong_of(&name).take(MOST_WRONG).cloned().collect::<Vec<_>>())
    })
    .await?;
    let language = Language::of(&headers);
    let wrong = wrong.iter().map(|wrong| wrong_view(&house, wrong, language)).collect();
    Ok(Json(HistoryView { name, trainees, wrong }))
}

fn wrong_view(house: &House, Wrong { at, answer }: &Wrong, language: Language) -> WrongView {
    let Marked { test, book, kind, seed, number, given, clauses, .. } = answer.clone();
    // The engine asks it again: a question has a kind, a seed and a number.
    let again = || house.school(&book).ok().and_then(|school| school.question(kind, seed, number).ok());
    let question = if test.is_none() { again() } else { None };
    let question = question.map(|again| again.question);
    WrongView {
        at: at.0,
        kind: kind.word().to_owned(),
        test,
        number,
        asked: question.as_ref().map(|question| sentence(language, &question.asked)),
        given,
        solution: question.as_ref().map(|question| sentence(language, &question.solution())),
        clauses,
        book,
    }
}

/// A question to practise.
#[utoipa::path(get, path = "/api/v1/school/questions/{book}/{kind}/{seed}/{number}",
    params(("book" = String, Path), ("kind" = String, Path, description = "an exercise, or `all` for all in turn"),
        ("seed" = u32, Path), ("number" = u32, Path)),
    responses((status = 200, body = QuestionView), (status = "4XX", body = Problem)))]
pub async fn question(
    State(house): State<Arc<House>>,
    Path((book, kind, seed, number)): Path<(String, String, String, String)>,
    headers: HeaderMap,
) -> Result<Json<QuestionView>, Problem> {
    let whole = |name: &str, text: &str| {
        text.parse::<u32>()
            .map_err(|_| Problem::unprocessable(format!("{name}: found `{text}`; allowed is a whole number")))
    };
    let (seed, number) = (whole("seed", &seed)?, whole("number", &number)?);
    let school = house.school(&book)?;
    let kinds = if kind == "all" { Kind::ALL.to_vec() } else { vec![kind_of(&kind)?] };
    let question = asked(school, &kinds, u64::from(seed), number)?;
    Ok(Json(question_view(&question, &book, Language::of(&headers))))
}

/// The question of a seed at a number, where these exercises take turns.
fn asked(school: &School, kinds: &[Kind], seed: u64, number: u32) -> Result<Question, Problem> {
    let none = || {
        let taught = words_of(school.kinds()).join(", ");
        Problem::not_found(format!(
            "this book says nothing that could be asked about that; allowed are {taught}"
        ))
    };
    let kind = school.kind_at(kinds, number).ok_or_else(none)?;
    school.question(kind, seed, number).map(|asked| asked.question).map_err(|_| none())
}

fn question_view(question: &Question, book: &str, language: Language) -> QuestionView {
    let hands = question.shown.hands.clone().map(|hands| {
        hands.map(|cards| cards.iter().map(|card| card.map(|card| card.to_string())).collect::<Vec<_>>())
    });
    let (player, banker) = hands.map_or((None, None), |[player, banker]| (Some(player), Some(banker)));
    let lying = question.shown.wagers.iter();
    let (form, options, least, most) = match &question.form {
        Form::Choice { options } => {
            ("choice", options.iter().map(|option| sentence(language, option)).collect(), 0, 0)
        }
        Form::Number { least, most } => ("number", Vec::new(), *least, *most),
        Form::Payment => ("payment", Vec::new(), 0, 0),
        Form::Payout => ("payout", Vec::new(), 0, 0),
    };
    QuestionView {
        kind: question.kind.word().to_owned(),
        book: book.to_owned(),
        number: question.number,
        player,
        banker,
        wagers: lying
            .map(|lying| {
                let name = language.texts().wager(lying.wager.as_str(), &lying.name);
                format!("{name} {}", amount(lying.amount))
            })
            .collect(),
        chips: question.shown.chips.iter().map(|chip| amount(*chip)).collect(),
        method: question.shown.method.clone(),
        asked: sentence(language, &question.asked),
        form: form.to_owned(),
        options,
        least,
        most,
    }
}

/// The next question of a test, which you have not answered yet.
#[utoipa::path(get, path = "/api/v1/school/tests/{test}/next", params(("test" = u32, Path)),
    responses((status = 200, body = QuestionView), (status = "4XX", body = Problem)))]
pub async fn next(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(test): Path<String>,
    headers: HeaderMap,
) -> Result<Json<QuestionView>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    let set = house.schooling.test(&house.floor.ledger, number_of(&test)?).await?;
    check_not_own(&set, &person)?;
    let number = next_of(&house, &person, &set).await?;
    let question = asked(house.school(&set.test.book)?, &set.test.kinds, set.test.seed, number)?;
    Ok(Json(question_view(&question, &set.test.book, Language::of(&headers))))
}

/// The number of the next question of a test that somebody has not answered.
pub async fn next_of(house: &House, person: &Person, set: &SetTest) -> Result<u32, Problem> {
    let name = person.name.to_string();
    let sitting = register(house, |register| {
        register.trainee(&name).and_then(|trainee| trainee.tests.get(&set.number)).cloned()
    })
    .await?;
    let view = sitting_view(&set.test, sitting.as_ref());
    view.next.ok_or_else(|| Problem::conflict("answered-already", "every question is answered"))
}

/// Whoever set a test knows its questions, and does not sit it.
pub fn check_not_own(set: &SetTest, person: &Person) -> Result<(), Problem> {
    match set.by == *person.name.0 {
        true => Err(Problem::not_yours("you have set this test; others sit it")),
        false => Ok(()),
    }
}

/// What everybody answered, and whether it was right, is read by whoever set the test or has finished it: nobody reads it and then sits it.
async fn check_knows(house: &House, set: &SetTest, reader: &Person) -> Result<(), Problem> {
    let finished = |register: &SchoolRegister| {
        let sitting = register.trainee(&reader.name.0).and_then(|trainee| trainee.tests.get(&set.number));
        sitting.is_some_and(|sitting| set.test.passed(sitting).is_some())
    };
    match set.by == *reader.name.0 || register(house, finished).await? {
        true => Ok(()),
        false => Err(Problem::not_yours("the answers are read by whoever set this test or has finished it")),
    }
}

fn number_of(test: &str) -> Result<u32, Problem> {
    test.parse().map_err(|_| Problem::not_found("there is no such test"))
}

/// Answer a question.
#[utoipa::path(post, path = "/api/v1/school/answers", request_body = Answering,
    responses((status = 200, body = MarkedView), (status = "4XX", body = Problem)))]
pub async fn answer(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Result<Body<Answering>, Problem>,
) -> Result<Json<MarkedView>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Answering { id, test, book, kind, seed, number, given, ms }) = body?;
    check_ready(&house)?;
    let language = Language::of(&headers);
    let (book, kinds, seed) = match test {
        Some(test) => {
            let set = house.schooling.test(&house.floor.ledger, test).await?;
            check_not_own(&set, &person)?;
            let Test { book, kinds, seed, .. } = set.test;
            (book, kinds, seed)
        }
        None => (book, vec![kind_of(&kind)?], u64::from(seed)),
    };
    let question = asked(house.school(&book)?, &kinds, seed, number)?;
    question.read(&given).map_err(|message| Problem::answer_unread(words(language, &message)))?;
    let right = question.is_right(&given);
    let clauses = question.clauses.iter().map(|gist| gist.clause.to_string()).collect();
    let (kind, given) = (question.kind, given.trim().to_owned());
    let marked = Marked { test, book, kind, seed, number, given, right, ms, clauses };
    house.schooling.answer(&house.floor.ledger, &person, &id, marked).await?;
    Ok(Json(marked_view(&question, right, test.is_some(), language)))
}

fn marked_view(question: &Question, right: bool, in_test: bool, language: Language) -> MarkedView {
    if in_test {
        return MarkedView { right: None, solution: None, why: Vec::new(), clauses: Vec::new() };
    }
    let gist = |gist: &school::Gist| GistView { clause: gist.clause.to_string(), gist: gist.gist.clone() };
    MarkedView {
        right: Some(right),
        solution: Some(sentence(language, &question.solution())),
        why: question.why.iter().map(|why| sentence(language, why)).collect(),
        clauses: question.clauses.iter().map(gist).collect(),
    }
}

/// Set a test.
#[utoipa::path(post, path = "/api/v1/school/tests", request_body = Setting,
    responses((status = 200, body = TestView), (status = "4XX", body = Problem)))]
pub async fn set(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<Setting>, Problem>,
) -> Result<Json<TestView>, Problem> {
    let by = instructor(&visitor)?;
    let Body(Setting { id, name, book, kinds, questions, pass, seed }) = body?;
    check_ready(&house)?;
    let taught = house.school(&book)?.kinds().to_vec();
    if kinds == [Kind::WholeCoups.word()] {
        let test = Test {
            name,
            book,
            kinds: vec![Kind::WholeCoups],
            questions,
            seed: house.people.test_seed(seed)?,
            pass,
        };
        if !(1..=MOST_COUPS).contains(&questions) {
            let message = format!("questions: found {questions}; allowed are 1 to {MOST_COUPS} coups");
            return Err(Problem::unprocessable(message));
        }
        let set = house.schooling.set(&house.floor.ledger, &by, &id, test).await?;
        return Ok(Json(test_view(&set, None, Some(&*by.name.0))));
    }
    let kinds = kinds.iter().map(|word| kind_of(word)).collect::<Result<Vec<_>, _>>()?;
    if let Some(other) = kinds.iter().find(|kind| !taught.contains(kind)) {
        let taught = words_of(&taught).join(", ");
        return Err(Problem::unprocessable(format!(
            "kinds: this book does not teach {other}; allowed are {taught}"
        )));
    }
    let kinds = if kinds.is_empty() { taught } else { kinds };
    let test = Test { name, book, kinds, questions, seed: house.people.test_seed(seed)?, pass };
    let set = house.schooling.set(&house.floor.ledger, &by, &id, test).await?;
    Ok(Json(test_view(&set, None, Some(&*by.name.0))))
}

/// The results of a test.
#[utoipa::path(get, path = "/api/v1/school/tests/{test}/results", params(("test" = u32, Path)),
    responses((status = 200, body = ResultsView), (status = "4XX", body = Problem)))]
pub async fn results(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(test): Path<String>,
) -> Result<Json<ResultsView>, Problem> {
    let reader = instructor(&visitor)?;
    let set = house.schooling.test(&house.floor.ledger, number_of(&test)?).await?;
    let results = register(&house, |register| {
        let sittings = register.sittings(set.number);
        sittings.map(|(name, sitting)| result_view(name, sitting, &set.test)).collect()
    })
    .await?;
    Ok(Json(ResultsView { test: test_view(&set, None, Some(&*reader.name.0)), results }))
}

fn result_view(name: &str, sitting: &Sitting, test: &Test) -> ResultView {
    ResultView {
        name: name.to_owned(),
        answered: sitting.tally.answered,
        right: sitting.tally.right,
        passed: test.passed(sitting),
        ms: sitting.tally.ms,
        last: sitting.last.0,
    }
}

/// The answers of everybody who has sat a test, one line each, as a file.
#[utoipa::path(get, path = "/api/v1/school/tests/{test}/results.csv", params(("test" = u32, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Problem)))]
pub async fn results_csv(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(test): Path<String>,
) -> Result<Response, Problem> {
    let reader = instructor(&visitor)?;
    let set = house.schooling.test(&house.floor.ledger, number_of(&test)?).await?;
    check_knows(&house, &set, &reader).await?;
    let text = register(&house, |register| csv(&set, register)).await?;
    let name = format!("attachment; filename=\"test-{}.csv\"", set.number);
    let about =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::CONTENT_DISPOSITION, name.as_str())];
    Ok((about, text).into_response())
}

/// One line for each answer; what somebody typed is quoted, and never a formula.
fn csv(set: &SetTest, register: &SchoolRegister) -> String {
    let quoted = |text: &str| {
        let safe = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
        format!("\"{}\"", safe.replace('"', "\"\""))
    };
    let mut text = String::from("test,name,book,seed,trainee,question,exercise,given,right,ms,passed\n");
    for (name, sitting) in register.sittings(set.number) {
        let passed = match set.test.passed(sitting) {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        for (number, keyed) in &sitting.answers {
            let right = if keyed.right { "yes" } else { "no" };
            text.push_str(&format!(
                "{},{},{},{},{},{number},{},{},{right},{},{passed}\n",
                set.number,
                quoted(&set.test.name),
                quoted(&set.test.book),
                set.test.seed,
                quoted(name),
                keyed.kind,
                quoted(&keyed.given),
                keyed.ms,
            ));
        }
    }
    text
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(school, history, question, next, answer, set, results, results_csv))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/school", get(school))
        .route("/school/history", get(history))
        .route("/school/questions/{book}/{kind}/{seed}/{number}", get(question))
        .route("/school/answers", post(answer))
        .route("/school/tests", post(set))
        .route("/school/tests/{test}/next", get(next))
        .route("/school/tests/{test}/results", get(results))
        .route("/school/tests/{test}/results.csv", get(results_csv))
}
