//! Who keyed what was done for a patron. The event tells of the patron; beside it, in a stream of the same table, stands whose hand
//! keyed it, under the same command id and in the same commit.

use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use table::{Actor, Name, Time};
use utoipa::ToSchema;

/// The kind of stream that holds these notes.
pub const KEYED: &str = "keyed";
const NOTE: &str = "keyed-1";

/// Whoever keyed something for a patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Keyed {
    /// Who.
    pub name: String,
    /// In which role.
    pub role: String,
}

impl From<&By> for Keyed {
    fn from(by: &By) -> Keyed {
        Keyed { name: by.name.clone(), role: by.role.clone() }
    }
}

impl From<&Actor> for Keyed {
    fn from(by: &Actor) -> Keyed {
        Keyed::from(&By::from(by))
    }
}

#[derive(Serialize, Deserialize)]
struct Note {
    #[serde(rename = "for")]
    patron: Name,
}

/// As many of the last notes are asked who keyed for a patron: more than an evening has.
const LAST: u64 = 2_000;

/// The note that somebody keyed this command for a patron.
pub fn note(table: &str, id: &CommandId, at: Time, by: &Actor, patron: &Name) -> Result<Draft, LedgerError> {
    let payload = Payload::new(NOTE, &Note { patron: patron.clone() })?;
    Ok(Draft::note(Stream::new(KEYED, table)?, id.clone(), at, By::from(by), payload))
}

/// Who keyed which command of a table, from this note on.
pub async fn read(
    ledger: &Ledger,
    table: &str,
    mut from: u64,
) -> Result<HashMap<CommandId, Keyed>, LedgerError> {
    let stream = Stream::new(KEYED, table)?;
    let mut keyed = HashMap::new();
    loop {
        let page = ledger.store().read(&stream, from, 1_000).await?;
        let Some(last) = page.last() else { return Ok(keyed) };
        from = last.end();
        keyed.extend(page.iter().map(|entry| (entry.command.clone(), Keyed::from(&entry.by))));
    }
}

/// Who has keyed something for this patron of late.
pub async fn hands_of(ledger: &Ledger, table: &str, patron: &Name) -> Result<BTreeSet<String>, LedgerError> {
    let (stream, store) = (Stream::new(KEYED, table)?, ledger.store());
    let end = store.last(&stream).await?.map_or(0, |entry| entry.end());
    let notes = store.read(&stream, end.saturating_sub(LAST), LAST as u32).await?;
    let is_theirs = |text: &str| serde_json::from_str::<Note>(text).is_ok_and(|note| note.patron == *patron);
    let theirs =
        notes.into_iter().filter(|entry| entry.records().any(|record| is_theirs(record.payload.text())));
    Ok(theirs.map(|entry| entry.by.name).collect())
}
