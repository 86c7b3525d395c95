//! What happened, as each role is told of it.

use super::board::{StakeView, seat_of};
use crate::keyed_by::Keyed;
use crate::typed::{TypedActor, TypedPlayerFact, TypedPublicFact, TypedStaffFact, fields_apart};
use baccarat::basis::ClauseNumber;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{PairKind, Side, Winner};
use baccarat::rules::betting::Closing;
use baccarat::rules::cards::Preparation;
use baccarat::rules::people::{CallWords, Role, Tidings};
use baccarat::rules::play::NoBetSource;
use baccarat::rules::rulings::{Ground, Irregularity};
use baccarat::wager::WagerId;
use schemars::JsonSchema;
use serde::Serialize;
use table::{
    Actor, Award, Event, Fact, Limits, Moved, Name, Settled, SettledAs, Stake, StakeId, Subject, Table,
    TableChange, Time, bets, cards, deal, notice, pay, people, trouble,
};
use utoipa::ToSchema;

/// An event as everybody at the table sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PublicEvent {
    /// Its number.
    pub seq: u64,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// What.
    #[serde(flatten)]
    #[schema(value_type = TypedPublicFact)]
    pub fact: PublicFact,
    /// Under which clauses.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// An event as a player sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlayerEvent {
    /// Its number.
    pub seq: u64,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// What.
    #[serde(flatten)]
    #[schema(value_type = TypedPlayerFact)]
    pub fact: PlayerFact,
    /// It is about this player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub you: bool,
    /// Staff keyed it for this player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub keyed: bool,
    /// Under which clauses.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
}

/// What a player is told: what everybody sees, and what is this player's own.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum PlayerFact {
    Public(PublicFact),
    Own(OwnFact),
}

/// An event as staff on duty, surveillance and inspectors see it: all of it. It never holds an undealt card, because no
/// event does.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StaffEvent {
    /// Its number.
    pub seq: u64,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// What. Fields that it calls `at` or `by` are told as `fact_at` and `fact_by`.
    #[serde(flatten, serialize_with = "fields_apart")]
    #[schema(value_type = TypedStaffFact)]
    pub fact: Fact,
    /// In words.
    pub message: String,
    /// By whose hand.
    #[schema(value_type = TypedActor)]
    pub by: Actor,
    /// Who keyed it, where staff did so for a patron.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyed_by: Option<Keyed>,
    /// Under which clauses.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
    /// Topics on which the book says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub silences: Vec<String>,
}

impl StaffEvent {
    /// An event, whole.
    pub fn of(seq: u64, event: &Event, keyed_by: Option<Keyed>) -> StaffEvent {
        StaffEvent {
            seq,
            at: event.at,
            fact: event.fact.clone(),
            message: event.fact.to_string(),
            by: event.by.clone(),
            keyed_by,
            clauses: event.cites.clauses.clone(),
            silences: event.cites.silences.clone(),
        }
    }
}

