//! Closed before drawn: what opens cards, and what the vault refuses to open.

use crate::drawing::Drawing;
use crate::refused::Refused;
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The most cards that a coup takes.
const COUP: u16 = 6;

/// The entry of the table's log that closed betting, or readied the shoe for the burn: how long the stream was with it, and the
/// hash of its last record. It is durable before the vault hears of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// How many records the table's stream had.
    pub length: u64,
    /// The hash of the last of them.
    pub hash: Hash,
}

/// Leave to tell some cards, which is never taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// For what.
    pub drawing: Drawing,
    /// How many cards had left the shoe.
    pub from: u16,
    /// Under which closing.
    pub closing: Closing,
}

impl Grant {
    /// The cards it opens, by how many left the shoe before each.
    pub fn opens(&self) -> Range<u16> {
        let cards = match self.drawing {
            Drawing::Burn => 1,
            Drawing::Coup(_) => COUP,
        };
        self.from..self.from.saturating_add(cards)
    }
}

/// Is this grant new? It is refused unless it comes after all others and opens no card that was told under another closing;
/// `out` says how many cards may be known.
pub(crate) fn is_new(grant: &Grant, others: &[Grant], out: u16) -> Result<bool, Refused> {
    if others.contains(grant) {
        return Ok(false);
    }
    let last = others.last();
    let later = last.is_none_or(|last| match (last.drawing, grant.drawing) {
        (_, Drawing::Burn) => false,
        (Drawing::Burn, Drawing::Coup(_)) => true,
        (Drawing::Coup(last), Drawing::Coup(next)) => next > last,
    });
    match last.filter(|last| !later || last.closing.length >= grant.closing.length) {
        Some(last) => Err(Refused::OtherClosing { last: last.drawing, closed: last.closing.length }),
        None if grant.from < out => Err(Refused::AlreadyOut { from: grant.from, out }),
        None => Ok(true),
    }
}

/// May this card be told under this closing?
pub(crate) fn may_tell(drawn: u16, closing: &Closing, grants: &[Grant]) -> Result<(), Refused> {
    let mut following = grants.iter().skip_while(|grant| grant.closing != *closing);
    let mine = following.next();
    // A later grant begins where the cards of this one ended.
    let end = following.next().map_or(u16::MAX, |next| next.from);
    match mine.is_some_and(|grant| grant.opens().contains(&drawn) && drawn < end) {
        true => Ok(()),
        false => Err(Refused::NotGranted { drawn }),
    }
}
