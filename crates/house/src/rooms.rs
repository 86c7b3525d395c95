//! The rooms of the house: for each its page, its script and its texts side by side. Pages show what the API tells and do nothing that it does not offer.

#[path = "rooms/accessibility/page.rs"]
mod accessibility;
#[path = "rooms/approvals/page.rs"]
mod approvals;
#[path = "rooms/cage/page.rs"]
mod cage;
#[path = "rooms/claims/page.rs"]
mod claims;
#[path = "rooms/dealer/page.rs"]
mod dealer;
#[path = "rooms/enrol/page.rs"]
mod enrol;
#[path = "rooms/history/page.rs"]
mod history;
#[path = "rooms/library/page.rs"]
mod library;
#[path = "rooms/limits/page.rs"]
mod limits;
#[path = "rooms/lobby/page.rs"]
mod lobby;
#[path = "rooms/missing/page.rs"]
mod missing;
#[path = "rooms/people/page.rs"]
mod people;
#[path = "rooms/pit/page.rs"]
mod pit;
#[path = "rooms/policy/page.rs"]
mod policy;
#[path = "rooms/promotion/page.rs"]
mod promotion;
#[path = "rooms/promotion_draw/page.rs"]
mod promotion_draw;
#[path = "rooms/refused/page.rs"]
mod refused;
#[path = "rooms/reports/page.rs"]
mod reports;
#[path = "rooms/school/page.rs"]
mod school;
#[path = "rooms/several/page.rs"]
mod several;
#[path = "rooms/shoes/page.rs"]
mod shoes;
#[path = "rooms/sign/page.rs"]
mod sign;
#[path = "rooms/signin/page.rs"]
mod signin;
#[path = "rooms/slip/page.rs"]
mod slip;
#[path = "rooms/table/page.rs"]
mod table;
#[path = "rooms/tournament/page.rs"]
mod tournament;
#[path = "rooms/vouchers/page.rs"]
mod vouchers;
#[path = "rooms/watch/page.rs"]
mod watch;

use self::tournament::Live;
use crate::api::Visitor;
use crate::house::House;
use crate::problem::Problem;
use crate::web::assets;
use crate::web::shell::{Face, Reader};
use crate::web::texts::Language;
use ::people::role::{Power, Role, may};
use ::table::{Name, Time};
use axum::Router;
use axum::extract::{FromRequestParts, OriginalUri, Path, RawQuery, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use baccarat::book::Book;
use floor::view::LobbyTable;
use hall::contest::Contest;
use maud::Markup;
use office::report::ReportQuery;
use serde::de::DeserializeOwned;
use signin::Door;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use table::TableFrame;

/// The pages, and whatever browsers need for them.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/", get(lobby))
        .route("/sign-in", get(door))
        .route("/tables", get(several_tables))
        .route("/tables/{table}", get(at_table))
        .route("/tables/{table}/dealer", get(dealer_of))
        .route("/tables/{table}/approvals", get(approvals_of))
        .route("/tables/{table}/sign", get(sign_of))
        .route("/tables/{table}/history", get(history_of))
        .route("/history", get(own_history))
        .route("/limits", get(async |reader: Asking| reader.shown(limits::page)))
        .route("/pit", get(pit_room))
        .route("/pit/{table}", get(pit_table))
        .route("/slips/{table}/{number}", get(slip_page))
        .route("/shoes", get(shoes_room))
        .route("/library", get(shelf))
        .route("/library/compare", get(compare))
        .route("/library/{book}", get(read_book))
        .route("/library/{book}/{*clause}", get(read_clause))
        .route("/people", get(people_room))
        .route("/enrol", get(async |reader: Asking| reader.shown(enrol::page)))
        .route("/cage", get(cage_room))
        .route("/cage/slips/{number}", get(cage_slip))
        .route("/school", get(school_room))
        .route("/school/coups", get(school_coups))
        .route("/reports", get(reports_room))
        .route("/reports/{report}", get(report_page))
        .route("/accessibility", get(async |reader: Asking| reader.shown(accessibility::page)))
        .route("/policy", get(async |reader: Asking| reader.shown(policy::page)))
        .route("/watch", get(async |reader: Asking| reader.shown(watch::room)))
        .route("/watch/{table}/{coup}", get(watched_coup))
        .route("/promotions", get(async |reader: Asking| reader.shown(promotion::list)))
        .route("/promotions/{promotion}", get(promotion_terms))
        .route("/promotions/{promotion}/mine", get(promotion_mine))
        .route("/promotions/{promotion}/draw", get(promotion_drawn))
        .route("/desk/vouchers", get(vouchers_room))
        .route("/desk/promotions", get(claims_room))
        .route("/desk/promotions/{promotion}", get(claims_of))
        .route("/watch/promotions/{promotion}", get(claims_of))
        .route("/watch/tournaments/{tournament}", get(watched_tournament))
        .route("/tournaments", get(async |reader: Asking| reader.shown(tournament::list)))
        .route("/tournaments/{tournament}", get(tournament_page))
        .route("/tournaments/{tournament}/me", get(entrant_page))
        .route("/tournaments/{tournament}/desk", get(tournament_desk))
        .route("/tournaments/{tournament}/screen", get(tournament_screen))
        .route("/tournaments/{tournament}/conditions", get(tournament_conditions))
        .route("/tournaments/{tournament}/tables/{table}", get(tournament_console))
        .route("/assets/{*name}", get(assets::get))
        .fallback(async |OriginalUri(address): OriginalUri, reader: Asking| match is_api(address.path()) {
            true => Problem::not_found("there is nothing here; see /api/v1/openapi.json").into_response(),
            false => reader.lost().into_response(),
        })
}

