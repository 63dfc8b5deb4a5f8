//! One client's connection, from `hello` to its end.
//!
//! [`Connection::run`] speaks the protocol over any [`Socket`]: the server adapts a WebSocket to it, the simulation an
//! unreliable network. It answers what concerns the connection itself, queues commands, and passes on what tables send.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use async_channel::{Receiver, Sender, bounded};
use futures_util::future::{Either, select};
use protocol::{
    ClientMessage, CommandEnvelope, CommandId, ErrorCode, LogPosition, PROTOCOL, ServerMessage, SignedIn,
    Timestamp,
};
use table::{TableId, Viewer};

use crate::accounts::{Accounts, Caller};
use crate::command_error::CommandError;
use crate::outbox::{Outbox, OutgoingMessage};
use crate::room::Room;
use crate::runtime::timeout;

mod command_queue;
mod registry;
mod socket;

use command_queue::{CommandQueue, QueuedCommand};
pub use registry::Connections;
use registry::{Registration, Signal};
pub use socket::{Admission, CloseReason, Incoming, Outgoing, Socket, SocketClosed, TrafficLimits};

/// The longest message that is handled, in bytes.
pub const LONGEST_MESSAGE: usize = 16 * 1_024;

/// How many tables one connection may watch.
const MOST_TABLES: usize = 64;

/// How many commands may wait for those before them.
const MOST_QUEUED: usize = 64;

/// The pause between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// A client that gave no sign of life for so long, three pings included, is gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(65);

/// How long the transport may take to accept one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// How long the last message may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long nothing is read from a connection whose address sends too much in all.
const QUIET_TIME: Duration = Duration::from_millis(250);

/// Every how many pings the session is checked, for what ended without a signal.
const PINGS_PER_CHECK: u32 = 3;

const SLOW_DOWN: &str = "too many messages: slow down";

/// A connected client.
pub struct Connection<Limits> {
    room: Arc<Room>,
    accounts: Arc<Accounts>,
    limits: Limits,
    caller: Option<Caller>,
    registration: Registration,
    outbox: Outbox,
    outgoing: Receiver<OutgoingMessage>,
    /// Spectators have no command queue.
    commands: Option<Sender<QueuedCommand>>,
    is_greeted: bool,
    watched: BTreeSet<TableId>,
    /// The last sign of life, in monotonic time.
    heard: Duration,
    quiet_until: Duration,
    /// How often the store had been lost when the connection began. What a client sent before a loss is not handled
    /// after it: nobody knows how long it has been lying in the socket.
    losses: u64,
    /// Takes turns, so that neither direction starves the other.
    prefers_incoming: bool,
}

/// What a connection waited for.
enum Wake<Text> {
    Incoming(Option<Incoming<Text>>),
    Outgoing(OutgoingMessage),
    QuietTimeOver,
    Ping,
    Signal(Signal),
    StoreLost,
}

impl<Limits: TrafficLimits> Connection<Limits> {
    /// Creates the connection of a client: of a player, or of a spectator without a caller.
    pub fn new(
        room: Arc<Room>,
        accounts: Arc<Accounts>,
        limits: Limits,
        caller: Option<Caller>,
    ) -> Connection<Limits> {
        let (outbox, outgoing) = Outbox::new();
        let commands = caller.as_ref().map(|caller| {
            let (commands, queued) = bounded(MOST_QUEUED);
            let queue = CommandQueue {
                room: Arc::clone(&room),
                accounts: Arc::clone(&accounts),
                player: caller.player,
                credential: caller.credential.clone(),
                outbox: outbox.clone(),
            };
            room.runtime().spawn(Box::pin(queue.run(queued)));
            commands
        });
        let registration = room.connections().register(caller.as_ref().map(|caller| caller.player));
        let (now, losses) = (room.runtime().monotonic(), room.health().losses());
        Connection {
            room,
            accounts,
            limits,
            caller,
            registration,
            outbox,
            outgoing,
            commands,
            is_greeted: false,
            watched: BTreeSet::new(),
            heard: now,
            quiet_until: now,
            losses,
            prefers_incoming: true,
        }
    }

