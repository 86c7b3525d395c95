//! Somebody with a shell of the same user reads the memory of every process of the house; a house and a vault that were taken over
//! reach for what is not theirs.

use super::running::{Running, as_user, folder, times};
use rustix::process::Signal;
use shoe::undealt::Undealt;
use shoe::{Keeper, Keys, Sealed, TableName, Vault};
use std::path::Path;
use std::process::Command;

const INSIDER: &str = env!("CARGO_BIN_EXE_insider");

fn insider(arguments: &[&str]) -> String {
    said(as_user(Path::new(INSIDER)), arguments)
}

fn said(mut command: Command, arguments: &[&str]) -> String {
    String::from_utf8(command.args(arguments).output().unwrap().stdout).unwrap()
}

/// The shoes in use at the demonstration's sealed tables, given up to know what to look for.
fn revealed(data: &Path) -> Vec<([u8; 32], Sealed, u16, u16)> {
    let vault = Vault::open(&data.join("vault"), &Keys::beside(&data.join("keys/vault.key"))).ok().unwrap();
    let tables = ["act", "nz", "qld", "nsw"].map(|name| name.parse::<TableName>().unwrap());
    let held = tables.iter().filter_map(|table| Some((table, vault.held(table).unwrap()?)));
    let reveal = |(table, held): (&TableName, shoe::Held)| {
        let seed = vault.abandon(table, held.sealed.number, "to look inside").unwrap().seed.0;
        (seed, held.sealed, held.cut.unwrap_or(0), held.dealt)
    };
    held.map(reveal).collect()
}

#[test]
fn no_process_of_the_house_lets_the_same_user_read_an_undealt_card() {
    let folder = folder();
    let data = folder.path().join("house");
    let running = Running::open(&data);
    let (vault, house) = running.children();
    let copy = folder.path().join("copy");
    for pid in [vault, house, running.parent.id()] {
        let said = insider(&["read", &pid.to_string(), copy.to_str().unwrap()]);
        assert!(said.starts_with("no "), "the memory of {pid} can be read: {said}");
    }
    // Root reads any memory: that of the house holds no secret of a shoe.
    let mut memory = Vec::new();
    let reads = if rustix::process::geteuid().is_root() { times("ATTACK_READS", 1) } else { 0 };
    for _ in 0..reads {
        let said = said(Command::new(INSIDER), &["read", &house.to_string(), copy.to_str().unwrap()]);
        assert!(said.starts_with("copied "), "{said}");
        memory.push(std::fs::read(&copy).unwrap());
        memory.dedup();
    }
    running.end(Signal::TERM);
    let shoes = revealed(&data);
    assert!(!shoes.is_empty());
    for (seed, sealed, cut, dealt) in &shoes {
        let secrets = Undealt::of(seed, sealed, *cut, *dealt);
        for bytes in &memory {
            assert!(bytes.len() > 1_000_000);
            assert_eq!(secrets.found_in(bytes), Vec::<&str>::new(), "{}", sealed.table);
        }
    }
}

/// With the defence off the attack succeeds: where a process opens the vault in its own memory, the same search finds the seed.
#[test]
fn a_vault_in_the_same_process_would_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let vault =
        Vault::open(&folder.path().join("vault"), &Keys::beside(&folder.path().join("key"))).ok().unwrap();
    let table: TableName = "open".parse().unwrap();
    let sealed = vault.seal(&table, 1, merkle::Hash::NONE, 8).unwrap();
    let copy = folder.path().join("copy");
    let pid = std::process::id().to_string();
    let output =
        std::process::Command::new(INSIDER).args(["read", &pid, copy.to_str().unwrap()]).output().unwrap();
    if !output.stdout.starts_with(b"copied ") {
        // Somebody who is not root may be kept from reading its parent's memory by the system itself.
        return;
    }
    let seed = vault.abandon(&table, 1, "to look inside").unwrap().seed.0;
    let found = Undealt::of(&seed, &sealed, 0, 0).found_in(&std::fs::read(copy).unwrap());
    assert!(found.contains(&"the seed"), "{found:?}");
}

#[test]
fn a_house_or_node_that_was_taken_over_cannot_open_the_vault() {
    let folder = folder();
    let data = folder.path().join("house");
    Running::open(&data).end(Signal::INT);
    let keys = Keys::beside(&data.join("keys/vault.key"));
    let secrets = [data.join("vault"), keys.vault.clone(), keys.signing.clone(), keys.anchor()];
    let secrets = secrets.each_ref().map(|path| path.to_str().unwrap());
    let reached = |arguments: &[&str]| {
        let said = insider(arguments);
        assert!(said.contains("shut in by the kernel"), "{said}");
        said.lines().filter(|line| line.starts_with("reached ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(reached(&[&["house"], &secrets[..]].concat()), Vec::<String>::new());
    // What is the house's own it still opens.
    let own = data.join("ledger/ledger.db");
    let own = own.to_str().unwrap();
    let said = insider(&["house", secrets[0], secrets[1], own]);
    assert!(!said.contains(&format!("reached {own}")), "what is named as secret is refused: {said}");
    // Nor does a node of several, where the vault that they share is on its machine; where it is not, it opens what it needs.
    assert_eq!(reached(&[&["node", own], &secrets[..]].concat()), [format!("reached {own}")]);
    assert_eq!(reached(&["node", own]), [format!("reached {own}")]);
    // A vault that was taken over reaches nothing but its own folder: no file, no network, no program.
    let said = reached(&["vault", secrets[0], secrets[0], secrets[1], own, "/etc/passwd"]);
    assert_eq!(said, [format!("reached {}", secrets[0])]);
}
