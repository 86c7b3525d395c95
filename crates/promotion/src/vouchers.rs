//! The register of vouchers: each is issued by two people, swapped once, or expires. A table takes its worth from here.

use ::aggregate::{ASKED, Aggregate, By, Decided, Text, Unreadable, Written};
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::{Actor, Name, Time};

/// The kind of stream that holds the register.
pub const VOUCHERS: &str = "voucher";

const EVENT: &str = "voucher-event-1";
const REFUSAL: &str = "voucher-refusal-1";
/// The most letters of a voucher's number.
const MOST_LETTERS: usize = 40;
/// The most bytes of its conditions, and of what it comes from.
const MOST_TEXT: usize = 1_000;

/// A voucher as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voucher {
    /// What it is worth.
    pub worth: Money,
    /// Until when it is good; for ever if it does not say.
    #[serde(default)]
    pub until: Option<Time>,
    /// The tables at which it is taken; any if it names none.
    #[serde(default)]
    pub tables: Vec<String>,
    /// Its other conditions, in words.
    #[serde(default)]
    pub conditions: String,
    /// From which prize or mailing it comes.
    #[serde(default)]
    pub from: String,
}

/// How a voucher stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum VoucherState {
    /// One person has proposed it; a second has to approve.
    Proposed {
        /// Who.
        by: Name,
    },
    /// It is good.
    Issued,
    /// It was swapped for tokens.
    Swapped {
        /// By whom.
        patron: Name,
        /// At which table.
        table: String,
        /// When.
        at: Time,
    },
    /// It was taken back before anybody swapped it.
    Withdrawn,
    /// Its time was over before anybody swapped it.
    Expired,
}

/// A voucher and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// As it is printed.
    pub voucher: Voucher,
    /// How it stands.
    pub standing: VoucherState,
    /// Who proposed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_by: Option<Name>,
    /// Who approved it, or took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Name>,
}

impl Registered {
    /// Is it good no longer, though nobody swapped it? It is from that moment on, and on record as soon as the house looks.
    pub fn is_expired(&self, now: Time) -> bool {
        match self.standing {
            VoucherState::Expired => true,
            VoucherState::Issued => self.is_over(now),
            _ => false,
        }
    }

    fn is_over(&self, now: Time) -> bool {
        self.voucher.until.is_some_and(|until| now > until)
    }

    /// Has it expired, and is that not yet on record?
    pub fn expires(&self, now: Time) -> bool {
        self.standing == VoucherState::Issued && self.is_over(now)
    }
}

/// What is asked of the register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoucherCommand {
    /// What.
    pub act: VoucherAct,
    /// Who asks.
    pub by: Actor,
    /// When. The log keeps it beside the command.
    #[serde(skip, default)]
    pub at: Time,
}

/// What may be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum VoucherAct {
    /// A voucher is proposed.
    Propose {
        /// Its number.
        number: String,
        /// As it is printed.
        voucher: Voucher,
    },
    /// Somebody else approves it: it is issued.
    Approve {
        /// Its number.
        number: String,
    },
    /// It is taken back before anybody swaps it.
    Withdraw {
        /// Its number.
        number: String,
    },
    /// Its time is over, and nobody has swapped it.
    Expire {
        /// Its number.
        number: String,
    },
    /// It is swapped at a table, which was told this worth.
    Swap {
        /// Its number.
        number: String,
        /// What the table gives for it.
        worth: Money,
        /// To whom.
        patron: Name,
        /// At which table.
        table: String,
    },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum VoucherFact {
    Proposed { number: String, voucher: Voucher, by: Name },
    Issued { number: String },
    Withdrawn { number: String },
    Expired { number: String },
    Swapped { number: String, worth: Money, patron: Name, table: String },
}

/// What happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoucherEvent {
    /// What.
    pub fact: VoucherFact,
    /// By whom; the log keeps it beside the event.
    pub by: Name,
    /// When.
    pub at: Time,
}

/// Why, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum VoucherReason {
    NoSuchVoucher,
    NumberTaken,
    BadNumber,
    BadWorth,
    BadTerms,
    NeedsTwo,
    NotIssued,
    AlreadySwapped,
    Expired,
    OtherTable,
    OtherWorth,
}

/// Why the register turned something down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoucherRefusal {
    /// In one word.
    pub reason: VoucherReason,
    /// What was found and what is allowed.
    pub message: String,
}

impl fmt::Display for VoucherRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for VoucherRefusal {}

fn refuse<T>(reason: VoucherReason, message: impl Into<String>) -> Result<T, VoucherRefusal> {
    Err(VoucherRefusal { reason, message: message.into() })
}

