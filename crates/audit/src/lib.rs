//! Readers of a card room: histories, exports, reports and verification. They cannot write.

pub mod calendar;
pub mod history;
pub mod report;
pub mod verify;
