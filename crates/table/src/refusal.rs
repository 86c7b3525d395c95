//! Why a command was turned down, and the clauses that turn it down.

use crate::cite::Citation;
use crate::settings::BadSetting;
use baccarat::chips::Money;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A command turned down. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// In one word.
    pub reason: Reason,
    /// What was found and what is allowed.
    #[serde(rename = "told")]
    pub message: String,
    /// The clauses, or the silence, that turn it down.
    #[serde(rename = "under")]
    pub cites: Citation,
    /// Which act of the command was turned down, counted from nought.
    #[serde(default, skip_serializing_if = "is_first")]
    pub act: usize,
    /// The amounts that a sentence made from the reason names, by their names, in the smallest unit.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub amounts: BTreeMap<Cow<'static, str>, i64>,
    /// What is due is still to be named in it, or cited.
    #[serde(skip)]
    pub(crate) open: Open,
}

/// What whoever judged an act left open in a refusal, because it takes the whole table to say what is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Open {
    /// What is due goes at the end of the message.
    pub(crate) message: bool,
    /// The clauses on what is due are cited after the others.
    pub(crate) cites: bool,
}

fn is_first(act: &usize) -> bool {
    *act == 0
}

impl Refusal {
    /// A command turned down.
    pub fn new(reason: Reason, message: impl Into<String>, cites: Citation) -> Refusal {
        Refusal {
            reason,
            message: message.into(),
            cites,
            act: 0,
            amounts: BTreeMap::new(),
            open: Open::default(),
        }
    }

    /// The same, with an amount that a sentence made from the reason names.
    pub(crate) fn with(mut self, name: &'static str, amount: Money) -> Refusal {
        self.amounts.insert(name.into(), amount.0);
        self
    }

    /// The same; what is due is named at the end of the message.
    pub(crate) fn naming_due(self) -> Refusal {
        Refusal { open: Open { message: true, ..self.open }, ..self }
    }

    /// The same; what is due is cited too.
    pub(crate) fn citing_due(self) -> Refusal {
        Refusal { open: Open { cites: true, ..self.open }, ..self }
    }

    /// Is it turned down only because of who asks, or in which role?
    pub fn is_about_who_asks(&self) -> bool {
        matches!(self.reason, Reason::NotInThatRole | Reason::NotSignedOn)
    }

    pub(crate) fn of_settings(bad: &[BadSetting]) -> Refusal {
        // What a single one offends, the refusal itself says.
        let message = bad.iter().map(|one| match bad.len() {
            1 => format!("{}: {}", one.setting, one.message),
            _ => format!("{}: {} ({})", one.setting, one.message, one.cites),
        });
        let message: Vec<String> = message.collect();
        let cites = bad.iter().map(|bad| bad.cites.clone()).fold(Citation::default(), Citation::and);
        Refusal::new(Reason::SettingOutsideBook, message.join("; "), cites)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.cites)
    }
}

impl std::error::Error for Refusal {}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $Reason:ident = $word:literal,)*) => {
        /// Why, in one word. Where several hold of one act, the first in this order is given.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Reason {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $Reason,)*
        }

        impl Reason {
            /// All of them, in the order in which they come before each other.
            pub const ALL: &'static [Reason] = &[$(Reason::$Reason),*];

            /// The word.
            pub fn word(self) -> &'static str {
                match self { $(Reason::$Reason => $word,)* }
            }

            /// What it means.
            pub fn sentence(self) -> &'static str {
                match self { $(Reason::$Reason => concat!($($doc),+).trim_ascii(),)* }
            }
        }
    };
}

