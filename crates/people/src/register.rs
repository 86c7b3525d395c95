//! People: who they are, how they prove it, and for how long they are believed.

mod access;
mod admin;
mod attempts;
mod copy;
mod enrolment;
mod factor;
mod kin;
mod pin;
mod staff;

pub use access::{ACCESS, Access, AccessKind, AccessSummary};
pub use admin::{Done, Known, PEOPLE, PersonHappened, Wish, sees_to};
pub use copy::copy;
pub use enrolment::{Approved, Change, Enrolling, Pending, Proposed};
pub use factor::NewFactor;
pub use staff::Staff;

use crate::clock;
use crate::denial::Denial;
use crate::names;
use crate::role::Role;
use crate::viewer::Person;
use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use ledger::Log;
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

/// After how long somebody who does nothing is signed out, in milliseconds.
const IDLE_PLAYER: i64 = 30 * 60 * 1_000;
const IDLE_STAFF: i64 = 15 * 60 * 1_000;
/// After how long a session ends in any case, in milliseconds.
const LONGEST_PLAYER: i64 = 24 * 3_600 * 1_000;
const LONGEST_STAFF: i64 = 12 * 3_600 * 1_000;
/// For how long somebody who has proved again who they are is believed.
const CONFIRMED: u64 = 5 * 60 * 1_000;
/// The most sessions there may be before no further guest is let in.
const MOST_SESSIONS: usize = 20_000;
/// The shortest password that somebody may choose.
const SHORTEST_PASSWORD: usize = 12;
/// The longest password that is looked at.
pub const LONGEST_PASSWORD: usize = 200;

const LAYOUT: [&str; 6] = [
    "CREATE TABLE IF NOT EXISTS person (name TEXT PRIMARY KEY, role TEXT NOT NULL, hash TEXT, made INTEGER NOT NULL,
     failures INTEGER NOT NULL DEFAULT 0, locked_until INTEGER NOT NULL DEFAULT 0) STRICT",
    "CREATE TABLE IF NOT EXISTS session (token TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
     since INTEGER NOT NULL) STRICT",
    // Whom the settings named when the house was last opened, and as what.
    "CREATE TABLE IF NOT EXISTS listing (name TEXT PRIMARY KEY, entry TEXT NOT NULL) STRICT",
    // About whom something was done while the house was open.
    "CREATE TABLE IF NOT EXISTS room (name TEXT PRIMARY KEY) STRICT",
    // Wrong passwords, by a hash of the name and of the browser they came from.
    "CREATE TABLE IF NOT EXISTS attempt (bucket TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until INTEGER NOT NULL) STRICT",
    // What two people decide about a third, until the third has set their own secret.
    "CREATE TABLE IF NOT EXISTS pending (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, change TEXT NOT NULL, name TEXT NOT NULL,
     role TEXT NOT NULL, why TEXT NOT NULL, proposer TEXT NOT NULL, proposed INTEGER NOT NULL, link TEXT NOT NULL,
     approver TEXT, approved INTEGER, code TEXT, tries INTEGER NOT NULL DEFAULT 0, ended INTEGER) STRICT",
];

/// Columns that an older list lacks.
const ADDED: [(&str, &str, &str); 7] = [
    ("session", "seen", "INTEGER NOT NULL DEFAULT 0"),
    ("person", "factor", "TEXT"),
    ("person", "pin", "TEXT"),
    ("person", "factor_step", "INTEGER NOT NULL DEFAULT 0"),
    // When the person last set their secret, and which two people had let them.
    ("person", "enrolled", "INTEGER NOT NULL DEFAULT 0"),
    ("person", "proposer", "TEXT"),
    ("person", "approver", "TEXT"),
];

/// Why people cannot be looked up.
#[derive(Debug)]
pub struct PeopleFault {
    message: String,
    /// There is no room on the disk.
    full: bool,
}

impl PeopleFault {
    fn new(message: impl Into<String>) -> PeopleFault {
        PeopleFault { message: message.into(), full: false }
    }
}

/// SQLite's number for a full disk.
const FULL: &str = "13";

impl fmt::Display for PeopleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of people: {}", self.message)
    }
}

impl std::error::Error for PeopleFault {}

impl From<sqlx::Error> for PeopleFault {
    fn from(error: sqlx::Error) -> PeopleFault {
        let full =
            matches!(&error, sqlx::Error::Database(fault) if fault.code().is_some_and(|code| code == FULL));
        PeopleFault { message: error.to_string(), full }
    }
}

