//! A copy of a house while it runs, and a house made from such a copy.
//!
//! The vault is not in it: whoever had a copy of the vault could deal a known shoe again. A house made from a copy therefore begins with a new
//! vault: every shoe that was in use is given up, a coup under way is set aside by the book, and the log says from when it was put back.

use crate::files::private_folder;
use archive::{Archive, RESTORED_AT, Witnesses, is_put_back_at};
use ledger::store::{self, Place};
use ledger::{By, Checkpoint, Draft, Key, Keys, Ledger, LedgerError, Payload, Store, Stream, Time};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The file that says what is in a copy.
const MANIFEST: &str = "backup.json";

/// The folders of a house that are copied as they are: nobody changes a file in them once it is written.
const AS_THEY_ARE: [&str; 1] = ["forms"];

/// The kind of record that says that a house was put back.
const RESTORED: &str = "restored-1";

/// What is in a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// The number of entries of the log in it.
    pub entries: u64,
    /// Every file, with the hash of the hashes of its parts of 1 MiB.
    pub files: BTreeMap<String, Hash>,
}

fn message(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// Copies a house that may be running into a folder that is not there yet. Says what is in the copy.
pub async fn back_up(data: &Path, to: &Path, at: Time) -> Result<Manifest, String> {
    let log = data.join("ledger");
    if !store::is_there(&log).await.map_err(|fault| message(&log, &fault))? {
        return Err(message(data, &"there is no house with its log in this folder"));
    }
    if to.exists() {
        return Err(message(to, &"is there already; allowed is a folder that is not"));
    }
    // Written beside and put in its place whole, so that half a copy is never taken for one.
    let beside = to.with_extension("new");
    if beside.exists() {
        std::fs::remove_dir_all(&beside).map_err(|error| message(&beside, &error))?;
    }
    for folder in ["ledger", "people"].into_iter().chain(AS_THEY_ARE) {
        let folder = beside.join(folder);
        private_folder(&folder).map_err(|error| message(&folder, &error))?;
    }
    store::copy(&log, &beside.join("ledger")).await.map_err(|fault| message(&log, &fault))?;
    let people = data.join("people");
    people::copy(&people, &beside.join("people")).await.map_err(|fault| message(&people, &fault))?;
    for name in AS_THEY_ARE {
        copy_files(&data.join(name), &beside.join(name))
            .map_err(|error| message(&data.join(name), &error))?;
    }
    let copied =
        store::read_only(beside.join("ledger").as_path()).await.map_err(|fault| message(to, &fault))?;
    let entries = count(&*copied).await.map_err(|fault| message(to, &fault))?;
    copied.close().await.map_err(|fault| message(to, &fault))?;
    let files = hashes(&beside).map_err(|error| message(to, &error))?;
    let manifest = Manifest { at: at.0, entries, files };
    let text = serde_json::to_vec_pretty(&manifest).map_err(|error| message(to, &error))?;
    write(&beside.join(MANIFEST), &text).map_err(|error| message(to, &error))?;
    std::fs::rename(&beside, to).map_err(|error| message(to, &error))?;
    Ok(manifest)
}

/// Makes a house in a folder that has none, from a copy. Everything is verified before anything is put in its place, and the log says
/// what was done and by whom, signed with the key of that log: whoever only writes into it puts back nothing. `prove` is given the folder of the list of people and the log that were put back, and says who may do it;
/// if nobody may, nothing is left of it.
pub async fn restore<F: Future<Output = Result<By, String>>>(
    from: &Path,
    data: &Path,
    (key, at): (&Key, Time),
    prove: impl FnOnce(PathBuf, Ledger) -> F,
) -> Result<Manifest, String> {
    let text = std::fs::read(from.join(MANIFEST)).map_err(|error| message(&from.join(MANIFEST), &error))?;
    let manifest: Manifest =
        serde_json::from_slice(&text).map_err(|error| message(&from.join(MANIFEST), &error))?;
    for (name, expected) in &manifest.files {
        let path = from.join(name);
        check_name(name).map_err(|why| message(&from.join(MANIFEST), &why))?;
        let found = hash_of(&path).map_err(|error| message(&path, &error))?;
        if found != *expected {
            return Err(message(&path, &"is not what was copied"));
        }
    }
    for folder in ["ledger", "people", "vault"] {
        if data.join(folder).exists() {
            return Err(message(
                &data.join(folder),
                &"is there already; a house is put back into a folder that has none",
            ));
        }
    }
    let copied =
        store::read_only(from.join("ledger").as_path()).await.map_err(|fault| message(from, &fault))?;
    check(copied, key).await.map_err(|why| message(from, &why))?;
    for name in manifest.files.keys() {
        let path = data.join(name);
        private_folder(path.parent().unwrap_or(data)).map_err(|error| message(&path, &error))?;
        copy(&from.join(name), &path).map_err(|error| message(&path, &error))?;
    }
    let log = data.join("ledger");
    let ledger = Ledger::open(&log).await.map_err(|fault| message(&log, &fault))?;
    let recorded = match prove(data.join("people"), ledger.clone()).await {
        Ok(by) => record(&ledger, (manifest.at, manifest.entries), by, (key, at)).await,
        Err(why) => Err(why),
    };
    let recorded = recorded.map_err(|why| message(&log, &why));
    ledger.close().await.map_err(|fault| message(&log, &fault))?;
    if let Err(why) = recorded {
        for folder in ["ledger", "people"] {
            let folder = data.join(folder);
            std::fs::remove_dir_all(&folder).map_err(|error| message(&folder, &error))?;
        }
        return Err(why);
    }
    Ok(manifest)
}

/// Says of a log that was put back where it is, such as by the means of its database, that it was: everything is verified, whoever `prove` names
/// puts it on record, and leases go on above every number that was given since the copy was made. Says how many entries there are.
pub async fn restored<F: Future<Output = Result<By, String>>>(
    place: &Place,
    (key, at): (&Key, Time),
    prove: impl FnOnce(Ledger) -> F,
) -> Result<u64, String> {
    let text = |fault: &dyn std::fmt::Display| fault.to_string();
    check(store::read_only(place).await.map_err(|fault| text(&fault))?, key).await?;
    // Whoever held the lease when the copy was made is given up, unless they write.
    store::open(place).await.map_err(|fault| text(&fault))?.close().await.map_err(|fault| text(&fault))?;
    let ledger = Ledger::open(place).await.map_err(|fault| text(&fault))?;
    let proved = prove(ledger.clone()).await;
    ledger.close().await.map_err(|fault| text(&fault))?;
    // Nothing is moved before two people have proved who they are.
    let by = proved?;
    store::leap(place).await.map_err(|fault| text(&fault))?;
    let ledger = Ledger::open(place).await.map_err(|fault| text(&fault))?;
    let recorded = async {
        let store = ledger.store();
        let entries = count(&**store).await.map_err(|fault| text(&fault))?;
        let last = store.all(entries.saturating_sub(1), 1).await.map_err(|fault| text(&fault))?;
        let last = last.into_iter().find_map(|(_, entry)| entry.ok()).map_or(at.0, |entry| entry.at.0);
        record(&ledger, (last, entries), by, (key, at)).await.map(|()| entries)
    };
    let recorded = recorded.await;
    ledger.close().await.map_err(|fault| text(&fault))?;
    recorded
}

/// Does this log hold, and is this the key that signs it?
async fn check(log: Arc<dyn Store>, key: &Key) -> Result<(), String> {
    let archive = Archive::over(log);
    let witnesses = Witnesses { vouched: true, registers: Some(office::registers), ..Witnesses::default() };
    let verified = archive.verify(&witnesses, &|_| {}).await.map_err(|fault| fault.to_string())?;
    let keys = Keys::read(archive.store()).await.map_err(|fault| fault.to_string())?;
    archive.store().close().await.map_err(|fault| fault.to_string())?;
    if !verified.holds() {
        return Err(format!("the log does not hold: {}", verified.faults.join("; ")));
    }
    match keys.pinned().filter(|pinned| **pinned != key.public()) {
        Some(pinned) => Err(format!("the log is signed with the key {pinned}; this is another")),
        None => Ok(()),
    }
}

/// Puts it on record, and signs the log with that as its last entry.
async fn record(
    ledger: &Ledger,
    (copied, entries): (i64, u64),
    by: By,
    (key, at): (&Key, Time),
) -> Result<(), String> {
    let restored = serde_json::json!({ "copied": copied, "entries": entries });
    let payload = Payload::new(RESTORED, &restored).map_err(|fault| fault.to_string())?;
    let stream: Stream = RESTORED_AT.parse().map_err(|fault: ledger::BadText| fault.to_string())?;
    let id = format!("restored-{}", at.0).parse().map_err(|fault: ledger::BadText| fault.to_string())?;
    let draft = Draft::note(stream, id, at, by.clone(), payload);
    ledger.append(draft).await.map_err(|fault| fault.to_string())?;
    ledger.checkpoint(key, by, at).await.map_err(|fault| fault.to_string()).map(drop)
}

/// Did two people put this log back, and was nothing signed since? Then the last entry that its newest checkpoint signs says so.
pub(crate) async fn was_restored(
    store: &dyn Store,
    newest: Option<&Checkpoint>,
) -> Result<bool, LedgerError> {
    let Some(position) = newest.map(|newest| newest.order.position) else { return Ok(false) };
    is_put_back_at(store, position).await
}

/// The number of entries there are.
async fn count(store: &dyn ledger::Store) -> Result<u64, ledger::StoreError> {
    let mut last = 0;
    loop {
        match store.all(last, 1_000).await?.last() {
            Some((position, _)) => last = *position,
            None => return Ok(last),
        }
    }
}

/// A copy holds files of these folders and no others. Whoever alters a copy may write another name into its list: one that leads out of the
/// house's folder, or into the vault, where a shoe would lie that they know.
fn check_name(name: &str) -> Result<(), String> {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    let folders = ["ledger", "people"].into_iter().chain(AS_THEY_ARE);
    match plain
        && parts.len() > 1
        && folders.into_iter().any(|folder| parts[0] == Component::Normal(folder.as_ref()))
    {
        true => Ok(()),
        false => Err(format!("found the file `{name}`; allowed are files below ledger, people and forms")),
    }
}

fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    let Ok(files) = std::fs::read_dir(from) else { return Ok(()) };
    for file in files {
        let file = file?;
        if file.file_type()?.is_file() {
            copy(&file.path(), &to.join(file.file_name()))?;
        }
    }
    Ok(())
}

