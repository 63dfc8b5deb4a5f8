//! The card room without its sockets: tables, house-run players, restarts, views.

mod flaky;
mod playing;
mod secrecy;
mod world;
