//! What went wrong and what waits: reports, rulings, matters, windows, a failed device, breaches, disputes.

use super::record::CoupReports;
use super::{Coup, State};
use crate::person::{Actor, Name};
use crate::time::Time;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::{ChipKind, Validity};
use baccarat::rules::people::Role;
use baccarat::rules::rulings::*;
use baccarat::wager::WagerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What went wrong, as whoever saw it tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Report {
    /// A card left the shoe that was not due, or went where it was not due.
    Misdealt {
        /// The hand it was laid to; none if it was only drawn.
        #[serde(default)]
        to: Option<Side>,
        /// What it is, if it was seen.
        #[serde(default)]
        card: Option<Card>,
    },
    /// The next card lies face up in the shoe.
    FaceUp {
        /// What it is.
        card: Card,
    },
    /// The cards of the coup lie out of order.
    OutOfSequence {
        /// Every card of the coup in the order it left the shoe, those unseen as nothing.
        cards: Vec<Option<Card>>,
        /// The order was in doubt and has been established.
        #[serde(default)]
        doubt: bool,
    },
    /// The cards of a coup came in another order, as a patron tells staff.
    Claimed {
        /// The number of the coup.
        coup: u32,
        /// Every card of the coup in the order it left the shoe, those unseen as nothing.
        cards: Vec<Option<Card>>,
    },
    /// The result was announced and wagers were settled although a third card was due.
    SettledShort,
    /// A third card was forgotten in a coup that was settled without it.
    ThirdCardForgotten,
    /// Wagers were settled by another method than the one in force.
    SettledBy {
        /// Which.
        method: String,
        /// The number of the coup, where it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coup: Option<u32>,
    },
    /// A coup before the last one was dealt wrongly.
    Earlier {
        /// Its number.
        coup: u32,
    },
    /// Wagers broke the limits in a coup that is over.
    LimitsBroken {
        /// Its number.
        coup: u32,
    },
    /// A card was burnt that should not have been.
    WronglyBurnt {
        /// What it is, if it was seen.
        #[serde(default)]
        card: Option<Card>,
    },
    /// A card turned up that does not belong to the decks.
    Foreign {
        /// What it shows, if that is a card at all.
        #[serde(default)]
        card: Option<Card>,
    },
    /// A hand, or a card of it, was passed to a patron who should not have it.
    PassedTo {
        /// To whom.
        to: Name,
    },
    /// A card on record is not the one that was dealt.
    Miskeyed {
        /// The number of the coup.
        coup: u32,
        /// What was put on record.
        keyed: Card,
        /// What it was.
        was: Card,
        /// The hand it lies in, where both hands have that card on record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<Side>,
    },
    /// A wager on record is not the one that lay on the layout.
    WagerMiskeyed {
        /// The number of the coup.
        coup: u32,
        /// Whose.
        patron: Name,
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what, as it was put on record.
        wager: WagerId,
        /// How much was put on record.
        keyed: Money,
        /// How much it was; nothing where there was no such wager.
        was: Money,
        /// On what it was, where that is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was_on: Option<WagerId>,
    },
    /// A wager was paid or collected otherwise than its result demands.
    WronglyPaid {
        /// The number of the coup.
        coup: u32,
        /// Whose.
        patron: Name,
        /// The box.
        #[serde(rename = "box")]
        area: u8,
        /// On what.
        wager: WagerId,
        /// What really moved.
        moved: Moved,
    },
    /// A wager was noticed only after the first card.
    WagerFound {
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
        /// It was put down only after the first card.
        #[serde(default)]
        late: bool,
    },
    /// A wager lay in a way that makes it invalid.
    WagerInvalid {
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
    /// A wager was accepted that chips cannot pay exactly.
    WagerAccepted {
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
    /// A card of a hand that lay face down was exposed by accident.
    Exposed {
        /// The hand.
        hand: Side,
        /// The card.
        card: Card,
    },
    /// Anything else that the books know.
    Found {
        /// Which.
        irregularity: Irregularity,
        /// Why, where a ground is needed.
        #[serde(default)]
        why: String,
    },
}

impl Report {
    /// The coup that it names; what names none is about the coup that is on.
    pub fn coup(&self) -> Option<u32> {
        match self {
            Report::Claimed { coup, .. }
            | Report::Earlier { coup }
            | Report::LimitsBroken { coup }
            | Report::WagerMiskeyed { coup, .. }
            | Report::WronglyPaid { coup, .. }
            | Report::Miskeyed { coup, .. } => Some(*coup),
            Report::SettledBy { coup, .. } => *coup,
            _ => None,
        }
    }
}

/// What moved between the float and a patron on a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moved {
    /// The patron was paid it; nothing, where the stake was left alone.
    Paid(Money),
    /// The patron lost it.
    Collected(Money),
}

impl Moved {
    /// What the patron has more by it, or less.
    pub fn gain(self) -> Money {
        match self {
            Moved::Paid(amount) => amount,
            Moved::Collected(amount) => -amount,
        }
    }
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moved::Paid(amount) => write!(f, "{amount} paid"),
            Moved::Collected(amount) => write!(f, "{amount} collected"),
        }
    }
}

