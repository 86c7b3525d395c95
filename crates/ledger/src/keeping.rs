//! Keeping what is derived from a stream, and putting on record what it stands for.

use crate::draft::Draft;
use crate::error::LedgerError;
use crate::ledger::Ledger;
use crate::projection::{Projection, STANDS_FOR_KIND, StandsFor};
use crate::record::{CommandId, Payload, Stream};
use aggregate::{By, Time};
use merkle::{Hash, sha256};

impl Projection {
    /// Keeps what was derived from a stream up to a sequence, in place of what was kept before, and records what it stands for.
    pub async fn keep(
        self,
        ledger: &Ledger,
        stream: &Stream,
        (sequence, head): (u64, Hash),
        text: &str,
        at: Time,
    ) -> Result<(), LedgerError> {
        let stream = stream.beside(self.kind);
        let hash = sha256(&[text.as_bytes()]);
        ledger.store().keep_snapshot(&stream, hash, text.as_bytes()).await?;
        let stands_for = StandsFor { form: self.form, sequence, head, state: hash };
        let payload = Payload::new(STANDS_FOR_KIND, &stands_for)?;
        // A text of another form at the same place is another one.
        let command: CommandId = format!("{head}.{}", self.form).parse()?;
        let draft = Draft::note(stream, command, at, By::new("ledger", "ledger"), payload);
        ledger.append_own(draft).await.map(drop)
    }

    /// Records what a text stands for that is kept elsewhere, beside others of the same stream.
    pub async fn vouch(
        self,
        ledger: &Ledger,
        stream: &Stream,
        (sequence, head): (u64, Hash),
        text: &str,
        at: Time,
    ) -> Result<(), LedgerError> {
        let state = sha256(&[text.as_bytes()]);
        let payload = Payload::new(STANDS_FOR_KIND, &StandsFor { form: self.form, sequence, head, state })?;
        let by = By::new("ledger", "ledger");
        let draft = Draft::note(stream.beside(self.kind), self.id_at(sequence)?, at, by, payload);
        ledger.append_own(draft).await.map(drop)
    }
}
