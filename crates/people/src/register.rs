//! People: who they are, how they prove it, and for how long they are believed.

mod admin;

pub use admin::{Done, Known, PEOPLE, PersonHappened, Wish, sees_to};

use crate::clock;
use crate::denial::Denial;
use crate::names;
use crate::role::Role;
use crate::viewer::Person;
use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use merkle::{Hash, sha256};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use table::{Name, Time};
use tokio::sync::Semaphore;

/// So many wrong passwords in a row lock a name.
const TRIES: i64 = 5;
/// For so long.
const LOCKED_SECONDS: i64 = 15 * 60;
/// So long waits the first wrong password of an inspector, twice as long the next, and so on for so many.
const WAIT: std::time::Duration = std::time::Duration::from_millis(250);
/// Somebody who does nothing for so long is signed out.
const IDLE_PLAYER: i64 = 30 * 60 * 1_000;
const IDLE_STAFF: i64 = 12 * 3_600 * 1_000;
/// And after so long in any case.
const LONGEST_SESSION: i64 = 7 * 24 * 3_600 * 1_000;
/// Somebody who has proved again who they are is believed for so long.
const CONFIRMED: u64 = 5 * 60 * 1_000;
/// The longest password that is looked at.
pub const LONGEST_PASSWORD: usize = 200;

const LAYOUT: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS person (name TEXT PRIMARY KEY, role TEXT NOT NULL, hash TEXT, made INTEGER NOT NULL,
     failures INTEGER NOT NULL DEFAULT 0, locked_until INTEGER NOT NULL DEFAULT 0) STRICT",
    "CREATE TABLE IF NOT EXISTS session (token TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
     since INTEGER NOT NULL) STRICT",
    // Whom the settings named when the house was last opened, and as what.
    "CREATE TABLE IF NOT EXISTS listing (name TEXT PRIMARY KEY, entry TEXT NOT NULL) STRICT",
    // About whom something was done while the house was open.
    "CREATE TABLE IF NOT EXISTS room (name TEXT PRIMARY KEY) STRICT",
];

/// Why people cannot be looked up.
#[derive(Debug)]
pub struct PeopleFault(String);

impl fmt::Display for PeopleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of people: {}", self.0)
    }
}

impl std::error::Error for PeopleFault {}

impl From<sqlx::Error> for PeopleFault {
    fn from(error: sqlx::Error) -> PeopleFault {
        PeopleFault(error.to_string())
    }
}

impl From<PeopleFault> for Denial {
    fn from(fault: PeopleFault) -> Denial {
        Denial::ours(&fault)
    }
}

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct Session {
    /// Who.
    pub person: Person,
    /// Since when.
    pub since: Time,
    /// Until when they are believed to be who they are without a further proof. It does not outlast the process.
    pub confirmed_until: Option<Time>,
    seen: i64,
}

impl Session {
    /// Somebody who has just proved again who they are, or a refusal.
    pub fn confirmed(&self) -> Result<(), Denial> {
        match self.confirmed_until.is_some_and(|until| clock::now() < until) {
            true => Ok(()),
            false => Err(Denial::confirm_first()),
        }
    }
}

/// A token that proves a session. Only its hash is kept.
pub struct Token(String);

impl Token {
    fn fresh() -> Result<Token, PeopleFault> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| PeopleFault(format!("no random bytes: {error}")))?;
        Ok(Token(hex::encode(bytes)))
    }

    /// As the cookie has it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Everybody the house knows.
pub struct People {
    store: SqlitePool,
    sessions: Mutex<HashMap<Hash, Session>>,
    /// Passwords are hard to check, so few are checked at once.
    checks: Semaphore,
    /// Whoever changes something about people waits for this turn.
    changes: tokio::sync::Mutex<()>,
    /// What is checked against where there is no such person, so that nobody learns who there is.
    nobody: String,
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

/// Hashes a password for the settings file.
pub fn hashed(password: &str) -> Result<String, String> {
    let length = password.chars().count();
    if !(8..=LONGEST_PASSWORD).contains(&length) {
        return Err(format!("found {length} characters; allowed are 8 to {LONGEST_PASSWORD}"));
    }
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| error.to_string())
}

