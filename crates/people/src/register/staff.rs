//! The register of accounts: who was taken in, given a role, reset and let go, and by which two people. Secrets are no part of it, but for
//! the digest by which the list of people is held to it.

use super::admin::{AccountStep, PEOPLE, PersonAct, sees_to};
use super::enrolment::{Change, ENROLS, WAITS, approves};
use super::kin::{Origin, judge as judge_kin};
use super::renames::{Names, alike, may_be_renamed};
use super::role_of;
use crate::clock::later;
use crate::denial::Denial;
use crate::role::Role;
use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
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
        /// The new name, for another name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
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
    /// Somebody is let go by one person alone, as earlier releases did; it takes two by now ([`Change::LetGo`]).
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
    to: Option<String>,
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
    /// Who had another name before.
    names: Names,
    /// Names of those who were let go.
    gone: BTreeSet<String>,
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

    /// Who had another name before.
    pub(super) fn names(&self) -> &Names {
        &self.names
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
        to: Option<&str>,
        proposer: &str,
    ) -> bool {
        self.waiting.get(&number).is_some_and(|waiting| {
            (waiting.change, &*waiting.name, waiting.role, &*waiting.why) == change
                && waiting.to.as_deref() == to
                && waiting.proposer == proposer
        })
    }

    /// May somebody have this name from now on? One that anybody else ever worked under stays theirs.
    fn may_be_called(&self, name: &str, to: &str) -> Result<(), Turned> {
        if alike(name, to) {
            return turned(StaffReason::NameTaken, format!("{name} is called so already"));
        }
        let known = self.accounts.keys().chain(&self.gone).any(|known| alike(known, to));
        match (known || self.names.is_earlier(to)) && !self.names.are_one(name, to) {
            true => {
                turned(StaffReason::NameTaken, "somebody has worked here under this name; choose another")
            }
            false => Ok(()),
        }
    }

    /// May a change still be made to what is on record under this name? Somebody may have been taken in under it, or given another
    /// role, since it was proposed: nobody's account is written over, and nobody decides about a role that is not theirs to see to.
    fn still_fits(
        &self,
        change: Change,
        (name, to): (&str, Option<&str>),
        may_decide: impl Fn(Role) -> bool,
    ) -> Result<(), Turned> {
        if self.names.is_earlier(name) {
            let now = self.names.now(name);
            return turned(
                StaffReason::NameTaken,
                format!("whoever was called {name} is {now} now; choose another"),
            );
        }
        if change == Change::Rename {
            let account =
                self.accounts.get(name).filter(|account| !account.closed && may_be_renamed(account.role));
            let (Some(_), Some(to)) = (account, to) else {
                return turned(
                    StaffReason::NoSuchChange,
                    "nobody who works here has this name and gets another",
                );
            };
            self.may_be_called(name, to)?;
        }
        match (change, self.accounts.get(name)) {
            (Change::TakeIn, Some(account)) if !account.closed => {
                turned(StaffReason::NameTaken, "this name is taken; choose another")
            }
            (Change::LetGo, None) => turned(StaffReason::NoSuchChange, "nobody has an account of this name"),
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
        let first = self.names.now(&waiting.proposer);
        if lower == first.to_lowercase() {
            return turned(StaffReason::SelfApproval, format!("{first} proposed it; somebody else approves"));
        }
        let (own, other) = (self.origin(by), self.origin(first));
        judge_kin(now, (by, &own), (first, &other))
            .or_else(|message| turned(StaffReason::SelfApproval, message))
    }

    fn fact(&self, act: AccountStep, number: u32, waiting: &Waiting, why: &str) -> PersonAct {
        let Waiting { change, name, role, to, .. } = waiting;
        let (name, why, to) = (name.clone(), why.to_owned(), to.clone());
        let (change, number) = (Some(*change), Some(number));
        PersonAct { act, name, role: *role, why, change, number, digest: None, to }
    }

    fn take_over(&self, accounts: &[TakenOver]) -> Result<Vec<PersonAct>, Turned> {
        if self.taken_over || accounts.is_empty() {
            return turned(StaffReason::TakenOver, "accounts are taken over once");
        }
        let fact = |account: &TakenOver| PersonAct {
            act: AccountStep::TakenOver,
            name: account.name.clone(),
            role: account.role,
            why: "in the list of people before accounts were on record".to_owned(),
            change: None,
            number: None,
            digest: Some(account.digest.clone()),
            to: None,
        };
        Ok(accounts.iter().map(fact).collect())
    }

    fn open_account(&mut self, fact: &PersonAct, by: Option<&Waiting>, at: Time) {
        let origin = match by {
            Some(waiting) => {
                let approver = waiting.approved.as_ref().map(|(name, _)| name);
                let both = [&waiting.proposer].into_iter().chain(approver);
                // Either may have got another name since.
                let by = both.map(|name| self.names.now(name).to_owned()).collect();
                self.origin(&fact.name).anew(at.0, by)
            }
            None => Origin::default(),
        };
        let account = Account { role: fact.role, origin, digest: fact.digest.clone(), closed: false };
        self.gone.remove(&fact.name);
        self.accounts.insert(fact.name.clone(), account);
    }

    /// The account is no more, and what else was proposed about it is over; nobody else ever works here under its name.
    fn let_go(&mut self, name: &str) {
        self.accounts.remove(name);
        self.waiting.retain(|_, waiting| waiting.name != name);
        self.gone.insert(name.to_owned());
    }

    /// Whose secrets count no more, as it is on record.
    pub(super) fn ended(&self) -> impl Iterator<Item = &str> {
        let closed = self.accounts.iter().filter(|(_, account)| account.closed).map(|(name, _)| name);
        closed.chain(&self.gone).map(String::as_str)
    }

    /// The account goes on under the new name, and whoever it had a hand in is its kin as before. What else was proposed about the name
    /// before is over.
    fn rename(&mut self, from: &str, to: &str, at: Time) {
        let Some(account) = self.accounts.remove(from) else { return };
        self.gone.remove(to);
        self.accounts.insert(to.to_owned(), account);
        let makers = self.accounts.values_mut().flat_map(|account| account.origin.names());
        makers.filter(|by| *by == from).for_each(|by| to.clone_into(by));
        self.waiting.retain(|_, waiting| waiting.name != from);
        self.names.rename(from, to, at);
    }
}

