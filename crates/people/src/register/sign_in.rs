//! Signing in: a name, a password and a second factor, tried by whoever comes to the door.

use super::database::query;
use super::{AccessKind, People, attempts, role_of};
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::session::{Session, Token};
use crate::viewer::Person;
use table::Name;

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

impl People {
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
        let (mut is_proved_twice, mut has_none_yet) = (false, false);
        if let (true, Some((_, _, Some(factor)))) = (holds, &known) {
            holds = self.check_factor(name, factor, secrets, &bucket).await?;
            is_proved_twice = holds;
        } else if let Some((_, role, None)) = &known {
            // Whoever works here and has none yet could otherwise be kept from ever setting one.
            has_none_yet = ![Role::Player, Role::Device].iter().any(|other| role == other.word());
        }
        // Nobody locks an inspector out by guessing, nor staff who give all that they have: the right secrets always do.
        if let Some(seconds) = locked.filter(|_| !(holds && (inspector || is_proved_twice || has_none_yet))) {
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
}

#[cfg(test)]
mod tests {
    use super::super::kept::{Kept, PASSWORD, over_both, people};
    use super::super::{Access, AccessSummary, Seals, factor};
    use super::*;
    use crate::clock;
    use crate::password::hashed;
    use ledger::Ledger;
    use table::Time;

    over_both! {
        strangers_learn_no_name_and_lock_no_inspector_out,
        nobody_with_a_second_factor_is_locked_out_by_guesses,
        nobody_is_kept_from_setting_a_first_second_factor,
        a_lock_is_on_record_at_once,
        tries_that_come_together_are_counted_one_by_one,
        tries_that_are_long_over_are_forgotten,
        an_inspector_who_was_put_into_the_list_does_not_come_in_for_a_broken_log,
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
        assert!(
            people.sign_in("Sue", PASSWORD.into(), lets_in).await.is_ok(),
            "she has no second factor yet"
        );
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
        people.set_factor((&sue, ""), &PASSWORD.into(), &factor.secret, &digits()).await.ok().unwrap();
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

    /// A stranger goes on guessing at somebody whom the settings name: they come in by their password and set their second factor all the same,
    /// in a browser that is known and in any other.
    async fn nobody_is_kept_from_setting_a_first_second_factor(kept: &Kept) {
        let people = people(kept).await;
        let guesses = async || {
            for _ in 0..7 {
                assert!(people.prove("Sue", &"a guess and no more".into()).await.is_err());
            }
        };
        guesses().await;
        let (token, session, device) = people.sign_in("Sue", PASSWORD.into(), |_| Ok(())).await.ok().unwrap();
        guesses().await;
        let factor = people.fresh_factor(&session.person).ok().unwrap();
        let digits = factor::digits_now(&factor.secret);
        let own = (&session.person, token.as_str());
        let guess = Secrets { device: Some(device.clone()), ..Secrets::from("a guess and no more") };
        assert!(people.set_factor(own, &guess, &factor.secret, &digits).await.is_err());
        let right = Secrets { device: Some(device), ..Secrets::from(PASSWORD) };
        assert!(people.set_factor(own, &right, &factor.secret, &digits).await.is_ok());
        let alone = people.prove("Sue", &PASSWORD.into()).await.err().unwrap();
        assert_eq!(alone.word, "locked", "from now on it takes both");
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
}
