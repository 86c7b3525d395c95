//! Somebody who can write the list of people makes themselves a session, alters their own, or brings back one that was ended.

use super::running::{Running, as_user, folder};
use merkle::sha256;
use rustix::process::Signal;
use std::path::Path;

/// What the forger does with the file, while the house is closed.
const FORGE: &str = r#"
import sqlite3, sys
file, mine, copied, own, ended = sys.argv[1:]
db = sqlite3.connect(file)
manager = db.execute("SELECT name, since, seen, seal FROM session WHERE role = 'manager'").fetchone()
put = "INSERT INTO session (token, name, role, since, seen, seal) VALUES (?, ?, 'manager', ?, ?, ?)"
db.execute(put, (mine, manager[0], manager[1], manager[2], None))
db.execute(put, (copied, *manager))
changed = db.execute("UPDATE session SET role = 'manager', name = ? WHERE token = ?", (manager[0], own)).rowcount
kept = db.execute("SELECT token, name, role, since, seen, seal FROM kept WHERE token = ?", (ended,)).fetchall()
db.executemany("INSERT INTO session (token, name, role, since, seen, seal) VALUES (?, ?, ?, ?, ?, ?)", kept)
db.commit()
print(changed, len(kept))
"#;

/// Keeps a copy of every session as it is now.
const KEEP: &str = "import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute('CREATE TABLE kept AS SELECT * FROM session')
db.commit()";

fn python(script: &str, arguments: &[&str]) -> String {
    let mut python = as_user(Path::new("/usr/bin/env"));
    let output = python.args(["python3", "-c", script]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_session_that_the_house_did_not_write_signs_nobody_in() {
    let folder = folder();
    let data = folder.path().join("house");
    let file = data.join("people/people.db");
    let file = file.to_str().unwrap();
    let running = Running::open(&data);
    let (honest, own, ended) =
        (running.sign_in("manager"), running.sign_in("player"), running.sign_in("supervisor"));
    let name = running.who(&honest).unwrap();
    python(KEEP, &[file]);
    let answer = running.ask("DELETE", "/session", Some(&ended), "");
    assert!(answer.starts_with("HTTP/1.1 2"), "{answer}");
    running.end(Signal::TERM);

    let hash = |token: &str| sha256(&[token.as_bytes()]).to_string();
    let (cookie, _) = honest.split_once('=').unwrap();
    let token = |cookie: &str| cookie.split_once('=').unwrap().1.to_owned();
    let (mine, copied) = ("0".repeat(64), "1".repeat(64));
    let tokens = [&mine, &copied, &token(&own), &token(&ended)].map(|token| hash(token));
    let [a, b, c, d] = tokens.each_ref().map(String::as_str);
    assert_eq!(python(FORGE, &[file, a, b, c, d]).trim(), "1 1", "the file was altered");

    let running = Running::open(&data);
    for forged in [format!("{cookie}={mine}"), format!("{cookie}={copied}"), own, ended] {
        assert_eq!(running.who(&forged), None, "{forged}");
    }
    assert_eq!(running.who(&honest), Some(name), "whoever was signed in still is");
    running.end(Signal::TERM);
}
