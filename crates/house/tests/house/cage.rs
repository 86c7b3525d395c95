//! A table has days, chips are the patron's, and the cage knows where every chip is: a house with a cage, from outside.

use crate::felt::Evening;
use crate::support::{AT_ONCE, Guest, Open, PATIENCE, at_pace, factor};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use axum::http::{Method, StatusCode};
use baccarat::chips::Money;
use declared::Zone;
use house::settings::{CageSettings, HouseSettings};
use people::Listed;
use people::role::Role;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

const PASSWORD: &str = "long enough for a test";
const FELT: &str = "nz-felt";

const PEOPLE: [(&str, Role, &str); 11] = [
    ("Cora", Role::Cage, "290417"),
    ("Carl", Role::Cage, "381526"),
    ("Sue", Role::Supervisor, "472635"),
    ("Sam", Role::Supervisor, "563744"),
    ("Max", Role::Manager, "654853"),
    ("Mia", Role::Manager, "745962"),
    ("Dora", Role::Dealer, "836071"),
    ("Dan", Role::Dealer, "927180"),
    ("Ivy", Role::Inspector, "183940"),
    ("Pat", Role::Player, ""),
    ("Quin", Role::Player, ""),
];

/// A house with people of its own and a cage.
pub async fn caged(folder: &Path) -> Open {
    let mut settings = at_pace(folder, AT_ONCE);
    settings.demonstration = false;
    settings.cage = Some(CageSettings { second_from: Money(500_000), identity_from: Money(1_000_000) });
    let quick = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
    let hash = quick.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    settings.people =
        PEOPLE.map(|(name, role, _)| Listed { name: name.into(), role, hash: hash.clone() }).to_vec();
    settings.zone = Zone::parse("NZST-12NZDT,M9.5.0,M4.1.0/3").unwrap();
    // Its tables were there before its cage, and have chips.
    if !folder.join("ledger").exists() {
        let before = HouseSettings { cage: None, ..settings.clone() };
        Open::with(before).await.stop().await;
    }
    Open::with(settings).await
}

/// Signed in and confirmed, with a PIN of their own where they work here.
pub async fn come(open: &Open, name: &str) -> Guest {
    let asked = json!({ "name": name, "password": PASSWORD, "factor": factor(open, name).await });
    let (status, cookie, _) = open.anybody().raw(Method::POST, "/session", Some(asked)).await;
    assert_eq!(status, StatusCode::OK, "{name}");
    let guest = open.back(cookie.as_deref());
    let proof = json!({ "password": PASSWORD, "factor": factor(open, name).await });
    assert_eq!(guest.post("/session/confirm", proof).await.0, StatusCode::OK, "{name}");
    let pin = PEOPLE.iter().find(|(known, ..)| *known == name).unwrap().2;
    if !pin.is_empty() {
        let (status, _, message) = guest.raw(Method::PUT, "/session/pin", Some(json!({ "pin": pin }))).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{message:?}");
    }
    guest
}

pub fn pin(name: &str) -> Value {
    let pin = PEOPLE.iter().find(|(known, ..)| *known == name).unwrap().2;
    json!({ "name": name, "pin": pin })
}

/// Asks something of the cage, with a second person if one is named.
pub async fn asks(guest: &Guest, order: Value, second: Option<&str>) -> (StatusCode, Value) {
    let id = format!("order-{}", rand_id());
    let body = json!({ "id": id, "order": order, "second": second.map(pin) });
    let (status, mut answer) = Evening::patiently(guest, "/cage/orders", body).await;
    // How everything is then, for those who see it.
    if status == StatusCode::OK
        && let (StatusCode::OK, _, cage) = guest.raw(Method::GET, "/cage", None).await
    {
        answer["cage"] = serde_json::from_slice(&cage).unwrap();
    }
    (status, answer)
}

pub fn rand_id() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(10_000_000);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// An amount in the fewest chips of a table.
pub fn in_chips(amount: i64) -> Value {
    let mut left = amount;
    let chips = [50_000, 10_000, 2_500, 500, 100, 25].map(|worth| {
        let count = left / worth;
        left -= count * worth;
        (worth.to_string(), count)
    });
    assert_eq!(left, 0);
    json!(std::collections::BTreeMap::from(chips))
}

#[track_caller]
pub fn done((status, answer): (StatusCode, Value)) -> Value {
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

#[track_caller]
pub fn refused((status, answer): (StatusCode, Value), word: &str) {
    assert_ne!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["word"], word, "{answer}");
}

pub async fn must(guest: &Guest, table: &str, acts: Value) -> Value {
    done(guest.command(table, &format!("must-{}", rand_id()), acts).await)
}

/// A dealer keys something for a patron.
async fn keys(dealer: &Guest, patron: &str, acts: Value) -> (StatusCode, Value) {
    let body = json!({ "id": format!("keyed-{}", rand_id()), "acts": acts, "for": patron });
    dealer.post(&format!("/tables/{FELT}/commands"), body).await
}

/// A command that a dealer signs by PIN.
async fn signed(guest: &Guest, acts: Value, by: Option<&str>) -> (StatusCode, Value) {
    let body = json!({ "id": format!("signed-{}", rand_id()), "acts": acts, "signed": by.map(pin) });
    guest.post(&format!("/tables/{FELT}/commands"), body).await
}

/// The cage as an inspector sees it, when everything adds up.
async fn balanced(open: &Open, inspector: &Guest) -> Value {
    let view = inspector.get("/cage").await;
    assert_eq!(view["balances"], true, "{view:#}");
    let chips = &view["chips"];
    let sum: i64 = ["cage", "patrons", "tables", "transit", "missing"]
        .iter()
        .map(|key| chips[key].as_i64().unwrap())
        .sum();
    assert_eq!(sum, chips["issued"].as_i64().unwrap());
    let cash = |key: &str| view["cash"][key].as_i64().unwrap();
    assert_eq!(
        cash("cage") + cash("boxes"),
        cash("bank") + cash("taken") + cash("dropped") - cash("paid") + cash("variance")
    );
    assert_eq!(view["tables"].as_array().unwrap().len(), open.house.tables().len());
    view
}

