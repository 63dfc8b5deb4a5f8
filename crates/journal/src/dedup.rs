//! Recent commands, so that a repeated command has one effect and gets the same answer, and an id that comes again
//! with other content is noticed.
//!
//! Each player's commands are kept apart: however much others do at a table, it forgets none of theirs.

use std::collections::{BTreeMap, VecDeque};

use fair::receipt::Confirmation;
use protocol::{ClientCommand, CommandDigest};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use table::PlayerId;

/// The most commands of one player that a table remembers: as many as one connection may have queued. A command that
/// was sent before all of them could be a repeat, and is refused as stale.
const MOST_OF_PLAYER: usize = 64;

/// The most players whose commands a table remembers. Beyond that the one who was silent for longest is dropped, but
/// never one who sits there.
const MOST_PLAYERS: usize = 32;

/// Returns the digest of a command's content. What the client had seen is not content: a repeat may have seen more.
///
/// # Panics
/// Never: nothing in a command refuses to be written.
pub fn digest(command: &ClientCommand) -> CommandDigest {
    let text = serde_json::to_vec(command).expect("a command has text keys and no floats");
    let hash: [u8; 32] = Sha256::digest(text).into();
    let mut digest = CommandDigest::default();
    digest.0.copy_from_slice(&hash[..16]);
    digest
}

/// A command that was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoneCommand {
    /// Who sent it.
    pub player: PlayerId,
    /// The id that they gave it.
    pub id: String,
    /// What it said; `None` for the card room's own players, whose nodes may decide differently under one id.
    pub digest: Option<CommandDigest>,
    /// The sequence number with which its entry begins.
    pub first: u64,
    /// What its sender was answered, to be signed again: the same confirmation has the same signature.
    pub confirmation: Confirmation,
}

/// What is known of an id that a player sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownCommand {
    /// The same command was done, and this is what its sender was answered.
    Done(Confirmation),
    /// Another command was done under this id.
    Reused,
}

/// Recent commands by player. They follow from the log: a table that is loaded from a checkpoint reads again the
/// entries that [`DedupCheckpoint`] names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandDedup {
    players: BTreeMap<PlayerId, PlayerCommands>,
    /// The sequence number of the last command of a player who was dropped.
    forgotten: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct PlayerCommands {
    /// The latest last.
    done: VecDeque<DoneCommand>,
    /// The sequence number of the last command that was dropped.
    forgotten: u64,
}

/// What a checkpoint keeps of the commands before it: where they are in the log, and which were dropped.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DedupCheckpoint {
    /// The sequence number of the last command of a player who was dropped.
    pub forgotten: u64,
    /// The players who are remembered, each with the sequence number of the last command that was dropped.
    pub players: Vec<(u64, u64)>,
    /// The sequence numbers with which the entries of remembered commands begin, in order. Copies of the receipts
    /// would make a checkpoint fifty times as long.
    pub entries: Vec<u64>,
}

impl CommandDedup {
    /// Remembers the players of a checkpoint, and none of their commands yet.
    pub fn resumed(checkpoint: &DedupCheckpoint) -> CommandDedup {
        let player = |&(player, forgotten)| {
            (PlayerId(player), PlayerCommands { forgotten, ..PlayerCommands::default() })
        };
        CommandDedup {
            players: checkpoint.players.iter().map(player).collect(),
            forgotten: checkpoint.forgotten,
        }
    }

    /// Returns what a checkpoint has to keep.
    pub fn checkpoint(&self) -> DedupCheckpoint {
        let all = self.players.values().flat_map(|commands| &commands.done);
        let mut entries: Vec<u64> = all.map(|done| done.first).collect();
        entries.sort_unstable();
        DedupCheckpoint {
            forgotten: self.forgotten,
            players: self.players.iter().map(|(player, commands)| (player.0, commands.forgotten)).collect(),
            entries,
        }
    }

    /// Returns what is known of a command.
    pub fn known(&self, player: PlayerId, id: &str, digest: Option<CommandDigest>) -> Option<KnownCommand> {
        // A repeat follows soon after the lost answer, so the search starts with the latest.
        let done = self.players.get(&player)?.done.iter().rev().find(|done| done.id == id)?;
        let is_same = done.digest == digest;
        Some(if is_same { KnownCommand::Done(done.confirmation) } else { KnownCommand::Reused })
    }

    /// Whether a command that a player sent after seeing `seen` could be one that was dropped.
    pub fn may_have_forgotten(&self, player: PlayerId, seen: u64) -> bool {
        seen < self.players.get(&player).map_or(self.forgotten, |commands| commands.forgotten)
    }

    /// Remembers a command that was executed. Drops the player's oldest if there are too many, and the player who was
    /// silent for longest and does not sit at the table if there are too many players.
    pub fn remember(&mut self, command: DoneCommand, is_seated: impl Fn(PlayerId) -> bool) {
        let player = command.player;
        // A player who comes back may have been dropped.
        let unknown = PlayerCommands { forgotten: self.forgotten, ..PlayerCommands::default() };
        let commands = self.players.entry(player).or_insert(unknown);
        commands.done.push_back(command);
        if commands.done.len() > MOST_OF_PLAYER
            && let Some(oldest) = commands.done.pop_front()
        {
            // The sender had seen less than this when it sent the command, whatever it was.
            commands.forgotten = oldest.confirmation.seq;
        }
        if self.players.len() > MOST_PLAYERS {
            let may_be_dropped = |other: &&PlayerId| **other != player && !is_seated(**other);
            let silent =
                self.players.keys().filter(may_be_dropped).min_by_key(|other| self.last_seq(**other));
            if let Some(silent) = silent.copied() {
                self.forgotten = self.forgotten.max(self.last_seq(silent));
                self.players.remove(&silent);
            }
        }
    }

