//! The people of the house: taken in, let go, given new passwords, each on record; the regulator's by the regulator alone.

use crate::support::{BETTING, Guest, Open, at_pace};
use axum::http::{Method, StatusCode};
use people::role::Role;
use people::{Listed, hashed};
use serde_json::{Value, json};
use std::path::Path;

fn wish(id: &str, more: Value) -> Value {
    let mut wish = json!({"id": id, "why": "the roster of the week"});
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wish
}

async fn sign_in(open: &Open, name: &str, password: &str) -> Option<Guest> {
    let nobody = open.anybody();
    let body = json!({"name": name, "password": password});
    let (status, cookie, _) = nobody.raw(Method::POST, "/session", Some(body)).await;
    (status == StatusCode::OK).then(|| open.back(cookie.as_deref()))
}

fn named<'v>(seen: &'v Value, name: &str) -> Option<&'v Value> {
    seen["people"].as_array().unwrap().iter().find(|person| person["name"] == name)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_takes_in_lets_go_and_gives_passwords_on_record() {
    let open = Open::at_pace(BETTING).await;
    let manager = open.come_as(Role::Manager).await;
    let new = wish("take-in-dan", json!({"name": "Dan", "role": "dealer", "password": "first password"}));
    let (status, seen) = manager.post("/people", new.clone()).await;
    assert_eq!(status, StatusCode::OK, "{seen}");
    assert_eq!(named(&seen, "Dan").unwrap()["role"], "dealer");
    let dan = sign_in(&open, "Dan", "first password").await.expect("Dan is let in");
    assert_eq!(dan.get("/session").await["role"], "dealer");

    // The same again changes nothing; the name is taken for anybody else.
    assert_eq!(manager.post("/people", new).await.0, StatusCode::OK);
    let (status, message) = manager
        .post(
            "/people",
            wish("another-dan", json!({"name": "Dan", "role": "dealer", "password": "my password"})),
        )
        .await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("name-taken")));

    let (status, _) = manager
        .post("/people/Dan/password", wish("new-for-dan", json!({"password": "second password"})))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(dan.raw(Method::GET, "/session", None).await.0, StatusCode::UNAUTHORIZED, "signed out");
    assert!(sign_in(&open, "Dan", "first password").await.is_none());
    let dan = sign_in(&open, "Dan", "second password").await.expect("the new password holds");

    let (status, seen) = manager.post("/people/Dan/remove", wish("farewell-dan", json!({}))).await;
    assert_eq!(status, StatusCode::OK, "{seen}");
    assert!(named(&seen, "Dan").is_none());
    assert_eq!(dan.raw(Method::GET, "/session", None).await.0, StatusCode::UNAUTHORIZED, "signed out");
    assert!(sign_in(&open, "Dan", "second password").await.is_none());
    let (status, _) = manager.post("/people/Dan/remove", wish("farewell-twice", json!({}))).await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    let done: Vec<(String, String, String)> = seen["done"]
        .as_array()
        .unwrap()
        .iter()
        .map(|act| ["act", "name", "why"].map(|key| act[key].as_str().unwrap().to_owned()).into())
        .collect();
    let expected = ["removed", "new-password", "added"];
    assert_eq!(done.iter().map(|(act, ..)| act.as_str()).collect::<Vec<_>>(), expected);
    assert!(done.iter().all(|(_, name, why)| name == "Dan" && why == "the roster of the week"));
    assert_eq!(seen["done"][0]["by"], "Mia Manager");
    assert!(!seen.to_string().contains("argon2"), "no hash is told");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inspector_is_seen_to_by_inspectors_alone() {
    let open = Open::at_pace(BETTING).await;
    let (manager, inspector) = (open.come_as(Role::Manager).await, open.come_as(Role::Inspector).await);
    let new = |id: &str, role: &str| wish(id, json!({"name": "Ian", "role": role, "password": "a password"}));
    let (status, message) = manager.post("/people", new("by-the-house", "inspector")).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")));
    let (status, _) = inspector.post("/people", new("no-dealer-of-mine", "dealer")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, seen) = inspector.post("/people", new("by-the-regulator", "inspector")).await;
    assert_eq!(status, StatusCode::OK, "{seen}");
    for (path, body) in [
        ("/people/Ian/password", wish("lock-ian-out", json!({"password": "other password"}))),
        ("/people/Ian/remove", wish("drive-ian-out", json!({}))),
    ] {
        let (status, message) = manager.post(path, body).await;
        assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")), "{path}");
    }
    let ian = sign_in(&open, "Ian", "a password").await.expect("Ian is still let in");
    let (status, message) = ian.post("/people/Ian/remove", wish("myself-then", json!({}))).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("yourself")));
    assert_eq!(inspector.post("/people/Ian/remove", wish("ian-moves-on", json!({}))).await.0, StatusCode::OK);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_told() {
    let open = Open::at_pace(BETTING).await;
    let manager = open.come_as(Role::Manager).await;
    let guest = open.seated("act", 1).await.get("/session").await["name"].as_str().unwrap().to_owned();
    let person = |name: &str, password: &str| json!({"name": name, "role": "dealer", "password": password});
    let cases = [
        (
            wish("short-password", person("Eve", "short")),
            StatusCode::UNPROCESSABLE_ENTITY,
            "password: found 5",
        ),
        (
            wish("no-such-name-1", person(" Eve", "long enough")),
            StatusCode::UNPROCESSABLE_ENTITY,
            "name: allowed",
        ),
        (
            wish("a-name-of-ours", person("dealer", "long enough")),
            StatusCode::UNPROCESSABLE_ENTITY,
            "house's own",
        ),
        (wish("short", person("Eve", "long enough")), StatusCode::UNPROCESSABLE_ENTITY, "id: allowed"),
        (wish("name-of-a-guest", person(&guest, "long enough")), StatusCode::CONFLICT, "a patron has played"),
    ];
    for (body, expected, words) in cases {
        let (status, message) = manager.post("/people", body).await;
        assert_eq!(status, expected, "{message}");
        assert!(message["detail"].as_str().unwrap().contains(words), "{message}");
    }
    let mut silent = wish("without-a-reason", person("Eve", "long enough"));
    silent["why"] = json!(" ");
    let (status, message) = manager.post("/people", silent).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(message["detail"].as_str().unwrap().contains("say why"), "{message}");
    let (_, seen) = (manager.get("/people").await, manager.get("/people").await);
    assert!(seen["done"].as_array().unwrap().is_empty(), "nothing of it is on record");
    open.stop().await;
}

