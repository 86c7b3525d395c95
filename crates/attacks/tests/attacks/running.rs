//! A demonstration house as a program of its own, run by an ordinary user, and its processes.

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
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
            .args(["build", "-q", "--workspace", "--bin", "croupier"])
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
        let open = lines.by_ref().map_while(Result::ok).find(|line| line.contains("The house is open"));
        assert!(open.is_some(), "the house did not open: {:?}", parent.wait());
        // Whatever else it says must not stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Running { parent }
    }

    /// The vault's process and the house's.
    pub fn children(&self) -> (u32, u32) {
        let within = Instant::now() + Duration::from_secs(5);
        loop {
            let found: Vec<(u32, bool)> =
                children_of(self.parent.id()).into_iter().map(|pid| (pid, is_vault(pid))).collect();
            let vault = found.iter().find(|(_, vault)| *vault);
            let house = found.iter().find(|(_, vault)| !*vault);
            if let (Some((vault, _)), Some((house, _))) = (vault, house) {
                return (*vault, *house);
            }
            assert!(Instant::now() < within, "{found:?}");
            std::thread::yield_now();
        }
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

pub fn send(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(pid.cast_signed()).unwrap(), signal).unwrap();
}

/// Waits until none of these runs any more.
pub fn gone(pids: &[u32]) {
    let within = Instant::now() + Duration::from_secs(20);
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
