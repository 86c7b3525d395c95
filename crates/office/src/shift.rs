//! Shifts: begun and ended by a supervisor or manager, on record with where each table's log stood at that moment.

use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};
use ledger::{Answer, By, Ledger, LedgerError, Log};
use people::act_record;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{TABLE, Time};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};
use utoipa::ToSchema;

/// The kind of stream that tells of shifts.
pub const SHIFT: &str = "shift";
/// The name of the stream.
const REGISTER: &str = "house";
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

/// What happens to shifts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum ShiftFact {
    /// One has begun.
    Begun {
        /// Its number.
        number: u32,
        /// What it is called.
        name: String,
        /// Why.
        why: String,
        /// Where the log of each table stood.
        stands: Stands,
    },
    /// One has ended.
    Ended {
        /// Its number.
        number: u32,
        /// Why.
        why: String,
        /// Where the log of each table stood.
        stands: Stands,
    },
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ShiftAct {
    /// One begins, and may relieve another.
    Begin {
        /// What it is called.
        name: String,
        /// The shift that ends at the same moment.
        relieves: Option<u32>,
        /// Why.
        why: String,
        /// Where the log of each table stands.
        stands: Stands,
    },
    /// One ends.
    End {
        /// Its number.
        number: u32,
        /// Why.
        why: String,
        /// Where the log of each table stands.
        stands: Stands,
    },
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShiftReason {
    /// A shift is on.
    ShiftOn,
    /// The shift is over, or none is on.
    ShiftOver,
    /// There is no such shift.
    NoSuchShift,
}

/// A beginning or an end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

/// Every shift of a house, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShiftRegister {
    shifts: Vec<Shift>,
}

type Turned = RegisterRefusal<ShiftReason>;

impl ShiftRegister {
    fn find(&self, number: u32) -> Result<&Shift, Turned> {
        let found = self.shifts.iter().find(|shift| shift.number == number);
        found.ok_or_else(|| RegisterRefusal::new(ShiftReason::NoSuchShift, "there is no such shift"))
    }

    /// One shift at a time: another begins where none is on, or relieves it.
    fn may_begin(&self, relieves: Option<u32>) -> Result<(), Turned> {
        let on = self.shifts.iter().find(|shift| shift.ended.is_none()).map(|shift| shift.number);
        match (on, relieves) {
            (None, None) => Ok(()),
            (Some(on), Some(relieved)) if on == relieved => Ok(()),
            (Some(on), _) => {
                let message = format!("shift {on} is on; end it first, or relieve it with `relieves`: {on}");
                Err(RegisterRefusal::new(ShiftReason::ShiftOn, message))
            }
            (None, Some(_)) => {
                Err(RegisterRefusal::new(ShiftReason::ShiftOver, "no shift is on that could be relieved"))
            }
        }
    }
}

