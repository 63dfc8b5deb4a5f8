//! What became of the commands of late, so that a repeat has one effect and gets the same answer.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::PlayerId;

/// How many commands a table remembers. One that was sent before all of them is too old to be told from a repeat.
const MOST: usize = 256;

/// A command that was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Answer {
    player: u64,
    /// Shared, because a table is copied for every decision.
    #[serde(with = "shared")]
    command: Arc<str>,
    /// Where the table stood when it was done.
    seq: u64,
}

/// The commands that were done of late, the last one last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CommandDedup {
    done: VecDeque<Answer>,
    /// The sequence number of the last one that is forgotten.
    forgotten: u64,
}

impl CommandDedup {
    /// Where the table stood when that command was done.
    pub fn done(&self, player: PlayerId, command: &str) -> Option<u64> {
        let same = |answer: &&Answer| answer.player == player.0 && *answer.command == *command;
        Some(self.done.iter().rev().find(same)?.seq)
    }

    /// Whether a command that was sent then could be one that is forgotten.
    pub const fn may_have_forgotten(&self, seen: u64) -> bool {
        seen < self.forgotten
    }

    pub fn remember(&mut self, player: PlayerId, command: &str, seq: u64) {
        self.done.push_back(Answer { player: player.0, command: command.into(), seq });
        if self.done.len() > MOST
            && let Some(oldest) = self.done.pop_front()
        {
            self.forgotten = oldest.seq;
        }
    }
}

/// A shared text is written like any other.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Arc::from)
    }
}

#[cfg(test)]
mod tests {
    use table::PlayerId;

    use super::{CommandDedup, MOST};

    #[test]
    fn what_is_forgotten_is_too_old_to_be_accepted() {
        let mut answers = CommandDedup::default();
        for seq in 1..=MOST as u64 + 2 {
            answers.remember(PlayerId(1), &format!("c-{seq}"), seq * 10);
        }
        assert_eq!(answers.done(PlayerId(1), "c-2"), None);
        assert_eq!(answers.done(PlayerId(1), "c-3"), Some(30));
        assert_eq!(answers.done(PlayerId(2), "c-3"), None, "names are everybody's own");
        // A command is sent before it is done: one that saw 19 may be the one that was done at 20.
        assert!(answers.may_have_forgotten(19));
        assert!(!answers.may_have_forgotten(20));
        let text = serde_json::to_string(&answers).expect("a text");
        assert!(text.contains(r#"{"player":1,"command":"c-3","seq":30}"#), "{text}");
        assert_eq!(serde_json::from_str::<CommandDedup>(&text).expect("answers"), answers);
    }
}
