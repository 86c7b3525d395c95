//! What comes from outside may be anything. It gets a clear answer, and never a fault of ours.

use crate::support::{BETTING, Open, bet, factor, takes_wagers};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use people::Listed;
use people::role::Role;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_make_no_sense_are_refused_in_one_form() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let deep = "[".repeat(5_000) + &"]".repeat(5_000);
    let long = format!("{{\"id\":\"{}\",\"acts\":[]}}", "x".repeat(20_000));
    let bodies: Vec<(&str, StatusCode)> = vec![
        ("", StatusCode::BAD_REQUEST),
        ("{", StatusCode::BAD_REQUEST),
        ("null", StatusCode::UNPROCESSABLE_ENTITY),
        ("[]", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"id\":\"long-enough\"}", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"id\":\"long-enough\",\"acts\":[]}", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"id\":\"short\",\"acts\":[{\"act\":\"leave\"}]}", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"id\":\"has blanks in it\",\"acts\":[{\"act\":\"leave\"}]}", StatusCode::UNPROCESSABLE_ENTITY),
        ("{\"id\":\"long-enough\",\"acts\":[{\"act\":\"fly\"}]}", StatusCode::UNPROCESSABLE_ENTITY),
        (
            "{\"id\":\"long-enough\",\"acts\":[{\"act\":\"buy-in\",\"cash\":1e99}]}",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "{\"id\":\"long-enough\",\"acts\":[{\"act\":\"leave\"}],\"more\":1}",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (&deep, StatusCode::UNPROCESSABLE_ENTITY),
        (&long, StatusCode::PAYLOAD_TOO_LARGE),
    ];
    for (body, expected) in bodies {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/v1/tables/act/commands")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, player.cookie.as_deref().unwrap())
            .body(Body::from(body.to_owned()))
            .unwrap();
        let (status, _, answer) = player.send(request).await;
        let shown: String = body.chars().take(60).collect();
        assert_eq!(status, expected, "{shown}");
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert!(answer["word"].is_string() && answer["detail"].is_string(), "{shown}: {answer}");
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_make_no_sense_are_refused_in_one_form() {
    let open = Open::at_pace(BETTING).await;
    let addresses = [
        ("/api/v1/tables/%ff", StatusCode::BAD_REQUEST),
        ("/api/v1/tables/act/coups/%ff", StatusCode::BAD_REQUEST),
        ("/api/v1/tables/%ff/feed", StatusCode::BAD_REQUEST),
        ("/api/v1/books/%c3", StatusCode::BAD_REQUEST),
        ("/api/v1/nothing", StatusCode::NOT_FOUND),
        ("/api/v1/", StatusCode::NOT_FOUND),
        ("/api/v2/tables", StatusCode::NOT_FOUND),
        ("/api", StatusCode::NOT_FOUND),
    ];
    for (address, expected) in addresses {
        let request = Request::get(address).body(Body::empty()).unwrap();
        let (status, _, answer) = open.anybody().send(request).await;
        assert_eq!(status, expected, "{address}");
        let answer: Value = serde_json::from_slice(&answer).expect(address);
        assert_eq!(answer["status"], expected.as_u16(), "{address}");
        assert!(answer["word"].is_string() && answer["detail"].is_string(), "{address}: {answer}");
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_at_addresses_that_make_no_sense_are_pages_of_the_house() {
    let open = Open::at_pace(BETTING).await;
    for address in [
        "/%ff",
        "/tables/%ff",
        "/tables/%ff/dealer",
        "/tables/%ff/history",
        "/pit/%ff",
        "/slips/%ff/1",
        "/slips/act/%ff",
        "/library/%c3",
        "/library/act/%ff",
        "/cage/slips/%ff",
        "/reports/%ff",
        "/watch/%ff/1",
        "/watch/act/%ff",
        "/watch/tournaments/%ff",
        "/promotions/%ff",
        "/promotions/%ff/draw",
        "/desk/promotions/%ff",
        "/tournaments/%ff",
        "/tournaments/%ff/tables/1",
        "/tables/act?lang=%ff",
    ] {
        let request = Request::get(address).body(Body::empty()).unwrap();
        let (status, _, page) = open.anybody().send(request).await;
        assert!(status.is_client_error() || address.contains('?'), "{address}: {status}");
        assert!(page.starts_with(b"<!DOCTYPE html>"), "{address}: {}", String::from_utf8_lossy(&page));
    }
    let request = Request::get("/assets/%ff").body(Body::empty()).unwrap();
    assert_eq!(open.anybody().send(request).await.0, StatusCode::NOT_FOUND);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_values_in_sound_commands_are_turned_down_by_the_table() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let odd = [
        bet(0, "player", 1_000),
        bet(255, "player", 1_000),
        bet(1, "player", 0),
        bet(1, "player", -5_000),
        bet(1, "player", i64::MAX),
        bet(1, "player", i64::MIN),
        bet(1, "player", 1_001),
        bet(1, "no-such-wager", 1_000),
        json!([{"act": "buy-in", "cash": i64::MIN}]),
        json!([{"act": "buy-in", "cash": -1}]),
        json!([{"act": "take-seat", "seat": 0}]),
        json!([{"act": "take-seat", "seat": 255}]),
        json!([{"act": "change", "box": 1, "wager": "player", "amount": i64::MAX}]),
        json!([{"act": "withdraw", "box": 9, "wager": "tie"}]),
        json!([{"act": "cut", "at": 65_535}]),
        json!([{"act": "expose", "side": "player"}]),
        json!([{"act": "expose", "side": "player", "cards": ["AS", "AS", "AS", "AS"]}]),
        json!([{"act": "take-hand"}]),
        json!([{"act": "nominate", "nominees": ["nobody", ""]}]),
        json!([{"act": "name-cutter", "other": "nobody"}]),
        json!([{"act": "ask-review", "dispute": 4_000_000_000_u32}]),
        json!([{"act": "arrive"}]),
    ];
    for (place, acts) in odd.into_iter().enumerate() {
        let (status, message) = player.command("act", &format!("odd-value-{place}"), acts.clone()).await;
        assert!(
            [StatusCode::CONFLICT, StatusCode::UNPROCESSABLE_ENTITY].contains(&status),
            "{acts}: {status} {message}"
        );
    }
    let view = player.get("/tables/act").await;
    assert_eq!((&view["you"]["chips"], &view["state"]["stakes"]), (&json!(100_000), &json!([])));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_and_queries_that_lead_nowhere_are_told_so() {
    let open = Open::at_pace(BETTING).await;
    let anybody = open.anybody();
    for path in [
        "/tables/act/coups/0",
        "/tables/act/coups/4294967295",
        "/tables/act/coups/99999999999999",
        "/tables/act/coups/x",
        "/tables/act/coups?before=x",
        "/tables/act/coups?limit=-1",
        "/tables/act/shoes/0",
        "/tables/act/shoes/4294967295",
        "/tables/act/shoes/x",
        "/tables/act/shoes?before=-1",
        "/tables/act/feed?after=x",
        "/tables/%00",
        "/tables/%ff",
        "/tables/act%2F..",
        "/books/..",
        "/books/%F0%9F%83%8F",
        "/nothing",
    ] {
        let (status, _, body) = anybody.raw(Method::GET, path, None).await;
        assert!(status.is_client_error(), "{path}: {status} {}", String::from_utf8_lossy(&body));
    }
    // These are sound, if pointless.
    for path in ["/tables/act/coups?before=0", "/tables/act/coups?limit=100000", "/tables/act/shoes?before=0"]
    {
        anybody.get(path).await;
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_something_must_come_from_the_houses_own_pages() {
    let open = Open::at_pace(BETTING).await;
    let player = open.come_as(Role::Player).await;
    let ask = |headers: Vec<(&'static str, &'static str)>| {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri("/api/v1/tables/act/commands")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, player.cookie.as_deref().unwrap());
        for (name, value) in headers {
            request = request.header(name, value);
        }
        request.body(Body::from("{}")).unwrap()
    };
    for (headers, lets) in [
        (vec![], true),
        (vec![("origin", "http://127.0.0.1:8300")], true),
        (vec![("origin", "http://localhost:8300"), ("sec-fetch-site", "same-origin")], true),
        (vec![("origin", "http://evil.example")], false),
        (vec![("origin", "http://127.0.0.1:8301")], false),
        (vec![("origin", "null")], false),
        (vec![("sec-fetch-site", "cross-site")], false),
        (vec![("sec-fetch-site", "same-site")], false),
    ] {
        let (status, _, body) = player.send(ask(headers.clone())).await;
        assert_eq!(status != StatusCode::FORBIDDEN, lets, "{headers:?}: {}", String::from_utf8_lossy(&body));
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_locked_after_wrong_passwords_and_nobody_learns_who_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = crate::support::at_pace(folder.path(), BETTING);
    settings.demonstration = false;
    let hash = people::hashed("right and long otters").unwrap();
    settings.people = vec![Listed { name: "Pat".into(), role: Role::Player, hash }];
    let open = Open::with(settings).await;
    let anybody = open.anybody();
    let try_it = async |name: &str, password: &str| {
        let body = json!({ "name": name, "password": password });
        anybody.raw(Method::POST, "/session", Some(body)).await
    };
    let (status, cookie, body) = try_it("Pat", "right and long otters").await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    let cookie = cookie.unwrap();
    assert!(cookie.starts_with("croupier=") && cookie.len() > 64);
    let wrong = try_it("Pat", "wrong").await;
    let unknown = try_it("Nobody", "wrong").await;
    assert_eq!((wrong.0, &wrong.2), (StatusCode::UNAUTHORIZED, &unknown.2));
    for _ in 0..4 {
        try_it("Pat", "wrong").await;
    }
    let (status, _, body) = try_it("Pat", "right and long otters").await;
    let message: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &message["word"]), (StatusCode::TOO_MANY_REQUESTS, &json!("locked")));
    // There are no links where it is not a demonstration.
    let (status, _) = anybody.post("/session/link", json!({"link": "0".repeat(32)})).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    open.stop().await;
}

/// A stranger at the same address, such as another behind the same router, uses up the tries of that address. Whoever has signed in there
/// before, works at a console or has a session that sleeps is counted by themselves.
#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_at_the_same_address_keeps_no_known_browser_out() {
    const PASSWORD: &str = "right and long otters";
    let folder = tempfile::tempdir().unwrap();
    let mut settings = crate::support::at_pace(folder.path(), BETTING);
    (settings.demonstration, settings.proxy) = (false, true);
    let hash = people::hashed(PASSWORD).unwrap();
    settings.people = vec![
        Listed { name: "Dora".into(), role: Role::Dealer, hash: hash.clone() },
        Listed { name: "Sue".into(), role: Role::Supervisor, hash },
    ];
    let open = Open::with(settings).await;
    let anybody = open.anybody();
    let asked = |path: &str, body: Value, cookie: Option<String>| {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-forwarded-for", "192.0.2.7");
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.body(Body::from(body.to_string())).unwrap()
    };
    let password = |name: &str| json!({ "name": name, "password": PASSWORD });
    let (status, _, _) = anybody.send(asked("/session", password("Dora"), None)).await;
    assert_eq!(status, StatusCode::OK);
    // What the browser keeps since then.
    let lets_in = |_: Role| Ok(());
    let (_, _, device) = open.house.people.sign_in("Dora", PASSWORD.into(), lets_in).await.unwrap();
    let sue = people::viewer::Person { name: "Sue".into(), role: Role::Supervisor };
    open.house.people.set_pin(&sue, "290417").await.unwrap();
    // Taken directly: each try costs the work of a password, and on a slow machine the address has another one by then.
    let address = "192.0.2.7".parse().unwrap();
    let used_up = || while open.house.sign_ins.take(&address).is_ok() {};
    used_up();
    let stranger = json!({ "name": "Nobody", "password": "a guess" });
    let (status, _, _) = anybody.send(asked("/session", stranger, None)).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "the address has used up its tries");
    used_up();
    let (status, _, _) = anybody.send(asked("/session", password("Dora"), None)).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "a browser that is not known counts with the stranger");
    let known = format!("croupier-device={device}");
    let (status, _, body) = anybody.send(asked("/session", password("Dora"), Some(known))).await;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    // A colleague's PIN at Dora's console: it is judged, and not turned away.
    let pin = json!({ "name": "Sue", "pin": "290417" });
    factor(&open, "Dora").await;
    let console = open.signed_in("Dora", Role::Dealer).await.cookie;
    let (status, _, body) = anybody.send(asked("/tables/act/proposals/1/look", pin, console)).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{}", String::from_utf8_lossy(&body));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_strict_and_its_token_is_kept_only_as_a_hash() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(crate::support::at_pace(folder.path(), BETTING)).await;
    let link = open.house.links.as_ref().unwrap().of(Role::Player);
    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/v1/session/link")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(json!({ "link": link }).to_string()))
        .unwrap();
    let response = tower::ServiceExt::oneshot(open.app.clone(), request).await.unwrap();
    let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    for word in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    assert_eq!(response.headers()[header::X_FRAME_OPTIONS], "SAMEORIGIN");
    let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    open.stop().await;
    for file in ["people.db", "people.db-wal"] {
        let Ok(bytes) = std::fs::read(folder.path().join("people").join(file)) else { continue };
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()), "{file} holds a token");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_may_have_names_but_not_those_of_the_house() {
    let open = Open::at_pace(BETTING).await;
    let link = open.house.links.as_ref().unwrap().of(Role::Player);
    let anybody = open.anybody();
    for (name, well) in
        [("Mei 梅", true), ("Mei 梅", true), ("", false), (" x", false), ("dealer", false), ("a\nb", false)]
    {
        let (status, message) = anybody.post("/session/link", json!({"link": link, "name": name})).await;
        assert_eq!(status == StatusCode::OK, well, "{name:?}: {message}");
    }
    let (status, _) = anybody.post("/session/link", json!({"link": "not one of ours"})).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    open.stop().await;
}

/// A token that somebody else chose opens nothing, and signing in anew ends what was before.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_nobody_elses_choice() {
    let open = Open::at_pace(BETTING).await;
    let link = open.house.links.as_ref().unwrap().of(Role::Player);
    let chosen = format!("croupier={}", "a".repeat(64));
    let victim = open.back(Some(&chosen));
    let (status, cookie, _) = victim.raw(Method::POST, "/session/link", Some(json!({ "link": link }))).await;
    assert_eq!(status, StatusCode::OK);
    let first = cookie.unwrap();
    assert_ne!(first, chosen);
    assert_eq!(victim.raw(Method::GET, "/session", None).await.0, StatusCode::UNAUTHORIZED);
    let again = open.back(Some(&first));
    let (_, second, _) = again.raw(Method::POST, "/session/link", Some(json!({ "link": link }))).await;
    assert_ne!(second.as_ref(), Some(&first));
    assert_eq!(again.raw(Method::GET, "/session", None).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(open.back(second.as_deref()).raw(Method::GET, "/session", None).await.0, StatusCode::OK);
    open.stop().await;
}
