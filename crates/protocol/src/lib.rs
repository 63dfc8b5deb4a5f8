//! The wire of the card room: the one declaration of every socket message, command, event, view, setting, HTTP body and
//! error code. Server, client, command line, simulation and tests use these types; the JSON Schemas, the `OpenAPI`
//! document, the page's type declarations and the tables of docs/PROTOCOL.md are generated from them.
//!
//! Money is in integer cents, times end in `_ms` and count milliseconds since 1970, cards are two letters, bytes are
//! hexadecimal digits.
//!
//! The crate does no I/O, knows neither storage nor sockets, and decides nothing: it converts between wire forms and
//! the types of `uth`, `table` and `fair`. Results of the mathematics are converted in `analysis`, which knows `odds`.
//!
//! ```
//! use protocol::{ClientCommand, ClientMessage};
//!
//! let text = r#"{"type":"command","id":"c-17","table":7,"seen":1203,"command":{"type":"raise","seat":2,"times":4}}"#;
//! let message: ClientMessage = serde_json::from_str(text)?;
//! let ClientMessage::Command { id, command, .. } = &message else { panic!("another message") };
//! assert_eq!(id.as_str(), "c-17");
//! assert!(matches!(command, ClientCommand::Raise { times: 4, .. }));
//! assert_eq!(serde_json::to_string(&message)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod account;
mod analysis;
mod book;
mod command;
mod convert;
mod error_code;
mod event;
mod history;
mod id;
mod lobby;
mod message;
mod proof;
mod receipt;
mod report;
mod rotation;
pub mod schema;
mod settings;
mod split;
pub mod sums;
mod text;
mod view;
mod voids;

// Every public item of these modules is a part of the wire, or why a text is none.
pub use account::*;
pub use analysis::*;
pub use book::*;
pub use command::*;
pub use error_code::*;
pub use event::*;
pub use history::*;
pub use id::*;
pub use lobby::*;
pub use message::*;
pub use proof::*;
pub use receipt::*;
pub use report::*;
pub use rotation::*;
pub use settings::*;
pub use split::*;
pub use text::*;
pub use view::*;
pub use voids::*;
