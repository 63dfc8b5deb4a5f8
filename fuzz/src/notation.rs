//! Text in, text out: what reads must read back the same.
//!
//! Fractions, pays, raises, mixes, seeds, accounts, readers, days, addresses and cells. Cards have a door of their own.

use std::fmt::Display;
use std::str::FromStr;

use analysis::solve::{MixText, PaysText, RaisesText};
use audit::calendar::{day, day_text};
use audit::history::{Reader, csv_cell};
use client::Address;
use fair::seed::{Commitment, PlayerSeed, RevealedSeed};
use odds::Fraction;
use server::start::Database;

use super::cards::reads_back;

pub fn try_out(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    reads_back::<Fraction>(text);
    reads_back::<Commitment>(text);
    reads_back::<RevealedSeed>(text);
    reads_back::<PlayerSeed>(text);
    reads_back::<table::Account>(text);
    reads_back::<Reader>(text);
    reads_back::<Address>(text);
    is_told_why::<PaysText<6>>(text);
    is_told_why::<PaysText<7>>(text);
    is_told_why::<RaisesText>(text);
    is_told_why::<MixText>(text);
    is_told_why::<Database>(text);
    if let Some(day) = day(text) {
        assert!((0..=3_000_000).contains(&day));
        assert_eq!(audit::calendar::day(&day_text(day)), Some(day));
    }
    cell(text);
}

fn is_told_why<T: FromStr<Err: Display>>(text: &str) {
    if let Err(why) = text.parse::<T>() {
        assert!(!why.to_string().is_empty(), "{text:?}");
    }
}

/// A cell of a spreadsheet is one cell, says what it was given, and is no formula.
fn cell(text: &str) {
    let cell = csv_cell(text);
    let within = if let Some(rest) = cell.strip_prefix('"') {
        rest.strip_suffix('"').expect("a quote ends").replace("\"\"", "\"")
    } else {
        assert!(!cell.contains(['"', ',', '\n', '\r']), "{cell:?}");
        cell
    };
    assert!(within == text || within.strip_prefix('\'') == Some(text), "{within:?}");
    let is_number = within.parse::<f64>().is_ok_and(f64::is_finite);
    assert!(is_number || !within.starts_with(['=', '+', '-', '@', '\t', '\r']), "{within:?}");
}
