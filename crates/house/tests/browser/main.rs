//! The rooms in a real browser: Debian's Chromium, led by its driver, against a house on a port of its own.
//!
//! `scripts/test` installs both and runs these; they are ignored otherwise, because not every machine has them. Some hold the
//! time of the house, which a build for release cannot.
#![cfg(debug_assertions)]

mod accessibility;
mod browser;
mod cage;
#[path = "../contests/mod.rs"]
mod contests;
mod dealer;
mod evening;
mod floor_pages;
mod lesson;
mod line;
mod people;
mod pit;
mod place;
mod player;
mod printing;
mod promotions;
mod put_right;
mod replay;
mod reports;
mod several;
mod sight;
mod staff_evening;
mod tournament;
mod wagers;
mod watch;