/// Is this the hash of a password?
pub fn is_hash(text: &str) -> bool {
    text.starts_with("$argon2id$") && PasswordHash::new(text).is_ok()
}

/// A name that a person may have, or what is wrong with it.
pub fn check_name(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    if !(1..=32).contains(&length) || name.trim() != name || name.chars().any(char::is_control) {
        return Err("allowed are 1 to 32 characters, none a control character, no blank at either end".into());
    }
    if names::is_kept(name) {
        return Err(format!("`{name}` is a name of the house's own"));
    }
    Ok(())
}

impl People {
    /// Opens the list in this folder.
    pub async fn open(folder: &Path) -> Result<People, PeopleFault> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join("people.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .disable_statement_logging();
        let store = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        for table in LAYOUT {
            sqlx::query(table).execute(&store).await?;
        }
        let nobody = hashed("nobody has this password").map_err(PeopleFault)?;
        let people = People {
            store,
            sessions: Mutex::default(),
            checks: Semaphore::new(2),
            changes: tokio::sync::Mutex::default(),
            nobody,
        };
        people.recall().await?;
        Ok(people)
    }

    /// Those who were signed in when the house stopped still are.
    async fn recall(&self) -> Result<(), PeopleFault> {
        let now = clock::now().0;
        sqlx::query("DELETE FROM session WHERE since < ?")
            .bind(now - LONGEST_SESSION)
            .execute(&self.store)
            .await?;
        let rows = sqlx::query("SELECT token, name, role, since FROM session").fetch_all(&self.store).await?;
        let mut sessions = self.lock();
        for row in rows {
            let (token, role): (String, String) = (row.get("token"), row.get("role"));
            let (Ok(token), Some(role)) = (token.parse(), role_of(&role)) else { continue };
            let person = Person { name: Name::from(row.get::<String, _>("name")), role };
            sessions.insert(
                token,
                Session { person, since: Time(row.get("since")), confirmed_until: None, seen: now },
            );
        }
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Hash, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters those whom the settings name. What was done about somebody while the house was open stands until their entry in the
    /// settings changes; whoever is named neither there nor then has no password any more. An inspector once named stays, whatever
    /// the settings say, until an inspector lets them go.
    pub async fn list(&self, listed: &[Listed]) -> Result<(), PeopleFault> {
        for person in listed {
            self.list_one(person).await?;
        }
        let known = sqlx::query("SELECT name FROM listing").fetch_all(&self.store).await?;
        for name in known.iter().map(|row| row.get::<String, _>("name")) {
            if !listed.iter().any(|person| person.name == name) {
                for forget in ["DELETE FROM listing WHERE name = ?", "DELETE FROM room WHERE name = ?"] {
                    sqlx::query(forget).bind(&name).execute(&self.store).await?;
                }
            }
        }
        sqlx::query(
            "UPDATE person SET hash = NULL WHERE role <> 'inspector'
             AND name NOT IN (SELECT name FROM listing) AND name NOT IN (SELECT name FROM room)",
        )
        .execute(&self.store)
        .await?;
        self.forget_sessions_without_account().await
    }

    /// Enters somebody whose entry in the settings is new.
    async fn list_one(&self, person: &Listed) -> Result<(), PeopleFault> {
        let entry = format!("{} {}", person.role, person.hash);
        let known: Option<String> = sqlx::query("SELECT entry FROM listing WHERE name = ?")
            .bind(&person.name)
            .fetch_optional(&self.store)
            .await?
            .map(|row| row.get("entry"));
        if known.as_ref() == Some(&entry) {
            return Ok(());
        }
        if self.is_inspector(&person.name).await? {
            if known.is_some() {
                tracing::warn!(name = person.name, "the settings cannot change an inspector's account");
            }
            return self.remember_listing(&person.name, &entry).await;
        }
        sqlx::query(
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
        sqlx::query("INSERT INTO listing (name, entry) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET entry = excluded.entry")
            .bind(name)
            .bind(entry)
            .execute(&self.store)
            .await?;
        Ok(())
    }

    async fn is_inspector(&self, name: &str) -> Result<bool, PeopleFault> {
        let found =
            sqlx::query("SELECT 1 FROM person WHERE name = ? AND role = 'inspector' AND hash IS NOT NULL");
        Ok(found.bind(name).fetch_optional(&self.store).await?.is_some())
    }

    /// Whoever lost the role or the account is signed out.
    async fn forget_sessions_without_account(&self) -> Result<(), PeopleFault> {
        let rows = sqlx::query("SELECT name, role FROM person WHERE hash IS NOT NULL");
        let rows = rows.fetch_all(&self.store).await?;
        let known: HashMap<String, String> =
            rows.into_iter().map(|row| (row.get("name"), row.get("role"))).collect();
        let stays = |session: &Session| {
            known.get(&*session.person.name.0).is_some_and(|role| role == session.person.role.word())
        };
        self.forget_sessions(|session| !stays(session)).await
    }

    async fn forget_sessions_of(&self, name: &Name) -> Result<(), PeopleFault> {
        self.forget_sessions(|session| session.person.name == *name).await
    }

    async fn forget_sessions(&self, whose: impl Fn(&Session) -> bool) -> Result<(), PeopleFault> {
        let gone: Vec<Hash> =
            self.lock().iter().filter(|(_, session)| whose(session)).map(|(token, _)| *token).collect();
        for token in gone {
            self.forget(token).await?;
        }
        Ok(())
    }

    /// Checks a name and a password, and lets whoever has both in, if the house lets that role in.
    pub async fn sign_in(
        &self,
        name: &str,
        password: String,
        lets_in: impl Fn(Role) -> Result<(), Denial>,
    ) -> Result<(Token, Session), Denial> {
        let role = self.prove(name, password).await?;
        lets_in(role)?;
        self.admit(Person { name: Name::from(name), role }).await
    }

    /// Notes that whoever holds this token has proved again who they are; says until when that counts.
    pub fn confirm(&self, token: &str) -> Option<Time> {
        let until = clock::later(clock::now(), CONFIRMED);
        let mut sessions = self.lock();
        let session = sessions.get_mut(&sha256(&[token.as_bytes()]))?;
        session.confirmed_until = Some(until);
        Some(until)
    }

    /// Checks a name and a password; says in which role that person is.
    pub async fn prove(&self, name: &str, password: String) -> Result<Role, Denial> {
        let found = sqlx::query("SELECT role, hash, failures, locked_until FROM person WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.store)
            .await
            .map_err(PeopleFault::from)?;
        let now = clock::now().0;
        let known = found.and_then(|row| {
            let hash: Option<String> = row.get("hash");
            Some((
                hash?,
                row.get::<String, _>("role"),
                row.get::<i64, _>("failures"),
                row.get::<i64, _>("locked_until"),
            ))
        });
        if let Some((_, role, _, locked)) = &known
            && *locked > now
            && role != Role::Inspector.word()
        {
            return Err(Denial::locked(((*locked - now) / 1_000 + 1).unsigned_abs()));
        }
        let hash = known.as_ref().map_or_else(|| self.nobody.clone(), |(hash, ..)| hash.clone());
        let holds = self.check(password, hash).await?;
        let Some((_, role, failures, _)) = known else { return Err(Denial::wrong_password()) };
        if !holds && role == Role::Inspector.word() {
            // Nobody locks an inspector out by guessing: wrong passwords wait ever longer, the right one never does.
            tracing::warn!(name, "a wrong password of an inspector");
            self.count(name, (failures + 1).min(TRIES), 0).await?;
            tokio::time::sleep(WAIT * (1 << failures.clamp(0, TRIES))).await;
            return Err(Denial::wrong_password());
        }
        if !holds {
            let (failures, locked) = match failures + 1 >= TRIES {
                true => (0, now + LOCKED_SECONDS * 1_000),
                false => (failures + 1, 0),
            };
            tracing::warn!(name, locked = locked > 0, "a wrong password");
            self.count(name, failures, locked).await?;
            return Err(Denial::wrong_password());
        }
        self.count(name, 0, 0).await?;
        Ok(role_of(&role).ok_or_else(|| PeopleFault(format!("{name} has the unknown role {role}")))?)
    }

    async fn check(&self, password: String, hash: String) -> Result<bool, Denial> {
        let _turn = self.checks.acquire().await.map_err(|error| Denial::ours(&error))?;
        let checked = tokio::task::spawn_blocking(move || {
            let Ok(hash) = PasswordHash::new(&hash) else { return false };
            Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
        });
        checked.await.map_err(|error| Denial::ours(&error))
    }

    async fn count(&self, name: &str, failures: i64, locked_until: i64) -> Result<(), PeopleFault> {
        sqlx::query("UPDATE person SET failures = ?, locked_until = ? WHERE name = ?")
            .bind(failures)
            .bind(locked_until)
            .bind(name)
            .execute(&self.store)
            .await?;
        Ok(())
    }

    /// Lets somebody in whose word was checked.
    pub async fn admit(&self, person: Person) -> Result<(Token, Session), Denial> {
        let token = Token::fresh()?;
        let since = clock::now();
        let session = Session { person, since, confirmed_until: None, seen: since.0 };
        let hash = sha256(&[token.0.as_bytes()]);
        sqlx::query("INSERT INTO session (token, name, role, since) VALUES (?, ?, ?, ?)")
            .bind(hash.to_string())
            .bind(&*session.person.name.0)
            .bind(session.person.role.word())
            .bind(since.0)
            .execute(&self.store)
            .await
            .map_err(PeopleFault::from)?;
        tracing::info!(name = %session.person.name, role = %session.person.role, "signed in");
        self.lock().insert(hash, session.clone());
        Ok((token, session))
    }

    /// A new guest of a demonstration, under a name that nobody has yet.
    pub async fn guest(&self, wished: Option<&str>) -> Result<Person, Denial> {
        let count: i64 = sqlx::query("SELECT count(*) AS count FROM person")
            .fetch_one(&self.store)
            .await
            .map_err(PeopleFault::from)?
            .get("count");
        for more in 0..1_000 {
            let name = match (wished, more) {
                (Some(wished), 0) => wished.to_owned(),
                (Some(wished), more) => format!("{wished} {}", more + 1),
                (None, more) => format!("Guest {}", count + 1 + more),
            };
            let made =
                sqlx::query("INSERT INTO person (name, role, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                    .bind(&name)
                    .bind(Role::Player.word())
                    .bind(clock::now().0)
                    .execute(&self.store)
                    .await
                    .map_err(PeopleFault::from)?;
            if made.rows_affected() == 1 {
                return Ok(Person { name: Name::from(name), role: Role::Player });
            }
        }
        Err(Denial::conflict("name-taken", "this name is taken; choose another"))
    }

    /// Keeps a name for a patron without an account, so that no guest is ever given it. Staff are no patrons.
    pub async fn keep_for_patron(&self, name: &str) -> Result<(), Denial> {
        check_name(name).map_err(|message| Denial::unprocessable(format!("for: {message}")))?;
        let insert = "INSERT INTO person (name, role, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        let kept = sqlx::query(insert).bind(name).bind(Role::Player.word()).bind(clock::now().0);
        kept.execute(&self.store).await.map_err(PeopleFault::from)?;
        let known = sqlx::query("SELECT role FROM person WHERE name = ?").bind(name);
        let known = known.fetch_one(&self.store).await.map_err(PeopleFault::from)?;
        match role_of(known.get("role")) {
            Some(Role::Player) => Ok(()),
            _ => Err(Denial::not_yours(format!("{name} works here; only patrons play"))),
        }
    }

    /// Who holds this token, if it is still good.
    pub fn session(&self, token: &str) -> Option<Session> {
        let hash = sha256(&[token.as_bytes()]);
        let now = clock::now().0;
        let mut sessions = self.lock();
        let session = sessions.get_mut(&hash)?;
        let idle = if session.person.role == Role::Player { IDLE_PLAYER } else { IDLE_STAFF };
        if now - session.seen > idle || now - session.since.0 > LONGEST_SESSION {
            sessions.remove(&hash);
            return None;
        }
        session.seen = session.seen.max(now);
        Some(session.clone())
    }

    /// Ends a session.
    pub async fn sign_out(&self, token: &str) -> Result<(), PeopleFault> {
        self.forget(sha256(&[token.as_bytes()])).await
    }

    async fn forget(&self, token: Hash) -> Result<(), PeopleFault> {
        self.lock().remove(&token);
        sqlx::query("DELETE FROM session WHERE token = ?")
            .bind(token.to_string())
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
    Role::ALL.into_iter().find(|role| role.word() == word)
}
