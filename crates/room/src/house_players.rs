//! The bots of one table: when they sit down, and when they act.

use table::{Account, Command, PlayerId, Seq, Viewer, view};

use super::table_state::{CommandRequest, CommandSender, TableState};
use crate::accounts::join;
use crate::faults::{Fault, FaultKind};
use crate::house::{self, BotIdentity, BotProfile};
use crate::room::Room;
use crate::runtime::{WorkLost, run_blocking};
use ::journal::ReadRecords;
use ::journal::accounts::BOT_MINIMUM;
use ::journal::record::{NameKey, NameRecord};
use store::StoreError;

impl Room {
    /// Returns the account of a bot, which is created when it is first needed.
    async fn bot_account(&self, bot: BotIdentity) -> Result<PlayerId, StoreError> {
        let name = bot.to_string();
        let key = NameKey::new(&name);
        loop {
            if let Some(NameRecord { player }) = self.store.get::<NameRecord>(&key).await? {
                return Ok(PlayerId(player));
            }
            let now_ms = self.now_ms();
            // If another node is faster, the name is taken, and the next turn finds the account that it created.
            self.journal.write(now_ms, |number| join(number, name.clone(), true, now_ms)).await?;
        }
    }
}

/// The bots of a table.
pub(super) struct HousePlayers {
    players: Vec<(PlayerId, BotProfile)>,
    /// The sequence number at which one of them began to wait, and until when it waits, in monotonic time.
    thinking: Option<(u64, u64)>,
    /// The last sequence number at which none of them had anything to do.
    idle_at: Option<u64>,
}

impl HousePlayers {
    /// The bots of a table, `count` of them. A bot whose strategy cannot be computed for these pays stays away.
    pub(super) async fn new(room: &Room, state: &TableState, count: u8) -> Result<HousePlayers, StoreError> {
        let mut players = Vec::new();
        let table = state.table();
        for place in 0..usize::from(count) {
            // Five is coprime with the number of bots, so that neighbouring tables have other bots and no table has one
            // twice.
            let bot = BotIdentity::new((table.id().0 as usize * 5 + place) % BotIdentity::COUNT);
            let terms = *table.settings().terms();
            // Best play takes a moment to compute.
            let profile = run_blocking(&**room.runtime(), move || bot.profile(&terms)).await;
            match profile {
                Ok(Ok(profile)) => players.push((room.bot_account(bot).await?, profile)),
                Ok(Err(error)) => {
                    let reason = format!("{bot} cannot play at table {}.", table.id());
                    room.raise(Fault::new(FaultKind::Other, reason).because(&error));
                }
                Err(WorkLost) => {
                    let reason = format!("The strategy of {bot} was not computed.");
                    room.raise(Fault::new(FaultKind::Other, reason));
                }
            }
        }
        Ok(HousePlayers { players, thinking: None, idle_at: None })
    }

    /// Whether the player is one of these bots.
    pub(super) fn has(&self, player: PlayerId) -> bool {
        self.players.iter().any(|(bot, _)| *bot == player)
    }

    /// Returns when one of them acts, in monotonic time, if a person watches or sits at the table or a round has to be
    /// finished.
    pub(super) fn wake_ms(&mut self, state: &TableState, is_watched: bool, room: &Room) -> Option<u64> {
        let table = state.table();
        let is_needed = is_watched || state.seated().any(|who| !self.has(who)) || table.live().is_some();
        // Bots among themselves would fill the log for nobody. `idle_at` keeps them from being asked again before
        // anything has changed.
        if self.players.is_empty() || !is_needed || self.idle_at == Some(table.seq().0) {
            self.thinking = None;
            return None;
        }
        match self.thinking {
            // An event of another player starts the wait anew, as it would for a person who looks at the table.
            Some((seq, until_ms)) if seq == table.seq().0 => Some(until_ms),
            _ => {
                let until_ms = room.monotonic_ms() + room.options.bot_delay_ms;
                self.thinking = Some((table.seq().0, until_ms));
                Some(until_ms)
            }
        }
    }

    /// Returns the command of the first bot that has something to do, once its wait is over.
    pub(super) async fn next_request(
        &mut self,
        state: &TableState,
        room: &Room,
    ) -> Result<Option<CommandRequest>, StoreError> {
        let Some((seq, until_ms)) = self.thinking else { return Ok(None) };
        if seq != state.table().seq().0 || room.monotonic_ms() < until_ms {
            return Ok(None);
        }
        self.thinking = None;
        for (player, profile) in &self.players {
            let account = Account::Wallet(*player);
            room.balances.look_up(&**room.store(), [account]).await?;
            if room.balances.held(account) < BOT_MINIMUM {
                room.fund_bot(*player).await?;
            }
            let balance = room.balances.held(account);
            let seen = view(state.table(), Viewer::Player(*player));
            let command = match state.table().seats_of(*player).next() {
                // A person who comes to a full table finds a seat.
                Some(seat) if is_full(state) => Some(Command::Leave { player: *player, seat }),
                Some(_) => house::next(&seen, *player, profile, balance),
                None => seat(state, *player),
            };
            if let Some(command) = command {
                // Two nodes that play for the same bot send the same command: its effect is one.
                let id = format!("r{seq}").parse().expect("a letter and a number are a valid id");
                return Ok(Some(CommandRequest {
                    sender: Some(CommandSender { player: *player, id, digest: None, seen: Seq(seq) }),
                    // Decided on this view only: if another node was faster, the bot looks again.
                    requires_current_street: true,
                    ..CommandRequest::of_the_room(command)
                }));
            }
        }
        self.idle_at = Some(seq);
        Ok(None)
    }
}

/// Whether no seat is free or about to be.
fn is_full(state: &TableState) -> bool {
    let table = state.table();
    table.seats().all(|seat| table.occupant(seat).is_some_and(|who| !who.leaves))
}

/// Takes a free seat, as long as another one stays free for a person.
fn seat(state: &TableState, player: PlayerId) -> Option<Command> {
    let table = state.table();
    let mut free = table.seats().rev().filter(|seat| table.occupant(*seat).is_none());
    let seat = free.next()?;
    free.next().map(|_| Command::Sit { player, seat })
}
