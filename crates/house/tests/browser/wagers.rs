//! Wagers at the dealer's console: how many keys and touches they take, that no field swallows a card, and a table that keeps none.
//!
//! Keys are counted, not timed: a practised hand takes 140 milliseconds for one, so six seconds are 42 keys.

use crate::browser::Browser;
use crate::dealer::{CARDS, ENTER, Shift, coup, due, lying};
use crate::place::Place;
use baccarat::shelf;
use serde_json::{Value, json};

/// The most keys or touches in which seven patrons have a wager each.
const MOST_FOR_SEVEN: usize = 25;
/// The most keys of a coup in which seven wagers are laid again: six seconds at 140 milliseconds a key.
const MOST_FOR_A_COUP: usize = 6_000 / 140;
const NAMES: [&str; 7] = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"];

/// Seven patrons take their seats, keyed for them by the dealer.
async fn seven_come(shift: &Shift<'_>) {
    for (name, seat) in NAMES.iter().zip(1..) {
        let acts = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": seat}]);
        let body = json!(json!({"id": format!("come-{name}-{seat}"), "for": name, "acts": acts}).to_string());
        let path = format!("/api/v1/tables/{}/commands", shift.table);
        let sent = format!(
            "fetch('{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {body}}}).then((answer) => answer.json())"
        );
        let answer = shift.dealer.promised(&sent).await;
        assert!(answer["seq"].is_u64(), "{name}: {answer}");
    }
    let seated = format!("document.querySelectorAll('#layout thead th').length === {}", NAMES.len());
    shift.dealer.until("seven boxes are drawn", &seated).await;
}

/// How many wagers lie on the layout.
fn stakes(view: &Value) -> usize {
    view["desk"]["stakes"].as_array().map_or(0, Vec::len)
}

async fn all_lie(dealer: &Browser) {
    dealer
        .until("seven wagers lie there", "document.querySelectorAll('#layout .spot-amount').length === 7")
        .await;
}

/// Goes to the next coup's wagers by keys alone, and says how many that took.
async fn play_on(shift: &Shift<'_>, from: u64) -> usize {
    let mut keys = 0;
    for _ in 0..60 {
        let view = shift.view().await;
        if coup(&view, from + 1) {
            return keys;
        }
        let offer = &view["desk"]["offers"][0];
        let pressed = match (offer["asks"]["what"].as_str(), offer["by"].as_str(), offer["for"].is_null()) {
            (Some("card"), ..) => format!("{}{ENTER}", CARDS[lying(&view) % CARDS.len()].to_lowercase()),
            (Some("nothing"), Some("dealer"), true) => ENTER.to_owned(),
            _ => {
                shift.step().await;
                continue;
            }
        };
        let before = shift.seq().await;
        keys += pressed.chars().count();
        shift.press(&pressed).await;
        shift.moved(before).await;
    }
    panic!("the coup did not end: {:#}", shift.view().await["desk"]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn seven_wagers_and_a_coup_take_few_keys_in_every_book() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        // Where patrons hold the cards, their answers are keyed too; the dealer's own pace is measured here.
        settings.tables.iter_mut().for_each(|table| table.settings.from_back = 20);
    })
    .await;
    for book in shelf::ids() {
        let shift = Shift::begin(&place, format!("{book}-felt")).await;
        shift.until("wagers may be laid", |view| view["state"]["phase"] == "betting").await;
        seven_come(&shift).await;
        if due(&shift.view().await) == "open-betting" {
            shift.step().await;
        }
        let keys = "1p4 2b4 3p4 4p4 5p4 6b4 7p4".replace(' ', "");
        assert!(keys.len() <= MOST_FOR_SEVEN, "{} keys", keys.len());
        shift.press(&keys).await;
        all_lie(&shift.dealer).await;
        assert_eq!(stakes(&shift.view().await), 7, "{book}");
        // What is meant for a card is no wager: the letter of a suit tells.
        let number = shift.view().await["state"]["coup"].as_u64().expect("a coup");
        play_on(&shift, number).await;
        if due(&shift.view().await) == "open-betting" {
            shift.step().await;
        }
        shift.press("r").await;
        all_lie(&shift.dealer).await;
        let keys = 1 + play_on(&shift, number + 1).await;
        assert!(keys <= MOST_FOR_A_COUP, "{book}: a coup with seven repeated wagers took {keys} keys");
        println!("{book}: {keys} keys for a coup with seven repeated wagers");
        shift.end().await;
    }
    place.close().await;
}

