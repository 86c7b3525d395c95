//! Running tournaments, without HTTP.
//!
//! Each tournament has one log and one lock ([`contest`]): everything that anybody asks of it is judged, on disk and only then told.
//! What nobody may know yet, a sealed form or the seed of a draw, lies in the [`drawer`]. What each role is shown is a type of its own
//! ([`view`]).

pub mod audience;
pub mod contest;
pub mod drawer;
mod evidence;
mod hall;
mod history;
pub mod keyed_by;
pub mod terms;
pub mod typed;
pub mod view;

pub use hall::{Hall, RuleBook};
