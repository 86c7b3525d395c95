//! Browsers as the suite has them: players who write down what they were answered, and watchers who write down what they were told.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What one answer says.
pub struct Said {
    pub status: u16,
    pub cookie: Option<String>,
    pub body: Value,
}

/// How long an answer is waited for.
const ANSWERS: Duration = Duration::from_secs(15);

/// Asks a node once. An error is no answer.
pub fn ask(
    port: u16,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: Option<&Value>,
) -> std::io::Result<Said> {
    ask_unless(port, (method, path), cookie, body, || false)
}

/// The same, until the line is cut: a balancer that finds a node silent ends the lines that lead to it.
fn ask_unless(
    port: u16,
    (method, path): (&str, &str),
    cookie: Option<&str>,
    body: Option<&Value>,
    is_cut: impl Fn() -> bool,
) -> std::io::Result<Said> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_millis(100)))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n{cookie}{kind}content-length: {}\r\n\r\n",
        body.len()
    );
    (&stream).write_all(format!("{head}{body}").as_bytes())?;
    let text = read_all(stream, is_cut)?;
    let bad = || std::io::Error::other(format!("not an answer: {text}"));
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(bad)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(bad)?;
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ").map(str::to_owned));
    let length: Option<usize> = length.and_then(|length| length.trim().parse().ok());
    if length.is_some_and(|length| length != body.len()) {
        return Err(std::io::Error::other("the answer was cut off"));
    }
    let cookie =
        head.lines().find_map(|line| line.strip_prefix("set-cookie: ").or(line.strip_prefix("Set-Cookie: ")));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    Ok(Said { status, cookie, body: serde_json::from_str(body).unwrap_or(Value::Null) })
}

/// Everything that comes until the other end closes the line.
fn read_all(mut stream: TcpStream, is_cut: impl Fn() -> bool) -> std::io::Result<String> {
    use std::io::ErrorKind::{InvalidData, TimedOut, WouldBlock};
    let (begun, mut read, mut part) = (Instant::now(), Vec::new(), [0; 8_192]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => return String::from_utf8(read).map_err(|bad| std::io::Error::new(InvalidData, bad)),
            Ok(count) => read.extend_from_slice(&part[..count]),
            Err(error) if !matches!(error.kind(), WouldBlock | TimedOut) => return Err(error),
            Err(_) if is_cut() || begun.elapsed() > ANSWERS => return Err(TimedOut.into()),
            Err(_) => {}
        }
    }
}

/// What all players share.
pub struct Floor {
    /// Where the nodes are.
    pub ports: Vec<u16>,
    /// The port of a node that says nothing at all, to which a balancer sends nobody and cuts whoever is there; none if it is nobody's.
    pub silent: AtomicU16,
    pub stop: AtomicBool,
    /// How many commands were acknowledged.
    pub acknowledged: AtomicU64,
    /// When the last of these was asked for the first time: what was asked before a fault may have been done before it.
    pub asked: Mutex<Instant>,
}

/// A command that was acknowledged.
pub struct Taken {
    pub id: String,
    pub body: Value,
    pub answer: Value,
}

/// What a player was answered.
pub struct Journal {
    pub name: String,
    pub cookie: String,
    pub table: String,
    /// Every command that was acknowledged and bought chips.
    pub bought: Vec<Taken>,
    /// Every command that was acknowledged and placed a wager.
    pub wagers: Vec<Taken>,
    /// How often something had to be asked again.
    pub again: u64,
    /// What should not have been said.
    pub wrong: Vec<String>,
}

pub const CASH: i64 = 10_000;
const STAKE: i64 = 2_000;
pub const PASSWORD: &str = "four words that nobody guesses";

/// Asks until there is a definite answer.
fn insist(floor: &Floor, at: &mut usize, journal: &mut Journal, path: &str, body: &Value) -> Said {
    loop {
        let mut port = floor.ports[*at % floor.ports.len()];
        if port == floor.silent.load(Ordering::Relaxed) {
            *at += 1;
            port = floor.ports[*at % floor.ports.len()];
        }
        let is_cut = || port == floor.silent.load(Ordering::Relaxed);
        match ask_unless(port, ("POST", path), Some(&journal.cookie), Some(body), is_cut) {
            Ok(said) if !matches!(said.status, 429 | 500..) => return said,
            Ok(said) if said.status == 500 => journal.wrong.push(format!("{path}: {}", said.body)),
            _ => {}
        }
        journal.again += 1;
        *at += 1;
        thread::sleep(Duration::from_millis(100));
    }
}

