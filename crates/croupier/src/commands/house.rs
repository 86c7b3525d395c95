//! `croupier house`: a house moved, archived, copied and put back.

use crate::arguments::number;
use crate::commands::log::{Source, all_holds};
use crate::commands::two_people::TwoPeople;
use crate::failure::Failure;
use crate::screen::Screen;
use archive::{Archive, Verified, Witnesses};
use clap::{Args, Subcommand};
use house::{archiving, backup};
use ledger::store::{self, Place};
use ledger::{Checkpoints, Key, Ledger, Room, Time};
use people::PeoplePlace;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is done with a house.
#[derive(Subcommand)]
pub enum HouseCommand {
    /// Move a house's log to another place, such as from its folder to a PostgreSQL database, or back; the house is closed meanwhile
    Move(MoveArgs),
    /// Put old entries of a house's log into packed segments, after everything was verified; the house is closed meanwhile. Whoever reads the log does not notice
    Archive(ArchiveArgs),
    /// Copy a house while it runs; the sealed shoes are not in the copy
    Backup(BackupArgs),
    /// Make a house from such a copy, in a folder that has none: shoes in use are given up, and the log says so. Takes a manager and an inspector of that house
    Restore(RestoreArgs),
    /// Say of a log that was put back where it is, such as a database from its own backup, that it was: shoes in use are given up, and the log says so. Takes a manager and an inspector of that house
    Restored(RestoredArgs),
}

/// What is put into segments.
#[derive(Args)]
pub struct ArchiveArgs {
    /// Where the log is: the folder `ledger` in the house's data, or the address of a database (postgres://…)
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Entries that are older than so many days
    #[arg(long, value_name = "DAYS", default_value_t = 30, allow_negative_numbers = true, value_parser = number::small::<u32, 0, 36_500>)]
    older_than: u32,
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
    /// The file of the key that signs the log (`signing_key` in its settings): it signs that the house was put back
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    #[command(flatten)]
    by: TwoPeople,
}

/// What was put back.
#[derive(Args)]
pub struct RestoredArgs {
    /// Where the log is: the address of a database (postgres://…), or the folder `ledger` in the house's data
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// The file of the key that signs the log (`signing_key` in its settings): it signs that the log was put back
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    #[command(flatten)]
    by: TwoPeople,
    /// The folder of the list of people, where one process keeps it; several nodes have it in the database
    #[arg(long, value_name = "FOLDER")]
    people: Option<PathBuf>,
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
        HouseCommand::Archive(args) => archive(args, screen),
        HouseCommand::Backup(args) => back_up(args, screen),
        HouseCommand::Restore(args) => restore(args, screen),
        HouseCommand::Restored(args) => restored(args, screen),
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

/// Puts away only what was verified and signed.
fn archive(args: &ArchiveArgs, screen: &Screen) -> Result<(), Failure> {
    let place = Place::from(&args.log);
    let refused = |fault: &dyn std::fmt::Display| Failure::refused(format!("{place}: {fault}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if !runtime.block_on(store::is_there(&place)).map_err(|fault| refused(&fault))? {
        return Err(refused(&"there is no ledger"));
    }
    let (archived, before, verified) =
        runtime.block_on(archive_in(&place, args.older_than)).map_err(|why| refused(&why))?;
    let after = runtime.block_on(async {
        store::compact(&place).await?;
        let store = store::read_only(&place).await?;
        let room = store.room().await?;
        store.close().await.map(|()| room)
    });
    let after = after.map_err(|fault| refused(&fault))?;
    screen.write(&format!(
        "{archived} entries put into segments, {} in all; {} bytes before, {} now. {} It reads as it did.\n",
        after.archived,
        before.bytes,
        after.bytes,
        all_holds(&verified)
    ))?;
    Ok(())
}

/// Says how many entries were put away, what room the log took before, and what verifying came to.
async fn archive_in(place: &Place, days: u32) -> Result<(u64, Room, Verified), String> {
    let message = |fault: &dyn std::fmt::Display| fault.to_string();
    // Verified as it lies there, with its seal, before it is opened for writing.
    let store = store::read_only(place).await.map_err(|fault| message(&fault))?;
    let witnesses = Witnesses { vouched: true, registers: Some(office::registers), ..Witnesses::default() };
    let verified = Archive::over(store.clone()).verify(&witnesses, &|_| {}).await;
    let signed = Checkpoints::newest(&*store).await.map_err(|fault| message(&fault))?;
    let room = store.room().await.map_err(|fault| message(&fault))?;
    store.close().await.map_err(|fault| message(&fault))?;
    let verified = verified.map_err(|fault| message(&fault))?;
    if !verified.holds() {
        return Err(format!(
            "the log does not hold, and nothing was put away: {}",
            verified.faults.join("; ")
        ));
    }
    let signed = signed.map_or(0, |signed| signed.order.position);
    let ledger = Ledger::open(place).await.map_err(|fault| message(&fault))?;
    let archived = archiving::archive_old(&ledger, signed, days, now()).await;
    ledger.close().await.map_err(|fault| message(&fault))?;
    Ok((archived?, room, verified))
}

fn restore(args: &RestoreArgs, screen: &Screen) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    args.by.check()?;
    let prove = async |people: PathBuf, ledger: ledger::Ledger| {
        args.by.prove(&people, &ledger).await.map_err(|failure| failure.to_string())
    };
    let key = Key::existing(&args.key).map_err(|fault| Failure::refused(fault.to_string()))?;
    let restored = backup::restore(&args.copy, &args.data, (&key, now()), prove);
    let restored = runtime.block_on(restored).map_err(Failure::refused)?;
    screen.write(&format!(
        "{} entries put back into {}, and the log says so. Shoes that were in use are given up when the house opens; whoever was signed in signs in again.\n",
        restored.entries,
        args.data.display()
    ))?;
    Ok(())
}

fn restored(args: &RestoredArgs, screen: &Screen) -> Result<(), Failure> {
    let place = Place::from(&args.log);
    let refused = |fault: &dyn std::fmt::Display| Failure::refused(format!("{place}: {fault}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    args.by.check()?;
    let key = Key::existing(&args.key).map_err(|fault| refused(&fault))?;
    if !runtime.block_on(store::is_there(&place)).map_err(|fault| refused(&fault))? {
        return Err(refused(&"there is no ledger"));
    }
    let prove = async |ledger: ledger::Ledger| {
        let list = match (&args.people, &place) {
            (Some(folder), _) => PeoplePlace::from(folder),
            (None, Place::Server(server)) => PeoplePlace::Server(server.clone(), ledger.store().epoch()),
            (None, Place::Folder(log)) => PeoplePlace::Folder(log.with_file_name("people")),
        };
        args.by.prove(list, &ledger).await.map_err(|failure| failure.to_string())
    };
    let entries = runtime.block_on(backup::restored(&place, (&key, now()), prove));
    let entries = entries.map_err(|why| refused(&why))?;
    screen.write(&format!(
        "The log in {place} was put back with {entries} entries, and says so. Give the house another vault: put the folder of its vault away, and leave the \
         key where it is. Shoes that were in use are given up when it opens.\n"
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
        let witnesses =
            Witnesses { vouched: true, registers: Some(office::registers), ..Witnesses::default() };
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
        "{entries} entries with {} records in {} streams moved to {to}; signed checkpoints: {}. {}\n{from} is not opened for writing any more. \
         People, sessions, sealed forms, the vault and settings are not in a log: they stay where they are.\n",
        verified.records,
        verified.streams,
        verified.checkpoints,
        all_holds(&verified)
    ))?;
    Ok(())
}
