//! Who has an account, what was done about accounts, and letting somebody go. Taking in and resetting takes two people: see
//! [`super::enrolment`]. Managers see to everybody but the regulator's people; those see to their own.

use super::database::{Row, query};
use super::enrolment::Change;
use super::seals::Before;
use super::staff::{self, Staff, StaffAct, TakenOver};
use super::{People, role_of};
use crate::act_record::{self, recorder};
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::viewer::Person;
use aggregate::RegisterCommand;
use ledger::{Answer, By, Entry, Ledger, LedgerError, Stream};
use merkle::sha256;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::{Name, Time};
use utoipa::ToSchema;

/// The kind of stream that tells of people.
pub const PEOPLE: &str = "people";
/// The name of the stream.
const HOUSE: &str = "house";
/// The kind of its payloads.
const PERSON: &str = "person-1";

/// What was done about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AccountStep {
    /// Taken in.
    Added,
    /// Let go.
    Removed,
    /// Given a new password, in a log of an earlier version.
    NewPassword,
    /// Somebody proposes a change.
    Proposed,
    /// Somebody else approves it.
    Approved,
    /// It is refused, or taken back.
    Refused,
    /// The person has set their own secrets.
    Enrolled,
    /// The house has taken over an account that its list of people had before accounts were on record.
    TakenOver,
}

/// What the log tells of somebody. Never a password, nor its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonAct {
    /// What was done.
    pub act: AccountStep,
    /// About whom.
    pub name: String,
    /// The role.
    pub role: Role,
    /// Why.
    pub why: String,
    /// Which change it is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The number of that change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The digest of what the list of people keeps of the person's secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The new name, where it is about another name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Somebody with a password.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Known {
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// Since when the house knows the name.
    #[schema(value_type = i64)]
    pub since: Time,
    /// Signed in now.
    pub signed_in: bool,
    /// Has a second factor.
    pub factor: bool,
    /// Strangers who guess at this name are kept out until then.
    #[schema(value_type = Option<i64>)]
    pub locked_until: Option<Time>,
    /// May whoever asks change anything about them?
    pub yours: bool,
    /// Names that they had before, the last one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub earlier: Vec<String>,
}

/// Something done about somebody, as it is told.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonHappened {
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// By whom.
    pub by: String,
    /// In which role.
    pub role: String,
    /// What.
    pub act: AccountStep,
    /// About whom.
    pub name: String,
    /// Their role.
    pub their_role: Role,
    /// Why.
    pub why: String,
    /// Which change it is part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The number of that change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The new name, where it is about another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Whose people these are: the regulator's see to the regulator's, managers to everybody else.
pub fn sees_to(role: Role, theirs: Role) -> bool {
    match theirs {
        Role::Inspector => role == Role::Inspector,
        _ => role == Role::Manager,
    }
}

/// The digest of a password's hash, as it goes on record.
pub(super) fn digest_of(hash: &str) -> String {
    sha256(&[b"person\n", hash.as_bytes()]).to_string()
}

fn stream() -> Result<Stream, Denial> {
    Stream::new(PEOPLE, HOUSE).map_err(|bad| LedgerError::Text(bad).into())
}

impl People {
    /// Everybody who has a password, by name.
    pub async fn known(&self, asking: Role) -> Result<Vec<Known>, PeopleFault> {
        let rows = query(
            "SELECT name, role, made, factor IS NOT NULL AS factor FROM person WHERE hash IS NOT NULL ORDER BY name",
        );
        let (mut known, names) = (Vec::new(), self.names().await);
        for row in rows.fetch_all(&self.store).await? {
            let (name, role): (String, String) = (row.get("name"), row.get("role"));
            let Some(role) = role_of(&role) else { continue };
            let signed_in = !self.sessions.of(&Name::from(name.as_str())).is_empty();
            known.push(Known {
                signed_in,
                since: Time(row.get("made")),
                factor: row.get("factor"),
                locked_until: self.locked_until(&name).await?.map(Time),
                yours: sees_to(asking, role),
                earlier: names.of(&name).split_off(1),
                name,
                role,
            });
        }
        Ok(known)
    }

