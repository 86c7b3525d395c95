//! A ledger read back. It only reads, and believes nothing that it has not checked.
//!
//! An [`Archive`] finds the tables of a log and the books they were played under; a [`Walk`] goes through a table's events with the
//! table and its accounts alongside; [`Archive::verify`] checks everything; a [`Bundle`] proves one coup, a [`Case`] one dispute, to
//! somebody who has neither the log nor Croupier (`docs/evidence.md`).

mod archive;
mod case;
mod editions;
mod evidence;
mod fault;
mod openings;
mod restored;
mod set_by;
mod shoes;
mod slice;
mod verify;
mod walk;

pub use archive::{Archive, BOOK, BOOK_TEXT, Bound, keep_book};
pub use case::{Case, CaseOf, Frozen};
pub use editions::{Changed, InForce, Shelf, changes};
pub use evidence::Bundle;
pub use fault::ArchiveFault;
pub use restored::{RESTORED_AT, is_put_back_at};
pub use shoes::{SHOE, SHOE_LINE, shoe_line, shoe_payload, shoe_stream};
pub use slice::{Slice, Written};
pub use verify::{Progress, Registers, Verified, Witnesses, judges};
pub use walk::{Step, Walk};