/// Copies a file so that the copy outlasts a power failure.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::copy(from, to)?;
    File::open(to)?.sync_all()
}

/// The number of bytes of a file that are held at once: a log may be larger than the memory.
const PART: u64 = 1 << 20;

/// The hash of the hashes of a file's parts, in order.
fn hash_of(path: &Path) -> io::Result<Hash> {
    let (mut file, mut parts, mut part) = (File::open(path)?, Vec::new(), Vec::new());
    loop {
        part.clear();
        file.by_ref().take(PART).read_to_end(&mut part)?;
        if part.is_empty() {
            return Ok(sha256(&[&parts]));
        }
        parts.extend_from_slice(&sha256(&[&part]).0);
    }
}

/// Writes a file that outlasts a power failure.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::write(path, bytes)?;
    File::open(path)?.sync_all()
}

/// Every file below a folder, by its path from there.
fn hashes(folder: &Path) -> io::Result<BTreeMap<String, Hash>> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for file in std::fs::read_dir(&next)? {
            let path = file?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(name) = path.strip_prefix(folder).ok().and_then(Path::to_str) {
                found.insert(name.to_owned(), hash_of(&path)?);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_puts_no_file_outside_the_house_and_none_into_its_vault() {
        for good in ["ledger/ledger.db", "people/people.db", "forms/cup/7.form"] {
            assert_eq!(check_name(good), Ok(()));
        }
        for bad in [
            "vault/table-one",
            "ledger",
            "",
            "../vault/table-one",
            "ledger/../vault/table-one",
            "/etc/passwd",
            "house.toml",
            "forms/../../key",
        ] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }
}
