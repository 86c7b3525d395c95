//! The vault: the same cards after a crash, nothing undealt anywhere but in it, and bad files refused.

use merkle::{Hash, sha256};
use shoe::record::Line;
use shoe::verify::verify;
use shoe::{Opening, Refused, Reveal, Sealed, Vault, VaultFault, shuffle};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct House {
    folder: TempDir,
}

impl House {
    fn new() -> House {
        House { folder: tempfile::tempdir().unwrap() }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key")
    }

    fn try_open(&self, table: &str) -> Result<Vault, VaultFault> {
        Vault::open(&self.data(), table.parse().unwrap(), &self.key())
    }

    fn open(&self) -> Vault {
        self.try_open("Test 1").unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn refuses(&self, said: &str) {
        let fault = self.try_open("Test 1").err().expect("it should not open").to_string();
        assert!(fault.contains(said), "no `{said}` in {fault}");
    }
}

fn book() -> Hash {
    sha256(&[b"a book"])
}

fn deal(vault: &mut Vault, shoe: u32, cards: std::ops::Range<u16>) -> Vec<Opening> {
    cards.map(|drawn| vault.next_card(shoe, drawn).unwrap()).collect()
}

fn record(sealed: &Sealed, cut: u16, openings: &[Opening], reveal: Reveal) -> String {
    let cards = openings.iter().cloned().map(Line::Card);
    let lines = [Line::sealed(sealed), Line::Cut { at: cut }].into_iter().chain(cards);
    lines.chain([Line::Revealed(reveal)]).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_shoe_from_seal_to_reveal() {
    let house = House::new();
    let mut vault = house.open();
    assert!(vault.sealed().is_none());
    for number in 1..=3 {
        let sealed = vault.seal_next(book(), 8).unwrap();
        assert_eq!(sealed.number, number);
        vault.cut(number, 100).unwrap();
        let openings = deal(&mut vault, number, 0..300);
        assert_eq!(vault.dealt(), 300);
        let reveal = vault.finish(number).unwrap();
        let verified = verify(&record(&sealed, 100, &openings, reveal)).unwrap();
        assert_eq!((verified.dealt, verified.sealed.number), (300, number));
    }
}

#[test]
fn no_two_shoes_are_alike() {
    let (one, two) = (House::new(), House::new());
    let (mut one, mut two) = (one.open(), two.open());
    let roots = [one.seal_next(book(), 8).unwrap().root, two.seal_next(book(), 8).unwrap().root];
    assert_ne!(roots[0], roots[1]);
    let first = one.abandon(1, "test").unwrap().seed;
    one.seal_next(book(), 8).unwrap();
    assert_ne!(one.abandon(2, "test").unwrap().seed, first);
}

#[test]
fn the_vault_tells_the_next_card_and_no_other() {
    let house = House::new();
    let mut vault = house.open();
    assert_eq!(vault.next_card(1, 0), Err(VaultFault::OtherShoe { asked: 1, holds: None }));
    assert_eq!(vault.seal_next(book(), 0), Err(VaultFault::Decks { found: 0 }));
    vault.seal_next(book(), 1).unwrap();
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
    assert_eq!(vault.seal_next(book(), 8), Err(VaultFault::InUse { holds: 1 }));
    deal(&mut vault, 1, 1..52);
    assert_eq!(vault.next_card(1, 52), Err(Refused::Empty { cards: 52 }.into()));
    assert_eq!(vault.abandon(1, "  "), Err(Refused::NoReason.into()));
    let reveal = vault.finish(1).unwrap();
    assert_eq!(vault.finish(1), Ok(reveal));
    assert_eq!(vault.next_card(1, 0), Err(Refused::Ended.into()));
    assert_eq!(vault.seal_next(book(), 8).unwrap().number, 2);
}

/// Opened anew after every single step, as if the process had been killed there: one shoe, the same cards, one record.
#[test]
fn after_a_crash_the_same_shoe_goes_on_with_the_same_cards() {
    let house = House::new();
    let sealed = house.open().seal_next(book(), 1).unwrap();
    assert_eq!(house.open().sealed(), Some(&sealed));
    house.open().cut(1, 17).unwrap();
    assert_eq!(house.open().cut_at(), Some(17));
    let mut openings = Vec::new();
    for drawn in 0..40 {
        let mut vault = house.open();
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
    let next = house.open().seal_next(book(), 1).unwrap();
    assert_eq!((next.number, next.previous), (2, sealed.seal()));
}

#[test]
fn a_lost_tally_is_restored_from_an_opening_and_from_nothing_else() {
    let house = House::new();
    let mut vault = house.open();
    vault.seal_next(book(), 8).unwrap();
    vault.cut(1, 5).unwrap();
    let openings = deal(&mut vault, 1, 0..100);
    drop(vault);
    std::fs::remove_file(house.data().join("shoe-1.tally")).unwrap();
    let mut vault = house.open();
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
    let mut vault = house.open();
    vault.seal_next(book(), 8).unwrap();
    vault.cut(1, 5).unwrap();
    drop(vault);
    let path = house.data().join("shoe.vault");
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
    assert!(house.try_open("Test 2").is_err());
    std::fs::write(house.data().join("shoe-1.tally"), [b'.'; 417]).unwrap();
    house.refuses("counts 417 cards");
    std::fs::write(house.data().join("shoe-1.tally"), [b'.'; 416]).unwrap();
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
    let inside = house.data().join("key");
    let fault = Vault::open(&house.data(), "Test 1".parse().unwrap(), &inside).err().unwrap();
    assert!(fault.to_string().contains("is in the vault's own folder"), "{fault}");
    assert!(!inside.exists());
}

#[cfg(unix)]
#[test]
fn files_are_the_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::new();
    let mut vault = house.open();
    vault.seal_next(book(), 8).unwrap();
    vault.cut(1, 0).unwrap();
    deal(&mut vault, 1, 0..3);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&house.data()), 0o700);
    assert_eq!(files(&house.data()).len(), 3);
    for path in files(&house.data()).into_iter().chain([house.key()]) {
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
    let mut vault = house.open();
    vault.seal_next(book(), 8).unwrap();
    // The place beside the file is taken by a folder that cannot be removed as a file.
    let beside = house.data().join("shoe.vault.new");
    std::fs::create_dir(&beside).unwrap();
    let fault = vault.cut(1, 5).unwrap_err();
    assert!(matches!(fault, VaultFault::File(_)), "{fault}");
    assert!(matches!(vault.next_card(1, 0), Err(VaultFault::Closed { .. })));
    assert!(matches!(vault.seal_next(book(), 8), Err(VaultFault::Closed { .. })));
    drop(vault);
    std::fs::remove_dir(&beside).unwrap();
    let mut vault = house.open();
    assert_eq!(vault.cut_at(), None);
    vault.cut(1, 6).unwrap();
}

/// Every way in which an inspector, or a thief, might spell a secret.
fn spellings(secret: &[u8]) -> Vec<Vec<u8>> {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    // In base 64 a secret looks different at each of three offsets; the middle of it is told by whole groups.
    let base64 = (0..3).map(|skip| {
        let groups = secret[skip..].chunks_exact(3);
        let sign = |bits: u32| SIGNS[(bits & 63) as usize];
        let four = |group: &[u8]| {
            let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
            [sign(bits >> 18), sign(bits >> 12), sign(bits >> 6), sign(bits)]
        };
        groups.flat_map(four).collect::<Vec<u8>>()
    });
    let list: Vec<String> = secret.iter().map(|byte| byte.to_string()).collect();
    let lists = [",", ", "].map(|between| list.join(between).into_bytes());
    let reversed = secret.iter().rev().copied().collect();
    let plain = [secret.to_vec(), reversed, hex.to_uppercase().into_bytes(), hex.into_bytes()];
    plain.into_iter().chain(base64).chain(lists).collect()
}

/// Those of the secrets, each of eight bytes or more, that are among the bytes.
fn found<'s>(bytes: &[u8], secrets: &'s [Vec<u8>]) -> Vec<&'s [u8]> {
    let mut by_start: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
    for secret in secrets {
        by_start.entry(&secret[..8]).or_default().push(secret);
    }
    let at = |place: usize| {
        let candidates = bytes[place..].get(..8).and_then(|start| by_start.get(start)).into_iter().flatten();
        candidates.copied().filter(move |secret| bytes[place..].starts_with(secret))
    };
    (0..bytes.len()).flat_map(at).collect()
}

