//! Draws, honest and forged.

use draw::{Apart, DrawFault, Record, Sealed, check_chain};
use merkle::Hash;

fn list(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("entrant {number}")).collect()
}

fn drawn(number: u32, previous: Hash, seed: u8) -> Record {
    let sealed = Sealed::new(number, "seats", previous, &[seed; 32]);
    Record::draw(sealed, list(12), "lottery 3 17 22", &[seed; 32], Apart::default()).unwrap()
}

/// Frozen: if this changes, draws of the past can no longer be checked.
#[test]
fn a_known_draw_keeps_its_order() {
    let record = drawn(1, Hash::NONE, 7);
    assert_eq!(record.faults(), []);
    let golden: Record = serde_json::from_str(include_str!("golden.json")).unwrap();
    assert_eq!(record, golden, "{}", serde_json::to_string(&record).unwrap());
}

#[test]
fn every_forgery_is_noticed() {
    let honest = drawn(1, Hash::NONE, 7);
    let check = |forge: fn(&mut Record), fault: DrawFault| {
        let mut forged = honest.clone();
        forge(&mut forged);
        assert!(forged.faults().contains(&fault), "{fault}");
    };
    check(|record| record.method = "lots".into(), DrawFault::Method);
    check(|record| record.sealed.purpose = "prizes".into(), DrawFault::Seal);
    check(|record| record.seed = Hash([8; 32]), DrawFault::Seed);
    check(|record| record.list.swap(0, 1), DrawFault::Root);
    check(|record| record.mix.push('!'), DrawFault::Order);
    check(|record| record.order.swap(0, 1), DrawFault::Order);
    check(|record| record.passed_over = 1, DrawFault::Order);
}

#[test]
fn a_chain_has_no_gap() {
    let first = drawn(1, Hash::NONE, 1);
    let second = drawn(2, first.seal, 2);
    let third = drawn(3, second.seal, 3);
    assert_eq!(check_chain(&[first.clone(), second, third.clone()]), []);
    assert_eq!(check_chain(&[first, third]), [(1, DrawFault::Number), (1, DrawFault::Chain)]);
}

#[test]
fn groups_are_kept_apart_by_drawing_on() {
    let groups = vec![vec!["entrant 1".to_owned(), "entrant 2".to_owned(), "entrant 3".to_owned()]];
    let apart = Apart { parts: vec![4, 4, 4], groups };
    for seed in 0..30 {
        let sealed = Sealed::new(1, "seats", Hash::NONE, &[seed; 32]);
        let record = Record::draw(sealed, list(12), "mix", &[seed; 32], apart.clone()).unwrap();
        assert!(apart.holds(&record.list, &record.order));
        assert_eq!(record.faults(), []);
    }
}

#[test]
fn what_cannot_be_kept_apart_is_not_drawn() {
    let apart = Apart { parts: vec![12], groups: vec![vec!["entrant 1".to_owned(), "entrant 2".to_owned()]] };
    let sealed = Sealed::new(1, "seats", Hash::NONE, &[1; 32]);
    assert_eq!(Record::draw(sealed, list(12), "mix", &[1; 32], apart), None);
}

/// Each of the 24 orders of four comes about as often as any other: chi-squared with 23 degrees of freedom, at one in 1,000.
#[test]
fn orders_are_equally_likely() {
    let mut counts = std::collections::BTreeMap::new();
    let rounds = 4_800_u32;
    for round in 0..rounds {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&round.to_le_bytes());
        let (order, _) = draw::order(&seed, Hash::NONE, "mix", 4, |_| true).unwrap();
        *counts.entry(order).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 24);
    let expected = f64::from(rounds) / 24.0;
    let chi: f64 = counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    assert!(chi < 49.73, "{chi}");
}
