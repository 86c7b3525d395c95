//! The anchor: how far the vault's journal had come, kept with the key and away from the folder.

use crate::vault_fault::VaultFault;
use crate::vault_file::{folder_of, private, sync_folder};
use merkle::{Hash, sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Each of the two places in the file, which are written in turn, so that a write that breaks off leaves the other.
const PLACE: usize = 256;

/// How far the journal had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// How many lines it had.
    pub(crate) number: u64,
    /// The hash over them.
    pub(crate) chain: Hash,
    /// How many leaves the log had that was signed last; 0 in an anchor from before that was kept.
    pub(crate) signed: u64,
}

impl Mark {
    fn text(&self, key: Hash) -> String {
        let Mark { number, chain, signed } = self;
        let numbers = (number.to_be_bytes(), signed.to_be_bytes());
        let check = sha256(&[&key.0, b"anchor 2", &numbers.0, &chain.0, &numbers.1, &key.0]);
        format!("croupier-anchor-2 {number} {chain} {signed} {check}\n")
    }

    /// As anchors were written before they told what was signed.
    fn older_text(&self, key: Hash) -> String {
        let Mark { number, chain, .. } = self;
        let check = sha256(&[&key.0, b"anchor", &number.to_be_bytes(), &chain.0, &key.0]);
        format!("croupier-anchor-1 {number} {chain} {check}\n")
    }

    fn read(place: &[u8], key: Hash) -> Option<Mark> {
        let text = std::str::from_utf8(place).ok()?.lines().next()?;
        let (form, rest) = text.split_once(' ')?;
        let mut words = rest.split(' ');
        let (number, chain) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let (mark, written) = match form {
            "croupier-anchor-1" => {
                let mark = Mark { number, chain, signed: 0 };
                (mark, mark.older_text(key))
            }
            _ => {
                let mark = Mark { number, chain, signed: words.next()?.parse().ok()? };
                (mark, mark.text(key))
            }
        };
        (written.trim_end() == text).then_some(mark)
    }
}

/// The anchor's file. It stays open, so that its path need not be reached again.
pub(crate) struct Anchor {
    path: PathBuf,
    file: File,
    key: Hash,
    mark: Option<Mark>,
    /// Which place is written next.
    next: usize,
}

impl Anchor {
    /// Opens it; a new one holds no mark.
    pub(crate) fn open(path: &Path, key: Hash) -> Result<Anchor, VaultFault> {
        let fault = |error| VaultFault::file("open", path, &error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = private(path, &mut options).map_err(fault)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).and_then(|_| sync_folder(folder_of(path))).map_err(fault)?;
        let read = |place: usize| {
            Mark::read(bytes.get(place * PLACE..)?.get(..PLACE)?, key).map(|mark| (mark, place))
        };
        let last = (0..2).filter_map(read).max_by_key(|(mark, _)| mark.number);
        let (mark, next) = last.map_or((None, 0), |(mark, place)| (Some(mark), 1 - place));
        Ok(Anchor { path: path.to_owned(), file, key, mark, next })
    }

    /// Where it lies.
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.mark
    }

    /// Moves it, on the disk before it returns.
    pub(crate) fn move_to(&mut self, mark: Mark) -> Result<(), VaultFault> {
        if self.mark == Some(mark) {
            return Ok(());
        }
        // After an older folder was put back it goes backwards, and neither place may tell of more.
        let backwards = self.mark.is_some_and(|last| last.number >= mark.number);
        for _ in 0..=usize::from(backwards) {
            self.write(mark).map_err(|error| VaultFault::file("write", &self.path, &error))?;
            (self.mark, self.next) = (Some(mark), 1 - self.next);
        }
        Ok(())
    }

    fn write(&mut self, mark: Mark) -> io::Result<()> {
        let mut place = mark.text(self.key).into_bytes();
        place.resize(PLACE, b' ');
        self.file.seek(SeekFrom::Start((self.next * PLACE) as u64))?;
        self.file.write_all(&place)?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_from_before_it_told_what_was_signed_is_read() {
        let key = sha256(&[b"a key"]);
        let mark = Mark { number: 7, chain: sha256(&[b"seven lines"]), signed: 90 };
        assert_eq!(Mark::read(mark.text(key).as_bytes(), key), Some(mark));
        let older = Mark { signed: 0, ..mark };
        assert_eq!(Mark::read(older.older_text(key).as_bytes(), key), Some(older));
        // Nobody without the key says that less was signed.
        let less = mark.text(key).replace(" 90 ", " 80 ");
        assert_eq!(Mark::read(less.as_bytes(), key), None);
        assert_eq!(Mark::read(mark.text(key).as_bytes(), sha256(&[b"another"])), None);
        let widest = Mark { number: u64::MAX, signed: u64::MAX, ..mark };
        assert!(widest.text(key).len() <= PLACE);
    }
}