/// A card on record that was another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Correction {
    /// What was put on record.
    pub keyed: Card,
    /// What it was.
    pub was: Card,
}

/// Something that waits for a decision, or has had it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Matter {
    /// Its number at this table.
    pub id: u32,
    /// What it is about.
    pub about: Subject,
    /// Who brought it up.
    pub by: Actor,
    /// Who decides it.
    pub decides: Role,
    /// What may be decided.
    pub remedies: Vec<Remedy>,
    /// Play waits for it.
    pub halts: bool,
    /// What was decided, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decision>,
}

impl Matter {
    /// The coup that it is about, where what was reported names one.
    pub fn coup(&self) -> Option<u32> {
        match &self.about {
            Subject::Ruling { report, .. } | Subject::Silence { report, .. } => report.coup(),
        }
    }
}

/// What a matter is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "subject", rename_all = "kebab-case")]
pub enum Subject {
    /// A ruling that somebody must authorise.
    Ruling {
        /// On what.
        when: Irregularity,
        /// What was reported.
        report: Report,
    },
    /// An irregularity on which the book does not say what follows.
    Silence {
        /// On what.
        when: Irregularity,
        /// What was reported.
        report: Report,
    },
}

/// What may be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// The ruling is carried out.
    Granted,
    /// It is not.
    Denied,
    /// The coup goes on, its outcome being sure.
    GoesOn,
    /// The coup is void.
    Void,
}

/// A decision, who took it, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// What.
    pub remedy: Remedy,
    /// Who.
    pub by: Actor,
    /// Why.
    pub why: String,
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Remedy::Granted => "granted",
            Remedy::Denied => "denied",
            Remedy::GoesOn => "goes-on",
            Remedy::Void => "void",
        })
    }
}

impl fmt::Display for Matter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |word: &dyn fmt::Display| word.to_string().replace('-', " ");
        match &self.about {
            Subject::Ruling { when, .. } => write!(f, "{}, for the {}", plain(when), plain(&self.decides)),
            Subject::Silence {
                report: Report::WagerFound { patron, area, wager, amount, late, .. }, ..
            } => {
                let late = if *late { " placed late" } else { "" };
                write!(
                    f,
                    "{patron} box {area} {wager} {amount} found{late}, for the {}",
                    plain(&self.decides)
                )
            }
            Subject::Silence { report: Report::WagerInvalid { patron, area, wager, lacks }, .. } => write!(
                f,
                "invalid wager: {patron} box {area} {wager}, not being {}, for the {}",
                plain(lacks),
                plain(&self.decides)
            ),
            Subject::Silence { report: Report::WagerAccepted { patron, area, wager, amount }, .. } => {
                write!(f, "{patron} box {area} {wager} {amount} accepted, for the {}", plain(&self.decides))
            }
            Subject::Silence { when, .. } => {
                write!(
                    f,
                    "{}, of which this book does not say, for the {}",
                    plain(when),
                    plain(&self.decides)
                )
            }
        }
    }
}

/// What the book says of an irregularity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// What went wrong.
    pub when: Irregularity,
    /// What becomes of the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardFate>,
    /// What becomes of the wagers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wagers: Option<WagersFate>,
    /// What becomes of the coup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coup: Option<CoupFate>,
    /// What becomes of earlier coups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<EarlierFate>,
    /// What happens, or may happen, to the cards afterwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardsAfter>,
    /// What becomes of payments already made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payments: Option<PaymentsFate>,
    /// Who must decide or authorise it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Role>,
    /// Whose error it may be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_by: Vec<Role>,
    /// The patron to whom cards were wrongly passed, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |word: &dyn fmt::Display| word.to_string().replace('-', " ");
        write!(f, "{}", plain(&self.when))?;
        if !self.made_by.is_empty() {
            let roles: Vec<String> = self.made_by.iter().map(|role| plain(role)).collect();
            write!(f, " by {}", roles.join(" or "))?;
        }
        if let Some(to) = &self.to {
            write!(f, " to {to}")?;
        }
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.card.map(|fate| format!("card {}", plain(&fate))));
        parts.extend(self.wagers.map(|fate| format!("wagers {}", plain(&fate))));
        parts.extend(self.coup.map(|fate| format!("coup {}", plain(&fate))));
        parts.extend(self.earlier.map(|fate| format!("earlier coups {}", plain(&fate))));
        parts.extend(self.payments.map(|fate| format!("payments {}", plain(&fate))));
        parts.extend(self.cards.iter().map(|after| format!("cards {}", plain(after))));
        if parts.is_empty() { Ok(()) } else { write!(f, ": {}", parts.join(", ")) }
    }
}

