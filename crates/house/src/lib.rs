//! The house as people see it: an HTTP API with live feeds, and web pages for every role.
//!
//! Who people are is the crate `people`, running tables is `floor`, reports and watching are `office`, tournaments are `hall`,
//! promotions are `prizes`; here they are asked over
//! HTTP, and what they turn down is told as a [`problem::Problem`].

pub mod api;
pub mod app;
pub mod backup;
mod connections;
pub mod demonstration;
pub mod files;
pub mod hourly;
pub mod house;
pub mod library;
mod limits;
pub mod logs;
pub mod policy;
pub mod problem;
mod rooms;
pub mod serve;
pub mod settings;
pub mod vaulted;
mod web;
pub mod witnesses;
