//! House-run players at real tables with a real ledger.

mod playing;
mod room;
