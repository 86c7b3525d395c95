//! The published test vectors, kept for ever. They were worked out by the second implementation, in Python.

use serde::Deserialize;
use shoe::demonstration::DemonstrationShoe;
use shoe::{Ending, Opened, Sealed, shuffle};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    algorithm: String,
    shoes: Vec<Vector>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    seed: Opened,
    sealed: Sealed,
    seal: String,
    passed_over: u32,
    order: String,
    first_salt: Opened,
    last_salt: Opened,
}

#[test]
fn the_published_shoes_come_out() {
    let vectors: Vectors = serde_json::from_str(include_str!("../vectors/croupier-shoe-1.json")).unwrap();
    assert_eq!(vectors.algorithm, shoe::ALGORITHM);
    assert_eq!(vectors.shoes.len(), 6);
    // Words that had to be passed over are among them.
    assert!(vectors.shoes.iter().any(|vector| vector.passed_over > 0));
    for Vector { seed, sealed, seal, order, first_salt, last_salt, .. } in vectors.shoes {
        let cards: String = shuffle::order(&seed.0, sealed.decks).iter().map(ToString::to_string).collect();
        assert_eq!(cards, order);
        let Sealed { book, table, decks, number, previous, .. } = sealed.clone();
        let mut shoe = DemonstrationShoe::seal(seed.0, book, table, decks, number, previous);
        assert_eq!(*shoe.sealed(), sealed);
        assert_eq!(shoe.sealed().seal().to_string(), seal);
        shoe.cut(0).unwrap();
        let openings: Vec<_> = (0..sealed.cards()).map(|_| shoe.next_card().unwrap()).collect();
        assert_eq!(openings[0].salt, first_salt);
        assert_eq!(openings.last().unwrap().salt, last_salt);
        assert!(openings.iter().all(|opening| opening.check(&sealed, 0).is_ok()));
        assert_eq!(shoe.end(Ending::Finished).unwrap().seed, seed);
    }
}
