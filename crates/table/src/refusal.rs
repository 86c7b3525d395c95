//! Why a command was turned down, and the clauses that turn it down.

use crate::cite::Under;
use crate::settings::BadSetting;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A command turned down. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// In one word.
    pub reason: Reason,
    /// What was found and what is allowed.
    pub told: String,
    /// The clauses, or the silence, that turn it down.
    pub under: Under,
}

impl Refusal {
    pub(crate) fn new(reason: Reason, told: impl Into<String>, under: Under) -> Refusal {
        Refusal { reason, told: told.into(), under }
    }

    pub(crate) fn of_settings(bad: &[BadSetting]) -> Refusal {
        let told: Vec<String> =
            bad.iter().map(|bad| format!("{}: {} ({})", bad.setting, bad.told, bad.under)).collect();
        let under = bad.iter().map(|bad| bad.under.clone()).fold(Under::default(), Under::and);
        Refusal::new(Reason::SettingOutsideBook, told.join("; "), under)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.told, self.under)
    }
}

impl std::error::Error for Refusal {}

/// Why, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Reason {
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
