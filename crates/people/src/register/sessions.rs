//! The sessions of the house: begun, found, ended, and kept in the list of people so that they outlast a restart. What is kept is sealed.

use super::database::query;
use super::seals::SessionRow;
use super::{AccessKind, People, role_of};
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::session::{Session, Token, hash_of};
use crate::viewer::Person;
use merkle::Hash;
use std::collections::HashMap;
use table::{Name, Time};

/// For how long somebody who has proved again who they are is believed.
const CONFIRMED: u64 = 5 * 60 * 1_000;
/// The most sessions of one name: whoever signs in once more loses the one that was used longest ago.
const MOST_OF_ONE: usize = 100;

impl People {
    /// Those who were signed in when the house stopped still are. A session that the house did not write is none.
    pub(super) async fn recall(&self) -> Result<(), PeopleFault> {
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
                seen: seen.max(since),
                kept: seen,
                ..Session::new(person, Time(since), lacks_factor)
            });
            match (token.parse(), session.filter(|session| !session.is_over(now))) {
                (Ok(hash), Some(session)) => self.sessions.begin(hash, session),
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

    /// Lets somebody in whose word was checked.
    pub async fn admit(&self, person: Person) -> Result<(Token, Session), Denial> {
        let token = Token::fresh()?;
        let since = clock::now();
        let lacks_factor = self.lacks_factor(&person).await?;
        let session = Session::new(person, since, lacks_factor);
        let hash = token.hash();
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
        self.sessions.begin(hash, session.clone());
        Ok((token, session))
    }

    /// Ends the sessions of a name that were used longest ago, where there are too many.
    async fn make_room(&self, name: &Name) -> Result<(), PeopleFault> {
        let mut own = self.sessions.which(|_, session| session.person.name == *name);
        own.sort_by_key(|(_, session)| session.seen);
        let over = (own.len() + 1).saturating_sub(MOST_OF_ONE);
        for (token, _) in own.into_iter().take(over) {
            self.forget(token).await?;
        }
        Ok(())
    }

    /// Who holds this token, if it is still good; they are seen to be there.
    pub fn session(&self, token: &str) -> Option<Session> {
        self.peek(token)?;
        let now = clock::now().0;
        self.sessions.change(&hash_of(token), |session| session.seen = session.seen.max(now))
    }

    /// Who holds this token, if it is still good. An open page that only listens does not count as being there.
    pub fn peek(&self, token: &str) -> Option<Session> {
        let now = clock::now().0;
        let session = self.sessions.find(&hash_of(token))?;
        (!session.is_over(now) && !session.is_asleep(now)).then_some(session)
    }

    /// Notes that whoever holds this token has proved again who they are; says until when that counts.
    pub fn confirm(&self, token: &str) -> Option<Time> {
        let until = clock::later(clock::now(), CONFIRMED);
        self.sessions.change(&hash_of(token), |session| session.confirmed_until = Some(until))?;
        Some(until)
    }

    /// The sessions of a name, by the first letters of the hash of their token.
    pub fn sessions_of(&self, name: &Name) -> Vec<(String, Session)> {
        let own = self.sessions.of(name).into_iter();
        let mut own: Vec<(String, Session)> =
            own.map(|(token, session)| (token.to_string()[..16].to_owned(), session)).collect();
        own.sort_by_key(|(_, session)| session.since);
        own
    }

    /// Ends one of the sessions of a name.
    pub async fn revoke(&self, name: &Name, short: &str) -> Result<(), Denial> {
        let own = self.sessions.which(|token, session| {
            session.person.name == *name && token.to_string().starts_with(short) && short.len() == 16
        });
        let found = own.into_iter().next();
        let (token, session) = found.ok_or_else(|| Denial::not_found("there is no such session of yours"))?;
        self.note(AccessKind::Revoked, Some(&name.0), None);
        self.forget(token).await?;
        self.record_end(token, &session).await;
        Ok(())
    }

    /// Ends a session.
    pub async fn sign_out(&self, token: &str) -> Result<(), PeopleFault> {
        let token = hash_of(token);
        let session = self.sessions.find(&token);
        self.forget(token).await?;
        if let Some(session) = session {
            self.record_end(token, &session).await;
        }
        Ok(())
    }

    /// Forgets every session that is over, here and on disk, so that those who left leave nothing behind.
    pub async fn forget_ended(&self, now: Time) -> Result<(), PeopleFault> {
        self.forget_sessions(|session| session.is_over(now.0)).await?;
        self.sessions.give_back_room();
        Ok(())
    }

    /// Writes down when people were last seen, so that idle time outlasts a restart, and forgets sessions that are over. To be called
    /// every minute.
    pub async fn keep_seen(&self) -> Result<(), PeopleFault> {
        self.forget_ended(clock::now()).await?;
        self.forget_tries(clock::now()).await?;
        for (token, session) in self.sessions.which(|_, session| session.seen > session.kept) {
            query("UPDATE session SET seen = ?, seal = ? WHERE token = ?")
                .bind(session.seen)
                .bind(self.seal_of(&token, &session, session.seen))
                .bind(token.to_string())
                .execute(&self.store)
                .await?;
            // Only now: what could not be written is tried again in a minute.
            self.sessions.change(&token, |kept| kept.kept = kept.kept.max(session.seen));
        }
        Ok(())
    }

    /// Whoever lost the role or the account is signed out.
    pub(super) async fn forget_sessions_without_account(&self) -> Result<(), PeopleFault> {
        let rows = query("SELECT name, role FROM person WHERE hash IS NOT NULL");
        let rows = rows.fetch_all(&self.store).await?;
        let known: HashMap<String, String> =
            rows.into_iter().map(|row| (row.get("name"), row.get("role"))).collect();
        let stays = |session: &Session| {
            known.get(&*session.person.name.0).is_some_and(|role| role == session.person.role.word())
        };
        self.forget_sessions(|session| !stays(session)).await
    }

    pub(super) async fn forget_sessions_of(&self, name: &Name) -> Result<(), PeopleFault> {
        self.forget_sessions(|session| session.person.name == *name).await
    }

    pub(super) async fn forget_sessions(&self, whose: impl Fn(&Session) -> bool) -> Result<(), PeopleFault> {
        for (token, _) in self.sessions.which(|_, session| whose(session)) {
            self.forget(token).await?;
        }
        Ok(())
    }

    pub(super) async fn forget(&self, token: Hash) -> Result<(), PeopleFault> {
        self.sessions.end(&token);
        self.forget_row(&token.to_string()).await
    }

    async fn forget_row(&self, token: &str) -> Result<(), PeopleFault> {
        query("DELETE FROM session WHERE token = ?").bind(token).execute(&self.store).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Seals;
    use super::super::kept::{Kept, over_both, people};
    use super::*;
    use crate::denial::Kind;
    use crate::role::Role;
    use crate::session::{IDLE_PLAYER, LONGEST_STAFF};
    use ledger::Ledger;
    use merkle::sha256;

    over_both! {
        guests_who_left_leave_nothing_behind,
        a_session_that_the_house_did_not_write_is_none,
        one_name_does_not_fill_the_house_with_sessions,
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
        let here = || people.sessions.count();
        let rows = async || -> i64 {
            query("SELECT count(*) FROM session").fetch_one(&people.store).await.unwrap().first()
        };
        assert_eq!((here(), rows().await), (many + 1, many as i64 + 1));
        people.forget_ended(Time(clock::now().0 + IDLE_PLAYER + 1)).await.unwrap();
        assert_eq!((here(), rows().await), (1, 1), "staff may still wake theirs");
        assert!(people.sessions.room() < 100, "room for those who left is given back");
        people.forget_ended(Time(clock::now().0 + LONGEST_STAFF + 1)).await.unwrap();
        assert_eq!((here(), rows().await), (0, 0));
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
        let row = query("SELECT * FROM session WHERE token = ?").bind(hash(revoked.as_str()));
        let row = row.fetch_one(&before.store).await.unwrap();
        before.sign_out(revoked.as_str()).await.unwrap();
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
        put(hash(revoked.as_str()), "Sue", "supervisor", seal).await;
        query("UPDATE session SET name = 'Ivy', role = 'inspector' WHERE token = ?")
            .bind(hash(altered.as_str()))
            .execute(&before.store)
            .await
            .unwrap();
        before.close().await;
        let after = people(kept).await;
        after.open_register(&ledger).await.ok().unwrap();
        for token in ["mine", "mine too", altered.as_str(), revoked.as_str()] {
            assert!(after.session(token).is_none() && after.sleeping(token).is_none());
        }
        assert_eq!(after.session(honest.as_str()).unwrap().person, sue);
        after.close().await;
        // Without the key, or with another, nobody is believed to have been signed in.
        for seals in [None, Some(Seals::new([8; 32]))] {
            let other = People::open(kept, seals).await.ok().unwrap();
            assert!(other.session(honest.as_str()).is_none());
            other.close().await;
        }
        ledger.close().await.unwrap();
    }

    /// One name has so many sessions and no more, however often it signs in.
    async fn one_name_does_not_fill_the_house_with_sessions(kept: &Kept) {
        let people = people(kept).await;
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        let mut tokens = Vec::new();
        for _ in 0..MOST_OF_ONE + 5 {
            let (token, _) = people.admit(sue.clone()).await.ok().unwrap();
            // Each was seen a moment before the next.
            people.sessions.alter_all(|session| session.seen -= 1);
            tokens.push(token);
        }
        assert_eq!(people.sessions_of(&sue.name).len(), MOST_OF_ONE);
        let good: Vec<bool> = tokens.iter().map(|token| people.session(token.as_str()).is_some()).collect();
        assert_eq!(good.iter().filter(|good| !**good).count(), 5);
        assert!(good[..5].iter().all(|good| !good), "those that were seen longest ago: {good:?}");
    }
}
