//! The card room: tables that never lose a chip, on shuffles that nobody can foresee and anybody can check.
//!
//! [`start::Start`] opens one. [`room`] has how a command becomes true, [`store`] where that is kept, [`http`] how it
//! is reached, [`verify`] how it is proved. The shuffle alone, without a card room:
//!
//! ```
//! use server::entropy::OperatingSystem;
//! use server::proof::HandProof;
//! use server::seed::{PlayerSeed, PlayerSeeds, ServerSeed};
//! use server::shuffle::{RoundId, deck};
//! use uth::Seat;
//!
//! let round = RoundId { table: 7, round: 1203 };
//! let seed = ServerSeed::fresh(&OperatingSystem)?;
//! let commitment = seed.commitment(); // published before bets close
//! let mut players = PlayerSeeds::default();
//! players.set(Seat::new(4).unwrap(), PlayerSeed::new(b"my lucky words")?);
//! let deck = deck(&seed, round, &players);
//! let proof = HandProof { round, commitment, seed: seed.reveal(), players, deck }; // published after the round
//! assert_eq!(proof.verify(), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/FAIRNESS.md` has every byte of it, with test vectors.

pub mod accounts;
pub mod advice;
pub mod calendar;
pub mod clauses;
pub mod entropy;
pub mod fanout;
mod files;
pub mod first;
mod hex;
pub mod history;
pub mod house;
pub mod http;
mod information;
pub mod logs;
pub mod places;
pub mod proof;
pub mod report;
pub mod room;
pub mod seal;
pub mod seed;
pub mod shuffle;
pub mod solve;
pub mod start;
pub mod store;
pub mod strategies;
pub mod theory;
pub mod verify;
pub mod wire;
