//! What an auditor does with a card room: verifies it, reads its hands, and compares its hold with theory.

mod forging;
mod histories;
#[path = "../../../store/tests/support/postgres.rs"]
mod postgres;
mod receipts;
mod reports;
mod rotation;
mod tampering;
mod verifying;
mod world;