/// What buys chips.
pub fn buy(id: &str) -> Value {
    json!({ "id": id, "acts": [{ "act": "buy-in", "cash": CASH }] })
}

/// What puts a wager on the box of a seat, for this coup.
fn wager(id: &str, seat: u8, coup: &Value) -> Value {
    let place = json!({ "act": "place", "box": seat, "wager": "player", "amount": STAKE, "kind": "chips" });
    json!({ "id": id, "coup": coup, "acts": [place] })
}

/// The coup that may be bet on at a table, if some node says so now.
fn open_coup(port: u16, table: &str) -> Option<Value> {
    let said = ask(port, "GET", &format!("/api/v1/tables/{table}"), None, None).ok()?;
    let state = &said.body["state"];
    (said.status == 200 && state["betting"]["open"] == true).then(|| state["coup"].clone())
}

/// A player signs in, takes this seat at a table, buys chips and wagers, one command after the other, each at the next node.
pub fn player(floor: Arc<Floor>, name: &str, table: &str, seat: u8) -> JoinHandle<Journal> {
    let (name, table) = (name.to_owned(), table.to_owned());
    thread::spawn(move || {
        let mut journal = Journal {
            name: name.clone(),
            cookie: String::new(),
            table: table.clone(),
            bought: Vec::new(),
            wagers: Vec::new(),
            again: 0,
            wrong: Vec::new(),
        };
        let mut at = name.len();
        let signed = insist(
            &floor,
            &mut at,
            &mut journal,
            "/api/v1/session",
            &json!({ "name": name, "password": PASSWORD }),
        );
        assert_eq!(signed.status, 200, "{}", signed.body);
        journal.cookie = signed.cookie.expect("a session");
        let path = format!("/api/v1/tables/{table}/commands");
        let arrive = json!({ "id": format!("{name}-arrives"), "acts": [{ "act": "arrive" }, { "act": "take-seat", "seat": seat }] });
        let arrived = insist(&floor, &mut at, &mut journal, &path, &arrive);
        assert_eq!(arrived.status, 200, "{}", arrived.body);
        let mut number = 0_u64;
        while !floor.stop.load(Ordering::Relaxed) {
            number += 1;
            let port = floor.ports[at % floor.ports.len()];
            let is_answered = number.is_multiple_of(3) && port != floor.silent.load(Ordering::Relaxed);
            let coup = is_answered.then(|| open_coup(port, &table)).flatten();
            let id = format!("{name}-{}-{number}", if coup.is_some() { "bets" } else { "buys" });
            let body = coup.as_ref().map_or_else(|| buy(&id), |coup| wager(&id, seat, coup));
            let asked = Instant::now();
            let said = insist(&floor, &mut at, &mut journal, &path, &body);
            match said.status {
                200 => {
                    let taken = Taken { id, body, answer: said.body };
                    if coup.is_some() { &mut journal.wagers } else { &mut journal.bought }.push(taken);
                    floor.acknowledged.fetch_add(1, Ordering::Relaxed);
                    let mut last = floor.asked.lock().unwrap();
                    *last = asked.max(*last);
                }
                // Betting is closed meanwhile, or a wager lies there already.
                409 if coup.is_some() => {}
                status => journal.wrong.push(format!("{id}: {status} {}", said.body)),
            }
            at += 1;
            thread::sleep(Duration::from_millis(30));
        }
        journal
    })
}

/// As many events at least are at hand for whoever comes back, also at a node that has only now taken charge.
const AT_HAND: u64 = 200;

/// What watchers were told of a table, by its number; whoever was told something else under the same number is noted.
#[derive(Default)]
pub struct Heard {
    pub events: BTreeMap<u64, Value>,
    pub messages: u64,
    pub views: u64,
    /// How often somebody who only looks was shown the table.
    pub looks: u64,
    pub reconnects: u64,
    pub wrong: Vec<String>,
}

