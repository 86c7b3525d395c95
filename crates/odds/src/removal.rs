//! Effects of removal: what one card less does to each wager.

use crate::evaluator::Evaluator;
use crate::no_odds::NoOdds;
use baccarat::card::Card;
use baccarat::composition::Composition;
use num_rational::BigRational;

/// What taking one card out of a shoe does to every wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The card taken out.
    pub card: Card,
    /// By wager, the expected net of one unit after, less that before.
    pub effects: Vec<BigRational>,
}

impl Evaluator {
    /// The effect of removing each card the shoe still holds. The shoe needs a card to spare: seven at least.
    pub fn removals(&self, shoe: &Composition) -> Result<Vec<Removal>, NoOdds> {
        let present: Vec<Card> = Card::all().filter(|&card| shoe.count(card) > 0).collect();
        let without = |card: &Card| {
            let mut left = shoe.clone();
            left.remove(*card);
            left
        };
        let before = self.evs(std::slice::from_ref(shoe))?;
        let after = self.evs(&present.iter().map(without).collect::<Vec<_>>())?;
        let removal = |(card, after): (Card, &Vec<BigRational>)| Removal {
            card,
            effects: after.iter().zip(&before[0]).map(|(after, before)| after - before).collect(),
        };
        Ok(present.into_iter().zip(&after).map(removal).collect())
    }

    /// By composition, the expected net of one unit on every wager.
    fn evs(&self, shoes: &[Composition]) -> Result<Vec<Vec<BigRational>>, NoOdds> {
        let mut numerators = Vec::new();
        self.batch(shoes, &mut numerators)?;
        let wagers = self.wagers().len();
        let of_shoe = |(place, shoe): (usize, &Composition)| {
            let ev = |wager: usize| self.ev(wager, shoe.cards(), numerators[place * wagers + wager]);
            (0..wagers).map(ev).collect()
        };
        shoes.iter().enumerate().map(of_shoe).collect()
    }
}
