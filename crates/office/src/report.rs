//! Reports over the log: shift, table, dealers, drop boxes, results against theory. Each is made of sheets, shown as a page, as JSON, CSV or Excel.
//! The log gives the same report for ever, so that one of a period that is over is worked out once and kept (`kept`); one of a period
//! that is not is read from where the period begins (`start`), and from then on only what has come since (`current`).

mod balance;
mod boxes;
mod current;
mod dealers;
mod gather;
mod kept;
mod period;
mod results;
mod sheet;
mod start;
mod tables;

pub use current::Current;
pub(crate) use period::first_from;
pub use period::{Period, ReportQuery};
pub use sheet::{Cell, Sheet, workbook};

use crate::calendar::Clocks;
use crate::shift::Shifts;
use archive::{Archive, ArchiveFault};
use baccarat::book::Book;
use current::{Gathering, Source};
use floor::Floor;
use gather::Gathered;
use ledger::{LedgerError, Stream};
use people::Names;
use people::clock;
use people::denial::Denial;
use period::Range;
use serde_json::{Map, Value, json};
use std::sync::Arc;
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
    /// Drop boxes: what was keyed against what was found.
    Drop,
    /// Results against the exact odds.
    Results,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 5] = [Kind::Shift, Kind::Table, Kind::Dealers, Kind::Drop, Kind::Results];

    /// Its word in paths.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Shift => "shift",
            Kind::Table => "table",
            Kind::Dealers => "dealers",
            Kind::Drop => "drop",
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
    /// The clocks by which its times are written.
    pub clocks: Clocks,
    /// Whether the money of every table is in balance, to the chip.
    pub balances: bool,
    /// What it says.
    pub sheets: Vec<Sheet>,
}

