//! The vault: the same cards after a crash, nothing undealt anywhere but in it, and bad files refused.

use merkle::{Hash, sha256};
use shoe::record::Line;
use shoe::undealt::Undealt;
use shoe::verify::{verify, verify_sequence};
use shoe::{
    Closing, Custody, Drawing, Ending, Grant, Growth, Held, Keeper, Keys, Opening, Refused, Reveal, Sealed,
    TableName, Vault, VaultFault,
};
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

    fn keys(&self) -> Keys {
        Keys::beside(&self.key())
    }

    fn try_open(&self, table: &str) -> Result<TableVault, VaultFault> {
        let vault = Vault::open(&self.vault(), &self.keys())?;
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

    fn grant(&self, shoe: u32, grant: Grant) -> Result<(), VaultFault> {
        self.vault.grant(&self.table, shoe, grant)
    }

    fn card(&self, shoe: u32, drawn: u16, closing: Closing) -> Result<Opening, VaultFault> {
        self.vault.card(&self.table, shoe, drawn, closing)
    }

    /// A card of a shoe whose every coup takes six.
    fn next_card(&self, shoe: u32, drawn: u16) -> Result<Opening, VaultFault> {
        next_card(&self.vault, &self.table, shoe, drawn)
    }

    fn deal(&self, shoe: u32, cards: std::ops::Range<u16>) -> Vec<Opening> {
        cards.map(|drawn| self.next_card(shoe, drawn).unwrap()).collect()
    }

    fn finish(&self, shoe: u32) -> Result<Reveal, VaultFault> {
        self.vault.finish(&self.table, shoe)
    }

    fn abandon(&self, shoe: u32, reason: &str) -> Result<Reveal, VaultFault> {
        self.vault.abandon(&self.table, shoe, reason)
    }
}

/// Where the log stood when betting on a coup was closed.
fn closing(coup: u32) -> Closing {
    Closing { length: u64::from(coup) * 10, hash: sha256(&[b"closed", &coup.to_be_bytes()]) }
}

fn grant(coup: u32, from: u16) -> Grant {
    Grant { drawing: Drawing::Coup(coup), from, closing: closing(coup) }
}

fn next_card(vault: &Vault, table: &TableName, shoe: u32, drawn: u16) -> Result<Opening, VaultFault> {
    let coup = u32::from(drawn / 6) + 1;
    vault.grant(table, shoe, grant(coup, drawn / 6 * 6))?;
    vault.card(table, shoe, drawn, closing(coup))
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
        let held = Held {
            sealed: sealed.clone(),
            cut: Some(100),
            dealt: 300,
            grants: Vec::new(),
            barred: None,
            ending: Some(Ending::Finished),
        };
        assert_eq!(vault.held(), Some(held));
        let verified = verify(&record(&sealed, 100, &openings, reveal)).unwrap();
        assert_eq!((verified.dealt, verified.sealed.number), (300, number));
    }
}

