//! Surveillance and inspector: find, replay, look, note, verify, prove; and a door that the house cannot lock.

use crate::support::{AT_ONCE, BETTING, Guest, Open, PATIENCE, at_pace, bet, factor, takes_wagers};
use axum::http::{Method, StatusCode};
use baccarat::shelf;
use merkle::sha256;
use people::role::Role;
use people::{Listed, hashed};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Lets somebody play a coup, and says which.
async fn play(player: &Guest, table: &str, wager: u32) -> u64 {
    let before = player.until(table, takes_wagers).await;
    let coup = before["state"]["coup"].as_u64().unwrap();
    let id = format!("wager-of-{table}-{wager}");
    // The tie wins or loses, so that nothing stays on the layout and no further coup is dealt.
    let (status, answer) = player.command(table, &id, bet(1, "tie", 2_000)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    // Where the wagering period is over just then, it is a wager for the next coup.
    let settled =
        |view: &Value| view["you"]["settled"][0]["coup"].as_u64().filter(|settled| *settled >= coup);
    let after = |view: &Value| view["state"]["coup"].as_u64() > settled(view) && settled(view).is_some();
    settled(&player.until(table, after).await).unwrap()
}

/// The coup with this number, of those that were found.
fn the_one(found: &Value, coup: u64) -> Value {
    let mut coups = found["coups"].as_array().unwrap().iter();
    coups.find(|found| found["coup"] == coup).unwrap_or_else(|| panic!("coup {coup}: {found}")).clone()
}

/// The bytes that are downloaded.
pub async fn download(guest: &Guest, path: &str) -> Vec<u8> {
    let (status, _, body) = guest.raw(Method::GET, path, None).await;
    assert_eq!(status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&body));
    body.to_vec()
}

