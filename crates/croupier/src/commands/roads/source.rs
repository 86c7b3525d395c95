//! Where results are read from: the command line, a file, or the standard input.

use super::RoadsArgs;
use crate::failure::{Exit, Failure};
use std::io::{self, Read};
use std::path::Path;
use table::roads::{RoadResult, notation};

/// Room for the most results that are read, each with all its marks and a few blanks.
const MOST_BYTES: u64 = 1024 * 1024;

/// The results asked about.
pub fn results(args: &RoadsArgs) -> Result<Vec<RoadResult>, Failure> {
    match (&args.file, args.results.as_slice()) {
        (Some(path), _) => from_file(path),
        (None, [dash]) if dash == "-" => from_stdin(),
        (None, words) => from_words(words),
    }
}

fn from_words(words: &[String]) -> Result<Vec<RoadResult>, Failure> {
    notation::read(&words.join(" ")).map_err(|fault| {
        // The likeliest slip: a file given where results stand.
        let hint = match words {
            [word] if Path::new(word).is_file() => {
                format!("\nTo read the file: croupier roads --file {word}")
            }
            _ => String::new(),
        };
        Failure::usage(format!("RESULTS: {fault}{hint}"))
    })
}

fn from_file(path: &Path) -> Result<Vec<RoadResult>, Failure> {
    let bytes =
        std::fs::File::open(path).and_then(bounded).map_err(|error| Failure::unreadable(path, &error))?;
    from_bytes(&path.display().to_string(), bytes)
}

fn from_stdin() -> Result<Vec<RoadResult>, Failure> {
    let bytes = bounded(io::stdin().lock()).map_err(|error| Failure {
        exit: Exit::Unreadable,
        text: format!("cannot read the standard input: {error}"),
    })?;
    from_bytes("standard input", bytes)
}

/// Reads one byte more than is allowed, so that too much is noticed and never held.
fn bounded(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Vec<RoadResult>, Failure> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::refused(format!(
            "{name}: more than {MOST_BYTES} bytes; allowed are {MOST_BYTES}"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::refused(format!("{name}: not UTF-8 text")))?;
    // Some editors put a mark before the first letter of a text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    notation::read(text).map_err(|fault| Failure::refused(format!("{name}: {fault}")))
}
