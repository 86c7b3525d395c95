//! What a strategy's expressions can see: the patron's own money and state, the results of the shoe, the cards that are left.

use super::Tags;
use super::derived::Columns;
use super::expression::{Fact, Lookup, ONE, Value};
use crate::player::Situation;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use odds::Evaluator;

/// Results of the shoe so far and cards that are left in it.
#[derive(Clone, Debug)]
pub(crate) struct Shoe {
    /// How coups ended: 1 for player, 2 for banker, 3 for a tie.
    results: Vec<u8>,
    columns: Columns,
    pub(crate) left: Composition,
    /// By list of tags, the sum over the cards seen.
    counts: Vec<i64>,
}

/// The numbers by which expressions know how a coup ended.
pub(crate) const PLAYER: u8 = 1;
pub(crate) const BANKER: u8 = 2;
pub(crate) const TIE: u8 = 3;

impl Shoe {
    pub(crate) fn new(full: Composition, tags: usize) -> Shoe {
        Shoe { results: Vec::new(), columns: Columns::default(), left: full, counts: vec![0; tags] }
    }

    /// A coup ended so.
    pub(crate) fn ended(&mut self, result: u8) {
        self.results.push(result);
        if result != TIE {
            self.columns.add(result == BANKER);
        }
    }

    /// A card was seen.
    pub(crate) fn saw(&mut self, card: baccarat::card::Card, tags: &[Tags]) {
        self.left.remove(card);
        for (count, tags) in self.counts.iter_mut().zip(tags) {
            *count += i64::from(tags.of[card.index()]);
        }
    }
}

/// Everything that an expression can see.
pub(crate) struct View<'v, 's> {
    pub(crate) seen: Situation,
    pub(crate) variables: &'v [Value],
    pub(crate) shoe: &'v Shoe,
    pub(crate) evaluator: Option<&'s Evaluator>,
    /// What each wager costs on the cards that are left, once it was asked for.
    pub(crate) edges: Option<Vec<i128>>,
}

fn money(money: Money) -> i128 {
    i128::from(money.0) * ONE / i128::from(Money::UNITS)
}

impl View<'_, '_> {
    pub(crate) fn fact(&self, fact: Fact) -> i128 {
        let Situation { held, brought, coup, shoe, cards_gone, cards } = self.seen;
        let left = i128::from(cards.saturating_sub(cards_gone));
        match fact {
            Fact::Held => money(held),
            Fact::Brought => money(brought),
            Fact::Won => money(Money((held.0 - brought.0).max(0))),
            Fact::Lost => money(Money((brought.0 - held.0).max(0))),
            Fact::Coup => (i128::from(coup) + 1) * ONE,
            Fact::Shoe => (i128::from(shoe) + 1) * ONE,
            Fact::CardsLeft => left * ONE,
            Fact::DecksLeft => left * ONE / 52,
        }
    }

    pub(crate) fn asked(&mut self, asked: &Lookup) -> i128 {
        let left = i128::from(self.seen.cards.saturating_sub(self.seen.cards_gone));
        match asked {
            Lookup::Last(back) => {
                let back = back.value(self).number().div_euclid(ONE);
                let results = &self.shoe.results;
                let place = usize::try_from(back).ok().filter(|back| *back > 0);
                let place = place.and_then(|back| results.len().checked_sub(back));
                place.map_or(0, |place| i128::from(results[place]) * ONE)
            }
            Lookup::Streak(hand) => self.shoe.columns.streak(*hand == 1) as i128 * ONE,
            Lookup::Next(road, hand) => {
                i128::from(self.shoe.columns.next(*road, *hand == 1).map_or(0, |red| 2 - u8::from(red))) * ONE
            }
            Lookup::Left(cards) => {
                let counts = self.shoe.left.counts();
                cards.iter().map(|card| i128::from(counts[*card])).sum::<i128>() * ONE
            }
            Lookup::Count(tags) => i128::from(self.shoe.counts[*tags]) * ONE,
            Lookup::TrueCount(_) if left == 0 => 0,
            Lookup::TrueCount(tags) => (i128::from(self.shoe.counts[*tags]) * 52 * ONE).div_euclid(left),
            Lookup::Edge(place) => self.edge(*place),
        }
    }

    fn edge(&mut self, place: usize) -> i128 {
        let Some(evaluator) = self.evaluator else { return 0 };
        let left = &self.shoe.left;
        let edges = self.edges.get_or_insert_with(|| {
            let mut numerators = Vec::new();
            if evaluator.batch(std::slice::from_ref(left), &mut numerators).is_err() {
                return Vec::new();
            }
            let edge = |(place, numerator): (usize, &i128)| {
                let denominator = evaluator.denominator(place, left.cards()).unwrap_or(1).max(1);
                -(numerator / denominator * ONE) - (numerator % denominator) * ONE / denominator
            };
            numerators.iter().enumerate().map(edge).collect()
        });
        edges.get(place).copied().unwrap_or(0)
    }
}
