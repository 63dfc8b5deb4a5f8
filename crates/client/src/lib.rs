//! A client of a card room: signs in over HTTP, follows one table over a WebSocket, and sends commands.
//!
//! A [`Client`] watches a table and keeps its last view. When the connection is lost it connects again by itself and
//! asks for what it missed, naming the last event and hash that it has seen. Every command has an id and is sent again
//! under that id until it is answered, so it has exactly one effect, whatever breaks in between.
//!
//! A [`ReceiptKeeper`] keeps the receipts of commands that were done. The client presents the latest whenever it
//! connects; a card room that no longer has what it confirmed is reported as [`Forgotten`].
//!
//! The crate deliberately contains no rules, no strategy and no retry of refused commands: the view of the table lists
//! the legal actions, and the caller decides. It speaks only the types of `protocol`, knows neither server nor room,
//! and uses threads and blocking sockets instead of an asynchronous runtime.
//!
//! ```no_run
//! use std::time::Duration;
//! use client::{Api, Client, ClientEvent};
//!
//! let api = Api::new("https://cards.example".parse()?)?.sign_in_as_guest("my program")?;
//! let table = api.take_solo_table()?;
//! let mut client = Client::new(api, table)?;
//! loop {
//!     if let Some(ClientEvent::Table { .. }) = client.next(Duration::from_secs(1))? {
//!         println!("{:?}", client.view);
//!     }
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), anyhow::Error>(())
//! ```

mod address;
mod api;
mod connection;
mod follow;
mod receipts;
mod seed;

pub use address::{Address, AddressError};
pub use api::{Api, TrustedCertificates, Upload};
pub use follow::{Client, ClientEvent, Forgotten};
pub use receipts::ReceiptKeeper;
pub use seed::seed_before;
