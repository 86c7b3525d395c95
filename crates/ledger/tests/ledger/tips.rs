//! Checkpoints of a long log: the next is signed, and growth is proved, from the edge of their tree and the last few of them.

use crate::a_store::draft;
use ledger::{Against, By, Checkpoints, Key, Ledger, Time, Tip, verify};
use merkle::verify_consistency;
use tempfile::tempdir;

async fn sign(ledger: &Ledger, key: &Key, number: i64) {
    ledger.append(draft("one", &format!("n{number}"), "x")).await.unwrap();
    ledger.checkpoint(key, By::new("house", "recorder"), Time(number)).await.unwrap();
}

#[tokio::test]
async fn they_go_on_and_prove_growth_as_from_all_of_them() {
    let folder = tempdir().unwrap();
    let key = Key::open(&folder.path().join("signing.key")).unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    for number in 0..300 {
        sign(&ledger, &key, number).await;
    }
    assert!(
        ledger.store().last(&"edge/ledger".parse().unwrap()).await.unwrap().is_some(),
        "the edge is kept"
    );
    ledger.close().await.unwrap();

    // Opened anew, and gone on with, it is the tree of all checkpoints.
    let ledger = Ledger::open(folder.path()).await.unwrap();
    for number in 300..310 {
        sign(&ledger, &key, number).await;
    }
    let store = &**ledger.store();
    let (all, tip) = (Checkpoints::read(store).await.unwrap(), Tip::read(store).await.unwrap());
    assert_eq!((tip.last(), all.all().len()), (all.last(), 310));
    let last = &all.last().unwrap().signed;
    for old in all.all().iter().step_by(23).map(|checkpoint| &checkpoint.signed) {
        let proof = tip.grown_since(old.size, store).await.unwrap().unwrap();
        assert_eq!(Some(&proof), all.tree().consistency(old.size, last.size).as_ref(), "{}", old.size);
        verify_consistency((old.size, old.root), (last.size, last.root), &proof).unwrap();
    }
    assert_eq!(tip.grown_since(0, store).await.unwrap(), Some(Vec::new()));
    assert_eq!(tip.grown_since(last.size + 1, store).await.unwrap(), None);
    assert_eq!(verify(store, &Against::default()).await.unwrap().faults, []);

    // A file that is not what the log says it is, is as good as none.
    for file in std::fs::read_dir(folder.path().join("snapshots")).unwrap().flatten() {
        std::fs::write(file.path(), "{\"size\":1,\"full\":[]}").unwrap();
    }
    assert_eq!(Tip::read(store).await.unwrap().last(), all.last());
    sign(&ledger, &key, 400).await;
    assert_eq!(verify(store, &Against::default()).await.unwrap().faults, []);
    ledger.close().await.unwrap();
}
