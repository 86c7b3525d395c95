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
//! which had already gone. Both are in a triple only if w takes one of four values (`restored`).

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

    /// Counts every cell, for a shoe that holds so many cards of each value. The draws are the same each time.
    #[inline(always)]
    pub(crate) fn count(&mut self, draws: &Draws, by_value: &[C; 10], cards: C) -> &Cells<C> {
        self.shoe.by_value = *by_value;
        self.shoe.cards = cards;
        self.shoe.count_partners();
        self.shoe.count_hands_and_clashes();
        self.shoe.count_relief(&draws.somebody);

        // Cells of one third card are added to. The others are set, always the same ones.
        self.cells[place(false, true, 0, 0)..place(true, true, 0, 0)].fill(C::of(0));
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
            let both = &draws.after_third[third].both;
            for draws in both.chunk_by(|one, next| one.dealt.player == next.dealt.player) {
                self.less.both_draw(&self.shoe, draws, &mut self.both);
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

/// Products of what stands in the same place, added up in two halves so that neither waits for the other.
#[inline(always)]
fn sum_of_products<C: Count>(some: &[C; 10], others: &[C; 10]) -> C {
    let [mut even, mut odd] = [some[0] * others[0], some[1] * others[1]];
    for value in [2, 4, 6, 8] {
        even = even.plus_product(some[value], others[value]);
        odd = odd.plus_product(some[value + 1], others[value + 1]);
    }
    even + odd
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
            let by_first = for_each_value(|value| self.by_value[value] * partners[value]);
            let hands = sum(&by_first);
            for low in 0..=high {
                let shared = sum_of_products(&by_first, &self.partners[low]);
                self.clashes[pair_of(low, high)] = shared * C::of(4);
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
                let shared_or_first = to_u[value] + to_u[to_total(s, value)] - with_itself;
                let triples =
                    (to_s[value] * shared_or_first).plus_product(to_u[value], to_s[to_total(u, value)]);
                relief[value] = triples * C::of(4);
            }
        }
    }

    #[inline(always)]
    fn nobody_draws(&self, totals: &[Dealt], cells: &mut Cells<C>) {
        let thirds = (self.cards - C::of(4)) * (self.cards - C::of(5));
        for dealt in totals {
            let (player, banker) = (self.hands[dealt.player], self.hands[dealt.banker]);
            let deals = C::product_less(player, banker, self.clashes[dealt.pair]);
            cells[place(false, false, dealt.player, dealt.banker)] = thirds * deals;
        }
    }

    /// Deals with one third card, of this value, drawn by either hand, and whatever sixth.
    #[inline(always)]
    fn one_draws(&self, dealt: &Dealt, third: usize, thirds: &[C; 10]) -> C {
        let player = self.hands_less[dealt.player][third];
        let banker = self.hands_less[dealt.banker][third];
        let clashes = self.clashes[dealt.pair] - self.relief[dealt.pair][third];
        thirds[third] * C::product_less(player, banker, clashes)
    }

    /// Ways to draw a third card of each value, and whatever sixth.
    #[inline(always)]
    fn one_third(&self) -> [C; 10] {
        let sixth = self.cards - C::of(5);
        for_each_value(|value| self.by_value[value] * sixth)
    }

    #[inline(always)]
    fn banker_draws(&self, totals: &[Dealt], cells: &mut Cells<C>) {
        let thirds = self.one_third();
        for dealt in totals {
            for third in 0..10 {
                let banker = digit(dealt.banker + third);
                cells[place(false, true, dealt.player, banker)] += self.one_draws(dealt, third, &thirds);
            }
        }
    }

    #[inline(always)]
    fn player_draws(&self, draws: &Draws, cells: &mut Cells<C>) {
        let thirds = self.one_third();
        for third in 0..10 {
            for dealt in &draws.after_third[third].player_only {
                let player = digit(dealt.player + third);
                cells[place(true, false, player, dealt.banker)] += self.one_draws(dealt, third, &thirds);
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
    /// Ways to draw both third cards.
    thirds: [C; 10],
    /// A with both third cards taken out, by total.
    hands: [[C; 10]; 10],
}

impl<C: Count> ShoeLess<C> {
    fn unknown() -> ShoeLess<C> {
        let zero = C::of(0);
        ShoeLess { third: 0, thirds: [zero; 10], hands: [[zero; 10]; 10] }
    }

    #[inline(always)]
    fn take_out(&mut self, shoe: &Shoe<C>, third: usize, totals: &[usize]) {
        self.third = third;
        let held = shoe.by_value[third];
        self.thirds = for_each_value(|value| held * shoe.by_value[value]);
        self.thirds[third] -= held;
        for &total in totals {
            let hands_less = &shoe.hands_less[total];
            let fall = shoe.hands[total] - hands_less[third];
            let hands = &mut self.hands[total];
            *hands = for_each_value(|value| hands_less[value] - fall);
            // A hand of both third cards, whichever comes first, had gone with the player's.
            hands[to_total(total, third)] += C::of(2);
        }
    }

    /// Adds the ordered draws of six cards in which both hands draw on these totals, or on the same exchanged. One hand's total is
    /// the same in all of them, so that what it brings is worked out once, and stays in registers.
    #[inline(always)]
    fn both_draw(&self, shoe: &Shoe<C>, draws: &[BothDraw], totals: &mut UncutTotals<C>) {
        let Some(s) = draws.first().map(|draw| draw.dealt.player) else { return };
        let thirds = self.thirds;
        let with_thirds = for_each_value(|value| thirds[value] * self.hands[s][value]);
        for draw in draws {
            let u = draw.dealt.banker;
            let relief = &shoe.relief[draw.dealt.pair];
            let clashes = shoe.clashes[draw.dealt.pair] - relief[self.third];
            let hands = &self.hands[u];
            let ways: [C; 10] = for_each_value(|value| {
                C::product_less(with_thirds[value], hands[value], thirds[value] * (clashes - relief[value]))
            });
            let restored = restored(&draw.clash, self.third, &shoe.partners[s], &shoe.partners[u])
                .map(|(value, clashes)| (value, thirds[value] * clashes));
            add(&ways, &restored, &mut totals[digit(s + self.third)], u);
            if draw.exchanged {
                add(&ways, &restored, &mut totals[digit(u + self.third)], s);
            }
        }
    }
}

/// The triples that held both third cards, since each card took them off: by how much B falls less, and with which value of
/// the banker's third card.
#[inline(always)]
fn restored<C: Count>(clash: &Clash, third: usize, to_s: &[C; 10], to_u: &[C; 10]) -> [(usize, C); 4] {
    let four = C::of(4);
    let Clash { make_player, make_banker, straddle, straddle_exchanged, excess } = *clash;
    [
        (make_player, C::product_less(four, to_u[third] + to_u[make_player], C::of(excess))),
        (make_banker, four * (to_s[third] + to_s[make_banker])),
        (straddle, four * to_s[third]),
        (straddle_exchanged, four * to_s[straddle_exchanged]),
    ]
}

/// Adds ways by the value of the banker's third card to totals, given the banker's first two, less those that clash after all.
#[inline(always)]
fn add<C: Count>(ways: &[C; 10], restored: &[(usize, C); 4], totals: &mut [C; 20], banker: usize) {
    let totals = &mut totals[banker..banker + 10];
    for value in 0..10 {
        totals[value] += ways[value];
    }
    for &(value, ways) in restored {
        totals[value] -= ways;
    }
}