impl Report {
    /// With the other names of whoever is named in it: what was signed keeps the name it was signed with.
    pub fn with_names(mut self, names: &Names) -> Report {
        let is_named = |name: &str| {
            let cells = self.sheets.iter().flat_map(|sheet| sheet.rows.iter().flatten());
            cells.into_iter().any(|cell| matches!(cell, Cell::Text(text) if text == name))
        };
        let mut sheet = Sheet::new("names", &["earlier", "now", "renamed"]);
        for renamed in names.all() {
            let now = names.now(&renamed.from);
            if names.of(now).iter().any(|name| is_named(name)) {
                sheet.rows.push(vec![Cell::text(&renamed.from), Cell::text(now), Cell::Time(renamed.at)]);
            }
        }
        if !sheet.rows.is_empty() {
            self.sheets.push(sheet);
        }
        self
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let sheets: Map<String, Value> =
            self.sheets.iter().map(|sheet| (sheet.name.to_owned(), sheet.json())).collect();
        json!({
            "report": self.kind.word(),
            "period": self.period,
            "tables": self.tables,
            "made": self.made,
            "time_zone": self.clocks.zone,
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
            ("from", self.clocks.written(self.period.from)),
            ("to", self.clocks.written(self.period.to)),
            ("tables", self.tables.join(", ")),
            ("balances", (if self.balances { "yes" } else { "no" }).to_owned()),
            ("made", self.clocks.written(self.made)),
            ("clocks", self.clocks.distance(self.made)),
        ];
        rows.map(|(key, value)| (key.to_owned(), value)).to_vec()
    }
}

/// Makes a report.
pub async fn make(
    (floor, shifts, current): (&Floor, &Shifts, &Current),
    clocks: Clocks,
    kind: Kind,
    asked: &ReportQuery,
) -> Result<Report, Denial> {
    let period = Period::asked((&floor.ledger, shifts), asked, &clocks).await?;
    let archive = Archive::over(floor.ledger.store().clone());
    let ids = tables_of(floor, &archive, asked.table.as_deref()).await?;
    let named: Vec<(String, String)> = ids.iter().map(|id| (id.clone(), name_of(floor, id))).collect();
    let id = kept::id(kind, &period, &named, &sheets_of(kind, &[]))?;
    if let Some(id) = &id
        && let Some((known, sheets)) = kept::find(&floor.ledger, id, sheets_of(kind, &[])).await?
    {
        let kept::KeptReport { made, balances, .. } = known;
        return Ok(Report { kind, period, tables: ids, made, clocks, balances, sheets });
    }
    let mut gathered = Vec::new();
    let counted = match kind {
        Kind::Drop | Kind::Shift | Kind::Table => boxes::gather(&floor.ledger, &period, &ids).await?,
        Kind::Dealers | Kind::Results => Vec::new(),
    };
    for id in ids.iter().filter(|_| kind != Kind::Drop) {
        let mut of = gather((floor, current), &archive, id, &period, kind).await?;
        of.win.find_in_boxes(counted.iter().map(|one| one.brought(id)).sum());
        gathered.push(of);
    }
    let report = Report {
        kind,
        period,
        tables: ids,
        made: clock::now(),
        clocks,
        balances: gathered.iter().all(balance::holds) && (kind != Kind::Drop || boxes::holds(&counted)),
        sheets: match kind {
            Kind::Drop => boxes::sheets(&counted),
            _ => sheets_of(kind, &gathered),
        },
    };
    // What does not hold in a log is told each time, and may be mended.
    if let Some(id) = id.filter(|_| gathered.iter().all(|of| of.fault.is_none()))
        && let Err(fault) = kept::keep(&floor.ledger, id, &report).await
    {
        tracing::warn!(%fault, "a report could not be kept; it is worked out again when it is asked for");
    }
    Ok(report)
}

/// Keeps where every table stood when the trading day began, so that reports of the day read no more than the day.
pub async fn keep_starts(floor: &Floor, clocks: &Clocks) -> Result<(), ArchiveFault> {
    let archive = Archive::over(floor.ledger.store().clone());
    let Some(today) = Period::today(clock::now(), clocks) else { return Ok(()) };
    for stream in archive.tables().await? {
        if let Range { after: Some(after), .. } = today.range(&floor.ledger, &stream).await? {
            let book = archive.book_of(&stream, None).await?.book;
            let source = Source { archive: &archive, ledger: &floor.ledger, places: None };
            start::walk_to(source, &stream, book, after).await?;
        }
    }
    Ok(())
}

/// The sheets of a report over these tables.
fn sheets_of(kind: Kind, gathered: &[Gathered]) -> Vec<Sheet> {
    match kind {
        Kind::Shift => balance::sheets(gathered),
        Kind::Table => tables::sheets(gathered),
        Kind::Dealers => dealers::sheets(gathered),
        Kind::Drop => boxes::sheets(&[]),
        Kind::Results => results::sheets(gathered),
    }
}

/// The name of a table for people.
fn name_of(floor: &Floor, id: &str) -> String {
    let configs = floor.configs();
    configs.iter().find(|config| config.id == id).map_or_else(|| id.to_owned(), |config| config.name.clone())
}

/// Every table of the log, or the one asked for: those of the settings in their order, then those that the settings no longer name.
async fn tables_of(floor: &Floor, archive: &Archive, asked: Option<&str>) -> Result<Vec<String>, Denial> {
    let found = archive.tables().await.map_err(|fault| Denial::ours(&fault))?;
    let mut tables: Vec<String> = found.iter().map(|stream| stream.name().to_owned()).collect();
    let configs = floor.configs();
    let place = |id: &String| configs.iter().position(|config| config.id == *id);
    tables.sort_by_key(|id| (place(id).unwrap_or(usize::MAX), id.clone()));
    tables.retain(|id| asked.is_none_or(|asked| asked == id));
    match tables.is_empty() && asked.is_some() {
        true => Err(Denial::not_found("there is no such table")),
        false => Ok(tables),
    }
}

/// Walks through a table's log up to the end of the period. What does not hold in it ends the walk and is told.
async fn gather(
    (floor, current): (&Floor, &Current),
    archive: &Archive,
    id: &str,
    period: &Period,
    kind: Kind,
) -> Result<Gathered, Denial> {
    let stream = Stream::new(TABLE, id).map_err(LedgerError::from)?;
    let book = archive.book_of(&stream, None).await.map_err(|fault| Denial::ours(&fault))?.book;
    let of = Gathered::new(id, &name_of(floor, id), &book.id);
    let Range { after, last } = period.range(&floor.ledger, &stream).await?;
    let Some(last) = last else { return Ok(of) };
    let log = current.source(archive, &floor.ledger);
    let (beginning, to) = ((after, period.from), period.to.min(clock::now()));
    let gathered = match period.is_kept_up() {
        true => {
            let held = current.of(id, beginning);
            let mut held = held.lock().await;
            gather_on(&mut held, log, &stream, (of.clone(), book, beginning), last).await
        }
        false => {
            let gathering = Gathering::begin(log, &stream, of.clone(), book, beginning).await;
            match gathering {
                Ok(mut gathering) => {
                    let went = gathering.go_on(archive, &stream, last, kind == Kind::Results).await;
                    went.map(|()| gathering)
                }
                Err(fault) => Err(fault),
            }
        }
    };
    match gathered {
        Ok(gathering) => Ok(gathering.ended(to)),
        Err(ArchiveFault::Impossible { place, message }) => Ok(Gathering::faulty(of, &place, &message)),
        Err(ArchiveFault::Ledger(fault)) => Err(fault.into()),
        Err(fault) => Err(Denial::ours(&fault)),
    }
}

/// Goes on with what is held of a period, or begins it.
async fn gather_on(
    held: &mut Option<Gathering>,
    log: Source<'_>,
    stream: &Stream,
    (of, book, beginning): (Gathered, Arc<Book>, (Option<u64>, Time)),
    last: u64,
) -> Result<Gathering, ArchiveFault> {
    // What fails midway is begun anew.
    let mut gathering = match held.take() {
        Some(gathering) => gathering,
        None => Gathering::begin(log, stream, of, book, beginning).await?,
    };
    gathering.go_on(log.archive, stream, last, true).await?;
    *held = Some(gathering.clone());
    Ok(gathering)
}

/// Reads what has come of the shift that is on and of today, as long as it may, so that whoever asks for a report of it does not wait for
/// that.
pub async fn keep_up(
    (floor, shifts, current): (&Floor, &Shifts, &Current),
    clocks: &Clocks,
    goes_on: impl Fn() -> bool,
) -> Result<(), Denial> {
    let archive = Archive::over(floor.ledger.store().clone());
    let now = ReportQuery::default();
    let on = Period::asked((&floor.ledger, shifts), &now, clocks).await?;
    let today = Period::today(clock::now(), clocks).filter(|_| on.shift.is_some());
    for period in today.into_iter().chain([on]) {
        for id in tables_of(floor, &archive, None).await? {
            if !goes_on() {
                return Ok(());
            }
            gather((floor, current), &archive, &id, &period, Kind::Results).await?;
        }
    }
    Ok(())
}
