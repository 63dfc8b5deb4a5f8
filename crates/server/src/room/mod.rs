//! The card room: tables that people play at, and the journal of everything else.

mod answers;
pub mod chain;
pub mod deck;
pub mod desk;
pub mod history;
pub mod journal;
mod load;
mod refused;

pub use refused::Refused;
