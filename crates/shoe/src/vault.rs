//! The vault: the one place where an undealt card exists.

use crate::drawer::{Drawer, Means};
use crate::entropy::{self, Source};
use crate::journal::{Fact, Journal};
use crate::keeper::{Answer, Custody, Growth, Keeper, LastSigned, Question, Request, Signatures, VaultState};
use crate::key_change::{KeyChange, introduction, is_checkpoint};
use crate::seal::TableName;
use crate::vault_fault::VaultFault;
use crate::vault_file::{lies_in, make_private_folder, private};
use crate::vault_key::VaultKey;
use crate::{memory, sandbox};
use ed25519_dalek::{Signer, SigningKey};
use merkle::{sha256, verify_consistency};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use witness::{Checkpoint, PublicKey, origin};

/// What stands in a checkpoint that is to be signed for its signature.
pub const SIGNATURE_HERE: &str = "{signature}";

/// The file that keeps a second vault out.
const LOCK: &str = "vault.lock";

/// Owns the order of the cards of all tables and tells those of a coup whose betting is closed, no others; and signs checkpoints of
/// the log. [`Keeper`] and [`Custody`] say what it can be asked.
///
/// ```
/// use shoe::record::Line;
/// use shoe::{Closing, Drawing, Grant, Keeper, Keys, Vault, verify::verify};
///
/// # let place = tempfile::tempdir()?;
/// # let (folder, key) = (place.path().join("vault"), place.path().join("key"));
/// # let book = merkle::sha256(&[b"the book's file"]);
/// let vault = Vault::open(&folder, &Keys::beside(&key))?;
/// let table = "Mini Baccarat 3".parse()?;
/// let sealed = vault.seal(&table, 1, book, 8)?; // publish it, then offer the cut
/// vault.cut(&table, 1, 150)?;
/// // Betting is closed, and the entry that says so is on disk.
/// let closing = Closing { length: 12, hash: merkle::sha256(&[b"its last record"]) };
/// vault.grant(&table, 1, Grant { drawing: Drawing::Coup(1), from: 0, closing })?;
/// let opening = vault.card(&table, 1, 0, closing)?; // log it, then deal it
/// opening.check(&sealed, 150)?;
/// assert!(vault.card(&table, 1, 6, closing).is_err()); // a coup takes six cards
/// drop(vault); // or a crash
///
/// let vault = Vault::open(&folder, &Keys::beside(&key))?;
/// assert_eq!(vault.card(&table, 1, 0, closing)?, opening);
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
/// down elsewhere is told again under the same closing. Sealing, cutting, granting, signing and revealing are on the disk before they
/// are answered. Cards are only counted in a tally that is not synced, so that dealing never waits for the disk; if a power failure
/// takes the last of that count, the next grant says where it stands.
///
/// A fault of the disk or of the operating system closes the table that met it; the others go on.
pub struct Vault {
    folder: PathBuf,
    key: VaultKey,
    source: Source,
    signing: Box<SigningKey>,
    journal: Mutex<Journal>,
    drawers: Mutex<HashMap<TableName, Arc<Mutex<Drawer>>>>,
    /// Held as long as the vault is open.
    _lock: File,
}

/// Where the vault's keys are. Neither may lie in its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The file of the key that encrypts the vault's files. The anchor lies beside it.
    pub vault: PathBuf,
    /// The file of the key that signs checkpoints.
    pub signing: PathBuf,
}

impl Keys {
    /// This file for the vault's own key, and one beside it that signs.
    pub fn beside(vault: &Path) -> Keys {
        Keys { vault: vault.to_owned(), signing: vault.with_file_name("signing.key") }
    }

    /// The file that says how far the vault had come.
    pub fn anchor(&self) -> PathBuf {
        let mut name = self.vault.as_os_str().to_owned();
        name.push(".anchor");
        PathBuf::from(name)
    }
}

impl Vault {
    /// Opens the vault in a folder of its own, with the shoes that are in it. The files of the keys must lie elsewhere; those
    /// that are not there are made.
    pub fn open(folder: &Path, keys: &Keys) -> Result<Vault, VaultFault> {
        make_private_folder(folder).map_err(|error| VaultFault::file("make", folder, &error))?;
        if let Some(inside) = [&keys.vault, &keys.signing].into_iter().find(|file| lies_in(file, folder)) {
            let message =
                "is in the vault's own folder; allowed is any place that is not copied along with it";
            return Err(VaultFault::Key(format!("{} {message}", inside.display())));
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
        let key = VaultKey::read_or_make(&keys.vault)?;
        let mut journal = Journal::open(folder, &key, &keys.anchor())?;
        let signing = signing_key(&keys.signing, &mut journal)?;
        let journal = Mutex::new(journal);
        let (folder, drawers) = (folder.to_owned(), Mutex::default());
        Ok(Vault { folder, key, signing, journal, source: entropy::fill, drawers, _lock: lock })
    }

    /// The public key of checkpoints.
    fn public(&self) -> PublicKey {
        PublicKey(*self.signing.verifying_key().as_bytes())
    }

    fn journal(&self) -> Result<MutexGuard<'_, Journal>, VaultFault> {
        self.journal.lock().map_err(|_| VaultFault::died())
    }

