//! `croupier log show`: what happened at a table.

use super::source::Source;
use super::{TableOf, row};
use crate::arguments::number::{small, whole};
use crate::failure::Failure;
use crate::screen::{Ink, Screen};
use crate::sitting::story::{self, Message, Tone};
use archive::{Step, Walk};
use baccarat::outcome::Winner;
use clap::Args;
use table::{Fact, deal};

/// What is shown.
#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    of: TableOf,
    /// Only this coup, from its wagers to its end, and whatever was done about it later
    #[arg(long, value_name = "N", conflicts_with = "at", allow_negative_numbers = true, value_parser = small::<u32, 1, { u32::MAX as u64 }>)]
    coup: Option<u32>,
    /// Only this event, with everything that its record carries
    #[arg(long, value_name = "SEQUENCE", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    at: Option<u64>,
    /// The records as JSON Lines
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &ShowArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let bound = source.book_of(&stream, args.of.book.as_deref())?;
    let (mut text, mut heading, mut shown) = (String::new(), None, 0_u64);
    let walked = source.walk(&stream, bound.book, args.at, |walk, step| {
        let wanted = match (args.coup, args.at) {
            (Some(number), _) => step.coup == Some(number),
            (None, Some(at)) => step.record.sequence == at,
            (None, None) => true,
        };
        if !wanted {
            return Ok(());
        }
        shown += 1;
        if args.json {
            text.push_str(&row::line(step.record));
        } else {
            let message = message(walk, &step);
            if args.at.is_none() && step.coup.is_some() && step.coup != heading {
                heading = step.coup;
                let number = step.coup.unwrap_or_default();
                text.push_str(&format!("\n{}\n", screen.heading(&format!("Coup {number}"))));
            }
            text.push_str(&line(&message, &step, screen));
            if args.at.is_some() {
                text.push_str(&carried(&step));
            }
        }
        flush(&mut text, screen)
    })?;
    if let (0, Some(at)) = (shown, args.at) {
        let message =
            format!("record {at} of {stream} tells what was asked, not what happened; the event follows it");
        return Err(Failure::usage(message));
    }
    if shown == 0 {
        let coups = walked.meters.coups;
        let number = args.coup.unwrap_or_default();
        return Err(Failure::usage(format!("no coup {number}: {stream} has {coups}")));
    }
    screen.write(&text)?;
    Ok(())
}

/// Writes what has gathered, once it is much.
fn flush(text: &mut String, screen: &Screen) -> Result<(), Failure> {
    if text.len() > 1 << 16 {
        screen.write(text)?;
        text.clear();
    }
    Ok(())
}

/// What is said of an event: as at a demonstration table, or as a transcript has it. Cards are told one by one.
fn message(walk: &Walk, step: &Step<'_>) -> Message {
    let plainly =
        || Message::new(Tone::Plain, story::sentence(&step.event.fact.to_string()), &step.event.cites);
    let one_by_one = matches!(step.event.fact, Fact::Deal(deal::Fact::CardDealt { .. }));
    let mut message = match walk.table.as_ref().filter(|_| !one_by_one) {
        Some(table) => story::message_of(step.event, table).unwrap_or_else(plainly),
        None => plainly(),
    };
    if message.clauses.is_empty() {
        message.clauses = step.event.cites.to_string();
    }
    message
}

fn line(message: &Message, step: &Step<'_>, screen: &Screen) -> String {
    let text = match message.tone {
        Tone::Heading => screen.heading(&message.text),
        Tone::Result(Winner::Player) => screen.ink(&message.text, Ink::Blue),
        Tone::Result(Winner::Banker) => screen.ink(&message.text, Ink::Red),
        Tone::Result(Winner::Tie) => screen.ink(&message.text, Ink::Green),
        Tone::Refused => screen.warning(&message.text),
        Tone::Call | Tone::Plain | Tone::Won | Tone::Lost => message.text.clone(),
    };
    let event = step.event;
    let who = format!("{} ({})", event.by.name, event.by.role);
    let clauses = screen.faint(&format!("[{}]", message.clauses));
    format!("{:>7}  {}  {who:<26}  {text}  {clauses}\n", step.record.sequence, event.at)
}

/// The rest of what a record carries.
fn carried(step: &Step<'_>) -> String {
    let record = step.record;
    let rows = [
        ("command", record.entry.command.to_string()),
        ("request", record.entry.request.to_string()),
        ("book", record.entry.book.to_string()),
        ("previous", record.previous.to_string()),
        ("hash", record.hash.to_string()),
        ("kind", record.payload.kind().to_owned()),
        ("payload", record.payload.text().to_owned()),
    ];
    rows.iter().map(|(name, value)| format!("         {name:<9} {value}\n")).collect()
}