/// A dealer who is faster than the house loses no key: a whole coup is keyed before the first answer has come.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn no_key_is_lost_to_whoever_is_faster_than_the_answers() {
    let place = Place::open().await;
    let shift = Shift::begin(&place, "act-felt".to_owned()).await;
    shift.until("wagers may be laid", |view| view["state"]["phase"] == "betting").await;
    seven_come(&shift).await;
    shift.press(&"1p4 2b4 3p4 4p4 5p4 6b4 7p4".replace(' ', "")).await;
    all_lie(&shift.dealer).await;
    let number = shift.view().await["state"]["coup"].as_u64().expect("a coup");
    play_on(&shift, number).await;
    // The wagers again, the call, four cards, payment and collection.
    let before = shift.seq().await;
    shift.press(&format!("r{ENTER}9h{ENTER}7d{ENTER}ks{ENTER}qc{ENTER}{ENTER}{ENTER}")).await;
    shift.moved(before).await;
    let next = format!("document.getElementById('coup-number').textContent.includes('{}')", number + 2);
    shift.dealer.until("the next coup has come", &next).await;
    let view = shift.view().await;
    assert!(coup(&view, number + 2), "{:#}", view["desk"]);
    shift.end().await;
    place.close().await;
}

/// Goes to the next coup's wagers by touch alone, and says how many touches that took.
async fn touch_on(shift: &Shift<'_>, from: u64) -> usize {
    let mut touches = 0;
    for _ in 0..60 {
        let view = shift.view().await;
        if coup(&view, from + 1) {
            return touches;
        }
        let before = shift.seq().await;
        match view["desk"]["offers"][0]["asks"]["what"].as_str() {
            Some("card") => {
                let (rank, suit) = CARDS[lying(&view) % CARDS.len()].split_at(1);
                shift.dealer.click(&format!("#pad [data-rank='{rank}']")).await;
                shift.dealer.click(&format!("#pad [data-suit='{suit}']")).await;
                shift.dealer.click("#confirm").await;
                touches += 3;
            }
            Some("nothing") => {
                shift.dealer.click("#offers button[data-nth='0']").await;
                touches += 1;
            }
            other => panic!("{other:?}: {:#}", view["desk"]),
        }
        shift.moved(before).await;
    }
    panic!("the coup did not end: {:#}", shift.view().await["desk"]);
}

