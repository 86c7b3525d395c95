//! The vault: the one place where an undealt card exists.

use crate::drawer::{Drawer, Means};
use crate::entropy::{self, NoEntropy, Source};
use crate::keeper::{Answer, Keeper, Request};
use crate::seal::{MOST_DECKS, TableName};
use crate::sealed_shoe::Refused;
use crate::vault_file::{lies_in, make_private_folder, private};
use crate::vault_key::VaultKey;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The file that keeps a second vault out.
const LOCK: &str = "vault.lock";

/// Why the vault does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VaultFault {
    /// The table's shoe is another.
    OtherShoe {
        /// The shoe asked for.
        asked: u32,
        /// The shoe it holds.
        holds: Option<u32>,
    },
    /// Shoes are numbered without a gap.
    NotNext {
        /// The shoe that was to be sealed.
        asked: u32,
        /// The one that comes next.
        next: u32,
    },
    /// A shoe is in use; the next is sealed when this one has been revealed.
    InUse {
        /// The shoe it holds.
        holds: u32,
    },
    /// No shoe has so many decks.
    Decks {
        /// How many.
        found: u8,
    },
    /// The shoe refuses.
    Refused(Refused),
    /// No random bytes. The table has closed.
    NoEntropy(NoEntropy),
    /// A file could not be read or written, or is not what it should be. The table has closed.
    File(String),
    /// The key is not usable.
    Key(String),
    /// Another vault has this folder open.
    OpenElsewhere(String),
    /// The vault's process does not answer as it should. All tables have closed.
    Process(String),
    /// The table closed after an earlier fault; the vault must be opened anew.
    Closed {
        /// The fault.
        why: String,
    },
}

impl VaultFault {
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> VaultFault {
        VaultFault::File(format!("cannot {doing} {}: {error}", path.display()))
    }

    pub(crate) fn unexpected() -> VaultFault {
        VaultFault::Process("the vault answered something else than was asked".to_owned())
    }

    /// Must the table close? Otherwise only this one request was refused.
    pub fn closes_table(&self) -> bool {
        match self {
            VaultFault::OtherShoe { .. }
            | VaultFault::NotNext { .. }
            | VaultFault::InUse { .. }
            | VaultFault::Decks { .. }
            | VaultFault::Refused(_) => false,
            VaultFault::NoEntropy(_)
            | VaultFault::File(_)
            | VaultFault::Key(_)
            | VaultFault::OpenElsewhere(_)
            | VaultFault::Process(_)
            | VaultFault::Closed { .. } => true,
        }
    }
}

impl fmt::Display for VaultFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaultFault::OtherShoe { asked, holds: Some(holds) } => {
                write!(f, "shoe {asked} was asked for, but the vault holds shoe {holds} of this table")
            }
            VaultFault::OtherShoe { asked, holds: None } => {
                write!(f, "shoe {asked} was asked for, but the vault holds none of this table")
            }
            VaultFault::NotNext { asked, next } => {
                write!(f, "shoe {asked} cannot be sealed: shoe {next} comes next, none is left out")
            }
            VaultFault::InUse { holds } => {
                write!(f, "shoe {holds} has not been revealed; the next is sealed after that")
            }
            VaultFault::Decks { found } => write!(f, "{found} decks; allowed are 1 to {MOST_DECKS}"),
            VaultFault::Refused(refused) => refused.fmt(f),
            VaultFault::NoEntropy(error) => write!(f, "{error}; no shoe is shuffled and the table closes"),
            VaultFault::File(message)
            | VaultFault::Key(message)
            | VaultFault::OpenElsewhere(message)
            | VaultFault::Process(message) => f.write_str(message),
            VaultFault::Closed { why } => write!(f, "the table is closed: {why}"),
        }
    }
}

impl std::error::Error for VaultFault {}

impl From<Refused> for VaultFault {
    fn from(refused: Refused) -> VaultFault {
        VaultFault::Refused(refused)
    }
}

impl From<NoEntropy> for VaultFault {
    fn from(error: NoEntropy) -> VaultFault {
        VaultFault::NoEntropy(error)
    }
}

