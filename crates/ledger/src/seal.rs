//! The seal of a file at rest: written when the ledger is closed, broken when it is opened.
//!
//! Records protect themselves by their hashes wherever they are. A database file also has bytes that hold no record, such as
//! the unused part of a page; the seal finds a change of those too.

use merkle::sha256;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The number of bytes that have a hash of their own.
const PART: usize = 1 << 20;

fn path(folder: &Path) -> PathBuf {
    folder.join("ledger.seal")
}

/// What the seal of a file says: a line with its size, then a line for each part.
fn message(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut message = format!("croupier-seal-1\nsize {}\n", file.metadata()?.len());
    let mut part = Vec::with_capacity(PART);
    loop {
        part.clear();
        Read::by_ref(&mut file).take(PART as u64).read_to_end(&mut part)?;
        if part.is_empty() {
            return Ok(message);
        }
        message.push_str(&format!("part {}\n", sha256(&[&part])));
    }
}

/// Seals a file that nobody writes to.
pub(crate) fn put_on(folder: &Path, file: &Path) -> io::Result<()> {
    let message = message(file)?;
    let mut seal = File::create(path(folder))?;
    seal.write_all(message.as_bytes())?;
    seal.sync_all()
}

/// Breaks the seal, so that it stays broken, before anything is written.
pub(crate) fn take_off(folder: &Path) -> io::Result<()> {
    match std::fs::remove_file(path(folder)) {
        Ok(()) => File::open(folder)?.sync_all(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// What is wrong with a file that is sealed. Nothing is said of one that is not.
pub(crate) fn check(folder: &Path, file: &Path) -> io::Result<Vec<String>> {
    let Ok(seal) = std::fs::read(path(folder)) else { return Ok(Vec::new()) };
    let (seal, found) = (String::from_utf8_lossy(&seal).into_owned(), message(file)?);
    if seal == found {
        return Ok(Vec::new());
    }
    let mut faults: Vec<String> = Vec::new();
    for (number, (sealed, found)) in seal.lines().zip(found.lines()).enumerate() {
        if sealed == found {
            continue;
        }
        faults.push(match number {
            0 => "ledger.seal does not begin as a seal does".into(),
            1 => format!("ledger.db was sealed with {sealed}, it now has {found}"),
            _ => {
                let start = (number - 2) * PART;
                format!("ledger.db has changed since it was closed, in bytes {start} to {}", start + PART - 1)
            }
        });
    }
    if faults.is_empty() {
        faults.push("ledger.seal is not what was written when ledger.db was closed".into());
    }
    Ok(faults)
}
