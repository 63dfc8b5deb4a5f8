//! The card room over real sockets, on a real file.

mod access;
mod accounts;
mod bad_input;
mod crowd;
mod first_minute;
mod history;
mod laboratory;
mod openapi;
mod pages;
mod receipts;
mod roles;
mod scene;
mod sessions;
mod socket;
mod splits;
mod staff;
mod trespass;
#[path = "../support/wire.rs"]
mod wire;
