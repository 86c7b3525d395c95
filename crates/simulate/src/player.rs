//! Who bets, coup by coup: a strategy from a file, or a program of somebody's own.

use crate::class::Class;
use crate::dealt::Dealt;
use baccarat::card::Card;
use baccarat::chips::Money;

/// Somebody who plays shifts at a table.
pub trait Player {
    /// A shift begins.
    fn arrive(&mut self);

    /// A shoe is opened: the card that was burnt for all to see, if one was.
    fn shoe(&mut self, burnt: Option<Card>);

    /// A shoe is about to be dealt, from where its first coup starts: for whoever says at once what is wished for on each of its coups,
    /// and reads no further than that coup for any of them. Its cards are empty unless somebody needs them.
    fn plan(&mut self, seen: &Situation, coups: &[Dealt], cards: &[Card]) {
        let _ = (seen, coups, cards);
    }

    /// What is wished for on the coming coup.
    fn bets(&mut self, seen: &Situation, wishes: &mut Vec<Wish>);

    /// The coup is over. `won` has what came of each wish that was taken, as it was taken.
    fn settled(&mut self, seen: &Situation, coup: &Coup<'_>, won: &[Won]);

    /// Whether to leave, and why.
    fn leaves(&mut self, seen: &Situation) -> Option<Leave>;

    /// Whether cards must be shown: that takes longer than results alone.
    fn needs_cards(&self) -> bool;
}

/// What somebody at the table knows of themselves and of where play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// What is held.
    pub held: Money,
    /// What was brought to the shift.
    pub brought: Money,
    /// How many coups were dealt in this shoe.
    pub coup: u32,
    /// How many shoes of the shift came before this one.
    pub shoe: u32,
    /// How many cards have left the shoe.
    pub cards_gone: u32,
    /// How many cards the shoe had.
    pub cards: u32,
}

/// A wish: so much on the wager at a place of the till. `slot` is whatever the player tells wishes apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Which of the player's bets it is.
    pub slot: usize,
    /// The wager's place in the till.
    pub place: usize,
    /// How much.
    pub stake: Money,
}

/// What came of a wish that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// Which of the player's bets it was.
    pub slot: usize,
    /// The wager's place in the till.
    pub place: usize,
    /// How much was taken.
    pub stake: Money,
    /// What was won, or lost.
    pub net: i64,
}

/// A coup that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coup<'c> {
    /// How it ended.
    pub class: Class,
    /// Its cards in the order in which they came; none if nobody needs them.
    pub cards: &'c [Card],
}

/// Why a player leaves before the shift is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Enough was lost.
    Losing,
    /// Enough was won.
    Winning,
    /// The player's own rule.
    Done,
}
