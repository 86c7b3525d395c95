//! The battery: it is shown shoes, counts, and judges.

use crate::exact::{self, Moments};
use crate::finding::{Bar, Finding, Group, Judgement, Picture};
use baccarat::card::{Card, Rank, Suit};
use baccarat::composition::Composition;
use baccarat::coup::DealtCoup;
use baccarat::outcome::{Pairs, Totals, Winner};
use baccarat::tableau::{PointValues, Tableau};
use odds::{Evaluator, NoOdds};
use std::hash::{DefaultHasher, Hash, Hasher};

const KINDS: usize = Card::KINDS;
/// Gaps of this length or more are one cell.
const LONGEST_GAP: usize = 120;
/// What neighbours may be alike in.
const LIKENESSES: [&str; 4] = ["colour", "suit", "rank", "count"];
const GROUPS: usize = 6;

/// Counts over many shoes of one size.
#[derive(Clone, Debug)]
pub struct Battery {
    decks: u8,
    /// How many cards of each shoe are looked at: all, or the first of them.
    first: usize,
    tableau: Tableau,
    values: PointValues,
    /// Each class of likeness of each kind of card.
    classes: [[u8; KINDS]; LIKENESSES.len()],
    /// Exact shares of totals and of pairs.
    totals: Vec<f64>,
    pairs: Vec<f64>,
    /// The places from which gaps are measured, and those at which a coup starts.
    gap_starts: Vec<usize>,
    coup_starts: Vec<usize>,
    shoes: u64,
    /// By place, then by kind.
    places: Vec<u32>,
    /// By kind, then by the kind that follows.
    neighbours: Vec<u64>,
    /// By start, then by rank or kind, then by length.
    gaps: Vec<[u64; LONGEST_GAP]>,
    alike: [u64; LIKENESSES.len()],
    colour_runs: Vec<u64>,
    coups: Vec<CoupCounts>,
    /// A number for each shoe, different for different orders.
    fingerprints: Vec<u64>,
}

#[derive(Clone, Debug)]
struct CoupCounts {
    totals: Vec<u64>,
    pairs: Vec<u64>,
}

impl Battery {
    /// The fewest shoes that can be judged: below, chi-square would be a poor approximation far out.
    pub const FEWEST_SHOES: u64 = 10_000;

    /// Ready to count shoes of so many decks, with coups dealt by this chart.
    pub fn new(tableau: &Tableau, values: &PointValues, decks: u8) -> Result<Battery, NoOdds> {
        let shoe = Composition::of_decks(decks);
        let evaluator = Evaluator::new(tableau, values, &[])?;
        let (totals, pairs) = (shares(&evaluator.totals(&shoe)?), shares(&evaluator.pairs(&shoe)?));
        let cards = usize::from(decks) * KINDS;
        let class = |of: fn(Card, &PointValues) -> u8| {
            let mut classes = [0; KINDS];
            Card::all().for_each(|card| classes[card.index()] = of(card, values));
            classes
        };
        let coup_starts = vec![0, cards / 2, cards - 6];
        let none = CoupCounts { totals: vec![0; Totals::CELLS], pairs: vec![0; Pairs::STATES] };
        let gap_starts: Vec<usize> = [0, cards / 8, cards / 4, cards / 2].to_vec();
        Ok(Battery {
            decks,
            first: cards,
            tableau: tableau.clone(),
            values: values.clone(),
            classes: [
                class(|card, _| u8::from(card.suit.is_red())),
                class(|card, _| card.suit as u8),
                class(|card, _| card.rank as u8),
                class(|card, values| values.of(card.rank)),
            ],
            totals,
            pairs,
            coups: vec![none; coup_starts.len()],
            coup_starts,
            gaps: vec![[0; LONGEST_GAP]; gap_starts.len() * 2],
            gap_starts,
            shoes: 0,
            places: vec![0; cards * KINDS],
            neighbours: vec![0; KINDS * KINDS],
            alike: [0; LIKENESSES.len()],
            colour_runs: vec![0; cards + 1],
            fingerprints: Vec::new(),
        })
    }

