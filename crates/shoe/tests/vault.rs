//! The vault: the same cards after a crash, nothing undealt anywhere but in it, and bad files refused.

use merkle::{Hash, sha256};
use shoe::record::Line;
use shoe::undealt::Undealt;
use shoe::verify::{verify, verify_sequence};
use shoe::{Ending, Held, Keeper, Opening, Refused, Reveal, Sealed, TableName, Vault, VaultFault};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct House {
    folder: TempDir,
}

impl House {
    fn new() -> House {
        House { folder: tempfile::tempdir().unwrap() }
    }

    fn vault(&self) -> PathBuf {
        self.folder.path().join("data/vault")
    }

    /// The folder of the one table of most tests.
    fn data(&self) -> PathBuf {
        let folder = files(&self.vault()).into_iter().find(|path| path.is_dir());
        folder.expect("no table has a folder")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key")
    }

    fn try_open(&self, table: &str) -> Result<TableVault, VaultFault> {
        let vault = Vault::open(&self.vault(), &self.key())?;
        let vault = TableVault { vault, table: table.parse().unwrap() };
        vault.vault.held(&vault.table)?;
        Ok(vault)
    }

    fn open(&self) -> TableVault {
        self.try_open("Test 1").unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn refuses(&self, said: &str) {
        let fault = self.try_open("Test 1").err().expect("it should not open").to_string();
        assert!(fault.contains(said), "no `{said}` in {fault}");
    }
}

/// A vault of which only one table is used.
struct TableVault {
    vault: Vault,
    table: TableName,
}

impl TableVault {
    fn held(&self) -> Option<Held> {
        self.vault.held(&self.table).unwrap()
    }

    fn dealt(&self) -> u16 {
        self.held().unwrap().dealt
    }

    fn seal(&self, shoe: u32, decks: u8) -> Result<Sealed, VaultFault> {
        self.vault.seal(&self.table, shoe, book(), decks)
    }

    fn cut(&self, shoe: u32, at: u16) -> Result<(), VaultFault> {
        self.vault.cut(&self.table, shoe, at)
    }

    fn next_card(&self, shoe: u32, drawn: u16) -> Result<Opening, VaultFault> {
        self.vault.next_card(&self.table, shoe, drawn)
    }

    fn deal(&self, shoe: u32, cards: std::ops::Range<u16>) -> Vec<Opening> {
        cards.map(|drawn| self.next_card(shoe, drawn).unwrap()).collect()
    }

    fn catch_up(&self, shoe: u32, shown: &Opening) -> Result<(), VaultFault> {
        self.vault.catch_up(&self.table, shoe, shown)
    }

    fn finish(&self, shoe: u32) -> Result<Reveal, VaultFault> {
        self.vault.finish(&self.table, shoe)
    }

