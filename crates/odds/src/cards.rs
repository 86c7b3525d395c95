//! Wagers on the cards themselves: coups counted by kinds of cards.
//!
//! Cards that nobody tells apart are one kind, so there are five to forty kinds where there are 52 cards. The first two cards
//! of a hand may come in either order, and what rows ask follows from the kinds of the two hands, looked up. Coups are first dealt
//! by what cards count; only those that this does not decide are dealt again by kinds.

use crate::count::{Count, MOST_CARDS_IN_64_BITS};
use crate::no_odds::NoOdds;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::hand::Hands;
use baccarat::kinds::{CardKinds, HandKinds};
use baccarat::outcome::Side;
use baccarat::tableau::{PointValues, Tableau};
use baccarat::wager::Wager;
use std::collections::HashMap;
use std::ops::Range;

/// Counts the coups by which rows of some wagers decide them.
#[derive(Clone, Debug)]
pub(crate) struct CardCount {
    kinds: CardKinds,
    tableau: Tableau,
    /// What a card of each kind counts.
    values: Vec<u8>,
    by_value: ByValue,
    player: HandKinds,
    banker: HandKinds,
    /// By kind of the player's hand, then of the banker's: the place in `rows`.
    decided: Vec<u16>,
    /// Every combination of rows, one of each wager, that comes up.
    rows: Vec<Vec<usize>>,
}

impl CardCount {
    /// Prepares to count coups by the rows of these wagers.
    pub(crate) fn of(
        tableau: &Tableau,
        values: &PointValues,
        wagers: &[&Wager],
    ) -> Result<CardCount, NoOdds> {
        let kinds = CardKinds::of(wagers, values);
        let too_many =
            || NoOdds::TooManyKinds { wagers: wagers.iter().map(|wager| wager.id.clone()).collect() };
        if !kinds.is_countable() {
            return Err(too_many());
        }
        let (player, banker) = (kinds.hands(Side::Player), kinds.hands(Side::Banker));
        let mut known: HashMap<Vec<usize>, u16> = HashMap::new();
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut decided = Vec::with_capacity(player.hands().len() * banker.hands().len());
        let mut here = Vec::with_capacity(wagers.len());
        for &of_player in player.hands() {
            for &of_banker in banker.hands() {
                let outcome = tableau.outcome_of_hands(Hands { player: of_player, banker: of_banker });
                here.clear();
                for wager in wagers {
                    let undecided = || NoOdds::Undecided { wager: wager.id.clone() };
                    here.push(wager.row_index(&outcome).ok_or_else(undecided)?);
                }
                let place = match known.get(&here) {
                    Some(place) => *place,
                    None => {
                        let place = u16::try_from(rows.len()).ok().filter(|place| *place != UNDECIDED);
                        let place = place.ok_or_else(too_many)?;
                        known.insert(here.clone(), place);
                        rows.push(here.clone());
                        place
                    }
                };
                decided.push(place);
            }
        }
        let (values, tableau) = (kinds.values(), tableau.clone());
        let by_value = ByValue::of(&kinds, &player, &banker, &decided);
        Ok(CardCount { values, by_value, kinds, tableau, player, banker, decided, rows })
    }

    /// Each combination of rows, one of each wager, and the ordered draws of six cards that they decide.
    pub(crate) fn count(&self, shoe: &Composition) -> impl Iterator<Item = (&[usize], i128)> {
        let counts = match shoe.cards() <= MOST_CARDS_IN_64_BITS {
            true => self.count_in::<i64>(shoe),
            false => self.count_in::<i128>(shoe),
        };
        self.rows.iter().map(Vec::as_slice).zip(counts)
    }

    fn count_in<C: Count + PartialEq + From<u16> + Into<i128>>(&self, shoe: &Composition) -> Vec<i128> {
        let mut left = vec![C::of(0); self.values.len()];
        for card in Card::all() {
            left[self.kinds.kind_of(card)] += C::from(shoe.count(card));
        }
        let by_value = &self.by_value;
        let sum = |kinds: &Range<usize>| left[kinds.clone()].iter().fold(C::of(0), |sum, count| sum + *count);
        let mut left_by_value: Vec<C> = by_value.kinds.iter().map(sum).collect();
        let cards = left_by_value.iter().fold(C::of(0), |sum, count| sum + *count);
        let mut counted = vec![C::of(0); self.rows.len()];
        for (player, &of_player) in by_value.pairs.iter().enumerate() {
            let ways = take(&mut left_by_value, of_player);
            for (banker, &of_banker) in by_value.pairs.iter().enumerate() {
                let ways = ways * take(&mut left_by_value, of_banker);
                if ways != C::of(0) {
                    let first = FirstFour { player, banker, ways, cards_left: cards - C::of(4) };
                    if self.add_by_value(&first, &mut left_by_value, &mut counted) {
                        self.add_by_kind(&first, &mut left, &mut counted);
                    }
                }
                put_back(&mut left_by_value, of_banker);
            }
            put_back(&mut left_by_value, of_player);
        }
        counted.into_iter().map(Into::into).collect()
    }

