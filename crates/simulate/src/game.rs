//! What a book and a table's choices make of a shoe: how it opens, how it is dealt, how it ends.

use baccarat::book::Book;
use baccarat::card::{Card, Rank};
use baccarat::rules::cards::Device;
use baccarat::rules::shoe::BurnStyle;
use baccarat::tableau::{PointValues, Tableau};
use std::fmt;

/// What an operator chooses for a shoe. Whether the book allows it is for the table's settings to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many decks.
    pub decks: u8,
    /// What cards are dealt from.
    pub device: Device,
    /// How a new shoe is opened; with no burn if absent.
    pub burn: Option<BurnStyle>,
    /// How many cards lie behind the cutting card.
    pub from_back: u16,
}

impl Choice {
    /// The most decks the book allows, its first device and burn, and the cutting card where a table usually has it.
    pub fn usual(book: &Book) -> Choice {
        let rules = &book.rules;
        let device = rules.equipment.devices.values().next().copied().unwrap_or(Device::CardShoe);
        let burn = rules.burn.styles.values().find(|burn| burn.devices.contains(&device));
        Choice {
            decks: rules.cards.decks.0.last().copied().unwrap_or(8),
            device,
            burn: burn.map(|burn| burn.style),
            from_back: book.usual_from_back(),
        }
    }
}

/// How a shoe ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At the cutting card.
    CuttingCard {
        /// How many cards lie before it.
        at: usize,
        /// How many coups follow the one of which it came first.
        after_first: u8,
        /// How many coups follow the one during which it came.
        after_later: u8,
        /// How many more follow if that would be none and the coup was a tie.
        after_tie: u8,
    },
    /// After one coup: a shuffling device takes its cards back and shuffles them all again.
    EveryCoup,
}

/// A game as its shoes are dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) decks: u8,
    pub(crate) ending: Ending,
    burn: Option<BurnStyle>,
    /// By rank, how many further cards it burns when it is turned up.
    burns: [u8; 13],
    pub(crate) tableau: Tableau,
    pub(crate) values: PointValues,
}

/// Why a shoe cannot be dealt to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// A number of decks that no table has.
    Decks(u8),
    /// The book does not say how many coups follow the cutting card.
    NoEnd,
    /// The last coups may need more cards than lie behind the cutting card.
    RunsOut {
        /// How many lie behind it.
        from_back: u16,
        /// How many the last coups may need.
        needed: u16,
    },
    /// The cutting card would come before the first coup could be dealt.
    NothingBefore {
        /// How many cards lie behind it.
        from_back: u16,
        /// How many there are.
        cards: u16,
    },
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Decks(decks) => write!(f, "found {decks} decks; allowed are 1 to {}", Game::MOST_DECKS),
            NoGame::NoEnd => f.write_str(
                "the book does not say how many coups follow the cutting card (last.after_cutting_card_first, \
                 last.after_cutting_card_later), so its shoes have no end",
            ),
            NoGame::RunsOut { from_back, needed } => write!(
                f,
                "found {from_back} cards behind the cutting card; the coups after it may take {needed}, so allowed are \
                 {needed} or more"
            ),
            NoGame::NothingBefore { from_back, cards } => write!(
                f,
                "found {from_back} of {cards} cards behind the cutting card; allowed are fewer than {cards}"
            ),
        }
    }
}

impl std::error::Error for NoGame {}

impl Game {
    /// The most decks a shoe may have, as in a book.
    pub const MOST_DECKS: u8 = 16;

    /// The most cards a coup takes.
    const MOST_TAKEN: u16 = 6;

    /// The most cards a burn takes: one that is turned up, and the ten it may count.
    const MOST_BURNT: u16 = 11;

    /// The game of a book with these choices.
    pub fn new(book: &Book, choice: &Choice) -> Result<Game, NoGame> {
        let decks = choice.decks;
        if decks == 0 || decks > Game::MOST_DECKS {
            return Err(NoGame::Decks(decks));
        }
        let never_cut = book.rules.cut.never_for.values().any(|device| *device == choice.device);
        let back_each_coup = choice.device == Device::ShufflingDevice;
        let ending = match never_cut || back_each_coup {
            true => Ending::EveryCoup,
            false => Game::cutting_card(book, choice)?,
        };
        let burns = Rank::ALL.map(|rank| {
            let rule = book.rules.burn.counts.find(|value| value.cards.0.contains(&rank));
            rule.map_or(0, |value| value.counts.of(rank))
        });
        Ok(Game {
            decks,
            ending,
            burn: choice.burn,
            burns,
            tableau: book.tableau().clone(),
            values: book.values().clone(),
        })
    }

