//! A week on the floor in all four books, keyed from outside. The test keeps books of its own, which know nothing of the house's, and
//! holds them against the house after every entry.

use crate::cage::{asks, caged, come, done, in_chips, must, pin, rand_id, refused};
use crate::felt::Evening;
use crate::support::{Guest, Open};
use axum::http::{Method, StatusCode};
use baccarat::card::Card;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TABLES: [&str; 4] = ["nz-felt", "act-felt", "qld-felt", "nsw-felt"];
const DAYS: usize = 7;
/// What every table has in its float when the house first opens.
const FLOAT: i64 = 100_000_000;

/// A table in the outside books.
#[derive(Default)]
struct Felt {
    float: i64,
    /// Everybody's chips, in hand and on the layout.
    patrons: BTreeMap<String, i64>,
    drop: i64,
    /// Over the whole week.
    dropped: i64,
    won: i64,
    fills: i64,
    credits: i64,
    corrected: i64,
    coups: u32,
}

/// The outside books.
#[derive(Default)]
struct Outside {
    tables: BTreeMap<&'static str, Felt>,
    /// Chips in the cage, by what each is worth.
    cage: BTreeMap<i64, i64>,
    holders: BTreeMap<String, i64>,
    /// What patrons have cashed in since the bank of the day was opened.
    cashed: BTreeMap<String, i64>,
    transit: i64,
    missing: i64,
    issued: i64,
    cash: i64,
    boxes: i64,
    bank: i64,
    taken: i64,
    dropped: i64,
    paid: i64,
    variance: i64,
}

impl Outside {
    /// Chips come to the cage, or leave it.
    fn stock(&mut self, pieces: &Value, times: i64) {
        for (worth, count) in pieces.as_object().unwrap() {
            *self.cage.entry(worth.parse().unwrap()).or_default() += count.as_i64().unwrap() * times;
        }
    }

    fn in_cage(&self) -> i64 {
        self.cage.iter().map(|(worth, count)| worth * count).sum()
    }

    fn at(&mut self, table: &str) -> &mut Felt {
        self.tables.get_mut(table).unwrap()
    }
}

/// The house, its people, and the outside books beside it.
struct Week {
    open: Open,
    people: BTreeMap<&'static str, Guest>,
    books: Outside,
    cards: Vec<Card>,
    compared: u32,
}

/// Eight decks in an order of their own for each seed.
fn deck(seed: u64) -> Vec<Card> {
    let mut cards: Vec<Card> = (0..8).flat_map(|_| Card::all()).collect();
    let mut whim = seed;
    for place in (1..cards.len()).rev() {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cards.swap(place, (whim >> 33) as usize % (place + 1));
    }
    cards
}

/// What a card counts, from how it is written.
fn points(card: &str) -> u32 {
    match card.chars().next() {
        Some('A') => 1,
        Some(figure @ '2'..='9') => figure.to_digit(10).unwrap(),
        _ => 0,
    }
}

fn total(hand: &[String]) -> u32 {
    hand.iter().map(|card| points(card)).sum::<u32>() % 10
}

/// Has the hand the cards that the chart of every casino gives it?
fn drawn_rightly(player: &[String], banker: &[String]) -> bool {
    let (first, second) = (total(&player[..2]), total(&banker[..2]));
    if first >= 8 || second >= 8 {
        return player.len() == 2 && banker.len() == 2;
    }
    let third = (first <= 5).then(|| player.get(2).map(|card| points(card)));
    let draws = match third {
        None => second <= 5,
        Some(None) => return false,
        Some(Some(third)) => match second {
            0..=2 => true,
            3 => third != 8,
            4 => (2..=7).contains(&third),
            5 => (4..=7).contains(&third),
            6 => third == 6 || third == 7,
            _ => false,
        },
    };
    (player.len() == 3) == (first <= 5) && (banker.len() == 3) == draws
}

/// What a wager brings its patron.
fn brings(wager: &str, stake: i64, player: u32, banker: u32) -> i64 {
    match (wager, player.cmp(&banker)) {
        ("player", std::cmp::Ordering::Greater) => stake,
        ("banker", std::cmp::Ordering::Less) => stake * 95 / 100,
        ("tie", std::cmp::Ordering::Equal) => stake * 8,
        ("player" | "banker", std::cmp::Ordering::Equal) => 0,
        _ => -stake,
    }
}

/// The cells of a line of a CSV file; a comma in quotes is part of its cell.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

