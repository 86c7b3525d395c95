//! `croupier simulate`: what a book's game does over shoes and shifts.

mod report;

use crate::commands::shoe_args::{ShoeArgs, whole};
use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::Screen;
use crate::screen::timing::{Pace, Stop};
use ::simulate::Strategy;
use baccarat::chips::Money;
use clap::Args;
use lab::simulation::{Question, Run, Simulation};

/// What is asked.
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub shoes: ShoeArgs,
    /// How many cards lie behind the cutting card
    #[arg(long, value_name = "N")]
    pub from_back: Option<u16>,
    /// How many shoes are dealt
    #[arg(long = "shoes", value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000_000>)]
    pub many: u64,
    /// How many shoes make a shift
    #[arg(long, value_name = "SHOES", default_value_t = 7, allow_negative_numbers = true, value_parser = whole::<1, 10_000>)]
    pub shift: u64,
    /// The stake on every wager on every coup
    #[arg(long, value_name = "AMOUNT", default_value = "10")]
    pub stake: Money,
    /// Only these wagers
    #[arg(long = "wager", value_name = "ID", num_args = 1..)]
    pub wagers: Vec<String>,
    /// Who plays: flat, proportional, martingale, follow, 1-3-2-6, fibonacci, or the path of a strategy file
    #[arg(long = "strategy", value_name = "NAME", num_args = 1..)]
    pub strategies: Vec<String>,
    /// Count coups alone, as fast as can be: no shoes, no shifts
    #[arg(long, conflicts_with = "strategies")]
    pub coups_only: bool,
    /// JSON, as docs/simulate.md describes it
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// CSV, a line for each bar of each distribution
    #[arg(long)]
    pub csv: bool,
    /// Also write these files: .json, .csv, .parquet, .svg or .html
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    pub output: Vec<String>,
}

/// Runs it.
pub fn run(args: &SimulateArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["json", "csv", "parquet", "svg", "html"])?;
    let stop = Stop::watch()?;
    let (answer, seconds) = simulated(args, stop)?;
    let text = match (args.json, args.csv) {
        (true, _) => lab::json(&answer)?,
        (_, true) => sheet::csv(&answer.columns())?,
        _ => report::message(&answer, seconds, screen),
    };
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "json" => lab::json(&answer)?.into_bytes(),
            "csv" => sheet::csv(&answer.columns())?.into_bytes(),
            "parquet" => sheet::parquet(&answer.columns())?,
            "svg" => sheet::simulation::svg(&answer).into_bytes(),
            _ => sheet::simulation::html(&answer).into_bytes(),
        })
    })
}

fn simulated(args: &SimulateArgs, stop: Stop) -> Result<(Simulation, f64), Failure> {
    let run = Run {
        shoes: args.many,
        shift: args.shift,
        stake: args.stake,
        wagers: args.wagers.clone(),
        strategies: args.strategies.iter().map(strategy).collect::<Result<_, _>>()?,
        coups_only: args.coups_only,
    };
    let question = Question::of(args.shoes.shoes(args.from_back)?, run)?;
    let pace = Pace::start(args.many, "shoes", stop);
    let start = std::time::Instant::now();
    let answer = lab::on_threads(args.shoes.threads, || question.answer(|done| pace.at(done)))?;
    pace.finish();
    Ok((answer?, start.elapsed().as_secs_f64()))
}

/// The name and the text of a strategy that is known here, or in a file.
fn strategy(name: &String) -> Result<(String, String), Failure> {
    match Strategy::text(name) {
        Some(text) => Ok((name.clone(), text.to_owned())),
        None if std::path::Path::new(name).exists() || name.contains(['/', '\\', '.']) => {
            Ok((name.clone(), library::read_file(name)?))
        }
        None => Err(Failure::usage(format!(
            "no strategy `{name}`: allowed are {}, or the path of a strategy file",
            Strategy::known().collect::<Vec<_>>().join(", ")
        ))),
    }
}
