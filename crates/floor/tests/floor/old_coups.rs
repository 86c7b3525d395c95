//! Coups that a table has put away are found in its log, and then by their number at once.

use crate::evening::Evening;
use floor::old_coups::{Held, OldCoups};
use floor::view::Coups;
use ledger::Ledger;
use people::viewer::Viewer;
use table::Time;
use table::past::{TOGETHER, hash_of};

fn numbers(coups: &Coups) -> Vec<u32> {
    coups.coups.iter().map(|coup| coup.number).collect()
}

#[tokio::test]
async fn old_coups_are_found_in_the_log_and_then_at_once() {
    let folder = std::env::temp_dir().join(format!("croupier-old-coups-{}", std::process::id()));
    let ledger = Ledger::open(&folder).await.unwrap();
    let mut evening = Evening::new();
    evening.play(200);
    let table = evening.record(&ledger).await;
    let (old, past) = (OldCoups::new(&ledger, "one"), &table.state().past);
    assert_eq!(past.put_away.len(), 2);
    // Nobody has kept them, so the log is gone through, once.
    assert!(old.kept(past, 1).await.unwrap().is_none());
    let found = old.find(past, 1).await.unwrap().unwrap();
    assert_eq!(hash_of(&found.coups), past.put_away[0].hash);
    assert!(old.kept(past, 100).await.unwrap().is_some());

    let last = table.state().coups;
    let whole = old.page(&table, &Viewer::Anybody, &[], (None, 1_000)).await.unwrap();
    assert_eq!(numbers(&whole), (1..=last).rev().collect::<Vec<_>>());
    assert_eq!(whole.before, None);
    let (mut before, mut all) = (None, Vec::new());
    loop {
        let page = old.page(&table, &Viewer::Anybody, &[], (before, 30)).await.unwrap();
        all.extend(numbers(&page));
        before = page.before;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(all, numbers(&whole));
    // One by its number, as the API asks for it.
    for number in [1, 64, 65, 128, 129, last] {
        let page = old.page(&table, &Viewer::Anybody, &[], (Some(number + 1), 1)).await.unwrap();
        assert_eq!(numbers(&page), [number]);
    }
    ledger.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn what_a_table_puts_away_is_kept_as_it_does() {
    let folder = std::env::temp_dir().join(format!("croupier-kept-coups-{}", std::process::id()));
    let ledger = Ledger::open(&folder).await.unwrap();
    let mut evening = Evening::new();
    evening.play(127);
    assert!(evening.table.state().past.put_away.is_empty());
    let held = Held::of(evening.table.state()).unwrap();
    evening.play(128);
    let after = evening.table.state();
    let old = OldCoups::new(&ledger, "one");
    old.keep(held, after, Time(1)).await.unwrap();
    assert_eq!(old.kept(&after.past, 1).await.unwrap().unwrap().coups.len(), TOGETHER);
    // What was altered in the store is not taken for it.
    let mut other = after.past.clone();
    other.put_away[0].first += 1;
    assert!(old.kept(&other, 2).await.unwrap().is_none());
    ledger.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}
