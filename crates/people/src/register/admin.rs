//! The people whom the house takes in, lets go and gives new passwords while it is open. Managers do so with everybody but the
//! regulator's people; those see to their own.

use super::{Listed, People, PeopleFault, check_name, hashed, role_of};
use crate::act_record::{self, Act, recorder};
use crate::clock;
use crate::denial::Denial;
use crate::role::Role;
use crate::viewer::Person;
use ledger::{Draft, Entry, Ledger, LedgerError, Payload, Stream};
use merkle::sha256;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use std::collections::BTreeSet;
use table::{Name, Time};
use utoipa::ToSchema;

/// The kind of stream that tells of people.
pub const PEOPLE: &str = "people";
/// The kind of its payloads.
const PERSON: &str = "person-1";

/// What was done about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Taken in.
    Added,
    /// Let go.
    Removed,
    /// Given a new password.
    NewPassword,
}

/// What the log tells of somebody. Never a password, nor its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonAct {
    /// What was done.
    pub act: Done,
    /// About whom.
    pub name: String,
    /// The role.
    pub role: Role,
    /// Why.
    pub why: String,
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
    /// Kept out by wrong passwords until then.
    #[schema(value_type = Option<i64>)]
    pub locked_until: Option<Time>,
    /// May whoever asks change anything about them?
    pub yours: bool,
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
    pub act: Done,
    /// About whom.
    pub name: String,
    /// Their role.
    pub their_role: Role,
    /// Why.
    pub why: String,
}

/// What is asked about somebody.
pub struct Wish {
    /// The id under which it happens once.
    pub id: String,
    /// What.
    pub act: Done,
    /// About whom.
    pub name: String,
    /// In which role, for somebody new.
    pub role: Option<Role>,
    /// The password, unless somebody is let go.
    pub password: Option<String>,
    /// Why.
    pub why: String,
}

/// Whose people these are: the regulator's see to the regulator's, managers to everybody else.
pub fn sees_to(role: Role, theirs: Role) -> bool {
    match theirs {
        Role::Inspector => role == Role::Inspector,
        _ => role == Role::Manager,
    }
}

fn stream() -> Result<Stream, Denial> {
    Stream::new(PEOPLE, "house").map_err(|bad| LedgerError::Text(bad).into())
}

