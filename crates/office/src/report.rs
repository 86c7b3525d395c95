//! Reports over the log: shift, table, dealers, results against theory. Each is made of sheets, shown as a page, as JSON, CSV or Excel.
//! Nothing of them is kept: the log gives the same report for ever.

mod balance;
mod dealers;
mod gather;
mod period;
mod results;
mod sheet;
mod tables;

pub use period::{Period, ReportQuery};
pub use sheet::{Cell, Sheet, workbook};

use crate::calendar;
use crate::shift::Shifts;
use crate::theory::Theory;
use accounts::{Meters, WinReport};
use archive::{Archive, ArchiveFault, Walk};
use floor::Floor;
use gather::{Elsewhere, Gathered};
use ledger::{LedgerError, Stream};
use people::clock;
use people::denial::Denial;
use period::Range;
use serde_json::{Map, Value, json};
use table::{TABLE, Time};

/// Which report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every table's money, in balance or not.
    Shift,
    /// Tables in detail: wagers, patrons, rulings.
    Table,
    /// What dealers did.
    Dealers,
    /// Results against the exact odds.
    Results,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Shift, Kind::Table, Kind::Dealers, Kind::Results];

    /// Its word in paths.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Shift => "shift",
            Kind::Table => "table",
            Kind::Dealers => "dealers",
            Kind::Results => "results",
        }
    }

    /// The report of this word.
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A report.
pub struct Report {
    /// Which.
    pub kind: Kind,
    /// About when.
    pub period: Period,
    /// About which tables.
    pub tables: Vec<String>,
    /// When it was made.
    pub made: Time,
    /// Whether the money of every table is in balance, to the chip.
    pub balances: bool,
    /// What it says.
    pub sheets: Vec<Sheet>,
}

impl Report {
    /// As JSON.
    pub fn json(&self) -> Value {
        let sheets: Map<String, Value> =
            self.sheets.iter().map(|sheet| (sheet.name.to_owned(), sheet.json())).collect();
        json!({
            "report": self.kind.word(),
            "period": self.period,
            "tables": self.tables,
            "made": self.made,
            "balances": self.balances,
            "sheets": sheets,
        })
    }

    /// What stands on the first sheet of a workbook.
    pub fn about(&self) -> Vec<(String, String)> {
        let shift = self.period.shift.as_ref().map(|shift| format!("{} {}", shift.number, shift.name));
        let rows = [
            ("report", self.kind.word().to_owned()),
            ("shift", shift.unwrap_or_default()),
            ("day", self.period.day.clone().unwrap_or_default()),
            ("from", calendar::written(self.period.from)),
            ("to", calendar::written(self.period.to)),
            ("tables", self.tables.join(", ")),
            ("balances", (if self.balances { "yes" } else { "no" }).to_owned()),
            ("made", calendar::written(self.made)),
        ];
        rows.map(|(key, value)| (key.to_owned(), value)).to_vec()
    }
}

/// Makes a report.
pub async fn make(
    (floor, shifts): (&Floor, &Shifts),
    day_begins: i64,
    kind: Kind,
    asked: &ReportQuery,
) -> Result<Report, Denial> {
    let period = Period::asked((&floor.ledger, shifts), asked, day_begins).await?;
    let archive = Archive::over(floor.ledger.store().clone());
    let mut gathered = Vec::new();
    for id in tables_of(floor, &archive, asked.table.as_deref()).await? {
        gathered.push(gather(floor, &archive, &id, &period, kind).await?);
    }
    let sheets = match kind {
        Kind::Shift => balance::sheets(&gathered),
        Kind::Table => tables::sheets(&gathered),
        Kind::Dealers => dealers::sheets(&gathered),
        Kind::Results => results::sheets(&gathered),
    };
    Ok(Report {
        kind,
        period,
        tables: gathered.iter().map(|of| of.id.clone()).collect(),
        made: clock::now(),
        balances: gathered.iter().all(balance::holds),
        sheets,
    })
}

/// Every table of the log, or the one asked for: those of the settings in their order, then those that the settings no longer name.
async fn tables_of(floor: &Floor, archive: &Archive, asked: Option<&str>) -> Result<Vec<String>, Denial> {
    let found = archive.tables().await.map_err(|fault| Denial::ours(&fault))?;
    let mut tables: Vec<String> = found.iter().map(|stream| stream.name().to_owned()).collect();
    let place = |id: &String| floor.configs.iter().position(|config| config.id == *id);
    tables.sort_by_key(|id| (place(id).unwrap_or(usize::MAX), id.clone()));
    tables.retain(|id| asked.is_none_or(|asked| asked == id));
    match tables.is_empty() && asked.is_some() {
        true => Err(Denial::not_found("there is no such table")),
        false => Ok(tables),
    }
}

/// Walks through a table's log up to the end of the period. What does not hold in it ends the walk and is told.
async fn gather(
    floor: &Floor,
    archive: &Archive,
    id: &str,
    period: &Period,
    kind: Kind,
) -> Result<Gathered, Denial> {
    let stream = Stream::new(TABLE, id).map_err(LedgerError::from)?;
    let book = archive.book_of(&stream, None).await.map_err(|fault| Denial::ours(&fault))?.book;
    let config = floor.configs.iter().find(|config| config.id == id);
    let mut of = Gathered::new(id, config.map_or(id, |config| &config.name), &book.id);
    let Range { after, last } = period.range(&floor.ledger, &stream).await?;
    let Some(last) = last else { return Ok(of) };
    let begun = Begun { walk: Walk::new(book), after, last, from: period.from };
    let ended = match walk(archive, &stream, &mut of, begun, kind).await {
        Ok(walk) => walk,
        Err(ArchiveFault::Impossible { place, message }) => {
            of.fault = Some(format!("{place}: {message}"));
            return Ok(of);
        }
        Err(ArchiveFault::Ledger(fault)) => return Err(fault.into()),
        Err(fault) => return Err(Denial::ours(&fault)),
    };
    of.elsewhere.1 = Elsewhere::of(&ended.accounts);
    of.win = ended.shift;
    of.meters = ended.meters;
    of.end(period.to);
    Ok(of)
}

/// A walk that has not begun, and where it shall go: the period is after this event up to that one.
struct Begun {
    walk: Walk,
    after: Option<u64>,
    last: u64,
    from: Time,
}

async fn walk(
    archive: &Archive,
    stream: &Stream,
    of: &mut Gathered,
    begun: Begun,
    kind: Kind,
) -> Result<Walk, ArchiveFault> {
    let Begun { mut walk, after, last, from } = begun;
    let mut first = 0;
    if let Some(after) = after {
        archive.walk_on(stream, &mut walk, 0..=after, |_, _| Ok::<_, ArchiveFault>(())).await?;
        walk.meters = Meters::default();
        walk.shift = WinReport::since(&walk.accounts);
        first = after + 1;
    }
    of.elsewhere.0 = Elsewhere::of(&walk.accounts);
    if let Some(table) = &walk.table {
        of.begin(table.state(), from);
    }
    if first > last {
        return Ok(walk);
    }
    archive
        .walk_on(stream, &mut walk, first..=last, |walk, step| {
            let state = walk.table.as_ref().map(|table| table.state());
            if let (Kind::Results, None, Some(state)) = (kind, &of.theory, state) {
                of.theory = Theory::new(&walk.book, &state.settings.method, state.settings.decks);
            }
            of.see(state, step.record.sequence, step.coup, step.event);
            Ok::<_, ArchiveFault>(())
        })
        .await?;
    Ok(walk)
}
