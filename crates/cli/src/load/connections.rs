//! The players and viewers of a run, each with a thread and a connection of its own.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use analysis::strategies::NamedStrategy;
use anyhow::Result;
use client::{Api, Client, ClientEvent};
use protocol::{ClientCommand, ErrorCode, RoundId, Stage, TableId};
use uth::{Cents, Wagers};

use super::measure::Board;
use crate::policy::Policy;

/// How long a connection waits for a message before it checks whether the run is over.
const LISTEN: Duration = Duration::from_millis(250);

/// How long a player may take to finish the last round and leave.
const LEAVE_WITHIN: Duration = Duration::from_secs(10);

/// The most that a hand can cost in Antes: Ante, Blind, and the largest raise.
const ANTES_OF_A_HAND: i64 = 2 + uth::Decision::LARGEST_RAISE as i64;

/// The Ante at a table without limits.
const DEFAULT_ANTE: i64 = 500;

/// Refusals that are normal where a clock runs: the command came too late. All others are errors.
const TOO_LATE: [ErrorCode; 3] = [ErrorCode::NotNow, ErrorCode::Stale, ErrorCode::SeatTaken];

/// The player at one table.
pub(super) struct LoadPlayer {
    pub(super) board: Arc<Board>,
    /// The index of the table, from 0.
    pub(super) index: usize,
    pub(super) table: TableId,
    /// The node without an account, where new guests sign in.
    pub(super) node: Api,
    pub(super) api: Api,
    /// When the first command is due after the start, and the pause between commands.
    pub(super) first: Duration,
    pub(super) pause: Duration,
}

/// A viewer of one table.
pub(super) struct Spectator {
    pub(super) board: Arc<Board>,
    pub(super) index: usize,
    pub(super) table: TableId,
    pub(super) api: Api,
}

/// A player's connection.
struct PlayerConnection<'a> {
    board: &'a Board,
    index: usize,
    client: Client,
    policy: Policy,
    /// When the command that waits for its answer was sent.
    asked: Option<Instant>,
    /// The last round whose end was counted.
    round: Option<RoundId>,
}

