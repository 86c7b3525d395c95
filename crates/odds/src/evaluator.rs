//! The evaluator: made once from a tableau and wagers, then asked about any composition.

use crate::cards::CardCount;
use crate::count::{Count, MOST_CARDS_IN_64_BITS, ordered_draws};
use crate::declared::{Declared, RowOf};
use crate::distribution::{Cells, Distribution};
use crate::draws::Draws;
use crate::holding::Holding;
use crate::joint::Joint;
use crate::lanes::{Lanes, MOST_CARDS_IN_LANES, WIDTH};
use crate::no_odds::{NoOdds, check_size};
use crate::one::One;
use crate::pairs::PairWays;
use crate::tally::{Decides, Tally};
use crate::wager_odds::WagerOdds;
use baccarat::composition::Composition;
use baccarat::outcome::{Pairs, Totals};
use baccarat::tableau::{PointValues, Tableau};
use baccarat::wager::{Wager, WagerId};
use num_rational::BigRational;
use std::ops::{AddAssign, Mul};

/// Gives exact odds of its wagers on any composition. A wager is known by its place in the list given.
#[derive(Clone, Debug)]
pub struct Evaluator {
    tableau: Tableau,
    values: PointValues,
    draws: Draws,
    wagers: Vec<Declared>,
    /// Rows of the wagers that ask about totals alone.
    totals: Tally,
    /// Rows of the wagers that ask about pairs alone.
    pairs: Tally,
    /// How many rows all wagers have together.
    rows: usize,
}

/// For each wager, how many ordered draws of six cards each of its rows decides.
#[derive(Clone, Debug)]
pub struct RowCounts<'a> {
    wagers: &'a [Declared],
    draws: i128,
    rows: Vec<i128>,
}

impl RowCounts<'_> {
    /// All ordered draws of six cards: N(N−1)(N−2)(N−3)(N−4)(N−5).
    pub fn draws(&self) -> i128 {
        self.draws
    }

    /// The draws each row of a wager decides. Panics if there is no wager at that place, as a slice would.
    pub fn wager(&self, place: usize) -> &[i128] {
        &self.rows[self.wagers[place].rows.clone()]
    }
}

/// What is filled in for each of many compositions.
#[derive(Clone, Copy)]
enum Filled {
    /// A numerator for each wager.
    Numerators,
    /// The draws that each row decides.
    Rows,
}

/// Room to add up one composition, or several side by side, so that none is allocated for each.
struct Room<C> {
    distribution: Distribution<C>,
    pairs: PairWays<C>,
    classes: Vec<C>,
    rows: Vec<C>,
}

impl Evaluator {
    /// Prepares to give odds of these wagers under this tableau.
    pub fn new(tableau: &Tableau, values: &PointValues, wagers: &[&Wager]) -> Result<Evaluator, NoOdds> {
        let mut declared: Vec<Declared> = Vec::with_capacity(wagers.len());
        for wager in wagers {
            let first = declared.last().map_or(0, |last| last.rows.end);
            declared.push(Declared::of(wager, tableau, values, first)?);
        }
        let draws = Draws::of(tableau);
        // Whatever can happen in some shoe can happen in this one, which has eight of every card.
        let every = Composition::of_decks(8);
        let cells = cells::<i64>(&draws, values, &every);
        let evaluator = Evaluator {
            totals: tally(&declared, &cells.map(|count| count != 0), |row_of| match row_of {
                RowOf::Totals(rows) => Some(rows),
                _ => None,
            })?,
            pairs: tally(&declared, &[true; Pairs::STATES], |row_of| match row_of {
                RowOf::Pairs(rows) => Some(rows),
                _ => None,
            })?,
            rows: declared.last().map_or(0, |last| last.rows.end),
            tableau: tableau.clone(),
            values: values.clone(),
            draws,
            wagers: declared,
        };
        evaluator.check_mixed(&every)?;
        Ok(evaluator)
    }