    fn totals(&self, player: usize, banker: usize) -> (u8, u8) {
        let value = |place: usize| self.values[self.by_value.kinds[place].start];
        let total = |(first, second): (usize, usize)| (value(first) + value(second)) % 10;
        (total(self.by_value.pairs[player]), total(self.by_value.pairs[banker]))
    }

    /// Adds the ways in which a coup may go on after first four cards of these values, as far as values decide it. Says whether
    /// any of them do not.
    fn add_by_value<C: Count>(&self, first: &FirstFour<C>, left: &mut [C], counted: &mut [C]) -> bool {
        let by_value = &self.by_value;
        let mut undecided = false;
        let mut add = |player: usize, banker: usize, ways: C| match by_value.decided(player, banker) {
            UNDECIDED => undecided = true,
            decided => counted[usize::from(decided)] += ways,
        };
        let last = first.cards_left - C::of(1);
        let (player, banker) = self.totals(first.player, first.banker);
        let (two, of_banker) = (by_value.hand(first.player, None), by_value.hand(first.banker, None));
        let draws = self.kinds.reaches_thirds();
        let values = || by_value.kinds.iter().map(|kinds| self.values[kinds.start]).enumerate();
        if !draws || !self.tableau.player_draws(player, banker) {
            match draws && self.tableau.banker_draws(player, banker, None) {
                false => add(two, of_banker, first.ways * first.cards_left * last),
                true => values().for_each(|(third, _)| {
                    add(two, by_value.hand(first.banker, Some(third)), first.ways * left[third] * last);
                }),
            }
            return undecided;
        }
        for (third, value) in values() {
            let ways = first.ways * left[third];
            let three = by_value.hand(first.player, Some(third));
            if !self.tableau.banker_draws(player, banker, Some(value)) {
                add(three, of_banker, ways * last);
                continue;
            }
            left[third] -= C::of(1);
            for (sixth, left) in left.iter().enumerate() {
                add(three, by_value.hand(first.banker, Some(sixth)), ways * *left);
            }
            left[third] += C::of(1);
        }
        undecided
    }

    /// Adds the ways in which a coup may go on that values do not decide, kind by kind.
    fn add_by_kind<C: Count + PartialEq>(&self, first: &FirstFour<C>, left: &mut [C], counted: &mut [C]) {
        let by_value = &self.by_value;
        for &(player, of_player) in &by_value.pairs_of[first.player] {
            let ways = take(left, of_player);
            if ways != C::of(0) {
                for &(banker, of_banker) in &by_value.pairs_of[first.banker] {
                    let ways = ways * take(left, of_banker);
                    if ways != C::of(0) {
                        let kinds = Kinds { player, banker, ways };
                        self.add_thirds(first, &kinds, left, counted);
                    }
                    put_back(left, of_banker);
                }
            }
            put_back(left, of_player);
        }
    }

    /// Adds every way in which a coup with these first four cards may go on that values do not decide.
    #[inline(always)]
    fn add_thirds<C: Count>(
        &self,
        first: &FirstFour<C>,
        kinds: &Kinds<C>,
        left: &mut [C],
        counted: &mut [C],
    ) {
        let by_value = &self.by_value;
        let last = first.cards_left - C::of(1);
        let (player, banker) = self.totals(first.player, first.banker);
        let (two, three) = (self.banker.two(kinds.banker), self.banker.three(kinds.banker));
        let of_banker = by_value.hand(first.banker, None);
        let stood = self.decided_by(self.player.two(kinds.player));
        let of_player = by_value.hand(first.player, None);
        let draws = self.kinds.reaches_thirds();
        let add_all = |drew: &[u16], hand: usize, ways: C, left: &[C], counted: &mut [C]| {
            for (third, range) in by_value.kinds.iter().enumerate() {
                if by_value.decided(hand, by_value.hand(first.banker, Some(third))) == UNDECIDED {
                    for (&banker, &left) in three[range.clone()].iter().zip(&left[range.clone()]) {
                        counted[decided(drew, banker)] += ways * left;
                    }
                }
            }
        };
        if !draws || !self.tableau.player_draws(player, banker) {
            match draws && self.tableau.banker_draws(player, banker, None) {
                true => add_all(stood, of_player, kinds.ways * last, left, counted),
                false if by_value.decided(of_player, of_banker) == UNDECIDED => {
                    counted[decided(stood, two)] += kinds.ways * first.cards_left * last;
                }
                false => {}
            }
            return;
        }
        let thirds = self.player.three(kinds.player);
        for (value, range) in by_value.kinds.iter().enumerate() {
            let hand = by_value.hand(first.player, Some(value));
            let banker_draws = self.tableau.banker_draws(player, banker, Some(self.values[range.start]));
            if !banker_draws && by_value.decided(hand, of_banker) != UNDECIDED {
                continue;
            }
            for third in range.clone() {
                let ways = kinds.ways * left[third];
                let drew = self.decided_by(thirds[third]);
                if !banker_draws {
                    counted[decided(drew, two)] += ways * last;
                    continue;
                }
                left[third] -= C::of(1);
                add_all(drew, hand, ways, left, counted);
                left[third] += C::of(1);
            }
        }
    }

