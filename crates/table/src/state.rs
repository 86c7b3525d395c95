//! The state of a table: everything that follows from its events.

use crate::bets::stake::{Stake, StakeId};
use crate::cite::Citation;
use crate::command::{Approval, NamedFor, Proposal, TableChange};
use crate::pay::record::{CoupRecord, OpenItem, SettledStake};
use crate::person::{Actor, Name};
use crate::settings::{Limits, Settings};
use crate::time::Time;
use crate::trouble::conduct::Breach;
use crate::trouble::dispute::Dispute;
use crate::trouble::malfunction::Trouble;
use crate::trouble::matter::Matter;
use crate::trouble::window::Window;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{PairKind, Side, Winner};
use baccarat::rules::cards::{Preparation, ShuffleWhen, Supply};
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::play::{Face, NoBetSource};
use baccarat::rules::rulings::{Irregularity, Measure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A patron, at the table or gone from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patron {
    /// Chips in hand.
    pub chips: Money,
    /// Promotional tokens in hand.
    pub tokens: Money,
    /// Won, and not paid because no chips of the table make it.
    pub owed: Money,
    /// The seat, counted from the dealer's right.
    pub seat: Option<u8>,
    /// At the table.
    pub present: bool,
    /// Coups in a row without a wager.
    pub idle: u8,
    /// Has bet since arriving.
    pub playing: bool,
    /// Was told that further short wagers will be returned.
    pub warned: bool,
    /// A limit of their own.
    pub personal: Option<Limits>,
    /// The minimum kept from before it rose.
    pub kept_minimum: Option<Money>,
    /// The table's limits of that time.
    pub former_limits: Option<Limits>,
}

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

/// Wagers may be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Betting {
    /// The dealer has opened it.
    pub open: bool,
    /// When the clock reaches zero.
    pub until: Option<Time>,
    /// What closes betting has happened.
    pub closed: bool,
    /// What the dealer has called.
    pub called: Vec<CallWords>,
    /// A no-bet coup was directed, and on what ground.
    pub no_bet: Option<NoBetSource>,
    /// The cutting card came before the first card.
    pub cutting_card_first: bool,
}

/// How far a coup has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Closed for good.
    Closed,
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
}

impl Shoe {
    /// So many cards have left it. A forged log may tell of more than any shoe holds, which ends nothing.
    pub(crate) fn draw(&mut self, cards: u16) {
        self.drawn = self.drawn.saturating_add(cards);
    }
}

/// What was so of a shoe when its last coup ended, kept until somebody touches its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedShoe {
    /// The shoe.
    pub shoe: Shoe,
    /// Its results.
    pub results: Vec<Result>,
    /// The designated patron.
    pub designated: Designated,
}

/// One finished coup, as the display shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Result {
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

/// A change announced and not yet made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// The change.
    pub change: TableChange,
    /// When the sign went up or patrons were told.
    pub since: Time,
    /// From when the sign says; none if patrons were only told.
    pub effective: Option<Time>,
}

/// The designated patron of a dealing method that has one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The number of the next stake.
    pub next_stake: u32,
    /// Chips the table holds.
    pub float: Money,
    /// Chips brought to the float since the table opened, less those taken from it.
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
    pub results: Vec<Result>,
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
    /// Every coup that has ended, with what was settled in it.
    pub record: Vec<CoupRecord>,
    /// The shoe that has just ended, while its cards still lie in it.
    pub ended: Option<Box<EndedShoe>>,
    /// What could not be given back or taken back at once.
    pub open_items: Vec<OpenItem>,
    /// Wagers of patrons who are gone, whose coup was put right: they are settled on paper.
    pub on_paper: Vec<Stake>,
    /// Everything that waited, or waits, for somebody's decision.
    pub matters: Vec<Matter>,
    /// A shuffling device that has failed and is not yet done with.
    pub trouble: Option<Box<Trouble>>,
    /// Every breach reported.
    pub breaches: Vec<Breach>,
    /// Who may no longer play here, by which measure.
    pub barred: BTreeMap<Name, Measure>,
    /// Every dispute opened.
    pub disputes: Vec<Dispute>,
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

    /// Everyone at the table who may play, in order of arrival.
    pub fn players(&self) -> impl Iterator<Item = (&Name, &Patron)> {
        let barred = |name: &Name| !self.barred.is_empty() && self.barred.contains_key(name);
        self.arrivals
            .iter()
            .filter_map(move |name| Some((name, self.present(name).filter(|_| !barred(name))?)))
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