/// Eight tables at once, each on a thread of its own, with one vault: every record holds and no two are mixed up.
#[test]
fn many_tables_have_their_shoes_in_one_vault() {
    let house = House::new();
    let vault = Vault::open(&house.vault(), &house.keys()).ok().unwrap();
    let play = |table: TableName| {
        let shoes = (1..=2).map(|number| {
            let sealed = vault.seal(&table, number, book(), 8).unwrap();
            vault.cut(&table, number, 60).unwrap();
            let openings: Vec<_> =
                (0..80).map(|drawn| next_card(&vault, &table, number, drawn).unwrap()).collect();
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
    let vault = Vault::open(&house.vault(), &house.keys()).ok().unwrap();
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
fn the_vault_tells_the_cards_of_a_closed_coup_and_no_others() {
    let house = House::new();
    let vault = house.open();
    assert_eq!(vault.grant(1, grant(1, 0)), Err(VaultFault::OtherShoe { asked: 1, holds: None }));
    assert_eq!(vault.seal(1, 0), Err(VaultFault::Decks { found: 0 }));
    vault.seal(1, 1).unwrap();
    assert_eq!(vault.grant(1, grant(1, 0)), Err(Refused::NotCut.into()));
    assert_eq!(vault.cut(1, 52), Err(Refused::CutTooDeep { at: 52, cards: 52 }.into()));
    vault.cut(1, 10).unwrap();
    assert_eq!(vault.cut(1, 10), Ok(()));
    assert_eq!(vault.cut(1, 11), Err(Refused::AlreadyCut { at: 10 }.into()));
    assert_eq!(vault.next_card(2, 0), Err(VaultFault::OtherShoe { asked: 2, holds: Some(1) }));
    let refused = |drawn| Err(Refused::NotGranted { drawn }.into());
    assert_eq!(vault.card(1, 0, closing(1)), refused(0));
    vault.grant(1, grant(1, 0)).unwrap();
    let first = vault.card(1, 0, closing(1)).unwrap();
    assert_eq!(vault.card(1, 0, closing(1)), Ok(first));
    assert_eq!(vault.card(1, 0, closing(2)), refused(0));
    assert_eq!(vault.card(1, 6, closing(1)), refused(6));
    assert_eq!(vault.dealt(), 1);
    vault.deal(1, 1..52);
    assert_eq!(vault.card(1, 52, closing(9)), Err(Refused::Empty { cards: 52 }.into()));
    assert_eq!(vault.grant(1, grant(10, 52)), Err(Refused::Empty { cards: 52 }.into()));
    assert_eq!(vault.abandon(1, "  "), Err(Refused::NoReason.into()));
    let reveal = vault.finish(1).unwrap();
    assert_eq!(vault.finish(1), Ok(reveal));
    assert_eq!(vault.next_card(1, 0), Err(Refused::Ended.into()));
    assert_eq!(vault.seal(2, 8).unwrap().number, 2);
}

/// Each coup has one closing, closings come one after the other, and no card is told under two, also after a crash.
#[test]
fn a_card_that_was_told_under_one_closing_is_never_told_under_another() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    vault.cut(1, 5).unwrap();
    let burn = Grant { drawing: Drawing::Burn, from: 0, closing: Closing { length: 5, hash: book() } };
    vault.grant(1, burn).unwrap();
    vault.card(1, 0, burn.closing).unwrap();
    assert_eq!(vault.card(1, 1, burn.closing), Err(Refused::NotGranted { drawn: 1 }.into()));
    // Nine cards are put away unseen, and never told.
    vault.grant(1, grant(1, 10)).unwrap();
    assert_eq!(vault.dealt(), 10);
    for drawn in 1..10 {
        assert_eq!(vault.card(1, drawn, burn.closing), Err(Refused::NotGranted { drawn }.into()));
        assert_eq!(vault.card(1, drawn, closing(1)), Err(Refused::NotGranted { drawn }.into()));
    }
    for drawn in 10..14 {
        vault.card(1, drawn, closing(1)).unwrap();
    }
    drop(vault);
    let vault = house.open();
    let held = vault.held().unwrap();
    assert_eq!((held.grants, held.dealt), (vec![burn, grant(1, 10)], 14));
    let other = Closing { length: 11, hash: book() };
    let again = |drawing, from, closing| vault.grant(1, Grant { drawing, from, closing });
    let later = |last, closed| Err(Refused::OtherClosing { last, closed }.into());
    assert_eq!(again(Drawing::Coup(1), 10, other), later(Drawing::Coup(1), 10));
    assert_eq!(again(Drawing::Burn, 14, other), later(Drawing::Coup(1), 10));
    assert_eq!(again(Drawing::Coup(2), 14, Closing { length: 10, ..other }), later(Drawing::Coup(1), 10));
    assert_eq!(again(Drawing::Coup(2), 13, other), Err(Refused::AlreadyOut { from: 13, out: 14 }.into()));
    assert_eq!(again(Drawing::Coup(2), 14, other), Ok(()));
    // The cards of the coup before are at an end.
    assert_eq!(vault.card(1, 14, closing(1)), Err(Refused::NotGranted { drawn: 14 }.into()));
    assert!(vault.card(1, 13, closing(1)).is_ok() && vault.card(1, 14, other).is_ok());
}

#[test]
fn a_barred_shoe_is_only_revealed() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    vault.cut(1, 5).unwrap();
    vault.deal(1, 0..3);
    vault.vault.bar(&vault.table, 1, "the log does not know coup 1").unwrap();
    drop(vault);
    let vault = house.open();
    let barred = Refused::Barred { why: "the log does not know coup 1".into() };
    assert_eq!(vault.held().unwrap().barred.as_deref(), Some("the log does not know coup 1"));
    assert_eq!(vault.card(1, 0, closing(1)), Err(barred.clone().into()));
    assert_eq!(vault.grant(1, grant(2, 6)), Err(barred.into()));
    vault.abandon(1, "barred").unwrap();
    vault.seal(2, 8).unwrap();
    vault.cut(2, 5).unwrap();
    vault.deal(2, 0..3);
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

/// A power failure may take the count of told cards; grants are synced, and the next one says where it stands.
#[test]
fn a_lost_tally_opens_no_card_twice() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 8).unwrap();
    vault.cut(1, 5).unwrap();
    let openings = vault.deal(1, 0..100);
    drop(vault);
    std::fs::remove_file(house.data().join("shoe-1.tally")).unwrap();
    let vault = house.open();
    assert_eq!(vault.dealt(), 96);
    assert_eq!(vault.card(1, 99, closing(17)), Ok(openings[99].clone()));
    assert_eq!(vault.dealt(), 100);
    assert_eq!(vault.grant(1, grant(18, 95)), Err(Refused::AlreadyOut { from: 95, out: 100 }.into()));
    vault.next_card(1, 100).unwrap();
}

fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        std::fs::copy(from, to).unwrap();
        return;
    }
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir(to).unwrap();
    files(from).iter().for_each(|path| copy(path, &to.join(path.file_name().unwrap())));
}