    /// Refuses a wager on totals and pairs that leaves an outcome undecided.
    fn check_mixed(&self, every: &Composition) -> Result<(), NoOdds> {
        if !self.has_mixed() {
            return Ok(());
        }
        let joint = self.joint(every)?;
        for wager in self.wagers.iter().filter(|wager| matches!(wager.row_of, RowOf::Both(_))) {
            if joint.nonzero().any(|(cell, state, _)| wager.row(cell, state).is_none()) {
                return Err(NoOdds::Undecided { wager: wager.id.clone() });
            }
        }
        Ok(())
    }

    /// The ids of the wagers, in their places.
    pub fn wagers(&self) -> impl ExactSizeIterator<Item = &WagerId> {
        self.wagers.iter().map(|wager| &wager.id)
    }

    /// The place of the wager with this id.
    pub fn place(&self, id: &WagerId) -> Option<usize> {
        self.wagers.iter().position(|wager| wager.id == *id)
    }

    pub(crate) fn declared(&self, place: usize) -> Result<&Declared, NoOdds> {
        self.wagers.get(place).ok_or(NoOdds::NoSuchWager { place, wagers: self.wagers.len() })
    }

    /// Counts coups by the rows of all these wagers at once, by their cards.
    pub(crate) fn by_cards(&self, wagers: &[&Wager]) -> Result<CardCount, NoOdds> {
        CardCount::of(&self.tableau, &self.values, wagers)
    }

    /// The odds of every wager on this composition.
    pub fn odds(&self, shoe: &Composition) -> Result<Vec<WagerOdds>, NoOdds> {
        let counts = self.counts(shoe)?;
        let odds = |place| WagerOdds::new(&self.wagers[place], counts.draws, counts.wager(place));
        Ok((0..self.wagers.len()).map(odds).collect())
    }

