//! Shifts: begun and ended by a supervisor or manager, on record with where each table's log stood at that moment.

use ledger::{Ledger, LedgerError, Stream};
use merkle::sha256;
use people::act_record::{self, Act};
use people::denial::Denial;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{TABLE, Time};
use utoipa::ToSchema;

/// The kind of stream that tells of shifts.
pub const SHIFT: &str = "shift";
/// The kind of its payloads.
const SHIFT_ACT: &str = "shift-1";
/// The longest name of a shift.
const LONGEST_NAME: usize = 40;

/// Where a table's log stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Stand {
    /// The last event.
    pub sequence: u64,
    /// The hash of its record.
    pub hash: String,
}

/// Where the log of each table stands.
pub type Stands = BTreeMap<String, Stand>;

/// What the log tells of shifts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
enum ShiftAct {
    Begun { number: u32, name: String, why: String, stands: Stands },
    Ended { number: u32, why: String, stands: Stands },
}

/// A beginning or an end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Moment {
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// By whom.
    pub by: String,
    /// In which role.
    pub role: String,
    /// Why.
    pub why: String,
    /// Where the log of each table stood.
    #[schema(value_type = BTreeMap<String, Stand>)]
    pub stands: Stands,
}

/// A shift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Shift {
    /// Its number, from 1.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// Its beginning.
    pub begun: Moment,
    /// Its end, once it has ended.
    pub ended: Option<Moment>,
}

/// The shifts of a house. Whoever begins or ends one waits for the turn.
#[derive(Default)]
pub struct Shifts(tokio::sync::Mutex<()>);

/// A shift to begin.
pub struct Beginning {
    /// The id under which it begins once.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The shift that ends at the same moment.
    pub relieves: Option<u32>,
    /// Why.
    pub why: String,
}

fn stream() -> Result<Stream, Denial> {
    Stream::new(SHIFT, "house").map_err(|bad| LedgerError::Text(bad).into())
}

/// Every shift, in order.
pub async fn read(ledger: &Ledger) -> Result<Vec<Shift>, Denial> {
    let mut shifts: Vec<Shift> = Vec::new();
    for (entry, act) in act_record::read(ledger, &stream()?, SHIFT_ACT).await? {
        let moment =
            |why, stands| Moment { at: entry.at, by: entry.by.name, role: entry.by.role, why, stands };
        match act {
            ShiftAct::Begun { number, name, why, stands } => {
                shifts.push(Shift { number, name, begun: moment(why, stands), ended: None });
            }
            ShiftAct::Ended { number, why, stands } => {
                if let Some(shift) = shifts.iter_mut().find(|shift| shift.number == number) {
                    shift.ended = Some(moment(why, stands));
                }
            }
        }
    }
    Ok(shifts)
}

/// Where the log of every table stands now.
async fn stands(ledger: &Ledger) -> Result<Stands, LedgerError> {
    let mut stands = Stands::new();
    for stream in ledger.store().streams_of(TABLE).await? {
        if let Some(last) = ledger.store().last(&stream).await? {
            let stand = Stand { sequence: last.end().saturating_sub(1), hash: last.head().to_string() };
            stands.insert(stream.name().to_owned(), stand);
        }
    }
    Ok(stands)
}

impl Shifts {
    /// Begins a shift.
    pub async fn begin(&self, ledger: &Ledger, by: &Person, beginning: Beginning) -> Result<Shift, Denial> {
        let Beginning { id, name, relieves, why } = beginning;
        act_record::check_why(&why)?;
        let length = name.chars().count();
        if !(1..=LONGEST_NAME).contains(&length) || name.trim() != name || name.chars().any(char::is_control)
        {
            let message = format!("name: allowed are 1 to {LONGEST_NAME} characters, no blank at either end");
            return Err(Denial::unprocessable(message));
        }
        let _turn = self.0.lock().await;
        let asked = format!("begin\n{name}\n{}\n{why}", relieves.unwrap_or_default());
        let act = act(by, &id, &asked)?;
        let known = act.before(ledger).await?;
        let shifts = read(ledger).await?;
        let number = match &known {
            Some(entry) => {
                let begun = shifts.iter().find(|shift| shift.begun.at == entry.at && shift.name == name);
                begun.map_or(0, |shift| shift.number)
            }
            None => {
                let number = shifts.len() as u32 + 1;
                may_begin(&shifts, relieves)?;
                let stands = stands(ledger).await?;
                let ended = relieves.map(|number| ShiftAct::Ended {
                    number,
                    why: why.clone(),
                    stands: stands.clone(),
                });
                let begun = ShiftAct::Begun { number, name, why, stands };
                let acts: Vec<ShiftAct> = ended.into_iter().chain([begun]).collect();
                act.record(ledger, &acts).await?;
                number
            }
        };
        found(ledger, number).await
    }

    /// Ends a shift.
    pub async fn end(
        &self,
        ledger: &Ledger,
        by: &Person,
        number: u32,
        (id, why): (&str, String),
    ) -> Result<Shift, Denial> {
        act_record::check_why(&why)?;
        let _turn = self.0.lock().await;
        let act = act(by, id, &format!("end\n{number}\n{why}"))?;
        if act.before(ledger).await?.is_none() {
            let shift = found(ledger, number).await?;
            if shift.ended.is_some() {
                return Err(Denial::conflict("shift-over", format!("shift {number} has ended already")));
            }
            let stands = stands(ledger).await?;
            act.record(ledger, &[ShiftAct::Ended { number, why, stands }]).await?;
        }
        found(ledger, number).await
    }
}

fn act<'a>(by: &'a Person, id: &str, asked: &str) -> Result<Act<'a>, Denial> {
    let command = act_record::command_id(id, by)?;
    Ok(Act { stream: stream()?, kind: SHIFT_ACT, command, by, asked: sha256(&[asked.as_bytes()]) })
}

/// One shift at a time: another begins where none is on, or relieves it.
fn may_begin(shifts: &[Shift], relieves: Option<u32>) -> Result<(), Denial> {
    let on = shifts.iter().find(|shift| shift.ended.is_none()).map(|shift| shift.number);
    match (on, relieves) {
        (None, None) => Ok(()),
        (Some(on), Some(relieved)) if on == relieved => Ok(()),
        (Some(on), _) => {
            let message = format!("shift {on} is on; end it first, or relieve it with `relieves`: {on}");
            Err(Denial::conflict("shift-on", message))
        }
        (None, Some(_)) => Err(Denial::conflict("shift-over", "no shift is on that could be relieved")),
    }
}

async fn found(ledger: &Ledger, number: u32) -> Result<Shift, Denial> {
    let found = read(ledger).await?.into_iter().find(|shift| shift.number == number);
    found.ok_or_else(|| Denial::not_found("there is no such shift"))
}
