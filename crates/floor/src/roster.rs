//! Which tables a house has beside those of its settings: a manager adds, renames and retires tables while the house runs, and the log
//! says who and why.

use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};
use ledger::{Answer, By, CommandId, Ledger, LedgerError, Log};
use people::clock;
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

/// The kind of stream that holds the register.
pub const ROSTER: &str = "roster";
/// The name of the stream: a house has one.
const STREAM: &str = "house";
/// The longest name of a table.
const LONGEST: usize = 60;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RosterAct {
    /// A table is added.
    Add {
        /// Its name in paths.
        table: String,
        /// What is set for it, as a settings file says it.
        text: String,
        /// Why.
        why: String,
    },
    /// A table is called something else.
    Rename {
        /// Which.
        table: String,
        /// What people call it from now on.
        name: String,
        /// Why.
        why: String,
    },
    /// A table that is closed does not open again.
    Retire {
        /// Which.
        table: String,
        /// Why.
        why: String,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "roster", rename_all = "kebab-case")]
#[allow(missing_docs)] // The acts say what each field is.
pub enum RosterFact {
    TableAdded { table: String, text: String, why: String },
    TableRenamed { table: String, name: String, why: String },
    TableRetired { table: String, why: String },
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RosterReason {
    /// Not in this role.
    NotInThatRole,
    /// The name, the reason or the text cannot be taken.
    BadText,
    /// There is such a table, or was.
    IdTaken,
    /// It is retired.
    Retired,
}

/// The tables of a house beside those of its settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Those that were added, in order, each with what is set for it.
    pub added: Vec<(String, String)>,
    /// What tables are called, where that was changed.
    pub names: BTreeMap<String, String>,
    /// Those that do not open again.
    pub retired: BTreeSet<String>,
}

type Refused = RegisterRefusal<RosterReason>;

fn text(what: &str, text: &str, most: usize) -> Result<(), Refused> {
    match (1..=most).contains(&text.trim().chars().count()) && !text.chars().any(char::is_control) {
        true => Ok(()),
        false => Err(Refused::new(
            RosterReason::BadText,
            format!("{what}: allowed are 1 to {most} characters in one line"),
        )),
    }
}

impl Roster {
    fn goes_on(&self, table: &str) -> Result<(), Refused> {
        match self.retired.contains(table) {
            true => Err(Refused::new(RosterReason::Retired, format!("{table} is retired"))),
            false => Ok(()),
        }
    }
}

