//! The fast way to deal: the coup that would start at every card of a shoe is worked out side by side, then the shoe is
//! walked from coup to coup.
//!
//! A card is a byte: what it counts in the low four bits, its suit in two more, and which of the ranks that count the same
//! in the last two. So the loops over a shoe are plain arithmetic on bytes, which a compiler turns into wide registers.

use crate::blocks::{AT_ONCE, Meanwhile, WIDE};
use crate::class::Class;
use crate::dealt::Dealt;
use crate::game::{Ending, Game, Progress};
use crate::stream::{Streams, floor};
use crate::tally::Tally;
use baccarat::card::{Card, Rank, Suit};
use baccarat::tableau::Tableau;
use std::ops::{Deref, DerefMut, Range};

/// Room for the most cards, and for what the loops read past the last: a power of two, so that a place is kept within it by
/// dropping bits.
const ROOM: usize = (Game::MOST_DECKS as usize * Card::KINDS + 32).next_power_of_two();

/// Room for every place that sixteen bits can name, so that no place needs a check. Only as many as there are cards are touched.
const ANY: usize = 1 << 16;

/// How many shoes are walked together: while one waits for where its next coup starts, the others go on.
const TOGETHER: usize = 4;

/// Shoes counted in 32 bits before they are added up: far fewer coups than those hold.
const ROUND: u64 = 4_096;

/// How many coups are left of a shoe whose cutting card has not come: more than any shoe has cards for.
const NOT_KNOWN: u8 = u8::MAX;

const SUIT: u8 = 0x30;
const COLOUR: u8 = 0x10;
const VALUE: u8 = 0x0f;

/// A chart on which each hand draws below some total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Below {
    natural: u8,
    player: u8,
    alone: u8,
    /// As many as a register looks up at once. Only ten are used.
    by_third: [u8; 16],
}

impl Below {
    fn of(tableau: &Tableau) -> Option<Below> {
        let natural = tableau.natural.iter().position(|natural| *natural).unwrap_or(10);
        if !tableau.natural[natural..].iter().all(|natural| *natural) {
            return None;
        }
        // Of totals that are naturals the chart is never asked.
        let below = |draws: &[bool; 10]| {
            let draws = &draws[..natural];
            let below = draws.iter().take_while(|draws| **draws).count();
            (!draws[below..].contains(&true)).then_some(below as u8)
        };
        let mut by_third = [0; 16];
        for (third, draws) in tableau.banker_draws.iter().enumerate() {
            by_third[third] = below(draws)?;
        }
        Some(Below {
            natural: natural as u8,
            player: below(&tableau.player_draws)?,
            alone: below(&tableau.banker_draws_alone)?,
            by_third,
        })
    }
}

/// The byte of each card, unless too many ranks count the same.
fn bytes(game: &Game) -> Option<[u8; Card::KINDS]> {
    let mut bytes = [0; Card::KINDS];
    for card in Card::all() {
        let value = game.values.of(card.rank);
        let alike = Rank::ALL.into_iter().filter(|rank| game.values.of(*rank) == value);
        let which = alike.take_while(|rank| *rank != card.rank).count();
        if which > 3 {
            return None;
        }
        let suit = u8::from(card.suit.is_red()) << 4
            | u8::from(matches!(card.suit, Suit::Diamonds | Suit::Clubs)) << 5;
        bytes[card.index()] = value | suit | (which as u8) << 6;
    }
    Some(bytes)
}

/// Something that begins where a line of the cache begins, so that no wide register lies across two of them.
#[derive(Clone)]
#[repr(align(64))]
struct Lined<T>(T);

impl<T> Deref for Lined<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Lined<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// What the coups that would start at each card of a shoe would be.
#[derive(Clone)]
struct Worked {
    class: Lined<[u16; ROOM]>,
    cards: Lined<[u8; ROOM]>,
    /// Where the first coup starts.
    start: usize,
}

impl Worked {
    /// The class of the coup that starts at a place.
    #[inline(always)]
    fn class(&self, place: usize) -> Class {
        Class(self.class[place])
    }
}

