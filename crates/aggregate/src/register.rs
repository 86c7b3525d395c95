//! A register: an aggregate that begins empty and is judged by the code alone, such as the calls for a supervisor at a table.

use crate::{ASKED, Aggregate, By, Decided, Text, Time, Unreadable, Written};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is asked of a register, by whom and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterCommand<T> {
    /// What.
    pub act: T,
    /// By whom.
    pub by: By,
    /// When. The log keeps it beside the command.
    #[serde(skip, default)]
    pub at: Time,
}

/// Something that happened, by whom and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterEvent<F> {
    /// What.
    pub fact: F,
    /// By whom.
    pub by: By,
    /// When.
    pub at: Time,
}

/// Why a register turned something down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterRefusal<R> {
    /// In one word.
    pub reason: R,
    /// What was found and what is allowed.
    pub message: String,
}

impl<R> RegisterRefusal<R> {
    /// For this reason, in these words.
    pub fn new(reason: R, message: impl Into<String>) -> RegisterRefusal<R> {
        RegisterRefusal { reason, message: message.into() }
    }
}

impl<R> fmt::Display for RegisterRefusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// An aggregate that begins empty, is judged by the code alone, and is plain data. Every register is an [`Aggregate`].
pub trait Register: Default + Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The kinds of the streams that hold what happened, what was turned down, and what its snapshots stand for.
    const STREAMS: [&'static str; 3];
    /// The number of the form of its state.
    const FORM: u32;
    /// The number of its rulings ([`Aggregate::RULINGS`]).
    const RULINGS: u32 = 1;
    /// The kind of a fact.
    const FACT: &'static str;
    /// The kind of what was turned down.
    const TURNED_DOWN: &'static str;

    /// What may be asked.
    type Act: PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What happens.
    type Fact: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// Why not, in one word.
    type Reason: Serialize + DeserializeOwned + Send + Sync;

    /// Judges what is asked. Changes nothing.
    fn judge(
        &self,
        asked: &RegisterCommand<Self::Act>,
    ) -> Result<Vec<Self::Fact>, RegisterRefusal<Self::Reason>>;

    /// Takes in what happened.
    fn take(&mut self, happened: &RegisterEvent<Self::Fact>);

    /// Is this the same act again? What the house itself adds to an act, such as where logs stood, is no part of what was asked.
    fn is_same_act(recorded: &Self::Act, asked: &Self::Act) -> bool {
        recorded == asked
    }

    /// Did these facts, recorded before logs kept what was asked, follow from this act?
    fn followed(act: &Self::Act, facts: &[&Self::Fact]) -> bool {
        let _ = (act, facts);
        false
    }

    /// A fact as the log keeps it.
    fn write_fact(fact: &Self::Fact) -> Result<Written, serde_json::Error> {
        Written::new(Self::FACT, fact)
    }

    /// The fact that was written.
    fn read_fact(written: Text<'_>) -> Result<Self::Fact, Unreadable> {
        written.read(Self::FACT)
    }
}

impl<P: Register> Aggregate for P {
    const KIND: &'static str = P::STREAMS[0];
    const ANSWERS: &'static str = P::STREAMS[1];
    const SNAPSHOTS: &'static str = P::STREAMS[2];
    const STATE_FORM: u32 = P::FORM;
    const RULINGS: u32 = <P as Register>::RULINGS;

    type Rules = ();
    type Command = RegisterCommand<P::Act>;
    type Event = RegisterEvent<P::Fact>;
    type Refusal = RegisterRefusal<P::Reason>;

    fn found((): &(), command: &Self::Command) -> Result<Vec<Self::Event>, Self::Refusal> {
        P::default().decide(command).map(|decided| decided.events)
    }

    fn begin((): &(), first: &Self::Event) -> Option<P> {
        let mut register = P::default();
        register.take(first);
        Some(register)
    }

    fn decide(&self, command: &Self::Command) -> Result<Decided<P>, Self::Refusal> {
        let happened = |fact| RegisterEvent { fact, by: command.by.clone(), at: command.at };
        let facts = self.judge(command)?;
        Ok(Decided::events(facts.into_iter().map(happened).collect()))
    }

    fn apply(&mut self, event: &Self::Event) {
        self.take(event);
    }

    fn may_take_rules(&self, (): &()) -> Result<(), String> {
        Ok(())
    }

    fn with_rules(&self, (): &()) -> Option<P> {
        Some(self.clone())
    }

    fn by(command: &Self::Command) -> By {
        command.by.clone()
    }

    fn at(command: &Self::Command) -> Time {
        command.at
    }

    fn write_command(command: &Self::Command) -> Result<Written, serde_json::Error> {
        Written::new(ASKED, command)
    }

    fn read_command(written: Text<'_>, at: Time) -> Result<Self::Command, Unreadable> {
        let command: RegisterCommand<P::Act> = serde_json::from_str(written.json)?;
        match written.kind {
            ASKED => Ok(RegisterCommand { at, ..command }),
            other => Err(Unreadable(format!("found {other}, expected {ASKED}"))),
        }
    }

    fn is_same(recorded: &str, command: &Self::Command) -> Option<bool> {
        let recorded: RegisterCommand<P::Act> = serde_json::from_str(recorded).ok()?;
        Some(recorded.by == command.by && P::is_same_act(&recorded.act, &command.act))
    }

    fn led_to(command: &Self::Command, events: &[Self::Event]) -> bool {
        let facts: Vec<&P::Fact> = events.iter().map(|event| &event.fact).collect();
        events.iter().all(|event| event.by == command.by) && P::followed(&command.act, &facts)
    }

    fn write_event(event: &Self::Event, _: &By) -> Result<Written, serde_json::Error> {
        P::write_fact(&event.fact)
    }

    fn read_event(written: Text<'_>, by: &By, at: Time) -> Result<Self::Event, Unreadable> {
        Ok(RegisterEvent { fact: P::read_fact(written)?, by: by.clone(), at })
    }

    fn write_refusal(refusal: &Self::Refusal) -> Result<Written, serde_json::Error> {
        Written::new(P::TURNED_DOWN, refusal)
    }

    fn read_refusal(written: Text<'_>) -> Result<Self::Refusal, Unreadable> {
        match written.kind == P::TURNED_DOWN {
            true => Ok(serde_json::from_str(written.json)?),
            false => Err(Unreadable(format!("found {}, expected {}", written.kind, P::TURNED_DOWN))),
        }
    }

    fn write_state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    fn restore((): &(), state: &str) -> Result<P, Unreadable> {
        Ok(serde_json::from_str(state)?)
    }
}
