//! The pit: who must prove again who they are, and what takes two people.

use crate::support::{AT_ONCE, BETTING, Guest, Open, at_pace, bet, factor, takes_wagers};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use floor::timing::Pace;
use people::role::Role;
use people::{Listed, Seals, SessionRow};
use serde_json::{Value, json};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::path::Path;
use tempfile::TempDir;

const PASSWORD: &str = "long enough for a test";

/// A hash that is quick to check, so that nobody waits.
fn quick_hash() -> String {
    let quick = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
    quick.hash_password(PASSWORD.as_bytes()).unwrap().to_string()
}

/// A house with people of its own: two supervisors, two managers, a dealer, and others.
async fn staffed(folder: &Path, pace: Pace) -> Open {
    let mut settings = at_pace(folder, pace);
    settings.demonstration = false;
    let hash = quick_hash();
    settings.people = [
        ("Ann", Role::Supervisor),
        ("Bea", Role::Supervisor),
        ("Max", Role::Manager),
        ("Dora", Role::Dealer),
        ("Sol", Role::Surveillance),
        ("Ivy", Role::Inspector),
        ("Pat", Role::Player),
        ("Quin", Role::Player),
    ]
    .map(|(name, role)| Listed { name: name.into(), role, hash: hash.clone() })
    .to_vec();
    Open::with(settings).await
}

async fn signed_in(open: &Open, name: &str) -> Guest {
    let nobody = open.anybody();
    let asked = json!({ "name": name, "password": PASSWORD, "factor": factor(open, name).await });
    let (status, cookie, _) = nobody.raw(Method::POST, "/session", Some(asked)).await;
    assert_eq!(status, StatusCode::OK, "{name}");
    open.back(cookie.as_deref())
}

