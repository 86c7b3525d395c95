//! One coup dealt by the tableau from cards in order.

use crate::card::Card;
use crate::outcome::Outcome;
use crate::tableau::{PointValues, Tableau};

/// A coup dealt without error: the cards of each hand, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtCoup {
    /// The player's two or three cards.
    pub player: Vec<Card>,
    /// The banker's two or three cards.
    pub banker: Vec<Card>,
    /// How it ended.
    pub outcome: Outcome,
}

impl DealtCoup {
    /// Deals a coup from the front of `cards`: player, banker, player, banker, then third cards as the tableau says.
    /// Nothing comes back if the cards run out first.
    pub fn deal(tableau: &Tableau, values: &PointValues, cards: &[Card]) -> Option<DealtCoup> {
        let &[p1, b1, p2, b2, ..] = cards else { return None };
        let mut rest = cards[4..].iter().copied();
        let (mut player, mut banker) = (vec![p1, p2], vec![b1, b2]);
        let initial = (values.point_count(&player), values.point_count(&banker));

        let player_drew = tableau.player_draws(initial.0, initial.1);
        if player_drew {
            player.push(rest.next()?);
        }
        let third = player.get(2).map(|card| values.of(card.rank));
        let banker_drew = tableau.banker_draws(initial.0, initial.1, third);
        if banker_drew {
            banker.push(rest.next()?);
        }
        let outcome = tableau.outcome_of(values, &player, &banker)?;
        Some(DealtCoup { player, banker, outcome })
    }

    /// How many cards it took.
    pub fn cards(&self) -> usize {
        self.player.len() + self.banker.len()
    }
}
