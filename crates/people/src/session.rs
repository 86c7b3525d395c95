//! Sessions: who is signed in, and for how long they are believed. They are held in memory here; what is kept of them on disk is the
//! register's.

use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::viewer::Person;
use merkle::{Hash, sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::{Name, Time};

/// After how long somebody who does nothing is signed out, in milliseconds.
pub(crate) const IDLE_PLAYER: i64 = 30 * 60 * 1_000;
pub(crate) const IDLE_STAFF: i64 = 15 * 60 * 1_000;
/// After how long a session ends in any case, in milliseconds.
pub(crate) const LONGEST_PLAYER: i64 = 24 * 3_600 * 1_000;
pub(crate) const LONGEST_STAFF: i64 = 12 * 3_600 * 1_000;

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct Session {
    /// Who.
    pub person: Person,
    /// Since when.
    pub since: Time,
    /// Until when they are believed to be who they are without a further proof. It does not outlast the process.
    pub confirmed_until: Option<Time>,
    pub(crate) seen: i64,
    /// Up to when the list on disk knows that they were seen.
    pub(crate) kept: i64,
    /// How many wrong PINs in a row.
    pub(crate) wrong_pins: u8,
    /// Works here and has no second factor yet.
    pub(crate) lacks_factor: bool,
}

impl Session {
    /// Somebody who has just come in.
    pub(crate) fn new(person: Person, since: Time, lacks_factor: bool) -> Session {
        let (seen, kept) = (since.0, since.0);
        Session { person, since, confirmed_until: None, seen, kept, wrong_pins: 0, lacks_factor }
    }

    /// Was nobody seen for too long? A session of staff sleeps until its PIN is given.
    pub(crate) fn is_asleep(&self, now: i64) -> bool {
        match self.person.role {
            Role::Player => now - self.seen > IDLE_PLAYER,
            // A shoe waits for the next card as long as it takes.
            Role::Device => false,
            _ => now - self.seen > IDLE_STAFF,
        }
    }

    /// Has it lasted too long, or does it sleep where nobody wakes it?
    pub(crate) fn is_over(&self, now: i64) -> bool {
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
    pub(crate) fn fresh() -> Result<Token, PeopleFault> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| PeopleFault::new(format!("no random bytes: {error}")))?;
        Ok(Token(hex::encode(bytes)))
    }

    /// As the cookie has it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same, to be given away.
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> Hash {
        hash_of(&self.0)
    }
}

/// What is kept of a token.
pub(crate) fn hash_of(token: &str) -> Hash {
    sha256(&[token.as_bytes()])
}

/// Everybody who is signed in, by the hash of their token.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<Hash, Session>>);

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<Hash, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a session.
    pub(crate) fn begin(&self, token: Hash, session: Session) {
        self.lock().insert(token, session);
    }

    /// Ends a session.
    pub(crate) fn end(&self, token: &Hash) -> Option<Session> {
        self.lock().remove(token)
    }

    /// The session of a token, whatever became of it since.
    pub(crate) fn find(&self, token: &Hash) -> Option<Session> {
        self.lock().get(token).cloned()
    }

    /// Changes a session; says how it is then.
    pub(crate) fn change(&self, token: &Hash, change: impl FnOnce(&mut Session)) -> Option<Session> {
        let mut sessions = self.lock();
        let session = sessions.get_mut(token)?;
        change(session);
        Some(session.clone())
    }

    /// Every session of which this is so.
    pub(crate) fn which(&self, is_so: impl Fn(&Hash, &Session) -> bool) -> Vec<(Hash, Session)> {
        let sessions = self.lock();
        let found = sessions.iter().filter(|(token, session)| is_so(token, session));
        found.map(|(token, session)| (*token, session.clone())).collect()
    }

    /// The sessions of a name that last.
    pub(crate) fn of(&self, name: &Name) -> Vec<(Hash, Session)> {
        let now = clock::now().0;
        self.which(|_, session| session.person.name == *name && !session.is_over(now))
    }

    /// How many there are, those that are over and not forgotten yet among them.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Gives back the memory of those who left.
    pub(crate) fn give_back_room(&self) {
        self.lock().shrink_to_fit();
    }

    /// For how many there is room.
    #[cfg(test)]
    pub(crate) fn room(&self) -> usize {
        self.lock().capacity()
    }

    /// Alters every session, as if time had passed.
    #[cfg(test)]
    pub(crate) fn alter_all(&self, alter: impl FnMut(&mut Session)) {
        self.lock().values_mut().for_each(alter);
    }
}
