//! PINs of staff: one wakes a session of its owner that fell asleep at a shared console, or approves something at a colleague's. It signs
//! nobody in.

use super::database::query;
use super::seals::Before;
use super::{AccessKind, People, PeopleFault, Session, hasher, role_of};
use crate::clock;
use crate::denial::Denial;
use crate::role::Role;
use crate::viewer::Person;
use argon2::PasswordHasher;
use merkle::sha256;
use std::ops::RangeInclusive;

/// The lengths a PIN may have.
const DIGITS: RangeInclusive<usize> = 6..=8;
/// How many wrong ones in a row end the session.
const TRIES: u8 = 3;
/// How the hash of a PIN begins that was mixed with the key of the seals: whoever has a copy of the list cannot try PINs against it.
const KEYED: &str = "keyed:";

impl People {
    /// Sets somebody's PIN. Only staff have one, and only whoever has just confirmed sets it.
    pub async fn set_pin(&self, person: &Person, pin: &str) -> Result<(), Denial> {
        if matches!(person.role, Role::Player | Role::Device) {
            return Err(Denial::not_yours("only staff have a PIN"));
        }
        check(pin)?;
        let name = &*person.name.0;
        let (mixed, begins) = match &self.seals {
            Some(seals) => (seals.pin(name, pin), KEYED),
            None => (pin.to_owned(), ""),
        };
        let hashed = tokio::task::spawn_blocking(move || {
            let hash = hasher()?.hash_password(mixed.as_bytes());
            hash.map(|hash| format!("{begins}{hash}")).map_err(|error| error.to_string())
        });
        let hash =
            hashed.await.map_err(|error| Denial::ours(&error))?.map_err(|error| Denial::ours(&error))?;
        let set = query("UPDATE person SET pin = ? WHERE name = ? AND hash IS NOT NULL");
        self.change_person(name, Before::Stays, set.bind(hash).bind(name)).await
    }

    /// Is this the PIN that is kept of a name? One that was kept before PINs were mixed with a key still counts.
    async fn is_pin(&self, name: &str, pin: &str, kept: Option<String>) -> Result<bool, Denial> {
        let short = if pin.len() <= *DIGITS.end() { pin } else { "" };
        let keyed = kept.as_deref().and_then(|kept| kept.strip_prefix(KEYED)).map(str::to_owned);
        let (tried, hash) = match (&self.seals, keyed) {
            (Some(seals), Some(hash)) => (seals.pin(name, short), Some(hash)),
            (None, Some(_)) => (short.to_owned(), None),
            (_, None) => (short.to_owned(), kept),
        };
        self.check_pin(tried, hash).await
    }

    /// Whose session sleeps under this token, if a PIN can wake it.
    pub fn sleeping(&self, token: &str) -> Option<Person> {
        let (hash, now) = (sha256(&[token.as_bytes()]), clock::now().0);
        let sessions = self.lock();
        let session =
            sessions.get(&hash).filter(|session| session.is_asleep(now) && !session.is_over(now))?;
        (session.person.role != Role::Player).then(|| session.person.clone())
    }

    /// Somebody proves at a colleague's console, by their own PIN, that it is them. Three wrong ones in a row lock the PIN of that name
    /// for a quarter of an hour; a password still signs in. A name that nobody has, or that has no PIN, answers alike.
    pub async fn prove_pin(&self, name: &str, pin: &str, network: Option<&str>) -> Result<Person, Denial> {
        let found = query("SELECT role, hash, pin FROM person WHERE name = ? AND hash IS NOT NULL");
        let found = found.bind(name).fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let known = found.and_then(|row| {
            let (role, hash): (String, String) = (row.get("role"), row.get("hash"));
            Some((
                role_of(&role).filter(|role| !matches!(role, Role::Player | Role::Device))?,
                hash,
                row.get::<Option<String>>("pin"),
            ))
        });
        let bucket = sha256(&[b"pin\n", name.as_bytes()]).to_string();
        let _turn = self.turn(true).await?;
        let locked = self.locked_for(&bucket).await?;
        let kept = known.as_ref().and_then(|(.., pin)| pin.clone());
        // Also while it is locked, so that every name answers alike and after the same work.
        let holds = self.is_pin(name, pin, kept).await?;
        let named = known.as_ref().map(|_| name);
        if let Some(seconds) = locked {
            self.note_failure(AccessKind::Failed, named, network).await;
            return Err(Denial::locked(seconds));
        }
        match known.filter(|_| holds) {
            Some((role, hash, _)) => {
                self.clear(&bucket).await?;
                self.check_on_record(name, role, &hash).await?;
                self.check_sealed(name).await?;
                Ok(Person { name: table::Name::from(name), role })
            }
            None => Err(self.failed_of(TRIES.into(), named, &bucket, network).await?),
        }
    }

    /// Wakes the session of this token. Three wrong PINs in a row end it.
    pub async fn wake(&self, token: &str, pin: &str) -> Result<Session, Denial> {
        let hash = sha256(&[token.as_bytes()]);
        let now = clock::now().0;
        let session = self.lock().get(&hash).filter(|session| !session.is_over(now)).cloned();
        let session = session.filter(|session| session.person.role != Role::Player);
        let session = session.ok_or_else(Denial::wrong_password)?;
        let name = &*session.person.name.0;
        let found = query("SELECT pin FROM person WHERE name = ? AND role = ?").bind(name);
        let found = found.bind(session.person.role.word()).fetch_optional(&self.store).await;
        let known: Option<String> = found.map_err(PeopleFault::from)?.and_then(|row| row.get("pin"));
        self.check_sealed(name).await?;
        let _turn = self.turn(true).await?;
        let holds = self.is_pin(name, pin, known).await?;
        let mut woken = None;
        if let Some(kept) = self.lock().get_mut(&hash) {
            kept.wrong_pins = if holds { 0 } else { kept.wrong_pins + 1 };
            kept.seen = if holds { kept.seen.max(now) } else { kept.seen };
            woken = Some(kept.clone());
        }
        let woken = woken.ok_or_else(Denial::wrong_password)?;
        if holds {
            self.note(AccessKind::Woken, Some(name), None);
            return Ok(woken);
        }
        let ends = woken.wrong_pins >= TRIES;
        let what = if ends { AccessKind::Locked } else { AccessKind::Failed };
        self.note_failure(what, Some(name), None).await;
        if ends {
            self.forget(hash).await?;
        }
        Err(Denial::wrong_password())
    }
}

/// May this be somebody's PIN? Not one digit over and over, and not digits in a row.
fn check(pin: &str) -> Result<(), Denial> {
    if !DIGITS.contains(&pin.len()) || !pin.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Denial::unprocessable("pin: allowed are 6 to 8 digits"));
    }
    let steps: Vec<i16> =
        pin.as_bytes().windows(2).map(|two| i16::from(two[1]) - i16::from(two[0])).collect();
    match steps.iter().all(|step| *step == steps[0]) && (-1..=1).contains(&steps[0]) {
        true => Err(Denial::unprocessable("pin: easily guessed; take digits that are not in a row")),
        false => Ok(()),
    }
}
