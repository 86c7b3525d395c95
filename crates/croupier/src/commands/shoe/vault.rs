//! `croupier shoe vault`: the vault in a process of its own, for whoever runs tables.

use crate::failure::Failure;
use clap::Args;
use shoe::{Keys, NodeSecret, Vault, VaultAt, VaultDoor, VaultFault, sandbox, serve, serve_shared};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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
    /// Answer the nodes of a house there: a path for a socket of this machine, or an address of a trusted line, such as 10.0.0.5:8400
    #[arg(long, value_name = "PLACE", requires = "node_secret")]
    listen: Option<String>,
    /// The file of the secret that the nodes and the vault share: 64 hexadecimal digits
    #[arg(long, value_name = "FILE", requires = "listen")]
    node_secret: Option<PathBuf>,
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
    if let (Some(listen), Some(secret)) = (&args.listen, &args.node_secret) {
        return run_shared(args, &VaultAt::from(listen.as_str()), secret);
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

/// Answers the nodes of a house until a signal ends it.
fn run_shared(args: &VaultArgs, at: &VaultAt, secret: &Path) -> Result<(), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let secret = NodeSecret::read(secret).map_err(Failure::refused)?;
    let vault = opened(args).map_err(|fault| Failure::refused(fault.to_string()))?;
    let door =
        VaultDoor::open(at).map_err(|error| Failure::refused(format!("cannot listen on {at}: {error}")))?;
    sandbox::shut_in_shared_vault(&args.folder);
    Ok(serve_shared(&vault, &door, &secret, &stop)?)
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
