//! The card room: table actors, connections, accounts, bots and the cluster.
//!
//! A [`table_state::TableState`] decides what a request leads to, without waiting. A table actor, one task for each
//! loaded table, commits that, answers once it is durable, and updates its subscribers. An actor holds nothing that the
//! store does not have: it can stop at any moment.
//!
//! The room depends on no async runtime: time, timers and tasks come from a [`Runtime`], storage from a
//! [`store::Store`], randomness from a [`fair::entropy::Entropy`].

pub mod accounts;
mod balance_cache;
mod command_error;
pub mod connection;
mod counters;
mod floor_outbox;
pub mod house;
mod house_players;
mod idle_seats;
pub mod journal;
mod load;
mod messages;
mod nodes;
mod outbox;
mod room;
mod runtime;
pub mod side_records;
mod store_health;
mod table_actor;
pub mod table_state;
mod tables;

pub use command_error::CommandError;
pub use counters::{BOUNDS_MS, Counters};
pub use outbox::{Outbox, OutgoingMessage};
pub use room::{Options, Room};
pub use runtime::{Runtime, Task};
pub use store_health::{STORE_TIMEOUT, StoreHealth};
pub use table_state::{CommandRequest, CommandSender};
