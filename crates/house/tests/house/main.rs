//! The house from outside: everything goes through its HTTP API.

mod cage;
mod connections;
#[path = "../contests/mod.rs"]
mod contests;
mod described;
mod editions;
mod feeds;
mod felt;
mod hostile;
mod idempotence;
mod languages;
mod library;
mod people;
mod pit;
mod play;
mod player;
mod promotions;
mod reports;
mod restart;
mod roles;
mod rolling;
mod school;
#[path = "../../../ledger/tests/ledger/server.rs"]
mod server;
mod sessions;
mod settings;
mod shifts;
mod stealing;
mod support;
mod tournaments;
mod undealt;
mod watch;
mod week;
mod whole_evening;
