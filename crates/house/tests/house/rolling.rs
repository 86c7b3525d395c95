//! The sit-and-go of a demonstration: open as soon as the house is, filled by regulars after a guest has entered, dealt at a sealed table,
//! and the next one is open meanwhile. The test holds the clock of whoever runs it.

use crate::support::{AT_ONCE, Guest, Open, at_pace};
use axum::http::StatusCode;
use house::demonstration::with_sit_and_go;
use house::rolling::Rolling;
use people::clock;
use people::role::Role;
use serde_json::{Value, json};
use table::Time;

async fn phase(guest: &Guest, id: &str) -> String {
    guest.get(&format!("/tournaments/{id}")).await["phase"].as_str().unwrap().to_owned()
}

async fn a_guest_plays(book: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = with_sit_and_go(at_pace(folder.path(), AT_ONCE));
    settings.sit_and_go = false;
    let open = Open::with(settings).await;
    let mut rolling = Rolling::new(open.house.hall.clone().unwrap(), &open.house.tables());
    let mut now = Time(clock::now().0);
    rolling.step(now).await.unwrap();
    let (first, second) = (format!("sit-{book}-1"), format!("sit-{book}-2"));
    let guest = open.come_as(Role::Player).await;
    assert_eq!(phase(&guest, &first).await, "entries", "whoever comes may enter at once");
    // Nobody has entered: nothing happens, however long that goes on.
    now = Time(now.0 + 3_600_000);
    rolling.step(now).await.unwrap();
    assert_eq!(guest.get(&format!("/tournaments/{first}")).await["entered"], 0);
    let commands = format!("/tournaments/{first}/commands");
    let enter = json!({"act": "enter", "form": ["name"], "fee": 2_000, "has_copy": true});
    let (status, answer) = guest.post(&commands, json!({"id": "let-me-in", "act": enter})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    rolling.step(now).await.unwrap();
    assert_eq!(phase(&guest, &first).await, "entries", "others may still join");
    now = Time(now.0 + 20_000);
    let mut feed = guest.feed_of(&format!("/tournaments/{first}/feed")).await;
    let (mut wagers, mut away) = (0, false);
    for count in 0..2_000 {
        rolling.step(now).await.unwrap();
        let view = guest.get(&format!("/tournaments/{first}")).await;
        if view["phase"] == "awarded" && view["tables"][0]["dealt_at"].is_null() {
            break;
        }
        assert!(count < 1_999, "it never ends: {view:#}");
        let due = view["you"]["duties"]
            .as_array()
            .is_some_and(|duties| duties.iter().any(|duty| duty["task"] == "wager"));
        match due {
            true if wagers < 2 => {
                wagers += 1;
                let coup = &view["tables"][0]["coup"]["number"];
                let act = json!({"act": "wager", "wager": "player", "amount": 5_000, "chips": "tournament", "seat": null, "coup": coup});
                let asked = json!({"id": format!("my-wager-{wagers}"), "act": act});
                let (status, answer) = guest.post(&commands, asked).await;
                assert_eq!(status, StatusCode::OK, "{answer}");
            }
            // A guest who has gone keeps nobody waiting.
            true => {
                away = true;
                now = Time(now.0 + 31_000);
            }
            // Cards are on the table: the next that happens is waited for.
            false if view["tables"][0]["coup"]["dealt"] == true => {
                feed.next().await.unwrap();
            }
            false => now = Time(now.0 + 1_000),
        }
    }
    assert_eq!((wagers, away), (2, true));
    assert_eq!(phase(&guest, &second).await, "entries", "the next one is open");
    for (id, name) in [(&first, "Sit-and-go 1"), (&second, "Sit-and-go 2")] {
        assert_eq!(guest.get(&format!("/tournaments/{id}")).await["name"], name, "each is told apart");
    }
    let prizes = guest.get(&format!("/tournaments/{first}")).await["prizes"].clone();
    let money: Vec<i64> =
        prizes.as_array().unwrap().iter().map(|prize: &Value| prize["money"].as_i64().unwrap()).collect();
    assert_eq!(money, [4_800, 3_200], "60 and 40 per cent of four fees of 20");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_sit_and_go_under_act() {
    a_guest_plays("act").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_sit_and_go_under_nsw() {
    a_guest_plays("nsw").await;
}
