//! The handlers of all addresses.

pub(super) mod accounts;
pub(super) mod history;
pub(super) mod laboratory;
pub(super) mod splits;
pub(super) mod status;
pub(super) mod tables;
