//! Names as they are written here: one person has one name, whatever its capitals and blanks, and no patron has one that looks like a
//! colleague's.

use super::database::query;
use super::{People, role_of};
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::names::{self, check_name};
use crate::role::{Power, Role, may};
use table::Name;

/// Every word with a capital.
fn titled(small: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    small.split(' ').map(word).collect::<Vec<String>>().join(" ")
}

impl People {
    /// How this name is written where somebody has it in another way.
    pub(super) async fn other_spelling(&self, name: &str) -> Result<Option<String>, PeopleFault> {
        let known = self.known_as(name).await?;
        Ok(known.map(|(known, _)| known).filter(|known| known != name))
    }

    /// Keeps a name for a patron without an account, so that no guest is ever given it, and says how it is written here: a name that
    /// is known is found again whatever its capitals and blanks. Staff are no patrons.
    pub async fn keep_for_patron(&self, name: &str) -> Result<String, Denial> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        check_name(&name).map_err(|message| Denial::unprocessable(format!("for: {message}")))?;
        let Some((known, role)) = self.known_as(&name).await? else {
            let insert = "INSERT INTO person (name, role, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
            let kept = query(insert).bind(&name).bind(Role::Player.word()).bind(clock::now().0);
            kept.execute(&self.store).await.map_err(PeopleFault::from)?;
            return Ok(name);
        };
        match role {
            Some(Role::Player) => Ok(known),
            _ => Err(Denial::not_yours(format!("{known} works here; only patrons play"))),
        }
    }

    /// Does whoever has this name sign in here, by a password or as a guest who is known again? A patron whose name was only kept does not.
    pub async fn signs_in(&self, name: &str) -> Result<bool, PeopleFault> {
        let found = "SELECT count(*) AS count FROM person WHERE name = ? AND (hash IS NOT NULL \
                     OR EXISTS (SELECT 1 FROM guest WHERE guest.name = person.name))";
        let found: i64 = query(found).bind(name).fetch_one(&self.store).await?.get("count");
        Ok(found > 0 || !self.sessions.of(&Name::from(name)).is_empty())
    }

    /// Somebody by the name as it is written, who may do this in the house: with an account, or signed in by a link of their own. A name
    /// may be here more than once, a patron's among them; it is enough that one of them may.
    pub async fn who_may(&self, name: &str, power: Power) -> Result<(), Denial> {
        let found = query("SELECT role FROM person WHERE name = ?").bind(name);
        let found = found.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let account = found.and_then(|row| role_of(&row.get::<String>("role")));
        let here = self.sessions.of(&Name::from(name)).into_iter().map(|(_, session)| session.person.role);
        let roles: Vec<Role> = account.into_iter().chain(here).collect();
        match roles.first() {
            _ if roles.iter().any(|role| may(*role, power)) => Ok(()),
            Some(role) => {
                Err(Denial::not_yours(format!("name: {name} is a {role} here, who may not do this")))
            }
            None => Err(Denial::not_yours(format!("name: nobody called {name} works here"))),
        }
    }

    /// A person by a name whatever its capitals: how it is written here, and the role. Staff are found before patrons, also where the name
    /// only looks like theirs, and the name as it was asked for before others.
    pub(super) async fn known_as(&self, name: &str) -> Result<Option<(String, Option<Role>)>, PeopleFault> {
        let staff = query("SELECT name, role FROM person WHERE role <> ?").bind(Role::Player.word());
        let staff = staff.fetch_all(&self.store).await?;
        let staff = staff.iter().map(|row| (row.get::<String>("name"), role_of(&row.get::<String>("role"))));
        let alike = staff.filter(|(known, _)| names::look_alike(known, name));
        if let Some(known) = alike.min_by_key(|(known, _)| known != name) {
            return Ok(Some(known));
        }
        // There may be very many patrons, so the database looks for them. It knows small letters of plain ones only; names are mostly
        // written in one of three ways.
        let small = name.to_lowercase();
        let known = "SELECT name FROM person WHERE role = ?5
            AND lower(name) IN (lower(?1), lower(?2), lower(?3), lower(?4)) ORDER BY name <> ?1 LIMIT 1";
        let found = query(known).bind(name).bind(&small).bind(name.to_uppercase()).bind(titled(&small));
        let found = found.bind(Role::Player.word()).fetch_optional(&self.store).await?;
        Ok(found.map(|row| (row.get("name"), Some(Role::Player))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::kept::{Kept, hashed_plain, over_both, people};
    use super::*;
    use crate::viewer::Person;

    over_both! {
        nobody_takes_anothers_name_in_another_spelling,
        a_patrons_session_does_not_hide_a_dealers,
    }

    /// Names that look alike are one person's.
    async fn nobody_takes_anothers_name_in_another_spelling(kept: &Kept) {
        let people = people(kept).await;
        for bad in [
            "Sue\u{200b}",
            "S\u{ad}ue",
            "\u{202e}euS",
            "Sue\u{e0041}",
            "Sue ",
            "",
            "system",
            "Sue  Ann",
            "Sue\u{a0}Ann",
        ] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
        // The house's own names in other letters, and letters that are written in two ways.
        for bad in [
            "SYSTEM",
            "dealer",
            "Dealer",
            "dora dealer",
            "ann (Regular)",
            "\u{405}ystem",
            "Zoe\u{308}",
            "Ｓｕｅ",
        ] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
        for good in ["Zoë Müller-Łuk 王", "Анна", "Ελένη", "박지훈", "Nguyễn Thị Ánh"] {
            assert!(check_name(good).is_ok(), "{good:?}");
        }
        assert_eq!(&*people.guest(Some("sue")).await.ok().unwrap().name.0, "sue 2");
        assert_eq!(
            &*people.guest(Some("\u{405}u\u{435}")).await.ok().unwrap().name.0,
            "\u{405}u\u{435} 2",
            "Cyrillic letters"
        );
        assert!(people.keep_for_patron("\u{405}UE").await.is_err(), "that is how hers looks");
        assert!(people.keep_for_patron("SUE").await.is_err(), "she works here");
        assert!(people.keep_for_patron("Susan").await.is_ok());
        // A PIN is tried against a copy of the list only with the key: what is kept differs from that of a list without one.
        let sue = Person { name: Name::from("Sue"), role: Role::Supervisor };
        people.set_pin(&sue, "290417").await.ok().unwrap();
        let kept = query("SELECT pin FROM person WHERE name = 'Sue'").fetch_one(&people.store).await;
        let kept: String = kept.unwrap().get("pin");
        let hash = kept.strip_prefix("keyed:").unwrap().to_owned();
        assert!(!people.check_pin("290417".into(), Some(hash)).await.ok().unwrap());
        assert!(people.prove_pin("Sue", "290417", None).await.is_ok());
        // One from before that still counts.
        let plain = hashed_plain("290418");
        let old = query("UPDATE person SET pin = ? WHERE name = 'Sue'").bind(plain);
        old.execute(&people.store).await.unwrap();
        assert!(people.prove_pin("Sue", "290418", None).await.is_ok());
    }

    /// A patron of the same name takes no dealer's place.
    async fn a_patrons_session_does_not_hide_a_dealers(kept: &Kept) {
        let people = people(kept).await;
        let by_link = |role| Person { name: Name::from("Dora Dealer"), role };
        assert!(people.who_may("Dora Dealer", Power::Deal).await.is_err(), "nobody is here by that name");
        people.admit(by_link(Role::Player)).await.ok().unwrap();
        assert!(people.who_may("Dora Dealer", Power::Deal).await.is_err(), "a patron deals nothing");
        people.admit(by_link(Role::Dealer)).await.ok().unwrap();
        for _ in 0..20 {
            // In whatever order the sessions are kept.
            people.admit(by_link(Role::Player)).await.ok().unwrap();
            assert!(people.who_may("Dora Dealer", Power::Deal).await.is_ok());
        }
        people.keep_for_patron("Dora Deale").await.ok().unwrap();
        assert!(people.who_may("Dora Deale", Power::Deal).await.is_err());
        assert!(people.who_may("Sue", Power::Deal).await.is_ok(), "by her account");
    }
}
