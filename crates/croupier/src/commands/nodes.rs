//! `croupier --nodes 3`: a demonstration house of several nodes on this machine, with a PostgreSQL server, a NATS server and a vault of its own,
//! so that one can kill the nodes one by one and watch. It stops everything that it has started.

use crate::failure::Failure;
use crate::screen::Screen;
use house::demonstration;
use house::files::private_folder;
use house::settings::{HouseSettings, NodeSettings};
use house::users::Account;
use house::vaulted::prepare;
use house::{logs, node};
use ledger::store::Place;
use people::role::Role;
use rustix::process::{Pid, Signal, geteuid, kill_process};
use shoe::{NodeSecret, VaultAt, sandbox};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it looks after what it has started.
const LOOK: Duration = Duration::from_millis(250);
/// After how long a node that was killed is started again.
const AGAIN: Duration = Duration::from_secs(10);
/// How long the servers may take to start.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long they may take to end.
const LAST: Duration = Duration::from_secs(15);

/// One node, as whoever starts it says.
pub struct Member {
    /// Its number, from 1.
    pub number: u16,
    /// The folder of the whole demonstration.
    pub folder: PathBuf,
}

/// What every node is told, in a file of the folder.
#[derive(serde::Serialize, serde::Deserialize)]
struct Plan {
    store: String,
    news: String,
    listen: Vec<SocketAddr>,
}

impl Plan {
    fn file(folder: &Path) -> PathBuf {
        folder.join("plan.json")
    }
}

fn secret_of(folder: &Path) -> PathBuf {
    folder.join("node.secret")
}

/// Runs one node.
pub fn run_member(member: &Member) -> Result<(), Failure> {
    sandbox::keep_memory_private().map_err(|error| Failure::refused(format!("cannot start: {error}")))?;
    let text = std::fs::read_to_string(Plan::file(&member.folder))?;
    let plan: Plan = serde_json::from_str(&text).map_err(|error| Failure::refused(error.to_string()))?;
    let listen = plan.listen.get(usize::from(member.number) - 1).copied();
    let listen = listen.ok_or_else(|| Failure::usage("there is no such node"))?;
    let data = member.folder.join(format!("n{}", member.number));
    let house = demonstration::settings(listen, &data).map_err(Failure::refused)?;
    let house = HouseSettings {
        store: Some(Place::from(plan.store.as_str())),
        origins: plan.listen.iter().map(|address| format!("http://{address}")).collect(),
        node: Some(NodeSettings {
            name: format!("n{}", member.number),
            secret: NodeSecret::read(&secret_of(&member.folder)).map_err(Failure::refused)?,
            news: vec![plan.news],
            credentials: None,
            vault: VaultAt::Path(member.folder.join("vault.sock")),
        }),
        ..demonstration::with_sit_and_go(house)
    };
    prepare(&house).map_err(Failure::refused)?;
    let [vault, keys, secret] =
        [member.folder.join("vault"), member.folder.join("keys"), secret_of(&member.folder)];
    sandbox::shut_in_node(&[&vault, &keys, &secret]);
    logs::begin("warn").map_err(Failure::usage)?;
    node::run_until_signal(house, |_| {}).map_err(|fault| Failure::refused(fault.to_string()))
}

/// Starts everything, and keeps it until a signal ends it.
pub fn run(count: u16, listen: SocketAddr, data: Option<&Path>, screen: &Screen) -> Result<(), Failure> {
    let programs = Programs::find()?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let folder = match data {
        Some(folder) => folder.to_owned(),
        None => std::env::temp_dir().join(format!("croupier-nodes-{}", std::process::id())),
    };
    let mut started = Started { folder: folder.clone(), keeps: data.is_some(), all: Vec::new() };
    std::fs::create_dir_all(&folder)?;
    // Whoever the server of the database runs as finds its own part in here.
    std::fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    write_secret(&secret_of(&folder))?;
    private_folder(&folder.join("keys"))?;
    let listen: Vec<SocketAddr> =
        (0..count).map(|nth| SocketAddr::new(listen.ip(), listen.port().saturating_add(nth))).collect();
    let (postgres, nats) = (free_port()?, free_port()?);
    screen.write("Starting PostgreSQL, NATS, the vault and the nodes …\n")?;
    start_postgres(&programs, &mut started, postgres, &stop)?;
    let nats_address = format!("127.0.0.1:{nats}");
    started.begin("nats", child(&programs.nats, None).args(["-a", "127.0.0.1", "-p", &nats.to_string()]))?;
    let plan = Plan {
        store: format!("postgres://croupier@127.0.0.1:{postgres}/postgres?single=true"),
        news: format!("nats://{nats_address}"),
        listen: listen.clone(),
    };
    let text = serde_json::to_string(&plan).map_err(|error| Failure::refused(error.to_string()))?;
    std::fs::write(Plan::file(&folder), text)?;
    let this = std::env::current_exe()?;
    let vault = folder.join("vault.sock");
    started.begin(
        "vault",
        child(&this, None)
            .args(["shoe", "vault"])
            .arg(folder.join("vault"))
            .arg("--key")
            .arg(folder.join("keys").join("vault.key"))
            .arg("--listen")
            .arg(&vault)
            .arg("--node-secret")
            .arg(secret_of(&folder)),
    )?;
    wait_for("the vault", &stop, || vault.exists() || !started.runs("vault"))?;
    if !started.runs("vault") {
        return Err(Failure::refused("the vault did not start; `croupier shoe vault` says why"));
    }
    for number in 1..=count {
        started.begin(&format!("n{number}"), &mut node_of(&this, &folder, number))?;
    }
    tell(&started, &plan, &folder, screen)?;
    look_after(&mut started, &plan, &this, &stop, screen)
}