/// What the stand-alone script says of a file, and whether it accepts it.
pub fn verdict(bytes: &[u8], key: &str) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.json");
    std::fs::write(&file, bytes).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../verify/croupier_verify.py");
    let output =
        Command::new("python3").arg(script).args(["evidence", "--key", key]).arg(file).output().unwrap();
    let message = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(message).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn at_every_book_a_coup_is_found_replayed_and_proved_to_whoever_has_only_the_script() {
    let open = Open::at_pace(AT_ONCE).await;
    let inspector = open.come_as(Role::Inspector).await;
    for table in shelf::ids() {
        let player = open.seated(table, 1).await;
        let name = player.get("/session").await["name"].as_str().unwrap().to_owned();
        let coup = play(&player, table, 1).await;
        let happened = player.get(&format!("/tables/{table}/coups/{coup}")).await;

        let whose = name.replace(' ', "%20");
        let found =
            inspector.get(&format!("/watch/coups?table={table}&person={whose}&fact=wager-settled")).await;
        let found = &the_one(&found, coup);
        assert_eq!(found["over"], true, "{found}");
        let cards: Vec<&str> =
            found["cards"].as_array().unwrap().iter().map(|dealt| dealt["card"].as_str().unwrap()).collect();
        let by_cards = inspector.get(&format!("/watch/coups?table={table}&cards={}", cards.join(","))).await;
        the_one(&by_cards, coup);
        for nothing in
            ["person=Nobody", "fact=coup-voided", "until=5", "void=true", "cards=AS,AS,AS,AS,AS,AS,AS"]
        {
            let found = inspector.get(&format!("/watch/coups?table={table}&{nothing}")).await;
            assert_eq!(found["coups"], json!([]), "{nothing}");
        }

        let replay = inspector.get(&format!("/watch/tables/{table}/coups/{coup}")).await;
        assert_eq!(replay["holds"], true);
        let frames = replay["frames"].as_array().unwrap();
        let lay = |side: &str| {
            let laid = frames.iter().rev().map(|frame| &frame["board"][side]["cards"]);
            laid.into_iter().find(|cards| *cards != &json!([])).cloned()
        };
        assert_eq!(lay("player").as_ref(), Some(&happened["player"]), "as the player saw it");
        assert_eq!(lay("banker").as_ref(), Some(&happened["banker"]));
        let placed = frames.iter().find(|frame| frame["fact"] == "wager-placed").unwrap();
        assert_eq!(placed["stakes"][0]["patron"], json!(name));
        assert_eq!((&placed["stakes"][0]["amount"], &placed["by"]["name"]), (&json!(2_000), &json!(name)));
        assert!(frames.iter().all(|frame| frame["holds"] == true && frame["hash"].is_string()));
        assert!(frames.iter().any(|frame| !frame["clauses"].as_array().unwrap().is_empty()));
        // A shoe in play is looked at on record alone.
        assert_eq!((&replay["shoe_in_play"], &frames[0]["unseen"]), (&json!(true), &Value::Null));

        let key = inspector.get("/watch").await["key"].as_str().unwrap().to_owned();
        let bundle = download(&inspector, &format!("/watch/tables/{table}/coups/{coup}/evidence")).await;
        let (holds, message) = verdict(&bundle, &key);
        assert!(holds && message.contains(&format!("coup {coup} of table {table}")), "{message}");
        assert!(message.contains("cards were sealed before the first wager"), "{message}");
        // The amount of the wager, and no digits of a hash or a signature.
        let text = String::from_utf8(bundle).unwrap();
        let altered = text.replacen(":2000", ":9000", 1);
        assert_ne!(altered, text);
        let (holds, message) = verdict(altered.as_bytes(), &key);
        assert!(!holds && message.contains("another hash"), "{message}");
    }
    let (status, _, _) = inspector.raw(Method::GET, "/watch/tables/act/coups/9999/evidence", None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let all = inspector.get("/watch/coups?limit=2").await;
    assert_eq!(all["coups"].as_array().unwrap().len(), 2);
    assert!(all["all"].as_u64() >= Some(shelf::ids().len() as u64), "{all}");
    // Page after page, each coup once.
    let mut told: Vec<Value> = Vec::new();
    let mut before = Some(String::new());
    while let Some(place) = before {
        let query = if place.is_empty() { String::new() } else { format!("&before={place}") };
        let page = inspector.get(&format!("/watch/coups?limit=1{query}")).await;
        told.extend(page["coups"].as_array().unwrap().iter().cloned());
        before = page["before"].as_str().map(str::to_owned);
    }
    let wanted = inspector.get("/watch/coups").await;
    assert_eq!(json!(told), wanted["coups"]);
    let (status, _, _) = inspector.raw(Method::GET, "/watch/coups?before=x", None).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, _, body) = inspector.raw(Method::GET, "/watch/coups?cards=1Z", None).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{}", String::from_utf8_lossy(&body));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_in_the_shoe_is_seen_on_record_and_gives_exact_odds() {
    let open = Open::at_pace(AT_ONCE).await;
    let player = open.seated("nsw", 1).await;
    play(&player, "nsw", 1).await;
    let inspector = open.come_as(Role::Inspector).await;
    let seen = inspector.get("/watch/tables/nsw/composition").await;
    let left: u64 = seen["left"].as_array().unwrap().iter().map(|of| of["left"].as_u64().unwrap()).sum();
    let out = seen["seen"].as_array().unwrap().len() as u64;
    assert!(out >= 4);
    assert_eq!(left + out, seen["of"].as_u64().unwrap());
    assert!(!seen["clauses"].as_array().unwrap().is_empty());
    let banker = seen["odds"].as_array().unwrap().iter().find(|odds| odds["id"] == "banker").unwrap();
    assert!((0.0..0.03).contains(&banker["house_edge"].as_f64().unwrap()), "{banker}");
    assert!(banker["probabilities"][0].as_str().unwrap().contains('/'));

    // Signing on and both looks are in the table's own log, in the inspector's name.
    let state = inspector.get("/watch/tables/nsw/in-force").await;
    assert_eq!(state["staff"]["Ivy Inspector"], json!(["inspector"]));
    let again = inspector.get("/watch/tables/nsw/composition").await;
    assert!(again["event"].as_u64() > seen["event"].as_u64(), "each look is on record");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_in_force_is_told_with_its_clauses_and_since_when() {
    let open = Open::at_pace(BETTING).await;
    open.seated("act", 1).await.until("act", takes_wagers).await;
    let inspector = open.come_as(Role::Inspector).await;
    let now = inspector.get("/watch/tables/act/in-force").await;
    assert_eq!(now["book"]["id"], "act");
    assert_eq!(now["book"]["hash"].as_str().unwrap().len(), 64);
    let setting = |message: &Value, name: &str| -> Value {
        let settings = message["settings"].as_array().unwrap().clone();
        settings.into_iter().find(|setting| setting["setting"] == name).unwrap()
    };
    let limits = setting(&now, "limits");
    assert_eq!((&limits["event"], &limits["by"]), (&json!(1), &json!("operator")));
    let rules = now["rules"].as_array().unwrap();
    let decks = rules.iter().find(|rule| rule["topic"] == "cards.decks").unwrap();
    assert!(!decks["says"][0]["clauses"].as_array().unwrap().is_empty(), "{decks}");

    let opened = limits["since"].as_i64().unwrap();
    let then = inspector.get(&format!("/watch/tables/act/in-force?at={opened}")).await;
    assert!(then["event"].as_u64() < now["event"].as_u64() || then["event"] == now["event"]);
    assert_eq!(setting(&then, "limits")["value"], limits["value"]);
    let first = inspector.get("/watch/tables/act/in-force?event=1").await;
    assert_eq!((&first["event"], &first["patrons"]), (&json!(1), &json!([])));
    for path in ["in-force?at=5", "in-force?event=99999"] {
        let (status, _, _) = inspector.raw(Method::GET, &format!("/watch/tables/act/{path}"), None).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    open.stop().await;
}

fn note(id: &str, text: &str) -> Value {
    json!({"id": id, "kind": "incident", "text": text, "table": "act", "coup": 1})
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_stay_as_they_were_written_and_are_seen_by_those_who_watch_alone() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let (inspector, watches) = (open.come_as(Role::Inspector).await, open.come_as(Role::Surveillance).await);
    let (status, first) = watches.post("/watch/notes", note("note-one-1", "Seat 3 touched a wager.")).await;
    assert_eq!((status, &first["number"]), (StatusCode::OK, &json!(1)), "{first}");
    let (_, again) = watches.post("/watch/notes", note("note-one-1", "Seat 3 touched a wager.")).await;
    assert_eq!(again, first);
    let (status, message) = watches.post("/watch/notes", note("note-one-1", "It was seat 4.")).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("same-id-other-content")));
    let mut second = note("note-two-2", "It was seat 4.\nSeen on camera 2.");
    second["follows"] = json!(1);
    let (status, second) = inspector.post("/watch/notes", second).await;
    assert_eq!((status, &second["follows"]), (StatusCode::OK, &json!(1)), "{second}");
    for bad in [
        note("note-bad-1", " "),
        note("note-bad-2", &"x".repeat(4_001)),
        note("note-bad-3", "a\u{7}b"),
        json!({"id": "note-bad-4", "kind": "incident", "text": "x", "coup": 3}),
        json!({"id": "note-bad-5", "kind": "incident", "text": "x", "follows": 77}),
        json!({"id": "note-bad-6", "kind": "rumour", "text": "x"}),
    ] {
        let (status, message) = inspector.post("/watch/notes", bad).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    }
    for role in [Role::Manager, Role::Supervisor, Role::Dealer, Role::Player] {
        let (status, _, _) = open.come_as(role).await.raw(Method::GET, "/watch/notes", None).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{role}");
    }
    open.stop().await;
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let inspector = open.come_as(Role::Inspector).await;
    assert_eq!(inspector.get("/watch/notes").await["notes"], json!([second, first]));
    assert_eq!(inspector.get("/watch/notes?words=SEAT%203").await["notes"], json!([first]));
    assert_eq!(inspector.get("/watch/notes?table=nsw").await["notes"], json!([]));
    open.stop().await;
}