/// Chips and cash for the day, counted by two.
async fn opened_bank(open: &Open, cora: &Guest, max: &Guest) {
    // Whoever seconds has a PIN of their own.
    come(open, "Carl").await;
    let pieces = json!({"500": 400, "2500": 400, "10000": 400});
    let issue = json!({"act": "issue-chips", "pieces": pieces, "why": "from the maker"});
    refused(asks(max, issue.clone(), None).await, "needs-second");
    refused(asks(cora, issue.clone(), Some("Carl")).await, "not-yours");
    done(asks(max, issue, Some("Cora")).await);
    done(
        asks(cora, json!({"act": "move-cash", "amount": 10_000_000, "why": "from the bank"}), Some("Carl"))
            .await,
    );
    let opens = json!({"act": "open-bank", "cash": 10_000_000, "pieces": pieces});
    refused(asks(cora, opens.clone(), Some("Cora")).await, "self-approval");
    let day = done(asks(cora, opens, Some("Carl")).await);
    assert_eq!((&day["cage"]["open"], &day["cage"]["cash"]["variance"]), (&json!(true), &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patron_buys_at_the_cage_plays_at_two_tables_and_cashes_in() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    opened_bank(&open, &cora, &max).await;
    done(asks(&cora, json!({"act": "buy", "patron": "Pat", "pieces": {"10000": 20}}), None).await);
    let large = json!({"act": "buy", "patron": "Pat", "pieces": {"10000": 60}});
    refused(asks(&cora, large, None).await, "needs-second");
    balanced(&open, &ivy).await;

    let pat = come(&open, "Pat").await;
    assert_eq!(
        pat.get("/chips").await,
        json!({"carried": 200_000}),
        "what one carries is told before one sits down"
    );
    must(&pat, "act", json!([{"act": "arrive"}])).await;
    let view = pat.until("act", |view| view["you"]["chips"] == 200_000).await;
    assert_eq!(view["you"]["chips"], 200_000, "a player sits down with the chips they carry");
    assert_eq!(pat.get("/chips").await, json!({"carried": 0}));
    must(&pat, "act", json!([{"act": "buy-in", "cash": 50_000}])).await;
    balanced(&open, &ivy).await;
    must(&pat, "act", json!([{"act": "leave"}])).await;
    must(&pat, "nsw", json!([{"act": "arrive"}])).await;
    pat.until("nsw", |view| view["you"]["chips"] == 250_000).await;
    let there = balanced(&open, &ivy).await;
    assert_eq!(there["chips"]["patrons"], 0);
    refused(pat.command("nsw", "take-them-twice", json!([{"act": "take-chips"}])).await, "through-the-cage");
    must(&pat, "nsw", json!([{"act": "leave"}])).await;
    let held = balanced(&open, &ivy).await;
    assert_eq!(held["holders"], json!([{"name": "Pat", "chips": 250_000}]));
    assert_eq!(pat.get("/chips").await, json!({"carried": 250_000}));
    refused(
        asks(&cora, json!({"act": "redeem", "patron": "pat", "pieces": {"10000": 26}}), None).await,
        "not-enough",
    );
    let paid =
        done(asks(&cora, json!({"act": "redeem", "patron": "PAT", "pieces": {"10000": 25}}), None).await);
    assert_eq!(paid["cage"]["cash"]["cage"], 10_000_000 + 200_000 - 250_000);
    let after = balanced(&open, &ivy).await;
    assert_eq!((&after["chips"]["patrons"], &after["cash"]["tables"]), (&json!(0), &json!(50_000)));

    // All of it is so again after a restart, which verifies the log and decides every order again.
    open.stop().await;
    let open = caged(folder.path()).await;
    let ivy = open.back(ivy.cookie.as_deref());
    assert_eq!(balanced(&open, &ivy).await["chips"], after["chips"]);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fill_goes_from_hand_to_hand_and_stops_where_counts_differ() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, sam) = (come(&open, "Sue").await, come(&open, "Sam").await);
    let (dora, dan) = (come(&open, "Dora").await, come(&open, "Dan").await);
    opened_bank(&open, &cora, &max).await;
    must(&dora, FELT, json!([{"act": "sign-on"}])).await;
    must(&sue, FELT, json!([{"act": "sign-on"}])).await;
    let typed = json!([{"act": "fill", "amount": 50_000, "signed": "Dora"}]);
    refused(signed(&sue, typed.clone(), None).await, "own-pin-first");
    refused(signed(&sue, typed.clone(), Some("Dan")).await, "own-pin-first");
    refused(signed(&sue, typed, Some("Dora")).await, "through-the-cage");

    let pieces = json!({"500": 50, "2500": 10});
    let request = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": pieces});
    refused(asks(&cora, request.clone(), None).await, "not-yours");
    // Chips that the table does not use could be carried there and not be received.
    let strange = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": {"500": 50, "50": 2}});
    refused(asks(&sue, strange, None).await, "not-made-of-chips");
    let number = done(asks(&sue, request, None).await)["number"].clone();
    refused(asks(&sue, json!({"act": "approve", "number": number}), None).await, "self-approval");
    done(asks(&sam, json!({"act": "approve", "number": number}), None).await);
    refused(asks(&dora, json!({"act": "send", "number": number, "pieces": pieces}), None).await, "not-yours");
    done(asks(&cora, json!({"act": "send", "number": number, "pieces": pieces}), None).await);
    assert_eq!(balanced(&open, &ivy).await["chips"]["transit"], 50_000);
    done(asks(&dan, json!({"act": "carry", "number": number}), None).await);
    let float = || async { ivy.get(&format!("/tables/{FELT}")).await["money"]["float"].as_i64().unwrap() };
    let before = float().await;
    let waiting = dora.get("/cage/transfers").await;
    assert_eq!(waiting["transfers"][0]["stage"], "carried");
    done(asks(&dora, json!({"act": "receive", "number": number, "pieces": pieces}), None).await);
    assert_eq!(float().await, before + 50_000);
    let view = balanced(&open, &ivy).await;
    let names: Vec<&str> = view["transfers"][0]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Sue", "Sam", "Cora", "Dan", "Dora"], "each as they signed");
    let slips = sue.get(&format!("/tables/{FELT}/slips")).await;
    let slip = slips["slips"].as_array().unwrap().iter().find(|slip| slip["kind"] == "fill").unwrap();
    assert_eq!(
        (&slip["by"], &slip["signed"], &slip["amount"]),
        (&json!("Sam"), &json!("Dora"), &json!(50_000))
    );

    // A second one arrives short: nothing comes to the float until somebody has looked.
    let request = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": pieces});
    let number = done(asks(&dora, request, None).await)["number"].clone();
    done(asks(&sam, json!({"act": "approve", "number": number}), None).await);
    done(asks(&cora, json!({"act": "send", "number": number, "pieces": pieces}), None).await);
    done(asks(&dan, json!({"act": "carry", "number": number}), None).await);
    let short = json!({"act": "receive", "number": number, "pieces": {"500": 30, "2500": 10}});
    refused(asks(&dora, short, None).await, "counts-differ");
    refused(
        asks(&dora, json!({"act": "receive", "number": number, "pieces": pieces}), None).await,
        "out-of-order",
    );
    assert_eq!(float().await, before + 50_000);
    let resolve = json!({"act": "resolve", "number": number, "found": {"500": 30, "2500": 10}, "why": "lost on the way"});
    refused(asks(&max, resolve.clone(), Some("Cora")).await, "another-person");
    done(asks(&max, resolve, Some("Carl")).await);
    assert_eq!(balanced(&open, &ivy).await["chips"]["missing"], 10_000);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_closes_and_opens_again_and_nothing_is_stranded() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, dora, dan) = (come(&open, "Sue").await, come(&open, "Dora").await, come(&open, "Dan").await);
    opened_bank(&open, &cora, &max).await;
    for guest in [&sue, &dora] {
        must(guest, FELT, json!([{"act": "sign-on"}])).await;
    }
    refused(dora.command("act-felt", "dora-elsewhere", json!([{"act": "sign-on"}])).await, "deals-elsewhere");
    done(keys(&dora, "Ann", json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}])).await);
    // The same patron, however the name is written.
    done(keys(&dora, "ANN", json!([{"act": "take-seat", "seat": 2}])).await);
    let float = ivy.get(&format!("/tables/{FELT}")).await["money"]["float"].as_i64().unwrap();

    refused(signed(&sue, json!([{"act": "close", "count": float}]), Some("Dora")).await, "not-counted");
    let typed =
        json!([{"act": "count-float", "count": float, "signed": "Dora"}, {"act": "close", "count": float}]);
    refused(signed(&sue, typed, Some("Dora")).await, "count-by-worth");
    let close = json!([
        {"act": "count-float", "count": float, "signed": "Dora", "pieces": in_chips(float)},
        {"act": "close", "count": float}
    ]);
    refused(signed(&sue, close.clone(), None).await, "own-pin-first");
    done(signed(&sue, close, Some("Dora")).await);
    let cage = balanced(&open, &ivy).await;
    assert_eq!(
        cage["holders"],
        json!([{"name": "Ann", "chips": 100_000}]),
        "chips went along with their patron"
    );
    let glance = || async {
        let pit = ivy.get("/pit").await;
        pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == FELT).unwrap().clone()
    };
    assert_eq!(glance().await["staff"], json!([]), "everybody is signed off");

    // The box goes to be counted by two who do not know each other's figure; 100 chips are missing in the morning.
    done(asks(&sue, json!({"act": "take-box", "table": FELT}), None).await);
    let count = |cash: i64| json!({"act": "count-box", "number": 1, "cash": cash});
    // Whoever keeps the cage counts the box, and is not told what it should hold: not of the box, nor of all boxes, nor of the table.
    let blind = cora.get("/cage").await;
    assert_eq!((&blind["cash"]["boxes"], &blind["cash"]["tables"]), (&Value::Null, &Value::Null), "{blind}");
    assert!(
        blind["tables"].as_array().unwrap().iter().all(|table| table["at_table"]["drop"] == 0),
        "{blind}"
    );
    assert_eq!(ivy.get("/cage").await["cash"]["boxes"], 100_000, "whoever watches is told");
    let once = done(asks(&cora, count(99_500), None).await);
    assert_eq!(
        (&once["cage"]["boxes"][0]["keyed"], &once["cage"]["boxes"][0]["counted"]),
        (&Value::Null, &Value::Null)
    );
    refused(asks(&cora, count(99_500), None).await, "self-approval");
    let both = done(asks(&sue, count(99_500), None).await);
    let counted = &both["cage"]["boxes"][0];
    assert_eq!((&counted["keyed"], &counted["variance"]), (&json!(100_000), &json!(-500)));
    assert_eq!(counted["dealers"], json!({"Dora": 100_000}));
    // The report has it by box, by table and by dealer.
    let report = ivy.get("/reports/drop").await;
    let row = |sheet: &str| report["sheets"][sheet][0].clone();
    for sheet in ["boxes", "tables", "dealers"] {
        assert_eq!((&row(sheet)["bought_in"], &row(sheet)["difference"]), (&json!(100_000), &json!(-500)));
    }
    assert_eq!((&row("boxes")["by"], &row("dealers")["dealer"]), (&json!("Cora, Sue"), &json!("Dora")));
    assert_eq!((&row("dealers")["alone"], &report["balances"]), (&json!(-500), &json!(false)), "{report}");

    for guest in [&sue, &dan] {
        must(guest, FELT, json!([{"act": "sign-on"}])).await;
    }
    let reopen = |count: i64| {
        json!([
            {"act": "count-float", "count": count, "signed": "Dan", "pieces": in_chips(count)},
            {"act": "reopen", "count": count}
        ])
    };
    refused(signed(&sue, reopen(float - 10_000), Some("Dan")).await, "count-differs");
    // As much, but in other chips than were left: somebody was at the float.
    let other = json!([
        {"act": "count-float", "count": float, "signed": "Dan", "pieces": {"500": float / 500}},
        {"act": "reopen", "count": float}
    ]);
    refused(signed(&sue, other, Some("Dan")).await, "count-differs");
    let correct = json!({"act": "correct-float", "table": FELT, "count": float - 10_000, "pieces": in_chips(float - 10_000),
        "why": "robbed overnight"});
    refused(asks(&sue, correct.clone(), None).await, "needs-second");
    done(asks(&sue, correct, Some("Carl")).await);
    assert_eq!(balanced(&open, &ivy).await["chips"]["missing"], 10_000);
    done(signed(&sue, reopen(float - 10_000), Some("Dan")).await);
    let opened = glance().await;
    assert_eq!((&opened["win"]["opening"], &opened["win"]["win"]), (&json!(float - 10_000), &json!(0)));
    done(keys(&dan, "ann", json!([{"act": "arrive"}])).await);
    done(keys(&dan, "ann", json!([{"act": "bring-chips", "chips": 60_000}])).await);
    assert_eq!(balanced(&open, &ivy).await["holders"], json!([{"name": "Ann", "chips": 40_000}]));

    // Whoever is let go is off duty at once.
    let gone =
        json!({"id": "dan-is-let-go", "change": "let-go", "name": "Dan", "why": "found another table"});
    let (status, proposed) = max.post("/people/changes", gone).await;
    assert_eq!(status, StatusCode::OK, "{proposed}");
    let approve = format!("/people/changes/{}/approve", proposed["number"]);
    assert_eq!(ivy.post(&approve, json!({})).await.0, StatusCode::OK);
    assert!(!glance().await["staff"].to_string().contains("Dan"));
    open.stop().await;
}

