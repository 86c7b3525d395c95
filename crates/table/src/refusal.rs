//! Why a command was turned down, and the clauses that turn it down.

use crate::cite::Citation;
use crate::settings::BadSetting;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A command turned down. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

fn is_first(act: &usize) -> bool {
    *act == 0
}

impl Refusal {
    /// A command turned down.
    pub fn new(reason: Reason, message: impl Into<String>, cites: Citation) -> Refusal {
        Refusal { reason, message: message.into(), cites, act: 0 }
    }

    /// Is it turned down only because of who asks, or in which role?
    pub fn is_about_who_asks(&self) -> bool {
        matches!(self.reason, Reason::NotInThatRole | Reason::NotSignedOn)
    }

    pub(crate) fn of_settings(bad: &[BadSetting]) -> Refusal {
        let message: Vec<String> =
            bad.iter().map(|bad| format!("{}: {} ({})", bad.setting, bad.message, bad.cites)).collect();
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

/// Why, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Reason {
    AnotherShoe,
    AnotherCoup,
    NothingAsked,
    SettingOutsideBook,
    OutsideHours,
    NotInThatRole,
    NotSignedOn,
    NotAtTheTable,
    AlreadyAtTheTable,
    NoSuchSeat,
    SeatTaken,
    NotIdle,
    OutOfOrder,
    NotDue,
    WrongPerson,
    CutTooNearTheEnd,
    CuttingCardTooDeep,
    NotApproved,
    WrongBurn,
    NotEnoughChips,
    NotMadeOfChips,
    NoSuchWager,
    NotOffered,
    NoSuchBox,
    NoSuchStake,
    WagerTwice,
    CombinationForbidden,
    CombinationNotApproved,
    BelowMinimum,
    AboveMaximum,
    OffUnit,
    AreaFull,
    NeedsMainWager,
    DifferentialExceeded,
    NotExactlyPayable,
    BettingClosed,
    BettingFrozen,
    NoBetCoup,
    SpokenRefused,
    TokensRefused,
    NotExceeded,
    NotAllAgree,
    NotAsked,
    NotLawful,
    NoticeTooShort,
    NoNotice,
    CoupInProgress,
    NotReplaceable,
    CardImpossible,
    CardNotDue,
    AmountTooLarge,
    TableClosed,
    CountDiffers,
    AlreadyDone,
    NotPossibleNow,
    NoSuchMatter,
    SelfApproval,
    NoGround,
    Halted,
    Barred,
    OutOfRange,
    TimeRunsBack,
    NotAName,
}
