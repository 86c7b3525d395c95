//! The vault of a house: where it is, and whether the log is the one it knows.

use crate::backup::was_restored;
use crate::files::private_folder;
use crate::settings::HouseSettings;
use hall::drawer::Drawer;
use ledger::store::Place;
use ledger::{Checkpoints, KeyRecord, Ledger, LedgerError, Reached, Report, Store, Stream, Tip, store};
use merkle::{Hash, sha256};
use shoe::{Custody, KeyChange, Keys, Vault, VaultState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The vault, or why there is none.
pub type Vaulted = Result<Arc<dyn Custody>, String>;

/// Where the vault and its keys are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaultPlace {
    /// Its folder.
    pub folder: PathBuf,
    /// Its keys.
    pub keys: Keys,
}

impl VaultPlace {
    /// By the settings of a house.
    pub fn of(settings: &HouseSettings) -> VaultPlace {
        let keys = Keys { vault: settings.vault_key.clone(), signing: settings.signing_key.clone() };
        VaultPlace { folder: settings.data.join("vault"), keys }
    }

    /// Everything that no other process may open.
    pub fn secrets(&self) -> [PathBuf; 4] {
        [self.folder.clone(), self.keys.vault.clone(), self.keys.signing.clone(), self.keys.anchor()]
    }
}

/// The folder in which the house keeps its people.
pub fn people_folder(data: &Path) -> PathBuf {
    data.join("people")
}

/// The drawer of sealed forms. Its key lies beside the vault's, so that who copies `data` has no form. Nodes that share a vault have their
/// key from it, and the forms in their database.
pub(crate) fn drawer(
    settings: &HouseSettings,
    store: &Arc<dyn Store>,
    vault: &Vaulted,
) -> Result<Drawer, String> {
    if settings.node.is_some() {
        let key = vault.as_ref().map_err(Clone::clone)?.people_key().map_err(|fault| fault.to_string())?;
        let key = sha256(&[b"croupier: sealed forms\n", &key]).0;
        return Ok(Drawer::shared(store.clone(), key));
    }
    own_drawer(settings)
}

fn own_drawer(settings: &HouseSettings) -> Result<Drawer, String> {
    let (folder, key) = (settings.data.join("forms"), settings.vault_key.with_file_name("forms.key"));
    Drawer::open(&folder, &key).map_err(|error| format!("the drawer of sealed forms: {error}"))
}

/// Makes the folders of a house. What lay beside the vault's folder in earlier versions is put in a folder of its own: a process
/// that may not open the vault's folder cannot make files beside it.
pub fn prepare(settings: &HouseSettings) -> Result<(), String> {
    let (data, people) = (&settings.data, people_folder(&settings.data));
    if settings.node.is_some() {
        // A node keeps nothing that another node would need.
        let index = data.join("index");
        return private_folder(&index)
            .map_err(|error| format!("cannot make the folder {}: {error}", index.display()));
    }
    let keys = [settings.vault_key.parent(), settings.signing_key.parent()];
    let (vault, ledger, index) = (data.join("vault"), data.join("ledger"), data.join("index"));
    let folders =
        [data.as_path(), &people, &vault, &ledger, &index].into_iter().chain(keys.into_iter().flatten());
    for folder in folders.filter(|folder| *folder != Path::new("")) {
        private_folder(folder)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    }
    // Made before the house shuts itself in.
    own_drawer(settings)?;
    for name in ["people.db", "people.db-wal", "people.db-shm"] {
        let (from, to) = (data.join(name), people.join(name));
        if from.exists() && !to.exists() {
            std::fs::rename(&from, &to)
                .map_err(|error| format!("cannot move {}: {error}", from.display()))?;
        }
    }
    Ok(())
}

/// The vault opened in this process, for tests and measurements: a house that is open to people asks one in a process of its own.
pub fn vault_here(settings: &HouseSettings) -> Vaulted {
    prepare(settings)?;
    let VaultPlace { folder, keys } = VaultPlace::of(settings);
    let vault = Vault::open(&folder, &keys).map_err(|fault| fault.to_string())?;
    Ok(Arc::new(vault))
}

/// Is the log the one that the vault has signed, grown or unchanged, and no shorter than its anchor knows? Says what is wrong. What two
/// people have put back is taken as it is, until something is signed again.
pub(crate) async fn check_log(store: &dyn Store, vault: &VaultState) -> Result<Vec<String>, LedgerError> {
    let newest = Checkpoints::newest(store).await?;
    let known = newest.as_ref().map_or(0, |newest| newest.signed.size);
    let restored = was_restored(store, newest.as_ref()).await?;
    let Some(last) = &vault.signed else {
        // A log from before keys were on record was signed without a vault.
        let is_signed = known > 0 && ledger::Keys::read(store).await?.pinned().is_some();
        return Ok(match is_signed && !restored {
            true => vec![format!(
                "the log has signatures, and this vault has signed nothing: the vault's folder is lost, or was exchanged along with \
                 the log; {PUT_BACK}"
            )],
            false => Vec::new(),
        });
    };
    let anchored = match vault.anchored {
        _ if restored => None,
        None => Some(format!(
            "the vault's anchor was lost, so that nobody can say whether this is the newest log; {PUT_BACK}"
        )),
        Some(size) if size > known.max(last.size) => Some(format!(
            "the log is older than the vault's anchor: it has {known} signed leaves, and {size} were signed; put the newest log back, or \
             {PUT_BACK}"
        )),
        Some(_) => None,
    };
    if let Some(why) = anchored {
        return Ok(vec![why]);
    }
    if Checkpoints::end_with(store, &last.checkpoint).await? {
        return Ok(Vec::new());
    }
    match Tip::read(store).await?.lacking(&last.checkpoint, store).await {
        Ok(_) => Ok(Vec::new()),
        Err(LedgerError::Unsigned(why)) => {
            Ok(vec![format!("the log is older than what the vault has signed, or another: {why}")])
        }
        Err(fault) => Err(fault),
    }
}

