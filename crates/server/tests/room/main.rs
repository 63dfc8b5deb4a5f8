//! The card room without its sockets: tables, house-run players, restarts, views.

mod playing;
mod secrecy;
mod world;
