//! The vault: the one place where an undealt card exists.

use crate::entropy::{self, NoEntropy, Source};
use crate::opening::Opening;
use crate::seal::{MOST_DECKS, Sealed, TableName};
use crate::sealed_shoe::{Ending, Plan, Refused, Reveal, SealedShoe};
use crate::seed::Seed;
use crate::vault_file::{decrypted, encrypted, private, replace, sync_folder};
use merkle::Hash;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The file that holds the shoe, encrypted.
const FILE: &str = "shoe.vault";
/// The file that keeps a second vault out.
const LOCK: &str = "shoe.lock";

/// What the vault's file is encrypted with. It is kept in a file of its own, away from the vault's folder, so that a
/// copy of that folder tells nothing.
struct VaultKey(Zeroizing<[u8; 32]>);

impl VaultKey {
    /// Reads the key from this file; makes one if there is no such file.
    fn read_or_make(path: &Path) -> Result<VaultKey, VaultFault> {
        match private(path, OpenOptions::new().read(true)) {
            Ok(file) => VaultKey::read(path, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => VaultKey::make(path),
            Err(error) => Err(VaultFault::file("read", path, &error)),
        }
    }

    fn read(path: &Path, mut file: File) -> Result<VaultKey, VaultFault> {
        let refuse = |error| VaultFault::file("read", path, &error);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = file.metadata().map_err(refuse)?.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                return Err(VaultFault::Key(format!(
                    "{} may be read by others (mode {mode:03o}); allowed is 600 or 400",
                    path.display()
                )));
            }
        }
        let mut key = Zeroizing::new([0; 33]);
        let mut length = 0;
        loop {
            match file.read(&mut key[length..]).map_err(refuse)? {
                0 => break,
                more => length += more,
            }
        }
        match key.first_chunk::<32>().filter(|_| length == 32) {
            Some(key) => Ok(VaultKey(Zeroizing::new(*key))),
            None => Err(VaultFault::Key(format!("{} does not hold a key of 32 bytes", path.display()))),
        }
    }

    fn make(path: &Path) -> Result<VaultKey, VaultFault> {
        let key = entropy::fresh::<32>(entropy::fill)?;
        let write = || {
            let mut file = private(path, OpenOptions::new().write(true).create_new(true))?;
            file.write_all(&*key)?;
            file.sync_all()?;
            sync_folder(folder_of(path))
        };
        write().map_err(|error| VaultFault::file("write", path, &error))?;
        Ok(VaultKey(key))
    }
}

/// Why the vault does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VaultFault {
    /// There is no such shoe in it.
    OtherShoe {
        /// The shoe asked for.
        asked: u32,
        /// The shoe it holds.
        holds: Option<u32>,
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
    /// No random bytes. The vault has closed.
    NoEntropy(NoEntropy),
    /// A file could not be read or written, or is not what it should be. The vault has closed.
    File(String),
    /// The key is not usable.
    Key(String),
    /// The vault closed after an earlier fault; it must be opened anew.
    Closed {
        /// The fault.
        why: String,
    },
}

impl VaultFault {
    fn file(doing: &str, path: &Path, error: &io::Error) -> VaultFault {
        VaultFault::File(format!("cannot {doing} {}: {error}", path.display()))
    }
}

impl fmt::Display for VaultFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaultFault::OtherShoe { asked, holds: Some(holds) } => {
                write!(f, "shoe {asked} was asked for, but the vault holds shoe {holds}")
            }
            VaultFault::OtherShoe { asked, holds: None } => {
                write!(f, "shoe {asked} was asked for, but the vault holds none")
            }
            VaultFault::InUse { holds } => {
                write!(f, "shoe {holds} has not been revealed; the next is sealed after that")
            }
            VaultFault::Decks { found } => write!(f, "{found} decks; allowed are 1 to {MOST_DECKS}"),
            VaultFault::Refused(refused) => refused.fmt(f),
            VaultFault::NoEntropy(error) => write!(f, "{error}; no shoe is shuffled and the table closes"),
            VaultFault::File(told) | VaultFault::Key(told) => f.write_str(told),
            VaultFault::Closed { why } => write!(f, "the vault is closed: {why}"),
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

/// Owns the order of a table's cards and tells the next card, no other.
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
/// After a crash, open it again: the same shoe goes on with the same cards. A card that was told but not written
/// down elsewhere is told again. Sealing, cutting and revealing are on the disk before they are answered. Cards are
/// only counted in a tally that is not synced, so that dealing never waits for the disk; if a power failure takes
/// the last of that count, [`Vault::catch_up`] restores it from a card's own opening, which nobody but the vault
/// could have told.
pub struct Vault {
    table: TableName,
    folder: PathBuf,
    key: VaultKey,
    shoe: Option<SealedShoe>,
    /// One byte for each card dealt.
    tally: Option<File>,
    closed: Option<String>,
    source: Source,
    /// Held as long as the vault is open.
    _lock: File,
}

