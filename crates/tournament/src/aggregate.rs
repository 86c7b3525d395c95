//! The tournament as the ledger keeps it: how commands, events, refusals and the state are written and read again.
//!
//! Nothing secret is in a command that may be refused. A form is handed in as its salted hash; what it shows, like the seed of a
//! draw, is added by the house only to a command that will be taken, and is public from then on.

use crate::acts::{Act, Command};
use crate::conditions::Conditions;
use crate::facts::{Event, Fact};
use crate::refusal::{Reason, Refusal};
use crate::state::State;
use crate::tournament::Tournament;
use ::aggregate::{ASKED, Aggregate, By, Decided, Text, Unreadable, Written};
use baccarat::book::Book;
use baccarat::rules::people::Role;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Actor, Citation, Name, Time};

/// The kind of stream that holds what was asked of a tournament and what happened in it.
pub const TOURNAMENT: &str = "tournament";

const EVENT: &str = "tournament-event-1";
const REFUSAL: &str = "tournament-refusal-1";

/// What is asked of a tournament's log: to begin it with its conditions, or something of the tournament that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    /// Begin it.
    Draft {
        /// The text of its conditions.
        conditions: String,
        /// Who writes them.
        by: Actor,
        /// When.
        at: Time,
    },
    /// Something of the tournament.
    Acts(Command),
}

impl From<Command> for TournamentCommand {
    fn from(command: Command) -> TournamentCommand {
        TournamentCommand::Acts(command)
    }
}

/// A command as the log keeps it.
#[derive(Serialize)]
#[serde(untagged)]
enum KeptCommand<'c> {
    Draft {
        by: &'c Actor,
        conditions: &'c str,
    },
    Act {
        by: &'c Actor,
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<&'c Name>,
        asks: &'c Act,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadCommand {
    by: Actor,
    #[serde(default)]
    second: Option<Name>,
    #[serde(default)]
    conditions: Option<String>,
    #[serde(default)]
    asks: Option<Act>,
}

/// An event as the log keeps it. When it came and who asked are kept beside it.
#[derive(Serialize)]
struct WrittenEvent<'e> {
    fact: &'e Fact,
    cites: &'e Citation,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'e Actor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadEvent {
    fact: Fact,
    cites: Citation,
    #[serde(default)]
    by: Option<Actor>,
}

/// The state as a snapshot keeps it.
#[derive(Serialize, Deserialize)]
struct Kept<T, S> {
    conditions: T,
    state: S,
}

fn read_conditions(book: &Book, text: &str) -> Result<Conditions, Refusal> {
    Conditions::read(text, book).map_err(|faults| {
        let cites = faults.iter().map(|fault| fault.cites.clone()).fold(Citation::default(), Citation::and);
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Refusal::new(Reason::ConditionsFaulty, faults.join("; "), cites)
    })
}

impl Aggregate for Tournament {
    const KIND: &'static str = TOURNAMENT;
    /// 2: a session ends early once the players who can still wager are those who progress, and not while somebody may buy back.
    /// 3: the minimum comes off also for a coup in which the official directs it before the first card.
    const RULINGS: u32 = 3;
    const ANSWERS: &'static str = "tournament-answer";
    const SNAPSHOTS: &'static str = "tournament-snapshot";
    const STATE_FORM: u32 = 4;

    type Rules = Arc<Book>;
    type Command = TournamentCommand;
    type Event = Event;
    type Refusal = Refusal;

    fn found(book: &Arc<Book>, command: &TournamentCommand) -> Result<Vec<Event>, Refusal> {
        let TournamentCommand::Draft { conditions, by, at } = command else {
            let message = "there is no such tournament yet";
            return Err(Refusal::new(Reason::OutOfOrder, message, Citation::default()));
        };
        if !matches!(by.role, Role::Operator | Role::Director) {
            let message = format!("{} asks as {}; allowed is operator or director", by.name, by.role);
            return Err(Refusal::new(Reason::NotInThatRole, message, Citation::default()));
        }
        read_conditions(book, conditions)?;
        let fact = Fact::Drafted { conditions: conditions.clone() };
        Ok(vec![Event { fact, by: by.clone(), at: *at, cites: Citation::default() }])
    }

    fn begin(book: &Arc<Book>, first: &Event) -> Option<Tournament> {
        let Fact::Drafted { conditions } = &first.fact else { return None };
        let conditions = Conditions::on_record(conditions, book).ok()?;
        Some(Tournament::new(book.clone(), Arc::new(conditions)))
    }

