//! Taking somebody in, giving a role, resetting an account, letting somebody go: one person proposes, another approves, and the person concerned sets their
//! own secrets, which nobody else ever sees.
//!
//! Whoever proposes is shown one half of a one-time secret (the link), whoever approves the other (the code). Only the two halves
//! together let somebody enrol, within an hour, once.

use super::admin::{digest_of, may_see_to, no_such};
use super::database::{Row, query};
use super::factor::{NewFactor, new_factor, step_of};
use super::renames::may_be_renamed;
use super::seals::Before;
use super::staff::{Staff, StaffAct};
use super::{People, role_of};
use crate::act_record;
use crate::clock::{self, later};
use crate::denial::Denial;
use crate::fault::PeopleFault;
use crate::names::check_name;
use crate::password::{check_password, hasher};
use crate::role::Role;
use crate::session::Token;
use crate::viewer::Person;
use argon2::PasswordHasher;
use ledger::{Ledger, Log};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use table::{Name, Time};
use utoipa::ToSchema;

/// For how long a proposal waits for a second person, in milliseconds.
pub(super) const WAITS: u64 = 24 * 3_600 * 1_000;
/// For how long an approved one waits for the person concerned, in milliseconds.
pub(super) const ENROLS: u64 = 3_600 * 1_000;
/// How many wrong codes end it.
const TRIES: i64 = 10;

/// What two people decide about a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Somebody new is taken in.
    TakeIn,
    /// Somebody sets new secrets; the old ones no longer count.
    Reset,
    /// Somebody gets another role.
    Role,
    /// Somebody who works here gets another name.
    Rename,
    /// Somebody is let go.
    LetGo,
}

impl Change {
    /// All of them.
    pub const ALL: [Change; 5] = [Change::TakeIn, Change::Reset, Change::Role, Change::Rename, Change::LetGo];

    fn word(self) -> &'static str {
        match self {
            Change::TakeIn => "take-in",
            Change::Reset => "reset",
            Change::Role => "role",
            Change::Rename => "rename",
            Change::LetGo => "let-go",
        }
    }

    fn of(word: &str) -> Option<Change> {
        Change::ALL.into_iter().find(|change| change.word() == word)
    }
}

/// A change that is not over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Pending {
    /// Its number.
    pub number: u32,
    /// What.
    pub change: Change,
    /// About whom.
    pub name: String,
    /// In which role.
    pub role: Role,
    /// The new name, for another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Why.
    pub why: String,
    /// Who proposed it.
    pub proposer: String,
    /// When.
    #[schema(value_type = i64)]
    pub proposed: Time,
    /// Who approved it.
    pub approver: Option<String>,
    /// Until when it can be approved, or else the person can enrol.
    #[schema(value_type = i64)]
    pub until: Time,
    /// May whoever asks approve it, as far as roles go?
    pub yours: bool,
    #[serde(skip)]
    link: String,
    #[serde(skip)]
    code: Option<String>,
    #[serde(skip)]
    tries: i64,
}

/// A change that somebody wishes.
#[derive(Clone, Debug)]
pub struct WishedChange {
    /// What.
    pub change: Change,
    /// About whom.
    pub name: String,
    /// The new name, for another name.
    pub to: Option<String>,
    /// Needed for somebody new and for another role.
    pub role: Option<Role>,
    /// Why.
    pub why: String,
}

/// What whoever proposes is shown once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Proposed {
    /// The number of the change.
    pub number: u32,
    /// The first half of what lets the person enrol. It is shown once, to whoever proposed.
    pub link: Option<String>,
}

/// What whoever approves is shown once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Approved {
    /// The number of the change.
    pub number: u32,
    /// About whom it was.
    pub name: String,
    /// The second half of what lets the person enrol. It is shown once, to whoever approved; a new role or name needs none, nor does letting go.
    pub code: Option<String>,
}

/// Somebody who is about to enrol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolling {
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The second factor that staff set up.
    pub factor: Option<NewFactor>,
}

fn hash_of(half: &str) -> String {
    sha256(&[b"enrol\n", half.as_bytes()]).to_string()
}

