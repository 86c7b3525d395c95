//! People: who they are, how they prove it, and for how long they are believed.

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
mod staff;

pub use access::{ACCESS, Access, AccessKind, AccessSummary};
pub use admin::{Done, Known, PEOPLE, PersonHappened, Wish, sees_to};
pub use copy::copy;
pub use database::{PeoplePlace, Row};
pub use enrolment::{Approved, Change, Enrolling, Pending, Proposed, WishedChange};
pub use factor::NewFactor;
pub use renames::{Names, Renamed};
pub use seals::{Seals, SessionRow};
pub use staff::Staff;

use crate::clock;
use crate::denial::Denial;
use crate::names;
use crate::role::{Power, Role, may};
use crate::viewer::Person;
use argon2::{Argon2, PasswordHash, PasswordHasher};
use database::{Database, query};
use ledger::{Ledger, Log};
use merkle::{Hash, sha256};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};
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
/// The most sessions of one name: whoever signs in once more loses the one that was used longest ago.
const MOST_OF_ONE: usize = 100;
/// The shortest password that somebody may choose.
const SHORTEST_PASSWORD: usize = 12;
/// The longest password that is looked at.
pub const LONGEST_PASSWORD: usize = 200;

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

/// SQLite's number for a full disk, and PostgreSQL's.
const FULL: [&str; 2] = ["13", "53100"];

impl fmt::Display for PeopleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of people: {}", self.message)
    }
}

impl std::error::Error for PeopleFault {}

impl From<sqlx::Error> for PeopleFault {
    fn from(error: sqlx::Error) -> PeopleFault {
        let full = matches!(&error, sqlx::Error::Database(fault) if fault.code().is_some_and(|code| FULL.contains(&&*code)));
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
    /// Works here and has no second factor yet.
    lacks_factor: bool,
}

impl Session {
    /// Was nobody seen for too long? A session of staff sleeps until its PIN is given.
    fn is_asleep(&self, now: i64) -> bool {
        match self.person.role {
            Role::Player => now - self.seen > IDLE_PLAYER,
            // A shoe waits for the next card as long as it takes.
            Role::Device => false,
            _ => now - self.seen > IDLE_STAFF,
        }
    }

    /// Has it lasted too long, or does it sleep where nobody wakes it?
    fn is_over(&self, now: i64) -> bool {
        match self.person.role {
            Role::Player => self.is_asleep(now) || now - self.since.0 > LONGEST_PLAYER,
            _ => now - self.since.0 > LONGEST_STAFF,
        }
    }

