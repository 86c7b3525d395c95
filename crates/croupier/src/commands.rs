//! The command line: what may be asked, a file for each command.

mod book;
mod check;
mod compare;
mod conformance;
mod count;
mod deal;
mod drill;
mod house;
mod identity;
mod log;
mod manual;
mod merge;
mod nodes;
mod odds;
mod openapi;
mod par;
mod parent;
mod play;
mod promotion;
mod roads;
mod rule;
mod rules;
mod serve;
mod shelf;
mod shoe;
mod shoe_args;
mod simulate;
mod tournament;
mod two_people;
mod witness;

use crate::failure::Failure;
use crate::screen::Screen;
use clap::{Parser, Subcommand};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the answer is no: a book has faults or does not allow what was asked, or a check fails
  2  the command line was wrong
  3  a file could not be read
  4  the output could not be written

A BOOK is act, nz, qld or nsw, or the path of a book file.";

/// Baccarat by the book: rules with their clauses, and what every wager costs exactly.
#[derive(Parser)]
#[command(name = "croupier", version, after_help = EXIT_CODES, max_term_width = 110, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    demonstration: serve::DemonstrationArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Open the demonstration house, as `croupier` alone does
    #[command(hide = true)]
    Demonstration(serve::DemonstrationArgs),
    /// Run a house of your own: its tables, people and doors are set in a file
    Serve(serve::ServeArgs),
    /// Remember how far the log of a house had come, from outside it (C2SP tlog-witness)
    Witness(witness::WitnessArgs),
    /// Hash a password for the settings file of a house
    Password,
    /// The books on the shelf and what each of their wagers costs
    Shelf,
    /// The exact odds of every wager of a book, on a full shoe or any remaining one
    Odds(odds::OddsArgs),
    /// A book clause by clause, with the values each clause gives
    Rules(rules::RulesArgs),
    /// Every parameter on which books differ, side by side, with clauses
    Compare(compare::CompareArgs),
    /// Check a book file, print its schema, or list what a book may rule on
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Run transcripts: played tables with what the book must answer
    Check(check::CheckArgs),
    /// The five score roads of a list of results, such as BPPTBB
    Roads(roads::RoadsArgs),
    /// Deal shoes of a demonstration table and tell what happens, with clauses
    Deal(deal::DealArgs),
    /// What a ledger holds: shown, replayed, verified, exported
    #[command(subcommand)]
    Log(log::LogCommand),
    /// A house as a whole: its log moved, a copy made while it runs, a house made from a copy
    #[command(subcommand)]
    House(house::HouseCommand),
    /// Play at a table in the terminal, with play chips or as the referee of a real shoe
    Play(play::PlayArgs),
    /// What the book says when something went wrong, with clauses, and what really follows
    Rule(rule::RuleArgs),
    /// Questions for a trainee: third cards, settlements, irregularities, explained with the clause
    Drill(drill::DrillArgs),
    /// Deal shoes by the million: what wagers and strategies bring by coup, shoe and shift
    Simulate(simulate::SimulateArgs),
    /// Put the parts of a simulation together, in any order
    Merge(merge::MergeArgs),
    /// What somebody who counts cards could win on each wager, by depth of the cutting card
    Count(count::CountArgs),
    /// PAR sheets of a book: every wager's rows, probabilities and edges, with clauses, as a file
    Par(par::ParArgs),
    /// A book clause by clause with its proofs: data, code, transcripts, changes tried, verdicts
    Conformance(conformance::ConformanceArgs),
    /// Check sealed shoes, test that they are shuffled fairly, or export what the shuffle makes
    #[command(subcommand)]
    Shoe(shoe::ShoeCommand),
    /// Tournaments: conditions checked and printed, structures planned
    #[command(subcommand)]
    Tournament(tournament::TournamentCommand),
    /// Promotional prizes: terms checked and printed, draws held, shown and verified
    #[command(subcommand)]
    Promotion(promotion::PromotionCommand),
    /// Print the description of the API that a house serves (OpenAPI 3.1), without a house
    Openapi,
    /// Print shell completions
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    Man {
        /// The folder, made if it is not there
        folder: std::path::PathBuf,
    },
}

