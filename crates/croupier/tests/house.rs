//! The house as a process of its own: opened, stopped, killed and opened again.
#![cfg(unix)]

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const CROUPIER: &str = env!("CARGO_BIN_EXE_croupier");

/// A house that runs.
struct House {
    child: Child,
    /// What it has said on opening.
    said: String,
    address: String,
}

impl House {
    /// Starts it and waits until its doors are open.
    fn start(arguments: &[&str]) -> House {
        let mut child = Command::new(CROUPIER)
            .args(arguments)
            .env("CROUPIER_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = lines.next().unwrap().unwrap();
        let address = said.split("open at ").nth(1).unwrap_or_else(|| panic!("{said}"));
        let address = address.trim_start_matches("http://").split([',', ' ']).next().unwrap().to_owned();
        // A demonstration tells its links and ends with where it keeps things.
        while said.contains("open at http://") && !said.contains("Everything is kept") {
            said += "\n";
            said += &lines.next().unwrap().unwrap();
        }
        House { child, said, address }
    }

    fn ask(&self, method: &str, path: &str, cookie: &str, body: Option<Value>) -> (u16, String, Value) {
        let body = body.map_or_else(String::new, |body| body.to_string());
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default().to_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, cookie, serde_json::from_str(body).unwrap_or(Value::String(body.to_owned())))
    }

    fn view(&self, table: &str, cookie: &str) -> Value {
        let (status, _, view) = self.ask("GET", &format!("/api/v1/tables/{table}"), cookie, None);
        assert_eq!(status, 200, "{view}");
        view
    }

    fn until(&self, cookie: &str, wished: impl Fn(&Value) -> bool) -> Value {
        self.until_at("main", cookie, wished)
    }