/// Cards on their way from the order in which they come new to that of a shuffled shoe.
#[derive(Clone)]
struct Shuffle {
    /// The unshuffled cards.
    order: Lined<[u8; ROOM]>,
    /// Where each goes.
    place: Lined<[u16; ROOM]>,
    /// Whether some cards have to be exchanged one after the other, for so many at once.
    tied: [bool; ROOM / CHUNK],
    shoe: Lined<[u8; ANY]>,
    /// How many cards there are.
    cards: usize,
}

impl Shuffle {
    /// How many times so many cards are exchanged.
    #[inline(always)]
    fn chunks(&self) -> usize {
        self.cards.div_ceil(CHUNK)
    }

    /// Lays every card where it would stay if it were exchanged with itself.
    #[inline(always)]
    fn lay(&mut self) {
        let shoe = self.shoe.as_chunks_mut::<WIDE>().0.iter_mut();
        for (shoe, order) in shoe.zip(self.order.as_chunks().0).take(self.cards.div_ceil(WIDE)) {
            *shoe = *order;
        }
    }

    /// Puts so many cards where each goes, as [`crate::plain::cards`] does.
    #[inline(always)]
    fn exchange(&mut self, chunk: usize) {
        let first = chunk * CHUNK;
        let places = &self.place.as_chunks::<CHUNK>().0[chunk];
        let orders = &self.order.as_chunks::<CHUNK>().0[chunk];
        let shoe = &mut self.shoe;
        let cards = self.cards.saturating_sub(first);
        if self.tied[chunk] || cards < CHUNK {
            for (nth, (to, order)) in places.iter().zip(orders).enumerate() {
                if nth == cards {
                    return;
                }
                let (place, to) = ((first + nth) % ANY, usize::from(*to));
                shoe[place] = shoe[to];
                shoe[to] = *order;
            }
            return;
        }
        let fours = places.as_chunks::<STEPS>().0.iter().zip(orders.as_chunks::<STEPS>().0);
        for (nth, (places, order)) in fours.enumerate() {
            let order = u32::from_le_bytes(*order);
            let mut were = 0;
            for (step, to) in places.iter().enumerate() {
                let to = usize::from(*to);
                were |= u32::from(shoe[to]) << (8 * step);
                shoe[to] = (order >> (8 * step)) as u8;
            }
            // None of these was exchanged with another of them, so all are put down at once: a core writes once in each cycle.
            shoe.as_chunks_mut::<STEPS>().0[(first / STEPS + nth) % (ANY / STEPS)] = were.to_le_bytes();
        }
    }
}

/// How far cards have been exchanged.
struct Exchange<'s> {
    shuffle: &'s mut Shuffle,
    chunk: usize,
}

impl Exchange<'_> {
    /// Exchanges what is left.
    #[inline(always)]
    fn rest(&mut self) {
        while self.chunk < self.shuffle.chunks() {
            self.step();
        }
    }
}

impl Meanwhile for Exchange<'_> {
    #[inline(always)]
    fn step(&mut self) {
        if self.chunk < self.shuffle.chunks() {
            self.shuffle.exchange(self.chunk);
            self.chunk += 1;
        }
    }
}

/// All that is needed to deal shoes of a game, with room to work in.
#[derive(Clone)]
pub(crate) struct Fast {
    below: Below,
    /// By byte, how many cards a first card burns, itself included.
    burnt: [u8; 256],
    /// By byte, the card.
    card: [Card; 256],
    /// For each place, how many places a card may go to, and the fair words for that.
    bound: Lined<[u16; ROOM]>,
    floor: Lined<[u16; ROOM]>,
    words: Lined<[[u8; AT_ONCE]; 2 * ROOM / AT_ONCE]>,
    shuffle: Shuffle,
    value: Lined<[u8; ROOM]>,
    two: Lined<[u8; ROOM]>,
    pair: Lined<[u8; ROOM]>,
    third: Lined<[u8; ROOM]>,
    worked: [Worked; TOGETHER],
    classes: Vec<u32>,
}

