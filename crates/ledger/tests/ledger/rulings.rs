//! Another release decides otherwise: what earlier ones decided is told from what somebody altered.

use crate::calls::{Calls, call};
use crate::common::id;
use ledger::{
    Against, By, Fault, Judges, Key, Ledger, LedgerError, Numbers, Reached, Report, Rulings, Time, store,
    verify,
};
use merkle::Hash;
use std::path::Path;
use tempfile::{TempDir, tempdir};

fn by() -> By {
    By::new("house", "house")
}

fn numbers(call: u32) -> Numbers {
    Numbers::from([("call".to_owned(), call)])
}

/// A log, its key, and calls that are recorded by one release or the next.
struct House {
    home: TempDir,
    key: Key,
    ledger: Ledger,
    asked: u32,
}

impl House {
    async fn open() -> House {
        let home = tempdir().unwrap();
        let key = Key::open(&home.path().join("key")).unwrap();
        let ledger = Ledger::open(&home.path().join("ledger")).await.unwrap();
        ledger.pin_key(&key, by(), Time(0)).await.unwrap();
        House { home, key, ledger, asked: 0 }
    }

    /// Somebody calls, and a release decides.
    async fn calls<const RULINGS: u32>(&mut self, why: &str) {
        let mut log = self.ledger.log::<Calls<RULINGS>>("one").await.unwrap();
        self.asked += 1;
        log.submit(&id(&format!("call-{}", self.asked)), &call(why), Vec::new()).await.unwrap();
    }

    async fn signs(&self) -> Hash {
        self.ledger.checkpoint(&self.key, by(), Time(5)).await.unwrap().signed.root
    }

    /// How far a release verifies it.
    async fn verified<const RULINGS: u32>(&self, against: Against<'_>) -> Report {
        let judges = Judges::of::<Calls<RULINGS>>(&|_: Hash| Some(()));
        verify(&**self.ledger.store(), &Against { judges, ..against }).await.unwrap()
    }

    async fn takes(&self, call: u32, before: Option<&Reached>) -> Result<bool, LedgerError> {
        self.ledger.take_rulings(numbers(call), before.map(|reached| reached.order), by(), Time(6)).await
    }
}

fn vouched<'a>() -> Against<'a> {
    Against { vouched: true, ..Against::default() }
}

fn witnessed<'a>(root: Hash) -> Against<'a> {
    Against { witnessed: vec![root], ..Against::default() }
}

fn told(faults: &[Fault], words: &str) -> bool {
    faults.iter().any(|fault| fault.message.contains(words))
}

#[tokio::test]
async fn what_an_earlier_release_decided_is_listed_and_is_no_fault() {
    let mut house = House::open().await;
    for why in ["a dispute", "water", ""] {
        house.calls::<1>(why).await;
    }
    let early = house.signs().await;
    let before = house.verified::<1>(vouched()).await;
    assert_eq!(before.faults, []);
    // The next release knows how far the one before it had verified the log. Nothing else may differ.
    let opening = Against { from: Some(&before.reached), ..vouched() };
    assert_eq!(house.verified::<2>(opening).await.faults, []);
    assert_eq!(house.takes(2, Some(&before.reached)).await, Ok(true));
    assert_eq!(house.takes(2, Some(&before.reached)).await, Ok(false), "once is enough");
    let late = house.signs().await;
    for why in ["water", "a fill"] {
        house.calls::<2>(why).await;
    }
    house.signs().await;
    for against in [vouched(), witnessed(late)] {
        let report = house.verified::<2>(against).await;
        assert_eq!(report.faults, []);
        assert_eq!((report.earlier.len(), report.decided), (1, 5));
        assert!(told(&report.earlier, "decided by earlier rulings, of number 1"), "{:?}", report.earlier);
        assert!(told(&report.earlier, "it is brought unasked"), "{:?}", report.earlier);
    }
    // On its own word alone the log is not believed, nor by a witness who has not seen the take-over.
    for against in [Against::default(), witnessed(early)] {
        let report = house.verified::<2>(against).await;
        assert_eq!((report.faults.len(), report.earlier.len()), (1, 0));
        assert!(told(&report.faults, "no witness has seen"), "{:?}", report.faults);
    }
    assert_eq!(Rulings::read(&**house.ledger.store()).await.unwrap().all.len(), 1);
}

