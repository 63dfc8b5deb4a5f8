//! What is said over a WebSocket.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use journal::journal::Role;
use protocol::ClientCommand;
use room::accounts::Caller;
use room::{CommandError, OutgoingMessage};

/// The version of what is said.
pub(super) const PROTOCOL: u32 = 1;

/// What a client says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ClientMessage {
    Hello {
        protocol: u32,
    },
    Watch {
        table: u64,
        after: Option<u64>,
    },
    Unwatch {
        table: u64,
    },
    Command {
        id: String,
        table: u64,
        seen: u64,
        /// Read later, so that a command that makes no sense can be refused by its name.
        command: Value,
    },
    Ping {},
}

/// Why a message would not be taken, wherever it is sent. It is here for whoever writes clients, or looks for faults.
pub fn fault_of(text: &str) -> Option<String> {
    match serde_json::from_str(text) {
        Ok(ClientMessage::Command { command, .. }) => {
            serde_json::from_value::<ClientCommand>(command).err().map(|error| error.to_string())
        }
        Ok(_) => None,
        Err(error) => Some(error.to_string()),
    }
}

/// What the card room says, besides what tables tell.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ServerMessage<'a> {
    Hello {
        protocol: u32,
        player: Option<Player<'a>>,
        now_ms: u64,
    },
    Wallet {
        balance: i64,
    },
    Done {
        id: &'a str,
        table: u64,
        seq: u64,
    },
    Refused {
        id: &'a str,
        table: u64,
        code: &'a str,
        reason: &'a str,
    },
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<u64>,
        code: &'a str,
        reason: &'a str,
    },
    Pong {
        now_ms: u64,
    },
}

/// Who the card room takes the client for.
#[derive(Serialize)]
pub(super) struct Player<'a> {
    id: u64,
    name: &'a str,
    role: Role,
    guest: bool,
}

impl<'a> From<&'a Caller> for Player<'a> {
    fn from(caller: &'a Caller) -> Player<'a> {
        Player { id: caller.player.0, name: &caller.name, role: caller.role, guest: caller.guest }
    }
}

impl ServerMessage<'_> {
    pub(super) fn frame(&self) -> OutgoingMessage {
        serde_json::to_string(self).unwrap_or_default().into()
    }

    pub(super) fn error(table: Option<u64>, refused: &CommandError) -> OutgoingMessage {
        ServerMessage::Error { table, code: refused.code, reason: &refused.reason }.frame()
    }
}
