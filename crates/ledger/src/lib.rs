//! The append-only record: hash-chained streams, durable before anybody hears of them.
//!
//! A [`Ledger`] holds streams of records. A table's events are one stream ([`Ledger::new_table`],
//! [`Ledger::open_table`], [`TableLog::submit`]); what else happens in the house has streams of its own
//! ([`Ledger::append`]). `docs/ledger.md` describes the encoding, so that a stranger can verify a log without this crate.

mod canonical;
mod checkpoint;
mod key;
mod ledger;
mod record;
mod seal;
mod snapshot;
mod sqlite;
mod store;
mod table_log;
mod verify;
mod writer;

pub use canonical::{NotCanonical, canonical, check as check_canonical};
pub use checkpoint::{
    CHECKPOINT, Checkpoint, Checkpoints, Distrust, Head, Inclusion, Order, SIGNATURE_HERE, Signed, Signs,
    Statement, Unsigned, head_leaf, order_leaf,
};
pub use key::{Key, NoKey};
pub use ledger::{Draft, Ledger, LedgerError};
pub use record::{BadPayload, BadText, By, Chained, CommandId, Entry, FORMAT, Payload, Record, Stream};
pub use snapshot::{SNAPSHOT, STATE_FORM, state_hash};
pub use sqlite::Sqlite;
pub use store::{Store, StoreError, StoreFuture};
pub use table_log::{ANSWER, Answer, CLOCK, Opened, TABLE, TableLog, event};
pub use verify::{Against, Fault, Report, verify};
