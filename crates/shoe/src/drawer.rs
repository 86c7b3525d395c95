//! A drawer of the vault: the shoe of one table, in memory and on disk.

use crate::entropy::Source;
use crate::grant::{Closing, Grant, is_new, may_tell};
use crate::journal::{Fact, Journal};
use crate::keeper::{Answer, Ask, Held};
use crate::opening::Opening;
use crate::refused::Refused;
use crate::seal::{MOST_DECKS, Sealed, TableName};
use crate::sealed_shoe::{Ending, Plan, Reveal, SealedShoe};
use crate::seed::Seed;
use crate::vault_fault::VaultFault;
use crate::vault_file::{decrypted, encrypted, make_private_folder, private, replace};
use crate::vault_key::VaultKey;
use merkle::{Hash, sha256};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// The file that holds the shoe, encrypted.
const FILE: &str = "shoe.vault";

/// What a drawer is opened with.
pub(crate) struct Means<'v> {
    pub(crate) key: &'v VaultKey,
    pub(crate) source: Source,
    pub(crate) journal: &'v Mutex<Journal>,
}

impl Means<'_> {
    fn journal(&self) -> Result<MutexGuard<'_, Journal>, VaultFault> {
        self.journal.lock().map_err(|_| VaultFault::died())
    }
}

/// The shoe of one table.
pub(crate) struct Drawer {
    table: TableName,
    folder: PathBuf,
    shoe: Option<SealedShoe>,
    /// One byte for each card that has left the shoe.
    tally: Option<File>,
    closed: Option<String>,
}

impl Drawer {
    /// Opens the drawer of a table in the vault's folder, with the shoe that is in it.
    pub(crate) fn open(vault: &Path, table: &TableName, means: &Means) -> Result<Drawer, VaultFault> {
        let folder = vault.join(folder_name(table));
        let mut drawer = Drawer { table: table.clone(), folder, shoe: None, tally: None, closed: None };
        drawer.restore(means)?;
        Ok(drawer)
    }

    fn restore(&mut self, means: &Means) -> Result<(), VaultFault> {
        let path = self.folder.join(FILE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            read => read.map_err(|error| VaultFault::file("read", &path, &error))?,
        };
        let mut shoe = decrypted(&bytes, means.key.bytes(), &self.table)
            .map_err(|message| VaultFault::File(format!("{}: {message}", path.display())))?;
        let number = shoe.sealed().number;
        let (tally, dealt) = self.open_tally(number)?;
        if dealt > shoe.sealed().cards().into() {
            let message = format!("the tally of shoe {number} counts {dealt} cards, more than it has");
            return Err(VaultFault::File(message));
        }
        shoe.resume(dealt as u16);
        let journal = means.journal()?;
        journal.grants(&self.table, number).iter().for_each(|grant| shoe.resume(grant.from));
        drop(journal);
        shoe.lock();
        (self.shoe, self.tally) = (Some(shoe), Some(tally));
        Ok(())
    }

    /// Answers. After a fault of the disk or of the operating system nothing is tried again: what is on the disk is
    /// unknown.
    pub(crate) fn answer(&mut self, ask: &Ask, means: &Means) -> Result<Answer, VaultFault> {
        if let Some(why) = &self.closed {
            return Err(VaultFault::Closed { why: why.clone() });
        }
        let answer = match ask {
            Ask::Held => self.held(means).map(Answer::Held),
            Ask::Seal { shoe, book, decks } => {
                self.seal(*shoe, *book, *decks, (1, Hash::NONE), means).map(Answer::Sealed)
            }
            Ask::SealAfterLoss { shoe, book, decks, lost } => {
                self.seal(*shoe, *book, *decks, (*shoe, *lost), means).map(Answer::Sealed)
            }
            Ask::Cut { shoe, at } => self.cut(*shoe, *at, means).map(|()| Answer::Done),
            Ask::Grant { shoe, grant } => self.grant(*shoe, *grant, means).map(|()| Answer::Done),
            Ask::Card { shoe, drawn, closing } => self.card(*shoe, *drawn, closing, means).map(Answer::Card),
            Ask::Bar { shoe, why } => self.bar(*shoe, why, means).map(|()| Answer::Done),
            Ask::End { shoe, because } => self.end(*shoe, because, means).map(Answer::Revealed),
        };
        if let Err(fault) = &answer
            && fault.closes_table()
        {
            self.closed = Some(fault.to_string());
            self.shoe = None;
        }
        answer
    }

    fn held(&self, means: &Means) -> Result<Option<Held>, VaultFault> {
        let Some(shoe) = &self.shoe else { return Ok(None) };
        let (journal, number) = (means.journal()?, shoe.sealed().number);
        Ok(Some(Held {
            sealed: shoe.sealed().clone(),
            cut: shoe.cut_at(),
            dealt: shoe.dealt(),
            grants: journal.grants(&self.table, number).to_vec(),
            barred: journal.barred(&self.table, number).cloned(),
            ending: shoe.ending().cloned(),
        }))
    }

    fn grant(&mut self, number: u32, grant: Grant, means: &Means) -> Result<(), VaultFault> {
        let table = self.table.clone();
        let shoe = self.shoe(number)?;
        let mut journal = means.journal()?;
        match () {
            () if shoe.ending().is_some() => return Err(Refused::Ended.into()),
            () if shoe.cut_at().is_none() => return Err(Refused::NotCut.into()),
            () if grant.from >= shoe.sealed().cards() => {
                return Err(Refused::Empty { cards: shoe.sealed().cards() }.into());
            }
            () => {}
        }
        if let Some(why) = journal.barred(&table, number) {
            return Err(Refused::Barred { why: why.clone() }.into());
        }
        if !is_new(&grant, journal.grants(&table, number), shoe.dealt())? {
            return Ok(());
        }
        journal.append(Fact::Granted { table, shoe: number, grant })?;
        drop(journal);
        self.counted(number, |shoe| {
            shoe.resume(grant.from);
            Ok(())
        })
    }