/// Who may approve changes about accounts of this role.
pub(super) fn approves(role: Role, theirs: Role) -> bool {
    match theirs {
        Role::Inspector => role == Role::Inspector,
        _ => matches!(role, Role::Manager | Role::Inspector),
    }
}

impl People {
    /// Changes that are not over, newest first.
    pub async fn pending(&self, asking: Role) -> Result<Vec<Pending>, PeopleFault> {
        let rows = query("SELECT * FROM pending WHERE ended IS NULL ORDER BY number DESC");
        let rows = rows.fetch_all(&self.store).await?;
        let now = clock::now();
        let read = rows.iter().filter_map(|row| read(row, asking));
        Ok(read.filter(|pending| now < pending.until).collect())
    }

    /// Proposes a change. The same under the same id is proposed once; only the first answer has the link.
    pub async fn propose(
        &self,
        ledger: &Ledger,
        by: &Person,
        id: &str,
        wished: WishedChange,
    ) -> Result<Proposed, Denial> {
        let WishedChange { change, name, to, role, why } = wished;
        act_record::check_why(&why)?;
        let _turn = self.changes.lock().await;
        let known = self.find(&name).await?;
        let role = role.or(known.map(|(role, _)| role)).ok_or_else(no_such)?;
        let command = act_record::command_id(id, by)?;
        if self.numbered(command.as_str()).await?.is_none() {
            self.may_propose(by, change, &name, role, known)?;
            self.may_be_called(change, &name, to.as_deref()).await?;
        }
        let act = StaffAct::Propose { change, name: name.clone(), role, why: why.clone(), to: to.clone() };
        let (facts, again) = self.ask(ledger, by, id, act).await?;
        let number = facts.first().and_then(|fact| fact.number);
        let number = number.ok_or_else(|| Denial::ours(&"a change that was just proposed has no number"))?;
        if again && self.numbered(command.as_str()).await?.is_some() {
            return Ok(Proposed { number, link: None });
        }
        let link = Token::fresh()?.into_text();
        query(
            "INSERT INTO pending (number, id, change, name, role, why, new_name, proposer, proposed, link) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (number) DO UPDATE SET link = excluded.link",
        )
        .bind(number)
        .bind(command.as_str())
        .bind(change.word())
        .bind(&name)
        .bind(role.word())
        .bind(&why)
        .bind(&to)
        .bind(&*by.name.0)
        .bind(clock::now().0)
        .bind(hash_of(&link))
        .execute(&self.store)
        .await
        .map_err(PeopleFault::from)?;
        let enrols = matches!(change, Change::TakeIn | Change::Reset);
        Ok(Proposed { number, link: enrols.then_some(link) })
    }

    /// May somebody be called so, who is taken in or gets another name? Never as another, in whatever spelling.
    async fn may_be_called(&self, change: Change, name: &str, to: Option<&str>) -> Result<(), Denial> {
        let named = match (change, to) {
            (Change::Rename, Some(to)) => to,
            (Change::Rename, None) => return Err(Denial::unprocessable("to: the new name is missing")),
            (_, Some(_)) => return Err(Denial::unprocessable("to: only another name has one")),
            (Change::TakeIn, None) => name,
            (Change::Reset | Change::Role | Change::LetGo, None) => return Ok(()),
        };
        check_name(named).map_err(|message| Denial::unprocessable(format!("name: {message}")))?;
        let known = self.known_as(named).await?.map(|(known, _)| known);
        let is_other = match change {
            Change::Rename => {
                let names = self.names().await;
                known.filter(|known| !names.are_one(known, name))
            }
            _ => known.filter(|known| known != named),
        };
        match is_other {
            Some(other) => {
                let message = format!("somebody is called `{other}`; choose another");
                Err(Denial::conflict("name-taken", message))
            }
            None => Ok(()),
        }
    }

