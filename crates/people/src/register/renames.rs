//! Somebody gets another name. What was signed keeps the name it was signed with; both names stay that person's for ever, and whoever
//! looks for one finds the other.

use super::People;
use super::database::query;
use super::seals::Before;
use crate::clock;
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::role::Role;
use serde::{Deserialize, Serialize};
use table::Time;

/// Somebody got another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    /// The name before.
    pub from: String,
    /// The name since.
    pub to: String,
    /// When.
    pub at: Time,
}

/// Who had another name before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names(Vec<Renamed>);

pub(super) fn alike(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

impl Names {
    fn next(&self, name: &str) -> Option<&Renamed> {
        self.0.iter().find(|renamed| alike(&renamed.from, name))
    }

    /// Did somebody have this name before, who has another now?
    pub fn is_earlier(&self, name: &str) -> bool {
        self.next(name).is_some()
    }

    /// What whoever is or was called so is called now.
    pub fn now<'n>(&'n self, name: &'n str) -> &'n str {
        let mut now =
            self.0.iter().find(|renamed| alike(&renamed.to, name)).map_or(name, |renamed| &renamed.to);
        // Nobody was renamed more often than all together.
        for _ in &self.0 {
            match self.next(now) {
                Some(renamed) => now = &renamed.to,
                None => break,
            }
        }
        now
    }

    /// Are these two names of one person?
    pub fn are_one(&self, one: &str, other: &str) -> bool {
        alike(self.now(one), self.now(other))
    }

    /// Every name of whoever is or was called so, the present one first.
    pub fn of(&self, name: &str) -> Vec<String> {
        let now = self.now(name);
        let earlier = self.0.iter().rev().filter(|renamed| alike(self.now(&renamed.from), now));
        [now.to_owned()].into_iter().chain(earlier.map(|renamed| renamed.from.clone())).collect()
    }

    /// Everybody who had another name, the last one last.
    pub fn all(&self) -> &[Renamed] {
        &self.0
    }

    /// Somebody has another name from now on. Whoever goes back to an earlier name has that one again.
    pub(super) fn rename(&mut self, from: &str, to: &str, at: Time) {
        self.0.retain(|renamed| !alike(&renamed.from, to));
        self.0.push(Renamed { from: from.to_owned(), to: to.to_owned(), at });
    }
}

/// Is the name of such an account one that may change? Chips and wagers of a patron are on record under the patron's name, and cards under
/// that of the shoe that read them.
pub(super) fn may_be_renamed(role: Role) -> bool {
    !matches!(role, Role::Player | Role::Device)
}

impl People {
    /// Who had another name before.
    pub async fn names(&self) -> Names {
        let staff = self.staff.lock().await;
        staff.as_ref().map(|log| log.state().names().clone()).unwrap_or_default()
    }

    /// Gives the account of one name to another, with its password and second factor; the PIN is set anew. Whoever is signed in under
    /// the name before is signed out.
    pub(super) async fn carry_over(&self, from: &str, to: &str) -> Result<(), Denial> {
        let found = query("SELECT * FROM person WHERE name = ? AND hash IS NOT NULL").bind(from);
        let found = found.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let Some(row) = found else { return Ok(()) };
        self.check_sealed(from).await?;
        let enter = query(
            "INSERT INTO person (name, role, hash, made, factor, factor_step, enrolled, proposer, approver) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET role = excluded.role, hash = excluded.hash, factor = excluded.factor, pin = NULL,
             factor_step = excluded.factor_step, enrolled = excluded.enrolled, proposer = excluded.proposer, approver = excluded.approver",
        )
        .bind(to)
        .bind(row.get::<String>("role"))
        .bind(row.get::<Option<String>>("hash"))
        .bind(clock::now().0)
        .bind(row.get::<Option<String>>("factor"))
        .bind(row.get::<i64>("factor_step"))
        .bind(row.get::<i64>("enrolled"))
        .bind(row.get::<Option<String>>("proposer"))
        .bind(row.get::<Option<String>>("approver"));
        self.change_person(to, Before::Ends, enter).await?;
        self.seen_to(to).await?;
        self.close_account(from).await
    }

    /// Carries out what is on record and was not, because the house stopped in between. An earlier name that somebody else has written
    /// into the list signs nobody in; it is told of and left as it is.
    pub(super) async fn carry_out_renames(&self) -> Result<(), PeopleFault> {
        let names = self.names().await;
        let has_password =
            async |name: &str| self.find(name).await.map(|known| known.is_some_and(|(_, has)| has));
        for Renamed { from, .. } in names.all() {
            if !has_password(from).await? {
                continue;
            }
            let to = names.now(from);
            let done = match has_password(to).await? {
                true => self.close_account(from).await,
                false => self.carry_over(from, to).await,
            };
            if let Err(denial) = done {
                tracing::error!(from, to, %denial, "an account was not given its new name");
            }
        }
        Ok(())
    }
}