impl Register for ShiftRegister {
    const STREAMS: [&'static str; 3] = [SHIFT, "shift-answer", "shift-snapshot"];
    const FORM: u32 = 1;
    const FACT: &'static str = "shift-1";
    const TURNED_DOWN: &'static str = "shift-refusal-1";

    type Act = ShiftAct;
    type Fact = ShiftFact;
    type Reason = ShiftReason;

    fn judge(&self, asked: &RegisterCommand<ShiftAct>) -> Result<Vec<ShiftFact>, Turned> {
        match asked.act.clone() {
            ShiftAct::Begin { name, relieves, why, stands } => {
                self.may_begin(relieves)?;
                let number = self.shifts.last().map_or(0, |last| last.number).saturating_add(1);
                let (words, stood) = (why.clone(), stands.clone());
                let ended = relieves.map(|number| ShiftFact::Ended { number, why: words, stands: stood });
                let begun = ShiftFact::Begun { number, name, why, stands };
                Ok(ended.into_iter().chain([begun]).collect())
            }
            ShiftAct::End { number, why, stands } => match self.find(number)?.ended {
                Some(_) => {
                    let message = format!("shift {number} has ended already");
                    Err(RegisterRefusal::new(ShiftReason::ShiftOver, message))
                }
                None => Ok(vec![ShiftFact::Ended { number, why, stands }]),
            },
        }
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<ShiftFact>) {
        let moment = |why: &String, stands: &Stands| Moment {
            at: *at,
            by: by.name.clone(),
            role: by.role.clone(),
            why: why.clone(),
            stands: stands.clone(),
        };
        match fact {
            ShiftFact::Begun { number, name, why, stands } => self.shifts.push(Shift {
                number: *number,
                name: name.clone(),
                begun: moment(why, stands),
                ended: None,
            }),
            ShiftFact::Ended { number, why, stands } => {
                if let Some(shift) = self.shifts.iter_mut().find(|shift| shift.number == *number) {
                    shift.ended = Some(moment(why, stands));
                }
            }
        }
    }

    /// Where logs stood is the house's to say, and no part of what was asked.
    fn is_same_act(recorded: &ShiftAct, asked: &ShiftAct) -> bool {
        let asked_alone = |act: &ShiftAct| match act.clone() {
            ShiftAct::Begin { name, relieves, why, .. } => {
                ShiftAct::Begin { name, relieves, why, stands: Stands::new() }
            }
            ShiftAct::End { number, why, .. } => ShiftAct::End { number, why, stands: Stands::new() },
        };
        asked_alone(recorded) == asked_alone(asked)
    }

    fn followed(act: &ShiftAct, facts: &[&ShiftFact]) -> bool {
        let relieved = match facts {
            [ShiftFact::Ended { number, .. }, ShiftFact::Begun { .. }] => Some(*number),
            _ => None,
        };
        match (act, facts.last()) {
            (
                ShiftAct::Begin { name, relieves, why, .. },
                Some(ShiftFact::Begun { name: called, why: words, .. }),
            ) => (name, why, *relieves) == (called, words, relieved),
            (ShiftAct::End { number, why, .. }, Some(ShiftFact::Ended { number: known, why: words, .. })) => {
                (number, why) == (known, words) && facts.len() == 1
            }
            _ => false,
        }
    }
}

/// The shifts of a house: the register, opened when somebody first asks for it and kept open. Whoever begins or ends one waits for
/// the others.
#[derive(Default)]
pub struct Shifts(Mutex<Option<Log<ShiftRegister>>>);

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
    async fn lock(&self, ledger: &Ledger) -> Result<MappedMutexGuard<'_, Log<ShiftRegister>>, Denial> {
        let mut register = self.0.lock().await;
        if register.is_none() {
            *register = Some(ledger.log::<ShiftRegister>(REGISTER).await?);
        }
        MutexGuard::try_map(register, Option::as_mut)
            .map_err(|_| Denial::ours(&"the register of shifts is not open"))
    }

    /// Every shift, in order.
    pub async fn all(&self, ledger: &Ledger) -> Result<Vec<Shift>, Denial> {
        Ok(self.lock(ledger).await?.state().shifts.clone())
    }

    /// Begins a shift. The same under the same id gets the same answer.
    pub async fn begin(&self, ledger: &Ledger, by: &Person, beginning: Beginning) -> Result<Shift, Denial> {
        let Beginning { id, name, relieves, why } = beginning;
        act_record::check_why(&why)?;
        let length = name.chars().count();
        if !(1..=LONGEST_NAME).contains(&length) || name.trim() != name || name.chars().any(char::is_control)
        {
            let message = format!("name: allowed are 1 to {LONGEST_NAME} characters, no blank at either end");
            return Err(Denial::unprocessable(message));
        }
        let mut register = self.lock(ledger).await?;
        let act = ShiftAct::Begin { name, relieves, why, stands: stands(ledger).await? };
        let events = ask(&mut register, by, &id, act).await?;
        let mut begun = ShiftRegister::default();
        events.iter().for_each(|event| begun.take(event));
        begun.shifts.pop().ok_or_else(|| Denial::ours(&"a shift that has just begun is not known"))
    }

    /// Ends a shift. The same under the same id gets the same answer and ends nothing.
    pub async fn end(
        &self,
        ledger: &Ledger,
        by: &Person,
        number: u32,
        (id, why): (&str, String),
    ) -> Result<Shift, Denial> {
        act_record::check_why(&why)?;
        let mut register = self.lock(ledger).await?;
        let act = ShiftAct::End { number, why, stands: stands(ledger).await? };
        ask(&mut register, by, id, act).await?;
        register.state().find(number).cloned().map_err(denial)
    }
}

async fn ask(
    register: &mut Log<ShiftRegister>,
    by: &Person,
    id: &str,
    act: ShiftAct,
) -> Result<Vec<RegisterEvent<ShiftFact>>, Denial> {
    let id = act_record::command_id(id, by)?;
    let command = RegisterCommand { act, by: By::new(&*by.name.0, by.role.word()), at: clock::now() };
    match register.submit(&id, &command, Vec::new()).await? {
        Answer::Accepted { events, .. } => Ok(events),
        Answer::Refused { refusal, .. } => Err(denial(refusal)),
    }
}

fn denial(refusal: Turned) -> Denial {
    match refusal.reason {
        ShiftReason::ShiftOn => Denial::conflict("shift-on", refusal.message),
        ShiftReason::ShiftOver => Denial::conflict("shift-over", refusal.message),
        ShiftReason::NoSuchShift => Denial::not_found(refusal.message),
    }
}