    /// Serves the client until one side ends the connection.
    pub async fn run(mut self, mut socket: impl Socket) {
        let reason = self.serve(&mut socket).await;
        for table in std::mem::take(&mut self.watched) {
            self.room.unwatch(table, &self.outbox);
        }
        // A client that is gone does not get it.
        let close = socket.send(Outgoing::Close(reason));
        let _ = timeout(&**self.room.runtime(), CLOSE_TIMEOUT, close).await;
    }

    async fn serve(&mut self, socket: &mut impl Socket) -> CloseReason {
        let runtime = Arc::clone(self.room.runtime());
        let mut next_ping = runtime.sleep(PING_INTERVAL);
        let mut pings = 0;
        loop {
            let handled = match self.wait(socket, &mut next_ping).await {
                Wake::Incoming(Some(message)) => self.receive(socket, message).await,
                Wake::Incoming(None) => Err(CloseReason::GONE),
                Wake::Outgoing(message) => self.send(socket, Outgoing::Text(&message)).await,
                Wake::QuietTimeOver => Ok(()),
                Wake::Ping => {
                    next_ping = runtime.sleep(PING_INTERVAL);
                    pings += 1;
                    self.ping(socket, pings % PINGS_PER_CHECK == 0).await
                }
                Wake::Signal(Signal::CheckSession) => self.check_session().await,
                Wake::Signal(Signal::Stop) => Err(CloseReason::STOPPING),
                Wake::StoreLost => Err(CloseReason::STORE_LOST),
            };
            if let Err(reason) = handled {
                return reason;
            }
            if self.outbox.is_full() {
                return CloseReason::TOO_SLOW;
            }
        }
    }

    /// Waits for what comes first. What may end the connection is looked at before its traffic.
    async fn wait<S: Socket>(
        &mut self,
        socket: &mut S,
        next_ping: &mut (impl Future<Output = ()> + Unpin),
    ) -> Wake<S::Text> {
        self.prefers_incoming = !self.prefers_incoming;
        let this = &*self;
        let signal = async {
            match this.registration.signals.recv().await {
                Ok(signal) => Wake::Signal(signal),
                Err(_) => Wake::Signal(Signal::Stop),
            }
        };
        let lost = async {
            this.room.health().lost_since(this.losses).await;
            Wake::StoreLost
        };
        let ping = async {
            next_ping.await;
            Wake::Ping
        };
        let incoming = async {
            match this.quiet_until.checked_sub(this.now()) {
                Some(rest) if rest > Duration::ZERO => {
                    this.room.runtime().sleep(rest).await;
                    Wake::QuietTimeOver
                }
                _ => Wake::Incoming(socket.receive().await),
            }
        };
        let outgoing = async {
            match this.outgoing.recv().await {
                Ok(message) => Wake::Outgoing(message),
                Err(_) => Wake::Incoming(None),
            }
        };
        let traffic = async {
            if this.prefers_incoming {
                first(incoming, outgoing).await
            } else {
                first(outgoing, incoming).await
            }
        };
        first(first(signal, lost), first(ping, traffic)).await
    }

    fn now(&self) -> Duration {
        self.room.runtime().monotonic()
    }

    async fn ping(&self, socket: &mut impl Socket, checks: bool) -> Result<(), CloseReason> {
        if self.now() > self.heard + SILENCE_TIMEOUT {
            return Err(CloseReason::SILENT);
        }
        if checks {
            self.check_session().await?;
        }
        self.send(socket, Outgoing::Ping).await
    }

    /// Ends the connection if its session or token no longer counts.
    async fn check_session(&self) -> Result<(), CloseReason> {
        let Some(caller) = &self.caller else { return Ok(()) };
        match self.accounts.who(&caller.credential, false, self.room.now_ms()).await {
            Ok(None) => Err(CloseReason::SESSION_OVER),
            // A store that does not answer now may do so at the next check.
            Ok(Some(_)) | Err(_) => Ok(()),
        }
    }

