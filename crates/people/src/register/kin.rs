//! Who may be the second of two people: never the same person, nor an account that the first has had a hand in.

use super::People;
use super::database::query;
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::viewer::Person;
use serde::{Deserialize, Serialize};
use table::Time;

/// For how long a new account approves nothing, in milliseconds.
const NEW: i64 = 24 * 3_600 * 1_000;
/// For how long an account approves nothing of those who made or reset it, nor they of it, in milliseconds.
const KIN: i64 = 30 * 24 * 3_600 * 1_000;

/// How an account came to be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Origin {
    /// When two people last let it be.
    pub(super) enrolled: i64,
    /// Who they were.
    pub(super) by: Vec<String>,
    /// Who had a hand in it before that, and when.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) before: Vec<Hand>,
}

/// That somebody had a hand in an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hand {
    /// When.
    pub(super) at: i64,
    /// Who.
    pub(super) by: String,
}

impl Origin {
    /// The account came to be anew. Who had a hand in it before is remembered for as long as it counts.
    pub(super) fn anew(self, enrolled: i64, by: Vec<String>) -> Origin {
        let last = self.by.into_iter().map(|by| Hand { at: self.enrolled, by });
        let before = self.before.into_iter().chain(last).filter(|hand| enrolled - hand.at < KIN).collect();
        Origin { enrolled, by, before }
    }

    /// The names of all who had a hand in it.
    pub(super) fn names(&mut self) -> impl Iterator<Item = &mut String> {
        self.by.iter_mut().chain(self.before.iter_mut().map(|hand| &mut hand.by))
    }

    /// Had this person a hand in it lately?
    fn is_by(&self, name: &str, now: Time) -> bool {
        let counts = |at: i64| now.0 - at < KIN;
        counts(self.enrolled) && self.by.iter().any(|by| by == name)
            || self.before.iter().any(|hand| counts(hand.at) && hand.by == name)
    }
}

impl People {
    /// May this person be the second where that one was the first?
    pub async fn may_second(&self, second: &Person, first: &str) -> Result<(), Denial> {
        let name = &*second.name.0;
        // Whoever has another name since is the same person.
        let names = self.names().await;
        let first = names.now(first);
        if name.to_lowercase() == first.to_lowercase() {
            return Err(Denial::self_approval(format!("{first} proposed it; somebody else approves")));
        }
        self.check_sealed(name).await?;
        self.check_sealed(first).await?;
        let (own, other) = (self.origin(name).await?, self.origin(first).await?);
        judge(clock::now(), (name, &own), (first, &other)).map_err(Denial::self_approval)?;
        // What is on record counts too: a list that was put back beside a new vault may have been altered before.
        let staff = self.staff.lock().await;
        let Some(known) = staff.as_ref().map(|log| log.state()) else { return Ok(()) };
        let (own, other) = (known.origin(name), known.origin(first));
        judge(clock::now(), (name, &own), (first, &other)).map_err(Denial::self_approval)
    }

    async fn origin(&self, name: &str) -> Result<Origin, PeopleFault> {
        let found = query("SELECT enrolled, proposer, approver FROM person WHERE name = ?").bind(name);
        let Some(row) = found.fetch_optional(&self.store).await? else { return Ok(Origin::default()) };
        let by = [row.get::<Option<String>>("proposer"), row.get("approver")];
        let by = by.into_iter().flatten().collect();
        Ok(Origin { enrolled: row.get("enrolled"), by, before: Vec::new() })
    }
}

/// May the second approve what the first proposed, by how their accounts came to be?
pub(super) fn judge(
    now: Time,
    (second, own): (&str, &Origin),
    (first, other): (&str, &Origin),
) -> Result<(), String> {
    if now.0 - own.enrolled < NEW {
        return Err(format!(
            "the account of {second} is new, or was just reset: it approves nothing for a day"
        ));
    }
    match own.is_by(first, now) || other.is_by(second, now) {
        true => Err(format!(
            "{first} and {second} made or reset one another's account in the last 30 days; others approve"
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of accounts that differ in age and in who made them.
    #[test]
    fn neither_the_new_nor_kin_are_a_second() {
        let now = Time(100 * KIN);
        let ages = [0, NEW - 1, NEW, KIN - 1, KIN, 2 * KIN];
        let makers: [&[&str]; 4] = [&[], &["ann"], &["bob"], &["eve"]];
        let mut allowed = 0;
        for own_age in ages {
            for own_by in makers {
                for other_age in ages {
                    for other_by in makers {
                        let origin = |age: i64, by: &[&str]| Origin {
                            enrolled: now.0 - age,
                            by: by.iter().map(ToString::to_string).collect(),
                            before: Vec::new(),
                        };
                        let (own, other) = (origin(own_age, own_by), origin(other_age, other_by));
                        let may = judge(now, ("bob", &own), ("ann", &other)).is_ok();
                        let kin = (own_by.contains(&"ann") && own_age < KIN)
                            || (other_by.contains(&"bob") && other_age < KIN);
                        assert_eq!(may, own_age >= NEW && !kin, "{own:?} {other:?}");
                        allowed += usize::from(may);
                    }
                }
            }
        }
        assert!(allowed > 0);
        // With the defence off the attack succeeds: where nobody remembers who made whom, one person is two.
        let (none, made) = (Origin::default(), Origin::default().anew(now.0 - NEW, vec!["ann".into()]));
        assert!(judge(now, ("bob", &none), ("ann", &none)).is_ok());
        assert!(judge(now, ("bob", &made), ("ann", &none)).is_err());
    }
}
