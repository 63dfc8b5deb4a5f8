//! Recent commands, so that a repeated command has one effect and gets the same answer.

use std::collections::VecDeque;

use protocol::Receipt;
use table::PlayerId;

/// The most commands that a table remembers. A command sent before all of them could be a repeat, and is refused as
/// stale.
const CAPACITY: usize = 256;

/// A command that was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    player: PlayerId,
    command: String,
    /// What its sender was answered.
    receipt: Receipt,
}

/// Recent commands, the latest last. They follow from the log: a table that is loaded reads the entries after
/// [`CommandDedup::forgotten`] again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandDedup {
    done: VecDeque<Answer>,
    forgotten: u64,
}

impl CommandDedup {
    /// Remembers nothing yet, and takes every command up to that sequence number as dropped.
    pub fn after(forgotten: u64) -> CommandDedup {
        CommandDedup { forgotten, ..CommandDedup::default() }
    }

    /// Returns the sequence number of the last command that was dropped.
    pub const fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// Returns what the sender of that command was answered.
    pub fn done(&self, player: PlayerId, command: &str) -> Option<Receipt> {
        // A repeat follows soon after the lost answer, so the search starts with the latest.
        let same = |answer: &&Answer| answer.player == player && answer.command == command;
        Some(self.done.iter().rev().find(same)?.receipt)
    }

    /// Whether a command that was sent after seeing `seen` could be one that was dropped.
    pub const fn may_have_forgotten(&self, seen: u64) -> bool {
        seen < self.forgotten
    }

    /// Remembers a command that was executed, and drops the oldest if there are too many.
    pub fn remember(&mut self, player: PlayerId, command: &str, receipt: Receipt) {
        self.done.push_back(Answer { player, command: command.into(), receipt });
        if self.done.len() > CAPACITY
            && let Some(oldest) = self.done.pop_front()
        {
            // The sender had seen less than this when it sent the command, whatever it was.
            self.forgotten = oldest.receipt.seq.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Hex32, Receipt, Seq, TableId, Timestamp};
    use table::PlayerId;

    use super::{CAPACITY, CommandDedup};

    fn receipt(seq: u64) -> Receipt {
        Receipt { table: TableId(7), seq: Seq(seq), hash: Hex32([1; 32]), at_ms: Timestamp(5) }
    }

    #[test]
    fn a_command_older_than_all_remembered_ones_may_be_a_repeat() {
        let mut answers = CommandDedup::default();
        for seq in 1..=CAPACITY as u64 + 2 {
            answers.remember(PlayerId(1), &format!("c-{seq}"), receipt(seq * 10));
        }
        assert_eq!(answers.done(PlayerId(1), "c-2"), None);
        assert_eq!(answers.done(PlayerId(1), "c-3"), Some(receipt(30)));
        assert_eq!(answers.done(PlayerId(2), "c-3"), None, "ids belong to a player");
        // A command is sent before it is done: one that saw 19 may be the one that was done at 20.
        assert!(answers.may_have_forgotten(19));
        assert!(!answers.may_have_forgotten(20));
        let mut again = CommandDedup::after(answers.forgotten());
        for seq in 3..=CAPACITY as u64 + 2 {
            again.remember(PlayerId(1), &format!("c-{seq}"), receipt(seq * 10));
        }
        assert_eq!(again, answers, "what comes after the last forgotten command is all there is to remember");
    }
}
