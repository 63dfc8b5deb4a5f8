//! Every door through which foreign input comes, as a function that is given any bytes. None may panic, and each says
//! what must hold besides.
//!
//! `fuzz_targets/` hands them to `libFuzzer`, which looks for new paths; `crates/cli/tests/doors.rs` tries each of them
//! out in every run of the tests, from the same seeds and with the same numbers each time.

pub mod arguments;
pub mod cards;
pub mod commands;
pub mod fanout;
pub mod notation;
pub mod protocol;
pub mod records;
pub mod requests;
pub mod settle;
pub mod settle_shape;
pub mod strategy;
pub mod tampering;
