//! The tests of the ledger, in one program: it also plays the part of the process that is killed.

mod a_store;
mod any_aggregate;
mod archived;
mod calls;
mod common;
mod crash;
mod damage;
mod editions;
mod forged;
mod front_door;
mod golden;
mod keys;
mod planned;
mod postgres;
mod rulings;
mod server;
mod tips;
mod verified_before;
