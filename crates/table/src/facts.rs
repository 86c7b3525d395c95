//! Every fact, declared once: what it says, who is told of it, which room takes it in, and how an inspector reads it.

use crate::declare::{FieldInfo, Room, facts, with_nearest};
use crate::person::Name;
use crate::settings::{Limits, Settings};
use crate::state::record::{OpenItem, RecalledCoups};
use crate::state::{
    Approval, Award, Correction, Decision, Disclosure, Finding, ForfeitedFrom, Matter, Moved, NamedFor,
    Proposal, Settled, SettledAs, Stake, StakeId, TableChange, Undone, Verdict, Window,
};
use crate::time::Time;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{PairKind, Side, Winner};
use baccarat::pieces::Pieces;
use baccarat::rules::betting::Closing;
use baccarat::rules::cards::{Preparation, ReplaceWhen, Supply};
use baccarat::rules::people::{CallWords, Recipient, Role, SignSubject, Tidings};
use baccarat::rules::play::{Holding, NoBetSource};
use baccarat::rules::rulings::{
    Ban, DeviceFailure, DeviceMeasure, DisputeStage, Ground, Irregularity, Measure, TransferCondition,
};
use baccarat::rules::shoe::{BurnStyle, CutMove};
use baccarat::wager::WagerId;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Who is told of a fact. Staff on duty, surveillance and inspectors are told of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody at the table; people are told only by their seats.
    Everybody,
    /// Everybody, and the patron whom it is about all of it.
    EverybodyAndOwner,
    /// The patron whom it is about, and no other.
    Patron,
    /// Nobody but staff.
    Staff,
}

/// What is declared of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactInfo {
    /// Its word, as it is written down.
    pub word: &'static str,
    /// The room that takes it in.
    pub room: Room,
    /// What it is.
    pub sentence: &'static str,
    /// Who is told of it.
    pub audience: Audience,
    /// How it is told, as it stands in the code.
    pub(crate) says: &'static str,
    /// What is said in it.
    pub fields: &'static [FieldInfo],
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