    async fn receive<S: Socket>(
        &mut self,
        socket: &mut S,
        message: Incoming<S::Text>,
    ) -> Result<(), CloseReason> {
        if self.room.health().was_lost_since(self.losses) {
            return Err(CloseReason::STORE_LOST);
        }
        self.heard = self.now();
        match self.limits.admit_message() {
            Admission::Accepted => {}
            Admission::TooFast => return self.refuse_too_fast(socket, &message).await,
            Admission::Crowded => {
                self.quiet_until = self.now() + QUIET_TIME;
                return self.refuse_too_fast(socket, &message).await;
            }
            Admission::Flood => return Err(CloseReason::FLOOD),
        }
        let text = match message {
            Incoming::Text(text) => text,
            Incoming::Binary => return self.error(socket, ErrorCode::Binary, "messages are text").await,
            Incoming::Control => return Ok(()),
            Incoming::Close => return Err(CloseReason::GONE),
        };
        if text.len() > LONGEST_MESSAGE {
            return self.error(socket, ErrorCode::TooLarge, "a message has at most 16 KiB").await;
        }
        match serde_json::from_str(&text) {
            Ok(message) => self.handle(socket, message).await,
            Err(error) => self.refuse_unreadable(socket, &text, &error).await,
        }
    }

    async fn handle(&mut self, socket: &mut impl Socket, message: ClientMessage) -> Result<(), CloseReason> {
        match message {
            ClientMessage::Hello { protocol: PROTOCOL } => self.greet(socket).await,
            ClientMessage::Hello { .. } => {
                self.error(socket, ErrorCode::Protocol, "this card room speaks protocol 1").await
            }
            ClientMessage::Ping {} => {
                let now_ms = Timestamp(self.room.now_ms());
                self.answer(socket, &ServerMessage::Pong { now_ms }).await
            }
            _ if !self.is_greeted => self.error(socket, ErrorCode::Hello, "say hello first").await,
            ClientMessage::Watch { table, after } => self.watch(socket, table.into(), after).await,
            ClientMessage::Unwatch { table } => {
                self.watched.remove(&table.into());
                self.room.unwatch(table.into(), &self.outbox);
                Ok(())
            }
            ClientMessage::Command { id, table, seen, command } => {
                let (table, received) = (table.into(), self.heard);
                self.queue(socket, QueuedCommand { id, table, seen, command, received }).await
            }
        }
    }

    async fn greet(&mut self, socket: &mut impl Socket) -> Result<(), CloseReason> {
        self.is_greeted = true;
        let player = self.caller.as_ref().map(|caller| SignedIn {
            id: caller.player.into(),
            name: caller.name.clone(),
            role: caller.role,
            guest: caller.guest,
        });
        let now_ms = Timestamp(self.room.now_ms());
        self.answer(socket, &ServerMessage::Hello { protocol: PROTOCOL, player, now_ms }).await?;
        let Some(caller) = &self.caller else { return Ok(()) };
        match self.room.wallet(caller.player).await {
            Ok(balance) => self.answer(socket, &ServerMessage::Wallet { balance: balance.0 }).await,
            Err(error) => self.answer(socket, &error_message(None, error.into())).await,
        }
    }

    async fn watch(
        &mut self,
        socket: &mut impl Socket,
        table: TableId,
        after: Option<LogPosition>,
    ) -> Result<(), CloseReason> {
        if !self.limits.admit_watch() {
            return self.error(socket, ErrorCode::TooFast, SLOW_DOWN).await;
        }
        if self.watched.len() >= MOST_TABLES && !self.watched.contains(&table) {
            let refused = CommandError::new(ErrorCode::TooMany, "one connection watches at most 64 tables");
            return self.answer(socket, &error_message(Some(table), refused)).await;
        }
        let viewer = self.caller.as_ref().map_or(Viewer::Spectator, |caller| Viewer::Player(caller.player));
        match self.room.watch(table, viewer, &self.outbox, after).await {
            Ok(()) => {
                self.watched.insert(table);
                Ok(())
            }
            Err(refused) => self.answer(socket, &error_message(Some(table), refused)).await,
        }
    }

