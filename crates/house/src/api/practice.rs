//! Whole coups at the console: a practice table, what lies on its felt, and how it goes.

use super::asked::{Body, Visitor};
use super::school::{check_not_own, next_of};
use super::tables::{Answered, MOST_ACTS, check_ready};
use crate::house::House;
use crate::lessons::{Language, sentence};
use crate::practice::Seat;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Json, Router};
use floor::typed::TypedAct;
use floor::view::View;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use school::Kind;
use school::lesson::{Dealt, MOST_COUPS, Slip};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Act, Name, Time};
use utoipa::{OpenApi, ToSchema};

/// What lies on the felt of a practice table, and how it goes.
#[derive(Serialize, ToSchema)]
pub struct LessonView {
    /// The book.
    pub book: String,
    /// The number of the coup under way.
    pub number: u32,
    /// The number of the last one.
    pub of: u32,
    /// All coups are dealt.
    pub over: bool,
    /// It is a test: how it goes is told at its end.
    pub in_test: bool,
    /// The chips that patrons have put down, in words.
    pub laid: Vec<LaidView>,
    /// The cards to key next, such as `6H`.
    pub cards: Vec<String>,
    /// What has just gone wrong.
    pub happened: Option<String>,
    /// How long the coup under way takes so far, in milliseconds.
    pub ms: i64,
    /// The errors of the coup under way.
    pub slips: Vec<SlipView>,
    /// The coups that are over.
    pub dealt: Vec<DealtView>,
}

/// Chips that a patron has put down.
#[derive(Serialize, ToSchema)]
pub struct LaidView {
    /// In words.
    pub words: String,
    /// They came after bets were closed.
    pub late: bool,
}

/// A coup that is over.
#[derive(Serialize, ToSchema)]
pub struct DealtView {
    /// Its number.
    pub number: u32,
    /// The errors; nothing in a test that is not over.
    pub errors: Option<usize>,
    /// How long it took, in milliseconds.
    pub ms: u32,
    /// What was wrong.
    pub slips: Vec<SlipView>,
}

/// An error.
#[derive(Serialize, ToSchema)]
pub struct SlipView {
    /// What was wrong, in words.
    pub words: String,
    /// The word by which the table refused it, where it did.
    pub word: Option<String>,
    /// What the table said, in English.
    pub message: Option<String>,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// Coups to deal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The test, if it is one: then it says all the rest.
    #[serde(default)]
    test: Option<u32>,
    /// The id of the book.
    #[serde(default)]
    book: String,
    /// How many coups.
    #[serde(default)]
    coups: u32,
    /// The seed: the same deals the same again.
    #[serde(default)]
    seed: u32,
}

/// Something asked of a practice table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Practised {
    /// Yours to choose, once for each thing you want.
    id: String,
    /// One act or several, which happen all or not at all.
    #[schema(value_type = Vec<TypedAct>, min_items = 1, max_items = 16)]
    acts: Vec<Act>,
    /// The patron for whom it is keyed.
    #[serde(default, rename = "for")]
    patron: Option<String>,
}

fn none() -> Problem {
    Problem::not_found("you have no practice table; POST /api/v1/school/coups sets one up")
}

fn at<T>(house: &House, person: &Person, look: impl FnOnce(&mut Seat) -> T) -> Result<T, Problem> {
    house.practice.at(&person.name, look).ok_or_else(none)
}

/// Set up a practice table, in place of the one you had.
#[utoipa::path(post, path = "/api/v1/school/coups", request_body = Begin,
    responses((status = 200, body = LessonView), (status = "4XX", body = Problem)))]
pub async fn begin(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Result<Body<Begin>, Problem>,
) -> Result<Json<LessonView>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Begin { test, book, coups, seed }) = body?;
    check_ready(&house)?;
    let (book, seed, from, to) = match test {
        None if !(1..=MOST_COUPS).contains(&coups) => {
            return Err(Problem::unprocessable(format!(
                "coups: found {coups}; allowed are 1 to {MOST_COUPS}"
            )));
        }
        None => (book, u64::from(seed), 1, coups),
        Some(number) => {
            let set = house.schooling.test(&house.floor.ledger, number).await?;
            check_not_own(&set, &person)?;
            if set.test.kinds != [Kind::WholeCoups] {
                return Err(Problem::unprocessable(
                    "test: it asks questions; GET /api/v1/school/tests/{test}/next",
                ));
            }
            let next = next_of(&house, &person, &set).await?;
            (set.test.book, set.test.seed, next, set.test.questions)
        }
    };
    let known = house.books().find(|known| known.book.id == book);
    let known = known.ok_or_else(|| Problem::not_found("there is no such book"))?.clone();
    let lesson = house.school(&book)?.lesson(seed, (from, to), Time(0));
    let lesson = lesson.map_err(|_| Problem::not_found("no table can be dealt under this book alone"))?;
    let seat = Seat::new(lesson, &known, (seed, test), clock::now());
    let view = view_of(&seat, Language::of(&headers));
    house.practice.begin(&person.name, seat);
    Ok(Json(view))
}

