//! The vault of a house: where it is, and whether the log is the one it knows.

use crate::files::private_folder;
use crate::settings::HouseSettings;
use ledger::{Checkpoints, LedgerError, Store};
use shoe::{Custody, Keys, Standing, Vault};
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

/// Makes the folders of a house. What lay beside the vault's folder in earlier versions is put in a folder of its own: a process
/// that may not open the vault's folder cannot make files beside it.
pub fn prepare(settings: &HouseSettings) -> Result<(), String> {
    let (data, people) = (&settings.data, people_folder(&settings.data));
    let keys = [settings.vault_key.parent(), settings.signing_key.parent()];
    let (vault, ledger) = (data.join("vault"), data.join("ledger"));
    let folders = [data.as_path(), &people, &vault, &ledger].into_iter().chain(keys.into_iter().flatten());
    for folder in folders.filter(|folder| *folder != Path::new("")) {
        private_folder(folder)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    }
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

/// Is the log the one that the vault has signed, grown or unchanged? Says what is wrong.
pub(crate) async fn check_log(store: &dyn Store, vault: &Standing) -> Result<Vec<String>, LedgerError> {
    let checkpoints = Checkpoints::read(store).await?;
    let Some(last) = &vault.signed else { return Ok(Vec::new()) };
    match checkpoints.lacking(&last.checkpoint, store).await {
        Ok(_) => Ok(Vec::new()),
        Err(LedgerError::Unsigned(why)) => {
            Ok(vec![format!("the log is older than what the vault has signed, or another: {why}")])
        }
        Err(fault) => Err(fault),
    }
}