fn node_of(this: &Path, folder: &Path, number: u16) -> Command {
    let mut command = child(this, None);
    command.arg("--data").arg(folder).args(["--member", &number.to_string()]);
    command
}

fn tell(started: &Started, plan: &Plan, folder: &Path, screen: &Screen) -> Result<(), Failure> {
    let secret = NodeSecret::read(&secret_of(folder)).map_err(Failure::refused)?;
    let links = demonstration::Links::shared(&secret);
    let mut text = format!("{}\n\n", screen.heading(&format!("A house of {} nodes", plan.listen.len())));
    for (nth, address) in plan.listen.iter().enumerate() {
        let pid = started.pid(&format!("n{}", nth + 1)).unwrap_or_default();
        text += &format!("  n{}  http://{address}  pid {pid}\n", nth + 1);
    }
    text += "\nSign in at any of them as\n";
    for role in Role::ALL {
        let pin = match role {
            Role::Player | Role::Device => String::new(),
            _ => format!("  (signs by PIN {})", links.pin(role)),
        };
        text += &format!("  {:<13} /sign-in?link={}{pin}\n", role.word(), links.of(role));
    }
    let servers = ["postgres", "nats", "vault"]
        .map(|name| format!("{name} pid {}", started.pid(name).unwrap_or_default()));
    text += &format!(
        "\n{}; everything is in {}.\nKill a node (kill -9 PID) or stop it (kill -STOP PID) and go on at another: the same coup goes on with the \
         same cards. One that was killed is started again after {} s. Ctrl-c stops everything.\n\n",
        servers.join(", "),
        folder.display(),
        AGAIN.as_secs()
    );
    Ok(screen.write(&text)?)
}

/// Tells who is in charge, starts killed nodes again, and ends with a signal or with a server.
fn look_after(
    started: &mut Started,
    plan: &Plan,
    this: &Path,
    stop: &AtomicBool,
    screen: &Screen,
) -> Result<(), Failure> {
    let mut in_charge = None;
    let mut gone: Vec<(u16, Instant)> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(LOOK);
        for name in ["postgres", "nats", "vault"] {
            if !started.runs(name) {
                return Err(Failure::refused(format!("{name} has ended; the demonstration ends")));
            }
        }
        for number in 1..=plan.listen.len() as u16 {
            let name = format!("n{number}");
            let known = gone.iter().any(|(known, _)| *known == number);
            if !known && !started.runs(&name) {
                gone.push((number, Instant::now()));
                screen.write(&format!("{name} has ended\n"))?;
            }
        }
        let due: Vec<u16> =
            gone.iter().filter(|(_, since)| since.elapsed() >= AGAIN).map(|(number, _)| *number).collect();
        gone.retain(|(number, _)| !due.contains(number));
        for number in due {
            let name = format!("n{number}");
            started.begin(&name, &mut node_of(this, &started.folder.clone(), number))?;
            screen.write(&format!(
                "{name} is started again: pid {}\n",
                started.pid(&name).unwrap_or_default()
            ))?;
        }
        let now = plan.listen.iter().position(|address| is_in_charge(*address)).map(|nth| nth + 1);
        if now.is_some() && now != in_charge {
            screen.write(&format!("n{} is in charge\n", now.unwrap_or_default()))?;
            in_charge = now;
        }
    }
    Ok(())
}

/// Does this node say that it is in charge?
fn is_in_charge(address: SocketAddr) -> bool {
    let asked = || -> std::io::Result<String> {
        let mut line = TcpStream::connect_timeout(&address, LOOK)?;
        line.set_read_timeout(Some(LOOK))?;
        line.write_all(b"GET /metrics HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n")?;
        let mut text = String::new();
        // The first figures are the node's own.
        line.take(4_096).read_to_string(&mut text)?;
        Ok(text)
    };
    asked().is_ok_and(|text| text.contains("croupier_node_in_charge 1"))
}

/// The programs of others that it needs.
struct Programs {
    postgres: PathBuf,
    nats: PathBuf,
}