reasons! {
    /// It was meant for another shoe than the one that is on.
    AnotherShoe = "another-shoe",
    /// It was meant for another coup than the one that is on.
    AnotherCoup = "another-coup",
    /// The command asks nothing.
    NothingAsked = "nothing-asked",
    /// The table is closed.
    TableClosed = "table-closed",
    /// Whoever asks, or is passed something, may no longer play here.
    Barred = "barred",
    /// Whoever asks, or is named, is not at the table.
    NotAtTheTable = "not-at-the-table",
    /// Whoever asks has not signed on in that role.
    NotSignedOn = "not-signed-on",
    /// Play waits for a decision, for patrons, or for a failed device.
    Halted = "halted",
    /// Something else comes first.
    OutOfOrder = "out-of-order",
    /// It is outside the hours of gaming.
    OutsideHours = "outside-hours",
    /// Another role may ask it, not this one.
    NotInThatRole = "not-in-that-role",
    /// Nobody decides what they brought up themselves.
    SelfApproval = "self-approval",
    /// The book does not allow a setting.
    SettingOutsideBook = "setting-outside-book",
    /// The name is not plain text.
    NotAName = "not-a-name",
    /// The person is at the table already, or as somebody else.
    AlreadyAtTheTable = "already-at-the-table",
    /// It is somebody else's to do.
    WrongPerson = "wrong-person",
    /// The table has no such seat.
    NoSuchSeat = "no-such-seat",
    /// Somebody sits there.
    SeatTaken = "seat-taken",
    /// The patron has not let enough coups pass.
    NotIdle = "not-idle",
    /// It is not due now.
    NotDue = "not-due",
    /// It has been done.
    AlreadyDone = "already-done",
    /// Nobody has asked for it.
    NotAsked = "not-asked",
    /// It needs an approval that was not given.
    NotApproved = "not-approved",
    /// Not all patrons agree.
    NotAllAgree = "not-all-agree",
    /// The cut is too near an end of the cards.
    CutTooNearTheEnd = "cut-too-near-the-end",
    /// The cutting card would lie at the wrong depth.
    CuttingCardTooDeep = "cutting-card-too-deep",
    /// The burn is not as the book and the settings want it.
    WrongBurn = "wrong-burn",
    /// The cards may not be replaced so.
    NotReplaceable = "not-replaceable",
    /// Nobody may bet on this coup.
    NoBetCoup = "no-bet-coup",
    /// Betting is closed.
    BettingClosed = "betting-closed",
    /// Wagers may not be altered until they are settled.
    BettingFrozen = "betting-frozen",
    /// A spoken wager is not taken so.
    SpokenRefused = "spoken-refused",
    /// The method in force has no such wager.
    NoSuchWager = "no-such-wager",
    /// This table does not offer it.
    NotOffered = "not-offered",
    /// The layout has no such box.
    NoSuchBox = "no-such-box",
    /// Promotional tokens or vouchers are not taken so.
    TokensRefused = "tokens-refused",
    /// The amount is larger than a table can hold.
    AmountTooLarge = "amount-too-large",
    /// No chips of the table make the amount.
    NotMadeOfChips = "not-made-of-chips",
    /// There are not enough chips, in hand or in the float.
    NotEnoughChips = "not-enough-chips",
    /// The patron has that wager already.
    WagerTwice = "wager-twice",
    /// The book forbids these wagers together.
    CombinationForbidden = "combination-forbidden",
    /// These wagers together need an approval.
    CombinationNotApproved = "combination-not-approved",
    /// The area has no place left.
    AreaFull = "area-full",
    /// The side wager needs a main one.
    NeedsMainWager = "needs-main-wager",
    /// Chips could not pay it exactly.
    NotExactlyPayable = "not-exactly-payable",
    /// The wager is below the minimum.
    BelowMinimum = "below-minimum",
    /// The wager is above the maximum.
    AboveMaximum = "above-maximum",
    /// The wager is no multiple of the unit.
    OffUnit = "off-unit",
    /// It would exceed the table differential.
    DifferentialExceeded = "differential-exceeded",
    /// There is no such stake on the layout.
    NoSuchStake = "no-such-stake",
    /// There is nothing to scale down or give up.
    NotExceeded = "not-exceeded",
    /// A coup is under way.
    CoupInProgress = "coup-in-progress",
    /// That card cannot come out of this shoe any more.
    CardImpossible = "card-impossible",
    /// No card is due, or not to that hand.
    CardNotDue = "card-not-due",
    /// What is reported cannot have happened where play stands.
    NotPossibleNow = "not-possible-now",
    /// There is no such matter, breach, dispute or open item.
    NoSuchMatter = "no-such-matter",
    /// A reason must be given.
    NoGround = "no-ground",
    /// The book does not allow it.
    NotLawful = "not-lawful",
    /// The change was not announced.
    NoNotice = "no-notice",
    /// The change was announced too short a time ago.
    NoticeTooShort = "notice-too-short",
    /// The count is not what the float must hold.
    CountDiffers = "count-differs",
    /// A number is out of every range.
    OutOfRange = "out-of-range",
    /// Time does not run backwards.
    TimeRunsBack = "time-runs-back",
}