    fn may_propose(
        &self,
        by: &Person,
        change: Change,
        name: &str,
        role: Role,
        known: Option<(Role, bool)>,
    ) -> Result<(), Denial> {
        may_see_to(by, role)?;
        check_name(name).map_err(|message| Denial::unprocessable(format!("name: {message}")))?;
        let taken = |message: &str| Err(Denial::conflict("name-taken", message));
        match (change, known) {
            (Change::TakeIn, Some((_, true))) => taken("this name is taken; choose another"),
            // A guest's name stays a guest's: wagers are on record under it.
            (Change::TakeIn, Some((Role::Player, false))) if role != Role::Player => {
                taken("a patron has played under this name; choose another")
            }
            (Change::TakeIn, _) => Ok(()),
            (Change::Rename, Some((theirs, true))) if !may_be_renamed(theirs) => {
                let message = "chips, wagers and cards are on record under this name, and it stays";
                Err(Denial::conflict("name-stays", message))
            }
            (_, Some((theirs, true))) => {
                may_see_to(by, theirs)?;
                match *by.name.0 == *name {
                    true => Err(Denial::conflict("yourself", "others propose this about you")),
                    false => Ok(()),
                }
            }
            (Change::Reset | Change::Role | Change::Rename | Change::LetGo, _) => Err(no_such()),
        }
    }

    /// Approves a change. The same person is given the code once.
    pub async fn approve(&self, ledger: &Ledger, by: &Person, number: u32) -> Result<Approved, Denial> {
        let _turn = self.changes.lock().await;
        let pending = self.waiting(number, by.role).await?;
        if pending.approver.is_some() {
            return Err(Denial::conflict("already-decided", "somebody has approved it"));
        }
        if !approves(by.role, pending.role) {
            return Err(Denial::not_yours(format!("a {} does not approve this", by.role)));
        }
        if by.name.0.to_lowercase() == pending.name.to_lowercase() {
            return Err(Denial::self_approval(format!("it concerns {}; others approve", by.name)));
        }
        self.may_second(by, &pending.proposer).await?;
        self.check_proposed(&pending).await?;
        let code = Token::fresh()?.as_str()[..16].to_owned();
        self.ask(ledger, by, &format!("approve-change-{number}"), StaffAct::Approve { number }).await?;
        query("UPDATE pending SET approver = ?, approved = ?, code = ? WHERE number = ?")
            .bind(&*by.name.0)
            .bind(clock::now().0)
            .bind(self.code_of(&pending, &by.name.0, &code))
            .bind(number)
            .execute(&self.store)
            .await
            .map_err(PeopleFault::from)?;
        match pending.change {
            // The old secrets no longer count from now on.
            Change::Reset => self.close_account(&pending.name).await?,
            Change::TakeIn => {}
            Change::Role => {
                self.give_role(&pending, &by.name).await?;
                return Ok(Approved { number, name: pending.name, code: None });
            }
            Change::Rename => {
                let Pending { name, to, .. } = pending;
                self.carry_over(&name, to.as_deref().unwrap_or(&name)).await?;
                self.end_about(&name).await?;
                return Ok(Approved { number, name, code: None });
            }
            Change::LetGo => {
                self.close_account(&pending.name).await?;
                self.end_about(&pending.name).await?;
                return Ok(Approved { number, name: pending.name, code: None });
            }
        }
        Ok(Approved { number, name: pending.name, code: Some(code) })
    }

    /// Is what is shown of a change what was proposed? Nobody approves one thing and lets another be.
    async fn check_proposed(&self, pending: &Pending) -> Result<(), Denial> {
        let Pending { number, change, name, role, why, to, proposer, .. } = pending;
        let staff = self.staff.lock().await;
        let proposed = |log: &Log<Staff>| {
            let change = (*change, name.as_str(), *role, why.as_str());
            log.state().has_proposed(*number, change, to.as_deref(), proposer)
        };
        match staff.as_ref().is_none_or(proposed) {
            true => Ok(()),
            false => {
                tracing::error!(number, "the list of people shows another change than was proposed");
                Err(Denial::not_yours("this change is not as it was proposed; tell an inspector"))
            }
        }
    }

