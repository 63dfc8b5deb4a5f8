//! Follows one table through lost connections, and sees to it that each command is answered.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use fair::entropy::{OperatingSystem, fill};
use protocol::{ErrorCode, Hex32, LogPosition, Seq, TableSettings};
use serde_json::{Value, json};

use super::address::Address;
use super::api::Api;
use super::command::Command;
use super::message::{Player, ServerMessage};
use super::socket::{Failure, Socket};
use super::view::View;

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// After a lost connection the first attempt comes at once, and later ones after pauses that double up to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A refusal that says nothing about the command has it sent again after this.
const AGAIN_AFTER: Duration = Duration::from_millis(100);

/// Somebody at a table: what they see, and what they have asked for.
pub struct Client {
    api: Api,
    table: u64,
    socket: Option<Socket>,
    connects_at: Instant,
    pause: Duration,
    /// Commands that wait for an answer, the first one first.
    waiting: VecDeque<Waiting>,
    /// What ids begin with, so that no two runs of a program use the same.
    run: String,
    commands: u64,
    /// By how much the card room's clock is ahead of ours.
    ahead_ms: i64,
    /// Who we are; nobody before the first hello.
    pub player: Option<Player>,
    /// What our wallet holds, in cents.
    pub wallet: i64,
    /// The name of the table.
    pub name: String,
    /// What it plays by, once it has been seen.
    pub settings: Option<TableSettings>,
    /// The table as we last saw it.
    pub view: Option<View>,
    /// The hash of the log's entry that the view ends with.
    hash: Hex32,
}

struct Waiting {
    id: String,
    message: Value,
    /// When it is sent again, whatever happens.
    again_at: Option<Instant>,
}

/// What a client has learnt.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum ClientEvent {
    /// We are connected, and the card room knows us.
    Connected,
    /// The connection is lost; the client comes back by itself.
    Lost(String),
    /// The wallet holds something else now.
    Wallet,
    /// The table has a new view. These events led to it, if they are known.
    Table(Option<Vec<Value>>),
    /// A command was done, for good, and the table stood there.
    Done { id: String, seq: u64 },
    /// A command cannot be taken just now; it is sent again by itself.
    Retrying { code: ErrorCode },
    /// A command changed nothing: why, for programs and for people.
    Refused { id: String, code: ErrorCode, reason: String },
}

impl Client {
    /// Somebody who will follow that table. Nothing is sent yet.
    pub fn new(api: Api, table: u64) -> Result<Client> {
        let mut run = [0; 8];
        fill(&mut run, &OperatingSystem)?;
        let run = format!("{:016x}", u64::from_be_bytes(run));
        Ok(Client {
            api,
            table,
            socket: None,
            connects_at: Instant::now(),
            pause: FIRST_PAUSE,
            waiting: VecDeque::new(),
            run,
            commands: 0,
            ahead_ms: 0,
            player: None,
            wallet: 0,
            name: String::new(),
            settings: None,
            view: None,
            hash: Hex32::default(),
        })
    }

    /// The last event that we have seen.
    pub fn seq(&self) -> u64 {
        self.view.as_ref().map_or(0, |view| view.seq)
    }