impl Fast {
    /// Prepares to deal, if the game allows it.
    pub(crate) fn of(game: &Game) -> Option<Fast> {
        let below = Below::of(&game.tableau)?;
        let bytes = bytes(game)?;
        let (mut order, mut bound, mut floors) = ([0; ROOM], [1; ROOM], [0; ROOM]);
        for (place, card) in (0..game.decks).flat_map(|_| Card::all()).enumerate() {
            order[place] = bytes[card.index()];
            bound[place] = place as u16 + 1;
            floors[place] = floor(bound[place]);
        }
        let mut burnt = [0; 256];
        let mut cards = [Card::new(Rank::Ace, Suit::Spades); 256];
        for card in Card::all() {
            let byte = usize::from(bytes[card.index()]);
            burnt[byte] = game.burnt(card) as u8;
            cards[byte] = card;
        }
        let worked = Worked { class: Lined([0; ROOM]), cards: Lined([0; ROOM]), start: 0 };
        Some(Fast {
            below,
            burnt,
            card: cards,
            bound: Lined(bound),
            floor: Lined(floors),
            words: Lined([[0; AT_ONCE]; 2 * ROOM / AT_ONCE]),
            shuffle: Shuffle {
                order: Lined(order),
                place: Lined([0; ROOM]),
                tied: [false; ROOM / CHUNK],
                shoe: Lined([0; ANY]),
                cards: game.cards(),
            },
            value: Lined([0; ROOM]),
            two: Lined([0; ROOM]),
            pair: Lined([0; ROOM]),
            third: Lined([0; ROOM]),
            worked: [(); TOGETHER].map(|()| worked.clone()),
            classes: vec![0; Class::ROOM],
        })
    }

    /// Deals these shoes and counts how their coups end.
    pub(crate) fn tally(&mut self, game: &Game, streams: &mut Streams, shoes: Range<u64>, tally: &mut Tally) {
        let mut from = shoes.start;
        while from < shoes.end {
            let to = shoes.end.min(from.saturating_add(ROUND));
            self.classes.fill(0);
            self.round_at_best(game, streams, from..to);
            tally.add_all(to - from, &self.classes);
            from = to;
        }
    }

    /// Deals one shoe, coup by coup.
    pub(crate) fn shoe(&mut self, game: &Game, streams: &mut Streams, shoe: u64, coups: &mut Vec<Dealt>) {
        self.work_at_best(game, streams, shoe);
        let worked = &self.worked[0];
        let mut at = worked.start;
        let mut progress = Progress::new(game);
        while !progress.is_over() {
            let class = worked.class(at);
            coups.push(Dealt { at: at as u16, class });
            progress.dealt(at, class.cards(), class.is_tie());
            at += class.cards();
        }
    }

