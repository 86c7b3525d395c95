//! PINs of staff: one wakes a session of its owner that fell asleep at a shared console, or approves something at a colleague's. It signs
//! nobody in.

use super::database::query;
use super::seals::Before;
use super::{AccessKind, People, role_of};
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::password::hasher;
use crate::role::Role;
use crate::session::{Session, hash_of};
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
        let now = clock::now().0;
        let session = self.sessions.find(&hash_of(token))?;
        let sleeps = session.is_asleep(now) && !session.is_over(now) && session.person.role != Role::Player;
        sleeps.then_some(session.person)
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
        let (hash, now) = (hash_of(token), clock::now().0);
        let lasts = |session: &Session| !session.is_over(now) && session.person.role != Role::Player;
        let session = self.sessions.find(&hash).filter(lasts);
        let session = session.ok_or_else(Denial::wrong_password)?;
        let name = &*session.person.name.0;
        let found = query("SELECT pin FROM person WHERE name = ? AND role = ?").bind(name);
        let found = found.bind(session.person.role.word()).fetch_optional(&self.store).await;
        let known: Option<String> = found.map_err(PeopleFault::from)?.and_then(|row| row.get("pin"));
        self.check_sealed(name).await?;
        let _turn = self.turn(true).await?;
        let holds = self.is_pin(name, pin, known).await?;
        let woken = self.sessions.change(&hash, |kept| {
            kept.wrong_pins = if holds { 0 } else { kept.wrong_pins + 1 };
            kept.seen = if holds { kept.seen.max(now) } else { kept.seen };
        });
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

#[cfg(test)]
mod tests {
    use super::super::Seals;
    use super::super::kept::{Kept, PASSWORD, hashed_plain, over_both, people};
    use super::*;
    use crate::session::{IDLE_STAFF, LONGEST_STAFF, Token};
    use ledger::Ledger;
    use table::Name;

    over_both! {
        a_pin_wakes_a_session_and_nothing_else,
        a_pin_at_a_colleagues_console_is_counted_and_locked,
        a_pin_or_factor_that_the_house_did_not_write_does_not_count,
        a_pin_put_into_a_copy_signs_for_nobody_once_it_is_put_back,
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
            people.sessions.change(&token.hash(), |session| session.seen -= IDLE_STAFF + 1).unwrap();
        };
        let (token, _) = people.admit(sue.clone()).await.ok().unwrap();
        sleeps(&token);
        assert!(people.session(token.as_str()).is_none(), "asleep");
        assert!(people.wake(token.as_str(), "290418").await.is_err());
        let woken = people.wake(token.as_str(), "290417").await.ok().unwrap();
        assert_eq!(woken.person, sue);
        assert!(woken.confirmed().is_err(), "a PIN confirms nothing");
        assert!(people.session(token.as_str()).is_some(), "awake");
        sleeps(&token);
        for _ in 0..3 {
            assert!(people.wake(token.as_str(), "000000").await.is_err());
        }
        assert!(people.wake(token.as_str(), "290417").await.is_err(), "three wrong ones have ended it");
        // One that has lasted too long, one of a player, and none at all.
        let (token, _) = people.admit(sue).await.ok().unwrap();
        people.sessions.alter_all(|session| session.since.0 -= LONGEST_STAFF + 1);
        assert!(people.wake(token.as_str(), "290417").await.is_err());
        let guest = people.guest(None).await.ok().unwrap();
        let (token, _) = people.admit(guest).await.ok().unwrap();
        assert!(people.wake(token.as_str(), "290417").await.is_err());
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
}
