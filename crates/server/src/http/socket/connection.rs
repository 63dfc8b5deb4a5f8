//! One WebSocket, from hello to the end.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use table::{PlayerId, TableId, Viewer};
use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::LONGEST_MESSAGE;
use super::command_queue::{QueuedCommand, Sender};
use crate::http::connection_slot::Client;
use crate::http::limits::{Admission, FloodGuard};
use crate::http::{AppState, told};
use async_channel::Receiver;
use protocol::{
    ClientMessage, CommandEnvelope, CommandId, ErrorCode, LogPosition, PROTOCOL, ServerMessage, SignedIn,
    Timestamp,
};
use room::accounts::Caller;
use room::{CommandError, Outbox, OutgoingMessage};

/// How many tables one connection may watch.
const MOST_TABLES: usize = 64;
/// How many commands may wait for those before them.
const MOST_ORDERS: usize = 64;
const PING_EVERY: Duration = Duration::from_secs(20);
/// Who is not heard of for so long is gone.
const SILENT_FOR: Duration = Duration::from_secs(65);
/// How long one message may take to be sent.
const SENT_WITHIN: Duration = Duration::from_secs(20);
/// How long nothing is read from a connection when all of its address together are too fast.
const DEAF_FOR: Duration = Duration::from_millis(250);
/// Whether somebody may still be here is asked every so many pings.
const PINGS_PER_CHECK: u32 = 3;

const SLOW_DOWN: &str = "too many messages: slow down";

/// A client that is connected.
pub(super) struct Connection {
    app: AppState,
    client: Client,
    caller: Option<Caller>,
    outbox: Outbox,
    frames: Receiver<OutgoingMessage>,
    commands: Option<mpsc::Sender<QueuedCommand>>,
    greeted: bool,
    watched: BTreeSet<TableId>,
    flood_guard: FloodGuard,
    began: Instant,
    heard: Instant,
    deaf_until: Instant,
    /// What was sent before one of these is not taken after it.
    losses: u64,
}

