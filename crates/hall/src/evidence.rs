//! A tournament with everything that proves it, in one file. `docs/evidence.md` describes it.

use crate::contest::Contest;
use archive::{Archive, ArchiveFault, Written};
use ledger::{Checkpoints, Head, Inclusion, LedgerError, Record, Signed, Stream};
use merkle::Hash;
use serde::Serialize;
use tournament::TOURNAMENT;

/// A tournament, proved as far as it is signed.
#[derive(Serialize)]
struct TournamentBundle {
    format: &'static str,
    tournament: String,
    book: [String; 2],
    signed: Signed,
    slices: Vec<WholeStream>,
}

/// A stream from its first record up to where a checkpoint has it.
#[derive(Serialize)]
struct WholeStream {
    head: Head,
    index: u64,
    path: Vec<Hash>,
    records: Vec<Written>,
}

impl Contest {
    /// The text of the file that proves it: conditions, draws, every coup, counts, places and money.
    pub async fn evidence(&self) -> Result<String, ArchiveFault> {
        let archive = Archive::over(self.ledger().store().clone());
        let stream =
            Stream::new(TOURNAMENT, &self.id).map_err(|bad| ArchiveFault::from(LedgerError::from(bad)))?;
        let bound = archive.book_of(&stream, None).await?;
        let length = self.length().await;
        let checkpoints = Checkpoints::read(archive.store()).await?;
        let inclusion = checkpoints.inclusion(&stream, length);
        let not_signed =
            || ArchiveFault::NotSigned { stream: stream.clone(), sequence: length.saturating_sub(1) };
        let Inclusion { head, index, path, signed } = inclusion.ok_or_else(not_signed)?;
        let mut records = Vec::new();
        archive
            .each_entry(&stream, 0, |entry| {
                let signed = |record: &Record<'_>| record.sequence < head.length;
                records.extend(entry.records().filter(signed).map(|record| Written::of(&record)));
                Ok::<_, ArchiveFault>(entry.end() < head.length)
            })
            .await?;
        let slices = vec![WholeStream { head, index, path, records }];
        let (format, tournament) = ("croupier-tournament-1", self.id.clone());
        let bundle = TournamentBundle { format, tournament, book: bound.texts, signed, slices };
        let text = serde_json::to_string_pretty(&bundle).map_err(|error| ArchiveFault::Impossible {
            place: "the file".to_owned(),
            message: error.to_string(),
        })?;
        Ok(text + "\n")
    }
}