/// An older folder or an older anchor put in place of the newest is noticed, and no shoe that was in use is dealt from again.
#[test]
fn folder_and_anchor_must_agree() {
    for (old_folder, old_anchor) in [(false, false), (true, false), (false, true), (true, true)] {
        let house = House::new();
        let (folder, anchor) = (house.vault(), house.keys().anchor());
        let [kept_folder, kept_anchor] =
            ["kept-folder", "kept-anchor"].map(|name| house.folder.path().join(name));
        let vault = house.open();
        vault.seal(1, 8).unwrap();
        vault.cut(1, 5).unwrap();
        vault.deal(1, 0..10);
        vault.finish(1).unwrap();
        vault.seal(2, 8).unwrap();
        vault.cut(2, 5).unwrap();
        drop(vault);
        copy(&folder, &kept_folder);
        copy(&anchor, &kept_anchor);
        let vault = house.open();
        vault.deal(2, 0..10);
        vault.finish(2).unwrap();
        vault.seal(3, 8).unwrap();
        vault.finish(3).unwrap();
        vault.seal(4, 8).unwrap();
        vault.cut(4, 5).unwrap();
        drop(vault);
        if old_folder {
            copy(&kept_folder, &folder);
        }
        if old_anchor {
            std::fs::copy(&kept_anchor, &anchor).unwrap();
        }
        let vault = house.open();
        let agree = old_folder == old_anchor;
        assert_eq!(vault.vault.standing().unwrap().trouble.is_none(), agree, "{old_folder} {old_anchor}");
        let shoe = vault.held().unwrap().sealed.number;
        assert_eq!(shoe, if old_folder { 2 } else { 4 });
        assert_eq!(vault.next_card(shoe, 0).is_ok(), agree);
        drop(vault);
        // It is told once; the shoe stays barred.
        let vault = house.open();
        assert_eq!(vault.vault.standing().unwrap().trouble, None);
        assert_eq!(vault.next_card(shoe, 0).is_ok(), agree);
    }
}

#[test]
fn a_journal_that_was_changed_is_refused() {
    let house = House::new();
    let vault = house.open();
    vault.seal(1, 1).unwrap();
    vault.cut(1, 5).unwrap();
    vault.deal(1, 0..10);
    drop(vault);
    let path = house.vault().join("journal");
    let honest = std::fs::read(&path).unwrap();
    for at in (0..honest.len() - 1).step_by(7) {
        let mut bent = honest.clone();
        bent[at] ^= 1;
        std::fs::write(&path, bent).unwrap();
        house.refuses("journal: line ");
    }
    // What was cut off in the middle of a line was never answered for; whole lines that are missing are.
    std::fs::write(&path, &honest[..honest.len() - 5]).unwrap();
    assert_eq!(house.open().held().unwrap().grants.len(), 1);
}