impl Register for Staff {
    const STREAMS: [&'static str; 3] = [PEOPLE, "people-answer", "people-snapshot"];
    const FORM: u32 = 3;
    const RULINGS: u32 = 3;
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
            StaffAct::Propose { change, name, role: theirs, why, to } => {
                if !sees_to(role, *theirs) {
                    return turned(StaffReason::NotYours, format!("a {role} does not see to this account"));
                }
                if *change != Change::TakeIn && name == by {
                    return turned(StaffReason::Yourself, "others propose this about you");
                }
                self.still_fits(*change, (name, to.as_deref()), |now| sees_to(role, now))?;
                PersonAct {
                    act: AccountStep::Proposed,
                    name: name.clone(),
                    role: *theirs,
                    why: why.clone(),
                    change: Some(*change),
                    number: Some(self.last.saturating_add(1)),
                    digest: None,
                    to: to.clone(),
                }
            }
            StaffAct::Approve { number } => {
                let waiting = self.waiting(*number, now)?;
                self.may_approve(waiting, by, role, now)?;
                let named = (&*waiting.name, waiting.to.as_deref());
                self.still_fits(waiting.change, named, |now| approves(role, now))?;
                self.fact(AccountStep::Approved, *number, waiting, &waiting.why)
            }
            StaffAct::Refuse { number, why } => {
                let waiting = self.waiting(*number, now)?;
                if *by != self.names.now(&waiting.proposer) && !approves(role, waiting.role) {
                    return turned(StaffReason::NotYours, format!("a {role} does not decide this"));
                }
                self.fact(AccountStep::Refused, *number, waiting, why)
            }
            StaffAct::Enrol { number, digest } => {
                let waiting = self.waiting(*number, now)?;
                let enrols = matches!(waiting.change, Change::TakeIn | Change::Reset);
                if waiting.approved.is_none() || !enrols || *by != waiting.name {
                    return turned(StaffReason::NoSuchChange, "there is no such change that waits for you");
                }
                self.still_fits(waiting.change, (&waiting.name, None), |_| true)?;
                let fact = self.fact(AccountStep::Enrolled, *number, waiting, "set their own secrets");
                PersonAct { digest: Some(digest.clone()), ..fact }
            }
            // Whoever could let people go alone would be rid of those who watch.
            StaffAct::LetGo { .. } => {
                return turned(StaffReason::NotYours, "letting somebody go takes two: propose it");
            }
        };
        Ok(vec![fact])
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<PersonAct>) {
        let number = fact.number.unwrap_or_default();
        self.last = self.last.max(number);
        match fact.act {
            AccountStep::TakenOver => {
                self.taken_over = true;
                let known = self.accounts.get(&fact.name).map(|account| account.origin.clone());
                self.open_account(fact, None, *at);
                if let (Some(origin), Some(account)) = (known, self.accounts.get_mut(&fact.name)) {
                    account.origin = origin;
                }
            }
            AccountStep::Added | AccountStep::NewPassword => self.open_account(fact, None, *at),
            AccountStep::Proposed => {
                let Some(change) = fact.change else { return };
                let (name, why, to) = (fact.name.clone(), fact.why.clone(), fact.to.clone());
                let (proposer, proposed, approved) = (by.name.clone(), *at, None);
                let waiting =
                    Waiting { change, name, role: fact.role, why, to, proposer, proposed, approved };
                self.waiting.retain(|_, waiting| *at < waiting.until());
                self.waiting.insert(number, waiting);
            }
            AccountStep::Approved => {
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
                    Change::Rename => {
                        let to = waiting.to.as_deref().unwrap_or(&waiting.name);
                        self.rename(&waiting.name, to, *at);
                    }
                    Change::LetGo => self.let_go(&waiting.name),
                }
            }
            AccountStep::Refused => drop(self.waiting.remove(&number)),
            AccountStep::Enrolled => {
                let waiting = self.waiting.remove(&number);
                self.open_account(fact, waiting.as_ref(), *at);
            }
            AccountStep::Removed => {
                self.accounts.remove(&fact.name);
                self.gone.insert(fact.name.clone());
            }
        }
    }

    fn followed(act: &StaffAct, facts: &[&PersonAct]) -> bool {
        let [fact] = facts else { return false };
        match act {
            StaffAct::Propose { change, name, role, why, to } => {
                fact.act == AccountStep::Proposed
                    && (fact.change, &fact.name, fact.role, &fact.why) == (Some(*change), name, *role, why)
                    && fact.to == *to
            }
            StaffAct::Approve { number } => fact.act == AccountStep::Approved && fact.number == Some(*number),
            StaffAct::Refuse { number, .. } => {
                fact.act == AccountStep::Refused && fact.number == Some(*number)
            }
            StaffAct::Enrol { number, .. } => {
                fact.act == AccountStep::Enrolled && fact.number == Some(*number)
            }
            StaffAct::TakeOver { .. } | StaffAct::LetGo { .. } => false,
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
        for change in Change::ALL {
            for (first, second) in ROLES.iter().flat_map(|first| ROLES.map(|second| (*first, second))) {
                for (now, to) in ROLES.iter().flat_map(|now| ROLES.map(|to| (*now, to))) {
                    if matches!(change, Change::TakeIn | Change::Rename) && now != to {
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
                        let new_name = (change == Change::Rename).then(|| "Fourth".to_owned());
                        let (name, why) = ("Third".to_owned(), "x".to_owned());
                        let wish = StaffAct::Propose { change, name, role: to, why, to: new_name };
                        let proposed = asked(&mut staff, ("First", first), wish);
                        let done = proposed
                            && asked(&mut staff, (second_name, second), StaffAct::Approve { number: 1 });
                        let regulators = |role| role == Role::Inspector;
                        let about = [Some(to), (change != Change::TakeIn).then_some(now)];
                        let mut about = about.into_iter().flatten();
                        let expected = second_name == "Second"
                            && (change != Change::Rename || may_be_renamed(now))
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

    const DAY: i64 = 24 * 3_600 * 1_000;

    fn at(staff: &mut Staff, day: i64, (name, role): (&str, Role), act: StaffAct) -> Result<(), StaffReason> {
        let command =
            RegisterCommand { act, by: By::new(name, role.word()), at: Time((1 << 50) + day * DAY) };
        let decided = Aggregate::decide(&*staff, &command).map_err(|refusal| refusal.reason)?;
        decided.events.iter().for_each(|event| Aggregate::apply(staff, event));
        Ok(())
    }

    fn wish(change: Change, name: &str, role: Role, to: Option<&str>) -> StaffAct {
        let (name, why, to) = (name.to_owned(), "x".to_owned(), to.map(str::to_owned));
        StaffAct::Propose { change, name, role, why, to }
    }

    fn opened(accounts: &[(&str, Role)]) -> Staff {
        let mut staff = Staff::default();
        let accounts = accounts.iter().map(|(name, role)| known(name, *role)).collect();
        let taken = StaffAct::TakeOver { accounts };
        let command = RegisterCommand { act: taken, by: crate::act_record::recorder(), at: Time(0) };
        let decided = Aggregate::decide(&staff, &command).ok().unwrap();
        decided.events.iter().for_each(|event| Aggregate::apply(&mut staff, event));
        staff
    }

    /// A new name makes nobody another person: not for what they proposed before, not for whom they have made, and not for whom they may
    /// give their old name to.
    #[test]
    fn another_name_is_the_same_person() {
        use Role::{Dealer, Manager};
        let mut staff =
            opened(&[("Mia", Manager), ("Max", Manager), ("Moe", Manager), ("Dan", Dealer), ("Eve", Dealer)]);
        let (mia, max, moe) = (("Mia", Manager), ("Max", Manager), ("Moe", Manager));
        // Max proposes something, and then is called Maxim.
        at(&mut staff, 0, max, wish(Change::Reset, "Dan", Dealer, None)).unwrap();
        at(&mut staff, 0, mia, wish(Change::Rename, "Max", Manager, Some("Maxim"))).unwrap();
        at(&mut staff, 0, moe, StaffAct::Approve { number: 2 }).unwrap();
        let maxim = ("Maxim", Manager);
        assert_eq!(at(&mut staff, 0, maxim, StaffAct::Approve { number: 1 }), Err(StaffReason::SelfApproval));
        at(&mut staff, 0, maxim, StaffAct::Refuse { number: 1, why: "mine".into() }).unwrap();
        assert_eq!(staff.names().of("max"), ["Maxim", "Max"]);
        assert!(
            !staff.knows("Max", Manager, &"0".repeat(64)) && staff.knows("Maxim", Manager, &"0".repeat(64))
        );
        // Nobody else is ever called Max, in any spelling; nor is anybody called as one who was let go.
        let alone = StaffAct::LetGo { name: "Eve".into(), role: Dealer, why: "x".into() };
        assert_eq!(at(&mut staff, 1, mia, alone), Err(StaffReason::NotYours));
        at(&mut staff, 1, mia, wish(Change::LetGo, "Eve", Dealer, None)).unwrap();
        let eve = staff.last;
        assert_eq!(at(&mut staff, 1, mia, StaffAct::Approve { number: eve }), Err(StaffReason::SelfApproval));
        at(&mut staff, 1, moe, StaffAct::Approve { number: eve }).unwrap();
        assert!(staff.ended().eq(["Eve"]));
        assert_eq!(
            at(&mut staff, 1, mia, wish(Change::LetGo, "Eve", Dealer, None)),
            Err(StaffReason::NoSuchChange)
        );
        for taken in ["Max", "MAX", "Maxim", "Eve", "Moe"] {
            let renamed = at(&mut staff, 1, mia, wish(Change::Rename, "Dan", Dealer, Some(taken)));
            assert_eq!(renamed, Err(StaffReason::NameTaken), "{taken}");
        }
        for change in Change::ALL {
            let to = (change == Change::Rename).then_some("Other");
            let asked = at(&mut staff, 1, mia, wish(change, "Max", Dealer, to));
            assert_eq!(asked, Err(StaffReason::NameTaken), "{change:?}");
        }
        // Two who want the same name: the second finds it taken when it is approved.
        at(&mut staff, 1, mia, wish(Change::Rename, "Dan", Dealer, Some("Don"))).unwrap();
        let (dan, don) = (staff.last, staff.last + 1);
        at(&mut staff, 1, mia, wish(Change::TakeIn, "Don", Dealer, None)).unwrap();
        at(&mut staff, 1, moe, StaffAct::Approve { number: dan }).unwrap();
        assert_eq!(at(&mut staff, 1, moe, StaffAct::Approve { number: don }), Err(StaffReason::NameTaken));
        // Whoever had a name before may have it back, and only they.
        at(&mut staff, 1, mia, wish(Change::Rename, "Maxim", Manager, Some("Max"))).unwrap();
        let back = staff.last;
        assert_eq!(
            at(&mut staff, 1, maxim, StaffAct::Approve { number: back }),
            Err(StaffReason::SelfApproval)
        );
        at(&mut staff, 1, moe, StaffAct::Approve { number: back }).unwrap();
        assert_eq!((staff.names().now("Maxim"), staff.names().now("Max")), ("Max", "Max"));
        assert!(!staff.names().is_earlier("Max"));
    }

    /// Somebody whose account two people made is still their kin when one of the two has another name.
    #[test]
    fn kin_stay_kin_under_another_name() {
        use Role::{Dealer, Manager};
        let mut staff = opened(&[("Mia", Manager), ("Max", Manager), ("Moe", Manager), ("Dan", Dealer)]);
        let (mia, max, moe) = (("Mia", Manager), ("Max", Manager), ("Moe", Manager));
        at(&mut staff, 0, max, wish(Change::TakeIn, "Nan", Manager, None)).unwrap();
        at(&mut staff, 0, moe, StaffAct::Approve { number: 1 }).unwrap();
        at(&mut staff, 0, ("Nan", Manager), StaffAct::Enrol { number: 1, digest: "0".repeat(64) }).unwrap();
        at(&mut staff, 2, mia, wish(Change::Rename, "Max", Manager, Some("Maxim"))).unwrap();
        at(&mut staff, 2, moe, StaffAct::Approve { number: 2 }).unwrap();
        at(&mut staff, 3, ("Maxim", Manager), wish(Change::Reset, "Dan", Dealer, None)).unwrap();
        let approved = at(&mut staff, 3, ("Nan", Manager), StaffAct::Approve { number: 3 });
        assert_eq!(approved, Err(StaffReason::SelfApproval));
        at(&mut staff, 3, mia, StaffAct::Approve { number: 3 }).unwrap();
    }
}
