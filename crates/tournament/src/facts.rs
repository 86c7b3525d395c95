//! Everything that can happen in a tournament.

use crate::acts::{Act, Finding, NamedTable, Opening};
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::tournament::{Disqualifying, PoolAddition};
use baccarat::wager::WagerId;
use draw::{Record, Sealed};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use table::{Actor, Citation, Name, Time};

/// What happened, by whose hand, citing which clauses. Once logged, never altered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub fact: Fact,
    /// By whom.
    pub by: Actor,
    /// When.
    pub at: Time,
    /// What it rests on.
    pub cites: Citation,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOf {
    /// The entrant.
    pub name: Name,
    /// The table, counted from 1.
    pub table: u8,
    /// The seat, counted from the dealer's right.
    pub seat: u8,
}

/// A place at a table or in the tournament. Level players share one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The entrant.
    pub name: Name,
    /// The place.
    pub place: u32,
    /// The chips that count.
    pub stack: Money,
    /// Goes on to the next session.
    pub advances: bool,
}

/// What somebody wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prize {
    /// The entrant.
    pub name: Name,
    /// The place.
    pub place: u32,
    /// Money.
    pub money: Money,
    /// Goods and services.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goods: Vec<String>,
}

/// Why somebody is out of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutWhy {
    /// Cannot stake the minimum.
    Unable,
    /// A short wager that could not be made up.
    ShortWager,
    /// Did not bring the buy-in.
    NoBuyIn,
    /// Was not seated in time.
    NoShow,
    /// Was disqualified.
    Disqualified,
    /// Withdrew before the session.
    Withdrew,
    /// Left the play-off with its place settled.
    Placed,
}

/// What a wager came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The seat.
    pub seat: u8,
    /// On what.
    pub wager: WagerId,
    /// The live stake.
    pub stake: Money,
    /// The gain; negative for a loss.
    pub net: Money,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Fact {
    Drafted { conditions: String },
    Announced { conditions: Hash },
    OfficialNamed { name: Name, licensed: bool },
    Published,
    CopySent,
    EntriesOpened,
    EntryRefused { name: Name },
    PoolAdded { kind: PoolAddition, what: String, worth: Money, place: Option<u32> },
    SignatureRequired,
    TermsSet { order: Option<bool>, pass_cards: Option<u8>, undisclosed: Option<u8> },
    Entered { name: Name, fee: Money, commission: Money },
    Reserved { name: Name },
    Signed { name: Name },
    Withdrawn { name: Name, refund: Money },
    EntriesClosed { entrants: u32, advancing: Vec<Option<u32>> },
    GuaranteeSet { added: Money },
    TablesNamed { tables: Vec<NamedTable> },
    TableTaken { table: u8, at: String },
    TableLeft { table: u8 },
    NumbersSet { numbers: Vec<u8> },
    DrawSealed { sealed: Sealed },
    DrawListed { list: Vec<String>, root: Hash },
    Seated { seats: Vec<SeatOf>, draw: Option<Box<Record>> },
    StartMoved { to: Time },
    TimeLimitSet { seconds: u32 },
    BoughtIn { name: Name, amount: Money },
    BoughtBack { name: Name, fee: Money, commission: Money },
    SeatTaken { name: Name, table: u8, seat: u8 },
    ChipsIssued { table: u8, each: Money, passes: u8, forms: u8 },
    SessionBegun { number: u32, until: Option<Time> },
    PlaceForfeited { name: Name },
    ReserveSeated { name: Name, instead_of: Name, fee: Money, commission: Money },
    ChipsGiven { name: Name, amount: Money },
    SubstituteSeated { name: Name, instead_of: Name },
    AbsenceRuled { name: Name, deduct: bool },
    MarkedAbsent { name: Name },
    MarkedBack { name: Name },
    DirectorAsked { name: Name, about: String },
    Disqualified { name: Name, why: Disqualifying, fee_back: Money, chips_kept: bool },
    FindingReported { name: Name, finding: Finding },
    ReportDropped { name: Name, finding: Finding, because: String },
    BreakGiven { until: Time },
    PaceSet { direction: String },
    LimitsInForce { table: u8, least: Money, most: Money },
    CoupOpened { table: u8, coup: u32, marker: Option<u8> },
    TurnBegan { table: u8, seat: u8 },
    WagerPlaced { table: u8, seat: u8, wager: WagerId, amount: Money },
    WagerReturned { table: u8, seat: u8, wager: WagerId, amount: Money },
    WarnedOutOfTurn { name: Name },
    RepeatReported { name: Name },
    BothHandsApproved { table: u8, seat: u8 },
    PassLaid { table: u8, seat: u8 },
    PassesCollected { table: u8 },
    FormTaken { table: u8, seat: u8, seal: Hash },
    FormExamined { table: u8, seat: u8 },
    FormTurnedBack { table: u8, seat: u8 },
    NoMoreBets { table: u8 },
    FormOpened { table: u8, seat: u8, coup: u32, opening: Opening },
    FormLaid { table: u8, seat: u8, wager: WagerId, amount: Money },
    FormSeen { table: u8, seat: u8, by: Name },
    FormDeemed { table: u8, seat: u8, counts_as: Money, stack: Money },
    HeldToMinimum { name: Name },
    PassedOver { name: Name },
    WagerMadeUp { table: u8, seat: u8, wager: WagerId, to: Money },
    WagerCut { table: u8, seat: u8, wager: WagerId, to: Money },
    WagerVoid { table: u8, seat: u8, wager: WagerId, amount: Money },
    MinimumDeducted { table: u8, seat: u8, amount: Money },
    FirstCardDealt { table: u8 },
    CoupSettled { table: u8, coup: u32, cards: Vec<Card>, settled: Vec<Settled>, collected: Vec<u8> },
    CoupGivenBack { table: u8 },
    CoupVoided { table: u8, counted: bool },
    ShoeEnded { table: u8 },
    OutOfSession { table: u8, name: Name, why: OutWhy },
    OutOfTournament { name: Name },
    EarlyEndAgreed { name: Name },
    PlayEnded { table: u8, early: bool },
    DisputeOpened { table: u8, by: Name, about: String },
    DisputeDecided { table: u8, decision: String, extended: i64 },
    CountOrdered { table: u8 },
    Counted { table: u8, by: Name, counts: Vec<(u8, Money)> },
    CountAgreed { table: u8, counts: Vec<(u8, Money)> },
    CountDiffers { table: u8, why: String },
    CountsAlike { table: u8, counts: Vec<(u8, Money)> },
    CountDecided { table: u8, counts: Vec<(u8, Money)>, because: String },
    ChipsReturned { table: u8, missing: Vec<(Money, u32)> },
    PlayOffCalled { table: u8, seats: Vec<u8>, places: u32, fresh: Option<Money> },
    PlacesConfirmed { table: u8, places: Vec<Place> },
    SessionClosed { advance: Vec<Name>, next: Vec<Name>, stage: usize },
    RoundsCalled { players: Vec<Name>, place: u32, places: u32 },
    PointsAdded { game: String, points: Vec<(Name, u32)> },
    Awarded { places: Vec<Place>, prizes: Vec<Prize>, pool: Money },
    PrizePaid { name: Name, money: Money },
    ChipsPaid { name: Name, session: u32, money: Money, by_house: Money },
    Cancelled,
    Refunded { name: Name, fees: Money, buy_ins: Money },
    Proposed { number: u32, what: Box<Act>, by: Actor },
    ProposalApproved { number: u32 },
    ProposalRejected { number: u32 },
}
