//! What someone asks of a table; who asks, and when.

use crate::notice::disclosure::Disclosure;
use crate::person::{Actor, Name};
use crate::settings::Limits;
use crate::time::Time;
use crate::trouble::dispute::{Award, Finding};
use crate::trouble::matter::Remedy;
use crate::trouble::report::Report;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::{ChipKind, Validity};
use baccarat::rules::cards::{Preparation, ReplaceWhen, Supply};
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::play::{Face, Holding, NoBetSource};
use baccarat::rules::rulings::{Ban, DeviceMeasure, Ground, Measure, TransferCondition};
use baccarat::rules::shoe::BurnStyle;
use baccarat::wager::WagerId;
use serde::{Deserialize, Serialize};

/// A command to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// What is asked.
    pub act: Act,
    /// Who asks, in which role.
    pub by: Actor,
    /// When.
    pub at: Time,
}

/// Something that may be asked of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// Staff sign on in the role they act in.
    SignOn,
    /// Staff sign off.
    SignOff,

    /// A patron comes to the table.
    Arrive,
    /// A patron buys chips with cash.
    BuyIn {
        /// How much.
        cash: Money,
    },
    /// A patron swaps a promotional voucher for tokens.
    SwapVoucher {
        /// What it is worth.
        worth: Money,
    },
    /// A patron swaps a promotional voucher that is good up to a time.
    SwapDatedVoucher {
        /// What it is worth.
        worth: Money,
        /// Until when it is good, by its own words.
        until: Time,
    },
    /// A patron takes a seat.
    TakeSeat {
        /// Which, counted from the dealer's right.
        seat: u8,
    },
    /// A patron leaves the table.
    Leave,
    /// An idle patron is asked to give up a seat.
    AskToVacate {
        /// Who.
        patron: Name,
    },

    /// Somebody checks the cards.
    CheckCards,
    /// A checking device checks the cards.
    DeviceChecksCards,
    /// A step of preparing cards.
    Prepare {
        /// Which.
        step: Preparation,
    },
    /// The cards are shuffled.
    Shuffle,
    /// A patron asks for a riffle of pre-shuffled cards.
    AskRiffle,
    /// The dealer riffles them.
    Riffle,
    /// A supervisor leaves the cut to the patrons.
    LetPlayersCut,
    /// The dealer offers the cut.
    OfferCut {
        /// To whom.
        to: Name,
    },
    /// Somebody refuses the cut.
    RefuseCut,
    /// A patron names another to cut.
    NameCutter {
        /// Whom.
        other: Name,
    },
    /// Somebody puts the cutting card in.
    Cut {
        /// How many cards lie in front of it.
        at: u16,
    },
    /// The dealer puts the cutting card in that marks the end.
    InsertCuttingCard {
        /// How many cards from the back.
        from_back: u16,
    },
    /// The cards go into the shoe or device.
    LoadCards,
    /// Whoever may picks the way in which this shoe is opened.
    ChooseBurn {
        /// The way.
        style: BurnStyle,
    },
    /// The dealer burns the first card.
    BurnCard {
        /// What it is, if it is turned up.
        #[serde(default)]
        card: Option<Card>,
    },
    /// The dealer draws the cards that the first one calls for, face down.
    BurnRest {
        /// How many.
        cards: u8,
    },
    /// A patron asks to see the burnt card.
    AskBurntCard,
    /// The dealer shows it.
    ShowBurntCard {
        /// What it is.
        card: Card,
    },
    /// Play begins.
    StartPlay,
    /// The cards are replaced by others.
    ReplaceCards {
        /// On what occasion.
        when: ReplaceWhen,
        /// How the new ones come.
        supply: Supply,
        /// Whether their backs are of another colour.
        other_colour: bool,
        /// Only some of the cards, not all.
        #[serde(default)]
        some: bool,
    },
    /// Whoever may replace unfit cards finds that these are.
    FindUnfit,
    /// A supervisor orders a shuffle after this coup.
    OrderShuffle {
        /// Because the mix is doubted.
        #[serde(default)]
        mix_doubted: bool,
    },
    /// Somebody has the cards verified.
    VerifyCards,

    /// A supervisor approves something.
    Approve {
        /// What.
        what: Approval,
    },

    /// The dealer opens betting, and starts the clock where there is one.
    OpenBetting,
    /// A patron places a wager.
    Place {
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// How much.
        amount: Money,
        /// Of what.
        kind: ChipKind,
        /// Spoken, with chips handed to the dealer.
        #[serde(default)]
        spoken: bool,
    },
    /// A patron changes the amount of a wager.
    Change {
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// How much from now on.
        amount: Money,
    },
    /// A patron moves a wager elsewhere.
    Move {
        /// From which box.
        #[serde(rename = "box")]
        area: u8,
        /// From what.
        wager: WagerId,
        /// To which box.
        to_box: u8,
        /// To what.
        to_wager: WagerId,
    },
    /// A patron takes a wager back.
    Withdraw {
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
    },
    /// Staff take a wager off the layout.
    RefuseWager {
        /// Whose.
        patron: Name,
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// Why.
        reason: String,
    },
    /// The dealer reports a wager that was taken although chips could not pay it exactly.
    ReportAccepted {
        /// Whose.
        patron: Name,
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// How much.
        amount: Money,
    },
    /// Staff see that a wager lies in a way that makes it invalid.
    FindInvalid {
        /// Whose.
        patron: Name,
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// What a valid wager has and this one lacks.
        lacks: Validity,
    },
    /// Staff notice after the first card a wager outside the limits that lay there before it.
    FindWager {
        /// Whose.
        patron: Name,
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// How much.
        amount: Money,
        /// Of what.
        kind: ChipKind,
    },
    /// The dealer scales wagers down so that the differential holds.
    ScaleForDifferential,
    /// The dealer scales wagers down so that an area's maximum holds.
    ScaleForArea {
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
    },
    /// The dealer gives a side wager's place to a patron with a main wager.
    GivePlace {
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
    },

    /// A patron asks for a no-bet coup.
    AskNoBetCoup,
    /// A patron agrees to what is proposed.
    Agree {
        /// To what.
        to: Proposal,
    },
    /// A supervisor directs a no-bet coup.
    DirectNoBetCoup {
        /// On what ground.
        source: NoBetSource,
        /// A marker is on the layout.
        #[serde(default)]
        marker: bool,
        /// Surveillance was told.
        #[serde(default)]
        surveillance_told: bool,
    },

    /// The dealer calls something.
    Call {
        /// What.
        words: CallWords,
    },
    /// The cutting card comes out.
    DrawCuttingCard,
    /// A card leaves the shoe.
    DealCard {
        /// To which hand.
        to: Side,
        /// What it is, unless it lies face down.
        #[serde(default)]
        card: Option<Card>,
    },
    /// The dealer offers a hand's cards to a patron.
    OfferHand {
        /// Which hand.
        side: Side,
        /// To whom.
        to: Name,
    },
    /// A patron takes the cards offered.
    TakeHand,
    /// A patron refuses the cards, or the role, offered.
    RefuseHand,
    /// A holder names others to turn cards over.
    Nominate {
        /// Whom.
        nominees: Vec<Name>,
        /// Which cards.
        #[serde(default)]
        cards: NamedFor,
    },
    /// The dealer passes a single card of a hand to one of several nominees.
    PassCard {
        /// Of which hand.
        side: Side,
        /// To whom.
        to: Name,
    },
    /// The dealer collects a hand that was passed out.
    CollectHand {
        /// Which hand.
        side: Side,
    },
    /// Staff see that a holder does not keep the cards as a holder must.
    FindHeld {
        /// The holder.
        patron: Name,
        /// What the holder fails in.
        lacks: Holding,
    },
    /// A supervisor takes the cards from a holder.
    ForfeitCards {
        /// Why, if a reason was given.
        #[serde(default)]
        reason: Option<String>,
    },
    /// The role of designated patron is offered.
    OfferRole {
        /// To whom.
        to: Name,
    },
    /// A patron takes the role.
    TakeRole,
    /// The holder passes the role on.
    PassRole,
    /// Cards of a hand are turned over.
    Expose {
        /// Which hand.
        side: Side,
        /// Those that lay face down, in the order they were dealt. Whoever does not know them leaves them out; at a table
        /// with a sealed shoe the house fills them in.
        #[serde(default)]
        cards: Vec<Card>,
    },
    /// Wagers that are due are settled.
    Settle,
    /// The coup's cards go to the rack.
    CollectCards,
    /// The operator decides what is paid of an amount that chips could not make.
    DecideRemainder {
        /// To whom it is owed.
        patron: Name,
        /// What is paid in chips.
        pays: Money,
    },

    /// A sign announces a change.
    PostSign {
        /// The change.
        change: TableChange,
        /// From when.
        effective: Time,
    },
    /// Patrons are told of a change to come.
    TellPlayers {
        /// The change.
        change: TableChange,
    },
    /// The change is made.
    MakeChange {
        /// The change.
        change: TableChange,
        /// Those already playing keep the old minimum.
        #[serde(default)]
        keep_old: bool,
    },
    /// A patron gets a limit of their own.
    SetPersonalLimit {
        /// Who.
        patron: Name,
        /// The limit.
        limits: Limits,
    },
    /// A side option is confined to patrons with a main wager.
    Restrict {
        /// The option.
        option: String,
        /// Surveillance was told.
        surveillance_told: bool,
        /// A sign is up.
        sign: bool,
    },
    /// Chips are brought to the float.
    Fill {
        /// How much.
        amount: Money,
        /// The dealer who signs for it.
        signed: Name,
    },
    /// Chips are taken from the float.
    Credit {
        /// How much.
        amount: Money,
        /// The dealer who signs for it.
        signed: Name,
    },
    /// The float is counted.
    CountFloat {
        /// What was counted.
        count: Money,
        /// The dealer who signs for it.
        signed: Name,
    },
    /// The table closes, with a count of what is in the float.
    Close {
        /// What was counted.
        count: Money,
    },
    /// The outcome of a coup is set aside.
    Invalidate {
        /// On what ground.
        ground: Ground,
        /// Which coup; the one under way, or else the last, if absent.
        #[serde(default)]
        coup: Option<u32>,
        /// Who is behind it, if that is known.
        #[serde(default)]
        cheat: Option<Name>,
        /// That person's wager is forfeited.
        #[serde(default)]
        forfeit: bool,
        /// What happened.
        why: String,
    },
    /// Somebody asks to see the rules.
    AskRules,

    /// Staff report what went wrong.
    Report {
        /// What.
        report: Report,
    },
    /// Somebody decides a matter.
    Decide {
        /// Its number.
        matter: u32,
        /// What is decided.
        remedy: Remedy,
        /// Why.
        why: String,
    },
    /// The dealer lets the coup go on, now that patrons have had their say.
    Resume,
    /// A supervisor has the cards shuffled after a void, with the patrons' consent.
    ShuffleByConsent,
    /// Staff report that the shuffling device has failed.
    ReportDevice,
    /// Somebody says whether a condition for moving its cards holds.
    AnswerDevice {
        /// Which.
        condition: TransferCondition,
        /// Whether it holds.
        holds: bool,
        /// Why.
        why: String,
    },
    /// Somebody says which cards the device has damaged.
    NameDamaged {
        /// The cards; none if it spared them all.
        cards: Vec<Card>,
        /// How that was seen.
        why: String,
    },
    /// The dealer takes a step that follows from the failure.
    TakeStep {
        /// Which.
        step: DeviceMeasure,
    },
    /// The dealer replaces the damaged cards.
    ReplaceDamaged {
        /// The new cards.
        cards: Vec<Card>,
        /// They come from a new deck.
        new_deck: bool,
        /// The colour of their backs, if it was looked at.
        #[serde(default)]
        back: Option<String>,
    },

    /// Staff report that somebody did what nobody may do.
    ReportBreach {
        /// What.
        ban: Ban,
        /// Who.
        who: Name,
        /// What was seen.
        what: String,
    },
    /// Somebody decides what is done about a breach.
    Sanction {
        /// Its number.
        breach: u32,
        /// What is done.
        measures: Vec<Measure>,
        /// Why.
        why: String,
    },
    /// Somebody who was held is handed over.
    HandOver {
        /// The number of the breach.
        breach: u32,
        /// To whom.
        to: Name,
        /// A police officer; otherwise an inspector.
        #[serde(default)]
        police: bool,
    },
    /// A patron or staff dispute something.
    OpenDispute {
        /// What.
        about: String,
        /// For which patron, where staff do it.
        #[serde(default)]
        patron: Option<Name>,
    },
    /// Somebody decides a dispute at the stage it has come to.
    DecideDispute {
        /// Its number.
        dispute: u32,
        /// What was found.
        finding: Finding,
        /// What is paid or taken back because of it.
        #[serde(default)]
        award: Option<Award>,
        /// Why.
        why: String,
    },
    /// Whoever opened a dispute asks for the next stage.
    AskReview {
        /// Its number.
        dispute: u32,
    },
    /// Somebody asks to be shown something of the game in play.
    AskToSee {
        /// What.
        what: Disclosure,
    },
    /// Staff settle what was left open with a patron.
    SettleOpenItem {
        /// With whom.
        patron: Name,
        /// From which coup.
        coup: u32,
    },
}

