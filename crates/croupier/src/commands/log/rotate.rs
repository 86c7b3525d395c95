//! `croupier log rotate`: another key signs from now on. Both keys say so, and two people who prove who they are: a manager and an inspector.

use super::source::refused;
use crate::commands::two_people::TwoPeople;
use crate::failure::Failure;
use crate::screen::Screen;
use clap::Args;
use ledger::{Key, Ledger, LedgerError, Time, store};
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
    #[command(flatten)]
    by: TwoPeople,
    /// The folder of the list of people; `people` beside the ledger if not given
    #[arg(long, value_name = "FOLDER")]
    people: Option<PathBuf>,
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
    args.by.check()?;
    let beside = args.ledger.parent().map(|folder| folder.join("people"));
    let people = args.people.clone().or(beside).unwrap_or_default();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = Time(i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
    runtime.block_on(async {
        let ledger = Ledger::open(&args.ledger).await.map_err(|fault: LedgerError| refused(fault))?;
        let by = args.by.prove(&people, &ledger).await?;
        let rotated = ledger.rotate_key(&old, &new, by, at).await;
        ledger.close().await.map_err(refused)?;
        rotated.map_err(refused)
    })?;
    screen.write(&format!(
        "The key {} signs from now on.\nPut its file in place of the old one before the house opens, and tell it to your witnesses.\n",
        new.public()
    ))?;
    Ok(())
}
