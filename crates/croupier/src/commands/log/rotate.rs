//! `croupier log rotate`: another key signs from now on. Both keys say so, and two people who prove who they are: a manager and an inspector.

use super::source::refused;
use crate::failure::Failure;
use crate::screen::Screen;
use clap::Args;
use ledger::{By, Key, Ledger, LedgerError, Time, store};
use people::denial::Denial;
use people::role::Role;
use people::viewer::Person;
use people::{People, Secrets};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use table::Name;

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
    /// The manager who does it; the password, and on the next line the second factor if there is one, are read from the input
    #[arg(long, value_name = "NAME")]
    manager: String,
    /// The inspector who does it with them; theirs are read after the manager's
    #[arg(long, value_name = "NAME")]
    inspector: String,
    /// The folder of the list of people; `people` beside the ledger if not given
    #[arg(long, value_name = "FOLDER")]
    people: Option<PathBuf>,
}

/// Two people who have proved who they are, or why they may not do this together.
async fn two(args: &RotateArgs, ledger: &Ledger) -> Result<By, Failure> {
    let beside = args.ledger.parent().map(|folder| folder.join("people"));
    let folder = args.people.clone().or(beside).unwrap_or_default();
    let people = People::open(&folder).await.map_err(|fault| Failure::refused(fault.to_string()))?;
    let denied = |denial: Denial| Failure::refused(denial.to_string());
    people.open_register(ledger).await.map_err(denied)?;
    for (name, role) in [(&args.manager, Role::Manager), (&args.inspector, Role::Inspector)] {
        let secrets = Secrets {
            password: line()?,
            factor: Some(line()?).filter(|digits| !digits.is_empty()),
            ..Secrets::default()
        };
        let found = people.prove(name, &secrets).await.map_err(denied)?;
        if found != role {
            return Err(Failure::refused(format!("{name} is a {found}; needed is a {role}")));
        }
    }
    let inspector = Person { name: Name::from(args.inspector.as_str()), role: Role::Inspector };
    people.may_second(&inspector, &args.manager).await.map_err(denied)?;
    people.close().await;
    Ok(By::new(format!("{} and {}", args.manager, args.inspector), "manager and inspector"))
}

/// One line of the input; empty at its end.
fn line() -> Result<String, Failure> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
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
    if args.manager.to_lowercase() == args.inspector.to_lowercase() {
        return Err(Failure::refused("this takes two people"));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = Time(i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
    runtime.block_on(async {
        let ledger = Ledger::open(&args.ledger).await.map_err(|fault: LedgerError| refused(fault))?;
        let by = two(args, &ledger).await?;
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
