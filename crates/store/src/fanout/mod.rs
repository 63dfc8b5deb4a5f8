//! Notices between the nodes that share a store, so that nodes need not poll it all the time.
//!
//! A [`PeerNotice`] says where to look; what happened is read from the store. A notice that is lost therefore delays
//! and loses nothing, because maintenance asks the store once a second; one that comes twice or late has no effect.

use std::error::Error;
use std::fmt;
use std::future::poll_fn;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use table::PlayerId;
use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver, channel, unbounded_channel};
use tokio::task::JoinSet;
use tokio_postgres::{AsyncMessage, Client};

use crate::postgres::ConnectOptions;
use crate::{LogId, StoreError};

#[cfg(feature = "nats")]
pub mod nats;

/// The name of the notifications in the database.
pub const CHANNEL: &str = "uth";

/// The most notices that wait to be sent, and messages of a NATS that wait to be read. Others are dropped, and nodes
/// find out by themselves.
const MOST_WAITING: usize = 4_096;

/// The most notices in one payload, so that it fits into one notification of PostgreSQL.
const MOST_TOGETHER: usize = 180;

/// After a lost connection, the pauses between attempts double from the first to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How often an idle connection is checked.
const BEAT: Duration = Duration::from_secs(5);

/// How long a connection may take to be made or to answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

/// Why a connection was lost.
type Lost = Box<dyn Error + Send + Sync>;

/// Tells other nodes where to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeerNotice {
    /// The log ends at that sequence number.
    Log(LogId, u64),
    /// A session or a token of that player has ended.
    Ended(PlayerId),
}

/// Writes `7:1203` or `ended:12`.
impl fmt::Display for PeerNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerNotice::Log(log, seq) => write!(f, "{log}:{seq}"),
            PeerNotice::Ended(player) => write!(f, "ended:{player}"),
        }
    }
}

impl FromStr for PeerNotice {
    type Err = NoticeError;

    fn from_str(text: &str) -> Result<PeerNotice, NoticeError> {
        let number = |text: &str| text.parse().map_err(|_| NoticeError);
        match text.split_once(':').ok_or(NoticeError)? {
            ("ended", player) => Ok(PeerNotice::Ended(PlayerId(number(player)?))),
            (log, seq) => Ok(PeerNotice::Log(LogId(number(log)?), number(seq)?)),
        }
    }
}

/// The text is no notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a notice is 7:1203 for a log, or ended:12 for a player")]
pub struct NoticeError;

/// Writes notices of a node as payloads, as many as they need.
fn payloads(node: &str, notices: &[PeerNotice]) -> Vec<String> {
    let payload = |notices: &[PeerNotice]| {
        notices.iter().fold(node.to_owned(), |text, notice| format!("{text} {notice}"))
    };
    notices.chunks(MOST_TOGETHER).map(payload).collect()
}

/// Reads the notices in a payload, unless `node` itself sent it. Notices that only a later version knows are skipped.
fn notices(node: &str, payload: &str) -> impl Iterator<Item = PeerNotice> {
    let (sender, notices) = payload.split_once(' ').unwrap_or((node, ""));
    let notices = if sender == node { "" } else { notices };
    notices.split(' ').filter_map(|notice| notice.parse().ok())
}

/// How notices travel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FanoutTransport {
    /// By notifications of that database. Those of a log are part of the transaction that writes it.
    Postgres(ConnectOptions),
    /// By a NATS server, which is told after the transaction.
    #[cfg(feature = "nats")]
    Nats(nats::NatsAddress),
}

impl FanoutTransport {
    /// Its name in logs and metrics.
    pub const fn name(&self) -> &'static str {
        match self {
            FanoutTransport::Postgres(_) => "postgres",
            #[cfg(feature = "nats")]
            FanoutTransport::Nats(_) => "nats",
        }
    }

    const fn is_transactional(&self) -> bool {
        matches!(self, FanoutTransport::Postgres(_))
    }
}

/// The sending side of a node.
#[derive(Clone, Debug)]
pub struct Fanout {
    /// Which node sends, so that it ignores its own notices.
    node: Arc<str>,
    /// How notices travel.
    pub transport: FanoutTransport,
    /// Whether notices travel, and how many have.
    pub state: Arc<State>,
    waiting: Sender<PeerNotice>,
}

