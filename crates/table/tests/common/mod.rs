//! What the tests of whole tables share: seeded chance, tables to play at, and somebody who does what is due.
#![allow(dead_code)]

pub mod house;
pub mod seeded;
pub mod tables;