/// Is this an address of programs, not of pages?
fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// How the house shows itself in this language.
fn face(house: &House, language: Language) -> Face {
    let settings = &house.settings;
    let own = settings.wording.get(&language).cloned().unwrap_or_default();
    Face {
        name: settings.name.clone(),
        welcome: own.welcome,
        about: own.about,
        footer: own.footer,
        demonstration: settings.demonstration,
        own_pin: None,
        clock: clock_shifts(house),
    }
}

/// How the clocks of the house shift, from two years ago for a year to come.
fn clock_shifts(house: &House) -> String {
    const YEAR: i64 = 366 * 86_400_000;
    let now = ::people::clock::now().0;
    let shifts = house.settings.zone.shifts(Time(now - 2 * YEAR), Time(now + YEAR));
    let each: Vec<String> = shifts.iter().map(|(from, minutes)| format!("[{},{minutes}]", from.0)).collect();
    format!("[{}]", each.join(","))
}

/// Whoever asks for a page, and what they ask in its query.
struct Asking {
    reader: Reader,
    /// The language they have just chosen, to be kept.
    chosen: Option<Language>,
    query: Vec<(String, String)>,
    /// Whose session sleeps in their browser.
    asleep: Option<String>,
    /// Who has yet to set a second factor.
    enrols: Option<String>,
}

impl FromRequestParts<Arc<House>> for Asking {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Asking, Infallible> {
        let Ok(visitor) = Visitor::from_request_parts(parts, house).await;
        let Ok(OriginalUri(uri)) = OriginalUri::from_request_parts(parts, house).await;
        let Ok(RawQuery(query)) = RawQuery::from_request_parts(parts, house).await;
        let query = pairs(query.as_deref().unwrap_or_default());
        let chosen = query.iter().find(|(key, _)| key == "lang").and_then(|(_, tag)| Language::tagged(tag));
        let language = chosen.unwrap_or_else(|| Language::of(&parts.headers));
        let here = here(uri.path(), uri.query().unwrap_or_default());
        let asleep = visitor.asleep.map(|person| person.name.to_string());
        let enrols = visitor.enrols.map(|session| session.person.name.to_string());
        let role = visitor.session.as_ref().map(|session| session.person.role);
        let person = visitor.session.map(|session| session.person.name.to_string());
        let own_pin =
            house.links.as_ref().zip(person.as_deref()).and_then(|(links, name)| links.pin_of(name));
        Ok(Asking {
            reader: Reader { language, person, role, here, face: Face { own_pin, ..face(house, language) } },
            chosen,
            query,
            asleep,
            enrols,
        })
    }
}