/// Whether notices travel, and how many have.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct State {
    pub connected: AtomicBool,
    pub sent: AtomicU64,
    pub received: AtomicU64,
    /// Notices that could not be sent.
    pub dropped: AtomicU64,
}

/// The receiving side of a node, which also owns the connection.
pub struct Listener {
    fanout: Fanout,
    waiting: Receiver<PeerNotice>,
}

impl Fanout {
    /// Returns both sides of a node. No two nodes may have the same name.
    pub fn new(node: &str, transport: FanoutTransport) -> (Fanout, Listener) {
        let (notices, waiting) = channel(MOST_WAITING);
        let fanout = Fanout { node: node.into(), transport, waiting: notices, state: Arc::default() };
        (fanout.clone(), Listener { fanout, waiting })
    }

    /// Whether notices travel now.
    pub fn is_connected(&self) -> bool {
        self.state.connected.load(Ordering::Relaxed)
    }

    /// Queues a notice for the other nodes.
    pub fn send(&self, notice: PeerNotice) {
        // Dropped rather than waited for: the sender is a commit or a request, and the others find out within a second.
        if self.waiting.try_send(notice).is_err() {
            self.state.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns the payloads that the transaction of those notices has to send, if that is how they travel.
    pub(crate) fn notifications(&self, notices: &[PeerNotice]) -> Vec<String> {
        if self.transport.is_transactional() { payloads(&self.node, notices) } else { Vec::new() }
    }

    /// Handles that the transaction of those notices is committed.
    pub(crate) fn on_commit(&self, notices: &[PeerNotice]) {
        if self.transport.is_transactional() {
            self.state.sent.fetch_add(notices.len() as u64, Ordering::Relaxed);
        } else {
            for notice in notices {
                self.send(*notice);
            }
        }
    }
}

impl Listener {
    /// Sends and receives for ever, through any number of lost connections.
    pub async fn run(mut self, on_notice: impl Fn(PeerNotice) + Send) {
        let name = self.fanout.transport.name();
        let mut pause = FIRST_PAUSE;
        loop {
            let error = match in_time(Connection::open(&self.fanout.transport)).await {
                Ok(connection) => {
                    tracing::info!(way = name, "this node hears of the others");
                    self.fanout.state.connected.store(true, Ordering::Relaxed);
                    pause = FIRST_PAUSE;
                    let error = self.serve(connection, &on_notice).await;
                    self.fanout.state.connected.store(false, Ordering::Relaxed);
                    error
                }
                Err(error) => error,
            };
            tracing::warn!(
                way = name,
                error = &*error as &dyn Error,
                "this node does not hear of the others"
            );
            tokio::time::sleep(pause).await;
            // A database that restarts is not met by all nodes at once again and again.
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Sends and receives until the connection is lost, and returns why it was.
    async fn serve(&mut self, mut connection: Connection, on_notice: &impl Fn(PeerNotice)) -> Lost {
        // An idle connection that is dead looks like one without news; only an answer tells them apart.
        let mut beats = tokio::time::interval(BEAT);
        let mut waiting = Vec::new();
        loop {
            let done = tokio::select! {
                payload = connection.receive() => payload.map(|payload| {
                    for notice in notices(&self.fanout.node, &payload) {
                        self.fanout.state.received.fetch_add(1, Ordering::Relaxed);
                        on_notice(notice);
                    }
                }),
                _ = self.waiting.recv_many(&mut waiting, MOST_TOGETHER) => {
                    self.send(&connection, &mut waiting).await
                }
                _ = beats.tick() => in_time(connection.check()).await,
            };
            if let Err(error) = done {
                return error;
            }
        }
    }

    async fn send(&self, connection: &Connection, waiting: &mut Vec<PeerNotice>) -> Result<(), Lost> {
        for payload in payloads(&self.fanout.node, waiting) {
            in_time(connection.send(&payload)).await?;
        }
        self.fanout.state.sent.fetch_add(waiting.len() as u64, Ordering::Relaxed);
        // What a lost connection took with it is not sent again: the other nodes find it in the store.
        waiting.clear();
        Ok(())
    }
}

/// A connection that notices travel through. The task that drives it ends with it.
enum Connection {
    Postgres {
        client: Client,
        payloads: UnboundedReceiver<String>,
        _driver: JoinSet<()>,
    },
    #[cfg(feature = "nats")]
    Nats(nats::Nats),
}

impl Connection {
    async fn open(transport: &FanoutTransport) -> Result<Connection, Lost> {
        match transport {
            FanoutTransport::Postgres(options) => Connection::listen(options).await,
            #[cfg(feature = "nats")]
            FanoutTransport::Nats(address) => Ok(Connection::Nats(nats::Nats::open(address).await?)),
        }
    }

    async fn listen(options: &ConnectOptions) -> Result<Connection, Lost> {
        let (client, mut connection) = options.connect().await.map_err(StoreError::from)?;
        let (sender, payloads) = unbounded_channel();
        // Aborted when the set is dropped, so that no driver outlives its connection.
        let mut driver = JoinSet::new();
        driver.spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message {
                    // Without a bound, because the reader may be waiting for an answer behind this notification. It
                    // waits at most for `ANSWERED_WITHIN`, so that no more than that time's notifications pile up.
                    let _ = sender.send(notification.payload().to_owned());
                }
            }
        });
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        Ok(Connection::Postgres { client, payloads, _driver: driver })
    }

    /// Waits for a payload. Dropping the future loses none.
    async fn receive(&mut self) -> Result<String, Lost> {
        match self {
            Connection::Postgres { payloads, .. } => {
                payloads.recv().await.ok_or_else(|| "the database closed the connection".into())
            }
            #[cfg(feature = "nats")]
            Connection::Nats(nats) => nats.receive().await,
        }
    }

    async fn send(&self, payload: &str) -> Result<(), Lost> {
        match self {
            Connection::Postgres { client, .. } => {
                client.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &payload]).await?;
                Ok(())
            }
            #[cfg(feature = "nats")]
            Connection::Nats(nats) => nats.send(payload).await,
        }
    }

    /// Fails if the other side is gone.
    async fn check(&self) -> Result<(), Lost> {
        match self {
            Connection::Postgres { client, .. } => Ok(client.batch_execute("SELECT 1").await?),
            #[cfg(feature = "nats")]
            Connection::Nats(nats) => nats.check(),
        }
    }
}

