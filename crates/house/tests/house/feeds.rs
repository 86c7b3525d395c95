//! Live feeds: nothing is missed, nothing comes twice, nothing comes out of order.

use crate::support::{AT_ONCE, BETTING, Open, bet, is_over, takes_wagers, tells};
use axum::http::StatusCode;
use people::role::Role;
use people::viewer::{Person, Viewer};
use serde_json::{Value, json};

fn numbers(messages: &[crate::support::Message]) -> Vec<u64> {
    let events = messages.iter().filter_map(|message| message.data["events"].as_array()).flatten();
    events.map(|event| event["seq"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_misses_nothing() {
    let open = Open::at_pace(AT_ONCE).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let watcher = open.anybody();
    let mut whole = watcher.feed("act", None).await;
    let first = whole.next().await.unwrap();
    assert_eq!((first.event.as_str(), &first.data["view"]), ("view", &json!("sign")));
    let start = first.id.unwrap();
    // Another one comes and goes all the time.
    let mut pieces = Vec::new();
    let mut last = start;
    for coup in 0..5 {
        let view = player.until("act", takes_wagers).await;
        let number = view["state"]["coup"].as_u64().unwrap();
        let (status, answer) =
            player.command("act", &format!("wager-{coup}-x"), bet(1, "banker", 1_000)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        player.until("act", |view| is_over(view, number)).await;
        let mut piece = watcher.feed("act", Some(last)).await;
        let message = piece.next().await.unwrap();
        assert_eq!(message.event, "happened");
        assert_eq!(message.data["after"], last);
        last = message.id.unwrap();
        pieces.push(message);
    }
    let all = whole.until(|message| message.id >= Some(last)).await;
    let expected: Vec<u64> = numbers(&all).into_iter().filter(|seq| *seq <= last).collect();
    assert!(expected.len() > 50);
    assert!(expected.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(numbers(&pieces), expected);
    // Each message says on which it follows.
    let mut before = start;
    for message in &all {
        assert_eq!(message.data["after"], before);
        before = message.id.unwrap();
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_from_long_ago_begins_with_the_whole_view() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let mut feed = player.feed("act", Some(1_000_000)).await;
    let first = feed.next().await.unwrap();
    assert_eq!((first.event.as_str(), &first.data["view"]), ("view", &json!("player")));
    // Whoever wants the last few is told those that are at hand.
    let recent = player.feed_of("/tables/act/feed?last=2").await.next().await.unwrap();
    let after = |behind: u64| json!(recent.id.unwrap() - behind);
    assert_eq!((recent.event.as_str(), &recent.data["after"]), ("happened", &after(2)));
    let all = player.feed_of("/tables/act/feed?last=1000000").await.next().await.unwrap();
    assert_eq!(all.event, "happened");
    assert!(numbers(&[all]).len() >= numbers(&[recent]).len());
    open.stop().await;
}

/// Whoever looks at a table while a first wager is put on record is answered before the dealer's clock runs, and everybody hears of the wager
/// then; of the clock they hear all the same.
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_that_a_first_wager_starts_is_told_whoever_looks_in_between() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("nz", 1).await;
    player.until("nz", takes_wagers).await;
    let mut feed = open.anybody().feed("nz", None).await;
    feed.next().await.unwrap();
    let wagers = async { player.command("nz", "the-first-wager", bet(1, "banker", 1_000)).await };
    let looks = async {
        for _ in 0..20 {
            open.anybody().get("/tables/nz").await;
        }
    };
    let ((status, answer), ()) = tokio::join!(wagers, looks);
    assert_eq!(status, StatusCode::OK, "{answer}");
    let told = feed.until(|message| message.data["state"]["betting"]["until"].is_number()).await;
    assert!(!told.is_empty());
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_affairs_are_told_to_oneself_alone() {
    let open = Open::at_pace(BETTING).await;
    let ann = open.seated("act", 1).await;
    let bob = open.seated("act", 2).await;
    let pit = open.come_as(Role::Supervisor).await;
    let mut feeds = Vec::new();
    for guest in [&ann, &bob, &open.anybody(), &pit] {
        let mut feed = guest.feed("act", None).await;
        feed.next().await.unwrap();
        feeds.push(feed);
    }
    let (status, answer) =
        ann.command("act", "more-for-ann-x", json!([{"act": "buy-in", "cash": 50_000}])).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    ann.until("act", takes_wagers).await;
    assert_eq!(ann.command("act", "a-wager-of-ann", bet(1, "player", 2_500)).await.0, StatusCode::OK);
    let mut message = Vec::new();
    for feed in &mut feeds {
        message.push(feed.until(|message| tells(message, "wager-placed")).await);
    }
    let bought =
        |messages: &[crate::support::Message]| messages.iter().any(|message| tells(message, "bought-in"));
    assert_eq!(message.iter().map(|message| bought(message)).collect::<Vec<_>>(), [true, false, false, true]);
    let placed = |messages: &[crate::support::Message]| {
        let last = messages.last().unwrap();
        let events = last.data["events"].as_array().unwrap();
        (
            events.iter().find(|event| event["fact"] == "wager-placed").unwrap()["you"].clone(),
            last.data["you"].clone(),
        )
    };
    let (mine, you) = placed(&message[0]);
    assert_eq!((mine, &you["chips"]), (json!(true), &json!(147_500)));
    assert_eq!(placed(&message[1]), (Value::Null, Value::Null));
    let name = ann.get("/session").await["name"].as_str().unwrap().to_owned();
    for (place, messages) in message.iter().enumerate() {
        let text = format!("{messages:?}");
        assert_eq!(text.contains(&name), place == 0 || place == 3, "{text}");
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_ends_when_the_house_stops_and_when_its_owner_signs_out() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    let mut feed = player.feed("act", None).await;
    feed.next().await.unwrap();
    let (status, ..) = player.raw(axum::http::Method::DELETE, "/session", None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    feed.until(|message| message.event == "bye").await;
    let mut feed = open.anybody().feed("act", None).await;
    feed.next().await.unwrap();
    open.stop().await;
    feed.until(|message| message.event == "bye").await;
    assert!(feed.next().await.is_none());
}

/// The messages of a feed of several tables up to one that is as wished, each with the table it is about.
async fn of_tables(
    feed: &mut crate::support::Feed,
    wished: impl Fn(&str, &crate::support::Message) -> bool,
) -> Vec<(String, crate::support::Message)> {
    let (mut about, mut messages) = (String::new(), Vec::new());
    loop {
        let message = feed.next().await.expect("a message");
        if message.event == "table" {
            message.data.as_str().unwrap().clone_into(&mut about);
            continue;
        }
        let last = wished(&about, &message);
        messages.push((about.clone(), message));
        if last {
            return messages;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_feed_carries_several_tables_and_misses_nothing_of_any() {
    let open = Open::at_pace(AT_ONCE).await;
    let act = open.seated("act", 1).await;
    let nz = open.seated("nz", 1).await;
    let watcher = open.anybody();
    let mut both = watcher.feed_of("/feed?tables=act,nz,none").await;
    // Each begins with its whole view; a table that is not there spoils nothing.
    let mut begun: std::collections::BTreeMap<String, (String, Option<u64>)> =
        std::collections::BTreeMap::new();
    while begun.len() < 3 {
        let (table, first) = of_tables(&mut both, |_, _| true).await.remove(0);
        begun.entry(table).or_insert((first.event, first.id));
    }
    assert_eq!(begun["none"], ("refused".to_owned(), None));
    assert_eq!((begun["act"].0.as_str(), begun["nz"].0.as_str()), ("view", "view"));
    let (of_act, of_nz) = (begun["act"].1.unwrap(), begun["nz"].1.unwrap());
    for (player, table) in [(&act, "act"), (&nz, "nz")] {
        let coup = player.until(table, takes_wagers).await["state"]["coup"].as_u64().unwrap();
        assert_eq!(player.command(table, "a-wager-in-both", bet(1, "banker", 1_000)).await.0, StatusCode::OK);
        player.until(table, |view| is_over(view, coup)).await;
    }
    // Both taken up again from where they began tell the very events that each tells alone.
    let mut again = watcher.feed_of(&format!("/feed?tables=act:{of_act},nz:{of_nz}")).await;
    let mut alone = Vec::new();
    for (table, after) in [("act", of_act), ("nz", of_nz)] {
        let message = watcher.feed(table, Some(after)).await.next().await.unwrap();
        alone.push((table, message.id.unwrap(), numbers(&[message])));
    }
    let mut heard: std::collections::BTreeMap<String, Vec<u64>> = std::collections::BTreeMap::new();
    while alone.iter().any(|(table, last, _)| heard.get(*table).is_none_or(|seqs| seqs.last() < Some(last))) {
        let (table, message) = of_tables(&mut again, |_, _| true).await.remove(0);
        heard.entry(table).or_default().extend(numbers(&[message]));
    }
    for (table, last, expected) in alone {
        let seqs: Vec<u64> = heard[table].iter().copied().filter(|seq| *seq <= last).collect();
        assert!(!seqs.is_empty() && seqs == expected, "{table}: {seqs:?} but {expected:?}");
    }
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_of_several_tables_says_what_it_takes() {
    let open = Open::at_pace(BETTING).await;
    let anybody = open.anybody();
    let many: Vec<String> = (0..25).map(|number| format!("table-{number}")).collect();
    for (query, says) in [
        (String::new(), "tables"),
        ("?tables=".to_owned(), "allowed are ids of tables"),
        ("?tables=act,act".to_owned(), "each once"),
        ("?tables=act:x".to_owned(), "the number of an event"),
        (format!("?tables={}", many.join(",")), "at most 24"),
    ] {
        let (status, _, body) = anybody.raw(axum::http::Method::GET, &format!("/feed{query}"), None).await;
        let body = String::from_utf8_lossy(&body).into_owned();
        assert!(status == StatusCode::BAD_REQUEST && body.contains(says), "{query}: {status} {body}");
    }
    open.stop().await;
}

/// What is made for staff alone is made from when the first of them follows a table until the last has left, whatever else counts them.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_of_the_staff_who_watches_misses_no_message() {
    let open = Open::at_pace(BETTING).await;
    let player = open.seated("act", 1).await;
    player.until("act", takes_wagers).await;
    let table = open.house.table("act").unwrap();
    let sam = Viewer::Person(Person { name: "Sam".into(), role: Role::Supervisor });
    let mut anybody = table.follow(Viewer::Anybody, None).await.unwrap().rest;
    let mut staff = table.follow(sam.clone(), None).await.unwrap().rest;
    assert_eq!(player.command("act", "first-wager", bet(1, "player", 2_500)).await.0, StatusCode::OK);
    let flush = staff.recv().await.unwrap();
    let message = String::from_utf8(flush.frame(&sam).to_vec()).unwrap();
    assert!(message.contains(r#""view":{"#) && message.contains(r#""desk":{"#), "{message}");
    drop(staff);
    assert_eq!(player.command("act", "second-wager", bet(1, "tie", 500)).await.0, StatusCode::OK);
    let mut last = anybody.recv().await.unwrap();
    while last.seq == flush.seq {
        last = anybody.recv().await.unwrap();
    }
    assert!(last.staff.is_empty(), "nobody is left to see it");
    open.stop().await;
}
