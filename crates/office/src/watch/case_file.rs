//! Case files: a dispute frozen with everything that proves it. The file itself is in the log, so that it is the same for ever.

use super::note::note_stream;
use super::{Watch, denied};
use crate::signer::Signer;
use archive::{ArchiveFault, CaseOf, Frozen};
use floor::typed::TypedDispute;
use ledger::{By, Draft, Entry, Ledger, LedgerError, Payload, Stream};
use merkle::{Hash, sha256};
use people::act_record;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::{Dispute, Time};
use utoipa::ToSchema;

/// The kind of stream that holds a case: `case/TABLE.DISPUTE.NUMBER`.
pub const CASE: &str = "case";
/// The kind of payload that says what the case is.
const FROZEN: &str = "case-1";
/// The kind of payload that holds the file, as a text.
const TEXT: &str = "case-text-1";
/// The most coups or notes in one case.
const MOST: usize = 50;

/// What a case is to hold.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseRequest {
    /// Yours to choose, once for each case: 8 to 64 letters, digits, `-` or `_`.
    pub id: String,
    /// The coups it concerns; the one that was played last when it was opened, if none is named.
    #[serde(default)]
    pub coups: Vec<u32>,
    /// Notes on it, by number.
    #[serde(default)]
    pub notes: Vec<u64>,
    /// Why it is frozen.
    pub why: String,
}

/// A case, as the log tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CaseRecord {
    /// The table.
    pub table: String,
    /// The dispute.
    pub dispute: u32,
    /// Which case of this dispute, from 1.
    pub number: u32,
    /// The coups in it.
    pub coups: Vec<u32>,
    /// The notes in it.
    pub notes: Vec<u64>,
    /// Why it was frozen.
    pub why: String,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// Who froze it.
    #[serde(default)]
    pub by: String,
    /// When.
    #[serde(default)]
    #[schema(value_type = i64)]
    pub at: Time,
}

/// A dispute, and the cases that were made of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DisputeView {
    /// The dispute, as it stands.
    #[schema(value_type = TypedDispute)]
    pub dispute: Dispute,
    /// The coup that was played last when it was opened.
    pub coup: Option<u32>,
    /// Its cases.
    pub cases: Vec<CaseRecord>,
}

fn stream(table: &str, dispute: u32, number: u32) -> Result<Stream, LedgerError> {
    Ok(Stream::new(CASE, &format!("{table}.{dispute}.{number}"))?)
}

fn message(entry: &Entry) -> Result<CaseRecord, Denial> {
    let record = entry.records.iter().find(|record| record.payload.kind() == FROZEN);
    let message = record.and_then(|record| serde_json::from_str::<CaseRecord>(record.payload.text()).ok());
    let message = message
        .ok_or_else(|| Denial::conflict("log-does-not-hold", format!("{} holds no case", entry.stream)))?;
    Ok(CaseRecord { by: entry.by.name.clone(), at: entry.at, ..message })
}

impl Watch {
    /// The cases of a dispute, each with its entry.
    async fn cases(&self, table: &str, dispute: u32) -> Result<Vec<Entry>, Denial> {
        let mut cases = Vec::new();
        for number in 1.. {
            let stream = stream(table, dispute, number)?;
            let mut entries =
                self.archive.store().read(&stream, 0, 1).await.map_err(|fault| denied(fault.into()))?;
            match entries.pop() {
                Some(entry) => cases.push(entry),
                None => break,
            }
        }
        Ok(cases)
    }

    /// The disputes of a table, newest first, each with its cases.
    pub async fn disputes(&self, table: &str) -> Result<Vec<DisputeView>, Denial> {
        let finder = self.finder(table).await?;
        let disputes = finder.table().map(|table| table.state().disputes.clone()).unwrap_or_default();
        let mut seen = Vec::new();
        for dispute in disputes.into_iter().rev() {
            let cases = self.cases(table, dispute.id).await?;
            let cases = cases.iter().map(message).collect::<Result<Vec<_>, _>>()?;
            seen.push(DisputeView {
                coup: finder.dispute(dispute.id).and_then(|found| found.coup),
                dispute,
                cases,
            });
        }
        Ok(seen)
    }

