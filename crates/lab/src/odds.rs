//! What every wager of a book costs, exactly.

mod answer;
mod removal;
mod shoe;
mod sweep;
mod together;

pub(crate) use answer::result;
pub use answer::{Odds, Paid, Row, WagerAnswer, topics, wagers_on};
pub use removal::{Effects, Removal, Removals};
pub use shoe::composition;
pub use sweep::{Sweep, SweepStake, SweepWager};
pub use together::{JointOdds, NetResult};

use crate::error::Error;
use crate::exact::fraction;
use crate::provenance::Provenance;
use crate::scope;
use ::odds::{Evaluator, WagerOdds};
use baccarat::book::{Assumption, Book};
use baccarat::chips::{ChipSet, Money};
use baccarat::composition::Composition;
use baccarat::payment::{self, Taken};
use baccarat::wager::Wager;
use serde::Serialize;

/// What is asked about; where nothing is said, the book's first method, the most decks it allows, and all wagers.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The settlement method.
    pub method: Option<String>,
    /// How many decks a full shoe has.
    pub decks: Option<u8>,
    /// The cards left in a shoe, instead of a full one.
    pub shoe: Option<Composition>,
    /// Only these wagers.
    pub wagers: Vec<String>,
}

/// What is asked, checked against the book.
pub struct Question {
    /// The book.
    pub book: Book,
    /// The settlement method.
    pub method: String,
    /// How many decks the shoe started with; unknown when a composition was given.
    pub decks: Option<u8>,
    /// The cards in the shoe.
    pub shoe: Composition,
    /// The wagers asked about.
    pub wagers: Vec<Wager>,
    /// What works their odds out.
    pub evaluator: Evaluator,
}

/// What every answer about odds begins with.
#[derive(Clone, Debug, Serialize)]
pub struct Head {
    /// The book's id.
    pub book: String,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// The settlement method.
    pub method: String,
    /// How many decks the shoe started with, if it was a full one.
    pub decks: Option<u8>,
    /// How many cards are in the shoe.
    pub cards: u32,
    /// What the answer rests on that the instrument does not state.
    pub assumed: Vec<Assumption>,
}

/// The odds of a wager as a table would take and pay a stake.
struct Staked<'q> {
    odds: WagerOdds,
    taken: Taken<'q>,
    /// The clauses by which a payment was moved, if any was.
    rounded: Option<String>,
}

impl Question {
    /// Checks what is asked.
    pub fn of(book: Book, scope: &Scope) -> Result<Question, Error> {
        let method = scope::method(&book, scope.method.as_deref())?;
        let (decks, shoe) = match &scope.shoe {
            Some(shoe) => (None, shoe.clone()),
            None => {
                let decks = scope::decks(&book, scope.decks)?;
                (Some(decks), Composition::of_decks(decks))
            }
        };
        let wagers = scope::wagers(&book, &method, &scope.wagers)?;
        let listed: Vec<&Wager> = wagers.iter().collect();
        let evaluator = Evaluator::new(book.tableau(), book.values(), &listed)?;
        Ok(Question { book, method, decks, shoe, wagers, evaluator })
    }

    /// The odds of every wager asked for; with a stake and chips, of what that stake would really be paid.
    pub fn odds(&self, stake: Option<(Money, &ChipSet)>) -> Result<Odds, Error> {
        answer::odds(self, stake)
    }

    /// What taking one card out of the shoe does to each wager.
    pub fn removals(&self) -> Result<Removals, Error> {
        removal::removals(self)
    }

    /// The edge for every stake that these chips can make, in a range of amounts such as `1-60`.
    pub fn sweep(&self, stakes: &str, chips: &ChipSet) -> Result<Sweep, Error> {
        sweep::sweep(self, stakes, chips)
    }

    /// The distribution of the net of several wagers by one person, such as `banker=100,tie=10`; with chips, of what would really
    /// be paid.
    pub fn together(&self, placed: &str, chips: Option<&ChipSet>) -> Result<JointOdds, Error> {
        together::together(self, placed, chips)
    }

    /// What these odds rest on that the instrument does not state.
    pub fn assumed(&self, with_stake: bool) -> Vec<Assumption> {
        let rules = &self.book.rules;
        let rests = |topic: &str| match topic {
            topic if topic == rules.cards.decks.topic.id => self.decks.is_some(),
            topic if topic == rules.settlement.inexact.topic().id => with_stake,
            topic if topic == rules.settlement.inexact_offer.topic().id => with_stake,
            topic if topic == rules.settlement.methods.topic.id => true,
            topic => match topic.strip_prefix("wager.") {
                Some(id) => self.wagers.iter().any(|wager| wager.id.as_str() == id),
                None => {
                    topic.starts_with("tableau.")
                        || topic.starts_with("cards.")
                        || topic == rules.dealing.order.topic().id
                }
            },
        };
        self.book.assumed().into_iter().filter(|assumption| rests(&assumption.topic)).collect()
    }

    fn head(&self, assumed: Vec<Assumption>) -> Head {
        Head {
            book: self.book.id.clone(),
            provenance: Provenance::of(&self.book),
            method: self.method.clone(),
            decks: self.decks,
            cards: self.shoe.cards(),
            assumed,
        }
    }

    /// These odds, of what a stake would really be paid from these chips.
    fn staked(&self, odds: &[WagerOdds], stake: Money, chips: &ChipSet) -> Result<Vec<Staked<'_>>, Error> {
        let staked = self.wagers.iter().zip(odds).map(|(wager, odds)| {
            let taken = payment::take(&self.book, wager, stake, chips);
            let paid: Vec<_> =
                wager.rows.iter().map(|row| payment::pay(&self.book, wager, &taken, row, chips)).collect();
            let nets = paid.iter().map(|paid| fraction(paid.net / stake.0)).collect();
            let rounded = paid.iter().find_map(|paid| paid.rounded).map(|rule| rule.basis.to_string());
            Ok(Staked { odds: odds.with_nets(nets)?, taken, rounded })
        });
        staked.collect()
    }
}