    /// How many ordered draws of six cards each row of each wager decides.
    pub fn counts(&self, shoe: &Composition) -> Result<RowCounts<'_>, NoOdds> {
        check_size(shoe)?;
        let mut rows = self.closed_rows(shoe);
        self.add_mixed(shoe, &mut rows)?;
        self.add_cards(shoe, &mut rows);
        Ok(RowCounts { wagers: &self.wagers, draws: draws(shoe.cards()), rows })
    }

    /// How many ordered draws of six cards end in each cell of [`Totals::index`].
    pub fn totals(&self, shoe: &Composition) -> Result<[i128; Totals::CELLS], NoOdds> {
        check_size(shoe)?;
        Ok(match shoe.cards() <= MOST_CARDS_IN_64_BITS {
            true => cells::<i64>(&self.draws, &self.values, shoe).map(i128::from),
            false => cells::<i128>(&self.draws, &self.values, shoe),
        })
    }

    /// How many ordered draws of six cards begin with each state of [`Pairs::index`].
    pub fn pairs(&self, shoe: &Composition) -> Result<[i128; Pairs::STATES], NoOdds> {
        check_size(shoe)?;
        let holding = Holding::<i128>::of(shoe);
        Ok(PairWays::of(&holding).states(holding.cards))
    }

    /// Totals and pairs counted together.
    pub fn joint(&self, shoe: &Composition) -> Result<Joint, NoOdds> {
        Ok(Joint::of(&self.tableau, &self.values, shoe, &self.totals(shoe)?))
    }

    /// What [`Evaluator::batch`] gives for a wager on a shoe of so many cards is to be divided by this: the wager's
    /// own denominator times all ordered draws of six cards.
    pub fn denominator(&self, place: usize, cards: u32) -> Result<i128, NoOdds> {
        Ok(i128::from(self.declared(place)?.denominator) * draws(cards))
    }

    /// The expected net of one unit, as an exact fraction, from what [`Evaluator::batch`] gave.
    pub fn ev(&self, place: usize, cards: u32, numerator: i128) -> Result<BigRational, NoOdds> {
        Ok(BigRational::new(numerator.into(), self.denominator(place, cards)?.into()))
    }

    /// The expected net of one unit on every wager, for many compositions: fills `numerators`, composition by
    /// composition and wager by wager, with numerators over [`Evaluator::denominator`]. The sign alone says whether
    /// a wager favours the patron.
    ///
    /// What `numerators` held is dropped, its room used again; nothing else is allocated but room for the whole batch,
    /// so give many compositions at once. Up to eight decks, compositions are worked side
    /// by side. A wager that asks about totals and pairs at once takes the general path, about a millisecond for
    /// each composition; one that asks about the cards themselves takes as long as its [`Way`](crate::Way) says. If any composition is refused, all are, and `numerators` is left empty.
    pub fn batch(&self, shoes: &[Composition], numerators: &mut Vec<i128>) -> Result<(), NoOdds> {
        if let Err(refusal) = shoes.iter().try_for_each(check_size) {
            numerators.clear();
            return Err(refusal);
        }
        // Every one is filled in, so what is there need not be wiped first.
        numerators.resize(shoes.len() * self.wagers.len(), 0);
        self.fill_at_best(shoes, numerators, Filled::Numerators);
        self.fill_mixed(shoes, numerators)
    }

    /// What [`Evaluator::counts`] gives, for many compositions, worked side by side as in [`Evaluator::batch`]. If any composition is refused,
    /// all are.
    pub fn counts_many(&self, shoes: &[Composition]) -> Result<Vec<RowCounts<'_>>, NoOdds> {
        shoes.iter().try_for_each(check_size)?;
        let mut all = vec![0; shoes.len() * self.rows];
        self.fill_at_best(shoes, &mut all, Filled::Rows);
        let mut counts = Vec::with_capacity(shoes.len());
        for (nth, shoe) in shoes.iter().enumerate() {
            let mut rows = all[nth * self.rows..][..self.rows].to_vec();
            self.add_mixed(shoe, &mut rows)?;
            self.add_cards(shoe, &mut rows);
            counts.push(RowCounts { wagers: &self.wagers, draws: draws(shoe.cards()), rows });
        }
        Ok(counts)
    }

    /// How many numbers there are for each composition.
    fn width(&self, filled: Filled) -> usize {
        match filled {
            Filled::Numerators => self.wagers.len(),
            Filled::Rows => self.rows,
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn fill_at_best(&self, shoes: &[Composition], numbers: &mut [i128], filled: Filled) {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512dq") {
            // SAFETY: the processor has just been found to have all that the function asks for.
            unsafe { self.fill_with_avx512(shoes, numbers, filled) }
        } else if has!("avx2") && has!("fma") {
            // SAFETY: as above.
            unsafe { self.fill_with_avx2(shoes, numbers, filled) }
        } else {
            self.fill::<false>(shoes, numbers, filled)
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn fill_at_best(&self, shoes: &[Composition], numbers: &mut [i128], filled: Filled) {
        self.fill::<false>(shoes, numbers, filled)
    }

    /// The same code as [`Evaluator::fill`], compiled for registers of eight lanes.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn fill_with_avx512(&self, shoes: &[Composition], numbers: &mut [i128], filled: Filled) {
        self.fill::<true>(shoes, numbers, filled)
    }

    /// The same code as [`Evaluator::fill`], compiled for registers of four lanes.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn fill_with_avx2(&self, shoes: &[Composition], numbers: &mut [i128], filled: Filled) {
        self.fill::<true>(shoes, numbers, filled)
    }

    /// Fills in every wager that asks about totals alone or pairs alone.
    #[inline(always)]
    fn fill<const FUSED: bool>(&self, shoes: &[Composition], numbers: &mut [i128], filled: Filled) {
        let mut room = self.room::<Lanes<FUSED>>();
        let together = shoes.chunks(WIDTH);
        for (shoes, numbers) in together.zip(numbers.chunks_mut(WIDTH * self.width(filled).max(1))) {
            // A short last chunk fills its lanes with its last shoe again.
            let in_lane = |lane: usize| &shoes[lane.min(shoes.len() - 1)];
            let holding = Holding::side_by_side(std::array::from_fn(in_lane));
            if holding.cards.0.iter().any(|&cards| cards > f64::from(MOST_CARDS_IN_LANES)) {
                self.fill_one_by_one(shoes, numbers, filled);
                continue;
            }
            self.add_up(&holding, &mut room);
            match filled {
                Filled::Numerators => self.weigh_side_by_side(&room.rows, numbers),
                Filled::Rows => {
                    for (row, lanes) in room.rows.iter().enumerate() {
                        let of_shoes = numbers.chunks_mut(self.rows).zip(lanes.whole());
                        of_shoes.for_each(|(rows, count)| rows[row] = i128::from(count));
                    }
                }
            }
        }
    }

    /// Weighs the rows of every wager by what they pay, in every lane.
    #[inline(always)]
    fn weigh_side_by_side<const FUSED: bool>(&self, rows: &[Lanes<FUSED>], numerators: &mut [i128]) {
        for (place, wager) in self.wagers.iter().enumerate() {
            let counts = wager.rows.clone().map(|row| rows[row].whole());
            let weighed = match wager.has_small_nets {
                true => weigh_lanes::<i64>(&wager.nets, counts).map(i128::from),
                false => weigh_lanes::<i128>(&wager.nets, counts),
            };
            let of_shoes = numerators.chunks_mut(self.wagers.len());
            of_shoes.zip(weighed).for_each(|(numerators, weighed)| numerators[place] = weighed);
        }
    }

    /// Fills in compositions too big to stand side by side.
    #[inline(never)]
    fn fill_one_by_one(&self, shoes: &[Composition], numbers: &mut [i128], filled: Filled) {
        for (shoe, numbers) in shoes.iter().zip(numbers.chunks_mut(self.width(filled).max(1))) {
            let rows = self.closed_rows(shoe);
            match filled {
                Filled::Numerators => self.weigh(|row| rows[row], numbers),
                Filled::Rows => numbers.copy_from_slice(&rows),
            }
        }
    }

    /// Weighs the rows of every wager by what they pay.
    #[inline(always)]
    fn weigh(&self, count: impl Fn(usize) -> i128, numerators: &mut [i128]) {
        for (numerator, wager) in numerators.iter_mut().zip(&self.wagers) {
            *numerator = 0;
            for (row, &net) in wager.rows.clone().zip(&wager.nets) {
                *numerator += i128::from(net) * count(row);
            }
        }
    }

    /// Fills in the wagers that ask about totals and pairs at once, or about the cards themselves.
    fn fill_mixed(&self, shoes: &[Composition], numerators: &mut [i128]) -> Result<(), NoOdds> {
        if !self.has_mixed() && !self.has_cards() {
            return Ok(());
        }
        for (shoe, numerators) in shoes.iter().zip(numerators.chunks_mut(self.wagers.len())) {
            let counts = self.counts(shoe)?;
            self.weigh(|row| counts.rows[row], numerators);
        }
        Ok(())
    }

    fn has_mixed(&self) -> bool {
        self.wagers.iter().any(|wager| matches!(wager.row_of, RowOf::Both(_)))
    }

    fn has_cards(&self) -> bool {
        self.wagers.iter().any(|wager| wager.by_cards().is_some())
    }

    fn room<C: Count>(&self) -> Room<C> {
        let classes = self.totals.classes().max(self.pairs.classes());
        Room {
            distribution: Distribution::new(),
            pairs: PairWays::new(),
            classes: vec![C::of(0); classes],
            rows: vec![C::of(0); self.rows],
        }
    }

    /// The rows of every wager that asks about totals alone or pairs alone.
    fn closed_rows(&self, shoe: &Composition) -> Vec<i128> {
        match shoe.cards() {
            cards if cards <= MOST_CARDS_IN_LANES => self.closed_rows_at_best(shoe),
            cards if cards <= MOST_CARDS_IN_64_BITS => self.closed_rows_in::<i64>(shoe),
            _ => self.closed_rows_in::<i128>(shoe),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn closed_rows_at_best(&self, shoe: &Composition) -> Vec<i128> {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx2") && has!("fma") {
            // SAFETY: the processor has just been found to have all that the function asks for.
            return unsafe { self.closed_rows_with_avx2(shoe) };
        }
        self.closed_rows_in::<One<false>>(shoe)
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn closed_rows_at_best(&self, shoe: &Composition) -> Vec<i128> {
        self.closed_rows_in::<One<false>>(shoe)
    }

    /// The same code as [`Evaluator::closed_rows_in`], compiled for registers of four numbers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn closed_rows_with_avx2(&self, shoe: &Composition) -> Vec<i128> {
        self.closed_rows_in::<One<true>>(shoe)
    }

    #[inline(always)]
    fn closed_rows_in<C: Count + From<u16> + Into<i128>>(&self, shoe: &Composition) -> Vec<i128> {
        let mut room = self.room::<C>();
        self.add_up(&Holding::of(shoe), &mut room);
        room.rows.into_iter().map(Into::into).collect()
    }

    /// Adds up the rows of every wager that asks about totals alone or pairs alone.
    #[inline(always)]
    fn add_up<C: Count>(&self, holding: &Holding<C>, room: &mut Room<C>) {
        let all = ordered_draws(holding.cards, 6);
        let Room { distribution, pairs, classes, rows } = room;
        if self.totals.classes() > 0 {
            let by_value = holding.by_value(&self.values);
            let cells = distribution.count(&self.draws, &by_value, holding.cards);
            self.totals.add_up(cells, all, classes, rows);
        }
        if self.pairs.classes() > 0 {
            pairs.count(holding);
            self.pairs.add_up(&pairs.states(holding.cards), all, classes, rows);
        }
    }

    /// Adds up the rows of every wager that asks about the cards themselves.
    fn add_cards(&self, shoe: &Composition, rows: &mut [i128]) {
        for wager in &self.wagers {
            let Some(by_cards) = wager.by_cards() else { continue };
            for (decided, count) in by_cards.count(shoe) {
                decided.iter().for_each(|row| rows[wager.rows.start + row] += count);
            }
        }
    }

    /// Adds up the rows of every wager that asks about totals and pairs at once.
    fn add_mixed(&self, shoe: &Composition, rows: &mut [i128]) -> Result<(), NoOdds> {
        if !self.has_mixed() {
            return Ok(());
        }
        let joint = self.joint(shoe)?;
        for wager in self.wagers.iter().filter(|wager| matches!(wager.row_of, RowOf::Both(_))) {
            for (cell, state, count) in joint.nonzero() {
                if let Some(row) = wager.row(cell, state) {
                    rows[wager.rows.start + row] += count;
                }
            }
        }
        Ok(())
    }
}

/// Ordered draws of six out of so many cards.
pub(crate) fn draws(cards: u32) -> i128 {
    ordered_draws(i128::from(cards), 6)
}

/// The cells of one composition.
fn cells<C: Count + From<u16>>(draws: &Draws, values: &PointValues, shoe: &Composition) -> Cells<C> {
    let holding = Holding::of(shoe);
    *Distribution::new().count(draws, &holding.by_value(values), holding.cards)
}

/// Weighs one wager's rows by what they pay, in every lane.
#[inline(always)]
fn weigh_lanes<N: Copy + Default + From<i64> + AddAssign + Mul<Output = N>>(
    nets: &[i64],
    counts: impl Iterator<Item = [i64; WIDTH]>,
) -> [N; WIDTH] {
    let mut weighed = [N::default(); WIDTH];
    for (&net, counts) in nets.iter().zip(counts) {
        for lane in 0..WIDTH {
            weighed[lane] += N::from(net) * N::from(counts[lane]);
        }
    }
    weighed
}

/// Plans to add up the wagers that `pick` finds rows for.
fn tally(
    wagers: &[Declared],
    possible: &[bool],
    pick: impl Fn(&RowOf) -> Option<&Vec<Option<usize>>>,
) -> Result<Tally, NoOdds> {
    let picked: Vec<&Declared> = wagers.iter().filter(|wager| pick(&wager.row_of).is_some()).collect();
    let decides = |wager: &&Declared| {
        let row_of = pick(&wager.row_of)?.clone();
        Some(Decides { rows: wager.rows.clone(), row_of })
    };
    let decides: Vec<Decides> = picked.iter().filter_map(decides).collect();
    match decides.is_empty() {
        true => Ok(Tally::default()),
        false => Tally::compile(&decides, possible)
            .map_err(|place| NoOdds::Undecided { wager: picked[place].id.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::shoes::{Seeded, one_rank};
    use crate::common::wagers::{fifteen_wagers, standard_tableau, standard_values};
    use baccarat::card::Rank;
    use baccarat::wager::Settlement;

    fn evaluator(tableau: &Tableau, values: &PointValues) -> Evaluator {
        Evaluator::new(tableau, values, &fifteen_wagers().iter().collect::<Vec<_>>()).unwrap()
    }

    /// Shoes of every kind that fits in lanes, the biggest and the most lopsided among them.
    fn shoes(seeded: &mut Seeded) -> Vec<Composition> {
        let most = MOST_CARDS_IN_LANES as u16;
        let mut shoes: Vec<Composition> =
            Rank::ALL.into_iter().map(|rank| one_rank(rank, [most, 0, 0, 0])).collect();
        shoes.push(one_rank(Rank::King, [1, 2, 3, most - 6]));
        shoes.push(one_rank(Rank::Six, [most / 4; 4]));
        for cards in (6..=MOST_CARDS_IN_LANES as usize).step_by(9) {
            shoes.push(seeded.depleted(9, cards));
            shoes.push(seeded.lopsided(3, cards));
        }
        shoes
    }

    fn check_side_by_side<const FUSED: bool>(evaluator: &Evaluator, shoes: &[Composition]) {
        let mut room = evaluator.room::<Lanes<FUSED>>();
        for shoes in shoes.chunks_exact(WIDTH) {
            let holding = Holding::side_by_side(std::array::from_fn(|lane| &shoes[lane]));
            evaluator.add_up(&holding, &mut room);
            for (lane, shoe) in shoes.iter().enumerate() {
                let in_lane: Vec<i128> = room.rows.iter().map(|row| i128::from(row.whole()[lane])).collect();
                assert_eq!(in_lane, evaluator.closed_rows_in::<i64>(shoe), "{shoe:?}");
                assert_eq!(in_lane, evaluator.closed_rows_in::<One<FUSED>>(shoe), "{shoe:?}");
                assert_eq!(in_lane, evaluator.closed_rows_at_best(shoe), "{shoe:?}");
                assert_eq!(in_lane, evaluator.closed_rows_in::<i128>(shoe), "{shoe:?}");
            }
        }
    }

    #[test]
    fn shoes_side_by_side_count_as_each_alone_in_64_bits_and_in_128() {
        let mut seeded = Seeded(20);
        for standard in [true, false, false, false] {
            let evaluator = match standard {
                true => evaluator(&standard_tableau(), &standard_values()),
                false => evaluator(&seeded.tableau(), &seeded.values()),
            };
            let shoes = shoes(&mut seeded);
            check_side_by_side::<false>(&evaluator, &shoes);
            check_side_by_side::<true>(&evaluator, &shoes);
        }
    }

    #[test]
    fn the_biggest_shoes_of_64_bits_count_as_in_128() {
        let evaluator = evaluator(&standard_tableau(), &standard_values());
        let most = MOST_CARDS_IN_64_BITS as u16;
        for rank in Rank::ALL {
            let shoe = one_rank(rank, [most, 0, 0, 0]);
            assert_eq!(evaluator.closed_rows_in::<i64>(&shoe), evaluator.closed_rows_in::<i128>(&shoe));
        }
        let shoe = Seeded(21).depleted(100, 1_448);
        assert_eq!(evaluator.closed_rows_in::<i64>(&shoe), evaluator.closed_rows_in::<i128>(&shoe));
    }

    /// What every way of filling that this processor has gives for these shoes.
    #[allow(unsafe_code)]
    fn filled(evaluator: &Evaluator, shoes: &[Composition]) -> Vec<Vec<i128>> {
        let [portable, best, one_by_one, avx2, avx512] =
            [(); 5].map(|()| vec![0; shoes.len() * evaluator.wagers.len()]);
        let mut all = vec![portable, best, one_by_one];
        evaluator.fill::<false>(shoes, &mut all[0], Filled::Numerators);
        evaluator.fill_at_best(shoes, &mut all[1], Filled::Numerators);
        evaluator.fill_one_by_one(shoes, &mut all[2], Filled::Numerators);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("fma") {
                all.push(avx2);
                // SAFETY: the processor has just been found to have all that the function asks for.
                unsafe { evaluator.fill_with_avx2(shoes, all.last_mut().unwrap(), Filled::Numerators) };
            }
            if has!("avx512f") && has!("avx512dq") {
                all.push(avx512);
                // SAFETY: as above.
                unsafe { evaluator.fill_with_avx512(shoes, all.last_mut().unwrap(), Filled::Numerators) };
            }
        }
        all
    }

    #[test]
    fn every_way_of_filling_gives_the_same_numerators() {
        let evaluator = evaluator(&standard_tableau(), &standard_values());
        let shoes = shoes(&mut Seeded(22));
        for (way, numerators) in filled(&evaluator, &shoes).iter().enumerate() {
            for (place, shoe) in shoes.iter().enumerate() {
                let rows = evaluator.closed_rows_in::<i128>(shoe);
                let mut expected = vec![0; evaluator.wagers.len()];
                evaluator.weigh(|row| rows[row], &mut expected);
                let from = place * expected.len();
                assert_eq!(numerators[from..from + expected.len()], expected, "{way} {shoe:?}");
            }
        }
    }

    /// A wager that pays so finely, or so much, that 64 bits do not hold what its rows weigh.
    #[test]
    fn pays_that_are_no_small_numbers_are_weighed_exactly() {
        let mut wagers = fifteen_wagers();
        let pays = ["100000 to 1", "1 to 99991", "1023 to 1", "1024 to 1"];
        for (wager, pays) in wagers.iter_mut().zip(pays) {
            wager.rows[0].settlement = Settlement::Wins(pays.parse().unwrap());
        }
        let wagers: Vec<&Wager> = wagers.iter().collect();
        let evaluator = Evaluator::new(&standard_tableau(), &standard_values(), &wagers).unwrap();
        assert!(evaluator.wagers.iter().any(|wager| !wager.has_small_nets));
        let shoes = shoes(&mut Seeded(23));
        for numerators in filled(&evaluator, &shoes) {
            for (shoe, numerators) in shoes.iter().zip(numerators.chunks(wagers.len())) {
                for (place, odds) in evaluator.odds(shoe).unwrap().iter().enumerate() {
                    assert_eq!(evaluator.ev(place, shoe.cards(), numerators[place]).unwrap(), odds.ev());
                }
            }
        }
    }
}
