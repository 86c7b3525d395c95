//! `croupier shoe vault`: the vault in a process of its own, for whoever runs tables.

use crate::failure::Failure;
use clap::Args;
use shoe::{Vault, VaultFault, serve};
use signal_hook::consts::SIGINT;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Which vault.
#[derive(Args)]
pub struct VaultArgs {
    /// The vault's own folder, made if it is not there
    folder: PathBuf,
    /// The file of its key, kept elsewhere; made if it is not there
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
}

/// How often it is tried to open a vault that an earlier process is about to leave, a tenth of a second apart.
const TRIES: u32 = 30;

/// Runs it: answers requests from the standard input until that ends.
pub fn run(args: &VaultArgs) -> Result<(), Failure> {
    keep_memory_private()?;
    // Ctrl-C is meant for whoever runs the tables; the vault ends after it, with its input.
    signal_hook::flag::register(SIGINT, Arc::default())?;
    let (requests, answers) = (std::io::stdin().lock(), std::io::stdout().lock());
    match opened(args) {
        Ok(vault) => Ok(serve(Ok(vault), requests, answers)?),
        Err(fault) => {
            let message = fault.to_string();
            serve(Err(fault), requests, answers)?;
            Err(Failure::refused(message))
        }
    }
}

fn opened(args: &VaultArgs) -> Result<Vault, VaultFault> {
    for _ in 1..TRIES {
        match Vault::open(&args.folder, &args.key) {
            Err(VaultFault::OpenElsewhere(_)) => std::thread::sleep(Duration::from_millis(100)),
            opened => return opened,
        }
    }
    Vault::open(&args.folder, &args.key)
}

/// A crash leaves no dump of this memory, and no other process of the same user may look into it.
fn keep_memory_private() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })
            .map_err(|error| Failure::refused(format!("cannot forbid core dumps: {error}")))?;
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(|error| Failure::refused(format!("cannot keep its memory to itself: {error}")))?;
    }
    Ok(())
}
