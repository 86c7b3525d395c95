//! How often each cell of totals and third cards comes up: the closed form.
//!
//! Dealing four cards to two hands is counted, not enumerated. Write nᵥ for the cards of value v, all totals
//! modulo ten, [x] for 1 if x holds and else 0:
//! - A card of value a is completed to total s by **c(a, s) = n₍ₛ₋ₐ₎ − [2a = s]** other cards (`partners`).
//! - Two cards of total s are dealt in **A(s) = Σₐ nₐ c(a, s)** orders (`hands`).
//! - Two hands of totals s and u are dealt in **A(s) A(u) − B(s, u)** orders, where B counts the couples of hands
//!   that share a card: each may hold it first or last, so four times **R(s, u) = Σₐ nₐ c(a, s) c(a, u)**; but a
//!   hand coupled with itself, as it is or turned round, shares two cards and was counted twice, so
//!   **B(s, u) = 4 R(s, u) − 2 [s = u] A(s)** (`clashes`).
//!
//! Cards are exchangeable, so third cards may be taken out of the shoe first. Taking out a card of value t:
//! - A falls by 2 c(t, s), the hands that held it;
//! - R falls by the triples (shared card, its partner to s, its partner to u) that held it, whichever it was:
//!   **c(t,s) c(t,u) + c(t,s) c(s−t,u) + c(t,u) c(u−t,s) − [s = u] c(t,s)**, so B falls by four times that less
//!   4 [s = u] c(t,s) (`relief`).
//!
//! Taking out a second card of value w, B falls by the same again, save the triples that held both cards,
//! which had already gone. Both are in a triple only if w takes one of four values, given below (`restore`).

// One value indexes several arrays at once here, and plain loops are what compilers turn into wide instructions.
#![allow(clippy::needless_range_loop)]

use crate::count::Count;
use crate::draws::{BothDraw, Dealt, Draws, PAIRS_OF_TOTALS};
use baccarat::outcome::Totals;

/// Ordered draws of six cards in each cell of [`Totals::index`].
pub(crate) type Cells<C> = [C; Totals::CELLS];

/// Counts every cell, for a shoe that holds so many cards of each value.
#[inline(always)]
pub(crate) fn cells<C: Count>(draws: &Draws, by_value: &[C; 10], cards: C) -> Cells<C> {
    let mut cells = [C::of(0); Totals::CELLS];
    let shoe = Shoe::of(draws, by_value, cards);
    shoe.nobody_draws(&draws.nobody, &mut cells);
    shoe.banker_draws(&draws.banker_only, &mut cells);
    shoe.player_draws(draws, &mut cells);
    shoe.both_draw(draws, &mut cells);
    cells
}

/// The place of a cell in [`Totals::index`].
#[inline(always)]
fn place(player_drew: bool, banker_drew: bool, player: usize, banker: usize) -> usize {
    usize::from(player_drew) * 200 + usize::from(banker_drew) * 100 + player * 10 + banker
}

/// The last digit of a number below twenty.
#[inline(always)]
fn digit(number: usize) -> usize {
    if number < 10 { number } else { number - 10 }
}

/// The value that completes one value to a total.
#[inline(always)]
fn to_total(total: usize, value: usize) -> usize {
    digit(total + 10 - value)
}

/// Ordered deals of two hands, each deal weighed by the ways its third cards can be drawn, `first` times `second`.
/// Spreading the weight over the factors keeps every factor small enough for lanes.
#[inline(always)]
fn deals<C: Count>(first: C, second: C, player: C, banker: C, clashes: C) -> C {
    first.times(player).times(second.times(banker)) - first.times(second).times(clashes)
}

/// Everything the closed form needs to know of a shoe, with no card taken out and with any one.
struct Shoe<C> {
    /// n: the cards of each value.
    by_value: [C; 10],
    /// N: all cards.
    cards: C,
    /// c, by total and then by the value to be completed.
    partners: [[C; 10]; 10],
    /// A, by total.
    hands: [C; 10],
    /// A with one card taken out, by total and then by its value.
    hands_less: [[C; 10]; 10],
    /// B, by pair of totals.
    clashes: [C; PAIRS_OF_TOTALS],
    /// By how much B falls with one card taken out, by pair of totals and then by its value.
    relief: [[C; 10]; PAIRS_OF_TOTALS],
}