/// What an address names within it. Where that is no text, whoever asks is shown that there is no such page, as for any other address.
struct Within<T>(T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<House>> for Within<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Within<T>, Response> {
        match Path::from_request_parts(parts, house).await {
            Ok(Path(named)) => Ok(Within(named)),
            Err(_) => {
                let Ok(asking) = Asking::from_request_parts(parts, house).await;
                Err(asking.lost())
            }
        }
    }
}

impl Asking {
    /// What they ask under a key.
    fn asked(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    fn shown(&self, page: impl FnOnce(&Reader) -> Markup) -> Response {
        self.answered(StatusCode::OK, page(&self.reader))
    }

    fn lost(&self) -> Response {
        self.answered(StatusCode::NOT_FOUND, missing::page(&self.reader))
    }

    /// The page that was asked for is not for this reader, or cannot be as asked.
    fn refused(&self, problem: &Problem) -> Response {
        self.answered(problem.code(), refused::page(&self.reader, problem))
    }

    /// What the query asks of a report. Pages also know the language.
    fn report_asked(&self) -> Result<ReportQuery, Problem> {
        let number = |key: &str| match self.asked(key).filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => text.parse::<i64>().map(Some).map_err(|_| {
                Problem::bad_request(format!("{key}: found `{text}`; allowed is a whole number"))
            }),
        };
        let text = |key: &str| self.asked(key).filter(|text| !text.is_empty()).map(str::to_owned);
        let none = |_| Problem::not_found("there is no such shift");
        Ok(ReportQuery {
            table: text("table"),
            shift: number("shift")?.map(u32::try_from).transpose().map_err(none)?,
            day: text("day"),
            from: number("from")?,
            to: number("to")?,
            sheet: None,
        })
    }

    fn answered(&self, status: StatusCode, page: Markup) -> Response {
        let about = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
        let mut response = (status, about, page.into_string()).into_response();
        if let Some(language) = self.chosen {
            let kept = format!("language={}; Path=/; Max-Age=31536000; SameSite=Lax", language.tag());
            if let Ok(kept) = HeaderValue::from_str(&kept) {
                response.headers_mut().insert(header::SET_COOKIE, kept);
            }
        }
        response
    }
}

/// A page to come back to: its path and what was asked of it, but not the language, which is remembered.
fn here(path: &str, query: &str) -> String {
    let asked: Vec<&str> =
        query.split('&').filter(|part| !part.is_empty() && part.split('=').next() != Some("lang")).collect();
    if asked.is_empty() { path.to_owned() } else { format!("{path}?{}", asked.join("&")) }
}

/// The pairs of a query, as forms write them.
fn pairs(query: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (unescaped(key), unescaped(value))
    };
    query.split('&').filter(|part| !part.is_empty()).map(pair).collect()
}

fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// A place of this house to go to, and no other.
fn own_place(to: &str) -> &str {
    let own = to.starts_with('/') && !to.starts_with("//") && !to.contains(['\\', '\r', '\n', '\t']);
    if own { to } else { "/" }
}

async fn lobby(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let assumed = house.books().map(|known| (known.book.id.as_str(), known.book.assumed().len())).collect();
    asking.shown(|reader| lobby::page(reader, &assumed))
}

async fn door(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let guest = house.links.as_ref().map(|links| links.of(Role::Player));
    let door = Door {
        to: own_place(asking.asked("to").unwrap_or("/")),
        link: asking.asked("link"),
        guest: guest.as_deref(),
        asleep: asking.asleep.as_deref(),
        enrols: asking.enrols.as_deref(),
        staff: asking.reader.role.is_some_and(|role| role != Role::Player),
    };
    asking.shown(|reader| signin::page(reader, &door))
}

