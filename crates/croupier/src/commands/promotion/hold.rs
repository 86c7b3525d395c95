//! A draw held from the command line: the seed is sealed first, then the list, then the text from outside comes in.

use super::read;
use crate::arguments::number::small;
use crate::failure::Failure;
use crate::files::{library, write_file, write_secret};
use crate::screen::Screen;
use baccarat::rules::people::Role;
use clap::Args;
use merkle::{Hash, sha256};
use promotion::published::Published;
use promotion::{Act, Command, Promotion, Proof, Sealing};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use table::{Actor, Name, Time};

/// The end of the year 9999, in seconds since 1970.
const LATEST: i64 = 253_402_300_799;

/// What the draw goes by. With the seed alone it is sealed; with entries too the list is shown; with a mix it is drawn.
#[derive(Args)]
pub struct DrawArgs {
    /// A terms file
    file: String,
    /// The file of the secret seed, made if it is not there
    #[arg(long, value_name = "FILE")]
    seed: String,
    /// A file with one holder to a line, each line a ticket
    #[arg(long, value_name = "FILE")]
    entries: Option<String>,
    /// The text from outside
    #[arg(long, value_name = "TEXT", requires = "entries")]
    mix: Option<String>,
    /// Who gave it
    #[arg(long, value_name = "NAME", default_value = "the public")]
    mixed_by: String,
    /// The number of the draw among those of the house
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = small::<u32, 0, { u32::MAX as u64 }>)]
    number: u32,
    /// The seal of the draw before
    #[arg(long, value_name = "HASH")]
    previous: Option<Hash>,
    /// When the draw is held, in seconds since 1970; now if it is not given
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = small::<i64, 0, { LATEST as u64 }>)]
    at: Option<i64>,
    /// Where what is published goes
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Where the proofs of all tickets go, for their holders
    #[arg(long, value_name = "FILE")]
    tickets: Option<String>,
}

/// The seed and the secret of the tickets' salts.
fn secrets(file: &str) -> Result<(Hash, Hash), Failure> {
    if !std::path::Path::new(file).exists() {
        let mut bytes = [0; 64];
        getrandom::fill(&mut bytes)
            .map_err(|error| Failure::refused(format!("the system gives no random bytes: {error}")))?;
        let (mut seed, mut key) = ([0; 32], [0; 32]);
        seed.copy_from_slice(&bytes[..32]);
        key.copy_from_slice(&bytes[32..]);
        write_secret(file, format!("{}\n{}\n", Hash(seed), Hash(key)).as_bytes())?;
        write_file(&beside(file), b"")?;
    }
    let text = library::read_file(file)?;
    let hashes: Vec<Hash> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
    match hashes[..] {
        [seed, key] => Ok((seed, key)),
        _ => Err(Failure::refused(format!("{file}: found no seed; allowed are two lines of 64 digits each"))),
    }
}

/// The file beside a seed that says what was done with it.
fn beside(seed: &str) -> String {
    format!("{seed}.held")
}

/// Holds a step of the draw to the one that was taken with this seed before: whoever knows the seed would otherwise draw until they like who
/// wins. The first time, it is written down before anybody sees what follows from it.
fn once(seed: &str, step: &str, value: Hash) -> Result<(), Failure> {
    let file = beside(seed);
    let text = if std::path::Path::new(&file).exists() { library::read_file(&file)? } else { String::new() };
    let known = text.lines().find_map(|line| line.strip_prefix(step)?.trim().parse::<Hash>().ok());
    match known {
        Some(known) if known == value => Ok(()),
        Some(known) => Err(Failure::refused(format!(
            "{file}: this seed was used with {step} {known}; found {value}; allowed is another draw with its own seed"
        ))),
        None => write_file(&file, format!("{text}{step} {value}\n").as_bytes()),
    }
}