/// Does what is asked.
pub fn run(cli: &Cli, screen: &Screen) -> Result<(), Failure> {
    match &cli.command {
        None => serve::demonstrate(&cli.demonstration, screen),
        Some(Command::Demonstration(args)) => serve::demonstrate(args, screen),
        Some(Command::Serve(args)) => serve::run(args, screen),
        Some(Command::Witness(args)) => witness::run(args, screen),
        Some(Command::Password) => serve::password(screen),
        Some(Command::Shelf) => shelf::run(screen),
        Some(Command::Odds(args)) => odds::run(args, screen),
        Some(Command::Rules(args)) => rules::run(args, screen),
        Some(Command::Compare(args)) => compare::run(args, screen),
        Some(Command::Book(command)) => book::run(command, screen),
        Some(Command::Check(args)) => check::run(args, screen),
        Some(Command::Roads(args)) => roads::run(args, screen),
        Some(Command::Deal(args)) => deal::run(args, screen),
        Some(Command::Log(command)) => log::run(command, screen),
        Some(Command::House(command)) => house::run(command, screen),
        Some(Command::Play(args)) => play::run(args, screen),
        Some(Command::Rule(args)) => rule::run(args, screen),
        Some(Command::Drill(args)) => drill::run(args, screen),
        Some(Command::Simulate(args)) => simulate::run(args, screen),
        Some(Command::Merge(args)) => merge::run(args, screen),
        Some(Command::Count(args)) => count::run(args, screen),
        Some(Command::Par(args)) => par::run(args, screen),
        Some(Command::Conformance(args)) => conformance::run(args, screen),
        Some(Command::Shoe(command)) => shoe::run(command, screen),
        Some(Command::Tournament(command)) => tournament::run(command, screen),
        Some(Command::Promotion(command)) => promotion::run(command, screen),
        Some(Command::Openapi) => openapi::run(screen),
        Some(Command::Completions { shell }) => manual::completions(*shell, screen),
        Some(Command::Man { folder }) => manual::write_pages(folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Every option of every command, with the words that lead to it.
    fn options(command: &clap::Command, words: &[String], found: &mut Vec<(Vec<String>, clap::Arg)>) {
        found.extend(command.get_opts().map(|option| (words.to_vec(), option.clone())));
        for inner in command.get_subcommands() {
            options(inner, &[words, &[inner.get_name().to_owned()]].concat(), found);
        }
    }

    /// The types of numbers that options are read into.
    fn is_number(option: &clap::Arg) -> bool {
        let kind = format!("{:?}", option.get_value_parser().type_id());
        ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "f64"]
            .iter()
            .any(|name| kind.contains(name))
    }

    /// What is no number, too small or too large is told in our words, whichever option it is given to.
    #[test]
    fn bad_numbers_are_told_in_our_words() {
        let mut found = Vec::new();
        options(&Cli::command(), &["croupier".to_owned()], &mut found);
        let numbers: Vec<_> = found.into_iter().filter(|(_, option)| is_number(option)).collect();
        assert!(numbers.len() > 30, "{} options take numbers", numbers.len());
        for (words, option) in numbers {
            let flag = format!("--{}", option.get_long().unwrap_or_default());
            for bad in ["many", "", "-3", "99999999999999999999", "1.5"] {
                let line = [words.clone(), vec![flag.clone(), bad.to_owned()]].concat();
                let Err(error) = Cli::command().try_get_matches_from(&line) else {
                    panic!("{line:?} is understood");
                };
                let message = error.to_string();
                assert!(message.contains(&format!("found `{bad}`; allowed")), "{line:?}: {message}");
            }
        }
    }
}
