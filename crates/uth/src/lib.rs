//! The rules of Ultimate Texas Hold'em by four rule books: cards, wagers, rounds and exact settlement.
//!
//! [`Setup`] becomes legal [`Terms`] through one gate. A [`Round`] is played by those terms: [`Round::act`] is the only
//! way to change it, and [`Round::legal_actions`] lists the decisions that it accepts. RULES.md has the clauses that
//! comments and settlements cite by id.
//!
//! The crate is `no_std` and has no dependencies. It deliberately has no input or output, no clock, no floating-point
//! numbers and no randomness: the caller brings the deck. It does not know who may see a card, who sits where between
//! rounds or how much anybody owns; those are the table's.
//!
//! ```
//! use uth::{Action, Banker, Book, Cents, Deal, Decision, Person, Round, Seat, Setup, Wagers, parse_cards};
//!
//! let seat = Seat::new(1).unwrap();
//! let terms = Setup::new(Book::House).approved()?;
//! let mut round = Round::open(terms, Banker::House)?;
//! round.act(Action::Wager { seat, person: Person(1), wagers: Wagers::ante(Cents::dollars(10)) })?;
//! round.act(Action::NoMoreBets)?;
//! let deal = Deal::known([(seat, parse_cards("As Kd")?)], parse_cards("7c 7d")?, parse_cards("Ks Js 9s 4h 3h")?)?;
//! round.act(Action::Deal(deal))?;
//!
//! let legal = round.legal_actions(seat).next().expect("the only hand is awaited");
//! assert_eq!((legal.decision, legal.amount), (Decision::Raise(4), Cents::dollars(40)));
//! round.act(legal.decision.action(seat))?;
//!
//! let settlement = round.settlement().expect("all hands have decided");
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
mod decision;
mod edges;
mod explanation;
mod hand;
mod hand_accumulator;
mod money;
mod offer;
mod order;
mod pay;
mod posting;
mod rank_index;
mod round;
mod rules_error;
mod seat;
mod settlement;
mod setup;
mod strength;
mod terms;
mod wager;

pub use bank::Bank;
pub use book::{AuthorisedLimit, Banking, Book, BookError, DeckColour, LimitRange, RuleBook};
pub use button::{Banked, Button, ButtonError, MOST_ROUNDS_BANKED};
pub use card::{Card, CardError, Rank, Suit};
pub use cards::{Cards, parse_card_list, parse_cards};
pub use category::Category;
pub use collection::{Bracket, Schedule, ScheduleError};
pub use dealing::{Deal, Dealing, DealingError, Deck, Destination};
pub use decision::{Decision, LegalAction};
pub use edges::{PrintedEdge, PrintedEdges, ShareOf};
pub use hand::{Hand, HandError};
pub use hand_accumulator::HandAccumulator;
pub use money::Cents;
pub use offer::{Stake, WagerOffer};
pub use order::{SeatOrder, WagerOrder};
pub use pay::{BAD_BEAT, BLIND, Odds, OddsError, PayTable, PayTableId, PayTableIdError, Pays};
pub use posting::{Posting, TableNotice};
pub use round::{Action, Banker, Round, Stage};
pub use rules_error::RulesError;
pub use seat::{Person, Seat};
pub use settlement::{HandResult, SeatSettlement, Settlement, SettlementLine, WagerOutcome};
pub use setup::{Aggregate, Limits, Required, Setup, SetupError};
pub use strength::Strength;
pub use terms::Terms;
pub use wager::{Play, Wager, Wagers};
