//! `croupier odds`: what every wager costs, exactly.

mod report;
mod sweep;
mod together;

use crate::arguments::number::small;
use crate::arguments::words::{BookName, WagerName};
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use baccarat::chips::{ChipSet, Money};
use clap::Args;
use lab::odds::{Question, Scope, composition};

/// What is asked.
#[derive(Args)]
pub struct OddsArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    pub book: String,
    /// How many decks a full shoe has; the most that the book allows if not given
    #[arg(long, value_name = "N", conflicts_with = "shoe", allow_negative_numbers = true, value_parser = small::<u8, 1, 100>)]
    pub decks: Option<u8>,
    /// The settlement method; the book's first if not given
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// Only these wagers, row by row
    #[arg(long = "wager", value_name = "ID", num_args = 1.., value_parser = WagerName, hide_possible_values = true)]
    pub wagers: Vec<String>,
    /// The cards left in a shoe: a JSON file from card to count, such as {"AS": 8, "TH": 7}
    #[arg(long, value_name = "FILE")]
    pub shoe: Option<String>,
    /// The odds of what this stake would really be paid at a table with these chips
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, requires = "chips", group = "amount")]
    pub stake: Option<Money>,
    /// The table's chip denominations, such as 1,5,25,100,500
    #[arg(long, value_name = "LIST", requires = "amount")]
    pub chips: Option<ChipSet>,
    /// The edge for every stake that the chips can make from one amount to another: 1-60
    #[arg(long, value_name = "FROM-TO", requires = "chips", group = "amount")]
    pub sweep: Option<String>,
    /// Several wagers by one person: the distribution of their net result, such as banker=100,tie=10; with --chips,
    /// of what would really be paid
    #[arg(long, value_name = "ID=STAKE,…", group = "amount", conflicts_with = "wagers")]
    pub together: Option<String>,
    /// What taking one card out of the shoe does to each wager
    #[arg(long, conflicts_with = "amount")]
    pub removal: bool,
    /// JSON, as docs/odds-json.md describes it
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// CSV, a line for each row of each wager
    #[arg(long, conflicts_with = "together")]
    pub csv: bool,
}

impl OddsArgs {
    fn scope(&self) -> Result<Scope, Failure> {
        let shoe = match &self.shoe {
            Some(path) => Some(composition(path, &library::read_file(path)?)?),
            None => None,
        };
        Ok(Scope { method: self.method.clone(), decks: self.decks, shoe, wagers: self.wagers.clone() })
    }
}

/// Runs it.
pub fn run(args: &OddsArgs, screen: &Screen) -> Result<(), Failure> {
    let book = library::open(&args.book)?;
    let question = Question::of(book, &args.scope()?)?;
    let text = if let Some(placed) = &args.together {
        together::message(&question, placed, args, screen)?
    } else if let (Some(stakes), Some(chips)) = (&args.sweep, &args.chips) {
        sweep::message(&question, stakes, chips, args, screen)?
    } else if args.removal {
        report::removals(&question, args, screen)?
    } else {
        report::odds(&question, args, screen)?
    };
    Ok(screen.write(&text)?)
}
