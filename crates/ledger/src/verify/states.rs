//! States that a log was verified to lead to.

use super::Report;
use crate::error::LedgerError;
use crate::ledger::Ledger;
use crate::record::Stream;
use merkle::sha256;

/// Under this kind the states are kept that a log was verified to lead to, apart from snapshots that only save time.
const VERIFIED: &str = "verified";

impl Ledger {
    /// Keeps the states that a log was verified to lead to, so that verifying goes on from them.
    pub async fn keep_states(&self, verified: &Report) -> Result<(), LedgerError> {
        for (stream, text) in &verified.states {
            let stream: Stream = stream.parse()?;
            let place = stream.beside(&format!("{VERIFIED}-{}", stream.kind()));
            self.store().keep_snapshot(&place, sha256(&[text.as_bytes()]), text.as_bytes()).await?;
        }
        Ok(())
    }
}
