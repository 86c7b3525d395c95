//! A coup: how far it has come, its hands and who holds them, its result.

use super::Window;
use crate::person::Name;
use baccarat::card::Card;
use baccarat::outcome::{Outcome, PairKind, Side, Winner};
use baccarat::rules::people::CallWords;
use baccarat::rules::play::{Face, NoBetSource};
use baccarat::rules::rulings::Irregularity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The cards for which a holder names others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NamedFor {
    /// All of the hand's cards.
    #[default]
    All,
    /// The first two.
    Initial,
    /// The third.
    Third,
}

/// How far a coup has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The first four cards are dealt and shown.
    Initial,
    /// The player's third card is owed.
    PlayerOwed,
    /// The player is done.
    PlayerDone,
    /// The banker's third card is owed.
    BankerOwed,
    /// Both hands are complete.
    Complete,
    /// The result is known.
    Decided,
    /// All wagers are settled.
    Settled,
}

/// Who holds a hand's cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Holding {
    /// Who is asked now.
    pub offered: Option<Name>,
    /// Who refused.
    pub refused: Vec<Name>,
    /// Who holds them.
    pub holder: Option<Name>,
    /// The cards are with patrons, not with the dealer.
    pub out: bool,
    /// Others whom the holder named.
    pub nominees: Vec<Name>,
    /// Which cards they were named for.
    pub named_for: NamedFor,
    /// The nominee to whom a single card was passed.
    pub card_with: Option<Name>,
    /// The dealer keeps them.
    pub kept: bool,
}

/// A coup being dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coup {
    /// Its number at this table.
    pub number: u32,
    /// Nobody may bet on it.
    pub no_bet: bool,
    /// On what ground nobody may.
    pub no_bet_by: Option<NoBetSource>,
    /// The player's cards; one that lies face down is not known.
    pub player: Vec<Option<Card>>,
    /// The banker's cards.
    pub banker: Vec<Option<Card>>,
    /// How far it has come.
    pub stage: Stage,
    /// What the dealer has called since the first card.
    pub called: Vec<CallWords>,
    /// Options that are settled before third cards are settled.
    pub early_settled: bool,
    /// The cutting card came as its first card.
    pub cutting_card_first: bool,
    /// The cutting card came later in it.
    pub cutting_card_later: bool,
    /// Who holds the player's cards.
    pub player_holding: Holding,
    /// Who holds the banker's cards.
    pub banker_holding: Holding,
    /// Which way up its first card was dealt.
    pub face: Option<Face>,
    /// Patrons may take wagers back, or alter them, before it goes on.
    pub window: Option<Window>,
    /// It has no effect.
    pub void: bool,
    /// What has gone wrong in it and was ruled on.
    pub ruled: Vec<Irregularity>,
    /// Patrons to whom cards were wrongly passed, as far as they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_to: Vec<Name>,
}

impl Coup {
    /// The cards of a hand.
    pub fn hand(&self, side: Side) -> &Vec<Option<Card>> {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    pub(crate) fn hand_mut(&mut self, side: Side) -> &mut Vec<Option<Card>> {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }

    /// Who holds a hand.
    pub fn holding(&self, side: Side) -> &Holding {
        match side {
            Side::Player => &self.player_holding,
            Side::Banker => &self.banker_holding,
        }
    }

    pub(crate) fn holding_mut(&mut self, side: Side) -> &mut Holding {
        match side {
            Side::Player => &mut self.player_holding,
            Side::Banker => &mut self.banker_holding,
        }
    }

    /// Does this hand lie open?
    pub fn is_shown(&self, side: Side) -> bool {
        self.hand(side).iter().all(Option::is_some)
    }
}

/// One finished coup, as the display shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoupResult {
    /// The number of the coup.
    pub coup: u32,
    /// Which hand won.
    pub winner: Winner,
    /// The player's final count.
    pub player: u8,
    /// The banker's final count.
    pub banker: u8,
    /// The player's pair.
    pub player_pair: Option<PairKind>,
    /// The banker's pair.
    pub banker_pair: Option<PairKind>,
    /// Either hand was a natural.
    pub natural: bool,
}

impl CoupResult {
    pub(crate) fn of(coup: u32, outcome: &Outcome) -> CoupResult {
        CoupResult {
            coup,
            winner: outcome.winner(),
            player: outcome.totals.player,
            banker: outcome.totals.banker,
            player_pair: outcome.pairs.player,
            banker_pair: outcome.pairs.banker,
            natural: outcome.player_natural || outcome.banker_natural,
        }
    }
}

/// The designated patron of a dealing method that has one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Designated {
    /// Who holds the role.
    pub holder: Option<Name>,
    /// Who is asked now.
    pub offered: Option<Name>,
    /// Those who declined since the last holder.
    pub declined: Vec<Name>,
    /// Whoever held it last, from whose right the next offer starts.
    pub last: Option<Name>,
    /// Where that patron sat.
    pub last_seat: Option<u8>,
    /// Everyone declined, so that the dealer keeps all cards to the end of the shoe.
    pub nobody: bool,
}
