//! The rooms in a real browser: Debian's Chromium, led by its driver, against a house on a port of its own.
//!
//! `scripts/test` installs both and runs these; they are ignored otherwise, because not every machine has them.

mod accessibility;
mod browser;
mod dealer;
mod evening;
mod line;
mod people;
mod pit;
mod place;
mod promotions;
mod reports;
mod several;
mod staff_evening;
mod tournament;
mod watch;
