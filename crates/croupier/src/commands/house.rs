//! `croupier house`: what is done with a house while it is closed.

use crate::commands::log::Source;
use crate::failure::Failure;
use crate::screen::Screen;
use archive::Witnesses;
use clap::{Args, Subcommand};
use ledger::store::{self, Place};
use std::path::PathBuf;

/// What is done with a house.
#[derive(Subcommand)]
pub enum HouseCommand {
    /// Move a house's log to another place, such as from its folder to a PostgreSQL database, or back; the house is closed meanwhile
    Move(MoveArgs),
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
    }
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
        let witnesses = Witnesses { roots: Vec::new(), key: None, book: None };
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