type Hands = BTreeMap<String, Vec<String>>;

impl Week {
    async fn begin(folder: &std::path::Path) -> Week {
        let open = caged(folder).await;
        let staff = ["Cora", "Carl", "Sue", "Sam", "Max", "Mia", "Dora", "Dan", "Ivy"];
        let people = staff.map(|name| (name, open.anybody())).into();
        let mut books = Outside { issued: FLOAT * 8, ..Outside::default() };
        for table in TABLES {
            books.tables.insert(table, Felt { float: FLOAT, ..Felt::default() });
        }
        Week { open, people, books, cards: Vec::new(), compared: 0 }
    }

    /// Everybody signs in anew and proves who they are: that holds for five minutes.
    async fn sign_in(&mut self) {
        for (name, guest) in &mut self.people {
            *guest = come(&self.open, name).await;
        }
    }

    fn who(&self, name: &str) -> &Guest {
        &self.people[name]
    }

    /// Holds the outside books against the house, sum by sum.
    async fn compare(&mut self) {
        self.compared += 1;
        let view = self.who("Ivy").get("/cage").await;
        assert_eq!(view["balances"], true, "{view:#}");
        let books = &self.books;
        let held = |felt: &Felt| felt.float + felt.patrons.values().sum::<i64>();
        let ours = json!({
            "cage": books.in_cage(),
            "patrons": books.holders.values().sum::<i64>(),
            // The four sealed tables stand untouched.
            "tables": books.tables.values().map(held).sum::<i64>() + FLOAT * 4,
            "transit": books.transit,
            "missing": books.missing,
            "issued": books.issued,
            // Nobody has swapped a voucher: all tokens are where they were.
            "tokens": FLOAT * 8,
        });
        assert_eq!(view["chips"], ours, "entry {}", self.compared);
        let ours = json!({
            "cage": books.cash,
            "boxes": books.boxes,
            "tables": books.tables.values().map(|felt| felt.drop).sum::<i64>(),
            "bank": books.bank,
            "taken": books.taken,
            "dropped": books.dropped,
            "paid": books.paid,
            "variance": books.variance,
        });
        assert_eq!(view["cash"], ours, "entry {}", self.compared);
        for (table, felt) in &books.tables {
            let rows = view["tables"].as_array().unwrap();
            let row = &rows.iter().find(|row| row["table"] == *table).unwrap()["at_table"];
            let theirs = ["float", "drop"].map(|key| row[key].as_i64().unwrap());
            assert_eq!(theirs, [felt.float, felt.drop], "{table}");
            let lies = row["hands"].as_i64().unwrap() + row["layout"].as_i64().unwrap();
            assert_eq!(lies, felt.patrons.values().sum::<i64>(), "{table}");
        }
    }

    /// Asks something of the cage.
    async fn cage(&mut self, who: &str, order: Value, second: Option<&str>) -> Value {
        let answer = done(asks(self.who(who), order, second).await);
        answer["number"].clone()
    }

    /// A dealer keys something for a patron.
    async fn keys(&mut self, (table, dealer): (&str, &str), patron: &str, acts: Value) -> Value {
        let body = json!({ "id": format!("keyed-{}", rand_id()), "acts": acts, "for": patron });
        done(Evening::patiently(self.who(dealer), &format!("/tables/{table}/commands"), body).await)
    }

    /// A supervisor's command with the signature of somebody else.
    async fn signs(&self, table: &str, acts: Value, signer: Option<&str>) -> (StatusCode, Value) {
        let body = json!({ "id": format!("signed-{}", rand_id()), "acts": acts, "signed": signer.map(pin) });
        Evening::patiently(self.who("Sue"), &format!("/tables/{table}/commands"), body).await
    }

    /// The bank of the day opens or closes with a count by two, of what the outside books say is there.
    async fn count_bank(&mut self, act: &str) {
        let pieces: BTreeMap<String, i64> =
            self.books.cage.iter().map(|(worth, count)| (worth.to_string(), *count)).collect();
        let cash = self.books.cash;
        self.cage("Cora", json!({"act": act, "cash": cash, "pieces": pieces}), Some("Carl")).await;
        if act == "open-bank" {
            self.books.cashed.clear();
        }
        self.compare().await;
    }