impl From<PeopleFault> for Denial {
    fn from(fault: PeopleFault) -> Denial {
        match fault.full {
            true => {
                Denial::out_of_service("the disk is full; nothing was changed, and it may be asked again")
            }
            false => Denial::ours(&fault),
        }
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
    /// Up to when the list on disk knows that they were seen.
    kept: i64,
    /// How many wrong PINs in a row.
    wrong_pins: u8,
}

impl Session {
    /// Was nobody seen for too long? A session of staff sleeps until its PIN is given.
    fn is_asleep(&self, now: i64) -> bool {
        now - self.seen > if self.person.role == Role::Player { IDLE_PLAYER } else { IDLE_STAFF }
    }

    /// Has it lasted too long, or does it sleep where nobody wakes it?
    fn is_over(&self, now: i64) -> bool {
        match self.person.role {
            Role::Player => self.is_asleep(now) || now - self.since.0 > LONGEST_PLAYER,
            _ => now - self.since.0 > LONGEST_STAFF,
        }
    }

    /// When they were last seen.
    pub fn seen(&self) -> Time {
        Time(self.seen)
    }

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
        getrandom::fill(&mut bytes).map_err(|error| PeopleFault::new(format!("no random bytes: {error}")))?;
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
    /// Passwords are hard to check, so few are checked at once; those of strangers do not hold up those of browsers that are known.
    checks: [Semaphore; 2],
    /// Sign-ins that are not on record yet.
    access: Mutex<access::Counts>,
    /// The register of accounts, once it is open.
    staff: tokio::sync::Mutex<Option<Log<Staff>>>,
    /// Whoever changes something about people waits for this turn.
    changes: tokio::sync::Mutex<()>,
    /// What is checked against where there is no such person, so that nobody learns who there is.
    nobody: String,
}

/// What somebody proves themselves by.
#[derive(Clone, Default)]
pub struct Secrets {
    /// The password.
    pub password: String,
    /// The six digits of the second factor, where the person has one.
    pub factor: Option<String>,
    /// What the browser kept from an earlier time.
    pub device: Option<String>,
    /// The network it comes from, for the record.
    pub network: Option<String>,
}

impl From<&str> for Secrets {
    fn from(password: &str) -> Secrets {
        Secrets { password: password.to_owned(), ..Secrets::default() }
    }
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

/// Hashes a password for the settings file. One that is easily guessed is turned down.
pub fn hashed(password: &str) -> Result<String, String> {
    check_password(password, &[])?;
    let hash = hasher()?.hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| error.to_string())
}

/// Argon2id with 64 MiB and three passes.
fn hasher() -> Result<Argon2<'static>, String> {
    let cost = argon2::Params::new(64 * 1_024, 3, 1, None).map_err(|error| error.to_string())?;
    Ok(Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, cost))
}

