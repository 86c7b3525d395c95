//! Who keyed what was done for an entrant. The event names the entrant; beside it, in a stream of the same tournament, stands whose hand
//! keyed it, under the same command id and in the same commit.

use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use people::denial::Denial;
use people::role::{Power, may};
use people::viewer::Person;
use serde::Serialize;
use std::collections::HashMap;
use table::{Name, Time};
use tournament::Act;

/// The kind of stream that holds these notes.
pub const KEYED: &str = "tournament-keyed";
const NOTE: &str = "tournament-keyed-1";

#[derive(Serialize)]
struct Note<'n> {
    #[serde(rename = "for")]
    entrant: &'n str,
}

/// The note that somebody keyed this command for an entrant.
pub(crate) fn note(
    tournament: &str,
    id: &CommandId,
    at: Time,
    by: &Person,
    entrant: &Name,
) -> Result<Draft, LedgerError> {
    let payload = Payload::new(NOTE, &Note { entrant: &entrant.0 })?;
    Ok(Draft::note(Stream::new(KEYED, tournament)?, id.clone(), at, By::from(&by.actor()), payload))
}

/// Who keyed which command of a tournament.
pub(crate) async fn read(
    ledger: &Ledger,
    tournament: &str,
) -> Result<HashMap<CommandId, String>, LedgerError> {
    let stream = Stream::new(KEYED, tournament)?;
    let (mut keyed, mut from) = (HashMap::new(), 0);
    loop {
        let page = ledger.store().read(&stream, from, 1_000).await?;
        let Some(last) = page.last() else { return Ok(keyed) };
        from = last.end();
        keyed.extend(page.iter().map(|entry| (entry.command.clone(), entry.by.name.clone())));
    }
}

/// May somebody key this for an entrant? At the desk what supervisors and managers take in, at a table what its staff see.
pub(crate) fn may_key(person: &Person, entrant: &Name, act: &Act) -> Result<(), Denial> {
    let power = match act {
        Act::Enter { .. } | Act::Sign | Act::Withdraw | Act::BuyIn { .. } | Act::BuyBack { .. } => Power::Set,
        Act::TakeSeat { .. }
        | Act::AgreeEarlyEnd
        | Act::Dispute { .. }
        | Act::Wager { .. }
        | Act::TakeBack { .. }
        | Act::LayPass { .. }
        | Act::LayForm => Power::Deal,
        _ => return Err(Denial::not_yours("for an entrant only what entrants do openly is keyed")),
    };
    if !may(person.role, power) {
        return Err(Denial::not_yours(format!("a {} may not do this for an entrant", person.role)));
    }
    if person.name == *entrant {
        return Err(Denial::not_yours("nobody who works here plays"));
    }
    Ok(())
}
