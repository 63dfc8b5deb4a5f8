//! Executes the commands of one connection, one after the other and in the order in which they arrived.

use std::sync::Arc;
use std::time::Duration;

use async_channel::Receiver;
use protocol::{ClientCommand, CommandId, ErrorCode, Receipt, Role, Seq, ServerMessage};
use table::{PlayerId, TableId};

use crate::accounts::{Accounts, Credential};
use crate::command_error::CommandError;
use crate::outbox::Outbox;
use crate::room::Room;
use crate::store_health::STORE_TIMEOUT;

/// A command that waits for those before it.
pub(super) struct QueuedCommand {
    pub(super) id: CommandId,
    pub(super) table: TableId,
    pub(super) seen: Seq,
    pub(super) command: ClientCommand,
    /// When it was received, in monotonic time.
    pub(super) received: Duration,
}

/// Executes the commands of a signed-in client.
pub(super) struct CommandQueue {
    pub(super) room: Arc<Room>,
    pub(super) accounts: Arc<Accounts>,
    pub(super) player: PlayerId,
    pub(super) credential: Credential,
    pub(super) outbox: Outbox,
}

impl CommandQueue {
    /// Runs until the connection has ended and its last command is done. It is a task of its own, so that a client that
    /// hangs up does not interrupt a command halfway.
    pub(super) async fn run(self, commands: Receiver<QueuedCommand>) {
        while let Ok(QueuedCommand { id, table, seen, command, received }) = commands.recv().await {
            // A client may have given up on a command that waited for long and decided otherwise at another node.
            let is_late = self.room.runtime().monotonic() > received + STORE_TIMEOUT;
            let result = if is_late {
                Err(CommandError::late())
            } else {
                self.execute(id.clone(), table, seen, command).await
            };
            let answer = match result {
                Ok(receipt) => ServerMessage::Done { id, receipt },
                Err(CommandError { code, reason }) => {
                    ServerMessage::Refused { id, table: table.into(), code, reason }
                }
            };
            self.outbox.send(answer.to_text().into());
        }
    }

    async fn execute(
        &self,
        id: CommandId,
        table: TableId,
        seen: Seq,
        command: ClientCommand,
    ) -> Result<Receipt, CommandError> {
        if command.is_for_floor() {
            self.require_floor().await?;
        }
        self.accounts.execute(table, self.player, id, seen, command).await
    }

    /// Requires that the session is the floor's and was used within the last half hour.
    async fn require_floor(&self) -> Result<(), CommandError> {
        let caller = self.accounts.who(&self.credential, true, self.room.now_ms()).await?;
        match caller {
            Some(caller) if caller.role == Role::Floor => Ok(()),
            _ => Err(CommandError::new(
                ErrorCode::Forbidden,
                "only the floor, signed in with a password, may do this",
            )),
        }
    }
}
