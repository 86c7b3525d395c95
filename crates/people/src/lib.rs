//! The people of a house: who they are and in which role, what each role may do, how they sign in, and what takes two of them.
//!
//! Nothing here knows HTTP: what is turned down is a [`denial::Denial`], and whoever asked over a network is told it in the
//! network's own form.

pub mod act_record;
pub mod clock;
mod decoy;
pub mod denial;
mod fault;
pub mod names;
mod password;
mod register;
pub mod role;
mod session;
pub mod two_person;
pub mod viewer;

pub use decoy::make_ready;
pub use fault::PeopleFault;
pub use names::check_name;
pub use password::{LONGEST_PASSWORD, check_hash, hashed};
pub use register::{
    ACCESS, Access, AccessKind, AccessSummary, AccountStep, Approved, Change, Enrolling, Known, Listed,
    Names, NewFactor, PEOPLE, Pending, People, PeoplePlace, PersonHappened, Proposed, Renamed, Row, Seals,
    Secrets, SessionRow, Staff, WishedChange, copy, sees_to,
};
pub use session::{Session, Token};
