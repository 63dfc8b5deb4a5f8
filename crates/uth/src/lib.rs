//! The rules of Ultimate Texas Hold'em, and nothing else: no input or output, no clock, no chance.
//!
//! ```
//! use uth::{Action, Banker, Book, Cents, Deal, Person, Round, Seat, Setup, Wagers, parse_cards};
//!
//! let seat = Seat::new(1).unwrap();
//! let terms = Setup::new(Book::House).approved()?;
//! let mut round = Round::open(terms, Banker::House)?;
//! round.act(Action::Wager { seat, person: Person(1), wagers: Wagers::ante(Cents::dollars(10)) })?;
//! round.act(Action::NoMoreBets)?;
//! let deal = Deal::known([(seat, parse_cards("As Kd")?)], parse_cards("7c 7d")?, parse_cards("Ks Js 9s 4h 3h")?)?;
//! round.act(Action::Deal(deal))?;
//! round.act(Action::Raise(seat, 4))?;
//!
//! let settlement = round.settlement().expect("nobody else plays, so the round is over");
//! assert_eq!(settlement.seats[0].net, Cents::dollars(50));
//! assert_eq!(settlement.dealer.unwrap().to_string(), "pair of sevens");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod bank;
mod book;
mod button;
mod card;
mod cards;
mod category;
mod classes;
mod clauses;
mod collection;
mod dealing;
mod hand;
mod money;
mod order;
mod pay;
mod pile;
mod rank_index;
mod refusal;
mod round;
mod seat;
mod settlement;
mod setup;
mod strength;
mod terms;
mod wager;

pub use bank::Bank;
pub use book::{Banking, Book, BookError, DeckColour, LimitRange, RuleBook};
pub use button::{Button, ButtonError, MOST_ROUNDS_BANKED};
pub use card::{Card, CardError, Rank, Suit};
pub use cards::{Cards, parse_card_list, parse_cards};
pub use category::Category;
pub use collection::{Bracket, Schedule, ScheduleError};
pub use dealing::{Deal, Dealing, DealingError, Deck, Destination};
pub use hand::{Hand, HandError};
pub use money::Cents;
pub use order::{SeatOrder, WagerOrder};
pub use pay::{BAD_BEAT, BLIND, Odds, OddsError, PayTable, PayTableId, PayTableIdError, Pays};
pub use pile::Pile;
pub use refusal::Refusal;
pub use round::{Action, Banker, Round, Stage};
pub use seat::{Person, Seat};
pub use settlement::{Line, Outcome, SeatSettlement, Settlement, Verdict};
pub use setup::{Limits, Setup, SetupError};
pub use strength::Strength;
pub use terms::Terms;
pub use wager::{Play, Wager, Wagers};