/// Something that everybody at the table sees. People are told only by their seats.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "fact", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum PublicFact {
    TableOpened,
    Arrived,
    Left,
    SeatTaken {
        seat: u8,
    },
    SeatVacated {
        seat: u8,
    },
    CardsChecked,
    CardsPrepared {
        step: Preparation,
    },
    Shuffled,
    Riffled,
    CutOffered {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    CutRefused {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    CutMade {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        depth: u16,
    },
    CuttingCardInserted {
        from_back: u16,
    },
    CardsLoaded,
    CardBurnt {
        card: Option<Card>,
        owed: u8,
    },
    RestBurnt {
        cards: u8,
    },
    BurntCardShown {
        card: Card,
    },
    PlayStarted,
    CardsReplaced,
    CardsUnfit,
    ShuffleOrdered,
    CardsVerified,
    BettingOpened {
        until: Option<Time>,
    },
    WagerPlaced {
        stake: StakeView,
    },
    WagerChanged {
        id: StakeId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        from: Money,
        to: Money,
    },
    WagerMoved {
        id: StakeId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        to_box: u8,
        to_wager: WagerId,
    },
    WagerWithdrawn {
        id: StakeId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    WagerReturned {
        id: StakeId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    WagerScaled {
        id: StakeId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        from: Money,
        to: Money,
    },
    PlaceGiven {
        #[serde(rename = "box")]
        area: u8,
        wager: WagerId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    CashReturned {
        #[serde(rename = "box")]
        area: u8,
        wager: WagerId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    DifferentialExceeded {
        by: Money,
    },
    NoBetAsked,
    NoBetDirected {
        source: NoBetSource,
    },
    BettingClosed {
        by: Closing,
    },
    Called {
        words: CallWords,
    },
    CuttingCardSeen {
        first: bool,
    },
    CoupStarted {
        number: u32,
        no_bet: bool,
    },
    CardDealt {
        to: Side,
        card: Option<Card>,
    },
    HandOffered {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    HandTaken {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    HandRefused {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    HandKept {
        side: Side,
    },
    CardPassed {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    HandCollected {
        side: Side,
    },
    CardsForfeited {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    RoleOffered {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    RoleTaken {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    RoleEnded,
    Exposed {
        side: Side,
        cards: Vec<Card>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    HandStands {
        side: Side,
        total: u8,
    },
    HandDraws {
        side: Side,
        total: u8,
    },
    NaturalSeen {
        player: u8,
        banker: u8,
    },
    CoupDecided {
        winner: Winner,
        player: u8,
        banker: u8,
        player_pair: Option<PairKind>,
        banker_pair: Option<PairKind>,
        natural: bool,
    },
    WagerSettled {
        id: StakeId,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        #[serde(rename = "box")]
        area: u8,
        wager: WagerId,
        staked: Money,
        outcome: SettledAs,
        paid: Money,
        returned: Money,
        stays: bool,
    },
    AllSettled {
        early: bool,
    },
    CoupEnded {
        number: u32,
    },
    LastCoupComing,
    OldShoeGoesOn,
    ShuffleDue,
    SignPosted {
        change: TableChange,
        effective: Time,
    },
    PlayersTold {
        change: TableChange,
    },
    ChangeMade {
        change: TableChange,
    },
    Restricted {
        option: String,
    },
    RestrictionLifted {
        option: String,
    },
    SessionBegan {
        tournament: String,
        table: u8,
    },
    SessionEnded,
    TableClosed,
    CoupInvalidated {
        number: u32,
        ground: Ground,
    },
    Ruled {
        when: Irregularity,
    },
    CardCarried {
        card: Option<Card>,
    },
    CardSetAside {
        card: Option<Card>,
    },
    BurnForgone,
    CoupReopened {
        number: u32,
    },
    CoupReconstructed {
        player: Vec<Option<Card>>,
        banker: Vec<Option<Card>>,
    },
    RecordCorrected {
        coup: u32,
        player: Vec<Option<Card>>,
        banker: Vec<Option<Card>>,
    },
    WindowOpened,
    CoupResumed,
    CoupVoided {
        number: u32,
    },
    PlayGoesOn,
    SettlementUndone {
        coup: u32,
        id: StakeId,
    },
    SettlementReopened,
    MatterOpened {
        id: u32,
        when: Irregularity,
    },
    MatterDecided {
        id: u32,
    },
    CardsTakenOut,
    DeviceFailed,
    CoupInterrupted,
}

/// Something that is told to one patron alone.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "fact", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OwnFact {
    BoughtIn {
        cash: Money,
    },
    ChipsBrought {
        chips: Money,
    },
    ChipsTaken {
        chips: Money,
    },
    VoucherSwapped {
        worth: Money,
    },
    PersonTold {
        what: Tidings,
    },
    WagerSettled {
        id: StakeId,
        wager: WagerId,
        staked: Money,
        result: Settled,
    },
    WagerReturned {
        id: StakeId,
        reason: String,
    },
    PersonalLimitSet {
        limits: Limits,
    },
    RemainderDecided {
        owed: Money,
        paid: Money,
    },
    SettlementUndone {
        coup: u32,
        stake: Stake,
        result: Settled,
    },
    SettledOnPaper {
        coup: u32,
        stake: Stake,
        result: Settled,
    },
    OpenItemSettled {
        coup: u32,
        amount: Money,
    },
    WagerCorrected {
        coup: u32,
        stake: Stake,
        was: Stake,
    },
    PaymentRighted {
        coup: u32,
        stake: Stake,
        was: Moved,
        right: Moved,
        open: bool,
    },
    WagerForfeited {
        coup: u32,
        stake: Stake,
    },
    RulesShown,
    DisputeOpened {
        id: u32,
        about: String,
    },
    DisputeDecided {
        id: u32,
    },
    DisputeSettled {
        id: u32,
        award: Award,
        open: bool,
    },
    ReviewAsked {
        id: u32,
    },
    /// Staff did something for this patron of which nobody else is told.
    DoneForYou {
        message: String,
    },
}

/// An event as it is told, worked out once when it happens.
#[derive(Clone, Debug)]
pub struct Published {
    /// Its number.
    pub seq: u64,
    /// The event.
    pub event: Event,
    /// What everybody is told.
    pub public: Option<PublicFact>,
    /// What the patron whom it is about is told beyond that.
    pub own: Option<OwnFact>,
    /// That patron.
    pub about: Option<Name>,
    /// Who keyed it, where staff did so for a patron.
    pub keyed_by: Option<Keyed>,
}

impl Published {
    /// Tells an event; the table is as it was before it.
    pub fn of(seq: u64, event: Event, before: &Table) -> Published {
        let (public, own, about) = disclose(&event, Some(before));
        Published { seq, event, public, own, about, keyed_by: None }
    }

    /// Tells an event to whoever asked for it, whenever they ask: without where anybody sat then.
    pub fn answer(seq: u64, event: Event) -> Published {
        let (public, own, about) = disclose(&event, None);
        Published { seq, event, public, own, about, keyed_by: None }
    }

    /// The same, keyed for a patron. Whatever it is, that patron is told of it.
    pub fn keyed_by(mut self, keyed_by: Option<Keyed>) -> Published {
        if keyed_by.is_some() && self.event.by.role == Role::Player {
            let patron = self.event.by.name.clone();
            if self.public.is_none() && self.about.as_ref() != Some(&patron) {
                self.own = Some(OwnFact::DoneForYou { message: self.event.fact.to_string() });
            }
            self.about.get_or_insert(patron);
        }
        self.keyed_by = keyed_by;
        self
    }

    /// To everybody.
    pub fn to_all(&self) -> Option<PublicEvent> {
        let fact = self.public.clone()?;
        Some(PublicEvent {
            seq: self.seq,
            at: self.event.at,
            fact,
            clauses: self.event.cites.clauses.clone(),
        })
    }

    /// To a player.
    pub fn to_player(&self, name: &Name) -> Option<PlayerEvent> {
        let you = self.about.as_ref() == Some(name);
        let fact = match (&self.own, &self.public) {
            (Some(own), _) if you => PlayerFact::Own(own.clone()),
            (_, public) => PlayerFact::Public(public.clone()?),
        };
        let clauses = self.event.cites.clauses.clone();
        let keyed = you && self.keyed_by.is_some();
        Some(PlayerEvent { seq: self.seq, at: self.event.at, fact, you, keyed, clauses })
    }

    /// To staff.
    pub fn to_staff(&self) -> StaffEvent {
        StaffEvent::of(self.seq, &self.event, self.keyed_by.clone())
    }
}

type Disclosed = (Option<PublicFact>, Option<OwnFact>, Option<Name>);

/// What everybody is told, what one patron is told, and who that is. A new fact must be given its place here. Without the table as it
/// was before, nobody's seat is told, and what is a patron's own is that of whoever asked.
fn disclose(event: &Event, before: Option<&Table>) -> Disclosed {
    use PublicFact as P;
    let seat = |name: &Name| before.and_then(|before| seat_of(before, name));
    let stake = |id: &StakeId| before.and_then(|before| before.state().stake(*id));
    let asker = || (event.by.role == Role::Player).then(|| event.by.name.clone());
    let owner = |id: &StakeId| match before {
        Some(_) => stake(id).map(|stake| stake.patron.clone()),
        None => asker(),
    };
    let owner_seat = |id: &StakeId| stake(id).and_then(|stake| seat(&stake.patron));
    let all = |public| (Some(public), None, None);
    let with = |public, name: &Name| (Some(public), None, Some(name.clone()));
    let owned = |public, id: &StakeId| (Some(public), None, owner(id));
    let only = |own, name: &Name| (None, Some(own), Some(name.clone()));
    let nobody = (None, None, None);
    match event.fact.clone() {
        Fact::Notice(notice::Fact::TableOpened { .. }) => all(P::TableOpened),
        Fact::People(people::Fact::Arrived { patron }) => with(P::Arrived, &patron),
        Fact::People(people::Fact::Left { patron }) => with(P::Left, &patron),
        Fact::People(people::Fact::SeatTaken { patron, seat }) => with(P::SeatTaken { seat }, &patron),
        Fact::People(people::Fact::SeatVacated { patron, seat }) => with(P::SeatVacated { seat }, &patron),
        Fact::People(people::Fact::BoughtIn { patron, cash }) => only(OwnFact::BoughtIn { cash }, &patron),
        Fact::People(people::Fact::ChipsBrought { patron, chips }) => {
            only(OwnFact::ChipsBrought { chips }, &patron)
        }
        Fact::People(people::Fact::ChipsTaken { patron, chips }) => {
            only(OwnFact::ChipsTaken { chips }, &patron)
        }
        Fact::People(people::Fact::VoucherSwapped { patron, worth }) => {
            only(OwnFact::VoucherSwapped { worth }, &patron)
        }
        Fact::Cards(cards::Fact::CardsChecked { .. }) => all(P::CardsChecked),
        Fact::Cards(cards::Fact::CardsPrepared { step }) => all(P::CardsPrepared { step }),
        Fact::Cards(cards::Fact::Shuffled) => all(P::Shuffled),
        Fact::Cards(cards::Fact::Riffled) => all(P::Riffled),
        Fact::Cards(cards::Fact::CutOffered { to }) => with(P::CutOffered { seat: seat(&to) }, &to),
        Fact::Cards(cards::Fact::CutRefused { by }) => with(P::CutRefused { seat: seat(&by) }, &by),
        Fact::Cards(cards::Fact::CutterNamed { other, .. }) => {
            with(P::CutOffered { seat: seat(&other) }, &other)
        }
        Fact::Cards(cards::Fact::CutMade { by, at, .. }) => {
            with(P::CutMade { seat: seat(&by), depth: at }, &by)
        }
        Fact::Cards(cards::Fact::CuttingCardInserted { from_back, .. }) => {
            all(P::CuttingCardInserted { from_back })
        }
        Fact::Cards(cards::Fact::CardsLoaded) => all(P::CardsLoaded),
        Fact::Cards(cards::Fact::CardBurnt { card, owed }) => all(P::CardBurnt { card, owed }),
        Fact::Cards(cards::Fact::RestBurnt { cards }) => all(P::RestBurnt { cards }),
        Fact::Cards(cards::Fact::BurntCardShown { card }) => all(P::BurntCardShown { card }),
        Fact::Cards(cards::Fact::PlayStarted) => all(P::PlayStarted),
        Fact::Cards(cards::Fact::CardsReplaced { .. }) => all(P::CardsReplaced),
        Fact::Cards(cards::Fact::CardsUnfit) => all(P::CardsUnfit),
        Fact::Cards(cards::Fact::ShuffleOrdered) => all(P::ShuffleOrdered),
        Fact::Cards(cards::Fact::CardsVerified) => all(P::CardsVerified),
        Fact::Bets(bets::Fact::BettingOpened { until }) => all(P::BettingOpened { until }),
        Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
            let view = StakeView { seat: seat(&stake.patron), ..StakeView::apart(&stake) };
            (Some(P::WagerPlaced { stake: view }), None, Some(stake.patron))
        }
        Fact::Bets(bets::Fact::WagerChanged { id, from, to }) => {
            owned(P::WagerChanged { id, seat: owner_seat(&id), from, to }, &id)
        }
        Fact::Bets(bets::Fact::WagerMoved { id, to_box, to_wager }) => {
            owned(P::WagerMoved { id, seat: owner_seat(&id), to_box, to_wager }, &id)
        }
        Fact::Bets(bets::Fact::WagerWithdrawn { id }) => {
            owned(P::WagerWithdrawn { id, seat: owner_seat(&id) }, &id)
        }
        Fact::Bets(bets::Fact::WagerReturned { id, reason }) => {
            let public = P::WagerReturned { id, seat: owner_seat(&id) };
            (Some(public), Some(OwnFact::WagerReturned { id, reason }), owner(&id))
        }
        Fact::Bets(bets::Fact::WagerScaled { id, from, to }) => {
            owned(P::WagerScaled { id, seat: owner_seat(&id), from, to }, &id)
        }
        Fact::Bets(bets::Fact::PlaceGiven { area, wager, to }) => {
            with(P::PlaceGiven { area, wager, seat: seat(&to) }, &to)
        }
        Fact::Bets(bets::Fact::CashReturned { patron, area, wager, .. }) => {
            with(P::CashReturned { area, wager, seat: seat(&patron) }, &patron)
        }
        Fact::Bets(bets::Fact::DifferentialExceeded { by }) => all(P::DifferentialExceeded { by }),
        Fact::Notice(notice::Fact::PersonTold { patron: Some(patron), what, .. }) => {
            only(OwnFact::PersonTold { what }, &patron)
        }
        Fact::Bets(bets::Fact::NoBetAsked { .. }) => all(P::NoBetAsked),
        Fact::Bets(bets::Fact::NoBetDirected { source }) => all(P::NoBetDirected { source }),
        Fact::Bets(bets::Fact::BettingClosed { by }) => all(P::BettingClosed { by }),
        Fact::Deal(deal::Fact::Called { words }) => all(P::Called { words }),
        Fact::Deal(deal::Fact::CuttingCardSeen { first }) => all(P::CuttingCardSeen { first }),
        Fact::Deal(deal::Fact::CoupStarted { number, no_bet }) => all(P::CoupStarted { number, no_bet }),
        Fact::Deal(deal::Fact::CardDealt { to, card }) => all(P::CardDealt { to, card }),
        Fact::Deal(deal::Fact::HandOffered { side, to }) => {
            with(P::HandOffered { side, seat: seat(&to) }, &to)
        }
        Fact::Deal(deal::Fact::HandTaken { side, by }) => with(P::HandTaken { side, seat: seat(&by) }, &by),
        Fact::Deal(deal::Fact::HandRefused { side, by }) => {
            with(P::HandRefused { side, seat: seat(&by) }, &by)
        }
        Fact::Deal(deal::Fact::HandKept { side }) => all(P::HandKept { side }),
        Fact::Deal(deal::Fact::CardPassed { side, to }) => with(P::CardPassed { side, seat: seat(&to) }, &to),
        Fact::Deal(deal::Fact::HandCollected { side }) => all(P::HandCollected { side }),
        Fact::Deal(deal::Fact::CardsForfeited { by, .. }) => with(P::CardsForfeited { seat: seat(&by) }, &by),
        Fact::Deal(deal::Fact::RoleOffered { to }) => with(P::RoleOffered { seat: seat(&to) }, &to),
        Fact::Deal(deal::Fact::RoleTaken { by }) => with(P::RoleTaken { seat: seat(&by) }, &by),
        Fact::Deal(deal::Fact::RoleRefused { by })
        | Fact::Deal(deal::Fact::RolePassed { by })
        | Fact::Deal(deal::Fact::RoleEnded { by }) => with(P::RoleEnded, &by),
        Fact::Deal(deal::Fact::NobodyTakesRole) => all(P::RoleEnded),
        Fact::Deal(deal::Fact::Exposed { side, cards, by }) => {
            with(P::Exposed { side, cards, seat: seat(&by) }, &by)
        }
        Fact::Deal(deal::Fact::HandStands { side, total }) => all(P::HandStands { side, total }),
        Fact::Deal(deal::Fact::HandDraws { side, total }) => all(P::HandDraws { side, total }),
        Fact::Deal(deal::Fact::NaturalSeen { player, banker }) => all(P::NaturalSeen { player, banker }),
        Fact::Deal(deal::Fact::CoupDecided { winner, player, banker, player_pair, banker_pair, natural }) => {
            all(P::CoupDecided { winner, player, banker, player_pair, banker_pair, natural })
        }
        Fact::Pay(pay::Fact::WagerSettled { id, patron, area, wager, staked, result }) => {
            let public = P::WagerSettled {
                id,
                seat: seat(&patron),
                area,
                wager: wager.clone(),
                staked,
                outcome: result.outcome,
                paid: result.paid,
                returned: result.returned,
                stays: result.stays,
            };
            (Some(public), Some(OwnFact::WagerSettled { id, wager, staked, result }), Some(patron))
        }
        Fact::Pay(pay::Fact::RemainderDecided { patron, owed, paid }) => {
            only(OwnFact::RemainderDecided { owed, paid }, &patron)
        }
        Fact::Pay(pay::Fact::AllSettled { early }) => all(P::AllSettled { early }),
        Fact::Pay(pay::Fact::CoupEnded { number }) => all(P::CoupEnded { number }),
        Fact::Cards(cards::Fact::LastCoupComing) => all(P::LastCoupComing),
        Fact::Cards(cards::Fact::OldShoeGoesOn) => all(P::OldShoeGoesOn),
        Fact::Cards(cards::Fact::ShuffleDue) => all(P::ShuffleDue),
        Fact::Notice(notice::Fact::SignPosted { change, effective }) => {
            all(P::SignPosted { change, effective })
        }
        Fact::Notice(notice::Fact::PlayersTold { change }) => all(P::PlayersTold { change }),
        Fact::Notice(notice::Fact::ChangeMade { change, .. }) => all(P::ChangeMade { change }),
        Fact::Notice(notice::Fact::PersonalLimitSet { patron, limits }) => {
            only(OwnFact::PersonalLimitSet { limits }, &patron)
        }
        Fact::Notice(notice::Fact::Restricted { option }) => all(P::Restricted { option }),
        Fact::Notice(notice::Fact::RestrictionLifted { option }) => all(P::RestrictionLifted { option }),
        Fact::Notice(notice::Fact::SessionBegan { tournament, table }) => {
            all(P::SessionBegan { tournament, table })
        }
        Fact::Notice(notice::Fact::SessionEnded) => all(P::SessionEnded),
        Fact::Notice(notice::Fact::TableClosed { .. }) => all(P::TableClosed),
        Fact::Trouble(trouble::Fact::CoupInvalidated { number, ground, .. }) => {
            all(P::CoupInvalidated { number, ground })
        }
        Fact::Trouble(trouble::Fact::WagerForfeited { coup, stake, .. }) => {
            let patron = stake.patron.clone();
            only(OwnFact::WagerForfeited { coup, stake }, &patron)
        }
        Fact::Notice(notice::Fact::RulesShown { to }) => only(OwnFact::RulesShown, &to),
        Fact::Trouble(trouble::Fact::Ruled { verdict }) => all(P::Ruled { when: verdict.when }),
        Fact::Deal(deal::Fact::CardCarried { card, .. }) => all(P::CardCarried { card }),
        Fact::Deal(deal::Fact::CardSetAside { card }) => all(P::CardSetAside { card }),
        Fact::Cards(cards::Fact::BurnForgone) => all(P::BurnForgone),
        Fact::Trouble(trouble::Fact::CoupReopened { number }) => all(P::CoupReopened { number }),
        Fact::Trouble(trouble::Fact::CoupReconstructed { player, banker, .. }) => {
            all(P::CoupReconstructed { player, banker })
        }
        Fact::Trouble(trouble::Fact::WindowOpened { .. }) => all(P::WindowOpened),
        Fact::Trouble(trouble::Fact::CoupResumed) => all(P::CoupResumed),
        Fact::Trouble(trouble::Fact::CoupVoided { number }) => all(P::CoupVoided { number }),
        Fact::Trouble(trouble::Fact::PlayGoesOn) => all(P::PlayGoesOn),
        Fact::Trouble(trouble::Fact::SettlementUndone { coup, stake, result, .. }) => {
            let patron = stake.patron.clone();
            let public = P::SettlementUndone { coup, id: stake.id };
            (Some(public), Some(OwnFact::SettlementUndone { coup, stake, result }), Some(patron))
        }
        Fact::Trouble(trouble::Fact::SettlementReopened) => all(P::SettlementReopened),
        Fact::Trouble(trouble::Fact::SettledOnPaper { coup, stake, result }) => {
            let patron = stake.patron.clone();
            only(OwnFact::SettledOnPaper { coup, stake, result }, &patron)
        }
        Fact::Trouble(trouble::Fact::RecordCorrected { coup, player, banker, .. }) => {
            all(P::RecordCorrected { coup, player, banker })
        }
        Fact::Trouble(trouble::Fact::WagerCorrected { coup, stake, was }) => {
            let patron = stake.patron.clone();
            only(OwnFact::WagerCorrected { coup, stake, was }, &patron)
        }
        Fact::Trouble(trouble::Fact::PaymentRighted { coup, stake, was, right, open }) => {
            let patron = stake.patron.clone();
            only(OwnFact::PaymentRighted { coup, stake, was, right, open }, &patron)
        }
        Fact::Trouble(trouble::Fact::OpenItemSettled { item }) => {
            only(OwnFact::OpenItemSettled { coup: item.coup, amount: item.amount }, &item.patron)
        }
        Fact::Trouble(trouble::Fact::MatterOpened { matter }) => {
            let (Subject::Ruling { when, .. } | Subject::Silence { when, .. }) = matter.about;
            all(P::MatterOpened { id: matter.id, when })
        }
        Fact::Trouble(trouble::Fact::MatterDecided { id, .. }) => all(P::MatterDecided { id }),
        Fact::Cards(cards::Fact::CardsTakenOut) => all(P::CardsTakenOut),
        Fact::Trouble(trouble::Fact::DeviceFailed) => all(P::DeviceFailed),
        Fact::Trouble(trouble::Fact::CoupInterrupted) => all(P::CoupInterrupted),
        Fact::Trouble(trouble::Fact::DisputeOpened { id, about, patron: Some(patron), .. }) => {
            only(OwnFact::DisputeOpened { id, about }, &patron)
        }
        Fact::Trouble(trouble::Fact::DisputeOpened { id, about, patron: None, .. })
            if event.by.role == Role::Player =>
        {
            only(OwnFact::DisputeOpened { id, about }, &event.by.name)
        }
        Fact::Trouble(trouble::Fact::DisputeDecided { id, .. }) => {
            of_dispute(before, event, id, OwnFact::DisputeDecided { id })
        }
        Fact::Trouble(trouble::Fact::DisputeSettled { id, patron, award, open }) => {
            only(OwnFact::DisputeSettled { id, award, open }, &patron)
        }
        Fact::Trouble(trouble::Fact::ReviewAsked { id, .. }) => {
            of_dispute(before, event, id, OwnFact::ReviewAsked { id })
        }
        // What only the house and its regulator are concerned with.
        Fact::People(people::Fact::SignedOn { .. })
        | Fact::People(people::Fact::SignedOff { .. })
        | Fact::Cards(cards::Fact::RiffleAsked { .. })
        | Fact::Cards(cards::Fact::CutLeftToPlayers)
        | Fact::Cards(cards::Fact::BurnChosen { .. })
        | Fact::Cards(cards::Fact::BurntCardAsked { .. })
        | Fact::Cards(cards::Fact::Approved { .. })
        | Fact::Notice(notice::Fact::PersonTold { patron: None, .. })
        | Fact::Bets(bets::Fact::Agreed { .. })
        | Fact::Deal(deal::Fact::Nominated { .. })
        | Fact::Deal(deal::Fact::HoldingBroken { .. })
        | Fact::Deal(deal::Fact::RoleKept { .. })
        | Fact::Pay(pay::Fact::FloatFilled { .. })
        | Fact::Pay(pay::Fact::FloatCredited { .. })
        | Fact::Pay(pay::Fact::FloatCounted { .. })
        | Fact::Pay(pay::Fact::FloatCorrected { .. })
        | Fact::Pay(pay::Fact::PlayCounted { .. })
        | Fact::Pay(pay::Fact::DropBoxTaken { .. })
        | Fact::Pay(pay::Fact::ChipsChanged { .. })
        | Fact::Trouble(trouble::Fact::CoupsRecalled { .. })
        | Fact::Trouble(trouble::Fact::Disordered)
        | Fact::Trouble(trouble::Fact::ThirdCardForgotten { .. })
        | Fact::Trouble(trouble::Fact::SettledByOtherMethod { .. })
        | Fact::Trouble(trouble::Fact::DeviceAnswered { .. })
        | Fact::Trouble(trouble::Fact::DamageNamed { .. })
        | Fact::Trouble(trouble::Fact::DeviceRuled { .. })
        | Fact::Trouble(trouble::Fact::DeviceStepTaken { .. })
        | Fact::Trouble(trouble::Fact::EarlierStand)
        | Fact::Trouble(trouble::Fact::BreachReported { .. })
        | Fact::Trouble(trouble::Fact::Sanctioned { .. })
        | Fact::Trouble(trouble::Fact::HandedOver { .. })
        | Fact::Trouble(trouble::Fact::DisputeOpened { patron: None, .. })
        | Fact::Trouble(trouble::Fact::DisputeReferred { .. })
        | Fact::Notice(notice::Fact::SignMissing { .. })
        | Fact::Notice(notice::Fact::Shown { .. }) => nobody,
    }
}

fn of_dispute(before: Option<&Table>, event: &Event, id: u32, own: OwnFact) -> Disclosed {
    let Some(before) = before else {
        return match event.by.role {
            Role::Player => (None, Some(own), Some(event.by.name.clone())),
            _ => (None, None, None),
        };
    };
    let dispute = before.state().disputes.iter().find(|dispute| dispute.id == id);
    let whose = |dispute: &table::Dispute| match dispute.by.role {
        Role::Player => Some(dispute.by.name.clone()),
        _ => dispute.patron.clone(),
    };
    match dispute.and_then(whose) {
        Some(patron) => (None, Some(own), Some(patron)),
        None => (None, None, None),
    }
}
