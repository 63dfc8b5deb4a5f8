//! Follows one table through lost connections, and makes sure that each command is answered.

use std::collections::VecDeque;
use std::fmt;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use fair::entropy::{OperatingSystem, fill};
use protocol::{
    ClientCommand, ClientMessage, CommandId, ErrorCode, Event, Hex32, LogPosition, PROTOCOL, Receipt, Seq,
    ServerMessage, SignedIn, TableId, TableSettings, TableView,
};

use super::address::Address;
use super::api::Api;
use super::connection::{ConnectError, Connection};

/// The pause before connecting again doubles from the first to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The pause before a command is repeated that the card room could not take.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// A client of one table: its last view, and the commands that wait for an answer.
pub struct Client {
    api: Api,
    table: TableId,
    connection: Option<Connection>,
    connect_at: Instant,
    pause: Duration,
    /// Commands without an answer, oldest first.
    unanswered: VecDeque<Unanswered>,
    /// The prefix of this client's command ids. It is random, so that no two runs of a program share an id.
    id_prefix: String,
    commands_sent: u64,
    /// How far the card room's clock is ahead of ours.
    clock_offset_ms: i64,
    /// The last event that was seen, with the hash of its log entry.
    position: Option<LogPosition>,
    /// The receipt of the last command that was done. It is presented whenever the client connects; a caller that has
    /// kept one from before sets it first.
    pub receipt: Option<Receipt>,
    /// The account; none before the first `hello`, and for spectators.
    pub player: Option<SignedIn>,
    /// The balance of the player's wallet, in cents.
    pub wallet: i64,
    /// The name of the table.
    pub name: String,
    /// The settings of the table, once it has been seen.
    pub settings: Option<TableSettings>,
    /// The table as it was last seen.
    pub view: Option<TableView>,
}

struct Unanswered {
    id: CommandId,
    message: ClientMessage,
    /// When to send it again, after a refusal that may pass.
    retry_at: Option<Instant>,
}

/// What a client has learnt.
#[derive(Clone, Debug)]
pub enum ClientEvent {
    /// The connection is open, and the card room knows the client.
    Connected,
    /// The connection is lost, for this reason; the client connects again by itself.
    Lost(String),
    /// The balance of the wallet has changed.
    Wallet,
    /// The table has a new view.
    Table {
        /// The events that led to it, if they are known.
        events: Option<Vec<Event>>,
    },
    /// A command was done and is durable.
    Done {
        /// The command.
        id: CommandId,
        /// The evidence.
        receipt: Receipt,
    },
    /// The card room could not take a command for now; the client sends it again by itself.
    Retrying {
        /// Why.
        code: ErrorCode,
    },
    /// A command was refused and changed nothing.
    Refused {
        /// The command.
        id: CommandId,
        /// Why, for programs.
        code: ErrorCode,
        /// Why, for people.
        reason: String,
    },
}

/// The card room no longer has what it confirmed or showed to this client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forgotten {
    /// The table.
    pub table: TableId,
    /// The latest receipt that the client has of it.
    pub receipt: Option<Receipt>,
}

impl std::error::Error for Forgotten {}

impl fmt::Display for Forgotten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table;
        match &self.receipt {
            Some(Receipt { seq, at_ms, .. }) => write!(
                f,
                "the card room no longer has what it confirmed to you at {} (table {table}, event {seq}): keep your \
                 receipt",
                time_text(at_ms.0)
            ),
            None => write!(f, "the card room no longer has what it showed you at table {table}"),
        }
    }
}

