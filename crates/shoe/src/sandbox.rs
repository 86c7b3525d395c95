//! How the processes of a house are shut in, as far as the system lets a process without privileges do it.
//!
//! The vault may open nothing but its own folder and reach no network; it starts no program, and neither a debugger nor another
//! process of the same user reads its memory. The house, and each node of one, may open everything but the vault's folder and keys, and
//! can neither trace nor signal anything outside itself. On Linux the kernel sees to it (Landlock, seccomp); elsewhere the processes are
//! apart, and [`state`] says that they are no more than that.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// How far a process is shut in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShutIn {
    /// In words, part by part.
    pub said: String,
    /// In every part.
    pub whole: bool,
}

static STATE: OnceLock<ShutIn> = OnceLock::new();

/// How this process is shut in.
pub fn state() -> ShutIn {
    let open = || ShutIn { said: "this process is not shut in".to_owned(), whole: false };
    STATE.get().cloned().unwrap_or_else(open)
}

/// A crash leaves no dump of this process's memory, and no other process of the same user may look into it.
pub fn keep_memory_private() -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    }
    Ok(())
}

/// Shuts the vault's process in, once it has its keys: from now on it opens nothing outside its folder. Says how far that went.
pub fn shut_in_vault(folder: &Path) -> ShutIn {
    shut_in(folder, false)
}

/// The same for a vault that several nodes share: it takes lines of those who come to its door, and opens none itself.
pub fn shut_in_shared_vault(folder: &Path) -> ShutIn {
    shut_in(folder, true)
}

fn shut_in(folder: &Path, has_door: bool) -> ShutIn {
    let files = system::only_these(folder);
    let calls = system::no_programs_no_sockets(has_door);
    remember(&[("files and network", files), ("system calls", calls)])
}

/// Shuts the house's process in, before it starts a thread: it opens none of these paths. Says how far that went, and whether anything
/// else that the same user runs could open them.
pub fn shut_in_house(secret: &[&Path]) -> ShutIn {
    let user = kept_from_this_user(secret);
    remember(&[
        ("the vault's folder and keys", system::all_but_these(secret)),
        ("the same from whatever else this user runs", user),
    ])
}

/// Shuts a node in, before it starts a thread: it opens none of these paths, as far as they are on its machine. Says how far that went.
pub fn shut_in_node(secret: &[&Path]) -> ShutIn {
    remember(&[("the shared vault's folder and keys", system::all_but_these(secret))])
}

/// Does the system keep this user from every one of these paths, whatever process it is?
fn kept_from_this_user(secret: &[&Path]) -> Result<(), String> {
    let kept = |path: &&Path| {
        std::fs::File::open(path).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
    };
    match secret.iter().all(kept) {
        true => Ok(()),
        false => {
            Err("a shell of this user can open them; `vault_user` gives the vault a user of its own"
                .to_owned())
        }
    }
}

fn remember(parts: &[(&str, Result<(), String>)]) -> ShutIn {
    let say = |(what, done): &(&str, Result<(), String>)| match done {
        Ok(()) => format!("{what}: shut in by the kernel"),
        Err(why) => format!("{what}: not shut in ({why})"),
    };
    let said: Vec<String> = parts.iter().map(say).collect();
    let whole = parts.iter().all(|(_, done)| done.is_ok());
    STATE.get_or_init(|| ShutIn { said: said.join("; "), whole }).clone()
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::path::Path;

    const NO: &str = "only Linux can";

    pub(super) fn only_these(_: &Path) -> Result<(), String> {
        Err(NO.to_owned())
    }

    pub(super) fn all_but_these(_: &[&Path]) -> Result<(), String> {
        Err(NO.to_owned())
    }

    pub(super) fn no_programs_no_sockets(_: bool) -> Result<(), String> {
        Err(NO.to_owned())
    }
}

