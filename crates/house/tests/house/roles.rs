//! Every endpoint with every role: nobody sees or does what is not theirs.

use crate::support::{BETTING, Guest, Open, bet, takes_wagers};
use axum::http::{Method, StatusCode};
use people::role::{Power, Role, WATCH, may};
use people::two_person::DualControl;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Who may do what, written down a second time: a row for each power, a column for each role.
#[test]
fn the_table_of_powers_is_as_it_was_decided() {
    //                 player dealer supervisor manager cage surveillance inspector
    let decided = [
        (Power::Play, [true, false, false, false, false, false, false]),
        (Power::Duty, [false, true, true, true, false, true, true]),
        (Power::Deal, [false, true, true, true, false, false, false]),
        (Power::Report, [false, true, true, true, false, true, false]),
        (Power::Rule, [false, false, true, true, false, false, false]),
        (Power::Set, [false, false, true, true, false, false, false]),
        (Power::Money, [false, false, true, true, false, false, false]),
        (Power::Dispute, [false, true, true, true, false, false, true]),
        (Power::See, [false, true, true, true, false, true, true]),
    ];
    assert_eq!(decided.map(|(power, _)| power), Power::ALL);
    for (power, row) in decided {
        assert_eq!(Role::ALL.map(|role| may(role, power)), row, "{power:?}");
    }
}

/// Which acts take two people, written down a second time: for each role that may rule or decide disputes.
#[test]
fn the_table_of_what_takes_two_is_as_it_was_decided() {
    let decided = [
        (json!({"act": "invalidate", "ground": "fraud", "why": "x"}), Some(DualControl::Void)),
        (json!({"act": "decide", "matter": 1, "remedy": "void", "why": "x"}), Some(DualControl::Void)),
        (
            json!({"act": "decide", "matter": 1, "remedy": "granted", "why": "x"}),
            Some(DualControl::Correction),
        ),
        (json!({"act": "decide", "matter": 1, "remedy": "denied", "why": "x"}), None),
        (json!({"act": "decide", "matter": 1, "remedy": "goes-on", "why": "x"}), None),
        (json!({"act": "settle-open-item", "patron": "x", "coup": 1}), Some(DualControl::Correction)),
        (
            json!({"act": "decide-dispute", "dispute": 1, "finding": "upheld", "award": {"paid": 5}, "why": "x"}),
            Some(DualControl::Award),
        ),
        (json!({"act": "decide-dispute", "dispute": 1, "finding": "rejected", "why": "x"}), None),
        (json!({"act": "open-dispute", "about": "x"}), None),
        (json!({"act": "ask-review", "dispute": 1}), None),
        (json!({"act": "let-players-cut"}), None),
        (
            json!({"act": "replace-cards", "when": "after-last-coup", "supply": "table-shuffled", "other_colour": true}),
            None,
        ),
        (json!({"act": "order-shuffle"}), None),
        (json!({"act": "verify-cards"}), None),
        (json!({"act": "approve", "what": {"what": "riffle"}}), None),
        (json!({"act": "direct-no-bet-coup", "source": "empty-period"}), None),
        (json!({"act": "forfeit-cards"}), None),
        (json!({"act": "shuffle-by-consent"}), None),
        (json!({"act": "sanction", "breach": 1, "measures": [], "why": "x"}), None),
        (json!({"act": "hand-over", "breach": 1, "to": "x"}), None),
        (json!({"act": "decide-remainder", "patron": "x", "pays": 5}), None),
        (
            json!({"act": "find-wager", "patron": "x", "box": 1, "wager": "tie", "amount": 5, "kind": "chips"}),
            Some(DualControl::Correction),
        ),
        (
            json!({"act": "find-wager", "patron": "x", "box": 1, "wager": "tie", "amount": 5, "kind": "chips", "late": true}),
            None,
        ),
        (json!({"act": "correct-float", "count": 5, "why": "x"}), Some(DualControl::Correction)),
    ];
    for role in [Role::Supervisor, Role::Manager, Role::Dealer] {
        for (act, expected) in &decided {
            let read: table::Act =
                serde_json::from_value(act.clone()).unwrap_or_else(|error| panic!("{act}: {error}"));
            assert_eq!(DualControl::of(&read, role), *expected, "{role} {act}");
        }
    }
    // The regulator decides alone.
    let award = serde_json::from_value(decided[6].0.clone()).unwrap();
    assert_eq!(DualControl::of(&award, Role::Inspector), None);
    // Nothing that is not a ruling takes two.
    for power in Power::ALL.into_iter().filter(|power| !matches!(power, Power::Rule | Power::Dispute)) {
        let act = serde_json::from_value(act_of(power)).unwrap();
        assert_eq!(DualControl::of(&act, Role::Supervisor), None, "{power:?}");
    }
}

