//! The roads through their front door: by hand, by a second account of them, and by what must always hold.

mod against_witness;
mod properties;
mod shoes;
mod witness;
mod worked_examples;
