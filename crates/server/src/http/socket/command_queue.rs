//! Where the commands of one connection are taken, one after the other, as they were sent.

use std::sync::Arc;
use std::time::Instant;

use table::{PlayerId, TableId};
use tokio::sync::mpsc::Receiver;

use crate::http::AppState;
use protocol::{ClientCommand, CommandId, ErrorCode, Receipt, Role, Seq, ServerMessage};
use room::accounts::{AccountError, Credential, WagerPermit};
use room::{CommandError, Outbox, STORE_TIMEOUT};

/// A command as it came.
pub(super) struct QueuedCommand {
    pub(super) id: CommandId,
    pub(super) table: TableId,
    pub(super) seen: Seq,
    pub(super) command: ClientCommand,
    pub(super) heard: Instant,
}

/// Whoever sends the commands of one connection.
pub(super) struct Sender {
    pub(super) app: AppState,
    pub(super) player: PlayerId,
    pub(super) credential: Credential,
    pub(super) outbox: Outbox,
}

impl Sender {
    /// Takes commands until the connection ends; those that were sent by then are still done.
    pub(super) async fn run(self, mut commands: Receiver<QueuedCommand>) {
        while let Some(QueuedCommand { id, table, seen, command, heard }) = commands.recv().await {
            let result = if heard.elapsed() > STORE_TIMEOUT {
                Err(CommandError::late())
            } else {
                self.command_queued(&id, table, seen, command).await
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

    async fn command_queued(
        &self,
        id: &CommandId,
        table: TableId,
        Seq(seen): Seq,
        ask: ClientCommand,
    ) -> Result<Receipt, CommandError> {
        if ask.is_for_floor() {
            self.is_floor().await?;
        }
        let permit = self.permit(&ask, table).await.map_err(refused)?;
        self.app.room.ask_with(table, self.player, id.to_string(), seen, ask, permit).await
    }

    /// Returns what the player's own limits permit. Commands that neither sit down nor put new chips at risk are not
    /// limited: a hand that was accepted may be played to its end.
    async fn permit(&self, ask: &ClientCommand, table: TableId) -> Result<WagerPermit, AccountError> {
        let (accounts, now_ms) = (&self.app.accounts, self.app.now_ms());
        match ask {
            ClientCommand::Wager { .. } | ClientCommand::AcceptBank { .. } => {
                accounts.permit(self.player, table, now_ms).await
            }
            // Only an exclusion matters for a seat, so no guard is written.
            ClientCommand::Sit { .. } => {
                let permit = accounts.permit(self.player, table, now_ms).await?;
                Ok(WagerPermit { guard: None, ..permit })
            }
            _ => Ok(WagerPermit::UNLIMITED),
        }
    }

    /// Whether the session is still that of the floor, and was used within the last half hour.
    async fn is_floor(&self) -> Result<(), CommandError> {
        let app = Arc::clone(&self.app);
        let caller = app.accounts.who(&self.credential, true, app.now_ms()).await.map_err(refused)?;
        match caller {
            Some(caller) if caller.role == Role::Floor => Ok(()),
            _ => Err(CommandError::new(
                ErrorCode::Forbidden,
                "only the floor, signed in with a password, may do this",
            )),
        }
    }
}

fn refused(error: AccountError) -> CommandError {
    match error {
        AccountError::Refused(refusal) => CommandError::new(refusal.code(), refusal.to_string()),
        AccountError::Store(error) => error.into(),
        AccountError::Entropy(error) => error.into(),
    }
}