    /// Freezes a dispute. The same under the same id is frozen once.
    pub async fn freeze(
        &self,
        (ledger, signer): (&Ledger, &Signer),
        (table, dispute): (&str, u32),
        by: &Person,
        asked: CaseRequest,
    ) -> Result<CaseRecord, Denial> {
        act_record::check_why(&asked.why)?;
        let command = act_record::command_id(&asked.id, by)?;
        if asked.coups.len() > MOST || asked.notes.len() > MOST {
            return Err(Denial::unprocessable(format!("allowed are at most {MOST} coups and {MOST} notes")));
        }
        let missing = asked.notes.iter().find(|note| !self.notes.has(**note));
        if let Some(note) = missing {
            return Err(Denial::unprocessable(format!("notes: there is no note {note}")));
        }
        // The finder is held until the case is on record, so that two cases never get one number.
        let finder = self.finder(table).await?;
        let found = finder.dispute(dispute).cloned();
        let none = || ArchiveFault::NoDispute { stream: finder.stream.clone(), dispute };
        let found = found.ok_or_else(none).map_err(denied)?;
        let coups: BTreeSet<u32> = match asked.coups.is_empty() {
            true => found.coup.into_iter().collect(),
            false => asked.coups.iter().copied().collect(),
        };
        let notes: BTreeSet<u64> = asked.notes.iter().copied().collect();
        let cases = self.cases(table, dispute).await?;
        if let Some(known) = cases.iter().find(|entry| entry.command == command) {
            let known = message(known)?;
            let same =
                known.coups.iter().eq(&coups) && known.notes.iter().eq(&notes) && known.why == asked.why;
            return if same { Ok(known) } else { Err(Denial::same_id()) };
        }
        let mut ranges = Vec::new();
        for coup in &coups {
            let [first, last] = finder.coup(*coup).await.map_err(denied)?.events;
            ranges.push((*coup, first..=last));
        }
        let (at, number) = (clock::now(), cases.len() as u32 + 1);
        let of = CaseOf {
            dispute,
            events: found.events.clone(),
            coups: ranges,
            notes: notes.iter().map(|note| note_stream(*note)).collect::<Result<_, _>>()?,
            frozen: Frozen {
                by: by.name.to_string(),
                role: by.role.word().to_owned(),
                at,
                why: asked.why.clone(),
            },
        };
        signer.sign().await?;
        let text = self
            .archive
            .case(&finder.stream, &finder.bound, of)
            .await
            .map_err(denied)?
            .text()
            .map_err(denied)?;
        let case = CaseRecord {
            table: table.to_owned(),
            dispute,
            number,
            coups: coups.into_iter().collect(),
            notes: notes.into_iter().collect(),
            why: asked.why,
            sha256: sha256(&[text.as_bytes()]).to_string(),
            bytes: text.len() as u64,
            by: by.name.to_string(),
            at,
        };
        let payloads = vec![
            Payload::new(FROZEN, &case).map_err(LedgerError::from)?,
            Payload::new(TEXT, &text).map_err(LedgerError::from)?,
        ];
        let request = sha256(&[case.sha256.as_bytes(), by.name.0.as_bytes()]);
        let draft = Draft {
            stream: stream(table, dispute, number)?,
            command,
            request,
            at,
            by: By::new(&*by.name.0, by.role.word()),
            book: Hash::NONE,
            payloads,
        };
        let entry = ledger.append(draft).await?;
        message(&entry)
    }

    /// The file of a case: the very bytes that were frozen. The last one of the dispute, unless a number is given.
    pub async fn case(
        &self,
        table: &str,
        dispute: u32,
        number: Option<u32>,
    ) -> Result<(CaseRecord, String), Denial> {
        let none = || Denial::not_found("there is no such case");
        let cases = self.cases(table, dispute).await?;
        let entry = match number {
            Some(number) => cases.get(number.checked_sub(1).ok_or_else(none)? as usize),
            None => cases.last(),
        };
        let entry = entry.ok_or_else(none)?;
        let case = message(entry)?;
        let text = entry.records.iter().find(|record| record.payload.kind() == TEXT);
        let text = text.and_then(|record| serde_json::from_str::<String>(record.payload.text()).ok());
        match text.filter(|text| sha256(&[text.as_bytes()]).to_string() == case.sha256) {
            Some(text) => Ok((case, text)),
            None => Err(Denial::conflict("log-does-not-hold", "the file is not the one that was frozen")),
        }
    }
}
