//! The parent of a house: it starts the vault and the house, each in a process of its own, and holds neither a thread nor a secret.
//!
//! The house asks the vault over a socket that the parent hands it. A vault that dies is started again and the house is handed a new
//! socket; a house that dies ends everything. The house ends when its parent does, and the vault when the house does, so nothing is
//! left behind whichever of the three is killed.

use crate::failure::Failure;
use house::settings::{HouseSettings, Users};
use house::users::{Account, hand_out};
use house::vaulted::VaultPlace;
use rustix::process::{Pid, Signal, geteuid, kill_process, set_parent_process_death_signal};
use shoe::{VaultProcess, hand_over, sandbox};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the parent looks after its children.
const LOOK: Duration = Duration::from_millis(20);
/// A vault that ends sooner than this could not be opened.
const BRIEF: Duration = Duration::from_secs(1);
/// The number of times in a row that it is tried again.
const TRIES: u32 = 5;
/// How long the vault may take to end once nobody asks it any more.
const LAST: Duration = Duration::from_secs(5);

/// As whom the two run, where that is not whoever has started their parent.
#[derive(Clone, Copy)]
pub struct RunAs {
    house: Account,
    vault: Account,
}

impl RunAs {
    /// Two users of this machine. Only root starts processes as somebody else, and neither of them is root.
    pub fn of(users: &Users) -> Result<RunAs, String> {
        if !geteuid().is_root() {
            return Err("user, vault_user: only root starts a process as another user".to_owned());
        }
        let run_as = RunAs { house: Account::of(&users.house)?, vault: Account::of(&users.vault)? };
        match run_as.house.user == run_as.vault.user
            || [run_as.house, run_as.vault].iter().any(|one| one.user == 0)
        {
            true => Err("user, vault_user: allowed are two users, neither of them root".to_owned()),
            false => Ok(run_as),
        }
    }

    /// Gives each what is its own.
    pub fn hand_out(&self, settings: &HouseSettings) -> Result<(), String> {
        hand_out(settings, self.house, self.vault)
    }
}

/// Runs the vault and the house, and ends as the house does.
pub fn run(vault: &VaultPlace, run_as: Option<RunAs>) -> Result<(), Failure> {
    let message = |error: io::Error| Failure::refused(format!("cannot start: {error}"));
    sandbox::keep_memory_private().map_err(message)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let (control, its) = UnixStream::pair().map_err(message)?;
    let mut vault = VaultChild::start(vault, run_as, &control).map_err(message)?;
    let arguments = std::env::args_os().skip(1).chain([OsString::from("--child")]);
    let mut house = this_program(run_as.map(|run_as| run_as.house))
        .args(arguments)
        .stdin(Stdio::from(OwnedFd::from(its)))
        .spawn()
        .map_err(message)?;
    let status = loop {
        if let Some(status) = house.try_wait()? {
            break status;
        }
        if stop.swap(false, Ordering::Relaxed) {
            end(&house);
        }
        vault.look_after(&control).map_err(message)?;
        std::thread::sleep(LOOK);
    };
    drop(control);
    vault.end();
    ended(status)
}

/// What a house does before it starts threads: it waits for its vault, and shuts itself in, so that it can open neither the vault's
/// folder nor its keys. It ends when its parent does.
pub fn in_house(place: &VaultPlace) -> Result<VaultProcess, String> {
    // A parent that is killed leaves nobody who would look after the house, so the house is killed as it was: what was acknowledged is
    // on disk, and whoever opens it again need not wait.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| error.to_string())?;
    // It knows no undealt card, but who is signed in and what seals the list of people.
    sandbox::keep_memory_private().map_err(|error| error.to_string())?;
    let control = std::io::stdin().as_fd().try_clone_to_owned().map_err(|error| error.to_string())?;
    let vault = VaultProcess::handed(UnixStream::from(control)).map_err(|fault| fault.to_string());
    let secrets = place.secrets();
    sandbox::shut_in_house(&secrets.each_ref().map(|path| path.as_path()));
    vault
}

/// This very program, also when its file was replaced meanwhile.
fn this_program(account: Option<Account>) -> Command {
    let mut command = match cfg!(target_os = "linux") {
        true => Command::new("/proc/self/exe"),
        false => Command::new(std::env::current_exe().unwrap_or_else(|_| "croupier".into())),
    };
    if let Some(Account { user, group }) = account {
        command.uid(user).gid(group);
    }
    command
}

/// Asks a child to end.
fn end(child: &Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended just now.
        let _ = kill_process(pid, Signal::TERM);
    }
}

fn ended(status: ExitStatus) -> Result<(), Failure> {
    match (status.code(), status.signal()) {
        (Some(0), _) => Ok(()),
        // It has said why.
        (Some(code), _) => std::process::exit(code),
        (None, signal) => {
            let signal = signal.unwrap_or_default();
            Err(Failure::refused(format!(
                "the house was ended by signal {signal}; the same coup goes on next time"
            )))
        }
    }
}

/// The vault's process.
struct VaultChild {
    place: VaultPlace,
    run_as: Option<RunAs>,
    child: Child,
    started: Instant,
    /// How often in a row it ended at once.
    brief: u32,
    gone: bool,
}

impl VaultChild {
    fn start(place: &VaultPlace, run_as: Option<RunAs>, control: &UnixStream) -> io::Result<VaultChild> {
        let child = spawn(place, run_as, control)?;
        let (place, started) = (place.clone(), Instant::now());
        Ok(VaultChild { place, run_as, child, started, brief: 0, gone: false })
    }

    /// Starts it again if it has died. One that cannot be opened has told the house why.
    fn look_after(&mut self, control: &UnixStream) -> io::Result<()> {
        if self.gone || self.child.try_wait()?.is_none() {
            return Ok(());
        }
        self.brief = if self.started.elapsed() < BRIEF { self.brief + 1 } else { 0 };
        self.gone = self.brief >= TRIES;
        if !self.gone {
            self.child = spawn(&self.place, self.run_as, control)?;
            self.started = Instant::now();
        }
        Ok(())
    }

    /// Waits until it has ended, as it does when nobody asks it any more.
    fn end(&mut self) {
        let until = Instant::now() + LAST;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(LOOK);
        }
        // If it still runs it hangs.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(place: &VaultPlace, run_as: Option<RunAs>, control: &UnixStream) -> io::Result<Child> {
    let (houses, its) = UnixStream::pair()?;
    let child = this_program(run_as.map(|run_as| run_as.vault))
        .args(["shoe", "vault"])
        .arg(&place.folder)
        .arg("--key")
        .arg(&place.keys.vault)
        .arg("--signing-key")
        .arg(&place.keys.signing)
        .stdin(Stdio::from(OwnedFd::from(its)))
        .stdout(Stdio::null())
        .spawn()?;
    // A house that is gone is noticed by the parent.
    match hand_over(control, &houses) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(child),
        handed => handed.map(|()| child),
    }
}