impl Register for Roster {
    const STREAMS: [&'static str; 3] = [ROSTER, "roster-answer", "roster-snapshot"];
    const FORM: u32 = 1;
    const FACT: &'static str = "roster-1";
    const TURNED_DOWN: &'static str = "roster-refusal-1";

    type Act = RosterAct;
    type Fact = RosterFact;
    type Reason = RosterReason;

    fn judge(&self, asked: &RegisterCommand<RosterAct>) -> Result<Vec<RosterFact>, Refused> {
        if asked.by.role != "manager" {
            let message = format!("found {}; a manager adds, renames and retires tables", asked.by.role);
            return Err(Refused::new(RosterReason::NotInThatRole, message));
        }
        Ok(vec![match asked.act.clone() {
            RosterAct::Add { table, text: set, why } => {
                text("why", &why, 200)?;
                if self.retired.contains(&table) || self.added.iter().any(|(known, _)| *known == table) {
                    let message = format!("there is a table {table}, or was; ids are given once");
                    return Err(Refused::new(RosterReason::IdTaken, message));
                }
                RosterFact::TableAdded { table, text: set, why }
            }
            RosterAct::Rename { table, name, why } => {
                text("name", &name, LONGEST)?;
                text("why", &why, 200)?;
                self.goes_on(&table)?;
                RosterFact::TableRenamed { table, name, why }
            }
            RosterAct::Retire { table, why } => {
                text("why", &why, 200)?;
                self.goes_on(&table)?;
                RosterFact::TableRetired { table, why }
            }
        }])
    }

    fn take(&mut self, happened: &RegisterEvent<RosterFact>) {
        match &happened.fact {
            RosterFact::TableAdded { table, text, .. } => self.added.push((table.clone(), text.clone())),
            RosterFact::TableRenamed { table, name, .. } => {
                self.names.insert(table.clone(), name.trim().to_owned());
            }
            RosterFact::TableRetired { table, .. } => _ = self.retired.insert(table.clone()),
        }
    }
}

/// The register, opened when somebody first asks for it and kept open.
#[derive(Default)]
pub struct RosterDesk(Mutex<Option<Log<Roster>>>);

impl RosterDesk {
    /// The register as it is on record. Whoever holds it is the only one who changes which tables there are.
    pub async fn lock(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<Roster>>, LedgerError> {
        let mut register = self.0.lock().await;
        if register.is_none() {
            *register = Some(ledger.log::<Roster>(STREAM).await?);
        }
        MutexGuard::try_map(register, Option::as_mut)
            .map_err(|_| LedgerError::Stopped { why: "the register of tables is not open".into() })
    }
}

/// Asks something of the register, and says whether it happened now. The same under the same id gets the same answer, and nothing happens.
pub async fn ask(register: &mut Log<Roster>, id: &CommandId, by: By, act: RosterAct) -> Result<bool, Denial> {
    let command = RegisterCommand { act, by, at: clock::now() };
    match register.submit(id, &command, Vec::new()).await? {
        Answer::Accepted { again, .. } => Ok(!again),
        Answer::Refused { refusal, .. } => Err(match refusal.reason {
            RosterReason::NotInThatRole => Denial::not_yours(refusal.message),
            RosterReason::BadText => Denial::unprocessable(refusal.message),
            RosterReason::IdTaken => Denial::conflict("id-taken", refusal.message),
            RosterReason::Retired => Denial::conflict("retired", refusal.message),
        }),
    }
}

/// Has this been asked before, and taken? Then nothing more is looked at.
pub async fn is_known(
    register: &Log<Roster>,
    id: &CommandId,
    by: &By,
    act: &RosterAct,
) -> Result<bool, Denial> {
    let command = RegisterCommand { act: act.clone(), by: by.clone(), at: clock::now() };
    Ok(matches!(register.known(id, &command).await?, Some(Answer::Accepted { .. })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Time;

    fn asked(roster: &mut Roster, role: &str, act: RosterAct) -> Result<(), RosterReason> {
        let by = By::new("Mia", role);
        let command = RegisterCommand { act, by: by.clone(), at: Time(1) };
        let facts = roster.judge(&command).map_err(|refusal| refusal.reason)?;
        facts.into_iter().for_each(|fact| roster.take(&RegisterEvent { fact, by: by.clone(), at: Time(1) }));
        Ok(())
    }

    #[test]
    fn a_manager_adds_renames_and_retires_and_an_id_is_given_once() {
        let mut roster = Roster::default();
        let why = || "a busy week".to_owned();
        let add = || RosterAct::Add { table: "main-3".into(), text: "book = \"nz\"".into(), why: why() };
        let rename = |name: &str| RosterAct::Rename { table: "main-3".into(), name: name.into(), why: why() };
        let retire = || RosterAct::Retire { table: "main-3".into(), why: why() };
        assert_eq!(asked(&mut roster, "supervisor", add()), Err(RosterReason::NotInThatRole));
        assert_eq!(asked(&mut roster, "manager", add()), Ok(()));
        assert_eq!(asked(&mut roster, "manager", add()), Err(RosterReason::IdTaken));
        assert_eq!(asked(&mut roster, "manager", rename(" ")), Err(RosterReason::BadText));
        assert_eq!(asked(&mut roster, "manager", rename("Main floor 3")), Ok(()));
        assert_eq!(roster.names["main-3"], "Main floor 3");
        assert_eq!(asked(&mut roster, "manager", retire()), Ok(()));
        assert_eq!(asked(&mut roster, "manager", retire()), Err(RosterReason::Retired));
        assert_eq!(asked(&mut roster, "manager", add()), Err(RosterReason::IdTaken));
    }
}
