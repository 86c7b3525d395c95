//! Exact odds of every wager on any shoe.
