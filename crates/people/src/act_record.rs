//! Acts of people that are no acts at a table, as the ledger keeps them: who, when, in which role, what and why.

use crate::denial::Denial;
use crate::viewer::Person;
use ledger::{By, CommandId, Entry, Ledger, LedgerError, Stream};
use merkle::sha256;
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
