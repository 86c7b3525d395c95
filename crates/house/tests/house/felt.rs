//! Tables that people deal: what is due and what may be done about it lead through an evening, card by card.

use crate::support::{BETTING, Guest, Message, Open, at_pace, bet, tells};
use axum::http::{Method, StatusCode};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::shelf;
use people::role::Role;
use serde_json::{Value, json};
use std::time::Duration;

/// The staff of an evening, the cards on the table, and how often somebody has keyed something.
pub struct Evening {
    pub open: Open,
    table: String,
    pub dealer: Guest,
    pub supervisor: Guest,
    pub manager: Guest,
    cards: Vec<Card>,
    keyed: u32,
}

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

impl Evening {
    pub async fn begin(table: &str) -> Evening {
        Evening::begin_in(Open::at_pace(BETTING).await, table).await
    }

    /// The same in a house of the test's own.
    pub async fn begin_in(open: Open, table: &str) -> Evening {
        let (dealer, supervisor, manager) = (
            open.confirmed_as(Role::Dealer).await,
            open.confirmed_as(Role::Supervisor).await,
            open.confirmed_as(Role::Manager).await,
        );
        let evening =
            Evening { open, table: table.to_owned(), dealer, supervisor, manager, cards: cards(1), keyed: 0 };
        for staff in [&evening.dealer, &evening.supervisor, &evening.manager] {
            let (status, message) = staff.command(table, "sign-me-on", json!([{"act": "sign-on"}])).await;
            assert_eq!(status, StatusCode::OK, "{message}");
        }
        evening
    }

    fn id(&mut self) -> String {
        self.keyed += 1;
        format!("keyed-{:06}", self.keyed)
    }

    pub async fn view(&self) -> Value {
        self.dealer.get(&format!("/tables/{}", self.table)).await
    }

    /// Asks until the house has time for it: an evening is keyed here in seconds.
    pub async fn patiently(guest: &Guest, path: &str, body: Value) -> (StatusCode, Value) {
        loop {
            let (status, message) = guest.post(path, body.clone()).await;
            if status != StatusCode::TOO_MANY_REQUESTS {
                return (status, message);
            }
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    /// Something keyed for a patron, and the answer.
    pub async fn key(&mut self, patron: &str, acts: Value) -> (StatusCode, Value) {
        let (id, path) = (self.id(), format!("/tables/{}/commands", self.table));
        Evening::patiently(&self.dealer, &path, json!({"id": id, "acts": acts, "for": patron})).await
    }

    async fn must_key(&mut self, patron: &str, acts: Value) -> Value {
        let (status, message) = self.key(patron, acts.clone()).await;
        assert_eq!(status, StatusCode::OK, "{patron} {acts}: {message}");
        message
    }

    pub async fn deal(&mut self, acts: Value) -> (StatusCode, Value) {
        let (id, path) = (self.id(), format!("/tables/{}/commands", self.table));
        Evening::patiently(&self.dealer, &path, json!({"id": id, "acts": acts})).await
    }

    /// A scan under an id of the test's own.
    async fn scan_as(&self, id: &str, card: &str) -> (StatusCode, Value) {
        let path = format!("/tables/{}/scan", self.table);
        Evening::patiently(&self.dealer, &path, json!({"id": id, "card": card})).await
    }

    pub async fn scan(&mut self, card: &str) -> (StatusCode, Value) {
        let (id, path) = (self.id(), format!("/tables/{}/scan", self.table));
        Evening::patiently(&self.dealer, &path, json!({"id": id, "card": card})).await
    }

    /// A patron comes, pays in and sits down.
    async fn seat(&mut self, patron: &str, seat: u8) {
        let acts = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 2_000_000}, {"act": "take-seat", "seat": seat}]);
        self.must_key(patron, acts).await;
    }

    /// Does the first of what may be done, as whoever may do it.
    async fn step(&mut self, offer: &Value) {
        let mut act = offer["act"].clone();
        match offer["asks"]["what"].as_str() {
            Some("card") => act["card"] = json!(self.cards.pop().unwrap()),
            Some("cards") => {
                let count = offer["asks"]["count"].as_u64().unwrap();
                act["cards"] = (0..count).map(|_| json!(self.cards.pop().unwrap())).collect();
            }
            _ => {}
        }
        let (id, path) = (self.id(), format!("/tables/{}/commands", self.table));
        let by = match offer["by"].as_str().unwrap() {
            "player" => {
                let patron = offer["for"].as_str().unwrap().to_owned();
                self.must_key(&patron, json!([act])).await;
                return;
            }
            "dealer" => &self.dealer,
            "manager" => &self.manager,
            _ => &self.supervisor,
        };
        let (status, message) = Evening::patiently(by, &path, json!({"id": id, "acts": [act]})).await;
        assert_eq!(status, StatusCode::OK, "{offer}: {message}");
    }

    /// Goes on by what is offered until something holds; patrons bet when wagers are due.
    pub async fn until(&mut self, wished: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..4_000 {
            let view = self.view().await;
            if wished(&view) {
                return view;
            }
            match (view["desk"]["due"]["due"].as_str().unwrap(), view["desk"]["offers"].get(0)) {
                ("wagers", _) => {
                    let (ann, bob) = (bet(1, "player", 5_000), bet(2, "banker", 10_000));
                    self.must_key("Ann", ann).await;
                    self.must_key("Bob", bob).await;
                }
                (_, Some(offer)) => self.step(&offer.clone()).await,
                _ => panic!("nothing is offered: {:#}", view["desk"]),
            }
        }
        panic!("it did not come about: {:#}", self.view().await["desk"]);
    }

    pub async fn end(self) {
        self.open.stop().await;
    }
}

