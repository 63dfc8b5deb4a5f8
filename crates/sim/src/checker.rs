//! Checkers, each of which holds one promise of the card room, and mutants: faults that are built in on purpose to see
//! whether the checkers notice them.

use std::fmt;

/// What holds one promise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, strum::VariantArray)]
pub enum Checker {
    /// The sum of all balances is zero.
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
    /// No viewer is shown a card or a seed before its time.
    Leak,
    /// A viewer gets every message, in order, and each agrees with the log.
    Messages,
    /// The day's report counts every round.
    Report,
    /// Rounds are played as long as players play.
    Progress,
    /// A node acts on every deadline, as long as any node can.
    Deadline,
    /// No task panics, and no request ends in a fault of the card room's own.
    Fault,
}

impl Checker {
    /// All of them.
    pub const ALL: &[Checker] = <Checker as strum::VariantArray>::VARIANTS;
}

/// A broken promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The checker that noticed it.
    pub checker: Checker,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.checker, self.what)
    }
}

/// Returns a violation unless the promise holds.
pub(crate) fn ensure(holds: bool, checker: Checker, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { checker, what: what() }) }
}

/// A fault of the store, of the network, or of what a node reads and writes after a restart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Mutant {
    /// One transfer is taken from the payer and never reaches the paid.
    DropTransfer,
    /// The store no longer checks whether a wallet holds what it pays.
    SkipFunds,
    /// The store says "done" before it has written.
    AcknowledgeEarly,
    /// The store takes an entry although another one has its key.
    SkipKeyCheck,
    /// A viewer is shown a card that is not theirs to see.
    LeakCard,
    /// A node that restarted seals another seed than the one that it commits to. The fault is in what is written,
    /// because loading compares a sealed seed with the commitment and refuses another one; so the auditor, which
    /// opens every seal as it becomes durable, is the first that can notice.
    NewSeed,
    /// A node that restarted does not read which commands were answered before a checkpoint. A repeat is then judged
    /// like a new command: the rules refuse most (the seat is taken, or given up), which breaks the promise of the same
    /// answer; a few they accept, which doubles them. Which of the two a world shows first follows from its seed;
    /// [`Mutant::RetryCommit`] always doubles.
    ForgetAnswers,
    /// The store writes a command again, at the new end of the log, because it does not know that it has.
    RetryCommit,
    /// A group that was torn by a crash is half there afterwards.
    HalfGroup,
    /// A message is missing in the middle of a connection.
    DropMessage,
    /// A node that restarted does not know what a table turned over today.
    ForgetDay,
    /// After a while no answer arrives any more.
    Silence,
    /// Nodes do not see which tables are due.
    IgnoreDue,
    /// After a restart the store takes no seed because it claims to have one.
    RefuseSeed,
}

impl Mutant {
    /// All of them.
    pub const ALL: &[Mutant] = <Mutant as strum::VariantArray>::VARIANTS;

    /// Returns the checker that must notice it first.
    pub const fn checker(self) -> Checker {
        match self {
            Mutant::DropTransfer => Checker::Ledger,
            Mutant::SkipFunds => Checker::Wallet,
            Mutant::AcknowledgeEarly | Mutant::ForgetAnswers => Checker::Acknowledged,
            Mutant::SkipKeyCheck => Checker::Log,
            Mutant::LeakCard => Checker::Leak,
            Mutant::NewSeed => Checker::Deck,
            Mutant::RetryCommit => Checker::Doubled,
            Mutant::HalfGroup => Checker::Postings,
            Mutant::DropMessage => Checker::Messages,
            Mutant::ForgetDay => Checker::Report,
            Mutant::Silence => Checker::Progress,
            Mutant::IgnoreDue => Checker::Deadline,
            Mutant::RefuseSeed => Checker::Fault,
        }
    }
}
