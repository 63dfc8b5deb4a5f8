//! The card room without its sockets: tables, house-run players, restarts, views.

mod flaky;
mod limits;
mod nodes;
mod playing;
#[path = "../../../store/tests/support/postgres.rs"]
mod postgres;
mod secrecy;
mod wallets;
mod world;
