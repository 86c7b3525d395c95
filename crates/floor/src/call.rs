//! Calls for a supervisor: who called to which table and why, and who came. Each table has a stream of its own for them.

use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use table::{Actor, Time};
use utoipa::ToSchema;

/// The kind of stream that holds them.
pub const CALL: &str = "call";
const LINE: &str = "call-1";
/// The longest reason.
const LONGEST: usize = 200;

/// A call for a supervisor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
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

#[derive(Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
enum Line {
    Made { number: u32, why: String },
    Answered { number: u32 },
}

/// The calls of a table.
pub struct Calls {
    stream: Stream,
    calls: Vec<Call>,
    /// The call that each command was about.
    commands: HashMap<CommandId, u32>,
}

impl Calls {
    /// The calls of a table, as its stream tells them.
    pub async fn open(ledger: &Ledger, table: &str) -> Result<Calls, LedgerError> {
        let stream = Stream::new(CALL, table)?;
        let mut calls = Calls { stream, calls: Vec::new(), commands: HashMap::new() };
        let mut from = 0;
        loop {
            let page = ledger.store().read(&calls.stream, from, 1_000).await?;
            let Some(last) = page.last() else { return Ok(calls) };
            from = last.end();
            for record in page.iter().flat_map(|entry| entry.records()) {
                let line = serde_json::from_str(record.payload.text()).map_err(|error| {
                    let place = format!("{}, sequence {}", calls.stream, record.sequence);
                    LedgerError::Damaged { place, message: error.to_string() }
                })?;
                calls.follow(line, &record.entry.command, &record.entry.by, record.entry.at);
            }
        }
    }

    fn follow(&mut self, line: Line, id: &CommandId, by: &By, at: Time) {
        let number = match line {
            Line::Made { number, why } => {
                let (by, role) = (by.name.clone(), by.role.clone());
                self.calls.push(Call { number, at, by, role, why, answered_by: None });
                number
            }
            Line::Answered { number } => {
                if let Some(call) = self.calls.iter_mut().find(|call| call.number == number) {
                    call.answered_by = Some(by.name.clone());
                }
                number
            }
        };
        self.commands.insert(id.clone(), number);
    }

    /// Those to which nobody has come yet.
    pub fn open_ones(&self) -> Vec<Call> {
        self.calls.iter().filter(|call| call.answered_by.is_none()).cloned().collect()
    }

    fn find(&self, number: u32) -> Option<&Call> {
        self.calls.iter().find(|call| call.number == number)
    }

    fn known(&self, id: &CommandId) -> Option<Call> {
        self.commands.get(id).and_then(|number| self.find(*number)).cloned()
    }

    /// Somebody calls.
    pub async fn make(
        &mut self,
        ledger: &Ledger,
        id: &CommandId,
        by: &Actor,
        at: Time,
        why: String,
    ) -> Result<Call, Denial> {
        if let Some(known) = self.known(id) {
            return Ok(known);
        }
        let length = why.chars().count();
        if length > LONGEST || why.chars().any(char::is_control) {
            return Err(Denial::unprocessable(format!(
                "why: found {length} characters; allowed are up to {LONGEST}, none a control character"
            )));
        }
        let number = self.calls.last().map_or(1, |last| last.number + 1);
        self.record(ledger, id, by, at, Line::Made { number, why }).await
    }

    /// Somebody comes.
    pub async fn answer(
        &mut self,
        ledger: &Ledger,
        id: &CommandId,
        by: &Actor,
        at: Time,
        number: u32,
    ) -> Result<Call, Denial> {
        if let Some(known) = self.known(id) {
            return Ok(known);
        }
        let call = self.find(number).ok_or_else(|| Denial::not_found("there is no such call"))?;
        if let Some(other) = &call.answered_by {
            let message = format!("{other} has answered this call");
            return Err(Denial::conflict("call-answered", message));
        }
        self.record(ledger, id, by, at, Line::Answered { number }).await
    }

    async fn record(
        &mut self,
        ledger: &Ledger,
        id: &CommandId,
        by: &Actor,
        at: Time,
        line: Line,
    ) -> Result<Call, Denial> {
        let by = By::from(by);
        let payload = Payload::new(LINE, &line).map_err(|fault| Denial::ours(&fault))?;
        let draft = Draft::note(self.stream.clone(), id.clone(), at, by.clone(), payload);
        ledger.append(draft).await.map_err(|fault| Denial::ours(&fault))?;
        self.follow(line, id, &by, at);
        self.known(id).ok_or_else(|| Denial::ours(&"a call that was just made is not known"))
    }
}