async fn roster(guest: &Guest, path: &str, mut body: Value) -> (StatusCode, Value) {
    body["id"] = json!(format!("roster-{}", rand_id()));
    guest.post(&format!("/roster/tables{path}"), body).await
}

async fn lobby(guest: &Guest) -> Vec<(String, String)> {
    let tables = guest.get("/tables").await["tables"].as_array().unwrap().clone();
    let word = |table: &Value, key: &str| table[key].as_str().unwrap().to_owned();
    tables.iter().map(|table| (word(table, "id"), word(table, "name"))).collect()
}

/// Chips go to a float or from it, from hand to hand.
async fn transferred(kind: &str, table: &str, [sue, sam, cora, dan, dora]: [&Guest; 5], pieces: &Value) {
    let request = json!({"act": "request", "kind": kind, "table": table, "pieces": pieces});
    let number = done(asks(sue, request, None).await)["number"].clone();
    done(asks(sam, json!({"act": "approve", "number": number}), None).await);
    let (from, to) = if kind == "fill" { (cora, dora) } else { (dora, cora) };
    done(asks(from, json!({"act": "send", "number": number, "pieces": pieces}), None).await);
    done(asks(dan, json!({"act": "carry", "number": number}), None).await);
    done(asks(to, json!({"act": "receive", "number": number, "pieces": pieces}), None).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_adds_renames_and_retires_tables_while_the_house_runs() {
    const NEW: &str = "main-3";
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, sam) = (come(&open, "Sue").await, come(&open, "Sam").await);
    let (dora, dan) = (come(&open, "Dora").await, come(&open, "Dan").await);
    opened_bank(&open, &cora, &max).await;
    let text = |seats: u8| {
        format!(
            "id = \"{NEW}\"\nname = \"Main 3\"\nbook = \"nz\"\ncards = \"felt\"\n\n[set]\nseats = {seats}\n"
        )
    };
    let add = json!({"table": text(5), "why": "a busy week"});
    refused(roster(&sue, "", add.clone()).await, "not-yours");
    let (status, message) = roster(&max, "", json!({"table": text(99), "why": "too many"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    assert!(message["detail"].as_str().unwrap().contains("line 7: set.seats"), "{message}");
    let issued = balanced(&open, &ivy).await["chips"]["issued"].clone();
    done(roster(&max, "", add.clone()).await);
    refused(roster(&max, "", add.clone()).await, "id-taken");
    assert!(lobby(&ivy).await.contains(&(NEW.to_owned(), "Main 3".to_owned())));
    // No chip came into being with it: its float comes from the cage.
    assert_eq!(balanced(&open, &ivy).await["chips"]["issued"], issued);
    for guest in [&sue, &dora] {
        must(guest, NEW, json!([{"act": "sign-on"}])).await;
    }
    let pieces = json!({"500": 100, "2500": 20});
    let hands = [&sue, &sam, &cora, &dan, &dora];
    transferred("fill", NEW, hands, &pieces).await;
    assert_eq!(balanced(&open, &ivy).await["chips"]["issued"], issued);
    let glance = async |id: &str| {
        let pit = ivy.get("/pit").await;
        pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == id).cloned()
    };
    let seen = glance(NEW).await.unwrap();
    assert_eq!((&seen["money"]["float"], &seen["seats"]), (&json!(100_000), &json!(5)));

    refused(roster(&max, &format!("/{NEW}/retire"), json!({"why": "quiet again"})).await, "not-empty");
    transferred("credit", NEW, hands, &pieces).await;
    let close = json!([{"act": "count-float", "count": 0, "signed": "Dora", "pieces": {}}, {"act": "close", "count": 0}]);
    let signed =
        |acts: Value| json!({"id": format!("signed-{}", rand_id()), "acts": acts, "signed": pin("Dora")});
    done(sue.post(&format!("/tables/{NEW}/commands"), signed(close)).await);
    // It opens again with other settings, which the house reads as it reads its settings file.
    let (status, message) = sue.post(&format!("/tables/{NEW}/settings"), json!({"set": "seats = 77"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    let settings = done(sue.post(&format!("/tables/{NEW}/settings"), json!({"set": "seats = 7"})).await);
    for guest in [&sue, &dora] {
        must(guest, NEW, json!([{"act": "sign-on"}])).await;
    }
    let reopen = json!([
        {"act": "count-float", "count": 0, "signed": "Dora", "pieces": {}},
        {"act": "reopen", "count": 0, "settings": settings}
    ]);
    done(sue.post(&format!("/tables/{NEW}/commands"), signed(reopen)).await);
    assert_eq!(glance(NEW).await.unwrap()["seats"], 7);
    let close = json!([{"act": "count-float", "count": 0, "signed": "Dora", "pieces": {}}, {"act": "close", "count": 0}]);
    done(sue.post(&format!("/tables/{NEW}/commands"), signed(close)).await);
    done(roster(&max, &format!("/{NEW}/retire"), json!({"why": "quiet again"})).await);
    assert_eq!(glance(NEW).await, None);
    refused(sue.command(NEW, "nothing-here-now", json!([{"act": "sign-on"}])).await, "not-found");
    refused(roster(&max, "", add).await, "id-taken");
    done(roster(&max, &format!("/{FELT}/rename"), json!({"name": "The corner", "why": "it moved"})).await);
    balanced(&open, &ivy).await;
    let tables = lobby(&ivy).await;
    assert!(tables.contains(&(FELT.to_owned(), "The corner".to_owned())), "{tables:?}");

    // All of it holds when the house opens again, and the log says who did it.
    open.stop().await;
    let open = caged(folder.path()).await;
    assert_eq!(lobby(&open.back(ivy.cookie.as_deref())).await, tables);
    let record = open.house.floor.ledger.store().read(&"roster/house".parse().unwrap(), 0, 10).await.unwrap();
    assert_eq!(record.iter().map(|entry| entry.by.to_string()).collect::<Vec<_>>(), ["Max (manager)"; 3]);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chips_are_paid_from_those_that_are_there_and_changed_for_other_colours() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (sue, dora) = (come(&open, "Sue").await, come(&open, "Dora").await);
    for guest in [&sue, &dora] {
        must(guest, FELT, json!([{"act": "sign-on"}])).await;
    }
    let tray = async || dora.get(&format!("/tables/{FELT}")).await["desk"]["tray"].clone();
    assert_eq!(tray().await, Value::Null, "nobody has counted it by worth");
    let float = 100_000_000;
    let count = json!([{"act": "count-float", "count": float, "signed": "Dora", "pieces": {"10000": 9_999, "2500": 4}}]);
    done(signed(&sue, count, Some("Dora")).await);
    done(keys(&dora, "Ann", json!([{"act": "arrive"}, {"act": "buy-in", "cash": 15_000}])).await);
    assert_eq!(tray().await, json!({"10000": 9_998, "2500": 2}), "the fewest chips that are there");
    let change = json!([{"act": "change-chips", "gives": {"500": 20}, "gets": {"10000": 1}}]);
    must(&dora, FELT, change).await;
    assert_eq!(tray().await, json!({"10000": 9_997, "2500": 2, "500": 20}));
    refused(
        dora.command(
            FELT,
            "more-than-given",
            json!([{"act": "change-chips", "gives": {"500": 20}, "gets": {"10000": 2}}]),
        )
        .await,
        "not-made-of-chips",
    );
    // What nobody can have paid from these chips: the tray is not known until it is counted again.
    done(keys(&dora, "Ann", json!([{"act": "buy-in", "cash": 100}])).await);
    assert_eq!(tray().await, Value::Null);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_found_again_in_the_whole_house_and_nobody_need_give_one() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, dora) = (come(&open, "Sue").await, come(&open, "Dora").await);
    opened_bank(&open, &cora, &max).await;
    for guest in [&sue, &dora] {
        must(guest, FELT, json!([{"act": "sign-on"}])).await;
    }
    // Pat has an account: whoever keys `pat` means Pat. Whoever works here is no patron, however it is written.
    done(keys(&dora, "pat", json!([{"act": "arrive"}])).await);
    let there = ivy.get(&format!("/tables/{FELT}")).await["patrons"].clone();
    assert_eq!(there[0]["name"], "Pat", "{there}");
    refused(keys(&dora, "sUE", json!([{"act": "arrive"}])).await, "not-yours");
    refused(keys(&dora, "Dora ", json!([{"act": "arrive"}])).await, "not-yours");

    // Somebody gives no name at the window, plays, and cashes in what they left with.
    done(asks(&cora, json!({"act": "buy", "pieces": {"500": 40}}), None).await);
    done(keys(&dora, "#k3f9ab", json!([{"act": "arrive"}])).await);
    done(keys(&dora, "#k3f9ab", json!([{"act": "bring-chips", "chips": 20_000}])).await);
    refused(keys(&dora, "#k3f9ab", json!([{"act": "bring-chips", "chips": 500}])).await, "not-enough");
    done(keys(&dora, "#k3f9ab", json!([{"act": "leave"}])).await);
    let view = balanced(&open, &ivy).await;
    assert_eq!(view["holders"], json!([{"name": "", "chips": 20_000}]));
    let redeem = |patron: Value| json!({"act": "redeem", "patron": patron, "pieces": {"500": 40}});
    refused(asks(&cora, redeem(json!("Ann")), None).await, "not-enough");
    done(asks(&cora, redeem(Value::Null), None).await);
    assert_eq!(balanced(&open, &ivy).await["chips"]["patrons"], 0);

    // A dealer alone makes no large sum of nobody's chips a friend's.
    let second_from = view["second_from"].as_i64().unwrap();
    done(asks(&cora, json!({"act": "buy", "pieces": {"10000": second_from / 10_000}}), Some("Carl")).await);
    let bring = |chips: i64| json!([{"act": "bring-chips", "chips": chips}]);
    refused(keys(&dora, "Pat", bring(second_from)).await, "needs-second");
    done(keys(&dora, "Pat", bring(second_from - 2_500)).await);
    balanced(&open, &ivy).await;

    // A shift that ends signs everybody off.
    let begin = json!({"id": "evening-1", "name": "Evening", "why": "the roster"});
    done(sue.post("/shifts", begin).await);
    done(sue.post("/shifts/1/end", json!({"id": "evening-1-ends", "why": "the roster"})).await);
    let pit = ivy.get("/pit").await;
    let felt = pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == FELT).unwrap();
    assert_eq!(felt["staff"], json!([]));
    open.stop().await;
}

/// What is asked of the demonstration's cage, seconded by the PIN that was printed beside a link.
async fn asks_in_demonstration(
    open: &Open,
    guest: &Guest,
    order: Value,
    second: Option<Role>,
) -> (StatusCode, Value) {
    let links = open.house.links.as_ref().unwrap();
    let second =
        second.map(|role| json!({ "name": people::names::in_demonstration(role), "pin": links.pin(role) }));
    let body = json!({ "id": format!("order-{}", rand_id()), "order": order, "second": second });
    guest.post("/cage/orders", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demonstration_keeps_a_cage_and_takes_no_typed_signature() {
    let folder = tempfile::tempdir().unwrap();
    let cage = house::demonstration::settings("127.0.0.1:8300".parse().unwrap(), folder.path()).unwrap().cage;
    assert!(cage.is_some(), "the demonstration keeps a cage");
    let mut settings = at_pace(folder.path(), AT_ONCE);
    settings.cage = cage;
    let open = Open::with(settings).await;
    let (cora, mia) = (open.confirmed_as(Role::Cage).await, open.confirmed_as(Role::Manager).await);
    let (sam, dora) = (open.confirmed_as(Role::Supervisor).await, open.come_as(Role::Dealer).await);
    let ivy = open.come_as(Role::Inspector).await;
    let links = open.house.links.as_ref().unwrap();

    // Ann takes her chips from one table to another.
    let keys = |table: &'static str, acts: Value| {
        let body = json!({ "id": format!("keyed-{}", rand_id()), "acts": acts, "for": "Ann" });
        let dora = dora.clone();
        async move { dora.post(&format!("/tables/{table}/commands"), body).await }
    };
    must(&dora, "act-felt", json!([{"act": "sign-on"}])).await;
    done(keys("act-felt", json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}])).await);
    done(keys("act-felt", json!([{"act": "leave"}])).await);
    assert_eq!(balanced(&open, &ivy).await["holders"], json!([{"name": "Ann", "chips": 100_000}]));
    must(&dora, "act-felt", json!([{"act": "sign-off"}])).await;
    must(&dora, FELT, json!([{"act": "sign-on"}])).await;
    done(keys(FELT, json!([{"act": "arrive"}])).await);
    done(keys(FELT, json!([{"act": "bring-chips", "chips": 100_000}])).await);
    assert_eq!(balanced(&open, &ivy).await["holders"], json!([]));

    // A dealer's name that the supervisor types signs nothing; the dealer's PIN does.
    must(&sam, FELT, json!([{"act": "sign-on"}])).await;
    let float = ivy.get(&format!("/tables/{FELT}")).await["money"]["float"].as_i64().unwrap();
    let count =
        json!([{"act": "count-float", "count": float, "signed": "Dora Dealer", "pieces": in_chips(float)}]);
    let body = |acts: &Value, pin: Option<&str>| {
        let signed = pin.map(|pin| json!({ "name": "Dora Dealer", "pin": pin }));
        json!({ "id": format!("signed-{}", rand_id()), "acts": acts, "signed": signed })
    };
    let at = format!("/tables/{FELT}/commands");
    refused(sam.post(&at, body(&count, None)).await, "own-pin-first");
    refused(sam.post(&at, body(&count, Some("000000"))).await, "wrong-password");
    let pin = links.pin(Role::Dealer);
    done(sam.post(&at, body(&count, Some(&pin))).await);
    let typed = json!([{"act": "fill", "amount": 50_000, "signed": "Dora Dealer"}]);
    refused(sam.post(&at, body(&typed, None)).await, "own-pin-first");
    refused(sam.post(&at, body(&typed, Some(&pin))).await, "through-the-cage");

    // Each does their part of a fill under the sign-in of their own link.
    let pieces = json!({"500": 50, "2500": 10});
    let order = |guest: Guest, order: Value, second: Option<Role>| {
        let open = &open;
        async move { asks_in_demonstration(open, &guest, order, second).await }
    };
    let issue = json!({"act": "issue-chips", "pieces": pieces, "why": "from the maker"});
    done(order(mia.clone(), issue, Some(Role::Cage)).await);
    let opens = json!({"act": "open-bank", "cash": 0, "pieces": pieces});
    done(order(cora.clone(), opens, Some(Role::Supervisor)).await);
    let request = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": pieces});
    let number = done(order(sam.clone(), request, None).await)["number"].clone();
    done(order(mia, json!({"act": "approve", "number": number}), None).await);
    done(order(cora, json!({"act": "send", "number": number, "pieces": pieces}), None).await);
    let sol = open.come_as(Role::Surveillance).await;
    done(order(sol, json!({"act": "carry", "number": number}), None).await);
    done(order(dora, json!({"act": "receive", "number": number, "pieces": pieces}), None).await);
    assert_eq!(balanced(&open, &ivy).await["chips"]["transit"], 0);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_house_that_begins_with_a_cage_every_chip_was_put_into_use_by_somebody() {
    let folder = tempfile::tempdir().unwrap();
    // Nothing was there before the cage.
    std::fs::create_dir_all(folder.path().join("ledger")).unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, sam) = (come(&open, "Sue").await, come(&open, "Sam").await);
    let (dora, dan) = (come(&open, "Dora").await, come(&open, "Dan").await);
    assert_eq!(balanced(&open, &ivy).await["chips"]["issued"], 0);
    come(&open, "Carl").await;
    let pieces = json!({"500": 400, "2500": 400});
    done(
        asks(&max, json!({"act": "issue-chips", "pieces": pieces, "why": "from the maker"}), Some("Cora"))
            .await,
    );
    let cash = json!({"act": "move-cash", "amount": 1_000_000, "why": "from the bank"});
    done(asks(&cora, cash, Some("Carl")).await);
    let opens = json!({"act": "open-bank", "cash": 1_000_000, "pieces": pieces});
    done(asks(&cora, opens, Some("Carl")).await);
    let hands = [&sue, &sam, &cora, &dan, &dora];
    let fill = json!({"500": 100, "2500": 20});
    for table in [FELT, "nz"] {
        must(&dora, table, json!([{"act": "sign-on"}])).await;
        transferred("fill", table, hands, &fill).await;
        // The table's own slip names whoever received it, also where the house deals.
        let slips = sue.get(&format!("/tables/{table}/slips")).await;
        let slip = slips["slips"].as_array().unwrap().iter().find(|slip| slip["kind"] == "fill").unwrap();
        assert_eq!((&slip["by"], &slip["signed"]), (&json!("Sam"), &json!("Dora")), "{table}");
        must(&dora, table, json!([{"act": "sign-off"}])).await;
    }
    // Nobody receives chips for a table where they are not on duty, whoever deals there.
    for table in [FELT, "nz"] {
        let pieces = json!({"500": 1});
        let request = json!({"act": "request", "kind": "fill", "table": table, "pieces": pieces});
        let number = done(asks(&sue, request, None).await)["number"].clone();
        done(asks(&sam, json!({"act": "approve", "number": number}), None).await);
        done(asks(&cora, json!({"act": "send", "number": number, "pieces": pieces}), None).await);
        done(asks(&dan, json!({"act": "carry", "number": number}), None).await);
        let receive = json!({"act": "receive", "number": number, "pieces": pieces});
        refused(asks(&dora, receive.clone(), None).await, "wrong-person");
        must(&dora, table, json!([{"act": "sign-on"}])).await;
        done(asks(&dora, receive, None).await);
        must(&dora, table, json!([{"act": "sign-off"}])).await;
    }
    let view = balanced(&open, &ivy).await;
    let issued = 400 * 500 + 400 * 2_500;
    assert_eq!((&view["chips"]["issued"], &view["chips"]["tables"]), (&json!(issued), &json!(201_000)));

    // What no table and no cage of the house uses is no chip of the house, nor is one more than there are.
    done(asks(&cora, json!({"act": "buy", "patron": "Pat", "pieces": {"2500": 40}}), None).await);
    for pieces in [json!({"700": 1}), json!({"50000": 1}), json!({"500": 201})] {
        let redeem = json!({"act": "redeem", "patron": "Pat", "pieces": pieces});
        refused(asks(&cora, redeem, None).await, "not-enough");
    }
    refused(
        asks(&cora, json!({"act": "colour", "gives": {"1000": 5}, "gets": {"2500": 2}}), None).await,
        "not-enough",
    );
    done(
        asks(&cora, json!({"act": "redeem", "patron": "Pat", "pieces": {"2500": 30, "500": 50}}), None).await,
    );
    balanced(&open, &ivy).await;
    open.stop().await;
    let open = caged(folder.path()).await;
    let ivy = open.back(ivy.cookie.as_deref());
    assert_eq!(balanced(&open, &ivy).await["chips"]["issued"], issued);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_table_closes_and_opens_again_with_a_dealers_own_signature() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (ivy, sue, dora) = (come(&open, "Ivy").await, come(&open, "Sue").await, come(&open, "Dora").await);
    let on_duty = async || {
        for guest in [&sue, &dora] {
            must(guest, "nz", json!([{"act": "sign-on"}])).await;
        }
    };
    on_duty().await;
    let float = ivy.get("/tables/nz").await["money"]["float"].as_i64().unwrap();
    let counted = |signer: &str, act: Value| json!([{"act": "count-float", "count": float, "signed": signer, "pieces": in_chips(float)}, act]);
    let sends = async |act: Value| signed_at("nz", &sue, counted("Dora", act)).await;
    // The house's own dealer signs for nobody who types that name.
    let typed = counted("dealer", json!({"act": "close", "count": float}));
    let typed = json!({"id": "signed-by-its-name", "acts": typed});
    refused(sue.post("/tables/nz/commands", typed).await, "own-pin-first");
    // Nor does it close on what a supervisor says of the float alone, as at no table.
    let alone = json!([{"act": "close", "count": float}]);
    refused(signed_at("nz", &sue, alone).await, "not-counted");
    let by_sum =
        json!([{"act": "count-float", "count": float, "signed": "Dora"}, {"act": "close", "count": float}]);
    refused(signed_at("nz", &sue, by_sum).await, "count-by-worth");
    done(sends(json!({"act": "close", "count": float})).await);
    // Nobody stays on duty, whoever did what was left to do.
    let staff = async || {
        let pit = ivy.get("/pit").await;
        pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == "nz").unwrap()["staff"].clone()
    };
    ivy.until("nz", |view| view["state"]["phase"] == "closed" && view["desk"]["due"]["due"] != "check-cards")
        .await;
    let patience = Instant::now() + PATIENCE;
    while staff().await != json!([]) {
        assert!(Instant::now() < patience, "somebody stays on duty: {}", staff().await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    on_duty().await;
    let alone = json!([{"act": "reopen", "count": float}]);
    refused(signed_at("nz", &sue, alone).await, "not-counted");
    let short = float - 100;
    let robbed = json!([
        {"act": "count-float", "count": short, "signed": "Dora", "pieces": in_chips(short)},
        {"act": "reopen", "count": short}
    ]);
    refused(signed_at("nz", &sue, robbed).await, "count-differs");
    done(sends(json!({"act": "reopen", "count": float})).await);
    ivy.until("nz", |view| view["state"]["betting"]["open"] == true).await;
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_again_is_answered_alike_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, sam) = (come(&open, "Sue").await, come(&open, "Sam").await);
    let (dora, dan) = (come(&open, "Dora").await, come(&open, "Dan").await);
    opened_bank(&open, &cora, &max).await;
    let sent = async |guest: &Guest, path: &str, body: &Value| {
        let (status, _, bytes) = guest.raw(Method::POST, path, Some(body.clone())).await;
        (status, String::from_utf8(bytes.to_vec()).unwrap())
    };
    let mut known: Vec<(Guest, String, Value, (StatusCode, String))> = Vec::new();
    let mut first = async |guest: &Guest, path: &str, body: Value| {
        let answer = sent(guest, path, &body).await;
        assert_eq!(answer.0, StatusCode::OK, "{path} {body}: {}", answer.1);
        known.push((guest.clone(), path.to_owned(), body, answer.clone()));
        serde_json::from_str::<Value>(&answer.1).unwrap()
    };
    let order = |id: &str, order: Value, second: Option<&str>| json!({"id": id, "order": order, "second": second.map(pin)});
    for guest in [&sue, &dora] {
        must(guest, FELT, json!([{"act": "sign-on"}])).await;
    }
    done(keys(&dora, "Ann", json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}])).await);
    let orders = "/cage/orders";
    first(
        &cora,
        orders,
        order("buys-once", json!({"act": "buy", "patron": "Pat", "pieces": {"500": 4}}), None),
    )
    .await;
    let pieces = json!({"500": 50, "2500": 10});
    let request = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": pieces});
    let number = first(&sue, orders, order("asks-once", request, None)).await["number"].clone();
    first(&sam, orders, order("approves-once", json!({"act": "approve", "number": number}), None)).await;
    let counted = |act: &str| json!({"act": act, "number": number, "pieces": pieces});
    first(&cora, orders, order("sends-once", counted("send"), None)).await;
    first(&dan, orders, order("carries-once", json!({"act": "carry", "number": number}), None)).await;
    // Whoever approved is not on duty at the table at first, and is later.
    first(&dora, orders, order("receives-once", counted("receive"), None)).await;
    must(&sam, FELT, json!([{"act": "sign-on"}])).await;
    first(&sue, orders, order("takes-once", json!({"act": "take-box", "table": FELT}), None)).await;
    let float = ivy.get(&format!("/tables/{FELT}")).await["money"]["float"].as_i64().unwrap();
    let correct = json!({"act": "correct-float", "table": FELT, "count": float - 500, "why": "one is gone"});
    first(&sue, orders, order("corrects-once", correct, Some("Max"))).await;
    first(
        &cora,
        orders,
        order("counts-once", json!({"act": "count-box", "number": 1, "cash": 100_000}), None),
    )
    .await;
    first(
        &sue,
        orders,
        order("counts-twice", json!({"act": "count-box", "number": 1, "cash": 100_000}), None),
    )
    .await;
    let voucher = json!({"id": "voucher-once", "number": "V-1", "worth": 5_000});
    first(&sue, "/vouchers", voucher).await;
    first(&sam, "/vouchers/V-1/approve", json!({"id": "approve-once"})).await;
    first(&sue, "/vouchers/V-1/withdraw", json!({"id": "withdraw-once"})).await;
    first(
        &max,
        &format!("/roster/tables/{FELT}/rename"),
        json!({"id": "rename-once", "name": "One", "why": "it moved"}),
    )
    .await;
    first(
        &max,
        &format!("/roster/tables/{FELT}/rename"),
        json!({"id": "rename-twice", "name": "Two", "why": "again"}),
    )
    .await;
    first(&sue, "/shifts", json!({"id": "shift-once", "name": "Evening", "why": "the roster"})).await;
    first(&sue, "/shifts/1/end", json!({"id": "ends-once", "why": "it is late"})).await;
    // Whoever signs on after that stays on duty.
    for guest in [&sue, &dora] {
        must(guest, FELT, json!([{"act": "sign-on"}])).await;
    }
    let stands = async || {
        let table = ivy.get(&format!("/tables/{FELT}")).await;
        let pit = ivy.get("/pit").await;
        let known =
            pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == FELT).unwrap().clone();
        (table["money"].clone(), known["staff"].clone(), known["name"].clone(), ivy.get("/cage").await)
    };
    let before = stands().await;
    assert_eq!(before.1.as_array().unwrap().len(), 2, "{}", before.1);
    for (guest, path, body, answer) in &known {
        assert_eq!(sent(guest, path, body).await, *answer, "{path} {body}");
    }
    assert_eq!(stands().await, before);
    assert!(lobby(&ivy).await.contains(&(FELT.to_owned(), "Two".to_owned())));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_slip_of_a_fill_is_there_for_as_long_as_the_log_is() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, sue) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Sue").await);
    opened_bank(&open, &cora, &max).await;
    for _ in 0..102 {
        let request = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": {"500": 7}});
        let body = json!({"id": format!("order-{}", rand_id()), "order": request});
        let number = done(Evening::patiently(&sue, "/cage/orders", body).await)["number"].clone();
        let cancel = json!({"act": "cancel", "number": number, "why": "not needed"});
        let body = json!({"id": format!("order-{}", rand_id()), "order": cancel});
        done(Evening::patiently(&sue, "/cage/orders", body).await);
    }
    assert_eq!(sue.get("/cage").await["transfers"].as_array().unwrap().len(), 100);
    for (number, status) in [(1, StatusCode::OK), (102, StatusCode::OK), (103, StatusCode::NOT_FOUND)] {
        let request = axum::http::Request::builder()
            .uri(format!("/cage/slips/{number}"))
            .header("cookie", sue.cookie.clone().unwrap())
            .body(axum::body::Body::empty())
            .unwrap();
        let (found, _, page) = sue.send(request).await;
        assert_eq!(found, status, "{number}");
        let page = String::from_utf8_lossy(&page).into_owned();
        assert_eq!(page.contains("7 × 5"), status == StatusCode::OK, "{page}");
        assert_eq!(page.contains("class=\"sign-line\""), status == StatusCode::OK, "{page}");
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_finds_what_happened_at_the_cage() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, sue) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Sue").await);
    opened_bank(&open, &cora, &max).await;
    done(asks(&cora, json!({"act": "buy", "patron": "Pat", "pieces": {"10000": 20}}), None).await);
    let large = json!({"act": "buy", "patron": "Quin", "pieces": {"10000": 60}});
    done(asks(&cora, large, Some("Carl")).await);
    let request = json!({"act": "request", "kind": "fill", "table": FELT, "pieces": {"500": 40}});
    let number = done(asks(&sue, request, None).await)["number"].clone();
    done(asks(&max, json!({"act": "approve", "number": number}), None).await);

    let ivy = come(&open, "Ivy").await;
    let found = async |query: &str| ivy.get(&format!("/watch/cage?{query}")).await;
    let bought = found("patron=%20PAT").await;
    assert_eq!(bought["all"], 1, "{bought}");
    let event = &bought["events"][0];
    assert_eq!(
        (&event["fact"], &event["by"], &event["patron"], &event["worth"]),
        (&json!("bought"), &json!("Cora"), &json!("Pat"), &json!(200_000)),
        "{event}"
    );
    let seconded = found("person=carl&fact=bought").await;
    assert_eq!((&seconded["all"], &seconded["events"][0]["patron"]), (&json!(1), &json!("Quin")));
    // Later steps of a fill are found by its table and its worth too.
    let steps = found(&format!("table={FELT}&amount_from=20000&amount_to=20000")).await;
    let facts: Vec<&Value> = steps["events"].as_array().unwrap().iter().map(|one| &one["fact"]).collect();
    assert_eq!(facts, ["approved", "requested"], "{steps}");
    // So is the count of a drop box by its table, and by either of the two who counted.
    done(asks(&sue, json!({"act": "take-box", "table": FELT}), None).await);
    let mia = come(&open, "Mia").await;
    for counter in [&cora, &mia] {
        done(asks(counter, json!({"act": "count-box", "number": 1, "cash": 0}), None).await);
    }
    for query in [format!("table={FELT}&fact=box-counted"), "person=cora&fact=box-counted".to_owned()] {
        let counted = found(&query).await;
        assert_eq!((&counted["all"], &counted["events"][0]["by"]), (&json!(1), &json!("Mia")), "{query}");
    }
    let from = steps["events"][0]["at"].as_i64().unwrap();
    assert!(found(&format!("from={from}")).await["all"].as_u64() >= Some(1));
    assert_eq!(found("until=1000").await["all"], 0);
    assert_eq!(found("fact=no-such-kind").await["events"], json!([]));

    // Page after page, each event once, newest first.
    let all = found("limit=100").await;
    let (mut told, mut before) = (Vec::new(), Some(String::new()));
    while let Some(place) = before {
        let page = found(&format!("limit=3{place}")).await;
        told.extend(page["events"].as_array().unwrap().iter().cloned());
        before = page["before"].as_u64().map(|before| format!("&before={before}"));
    }
    assert_eq!(json!(told), all["events"]);
    assert_eq!(all["all"], told.len());
    let (status, ..) = max.raw(Method::GET, "/watch/cage", None).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "a manager does not watch");
    open.stop().await;
}

