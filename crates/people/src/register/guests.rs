//! Guests of a demonstration: each is new once, and found again by what their browser keeps.

use super::database::query;
use super::{MOST_SESSIONS, People, PeopleFault, Token};
use crate::clock;
use crate::denial::Denial;
use crate::role::Role;
use crate::viewer::Person;
use merkle::sha256;
use table::Name;

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
        let kept = Token::fresh()?.0;
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
        match self.lock().len() >= MOST_SESSIONS {
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