async fn in_time<T>(act: impl Future<Output = Result<T, Lost>>) -> Result<T, Lost> {
    tokio::time::timeout(ANSWERED_WITHIN, act).await.unwrap_or_else(|_| Err("no answer in time".into()))
}

#[cfg(test)]
mod tests {
    use super::{LogId, PeerNotice, PlayerId, notices, payloads};

    #[test]
    fn words_come_out_as_they_went_in_but_not_to_the_speaker() {
        let said = [
            PeerNotice::Log(LogId(7), 1_203),
            PeerNotice::Ended(PlayerId(12)),
            PeerNotice::Log(LogId(u64::MAX), u64::MAX),
        ];
        let payload = payloads("ann", &said).concat();
        assert_eq!(payload, "ann 7:1203 ended:12 18446744073709551615:18446744073709551615");
        assert_eq!(notices("bob", &payload).collect::<Vec<_>>(), said);
        assert_eq!(notices("ann", &payload).count(), 0);
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        for payload in
            ["", " ", "ann", "ann ", "ann 7", "ann 7:", "ann :7", "ann 7:-1", "ann renamed:5", "ann \0:\n"]
        {
            assert_eq!(notices("bob", payload).count(), 0, "{payload:?}");
        }
        assert_eq!(notices("bob", "ann later:7 3:4").collect::<Vec<_>>(), [PeerNotice::Log(LogId(3), 4)]);
    }

    #[test]
    fn a_piece_fits_into_a_notification() {
        let many = vec![PeerNotice::Log(LogId(u64::MAX), u64::MAX); 1_000];
        let pieces = payloads("0123456789abcdef", &many);
        assert!(pieces.iter().all(|piece| piece.len() < 8_000));
        assert_eq!(pieces.iter().map(|piece| notices("another", piece).count()).sum::<usize>(), many.len());
    }
}