    async fn queue(&self, socket: &mut impl Socket, command: QueuedCommand) -> Result<(), CloseReason> {
        let Some(commands) = &self.commands else {
            let reason = "spectators only watch: play as a guest or sign in";
            return self.refuse(socket, command.id, command.table, ErrorCode::SignIn, reason).await;
        };
        match commands.try_send(command) {
            Ok(()) => Ok(()),
            Err(full) => {
                let QueuedCommand { id, table, .. } = full.into_inner();
                let reason = "too many commands wait for an answer";
                self.refuse(socket, id, table, ErrorCode::TooFast, reason).await
            }
        }
    }

    /// Answers a text that is no message. A command whose id can be read is refused under its id.
    async fn refuse_unreadable(
        &self,
        socket: &mut impl Socket,
        text: &str,
        error: &serde_json::Error,
    ) -> Result<(), CloseReason> {
        let code = ErrorCode::of_json(error);
        match serde_json::from_str(text) {
            Ok(CommandEnvelope { id, table }) if self.is_greeted => {
                let reason = format!("this is no command: {error}");
                self.refuse(socket, id, table.into(), code, &reason).await
            }
            _ => self.error(socket, code, &format!("this is no message: {error}")).await,
        }
    }

    /// Answers a message that came too fast and is not handled.
    async fn refuse_too_fast<S: Socket>(
        &self,
        socket: &mut S,
        message: &Incoming<S::Text>,
    ) -> Result<(), CloseReason> {
        if let Incoming::Text(text) = message
            && text.len() <= LONGEST_MESSAGE
            && let Ok(CommandEnvelope { id, table }) = serde_json::from_str(text)
        {
            return self.refuse(socket, id, table.into(), ErrorCode::TooFast, SLOW_DOWN).await;
        }
        self.error(socket, ErrorCode::TooFast, SLOW_DOWN).await
    }

    async fn refuse(
        &self,
        socket: &mut impl Socket,
        id: CommandId,
        table: TableId,
        code: ErrorCode,
        reason: &str,
    ) -> Result<(), CloseReason> {
        let (table, reason) = (table.into(), reason.to_owned());
        self.answer(socket, &ServerMessage::Refused { id, table, code, reason }).await
    }

    async fn error(
        &self,
        socket: &mut impl Socket,
        code: ErrorCode,
        reason: &str,
    ) -> Result<(), CloseReason> {
        self.answer(socket, &error_message(None, CommandError::new(code, reason))).await
    }

    async fn answer(&self, socket: &mut impl Socket, message: &ServerMessage) -> Result<(), CloseReason> {
        self.send(socket, Outgoing::Text(&message.to_text())).await
    }

    /// Sends a message. A client that does not take it in time, or lets more pile up than may wait, is too slow.
    async fn send(&self, socket: &mut impl Socket, message: Outgoing<'_>) -> Result<(), CloseReason> {
        let sent = async {
            match timeout(&**self.room.runtime(), SEND_TIMEOUT, socket.send(message)).await {
                Some(Ok(())) => Ok(()),
                Some(Err(SocketClosed)) => Err(CloseReason::GONE),
                None => Err(CloseReason::TOO_SLOW),
            }
        };
        let overflow = async {
            self.outbox.overflow().await;
            Err(CloseReason::TOO_SLOW)
        };
        first(sent, overflow).await
    }
}

fn error_message(table: Option<TableId>, CommandError { code, reason }: CommandError) -> ServerMessage {
    ServerMessage::Error { table: table.map(Into::into), code, reason }
}

/// Completes with whichever future is ready, with `preferred` if both are.
async fn first<T>(preferred: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    match select(pin!(preferred), pin!(other)).await {
        Either::Left((done, _)) | Either::Right((done, _)) => done,
    }
}
