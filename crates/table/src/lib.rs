//! One table of a card room as a pure state machine: who sits there, when they act, and where the chips are. What a
//! round may do is decided by the rules in `uth`; the table adds players, deadlines and money.
//!
//! [`decide`] turns a [`Command`] into [`Event`]s and the next [`Table`], or refuses it. Rules, funds and a player's
//! own limits are asked once, and a round is settled once. [`Table::apply`] replays stored events to the same state and
//! refuses those whose money is not what the rules say. [`view()`] returns what a viewer may see and do.
//!
//! The table deliberately does no input or output, reads no clock, draws no random numbers and holds no balances: the
//! time, the deck and what accounts hold come in as arguments. It does not authenticate players and knows no wire or
//! storage format.
//!
//! ```
//! use table::{
//!     Allowance, Command, Commitment, Context, Decision, Deciding, PlayerId, Settings, Table, TableId, TableMode,
//!     Timestamp, decide,
//! };
//! use uth::{Book, Cents, Deck, Seat, Setup, Wagers};
//!
//! let context = Context {
//!     now: Timestamp(0),
//!     available: &|_| Cents::dollars(1_000_000),
//!     allowance: &|_| Allowance::Unlimited,
//! };
//! let settings = Settings::new(Setup::new(Book::House).approved()?, TableMode::Solo, 30_000)?;
//! let open = Command::Open { table: TableId(1), settings: Box::new(settings), floor: PlayerId(0) };
//! let (mut history, mut table) = Deciding::open(open, &context)?.finish();
//!
//! let (player, seat) = (PlayerId(7), Seat::new(1).unwrap());
//! for command in [
//!     Command::Sit { player, seat },
//!     Command::Commit { commitment: Commitment([0; 32]) },
//!     Command::OpenRound,
//!     Command::Wager { player, seat, wagers: Wagers::ante(Cents::dollars(10)) },
//!     Command::NoMoreBets { player },
//!     Command::Deal { deck: Deck::unshuffled() },
//!     Command::Decide { player, seat, decision: Decision::Raise(4) },
//! ] {
//!     let (events, next) = decide(&table, command, &context)?;
//!     history.extend(events);
//!     table = next;
//! }
//! assert!(table.live().is_none(), "the only hand has decided, so the round is settled");
//! assert_eq!(Table::replay(&history)?, table);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod command;
mod decide;
mod error;
mod event;
mod id;
mod money;
mod settings;
mod table;
mod transition;
mod view;

pub use checkpoint::Checkpoint;
pub use command::Command;
pub use decide::{Allowance, Context, Deciding, decide};
pub use error::{ReplayError, TableError};
pub use event::Event;
pub use id::{By, Commitment, ParseByError, PlayerId, Seed, Seq, TableId, Timestamp};
pub use money::{Account, Move, ParseAccountError, transfers};
pub use settings::{Settings, SettingsError, TableMode};
pub use table::{Awaits, BankOffer, Occupant, Table, TableRound, TableStatus};
pub use uth::{Decision, LegalAction};
pub use view::{HandView, NextRound, RoundView, SeatView, SettledWager, TableView, Viewer, WagerView, view};
