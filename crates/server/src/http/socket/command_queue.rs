//! Where the commands of one connection are taken, one after the other, as they were sent.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use table::{PlayerId, TableId};
use tokio::sync::mpsc::Receiver;

use super::message::ServerMessage;
use crate::http::AppState;
use journal::journal::Role;
use protocol::ClientCommand;
use room::accounts::{AccountError, Credential, WagerPermit};
use room::{CommandError, Outbox, STORE_TIMEOUT};

/// A command as it came.
pub(super) struct QueuedCommand {
    pub(super) id: String,
    pub(super) table: u64,
    pub(super) seen: u64,
    pub(super) command: Value,
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
            let answer = match &result {
                Ok(seq) => ServerMessage::Done { id: &id, table, seq: *seq },
                Err(CommandError { code, reason }) => ServerMessage::Refused { id: &id, table, code, reason },
            };
            self.outbox.send(answer.frame());
        }
    }

    async fn command_queued(
        &self,
        id: &str,
        table: u64,
        seen: u64,
        command: Value,
    ) -> Result<u64, CommandError> {
        let ask: ClientCommand = serde_json::from_value(command)
            .map_err(|error| CommandError::new("malformed", format!("this is no command: {error}")))?;
        if ask.is_for_floor() {
            self.is_floor().await?;
        }
        let permit = self.permit(&ask, TableId(table)).await.map_err(refused)?;
        self.app.room.ask_with(TableId(table), self.player, id.to_owned(), seen, ask, permit).await
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
            _ => {
                Err(CommandError::new("not_yours", "only the floor, signed in with a password, may do this"))
            }
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
