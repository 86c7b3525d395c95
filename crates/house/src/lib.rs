//! The house as people see it: an HTTP API with live feeds, and web pages for every role.
//!
//! Who people are is the crate `people`, running tables is `floor`, reports and watching are `office`, tournaments are `hall`,
//! promotions are `prizes`; here they are asked over
//! HTTP, and what they turn down is told as a [`problem::Problem`].

pub mod api;
pub mod app;
pub mod archiving;
pub mod backup;
mod connections;
pub mod demonstration;
pub mod files;
pub mod hourly;
pub mod house;
pub mod lessons;
pub mod library;
mod limits;
pub mod logs;
pub mod memory;
pub mod node;
pub mod policy;
mod practice;
pub mod problem;
pub mod rolling;
mod rooms;
pub mod roster;
pub mod serve;
pub mod settings;
#[cfg(unix)]
pub mod users;
pub mod vaulted;
mod verifying;
mod web;
pub mod witnesses;