/// An act of each power, as it is sent.
fn act_of(power: Power) -> Value {
    match power {
        Power::Play => json!({"act": "arrive"}),
        Power::Duty => json!({"act": "sign-on"}),
        Power::Deal => json!({"act": "shuffle"}),
        Power::Report => json!({"act": "find-unfit"}),
        Power::Rule => json!({"act": "order-shuffle"}),
        Power::Set => json!({"act": "restrict", "option": "x", "surveillance_told": true, "sign": true}),
        Power::Money => json!({"act": "count-float", "count": 5, "signed": "x"}),
        Power::Dispute => json!({"act": "decide-dispute", "dispute": 1, "finding": "upheld", "why": "x"}),
        Power::See => json!({"act": "ask-to-see", "what": "odds"}),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_power_is_refused_to_every_role_that_lacks_it() {
    let open = Open::at_pace(BETTING).await;
    for role in Role::ALL {
        let guest = open.come_as(role).await;
        for power in Power::ALL {
            let (status, message) =
                guest.command("act", &format!("try-{power:?}-it"), json!([act_of(power)])).await;
            let refused = status == StatusCode::FORBIDDEN && message["word"] == "not-yours";
            assert_eq!(refused, !may(role, power), "{role} {power:?}: {status} {message}");
            // Whatever a role may ask, a sealed shoe is dealt by nobody.
            if matches!(power, Power::Deal | Power::Report) && may(role, power) {
                assert_eq!(message["word"], "dealt-by-the-house", "{role} {power:?}: {message}");
            }
        }
    }
    let (status, message) = open.anybody().command("act", "who-am-i-then", json!([{"act": "arrive"}])).await;
    assert_eq!((status, &message["word"]), (StatusCode::UNAUTHORIZED, &json!("not-signed-in")));
    open.stop().await;
}

/// Every endpoint, and what each visitor gets: for anybody, and for somebody signed in.
const ENDPOINTS: &[(Method, &str, u16, u16)] = &[
    (Method::GET, "/session", 401, 200),
    (Method::POST, "/session", 415, 415),
    (Method::POST, "/session/link", 415, 415),
    (Method::POST, "/session/confirm", 401, 415),
    (Method::PUT, "/session/factor", 401, 415),
    (Method::PUT, "/session/pin", 401, 415),
    (Method::POST, "/session/pin", 401, 415),
    (Method::GET, "/sessions", 401, 200),
    (Method::DELETE, "/sessions/0123456789abcdef", 401, 404),
    (Method::POST, "/enrol/begin", 415, 415),
    (Method::POST, "/enrol", 415, 415),
    (Method::GET, "/school", 200, 200),
    (Method::GET, "/school/questions/nsw/totals/7/1", 200, 200),
    (Method::POST, "/school/answers", 401, 415),
    (Method::GET, "/school/history", 401, 200),
    (Method::GET, "/school/tests/winter/next", 401, 404),
    (Method::GET, "/school/coups", 401, 404),
    (Method::POST, "/school/coups", 401, 415),
    (Method::GET, "/school/coups/table", 401, 404),
    (Method::POST, "/school/coups/commands", 401, 415),
    (Method::GET, "/tables", 200, 200),
    (Method::GET, "/tables/act", 200, 200),
    (Method::GET, "/tables/act/roads", 200, 200),
    (Method::GET, "/tables/act/coups", 200, 200),
    (Method::GET, "/tables/act/coups/1", 404, 404),
    (Method::POST, "/tables/act/commands", 401, 415),
    (Method::POST, "/tables/act/scan", 401, 415),
    (Method::POST, "/tables/act/calls", 401, 415),
    (Method::POST, "/tables/act/calls/1/answer", 401, 415),
    (Method::GET, "/tables/act/shoes", 200, 200),
    (Method::GET, "/tables/act/shoes/1", 200, 200),
    (Method::POST, "/tables/act/shoes/1/verify", 200, 200),
    (Method::GET, "/books", 200, 200),
    (Method::GET, "/books/nsw", 200, 200),
    (Method::GET, "/policy", 200, 200),
    (Method::GET, "/tournaments", 200, 200),
    (Method::GET, "/tournaments/cup", 404, 404),
    (Method::GET, "/tournaments/cup/conditions", 404, 404),
    (Method::GET, "/tournaments/cup/draws/1", 404, 404),
    (Method::GET, "/tournaments/cup/events", 404, 404),
    (Method::POST, "/tournaments/cup/commands", 401, 404),
    (Method::POST, "/tournaments/cup/judge", 401, 404),
    (Method::POST, "/tournaments/cup/forms", 401, 404),
    (Method::GET, "/tournaments/cup/feed", 404, 404),
    (Method::GET, "/tournaments/other", 404, 404),
    (Method::GET, "/promotions", 200, 200),
    (Method::GET, "/promotions/lunar", 404, 404),
    (Method::GET, "/promotions/lunar/terms", 404, 404),
    (Method::GET, "/promotions/lunar/tickets", 401, 404),
    (Method::GET, "/promotions/lunar/draw", 404, 404),
    (Method::POST, "/promotions/lunar/commands", 401, 404),
    (Method::POST, "/promotions/lunar/judge", 401, 404),
    (Method::GET, "/promotions/lunar/feed", 404, 404),
    (Method::GET, "/tables/none", 404, 404),
    (Method::DELETE, "/session", 401, 204),
];

const EVERYBODY_ON_STAFF: &[Role] =
    &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Cage, Role::Surveillance, Role::Inspector];
/// Those who work at tables or watch them.
const ON_THE_FLOOR: &[Role] =
    &[Role::Dealer, Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector];
/// Those who see the cage, in a house that has one.
const SEE_CAGE: &[Role] = &[Role::Supervisor, Role::Manager, Role::Cage, Role::Surveillance, Role::Inspector];
const STAFF: &[Role] = &[Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector];
const PLAYERS: &[Role] = &[Role::Player];
const KEEPERS: &[Role] = &[Role::Supervisor, Role::Manager];
const MANAGERS: &[Role] = &[Role::Manager];
const SEE_TO_PEOPLE: &[Role] = &[Role::Manager, Role::Inspector];
const SEE_PEOPLE: &[Role] = &[Role::Manager, Role::Surveillance, Role::Inspector];

/// Endpoints of some roles: who is answered, and how. Anybody else is not signed in, or it is not theirs.
const OF_STAFF: &[(Method, &str, u16, &[Role])] = &[
    (Method::GET, "/coups", 200, PLAYERS),
    (Method::GET, "/chips", 200, PLAYERS),
    (Method::GET, "/limits", 200, PLAYERS),
    (Method::PUT, "/limits", 415, PLAYERS),
    (Method::POST, "/tables/act/ready", 415, PLAYERS),
    (Method::GET, "/people", 200, SEE_PEOPLE),
    (Method::POST, "/people/changes", 403, SEE_TO_PEOPLE),
    (Method::POST, "/people/changes/1/approve", 403, SEE_TO_PEOPLE),
    (Method::POST, "/people/changes/1/refuse", 403, SEE_TO_PEOPLE),
    (Method::GET, "/reports/shift", 200, STAFF),
    (Method::GET, "/shifts", 200, STAFF),
    (Method::POST, "/shifts", 415, KEEPERS),
    (Method::POST, "/shifts/1/end", 415, KEEPERS),
    (Method::GET, "/vouchers", 200, STAFF),
    (Method::POST, "/vouchers", 415, KEEPERS),
    (Method::POST, "/vouchers/V-7/approve", 415, KEEPERS),
    (Method::POST, "/vouchers/V-7/withdraw", 415, KEEPERS),
    (Method::GET, "/cage", 409, SEE_CAGE),
    (Method::POST, "/cage/orders", 415, EVERYBODY_ON_STAFF),
    (Method::GET, "/cage/transfers", 409, EVERYBODY_ON_STAFF),
    (Method::GET, "/pit", 200, STAFF),
    (Method::POST, "/roster/tables", 415, MANAGERS),
    (Method::POST, "/roster/tables/act/rename", 415, MANAGERS),
    (Method::POST, "/roster/tables/act/retire", 415, MANAGERS),
    (Method::POST, "/tables/act/settings", 415, STAFF),
    (Method::POST, "/school/tests", 415, KEEPERS),
    (Method::GET, "/school/tests/winter/results", 404, KEEPERS),
    (Method::GET, "/school/tests/winter/results.csv", 404, KEEPERS),
    (Method::GET, "/tables/act/slips", 200, STAFF),
    (Method::POST, "/tables/act/shoe/accept", 403, EVERYBODY_ON_STAFF),
    (Method::GET, "/tables/act/slips/0", 404, STAFF),
    (Method::POST, "/tables/act/judge", 415, EVERYBODY_ON_STAFF),
    (Method::GET, "/tables/act/proposals", 200, EVERYBODY_ON_STAFF),
    (Method::POST, "/tables/act/proposals", 415, EVERYBODY_ON_STAFF),
    (Method::POST, "/tables/act/proposals/1/look", 415, EVERYBODY_ON_STAFF),
    (Method::POST, "/tables/act/proposals/1/approve", 415, EVERYBODY_ON_STAFF),
    (Method::POST, "/tables/act/proposals/1/refuse", 415, EVERYBODY_ON_STAFF),
    (Method::POST, "/tournaments", 415, KEEPERS),
    (Method::POST, "/tournaments/cup/forms/Nobody/look", 404, KEEPERS),
    (Method::POST, "/promotions", 415, KEEPERS),
    (Method::GET, "/promotions/lunar/evidence", 404, STAFF),
    (Method::GET, "/tournaments/cup/evidence", 404, ON_THE_FLOOR),
    (Method::GET, "/watch", 200, &WATCH),
    (Method::GET, "/watch/coups", 200, &WATCH),
    (Method::GET, "/watch/cage", 200, &WATCH),
    (Method::GET, "/watch/notes", 200, &WATCH),
    (Method::POST, "/watch/notes", 415, &WATCH),
    (Method::GET, "/watch/verify", 404, &WATCH),
    (Method::POST, "/watch/verify", 415, &WATCH),
    (Method::GET, "/watch/tables/act/composition", 200, &WATCH),
    (Method::GET, "/watch/tables/act/coups/1", 200, &WATCH),
    (Method::GET, "/watch/tables/act/coups/1/evidence", 404, &WATCH),
    (Method::GET, "/watch/tables/act/disputes", 200, &WATCH),
    (Method::GET, "/watch/tables/act/disputes/1/case", 404, &WATCH),
    (Method::POST, "/watch/tables/act/disputes/1/case", 415, &WATCH),
    (Method::GET, "/watch/tables/act/in-force", 200, &WATCH),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_endpoint_answers_every_role_as_it_should() {
    let open = Open::at_pace(BETTING).await;
    open.seated("act", 1).await.until("act", takes_wagers).await;
    let described = house::api::description();
    let known: BTreeSet<String> = described["paths"].as_object().unwrap().keys().cloned().collect();
    let walked = |path: &str| {
        let path = path
            .replace("/reports/shift", "/reports/{report}")
            .replace("/act", "/{table}")
            .replace("/none", "/{table}")
            .replace("/nsw", "/{book}")
            .replace("/vouchers/V-7", "/vouchers/{voucher}")
            .replace("/totals/7/1", "/{kind}/{seed}/{number}")
            .replace("/tests/winter", "/tests/{test}")
            .replace("/tournaments/cup", "/tournaments/{tournament}")
            .replace("/tournaments/other", "/tournaments/{tournament}")
            .replace("/promotions/lunar", "/promotions/{promotion}")
            .replace("/slips/0", "/slips/{number}")
            .replace("/disputes/1", "/disputes/{dispute}")
            .replace("/0123456789abcdef", "/{id}");
        format!("/api/v1{}", path.replace("/1", "/{number}").replace("/Nobody", "/{name}"))
    };
    let mut missing = known.clone();
    for path in ENDPOINTS.iter().map(|(_, path, ..)| path).chain(OF_STAFF.iter().map(|(_, path, ..)| path)) {
        missing.remove(&walked(path));
    }
    // Feeds do not end, and have tests of their own.
    let feeds = ["/api/v1/feed", "/api/v1/pit/feed", "/api/v1/tables/{table}/feed"];
    assert_eq!(missing, feeds.map(str::to_owned).into());
    let mut visitors: Vec<(Option<Role>, Guest)> = vec![(None, open.anybody())];
    for role in Role::ALL {
        visitors.push((Some(role), open.come_as(role).await));
    }
    for (role, visitor) in visitors {
        let name = role.map_or_else(|| "anybody".to_owned(), |role| role.to_string());
        for (method, path, answered, roles) in OF_STAFF {
            let (status, _, body) = visitor.raw(method.clone(), path, None).await;
            let expected = role.map_or(401, |role| if roles.contains(&role) { *answered } else { 403 });
            assert_eq!(
                status.as_u16(),
                expected,
                "{name} {method} {path}: {}",
                String::from_utf8_lossy(&body)
            );
        }
        let signed_in = visitor.cookie.is_some();
        for (method, path, anybody, somebody) in ENDPOINTS.iter().cloned() {
            let (status, _, body) = visitor.raw(method.clone(), path, None).await;
            let expected = if signed_in { somebody } else { anybody };
            assert_eq!(
                status.as_u16(),
                expected,
                "{name} {method} {path}: {}",
                String::from_utf8_lossy(&body)
            );
        }
        let (status, ..) = visitor.raw(Method::GET, "/session", None).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{name} has signed out");
    }
    open.stop().await;
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Every key anywhere in it.
fn all_keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            all_keys(value, found);
        }),
        Value::Array(values) => values.iter().for_each(|value| all_keys(value, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_sees_its_own_view_and_nothing_else() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let other = open.seated("act", 2).await;
    player.until("act", takes_wagers).await;
    player.command("act", "so-that-chips-lie", bet(1, "player", 2_500)).await;
    let names = [&player, &other].map(|guest| guest.get("/session"));
    let [own, others] = names;
    let (own, others) = (own.await["name"].clone(), others.await["name"].clone());
    let common = ["view", "seq", "table", "state"];
    let views = [
        (None, vec![]),
        (Some(Role::Player), vec!["you"]),
        (Some(Role::Dealer), vec!["patrons", "possible", "matters", "desk"]),
        (
            Some(Role::Supervisor),
            vec!["patrons", "possible", "matters", "money", "announced", "out_of_service", "desk"],
        ),
        (
            Some(Role::Manager),
            vec!["patrons", "possible", "matters", "money", "announced", "out_of_service", "desk"],
        ),
        (Some(Role::Surveillance), vec!["patrons", "matters", "money", "shoe"]),
        (Some(Role::Inspector), vec!["patrons", "matters", "money", "announced", "shoe", "out_of_service"]),
    ];
    for (role, more) in views {
        let visitor = match role {
            None => open.anybody(),
            Some(Role::Player) => player.clone(),
            Some(role) => open.come_as(role).await,
        };
        let view = visitor.get("/tables/act").await;
        let expected: BTreeSet<&str> = common.iter().copied().chain(more).collect();
        assert_eq!(keys(&view), expected, "{role:?}");
        let text = view.to_string();
        let staff = role.is_some_and(|role| role != Role::Player);
        assert_eq!(text.contains(others.as_str().unwrap()), staff, "{role:?}");
        assert_eq!(text.contains(own.as_str().unwrap()), staff || role == Some(Role::Player), "{role:?}");
        if !staff {
            let mut found = BTreeSet::new();
            all_keys(&view, &mut found);
            for secret in [
                "float",
                "drop",
                "out",
                "seen",
                "composition",
                "house_edge",
                "odds",
                "patrons",
                "salt",
                "seed",
            ] {
                assert!(!found.contains(secret), "{role:?} is told `{secret}`");
            }
        }
    }
    open.stop().await;
}

/// New South Wales forbids what predicts, to everybody but staff and inspectors on duty.
#[tokio::test(flavor = "multi_thread")]
async fn the_cards_that_are_out_are_told_only_to_those_whom_the_book_lets_see_them() {
    let open = Open::at_pace(BETTING).await;
    open.seated("nsw", 1).await.until("nsw", takes_wagers).await;
    for role in [Role::Surveillance, Role::Inspector] {
        let view = open.come_as(role).await.get("/tables/nsw").await;
        assert!(view["shoe"]["out"].is_array(), "{role}: {view:#}");
        assert!(!view["shoe"]["clauses"].as_array().unwrap().is_empty());
    }
    let player = open.come_as(Role::Player).await;
    let (status, message) =
        player.command("nsw", "show-me-the-odds", json!([{"act": "ask-to-see", "what": "odds"}])).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{message}");
    open.stop().await;
}
