//! What is asked of the cage, what happens, and why not.

use crate::transfer::TransferKind;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A second person, who has just proved to the house who they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// Who.
    pub name: String,
    /// In which role.
    pub role: String,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CageAct {
    /// The house sets from which amount on a second person and a noted identity are needed.
    SetThresholds {
        /// A second person.
        second: Money,
        /// The patron's identity.
        identity: Money,
        /// What one patron buys in one day of the bank counts together, and what they cash in likewise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        together: bool,
    },
    /// The house says of which worths chips are that came with tables. From then on chips that come to the cage are held to those that are
    /// out, worth by worth.
    KnowWorths {
        /// What each chip is worth.
        worths: Vec<Money>,
    },
    /// The house takes up a table that was there before the cage, or is new, with the chips that are at it.
    AdoptTable {
        /// Its name in paths.
        table: String,
        /// All chips at it: float, hands and layout.
        chips: Money,
    },
    /// New chips are put into use.
    IssueChips {
        /// Which.
        pieces: Pieces,
        /// Whoever counted them too.
        second: Signed,
        /// Where they come from.
        why: String,
    },
    /// Cash comes to the cage from outside the house, or goes there.
    MoveCash {
        /// How much; below nothing where it goes.
        amount: Money,
        /// Whoever counted it too.
        second: Signed,
        /// Where it comes from or goes.
        why: String,
    },
    /// The bank of the day is opened or closed with a count by two people.
    CountBank {
        /// It opens; otherwise it closes.
        opens: bool,
        /// The cash that was counted.
        cash: Money,
        /// The chips that were counted.
        pieces: Pieces,
        /// Whoever counted too.
        second: Signed,
    },
    /// A patron gives cash for chips.
    Buy {
        /// Who; nobody is named if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        patron: Option<String>,
        /// Which chips; the cash is what they are worth.
        pieces: Pieces,
        /// The identity that was noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        identity: Option<String>,
        /// The second person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<Signed>,
    },
    /// A patron gives chips for cash.
    Redeem {
        /// Who; nobody is named if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        patron: Option<String>,
        /// Which chips; the cash is what they are worth.
        pieces: Pieces,
        /// The identity that was noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        identity: Option<String>,
        /// The second person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<Signed>,
    },
    /// A patron changes chips for chips of other colours.
    Colour {
        /// What the patron gives.
        gives: Pieces,
        /// What the patron gets.
        gets: Pieces,
    },
    /// A patron who has left a table takes chips along.
    FromTable {
        /// Which table.
        table: String,
        /// Who.
        patron: String,
        /// How much.
        chips: Money,
    },
    /// A patron brings chips to a table.
    ToTable {
        /// Which table.
        table: String,
        /// Who.
        patron: String,
        /// How much.
        chips: Money,
        /// They were got without a name.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unnamed: bool,
    },
    /// The float of a table was put on record as it was counted.
    CorrectTable {
        /// Which table.
        table: String,
        /// What was found over, or below nothing, short.
        by: Money,
        /// Whoever counted too.
        second: Signed,
    },
    /// The house says whether it is keyed at a table what is paid and taken, and who brings chips and takes them along. Where it is not,
    /// chips may be anybody's from then on.
    SetPlay {
        /// Which table.
        table: String,
        /// It is keyed.
        keyed: bool,
    },
    /// A count at a table where play is not keyed found what play brought to the float since the last one.
    CountPlay {
        /// Which table.
        table: String,
        /// How much; below nothing where it took that.
        by: Money,
    },
    /// Chips are asked for a float, or to be taken from it.
    Request {
        /// Which of the two.
        kind: TransferKind,
        /// At which table.
        table: String,
        /// Which chips.
        pieces: Pieces,
    },
    /// Somebody else approves it.
    Approve {
        /// Its number.
        number: u32,
    },
    /// Whoever has the chips counts them out: the cage for a fill, the dealer for a credit.
    Send {
        /// Its number.
        number: u32,
        /// What was counted out.
        pieces: Pieces,
    },
    /// Somebody takes them on the way.
    Carry {
        /// Its number.
        number: u32,
    },
    /// Whoever gets the chips counts them: the dealer for a fill, the cage for a credit.
    Receive {
        /// Its number.
        number: u32,
        /// What was counted.
        pieces: Pieces,
    },
    /// What was stopped because the counts differ comes back to the cage as it is found.
    Resolve {
        /// Its number.
        number: u32,
        /// What is there.
        found: Pieces,
        /// Whoever counted too.
        second: Signed,
        /// What came out.
        why: String,
    },
    /// A request is given up before any chips have moved.
    Cancel {
        /// Its number.
        number: u32,
        /// Why.
        why: String,
    },
    /// The drop box of a table was taken away.
    TakeBox {
        /// Which table.
        table: String,
        /// What was keyed as bought in since the box was attached.
        keyed: Money,
        /// The same by the dealer who was dealing.
        dealers: BTreeMap<String, Money>,
    },
    /// Somebody has counted what was in a box.
    CountBox {
        /// Its number.
        number: u32,
        /// The cash that was found.
        cash: Money,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cage", rename_all = "kebab-case")]
#[allow(missing_docs)] // The acts say what each field is.
pub enum CageFact {
    ThresholdsSet {
        second: Money,
        identity: Money,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        together: bool,
    },
    WorthsKnown {
        worths: Vec<Money>,
    },
    TableAdopted {
        table: String,
        chips: Money,
    },
    ChipsIssued {
        pieces: Pieces,
        second: Signed,
        why: String,
    },
    CashMoved {
        amount: Money,
        second: Signed,
        why: String,
    },
    BankCounted {
        opens: bool,
        day: u32,
        cash: Money,
        cash_due: Money,
        pieces: Pieces,
        pieces_due: Pieces,
        second: Signed,
    },
    Bought {
        slip: u32,
        patron: Option<String>,
        pieces: Pieces,
        identity: Option<String>,
        second: Option<Signed>,
    },
    Redeemed {
        slip: u32,
        patron: Option<String>,
        pieces: Pieces,
        identity: Option<String>,
        second: Option<Signed>,
    },
    Coloured {
        gives: Pieces,
        gets: Pieces,
    },
    CarriedOff {
        table: String,
        patron: String,
        chips: Money,
    },
    BroughtTo {
        table: String,
        patron: String,
        chips: Money,
        unnamed: bool,
    },
    TableCorrected {
        table: String,
        by: Money,
        second: Signed,
    },
    PlaySet {
        table: String,
        keyed: bool,
    },
    PlayCounted {
        table: String,
        by: Money,
    },
    Requested {
        number: u32,
        kind: TransferKind,
        table: String,
        pieces: Pieces,
    },
    Approved {
        number: u32,
    },
    Sent {
        number: u32,
    },
    Carried {
        number: u32,
    },
    Received {
        number: u32,
    },
    /// What was counted on arrival is not what was counted out: the chips stay on the way until somebody has looked.
    Stopped {
        number: u32,
        counted: Pieces,
    },
    Resolved {
        number: u32,
        found: Pieces,
        missing: Money,
        second: Signed,
        why: String,
    },
    Cancelled {
        number: u32,
        why: String,
    },
    BoxTaken {
        number: u32,
        table: String,
        keyed: Money,
        dealers: BTreeMap<String, Money>,
        /// Not everything that went into it was keyed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unkeyed: bool,
    },
    /// One of the two has counted. The figure stands in the command, which only those see who watch.
    BoxCountedOnce {
        number: u32,
        cash: Money,
    },
    /// The two counts differ: both count again.
    BoxCountsDiffer {
        number: u32,
        first: Money,
        second: Money,
    },
    BoxCounted {
        number: u32,
        cash: Money,
        keyed: Money,
        first: String,
    },
}

impl CageFact {
    /// The fill or credit that it is about.
    pub fn transfer(&self) -> Option<u32> {
        match self {
            CageFact::Requested { number, .. }
            | CageFact::Approved { number }
            | CageFact::Sent { number }
            | CageFact::Carried { number }
            | CageFact::Received { number }
            | CageFact::Stopped { number, .. }
            | CageFact::Resolved { number, .. }
            | CageFact::Cancelled { number, .. } => Some(*number),
            _ => None,
        }
    }
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CageReason {
    /// These are no chips, or no amount.
    NotAnAmount,
    /// Not in this role.
    NotInThatRole,
    /// It takes another person.
    AnotherPerson,
    /// It takes a second person.
    NeedsSecond,
    /// It takes a noted identity.
    NeedsIdentity,
    /// The bank of the day is closed, or open already.
    BankClosed,
    /// There are not that many chips, or not that much cash.
    NotEnough,
    /// The cage does not know this table.
    NoSuchTable,
    /// There is no such transfer or box, or it is over.
    NoSuchNumber,
    /// This is not the next step.
    OutOfOrder,
    /// The chips are not those that were asked for.
    NotAsAsked,
    /// It says no reason.
    NoReason,
    /// Nothing changes.
    NothingChanges,
}
