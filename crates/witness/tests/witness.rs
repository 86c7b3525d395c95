//! A witness takes what has grown and turns down everything else, and does not forget.

use ed25519_dalek::{Signer, SigningKey};
use merkle::{Tree, leaf_hash};
use witness::{AddCheckpoint, Checkpoint, Note, PublicKey, Turned, Witness, origin};

struct Log {
    key: SigningKey,
    tree: Tree,
}

impl Log {
    fn of(leaves: &[&str]) -> Log {
        Log {
            key: SigningKey::from_bytes(&[1; 32]),
            tree: leaves.iter().map(|leaf| leaf_hash(leaf.as_bytes())).collect(),
        }
    }

    fn public(&self) -> PublicKey {
        PublicKey(*self.key.verifying_key().as_bytes())
    }

    fn note(&self) -> Note {
        let (size, root) = (self.tree.len(), self.tree.root());
        let checkpoint = Checkpoint { origin: origin(&self.public()), size, root };
        let signature = self.key.sign(checkpoint.text().as_bytes()).to_bytes();
        Note::signed(checkpoint, &self.public(), &signature)
    }

    fn request(&self, old: u64) -> String {
        let proof = self.tree.consistency(old, self.tree.len()).unwrap_or_default();
        AddCheckpoint { old, proof, note: self.note() }.to_string()
    }
}

fn witness(folder: &tempfile::TempDir) -> Witness {
    let mut witness = Witness::open("witness.example", &[2; 32], &folder.path().join("known.json")).unwrap();
    witness.know(&Log::of(&[]).public()).unwrap();
    witness
}

#[test]
fn it_takes_what_has_grown_and_says_when() {
    let folder = tempfile::tempdir().unwrap();
    let mut witness = witness(&folder);
    for (old, leaves) in
        [(0, &["a", "b"][..]), (2, &["a", "b", "c", "d", "e"]), (5, &["a", "b", "c", "d", "e"])]
    {
        let log = Log::of(leaves);
        let cosigned = witness.add_checkpoint(&log.request(old), 77).unwrap();
        assert_eq!(log.note().cosigned(&cosigned.line, "witness.example", &witness.public()), Some(77));
        assert_eq!(log.note().cosigned(&cosigned.line, "another", &witness.public()), None);
        assert_eq!(
            Log::of(&["x"]).note().cosigned(&cosigned.line, "witness.example", &witness.public()),
            None
        );
    }
}

#[test]
fn an_older_or_another_log_is_turned_down_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let newest = Log::of(&["a", "b", "c"]);
    witness(&folder).add_checkpoint(&newest.request(0), 1).unwrap();
    let mut witness = witness(&folder);
    let older = witness.add_checkpoint(&Log::of(&["a", "b"]).request(0), 2).unwrap_err();
    assert_eq!((older.status(), older.body().as_str()), (409, "3\n"));
    assert_eq!(witness.add_checkpoint(&Log::of(&["a", "b", "x"]).request(3), 2), Err(Turned::NotGrown));
    assert_eq!(witness.add_checkpoint(&Log::of(&["a", "x", "c", "d"]).request(3), 2), Err(Turned::NotGrown));
    assert!(witness.add_checkpoint(&Log::of(&["a", "b", "c", "d"]).request(3), 2).is_ok());
}

#[test]
fn strangers_and_nonsense_are_turned_down() {
    let folder = tempfile::tempdir().unwrap();
    let mut witness = witness(&folder);
    let mut stranger = Log::of(&["a"]);
    stranger.key = SigningKey::from_bytes(&[9; 32]);
    assert_eq!(witness.add_checkpoint(&stranger.request(0), 1), Err(Turned::UnknownLog));
    // A stranger's signature under the known log's name.
    let checkpoint = Log::of(&["a"]).note().checkpoint;
    let signature = stranger.key.sign(checkpoint.text().as_bytes()).to_bytes();
    let forged = Note::signed(checkpoint, &Log::of(&[]).public(), &signature);
    let request = AddCheckpoint { old: 0, proof: Vec::new(), note: forged }.to_string();
    assert_eq!(witness.add_checkpoint(&request, 1).unwrap_err().status(), 403);
    let good = Log::of(&["a", "b"]).request(0);
    for bad in [
        "",
        "old 0\n",
        "old x\n\n",
        "old 01\n\n",
        &good.replace("old 0", "old 0\n!!!!"),
        &good[..good.len() - 9],
    ] {
        let status = witness.add_checkpoint(bad, 1).unwrap_err().status();
        assert!([400, 403].contains(&status), "{bad:?}: {status}");
    }
    assert!(witness.add_checkpoint(&good, 1).is_ok());
}

#[test]
fn a_note_reads_back_as_it_was_written() {
    let note = Log::of(&["a", "b"]).note();
    let text = note.to_string();
    assert_eq!(Note::read(&text).unwrap(), note);
    assert!(text.starts_with("croupier/") && text.contains("\n\n\u{2014} croupier/"), "{text}");
    note.check(&Log::of(&[]).public()).unwrap();
}
