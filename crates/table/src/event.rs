//! What happened, by whose hand, under which clauses. Once logged, never altered.

use crate::bets::stake::{Stake, StakeId};
use crate::cite::Citation;
use crate::command::{Approval, NamedFor, Proposal, TableChange};
use crate::notice::disclosure::Disclosure;
use crate::pay::record::OpenItem;
use crate::person::{Actor, Name};
use crate::settings::{Limits, Settings};
use crate::time::Time;
use crate::trouble::conduct::ForfeitedFrom;
use crate::trouble::dispute::{Award, Finding};
use crate::trouble::matter::{Decision, Matter};
use crate::trouble::ruling::Verdict;
use crate::trouble::undo::Undone;
use crate::trouble::window::Window;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{PairKind, Side, Winner};
use baccarat::rules::betting::Closing;
use baccarat::rules::cards::{Preparation, ReplaceWhen, Supply};
use baccarat::rules::people::{CallWords, Role, Tidings, Told};
use baccarat::rules::play::{Holding, NoBetSource};
use baccarat::rules::rulings::{
    Ban, DeviceFailure, DeviceMeasure, DisputeStage, Ground, Irregularity, Measure, TransferCondition,
};
use baccarat::rules::shoe::{BurnStyle, CutMove};
use serde::{Deserialize, Serialize};
use std::fmt;

