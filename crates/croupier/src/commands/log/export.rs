//! `croupier log export`: a table's records for other programs.

use super::source::Source;
use super::{TableOf, row};
use crate::failure::Failure;
use crate::files;
use crate::screen::Screen;
use archive::{ArchiveFault, Step};
use baccarat::chips::Money;
use clap::{Args, ValueEnum};
use lab::{Columns, Values};
use ledger::{Record, Stream};
use table::{Fact, SettledAs, bets, cards, deal, pay, people};

/// The kind of record that tells an event of a table.
const EVENT: &str = "table-event-1";

/// Where to, and as what.
#[derive(Args)]
pub struct ExportArgs {
    #[command(flatten)]
    of: TableOf,
    /// The file; its ending says what it is: jsonl, csv or parquet
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// What it is, where no file's ending says so
    #[arg(long, value_enum)]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One record on each line, with everything it carries, and what the table's shoes have opened
    Jsonl,
    /// A row for each record, amounts in hundredths
    Csv,
    /// The same, typed
    Parquet,
}

/// Runs it.
pub fn run(args: &ExportArgs, screen: &Screen) -> Result<(), Failure> {
    let format = args.format.or_else(|| match files::kind(args.output.as_deref()?).as_str() {
        "jsonl" | "ndjson" => Some(Format::Jsonl),
        "csv" => Some(Format::Csv),
        "parquet" => Some(Format::Parquet),
        _ => None,
    });
    let format = format.ok_or_else(|| {
        Failure::usage(
            "give a file that ends in .jsonl, .csv or .parquet, or say --format jsonl, csv or parquet",
        )
    })?;
    if format == Format::Parquet && args.output.is_none() {
        return Err(Failure::usage("Parquet goes to a file: give one with --output"));
    }
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let mut rows = Rows::default();
    if format != Format::Jsonl {
        let bound = source.book_of(&stream, args.of.book.as_deref())?;
        source.walk(&stream, bound.book, None, |_, step| {
            rows.add(&step);
            Ok(())
        })?;
    }
    let bytes = match format {
        Format::Jsonl => lines(&source, &stream)?.into_bytes(),
        // The mark by which Excel knows that the text is UTF-8; others pass over it.
        Format::Csv => ["\u{feff}", &sheet::csv(&rows.columns())?].concat().into_bytes(),
        Format::Parquet => sheet::parquet(&rows.columns())?,
    };
    match &args.output {
        Some(path) => files::write_file(path, &bytes),
        None => Ok(screen.write(&String::from_utf8_lossy(&bytes))?),
    }
}

/// Every event of a table as it stands, also where it cannot be: whoever judges it gets to see it. Behind them what its shoes opened, so
/// that nobody need take the table's word for the cards.
fn lines(source: &Source, table: &Stream) -> Result<String, Failure> {
    let mut lines = String::new();
    let shoes = source.block_on(source.archive().shoes(table.name()))?;
    let streams = [table.clone()].into_iter().chain(shoes.into_iter().map(|(_, shoe)| shoe));
    for stream in streams {
        let is_told = |record: &Record<'_>| stream != *table || record.payload.kind() == EVENT;
        let each = source.archive().each_entry(&stream, 0, |entry| {
            entry.records().filter(is_told).for_each(|record| lines.push_str(&row::line(&record)));
            Ok::<_, ArchiveFault>(true)
        });
        source.block_on(each)?;
    }
    Ok(lines)
}

/// The rows so far, column by column.
#[derive(Default)]
struct Rows {
    sequence: Vec<i64>,
    at: Vec<i64>,
    actor: Vec<String>,
    role: Vec<String>,
    command: Vec<String>,
    coup: Vec<Option<i64>>,
    fact: Vec<String>,
    message: Vec<String>,
    clauses: Vec<String>,
    patron: Vec<String>,
    wager: Vec<String>,
    card: Vec<String>,
    amount: Vec<Option<i64>>,
    result: Vec<String>,
    paid: Vec<Option<i64>>,
    commission: Vec<Option<i64>>,
    payload: Vec<String>,
    hash: Vec<String>,
}

