//! The house edges that a document prints under its pay tables, beside what they really are (WA.pay.3).
//!
//! The true figures are constants here because this crate computes no probabilities; tests of the exact mathematics
//! reproduce every one of them.

use core::fmt;

use alloc::format;
use alloc::string::String;

use crate::pay::PayTableId;

/// The edges that a document prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedEdges {
    /// Under the Blind of every pay table.
    pub blind: PrintedEdge,
    trips: [PrintedEdge; 4],
}

/// A printed edge beside the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedEdge {
    /// As the document prints it.
    pub printed: &'static str,
    /// The true edge as a fraction: numerator and denominator.
    pub exact: (u64, u64),
    /// What the true edge is a share of.
    pub of: ShareOf,
    /// Why the two differ, where they do.
    pub note: Option<&'static str>,
}

/// What an edge is a share of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShareOf {
    /// The wager itself.
    Wager,
    /// All money wagered on Ante, Blind and Play under best play.
    AllWagered,
}

impl PrintedEdges {
    /// Returns what is printed under Trips of that pay table.
    pub const fn trips(&self, table: PayTableId) -> PrintedEdge {
        self.trips[table as usize]
    }
}

impl PrintedEdge {
    /// Returns the true edge to six decimals: "0.526214%".
    pub fn percentage(&self) -> String {
        let millionths = self.millionths();
        format!("{}.{:06}%", millionths / 1_000_000, millionths % 1_000_000)
    }

    /// Returns the true edge in millionths of a percent, rounded to the nearest.
    const fn millionths(&self) -> u64 {
        let (numerator, denominator) = (self.exact.0 as u128, self.exact.1 as u128);
        // An edge is less than one, so the result fits; the product needs 128 bits.
        ((numerator * 200_000_000 + denominator) / (2 * denominator)) as u64
    }
}

/// Writes the true edge: "0.526214% of all money wagered under best play".
impl fmt::Display for PrintedEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.percentage(), self.of)
    }
}

impl fmt::Display for ShareOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ShareOf::Wager => "the wager",
            ShareOf::AllWagered => "all money wagered under best play",
        })
    }
}

const fn trips(printed: &'static str, numerator: u64, denominator: u64) -> PrintedEdge {
    PrintedEdge { printed, exact: (numerator, denominator), of: ShareOf::Wager, note: None }
}

pub(crate) static WASHINGTON_EDGES: PrintedEdges = PrintedEdges {
    blind: PrintedEdge {
        printed: "0.84%*",
        // The value of the base game over the average wager: what one dollar on the table loses.
        exact: (50_643_648_973, 9_624_161_349_330),
        of: ShareOf::AllWagered,
        note: Some(
            "The asterisk has lost its footnote. The return of an \"expert strategy\" published in 2006 gives 0.84%, \
             and so does best play if a flush pays the Blind 1 to 1 instead of 3 to 2.",
        ),
    },
    trips: [
        trips("0.90%", 301_629, 33_446_140),
        trips("1.90%", 48_987, 2_572_780),
        trips("3.50%", 233_985, 6_689_228),
        trips("6.18%", 22_717, 367_540),
    ],
};
