//! The append-only record: hash-chained streams, durable before anybody hears of them.
//!
//! A [`Ledger`] holds streams of records. A [`Log`] keeps an [`Aggregate`](aggregate::Aggregate), such as a table: it judges each
//! command once, records what was asked and what followed in one entry, and takes it in ([`Ledger::found`], [`Ledger::resume`],
//! [`Log::submit`]). What else happens in the house has streams of its own ([`Ledger::append`]). `docs/ledger.md` describes the
//! encoding, so that a stranger can verify a log without this crate.

mod canonical;
mod checkpoint;
mod draft;
mod edition;
mod error;
mod fault;
mod frontier;
mod head;
mod keeping;
mod key;
mod keys;
mod ledger;
mod log;
mod planned;
mod private_file;
mod projection;
mod record;
mod rulings;
mod seal;
mod signing;
mod snapshot;
pub mod store;
mod stream_head;
mod taken_over;
mod tip;
mod together;
mod verify;
mod whole;
mod writer;

pub use aggregate::{By, Time};
pub use canonical::{NotCanonical, canonical, check as check_canonical};
pub use checkpoint::{
    CHECKPOINT, Checkpoint, Checkpoints, Distrust, Inclusion, Order, Signed, Statement, head_leaf, order_leaf,
};
pub use draft::Draft;
pub use edition::{Edition, Editions};
pub use error::LedgerError;
pub use fault::Fault;
pub use frontier::Frontier;
pub use head::Head;
pub use key::{Key, NoKey};
pub use keys::{KEY, KeyRecord, Keys};
pub use ledger::Ledger;
pub use log::{Answer, AnswerOf, Decision, EditionTaken, Judged, Log, Opened, edition_taken, event, events};
pub use planned::{Planned, Prepared};
pub use private_file::write_once;
pub use projection::{Kept, Projection};
pub use record::{BadPayload, BadText, Chained, CommandId, Entry, FORMAT, Payload, Record, Stream};
pub use rulings::{Numbers, RULINGS, Rulings, RulingsTaken};
pub use signing::{SIGNATURE_HERE, Signs, Unsigned};
pub use snapshot::state_hash;
pub use store::{Room, Store, StoreError, StoreFuture};
pub use tip::Tip;
pub use together::{BothAnswers, judge_together, record_three, record_together, submit_together};
pub use verify::{Against, Judges, Reached, Report, StateReached, StreamReached, verify};
pub use writer::Committed;
