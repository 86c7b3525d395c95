//! A player comes, bets and is paid, at a table of every book.

use crate::support::{AT_ONCE, BETTING, Open, PATIENCE, bet, brought, is_over, takes_wagers, tells};
use axum::http::StatusCode;
use baccarat::shelf;
use floor::timing::Pace;
use people::role::Role;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn at_every_book_a_wager_is_taken_dealt_and_settled() {
    let open = Open::at_pace(AT_ONCE).await;
    for table in shelf::ids() {
        let player = open.seated(table, 1).await;
        for coup in 0..3 {
            let before = player.until(table, takes_wagers).await;
            let number = before["state"]["coup"].as_u64().unwrap();
            let (status, answer) =
                player.command(table, &format!("wager-{coup}-x"), bet(1, "player", 2_000)).await;
            assert_eq!(status, StatusCode::OK, "{table}: {answer}");
            assert_eq!(answer["events"][0]["fact"], "wager-placed");
            assert_eq!(answer["events"][0]["you"], true);
            let after = player.until(table, |view| is_over(view, number)).await;
            let settled = &after["you"]["settled"][0];
            let coups = player.get(&format!("/tables/{table}/coups")).await;
            let change = brought(&coups, number);
            let chips = |view: &Value| view["you"]["chips"].as_i64().unwrap();
            assert_eq!(chips(&after) - chips(&before), change, "{table}: {coups}");
            // Where the book itself says what the wager does, the payment says by which clause.
            let ruled = before["table"]["wagers"][0]["rows"][0]["clauses"] != json!([]);
            assert_eq!(!settled["clauses"].as_array().unwrap().is_empty(), ruled, "{table}: {settled}");
            assert_eq!(after["you"]["net"].as_i64().unwrap(), chips(&after) - 100_000);
        }
        let coups = player.get(&format!("/tables/{table}/coups?limit=2")).await;
        assert_eq!(coups["coups"].as_array().unwrap().len(), 2);
        assert_eq!(coups["coups"][0]["yours"][0]["wager"], "player");
        let number = coups["coups"][0]["number"].as_u64().unwrap();
        let one = player.get(&format!("/tables/{table}/coups/{number}")).await;
        assert_eq!(one, coups["coups"][0]);
        let roads = player.get(&format!("/tables/{table}/roads")).await;
        assert_eq!(roads["coup"], number);
        assert_eq!(roads["roads"]["bead_plate"].as_array().unwrap().len() as u64, number);
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_shoe_is_dealt_revealed_and_verified() {
    let open = Open::at_pace(AT_ONCE).await;
    let player = open.seated("nz", 1).await;
    let mut wager = 0;
    loop {
        let view = player.until("nz", takes_wagers).await;
        if view["state"]["shoe"]["number"] == 2 {
            break;
        }
        wager += 1;
        let (status, answer) =
            player.command("nz", &format!("wager-{wager:03}-x"), bet(1, "banker", 1_000)).await;
        // A wager that stood off stays, and the next coup is dealt on it.
        let rides = answer["word"] == "wager-twice"
            || answer["word"] == "betting-frozen"
            || answer["word"] == "betting-closed";
        assert!(status == StatusCode::OK || rides, "{answer}");
        let number = view["state"]["coup"].as_u64().unwrap();
        player
            .until("nz", |view| view["state"]["coup"].as_u64().unwrap() > number && takes_wagers(view))
            .await;
        if view["you"]["chips"].as_i64().unwrap() < 20_000 {
            let acts = json!([{"act": "buy-in", "cash": 50_000}]);
            assert_eq!(player.command("nz", &format!("more-chips-{wager}"), acts).await.0, StatusCode::OK);
        }
    }
    assert!(wager > 50, "a shoe has some eighty coups, found {wager}");
    let shoes = player.get("/tables/nz/shoes").await;
    assert_eq!(shoes["shoes"][0]["number"], 2);
    assert_eq!(shoes["shoes"][0]["ended"], Value::Null);
    assert_eq!(shoes["shoes"][1]["ended"], "finished");
    let (status, checked) = player.post("/tables/nz/shoes/1/verify", json!({})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(checked["holds"], true, "{checked}");
    // One in use cannot be: it has not been revealed.
    let (_, checked) = player.post("/tables/nz/shoes/2/verify", json!({})).await;
    assert_eq!(checked["holds"], false);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_table_refuses_comes_with_its_clause() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("nsw", 2).await;
    player.until("nsw", takes_wagers).await;
    let (status, message) = player.command("nsw", "below-the-limit", bet(2, "player", 500)).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("below-minimum")));
    assert!(!message["clauses"].as_array().unwrap().is_empty(), "{message}");
    assert!(message["detail"].as_str().unwrap().contains("the minimum is 10"), "{message}");
    // Nothing of it happened, and what is allowed still is.
    let (status, message) = player.command("nsw", "within-the-limits", bet(2, "banker", 50_000)).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let view = player.get("/tables/nsw").await;
    assert_eq!(view["state"]["stakes"].as_array().unwrap().len(), 1);
    assert_eq!(view["state"]["stakes"][0]["wager"], "banker");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_buys_more_than_the_house_lets_them() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("qld", 1).await;
    let (status, message) =
        player.command("qld", "all-the-chips", json!([{"act": "buy-in", "cash": 1_000_000}])).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("buy-in-limit")));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_lie_face_down_are_told_to_nobody_until_they_are_turned() {
    let folder = tempfile::tempdir().unwrap();
    let pace = Pace { answer_seconds: 3_600, ..AT_ONCE };
    let mut settings = crate::support::at_pace(folder.path(), pace);
    settings.tables.retain(|table| table.id == "nsw");
    let table = &mut settings.tables[0];
    let book = table.book.book.clone();
    let methods = &book.rules.dealing.methods;
    let found = methods.items.iter().find_map(|method| {
        let face = method.faces.iter().find(|face| **face == baccarat::rules::play::Face::Down)?;
        let mut tried = table.settings.clone();
        (tried.dealing, tried.faces) = (Some(method.id.clone()), *face);
        let held = tried.receives(&book) != baccarat::rules::play::Receives::Nobody;
        (held && tried.check(&book).is_empty()).then_some(tried)
    });
    table.settings = found.expect("the book deals face down by some method");
    let open = Open::with(settings).await;
    let player = open.seated("nsw", 1).await;
    let mut feed = player.feed("nsw", None).await;
    let mut asked = 0;
    let mut known = 0;
    // Whatever the dealer offers is taken, and whatever is held is turned over.
    let patience = Instant::now() + PATIENCE;
    for turn in 0.. {
        assert!(Instant::now() < patience, "three coups were never dealt");
        let view = player.get("/tables/nsw").await;
        let acts = match view["you"]["asked"]["for"].as_str() {
            Some("cut") => json!([{"act": "cut", "at": view["you"]["asked"]["least"]}]),
            Some("take-hand") => json!([{"act": "take-hand"}]),
            Some("take-role") => json!([{"act": "take-role"}]),
            Some("expose") => {
                let side = view["you"]["asked"]["side"].as_str().unwrap();
                assert!(view["state"][side]["cards"].as_array().unwrap().contains(&Value::Null), "{view:#}");
                asked += 1;
                json!([{"act": "expose", "side": side}])
            }
            _ if takes_wagers(&view) && view["state"]["stakes"].as_array().unwrap().is_empty() => {
                known += 1;
                if known > 3 {
                    break;
                }
                bet(1, "banker", 5_000)
            }
            _ => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let (status, answer) = player.command("nsw", &format!("turn-{turn}-x"), acts).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    assert!(asked > 0, "nothing was ever turned over by the player");
    let messages = feed.until(|message| tells(message, "coup-ended")).await;
    let events: Vec<&Value> =
        messages.iter().filter_map(|message| message.data["events"].as_array()).flatten().collect();
    let dealt: Vec<&&Value> = events.iter().filter(|event| event["fact"] == "card-dealt").collect();
    assert!(dealt.iter().take(4).all(|event| event["card"] == Value::Null), "{dealt:?}");
    assert!(events.iter().any(|event| event["fact"] == "exposed"));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_are_there_to_read_with_exact_odds() {
    let open = Open::at_pace(BETTING).await;
    let anybody = open.anybody();
    let books = anybody.get("/books").await;
    assert_eq!(books["books"].as_array().unwrap().len(), 4);
    let act = anybody.get("/books/act").await;
    assert!(act["clauses"].as_array().unwrap().len() > 100);
    let wagers = act["methods"][0]["wagers"].as_array().unwrap();
    let tie = wagers.iter().find(|wager| wager["id"] == "tie").unwrap();
    // The tie at 8 to 1 costs 14.3596 per cent of the stake.
    assert!((tie["house_edge"].as_f64().unwrap() - 0.143_596).abs() < 0.000_001, "{tie}");
    let policy = anybody.get("/policy").await;
    assert!(policy["cases"].as_array().unwrap().iter().any(|case| case["when"] == "house-stops-in-mid-coup"));
    let api = anybody.get("/openapi.json").await;
    assert!(api["paths"].as_object().unwrap().contains_key("/api/v1/tables/{table}/commands"));
    let _ = open.come_as(Role::Inspector).await;
    open.stop().await;
}
