//! A promotion from its terms to its prizes, by people who know nothing but the API; and what insiders try.

use crate::contests::lunar;
use crate::support::{AT_ONCE, BETTING, Guest, Open, at_pace, bet, is_over, takes_wagers};
use axum::http::{Method, StatusCode};
use declared::Zone;
use people::role::Role;
use promotion::Proof;
use promotion::published::{Published, chain_faults};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use table::Time;
use tempfile::TempDir;

/// Cash just above what leaves the choice of payment to the operator, and goods with cash instead.
const PRIZES: &str = r#"prize = [{ sort = "cash", what = "Cash", value = "10000.01" }, { sort = "goods", what = "A watch", value = 900, cash_instead = true }]"#;

fn terms(id: &str) -> String {
    lunar(id, &[PRIZES])
}

const CLOSES: &str = "2027-02-06T20:30:00+11:00";
const AWARD: &str = "2027-02-06T21:00:00+11:00";

/// Milliseconds of a time with its offset.
fn time(text: &str) -> i64 {
    let table: toml::Table = format!("at = {text}").parse().unwrap();
    declared::time_of(table["at"].as_datetime().unwrap()).unwrap().0
}

/// A house with a clock that the test holds, and its people.
struct House {
    open: Open,
    clock: Arc<AtomicI64>,
    asked: AtomicU64,
    manager: Guest,
    supervisor: Guest,
    _folder: TempDir,
}