    async fn give_role(&self, pending: &Pending, approver: &Name) -> Result<(), Denial> {
        let give =
            query("UPDATE person SET role = ?, enrolled = ?, proposer = ?, approver = ? WHERE name = ?")
                .bind(pending.role.word())
                .bind(clock::now().0)
                .bind(&pending.proposer)
                .bind(&*approver.0)
                .bind(&pending.name);
        self.change_person(&pending.name, Before::Stays, give).await?;
        self.seen_to(&pending.name).await?;
        self.end(pending.number).await?;
        Ok(self.forget_sessions_of(&Name::from(pending.name.as_str())).await?)
    }

    /// Refuses a change, or takes one's own back.
    pub async fn refuse(&self, ledger: &Ledger, by: &Person, number: u32, why: String) -> Result<(), Denial> {
        act_record::check_why(&why)?;
        let _turn = self.changes.lock().await;
        let pending = self.waiting(number, by.role).await?;
        let is_own = *by.name.0 == *self.names().await.now(&pending.proposer);
        if !is_own && !approves(by.role, pending.role) {
            return Err(Denial::not_yours(format!("a {} does not decide this", by.role)));
        }
        self.ask(ledger, by, &format!("refuse-change-{number}"), StaffAct::Refuse { number, why }).await?;
        Ok(self.end(number).await?)
    }

    /// Whom two halves belong to, and the second factor to set up.
    pub async fn enrolling(&self, link: &str, code: &str) -> Result<Enrolling, Denial> {
        let pending = self.proved(link, code).await?;
        let factor = match pending.role {
            Role::Player | Role::Device => None,
            _ => Some(new_factor(&factor_of(link, code), &pending.name)?),
        };
        Ok(Enrolling { name: pending.name, role: pending.role, factor })
    }

    /// Somebody sets their own secrets with the two halves and, for staff, the digits that their second factor shows.
    pub async fn enrol(
        &self,
        ledger: &Ledger,
        (link, code): (&str, &str),
        password: String,
        digits: Option<&str>,
    ) -> Result<Person, Denial> {
        let _turn = self.changes.lock().await;
        let pending = self.proved(link, code).await?;
        check_password(&password, &[&pending.name])
            .map_err(|message| Denial::unprocessable(format!("password: {message}")))?;
        let factor = match pending.role {
            Role::Player | Role::Device => None,
            _ => Some(new_factor(&factor_of(link, code), &pending.name)?.secret),
        };
        let step = match &factor {
            None => 0,
            Some(secret) => {
                let step = digits.map(|digits| step_of(secret, digits)).transpose()?.flatten();
                step.ok_or_else(|| {
                    Denial::unprocessable("factor: these digits do not belong to the second factor")
                })?
            }
        };
        let hashed = tokio::task::spawn_blocking(move || {
            let hash = hasher()?.hash_password(password.as_bytes()).map_err(|error| error.to_string())?;
            Ok::<String, String>(hash.to_string())
        });
        let hash =
            hashed.await.map_err(|error| Denial::ours(&error))?.map_err(|error| Denial::ours(&error))?;
        let person = Person { name: Name::from(pending.name.as_str()), role: pending.role };
        let (number, digest) = (pending.number, digest_of(&hash));
        self.ask(ledger, &person, &format!("enrol-change-{number}"), StaffAct::Enrol { number, digest })
            .await?;
        let enter = query(
            "INSERT INTO person (name, role, hash, made, factor, factor_step, enrolled, proposer, approver) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET role = excluded.role, hash = excluded.hash, factor = excluded.factor, pin = NULL,
             factor_step = excluded.factor_step, enrolled = excluded.enrolled, proposer = excluded.proposer, approver = excluded.approver",
        )
        .bind(&pending.name)
        .bind(pending.role.word())
        .bind(hash)
        .bind(clock::now().0)
        .bind(factor)
        .bind(step)
        .bind(clock::now().0)
        .bind(&pending.proposer)
        .bind(pending.approver.as_deref());
        self.change_person(&pending.name, Before::Ends, enter).await?;
        self.seen_to(&pending.name).await?;
        self.end(pending.number).await?;
        self.forget_sessions_of(&person.name).await?;
        Ok(person)
    }

