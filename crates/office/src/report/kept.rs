//! Reports of a shift or a day that is over, kept in the log so that each is worked out once. The log never changes, and so what such a
//! report says never does.

use super::sheet::{Cell, Sheet};
use super::{Kind, Period, Report};
use ledger::{CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use merkle::{Hash, sha256};
use people::act_record::recorder;
use serde::{Deserialize, Serialize};
use table::Time;

/// The kind of stream that holds them.
const REPORT: &str = "report";
/// The kind of payload.
const KEPT: &str = "report-1";

/// A report as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptReport {
    pub(super) made: Time,
    pub(super) balances: bool,
    /// The columns of each sheet: a release with others works the report out again.
    columns: Vec<Vec<String>>,
    /// The rows of each sheet.
    rows: Vec<Vec<Vec<Cell>>>,
}

fn stream() -> Result<Stream, LedgerError> {
    Ok(Stream::new(REPORT, "house")?)
}

fn columns(sheets: &[Sheet]) -> Vec<Vec<String>> {
    sheets.iter().map(|sheet| sheet.columns.iter().map(|column| (*column).to_owned()).collect()).collect()
}

/// The id under which a report is kept: which report, when, of which tables under which names, in which columns. Nothing for a period
/// that is not over, or that was made up by whoever asks.
pub(super) fn id(
    kind: Kind,
    period: &Period,
    tables: &[(String, String)],
    empty: &[Sheet],
) -> Result<Option<CommandId>, LedgerError> {
    if period.open || (period.shift.is_none() && period.day.is_none()) {
        return Ok(None);
    }
    let shift = period.shift.as_ref().map_or(0, |shift| shift.number);
    let content = format!("{tables:?} {:?}", columns(empty));
    let Hash(bytes) = sha256(&[content.as_bytes()]);
    let (from, to, of) = (period.from.0, period.to.0, hex::encode(&bytes[..8]));
    Ok(Some(format!("{}:{shift}:{from}:{to}:{of}", kind.word()).parse()?))
}

/// The report that was kept under this id, in the sheets of which `empty` has no rows yet.
pub(super) async fn find(
    ledger: &Ledger,
    id: &CommandId,
    mut empty: Vec<Sheet>,
) -> Result<Option<(KeptReport, Vec<Sheet>)>, LedgerError> {
    let Some(entry) = ledger.store().command(&stream()?, id).await? else { return Ok(None) };
    let text = entry.records.first().map(|record| record.payload.text()).unwrap_or_default();
    let Ok(mut kept) = serde_json::from_str::<KeptReport>(text) else { return Ok(None) };
    if kept.columns != columns(&empty) || kept.rows.len() != empty.len() {
        return Ok(None);
    }
    let rows = std::mem::take(&mut kept.rows);
    empty.iter_mut().zip(rows).for_each(|(sheet, rows)| sheet.rows = rows);
    Ok(Some((kept, empty)))
}

/// Keeps a report under this id. Without it the report is only worked out again.
pub(super) async fn keep(ledger: &Ledger, id: CommandId, report: &Report) -> Result<(), LedgerError> {
    let rows = report.sheets.iter().map(|sheet| sheet.rows.clone()).collect();
    let Report { made, balances, sheets, .. } = report;
    let kept = KeptReport { made: *made, balances: *balances, columns: columns(sheets), rows };
    let payload = Payload::new(KEPT, &kept)?;
    ledger.append(Draft::note(stream()?, id, *made, recorder(), payload)).await.map(drop)
}