/// Plays most of a shoe and keeps every byte that anything but the vault's memory could hold: all files, everything
/// answered, written as JSON and as debug prints, and every error. Then the shoe is revealed, and its secrets are searched for.
#[test]
fn no_byte_outside_tells_an_undealt_card() {
    let house = House::new();
    let mut vault = house.open();
    let mut outside = Vec::new();
    let keep_files = |outside: &mut Vec<u8>| {
        for path in files(&house.data()).into_iter().chain([house.key()]) {
            outside.extend(std::fs::read(path).unwrap());
        }
    };
    let sealed = vault.seal_next(book(), 8).unwrap();
    outside.extend(format!("{sealed:?}{}", Line::sealed(&sealed)).bytes());
    keep_files(&mut outside);
    vault.cut(1, 200).unwrap();
    keep_files(&mut outside);
    const DEALT: u16 = 300;
    for drawn in 0..DEALT {
        let opening = vault.next_card(1, drawn).unwrap();
        outside.extend(format!("{opening:?}{}", Line::Card(opening.clone())).bytes());
        if drawn % 50 == 0 {
            keep_files(&mut outside);
            let fault = vault.next_card(1, drawn + 9).unwrap_err();
            outside.extend(format!("{fault}{fault:?}").bytes());
        }
    }
    drop(vault);
    keep_files(&mut outside);
    let mut vault = house.open();

    // From here on everything is told, to know what to look for.
    let seed = vault.abandon(1, "to look inside").unwrap().seed;
    let mut order = shuffle::order(&seed.0, 8);
    order.rotate_left(200);
    let undealt = &order[usize::from(DEALT)..];
    let mut secrets = spellings(&seed.0);
    for eight in undealt.windows(8) {
        let letters: Vec<String> = eight.iter().map(ToString::to_string).collect();
        secrets.extend(["", " ", ",", ", ", "\",\""].map(|between| letters.join(between).into_bytes()));
        secrets.push(eight.iter().map(|card| card.index() as u8).collect());
    }
    // The salts, with which a guessed card could be proved, from a copy of the shoe that is dealt out.
    let mut copy = shoe::demonstration::DemonstrationShoe::seal(
        seed.0,
        sealed.book,
        sealed.table.clone(),
        8,
        1,
        sealed.previous,
    );
    assert_eq!(*copy.sealed(), sealed);
    copy.cut(200).unwrap();
    let openings: Vec<Opening> = (0..416).map(|_| copy.next_card().unwrap()).collect();
    for opening in &openings[usize::from(DEALT)..] {
        secrets.extend(spellings(&opening.salt.0).into_iter().take(4));
    }
    assert_eq!(found(&outside, &secrets), Vec::<&[u8]>::new());
    // The search itself finds what is there: the salt of a dealt card, and the seed in a reveal.
    let salt = openings[usize::from(DEALT) - 1].salt.to_string().into_bytes();
    assert!(!found(&outside, &[salt]).is_empty());
    assert_eq!(found(seed.to_string().as_bytes(), &secrets).len(), 1);
}