    /// What is kept of a code. Made with the key of the seals it belongs to this change, its link and the two people who let it be:
    /// whoever writes the file can neither put in a code of their own nor say that others let it be.
    fn code_of(&self, pending: &Pending, approver: &str, code: &str) -> String {
        let Pending { number, change, name, role, proposer, link, .. } = pending;
        let number = number.to_string();
        let parts =
            [&*number, change.word(), &**name, role.word(), &**proposer, approver, &**link, code].map(Some);
        self.seals.as_ref().map_or_else(|| hash_of(code), |seals| seals.enrolment(&parts))
    }

    /// The change to which two halves belong, if both are right and it is time.
    async fn proved(&self, link: &str, code: &str) -> Result<Pending, Denial> {
        let wrong = || {
            Denial::conflict("wrong-halves", "this link and this code do not let anybody enrol (any more)")
        };
        let row = query("SELECT * FROM pending WHERE link = ? AND ended IS NULL").bind(hash_of(link));
        let row = row.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let pending = row.as_ref().and_then(|row| read(row, Role::Player)).ok_or_else(wrong)?;
        if clock::now() >= pending.until
            || pending.code.is_none()
            || !matches!(pending.change, Change::TakeIn | Change::Reset)
        {
            return Err(wrong());
        }
        let approver = pending.approver.as_deref().unwrap_or_default();
        if pending.code.as_deref() != Some(&*self.code_of(&pending, approver, code)) {
            match pending.tries + 1 >= TRIES {
                true => self.end(pending.number).await?,
                false => {
                    let count = query("UPDATE pending SET tries = tries + 1 WHERE number = ?");
                    count.bind(pending.number).execute(&self.store).await.map_err(PeopleFault::from)?;
                }
            }
            return Err(wrong());
        }
        Ok(pending)
    }

    async fn waiting(&self, number: u32, asking: Role) -> Result<Pending, Denial> {
        let row = query("SELECT * FROM pending WHERE number = ? AND ended IS NULL").bind(number);
        let row = row.fetch_optional(&self.store).await.map_err(PeopleFault::from)?;
        let found =
            row.as_ref().and_then(|row| read(row, asking)).filter(|pending| clock::now() < pending.until);
        found.ok_or_else(|| Denial::not_found("there is no such change that waits"))
    }

    async fn numbered(&self, id: &str) -> Result<Option<u32>, PeopleFault> {
        let row = query("SELECT number FROM pending WHERE id = ?").bind(id);
        Ok(row.fetch_optional(&self.store).await?.map(|row| row.get("number")))
    }

    async fn end(&self, number: u32) -> Result<(), PeopleFault> {
        query("UPDATE pending SET ended = ? WHERE number = ?")
            .bind(clock::now().0)
            .bind(number)
            .execute(&self.store)
            .await?;
        Ok(())
    }

    /// Whatever waits about somebody is over.
    async fn end_about(&self, name: &str) -> Result<(), PeopleFault> {
        let end = query("UPDATE pending SET ended = ? WHERE name = ? AND ended IS NULL");
        end.bind(clock::now().0).bind(name).execute(&self.store).await?;
        Ok(())
    }
}

/// The secret of the second factor, which only both halves give.
fn factor_of(link: &str, code: &str) -> [u8; 20] {
    let Hash(bytes) = sha256(&[b"factor\n", link.as_bytes(), b"\n", code.as_bytes()]);
    let mut factor = [0; 20];
    factor.copy_from_slice(&bytes[..20]);
    factor
}

