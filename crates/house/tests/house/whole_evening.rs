//! A whole evening at a table dealt by people, keyed from outside with errors of many kinds, and its replay compared with what happened.
//!
//! Whoever keys it knows only what the desk says is due, what may be done about it and what may have gone wrong, and keeps a notebook of what
//! the house answered. At the end the log is read back by itself and must tell the same.

use crate::support::{BETTING, Guest, Open, bet};
use archive::{Archive, ArchiveFault, Walk};
use axum::http::StatusCode;
use baccarat::card::Card;
use ledger::Stream;
use people::role::Role;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Eight decks in an order of their own for each seed.
fn cards(seed: u64) -> Vec<Card> {
    let mut cards: Vec<Card> = (0..8).flat_map(|_| Card::all()).collect();
    let mut whim = seed;
    for place in (1..cards.len()).rev() {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cards.swap(place, (whim >> 33) as usize % (place + 1));
    }
    cards
}

/// Everybody who works this evening, the cards on the table, and a notebook.
struct Evening {
    open: Open,
    table: &'static str,
    staff: BTreeMap<&'static str, Guest>,
    cards: Vec<Card>,
    keyed: u32,
    /// What the house answered: every event that a command led to, by its number.
    notebook: BTreeMap<u64, Value>,
    /// What was reported and taken, in plain words.
    reported: Vec<String>,
    /// Coups in which something was reported.
    spoilt: BTreeSet<u64>,
    /// Matters decided, and wagers taken back where a ruling allowed it.
    decided: u32,
    withdrawn: u32,
}

const ANN_BOB_AND_CYD: [(&str, u8, &str, i64); 3] =
    [("Ann", 1, "player", 5_000), ("Bob", 2, "banker", 10_000), ("Cyd", 3, "tie", 2_500)];

