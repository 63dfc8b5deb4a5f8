//! The messages of the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::account::Role;
use super::command::ClientCommand;
use super::error_code::ErrorCode;
use super::event::Event;
use super::id::{CommandId, Hex32, PlayerId, Seq, TableId, Timestamp};
use super::receipt::Receipt;
use super::settings::TableSettings;
use super::view::TableView;

/// The version of the protocol that this crate describes.
pub const PROTOCOL: u32 = 1;

// Unknown fields are refused, as in commands: a client that misspells `seen` must hear of it.
/// A message of a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Comes first. Nothing but `ping` is answered before it.
    Hello {
        /// The version of the protocol that the client speaks: 1.
        protocol: u32,
    },
    /// Asks for the table as it is, and for every change from now on.
    Watch {
        /// Which table.
        table: TableId,
        /// The last event that the client knows of. The snapshot brings what came after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<LogPosition>,
        /// The latest receipt that the client has of the table, so that the card room shows that it still has what it
        /// confirmed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receipt: Option<Receipt>,
    },
    /// Ends `watch`.
    Unwatch {
        /// Which table.
        table: TableId,
    },
    /// Asks a table to do something. It is answered with `done` or `refused`.
    Command {
        /// The name that the client gives the command.
        id: CommandId,
        /// Which table.
        table: TableId,
        /// The last event of the table that the client knew of when it decided.
        seen: Seq,
        /// What is to be done.
        command: ClientCommand,
    },
    /// Asks for `pong`.
    Ping {},
}

// Unknown fields are accepted here: they are the part that could not be read.
/// What can be read of a command whose `command` makes no sense, so that it is refused under its id.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CommandEnvelope {
    /// The name that the client gave the command.
    pub id: CommandId,
    /// Which table.
    pub table: TableId,
}

/// A place in a table's log: an event, and the hash of the entry that ends with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogPosition {
    /// The event.
    pub seq: Seq,
    /// The hash of the entry that ends with it.
    pub hash: Hex32,
}

/// A message of the card room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ServerMessage {
    /// Answers `hello`.
    Hello {
        /// The version of the protocol that the card room speaks.
        protocol: u32,
        /// The account behind the connection; null for a spectator.
        player: Option<SignedIn>,
        /// The card room's clock.
        now_ms: Timestamp,
        /// The key with which the card room signs receipts.
        public_key: Hex32,
    },
    /// Tells what the player's wallet holds, after `hello` and whenever it changes, whatever changed it: every
    /// connection of the player hears it, whether or not it watches a table.
    Wallet {
        /// The balance in cents.
        balance: i64,
    },
    /// Answers `watch`: the table as it is. Also sent unasked, in place of updates that a slow client has not read.
    Snapshot {
        /// Which table.
        table: TableId,
        /// The last event of the table.
        seq: Seq,
        /// The hash of the log's entry that ends with that event.
        hash: Hex32,
        /// The table's name.
        name: String,
        /// What the table plays by.
        settings: TableSettings,
        /// What happened after the position that the client named. It is null if the client named none, if too much
        /// has happened, or if the client did not ask: then the events before `seq` that it does not know are left out.
        events: Option<Vec<Event>>,
        /// The table as this client may see it.
        view: Box<TableView>,
    },
    /// Tells what has just happened at a table that the client watches. Without events, it tells that a seated player
    /// has lost the connection or come back: `away` in the view.
    Update {
        /// Which table.
        table: TableId,
        /// The number of the last of the events; of the last event before, if there are none.
        seq: Seq,
        /// The hash of the log's entry with that event.
        hash: Hex32,
        /// When it happened.
        at_ms: Timestamp,
        /// The player whose command it was; null for the table itself, or for several players at once.
        by: Option<PlayerId>,
        /// What happened, in order. The numbers of the events end with `seq`.
        events: Vec<Event>,
        /// The table afterwards, as this client may see it.
        view: Box<TableView>,
    },
    /// Answers `command`: it was done and is durable. It comes after the update that the command led to.
    Done {
        /// The name that the client gave the command.
        id: CommandId,
        /// The proof.
        receipt: Receipt,
    },
    /// Answers `command`: nothing was done, unless the code is `outcome_unknown`.
    Refused {
        /// The name that the client gave the command.
        id: CommandId,
        /// Which table.
        table: TableId,
        /// Why, for programs.
        code: ErrorCode,
        /// Why, for people.
        reason: String,
    },
    /// A message could not be taken. The connection stays open.
    Error {
        /// Which table, if the message named one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Why, for programs.
        code: ErrorCode,
        /// Why, for people.
        reason: String,
    },
    /// Answers `ping`.
    Pong {
        /// The card room's clock.
        now_ms: Timestamp,
    },
}

/// The account behind a connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedIn {
    /// The number of the account.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Whether it has no name and password of its own.
    pub guest: bool,
}

impl ServerMessage {
    /// Returns the message as it is sent.
    ///
    /// # Panics
    /// Never: nothing in a message refuses to be written.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("a message has text keys and finite numbers")
    }
}
