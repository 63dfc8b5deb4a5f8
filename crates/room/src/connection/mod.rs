//! One client's connection, from `hello` to its end.
//!
//! [`Connection::run`] speaks the protocol over any [`Socket`]: the server adapts a WebSocket to it, the simulation an
//! unreliable network. It answers what concerns the connection itself, queues commands, and passes on what tables send.

use std::collections::BTreeSet;
use std::future::Future;
use std::ops::Deref;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use async_channel::{Receiver, Sender, unbounded};
use futures_util::future::{Either, select};
use protocol::{
    ClientCommand, ClientMessage, CommandEnvelope, CommandId, ErrorCode, LogPosition, PROTOCOL, Receipt,
    Role, Seq, ServerMessage, SignedIn, Timestamp,
};
use table::{PlayerId, TableId, Viewer};

use crate::accounts::{Access, Accounts, Caller, Credential};
use crate::command_error::CommandError;
use crate::outbox::{Outbox, OutgoingMessage, OutgoingMessages};
use crate::room::Room;
use crate::runtime::timeout;
use crate::store_health::STORE_TIMEOUT;

mod registry;
mod socket;

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
    outgoing: OutgoingMessages,
    /// Spectators have no command queue, and neither have programs whose token may only read.
    commands: Option<Sender<QueuedCommand>>,
    is_greeted: bool,
    watched: BTreeSet<TableId>,
    /// Tables that no longer have what this client saw or was confirmed. Their commands are refused until the client
    /// watches the table anew.
    forgotten: BTreeSet<TableId>,
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
        let may_play = |caller: &&Caller| caller.has(Access::Play);
        let commands = caller.as_ref().filter(may_play).map(|caller| {
            let (commands, queued) = unbounded();
            let queue = CommandQueue {
                room: Arc::clone(&room),
                accounts: Arc::clone(&accounts),
                player: caller.player,
                credential: caller.credential.clone(),
                expires_ms: caller.expires_ms,
                outbox: outbox.clone(),
            };
            room.runtime().spawn(Box::pin(queue.run(queued)));
            commands
        });
        let registration = room.connections().register(caller.as_ref().map(|caller| caller.player));
        let (now, losses) = (room.runtime().monotonic(), room.health.losses());
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
            forgotten: BTreeSet::new(),
            heard: now,
            quiet_until: now,
            losses,
            prefers_incoming: true,
        }
    }

    /// Serves the client until one side ends the connection.
    pub async fn run(mut self, mut socket: impl Socket) {
        // However it ends, the tables are told first: a farewell that a dead client does not take may last seconds.
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
                Wake::Incoming(Some(message)) => self.receive(message).await,
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
                Wake::Signal(Signal::End(reason, None)) => Err(reason),
                Wake::Signal(Signal::End(reason, Some(table))) => {
                    if self.watched.contains(&table) {
                        Err(reason)
                    } else {
                        Ok(())
                    }
                }
                Wake::StoreLost => Err(CloseReason::STORE_LOST),
            };
            if let Err(reason) = handled {
                return reason;
            }
            // Looked at after every step, because commands that are done fill the outbox at any time.
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
        // A client that sends without pause must not keep its updates waiting, nor a busy table its commands.
        self.prefers_incoming = !self.prefers_incoming;
        let this = &*self;
        let signal = async {
            match this.registration.signals.recv().await {
                Ok(signal) => Wake::Signal(signal),
                // The registry outlives every connection; if it is gone, so is the room.
                Err(_) => Wake::Signal(Signal::Stop),
            }
        };
        let lost = async {
            this.room.health.lost_since(this.losses).await;
            Wake::StoreLost
        };
        let ping = async {
            next_ping.await;
            Wake::Ping
        };
        let incoming = async {
            match this.quiet_until.checked_sub(this.now()) {
                // What is not read piles up in the operating system and then at the client: its own network slows it
                // down.
                Some(rest) if rest > Duration::ZERO => {
                    this.room.runtime().sleep(rest).await;
                    Wake::QuietTimeOver
                }
                _ => Wake::Incoming(socket.receive().await),
            }
        };
        let outgoing = async { Wake::Outgoing(this.outgoing.recv().await) };
        let traffic = async {
            if this.prefers_incoming {
                first(incoming, outgoing).await
            } else {
                first(outgoing, incoming).await
            }
        };
        // A connection that has to end does so although traffic waits, and a busy one is pinged all the same.
        first(first(signal, lost), first(ping, traffic)).await
    }

    fn now(&self) -> Duration {
        self.room.runtime().monotonic()
    }

    async fn ping(&self, socket: &mut impl Socket, checks: bool) -> Result<(), CloseReason> {
        // A client that vanished without a word, with its battery or its network, keeps a TCP connection open for
        // hours.
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
        match self.accounts.who(&caller.credential, false).await {
            Ok(None) => Err(CloseReason::SESSION_OVER),
            // A store that does not answer now may do so at the next check.
            Ok(Some(_)) | Err(_) => Ok(()),
        }
    }

    async fn receive<Text: Deref<Target = str>>(
        &mut self,
        message: Incoming<Text>,
    ) -> Result<(), CloseReason> {
        if self.room.health.was_lost_since(self.losses, self.now()) {
            return Err(CloseReason::STORE_LOST);
        }
        self.heard = self.now();
        let admission = self.limits.admit_message();
        match (admission, message) {
            (Admission::Flood, _) => return Err(CloseReason::FLOOD),
            (Admission::TooFast | Admission::Crowded, message) => {
                if admission == Admission::Crowded {
                    self.quiet_until = self.now() + QUIET_TIME;
                }
                self.refuse_too_fast(&message);
            }
            (Admission::Accepted, Incoming::Control) => {}
            (Admission::Accepted, Incoming::Close) => return Err(CloseReason::GONE),
            (Admission::Accepted, Incoming::Binary) => self.error(ErrorCode::Binary, "messages are text"),
            (Admission::Accepted, Incoming::Text(text)) if text.len() > LONGEST_MESSAGE => {
                self.error(ErrorCode::TooLarge, "a message has at most 16 KiB");
            }
            (Admission::Accepted, Incoming::Text(text)) => match serde_json::from_str(&text) {
                Ok(message) => self.handle(message).await,
                Err(error) => self.refuse_unreadable(&text, &error),
            },
        }
        Ok(())
    }

    async fn handle(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::Hello { protocol: PROTOCOL } => self.greet().await,
            ClientMessage::Hello { .. } => {
                self.error(ErrorCode::Protocol, "this card room speaks protocol 1");
            }
            ClientMessage::Ping {} => {
                self.answer(&ServerMessage::Pong { now_ms: Timestamp(self.room.now_ms()) });
            }
            _ if !self.is_greeted => self.error(ErrorCode::Hello, "say hello first"),
            ClientMessage::Watch { table, after, receipt } => self.watch(table.into(), after, receipt).await,
            ClientMessage::Unwatch { table } => {
                self.watched.remove(&table.into());
                self.room.unwatch(table.into(), &self.outbox);
            }
            ClientMessage::Command { id, table, seen, command } => {
                let (table, received) = (table.into(), self.heard);
                self.queue(QueuedCommand { id, table, seen, command, received });
            }
        }
    }

    async fn greet(&mut self) {
        self.is_greeted = true;
        let player = self.caller.as_ref().map(|caller| SignedIn {
            id: caller.player.into(),
            name: caller.name.clone(),
            role: caller.role,
            guest: caller.guest,
        });
        let now_ms = Timestamp(self.room.now_ms());
        let public_key = self.room.signer().public_key().into();
        self.answer(&ServerMessage::Hello { protocol: PROTOCOL, player, now_ms, public_key });
        let Some(Caller { player, .. }) = &self.caller else { return };
        // Followed before it is read: a change in between is reported, and what was read is then dropped as older.
        let reports = self.registration.follow_wallet(&self.outbox);
        match self.room.wallet(*player).await {
            Ok(balance) => self.room.connections().report_read(*player, balance, reports),
            Err(error) => self.answer_error(None, error.into()),
        }
    }

    async fn watch(&mut self, table: TableId, after: Option<LogPosition>, receipt: Option<Receipt>) {
        if !self.limits.admit_watch() {
            return self.error(ErrorCode::TooFast, SLOW_DOWN);
        }
        // Asking again for a table that is watched already takes no further place.
        let is_known = self.watched.contains(&table) || self.forgotten.contains(&table);
        if self.watched.len() + self.forgotten.len() >= MOST_TABLES && !is_known {
            let refused = CommandError::new(ErrorCode::TooMany, "one connection watches at most 64 tables");
            return self.answer_error(Some(table), refused);
        }
        let viewer = self.caller.as_ref().map_or(Viewer::Spectator, |caller| Viewer::Player(caller.player));
        match self.room.watch(table, viewer, &self.outbox, after, receipt).await {
            Ok(()) => {
                self.forgotten.remove(&table);
                self.watched.insert(table);
            }
            Err(refused) => {
                if refused.code == ErrorCode::Forgotten {
                    self.watched.remove(&table);
                    self.forgotten.insert(table);
                }
                self.answer_error(Some(table), refused);
            }
        }
    }

    fn queue(&self, command: QueuedCommand) {
        let Some(commands) = &self.commands else {
            if self.caller.is_some() {
                let reason = "this token may only read";
                return self.refuse(command.id, command.table, ErrorCode::NotWithToken, reason);
            }
            let reason = "spectators only watch: play as a guest or sign in";
            return self.refuse(command.id, command.table, ErrorCode::SignIn, reason);
        };
        if self.forgotten.contains(&command.table) {
            let reason = "the card room has lost what you knew of this table: watch it anew";
            return self.refuse(command.id, command.table, ErrorCode::Forgotten, reason);
        }
        // Only this connection adds to the queue, so that nobody can fill it up between the look and the sending.
        if commands.len() >= MOST_QUEUED {
            let reason = "too many commands wait for an answer";
            return self.refuse(command.id, command.table, ErrorCode::TooFast, reason);
        }
        // The queue runs until the connection drops its sender.
        let _ = commands.try_send(command);
    }

    /// Answers a text that is no message. A command whose id can be read is refused under its id.
    fn refuse_unreadable(&self, text: &str, error: &serde_json::Error) {
        let code = ErrorCode::of_json(error);
        match serde_json::from_str(text) {
            // A client waits for the answer under its id, even if the rest of the command makes no sense.
            Ok(CommandEnvelope { id, table }) if self.is_greeted => {
                self.refuse(id, table.into(), code, &format!("this is no command: {error}"));
            }
            _ => self.error(code, &format!("this is no message: {error}")),
        }
    }

    /// Answers a message that came too fast and is not handled.
    fn refuse_too_fast<Text: Deref<Target = str>>(&self, message: &Incoming<Text>) {
        if let Incoming::Text(text) = message
            && text.len() <= LONGEST_MESSAGE
            && let Ok(CommandEnvelope { id, table }) = serde_json::from_str(text)
        {
            return self.refuse(id, table.into(), ErrorCode::TooFast, SLOW_DOWN);
        }
        self.error(ErrorCode::TooFast, SLOW_DOWN);
    }

    fn refuse(&self, id: CommandId, table: TableId, code: ErrorCode, reason: &str) {
        self.answer(&ServerMessage::Refused { id, table: table.into(), code, reason: reason.to_owned() });
    }

    fn error(&self, code: ErrorCode, reason: &str) {
        self.answer_error(None, CommandError::new(code, reason));
    }

    fn answer_error(&self, table: Option<TableId>, CommandError { code, reason }: CommandError) {
        self.answer(&ServerMessage::Error { table: table.map(Into::into), code, reason });
    }

    /// Queues an answer behind what tables have sent. If it does not fit, the connection ends as too slow.
    fn answer(&self, message: &ServerMessage) {
        self.outbox.send(message.to_text().into());
    }

    /// Sends a message. A client that does not take it in time, or lets more answers pile up than may wait, is too
    /// slow.
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

