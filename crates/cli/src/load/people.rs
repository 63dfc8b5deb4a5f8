//! Those who play and those who watch, each in a thread of their own and at a socket of their own.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use analysis::strategies::Named;
use anyhow::{Context, Result};
use uth::{Stage, Wagers};

use super::board::Board;
use crate::bot::policy::Policy;
use client::{Address, Api, Client, ClientEvent, Command, View};

/// How long anybody waits for news before they look whether the game is over.
const LISTENS: Duration = Duration::from_millis(250);

/// How long a round that is under way at the end may take, with getting up.
const ENDS_WITHIN: Duration = Duration::from_secs(10);

/// With less than so many Antes a hand cannot be played to its end whatever comes: two, and four for the raise.
const ANTES_OF_A_HAND: i64 = 6;

/// What an Ante is where a table has no limits.
const USUAL_ANTE: i64 = 500;

/// Refusals that come with a clock: the moment had gone by. All others are errors.
const PART_OF_THE_GAME: [&str; 3] = ["not_now", "stale", "seat_taken"];

/// Somebody who plays at one table.
pub(super) struct Player {
    pub(super) board: Arc<Board>,
    /// Which of the tables it is, from 0.
    pub(super) place: usize,
    pub(super) table: u64,
    pub(super) api: Api,
    /// When the first command is due after the beginning, and the pause from one to the next.
    pub(super) first: Duration,
    pub(super) pause: Duration,
}

/// Somebody who watches one table.
pub(super) struct Spectator {
    pub(super) board: Arc<Board>,
    pub(super) place: usize,
    pub(super) table: u64,
    pub(super) address: Address,
}

/// A player with a connection.
struct Seated {
    board: Arc<Board>,
    place: usize,
    client: Client,
    mind: Option<Policy>,
    /// When the command that waits for its answer was sent.
    asked: Option<Instant>,
    /// The last round whose end was counted.
    round: Option<u64>,
}

