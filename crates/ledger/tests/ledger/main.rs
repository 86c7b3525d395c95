//! The tests of the ledger, in one program: it also plays the part of the process that is killed.

mod common;
mod crash;
mod damage;
mod front_door;
mod golden;
