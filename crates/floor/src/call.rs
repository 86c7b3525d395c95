//! Calls for a supervisor: who called to which table and why, and who came. Each table has a register of its own for them.

use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};
use ledger::{Answer, By, CommandId, Log};
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use table::{Actor, Time};
use utoipa::ToSchema;

/// The kind of stream that holds them.
pub const CALL: &str = "call";
/// The longest reason.
const LONGEST: usize = 200;
/// Of how many answered calls a table remembers who came.
const REMEMBERED: usize = 100;

/// A call for a supervisor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Call {
    /// Its number at this table.
    pub number: u32,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// Who called.
    pub by: String,
    /// In which role.
    pub role: String,
    /// Why; empty if no reason was given.
    pub why: String,
    /// Who came, once somebody did.
    pub answered_by: Option<String>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CallAct {
    /// A supervisor is called.
    Make {
        /// Why.
        why: String,
    },
    /// Somebody comes.
    Answer {
        /// The number of the call.
        number: u32,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
pub enum CallFact {
    /// Somebody called.
    Made {
        /// The number of the call.
        number: u32,
        /// Why.
        why: String,
    },
    /// Somebody came.
    Answered {
        /// The number of the call.
        number: u32,
        /// The call that is answered; records of earlier releases leave it out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Call>,
    },
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallReason {
    /// The reason is too long, or has characters that are none.
    BadReason,
    /// There is no such call.
    NoSuchCall,
    /// Somebody has come already.
    CallAnswered,
}

/// The calls of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calls {
    /// How many there were.
    made: u32,
    /// Those to which nobody has come yet.
    open: Vec<Call>,
    /// Who came to the last of the others.
    answered: VecDeque<(u32, String)>,
}

impl Calls {
    /// Those to which nobody has come yet.
    pub fn open_ones(&self) -> Vec<Call> {
        self.open.clone()
    }

    fn find(&self, number: u32) -> Result<&Call, RegisterRefusal<CallReason>> {
        let open = self.open.iter().find(|call| call.number == number);
        open.ok_or_else(|| match (1..=self.made).contains(&number) {
            true => {
                let came = self.answered.iter().find(|(answered, _)| *answered == number);
                let came = came.map_or("somebody", |(_, name)| name);
                RegisterRefusal::new(CallReason::CallAnswered, format!("{came} has answered this call"))
            }
            false => RegisterRefusal::new(CallReason::NoSuchCall, "there is no such call"),
        })
    }
}

/// A call that was just made.
fn made(number: u32, why: &str, by: &By, at: Time) -> Call {
    Call { number, at, by: by.name.clone(), role: by.role.clone(), why: why.to_owned(), answered_by: None }
}

impl Register for Calls {
    const STREAMS: [&'static str; 3] = [CALL, "call-answer", "call-snapshot"];
    const FORM: u32 = 1;
    const FACT: &'static str = "call-1";
    const TURNED_DOWN: &'static str = "call-refusal-1";

    type Act = CallAct;
    type Fact = CallFact;
    type Reason = CallReason;

    fn judge(&self, asked: &RegisterCommand<CallAct>) -> Result<Vec<CallFact>, RegisterRefusal<CallReason>> {
        match &asked.act {
            CallAct::Make { why } => {
                check(why)?;
                Ok(vec![CallFact::Made { number: self.made.saturating_add(1), why: why.clone() }])
            }
            CallAct::Answer { number } => {
                let of = Call { answered_by: Some(asked.by.name.clone()), ..self.find(*number)?.clone() };
                Ok(vec![CallFact::Answered { number: *number, of: Some(of) }])
            }
        }
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<CallFact>) {
        match fact {
            CallFact::Made { number, why } => {
                self.made = self.made.max(*number);
                self.open.push(made(*number, why, by, *at));
            }
            CallFact::Answered { number, .. } => {
                self.open.retain(|call| call.number != *number);
                self.answered.push_back((*number, by.name.clone()));
                if self.answered.len() > REMEMBERED {
                    self.answered.pop_front();
                }
            }
        }
    }

    fn followed(act: &CallAct, facts: &[&CallFact]) -> bool {
        match (act, facts) {
            (CallAct::Make { why }, [CallFact::Made { why: recorded, .. }]) => why == recorded,
            (CallAct::Answer { number }, [CallFact::Answered { number: recorded, .. }]) => number == recorded,
            _ => false,
        }
    }
}

fn check(why: &str) -> Result<(), RegisterRefusal<CallReason>> {
    let length = why.chars().count();
    match length > LONGEST || why.chars().any(char::is_control) {
        true => Err(RegisterRefusal::new(
            CallReason::BadReason,
            format!("why: found {length} characters; allowed are up to {LONGEST}, none a control character"),
        )),
        false => Ok(()),
    }
}

/// Somebody calls, or comes. The same under the same id gets the same answer. A reason that cannot stand in the log is not written there.
pub async fn ask(
    calls: &mut Log<Calls>,
    id: &CommandId,
    by: &Actor,
    at: Time,
    act: CallAct,
) -> Result<Call, Denial> {
    if let CallAct::Make { why } = &act {
        check(why).map_err(denial)?;
    }
    let asked = RegisterCommand { act, by: By::from(by), at };
    let events = match calls.submit(id, &asked, Vec::new()).await? {
        Answer::Accepted { events, .. } => events,
        Answer::Refused { refusal, .. } => return Err(denial(refusal)),
    };
    let call = events.first().map(|RegisterEvent { fact, by, at }| match fact {
        CallFact::Made { number, why } => made(*number, why, by, *at),
        CallFact::Answered { of: Some(of), .. } => of.clone(),
        CallFact::Answered { number, of: None } => {
            Call { answered_by: Some(by.name.clone()), ..made(*number, "", by, *at) }
        }
    });
    call.ok_or_else(|| Denial::ours(&"a call that was just made is not known"))
}

fn denial(refusal: RegisterRefusal<CallReason>) -> Denial {
    match refusal.reason {
        CallReason::BadReason => Denial::unprocessable(refusal.message),
        CallReason::NoSuchCall => Denial::not_found(refusal.message),
        CallReason::CallAnswered => Denial::conflict("call-answered", refusal.message),
    }
}
