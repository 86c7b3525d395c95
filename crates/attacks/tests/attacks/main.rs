//! The attacks. `cargo test -p attacks`; `ATTACK_KILLS=1000` and `ATTACK_READS=1000` make the long versions of two of them.

mod ahead;
mod clocks;
mod forge;
mod forged;
mod keys;
mod kills;
mod memory;
mod rollback;
mod running;
mod syncs;