    /// By kind of the banker's hand, what decides beside this hand of the player.
    #[inline(always)]
    fn decided_by(&self, player: u32) -> &[u16] {
        let bankers = self.banker.hands().len();
        &self.decided[player as usize * bankers..][..bankers]
    }
}

/// Where what cards count does not decide.
const UNDECIDED: u16 = u16::MAX;

/// Hands by what their cards count, and where that decides already.
#[derive(Clone, Debug)]
struct ByValue {
    /// By value, the kinds of cards that count it.
    kinds: Vec<Range<usize>>,
    /// Every two values, the order aside.
    pairs: Vec<(usize, usize)>,
    /// By pair of values, the pairs of kinds that count so, each with its place among all.
    pairs_of: Vec<Vec<(usize, (usize, usize))>>,
    /// By hand of the player, then of the banker, what decides.
    decided: Vec<u16>,
}

impl ByValue {
    fn of(kinds: &CardKinds, player: &HandKinds, banker: &HandKinds, decided: &[u16]) -> ByValue {
        let values = kinds.values();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut value_of = Vec::new();
        for kind in 0..values.len() {
            match ranges.last_mut() {
                Some(range) if values[range.start] == values[kind] => range.end = kind + 1,
                _ => ranges.push(kind..kind + 1),
            }
            value_of.push(ranges.len() - 1);
        }
        let many = ranges.len();
        let pairs: Vec<(usize, usize)> =
            (0..many).flat_map(|first| (first..many).map(move |second| (first, second))).collect();
        let mut pairs_of = vec![Vec::new(); pairs.len()];
        for (place, (first, second)) in kinds.pairs().enumerate() {
            let of_values = (value_of[first].min(value_of[second]), value_of[first].max(value_of[second]));
            let of = pairs.iter().position(|pair| *pair == of_values).unwrap_or(0);
            pairs_of[of].push((place, (first, second)));
        }
        let mut by_value = ByValue { kinds: ranges, pairs, pairs_of, decided: Vec::new() };
        let (players, bankers) = (by_value.hands(player), by_value.hands(banker));
        let many = banker.hands().len();
        for of_player in &players {
            for of_banker in &bankers {
                let all = of_player.iter().flat_map(|player| {
                    of_banker.iter().map(move |banker| decided[*player as usize * many + *banker as usize])
                });
                by_value.decided.push(the_same(all));
            }
        }
        by_value
    }

    /// By hand of values, the kinds of hands that it may be.
    fn hands(&self, hands: &HandKinds) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for pairs in &self.pairs_of {
            all.push(unique(pairs.iter().map(|(place, _)| hands.two(*place)).collect()));
            for range in &self.kinds {
                let three =
                    |place: &usize| hands.three(*place).get(range.clone()).unwrap_or_default().to_vec();
                all.push(unique(pairs.iter().flat_map(|(place, _)| three(place)).collect()));
            }
        }
        all
    }

    /// The place of a hand of two cards of these values and, maybe, a third.
    #[inline(always)]
    fn hand(&self, pair: usize, third: Option<usize>) -> usize {
        pair * (self.kinds.len() + 1) + third.map_or(0, |third| third + 1)
    }

    #[inline(always)]
    fn decided(&self, player: usize, banker: usize) -> u16 {
        self.decided[player * self.pairs.len() * (self.kinds.len() + 1) + banker]
    }
}

fn unique(mut kinds: Vec<u32>) -> Vec<u32> {
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// What all of these are, if they are the same.
fn the_same(mut all: impl Iterator<Item = u16>) -> u16 {
    let first = all.next().unwrap_or(UNDECIDED);
    if all.all(|other| other == first) { first } else { UNDECIDED }
}

/// First four cards by what they count, in either order within each hand.
struct FirstFour<C> {
    /// The places of each hand's two values among the pairs of values.
    player: usize,
    banker: usize,
    /// In how many ways they come.
    ways: C,
    /// How many cards are left.
    cards_left: C,
}

/// The same by kind.
struct Kinds<C> {
    /// The places of each hand's two kinds among the pairs of kinds.
    player: usize,
    banker: usize,
    ways: C,
}

#[inline(always)]
fn decided(by_banker: &[u16], banker: u32) -> usize {
    usize::from(by_banker[banker as usize])
}

/// Takes two cards, in either order: in how many ways that can be done.
#[inline(always)]
fn take<C: Count>(left: &mut [C], (first, second): (usize, usize)) -> C {
    let ways = match first == second {
        true => left[first] * (left[first] - C::of(1)),
        false => (left[first] * left[second]).twice(),
    };
    left[first] -= C::of(1);
    left[second] -= C::of(1);
    ways
}

#[inline(always)]
fn put_back<C: Count>(left: &mut [C], (first, second): (usize, usize)) {
    left[first] += C::of(1);
    left[second] += C::of(1);
}