impl Spectator {
    /// Watches until the run is over.
    pub(super) fn run(self) {
        let Spectator { board, index, table, api } = self;
        let watched = (|| -> Result<()> {
            let mut client = Client::new(api, table)?;
            let mut is_ready = false;
            while !board.is_over() {
                match client.next(LISTEN)? {
                    Some(ClientEvent::Table { events }) => {
                        // Only updates are measured: the first view, and one after a lost connection, may be old.
                        if is_ready && events.is_some() {
                            board.seen(index, client.seq().0);
                        } else if !is_ready {
                            is_ready = true;
                            board.ready.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    Some(ClientEvent::Lost(why)) => board.error(&format!("viewer: {why}")),
                    _ => {}
                }
            }
            Ok(())
        })();
        if let Err(error) = watched {
            board.error(&format!("viewer: {error:#}"));
        }
    }
}

impl LoadPlayer {
    /// Plays until the run is over. A guest whose chips run out is replaced by a new one.
    pub(super) fn run(self) {
        if let Err(error) = self.play() {
            self.board.error(&format!("player: {error:#}"));
        }
    }

    fn play(&self) -> Result<()> {
        let Some(mut connection) = self.connect(self.api.clone())? else { return Ok(()) };
        self.board.ready.fetch_add(1, Ordering::Relaxed);
        let began = loop {
            match self.board.began.get() {
                Some(began) => break *began,
                None if self.board.is_over() => return Ok(()),
                None => connection.listen(LISTEN)?,
            }
        };
        let mut due = began + self.first;
        while !self.board.is_over() {
            let now = Instant::now();
            // A command is due at its time, unless the answer to the one before is still open.
            let wait =
                if connection.client.is_waiting() { LISTEN } else { due.saturating_duration_since(now) };
            connection.listen(wait.min(LISTEN))?;
            if connection.client.is_waiting() || Instant::now() < due {
                continue;
            }
            if connection.is_broke() {
                connection.leave()?;
                let api = self.node.clone().sign_in_as_guest("uth load")?;
                // The next guest plays at the same table, so that the number of tables stays as planned.
                let Some(next) = self.connect(api)? else { return Ok(()) };
                connection = next;
            } else if connection.act()? {
                // A late command delays the next ones, as with people; the rate is an upper bound.
                due = (due + self.pause).max(Instant::now());
            } else {
                due = Instant::now() + LISTEN.min(self.pause);
            }
        }
        connection.leave()
    }

    /// Connects, and waits for the first view, which has the settings of the table. Returns nothing if the run is over
    /// before it comes.
    fn connect(&self, api: Api) -> Result<Option<PlayerConnection<'_>>> {
        let mut client = Client::new(api, self.table)?;
        while client.view.is_none() {
            if self.board.is_over() {
                return Ok(None);
            }
            if let Some(ClientEvent::Lost(why)) = client.next(LISTEN)? {
                self.board.error(&format!("player: {why}"));
            }
        }
        let minimum = client.settings.as_ref().and_then(|settings| settings.minimum);
        let wagers = Wagers::ante(Cents(minimum.unwrap_or(DEFAULT_ANTE)));
        let policy = Policy::new(&client, &NamedStrategy::find("practical")?, wagers, None)?;
        let (board, index) = (&*self.board, self.index);
        Ok(Some(PlayerConnection { board, index, client, policy, asked: None, round: None }))
    }
}

impl PlayerConnection<'_> {
    /// Handles one event, if one comes in time.
    fn listen(&mut self, wait: Duration) -> Result<()> {
        match self.client.next(wait)? {
            Some(ClientEvent::Done { receipt, .. }) => {
                if let Some(sent) = self.asked.take() {
                    self.board.answered(self.index, receipt.seq.0, sent);
                }
            }
            Some(ClientEvent::Refused { code, .. }) => {
                self.asked = None;
                if TOO_LATE.contains(&code) {
                    self.board.refused(code.as_str());
                } else {
                    self.board.error(&format!("refused: {code}"));
                }
            }
            Some(ClientEvent::Retrying { code }) => self.board.error(&format!("retried: {code}")),
            Some(ClientEvent::Lost(why)) => self.board.error(&format!("player: {why}")),
            Some(ClientEvent::Table { .. }) => {
                let round = self.client.view.as_ref().and_then(|view| view.round.as_ref());
                let ended = round.filter(|round| round.stage == Stage::Settled).map(|round| round.number);
                if ended.is_some() && self.round != ended {
                    self.round = ended;
                    self.board.settled();
                }
            }
            Some(ClientEvent::Connected | ClientEvent::Wallet) | None => {}
        }
        Ok(())
    }

    /// Sends the next command. Returns whether there was any.
    fn act(&mut self) -> Result<bool> {
        let next = self.client.view.as_ref().and_then(|view| self.policy.next(view));
        self.send(next)
    }

    fn send(&mut self, command: Option<ClientCommand>) -> Result<bool> {
        let Some(command) = command else { return Ok(false) };
        self.asked = Some(Instant::now());
        self.client.send(command)?;
        Ok(true)
    }

    /// Returns whether the chips do not suffice for another hand. A running hand is played to its end.
    fn is_broke(&self) -> bool {
        let is_playing = self.client.view.as_ref().is_some_and(|view| view.live().is_some());
        !is_playing && self.client.wallet < self.policy.wagers.ante.0 * ANTES_OF_A_HAND
    }

    /// Plays the hand to its end without pauses, and leaves the seat.
    fn leave(&mut self) -> Result<()> {
        let (until, player) = (Instant::now() + LEAVE_WITHIN, self.policy.player);
        while Instant::now() < until {
            let Some(view) = &self.client.view else { return Ok(()) };
            if view.seats_of(player).next().is_none() {
                return Ok(());
            }
            if !self.client.is_waiting() {
                let hand = view.live().and_then(|round| Some((round.stage, round.hands_of(player).next()?)));
                let next = match hand {
                    // A wager that has not been dealt goes back; a dealt hand must be played out.
                    Some((Stage::Betting, hand)) => Some(ClientCommand::Withdraw { seat: hand.seat }),
                    Some(_) => self.policy.next(view),
                    None => self.policy.leave(view),
                };
                self.send(next)?;
            }
            self.listen(LISTEN)?;
        }
        Ok(())
    }
}
