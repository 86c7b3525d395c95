//! Files that are their owner's alone, there whole or not at all.

use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Writes a file that is its owner's alone, whole or not at all: whoever is killed meanwhile leaves no half of a key, with which nothing would
/// ever open again. What is there already stays.
pub fn write_once(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    let write = || {
        let mut options = std::fs::File::options();
        let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::hard_link(&beside, path)
    };
    let written = write();
    let removed = std::fs::remove_file(&beside);
    written.and(removed)?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => std::fs::File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}