    /// The same for shoes whose last cards were not dealt: only so many of the first are looked at. Tests that need whole shoes are
    /// left out.
    pub fn of_first(self, first: usize) -> Battery {
        Battery { first: first.min(self.cards()), ..self }
    }

    /// How many cards a whole shoe has.
    fn cards(&self) -> usize {
        usize::from(self.decks) * KINDS
    }

    /// How many cards each shoe must have.
    pub fn shown(&self) -> usize {
        self.first
    }

    fn is_whole(&self) -> bool {
        self.first == self.cards()
    }

    /// Counts a shoe, given as places in [`Card::all`], the first card first. An order of another length, or with
    /// something that is no card, is not counted; says whether it was.
    pub fn add(&mut self, order: &[u8]) -> bool {
        if order.len() != self.first || order.iter().any(|kind| usize::from(*kind) >= KINDS) {
            return false;
        }
        self.shoes += 1;
        for (row, kind) in self.places.chunks_exact_mut(KINDS).zip(order) {
            row[usize::from(*kind)] += 1;
        }
        for pair in order.windows(2) {
            self.neighbours[usize::from(pair[0]) * KINDS + usize::from(pair[1])] += 1;
        }
        self.add_likeness(order);
        self.add_gaps(order);
        self.add_coups(order);
        let mut hasher = DefaultHasher::new();
        order.hash(&mut hasher);
        self.fingerprints.push(hasher.finish());
        true
    }

    fn add_likeness(&mut self, order: &[u8]) {
        for (nth, (classes, alike)) in self.classes.iter().zip(&mut self.alike).enumerate() {
            let class = |kind: u8| classes[usize::from(kind)];
            let same = order.windows(2).filter(|pair| class(pair[0]) == class(pair[1])).count();
            *alike += same as u64;
            if nth == 0 {
                self.colour_runs[order.len() - same] += 1;
            }
        }
    }

    fn add_gaps(&mut self, order: &[u8]) {
        for (counts, start) in self.gaps.chunks_exact_mut(2).zip(&self.gap_starts) {
            let (Some(card), Some(rest)) = (order.get(*start), order.get(start + 1..)) else { continue };
            let length = |like: &dyn Fn(u8) -> bool| {
                rest.iter()
                    .position(|kind| like(*kind))
                    .map_or(LONGEST_GAP - 1, |gap| gap.min(LONGEST_GAP - 1))
            };
            counts[0][length(&|kind| kind / 4 == card / 4)] += 1;
            counts[1][length(&|kind| kind == *card)] += 1;
        }
    }

    fn add_coups(&mut self, order: &[u8]) {
        for (counts, start) in self.coups.iter_mut().zip(&self.coup_starts) {
            let six = order.get(*start..).and_then(|rest| rest.first_chunk::<6>());
            let Some(six) = six else { continue };
            let Some(coup) = DealtCoup::deal(&self.tableau, &self.values, &six.map(card)) else { continue };
            counts.totals[coup.outcome.totals.index()] += 1;
            counts.pairs[coup.outcome.pairs.index()] += 1;
        }
    }

    /// Adds what another battery of the same kind counted.
    pub fn merge(&mut self, other: Battery) {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        self.shoes += other.shoes;
        self.places.iter_mut().zip(&other.places).for_each(|(to, from)| *to += from);
        add(&mut self.neighbours, &other.neighbours);
        self.gaps.iter_mut().zip(&other.gaps).for_each(|(to, from)| add(to, from));
        add(&mut self.alike, &other.alike);
        add(&mut self.colour_runs, &other.colour_runs);
        for (to, from) in self.coups.iter_mut().zip(&other.coups) {
            add(&mut to.totals, &from.totals);
            add(&mut to.pairs, &from.pairs);
        }
        self.fingerprints.extend(other.fingerprints);
    }