#[cfg(target_os = "linux")]
mod system {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
        RulesetCreatedAttr, RulesetStatus, Scope,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};
    use std::path::{Path, PathBuf};

    /// The newest edition of the kernel's interface that this program knows; an older kernel does what it can.
    const NEWEST: ABI = ABI::V6;

    pub(super) fn only_these(folder: &Path) -> Result<(), String> {
        let message = |error: &dyn std::fmt::Display| error.to_string();
        let ruleset = Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))
            .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(NEWEST)))
            .and_then(|ruleset| ruleset.scope(Scope::AbstractUnixSocket | Scope::Signal))
            .and_then(Ruleset::create)
            .map_err(|error| message(&error))?;
        let own = PathFd::new(folder).map_err(|error| message(&error))?;
        let ruleset = ruleset.add_rule(PathBeneath::new(own, AccessFs::from_all(NEWEST)));
        enforce(ruleset.map_err(|error| message(&error))?)
    }

    /// The kernel knows only what may be opened, so everything beside the way to a secret is named.
    pub(super) fn all_but_these(secret: &[&Path]) -> Result<(), String> {
        let message = |error: &dyn std::fmt::Display| error.to_string();
        let secret: Vec<PathBuf> = secret.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let mut ruleset = Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))
            .and_then(|ruleset| ruleset.scope(Scope::Signal))
            .and_then(Ruleset::create)
            .map_err(|error| message(&error))?;
        // Where there is no secret everything may be opened; other processes are kept from it all the same.
        let open = if secret.is_empty() { vec![PathBuf::from("/")] } else { beside(&secret) };
        for path in open {
            // What went away meanwhile, or cannot be entered, needs no leave.
            let Ok(open) = PathFd::new(&path) else { continue };
            let access = match path.is_dir() {
                true => AccessFs::from_all(NEWEST),
                false => AccessFs::from_file(NEWEST),
            };
            ruleset = ruleset.add_rule(PathBeneath::new(open, access)).map_err(|error| message(&error))?;
        }
        // Names on the way to a secret may be read, or no path through them could be found.
        for folder in secret.iter().flat_map(|path| path.ancestors().skip(1)) {
            if let Ok(open) = PathFd::new(folder) {
                let access = AccessFs::ReadDir;
                ruleset =
                    ruleset.add_rule(PathBeneath::new(open, access)).map_err(|error| message(&error))?;
            }
        }
        enforce(ruleset)
    }

    /// Everything beside the ways from the root to these paths.
    fn beside(secret: &[PathBuf]) -> Vec<PathBuf> {
        let mut ways: Vec<&Path> = secret.iter().flat_map(|path| path.ancestors().skip(1)).collect();
        ways.sort();
        ways.dedup();
        let leads = |path: &Path| secret.iter().any(|secret| secret.starts_with(path));
        let children = |way: &&Path| std::fs::read_dir(way).into_iter().flatten().flatten();
        let paths = ways.iter().flat_map(children).map(|entry| entry.path());
        paths.filter(|path| !leads(path)).collect()
    }

    fn enforce(ruleset: RulesetCreated) -> Result<(), String> {
        let status = ruleset.restrict_self().map_err(|error| error.to_string())?;
        match status.ruleset {
            RulesetStatus::NotEnforced => Err("this kernel has no Landlock".to_owned()),
            RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
        }
    }

    #[cfg(target_arch = "x86_64")]
    const ARCH: TargetArch = TargetArch::x86_64;
    #[cfg(target_arch = "aarch64")]
    const ARCH: TargetArch = TargetArch::aarch64;
    #[cfg(target_arch = "riscv64")]
    const ARCH: TargetArch = TargetArch::riscv64;

    /// System calls by which a vault that was taken over would reach out, or read others.
    const FORBIDDEN: &[libc::c_long] = &[
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_clone,
        libc::SYS_clone3,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_open_by_handle_at,
        libc::SYS_mount,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_memfd_create,
        libc::SYS_keyctl,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_fork,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_vfork,
    ];

    /// By which somebody is let in who comes to a door that was opened before.
    const LETTING_IN: &[libc::c_long] = &[libc::SYS_accept, libc::SYS_accept4];

    pub(super) fn no_programs_no_sockets(has_door: bool) -> Result<(), String> {
        let also = if has_door { &[][..] } else { LETTING_IN };
        let rules = FORBIDDEN.iter().chain(also).map(|call| (*call, Vec::new())).collect();
        let refuse = SeccompAction::Errno(libc::EPERM as u32);
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, ARCH);
        let program: BpfProgram = filter.and_then(BpfProgram::try_from).map_err(|error| error.to_string())?;
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())
    }
}