impl Evening {
    async fn begin(table: &'static str, seed: u64) -> Evening {
        let open = Open::at_pace(BETTING).await;
        let mut staff = BTreeMap::new();
        for (word, role) in
            [("dealer", Role::Dealer), ("supervisor", Role::Supervisor), ("manager", Role::Manager)]
        {
            staff.insert(word, open.come_as(role).await);
        }
        let mut evening = Evening {
            open,
            table,
            staff,
            cards: cards(seed),
            keyed: 0,
            notebook: BTreeMap::new(),
            reported: Vec::new(),
            spoilt: BTreeSet::new(),
            decided: 0,
            withdrawn: 0,
        };
        for word in ["dealer", "supervisor", "manager"] {
            evening.must(word, json!({"act": "sign-on"})).await;
        }
        let begin = json!({"id": "the-evening", "name": "Evening", "why": "the roster"});
        let (status, message) = evening.staff["supervisor"].post("/shifts", begin).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        for (patron, seat, ..) in ANN_BOB_AND_CYD {
            let acts = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 500_000}, {"act": "take-seat", "seat": seat}]);
            let (status, message) = evening.send("dealer", acts, Some(patron)).await;
            assert_eq!(status, StatusCode::OK, "{message}");
        }
        evening
    }

    fn id(&mut self) -> String {
        self.keyed += 1;
        format!("keyed-{:06}", self.keyed)
    }

    /// Proves again who somebody is, where the house wants to know.
    async fn confirm(&self, word: &str) {
        let role = if word == "manager" { Role::Manager } else { Role::Supervisor };
        let link = self.open.house.links.as_ref().unwrap().of(role);
        let (status, message) = self.staff[word].post("/session/confirm", json!({ "link": link })).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }

    /// Asks once, with as much patience and proof as the house wants, and notes down what it answered.
    async fn ask(&mut self, word: &str, path: &str, body: Value) -> (StatusCode, Value) {
        loop {
            let (status, message) = self.staff[word].post(path, body.clone()).await;
            if status == StatusCode::TOO_MANY_REQUESTS {
                tokio::time::sleep(Duration::from_millis(60)).await;
            } else if message["word"] == "confirm-first" {
                self.confirm(word).await;
            } else {
                for event in message["events"].as_array().into_iter().flatten() {
                    self.notebook.insert(event["seq"].as_u64().unwrap(), event.clone());
                }
                return (status, message);
            }
        }
    }

    async fn send(&mut self, word: &str, acts: Value, patron: Option<&str>) -> (StatusCode, Value) {
        let mut body = json!({"id": self.id(), "acts": acts});
        if let Some(patron) = patron {
            body["for"] = json!(patron);
        }
        // A name that the supervisor types is no signature: the dealer signs by PIN.
        if body["acts"].as_array().is_some_and(|acts| acts.iter().any(|act| act["signed"].is_string())) {
            let pin = self.open.house.links.as_ref().unwrap().pin(Role::Dealer);
            body["signed"] = json!({ "name": "Dora Dealer", "pin": pin });
        }
        let path = format!("/tables/{}/commands", self.table);
        self.ask(word, &path, body).await
    }

    async fn must(&mut self, word: &str, act: Value) -> Value {
        let (status, message) = self.send(word, json!([act]), None).await;
        assert_eq!(status, StatusCode::OK, "{word} {act}: {message}");
        message
    }

    async fn view(&self) -> Value {
        self.staff["supervisor"].get(&format!("/tables/{}", self.table)).await
    }

    fn card(&mut self) -> Value {
        json!(self.cards.pop().expect("the shoe holds cards"))
    }

    /// Does what is offered, as whoever may do it.
    async fn step(&mut self, offer: &Value) {
        let mut act = offer["act"].clone();
        match offer["asks"]["what"].as_str() {
            Some("card") => act["card"] = self.card(),
            Some("cards") => {
                let count = offer["asks"]["count"].as_u64().unwrap();
                act["cards"] = (0..count).map(|_| self.card()).collect();
            }
            _ => {}
        }
        let (by, patron) = match offer["by"].as_str().unwrap() {
            "player" => ("dealer", offer["for"].as_str()),
            "dealer" => ("dealer", None),
            "manager" => ("manager", None),
            _ => ("supervisor", None),
        };
        let (status, message) = self.send(by, json!([act]), patron).await;
        assert_eq!(status, StatusCode::OK, "{offer}: {message}");
    }

    /// Does what is due: bets, decisions, wagers taken back, or the first of what is offered.
    async fn go_on(&mut self, view: &Value) {
        match view["desk"]["due"]["due"].as_str().unwrap() {
            "wagers" => self.bet(view).await,
            "decide" => self.decide(view).await,
            "resume" => self.resume(view).await,
            _ => {
                let offer = view["desk"]["offers"].get(0).cloned();
                self.step(&offer.unwrap_or_else(|| panic!("nothing is offered: {:#}", view["desk"]))).await;
            }
        }
    }

    async fn bet(&mut self, view: &Value) {
        let lies = |patron: &str| {
            view["desk"]["stakes"].as_array().unwrap().iter().any(|stake| stake["patron"] == patron)
        };
        let mut placed = false;
        for (patron, seat, wager, amount) in ANN_BOB_AND_CYD.iter().filter(|(patron, ..)| !lies(patron)) {
            let (status, message) = self.send("dealer", bet(*seat, wager, *amount), Some(patron)).await;
            assert_eq!(status, StatusCode::OK, "{patron}: {message}");
            placed = true;
        }
        assert!(placed, "wagers are due, and everybody has bet: {:#}", view["desk"]);
    }

    /// A matter waits: the supervisor decides it, with the manager where that takes two.
    async fn decide(&mut self, view: &Value) {
        let matter = &view["matters"][0];
        let remedies = matter["remedies"].as_array().unwrap();
        let remedy = &remedies[self.decided as usize % remedies.len()];
        let act =
            json!({"act": "decide", "matter": matter["id"], "remedy": remedy, "why": "seen from the pit"});
        let (status, message) = self.send("supervisor", json!([act]), None).await;
        if message["word"] == "needs-two" {
            self.together(act).await;
        } else {
            assert_eq!(status, StatusCode::OK, "{matter}: {message}");
        }
        self.decided += 1;
    }

    /// The supervisor proposes, or the dealer what they report; the manager approves what they are shown.
    async fn together(&mut self, act: Value) {
        let path = format!("/tables/{}/proposals", self.table);
        let by = if act["act"] == "report" { "dealer" } else { "supervisor" };
        let body = json!({"id": self.id(), "act": act, "why": "seen from the pit"});
        let (status, message) = self.ask(by, &path, body).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        let number = message["number"].as_u64().unwrap_or_else(|| panic!("{message:#}"));
        let shown = self.staff["manager"].get(&path).await;
        let waits = shown["proposals"].as_array().unwrap().iter().find(|one| one["number"] == number);
        let effect = waits.unwrap()["follows"]["effect"].clone();
        let before = self.notebook.keys().next_back().copied();
        let (status, message) =
            self.ask("manager", &format!("{path}/{number}/approve"), json!({ "effect": effect })).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        // What came of it is told on the feed.
        let mut feed = self.staff["supervisor"].feed(self.table, before).await;
        let happened = feed.next().await.unwrap();
        assert_eq!(happened.event, "happened");
        for event in happened.data["events"].as_array().unwrap() {
            self.notebook.insert(event["seq"].as_u64().unwrap(), event.clone());
        }
    }

    /// Patrons may take wagers back: one does, then play goes on.
    async fn resume(&mut self, view: &Value) {
        let offers = view["desk"]["offers"].as_array().unwrap();
        let back = offers.iter().find(|offer| offer["act"]["act"] == "withdraw");
        match back.filter(|_| self.withdrawn.is_multiple_of(2)) {
            Some(offer) => {
                let before = chips(view, offer["for"].as_str().unwrap());
                self.step(&offer.clone()).await;
                let after = chips(&self.view().await, offer["for"].as_str().unwrap());
                assert!(after > before, "what was withdrawn is in hand again");
            }
            None => self.step(&offers[0].clone()).await,
        }
        self.withdrawn += 1;
    }

    /// Something goes wrong that has not gone wrong before, if anything can here.
    async fn err(&mut self, view: &Value) -> bool {
        let possible = view["possible"].as_array().unwrap().clone();
        for possible in possible {
            let words = possible["words"].as_str().unwrap().to_owned();
            if self.reported.contains(&words) {
                continue;
            }
            let report = self.message(view, &possible);
            let act = json!({"act": "report", "report": report});
            let (status, message) = self.send("dealer", json!([act]), None).await;
            let two = message["word"] == "needs-two";
            if two {
                self.together(act).await;
            }
            if two || status == StatusCode::OK {
                self.reported.push(words);
                self.spoilt.insert(view["state"]["coup"].as_u64().unwrap());
                return true;
            }
            // Whatever the table does not take comes with its reason.
            assert_eq!(status, StatusCode::CONFLICT, "{words}: {message}");
            assert!(!message["detail"].as_str().unwrap().is_empty(), "{words}: {message}");
        }
        false
    }

    /// The report of something possible, with what must be asked.
    fn message(&mut self, view: &Value, possible: &Value) -> Value {
        let mut report = possible["report"].clone();
        match possible["asks"].as_str().unwrap() {
            "card" | "card-if-seen" => report["card"] = self.card(),
            "order" => {
                let hands = [&view["state"]["player"]["cards"], &view["state"]["banker"]["cards"]];
                let [player, banker] = hands.map(|cards| cards.as_array().unwrap().clone());
                // Somebody says that the Banker's cards left the shoe before the Player's.
                report["cards"] = banker.into_iter().chain(player).collect();
            }
            "coup" => {
                report["coup"] = json!(view["state"]["coup"].as_u64().unwrap().saturating_sub(2).max(1))
            }
            "reason" => report["why"] = json!("seen by everybody"),
            _ => {}
        }
        report
    }
}