    /// Compares all counts with what is expected. `false_alarm` is how likely it may be that a perfect shuffle is
    /// found wrong. Nothing is said on fewer than [`Battery::FEWEST_SHOES`].
    pub fn judge(&self, false_alarm: f64) -> Option<Judgement> {
        (self.shoes >= Battery::FEWEST_SHOES).then(|| self.judge_what_there_is(false_alarm))
    }

    /// The same on however few shoes there are: tests that have too little to count are left out and named. With fewer tests a fault
    /// must be larger to be found.
    pub fn judge_what_there_is(&self, false_alarm: f64) -> Judgement {
        let mut groups = vec![
            self.judge_places(),
            self.judge_neighbours(),
            self.judge_gaps(),
            self.judge_runs(),
            self.judge_hands(),
            self.judge_repeats(),
        ];
        let left_out = groups.iter_mut().map(|group| (group.name, group.leave_out()));
        let skipped = left_out.filter(|(_, many)| *many > 0).collect();
        Judgement {
            shoes: self.shoes,
            decks: self.decks,
            false_alarm,
            pictures: if self.is_whole() && self.shoes > 0 { self.pictures() } else { Vec::new() },
            groups,
            skipped,
        }
    }

    fn count(&self) -> f64 {
        self.shoes as f64
    }

    fn judge_places(&self) -> Group {
        let expected = self.count() / KINDS as f64;
        let rows = self.places.chunks_exact(KINDS).take(self.first);
        let mut findings: Vec<Finding> = rows
            .enumerate()
            .map(|(place, row)| {
                let cells = row.iter().map(|count| (f64::from(*count), expected));
                Finding::chi_square(format!("cards at place {}", place + 1), cells)
            })
            .collect();
        // Each card is somewhere and each place is filled, so cells hang together; the sum of squares of the whole
        // table, made smaller by (n−1)/n, has (52−1)(n−1) degrees of freedom.
        let n = self.cards() as f64;
        let sum: f64 =
            self.places.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        let freedom = (KINDS as u32 - 1) * (self.cards() as u32 - 1);
        let mut all = Finding::of_chi_square("all cards at all places", sum * (n - 1.0) / n, freedom);
        all.enough = self.is_whole() && expected >= 1.0;
        findings.push(all);
        Group {
            name: "places",
            about: "each card is as often at each place as any other",
            findings,
            groups: GROUPS,
        }
    }

    /// For each pair of cards how far they are from what is expected, and how much that is.
    fn neighbour_deviations(&self) -> impl Iterator<Item = (usize, usize, f64, f64)> {
        let (n, copies, first) = (self.cards() as f64, f64::from(self.decks), self.first as f64);
        let [same, apart]: [Moments; 2] = [true, false].map(|same| exact::followed(first, n, copies, same));
        self.neighbours.iter().enumerate().filter_map(move |(cell, count)| {
            let (first, second) = (cell / KINDS, cell % KINDS);
            let moments = if first == second { same } else { apart };
            // With one deck no card can follow itself.
            let expected = moments.mean * self.count();
            (moments.variance > 0.0)
                .then(|| (first, second, moments.deviation(*count as f64, self.count()), expected))
        })
    }

    fn judge_neighbours(&self) -> Group {
        let finding = |(first, second, z, expected): (usize, usize, f64, f64)| {
            let what = format!("{} followed by {}", card(first as u8), card(second as u8));
            Finding::deviation(what, z).of_expected(expected)
        };
        Group {
            name: "neighbours",
            about: "each card is followed by each card as often as the count of cards gives",
            findings: self.neighbour_deviations().map(finding).collect(),
            groups: GROUPS,
        }
    }

    /// What the gaps of rank, then of card, should be.
    fn expected_gaps(&self) -> [Vec<f64>; 2] {
        let (n, decks) = (self.cards() as f64, f64::from(self.decks));
        [4.0 * decks, decks].map(|copies| exact::gap(n, copies, LONGEST_GAP))
    }