fn read(row: &Row, asking: Role) -> Option<Pending> {
    let role = role_of(&row.get::<String>("role"))?;
    let (proposed, approved): (i64, Option<i64>) = (row.get("proposed"), row.get("approved"));
    Some(Pending {
        number: row.get("number"),
        change: Change::of(&row.get::<String>("change"))?,
        name: row.get("name"),
        role,
        to: row.get("new_name"),
        why: row.get("why"),
        proposer: row.get("proposer"),
        proposed: Time(proposed),
        approver: row.get("approver"),
        until: approved
            .map_or_else(|| later(Time(proposed), WAITS), |approved| later(Time(approved), ENROLS)),
        yours: approves(asking, role),
        link: row.get("link"),
        code: row.get("code"),
        tries: row.get("tries"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::kept::{Kept, over_both};
    use super::*;

    over_both! {
        halves_that_the_house_did_not_write_let_nobody_enrol,
        an_older_proposal_writes_over_nobody,
        what_is_approved_is_what_was_proposed,
        whoever_has_another_name_comes_in_by_the_same_secrets,
    }
    use crate::password::hashed;
    use crate::register::{Listed, Seals};

    const PASSWORD: &str = "four words that nobody guesses";

    async fn opened(kept: &Kept) -> (People, Ledger) {
        let people = People::open(kept, Some(Seals::new([7; 32]))).await.ok().unwrap();
        let listed = |name: &str, role| Listed { name: name.into(), role, hash: hashed(PASSWORD).unwrap() };
        let all = [
            listed("Mia", Role::Manager),
            listed("Max", Role::Manager),
            listed("Ivy", Role::Inspector),
            listed("Ida", Role::Inspector),
        ];
        people.list(&all).await.ok().unwrap();
        let ledger = Ledger::open(&kept.folder().join("ledger")).await.unwrap();
        people.open_register(&ledger).await.ok().unwrap();
        (people, ledger)
    }

    fn person(name: &str, role: Role) -> Person {
        Person { name: Name::from(name), role }
    }

    fn wish(change: Change, name: &str, role: Role, why: &str) -> WishedChange {
        WishedChange { change, name: name.to_owned(), to: None, role: Some(role), why: why.to_owned() }
    }

    /// Mia proposes and Max approves: the two halves.
    async fn decided(people: &People, ledger: &Ledger, id: &str, name: &str) -> (u32, String, String) {
        let (mia, max) = (person("Mia", Role::Manager), person("Max", Role::Manager));
        let change = wish(Change::TakeIn, name, Role::Player, "comes often");
        let proposed = people.propose(ledger, &mia, id, change).await.ok().unwrap();
        let approved = people.approve(ledger, &max, proposed.number).await.ok().unwrap();
        (proposed.number, proposed.link.unwrap(), approved.code.unwrap())
    }

    /// Whoever writes the list while somebody is about to enrol puts in halves of their own, takes those of another change, or says that
    /// others let it be.
    async fn halves_that_the_house_did_not_write_let_nobody_enrol(kept: &Kept) {
        let (people, ledger) = opened(kept).await;
        let (number, link, code) = decided(&people, &ledger, "take-in-pat-1", "Pat").await;
        let (own, own_link, own_code) = decided(&people, &ledger, "take-in-eve-1", "Eve").await;
        let row = query("SELECT * FROM pending WHERE number = ?").bind(number);
        let row = row.fetch_one(&people.store).await.unwrap();
        let (kept_link, kept_code): (String, String) = (row.get("link"), row.get("code"));
        let mine = (hash_of("a link of mine"), hash_of("a code of mine"));
        let alterations = [
            (format!("link = '{}', code = '{}'", mine.0, mine.1), "a link of mine", "a code of mine"),
            (format!("code = '{}'", mine.1), &*link, "a code of mine"),
            (format!("code = (SELECT code FROM pending WHERE number = {own})"), &*link, &*own_code),
            ("proposer = 'Ivy'".to_owned(), &*link, &*code),
            ("approver = 'Ivy'".to_owned(), &*link, &*code),
            ("role = 'manager'".to_owned(), &*link, &*code),
            ("name = 'Mia'".to_owned(), &*link, &*code),
        ];
        for (alteration, link, code) in alterations {
            let alter = format!("UPDATE pending SET {alteration} WHERE number = {number}");
            query(alter).execute(&people.store).await.unwrap();
            assert!(people.enrolling(link, code).await.is_err(), "{alteration}");
            let password = "five words that nobody ever guesses".to_owned();
            assert!(people.enrol(&ledger, (link, code), password, None).await.is_err(), "{alteration}");
            let back = query(
                "UPDATE pending SET link = ?, code = ?, proposer = 'Mia', approver = 'Max', role = 'player', name = 'Pat', tries = 0
                 WHERE number = ?",
            );
            back.bind(&kept_link).bind(&kept_code).bind(number).execute(&people.store).await.unwrap();
        }
        // Halves of another change, moved here.
        let moved = format!("UPDATE pending SET name = 'Pat' WHERE number = {own}");
        query(moved).execute(&people.store).await.unwrap();
        assert!(people.enrolling(&own_link, &own_code).await.is_err());
        let password = "five words that nobody ever guesses".to_owned();
        assert!(people.enrol(&ledger, (&link, &code), password, None).await.is_ok(), "as it was");
        ledger.close().await.unwrap();
    }

    /// Two managers keep an older proposal in hand until somebody else has the name: it does not write over that account.
    async fn an_older_proposal_writes_over_nobody(kept: &Kept) {
        let (people, ledger) = opened(kept).await;
        let (mia, max) = (person("Mia", Role::Manager), person("Max", Role::Manager));
        let player = wish(Change::TakeIn, "Kay", Role::Player, "comes often");
        let kept = people.propose(&ledger, &mia, "take-in-kay-0", player).await.ok().unwrap();
        let (_, old_link, old_code) = decided(&people, &ledger, "take-in-kay-1", "Kay").await;
        // The regulator takes somebody of this name in.
        let (ivy, ida) = (person("Ivy", Role::Inspector), person("Ida", Role::Inspector));
        let inspector = wish(Change::TakeIn, "Kay", Role::Inspector, "new");
        let proposed = people.propose(&ledger, &ivy, "take-in-kay-2", inspector).await.ok().unwrap();
        let approved = people.approve(&ledger, &ida, proposed.number).await.ok().unwrap();
        let (link, code) = (proposed.link.unwrap(), approved.code.unwrap());
        let factor = people.enrolling(&link, &code).await.ok().unwrap().factor.unwrap();
        let digits = super::super::factor::digits_now(&factor.secret);
        let password = || "five words that nobody ever guesses".to_owned();
        let kay = people.enrol(&ledger, (&link, &code), password(), Some(&digits)).await.ok().unwrap();
        assert_eq!(kay.role, Role::Inspector);
        let denied = people.approve(&ledger, &max, kept.number).await.err().unwrap();
        assert_eq!(denied.word, "name-taken", "{denied}");
        let denied = people.enrol(&ledger, (&old_link, &old_code), password(), None).await.err().unwrap();
        assert_eq!(denied.word, "name-taken", "{denied}");
        assert_eq!(people.find("Kay").await.ok().unwrap(), Some((Role::Inspector, true)));
        // Nor do managers decide about her.
        for change in [Change::Reset, Change::Role, Change::Rename] {
            let to = (change == Change::Rename).then(|| "Ray".to_owned());
            let asked = WishedChange { to, ..wish(change, "Kay", Role::Dealer, "gone") };
            assert!(people.propose(&ledger, &mia, &format!("{}-kay-0", change.word()), asked).await.is_err());
        }
        ledger.close().await.unwrap();
    }

    /// Whoever approves lets be what was proposed, and not what somebody has written over it.
    async fn what_is_approved_is_what_was_proposed(kept: &Kept) {
        let (people, ledger) = opened(kept).await;
        let (mia, max) = (person("Mia", Role::Manager), person("Max", Role::Manager));
        let manager = wish(Change::TakeIn, "Eve", Role::Manager, "needed");
        let number = people.propose(&ledger, &mia, "take-in-eve-0", manager).await.ok().unwrap().number;
        for alteration in
            ["name = 'Dan', role = 'dealer'", "role = 'player'", "why = 'harmless'", "proposer = 'Ivy'"]
        {
            let alter = format!("UPDATE pending SET {alteration} WHERE number = {number}");
            query(alter).execute(&people.store).await.unwrap();
            assert!(people.approve(&ledger, &max, number).await.is_err(), "{alteration}");
            let back = "UPDATE pending SET name = 'Eve', role = 'manager', why = 'needed', proposer = 'Mia'";
            query(back).execute(&people.store).await.unwrap();
        }
        assert!(people.approve(&ledger, &max, number).await.is_ok());
        ledger.close().await.unwrap();
    }

    /// The account goes on under the new name with its secrets, the old name signs nobody in, also where the house stopped in between, and
    /// a name that was written into the list over it is not believed.
    async fn whoever_has_another_name_comes_in_by_the_same_secrets(kept: &Kept) {
        let (people, ledger) = opened(kept).await;
        let (mia, ivy) = (person("Mia", Role::Manager), person("Ivy", Role::Inspector));
        people.set_pin(&person("Max", Role::Manager), "290417").await.ok().unwrap();
        let (token, _) = people.admit(person("Max", Role::Manager)).await.ok().unwrap();
        let rename = |to: &str| WishedChange {
            to: Some(to.to_owned()),
            ..wish(Change::Rename, "Max", Role::Manager, "married")
        };
        for (bad, word) in [("Mia", "name-taken"), ("IVY", "name-taken"), (" Maxim", "bad-request")] {
            let id = format!("rename-{}", bad.trim().to_lowercase());
            let denied = people.propose(&ledger, &mia, &id, rename(bad)).await.err().unwrap();
            assert_eq!(denied.word, word, "{bad}");
        }
        let proposed = people.propose(&ledger, &mia, "rename-max-1", rename("Maxim")).await.ok().unwrap();
        assert_eq!(proposed.link, None, "nobody enrols");
        let alter = query("UPDATE pending SET new_name = 'Eve'");
        alter.execute(&people.store).await.unwrap();
        assert!(people.approve(&ledger, &ivy, proposed.number).await.is_err(), "not what was proposed");
        query("UPDATE pending SET new_name = 'Maxim'").execute(&people.store).await.unwrap();
        let approved = people.approve(&ledger, &ivy, proposed.number).await.ok().unwrap();
        assert_eq!((&*approved.name, approved.code), ("Max", None));
        assert!(people.session(token.as_str()).is_none(), "signed out");
        assert_eq!(people.prove("Maxim", &PASSWORD.into()).await.ok(), Some(Role::Manager));
        assert!(people.prove("Max", &PASSWORD.into()).await.is_err());
        assert!(people.prove_pin("Maxim", "290417", None).await.is_err(), "a PIN is set anew");
        let known = people.known(Role::Manager).await.ok().unwrap();
        let maxim = known.iter().find(|known| known.name == "Maxim").unwrap();
        assert_eq!(maxim.earlier, ["Max"]);
        assert!(known.iter().all(|known| known.name != "Max"));
        assert!(people.may_second(&person("Maxim", Role::Manager), "Max").await.is_err(), "the same person");

        // As if the house had stopped before the list was changed.
        people.forget_sessions(|_| true).await.unwrap();
        query("DELETE FROM person WHERE name = 'Maxim'").execute(&people.store).await.unwrap();
        let back = query("UPDATE person SET hash = ? WHERE name = 'Max'").bind(hashed(PASSWORD).unwrap());
        back.execute(&people.store).await.unwrap();
        let (seals, mut work) = (people.seals.as_ref().unwrap(), people.store.begin().await.unwrap());
        seals.seal_person("Max", &mut work).await.unwrap();
        work.commit().await.unwrap();
        people.close().await;
        let again = People::open(kept, Some(Seals::new([7; 32]))).await.ok().unwrap();
        again.open_register(&ledger).await.ok().unwrap();
        assert_eq!(again.find("Maxim").await.ok().unwrap(), Some((Role::Manager, true)));
        assert_eq!(again.find("Max").await.ok().unwrap(), Some((Role::Manager, false)));
        again.close().await;
        ledger.close().await.unwrap();
    }
}