/// What is signed only grows, also after a restart.
#[test]
fn only_what_extends_the_last_checkpoint_is_signed() {
    let house = House::new();
    let tree = |leaves: &[&[u8]]| leaves.iter().map(|leaf| merkle::leaf_hash(leaf)).collect::<merkle::Tree>();
    let growth = |old: u64, tree: &merkle::Tree| Growth {
        size: tree.len(),
        root: tree.root(),
        proof: tree.consistency(old, tree.len()).unwrap_or_default(),
        text: format!("croupier-checkpoint-1\nsize {}\nroot {}\ntime 7\n", tree.len(), tree.root()),
        checkpoint: format!("{{\"size\":{},\"signature\":\"{{signature}}\"}}", tree.len()),
    };
    let (three, five) = (tree(&[b"a", b"b", b"c"]), tree(&[b"a", b"b", b"c", b"d", b"e"]));
    let fork = tree(&[b"a", b"b", b"x", b"d", b"e"]);
    let vault = house.open();
    let signed = vault.vault.sign(&growth(0, &three)).unwrap();
    assert_eq!(vault.vault.sign(&growth(3, &three)), Ok(signed.clone()));
    drop(vault);
    let vault = house.open();
    let refuses = |growth: &Growth| matches!(vault.vault.sign(growth), Err(VaultFault::NotGrown(_)));
    assert!(refuses(&growth(3, &fork)) && refuses(&growth(0, &tree(&[b"a"]))) && refuses(&growth(0, &five)));
    vault.vault.sign(&growth(3, &five)).unwrap();
    assert!(refuses(&growth(0, &three)));
    let last = vault.vault.standing().unwrap().signed.unwrap();
    assert_eq!((last.size, last.root), (5, five.root()));
    assert!(!last.checkpoint.contains("{signature}"), "{}", last.checkpoint);
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
    let fault = Vault::open(&house.vault(), &Keys::beside(&inside)).err().unwrap();
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
            let fault = vault.card(1, drawn + 9, closing(u32::from(drawn / 6) + 1)).unwrap_err();
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

/// A taken-over house asks for a signature under something else than a checkpoint.
#[test]
fn the_key_signs_checkpoints_and_that_it_is_the_key_and_nothing_else() {
    let house = House::new();
    let vault = house.open();
    let own = vault.vault.standing().unwrap().key;
    let root = merkle::leaf_hash(b"a");
    let right = format!("croupier-checkpoint-1\nsize 1\nroot {root}\ntime 7\n");
    let other = format!("croupier-checkpoint-1\nsize 2\nroot {root}\ntime 7\n");
    let follows = format!("croupier-key-1\nkey {}\nprevious {own}\ntime 7\n", "0".repeat(64));
    let more = format!("{right}time 8\n");
    for text in ["", &other, &follows, &more, "croupier-checkpoint-1\n", &right[..right.len() - 1]] {
        let growth =
            Growth { size: 1, root, proof: Vec::new(), text: text.to_owned(), checkpoint: String::new() };
        assert!(matches!(vault.vault.sign(&growth), Err(VaultFault::NotGrown(_))), "{text}");
    }
    let growth = Growth { size: 1, root, proof: Vec::new(), text: right, checkpoint: String::new() };
    vault.vault.sign(&growth).unwrap();
}

#[test]
fn the_key_that_signs_is_remembered_and_another_takes_its_place_only_once_both_have_signed() {
    use ed25519_dalek::{Signer, SigningKey};
    let house = House::new();
    let root = merkle::leaf_hash(b"a");
    let growth = Growth {
        size: 1,
        root,
        proof: Vec::new(),
        text: format!("croupier-checkpoint-1\nsize 1\nroot {root}\ntime 7\n"),
        checkpoint: String::new(),
    };
    let vault = house.open();
    let before = vault.vault.standing().unwrap();
    assert_eq!(before.key, before.pinned);
    vault.vault.introduce(5).unwrap();
    drop(vault);
    let signing = house.keys().signing;
    let old = SigningKey::from_bytes(&std::fs::read(&signing).unwrap().try_into().unwrap());
    // One that is gone is not made anew.
    std::fs::rename(&signing, signing.with_extension("kept")).unwrap();
    house.refuses("is not there, and the vault has signed with it");
    // Another one signs nothing.
    let new = SigningKey::from_bytes(&[9; 32]);
    std::fs::copy(signing.with_extension("kept"), &signing).unwrap();
    std::fs::write(&signing, new.to_bytes()).unwrap();
    let vault = house.open();
    let standing = vault.vault.standing().unwrap();
    assert!(standing.pinned == before.key && standing.key != before.key);
    assert!(matches!(vault.vault.sign(&growth), Err(VaultFault::Key(_))));
    assert!(matches!(vault.vault.introduce(5), Err(VaultFault::Key(_))));
    let text = format!("croupier-key-1\nkey {}\nprevious {}\ntime 8\n", standing.key, standing.pinned);
    let sign = |key: &SigningKey| hex::encode(key.sign(text.as_bytes()).to_bytes());
    let change = |signature: String, signature_of_previous: String| shoe::KeyChange {
        key: standing.key.clone(),
        previous: standing.pinned.clone(),
        time: 8,
        signature,
        signature_of_previous,
    };
    for forged in
        [change(sign(&new), sign(&new)), change(sign(&old), sign(&old)), change(sign(&old), sign(&new))]
    {
        assert!(matches!(vault.vault.take_key(&forged), Err(VaultFault::Key(_))));
    }
    vault.vault.take_key(&change(sign(&new), sign(&old))).unwrap();
    vault.vault.take_key(&change(sign(&new), sign(&old))).unwrap();
    vault.vault.sign(&growth).unwrap();
    drop(vault);
    assert_eq!(house.open().vault.standing().unwrap().pinned, standing.key);
}