    fn abandon(&self, shoe: u32, reason: &str) -> Result<Reveal, VaultFault> {
        self.vault.abandon(&self.table, shoe, reason)
    }
}

fn book() -> Hash {
    sha256(&[b"a book"])
}

fn record(sealed: &Sealed, cut: u16, openings: &[Opening], reveal: Reveal) -> String {
    let cards = openings.iter().cloned().map(Line::Card);
    let lines = [Line::sealed(sealed), Line::Cut { at: cut }].into_iter().chain(cards);
    lines.chain([Line::Revealed(reveal)]).map(|line| format!("{line}\n")).collect()
}

/// A vault that was lost goes on after the shoe that only the log still tells of; one that holds a shoe does not forget it.
#[test]
fn after_a_loss_the_next_shoe_names_the_lost_one() {
    let house = House::new();
    let lost = house.open().seal(1, 8).unwrap().seal();
    let elsewhere = House::new();
    let vault = elsewhere.open();
    assert_eq!(vault.seal(2, 8), Err(VaultFault::NotNext { asked: 2, next: 1 }));
    let next = vault.vault.seal_after_loss(&vault.table, (2, lost), book(), 8).unwrap();
    assert_eq!((next.number, next.previous), (2, lost));
    assert_eq!(vault.vault.seal_after_loss(&vault.table, (2, lost), book(), 8), Ok(next));
    let refused = vault.vault.seal_after_loss(&vault.table, (3, lost), book(), 8);
    assert_eq!(refused, Err(VaultFault::InUse { holds: 2 }));
}

#[test]
fn a_shoe_from_seal_to_reveal() {
    let house = House::new();
    let vault = house.open();
    assert_eq!(vault.held(), None);
    for number in 1..=3 {
        let sealed = vault.seal(number, 8).unwrap();
        assert_eq!(sealed.number, number);
        vault.cut(number, 100).unwrap();
        let openings = vault.deal(number, 0..300);
        assert_eq!(vault.dealt(), 300);
        let reveal = vault.finish(number).unwrap();
        let held =
            Held { sealed: sealed.clone(), cut: Some(100), dealt: 300, ending: Some(Ending::Finished) };
        assert_eq!(vault.held(), Some(held));
        let verified = verify(&record(&sealed, 100, &openings, reveal)).unwrap();
        assert_eq!((verified.dealt, verified.sealed.number), (300, number));
    }
}

/// Eight tables at once, each on a thread of its own, with one vault: every record holds and no two are mixed up.
#[test]
fn many_tables_have_their_shoes_in_one_vault() {
    let house = House::new();
    let vault = Vault::open(&house.vault(), &house.key()).ok().unwrap();
    let play = |table: TableName| {
        let shoes = (1..=2).map(|number| {
            let sealed = vault.seal(&table, number, book(), 8).unwrap();
            vault.cut(&table, number, 60).unwrap();
            let openings: Vec<_> =
                (0..80).map(|drawn| vault.next_card(&table, number, drawn).unwrap()).collect();
            let reveal = vault.finish(&table, number).unwrap();
            verify(&record(&sealed, 60, &openings, reveal)).unwrap().sealed
        });
        shoes.collect::<Vec<_>>()
    };
    // Names that a disk could take for one another, or could not take at all.
    let names = [
        "T 1",
        "T-1",
        "t 1",
        "T/1",
        "..",
        "T.1",
        "桌子 1",
        "a table with a very long name, of 64 letters that goes on and on",
    ];
    let shoes: Vec<Sealed> = std::thread::scope(|scope| {
        let threads = names.map(|name| scope.spawn(|| play(name.parse().unwrap())));
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(verify_sequence(&shoes), Vec::<String>::new());
    let mut roots: Vec<Hash> = shoes.iter().map(|sealed| sealed.root).collect();
    roots.sort();
    roots.dedup();
    assert_eq!(roots.len(), 16);
    drop(vault);
    let vault = Vault::open(&house.vault(), &house.key()).ok().unwrap();
    for name in names {
        let held = vault.held(&name.parse().unwrap()).unwrap().unwrap();
        assert_eq!((held.sealed.table.to_string(), held.sealed.number, held.dealt), (name.to_owned(), 2, 80));
    }
}

/// An answer that was lost on the way is given again, and nothing else takes its place.
#[test]
fn a_seal_is_asked_for_again_until_the_cut() {
    let house = House::new();
    let sealed = house.open().seal(1, 8).unwrap();
    let vault = house.open();
    assert_eq!(vault.seal(1, 8), Ok(sealed));
    assert_eq!(vault.seal(1, 6), Err(VaultFault::InUse { holds: 1 }));
    assert_eq!(vault.seal(2, 8), Err(VaultFault::InUse { holds: 1 }));
    vault.cut(1, 0).unwrap();
    assert_eq!(vault.seal(1, 8), Err(VaultFault::InUse { holds: 1 }));
    vault.finish(1).unwrap();
    for asked in [0, 1, 3, u32::MAX] {
        assert_eq!(vault.seal(asked, 8), Err(VaultFault::NotNext { asked, next: 2 }));
    }
    assert_eq!(vault.seal(2, 8).unwrap().number, 2);
}

#[test]
fn no_two_shoes_are_alike() {
    let (one, two) = (House::new(), House::new());
    let (one, two) = (one.open(), two.open());
    let roots = [one.seal(1, 8).unwrap().root, two.seal(1, 8).unwrap().root];
    assert_ne!(roots[0], roots[1]);
    let first = one.abandon(1, "test").unwrap().seed;
    one.seal(2, 8).unwrap();
    assert_ne!(one.abandon(2, "test").unwrap().seed, first);
}

#[test]
fn the_vault_tells_the_next_card_and_no_other() {
    let house = House::new();
    let vault = house.open();
    assert_eq!(vault.next_card(1, 0), Err(VaultFault::OtherShoe { asked: 1, holds: None }));
    assert_eq!(vault.seal(1, 0), Err(VaultFault::Decks { found: 0 }));
    vault.seal(1, 1).unwrap();
    assert_eq!(vault.next_card(1, 0), Err(Refused::NotCut.into()));
    assert_eq!(vault.cut(1, 52), Err(Refused::CutTooDeep { at: 52, cards: 52 }.into()));
    vault.cut(1, 10).unwrap();
    assert_eq!(vault.cut(1, 10), Ok(()));
    assert_eq!(vault.cut(1, 11), Err(Refused::AlreadyCut { at: 10 }.into()));
    assert_eq!(vault.next_card(2, 0), Err(VaultFault::OtherShoe { asked: 2, holds: Some(1) }));
    assert_eq!(vault.next_card(1, 1), Err(Refused::Skips { asked: 1, next: 0 }.into()));
    let first = vault.next_card(1, 0).unwrap();
    assert_eq!(vault.next_card(1, 0), Ok(first));
    assert_eq!(vault.next_card(1, 2), Err(Refused::Skips { asked: 2, next: 1 }.into()));
    vault.deal(1, 1..52);
    assert_eq!(vault.next_card(1, 52), Err(Refused::Empty { cards: 52 }.into()));
    assert_eq!(vault.abandon(1, "  "), Err(Refused::NoReason.into()));
    let reveal = vault.finish(1).unwrap();
    assert_eq!(vault.finish(1), Ok(reveal));
    assert_eq!(vault.next_card(1, 0), Err(Refused::Ended.into()));
    assert_eq!(vault.seal(2, 8).unwrap().number, 2);
}

/// Opened anew after every single step, as if the process had been killed there: one shoe, the same cards, one record.
#[test]
fn after_a_crash_the_same_shoe_goes_on_with_the_same_cards() {
    let house = House::new();
    let sealed = house.open().seal(1, 1).unwrap();
    assert_eq!(house.open().held().unwrap().sealed, sealed);
    house.open().cut(1, 17).unwrap();
    assert_eq!(house.open().held().unwrap().cut, Some(17));
    let mut openings = Vec::new();
    for drawn in 0..40 {
        let vault = house.open();
        assert_eq!(vault.dealt(), drawn);
        openings.push(vault.next_card(1, drawn).unwrap());
        // The table died before it wrote the card down, and asks again.
        drop(vault);
        assert_eq!(house.open().next_card(1, drawn).as_ref(), Ok(&openings[usize::from(drawn)]));
    }
    let reveal = house.open().abandon(1, "cards spilt").unwrap();
    // Nothing but the reason it was given first, however often it is asked.
    assert_eq!(house.open().finish(1).unwrap(), reveal);
    verify(&record(&sealed, 17, &openings, reveal)).unwrap();
    let next = house.open().seal(2, 1).unwrap();
    assert_eq!((next.number, next.previous), (2, sealed.seal()));
}

#[test]
fn a_lost_tally_is_restored_from_an_opening_and_from_nothing_else() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    vault.cut(1, 5).unwrap();
    let openings = vault.deal(1, 0..100);
    drop(vault);
    std::fs::remove_file(house.data().join("shoe-1.tally")).unwrap();
    let vault = house.open();
    assert_eq!(vault.next_card(1, 100), Err(Refused::Skips { asked: 100, next: 0 }.into()));
    let mut forged = openings[99].clone();
    forged.drawn = 150;
    assert_eq!(vault.catch_up(1, &forged), Err(Refused::NotOurs.into()));
    forged.drawn = 416;
    assert_eq!(vault.catch_up(1, &forged), Err(Refused::NotOurs.into()));
    vault.catch_up(1, &openings[99]).unwrap();
    vault.catch_up(1, &openings[7]).unwrap();
    assert_eq!(vault.dealt(), 100);
    vault.next_card(1, 100).unwrap();
    drop(vault);
    assert_eq!(house.open().dealt(), 101);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_changed_truncated_or_foreign_file_is_refused() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    vault.cut(1, 5).unwrap();
    drop(vault);
    let data = house.data();
    let path = data.join("shoe.vault");
    let honest = std::fs::read(&path).unwrap();
    for at in 0..honest.len() {
        let mut bent = honest.clone();
        bent[at] ^= 1 << (at % 8);
        std::fs::write(&path, bent).unwrap();
        house.refuses("shoe.vault: it ");
        std::fs::write(&path, &honest[..at]).unwrap();
        house.refuses("shoe.vault: it ");
    }
    std::fs::write(&path, &honest).unwrap();
    // A file that was put in the place of another table's.
    let other = house.try_open("Test 2").unwrap();
    other.seal(1, 8).unwrap();
    drop(other);
    let folders = files(&house.vault()).into_iter().filter(|folder| folder.is_dir());
    folders.for_each(|folder| std::fs::write(folder.join("shoe.vault"), &honest).map(drop).unwrap());
    assert!(house.try_open("Test 2").err().unwrap().to_string().contains("is of another table than Test 2"));
    std::fs::write(data.join("shoe-1.tally"), [b'.'; 417]).unwrap();
    house.refuses("counts 417 cards");
    std::fs::write(data.join("shoe-1.tally"), [b'.'; 416]).unwrap();
    assert_eq!(house.open().dealt(), 416);
    let another = [7; 32];
    std::fs::write(house.key(), another).unwrap();
    house.refuses("of another key");
    std::fs::write(house.key(), &another[1..]).unwrap();
    house.refuses("does not hold a key of 32 bytes");
}

#[test]
fn only_one_vault_is_open_at_a_time_and_its_key_is_elsewhere() {
    let house = House::new();
    let vault = house.open();
    house.refuses("is open elsewhere");
    drop(vault);
    house.open();
    let inside = house.vault().join("key");
    let fault = Vault::open(&house.vault(), &inside).err().unwrap();
    assert!(fault.to_string().contains("is in the vault's own folder"), "{fault}");
    assert!(!inside.exists());
}

#[cfg(unix)]
#[test]
fn files_are_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    vault.cut(1, 0).unwrap();
    vault.deal(1, 0..3);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode(&house.vault()), mode(&house.data())], [0o700; 2]);
    assert_eq!(files(&house.data()).len(), 2);
    let all = files(&house.data()).into_iter().chain(files(&house.vault())).chain([house.key()]);
    for path in all.filter(|path| path.is_file()) {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    drop(vault);
    std::fs::set_permissions(house.key(), std::fs::Permissions::from_mode(0o640)).unwrap();
    house.refuses("may be read by others (mode 640)");
}

