//! Slips read back from the log.

use floor::Floor;
use floor::slip::Slip;
use ledger::Stream;
use people::denial::Denial;
use table::{TABLE, Table};

/// The slip of a table with this number.
pub async fn read(floor: &Floor, table: &str, seq: u64) -> Result<Slip, Denial> {
    let gone = || Denial::not_found("there is no such slip at this table");
    let stream = Stream::new(TABLE, table).map_err(|_| gone())?;
    let found = floor.ledger.store().read(&stream, seq, 1).await.map_err(|fault| Denial::ours(&fault))?;
    let record = found.iter().flat_map(|entry| entry.records()).find(|record| record.sequence == seq);
    let event = ledger::event::<Table>(&record.ok_or_else(gone)?).map_err(|fault| Denial::ours(&fault))?;
    let event = event.ok_or_else(gone)?;
    Slip::of(table, seq, &event).ok_or_else(gone)
}
