//! The register of accounts: who was taken in, given a role, reset and let go, and by which two people. Secrets are no part of it, but for
//! the digest by which the list of people is held to it.

use super::admin::{Done, PEOPLE, PersonAct, sees_to};
use super::enrolment::{Change, ENROLS, WAITS, approves};
use super::kin::{Origin, judge as judge_kin};
use super::role_of;
use crate::clock::later;
use crate::denial::Denial;
use crate::role::Role;
use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Time;

/// What is asked about accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StaffAct {
    /// The house takes over, once, the accounts that its list of people had before they were on record.
    TakeOver {
        /// Each of them.
        accounts: Vec<TakenOver>,
    },
    /// A change is proposed.
    Propose {
        /// What.
        change: Change,
        /// About whom.
        name: String,
        /// In which role.
        role: Role,
        /// Why.
        why: String,
    },
    /// Somebody else approves it.
    Approve {
        /// Its number.
        number: u32,
    },
    /// It is refused, or taken back.
    Refuse {
        /// Its number.
        number: u32,
        /// Why.
        why: String,
    },
    /// The person concerned has set their own secrets.
    Enrol {
        /// The number of the change.
        number: u32,
        /// The digest of what the list of people keeps of them.
        digest: String,
    },
    /// Somebody is let go.
    LetGo {
        /// Who.
        name: String,
        /// Their role.
        role: Role,
        /// Why.
        why: String,
    },
}

/// An account that is taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenOver {
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The digest of what the list of people keeps of them.
    pub digest: String,
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StaffReason {
    /// It is not for this role.
    NotYours,
    /// Nobody decides about themselves.
    Yourself,
    /// The same person, or somebody who made their account.
    SelfApproval,
    /// There is no such change that waits.
    NoSuchChange,
    /// Somebody has approved it.
    AlreadyDecided,
    /// Accounts were taken over before.
    TakenOver,
    /// Somebody has this name by now.
    NameTaken,
}

/// A change that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiting {
    change: Change,
    name: String,
    role: Role,
    why: String,
    proposer: String,
    proposed: Time,
    approved: Option<(String, Time)>,
}

impl Waiting {
    fn until(&self) -> Time {
        match &self.approved {
            Some((_, at)) => later(*at, ENROLS),
            None => later(self.proposed, WAITS),
        }
    }
}

/// An account as it is on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Account {
    role: Role,
    /// When two people last let it be, and who they were.
    origin: Origin,
    /// The digest of what the list of people keeps; records of earlier releases have none.
    digest: Option<String>,
    /// Two people have taken the old secrets away.
    closed: bool,
}

/// Every account of a house as it is on record, and the changes that are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Staff {
    /// The number of the last change.
    last: u32,
    /// The accounts of the list of people are on record.
    taken_over: bool,
    waiting: BTreeMap<u32, Waiting>,
    accounts: BTreeMap<String, Account>,
}

type Turned = RegisterRefusal<StaffReason>;

fn turned<T>(reason: StaffReason, message: impl Into<String>) -> Result<T, Turned> {
    Err(RegisterRefusal::new(reason, message))
}

impl Staff {
    /// Are the accounts of the list of people on record?
    pub(super) fn is_taken_over(&self) -> bool {
        self.taken_over
    }

    /// Is this account of the list of people the one that is on record?
    pub(super) fn knows(&self, name: &str, role: Role, digest: &str) -> bool {
        self.accounts.get(name).is_some_and(|account| {
            !account.closed
                && account.role == role
                && account.digest.as_deref().is_none_or(|known| known == digest)
        })
    }

    /// When two people last let somebody set their secrets or gave them a role.
    pub(super) fn enrolled(&self, name: &str) -> i64 {
        self.accounts.get(name).map_or(0, |account| account.origin.enrolled)
    }

    fn waiting(&self, number: u32, now: Time) -> Result<&Waiting, Turned> {
        match self.waiting.get(&number).filter(|waiting| now < waiting.until()) {
            Some(waiting) => Ok(waiting),
            None => turned(StaffReason::NoSuchChange, "there is no such change that waits"),
        }
    }

    /// Is this what was proposed under this number, by this person?
    pub(super) fn has_proposed(
        &self,
        number: u32,
        change: (Change, &str, Role, &str),
        proposer: &str,
    ) -> bool {
        self.waiting.get(&number).is_some_and(|waiting| {
            (waiting.change, &*waiting.name, waiting.role, &*waiting.why) == change
                && waiting.proposer == proposer
        })
    }

