//! What is done at each address.

pub(super) mod accounts;
pub(super) mod advise;
pub(super) mod drill;
pub(super) mod health;
pub(super) mod history;
pub(super) mod laboratory;
pub(super) mod rules;
pub(super) mod solo;
pub(super) mod solve;
pub(super) mod staff;
pub(super) mod tables;
pub(super) mod tokens;
