//! The promotion as the ledger keeps it.

use crate::acts::{Act, Command};
use crate::facts::{Event, Fact};
use crate::promotion::Promotion;
use crate::refusal::{Reason, Refusal};
use crate::state::State;
use ::aggregate::{ASKED, Aggregate, By, Decided, Text, Unreadable, Written};
use baccarat::book::Book;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Actor, Citation, Time};

/// The kind of stream that holds what was asked of a promotion and what happened.
pub const PROMOTION: &str = "promotion";
/// The kind of stream that holds what a promotion refused.
pub const ANSWERS: &str = "promotion-answer";

const EVENT: &str = "promotion-event-1";
const REFUSAL: &str = "promotion-refusal-1";

/// An event as the log keeps it.
#[derive(Serialize)]
struct WrittenEvent<'e> {
    fact: &'e Fact,
    cites: &'e Citation,
    by: &'e Actor,
    #[serde(skip_serializing_if = "Option::is_none")]
    keyed_by: &'e Option<Actor>,
}

#[derive(Deserialize)]
struct ReadEvent {
    fact: Fact,
    cites: Citation,
    by: Actor,
    #[serde(default)]
    keyed_by: Option<Actor>,
}

impl Aggregate for Promotion {
    const KIND: &'static str = PROMOTION;
    const ANSWERS: &'static str = ANSWERS;
    const SNAPSHOTS: &'static str = "promotion-snapshot";
    const STATE_FORM: u32 = 4;
    const RULINGS: u32 = 2;

    type Rules = Arc<Book>;
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    /// A promotion begins with its terms.
    fn found(book: &Arc<Book>, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command.act {
            Act::SetTerms { .. } => Promotion::new(book.clone()).decide(command),
            _ => Err(Refusal::new(
                Reason::OutOfOrder,
                "a promotion begins with its terms",
                Citation::default(),
            )),
        }
    }

    fn begin(book: &Arc<Book>, first: &Event) -> Option<Promotion> {
        let begins = matches!(first.fact, Fact::TermsSet { .. });
        begins.then(|| {
            let mut promotion = Promotion::new(book.clone());
            promotion.apply(first);
            promotion
        })
    }

    fn decide(&self, command: &Command) -> Result<Decided<Promotion>, Refusal> {
        Promotion::decide(self, command).map(Decided::events)
    }

    fn apply(&mut self, event: &Event) {
        Promotion::apply(self, event);
    }

    /// Terms were held against one book; another may rule only a promotion that has not started.
    fn may_take_rules(&self, _: &Arc<Book>) -> Result<(), String> {
        match self.state().sealed.is_none() {
            true => Ok(()),
            false => Err("the promotion has started under its book".to_owned()),
        }
    }

    fn with_rules(&self, book: &Arc<Book>) -> Option<Promotion> {
        Some(Promotion::with_state(book.clone(), self.state().clone()))
    }

    fn by(command: &Command) -> By {
        By::from(&command.by)
    }

    fn at(command: &Command) -> Time {
        command.at
    }

    fn write_command(command: &Command) -> Result<Written, serde_json::Error> {
        Written::new(ASKED, command)
    }

    fn read_command(written: Text<'_>, at: Time) -> Result<Command, Unreadable> {
        let command: Command = written.read(ASKED)?;
        Ok(Command { at, ..command })
    }

    /// What the house has added to a command, whoever asks again need not know.
    fn is_same(recorded: &str, command: &Command) -> Option<bool> {
        let left_out = matches!(command.act, Act::Open { sealing: None } | Act::Mix { seed: None, .. });
        if !left_out {
            return None;
        }
        let Ok(recorded) = Promotion::read_command(Text { kind: ASKED, json: recorded }, command.at) else {
            return Some(false);
        };
        Some(Command { act: recorded.act.clone().without_secrets(), ..recorded } == *command)
    }

    fn write_event(event: &Event, _: &By) -> Result<Written, serde_json::Error> {
        let Event { fact, by, keyed_by, cites, .. } = event;
        Written::new(EVENT, &WrittenEvent { fact, cites, by, keyed_by })
    }

    fn read_event(written: Text<'_>, _: &By, at: Time) -> Result<Event, Unreadable> {
        let ReadEvent { fact, cites, by, keyed_by } = written.read(EVENT)?;
        Ok(Event { fact, by, keyed_by, at, cites })
    }

    fn write_refusal(refusal: &Refusal) -> Result<Written, serde_json::Error> {
        Written::new(REFUSAL, refusal)
    }

    fn read_refusal(written: Text<'_>) -> Result<Refusal, Unreadable> {
        written.read(REFUSAL)
    }

    fn write_state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self.state())
    }

    fn restore(book: &Arc<Book>, state: &str) -> Result<Promotion, Unreadable> {
        let state: State = serde_json::from_str(state)?;
        Ok(Promotion::with_state(book.clone(), state))
    }
}
