//! The dealer: deals the shoes of a seed, the fast way where the book's chart allows it.

use crate::dealt::Dealt;
use crate::fast::Fast;
use crate::game::Game;
use crate::plain;
use crate::stream::Streams;
use crate::tally::Tally;
use baccarat::card::Card;
use std::ops::Range;

/// Deals the shoes of one seed. Every shoe has a number and is the same each time.
pub struct Dealer {
    game: Game,
    streams: Streams,
    fast: Option<Box<Fast>>,
}

impl Dealer {
    /// Deals shoes of this game.
    pub fn new(game: &Game, seed: u64) -> Dealer {
        Dealer { game: game.clone(), streams: Streams::of(seed), fast: Fast::of(game).map(Box::new) }
    }

    /// Deals shoes of this game the plain way.
    pub fn plain(game: &Game, seed: u64) -> Dealer {
        Dealer { game: game.clone(), streams: Streams::of(seed), fast: None }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Is this the fast way? It needs a chart on which each hand draws up to some total and stands from there on, and at
    /// most four ranks that count the same.
    pub fn is_fast(&self) -> bool {
        self.fast.is_some()
    }

    /// The cards of a shoe, in the order in which they come.
    pub fn cards(&mut self, shoe: u64) -> Vec<Card> {
        plain::cards(&self.game, &mut self.streams, shoe)
    }

    /// Deals a shoe: its coups in order, into `coups`, whose contents are dropped.
    pub fn shoe(&mut self, shoe: u64, coups: &mut Vec<Dealt>) {
        coups.clear();
        match &mut self.fast {
            Some(fast) => fast.shoe(&self.game, &mut self.streams, shoe, coups),
            None => {
                let cards = plain::cards(&self.game, &mut self.streams, shoe);
                plain::deal(&self.game, &cards, |coup| coups.push(coup));
            }
        }
    }

    /// Deals a shoe as [`Dealer::shoe`] does, and shows its cards, in the order in which they come.
    pub fn shoe_and_cards(&mut self, shoe: u64, coups: &mut Vec<Dealt>) -> Vec<Card> {
        coups.clear();
        match &mut self.fast {
            Some(fast) => {
                fast.shoe(&self.game, &mut self.streams, shoe, coups);
                fast.cards(&self.game)
            }
            None => {
                let cards = plain::cards(&self.game, &mut self.streams, shoe);
                plain::deal(&self.game, &cards, |coup| coups.push(coup));
                cards
            }
        }
    }

    /// Deals these shoes and counts how their coups end.
    pub fn tally(&mut self, shoes: Range<u64>, tally: &mut Tally) {
        match &mut self.fast {
            Some(fast) => fast.tally(&self.game, &mut self.streams, shoes, tally),
            None => {
                for shoe in shoes {
                    let cards = plain::cards(&self.game, &mut self.streams, shoe);
                    plain::deal(&self.game, &cards, |coup| tally.add(coup.class));
                    tally.add_shoe();
                }
            }
        }
    }
}
