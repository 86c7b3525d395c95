//! How often each cell of totals and third cards comes up: the closed form.
//!
//! Dealing four cards to two hands is counted, not enumerated. Write nᵥ for the cards of value v, with all totals
//! modulo ten, and square brackets for 1 if what they hold is so and 0 if not:
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
//! which had already gone. Both are in a triple only if w takes one of four values (`restore`).

// One value indexes several arrays at once here, and plain loops are what compilers turn into wide instructions.
#![allow(clippy::needless_range_loop)]

use crate::count::Count;
use crate::draws::{BothDraw, Clash, Dealt, Draws, PAIRS_OF_TOTALS, digit, pair_of, to_total};
use baccarat::outcome::Totals;

/// Ordered draws of six cards in each cell of [`Totals::index`].
pub(crate) type Cells<C> = [C; Totals::CELLS];

/// The closed form, with room to work it: made once, used for shoe after shoe.
pub(crate) struct Distribution<C> {
    shoe: Shoe<C>,
    less: ShoeLess<C>,
    both: UncutTotals<C>,
    cells: Cells<C>,
}

impl<C: Count> Distribution<C> {
    /// Room to work in.
    pub(crate) fn new() -> Distribution<C> {
        let zero = C::of(0);
        Distribution {
            shoe: Shoe::unknown(),
            less: ShoeLess::unknown(),
            both: [[zero; 20]; 10],
            cells: [zero; Totals::CELLS],
        }
    }

    /// Counts every cell, for a shoe that holds so many cards of each value.
    #[inline(always)]
    pub(crate) fn count(&mut self, draws: &Draws, by_value: &[C; 10], cards: C) -> &Cells<C> {
        self.shoe.by_value = *by_value;
        self.shoe.cards = cards;
        self.shoe.count_partners();
        self.shoe.count_hands_and_clashes();
        self.shoe.count_relief(&draws.somebody);

        self.cells.fill(C::of(0));
        self.shoe.nobody_draws(&draws.nobody, &mut self.cells);
        self.shoe.banker_draws(&draws.banker_only, &mut self.cells);
        self.shoe.player_draws(draws, &mut self.cells);
        self.both_draw(draws);
        &self.cells
    }

    #[inline(always)]
    fn both_draw(&mut self, draws: &Draws) {
        self.both.as_flattened_mut().fill(C::of(0));
        for third in 0..10 {
            self.less.take_out(&self.shoe, third, &draws.both_totals);
            for draw in &draws.after_third[third].both {
                self.less.both_draw(&self.shoe, draw, &mut self.both);
            }
        }
        for player in 0..10 {
            for banker in 0..10 {
                self.cells[place(true, true, player, banker)] =
                    self.both[player][banker] + self.both[player][banker + 10];
            }
        }
    }
}

/// The place of a cell in [`Totals::index`].
#[inline(always)]
fn place(player_drew: bool, banker_drew: bool, player: usize, banker: usize) -> usize {
    usize::from(player_drew) * 200 + usize::from(banker_drew) * 100 + player * 10 + banker
}

/// Something for each of the ten values. Written out, because a compiler does not unroll a loop over lanes by itself.
#[inline(always)]
fn for_each_value<C>(of: impl Fn(usize) -> C) -> [C; 10] {
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9)]
}

#[inline(always)]
fn sum<C: Count>(counts: &[C; 10]) -> C {
    let mut sum = counts[0];
    for &count in &counts[1..] {
        sum += count;
    }
    sum
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
    fn unknown() -> Shoe<C> {
        let zero = C::of(0);
        Shoe {
            by_value: [zero; 10],
            cards: zero,
            partners: [[zero; 10]; 10],
            hands: [zero; 10],
            hands_less: [[zero; 10]; 10],
            clashes: [zero; PAIRS_OF_TOTALS],
            relief: [[zero; 10]; PAIRS_OF_TOTALS],
        }
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
            let partners = &self.partners[high];
            let by_first = for_each_value(|value| self.by_value[value].times(partners[value]));
            let hands = sum(&by_first);
            for low in 0..=high {
                let shared = for_each_value(|value| by_first[value].times(self.partners[low][value]));
                self.clashes[pair_of(low, high)] = sum(&shared).twice().twice();
            }
            self.clashes[pair_of(high, high)] -= hands.twice();
            self.hands_less[high] = for_each_value(|value| hands - partners[value].twice());
            self.hands[high] = hands;
        }
    }

    #[inline(always)]
    fn count_relief(&mut self, totals: &[Dealt]) {
        for dealt in totals {
            let (s, u) = (dealt.player, dealt.banker);
            let (to_s, to_u) = (&self.partners[s], &self.partners[u]);
            let with_itself = C::of(if s == u { 2 } else { 0 });
            let relief = &mut self.relief[dealt.pair];
            for value in 0..10 {
                let triples = to_s[value].times(to_u[value] + to_u[to_total(s, value)])
                    + to_u[value].times(to_s[to_total(u, value)]);
                relief[value] = (triples - to_s[value].times(with_itself)).twice().twice();
            }
        }
    }

    #[inline(always)]
    fn nobody_draws(&self, totals: &[Dealt], cells: &mut Cells<C>) {
        let (fifth, sixth) = (self.cards - C::of(4), self.cards - C::of(5));
        for dealt in totals {
            let (player, banker) = (self.hands[dealt.player], self.hands[dealt.banker]);
            let clashes = self.clashes[dealt.pair];
            cells[place(false, false, dealt.player, dealt.banker)] =
                deals(fifth, sixth, player, banker, clashes);
        }
    }

    /// Deals with one third card, of this value, drawn by either hand.
    #[inline(always)]
    fn one_draws(&self, dealt: &Dealt, third: usize, sixth: C) -> C {
        let player = self.hands_less[dealt.player][third];
        let banker = self.hands_less[dealt.banker][third];
        let clashes = self.clashes[dealt.pair] - self.relief[dealt.pair][third];
        deals(self.by_value[third], sixth, player, banker, clashes)
    }

    #[inline(always)]
    fn banker_draws(&self, totals: &[Dealt], cells: &mut Cells<C>) {
        let sixth = self.cards - C::of(5);
        for dealt in totals {
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
            for dealt in &draws.after_third[third].player_only {
                let player = digit(dealt.player + third);
                cells[place(true, false, player, dealt.banker)] += self.one_draws(dealt, third, sixth);
            }
        }
    }
}

