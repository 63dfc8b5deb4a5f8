//! Fairness that anybody can check: seeds, commitments, the shuffle, sealed seeds and proofs.
//!
//! The house commits to a secret seed before bets close; players may add seeds of their own; the deck follows from all
//! of them, and the revealed seed proves it after the round. `docs/FAIRNESS.md` has every byte, with test vectors.
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
//! let commitment = seed.commitment(); // published before bets close
//! let mut players = PlayerSeeds::default();
//! players.set(Seat::new(4).unwrap(), PlayerSeed::new(b"my lucky words")?);
//! let deck = deck(&seed, round, &players);
//! let proof = HandProof { round, commitment, seed: seed.reveal(), players, deck }; // published after the round
//! assert_eq!(proof.verify(), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod entropy;
pub mod proof;
pub mod seal;
pub mod seed;
pub mod shuffle;
