//! Statistical evidence that shoes are shuffled fairly.
//!
//! A [`Battery`] is shown shoe after shoe and counts. [`Battery::judge`] then compares the counts with what an order
//! of which all are equally likely gives, worked out exactly, and says how surprising they are. The false-alarm rate is
//! stated beforehand and holds for all tests together: every group of tests gets an equal share of it and every test of
//! a group an equal share of that (Bonferroni), which needs no assumption on how the tests hang together.
//!
//! | group | one count for | compared with |
//! | --- | --- | --- |
//! | places | each card at each place | as often everywhere: chi-square for each place, and for the whole |
//! | neighbours | each card followed by each card | exact mean and variance in a shoe |
//! | gaps | how far the next card of the same rank, or the same card, is | the exact distribution |
//! | runs | how often neighbours are alike in colour, suit, rank or count; how many runs of a colour | exact mean and variance; the exact distribution |
//! | hands | totals, third cards and pairs of the coup that starts at a place | exact odds |
//! | repeats | whole shoes that come again | never |
//!
//! It knows nothing of how shoes are shuffled: orders are handed to it.

mod battery;
mod exact;
mod finding;
mod tail;

pub use battery::Battery;
pub use finding::{Bar, Finding, Group, Judgement, Picture};
