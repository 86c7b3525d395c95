//! A player who writes down what they were answered, and goes on through every restart: what is not answered is asked again under the same
//! id until there is an answer.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Error, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub const PASSWORD: &str = "seven otters under a blue bridge";
/// What is bought each time, and what is staked.
const CASH: i64 = 2_500;
/// How long an answer is waited for before it is asked again: a slow house is no lost answer.
const LONG: Duration = Duration::from_secs(120);
/// A session may be over once a player seems idle for so long: what they did last is noted once a minute, which a house that is killed
/// sooner each time never gets to.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// Where the house is, and how far its player has come.
#[derive(Default)]
pub struct Door {
    /// Its address while it is open.
    pub at: Mutex<Option<SocketAddr>>,
    pub stop: AtomicBool,
    /// How many commands were acknowledged.
    pub acknowledged: AtomicU64,
}

/// What the player was told.
#[derive(Default)]
pub struct Journal {
    cookie: String,
    /// When the player signed in.
    since: Option<Instant>,
    /// Every command that was acknowledged, with its answer.
    taken: Vec<(Value, Value)>,
    /// What was bought.
    bought: i64,
    /// The coups on which a wager was acknowledged.
    wagers: Vec<u64>,
    /// The cards of each coup that were shown while it ran.
    shown: BTreeMap<u64, [Vec<Value>; 2]>,
    /// How often something had to be asked again.
    pub again: u64,
}

/// Asks once. Whatever is not a whole answer is an error.
fn ask(
    at: SocketAddr,
    (method, path): (&str, &str),
    cookie: &str,
    body: &str,
) -> Result<(u16, String, Value)> {
    let mut stream = TcpStream::connect(at)?;
    stream.set_read_timeout(Some(LONG))?;
    write!(
        stream,
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| Error::other("no answer"))?;
    let line = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    };
    if line("content-length").and_then(|length| length.parse().ok()) != Some(body.len()) {
        return Err(Error::other("the answer was cut off"));
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let cookie = line("set-cookie").and_then(|cookie| cookie.split(';').next().map(str::to_owned));
    let body = serde_json::from_str(body).unwrap_or(Value::Null);
    Ok((status.ok_or_else(|| Error::other("no status"))?, cookie.unwrap_or_default(), body))
}

