//! `croupier house`: a house moved, copied and put back.

use crate::commands::log::Source;
use crate::failure::Failure;
use crate::screen::Screen;
use archive::Witnesses;
use clap::{Args, Subcommand};
use house::backup;
use ledger::Time;
use ledger::store::{self, Place};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is done with a house.
#[derive(Subcommand)]
pub enum HouseCommand {
    /// Move a house's log to another place, such as from its folder to a PostgreSQL database, or back; the house is closed meanwhile
    Move(MoveArgs),
    /// Copy a house while it runs; the sealed shoes are not in the copy
    Backup(BackupArgs),
    /// Make a house from such a copy, in a folder that has none: shoes in use are given up, and the log says so
    Restore(RestoreArgs),
}

/// What is copied, and where to.
#[derive(Args)]
pub struct BackupArgs {
    /// The folder of everything the house keeps (`data` in its settings)
    #[arg(value_name = "DATA")]
    data: PathBuf,
    /// The folder of the copy, which is made
    #[arg(value_name = "COPY")]
    copy: PathBuf,
}

/// What is put back, and where to.
#[derive(Args)]
pub struct RestoreArgs {
    /// The folder of the copy
    #[arg(value_name = "COPY")]
    copy: PathBuf,
    /// The folder of the house that is made (`data` in its settings)
    #[arg(value_name = "DATA")]
    data: PathBuf,
    /// Who does it, for the record
    #[arg(long, value_name = "NAME")]
    by: String,
}

/// From where to where.
#[derive(Args)]
pub struct MoveArgs {
    /// Where the log is: the folder `ledger` in the house's data, or the address of a database (postgres://…)
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// Where it goes: a folder or a database in which there is none
    #[arg(value_name = "TO")]
    to: PathBuf,
}

/// Runs it.
pub fn run(command: &HouseCommand, screen: &Screen) -> Result<(), Failure> {
    match command {
        HouseCommand::Move(args) => move_log(args, screen),
        HouseCommand::Backup(args) => back_up(args, screen),
        HouseCommand::Restore(args) => restore(args, screen),
    }
}

/// The time of this machine.
fn now() -> Time {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(now.as_millis()).unwrap_or(i64::MAX))
}

fn back_up(args: &BackupArgs, screen: &Screen) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let copied =
        runtime.block_on(backup::back_up(&args.data, &args.copy, now())).map_err(Failure::refused)?;
    screen.write(&format!(
        "{} entries and {} files copied to {}. The sealed shoes are not in it.\n",
        copied.entries,
        copied.files.len(),
        args.copy.display()
    ))?;
    Ok(())
}

fn restore(args: &RestoreArgs, screen: &Screen) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let restored = backup::restore(&args.copy, &args.data, &args.by, now());
    let restored = runtime.block_on(restored).map_err(Failure::refused)?;
    screen.write(&format!(
        "{} entries put back into {}, and the log says so. Shoes that were in use are given up when the house opens; whoever was signed in signs in again.\n",
        restored.entries,
        args.data.display()
    ))?;
    Ok(())
}

/// Carries everything over, verifies what came there, and only then lets go of the old place. Whatever fails before that leaves the old
/// place as it was.
fn move_log(args: &MoveArgs, screen: &Screen) -> Result<(), Failure> {
    let (from, to) = (Place::from(&args.from), Place::from(&args.to));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let refused =
        |place: &Place, fault: &dyn std::fmt::Display| Failure::refused(format!("{place}: {fault}"));
    let is_there = runtime.block_on(store::is_there(&from)).map_err(|fault| refused(&from, &fault))?;
    if !is_there {
        return Err(refused(&from, &"there is no ledger"));
    }
    let entries = runtime.block_on(async {
        // Opened for writing, so that nobody else writes meanwhile.
        let source = store::open(&from).await.map_err(|fault| refused(&from, &fault))?;
        let target = store::open(&to).await.map_err(|fault| refused(&to, &fault))?;
        let entries = store::transfer(&*source, &*target).await.map_err(|fault| refused(&to, &fault));
        target.close().await.map_err(|fault| refused(&to, &fault))?;
        source.close().await.map_err(|fault| refused(&from, &fault))?;
        entries
    })?;
    let verified = {
        let moved = Source::open(&args.to)?;
        let witnesses = Witnesses { registers: Some(office::registers), ..Witnesses::default() };
        moved.block_on(moved.archive().verify(&witnesses, &|_| {}))?
    };
    if !verified.holds() {
        let faults = verified.faults.join("; ");
        return Err(refused(
            &to,
            &format!("what came there does not hold, and {from} is left as it was: {faults}"),
        ));
    }
    runtime.block_on(async {
        let source = store::open(&from).await.map_err(|fault| refused(&from, &fault))?;
        source.retire(&to).await.map_err(|fault| refused(&from, &fault))?;
        source.close().await.map_err(|fault| refused(&from, &fault))
    })?;
    screen.write(&format!(
        "{entries} entries with {} records in {} streams moved to {to}; signed checkpoints: {}. All holds.\n{from} is not opened for writing any more.\n",
        verified.records, verified.streams, verified.checkpoints
    ))?;
    Ok(())
}