/// Why a connection ends, in the number and the words that a WebSocket has for it.
struct End(u16, &'static str);

const GONE: End = End(close_code::NORMAL, "");
const TOO_SLOW: End = End(close_code::AGAIN, "too slow: come back and ask for what you missed");
const FLOODS: End = End(close_code::POLICY, "too many messages: come back in a while and slow down");
const STORE_TIMEOUT: End = End(close_code::AGAIN, "this node was out of touch: come back");

impl Connection {
    pub(super) fn new(app: AppState, client: Client, caller: Option<Caller>) -> Connection {
        let (outbox, frames) = Outbox::new();
        let commands = caller.as_ref().map(|caller| {
            let (commands, taken) = mpsc::channel(MOST_ORDERS);
            let sender = Sender {
                app: app.clone(),
                player: caller.player,
                credential: caller.credential.clone(),
                outbox: outbox.clone(),
            };
            tokio::spawn(sender.run(taken));
            commands
        });
        let (now, losses) = (Instant::now(), app.room.health().losses());
        Connection {
            app,
            client,
            caller,
            outbox,
            frames,
            commands,
            greeted: false,
            watched: BTreeSet::new(),
            flood_guard: FloodGuard::default(),
            began: now,
            heard: now,
            deaf_until: now,
            losses,
        }
    }

    /// Serves the client until either side has enough.
    pub(super) async fn run(mut self, mut socket: WebSocket) {
        let End(code, reason) = self.serve(&mut socket).await;
        for table in std::mem::take(&mut self.watched) {
            self.app.room.unwatch(table, &self.outbox);
        }
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        // Whoever is gone does not hear it.
        let _ = tokio::time::timeout(Duration::from_secs(2), socket.send(close)).await;
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> End {
        let mut stopping = self.app.stopping.subscribe();
        let mut pings = tokio::time::interval(PING_EVERY);
        pings.tick().await;
        let room = Arc::clone(&self.app.room);
        let health = room.health();
        let mut until_check = PINGS_PER_CHECK;
        let mut ended = self.app.ended.subscribe();
        loop {
            let served = tokio::select! {
                frame = self.frames.recv() => match frame {
                    Ok(frame) => self.send_frame(socket, &frame).await,
                    Err(_) => Err(GONE),
                },
                () = sleep_until(self.deaf_until.into()), if self.is_deaf() => Ok(()),
                message = socket.recv(), if !self.is_deaf() => match message {
                    Some(Ok(message)) => self.hear(socket, message).await,
                    Some(Err(_)) | None => Err(GONE),
                },
                _ = pings.tick() => {
                    until_check = until_check.checked_sub(1).unwrap_or(PINGS_PER_CHECK);
                    self.ping(socket, until_check == 0).await
                }
                whose = ended.recv() => self.is_still_here(whose.ok()).await,
                () = health.lost_since(self.losses) => Err(STORE_TIMEOUT),
                () = told(&mut stopping) => {
                    Err(End(close_code::AWAY, "the card room is stopping"))
                }
            };
            if let Err(end) = served {
                return end;
            }
            if self.outbox.is_full() {
                return TOO_SLOW;
            }
        }
    }

    fn is_deaf(&self) -> bool {
        self.deaf_until > Instant::now()
    }

    async fn ping(&self, socket: &mut WebSocket, check: bool) -> Result<(), End> {
        if self.heard.elapsed() > SILENT_FOR {
            return Err(End(close_code::AWAY, "nothing was heard of you"));
        }
        if check {
            self.is_still_here(None).await?;
        }
        self.send(socket, Message::Ping(Bytes::new())).await
    }

    /// Looks whether the session or token still counts; if a player is named, only when it is theirs.
    async fn is_still_here(&self, whose: Option<PlayerId>) -> Result<(), End> {
        let Some(caller) = &self.caller else { return Ok(()) };
        if whose.is_some_and(|player| player != caller.player) {
            return Ok(());
        }
        match self.app.accounts.who(&caller.credential, false, self.app.now_ms()).await {
            Ok(None) => Err(End(close_code::POLICY, "the session is over: sign in again")),
            // Storage that does not answer now may do so at the next check.
            Ok(Some(_)) | Err(_) => Ok(()),
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        // If this node stood still, nobody knows how long the message has been lying here.
        if self.app.room.health().was_lost_since(self.losses) {
            return Err(STORE_TIMEOUT);
        }
        self.heard = Instant::now();
        let address = || self.app.messages.take(self.client).is_ok();
        match self.flood_guard.hear(self.app.config.limits.messages, since_us(self.began), address) {
            Admission::ClientMessage => {}
            Admission::TooFast => return self.answer_too_fast(socket, &message).await,
            Admission::Crowded => {
                self.deaf_until = Instant::now() + DEAF_FOR;
                return self.answer_too_fast(socket, &message).await;
            }
            Admission::Flood => {
                // It is counted even if it was one too many: until then the address opens no other socket.
                let _ = self.app.floods.take(self.client);
                return Err(FLOODS);
            }
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return self.complain(socket, ErrorCode::Binary, "messages are text").await,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(GONE),
        };
        if text.len() > LONGEST_MESSAGE {
            return self.complain(socket, ErrorCode::TooLarge, "a message has at most 16 KiB").await;
        }
        match serde_json::from_str(&text) {
            Ok(message) => self.act(socket, message).await,
            Err(error) => self.refuse_unreadable(socket, &text, &error).await,
        }
    }

    /// Answers a text that is no message. A command whose id can be read is refused under its id.
    async fn refuse_unreadable(
        &self,
        socket: &mut WebSocket,
        text: &str,
        error: &serde_json::Error,
    ) -> Result<(), End> {
        let code = ErrorCode::of_json(error);
        match serde_json::from_str(text) {
            Ok(CommandEnvelope { id, table }) if self.greeted => {
                let reason = format!("this is no command: {error}");
                self.say(socket, &ServerMessage::Refused { id, table, code, reason }).await
            }
            _ => self.complain(socket, code, &format!("this is no message: {error}")).await,
        }
    }

    async fn act(&mut self, socket: &mut WebSocket, message: ClientMessage) -> Result<(), End> {
        match message {
            ClientMessage::Hello { protocol: PROTOCOL } => self.greet(socket).await,
            ClientMessage::Hello { .. } => {
                self.complain(socket, ErrorCode::Protocol, "this card room speaks protocol 1").await
            }
            ClientMessage::Ping {} => {
                self.say(socket, &ServerMessage::Pong { now_ms: Timestamp(self.app.now_ms()) }).await
            }
            _ if !self.greeted => self.complain(socket, ErrorCode::Hello, "say hello first").await,
            ClientMessage::Watch { table, after } => self.watch(socket, table.into(), after).await,
            ClientMessage::Unwatch { table } => {
                self.watched.remove(&table.into());
                self.app.room.unwatch(table.into(), &self.outbox);
                Ok(())
            }
            ClientMessage::Command { id, table, seen, command } => {
                let table = table.into();
                self.command_queued(socket, QueuedCommand { id, table, seen, command, heard: self.heard })
                    .await
            }
        }
    }

    async fn greet(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        self.greeted = true;
        let player = self.caller.as_ref().map(|caller| SignedIn {
            id: caller.player.into(),
            name: caller.name.clone(),
            role: caller.role,
            guest: caller.guest,
        });
        let now_ms = Timestamp(self.app.now_ms());
        self.say(socket, &ServerMessage::Hello { protocol: PROTOCOL, player, now_ms }).await?;
        let Some(caller) = &self.caller else { return Ok(()) };
        match self.app.room.wallet(caller.player).await {
            Ok(balance) => self.say(socket, &ServerMessage::Wallet { balance: balance.0 }).await,
            Err(error) => self.say(socket, &error_message(None, error.into())).await,
        }
    }

    async fn watch(
        &mut self,
        socket: &mut WebSocket,
        table: TableId,
        after: Option<LogPosition>,
    ) -> Result<(), End> {
        if self.app.watches.take(self.client).is_err() {
            return self.complain(socket, ErrorCode::TooFast, SLOW_DOWN).await;
        }
        if self.watched.len() >= MOST_TABLES && !self.watched.contains(&table) {
            let refused = CommandError::new(ErrorCode::TooMany, "one connection watches at most 64 tables");
            return self.say(socket, &error_message(Some(table), refused)).await;
        }
        let viewer = self.caller.as_ref().map_or(Viewer::Spectator, |caller| Viewer::Player(caller.player));
        match self.app.room.watch(table, viewer, &self.outbox, after).await {
            Ok(()) => {
                self.watched.insert(table);
                Ok(())
            }
            Err(refused) => self.say(socket, &error_message(Some(table), refused)).await,
        }
    }

    async fn command_queued(&self, socket: &mut WebSocket, command_queued: QueuedCommand) -> Result<(), End> {
        let Some(commands) = &self.commands else {
            let reason = "spectators only watch: play as a guest or sign in";
            return self
                .refuse(socket, command_queued.id, command_queued.table, ErrorCode::SignIn, reason)
                .await;
        };
        match commands.try_send(command_queued) {
            Ok(()) => Ok(()),
            Err(refused) => {
                let QueuedCommand { id, table, .. } = refused.into_inner();
                let reason = "too many commands wait for an answer";
                self.refuse(socket, id, table, ErrorCode::TooFast, reason).await
            }
        }
    }

    /// What came too fast is not done; a command is told so by its name.
    async fn answer_too_fast(&self, socket: &mut WebSocket, message: &Message) -> Result<(), End> {
        let reason = SLOW_DOWN;
        if let Message::Text(text) = message
            && text.len() <= LONGEST_MESSAGE
            && let Ok(CommandEnvelope { id, table }) = serde_json::from_str(text)
        {
            return self.refuse(socket, id, table.into(), ErrorCode::TooFast, reason).await;
        }
        self.complain(socket, ErrorCode::TooFast, reason).await
    }

    async fn refuse(
        &self,
        socket: &mut WebSocket,
        id: CommandId,
        table: TableId,
        code: ErrorCode,
        reason: &str,
    ) -> Result<(), End> {
        let reason = reason.to_owned();
        self.say(socket, &ServerMessage::Refused { id, table: table.into(), code, reason }).await
    }

    async fn complain(&self, socket: &mut WebSocket, code: ErrorCode, reason: &str) -> Result<(), End> {
        self.say(socket, &error_message(None, CommandError::new(code, reason))).await
    }

    async fn say(&self, socket: &mut WebSocket, message: &ServerMessage) -> Result<(), End> {
        self.send_frame(socket, &message.to_text()).await
    }

    async fn send_frame(&self, socket: &mut WebSocket, frame: &str) -> Result<(), End> {
        self.send(socket, Message::Text(Utf8Bytes::from(frame))).await
    }

    /// Sends a message, to whoever takes it in time: before it is late, and before more has come than may wait.
    async fn send(&self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        tokio::select! {
            sent = tokio::time::timeout(SENT_WITHIN, socket.send(message)) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(GONE),
                Err(_) => Err(TOO_SLOW),
            },
            () = self.outbox.overflow() => Err(TOO_SLOW),
        }
    }
}

fn error_message(table: Option<TableId>, CommandError { code, reason }: CommandError) -> ServerMessage {
    ServerMessage::Error { table: table.map(Into::into), code, reason }
}

fn since_us(began: Instant) -> u64 {
    began.elapsed().as_micros() as u64
}
