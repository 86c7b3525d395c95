//! The people of the house: taken in, reset and given roles by two people, each with secrets of their own; the regulator's by the
//! regulator alone.

use crate::support::{BETTING, Guest, Open, at_pace, digits, factor};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use people::role::Role;
use people::{Listed, hashed};
use serde_json::{Value, json};
use std::path::Path;
use tower::ServiceExt;

pub const PASSWORD: &str = "seven quiet otters";

pub fn change(id: &str, change: &str, name: &str, role: Option<&str>) -> Value {
    json!({"id": id, "change": change, "name": name, "role": role, "why": "the roster of the week"})
}

async fn sign_in(open: &Open, name: &str, password: &str) -> Option<Guest> {
    let nobody = open.anybody();
    let body = json!({"name": name, "password": password, "factor": null});
    let (status, cookie, _) = nobody.raw(Method::POST, "/session", Some(body)).await;
    (status == StatusCode::OK).then(|| open.back(cookie.as_deref()))
}

fn person_of<'v>(seen: &'v Value, name: &str) -> Option<&'v Value> {
    seen["people"].as_array().unwrap().iter().find(|person| person["name"] == name)
}

/// One proposes, another approves; gives the two halves.
pub async fn decided(first: &Guest, second: &Guest, wish: Value) -> (String, String) {
    let (status, proposed) = first.post("/people/changes", wish).await;
    assert_eq!(status, StatusCode::OK, "{proposed}");
    let (status, approved) =
        second.post(&format!("/people/changes/{}/approve", proposed["number"]), json!({})).await;
    assert_eq!(status, StatusCode::OK, "{approved}");
    (proposed["link"].as_str().unwrap().to_owned(), approved["code"].as_str().unwrap().to_owned())
}

/// Somebody enrols with both halves; gives the secret of the second factor.
pub async fn enrolled(open: &Open, (link, code): &(String, String), password: &str) -> String {
    let nobody = open.anybody();
    let (status, who) = nobody.post("/enrol/begin", json!({"link": link, "code": code})).await;
    assert_eq!(status, StatusCode::OK, "{who}");
    let secret = who["secret"].as_str().unwrap().to_owned();
    let body = json!({"link": link, "code": code, "password": password, "factor": digits(&secret)});
    let (status, message) = nobody.post("/enrol", body).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    secret
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_take_somebody_in_who_sets_their_own_secrets() {
    let open = Open::at_pace(BETTING).await;
    let (manager, inspector) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Inspector).await);
    let wish = change("take-in-dan", "take-in", "Dan", Some("dealer"));

    // Without a fresh proof nothing is proposed.
    let (status, message) = open.come_as(Role::Manager).await.post("/people/changes", wish.clone()).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("confirm-first")));

    let (status, proposed) = manager.post("/people/changes", wish.clone()).await;
    assert_eq!(status, StatusCode::OK, "{proposed}");
    let link = proposed["link"].as_str().unwrap().to_owned();
    let approve = format!("/people/changes/{}/approve", proposed["number"]);
    // The same again is the same change, and the link is not shown a second time.
    let (status, again) = manager.post("/people/changes", wish).await;
    assert_eq!(
        (status, &again["number"], &again["link"]),
        (StatusCode::OK, &proposed["number"], &Value::Null)
    );
    // Whoever proposed does not approve, from whatever session.
    for guest in [&manager, &open.confirmed_as(Role::Manager).await] {
        let (status, message) = guest.post(&approve, json!({})).await;
        assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("self-approval")));
    }
    for role in [Role::Dealer, Role::Supervisor, Role::Surveillance] {
        let (status, _) = open.confirmed_as(role).await.post(&approve, json!({})).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{role}");
    }
    // Neither half is enough.
    let nobody = open.anybody();
    let (status, _) = nobody.post("/enrol/begin", json!({"link": link, "code": "0123456789abcdef"})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, approved) = inspector.post(&approve, json!({})).await;
    assert_eq!(status, StatusCode::OK, "{approved}");
    let halves = (link, approved["code"].as_str().unwrap().to_owned());
    assert!(
        person_of(&manager.get("/people").await, "Dan").is_none(),
        "there is no account before Dan has set one up"
    );
    let bad = json!({"link": halves.0, "code": halves.1, "password": "password12345", "factor": "000000"});
    let (status, message) = nobody.post("/enrol", bad).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    assert!(message["detail"].as_str().unwrap().contains("easily guessed"), "{message}");

    enrolled(&open, &halves, PASSWORD).await;
    // The halves count once, and the password alone is not enough.
    let (status, _) = nobody.post("/enrol/begin", json!({"link": halves.0, "code": halves.1})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(sign_in(&open, "Dan", PASSWORD).await.is_none(), "the second factor is missing");
    let seen = manager.get("/people").await;
    assert_eq!(person_of(&seen, "Dan").unwrap()["factor"], true);
    let done: Vec<&str> =
        seen["done"].as_array().unwrap().iter().map(|act| act["act"].as_str().unwrap()).collect();
    assert_eq!(done[..3], ["enrolled", "approved", "proposed"]);
    assert!(done[3..].iter().all(|act| *act == "taken-over"), "whoever was there at first: {done:?}");
    assert!(!seen.to_string().contains("argon2"), "no hash is told");

    // Letting go takes two as well: whoever could do it alone would be rid of those who watch.
    let (status, _) =
        manager.post("/people/Dan/remove", json!({"id": "farewell-dan", "why": "moves on"})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let farewell = change("farewell-dan", "let-go", "Dan", None);
    let (status, proposed) = manager.post("/people/changes", farewell).await;
    assert_eq!((status, &proposed["link"]), (StatusCode::OK, &Value::Null), "{proposed}");
    let approve = format!("/people/changes/{}/approve", proposed["number"]);
    let (status, message) = manager.post(&approve, json!({})).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("self-approval")));
    assert!(person_of(&manager.get("/people").await, "Dan").is_some(), "one person lets nobody go");
    let (status, message) = inspector.post(&approve, json!({})).await;
    assert_eq!((status, &message["code"]), (StatusCode::OK, &Value::Null), "{message}");
    assert!(person_of(&manager.get("/people").await, "Dan").is_none());
    open.stop().await;
}