    /// Answers before what it wrote down is synced; for whoever answers many at once and calls [`Vault::sync`] before any of the
    /// answers leaves the process.
    pub(crate) fn answer_unsynced(&self, question: &Question) -> Result<Answer, VaultFault> {
        match question {
            Question::Shoe(request) => {
                let means = Means { key: &self.key, source: self.source, journal: &self.journal };
                let drawer = self.drawer(&request.table, &means)?;
                drawer.lock().map_err(|_| VaultFault::died())?.answer(&request.ask, &means)
            }
            Question::Sign(growth) => self.sign_growth(growth).map(Answer::Signed),
            Question::VaultState => self.stands().map(Answer::VaultState),
            Question::Introduce { time } => self.introduce_key(*time).map(Answer::Introduced),
            Question::TakeKey(change) => self.change_key(change).map(|()| Answer::Done),
            Question::Remember { verified } => {
                self.journal()?.append(Fact::Verified { hash: *verified }).map(|()| Answer::Done)
            }
            Question::PeopleKey => {
                Ok(Answer::PeopleKey(sha256(&[b"croupier: the list of people\n", self.key.bytes()])))
            }
        }
    }

    /// A node comes under this lease of the log. It is remembered before anything is answered; nobody comes under an older one any more.
    pub(crate) fn enter(&self, epoch: u64) -> Result<(), VaultFault> {
        self.check_lease(epoch)?;
        let mut journal = self.journal()?;
        if epoch > journal.lease() {
            journal.append(Fact::Lease { epoch })?;
            journal.sync()?;
        }
        Ok(())
    }

    /// Has nobody come under a newer lease?
    pub(crate) fn check_lease(&self, epoch: u64) -> Result<(), VaultFault> {
        match self.journal()?.lease() {
            newest if newest > epoch => Err(VaultFault::Fenced { epoch, newest }),
            _ => Ok(()),
        }
    }

    /// Makes everything that was answered last.
    pub(crate) fn sync(&self) -> Result<(), VaultFault> {
        self.journal()?.sync()
    }

    fn sign_growth(&self, growth: &Growth) -> Result<Signatures, VaultFault> {
        let mut journal = self.journal()?;
        self.check_key(&journal)?;
        if !is_checkpoint(&growth.text, growth.size, growth.root) {
            let message = "what is to be signed is not the text of this checkpoint";
            return Err(VaultFault::NotGrown(message.to_owned()));
        }
        let last = journal.signed().map(|last| (last.size, last.root));
        let new = (growth.size, growth.root);
        if last != Some(new) {
            let grown = verify_consistency(last.unwrap_or((0, sha256(&[]))), new, &growth.proof);
            if let (Some((size, _)), Err(fault)) = (last, grown) {
                let message = format!(
                    "a checkpoint of {} leaves is not signed: it does not extend the one of {size} leaves that was signed last ({fault})",
                    growth.size
                );
                return Err(VaultFault::NotGrown(message));
            }
        }
        let note = Checkpoint { origin: origin(&self.public()), size: growth.size, root: growth.root };
        let sign = |text: &str| hex::encode(self.signing.sign(text.as_bytes()).to_bytes());
        let signatures = Signatures { text: sign(&growth.text), note: sign(&note.text()) };
        if last != Some(new) {
            let checkpoint = growth.checkpoint.replace(SIGNATURE_HERE, &signatures.text);
            journal.append(Fact::Signed(LastSigned { size: growth.size, root: growth.root, checkpoint }))?;
        }
        Ok(signatures)
    }

    /// Is the key that the vault was opened with the one that it remembers?
    fn check_key(&self, journal: &Journal) -> Result<(), VaultFault> {
        let own = self.public().to_string();
        match journal.key().filter(|pinned| *pinned != own) {
            Some(pinned) => Err(VaultFault::Key(format!(
                "the key {own} signs nothing here: the vault signs with {pinned}, which has not signed that another follows"
            ))),
            None => Ok(()),
        }
    }

