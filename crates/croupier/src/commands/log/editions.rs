//! `croupier log editions`: under which editions of its book a table was run, and what each changed.

use super::TableOf;
use super::source::Source;
use crate::failure::Failure;
use crate::screen::Screen;
use archive::InForce;
use clap::Args;

/// Of which table.
#[derive(Args)]
pub struct EditionsArgs {
    #[command(flatten)]
    of: TableOf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &EditionsArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let editions = source.block_on(source.archive().editions(&stream))?;
    if args.json {
        let answer = serde_json::json!({ "table": stream.name(), "editions": editions });
        screen.write(&format!("{answer:#}\n"))?;
        return Ok(());
    }
    let mut text = format!("{}\n", screen.heading(&format!("The editions of {}", stream.name())));
    editions.iter().for_each(|edition| text.push_str(&written(edition)));
    screen.write(&text)?;
    Ok(())
}

fn written(edition: &InForce) -> String {
    let InForce { from, at, by, edition, book, changed } = edition;
    let book = book.as_deref().unwrap_or("a book whose text is not in the log");
    let mut text = format!("from record {from}, {}, by {by}: {book}, {edition}\n", at);
    for change in changed {
        let said = |values: &[String]| match values.is_empty() {
            true => "silent".to_owned(),
            false => values.join("; "),
        };
        text.push_str(&format!("  {}\n", change.topic));
        text.push_str(&format!("    was {}\n    is  {}\n", said(&change.before), said(&change.after)));
    }
    if *from > 0 && changed.is_empty() {
        text.push_str("  nothing but words or comments\n");
    }
    text
}