/// Follows a table as a browser does: where its line ends it comes back with the last number, at the next node.
pub fn watcher(floor: Arc<Floor>, table: &str, first: usize, heard: Arc<Mutex<Heard>>) -> JoinHandle<()> {
    let table = table.to_owned();
    thread::spawn(move || {
        let (mut at, mut last): (usize, Option<u64>) = (first, None);
        while !floor.stop.load(Ordering::Relaxed) {
            let _ = follow(&floor, &table, floor.ports[at % floor.ports.len()], &mut last, &heard);
            heard.lock().unwrap().reconnects += 1;
            at += 1;
            thread::sleep(Duration::from_millis(50));
        }
    })
}

/// Looks at a table at one node after the other, those too that are silent: none ever shows it as it stood before what somebody had been told.
pub fn looker(floor: Arc<Floor>, table: &str, heard: Arc<Mutex<Heard>>) -> JoinHandle<()> {
    let path = format!("/api/v1/tables/{table}");
    thread::spawn(move || {
        for port in floor.ports.clone().into_iter().cycle() {
            if floor.stop.load(Ordering::Relaxed) {
                return;
            }
            let told = heard.lock().unwrap().events.last_key_value().map(|(number, _)| *number);
            let shown = ask(port, "GET", &path, None, None).ok().filter(|said| said.status == 200);
            if let Some(shown) = shown.and_then(|said| said.body["seq"].as_u64()) {
                let mut heard = heard.lock().unwrap();
                heard.looks += 1;
                if told.is_some_and(|told| shown < told) {
                    heard.wrong.push(format!("after event {told:?} the table was shown as of {shown}"));
                }
            }
            thread::sleep(Duration::from_millis(50));
        }
    })
}

fn follow(
    floor: &Floor,
    table: &str,
    port: u16,
    last: &mut Option<u64>,
    heard: &Mutex<Heard>,
) -> std::io::Result<()> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(15)))?;
    let resume = last.map(|last| format!("last-event-id: {last}\r\n")).unwrap_or_default();
    let head = format!("GET /api/v1/tables/{table}/feed HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{resume}\r\n");
    (&stream).write_all(head.as_bytes())?;
    let mut lines = BufReader::new(stream).lines();
    let status = lines.next().ok_or(std::io::ErrorKind::UnexpectedEof)??;
    if !status.contains(" 200 ") {
        return Ok(());
    }
    let (mut event, mut id) = (String::new(), None);
    for line in lines {
        let line = line?;
        if floor.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if let Some(word) = line.strip_prefix("event: ") {
            event = word.to_owned();
        } else if let Some(number) = line.strip_prefix("id: ") {
            id = number.parse().ok();
        } else if let Some(data) = line.strip_prefix("data: ") {
            let Ok(data) = serde_json::from_str::<Value>(data) else { continue };
            heard.lock().unwrap().hear(&event, id.take(), &data, last);
        }
    }
    Ok(())
}

impl Heard {
    fn hear(&mut self, event: &str, id: Option<u64>, data: &Value, last: &mut Option<u64>) {
        self.messages += 1;
        match event {
            "view" => {
                self.views += 1;
                // Whoever comes back is told what they have missed; only whoever has missed a great deal is shown the table instead.
                if let (Some(last), Some(id)) = (*last, id)
                    && id != last
                    && id < last + AT_HAND
                {
                    self.wrong.push(format!("after event {last} the whole table came, as of {id}"));
                }
            }
            "happened" => {
                let after = data["after"].as_u64();
                if last.is_some() && after != *last {
                    self.wrong.push(format!("after {last:?} came what follows on {after:?}"));
                }
                for told in data["events"].as_array().into_iter().flatten() {
                    let Some(seq) = told["seq"].as_u64() else { continue };
                    match self.events.get(&seq) {
                        Some(known) if known != told => {
                            self.wrong.push(format!("event {seq}: {known} and {told}"));
                        }
                        _ => drop(self.events.insert(seq, told.clone())),
                    }
                }
            }
            _ => {}
        }
        *last = id.or(*last);
    }
}
