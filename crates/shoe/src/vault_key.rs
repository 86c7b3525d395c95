//! The keys that the vault holds: of its own files, and of checkpoints.

use crate::entropy;
use crate::memory::{self, Secret};
use crate::vault_fault::VaultFault;
use crate::vault_file::{folder_of, private, sync_folder};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// A key of 32 bytes: what the vault's files are encrypted with, or what checkpoints are signed with. Each is kept in a file of its
/// own, away from the vault's folder, so that a copy of that folder tells nothing.
pub(crate) struct VaultKey(Secret);

impl VaultKey {
    /// Reads the key from this file; makes one if there is no such file.
    pub(crate) fn read_or_make(path: &Path) -> Result<VaultKey, VaultFault> {
        match private(path, OpenOptions::new().read(true)) {
            Ok(file) => VaultKey::read(path, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => VaultKey::make(path),
            Err(error) => Err(VaultFault::file("read", path, &error)),
        }
    }

    /// Reads the key from this file, which has to be there.
    pub(crate) fn existing(path: &Path) -> Result<VaultKey, VaultFault> {
        match private(path, OpenOptions::new().read(true)) {
            Ok(file) => VaultKey::read(path, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let message = "is not there, and the vault has signed with it; put it back";
                Err(VaultFault::Key(format!("{} {message}", path.display())))
            }
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
            Some(key) => Ok(VaultKey::locked(Secret::copied(key))),
            None => Err(VaultFault::Key(format!("{} does not hold a key of 32 bytes", path.display()))),
        }
    }

    fn make(path: &Path) -> Result<VaultKey, VaultFault> {
        let key = Secret::filled(|place| entropy::fill(place))?;
        let write = || {
            // Beside it, and then in its place, where nobody's is: whoever is killed meanwhile leaves no half of a key, with which the vault
            // would never open again.
            let mut beside = path.as_os_str().to_owned();
            beside.push(format!(".{}.new", std::process::id()));
            let beside = PathBuf::from(beside);
            let mut file = private(&beside, OpenOptions::new().write(true).create(true).truncate(true))?;
            file.write_all(key.bytes())?;
            file.sync_all()?;
            let linked = std::fs::hard_link(&beside, path);
            std::fs::remove_file(&beside)?;
            linked?;
            sync_folder(folder_of(path))
        };
        write().map_err(|error| VaultFault::file("write", path, &error))?;
        Ok(VaultKey::locked(key))
    }

    fn locked(key: Secret) -> VaultKey {
        memory::lock(key.bytes());
        VaultKey(key)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }
}
