//! `croupier play`: one person at a table in the terminal, with play chips.

mod app;
mod boards;
mod felt;
mod keys;
mod mishap;
#[cfg(test)]
mod tests;
mod view;

use crate::failure::Failure;
use crate::screen::Screen;
use crate::sitting::{Cards, TableArgs};
use app::App;
use baccarat::chips::Money;
use clap::Args;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use signal_hook::consts::TERM_SIGNALS;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use table::{Name, Time};

const KEYS: &str = "\
At the table:
  arrows    choose a box and a chip       space, backspace  put a chip down, take it back
  enter     deal                          u c r             undo, clear, repeat
  ?         all keys and the table's signs

With --felt, key in each card of a real shoe as it is dealt: 7h, ts, qd. The table says what is due and refuses what is
not; p or b before a card says which hand it went to, x is the cutting card, z a card burnt face down; w asks what happened when something went wrong. Enter or the next
card confirms a card; until then backspace takes it back.";

/// Which table, and how much to bring.
#[derive(Args)]
#[command(after_help = KEYS)]
pub struct PlayArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Key in the cards of a real shoe, and be refereed
    #[arg(long, conflicts_with_all = ["seed", "dealing"])]
    felt: bool,
    /// How much to buy in for
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, default_value = "1000")]
    chips: Money,
    /// What the dealer calls you
    #[arg(long, default_value = "Guest")]
    name: String,
}

/// How often the table is looked at while nothing is keyed.
const TICK: Duration = Duration::from_millis(50);

/// Runs it.
pub fn run(args: &PlayArgs, screen: &Screen) -> Result<(), Failure> {
    let book = args.table.open_book()?;
    let settings = args.table.settings(&book)?;
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Err(Failure::usage(format!(
            "play needs a terminal for keys and cards; to watch a table instead: croupier deal {}",
            args.table.book
        )));
    }
    let seed = if args.felt { 0 } else { args.table.seed()? };
    let cards = if args.felt { Cards::Felt } else { args.table.shoe(seed, &book, &settings)? };
    let name: String = args.name.trim().chars().filter(|letter| !letter.is_control()).take(20).collect();
    let mut app = App::open(book, settings, cards, Name::from(name), args.chips)?;
    let signal = Arc::new(AtomicUsize::new(0));
    for ending in TERM_SIGNALS {
        signal_hook::flag::register_usize(*ending, signal.clone(), ending.unsigned_abs() as usize)?;
    }
    let mut terminal = ratatui::try_init()?;
    // Whatever happens at the table, the terminal is given back first; in a panic it is by ratatui's own hook.
    let played = at_the_table(&mut terminal, &mut app, &signal);
    ratatui::restore();
    played?;
    if let Some(ending) =
        TERM_SIGNALS.iter().find(|known| signal.load(Ordering::Relaxed) == known.unsigned_abs() as usize)
    {
        // Now the signal may do what it would have done at once.
        signal_hook::low_level::emulate_default_handler(*ending)?;
    }
    let seed = if args.felt { String::new() } else { format!(" The seed was {seed}.") };
    Ok(screen.write(&format!("{}{seed}\n", app.farewell()))?)
}

fn at_the_table(terminal: &mut DefaultTerminal, app: &mut App, signal: &AtomicUsize) -> std::io::Result<()> {
    let start = Instant::now();
    while !app.is_over() && signal.load(Ordering::Relaxed) == 0 {
        terminal.draw(|frame| view::draw(frame, app))?;
        if event::poll(TICK)?
            && let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            app.key(key);
        }
        app.tick(Time(i64::try_from(start.elapsed().as_millis()).unwrap_or(i64::MAX)));
    }
    Ok(())
}
