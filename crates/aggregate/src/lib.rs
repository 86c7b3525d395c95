//! What a log can keep: an [`Aggregate`] judges commands and takes in events, without a clock, a file or a random number.
//!
//! A table is one; so are the calls for a supervisor at a table, a shift, a tournament. The ledger keeps any of them, and knows none.

mod by;
mod register;
mod time;

pub use by::By;
pub use register::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};
pub use time::Time;

use std::fmt;

/// Something whose every change is an event, and which judges what is asked of it.
///
/// Deciding changes nothing, and the same state and command give the same decision for ever: the ledger decides every recorded
/// command again when it verifies a log. So whatever depends on time, cards or chance comes in with the command.
pub trait Aggregate: Sized + Send + Sync + 'static {
    /// The kind of stream that holds its events, such as `table`.
    const KIND: &'static str;
    /// The kind of stream that holds what it refused.
    const ANSWERS: &'static str;
    /// The kind of stream that says what its snapshots stand for.
    const SNAPSHOTS: &'static str;
    /// The number of the form in which its state is written. It goes up with every change of that form, so that a snapshot of
    /// another form is passed over and not taken for a fault.
    const STATE_FORM: u32;
    /// The number of its rulings. Whoever changes what is decided, refused or cited for the same command raises it by one, so that a log
    /// from before is told from one that was altered. Logs from before the number was on record have the first.
    const RULINGS: u32 = 1;
    /// Its state is of about one size however long its log is, so that a snapshot now and then costs the same for ever. Otherwise
    /// snapshots are the rarer, the longer the log.
    const STATE_IS_BOUNDED: bool = false;

    /// What it is judged by, such as a book; `()` where that is the code alone.
    type Rules: Clone + Send + Sync;
    /// What is asked of it, by whom and when.
    type Command: Send + Sync;
    /// What happened.
    type Event: Clone + Send + Sync;
    /// Why a command is turned down.
    type Refusal: fmt::Display + Send + Sync;

    /// Judges the command that begins it.
    fn found(rules: &Self::Rules, command: &Self::Command) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// What its first event leads to; nothing if no such thing begins with that event.
    fn begin(rules: &Self::Rules, first: &Self::Event) -> Option<Self>;

    /// Judges a command as a whole: all of it happens, or nothing. Changes nothing.
    fn decide(&self, command: &Self::Command) -> Result<Decided<Self>, Self::Refusal>;

    /// Takes in what happened. History cannot be refused.
    fn apply(&mut self, event: &Self::Event);

    /// May it go on under these rules from now on? If not, why.
    fn may_take_rules(&self, rules: &Self::Rules) -> Result<(), String>;

    /// The same under these rules; nothing if they cannot rule it at all.
    fn with_rules(&self, rules: &Self::Rules) -> Option<Self>;

    /// Who asks.
    fn by(command: &Self::Command) -> By;

    /// When.
    fn at(command: &Self::Command) -> Time;

    /// A command as the log keeps it: what is asked, by whom, about what; not when. Secrets are left out or written as salted
    /// hashes; then [`Aggregate::is_same`] must know them again.
    fn write_command(command: &Self::Command) -> Result<Written, serde_json::Error>;

    /// The command that was asked at this time.
    fn read_command(written: Text<'_>, at: Time) -> Result<Self::Command, Unreadable>;

    /// Is a recorded command, as it was written, this one? Without an answer the texts are compared.
    fn is_same(recorded: &str, command: &Self::Command) -> Option<bool> {
        let _ = (recorded, command);
        None
    }

    /// How the content of this command was written before logs kept commands, if they had such: the text of which only the hash was
    /// kept.
    fn older_request(command: &Self::Command) -> Result<Option<String>, serde_json::Error> {
        let _ = command;
        Ok(None)
    }

    /// Did these events, recorded before logs kept commands, follow from this command? Only asked where [`Aggregate::older_request`]
    /// gives nothing.
    fn led_to(command: &Self::Command, events: &[Self::Event]) -> bool {
        let _ = (command, events);
        false
    }

    /// An event as the log keeps it. When it came and who asked are kept beside it; whoever acted is written with it only where
    /// that was somebody else, or in another role.
    fn write_event(event: &Self::Event, by: &By) -> Result<Written, serde_json::Error>;

    /// The event that was written.
    fn read_event(written: Text<'_>, by: &By, at: Time) -> Result<Self::Event, Unreadable>;

    /// A refusal as the log keeps it.
    fn write_refusal(refusal: &Self::Refusal) -> Result<Written, serde_json::Error>;

    /// Is this refusal, decided again, the one on record? One that is written differently is another, unless the record is of a time that
    /// wrote less of it.
    fn is_same_refusal(_recorded: &Self::Refusal, _again: &Self::Refusal) -> bool {
        false
    }

    /// The refusal that was written.
    fn read_refusal(written: Text<'_>) -> Result<Self::Refusal, Unreadable>;

    /// Its state, from which [`Aggregate::restore`] makes it again.
    fn write_state(&self) -> Result<String, serde_json::Error>;

    /// The same again from its state, in the form of [`Aggregate::STATE_FORM`].
    fn restore(rules: &Self::Rules, state: &str) -> Result<Self, Unreadable>;

    /// Sums that no event may change: chips and tokens of a table. Verification holds each event to them.
    fn conserved(&self) -> [i64; 2] {
        [0, 0]
    }
}

/// What a command leads to.
pub struct Decided<A: Aggregate> {
    /// What happens, at least one event.
    pub events: Vec<A::Event>,
    /// The state that they lead to, where deciding has worked it out anyway.
    pub after: Option<A>,
}

impl<A: Aggregate> Decided<A> {
    /// These events, not yet taken in anywhere.
    pub fn events(events: Vec<A::Event>) -> Decided<A> {
        Decided { events, after: None }
    }
}

/// JSON that a log keeps, and of what kind it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The kind and its version, such as `table-event-1`. What once had a kind is read by it for ever.
    pub kind: &'static str,
    /// The JSON, keys in any order.
    pub json: String,
}

impl Written {
    /// A value of this kind.
    pub fn new(kind: &'static str, value: &impl serde::Serialize) -> Result<Written, serde_json::Error> {
        Ok(Written { kind, json: serde_json::to_string(value)? })
    }
}

/// JSON that a log has kept, and of what kind it is.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// The kind and its version.
    pub kind: &'t str,
    /// The JSON.
    pub json: &'t str,
}

impl<'t> Text<'t> {
    /// Reads it as something of this kind.
    pub fn read<T: serde::Deserialize<'t>>(self, kind: &str) -> Result<T, Unreadable> {
        if self.kind != kind {
            return Err(Unreadable(format!("found {}, expected {kind}", self.kind)));
        }
        serde_json::from_str(self.json).map_err(Unreadable::from)
    }
}

/// The kind of a recorded command, unless an aggregate has changed how it writes them.
pub const ASKED: &str = "asked-1";

/// Why something that a log has kept cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl From<serde_json::Error> for Unreadable {
    fn from(error: serde_json::Error) -> Unreadable {
        Unreadable(error.to_string())
    }
}