fn ask(promotion: &mut Promotion, name: &str, role: Role, at: Time, act: Act) -> Result<(), Failure> {
    let by = Actor { name: Name::from(name), role };
    let command = Command { act, by, confirmed_by: Some(Name::from("second")), keyed_by: None, at };
    promotion.submit(&command).map_err(|refusal| Failure::refused(refusal.to_string()))?;
    Ok(())
}

/// What the clock shows, in whole seconds.
pub(super) fn now() -> Time {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    Time(now * 1_000)
}

/// Runs it.
pub fn run(args: &DrawArgs, screen: &Screen) -> Result<(), Failure> {
    let (terms, book, text) = read(&args.file, &[])?;
    let (seed, ticket_key) = secrets(&args.seed)?;
    let at = args.at.map_or_else(now, |seconds| Time(seconds * 1_000));
    let mut promotion = Promotion::new(Arc::new(book));
    let start = terms.held.from;
    ask(&mut promotion, "operator", Role::Operator, start, Act::SetTerms { text })?;
    ask(&mut promotion, "operator", Role::Operator, start, Act::Lodge)?;
    for channel in terms.channels.clone() {
        ask(&mut promotion, "operator", Role::Operator, start, Act::OpenChannel { channel })?;
    }
    let (seed_hash, previous) = (draw::seed_hash(&seed.0), args.previous.unwrap_or(Hash::NONE));
    let sealing = Sealing { seed_hash, number: args.number, previous, ticket_key };
    let open = Act::Open { sealing: Some(sealing) };
    ask(&mut promotion, "operator", Role::Operator, start, open)?;
    let mut lines = String::new();
    if let Some(sealed) = &promotion.state().sealed {
        once(&args.seed, "seal", sealed.seal())?;
        lines.push_str(&format!("draw {} sealed: {}\n", sealed.number, sealed.seal()));
    }
    if let Some(entries) = &args.entries {
        let holders = library::read_file(entries)?;
        for holder in holders.lines().map(str::trim).filter(|line| !line.is_empty()) {
            ask(&mut promotion, holder, Role::Player, start, Act::Enter)?;
        }
        ask(&mut promotion, "system", Role::System, terms.closes, Act::Close)?;
        let state = promotion.state();
        once(&args.seed, "root", state.root.unwrap_or(Hash::NONE))?;
        lines.push_str(&format!("{} tickets, root {}\n", state.list.len(), state.root.unwrap_or(Hash::NONE)));
    }
    if let Some(mix) = &args.mix {
        let mixed_by = Name::from(args.mixed_by.as_str());
        let act = Act::Draw { seed, mix: mix.clone(), mixed_by };
        ask(&mut promotion, "operator", Role::Operator, at, act)?;
        once(&args.seed, "mix", sha256(&[mix.as_bytes()]))?;
        for (index, prize) in promotion.state().prizes.iter().enumerate() {
            let won = prize.ticket.and_then(|ticket| promotion.state().ticket(ticket));
            let who =
                won.map_or("nobody".to_owned(), |won| format!("ticket {} of {}", won.number, won.holder));
            lines.push_str(&format!("prize {}: {who}\n", index + 1));
        }
    }
    write(args, &promotion, at)?;
    Ok(screen.write(&lines)?)
}

fn write(args: &DrawArgs, promotion: &Promotion, at: Time) -> Result<(), Failure> {
    let state = promotion.state();
    let json = |value: Result<String, serde_json::Error>| {
        value.map_err(|error| Failure::refused(format!("it cannot be written: {error}")))
    };
    if let Some(file) = &args.record {
        let public = Published::of(state, at);
        write_file(file, json(serde_json::to_string_pretty(&public))?.as_bytes())?;
    }
    if let Some(file) = &args.tickets {
        let mut holders: Vec<&Name> = state.live_tickets().map(|ticket| &ticket.holder).collect();
        holders.sort();
        holders.dedup();
        let proofs: Vec<Proof> = holders.into_iter().flat_map(|holder| state.proofs(holder)).collect();
        write_file(file, json(serde_json::to_string_pretty(&proofs))?.as_bytes())?;
    }
    Ok(())
}
