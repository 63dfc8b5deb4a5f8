//! Faults that a card room must not have, put in on purpose to see whether the checkers notice them.

use std::fmt;
use std::str::FromStr;

use crate::violation::Checker;

/// What is done wrong: by the storage, by the network, or by what a node reads when it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Mutant {
    /// One transfer is taken from the payer and never reaches the paid.
    DropTransfer,
    /// The storage no longer looks whether a wallet holds what it pays.
    SkipFunds,
    /// The storage says "done" before it has written.
    AcknowledgeEarly,
    /// The storage takes an entry although another one has its key.
    SkipKeyCheck,
    /// Somebody is shown a card that is not theirs to see.
    LeakCard,
    /// After a start, another seed is sealed than the one that is committed to.
    NewSeed,
    /// A checkpoint forgets which commands were answered.
    ForgetAnswers,
    /// The storage writes a command again, at the new end of the log, because it does not know that it has.
    RetryCommit,
    /// A group that was torn by a crash is half there afterwards.
    HalfGroup,
    /// A frame is missing in the middle of a connection.
    DropFrame,
    /// After a start, a table does not know what it turned over today.
    ForgetDay,
    /// After a while no answer arrives any more.
    Silence,
    /// Nodes do not see which tables are due.
    IgnoreDue,
    /// After a start, the storage takes no seed because it believes to have one.
    RefuseSeed,
}

impl Mutant {
    /// All of them.
    pub const ALL: [Mutant; 14] = [
        Mutant::DropTransfer,
        Mutant::SkipFunds,
        Mutant::AcknowledgeEarly,
        Mutant::SkipKeyCheck,
        Mutant::LeakCard,
        Mutant::NewSeed,
        Mutant::ForgetAnswers,
        Mutant::RetryCommit,
        Mutant::HalfGroup,
        Mutant::DropFrame,
        Mutant::ForgetDay,
        Mutant::Silence,
        Mutant::IgnoreDue,
        Mutant::RefuseSeed,
    ];

    /// Its name, and the checker that must notice it.
    const fn row(self) -> (&'static str, Checker) {
        match self {
            Mutant::DropTransfer => ("drop-transfer", Checker::Ledger),
            Mutant::SkipFunds => ("skip-funds", Checker::Wallet),
            Mutant::AcknowledgeEarly => ("acknowledge-early", Checker::Acknowledged),
            Mutant::SkipKeyCheck => ("skip-key-check", Checker::Log),
            Mutant::LeakCard => ("leak-card", Checker::Leak),
            Mutant::NewSeed => ("new-seed", Checker::Deck),
            Mutant::ForgetAnswers => ("forget-answers", Checker::Acknowledged),
            Mutant::RetryCommit => ("retry-commit", Checker::Doubled),
            Mutant::HalfGroup => ("half-group", Checker::Postings),
            Mutant::DropFrame => ("drop-frame", Checker::Frames),
            Mutant::ForgetDay => ("forget-day", Checker::Report),
            Mutant::Silence => ("silence", Checker::Progress),
            Mutant::IgnoreDue => ("ignore-due", Checker::Deadline),
            Mutant::RefuseSeed => ("refuse-seed", Checker::Fault),
        }
    }

    /// The checker that must notice it.
    pub const fn noticed_by(self) -> Checker {
        self.row().1
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().0)
    }
}

impl FromStr for Mutant {
    type Err = String;

    fn from_str(text: &str) -> Result<Mutant, String> {
        let names = || Mutant::ALL.map(|mutant| mutant.to_string()).join(", ");
        let found = Mutant::ALL.into_iter().find(|mutant| mutant.row().0 == text);
        found.ok_or_else(|| format!("there is no mutant {text}; there are {}", names()))
    }
}