pub fn due(view: &Value) -> &str {
    view["desk"]["due"]["due"].as_str().unwrap()
}

/// A first card, and no other, is due.
pub fn first_card(view: &Value) -> bool {
    due(view) == "first-card"
}

pub async fn with_ann_and_bob(book: &str) -> Evening {
    let mut evening = Evening::begin(&format!("{book}-felt")).await;
    evening.seat("Ann", 1).await;
    evening.seat("Bob", 2).await;
    evening
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_offered_leads_from_one_shoe_to_the_next_in_every_book() {
    for book in shelf::ids() {
        let mut evening = with_ann_and_bob(book).await;
        let view = evening.until(|view| view["state"]["coup"] == 4 && first_card(view)).await;
        assert_eq!(view["table"]["cards"], "felt");
        assert_eq!(view["state"]["shoe"]["seal"], Value::Null);
        assert_eq!(view["state"]["shoe"]["number"], 1);
        let (status, message) = evening.deal(json!([{"act": "draw-cutting-card"}])).await;
        assert_eq!(status, StatusCode::OK, "{book}: {message}");
        evening.cards = cards(2);
        let view = evening.until(|view| view["state"]["shoe"]["number"] == 2 && first_card(view)).await;
        assert!(view["state"]["coup"].as_u64() >= Some(5), "{book}: {:#}", view["state"]);
        let shoes = evening.dealer.get(&format!("/tables/{book}-felt/shoes")).await;
        assert_eq!(shoes["shoes"], json!([]), "no shoe of a felt table was sealed");
        evening.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_says_whom_to_pay_what_in_which_chips() {
    let mut evening = with_ann_and_bob("nz").await;
    evening.until(first_card).await;
    // The Player's nine beats the Banker's seven: Ann wins even money, Bob's stake is taken.
    for card in ["9H", "7D", "KS", "QC"] {
        let view = evening.view().await;
        let act = &view["desk"]["offers"][0]["act"];
        let (status, message) =
            evening.deal(json!([{"act": "deal-card", "to": act["to"], "card": card}])).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }
    let view = evening.until(|view| due(view) == "settle").await;
    let payments = view["desk"]["payments"].as_array().unwrap();
    let message = |patron: &str| payments.iter().find(|payment| payment["patron"] == patron).unwrap();
    assert_eq!((&message("Ann")["paid"], &message("Ann")["done"]), (&json!(5_000), &json!(false)));
    assert_eq!(message("Ann")["chips"], json!([[2_500, 2]]));
    assert_eq!(message("Bob")["outcome"], "loses");
    assert_eq!(view["desk"]["chips"], json!({"paid": 5_000, "taken": 10_000, "chips": [[2_500, 2]]}));
    let view = evening.until(|view| due(view) == "collect-cards").await;
    let done: Vec<&Value> = view["desk"]["payments"].as_array().unwrap().iter().collect();
    assert!(done.len() == 2 && done.iter().all(|payment| payment["done"] == true), "{done:#?}");
    evening.end().await;
}

/// The first event of a message with this fact.
fn event<'m>(messages: &'m [Message], fact: &str) -> &'m Value {
    let mut all = messages.iter().filter_map(|message| message.data["events"].as_array()).flatten();
    all.rfind(|event| event["fact"] == fact).unwrap_or(&Value::Null)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_staff_key_for_a_patron_tells_of_both() {
    let mut evening = Evening::begin("qld-felt").await;
    let guest = evening.open.come_as(Role::Player).await;
    let name = guest.get("/session").await["name"].as_str().unwrap().to_owned();
    let mut own = guest.feed("qld-felt", None).await;
    let mut staff = evening.supervisor.feed("qld-felt", None).await;
    let cage = evening.open.come_as(Role::Cage).await;
    let mut counts = cage.feed("qld-felt", None).await;
    evening.seat(&name, 3).await;
    let message = own.until(|message| tells(message, "seat-taken")).await;
    // The patron is told of what was keyed in their name, also of what nobody else hears.
    assert_eq!(event(&message, "bought-in")["keyed"], true, "{message:#?}");
    assert_eq!(event(&message, "seat-taken")["keyed"], true);
    // Whoever will count the drop box hears what everybody does, and not what was bought in.
    let message = counts.until(|message| tells(message, "seat-taken")).await;
    assert_eq!(event(&message, "bought-in"), &Value::Null, "{message:#?}");
    let message = staff.until(|message| tells(message, "seat-taken")).await;
    assert_ne!(event(&message, "bought-in"), &Value::Null, "{message:#?}");
    let taken = event(&message, "seat-taken");
    assert_eq!(taken["by"], json!({"name": name, "role": "player"}));
    assert_eq!(taken["keyed_by"], json!({"name": "Dora Dealer", "role": "dealer"}));
    // What the guest does alone is not marked.
    let (status, answer) =
        guest.command("qld-felt", "a-better-seat", json!([{"act": "take-seat", "seat": 4}])).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["events"][0].get("keyed"), None, "{answer}");
    // Taken or refused, the log says who keyed it.
    let (status, _) = evening.key(&name, json!([{"act": "take-seat", "seat": 99}])).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let stream = ledger::Stream::new("keyed", "qld-felt").unwrap();
    let notes = evening.open.house.floor.ledger.store().read(&stream, 0, 100).await.unwrap();
    assert_eq!(notes.len(), 2, "one for each command");
    assert!(notes.iter().all(|note| note.by.name == "Dora Dealer"));
    assert!(notes.iter().flat_map(|note| note.records()).all(|note| note.payload.text().contains(&name)));
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_keys_for_a_patron_who_may_not() {
    let mut evening = Evening::begin("act-felt").await;
    let arrive = json!([{"act": "arrive"}]);
    let asked = |id: &str, patron: &str, acts: &Value| json!({"id": id, "acts": acts, "for": patron});
    for role in [Role::Player, Role::Surveillance, Role::Inspector] {
        let guest = evening.open.come_as(role).await;
        let (status, message) =
            guest.post("/tables/act-felt/commands", asked("key-for-ann", "Ann", &arrive)).await;
        assert_eq!(
            (status, &message["word"]),
            (StatusCode::FORBIDDEN, &json!("not-yours")),
            "{role}: {message}"
        );
    }
    let check = async |path: &str, patron: &str, acts: &Value, error: &str| {
        let id = format!("try-{}", error);
        let (_, message) = evening.dealer.post(path, asked(&id, patron, acts)).await;
        assert_eq!(message["word"], error, "{message}");
    };
    check("/tables/act/commands", "Ann", &arrive, "dealt-by-the-house").await;
    check("/tables/nz-felt/commands", "Ann", &arrive, "not-signed-on").await;
    check("/tables/act-felt/commands", "Sam Supervisor", &arrive, "bad-request").await;
    check("/tables/act-felt/commands", "Ann", &json!([{"act": "shuffle"}]), "not-yours").await;
    check("/tables/act-felt/commands", "#Ann Lee", &arrive, "bad-request").await;
    // A guest never gets the name that a patron without an account goes by.
    evening.seat("Ann", 1).await;
    let link = evening.open.house.links.as_ref().unwrap().of(Role::Player);
    let (_, _, body) = evening
        .open
        .anybody()
        .raw(Method::POST, "/session/link", Some(json!({"link": link, "name": "Ann"})))
        .await;
    let who: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(who["name"], "Ann 2");
    // Real cards are nobody's device: what is done with them by hand is keyed by the dealer.
    let guest = evening.open.seated("act-felt", 2).await;
    let (_, message) = guest.command("act-felt", "cut-it-myself", json!([{"act": "cut", "at": 200}])).await;
    assert_eq!(message["word"], "keyed-by-the-dealer", "{message}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scanned_card_goes_where_it_is_due_or_is_told_as_astray() {
    let mut evening = with_ann_and_bob("nz").await;
    let (status, message) = evening.scan("7H").await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("not-due")), "{message}");
    assert_eq!(evening.view().await["desk"]["stray"], "7H");
    evening.until(|view| due(view) == "burn").await;
    assert_eq!(evening.view().await["desk"]["stray"], Value::Null);
    // The burn card, and what it calls for, one by one.
    let mut left = 1;
    let mut burnt = 0;
    while left > 0 || due(&evening.view().await).starts_with("burn") {
        let (status, message) = evening.scan("5D").await;
        assert_eq!(status, StatusCode::OK, "{message}");
        left = message["left"].as_u64().unwrap();
        burnt += 1;
        assert!(burnt < 20, "{:#}", evening.view().await["desk"]);
    }
    let view = evening.until(first_card).await;
    assert_eq!(view["state"]["shoe"]["dealt"], burnt);
    for card in ["2H", "3D", "4S", "5C"] {
        let (status, message) = evening.scan(card).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        assert!(message["events"].to_string().contains(card), "{message}");
    }
    let view = evening.view().await;
    assert_eq!(view["state"]["player"]["cards"], json!(["2H", "4S"]));
    assert_eq!(view["state"]["banker"]["cards"], json!(["3D", "5C"]));
    let (status, message) = evening.scan("1H").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(message["detail"].as_str().unwrap().contains("cutting-card"), "{message}");
    for (guest, status) in [(evening.open.come_as(Role::Player).await, 403), (evening.open.anybody(), 401)] {
        let (found, _) =
            guest.post("/tables/nz-felt/scan", json!({"id": "scan-this-one", "card": "7H"})).await;
        assert_eq!(found.as_u16(), status);
    }
    let (_, message) =
        evening.dealer.post("/tables/nz/scan", json!({"id": "scan-this-one", "card": "7H"})).await;
    assert_eq!(message["word"], "dealt-by-the-house");
    evening.end().await;
}

/// A scanning shoe has an account of its own: its cards are dealt by the hand of whoever is on duty, and it may do nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn a_shoe_tells_its_cards_and_may_do_nothing_else() {
    let mut evening = with_ann_and_bob("act").await;
    let shoe = evening.open.signed_in("act-felt shoe-3", Role::Device).await;
    let other = evening.open.signed_in("nz-felt shoe-4", Role::Device).await;
    evening.until(first_card).await;
    let (status, message) =
        other.post("/tables/act-felt/scan", json!({"id": "other-card-1", "card": "7H"})).await;
    assert_eq!((status, &message["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")), "{message}");
    let (status, message) =
        shoe.post("/tables/act-felt/scan", json!({"id": "shoe-card-1", "card": "7H"})).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let dealt = &message["events"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["fact"] == "card-dealt")
        .unwrap()["by"];
    assert_eq!(dealt["name"], "Dora Dealer", "{message}");
    let stream = ledger::Stream::new("keyed", "act-felt").unwrap();
    let notes = evening.open.house.floor.ledger.store().read(&stream, 0, 1_000).await.unwrap();
    assert_eq!(notes.last().unwrap().by.name, "act-felt shoe-3", "the record says which shoe read it");
    // Nowhere else is it anybody.
    let (status, _) = shoe
        .command("act-felt", "shoe-deals-one", json!([{"act": "deal-card", "to": "banker", "card": "2C"}]))
        .await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    for path in ["/session", "/pit", "/reports/shift", "/watch", "/people"] {
        let (status, _, _) = shoe.raw(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(shoe.get("/tables/act-felt").await["view"], "sign", "it sees what everybody sees");
    // Without a dealer no card is dealt.
    let (status, message) = evening.deal(json!([{"act": "sign-off"}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let (_, message) = shoe.post("/tables/act-felt/scan", json!({"id": "shoe-card-2", "card": "2C"})).await;
    assert_eq!(message["word"], "not-signed-on", "{message}");
    evening.end().await;
}

/// Every card of three coups comes from the scanning shoe, in every book: what the dealer does beside it has no card in it, and the record has
/// the cards as they were read.
#[tokio::test(flavor = "multi_thread")]
async fn whole_coups_are_dealt_with_a_scanning_shoe_alone() {
    for book in shelf::ids() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = at_pace(folder.path(), BETTING);
        let read_as = Book::read(shelf::text(book).unwrap()).unwrap();
        let known = read_as.rules.equipment.scanning_shoe.get() == Some(&true);
        let id = format!("{book}-felt");
        for table in settings.tables.iter_mut().filter(|table| table.id == id) {
            table.settings.scanning = known;
        }
        let mut evening = Evening::begin_in(Open::with(settings).await, &id).await;
        evening.seat("Ann", 1).await;
        evening.seat("Bob", 2).await;
        evening.until(|view| due(view) == "wagers").await;
        let shoe = evening.open.signed_in(&format!("{id} shoe-1"), Role::Device).await;
        let (mut read, mut dealers) = (0, 0);
        for _ in 0..400 {
            let view = evening.view().await;
            if view["state"]["coup"] == 4 {
                break;
            }
            let offer = match (due(&view), view["desk"]["offers"].get(0)) {
                ("wagers", _) => {
                    evening.must_key("Ann", bet(1, "player", 5_000)).await;
                    evening.must_key("Bob", bet(2, "banker", 10_000)).await;
                    continue;
                }
                (_, offer) => offer.cloned().unwrap_or_else(|| panic!("{book}: {:#}", view["desk"])),
            };
            match offer["asks"]["what"].as_str() {
                Some("card") => {
                    read += 1;
                    let body =
                        json!({"id": format!("shoe-card-{read}"), "card": evening.cards.pop().unwrap()});
                    let path = format!("/tables/{id}/scan");
                    let (status, message) = Evening::patiently(&shoe, &path, body).await;
                    assert_eq!(status, StatusCode::OK, "{book} {offer}: {message}");
                }
                // Hands that lay face down are turned over as they were read.
                Some("cards" | "nothing") => {
                    dealers += 1;
                    assert!(offer["act"].get("card").is_none(), "{book}: {offer}");
                    evening
                        .step(
                            &json!({"act": offer["act"], "by": offer["by"], "for": offer["for"], "asks": {}}),
                        )
                        .await;
                }
                other => panic!("{book}: {other:?} {offer}"),
            }
        }
        let view = evening.view().await;
        assert_eq!(view["state"]["coup"], 4, "{book}: {:#}", view["desk"]);
        let coups = evening.dealer.get(&format!("/tables/{id}/coups?limit=3")).await;
        let lay = coups["coups"].as_array().unwrap().iter().map(|coup| {
            ["player", "banker"].map(|side| coup[side].as_array().map_or(0, Vec::len)).iter().sum::<usize>()
        });
        assert_eq!(lay.sum::<usize>(), read, "{book}: every card that lay there was read: {coups:#}");
        assert!(read >= 12 && dealers > 0, "{book}: {read} cards, {dealers} acts");
        evening.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_heard_answered_and_on_record() {
    let evening = Evening::begin("nsw-felt").await;
    let mut feed = evening.supervisor.feed("nsw-felt", None).await;
    feed.next().await;
    let call = json!({"id": "come-quickly", "why": "a late wager"});
    let (status, message) = evening.dealer.post("/tables/nsw-felt/calls", call.clone()).await;
    assert_eq!(
        (status, &message["number"], &message["why"]),
        (StatusCode::OK, &json!(1), &json!("a late wager"))
    );
    let heard = feed.next().await.unwrap();
    assert_eq!(heard.data["view"]["desk"]["calls"][0]["by"], "Dora Dealer");
    // Sent again, it is the same call.
    assert_eq!(evening.dealer.post("/tables/nsw-felt/calls", call).await.1["number"], 1);
    let answer = json!({"id": "here-i-come"});
    let (status, _) = evening.dealer.post("/tables/nsw-felt/calls/1/answer", answer.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, message) = evening.supervisor.post("/tables/nsw-felt/calls/1/answer", answer).await;
    assert_eq!((status, &message["answered_by"]), (StatusCode::OK, &json!("Sam Supervisor")));
    let again = json!({"id": "here-too-late"});
    let (_, message) = evening.manager.post("/tables/nsw-felt/calls/1/answer", again).await;
    assert_eq!(message["word"], "call-answered");
    assert_eq!(evening.view().await["desk"]["calls"], json!([]));
    let stream = ledger::Stream::new("call", "nsw-felt").unwrap();
    assert_eq!(evening.open.house.floor.ledger.store().read(&stream, 0, 9).await.unwrap().len(), 2);
    evening.end().await;
}

/// A supervisor acts for the house too, a manager for the supervisor; each as the book wants them.
#[tokio::test(flavor = "multi_thread")]
async fn staff_act_in_the_part_that_the_book_asks_for() {
    let evening = Evening::begin("act-felt").await;
    let limits = json!({"least": 2_500, "most": 100_000});
    let change = json!([{"act": "make-change", "change": {"of": "limits", "limits": limits}}]);
    let (status, message) = evening.supervisor.command("act-felt", "other-limits", change.clone()).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(message["events"][0]["by"], json!({"name": "Sam Supervisor", "role": "operator"}));
    // The same id again gets the same answer, although the limits now are what was asked for.
    let (status, again) = evening.supervisor.command("act-felt", "other-limits", change).await;
    assert_eq!((status, &again["seq"]), (StatusCode::OK, &message["seq"]));
    evening.end().await;
}

/// A table takes a voucher's worth from the register, once, in one commit with it; nobody types it.
#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_is_worth_what_the_register_says_and_once() {
    let mut evening = Evening::begin("nsw-felt").await;
    evening.must_key("Ann", json!([{"act": "arrive"}])).await;
    let typed = json!([{"act": "swap-voucher", "worth": 5_000}]);
    let (status, message) = evening.key("Ann", typed).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{message}");
    let handed_in = json!([{"act": "swap-voucher", "number": "V-1"}]);
    let (status, message) = evening.key("Ann", handed_in.clone()).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{message}");
    // One proposes, another approves.
    let voucher = json!({"id": "propose-v-1", "number": "V-1", "worth": 5_000, "from": "lunar prize 2"});
    let (status, message) = evening.manager.post("/vouchers", voucher).await;
    assert_eq!((status, &message["standing"]), (StatusCode::OK, &json!("proposed")), "{message}");
    let (status, message) = evening.key("Ann", handed_in.clone()).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("not-issued")), "{message}");
    let approval = json!({"id": "approve-v-1"});
    let (status, message) = evening.manager.post("/vouchers/V-1/approve", approval.clone()).await;
    assert!(status.is_client_error(), "{message}");
    let (status, message) = evening.supervisor.post("/vouchers/V-1/approve", approval).await;
    assert_eq!((status, &message["standing"]), (StatusCode::OK, &json!("issued")), "{message}");
    // Sent again under its id it is the same answer; under another it was swapped.
    let once = json!({"id": "hand-in-once", "acts": handed_in.clone(), "for": "Ann"});
    let path = "/tables/nsw-felt/commands";
    let (status, first) = Evening::patiently(&evening.dealer, path, once.clone()).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    assert_eq!(first["events"][0]["worth"], 5_000, "{first}");
    let (status, again) = Evening::patiently(&evening.dealer, path, once).await;
    assert_eq!((status, &again["events"]), (StatusCode::OK, &first["events"]), "{again}");
    let (status, message) = evening.key("Ann", handed_in).await;
    assert_eq!((status, &message["word"]), (StatusCode::CONFLICT, &json!("already-swapped")), "{message}");
    let register = evening.manager.get("/vouchers").await;
    assert_eq!(register["vouchers"][0]["standing"], "swapped", "{register}");
    assert_eq!(register["vouchers"][0]["swapped_by"], "Ann", "{register}");
    evening.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_that_is_sent_again_is_answered_as_it_was_however_late() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let mut evening = Evening::begin_in(open, "nz-felt").await;
    evening.seat("Ann", 1).await;
    evening.seat("Bob", 2).await;
    evening.until(|view| due(view) == "burn").await;
    // The first burnt card says how many more are burnt.
    let mut answers = vec![("burn-0000".to_owned(), "5D", evening.scan_as("burn-0000", "5D").await)];
    for nth in 1..=3 {
        let id = format!("burn-000{nth}");
        let answer = evening.scan_as(&id, "6D").await;
        answers.push((id, "6D", answer));
    }
    let left = |answer: &(StatusCode, Value)| answer.1["left"].as_u64().unwrap();
    assert_eq!((left(&answers[2].2), left(&answers[3].2)), (3, 2), "{answers:?}");
    for (id, card, answer) in &answers {
        assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
        assert_eq!(evening.scan_as(id, card).await, *answer, "{id} again");
    }
    // The house stops while cards are burnt: those that came before count.
    let cookie = evening.dealer.cookie.clone();
    evening.end().await;
    let open = Open::with(at_pace(folder.path(), BETTING)).await;
    let dealer = open.back(cookie.as_deref());
    let scan = async |id: &str, card: &str| {
        Evening::patiently(&dealer, "/tables/nz-felt/scan", json!({"id": id, "card": card})).await
    };
    for (id, card, answer) in &answers {
        assert_eq!(scan(id, card).await, *answer, "{id} after a restart");
    }
    assert_eq!(left(&scan("burn-0004", "6D").await), 1);
    assert_eq!(left(&scan("burn-0005", "6D").await), 0);
    let mut bets = vec![("Bob", bet(2, "banker", 10_000)), ("Ann", bet(1, "player", 5_000))];
    for nth in 0..40 {
        let view = dealer.get("/tables/nz-felt").await;
        let body = match due(&view) {
            "first-card" => break,
            "wagers" => {
                let (patron, acts) = bets.pop().unwrap();
                json!({"id": format!("goes-on-{nth}"), "acts": acts, "for": patron})
            }
            _ => json!({"id": format!("goes-on-{nth}"), "acts": [view["desk"]["offers"][0]["act"]]}),
        };
        let (status, message) = Evening::patiently(&dealer, "/tables/nz-felt/commands", body).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }
    let mut dealt = Vec::new();
    for (id, card) in [("card-0001", "2H"), ("card-0002", "3D"), ("card-0003", "4S")] {
        let answer = scan(id, card).await;
        assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
        dealt.push((id, card, answer));
    }
    for (id, card, answer) in &dealt {
        assert_eq!(scan(id, card).await, *answer, "{id} again");
    }
    assert_eq!(scan("card-0001", "9C").await.1["word"], "same-id-other-content");
    let view = dealer.get("/tables/nz-felt").await;
    assert_eq!(view["state"]["player"]["cards"], json!(["2H", "4S"]));
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_found_on_its_coup_and_what_happens_between_coups_on_the_coming_one() {
    let mut evening = with_ann_and_bob("nz").await;
    evening.until(first_card).await;
    for card in ["9H", "7D", "KS", "QC"] {
        let view = evening.view().await;
        let act = &view["desk"]["offers"][0]["act"];
        let (status, message) =
            evening.deal(json!([{"act": "deal-card", "to": act["to"], "card": card}])).await;
        assert_eq!(status, StatusCode::OK, "{message}");
    }
    evening.until(|view| due(view) == "wagers" && view["state"]["coup"] == 2).await;
    let report = json!({"what": "miskeyed", "coup": 1, "keyed": "7D", "was": "6D", "hand": "banker"});
    let (status, message) = evening.deal(json!([{"act": "report", "report": report}])).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let granted = json!([{"act": "decide", "matter": 1, "remedy": "granted", "why": "seen on camera"}]);
    let (status, message) = evening.supervisor.command("nz-felt", "it-was-a-six", granted).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let raise = json!([{"act": "make-change", "change": {"of": "limits", "limits": {"least": 5_000, "most": 200_000}}}]);
    let changed = evening.supervisor.command("nz-felt", "other-limits", raise).await;
    let surveillance = evening.open.come_as(Role::Surveillance).await;
    let found = async |asked: &str| {
        let found = surveillance.get(&format!("/watch/coups?table=nz-felt&{asked}")).await;
        let coups = found["coups"].as_array().unwrap().iter();
        coups.map(|coup| (coup["coup"].as_u64().unwrap(), coup["dealt"] == true)).collect::<Vec<_>>()
    };
    for asked in
        ["fact=matter-opened", "fact=matter-decided", "proposer=Dora%20Dealer", "approver=Sam%20Supervisor"]
    {
        assert_eq!(found(asked).await, [(1, true)], "{asked}");
    }
    let replay = surveillance.get("/watch/tables/nz-felt/coups/1").await;
    let facts: Vec<&str> =
        replay["frames"].as_array().unwrap().iter().map(|frame| frame["fact"].as_str().unwrap()).collect();
    assert!(facts.contains(&"matter-opened") && facts.contains(&"matter-decided"), "{facts:?}");
    assert_eq!(changed.0, StatusCode::OK, "{}", changed.1);
    let coming = |found: Vec<(u64, bool)>| matches!(found[..], [(2, false)]);
    assert!(coming(found("fact=change-made").await) || coming(found("fact=change-announced").await));
    assert_eq!(found("winner=player").await, [(1, true)], "only coups that were dealt");

    // The table closes, and is found by that at once.
    evening.until(|view| due(view) == "wagers").await;
    for patron in ["Ann", "Bob"] {
        evening.must_key(patron, json!([{"act": "leave"}])).await;
    }
    let float = evening.supervisor.get("/tables/nz-felt").await["money"]["float"].as_i64().unwrap();
    let pin = evening.open.house.links.as_ref().unwrap().pin(Role::Dealer);
    let body = json!({
        "id": "closing-time", "signed": {"name": "Dora Dealer", "pin": pin},
        "acts": [{"act": "count-float", "count": float, "signed": "Dora Dealer"}, {"act": "close", "count": float}],
    });
    let (status, message) = evening.supervisor.post("/tables/nz-felt/commands", body).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    assert_eq!(found("fact=table-closed").await, [(2, false)]);
    evening.end().await;
}
