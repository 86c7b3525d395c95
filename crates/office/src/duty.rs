//! Who is still on duty from a shift that is over.

use crate::shift::{Shift, Stand};
use floor::Floor;
use ledger::{Entry, Ledger, LedgerError, Stream};
use people::denial::Denial;
use std::collections::BTreeSet;
use table::{Fact, Name, TABLE, Table};

/// The number of entries of the log that are read at once.
const AT_ONCE: u32 = 500;

/// Signs off whoever has been on duty since before a shift ended, relieved or not. Whoever signed on since stays, so that asking again does
/// nothing, and a house that fell over in between does it when it opens.
pub async fn end(floor: &Floor, shift: &Shift) {
    let Some(ended) = &shift.ended else { return };
    for table in floor.tables().iter() {
        // A table that was added since has nobody of that shift.
        let Some(stand) = ended.stands.get(&*table.id) else { continue };
        let signed_off = async {
            let on_duty = table.on_duty().await?;
            if on_duty.is_empty() {
                return Ok(());
            }
            let since = signed_on_since(&floor.ledger, &table.id, stand).await?;
            for name in on_duty.difference(&since) {
                table.sign_off(name.clone()).await?;
            }
            Ok::<(), Denial>(())
        };
        if let Err(denial) = signed_off.await {
            tracing::warn!(
                table = &*table.id,
                ?denial,
                "somebody whose shift is over could not be signed off"
            );
        }
    }
}

/// Who has signed on at a table since its log stood there.
async fn signed_on_since(ledger: &Ledger, table: &str, stand: &Stand) -> Result<BTreeSet<Name>, LedgerError> {
    let stream = Stream::new(TABLE, table)?;
    let (mut next, mut names) = (stand.sequence.saturating_add(1), BTreeSet::new());
    loop {
        let entries = ledger.store().read(&stream, next, AT_ONCE).await?;
        let Some(end) = entries.last().map(Entry::end) else { return Ok(names) };
        for entry in &entries {
            for (sequence, event) in ledger::events::<Table>(entry)? {
                if let Fact::People(table::people::Fact::SignedOn { name, .. }) = event.fact
                    && sequence > stand.sequence
                {
                    names.insert(name);
                }
            }
        }
        next = end;
    }
}