    fn introduce_key(&self, time: i64) -> Result<String, VaultFault> {
        self.check_key(&*self.journal()?)?;
        let text = introduction(&self.public().to_string(), None, time);
        Ok(hex::encode(self.signing.sign(text.as_bytes()).to_bytes()))
    }

    fn change_key(&self, change: &KeyChange) -> Result<(), VaultFault> {
        let mut journal = self.journal()?;
        if journal.key() == Some(&change.key) {
            return Ok(());
        }
        if journal.key() != Some(&change.previous) || !change.holds() {
            let message = format!("the key {} is not taken: the one before has not signed it", change.key);
            return Err(VaultFault::Key(message));
        }
        journal.append(Fact::Key { key: change.key.clone() })
    }

    fn stands(&self) -> Result<VaultState, VaultFault> {
        let (journal, process) = (self.journal()?, sandbox::state());
        Ok(VaultState {
            key: self.public().to_string(),
            pinned: journal.key().map_or_else(|| self.public().to_string(), str::to_owned),
            signed: journal.signed().cloned(),
            anchored: journal.anchored(),
            verified: journal.verified(),
            trouble: journal.trouble().cloned(),
            shut_in: match memory::is_locked() {
                true => format!("{}; secrets: kept out of swap", process.said),
                false => format!("{}; secrets: not kept out of swap (the system's limit)", process.said),
            },
            is_shut_in: process.whole && memory::is_locked(),
        })
    }

    fn drawer(&self, table: &TableName, means: &Means) -> Result<Arc<Mutex<Drawer>>, VaultFault> {
        let mut drawers = self.drawers.lock().map_err(|_| VaultFault::died())?;
        if let Some(drawer) = drawers.get(table) {
            return Ok(drawer.clone());
        }
        let drawer = Arc::new(Mutex::new(Drawer::open(&self.folder, table, means)?));
        drawers.insert(table.clone(), drawer.clone());
        Ok(drawer)
    }
}

/// The key that signs, from its file. The journal remembers it from the first time on; from then on the file has to be there. A
/// journal from before that takes the key that made its last signature.
fn signing_key(path: &Path, journal: &mut Journal) -> Result<Box<SigningKey>, VaultFault> {
    let has_signed = journal.key().is_some() || journal.signed().is_some();
    let bytes = if has_signed { VaultKey::existing(path)? } else { VaultKey::read_or_make(path)? };
    let signing = Box::new(SigningKey::from_bytes(bytes.bytes()));
    memory::lock(signing.as_bytes());
    if journal.key().is_none() {
        let own = PublicKey(*signing.verifying_key().as_bytes()).to_string();
        let key = match journal.signed() {
            Some(last) => signer_of(last).unwrap_or(own),
            None => own,
        };
        journal.append(Fact::Key { key })?;
        journal.sync()?;
    }
    Ok(signing)
}

/// The key that signed a checkpoint, as it says itself.
fn signer_of(last: &LastSigned) -> Option<String> {
    #[derive(Deserialize)]
    struct Checkpoint {
        signed: Signed,
    }
    #[derive(Deserialize)]
    struct Signed {
        key: String,
    }
    serde_json::from_str::<Checkpoint>(&last.checkpoint).ok().map(|checkpoint| checkpoint.signed.key)
}

impl Keeper for Vault {
    fn answer(&self, request: &Request) -> Result<Answer, VaultFault> {
        self.ask(&Question::Shoe(request.clone()))
    }
}

impl Custody for Vault {
    fn ask(&self, question: &Question) -> Result<Answer, VaultFault> {
        let answer = self.answer_unsynced(question)?;
        self.sync()?;
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Closing, Drawing, Grant, NoEntropy};
    use merkle::Hash;

    /// An operating system without random bytes.
    fn dry(_: &mut [u8]) -> Result<(), NoEntropy> {
        Err(NoEntropy("the well is dry".into()))
    }

    #[test]
    fn without_entropy_the_table_closes() {
        let folder = tempfile::tempdir().unwrap();
        let [folder, key] = ["vault", "key"].map(|name| folder.path().join(name));
        let open = || Vault::open(&folder, &Keys::beside(&key)).ok().unwrap();
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
        let closing = Closing { length: 1, hash: Hash::NONE };
        vault.grant(&other, 1, Grant { drawing: Drawing::Coup(1), from: 0, closing }).unwrap();
        vault.card(&other, 1, 0, closing).unwrap();
        drop(vault);
        assert_eq!(open().seal(&one, 1, Hash::NONE, 8).unwrap().number, 1);
    }
}
