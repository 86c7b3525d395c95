//! Promotional prizes by the book: `decide(state, command) -> events or refusal`, `apply(state, event) -> state`.
//!
//! This crate knows no file, clock, network or random number: terms, times, seeds and table events are handed to it. A book that
//! says nothing of promotions refuses all of them with that reason.

mod acts;
mod aggregate;
mod apply;
mod claims;
mod days;
pub mod document;
mod drawing;
pub mod earning;
mod facts;
mod integrity;
mod passed_why;
pub mod pile;
mod prepare;
mod promotion;
mod proposal;
pub mod published;
mod refusal;
pub mod state;
pub mod terms;
mod text;
mod ticket;
mod tickets;
pub mod transcript;
pub mod vouchers;
mod work;

pub use acts::{Act, Claimant, Command, DenialGround, PaymentPart, Sealing};
pub use aggregate::{ANSWERS, PROMOTION};
pub use facts::{Event, Fact};
pub use passed_why::PassedWhy;
pub use promotion::Promotion;
pub use refusal::{Reason, Refusal};
pub use state::State;
pub use terms::Terms;
pub use ticket::{Earned, Proof, ProofWrong, Ticket};
