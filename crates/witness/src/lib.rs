//! Checkpoints as others read them, and a witness who remembers the last one.
//!
//! A house that is put back to an older state looks whole by itself. Somebody outside must remember how far its log had come.
//! `note` writes a checkpoint as a signed note, and [`Witness`] keeps the last one of every log it knows. Both follow the public
//! specifications `c2sp.org/tlog-checkpoint`, `c2sp.org/signed-note`, `c2sp.org/tlog-cosignature` and `c2sp.org/tlog-witness`, so
//! that a witness of another maker serves as well. There is no network in here: requests and answers are text.

mod note;
mod request;
mod state;

pub use note::{Checkpoint, Note, NoteFault, PublicKey, origin};
pub use request::{AddCheckpoint, BadRequest};
pub use state::{Cosigned, Turned, Witness};
