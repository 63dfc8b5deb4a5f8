//! The wire of the card room: the one declaration of every socket message, command, event, view, setting, HTTP body and
//! error code. Server, client, command line, simulation and tests use these types; the JSON Schemas, the `OpenAPI`
//! document, the page's type declarations and the tables of docs/PROTOCOL.md are generated from them.
//!
//! Money is in integer cents, times end in `_ms` and count milliseconds since 1970, cards are two letters, bytes are
//! hexadecimal digits.
//!
//! The crate does no I/O, knows neither storage nor sockets, and decides nothing: it converts between wire forms and
//! the types of `uth`, `table` and `fair`. Results of the mathematics are converted in `analysis`, which knows `odds`.
//!
//! ```
//! use protocol::{ClientCommand, ClientMessage};
//!
//! let text = r#"{"type":"command","id":"c-17","table":7,"seen":1203,"command":{"type":"raise","seat":2,"times":4}}"#;
//! let message: ClientMessage = serde_json::from_str(text)?;
//! let ClientMessage::Command { id, command, .. } = &message else { panic!("another message") };
//! assert_eq!(id.as_str(), "c-17");
//! assert!(matches!(command, ClientCommand::Raise { times: 4, .. }));
//! assert_eq!(serde_json::to_string(&message)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod account;
mod analysis;
mod book;
mod command;
mod convert;
mod error_code;
mod event;
mod history;
mod id;
mod lobby;
mod message;
mod pays;
mod proof;
mod report;
pub mod schema;
pub mod settings;
pub mod sums;
mod text;
mod view;

pub use account::{
    Credentials, FloorCodeRequest, GuestRequest, LaterLimit, LimitsRequest, Me, NewToken, OwnLimits,
    PasswordRequest, PeoplePage, PeopleQuery, Person, Role, RoleRequest, Token, TokenRequest,
};
pub use analysis::{
    ActionValue, Advice, AdviceRequest, BadBeatValues, BankBracket, BankRequest, BankResult, BankSchedule,
    BaseValues, BaseWagers, BonusMix, BonusValues, Clause, DealerHands, DealerOuts, DrillPoint, DrillRequest,
    DrillValue, Exact, Fanout, GameRequest, Health, Information, InformationScenario, Quantiles,
    RoundOutcomes, RoundResult, RuinRequest, RuinResult, SampledNeighbours, Solution, SolvedGame,
    StartingHand, StreetRaises,
};
pub use book::{
    BookRecord, CollectionBracket, LimitRanges, PayTables, PrintedSchedule, Range, SettlementOrder,
    bracket_labels, dollars,
};
pub use command::ClientCommand;
pub use error_code::{ErrorBody, ErrorCode, ErrorKind};
pub use event::{Decision, EntryBody, Event, Move, StoredEvent, StoredEvents, Wagers};
pub use history::{
    Balance, DecisionRecord, ExportFormat, ExportQuery, HandsPage, HistoryStep, LogEntry, LogExportHead,
    LogHead, LogQuery, PageQuery, RoundHistory, RoundSummary, SeatHole,
};
pub use id::{
    CommandId, Hex32, InvalidCommandId, InvalidHex32, NoSuchSeat, PlayerId, RoundId, SeatNumber, Seq,
    TableId, Timestamp,
};
pub use lobby::{FloorRequest, LobbyEntry, OpenTableRequest, OpenedTable, SeatTaken, TableName};
pub use message::{ClientMessage, CommandEnvelope, LogPosition, PROTOCOL, Receipt, ServerMessage, SignedIn};
pub use pays::{Odds, PayRow};
pub use proof::{ProofRecord, ProofSeed};
pub use report::{
    Flow, GroupBy, HoldBand, HoldPart, Report, ReportQuery, ReportRow, TheoreticalHold, WagerTotal,
};
pub use settings::{CollectionSchedule, SettingsError, TableMode, TableSettings};
pub use text::{Account, Actor, Book, Card, Dealing, PayTable};
pub use view::{
    Awaits, BankOffer, Banker, BestHand, DeckColour, HandResult, HandView, LegalAction, LegalAmount,
    NamedPlayer, RoundView, SeatSeed, SeatView, Stage, TableStatus, TableView, Wager, WagerOffer,
    WagerOutcome, WagerView,
};
