//! A command is carried out once, whatever is sent how often.

use crate::support::{BETTING, Open, bet, takes_wagers};
use axum::http::StatusCode;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn the_same_id_gives_the_same_answer_and_changes_nothing() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let (_, first) = player.command("act", "one-wager-only", bet(1, "player", 2_500)).await;
    for _ in 0..3 {
        let (status, again) = player.command("act", "one-wager-only", bet(1, "player", 2_500)).await;
        assert_eq!((status, &again), (StatusCode::OK, &first));
    }
    let view = player.get("/tables/act").await;
    assert_eq!(view["state"]["stakes"].as_array().unwrap().len(), 1);
    assert_eq!(view["you"]["chips"], 97_500);
    let (status, message) = player.command("act", "one-wager-only", bet(1, "player", 5_000)).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("same-id-other-content")));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buying_in_again_under_the_same_id_buys_nothing() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let most = json!([{"act": "buy-in", "cash": 900_000}]);
    let (_, first) = player.command("act", "the-rest-of-it", most.clone()).await;
    let (status, again) = player.command("act", "the-rest-of-it", most).await;
    assert_eq!((status, &again["events"]), (StatusCode::OK, &first["events"]));
    assert_eq!(player.get("/tables/act").await["you"]["chips"], 1_000_000);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_stays_a_refusal() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let (status, first) = player.command("act", "more-than-i-have", bet(1, "player", 500_000)).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let chips = json!([{"act": "buy-in", "cash": 900_000}]);
    assert_eq!(player.command("act", "more-chips-for-me", chips).await.0, StatusCode::OK);
    let (status, again) = player.command("act", "more-than-i-have", bet(1, "player", 500_000)).await;
    assert_eq!((status, again), (StatusCode::CONFLICT, first));
    open.stop().await;
}

/// What was placed is changed, taken back, and the seat given up: every answer stays what it was, to the byte.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_does_not_depend_on_what_happened_since() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let coup = player.until("act", takes_wagers).await["state"]["coup"].clone();
    let asked = [
        ("to-place-a-wager", bet(1, "player", 2_500)),
        ("to-change-a-wager", json!([{"act": "change", "box": 1, "wager": "player", "amount": 5_000}])),
        ("more-than-allowed", bet(1, "player", 900_000_000)),
        ("to-take-it-back", json!([{"act": "withdraw", "box": 1, "wager": "player"}])),
        ("to-take-it-again", json!([{"act": "withdraw", "box": 1, "wager": "player"}])),
        ("to-leave-the-table", json!([{"act": "leave"}])),
    ];
    let mut answers = Vec::new();
    for (id, acts) in &asked {
        answers.push(player.command_about("act", id, acts.clone(), Some(coup.clone()), None).await);
    }
    let taken: Vec<bool> = answers.iter().map(|(status, _)| *status == StatusCode::OK).collect();
    assert_eq!(taken, [true, true, false, true, false, true], "{answers:?}");
    for ((id, acts), answer) in asked.iter().zip(&answers) {
        let again = player.command_about("act", id, acts.clone(), Some(coup.clone()), None).await;
        assert_eq!(&again, answer, "{id}");
        let (status, message) = player.command_about("act", id, acts.clone(), Some(json!(77)), None).await;
        assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("same-id-other-content")));
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wager_says_for_which_coup_it_is_meant() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let coup = player.until("act", takes_wagers).await["state"]["coup"].as_u64().unwrap();
    let place = async |id: &str, coup: Option<u64>| {
        let coup = coup.map(|coup| json!(coup));
        player.command_about("act", id, bet(1, "player", 2_500), coup, None).await
    };
    let (status, message) = place("for-no-coup-at-all", None).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    for other in [coup - 1, coup + 1] {
        let (status, message) = place(&format!("for-another-coup-{other}"), Some(other)).await;
        assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("another-coup")), "{message}");
    }
    assert_eq!(place("for-this-very-coup", Some(coup)).await.0, StatusCode::OK);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_may_choose_the_same_id() {
    let open = Open::at_pace(BETTING).await;
    let (ann, bob) = (open.seated("act", 1).await, open.seated("act", 2).await);
    ann.until("act", takes_wagers).await;
    assert_eq!(ann.command("act", "my-first-wager", bet(1, "player", 2_500)).await.0, StatusCode::OK);
    assert_eq!(bob.command("act", "my-first-wager", bet(2, "player", 2_500)).await.0, StatusCode::OK);
    let view = ann.get("/tables/act").await;
    assert_eq!(view["state"]["stakes"].as_array().unwrap().len(), 2);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_acts_happen_all_or_not_at_all() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let acts = json!([bet(1, "player", 2_500)[0], bet(1, "tie", 99_000_000)[0]]);
    let (status, message) = player.command("act", "both-or-neither", acts).await;
    assert_eq!((status, &message["act"]), (StatusCode::CONFLICT, &json!(1)), "{message}");
    let view = player.get("/tables/act").await;
    assert_eq!(view["state"]["stakes"], json!([]));
    let acts = json!([bet(1, "player", 2_500)[0], bet(1, "tie", 1_000)[0]]);
    let (status, first) = player.command("act", "both-of-them", acts.clone()).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let (_, again) = player.command("act", "both-of-them", acts).await;
    assert_eq!(again["events"], first["events"]);
    let fewer = json!([bet(1, "player", 2_500)[0]]);
    let (status, message) = player.command("act", "both-of-them", fewer).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("same-id-other-content")));
    let view = player.get("/tables/act").await;
    assert_eq!(view["state"]["stakes"].as_array().unwrap().len(), 2);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_two_hundred_wagers_keeps_the_chips_together() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("nz", 1).await;
    player.until("nz", takes_wagers).await;
    let mut asked = tokio::task::JoinSet::new();
    for number in 0..200 {
        let player = player.clone();
        let wager = ["player", "banker", "tie"][number % 3];
        asked.spawn(async move {
            let acts = match number % 4 {
                3 => json!([{"act": "withdraw", "box": 1, "wager": wager}]),
                _ => bet(1, wager, 1_000 + 500 * (number as i64 % 5)),
            };
            player.command("nz", &format!("burst-{number:03}"), acts).await.0
        });
    }
    let statuses = asked.join_all().await;
    assert!(statuses.iter().all(|status| {
        [StatusCode::OK, StatusCode::CONFLICT, StatusCode::TOO_MANY_REQUESTS].contains(status)
    }));
    let you = player.get("/tables/nz").await["you"].clone();
    assert_eq!(you["chips"].as_i64().unwrap() + you["staked"].as_i64().unwrap(), 100_000);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_sent_many_times_at_once_happens_once() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    for acts in [
        bet(1, "player", 2_500),
        json!([{"act": "buy-in", "cash": 50_000}]),
        json!([bet(1, "tie", 1_000)[0], {"act": "buy-in", "cash": 50_000}]),
    ] {
        let mut asked = tokio::task::JoinSet::new();
        let id = format!("at-once-{}", acts.to_string().len());
        for _ in 0..20 {
            let (player, acts, id) = (player.clone(), acts.clone(), id.clone());
            asked.spawn(async move { player.command("act", &id, acts).await });
        }
        let answers = asked.join_all().await;
        for (status, answer) in &answers {
            assert_eq!((*status, &answer["events"]), (StatusCode::OK, &answers[0].1["events"]), "{acts}");
        }
    }
    let view = player.get("/tables/act").await;
    assert_eq!((&view["you"]["chips"], &view["you"]["staked"]), (&json!(196_500), &json!(3_500)));
    open.stop().await;
}