    fn judge_gaps(&self) -> Group {
        let expected = self.expected_gaps();
        let mut findings = Vec::new();
        let starts = self.gap_starts.iter().filter(|start| **start < self.first);
        for (counts, start) in self.gaps.chunks_exact(2).zip(starts) {
            for ((counts, expected), like) in counts.iter().zip(&expected).zip(["rank", "card"]) {
                // Where the shoe ends sooner, the cells that cannot be counted are those of the last.
                let within = (self.first - 1 - start).min(LONGEST_GAP - 1);
                let cell = |gap: usize| (counts[gap] as f64, expected[gap] * self.count());
                let beyond = (within..LONGEST_GAP)
                    .map(cell)
                    .fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
                let cells = (0..within).map(cell).chain([beyond]);
                findings.push(Finding::chi_square(
                    format!("from place {} to the next of the same {like}", start + 1),
                    cells,
                ));
            }
        }
        Group { name: "gaps", about: "how far on the next card like this one is", findings, groups: GROUPS }
    }

    fn judge_runs(&self) -> Group {
        let n = self.cards() as f64;
        let mut findings: Vec<Finding> = self
            .classes
            .iter()
            .zip(self.alike)
            .zip(LIKENESSES)
            .map(|((classes, alike), likeness)| {
                let mut sizes = [0.0; 16];
                classes.iter().for_each(|class| sizes[usize::from(*class)] += f64::from(self.decks));
                let moments = exact::alike(self.first as f64, n, &sizes);
                let z = moments.deviation(alike as f64, self.count());
                let finding = Finding::deviation(format!("neighbours alike in {likeness}"), z);
                finding.of_expected(moments.mean * self.count())
            })
            .collect();
        let expected = exact::runs(self.cards() / 2);
        let cells = self.colour_runs.iter().zip(&expected);
        let cells = cells.map(|(count, share)| (*count as f64, share * self.count()));
        let mut runs = Finding::chi_square("how many runs of a colour a shoe has", cells);
        runs.enough &= self.is_whole();
        findings.push(runs);
        Group {
            name: "runs",
            about: "neighbours that are alike, and runs of a colour",
            findings,
            groups: GROUPS,
        }
    }

    fn judge_hands(&self) -> Group {
        let cells = |counts: &[u64], shares: &[f64]| -> Vec<(f64, f64)> {
            let all = counts.iter().zip(shares).map(|(count, share)| (*count as f64, share * self.count()));
            all.filter(|(found, expected)| *expected > 0.0 || *found > 0.0).collect()
        };
        let starts = self.coup_starts.iter().filter(|start| *start + 6 <= self.first);
        let findings = self.coups.iter().zip(starts).flat_map(|(counts, start)| {
            let what = |of| format!("{of} of the coup from place {}", start + 1);
            [
                Finding::chi_square(what("totals and third cards"), cells(&counts.totals, &self.totals)),
                Finding::chi_square(what("pairs"), cells(&counts.pairs, &self.pairs)),
            ]
        });
        Group {
            name: "hands",
            about: "coups end as often in every way as the exact odds say",
            findings: findings.collect(),
            groups: GROUPS,
        }
    }

    fn judge_repeats(&self) -> Group {
        let mut sorted = self.fingerprints.clone();
        sorted.sort_unstable();
        let repeats = sorted.windows(2).filter(|pair| pair[0] == pair[1]).count();
        // Two different orders have the same fingerprint once in 2^64.
        let p = if repeats == 0 { 1.0 } else { self.count() * self.count() / 2.0 / 2_f64.powi(64) };
        let statistic = if repeats == 1 { "1 repeat".into() } else { format!("{repeats} repeats") };
        let what = "whole shoes that came before".into();
        let findings = vec![Finding { what, statistic, p, enough: true }];
        Group { name: "repeats", about: "no shoe comes twice", findings, groups: GROUPS }
    }

