//! Three nodes of a house with everything that they need, each line through a proxy of ours.

use crate::client::PASSWORD;
use crate::proxy::{Proxy, Way};
use crate::server::{Server, free_port};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take before the suite gives up.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The house.
pub struct Cluster {
    pub folder: TempDir,
    nats: Child,
    nats_port: u16,
    vault: Child,
    pub nodes: Vec<OneNode>,
}

/// A node, and the lines that it has.
pub struct OneNode {
    pub name: String,
    pub port: u16,
    pub child: Option<Child>,
    pub to_postgres: Vec<Proxy>,
    pub to_nats: Proxy,
    settings: PathBuf,
    /// What is loaded before the program, to give it another clock.
    preload: Option<PathBuf>,
}

/// A program that ends with the test.
fn child(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig=KILL", "--"]).arg(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).process_group(0);
    command
}

pub fn croupier() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_croupier"))
}

fn hashed() -> String {
    let mut child = Command::new(croupier())
        .arg("password")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("{PASSWORD}\n").as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap().trim().to_owned()
}

fn nats(port: u16) -> Child {
    let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
    let program = program.into_iter().map(Path::new).find(|path| path.exists());
    let program = program.unwrap_or(Path::new("nats-server"));
    child(program)
        .args(["-a", "127.0.0.1", "-p", &port.to_string()])
        .stderr(Stdio::null())
        .spawn()
        .expect("nats-server is needed: scripts/test installs it")
}

