//! Quick re-entry at a shared console: a PIN wakes a session of its owner that fell asleep there. It signs nobody in and confirms nothing.

use super::{AccessKind, People, PeopleFault, Session, hasher};
use crate::clock;
use crate::denial::Denial;
use crate::role::Role;
use crate::viewer::Person;
use argon2::PasswordHasher;
use merkle::sha256;
use sqlx::Row;
use std::ops::RangeInclusive;

/// The lengths a PIN may have.
const DIGITS: RangeInclusive<usize> = 6..=8;
/// How many wrong ones in a row end the session.
const TRIES: u8 = 3;

impl People {
    /// Sets somebody's PIN. Only staff have one, and only whoever has just confirmed sets it.
    pub async fn set_pin(&self, person: &Person, pin: &str) -> Result<(), Denial> {
        if person.role == Role::Player {
            return Err(Denial::not_yours("a player has no PIN"));
        }
        check(pin)?;
        let pin = pin.to_owned();
        let hashed = tokio::task::spawn_blocking(move || {
            let hash = hasher()?.hash_password(pin.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| error.to_string())
        });
        let hash =
            hashed.await.map_err(|error| Denial::ours(&error))?.map_err(|error| Denial::ours(&error))?;
        sqlx::query("UPDATE person SET pin = ? WHERE name = ? AND hash IS NOT NULL")
            .bind(hash)
            .bind(&*person.name.0)
            .execute(&self.store)
            .await
            .map_err(PeopleFault::from)?;
        Ok(())
    }

    /// Wakes the session of this token. Three wrong PINs in a row end it.
    pub async fn wake(&self, token: &str, pin: &str) -> Result<Session, Denial> {
        let hash = sha256(&[token.as_bytes()]);
        let now = clock::now().0;
        let session = self.lock().get(&hash).filter(|session| !session.is_over(now)).cloned();
        let session = session.filter(|session| session.person.role != Role::Player);
        let session = session.ok_or_else(Denial::wrong_password)?;
        let name = &*session.person.name.0;
        let found = sqlx::query("SELECT pin FROM person WHERE name = ? AND role = ?").bind(name);
        let found = found.bind(session.person.role.word()).fetch_optional(&self.store).await;
        let known: Option<String> = found.map_err(PeopleFault::from)?.and_then(|row| row.get("pin"));
        let holds = match known {
            Some(known) if pin.len() <= *DIGITS.end() => self.check(pin.to_owned(), known, true).await?,
            _ => false,
        };
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
        self.note(if ends { AccessKind::Locked } else { AccessKind::Failed }, Some(name), None);
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
