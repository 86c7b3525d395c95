//! `croupier simulate`: what a book's game does over shoes and shifts.

mod report;

use crate::arguments::number::{small, whole};
use crate::arguments::words::WagerName;
use crate::commands::shoe_args::ShoeArgs;
use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::Screen;
use crate::screen::timing::{Pace, Stop};
use ::simulate::Strategy;
use baccarat::chips::Money;
use clap::Args;
use lab::simulation::{Partial, Question, Run, Simulation};

/// What is asked.
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub shoes: ShoeArgs,
    /// How many cards lie behind the cutting card
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = small::<u16, 0, 5_200>)]
    pub from_back: Option<u16>,
    /// The number of the first shoe, for a part of a longer run; with strategies a multiple of --shift
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<0, 1_000_000_000_000>)]
    pub first_shoe: u64,
    /// How many shoes are dealt
    #[arg(long = "shoes", value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000_000>)]
    pub many: u64,
    /// How many shoes make a shift
    #[arg(long, value_name = "SHOES", default_value_t = 7, allow_negative_numbers = true, value_parser = whole::<1, 10_000>)]
    pub shift: u64,
    /// The stake on every wager on every coup
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, default_value = "10")]
    pub stake: Money,
    /// Only these wagers
    #[arg(long = "wager", value_name = "ID", num_args = 1.., value_parser = WagerName, hide_possible_values = true)]
    pub wagers: Vec<String>,
    /// Who plays: flat, proportional, martingale, follow, 1-3-2-6, fibonacci, paroli, labouchere, oscars-grind, counter, big-eye, or the
    /// path of a strategy file
    #[arg(long = "strategy", value_name = "NAME", num_args = 1..)]
    pub strategies: Vec<String>,
    /// How many coups are dealt in an hour, for what a strategy wins in one
    #[arg(long, value_name = "N", default_value_t = 70, allow_negative_numbers = true, value_parser = whole::<1, 10_000>)]
    pub coups_per_hour: u64,
    /// Write what came of these shoes as a part of a longer run, for `croupier merge`; needs --seed
    #[arg(long, value_name = "FILE", requires = "seed", conflicts_with_all = ["json", "csv", "output"])]
    pub partial: Option<String>,
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
    let files = Files::checked(&args.output, FORMS)?;
    let stop = Stop::watch()?;
    if let Some(file) = &args.partial {
        return part(args, stop, file, screen);
    }
    let (answer, seconds) = simulated(args, stop)?;
    let note = args.shoes.assumed_note(screen)?;
    show(&answer, (Some(seconds), &note), args.json, args.csv, &files, screen)
}

/// The files that a simulation may be written as.
pub const FORMS: &[&str] = &["json", "csv", "parquet", "svg", "html"];

/// Shows a simulation, with how long it took and what it rests on that no instrument states, and writes its files.
pub fn show(
    answer: &Simulation,
    (seconds, note): (Option<f64>, &str),
    as_json: bool,
    as_csv: bool,
    files: &Files<'_>,
    screen: &Screen,
) -> Result<(), Failure> {
    let text = match (as_json, as_csv) {
        (true, _) => lab::json(answer)?,
        (_, true) => sheet::csv(&answer.columns())?,
        _ => report::message(answer, seconds, note, screen),
    };
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "json" => lab::json(answer)?.into_bytes(),
            "csv" => sheet::csv(&answer.columns())?.into_bytes(),
            "parquet" => sheet::parquet(&answer.columns())?,
            "svg" => sheet::simulation::svg(answer).into_bytes(),
            _ => sheet::simulation::html(answer).into_bytes(),
        })
    })
}

/// Deals a part of a longer run and writes it down.
fn part(args: &SimulateArgs, stop: Stop, file: &str, screen: &Screen) -> Result<(), Failure> {
    let (book, table) = (library::text_of(&args.shoes.book)?, args.shoes.choice(args.from_back)?);
    let (seed, run) = (args.shoes.seed()?, asked(args)?);
    let pace = Pace::start(args.many, "shoes", stop);
    let dealt = lab::on_threads(args.shoes.threads, || {
        Partial::deal(&book, &table, seed, run, |done| pace.at(done))
    })?;
    pace.finish();
    let dealt = dealt?;
    crate::files::write_file(file, dealt.json()?.as_bytes())?;
    let shoes = dealt.shoes();
    let many: u64 = shoes.iter().map(|(_, many)| many).sum();
    let last = args.first_shoe + many.saturating_sub(1);
    Ok(screen.write(&format!("{file}: shoes {} to {last}, for `croupier merge`\n", args.first_shoe))?)
}

fn asked(args: &SimulateArgs) -> Result<Run, Failure> {
    Ok(Run {
        first: args.first_shoe,
        shoes: args.many,
        shift: args.shift,
        stake: args.stake,
        wagers: args.wagers.clone(),
        strategies: args.strategies.iter().map(strategy).collect::<Result<_, _>>()?,
        coups_only: args.coups_only,
        coups_an_hour: args.coups_per_hour as u32,
    })
}

fn simulated(args: &SimulateArgs, stop: Stop) -> Result<(Simulation, f64), Failure> {
    let question = Question::of(args.shoes.shoes(args.from_back)?, asked(args)?)?;
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
            "no strategy `{name}`: allowed are {}, or the path of a strategy file{}",
            Strategy::known().collect::<Vec<_>>().join(", "),
            lab::meant(name, Strategy::known())
        ))),
    }
}