impl People {
    /// Everybody who has a password, by name.
    pub async fn known(&self, asking: Role) -> Result<Vec<Known>, PeopleFault> {
        let rows = sqlx::query(
            "SELECT name, role, made, locked_until FROM person WHERE hash IS NOT NULL ORDER BY name",
        );
        let rows = rows.fetch_all(&self.store).await?;
        let now = clock::now().0;
        let sessions = self.lock();
        let known = rows.into_iter().filter_map(|row| {
            let (name, role): (String, String) = (row.get("name"), row.get("role"));
            let role = role_of(&role)?;
            let locked = row.get::<i64, _>("locked_until");
            Some(Known {
                signed_in: sessions.values().any(|session| *session.person.name.0 == *name),
                since: Time(row.get("made")),
                locked_until: (locked > now).then_some(Time(locked)),
                yours: sees_to(asking, role),
                name,
                role,
            })
        });
        Ok(known.collect())
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
        });
        Ok(message.collect())
    }

    /// Puts inspectors on record whom the settings have named. Gives those who are on record, whom no inspector has let go, and whom
    /// the list of people lacks.
    pub async fn keep_inspectors(&self, ledger: &Ledger, listed: &[Listed]) -> Result<Vec<String>, Denial> {
        let acts: Vec<(Entry, PersonAct)> = act_record::read(ledger, &stream()?, PERSON).await?;
        let mut on_record = BTreeSet::new();
        for (_, message) in acts.into_iter().filter(|(_, message)| message.role == Role::Inspector) {
            match message.act {
                Done::Added | Done::NewPassword => on_record.insert(message.name),
                Done::Removed => on_record.remove(&message.name),
            };
        }
        let known = self.known(Role::Inspector).await?;
        let there =
            |name: &str| known.iter().any(|person| person.role == Role::Inspector && person.name == name);
        for person in listed.iter().filter(|person| there(&person.name)) {
            if on_record.insert(person.name.clone()) {
                let why = "named in the settings of the house".to_owned();
                let message =
                    PersonAct { act: Done::Added, name: person.name.clone(), role: Role::Inspector, why };
                let id =
                    format!("inspector:{}", sha256(&[person.name.as_bytes(), &clock::now().0.to_be_bytes()]));
                let payload = Payload::new(PERSON, &message).map_err(LedgerError::from)?;
                let id = id.parse().map_err(LedgerError::from)?;
                ledger.append(Draft::note(stream()?, id, clock::now(), recorder(), payload)).await?;
            }
        }
        Ok(on_record.into_iter().filter(|name| !there(name)).collect())
    }

    /// Does what is wished, on record before it holds. The same wish under the same id is done once.
    pub async fn wish(&self, ledger: &Ledger, by: &Person, wish: Wish) -> Result<(), Denial> {
        act_record::check_why(&wish.why)?;
        let Wish { id, act, name, role, password, why } = wish;
        let hash = match password {
            Some(password) => Some(hash_of(password).await?),
            None => None,
        };
        // One at a time, so that what is checked still holds when it is done.
        let _turn = self.changes.lock().await;
        let known = self.find(&name).await?;
        let role = role.or(known.as_ref().map(|(role, _)| *role)).ok_or_else(no_such)?;
        let message = PersonAct { act, name: name.clone(), role, why };
        let asked = sha256(&[&serde_json::to_vec(&message).map_err(|error| Denial::ours(&error))?]);
        let act =
            Act { stream: stream()?, kind: PERSON, command: act_record::command_id(&id, by)?, by, asked };
        if let Some(entry) = act.before(ledger).await? {
            return self.finish(ledger, &entry, &message, known, hash).await;
        }
        self.may(by, &message, known)?;
        act.record(ledger, std::slice::from_ref(&message)).await?;
        self.carry_out(&message, hash).await?;
        tracing::info!(by = %by.name, name, act = ?message.act, "people");
        Ok(())
    }

    /// May it be done, as things stand?
    fn may(&self, by: &Person, message: &PersonAct, known: Option<(Role, bool)>) -> Result<(), Denial> {
        let PersonAct { act, name, role, .. } = message;
        let theirs = known.filter(|(_, has_password)| *has_password).map(|(role, _)| role);
        for role in theirs.iter().chain((*act == Done::Added).then_some(role)) {
            if !sees_to(by.role, *role) {
                let message = match role {
                    Role::Inspector => {
                        "an inspector's account is the regulator's: only an inspector sees to it"
                    }
                    _ => "only a manager sees to this account",
                };
                return Err(Denial::not_yours(message));
            }
        }
        match (act, known, theirs) {
            (Done::Added, _, Some(_)) => {
                Err(Denial::conflict("name-taken", "this name is taken; choose another"))
            }
            // A guest's name stays a guest's: wagers are on record under it.
            (Done::Added, Some((Role::Player, false)), None) if *role != Role::Player => {
                Err(Denial::conflict("name-taken", "a patron has played under this name; choose another"))
            }
            (Done::Added, ..) => {
                check_name(name).map_err(|message| Denial::unprocessable(format!("name: {message}")))
            }
            (_, _, None) => Err(no_such()),
            (Done::Removed, ..) if *by.name.0 == **name => {
                Err(Denial::conflict("yourself", "nobody lets themselves go; ask another"))
            }
            _ => Ok(()),
        }
    }

    /// What is on record and was not carried out, because the house stopped in between, is carried out now.
    async fn finish(
        &self,
        ledger: &Ledger,
        entry: &Entry,
        message: &PersonAct,
        known: Option<(Role, bool)>,
        hash: Option<String>,
    ) -> Result<(), Denial> {
        let acts: Vec<(Entry, PersonAct)> = act_record::read(ledger, &stream()?, PERSON).await?;
        let last = acts.iter().rev().find(|(_, act)| act.name == message.name);
        let latest = last.is_some_and(|(last, _)| last.command == entry.command);
        let has_password = known.is_some_and(|(_, has_password)| has_password);
        if latest && has_password == (message.act == Done::Removed) {
            self.carry_out(message, hash).await?;
        }
        Ok(())
    }

    /// The role of a name, and whether it has a password.
    async fn find(&self, name: &str) -> Result<Option<(Role, bool)>, PeopleFault> {
        let row = sqlx::query("SELECT role, hash IS NOT NULL AS has FROM person WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.store)
            .await?;
        Ok(row.and_then(|row| Some((role_of(&row.get::<String, _>("role"))?, row.get::<bool, _>("has")))))
    }

    async fn carry_out(&self, message: &PersonAct, hash: Option<String>) -> Result<(), PeopleFault> {
        sqlx::query(
            "INSERT INTO person (name, role, hash, made) VALUES (?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET role = excluded.role, hash = excluded.hash, failures = 0, locked_until = 0",
        )
        .bind(&message.name)
        .bind(message.role.word())
        .bind(hash)
        .bind(clock::now().0)
        .execute(&self.store)
        .await?;
        sqlx::query("INSERT INTO room (name) VALUES (?) ON CONFLICT DO NOTHING")
            .bind(&message.name)
            .execute(&self.store)
            .await?;
        // A new password ends what was begun with the old one.
        self.forget_sessions_of(&Name::from(message.name.as_str())).await
    }
}

fn no_such() -> Denial {
    Denial::not_found("there is nobody of this name with a password")
}

async fn hash_of(password: String) -> Result<String, Denial> {
    let hashed = tokio::task::spawn_blocking(move || hashed(&password)).await;
    let hashed = hashed.map_err(|error| Denial::ours(&error))?;
    hashed.map_err(|message| Denial::unprocessable(format!("password: {message}")))
}
