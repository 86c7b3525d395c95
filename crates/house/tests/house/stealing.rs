//! A dealer who wants to take money, alone, at a table that people deal: what they say happened moves nothing by itself.

use crate::felt::{Evening, due, first_card, with_ann_and_bob};
use crate::people;
use ::people::role::Role;
use axum::http::StatusCode;
use serde_json::{Value, json};

const TABLE: &str = "nsw-felt";

/// Deals these cards where they are due.
async fn dealt(evening: &mut Evening, cards: &[&str]) {
    for card in cards {
        let view = evening.view().await;
        let to = view["desk"]["offers"][0]["act"]["to"].clone();
        let (status, message) = evening.deal(json!([{"act": "deal-card", "to": to, "card": card}])).await;
        assert_eq!(status, StatusCode::OK, "{card}: {message}");
    }
}

fn reports(report: Value) -> Value {
    json!({"act": "report", "report": report})
}

/// The chips of everybody at the table, and what lies.
async fn money(evening: &Evening) -> Value {
    let view = evening.view().await;
    let chips: Vec<&Value> =
        view["patrons"].as_array().unwrap().iter().map(|patron| &patron["chips"]).collect();
    json!([chips, view["desk"]["stakes"]])
}

/// A dealer says this with two cards in sight: it is refused, or left to a supervisor, and no chip moves.
async fn moves_nothing(act: Value) {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(first_card).await;
    dealt(&mut evening, &["4H", "9D"]).await;
    let before = money(&evening).await;
    let (status, message) = evening.deal(json!([act])).await;
    let is_left_to_somebody = message["events"][0]["fact"] == "matter-opened";
    assert!(status != StatusCode::OK || is_left_to_somebody, "{act}: {message}");
    assert_eq!(money(&evening).await, before, "{act}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_dealer_says_alone_gives_no_stake_back_once_a_card_was_seen() {
    // Ann's wager looks lost: it is found invalid, the cards out of order, one foreign, one missing.
    moves_nothing(
        json!({"act": "find-invalid", "patron": "Ann", "box": 1, "wager": "player", "lacks": "inside-area"}),
    )
    .await;
    moves_nothing(reports(json!({"what": "misdealt", "to": "banker", "card": "5C"}))).await;
    moves_nothing(reports(json!({"what": "foreign", "card": "5C"}))).await;
    moves_nothing(reports(json!({"what": "found", "irregularity": "card-missing"}))).await;
    moves_nothing(reports(json!({"what": "out-of-sequence", "cards": ["9D", "4H"]}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_that_the_rules_do_not_have_take_two() {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(first_card).await;
    // Player 5, banker 7: the player's third card is due, and without it Bob wins.
    dealt(&mut evening, &["2H", "3D", "3S", "4C"]).await;
    evening.until(|view| due(view) == "card").await;
    let before = money(&evening).await;
    let (status, message) = evening.deal(json!([reports(json!({"what": "settled-short"}))])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(message["events"][0]["fact"], "matter-opened", "{message}");
    let by_method = reports(json!({"what": "settled-by", "method": "even-money"}));
    let (status, message) = evening.deal(json!([by_method])).await;
    assert_ne!(status, StatusCode::OK, "{message}");
    assert_eq!(money(&evening).await, before);
    let denied = json!([{"act": "decide", "matter": 1, "remedy": "denied", "why": "no chip was paid"}]);
    let (status, message) = evening.supervisor.command(TABLE, "nothing-paid", denied).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    // A supervisor's own word takes another's.
    let own = json!([reports(json!({"what": "settled-short"}))]);
    let (status, message) = evening.supervisor.command(TABLE, "own-word", own).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("needs-two")), "{message}");
    assert_eq!(money(&evening).await, before);
    // A player tells staff only of the order of the cards, which decides nothing.
    let before = money(&evening).await;
    let told = reports(json!({"what": "claimed", "coup": 1, "cards": ["3D", "2H", "3S", "4C"]}));
    let (status, message) = evening.key("Ann", json!([told])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(message["events"][0]["fact"], "matter-opened", "{message}");
    let (status, message) = evening.key("Ann", json!([reports(json!({"what": "settled-short"}))])).await;
    assert_ne!(status, StatusCode::OK, "{message}");
    assert_eq!(money(&evening).await, before);
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_decides_what_a_dealer_reports() {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(first_card).await;
    dealt(&mut evening, &["4H", "9D"]).await;
    let (status, message) = evening.deal(json!([reports(json!({"what": "foreign", "card": "5C"}))])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(message["events"][0]["fact"], "matter-opened", "{message}");
    let granted = json!([{"act": "decide", "matter": 1, "remedy": "granted", "why": "its back is red"}]);
    let (status, message) = evening.deal(granted.clone()).await;
    assert_ne!(status, StatusCode::OK, "{message}");
    let (status, message) = evening.supervisor.command(TABLE, "a-foreign-card", granted).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let view = evening.view().await;
    assert_eq!(view["desk"]["stakes"], json!([]), "{:#}", view["desk"]);
    found_by_those_who_watch(&evening).await;
    evening.end().await;
}

/// A supervisor wants a friend's stake back: what they say alone, without a dealer who said it first, makes no coup void either.
#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_or_manager_alone_gives_no_stake_back_once_a_card_was_seen() {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(first_card).await;
    dealt(&mut evening, &["4H", "9D"]).await;
    let before = money(&evening).await;
    for (number, report) in [
        json!({"what": "foreign", "card": "5C"}),
        json!({"what": "found", "irregularity": "card-missing"}),
        json!({"what": "out-of-sequence", "cards": ["9D", "4H"]}),
    ]
    .into_iter()
    .enumerate()
    {
        for guest in [&evening.supervisor, &evening.manager] {
            let id = format!("on-my-word-{number}");
            let (status, message) = guest.command(TABLE, &id, json!([reports(report.clone())])).await;
            assert_ne!(status, StatusCode::OK, "{report}: {message}");
            assert!(
                ["needs-two", "not-possible-now"].contains(&message["word"].as_str().unwrap()),
                "{message}"
            );
            assert_eq!(money(&evening).await, before, "{report}");
        }
    }
    let (status, message) = evening
        .supervisor
        .command(TABLE, "on-my-word-alone", json!([reports(json!({"what": "foreign", "card": "5C"}))]))
        .await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("needs-two")), "{message}");
    evening.end().await;
}

/// Whoever made a dealer's account is no second person for what that dealer reports; a colleague is.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_grants_what_a_dealer_reports_whom_they_have_made() {
    let mut evening = with_ann_and_bob("nsw").await;
    let inspector = evening.open.confirmed_as(Role::Inspector).await;
    let taken_in = people::change("take-in-dan", "take-in", "Dan", Some("dealer"));
    let halves = people::decided(&evening.manager, &inspector, taken_in).await;
    people::enrolled(&evening.open, &halves, people::PASSWORD).await;
    let (status, message) = evening.deal(json!([{"act": "sign-off"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    evening.dealer = evening.open.signed_in("Dan", Role::Dealer).await;
    let (status, message) = evening.deal(json!([{"act": "sign-on"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    evening.until(first_card).await;
    dealt(&mut evening, &["4H", "9D"]).await;
    let (status, message) = evening.deal(json!([reports(json!({"what": "foreign", "card": "5C"}))])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(message["events"][0]["fact"], "matter-opened", "{message}");
    let before = money(&evening).await;
    let decide =
        |remedy: &str| json!([{"act": "decide", "matter": 1, "remedy": remedy, "why": "its back is red"}]);
    let (status, message) = evening.manager.command(TABLE, "my-own-dealer", decide("granted")).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("self-approval")), "{message}");
    assert_eq!(money(&evening).await, before);
    // Nor what that dealer keys for a patron who, they say, has said so.
    let told = reports(json!({"what": "claimed", "coup": 1, "cards": ["9D", "4H"]}));
    let (status, message) = evening.key("Ann", json!([told])).await;
    assert_eq!(
        (status, &message["events"][0]["fact"]),
        (StatusCode::OK, &json!("matter-opened")),
        "{message}"
    );
    let theirs = json!([{"act": "decide", "matter": 2, "remedy": "granted", "why": "she saw it"}]);
    let (status, message) = evening.manager.command(TABLE, "my-dealers-patron", theirs).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("self-approval")), "{message}");
    let (status, message) = evening.supervisor.command(TABLE, "a-foreign-card", decide("granted")).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(evening.view().await["desk"]["stakes"], json!([]));
    evening.end().await;
}

/// A coup set aside by two people is found by both, by whoever keyed, dealt and played, and by amounts; the log is read once.
async fn found_by_those_who_watch(evening: &Evening) {
    let watcher = evening.open.come_as(Role::Surveillance).await;
    let search = async |query: &str| {
        let found = watcher.get(&format!("/watch/coups?table={TABLE}&{query}")).await;
        (found["all"].as_u64().unwrap(), found["coups"][0].clone())
    };
    let (all, coup) = search("void=true").await;
    assert_eq!((all, &coup["coup"]), (1, &json!(1)), "{coup}");
    assert_eq!(
        (&coup["proposers"], &coup["approvers"]),
        (&json!(["Dora Dealer"]), &json!(["Sam Supervisor"]))
    );
    assert_eq!((&coup["dealers"], &coup["keyed_by"]), (&json!(["Dora Dealer"]), &json!(["Dora Dealer"])));
    let read = evening.open.house.watch.indexed();
    assert!(read > 0);
    for query in [
        "proposer=dora%20dealer&approver=Sam%20Supervisor",
        "fact=coup-voided",
        "fact=wager-placed&patron=Ann",
        "dealer=Dora%20Dealer&keyed_by=Dora%20Dealer",
        "cards=4H,9D",
        "cards=4,9&amount_from=1",
        "person=Bob&from=1&until=99999999999999",
    ] {
        assert_eq!(search(query).await.0, 1, "{query}");
    }
    for query in
        ["proposer=Sam%20Supervisor", "approver=Ann", "amount_from=99999999999", "cards=9D,4H", "dealer=Ann"]
    {
        assert_eq!(search(query).await.0, 0, "{query}");
    }
    assert_eq!(evening.open.house.watch.indexed(), read, "a search reads nothing again");
}

/// What leaves everybody's money alone is put on record at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_moves_nothing_takes_one() {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(first_card).await;
    dealt(&mut evening, &["4H", "9D"]).await;
    let (status, message) =
        evening.deal(json!([reports(json!({"what": "found", "irregularity": "cut-missed"}))])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let miskeyed = reports(json!({"what": "miskeyed", "coup": 1, "keyed": "4H", "was": "5H"}));
    let (status, message) = evening.deal(json!([miskeyed])).await;
    assert_eq!(
        (status, &message["events"][0]["fact"]),
        (StatusCode::OK, &json!("matter-opened")),
        "{message}"
    );
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_third_card_read_before_the_call_is_kept_and_used() {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(first_card).await;
    for card in ["2H", "3D", "3S", "4C"] {
        let (status, message) = evening.scan(card).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }
    assert_eq!(due(&evening.view().await), "call");
    let (status, message) = evening.scan("9H").await;
    assert_eq!(status, StatusCode::CONFLICT, "{message}");
    assert_eq!(evening.view().await["desk"]["stray"], "9H");
    // No other card takes its place, neither read nor keyed.
    let (_, message) = evening.scan("KD").await;
    assert_eq!(message["word"], "a-card-waits", "{message}");
    let (_, message) = evening.deal(json!([{"act": "deal-card", "to": "player", "card": "KD"}])).await;
    assert_eq!(message["word"], "a-card-waits", "{message}");
    let view = evening.view().await;
    let call = view["desk"]["offers"][0]["act"].clone();
    let (status, message) = evening.deal(json!([call])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let view = evening.view().await;
    assert_eq!(view["state"]["player"]["cards"], json!(["2H", "3S", "9H"]), "{:#}", view["desk"]);
    assert_eq!(view["desk"]["stray"], Value::Null);
    evening.end().await;
}

/// NSW 12.13: 2H 3C were read, 9H KD are turned over: that decides and pays nothing.
#[tokio::test(flavor = "multi_thread")]
async fn cards_turned_over_are_held_against_those_that_were_read() {
    let mut evening = with_ann_and_bob("nsw").await;
    evening.until(|view| due(view) == "wagers").await;
    let down = json!([{"act": "make-change", "change": {"of": "faces", "faces": "down"}}]);
    let (status, message) = evening.supervisor.command(TABLE, "cards-face-down", down).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    evening.until(first_card).await;
    for card in ["2H", "7D", "3C", "KS"] {
        let (status, message) = evening.scan(card).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }
    let before = money(&evening).await;
    let (status, message) =
        evening.deal(json!([{"act": "expose", "side": "player", "cards": ["9H", "KD"]}])).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("scanner-differs")), "{message}");
    assert_eq!(money(&evening).await, before);
    let (status, message) =
        evening.deal(json!([{"act": "expose", "side": "player", "cards": ["3C", "2H"]}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    evening.end().await;
}
