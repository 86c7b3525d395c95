//! Passwords: which may be taken, and how they are hashed.

use argon2::{Argon2, Params, PasswordHash, PasswordHasher};

/// The shortest password that somebody may choose.
const SHORTEST_PASSWORD: usize = 12;
/// The longest password that is looked at.
pub const LONGEST_PASSWORD: usize = 200;

/// Hashes a password for the settings file. One that is easily guessed is turned down.
pub fn hashed(password: &str) -> Result<String, String> {
    check_password(password, &[])?;
    let hash = hasher()?.hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| error.to_string())
}

/// Argon2id with 64 MiB and three passes.
pub(crate) fn hasher() -> Result<Argon2<'static>, String> {
    let cost = argon2::Params::new(64 * 1_024, 3, 1, None).map_err(|error| error.to_string())?;
    Ok(Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, cost))
}

/// May this be somebody's password? Words that belong to the person or the house make it easier to guess.
pub(crate) fn check_password(password: &str, words: &[&str]) -> Result<(), String> {
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

/// The least memory that a hash may take, in KiB, and how many passes: less can be guessed at too fast.
const LEAST_COST: (u32, u32) = (19 * 1_024, 2);

/// Is this the hash of a password, and dear enough to guess at? Says what is allowed.
pub fn check_hash(text: &str) -> Result<(), String> {
    let hash = PasswordHash::new(text).ok().filter(|_| text.starts_with("$argon2id$"));
    let hash = hash.filter(|hash| hash.salt.is_some() && hash.hash.is_some());
    let cost = hash.and_then(|hash| Params::try_from(&hash).ok());
    let cost = cost.ok_or("allowed is what `croupier password` prints, which begins with $argon2id$")?;
    let (memory, passes) = LEAST_COST;
    match cost.m_cost() >= memory && cost.t_cost() >= passes {
        true => Ok(()),
        false => Err(format!(
            "found m={},t={}; allowed are m={memory} and t={passes} or more; `croupier password` prints more",
            cost.m_cost(),
            cost.t_cost()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_at_too_fast_is_no_hash_for_the_settings() {
        assert_eq!(check_hash(&hashed("seven otters under a blue bridge").unwrap()), Ok(()));
        let of = |cost: &str| {
            check_hash(&format!(
                "$argon2id$v=19${cost}$ZXhhbXBsZSBvbmx5IQ$c29tZXRoaW5nIHRoYXQgbm8gcGFzc3dvcmQgZml0cyEh"
            ))
        };
        assert_eq!(of("m=19456,t=2,p=1"), Ok(()));
        for weak in ["m=8,t=1,p=1", "m=19455,t=2,p=1", "m=65536,t=1,p=1"] {
            let message = of(weak).unwrap_err();
            assert!(message.contains("allowed are m=19456 and t=2 or more"), "{message}");
        }
        for other in [
            "",
            "secret",
            "$argon2id$",
            "$argon2i$v=19$m=19456,t=2,p=1$ZXhhbXBsZSBvbmx5IQ$c29tZXRoaW5n",
            "$argon2id$v=19$m=65536,t=3,p=1",
        ] {
            assert!(check_hash(other).unwrap_err().contains("croupier password"), "{other}");
        }
    }
}
