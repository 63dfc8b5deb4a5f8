//! The card room: tables that people play at, and the journal of everything else.

pub mod chain;
pub mod journal;