fn chips(view: &Value, patron: &str) -> i64 {
    let patrons = view["patrons"].as_array().unwrap();
    patrons.iter().find(|known| known["name"] == patron).map_or(0, |known| known["chips"].as_i64().unwrap())
}

/// Where in a coup the next error comes: somewhere else each time.
const MOMENTS: [&str; 5] = ["card", "first-card", "settle", "wagers", "collect-cards"];

/// Plays so many coups, with an error in every second one.
async fn play(evening: &mut Evening, coups: u64) {
    let mut erred_in = 0;
    for step in 0..3_000 {
        let view = evening.view().await;
        let coup = view["state"]["coup"].as_u64().unwrap();
        let due = view["desk"]["due"]["due"].as_str().unwrap();
        if coup > coups && due == "wagers" {
            return;
        }
        let moment = MOMENTS[evening.reported.len() % MOMENTS.len()];
        if coup > 1 && coup >= erred_in + 2 && (due == moment || due == "settle") {
            erred_in = coup;
            if evening.err(&view).await {
                continue;
            }
        }
        assert!(step < 2_999, "the evening does not come to an end: {:#}", view["desk"]);
        evening.go_on(&view).await;
    }
}

/// The points of some cards, as everybody at the table counts them.
fn points(cards: &[Value]) -> u64 {
    let one = |card: &Value| match card.as_str().unwrap().chars().next().unwrap() {
        'A' => 1,
        digit @ '2'..='9' => u64::from(digit.to_digit(10).unwrap()),
        _ => 0,
    };
    cards.iter().map(one).sum::<u64>() % 10
}

