//! A demonstration house as a program of its own, run by an ordinary user, and its processes.

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Nobody in particular: where the tests run as root, house and attacker are this user.
const NOBODY: u32 = 65_534;

/// The `croupier` command: the one that `CROUPIER` names, or built if need be.
pub fn croupier() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(built) = std::env::var_os("CROUPIER") {
            return built.into();
        }
        let here = std::env::current_exe().unwrap();
        let target = here.parent().and_then(Path::parent).unwrap();
        let mut build = Command::new(env!("CARGO"));
        build
            // Along with a test of its own, so that its dependencies have the features of all tests and are not built twice.
            .args(["test", "-q", "--locked", "--workspace", "--no-run", "--test", "terminal"])
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        assert!(build.status().unwrap().success(), "croupier does not build");
        target.join("croupier")
    })
}

/// A command as an ordinary user.
pub fn as_user(program: &Path) -> Command {
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// A folder of that user's.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    folder
}

/// A house that runs: parent, vault and house.
pub struct Running {
    pub parent: Child,
    /// Where its doors are.
    pub address: SocketAddr,
    /// The link of each role.
    links: HashMap<String, String>,
}

impl Running {
    /// Opens a demonstration house on any port, and waits until its doors are open.
    pub fn open(data: &Path) -> Running {
        Running::open_by(data, as_user(croupier()))
    }

    /// The same, by a command that is made ready.
    pub fn open_by(data: &Path, mut command: Command) -> Running {
        command.arg("--data").arg(data).args(["--listen", "127.0.0.1:0"]);
        let mut parent = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(parent.stdout.take().unwrap()).lines();
        let is_last = |line: &String| line.contains("Everything is kept in");
        let said: Vec<String> =
            lines.by_ref().map_while(Result::ok).take_while(|line| !is_last(line)).collect();
        let open = said.iter().find_map(|line| line.split_once("The house is open at http://"));
        let Some((_, address)) = open else { panic!("the house did not open: {:?}", parent.wait()) };
        let address = address.trim_end_matches("\u{1b}[0m").trim().parse().unwrap();
        let link = |line: &String| {
            let role = line.split_whitespace().next()?.to_owned();
            Some((role, line.split_once("?link=")?.1.split_whitespace().next()?.to_owned()))
        };
        let links = said.iter().filter_map(link).collect();
        // Whatever else it says must not stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Running { parent, address, links }
    }

    /// Asks something over a connection of its own; what comes back, with its head.
    pub fn ask(&self, method: &str, path: &str, cookie: Option<&str>, body: &str) -> String {
        asked(TcpStream::connect(self.address).unwrap(), (method, path), cookie, body)
    }

    /// Signs in by the link of a role; the cookie that is given.
    pub fn sign_in(&self, role: &str) -> String {
        let answer =
            self.ask("POST", "/session/link", None, &format!(r#"{{"link":"{}"}}"#, self.links[role]));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    /// Who this cookie signs in, if it does.
    pub fn who(&self, cookie: &str) -> Option<String> {
        let answer = self.ask("GET", "/session", Some(cookie), "");
        answer.starts_with("HTTP/1.1 200 ").then(|| answer.split("\r\n\r\n").nth(1).unwrap_or("").to_owned())
    }

    /// The vault's process and the house's.
    pub fn children(&self) -> (u32, u32) {
        vault_and_house(self.parent.id())
    }

    /// Sends a signal to the parent and waits for the end of everything.
    pub fn end(mut self, signal: Signal) {
        let (vault, house) = self.children();
        send(self.parent.id(), signal);
        self.parent.wait().unwrap();
        gone(&[vault, house]);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.parent.kill();
        let _ = self.parent.wait();
    }
}

/// The vault's process and the house's, once both run.
pub fn vault_and_house(parent: u32) -> (u32, u32) {
    let within = Instant::now() + Duration::from_secs(300);
    loop {
        let found: Vec<(u32, bool)> =
            children_of(parent).into_iter().map(|pid| (pid, is_vault(pid))).collect();
        let vault = found.iter().find(|(_, vault)| *vault);
        let house = found.iter().find(|(_, vault)| !*vault);
        if let (Some((vault, _)), Some((house, _))) = (vault, house) {
            return (*vault, *house);
        }
        assert!(Instant::now() < within, "{found:?}");
        std::thread::yield_now();
    }
}

/// A house by its own settings, which runs.
pub struct Served {
    pub parent: Child,
    /// Where its doors are.
    pub address: SocketAddr,
}

impl Served {
    /// Opens it by a command that is made ready, and waits until its doors are open.
    pub fn open(mut command: Command, settings: &Path) -> Served {
        let mut parent =
            command.args(["serve", "--settings"]).arg(settings).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(parent.stdout.take().unwrap()).lines().map_while(Result::ok);
        let open =
            lines.find_map(|line| line.split_once("The house is open at ").map(|(_, rest)| rest.to_owned()));
        let Some(open) = open else { panic!("the house did not open: {:?}", parent.wait()) };
        let address = open.split(',').next().unwrap().trim().parse().unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        Served { parent, address }
    }

    /// Ends it in order.
    pub fn end(mut self) {
        send(self.parent.id(), Signal::TERM);
        assert!(self.parent.wait().unwrap().success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.parent.kill();
        let _ = self.parent.wait();
    }
}

/// What `croupier password` prints of a password.
pub fn hashed(password: &str) -> String {
    let mut command = as_user(croupier());
    let mut running = command
        .arg("password")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(running.stdin.take().unwrap(), "{password}").unwrap();
    let output = running.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A settings file with one table and what else is said, which everybody may read.
pub fn settings_file(folder: &Path, head: &str) -> PathBuf {
    let file = folder.join("house.toml");
    let text = format!(
        "listen = \"127.0.0.1:0\"\ndata = \"data\"\nvault_key = \"keys/vault.key\"\n{head}\n[[table]]\nid = \"main\"\nbook = \"act\"\n"
    );
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    file
}

/// Asks something over a stream that is open; what comes back, with its head.
pub fn asked(
    mut stream: TcpStream,
    (method, path): (&str, &str),
    cookie: Option<&str>,
    body: &str,
) -> String {
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
    let (address, length) = (stream.peer_addr().unwrap(), body.len());
    write!(
        stream,
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         {cookie}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// A connection from an address of this machine's own, by its number.
pub fn connected_from(number: u16, to: SocketAddr) -> TcpStream {
    let [high, low] = number.to_be_bytes();
    let from = SocketAddrV4::new(Ipv4Addr::new(127, 1, high, low), 0);
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&socket, &from).unwrap();
    connect(&socket, &to).unwrap();
    TcpStream::from(socket)
}

pub fn send(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(pid.cast_signed()).unwrap(), signal).unwrap();
}

/// Waits until none of these runs any more.
pub fn gone(pids: &[u32]) {
    let within = Instant::now() + Duration::from_secs(300);
    while pids.iter().any(|pid| runs(*pid)) {
        assert!(Instant::now() < within, "left behind: {pids:?}");
        std::thread::yield_now();
    }
}

/// Does this process run? One that has ended and waits to be counted does not.
pub fn runs(pid: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

fn children_of(pid: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|pid| pid.parse().ok()).filter(|pid| runs(*pid)).collect()
}

fn is_vault(pid: u32) -> bool {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|word| word == b"vault")
}

/// How often something long is tried: few times, unless this variable says otherwise.
pub fn times(variable: &str, few: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}
