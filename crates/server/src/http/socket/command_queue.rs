//! Where the commands of one connection are taken, one after the other, as they were sent.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use table::{PlayerId, TableId};
use tokio::sync::mpsc::Receiver;
use uth::Cents;

use super::message::ServerMessage;
use crate::http::AppState;
use journal::journal::Role;
use protocol::ClientCommand;
use room::accounts::{AccountError, Credential};
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
        let Some(stake) = stake(&ask) else {
            return self.app.room.ask(TableId(table), self.player, id.to_owned(), seen, ask).await;
        };
        let app = &self.app;
        match app.accounts.may_wager(self.player, stake, app.now_ms()).await {
            Ok(guard) => {
                let id = id.to_owned();
                app.room.ask_with(TableId(table), self.player, id, seen, ask, guard).await
            }
            Err(error) => {
                // What was done before is not refused when it comes again.
                let done = app.room.done(TableId(table), self.player, id).await?;
                done.ok_or_else(|| refused(error))
            }
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

/// What a command puts at risk by itself. Whoever has wagered may play on: the round is one.
fn stake(ask: &ClientCommand) -> Option<Cents> {
    match ask {
        ClientCommand::Wager { ante, trips, bad_beat, .. } => {
            let sum = ante.0.saturating_mul(2).saturating_add(trips.0).saturating_add(bad_beat.0);
            Some(Cents(sum.max(0)))
        }
        ClientCommand::AcceptBank { wager, .. } => Some(Cents(wager.0.max(0))),
        _ => None,
    }
}

fn refused(error: AccountError) -> CommandError {
    match error {
        AccountError::Refused(refusal) => CommandError::new(refusal.code(), refusal.to_string()),
        AccountError::Store(error) => error.into(),
        AccountError::Entropy(error) => error.into(),
    }
}