impl<C: Count> Shoe<C> {
    #[inline(always)]
    fn of(draws: &Draws, by_value: &[C; 10], cards: C) -> Shoe<C> {
        let zero = C::of(0);
        let mut shoe = Shoe {
            by_value: *by_value,
            cards,
            partners: [[zero; 10]; 10],
            hands: [zero; 10],
            hands_less: [[zero; 10]; 10],
            clashes: [zero; PAIRS_OF_TOTALS],
            relief: [[zero; 10]; PAIRS_OF_TOTALS],
        };
        shoe.count_partners();
        shoe.count_hands_and_clashes();
        shoe.count_relief(&draws.somebody);
        shoe
    }

    #[inline(always)]
    fn count_partners(&mut self) {
        for total in 0..10 {
            for value in 0..10 {
                self.partners[total][value] = self.by_value[to_total(total, value)];
            }
        }
        for value in 0..10 {
            self.partners[value * 2 % 10][value] -= C::of(1);
        }
    }

    #[inline(always)]
    fn count_hands_and_clashes(&mut self) {
        for high in 0..10 {
            let mut hands_of_value = [C::of(0); 10];
            for value in 0..10 {
                hands_of_value[value] = self.by_value[value].times(self.partners[high][value]);
                self.hands[high] += hands_of_value[value];
            }
            for low in 0..=high {
                let mut shared = C::of(0);
                for value in 0..10 {
                    shared += hands_of_value[value].times(self.partners[low][value]);
                }
                self.clashes[high * (high + 1) / 2 + low] = shared.twice().twice();
            }
            self.clashes[high * (high + 1) / 2 + high] -= self.hands[high].twice();
            for value in 0..10 {
                self.hands_less[high][value] = self.hands[high] - self.partners[high][value].twice();
            }
        }
    }

    #[inline(always)]
    fn count_relief(&mut self, totals: &[Dealt]) {
        for dealt in totals {
            let (s, u) = (dealt.player, dealt.banker);
            let (to_s, to_u) = (&self.partners[s], &self.partners[u]);
            let relief = &mut self.relief[dealt.pair()];
            for value in 0..10 {
                let triples = to_s[value].times(to_u[value] + to_u[to_total(s, value)])
                    + to_u[value].times(to_s[to_total(u, value)]);
                relief[value] = triples.twice().twice();
            }
            if s == u {
                for value in 0..10 {
                    relief[value] -= to_s[value].twice().twice().twice();
                }
            }
        }
    }

    #[inline(always)]
    fn nobody_draws(&self, totals: &[Dealt], cells: &mut Cells<C>) {
        let (fifth, sixth) = (self.cards - C::of(4), self.cards - C::of(5));
        for dealt in totals {
            let (player, banker) = (self.hands[dealt.player], self.hands[dealt.banker]);
            let clashes = self.clashes[dealt.pair()];
            cells[place(false, false, dealt.player, dealt.banker)] =
                deals(fifth, sixth, player, banker, clashes);
        }
    }

    /// Deals with one third card, of this value, drawn by either hand.
    #[inline(always)]
    fn one_draws(&self, dealt: Dealt, third: usize, sixth: C) -> C {
        let pair = dealt.pair();
        let player = self.hands_less[dealt.player][third];
        let banker = self.hands_less[dealt.banker][third];
        let clashes = self.clashes[pair] - self.relief[pair][third];
        deals(self.by_value[third], sixth, player, banker, clashes)
    }

    #[inline(always)]
    fn banker_draws(&self, totals: &[Dealt], cells: &mut Cells<C>) {
        let sixth = self.cards - C::of(5);
        for &dealt in totals {
            for third in 0..10 {
                let banker = digit(dealt.banker + third);
                cells[place(false, true, dealt.player, banker)] += self.one_draws(dealt, third, sixth);
            }
        }
    }

    #[inline(always)]
    fn player_draws(&self, draws: &Draws, cells: &mut Cells<C>) {
        let sixth = self.cards - C::of(5);
        for third in 0..10 {
            for &dealt in &draws.after_third[third].player_only {
                let player = digit(dealt.player + third);
                cells[place(true, false, player, dealt.banker)] += self.one_draws(dealt, third, sixth);
            }
        }
    }

    #[inline(always)]
    fn both_draw(&self, draws: &Draws, cells: &mut Cells<C>) {
        // By the player's total, then by the banker's before tens are dropped: so that the ten values of the
        // banker's card lie side by side.
        let mut undropped = [[C::of(0); 20]; 10];
        for third in 0..10 {
            let less = ShoeLess::of(self, third);
            for draw in &draws.after_third[third].both {
                let ways = less.both_draw(draw.dealt);
                less.add(draw, &ways, &mut undropped);
            }
        }
        for player in 0..10 {
            for banker in 0..10 {
                cells[place(true, true, player, banker)] =
                    undropped[player][banker] + undropped[player][banker + 10];
            }
        }
    }
}

