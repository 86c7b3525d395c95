//! A licensed house: its vault is another user's, so that a shell of the house's own user opens neither the vault's folder nor its keys.

use super::running::{Served, as_user, croupier, settings_file};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

const INSIDER: &str = env!("CARGO_BIN_EXE_insider");
/// Two users who own nothing else.
const HOUSE: u32 = 64_001;
const VAULT: u32 = 64_002;

fn served(mut command: Command, settings: &Path) -> Output {
    command.args(["serve", "--settings"]).arg(settings).output().unwrap()
}

fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// What a shell of this user gets at.
fn reached(user: u32, paths: &[&Path]) -> Vec<String> {
    let mut insider = Command::new(INSIDER);
    let output = insider.arg("reach").args(paths).uid(user).gid(user).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), paths.len(), "{said}");
    said.lines().filter(|line| line.starts_with("reached ")).map(str::to_owned).collect()
}

#[test]
fn a_licensed_house_does_not_open_with_one_user_for_all() {
    let folder = open_folder();
    let one = served(as_user(croupier()), &settings_file(folder.path(), "licensed = true"));
    assert!(!one.status.success() && said(&one).contains("takes `user` and `vault_user`"), "{}", said(&one));
    let two = format!("licensed = true\nuser = \"{HOUSE}\"\nvault_user = \"{VAULT}\"");
    let by_nobody = served(as_user(croupier()), &settings_file(folder.path(), &two));
    let message = said(&by_nobody);
    assert!(!by_nobody.status.success(), "{message}");
    assert!(message.contains("only root starts a process as another user"), "{message}");
    for wrong in [("root", "64002"), ("64001", "0"), ("64001", "no such user")] {
        let text = format!("user = \"{}\"\nvault_user = \"{}\"", wrong.0, wrong.1);
        let output = served(Command::new(croupier()), &settings_file(folder.path(), &text));
        assert!(!output.status.success() && said(&output).contains("user"), "{wrong:?}: {}", said(&output));
    }
}

#[test]
fn a_shell_of_the_houses_user_opens_neither_the_vault_nor_its_keys() {
    if !rustix::process::geteuid().is_root() {
        // Only root gives a house two users; what anybody else is told is the other test.
        return;
    }
    let folder = open_folder();
    let two = format!("licensed = true\nuser = \"{HOUSE}\"\nvault_user = \"{VAULT}\"");
    let file = settings_file(folder.path(), &two);
    let (data, keys) = (folder.path().join("data"), folder.path().join("keys"));
    let paths =
        [data.join("vault"), keys.join("vault.key"), keys.join("signing.key"), keys.join("vault.key.anchor")];
    let secrets = paths.each_ref().map(|path| path.as_path());
    let own = data.join("ledger/ledger.db");
    // Opened, closed and opened again, while it is open and while it is closed.
    for _ in 0..2 {
        let house = Served::open(Command::new(croupier()), &file);
        assert_eq!(reached(HOUSE, &secrets), Vec::<String>::new(), "while it is open");
        house.end();
        assert_eq!(reached(HOUSE, &secrets), Vec::<String>::new(), "while it is closed");
        assert_eq!(
            reached(VAULT, &[&data.join("people"), &own, &keys.join("forms.key")]),
            Vec::<String>::new()
        );
        assert_eq!(reached(HOUSE, &[&own]).len(), 1, "what is the house's own it opens");
        assert_eq!(reached(VAULT, &secrets).len(), 4, "the defence off: the vault's own user opens them");
    }
    // Somebody who may write in the house's folder puts a link there to get a file of root's.
    std::fs::rename(data.join("vault"), data.join("vault.kept")).unwrap();
    std::os::unix::fs::symlink("/etc", data.join("vault")).unwrap();
    let output = served(Command::new(croupier()), &file);
    assert!(!output.status.success(), "{}", said(&output));
    assert_eq!(Path::new("/etc/passwd").metadata().unwrap().uid(), 0);
    std::fs::remove_file(data.join("vault")).unwrap();
    std::fs::rename(data.join("vault.kept"), data.join("vault")).unwrap();
    // A key that another can read, and a folder of keys that holds something else.
    std::fs::write(keys.join("notes.txt"), "x").unwrap();
    let output = served(Command::new(croupier()), &file);
    assert!(said(&output).contains("a folder of their own"), "{}", said(&output));
}
