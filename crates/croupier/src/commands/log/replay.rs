//! `croupier log replay`: a table as it stood.

use super::TableOf;
use super::source::Source;
use crate::arguments::number::whole;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::sitting::story::{self, hand};
use accounts::{Account, Kind};
use archive::Walk;
use baccarat::book::Book;
use baccarat::card::Card;
use clap::Args;
use table::Table;
use table::state::Phase;

/// Up to where.
#[derive(Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    of: TableOf,
    /// After this event; the last one if not given
    #[arg(long, value_name = "SEQUENCE", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    at: Option<u64>,
    /// Everything the table knows, as JSON
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &ReplayArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let bound = source.book_of(&stream, args.of.book.as_deref())?;
    let mut last = (0, table::Time(0));
    let walk = source.walk(&stream, bound.book, args.at, |_, step| {
        last = (step.record.sequence, step.event.at);
        Ok(())
    })?;
    let Some(table) = &walk.table else { return Err(Failure::refused(format!("{stream} is empty"))) };
    if args.json {
        let text = serde_json::to_string_pretty(table.state()).map_err(std::io::Error::from)?;
        screen.write(&format!("{text}\n"))?;
        return Ok(());
    }
    let (sequence, at) = last;
    let mut text = screen.heading(&format!("{stream} after event {sequence}, {at}"));
    text.push_str(&message(table, &walk, screen));
    screen.write(&text)?;
    Ok(())
}

/// A hand and what it counts.
fn counted(book: &Book, cards: &[Option<Card>]) -> String {
    match story::count(book, cards) {
        Some(count) => format!("{} makes {count}", hand(cards)),
        None => hand(cards),
    }
}

fn message(table: &Table, walk: &Walk, screen: &Screen) -> String {
    let state = table.state();
    let mut lines = vec![
        String::new(),
        format!("  {}, {} method", table.book().name, state.settings.method),
        format!("  shoe {}, {} cards out, {} coups dealt", state.shoe.number, state.shoe.drawn, state.coups),
        format!("  due: {}", table.due()),
    ];
    if let Phase::Coup(coup) = &state.phase {
        let [player, banker] = [&coup.player, &coup.banker].map(|cards| counted(table.book(), cards));
        lines.push(format!("  coup {}: Player {player}; Banker {banker}", coup.number));
    }
    lines.push(format!(
        "  float {}, of it commission {}; drop box {} in cash, {} in vouchers; tokens {}",
        state.float,
        walk.accounts.balance(&Account::Commission, Kind::Chips),
        state.drop,
        state.vouchers,
        state.token_float,
    ));
    for (name, patron) in &state.patrons {
        let seat = patron.seat.map(|seat| format!(", seat {seat}")).unwrap_or_default();
        let gone = if patron.present { "" } else { ", gone" };
        let tokens =
            if patron.tokens.0 > 0 { format!(", {} in tokens", patron.tokens) } else { String::new() };
        let owed = if patron.owed.0 > 0 { format!(", {} owed", patron.owed) } else { String::new() };
        lines.push(format!("  {name} holds {}{tokens}{owed}{seat}{gone}", patron.chips));
    }
    for stake in &state.stakes {
        lines.push(format!("  on the layout: {stake}"));
    }
    for item in &state.open_items {
        let who = if item.patron_owes { "owes" } else { "is owed" };
        lines.push(format!("  open: {} {who} {} from coup {}", item.patron, item.amount, item.coup));
    }
    for matter in state.matters.iter().filter(|matter| matter.decided.is_none()) {
        lines.push(format!("  undecided: {matter}"));
    }
    lines.push(screen.faint("  accounts and table agree after every event up to here"));
    lines.iter().map(|line| format!("{line}\n")).collect()
}
