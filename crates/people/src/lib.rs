//! The people of a house: who they are and in which role, what each role may do, how they sign in, and what takes two of them.
//!
//! Nothing here knows HTTP: what is turned down is a [`denial::Denial`], and whoever asked over a network is told it in the
//! network's own form.

pub mod act_record;
pub mod clock;
pub mod denial;
pub mod names;
mod register;
pub mod role;
pub mod two_person;
pub mod viewer;

pub use register::{
    ACCESS, Access, AccessKind, AccessSummary, Approved, Change, Done, Enrolling, Known, LONGEST_PASSWORD,
    Listed, Names, NewFactor, PEOPLE, Pending, People, PeopleFault, PeoplePlace, PersonHappened, Proposed,
    Renamed, Row, Seals, Secrets, Session, SessionRow, Staff, Token, Wish, WishedChange, check_name, copy,
    hashed, is_hash, sees_to,
};