    fn cutting_card(book: &Book, choice: &Choice) -> Result<Ending, NoGame> {
        let last = &book.rules.last;
        let (Some(&after_first), Some(&after_later)) =
            (last.after_cutting_card_first.get(), last.after_cutting_card_later.get())
        else {
            return Err(NoGame::NoEnd);
        };
        let after_tie = last.after_tie.get().copied().unwrap_or(0);
        let from_back = choice.from_back;
        let cards = u16::from(choice.decks) * 52;
        if from_back >= cards {
            return Err(NoGame::NothingBefore { from_back, cards });
        }
        // The coup of which the cutting card comes first lies wholly behind it; of a coup during which it comes, at
        // most all cards but one do.
        let further = |after: u8| u16::from(if after == 0 { after_tie } else { after }) * Game::MOST_TAKEN;
        // A burn may reach behind it too: its card, and at most ten more.
        let burnt = Game::MOST_BURNT.saturating_sub(cards - from_back);
        let needed = burnt
            + (Game::MOST_TAKEN + further(after_first)).max(Game::MOST_TAKEN - 1 + further(after_later));
        if from_back < needed {
            return Err(NoGame::RunsOut { from_back, needed });
        }
        let at = usize::from(cards - from_back);
        Ok(Ending::CuttingCard { at, after_first, after_later, after_tie })
    }

    /// The same game with the cutting card elsewhere. Without one, nothing changes.
    pub fn with_cutting_card(&self, book: &Book, from_back: u16) -> Result<Game, NoGame> {
        let choice = Choice { decks: self.decks, device: Device::CardShoe, burn: self.burn, from_back };
        let ending = match self.ending {
            Ending::EveryCoup => Ending::EveryCoup,
            Ending::CuttingCard { .. } => Game::cutting_card(book, &choice)?,
        };
        Ok(Game { ending, ..self.clone() })
    }

    /// How many decks a shoe has.
    pub fn decks(&self) -> u8 {
        self.decks
    }

    /// How many cards a shoe has.
    pub fn cards(&self) -> usize {
        usize::from(self.decks) * Card::KINDS
    }

    /// How a shoe ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The chart of third cards.
    pub fn tableau(&self) -> &Tableau {
        &self.tableau
    }

    /// How many cards go away unplayed when this card comes first.
    pub fn burnt(&self, first: Card) -> usize {
        match self.burn {
            None => 0,
            Some(BurnStyle::OneUnseen | BurnStyle::OneShownOnRequest) => 1,
            Some(BurnStyle::FaceUpAndItsCount) => 1 + usize::from(self.burns[first.rank as usize]),
        }
    }

    /// Is the first card burnt for all to see, or for whoever asks?
    pub fn burn_is_seen(&self) -> bool {
        matches!(self.burn, Some(BurnStyle::FaceUpAndItsCount | BurnStyle::OneShownOnRequest))
    }
}

/// How far a shoe is from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    ending: Ending,
    /// How many coups are left, once that is known.
    left: Option<u8>,
}

impl Progress {
    pub(crate) fn new(game: &Game) -> Progress {
        Progress { ending: game.ending, left: None }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.left == Some(0)
    }

    /// Takes in a coup that was dealt: where its first card lay, how many it took, and whether it was a tie.
    #[inline(always)]
    pub(crate) fn dealt(&mut self, start: usize, cards: usize, tie: bool) {
        self.left = match (self.left, self.ending) {
            (Some(left), _) => Some(left.saturating_sub(1)),
            (None, Ending::EveryCoup) => Some(0),
            (None, Ending::CuttingCard { at, after_first, after_later, after_tie }) => {
                let after = if start >= at { after_first } else { after_later };
                match start + cards > at {
                    false => None,
                    true if after == 0 && tie => Some(after_tie),
                    true => Some(after),
                }
            }
        };
    }
}
