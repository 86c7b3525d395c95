//! A card keyed wrongly and confirmed: the dealer reports it from the console, a supervisor grants it, and the coup is decided and
//! settled again with both cards on record.

use crate::dealer::{ENTER, Shift, due};
use crate::place::Place;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_miskeyed_card_is_put_right_from_the_console() {
    let place = Place::open().await;
    let shift = Shift::begin(&place, "act-felt".to_owned()).await;
    shift.patron_comes("Ann", 1).await;
    shift.patron_comes("Bob", 2).await;
    // Nine against seven, as keyed; the seven was a nine.
    shift.until("the coup is to be settled", |view| due(view) == "settle").await;
    // The bar at the top of the page may lie over it: it is touched where it is.
    shift.dealer.find("#cards-banker [data-card='7D']").await;
    shift.dealer.value("(document.querySelector(\"#cards-banker [data-card='7D']\").click(), true)").await;
    let filled = "document.getElementById('miskeyed-keyed').value === '7D' && document.getElementById('miskeyed-hand').value === 'banker'";
    shift.dealer.until("the card is filled in", filled).await;
    shift.dealer.pictures("console-put-right").await;
    let before = shift.seq().await;
    shift.dealer.press("#miskeyed-was", &format!("9d{ENTER}")).await;
    shift.moved(before).await;
    let view = shift.view().await;
    assert_eq!(due(&view), "decide", "{:#}", view["desk"]["due"]);
    assert_eq!(view["matters"][0]["about"]["when"], "card-miskeyed");
    // The supervisor reads it in the pit, in either language, and decides it there.
    let matter = view["matters"][0]["id"].clone();
    shift.supervisor.go(&place.page("/pit/act-felt?lang=zh-CN")).await;
    let told = shift.supervisor.said(".matter p").await;
    let latin = told.split_whitespace().filter(|word| word.len() > 1 && word.is_ascii()).count();
    assert!(latin <= 1 && told.contains("主管"), "{told}");
    shift.supervisor.go(&place.page("/pit/act-felt?lang=en")).await;
    shift.supervisor.find(".matter p").await;
    shift.supervisor.value("(window.prompt = () => 'seen on camera', true)").await;
    let before = shift.seq().await;
    shift.supervisor.click(&format!("[data-key='matter-{matter}-granted']")).await;
    shift.moved(before).await;
    let lies = "document.querySelector('#cards-banker [data-card=\"9D\"]') !== null";
    shift.dealer.until("the true card lies there", lies).await;
    let view = shift.until("the coup is to be settled again", |view| due(view) == "settle").await;
    assert_eq!(view["state"]["decided"]["winner"], "tie", "{:#}", view["state"]["decided"]);
    let log = shift.dealer.said("#log").await;
    assert!(log.contains("7D on record was 9D"), "both are on record: {log}");
    shift.end().await;
    place.close().await;
}
