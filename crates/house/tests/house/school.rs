//! The school over HTTP: questions without their answers, answers marked, tests that are the same for all, results for instructors.

use crate::support::{BETTING, Guest, Open};
use axum::http::{Method, StatusCode};
use people::role::Role;
use serde_json::{Value, json};

fn answer(id: &str, number: u32, given: &str) -> Value {
    json!({"id": id, "book": "act", "kind": "next-card", "seed": 7, "number": number, "given": given, "ms": 1500})
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_is_marked_with_clauses_and_remembered() {
    let open = Open::at_pace(BETTING).await;
    let dealer = open.come_as(Role::Dealer).await;
    let school = dealer.get("/school").await;
    assert_eq!((&school["instructs"], &school["tests"]), (&json!(false), &json!([])));
    let act = school["books"].as_array().unwrap().iter().find(|book| book["id"] == "act").unwrap();
    assert_eq!(act["kinds"].as_array().unwrap().len(), 10, "{act}");
    let question = dealer.get("/school/questions/act/next-card/7/1").await;
    assert_eq!((&question["form"], question["options"].as_array().unwrap().len()), (&json!("choice"), 3));
    assert!(question.get("right").is_none() && question.get("solution").is_none(), "{question}");

    let mut right = 0;
    for (place, given) in ["a", "b", "c"].iter().enumerate() {
        let (status, marked) =
            dealer.post("/school/answers", answer(&format!("practice-{place}"), 1, given)).await;
        assert_eq!(status, StatusCode::OK, "{marked}");
        right += i32::from(marked["right"] == json!(true));
        assert!(!marked["clauses"].as_array().unwrap().is_empty(), "{marked}");
        let words = marked["solution"].as_str().unwrap();
        assert!(words.starts_with(['A', 'B', 'C']), "{words}");
    }
    assert_eq!(right, 1, "one of three letters is right");
    let mine = dealer.get("/school").await["mine"].clone();
    assert_eq!(mine["skills"], json!([{"kind": "next-card", "answered": 3, "right": 1, "ms": 4500}]));
    assert_eq!((&mine["clauses"][0]["answered"], &mine["clauses"][0]["right"]), (&json!(3), &json!(1)));

    // What was wrong is listed with its date, what was answered and what is right; whoever teaches sees it too, no other trainee does.
    let history = dealer.get("/school/history").await;
    let wrong = history["wrong"].as_array().unwrap();
    assert_eq!((wrong.len(), &history["trainees"]), (2, &json!([])), "{history}");
    for one in wrong {
        assert!(one["at"].as_i64() > Some(0) && one["asked"] == question["asked"], "{one}");
        assert!(["a", "b", "c"].contains(&one["given"].as_str().unwrap()), "{one}");
        assert!(one["solution"].as_str().unwrap().starts_with(['A', 'B', 'C']), "{one}");
        assert!(!one["clauses"].as_array().unwrap().is_empty(), "{one}");
    }
    let name = history["name"].as_str().unwrap().replace(' ', "%20");
    let supervisor = open.come_as(Role::Supervisor).await;
    assert_eq!(supervisor.get(&format!("/school/history?name={name}")).await["wrong"], history["wrong"]);
    let other = open.come_as(Role::Surveillance).await;
    let (status, _, _) = other.raw(Method::GET, &format!("/school/history?name={name}"), None).await;
    assert_eq!(status, StatusCode::FORBIDDEN);

    let (status, message) = dealer.post("/school/answers", answer("practice-bad", 1, "x")).await;
    assert_eq!((status, &message["word"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("answer-unread")));
    assert!(message["detail"].as_str().unwrap().contains("allowed are a, b, c"), "{message}");
    let stranger = open.anybody();
    let (status, _) = stranger.post("/school/answers", answer("practice-none", 1, "a")).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_asks_everybody_the_same_and_tells_nothing_before_its_end() {
    let open = Open::at_pace(BETTING).await;
    let (dealer, supervisor) = (open.come_as(Role::Dealer).await, open.come_as(Role::Supervisor).await);
    let set = json!({"id": "first-week", "name": "First week", "book": "nz", "kinds": ["totals", "next-card"], "questions": 3, "pass": 100, "seed": 5});
    let (status, _) = dealer.post("/school/tests", set.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "a dealer sets none");
    let (status, test) = supervisor.post("/school/tests", set.clone()).await;
    assert_eq!((status, &test["number"], &test["needed"]), (StatusCode::OK, &json!(1), &json!(3)), "{test}");
    assert_eq!(supervisor.post("/school/tests", set).await.1, test, "once");
    let bad = json!({"id": "second-week", "name": "x", "book": "qld", "kinds": ["irregularities"], "questions": 3, "pass": 50, "seed": 5});
    assert_eq!(supervisor.post("/school/tests", bad).await.0, StatusCode::UNPROCESSABLE_ENTITY);

    // Whoever set it knows the questions, and does not sit it.
    let (status, _, _) = supervisor.raw(Method::GET, "/school/tests/1/next", None).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let own = json!({"id": "supervisor-1-x", "test": 1, "number": 1, "given": "a", "ms": 900});
    assert_eq!(supervisor.post("/school/answers", own).await.0, StatusCode::FORBIDDEN);
    // Nobody else is told the seed, which is none that anybody can practise with.
    let manager = open.come_as(Role::Manager).await;
    let (of_setter, of_manager) = (supervisor.get("/school").await, manager.get("/school").await);
    let seed = of_setter["tests"][0]["seed"].as_u64().unwrap();
    assert!(seed > u64::from(u32::MAX), "{of_setter}");
    let (status, _, _) =
        supervisor.raw(Method::GET, &format!("/school/questions/nz/totals/{seed}/1"), None).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "no seed of a test can be practised");
    assert_eq!(of_manager["tests"][0]["seed"], Value::Null);
    assert_eq!(manager.get("/school/tests/1/results").await["test"]["seed"], Value::Null);
    let (status, _, _) = manager.raw(Method::GET, "/school/tests/1/results.csv", None).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "the answers are not read by who may sit it");
    let mut seen = Vec::new();
    for (who, name) in [(&dealer, "dealer"), (&manager, "manager")] {
        let mut asked = Vec::new();
        for number in 1..=3 {
            let question = who.get("/school/tests/1/next").await;
            assert_eq!(question["number"], json!(number));
            let given = if question["form"] == "number" { "0" } else { "a" };
            let sent = json!({"id": format!("{name}-{number}-x"), "test": 1, "number": number, "given": given, "ms": 900});
            let (status, marked) = who.post("/school/answers", sent.clone()).await;
            assert_eq!((status, &marked["right"]), (StatusCode::OK, &Value::Null), "{marked}");
            let again = json!({"id": format!("{name}-{number}-y"), "test": 1, "number": number, "given": given, "ms": 900});
            let (status, message) = who.post("/school/answers", again).await;
            assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("answered-already")));
            asked.push(question);
        }
        seen.push(asked);
    }
    assert_eq!(seen[0], seen[1], "the same questions");
    let mine = dealer.get("/school").await["tests"][0].clone();
    assert_eq!((&mine["mine"]["answered"], &mine["seed"]), (&json!(3), &Value::Null));
    assert!(mine["mine"]["passed"].is_boolean() && mine["mine"]["right"].is_number(), "{mine}");
    let results = supervisor.get("/school/tests/1/results").await;
    assert_eq!(results["results"].as_array().unwrap().len(), 2, "{results}");
    for reader in [&supervisor, &manager] {
        let (status, _, csv) = reader.raw(Method::GET, "/school/tests/1/results.csv", None).await;
        assert_eq!((status, String::from_utf8(csv.to_vec()).unwrap().lines().count()), (StatusCode::OK, 7));
    }
    open.stop().await;
}