    /// Chips and cash for the week.
    async fn stock(&mut self) {
        let pieces =
            json!({"25": 4_000, "100": 4_000, "500": 4_000, "2500": 4_000, "10000": 2_000, "50000": 1_000});
        let worth = 4_000 * (25 + 100 + 500 + 2_500) + 2_000 * 10_000 + 1_000 * 50_000;
        let issue = json!({"act": "issue-chips", "pieces": pieces, "why": "from the maker"});
        self.cage("Max", issue, Some("Cora")).await;
        self.books.stock(&pieces, 1);
        self.books.issued += worth;
        self.compare().await;
        let cash = 50_000_000;
        let comes = json!({"act": "move-cash", "amount": cash, "why": "from the bank"});
        self.cage("Cora", comes, Some("Carl")).await;
        (self.books.cash, self.books.bank) = (cash, cash);
        self.compare().await;
        self.count_bank("open-bank").await;
    }

    /// Cash for chips at the window.
    async fn buys(&mut self, patron: Option<&str>, amount: i64) {
        let pieces = json!({"500": amount / 500});
        let order = json!({"act": "buy", "patron": patron, "pieces": pieces});
        self.cage("Cora", order, None).await;
        let books = &mut self.books;
        books.stock(&pieces, -1);
        (books.cash, books.taken) = (books.cash + amount, books.taken + amount);
        *books.holders.entry(patron.unwrap_or_default().to_lowercase()).or_default() += amount;
        self.compare().await;
    }

    /// All that somebody carries is cashed in.
    async fn cashes_in(&mut self, patron: Option<&str>) {
        let key = patron.unwrap_or_default().to_lowercase();
        let amount = self.books.holders.remove(&key).unwrap_or_default();
        if amount == 0 {
            return;
        }
        let mut order = json!({"act": "redeem", "patron": patron, "pieces": in_chips(amount)});
        // What somebody with a name cashes in on one day counts together.
        let before = patron.and_then(|_| self.books.cashed.get(&key)).copied().unwrap_or_default();
        let together = amount + before;
        if together >= 500_000 {
            refused(asks(self.who("Cora"), order.clone(), None).await, "needs-second");
        }
        if together >= 1_000_000 {
            refused(asks(self.who("Cora"), order.clone(), Some("Carl")).await, "needs-identity");
            order["identity"] = json!("passport LM 4711");
        }
        let second = (together >= 500_000).then_some("Carl");
        self.cage("Cora", order, second).await;
        let books = &mut self.books;
        books.cashed.insert(key, together);
        books.stock(&in_chips(amount), 1);
        (books.cash, books.paid) = (books.cash - amount, books.paid + amount);
        self.compare().await;
    }

    /// A patron comes to a table with the chips they carry.
    async fn brings(&mut self, at: (&str, &str), keyed: &str, key: &str) {
        self.keys(at, keyed, json!([{"act": "arrive"}])).await;
        let chips = self.books.holders.remove(key).unwrap_or_default();
        if chips > 0 {
            self.keys(at, keyed, json!([{"act": "bring-chips", "chips": chips}])).await;
        }
        *self.books.at(at.0).patrons.entry(key.to_owned()).or_default() += chips;
        self.compare().await;
    }

    /// A patron leaves with everything.
    async fn leaves(&mut self, at: (&str, &str), keyed: &str, key: &str) {
        self.keys(at, keyed, json!([{"act": "leave"}])).await;
        let chips = self.books.at(at.0).patrons.remove(key).unwrap_or_default();
        let key = if key.starts_with('#') { "" } else { key };
        *self.books.holders.entry(key.to_owned()).or_default() += chips;
        self.compare().await;
    }

    async fn desk(&self, (table, dealer): (&str, &str)) -> Value {
        self.who(dealer).get(&format!("/tables/{table}")).await
    }

