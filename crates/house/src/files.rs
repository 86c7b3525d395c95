//! Folders and files that only their owner may read.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes a folder that only its owner may enter.
pub fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Writes a file that only its owner may read, once, in a folder that is the owner's too.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    ledger::write_once(path, bytes)
}