/// Keys are switched off: a tablet has none.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn whole_coups_are_dealt_by_touch_alone() {
    let place = Place::open().await;
    let shift = Shift::begin(&place, "act-felt".to_owned()).await;
    shift.until("wagers may be laid", |view| view["state"]["phase"] == "betting").await;
    seven_come(&shift).await;
    shift.dealer.value("(document.getElementById('keys-on').click(), true)").await;
    shift.dealer.click("#tray-chips [data-worth='2500']").await;
    for (seat, wager) in (1..=7).zip(["player", "banker"].into_iter().cycle()) {
        shift.dealer.click(&format!("#layout [data-box='{seat}'][data-wager='{wager}']")).await;
    }
    all_lie(&shift.dealer).await;
    let number = shift.view().await["state"]["coup"].as_u64().expect("a coup");
    touch_on(&shift, number).await;
    shift.dealer.click("#again").await;
    all_lie(&shift.dealer).await;
    let touches = 1 + touch_on(&shift, number + 1).await;
    assert!(touches <= MOST_FOR_A_COUP, "a coup with seven repeated wagers took {touches} touches");
    println!("{touches} touches for a coup with seven repeated wagers");
    shift.end().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn wagers_are_laid_by_touch_and_no_field_swallows_a_card() {
    let place = Place::open().await;
    let shift = Shift::begin(&place, "act-felt".to_owned()).await;
    shift.until("wagers may be laid", |view| view["state"]["phase"] == "betting").await;
    // Whoever comes sits down where there is room, unless the dealer says otherwise.
    assert_eq!(shift.dealer.value("document.getElementById('coming-seat').value").await, json!("1"));
    seven_come(&shift).await;
    // Nothing is laid from an empty hand, and what the table does not take is told in one line.
    shift.dealer.click("#layout [data-box='1'][data-wager='player']").await;
    assert!(shift.refusal().await.contains("Take up chips first"));
    for _ in 0..3 {
        shift.dealer.click("#tray-chips [data-worth='50000']").await;
    }
    shift.dealer.click("#layout [data-box='1'][data-wager='player']").await;
    let told = "document.getElementById('refused').innerText.includes('is not laid')";
    shift.dealer.until("what is not taken is told", told).await;
    let message = shift.refusal().await;
    assert!(message.contains("Ann") && message.contains("1,000 in chips"), "{message}");
    let mut touches = 1;
    shift.dealer.click("#tray-chips [data-worth='2500']").await;
    for (seat, wager) in (1..=7).zip(["player", "banker"].into_iter().cycle()) {
        touches += 1;
        shift.dealer.click(&format!("#layout [data-box='{seat}'][data-wager='{wager}']")).await;
    }
    all_lie(&shift.dealer).await;
    assert!(touches <= MOST_FOR_SEVEN, "{touches} touches");
    shift.dealer.pictures("console-wagers").await;
    // A second chip lies on top of the first.
    shift.dealer.click("#layout [data-box='1'][data-wager='player']").await;
    let fifty = "document.querySelector(\"#layout [data-box='1'][data-wager='player'] .spot-amount\")?.textContent === '50'";
    shift.dealer.until("fifty lies there", fifty).await;
    shift.dealer.click("#take-tool").await;
    shift.dealer.click("#layout [data-box='7'][data-wager='player']").await;
    shift
        .dealer
        .until("it is taken back", "document.querySelectorAll('#layout .spot-amount').length === 6")
        .await;
    shift.until("the first card is due", |view| due(view) == "first-card").await;
    // Keyed in a list and in a field for figures, a card is a card.
    for (field, card) in [("#wager-patron", "7H"), ("#wager-amount", "9D"), ("#wager-box", "KS")] {
        shift.dealer.press(field, &card.to_lowercase()).await;
        let waits = format!("document.querySelector('#keyed-cards [data-card=\"{card}\"]') !== null");
        shift.dealer.until(&format!("{card} waits"), &waits).await;
        shift.press("\u{e003}").await;
    }
    shift.dealer.press("#wager-patron", &format!("7h{ENTER}")).await;
    let lies = "document.querySelector('#cards-player [data-card=\"7H\"]') !== null";
    shift.dealer.until("the seven lies there", lies).await;
    shift.end().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_table_that_keeps_no_wagers_is_dealt_by_cards_alone() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in settings.tables.iter_mut().filter(|table| table.id == "act-felt") {
            table.settings.wagers_kept = false;
        }
    })
    .await;
    let shift = Shift::begin(&place, "act-felt".to_owned()).await;
    shift.until("the cards are to be collected", |view| due(view) == "collect-cards").await;
    let shown = |id: &str| format!("!document.getElementById('{id}').hidden");
    assert_eq!(shift.dealer.value(&shown("patrons-panel")).await, json!(false), "no patrons are keyed");
    assert_eq!(shift.dealer.value(&shown("not-kept")).await, json!(true));
    shift.dealer.until("what wagers pay is shown", &shown("pay")).await;
    shift.dealer.pictures("console-not-kept").await;
    let pay = shift.dealer.said("#pay").await;
    for words in ["Player wins, 9 to 7", "PAY 1", "TAKE"] {
        assert!(pay.contains(words), "{words}: {pay}");
    }
    let before = shift.view().await["state"]["coup"].as_u64().expect("a coup");
    shift.until("the next coup", |view| coup(view, before + 1)).await;
    shift.end().await;
    place.close().await;
}