/// Writes a time in milliseconds since 1970 as date and time of day, universal time.
fn time_text(at_ms: u64) -> String {
    let (days, second) = (at_ms / 86_400_000, at_ms / 1_000 % 86_400);
    // Years are counted from 1 March, so that a leap day ends one, in cycles of 400 years with 146,097 days.
    let shifted = days + 719_468;
    let (cycle, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = cycle * 400 + year + next;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

impl Client {
    /// Returns a client for that table. Nothing is sent yet.
    pub fn new(api: Api, table: TableId) -> Result<Client> {
        let mut prefix = [0; 8];
        fill(&mut prefix, &OperatingSystem)?;
        Ok(Client {
            api,
            table,
            connection: None,
            connect_at: Instant::now(),
            pause: FIRST_PAUSE,
            unanswered: VecDeque::new(),
            id_prefix: format!("{:016x}", u64::from_be_bytes(prefix)),
            commands_sent: 0,
            clock_offset_ms: 0,
            position: None,
            receipt: None,
            player: None,
            wallet: 0,
            name: String::new(),
            settings: None,
            view: None,
        })
    }

    /// Returns the table that it follows.
    pub const fn table(&self) -> TableId {
        self.table
    }

    /// Returns the last event that was seen, 0 before the first.
    pub fn seq(&self) -> Seq {
        self.position.map_or(Seq(0), |position| position.seq)
    }

    /// Returns the card room's time, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        clock_ms().saturating_add_signed(self.clock_offset_ms)
    }

    /// Returns whether a connection is open.
    pub const fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Returns whether a command waits for its answer.
    pub fn is_waiting(&self) -> bool {
        !self.unanswered.is_empty()
    }

    /// Sends a command, now or as soon as there is a connection, until it is answered under the returned id.
    pub fn send(&mut self, command: ClientCommand) -> Result<CommandId> {
        self.commands_sent += 1;
        let id: CommandId = format!("{}-{}", self.id_prefix, self.commands_sent).parse()?;
        let message = ClientMessage::Command { id: id.clone(), table: self.table, seen: self.seq(), command };
        if let Some(connection) = &mut self.connection {
            // If the connection is lost, the next read notices it and the command is sent again.
            let _ = connection.send(&message);
        }
        self.unanswered.push_back(Unanswered { id: id.clone(), message, retry_at: None });
        Ok(id)
    }

    /// Continues at another node of the same card room, with all unanswered commands.
    pub fn move_to(&mut self, address: Address) -> Result<()> {
        self.api = self.api.at(address)?;
        // The position stays, because every node serves the same log.
        (self.connection, self.connect_at, self.pause) = (None, Instant::now(), FIRST_PAUSE);
        Ok(())
    }

    /// Returns the next event, if one comes in time. An error is final: another attempt would fail in the same way.
    pub fn next(&mut self, wait: Duration) -> Result<Option<ClientEvent>> {
        let Some(connection) = &mut self.connection else { return self.connect(wait) };
        let now = Instant::now();
        for unanswered in &mut self.unanswered {
            if unanswered.retry_at.is_some_and(|retry_at| retry_at <= now) {
                unanswered.retry_at = None;
                let _ = connection.send(&unanswered.message);
            }
        }
        match connection.receive(wait) {
            Ok(Some(message)) => self.receive(message),
            Ok(None) => Ok(None),
            Err(error) => Ok(Some(self.lose(&format!("{error:#}")))),
        }
    }

    /// Connects when the pause is over: `hello`, `watch` from the last position, and every unanswered command.
    fn connect(&mut self, wait: Duration) -> Result<Option<ClientEvent>> {
        let pause = self.connect_at.saturating_duration_since(Instant::now());
        if pause > Duration::ZERO {
            // Never longer than the caller wants to wait, who may have a keyboard to read.
            thread::sleep(pause.min(wait));
            return Ok(None);
        }
        let mut connection = match Connection::open(&self.api) {
            Ok(connection) => connection,
            Err(ConnectError::Temporary(why)) => return Ok(Some(self.lose(&why))),
            Err(ConnectError::Permanent(why)) => bail!(why),
        };
        let first = [
            ClientMessage::Hello { protocol: PROTOCOL },
            ClientMessage::Watch { table: self.table, after: self.position, receipt: self.receipt },
        ];
        // The card room remembers ids: a command that was done before the connection broke is only answered again.
        let repeated = self.unanswered.iter().map(|unanswered| &unanswered.message);
        for message in first.iter().chain(repeated) {
            if let Err(error) = connection.send(message) {
                return Ok(Some(self.lose(&format!("{error:#}"))));
            }
        }
        self.connection = Some(connection);
        Ok(None)
    }

    fn lose(&mut self, why: &str) -> ClientEvent {
        self.connection = None;
        self.connect_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        ClientEvent::Lost(why.to_owned())
    }

    fn receive(&mut self, message: ServerMessage) -> Result<Option<ClientEvent>> {
        Ok(match message {
            ServerMessage::Hello { player, now_ms, .. } => {
                // Only a greeting proves that the card room is well; an open port does not.
                self.pause = FIRST_PAUSE;
                self.player = player;
                self.clock_offset_ms = now_ms.0.cast_signed().saturating_sub(clock_ms().cast_signed());
                Some(ClientEvent::Connected)
            }
            ServerMessage::Wallet { balance } => {
                self.wallet = balance;
                Some(ClientEvent::Wallet)
            }
            ServerMessage::Snapshot { table, seq, hash, name, settings, events, view }
                if table == self.table =>
            {
                self.follow(seq, hash, *view)?;
                (self.name, self.settings) = (name, Some(settings));
                Some(ClientEvent::Table { events })
            }
            ServerMessage::Update { table, seq, hash, events, view, .. } if table == self.table => {
                // An update continues exactly where the last one ended; otherwise a new snapshot is needed.
                if seq.0 != self.seq().0.saturating_add(events.len() as u64) {
                    return Ok(Some(self.lose("an update was missed")));
                }
                self.follow(seq, hash, *view)?;
                Some(ClientEvent::Table { events: Some(events) })
            }
            ServerMessage::Snapshot { .. } | ServerMessage::Update { .. } | ServerMessage::Pong { .. } => {
                None
            }
            ServerMessage::Done { id, receipt } => self.is_answered(&id).then(|| {
                self.receipt = Some(receipt);
                ClientEvent::Done { id, receipt }
            }),
            ServerMessage::Refused { id, code, .. } if code.is_retryable() => {
                let retry_at = Some(Instant::now() + RETRY_PAUSE);
                let refused = self.unanswered.iter_mut().filter(|unanswered| unanswered.id == id);
                refused.for_each(|unanswered| unanswered.retry_at = retry_at);
                Some(ClientEvent::Retrying { code })
            }
            ServerMessage::Refused { id, code, reason, .. } => {
                self.is_answered(&id).then_some(ClientEvent::Refused { id, code, reason })
            }
            ServerMessage::Error { code: ErrorCode::Forgotten, .. } => {
                bail!(Forgotten { table: self.table, receipt: self.receipt })
            }
            // An error belongs to no command: the connection is in doubt, and a new one starts from the last position.
            ServerMessage::Error { code, reason, .. } if code.is_retryable() => Some(self.lose(&reason)),
            ServerMessage::Error { reason, .. } => bail!(reason),
        })
    }

    /// Takes a new view. A table never goes back: a card room that does has lost what it acknowledged.
    fn follow(&mut self, seq: Seq, hash: Hex32, view: TableView) -> Result<()> {
        if seq < self.seq() {
            bail!(Forgotten { table: self.table, receipt: self.receipt });
        }
        self.position = Some(LogPosition { seq, hash });
        self.view = Some(view);
        Ok(())
    }

    /// Takes a command off the list. Returns false for the second answer to a command that was sent twice.
    fn is_answered(&mut self, id: &CommandId) -> bool {
        let before = self.unanswered.len();
        self.unanswered.retain(|unanswered| unanswered.id != *id);
        self.unanswered.len() < before
    }
}

fn clock_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::time_text;

    #[test]
    fn times_are_written_as_dates() {
        let rows = [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399_999, "2000-02-28 23:59:59 UTC"),
            (951_868_799_000, "2000-02-29 23:59:59 UTC"),
            (951_868_800_000, "2000-03-01 00:00:00 UTC"),
            (1_767_225_600_000, "2026-01-01 00:00:00 UTC"),
            (1_794_784_080_250, "2026-11-15 23:08:00 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00:00 UTC"),
        ];
        for (at_ms, expected) in rows {
            assert_eq!(time_text(at_ms), expected);
        }
    }
}
