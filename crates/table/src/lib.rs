//! One table of a card room: who sits there, when they act, and where the chips are. What a round may do is decided
//! by the rules in `uth`; the table adds who, when and money.
//!
//! A [`Command`] becomes [`Event`]s through [`decide`], or is refused. Events become state through
//! [`Table::apply`], and the state follows from them alone. Nothing here does input or output, looks at a clock or
//! throws dice: the time, the deck and what people own come in as arguments.

mod apply;
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

pub use command::{Command, Decision};
pub use contradiction::Contradiction;
pub use decide::{Context, decide};
pub use event::Event;
pub use money::{Account, Move, transfers};
pub use refusal::Refusal;
pub use settings::{Pace, Settings, SettingsError};
pub use table::{Awaits, BankOffer, Occupant, Standing, Table, TableRound};
pub use view::{Chair, HandView, RoundView, View, Viewer, view};
pub use who::{By, Commitment, PlayerId, Seed, TableId};