/// Every voucher of a house.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vouchers {
    all: BTreeMap<String, Registered>,
}

impl Vouchers {
    /// A voucher by its number.
    pub fn get(&self, number: &str) -> Option<&Registered> {
        self.all.get(number)
    }

    /// All of them by number.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Registered)> {
        self.all.iter().map(|(number, registered)| (number.as_str(), registered))
    }

    fn known(&self, number: &str) -> Result<&Registered, VoucherRefusal> {
        match self.get(number) {
            Some(known) => Ok(known),
            None => refuse(VoucherReason::NoSuchVoucher, format!("there is no voucher {number}")),
        }
    }

    fn judge(&self, command: &VoucherCommand) -> Result<VoucherFact, VoucherRefusal> {
        match &command.act {
            VoucherAct::Propose { number, voucher } => {
                self.propose(number, voucher, &command.by.name, command.at)
            }
            VoucherAct::Approve { number } => match &self.known(number)?.standing {
                VoucherState::Proposed { by } if *by == command.by.name => {
                    refuse(VoucherReason::NeedsTwo, format!("{by} proposed it; allowed is somebody else"))
                }
                VoucherState::Proposed { .. } if self.known(number)?.is_over(command.at) => {
                    refuse(VoucherReason::Expired, format!("voucher {number} would be good no longer"))
                }
                VoucherState::Proposed { .. } => Ok(VoucherFact::Issued { number: number.clone() }),
                _ => refuse(VoucherReason::NotIssued, format!("voucher {number} does not wait for anybody")),
            },
            VoucherAct::Withdraw { number } => match self.known(number)?.standing {
                VoucherState::Proposed { .. } | VoucherState::Issued => {
                    Ok(VoucherFact::Withdrawn { number: number.clone() })
                }
                _ => refuse(
                    VoucherReason::NotIssued,
                    format!("voucher {number} is swapped, withdrawn or expired"),
                ),
            },
            VoucherAct::Expire { number } => match self.known(number)?.expires(command.at) {
                true => Ok(VoucherFact::Expired { number: number.clone() }),
                false => refuse(VoucherReason::NotIssued, format!("voucher {number} does not expire now")),
            },
            VoucherAct::Swap { number, worth, patron, table } => {
                self.good(number, table, command.at)?;
                let known = self.known(number)?;
                if known.voucher.worth != *worth {
                    let message = format!("found {worth}; voucher {number} is worth {}", known.voucher.worth);
                    return refuse(VoucherReason::OtherWorth, message);
                }
                let (number, patron, table) = (number.clone(), patron.clone(), table.clone());
                Ok(VoucherFact::Swapped { number, worth: *worth, patron, table })
            }
        }
    }

    fn propose(
        &self,
        number: &str,
        voucher: &Voucher,
        by: &Name,
        at: Time,
    ) -> Result<VoucherFact, VoucherRefusal> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if number.is_empty() || number.len() > MOST_LETTERS || !number.chars().all(plain) {
            let message =
                format!("found `{number}`; allowed are up to {MOST_LETTERS} letters, digits and dashes");
            return refuse(VoucherReason::BadNumber, message);
        }
        if self.get(number).is_some() {
            return refuse(VoucherReason::NumberTaken, format!("voucher {number} is in the register"));
        }
        if voucher.worth.0 <= 0 || voucher.worth.0 > Money::MOST {
            let message = format!("found {}; allowed is more than 0, up to a billion", voucher.worth);
            return refuse(VoucherReason::BadWorth, message);
        }
        if voucher.until.is_some_and(|until| until < at) {
            let message = "found an end that is over; allowed is one to come";
            return refuse(VoucherReason::BadTerms, message);
        }
        if voucher.conditions.len() > MOST_TEXT || voucher.from.len() > MOST_TEXT {
            let message = format!("allowed are texts of up to {MOST_TEXT} bytes");
            return refuse(VoucherReason::BadTerms, message);
        }
        Ok(VoucherFact::Proposed { number: number.to_owned(), voucher: voucher.clone(), by: by.clone() })
    }

    /// A voucher that can be swapped at a table now.
    pub fn good(&self, number: &str, table: &str, now: Time) -> Result<&Voucher, VoucherRefusal> {
        let known = self.known(number)?;
        match &known.standing {
            VoucherState::Issued => {}
            VoucherState::Swapped { table, .. } => {
                return refuse(
                    VoucherReason::AlreadySwapped,
                    format!("voucher {number} was swapped at {table}"),
                );
            }
            VoucherState::Expired => {
                return refuse(VoucherReason::Expired, format!("voucher {number} is good no longer"));
            }
            VoucherState::Proposed { .. } | VoucherState::Withdrawn => {
                return refuse(VoucherReason::NotIssued, format!("voucher {number} is not issued"));
            }
        }
        if known.is_expired(now) {
            return refuse(VoucherReason::Expired, format!("voucher {number} is good no longer"));
        }
        let tables = &known.voucher.tables;
        if !tables.is_empty() && !tables.iter().any(|one| one == table) {
            let message = format!("voucher {number} is not taken here; allowed are {}", tables.join(", "));
            return refuse(VoucherReason::OtherTable, message);
        }
        Ok(&known.voucher)
    }

    fn take(&mut self, event: &VoucherEvent) {
        let (number, standing) = match &event.fact {
            VoucherFact::Proposed { number, voucher, by } => {
                let registered = Registered {
                    voucher: voucher.clone(),
                    standing: VoucherState::Proposed { by: by.clone() },
                    proposed_by: Some(by.clone()),
                    second: None,
                };
                self.all.insert(number.clone(), registered);
                return;
            }
            VoucherFact::Issued { number } => (number, VoucherState::Issued),
            VoucherFact::Withdrawn { number } => (number, VoucherState::Withdrawn),
            VoucherFact::Expired { number } => (number, VoucherState::Expired),
            VoucherFact::Swapped { number, patron, table, .. } => {
                (number, VoucherState::Swapped { patron: patron.clone(), table: table.clone(), at: event.at })
            }
        };
        if let Some(known) = self.all.get_mut(number) {
            if matches!(standing, VoucherState::Issued | VoucherState::Withdrawn) {
                known.second = Some(event.by.clone());
            }
            known.standing = standing;
        }
    }
}

