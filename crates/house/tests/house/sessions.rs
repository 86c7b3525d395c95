//! Sessions of a tournament that are dealt at tables of the house: from sealed shoes, and by people who key real cards.

use crate::contests::equal;
use crate::felt::Evening;
use crate::support::{BETTING, Guest, Open};
use axum::http::StatusCode;
use people::role::Role;
use serde_json::{Value, json};
use std::collections::HashMap;
use tournament::transcript::usual;

/// A cup of three at one table.
fn table_cup(book: &str) -> String {
    // As the tables of the demonstration are dealt.
    let dealing = if book == "nsw" { &[r#"play.dealing = "B""#][..] } else { &[] };
    let stages = format!(
        r#"stage = [{{ name = "Final", session = {{ coups = 2, opening = 1000 }}, tables = 1{} }}]"#,
        equal(book)
    );
    let own = [
        r#"tournament = "cup""#,
        r#"name = "Table Cup""#,
        r#"entry.form = ["name"]"#,
        "entry.numbers = [3, 3]",
        "entry.fee = 250",
        stages.as_str(),
    ];
    usual(book, &[&own[..], dealing].concat()).unwrap()
}

/// Everybody who has to do with a small tournament at one table of the house.
struct Cup {
    table: String,
    operator: Guest,
    director: Guest,
    dealer: Guest,
    official: String,
    entrants: HashMap<String, Guest>,
    waiting: Vec<Guest>,
    asked: u64,
}

async fn name_of(guest: &Guest) -> String {
    guest.get("/session").await["name"].as_str().unwrap().to_owned()
}

impl Cup {
    async fn begin(open: &Open, book: &str, table: &str) -> Cup {
        let operator = open.confirmed_as(Role::Manager).await;
        let director = open.confirmed_as(Role::Supervisor).await;
        let asked = json!({"id": "begin-the-cup", "conditions": table_cup(book)});
        let (status, view) = operator.post("/tournaments", asked).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        let mut waiting = Vec::new();
        for _ in 0..3 {
            waiting.push(open.come_as(Role::Player).await);
        }
        let official = name_of(&director).await;
        let dealer = open.confirmed_as(Role::Dealer).await;
        let (table, entrants) = (table.to_owned(), HashMap::new());
        Cup { table, operator, director, dealer, official, entrants, waiting, asked: 0 }
    }

    async fn view(&self) -> Value {
        self.director.get("/tournaments/cup").await
    }

    /// Asks something of the tournament, under an id of its own.
    async fn ask(&mut self, guest: &Guest, act: Value) -> (StatusCode, Value) {
        self.asked += 1;
        let asked = json!({"id": format!("command-{}", self.asked), "act": act});
        guest.post("/tournaments/cup/commands", asked).await
    }

    async fn must(&mut self, guest: &Guest, act: Value) -> Value {
        let (status, answer) = self.ask(guest, act.clone()).await;
        assert_eq!(status, StatusCode::OK, "{act}: {answer}");
        answer
    }

    /// Does what is due until something is that cards are needed for, or nothing is; says what.
    async fn until_cards(&mut self) -> Option<String> {
        loop {
            assert!(self.asked < 1_000, "it never ends");
            let view = self.view().await;
            let duty = view["desk"]["duties"].get(0).cloned()?;
            let task = duty["task"].as_str().unwrap().to_owned();
            if ["begin", "first-card", "deal-coup"].contains(&&*task) {
                return Some(task);
            }
            self.do_duty(&view, &duty, &task).await;
        }
    }

    async fn do_duty(&mut self, view: &Value, duty: &Value, task: &str) {
        let act = match task {
            "take-entries" => {
                let guest = self.waiting.pop().unwrap();
                let act = json!({"act": "enter", "form": ["name"], "fee": view["fee"], "has_copy": true});
                self.must(&guest, act).await;
                self.entrants.insert(name_of(&guest).await, guest);
                return;
            }
            "name-official" => json!({"act": "name-official", "name": self.official, "licensed": true}),
            "name-tables" => json!({"act": "name-tables", "tables": [{"name": self.table}]}),
            "draw" => json!({"act": "ballot", "mix": "the weather at noon"}),
            "count" => {
                let seats = view["tables"][0]["seats"].as_array().unwrap();
                let left = seats.iter().filter(|seat| seat["out"] == false);
                let counts: Vec<Value> = left.map(|seat| json!([seat["seat"], seat["stack"]])).collect();
                json!({"act": "count", "table": 1, "counts": counts})
            }
            "wager" => {
                let seats = view["tables"][0]["seats"].as_array().unwrap();
                let seat = seats.iter().find(|seat| seat["name"] == duty["whose"]).unwrap();
                let amount = 5_000 * seat["seat"].as_i64().unwrap();
                json!({"act": "wager", "wager": "player", "amount": amount, "chips": "tournament", "seat": null,
                    "coup": view["tables"][0]["coup"]["number"]})
            }
            _ => duty["act"].clone(),
        };
        let whose = match task == "approve" && duty["name"] == self.official.as_str() {
            true => "operator",
            false => duty["whose"].as_str().unwrap(),
        };
        let guest = match whose {
            "operator" => self.operator.clone(),
            "director" | "supervisor" => self.director.clone(),
            "dealer" => self.dealer.clone(),
            entrant => self.entrants[entrant].clone(),
        };
        let act = if duty["two"] == true { json!({"act": "propose", "what": act}) } else { act };
        self.must(&guest, act).await;
    }

    /// The official takes the table: the same id gets the same answer, and nobody else may.
    async fn take_table(&mut self) {
        let (director, dealer) = (self.director.clone(), self.dealer.clone());
        let (status, refused) = self.ask(&dealer, json!({"act": "take-table", "table": 1})).await;
        assert_eq!(status, StatusCode::CONFLICT, "{refused}");
        let taken = self.must(&director, json!({"act": "take-table", "table": 1})).await;
        let again =
            json!({"id": format!("command-{}", self.asked), "act": {"act": "take-table", "table": 1}});
        let (_, same) = director.post("/tournaments/cup/commands", again).await;
        assert_eq!(same, taken);
        assert_eq!(self.view().await["tables"][0]["dealt_at"], self.table.as_str());
    }

    /// What is dealt at the house's table is not keyed here, and nobody plays at that table.
    async fn nothing_mixes(&mut self, open: &Open, clause: &str) {
        let dealer = self.dealer.clone();
        let keyed =
            json!({"act": "coup-ends", "table": 1, "cards": ["4H", "KD", "5C", "8S"], "collected": []});
        let (status, refused) = self.ask(&dealer, keyed).await;
        assert_eq!((status, &refused["word"]), (StatusCode::CONFLICT, &json!("out-of-order")), "{refused}");
        let guest = open.come_as(Role::Player).await;
        let (status, refused) = guest.command(&self.table, "let-me-play", json!([{"act": "arrive"}])).await;
        assert_eq!(status, StatusCode::CONFLICT, "{refused}");
        let said = refused["clauses"].to_string() + &refused["silences"].to_string();
        assert!(said.contains(clause), "{refused}");
    }

    /// The last coup of the house's table is the one that the tournament settled.
    async fn holds_against_table(&self) {
        let coups = self.director.get(&format!("/tables/{}/coups?limit=1", self.table)).await;
        let coup = &coups["coups"][0];
        let hand = |side: &str, index: usize| coup[side].get(index).cloned();
        let cards: Vec<Value> =
            (0..3).flat_map(|index| [hand("player", index), hand("banker", index)]).flatten().collect();
        assert_eq!(self.view().await["tables"][0]["last_cards"], json!(cards), "{coup}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_dealt_from_sealed_shoes() {
    let open = Open::at_pace(BETTING).await;
    let mut cup = Cup::begin(&open, "nsw", "nsw").await;
    assert_eq!(cup.until_cards().await.as_deref(), Some("begin"));
    cup.take_table().await;
    cup.nothing_mixes(&open, "15.5.2").await;
    let (director, dealer) = (cup.director.clone(), cup.dealer.clone());
    cup.must(&director, json!({"act": "begin"})).await;
    // Nobody has wagered: no card leaves the shoe, and the table has not closed betting.
    let (status, refused) = cup.ask(&dealer, json!({"act": "first-card", "table": 1})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    let mut coups = 0;
    while let Some(task) = cup.until_cards().await {
        assert_eq!(task, "first-card");
        let mut feed = director.feed_of("/tournaments/cup/feed").await;
        let answer = cup.must(&dealer, json!({"act": "first-card", "table": 1})).await;
        assert_eq!(answer["events"][0]["fact"], "first-card-dealt", "{answer}");
        // A message that does not speak of the table says nothing of its coup.
        let over = |view: &Value| view["tables"][0].get("coup").is_some_and(Value::is_null);
        feed.until(|message| over(&message.data) || over(&message.data["view"])).await;
        cup.holds_against_table().await;
        coups += 1;
    }
    assert!(coups >= 2, "two coups were played, and as many more as a play-off took");
    assert_eq!(cup.view().await["phase"], "awarded");
    // The table goes back, and guests play at it again.
    cup.must(&director, json!({"act": "leave-table", "table": 1})).await;
    let guest = open.come_as(Role::Player).await;
    let (status, answer) = guest.command("nsw", "let-me-play", json!([{"act": "arrive"}])).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_dealt_from_real_cards_and_a_void_counts_for_nothing() {
    let mut evening = Evening::begin("act-felt").await;
    let mut cup = Cup::begin(&evening.open, "act", "act-felt").await;
    assert_eq!(cup.until_cards().await.as_deref(), Some("begin"));
    cup.take_table().await;
    cup.nothing_mixes(&evening.open, "tables of a tournament").await;
    let director = cup.director.clone();
    cup.must(&director, json!({"act": "begin"})).await;
    let (mut coups, mut void) = (0, false);
    while let Some(task) = cup.until_cards().await {
        assert_eq!(task, "first-card");
        evening.until(|view| view["desk"]["due"]["due"] == "card").await;
        assert_eq!(cup.view().await["desk"]["duties"][0]["task"], "deal-coup", "the first card is out");
        if !void {
            // A coup that two people make void at the table is void in the tournament: its wagers go back.
            void = true;
            let stacks = cup.view().await["tables"][0]["seats"].clone();
            let act = json!({"act": "invalidate", "ground": "fraud", "coup": null, "affected": true, "why": "marked"});
            let body = json!({"id": "void-this-coup", "act": act, "why": "seen on the cameras"});
            let (status, made) = evening.supervisor.post("/tables/act-felt/proposals", body).await;
            assert_eq!(status, StatusCode::OK, "{made}");
            let shown = evening.manager.get("/tables/act-felt/proposals").await;
            let effect = shown["proposals"][0]["follows"]["effect"].clone();
            let path = "/tables/act-felt/proposals/1/approve";
            let (status, done) = evening.manager.post(path, json!({"effect": effect})).await;
            assert_eq!(status, StatusCode::OK, "{done}");
            let after = cup.view().await;
            assert_eq!(after["tables"][0]["coups"], 0, "it does not count");
            let held = |seats: &Value| -> Vec<Value> {
                seats.as_array().unwrap().iter().map(|seat| seat["stack"].clone()).collect()
            };
            assert_eq!(held(&after["tables"][0]["seats"]), held(&stacks));
            continue;
        }
        let before = cup.view().await["tables"][0]["coups"].as_u64().unwrap();
        let number = evening.view().await["state"]["coup"].as_u64();
        evening.until(|view| view["state"]["coup"].as_u64() > number).await;
        assert_eq!(cup.view().await["tables"][0]["coups"].as_u64().unwrap(), before + 1);
        cup.holds_against_table().await;
        coups += 1;
    }
    assert!(coups >= 2);
    assert_eq!(cup.view().await["phase"], "awarded");
    cup.must(&director, json!({"act": "leave-table", "table": 1})).await;
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_dealt_at_no_table_of_another_book() {
    let open = Open::at_pace(BETTING).await;
    let mut cup = Cup::begin(&open, "nsw", "act").await;
    assert_eq!(cup.until_cards().await.as_deref(), Some("begin"));
    let director = cup.director.clone();
    let (status, refused) = cup.ask(&director, json!({"act": "take-table", "table": 1})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    assert_eq!(refused["detail"], "cup is played by the book nsw; this table is by act", "{refused}");
    assert!(cup.view().await["tables"][0]["dealt_at"].is_null());
    // The table is anybody's, as before.
    let guest = open.come_as(Role::Player).await;
    let (status, answer) = guest.command("act", "let-me-play", json!([{"act": "arrive"}])).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_barred_from_the_game_plays_in_no_tournament() {
    let open = Open::at_pace(BETTING).await;
    let mut cup = Cup::begin(&open, "nsw", "nsw").await;
    while cup.view().await["phase"] != "entries" {
        let view = cup.view().await;
        let duty = view["desk"]["duties"][0].clone();
        let task = duty["task"].as_str().unwrap().to_owned();
        cup.do_duty(&view, &duty, &task).await;
    }
    let guest = open.come_as(Role::Player).await;
    let who = name_of(&guest).await;
    let (director, operator) = (cup.director.clone(), cup.operator.clone());
    let must = async |staff: &Guest, id: &str, act: Value| {
        let (status, answer) = staff.command("act", id, json!([act])).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    };
    must(&guest, "arrives-at-act", json!({"act": "arrive"})).await;
    must(&director, "signs-on-there", json!({"act": "sign-on"})).await;
    must(&operator, "signs-on-too", json!({"act": "sign-on"})).await;
    let breach = json!({"act": "report-breach", "ban": "swaying-others", "what": "sways others", "who": who});
    must(&director, "reports-a-breach", breach).await;
    let bar = json!({"act": "sanction", "breach": 1, "measures": ["bar-from-game"], "why": "sways others"});
    must(&operator, "bars-from-the-game", bar).await;
    let enter = json!({"act": "enter", "form": ["name"], "fee": 25_000, "has_copy": true});
    let (status, refused) = cup.ask(&guest, enter.clone()).await;
    assert_eq!((status, &refused["word"]), (StatusCode::CONFLICT, &json!("barred")), "{refused}");
    assert!(refused["clauses"].to_string().contains("15.4.2(h)(i)"), "{refused}");
    // Nor does somebody at the desk enter them.
    let keyed = json!({"id": "keyed-for-them", "act": enter, "for": who});
    let (status, refused) = operator.post("/tournaments/cup/commands", keyed).await;
    assert_eq!((status, &refused["word"]), (StatusCode::CONFLICT, &json!("barred")), "{refused}");
    let other = open.come_as(Role::Player).await;
    cup.must(&other, enter).await;
    open.stop().await;
}
