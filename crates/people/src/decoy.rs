//! Hashes of a password that nobody has, each at another cost: a name that nobody has takes the same work as one that somebody has.
//!
//! Making one is as much work as checking a password is, so it is made once in a process: a node that takes charge while people wait does
//! not make it again.

use crate::password::hasher;
use argon2::{Argon2, Params, PasswordHasher};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// What no password and no PIN is, being longer than any.
pub(crate) const NOBODYS: [u8; 1_000] = [b'x'; 1_000];

/// The work that a hash asks for: memory, passes, lanes.
pub(crate) type Cost = (u32, u32, u32);

static MADE: LazyLock<Mutex<BTreeMap<Cost, String>>> = LazyLock::new(Mutex::default);

/// At what cost passwords are hashed today.
pub(crate) fn usual_cost() -> Result<Cost, String> {
    let hasher = hasher()?;
    let usual = hasher.params();
    Ok((usual.m_cost(), usual.t_cost(), usual.p_cost()))
}

/// The hash at this cost.
pub(crate) fn at(cost: Cost) -> Result<String, String> {
    if let Some(made) = MADE.lock().unwrap_or_else(PoisonError::into_inner).get(&cost) {
        return Ok(made.clone());
    }
    let message = |error: &dyn std::fmt::Display| error.to_string();
    let (memory, passes, lanes) = cost;
    let params = Params::new(memory, passes, lanes, None).map_err(|error| message(&error))?;
    let hasher = Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    let hash = hasher.hash_password(&NOBODYS).map_err(|error| message(&error))?.to_string();
    Ok(MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(cost).or_insert(hash).clone())
}

/// Does beforehand what opening the list of people would take time for.
pub fn make_ready() {
    // Whoever opens the list tries again, and is told why it cannot be.
    let _ = usual_cost().and_then(at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_made_once_for_each_cost() {
        let (cheap, other) = ((64, 1, 1), (128, 1, 1));
        let first = at(cheap).unwrap();
        // It has a salt of its own, so that one made anew would be another.
        assert_eq!(at(cheap).unwrap(), first);
        assert_ne!(at(other).unwrap(), first);
    }
}