    fn card(
        &mut self,
        number: u32,
        drawn: u16,
        closing: &Closing,
        means: &Means,
    ) -> Result<Opening, VaultFault> {
        let table = self.table.clone();
        self.shoe(number)?;
        let journal = means.journal()?;
        if let Some(why) = journal.barred(&table, number) {
            return Err(Refused::Barred { why: why.clone() }.into());
        }
        may_tell(drawn, closing, journal.grants(&table, number))?;
        drop(journal);
        self.counted(number, |shoe| shoe.card(drawn))
    }

    fn bar(&mut self, number: u32, why: &str, means: &Means) -> Result<(), VaultFault> {
        let table = self.table.clone();
        if self.shoe(number)?.ending().is_some() {
            return Err(Refused::Ended.into());
        }
        let mut journal = means.journal()?;
        match journal.barred(&table, number) {
            Some(_) => Ok(()),
            None => {
                let why = why.chars().take(500).collect();
                journal.append(Fact::Barred { table, shoe: number, why })
            }
        }
    }

    /// Seals the next shoe; where none is held, `first` says which that is and on which it follows.
    fn seal(
        &mut self,
        shoe: u32,
        book: Hash,
        decks: u8,
        first: (u32, Hash),
        means: &Means,
    ) -> Result<Sealed, VaultFault> {
        if !(1..=MOST_DECKS).contains(&decks) {
            return Err(VaultFault::Decks { found: decks });
        }
        let (next, previous) = match &self.shoe {
            None => first,
            // The vault that is here is older than the log, which tells of later shoes.
            Some(held) if first.0 > held.sealed().number.saturating_add(1) => first,
            Some(held) if held.ending().is_some() => {
                (held.sealed().number.saturating_add(1), held.sealed().seal())
            }
            Some(held) => {
                let sealed = held.sealed();
                let same = (sealed.number, sealed.book, sealed.decks) == (shoe, book, decks);
                return match same && held.cut_at().is_none() {
                    true => Ok(sealed.clone()),
                    false => Err(VaultFault::InUse { holds: sealed.number }),
                };
            }
        };
        if shoe != next {
            return Err(VaultFault::NotNext { asked: shoe, next });
        }
        let plan = Plan { book, table: self.table.clone(), number: shoe, decks, previous };
        let sealed = SealedShoe::seal(Seed::fresh(means.source)?, plan);
        make_private_folder(&self.folder).map_err(|error| VaultFault::file("make", &self.folder, &error))?;
        // A tally of this number can only be left from before a crash; the shoe it counted was never announced.
        for path in [self.tally_path(shoe.saturating_sub(1)), self.tally_path(shoe)] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(VaultFault::file("remove", &path, &error));
                }
                _ => {}
            }
        }
        sealed.lock();
        self.shoe = Some(sealed);
        self.keep(means)?;
        self.tally = Some(self.open_tally(shoe)?.0);
        means.journal()?.append(Fact::Sealed { table: self.table.clone(), shoe })?;
        Ok(self.shoe(shoe)?.sealed().clone())
    }

    fn cut(&mut self, shoe: u32, at: u16, means: &Means) -> Result<(), VaultFault> {
        let held = self.shoe(shoe)?;
        if held.ending().is_none() && held.cut_at() == Some(at) {
            return Ok(());
        }
        held.cut(at)?;
        self.keep(means)
    }

    fn end(&mut self, shoe: u32, because: &Ending, means: &Means) -> Result<Reveal, VaultFault> {
        let held = self.shoe(shoe)?;
        let kept = held.ending().is_some();
        let reveal = held.end(because.clone())?;
        if !kept {
            self.keep(means)?;
            means.journal()?.append(Fact::Ended { table: self.table.clone(), shoe })?;
        }
        Ok(reveal)
    }

    /// Does something that may bring cards out, and counts them before it is answered.
    fn counted<T>(
        &mut self,
        shoe: u32,
        work: impl FnOnce(&mut SealedShoe) -> Result<T, Refused>,
    ) -> Result<T, VaultFault> {
        let held = self.shoe(shoe)?;
        let before = held.dealt();
        let done = work(held)?;
        let more = usize::from(held.dealt().saturating_sub(before));
        if let Some(tally) = self.tally.as_mut().filter(|_| more > 0) {
            let counted = tally.write_all(&vec![b'.'; more]);
            counted.map_err(|error| VaultFault::file("write", &self.tally_path(shoe), &error))?;
        }
        Ok(done)
    }

    fn shoe(&mut self, asked: u32) -> Result<&mut SealedShoe, VaultFault> {
        let holds = self.shoe.as_ref().map(|shoe| shoe.sealed().number);
        match &mut self.shoe {
            Some(shoe) if holds == Some(asked) => Ok(shoe),
            _ => Err(VaultFault::OtherShoe { asked, holds }),
        }
    }

    fn keep(&self, means: &Means) -> Result<(), VaultFault> {
        let Some(shoe) = &self.shoe else { return Ok(()) };
        let bytes = encrypted(shoe, means.key.bytes(), means.source)?;
        replace(&self.folder, FILE, &bytes)
            .map_err(|error| VaultFault::file("write", &self.folder.join(FILE), &error))
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
}

/// A table's folder: what can be read of its name on any disk, and a hash that tells it from every other.
pub(crate) fn folder_name(table: &TableName) -> String {
    let name = table.to_string();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let readable: String = name.chars().take(32).map(plain).collect();
    let hash = sha256(&[name.as_bytes()]).to_string();
    format!("{readable}-{}", &hash[..16])
}