/// Somebody on duty gets another name, by two people: they are signed off and out, come in again by the same secrets, and what they did
/// under the name before is found under both.
#[tokio::test(flavor = "multi_thread")]
async fn another_name_signs_off_and_both_names_find_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let (manager, inspector) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Inspector).await);
    let halves = decided(&manager, &inspector, change("take-in-dan", "take-in", "Dan", Some("dealer"))).await;
    enrolled(&open, &halves, PASSWORD).await;
    let dan = open.signed_in("Dan", Role::Dealer).await;
    let (status, message) = dan.command("nz-felt", "dan-signs-on", json!([{"act": "sign-on"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let staff = async || {
        let pit = inspector.get("/pit").await;
        let table =
            pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == "nz-felt").unwrap().clone();
        table["staff"].as_array().unwrap().len()
    };
    assert_eq!(staff().await, 1);
    let found = async |name: &str| inspector.get(&format!("/watch/coups?person={name}")).await;
    let before = found("Dan").await;
    assert!(before["all"].as_u64().unwrap() > 0 && before["names"] == json!([]), "{before}");

    let rename = |id: &str, to: &str| {
        let mut wish = change(id, "rename", "Dan", None);
        wish["to"] = json!(to);
        wish
    };
    for (id, to, expected) in
        [("no-new-name-0", "", 422), ("as-the-manager", "Mia Manager", 422), ("as-he-is-called", "DAN", 409)]
    {
        let (status, message) = manager.post("/people/changes", rename(id, to)).await;
        assert_eq!(status.as_u16(), expected, "{to}: {message}");
    }
    let (status, message) =
        manager.post("/people/changes", change("rename-to-none", "rename", "Dan", None)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    let (status, proposed) = manager.post("/people/changes", rename("rename-dan-1", "Daniel")).await;
    assert_eq!((status, &proposed["link"]), (StatusCode::OK, &Value::Null), "{proposed}");
    let approve = format!("/people/changes/{}/approve", proposed["number"]);
    assert_eq!(manager.post(&approve, json!({})).await.0, StatusCode::FORBIDDEN, "one is not two");
    assert_eq!(manager.get("/people").await["pending"][0]["to"], "Daniel");
    let (status, approved) = inspector.post(&approve, json!({})).await;
    assert_eq!((status, &approved["code"]), (StatusCode::OK, &Value::Null), "{approved}");

    // Off duty and out; the same secrets are Daniel's.
    assert_eq!(staff().await, 0);
    assert_eq!(dan.raw(Method::GET, "/session", None).await.0, StatusCode::UNAUTHORIZED);
    let by = |name: &str, factor: String| json!({"name": name, "password": PASSWORD, "factor": factor});
    let shown = factor(&open, "Daniel").await;
    let (status, ..) = open.anybody().raw(Method::POST, "/session", Some(by("Dan", shown.clone()))).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let (status, cookie, _) = open.anybody().raw(Method::POST, "/session", Some(by("Daniel", shown))).await;
    assert_eq!(status, StatusCode::OK);
    let daniel = open.back(cookie.as_deref());
    let (status, message) = daniel.command("nz-felt", "daniel-signs-on", json!([{"act": "sign-on"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");

    // Both names find both; what was signed keeps its name.
    for name in ["Dan", "daniel"] {
        let after = found(name).await;
        assert_eq!(after["names"], json!(["Dan", "Daniel"]), "{name}");
        let people: Vec<&str> = after["coups"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|coup| coup["people"].as_array().unwrap())
            .map(|name| name.as_str().unwrap())
            .collect();
        assert!(people.contains(&"Dan") && people.contains(&"Daniel"), "{name}: {people:?}");
    }
    let report = inspector.get("/reports/dealers").await;
    let named = |sheet: &str, column: &str| -> Vec<String> {
        let rows = report["sheets"][sheet].as_array().unwrap().iter();
        rows.map(|row| row[column].as_str().unwrap_or_default().to_owned()).collect()
    };
    let duty = named("duty", "name");
    assert!(duty.contains(&"Dan".to_owned()) && duty.contains(&"Daniel".to_owned()), "{report}");
    assert_eq!(
        (named("names", "earlier"), named("names", "now")),
        (vec!["Dan".into()], vec!["Daniel".into()])
    );
    let seen = manager.get("/people").await;
    assert_eq!(person_of(&seen, "Daniel").unwrap()["earlier"], json!(["Dan"]));
    assert!(person_of(&seen, "Dan").is_none());
    assert_eq!((&seen["done"][0]["change"], &seen["done"][0]["to"]), (&json!("rename"), &json!("Daniel")));

    // Nobody else is ever called Dan, and a patron's name stays.
    let (status, message) =
        manager.post("/people/changes", change("another-dan-0", "take-in", "Dan", Some("dealer"))).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("name-taken")), "{message}");
    let halves = decided(&manager, &inspector, change("take-in-pat", "take-in", "Pat", Some("player"))).await;
    let body = json!({"link": halves.0, "code": halves.1, "password": PASSWORD});
    assert_eq!(open.anybody().post("/enrol", body).await.0, StatusCode::OK);
    let mut patron = change("rename-pat-1", "rename", "Pat", None);
    patron["to"] = json!("Patrick");
    let (status, message) = manager.post("/people/changes", patron).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("name-stays")), "{message}");
    open.stop().await;

    // All of it outlasts the house.
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let inspector = open.come_as(Role::Inspector).await;
    assert_eq!(inspector.get("/watch/coups?person=Dan").await["names"], json!(["Dan", "Daniel"]));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_cannot_become_the_second_person() {
    let open = Open::at_pace(BETTING).await;
    let (manager, inspector) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Inspector).await);
    let halves =
        decided(&manager, &inspector, change("another-manager", "take-in", "Max", Some("manager"))).await;
    let secret = enrolled(&open, &halves, PASSWORD).await;
    let body = json!({"name": "Max", "password": PASSWORD, "factor": digits(&secret)});
    let (status, _, _) = open.anybody().raw(Method::POST, "/session", Some(body.clone())).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED, "digits count once, and they counted when Max enrolled");
    // Even signed in, an account made a moment ago, and by this manager, approves nothing of theirs.
    let max = people::viewer::Person { name: "Max".into(), role: Role::Manager };
    let denied = open.house.people.may_second(&max, "Mia Manager").await.unwrap_err();
    assert_eq!(denied.word, "self-approval");
    let denied = open.house.people.may_second(&max, "Sue Supervisor").await.unwrap_err();
    assert!(denied.message.contains("new"), "{denied}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inspector_is_seen_to_by_inspectors_alone() {
    let open = Open::at_pace(BETTING).await;
    let (manager, inspector) =
        (open.confirmed_as(Role::Manager).await, open.confirmed_as(Role::Inspector).await);
    let wish = |id: &str, role: &str| change(id, "take-in", "Ian", Some(role));
    let (status, message) = manager.post("/people/changes", wish("by-the-house", "inspector")).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")));
    let (status, _) = inspector.post("/people/changes", wish("no-dealer-of-mine", "dealer")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, proposed) = inspector.post("/people/changes", wish("by-the-regulator", "inspector")).await;
    assert_eq!(status, StatusCode::OK, "{proposed}");
    let path = format!("/people/changes/{}/approve", proposed["number"]);
    let (status, message) = manager.post(&path, json!({})).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_told() {
    let open = Open::at_pace(BETTING).await;
    let manager = open.confirmed_as(Role::Manager).await;
    let guest = open.seated("act", 1).await.get("/session").await["name"].as_str().unwrap().to_owned();
    let cases = [
        (change("no-such-name-1", "take-in", " Eve", Some("dealer")), 422, "name: allowed"),
        (change("a-name-of-ours", "take-in", "dealer", Some("dealer")), 422, "house's own"),
        (change("short", "take-in", "Eve", Some("dealer")), 422, "id: allowed"),
        (change("name-of-a-guest", "take-in", &guest, Some("dealer")), 409, "a patron has played"),
        (change("nobody-to-reset", "reset", "Eve", None), 404, "nobody of this name"),
    ];
    for (body, expected, words) in cases {
        let (status, message) = manager.post("/people/changes", body).await;
        assert_eq!(status.as_u16(), expected, "{message}");
        assert!(message["detail"].as_str().unwrap().contains(words), "{message}");
    }
    let mut silent = change("without-a-reason", "take-in", "Eve", Some("dealer"));
    silent["why"] = json!(" ");
    let (status, message) = manager.post("/people/changes", silent).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(message["detail"].as_str().unwrap().contains("say why"), "{message}");
    assert!(
        manager.get("/people").await["done"].as_array().unwrap().is_empty(),
        "nothing of it is on record"
    );
    open.stop().await;
}

/// Strangers who guess lock out strangers; the browser in which somebody signed in before still lets them in.
#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_locks_nobody_out_and_learns_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(real(folder.path(), vec![listed("Sue", Role::Supervisor)])).await;
    let secrets = |password: &str, device: Option<&str>| people::Secrets {
        password: password.into(),
        device: device.map(str::to_owned),
        ..people::Secrets::default()
    };
    let lets_in = |_: Role| Ok(());
    let (_, _, device) =
        open.house.people.sign_in("Sue", PASSWORD.into(), lets_in).await.expect("Sue is let in");
    for name in ["Sue", "Nobody at all"] {
        let mut words = Vec::new();
        for _ in 0..6 {
            let denied = open.house.people.sign_in(name, "guessed at random".into(), lets_in).await;
            words.push(denied.err().expect("a guess").word);
        }
        let same = ["wrong-password"; 5].into_iter().chain(["locked"]).collect::<Vec<_>>();
        assert_eq!(words, same, "{name}");
    }
    let known = open.house.people.sign_in("Sue", secrets(PASSWORD, Some(&device)), lets_in).await;
    assert!(known.is_ok(), "a known browser is no stranger");
    open.stop().await;
}

fn real(folder: &Path, people: Vec<Listed>) -> house::settings::HouseSettings {
    let mut settings = at_pace(folder, BETTING);
    settings.demonstration = false;
    settings.tables.truncate(1);
    settings.people = people;
    settings
}

fn listed(name: &str, role: Role) -> Listed {
    Listed { name: name.into(), role, hash: hashed(PASSWORD).unwrap() }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_are_believed_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mia, sue) = (listed("Mia", Role::Manager), listed("Sue", Role::Supervisor));
    let open = Open::with(real(folder.path(), vec![mia.clone(), sue.clone()])).await;
    assert!(sign_in(&open, "Sue", PASSWORD).await.is_some());
    open.stop().await;

    // Whoever can write the settings cannot make a second person of their own, nor take over one.
    let (eve, other) =
        (listed("Eve", Role::Supervisor), Listed { hash: hashed("nine loud badgers").unwrap(), ..sue });
    let open = Open::with(real(folder.path(), vec![mia.clone(), other, eve])).await;
    assert!(sign_in(&open, "Eve", PASSWORD).await.is_none(), "named too late");
    assert!(sign_in(&open, "Sue", "nine loud badgers").await.is_none(), "changed too late");
    assert!(sign_in(&open, "Mia", PASSWORD).await.is_some());
    open.stop().await;

    let open = Open::with(real(folder.path(), vec![mia])).await;
    assert!(sign_in(&open, "Sue", PASSWORD).await.is_none(), "named no longer");
    open.stop().await;
}

/// Somebody whom the settings name comes in by password: nothing is taken from them before they have set a second factor, which nobody
/// else is shown; then whoever else came in by the password alone is out.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_works_here_sets_a_second_factor_before_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let people = vec![listed("Sue", Role::Supervisor), listed("Pat", Role::Player)];
    let open = Open::with(real(folder.path(), people.clone())).await;
    let sue = sign_in(&open, "Sue", PASSWORD).await.unwrap();
    let other = sign_in(&open, "Sue", PASSWORD).await.unwrap();
    let refused = async |guest: &Guest, path: &str| {
        let (status, _, body) = guest.raw(Method::GET, path, None).await;
        let message: Value = serde_json::from_slice(&body).unwrap();
        (status.as_u16(), message["word"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(sue.get("/session").await["factor_first"], true);
    for path in ["/pit", "/sessions", "/reports/shift", "/people"] {
        assert_eq!(refused(&sue, path).await, (403, "second-factor-first".to_owned()), "{path}");
    }
    let (status, message) = sue.command("act", "comes-on-duty", json!([{"act": "sign-on"}])).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("second-factor-first")));
    let (status, message) = sue.post("/session/confirm", json!({"password": PASSWORD})).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("second-factor-first")));
    for (language, words) in [("en", "Sue, set your second factor"), ("zh-CN", "Sue，请设定您的第二验证")]
    {
        let page = Request::get(format!("/sign-in?to=/pit&lang={language}"));
        let page = page.header("cookie", sue.cookie.clone().unwrap()).body(Body::empty()).unwrap();
        let (status, _, body) = sue.send(page).await;
        assert!(status == StatusCode::OK && String::from_utf8_lossy(&body).contains(words), "{language}");
    }

    let (status, fresh) = sue.post("/session/factor", json!({})).await;
    assert_eq!(status, StatusCode::OK, "{fresh}");
    let secret = fresh["secret"].as_str().unwrap();
    let set = |password: &str, shown: &str| json!({"password": password, "secret": secret, "factor": shown});
    let wrong = if digits(secret).starts_with('0') { "100000" } else { "000000" };
    for (body, expected) in [(set(PASSWORD, wrong), 422), (set("a guess and no more", &digits(secret)), 401)]
    {
        let (status, _, body) = sue.raw(Method::PUT, "/session/factor", Some(body)).await;
        assert_eq!(status.as_u16(), expected, "{}", String::from_utf8_lossy(&body));
    }
    let (status, ..) = sue.raw(Method::PUT, "/session/factor", Some(set(PASSWORD, &digits(secret)))).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(sue.get("/session").await["factor_first"], false);
    sue.get("/pit").await;
    assert_eq!(refused(&other, "/session").await.0, 401, "whoever has the password alone is out");
    assert!(sign_in(&open, "Sue", PASSWORD).await.is_none(), "and does not come in again");
    // Another one takes two people.
    let (status, ..) = sue.raw(Method::PUT, "/session/factor", Some(set(PASSWORD, &digits(secret)))).await;
    assert_eq!(status, StatusCode::CONFLICT);
    // A player is asked for none.
    let pat = sign_in(&open, "Pat", PASSWORD).await.unwrap();
    assert_eq!(pat.get("/session").await["factor_first"], false);
    pat.get("/limits").await;
    open.stop().await;

    // All of it outlasts the house, and is on record.
    let open = Open::with(real(folder.path(), people)).await;
    let sue = open.back(sue.cookie.as_deref());
    sue.get("/pit").await;
    assert!(sign_in(&open, "Sue", PASSWORD).await.is_none());
    open.stop().await;
    let log = ledger::store::read_only(folder.path().join("ledger").as_path()).await.unwrap();
    let access = log.read(&"access/house".parse().unwrap(), 0, 99).await.unwrap();
    let records: String = access.iter().map(|entry| entry.records[0].payload.text()).collect();
    assert!(records.contains(r#""name":"Sue","times":1,"what":"factor-set""#), "{records}");
    log.close().await.unwrap();
}

/// Whoever is signed in sees their own sessions and ends any of them; an open page that only listens keeps none alive.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended_and_an_open_feed_keeps_none_alive() {
    let open = Open::at_pace(BETTING).await;
    let (here, lent) = (open.come_as(Role::Supervisor).await, open.come_as(Role::Supervisor).await);
    let listed = here.get("/sessions").await;
    let listed = listed["sessions"].as_array().unwrap();
    assert_eq!(listed.len(), 2, "{listed:?}");
    let name = table::Name::from(here.get("/session").await["name"].as_str().unwrap());
    let seen = || -> Vec<i64> {
        open.house.people.sessions_of(&name).iter().map(|(_, session)| session.seen().0).collect()
    };
    let before = seen();
    while people::clock::now().0 <= before.iter().copied().max().unwrap() {
        tokio::task::yield_now().await;
    }
    let feed = Request::get("/api/v1/tables/nsw/feed").header("cookie", lent.cookie.clone().unwrap());
    let feed = open.app.clone().oneshot(feed.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(feed.status(), StatusCode::OK);
    assert_eq!(seen(), before, "whoever only listens is not seen");
    let other = listed.iter().find(|session| session["this"] != true).unwrap()["id"].as_str().unwrap();
    let (status, ..) = here.raw(Method::DELETE, &format!("/sessions/{other}"), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert!(seen()[0] > before[0], "whoever does something is");
    assert_eq!(lent.raw(Method::GET, "/session", None).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(here.get("/sessions").await["sessions"].as_array().unwrap().len(), 1);
    open.stop().await;
}

/// Passwords that are tried first by whoever tries many.
#[test]
fn common_passwords_are_refused() {
    let common = [
        "password1234",
        "123456789012",
        "qwertyuiopas",
        "iloveyouiloveyou",
        "aaaaaaaaaaaa",
        "letmeinletmein",
        "baccarat12345",
        "croupiercroupier",
        "casinocasino1",
        "passwordpassword",
        "abcdefghijkl",
        "changemechangeme",
    ];
    for password in common {
        let message = hashed(password).err();
        assert!(
            message.as_ref().is_some_and(|message| message.contains("easily guessed")),
            "{password}: {message:?}"
        );
    }
    assert!(hashed("short").is_err() && hashed("seven otters under a blue bridge").is_ok());
}