    /// Does what is offered first, as whoever may; says what happened. Cards that are dealt are noted by hand.
    async fn step(&mut self, (table, dealer): (&str, &str), hands: &mut Hands) -> Value {
        let view = self.desk((table, dealer)).await;
        let offer = view["desk"]["offers"][0].clone();
        assert!(offer.is_object(), "nothing is offered: {:#}", view["desk"]);
        let mut act = offer["act"].clone();
        let mut next = || self.cards.pop().unwrap().to_string();
        match offer["asks"]["what"].as_str() {
            Some("card") => act["card"] = json!(next()),
            Some("cards") => {
                let count = offer["asks"]["count"].as_u64().unwrap();
                act["cards"] = (0..count).map(|_| json!(next())).collect();
            }
            _ => {}
        }
        let answer = match offer["by"].as_str().unwrap() {
            "player" => {
                let patron = offer["for"].as_str().unwrap().to_owned();
                self.keys((table, dealer), &patron, json!([act])).await
            }
            by => {
                let who = match by {
                    "dealer" => dealer,
                    "manager" => "Max",
                    _ => "Sue",
                };
                must(self.who(who), table, json!([act])).await
            }
        };
        for event in answer["events"].as_array().unwrap() {
            let side = event["to"].as_str().or(event["side"].as_str()).unwrap_or_default();
            if event["fact"] == "card-dealt" && event["card"].is_string() {
                hands.entry(side.to_owned()).or_default().push(event["card"].as_str().unwrap().to_owned());
            }
            if event["fact"] == "exposed" {
                let cards = event["cards"].as_array().unwrap().iter();
                hands.insert(side.to_owned(), cards.map(|card| card.as_str().unwrap().to_owned()).collect());
            }
        }
        answer
    }

    /// Goes on by what is offered until wagers may be made; what stood off in the coup before may still lie there.
    async fn until_betting(&mut self, at: (&str, &str)) {
        for _ in 0..200 {
            if self.desk(at).await["state"]["phase"] == "betting" {
                return;
            }
            self.step(at, &mut Hands::new()).await;
            self.compare().await;
        }
        panic!("no wagers may be made: {:#}", self.desk(at).await["desk"]);
    }

    /// Goes on by what is offered until this is due.
    async fn until(&mut self, at: (&str, &str), due: &str) -> Hands {
        let mut hands = Hands::new();
        for _ in 0..200 {
            if self.desk(at).await["desk"]["due"]["due"] == due {
                return hands;
            }
            self.step(at, &mut hands).await;
            self.compare().await;
        }
        panic!("{due} did not come: {:#}", self.desk(at).await["desk"]);
    }