impl Rows {
    fn add(&mut self, step: &Step<'_>) {
        let (record, event) = (step.record, step.event);
        self.sequence.push(record.sequence.cast_signed());
        self.at.push(event.at.0);
        self.actor.push(event.by.name.to_string());
        self.role.push(event.by.role.to_string());
        self.command.push(record.entry.command.to_string());
        self.coup.push(step.coup.map(i64::from));
        self.fact.push(fact_name(record.payload.text()));
        self.message.push(event.fact.to_string());
        self.clauses.push(event.cites.to_string());
        self.payload.push(record.payload.text().to_owned());
        self.hash.push(record.hash.to_string());
        let parts = Parts::of(&event.fact);
        self.patron.push(parts.patron);
        self.wager.push(parts.wager);
        self.card.push(parts.card);
        self.amount.push(parts.amount.map(|amount| amount.0));
        self.result.push(parts.result.to_owned());
        self.paid.push(parts.paid.map(|amount| amount.0));
        self.commission.push(parts.commission.map(|amount| amount.0));
    }

    fn columns(self) -> Columns {
        Columns::named(vec![
            ("sequence", Values::Whole(self.sequence)),
            ("at", Values::Whole(self.at)),
            ("actor", Values::Text(self.actor)),
            ("role", Values::Text(self.role)),
            ("command", Values::Text(self.command)),
            ("coup", Values::Maybe(self.coup)),
            ("fact", Values::Text(self.fact)),
            ("message", Values::Text(self.message)),
            ("clauses", Values::Text(self.clauses)),
            ("patron", Values::Text(self.patron)),
            ("wager", Values::Text(self.wager)),
            ("card", Values::Text(self.card)),
            ("amount", Values::Maybe(self.amount)),
            ("result", Values::Text(self.result)),
            ("paid", Values::Maybe(self.paid)),
            ("commission", Values::Maybe(self.commission)),
            ("payload", Values::Text(self.payload)),
            ("hash", Values::Text(self.hash)),
        ])
    }
}

/// What the format calls the fact.
fn fact_name(payload: &str) -> String {
    let value: Result<serde_json::Value, _> = serde_json::from_str(payload);
    value.ok().and_then(|value| value["fact"]["fact"].as_str().map(str::to_owned)).unwrap_or_default()
}

/// What many facts have, in columns of its own.
#[derive(Default)]
struct Parts {
    patron: String,
    wager: String,
    card: String,
    amount: Option<Money>,
    result: &'static str,
    paid: Option<Money>,
    commission: Option<Money>,
}

impl Parts {
    fn of(fact: &Fact) -> Parts {
        let none = Parts::default();
        match fact {
            Fact::People(people::Fact::Arrived { patron }) | Fact::People(people::Fact::Left { patron }) => {
                Parts { patron: patron.to_string(), ..none }
            }
            Fact::People(people::Fact::BoughtIn { patron, cash }) => {
                Parts { patron: patron.to_string(), amount: Some(*cash), ..none }
            }
            Fact::People(
                people::Fact::ChipsBrought { patron, chips } | people::Fact::ChipsTaken { patron, chips },
            ) => Parts { patron: patron.to_string(), amount: Some(*chips), ..none },
            Fact::People(people::Fact::VoucherSwapped { patron, worth }) => {
                Parts { patron: patron.to_string(), amount: Some(*worth), ..none }
            }
            Fact::Pay(pay::Fact::FloatFilled { amount, .. })
            | Fact::Pay(pay::Fact::FloatCredited { amount, .. }) => Parts { amount: Some(*amount), ..none },
            Fact::Bets(bets::Fact::WagerPlaced { stake }) => Parts {
                patron: stake.patron.to_string(),
                wager: stake.wager.to_string(),
                amount: Some(stake.amount),
                ..none
            },
            Fact::Pay(pay::Fact::WagerSettled { patron, wager, staked, result, .. }) => Parts {
                patron: patron.to_string(),
                wager: wager.to_string(),
                amount: Some(*staked),
                result: match result.outcome {
                    SettledAs::Wins => "wins",
                    SettledAs::StandsOff => "stands-off",
                    SettledAs::Loses => "loses",
                },
                paid: Some(result.paid),
                commission: Some(result.commission),
                ..none
            },
            Fact::Deal(deal::Fact::CardDealt { card: Some(card), .. })
            | Fact::Cards(cards::Fact::CardBurnt { card: Some(card), .. }) => {
                Parts { card: card.to_string(), ..none }
            }
            Fact::Deal(deal::Fact::Exposed { cards, .. }) => {
                let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                Parts { card: cards.join(" "), ..none }
            }
            _ => none,
        }
    }
}
