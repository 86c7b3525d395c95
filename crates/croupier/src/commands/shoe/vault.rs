//! `croupier shoe vault`: the vault in a process of its own, for whoever runs tables.

use crate::failure::Failure;
use clap::Args;
use shoe::{Keys, Vault, VaultFault, sandbox, serve};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
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
    /// The file of the key that signs checkpoints; without it, signing.key beside the other
    #[arg(long, value_name = "FILE")]
    signing_key: Option<PathBuf>,
}

/// How often it is tried to open a vault that an earlier process is about to leave, a tenth of a second apart.
const TRIES: u32 = 30;

/// Runs it: answers whoever is at the other end of the socket that is its standard input, until that end is closed.
pub fn run(args: &VaultArgs) -> Result<(), Failure> {
    sandbox::keep_memory_private()
        .map_err(|error| Failure::refused(format!("cannot keep its memory to itself: {error}")))?;
    // These are meant for whoever runs the tables; the vault ends after it, with its socket.
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::default())?;
    }
    let socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    match opened(args) {
        Ok(vault) => {
            sandbox::shut_in_vault(&args.folder);
            Ok(serve(Ok(vault), socket)?)
        }
        Err(fault) => {
            let message = fault.to_string();
            serve(Err(fault), socket)?;
            Err(Failure::refused(message))
        }
    }
}

fn opened(args: &VaultArgs) -> Result<Vault, VaultFault> {
    let mut keys = Keys::beside(&args.key);
    if let Some(signing) = &args.signing_key {
        keys.signing = signing.clone();
    }
    for _ in 1..TRIES {
        match Vault::open(&args.folder, &keys) {
            Err(VaultFault::OpenElsewhere(_)) => std::thread::sleep(Duration::from_millis(100)),
            opened => return opened,
        }
    }
    Vault::open(&args.folder, &keys)
}
