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

/// Asks a node once. An error is no answer.
pub fn ask(
    port: u16,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: Option<&Value>,
) -> std::io::Result<Said> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(15)))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n{cookie}{kind}content-length: {}\r\n\r\n",
        body.len()
    );
    (&stream).write_all(format!("{head}{body}").as_bytes())?;
    let mut text = String::new();
    let mut reader = BufReader::new(stream);
    reader.read_to_string(&mut text)?;
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

/// What all players share.
pub struct Floor {
    /// Where the nodes are.
    pub ports: Vec<u16>,
    /// The port of a node that says nothing at all, to which a balancer would send nobody; none if it is nobody's.
    pub silent: AtomicU16,
    pub stop: AtomicBool,
    /// How many commands were acknowledged.
    pub acknowledged: AtomicU64,
    /// When the last one was.
    pub last: Mutex<Instant>,
}

/// What a player was answered.
pub struct Journal {
    pub name: String,
    pub cookie: String,
    pub table: String,
    /// Every command that was acknowledged, with its answer.
    pub taken: Vec<(String, Value)>,
    /// How often something had to be asked again.
    pub again: u64,
    /// What should not have been said.
    pub wrong: Vec<String>,
}

pub const CASH: i64 = 10_000;
pub const PASSWORD: &str = "four words that nobody guesses";

/// Asks until there is a definite answer.
fn insist(floor: &Floor, at: &mut usize, journal: &mut Journal, path: &str, body: &Value) -> Said {
    loop {
        let mut port = floor.ports[*at % floor.ports.len()];
        if port == floor.silent.load(Ordering::Relaxed) {
            *at += 1;
            port = floor.ports[*at % floor.ports.len()];
        }
        match ask(port, "POST", path, Some(&journal.cookie), Some(body)) {
            Ok(said) if !matches!(said.status, 429 | 500..) => return said,
            Ok(said) if said.status == 500 => journal.wrong.push(format!("{path}: {}", said.body)),
            _ => {}
        }
        journal.again += 1;
        *at += 1;
        thread::sleep(Duration::from_millis(100));
    }
}

/// A player signs in, comes to a table and buys chips, one command after the other, each at the next node.
pub fn player(floor: Arc<Floor>, name: &str, table: &str) -> JoinHandle<Journal> {
    let (name, table) = (name.to_owned(), table.to_owned());
    thread::spawn(move || {
        let mut journal = Journal {
            name: name.clone(),
            cookie: String::new(),
            table: table.clone(),
            taken: Vec::new(),
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
        let arrive = json!({ "id": format!("{name}-arrives"), "acts": [{ "act": "arrive" }] });
        let arrived = insist(&floor, &mut at, &mut journal, &path, &arrive);
        assert_eq!(arrived.status, 200, "{}", arrived.body);
        let mut number = 0_u64;
        while !floor.stop.load(Ordering::Relaxed) {
            number += 1;
            let id = format!("{name}-buys-{number}");
            let buy = json!({ "id": id, "acts": [{ "act": "buy-in", "cash": CASH }] });
            let said = insist(&floor, &mut at, &mut journal, &path, &buy);
            match said.status {
                200 => {
                    journal.taken.push((id, said.body));
                    floor.acknowledged.fetch_add(1, Ordering::Relaxed);
                    *floor.last.lock().unwrap() = Instant::now();
                }
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
