//! Running promotions, without HTTP.
//!
//! Each promotion has one log and one lock ([`offer`]): everything that anybody asks of it is judged, on disk and only then told.
//! Tickets come from the tables' own logs (`follow`), and entries close by a clock that is handed in. What each role is told is
//! in [`audience`], what each is shown in [`view`].

mod asking;
pub mod audience;
mod follow;
pub mod offer;
mod prizes;
pub mod typed;
pub mod view;

pub use prizes::{Clock, Prizes};
