//! A log that a release with other rulings takes over puts their numbers on record.

use crate::checkpoint::Order;
use crate::draft::Draft;
use crate::error::LedgerError;
use crate::ledger::Ledger;
use crate::record::{CommandId, Payload};
use crate::rulings::{Numbers, RULINGS_KIND, Rulings, RulingsTaken, stream};
use aggregate::{By, Time};
use merkle::sha256;

impl Ledger {
    /// Puts on record that commands are decided by rulings of these numbers, where the log has others or none. As far as `verified` the
    /// log was found to hold before this release opened it; what follows agrees with the rulings of this release. Where nothing is
    /// known, everything after the last take-over does.
    pub async fn take_rulings(
        &self,
        rulings: Numbers,
        verified: Option<Order>,
        by: By,
        at: Time,
    ) -> Result<bool, LedgerError> {
        let known = Rulings::read(&**self.store()).await?;
        let last = known.all.last();
        if last.is_some_and(|last| last.rulings == rulings) {
            return Ok(false);
        }
        let before = last.map_or(Order::NONE, |last| last.after);
        let after = verified.filter(|verified| verified.position > before.position).unwrap_or(before);
        let taken = RulingsTaken { rulings, after };
        if !taken.is_raised(last) {
            let why = "the log was decided by later rulings than those of this release".to_owned();
            return Err(LedgerError::Rulings { why });
        }
        let payload = Payload::new(RULINGS_KIND, &taken)?;
        let id: CommandId = sha256(&[payload.text().as_bytes()]).to_string().parse()?;
        self.append_own(Draft::note(stream(), id, at, by, payload)).await.map(|_| true)
    }
}
