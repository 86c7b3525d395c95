//! The shuffle: Fisher and Yates's, with numbers from ChaCha20. Frozen: a change is a new algorithm with a new name.

use crate::stream::Stream;
use baccarat::card::{Card, Rank, Suit};
use zeroize::Zeroizing;

/// Under which nonce the numbers for the order are drawn.
const ORDER: &[u8; 12] = b"shoe 1 order";

/// The order into which a seed puts so many decks, before any cut: the first card first.
pub fn order(seed: &[u8; 32], decks: u8) -> Vec<Card> {
    kinds(seed, decks).iter().map(|kind| card(*kind)).collect()
}

/// The first bytes of the stream from which a seed's order is drawn, for a laboratory's own tests.
pub fn raw(seed: &[u8; 32], place: &mut [u8]) {
    Stream::new(seed, ORDER).fill(place);
}

/// The order as places in [`Card::all`].
pub fn kinds(seed: &[u8; 32], decks: u8) -> Zeroizing<Vec<u8>> {
    let mut kinds = Zeroizing::new(unshuffled(decks));
    let mut stream = Stream::new(seed, ORDER);
    for last in (1..kinds.len()).rev() {
        let other = stream.below(last as u32 + 1) as usize;
        kinds.swap(last, other);
    }
    kinds
}

/// Decks as they come from the maker: one after the other, each rank by rank from the ace.
pub(crate) fn unshuffled(decks: u8) -> Vec<u8> {
    (0..decks).flat_map(|_| 0..Card::KINDS as u8).collect()
}

/// The card at this place in [`Card::all`].
pub(crate) fn card(kind: u8) -> Card {
    let kind = usize::from(kind) % Card::KINDS;
    Card::new(Rank::ALL[kind / 4], Suit::ALL[kind % 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_there_as_often_as_there_are_decks() {
        for decks in [1, 6, 8, 100] {
            let cards = order(&[decks; 32], decks);
            for card in Card::all() {
                assert_eq!(cards.iter().filter(|dealt| **dealt == card).count(), usize::from(decks));
            }
        }
    }

    #[test]
    fn a_kind_is_the_place_of_its_card() {
        assert!(Card::all().enumerate().all(|(kind, of)| card(kind as u8) == of));
    }
}