const PUT_BACK: &str = "have two people put back a copy, which says so on record (`croupier house restore`)";

/// Does the vault sign with the key that it remembers? If the log has the record by which that key was followed by the one it was
/// opened with, the vault takes it. Says what is wrong.
pub(crate) async fn check_key(
    place: &Place,
    vault: &dyn Custody,
    standing: &VaultState,
) -> Result<Option<String>, String> {
    let VaultState { key, pinned, .. } = standing;
    if key == pinned {
        return Ok(None);
    }
    let mut remembered = pinned.clone();
    for record in keys_of(place).await.map_err(|fault| format!("the ledger: {fault}"))? {
        if let Some(change) = change(&record).filter(|change| change.previous == remembered) {
            vault.take_key(&change).map_err(|fault| format!("the vault: {fault}"))?;
            remembered = change.key;
        }
    }
    Ok((remembered != *key).then(|| {
        format!(
            "the key {key} is not the one that the vault signs with, {pinned}, and the log has no record signed by both"
        )
    }))
}

async fn keys_of(place: &Place) -> Result<Vec<KeyRecord>, LedgerError> {
    if !store::is_there(place).await? {
        return Ok(Vec::new());
    }
    let store = store::read_only(place).await?;
    let keys = ledger::Keys::read(&*store).await;
    store.close().await?;
    Ok(keys?.all)
}

fn change(record: &KeyRecord) -> Option<KeyChange> {
    Some(KeyChange {
        key: record.key.clone(),
        previous: record.previous.clone()?,
        time: record.time.0,
        signature: record.signature.clone(),
        signature_of_previous: record.signature_of_previous.clone()?,
    })
}

/// The file in the ledger's folder that says how far the log was verified. It counts only if the vault has its hash.
const VERIFIED: &str = "verified.json";

/// Where it is kept how far the log was verified.
#[derive(Clone, Debug)]
pub(crate) enum Position {
    /// In the ledger's folder.
    Folder(PathBuf),
    /// Where the log is, for whichever node opens it next.
    Store,
}

impl Position {
    /// By the settings of a house.
    pub(crate) fn of(settings: &HouseSettings) -> Position {
        match settings.node {
            Some(_) => Position::Store,
            None => Position::Folder(settings.data.join("ledger")),
        }
    }

    /// How far the log was verified when the house was last opened, if the vault says that it is what was written down then.
    pub(crate) async fn kept(&self, store: &dyn Store, vault: &VaultState) -> Option<Reached> {
        let text = match self {
            Position::Folder(folder) => std::fs::read(folder.join(VERIFIED)).ok()?,
            Position::Store => store.snapshot(vault.verified?).await.ok()??,
        };
        (vault.verified == Some(sha256(&[&text]))).then(|| serde_json::from_slice(&text).ok())?
    }

    /// Forgets how far the log was verified, so that the next opening verifies everything.
    pub(crate) async fn forget(&self, ledger: &Ledger) -> Result<(), String> {
        match self {
            Position::Folder(folder) => match std::fs::remove_file(folder.join(VERIFIED)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.to_string()),
                _ => Ok(()),
            },
            Position::Store => self.write(ledger, b"", sha256(&[])).await,
        }
    }

    async fn write(&self, ledger: &Ledger, text: &[u8], hash: Hash) -> Result<(), String> {
        match self {
            Position::Folder(folder) => {
                let new = folder.join("verified.new");
                let write = || {
                    let mut file = std::fs::File::create(&new)?;
                    file.write_all(text)?;
                    file.sync_all()?;
                    std::fs::rename(&new, folder.join(VERIFIED))
                };
                write().map_err(|error| error.to_string())
            }
            Position::Store => {
                let name = Stream::new("verified", "house").map_err(|bad| bad.to_string())?;
                let kept = ledger.store().keep_snapshot(&name, hash, text).await;
                kept.map_err(|fault| fault.to_string())
            }
        }
    }
}

/// Writes down how far the log was verified, with the states there, and has the vault remember it.
pub(crate) async fn keep_position(
    position: &Position,
    ledger: &Ledger,
    vault: &dyn Custody,
    report: &Report,
) -> Result<(), String> {
    ledger.keep_states(report).await.map_err(|fault| fault.to_string())?;
    let text = serde_json::to_vec(&report.reached).map_err(|error| error.to_string())?;
    position.write(ledger, &text, sha256(&[&text])).await?;
    vault.remember(sha256(&[&text])).map_err(|fault| fault.to_string())
}