impl Aggregate for Vouchers {
    const KIND: &'static str = VOUCHERS;
    const ANSWERS: &'static str = "voucher-answer";
    const SNAPSHOTS: &'static str = "voucher-snapshot";
    const STATE_FORM: u32 = 1;

    type Rules = ();
    type Command = VoucherCommand;
    type Event = VoucherEvent;
    type Refusal = VoucherRefusal;

    fn found((): &(), command: &VoucherCommand) -> Result<Vec<VoucherEvent>, VoucherRefusal> {
        Aggregate::decide(&Vouchers::default(), command).map(|decided| decided.events)
    }

    fn begin((): &(), first: &VoucherEvent) -> Option<Vouchers> {
        let mut vouchers = Vouchers::default();
        vouchers.take(first);
        Some(vouchers)
    }

    fn decide(&self, command: &VoucherCommand) -> Result<Decided<Vouchers>, VoucherRefusal> {
        let fact = self.judge(command)?;
        Ok(Decided::events(vec![VoucherEvent { fact, by: command.by.name.clone(), at: command.at }]))
    }

    fn apply(&mut self, event: &VoucherEvent) {
        self.take(event);
    }

    fn may_take_rules(&self, (): &()) -> Result<(), String> {
        Ok(())
    }

    fn with_rules(&self, (): &()) -> Option<Vouchers> {
        Some(self.clone())
    }

    fn by(command: &VoucherCommand) -> By {
        By::from(&command.by)
    }

    fn at(command: &VoucherCommand) -> Time {
        command.at
    }

    fn write_command(command: &VoucherCommand) -> Result<Written, serde_json::Error> {
        Written::new(ASKED, command)
    }

    fn read_command(written: Text<'_>, at: Time) -> Result<VoucherCommand, Unreadable> {
        let command: VoucherCommand = written.read(ASKED)?;
        Ok(VoucherCommand { at, ..command })
    }

    fn write_event(event: &VoucherEvent, _: &By) -> Result<Written, serde_json::Error> {
        Written::new(EVENT, &event.fact)
    }

    fn read_event(written: Text<'_>, by: &By, at: Time) -> Result<VoucherEvent, Unreadable> {
        Ok(VoucherEvent { fact: written.read(EVENT)?, by: Name::from(by.name.as_str()), at })
    }

    fn write_refusal(refusal: &VoucherRefusal) -> Result<Written, serde_json::Error> {
        Written::new(REFUSAL, refusal)
    }

    fn read_refusal(written: Text<'_>) -> Result<VoucherRefusal, Unreadable> {
        written.read(REFUSAL)
    }

    fn write_state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    fn restore((): &(), state: &str) -> Result<Vouchers, Unreadable> {
        Ok(serde_json::from_str(state)?)
    }
}
