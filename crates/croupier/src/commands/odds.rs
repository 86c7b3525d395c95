//! `croupier odds`: what every wager costs, exactly.

mod question;
mod report;
mod sweep;
mod together;

pub use question::{OddsArgs, fraction, no_odds, result, wagers};
pub use report::csv_text;

use crate::failure::Failure;
use crate::screen::Screen;
use ::odds::{Evaluator, WagerOdds};
use baccarat::book::Book;
use baccarat::composition::Composition;
use baccarat::wager::Wager;
use question::Question;

/// Runs it.
pub fn run(args: &OddsArgs, screen: &Screen) -> Result<(), Failure> {
    let question = Question::of(args)?;
    let text = if let Some(placed) = &args.together {
        together::message(&question, placed, args, screen)?
    } else if let Some(stakes) = &args.sweep {
        sweep::message(&question, stakes, args, screen)?
    } else if args.removal {
        report::removals(&question, args, screen)?
    } else {
        report::odds(&question, args, screen)?
    };
    Ok(screen.write(&text)?)
}

/// The house edge of every wager of a book under a method, on a full shoe of eight decks, in hundredths of the stake.
pub fn edge_of_wagers(book: &Book, method: &str) -> Result<Vec<(String, String)>, Failure> {
    let wagers: Vec<&Wager> = book.wagers(method).unwrap_or_default().iter().collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).map_err(question::no_odds)?;
    let odds = evaluator.odds(&Composition::of_decks(8)).map_err(question::no_odds)?;
    let edge = |odds: &WagerOdds| (odds.wager().to_string(), format!("{:.3}", odds.house_edge() * 100.0));
    Ok(odds.iter().map(edge).collect())
}
