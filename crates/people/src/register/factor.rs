//! The second factor of staff: six digits from a device of their own, by RFC 6238. Each step counts once.

use super::database::query;
use super::seals::Before;
use super::{AccessKind, People, Secrets};
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::session::hash_of;
use crate::viewer::Person;
use totp_rs::{Builder, Secret, Totp};

/// A second factor that is not yet proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFactor {
    /// The secret as authenticator programs take it.
    pub secret: String,
    /// The same as a link that those programs open.
    pub link: String,
}

/// The factor with this secret.
fn totp(secret: &[u8]) -> Result<Totp, PeopleFault> {
    let built = Builder::new().with_secret(Secret::from(secret.to_vec())).build();
    built.map_err(|error| PeopleFault::new(format!("the second factor: {error}")))
}

fn from_text(secret: &str) -> Result<Totp, PeopleFault> {
    let secret = Secret::try_from_base32(secret).map_err(|error| PeopleFault::new(error.to_string()))?;
    let built = Builder::new().with_secret(secret).build();
    built.map_err(|error| PeopleFault::new(format!("the second factor: {error}")))
}

/// The step of time at which these digits hold, if they do.
pub(super) fn step_of(secret: &str, digits: &str) -> Result<Option<i64>, PeopleFault> {
    // By the wall clock, which the person's own device follows as well; a step that was used never counts again.
    let seconds = (clock::wall_clock().0 / 1_000).max(0).unsigned_abs();
    Ok(from_text(secret)?.check(digits, seconds).and_then(|step| i64::try_from(step).ok()))
}

/// What a factor with this secret shows now.
#[cfg(test)]
pub(super) fn digits_now(secret: &str) -> String {
    let seconds = (clock::wall_clock().0 / 1_000).max(0).unsigned_abs();
    from_text(secret).ok().unwrap().generate(seconds).to_string()
}

/// The factor that is made of these bytes, for somebody.
pub(super) fn new_factor(bytes: &[u8; 20], name: &str) -> Result<NewFactor, PeopleFault> {
    // A secret that cannot be used is found before somebody relies on it.
    totp(bytes)?;
    let secret = Secret::from(bytes.to_vec()).to_base32();
    let letters = name.bytes().map(|byte| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    let account: String = letters.collect();
    let link = format!("otpauth://totp/Croupier:{account}?secret={secret}&issuer=Croupier");
    Ok(NewFactor { secret, link })
}

impl People {
    /// Does somebody have a second factor?
    async fn has_factor(&self, name: &str) -> Result<bool, PeopleFault> {
        let found = query("SELECT factor IS NOT NULL AS has FROM person WHERE name = ?").bind(name);
        Ok(found.fetch_optional(&self.store).await?.is_some_and(|row| row.get("has")))
    }

    /// Do these digits hold, and have they not been used before?
    pub(super) async fn factor_holds(
        &self,
        name: &str,
        secret: &str,
        digits: Option<&str>,
    ) -> Result<bool, PeopleFault> {
        let Some(step) = digits.map(|digits| step_of(secret, digits)).transpose()?.flatten() else {
            return Ok(false);
        };
        let used = query("UPDATE person SET factor_step = ? WHERE name = ? AND factor_step < ?");
        let used = used.bind(step).bind(name).bind(step).execute(&self.store).await?;
        Ok(used.rows_affected() == 1)
    }

    /// A fresh secret for somebody who has no second factor yet; it counts once [`People::set_factor`] has taken it.
    pub fn fresh_factor(&self, person: &Person) -> Result<NewFactor, Denial> {
        if matches!(person.role, Role::Player | Role::Device) {
            return Err(Denial::not_yours("a second factor is for staff"));
        }
        let mut bytes = [0; 20];
        getrandom::fill(&mut bytes).map_err(|error| Denial::ours(&format!("no random bytes: {error}")))?;
        Ok(new_factor(&bytes, &person.name.0)?)
    }

    /// Does somebody work here, sign in by password, and have no second factor yet?
    pub(super) async fn lacks_factor(&self, person: &Person) -> Result<bool, PeopleFault> {
        if matches!(person.role, Role::Player | Role::Device) {
            return Ok(false);
        }
        let found = query("SELECT hash IS NOT NULL AND factor IS NULL AS lacks FROM person WHERE name = ?");
        let found = found.bind(&*person.name.0).fetch_optional(&self.store).await?;
        Ok(found.is_some_and(|row| row.get("lacks")))
    }

    /// Somebody sets their first second factor, with the password and the digits it shows. Another one takes two people. The session that
    /// asks is theirs from now on; whoever else came in by the password alone is out. Strangers who guess at the name do not keep them from it.
    pub async fn set_factor(
        &self,
        (person, token): (&Person, &str),
        proof: &Secrets,
        secret: &str,
        digits: &str,
    ) -> Result<(), Denial> {
        let name = &*person.name.0;
        let _turn = self.changes.lock().await;
        if self.has_factor(name).await? {
            let message = "you have one; two people reset an account whose second factor is lost";
            return Err(Denial::conflict("has-factor", message));
        }
        self.prove(name, proof).await?;
        let wrong = || {
            Denial::unprocessable(
                "factor: these digits do not belong to the secret; is the clock of your device right?",
            )
        };
        let step = step_of(secret, digits).ok().flatten().ok_or_else(wrong)?;
        let set = query("UPDATE person SET factor = ?, factor_step = ? WHERE name = ?");
        self.change_person(name, Before::Stays, set.bind(secret).bind(step).bind(name)).await?;
        self.note(AccessKind::FactorSet, Some(name), None);
        let this = hash_of(token);
        self.sessions.change(&this, |own| own.lacks_factor = false);
        let others = self.sessions.which(|hash, other| other.person.name == person.name && *hash != this);
        for (hash, other) in others {
            self.forget(hash).await?;
            self.record_end(hash, &other).await;
        }
        Ok(())
    }
}
