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
    /// Every account gains in a round what a second, plain settlement says.
    Settlement,
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
    /// What was confirmed or shown stays in the log. Where the store has lost it, a client that knows it is told so
    /// before anything else, and no node goes on as if nothing had happened.
    Forgotten,
    /// No player wagers beyond an own limit or during an exclusion.
    Limits,
    /// No command is decided long after it arrived.
    Late,
    /// The day's report counts every round.
    Report,
    /// Commands are executed as long as players play.
    Progress,
    /// A node acts on every deadline, as long as any node can.
    Deadline,
    /// No task panics, no request ends in a fault of the card room's own, and no node claims that its store is another
    /// one.
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
    /// Trips pays by another table than the one that is posted. The fault is in what the oracle is told, because the
    /// rules that settle are the same in a node and in the replay of its log.
    OtherPays,
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
    /// The planner writes records whatever is there, so that two bots get the same name.
    SkipPreconditions,
    /// A node is told the ends of logs as it knows them already, so that it never sees a store that went back.
    StaleHeads,
    /// What a client knows of a table is dropped when it begins to watch.
    IgnoreReceipts,
    /// A node that got a conflict does not find the entries of the other node.
    HideEntries,
    /// The monotonic clock of a node stands still while the store is slow, so that no command looks old.
    HoldCommands,
    /// A spectator who comes back gets the view of a player.
    SpectatorAsPlayer,
    /// The answer to a command overtakes the update that it led to.
    DoneBeforeUpdate,
    /// A node does not see the limits that players have set.
    ForgetLimits,
}

impl Mutant {
    /// All of them.
    pub const ALL: &[Mutant] = <Mutant as strum::VariantArray>::VARIANTS;

    /// Returns the checker that must notice it first.
    pub const fn checker(self) -> Checker {
        match self {
            Mutant::DropTransfer => Checker::Ledger,
            Mutant::OtherPays => Checker::Settlement,
            Mutant::SkipFunds => Checker::Wallet,
            Mutant::AcknowledgeEarly => Checker::Acknowledged,
            Mutant::SkipKeyCheck | Mutant::SkipPreconditions => Checker::Log,
            Mutant::LeakCard | Mutant::SpectatorAsPlayer => Checker::Leak,
            Mutant::NewSeed => Checker::Deck,
            Mutant::RetryCommit | Mutant::ForgetAnswers => Checker::Doubled,
            Mutant::HalfGroup => Checker::Postings,
            Mutant::DropMessage | Mutant::DoneBeforeUpdate => Checker::Messages,
            Mutant::StaleHeads | Mutant::IgnoreReceipts => Checker::Forgotten,
            Mutant::ForgetLimits => Checker::Limits,
            Mutant::HoldCommands => Checker::Late,
            Mutant::ForgetDay => Checker::Report,
            Mutant::Silence => Checker::Progress,
            Mutant::IgnoreDue => Checker::Deadline,
            Mutant::RefuseSeed | Mutant::HideEntries => Checker::Fault,
        }
    }

    /// Whether it shows only where the store goes back in time: in worlds of [`crate::run_loss`].
    pub const fn needs_loss(self) -> bool {
        matches!(self, Mutant::StaleHeads | Mutant::IgnoreReceipts)
    }
}
