//! The card room without its sockets: tables, house-run players, restarts, views.

mod flaky;
mod forks;
mod limits;
mod nodes;
mod playing;
#[path = "../../../store/tests/support/postgres.rs"]
mod postgres;
mod receipts;
mod secrecy;
mod wallets;
mod world;