impl Vault {
    /// Opens the vault of a table in a folder of its own, with the shoe that is in it. The file of the key must lie
    /// elsewhere; if there is none, a key is made.
    pub fn open(folder: &Path, table: TableName, key_file: &Path) -> Result<Vault, VaultFault> {
        make_private_folder(folder).map_err(|error| VaultFault::file("make", folder, &error))?;
        if lies_in(key_file, folder) {
            let told = "is in the vault's own folder; allowed is any place that is not copied along with it";
            return Err(VaultFault::Key(format!("{} {told}", key_file.display())));
        }
        let key = VaultKey::read_or_make(key_file)?;
        let path = folder.join(LOCK);
        let opened = private(&path, OpenOptions::new().write(true).create(true).truncate(false));
        let lock = opened.map_err(|error| VaultFault::file("write", &path, &error))?;
        lock.try_lock()
            .map_err(|_| VaultFault::File(format!("the vault in {} is open elsewhere", folder.display())))?;
        let mut vault = Vault {
            table,
            folder: folder.to_owned(),
            key,
            shoe: None,
            tally: None,
            closed: None,
            source: entropy::fill,
            _lock: lock,
        };
        vault.restore()?;
        Ok(vault)
    }

    fn restore(&mut self) -> Result<(), VaultFault> {
        let path = self.folder.join(FILE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            read => read.map_err(|error| VaultFault::file("read", &path, &error))?,
        };
        let mut shoe = decrypted(&bytes, &self.key.0, &self.table)
            .map_err(|told| VaultFault::File(format!("{}: {told}", path.display())))?;
        let number = shoe.sealed().number;
        let (tally, dealt) = self.open_tally(number)?;
        if dealt > shoe.sealed().cards().into() {
            let told = format!("the tally of shoe {number} counts {dealt} cards, more than it has");
            return Err(VaultFault::File(told));
        }
        shoe.resume(dealt as u16);
        (self.shoe, self.tally) = (Some(shoe), Some(tally));
        Ok(())
    }

