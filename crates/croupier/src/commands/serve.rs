//! `croupier` alone opens a demonstration house; `croupier serve` opens a real one.

use super::{nodes, parent};
use crate::arguments::number::small;
use crate::failure::{Exit, Failure};
use crate::files::library;
use crate::screen::Screen;
use clap::Args;
use house::demonstration;
use house::house::House;
use house::vaulted::{VaultPlace, Vaulted, prepare};
use house::{logs, node, serve, settings};
use people::role::Role;
use shoe::sandbox;
use std::io::{BufRead, IsTerminal};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the demonstration house is.
#[derive(Args)]
pub struct DemonstrationArgs {
    /// The folder in which the demonstration house keeps everything
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The address on which it listens
    #[arg(long, value_name = "ADDRESS", default_value = settings::LISTEN)]
    listen: SocketAddr,
    /// Number of nodes instead of one process, on ports one after the other, with a PostgreSQL and a NATS server of their own: kill one and watch another go on
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = small::<u16, 1, 9>)]
    nodes: Option<u16>,
    /// This is one of several nodes, and its parent has started it
    #[arg(long, hide = true, allow_negative_numbers = true, value_parser = small::<u16, 1, 9>)]
    member: Option<u16>,
    /// This is the house, and its parent has started it
    #[arg(long, hide = true)]
    child: bool,
}

/// Which house.
#[derive(Args)]
pub struct ServeArgs {
    /// The settings file, which docs/house.md describes
    #[arg(long, value_name = "FILE")]
    settings: PathBuf,
    /// Only check the settings
    #[arg(long)]
    check: bool,
    /// This is the house, and its parent has started it
    #[arg(long, hide = true)]
    child: bool,
}

/// Opens the demonstration house.
pub fn demonstrate(args: &DemonstrationArgs, screen: &Screen) -> Result<(), Failure> {
    if !args.listen.ip().is_loopback() {
        return Err(Failure::usage(format!(
            "found {}; a demonstration listens on this machine alone, such as 127.0.0.1:8300; for others to come, see croupier serve",
            args.listen
        )));
    }
    if let (Some(number), Some(folder)) = (args.member, &args.data) {
        return nodes::run_member(&nodes::Member { number, folder: folder.clone() });
    }
    if let Some(count) = args.nodes {
        return nodes::run(count, args.listen, args.data.as_deref(), screen);
    }
    let data = args.data.clone().or_else(data_folder).ok_or_else(|| {
        Failure::usage("there is no home folder to keep the demonstration in; name one with --data")
    })?;
    let house = demonstration::settings(args.listen, &data).map_err(Failure::refused)?;
    let house = demonstration::with_sit_and_go(house);
    let place = VaultPlace::of(&house);
    if !args.child {
        prepare(&house).map_err(Failure::refused)?;
        return parent::run(&place, None);
    }
    logs::begin("warn").map_err(Failure::usage)?;
    // Made before the house shuts itself in.
    demonstration::Links::open(&data).map_err(Failure::refused)?;
    let vault = in_house(&place);
    let opened = |house: &House, address: SocketAddr| {
        let link = |role: Role| {
            let Some(links) = house.links.as_ref() else { return String::new() };
            let link = links.of(role);
            let note = match role {
                Role::Player => {
                    "  (a new guest in each browser, the same one in the same browser)".to_owned()
                }
                Role::Device => String::new(),
                _ => format!("  (signs by PIN {})", links.pin(role)),
            };
            format!("  {:<13} http://{address}/sign-in?link={link}{note}\n", role.word())
        };
        let links: String = Role::ALL.into_iter().map(link).collect();
        let message = format!(
            "{}\n\nSign in as\n{links}\nEverything is kept in {}. Ctrl-c stops it; the same coup goes on next time.\n",
            screen.heading(&format!("The house is open at http://{address}")),
            data.display()
        );
        // The doors are open, whether or not somebody reads it.
        let _ = screen.write(&message);
    };
    serve::run_until_signal(house, vault, opened).map_err(ended)
}

/// The folder for data that this user's programs keep.
fn data_folder() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local").join("share"));
    Some(given.or_else(home)?.join("croupier"))
}

/// Opens a house by its settings.
pub fn run(args: &ServeArgs, screen: &Screen) -> Result<(), Failure> {
    let name = args.settings.display().to_string();
    let text = library::read_file(&name)?;
    let folder = args.settings.parent().map(PathBuf::from).unwrap_or_default();
    let house = settings::read(&text, &folder).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
        let count = if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
        Failure::refused(format!("{name}: {count}\n{}", lines.join("\n")))
    })?;
    if args.check {
        let message = format!("{name} holds: {} tables, {} people\n", house.tables.len(), house.people.len());
        return Ok(screen.write(&message)?);
    }
    if house.node.is_some() {
        return run_node(house, screen);
    }
    let place = VaultPlace::of(&house);
    if !args.child {
        let run_as = house.users.as_ref().map(parent::RunAs::of).transpose().map_err(Failure::refused)?;
        prepare(&house).map_err(Failure::refused)?;
        if let Some(run_as) = run_as {
            run_as.hand_out(&house).map_err(Failure::refused)?;
        }
        return parent::run(&place, run_as);
    }
    logs::begin("info").map_err(Failure::usage)?;
    let vault = in_house(&place);
    let opened = |house: &House, address: SocketAddr| {
        let message = format!("The house is open at {address}, for {}\n", house.settings.origins.join(", "));
        // The doors are open, whether or not somebody reads it.
        let _ = screen.write(&message);
    };
    serve::run_until_signal(house, vault, opened).map_err(ended)
}

/// Runs one of several nodes. It holds no vault, and so has no parent.
fn run_node(house: settings::HouseSettings, screen: &Screen) -> Result<(), Failure> {
    sandbox::keep_memory_private().map_err(|error| Failure::refused(format!("cannot start: {error}")))?;
    // Its own folders are made before it shuts itself in.
    prepare(&house).map_err(Failure::refused)?;
    let secrets = VaultPlace::of(&house).secrets();
    sandbox::shut_in_node(&secrets.each_ref().map(|path| path.as_path()));
    logs::begin("info").map_err(Failure::usage)?;
    let origins = house.origins.join(", ");
    let opened = |address: SocketAddr| {
        // The doors are open, whether or not somebody reads it.
        let _ = screen.write(&format!("The node is open at {address}, for {origins}\n"));
    };
    node::run_until_signal(house, opened).map_err(ended)
}

/// Why the house has ended, with the code that says so.
fn ended(fault: serve::ServeFault) -> Failure {
    let exit = match fault {
        serve::ServeFault::NotOpened(_) => Exit::Refused,
        serve::ServeFault::LogStopped(_) => Exit::LogStopped,
    };
    Failure { exit, text: fault.to_string() }
}

/// The vault, once the house has shut itself in.
fn in_house(place: &VaultPlace) -> Vaulted {
    let vault = parent::in_house(place)?;
    Ok(Arc::new(vault))
}

/// Hashes a password that is given on the standard input.
pub fn password(screen: &Screen) -> Result<(), Failure> {
    if std::io::stdin().is_terminal() {
        eprintln!("Give the password and end with enter; it is shown as you type.");
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let hash = people::hashed(line.trim_end_matches(['\n', '\r'])).map_err(Failure::refused)?;
    Ok(screen.write(&format!("{hash}\n"))?)
}
