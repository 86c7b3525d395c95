//! The plain way to deal a shoe: it reads like the book, and every other way must equal it.

use crate::class::Class;
use crate::dealt::Dealt;
use crate::game::{Game, Progress};
use crate::stream::{Streams, floor};
use baccarat::card::Card;
use baccarat::coup::DealtCoup;

/// The cards of a shoe in order, shuffled and cut. A cut of a shuffled shoe is a shuffled shoe, so none is carried out.
///
/// Each card in turn takes the place of one of those before it, or its own, which goes to the end: every order is as likely
/// as any other. The words for all cards come first in the stream; where a word would not be fair, further words follow.
pub(crate) fn cards(game: &Game, streams: &mut Streams, shoe: u64) -> Vec<Card> {
    streams.start(shoe);
    let mut bytes = vec![0; 2 * game.cards()];
    streams.fill(&mut bytes);
    let mut cards: Vec<Card> = Vec::with_capacity(game.cards());
    let decks = (0..game.decks).flat_map(|_| Card::all());
    for (card, word) in decks.zip(bytes.chunks_exact(2)) {
        let bound = cards.len() as u16 + 1;
        let mut product = u32::from(u16::from_le_bytes([word[0], word[1]])) * u32::from(bound);
        while (product as u16) < floor(bound) {
            product = u32::from(streams.further()) * u32::from(bound);
        }
        let place = (product >> 16) as usize;
        cards.push(card);
        let end = cards.len() - 1;
        cards.swap(place, end);
    }
    cards
}

/// Deals a shoe to its end.
pub(crate) fn deal(game: &Game, cards: &[Card], mut each: impl FnMut(Dealt)) {
    let mut at = cards.first().map_or(0, |first| game.burnt(*first));
    let mut progress = Progress::new(game);
    while !progress.is_over() {
        let rest = cards.get(at..).unwrap_or_default();
        // The game was checked to leave cards enough for its last coup.
        let Some(coup) = DealtCoup::deal(&game.tableau, &game.values, rest) else { return };
        let class = Class::of(&coup.outcome);
        each(Dealt { at: at as u16, class });
        progress.dealt(at, coup.cards(), class.is_tie());
        at += coup.cards();
    }
}
