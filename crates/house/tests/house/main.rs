//! The house from outside: everything goes through its HTTP API.

mod connections;
mod described;
mod editions;
mod feeds;
mod felt;
mod hostile;
mod idempotence;
mod people;
mod pit;
mod play;
mod promotions;
mod reports;
mod restart;
mod roles;
#[path = "../../../ledger/tests/ledger/server.rs"]
mod server;
mod settings;
mod shifts;
mod stealing;
mod support;
mod tournaments;
mod undealt;
mod watch;
mod whole_evening;
