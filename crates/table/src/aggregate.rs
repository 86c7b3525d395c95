//! The table as the ledger keeps it: how commands, events, refusals and the state are written and read again.

use crate::acts::Act;
use crate::cite::Citation;
use crate::command::{About, Command, Person};
use crate::deal;
use crate::event::Event;
use crate::facts::Fact;
use crate::people;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::settings::Settings;
use crate::state::record::RecalledCoups;
use crate::state::{Phase, State};
use crate::table::Table;
use crate::time::Time;
use ::aggregate::{ASKED, Aggregate, By, Decided, Text, Unreadable, Written};
use baccarat::book::Book;
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The kind of stream that holds what was asked of a table and what happened there.
pub const TABLE: &str = "table";
/// The kind of stream that holds what a table refused.
pub const ANSWER: &str = "answer";

const EVENT: &str = "table-event-1";
const REFUSAL: &str = "refusal-1";

/// What is asked of a table's log: to open the table, or something of the table that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Open it.
    Open {
        /// With these settings.
        settings: Box<Settings>,
        /// Who opens it.
        by: Actor,
        /// When.
        at: Time,
    },
    /// Something of the table.
    Acts(Command),
}

impl From<Command> for TableCommand {
    fn from(command: Command) -> TableCommand {
        TableCommand::Acts(command)
    }
}

/// A command as the log keeps it.
#[derive(Serialize)]
#[serde(untagged)]
enum KeptCommand<'c> {
    Open {
        by: &'c Actor,
        open: &'c Settings,
    },
    /// By one person in one role.
    Acts {
        acts: &'c [Act],
        by: Actor,
        #[serde(skip_serializing_if = "is_default")]
        about: About,
        #[serde(skip_serializing_if = "RecalledCoups::is_empty")]
        recalled: &'c RecalledCoups,
    },
    /// By somebody who may act in several roles, perhaps with a second person.
    Roles {
        acts: &'c [Act],
        by: &'c Person,
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<&'c Person>,
        #[serde(skip_serializing_if = "is_default")]
        about: About,
        #[serde(skip_serializing_if = "RecalledCoups::is_empty")]
        recalled: &'c RecalledCoups,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadCommand {
    by: ReadBy,
    #[serde(default)]
    second: Option<Person>,
    #[serde(default)]
    about: About,
    #[serde(default)]
    open: Option<Box<Settings>>,
    #[serde(default)]
    acts: Option<Vec<Act>>,
    #[serde(default)]
    recalled: RecalledCoups,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ReadBy {
    One(Actor),
    Roles(Person),
}

impl From<ReadBy> for Person {
    fn from(by: ReadBy) -> Person {
        match by {
            ReadBy::One(actor) => actor.into(),
            ReadBy::Roles(person) => person,
        }
    }
}

fn is_default(about: &About) -> bool {
    *about == About::default()
}

/// An event as the log keeps it.
#[derive(Serialize)]
struct WrittenEvent<'e> {
    fact: &'e Fact,
    #[serde(rename = "under")]
    cites: &'e Citation,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'e Actor>,
}

#[derive(Deserialize)]
struct ReadEvent {
    fact: Fact,
    #[serde(rename = "under")]
    cites: Citation,
    #[serde(default)]
    by: Option<Actor>,
}

impl From<&Actor> for By {
    fn from(actor: &Actor) -> By {
        By::new(&*actor.name.0, actor.role.to_string())
    }
}

impl Aggregate for Table {
    const KIND: &'static str = TABLE;
    const ANSWERS: &'static str = ANSWER;
    const SNAPSHOTS: &'static str = "snapshot";
    const STATE_FORM: u32 = 5;
    const STATE_IS_BOUNDED: bool = true;
    const RULINGS: u32 = 2;

    type Rules = Arc<Book>;
    type Command = TableCommand;
    type Event = Event;
    type Refusal = Refusal;

    fn found(book: &Arc<Book>, command: &TableCommand) -> Result<Vec<Event>, Refusal> {
        match command {
            TableCommand::Open { settings, by, at } => {
                let (_, event) = Table::open(book.clone(), (**settings).clone(), by.clone(), *at)?;
                Ok(vec![event])
            }
            TableCommand::Acts(_) => Err(Refusal::new(
                Reason::TableClosed,
                "the table has not been opened",
                Citation::silent("a closed table"),
            )),
        }
    }

    fn begin(book: &Arc<Book>, first: &Event) -> Option<Table> {
        Table::replay(book.clone(), std::slice::from_ref(first))
    }

    fn decide(&self, command: &TableCommand) -> Result<Decided<Table>, Refusal> {
        match command {
            TableCommand::Acts(command) => {
                let (events, after) = self.decide(command)?.into_parts();
                Ok(Decided { events, after })
            }
            TableCommand::Open { .. } => Err(Refusal::new(
                Reason::AlreadyDone,
                "the table is open",
                Citation::silent("who opens a table"),
            )),
        }
    }

    fn apply(&mut self, event: &Event) {
        Table::apply(self, event);
    }

    fn may_take_rules(&self, book: &Arc<Book>) -> Result<(), String> {
        if !matches!(self.state.phase, Phase::Closed | Phase::Preparing(_)) {
            return Err("a coup, or the betting before it, is under way".to_owned());
        }
        let undecided = self.state.matters.iter().any(|matter| matter.decided.is_none());
        if !self.state.stakes.is_empty() || undecided {
            return Err("wagers are on the layout, or something is to be decided".to_owned());
        }
        if self.state.session.is_some() {
            return Err("the table is given to a tournament".to_owned());
        }
        match self.state.settings.check(book).first() {
            Some(bad) => Err(format!("it does not allow {}: {}", bad.setting, bad.message)),
            None => Ok(()),
        }
    }

