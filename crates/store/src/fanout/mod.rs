//! How nodes on one storage tell each other that something has happened, so that nobody has to ask all the time.
//!
//! A [`PeerNotice`] only says where to look; what happened is asked of the storage. So one that is lost delays and
//! loses nothing (`Room::look_after` finds what no word told of), and one that comes twice or late does nothing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use table::PlayerId;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::LogId;

pub mod nats;
mod notice;
mod transport;

use nats::NatsAddress;
pub use notice::PeerNotice;
use notice::{notices, payloads};
pub use transport::CHANNEL;
use transport::Transport;

/// How many words may wait to be sent. Those that do not fit are dropped, and others find out by themselves.
const MOST_WAITING: usize = 4_096;

/// How many words travel together at most, so that they fit into one notification of PostgreSQL.
const MOST_TOGETHER: usize = 180;

/// After a lost connection, attempts come after pauses that double up to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How often a connection on which nothing happens is tried.
const BEAT: Duration = Duration::from_secs(5);

/// What words travel through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FanoutTransport {
    /// Notifications of the database with that address. Those of a log are part of the transaction that writes it.
    Postgres(String),
    /// A NATS, which is told after the transaction.
    Nats(NatsAddress),
}

impl FanoutTransport {
    /// Its name for people and programs.
    pub const fn name(&self) -> &'static str {
        match self {
            FanoutTransport::Postgres(_) => "postgres",
            FanoutTransport::Nats(_) => "nats",
        }
    }
}

/// What a node tells others with.
#[derive(Clone, Debug)]
pub struct Fanout {
    /// Which node speaks, so that nobody listens to itself.
    node: Arc<str>,
    way: FanoutTransport,
    waiting: Sender<PeerNotice>,
    state: Arc<State>,
}

/// How it goes.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct State {
    pub connected: AtomicBool,
    pub sent: AtomicU64,
    pub received: AtomicU64,
    /// Words that could not be sent.
    pub dropped: AtomicU64,
}

/// What others say comes out here, for as long as somebody [listens](Listener::run).
pub struct Listener {
    fanout: Fanout,
    waiting: Receiver<PeerNotice>,
}

impl Fanout {
    /// A node with that name, which should be no other's.
    pub fn new(node: &str, way: FanoutTransport) -> (Fanout, Listener) {
        let (notices, waiting) = channel(MOST_WAITING);
        let fanout = Fanout { node: node.into(), way, waiting: notices, state: Arc::default() };
        (fanout.clone(), Listener { fanout, waiting })
    }

    /// What words travel through.
    pub const fn way(&self) -> &FanoutTransport {
        &self.way
    }

    /// How it goes.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether words travel now.
    pub fn is_connected(&self) -> bool {
        self.state.connected.load(Ordering::Relaxed)
    }

    /// Tells the others, sooner or later.
    pub fn say(&self, word: PeerNotice) {
        if self.waiting.try_send(word).is_err() {
            self.state.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Words as they are written into a transaction, if that is how they travel.
    pub fn notifications(&self, notices: &[PeerNotice]) -> Vec<String> {
        match self.way {
            FanoutTransport::Postgres(_) => payloads(&self.node, notices),
            FanoutTransport::Nats(_) => Vec::new(),
        }
    }

    /// The transaction of those words is committed.
    pub fn have_written(&self, notices: &[PeerNotice]) {
        match self.way {
            FanoutTransport::Postgres(_) => self.have_gone(notices.len()),
            FanoutTransport::Nats(_) => notices.iter().for_each(|word| self.say(*word)),
        }
    }

    fn have_gone(&self, notices: usize) {
        self.state.sent.fetch_add(notices as u64, Ordering::Relaxed);
    }
}

impl Listener {
    /// Listens for ever, through any number of lost connections.
    pub async fn run(mut self, heard: impl Fn(PeerNotice) + Send) {
        let mut pause = FIRST_PAUSE;
        loop {
            let why = match Transport::open(&self.fanout.way).await {
                Ok(line) => {
                    tracing::info!(way = self.fanout.way.name(), "nodes hear of each other");
                    self.fanout.state.connected.store(true, Ordering::Relaxed);
                    pause = FIRST_PAUSE;
                    let why = self.serve(line, &heard).await;
                    self.fanout.state.connected.store(false, Ordering::Relaxed);
                    why
                }
                Err(why) => why,
            };
            tracing::warn!(way = self.fanout.way.name(), %why, "nodes do not hear of each other");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Says and hears until the connection is lost; why it was.
    async fn serve(&mut self, mut line: Transport, heard: &impl Fn(PeerNotice)) -> Disconnected {
        let mut beats = tokio::time::interval(BEAT);
        let mut notices = Vec::new();
        loop {
            let done = tokio::select! {
                payload = line.hear() => payload.map(|payload| self.take(&payload, heard)),
                _ = self.waiting.recv_many(&mut notices, MOST_TOGETHER) => {
                    self.tell(&mut line, &mut notices, heard).await
                }
                _ = beats.tick() => line.beat(|payload| self.take(payload, heard)).await,
            };
            if let Err(why) = done {
                return why;
            }
        }
    }

    fn take(&self, payload: &str, heard: &impl Fn(PeerNotice)) {
        for word in notices(&self.fanout.node, payload) {
            self.fanout.state.received.fetch_add(1, Ordering::Relaxed);
            heard(word);
        }
    }

    async fn tell(
        &self,
        line: &mut Transport,
        notices: &mut Vec<PeerNotice>,
        heard: &impl Fn(PeerNotice),
    ) -> Result<(), Disconnected> {
        for payload in payloads(&self.fanout.node, notices) {
            line.tell(&payload, |payload| self.take(payload, heard)).await?;
        }
        self.fanout.have_gone(notices.len());
        notices.clear();
        Ok(())
    }
}

/// Why a connection was lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disconnected(pub(crate) String);

impl fmt::Display for Disconnected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error> From<E> for Disconnected {
    fn from(error: E) -> Disconnected {
        match error.source() {
            Some(reason) => Disconnected(format!("{error}: {reason}")),
            None => Disconnected(error.to_string()),
        }
    }
}
