//! Acts of people that are no acts at a table, as the ledger keeps them: who, when, in which role, what and why.

use crate::clock;
use crate::denial::Denial;
use crate::viewer::Person;
use ledger::{By, CommandId, Draft, Entry, Ledger, LedgerError, Payload, Stream};
use merkle::{Hash, sha256};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The longest reason somebody may give.
const LONGEST_WHY: usize = 200;
/// The number of entries read at a time.
const PAGE: u32 = 500;

/// The id under which an act of somebody is recorded once. Two people may choose the same.
pub fn command_id(id: &str, by: &Person) -> Result<CommandId, Denial> {
    let spelt = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !(8..=64).contains(&id.len()) || !id.bytes().all(spelt) {
        return Err(Denial::unprocessable("id: allowed are 8 to 64 letters, digits, - and _"));
    }
    let own = sha256(&[by.name.0.as_bytes()]).to_string();
    format!("{}:{id}", &own[..16]).parse().map_err(|bad| LedgerError::Text(bad).into())
}

/// A reason, which every act of this sort has.
pub fn check_why(why: &str) -> Result<(), Denial> {
    let length = why.chars().count();
    if why.trim().is_empty() || length > LONGEST_WHY || why.chars().any(char::is_control) {
        let message = format!("why: say why in 1 to {LONGEST_WHY} characters");
        return Err(Denial::unprocessable(message));
    }
    Ok(())
}

/// Who records what is nobody's act.
pub fn recorder() -> By {
    By::new("house", "recorder")
}

/// Something to put on record.
pub struct Act<'a> {
    /// In which stream.
    pub stream: Stream,
    /// The kind of its payloads.
    pub kind: &'a str,
    /// Under which id.
    pub command: CommandId,
    /// By whom.
    pub by: &'a Person,
    /// What was asked: two acts under one id are the same if this is.
    pub asked: Hash,
}

impl Act<'_> {
    /// What this id has left in the stream before, if anything.
    pub async fn before(&self, ledger: &Ledger) -> Result<Option<Entry>, Denial> {
        let found = ledger.store().command(&self.stream, &self.command).await.map_err(LedgerError::from)?;
        match found {
            Some(entry) if entry.request != self.asked => Err(Denial::same_id()),
            found => Ok(found),
        }
    }

    /// Puts it on record, durable before this answers.
    pub async fn record(self, ledger: &Ledger, what: &[impl Serialize]) -> Result<Entry, Denial> {
        let payloads = what.iter().map(|what| Payload::new(self.kind, what)).collect::<Result<Vec<_>, _>>();
        let draft = Draft {
            stream: self.stream,
            command: self.command,
            request: self.asked,
            at: clock::now(),
            by: By::new(&*self.by.name.0, self.by.role.word()),
            book: Hash::NONE,
            payloads: payloads.map_err(LedgerError::from)?,
        };
        Ok(ledger.append(draft).await?)
    }
}

/// Everything of a stream, each act with the entry that records it.
pub async fn read<T: DeserializeOwned>(
    ledger: &Ledger,
    stream: &Stream,
    kind: &str,
) -> Result<Vec<(Entry, T)>, Denial> {
    let (mut all, mut from) = (Vec::new(), 0);
    loop {
        let page = ledger.store().read(stream, from, PAGE).await.map_err(LedgerError::from)?;
        let Some(last) = page.last() else { return Ok(all) };
        from = last.end();
        for entry in &page {
            for record in entry.records().filter(|record| record.payload.kind() == kind) {
                let read = serde_json::from_str(record.payload.text());
                let read = read.map_err(|error| Denial::ours(&format!("{stream}: {error}")))?;
                all.push((entry.clone(), read));
            }
        }
    }
}
