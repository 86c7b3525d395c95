//! Undealt cards are in nothing that anybody is told: every page, endpoint and feed is searched, for every role.

use crate::support::{AT_ONCE, Guest, Open, at_pace, bet, is_over, takes_wagers};
use axum::http::{Method, Request, header};
use people::role::Role;
use serde_json::Value;
use shoe::undealt::Undealt;
use shoe::{Keeper, TableName, Vault};

/// What a visitor is told without asking for anything in particular.
const PLACES: [&str; 18] = [
    "/api/v1/session",
    "/api/v1/tables",
    "/api/v1/tables/nz",
    "/api/v1/tables/nz/roads",
    "/api/v1/tables/nz/coups",
    "/api/v1/tables/nz/coups/1",
    "/api/v1/tables/nz/shoes",
    "/api/v1/tables/nz/shoes/1",
    "/api/v1/books/nz",
    "/api/v1/policy",
    "/api/v1/shifts",
    "/api/v1/people",
    "/api/v1/reports/shift",
    "/api/v1/reports/table?table=nz",
    "/metrics",
    "/",
    "/tables/nz",
    "/tables/nz/shoes",
];

async fn everything(visitor: &Guest) -> Vec<u8> {
    let mut all = Vec::new();
    for place in PLACES {
        let mut request = Request::builder().method(Method::GET).uri(place);
        if let Some(cookie) = &visitor.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let (_, _, body) = visitor.send(request.body(axum::body::Body::empty()).unwrap()).await;
        all.extend_from_slice(&body);
        all.push(b'\n');
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn no_undealt_card_is_told_to_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = at_pace(folder.path(), AT_ONCE);
    settings.tables.retain(|table| table.id == "nz");
    let (vault, key) = (settings.data.join("vault"), settings.vault_key.clone());
    let open = Open::with(settings).await;
    let player = open.seated("nz", 1).await;
    let mut visitors =
        vec![("anybody".to_owned(), open.anybody()), ("the patron".to_owned(), player.clone())];
    for role in Role::ALL {
        visitors.push((role.to_string(), open.come_as(role).await));
    }
    let mut feeds = Vec::new();
    for (name, visitor) in &visitors {
        feeds.push((name.clone(), visitor.feed("nz", None).await));
    }
    let mut message: Vec<(String, u16, Vec<u8>)> = Vec::new();
    let mut last = 0;
    for coup in 0..4 {
        let view = player.until("nz", takes_wagers).await;
        let number = view["state"]["coup"].as_u64().unwrap();
        let (_, answer) = player.command("nz", &format!("wager-{coup}-x"), bet(1, "tie", 1_000)).await;
        let view = player.until("nz", |view| is_over(view, number)).await;
        last = view["seq"].as_u64().unwrap();
        let dealt = u16::try_from(view["state"]["shoe"]["dealt"].as_u64().unwrap()).unwrap();
        message.push(("the patron, in answer".into(), dealt, answer.to_string().into_bytes()));
        for (name, visitor) in &visitors {
            message.push((name.clone(), dealt, everything(visitor).await));
        }
    }
    let dealt = message.last().unwrap().1;
    for (name, feed) in &mut feeds {
        let messages = feed.until(|message| message.id >= Some(last)).await;
        message.push((format!("{name}, live"), dealt, format!("{messages:?}").into_bytes()));
    }
    drop(feeds);
    open.stop().await;
    // The test is over: the shoe is given up and tells its secrets.
    let vault = Vault::open(&vault, &shoe::Keys::beside(&key)).ok().unwrap();
    let table: TableName = "nz".parse().unwrap();
    let held = vault.held(&table).unwrap().unwrap();
    assert_eq!(held.dealt, dealt);
    let seed = vault.abandon(&table, 1, "the test is over").unwrap().seed.0;
    let cut = held.cut.unwrap();
    for (who, dealt, bytes) in &message {
        assert!(bytes.len() > 100, "{who} was told nothing");
        let found = Undealt::of(&seed, &held.sealed, cut, *dealt).found_in(bytes);
        assert_eq!(found, Vec::<&str>::new(), "{who} is told what has not been dealt");
    }
    // The search does find what is there: what came out later was undealt in the beginning.
    let public: String = message
        .iter()
        .find(|(who, ..)| who == "anybody, live")
        .map(|(.., text)| text)
        .map_or_else(String::new, |text| String::from_utf8_lossy(text).into_owned());
    assert!(public.contains("card-dealt"));
    let secret = Value::from(hex(&seed)).to_string();
    assert!(!Undealt::of(&seed, &held.sealed, cut, dealt).found_in(secret.as_bytes()).is_empty());
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
