//! Is an entry whole, and what must follow there?

use crate::fault::{Fault, place};
use crate::record::{Entry, Payload};
use merkle::Hash;

/// Is this entry what must follow there? The first thing that is wrong with it, if anything is.
pub(crate) fn check_whole(entry: &Entry, first: u64, previous: Hash) -> Option<Fault> {
    let fault =
        |sequence, field, message: String| Fault { place: place(&entry.stream, sequence), field, message };
    if entry.first != first {
        let message =
            format!("found {}, expected {first}: records are missing, doubled or out of order", entry.first);
        return Some(fault(entry.first, "sequence", message));
    }
    if entry.previous != previous {
        let message = format!("found {}, but the record before has the hash {previous}", entry.previous);
        return Some(fault(first, "previous", message));
    }
    let mut bytes = Vec::new();
    let mut wrong: Option<(u64, &Payload, Hash, Hash)> = None;
    let (mut before, mut all_wrong) = (previous, true);
    for (place, record) in entry.records.iter().enumerate() {
        let sequence = first + place as u64;
        let hash = entry.hash(&mut bytes, sequence, &record.payload, before);
        if hash == record.hash {
            all_wrong = false;
        } else if wrong.is_none() {
            wrong = Some((sequence, &record.payload, hash, record.hash));
        }
        // What follows is held against what is stored, so that one fault is not found again in every record after it.
        before = record.hash;
    }
    let (sequence, payload, computed, stored) = wrong?;
    // If the next record follows on the hash as computed, it is the hash itself that was altered.
    let next = entry.records.get((sequence - first) as usize + 1);
    if let Some(next) = next
        && entry.hash(&mut bytes, sequence + 1, &next.payload, computed) == next.hash
    {
        return Some(fault(sequence, "hash", format!("found {stored}, expected {computed}")));
    }
    if let Err(bad) = payload.check() {
        return Some(fault(sequence, "payload", bad.to_string()));
    }
    if all_wrong && entry.records.len() > 1 {
        let message = format!("they do not give the hash {stored}");
        return Some(fault(sequence, "time, actor, role, command, request or book", message));
    }
    let message = format!("its fields give the hash {computed}, stored is {stored}");
    Some(fault(
        sequence,
        if entry.records.len() > 1 { "payload or kind" } else { "any field or the hash" },
        message,
    ))
}
