//! A house and its vault as two users of the machine: who they are, and which files are whose.
//!
//! Root hands out what it has made itself and what was root's. A file that is somebody else's already is never given away: whoever can
//! write in the house's folder must not get another's file for it.

use crate::settings::HouseSettings;
use crate::vaulted::VaultPlace;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Uid, chownat, fchmod, fstat, openat, statat,
};
use std::ffi::OsStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A user of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// The user's number.
    pub user: u32,
    /// The number of the user's group.
    pub group: u32,
}

impl Account {
    /// By name, as `/etc/passwd` has it, or by number.
    pub fn of(name: &str) -> Result<Account, String> {
        let listed =
            std::fs::read_to_string("/etc/passwd").map_err(|error| format!("/etc/passwd: {error}"))?;
        Account::listed(name, &listed).ok_or_else(|| {
            format!("found the user `{name}`; allowed is one that /etc/passwd names, or a number")
        })
    }

    fn listed(name: &str, listed: &str) -> Option<Account> {
        let fields = listed.lines().map(|line| line.split(':').collect::<Vec<_>>());
        let own = fields.filter_map(|fields| {
            let [known, _, user, group, ..] = fields[..] else { return None };
            Some((known, Account { user: user.parse().ok()?, group: group.parse().ok()? }))
        });
        let number = name.parse::<u32>().ok();
        let found = own.into_iter().find(|(known, account)| *known == name || number == Some(account.user));
        // A number that nobody is listed under has a group of the same number.
        found.map(|(_, account)| account).or_else(|| number.map(|user| Account { user, group: user }))
    }
}

/// Gives the house its data and the vault its folder and keys, and lets nobody into the other's.
pub fn hand_out(settings: &HouseSettings, house: Account, vault: Account) -> Result<(), String> {
    let place = VaultPlace::of(settings);
    let forms = settings.vault_key.with_file_name("forms.key");
    for folder in [&place.keys.vault, &place.keys.signing].map(|key| key.parent().unwrap_or(Path::new("."))) {
        own_folder(folder, &[place.secrets().as_slice(), std::slice::from_ref(&forms)].concat())?;
    }
    give(&forms, house)?;
    for secret in place.secrets().iter().filter(|path| path.exists()) {
        give(secret, vault)?;
    }
    for folder in [&place.keys.vault, &place.keys.signing].map(|key| key.parent().unwrap_or(Path::new("."))) {
        give(folder, vault)?;
        // Names may be read, or the house could not be kept from each file by itself.
        allow(folder, 0o755)?;
    }
    allow(&place.folder, 0o700)?;
    give(&settings.data, house)?;
    // What was missing, and made anew just now.
    for part in ["people", "ledger", "index", "forms"].map(|name| settings.data.join(name)) {
        if part.exists() {
            give(&part, house)?;
        }
    }
    // The vault has to find the way to its folder, and reads nothing on it.
    allow(&settings.data, 0o711)
}

/// A folder that becomes the vault's holds nothing but keys.
fn own_folder(folder: &Path, known: &[PathBuf]) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| with_path(folder, &error))?;
    let other = entries.filter_map(Result::ok).map(|entry| entry.path()).find(|path| !known.contains(path));
    match other {
        None => Ok(()),
        Some(other) => Err(format!(
            "{} lies beside the vault's keys; with `vault_user` they take a folder of their own",
            other.display()
        )),
    }
}

/// Gives a file or a folder that is root's, with everything of root's in it.
fn give(path: &Path, to: Account) -> Result<(), String> {
    give_at(CWD, path.as_os_str(), to, path)
}

/// The same, found from an open folder: nothing that somebody puts in its place meanwhile is followed.
fn give_at(folder: BorrowedFd<'_>, name: &OsStr, to: Account, path: &Path) -> Result<(), String> {
    let fault = |error: rustix::io::Errno| with_path(path, &error.into());
    let found = openat(folder, name, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty());
    let found = found.map_err(fault)?;
    let about = fstat(&found).map_err(fault)?;
    let kind = FileType::from_raw_mode(about.st_mode);
    if about.st_uid == to.user {
        return Ok(());
    }
    if about.st_uid != 0
        || !(kind == FileType::Directory || (kind == FileType::RegularFile && about.st_nlink == 1))
    {
        let (path, user, allowed) = (path.display(), about.st_uid, to.user);
        return Err(format!(
            "{path} belongs to user {user}; allowed is a file or folder of {allowed} or root"
        ));
    }
    if kind == FileType::Directory {
        give_inside(&found, to, path)?;
    }
    let (user, group) = (Uid::from_raw(to.user), Gid::from_raw(to.group));
    chownat(&found, "", Some(user), Some(group), AtFlags::EMPTY_PATH).map_err(fault)
}

/// What is in a folder of root's becomes its new owner's, but for what was handed out before.
fn give_inside(folder: &OwnedFd, to: Account, path: &Path) -> Result<(), String> {
    let fault = |error: rustix::io::Errno| with_path(path, &error.into());
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let open = openat(folder, ".", flags, Mode::empty()).map_err(fault)?;
    for entry in Dir::read_from(&open).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        let own = statat(&open, name, AtFlags::SYMLINK_NOFOLLOW).map_err(fault)?;
        if name != "." && name != ".." && own.st_uid == 0 {
            give_at(open.as_fd(), name, to, &path.join(name))?;
        }
    }
    Ok(())
}

fn allow(path: &Path, mode: u32) -> Result<(), String> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = openat(CWD, path, flags, Mode::empty());
    let done = open.and_then(|open| fchmod(&open, Mode::from_raw_mode(mode)));
    done.map_err(|error| with_path(path, &error.into()))
}

fn with_path(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn a_user_is_found_by_name_or_number() {
        let listed = "root:x:0:0:root:/root:/bin/bash\nvault:x:107:114::/nowhere:/bin/false\nodd line\n";
        let vault = Account { user: 107, group: 114 };
        assert_eq!(Account::listed("vault", listed), Some(vault));
        assert_eq!(Account::listed("107", listed), Some(vault));
        assert_eq!(Account::listed("4000", listed), Some(Account { user: 4000, group: 4000 }));
        for wrong in ["", "nobody here", "-1", "99999999999"] {
            assert_eq!(Account::listed(wrong, listed), None, "{wrong}");
        }
    }

    /// What is somebody else's stays theirs: only root's is handed out, and no link is followed.
    #[test]
    fn only_what_is_roots_is_given() {
        if !rustix::process::geteuid().is_root() {
            let here = tempfile::tempdir().unwrap();
            assert!(give(here.path(), Account { user: 1, group: 1 }).is_err(), "only root gives");
            return;
        }
        let here = tempfile::tempdir().unwrap();
        let (file, link, second) =
            (here.path().join("file"), here.path().join("link"), here.path().join("second"));
        std::fs::write(&file, "x").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
        let to = Account { user: 4_000, group: 4_000 };
        assert!(give(&link, to).is_err());
        std::fs::hard_link(&file, &second).unwrap();
        assert!(give(&file, to).is_err(), "it has a second name");
        std::fs::remove_file(&second).unwrap();
        give(&file, to).unwrap();
        assert_eq!(file.metadata().unwrap().uid(), 4_000);
        assert!(give(&file, Account { user: 4_001, group: 4_001 }).is_err(), "it is somebody else's");
    }
}