    /// The cards of the shoe that was dealt last by itself.
    pub(crate) fn cards(&self, game: &Game) -> Vec<Card> {
        self.shuffle.shoe[..game.cards()].iter().map(|byte| self.card[usize::from(*byte)]).collect()
    }

    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn round_at_best(&mut self, game: &Game, streams: &mut Streams, shoes: Range<u64>) {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512bw") && has!("avx512vl") && has!("avx512vbmi") {
            // SAFETY: the processor has just been found to have all that the function asks for.
            unsafe { with_avx512::round(self, game, streams, shoes) }
        } else if has!("avx2") {
            // SAFETY: as above.
            unsafe { with_avx2::round(self, game, streams, shoes) }
        } else {
            portable::round(self, game, streams, shoes)
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn round_at_best(&mut self, game: &Game, streams: &mut Streams, shoes: Range<u64>) {
        portable::round(self, game, streams, shoes)
    }

    /// Works out one shoe, in the first slot.
    fn work_at_best(&mut self, game: &Game, streams: &mut Streams, shoe: u64) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512bw") && has!("avx512vl") && has!("avx512vbmi") {
                // SAFETY: the processor has just been found to have all that the function asks for.
                return unsafe { with_avx512::work(self, game, streams, shoe, 0) };
            }
            if has!("avx2") {
                // SAFETY: as above.
                return unsafe { with_avx2::work(self, game, streams, shoe, 0) };
            }
        }
        portable::work(self, game, streams, shoe, 0);
    }

    /// Spreads the words of a shoe over the places that its cards may go to.
    #[inline(always)]
    fn spread(&mut self, streams: &mut Streams, shoe: u64, cards: usize) {
        let mut again = Again { shoe, next: (2 * cards).div_ceil(4), cards };
        for chunk in 0..cards.div_ceil(CHUNK) {
            let words = &self.words.as_flattened().as_chunks::<2>().0.as_chunks::<CHUNK>().0[chunk];
            let (bounds, floors) = (&self.bound.as_chunks().0[chunk], &self.floor.as_chunks().0[chunk]);
            let places = &mut self.shuffle.place.as_chunks_mut().0[chunk];
            let [is_unfair, is_tied] = spread(words, bounds, floors, places);
            self.shuffle.tied[chunk] = is_tied;
            if is_unfair {
                let unfair = unfair(words, bounds, floors);
                self.draw_again(streams, chunk * CHUNK, unfair, &mut again);
                self.shuffle.tied[chunk] = true;
            }
        }
    }

    /// Draws again where a word was not fair: a bit for each place from the first on.
    #[cold]
    fn draw_again(&mut self, streams: &mut Streams, first: usize, mut unfair: u32, again: &mut Again) {
        while unfair != 0 {
            let place = first + unfair.trailing_zeros() as usize;
            unfair &= unfair - 1;
            let (bound, floor) = (self.bound[place], self.floor[place]);
            let mut word = again.further(self.words.as_flattened(), streams);
            while word.wrapping_mul(bound) < floor {
                word = again.further(self.words.as_flattened(), streams);
            }
            self.shuffle.place[place] = ((u32::from(word) * u32::from(bound)) >> 16) as u16;
        }
    }

    /// What each card counts, and what it makes with the next but one.
    #[inline(always)]
    fn look(&mut self, cards: usize) {
        let shoe = &self.shuffle.shoe;
        let cards = shoe.as_chunks().0.iter().zip(shoe[2..].as_chunks().0).take(wide(cards));
        let found = self.value.as_chunks_mut().0.iter_mut().zip(self.two.as_chunks_mut().0);
        for ((cards, next_but_one), ((value, two), pair)) in cards.zip(found.zip(self.pair.as_chunks_mut().0))
        {
            look(cards, next_but_one, value, two, pair);
        }
    }

    /// The coup that would start at each card of the shoe, in a slot.
    #[inline(always)]
    fn settle(&mut self, cards: usize, slot: usize) {
        let worked = &mut self.worked[slot];
        let values = self.value[4..].as_chunks().0.iter().zip(self.value[5..].as_chunks().0);
        let twos = self.two.as_chunks().0.iter().zip(self.two[1..].as_chunks().0);
        let pairs = self.pair.as_chunks().0.iter().zip(self.pair[1..].as_chunks().0);
        let shoe = &self.shuffle.shoe;
        let firsts = shoe.as_chunks().0.iter().zip(shoe[1..].as_chunks().0);
        let thirds = self.third[4..].as_chunks().0;
        let looked = values.zip(thirds).zip(twos).zip(pairs.zip(firsts)).take(wide(cards));
        let classes = worked.class.as_chunks_mut().0.iter_mut();
        for ((((values, third), two), (pair, first)), (class, cards)) in
            looked.zip(classes.zip(worked.cards.as_chunks_mut().0))
        {
            let looked = Looked { first, two, pair, values, third };
            settle(&self.below, &looked, class, cards);
        }
        worked.start = usize::from(self.burnt[usize::from(shoe[0])]);
    }

    /// Walks the shoes that were worked out from coup to coup, and counts.
    #[inline(always)]
    fn walk(&mut self, game: &Game, together: usize) {
        let classes: &mut [u32; Class::ROOM] = match self.classes.first_chunk_mut() {
            Some(classes) => classes,
            None => return,
        };
        let worked = &self.worked;
        let (cutting_card, after_first, after_later, after_tie) = match game.ending {
            Ending::CuttingCard { at, after_first, after_later, after_tie } => {
                (at, after_first, after_later, after_tie)
            }
            Ending::EveryCoup => (0, 0, 0, 0),
        };
        // No coup that ends before this can bring the cutting card, or be the one before it.
        let clear = cutting_card.saturating_sub(6).min(ROOM);
        let mut at = [clear; TOGETHER];
        let mut left = [0; TOGETHER];
        for slot in 0..together {
            at[slot] = worked[slot].start;
            left[slot] = NOT_KNOWN;
        }
        while at.iter().all(|at| *at < clear) {
            for slot in 0..TOGETHER {
                let place = at[slot];
                classes[worked[slot].class(place).index() % Class::ROOM] += 1;
                at[slot] = place + usize::from(worked[slot].cards[place]);
            }
        }
        // From here on some shoes wait for others, so that which of them is where takes no branch: none could be foreseen.
        while at.iter().any(|at| *at < clear) {
            for slot in 0..TOGETHER {
                let place = at[slot];
                let goes = place < clear;
                classes[worked[slot].class(place).index() % Class::ROOM] += u32::from(goes);
                at[slot] = place + usize::from(worked[slot].cards[place]) * usize::from(goes);
            }
        }
        while left != [0; TOGETHER] {
            for slot in 0..TOGETHER {
                let (place, coups) = (at[slot], left[slot]);
                let class = worked[slot].class(place);
                let goes = coups != 0;
                classes[class.index() % Class::ROOM] += u32::from(goes);
                let next = place + class.cards();
                let after = if place >= cutting_card { after_first } else { after_later };
                let after = if after == 0 && class.is_tie() { after_tie } else { after };
                let first_known = if next > cutting_card { after } else { NOT_KNOWN };
                left[slot] = if coups == NOT_KNOWN { first_known } else { coups - u8::from(goes) };
                at[slot] = if goes { next } else { place };
            }
        }
    }
}