    /// What was done about people, newest first.
    pub async fn done(&self, ledger: &Ledger) -> Result<Vec<PersonHappened>, Denial> {
        let acts: Vec<(Entry, PersonAct)> = act_record::read(ledger, &stream()?, PERSON).await?;
        let message = acts.into_iter().rev().map(|(entry, act)| PersonHappened {
            at: entry.at,
            by: entry.by.name,
            role: entry.by.role,
            act: act.act,
            name: act.name,
            their_role: act.role,
            why: act.why,
            change: act.change,
            number: act.number,
            to: act.to,
        });
        Ok(message.collect())
    }

    /// Opens the register of accounts, and takes over, once and on record, the accounts that the list of people had before. From then
    /// on nobody signs in whose account is not as it is on record.
    pub async fn open_register(&self, ledger: &Ledger) -> Result<(), Denial> {
        let mut log = ledger.log::<Staff>(HOUSE).await?;
        let accounts = self.accounts().await?;
        if !log.state().is_taken_over() && !accounts.is_empty() {
            let command =
                RegisterCommand { act: StaffAct::TakeOver { accounts }, by: recorder(), at: clock::now() };
            let id = format!("take-over-{}", clock::now().0).parse().map_err(LedgerError::from)?;
            if let Answer::Refused { refusal, .. } = log.submit(&id, &command, Vec::new()).await? {
                return Err(staff::denial(refusal));
            }
        }
        *self.staff.lock().await = Some(log);
        // Set once; the log stays the same.
        let _ = self.ledger.set(ledger.clone());
        self.adopt_seals(ledger).await?;
        self.carry_out_renames().await?;
        self.carry_out_endings().await?;
        self.forget_what_ended(ledger).await
    }

    /// What is on record of accounts that ended and was not carried out, because the house stopped in between, is carried out now.
    async fn carry_out_endings(&self) -> Result<(), Denial> {
        let ended: Vec<String> = match &*self.staff.lock().await {
            Some(log) => log.state().ended().map(str::to_owned).collect(),
            None => Vec::new(),
        };
        for name in ended {
            if self.find(&name).await?.is_some_and(|(_, has_password)| has_password) {
                self.close_account(&name).await?;
            }
        }
        Ok(())
    }

    /// Every account of the list of people, as it goes on record.
    async fn accounts(&self) -> Result<Vec<TakenOver>, PeopleFault> {
        let rows = query("SELECT name, role, hash FROM person WHERE hash IS NOT NULL ORDER BY name");
        let rows = rows.fetch_all(&self.store).await?;
        let account = |row: &Row| {
            let role = role_of(&row.get::<String>("role"))?;
            Some(TakenOver { name: row.get("name"), role, digest: digest_of(&row.get::<String>("hash")) })
        };
        Ok(rows.iter().filter_map(account).collect())
    }

    /// Is the account of the list of people as it is on record? Where no register is open, nothing is said against it.
    pub(super) async fn check_on_record(&self, name: &str, role: Role, hash: &str) -> Result<(), Denial> {
        let staff = self.staff.lock().await;
        match staff.as_ref().is_none_or(|log| log.state().knows(name, role, &digest_of(hash))) {
            true => Ok(()),
            false => {
                tracing::error!(name, "the list of people is not as it is on record");
                Err(Denial::not_yours("this account is not as it is on record; tell an inspector"))
            }
        }
    }