/// Signed in, confirmed and on duty at a table.
async fn on_duty(open: &Open, name: &str, table: &str) -> Guest {
    let guest = signed_in(open, name).await;
    let proof = json!({ "password": PASSWORD, "factor": factor(open, name).await });
    let (status, message) = guest.post("/session/confirm", proof).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let (status, message) =
        guest.command(table, &format!("{name}-comes-on"), json!([{"act": "sign-on"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    guest
}

async fn seated(open: &Open, name: &str, table: &str, seat: u8) -> Guest {
    let guest = signed_in(open, name).await;
    let acts =
        json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": seat}]);
    let (status, message) = guest.command(table, &format!("sit-down-{seat}"), acts).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    guest
}

/// Plays one coup with a wager of this player, and tells its number.
async fn coup(player: &Guest, table: &str, wager: &str, id: &str) -> u64 {
    let before = player.until(table, takes_wagers).await["state"]["coup"].as_u64().unwrap();
    let (status, message) = player.command(table, id, bet(1, wager, 2_500)).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    player.until(table, |view| takes_wagers(view) && view["state"]["coup"].as_u64().unwrap() > before).await;
    before
}

/// A coup in which the wager won or lost: where it stood off, no chips would move if the coup were set aside.
async fn decided_coup(player: &Guest) -> u64 {
    for nth in 1.. {
        let number = coup(player, "nsw", "player", &format!("wager-number-{nth}")).await;
        let over = player.get(&format!("/tables/nsw/coups/{number}")).await;
        if over["yours"][0]["outcome"] != "stands-off" {
            return number;
        }
    }
    unreachable!("a tie for ever")
}

async fn fails(asked: impl Future<Output = (StatusCode, Value)>, status: u16, error: &str) -> Value {
    let (found, message) = asked.await;
    assert_eq!((found.as_u16(), message["word"].as_str().unwrap_or_default()), (status, error), "{message}");
    message
}

fn void(coup: Option<u64>) -> Value {
    json!({"act": "invalidate", "ground": "fraud", "coup": coup, "affected": true, "why": "a card was marked"})
}

async fn propose(guest: &Guest, table: &str, id: &str, act: Value) -> (StatusCode, Value) {
    let body = json!({ "id": id, "act": act, "why": "seen on the cameras" });
    guest.post(&format!("/tables/{table}/proposals"), body).await
}

/// A wager of a coup without effect is shown as what it is: nothing won or lost, all of it back, by the clauses of the ruling.
fn is_void(wager: &Value, coup: u64) {
    assert_eq!((&wager["coup"], &wager["outcome"]), (&json!(coup), &json!("void")), "{wager}");
    assert_eq!((&wager["paid"], &wager["returned"]), (&json!(0), &wager["staked"]), "{wager}");
    assert!(!wager["clauses"].as_array().unwrap().is_empty(), "{wager}");
    assert_eq!(wager["steps"][0]["cause"], "void", "{wager}");
}

/// What this person is shown of a proposal.
async fn shown(guest: &Guest, table: &str, number: u64) -> Value {
    let all = guest.get(&format!("/tables/{table}/proposals")).await;
    let found = all["proposals"].as_array().unwrap().iter().find(|one| one["number"] == number);
    found.unwrap_or_else(|| panic!("{all:#}")).clone()
}

async fn approve(guest: &Guest, table: &str, number: u64) -> (StatusCode, Value) {
    let effect = shown(guest, table, number).await["follows"]["effect"].clone();
    approve_as_shown(guest, table, number, &effect).await
}

async fn approve_as_shown(guest: &Guest, table: &str, number: u64, effect: &Value) -> (StatusCode, Value) {
    let effect = effect.as_str().unwrap_or_default();
    guest.post(&format!("/tables/{table}/proposals/{number}/approve"), json!({ "effect": effect })).await
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn money_and_rulings_are_taken_only_from_somebody_confirmed() {
    let folder = folder();
    let open = staffed(folder.path(), BETTING).await;
    let ann = signed_in(&open, "Ann").await;
    assert_eq!(ann.command("nsw", "ann-comes-on", json!([{"act": "sign-on"}])).await.0, StatusCode::OK);
    let fill = json!([{"act": "fill", "amount": 100_000, "signed": "dealer"}]);
    fails(ann.command("nsw", "fill-it-please", fill.clone()), 403, "confirm-first").await;
    fails(ann.command("nsw", "shuffle-please", json!([{"act": "order-shuffle"}])), 403, "confirm-first")
        .await;
    fails(propose(&ann, "nsw", "void-it-please", void(Some(1))), 403, "confirm-first").await;
    let wrong = json!({"password": "not the password"});
    fails(ann.post("/session/confirm", wrong), 401, "wrong-password").await;
    fails(ann.post("/session/confirm", json!({"link": "00"})), 422, "bad-request").await;
    fails(ann.command("nsw", "fill-it-please", fill.clone()), 403, "confirm-first").await;
    let proof = json!({"password": PASSWORD, "factor": factor(&open, "Ann").await});
    fails(ann.post("/session/confirm", json!({"password": PASSWORD})), 401, "wrong-password").await;
    let (status, message) = ann.post("/session/confirm", proof.clone()).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    fails(ann.post("/session/confirm", proof), 401, "wrong-password").await;
    assert!(message["confirmed_until"].as_i64() > message["since"].as_i64(), "{message}");
    // Confirmed, she is asked for the signature of somebody else.
    fails(ann.command("nsw", "fill-it-please", fill.clone()), 409, "own-pin-first").await;
    // It is this session that is confirmed, not the person wherever they are signed in.
    let elsewhere = signed_in(&open, "Ann").await;
    fails(elsewhere.command("nsw", "fill-it-again", fill), 403, "confirm-first").await;
    // What takes no confirming is taken without.
    let message = elsewhere
        .command("nsw", "tell-them-now", json!([{"act": "tell-players", "change": {"of": "closing"}}]))
        .await;
    assert_eq!(message.0, StatusCode::OK, "{}", message.1);
    open.stop().await;
    let open = staffed(folder.path(), BETTING).await;
    let back = open.back(ann.cookie.as_deref());
    fails(back.command("nsw", "fill-after-all", json!([{"act": "order-shuffle"}])), 403, "confirm-first")
        .await;
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_lock_a_name_that_confirms_as_one_that_signs_in() {
    let folder = folder();
    let open = staffed(folder.path(), BETTING).await;
    let ann = signed_in(&open, "Ann").await;
    for _ in 0..5 {
        fails(ann.post("/session/confirm", json!({"password": "guessed at random"})), 401, "wrong-password")
            .await;
    }
    // The password alone is as good as a guess now; with the second factor it is Ann, whom nobody locks out by guessing.
    fails(ann.post("/session/confirm", json!({"password": PASSWORD})), 429, "locked").await;
    let proof = json!({"password": PASSWORD, "factor": factor(&open, "Ann").await});
    assert_eq!(ann.post("/session/confirm", proof).await.0, StatusCode::OK);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_demonstration_the_link_of_another_role_confirms_nobody() {
    let open = Open::at_pace(BETTING).await;
    let link = |role| open.house.links.as_ref().unwrap().of(role);
    let sam = open.come_as(Role::Supervisor).await;
    fails(sam.post("/session/confirm", json!({"link": link(Role::Manager)})), 401, "wrong-password").await;
    fails(sam.post("/session/confirm", json!({"link": "nonsense"})), 401, "wrong-link").await;
    let (status, message) = sam.post("/session/confirm", json!({"link": link(Role::Supervisor)})).await;
    assert_eq!((status, &message["role"]), (StatusCode::OK, &json!("supervisor")));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_takes_two_people_and_both_stand_in_the_log() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "nsw", 1).await;
    let number = decided_coup(&pat).await;
    let (ann, bea) = (on_duty(&open, "Ann", "nsw").await, on_duty(&open, "Bea", "nsw").await);
    fails(ann.command("nsw", "void-it-alone", json!([void(Some(number))])), 403, "needs-two").await;
    let (status, made) = propose(&ann, "nsw", "void-it-please", void(Some(number))).await;
    assert_eq!((status, &made["standing"]), (StatusCode::OK, &json!("open")), "{made}");
    // Sent again it is the same proposal; the id for something else is refused.
    assert_eq!(propose(&ann, "nsw", "void-it-please", void(Some(number))).await.1["number"], made["number"]);
    fails(propose(&ann, "nsw", "void-it-please", void(Some(number + 1))), 409, "same-id-other-content").await;

    let seen = shown(&bea, "nsw", 1).await;
    assert_eq!((&seen["follows"]["by"], &seen["follows"]["role"]), (&json!("Bea"), &json!("supervisor")));
    let message: Vec<&str> = seen["follows"]["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["message"].as_str().unwrap())
        .collect();
    assert!(
        message.iter().any(|message| message.contains("Pat")),
        "the approver sees whose chips move: {message:?}"
    );

    // Whoever proposed it does not approve it, in no session of theirs.
    assert_eq!(shown(&ann, "nsw", 1).await["refused"]["word"], "self-approval");
    let effect = &seen["follows"]["effect"];
    fails(approve_as_shown(&ann, "nsw", 1, effect), 403, "self-approval").await;
    let second = on_duty(&open, "Ann", "act").await;
    fails(approve_as_shown(&second, "nsw", 1, effect), 403, "self-approval").await;
    // Nor does anybody whose role does not rule, nor somebody who has not proved again who they are.
    for name in ["Dora", "Sol", "Ivy"] {
        let other = on_duty(&open, name, "nsw").await;
        fails(approve_as_shown(&other, "nsw", 1, effect), 403, "not-yours").await;
    }
    fails(approve_as_shown(&signed_in(&open, "Bea").await, "nsw", 1, effect), 403, "confirm-first").await;
    fails(approve_as_shown(&pat, "nsw", 1, effect), 403, "not-yours").await;
    fails(approve_as_shown(&bea, "nsw", 1, &json!("something else")), 409, "moved-on").await;

    let (status, done) = approve(&bea, "nsw", 1).await;
    assert_eq!((status, &done["standing"]), (StatusCode::OK, &json!("approved")), "{done}");
    assert_eq!((&done["by"], &done["decided"]["by"]), (&json!("Ann"), &json!("Bea")));
    let seen = pat.get("/tables/nsw").await;
    assert_eq!(seen["you"]["chips"], 100_000, "the wager went back");
    is_void(&seen["you"]["settled"][0], number);
    // It does not vanish from the player's own history either: the coup is there, void, with what came back and why.
    is_void(&pat.get(&format!("/tables/nsw/coups/{number}")).await["yours"][0], number);
    let own = pat.get("/coups?table=nsw&limit=100").await;
    let coup = own["coups"].as_array().unwrap().iter().find(|coup| coup["number"] == number);
    let coup = coup.unwrap_or_else(|| panic!("{own}"));
    assert_eq!(coup["void"], true);
    is_void(&coup["yours"][0], number);
    // Once is enough: the same person hears the same, others that it is decided.
    assert_eq!(approve_as_shown(&bea, "nsw", 1, effect).await.1["decided"], done["decided"]);
    let max = on_duty(&open, "Max", "nsw").await;
    fails(approve_as_shown(&max, "nsw", 1, effect), 409, "already-decided").await;
    fails(max.post("/tables/nsw/proposals/1/refuse", json!({"why": "no"})), 409, "already-decided").await;

    // In the ledger: who proposed, who approved, and the event in the approver's name, in one commit.
    let ledger = open.house.floor.ledger.clone();
    let stream = "proposal/nsw".parse().unwrap();
    let entries = ledger.store().read(&stream, 0, 10).await.unwrap();
    let by: Vec<(String, &str)> = entries
        .iter()
        .map(|entry| (entry.by.to_string(), entry.records().last().unwrap().payload.kind()))
        .collect();
    assert_eq!(
        by.iter().map(|(by, kind)| (by.as_str(), *kind)).collect::<Vec<_>>(),
        [("Ann (supervisor)", "proposal-made-1"), ("Bea (supervisor)", "proposal-approved-1")]
    );
    let seq = done["decided"]["seq"].as_u64().unwrap();
    let table = "table/nsw".parse().unwrap();
    let event = &ledger.store().read(&table, seq, 1).await.unwrap()[0];
    assert_eq!((event.first, event.by.to_string()), (seq, "Bea (supervisor)".to_owned()));
    assert_eq!(event.command, entries[1].command);
    drop(ledger);

    // All of it is still so when the house opens again, after it has verified its log.
    open.stop().await;
    let open = staffed(folder.path(), AT_ONCE).await;
    let bea = open.back(bea.cookie.as_deref());
    assert_eq!(shown(&bea, "nsw", 1).await["decided"], done["decided"]);
    open.stop().await;
}

/// A dealer proposes at the console; a supervisor approves there by their own PIN, and nobody else does.
#[tokio::test(flavor = "multi_thread")]
async fn an_approver_comes_to_the_dealers_console_with_a_pin_of_their_own() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "nsw", 1).await;
    let number = decided_coup(&pat).await;
    let (bea, dora) = (on_duty(&open, "Bea", "nsw").await, on_duty(&open, "Dora", "nsw").await);
    for (guest, pin) in [(&bea, "290417"), (&dora, "714092")] {
        let (status, _, message) = guest.raw(Method::PUT, "/session/pin", Some(json!({ "pin": pin }))).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{message:?}");
    }
    let (status, made) = propose(&dora, "nsw", "at-the-console", void(Some(number))).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    let pin = |name: &str, pin: &str| json!({ "name": name, "pin": pin });
    let look = "/tables/nsw/proposals/1/look";
    fails(dora.post(look, pin("Bea", "290418")), 401, "wrong-password").await;
    fails(dora.post(look, pin("Nobody", "290417")), 401, "wrong-password").await;
    assert!(
        dora.post(look, pin("Dora", "714092")).await.1["follows"].is_null(),
        "a dealer is shown no effect"
    );
    let (status, seen) = dora.post(look, pin("Bea", "290417")).await;
    assert_eq!(status, StatusCode::OK, "{seen}");
    let effect = seen["follows"]["effect"].clone();
    let approve = "/tables/nsw/proposals/1/approve";
    let with = |name: &str, digits: &str| json!({ "effect": effect, "pin": pin(name, digits) });
    fails(dora.post(approve, with("Dora", "714092")), 403, "self-approval").await;
    fails(dora.post(approve, with("Bea", "000000")), 401, "wrong-password").await;
    let (status, done) = dora.post(approve, with("Bea", "290417")).await;
    assert_eq!((status, &done["decided"]["by"]), (StatusCode::OK, &json!("Bea")), "{done}");
    let entries =
        open.house.floor.ledger.store().read(&"proposal/nsw".parse().unwrap(), 0, 10).await.unwrap();
    let approval = entries.last().unwrap();
    assert_eq!(approval.by.to_string(), "Bea (supervisor)");
    assert!(
        approval.records().last().unwrap().payload.text().contains(r#""console":"Dora""#),
        "at whose console"
    );
    for _ in 0..3 {
        fails(dora.post(look, pin("Bea", "111222")), 401, "wrong-password").await;
    }
    fails(dora.post(look, pin("Bea", "290417")), 429, "locked").await;
    open.stop().await;
}

/// Who adds tables sells no chips at them beyond what whoever set the house up lets any table sell.
#[tokio::test(flavor = "multi_thread")]
async fn a_manager_adds_no_table_that_sells_more_than_the_settings_let_any() {
    let folder = folder();
    let open = staffed(folder.path(), BETTING).await;
    let max = on_duty(&open, "Max", "nsw").await;
    let most = open.house.settings.tables.iter().map(|table| table.most_bought.0).max().unwrap();
    for (sells, expected) in [(most + 1, StatusCode::UNPROCESSABLE_ENTITY), (most, StatusCode::OK)] {
        let table = format!("id = \"mine\"\nbook = \"act\"\nplayers_buy_in = {sells}\n");
        let add = json!({ "id": format!("a-table-{sells}"), "table": table, "why": "a busy night" });
        let (status, message) = max.post("/roster/tables", add).await;
        assert_eq!(status, expected, "{message}");
    }
    open.stop().await;
}

/// Puts the sessions of a name back by a quarter of an hour and more, sealed as the house seals them.
async fn seen_earlier(folder: &Path, name: &str, seals: &Seals) {
    let file = SqliteConnectOptions::new().filename(folder.join("people").join("people.db"));
    let pool = SqlitePool::connect_with(file).await.unwrap();
    let rows = sqlx::query("SELECT * FROM session WHERE name = ?").bind(name).fetch_all(&pool).await.unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let [token, name, role] = ["token", "name", "role"].map(|column| row.get::<String, _>(column));
        let [since, seen] = ["since", "seen"].map(|column| row.get::<i64, _>(column) - 1_000_000);
        let seal = seals.session(&SessionRow { token: &token, name: &name, role: &role, since, seen });
        let put = sqlx::query("UPDATE session SET since = ?, seen = ?, seal = ? WHERE token = ?");
        put.bind(since).bind(seen).bind(seal).bind(&token).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

/// A page that asks by itself, every few seconds, keeps nobody's session awake; whoever asks does.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_by_itself_keeps_nobody_awake() {
    let folder = folder();
    let open = staffed(folder.path(), BETTING).await;
    let bea = on_duty(&open, "Bea", "nsw").await;
    let seen = || open.house.people.sessions_of(&"Bea".into())[0].1.seen();
    let before = seen();
    while people::clock::now() <= before {
        tokio::task::yield_now().await;
    }
    let by_itself = Request::get("/api/v1/session").header("croupier-unattended", "1");
    let by_itself = by_itself.header("cookie", bea.cookie.clone().unwrap()).body(Body::empty()).unwrap();
    assert_eq!(bea.send(by_itself).await.0, StatusCode::OK);
    // Also where it changes something.
    let sent = Request::post("/api/v1/tables/nsw/calls").header("croupier-unattended", "1");
    let sent = sent.header("cookie", bea.cookie.clone().unwrap()).header("content-type", "application/json");
    let sent = sent.body(Body::from(json!({ "id": "by-itself-1", "why": "" }).to_string())).unwrap();
    assert_eq!(bea.send(sent).await.0, StatusCode::OK);
    assert_eq!(seen(), before);
    bea.get("/session").await;
    assert!(seen() > before);
    open.stop().await;
}

/// Nobody was seen at a console for 15 minutes: the session sleeps, and goes on by its owner's PIN on the page of the door.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_fell_asleep_goes_on_by_pin() {
    let folder = folder();
    let open = staffed(folder.path(), BETTING).await;
    let bea = on_duty(&open, "Bea", "nsw").await;
    bea.raw(Method::PUT, "/session/pin", Some(json!({ "pin": "290417" }))).await;
    let seals = open.seals();
    open.stop().await;
    seen_earlier(folder.path(), "Bea", &seals).await;
    let open = staffed(folder.path(), BETTING).await;
    let bea = open.back(bea.cookie.as_deref());
    let call = json!({ "id": "somebody-come", "why": "" });
    fails(bea.post("/tables/nsw/calls", call.clone()), 401, "asleep").await;
    for (language, words) in [("en", "Bea, are you still there?"), ("zh-CN", "Bea，您还在吗？")] {
        let page = Request::get(format!("/sign-in?to=/pit&lang={language}"));
        let page = page.header("cookie", bea.cookie.clone().unwrap()).body(Body::empty()).unwrap();
        let (_, _, page) = bea.send(page).await;
        assert!(String::from_utf8_lossy(&page).contains(words), "{language}");
    }
    fails(bea.post("/session/pin", json!({ "pin": "290418" })), 401, "wrong-password").await;
    let (status, message) = bea.post("/session/pin", json!({ "pin": "290417" })).await;
    assert_eq!((status, &message["name"]), (StatusCode::OK, &json!("Bea")), "{message}");
    assert_eq!(bea.post("/tables/nsw/calls", call).await.0, StatusCode::OK, "the same session goes on");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_is_of_what_was_shown_and_of_the_coup_that_was_meant() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "nsw", 1).await;
    // A wager on the tie wins or loses, so that there are always chips to be given back.
    let meant = coup(&pat, "nsw", "tie", "one-wager-only").await;
    let (ann, bea) = (on_duty(&open, "Ann", "nsw").await, on_duty(&open, "Bea", "nsw").await);
    let (_, made) = propose(&ann, "nsw", "the-last-coup", void(None)).await;
    assert_eq!(made["act"]["coup"], meant, "a proposal names its coup: {made}");
    let before = shown(&bea, "nsw", 1).await["follows"].clone();
    // Another coup is played: the proposal still means the first, and what would follow is the same.
    coup(&pat, "nsw", "banker", "another-wager").await;
    assert_eq!(shown(&bea, "nsw", 1).await["follows"], before);
    // The patron goes: chips can no longer be handed over, so that something else would follow.
    let (status, message) = pat.command("nsw", "off-i-go-then", json!([{"act": "leave"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let message = fails(approve_as_shown(&bea, "nsw", 1, &before["effect"]), 409, "moved-on").await;
    assert!(message["detail"].as_str().unwrap().contains("look at it again"));
    let (status, done) = approve(&bea, "nsw", 1).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let coups = bea.get("/tables/nsw/coups").await;
    let void: Vec<&Value> =
        coups["coups"].as_array().unwrap().iter().filter(|coup| coup["void"] == true).collect();
    assert_eq!(void.iter().map(|coup| coup["number"].as_u64().unwrap()).collect::<Vec<_>>(), [meant]);
    // What the book turns down stays a proposal: it is void already.
    let (_, made) = propose(&ann, "nsw", "once-more-please", void_of(meant)).await;
    assert_eq!(made["number"], 2);
    assert_eq!(shown(&bea, "nsw", 2).await["refused"]["word"], "not-possible-now");
    let message = fails(approve_as_shown(&bea, "nsw", 2, &json!("")), 409, "not-possible-now").await;
    assert!(!message["clauses"].as_array().unwrap().is_empty(), "{message}");
    // Whoever made it may take it back; a stranger to it may refuse it; a dealer may not.
    let dora = on_duty(&open, "Dora", "nsw").await;
    fails(dora.post("/tables/nsw/proposals/2/refuse", json!({"why": "no"})), 403, "not-yours").await;
    fails(ann.post("/tables/nsw/proposals/2/refuse", json!({"why": " "})), 422, "bad-request").await;
    let (_, gone) = ann.post("/tables/nsw/proposals/2/refuse", json!({"why": "it was void"})).await;
    assert_eq!((&gone["standing"], &gone["decided"]["why"]), (&json!("refused"), &json!("it was void")));
    fails(approve_as_shown(&bea, "nsw", 2, &json!("")), 409, "already-decided").await;
    open.stop().await;
}

fn void_of(coup: u64) -> Value {
    void(Some(coup))
}

#[tokio::test(flavor = "multi_thread")]
async fn it_happens_in_the_name_of_whoever_is_on_duty_at_the_table() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "act", 1).await;
    let number = coup(&pat, "act", "player", "one-wager-only").await;
    let (ann, dora) = (on_duty(&open, "Ann", "act").await, on_duty(&open, "Dora", "act").await);
    // A dealer may propose; then it is the approver's to answer for.
    propose(&dora, "act", "void-it-please", void(Some(number))).await;
    let seen = shown(&ann, "act", 1).await;
    assert_eq!((&seen["follows"]["by"], &seen["follows"]["role"]), (&json!("Ann"), &json!("operator")));
    // A manager who is not on duty there approves what a supervisor on duty answers for.
    let max = on_duty(&open, "Max", "nsw").await;
    assert_eq!(shown(&max, "act", 1).await["refused"]["word"], "not-signed-on");
    propose(&ann, "act", "void-it-please", void(Some(number))).await;
    let seen = shown(&max, "act", 2).await;
    assert_eq!((&seen["follows"]["by"], &seen["follows"]["role"]), (&json!("Ann"), &json!("operator")));
    let (status, done) = approve(&max, "act", 2).await;
    assert_eq!((status, &done["decided"]["by"]), (StatusCode::OK, &json!("Max")), "{done}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_pays_by_two_people_neither_of_whom_it_concerns() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "nsw", 1).await;
    coup(&pat, "nsw", "player", "one-wager-only").await;
    let about = json!([{"act": "open-dispute", "about": "I was paid short"}]);
    assert_eq!(pat.command("nsw", "this-is-not-right", about).await.0, StatusCode::OK);
    let (ann, bea) = (on_duty(&open, "Ann", "nsw").await, on_duty(&open, "Bea", "nsw").await);
    let award = json!({"act": "decide-dispute", "dispute": 1, "finding": "upheld", "award": {"paid": 2_500}, "why": "it was"});
    fails(bea.command("nsw", "pay-it-alone", json!([award])), 403, "needs-two").await;
    fails(propose(&pat, "nsw", "pay-me-please", award.clone()), 403, "not-yours").await;
    propose(&ann, "nsw", "pay-it-please", award).await;
    let before = pat.get("/tables/nsw").await["you"]["chips"].as_i64().unwrap();
    let (status, done) = approve(&bea, "nsw", 1).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(pat.get("/tables/nsw").await["you"]["chips"], before + 2_500);
    // A finding that moves no chips takes one person; whoever opened a dispute has no part in it.
    let about = json!([{"act": "open-dispute", "about": "so was I", "patron": "Pat"}]);
    assert_eq!(ann.command("nsw", "and-not-that-either", about).await.0, StatusCode::OK);
    let award = json!({"act": "decide-dispute", "dispute": 2, "finding": "upheld", "award": {"paid": 2_500}, "why": "it was"});
    fails(propose(&ann, "nsw", "pay-it-as-well", award), 403, "self-approval").await;
    let finding =
        json!([{"act": "decide-dispute", "dispute": 2, "finding": "rejected", "why": "it was not"}]);
    let (status, message) = bea.command("nsw", "no-not-this-time", finding).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let one = json!({"act": "order-shuffle"});
    fails(propose(&ann, "nsw", "one-is-enough-1", one), 409, "one-is-enough").await;
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_follow_is_told_and_does_not_happen() {
    let folder = folder();
    let open = staffed(folder.path(), BETTING).await;
    let ann = on_duty(&open, "Ann", "nsw").await;
    let before = ann.get("/tables/nsw").await["seq"].clone();
    let judge = |act: Value| ann.post("/tables/nsw/judge", json!({ "act": act }));
    let (status, message) = judge(json!({"act": "fill", "amount": 100_000, "signed": "dealer"})).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(message["events"].as_array().unwrap().len(), 1, "{message}");
    let raise = json!({"act": "make-change", "change": {"of": "limits", "limits": {"least": 5_000, "most": 200_000}}});
    let message = fails(judge(raise), 409, "no-notice").await;
    assert!(!message["clauses"].as_array().unwrap().is_empty(), "{message}");
    fails(
        judge(json!({"act": "place", "box": 1, "wager": "player", "amount": 1, "kind": "chips"})),
        403,
        "not-yours",
    )
    .await;
    assert_eq!(ann.get("/tables/nsw").await["seq"], before);
    open.stop().await;
}

/// A table of the pit, as this person is shown it.
async fn glance(guest: &Guest, table: &str) -> Value {
    let pit = guest.get("/pit").await;
    let found = pit["tables"].as_array().unwrap().iter().find(|one| one["id"] == table);
    found.unwrap_or_else(|| panic!("{pit:#}")).clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shift_balances_to_the_chip_and_every_move_has_a_slip() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "nsw", 1).await;
    let ann = on_duty(&open, "Ann", "nsw").await;
    for number in 0..5 {
        coup(&pat, "nsw", ["player", "banker", "tie"][number % 3], &format!("wager-number-{number}")).await;
    }
    let opening = glance(&ann, "nsw").await["win"]["opening"].as_i64().unwrap();
    // The house's own dealer signs for nobody: it takes a person, who comes on duty and gives their own PIN.
    let dora = on_duty(&open, "Dora", "nsw").await;
    let pin = Some(json!({ "pin": "714092" }));
    assert_eq!(dora.raw(Method::PUT, "/session/pin", pin).await.0, StatusCode::NO_CONTENT);
    let signed = |id: &str, acts: Value, name: &str| {
        let body = json!({ "id": id, "acts": acts, "signed": { "name": name, "pin": "714092" } });
        ann.post("/tables/nsw/commands", body)
    };
    for (number, act) in ["fill", "credit", "count-float"].into_iter().enumerate() {
        let typed = json!([{"act": act, "amount": 100_000, "signed": "dealer"}]);
        let typed = match act {
            "count-float" => json!([{"act": act, "count": 100_000, "signed": "dealer"}]),
            _ => typed,
        };
        let id = |how: &str| format!("{how}-{number}-{act}");
        fails(ann.command("nsw", &id("typed"), typed.clone()), 409, "own-pin-first").await;
        fails(signed(&id("another"), typed.clone(), "Dora"), 409, "own-pin-first").await;
        fails(signed(&id("nobody"), typed, "dealer"), 401, "wrong-password").await;
    }
    let moves = [
        ("fill", json!({"act": "fill", "amount": 300_000, "signed": "Dora"})),
        ("credit", json!({"act": "credit", "amount": 100_000, "signed": "Dora"})),
    ];
    for (kind, act) in moves {
        let (status, message) = signed(&format!("one-{kind}-more"), json!([act]), "Dora").await;
        assert_eq!(status, StatusCode::OK, "{message}");
        let slip = ann.get(&format!("/tables/nsw/slips/{}", message["seq"])).await;
        assert_eq!(
            (&slip["kind"], &slip["signed"], &slip["by"]),
            (&json!(kind), &json!("Dora"), &json!("Ann"))
        );
    }
    let table = glance(&ann, "nsw").await;
    let (win, float) = (&table["win"], table["money"]["float"].as_i64().unwrap());
    assert_eq!(win["differs"], Value::Null, "{win}");
    assert_eq!(
        (&win["fills"], &win["credits"], &win["drop"]),
        (&json!(300_000), &json!(100_000), &json!(100_000))
    );
    let won = float + 100_000 + 100_000 - opening - 300_000;
    assert_eq!((win["win"].as_i64(), win["closing"].as_i64()), (Some(won), Some(float)));
    let chips = pat.get("/tables/nsw").await["you"]["chips"].as_i64().unwrap();
    assert_eq!(chips, 100_000 - won, "what the table won is what the patron lost");
    // A count that is short is on record as short; a table closes only on a count that is right.
    let count = |count: i64| json!([{"act": "count-float", "count": count, "signed": "Dora"}]);
    let (_, message) = signed("count-it-wrong", count(float - 2_500), "Dora").await;
    let slip = ann.get(&format!("/tables/nsw/slips/{}", message["seq"])).await;
    assert_eq!((&slip["amount"], &slip["expected"]), (&json!(float - 2_500), &json!(float)));
    let alone = json!([{"act": "close", "count": float}]);
    fails(ann.command("nsw", "close-uncounted", alone.clone()), 409, "not-counted").await;
    fails(pat.command("nsw", "close-as-player", alone), 403, "not-yours").await;
    let close = |count: i64| json!([{"act": "count-float", "count": count, "signed": "Dora"}, {"act": "close", "count": count}]);
    fails(ann.command("nsw", "close-unsigned", close(float)), 409, "own-pin-first").await;
    let message = fails(signed("close-too-soon", close(float), "Dora"), 409, "no-notice").await;
    assert!(!message["clauses"].as_array().unwrap().is_empty(), "{message}");
    assert_eq!(pat.command("nsw", "off-i-go-then", json!([{"act": "leave"}])).await.0, StatusCode::OK);
    fails(signed("close-on-less", close(float - 2_500), "Dora"), 409, "count-differs").await;
    let (status, message) = signed("close-on-that", close(float), "Dora").await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let table = glance(&ann, "nsw").await;
    assert_eq!((&table["phase"], &table["win"]["differs"]), (&json!("closed"), &Value::Null));
    let kinds: Vec<&str> =
        table["slips"].as_array().unwrap().iter().map(|slip| slip["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["closing", "count", "count", "credit", "fill", "buy-in", "opening"]);
    fails_to_find(&ann, "/tables/nsw/slips/0").await;
    // The same figures come out of the log when the house opens again.
    open.stop().await;
    let open = staffed(folder.path(), AT_ONCE).await;
    let again = glance(&open.back(ann.cookie.as_deref()), "nsw").await;
    for part in ["win", "slips", "alarm", "money"] {
        assert_eq!(again[part], table[part], "{part}");
    }
    open.stop().await;
}

async fn fails_to_find(guest: &Guest, path: &str) {
    let (status, ..) = guest.raw(Method::GET, path, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pit_sees_what_waits_and_who_decides_together() {
    let folder = folder();
    let open = staffed(folder.path(), AT_ONCE).await;
    let pat = seated(&open, "Pat", "nsw", 1).await;
    let (first, second) = (
        coup(&pat, "nsw", "player", "one-wager-only").await,
        coup(&pat, "nsw", "banker", "another-wager").await,
    );
    let (ann, bea) = (on_duty(&open, "Ann", "nsw").await, on_duty(&open, "Bea", "nsw").await);
    let mut feed = ann.feed_of("/pit/feed").await;
    let view = feed.next().await.unwrap();
    assert_eq!((view.event.as_str(), view.data["tables"].as_array().unwrap().len()), ("view", 8));
    // The same stands among the tables of a feed, for those who see the pit.
    let mut beside = ann.feed_of("/feed?tables=pit/all,nsw").await;
    beside.until(|message| message.event == "table" && message.data == "pit/all").await;
    beside.until(|message| message.event == "view" && message.data["tables"].is_array()).await;
    let mut stranger = pat.feed_of("/feed?tables=pit/all").await;
    let refused = stranger.until(|message| message.event == "refused").await;
    assert_eq!(refused.last().unwrap().data["status"], 403);
    for (number, coup) in [first, second].into_iter().enumerate() {
        propose(&ann, "nsw", &format!("void-it-please-{number}"), void(Some(coup))).await;
    }
    feed.until(|message| {
        message.event == "changed" && message.data["proposals"].as_array().unwrap().len() == 2
    })
    .await;
    let inspector = signed_in(&open, "Ivy").await;
    assert_eq!(glance(&inspector, "nsw").await["proposals"][0]["by"], "Ann");
    approve(&bea, "nsw", 1).await;
    approve(&bea, "nsw", 2).await;
    feed.until(|message| message.event == "changed" && message.data["pairs"][0]["voids"] == 2).await;
    // The regulator and surveillance see the pair, and how often it voids.
    for name in ["Ivy", "Sol"] {
        let pairs = signed_in(&open, name).await.get("/pit").await["pairs"].clone();
        assert_eq!(
            (&pairs[0]["proposed"], &pairs[0]["approved"], &pairs[0]["voids"]),
            (&json!("Ann"), &json!("Bea"), &json!(2))
        );
    }
    // A notice has its twenty minutes, by the house's clock.
    let now = glance_now(&ann).await;
    let sign = json!([{"act": "post-sign", "effective": now + 60_000, "change": {"of": "limits", "limits": {"least": 5_000, "most": 100_000}}}]);
    let (status, message) = ann.command("nsw", "put-up-a-sign", sign).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let notice = glance(&ann, "nsw").await["notices"][0].clone();
    let (since, from) = (notice["since"].as_i64().unwrap(), notice["allowed_from"].as_i64().unwrap());
    assert_eq!(from - since, 20 * 60_000, "{notice}");
    let raise = json!([{"act": "make-change", "change": {"of": "limits", "limits": {"least": 5_000, "most": 100_000}}}]);
    fails(ann.command("nsw", "raise-it-now-1", raise), 409, "notice-too-short").await;
    assert_eq!(glance(&ann, "nsw").await["alarm"]["coups"], 2);
    // Dealers and players do not see the pit.
    for name in ["Dora", "Pat"] {
        let (status, ..) = signed_in(&open, name).await.raw(Method::GET, "/pit", None).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{name}");
    }
    open.stop().await;
}

async fn glance_now(guest: &Guest) -> i64 {
    guest.get("/pit").await["now"].as_i64().unwrap()
}