/// The steps by which shoes are dealt, compiled for processors with these features. Each step is a function of its own: put together in one, a
/// compiler no longer uses wide registers throughout.
macro_rules! steps {
    ($name:ident, $words:path, $third:path $(, $features:literal)?) => {
        mod $name {
            use super::*;

            /// Deals these shoes.
            $(#[target_feature(enable = $features)])?
            pub(super) fn round(fast: &mut Fast, game: &Game, streams: &mut Streams, shoes: Range<u64>) {
                let cards = game.cards();
                let mut next = shoes.start;
                if !shoes.is_empty() {
                    words(fast, streams, next, cards);
                    spread(fast, streams, next, cards);
                }
                while next < shoes.end {
                    let together = (shoes.end - next).min(TOGETHER as u64) as usize;
                    for slot in 0..together {
                        next += 1;
                        if next < shoes.end {
                            exchange_and_draw(fast, streams, next, cards);
                            // Meanwhile what was exchanged comes to rest, one byte after the other; a wide register would have to wait for it.
                            spread(fast, streams, next, cards);
                        } else {
                            exchange(fast);
                        }
                        find(fast, cards, slot);
                    }
                    walk(fast, game, together);
                }
            }

            /// Works out one shoe.
            $(#[target_feature(enable = $features)])?
            pub(super) fn work(fast: &mut Fast, game: &Game, streams: &mut Streams, shoe: u64, slot: usize) {
                let cards = game.cards();
                shuffle(fast, streams, shoe, cards);
                find(fast, cards, slot);
            }

            /// Finds the coups of the shoe as it is shuffled.
            $(#[target_feature(enable = $features)])?
            fn find(fast: &mut Fast, cards: usize, slot: usize) {
                look(fast, cards);
                third(fast, cards);
                settle(fast, cards, slot);
            }

            /// Shuffles the cards, as [`crate::plain::cards`] does.
            $(#[target_feature(enable = $features)])?
            pub(super) fn shuffle(fast: &mut Fast, streams: &mut Streams, shoe: u64, cards: usize) {
                words(fast, streams, shoe, cards);
                spread(fast, streams, shoe, cards);
                exchange(fast);
            }

            /// Draws the words of a shoe.
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn words(fast: &mut Fast, streams: &mut Streams, shoe: u64, cards: usize) {
                $words(streams, shoe, &mut fast.words[..(2 * cards).div_ceil(AT_ONCE)], &mut ());
            }

            /// Exchanges the cards of a shoe and draws the words of the next meanwhile.
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn exchange_and_draw(fast: &mut Fast, streams: &mut Streams, next: u64, cards: usize) {
                let Fast { shuffle, words, .. } = fast;
                shuffle.lay();
                let mut exchange = Exchange { shuffle, chunk: 0 };
                $words(streams, next, &mut words[..(2 * cards).div_ceil(AT_ONCE)], &mut exchange);
                exchange.rest();
            }

            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn spread(fast: &mut Fast, streams: &mut Streams, shoe: u64, cards: usize) {
                fast.spread(streams, shoe, cards);
            }

            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn exchange(fast: &mut Fast) {
                fast.shuffle.lay();
                Exchange { shuffle: &mut fast.shuffle, chunk: 0 }.rest();
            }

            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn look(fast: &mut Fast, cards: usize) {
                fast.look(cards);
            }

            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn third(fast: &mut Fast, cards: usize) {
                let values = fast.value.as_chunks().0.iter().take(wide(cards));
                for (third, value) in fast.third.as_chunks_mut().0.iter_mut().zip(values) {
                    $third(&fast.below.by_third, value, third);
                }
            }

            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn settle(fast: &mut Fast, cards: usize, slot: usize) {
                fast.settle(cards, slot);
            }

            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            fn walk(fast: &mut Fast, game: &Game, together: usize) {
                fast.walk(game, together);
            }
        }
    };
}

steps!(portable, Streams::fill_shoe, super::third);
#[cfg(target_arch = "x86_64")]
steps!(with_avx2, Streams::fill_shoe, super::third, "avx2");
#[cfg(target_arch = "x86_64")]
steps!(with_avx512, Streams::fill_shoe_with_avx512, crate::blocks::look_up, "avx512bw,avx512vl,avx512vbmi");

/// How many places are worked out at once.
const CHUNK: usize = 32;

/// How many cards are put down in one go. A deck divides by it.
const STEPS: usize = 4;

/// Spreads words over as many places as each may go to, and tells whether one of them was not fair, and whether one of these cards goes
/// to where another of those four comes to lie that are put down at once.
#[inline(always)]
fn spread(
    words: &[[u8; 2]; CHUNK],
    bounds: &[u16; CHUNK],
    floors: &[u16; CHUNK],
    places: &mut [u16; CHUNK],
) -> [bool; 2] {
    let (mut unfair, mut tied) = (0, 0);
    for at in 0..CHUNK {
        let product = u32::from(u16::from_le_bytes(words[at])) * u32::from(bounds[at]);
        let (place, here) = ((product >> 16) as u16, bounds[at].wrapping_sub(1));
        places[at] = place;
        // Something is left over only where the low half is below the floor.
        unfair |= floors[at].saturating_sub(product as u16);
        // And here where a card goes to the first of the four or behind it, but does not stay where it is.
        tied |= (place + 1).saturating_sub(here & !(STEPS as u16 - 1)).min(here.wrapping_sub(place));
    }
    [unfair != 0, tied != 0]
}

/// Which words were not fair: a bit for each.
#[inline(always)]
fn unfair(words: &[[u8; 2]; CHUNK], bounds: &[u16; CHUNK], floors: &[u16; CHUNK]) -> u32 {
    let mut unfair = 0;
    for at in 0..CHUNK {
        let low = u16::from_le_bytes(words[at]).wrapping_mul(bounds[at]);
        unfair |= u32::from(low < floors[at]) << at;
    }
    unfair
}

/// The further words of a shoe, for places whose own word was not fair.
struct Again {
    shoe: u64,
    /// Which four bytes of the shoe's words come next.
    next: usize,
    cards: usize,
}

impl Again {
    fn further(&mut self, words: &[u8], streams: &mut Streams) -> u16 {
        let at = 4 * self.next;
        self.next += 1;
        // More were made than the cards needed; hardly ever does it take more than those.
        match at < (2 * self.cards).next_multiple_of(AT_ONCE) {
            true => u16::from_le_bytes([words[at], words[at + 1]]),
            false => streams.further_at(self.shoe, self.next - 1),
        }
    }
}

/// A byte for each of so many places.
type Wide = [u8; WIDE];

/// How many times the loops take so many places. Behind the last card they read what earlier shoes left there, which does no harm, as
/// no coup starts so late.
#[inline(always)]
fn wide(cards: usize) -> usize {
    (cards + 8).div_ceil(WIDE)
}

/// What was found about some cards, place by place.
struct Looked<'f> {
    /// The first card of either hand.
    first: (&'f Wide, &'f Wide),
    /// What the first two cards of either hand make, and whether they are a pair.
    two: (&'f Wide, &'f Wide),
    pair: (&'f Wide, &'f Wide),
    /// What the fifth and the sixth card count, and what the banker does on the fifth.
    values: (&'f Wide, &'f Wide),
    third: &'f Wide,
}

/// All bits if so, none if not: with these the loop has no branch.
#[inline(always)]
fn all_bits(so: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(so))
}

/// What cards count, and what each makes with the next but one.
#[inline(always)]
fn look(cards: &Wide, next_but_one: &Wide, value: &mut Wide, two: &mut Wide, pair: &mut Wide) {
    for at in 0..WIDE {
        let (first, second) = (cards[at], next_but_one[at]);
        value[at] = first & VALUE;
        two[at] = last_digit((first & VALUE) + (second & VALUE));
        let differ = first ^ second;
        let kind = 3 - (all_bits(differ & SUIT != 0) & 1) - (all_bits(differ & COLOUR != 0) & 1);
        pair[at] = kind & all_bits(differ & !SUIT == 0);
    }
}

/// Below which total the banker draws when a card is the player's third: what it is for nought, and what is added from one value to the
/// next.
#[inline(always)]
fn third(by_third: &[u8; 16], value: &Wide, third: &mut Wide) {
    let mut below = [by_third[0]; WIDE];
    for (digit, of_two) in (1..).zip(by_third[..10].windows(2)) {
        let change = of_two[1].wrapping_sub(of_two[0]);
        for at in 0..WIDE {
            below[at] = below[at].wrapping_add(change & all_bits(value[at] >= digit));
        }
    }
    *third = below;
}

/// The coup that would start at each card.
#[inline(always)]
fn settle(below: &Below, looked: &Looked<'_>, class: &mut [u16; WIDE], cards: &mut Wide) {
    let Looked { first, two, pair, values, third } = looked;
    let (mut low, mut high) = ([0; WIDE], [0; WIDE]);
    for at in 0..WIDE {
        let (p, b) = (two.0[at], two.1[at]);
        let (fifth, sixth) = (values.0[at], values.1[at]);
        let open = all_bits(p < below.natural) & all_bits(b < below.natural);
        let player = open & all_bits(p < below.player);
        let banker_below = (third[at] & player) | (below.alone & !player);
        let banker = open & all_bits(b < banker_below);
        let p = last_digit(p + (fifth & player));
        let b = last_digit(b + (((sixth & player) | (fifth & !player)) & banker));
        let (pair_p, pair_b) = (pair.0[at], pair.1[at]);
        let one_rank = all_bits((first.0[at] ^ first.1[at]) & !SUIT == 0);
        let twin = one_rank & all_bits(pair_p != 0) & all_bits(pair_b != 0);
        low[at] = (p * 16) | b;
        high[at] = pair_b | (pair_p * 4) | (twin & 0x10) | (player & 0x20) | (banker & 0x40);
        cards[at] = 4 + (player & 1) + (banker & 1);
    }
    for at in 0..WIDE {
        class[at] = u16::from_le_bytes([low[at], high[at]]);
    }
}

/// The last digit of a sum below 20.
#[inline(always)]
fn last_digit(sum: u8) -> u8 {
    // Below ten the difference wraps round to something large.
    sum.min(sum.wrapping_sub(10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Choice;
    use crate::plain;
    use baccarat::{book::Book, shelf};

    #[test]
    fn the_shuffle_is_the_plain_one() {
        for id in ["act", "nsw"] {
            let book = Book::read(shelf::text(id).unwrap()).unwrap();
            for decks in &book.rules.cards.decks.0 {
                let game = Game::new(&book, &Choice { decks: *decks, ..Choice::usual(&book) }).unwrap();
                let mut fast = Fast::of(&game).unwrap();
                let bytes = bytes(&game).unwrap();
                for shoe in (0..2_000).chain([u64::MAX]) {
                    let plain = plain::cards(&game, &mut Streams::of(5), shoe);
                    let expected: Vec<u8> = plain.iter().map(|card| bytes[card.index()]).collect();
                    portable::shuffle(&mut fast, &mut Streams::of(5), shoe, game.cards());
                    assert_eq!(fast.shuffle.shoe[..game.cards()], expected, "shoe {shoe}");
                    fast.shuffle.shoe.fill(0);
                    fast.work_at_best(&game, &mut Streams::of(5), shoe);
                    assert_eq!(fast.shuffle.shoe[..game.cards()], expected, "shoe {shoe}");
                }
            }
        }
    }

    #[test]
    fn further_words_follow_those_of_the_cards_however_many_are_needed() {
        for cards in [52_usize, 312, 416, 468, 832] {
            let mut fast = vec![[0; AT_ONCE]; (2 * cards).div_ceil(AT_ONCE)];
            Streams::of(5).fill_shoe(9, &mut fast, &mut ());
            let mut again = Again { shoe: 9, next: (2 * cards).div_ceil(4), cards };
            let mut plain = Streams::of(5);
            plain.start(9);
            plain.fill(&mut vec![0; 2 * cards]);
            for nth in 0..600 {
                let further = again.further(fast.as_flattened(), &mut Streams::of(5));
                assert_eq!(further, plain.further(), "{cards} cards, word {nth}");
            }
        }
    }

    /// What these shoes come to, dealt by one of the ways to deal them.
    fn classes(game: &Game, deal: impl Fn(&mut Fast, &mut Streams, Range<u64>)) -> Vec<u32> {
        let mut fast = Fast::of(game).unwrap();
        deal(&mut fast, &mut Streams::of(3), 0..1_001);
        fast.classes
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn every_way_to_deal_on_this_processor_comes_to_the_same() {
        use std::arch::is_x86_feature_detected as has;
        for id in shelf::ids() {
            let book = Book::read(shelf::text(id).unwrap()).unwrap();
            let game = &Game::new(&book, &Choice::usual(&book)).unwrap();
            let portable = classes(game, |fast, streams, shoes| portable::round(fast, game, streams, shoes));
            assert!(portable.iter().map(|coups| u64::from(*coups)).sum::<u64>() > 70_000);
            assert_eq!(
                classes(game, |fast, streams, shoes| fast.round_at_best(game, streams, shoes)),
                portable
            );
            if has!("avx2") {
                // SAFETY: the processor has just been found to have all that the function asks for.
                let wide = classes(game, |fast, streams, shoes| unsafe {
                    with_avx2::round(fast, game, streams, shoes)
                });
                assert_eq!(wide, portable);
            }
        }
    }

    #[test]
    fn a_chart_with_a_gap_is_not_dealt_the_fast_way() {
        let book = Book::read(shelf::text("act").unwrap()).unwrap();
        let mut tableau = book.tableau().clone();
        assert_eq!(Below::of(&tableau).unwrap().by_third[..10], [4, 4, 5, 5, 6, 6, 7, 7, 3, 4]);
        tableau.banker_draws[3][1] = false;
        assert_eq!(Below::of(&tableau), None);
    }
}