/// What lies on the felt of your practice table, and how it goes.
#[utoipa::path(get, path = "/api/v1/school/coups",
    responses((status = 200, body = LessonView), (status = 404, body = Problem), (status = "4XX", body = Problem)))]
pub async fn lesson(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Json<LessonView>, Problem> {
    let person = &visitor.signed_in()?.person;
    at(&house, person, |seat| Json(view_of(seat, Language::of(&headers))))
}

/// Your practice table as its dealer sees it.
#[utoipa::path(get, path = "/api/v1/school/coups/table",
    responses((status = 200, body = View), (status = 404, body = Problem), (status = "4XX", body = Problem)))]
pub async fn view(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<View>, Problem> {
    let person = &visitor.signed_in()?.person;
    at(&house, person, |seat| Json(seat.view(clock::now())))
}

/// Ask something of your practice table, as its dealer.
#[utoipa::path(post, path = "/api/v1/school/coups/commands", request_body = Practised,
    responses((status = 200, body = Answered), (status = "4XX", body = Problem)))]
pub async fn command(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<Practised>, Problem>,
) -> Result<Json<Answered>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Practised { id, acts, patron }) = body?;
    if acts.is_empty() || acts.len() > MOST_ACTS {
        let message = format!("acts: found {}; allowed are 1 to {MOST_ACTS}", acts.len());
        return Err(Problem::unprocessable(message));
    }
    check_ready(&house)?;
    let now = clock::now();
    let (done, marked) = at(&house, &person, |seat| {
        if seat.lesson.is_over() && !seat.knows(&id) {
            return Err(Problem::conflict("lesson-over", "every coup of this exercise is dealt"));
        }
        let done = seat.ask(&id, acts, patron.map(Name::from), now);
        let marked: Vec<_> = seat.unkept().into_iter().map(|one| (seat.id_of(one.number), one)).collect();
        Ok((done, marked))
    })??;
    for (id, one) in marked {
        house.schooling.answer(&house.floor.ledger, &person, &id, one).await?;
    }
    match done {
        Ok((seq, events)) => Ok(Json(Answered::at_practice(seq, events))),
        Err(refusal) => Err(Denial::refused(&refusal, Some(refusal.act)).into()),
    }
}

fn view_of(seat: &Seat, language: Language) -> LessonView {
    let lesson = &seat.lesson;
    let (number, of) = lesson.at();
    let over = lesson.is_over();
    let hides = seat.test.is_some() && !over;
    let felt = lesson.felt();
    let laid = felt
        .wishes
        .iter()
        .map(|wish| LaidView { words: sentence(language, &wish.words(lesson.table())), late: wish.late });
    LessonView {
        book: seat.book.clone(),
        number,
        of,
        over,
        in_test: seat.test.is_some(),
        laid: laid.collect(),
        cards: felt.cards.iter().map(ToString::to_string).collect(),
        happened: lesson.happened().map(|report| sentence(language, &report)),
        ms: (seat.time(clock::now()).0 - lesson.begun().0).max(0),
        slips: if hides { Vec::new() } else { slips(language, lesson.slips()) },
        dealt: lesson.dealt().iter().map(|coup| dealt(language, coup, hides)).collect(),
    }
}

fn dealt(language: Language, coup: &Dealt, hides: bool) -> DealtView {
    let (errors, slips) = match hides {
        true => (None, Vec::new()),
        false => (Some(coup.slips.len()), slips(language, &coup.slips)),
    };
    DealtView { number: coup.number, errors, ms: coup.ms, slips }
}

fn slips(language: Language, all: &[Slip]) -> Vec<SlipView> {
    let slip = |slip: &Slip| SlipView {
        words: sentence(language, &slip.what),
        word: slip.refused.as_ref().map(|(reason, _)| reason.word().to_owned()),
        message: slip.refused.as_ref().map(|(_, message)| message.clone()),
        clauses: slip.clauses.clone(),
    };
    all.iter().map(slip).collect()
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(begin, lesson, view, command))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/school/coups", get(lesson).post(begin))
        .route("/school/coups/table", get(view))
        .route("/school/coups/commands", post(command))
}