async fn verified(guest: &Guest, asked: Value) -> Value {
    let (status, begun) = guest.post("/watch/verify", asked).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let patience = Instant::now() + PATIENCE;
    loop {
        let seen = guest.get("/watch/verify").await;
        if !seen["done"].is_null() {
            return seen;
        }
        assert!(Instant::now() < patience, "{seen}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_log_is_verified_with_one_request() {
    let open = Open::at_pace(AT_ONCE).await;
    let player = open.seated("act", 1).await;
    play(&player, "act", 1).await;
    let inspector = open.come_as(Role::Inspector).await;
    let (status, _, _) = inspector.raw(Method::GET, "/watch/verify", None).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "nobody has asked yet");
    download(&inspector, "/watch/tables/act/coups/1/evidence").await;
    let root = inspector.get("/watch").await["signed"]["root"].as_str().unwrap().to_owned();
    let key = inspector.get("/watch").await["key"].as_str().unwrap().to_owned();
    let seen = verified(&inspector, json!({"witness": [root], "key": key})).await;
    assert_eq!((&seen["holds"], &seen["found"]["faults"]), (&json!(true), &json!([])), "{seen:#}");
    assert!(seen["found"]["records"].as_u64() > Some(50) && seen["found"]["checkpoints"].as_u64() > Some(0));
    assert_eq!(seen["by"], "Ivy Inspector");
    let seen = verified(&inspector, json!({"witness": ["ab".repeat(32)]})).await;
    assert_eq!(seen["holds"], false);
    assert!(seen["found"]["faults"][0].as_str().unwrap().contains("a witness keeps this root"), "{seen:#}");
    let (status, _) = inspector.post("/watch/verify", json!({"witness": ["xyz"]})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_is_frozen_once_and_is_the_same_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let player = open.seated("act", 1).await;
    let coup = play(&player, "act", 1).await;
    let acts = json!([{"act": "open-dispute", "about": "my pair was not paid"}]);
    let (status, message) = player.command("act", "dispute-one", acts).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let inspector = open.come_as(Role::Inspector).await;
    inspector.post("/watch/notes", note("note-on-it", "The patron's neighbour agrees.")).await;
    inspector.post("/watch/notes", note("another-one", "Nothing to do with it.")).await;
    let disputes = inspector.get("/watch/tables/act/disputes").await;
    let dispute = disputes["disputes"][0]["dispute"]["id"].as_u64().unwrap();
    assert_eq!(disputes["disputes"][0]["coup"].as_u64(), Some(coup), "{disputes}");
    let path = format!("/watch/tables/act/disputes/{dispute}/case");
    let asked = json!({"id": "case-one-1", "notes": [1], "why": "for the tribunal"});
    let (status, case) = inspector.post(&path, asked.clone()).await;
    assert_eq!((status, &case["number"]), (StatusCode::OK, &json!(1)), "{case}");
    assert_eq!((&case["coups"], &case["notes"]), (&json!([coup]), &json!([1])));
    let file = download(&inspector, &path).await;
    assert_eq!(case["sha256"], sha256(&[&file]).to_string());
    let key = inspector.get("/watch").await["key"].as_str().unwrap().to_owned();
    let (holds, message) = verdict(&file, &key);
    assert!(holds, "{message}");
    for words in
        [format!("dispute {dispute} of table act"), format!("coup {coup} of table act"), "1 notes".into()]
    {
        assert!(message.contains(&words), "{message}");
    }
    let text = String::from_utf8(file.clone()).unwrap();
    assert!(text.contains("neighbour") && !text.contains("Nothing to do with it"));
    let altered = text.replace("neighbour", "accomplice");
    assert!(!verdict(altered.as_bytes(), &key).0);

    // Play goes on, the dispute too; the case stays as it was frozen, and another is another.
    play(&player, "act", 2).await;
    assert_eq!(inspector.post(&path, asked).await.1, case, "the same id, once");
    let (status, message) = inspector.post(&path, json!({"id": "case-one-1", "why": "other"})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{message}");
    let (_, other) = inspector.post(&path, json!({"id": "case-two-2", "why": "without notes"})).await;
    assert_eq!((&other["number"], &other["notes"]), (&json!(2), &json!([])));
    open.stop().await;
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let inspector = open.come_as(Role::Inspector).await;
    assert_eq!(download(&inspector, &format!("{path}?number=1")).await, file, "the same bytes");
    for (path, body, expected) in [
        ("/watch/tables/act/disputes/77/case", json!({"id": "case-none", "why": "x"}), StatusCode::NOT_FOUND),
        (path.as_str(), json!({"id": "case-bad-1", "why": "x", "coups": [999]}), StatusCode::NOT_FOUND),
        (
            path.as_str(),
            json!({"id": "case-bad-2", "why": "x", "notes": [99]}),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (path.as_str(), json!({"id": "case-bad-3", "why": " "}), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        let (status, message) = inspector.post(path, body).await;
        assert_eq!(status, expected, "{message}");
    }
    open.stop().await;
}

fn real(folder: &Path, people: Vec<Listed>) -> house::settings::HouseSettings {
    let mut settings = at_pace(folder, AT_ONCE);
    settings.demonstration = false;
    settings.tables.truncate(1);
    settings.people = people;
    settings
}

fn listed(name: &str, role: Role, password: &str) -> Listed {
    Listed { name: name.into(), role, hash: hashed(password).unwrap() }
}

async fn sign_in(open: &Open, name: &str, password: &str) -> Result<Guest, (StatusCode, Value)> {
    sign_in_with(open, name, password, None).await
}

/// The same by password and a second factor of the test's own.
async fn proved_twice(open: &Open, name: &str, password: &str) -> Result<Guest, (StatusCode, Value)> {
    sign_in_with(open, name, password, Some(factor(open, name).await)).await
}

async fn sign_in_with(
    open: &Open,
    name: &str,
    password: &str,
    factor: Option<String>,
) -> Result<Guest, (StatusCode, Value)> {
    let body = json!({"name": name, "password": password, "factor": factor});
    let (status, cookie, message) = open.anybody().raw(Method::POST, "/session", Some(body)).await;
    match status {
        StatusCode::OK => Ok(open.back(cookie.as_deref())),
        _ => Err((status, serde_json::from_slice(&message).unwrap())),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_cannot_lock_an_inspector_out() {
    let folder = tempfile::tempdir().unwrap();
    let mia = listed("Mia", Role::Manager, "mia and seven otters");
    let ida = listed("Ida", Role::Inspector, "ida and nine badgers");
    let ian = listed("Ian", Role::Inspector, "ian and twelve herons");
    let open = Open::with(real(folder.path(), vec![mia.clone(), ida, ian])).await;
    // Whoever guesses hears the same of every name; the right password of an inspector is taken all the same.
    for _ in 0..6 {
        assert!(sign_in(&open, "Mia", "a guess").await.is_err());
    }
    let (_, message) = sign_in(&open, "Mia", "a guess").await.err().unwrap();
    assert_eq!(message["word"], "locked");
    // Nor is anybody of the staff kept from setting their first second factor.
    assert!(sign_in(&open, "Mia", "mia and seven otters").await.is_ok());
    for tried in 0..6 {
        let (_, message) = sign_in(&open, "Ida", "a guess").await.err().unwrap();
        assert_eq!(message["word"], if tried < 5 { "wrong-password" } else { "locked" });
    }
    assert!(
        sign_in(&open, "Ida", "ida and nine badgers").await.is_ok(),
        "the right password is let in at once"
    );
    let ida = proved_twice(&open, "Ida", "ida and nine badgers").await.unwrap();
    ida.get("/watch").await;
    open.stop().await;

    // The settings no longer name her, name her as something else, or with another password: she stays.
    for settings in [
        vec![mia.clone()],
        vec![mia.clone(), listed("Ida", Role::Dealer, "the house and its walls")],
        vec![mia.clone(), listed("Ida", Role::Inspector, "the house and its walls")],
    ] {
        let open = Open::with(real(folder.path(), settings)).await;
        assert!(sign_in(&open, "Ida", "the house and its walls").await.is_err());
        let ida = proved_twice(&open, "Ida", "ida and nine badgers").await.expect("Ida stays");
        assert_eq!(ida.get("/session").await["role"], "inspector");
        let people = ida.get("/people").await;
        let named = people["done"].as_array().unwrap().iter().filter(|act| act["name"] == "Ida").count();
        assert_eq!(
            (named, &people["done"][0]["act"]),
            (1, &json!("taken-over")),
            "that she was named is on record"
        );
        open.stop().await;
    }

    // Whoever takes her from the list of people is found out.
    let removed = sqlite(folder.path(), "DELETE FROM person WHERE name = 'Ida'").await;
    assert_eq!(removed, 1);
    let open = Open::with(real(folder.path(), vec![mia])).await;
    let ian = proved_twice(&open, "Ian", "ian and twelve herons").await.unwrap();
    assert_eq!(ian.get("/watch").await["missing_inspectors"], json!(["Ida"]));
    open.stop().await;
}

/// Whoever writes on the disk hides nothing from those who watch: what is searched while the house is open stands in no file that has a name,
/// and a copy that was kept counts only as the house sealed it, for the log that it is of.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_hides_a_coup_from_those_who_watch_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index");
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let player = open.seated("act", 1).await;
    let coup = play(&player, "act", 1).await;
    let found = async |open: &Open| {
        let watcher = open.come_as(Role::Surveillance).await;
        let found = watcher.get("/watch/coups?table=act&fact=wager-placed").await;
        (found["all"].clone(), the_one(&found, coup)["people"].clone())
    };
    let before = found(&open).await;
    let files = std::fs::read_dir(&index).unwrap().map(|file| file.unwrap().path());
    for file in files {
        let (name, bytes) = (file.display().to_string(), std::fs::read(&file).unwrap());
        assert!(name.contains("watch.db"), "{name}");
        assert!(!bytes.windows(12).any(|part| part == b"wager-placed"), "{name} has what is searched");
    }
    open.stop().await;
    // Who acted is forgotten, and the table is said to be read further than its log goes.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(index.join("watch.db"));
    let file = sqlx::sqlite::SqlitePool::connect_with(options).await.unwrap();
    for sql in [
        "CREATE TABLE IF NOT EXISTS term (kind TEXT, word TEXT, coup INTEGER)",
        "CREATE TABLE IF NOT EXISTS place (name TEXT PRIMARY KEY, next INTEGER, follows TEXT)",
        "DELETE FROM term",
        "INSERT OR REPLACE INTO place VALUES ('act', 999999999, '{}')",
    ] {
        sqlx::query(sql).execute(&file).await.unwrap();
    }
    file.close().await;
    // The copy as it was sealed is gone by.
    let kept = index.join("coups.kept");
    let sealed = std::fs::read(&kept).unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    assert_eq!(found(&open).await, before);
    open.stop().await;
    // One that somebody altered is not: a word by which coups are found, the place up to which the log was read, the seal itself.
    let act = sealed.windows(12).position(|part| part == b"wager-placed").unwrap();
    for place in [act, 30, sealed.len() - 1] {
        let mut altered = sealed.clone();
        altered[place] ^= 1;
        std::fs::write(&kept, altered).unwrap();
        let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
        assert_eq!(found(&open).await, before, "altered at {place}");
        open.stop().await;
    }
}

/// Whoever reaches the list of people on disk makes nobody a manager: accounts are held to what is on record.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_not_on_record_lets_nobody_in() {
    let folder = tempfile::tempdir().unwrap();
    let people = vec![
        listed("Mia", Role::Manager, "mia and seven otters"),
        listed("Dan", Role::Dealer, "dan and three ravens"),
    ];
    let open = Open::with(real(folder.path(), people.clone())).await;
    assert!(sign_in(&open, "Mia", "mia and seven otters").await.is_ok());
    open.stop().await;
    let alterations = [
        // A dealer's own password for the manager; a dealer made a manager; a manager nobody took in.
        "UPDATE person SET hash = (SELECT hash FROM person WHERE name = 'Dan') WHERE name = 'Mia'",
        "UPDATE person SET role = 'manager' WHERE name = 'Dan'",
        "INSERT INTO person (name, role, hash, made) SELECT 'Eve', 'manager', hash, made FROM person WHERE name = 'Dan'",
    ];
    for alteration in alterations {
        assert_eq!(sqlite(folder.path(), alteration).await, 1);
    }
    sqlite(folder.path(), "INSERT INTO room (name) VALUES ('Eve')").await;
    let open = Open::with(real(folder.path(), people)).await;
    for name in ["Mia", "Dan", "Eve"] {
        let (status, message) = sign_in(&open, name, "dan and three ravens").await.err().unwrap();
        assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")), "{name}");
    }
    open.stop().await;
}

pub async fn sqlite(folder: &Path, sql: &'static str) -> u64 {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("people").join("people.db"));
    let pool = sqlx::sqlite::SqlitePool::connect_with(options).await.unwrap();
    let done = sqlx::query(sql).execute(&pool).await.unwrap().rows_affected();
    pool.close().await;
    done
}

/// Alters every place where the file has these bytes.
fn alter(file: &Path, from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let mut bytes = std::fs::read(file).unwrap();
    let places: Vec<usize> =
        (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| bytes[*at..at + to.len()].copy_from_slice(to));
    std::fs::write(file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_does_not_hold_opens_the_house_for_inspectors_alone() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let player = open.seated("act", 1).await;
    let inspector = open.come_as(Role::Inspector).await;
    let coup = play(&player, "act", 1).await;
    play(&player, "act", 2).await;
    inspector.post("/watch/notes", note("before-it-was", "All is well.")).await;
    open.stop().await;
    let file = folder.path().join("ledger").join("ledger.db");
    alter(&file, br#""amount":2000,"#, br#""amount":2005,"#);
    let before = std::fs::read(&file).unwrap();

    let open = Open::with(at_pace(folder.path(), AT_ONCE)).await;
    let ready = axum::http::Request::get("/health/ready").body(axum::body::Body::empty()).unwrap();
    assert_eq!(open.anybody().send(ready).await.0, StatusCode::SERVICE_UNAVAILABLE);
    for role in Role::ALL {
        let link = open.house.links.as_ref().unwrap().of(role);
        let (status, message) = open.anybody().post("/session/link", json!({"link": link})).await;
        match role {
            Role::Inspector => assert_eq!(status, StatusCode::OK, "{message}"),
            _ => assert_eq!(
                (status, &message["word"]),
                (StatusCode::SERVICE_UNAVAILABLE, &json!("out-of-service"))
            ),
        }
    }
    let (player, wager) = (open.back(player.cookie.as_deref()), bet(1, "player", 2_000));
    let (status, _) = player.command_about("act", "play-anyway", wager, Some(json!(3)), None).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED, "whoever was signed in is not");
    let inspector = open.come_as(Role::Inspector).await;
    let message = inspector.get("/watch").await;
    assert!(message["trouble"][0].as_str().unwrap().contains("the log does not hold: "), "{message}");
    let seen = verified(&inspector, json!({})).await;
    assert_eq!(seen["holds"], false);
    assert!(seen["found"]["faults"].to_string().contains("table/act, sequence"), "{seen:#}");
    let found = inspector.get("/watch/coups?table=act").await;
    assert_eq!(found["coups"].as_array().unwrap().len(), 2, "also what came after: {found}");
    assert!(found["faults"][0].as_str().unwrap().contains("table/act, sequence"), "{found}");
    let replay = inspector.get(&format!("/watch/tables/act/coups/{coup}")).await;
    assert_eq!(replay["holds"], false, "the record that was altered is shown as such");
    assert_eq!(inspector.get("/watch/notes").await["notes"][0]["text"], "All is well.");
    let (status, _) = inspector.post("/watch/notes", note("now-it-is-not", "Somebody altered it.")).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "nothing is written to what may be evidence");
    open.stop().await;
    assert_eq!(std::fs::read(&file).unwrap(), before, "the file is as it was found");
}
