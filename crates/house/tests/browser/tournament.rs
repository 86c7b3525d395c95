//! A tournament of 21 entrants from its announcement to its prizes, by people at screens of their own: whatever a page offers is done in
//! the browser the first time it is due; what would only repeat goes through the API.

use crate::accessibility::look;
use crate::browser::{Browser, PATIENCE};
use crate::contests::cup;
use crate::place::Place;
use people::role::Role;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ENTRANTS: u64 = 21;
const CUP: &str = "/tournaments/cup";
const COUPS: [&str; 3] = ["4H KD 5C 8S", "4H KD 2C 7S", "2H KD 3C QS 4D KC"];

fn conditions(book: &str) -> String {
    let levels =
        r#"play.limits = [{ from = "coup 1", is = "50 to 500" }, { from = "coup 2", is = "100 to 500" }]"#;
    cup(book, &[r#"name = "Harbour Cup""#, levels, "play.seconds = 60"])
}

/// Everybody of the tournament.
struct Cup {
    place: Place,
    /// Names the official, opens entries, pays; seconds what others propose.
    manager: Arc<Browser>,
    /// Runs it, and is the supervisor at its tables.
    director: Arc<Browser>,
    dealer: Arc<Browser>,
    guest: Arc<Browser>,
    guest_name: String,
    inspector: Arc<Browser>,
    director_name: String,
    /// What has been done in the browser.
    done: HashSet<String>,
    asked: u64,
}

async fn come(place: &Place, role: Role, path: &str) -> Arc<Browser> {
    let browser = Browser::start(&[]).await;
    browser.size(1280, 1300).await;
    browser.come_as(place, role, path).await;
    Arc::new(browser)
}

async fn get(browser: &Browser, path: &str) -> Value {
    browser.promised(&format!("fetch('/api/v1{path}').then((answer) => answer.json())")).await
}

async fn post(browser: &Browser, path: &str, body: &Value) -> Value {
    let body = json!(body.to_string());
    let sent = format!(
        "fetch('/api/v1{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {body}}}).then((answer) => answer.json())"
    );
    browser.promised(&sent).await
}

async fn name_of(browser: &Browser) -> String {
    get(browser, "/session").await["name"].as_str().expect("a name").to_owned()
}

/// Goes to a page unless it is there, and waits until it is filled.
async fn at(place: &Place, browser: &Browser, path: &str) {
    if browser.value("location.pathname").await != json!(path) {
        browser.go(&place.page(path)).await;
    }
    let filled = "document.getElementById('body')?.getAttribute('aria-busy') === 'false'";
    browser.until(&format!("{path} is filled"), filled).await;
}

/// Ticks what is to be ticked, writes what is to be written, and sends a form.
async fn fill_in(browser: &Browser, form: &str, fields: &[(&str, &str)]) {
    browser.find(form).await;
    for (name, value) in fields {
        let script = format!(
            "(() => {{ const form = document.querySelector({form:?}); for (const field of form.querySelectorAll('[name={name}]')) {{ \
             if (field.type === 'checkbox') field.checked = true; \
             else if (field.type === 'radio') {{ if (field.value === {value:?}) field.checked = true; }} \
             else {{ field.value = {value:?}; field.dispatchEvent(new Event('input', {{bubbles: true}})); }} }} return true; }})()"
        );
        assert_eq!(browser.value(&script).await, json!(true), "{form} {name}");
    }
    browser.click(&format!("{form} button[type=submit]")).await;
}

/// Gives the proof that the page asks for, if it does.
async fn prove(browser: &Browser) {
    if browser.value("document.getElementById('proof')?.open === true").await == json!(true) {
        browser.click("#proof-form button[type=submit]").await;
        browser.until("the proof is taken", "!document.getElementById('proof').open").await;
    }
}

impl Cup {
    async fn announce(book: &str) -> Cup {
        let place = Place::open().await;
        let manager = come(&place, Role::Manager, "/tournaments").await;
        let director = come(&place, Role::Supervisor, "/tournaments").await;
        let dealer = come(&place, Role::Dealer, "/tournaments").await;
        let guest = come(&place, Role::Player, "/tournaments").await;
        let inspector = come(&place, Role::Inspector, "/tournaments").await;
        let (guest_name, director_name) = (name_of(&guest).await, name_of(&director).await);
        // Faults are told by line before there is a tournament.
        let write = |text: String| {
            format!(
                "(() => {{ document.querySelector('#begin textarea').value = {}; return true; }})()",
                json!(text)
            )
        };
        manager.find("#begin textarea").await;
        manager.value(&write(conditions(book).replace("fee = 250", "fee = -5"))).await;
        manager.click("#begin button[type=submit]").await;
        let line = 1 + conditions(book).lines().position(|line| line == "fee = 250").expect("a fee");
        let told = format!("document.getElementById('begin-answer').textContent.includes('line {line}:')");
        manager.until("the fault is told", &told).await;
        manager.value(&write(conditions(book))).await;
        manager.click("#begin button[type=submit]").await;
        manager.until("the desk is there", "location.pathname === '/tournaments/cup/desk'").await;
        Cup {
            place,
            manager,
            director,
            dealer,
            guest,
            guest_name,
            inspector,
            director_name,
            done: HashSet::new(),
            asked: 0,
        }
    }

    async fn view(&self) -> Value {
        get(&self.manager, CUP).await
    }

    /// Looks at every page of the tournament as it is now: on a phone and a desk, in both languages. Each looks in their own browser, all
    /// at the same time.
    async fn look(&self, stage: &str) {
        let filled = "#body[aria-busy=false]";
        let (me, desk, console) = (format!("{CUP}/me"), format!("{CUP}/desk"), format!("{CUP}/tables/1"));
        let (text, screen) = (format!("{CUP}/conditions"), format!("{CUP}/screen"));
        let own = [(CUP, filled), (&me[..], filled), (&text[..], "article h2"), (&screen[..], ".big-tile")];
        let list = ("/tournaments", "main a[href^='/tournaments/']");
        let watch = format!("/watch{CUP}");
        let (run, deal, seen) =
            ([list, (&desk[..], filled)], [(&console[..], filled)], [(&watch[..], filled)]);
        tokio::join!(
            look(&self.place, &self.guest, &own, stage),
            look(&self.place, &self.director, &run, stage),
            look(&self.place, &self.dealer, &deal, stage),
            look(&self.place, &self.inspector, &seen, stage),
        );
        self.fits_the_hall(stage).await;
    }

    /// On a screen in the hall, where nobody scrolls, everything stands at once.
    async fn fits_the_hall(&self, stage: &str) {
        let browser = &self.inspector;
        browser.size(1920, 1080).await;
        browser.go(&self.place.page(&format!("{CUP}/screen"))).await;
        browser.find(".big-tile").await;
        let whole = "innerWidth > 1800 && document.documentElement.scrollHeight <= document.documentElement.clientHeight";
        browser.until(&format!("the big screen shows everything, {stage}"), whole).await;
        if let Ok(folder) = std::env::var("CROUPIER_PICTURES") {
            let picture = browser.client.screenshot().await.expect("a picture");
            let file = std::path::Path::new(&folder).join(format!("hall-{stage}-1920.png"));
            std::fs::write(file, picture).expect("a folder for pictures");
        }
        browser.size(1440, 900).await;
    }

    /// Is this the first time?
    fn first(&mut self, what: &str) -> bool {
        self.done.insert(what.to_owned())
    }

    /// Waits until something has happened after this.
    async fn after(&self, seq: u64, what: &str, browser: &Browser) {
        let begun = Instant::now();
        while self.view().await["seq"].as_u64().expect("a number") == seq {
            prove(browser).await;
            let said = browser.value("document.body.innerText.slice(0, 2500)").await;
            assert!(begun.elapsed() < PATIENCE, "nothing followed from {what}; the page says {said}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn command(&mut self, browser: &Browser, act: Value, entrant: Option<&str>) {
        self.asked += 1;
        let body = json!({"id": format!("command-{}", self.asked), "act": act, "for": entrant});
        let answer = post(browser, &format!("{CUP}/commands"), &body).await;
        assert!(answer["seq"].is_u64(), "{act}: {answer}");
    }

    /// Does what is due next, in the browser if it is the first of its kind; says whether something was due.
    async fn next(&mut self) -> bool {
        let view = self.view().await;
        let Some(duty) = view["desk"]["duties"].get(0).cloned() else { return false };
        let (seq, task) =
            (view["seq"].as_u64().expect("a number"), duty["task"].as_str().expect("a word").to_owned());
        let browser = self.whose(&duty);
        let looks = match task.as_str() {
            "take-entries" => view["entered"] == 3,
            "deal-coup" | "count" => true,
            _ => false,
        };
        if looks && self.first(&format!("look at {task}")) {
            self.look(&task).await;
        }
        let done = match task.as_str() {
            "take-entries" => self.take_entry(&view).await,
            "wager" => self.wager(&view, &duty).await,
            "take-seat" => self.take_seat(&duty).await,
            _ if self.first(&key_of(&duty)) => self.in_browser(&browser, &view, &duty).await,
            _ => false,
        };
        if done {
            self.after(seq, &task, &browser).await;
        } else {
            self.by_api(&browser, &view, &duty).await;
        }
        true
    }

    /// Whoever does this.
    fn whose(&self, duty: &Value) -> Arc<Browser> {
        let whose = duty["whose"].as_str().expect("a word");
        let approves = duty["task"] == "approve";
        match whose {
            _ if approves && duty["name"] == self.director_name.as_str() => self.manager.clone(),
            _ if approves => self.director.clone(),
            "operator" => self.manager.clone(),
            "director" | "supervisor" => self.director.clone(),
            name if name == self.guest_name => self.guest.clone(),
            _ => self.dealer.clone(),
        }
    }

    /// The first entrant enters on their own page, the second at the desk; who comes after that is keyed at the desk too.
    async fn take_entry(&mut self, view: &Value) -> bool {
        if self.first("enter by oneself") {
            let path = format!("{CUP}/me");
            at(&self.place, &self.guest, &path).await;
            fill_in(&self.guest, "#enter", &[("field", ""), ("copy", "")]).await;
            return true;
        }
        let name = format!("Player {:02}", view["entered"].as_u64().expect("a number") + 1);
        if self.first("enter at the desk") {
            at(&self.place, &self.manager, &format!("{CUP}/desk")).await;
            let fields = [("name", name.as_str()), ("form", ""), ("paid", ""), ("copy", "")];
            fill_in(&self.manager, "[data-form=enter]", &fields).await;
            return true;
        }
        let act = json!({"act": "enter", "form": ["name", "address"], "fee": view["fee"], "has_copy": true});
        let manager = self.manager.clone();
        self.command(&manager, act, Some(&name)).await;
        // What was done here is not to be done again below.
        self.done.insert("entered".to_owned());
        true
    }

    async fn take_seat(&mut self, duty: &Value) -> bool {
        let table = duty["table"].as_u64().expect("a number");
        if duty["name"] == self.guest_name.as_str() {
            at(&self.place, &self.guest, &format!("{CUP}/me")).await;
            self.guest.click("[data-task=take-seat] button").await;
            return true;
        }
        if !self.first("take a seat at the console") {
            return false;
        }
        at(&self.place, &self.dealer, &format!("{CUP}/tables/{table}")).await;
        let seat = duty["act"]["seat"].as_u64().expect("a number");
        self.dealer.click(&format!("[data-seat='{seat}'] > button")).await;
        self.dealer.click(&format!("[data-seat='{seat}'] [data-act=take-seat]")).await;
        true
    }

    /// The guest wagers on their own page, and once under New South Wales' book on a sealed form; the dealer keys the first of the others.
    async fn wager(&mut self, view: &Value, duty: &Value) -> bool {
        let table = &view["tables"][duty["table"].as_u64().expect("a number") as usize - 1];
        let amount = format!("{}", stake(table, duty) / 100);
        if duty["name"] == self.guest_name.as_str() {
            at(&self.place, &self.guest, &format!("{CUP}/me")).await;
            let own = seat_of(table, duty);
            self.guest
                .until(
                    "it is their turn",
                    "document.getElementById('turn')?.textContent.includes('your turn')",
                )
                .await;
            if own["forms"] == 1 && table["coup"]["number"] == 2 {
                fill_in(&self.guest, "#seal", &[("sealed-wager", "tie"), ("amount", "100")]).await;
                let same = "document.getElementById('sealed-as')?.className === 'gain'";
                self.guest.until("the record has the hash of this browser", same).await;
                let told = get(&self.inspector, CUP).await.to_string();
                assert!(!told.contains("\"tie\",\"amount\""), "{told}");
                return true;
            }
            fill_in(&self.guest, "#wager", &[("open-wager", "banker"), ("amount", &amount)]).await;
            return true;
        }
        if !self.first("wager at the console") {
            return false;
        }
        at(&self.place, &self.dealer, &format!("{CUP}/tables/{}", duty["table"])).await;
        fill_in(&self.dealer, ".tour-seat.turn #wager", &[("wager", "player"), ("amount", &amount)]).await;
        true
    }

    /// What a page offers for a duty.
    async fn in_browser(&mut self, browser: &Browser, view: &Value, duty: &Value) -> bool {
        let task = duty["task"].as_str().expect("a word");
        let console = format!("{CUP}/tables/{}", duty["table"]);
        let desk = format!("{CUP}/desk");
        match task {
            "name-official" => {
                at(&self.place, browser, &desk).await;
                let name = self.director_name.clone();
                fill_in(browser, "[data-form=name-official]", &[("name", &name), ("licensed", "")]).await;
            }
            "name-tables" => {
                at(&self.place, browser, &desk).await;
                fill_in(browser, "[data-form=name-tables]", &[("names", "Wattle, Kauri, Banksia")]).await;
            }
            "draw" => {
                at(&self.place, browser, &desk).await;
                fill_in(browser, "[data-form=ballot]", &[("mix", "3 17 22 31 40 44")]).await;
            }
            "approve" => {
                at(&self.place, browser, &desk).await;
                browser.click("[data-proposal] button:first-child").await;
                browser
                    .until(
                        "what would follow is shown",
                        "document.querySelector('[data-proposal] .tour-follows') !== null",
                    )
                    .await;
                browser.click("[data-proposal] [data-act=approve]").await;
            }
            "deal-coup" => {
                at(&self.place, browser, &console).await;
                browser.click("#coup [data-suit=H]").await;
                browser.click("#coup .tour-pad:nth-of-type(2) button:nth-child(4)").await;
                browser.press("#coup [name=cards]", " KD 5C 8S").await;
                browser.click("#coup button[type=submit]").await;
            }
            "count" => {
                at(&self.place, browser, &console).await;
                browser.find("#count").await;
                let beside = "[...document.querySelectorAll('.tour-seat .figure')].map((one) => one.textContent).join('') === ''";
                browser.until("no figure stands beside what is counted", beside).await;
                let table = &view["tables"][duty["table"].as_u64().expect("a number") as usize - 1];
                let seats =
                    table["seats"].as_array().expect("seats").iter().filter(|seat| seat["out"] == false);
                let counts: Vec<(String, String)> = seats
                    .map(|seat| {
                        let stack = seat["stack"].as_i64().expect("an amount");
                        (format!("seat-{}", seat["seat"]), format!("{}.{:02}", stack / 100, stack % 100))
                    })
                    .collect();
                let fields: Vec<(&str, &str)> =
                    counts.iter().map(|(name, value)| (&name[..], &value[..])).collect();
                fill_in(browser, "#count", &fields).await;
            }
            "examine-form" => {
                at(&self.place, browser, &console).await;
                browser.click("[data-look]").await;
                browser
                    .until(
                        "the form is shown",
                        "document.getElementById('form-shown').textContent.includes('100')",
                    )
                    .await;
                browser.click("#due [data-key=sound]").await;
            }
            "return-chips" => {
                at(&self.place, browser, &console).await;
                browser.click("#return button[type=submit]").await;
            }
            "lay-form" => {
                at(&self.place, browser, &format!("{CUP}/me")).await;
                browser.click("[data-task=lay-form] button").await;
            }
            "issue-chips" | "open-coup" | "ask-next" | "call-no-more-bets" | "first-card"
            | "announce-form" => {
                at(&self.place, browser, &console).await;
                browser.click(&format!("#due [data-task={task}] button[data-act]")).await;
            }
            _ => {
                at(&self.place, browser, &desk).await;
                let card = format!("#duties article[data-task={task}]");
                browser.click(&format!("{card} [data-judge]")).await;
                let shown = format!("document.querySelector('{card} .tour-follows li') !== null");
                browser.until("what would follow is shown", &shown).await;
                browser.click(&format!("{card} button[data-act]")).await;
            }
        }
        true
    }

    async fn by_api(&mut self, browser: &Browser, view: &Value, duty: &Value) {
        if duty["task"] == "take-entries" {
            return;
        }
        let entrant = duty["name"]
            .as_str()
            .filter(|_| ["wager", "take-seat"].contains(&duty["task"].as_str().unwrap_or_default()));
        let entrant = entrant.map(str::to_owned);
        let table = duty["table"].clone();
        let play = &view["tables"][table.as_u64().unwrap_or(1) as usize - 1];
        let act = match duty["task"].as_str().expect("a word") {
            "name-tables" => json!({"act": "name-tables", "tables": [{"name": "Wattle"}]}),
            "draw" => json!({"act": "ballot", "mix": "5 9 14 28 33 41"}),
            "examine-form" => json!({"act": "examine-form", "of": duty["name"], "sound": true}),
            "deal-coup" => {
                let cards: Vec<&str> = COUPS[(self.asked % 3) as usize].split_whitespace().collect();
                json!({"act": "coup-ends", "table": table, "cards": cards, "collected": []})
            }
            "count" => {
                let seats =
                    play["seats"].as_array().expect("seats").iter().filter(|seat| seat["out"] == false);
                let counts: Vec<Value> = seats.map(|seat| json!([seat["seat"], seat["stack"]])).collect();
                json!({"act": "count", "table": table, "counts": counts})
            }
            "wager" => {
                let number = seat_of(play, duty)["seat"].as_i64().expect("a number");
                let wager = if number % 2 == 0 { "player" } else { "banker" };
                json!({"act": "wager", "wager": wager, "amount": stake(play, duty), "chips": "tournament", "seat": null})
            }
            _ => duty["act"].clone(),
        };
        let act = if duty["two"] == true { json!({"act": "propose", "what": act}) } else { act };
        self.command(browser, act, entrant.as_deref()).await;
    }

    async fn close(self) {
        for browser in [self.manager, self.director, self.dealer, self.guest, self.inspector] {
            Arc::into_inner(browser).expect("nobody else holds it").close().await;
        }
        self.place.close().await;
    }
}

/// What makes a duty another one: the two who count, and what is approved, are told apart.
fn key_of(duty: &Value) -> String {
    format!("{} by {}", duty["task"], duty["whose"])
}

fn seat_of<'v>(table: &'v Value, duty: &Value) -> &'v Value {
    let own = |seat: &&Value| seat["name"] == duty["name"];
    table["seats"].as_array().expect("seats").iter().find(own).expect("a seat")
}

/// What somebody stakes: more in a higher seat, so that nobody is level at the end.
fn stake(table: &Value, duty: &Value) -> i64 {
    let seat = seat_of(table, duty);
    let least = table["limits"][0].as_i64().expect("an amount");
    let (number, stack) =
        (seat["seat"].as_i64().expect("a number"), seat["stack"].as_i64().expect("an amount"));
    (least + 5_000 * (number - 1)).min(50_000).min(stack / 5_000 * 5_000)
}

async fn from_announcement_to_prizes(book: &str) {
    let mut cup = Cup::announce(book).await;
    for step in 0.. {
        assert!(step < 3_000, "it never ends");
        if !cup.next().await {
            break;
        }
    }
    let view = cup.view().await;
    assert_eq!((&view["phase"], view["entered"].as_u64()), (&json!("awarded"), Some(ENTRANTS)));
    let money: Vec<i64> = view["prizes"]
        .as_array()
        .expect("prizes")
        .iter()
        .filter_map(|prize| prize["money"].as_i64())
        .collect();
    assert_eq!(money, [315_000, 131_250, 78_750]);
    assert_eq!(view["desk"]["fund"]["cash"], 0);
    for what in ["count", "deal-coup", "award", "pay-prize", "approve", "confirm-places", "return-chips"] {
        assert!(cup.done.iter().any(|done| done.contains(what)), "{what} was never done in the browser");
    }
    cup.look("awarded").await;
    // Whoever went out finds where on their own page.
    cup.guest.go(&cup.place.page(&format!("{CUP}/me"))).await;
    let told = "/^Heats: place \\d with [\\d,]+$/m.test(document.getElementById('standing').innerText)";
    cup.guest.until("the place in the heats is told", told).await;
    // The big screen and the public page show the prizes; the inspector sees by whose hand everything was done.
    cup.inspector.go(&cup.place.page(&format!("{CUP}/screen"))).await;
    cup.inspector
        .until(
            "the winner is on the screen",
            "document.getElementById('prizes').textContent.includes('3,150')",
        )
        .await;
    cup.inspector.go(&cup.place.page(&format!("/watch{CUP}"))).await;
    let keyed = "document.getElementById('events').textContent.includes('keyed by')";
    cup.inspector.find("#events li").await;
    // Page after page, until somebody is found who keyed for an entrant.
    let shown = "document.querySelectorAll('#events li').length";
    let found = format!("{keyed} || document.querySelector('[data-key=older]') !== null");
    loop {
        cup.inspector.until("who keyed for entrants is shown, or older events are offered", &found).await;
        if cup.inspector.value(keyed).await == json!(true) {
            break;
        }
        let before = cup.inspector.value(shown).await;
        cup.inspector.click("[data-key=older]").await;
        cup.inspector.until("older ones are shown", &format!("{shown} > {before}")).await;
    }
    cup.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_tournament_under_act_from_announcement_to_prizes() {
    from_announcement_to_prizes("act").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_tournament_under_nsw_from_announcement_to_prizes() {
    from_announcement_to_prizes("nsw").await;
}