/// What opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Window {
    /// A ruling: each wager may be withdrawn.
    Ruling {
        /// On what.
        when: Irregularity,
    },
    /// Relief from the freeze on wagers.
    Relief,
    /// A failed device: each stake may be had back.
    Device,
}

impl Window {
    /// In words.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Window::Ruling { .. } | Window::Device => "each wager may be withdrawn",
            Window::Relief => "wagers may be altered",
        }
    }
}

/// How a settlement was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Undone {
    /// What was won or lost went back at once.
    Repaid,
    /// The stake lies on the layout again, to be settled anew.
    Relaid,
    /// The patron is gone or short of chips, so that it stays open.
    LeftOpen,
    /// The patron is gone or short of chips: it stays open, and the wager is settled again on paper.
    OnPaper,
}

/// A device that has failed, and how far the table has come with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trouble {
    /// Who reported it.
    pub by: Actor,
    /// Which conditions for moving the cards were said to hold, or not.
    pub answers: Vec<(TransferCondition, bool)>,
    /// The cards it damaged, once that was said.
    pub damaged: Option<Vec<Card>>,
    /// Which failure it is, once that is settled.
    pub failure: Option<DeviceFailure>,
    /// The steps still to be done, in order, each with the failure in which the book asks for it.
    pub owed: Vec<DeviceStep>,
    /// The coup that waits while its remaining cards are shuffled and cut.
    pub coup: Option<Coup>,
}

/// A breach that was reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Breach {
    /// Its number at this table.
    pub id: u32,
    /// What was done that nobody may do.
    pub ban: Ban,
    /// Who did it.
    pub who: Name,
    /// Who reported it.
    pub by: Actor,
    /// What was done about it.
    pub measures: Vec<Measure>,
    /// Who has taken the person over, where they were detained.
    pub handed_to: Option<Name>,
}

/// Where a forfeited stake comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitedFrom {
    /// It lay on the layout.
    Layout,
    /// It had been collected, and stays so.
    Collected,
    /// It had gone back to the patron's hand.
    Hand,
    /// The patron is gone or short of chips, so that it stays open.
    LeftOpen,
}

/// A dispute and what has come of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dispute {
    /// Its number at this table.
    pub id: u32,
    /// Who opened it.
    pub by: Actor,
    /// The patron for whom staff opened it.
    pub patron: Option<Name>,
    /// The last coup that had begun by then.
    #[serde(default)]
    pub coup: u32,
    /// What it is about.
    pub about: String,
    /// When it was opened.
    pub at: Time,
    /// The stage that waits for a decision.
    pub waits: Option<DisputeStage>,
    /// What was decided, in order.
    pub decisions: Vec<DisputeDecision>,
}

/// A decision in a dispute: what, at which stage, by whom, when and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub struct DisputeDecision {
    pub stage: DisputeStage,
    pub finding: Finding,
    pub by: Actor,
    pub at: Time,
    pub why: String,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Whoever opened it is right.
    Upheld,
    /// They are not.
    Rejected,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Finding::Upheld => "upheld",
            Finding::Rejected => "rejected",
        })
    }
}

/// What a decision moves between the float and a patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Award {
    /// The patron gets it.
    Paid(Money),
    /// The patron gives it back.
    TakenBack(Money),
}

impl Award {
    pub(crate) fn amount(self) -> Money {
        match self {
            Award::Paid(amount) | Award::TakenBack(amount) => amount,
        }
    }
}

/// How many of each there were: the number of the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Opened {
    pub matters: u32,
    pub breaches: u32,
    pub disputes: u32,
}

/// What a matter was reported as.
fn report_of(matter: &Matter) -> &Report {
    let (Subject::Ruling { report, .. } | Subject::Silence { report, .. }) = &matter.about;
    report
}

/// Was this told of a coup in time, without saying how it was dealt?
fn is_told(matter: &Matter) -> bool {
    match &matter.about {
        Subject::Ruling { when, .. } => *when == Irregularity::CannotBeReconstructed,
        Subject::Silence { .. } => false,
    }
}

impl State {
    /// What staff were told of a coup, as far as the matters and disputes that the table holds say.
    pub(crate) fn told_of(&self, number: u32) -> CoupReports {
        let about_it = |matter: &&Matter| matches!(report_of(matter), Report::Claimed { coup, .. } | Report::Earlier { coup } if *coup == number);
        let in_time =
            |matter: &Matter| matches!(report_of(matter), Report::Claimed { .. }) || is_told(matter);
        let told = || self.matters.iter().filter(about_it);
        let disputed = self.disputes.iter().any(|dispute| dispute.coup == number);
        CoupReports {
            matter: told().next().map(|matter| matter.id),
            claimed: disputed || told().any(in_time),
        }
    }
}
