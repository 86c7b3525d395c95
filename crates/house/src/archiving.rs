//! Old entries of the log, put into segments once they are as old as the settings say.

use ledger::Ledger;
use ledger::store;
use std::time::Duration;
use table::Time;

/// How often it is looked whether entries have grown old.
pub(crate) const LOOKS: Duration = Duration::from_secs(3_600);
/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// Puts away what is older than so many days. Only what was verified up to this position leaves its rows. Says how many entries did.
pub async fn archive_old(ledger: &Ledger, verified: u64, days: u32, now: Time) -> Result<u64, String> {
    let store = ledger.store();
    let before = Time(now.0 - i64::from(days) * DAY);
    let up_to = store::last_before(&**store, before, verified).await.map_err(|fault| fault.to_string())?;
    store.archive(up_to).await.map_err(|fault| fault.to_string())
}