/// How a sum was made up, where that was counted.
fn counted_as(pieces: Option<&Pieces>) -> String {
    pieces.map(|pieces| format!(" in {pieces}")).unwrap_or_default()
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

facts! {
    f:
    /// Who is at the table: staff on duty, patrons, chips bought, seats.
    People people {
        /// Somebody of the staff signed on in a role.
        SignedOn("signed-on", Staff) { name: Name, role: Role } =>
            write!(f, "{name} signed on as {}", plain(role)),
        /// Somebody of the staff signed off.
        SignedOff("signed-off", Staff) { name: Name } =>
            write!(f, "{name} signed off"),
        /// A patron came to the table.
        Arrived("arrived", Everybody) { patron: Name } =>
            write!(f, "{patron} arrived"),
        /// A patron bought chips with cash.
        BoughtIn("bought-in", Patron) { patron: Name, cash: Money } =>
            write!(f, "{patron} bought in for {cash}"),
        /// A patron swapped a promotional voucher for tokens.
        VoucherSwapped("voucher-swapped", Patron) { patron: Name, worth: Money } =>
            write!(f, "{patron} got tokens worth {worth}"),
        /// A patron put chips on the table that were got elsewhere.
        ChipsBrought("chips-brought", Patron) { patron: Name, chips: Money } =>
            write!(f, "{patron} brought chips worth {chips}"),
        /// A patron who had left took the chips along.
        ChipsTaken("chips-taken", Patron) { patron: Name, chips: Money } =>
            write!(f, "{patron} took chips worth {chips} along"),
        /// A patron took a seat.
        SeatTaken("seat-taken", Everybody) { patron: Name, seat: u8 } =>
            write!(f, "{patron} took seat {seat}"),
        /// A patron gave up a seat.
        SeatVacated("seat-vacated", Everybody) { patron: Name, seat: u8 } =>
            write!(f, "{patron} gave up seat {seat}"),
        /// A patron left the table.
        Left("left", Everybody) { patron: Name } =>
            write!(f, "{patron} left"),
    }
    /// The cards before and between coups: checked, shuffled, cut, loaded, burnt, replaced.
    Cards cards {
        /// The cards were checked.
        CardsChecked("cards-checked", Everybody) {
            by: Role,
            /// Apart from whoever else checks them.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            alone: bool,
        } => {
            let alone = if *alone { " alone" } else { "" };
            write!(f, "cards checked by {}{alone}", plain(by))
        },
        /// A step of preparing the cards was done.
        CardsPrepared("cards-prepared", Everybody) { step: Preparation } =>
            write!(f, "cards prepared: {}", plain(step)),
        /// The cards were shuffled.
        Shuffled("shuffled", Everybody) => write!(f, "cards shuffled"),
        /// A patron asked for a riffle of pre-shuffled cards.
        RiffleAsked("riffle-asked", Staff) { patron: Name } =>
            write!(f, "{patron} asked for a riffle"),
        /// The cards were riffled.
        Riffled("riffled", Everybody) => write!(f, "cards riffled"),
        /// A supervisor left the cut to the patrons.
        CutLeftToPlayers("cut-left-to-players", Staff) => write!(f, "cut left to the players"),
        /// The cut was offered to a patron.
        CutOffered("cut-offered", Everybody) { to: Name } =>
            write!(f, "cut offered to {to}"),
        /// A patron refused the cut.
        CutRefused("cut-refused", Everybody) { by: Name } =>
            write!(f, "cut refused by {by}"),
        /// A patron named another to cut.
        CutterNamed("cutter-named", Everybody) { by: Name, other: Name } =>
            write!(f, "{by} named {other} to cut"),
        /// The cards were cut.
        CutMade("cut-made", Everybody) {
            by: Name,
            at: u16,
            /// What goes to the back of the stack.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            moves: Option<CutMove>,
        } => {
                write!(f, "cut by {by} at {at}")?;
                match moves {
                    Some(CutMove::FrontAndCardToBack) => {
                        write!(f, ", front to the back with the cutting card")
                    }
                    Some(CutMove::FrontToBack) => write!(f, ", front to the back without the cutting card"),
                    None => Ok(()),
                }
            },
        /// The cutting card that marks the end went in.
        CuttingCardInserted("cutting-card-inserted", Everybody) {
            from_back: u16,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            counted: bool,
        } =>
            write!(f, "cutting card {from_back} from the back"),
        /// The cards went into the shoe or device.
        CardsLoaded("cards-loaded", Everybody) => write!(f, "cards loaded"),
        /// The way in which this shoe is opened was picked.
        BurnChosen("burn-chosen", Staff) { style: BurnStyle } =>
            write!(f, "burn style chosen: {}", plain(style)),
        /// The first card was burnt.
        CardBurnt("card-burnt", Everybody) { card: Option<Card>, owed: u8 } =>
            match card {
            Some(card) => write!(f, "{card} burnt face up, {owed} more owed"),
            None => write!(f, "first card burnt unseen"),
        },
        /// The further cards were burnt.
        RestBurnt("rest-burnt", Everybody) { cards: u8 } =>
            write!(f, "{cards} more burnt"),
        /// A patron asked to see the burnt card.
        BurntCardAsked("burnt-card-asked", Staff) { patron: Name } =>
            write!(f, "{patron} asked to see the burnt card"),
        /// The burnt card was shown.
        BurntCardShown("burnt-card-shown", Everybody) { card: Card } =>
            write!(f, "burnt card shown: {card}"),
        /// Play began.
        PlayStarted("play-started", Everybody) => write!(f, "play started"),
        /// The cards, or some of them, were replaced by others.
        CardsReplaced("cards-replaced", Everybody) {
            when: ReplaceWhen,
            supply: Supply,
            /// Not all of them.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            some: bool,
        } => {
                let which = if *some { "some cards" } else { "cards" };
                write!(f, "{which} replaced by {} ones", plain(supply))
            },
        /// The cards were found unfit.
        CardsUnfit("cards-unfit", Everybody) => write!(f, "cards found unfit"),
        /// A shuffle was ordered for the end of the coup.
        ShuffleOrdered("shuffle-ordered", Everybody) => write!(f, "shuffle ordered"),
        /// The cards were verified.
        CardsVerified("cards-verified", Everybody) => write!(f, "cards verified"),
        /// A supervisor approved something.
        Approved("approved", Staff) { what: Approval } =>
            match what {
                Approval::BothHands { patron, with } => {
                    let with: String = with.iter().map(|wager| format!(" and {wager}")).collect();
                    write!(f, "approved: {patron} on both hands{with}")
                }
                Approval::BurnStyle => write!(f, "approved: burn style"),
                Approval::Riffle => write!(f, "approved: riffle"),
                Approval::HandShuffle => write!(f, "approved: shuffle by hand"),
                Approval::Nominees => write!(f, "approved: nominees"),
            },
        /// The next coup is the last of the shoe.
        LastCoupComing("last-coup-coming", Everybody) => write!(f, "the next coup is the last"),
        /// The shuffle was missed, and one coup is played from the old shoe.
        OldShoeGoesOn("old-shoe-goes-on", Everybody) => write!(f, "one coup is played from the old shoe"),
        /// The cards go to be shuffled.
        ShuffleDue("shuffle-due", Everybody) => write!(f, "shuffle due"),
        /// The burn is left out.
        BurnForgone("burn-forgone", Everybody) => write!(f, "the burn is left out"),
        /// All cards were taken out to be checked.
        CardsTakenOut("cards-taken-out", Everybody) => write!(f, "all cards taken out to be checked"),
    }
    /// Wagers, and coups without them.
    Bets bets {
        /// Betting was opened.
        BettingOpened("betting-opened", Everybody) { until: Option<Time> } =>
            match until {
            Some(until) => write!(f, "betting open until {until}"),
            None => write!(f, "betting open"),
        },
        /// A wager was placed.
        WagerPlaced("wager-placed", Everybody) { stake: Stake } =>
            write!(f, "{stake} placed"),
        /// A patron changed the amount of a wager.
        WagerChanged("wager-changed", Everybody) { id: StakeId, from: Money, to: Money } =>
            write!(f, "wager {id} changed from {from} to {to}"),
        /// A patron moved a wager elsewhere.
        WagerMoved("wager-moved", Everybody) {
            id: StakeId,
            to_box: u8,
            to_wager: WagerId,
        } => {
                write!(f, "wager {id} moved to box {to_box} {to_wager}")
            },
        /// A patron took a wager back.
        WagerWithdrawn("wager-withdrawn", Everybody) { id: StakeId } =>
            write!(f, "wager {id} withdrawn"),
        /// A wager went back to its owner.
        WagerReturned("wager-returned", EverybodyAndOwner) { id: StakeId, reason: String } =>
            write!(f, "wager {id} returned: {reason}"),
        /// Cash lay on the layout, which is no wager, and went back.
        CashReturned("cash-returned", EverybodyAndOwner) { patron: Name, area: u8, wager: WagerId, amount: Money } =>
            write!(f, "{amount} in cash of {patron} on box {area} {wager} returned: no wager"),
        /// The place of a side wager is kept for a patron with a main wager.
        PlaceGiven("place-given", Everybody) { area: u8, wager: WagerId, to: Name } =>
            write!(f, "the place at box {area} {wager} is kept for {to}"),
        /// A wager was scaled down.
        WagerScaled("wager-scaled", Everybody) { id: StakeId, from: Money, to: Money } =>
            write!(f, "wager {id} scaled from {from} to {to}"),
        /// The wagers exceed the table differential.
        DifferentialExceeded("differential-exceeded", Everybody) { by: Money } =>
            write!(f, "differential exceeded by {by}"),
        /// A patron asked for a no-bet coup.
        NoBetAsked("no-bet-asked", Everybody) { patron: Name } =>
            write!(f, "{patron} asked for a no-bet coup"),
        /// A patron agreed to a proposal.
        Agreed("agreed", Staff) { patron: Name, to: Proposal } =>
            match to {
            Proposal::NoBetCoup => write!(f, "{patron} agreed to a no-bet coup"),
            Proposal::ChangeOfGame => write!(f, "{patron} agreed to the change of game"),
            Proposal::ShuffleAfterVoid => write!(f, "{patron} agreed to the shuffle"),
        },
        /// A no-bet coup was directed.
        NoBetDirected("no-bet-directed", Everybody) { source: NoBetSource } =>
            write!(f, "no-bet coup directed: {}", plain(source)),
        /// Betting was closed.
        BettingClosed("betting-closed", Everybody) { by: Closing } =>
            write!(f, "betting closed by {}", plain(by)),
    }
    /// Calls, cards and who holds them.
    Deal deal {
        /// The dealer called something.
        Called("called", Everybody) { words: CallWords } =>
            write!(f, "called: {}", plain(words)),
        /// The cutting card came out.
        CuttingCardSeen("cutting-card-seen", Everybody) { first: bool } =>
            write!(f, "cutting card came{}", if *first { " first" } else { "" }),
        /// A coup began.
        CoupStarted("coup-started", Everybody) { number: u32, no_bet: bool } =>
            write!(f, "{}coup {number} started", if *no_bet { "no-bet " } else { "" }),
        /// A card was dealt to a hand.
        CardDealt("card-dealt", Everybody) { to: Side, card: Option<Card> } =>
            match card {
            Some(card) => write!(f, "{card} to {}", hand(*to)),
            None => write!(f, "a card face down to {}", hand(*to)),
        },
        /// A hand's cards were offered to a patron.
        HandOffered("hand-offered", Everybody) { side: Side, to: Name } =>
            write!(f, "{} cards offered to {to}", hand(*side)),
        /// A patron took a hand's cards.
        HandTaken("hand-taken", Everybody) { side: Side, by: Name } =>
            write!(f, "{} cards taken by {by}", hand(*side)),
        /// A patron refused a hand's cards.
        HandRefused("hand-refused", Everybody) { side: Side, by: Name } =>
            write!(f, "{} cards refused by {by}", hand(*side)),
        /// The dealer keeps a hand's cards.
        HandKept("hand-kept", Everybody) { side: Side } =>
            write!(f, "{} cards kept by the dealer", hand(*side)),
        /// A holder named others to turn cards over.
        Nominated("nominated", Staff) {
            by: Name,
            nominees: Vec<Name>,
            #[serde(default)]
            cards: NamedFor,
        } => {
                let names: Vec<&str> = nominees.iter().map(|name| &*name.0).collect();
                let which = match cards {
                    NamedFor::All => "",
                    NamedFor::Initial => " the initial cards",
                    NamedFor::Third => " the third card",
                };
                write!(f, "{by} named {} to expose{which}", names.join(", "))
            },
        /// A single card of a hand was passed to a nominee.
        CardPassed("card-passed", Everybody) { side: Side, to: Name } =>
            write!(f, "a {} card passed to {to} face down", hand(*side)),
        /// The dealer collected a hand that was passed out.
        HandCollected("hand-collected", Everybody) { side: Side } =>
            write!(f, "{} cards collected by the dealer", hand(*side)),
        /// A holder did not keep the cards as a holder must.
        HoldingBroken("holding-broken", Staff) { by: Name, lacks: Holding } =>
            write!(f, "{by} must keep the cards {}", plain(lacks)),
        /// The cards were taken from their holder.
        CardsForfeited("cards-forfeited", Everybody) {
            by: Name,
            #[serde(default)]
            reason: Option<String>,
        } => match reason {
            Some(reason) => write!(f, "cards forfeited by {by}: {reason}"),
            None => write!(f, "cards forfeited by {by}"),
        },
        /// The role of designated patron was offered.
        RoleOffered("role-offered", Everybody) { to: Name } =>
            write!(f, "role offered to {to}"),
        /// A patron took the role.
        RoleTaken("role-taken", Everybody) { by: Name } =>
            write!(f, "role taken by {by}"),
        /// A patron declined the role.
        RoleRefused("role-refused", Everybody) { by: Name } =>
            write!(f, "role declined by {by}"),
        /// The holder passed the role on.
        RolePassed("role-passed", Everybody) { by: Name } =>
            write!(f, "role passed on by {by}"),
        /// The role of its holder ended.
        RoleEnded("role-ended", Everybody) { by: Name } =>
            write!(f, "role of {by} ended"),
        /// The role stays with its holder.
        RoleKept("role-kept", Staff) { by: Name } =>
            write!(f, "role stays with {by}"),
        /// Everybody declined the role, so the dealer keeps all cards.
        NobodyTakesRole("nobody-takes-role", Everybody) => write!(f, "nobody takes the role"),
        /// Cards of a hand were turned over.
        Exposed("exposed", Everybody) { side: Side, cards: Vec<Card>, by: Name } =>
            write!(f, "{} shows {} by {by}", hand(*side), listed(cards)),
        /// A hand stands.
        HandStands("hand-stands", Everybody) { side: Side, total: u8 } =>
            write!(f, "{} stands on {total}", hand(*side)),
        /// A hand draws a third card.
        HandDraws("hand-draws", Everybody) { side: Side, total: u8 } =>
            write!(f, "{} draws on {total}", hand(*side)),
        /// A hand is a natural, so that nobody draws.
        NaturalSeen("natural-seen", Everybody) { player: u8, banker: u8 } =>
            {
                write!(f, "natural: player {player}, banker {banker}, nobody draws")
            },
        /// The result of the coup is known.
        CoupDecided("coup-decided", Everybody) {
            winner: Winner,
            player: u8,
            banker: u8,
            player_pair: Option<PairKind>,
            banker_pair: Option<PairKind>,
            natural: bool,
        } => {
                let message = match winner {
                    Winner::Player => "player wins",
                    Winner::Banker => "banker wins",
                    Winner::Tie => "tie",
                };
                write!(f, "player {player}, banker {banker}: {message}")
            },
        /// A card that is out already opens the coming coup.
        CardCarried("card-carried", Everybody) {
            card: Option<Card>,
            no_bet: bool,
            when: Irregularity,
            /// It was already counted among the cards of the coup.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            was_dealt: bool,
        } => {
                let coup = if *no_bet { "a no-bet coup" } else { "the next coup" };
                write!(f, "{} opens {coup}, unless the cards are shuffled first", seen(*card))
            },
        /// A card was set aside.
        CardSetAside("card-set-aside", Everybody) { card: Option<Card> } =>
            write!(f, "{} set aside", seen(*card)),
    }
    /// Settling wagers, ending the coup, the float.
    Pay pay {
        /// A wager was settled.
        WagerSettled("wager-settled", EverybodyAndOwner) {
            id: StakeId,
            patron: Name,
            area: u8,
            wager: WagerId,
            staked: Money,
            result: Settled,
        } => {
                write!(f, "{patron} box {area} {wager} {staked} ")?;
                match result.outcome {
                    SettledAs::Wins if result.owed.0 > 0 => {
                        write!(f, "wins {}, {} of it owed", result.paid, result.owed)?
                    }
                    SettledAs::Wins => write!(f, "wins {}", result.paid)?,
                    SettledAs::StandsOff if result.void => return write!(f, "void, {staked} returned"),
                    SettledAs::StandsOff => write!(f, "stands off")?,
                    SettledAs::Loses => write!(f, "loses {}", result.live)?,
                }
                if result.returned.0 > 0 { write!(f, ", {} returned", result.returned) } else { Ok(()) }
            },
        /// The operator decided what is paid of an amount that chips could not make.
        RemainderDecided("remainder-decided", Patron) { patron: Name, owed: Money, paid: Money } =>
            {
                write!(f, "{owed} owed to {patron}: {paid} paid by the operator's decision")
            },
        /// All wagers that were due are settled.
        AllSettled("all-settled", Everybody) { early: bool } =>
            write!(f, "{} wagers settled", if *early { "early" } else { "all" }),
        /// The coup is over and its cards are in the rack.
        CoupEnded("coup-ended", Everybody) { number: u32 } =>
            write!(f, "coup {number} ended"),
        /// Chips were brought to the float.
        FloatFilled("float-filled", Staff) {
            amount: Money,
            signed: Name,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        } => {
                write!(f, "{amount} brought to the float{}, signed by {signed}", counted_as(pieces.as_ref()))
            },
        /// Chips were taken from the float.
        FloatCredited("float-credited", Staff) {
            amount: Money,
            signed: Name,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        } => {
                write!(f, "{amount} taken from the float{}, signed by {signed}", counted_as(pieces.as_ref()))
            },
        /// The float was counted.
        FloatCounted("float-counted", Staff) {
            counted: Money,
            expected: Money,
            signed: Name,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        } => {
                write!(f, "float counted: {counted}{}", counted_as(pieces.as_ref()))?;
                match (*counted - *expected).0 {
                    0 => {}
                    over if over > 0 => write!(f, ", {} over", Money(over))?,
                    cites => write!(f, ", {} short", Money(-cites))?,
                }
                write!(f, ", signed by {signed}")
            },
        /// What is in the float was put on record as it was counted.
        FloatCorrected("float-corrected", Staff) {
            counted: Money,
            expected: Money,
            why: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pieces: Option<Pieces>,
        } => write!(f, "float corrected from {expected} to {counted}{} because {why}", counted_as(pieces.as_ref())),
        /// The drop box was taken away to be counted.
        DropBoxTaken("drop-box-taken", Staff) { cash: Money, vouchers: Money } =>
            write!(f, "drop box taken away, {cash} keyed as bought in, {vouchers} in vouchers"),
        /// Chips were changed for chips of other colours.
        ChipsChanged("chips-changed", Staff) { gives: Pieces, gets: Pieces } =>
            write!(f, "chips changed: {gives} came to the float, {gets} left it"),
        /// Where wagers are not kept a count found what play brought to the float since the last one or, below nothing, took from it.
        PlayCounted("play-counted", Staff) { by: Money } => match by.0 {
                lost if lost < 0 => write!(f, "play took {} from the float", Money(-lost)),
                _ => write!(f, "play brought {by} to the float"),
            },
    }
    /// What went wrong, and what follows.
    Trouble trouble {
        /// The outcome of a coup was set aside.
        CoupInvalidated("coup-invalidated", Everybody) {
            number: u32,
            ground: Ground,
            #[serde(default)]
            cheat: Option<Name>,
            why: String,
        } => {
                write!(f, "coup {number} invalidated: {}", plain(ground))?;
                if let Some(cheat) = cheat {
                    write!(f, " by {cheat}")?;
                }
                write!(f, ", {why}")
            },
        /// A wager was forfeited to the house.
        WagerForfeited("wager-forfeited", Patron) {
            coup: u32,
            stake: Stake,
            from: ForfeitedFrom,
        } => {
                let message = match from {
                    ForfeitedFrom::Layout | ForfeitedFrom::Hand => "forfeited to the house",
                    ForfeitedFrom::Collected => "forfeited: what was collected stays so",
                    ForfeitedFrom::LeftOpen => "forfeited: it stays open",
                };
                write!(f, "{stake} {message}")
            },
        /// The book's ruling on an irregularity.
        Ruled("ruled", Everybody) { verdict: Verdict } =>
            write!(f, "ruled: {verdict}"),
        /// The coup that had just ended is under way again.
        CoupReopened("coup-reopened", Everybody) { number: u32 } =>
            write!(f, "coup {number} opened again"),
        /// The result was announced and wagers were settled without a third card that was due.
        ThirdCardForgotten("third-card-forgotten", Staff) { side: Side } =>
            write!(f, "settled without the third card of the {}", hand(*side)),
        /// Wagers were settled by another method than the one in force.
        SettledByOtherMethod("settled-by-other-method", Staff) {
            method: String,
            /// The coup, where it was over.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            coup: Option<u32>,
        } => {
                let of = coup.map(|coup| format!("coup {coup} ")).unwrap_or_default();
                write!(f, "{of}settled by the {method} method, which is not in force")
            },
        /// A wager on record was another on the layout.
        WagerCorrected("wager-corrected", Patron) { coup: u32, stake: Stake, was: Stake } =>
            write!(f, "{stake} on record was {} {} in coup {coup}", was.wager, was.amount),
        /// The cards of a coup that is over are on record as they were.
        RecordCorrected("record-corrected", Everybody) {
            coup: u32,
            player: Vec<Option<Card>>,
            banker: Vec<Option<Card>>,
            corrected: Correction,
        } => {
                let Correction { keyed, was } = corrected;
                write!(f, "{keyed} on record was {was} in coup {coup}: player {}, banker {}", faces(player), faces(banker))
            },
        /// What was really paid or collected on a wager is on record, and put right or left open.
        PaymentRighted("payment-righted", Patron) {
            coup: u32,
            stake: Stake,
            was: Moved,
            right: Moved,
            /// The patron is gone, so that it stays open.
            open: bool,
        } => {
                let over = was.gain() - right.gain();
                let put_right = match (over.0 > 0, open) {
                    (true, false) => format!("{over} goes back to the float"),
                    (false, false) => format!("{} more goes to the patron", -over),
                    (true, true) => format!("{over} from the patron stays open"),
                    (false, true) => format!("{} for the patron stays open", -over),
                };
                write!(f, "{stake} of coup {coup}: {was} where {right} is right, {put_right}")
            },
        /// The hands were put together again from the cards in the order they left the shoe.
        CoupReconstructed("coup-reconstructed", Everybody) {
            player: Vec<Option<Card>>,
            banker: Vec<Option<Card>>,
            /// The card that was on record and the one that was dealt, where only the record was wrong.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            corrected: Option<Correction>,
        } => {
                if let Some(Correction { keyed, was }) = corrected {
                    write!(f, "{keyed} on record was {was}: ")?;
                }
                write!(f, "coup reconstructed: player {}, banker {}", faces(player), faces(banker))
            },
        /// Patrons may take wagers back, or alter them, before the coup goes on.
        WindowOpened("window-opened", Everybody) { window: Window } =>
            write!(f, "play waits: {}", window.message()),
        /// The coup goes on.
        CoupResumed("coup-resumed", Everybody) => write!(f, "the coup goes on"),
        /// Coups that were put away are held again, from the log.
        CoupsRecalled("coups-recalled", Staff) { coups: RecalledCoups } => {
                let [first, last] = [coups.coups.first(), coups.coups.last()].map(|coup| coup.map_or(0, |of| of.coup.number));
                write!(f, "coups {first} to {last} brought back from the log")
            },
        /// A coup has no effect.
        CoupVoided("coup-voided", Everybody) { number: u32 } =>
            write!(f, "coup {number} void"),
        /// The cards of a coup could not be put in order.
        Disordered("disordered", Staff) => write!(f, "its cards could not be put in order"),
        /// Play goes on with the cards that are left.
        PlayGoesOn("play-goes-on", Everybody) => write!(f, "play goes on with the cards left"),
        /// What was settled in a coup was undone.
        SettlementUndone("settlement-undone", EverybodyAndOwner) {
            coup: u32,
            stake: Stake,
            result: Settled,
            how: Undone,
        } => {
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
            },
        /// The wagers of the coup are settled anew.
        SettlementReopened("settlement-reopened", Everybody) => write!(f, "wagers are settled anew"),
        /// The wager of a patron who is gone was settled on paper.
        SettledOnPaper("settled-on-paper", Patron) { coup: u32, stake: Stake, result: Settled } =>
            {
                let message = match result.outcome {
                    SettledAs::Wins => format!("wins {}", result.paid),
                    SettledAs::StandsOff => "stands off".to_owned(),
                    SettledAs::Loses => format!("loses {}", result.live),
                };
                write!(f, "{stake} {message} on paper")
            },
        /// What was left open with a patron was paid.
        OpenItemSettled("open-item-settled", Patron) { item: OpenItem } =>
            {
                let message = if item.patron_owes { "by" } else { "to" };
                write!(f, "{} of coup {} paid {message} {}", item.amount, item.coup, item.patron)
            },
        /// Something waits for somebody's decision.
        MatterOpened("matter-opened", Everybody) { matter: Box<Matter> } =>
            write!(f, "matter {} opened: {matter}", matter.id),
        /// A matter was decided.
        MatterDecided("matter-decided", Everybody) { id: u32, decision: Decision } =>
            {
                write!(f, "matter {id} decided: {} because {}", plain(decision.remedy), decision.why)
            },
        /// The shuffling device has failed.
        DeviceFailed("device-failed", Everybody) => write!(f, "the shuffling device has failed"),
        /// Somebody said whether a condition for moving the device's cards holds.
        DeviceAnswered("device-answered", Staff) {
            condition: TransferCondition,
            holds: bool,
            why: String,
        } => {
                let holds = if *holds { "yes" } else { "no" };
                write!(f, "{}: {holds}, because {why}", plain(condition))
            },
        /// Somebody said which cards the device has damaged.
        DamageNamed("damage-named", Staff) { cards: Vec<Card>, why: String } =>
            match cards.is_empty() {
            true => write!(f, "no card damaged, because {why}"),
            false => write!(f, "damaged: {}, because {why}", listed(cards)),
        },
        /// The book's ruling on a failed device.
        DeviceRuled("device-ruled", Staff) { failure: DeviceFailure } =>
            write!(f, "ruled: device failed, {}", plain(failure)),
        /// A step after the failure of the device was taken.
        DeviceStepTaken("device-step-taken", Staff) {
            step: DeviceMeasure,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            cards: Vec<Card>,
        } => {
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
            },
        /// Earlier coups stand.
        EarlierStand("earlier-stand", Staff) => write!(f, "earlier coups stand"),
        /// The cards of a coup under way were taken out to be shuffled and cut.
        CoupInterrupted("coup-interrupted", Everybody) => write!(f, "the other cards are taken out to be shuffled and cut"),
        /// A breach of the rules of conduct was put on record.
        BreachReported("breach-reported", Staff) { id: u32, ban: Ban, who: Name, what: String } =>
            {
                write!(f, "breach {id} by {who}: {}, {what}", plain(ban))
            },
        /// A measure was taken against somebody for a breach.
        Sanctioned("sanctioned", Staff) {
            breach: u32,
            who: Name,
            measure: Measure,
            why: String,
        } => {
                let message = match measure {
                    Measure::VoidWager => format!("wagers of {who} are void"),
                    Measure::BarFromGame => format!("{who} is barred from the game"),
                    Measure::ExcludeFromCasino => format!("{who} is excluded from the casino"),
                    Measure::Detain => format!("{who} is held for an inspector or the police"),
                };
                write!(f, "{message} because {why}")
            },
        /// Somebody held for a breach was handed over.
        HandedOver("handed-over", Staff) { breach: u32, who: Name, to: Name, police: bool } =>
            {
                let office = if *police { "of the police" } else { "the inspector" };
                write!(f, "{who} handed over to {to}, {office}")
            },
        /// A dispute was opened.
        DisputeOpened("dispute-opened", Patron) {
            id: u32,
            about: String,
            patron: Option<Name>,
            stage: DisputeStage,
            decides: Role,
        } => {
                let of = patron.as_ref().map(|name| format!(" of {name}")).unwrap_or_default();
                write!(f, "dispute {id}{of} opened: {about}, for the {}", plain(decides))
            },
        /// A dispute was decided at a stage.
        DisputeDecided("dispute-decided", Patron) {
            id: u32,
            stage: DisputeStage,
            finding: Finding,
            why: String,
        } => {
                write!(f, "dispute {id} {finding}, {}, because {why}", plain(stage))
            },
        /// What a decided dispute awards was moved, or left open.
        DisputeSettled("dispute-settled", Patron) {
            id: u32,
            patron: Name,
            award: Award,
            /// The patron is gone, so that it stays open.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            open: bool,
        } => match (award, open) {
                (Award::Paid(amount), false) => write!(f, "dispute {id}: {patron} is paid {amount}"),
                (Award::Paid(amount), true) => write!(f, "dispute {id}: {amount} for {patron} stays open"),
                (Award::TakenBack(amount), false) => {
                    write!(f, "dispute {id}: {amount} is taken back from {patron}")
                }
                (Award::TakenBack(amount), true) => {
                    write!(f, "dispute {id}: {amount} from {patron} stays open")
                }
            },
        /// Whoever opened a dispute asked for its next stage.
        ReviewAsked("review-asked", Patron) { id: u32, stage: DisputeStage, decides: Role } =>
            {
                write!(f, "dispute {id} goes on to the {}", plain(decides))
            },
        /// A dispute was referred to the regulator.
        DisputeReferred("dispute-referred", Staff) { id: u32, to: Role } =>
            write!(f, "dispute {id} referred to the {}", plain(to)),
    }
    /// Settings as they change, signs, what people are told and shown.
    Notice notice {
        /// The table was opened under a book, with settings.
        TableOpened("table-opened", Everybody) { book: String, settings: Box<Settings> } =>
            write!(f, "table opened under {book}"),
        /// Somebody was told something that the book wants them told; patrons are told their own.
        PersonTold("person-told", Patron) { who: Recipient, patron: Option<Name>, what: Tidings } =>
            match patron {
            Some(patron) => write!(f, "{} {patron} told: {}", plain(who), plain(what)),
            None => write!(f, "{} told: {}", plain(who), plain(what)),
        },
        /// A sign announces a change.
        SignPosted("sign-posted", Everybody) { change: TableChange, effective: Time } =>
            write!(f, "sign posted: {change} from {effective}"),
        /// Patrons were told of a change to come.
        PlayersTold("players-told", Everybody) { change: TableChange } =>
            write!(f, "players told: {change}"),
        /// A change was made.
        ChangeMade("change-made", Everybody) { change: TableChange, keep_old: bool } =>
            write!(f, "changed: {change}{}", if *keep_old { ", old minimum kept" } else { "" }),
        /// A patron got a limit of their own.
        PersonalLimitSet("personal-limit-set", Patron) { patron: Name, limits: Limits } =>
            {
                write!(f, "personal limit of {patron}: {} to {}", limits.least, limits.most)
            },
        /// A side option was confined to patrons with a main wager.
        Restricted("restricted", Everybody) { option: String } =>
            write!(f, "{option} confined to patrons with a main wager"),
        /// A side option was opened again to patrons without a main wager.
        RestrictionLifted("restriction-lifted", Everybody) { option: String } =>
            write!(f, "{option} open again without a main wager"),
        /// The table was given to a session of a tournament.
        SessionBegan("session-began", Everybody) { tournament: String, table: u8 } =>
            write!(f, "given to {tournament} as its table {table}"),
        /// The tournament gave the table back.
        SessionEnded("session-ended", Everybody) => write!(f, "given back by the tournament"),
        /// A sign was missing that the book wants up.
        SignMissing("sign-missing", Staff) { shows: SignSubject } =>
            write!(f, "a sign was missing: {}", plain(shows)),
        /// The table closed.
        TableClosed("table-closed", Everybody) { float: Money, drop: Money } =>
            write!(f, "table closed, float {float}, drop {drop}"),
        /// The rules were shown to somebody who asked.
        RulesShown("rules-shown", Patron) { to: Name } =>
            write!(f, "rules shown to {to}"),
        /// Something of the game in play was shown to somebody.
        Shown("shown", Staff) { to: Name, what: Disclosure } =>
            write!(f, "{what} shown to {to}"),
    }
}