/// Owns the order of the cards of all tables and tells the next card of a shoe, no other. [`Keeper`] says what it can be
/// asked.
///
/// ```
/// use shoe::record::Line;
/// use shoe::{Keeper, Vault, verify::verify};
///
/// # let place = tempfile::tempdir()?;
/// # let (folder, key) = (place.path().join("vault"), place.path().join("key"));
/// # let book = merkle::sha256(&[b"the book's file"]);
/// let vault = Vault::open(&folder, &key)?;
/// let table = "Mini Baccarat 3".parse()?;
/// let sealed = vault.seal(&table, 1, book, 8)?; // publish it, then offer the cut
/// vault.cut(&table, 1, 150)?;
/// let opening = vault.next_card(&table, 1, 0)?; // log it, then deal it
/// opening.check(&sealed, 150)?;
/// drop(vault); // or a crash
///
/// let vault = Vault::open(&folder, &key)?;
/// assert_eq!(vault.next_card(&table, 1, 0)?, opening);
/// let reveal = vault.abandon(&table, 1, "only an example")?;
/// let record = [Line::sealed(&sealed), Line::Cut { at: 150 }, Line::Card(opening), Line::Revealed(reveal)];
/// assert!(verify(&record.map(|line| format!("{line}\n")).concat()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It draws its own seeds from the operating system: nothing sets one. It has no `Debug`, no `Clone` and nothing that
/// writes it out, and what it holds is wiped when it is dropped:
///
/// ```compile_fail,E0277
/// fn printed<T: std::fmt::Debug>() {}
/// printed::<shoe::Vault>();
/// ```
/// ```compile_fail,E0277
/// fn copied<T: Clone>() {}
/// copied::<shoe::Vault>();
/// ```
/// ```compile_fail,E0277
/// fn written<T: serde::Serialize>() {}
/// written::<shoe::Vault>();
/// ```
///
/// After a crash, open it again: the same shoes go on with the same cards. A card that was told but not written
/// down elsewhere is told again. Sealing, cutting and revealing are on the disk before they are answered. Cards are
/// only counted in a tally that is not synced, so that dealing never waits for the disk; if a power failure takes
/// the last of that count, [`Keeper::catch_up`] restores it from a card's own opening, which nobody but the vault
/// could have told.
///
/// A fault of the disk or of the operating system closes the table that met it; the others go on.
pub struct Vault {
    folder: PathBuf,
    key: VaultKey,
    source: Source,
    drawers: Mutex<HashMap<TableName, Arc<Mutex<Drawer>>>>,
    /// Held as long as the vault is open.
    _lock: File,
}

impl Vault {
    /// Opens the vault in a folder of its own, with the shoes that are in it. The file of the key must lie elsewhere; if
    /// there is none, a key is made.
    pub fn open(folder: &Path, key_file: &Path) -> Result<Vault, VaultFault> {
        make_private_folder(folder).map_err(|error| VaultFault::file("make", folder, &error))?;
        if lies_in(key_file, folder) {
            let message =
                "is in the vault's own folder; allowed is any place that is not copied along with it";
            return Err(VaultFault::Key(format!("{} {message}", key_file.display())));
        }
        let path = folder.join(LOCK);
        let opened = private(&path, OpenOptions::new().write(true).create(true).truncate(false));
        let lock = opened.map_err(|error| VaultFault::file("write", &path, &error))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                VaultFault::OpenElsewhere(format!("the vault in {} is open elsewhere", folder.display()))
            }
            TryLockError::Error(error) => VaultFault::file("lock", &path, &error),
        })?;
        let key = VaultKey::read_or_make(key_file)?;
        let (folder, drawers) = (folder.to_owned(), Mutex::default());
        Ok(Vault { folder, key, source: entropy::fill, drawers, _lock: lock })
    }

    fn drawer(&self, table: &TableName, means: &Means) -> Result<Arc<Mutex<Drawer>>, VaultFault> {
        let mut drawers = self.drawers.lock().map_err(|_| died())?;
        if let Some(drawer) = drawers.get(table) {
            return Ok(drawer.clone());
        }
        let drawer = Arc::new(Mutex::new(Drawer::open(&self.folder, table, means)?));
        drawers.insert(table.clone(), drawer.clone());
        Ok(drawer)
    }
}

impl Keeper for Vault {
    fn answer(&self, request: &Request) -> Result<Answer, VaultFault> {
        let means = Means { key: &self.key, source: self.source };
        let drawer = self.drawer(&request.table, &means)?;
        drawer.lock().map_err(|_| died())?.answer(&request.ask, &means)
    }
}

/// Somebody panicked in the middle of an answer: what is in memory may be half done.
fn died() -> VaultFault {
    VaultFault::Closed { why: "an earlier answer was broken off".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use merkle::Hash;

    /// An operating system without random bytes.
    fn dry(_: &mut [u8]) -> Result<(), NoEntropy> {
        Err(NoEntropy("the well is dry".into()))
    }

    #[test]
    fn without_entropy_the_table_closes() {
        let folder = tempfile::tempdir().unwrap();
        let [folder, key] = ["vault", "key"].map(|name| folder.path().join(name));
        let open = || Vault::open(&folder, &key).ok().unwrap();
        let [one, other] = ["One", "Other"].map(|name| name.parse::<TableName>().unwrap());
        let mut vault = open();
        vault.seal(&other, 1, Hash::NONE, 8).unwrap();
        vault.cut(&other, 1, 3).unwrap();
        vault.source = dry;
        let fault = vault.seal(&one, 1, Hash::NONE, 8).unwrap_err();
        assert!(matches!(fault, VaultFault::NoEntropy(_)) && fault.closes_table(), "{fault}");
        assert!(fault.to_string().contains("the table closes"), "{fault}");
        // Even when it flows again: whoever runs the table must look. The other table has what it needs.
        vault.source = entropy::fill;
        assert!(matches!(vault.seal(&one, 1, Hash::NONE, 8), Err(VaultFault::Closed { .. })));
        assert!(matches!(vault.held(&one), Err(VaultFault::Closed { .. })));
        vault.next_card(&other, 1, 0).unwrap();
        drop(vault);
        assert_eq!(open().seal(&one, 1, Hash::NONE, 8).unwrap().number, 1);
    }
}
