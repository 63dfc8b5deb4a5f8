//! What a connection needs of the transport below it and of the server that accepted it.

use std::future::Future;
use std::ops::Deref;

/// A message-oriented, reliable and ordered transport such as a WebSocket.
pub trait Socket: Send {
    /// The text of a message, as the transport holds it.
    type Text: Deref<Target = str> + Send;

    /// Receives the next message; `None` once the peer is gone. Dropping the future loses no message.
    fn receive(&mut self) -> impl Future<Output = Option<Incoming<Self::Text>>> + Send;

    /// Sends a message. An error means that the peer is gone.
    fn send(&mut self, message: Outgoing<'_>) -> impl Future<Output = Result<(), SocketClosed>> + Send;
}

/// A message from the client.
pub enum Incoming<Text> {
    /// JSON, it is to be hoped.
    Text(Text),
    /// Bytes, which this protocol does not use.
    Binary,
    /// A ping or pong of the transport, or a piece of a message: a sign of life.
    Control,
    /// The client closes the connection.
    Close,
}

/// A message to the client.
#[derive(Clone, Copy, Debug)]
pub enum Outgoing<'a> {
    /// JSON.
    Text(&'a str),
    /// A ping of the transport, which a live client answers.
    Ping,
    /// The last message.
    Close(CloseReason),
}

/// The peer is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketClosed;

/// Why a connection ends, with the close code of RFC 6455.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CloseReason {
    /// The number for programs.
    pub code: u16,
    /// The sentence for people.
    pub reason: &'static str,
}

impl CloseReason {
    pub(super) const GONE: CloseReason = CloseReason::new(1_000, "");
    pub(super) const STOPPING: CloseReason = CloseReason::new(1_001, "the card room is stopping");
    pub(super) const SILENT: CloseReason = CloseReason::new(1_001, "no sign of life for over a minute");
    pub(super) const FLOOD: CloseReason =
        CloseReason::new(1_008, "too many messages: reconnect later and slow down");
    pub(super) const SESSION_OVER: CloseReason =
        CloseReason::new(1_008, "the session is over: sign in again");
    pub(super) const TOO_SLOW: CloseReason =
        CloseReason::new(1_013, "too slow: reconnect and ask for what you missed");
    pub(super) const STORE_LOST: CloseReason =
        CloseReason::new(1_013, "this node lost its store for a while: reconnect");

    pub(crate) const FORKED: CloseReason =
        CloseReason::new(1_011, "the storage has another history than the one that was confirmed");

    const fn new(code: u16, reason: &'static str) -> CloseReason {
        CloseReason { code, reason }
    }
}

/// How much one connection may send. The server counts by connection and by address.
pub trait TrafficLimits: Send {
    /// Decides about a message that has just arrived.
    fn admit_message(&mut self) -> Admission;

    /// Whether the client may ask for one more table now: a snapshot is a message of many kilobytes.
    fn admit_watch(&mut self) -> bool;
}

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// It is handled.
    Accepted,
    /// It is refused: too fast for one connection.
    TooFast,
    /// It is refused: too fast for all connections of its address together.
    Crowded,
    /// The connection ends: it was refused far more often than accepted.
    Flood,
}
