//! The rules of Ultimate Texas Hold'em, and nothing else: no input or output, no clock, no chance.
#![no_std]

extern crate alloc;

mod card;
mod cards;
mod category;
mod classes;
mod rank_index;
mod strength;

pub use card::{Card, CardError, Rank, Suit};
pub use cards::{Cards, parse_cards};
pub use category::Category;
pub use strength::Strength;