impl House {
    async fn open() -> House {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(AtomicI64::new(time("2027-01-20T12:00:00+11:00")));
        let mut settings = at_pace(folder.path(), BETTING);
        let held = clock.clone();
        settings.clock = Arc::new(move || Time(held.load(Ordering::SeqCst)));
        let open = Open::with(settings).await;
        let (manager, supervisor) =
            (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Supervisor).await);
        House { open, clock, asked: AtomicU64::new(0), manager, supervisor, _folder: folder }
    }

    /// It is this time now, and what is due then is done.
    async fn at(&self, when: i64) {
        self.clock.store(when, Ordering::SeqCst);
        self.open.house.prizes.as_ref().unwrap().tick().await;
    }

    async fn begin(&self, terms: &str) -> (StatusCode, Value) {
        let id = format!("begin-{:06}", self.asked.fetch_add(1, Ordering::SeqCst));
        self.manager.post("/promotions", json!({ "id": id, "terms": terms })).await
    }

    async fn try_to(&self, guest: &Guest, id: &str, act: Value) -> (StatusCode, Value) {
        let command = format!("command-{:06}", self.asked.fetch_add(1, Ordering::SeqCst));
        guest.post(&format!("/promotions/{id}/commands"), json!({ "id": command, "act": act })).await
    }

    async fn ask(&self, guest: &Guest, id: &str, act: Value) -> Value {
        let (status, answer) = self.try_to(guest, id, act.clone()).await;
        assert_eq!(status, StatusCode::OK, "{act}: {answer}");
        answer
    }

    /// Turned down with this word.
    async fn refused(&self, guest: &Guest, id: &str, act: Value, word: &str) -> Value {
        let (status, answer) = self.try_to(guest, id, act.clone()).await;
        assert_ne!(status, StatusCode::OK, "{act}: {answer}");
        assert_eq!(answer["word"], word, "{act}: {answer}");
        answer
    }

    /// What takes two people.
    async fn both(&self, id: &str, what: Value) -> Value {
        self.ask(&self.manager, id, json!({ "act": "propose", "what": what })).await;
        let desk = self.manager.get(&format!("/promotions/{id}")).await;
        let number = &desk["desk"]["proposals"].as_array().unwrap().last().unwrap()["number"];
        self.ask(&self.supervisor, id, json!({ "act": "approve", "proposal": number })).await
    }

    /// A promotion that takes entries.
    async fn opened(&self, id: &str, terms: &str) {
        let (status, view) = self.begin(terms).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        self.ask(&self.manager, id, json!({"act": "lodge"})).await;
        self.ask(&self.manager, id, json!({"act": "open-channel", "channel": "in-casino"})).await;
        self.ask(&self.manager, id, json!({"act": "open"})).await;
    }

    async fn players(&self, number: usize) -> Vec<(Guest, String)> {
        let mut players = Vec::new();
        for _ in 0..number {
            let guest = self.open.come_as(Role::Player).await;
            let name = guest.get("/session").await["name"].as_str().unwrap().to_owned();
            players.push((guest, name));
        }
        players
    }

    async fn published(&self, id: &str) -> Published {
        let record = self.open.anybody().get(&format!("/promotions/{id}/draw")).await;
        serde_json::from_value(record).unwrap()
    }

    async fn winners(&self, id: &str) -> Vec<String> {
        let view = self.manager.get(&format!("/promotions/{id}")).await;
        let winners = view["desk"]["winners"].as_array().unwrap();
        winners.iter().map(|winner| winner["holder"].as_str().unwrap().to_owned()).collect()
    }

    fn called<'p>(&self, players: &'p [(Guest, String)], name: &str) -> &'p Guest {
        &players.iter().find(|(_, known)| known == name).unwrap().0
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn from_terms_to_a_paid_prize() {
    let house = House::open().await;
    let anybody = house.open.anybody();
    let players = house.players(4).await;

    // Only who runs the house begins one; every fault is told at once, with its clause.
    let body = json!({"id": "begin-it-now", "terms": terms("lunar")});
    assert_eq!(players[0].0.post("/promotions", body.clone()).await.0, StatusCode::FORBIDDEN);
    assert_eq!(anybody.post("/promotions", body).await.0, StatusCode::UNAUTHORIZED);
    let faulty = terms("lunar").replace("eligible = ", "# ").replace("value = 900", "value = 0");
    let (status, faults) = house.begin(&faulty).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(faults["detail"].as_str().unwrap().contains("eligible"), "{faults}");
    assert!(faults["clauses"].as_array().unwrap().contains(&json!("16.7.3")), "{faults}");

    // A book that says nothing of promotions refuses them with that reason.
    for book in ["act", "qld", "nz"] {
        let (status, refused) = house.begin(&terms("lunar").replace("\"nsw\"", &format!("\"{book}\""))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            refused["detail"].as_str().unwrap().contains("no chapter on promotional prizes"),
            "{refused}"
        );
        assert!(!refused["silences"].as_array().unwrap().is_empty(), "{refused}");
    }

    // The start waits for lodging and for a way to get the terms.
    assert_eq!(house.begin(&terms("lunar")).await.0, StatusCode::OK);
    assert_eq!(house.begin(&terms("lunar")).await.1["word"], "already-there");
    let refused = house.refused(&house.manager, "lunar", json!({"act": "open"}), "not-lodged").await;
    assert_eq!(refused["clauses"], json!(["16.9"]));
    house.ask(&house.manager, "lunar", json!({"act": "lodge"})).await;
    house.refused(&house.manager, "lunar", json!({"act": "open"}), "no-channel").await;
    house.ask(&house.manager, "lunar", json!({"act": "open-channel", "channel": "secure-website"})).await;
    house.refused(&players[0].0, "lunar", json!({"act": "open"}), "not-in-that-role").await;
    house.ask(&house.manager, "lunar", json!({"act": "open"})).await;
    let (status, _, shown) = anybody.raw(Method::GET, "/promotions/lunar/terms", None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(&shown[..], terms("lunar").as_bytes());

    // One ticket each; the same command is the same answer.
    let enter = json!({"id": "enter-me-once", "act": {"act": "enter"}});
    let first = players[0].0.post("/promotions/lunar/commands", enter.clone()).await;
    assert_eq!(first.0, StatusCode::OK, "{}", first.1);
    assert_eq!(players[0].0.post("/promotions/lunar/commands", enter).await, first);
    house.refused(&players[0].0, "lunar", json!({"act": "enter"}), "already-done").await;
    for (guest, _) in &players[1..3] {
        house.ask(guest, "lunar", json!({"act": "enter"})).await;
    }

    // Entries close at the declared moment, not a millisecond later.
    house.at(time(CLOSES) - 1).await;
    assert_eq!(anybody.get("/promotions/lunar").await["stage"], "open");
    house.refused(&house.manager, "lunar", json!({"act": "close"}), "not-in-that-role").await;
    house.clock.store(time(CLOSES), Ordering::SeqCst);
    let late = house.refused(&players[3].0, "lunar", json!({"act": "enter"}), "closed").await;
    assert_eq!(late["clauses"], json!(["16.7.6"]));
    house.at(time(CLOSES)).await;

    // Everybody proves the own ticket; nobody reads another's.
    let view = anybody.get("/promotions/lunar").await;
    assert_eq!((&view["stage"], &view["tickets"]), (&json!("closed"), &json!(3)));
    let published = house.published("lunar").await;
    for (guest, name) in &players[..3] {
        let proofs = guest.get("/promotions/lunar/tickets").await;
        let proofs: Vec<Proof> = serde_json::from_value(proofs).unwrap();
        assert_eq!(proofs.len(), 1);
        assert_eq!(proofs[0].ticket.holder.to_string(), *name);
        assert_eq!(proofs[0].check("lunar", published.root.unwrap(), published.list.len()), Ok(()));
    }
    assert_eq!(players[3].0.get("/promotions/lunar/tickets").await, json!([]));
    assert_eq!(house.manager.get("/promotions/lunar/tickets").await, json!([]));
    let dealer = house.open.come_as(Role::Dealer).await;
    let inspector = house.open.come_as(Role::Inspector).await;
    for guest in [&anybody, &players[3].0, &dealer, &house.manager, &inspector] {
        let seen = guest.get("/promotions/lunar").await.to_string();
        assert!(players[..3].iter().all(|(_, name)| !seen.contains(name.as_str())), "{seen}");
    }
    let evidence = house.manager.get("/promotions/lunar/evidence").await.to_string();
    assert!(players[..3].iter().all(|(_, name)| !evidence.contains(name.as_str())), "{evidence}");

    // The draw: in time, by two people, and by a text from outside.
    house
        .refused(&house.manager, "lunar", json!({"act": "propose", "what": {"act": "ready-draw"}}), "not-due")
        .await;
    house.at(time(AWARD)).await;
    house.refused(&house.manager, "lunar", json!({"act": "ready-draw"}), "needs-two").await;
    house.refused(&players[0].0, "lunar", json!({"act": "mix", "text": "too early"}), "not-due").await;
    let propose = json!({"act": "propose", "what": {"act": "ready-draw"}});
    let unproved = house.open.come_as(Role::Manager).await;
    house.refused(&unproved, "lunar", propose.clone(), "confirm-first").await;
    house.ask(&house.manager, "lunar", propose).await;
    let approve = json!({"act": "approve", "proposal": 1});
    house.refused(&house.manager, "lunar", approve.clone(), "self-approval").await;
    house.ask(&house.supervisor, "lunar", approve).await;
    house.refused(&house.manager, "lunar", json!({"act": "mix", "text": "mine"}), "not-from-outside").await;
    house.refused(&players[1].0, "lunar", json!({"act": "mix", "text": " "}), "not-from-outside").await;
    let drawn = house.ask(&players[1].0, "lunar", json!({"act": "mix", "text": "rain at noon"})).await;
    assert!(
        drawn["events"].as_array().unwrap().iter().any(|event| event["fact"] == "prize-drawn"),
        "{drawn}"
    );
    let published = house.published("lunar").await;
    assert_eq!(published.faults(), Vec::<String>::new());
    house.ask(&house.manager, "lunar", json!({"act": "publish-results"})).await;

    // Winners are sought by the end of the second day.
    let desk = house.manager.get("/promotions/lunar").await;
    let winner = &desk["desk"]["winners"][0];
    assert_eq!(winner["sought_until"], time("2027-02-09T00:00:00+11:00"));
    house
        .ask(
            &house.manager,
            "lunar",
            json!({"act": "notify", "prize": 1, "channel": "email", "reached": true}),
        )
        .await;

    // Above the limit the winner picks how it is paid, in parts that add up, in the own name.
    let names = house.winners("lunar").await;
    let first = house.called(&players, &names[0]);
    let other = players.iter().find(|(_, name)| !names.contains(name)).unwrap();
    house.refused(first, "lunar", json!({"act": "claim", "prize": 1, "how": "pigeon"}), "no-such-way").await;
    house.ask(first, "lunar", json!({"act": "claim", "prize": 1, "how": "desk"})).await;
    house.ask(&house.manager, "lunar", json!({"act": "find-eligible", "claim": 1, "eligible": true})).await;
    let parts = |payee: &str, cents: i64| {
        json!({"act": "choose-payment", "claim": 1, "parts": [
            {"way": "cash", "amount": 500_000, "payee": payee},
            {"way": "crossed-cheque", "amount": 500_000 + cents, "payee": payee}]})
    };
    house.refused(&house.manager, "lunar", parts(&names[0], 1), "not-the-person").await;
    house.refused(&other.0, "lunar", parts(&names[0], 1), "not-the-person").await;
    house.refused(first, "lunar", parts(&other.1, 1), "other-payee").await;
    house.refused(first, "lunar", parts(&names[0], 0), "parts-differ").await;
    house.ask(first, "lunar", parts(&names[0], 1)).await;
    house.refused(&house.manager, "lunar", json!({"act": "award", "claim": 1}), "needs-two").await;
    house.both("lunar", json!({"act": "award", "claim": 1})).await;
    assert_eq!(anybody.get("/promotions/lunar").await["prizes"][0]["awarded"], true);

    // Cash in place of the prize; a claim of somebody else denied with its reason, its record closed; a dispute.
    let second = house.called(&players, &names[1]);
    house.ask(&other.0, "lunar", json!({"act": "claim", "prize": 2, "how": "desk"})).await;
    let deny =
        |reason: &str| json!({"act": "deny", "claim": 2, "ground": "not-the-winner", "reason": reason});
    house.refused(&house.manager, "lunar", deny(""), "reason-missing").await;
    house.ask(&house.manager, "lunar", deny("your ticket was not drawn")).await;
    let own = other.0.get("/promotions/lunar").await;
    assert_eq!(own["you"]["claims"][0]["reason"], "your ticket was not drawn");
    assert!(
        own["you"]["notices"].as_array().unwrap().iter().any(|notice| notice["what"] == "why-refused"),
        "{own}"
    );
    house
        .refused(
            &house.manager,
            "lunar",
            json!({"act": "close-denial", "claim": 2, "claimants": []}),
            "record-missing",
        )
        .await;
    let claimants = json!([{"name": other.1, "address": "1 Main Street"}]);
    house
        .ask(&house.manager, "lunar", json!({"act": "close-denial", "claim": 2, "claimants": claimants}))
        .await;
    house.refused(&house.manager, "lunar", json!({"act": "discard-denial", "claim": 2}), "record-kept").await;
    house.ask(&other.0, "lunar", json!({"act": "dispute", "about": "claim 2"})).await;
    house
        .ask(&house.manager, "lunar", json!({"act": "decide-dispute", "dispute": 1, "decision": "it stands"}))
        .await;
    house.ask(&other.0, "lunar", json!({"act": "contest", "dispute": 1})).await;
    let told = other.0.get("/promotions/lunar").await["you"]["notices"].to_string();
    assert!(told.contains("inspector"), "the right to complain is told with the inspector named: {told}");
    house.ask(second, "lunar", json!({"act": "claim", "prize": 2, "how": "desk"})).await;
    house.ask(&house.manager, "lunar", json!({"act": "find-eligible", "claim": 3, "eligible": true})).await;
    house.ask(second, "lunar", json!({"act": "choose-cash", "claim": 3})).await;
    let ways = house.manager.get("/promotions/lunar").await["desk"]["payments"].clone();
    let way = ways.as_array().unwrap().iter().find(|way| way.as_str().unwrap().contains("transfer")).unwrap();
    let paid = json!([{"way": way, "amount": 90_000, "payee": names[1]}]);
    house.ask(&house.manager, "lunar", json!({"act": "choose-payment", "claim": 3, "parts": paid})).await;
    house.both("lunar", json!({"act": "award", "claim": 3})).await;
    let view = anybody.get("/promotions/lunar").await;
    assert_eq!((&view["prizes"][1]["awarded"], &view["prizes"][1]["ticket"].is_u64()), (&json!(true), &true));

    // Everything is on record for those who watch; nobody else reads it.
    let evidence = inspector.get("/promotions/lunar/evidence").await;
    assert_eq!(evidence["faults"], json!([]));
    let facts: Vec<&str> =
        evidence["events"].as_array().unwrap().iter().map(|event| event["fact"].as_str().unwrap()).collect();
    for fact in ["lodged", "closed", "draw-ready", "drawn", "awarded", "denied", "denial-closed", "contested"]
    {
        assert!(facts.contains(&fact), "{fact}: {facts:?}");
    }
    for guest in [&players[0].0, &dealer] {
        let (status, _, _) = guest.raw(Method::GET, "/promotions/lunar/evidence", None).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    house.open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_attacked_from_inside() {
    let house = House::open().await;
    let players = house.players(3).await;
    house.opened("first", &terms("first")).await;
    house.opened("second", &terms("second")).await;
    for id in ["first", "second"] {
        for (guest, _) in &players {
            house.ask(guest, id, json!({"act": "enter"})).await;
        }
    }
    house.at(time(AWARD)).await;

    // Whoever would stop once the order is known: before the mix there is no order, and a draw that is due and not held is told.
    let waiting = house.published("first").await;
    assert!(waiting.faults().iter().any(|fault| fault.contains("neither held, postponed nor cancelled")));
    let evidence = house.manager.get("/promotions/first/evidence").await;
    assert_eq!(evidence["faults"].as_array().unwrap().len(), 1, "{evidence}");
    house.both("first", json!({"act": "ready-draw"})).await;
    let everything = house.manager.get("/promotions/first/evidence").await.to_string();
    house.refused(&house.manager, "first", json!({"act": "mix", "text": "mine"}), "not-from-outside").await;
    let cancel = json!({"act": "propose", "what": {"act": "cancel", "of": "draw"}});
    house.refused(&house.manager, "first", cancel, "not-compromised").await;
    house.ask(&players[2].0, "first", json!({"act": "mix", "text": "headline"})).await;
    let drawn = house.published("first").await;
    assert_eq!(drawn.faults(), Vec::<String>::new());
    let record = drawn.draw.clone().unwrap();
    assert!(!everything.contains(&record.seed.to_string()), "the seed is told with the order, not before");

    // Cancelled afterwards, everybody still sees who would have won, and the inspectorate is told in the same entry.
    let compromised = json!({"act": "find-compromised", "of": "draw", "why": "the wrong friend won"});
    house.ask(&house.manager, "first", compromised).await;
    let done = house.both("first", json!({"act": "cancel", "of": "draw"})).await;
    assert!(done["events"].as_array().unwrap().iter().any(|event| event["fact"] == "notice-sent"), "{done}");
    let after = house.published("first").await;
    assert_eq!((after.cancelled, &after.draw), (true, &Some(record.clone())));
    let claim = json!({"act": "claim", "prize": 1, "how": "desk"});
    house.refused(&players[0].0, "first", claim, "cancelled").await;

    // Drawing twice: no further mix, nothing made ready again, no other draw of that name, and no typed mix.
    house.refused(&players[1].0, "first", json!({"act": "mix", "text": "again"}), "already-done").await;
    let again = json!({"act": "propose", "what": {"act": "ready-draw"}});
    house.refused(&house.manager, "first", again, "already-done").await;
    assert_eq!(house.begin(&terms("first")).await.1["word"], "already-there");
    let typed = json!({"act": "draw", "seed": record.seed.to_string(), "mix": "x", "mixed_by": players[0].1});
    house.refused(&house.manager, "second", typed.clone(), "needs-two").await;
    house
        .refused(&house.manager, "second", json!({"act": "propose", "what": typed}), "not-from-outside")
        .await;
    let chosen = json!({"act": "mix", "text": "x", "seed": record.seed.to_string()});
    house.both("second", json!({"act": "ready-draw"})).await;
    house.ask(&players[0].0, "second", chosen).await;
    let second = house.published("second").await;
    assert_ne!(second.draw.as_ref().unwrap().seed, record.seed, "a seed that somebody sends is not taken");
    assert_eq!(second.faults(), Vec::<String>::new());
    assert_eq!(chain_faults(&[after, second.clone()]), Vec::<String>::new());

    // Leaving out a ticket, or taking one back: nobody can ask for it, and the list has every ticket that was issued.
    for act in [
        json!({"act": "take-back", "table": "nsw", "coup": 1, "holder": null}),
        json!({"act": "earn", "holder": players[0].1, "table": "nsw", "coup": 1, "chips": 5000, "tokens": 0}),
    ] {
        for guest in [&house.manager, &players[0].0] {
            house.refused(guest, "second", act.clone(), "not-in-that-role").await;
        }
    }
    let mut short = second;
    short.list.remove(0);
    assert!(!short.faults().is_empty());
    house.open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_day_ends_at_midnight_of_the_place() {
    let house = House::open().await;
    let players = house.players(2).await;
    // Just before midnight, just after it, and over the nights in which clocks change.
    let cases = [
        ("2027-02-06T23:59:59+11:00", "2027-02-06T20:30:00+11:00", "2027-02-09T00:00:00+11:00"),
        ("2027-02-07T00:00:00+11:00", "2027-02-06T20:30:00+11:00", "2027-02-10T00:00:00+11:00"),
        ("2027-04-03T21:00:00+11:00", "2027-04-03T20:30:00+11:00", "2027-04-06T00:00:00+10:00"),
        ("2027-10-02T21:00:00+10:00", "2027-10-02T20:30:00+10:00", "2027-10-05T00:00:00+11:00"),
    ];
    for (number, (award, closes, until)) in cases.into_iter().enumerate() {
        let id = format!("night-{number}");
        let dates =
            [format!("award.when = {award}"), format!("held.to = {award}"), format!("closes = {closes}")];
        let terms = lunar(&id, &[&[PRIZES][..], &dates.each_ref().map(String::as_str)[..]].concat());
        house.at(time(closes) - 3_600_000).await;
        house.opened(&id, &terms).await;
        for (guest, _) in &players {
            house.ask(guest, &id, json!({"act": "enter"})).await;
        }
        house.at(time(closes) - 1).await;
        assert_eq!(house.open.anybody().get(&format!("/promotions/{id}")).await["stage"], "open");
        house.at(time(award) - 1).await;
        let ready = json!({"act": "propose", "what": {"act": "ready-draw"}});
        house.refused(&house.manager, &id, ready, "not-due").await;
        house.at(time(award)).await;
        house.both(&id, json!({"act": "ready-draw"})).await;
        house.ask(&players[0].0, &id, json!({"act": "mix", "text": "night"})).await;
        let winner =
            async || house.manager.get(&format!("/promotions/{id}")).await["desk"]["winners"][0].clone();
        assert_eq!(winner().await["sought_until"], time(until), "{award}");
        house.at(time(until) - 1).await;
        assert_eq!(winner().await["overdue"], false, "{award}");
        house.at(time(until)).await;
        assert_eq!(winner().await["overdue"], true, "{award}");
        // Late shows and blocks nothing.
        let notify = json!({"act": "notify", "prize": 1, "channel": "telephone", "reached": false});
        let late = house.ask(&house.manager, &id, notify).await;
        assert!(late["events"][0]["message"].as_str().unwrap().ends_with("late"), "{late}");
        assert_eq!(winner().await["overdue"], false, "an attempt, reached or not, meets the duty");
    }
    house.open.stop().await;
}

/// Terms whose entries close an hour from now, with a ticket for each coup with 20 staked at the first table.
fn soon(now: i64) -> String {
    let at = |minutes: i64| format!("{}:00Z", Zone::default().local(Time(now + minutes * 60_000)));
    let dates = [
        format!("award.when = {}", at(90)),
        format!("held.from = {}", at(-60)),
        format!("held.to = {}", at(90)),
        format!("closes = {}", at(60)),
    ];
    let own = [
        PRIZES,
        r#"zone = "UTC0""#,
        r#"qualifying_wager = { least = 20, tables = ["nsw"], tickets = 2, tokens_count = false }"#,
    ];
    lunar("wagers", &[&own[..], &dates.each_ref().map(String::as_str)[..]].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn wagers_bring_tickets_and_a_void_coup_takes_them_back() {
    let folder = tempfile::tempdir().unwrap();
    let later = Arc::new(AtomicI64::new(0));
    let mut settings = at_pace(folder.path(), AT_ONCE);
    let by = later.clone();
    settings.clock = Arc::new(move || Time(people::clock::now().0 + by.load(Ordering::SeqCst)));
    let open = Open::with(settings.clone()).await;
    let (manager, supervisor) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Supervisor).await);
    let house = House { open, clock: later, asked: AtomicU64::new(0), manager, supervisor, _folder: folder };
    house.opened("wagers", &soon(people::clock::now().0)).await;
    let player = house.open.seated("nsw", 1).await;
    let tickets = async |guest: &Guest| {
        house.open.house.prizes.as_ref().unwrap().tick().await;
        guest.get("/promotions/wagers").await["you"]["tickets"].clone()
    };
    // Below the least there is none, at it there are two, of a coup that counts.
    let mut coups = Vec::new();
    for (nth, amount) in [1_500, 2_000, 5_000].into_iter().enumerate() {
        let before = player.until("nsw", takes_wagers).await;
        let number = before["state"]["coup"].as_u64().unwrap();
        let id = format!("wager-{nth}-here");
        let (status, answer) = player.command("nsw", &id, bet(1, "player", amount)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        player.until("nsw", |view| is_over(view, number)).await;
        coups.push(number);
    }
    let all = tickets(&player).await;
    assert_eq!(all.as_array().unwrap().len() % 2, 0, "{all}");
    let earned = |coup: u64| format!("wager at nsw in coup {coup}");
    let of = |all: &Value, coup: u64, back: bool| {
        let held = all.as_array().unwrap().iter();
        held.filter(|ticket| ticket["earned"] == earned(coup) && ticket["taken_back"] == back).count()
    };
    assert_eq!(of(&all, coups[0], false), 0, "{all}");
    let last = *coups.last().unwrap();
    let last = (last..last + 20).find(|coup| of(&all, *coup, false) == 2).expect("two tickets for a coup");
    assert_eq!(tickets(&player).await, all, "reading the table again changes nothing");

    // The coup is set aside by two people: its tickets go back, the others stay.
    for guest in [&house.manager, &house.supervisor] {
        let (status, answer) = guest.command("nsw", "i-come-on-duty", json!([{"act": "sign-on"}])).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    let void =
        json!({"act": "invalidate", "ground": "fraud", "coup": last, "affected": true, "why": "marked"});
    let body = json!({"id": "void-it-please", "act": void, "why": "seen on the cameras"});
    let (status, made) = house.manager.post("/tables/nsw/proposals", body).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    let seen = house.supervisor.get("/tables/nsw/proposals").await["proposals"][0].clone();
    let effect = json!({ "effect": seen["follows"]["effect"] });
    let path = format!("/tables/nsw/proposals/{}/approve", made["number"]);
    let (status, done) = house.supervisor.post(&path, effect).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let after = tickets(&player).await;
    assert_eq!((of(&after, last, false), of(&after, last, true)), (0, 2), "{after}");
    assert_eq!(after.as_array().unwrap().len(), all.as_array().unwrap().len());

    // Opened again, the same tables are read again and nothing is counted twice; the log is decided again and holds.
    let House { open, clock, asked, _folder, .. } = house;
    open.stop().await;
    let open = Open::with(settings).await;
    assert_eq!(open.house.trouble, Vec::<String>::new());
    let (manager, supervisor) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Supervisor).await);
    let player = open.back(player.cookie.as_deref());
    let house = House { open, clock, asked, manager, supervisor, _folder };
    house.open.house.prizes.as_ref().unwrap().tick().await;
    assert_eq!(player.get("/promotions/wagers").await["you"]["tickets"], after);
    house.at(60 * 60_000 + 5_000).await;
    let view = player.get("/promotions/wagers").await;
    assert_eq!(view["stage"], "closed", "{view}");
    assert_eq!(house.published("wagers").await.taken_back.len(), 2);
    house.open.stop().await;
}

/// Whatever table the terms name brings tickets, also one that a manager adds once they are open.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_added_while_the_house_runs_brings_tickets() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let (manager, supervisor) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Supervisor).await);
    let clock = Arc::new(AtomicI64::new(0));
    let house = House { open, clock, asked: AtomicU64::new(0), manager, supervisor, _folder: folder };
    house.opened("wagers", &soon(people::clock::now().0).replace("[\"nsw\"]", "[\"late\"]")).await;
    let text = "id = \"late\"\nname = \"Late\"\nbook = \"nsw\"\nplayers_buy_in = 100000\n\
                pace = { betting_seconds = 0, card_ms = 0, result_ms = 0, answer_seconds = 0 }\n";
    let add = json!({"id": "add-a-late-table", "table": text, "why": "a busy evening"});
    let (status, answer) = house.manager.post("/roster/tables", add).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let player = house.open.seated("late", 1).await;
    let before = player.until("late", takes_wagers).await;
    let number = before["state"]["coup"].as_u64().unwrap();
    let (status, answer) = player.command("late", "wager-at-late", bet(1, "player", 2_500)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    player.until("late", |view| is_over(view, number)).await;
    house.open.house.prizes.as_ref().unwrap().tick().await;
    let tickets = player.get("/promotions/wagers").await["you"]["tickets"].clone();
    assert_eq!(tickets.as_array().unwrap().len(), 2, "{tickets}");
    house.open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demonstration_holds_a_small_draw_every_hour() {
    let house = House::open().await;
    let (prizes, anybody) = (house.open.house.prizes.clone().unwrap(), house.open.anybody());
    let hour = house.clock.load(Ordering::SeqCst) / 3_600_000;
    let at = async |nth: i64, seconds: i64| {
        house.at((hour + nth) * 3_600_000 + seconds * 1_000).await;
        ::house::hourly::step(&prizes).await.unwrap();
    };
    let view = async |nth: i64| anybody.get(&format!("/promotions/hour-{}", hour + nth)).await;
    let players = house.players(1).await;
    let (player, id) = (&players[0].0, format!("hour-{hour}"));

    at(0, 60).await;
    assert_eq!((&view(0).await["stage"], &view(0).await["tickets"]), (&json!("open"), &json!(3)));
    house.ask(player, &id, json!({"act": "enter"})).await;
    at(0, 120).await;
    assert_eq!(view(0).await["tickets"], 4, "looking after it again changes nothing");
    at(0, 50 * 60 + 5).await;
    assert_eq!((&view(0).await["stage"], &view(0).await["ready"]), (&json!("closed"), &json!(false)));
    // Whoever is there may hold it.
    at(0, 52 * 60).await;
    assert_eq!(view(0).await["ready"], true);
    house.ask(player, &id, json!({"act": "mix", "text": "a guest was here"})).await;
    assert_eq!(house.published(&id).await.faults(), Vec::<String>::new());

    // The next hour has its own, held by the house's inspector once a minute has passed.
    at(1, 60).await;
    assert_eq!((&view(0).await["published"], &view(1).await["stage"]), (&json!(true), &json!("open")));
    at(1, 50 * 60 + 5).await;
    at(1, 52 * 60).await;
    assert_eq!(view(1).await["draw"], Value::Null);
    at(1, 53 * 60).await;
    assert_eq!(view(1).await["stage"], "drawn");
    let both = [house.published(&id).await, house.published(&format!("hour-{}", hour + 1)).await];
    assert_eq!(chain_faults(&both), Vec::<String>::new());

    // What nobody claims in time lapses, by two of the house's own.
    at(20, 0).await;
    assert_eq!(view(0).await["prizes"][0]["lapsed"], false);
    at(60, 0).await;
    for prize in view(0).await["prizes"].as_array().unwrap() {
        assert_eq!(prize["lapsed"], true, "{prize}");
    }
    house.open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_page_here_is_served_at_the_desk() {
    let house = House::open().await;
    let players = house.players(1).await;
    let (player, bob) = (&players[0].0, players[0].1.clone());
    house.opened("lunar", &terms("lunar")).await;
    let keyed = async |guest: &Guest, patron: &str, act: Value| {
        let id = format!("keyed-{:06}", house.asked.fetch_add(1, Ordering::SeqCst));
        let body = json!({ "id": id, "act": act, "for": patron });
        guest.post("/promotions/lunar/commands", body).await
    };
    let done = async |patron: &str, act: Value| {
        let (status, answer) = keyed(&house.manager, patron, act.clone()).await;
        assert_eq!(status, StatusCode::OK, "{act}: {answer}");
        answer
    };

    // A form on paper is keyed by whoever runs the promotion, however the name is written, and once; who keyed it is on record.
    let entered = done("Ann  Smith", json!({"act": "enter"})).await;
    assert_eq!(entered["events"][0]["keyed_by"], "Mia Manager", "{entered}");
    let again = keyed(&house.manager, "ann smith", json!({"act": "enter"})).await.1;
    assert_eq!(again["word"], "already-done", "{again}");
    let dealer = house.open.come_as(Role::Dealer).await;
    for guest in [&dealer, player] {
        let (status, refused) = keyed(guest, "Eve", json!({"act": "enter"})).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{refused}");
    }
    for (patron, act) in [("Ann Smith", json!({"act": "lodge"})), ("Mia Manager", json!({"act": "enter"}))] {
        let (status, refused) = keyed(&house.manager, patron, act).await;
        assert_ne!(status, StatusCode::OK, "{refused}");
    }
    house.ask(player, "lunar", json!({"act": "enter"})).await;

    // Proofs are handed over once there is a list, on record, and never of somebody who reads them on a page of their own.
    let proofs = async |guest: &Guest, patron: &str| {
        guest.raw(Method::GET, &format!("/promotions/lunar/tickets?for={patron}"), None).await
    };
    let give = |holder: &str| json!({"act": "give-proofs", "holder": holder});
    house.refused(&house.manager, "lunar", give("Ann Smith"), "not-due").await;
    house.at(time(CLOSES)).await;
    assert_eq!(proofs(&house.manager, "Ann%20Smith").await.0, StatusCode::FORBIDDEN);
    house.ask(&house.manager, "lunar", give("Ann Smith")).await;
    let (status, _, given) = proofs(&house.manager, "Ann%20Smith").await;
    assert_eq!(status, StatusCode::OK);
    let given: Vec<Proof> = serde_json::from_slice(&given).unwrap();
    let published = house.published("lunar").await;
    assert_eq!(given.len(), 1);
    assert_eq!(given[0].check("lunar", published.root.unwrap(), published.list.len()), Ok(()));
    assert_eq!(proofs(player, "Ann%20Smith").await.0, StatusCode::FORBIDDEN);
    house.refused(&house.manager, "lunar", give(&bob), "signs-in").await;
    assert_eq!(proofs(&house.manager, &bob.replace(' ', "%20")).await.0, StatusCode::CONFLICT);

    // Drawn, claimed, chosen and paid without a page; whoever signs in chooses for themselves, and may claim at the desk.
    house.at(time(AWARD)).await;
    house.both("lunar", json!({"act": "ready-draw"})).await;
    house.ask(player, "lunar", json!({"act": "mix", "text": "rain at noon"})).await;
    let names = house.winners("lunar").await;
    let ann = 1 + names.iter().position(|name| name == "Ann Smith").expect("both have won");
    let claimed = done("Ann Smith", json!({"act": "claim", "prize": ann, "how": "desk"})).await;
    assert_eq!(claimed["events"][0]["by"], "Ann Smith", "{claimed}");
    done(&bob, json!({"act": "claim", "prize": 3 - ann, "how": "desk"})).await;
    for claim in [1, 2] {
        let eligible = json!({"act": "find-eligible", "claim": claim, "eligible": true});
        house.ask(&house.manager, "lunar", eligible).await;
    }
    let pays = |claim: u32, who: &str, prize: usize| {
        let amount = if prize == 1 { 1_000_001 } else { 90_000 };
        json!({"act": "choose-payment", "claim": claim, "parts": [{"way": "cash", "amount": amount, "payee": who}]})
    };
    let cash = |claim: u32| json!({"act": "choose-cash", "claim": claim});
    let theirs = keyed(&house.manager, &bob, pays(2, &bob, 3 - ann)).await.1;
    assert_eq!(theirs["word"], "signs-in", "{theirs}");
    if ann == 2 {
        done("Ann Smith", cash(1)).await;
        house.ask(&house.manager, "lunar", pays(1, "Ann Smith", ann)).await;
    } else {
        done("Ann Smith", pays(1, "Ann Smith", ann)).await;
    }
    house.both("lunar", json!({"act": "award", "claim": 1})).await;
    let view = house.open.anybody().get("/promotions/lunar").await;
    assert_eq!(view["prizes"][ann - 1]["awarded"], true, "{view}");
    done("Ann Smith", json!({"act": "dispute", "about": "the colour"})).await;
    let decided = json!({"act": "decide-dispute", "dispute": 1, "decision": "it stands"});
    house.ask(&house.manager, "lunar", decided).await;
    done("Ann Smith", json!({"act": "contest", "dispute": 1})).await;
    let record = house.manager.get("/promotions/lunar/evidence").await;
    let keyed: Vec<&Value> = record["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["keyed_by"] == "Mia Manager")
        .map(|event| &event["fact"])
        .collect();
    for fact in ["ticket-issued", "claimed", "dispute-opened", "contested"] {
        assert!(keyed.contains(&&json!(fact)), "{fact}: {keyed:?}");
    }
    house.open.stop().await;
}

/// However long the id under which it is asked, and whatever else the house has held.
#[tokio::test(flavor = "multi_thread")]
async fn what_regulations_prescribe_reaches_the_last_promotion_too() {
    let house = House::open().await;
    // One that is over, for nobody entered, stands between the two.
    house.opened("a-over", &terms("a-over")).await;
    assert_eq!(house.begin(&terms("b-first")).await.0, StatusCode::OK);
    assert_eq!(house.begin(&terms("c-last")).await.0, StatusCode::OK);
    house.at(time(CLOSES) + 5_000).await;
    assert_eq!(house.manager.get("/promotions/a-over").await["stage"], "ended");
    let before = house.manager.get("/promotions/a-over").await["seq"].clone();
    let put = async |item: &str, id: String| {
        let body = json!({ "id": id, "act": { "act": "prescribe", "item": item } });
        house.manager.post("/promotions/b-first/commands", body).await
    };
    let (status, answer) = put("A watch", "p".repeat(64)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(put("A watch", "p".repeat(64)).await, (status, answer));
    let lodged = house.refused(&house.manager, "c-last", json!({"act": "lodge"}), "terms-incomplete").await;
    assert!(lodged["detail"].as_str().unwrap().contains("A watch"), "{lodged}");
    assert_eq!(house.manager.get("/promotions/a-over").await["seq"], before);
    // One that begins under such an id has the list as well.
    let clock = terms("d-new").replace("A watch", "A clock");
    let begun = json!({ "id": "q".repeat(64), "terms": clock });
    assert_eq!(house.manager.post("/promotions", begun).await.0, StatusCode::OK);
    let wanted = json!({"act": "set-terms", "text": terms("d-new")});
    house.refused(&house.manager, "d-new", wanted, "terms-incomplete").await;
    assert_eq!(put(" ", "r".repeat(20)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    house.open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_regulations_prescribe_goes_for_every_promotion() {
    let house = House::open().await;
    house.opened("first", &terms("first")).await;
    assert_eq!(house.begin(&terms("second")).await.0, StatusCode::OK);
    house.ask(&house.manager, "first", json!({"act": "prescribe", "item": "A watch"})).await;
    // One that is being written is held against it, and one that begins afterwards too.
    let lodged = house.refused(&house.manager, "second", json!({"act": "lodge"}), "terms-incomplete").await;
    assert!(lodged["detail"].as_str().unwrap().contains("A watch"), "{lodged}");
    let (status, faults) = house.begin(&terms("third")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{faults}");
    let other = terms("third").replace("A watch", "A clock");
    assert_eq!(house.begin(&other).await.0, StatusCode::OK);
    house.ask(&house.manager, "third", json!({"act": "lodge"})).await;
    let amended = json!({"act": "amend", "text": terms("third"), "approval": "A-1"});
    house.ask(&house.manager, "third", json!({"act": "open-channel", "channel": "in-casino"})).await;
    house.ask(&house.manager, "third", json!({"act": "open"})).await;
    house.refused(&house.manager, "third", amended, "terms-incomplete").await;
    house.open.stop().await;
}
