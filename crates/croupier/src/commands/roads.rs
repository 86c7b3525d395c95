//! `croupier roads`: the five score roads of a list of results.

mod board;
mod picture;
mod source;

use crate::failure::Failure;
use crate::screen::Screen;
use clap::Args;
use table::roads::Roads;

pub use picture::of as drawn;

const NOTATION: &str = "\
Results are letters in the order they fell, capital or small:
  B Banker   P Player   T Tie
Marks may stand right after a letter:
  + player pair   - banker pair   * or n natural
Blanks, commas and line ends are for the eye.

  croupier roads BPPTBB
  croupier roads 'T B+ Pn P- B*+-'
  croupier roads --json --file shoe.txt
  croupier roads - < shoe.txt";

/// Whose roads, and how they are told.
#[derive(Args)]
#[command(after_help = NOTATION)]
pub struct RoadsArgs {
    /// The results, such as BPPTBB, or - to read them from the standard input
    #[arg(required_unless_present = "file", conflicts_with = "file", value_name = "RESULTS")]
    results: Vec<String>,
    /// Read the results from a file
    #[arg(long, value_name = "FILE")]
    file: Option<std::path::PathBuf>,
    /// JSON, as docs/roads.md describes it
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &RoadsArgs, screen: &Screen) -> Result<(), Failure> {
    let roads = Roads::of(&source::results(args)?);
    let text = match args.json {
        true => serde_json::to_string_pretty(&roads).map_err(std::io::Error::from)? + "\n",
        false => picture::of(&roads, screen),
    };
    Ok(screen.write(&text)?)
}