/// Deals at the practice table whatever is offered first, until this many coups are over.
async fn deal(dealer: &Guest, coups: usize) -> Value {
    for step in 0..2_000 {
        let lesson = dealer.get("/school/coups").await;
        if lesson["over"] == json!(true) || lesson["dealt"].as_array().unwrap().len() >= coups {
            return lesson;
        }
        let view = dealer.get("/school/coups/table").await;
        let Some(offer) = view["desk"]["offers"].get(0).cloned() else {
            // Nothing is offered while bets are taken: a wager of the least on the player.
            let (wager, least) =
                (&view["table"]["wagers"][0]["id"], &view["table"]["wagers"][0]["limits"]["least"]);
            let acts = json!([{"act": "place", "box": 1, "wager": wager, "amount": least, "kind": "chips"}]);
            let placed = json!({"id": format!("practice-{step}"), "acts": acts, "for": "Ann"});
            let (status, answer) = dealer.post("/school/coups/commands", placed).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
            continue;
        };
        let mut act = offer["act"].clone();
        let cards = &lesson["cards"];
        match offer["asks"]["what"].as_str().unwrap() {
            "card" => act["card"] = cards[0].clone(),
            "cards" => act["cards"] = cards.clone(),
            "number" => act["at"] = offer["asks"]["usual"].clone(),
            _ => {}
        }
        let asked = json!({"id": format!("practice-{step}"), "acts": [act], "for": offer["for"]});
        let (status, answer) = dealer.post("/school/coups/commands", asked).await;
        assert_eq!(status, StatusCode::OK, "{answer} for {offer} at {}", view["desk"]["due"]);
    }
    panic!("the coups do not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_coups_are_dealt_at_a_practice_table_and_scored() {
    let open = Open::at_pace(BETTING).await;
    let dealer = open.come_as(Role::Dealer).await;
    assert_eq!(dealer.raw(Method::GET, "/school/coups", None).await.0, StatusCode::NOT_FOUND);
    for (bad, status) in [
        (json!({"book": "act", "coups": 0, "seed": 1}), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({"book": "none", "coups": 1, "seed": 1}), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(dealer.post("/school/coups", bad).await.0, status);
    }
    let (status, lesson) = dealer.post("/school/coups", json!({"book": "nz", "coups": 2, "seed": 3})).await;
    assert_eq!(
        (status, &lesson["number"], &lesson["of"]),
        (StatusCode::OK, &json!(1), &json!(2)),
        "{lesson}"
    );
    assert!(lesson["laid"].as_array().is_some_and(|laid| laid.len() >= 2), "{lesson}");
    // A card before any bet is refused, and that is an error; asked again under its id, it is the same one.
    let early = json!({"id": "too-early-1", "acts": [{"act": "settle"}]});
    for _ in 0..2 {
        assert_eq!(dealer.post("/school/coups/commands", early.clone()).await.0, StatusCode::CONFLICT);
        assert_eq!(dealer.get("/school/coups").await["slips"].as_array().map(Vec::len), Some(1));
    }
    let end = deal(&dealer, 2).await;
    assert_eq!((&end["over"], end["dealt"].as_array().unwrap().len()), (&json!(true), 2), "{end}");
    assert!(end["dealt"][0]["errors"].as_u64() >= Some(2), "refused, and wagers left out: {end}");
    assert!(end["dealt"][0]["slips"][0]["word"].is_string(), "{end}");
    let (status, over) = dealer
        .post("/school/coups/commands", json!({"id": "after-the-end", "acts": [{"act": "settle"}]}))
        .await;
    assert_eq!((status, &over["word"]), (StatusCode::CONFLICT, &json!("lesson-over")));
    let skill = &dealer.get("/school").await["mine"]["skills"][0];
    assert_eq!((&skill["kind"], &skill["answered"]), (&json!("whole-coups"), &json!(2)), "{skill}");
    // Nothing of it is a table of the house.
    let tables = dealer.get("/tables").await;
    assert!(tables["tables"].as_array().unwrap().iter().all(|table| table["id"] != "practice"), "{tables}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_of_whole_coups_tells_nothing_before_its_end() {
    let open = Open::at_pace(BETTING).await;
    let (dealer, supervisor) = (open.come_as(Role::Dealer).await, open.come_as(Role::Supervisor).await);
    let set = json!({"id": "dealing-1", "name": "Dealing", "book": "act", "kinds": ["whole-coups"], "questions": 2, "pass": 50, "seed": 8});
    let (status, test) = supervisor.post("/school/tests", set).await;
    assert_eq!((status, &test["kinds"]), (StatusCode::OK, &json!(["whole-coups"])), "{test}");
    let (status, lesson) = dealer.post("/school/coups", json!({"test": 1})).await;
    assert_eq!((status, &lesson["in_test"]), (StatusCode::OK, &json!(true)), "{lesson}");
    let half = deal(&dealer, 1).await;
    assert_eq!((&half["dealt"][0]["errors"], &half["slips"]), (&Value::Null, &json!([])), "{half}");
    // Whoever begins again goes on with the coup that is next.
    let (_, lesson) = dealer.post("/school/coups", json!({"test": 1})).await;
    assert_eq!((&lesson["number"], &lesson["of"]), (&json!(2), &json!(2)), "{lesson}");
    let end = deal(&dealer, 1).await;
    assert!(end["dealt"][0]["errors"].is_number(), "{end}");
    assert_eq!(dealer.post("/school/coups", json!({"test": 1})).await.0, StatusCode::CONFLICT, "once");
    assert_eq!(supervisor.post("/school/coups", json!({"test": 1})).await.0, StatusCode::FORBIDDEN);
    let (_, _, csv) = supervisor.raw(Method::GET, "/school/tests/1/results.csv", None).await;
    let csv = String::from_utf8(csv.to_vec()).unwrap();
    assert_eq!(csv.lines().filter(|line| line.contains("whole-coups")).count(), 2, "{csv}");
    open.stop().await;
}