/// An event of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub fact: Fact,
    /// By whose hand.
    pub by: Actor,
    /// When.
    pub at: Time,
    /// Under which clauses.
    #[serde(rename = "under")]
    pub cites: Citation,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Fact {
    TableOpened {
        book: String,
        settings: Box<Settings>,
    },
    SignedOn {
        name: Name,
        role: Role,
    },
    SignedOff {
        name: Name,
    },
    Arrived {
        patron: Name,
    },
    BoughtIn {
        patron: Name,
        cash: Money,
    },
    VoucherSwapped {
        patron: Name,
        worth: Money,
    },
    SeatTaken {
        patron: Name,
        seat: u8,
    },
    SeatVacated {
        patron: Name,
        seat: u8,
    },
    Left {
        patron: Name,
    },
    CardsChecked {
        by: Role,
        /// Apart from whoever else checks them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    CardsPrepared {
        step: Preparation,
    },
    Shuffled,
    RiffleAsked {
        patron: Name,
    },
    Riffled,
    CutLeftToPlayers,
    CutOffered {
        to: Name,
    },
    CutRefused {
        by: Name,
    },
    CutterNamed {
        by: Name,
        other: Name,
    },
    CutMade {
        by: Name,
        at: u16,
        /// What goes to the back of the stack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<CutMove>,
    },
    CuttingCardInserted {
        from_back: u16,
    },
    CardsLoaded,
    BurnChosen {
        style: BurnStyle,
    },
    CardBurnt {
        card: Option<Card>,
        owed: u8,
    },
    RestBurnt {
        cards: u8,
    },
    BurntCardAsked {
        patron: Name,
    },
    BurntCardShown {
        card: Card,
    },
    PlayStarted,
    CardsReplaced {
        when: ReplaceWhen,
        supply: Supply,
        /// Not all of them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        some: bool,
    },
    CardsUnfit,
    ShuffleOrdered,
    CardsVerified,
    Approved {
        what: Approval,
    },
    BettingOpened {
        until: Option<Time>,
    },
    WagerPlaced {
        stake: Stake,
    },
    WagerChanged {
        id: StakeId,
        from: Money,
        to: Money,
    },
    WagerMoved {
        id: StakeId,
        to_box: u8,
        to_wager: baccarat::wager::WagerId,
    },
    WagerWithdrawn {
        id: StakeId,
    },
    WagerReturned {
        id: StakeId,
        reason: String,
    },
    WagerScaled {
        id: StakeId,
        from: Money,
        to: Money,
    },
    DifferentialExceeded {
        by: Money,
    },
    PersonTold {
        who: Told,
        patron: Option<Name>,
        what: Tidings,
    },
    NoBetAsked {
        patron: Name,
    },
    Agreed {
        patron: Name,
        to: Proposal,
    },
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
        to: Name,
    },
    HandTaken {
        side: Side,
        by: Name,
    },
    HandRefused {
        side: Side,
        by: Name,
    },
    HandKept {
        side: Side,
    },
    Nominated {
        by: Name,
        nominees: Vec<Name>,
        #[serde(default)]
        cards: NamedFor,
    },
    CardPassed {
        side: Side,
        to: Name,
    },
    HandCollected {
        side: Side,
    },
    HoldingBroken {
        by: Name,
        lacks: Holding,
    },
    CardsForfeited {
        by: Name,
        #[serde(default)]
        reason: Option<String>,
    },
    RoleOffered {
        to: Name,
    },
    RoleTaken {
        by: Name,
    },
    RoleRefused {
        by: Name,
    },
    RolePassed {
        by: Name,
    },
    RoleEnded {
        by: Name,
    },
    RoleKept {
        by: Name,
    },
    NobodyTakesRole,
    Exposed {
        side: Side,
        cards: Vec<Card>,
        by: Name,
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
        patron: Name,
        area: u8,
        wager: baccarat::wager::WagerId,
        staked: Money,
        result: Settled,
    },
    RemainderDecided {
        patron: Name,
        owed: Money,
        paid: Money,
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
        keep_old: bool,
    },
    PersonalLimitSet {
        patron: Name,
        limits: Limits,
    },
    Restricted {
        option: String,
    },
    FloatFilled {
        amount: Money,
        signed: Name,
    },
    FloatCredited {
        amount: Money,
        signed: Name,
    },
    FloatCounted {
        counted: Money,
        expected: Money,
        signed: Name,
    },
    TableClosed {
        float: Money,
        drop: Money,
    },
    CoupInvalidated {
        number: u32,
        ground: Ground,
        #[serde(default)]
        cheat: Option<Name>,
        why: String,
    },
    WagerForfeited {
        coup: u32,
        stake: Stake,
        from: ForfeitedFrom,
    },
    RulesShown {
        to: Name,
    },
    Ruled {
        verdict: Verdict,
    },
    CardCarried {
        card: Option<Card>,
        no_bet: bool,
        when: Irregularity,
        /// It was already counted among the cards of the coup.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        was_dealt: bool,
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
    WindowOpened {
        window: Window,
    },
    CoupResumed,
    CoupVoided {
        number: u32,
    },
    Disordered,
    PlayGoesOn,
    SettlementUndone {
        coup: u32,
        stake: Stake,
        result: Settled,
        how: Undone,
    },
    SettlementReopened,
    SettledOnPaper {
        coup: u32,
        stake: Stake,
        result: Settled,
    },
    OpenItemSettled {
        item: OpenItem,
    },
    MatterOpened {
        matter: Box<Matter>,
    },
    MatterDecided {
        id: u32,
        decision: Decision,
    },
    CardsTakenOut,
    DeviceFailed,
    DeviceAnswered {
        condition: TransferCondition,
        holds: bool,
        why: String,
    },
    DamageNamed {
        cards: Vec<Card>,
        why: String,
    },
    DeviceRuled {
        failure: DeviceFailure,
    },
    DeviceStepTaken {
        step: DeviceMeasure,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cards: Vec<Card>,
    },
    EarlierStand,
    CoupInterrupted,
    BreachReported {
        id: u32,
        ban: Ban,
        who: Name,
        what: String,
    },
    Sanctioned {
        breach: u32,
        who: Name,
        measure: Measure,
        why: String,
    },
    HandedOver {
        breach: u32,
        who: Name,
        to: Name,
        police: bool,
    },
    DisputeOpened {
        id: u32,
        about: String,
        patron: Option<Name>,
        stage: DisputeStage,
        decides: Role,
    },
    DisputeDecided {
        id: u32,
        stage: DisputeStage,
        finding: Finding,
        why: String,
    },
    DisputeSettled {
        id: u32,
        patron: Name,
        award: Award,
        /// The patron is gone, so that it stays open.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
    ReviewAsked {
        id: u32,
        stage: DisputeStage,
        decides: Role,
    },
    DisputeReferred {
        id: u32,
        to: Role,
    },
    Shown {
        to: Name,
        what: Disclosure,
    },
}

/// What became of a wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// How it ended.
    pub outcome: SettledAs,
    /// The part that was live.
    pub live: Money,
    /// What was won on it.
    pub paid: Money,
    /// The chips it was paid in, largest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chips: Vec<(Money, u64)>,
    /// The part of it that no chips of the table make; it is owed until the operator decides on it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub owed: Money,
    /// What was kept back of it as commission.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub commission: Money,
    /// What went back beyond the live part.
    pub returned: Money,
    /// The stake stays on the layout and rides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
}

