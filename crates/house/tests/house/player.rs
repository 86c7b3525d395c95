//! What a player expects beside the game: limits of one's own, cards when everybody is ready, one's own coups, boxes and standing, a seat
//! and a name that are found again, and a table for real cards that is dealt.

use crate::support::{AT_ONCE, BETTING, Guest, Open, at_pace, bet, is_over, takes_wagers};
use axum::http::{Method, StatusCode};
use people::role::Role;
use serde_json::{Value, json};

async fn set_limit(guest: &Guest, id: &str, what: &str, most: Value) -> (StatusCode, Value) {
    let body = json!({ "id": id, "what": what, "most": most });
    let (status, _, answer) = guest.raw(Method::PUT, "/limits", Some(body)).await;
    (status, serde_json::from_slice(&answer).unwrap())
}

fn limit<'v>(view: &'v Value, what: &str) -> &'v Value {
    view["limits"].as_array().unwrap().iter().find(|limit| limit["what"] == what).unwrap()
}

/// Places a wager of this much; the word of the refusal, if it was refused.
async fn try_bet(guest: &Guest, table: &str, seat: u8, amount: i64, id: &str) -> Option<String> {
    let (status, answer) = guest.command(table, id, bet(seat, "player", amount)).await;
    match status {
        StatusCode::OK => None,
        _ => Some(answer["word"].as_str().unwrap().to_owned()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn own_limits_bind_at_once_at_every_table_and_outlast_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let player = open.seated("act", 1).await;
    let sit = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": 2}]);
    assert_eq!(player.command("nz", "sit-elsewhere", sit).await.0, StatusCode::OK);
    let (status, taken) = set_limit(&player, "first-stake-limit", "stake", json!(5_000)).await;
    assert_eq!(
        (status, &taken["most"], &taken["from"]),
        (StatusCode::OK, &json!(5_000), &taken["at"]),
        "{taken}"
    );
    player.until("act", takes_wagers).await;
    player.until("nz", takes_wagers).await;
    assert_eq!(try_bet(&player, "act", 1, 6_000, "too-much-here").await.as_deref(), Some("own-stake-limit"));
    assert_eq!(try_bet(&player, "nz", 2, 6_000, "too-much-there").await.as_deref(), Some("own-stake-limit"));
    assert_eq!(try_bet(&player, "act", 1, 5_000, "just-enough").await, None);
    // What lies at one table counts against the loss at another.
    assert_eq!(set_limit(&player, "first-loss-limit", "loss", json!(8_000)).await.0, StatusCode::OK);
    assert_eq!(try_bet(&player, "nz", 2, 4_000, "more-than-left").await.as_deref(), Some("own-loss-limit"));
    assert_eq!(try_bet(&player, "nz", 2, 3_000, "all-that-is-left").await, None);
    // Taking back is always possible, and frees what was bound.
    let take_back = json!([{"act": "withdraw", "box": 2, "wager": "player"}]);
    assert_eq!(player.command("nz", "take-it-back", take_back).await.0, StatusCode::OK);
    assert_eq!(try_bet(&player, "nz", 2, 3_000, "again-the-rest").await, None);
    // A looser limit waits for a day; another's limits are nobody else's.
    let (_, taken) = set_limit(&player, "looser-stake", "stake", Value::Null).await;
    let view = player.get("/limits").await;
    let stake = limit(&view, "stake");
    assert_eq!((&stake["most"], &stake["next"]["most"]), (&json!(5_000), &Value::Null));
    assert_eq!((&taken["most"], &taken["from"]), (&Value::Null, &stake["next"]["from"]));
    assert_eq!(taken["from"].as_i64().unwrap() - taken["at"].as_i64().unwrap(), 86_400_000);
    // Asked again it is answered as it was, whatever was set since.
    let again = set_limit(&player, "first-stake-limit", "stake", json!(5_000)).await;
    assert_eq!(
        (again.0, &again.1["most"], &again.1["from"]),
        (StatusCode::OK, &json!(5_000), &again.1["at"])
    );
    let other = open.seated("act", 3).await;
    assert_eq!(try_bet(&other, "act", 3, 6_000, "somebody-else").await, None);
    let cookie = player.cookie.clone();
    open.stop().await;

    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let player = open.back(cookie.as_deref());
    let view = player.get("/limits").await;
    assert_eq!((&limit(&view, "stake")["most"], &view["used"]["staked"]), (&json!(5_000), &json!(8_000)));
    let raise = json!([{"act": "change", "box": 2, "wager": "player", "amount": 4_000}]);
    let (status, answer) = player.command("nz", "raise-after-restart", raise).await;
    assert_eq!((status, &answer["word"]), (StatusCode::CONFLICT, &json!("own-loss-limit")), "{answer}");
    for (what, most) in [("loss", json!(0)), ("minutes", json!(2_000)), ("stake", json!(-1))] {
        let (status, answer) = set_limit(&player, &format!("no-such-{what}"), what, most).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{what}: {answer}");
    }
    let dealer = open.come_as(Role::Dealer).await;
    assert_eq!(dealer.raw(Method::GET, "/limits", None).await.0, StatusCode::FORBIDDEN);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_lost_counts_against_the_limit_of_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let player = open.seated("nz", 1).await;
    for coup in 0..6 {
        let before = player.until("nz", takes_wagers).await;
        assert_eq!(try_bet(&player, "nz", 1, 2_000, &format!("some-wager-{coup}")).await, None);
        player.until("nz", |view| is_over(view, before["state"]["coup"].as_u64().unwrap())).await;
    }
    let view = player.get("/tables/nz").await;
    let used = player.get("/limits").await["used"].clone();
    assert_eq!(used["net"], view["you"]["net"], "both count the same coups");
    assert_eq!(used["staked"], 0);
    let cookie = player.cookie.clone();
    open.stop().await;
    // Read again from the log, it is the same.
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    assert_eq!(open.back(cookie.as_deref()).get("/limits").await["used"]["net"], used["net"]);
    open.stop().await;
}

async fn ready(guest: &Guest, table: &str, coup: &Value) -> (StatusCode, Value) {
    guest.post(&format!("/tables/{table}/ready"), json!({ "coup": coup })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cards_come_once_everybody_is_ready() {
    let open = Open::at_pace(BETTING).await;
    let (ann, bob) = (open.seated("nz", 1).await, open.seated("nz", 2).await);
    let _pages = (ann.feed("nz", None).await, bob.feed("nz", None).await);
    let coup = ann.until("nz", takes_wagers).await["state"]["coup"].clone();
    let (status, answer) = ready(&ann, "nz", &coup).await;
    assert_eq!((status, &answer["word"]), (StatusCode::CONFLICT, &json!("not-ready-now")), "nobody has bet");
    assert_eq!(try_bet(&ann, "nz", 1, 2_000, "ann-bets-first").await, None);
    let (status, answer) = ready(&ann, "nz", &coup).await;
    assert_eq!((status, answer), (StatusCode::OK, json!({ "ready": 1, "of": 2 })));
    // Whoever bets again says it again.
    assert_eq!(try_bet(&bob, "nz", 2, 2_000, "bob-bets-too").await, None);
    let raise = json!([{"act": "change", "box": 1, "wager": "player", "amount": 3_000}]);
    assert_eq!(ann.command("nz", "ann-raises-it", raise).await.0, StatusCode::OK);
    assert_eq!(ready(&bob, "nz", &coup).await.1, json!({ "ready": 1, "of": 2 }));
    assert!(takes_wagers(&ann.get("/tables/nz").await), "Ann is waited for");
    assert_eq!(ready(&ann, "nz", &coup).await.0, StatusCode::OK);
    // Level hands would leave the stakes where they are, and the next coup waits for its own time.
    ann.until("nz", |view| view["state"]["coup"].as_u64() > coup.as_u64()).await;
    let (status, answer) = ready(&ann, "nz", &coup).await;
    assert_eq!(
        (status, &answer["word"]),
        (StatusCode::CONFLICT, &json!("not-ready-now")),
        "that coup is over"
    );
    let onlooker = open.come_as(Role::Player).await;
    let now = onlooker.get("/tables/nz").await["state"]["coup"].clone();
    assert_eq!(ready(&onlooker, "nz", &now).await.0, StatusCode::CONFLICT);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn my_coups_are_found_over_all_tables_and_nobody_elses() {
    let open = Open::at_pace(AT_ONCE).await;
    let (ann, bob) = (open.seated("act", 1).await, open.seated("act", 2).await);
    let sit = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": 1}]);
    assert_eq!(ann.command("nz", "ann-sits-there", sit).await.0, StatusCode::OK);
    let mut coups = Vec::new();
    for (nth, table) in ["act", "nz", "act"].into_iter().enumerate() {
        let coup = ann.until(table, takes_wagers).await["state"]["coup"].as_u64().unwrap();
        assert_eq!(try_bet(&ann, table, 1, 2_000, &format!("ann-bets-{nth}-x")).await, None);
        ann.until(table, |view| is_over(view, coup)).await;
        let own = ann.get(&format!("/tables/{table}/coups")).await;
        let mine = own["coups"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|coup| !coup["yours"].as_array().unwrap().is_empty());
        coups.push((table, mine.count()));
    }
    let dealt: usize = coups[1].1 + coups[2].1;
    let found = ann.get("/coups").await;
    let listed = found["coups"].as_array().unwrap();
    assert_eq!(listed.len(), dealt, "{found:#}");
    assert_eq!(listed[0]["table"], "act");
    assert!(listed.iter().all(|coup| !coup["yours"].as_array().unwrap().is_empty()));
    let at_nz = ann.get("/coups?table=nz").await;
    assert!(at_nz["coups"].as_array().unwrap().iter().all(|coup| coup["table"] == "nz"));
    let first = ann.get("/coups?limit=1").await;
    let next = ann.get(&format!("/coups?limit=1&before={}", first["before"].as_str().unwrap())).await;
    assert_eq!((&first["coups"][0]["number"], &next["coups"][0]), (&listed[0]["number"], &listed[1]));
    assert_eq!(bob.get("/coups").await["coups"], json!([]));
    assert_eq!(open.anybody().raw(Method::GET, "/coups", None).await.0, StatusCode::UNAUTHORIZED);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_stands_bets_on_any_box_where_the_book_allows_it() {
    let open = Open::at_pace(BETTING).await;
    let stander = open.come_as(Role::Player).await;
    let come = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}]);
    assert_eq!(stander.command("nsw", "come-and-stand", come).await.0, StatusCode::OK);
    let view = stander.until("nsw", takes_wagers).await;
    assert_eq!((&view["table"]["standing"], &view["you"]["seat"]), (&json!(true), &Value::Null));
    assert_eq!(try_bet(&stander, "nsw", 3, 2_500, "on-the-third-box").await, None);
    assert_eq!(try_bet(&stander, "nsw", 4, 2_500, "and-on-another").await, None);
    let view = stander.get("/tables/nsw").await;
    let boxes: Vec<&Value> =
        view["state"]["stakes"].as_array().unwrap().iter().map(|stake| &stake["box"]).collect();
    assert_eq!(boxes, [&json!(3), &json!(4)]);
    assert_eq!(view["you"]["stakes"].as_array().unwrap().len(), 2);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_chips_are_told_and_nobodys_name() {
    let open = Open::at_pace(BETTING).await;
    let (ann, bob) = (open.seated("nz", 1).await, open.seated("nz", 2).await);
    ann.until("nz", takes_wagers).await;
    assert_eq!(try_bet(&bob, "nz", 2, 2_000, "bob-bets-here").await, None);
    let name = bob.get("/session").await["name"].as_str().unwrap().to_owned();
    for reader in [&ann, &open.anybody()] {
        let view = reader.until("nz", |view| view["state"]["stakes"][0].is_object()).await;
        assert_eq!(
            (&view["state"]["stakes"][0]["wager"], &view["state"]["stakes"][0]["amount"]),
            (&json!("player"), &json!(2_000))
        );
        assert!(!view.to_string().contains(&name), "{name} in {view:#}");
    }
    open.stop().await;
}

/// The cookies that an answer sets, as a browser sends them back.
async fn by_link(open: &Open, cookies: Option<&str>, name: Option<&str>) -> (Value, Vec<String>) {
    use axum::body::Body;
    use axum::http::{Request, header};
    use http_body_util::BodyExt;
    use tower::ServiceExt;
    let link = open.house.links.as_ref().unwrap().of(Role::Player);
    let mut request = Request::post("/api/v1/session/link").header(header::CONTENT_TYPE, "application/json");
    if let Some(cookies) = cookies {
        request = request.header(header::COOKIE, cookies);
    }
    let body = Body::from(json!({ "link": link, "name": name }).to_string());
    let response = open.app.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let set = response.headers().get_all(header::SET_COOKIE).iter();
    let set = set.map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap().to_owned()).collect();
    (serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap(), set)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_in_the_same_browser_is_the_same_guest() {
    let open = Open::at_pace(BETTING).await;
    let (first, cookies) = by_link(&open, None, None).await;
    assert_eq!(cookies.len(), 2, "a session and what finds the guest again");
    // With the session: they stay in it.
    let (again, set) = by_link(&open, Some(&cookies.join("; ")), None).await;
    assert_eq!((&again["name"], set.len()), (&first["name"], 0));
    // Without it, days later: the same guest, in a new session.
    let (later, set) = by_link(&open, Some(&cookies[1]), None).await;
    assert_eq!((&later["name"], set.len()), (&first["name"], 1));
    // Another browser, a forged cookie, another name: somebody else.
    let forged = format!("croupier-guest={}", "0".repeat(64));
    for (cookies, name) in
        [(None, None), (Some(forged.as_str()), None), (Some(cookies[1].as_str()), Some("Zoe"))]
    {
        let (other, _) = by_link(&open, cookies, name).await;
        assert_ne!(other["name"], first["name"]);
    }
    open.stop().await;
}

/// Coups that a guest plays at a table for real cards.
const WAGERS: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn a_table_for_real_cards_is_dealt_by_automatic_staff_until_a_person_comes() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = at_pace(folder.path(), AT_ONCE);
    for table in settings.tables.iter_mut().filter(|table| table.id == "nz-felt") {
        table.automatic_staff = true;
    }
    let open = Open::with(settings).await;
    let guest = open.seated("nz-felt", 1).await;
    // Cards are checked, shuffled, cut, burnt, dealt and paid by the same acts that people key.
    let mut wagers = 0;
    while wagers < WAGERS {
        let view = guest.until("nz-felt", takes_wagers).await;
        assert_eq!(
            (&view["state"]["dealer"], &view["table"]["automatic_staff"]),
            (&json!(true), &json!(true))
        );
        let coup = view["state"]["coup"].as_u64().unwrap();
        let id = format!("a-wager-{wagers}-x");
        assert_eq!(try_bet(&guest, "nz-felt", 1, 1_000, &id).await, None);
        wagers += 1;
        guest.until("nz-felt", |view| is_over(view, coup)).await;
    }
    let coups = guest.get(&format!("/tables/nz-felt/coups?limit={WAGERS}")).await;
    let coups = coups["coups"].as_array().unwrap();
    assert!(coups.iter().all(|coup| coup["decided"].is_object()), "{coups:?}");
    assert!(coups.iter().any(|coup| !coup["yours"].as_array().unwrap().is_empty()));
    let lobby = open.anybody().get("/tables").await;
    let felt = |id: &str| {
        lobby["tables"].as_array().unwrap().iter().find(|table| table["id"] == id).unwrap().clone()
    };
    assert_eq!(
        (&felt("nz-felt")["dealer"], &felt("nz-felt")["automatic_staff"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        (&felt("act-felt")["dealer"], &felt("act-felt")["automatic_staff"]),
        (&json!(false), &json!(false))
    );
    // A person who signs on to deal takes over.
    let dealer = open.confirmed_as(Role::Dealer).await;
    assert_eq!(
        dealer.command("nz-felt", "sign-me-on-here", json!([{"act": "sign-on"}])).await.0,
        StatusCode::OK
    );
    let (status, answer) =
        ready(&guest, "nz-felt", &guest.get("/tables/nz-felt").await["state"]["coup"]).await;
    assert_eq!((status, &answer["word"]), (StatusCode::CONFLICT, &json!("not-ready-now")), "{answer}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_often_each_box_won_is_told_of_the_shoe() {
    let open = Open::at_pace(AT_ONCE).await;
    let player = open.seated("act", 1).await;
    for nth in 0..8 {
        let coup = player.until("act", takes_wagers).await["state"]["coup"].as_u64().unwrap();
        assert_eq!(try_bet(&player, "act", 1, 1_000, &format!("count-it-{nth}-x")).await, None);
        player.until("act", |view| is_over(view, coup)).await;
    }
    let told = player.get("/tables/act/roads").await;
    let counts = &told["roads"]["counts"];
    assert_eq!(told["boxes"]["coups"], counts["total"]);
    for (wager, count) in [("player", "player"), ("banker", "banker"), ("tie", "tie")] {
        let won = told["boxes"]["won"].get(wager).and_then(Value::as_u64).unwrap_or(0);
        assert_eq!(Some(won), counts["winners"][count].as_u64(), "{wager}: {told}");
    }
    open.stop().await;
}