impl Cluster {
    /// So many nodes over these databases, for these players.
    pub fn start(count: usize, databases: &[u16], players: &[&str]) -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("keys")).unwrap();
        std::fs::write(at("node.secret"), "5a".repeat(32)).unwrap();
        let nats_port = free_port();
        let vault = vault(folder.path());
        let hash = hashed();
        let ports: Vec<u16> = (0..count).map(|_| free_port()).collect();
        let origins: Vec<String> = ports.iter().map(|port| format!("\"http://127.0.0.1:{port}\"")).collect();
        let staff = [("Max", "manager"), ("Ina", "inspector")];
        let people: String = players
            .iter()
            .map(|name| (*name, "player"))
            .chain(staff)
            .map(|(name, role)| {
                format!("[[person]]\nname = \"{name}\"\nrole = \"{role}\"\npassword = \"{hash}\"\n")
            })
            .collect();
        let tables: String = ["one", "two"]
            .map(|id| {
                format!(
                    "[[table]]\nid = \"{id}\"\nbook = \"act\"\nplayers_buy_in = 1000000000000\nregulars = \"always\"\n\
                     pace = {{ betting_seconds = 1, card_ms = 30, result_ms = 50, answer_seconds = 1 }}\n"
                )
            })
            .concat();
        // A house on one server says so; one on several waits for a standby, also once another of them is the primary.
        let single = if databases.len() == 1 { "single=true&" } else { "" };
        let node = |(nth, port): (usize, &u16)| {
            let name = format!("n{}", nth + 1);
            let to_postgres: Vec<Proxy> = databases.iter().map(|port| Proxy::to(*port)).collect();
            let to_nats = Proxy::to(nats_port);
            let hosts: Vec<String> =
                to_postgres.iter().map(|proxy| format!("127.0.0.1:{}", proxy.port)).collect();
            let settings = at(&format!("{name}.toml"));
            let text = format!(
                "listen = \"127.0.0.1:{port}\"\ndata = \"{name}\"\n\
                 store = \"postgres://croupier@{}/postgres?{single}sslmode=disable\"\n\
                 origins = [{}]\nrequests_a_second = 100000\ncommands_a_second = 10000\nconnections_an_address = 1000\n\
                 [node]\nname = \"{name}\"\nsecret = \"node.secret\"\n[news]\nservers = [\"nats://127.0.0.1:{}\"]\n\
                 [vault]\nat = \"./vault.sock\"\n{people}{tables}",
                hosts.join(","),
                origins.join(", "),
                to_nats.port
            );
            std::fs::write(&settings, text).unwrap();
            OneNode { name, port: *port, child: None, to_postgres, to_nats, settings, preload: None }
        };
        let nodes = ports.iter().enumerate().map(node).collect();
        let mut cluster = Cluster { nats: nats(nats_port), nats_port, vault, nodes, folder };
        (0..count).for_each(|nth| cluster.run(nth));
        cluster
    }

    /// Starts a node, also again.
    pub fn run(&mut self, nth: usize) {
        let log = self.folder.path().join(format!("n{}.log", nth + 1));
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
        let node = &mut self.nodes[nth];
        let mut command = child(croupier());
        command
            .arg("serve")
            .arg("--settings")
            .arg(&node.settings)
            .stderr(Stdio::from(log.try_clone().unwrap()));
        command.stdout(Stdio::from(log));
        if let Some(preload) = &node.preload {
            command.env("LD_PRELOAD", preload);
        }
        node.child = Some(command.spawn().unwrap());
    }

    /// Kills a node.
    pub fn kill(&mut self, nth: usize) {
        if let Some(mut child) = self.nodes[nth].child.take() {
            let _ = (child.kill(), child.wait());
        }
    }

    /// Stops a node in order.
    pub fn stop(&mut self, nth: usize) {
        if let Some(mut child) = self.nodes[nth].child.take() {
            signal(&child, "TERM");
            let patience = Instant::now() + PATIENCE;
            while child.try_wait().unwrap().is_none() {
                assert!(Instant::now() < patience, "the node did not stop");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Stops a node from running, or lets it go on.
    pub fn pause(&self, nth: usize, on: bool) {
        if let Some(child) = &self.nodes[nth].child {
            signal(child, if on { "STOP" } else { "CONT" });
        }
    }

    pub fn kill_nats(&mut self) {
        let _ = (self.nats.kill(), self.nats.wait());
    }

    /// Has somebody repeat and forge whatever NATS carries, for as long as this is kept.
    pub fn parrot(&self) -> Parrot {
        Parrot::start(self.nats_port)
    }

    pub fn run_nats(&mut self) {
        self.nats = nats(self.nats_port);
    }

    /// Kills the vault and starts it again.
    pub fn restart_vault(&mut self) {
        let _ = (self.vault.kill(), self.vault.wait());
        self.vault = vault(self.folder.path());
    }

    /// Has two people say that the database was put back, with this for the password of both. Says whether they were believed.
    pub fn say_put_back(&self, store: &str, password: &str) -> bool {
        let mut said = Command::new(croupier());
        said.args(["house", "restored", store, "--manager", "Max", "--inspector", "Ina", "--key"]);
        let key = self.folder.path().join("keys/signing.key");
        let mut said = said.arg(key).stdin(Stdio::piped()).spawn().unwrap();
        let secrets = format!("{password}\n\n").repeat(2);
        // Whoever is turned down at the first line does not read the second.
        let _ = said.stdin.take().unwrap().write_all(secrets.as_bytes());
        said.wait().unwrap().success()
    }

    /// Has two people say that the database was put back, and starts another vault under the same key.
    pub fn put_back(&mut self, store: &str) {
        assert!(self.say_put_back(store, PASSWORD));
        let at = |name: &str| self.folder.path().join(name);
        let _ = (self.vault.kill(), self.vault.wait());
        std::fs::rename(at("vault"), at("vault-before")).unwrap();
        self.vault = vault(self.folder.path());
    }

    /// The node that says that it is in charge.
    pub fn in_charge(&self) -> Option<usize> {
        self.nodes.iter().position(|node| figure(node.port, "croupier_node_in_charge") == Some(1))
    }

    /// Waits until some node says so.
    pub fn wait_for_charge(&self) -> usize {
        let patience = Instant::now() + PATIENCE;
        loop {
            if let Some(nth) = self.in_charge() {
                return nth;
            }
            assert!(Instant::now() < patience, "nobody took charge; see {}", self.logs());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// What the nodes have said, the end of it.
    pub fn logs(&self) -> String {
        let end = |node: &OneNode| {
            let path = self.folder.path().join(format!("{}.log", node.name));
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            format!("{}:\n{}\n", node.name, lines[lines.len().saturating_sub(25)..].join("\n"))
        };
        self.nodes.iter().map(end).collect()
    }

    /// Gives a node a clock that is off by so many seconds, from its next start on.
    pub fn set_clock(&mut self, nth: usize, seconds: i64) {
        let (source, library) = (self.folder.path().join("clock.c"), self.folder.path().join("clock.so"));
        let text = format!(
            "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <time.h>\n\
             int clock_gettime(clockid_t id, struct timespec *at) {{\n\
             static int (*real)(clockid_t, struct timespec *);\n\
             if (!real) real = dlsym(RTLD_NEXT, \"clock_gettime\");\n\
             int result = real(id, at); if (id == CLOCK_REALTIME && result == 0) at->tv_sec += {seconds}; return result; }}\n"
        );
        std::fs::write(&source, text).unwrap();
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(&source)
            .arg("-ldl")
            .status();
        assert!(made.expect("cc").success());
        self.nodes[nth].preload = Some(library);
    }
}

fn vault(folder: &Path) -> Child {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("vault.log")).unwrap();
    let socket = folder.join("vault.sock");
    let child = child(croupier())
        .args(["shoe", "vault"])
        .arg(folder.join("vault"))
        .arg("--key")
        .arg(folder.join("keys").join("vault.key"))
        .arg("--listen")
        .arg(&socket)
        .arg("--node-secret")
        .arg(folder.join("node.secret"))
        .stderr(Stdio::from(log))
        .spawn()
        .unwrap();
    let patience = Instant::now() + PATIENCE;
    while std::os::unix::net::UnixStream::connect(&socket).is_err() {
        assert!(Instant::now() < patience, "the vault did not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn signal(child: &Child, name: &str) {
    let _ = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status();
}

/// Somebody at the NATS server who hears everything, says it once more, and says it altered.
pub struct Parrot {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Parrot {
    fn start(port: u16) -> Parrot {
        let stop = Arc::new(AtomicBool::new(false));
        let ends = stop.clone();
        let mut line = TcpStream::connect(("127.0.0.1", port)).unwrap();
        line.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        // What it says itself it does not hear again.
        let begin =
            "CONNECT {\"verbose\":false,\"pedantic\":false,\"echo\":false}\r\nSUB croupier.> 1\r\nPING\r\n";
        line.write_all(begin.as_bytes()).unwrap();
        let thread = std::thread::spawn(move || {
            let mut heard = Vec::new();
            let mut part = [0; 65_536];
            while !ends.load(Ordering::Relaxed) {
                match line.read(&mut part) {
                    Ok(0) => return,
                    Ok(count) => heard.extend_from_slice(&part[..count]),
                    Err(_) => continue,
                }
                while let Some((said, length)) = Parrot::answer(&heard) {
                    heard.drain(..length);
                    if line.write_all(&said).is_err() {
                        return;
                    }
                }
            }
        });
        Parrot { stop, thread: Some(thread) }
    }

    /// What it says to the first of what it has heard, and how long that is; nothing before that has come whole.
    fn answer(heard: &[u8]) -> Option<(Vec<u8>, usize)> {
        let end = heard.windows(2).position(|two| two == b"\r\n")? + 2;
        let line = std::str::from_utf8(&heard[..end - 2]).unwrap_or_default();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["PING"] => Some((b"PONG\r\n".to_vec(), end)),
            ["MSG", subject, .., length] => {
                let length: usize = length.parse().ok()?;
                let message = heard.get(end..end + length + 2)?;
                let head = format!("PUB {subject} {length}\r\n").into_bytes();
                let mut altered = message.to_vec();
                // Something of what it says, behind its seal and its length.
                if let Some(byte) = altered.get_mut(50.min(length.saturating_sub(1))) {
                    *byte ^= 1;
                }
                Some(([&head[..], message, &head, &altered].concat(), end + length + 2))
            }
            _ => Some((Vec::new(), end)),
        }
    }
}

impl Drop for Parrot {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(self.thread.take().map(JoinHandle::join));
    }
}

/// A figure of a node.
pub fn figure(port: u16, name: &str) -> Option<u64> {
    text_of(port, name)?.parse().ok()
}

/// How long a node that is in charge took to open, the last time.
pub fn opened_in(port: u16) -> Option<Duration> {
    text_of(port, "croupier_node_opening_seconds ")?.parse().ok().map(Duration::from_secs_f64)
}

fn text_of(port: u16, name: &str) -> Option<String> {
    let mut line = TcpStream::connect(("127.0.0.1", port)).ok()?;
    line.set_read_timeout(Some(Duration::from_millis(500))).ok()?;
    line.write_all(b"GET /metrics HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n").ok()?;
    let mut text = String::new();
    let _ = line.read_to_string(&mut text);
    text.lines().find_map(|line| line.strip_prefix(name).map(|value| value.trim().to_owned()))
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for nth in 0..self.nodes.len() {
            self.pause(nth, false);
            self.kill(nth);
        }
        for child in [&mut self.vault, &mut self.nats] {
            let _ = (child.kill(), child.wait());
        }
    }
}

/// Three databases: one is the primary, the others are standbys, and it acknowledges nothing that none of them has.
pub struct Databases {
    pub servers: [Option<Server>; 3],
    pub primary: usize,
    /// The line by which each standby hears of what the primary writes.
    lines: [Option<Proxy>; 3],
}

/// What a primary waits for. Every server has it, so that whichever takes its place waits too.
const ANY: &str = "ANY 1 (*)";

impl Databases {
    pub fn start() -> Databases {
        let first = Server::start();
        let mut all =
            Databases { servers: [Some(first), None, None], primary: 0, lines: [const { None }; 3] };
        (1..3).for_each(|nth| all.add(nth, None));
        for nth in 0..3 {
            let server = all.server(nth);
            server.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{ANY}'")).unwrap();
            server.sql("SELECT pg_reload_conf()").unwrap();
        }
        all.primary().wait_for_standbys(ANY, 2);
        all
    }

    fn server(&self, nth: usize) -> &Server {
        self.servers[nth].as_ref().unwrap()
    }

    /// Makes a standby of the primary.
    fn add(&mut self, nth: usize, port: Option<u16>) {
        let line = Proxy::to(self.primary().port());
        self.servers[nth] = Some(Server::standby_through(line.port, port));
        self.lines[nth] = Some(line);
    }

    pub fn ports(&self) -> [u16; 3] {
        [0, 1, 2].map(|nth| self.server(nth).port())
    }

    pub fn primary(&self) -> &Server {
        self.server(self.primary)
    }

    /// The number of the lease, and who holds it.
    pub fn lease(&self) -> (u64, String) {
        let row = self.primary().sql("SELECT epoch || ' ' || coalesce(holder, '') FROM lease").unwrap();
        let (epoch, holder) = row.split_once(' ').unwrap();
        (epoch.parse().unwrap(), holder.to_owned())
    }

    /// From now on this becomes of what the primary tells its standbys.
    pub fn set_lines(&self, way: Way) {
        self.lines.iter().flatten().for_each(|line| line.set(way));
    }

    /// The primary dies, and the standby that has heard most takes its place; the other one follows it. Says who is gone.
    pub fn fail_over(&mut self) -> usize {
        let old = self.primary;
        self.servers[old].as_mut().unwrap().kill();
        let heard = |nth: usize| -> u64 {
            let place = "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint";
            self.server(nth).sql(place).unwrap().parse().unwrap()
        };
        let standbys = [(old + 1) % 3, (old + 2) % 3];
        let [next, other] =
            if heard(standbys[0]) >= heard(standbys[1]) { standbys } else { [standbys[1], standbys[0]] };
        self.server(next).sql("SELECT pg_promote()").unwrap();
        self.primary = next;
        self.lines = [const { None }; 3];
        let line = Proxy::to(self.primary().port());
        self.server(other).follow(line.port);
        self.lines[other] = Some(line);
        old
    }

    /// The old primary comes back as if nothing had happened.
    pub fn revive(&mut self, old: usize) {
        self.servers[old].as_mut().unwrap().run();
    }

    /// The old primary becomes a standby of the new one.
    pub fn follow(&mut self, old: usize) {
        let server = self.servers[old].take().unwrap();
        let port = server.port();
        drop(server);
        self.add(old, Some(port));
        self.primary().wait_for_standbys(ANY, 2);
    }
}