impl Settled {
    /// What is handed over in chips.
    pub fn in_chips(&self) -> Money {
        self.paid - self.owed
    }
}

fn is_nothing(amount: &Money) -> bool {
    amount.0 == 0
}

/// How a wager ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettledAs {
    /// It won.
    Wins,
    /// It neither won nor lost.
    StandsOff,
    /// It lost.
    Loses,
}

fn hand(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn seen(card: Option<Card>) -> String {
    card.map_or_else(|| "a card unseen".to_owned(), |card| card.to_string())
}

fn faces(cards: &[Option<Card>]) -> String {
    let message: Vec<String> =
        cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect();
    message.join(" ")
}

fn plain(word: impl fmt::Display) -> String {
    word.to_string().replace('-', " ")
}

/// The event as an inspector reads it, and as a transcript expects it.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::TableOpened { book, .. } => write!(f, "table opened under {book}"),
            Fact::SignedOn { name, role } => write!(f, "{name} signed on as {}", plain(role)),
            Fact::SignedOff { name } => write!(f, "{name} signed off"),
            Fact::Arrived { patron } => write!(f, "{patron} arrived"),
            Fact::BoughtIn { patron, cash } => write!(f, "{patron} bought in for {cash}"),
            Fact::VoucherSwapped { patron, worth } => write!(f, "{patron} got tokens worth {worth}"),
            Fact::SeatTaken { patron, seat } => write!(f, "{patron} took seat {seat}"),
            Fact::SeatVacated { patron, seat } => write!(f, "{patron} gave up seat {seat}"),
            Fact::Left { patron } => write!(f, "{patron} left"),
            Fact::CardsChecked { by, alone: false } => write!(f, "cards checked by {}", plain(by)),
            Fact::CardsChecked { by, alone: true } => write!(f, "cards checked by {} alone", plain(by)),
            Fact::CardsPrepared { step } => write!(f, "cards prepared: {}", plain(step)),
            Fact::Shuffled => write!(f, "cards shuffled"),
            Fact::RiffleAsked { patron } => write!(f, "{patron} asked for a riffle"),
            Fact::Riffled => write!(f, "cards riffled"),
            Fact::CutLeftToPlayers => write!(f, "cut left to the players"),
            Fact::CutOffered { to } => write!(f, "cut offered to {to}"),
            Fact::CutRefused { by } => write!(f, "cut refused by {by}"),
            Fact::CutterNamed { by, other } => write!(f, "{by} named {other} to cut"),
            Fact::CutMade { by, at, moves } => {
                write!(f, "cut by {by} at {at}")?;
                match moves {
                    Some(CutMove::FrontAndCardToBack) => {
                        write!(f, ", front to the back with the cutting card")
                    }
                    Some(CutMove::FrontToBack) => write!(f, ", front to the back without the cutting card"),
                    None => Ok(()),
                }
            }
            Fact::CuttingCardInserted { from_back } => write!(f, "cutting card {from_back} from the back"),
            Fact::CardsLoaded => write!(f, "cards loaded"),
            Fact::BurnChosen { style } => write!(f, "burn style chosen: {}", plain(style)),
            Fact::CardBurnt { card: Some(card), owed } => write!(f, "{card} burnt face up, {owed} more owed"),
            Fact::CardBurnt { card: None, .. } => write!(f, "first card burnt unseen"),
            Fact::RestBurnt { cards } => write!(f, "{cards} more burnt"),
            Fact::BurntCardAsked { patron } => write!(f, "{patron} asked to see the burnt card"),
            Fact::BurntCardShown { card } => write!(f, "burnt card shown: {card}"),
            Fact::PlayStarted => write!(f, "play started"),
            Fact::CardsReplaced { supply, some, .. } => {
                let which = if *some { "some cards" } else { "cards" };
                write!(f, "{which} replaced by {} ones", plain(supply))
            }
            Fact::CardsUnfit => write!(f, "cards found unfit"),
            Fact::ShuffleOrdered => write!(f, "shuffle ordered"),
            Fact::CardsVerified => write!(f, "cards verified"),
            Fact::Approved { what } => match what {
                Approval::BothHands { patron } => write!(f, "approved: {patron} on both hands"),
                Approval::BurnStyle => write!(f, "approved: burn style"),
                Approval::Riffle => write!(f, "approved: riffle"),
                Approval::HandShuffle => write!(f, "approved: shuffle by hand"),
                Approval::Nominees => write!(f, "approved: nominees"),
            },
            Fact::BettingOpened { until: Some(until) } => write!(f, "betting open until {until}"),
            Fact::BettingOpened { until: None } => write!(f, "betting open"),
            Fact::WagerPlaced { stake } => write!(f, "{stake} placed"),
            Fact::WagerChanged { id, from, to } => write!(f, "wager {id} changed from {from} to {to}"),
            Fact::WagerMoved { id, to_box, to_wager } => {
                write!(f, "wager {id} moved to box {to_box} {to_wager}")
            }
            Fact::WagerWithdrawn { id } => write!(f, "wager {id} withdrawn"),
            Fact::WagerReturned { id, reason } => write!(f, "wager {id} returned: {reason}"),
            Fact::WagerScaled { id, from, to } => write!(f, "wager {id} scaled from {from} to {to}"),
            Fact::DifferentialExceeded { by } => write!(f, "differential exceeded by {by}"),
            Fact::PersonTold { who, patron: Some(patron), what } => {
                write!(f, "{} {patron} told: {}", plain(who), plain(what))
            }
            Fact::PersonTold { who, patron: None, what } => write!(f, "{} told: {}", plain(who), plain(what)),
            Fact::NoBetAsked { patron } => write!(f, "{patron} asked for a no-bet coup"),
            Fact::Agreed { patron, to: Proposal::NoBetCoup } => write!(f, "{patron} agreed to a no-bet coup"),
            Fact::Agreed { patron, to: Proposal::ChangeOfGame } => {
                write!(f, "{patron} agreed to the change of game")
            }
            Fact::Agreed { patron, to: Proposal::ShuffleAfterVoid } => {
                write!(f, "{patron} agreed to the shuffle")
            }
            Fact::NoBetDirected { source } => write!(f, "no-bet coup directed: {}", plain(source)),
            Fact::BettingClosed { by } => write!(f, "betting closed by {}", plain(by)),
            Fact::Called { words } => write!(f, "called: {}", plain(words)),
            Fact::CuttingCardSeen { first: true } => write!(f, "cutting card came first"),
            Fact::CuttingCardSeen { first: false } => write!(f, "cutting card came"),
            Fact::CoupStarted { number, no_bet: false } => write!(f, "coup {number} started"),
            Fact::CoupStarted { number, no_bet: true } => write!(f, "no-bet coup {number} started"),
            Fact::CardDealt { to, card: Some(card) } => write!(f, "{card} to {}", hand(*to)),
            Fact::CardDealt { to, card: None } => write!(f, "a card face down to {}", hand(*to)),
            Fact::HandOffered { side, to } => write!(f, "{} cards offered to {to}", hand(*side)),
            Fact::HandTaken { side, by } => write!(f, "{} cards taken by {by}", hand(*side)),
            Fact::HandRefused { side, by } => write!(f, "{} cards refused by {by}", hand(*side)),
            Fact::HandKept { side } => write!(f, "{} cards kept by the dealer", hand(*side)),
            Fact::Nominated { by, nominees, cards } => {
                let names: Vec<&str> = nominees.iter().map(|name| &*name.0).collect();
                let which = match cards {
                    NamedFor::All => "",
                    NamedFor::Initial => " the initial cards",
                    NamedFor::Third => " the third card",
                };
                write!(f, "{by} named {} to expose{which}", names.join(", "))
            }
            Fact::CardPassed { side, to } => write!(f, "a {} card passed to {to} face down", hand(*side)),
            Fact::HandCollected { side } => write!(f, "{} cards collected by the dealer", hand(*side)),
            Fact::HoldingBroken { by, lacks } => write!(f, "{by} must keep the cards {}", plain(lacks)),
            Fact::CardsForfeited { by, reason: None } => write!(f, "cards forfeited by {by}"),
            Fact::CardsForfeited { by, reason: Some(reason) } => {
                write!(f, "cards forfeited by {by}: {reason}")
            }
            Fact::RoleOffered { to } => write!(f, "role offered to {to}"),
            Fact::RoleTaken { by } => write!(f, "role taken by {by}"),
            Fact::RoleRefused { by } => write!(f, "role declined by {by}"),
            Fact::RolePassed { by } => write!(f, "role passed on by {by}"),
            Fact::RoleEnded { by } => write!(f, "role of {by} ended"),
            Fact::RoleKept { by } => write!(f, "role stays with {by}"),
            Fact::NobodyTakesRole => write!(f, "nobody takes the role"),
            Fact::Exposed { side, cards, by } => write!(f, "{} shows {} by {by}", hand(*side), listed(cards)),
            Fact::HandStands { side, total } => write!(f, "{} stands on {total}", hand(*side)),
            Fact::HandDraws { side, total } => write!(f, "{} draws on {total}", hand(*side)),
            Fact::NaturalSeen { player, banker } => {
                write!(f, "natural: player {player}, banker {banker}, nobody draws")
            }
            Fact::CoupDecided { winner, player, banker, .. } => {
                let message = match winner {
                    Winner::Player => "player wins",
                    Winner::Banker => "banker wins",
                    Winner::Tie => "tie",
                };
                write!(f, "player {player}, banker {banker}: {message}")
            }
            Fact::WagerSettled { patron, area, wager, staked, result, .. } => {
                write!(f, "{patron} box {area} {wager} {staked} ")?;
                match result.outcome {
                    SettledAs::Wins if result.owed.0 > 0 => {
                        write!(f, "wins {}, {} of it owed", result.paid, result.owed)?
                    }
                    SettledAs::Wins => write!(f, "wins {}", result.paid)?,
                    SettledAs::StandsOff => write!(f, "stands off")?,
                    SettledAs::Loses => write!(f, "loses {}", result.live)?,
                }
                if result.returned.0 > 0 { write!(f, ", {} returned", result.returned) } else { Ok(()) }
            }
            Fact::RemainderDecided { patron, owed, paid } => {
                write!(f, "{owed} owed to {patron}: {paid} paid by the operator's decision")
            }
            Fact::AllSettled { early: true } => write!(f, "early wagers settled"),
            Fact::AllSettled { early: false } => write!(f, "all wagers settled"),
            Fact::CoupEnded { number } => write!(f, "coup {number} ended"),
            Fact::OldShoeGoesOn => write!(f, "one coup is played from the old shoe"),
            Fact::LastCoupComing => write!(f, "the next coup is the last"),
            Fact::ShuffleDue => write!(f, "shuffle due"),
            Fact::SignPosted { change, effective } => write!(f, "sign posted: {change} from {effective}"),
            Fact::PlayersTold { change } => write!(f, "players told: {change}"),
            Fact::ChangeMade { change, keep_old: false } => write!(f, "changed: {change}"),
            Fact::ChangeMade { change, keep_old: true } => write!(f, "changed: {change}, old minimum kept"),
            Fact::PersonalLimitSet { patron, limits } => {
                write!(f, "personal limit of {patron}: {} to {}", limits.least, limits.most)
            }
            Fact::Restricted { option } => write!(f, "{option} confined to patrons with a main wager"),
            Fact::FloatFilled { amount, signed } => {
                write!(f, "{amount} brought to the float, signed by {signed}")
            }
            Fact::FloatCredited { amount, signed } => {
                write!(f, "{amount} taken from the float, signed by {signed}")
            }
            Fact::FloatCounted { counted, expected, signed } => {
                write!(f, "float counted: {counted}")?;
                match (*counted - *expected).0 {
                    0 => {}
                    over if over > 0 => write!(f, ", {} over", Money(over))?,
                    cites => write!(f, ", {} short", Money(-cites))?,
                }
                write!(f, ", signed by {signed}")
            }
            Fact::TableClosed { float, drop } => write!(f, "table closed, float {float}, drop {drop}"),
            Fact::CoupInvalidated { number, ground, cheat, why } => {
                write!(f, "coup {number} invalidated: {}", plain(ground))?;
                if let Some(cheat) = cheat {
                    write!(f, " by {cheat}")?;
                }
                write!(f, ", {why}")
            }
            Fact::WagerForfeited { stake, from, .. } => {
                let message = match from {
                    ForfeitedFrom::Layout | ForfeitedFrom::Hand => "forfeited to the house",
                    ForfeitedFrom::Collected => "forfeited: what was collected stays so",
                    ForfeitedFrom::LeftOpen => "forfeited: it stays open",
                };
                write!(f, "{stake} {message}")
            }
            Fact::RulesShown { to } => write!(f, "rules shown to {to}"),
            Fact::Ruled { verdict } => write!(f, "ruled: {verdict}"),
            Fact::CardCarried { card, no_bet, .. } => {
                let coup = if *no_bet { "a no-bet coup" } else { "the next coup" };
                write!(f, "{} opens {coup}", seen(*card))
            }
            Fact::CardSetAside { card } => write!(f, "{} set aside", seen(*card)),
            Fact::BurnForgone => write!(f, "the burn is left out"),
            Fact::CoupReopened { number } => write!(f, "coup {number} opened again"),
            Fact::CoupReconstructed { player, banker } => {
                write!(f, "coup reconstructed: player {}, banker {}", faces(player), faces(banker))
            }
            Fact::WindowOpened { window } => write!(f, "play waits: {}", window.message()),
            Fact::CoupResumed => write!(f, "the coup goes on"),
            Fact::CoupVoided { number } => write!(f, "coup {number} void"),
            Fact::Disordered => write!(f, "its cards could not be put in order"),
            Fact::PlayGoesOn => write!(f, "play goes on with the cards left"),
            Fact::SettlementUndone { stake, result, how, .. } => {
                let moved = match result.outcome {
                    SettledAs::Wins => format!("{} paid", result.paid),
                    SettledAs::StandsOff => "nothing won or lost".to_owned(),
                    SettledAs::Loses => format!("{} collected", result.live),
                };
                let message = match how {
                    Undone::Repaid => "goes back",
                    Undone::Relaid => "goes back and the stake lies again",
                    Undone::LeftOpen => "stays open",
                    Undone::OnPaper => "stays open and is settled again on paper",
                };
                write!(f, "{stake} undone: {moved} {message}")
            }
            Fact::SettlementReopened => write!(f, "wagers are settled anew"),
            Fact::SettledOnPaper { stake, result, .. } => {
                let message = match result.outcome {
                    SettledAs::Wins => format!("wins {}", result.paid),
                    SettledAs::StandsOff => "stands off".to_owned(),
                    SettledAs::Loses => format!("loses {}", result.live),
                };
                write!(f, "{stake} {message} on paper")
            }
            Fact::OpenItemSettled { item } => {
                let message = if item.patron_owes { "by" } else { "to" };
                write!(f, "{} of coup {} paid {message} {}", item.amount, item.coup, item.patron)
            }
            Fact::MatterOpened { matter } => write!(f, "matter {} opened: {matter}", matter.id),
            Fact::MatterDecided { id, decision } => {
                write!(f, "matter {id} decided: {} because {}", plain(decision.remedy), decision.why)
            }
            Fact::CardsTakenOut => write!(f, "all cards taken out to be checked"),
            Fact::DeviceFailed => write!(f, "the shuffling device has failed"),
            Fact::DeviceAnswered { condition, holds, why } => {
                let holds = if *holds { "yes" } else { "no" };
                write!(f, "{}: {holds}, because {why}", plain(condition))
            }
            Fact::DamageNamed { cards, why } if cards.is_empty() => {
                write!(f, "no card damaged, because {why}")
            }
            Fact::DamageNamed { cards, why } => write!(f, "damaged: {}, because {why}", listed(cards)),
            Fact::DeviceRuled { failure } => write!(f, "ruled: device failed, {}", plain(failure)),
            Fact::DeviceStepTaken { step, cards } => {
                let message = match step {
                    DeviceMeasure::MoveCards => "cards moved to another device",
                    DeviceMeasure::RemoveDamaged => "damaged cards out of play",
                    DeviceMeasure::MoveSound => "sound cards moved to another device",
                    DeviceMeasure::ReplaceFromNewDeck => "replaced from a new deck",
                    DeviceMeasure::AddReplacements => "replacements put into that device",
                    DeviceMeasure::GoOn => "the game goes on",
                    DeviceMeasure::OfferStakesBack => "every stake was offered back",
                    DeviceMeasure::FinishFromShoe => "the coup is finished from a card shoe",
                    DeviceMeasure::EndCoupAndReturn
                    | DeviceMeasure::EarlierStand
                    | DeviceMeasure::ShuffleAndCut => "done",
                };
                if cards.is_empty() {
                    write!(f, "{message}")
                } else {
                    write!(f, "{message}: {}", listed(cards))
                }
            }
            Fact::EarlierStand => write!(f, "earlier coups stand"),
            Fact::CoupInterrupted => write!(f, "the other cards are taken out to be shuffled and cut"),
            Fact::BreachReported { id, ban, who, what } => {
                write!(f, "breach {id} by {who}: {}, {what}", plain(ban))
            }
            Fact::Sanctioned { who, measure, why, .. } => {
                let message = match measure {
                    Measure::VoidWager => format!("wagers of {who} are void"),
                    Measure::BarFromGame => format!("{who} is barred from the game"),
                    Measure::ExcludeFromCasino => format!("{who} is excluded from the casino"),
                    Measure::Detain => format!("{who} is held for an inspector or the police"),
                };
                write!(f, "{message} because {why}")
            }
            Fact::HandedOver { who, to, police, .. } => {
                let office = if *police { "of the police" } else { "the inspector" };
                write!(f, "{who} handed over to {to}, {office}")
            }
            Fact::DisputeOpened { id, about, patron, decides, .. } => {
                let of = patron.as_ref().map(|name| format!(" of {name}")).unwrap_or_default();
                write!(f, "dispute {id}{of} opened: {about}, for the {}", plain(decides))
            }
            Fact::DisputeDecided { id, stage, finding, why } => {
                write!(f, "dispute {id} {finding}, {}, because {why}", plain(stage))
            }
            Fact::DisputeSettled { id, patron, award, open } => match (award, open) {
                (Award::Paid(amount), false) => write!(f, "dispute {id}: {patron} is paid {amount}"),
                (Award::Paid(amount), true) => write!(f, "dispute {id}: {amount} for {patron} stays open"),
                (Award::TakenBack(amount), false) => {
                    write!(f, "dispute {id}: {amount} is taken back from {patron}")
                }
                (Award::TakenBack(amount), true) => {
                    write!(f, "dispute {id}: {amount} from {patron} stays open")
                }
            },
            Fact::ReviewAsked { id, decides, .. } => {
                write!(f, "dispute {id} goes on to the {}", plain(decides))
            }
            Fact::DisputeReferred { id, to } => write!(f, "dispute {id} referred to the {}", plain(to)),
            Fact::Shown { to, what } => write!(f, "{what} shown to {to}"),
        }
    }
}

impl fmt::Display for TableChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableChange::Limits { limits } => write!(f, "limits {} to {}", limits.least, limits.most),
            TableChange::KeptMinimum { least } => write!(f, "kept minimum {least}"),
            TableChange::Differential { most: Some(most) } => write!(f, "differential {most}"),
            TableChange::Differential { most: None } => write!(f, "no differential"),
            TableChange::Countdown { seconds } => write!(f, "countdown {seconds}"),
            TableChange::Method { method } => write!(f, "method {method}"),
            TableChange::Faces { faces } => write!(f, "faces {faces}"),
            TableChange::NextShoeFaces { faces } => write!(f, "faces {faces} from the next shoe"),
            TableChange::Closing => write!(f, "closing"),
        }
    }
}
