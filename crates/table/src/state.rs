//! The state of a table: everything that follows from its events. Each room owns its part and alone changes it; all may read.

mod betting;
mod cards;
mod coup;
mod due;
mod notice;
pub mod past;
mod people;
pub mod record;
mod settled;
mod stake;
mod trouble;

pub use betting::{Betting, GivenPlace};
pub use cards::{Carried, Cutting, EndedShoe, Preparing, Ready, Shoe};
pub use coup::{Coup, CoupResult, Designated, Holding, NamedFor, Stage};
pub use due::Due;
pub use notice::{Announced, Approval, Disclosure, Proposal, TableChange};
pub use people::Patron;
pub use settled::{Settled, SettledAs};
pub use stake::{Stake, StakeId};
pub use trouble::{
    Award, Breach, Correction, Decision, Dispute, DisputeDecision, Finding, ForfeitedFrom, Matter, Moved,
    Opened, Remedy, Report, Subject, Trouble, Undone, Verdict, Window,
};

use crate::person::{Actor, Name};
use crate::settings::{Limits, Settings};
use crate::time::Time;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use baccarat::rules::people::Role;
use baccarat::rules::play::Face;
use baccarat::rules::rulings::Measure;
use baccarat::wager::WagerId;
use past::Past;
use record::{CoupRecord, OpenItem, SettledStake};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where play is.
// A table holds one phase, so a box around the largest would cost more than it saves.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Cards are made ready.
    Preparing(Preparing),
    /// Wagers may be made.
    Betting(Betting),
    /// A coup is dealt.
    Coup(Coup),
    /// Closed, until it is opened again.
    Closed,
}

/// The session of a tournament that a table is given to. Wagers are made in the tournament, with its own chips; the table deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The tournament.
    pub tournament: String,
    /// Which of its tables this is, counted from 1.
    pub table: u8,
}

/// How a session is played by the conditions of its tournament. A table that deals otherwise is not taken for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionTerms {
    /// The id of the book.
    pub book: String,
    /// The settlement method.
    pub method: String,
    /// The dealing method, where the book has methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealing: Option<String>,
}

/// Everything that follows from a table's events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What the operator set, as changed since.
    pub settings: Settings,
    /// Where play is.
    pub phase: Phase,
    /// The latest time at which an event came.
    pub last: Time,
    /// Staff on duty, and their roles.
    pub staff: BTreeMap<Name, BTreeSet<Role>>,
    /// Everyone who came, in order of arrival.
    pub arrivals: Vec<Name>,
    /// Everyone who came.
    pub patrons: BTreeMap<Name, Patron>,
    /// Stakes on the layout, in the order they were placed.
    pub stakes: Vec<Stake>,
    /// The limits under which stakes were made that have since been changed.
    pub made_under: BTreeMap<StakeId, Limits>,
    /// Maxima of areas that bind from the next coup on, each with the wager whose area it is.
    #[serde(default)]
    pub next_areas: Vec<(Option<WagerId>, Option<Money>)>,
    /// The number of the next stake.
    pub next_stake: u32,
    /// Chips the table holds.
    pub float: Money,
    /// The last count of the float by what each chip is worth, where it was made so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Pieces>,
    /// The chips with which the table closed, where they were counted by what each is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Pieces>,
    /// Chips brought to the table since it first opened, to the float or by patrons, less those taken from it.
    pub brought: Money,
    /// Promotional tokens the table holds.
    pub token_float: Money,
    /// Cash in the drop box.
    pub drop: Money,
    /// Vouchers in the drop box.
    pub vouchers: Money,
    /// The shoe in use.
    pub shoe: Shoe,
    /// What supervisors have approved and is still good.
    pub approved: Vec<Approval>,
    /// Who has agreed to what.
    pub agreed: BTreeMap<Proposal, BTreeSet<Name>>,
    /// A patron asked for a no-bet coup.
    pub no_bet_asked: bool,
    /// Changes announced.
    pub announced: Vec<Announced>,
    /// Finished coups of this shoe, as the display shows them.
    pub results: Vec<CoupResult>,
    /// How many coups have been dealt.
    pub coups: u32,
    /// The designated patron.
    pub designated: Designated,
    /// Nobody was at the table since the last coup.
    pub vacant: bool,
    /// Which way up cards are dealt from the next shoe on, where that was changed.
    pub next_faces: Option<Face>,
    /// Who has checked the cards since the table closed.
    pub checked_after: Vec<Actor>,
    /// Stakes that stood off and still lie there for the next coup.
    pub riding: Vec<StakeId>,
    /// Stakes settled in the coup under way.
    pub settled: Vec<SettledStake>,
    /// The last coups that have ended, with what was settled in each. Shared, so that a table that is copied to judge several acts
    /// copies no history.
    pub record: Vec<Arc<CoupRecord>>,
    /// Those before them.
    pub past: Past,
    /// The shoe that has just ended, while its cards still lie in it.
    pub ended: Option<Box<EndedShoe>>,
    /// What could not be given back or taken back at once.
    pub open_items: Vec<OpenItem>,
    /// Wagers of patrons who are gone, whose coup was put right: they are settled on paper.
    pub on_paper: Vec<Stake>,
    /// Everything that waits for somebody's decision, and the last that did.
    pub matters: Vec<Matter>,
    /// A shuffling device that has failed and is not yet done with.
    pub trouble: Option<Box<Trouble>>,
    /// Every breach reported about which nothing was done, and the last others.
    pub breaches: Vec<Breach>,
    /// Who may no longer play here, by which measure.
    pub barred: BTreeMap<Name, Measure>,
    /// Every dispute that may still be decided, and the last others.
    pub disputes: Vec<Dispute>,
    /// How many matters, breaches and disputes there were, with those that are closed and forgotten.
    #[serde(default)]
    pub opened: Opened,
    /// The session of a tournament that the table is given to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Session>,
}