/// In coups without an error, the counts that the house decided on are those of the cards that were keyed.
fn counts_as_keyed(evening: &Evening) -> usize {
    let (mut coup, mut hands, mut checked) = (0, [Vec::new(), Vec::new()], 0);
    for event in evening.notebook.values() {
        match event["fact"].as_str().unwrap() {
            "coup-started" => (coup, hands) = (event["number"].as_u64().unwrap(), Default::default()),
            "card-dealt" if !event["card"].is_null() => {
                hands[usize::from(event["to"] == "banker")].push(event["card"].clone());
            }
            "exposed" => {
                let shown = event["cards"].as_array().unwrap().clone();
                hands[usize::from(event["side"] == "banker")].extend(shown);
            }
            "coup-decided" if !evening.spoilt.contains(&coup) => {
                let counted = [points(&hands[0]), points(&hands[1])].map(|points| json!(points));
                assert_eq!([event["player"].clone(), event["banker"].clone()], counted, "coup {coup}");
                checked += 1;
            }
            _ => {}
        }
    }
    checked
}

/// Reads the log back: every event as the notebook has it, the table replayed, its accounts in step.
async fn replayed(evening: &Evening) -> Walk {
    let archive = Archive::over(evening.open.house.floor.ledger.store().clone());
    let stream = Stream::new("table", evening.table).unwrap();
    let bound = archive.book_of(&stream, None).await.unwrap();
    let mut message = 0;
    let walk = archive.walk(&stream, bound.book, None, |_, step| {
        let sequence = step.record.sequence;
        let Some(noted) = evening.notebook.get(&sequence) else {
            // The house signs everybody off when the table has closed.
            let own = sequence == 1 || step.event.fact.word() == "signed-off";
            assert!(own, "the notebook has no event {sequence}: {}", step.event.fact);
            return Ok::<_, ArchiveFault>(());
        };
        let Value::Object(fact) = serde_json::to_value(&step.event.fact).unwrap() else {
            panic!("no object")
        };
        for (field, value) in fact {
            // A fact's own `by` and `at` stand beside those of the event.
            let message = match field.as_str() {
                "by" | "at" => format!("fact_{field}"),
                _ => field.clone(),
            };
            assert_eq!(noted[&message], value, "event {sequence}, {field}");
        }
        assert_eq!(noted["at"], json!(step.event.at), "event {sequence}");
        assert_eq!(noted["by"], serde_json::to_value(&step.event.by).unwrap(), "event {sequence}");
        assert_eq!(noted["clauses"], json!(step.event.cites.clauses), "event {sequence}");
        message += 1;
        Ok(())
    });
    let walk = walk.await.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(message, evening.notebook.len(), "the log tells nothing that did not happen");
    walk
}

/// What an inspector is shown of each coup is what the house answered when it happened, event by event.
async fn shown_as_it_happened(evening: &Evening, coups: u64) -> usize {
    let inspector = evening.open.come_as(Role::Inspector).await;
    let mut shown = 0;
    for number in 1..=coups {
        let replay = inspector.get(&format!("/watch/tables/{}/coups/{number}", evening.table)).await;
        assert_eq!((&replay["holds"], &replay["fault"]), (&json!(true), &Value::Null), "coup {number}");
        for frame in replay["frames"].as_array().unwrap() {
            let noted = &evening.notebook[&frame["seq"].as_u64().unwrap()];
            for (field, value) in noted.as_object().unwrap() {
                assert_eq!(frame[field], *value, "coup {number}, event {}, {field}", frame["seq"]);
            }
            shown += 1;
        }
    }
    shown
}

