//! `croupier log rotate`: another key signs from now on, and both say so.

use super::source::refused;
use crate::failure::Failure;
use crate::screen::Screen;
use clap::Args;
use ledger::{By, Key, Ledger, LedgerError, Time, store};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Which key follows which.
#[derive(Args)]
pub struct RotateArgs {
    /// The folder of the ledger
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The file of the key that signs until now
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The file of the key that signs from now on; it is made if it is not there
    #[arg(long, value_name = "FILE")]
    new: PathBuf,
    /// Who does it, for the record
    #[arg(long, value_name = "NAME")]
    by: String,
}

/// Runs it.
pub fn run(args: &RotateArgs, screen: &Screen) -> Result<(), Failure> {
    let message = |fault: ledger::NoKey| Failure::refused(fault.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if !runtime.block_on(store::is_there(&args.ledger)).map_err(LedgerError::from).map_err(refused)? {
        return Err(Failure::refused(format!("{} is not a ledger", args.ledger.display())));
    }
    let old = Key::existing(&args.key).map_err(message)?;
    let new = Key::open(&args.new).map_err(message)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = Time(i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
    let by = By::new(&args.by, "custodian");
    let rotated = runtime.block_on(async {
        let ledger = Ledger::open(&args.ledger).await?;
        let rotated = ledger.rotate_key(&old, &new, by, at).await;
        ledger.close().await?;
        rotated
    });
    rotated.map_err(|fault: LedgerError| refused(fault))?;
    screen.write(&format!(
        "The key {} signs from now on.\nPut its file in place of the old one before the house opens, and tell it to your witnesses.\n",
        new.public()
    ))?;
    Ok(())
}
