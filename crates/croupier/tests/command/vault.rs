//! `croupier shoe vault`: the vault in a process of its own, killed, and searched for in the memory of whoever uses it.

use super::command;
use shoe::undealt::Undealt;
use shoe::{Closing, Drawing, Grant, Keeper, Opening, TableName, VaultFault, VaultProcess};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder of its own for a test, with a vault.
struct House(PathBuf);

impl House {
    fn of(test: &str) -> House {
        let folder = std::env::temp_dir().join(format!("croupier-vault-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        House(folder)
    }

    fn command(&self) -> Command {
        let [folder, key] = ["vault", "key"].map(|name| self.0.join(name).to_str().unwrap().to_owned());
        command(&["shoe", "vault", &folder, "--key", &key])
    }

    fn start(&self) -> VaultProcess {
        VaultProcess::start(&mut self.command()).unwrap_or_else(|fault| panic!("{fault}"))
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A card of a shoe whose every coup takes six, each closed before.
fn next_card(vault: &VaultProcess, drawn: u16) -> Result<Opening, VaultFault> {
    let coup = u32::from(drawn / 6) + 1;
    let closing = Closing { length: u64::from(coup), hash: merkle::sha256(&[&coup.to_be_bytes()]) };
    vault.grant(&table(), 1, Grant { drawing: Drawing::Coup(coup), from: drawn / 6 * 6, closing })?;
    vault.card(&table(), 1, drawn, closing)
}

fn table() -> TableName {
    "Test 1".parse().unwrap()
}

/// Everything in this process's memory that can be written to: its heap, its stacks, its data.
fn memory() -> Vec<u8> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let memory = File::open("/proc/self/mem").unwrap();
    let mut all = Vec::with_capacity(1 << 28);
    for line in maps.lines().filter(|line| line.contains(" rw")) {
        let (from, rest) = line.split_once('-').unwrap();
        let [from, to] =
            [from, rest.split(' ').next().unwrap()].map(|end| u64::from_str_radix(end, 16).unwrap());
        // The place that all this is copied to holds nothing else.
        if (from..to).contains(&(all.as_ptr() as u64)) {
            continue;
        }
        let mut page = [0; 4096];
        for at in (from..to).step_by(page.len()) {
            if memory.read_exact_at(&mut page, at).is_ok() && page != [0; 4096] {
                all.extend_from_slice(&page);
            }
        }
    }
    all
}

/// Whoever runs the table has the opening of every card dealt in its memory, and nothing of any other.
#[test]
fn the_memory_of_whoever_asks_holds_no_undealt_card() {
    let house = House::of("memory");
    let vault = house.start();
    let sealed = vault.seal(&table(), 1, merkle::sha256(&[b"a book"]), 8).unwrap();
    vault.cut(&table(), 1, 200).unwrap();
    let openings: Vec<Opening> = (0..300).map(|drawn| next_card(&vault, drawn).unwrap()).collect();
    let memory = memory();
    assert!(memory.len() > 100_000, "{} bytes", memory.len());
    let seed = vault.abandon(&table(), 1, "to look inside").unwrap().seed;
    assert_eq!(Undealt::of(&seed.0, &sealed, 200, 300).found_in(&memory), Vec::<&str>::new());
    // The search finds what is there.
    assert!(
        Undealt::of(&seed.0, &sealed, 200, 299).found_in(&memory).contains(&"the salt of an undealt card")
    );
    assert_eq!(openings.len(), 300);
}

/// Killed again and again in the middle of dealing, it goes on with the same shoe and tells the same cards.
#[test]
fn a_vault_that_is_killed_goes_on_with_the_same_cards() {
    let house = House::of("killed");
    let sealed = house.start().seal(&table(), 1, merkle::Hash::NONE, 8).unwrap();
    house.start().cut(&table(), 1, 17).unwrap();
    let mut message: Vec<Opening> = Vec::new();
    for turn in 0..10 {
        let vault = house.start();
        let held = vault.held(&table()).unwrap().unwrap();
        assert_eq!((held.sealed, held.cut), (sealed.clone(), Some(17)));
        // The last card may have come out without being heard of.
        assert!((message.len()..=message.len() + 1).contains(&usize::from(held.dealt)), "{}", held.dealt);
        for (drawn, opening) in message.iter().enumerate() {
            assert_eq!(next_card(&vault, drawn as u16).as_ref(), Ok(opening));
        }
        let id = vault.id().unwrap().to_string();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_micros(turn * 700));
            assert!(Command::new("kill").args(["-9", &id]).status().unwrap().success());
        });
        let fault = loop {
            match next_card(&vault, message.len().min(415) as u16) {
                Ok(opening) if message.len() < 416 => message.push(opening),
                Ok(_) => {}
                Err(fault) => break fault,
            }
        };
        assert!(matches!(fault, VaultFault::Process(_)) && fault.closes_table(), "{fault}");
        // Nothing more is heard from a vault that has died.
        assert!(matches!(vault.held(&table()), Err(VaultFault::Process(_))));
        killer.join().unwrap();
    }
    assert!(message.iter().all(|opening| opening.check(&sealed, 17).is_ok()));
    assert!(!message.is_empty());
    house.start().finish(&table(), 1).unwrap();
}

#[test]
fn what_cannot_be_opened_or_is_no_request_is_told() {
    let house = House::of("hostile");
    std::fs::write(house.0.join("key"), "short").unwrap();
    let fault = VaultProcess::start(&mut house.command()).err().unwrap();
    assert!(
        matches!(&fault, VaultFault::Key(message) if message.contains("may be read by others")),
        "{fault}"
    );
    std::fs::remove_file(house.0.join("key")).unwrap();
    assert!(VaultProcess::start(&mut Command::new("/nowhere/croupier")).is_err());
    assert!(VaultProcess::start(Command::new("echo").arg("hello")).is_err());

    let (mut socket, its) = UnixStream::pair().unwrap();
    let mut child = house.command().stdin(Stdio::from(OwnedFd::from(its))).spawn().unwrap();
    let mut answers = BufReader::new(socket.try_clone().unwrap()).lines();
    assert_eq!(answers.next().unwrap().unwrap(), "{\"id\":0,\"reply\":{\"Ok\":\"done\"}}");
    let mut ask = |line: &str| {
        writeln!(socket, "{line}").unwrap();
        answers.next().unwrap().unwrap()
    };
    for hostile in [
        "{}",
        "null",
        "{\"id\":7}",
        "{\"id\":7,\"question\":\"peek\"}",
        "{\"id\":7,\"question\":{\"shoe\":{}}}",
    ] {
        let answer = ask(hostile);
        assert!(answer.contains("not a request"), "{answer}");
    }
    let closing = format!("{{\"length\":1,\"hash\":\"{}\"}}", merkle::Hash::NONE);
    let card = format!("{{\"card\":{{\"shoe\":1,\"drawn\":0,\"closing\":{closing}}}}}");
    let answer = ask(&format!("{{\"id\":8,\"question\":{{\"shoe\":{{\"table\":\"T\",\"ask\":{card}}}}}}}"));
    assert!(answer.contains("\"id\":8") && answer.contains("OtherShoe"), "{answer}");
    // No dump of its memory is left when it crashes.
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().skip(4).take(2).collect::<Vec<_>>(), ["0", "0"], "{core}");
    // It ends with its socket, and not before: signals are for whoever runs the tables.
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(ask("{}").contains("not a request"));
    drop(answers);
    drop(socket);
    assert!(child.wait().unwrap().success());
}
