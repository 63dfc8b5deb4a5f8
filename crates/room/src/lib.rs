//! The card room: table actors, connections, accounts, bots and the cluster.
//!
//! A [`table_state::TableState`] decides what a request leads to, without waiting. A table actor, one task for each
//! loaded table, commits that, answers once it is durable, and updates its subscribers. An actor holds nothing that the
//! store does not have: it can stop at any moment, and another node goes on from the log. A
//! [`connection::Connection`] speaks the protocol with one client over any [`connection::Socket`].
//!
//! The room runs under any async runtime: time, timers and tasks come from a [`Runtime`], storage from a
//! [`store::LogWriter`], randomness from a [`fair::entropy::Entropy`]. It opens no socket, starts no thread and reads
//! no clock by itself, so that the simulation runs the same code as the server. It does not read histories or reports;
//! that is `audit`, which cannot write.
//!
//! ```
//! use protocol::{TableMode, TableSettings};
//! use room::{CommandError, Room};
//! use uth::{Book, PayTableId};
//!
//! /// Opens a table at which four bots play with the player.
//! async fn open_company(room: &Room) -> Result<table::TableId, CommandError> {
//!     let mode = TableMode::Clock { betting_ms: 12_000, bank_ms: 15_000 };
//!     let settings = TableSettings {
//!         pay_table: Some(PayTableId::Uth01.into()),
//!         ..TableSettings::new(Book::California, mode)
//!     };
//!     Ok(room.open_table(None, "Company", &settings, 4).await?.table.into())
//! }
//! ```

pub mod accounts;
mod clock;
mod command_error;
mod confirmed;
pub mod connection;
mod counters;
pub mod faults;
pub mod house;
mod house_players;
mod idle_seats;
pub mod journal;
mod load;
mod nodes;
mod outbox;
mod presence;
mod room;
mod runtime;
pub mod side_records;
mod store_health;
mod table_actor;
pub mod table_state;
mod toggle_limiter;
mod watched_store;

pub use command_error::CommandError;
pub use counters::{Counted, Counters, counted};
pub use outbox::{Outbox, OutgoingMessage, OutgoingMessages};
pub use room::{Options, Room};
pub use runtime::{Runtime, Task};
pub use table_state::{CommandRequest, CommandSender};
