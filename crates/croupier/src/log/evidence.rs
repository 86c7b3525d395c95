//! `croupier log evidence`: one coup with everything that proves it.

use super::TableOf;
use super::source::{SHOE, Source, refused};
use crate::failure::Failure;
use crate::files;
use crate::screen::Screen;
use clap::Args;
use ledger::{Checkpoints, Inclusion, Record, Stream};
use serde::Serialize;
use std::ops::RangeInclusive;
use table::Fact;

/// Of which coup, and where to.
#[derive(Args)]
pub struct EvidenceArgs {
    #[command(flatten)]
    of: TableOf,
    /// The coup
    #[arg(long, value_name = "N")]
    coup: u32,
    /// The file
    #[arg(short, long, value_name = "FILE")]
    output: String,
}

/// The bundle, as `docs/evidence.md` describes it.
#[derive(Serialize)]
struct Bundle {
    format: &'static str,
    table: String,
    coup: u32,
    /// The sequences of its first and its last record in the table's stream.
    events: [u64; 2],
    /// The texts of the book's file and of the file it is based on.
    book: [String; 2],
    signed: ledger::Signed,
    slices: Vec<Slice>,
}

/// A part of a stream, up to where a checkpoint has it.
#[derive(Serialize)]
struct Slice {
    head: ledger::Head,
    index: u64,
    path: Vec<merkle::Hash>,
    records: Vec<Written>,
}

/// A record, field by field.
#[derive(Serialize)]
struct Written {
    sequence: u64,
    time: i64,
    actor: String,
    role: String,
    command: String,
    request: merkle::Hash,
    book: merkle::Hash,
    kind: String,
    /// The very text that is hashed.
    payload: String,
    previous: merkle::Hash,
    hash: merkle::Hash,
}

impl Written {
    fn of(record: &Record<'_>) -> Written {
        let entry = record.entry;
        Written {
            sequence: record.sequence,
            time: entry.at.0,
            actor: entry.by.name.clone(),
            role: entry.by.role.clone(),
            command: entry.command.to_string(),
            request: entry.request,
            book: entry.book,
            kind: record.payload.kind().to_owned(),
            payload: record.payload.text().to_owned(),
            previous: record.previous,
            hash: record.hash,
        }
    }
}

/// Runs it.
pub fn run(args: &EvidenceArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let bound = source.book_of(&stream, args.of.book.as_deref())?;
    let mut events: Option<RangeInclusive<u64>> = None;
    let mut dealt = false;
    source.walk(&stream, bound.book.clone(), None, |_, step| {
        if step.coup == Some(args.coup) {
            let sequence = step.record.sequence;
            let first = events.as_ref().map_or(sequence, |known| *known.start());
            events = Some(first..=sequence);
            dealt |= matches!(step.event.fact, Fact::CoupStarted { .. });
        }
        Ok(())
    })?;
    let Some(events) = events.filter(|_| dealt) else {
        return Err(Failure::usage(format!("no coup {} in {stream}", args.coup)));
    };
    let checkpoints = source.block_on(Checkpoints::read(source.store())).map_err(refused)?;
    let Some(signed) = checkpoints.last().map(|last| last.signed.clone()) else {
        return Err(Failure::refused("this ledger has no checkpoint yet, so that nothing is signed"));
    };
    let mut slices = vec![source.slice(&stream, events.clone(), &checkpoints)?];
    if let Some(slice) = source.shoe_slice(&stream, &slices[0], &checkpoints)? {
        slices.push(slice);
    }
    let [first, last] = [*events.start(), *events.end()];
    let records: usize = slices.iter().map(|slice| slice.records.len()).sum();
    let bundle = Bundle {
        format: "croupier-evidence-1",
        table: stream.name().to_owned(),
        coup: args.coup,
        events: [first, last],
        book: bound.texts,
        signed,
        slices,
    };
    let text = serde_json::to_string_pretty(&bundle).map_err(std::io::Error::from)?;
    files::write_file(&args.output, format!("{text}\n").as_bytes())?;
    let key = &bundle.signed.key;
    screen.write(&format!("{}: {records} records, signed with key {key}\n", args.output))?;
    Ok(())
}

impl Source {
    /// Records of a stream, and those after them up to the first checkpoint that has them.
    fn slice(
        &self,
        stream: &Stream,
        wanted: RangeInclusive<u64>,
        checkpoints: &Checkpoints,
    ) -> Result<Slice, Failure> {
        let Some(inclusion) = checkpoints.inclusion(stream, wanted.end() + 1) else {
            return Err(Failure::refused(format!(
                "no checkpoint has event {} of {stream} yet, so that nothing is signed",
                wanted.end()
            )));
        };
        let Inclusion { head, index, path, .. } = inclusion;
        let mut records = Vec::new();
        self.each_entry(stream, *wanted.start(), |entry| {
            let fits = |record: &Record<'_>| (*wanted.start()..head.length).contains(&record.sequence);
            records.extend(entry.records().filter(fits).map(|record| Written::of(&record)));
            Ok(entry.end() < head.length)
        })?;
        Ok(Slice { head, index, path, records })
    }

    /// The shoe's public record, if it was logged: from its seal to the last line before the next one's.
    fn shoe_slice(
        &self,
        table: &Stream,
        coup: &Slice,
        checkpoints: &Checkpoints,
    ) -> Result<Option<Slice>, Failure> {
        let stream = Stream::new(SHOE, table.name()).map_err(|bad| Failure::refused(bad.to_string()))?;
        let commands: Vec<&str> = coup.records.iter().map(|record| record.command.as_str()).collect();
        let (mut sealed, mut wanted, mut last) = (None, None, 0);
        self.each_entry(&stream, 0, |entry| {
            for record in entry.records() {
                // A line is a JSON text in a JSON text.
                let seals = record.payload.text().starts_with(r#""{\"sealed\""#);
                if seals && wanted.is_some() {
                    return Ok(false);
                }
                if seals {
                    sealed = Some(record.sequence);
                }
                if commands.contains(&record.entry.command.as_str()) {
                    wanted = wanted.or(sealed);
                }
                last = record.sequence;
            }
            Ok(true)
        })?;
        match wanted {
            Some(first) => self.slice(&stream, first..=last, checkpoints).map(Some),
            None => Ok(None),
        }
    }
}
