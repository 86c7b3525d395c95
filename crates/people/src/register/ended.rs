//! Sessions that were ended on purpose, on record: an older list of people that is put back makes none of them good again.

use super::People;
use crate::act_record::recorder;
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::session::Session;
use ledger::{Draft, Ledger, LedgerError, Payload, Stream};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The kind of stream that tells of sessions that were ended.
const ENDED: &str = "ended";
/// The kind of its payloads.
const KIND: &str = "session-ended-1";
/// The number of the last ones that are read: far more than end within the longest time that a session lasts.
const LAST: u32 = 10_000;

/// A session that was ended.
#[derive(Serialize, Deserialize)]
struct Ended {
    /// The hash of its token.
    token: Hash,
}

fn stream() -> Result<Stream, Denial> {
    Ok(Stream::new(ENDED, "house").map_err(LedgerError::from)?)
}

impl People {
    /// Puts on record that a session of staff was ended. It is over in any case, also where that cannot be recorded.
    pub(super) async fn record_end(&self, token: Hash, session: &Session) {
        let Some(ledger) = self.ledger.get().filter(|_| session.person.role != Role::Player) else { return };
        if let Err(fault) = append(ledger, token).await {
            tracing::error!(%fault, "that a session was ended could not be put on record");
        }
    }

    /// Forgets every session that was ended, or whose owner two people have let set new secrets or given another role or name since.
    pub(super) async fn forget_what_ended(&self, ledger: &Ledger) -> Result<(), Denial> {
        let ended = read(ledger).await?;
        let gone: Vec<Hash> = {
            let staff = self.staff.lock().await;
            let changed = |session: &Session| {
                let name = &*session.person.name.0;
                staff.as_ref().map(|log| log.state()).is_some_and(|known| {
                    known.enrolled(name) > session.since.0 || known.names().is_earlier(name)
                })
            };
            let gone = self.sessions.which(|token, session| ended.contains(&token.0) || changed(session));
            gone.into_iter().map(|(token, _)| token).collect()
        };
        for token in gone {
            tracing::error!("the list of people has a session that was ended");
            self.forget(token).await?;
        }
        Ok(())
    }
}

async fn append(ledger: &Ledger, token: Hash) -> Result<(), Denial> {
    let payload = Payload::new(KIND, &Ended { token }).map_err(LedgerError::from)?;
    let id = format!("ended-{}", &token.to_string()[..32]).parse().map_err(LedgerError::from)?;
    ledger.append(Draft::note(stream()?, id, clock::now(), recorder(), payload)).await?;
    Ok(())
}

async fn read(ledger: &Ledger) -> Result<BTreeSet<[u8; 32]>, Denial> {
    let (stream, store) = (stream()?, ledger.store());
    let last = store.last(&stream).await.map_err(LedgerError::from)?;
    let from = last.map_or(0, |entry| entry.end()).saturating_sub(LAST.into());
    let entries = store.read(&stream, from, LAST).await.map_err(LedgerError::from)?;
    let ended = |text: &str| {
        let read = serde_json::from_str::<Ended>(text);
        read.map(|ended| ended.token.0).map_err(|error| PeopleFault::new(format!("{stream}: {error}")))
    };
    let records = entries.iter().flat_map(|entry| entry.records());
    Ok(records.map(|record| ended(record.payload.text())).collect::<Result<_, PeopleFault>>()?)
}