    /// Asks something of the register of accounts. The same under the same id is done once; says whether it had come before.
    pub(super) async fn ask(
        &self,
        ledger: &Ledger,
        by: &Person,
        id: &str,
        act: StaffAct,
    ) -> Result<(Vec<PersonAct>, bool), Denial> {
        let id = act_record::command_id(id, by)?;
        let mut staff = self.staff.lock().await;
        let log = match &mut *staff {
            Some(log) => log,
            none => none.insert(ledger.log::<Staff>(HOUSE).await?),
        };
        let command = RegisterCommand { act, by: By::new(&*by.name.0, by.role.word()), at: clock::now() };
        match log.submit(&id, &command, Vec::new()).await? {
            Answer::Accepted { events, again, .. } => {
                let facts: Vec<PersonAct> = events.into_iter().map(|event| event.fact).collect();
                if let Some(fact) = facts.first().filter(|_| !again) {
                    tracing::info!(by = %by.name, name = fact.name, act = ?fact.act, "people");
                }
                Ok((facts, again))
            }
            Answer::Refused { refusal, .. } => Err(staff::denial(refusal)),
        }
    }

    /// Inspectors who are on record, whom no inspector has let go, and whom the list of people lacks.
    pub async fn missing_inspectors(&self, ledger: &Ledger) -> Result<Vec<String>, Denial> {
        let acts: Vec<(Entry, PersonAct)> = act_record::read(ledger, &stream()?, PERSON).await?;
        let mut on_record = BTreeSet::new();
        for (_, message) in acts.into_iter().filter(|(_, message)| message.role == Role::Inspector) {
            match message.act {
                AccountStep::Added
                | AccountStep::NewPassword
                | AccountStep::Enrolled
                | AccountStep::TakenOver => on_record.insert(message.name),
                AccountStep::Removed => on_record.remove(&message.name),
                // The same inspector under another name.
                AccountStep::Approved if message.change == Some(Change::Rename) => {
                    let known = on_record.remove(&message.name);
                    message.to.is_some_and(|to| known && on_record.insert(to))
                }
                AccountStep::Approved if message.change == Some(Change::LetGo) => {
                    on_record.remove(&message.name)
                }
                AccountStep::Proposed | AccountStep::Approved | AccountStep::Refused => false,
            };
        }
        let known = self.known(Role::Inspector).await?;
        let there =
            |name: &str| known.iter().any(|person| person.role == Role::Inspector && person.name == name);
        Ok(on_record.into_iter().filter(|name| !there(name)).collect())
    }

    /// The role of a name, and whether it has a password.
    pub(super) async fn find(&self, name: &str) -> Result<Option<(Role, bool)>, PeopleFault> {
        let row = query("SELECT role, hash IS NOT NULL AS has FROM person WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.store)
            .await?;
        Ok(row.and_then(|row| Some((role_of(&row.get::<String>("role"))?, row.get::<bool>("has")))))
    }

    /// Takes away password and second factor, and ends every session.
    pub(super) async fn close_account(&self, name: &str) -> Result<(), Denial> {
        let close = query("UPDATE person SET hash = NULL, factor = NULL, pin = NULL WHERE name = ?");
        self.change_person(name, Before::Ends, close.bind(name)).await?;
        self.seen_to(name).await?;
        Ok(self.forget_sessions_of(&Name::from(name)).await?)
    }

    /// Notes that something was done about somebody while the house was open, so that the settings have no say any more.
    pub(super) async fn seen_to(&self, name: &str) -> Result<(), PeopleFault> {
        query("INSERT INTO room (name) VALUES (?) ON CONFLICT DO NOTHING")
            .bind(name)
            .execute(&self.store)
            .await?;
        Ok(())
    }
}

/// May this person see to accounts of that role?
pub(super) fn may_see_to(by: &Person, role: Role) -> Result<(), Denial> {
    match sees_to(by.role, role) {
        true => Ok(()),
        false => Err(Denial::not_yours(match role {
            Role::Inspector => "an inspector's account is the regulator's: only an inspector sees to it",
            _ => "only a manager sees to this account",
        })),
    }
}

pub(super) fn no_such() -> Denial {
    Denial::not_found("there is nobody of this name with a password")
}