#[tokio::test]
async fn what_no_release_had_verified_must_agree_with_the_rulings_of_today() {
    let mut house = House::open().await;
    house.calls::<1>("a dispute").await;
    let before = house.verified::<1>(vouched()).await;
    house.calls::<1>("water").await;
    house.signs().await;
    // At an opening: what came after the log was last verified.
    let opening = Against { from: Some(&before.reached), ..vouched() };
    assert!(told(&house.verified::<2>(opening).await.faults, "it is brought unasked"));
    // The same where the log says that it was taken over there, or where nothing was taken over at all.
    assert!(told(&house.verified::<2>(vouched()).await.faults, "it is brought unasked"));
    house.takes(2, Some(&before.reached)).await.unwrap();
    house.signs().await;
    let report = house.verified::<2>(vouched()).await;
    assert!(told(&report.faults, "it is brought unasked"), "{:?}", report.faults);
    assert!(report.earlier.is_empty());
}

#[tokio::test]
async fn what_follows_a_take_over_is_decided_by_its_rulings() {
    let mut house = House::open().await;
    house.calls::<1>("water").await;
    let before = house.verified::<1>(vouched()).await;
    house.takes(2, Some(&before.reached)).await.unwrap();
    house.calls::<1>("water").await;
    let root = house.signs().await;
    for against in [vouched(), witnessed(root)] {
        let report = house.verified::<2>(against).await;
        assert_eq!((report.faults.len(), report.earlier.len()), (1, 1));
        assert!(told(&report.faults, "it is brought unasked"), "{:?}", report.faults);
    }
}

#[tokio::test]
async fn a_take_over_that_is_not_signed_covers_nothing() {
    let mut house = House::open().await;
    house.calls::<1>("water").await;
    house.signs().await;
    let before = house.verified::<1>(vouched()).await;
    house.takes(2, Some(&before.reached)).await.unwrap();
    assert!(told(&house.verified::<2>(vouched()).await.faults, "it is brought unasked"));
    house.signs().await;
    assert_eq!(house.verified::<2>(vouched()).await.faults, []);
}

#[tokio::test]
async fn numbers_never_go_back() {
    let mut house = House::open().await;
    house.calls::<1>("a dispute").await;
    assert_eq!(house.takes(2, None).await, Ok(true));
    assert!(matches!(house.takes(1, None).await, Err(LedgerError::Rulings { .. })));
    // A release that does not know them does not pretend to verify what they decided.
    house.signs().await;
    let report = house.verified::<1>(vouched()).await;
    assert!(told(&report.faults, "this release knows those up to 1"), "{:?}", report.faults);
    assert_eq!(house.verified::<2>(vouched()).await.faults, []);
}

#[tokio::test]
async fn a_take_over_says_where_it_was() {
    let mut house = House::open().await;
    house.calls::<1>("water").await;
    let before = house.verified::<1>(vouched()).await;
    let mut elsewhere = before.reached.clone();
    elsewhere.order.hash = Hash([7; 32]);
    house.takes(2, Some(&elsewhere)).await.unwrap();
    house.signs().await;
    let report = house.verified::<2>(vouched()).await;
    assert!(report.faults.iter().any(|fault| fault.field == "after"), "{:?}", report.faults);
    // One that lies ahead of itself, and one that is written past the ledger's own hand.
    let mut house = House::open().await;
    house.calls::<1>("water").await;
    let mut ahead = house.verified::<1>(vouched()).await.reached;
    ahead.order.position += 10;
    house.takes(2, Some(&ahead)).await.unwrap();
    house.signs().await;
    let report = house.verified::<2>(vouched()).await;
    assert!(told(&report.faults, "no release can have taken the log over there"), "{:?}", report.faults);
    let own = ledger::Draft::note(
        ledger::Stream::new(ledger::RULINGS, "ledger").unwrap(),
        id("own"),
        Time(9),
        by(),
        ledger::Payload::new("rulings-1", &serde_json::json!({})).unwrap(),
    );
    assert!(matches!(house.ledger.append(own).await, Err(LedgerError::Reserved(_))));
}

#[tokio::test]
async fn the_first_release_of_a_log_has_it_from_the_first_entry() {
    let mut house = House::open().await;
    assert_eq!(house.takes(2, None).await, Ok(true));
    house.calls::<2>("a dispute").await;
    house.calls::<1>("water").await;
    house.signs().await;
    let report = house.verified::<2>(vouched()).await;
    assert!(told(&report.faults, "it is brought unasked"), "{:?}", report.faults);
    house.ledger.close().await.unwrap();
    let there: &Path = &house.home.path().join("ledger");
    let store = store::read_only(there).await.unwrap();
    assert_eq!(Rulings::read(&*store).await.unwrap().all[0].rulings, numbers(2));
    store.close().await.unwrap();
}