    /// Does somebody who works here lack a second factor? Then nothing is done in this session but setting one.
    pub fn lacks_factor(&self) -> bool {
        self.lacks_factor
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
    store: Database,
    sessions: Mutex<HashMap<Hash, Session>>,
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
    if name.starts_with('#') {
        return Err("a name with `#` before it is for patrons who give none".into());
    }
    if name.chars().any(names::is_invisible) {
        return Err("found a letter that nobody sees; allowed are letters that can be read".into());
    }
    if names::is_kept(name) {
        return Err(format!("`{name}` is a name of the house's own"));
    }
    Ok(())
}

/// Every word with a capital.
fn titled(small: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    small.split(' ').map(word).collect::<Vec<String>>().join(" ")
}

impl People {
    /// Opens the list there. Whoever was signed in still is, if there is the key by which their session was sealed.
    pub async fn open(place: impl Into<PeoplePlace>, seals: Option<Seals>) -> Result<People, PeopleFault> {
        let store = Database::open(&place.into()).await?;
        let people = People {
            store,
            sessions: Mutex::default(),
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

    /// Those who were signed in when the house stopped still are. A session that the house did not write is none.
    async fn recall(&self) -> Result<(), PeopleFault> {
        let Some(seals) = &self.seals else { return Ok(()) };
        let now = clock::now().0;
        let rows = query("SELECT token, name, role, since, seen, seal FROM session");
        let mut over = Vec::new();
        for row in rows.fetch_all(&self.store).await? {
            let [token, name, role] = ["token", "name", "role"].map(|column| row.get::<String>(column));
            let (since, seen): (i64, i64) = (row.get("since"), row.get("seen"));
            let kept = SessionRow { token: &token, name: &name, role: &role, since, seen };
            let seal: Option<String> = row.get("seal");
            let is_ours = seal.is_some_and(|seal| seals.holds_session(&kept, &seal));
            if !is_ours {
                tracing::error!(name, "the list of people has a session that the house did not write");
            }
            let person = role_of(&role).filter(|_| is_ours);
            let person = person.map(|role| Person { name: Name::from(name), role });
            let lacks_factor = match &person {
                Some(person) => self.lacks_factor(person).await?,
                None => false,
            };
            let session = person.map(|person| Session {
                person,
                since: Time(since),
                confirmed_until: None,
                seen: seen.max(since),
                kept: seen,
                wrong_pins: 0,
                lacks_factor,
            });
            match (token.parse(), session.filter(|session| !session.is_over(now))) {
                (Ok(hash), Some(session)) => drop(self.lock().insert(hash, session)),
                _ => over.push(token),
            }
        }
        for token in over {
            self.forget_row(&token).await?;
        }
        Ok(())
    }

    /// The seal of a session as the list of people keeps it.
    fn seal_of(&self, hash: &Hash, session: &Session, seen: i64) -> Option<String> {
        let Session { person, since, .. } = session;
        let (token, role) = (hash.to_string(), person.role.word());
        let row = SessionRow { token: &token, name: &person.name.0, role, since: since.0, seen };
        self.seals.as_ref().map(|seals| seals.session(&row))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Hash, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Whoever lost the role or the account is signed out.
    async fn forget_sessions_without_account(&self) -> Result<(), PeopleFault> {
        let rows = query("SELECT name, role FROM person WHERE hash IS NOT NULL");
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
        let found = query("SELECT role, hash, factor FROM person WHERE name = ?").bind(name);
        let found = found.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let known = found.and_then(|row| {
            let hash: Option<String> = row.get("hash");
            Some((hash?, row.get::<String>("role"), row.get::<Option<String>>("factor")))
        });
        let inspector = known.as_ref().is_some_and(|(_, role, _)| role == Role::Inspector.word());
        let (bucket, is_known_device) = self.bucket(name, secrets.device.as_deref()).await?;
        let _turn = self.turn(is_known_device).await?;
        let locked = self.locked_for(&bucket).await?;
        // Also while the name is locked, so that every name answers alike and after the same work.
        let hash = known.as_ref().map(|(hash, ..)| hash.clone());
        let mut holds = self.check_password(secrets.password.clone(), hash).await?;
        let mut is_proved_twice = false;
        if let (true, Some((_, _, Some(factor)))) = (holds, &known) {
            holds = self.check_factor(name, factor, secrets, &bucket).await?;
            is_proved_twice = holds;
        }
        // Nobody locks an inspector out by guessing, nor whoever has a second factor: the right secrets always do.
        if let Some(seconds) = locked.filter(|_| !(holds && (inspector || is_proved_twice))) {
            let named = known.as_ref().map(|_| name);
            self.note_failure(AccessKind::Failed, named, secrets.network.as_deref()).await;
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
        self.check_sealed(name).await?;
        Ok(role)
    }

    /// Do the digits hold, where the password does? Whoever knows the password tries few of them: they are counted by themselves, also while
    /// the name is locked.
    async fn check_factor(
        &self,
        name: &str,
        factor: &str,
        secrets: &Secrets,
        bucket: &str,
    ) -> Result<bool, Denial> {
        let own = attempts::factors_of(bucket);
        if self.locked_for(&own).await?.is_some() {
            return Ok(false);
        }
        let holds = self.factor_holds(name, factor, secrets.factor.as_deref()).await?;
        if holds {
            self.clear(&own).await?;
        } else if secrets.factor.is_some() && self.count_failure(attempts::TRIES, &own).await? {
            self.note_failure(AccessKind::Locked, Some(name), secrets.network.as_deref()).await;
        }
        Ok(holds)
    }

    /// Lets somebody in whose word was checked.
    pub async fn admit(&self, person: Person) -> Result<(Token, Session), Denial> {
        let token = Token::fresh()?;
        let since = clock::now();
        let seen = since.0;
        let lacks_factor = self.lacks_factor(&person).await?;
        let session =
            Session { person, since, confirmed_until: None, seen, kept: seen, wrong_pins: 0, lacks_factor };
        let hash = sha256(&[token.0.as_bytes()]);
        self.make_room(&session.person.name).await?;
        query("INSERT INTO session (token, name, role, since, seen, seal) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(hash.to_string())
            .bind(&*session.person.name.0)
            .bind(session.person.role.word())
            .bind(since.0)
            .bind(since.0)
            .bind(self.seal_of(&hash, &session, since.0))
            .execute(&self.store)
            .await
            .map_err(PeopleFault::from)?;
        tracing::info!(name = %session.person.name, role = %session.person.role, "signed in");
        self.lock().insert(hash, session.clone());
        Ok((token, session))
    }

    /// Ends the sessions of a name that were used longest ago, where there are too many.
    async fn make_room(&self, name: &Name) -> Result<(), PeopleFault> {
        let mut own: Vec<(i64, Hash)> = {
            let sessions = self.lock();
            let own = sessions.iter().filter(|(_, session)| session.person.name == *name);
            own.map(|(token, session)| (session.seen, *token)).collect()
        };
        own.sort_by_key(|(seen, _)| *seen);
        let over = (own.len() + 1).saturating_sub(MOST_OF_ONE);
        for (_, token) in own.into_iter().take(over) {
            self.forget(token).await?;
        }
        Ok(())
    }

    /// How this name is written where somebody has it in another way.
    pub(super) async fn other_spelling(&self, name: &str) -> Result<Option<String>, PeopleFault> {
        let known = self.known_as(name).await?;
        Ok(known.map(|(known, _)| known).filter(|known| known != name))
    }

    /// Keeps a name for a patron without an account, so that no guest is ever given it, and says how it is written here: a name that
    /// is known is found again whatever its capitals and blanks. Staff are no patrons.
    pub async fn keep_for_patron(&self, name: &str) -> Result<String, Denial> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        check_name(&name).map_err(|message| Denial::unprocessable(format!("for: {message}")))?;
        let Some((known, role)) = self.known_as(&name).await? else {
            let insert = "INSERT INTO person (name, role, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
            let kept = query(insert).bind(&name).bind(Role::Player.word()).bind(clock::now().0);
            kept.execute(&self.store).await.map_err(PeopleFault::from)?;
            return Ok(name);
        };
        match role {
            Some(Role::Player) => Ok(known),
            _ => Err(Denial::not_yours(format!("{known} works here; only patrons play"))),
        }
    }

    /// Somebody by the name as it is written, who may do this in the house: with an account, or signed in by a link of their own.
    pub async fn who_may(&self, name: &str, power: Power) -> Result<(), Denial> {
        let known = self.known_as(name).await?.filter(|(known, _)| known == name);
        let by_account = known.and_then(|(_, role)| role);
        let here = || {
            let (now, sessions) = (clock::now().0, self.lock());
            let is_here = |session: &&Session| *session.person.name.0 == *name && !session.is_over(now);
            sessions.values().find(is_here).map(|session| session.person.role)
        };
        match by_account.or_else(here) {
            Some(role) if may(role, power) => Ok(()),
            Some(role) => {
                Err(Denial::not_yours(format!("name: {name} is a {role} here, who may not do this")))
            }
            None => Err(Denial::not_yours(format!("name: nobody called {name} works here"))),
        }
    }

    /// A person by a name whatever its capitals: how it is written here, and the role. Staff are found before patrons, and the name as
    /// it was asked for before others.
    async fn known_as(&self, name: &str) -> Result<Option<(String, Option<Role>)>, PeopleFault> {
        // The database knows small letters of plain ones only; names are mostly written in one of three ways.
        let small = name.to_lowercase();
        let known =
            "SELECT name, role FROM person WHERE lower(name) IN (lower(?1), lower(?2), lower(?3), lower(?4))
            ORDER BY role = ?5, name <> ?1 LIMIT 1";
        let found = query(known).bind(name).bind(&small).bind(name.to_uppercase()).bind(titled(&small));
        let found = found.bind(Role::Player.word()).fetch_optional(&self.store).await?;
        Ok(found.map(|row| (row.get("name"), role_of(&row.get::<String>("role")))))
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
        self.forget_tries(clock::now()).await?;
        let changed: Vec<(Hash, i64, Option<String>)> = self
            .lock()
            .iter_mut()
            .filter(|(_, session)| session.seen > session.kept)
            .map(|(token, session)| {
                session.kept = session.seen;
                (*token, session.seen, self.seal_of(token, session, session.seen))
            })
            .collect();
        for (token, seen, seal) in changed {
            query("UPDATE session SET seen = ?, seal = ? WHERE token = ?")
                .bind(seen)
                .bind(seal)
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
            .map(|(token, session)| (*token, session.clone()));
        let (token, session) = found.ok_or_else(|| Denial::not_found("there is no such session of yours"))?;
        self.note(AccessKind::Revoked, Some(&name.0), None);
        self.forget(token).await?;
        self.record_end(token, &session).await;
        Ok(())
    }

    /// Ends a session.
    pub async fn sign_out(&self, token: &str) -> Result<(), PeopleFault> {
        let token = sha256(&[token.as_bytes()]);
        let session = self.lock().get(&token).cloned();
        self.forget(token).await?;
        if let Some(session) = session {
            self.record_end(token, &session).await;
        }
        Ok(())
    }

    async fn forget(&self, token: Hash) -> Result<(), PeopleFault> {
        self.lock().remove(&token);
        self.forget_row(&token.to_string()).await
    }

    async fn forget_row(&self, token: &str) -> Result<(), PeopleFault> {
        query("DELETE FROM session WHERE token = ?").bind(token).execute(&self.store).await?;
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

#[cfg(test)]
mod tests {
    use super::kept::{Kept, over_both};
    use super::*;
    use crate::denial::Kind;

    over_both! {
        guests_who_left_leave_nothing_behind,
        a_browser_brings_its_guest_back_and_nobody_else,
        one_guest_link_does_not_keep_staff_out,
        a_session_that_the_house_did_not_write_is_none,
        a_pin_or_factor_that_the_house_did_not_write_does_not_count,
        a_pin_wakes_a_session_and_nothing_else,
        a_pin_at_a_colleagues_console_is_counted_and_locked,
        strangers_learn_no_name_and_lock_no_inspector_out,
        nobody_with_a_second_factor_is_locked_out_by_guesses,
        a_lock_is_on_record_at_once,
        tries_that_come_together_are_counted_one_by_one,
        tries_that_are_long_over_are_forgotten,
        one_name_does_not_fill_the_house_with_sessions,
        nobody_takes_anothers_name_in_another_spelling,
        a_pin_put_into_a_copy_signs_for_nobody_once_it_is_put_back,
        an_inspector_who_was_put_into_the_list_does_not_come_in_for_a_broken_log,
    }

    const PASSWORD: &str = "four words that nobody guesses";

    async fn people(place: impl Into<PeoplePlace>) -> People {
        let people = People::open(place, Some(Seals::new([7; 32]))).await.ok().unwrap();
        let listed = |name: &str, role| Listed { name: name.into(), role, hash: hashed(PASSWORD).unwrap() };
        let all = [listed("Sue", Role::Supervisor), listed("Ivy", Role::Inspector)];
        people.list(&all).await.ok().unwrap();
        people
    }

    #[tokio::test]
    async fn nobody_signs_in_on_a_full_disk_and_it_is_told_as_that() {
        let folder = tempfile::tempdir().unwrap();
        let people = people(folder.path()).await;
        let pages: i64 = query("PRAGMA page_count").fetch_one(&people.store).await.unwrap().first();
        let most = format!("PRAGMA max_page_count = {pages}");
        query(most).execute(&people.store).await.unwrap();
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

    async fn guests_who_left_leave_nothing_behind(kept: &Kept) {
        let people = people(kept).await;
        let many = std::env::var("CROUPIER_LONG").map_or(300, |_| 15_000);
        for _ in 0..many {
            let guest = people.guest(None).await.ok().unwrap();
            people.admit(guest).await.ok().unwrap();
        }
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        people.admit(sue).await.ok().unwrap();
        let here = || people.lock().len();
        let rows = async || -> i64 {
            query("SELECT count(*) FROM session").fetch_one(&people.store).await.unwrap().first()
        };
        assert_eq!((here(), rows().await), (many + 1, many as i64 + 1));
        people.forget_ended(Time(clock::now().0 + IDLE_PLAYER + 1)).await.unwrap();
        assert_eq!((here(), rows().await), (1, 1), "staff may still wake theirs");
        assert!(people.lock().capacity() < 100, "room for those who left is given back");
        people.forget_ended(Time(clock::now().0 + LONGEST_STAFF + 1)).await.unwrap();
        assert_eq!((here(), rows().await), (0, 0));
    }

    /// Somebody who works here, or has a password, is no guest, whatever the file of people says.
    async fn a_browser_brings_its_guest_back_and_nobody_else(kept: &Kept) {
        let people = people(kept).await;
        let guest = people.guest(None).await.ok().unwrap();
        let kept = people.keep_guest(&guest.name).await.ok().unwrap();
        let other = people.guest(None).await.ok().unwrap();
        assert_ne!(guest, other);
        assert_eq!(people.returning_guest(&kept).await.ok().unwrap(), Some(guest));
        assert_eq!(people.returning_guest("another").await.ok().unwrap(), None);
        let kept = people.keep_guest(&Name::from("Sue")).await.ok().unwrap();
        assert_eq!(people.returning_guest(&kept).await.ok().unwrap(), None, "Sue works here");
    }

    /// A link that is handed to ever more guests fills the room for guests, and no more: staff still come in.
    async fn one_guest_link_does_not_keep_staff_out(kept: &Kept) {
        let people = people(kept).await;
        let guest = people.guest(None).await.ok().unwrap();
        let (token, session) = people.admit(guest).await.ok().unwrap();
        for number in 1..MOST_SESSIONS {
            people.lock().insert(sha256(&[&number.to_be_bytes()]), session.clone());
        }
        let denied = people.guest(None).await.err().unwrap();
        assert_eq!((denied.kind, &*denied.word), (Kind::Unavailable, "out-of-service"), "{denied}");
        assert!(people.session(&token.0).is_some(), "whoever is in stays in");
        let lets_in = |_: Role| Ok(());
        assert!(people.sign_in("Sue", PASSWORD.into(), lets_in).await.is_ok());
        // Those who left make room.
        people.lock().retain(|_, session| session.person.role != Role::Player);
        assert!(people.guest(None).await.is_ok());
    }

    /// What whoever writes the file may try with sessions: none of it is believed.
    async fn a_session_that_the_house_did_not_write_is_none(kept: &Kept) {
        let before = people(kept).await;
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
        before.open_register(&ledger).await.ok().unwrap();
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        let (honest, _) = before.admit(sue.clone()).await.ok().unwrap();
        let (altered, _) = before.admit(sue.clone()).await.ok().unwrap();
        let (revoked, _) = before.admit(sue.clone()).await.ok().unwrap();
        let hash = |token: &str| sha256(&[token.as_bytes()]).to_string();
        let row = query("SELECT * FROM session WHERE token = ?").bind(hash(&revoked.0));
        let row = row.fetch_one(&before.store).await.unwrap();
        before.sign_out(&revoked.0).await.unwrap();
        // Put in, altered, and put back.
        let put = async |token: String, name: &str, role: &str, seal: Option<String>| {
            let put = "INSERT INTO session (token, name, role, since, seen, seal) VALUES (?, ?, ?, ?, ?, ?)";
            let (since, seen) = (row.get::<i64>("since"), row.get::<i64>("seen"));
            let put = query(put).bind(token).bind(name).bind(role).bind(since).bind(seen).bind(seal);
            put.execute(&before.store).await.unwrap();
        };
        let seal: Option<String> = row.get("seal");
        put(hash("mine"), "Ivy", "inspector", None).await;
        put(hash("mine too"), "Sue", "supervisor", seal.clone()).await;
        put(hash(&revoked.0), "Sue", "supervisor", seal).await;
        query("UPDATE session SET name = 'Ivy', role = 'inspector' WHERE token = ?")
            .bind(hash(&altered.0))
            .execute(&before.store)
            .await
            .unwrap();
        before.close().await;
        let after = people(kept).await;
        after.open_register(&ledger).await.ok().unwrap();
        for token in ["mine", "mine too", &altered.0, &revoked.0] {
            assert!(after.session(token).is_none() && after.sleeping(token).is_none());
        }
        assert_eq!(after.session(&honest.0).unwrap().person, sue);
        after.close().await;
        // Without the key, or with another, nobody is believed to have been signed in.
        for seals in [None, Some(Seals::new([8; 32]))] {
            let other = People::open(kept, seals).await.ok().unwrap();
            assert!(other.session(&honest.0).is_none());
            other.close().await;
        }
        ledger.close().await.unwrap();
    }

    /// What whoever writes the file may try with secrets that are not on record.
    async fn a_pin_or_factor_that_the_house_did_not_write_does_not_count(kept: &Kept) {
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
        let opened = async || {
            let people = people(kept).await;
            people.open_register(&ledger).await.ok().unwrap();
            people
        };
        let people = opened().await;
        let (sue, ivy) = (
            Person { name: Name::from("Sue"), role: Role::Supervisor },
            Person { name: Name::from("Ivy"), role: Role::Inspector },
        );
        people.set_pin(&sue, "290417").await.ok().unwrap();
        people.set_pin(&ivy, "714092").await.ok().unwrap();
        assert!(people.prove_pin("Sue", "290417", None).await.is_ok());
        people.close().await;
        let alterations = [
            "UPDATE person SET pin = (SELECT pin FROM person WHERE name = 'Ivy') WHERE name = 'Sue'",
            "UPDATE person SET factor = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' WHERE name = 'Sue'",
            "UPDATE person SET enrolled = 1, proposer = 'Ivy' WHERE name = 'Sue'",
            "UPDATE person SET seal = NULL WHERE name = 'Sue'",
        ];
        for alteration in alterations {
            let people = opened().await;
            let whole = query("SELECT pin, factor, enrolled, proposer, seal FROM person WHERE name = 'Sue'");
            let whole = whole.fetch_one(&people.store).await.unwrap();
            query(alteration).execute(&people.store).await.unwrap();
            for pin in ["714092", "290417"] {
                assert!(people.prove_pin("Sue", pin, None).await.is_err(), "{alteration}");
            }
            let denied = people.prove("Sue", &PASSWORD.into()).await.err().unwrap();
            assert!(["not-yours", "wrong-password"].contains(&&*denied.word), "{alteration}: {denied}");
            assert!(people.may_second(&sue, "Ivy").await.is_err(), "{alteration}");
            assert!(people.set_pin(&sue, "290418").await.is_err(), "what was altered is not covered up");
            assert!(people.prove_pin("Ivy", "714092", None).await.is_ok(), "others are as they were");
            let back = query(
                "UPDATE person SET pin = ?, factor = ?, enrolled = ?, proposer = ?, seal = ? WHERE name = 'Sue'",
            );
            back.bind(whole.get::<Option<String>>("pin"))
                .bind(whole.get::<Option<String>>("factor"))
                .bind(whole.get::<i64>("enrolled"))
                .bind(whole.get::<Option<String>>("proposer"))
                .bind(whole.get::<Option<String>>("seal"))
                .execute(&people.store)
                .await
                .unwrap();
            query("DELETE FROM attempt").execute(&people.store).await.unwrap();
            assert!(people.prove_pin("Sue", "290417", None).await.is_ok(), "put back as it was");
            people.close().await;
        }
        ledger.close().await.unwrap();
    }

    /// A session that slept is woken by its PIN, at most until it ends, and three wrong ones end it.
    async fn a_pin_wakes_a_session_and_nothing_else(kept: &Kept) {
        let people = people(kept).await;
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

    async fn a_pin_at_a_colleagues_console_is_counted_and_locked(kept: &Kept) {
        let people = people(kept).await;
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
    async fn strangers_learn_no_name_and_lock_no_inspector_out(kept: &Kept) {
        let people = people(kept).await;
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
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
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

    /// A stranger's wrong passwords keep nobody out who has the right one and a second factor; wrong digits are counted by themselves.
    async fn nobody_with_a_second_factor_is_locked_out_by_guesses(kept: &Kept) {
        let people = people(kept).await;
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        let factor = people.fresh_factor(&sue).ok().unwrap();
        let digits = || factor::digits_now(&factor.secret);
        people.set_factor((&sue, ""), PASSWORD, &factor.secret, &digits()).await.ok().unwrap();
        // As if those digits had never been shown.
        let anew = async || {
            query("UPDATE person SET factor_step = 0").execute(&people.store).await.unwrap();
        };
        for _ in 0..7 {
            assert!(people.prove("Sue", &"a guess and no more".into()).await.is_err());
        }
        let alone = people.prove("Sue", &PASSWORD.into()).await.err().unwrap();
        assert_eq!(alone.word, "locked", "the password alone does not do");
        anew().await;
        let both = |digits: String| Secrets { factor: Some(digits), ..Secrets::from(PASSWORD) };
        assert_eq!(people.prove("Sue", &both(digits())).await.ok(), Some(Role::Supervisor));
        // Whoever knows the password has five tries at the digits.
        let other = |digits: String| if digits.starts_with('0') { "100000" } else { "000000" }.to_owned();
        for _ in 0..5 {
            assert!(people.prove("Sue", &both(other(digits()))).await.is_err());
        }
        anew().await;
        assert!(people.prove("Sue", &both(digits())).await.is_err(), "not even the right ones now");
    }

    /// Killing the house hides no guessing.
    async fn a_lock_is_on_record_at_once(kept: &Kept) {
        let people = people(kept).await;
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
        people.open_register(&ledger).await.ok().unwrap();
        for _ in 0..5 {
            assert!(people.prove("Sue", &"a guess and no more".into()).await.is_err());
        }
        let rows = async || -> Vec<Access> {
            let entries = ledger.store().read(&"access/house".parse().unwrap(), 0, 100).await.unwrap();
            let texts = entries.iter().map(|entry| entry.records[0].payload.text());
            texts.flat_map(|text| serde_json::from_str::<AccessSummary>(text).unwrap().rows).collect()
        };
        let row = |what, times| Access { what, name: Some("Sue".into()), from: None, times };
        assert_eq!(rows().await, [row(AccessKind::Failed, 4), row(AccessKind::Locked, 1)]);
        // Many failures too, without a further lock.
        for _ in 0..20 {
            assert!(people.prove("Sue", &"a guess and no more".into()).await.is_err());
        }
        assert_eq!(rows().await[2..], [row(AccessKind::Failed, 20)]);
        ledger.close().await.unwrap();
    }

    /// Very many try at once: they are counted as if one had come after the other, and a lock that was reached stays.
    async fn tries_that_come_together_are_counted_one_by_one(kept: &Kept) {
        let people = std::sync::Arc::new(people(kept).await);
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        people.set_pin(&sue, "290417").await.ok().unwrap();
        let mut pins = tokio::task::JoinSet::new();
        let mut passwords = tokio::task::JoinSet::new();
        for number in 0..12 {
            let people = people.clone();
            pins.spawn(async move {
                people.prove_pin("Sue", &format!("{number:06}"), None).await.err().unwrap().word
            });
        }
        let pins = pins.join_all().await;
        for number in 0..12 {
            let people = people.clone();
            let guess = Secrets::from(&*format!("a guess number {number}"));
            passwords.spawn(async move { people.prove("Sue", &guess).await.err().unwrap().word });
        }
        let passwords = passwords.join_all().await;
        let tried = |words: &[String]| words.iter().filter(|word| *word == "wrong-password").count();
        let locked = |words: &[String]| words.iter().filter(|word| *word == "locked").count();
        assert_eq!((tried(&pins), locked(&pins)), (3, 9), "{pins:?}");
        assert_eq!((tried(&passwords), locked(&passwords)), (5, 7), "{passwords:?}");
        assert!(people.prove_pin("Sue", "290417", None).await.is_err(), "locked, the right one too");
    }

    /// Whoever guesses at ever more names fills nothing; a browser that is known stays so.
    async fn tries_that_are_long_over_are_forgotten(kept: &Kept) {
        let people = people(kept).await;
        let lets_in = |_: Role| Ok(());
        let (_, _, device) = people.sign_in("Sue", PASSWORD.into(), lets_in).await.ok().unwrap();
        for number in 0..8 {
            assert!(people.prove(&format!("Nobody {number}"), &"a guess".into()).await.is_err());
        }
        let rows = async || -> i64 {
            query("SELECT count(*) FROM attempt").fetch_one(&people.store).await.unwrap().first()
        };
        assert_eq!(rows().await, 9);
        people.forget_tries(clock::now()).await.unwrap();
        assert_eq!(rows().await, 9, "not at once");
        people.forget_tries(Time(clock::now().0 + 31 * 60 * 1_000)).await.unwrap();
        assert_eq!(rows().await, 1);
        assert!(people.knows_browser("Sue", Some(&device)).await.unwrap());
        assert!(!people.knows_browser("Ivy", Some(&device)).await.unwrap());
    }

    /// One name has so many sessions and no more, however often it signs in.
    async fn one_name_does_not_fill_the_house_with_sessions(kept: &Kept) {
        let people = people(kept).await;
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        let mut tokens = Vec::new();
        for _ in 0..MOST_OF_ONE + 5 {
            let (token, _) = people.admit(sue.clone()).await.ok().unwrap();
            // Each was seen a moment before the next.
            people.lock().values_mut().for_each(|session| session.seen -= 1);
            tokens.push(token);
        }
        assert_eq!(people.sessions_of(&sue.name).len(), MOST_OF_ONE);
        let good: Vec<bool> = tokens.iter().map(|token| people.session(&token.0).is_some()).collect();
        assert_eq!(good.iter().filter(|good| !**good).count(), 5);
        assert!(good[..5].iter().all(|good| !good), "those that were seen longest ago: {good:?}");
    }

    /// Names that look alike are one person's.
    async fn nobody_takes_anothers_name_in_another_spelling(kept: &Kept) {
        let people = people(kept).await;
        for bad in ["Sue\u{200b}", "S\u{ad}ue", "\u{202e}euS", "Sue\u{e0041}", "Sue ", "", "system"] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
        assert!(check_name("Zoë Müller-Łuk 王").is_ok());
        assert_eq!(&*people.guest(Some("sue")).await.ok().unwrap().name.0, "sue 2");
        assert!(people.keep_for_patron("SUE").await.is_err(), "she works here");
        assert!(people.keep_for_patron("Susan").await.is_ok());
        // A PIN is tried against a copy of the list only with the key: what is kept differs from that of a list without one.
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        people.set_pin(&sue, "290417").await.ok().unwrap();
        let kept = query("SELECT pin FROM person WHERE name = 'Sue'").fetch_one(&people.store).await;
        let kept: String = kept.unwrap().get("pin");
        let hash = kept.strip_prefix("keyed:").unwrap().to_owned();
        assert!(!people.check_pin("290417".into(), Some(hash)).await.ok().unwrap());
        assert!(people.prove_pin("Sue", "290417", None).await.is_ok());
        // One from before that still counts.
        let plain = hashed_plain("290418");
        let old = query("UPDATE person SET pin = ? WHERE name = 'Sue'").bind(plain);
        old.execute(&people.store).await.unwrap();
        assert!(people.prove_pin("Sue", "290418", None).await.is_ok());
    }

    /// Somebody alters a copy of the house before it is put back beside a new vault, which cannot tell what the old one sealed.
    async fn a_pin_put_into_a_copy_signs_for_nobody_once_it_is_put_back(kept: &Kept) {
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
        let before = people(kept).await;
        before.open_register(&ledger).await.ok().unwrap();
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        before.set_pin(&sue, "290417").await.ok().unwrap();
        let put = query("UPDATE person SET pin = ? WHERE name = 'Sue'").bind(hashed_plain("714092"));
        put.execute(&before.store).await.unwrap();
        before.close().await;
        let after = People::open(kept, Some(Seals::new([9; 32]))).await.ok().unwrap();
        after.open_register(&ledger).await.ok().unwrap();
        assert!(after.prove_pin("Sue", "714092", None).await.is_err(), "not hers");
        assert!(after.prove_pin("Sue", "290417", None).await.is_err(), "hers cannot be told from another");
        after.set_pin(&sue, "290417").await.ok().unwrap();
        assert!(after.prove_pin("Sue", "290417", None).await.is_ok());
        after.close().await;
        ledger.close().await.unwrap();
    }

    /// Somebody breaks the log, so that the house opens for inspectors only, and puts an inspector of their own into the list.
    async fn an_inspector_who_was_put_into_the_list_does_not_come_in_for_a_broken_log(kept: &Kept) {
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
        let before = people(kept).await;
        before.open_register(&ledger).await.ok().unwrap();
        let put = "INSERT INTO person (name, role, hash, made, seal) SELECT 'Eve', role, ?, made, seal FROM person WHERE name = 'Ivy'";
        let put = query(put).bind(hashed("a password of my very own").unwrap());
        put.execute(&before.store).await.unwrap();
        before.close().await;
        // No register is opened where the log does not hold.
        let after = People::open(kept, Some(Seals::new([7; 32]))).await.ok().unwrap();
        let eve = || Secrets::from("a password of my very own");
        assert!(after.prove("Eve", &eve()).await.is_ok(), "the defence off");
        after.insist_on_seals(&ledger).await.ok().unwrap();
        assert!(after.prove("Eve", &eve()).await.is_err());
        assert_eq!(after.prove("Ivy", &PASSWORD.into()).await.ok(), Some(Role::Inspector));
        after.close().await;
        ledger.close().await.unwrap();
    }

    fn hashed_plain(pin: &str) -> String {
        hasher().unwrap().hash_password(pin.as_bytes()).unwrap().to_string()
    }
}