/// A shoe with the player's third card taken out. Each array runs over the values of the banker's third card.
struct ShoeLess<'a, C> {
    shoe: &'a Shoe<C>,
    /// The value of the player's third card, t.
    third: usize,
    /// Ways to draw both third cards.
    thirds: [C; 10],
    /// A with both cards taken out, weighed by the ways to draw the player's third card, by total.
    player: [[C; 10]; 10],
    /// A with both cards taken out, weighed by the ways to draw the banker's third card, by total.
    banker: [[C; 10]; 10],
}

impl<'a, C: Count> ShoeLess<'a, C> {
    #[inline(always)]
    fn of(shoe: &'a Shoe<C>, third: usize) -> ShoeLess<'a, C> {
        let zero = C::of(0);
        let mut left = shoe.by_value;
        left[third] -= C::of(1);
        let mut less =
            ShoeLess { shoe, third, thirds: [zero; 10], player: [[zero; 10]; 10], banker: [[zero; 10]; 10] };
        for value in 0..10 {
            less.thirds[value] = shoe.by_value[third].times(left[value]);
        }
        for total in 0..10 {
            let mut hands = [zero; 10];
            for value in 0..10 {
                hands[value] = shoe.hands_less[total][third] - shoe.partners[total][value].twice();
            }
            // The hand of both third cards, either first, had gone with the first of them.
            hands[to_total(total, third)] += C::of(2);
            for value in 0..10 {
                less.player[total][value] = shoe.by_value[third].times(hands[value]);
                less.banker[total][value] = left[value].times(hands[value]);
            }
        }
        less
    }

    /// Ordered draws of six cards with these two-card totals, by the value of the banker's third card.
    #[inline(always)]
    fn both_draw(&self, dealt: Dealt) -> [C; 10] {
        let pair = dealt.pair();
        let (player, banker) = (&self.player[dealt.player], &self.banker[dealt.banker]);
        let relief = &self.shoe.relief[pair];
        let clashes_less = self.shoe.clashes[pair] - relief[self.third];
        let mut clashes = [C::of(0); 10];
        for value in 0..10 {
            clashes[value] = clashes_less - relief[value];
        }
        self.restore(dealt, &mut clashes);
        let mut ways = [C::of(0); 10];
        for value in 0..10 {
            ways[value] = player[value].times(banker[value]) - self.thirds[value].times(clashes[value]);
        }
        ways
    }

    /// Puts back the triples that held both third cards, of values t and w, since they were taken off twice:
    /// - t + w = s: the two cards are the hand of s, and either is shared with the hand of u;
    /// - t + w = u: the same with the hands exchanged;
    /// - s − t = u − w or s − w = u − t: one third card is in each hand, and both hands share the other.
    #[inline(always)]
    fn restore(&self, dealt: Dealt, clashes: &mut [C; 10]) {
        let (s, u, t) = (dealt.player, dealt.banker, self.third);
        let (to_s, to_u) = (&self.shoe.partners[s], &self.shoe.partners[u]);
        let four = |triples: C| triples.twice().twice();

        let w = to_total(s, t);
        clashes[w] += four(to_u[t] + to_u[w]);
        let w = to_total(u, t);
        clashes[w] += four(to_s[t] + to_s[w]);
        let w = digit(to_total(u, s) + t);
        clashes[w] += four(to_s[t]);
        let w = digit(to_total(s, u) + t);
        clashes[w] += four(to_s[w]);
        self.settle_overlaps(dealt, clashes);
    }

    /// Takes off what the cases of `restore` counted twice or should not have: where both hands have the same total
    /// and the two cards make it, and where the shared card would be a third card itself.
    #[inline(always)]
    fn settle_overlaps(&self, dealt: Dealt, clashes: &mut [C; 10]) {
        let (s, u, t) = (dealt.player, dealt.banker, self.third);
        let w = to_total(s, t);
        if s == u {
            clashes[w] -= C::of(12);
        }
        if w == digit(to_total(u, s) + t) {
            clashes[w] -= C::of(4);
        }
        if w == digit(to_total(s, u) + t) {
            clashes[w] -= C::of(4);
        }
    }

    #[inline(always)]
    fn add(&self, draw: &BothDraw, ways: &[C; 10], undropped: &mut [[C; 20]; 10]) {
        let mut add = |player: usize, banker: usize| {
            let row = &mut undropped[digit(player + self.third)][banker..banker + 10];
            for value in 0..10 {
                row[value] += ways[value];
            }
        };
        add(draw.dealt.player, draw.dealt.banker);
        if draw.exchanged {
            add(draw.dealt.banker, draw.dealt.player);
        }
    }
}
