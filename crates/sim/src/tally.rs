//! What went wrong on purpose, and how often.

use std::collections::BTreeMap;
use std::fmt;

/// What can be done to a card room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Trouble {
    /// A node crashes before its group is committed.
    CrashBefore,
    /// A node crashes while its group is written; the torn end is discarded.
    CrashTorn,
    /// A node crashes after its group is committed and before anybody is answered.
    CrashAfter,
    /// All nodes crash at once.
    PowerCut,
    /// The storage breaks off and has not written.
    UnknownLost,
    /// The storage breaks off and has written.
    UnknownDone,
    /// The storage breaks off and writes a while later.
    UnknownLate,
    /// The storage refuses to write.
    Refused,
    /// A write takes many seconds.
    Slow,
    /// The storage is not to be reached for a while.
    Outage,
    /// Everybody goes away for an hour.
    Night,
    /// A node goes down for minutes, and everybody goes away.
    Deserted,
    /// Everybody loses their connection at once.
    Disconnected,
    /// Two nodes decided at the same end of a log, and one was behind.
    Collision,
    /// A wallet that another table had emptied meanwhile.
    Overdrawn,
    /// A command that never arrives.
    CommandLost,
    /// A command that arrives twice.
    CommandRepeated,
    /// A command that arrives again minutes later.
    CommandLate,
    /// A command that goes to another node than the one that is watched.
    CommandElsewhere,
    /// An answer that never arrives.
    AnswerLost,
    /// A connection that breaks by itself.
    ConnectionLost,
    /// What one node told another, and never arrives.
    WordLost,
    /// The same, and it arrives twice.
    WordRepeated,
    /// The same, and later words overtake it.
    WordLate,
}

impl Trouble {
    /// The faults that are injected one by one, about one every twenty rounds. The rest happens all the time.
    pub(crate) const FAULTS: [Trouble; 13] = [
        Trouble::CrashBefore,
        Trouble::CrashTorn,
        Trouble::CrashAfter,
        Trouble::PowerCut,
        Trouble::UnknownLost,
        Trouble::UnknownDone,
        Trouble::UnknownLate,
        Trouble::Refused,
        Trouble::Slow,
        Trouble::Outage,
        Trouble::Night,
        Trouble::Deserted,
        Trouble::Disconnected,
    ];
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trouble::CrashBefore => "node crashes before its commit",
            Trouble::CrashTorn => "node crashes and leaves a torn write",
            Trouble::CrashAfter => "node crashes after its commit, before the answer",
            Trouble::PowerCut => "all nodes crash at once",
            Trouble::UnknownLost => "storage breaks off, not written",
            Trouble::UnknownDone => "storage breaks off, written",
            Trouble::UnknownLate => "storage breaks off, written later",
            Trouble::Refused => "storage refuses to write",
            Trouble::Slow => "write takes seconds",
            Trouble::Outage => "storage not to be reached",
            Trouble::Night => "everybody away for an hour",
            Trouble::Deserted => "node down for minutes, and everybody away",
            Trouble::Disconnected => "everybody loses the connection",
            Trouble::Collision => "two nodes at the same key",
            Trouble::Overdrawn => "wallet emptied elsewhere meanwhile",
            Trouble::CommandLost => "command lost",
            Trouble::CommandRepeated => "command repeated",
            Trouble::CommandLate => "command repeated minutes later",
            Trouble::CommandElsewhere => "command sent to another node",
            Trouble::AnswerLost => "answer lost",
            Trouble::ConnectionLost => "connection lost",
            Trouble::WordLost => "word between nodes lost",
            Trouble::WordRepeated => "word between nodes repeated",
            Trouble::WordLate => "word between nodes overtaken",
        })
    }
}

/// How often each has happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally(BTreeMap<Trouble, u64>);

impl Tally {
    /// It has happened once more.
    pub(crate) fn count(&mut self, trouble: Trouble) {
        *self.0.entry(trouble).or_default() += 1;
    }

    /// Adds another world's.
    pub fn add(&mut self, other: &Tally) {
        for (trouble, times) in &other.0 {
            *self.0.entry(*trouble).or_default() += times;
        }
    }

    /// How often it has happened.
    pub fn of(&self, trouble: Trouble) -> u64 {
        self.0.get(&trouble).copied().unwrap_or_default()
    }

    /// How many faults were injected.
    pub fn faults(&self) -> u64 {
        Trouble::FAULTS.iter().map(|fault| self.of(*fault)).sum()
    }
}

/// One line for each.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(trouble, times)| writeln!(f, "{times:>12}  {trouble}"))
    }
}