    /// May a change still be made to what is on record under this name? Somebody may have been taken in under it, or given another
    /// role, since it was proposed: nobody's account is written over, and nobody decides about a role that is not theirs to see to.
    fn still_fits(
        &self,
        change: Change,
        name: &str,
        may_decide: impl Fn(Role) -> bool,
    ) -> Result<(), Turned> {
        match (change, self.accounts.get(name)) {
            (Change::TakeIn, Some(account)) if !account.closed => {
                turned(StaffReason::NameTaken, "this name is taken; choose another")
            }
            (_, Some(account)) if !may_decide(account.role) => {
                turned(StaffReason::NotYours, format!("{name} is a {} now; others see to that", account.role))
            }
            _ => Ok(()),
        }
    }

    /// How the account of this name came to be.
    pub(super) fn origin(&self, name: &str) -> Origin {
        self.accounts.get(name).map(|account| account.origin.clone()).unwrap_or_default()
    }

    /// May somebody approve this, being neither the first, nor whom it concerns, nor kin of the first?
    fn may_approve(&self, waiting: &Waiting, by: &str, role: Role, now: Time) -> Result<(), Turned> {
        if waiting.approved.is_some() {
            return turned(StaffReason::AlreadyDecided, "somebody has approved it");
        }
        if !approves(role, waiting.role) {
            return turned(StaffReason::NotYours, format!("a {role} does not approve this"));
        }
        let lower = by.to_lowercase();
        if lower == waiting.name.to_lowercase() {
            return turned(StaffReason::SelfApproval, format!("it concerns {by}; others approve"));
        }
        let first = &waiting.proposer;
        if lower == first.to_lowercase() {
            return turned(StaffReason::SelfApproval, format!("{first} proposed it; somebody else approves"));
        }
        let (own, other) = (self.origin(by), self.origin(first));
        judge_kin(now, (by, &own), (first, &other))
            .or_else(|message| turned(StaffReason::SelfApproval, message))
    }

    fn fact(&self, act: Done, number: u32, waiting: &Waiting, why: &str) -> PersonAct {
        let Waiting { change, name, role, .. } = waiting;
        let (name, why) = (name.clone(), why.to_owned());
        PersonAct { act, name, role: *role, why, change: Some(*change), number: Some(number), digest: None }
    }

    fn take_over(&self, accounts: &[TakenOver]) -> Result<Vec<PersonAct>, Turned> {
        if self.taken_over || accounts.is_empty() {
            return turned(StaffReason::TakenOver, "accounts are taken over once");
        }
        let fact = |account: &TakenOver| PersonAct {
            act: Done::TakenOver,
            name: account.name.clone(),
            role: account.role,
            why: "in the list of people before accounts were on record".to_owned(),
            change: None,
            number: None,
            digest: Some(account.digest.clone()),
        };
        Ok(accounts.iter().map(fact).collect())
    }

    fn open_account(&mut self, fact: &PersonAct, by: Option<&Waiting>, at: Time) {
        let origin = match by {
            Some(waiting) => {
                let approver = waiting.approved.as_ref().map(|(name, _)| name.clone());
                Origin {
                    enrolled: at.0,
                    by: [waiting.proposer.clone()].into_iter().chain(approver).collect(),
                }
            }
            None => Origin::default(),
        };
        let account = Account { role: fact.role, origin, digest: fact.digest.clone(), closed: false };
        self.accounts.insert(fact.name.clone(), account);
    }
}