    fn tally_path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("shoe-{number}.tally"))
    }

    fn open_tally(&self, number: u32) -> Result<(File, u64), VaultFault> {
        let path = self.tally_path(number);
        let opened = private(&path, OpenOptions::new().append(true).create(true))
            .and_then(|file| Ok((file.metadata()?.len(), file)));
        opened.map(|(dealt, file)| (file, dealt)).map_err(|error| VaultFault::file("write", &path, &error))
    }

    /// What the shoe in the vault is committed to, if there is one.
    pub fn sealed(&self) -> Option<&Sealed> {
        self.shoe.as_ref().map(SealedShoe::sealed)
    }

    /// How many cards of the shoe have been told. More than the table knows of means that somebody else asked.
    pub fn dealt(&self) -> u16 {
        self.shoe.as_ref().map_or(0, SealedShoe::dealt)
    }

    /// Where the shoe was cut.
    pub fn cut_at(&self) -> Option<u16> {
        self.shoe.as_ref().and_then(SealedShoe::cut_at)
    }

    /// Shuffles and seals the next shoe. The one before must have been revealed.
    pub fn seal_next(&mut self, book: Hash, decks: u8) -> Result<Sealed, VaultFault> {
        self.is_open()?;
        if !(1..=MOST_DECKS).contains(&decks) {
            return Err(VaultFault::Decks { found: decks });
        }
        let (number, previous) = match &self.shoe {
            None => (1, Hash::NONE),
            Some(shoe) if shoe.ending().is_none() => {
                return Err(VaultFault::InUse { holds: shoe.sealed().number });
            }
            Some(shoe) => (shoe.sealed().number + 1, shoe.sealed().seal()),
        };
        let sealed = self.seal(Plan { book, table: self.table.clone(), number, decks, previous });
        self.close_on_fault(sealed)
    }

    fn seal(&mut self, plan: Plan) -> Result<Sealed, VaultFault> {
        let number = plan.number;
        let shoe = SealedShoe::seal(Seed::fresh(self.source)?, plan);
        let stale = self.tally_path(number);
        // A tally of this number can only be left from before a crash; the shoe it counted was never announced.
        for path in [self.tally_path(number.saturating_sub(1)), stale] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(VaultFault::file("remove", &path, &error));
                }
                _ => {}
            }
        }
        self.keep(&shoe)?;
        self.tally = Some(self.open_tally(number)?.0);
        let sealed = shoe.sealed().clone();
        self.shoe = Some(shoe);
        Ok(sealed)
    }

    /// Cuts the shoe: so many cards go from the front to the back. A cut at 0 leaves it as it is. The same cut may
    /// be asked for again.
    pub fn cut(&mut self, shoe: u32, at: u16) -> Result<(), VaultFault> {
        let held = self.held(shoe)?;
        if held.ending().is_none() && held.cut_at() == Some(at) {
            return Ok(());
        }
        held.cut(at)?;
        self.keep_held()
    }

    /// The next card of a shoe: the one before which `drawn` cards came out. A card that is out already may be asked
    /// for again.
    pub fn next_card(&mut self, shoe: u32, drawn: u16) -> Result<Opening, VaultFault> {
        let held = self.held(shoe)?;
        let before = held.dealt();
        let opening = held.card(drawn)?;
        let counted = self.count(before);
        self.close_on_fault(counted)?;
        Ok(opening)
    }

    /// Learns from a card's own opening that the cards up to it are out, after the tally was lost.
    pub fn catch_up(&mut self, shoe: u32, shown: &Opening) -> Result<(), VaultFault> {
        let held = self.held(shoe)?;
        let before = held.dealt();
        held.catch_up(shown)?;
        let counted = self.count(before);
        self.close_on_fault(counted)
    }

    /// The shoe has been dealt to its end: tells all. Asked again, it tells the same, until the next is sealed.
    pub fn finish(&mut self, shoe: u32) -> Result<Reveal, VaultFault> {
        self.end(shoe, Ending::Finished)
    }

    /// The shoe is given up for a reason: tells all.
    pub fn abandon(&mut self, shoe: u32, reason: &str) -> Result<Reveal, VaultFault> {
        self.end(shoe, Ending::Abandoned(reason.to_owned()))
    }

    fn end(&mut self, shoe: u32, because: Ending) -> Result<Reveal, VaultFault> {
        let held = self.held(shoe)?;
        if held.ending().is_some() {
            return Ok(held.end(because)?);
        }
        let reveal = held.end(because)?;
        self.keep_held()?;
        Ok(reveal)
    }

    /// Counts the cards that came out since there were `before`.
    fn count(&mut self, before: u16) -> Result<(), VaultFault> {
        let more = usize::from(self.dealt().saturating_sub(before));
        let Some(tally) = self.tally.as_mut().filter(|_| more > 0) else { return Ok(()) };
        let counted = tally.write_all(&vec![b'.'; more]);
        counted.map_err(|error| VaultFault::File(format!("cannot write the tally: {error}")))
    }

    fn is_open(&self) -> Result<(), VaultFault> {
        match &self.closed {
            Some(why) => Err(VaultFault::Closed { why: why.clone() }),
            None => Ok(()),
        }
    }

    fn held(&mut self, asked: u32) -> Result<&mut SealedShoe, VaultFault> {
        self.is_open()?;
        let holds = self.sealed().map(|sealed| sealed.number);
        match &mut self.shoe {
            Some(shoe) if holds == Some(asked) => Ok(shoe),
            _ => Err(VaultFault::OtherShoe { asked, holds }),
        }
    }

    fn keep(&self, shoe: &SealedShoe) -> Result<(), VaultFault> {
        let bytes = encrypted(shoe, &self.key.0, self.source)?;
        replace(&self.folder, FILE, &bytes)
            .map_err(|error| VaultFault::file("write", &self.folder.join(FILE), &error))
    }

    fn keep_held(&mut self) -> Result<(), VaultFault> {
        let kept = match &self.shoe {
            Some(shoe) => self.keep(shoe),
            None => Ok(()),
        };
        self.close_on_fault(kept)
    }

    /// After a fault of the disk or of the operating system nothing is tried again: what is on the disk is unknown.
    fn close_on_fault<T>(&mut self, done: Result<T, VaultFault>) -> Result<T, VaultFault> {
        if let Err(fault) = &done {
            self.closed = Some(fault.to_string());
            self.shoe = None;
        }
        done
    }
}

/// Is this file in this folder, whatever the way to it?
fn lies_in(file: &Path, folder: &Path) -> bool {
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), std::path::absolute(file)) else { return false };
    let parent = file.parent().and_then(|parent| parent.canonicalize().ok());
    parent.is_some_and(|parent| parent.starts_with(folder))
}

fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)?;
    sync_folder(folder_of(folder))
}

/// The folder in which something lies.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An operating system without random bytes.
    fn dry(_: &mut [u8]) -> Result<(), NoEntropy> {
        Err(NoEntropy("the well is dry".into()))
    }

    #[test]
    fn without_entropy_the_table_closes() {
        let folder = tempfile::tempdir().unwrap();
        let [vault, key] = ["vault", "key"].map(|name| folder.path().join(name));
        let open = || Vault::open(&vault, "T".parse().unwrap(), &key).ok().unwrap();
        let mut vault = open();
        vault.source = dry;
        let fault = vault.seal_next(Hash::NONE, 8).unwrap_err();
        assert!(matches!(fault, VaultFault::NoEntropy(_)), "{fault}");
        assert!(fault.to_string().contains("the table closes"), "{fault}");
        // Even when it flows again: whoever runs the table must look.
        vault.source = entropy::fill;
        assert!(matches!(vault.seal_next(Hash::NONE, 8), Err(VaultFault::Closed { .. })));
        drop(vault);
        let mut vault = open();
        assert_eq!(vault.seal_next(Hash::NONE, 8).unwrap().number, 1);
    }
}