    /// Returns the sequence number of the last command of a player.
    fn last_seq(&self, player: PlayerId) -> u64 {
        let Some(commands) = self.players.get(&player) else { return self.forgotten };
        commands.done.back().map_or(commands.forgotten, |last| last.confirmation.seq)
    }
}

#[cfg(test)]
mod tests {
    use fair::receipt::Confirmation;
    use protocol::{ClientCommand, CommandDigest, SeatNumber};
    use table::PlayerId;
    use uth::Seat;

    use super::{CommandDedup, DoneCommand, KnownCommand, MOST_OF_PLAYER, MOST_PLAYERS, digest};

    const ANN: PlayerId = PlayerId(1);
    const BEN: PlayerId = PlayerId(2);
    const SAME: Option<CommandDigest> = Some(CommandDigest([7; 16]));

    fn confirmed(seq: u64) -> Confirmation {
        Confirmation { log: 7, seq, hash: [1; 32], at_ms: 5 }
    }

    fn done(player: PlayerId, number: u64) -> DoneCommand {
        let (first, confirmation) = (number * 10 - 2, confirmed(number * 10));
        DoneCommand { player, id: format!("c-{number}"), digest: SAME, first, confirmation }
    }

    fn seated(player: PlayerId) -> bool {
        player == ANN
    }

    #[test]
    fn a_command_older_than_all_remembered_ones_may_be_a_repeat() {
        let mut dedup = CommandDedup::default();
        let last = MOST_OF_PLAYER as u64 + 2;
        for number in 1..=last {
            dedup.remember(done(ANN, number), seated);
        }
        assert_eq!(dedup.known(ANN, "c-2", SAME), None);
        assert_eq!(dedup.known(ANN, "c-3", SAME), Some(KnownCommand::Done(confirmed(30))));
        assert_eq!(dedup.known(BEN, "c-3", SAME), None, "ids belong to a player");
        // A command is sent before it is done: one that saw 19 may be the one that was done at 20.
        assert!(dedup.may_have_forgotten(ANN, 19));
        assert!(!dedup.may_have_forgotten(ANN, 20));
        assert!(!dedup.may_have_forgotten(BEN, 0), "nothing of another player was dropped");
        let checkpoint = dedup.checkpoint();
        assert_eq!(checkpoint.entries, (3..=last).map(|number| number * 10 - 2).collect::<Vec<_>>());
        let mut again = CommandDedup::resumed(&checkpoint);
        (3..=last).for_each(|number| again.remember(done(ANN, number), seated));
        assert_eq!(again, dedup, "the entries of the checkpoint are all there is to remember");
    }

    #[test]
    fn an_id_with_other_content_is_noticed() {
        let seat = SeatNumber(Seat::new(1).expect("a seat"));
        let [check, raise] = [ClientCommand::Check { seat }, ClientCommand::Raise { seat, times: 4 }];
        assert_ne!(digest(&check), digest(&raise));
        let mut dedup = CommandDedup::default();
        dedup.remember(DoneCommand { digest: Some(digest(&check)), ..done(ANN, 1) }, seated);
        let known = |command| dedup.known(ANN, "c-1", Some(digest(command)));
        assert_eq!(known(&check), Some(KnownCommand::Done(confirmed(10))));
        assert_eq!(known(&raise), Some(KnownCommand::Reused));
    }

    #[test]
    fn others_cannot_flush_the_commands_of_a_player_at_the_table() {
        let mut dedup = CommandDedup::default();
        dedup.remember(done(ANN, 1), seated);
        dedup.remember(done(BEN, 2), seated);
        for number in 3..1_000 {
            dedup.remember(done(PlayerId(number), number), seated);
        }
        assert_eq!(dedup.known(ANN, "c-1", SAME), Some(KnownCommand::Done(confirmed(10))));
        assert!(!dedup.may_have_forgotten(ANN, 0));
        // Ben has left long ago. What he repeats is refused and never done twice.
        assert_eq!(dedup.known(BEN, "c-2", SAME), None);
        assert!(dedup.may_have_forgotten(BEN, 19));
        dedup.remember(done(BEN, 1_000), seated);
        assert!(dedup.may_have_forgotten(BEN, 19), "a command that is new does not bring the old one back");
        assert_eq!(dedup.players.len(), MOST_PLAYERS);
        let mut again = CommandDedup::resumed(&dedup.checkpoint());
        assert!(again.may_have_forgotten(BEN, 19));
        let all: Vec<DoneCommand> = dedup.players.values().flat_map(|one| one.done.iter().cloned()).collect();
        for command in all {
            again.remember(command, seated);
        }
        assert_eq!(again, dedup);
    }
}