/// A table that a manager adds while the house runs, with a supervisor and a dealer on duty.
async fn added(id: &str, book: &str, set: &str, [max, sue, dora]: [&Guest; 3]) {
    let table = format!("id = \"{id}\"\nbook = \"{book}\"\ncards = \"felt\"\n\n[set]\n{set}\n");
    done(roster(max, "", json!({"table": table, "why": "a busy week"})).await);
    for guest in [sue, dora] {
        must(guest, id, json!([{"act": "sign-on"}])).await;
    }
}

/// What a supervisor does at a table with the dealer's own PIN.
async fn signed_at(table: &str, sue: &Guest, acts: Value) -> (StatusCode, Value) {
    let body = json!({"id": format!("signed-{}", rand_id()), "acts": acts, "signed": pin("Dora")});
    sue.post(&format!("/tables/{table}/commands"), body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn where_wagers_are_not_kept_counts_and_the_drop_box_say_what_was_won() {
    const BARE: &str = "nz-bare";
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let (sue, sam) = (come(&open, "Sue").await, come(&open, "Sam").await);
    let (dora, dan) = (come(&open, "Dora").await, come(&open, "Dan").await);
    opened_bank(&open, &cora, &max).await;
    added(BARE, "nz", "wagers_kept = false", [&max, &sue, &dora]).await;
    let hands = [&sue, &sam, &cora, &dan, &dora];
    transferred("fill", BARE, hands, &json!({"500": 100, "2500": 20})).await;
    done(asks(&cora, json!({"act": "buy", "patron": "Ann", "pieces": {"10000": 5}}), None).await);
    // Nobody keys there whose chips they are.
    let body = json!({"id": "keyed-for-ann", "for": "Ann", "acts": [{"act": "arrive"}, {"act": "buy-in", "cash": 500}]});
    refused(dora.post(&format!("/tables/{BARE}/commands"), body).await, "not-offered");

    let count = |float: i64| json!([{"act": "count-float", "count": float, "signed": "Dora", "pieces": in_chips(float)}]);
    let held = async || {
        let view = balanced(&open, &ivy).await;
        let holders = view["holders"].as_array().unwrap().iter();
        let of = |name: &str| {
            holders.clone().find(|one| one["name"] == name).map_or(0, |one| one["chips"].as_i64().unwrap())
        };
        (of("Ann"), of(""))
    };
    // Ann has lost 125: the count puts that on record, here and at the cage at once, and once.
    let body = json!({"id": "the-first-count", "acts": count(112_500), "signed": pin("Dora")});
    let path = format!("/tables/{BARE}/commands");
    let first = done(sue.post(&path, body.clone()).await);
    assert_eq!(first["events"][1]["message"], "play brought 125 to the float", "{first}");
    assert_eq!(done(sue.post(&path, body).await)["events"], first["events"]);
    assert_eq!(held().await, (50_000, -12_500));
    // Ben has won 250, and cashes in before anybody has counted.
    done(asks(&cora, json!({"act": "redeem", "patron": "Ben", "pieces": {"2500": 10}}), None).await);
    assert_eq!(held().await, (50_000, -37_500));
    done(signed_at(BARE, &sue, count(87_500)).await);
    assert_eq!(held().await, (50_000, -12_500));
    // Cid has won 100 and takes them to a table that keeps wagers.
    must(&dan, FELT, json!([{"act": "sign-on"}])).await;
    done(keys(&dan, "Cid", json!([{"act": "arrive"}])).await);
    done(keys(&dan, "Cid", json!([{"act": "bring-chips", "chips": 10_000}])).await);
    assert_eq!(held().await, (50_000, -22_500));

    // Patrons have bought chips for 300 at the table since: the float is short of it and the box has it, though nobody keyed it.
    let close = json!([count(47_500)[0], {"act": "close", "count": 47_500}]);
    done(signed_at(BARE, &sue, close).await);
    assert_eq!(held().await, (50_000, 17_500));
    done(asks(&sue, json!({"act": "take-box", "table": BARE}), None).await);
    for guest in [&cora, &sue] {
        done(asks(guest, json!({"act": "count-box", "number": 1, "cash": 30_000}), None).await);
    }
    let view = balanced(&open, &ivy).await;
    assert_eq!((&view["cash"]["variance"], &view["cash"]["dropped"]), (&json!(0), &json!(30_000)));
    assert_eq!((&view["boxes"][0]["keyed"], &view["boxes"][0]["variance"]), (&json!(0), &json!(0)));
    let drop = ivy.get(&format!("/reports/drop?table={BARE}")).await;
    assert_eq!((&drop["balances"], &drop["sheets"]["tables"][0]["counted"]), (&json!(true), &json!(30_000)));
    let report = ivy.get(&format!("/reports/shift?table={BARE}")).await;
    let line = |line: &str| report["sheets"]["balance"][0][line].as_i64().unwrap();
    // Won: 125 - 250 - 100, as the table's patrons would add it up.
    assert_eq!((line("fills"), line("drop"), line("closing")), (100_000, -30_000, 47_500), "{report:#}");
    assert_eq!((line("from_play"), line("win"), line("due")), (-22_500, -22_500, 47_500));
    assert_eq!((&report["balances"], &report["sheets"]["differences"]), (&json!(true), &json!([])));
    let found = ivy.get(&format!("/watch/cage?fact=play-counted&table={BARE}&amount_from=25000")).await;
    assert_eq!((&found["all"], &found["events"][0]["worth"]), (&json!(2), &json!(40_000)), "{found}");

    // Nothing is played at a closed table: what is missing there is missing.
    must(&sue, BARE, json!([{"act": "sign-on"}])).await;
    must(&dora, BARE, json!([{"act": "sign-on"}])).await;
    done(signed_at(BARE, &sue, count(47_000)).await);
    let report = ivy.get(&format!("/reports/shift?table={BARE}")).await;
    assert_eq!(report["sheets"]["differences"][0]["message"], "the count was short by 5", "{report:#}");
    let after = balanced(&open, &ivy).await["chips"].clone();
    open.stop().await;
    let open = caged(folder.path()).await;
    assert_eq!(balanced(&open, &open.back(ivy.cookie.as_deref())).await["chips"], after);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_a_table_is_dealt_does_not_change_by_opening_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (sue, dora) = (come(&open, "Sue").await, come(&open, "Dora").await);
    for (table, bad) in [(FELT, json!({"sealed": true})), ("nz", json!({"wagers_kept": false}))] {
        for guest in [&sue, &dora] {
            must(guest, table, json!([{"act": "sign-on"}])).await;
        }
        let float = sue.get(&format!("/tables/{table}")).await["money"]["float"].as_i64().unwrap();
        let count =
            json!({"act": "count-float", "count": float, "signed": "Dora", "pieces": in_chips(float)});
        let sends = async |act: Value| signed_at(table, &sue, json!([count, act])).await;
        done(sends(json!({"act": "close", "count": float})).await);
        sue.until(table, |view| {
            view["state"]["phase"] == "closed" && view["desk"]["due"]["due"] != "check-cards"
        })
        .await;
        let patience = Instant::now() + PATIENCE;
        while must_not_be_signed_on(&sue, table).await {
            assert!(Instant::now() < patience, "somebody stays on duty");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        for guest in [&sue, &dora] {
            must(guest, table, json!([{"act": "sign-on"}])).await;
        }
        let good = done(sue.post(&format!("/tables/{table}/settings"), json!({"set": "seats = 5"})).await);
        let mut settings = good.clone();
        settings.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
        let reopen = |settings: &Value| json!({"act": "reopen", "count": float, "settings": settings});
        let (status, message) = sends(reopen(&settings)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
        done(sends(reopen(&good)).await);
        let now = done(sue.post(&format!("/tables/{table}/settings"), json!({"set": ""})).await);
        let sealed = if table == "nz" { json!(true) } else { Value::Null };
        assert_eq!((&now["sealed"], &now["seats"]), (&sealed, &json!(5)), "{now}");
        must(&dora, table, json!([{"act": "sign-off"}])).await;
    }
    open.stop().await;
}

/// Is anybody on duty at a table?
async fn must_not_be_signed_on(guest: &Guest, id: &str) -> bool {
    let pit = guest.get("/pit").await;
    let table = pit["tables"].as_array().unwrap().iter().find(|table| table["id"] == id).unwrap();
    table["staff"] != json!([])
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_barred_at_a_table_that_is_no_more_plays_nowhere() {
    const GONE: &str = "nsw-gone";
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (max, sue) = (come(&open, "Max").await, come(&open, "Sue").await);
    let (sam, dora) = (come(&open, "Sam").await, come(&open, "Dora").await);
    added(GONE, "nsw", "seats = 5", [&max, &sue, &dora]).await;
    must(&sam, GONE, json!([{"act": "sign-on"}])).await;
    let eve = json!({"id": "eve-comes-here", "for": "Eve", "acts": [{"act": "arrive"}]});
    done(dora.post(&format!("/tables/{GONE}/commands"), eve).await);
    must(
        &sue,
        GONE,
        json!([{"act": "report-breach", "ban": "predicting-device", "who": "Eve", "what": "a telephone"}]),
    )
    .await;
    let bars =
        json!([{"act": "sanction", "breach": 1, "measures": ["bar-from-game"], "why": "it was found"}]);
    must(&sam, GONE, bars).await;
    let close = json!([{"act": "count-float", "count": 0, "signed": "Dora", "pieces": {}}, {"act": "close", "count": 0}]);
    done(signed_at(GONE, &sue, close).await);
    done(roster(&max, &format!("/{GONE}/retire"), json!({"why": "quiet again"})).await);
    must(&dora, FELT, json!([{"act": "sign-on"}])).await;
    refused(keys(&dora, " eve", json!([{"act": "arrive"}])).await, "barred");
    open.stop().await;
    let open = caged(folder.path()).await;
    let dora = open.back(dora.cookie.as_deref());
    refused(keys(&dora, "EVE", json!([{"act": "arrive"}])).await, "barred");
    done(keys(&dora, "Eva", json!([{"act": "arrive"}])).await);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn surveillance_finds_coups_by_every_amount_that_an_event_names() {
    let folder = tempfile::tempdir().unwrap();
    let open = caged(folder.path()).await;
    let (cora, max, ivy) = (come(&open, "Cora").await, come(&open, "Max").await, come(&open, "Ivy").await);
    let dora = come(&open, "Dora").await;
    opened_bank(&open, &cora, &max).await;
    must(&dora, FELT, json!([{"act": "sign-on"}])).await;
    done(asks(&cora, json!({"act": "buy", "patron": "Ann", "pieces": {"2500": 11}}), None).await);
    done(keys(&dora, "Ann", json!([{"act": "arrive"}])).await);
    done(keys(&dora, "Ann", json!([{"act": "bring-chips", "chips": 27_500}])).await);
    let found = async |amount: i64| {
        let all =
            ivy.get(&format!("/watch/coups?table={FELT}&amount_from={amount}&amount_to={amount}")).await;
        all["all"].as_u64().unwrap()
    };
    assert_eq!((found(27_500).await, found(27_400).await), (1, 0));
    open.stop().await;
}
