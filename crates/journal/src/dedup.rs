//! Recent commands, so that a repeated command has one effect and gets the same answer.

use std::collections::VecDeque;

use protocol::Receipt;
use serde::{Deserialize, Serialize};
use table::PlayerId;

/// The most commands that a table remembers. A command sent before all of them could be a repeat, and is refused as
/// stale.
const CAPACITY: usize = 256;

/// A command that was executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Answer {
    player: u64,
    command: String,
    /// What its sender was answered.
    receipt: Receipt,
}

/// Recent commands, the latest last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CommandDedup {
    done: VecDeque<Answer>,
    /// The sequence number of the last command that was dropped.
    forgotten: u64,
}

impl CommandDedup {
    /// Returns what the sender of that command was answered.
    pub fn done(&self, player: PlayerId, command: &str) -> Option<Receipt> {
        // A repeat follows soon after the lost answer, so the search starts with the latest.
        let same = |answer: &&Answer| answer.player == player.0 && answer.command == command;
        Some(self.done.iter().rev().find(same)?.receipt)
    }

    /// Whether a command that was sent after seeing `seen` could be one that was dropped.
    pub const fn may_have_forgotten(&self, seen: u64) -> bool {
        seen < self.forgotten
    }

    /// Remembers a command that was executed, and drops the oldest if there are too many.
    pub fn remember(&mut self, player: PlayerId, command: &str, receipt: Receipt) {
        self.done.push_back(Answer { player: player.0, command: command.into(), receipt });
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
        let text = serde_json::to_string(&answers).expect("a text");
        assert!(
            text.contains(r#"{"player":1,"command":"c-3","receipt":{"table":7,"seq":30,"hash":"0101"#),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<CommandDedup>(&text).expect("answers"), answers);
    }
}
