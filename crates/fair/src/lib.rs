//! Fairness that anybody can check: seeds, commitments, the shuffle, sealed seeds, proofs and receipts.
//!
//! The house commits to a secret seed before the first wager; players may add seeds of their own; the deck follows from
//! all of them, and the revealed seed proves it after the round. `docs/FAIRNESS.md` has every byte, with test vectors.
//!
//! [`receipt`] signs what the card room has confirmed, so that it cannot deny it later.
//!
//! This crate knows no table, no storage and no runtime. Chance comes in through [`entropy::Entropy`].
//!
//! ```
//! use fair::entropy::OperatingSystem;
//! use fair::proof::HandProof;
//! use fair::seed::{PlayerSeed, PlayerSeeds, ServerSeed};
//! use fair::shuffle::{RoundId, deck};
//! use uth::Seat;
//!
//! let round = RoundId { table: 7, round: 1203 };
//! let seed = ServerSeed::fresh(&OperatingSystem)?;
//! let commitment = seed.commitment(); // published before the first wager
//! let mut players = PlayerSeeds::default();
//! players.set(Seat::new(4).unwrap(), PlayerSeed::from_bytes(*b"thirty-two bytes of my own, mine"));
//! let deck = deck(&seed, round, &players);
//! let proof = HandProof { round, commitment, seed: seed.reveal(), players, deck }; // published after the round
//! assert_eq!(proof.verify(), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod entropy;
pub mod proof;
pub mod receipt;
pub mod seal;
pub mod seed;
pub mod shuffle;