fn real(folder: &Path, people: Vec<Listed>) -> house::settings::HouseSettings {
    let mut settings = at_pace(folder, BETTING);
    settings.demonstration = false;
    settings.tables.truncate(1);
    settings.people = people;
    settings
}

fn listed(name: &str, role: Role, password: &str) -> Listed {
    Listed { name: name.into(), role, hash: hashed(password).unwrap() }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_stands_when_the_house_opens_again_until_the_settings_change() {
    let folder = tempfile::tempdir().unwrap();
    let (mia, sue) =
        (listed("Mia", Role::Manager, "mia's password"), listed("Sue", Role::Supervisor, "sue's password"));
    let open = Open::with(real(folder.path(), vec![mia.clone(), sue.clone()])).await;
    let manager = sign_in(&open, "Mia", "mia's password").await.unwrap();
    let dan = json!({"name": "Dan", "role": "dealer", "password": "dan's password"});
    assert_eq!(manager.post("/people", wish("take-in-dan", dan)).await.0, StatusCode::OK);
    assert_eq!(manager.post("/people/Sue/remove", wish("let-sue-go", json!({}))).await.0, StatusCode::OK);
    open.stop().await;

    let open = Open::with(real(folder.path(), vec![mia.clone(), sue.clone()])).await;
    assert!(sign_in(&open, "Dan", "dan's password").await.is_some(), "Dan stays");
    assert!(sign_in(&open, "Sue", "sue's password").await.is_none(), "Sue stays away");
    open.stop().await;

    // A new entry in the settings is a new word of the operator.
    let again = listed("Sue", Role::Supervisor, "sue's new password");
    let open = Open::with(real(folder.path(), vec![mia.clone(), again])).await;
    assert!(sign_in(&open, "Sue", "sue's new password").await.is_some());
    open.stop().await;

    let open = Open::with(real(folder.path(), vec![mia])).await;
    assert!(sign_in(&open, "Sue", "sue's new password").await.is_none(), "named no longer");
    assert!(sign_in(&open, "Dan", "dan's password").await.is_some());
    open.stop().await;
}
