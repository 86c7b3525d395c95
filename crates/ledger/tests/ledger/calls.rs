//! A small aggregate of another kind than a table: calls for a supervisor, with everything that a log asks of it.

use aggregate::{ASKED, Aggregate, By, Decided, Text, Time, Unreadable, Written};
use serde::{Deserialize, Serialize};

/// A call, and who came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub why: String,
    pub by: String,
    pub answered_by: Option<String>,
}

/// The calls of a table, by rulings of this number: by later ones nobody is called for water.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls<const RULINGS: u32 = 1> {
    pub calls: Vec<Call>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    Call {
        why: String,
    },
    Answer {
        number: usize,
    },
    /// Something secret, of which the log keeps a salted hash.
    Pin {
        pin: String,
    },
}

pub struct Ask {
    pub wish: Wish,
    pub by: By,
    pub at: Time,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    Called { why: String, by: String },
    Answered { number: usize, by: String },
}

#[derive(Serialize, Deserialize)]
struct KeptWish {
    wish: Wish,
    by: By,
}

/// What the log keeps of a PIN. A real house would keep its salt apart.
fn salted(pin: &str) -> String {
    merkle::sha256(&[b"salt", pin.as_bytes()]).to_string()
}

fn kept(wish: &Wish) -> Wish {
    match wish {
        Wish::Pin { pin } => Wish::Pin { pin: salted(pin) },
        wish => wish.clone(),
    }
}

impl<const RULINGS: u32> Aggregate for Calls<RULINGS> {
    const KIND: &'static str = "call";
    const ANSWERS: &'static str = "call-answer";
    const SNAPSHOTS: &'static str = "call-snapshot";
    const STATE_FORM: u32 = 1;
    const RULINGS: u32 = RULINGS;

    type Rules = ();
    type Command = Ask;
    type Event = Happened;
    type Refusal = String;

    fn found(_: &(), ask: &Ask) -> Result<Vec<Happened>, String> {
        Self::default().decide(ask).map(|decided| decided.events)
    }

    fn begin(_: &(), first: &Happened) -> Option<Self> {
        let mut calls = Self::default();
        calls.apply(first);
        Some(calls)
    }

    fn decide(&self, Ask { wish, by, .. }: &Ask) -> Result<Decided<Self>, String> {
        let by = by.name.clone();
        let event = match wish {
            Wish::Call { why } if why.is_empty() => return Err("say why".to_owned()),
            Wish::Call { why } if RULINGS > 1 && why == "water" => {
                return Err("it is brought unasked".to_owned());
            }
            Wish::Call { why } => Happened::Called { why: why.clone(), by },
            Wish::Answer { number } => match self.calls.get(*number) {
                Some(Call { answered_by: None, .. }) => Happened::Answered { number: *number, by },
                Some(_) => return Err("somebody has come".to_owned()),
                None => return Err("there is no such call".to_owned()),
            },
            Wish::Pin { .. } => Happened::Called { why: "a PIN".to_owned(), by },
        };
        let mut after = self.clone();
        after.apply(&event);
        Ok(Decided { events: vec![event], after: Some(after) })
    }

    fn apply(&mut self, event: &Happened) {
        match event.clone() {
            Happened::Called { why, by } => self.calls.push(Call { why, by, answered_by: None }),
            Happened::Answered { number, by } => {
                if let Some(call) = self.calls.get_mut(number) {
                    call.answered_by = Some(by);
                }
            }
        }
    }

    fn may_take_rules(&self, _: &()) -> Result<(), String> {
        Ok(())
    }

    fn with_rules(&self, _: &()) -> Option<Self> {
        Some(self.clone())
    }

    fn by(ask: &Ask) -> By {
        ask.by.clone()
    }

    fn at(ask: &Ask) -> Time {
        ask.at
    }

    fn write_command(Ask { wish, by, .. }: &Ask) -> Result<Written, serde_json::Error> {
        Written::new(ASKED, &KeptWish { wish: kept(wish), by: by.clone() })
    }

    fn read_command(written: Text<'_>, at: Time) -> Result<Ask, Unreadable> {
        let KeptWish { wish, by } = written.read(ASKED)?;
        Ok(Ask { wish, by, at })
    }

    fn write_event(event: &Happened, _: &By) -> Result<Written, serde_json::Error> {
        Written::new("call-1", event)
    }

    fn read_event(written: Text<'_>, _: &By, _: Time) -> Result<Happened, Unreadable> {
        written.read("call-1")
    }

    fn write_refusal(refusal: &String) -> Result<Written, serde_json::Error> {
        Written::new("call-refusal-1", refusal)
    }

    fn read_refusal(written: Text<'_>) -> Result<String, Unreadable> {
        written.read("call-refusal-1")
    }

    fn write_state(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    fn restore(_: &(), state: &str) -> Result<Self, Unreadable> {
        Ok(serde_json::from_str(state)?)
    }
}

/// Somebody calls.
pub fn call(why: &str) -> Ask {
    Ask { wish: Wish::Call { why: why.to_owned() }, by: By::new("ann", "dealer"), at: Time(1) }
}

/// Somebody comes.
pub fn answer(number: usize) -> Ask {
    Ask { wish: Wish::Answer { number }, by: By::new("sam", "supervisor"), at: Time(2) }
}