    fn decide(&self, command: &TournamentCommand) -> Result<Decided<Tournament>, Refusal> {
        match command {
            TournamentCommand::Acts(command) => {
                let (events, after) = self.decide_whole(command)?;
                Ok(Decided { events, after: Some(after) })
            }
            TournamentCommand::Draft { .. } => {
                let message = "the tournament has its conditions";
                Err(Refusal::new(Reason::AlreadyDone, message, Citation::default()))
            }
        }
    }

    fn apply(&mut self, event: &Event) {
        Tournament::apply(self, event);
    }

    /// Entrants have paid for the book and the conditions that they were given.
    fn may_take_rules(&self, _: &Arc<Book>) -> Result<(), String> {
        Err("a tournament is run to its end under the edition of the book that it began under".to_owned())
    }

    fn with_rules(&self, book: &Arc<Book>) -> Option<Tournament> {
        let conditions = Conditions::on_record(&self.conditions().text, book).ok()?;
        Some(Tournament::with_state(book.clone(), Arc::new(conditions), self.state().clone()))
    }

    fn by(command: &TournamentCommand) -> By {
        let (TournamentCommand::Draft { by, .. } | TournamentCommand::Acts(Command { by, .. })) = command;
        By::from(by)
    }

    fn at(command: &TournamentCommand) -> Time {
        let (TournamentCommand::Draft { at, .. } | TournamentCommand::Acts(Command { at, .. })) = command;
        *at
    }

    fn write_command(command: &TournamentCommand) -> Result<Written, serde_json::Error> {
        let asked = match command {
            TournamentCommand::Draft { conditions, by, .. } => KeptCommand::Draft { by, conditions },
            TournamentCommand::Acts(Command { act, by, confirmed_by, .. }) => {
                KeptCommand::Act { by, second: confirmed_by.as_ref(), asks: act }
            }
        };
        Written::new(ASKED, &asked)
    }

    fn read_command(written: Text<'_>, at: Time) -> Result<TournamentCommand, Unreadable> {
        match written.read(ASKED)? {
            ReadCommand { by, second: None, conditions: Some(conditions), asks: None } => {
                Ok(TournamentCommand::Draft { conditions, by, at })
            }
            ReadCommand { by, second: confirmed_by, conditions: None, asks: Some(act) } => {
                Ok(TournamentCommand::Acts(Command { act, by, confirmed_by, at }))
            }
            _ => Err(Unreadable("either a tournament is begun or something is asked of it".to_owned())),
        }
    }

    /// What the house has added to a command, whoever asks again need not know.
    fn is_same(recorded: &str, command: &TournamentCommand) -> Option<bool> {
        let TournamentCommand::Acts(asked) = command else { return None };
        let left_out = matches!(
            asked.act,
            Act::SealDraw { seed_hash: None }
                | Act::Ballot { seed: None, .. }
                | Act::AnnounceForm { opening: None, .. }
        );
        if !left_out {
            return None;
        }
        let text = Text { kind: ASKED, json: recorded };
        let Ok(TournamentCommand::Acts(mut recorded)) = Tournament::read_command(text, asked.at) else {
            return Some(false);
        };
        match &mut recorded.act {
            Act::SealDraw { seed_hash } => *seed_hash = None,
            Act::Ballot { seed, .. } => *seed = None,
            Act::AnnounceForm { opening, .. } => *opening = None,
            _ => {}
        }
        Some(recorded == *asked)
    }

    fn write_event(event: &Event, by: &By) -> Result<Written, serde_json::Error> {
        let Event { fact, cites, by: actor, .. } = event;
        let by = (By::from(actor) != *by).then_some(actor);
        Written::new(EVENT, &WrittenEvent { fact, cites, by })
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

    fn read_refusal(written: Text<'_>) -> Result<Refusal, Unreadable> {
        written.read(REFUSAL)
    }

    fn write_state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&Kept { conditions: &self.conditions().text, state: self.state() })
    }

    fn restore(book: &Arc<Book>, state: &str) -> Result<Tournament, Unreadable> {
        let Kept { conditions, state }: Kept<String, State> = serde_json::from_str(state)?;
        let conditions = Conditions::on_record(&conditions, book)
            .map_err(|faults| Unreadable(faults.first().map(ToString::to_string).unwrap_or_default()))?;
        Ok(Tournament::with_state(book.clone(), Arc::new(conditions), state))
    }

    /// Entrants' accounts come to the fund's, and stacks to what left the inventory of chips, at every event.
    fn conserved(&self) -> [i64; 2] {
        let (money, chips) = self.state().imbalance();
        [money.0, chips.0]
    }
}
