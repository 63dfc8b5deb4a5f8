//! One table of a card room: who sits there, when they act, and where the chips are. What a round may do is decided
//! by the rules in `uth`; the table adds who, when and money.
//!
//! A [`Command`] becomes [`Event`]s through [`decide`], or is refused. Events become state through
//! [`Table::apply`], and the state follows from them alone. Nothing here does input or output, looks at a clock or
//! throws dice: the time, the deck and what people own come in as arguments.
//!
//! ```
//! use table::{Command, Commitment, Context, Decision, Event, Pace, PlayerId, Settings, Table, TableId, decide};
//! use uth::{Book, Cents, Deck, Seat, Setup, Wagers};
//!
//! let settings = Settings::new(Setup::new(Book::House).approved()?, Pace::Solo, 30_000)?;
//! let opened = Event::Opened { table: TableId(1), settings: Box::new(settings), floor: PlayerId(0) };
//! let mut table = Table::opened(&opened)?;
//! let context = Context { now_ms: 0, available: &|_| Cents::dollars(1_000_000) };
//!
//! let (player, seat) = (PlayerId(7), Seat::new(1).unwrap());
//! for command in [
//!     Command::Sit { player, seat },
//!     Command::OpenRound { commitment: Commitment([0; 32]) },
//!     Command::Wager { player, seat, wagers: Wagers::ante(Cents::dollars(10)) },
//!     Command::NoMoreBets { player },
//!     Command::Deal { deck: Deck::unshuffled() },
//!     Command::Decide { player, seat, decision: Decision::Raise(4) },
//! ] {
//!     for event in decide(&table, command, &context)? {
//!         table.apply(&event)?;
//!     }
//! }
//! assert!(table.live().is_none(), "the only hand has decided, so the round is settled");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod checkpoint;
mod command;
mod contradiction;
mod decide;
mod event;
mod money;
mod refusal;
mod settings;
mod stakes;
mod table;
mod view;
mod who;

pub use checkpoint::Checkpoint;
pub use command::{Command, Decision};
pub use contradiction::Contradiction;
pub use decide::{Context, decide};
pub use event::Event;
pub use money::{Account, AccountError, Move, transfers};
pub use refusal::Refusal;
pub use settings::{Pace, Settings, SettingsError};
pub use table::{Awaits, BankOffer, Occupant, Standing, Table, TableRound};
pub use view::{Chair, HandView, RoundView, View, Viewer, view};
pub use who::{By, Commitment, PlayerId, Seed, TableId};