/// How many values a book assumes.
fn assumed_by(house: &House, book: &str) -> usize {
    house.books().find(|known| known.book.id == book).map_or(0, |known| known.book.assumed().len())
}

/// Shows a page of a table, if there is such a table.
fn of_table(
    house: &House,
    asking: &Asking,
    id: &str,
    page: impl FnOnce(&Reader, &TableFrame<'_>) -> Markup,
) -> Response {
    let Ok(table) = house.table(id) else { return asking.lost() };
    let LobbyTable { id, name, book, book_name, .. } = table.posted(|posted| posted.lobby.clone());
    let assumed = assumed_by(house, &book);
    let frame = TableFrame { id: &id, name: &name, book: &book, book_name: &book_name, assumed };
    asking.shown(|reader| page(reader, &frame))
}

async fn at_table(State(house): State<Arc<House>>, Within(id): Within<String>, asking: Asking) -> Response {
    of_table(&house, &asking, &id, table::page)
}

async fn dealer_of(State(house): State<Arc<House>>, Within(id): Within<String>, asking: Asking) -> Response {
    of_table(&house, &asking, &id, dealer::page)
}

async fn approvals_of(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_table(&house, &asking, &id, approvals::page)
}

async fn sign_of(State(house): State<Arc<House>>, Within(id): Within<String>, asking: Asking) -> Response {
    of_table(&house, &asking, &id, sign::page)
}

async fn history_of(State(house): State<Arc<House>>, Within(id): Within<String>, asking: Asking) -> Response {
    of_table(&house, &asking, &id, history::page)
}

/// The ids and names of the tables.
fn named_tables(house: &House) -> Vec<(String, String)> {
    house.lobby().into_iter().map(|table| (table.id, table.name)).collect()
}

async fn own_history(State(house): State<Arc<House>>, asking: Asking) -> Response {
    asking.shown(|reader| history::own(reader, &named_tables(&house)))
}

async fn several_tables(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let tables = named_tables(&house);
    let wanted = asking.query.iter().filter(|(key, _)| key == "table").map(|(_, id)| id.as_str());
    let chosen: Vec<&str> = wanted.take(several::MOST).collect();
    asking.shown(|reader| several::page(reader, &tables, &chosen))
}

async fn school_room(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let books: Vec<school::Taught> = house
        .books()
        .map(|known| school::Taught {
            id: known.book.id.clone(),
            name: known.book.name.clone(),
            assumed: known.book.assumed().len(),
        })
        .collect();
    asking.shown(|reader| school::page(reader, &books))
}

async fn school_coups(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let name = asking.reader.person.as_deref().map(Name::from);
    let at = |name: &Name| house.practice.at(name, |seat| (seat.book.clone(), seat.book_name.clone()));
    let Some((book, book_name)) = name.as_ref().and_then(at) else {
        return Redirect::to("/school").into_response();
    };
    let assumed = assumed_by(&house, &book);
    let frame = TableFrame { id: "practice", name: &book_name, book: &book, book_name: &book_name, assumed };
    asking.shown(|reader| school::coups(reader, &frame))
}

async fn shoes_room(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let tables = named_tables(&house);
    asking.shown(|reader| shoes::page(reader, &tables, asking.asked("table")))
}

async fn watched_coup(Within((table, coup)): Within<(String, String)>, asking: Asking) -> Response {
    let Ok(coup) = coup.parse() else { return asking.lost() };
    asking.shown(|reader| watch::coup(reader, &table, coup))
}

/// The tournament of this id, if there is one.
fn contest(house: &House, id: &str) -> Option<Arc<Contest>> {
    house.hall.as_ref()?.contest(id).ok()
}

/// A live page of a tournament, if it is for this reader.
fn of_tournament(house: &House, asking: &Asking, id: &str, page: Live) -> Response {
    let Some(contest) = contest(house, id) else { return asking.lost() };
    if !page.is_for(asking.reader.role) {
        return asking.refused(&Problem::not_yours("this page is for those who run the tournament"));
    }
    let by_link = house.links.is_some();
    asking.shown(|reader| tournament::live(reader, &contest.entry(), page, by_link))
}

async fn tournament_page(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_tournament(&house, &asking, &id, Live::Public)
}

async fn entrant_page(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_tournament(&house, &asking, &id, Live::Me)
}

async fn tournament_desk(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_tournament(&house, &asking, &id, Live::Desk)
}

async fn watched_tournament(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_tournament(&house, &asking, &id, Live::Watch)
}

async fn tournament_console(
    State(house): State<Arc<House>>,
    Within((id, table)): Within<(String, String)>,
    asking: Asking,
) -> Response {
    match table.parse() {
        Ok(table) => of_tournament(&house, &asking, &id, Live::Console(table)),
        Err(_) => asking.lost(),
    }
}

async fn tournament_screen(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    let Some(contest) = contest(&house, &id) else { return asking.lost() };
    asking.shown(|reader| tournament::screen(reader, &contest.entry()))
}

async fn tournament_conditions(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    let Some(contest) = contest(&house, &id) else { return asking.lost() };
    let document = contest.document().await;
    asking.shown(|reader| tournament::conditions(reader, &contest.entry(), &document))
}

async fn pit_room(State(house): State<Arc<House>>, visitor: Visitor, asking: Asking) -> Response {
    match crate::api::pit::keeper(&visitor) {
        Ok(person) => {
            let manager = (person.role == Role::Manager).then_some(house.links.is_some());
            asking.shown(|reader| pit::overview(reader, manager))
        }
        Err(problem) => asking.refused(&problem),
    }
}

async fn pit_table(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    let acts = match crate::api::pit::keeper(&visitor) {
        Ok(person) => may(person.role, Power::Rule),
        Err(problem) => return asking.refused(&problem),
    };
    of_table(&house, &asking, &id, |reader, frame| {
        let book = house.books().find(|book| book.book.id == frame.book);
        let how = (acts, house.links.is_some(), house.floor.cage.is_some());
        book.map_or_else(|| missing::page(reader), |book| pit::table(reader, frame, &book.book, how))
    })
}

async fn slip_page(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Within((id, number)): Within<(String, String)>,
    asking: Asking,
) -> Response {
    if let Err(problem) = crate::api::pit::keeper(&visitor) {
        return asking.refused(&problem);
    }
    let Ok(number) = number.parse() else { return asking.lost() };
    let Ok(slip) = office::slip::read(&house.floor, &id, number).await else { return asking.lost() };
    of_table(&house, &asking, &id, |reader, frame| slip::page(reader, frame, &slip, &house.settings.clocks()))
}

/// Shows a page of a promotion, if there is such a promotion.
fn of_promotion(
    house: &House,
    asking: &Asking,
    id: &str,
    page: impl FnOnce(&Reader, &str, &str) -> Markup,
) -> Response {
    let Some(Ok(offer)) = house.prizes.as_ref().map(|prizes| prizes.offer(id)) else { return asking.lost() };
    let name = offer.entry().name;
    asking.shown(|reader| page(reader, id, &name))
}

async fn promotion_terms(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_promotion(&house, &asking, &id, promotion::terms)
}

async fn promotion_mine(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_promotion(&house, &asking, &id, promotion::mine)
}

async fn promotion_drawn(
    State(house): State<Arc<House>>,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    of_promotion(&house, &asking, &id, promotion_draw::page)
}

async fn cage_room(State(house): State<Arc<House>>, visitor: Visitor, asking: Asking) -> Response {
    match crate::api::cage::staff(&visitor) {
        Ok(person) => {
            let configs = house.floor.configs();
            let tables: Vec<(String, String)> =
                configs.iter().map(|config| (config.id.clone(), config.name.clone())).collect();
            let worths: BTreeSet<i64> =
                configs.iter().flat_map(|config| config.settings.chips.iter().map(|chip| chip.0)).collect();
            let place = cage::CagePlace { has: house.floor.cage.is_some(), tables: &tables, worths };
            asking.shown(|reader| cage::room(reader, person.role, &place, house.links.is_some()))
        }
        Err(problem) => asking.refused(&problem),
    }
}

async fn cage_slip(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Within(number): Within<String>,
    asking: Asking,
) -> Response {
    if let Err(problem) = crate::api::cage::staff(&visitor) {
        return asking.refused(&problem);
    }
    let Ok(number) = number.parse() else { return asking.lost() };
    match crate::api::cage::transfer(&house, number).await {
        Ok(transfer) => {
            let clocks = house.settings.clocks();
            asking.shown(|reader| slip::transfer(reader, &transfer, &clocks))
        }
        Err(_) => asking.lost(),
    }
}

async fn claims_room(State(house): State<Arc<House>>, visitor: Visitor, asking: Asking) -> Response {
    match crate::api::pit::keeper(&visitor) {
        Ok(person) => {
            let acts = may(person.role, Power::Set);
            asking.shown(|reader| claims::list(reader, acts, house.links.is_some()))
        }
        Err(problem) => asking.refused(&problem),
    }
}

async fn vouchers_room(State(house): State<Arc<House>>, visitor: Visitor, asking: Asking) -> Response {
    match crate::api::pit::keeper(&visitor) {
        Ok(person) => {
            let acts = may(person.role, Power::Set);
            let configs = house.floor.configs();
            let tables: Vec<(String, String)> =
                configs.iter().map(|config| (config.id.clone(), config.name.clone())).collect();
            asking.shown(|reader| vouchers::page(reader, &tables, acts, house.links.is_some()))
        }
        Err(problem) => asking.refused(&problem),
    }
}

async fn claims_of(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Within(id): Within<String>,
    asking: Asking,
) -> Response {
    let acts = match crate::api::pit::keeper(&visitor) {
        Ok(person) => may(person.role, Power::Set),
        Err(problem) => return asking.refused(&problem),
    };
    let link = house.links.is_some();
    of_promotion(&house, &asking, &id, |reader, id, name| claims::one(reader, (id, name), acts, link))
}

/// The books of the house.
fn books(house: &House) -> Vec<Arc<Book>> {
    house.books().map(|book| book.book.clone()).collect()
}

async fn shelf(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let books = books(&house);
    let all: Vec<&Book> = books.iter().map(Arc::as_ref).collect();
    let search = asking.asked("search").unwrap_or_default();
    asking.shown(|reader| library::shelf(reader, &all, search))
}

async fn read_book(State(house): State<Arc<House>>, Within(id): Within<String>, asking: Asking) -> Response {
    show_book(&house, &id, None, asking).await
}

/// A clause by the instrument's own number, which may stand for all its parts. A number that goes further than the book's leads to the nearest.
async fn read_clause(
    State(house): State<Arc<House>>,
    Within((id, clause)): Within<(String, String)>,
    asking: Asking,
) -> Response {
    show_book(&house, &id, Some(clause), asking).await
}

async fn show_book(house: &House, id: &str, number: Option<String>, asking: Asking) -> Response {
    let Some((book, hash)) =
        house.books().find(|book| book.book.id == id).map(|book| (book.book.clone(), book.hash))
    else {
        return asking.lost();
    };
    let near = number.as_deref().and_then(|number| lab::clauses::nearest(&book, number));
    let status = if number.is_some() && near.is_none() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let question = library::Question {
        missing: number.filter(|number| {
            !near.as_ref().is_some_and(|near| lab::clauses::is_written(&book, number, near))
        }),
        number: near,
        method: asking.asked("method").map(str::to_owned),
        decks: asking.asked("decks").and_then(|decks| decks.parse().ok()),
        search: asking.asked("search").unwrap_or_default().to_owned(),
        kind: asking.asked("kind").map(str::to_owned),
    };
    worked_out(asking, status, move |reader| library::book(reader, (&book, &hash.to_string()), &question))
        .await
}

async fn compare(State(house): State<Arc<House>>, asking: Asking) -> Response {
    let books = books(&house);
    let wanted: Vec<String> =
        asking.query.iter().filter(|(key, _)| key == "book").map(|(_, value)| value.clone()).collect();
    let asked = |key: &str| asking.asked(key).unwrap_or_default().to_owned();
    let filter = library::Filter { chapter: asked("chapter"), show: asked("show"), search: asked("search") };
    worked_out(asking, StatusCode::OK, move |reader| {
        let all: Vec<&Book> = books.iter().map(Arc::as_ref).collect();
        let mut chosen: Vec<&Book> = all.iter().copied().filter(|book| wanted.contains(&book.id)).collect();
        if chosen.len() < 2 {
            chosen = all.iter().copied().take(2).collect();
        }
        library::compare(reader, &all, &chosen, &filter)
    })
    .await
}

async fn people_room(State(house): State<Arc<House>>, visitor: Visitor, asking: Asking) -> Response {
    let Some(role) = asking.reader.role else { return asking.lost() };
    match crate::api::people::seen(&house, &visitor).await {
        Ok(seen) => asking.shown(|reader| people::page(reader, role, house.links.is_some(), &seen)),
        Err(problem) => asking.refused(&problem),
    }
}

async fn reports_room(State(house): State<Arc<House>>, visitor: Visitor, asking: Asking) -> Response {
    match crate::api::shifts::seen(&house, &visitor).await {
        Ok(shifts) => {
            let lobby = house.lobby().into_iter();
            let front = reports::Front {
                shifts: shifts.shifts,
                tables: lobby.map(|table| (table.id, table.name)).collect(),
                keeper: crate::api::shifts::keeper(&visitor).is_ok(),
                today: house.settings.clocks().trading_day(::people::clock::now()),
                clocks: house.settings.clocks(),
            };
            asking.shown(|reader| reports::front(reader, &front))
        }
        Err(problem) => asking.refused(&problem),
    }
}

async fn report_page(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Within(word): Within<String>,
    asking: Asking,
) -> Response {
    let Some(kind) = office::report::Kind::named(&word) else { return asking.lost() };
    let names = named_tables(&house);
    let made = async {
        crate::api::shifts::reader(&visitor)?;
        let asked = asking.report_asked()?;
        Ok((crate::api::reports::made(house, kind, asked.clone()).await?, asked))
    };
    match made.await {
        Ok((report, asked)) => asking.shown(|reader| reports::report(reader, &report, &asked, &names)),
        Err(problem) => asking.refused(&problem),
    }
}

/// A page that takes some work, which keeps nobody else waiting.
async fn worked_out(
    asking: Asking,
    status: StatusCode,
    page: impl FnOnce(&Reader) -> Markup + Send + 'static,
) -> Response {
    let reader = asking.reader.clone();
    match tokio::task::spawn_blocking(move || page(&reader)).await {
        Ok(page) => asking.answered(status, page),
        Err(error) => Problem::ours(&error).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_come_back_to_with_what_was_asked_of_it() {
        assert_eq!(here("/tables", "table=act&lang=zh-CN&table=nz"), "/tables?table=act&table=nz");
        assert_eq!(here("/library", "lang=en"), "/library");
        assert_eq!(here("/library", "language=en"), "/library?language=en");
        assert_eq!(here("/", ""), "/");
    }

    #[test]
    fn a_query_is_read_as_forms_write_it() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(
            pairs("book=act&book=nsw&search=less+5%25&x"),
            [pair("book", "act"), pair("book", "nsw"), pair("search", "less 5%"), pair("x", "")]
        );
        assert_eq!(unescaped("%E5%BA%84 100% %zz"), "庄 100% %zz");
    }

    #[test]
    fn whoever_signs_in_stays_in_this_house() {
        let check = |to: &str, expected: &str| assert_eq!(own_place(to), expected, "{to}");
        check("/tables/act", "/tables/act");
        check("https://elsewhere.example", "/");
        check("//elsewhere.example", "/");
        check("/\\elsewhere.example", "/");
        check("", "/");
    }
}