impl Spectator {
    /// Watches until the game is over.
    pub(super) fn run(self) {
        let Spectator { board, place, table, address } = self;
        let watched = (|| -> Result<()> {
            let mut client = Client::new(Api { address, token: None }, table)?;
            let mut is_ready = false;
            while !board.is_over() {
                match client.next(LISTENS)? {
                    Some(ClientEvent::Table(events)) => {
                        // The first view is no news, and after a lost connection nobody knows when it was made.
                        if is_ready && events.is_some() {
                            board.seen(place, client.seq());
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

impl Player {
    /// Plays until the game is over, as one guest after the other if chips run out.
    pub(super) fn run(self) {
        if let Err(error) = self.play() {
            self.board.error(&format!("player: {error:#}"));
        }
    }

    fn play(&self) -> Result<()> {
        let mut seated = self.seated(self.api.clone())?;
        self.board.ready.fetch_add(1, Ordering::Relaxed);
        let began = loop {
            match self.board.began.get() {
                Some(began) => break *began,
                None if self.board.is_over() => return Ok(()),
                None => seated.listen(LISTENS)?,
            }
        };
        let mut due = began + self.first;
        while !self.board.is_over() {
            let now = Instant::now();
            let wait = if seated.client.is_waiting() { LISTENS } else { due.saturating_duration_since(now) };
            seated.listen(wait.min(LISTENS))?;
            if seated.client.is_waiting() || Instant::now() < due {
                continue;
            }
            if seated.is_broke() {
                seated.leave(ENDS_WITHIN)?;
                let api = Api::enter(self.api.address.clone(), None, "uth load")?;
                seated = self.seated(api)?;
            } else if seated.act()? {
                // Whoever is late does not hurry to make up for it; people do not either.
                due = (due + self.pause).max(Instant::now());
            } else {
                due = Instant::now() + LISTENS.min(self.pause);
            }
        }
        seated.leave(ENDS_WITHIN)
    }

    /// Connects, and waits for the first view, which tells what the table plays by.
    fn seated(&self, api: Api) -> Result<Seated> {
        let client = Client::new(api, self.table)?;
        let (board, place) = (Arc::clone(&self.board), self.place);
        let mut seated = Seated { board, place, client, mind: None, asked: None, round: None };
        while seated.client.view.is_none() && !self.board.is_over() {
            seated.listen(LISTENS)?;
        }
        Ok(seated)
    }
}

impl Seated {
    /// Hears one thing, or nothing for so long.
    fn listen(&mut self, wait: Duration) -> Result<()> {
        match self.client.next(wait)? {
            Some(ClientEvent::Done { seq, .. }) => {
                if let Some(sent) = self.asked.take() {
                    self.board.answered(self.place, seq, sent);
                }
            }
            Some(ClientEvent::Refused { code, .. }) => {
                self.asked = None;
                if PART_OF_THE_GAME.contains(&code.as_str()) {
                    self.board.refused(&code);
                } else {
                    self.board.error(&format!("refused: {code}"));
                }
            }
            Some(ClientEvent::Retrying { code }) => self.board.error(&format!("put off: {code}")),
            Some(ClientEvent::Lost(why)) => self.board.error(&format!("player: {why}")),
            Some(ClientEvent::Table(_)) => self.count_rounds(),
            Some(ClientEvent::Connected | ClientEvent::Wallet) | None => {}
        }
        Ok(())
    }

    fn count_rounds(&mut self) {
        let Some(round) = self.client.view.as_ref().and_then(|view| view.round.as_ref()) else { return };
        if round.stage == Stage::Settled && self.round != Some(round.number) {
            self.round = Some(round.number);
            self.board.settled();
        }
    }

    fn mind(&mut self) -> Result<&Policy> {
        if self.mind.is_none() {
            let settings = self.client.settings.clone().context("a table has settings")?;
            let ante = uth::Cents(settings.minimum.unwrap_or(USUAL_ANTE));
            let player = self.client.player.clone().context("the card room takes a guest for nobody")?;
            let strategy = Named::find("practical")?.shared(settings.settings()?.terms().pays())?;
            let wagers = Wagers::ante(ante);
            self.mind = Some(Policy { player: player.id, strategy, wagers, bank: None });
        }
        self.mind.as_ref().context("somebody plays")
    }

    /// Does the next thing, if there is any.
    fn act(&mut self) -> Result<bool> {
        let Some(view) = self.client.view.clone() else { return Ok(false) };
        let Some(command) = self.mind()?.next(&view) else { return Ok(false) };
        self.send(&command);
        Ok(true)
    }

    fn send(&mut self, command: &Command) {
        self.asked = Some(Instant::now());
        self.client.send(command);
    }

    /// Whether there are too few chips for another hand. One that is under way is played to its end.
    fn is_broke(&mut self) -> bool {
        let is_playing = self.client.view.as_ref().is_some_and(|view| view.live().is_some());
        let wallet = self.client.wallet;
        let ante = self.mind().map_or(0, |mind| mind.wagers.ante.0);
        !is_playing && wallet < ante * ANTES_OF_A_HAND
    }

    /// Plays the hand to its end without pauses, and gets up.
    fn leave(&mut self, within: Duration) -> Result<()> {
        let until = Instant::now() + within;
        while Instant::now() < until {
            let Some(view) = self.client.view.clone() else { return Ok(()) };
            let player = self.mind()?.player;
            if view.seats_of(player).next().is_none() {
                return Ok(());
            }
            if !self.client.is_waiting() {
                let mind = self.mind()?;
                let next = match own_hand(&view, player) {
                    Some((Stage::Betting, seat)) => Some(Command::Withdraw { seat }),
                    Some(_) => mind.next(&view),
                    None => mind.leave(&view),
                };
                if let Some(command) = next {
                    self.send(&command);
                }
            }
            self.listen(LISTENS)?;
        }
        Ok(())
    }
}

/// The hand of that player which is under way: how far it is, and at which seat.
fn own_hand(view: &View, player: u64) -> Option<(Stage, u8)> {
    let round = view.live()?;
    Some((round.stage, round.hands_of(player).next()?.seat))
}