/// Ways by the player's total, then by the banker's before ten is taken off, so that the ten values of the banker's
/// third card always lie side by side.
type UncutTotals<C> = [[C; 20]; 10];

/// What changes once the player's third card, of value t, has been taken out. Arrays run over the values of the
/// banker's third card.
struct ShoeLess<C> {
    third: usize,
    /// Cards of each value.
    left: [C; 10],
    /// Ways to draw both third cards.
    thirds: [C; 10],
    /// A with both third cards taken out, weighed by the ways to draw the player's, by total.
    player: [[C; 10]; 10],
    /// A with both third cards taken out, weighed by the ways to draw the banker's, by total.
    banker: [[C; 10]; 10],
}

impl<C: Count> ShoeLess<C> {
    fn unknown() -> ShoeLess<C> {
        let zero = C::of(0);
        ShoeLess {
            third: 0,
            left: [zero; 10],
            thirds: [zero; 10],
            player: [[zero; 10]; 10],
            banker: [[zero; 10]; 10],
        }
    }

    #[inline(always)]
    fn take_out(&mut self, shoe: &Shoe<C>, third: usize, totals: &[usize]) {
        self.third = third;
        let held = shoe.by_value[third];
        self.left = for_each_value(|value| shoe.by_value[value]);
        self.left[third] -= C::of(1);
        self.thirds = for_each_value(|value| held.times(self.left[value]));
        for &total in totals {
            let (hands_less, partners) = (shoe.hands_less[total][third], &shoe.partners[total]);
            let hands = for_each_value(|value| hands_less - partners[value].twice());
            let (player, banker) = (&mut self.player[total], &mut self.banker[total]);
            *player = for_each_value(|value| held.times(hands[value]));
            *banker = for_each_value(|value| self.left[value].times(hands[value]));
            // A hand of both third cards, whichever comes first, had gone with the player's.
            let other = to_total(total, third);
            player[other] += held.twice();
            banker[other] += self.left[other].twice();
        }
    }

    /// Adds the ordered draws of six cards in which both hands draw on these totals, or on the same exchanged.
    #[inline(always)]
    fn both_draw(&self, shoe: &Shoe<C>, draw: &BothDraw, totals: &mut UncutTotals<C>) {
        let (s, u) = (draw.dealt.player, draw.dealt.banker);
        let relief = &shoe.relief[draw.dealt.pair];
        let clashes_less = shoe.clashes[draw.dealt.pair] - relief[self.third];
        let mut clashes: [C; 10] = for_each_value(|value| clashes_less - relief[value]);
        restore(&draw.clash, self.third, &shoe.partners[s], &shoe.partners[u], &mut clashes);

        let (player, banker) = (&self.player[s], &self.banker[u]);
        let ways: [C; 10] = for_each_value(|value| {
            player[value].times(banker[value]) - self.thirds[value].times(clashes[value])
        });
        add(&ways, &mut totals[digit(s + self.third)], u);
        if draw.exchanged {
            add(&ways, &mut totals[digit(u + self.third)], s);
        }
    }
}

/// Puts back the triples that held both third cards, since each card took them off.
#[inline(always)]
fn restore<C: Count>(clash: &Clash, third: usize, to_s: &[C; 10], to_u: &[C; 10], clashes: &mut [C; 10]) {
    let four = |triples: C| triples.twice().twice();
    let w = clash.make_player;
    clashes[w] += four(to_u[third] + to_u[w]) - C::of(clash.excess);
    let w = clash.make_banker;
    clashes[w] += four(to_s[third] + to_s[w]);
    clashes[clash.straddle] += four(to_s[third]);
    let w = clash.straddle_exchanged;
    clashes[w] += four(to_s[w]);
}

/// Adds ways by the value of the banker's third card to totals, given the banker's first two.
#[inline(always)]
fn add<C: Count>(ways: &[C; 10], totals: &mut [C; 20], banker: usize) {
    let totals = &mut totals[banker..banker + 10];
    for value in 0..10 {
        totals[value] += ways[value];
    }
}
