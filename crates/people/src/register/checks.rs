//! Checking a password or a PIN against what is kept of it: after the same work for every name, and one try at a time.

use super::People;
use super::database::query;
use crate::decoy::{self, Cost};
use crate::denial::Denial;
use crate::fault::PeopleFault;
use argon2::{Argon2, Params, PasswordHash, PasswordVerifier};
use std::sync::PoisonError;
use tokio::sync::SemaphorePermit;

/// The work that a hash asks for.
fn cost_of(hash: &str) -> Option<Cost> {
    let params = Params::try_from(&PasswordHash::new(hash).ok()?).ok()?;
    Some((params.m_cost(), params.t_cost(), params.p_cost()))
}

fn verified(secret: &str, hash: &str) -> bool {
    // The hash itself says at what cost it was made.
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(secret.as_bytes(), &hash).is_ok())
}

/// Does a secret belong to one of these hashes, after the work of all of them?
async fn any_verified(secret: String, hashes: Vec<(String, bool)>) -> Result<bool, Denial> {
    let checked = tokio::task::spawn_blocking(move || {
        hashes.iter().fold(false, |holds, (hash, is_theirs)| (verified(&secret, hash) && *is_theirs) || holds)
    });
    checked.await.map_err(|error| Denial::ours(&error))
}

impl People {
    /// The turn to try a secret. Whoever has it looks whether the name is locked, checks, and counts a wrong one before the next has it:
    /// many tries at once are as many as one after the other. Strangers do not hold up browsers that are known.
    pub(super) async fn turn(&self, known: bool) -> Result<SemaphorePermit<'_>, Denial> {
        self.checks[usize::from(known)].acquire().await.map_err(|error| Denial::ours(&error))
    }

    /// Is this the password of that hash? Work of every cost at which somebody's password was hashed is done for every name, also for one
    /// that nobody has, so that the time an answer takes says nothing.
    pub(super) async fn check_password(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Denial> {
        any_verified(password, self.work_for(hash)).await
    }

    /// What a password is checked against: this hash as theirs, and beside it one for every other cost.
    fn work_for(&self, hash: Option<String>) -> Vec<(String, bool)> {
        let theirs = hash.as_deref().and_then(cost_of);
        let decoys = self.decoys.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let others = decoys.into_iter().filter(|decoy| theirs.is_none() || cost_of(decoy) != theirs);
        others.map(|decoy| (decoy, false)).chain(hash.map(|hash| (hash, true))).collect()
    }

    /// Is this the PIN of that hash? Without one the same work is done. PINs are all hashed at one cost.
    pub(super) async fn check_pin(&self, pin: String, hash: Option<String>) -> Result<bool, Denial> {
        let decoy = self.decoys.lock().unwrap_or_else(PoisonError::into_inner).first().cloned();
        let is_theirs = hash.is_some();
        any_verified(pin, hash.or(decoy).map(|hash| (hash, is_theirs)).into_iter().collect()).await
    }

    /// Makes what is checked against where there is no such person: for the cost of today and every other that the list has.
    pub(super) async fn make_decoys(&self) -> Result<(), PeopleFault> {
        let rows = query("SELECT hash FROM person WHERE hash IS NOT NULL").fetch_all(&self.store).await?;
        let mut costs = vec![decoy::usual_cost().map_err(PeopleFault::new)?];
        costs.extend(rows.iter().filter_map(|row| cost_of(&row.get::<String>("hash"))));
        for cost in costs {
            let known = |decoys: &Vec<String>| decoys.iter().any(|decoy| cost_of(decoy) == Some(cost));
            if known(&self.decoys.lock().unwrap_or_else(PoisonError::into_inner)) {
                continue;
            }
            let decoy = decoy::at(cost).map_err(PeopleFault::new)?;
            self.decoys.lock().unwrap_or_else(PoisonError::into_inner).push(decoy);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::{Listed, Seals, Secrets};
    use crate::role::Role;
    use argon2::PasswordHasher;

    /// An account whose password was hashed at another cost, one hashed as today, and a name that nobody has: the same work.
    #[tokio::test]
    async fn no_name_is_told_by_the_work_it_takes() {
        let folder = tempfile::tempdir().unwrap();
        let people = People::open(folder.path(), Some(Seals::new([7; 32]))).await.ok().unwrap();
        let params = Params::new(256, 2, 1, None).unwrap();
        let cheap = Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
        let cheap = cheap.hash_password(b"cheap and long otters").unwrap().to_string();
        let usual = crate::password::hashed("usual and long otters").unwrap();
        let listed =
            |name: &str, hash: &String| Listed { name: name.into(), role: Role::Dealer, hash: hash.clone() };
        people.list(&[listed("Dan", &cheap), listed("Dora", &usual)]).await.ok().unwrap();
        let costs = |hash: Option<&String>| {
            let mut costs: Vec<_> =
                people.work_for(hash.cloned()).iter().map(|(hash, _)| cost_of(hash).unwrap()).collect();
            costs.sort_unstable();
            costs
        };
        assert_eq!(costs(None).len(), 2);
        assert_eq!((costs(Some(&cheap)), costs(Some(&usual))), (costs(None), costs(None)));
        for (name, password) in [("Dan", "cheap and long otters"), ("Dora", "usual and long otters")] {
            assert_eq!(people.prove(name, &Secrets::from(password)).await.ok(), Some(Role::Dealer));
            assert!(people.prove(name, &Secrets::from("another")).await.is_err());
        }
        // What a decoy was made of signs nobody in.
        let decoys = String::from_utf8(decoy::NOBODYS.to_vec()).unwrap();
        assert!(!people.check_password(decoys.clone(), None).await.ok().unwrap());
        assert!(!people.check_pin(decoys, None).await.ok().unwrap());
    }
}
