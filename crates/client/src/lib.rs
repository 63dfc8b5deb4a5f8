//! The other end of docs/PROTOCOL.md: what a program needs to watch a table and to play there.
//!
//! A [`Client`] follows one table. It says hello, watches, and keeps the last view; when the connection is lost it
//! comes back by itself and asks for what it missed. A command has an id, and is sent again under the same id until it
//! is answered: it has one effect, whatever breaks in between. `uth bot` is the worked example.

mod address;
mod api;
mod command;
mod follow;
mod message;
mod socket;
mod view;

pub use address::{Address, AddressError};
pub use api::{Api, Table};
pub use command::Command;
pub use follow::{Client, ClientEvent};
pub use message::{Player, ServerMessage};
pub use view::{Bank, Banker, Best, Hand, Line, Round, Seat, View};