impl Journal {
    /// Asks until there is a definite answer.
    fn insist(&mut self, door: &Door, question: (&str, &str), body: &Value) -> (u16, String, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        loop {
            let at = *door.at.lock().unwrap();
            if let Some(at) = at {
                match ask(at, question, &self.cookie, &body) {
                    Ok((401, ..)) if self.since.is_some_and(|since| since.elapsed() >= IDLE) => {
                        self.since = None;
                        self.sign_in(door);
                    }
                    Ok((status, cookie, answer)) if !matches!(status, 429 | 502..) => {
                        assert_ne!(status, 500, "{question:?} {body}: {answer}");
                        return (status, cookie, answer);
                    }
                    _ => self.again += 1,
                }
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn sign_in(&mut self, door: &Door) {
        let (status, cookie, who) =
            self.insist(door, ("POST", "/session"), &json!({ "name": "Ann", "password": PASSWORD }));
        assert_eq!(status, 200, "{who}");
        (self.cookie, self.since) = (cookie, Some(Instant::now()));
    }

    fn command(&mut self, door: &Door, body: Value) -> Option<Value> {
        let (status, _, answer) = self.insist(door, ("POST", "/tables/main/commands"), &body);
        // A wager may come when betting has been closed; nobody is ever strange to the house.
        assert!(!matches!(status, 401 | 403 | 404 | 422), "{body}: {status} {answer}");
        (status == 200).then(|| {
            self.taken.push((body, answer.clone()));
            door.acknowledged.fetch_add(1, Ordering::Relaxed);
            answer
        })
    }

    fn view(&mut self, door: &Door) -> Value {
        let (status, _, view) = self.insist(door, ("GET", "/tables/main"), &Value::Null);
        assert_eq!(status, 200, "{view}");
        let (state, coup) = (&view["state"], view["state"]["coup"].as_u64().unwrap_or(0));
        let cards =
            ["player", "banker"].map(|side| state[side]["cards"].as_array().cloned().unwrap_or_default());
        let before = self.shown.insert(coup, cards.clone()).unwrap_or_default();
        for (was, is) in before.iter().zip(&cards) {
            assert!(is.starts_with(was), "coup {coup} had {was:?} and then {is:?}");
        }
        view
    }

    /// Comes in, sits down, and plays until it is to stop.
    fn play(mut self, door: &Door) -> Journal {
        self.sign_in(door);
        let sit =
            json!([{"act": "arrive"}, {"act": "buy-in", "cash": CASH}, {"act": "take-seat", "seat": 1}]);
        assert!(self.command(door, json!({ "id": "ann-sits-down", "acts": sit })).is_some());
        self.bought += CASH;
        let mut number = 0_u64;
        while !door.stop.load(Ordering::Relaxed) {
            number += 1;
            let view = self.view(door);
            let coup = view["state"]["coup"].as_u64().unwrap_or(0);
            let open = view["state"]["betting"]["open"] == true && self.wagers.last() != Some(&coup);
            if open && view["you"]["chips"].as_i64().unwrap_or(0) >= CASH {
                let place =
                    json!([{"act": "place", "box": 1, "wager": "player", "amount": CASH, "kind": "chips"}]);
                let wager = json!({ "id": format!("ann-stakes-{number}"), "acts": place, "coup": coup });
                if self.command(door, wager).is_some() {
                    self.wagers.push(coup);
                }
                continue;
            }
            let buy =
                json!({ "id": format!("ann-buys-{number}"), "acts": [{"act": "buy-in", "cash": CASH}] });
            if self.command(door, buy).is_some() {
                self.bought += CASH;
            }
        }
        self
    }

    /// Holds everything that was told against what the house says now: each answer is the same again, every wager is there once and no
    /// other, chips add up, and coups have the cards that were shown.
    pub fn holds(mut self, door: &Door) -> (usize, usize) {
        let mut told = 0;
        for (body, answer) in std::mem::take(&mut self.taken) {
            told = told.max(answer["seq"].as_u64().unwrap());
            let (status, _, again) = self.insist(door, ("POST", "/tables/main/commands"), &body);
            assert_eq!((status, &again), (200, &answer), "{body}");
        }
        // The coup under way comes to its end, and what was acknowledged meanwhile is shown behind its cards.
        let last = self.wagers.last().copied().unwrap_or(0);
        let view = loop {
            let view = self.view(door);
            let is_over = view["state"]["coup"].as_u64() > Some(last) && view["you"]["staked"] == 0;
            if is_over && view["seq"].as_u64() >= Some(told) {
                break view;
            }
            thread::sleep(Duration::from_millis(20));
        };
        let (mut found, mut net, mut before) = (Vec::new(), 0, String::new());
        let mut yours = Vec::new();
        loop {
            let path = format!("/tables/main/coups?limit=100{before}");
            let (_, _, page) = self.insist(door, ("GET", &path), &Value::Null);
            for coup in page["coups"].as_array().unwrap() {
                let number = coup["number"].as_u64().unwrap();
                for (side, was) in
                    ["player", "banker"].iter().zip(self.shown.get(&number).into_iter().flatten())
                {
                    let is = coup[side].as_array().unwrap();
                    assert!(is.starts_with(was), "coup {number} had {was:?}; {coup}");
                }
                for wager in coup["yours"].as_array().unwrap() {
                    found.push(number);
                    yours.push(wager.clone());
                    net += match wager["outcome"].as_str().unwrap() {
                        "wins" => wager["paid"].as_i64().unwrap(),
                        "loses" => -wager["staked"].as_i64().unwrap(),
                        _ => 0,
                    };
                }
            }
            match page["before"].as_u64() {
                Some(number) => before = format!("&before={number}"),
                None => break,
            }
        }
        found.sort_unstable();
        assert_eq!(found, self.wagers, "wagers on record, and wagers that were acknowledged");
        let bought = self.bought;
        let (you, all) = (&view["you"], Value::from(yours));
        assert_eq!(you["chips"].as_i64().unwrap(), bought + net, "bought {bought}, won {net}: {you}; {all}");
        (found.len(), self.shown.len())
    }
}

/// Lets Ann play until the door says stop.
pub fn playing(door: &Arc<Door>) -> JoinHandle<Journal> {
    let door = door.clone();
    thread::spawn(move || Journal::default().play(&door))
}
