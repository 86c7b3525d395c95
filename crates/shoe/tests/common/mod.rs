//! Shoes dealt for the tests.

use merkle::{Hash, sha256};
use shoe::demonstration::{DemonstrationShoe, seed_of};
use shoe::record::Line;
use shoe::{Ending, Sealed};

/// The lines of a shoe that was cut, dealt so far with the second card put away unseen, and revealed.
pub fn dealt(number: u64, decks: u8, cut: u16, cards: u16, because: Ending) -> Vec<Line> {
    played(&mut shoe_of(number, decks, None), cut, cards, because)
}

/// The shoe of a demonstration, following on another.
pub fn shoe_of(number: u64, decks: u8, before: Option<&Sealed>) -> DemonstrationShoe {
    let (after, previous) = before.map_or((0, Hash::NONE), |before| (before.number, before.seal()));
    let table = "Test 1".parse().unwrap();
    DemonstrationShoe::seal(seed_of(number, 1), sha256(&[b"a book"]), table, decks, after + 1, previous)
}

pub fn played(shoe: &mut DemonstrationShoe, cut: u16, cards: u16, because: Ending) -> Vec<Line> {
    let mut lines = vec![Line::sealed(shoe.sealed()), Line::Cut { at: cut }];
    shoe.cut(cut).unwrap();
    for drawn in 0..cards {
        let opening = shoe.next_card().unwrap();
        lines.push(if drawn == 1 { Line::Unseen { drawn } } else { Line::Card(opening) });
    }
    lines.push(Line::Revealed(shoe.end(because).unwrap().of_cards(usize::from(cards))));
    lines
}

pub fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