impl State {
    /// A patron who is at the table.
    pub fn present(&self, name: &Name) -> Option<&Patron> {
        self.patrons.get(name).filter(|patron| patron.present)
    }

    /// Is there no wager to settle, on the layout or on paper?
    pub fn nothing_down(&self) -> bool {
        self.stakes.is_empty() && self.on_paper.is_empty()
    }

    /// Are there wagers to deal a coup for: on the layout, or those of the tournament that the table is given to?
    pub fn wagers_down(&self) -> bool {
        !self.stakes.is_empty() || self.session.is_some()
    }

    /// The seconds of the wagering period. A tournament has a time of its own.
    pub(crate) fn period(&self) -> Option<u32> {
        self.settings.period_seconds.filter(|_| self.session.is_none())
    }

    /// Everyone at the table who may play, in order of arrival.
    pub fn players(&self) -> impl Iterator<Item = (&Name, &Patron)> {
        let barred = |name: &Name| !self.barred.is_empty() && self.barred.contains_key(name);
        self.arrivals
            .iter()
            .filter_map(move |name| Some((name, self.present(name).filter(|_| !barred(name))?)))
    }

    /// Everyone who takes part in the game: with a seat, with chips or tokens in hand, or with a wager. Whoever only looks on is no
    /// player, and is neither asked nor heard.
    pub fn participants(&self) -> impl Iterator<Item = (&Name, &Patron)> {
        self.players().filter(|(name, patron)| self.takes_part(name, patron))
    }

    /// Does this patron take part in the game?
    pub(crate) fn takes_part(&self, name: &Name, patron: &Patron) -> bool {
        patron.seat.is_some()
            || patron.chips.0 > 0
            || patron.tokens.0 > 0
            || self.stakes.iter().any(|stake| stake.patron == *name)
    }

    /// Seated patrons by seat, counted from the dealer's right.
    pub fn seated(&self) -> Vec<(u8, &Name)> {
        let mut seated: Vec<(u8, &Name)> =
            self.players().filter_map(|(name, patron)| Some((patron.seat?, name))).collect();
        seated.sort();
        seated
    }

    /// The stake with this number.
    pub fn stake(&self, id: StakeId) -> Option<&Stake> {
        self.stakes.iter().find(|stake| stake.id == id)
    }

    /// The chips with which the table opened: those in hand, on the layout and in the float, less what was brought
    /// since. No event may change it.
    pub fn all_chips(&self) -> Money {
        self.float - self.brought
            + self.patrons.values().map(|patron| patron.chips).sum()
            + self.staked(false)
    }

    /// All promotional tokens there are.
    pub fn all_tokens(&self) -> Money {
        self.token_float + self.patrons.values().map(|patron| patron.tokens).sum() + self.staked(true)
    }

    fn staked(&self, tokens: bool) -> Money {
        use baccarat::rules::betting::ChipKind;
        let wanted = if tokens { ChipKind::PromotionalTokens } else { ChipKind::Chips };
        self.stakes.iter().filter(|stake| stake.kind == wanted).map(|stake| stake.amount).sum()
    }
}