/// May this be somebody's password? Words that belong to the person or the house make it easier to guess.
fn check_password(password: &str, words: &[&str]) -> Result<(), String> {
    let length = password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        return Err(format!(
            "found {length} characters; allowed are {SHORTEST_PASSWORD} to {LONGEST_PASSWORD}"
        ));
    }
    let words: Vec<&str> = words.iter().copied().chain(["croupier", "baccarat", "casino"]).collect();
    match zxcvbn::zxcvbn(password, &words).score() >= zxcvbn::Score::Three {
        true => Ok(()),
        false => Err("this password is easily guessed; take several words that do not go together".into()),
    }
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
        for (table, column, kind) in ADDED {
            let known = sqlx::query("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
            if known.bind(table).bind(column).fetch_optional(&store).await?.is_none() {
                let add = format!("ALTER TABLE {table} ADD COLUMN {column} {kind}");
                sqlx::query(sqlx::AssertSqlSafe(add)).execute(&store).await?;
            }
        }
        let nobody = hashed("nobody has this one password").map_err(PeopleFault::new)?;
        let people = People {
            store,
            sessions: Mutex::default(),
            checks: [Semaphore::new(1), Semaphore::new(1)],
            access: Mutex::default(),
            staff: tokio::sync::Mutex::default(),
            changes: tokio::sync::Mutex::default(),
            nobody,
        };
        people.recall().await?;
        Ok(people)
    }

    /// Those who were signed in when the house stopped still are.
    async fn recall(&self) -> Result<(), PeopleFault> {
        let now = clock::now().0;
        let rows =
            sqlx::query("SELECT token, name, role, since, seen FROM session").fetch_all(&self.store).await?;
        let mut over = Vec::new();
        for row in rows {
            let (token, role): (String, String) = (row.get("token"), row.get("role"));
            let (Ok(token), Some(role)) = (token.parse(), role_of(&role)) else { continue };
            let person = Person { name: Name::from(row.get::<String, _>("name")), role };
            let since: i64 = row.get("since");
            let seen = row.get::<i64, _>("seen").max(since);
            let since = Time(since);
            let session = Session { person, since, confirmed_until: None, seen, kept: seen, wrong_pins: 0 };
            match session.is_over(now) {
                true => over.push(token),
                false => _ = self.lock().insert(token, session),
            }
        }
        for token in over {
            self.forget(token).await?;
        }
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Hash, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters those whom the settings name when the house opens for the first time: whoever sets it up is believed once. From then
    /// on two people take somebody in, so a new or changed entry is only told of. Whoever is no longer named there, and was not seen
    /// to by two people since, has no password any more. An inspector once named stays until an inspector lets them go.
    pub async fn list(&self, listed: &[Listed]) -> Result<(), PeopleFault> {
        let first = sqlx::query("SELECT 1 FROM listing UNION SELECT 1 FROM person WHERE hash IS NOT NULL");
        let first = first.fetch_optional(&self.store).await?.is_none();
        for person in listed {
            self.list_one(person, first).await?;
        }
        let known = sqlx::query("SELECT name FROM listing").fetch_all(&self.store).await?;
        for name in known.iter().map(|row| row.get::<String, _>("name")) {
            if !listed.iter().any(|person| person.name == name) {
                sqlx::query("UPDATE listing SET entry = '' WHERE name = ?")
                    .bind(&name)
                    .execute(&self.store)
                    .await?;
            }
        }
        sqlx::query(
            "UPDATE person SET hash = NULL WHERE role <> 'inspector' AND name NOT IN (SELECT name FROM room)
             AND name NOT IN (SELECT name FROM listing WHERE entry <> '')",
        )
        .execute(&self.store)
        .await?;
        self.forget_sessions_without_account().await
    }

    /// Enters somebody whom the settings name at the first opening.
    async fn list_one(&self, person: &Listed, first: bool) -> Result<(), PeopleFault> {
        let entry = format!("{} {}", person.role, person.hash);
        let known: Option<String> = sqlx::query("SELECT entry FROM listing WHERE name = ?")
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

    /// Checks a name and its secrets, and lets whoever has them in, if the house lets that role in. Also gives what a browser keeps,
    /// so that strangers who guess at this name do not keep it out.
    pub async fn sign_in(
        &self,
        name: &str,
        secrets: Secrets,
        lets_in: impl Fn(Role) -> Result<(), Denial>,
    ) -> Result<(Token, Session, String), Denial> {
        let role = self.prove(name, &secrets).await?;
        lets_in(role)?;
        if role != Role::Player {
            self.note(AccessKind::SignedIn, Some(name), secrets.network.as_deref());
        }
        let (token, session) = self.admit(Person { name: Name::from(name), role }).await?;
        Ok((token, session, self.device_of(name).await?))
    }

    /// Notes that whoever holds this token has proved again who they are; says until when that counts.
    pub fn confirm(&self, token: &str) -> Option<Time> {
        let until = clock::later(clock::now(), CONFIRMED);
        let mut sessions = self.lock();
        let session = sessions.get_mut(&sha256(&[token.as_bytes()]))?;
        session.confirmed_until = Some(until);
        Some(until)
    }

    /// Checks a name, a password and, where the person has one, a second factor; says in which role that person is.
    pub async fn prove(&self, name: &str, secrets: &Secrets) -> Result<Role, Denial> {
        let found = sqlx::query("SELECT role, hash, factor FROM person WHERE name = ?").bind(name);
        let found = found.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let known = found.and_then(|row| {
            let hash: Option<String> = row.get("hash");
            Some((hash?, row.get::<String, _>("role"), row.get::<Option<String>, _>("factor")))
        });
        let inspector = known.as_ref().is_some_and(|(_, role, _)| role == Role::Inspector.word());
        let (bucket, is_known_device) = self.bucket(name, secrets.device.as_deref()).await?;
        let locked = self.locked_for(&bucket).await?;
        let hash = known.as_ref().map_or_else(|| self.nobody.clone(), |(hash, ..)| hash.clone());
        // Also while the name is locked, so that every name answers alike and after the same work.
        let mut holds = self.check(secrets.password.clone(), hash, is_known_device).await? && known.is_some();
        if let (true, Some((_, _, Some(factor)))) = (holds, &known) {
            holds = self.factor_holds(name, factor, secrets.factor.as_deref()).await?;
        }
        // Nobody locks an inspector out by guessing: the right secrets always do.
        if let Some(seconds) = locked.filter(|_| !(inspector && holds)) {
            self.note(AccessKind::Failed, known.as_ref().map(|_| name), secrets.network.as_deref());
            return Err(Denial::locked(seconds));
        }
        if !holds {
            let named = known.as_ref().map(|_| name);
            return Err(self.failed(named, &bucket, secrets.network.as_deref()).await?);
        }
        self.clear(&bucket).await?;
        let (hash, role, _) = known.unwrap_or_default();
        let role =
            role_of(&role).ok_or_else(|| PeopleFault::new(format!("{name} has the unknown role {role}")))?;
        self.check_on_record(name, role, &hash).await?;
        Ok(role)
    }

    async fn check(&self, password: String, hash: String, known: bool) -> Result<bool, Denial> {
        let _turn = self.checks[usize::from(known)].acquire().await.map_err(|error| Denial::ours(&error))?;
        let checked = tokio::task::spawn_blocking(move || {
            let Ok(hash) = PasswordHash::new(&hash) else { return false };
            // The hash itself says at what cost it was made.
            Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
        });
        checked.await.map_err(|error| Denial::ours(&error))
    }

    /// Lets somebody in whose word was checked.
    pub async fn admit(&self, person: Person) -> Result<(Token, Session), Denial> {
        let token = Token::fresh()?;
        let since = clock::now();
        let seen = since.0;
        let session = Session { person, since, confirmed_until: None, seen, kept: seen, wrong_pins: 0 };
        let hash = sha256(&[token.0.as_bytes()]);
        sqlx::query("INSERT INTO session (token, name, role, since, seen) VALUES (?, ?, ?, ?, ?)")
            .bind(hash.to_string())
            .bind(&*session.person.name.0)
            .bind(session.person.role.word())
            .bind(since.0)
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
        if self.lock().len() >= MOST_SESSIONS {
            return Err(Denial::out_of_service(
                "so many guests are here that no more are let in; come back later",
            ));
        }
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

    /// Who holds this token, if it is still good; they are seen to be there.
    pub fn session(&self, token: &str) -> Option<Session> {
        let session = self.peek(token)?;
        let mut sessions = self.lock();
        let kept = sessions.get_mut(&sha256(&[token.as_bytes()]))?;
        kept.seen = kept.seen.max(clock::now().0);
        Some(Session { seen: kept.seen, ..session })
    }

    /// Who holds this token, if it is still good. An open page that only listens does not count as being there.
    pub fn peek(&self, token: &str) -> Option<Session> {
        let hash = sha256(&[token.as_bytes()]);
        let (now, sessions) = (clock::now().0, self.lock());
        sessions.get(&hash).filter(|session| !session.is_over(now) && !session.is_asleep(now)).cloned()
    }

    /// Forgets every session that is over, here and on disk, so that those who left leave nothing behind.
    pub async fn forget_ended(&self, now: Time) -> Result<(), PeopleFault> {
        self.forget_sessions(|session| session.is_over(now.0)).await?;
        self.lock().shrink_to_fit();
        Ok(())
    }

    /// Writes down when people were last seen, so that idle time outlasts a restart, and forgets sessions that are over. To be called
    /// every minute.
    pub async fn keep_seen(&self) -> Result<(), PeopleFault> {
        self.forget_ended(clock::now()).await?;
        let changed: Vec<(Hash, i64)> = self
            .lock()
            .iter_mut()
            .filter(|(_, session)| session.seen > session.kept)
            .map(|(token, session)| {
                session.kept = session.seen;
                (*token, session.seen)
            })
            .collect();
        for (token, seen) in changed {
            sqlx::query("UPDATE session SET seen = ? WHERE token = ?")
                .bind(seen)
                .bind(token.to_string())
                .execute(&self.store)
                .await?;
        }
        Ok(())
    }

    /// The sessions of a name, by the first letters of the hash of their token.
    pub fn sessions_of(&self, name: &Name) -> Vec<(String, Session)> {
        let now = clock::now().0;
        let sessions = self.lock();
        let own =
            sessions.iter().filter(|(_, session)| session.person.name == *name && !session.is_over(now));
        let mut own: Vec<(String, Session)> =
            own.map(|(token, session)| (token.to_string()[..16].to_owned(), session.clone())).collect();
        own.sort_by_key(|(_, session)| session.since);
        own
    }

    /// Ends one of the sessions of a name.
    pub async fn revoke(&self, name: &Name, short: &str) -> Result<(), Denial> {
        let found = self
            .lock()
            .iter()
            .find(|(token, session)| {
                session.person.name == *name && token.to_string().starts_with(short) && short.len() == 16
            })
            .map(|(token, _)| *token);
        let token = found.ok_or_else(|| Denial::not_found("there is no such session of yours"))?;
        self.note(AccessKind::Revoked, Some(&name.0), None);
        Ok(self.forget(token).await?)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::denial::Kind;
    use ledger::Ledger;

    const PASSWORD: &str = "four words that nobody guesses";

    async fn people(folder: &Path) -> People {
        let people = People::open(folder).await.ok().unwrap();
        let listed = |name: &str, role| Listed { name: name.into(), role, hash: hashed(PASSWORD).unwrap() };
        let all = [listed("Sue", Role::Supervisor), listed("Ivy", Role::Inspector)];
        people.list(&all).await.ok().unwrap();
        people
    }

    #[tokio::test]
    async fn nobody_signs_in_on_a_full_disk_and_it_is_told_as_that() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path()).await;
        let pages: i64 = sqlx::query("PRAGMA page_count").fetch_one(&people.store).await.unwrap().get(0);
        let most = format!("PRAGMA max_page_count = {pages}");
        sqlx::query(sqlx::AssertSqlSafe(most)).execute(&people.store).await.unwrap();
        let mut denied = None;
        for _ in 0..200 {
            let person = Person { name: Name::from("Sue"), role: Role::Supervisor };
            denied = people.admit(person).await.err();
            if denied.is_some() {
                break;
            }
        }
        let denied = denied.unwrap();
        assert_eq!((denied.kind, &*denied.word), (Kind::Unavailable, "out-of-service"), "{denied}");
    }

    #[tokio::test]
    async fn guests_who_left_leave_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path()).await;
        let many = std::env::var("CROUPIER_LONG").map_or(300, |_| 15_000);
        for _ in 0..many {
            let guest = people.guest(None).await.ok().unwrap();
            people.admit(guest).await.ok().unwrap();
        }
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        people.admit(sue).await.ok().unwrap();
        let here = || people.lock().len();
        let rows = async || -> i64 {
            sqlx::query("SELECT count(*) FROM session").fetch_one(&people.store).await.unwrap().get(0)
        };
        assert_eq!((here(), rows().await), (many + 1, many as i64 + 1));
        people.forget_ended(Time(clock::now().0 + IDLE_PLAYER + 1)).await.unwrap();
        assert_eq!((here(), rows().await), (1, 1), "staff may still wake theirs");
        assert!(people.lock().capacity() < 100, "room for those who left is given back");
        people.forget_ended(Time(clock::now().0 + LONGEST_STAFF + 1)).await.unwrap();
        assert_eq!((here(), rows().await), (0, 0));
    }

    /// A session that slept is woken by its PIN, at most until it ends, and three wrong ones end it.
    #[tokio::test]
    async fn a_pin_wakes_a_session_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path()).await;
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        for bad in ["12345", "123456789", "12345a", "111111", "123456", "654321"] {
            assert!(people.set_pin(&sue, bad).await.is_err(), "{bad}");
        }
        people.set_pin(&sue, "290417").await.ok().unwrap();
        let sleeps = |token: &Token| {
            let mut sessions = people.lock();
            sessions.get_mut(&sha256(&[token.0.as_bytes()])).unwrap().seen -= IDLE_STAFF + 1;
        };
        let (token, _) = people.admit(sue.clone()).await.ok().unwrap();
        sleeps(&token);
        assert!(people.session(&token.0).is_none(), "asleep");
        assert!(people.wake(&token.0, "290418").await.is_err());
        let woken = people.wake(&token.0, "290417").await.ok().unwrap();
        assert_eq!(woken.person, sue);
        assert!(woken.confirmed().is_err(), "a PIN confirms nothing");
        assert!(people.session(&token.0).is_some(), "awake");
        sleeps(&token);
        for _ in 0..3 {
            assert!(people.wake(&token.0, "000000").await.is_err());
        }
        assert!(people.wake(&token.0, "290417").await.is_err(), "three wrong ones have ended it");
        // One that has lasted too long, one of a player, and none at all.
        let (token, _) = people.admit(sue).await.ok().unwrap();
        people.lock().values_mut().for_each(|session| session.since.0 -= LONGEST_STAFF + 1);
        assert!(people.wake(&token.0, "290417").await.is_err());
        let guest = people.guest(None).await.ok().unwrap();
        let (token, _) = people.admit(guest).await.ok().unwrap();
        assert!(people.wake(&token.0, "290417").await.is_err());
        assert!(people.wake(&"0".repeat(64), "290417").await.is_err());
    }

    #[tokio::test]
    async fn a_pin_at_a_colleagues_console_is_counted_and_locked() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path()).await;
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        people.set_pin(&sue, "290417").await.ok().unwrap();
        assert_eq!(people.prove_pin("Sue", "290417", None).await.ok(), Some(sue));
        let mut heard = Vec::new();
        for name in ["Sue", "Ivy", "Nobody"] {
            let mut words = Vec::new();
            for _ in 0..4 {
                words.push(people.prove_pin(name, "000000", None).await.err().unwrap().word);
            }
            heard.push(words);
        }
        assert_eq!(heard[0], ["wrong-password", "wrong-password", "wrong-password", "locked"]);
        assert_eq!((&heard[0], &heard[0]), (&heard[1], &heard[2]), "with a PIN, without one, nobody at all");
        assert!(
            people.prove_pin("Sue", "290417", None).await.is_err(),
            "the right one too, while it is locked"
        );
        let lets_in = |_: Role| Ok(());
        assert!(people.sign_in("Sue", PASSWORD.into(), lets_in).await.is_ok(), "the password still counts");
    }

    /// Strangers hear the same of a supervisor, an inspector and a name that nobody has; only what is true goes on record.
    #[tokio::test]
    async fn strangers_learn_no_name_and_lock_no_inspector_out() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path()).await;
        let lets_in = |_: Role| Ok(());
        let guessed =
            || Secrets { network: Some("192.0.2.7".into()), ..Secrets::from("a guess and no more") };
        let mut heard = Vec::new();
        for name in ["Sue", "Ivy", "Nobody"] {
            let mut words = Vec::new();
            for _ in 0..7 {
                let denied = people.sign_in(name, guessed(), lets_in).await.err().unwrap();
                words.push((denied.word, denied.kind));
            }
            heard.push(words);
        }
        assert_eq!(heard[0], heard[1]);
        assert_eq!(heard[0], heard[2]);
        assert!(heard[0].iter().any(|(word, _)| word == "locked"));
        assert!(
            people.sign_in("Ivy", PASSWORD.into(), lets_in).await.is_ok(),
            "nobody locks an inspector out"
        );
        assert!(people.sign_in("Sue", PASSWORD.into(), lets_in).await.is_err(), "strangers are kept out");
        let ledger = Ledger::open(&folder.path().join("ledger")).await.unwrap();
        people.record_access(&ledger).await.unwrap();
        people.record_access(&ledger).await.unwrap();
        let entries = ledger.store().read(&"access/house".parse().unwrap(), 0, 10).await.unwrap();
        assert_eq!(entries.len(), 1, "what was recorded is not recorded again");
        let text = entries[0].records[0].payload.text();
        let summary: AccessSummary = serde_json::from_str(text).unwrap();
        let times = |what, name: Option<&str>, from: Option<&str>| {
            let rows = summary.rows.iter();
            let own =
                rows.filter(|row| (row.what, row.name.as_deref(), row.from.as_deref()) == (what, name, from));
            own.map(|row| row.times).sum::<u32>()
        };
        let from = Some("192.0.2.7");
        assert_eq!(times(AccessKind::Locked, Some("Sue"), from), 1);
        assert_eq!(times(AccessKind::Failed, Some("Sue"), from), 6);
        assert_eq!(times(AccessKind::Failed, None, from), 6);
        assert_eq!(times(AccessKind::SignedIn, Some("Ivy"), None), 1);
        assert!(!text.contains("Nobody"));
        ledger.close().await.unwrap();
    }
}