/// After a write that failed nothing more is answered, and what was on the disk before still opens.
#[test]
fn a_failed_write_closes_the_vault() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    // The place beside the file is taken by a folder that cannot be removed as a file.
    let beside = house.data().join("shoe.vault.new");
    std::fs::create_dir(&beside).unwrap();
    let fault = vault.cut(1, 5).unwrap_err();
    assert!(matches!(fault, VaultFault::File(_)), "{fault}");
    assert!(matches!(vault.next_card(1, 0), Err(VaultFault::Closed { .. })));
    assert!(matches!(vault.seal(1, 8), Err(VaultFault::Closed { .. })));
    drop(vault);
    std::fs::remove_dir(&beside).unwrap();
    let vault = house.open();
    assert_eq!(vault.held().unwrap().cut, None);
    vault.cut(1, 6).unwrap();
}

/// Plays most of a shoe and keeps every byte that anything but the vault's memory could hold: all files, everything
/// answered, written as JSON and as debug prints, and every error. Then the shoe is revealed, and its secrets are searched for.
#[test]
fn no_byte_outside_tells_an_undealt_card() {
    let house = House::new();
    let vault = house.open();
    let mut outside = Vec::new();
    let keep_files = |outside: &mut Vec<u8>| {
        let all = files(&house.data()).into_iter().chain(files(&house.vault())).chain([house.key()]);
        for path in all.filter(|path| path.is_file()) {
            outside.extend(std::fs::read(path).unwrap());
        }
    };
    let sealed = vault.seal(1, 8).unwrap();
    outside.extend(format!("{sealed:?}{}", Line::sealed(&sealed)).bytes());
    keep_files(&mut outside);
    vault.cut(1, 200).unwrap();
    keep_files(&mut outside);
    const DEALT: u16 = 300;
    let mut last = None;
    for drawn in 0..DEALT {
        let opening = vault.next_card(1, drawn).unwrap();
        outside.extend(format!("{opening:?}{}", Line::Card(opening.clone())).bytes());
        if drawn % 50 == 0 {
            keep_files(&mut outside);
            let fault = vault.next_card(1, drawn + 9).unwrap_err();
            outside.extend(format!("{fault}{fault:?}{:?}", vault.held()).bytes());
        }
        last = Some(opening);
    }
    drop(vault);
    keep_files(&mut outside);
    let vault = house.open();

    // From here on everything is told, to know what to look for.
    let seed = vault.abandon(1, "to look inside").unwrap().seed;
    assert_eq!(Undealt::of(&seed.0, &sealed, 200, DEALT).found_in(&outside), Vec::<&str>::new());
    // The search itself finds what is there: the salt of the last card dealt, and the seed in a reveal.
    let before = Undealt::of(&seed.0, &sealed, 200, DEALT - 1).found_in(&outside);
    assert!(before.contains(&"the salt of an undealt card"), "{before:?}");
    assert!(outside.windows(64).any(|text| text == last.as_ref().unwrap().salt.to_string().as_bytes()));
    let message = Undealt::of(&seed.0, &sealed, 200, DEALT).found_in(format!("{seed}").as_bytes());
    assert_eq!(message, ["the seed"]);
    let order = verify(&record(&sealed, 200, &[], vault.finish(1).unwrap())).unwrap().order;
    let cards: String = order.iter().map(|card| format!("{card} ")).collect();
    let message = Undealt::of(&seed.0, &sealed, 200, DEALT).found_in(cards.as_bytes());
    assert_eq!(message.len(), 416 - usize::from(DEALT) - 7);
}