impl Programs {
    fn find() -> Result<Programs, Failure> {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
        folders.sort();
        folders.reverse();
        let path = std::env::var_os("PATH").unwrap_or_default();
        folders.extend(std::env::split_paths(&path));
        folders.push("/usr/sbin".into());
        let found = |name: &str| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        let missing: Vec<&str> =
            [("initdb", "postgresql"), ("nats-server", "nats-server"), ("setpriv", "util-linux")]
                .into_iter()
                .filter(|(program, _)| found(program).is_none())
                .map(|(_, package)| package)
                .collect();
        match (found("initdb"), found("nats-server")) {
            (Some(initdb), Some(nats)) if missing.is_empty() => {
                let postgres = initdb.parent().map(Path::to_owned).unwrap_or_default();
                Ok(Programs { postgres, nats })
            }
            _ => Err(Failure::refused(format!(
                "several nodes need programs that are not installed; on Debian: apt-get install {}",
                missing.join(" ")
            ))),
        }
    }
}

/// A program that ends with this one, as somebody else where a name is given.
fn child(program: &Path, account: Option<&str>) -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=KILL");
    if let Some(name) = account {
        command.args([format!("--reuid={name}"), format!("--regid={name}"), "--clear-groups".to_owned()]);
    }
    command.arg("--").arg(program).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-c is for this program, which then ends the others in their order.
    command.process_group(0);
    command
}

fn start_postgres(
    programs: &Programs,
    started: &mut Started,
    port: u16,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    // PostgreSQL refuses to be root.
    let account = geteuid().is_root().then_some("postgres");
    let folder = started.folder.join("postgres");
    std::fs::create_dir_all(&folder)?;
    if let Some(name) = account {
        let Account { user, group } = Account::of(name).map_err(Failure::refused)?;
        std::os::unix::fs::chown(&folder, Some(user), Some(group))?;
    }
    let data = folder.join("data");
    if !data.exists() {
        let made = child(&programs.postgres.join("initdb"), account)
            .args(["--username=croupier", "--auth=trust", "--encoding=UTF8", "--no-locale", "-D"])
            .arg(&data)
            .stderr(Stdio::piped())
            .output()?;
        if !made.status.success() {
            return Err(Failure::refused(format!("initdb: {}", String::from_utf8_lossy(&made.stderr))));
        }
    }
    started.begin(
        "postgres",
        child(&programs.postgres.join("postgres"), account)
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-k"])
            .arg(&folder),
    )?;
    let ready = programs.postgres.join("pg_isready");
    wait_for("PostgreSQL", stop, || {
        let args = ["-q", "-h", "127.0.0.1", "-p", &port.to_string()];
        Command::new(&ready).args(args).status().is_ok_and(|status| status.success())
    })
}

fn wait_for(what: &str, stop: &AtomicBool, mut is_there: impl FnMut() -> bool) -> Result<(), Failure> {
    let until = Instant::now() + PATIENCE;
    while !is_there() {
        if Instant::now() > until || stop.load(Ordering::Relaxed) {
            return Err(Failure::refused(format!("{what} did not start")));
        }
        std::thread::sleep(LOOK / 5);
    }
    Ok(())
}

fn free_port() -> Result<u16, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn write_secret(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        return Ok(());
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::refused(format!("no random bytes: {error}")))?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(house::files::write_private(path, digits.as_bytes())?)
}

/// What was started; all of it is stopped with this.
struct Started {
    folder: PathBuf,
    keeps: bool,
    all: Vec<(String, Child)>,
}

impl Started {
    fn begin(&mut self, name: &str, command: &mut Command) -> Result<(), Failure> {
        let begun = command.spawn().map_err(|error| Failure::refused(format!("{name}: {error}")))?;
        self.all.retain(|(known, _)| known != name);
        self.all.push((name.to_owned(), begun));
        Ok(())
    }

    fn pid(&self, name: &str) -> Option<u32> {
        self.all.iter().find(|(known, _)| known == name).map(|(_, child)| child.id())
    }

    fn runs(&mut self, name: &str) -> bool {
        let found = self.all.iter_mut().find(|(known, _)| known == name);
        found.is_some_and(|(_, child)| matches!(child.try_wait(), Ok(None)))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // Nodes first, then what they need; one that was stopped by a signal goes on, or it could not end.
        for (name, mut child) in std::mem::take(&mut self.all).into_iter().rev() {
            if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
                // PostgreSQL ends at once on this one, and the others do as on any.
                let how = if name == "postgres" { Signal::INT } else { Signal::TERM };
                let _ = (kill_process(pid, how), kill_process(pid, Signal::CONT));
            }
            let until = Instant::now() + LAST;
            while Instant::now() < until && matches!(child.try_wait(), Ok(None)) {
                std::thread::sleep(LOOK / 10);
            }
            let _ = (child.kill(), child.wait());
        }
        if !self.keeps {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