/// The cards for which a holder names others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// Something a supervisor may approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Approval {
    /// One patron may bet on both hands.
    BothHands {
        /// Who.
        patron: Name,
    },
    /// The burn style set for the table.
    BurnStyle,
    /// The riffle a patron asked for.
    Riffle,
    /// A shuffle by hand before the cards go into a device.
    HandShuffle,
    /// A holder's nominees.
    Nominees,
}

/// Something patrons may agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// A no-bet coup.
    NoBetCoup,
    /// A change of the game in play.
    ChangeOfGame,
    /// A shuffle after a coup was void for disorder.
    ShuffleAfterVoid,
}

/// A change to an open table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum TableChange {
    /// The limits of the main wagers.
    Limits {
        /// The new ones.
        limits: Limits,
    },
    /// The minimum that some patrons kept.
    KeptMinimum {
        /// The new one.
        least: Money,
    },
    /// The differential.
    Differential {
        /// The new one; none if absent.
        most: Option<Money>,
    },
    /// The length of the countdown.
    Countdown {
        /// The new one.
        seconds: u32,
    },
    /// The settlement method or the game in play.
    Method {
        /// The new one.
        method: String,
    },
    /// Which way up the first four cards are dealt.
    Faces {
        /// The new way.
        faces: Face,
    },
    /// Which way up they are dealt from the next shoe on.
    NextShoeFaces {
        /// The new way.
        faces: Face,
    },
    /// The table closes.
    Closing,
}

impl Command {
    /// A command by somebody in a role.
    pub fn new(act: Act, name: impl Into<Name>, role: Role, at: Time) -> Command {
        Command { act, by: Actor { name: name.into(), role }, at }
    }
}
