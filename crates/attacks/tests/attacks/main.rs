//! The attacks. `cargo test -p attacks`; `ATTACK_KILLS=1000`, `ATTACK_READS=1000`, `ATTACK_GUESSES=5000` and `ATTACK_WATCHERS=15000` make the long versions of four of
//! them.

mod ahead;
mod clocks;
mod dealt;
mod forge;
mod forged;
mod guesses;
mod journal;
mod keys;
mod kills;
mod memory;
mod rollback;
mod running;
mod sessions;
mod snapshots;
mod syncs;
mod users;
mod vouching;
mod watchers;