    fn with_rules(&self, book: &Arc<Book>) -> Option<Table> {
        Table::restore(book.clone(), self.state.clone())
    }

    fn by(command: &TableCommand) -> By {
        match command {
            TableCommand::Open { by, .. } => By::from(by),
            TableCommand::Acts(command) => By::from(&command.by.usual()),
        }
    }

    fn at(command: &TableCommand) -> Time {
        match command {
            TableCommand::Open { at, .. } | TableCommand::Acts(Command { at, .. }) => *at,
        }
    }

    fn write_command(command: &TableCommand) -> Result<Written, serde_json::Error> {
        let asked = match command {
            TableCommand::Open { settings, by, .. } => KeptCommand::Open { by, open: settings },
            TableCommand::Acts(Command { acts, by, second, about, recalled, .. }) => {
                let about = *about;
                match (&by.roles[..], second) {
                    ([_], None) => KeptCommand::Acts { acts, by: by.usual(), about, recalled },
                    _ => KeptCommand::Roles { acts, by, second: second.as_ref(), about, recalled },
                }
            }
        };
        Written::new(ASKED, &asked)
    }

    fn read_command(written: Text<'_>, at: Time) -> Result<TableCommand, Unreadable> {
        match written.read(ASKED)? {
            ReadCommand { by: ReadBy::One(by), open: Some(settings), acts: None, .. } => {
                Ok(TableCommand::Open { settings, by, at })
            }
            ReadCommand { by, second, about, open: None, acts: Some(acts), recalled } => {
                Ok(TableCommand::Acts(Command { acts, by: by.into(), second, at, about, recalled }))
            }
            _ => Err(Unreadable("either a table is opened or acts are asked of it".to_owned())),
        }
    }

    /// Cards that lie face down are named by the house when a patron turns them over, and so is what a numbered voucher is worth and
    /// which coups were put away; whoever asks again need not know them.
    fn is_same(recorded: &str, command: &TableCommand) -> Option<bool> {
        let TableCommand::Acts(command) = command else { return None };
        let left_out = |act: &Act| match act {
            Act::Deal(deal::Act::Expose { cards, .. }) => cards.is_empty(),
            Act::People(people::Act::SwapVoucher { worth, number }) => number.is_some() && worth.0 == 0,
            _ => false,
        };
        let recalls = !command.recalled.is_empty() || recorded.contains("\"recalled\":");
        if !recalls && !command.acts.iter().any(left_out) {
            return None;
        }
        let text = Text { kind: ASKED, json: recorded };
        let Ok(TableCommand::Acts(mut recorded)) = Table::read_command(text, command.at) else {
            return Some(false);
        };
        for (act, asked) in recorded.acts.iter_mut().zip(&command.acts) {
            match (act, left_out(asked)) {
                (Act::Deal(deal::Act::Expose { cards, .. }), true) => cards.clear(),
                (Act::People(people::Act::SwapVoucher { worth, .. }), true) => *worth = Money(0),
                _ => {}
            }
        }
        recorded.recalled.clone_from(&command.recalled);
        Some(recorded == *command)
    }

    fn older_request(command: &TableCommand) -> Result<Option<String>, serde_json::Error> {
        #[derive(Serialize)]
        struct OneAct<'c> {
            act: &'c Act,
            by: Actor,
        }
        match command {
            TableCommand::Acts(Command { acts, by, .. }) if acts.len() == 1 => {
                serde_json::to_string(&OneAct { act: &acts[0], by: by.usual() }).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn write_event(event: &Event, by: &By) -> Result<Written, serde_json::Error> {
        let Event { fact, cites, by: actor, .. } = event;
        let alike = *actor.name.0 == *by.name && actor.role.to_string() == by.role;
        Written::new(EVENT, &WrittenEvent { fact, cites, by: (!alike).then_some(actor) })
    }

    fn read_event(written: Text<'_>, by: &By, at: Time) -> Result<Event, Unreadable> {
        let ReadEvent { fact, cites, by: actor } = written.read(EVENT)?;
        if let Some(by) = actor {
            return Ok(Event { fact, by, at, cites });
        }
        let role = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(&by.role);
        let role = Deserialize::deserialize(role).map_err(|error| Unreadable(format!("role: {error}")))?;
        Ok(Event { fact, by: Actor { name: by.name.as_str().into(), role }, at, cites })
    }

    fn write_refusal(refusal: &Refusal) -> Result<Written, serde_json::Error> {
        Written::new(REFUSAL, refusal)
    }

    /// Records were once without the amounts, which the message names.
    fn is_same_refusal(recorded: &Refusal, again: &Refusal) -> bool {
        let amounts = recorded.amounts.clone();
        recorded.amounts.is_empty() && *recorded == Refusal { amounts, ..again.clone() }
    }

    fn read_refusal(written: Text<'_>) -> Result<Refusal, Unreadable> {
        written.read(REFUSAL)
    }

    fn write_state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.state)
    }

    fn restore(book: &Arc<Book>, state: &str) -> Result<Table, Unreadable> {
        let state: State = serde_json::from_str(state)?;
        let none = || Unreadable("no chips can be made of its settings".to_owned());
        Table::restore(book.clone(), state).ok_or_else(none)
    }

    fn conserved(&self) -> [i64; 2] {
        [self.state.all_chips().0, self.state.all_tokens().0]
    }
}
