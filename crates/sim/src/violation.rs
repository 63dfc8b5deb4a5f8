//! Something that must never be so.

use std::fmt;

/// What looks after one promise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Checker {
    /// All balances together are zero.
    Ledger,
    /// Only the cashier is ever below zero.
    Wallet,
    /// The chips that an entry moves are those that its events say.
    Postings,
    /// What was answered is durable, and a repeat gets the same answer.
    Acknowledged,
    /// No command has two effects.
    Doubled,
    /// The log is a chain without gaps, and its events follow from each other.
    Log,
    /// A round is dealt from the seed that was committed to, however often a node starts.
    Deck,
    /// Nobody is shown what is not theirs to see.
    Leak,
    /// Whoever watches is told everything, in order, and nothing that is not so.
    Frames,
    /// The day's report counts every round.
    Report,
    /// Rounds are played as long as somebody plays.
    Progress,
    /// Somebody acts on every deadline, as long as any node can.
    Deadline,
    /// No task panics, and no request ends in a fault of the card room's own.
    Fault,
}

impl Checker {
    /// All of them.
    pub const ALL: [Checker; 13] = [
        Checker::Ledger,
        Checker::Wallet,
        Checker::Postings,
        Checker::Acknowledged,
        Checker::Doubled,
        Checker::Log,
        Checker::Deck,
        Checker::Leak,
        Checker::Frames,
        Checker::Report,
        Checker::Progress,
        Checker::Deadline,
        Checker::Fault,
    ];
}

impl fmt::Display for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Checker::Ledger => "ledger",
            Checker::Wallet => "wallet",
            Checker::Postings => "postings",
            Checker::Acknowledged => "acknowledged",
            Checker::Doubled => "doubled",
            Checker::Log => "log",
            Checker::Deck => "deck",
            Checker::Leak => "leak",
            Checker::Frames => "frames",
            Checker::Report => "report",
            Checker::Progress => "progress",
            Checker::Deadline => "deadline",
            Checker::Fault => "fault",
        })
    }
}

/// A broken promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Who noticed it.
    pub checker: Checker,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.checker, self.what)
    }
}

/// A checker's verdict.
pub(crate) fn ensure(holds: bool, checker: Checker, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { checker, what: what() }) }
}