    fn until_at(&self, table: &str, cookie: &str, wished: impl Fn(&Value) -> bool) -> Value {
        let patience = Instant::now() + Duration::from_secs(300);
        loop {
            let view = self.view(table, cookie);
            if wished(&view) {
                return view;
            }
            assert!(Instant::now() < patience, "it did not come about: {view:#}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn command(&self, cookie: &str, id: &str, acts: Value, coup: Option<u64>) -> Value {
        let body = json!({ "id": id, "acts": acts, "coup": coup });
        let (status, _, answer) = self.ask("POST", "/api/v1/tables/main/commands", cookie, Some(body));
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Sends a signal and waits for the end; tells the exit code and how long it took.
    fn end(mut self, signal: Signal) -> Option<i32> {
        let pid = Pid::from_raw(self.child.id() as i32).unwrap();
        kill_process(pid, signal).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn refused(arguments: &[&str]) -> String {
    let output = Command::new(CROUPIER).args(arguments).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_demonstration_opens_tells_its_links_and_stops_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data").display().to_string();
    let mut links = Vec::new();
    for signal in [Signal::INT, Signal::TERM] {
        let house = House::start(&["--data", &data, "--listen", "127.0.0.1:0"]);
        let link = |role: &str| {
            let line = house.said.lines().find(|line| line.trim_start().starts_with(role)).unwrap();
            line.split("link=").nth(1).unwrap().split(' ').next().unwrap().to_owned()
        };
        links.push(["player", "dealer", "supervisor", "manager", "surveillance", "inspector"].map(link));
        let (status, cookie, who) =
            house.ask("POST", "/api/v1/session/link", "", Some(json!({ "link": links[0][2] })));
        assert_eq!((status, &who["role"]), (200, &json!("supervisor")));
        assert_eq!(house.ask("GET", "/api/v1/session", &cookie, None).0, 200);
        assert_eq!(house.ask("GET", "/health/ready", "", None).2, "ready\n");
        let (.., figures) = house.ask("GET", "/metrics", "", None);
        assert!(figures.as_str().unwrap().contains("croupier_sign_ins_total 1"), "{figures}");
        let other = folder.path().join("elsewhere").display().to_string();
        assert!(refused(&["--data", &other, "--listen", &house.address]).contains("open already"));
        assert!(refused(&["--data", &data, "--listen", "127.0.0.1:0"]).contains("open elsewhere"));
        // Where real cards are dealt, automatic staff key those that are burnt.
        house.until_at("nz-felt", &cookie, |view| view["state"]["betting"]["open"] == true);
        assert_eq!(house.end(signal), Some(0));
    }
    assert_eq!(links[0], links[1], "the links stay the same");
    let verified =
        Command::new(CROUPIER).args(["log", "verify"]).arg(format!("{data}/ledger")).output().unwrap();
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(verified.status.success() && said.contains("\nAll holds."), "{said}");
    assert!(said.contains("keyed at") && said.contains("keyed, from no sealed shoe"), "{said}");
}

#[test]
fn what_cannot_be_opened_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let message = refused(&["--data", &file.display().to_string(), "--listen", "127.0.0.1:0"]);
    assert!(message.contains("cannot make the folder") && message.contains("file"), "{message}");
    assert!(refused(&["--listen", "0.0.0.0:0"]).contains("this machine alone"));
    let settings = folder.path().join("house.toml");
    std::fs::write(&settings, "data = 5\ncolour = \"green\"\nlisten = \"here\"\n[[table]]\nid = \"A B\"\n")
        .unwrap();
    let message = refused(&["serve", "--settings", &settings.display().to_string()]);
    for words in
        ["faults", "line 1: data", "line 2: found `colour`", "line 3: listen: found `here`", "line 5: id"]
    {
        assert!(message.contains(words), "no `{words}` in {message}");
    }
}

fn settings(folder: &Path) -> String {
    let mut child =
        Command::new(CROUPIER).arg("password").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a long password\n").unwrap();
    let hash = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let text = format!(
        r#"listen = "127.0.0.1:0"
data = "data"
vault_key = "keys/vault.key"

[[person]]
name = "Ann"
role = "player"
password = "{}"

[[table]]
id = "main"
book = "act"
players_buy_in = 100000
pace = {{ betting_seconds = 0, card_ms = 2_000, result_ms = 0, answer_seconds = 0 }}
"#,
        hash.trim()
    );
    let path = folder.join("house.toml");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn cards(view: &Value) -> Vec<Value> {
    let side = |side: &str| view["state"][side]["cards"].as_array().cloned().unwrap_or_default();
    [side("player"), side("banker")].concat()
}

/// The process is killed between two cards, more than once in the same coup: the coup goes on with the same wager and the same cards.
#[test]
fn killed_in_mid_coup_the_same_coup_goes_on_with_the_same_cards() {
    let folder = tempfile::tempdir().unwrap();
    let file = settings(folder.path());
    let arguments = ["serve", "--settings", &file];
    assert!(Command::new(CROUPIER).args(arguments).arg("--check").status().unwrap().success());
    let mut house = House::start(&arguments);
    let (status, cookie, who) = house.ask(
        "POST",
        "/api/v1/session",
        "",
        Some(json!({ "name": "Ann", "password": "a long password" })),
    );
    assert_eq!(status, 200, "{who}");
    let sit = json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": 1}]);
    house.command(&cookie, "sit-down-1", sit, None);
    let open = house.until(&cookie, |view| view["state"]["betting"]["open"] == true);
    let coup = open["state"]["coup"].as_u64();
    let wager = json!([{"act": "place", "box": 1, "wager": "player", "amount": 2_500, "kind": "chips"}]);
    let first = house.command(&cookie, "my-wager-1", wager.clone(), coup);
    let coup = coup.unwrap();
    let shown = house.until(&cookie, |view| view["state"]["coup"] != coup || !cards(view).is_empty());
    assert_eq!(house.end(Signal::KILL), None);

    // Whatever was on record is shown at once, with the cards that had been shown; what was not comes from the same shoe.
    house = House::start(&arguments);
    assert_eq!(house.command(&cookie, "my-wager-1", wager, Some(coup)), first);
    let done = house.until(&cookie, |view| view["you"]["settled"][0]["coup"] == coup);
    assert_eq!(done["you"]["settled"].as_array().unwrap().len(), 1);
    assert_eq!(done["state"]["shoe"]["seal"], shown["state"]["shoe"]["seal"]);
    let (_, _, over) = house.ask("GET", &format!("/api/v1/tables/main/coups/{coup}"), &cookie, None);
    assert!(over["yours"][0]["wager"] == "player", "{over}");
    if shown["state"]["coup"] == coup {
        for side in ["player", "banker"] {
            let (is, was) =
                (over[side].as_array().unwrap(), shown["state"][side]["cards"].as_array().unwrap());
            assert!(is.starts_with(was), "{side}: {was:?}, then {over}");
        }
    }
    assert_eq!(house.end(Signal::TERM), Some(0));
}

/// A copy that only its owner may read, as a house keeps its own: a repository keeps no such thing.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    std::fs::set_permissions(to, std::fs::Permissions::from_mode(0o700)).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), &to).unwrap();
            std::fs::set_permissions(&to, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
    }
}

/// `older_house` is never altered: a build of 18 November 2026 wrote it, at a table of each book. Ann played three coups at each, left
/// three of them, and the house was stopped. Today it opens with a line more in each book's file; the tables go on, and the log holds.
#[test]
fn a_folder_of_an_older_build_goes_on_with_edited_books_and_holds() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/older_house"), folder.path());
    let mut settings = std::fs::read_to_string(at("house.toml")).unwrap();
    settings = settings.replace("127.0.0.1:18391", "127.0.0.1:0");
    for book in ["act", "nsw", "nz", "qld"] {
        settings = settings.replace(&format!("book = \"{book}\""), &format!("book = \"{book}.toml\""));
        let text = baccarat::shelf::text(book).unwrap();
        std::fs::write(at(&format!("{book}.toml")), format!("# a note of the house\n{text}")).unwrap();
    }
    std::fs::write(at("house.toml"), settings).unwrap();
    let file = at("house.toml").display().to_string();
    let house = House::start(&["serve", "--settings", &file]);
    let ann = json!({ "name": "Ann", "password": "a long password" });
    let (status, cookie, who) = house.ask("POST", "/api/v1/session", "", Some(ann));
    assert_eq!(status, 200, "{who}");
    for (book, chips) in [("act", 94_000), ("nsw", 94_000), ("nz", 112_000), ("qld", 94_000)] {
        let path = format!("/api/v1/tables/{book}");
        let until = |wished: &dyn Fn(&Value) -> bool| {
            let patience = Instant::now() + Duration::from_secs(300);
            loop {
                let (status, _, view) = house.ask("GET", &path, &cookie, None);
                assert_eq!(status, 200, "{view}");
                if wished(&view) {
                    return view;
                }
                assert!(Instant::now() < patience, "{book}: it did not come about: {view:#}");
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        let command = |id: &str, acts: Value, coup: Option<u64>| {
            let body = json!({ "id": id, "acts": acts, "coup": coup });
            let (status, _, answer) = house.ask("POST", &format!("{path}/commands"), &cookie, Some(body));
            assert_eq!(status, 200, "{book}: {answer}");
        };
        // At the last of them she has stayed.
        if book != "qld" {
            command("ann-is-back", json!([{"act": "arrive"}, {"act": "take-seat", "seat": 1}]), None);
        }
        let open = until(&|view| view["state"]["betting"]["open"] == true);
        assert_eq!((&open["you"]["chips"], &open["state"]["coup"]), (&json!(chips), &json!(4)), "{book}");
        let wager = json!([{"act": "place", "box": 1, "wager": "tie", "amount": 2_000, "kind": "chips"}]);
        command("after-all-that", wager, Some(4));
        until(&|view| view["you"]["settled"][0]["coup"] == 4);
        let (_, _, coups) = house.ask("GET", &format!("{path}/coups"), &cookie, None);
        let numbers: Vec<u64> =
            coups["coups"].as_array().unwrap().iter().map(|coup| coup["number"].as_u64().unwrap()).collect();
        assert!([1, 2, 3, 4].iter().all(|number| numbers.contains(number)), "{book}: {coups}");
    }
    assert_eq!(house.end(Signal::TERM), Some(0));
    let verified = Command::new(CROUPIER).args(["log", "verify"]).arg(at("data/ledger")).output().unwrap();
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(verified.status.success() && said.contains("All holds."), "{said}");
}
