//! The cards: being made ready, in the shoe, carried over.

use super::{CoupResult, Designated};
use crate::cite::Citation;
use crate::person::{Actor, Name};
use baccarat::card::Card;
use baccarat::rules::cards::{Preparation, ShuffleWhen, Supply};
use baccarat::rules::rulings::Irregularity;
use serde::{Deserialize, Serialize};

/// What is still to be done before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ready {
    /// The cards are checked.
    Check,
    /// A step of preparing them.
    Prepare(Preparation),
    /// They are shuffled.
    Shuffle,
    /// They are cut.
    Cut,
    /// The cutting card that marks the end goes in.
    InsertCuttingCard,
    /// They go into the shoe or device.
    Load,
    /// The first card is burnt.
    Burn,
    /// Further cards are burnt.
    BurnRest(u8),
}

/// The cut under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cutting {
    /// A supervisor left it to the patrons.
    pub players: bool,
    /// Whoever is asked now.
    pub offered: Option<Name>,
    /// Those who refused, or named another.
    pub refused: Vec<Name>,
    /// Whoever is asked was named by the one before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
}

/// Cards being made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preparing {
    /// What is still to be done, in order.
    pub ready: Vec<Ready>,
    /// Who has checked the cards, each in the role that counts for it.
    pub checked: Vec<Actor>,
    /// The cut.
    pub cutting: Cutting,
    /// A riffle was asked for.
    pub riffle_asked: bool,
    /// The first shoe since the table opened.
    pub opening: bool,
    /// What brought the cards here.
    pub occasion: ShuffleWhen,
    /// What it rests on that they came out to be shuffled or checked; nothing where they only came to the table.
    pub brought: Citation,
}

/// What is known of the shoe in use. Which cards are still in it is nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shoe {
    /// Its number at this table.
    pub number: u32,
    /// Cards that have been seen to leave it.
    pub seen: Vec<Card>,
    /// How many cards have left it.
    pub drawn: u16,
    /// How many more coups come out of it, once that is known.
    pub coups_left: Option<u8>,
    /// A tie has already earned it the extra coup.
    pub tie_used: bool,
    /// The shuffle after it was missed, and a coup is played from it all the same.
    pub unshuffled: bool,
    /// Patrons have handled its cards.
    pub handled: bool,
    /// Patrons have handled them who were not to.
    #[serde(default)]
    pub touched: bool,
    /// Its cards have been found unfit.
    pub unfit: bool,
    /// A shuffle is ordered for the end of the coup, and what that rests on.
    pub shuffle_ordered: Option<Citation>,
    /// The burn reached the cutting card.
    pub cutting_card_in_burn: bool,
    /// The cutting card came as the first card of a coup that is over.
    pub cutting_card_first: bool,
    /// How the cards came.
    pub supply: Supply,
    /// The burnt card may be shown to patrons who ask.
    pub burnt_card_asked: bool,
    /// The burnt card, once it was shown.
    pub burnt_card: Option<Card>,
    /// Cards out of it that belong to the coming coup, in the order they left it.
    pub carried: Vec<Carried>,
    /// The last coup was void because its cards could not be put in order.
    pub disordered: bool,
    /// Its burn is on record, whole.
    #[serde(default)]
    pub burnt: bool,
    /// How many cards lie before the cutting card, where that was counted.
    #[serde(default)]
    pub cutting_card_at: Option<u16>,
}

impl Shoe {
    /// `cards` more have left it. A forged log may tell of more than any shoe holds, which ends nothing.
    pub(crate) fn draw(&mut self, cards: u16) {
        self.drawn = self.drawn.saturating_add(cards);
    }
}

/// A card that left the shoe too early and belongs to the coming coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// What it is, if it was seen.
    pub card: Option<Card>,
    /// Nobody may bet on the coup it opens.
    pub no_bet: bool,
    /// What went wrong.
    pub when: Irregularity,
}

/// What was so of a shoe when its last coup ended, kept until somebody touches its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedShoe {
    /// The shoe.
    pub shoe: Shoe,
    /// Its results.
    pub results: Vec<CoupResult>,
    /// The designated patron.
    pub designated: Designated,
}
