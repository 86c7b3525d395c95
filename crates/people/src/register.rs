//! People: the list of everybody the house knows, and what is asked and changed about them. Each room below sees to one of these.

mod access;
mod admin;
mod attempts;
mod checks;
mod copy;
mod database;
mod ended;
mod enrolment;
mod factor;
mod guests;
#[cfg(test)]
mod kept;
mod kin;
mod pin;
mod renames;
mod seals;
mod sessions;
mod sign_in;
mod spelling;
mod staff;

pub use access::{ACCESS, Access, AccessKind, AccessSummary};
pub use admin::{AccountStep, Known, PEOPLE, PersonHappened, sees_to};
pub use copy::copy;
pub use database::{PeoplePlace, Row};
pub use enrolment::{Approved, Change, Enrolling, Pending, Proposed, WishedChange};
pub use factor::NewFactor;
pub use renames::{Names, Renamed};
pub use seals::{Seals, SessionRow};
pub use sign_in::Secrets;
pub use staff::Staff;

use crate::clock;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::session::Sessions;
use database::{Database, query};
use ledger::{Ledger, Log};
use std::sync::{Mutex, OnceLock};
use tokio::sync::Semaphore;

/// Everybody the house knows.
pub struct People {
    store: Database,
    /// Whoever is signed in.
    sessions: Sessions,
    /// Seals what is kept of sessions and secrets, where there is a key for it.
    seals: Option<Seals>,
    /// Everybody's secrets are sealed, and it is on record.
    sealed: OnceLock<()>,
    /// Passwords are hard to check, so few are checked at once; those of strangers do not hold up those of browsers that are known.
    checks: [Semaphore; 2],
    /// Sign-ins that are not on record yet.
    access: Mutex<access::Counts>,
    /// The log, once the register is open.
    ledger: OnceLock<Ledger>,
    /// The register of accounts, once it is open.
    staff: tokio::sync::Mutex<Option<Log<Staff>>>,
    /// Whoever changes something about people waits for this turn.
    changes: tokio::sync::Mutex<()>,
    /// What is checked against where there is no such person, so that nobody learns who there is: one for each cost at which somebody's
    /// password was hashed, the usual first.
    decoys: Mutex<Vec<String>>,
}

/// Somebody named in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The argon2id hash of the password.
    pub hash: String,
}

impl People {
    /// Opens the list there. Whoever was signed in still is, if there is the key by which their session was sealed.
    pub async fn open(place: impl Into<PeoplePlace>, seals: Option<Seals>) -> Result<People, PeopleFault> {
        let store = Database::open(&place.into()).await?;
        let people = People {
            store,
            sessions: Sessions::default(),
            seals,
            sealed: OnceLock::new(),
            ledger: OnceLock::new(),
            checks: [Semaphore::new(1), Semaphore::new(1)],
            access: Mutex::default(),
            staff: tokio::sync::Mutex::default(),
            changes: tokio::sync::Mutex::default(),
            decoys: Mutex::default(),
        };
        people.make_decoys().await?;
        people.recall().await?;
        Ok(people)
    }

    /// Enters those whom the settings name when the house opens for the first time: whoever sets it up is believed once. From then
    /// on two people take somebody in, so a new or changed entry is only told of. Whoever is no longer named there, and was not seen
    /// to by two people since, has no password any more. An inspector once named stays until an inspector lets them go.
    pub async fn list(&self, listed: &[Listed]) -> Result<(), PeopleFault> {
        let first = query("SELECT 1 FROM listing UNION SELECT 1 FROM person WHERE hash IS NOT NULL");
        let first = first.fetch_optional(&self.store).await?.is_none();
        for person in listed {
            self.list_one(person, first).await?;
        }
        let known = query("SELECT name FROM listing").fetch_all(&self.store).await?;
        for name in known.iter().map(|row| row.get::<String>("name")) {
            if !listed.iter().any(|person| person.name == name) {
                query("UPDATE listing SET entry = '' WHERE name = ?")
                    .bind(&name)
                    .execute(&self.store)
                    .await?;
            }
        }
        query(
            "UPDATE person SET hash = NULL WHERE role <> 'inspector' AND name NOT IN (SELECT name FROM room)
             AND name NOT IN (SELECT name FROM listing WHERE entry <> '')",
        )
        .execute(&self.store)
        .await?;
        self.make_decoys().await?;
        self.forget_sessions_without_account().await
    }

    /// Enters somebody whom the settings name at the first opening.
    async fn list_one(&self, person: &Listed, first: bool) -> Result<(), PeopleFault> {
        let entry = format!("{} {}", person.role, person.hash);
        let known: Option<String> = query("SELECT entry FROM listing WHERE name = ?")
            .bind(&person.name)
            .fetch_optional(&self.store)
            .await?
            .map(|row| row.get("entry"));
        if known.as_ref() == Some(&entry) {
            return Ok(());
        }
        if !first {
            tracing::warn!(
                name = person.name,
                "the settings name or change somebody after the first opening; two people of the house do that"
            );
            return Ok(());
        }
        query(
            "INSERT INTO person (name, role, hash, made) VALUES (?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET role = excluded.role, hash = excluded.hash",
        )
        .bind(&person.name)
        .bind(person.role.word())
        .bind(&person.hash)
        .bind(clock::now().0)
        .execute(&self.store)
        .await?;
        self.remember_listing(&person.name, &entry).await
    }

    async fn remember_listing(&self, name: &str, entry: &str) -> Result<(), PeopleFault> {
        query("INSERT INTO listing (name, entry) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET entry = excluded.entry")
            .bind(name)
            .bind(entry)
            .execute(&self.store)
            .await?;
        Ok(())
    }

    /// Writes out what is left to write.
    pub async fn close(&self) {
        self.store.close().await;
    }
}

fn role_of(word: &str) -> Option<Role> {
    Role::ALL.into_iter().chain([Role::Device]).find(|role| role.word() == word)
}