impl Register for Staff {
    const STREAMS: [&'static str; 3] = [PEOPLE, "people-answer", "people-snapshot"];
    const FORM: u32 = 1;
    const FACT: &'static str = "person-1";
    const TURNED_DOWN: &'static str = "person-refusal-1";

    type Act = StaffAct;
    type Fact = PersonAct;
    type Reason = StaffReason;

    fn judge(&self, asked: &RegisterCommand<StaffAct>) -> Result<Vec<PersonAct>, Turned> {
        let (by, now) = (&asked.by.name, asked.at);
        if let StaffAct::TakeOver { accounts } = &asked.act {
            return match asked.by == crate::act_record::recorder() {
                true => self.take_over(accounts),
                false => turned(StaffReason::NotYours, "the house itself takes accounts over"),
            };
        }
        let Some(role) = role_of(&asked.by.role) else {
            return turned(StaffReason::NotYours, format!("there is no role {}", asked.by.role));
        };
        let fact = match &asked.act {
            StaffAct::TakeOver { .. } => return Ok(Vec::new()),
            StaffAct::Propose { change, name, role: theirs, why } => {
                if !sees_to(role, *theirs) {
                    return turned(StaffReason::NotYours, format!("a {role} does not see to this account"));
                }
                if *change != Change::TakeIn && name == by {
                    return turned(StaffReason::Yourself, "others propose this about you");
                }
                self.still_fits(*change, name, |now| sees_to(role, now))?;
                PersonAct {
                    act: Done::Proposed,
                    name: name.clone(),
                    role: *theirs,
                    why: why.clone(),
                    change: Some(*change),
                    number: Some(self.last.saturating_add(1)),
                    digest: None,
                }
            }
            StaffAct::Approve { number } => {
                let waiting = self.waiting(*number, now)?;
                self.may_approve(waiting, by, role, now)?;
                self.still_fits(waiting.change, &waiting.name, |now| approves(role, now))?;
                self.fact(Done::Approved, *number, waiting, &waiting.why)
            }
            StaffAct::Refuse { number, why } => {
                let waiting = self.waiting(*number, now)?;
                if *by != waiting.proposer && !approves(role, waiting.role) {
                    return turned(StaffReason::NotYours, format!("a {role} does not decide this"));
                }
                self.fact(Done::Refused, *number, waiting, why)
            }
            StaffAct::Enrol { number, digest } => {
                let waiting = self.waiting(*number, now)?;
                if waiting.approved.is_none() || waiting.change == Change::Role || *by != waiting.name {
                    return turned(StaffReason::NoSuchChange, "there is no such change that waits for you");
                }
                self.still_fits(waiting.change, &waiting.name, |_| true)?;
                let fact = self.fact(Done::Enrolled, *number, waiting, "set their own secrets");
                PersonAct { digest: Some(digest.clone()), ..fact }
            }
            StaffAct::LetGo { name, role: theirs, why } => {
                if !sees_to(role, *theirs) {
                    return turned(StaffReason::NotYours, format!("a {role} does not see to this account"));
                }
                if name == by {
                    return turned(StaffReason::Yourself, "nobody lets themselves go; ask another");
                }
                let (name, why) = (name.clone(), why.clone());
                let (change, number, digest) = (None, None, None);
                PersonAct { act: Done::Removed, name, role: *theirs, why, change, number, digest }
            }
        };
        Ok(vec![fact])
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<PersonAct>) {
        let number = fact.number.unwrap_or_default();
        self.last = self.last.max(number);
        match fact.act {
            Done::TakenOver => {
                self.taken_over = true;
                let known = self.accounts.get(&fact.name).map(|account| account.origin.clone());
                self.open_account(fact, None, *at);
                if let (Some(origin), Some(account)) = (known, self.accounts.get_mut(&fact.name)) {
                    account.origin = origin;
                }
            }
            Done::Added | Done::NewPassword => self.open_account(fact, None, *at),
            Done::Proposed => {
                let Some(change) = fact.change else { return };
                let (name, why) = (fact.name.clone(), fact.why.clone());
                let (proposer, proposed, approved) = (by.name.clone(), *at, None);
                let waiting = Waiting { change, name, role: fact.role, why, proposer, proposed, approved };
                self.waiting.retain(|_, waiting| *at < waiting.until());
                self.waiting.insert(number, waiting);
            }
            Done::Approved => {
                let Some(waiting) = self.waiting.get_mut(&number) else { return };
                waiting.approved = Some((by.name.clone(), *at));
                let waiting = waiting.clone();
                match waiting.change {
                    Change::TakeIn => {}
                    Change::Reset => {
                        if let Some(account) = self.accounts.get_mut(&waiting.name) {
                            account.closed = true;
                        }
                    }
                    Change::Role => {
                        let digest = self.accounts.get(&fact.name).and_then(|account| account.digest.clone());
                        self.open_account(&PersonAct { digest, ..fact.clone() }, Some(&waiting), *at);
                        self.waiting.remove(&number);
                    }
                }
            }
            Done::Refused => drop(self.waiting.remove(&number)),
            Done::Enrolled => {
                let waiting = self.waiting.remove(&number);
                self.open_account(fact, waiting.as_ref(), *at);
            }
            Done::Removed => drop(self.accounts.remove(&fact.name)),
        }
    }

    fn followed(act: &StaffAct, facts: &[&PersonAct]) -> bool {
        let [fact] = facts else { return false };
        match act {
            StaffAct::Propose { change, name, role, why } => {
                fact.act == Done::Proposed
                    && (fact.change, &fact.name, fact.role, &fact.why) == (Some(*change), name, *role, why)
            }
            StaffAct::LetGo { name, why, .. } => {
                fact.act == Done::Removed && (&fact.name, &fact.why) == (name, why)
            }
            StaffAct::Approve { number } => fact.act == Done::Approved && fact.number == Some(*number),
            StaffAct::Refuse { number, .. } => fact.act == Done::Refused && fact.number == Some(*number),
            StaffAct::Enrol { number, .. } => fact.act == Done::Enrolled && fact.number == Some(*number),
            StaffAct::TakeOver { .. } => false,
        }
    }
}

/// A refusal of the register, as it is answered.
pub(super) fn denial(refusal: RegisterRefusal<StaffReason>) -> Denial {
    let RegisterRefusal { reason, message } = refusal;
    match reason {
        StaffReason::NotYours => Denial::not_yours(message),
        StaffReason::Yourself => Denial::conflict("yourself", message),
        StaffReason::SelfApproval => Denial::self_approval(message),
        StaffReason::NoSuchChange => Denial::not_found(message),
        StaffReason::AlreadyDecided => Denial::conflict("already-decided", message),
        StaffReason::TakenOver => Denial::conflict("taken-over", message),
        StaffReason::NameTaken => Denial::conflict("name-taken", message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aggregate::{Aggregate, By};

    const ROLES: [Role; 8] = [
        Role::Player,
        Role::Dealer,
        Role::Supervisor,
        Role::Manager,
        Role::Cage,
        Role::Surveillance,
        Role::Inspector,
        Role::Device,
    ];

    fn asked(staff: &mut Staff, (name, role): (&str, Role), act: StaffAct) -> bool {
        let command = RegisterCommand { act, by: By::new(name, role.word()), at: Time(1 << 50) };
        let decided = Aggregate::decide(&*staff, &command);
        let events = decided.map(|decided| decided.events).unwrap_or_default();
        events.iter().for_each(|event| Aggregate::apply(staff, event));
        !events.is_empty()
    }

    /// Somebody on record since long ago.
    fn known(name: &str, role: Role) -> TakenOver {
        TakenOver { name: name.into(), role, digest: "0".repeat(64) }
    }

    /// Every role proposes every change about every role and to every role, and every role approves it, as another, as the same person
    /// and as the one whom it concerns.
    #[test]
    fn an_account_is_changed_by_two_people_whose_duty_it_is_and_no_others() {
        let mut allowed = 0;
        for change in [Change::TakeIn, Change::Reset, Change::Role] {
            for (first, second) in ROLES.iter().flat_map(|first| ROLES.map(|second| (*first, second))) {
                for (now, to) in ROLES.iter().flat_map(|now| ROLES.map(|to| (*now, to))) {
                    if change == Change::TakeIn && now != to {
                        continue;
                    }
                    for second_name in ["Second", "First", "Third", "FIRST"] {
                        let mut staff = Staff::default();
                        let mut accounts = vec![known("First", first), known("Second", second)];
                        accounts.extend((change != Change::TakeIn).then(|| known("Third", now)));
                        let taken = StaffAct::TakeOver { accounts };
                        let command =
                            RegisterCommand { act: taken, by: crate::act_record::recorder(), at: Time(0) };
                        let decided = Aggregate::decide(&staff, &command).ok().unwrap();
                        decided.events.iter().for_each(|event| Aggregate::apply(&mut staff, event));
                        let wish =
                            StaffAct::Propose { change, name: "Third".into(), role: to, why: "x".into() };
                        let proposed = asked(&mut staff, ("First", first), wish);
                        let done = proposed
                            && asked(&mut staff, (second_name, second), StaffAct::Approve { number: 1 });
                        let regulators = |role| role == Role::Inspector;
                        let about = [Some(to), (change != Change::TakeIn).then_some(now)];
                        let mut about = about.into_iter().flatten();
                        let expected = second_name == "Second"
                            && about.all(|theirs| match regulators(theirs) {
                                true => first == Role::Inspector && second == Role::Inspector,
                                false => {
                                    first == Role::Manager
                                        && matches!(second, Role::Manager | Role::Inspector)
                                }
                            });
                        assert_eq!(
                            done, expected,
                            "{change:?} {first} {second_name} {second}: {now} to {to}"
                        );
                        allowed += u32::from(done);
                    }
                }
            }
        }
        assert!(allowed > 0);
    }
}