/// A command that waits for those before it.
struct QueuedCommand {
    id: CommandId,
    table: TableId,
    seen: Seq,
    command: ClientCommand,
    /// When it was received, in monotonic time.
    received: Duration,
}

/// Executes the commands of a signed-in client.
struct CommandQueue {
    room: Arc<Room>,
    accounts: Arc<Accounts>,
    player: PlayerId,
    credential: Credential,
    /// When a token ends by itself.
    expires_ms: Option<u64>,
    outbox: Outbox,
}

impl CommandQueue {
    /// Runs until the connection has ended and its last command is done. It is a task of its own, so that a client that
    /// hangs up does not interrupt a command halfway.
    async fn run(self, commands: Receiver<QueuedCommand>) {
        // One after the other: a client that sends a wager and "no more bets" relies on the order.
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
        // The connection ends with the token, but only at its next check.
        if self.expires_ms.is_some_and(|expires_ms| expires_ms <= self.room.now_ms()) {
            return Err(CommandError::new(ErrorCode::SignIn, "the token has ended; make a new one"));
        }
        if command.is_for_floor() {
            // Asked for every such command and not once at `hello`: the session may have ended or the role been taken
            // since.
            self.require_floor().await?;
            return self.accounts.execute_as_floor(table, self.player, id, seen, command).await;
        }
        self.accounts.execute(table, self.player, id, seen, command).await
    }

    /// Requires that the session is the floor's and was used within the last half hour.
    async fn require_floor(&self) -> Result<(), CommandError> {
        let caller = self.accounts.who(&self.credential, true).await?;
        match caller {
            Some(caller) if !caller.has(Access::Session) => Err(CommandError::new(
                ErrorCode::NotWithToken,
                "no token may do this: the floor signs in with a password",
            )),
            Some(caller) if caller.role == Role::Floor => Ok(()),
            Some(caller) if caller.must_enrol() => Err(CommandError::new(
                ErrorCode::SecondFactorNeeded,
                "enrol a second factor first: this card room requires it of its staff",
            )),
            _ => Err(CommandError::new(
                ErrorCode::Forbidden,
                "only the floor, signed in with a password, may do this",
            )),
        }
    }
}

/// Completes with whichever future is ready, with `preferred` if both are.
async fn first<T>(preferred: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    match select(pin!(preferred), pin!(other)).await {
        Either::Left((done, _)) | Either::Right((done, _)) => done,
    }
}
