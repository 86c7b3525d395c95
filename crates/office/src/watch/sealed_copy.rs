//! What is searched, as it is kept in a file from one opening of the house to the next. The house seals it with a key that no file of its data
//! folder has, and goes by no other: whoever writes on the disk hides nothing from a search, the index is only made anew.

use merkle::{Hash, sha256};
use people::Seals;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::PathBuf;

/// The layout of what is searched, and what of a coup is found in it. Another one is made anew.
const LAYOUT: u32 = 1;
/// So many bytes are read and hashed together.
const PIECE: u64 = 1 << 20;
/// The letters of a seal, with which a file ends.
const SEAL: u64 = 64;

/// Where it is kept, and what seals it.
pub(super) struct SealedCopy {
    path: PathBuf,
    seals: Seals,
}

/// What is hashed so far.
#[derive(Default)]
struct Said {
    size: u64,
    pieces: Vec<Hash>,
}

impl Said {
    fn take(&mut self, piece: &[u8]) {
        self.size += piece.len() as u64;
        self.pieces.push(sha256(&[piece]));
    }

    /// What the seal is of.
    fn text(&self) -> String {
        let pieces: Vec<&[u8]> = self.pieces.iter().map(|Hash(bytes)| bytes.as_slice()).collect();
        format!("croupier-index {LAYOUT} {} {}", self.size, sha256(&pieces))
    }
}

impl SealedCopy {
    pub(super) fn new(path: PathBuf, seals: Seals) -> SealedCopy {
        SealedCopy { path, seals }
    }

    /// Fills an empty file with what was kept. What the house did not seal leaves it empty.
    pub(super) fn fill(&self, empty: &File) -> Result<bool> {
        let filled = self.read_into(empty);
        if !matches!(filled, Ok(true)) {
            empty.set_len(0)?;
        }
        filled
    }

    fn read_into(&self, empty: &File) -> Result<bool> {
        let mut kept = match File::open(&self.path) {
            Ok(kept) => kept,
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(false),
            Err(fault) => return Err(fault),
        };
        let Some(size) = kept.metadata()?.len().checked_sub(SEAL) else { return Ok(false) };
        let (mut said, mut piece) = (Said::default(), Vec::new());
        while said.size < size {
            piece.clear();
            let wanted = PIECE.min(size - said.size);
            if (&mut kept).take(wanted).read_to_end(&mut piece)? as u64 != wanted {
                return Err(Error::from(ErrorKind::UnexpectedEof));
            }
            // What is sealed is what was written, byte by byte: nothing is read a second time.
            empty.write_all_at(&piece, said.size)?;
            said.take(&piece);
        }
        let mut seal = Vec::new();
        kept.take(SEAL).read_to_end(&mut seal)?;
        let holds = self.seals.holds_index(&said.text(), &seal);
        if !holds {
            tracing::warn!(path = %self.path.display(), "the index was not sealed by this house as it is; it is made anew from the log");
        }
        Ok(holds)
    }

    /// Keeps what the file has, written beside and put in its place whole.
    pub(super) fn keep(&self, file: &File) -> Result<()> {
        let new = self.path.with_extension("new");
        let mut kept = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        let size = file.metadata()?.len();
        let (mut said, mut piece) = (Said::default(), vec![0; PIECE as usize]);
        while said.size < size {
            let part = &mut piece[..PIECE.min(size - said.size) as usize];
            file.read_exact_at(part, said.size)?;
            kept.write_all(part)?;
            said.take(part);
        }
        kept.write_all(self.seals.index(&said.text()).as_bytes())?;
        drop(kept);
        std::fs::rename(&new, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_copy_fills_a_file_that_was_not_sealed_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (path, from) = (folder.path().join("coups.kept"), folder.path().join("from"));
        let copy = |key| SealedCopy::new(path.clone(), Seals::new([key; 32]));
        let empty = || tempfile::tempfile_in(folder.path()).unwrap();
        let bytes: Vec<u8> = (0..3 * PIECE + 17).map(|nth| (nth % 251) as u8).collect();
        std::fs::write(&from, &bytes).unwrap();
        assert!(!copy(1).fill(&empty()).unwrap(), "nothing is kept");
        copy(1).keep(&File::open(&from).unwrap()).unwrap();
        let filled = empty();
        assert!(copy(1).fill(&filled).unwrap());
        let mut found = vec![0; bytes.len()];
        filled.read_exact_at(&mut found, 0).unwrap();
        assert_eq!((filled.metadata().unwrap().len(), found), (bytes.len() as u64, bytes));
        let whole = std::fs::read(&path).unwrap();
        let check = |kept: &[u8], key: u8, what: &str| {
            std::fs::write(&path, kept).unwrap();
            let file = empty();
            assert!(!copy(key).fill(&file).unwrap(), "{what}");
            assert_eq!(file.metadata().unwrap().len(), 0, "{what}: nothing of it is there");
        };
        check(&whole, 2, "another house's");
        for place in [0, PIECE as usize, whole.len() - 65, whole.len() - 1] {
            let mut altered = whole.clone();
            altered[place] ^= 1;
            check(&altered, 1, &format!("altered at {place}"));
        }
        check(&whole[..whole.len() - 1], 1, "shorter");
        check(&[&whole[..], &[0]].concat(), 1, "longer");
        check(&whole[..10], 1, "hardly anything");
        check(&[], 1, "nothing");
    }
}