/// Everybody leaves, the float is counted, the table closes and the shift ends.
async fn close(evening: &mut Evening) -> Value {
    evening.must("supervisor", json!({"act": "fill", "amount": 1_000_000, "signed": "Dora Dealer"})).await;
    evening.must("supervisor", json!({"act": "credit", "amount": 250_000, "signed": "Dora Dealer"})).await;
    for (patron, ..) in ANN_BOB_AND_CYD {
        let view = evening.view().await;
        let stakes = view["desk"]["stakes"].as_array().unwrap().clone();
        for stake in stakes.iter().filter(|stake| stake["patron"] == patron) {
            let back = json!([{"act": "withdraw", "box": stake["box"], "wager": stake["wager"]}]);
            let (status, message) = evening.send("dealer", back, Some(patron)).await;
            assert_eq!(status, StatusCode::OK, "{message}");
        }
        let (status, message) = evening.send("dealer", json!([{"act": "leave"}]), Some(patron)).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }
    let last = evening.view().await;
    let float = last["money"]["float"].clone();
    let close = |count: i64| json!([{"act": "count-float", "count": count, "signed": "Dora Dealer"}, {"act": "close", "count": count}]);
    let float = float.as_i64().unwrap();
    let (status, message) = evening.send("supervisor", close(float - 100), None).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("count-differs")), "{message}");
    let (status, message) = evening.send("supervisor", close(float), None).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let ended = json!({"id": "good-night", "why": "the doors are closed"});
    assert_eq!(evening.staff["supervisor"].post("/shifts/1/end", ended).await.0, StatusCode::OK);
    last
}

async fn whole_evening(table: &'static str, seed: u64, withdraw: bool) {
    let mut evening = Evening::begin(table, seed).await;
    play(&mut evening, 24).await;
    let kinds: BTreeSet<&String> = evening.reported.iter().collect();
    assert!(kinds.len() >= 8, "errors of many kinds: {kinds:#?}");
    assert!(evening.decided > 0, "somebody had to decide: {kinds:#?}");
    assert_eq!(
        evening.withdrawn > 0,
        withdraw,
        "patrons take wagers back where a ruling lets them: {kinds:#?}"
    );
    let bought: i64 = 500_000 * ANN_BOB_AND_CYD.len() as i64;
    let last = close(&mut evening).await;

    assert!(counts_as_keyed(&evening) >= 8);
    assert!(shown_as_it_happened(&evening, 24).await > 400);
    let walk = replayed(&evening).await;
    let state = walk.table.as_ref().unwrap().state();
    assert_eq!(json!(state.float), last["money"]["float"]);
    assert_eq!(state.drop.0, bought);
    let hands: i64 = state.patrons.values().map(|patron| patron.chips.0).sum();
    let owed: i64 = state.patrons.values().map(|patron| patron.owed.0).sum();

    // Sums from the outside: what patrons brought and do not have, the house has won.
    let report = evening.staff["manager"].get(&format!("/reports/shift?shift=1&table={table}")).await;
    assert_eq!(report["balances"], true, "{report:#}");
    let row = &report["sheets"]["balance"][0];
    assert_eq!(row["win"], json!(bought - hands), "owed {owed}: {row:#}");
    assert_eq!((&row["closing"], &row["difference"]), (&last["money"]["float"], &json!(0)));
    assert_eq!((&row["hands_after"], &row["layout_after"]), (&json!(hands), &json!(0)));
    let money = report["sheets"]["money"].as_array().unwrap();
    let moved: Vec<&str> = money.iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(moved, ["fill", "credit", "count", "closed"]);

    let dealers = evening.staff["manager"].get(&format!("/reports/dealers?shift=1&table={table}")).await;
    let dora = &dealers["sheets"]["dealers"][0];
    assert_eq!(dora["dealer"], "Dora Dealer");
    assert_eq!(dora["errors"], json!(evening.reported.len()), "{:#?} {dealers:#}", evening.reported);
    let ruled = dealers["sheets"]["rulings"].as_array().unwrap();
    assert!(ruled.iter().all(|row| !row["by"].as_str().unwrap().is_empty()));
    evening.open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_evening_in_canberra_is_replayed_as_it_happened() {
    // Dealt face up, no card of Canberra's is unseen, and so no ruling lets a wager be taken back.
    whole_evening("act-felt", 7, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_evening_in_sydney_is_replayed_as_it_happened() {
    whole_evening("nsw-felt", 11, true).await;
}