    /// Who bets what, in whose box.
    const WAGERS: [(&'static str, &'static str, u8, &'static str, i64); 3] = [
        ("ann", "ANN", 1, "player", 5_000),
        ("bob", "bob", 2, "banker", 10_000),
        ("#w1", "#w1", 3, "tie", 1_000),
    ];

    /// Wagers are keyed, and the coup is dealt up to its settlement.
    async fn deal(&mut self, at: (&str, &str)) -> Hands {
        self.until_betting(at).await;
        let lies = self.desk(at).await["desk"]["stakes"].as_array().unwrap().clone();
        for (key, keyed, seat, wager, amount) in Week::WAGERS {
            let known = |stake: &Value| {
                stake["wager"] == wager && stake["patron"].as_str().unwrap().to_lowercase() == key
            };
            if lies.iter().any(known) {
                // What stood off in the coup before still lies there.
                continue;
            }
            let coup = self.desk(at).await["state"]["coup"].clone();
            let acts =
                json!([{"act": "place", "box": seat, "wager": wager, "amount": amount, "kind": "chips"}]);
            let body =
                json!({ "id": format!("keyed-{}", rand_id()), "acts": acts, "for": keyed, "coup": coup });
            done(Evening::patiently(self.who(at.1), &format!("/tables/{}/commands", at.0), body).await);
            self.compare().await;
        }
        self.until(at, "settle").await
    }

    /// The coup is settled, and everybody gets what the outside books say they won.
    async fn settle(&mut self, at: (&str, &str), hands: &Hands) {
        self.step(at, &mut Hands::new()).await;
        self.pays(at.0, hands);
        self.compare().await;
    }

    /// What these hands bring everybody, in the outside books.
    fn pays(&mut self, table: &str, hands: &Hands) {
        let (player, banker) = (&hands["player"], &hands["banker"]);
        assert!(drawn_rightly(player, banker), "{hands:?}");
        let (player, banker) = (total(player), total(banker));
        for (key, _, _, wager, amount) in Week::WAGERS {
            self.moves(table, key, brings(wager, amount, player, banker));
        }
        self.books.at(table).coups += 1;
    }

    /// Chips go between a patron and the float.
    fn moves(&mut self, table: &str, patron: &str, amount: i64) {
        let felt = self.books.at(table);
        *felt.patrons.get_mut(patron).unwrap() += amount;
        (felt.float, felt.won) = (felt.float - amount, felt.won - amount);
    }

    async fn coup(&mut self, at: (&str, &str)) {
        let hands = self.deal(at).await;
        self.settle(at, &hands).await;
        self.until_betting(at).await;
    }

    /// Nine against seven as keyed; the seven was a nine. The dealer reports it, a supervisor grants it.
    async fn miskeyed(&mut self, at: (&str, &str), after: bool) {
        for card in ["QC", "KS", "7D", "9H"] {
            self.cards.push(card.parse().unwrap());
        }
        let mut hands = self.deal(at).await;
        let number = self.desk(at).await["state"]["coup"].clone();
        if after {
            self.settle(at, &hands).await;
        }
        let report =
            json!({"what": "miskeyed", "coup": number, "keyed": "7D", "was": "9D", "hand": "banker"});
        must(self.who(at.1), at.0, json!([{"act": "report", "report": report}])).await;
        self.compare().await;
        let view = self.desk(at).await;
        let matter = view["matters"].as_array().unwrap().last().unwrap()["id"].clone();
        let granted =
            json!([{"act": "decide", "matter": matter, "remedy": "granted", "why": "seen on camera"}]);
        // Not by whoever keyed it.
        refused(
            self.who(at.1).command(at.0, &format!("own-{}", rand_id()), granted.clone()).await,
            "not-yours",
        );
        let answer = must(self.who("Sue"), at.0, granted).await;
        // Whoever watches finds the coup by the cards on record and by those that lay there.
        for cards in ["9H,7D,KS,QC", "9H,9D,KS,QC"] {
            let path = format!("/watch/coups?table={}&coup={number}&cards={cards}", at.0);
            assert_eq!(self.who("Ivy").get(&path).await["all"], 1, "{cards}");
        }
        let again = answer["events"].as_array().unwrap().iter().any(|event| event["fact"] == "wager-settled");
        hands.insert("banker".to_owned(), vec!["9D".to_owned(), "QC".to_owned()]);
        if after {
            // It was paid as nine against seven: that is undone.
            for (key, _, _, wager, amount) in Week::WAGERS {
                self.moves(at.0, key, -brings(wager, amount, 9, 7));
            }
            self.books.at(at.0).coups -= 1;
        }
        if again {
            // Some books have it settled again at once.
            self.pays(at.0, &hands);
            self.compare().await;
        } else {
            self.compare().await;
            self.until(at, "settle").await;
            self.settle(at, &hands).await;
        }
        self.until_betting(at).await;
    }

    /// A fill or a credit goes from hand to hand.
    async fn transfer(&mut self, (table, dealer): (&str, &str), kind: &str) {
        let (pieces, worth) = (json!({"500": 100, "2500": 20}), 100_000);
        let request = json!({"act": "request", "kind": kind, "table": table, "pieces": pieces});
        let number = self.cage("Sue", request, None).await;
        let step = |act: &str| json!({"act": act, "number": number});
        let counted = |act: &str| json!({"act": act, "number": number, "pieces": pieces});
        refused(asks(self.who("Sue"), step("approve"), None).await, "self-approval");
        self.cage("Sam", step("approve"), None).await;
        let (sends, receives) = if kind == "fill" { ("Cora", dealer) } else { (dealer, "Cora") };
        // The chips are counted out by whoever has them, and by nobody else.
        assert_ne!(asks(self.who("Sue"), counted("send"), None).await.0, StatusCode::OK);
        self.cage(sends, counted("send"), None).await;
        self.books.transit += worth;
        match kind {
            "fill" => self.books.stock(&pieces, -1),
            _ => self.books.at(table).float -= worth,
        }
        self.compare().await;
        self.cage("Mia", step("carry"), None).await;
        self.compare().await;
        self.cage(receives, counted("receive"), None).await;
        self.books.transit -= worth;
        let felt = self.books.at(table);
        match kind {
            "fill" => (felt.float, felt.fills) = (felt.float + worth, felt.fills + worth),
            _ => {
                felt.credits += worth;
                self.books.stock(&pieces, 1);
            }
        }
        self.compare().await;
    }

    async fn signs_on(&mut self, table: &str, dealer: &str) {
        for name in ["Sue", "Max", dealer] {
            must(self.who(name), table, json!([{"act": "sign-on"}])).await;
        }
    }

    fn opening(count: i64, dealer: &str) -> Value {
        json!([
            {"act": "count-float", "count": count, "signed": dealer, "pieces": in_chips(count)},
            {"act": "reopen", "count": count}
        ])
    }

    /// The table opens again with what was left in it; on the night of the robbery with less.
    async fn opens(&mut self, (table, dealer): (&str, &str), robbed: bool) {
        let mut float = self.books.tables[table].float;
        if robbed {
            let short = float - 250_000;
            refused(self.signs(table, Week::opening(short, dealer), Some(dealer)).await, "count-differs");
            let correct = json!({"act": "correct-float", "table": table, "count": short, "pieces": in_chips(short),
                "why": "100 chips of 25 are gone"});
            refused(asks(self.who("Sue"), correct.clone(), None).await, "needs-second");
            refused(asks(self.who("Sue"), correct.clone(), Some("Sue")).await, "self-approval");
            self.cage("Sue", correct, Some("Carl")).await;
            self.books.missing += 250_000;
            let felt = self.books.at(table);
            (felt.float, felt.corrected) = (short, felt.corrected - 250_000);
            float = short;
            self.compare().await;
        }
        refused(self.signs(table, Week::opening(float, dealer), None).await, "own-pin-first");
        done(self.signs(table, Week::opening(float, dealer), Some(dealer)).await);
        self.compare().await;
    }

    /// The table closes on a count that the dealer signs; the box goes to be counted by two.
    async fn closes(&mut self, (table, dealer): (&str, &str), short: i64) {
        let float = self.books.tables[table].float;
        let close = json!([
            {"act": "count-float", "count": float, "signed": dealer, "pieces": in_chips(float)},
            {"act": "close", "count": float}
        ]);
        refused(self.signs(table, close.clone(), Some("Sam")).await, "own-pin-first");
        done(self.signs(table, close, Some(dealer)).await);
        self.compare().await;
        for _ in 0..20 {
            if self.desk((table, dealer)).await["desk"]["due"]["due"] == "nothing" {
                break;
            }
            self.step((table, dealer), &mut Hands::new()).await;
        }
        let pit = self.who("Ivy").get("/pit").await;
        let glance = pit["tables"].as_array().unwrap().iter().find(|one| one["id"] == table).unwrap().clone();
        assert_eq!((&glance["staff"], &glance["phase"]), (&json!([]), &json!("closed")), "{glance:#}");
        self.cage("Sue", json!({"act": "take-box", "table": table}), None).await;
        let keyed = std::mem::take(&mut self.books.at(table).drop);
        (self.books.boxes, self.books.dropped) = (self.books.boxes + keyed, self.books.dropped + keyed);
        self.compare().await;
        let boxes = self.who("Ivy").get("/cage").await["boxes"].clone();
        let number = boxes[0]["number"].clone();
        // Those who count are not told what was keyed.
        let told = self.who("Carl").get("/cage").await;
        assert_eq!((&told["cash"]["boxes"], &told["boxes"][0]["keyed"]), (&Value::Null, &Value::Null));
        let count = json!({"act": "count-box", "number": number, "cash": keyed - short});
        self.cage("Carl", count.clone(), None).await;
        refused(asks(self.who("Carl"), count.clone(), None).await, "self-approval");
        self.compare().await;
        self.cage("Mia", count, None).await;
        let books = &mut self.books;
        (books.boxes, books.cash) = (books.boxes - keyed, books.cash + keyed - short);
        books.variance -= short;
        self.compare().await;
    }

    /// A day of one table.
    async fn day(&mut self, day: usize, place: usize) {
        let table = TABLES[place];
        let dealer = if (day + place).is_multiple_of(2) { "Dora" } else { "Dan" };
        let mut at = (table, dealer);
        self.cards = deck((day * 10 + place) as u64 + 1);
        self.signs_on(table, dealer).await;
        if day > 0 {
            self.opens(at, day == 3 && place == 0).await;
        }
        self.until_betting(at).await;
        self.brings(at, if day.is_multiple_of(2) { "Ann" } else { " aNN" }, "ann").await;
        self.keys(at, "Bob", json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}])).await;
        let felt = self.books.at(table);
        felt.patrons.insert("bob".to_owned(), 100_000);
        (felt.float, felt.drop, felt.dropped) =
            (felt.float - 100_000, felt.drop + 100_000, felt.dropped + 100_000);
        self.compare().await;
        let unnamed = self.books.holders.remove("").unwrap_or_default();
        self.books.holders.insert("#w1".to_owned(), unnamed);
        self.brings(at, "#w1", "#w1").await;
        for (_, keyed, seat, _, _) in Week::WAGERS {
            self.keys(at, keyed, json!([{"act": "take-seat", "seat": seat}])).await;
        }
        self.coup(at).await;
        self.transfer(at, if day.is_multiple_of(2) { "fill" } else { "credit" }).await;
        if day == 1 {
            // The next dealer goes on with the same shoe; nobody deals at two tables.
            let other = if dealer == "Dora" { "Dan" } else { "Dora" };
            let elsewhere = TABLES[(place + 1) % 4];
            let id = format!("two-{}", rand_id());
            let asked = self.who(dealer).command(elsewhere, &id, json!([{"act": "sign-on"}])).await;
            refused(asked, "deals-elsewhere");
            must(self.who(dealer), table, json!([{"act": "sign-off"}])).await;
            must(self.who(other), table, json!([{"act": "sign-on"}])).await;
            at = (table, other);
        }
        match day {
            2 => self.miskeyed(at, false).await,
            4 => self.miskeyed(at, true).await,
            _ => self.coup(at).await,
        }
        self.leaves_all(at).await;
        self.closes(at, if day == 5 { 500 } else { 0 }).await;
    }

    /// Whatever still lies there is taken back, and everybody goes.
    async fn leaves_all(&mut self, at: (&str, &str)) {
        for (key, keyed, ..) in Week::WAGERS {
            self.leaves(at, keyed, key).await;
        }
        self.cashes_in(Some("bOB")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_week_in_all_four_books_agrees_with_books_kept_outside() {
    let folder = tempfile::tempdir().unwrap();
    let mut week = Week::begin(folder.path()).await;
    for day in 0..DAYS {
        week.sign_in().await;
        if day == 0 {
            week.stock().await;
        } else {
            week.count_bank("open-bank").await;
        }
        week.buys(Some("Ann"), 200_000).await;
        week.buys(None, 50_000).await;
        for place in 0..TABLES.len() {
            week.day(day, place).await;
        }
        if day.is_multiple_of(2) {
            week.cashes_in(Some("Ann")).await;
        }
        week.cashes_in(None).await;
        week.count_bank("close-bank").await;
    }
    assert!(week.compared > 1_000, "{} entries were compared", week.compared);
    let view = week.who("Ivy").get("/cage").await;
    let names: Vec<&str> =
        view["holders"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.iter().all(|name| ["Ann", "Bob"].contains(name)), "no name is doubled: {names:?}");

    // Reports, summed outside: as JSON, and as a program reads the file.
    let report = week.who("Ivy").get("/reports/shift?from=0&to=99999999999999").await;
    let csv = {
        let path = "/reports/shift.csv?from=0&to=99999999999999&sheet=balance";
        let (status, _, bytes) = week.who("Ivy").raw(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK);
        String::from_utf8(bytes.to_vec()).unwrap()
    };
    let lines: Vec<Vec<String>> = csv.trim_start_matches('\u{feff}').lines().map(cells).collect();
    let column = |name: &str| lines[0].iter().position(|head| *head == name).unwrap();
    let rows = report["sheets"]["balance"].as_array().unwrap();
    for (table, felt) in &week.books.tables {
        let row = rows.iter().find(|row| row["table"] == *table).unwrap();
        let ours = [
            ("opening", FLOAT),
            ("fills", felt.fills),
            ("credits", -felt.credits),
            ("drop", -felt.dropped),
            ("from_wagers", felt.won),
            ("corrections", felt.corrected),
            ("closing", felt.float),
            ("win", felt.won + felt.corrected),
            ("coups", i64::from(felt.coups)),
        ];
        let line = lines.iter().find(|line| line[column("table")] == *table).unwrap();
        for (name, amount) in ours {
            assert_eq!(row[name].as_i64(), Some(amount), "{table} {name}: {row:#}");
            let written = line[column(name)].replace('.', "");
            let scale = if name == "coups" || line[column(name)].contains('.') { 1 } else { 100 };
            assert_eq!(written.parse::<i64>().unwrap() * scale, amount, "{table} {name}");
        }
    }

    // Closed and opened again, with every order decided anew, all of it is the same.
    let ivy = week.who("Ivy").cookie.clone();
    week.open.stop().await;
    let open = caged(folder.path()).await;
    let again = open.back(ivy.as_deref()).get("/cage").await;
    assert_eq!((&again["chips"], &again["cash"]), (&view["chips"], &view["cash"]));
    open.stop().await;
}
