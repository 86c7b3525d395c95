//! The vault's own files: what it takes to go on after a crash, encrypted under a key that is kept apart.

use crate::entropy::{self, NoEntropy, Source};
use crate::seal::{MOST_DECKS, TableName};
use crate::sealed_shoe::{Ending, Plan, SealedShoe};
use crate::seed::Seed;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use merkle::Hash;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use zeroize::Zeroizing;

const MAGIC: &[u8] = b"croupier-vault-1\n";
const NONCE: usize = 24;
const NO_CUT: u16 = u16::MAX;
/// Stage, number, previous seal, book, decks, cut, seed.
const FIXED: usize = 1 + 4 + 32 + 32 + 1 + 2 + 32;

/// Encrypts what the vault must remember of a shoe.
pub(crate) fn encrypted(shoe: &SealedShoe, key: &[u8; 32], source: Source) -> Result<Vec<u8>, NoEntropy> {
    let sealed = shoe.sealed();
    let (stage, reason) = match shoe.ending() {
        None => (0, ""),
        Some(Ending::Finished) => (1, ""),
        Some(Ending::Abandoned(reason)) => (2, reason.as_str()),
    };
    // Big enough from the start, so that growing leaves no copy of the seed behind.
    let mut plain = Zeroizing::new(Vec::with_capacity(FIXED + reason.len()));
    plain.push(stage);
    plain.extend_from_slice(&sealed.number.to_le_bytes());
    plain.extend_from_slice(&sealed.previous.0);
    plain.extend_from_slice(&sealed.book.0);
    plain.push(sealed.decks);
    plain.extend_from_slice(&shoe.cut_at().unwrap_or(NO_CUT).to_le_bytes());
    plain.extend_from_slice(shoe.seed().bytes());
    plain.extend_from_slice(reason.as_bytes());
    let nonce = *entropy::fresh::<NONCE>(source)?;
    let associated = associated(&sealed.table);
    let cipher = XChaCha20Poly1305::new(key.into());
    let payload = Payload { msg: &plain, aad: &associated };
    // It fails only on texts of many gigabytes.
    let hidden = cipher.encrypt(&XNonce::from(nonce), payload).unwrap_or_default();
    Ok([MAGIC, &nonce, &hidden].concat())
}

/// The shoe that a file holds, or what is wrong with the file.
pub(crate) fn decrypted(file: &[u8], key: &[u8; 32], table: &TableName) -> Result<SealedShoe, String> {
    let rest = file.strip_prefix(MAGIC).ok_or("it does not begin as a vault's file does")?;
    let (nonce, hidden) = rest.split_first_chunk::<NONCE>().ok_or("it is cut off")?;
    let payload = Payload { msg: hidden, aad: &associated(table) };
    let plain = XChaCha20Poly1305::new(key.into())
        .decrypt(&XNonce::from(*nonce), payload)
        .map(Zeroizing::new)
        .map_err(|_| format!("it was changed, or is of another table than {table}, or of another key"))?;
    parsed(&plain, table).ok_or_else(|| "it was written by another version".to_owned())
}

fn parsed(plain: &[u8], table: &TableName) -> Option<SealedShoe> {
    let (&stage, rest) = plain.split_first()?;
    let (number, rest) = rest.split_first_chunk::<4>()?;
    let (previous, rest) = rest.split_first_chunk::<32>()?;
    let (book, rest) = rest.split_first_chunk::<32>()?;
    let (&decks, rest) = rest.split_first()?;
    let (cut, rest) = rest.split_first_chunk::<2>()?;
    let (seed, reason) = rest.split_first_chunk::<32>()?;
    let plan = Plan {
        book: Hash(*book),
        table: table.clone(),
        number: u32::from_le_bytes(*number),
        decks: Some(decks).filter(|decks| (1..=MOST_DECKS).contains(decks))?,
        previous: Hash(*previous),
    };
    let mut shoe = SealedShoe::seal(Seed::kept(seed), plan);
    match u16::from_le_bytes(*cut) {
        NO_CUT => {}
        at => shoe.cut(at).ok()?,
    }
    let ending = match stage {
        0 => None,
        1 => Some(Ending::Finished),
        2 => Some(Ending::Abandoned(String::from_utf8(reason.to_vec()).ok()?)),
        _ => return None,
    };
    if let Some(ending) = ending {
        shoe.end(ending).ok()?;
    }
    Some(shoe)
}

/// A file cannot be passed off as that of another table.
fn associated(table: &TableName) -> Vec<u8> {
    [MAGIC, table.to_string().as_bytes()].concat()
}

/// Writes a file whole or not at all: beside it, synced, then in its place, and the folder synced.
pub(crate) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let beside = folder.join(format!("{name}.new"));
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = private(&beside, OpenOptions::new().write(true).create_new(true))?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, folder.join(name))?;
    sync_folder(folder)
}

/// Opens a file that its owner alone may read.
pub(crate) fn private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// Is this file in this folder, whatever the way to it?
pub(crate) fn lies_in(file: &Path, folder: &Path) -> bool {
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), std::path::absolute(file)) else { return false };
    let parent = file.parent().and_then(|parent| parent.canonicalize().ok());
    parent.is_some_and(|parent| parent.starts_with(folder))
}

/// Makes a folder that its owner alone may enter.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    let was_there = folder.is_dir();
    builder.create(folder)?;
    match sync_folder(folder_of(folder)) {
        // The folder above is another user's, who made this one and let nobody read the names beside it.
        Err(error) if was_there && error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        synced => synced,
    }
}

/// The folder in which something lies.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Makes names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
