//! Guests of a demonstration: each is new once, and found again by what their browser keeps.

use super::People;
use super::database::query;
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use crate::session::Token;
use crate::viewer::Person;
use merkle::sha256;
use table::Name;

/// The most sessions there may be before no further guest is let in.
const MOST_SESSIONS: usize = 20_000;

impl People {
    /// A new guest of a demonstration, under a name that nobody has yet.
    pub async fn guest(&self, wished: Option<&str>) -> Result<Person, Denial> {
        self.room_for_guests()?;
        let count: i64 = query("SELECT count(*) AS count FROM person")
            .fetch_one(&self.store)
            .await
            .map_err(PeopleFault::from)?
            .get("count");
        for more in 0..1_000 {
            let name = match (wished, more) {
                (Some(wished), 0) => wished.to_owned(),
                (Some(wished), more) => format!("{wished} {}", more + 1),
                (None, more) => format!("Guest {}", count + 1 + more),
            };
            if self.other_spelling(&name).await?.is_some() {
                continue;
            }
            let made = query("INSERT INTO person (name, role, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
                .bind(&name)
                .bind(Role::Player.word())
                .bind(clock::now().0)
                .execute(&self.store)
                .await
                .map_err(PeopleFault::from)?;
            if made.rows_affected() == 1 {
                return Ok(Person { name: Name::from(name), role: Role::Player });
            }
        }
        Err(Denial::conflict("name-taken", "this name is taken; choose another"))
    }

    /// What the browser of a guest keeps, so that they are the same guest when they come back.
    pub async fn keep_guest(&self, guest: &Name) -> Result<String, Denial> {
        let kept = Token::fresh()?.into_text();
        query("INSERT INTO guest (token, name) VALUES (?, ?)")
            .bind(hashed(&kept))
            .bind(&*guest.0)
            .execute(&self.store)
            .await
            .map_err(PeopleFault::from)?;
        Ok(kept)
    }

    /// The guest whose browser keeps this; nobody who has a password or works here.
    pub async fn returning_guest(&self, kept: &str) -> Result<Option<Person>, Denial> {
        self.room_for_guests()?;
        let found = "SELECT person.name AS name FROM guest JOIN person ON person.name = guest.name \
                     WHERE guest.token = ? AND person.role = ? AND person.hash IS NULL";
        let found = query(found).bind(hashed(kept)).bind(Role::Player.word());
        let found = found.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let guest = |name: String| Person { name: Name::from(name), role: Role::Player };
        Ok(found.map(|row| guest(row.get("name"))))
    }

    fn room_for_guests(&self) -> Result<(), Denial> {
        match self.sessions.count() >= MOST_SESSIONS {
            true => Err(Denial::out_of_service(
                "so many guests are here that no more are let in; come back later",
            )),
            false => Ok(()),
        }
    }
}

fn hashed(kept: &str) -> String {
    sha256(&[b"guest\n", kept.as_bytes()]).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::kept::{Kept, PASSWORD, over_both, people};
    use super::*;
    use crate::denial::Kind;

    over_both! {
        a_browser_brings_its_guest_back_and_nobody_else,
        one_guest_link_does_not_keep_staff_out,
    }

    /// Somebody who works here, or has a password, is no guest, whatever the file of people says.
    async fn a_browser_brings_its_guest_back_and_nobody_else(kept: &Kept) {
        let people = people(kept).await;
        let guest = people.guest(None).await.ok().unwrap();
        let kept = people.keep_guest(&guest.name).await.ok().unwrap();
        let other = people.guest(None).await.ok().unwrap();
        assert_ne!(guest, other);
        assert_eq!(people.returning_guest(&kept).await.ok().unwrap(), Some(guest));
        assert_eq!(people.returning_guest("another").await.ok().unwrap(), None);
        let kept = people.keep_guest(&Name::from("Sue")).await.ok().unwrap();
        assert_eq!(people.returning_guest(&kept).await.ok().unwrap(), None, "Sue works here");
    }

    /// A link that is handed to ever more guests fills the room for guests, and no more: staff still come in.
    async fn one_guest_link_does_not_keep_staff_out(kept: &Kept) {
        let people = people(kept).await;
        let guest = people.guest(None).await.ok().unwrap();
        let (token, session) = people.admit(guest).await.ok().unwrap();
        for number in 1..MOST_SESSIONS {
            people.sessions.begin(sha256(&[&number.to_be_bytes()]), session.clone());
        }
        let denied = people.guest(None).await.err().unwrap();
        assert_eq!((denied.kind, &*denied.word), (Kind::Unavailable, "out-of-service"), "{denied}");
        assert!(people.session(token.as_str()).is_some(), "whoever is in stays in");
        let lets_in = |_: Role| Ok(());
        assert!(people.sign_in("Sue", PASSWORD.into(), lets_in).await.is_ok());
        // Those who left make room.
        people.forget_sessions(|session| session.person.role == Role::Player).await.unwrap();
        assert!(people.guest(None).await.is_ok());
    }
}
