//! A tournament from its conditions to its prizes, by people who know nothing but the API.

use crate::contests::cup;
use crate::support::{BETTING, Guest, Open, at_pace};
use crate::watch::{download, verdict};
use axum::http::{Method, Request, StatusCode, header};
use people::role::Role;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use tempfile::TempDir;
use tower::ServiceExt;

const ENTRANTS: usize = 21;
const COUPS: [&str; 3] = ["4H KD 5C 8S", "4H KD 2C 7S", "2H KD 3C QS 4D KC"];

fn conditions(book: &str) -> String {
    cup(book, &[r#"name = "House Cup""#, r#"entry.form = ["name"]"#])
}

struct Play {
    open: Open,
    _folder: TempDir,
    /// Staff by what they do here, entrants by their names.
    people: HashMap<String, Guest>,
    official: String,
    waiting: Vec<Guest>,
    asked: u64,
    /// What nobody may see before it is announced.
    salts: Vec<String>,
}

impl Play {
    async fn begin(book: &str) -> Play {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = at_pace(folder.path(), BETTING);
        settings.commands_a_second = 1_000_000;
        let open = Open::with(settings).await;
        let mut people = HashMap::new();
        let roles = [
            ("operator", Role::Manager),
            ("director", Role::Supervisor),
            ("dealer", Role::Dealer),
            ("supervisor", Role::Supervisor),
        ];
        for (name, role) in roles {
            people.insert(name.to_owned(), open.confirmed_as(role).await);
        }
        let official = name_of(&people["director"]).await;
        let mut waiting = Vec::new();
        for _ in 0..ENTRANTS {
            waiting.push(open.come_as(Role::Player).await);
        }
        let asked = json!({"id": "begin-the-cup", "conditions": conditions(book)});
        let (status, view) = people["operator"].post("/tournaments", asked).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        assert_eq!((&view["phase"], &view["most"]), (&json!("draft"), &json!(21)));
        Play { open, _folder: folder, people, official, waiting, asked: 0, salts: Vec::new() }
    }

    async fn view(&self) -> Value {
        self.people["supervisor"].get("/tournaments/cup").await
    }

    /// Does what is due next; says whether something was.
    async fn next(&mut self) -> bool {
        let view = self.view().await;
        match view["desk"]["duties"].get(0).cloned() {
            Some(duty) => {
                self.does(&view, &duty).await;
                true
            }
            None => false,
        }
    }

    async fn does(&mut self, view: &Value, duty: &Value) {
        self.asked += 1;
        let id = format!("command-{}", self.asked);
        if duty["task"] == "take-entries" {
            let guest = self.waiting.pop().unwrap();
            let act = json!({"act": "enter", "form": ["name"], "fee": view["fee"], "has_copy": true});
            ask(&guest, &id, act).await;
            self.people.insert(name_of(&guest).await, guest);
            return;
        }
        // Whoever approves is not whoever proposed: all supervisors of a demonstration are one person.
        let whose = match duty["task"] == "approve" && duty["name"] == self.official.as_str() {
            true => "operator",
            false => duty["whose"].as_str().unwrap(),
        };
        let guest = self.people[whose].clone();
        let act = self.act(view, duty);
        if act.is_null() {
            self.hand_in(&guest, &id, view, duty).await;
            return;
        }
        if duty["task"] == "wager" && act["coup"] == 1 {
            refuses_for_another_coup(&guest, &id, &act).await;
        }
        let act = if duty["two"] == true { json!({"act": "propose", "what": act}) } else { act };
        ask(&guest, &id, act).await;
    }

    /// A form: nobody is shown what is on it, and the supervisor, who may look, is on record for it.
    async fn hand_in(&mut self, guest: &Guest, id: &str, view: &Value, duty: &Value) {
        let table = &view["tables"][duty["table"].as_u64().unwrap() as usize - 1];
        let salt = format!("{:064x}", 0x5a17_0000_0000_u64 + self.asked);
        let form =
            json!({"id": id, "coup": table["coup"]["number"], "wager": "tie", "amount": 5000, "salt": salt});
        let (status, answer) = guest.post("/tournaments/cup/forms", form.clone()).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let (again, same) = guest.post("/tournaments/cup/forms", form).await;
        assert_eq!((again, &same), (status, &answer), "the same id is the same answer");
        let owner = duty["whose"].as_str().unwrap();
        let look = format!("/tournaments/cup/forms/{}/look", owner.replace(' ', "%20"));
        let (status, seen) = self.people["supervisor"].post(&look, json!({"id": id})).await;
        assert_eq!((status, seen), (StatusCode::OK, json!({"wager": "tie", "amount": 5000})));
        for name in ["dealer"] {
            let (status, _) = self.people[name].post(&look, json!({"id": id})).await;
            assert_eq!(status, StatusCode::FORBIDDEN);
        }
        let early = json!({"id": format!("early-{id}"), "act": {"act": "announce-form", "of": owner}});
        let (status, refused) = self.people["supervisor"].post("/tournaments/cup/commands", early).await;
        assert_eq!(status, StatusCode::CONFLICT, "{refused}");
        self.salts.push(salt);
    }

    fn act(&self, view: &Value, duty: &Value) -> Value {
        let table = duty["table"].clone();
        let play = &view["tables"][table.as_u64().unwrap_or(1) as usize - 1];
        match duty["task"].as_str().unwrap() {
            "name-official" => json!({"act": "name-official", "name": self.official, "licensed": true}),
            "name-tables" => {
                let named: Vec<Value> = (1..=3).map(|number| json!({"name": format!("t{number}")})).collect();
                json!({"act": "name-tables", "tables": named})
            }
            "draw" => json!({"act": "ballot", "mix": "the weather at noon"}),
            "examine-form" => json!({"act": "examine-form", "of": duty["name"], "sound": true}),
            "deal-coup" => {
                let cards: Vec<&str> = COUPS[(self.asked % 3) as usize].split_whitespace().collect();
                json!({"act": "coup-ends", "table": table, "cards": cards, "collected": []})
            }
            "count" => {
                let seats = play["seats"].as_array().unwrap().iter().filter(|seat| seat["out"] == false);
                let counts: Vec<Value> = seats.map(|seat| json!([seat["seat"], seat["stack"]])).collect();
                json!({"act": "count", "table": table, "counts": counts})
            }
            "wager" => {
                let own = |seat: &&Value| seat["name"] == duty["whose"];
                let seat = play["seats"].as_array().unwrap().iter().find(own).unwrap();
                let number = seat["seat"].as_i64().unwrap();
                if seat["forms"] == 1 && play["coup"]["number"] == 2 && number == 1 {
                    return Value::Null;
                }
                let (stack, least) = (seat["stack"].as_i64().unwrap(), 5_000);
                let amount = (least * number).min(stack / least * least);
                let wager = if number % 2 == 0 { "player" } else { "banker" };
                json!({"act": "wager", "wager": wager, "amount": amount, "chips": "tournament", "seat": null,
                    "coup": play["coup"]["number"]})
            }
            _ => duty["act"].clone(),
        }
    }
}

/// A wager that was held back on its way comes in on no other coup, and one that names none is no wager of a player's own.
async fn refuses_for_another_coup(guest: &Guest, id: &str, act: &Value) {
    for (coup, status, word) in [
        (json!(act["coup"].as_u64().unwrap() + 1), StatusCode::CONFLICT, json!("another-coup")),
        (Value::Null, StatusCode::UNPROCESSABLE_ENTITY, Value::Null),
    ] {
        let mut late = act.clone();
        late["coup"] = coup.clone();
        let asked = json!({"id": format!("late-{id}-{coup}"), "act": late});
        let (found, problem) = guest.post("/tournaments/cup/commands", asked).await;
        assert_eq!(found, status, "{problem}");
        assert!(word.is_null() || problem["word"] == word, "{problem}");
    }
}

async fn name_of(guest: &Guest) -> String {
    guest.get("/session").await["name"].as_str().unwrap().to_owned()
}

async fn ask(guest: &Guest, id: &str, act: Value) {
    let asked = json!({"id": id, "act": act});
    let (status, answer) = guest.post("/tournaments/cup/commands", asked).await;
    assert_eq!(status, StatusCode::OK, "{act}: {answer}");
}

/// The seal of a form that was announced, worked out from what was told of it.
fn seal_of(form: &Value) -> String {
    let text = format!(
        "croupier-form-1\ncup\n{}\n{}\n{}\n{}\n",
        form["coup"],
        form["entrant"].as_str().unwrap(),
        form["wager"].as_str().unwrap(),
        form["amount"]
    );
    let salt = hex::decode(form["salt"].as_str().unwrap()).unwrap();
    merkle::sha256(&[text.as_bytes(), &salt]).to_string()
}

async fn from_conditions_to_prizes(book: &str) {
    let mut play = Play::begin(book).await;
    let anybody = play.open.anybody();
    let mut feed = anybody.feed_of("/tournaments/cup/feed").await;
    assert_eq!(feed.next().await.unwrap().event, "view");
    let (mut told, mut announced) = (String::new(), 0);
    while play.next().await {
        assert!(play.asked < 3_000, "it never ends");
        let message = feed.next().await.unwrap().data;
        for form in message["events"].as_array().unwrap().iter().filter_map(|event| event.get("form")) {
            announced += 1;
            assert!(told.contains(&seal_of(form)), "what is opened is what was sealed");
            play.salts.retain(|salt| form["salt"] != *salt);
        }
        told += &message.to_string();
        // What was not announced is in nothing that an observer was ever sent.
        assert!(play.salts.iter().all(|salt| !told.contains(salt)));
    }
    assert_eq!(announced > 0, book == "nsw");
    // Whoever comes later finds both the seal and what was opened in what has happened.
    let events = anybody.get("/tournaments/cup/events?limit=200").await;
    for event in events["events"].as_array().unwrap() {
        assert_eq!(event["fact"] == "form-taken", event["seal"].is_string(), "{event}");
    }
    let view = play.view().await;
    assert_eq!(view["phase"], "awarded");
    let money: Vec<i64> =
        view["prizes"].as_array().unwrap().iter().map(|prize| prize["money"].as_i64().unwrap()).collect();
    assert_eq!(money, [315_000, 131_250, 78_750], "60, 25 and 15 per cent of 21 fees of 250");
    assert_eq!(view["desk"]["fund"]["cash"], 0);
    // Anybody may check the draws, and read the conditions.
    for number in 1..=2 {
        let drawn = anybody.get(&format!("/tournaments/cup/draws/{number}")).await;
        let record: draw::Record = serde_json::from_value(drawn).unwrap();
        assert!(record.faults().is_empty());
    }
    let (status, _, text) = anybody.raw(Method::GET, "/tournaments/cup/conditions", None).await;
    assert_eq!((status, &text[..]), (StatusCode::OK, conditions(book).as_bytes()));
    let list = anybody.get("/tournaments").await;
    assert_eq!(list["tournaments"][0]["phase"], "awarded");
    assert!(anybody.get("/tournaments/cup").await.get("desk").is_none());
    check_evidence(&play.open, &anybody).await;
    play.open.stop().await;
}

/// Whoever has only the script checks the whole tournament; what is altered in any way is found.
async fn check_evidence(open: &Open, anybody: &Guest) {
    let path = "/tournaments/cup/evidence";
    let (status, ..) = anybody.raw(Method::GET, path, None).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let inspector = open.come_as(Role::Inspector).await;
    let bundle = download(&inspector, path).await;
    let known = inspector.get("/watch").await;
    let key = known["key"].as_str().unwrap();
    let (held, message) = verdict(&bundle, key);
    assert!(held && message.contains("21 entrants, 2 draws"), "{message}");
    assert!(message.contains("a pool of 5250.00, 3 of 3 prizes paid"), "{message}");
    let text = String::from_utf8(bundle).unwrap();
    for (from, to) in
        [("\\\"money\\\":315000", "\\\"money\\\":315100"), ("\"sequence\": 5,", "\"sequence\": 6,")]
    {
        assert!(text.contains(from), "{from}");
        let (held, message) = verdict(text.replacen(from, to, 1).as_bytes(), key);
        assert!(!held, "{message}");
    }
    assert!(!verdict(text.as_bytes(), &"0".repeat(64)).0, "signed by another key");
}

#[tokio::test(flavor = "multi_thread")]
async fn act_is_played_by_the_api() {
    from_conditions_to_prizes("act").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nsw_is_played_by_the_api() {
    from_conditions_to_prizes("nsw").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_told_and_nothing_is_lost() {
    let mut play = Play::begin("nsw").await;
    let manager = play.people["operator"].clone();
    let faulty =
        json!({"id": "begin-faulty", "conditions": conditions("nsw").replace("fee = 250", "fee = -5")});
    let (status, problem) = manager.post("/tournaments", faulty).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let line = 1 + conditions("nsw").lines().position(|line| line == "fee = 250").unwrap();
    assert!(problem["detail"].as_str().unwrap().contains(&format!("line {line}:")), "{problem}");
    let twice = json!({"id": "begin-again", "conditions": conditions("nsw")});
    let (status, problem) = manager.post("/tournaments", twice).await;
    assert_eq!((status, &problem["word"]), (StatusCode::CONFLICT, &json!("already-there")));
    while play.view().await["entered"] != 3 {
        assert!(play.next().await);
    }
    // Nobody runs it who does not work here: neither a guest, whatever licence they are said to have, nor a name that nobody has.
    let guests =
        name_of(play.people.iter().find(|(name, _)| !STAFF.contains(&name.as_str())).unwrap().1).await;
    for (id, named) in [("name-a-guest", guests.as_str()), ("name-nobody", "Nobody Known")] {
        let act = json!({"act": "name-official", "name": named, "licensed": true});
        let (status, problem) =
            manager.post("/tournaments/cup/commands", json!({"id": id, "act": act})).await;
        assert_eq!((status, &problem["word"]), (StatusCode::FORBIDDEN, &json!("not-yours")), "{problem}");
    }
    // A second entry, and an official who would enter.
    let (name, guest) = play.people.iter().find(|(name, _)| !STAFF.contains(&name.as_str())).unwrap();
    let enter = json!({"act": "enter", "form": ["name"], "fee": 25_000, "has_copy": true});
    let asked = json!({"id": "enter-twice", "act": enter});
    let (status, problem) = guest.post("/tournaments/cup/commands", asked).await;
    assert_eq!((status, &problem["word"]), (StatusCode::CONFLICT, &json!("already-entered")), "{name}");
    assert_eq!(problem["silences"], json!(["tournament.entries_each"]), "so each has one");
    let asked = json!({"id": "enter-staff", "act": enter});
    let (status, problem) = play.people["director"].post("/tournaments/cup/commands", asked).await;
    assert_eq!((status, &problem["word"]), (StatusCode::CONFLICT, &json!("not-in-that-role")));
    // Nobody's pass card where there are none, and a form that is not a form.
    let asked = json!({"id": "lay-a-pass", "act": {"act": "lay-pass", "approved": true, "coup": 1}});
    let (status, _) = guest.post("/tournaments/cup/commands", asked).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let form = json!({"id": "bad-a-form", "coup": 1, "wager": "tie", "amount": 5, "salt": "short"});
    let (status, problem) = guest.post("/tournaments/cup/forms", form).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{problem}");
    // Nobody adds to the pool alone, nor less than nothing, and whose application is refused does not enter.
    for (id, worth, word) in [("add-alone", 5_000, "needs-two"), ("add-less", -5_000, "contradicts-rule")] {
        let act =
            json!({"act": "add-to-pool", "kind": "cash", "what": "cash", "worth": worth, "place": null});
        let (status, problem) =
            manager.post("/tournaments/cup/commands", json!({"id": id, "act": act})).await;
        assert_eq!((status, &problem["word"]), (StatusCode::CONFLICT, &json!(word)), "{problem}");
    }
    // Money takes two people, each proved again.
    let alone = json!({"id": "cancel-one", "act": {"act": "cancel"}});
    let (status, problem) = manager.post("/tournaments/cup/commands", alone).await;
    assert_eq!((status, &problem["word"]), (StatusCode::CONFLICT, &json!("needs-two")));
    let unproved = play.open.come_as(Role::Manager).await;
    let asked = json!({"id": "cancel-two", "act": {"act": "propose", "what": {"act": "cancel"}}});
    let (status, problem) = unproved.post("/tournaments/cup/commands", asked).await;
    assert_eq!((status, &problem["word"]), (StatusCode::FORBIDDEN, &json!("confirm-first")));
    assert_eq!(play.view().await["entered"], 3);
    play.open.stop().await;
}

/// Everything in a folder, file by file.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            // Sockets are no files, and what is gone meanwhile is nowhere.
            false => all.extend(std::fs::read(&path)),
        }
    }
    all
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

/// Two entrants seal two different bets. Whoever listens, in whatever role, to views, feeds, refusals, evidence, files or a copy of them hears
/// the same of both: that there is a form, with a hash. Then both are announced, and were what was sealed.
#[tokio::test(flavor = "multi_thread")]
async fn no_observer_learns_a_sealed_bet() {
    const BETS: [(&str, i64); 2] = [("tie", 271_828_100), ("banker", 31_415_900)];
    let mut play = Play::begin("nsw").await;
    let mut listeners = vec![("anybody", play.open.anybody())];
    for (name, role) in [
        ("a player", Role::Player),
        ("dealer", Role::Dealer),
        ("cage", Role::Cage),
        ("manager", Role::Manager),
        ("surveillance", Role::Surveillance),
        ("inspector", Role::Inspector),
    ] {
        listeners.push((name, play.open.come_as(role).await));
    }
    for name in ["director", "supervisor"] {
        listeners.push((name, play.people[name].clone()));
    }
    // Everybody listens all the time: who falls behind is sent less.
    let mut feeds = Vec::new();
    for (_, guest) in &listeners {
        let mut feed = guest.feed_of("/tournaments/cup/feed").await;
        let (hears, heard) = tokio::sync::mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(message) = feed.next().await {
                if hears.send(message).is_err() {
                    return;
                }
            }
        });
        feeds.push(heard);
    }
    // The same two players, each at a table of their own, in the same coup.
    let (mut sealed, mut salts, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    let waiting = loop {
        assert!(play.asked < 3_000, "it never comes to two forms");
        let view = play.view().await;
        let duties = view["desk"]["duties"].as_array().unwrap().clone();
        let waiting = duties.iter().filter(|duty| duty["task"] == "announce-form").count();
        if waiting == 2 {
            break view;
        }
        // Nothing is announced before both are sealed.
        let duty = duties.iter().find(|duty| duty["task"] != "announce-form").unwrap();
        if sealed.len() < 2 && duty["task"] == "wager" && play.act(&view, duty).is_null() {
            let (wager, amount) = BETS[sealed.len()];
            let salt = hex::encode(merkle::sha256(&[b"salt".as_slice(), &[sealed.len() as u8]]).0);
            let table = &view["tables"][duty["table"].as_u64().unwrap() as usize - 1];
            let form = json!({"id": format!("sealed-bet-{}", sealed.len()), "coup": table["coup"]["number"],
                "wager": wager, "amount": amount, "salt": salt});
            let owner = duty["whose"].as_str().unwrap().to_owned();
            let (status, answer) = play.people[&owner].post("/tournaments/cup/forms", form).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
            // What it was meant for is nobody's to try: not the announcement, not the form itself.
            for act in [
                json!({"act": "announce-form", "of": owner}),
                json!({"act": "hand-in-form", "seal": "0".repeat(64)}),
            ] {
                let (status, refused) =
                    play.people["supervisor"].post("/tournaments/cup/judge", json!({"act": act})).await;
                assert!(status.is_client_error(), "{refused}");
                answers.push(refused.to_string());
            }
            let early = json!({"id": format!("too-early-{}", sealed.len()), "act": {"act": "announce-form", "of": owner}});
            let (status, refused) = play.people["supervisor"].post("/tournaments/cup/commands", early).await;
            assert_eq!(status, StatusCode::CONFLICT, "{refused}");
            answers.push(refused.to_string());
            let look = json!({"id": format!("peek-at-{}", sealed.len())});
            for (name, guest) in &listeners {
                // Whoever rules at tables may examine a form, and is on record for it.
                if ["director", "supervisor", "manager"].contains(name) {
                    continue;
                }
                let path = format!("/tournaments/cup/forms/{}/look", owner.replace(' ', "%20"));
                let (status, refused) = guest.post(&path, look.clone()).await;
                assert!(status.is_client_error(), "{name}: {refused}");
                answers.push(refused.to_string());
            }
            answers.push(answer.to_string());
            salts.push(salt);
            sealed.push(owner);
            continue;
        }
        play.does(&view, duty).await;
    };
    assert_eq!(waiting["tables"].as_array().unwrap().len(), 3);

    // What everybody has been told so far, and can ask for.
    let mut heard: Vec<(String, String)> =
        answers.into_iter().map(|answer| ("an answer".to_owned(), answer)).collect();
    let mut taken: Vec<Value> = Vec::new();
    for ((name, guest), feed) in listeners.iter().zip(&mut feeds) {
        let last = waiting["seq"].as_u64().unwrap();
        loop {
            let message = feed.recv().await.expect("a message");
            let done = message.id.is_some_and(|id| id >= last);
            let events = message.data["events"].as_array().into_iter().flatten();
            taken.extend(events.filter(|event| event["fact"] == "form-taken").cloned());
            heard.push((format!("the feed of {name}"), message.data.to_string()));
            if done {
                break;
            }
        }
        for path in [
            "/tournaments",
            "/tournaments/cup",
            "/tournaments/cup/events?limit=200",
            "/tournaments/cup/evidence",
            "/watch",
        ] {
            let (_, _, body) = guest.raw(Method::GET, path, None).await;
            heard.push((format!("{name} at {path}"), String::from_utf8_lossy(&body).into_owned()));
        }
    }
    for (whose, text) in &heard {
        for (number, salt) in salts.iter().enumerate() {
            let (_, amount) = BETS[number];
            assert!(!text.contains(salt) && !text.contains(&amount.to_string()), "{whose}: {text}");
        }
    }
    // Two different bets are told of in the same words, but for whose they are and their seals.
    let seals = waiting["tables"].as_array().unwrap().iter();
    let seals = seals.flat_map(|table| table["coup"]["forms"].as_array().into_iter().flatten());
    let seals: Vec<&str> = seals.map(|form| form["seal"].as_str().unwrap()).collect();
    // Of two names that begin alike the longer one goes first.
    let mut names: Vec<_> = sealed.iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let same = |event: &Value| {
        let text = format!("{} {} {}", event["fact"], event["message"], event["clauses"]);
        let text = names.iter().fold(text, |text, name| text.replace(name.as_str(), "WHO"));
        seals.iter().fold(text, |text, seal| text.replace(seal, "SEAL"))
    };
    let told: HashSet<String> = taken.iter().map(same).collect();
    assert_eq!((taken.len(), told.len()), (2 * listeners.len(), 1), "{told:?}");

    // Nothing on disk, nor in a copy of it, shows either.
    let folder = play._folder.path().to_owned();
    let copy = tempfile::tempdir().unwrap();
    house::backup::back_up(&folder, &copy.path().join("copy"), table::Time(1)).await.unwrap();
    for bytes in files(&folder).into_iter().chain(files(copy.path())) {
        for (number, salt) in salts.iter().enumerate() {
            let amount = BETS[number].1;
            let secrets =
                [salt.as_bytes().to_vec(), hex::decode(salt).unwrap(), amount.to_string().into_bytes()];
            assert!(secrets.iter().all(|secret| !holds(&bytes, secret)), "a file shows bet {number}");
        }
    }
    // Both are announced, and anybody can hold them against their seals.
    let mut opened = Vec::new();
    while opened.len() < 2 {
        assert!(play.next().await);
        let message = feeds[0].recv().await.expect("a message").data;
        let forms = message["events"].as_array().into_iter().flatten().filter_map(|event| event.get("form"));
        for form in forms {
            assert!(seals.contains(&seal_of(form).as_str()), "{form}");
            opened.push((form["wager"].clone(), form["amount"].clone()));
        }
    }
    for (wager, amount) in BETS {
        assert!(opened.contains(&(json!(wager), json!(amount))), "{opened:?}");
    }
    play.open.stop().await;
}

const STAFF: [&str; 4] = ["operator", "director", "dealer", "supervisor"];

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_are_listed_page_by_page_and_told_once_while_nothing_is_new() {
    let play = Play::begin("nsw").await;
    let (manager, anybody) = (&play.people["operator"], play.open.anybody());
    for id in ["cup-two", "cup-three"] {
        let written = conditions("nsw").replace("tournament = \"cup\"", &format!("tournament = \"{id}\""));
        let (status, view) =
            manager.post("/tournaments", json!({"id": format!("begin-{id}"), "conditions": written})).await;
        assert_eq!((status, &view["id"]), (StatusCode::OK, &json!(id)), "{view}");
    }
    let ids = |page: &Value| -> Vec<String> {
        let all = page["tournaments"].as_array().unwrap().iter();
        all.map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    let newest = anybody.get("/tournaments?limit=2").await;
    assert_eq!(ids(&newest), ["cup-three", "cup-two"]);
    let older = anybody.get(&format!("/tournaments?limit=2&before={}", newest["before"])).await;
    assert_eq!((ids(&older), older.get("before")), (vec!["cup".to_owned()], None));
    assert!(newest["tournaments"][0]["book_name"].as_str().unwrap().contains("New South Wales"));

    let asked = |tag: Option<String>| {
        let mut request = Request::builder().uri("/api/v1/tournaments");
        if let Some(tag) = tag {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let app = play.open.app.clone();
        async move { app.oneshot(request.body(axum::body::Body::empty()).unwrap()).await.unwrap() }
    };
    let first = asked(None).await;
    let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
    assert_eq!(asked(Some(tag.clone())).await.status(), StatusCode::NOT_MODIFIED);
    let written = conditions("nsw").replace("tournament = \"cup\"", "tournament = \"cup-four\"");
    manager.post("/tournaments", json!({"id": "begin-cup-four", "conditions": written})).await;
    assert_eq!(asked(Some(tag)).await.status(), StatusCode::OK);
    play.open.stop().await;
}