    fn pictures(&self) -> Vec<Picture> {
        let sorted = |findings: Vec<Finding>| {
            let mut sorted: Vec<f64> = findings.iter().map(|finding| finding.p).collect();
            sorted.sort_by(f64::total_cmp);
            sorted
        };
        let [by_rank, _] = self.expected_gaps();
        let shown = 40;
        let gap_bar = |gap: usize| Bar {
            label: (gap + 1).to_string(),
            found: self.gaps[0][gap] as f64 / self.count(),
            expected: by_rank[gap],
        };
        let runs = exact::runs(self.cards() / 2);
        let likely = runs.iter().enumerate().filter(|(_, share)| **share > 1e-4);
        let run_bar = |(number, share): (usize, &f64)| Bar {
            label: number.to_string(),
            found: self.colour_runs[number] as f64 / self.count(),
            expected: *share,
        };
        vec![
            self.map_of_places(),
            Picture::Probabilities {
                title: "Cards at each place: probabilities of the chi-squares, sorted".into(),
                sorted: sorted(self.judge_places().findings),
            },
            Picture::Probabilities {
                title: "Neighbours: probabilities of the deviations, sorted".into(),
                sorted: sorted(self.judge_neighbours().findings),
            },
            Picture::Bars {
                title: "From the first card to the next of its rank".into(),
                bars: (0..shown).map(gap_bar).collect(),
            },
            Picture::Bars { title: "Runs of a colour in a shoe".into(), bars: likely.map(run_bar).collect() },
            self.first_hands(),
        ]
    }

    /// Each card in each eighth of a deck of the shoe, in standard deviations.
    fn map_of_places(&self) -> Picture {
        let columns = KINDS;
        let width = self.cards() / columns;
        let (n, m, w) = (self.cards() as f64, f64::from(self.decks), width as f64);
        // How many of a card lie in some places: hypergeometric.
        let mean = w * m / n;
        let variance = mean * (1.0 - m / n) * (n - w) / (n - 1.0);
        let moments = Moments { mean, variance };
        let row = |kind: usize| {
            let column = |column: usize| {
                let places = column * width..(column + 1) * width;
                let count: u64 = places.map(|place| u64::from(self.places[place * KINDS + kind])).sum();
                moments.deviation(count as f64, self.count())
            };
            (card(kind as u8).to_string(), (0..columns).map(column).collect())
        };
        let title = format!("Each card (rows) in each {width} places (columns), in standard deviations");
        Picture::Map { title, rows: (0..KINDS).map(row).collect() }
    }

    fn first_hands(&self) -> Picture {
        let bar = |(label, winner): (&str, Winner)| {
            let won = |totals: &Totals| match totals.player.cmp(&totals.banker) {
                std::cmp::Ordering::Greater => winner == Winner::Player,
                std::cmp::Ordering::Less => winner == Winner::Banker,
                std::cmp::Ordering::Equal => winner == Winner::Tie,
            };
            let cells: Vec<usize> = Totals::all().filter(won).map(Totals::index).collect();
            Bar {
                label: label.into(),
                found: cells.iter().map(|cell| self.coups[0].totals[*cell] as f64).sum::<f64>()
                    / self.count(),
                expected: cells.iter().map(|cell| self.totals[*cell]).sum(),
            }
        };
        let winners = [("Player", Winner::Player), ("Banker", Winner::Banker), ("Tie", Winner::Tie)];
        Picture::Bars { title: "The first coup of the shoe".into(), bars: winners.map(bar).to_vec() }
    }
}

/// The card at this place in [`Card::all`].
fn card(kind: u8) -> Card {
    let kind = usize::from(kind) % KINDS;
    Card::new(Rank::ALL[kind / 4], Suit::ALL[kind % 4])
}

/// Counts as shares of their sum.
fn shares(counts: &[i128]) -> Vec<f64> {
    let all = counts.iter().sum::<i128>() as f64;
    counts.iter().map(|count| *count as f64 / all).collect()
}
