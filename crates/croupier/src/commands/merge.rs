//! `croupier merge`: the parts of a simulation, dealt anywhere, put together.

use crate::commands::shoe_args::assumed_note;
use crate::commands::simulate;
use crate::failure::Failure;
use crate::files::Files;
use crate::screen::Screen;
use clap::Args;
use lab::simulation::Partial;
use std::path::Path;

/// Which parts.
#[derive(Args)]
pub struct MergeArgs {
    /// Files that `croupier simulate --partial` wrote, in any order
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<String>,
    /// JSON, the same to the last byte as that of one run of all shoes
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// CSV, a line for each bar of each distribution
    #[arg(long)]
    csv: bool,
    /// Also write these files: .json, .csv, .parquet, .svg or .html
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(args: &MergeArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, simulate::FORMS)?;
    let mut whole: Option<Partial> = None;
    for name in &args.parts {
        let text =
            std::fs::read_to_string(name).map_err(|error| Failure::unreadable(Path::new(name), &error))?;
        let named = |error: lab::Error| Failure::refused(format!("{name}: {error}"));
        let part = Partial::read(&text).map_err(named)?;
        whole = Some(match whole.take() {
            Some(before) => before.merge(part).map_err(named)?,
            None => part,
        });
    }
    let whole = whole.ok_or_else(|| Failure::usage("found no part; allowed are one or more"))?;
    let note = whole.rests_on_assumed()?.map(|book| assumed_note(&book, screen)).unwrap_or_default();
    simulate::show(&whole.answer()?, (None, &note), args.json, args.csv, &files, screen)
}
