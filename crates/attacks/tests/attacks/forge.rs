//! A log built anew: every record chained again, every checkpoint signed again, whatever it says.

use ledger::{Chained, Entry, Key, Ledger, Record, store};
use merkle::{Hash, sha256};
use std::collections::HashMap;
use std::path::Path;

/// Everything that a log holds, in its order.
pub async fn entries(folder: &Path) -> Vec<Entry> {
    let store = store::read_only(folder).await.unwrap();
    let all = store.all(0, u32::MAX).await.unwrap();
    store.close().await.unwrap();
    all.into_iter().map(|(_, entry)| entry.unwrap()).collect()
}

/// Writes a log into a new folder with these entries, signed with this key from its first checkpoint to its last.
pub async fn rebuild(entries: &[Entry], key: &Key, folder: &Path) {
    let ledger = Ledger::over(store::open(folder).await.unwrap());
    let mut heads: HashMap<String, (u64, Hash)> = HashMap::new();
    for entry in entries {
        match entry.stream.kind() {
            "checkpoint" => drop(ledger.checkpoint(key, entry.by.clone(), entry.at).await.unwrap()),
            "key" => ledger.adopt_key(key, entry.by.clone(), entry.at).await.unwrap(),
            _ => {
                let head = heads.get(entry.stream.as_str()).copied().unwrap_or((0, Hash::NONE));
                let chained = chained(entry, head);
                heads.insert(entry.stream.to_string(), (chained.end(), chained.head()));
                ledger.store().append(&[chained]).await.unwrap();
            }
        }
    }
    ledger.close().await.unwrap();
}

/// An entry that follows on this head.
pub fn chained(entry: &Entry, (first, previous): (u64, Hash)) -> Entry {
    let mut next = Entry { first, previous, records: Vec::new(), ..entry.clone() };
    if let Some(asked) = entry.records.first().filter(|record| record.payload.kind() == "asked-1") {
        next.request = sha256(&[asked.payload.text().as_bytes()]);
    }
    let mut before = previous;
    for (place, Chained { payload, .. }) in entry.records.iter().enumerate() {
        let sequence = first + place as u64;
        let record = Record { entry: &next, sequence, payload, previous: before, hash: Hash::NONE };
        before = sha256(&[&record.bytes()]);
        next.records.push(Chained { payload: payload.clone(), hash: before });
    }
    next
}