    /// The time at the card room, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        clock_ms().saturating_add_signed(self.ahead_ms)
    }

    /// Whether a connection is open.
    pub const fn is_connected(&self) -> bool {
        self.socket.is_some()
    }

    /// Whether a command waits for its answer.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Asks the table for something, and gives the name under which that will be answered. It is sent until it is.
    pub fn send(&mut self, command: &Command) -> String {
        self.commands += 1;
        let id = format!("{}-{}", self.run, self.commands);
        let message = json!({
            "type": "command", "id": id, "table": self.table, "seen": self.seq(), "command": command,
        });
        if let Some(socket) = &mut self.socket {
            // A connection that is lost is noticed by whoever listens to it next.
            let _ = socket.say(&message);
        }
        self.waiting.push_back(Waiting { id: id.clone(), message, again_at: None });
        id
    }

    /// Goes on at another node of the same card room, with everything that is not answered yet.
    pub fn move_to(&mut self, address: Address) {
        self.api.address = address;
        (self.socket, self.connects_at, self.pause) = (None, Instant::now(), FIRST_PAUSE);
    }

    /// What comes next, if it comes in time. An error is the end: another attempt would fail in the same way.
    pub fn next(&mut self, wait: Duration) -> Result<Option<ClientEvent>> {
        let Some(socket) = &mut self.socket else { return self.connect(wait) };
        let now = Instant::now();
        for waiting in &mut self.waiting {
            if waiting.again_at.is_some_and(|again_at| again_at <= now) {
                waiting.again_at = None;
                let _ = socket.say(&waiting.message);
            }
        }
        match socket.hear(wait) {
            Ok(Some(said)) => self.learn(said),
            Ok(None) => Ok(None),
            Err(error) => Ok(Some(self.lose(&error.to_string()))),
        }
    }

    /// Connects when it is time to: hello, watch from what we have seen, and every command that is not answered.
    fn connect(&mut self, wait: Duration) -> Result<Option<ClientEvent>> {
        let left = self.connects_at.saturating_duration_since(Instant::now());
        if left > Duration::ZERO {
            thread::sleep(left.min(wait));
            return Ok(None);
        }
        let mut socket = match Socket::open(&self.api.address, self.api.token.as_deref()) {
            Ok(socket) => socket,
            Err(Failure::Now(why)) => return Ok(Some(self.lose(&why))),
            Err(Failure::ForEver(why)) => bail!(why),
        };
        let after = self.view.as_ref().map(|view| LogPosition { seq: Seq(view.seq), hash: self.hash });
        let mut messages = vec![
            json!({"type": "hello", "protocol": PROTOCOL}),
            json!({"type": "watch", "table": self.table, "after": after}),
        ];
        messages.extend(self.waiting.iter().map(|waiting| waiting.message.clone()));
        for message in &messages {
            if let Err(error) = socket.say(message) {
                return Ok(Some(self.lose(&error.to_string())));
            }
        }
        self.socket = Some(socket);
        Ok(None)
    }

    fn lose(&mut self, why: &str) -> ClientEvent {
        self.socket = None;
        self.connects_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        ClientEvent::Lost(why.to_owned())
    }

    fn learn(&mut self, said: ServerMessage) -> Result<Option<ClientEvent>> {
        Ok(match said {
            ServerMessage::Hello { player, now_ms } => {
                self.pause = FIRST_PAUSE;
                self.player = player;
                self.ahead_ms = now_ms.cast_signed().saturating_sub(clock_ms().cast_signed());
                Some(ClientEvent::Connected)
            }
            ServerMessage::Wallet { balance } => {
                self.wallet = balance;
                Some(ClientEvent::Wallet)
            }
            ServerMessage::Snapshot { table, seq, .. } | ServerMessage::Update { table, seq, .. }
                if table == self.table && seq < self.seq() =>
            {
                bail!("table {table} went back from {} to {seq}", self.seq())
            }
            ServerMessage::Snapshot { table, hash, name, settings, events, view, .. }
                if table == self.table =>
            {
                self.hash = hash;
                (self.name, self.settings) = (name, Some(settings));
                self.view = Some(*view);
                Some(ClientEvent::Table(events))
            }
            ServerMessage::Update { table, seq, hash, events, view } if table == self.table => {
                if seq != self.seq().saturating_add(events.len() as u64) {
                    return Ok(Some(self.lose("something was missed")));
                }
                (self.hash, self.view) = (hash, Some(*view));
                Some(ClientEvent::Table(Some(events)))
            }
            ServerMessage::Snapshot { .. } | ServerMessage::Update { .. } | ServerMessage::Pong {} => None,
            ServerMessage::Done { id, receipt } => {
                self.is_answered(&id).then_some(ClientEvent::Done { id, seq: receipt.seq.0 })
            }
            ServerMessage::Refused { id, code, .. } if code.is_retryable() => {
                let again_at = Some(Instant::now() + AGAIN_AFTER);
                let refused = self.waiting.iter_mut().filter(|waiting| waiting.id == id);
                refused.for_each(|waiting| waiting.again_at = again_at);
                Some(ClientEvent::Retrying { code })
            }
            ServerMessage::Refused { id, code, reason } => {
                self.is_answered(&id).then_some(ClientEvent::Refused { id, code, reason })
            }
            ServerMessage::Error { code, reason } if code.is_retryable() => Some(self.lose(&reason)),
            ServerMessage::Error { reason, .. } => bail!(reason),
        })
    }

    /// Takes a command off the list. One that was sent twice is answered twice, and the second answer is no news.
    fn is_answered(&mut self, id: &str) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.id != id);
        self.waiting.len() < before
    }
}

fn clock_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}
