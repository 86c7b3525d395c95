//! A dealer keys real cards at a table of each book, with mistakes of several kinds; a supervisor does what is a supervisor's.

use crate::browser::Browser;
use crate::place::Place;
use baccarat::shelf;
use people::role::Role;
use serde_json::{Value, json};

/// The key that confirms.
pub const ENTER: &str = "\u{e007}";
const BACK: &str = "\u{e003}";

/// Two people at one table: the dealer at the console, the supervisor by the API from a browser of their own.
pub struct Shift<'p> {
    place: &'p Place,
    /// The table.
    pub table: String,
    /// Where the dealer works.
    pub dealer: Browser,
    /// Where the supervisor does.
    pub supervisor: Browser,
}

/// What comes out of the shoe, by how many cards lie there: nine against seven, and whatever is due beyond that.
pub const CARDS: [&str; 6] = ["9H", "7D", "KS", "QC", "2C", "3S"];

impl<'p> Shift<'p> {
    /// Both come, and sign on.
    pub async fn begin(place: &'p Place, table: String) -> Shift<'p> {
        let (dealer, supervisor) = (Browser::start(&[]).await, Browser::start(&[]).await);
        dealer.size(1280, 1400).await;
        supervisor.come_as(place, Role::Supervisor, "/library").await;
        dealer.come_as(place, Role::Dealer, &format!("/tables/{table}/dealer")).await;
        let shift = Shift { place, table, dealer, supervisor };
        // Where supervisors confirm who they are before they rule, this one has.
        let proof = json!({ "link": place.link(Role::Supervisor) });
        shift.by_supervisor("/session/confirm", &proof).await;
        shift.supervise(json!({"act": "sign-on"})).await;
        shift.dealer.click("#offers button.gold").await;
        shift
            .dealer
            .until("the dealer is on duty", "document.getElementById('duty').textContent.includes('Dora')")
            .await;
        shift
    }

    /// Something that the supervisor asks of the API.
    pub async fn by_supervisor(&self, path: &str, body: &Value) -> Value {
        posted(&self.supervisor, path, body).await
    }

    /// Something that the supervisor does.
    pub async fn supervise(&self, act: Value) {
        let before = self.seq().await;
        let path = format!("/tables/{}/commands", self.table);
        let body = json!({"id": format!("supervisor-{before}"), "acts": [act]});
        let answer = self.by_supervisor(&path, &body).await;
        assert!(answer["seq"].is_u64(), "{body}: {answer}");
        self.moved(before).await;
    }

    /// The table as the house tells it to the dealer.
    pub async fn view(&self) -> Value {
        let path = format!("/api/v1/tables/{}", self.table);
        self.dealer.promised(&format!("fetch('{path}').then((answer) => answer.json())")).await
    }

    /// How far the console is.
    pub async fn seq(&self) -> u64 {
        let seq = "document.getElementById('desk')?.dataset.seq";
        self.dealer.until("the console shows the table", &format!("{seq} !== undefined")).await;
        let seq = self.dealer.value(seq).await;
        seq.as_str().and_then(|seq| seq.parse().ok()).expect("a number")
    }

    /// Waits until the console shows more than it did.
    pub async fn moved(&self, before: u64) {
        let shows = format!("Number(document.getElementById('desk').dataset.seq ?? 0) > {before}");
        self.dealer.until("the console has moved on", &shows).await;
    }

    /// Presses keys.
    pub async fn press(&self, keys: &str) {
        self.dealer.press("body", keys).await;
    }

    /// A patron comes and sits down.
    pub async fn patron_comes(&self, name: &str, seat: u8) {
        let before = self.seq().await;
        if self.dealer.value("document.getElementById('coming').open").await == json!(false) {
            self.dealer.click("#coming summary").await;
        }
        self.dealer.press("#coming-name", name).await;
        self.dealer.find("#coming-seat").await.select_by_value(&seat.to_string()).await.expect("a free seat");
        self.dealer.press("#coming-cash", &format!("1000{ENTER}")).await;
        self.moved(before).await;
    }

    async fn wager(&self, patron: &str, wager: &str, amount: &str) {
        self.dealer.find("#wager-patron").await.select_by_value(patron).await.expect("a patron");
        self.dealer.find("#wager-on").await.select_by_value(wager).await.expect("a wager");
        self.dealer.press("#wager-amount", &format!("{amount}{ENTER}")).await;
    }

    async fn wagers(&self) {
        for (patron, wager, amount) in [("Ann", "player", "50"), ("Bob", "banker", "100")] {
            let before = self.seq().await;
            self.wager(patron, wager, amount).await;
            self.moved(before).await;
        }
        self.leave_fields().await;
    }

    /// Keys mean cards only where no field is being filled.
    pub async fn leave_fields(&self) {
        self.dealer.value("(document.activeElement.blur(), true)").await;
    }

    /// Does what is due, as the console offers it.
    pub async fn step(&self) {
        let before = self.seq().await;
        let view = self.view().await;
        let desk = &view["desk"];
        let offer = desk["offers"][0].clone();
        match (desk["due"]["due"].as_str(), offer["asks"]["what"].as_str()) {
            (Some("wagers"), _) => return self.wagers().await,
            (Some("decide"), _) => {
                let matter = &view["matters"][0];
                let remedies = matter["remedies"].as_array().expect("remedies");
                let remedy = ["denied", "goes-on"].into_iter().find(|word| remedies.contains(&json!(word)));
                let remedy = remedy.map_or_else(|| remedies[0].clone(), |word| json!(word));
                let why = "seen by the supervisor";
                self.supervise(
                    json!({"act": "decide", "matter": matter["id"], "remedy": remedy, "why": why}),
                )
                .await;
            }
            (_, Some(_)) if offer["by"] != "dealer" && offer["for"] == Value::Null => {
                let message = self.dealer.value("document.querySelector('#offers .not-mine') !== null").await;
                assert_eq!(message, json!(true), "the console says that {offer} is for somebody else");
                self.supervise(offer["act"].clone()).await;
            }
            (_, Some("number")) => self.dealer.click("#offers form button").await,
            (_, Some("nothing")) => self.press(ENTER).await,
            (_, Some("card")) => {
                let card = CARDS[lying(&view) % CARDS.len()];
                self.press(&format!("{}{ENTER}", card.to_lowercase())).await;
            }
            (_, Some("cards")) => {
                let count = offer["asks"]["count"].as_u64().expect("a count");
                for place in 0..count as usize {
                    let of_banker = usize::from(offer["act"]["side"] == "banker");
                    self.press(CARDS[(2 * place + of_banker) % CARDS.len()]).await;
                }
                self.press(ENTER).await;
            }
            other => panic!("{other:?} {desk:#}"),
        }
        self.moved(before).await;
        self.leave_fields().await;
    }

    /// Does what is due until something holds.
    pub async fn until(&self, what: &str, wished: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..400 {
            let view = self.view().await;
            if wished(&view) {
                return view;
            }
            self.step().await;
        }
        panic!("{what} did not come about: {:#}", self.view().await["desk"]);
    }

    /// What the console says of what it did not take.
    pub async fn refusal(&self) -> String {
        self.dealer.until("the refusal is shown", "!document.getElementById('refused').hidden").await;
        let message = self.dealer.value("document.getElementById('refused').innerText").await;
        message.as_str().expect("text").to_owned()
    }

    /// Tells what happened, by the words before these in the list, with a card.
    async fn report(&self, words: &str, card: &str) {
        let chosen = format!(
            "(() => {{ const all = [...document.querySelectorAll('#possible label')]; \
             const found = all.find((label) => label.textContent.includes({words:?})); \
             found?.querySelector('input').click(); return found !== undefined; }})()"
        );
        assert_eq!(self.dealer.value(&chosen).await, json!(true), "{words} is offered");
        if !card.is_empty() {
            self.dealer.value("(document.getElementById('given-card').value = '', true)").await;
            self.dealer.press("#given-card", card).await;
        }
        let before = self.seq().await;
        self.dealer.click("#happened-form button[type=submit]").await;
        let said = format!(
            "Number(document.getElementById('desk').dataset.seq ?? 0) > {before} \
             || document.getElementById('said').textContent.includes('second person')"
        );
        self.dealer.until("it is ruled on, or waits for a second person", &said).await;
        if self.seq().await == before {
            self.approve().await;
        }
        self.moved(before).await;
        self.dealer
            .until("the question is closed", "document.querySelector('#happened[open]') === null")
            .await;
    }

    /// The supervisor approves what the dealer's report would lead to, as it is shown.
    async fn approve(&self) {
        let path = format!("/tables/{}/proposals", self.table);
        let fetch = format!("fetch('/api/v1{path}').then((answer) => answer.json())");
        let shown = self.supervisor.promised(&fetch).await;
        let all = shown["proposals"].as_array().expect("proposals");
        let waits = all.iter().find(|one| one["follows"]["effect"].is_string()).expect("one that waits");
        let effect = json!({"effect": waits["follows"]["effect"]});
        let approved = self.by_supervisor(&format!("{path}/{}/approve", waits["number"]), &effect).await;
        assert_eq!(approved["standing"], "approved", "{approved}");
    }

    /// Both go.
    pub async fn end(self) {
        // Whoever deals at one table deals at no other.
        let acts = json!({"id": "the-shift-is-over", "acts": [{"act": "sign-off"}]});
        let answer = posted(&self.dealer, &format!("/tables/{}/commands", self.table), &acts).await;
        assert!(answer["word"].is_null(), "{answer}");
        self.dealer.close().await;
        self.supervisor.close().await;
    }
}

/// What the house answers to whoever is signed in at this browser.
async fn posted(browser: &Browser, path: &str, body: &Value) -> Value {
    let body = json!(body.to_string());
    browser
        .promised(&format!(
            "fetch('/api/v1{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {body}}}).then((answer) => answer.json())"
        ))
        .await
}

/// How many cards lie there.
pub fn lying(view: &Value) -> usize {
    let cards = |side: &str| view["state"][side]["cards"].as_array().map_or(0, Vec::len);
    cards("player") + cards("banker")
}

/// The word of what is due.
pub fn due(view: &Value) -> &str {
    view["desk"]["due"]["due"].as_str().expect("what is due")
}

/// This coup has come, or a later one.
pub fn coup(view: &Value, number: u64) -> bool {
    view["state"]["coup"].as_u64() >= Some(number)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_dealer_keys_a_shoe_with_mistakes_in_every_book() {
    let place = Place::open().await;
    for book in shelf::ids() {
        let shift = Shift::begin(&place, format!("{book}-felt")).await;
        shift.patron_comes("Ann", 1).await;
        shift.patron_comes("Bob", 2).await;
        a_wager_of_no_chips_is_refused(&shift).await;
        a_card_is_corrected_before_it_counts(&shift).await;
        everybody_is_paid(&shift, book).await;
        a_card_too_many_is_ruled_on(&shift, book).await;
        a_card_face_up_is_ruled_on(&shift, book).await;
        shift
            .until("a coup after all that is settled", |view| coup(view, 5) && due(view) == "first-card")
            .await;
        the_dealer_calls_and_hands_over(&shift).await;
        shift.end().await;
    }
    place.close().await;
}

async fn a_wager_of_no_chips_is_refused(shift: &Shift<'_>) {
    shift.until("wagers are due", |view| due(view) == "wagers").await;
    shift.wager("Ann", "player", "50.10").await;
    let message = shift.refusal().await;
    assert!(message.contains("50.10"), "{message}");
    shift.dealer.value("(document.getElementById('wager-amount').value = '', true)").await;
}

/// The rank is keyed, the wrong suit; it is taken back and keyed again, and only the second counts.
async fn a_card_is_corrected_before_it_counts(shift: &Shift<'_>) {
    let view = shift.until("the first card is due", |view| due(view) == "first-card").await;
    if view["desk"]["offers"][0]["asks"]["what"] != "card" {
        return;
    }
    let before = shift.seq().await;
    shift.press("9d").await;
    let waits = "document.querySelector('#keyed-cards [data-card=\"9D\"]') !== null";
    shift.dealer.until("the card waits", waits).await;
    assert_eq!(shift.seq().await, before, "nothing counts before it is confirmed");
    shift.press(BACK).await;
    shift.press(&format!("92{ENTER}")).await;
    shift.moved(before).await;
    let lies = "document.querySelector('#cards-player [data-card=\"9H\"]') !== null";
    shift.dealer.until("the nine of hearts lies there", lies).await;
}

/// What the console says is paid is what the house pays.
async fn everybody_is_paid(shift: &Shift<'_>, book: &str) {
    let view = shift.until("the coup is to be settled", |view| due(view) == "settle").await;
    let payments = view["desk"]["payments"].as_array().expect("payments");
    let message =
        |patron: &str| payments.iter().find(|payment| payment["patron"] == patron).expect("a payment");
    assert_eq!(message("Ann")["paid"], 5_000, "{book}: {payments:#?}");
    assert_eq!(message("Bob")["outcome"], "loses", "{book}");
    let shown = shift.dealer.value("document.getElementById('payments').innerText").await;
    let shown = shown.as_str().expect("text");
    assert!(shown.contains("PAY 50") && shown.contains("TAKE 100") && shown.contains("2 × 25"), "{shown}");
    let chips = |view: &Value, name: &str| {
        let patrons = view["patrons"].as_array().expect("patrons");
        patrons.iter().find(|patron| patron["name"] == name).expect("a patron")["chips"].as_i64()
    };
    let after = shift.until("the next coup", |view| coup(view, 2)).await;
    assert_eq!(chips(&after, "Ann"), Some(105_000), "{book}");
    assert_eq!(chips(&after, "Bob"), Some(90_000), "{book}");
}

/// A card too many leaves the shoe: the console says at once that none is due, and the book rules on it.
async fn a_card_too_many_is_ruled_on(shift: &Shift<'_>, book: &str) {
    let settles = |view: &Value| {
        coup(view, 2)
            && ["settle", "call"].contains(&due(view))
            && view["state"]["banker"]["cards"].as_array().is_some_and(|cards| cards.len() == 2)
    };
    shift.until("no card is due", settles).await;
    shift.press(&format!("5s{ENTER}")).await;
    let message = shift.refusal().await;
    assert!(message.contains("5 of spades is not due"), "{book}: {message}");
    shift.dealer.click("#refused button.gold").await;
    shift.report("drawn in excess", "").await;
    let log = shift.dealer.value("document.getElementById('log').innerText").await;
    let log = log.as_str().expect("text");
    assert!(log.contains("5S") || log.contains("matter"), "{book}: {log}");
    shift.until("the third coup takes wagers", |view| coup(view, 3) && due(view) == "first-card").await;
}

async fn a_card_face_up_is_ruled_on(shift: &Shift<'_>, book: &str) {
    shift.press("w").await;
    shift.dealer.until("the question is open", "document.querySelector('#happened[open]') !== null").await;
    shift.report("face up before it is drawn", "10d").await;
    let log = shift.dealer.value("document.getElementById('log').innerText").await;
    assert!(log.as_str().is_some_and(|log| log.contains("TD") || log.contains("matter")), "{book}: {log}");
}

async fn the_dealer_calls_and_hands_over(shift: &Shift<'_>) {
    shift.press("v").await;
    shift.dealer.press("#call-why", &format!("a question on limits{ENTER}")).await;
    shift
        .dealer
        .until(
            "the call is shown",
            "document.getElementById('calls').innerText.includes('a question on limits')",
        )
        .await;
    let answered = shift
        .by_supervisor(&format!("/tables/{}/calls/1/answer", shift.table), &json!({"id": "i-am-coming"}))
        .await;
    assert_eq!(answered["answered_by"], "Sam Supervisor", "{answered}");
    shift.dealer.until("the call is answered", "document.getElementById('calls').innerText === ''").await;
    shift.dealer.click("#hand-over").await;
    shift.dealer.until("the door is shown", "location.pathname === '/sign-in'").await;
    shift.dealer.come_as(shift.place, Role::Dealer, &format!("/tables/{}/dealer", shift.table)).await;
    shift.dealer.until("nobody deals", "document.getElementById('next').textContent === 'Sign on'").await;
    shift.dealer.click("#offers button.gold").await;
    shift
        .dealer
        .until("the next dealer is on duty", "document.getElementById('duty').textContent.includes('Dora')")
        .await;
}

/// The record says nine to seven, the felt said nine all: the dealer reports it, a supervisor grants it, and everybody is settled again.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_card_keyed_wrongly_and_paid_is_put_right() {
    let place = Place::open().await;
    let shift = Shift::begin(&place, "nsw-felt".to_owned()).await;
    shift.patron_comes("Ann", 1).await;
    shift.patron_comes("Bob", 2).await;
    let chips = |view: &Value| {
        let patrons = view["patrons"].as_array().expect("patrons").clone();
        ["Ann", "Bob"].map(|name| {
            let patron = patrons.iter().find(|patron| patron["name"] == name).expect("a patron");
            patron["chips"].as_i64().expect("chips")
        })
    };
    let view = shift.until("the first coup is over", |view| coup(view, 2)).await;
    assert_eq!(chips(&view), [105_000, 90_000], "{:#}", view["desk"]);

    shift.dealer.click("#put-right summary").await;
    shift.dealer.press("#miskeyed-keyed", "7d").await;
    shift.dealer.press("#miskeyed-was", "9d").await;
    let before = shift.seq().await;
    shift.dealer.click("#miskeyed-form button[type=submit]").await;
    shift.moved(before).await;
    let view = shift.view().await;
    assert_eq!(chips(&view), [105_000, 90_000], "what a dealer says alone moves nothing");
    let matter = &view["matters"][0];
    assert_eq!(matter["remedies"], json!(["granted", "denied"]), "{matter:#}");

    // Granting it moves money, so the supervisor's word is approved by a manager.
    let act = json!({"act": "decide", "matter": matter["id"], "remedy": "granted", "why": "the camera shows the nine"});
    let path = format!("/tables/{}/proposals", shift.table);
    let body = json!({"id": "the-nine-of-diamonds", "act": act, "why": "the camera shows the nine"});
    let made = shift.by_supervisor(&path, &body).await;
    assert_eq!(made["counts"], "correction", "{made}");
    let manager = Browser::start(&[]).await;
    manager.come_as(&place, Role::Manager, "/library").await;
    posted(&manager, "/session/confirm", &json!({ "link": place.link(Role::Manager) })).await;
    let sign_on = json!({"id": "manager-signs-on", "acts": [{"act": "sign-on"}]});
    posted(&manager, &format!("/tables/{}/commands", shift.table), &sign_on).await;
    let shown = manager.promised(&format!("fetch('/api/v1{path}').then((answer) => answer.json())")).await;
    let effect = json!({"effect": shown["proposals"][0]["follows"]["effect"]});
    let before = shift.seq().await;
    let approved = posted(&manager, &format!("{path}/{}/approve", made["number"]), &effect).await;
    assert_eq!(approved["standing"], "approved", "{approved}");
    shift.moved(before).await;
    manager.close().await;
    let view = shift.view().await;
    assert_eq!(chips(&view), [100_000, 100_000], "nine all stands off: {:#}", view["desk"]);
    let log = shift.dealer.value("document.getElementById('log').innerText").await;
    assert!(log.as_str().is_some_and(|log| log.contains("7D") && log.contains("9D")), "{log}");
    // Whoever takes the console over reads what happened before.
    shift.dealer.value("(location.reload(), true)").await;
    let read = "['7D', '9D'].every((card) => document.getElementById('log')?.innerText.includes(card))";
    shift.dealer.until("what happened before stands there again", read).await;
    shift.end().await;
    place.close().await;
}
