//! A range of starting hands in the usual notation: `33+ A2+ K5o+ JTo`.

use core::fmt;
use core::str::FromStr;

use uth::{Card, Rank};

use crate::decisions::StartingHand;

/// A set of starting hands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Range {
    hands: Vec<StartingHand>,
}

/// The part of a range that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RangeError {
    /// The byte offset of the part.
    pub at: usize,
    /// The text of the part.
    pub part: String,
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no range of hands; one is written like 33+, AKs, K5o+, A2+ or any", self.part)
    }
}

impl core::error::Error for RangeError {}

impl Range {
    /// Whether the hand of these two cards is in the range.
    pub fn contains(&self, hole: [Card; 2]) -> bool {
        self.hands.contains(&StartingHand::of(hole[0], hole[1]))
    }

    /// The hands, each once, in ascending order.
    pub fn hands(&self) -> &[StartingHand] {
        &self.hands
    }

    /// The number of card combinations in the range.
    pub fn combos(&self) -> u32 {
        self.hands.iter().map(|hand| hand.combos()).sum()
    }
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Range, RangeError> {
        let mut hands = Vec::new();
        let separates = |c: char| c.is_whitespace() || c == ',';
        for part in text.split(separates).filter(|part| !part.is_empty()) {
            // The part is a slice of the text, so the difference of the addresses is its offset.
            let at = part.as_ptr() as usize - text.as_ptr() as usize;
            let some = part_hands(part).ok_or_else(|| RangeError { at, part: part.to_owned() })?;
            hands.extend(some);
        }
        hands.sort_unstable();
        hands.dedup();
        Ok(Range { hands })
    }
}

/// Parses one part: `any`, or two ranks, optionally followed by `s` or `o`, optionally followed by `+`.
fn part_hands(part: &str) -> Option<Vec<StartingHand>> {
    if part.eq_ignore_ascii_case("any") {
        return Some(all().collect());
    }
    let (part, and_up) = part.strip_suffix('+').map_or((part, false), |part| (part, true));
    let letters: Vec<char> = part.chars().collect();
    let (ranks, suited) = match letters[..] {
        [one, other] => ([one, other], None),
        [one, other, 's' | 'S'] => ([one, other], Some(true)),
        [one, other, 'o' | 'O'] => ([one, other], Some(false)),
        _ => return None,
    };
    let [one, other] = ranks.map(|letter| letter.to_string().parse::<Rank>().ok());
    let (one, other) = (one?, other?);
    let (high, low) = (one.max(other), one.min(other));
    if high == low && suited.is_some() {
        return None;
    }
    let is_pair = high == low;
    let matches = |hand: &StartingHand| {
        let same = if and_up && is_pair {
            hand.high == hand.low && hand.low >= low
        } else if and_up {
            hand.high == high && (low..high).contains(&hand.low)
        } else {
            (hand.high, hand.low) == (high, low)
        };
        same && suited.is_none_or(|suited| hand.suited == suited)
    };
    Some(all().filter(matches).collect())
}

/// All 169 starting hands.
fn all() -> impl Iterator<Item = StartingHand> {
    let pairs = Rank::ALL.into_iter().flat_map(|high| {
        Rank::ALL.into_iter().take_while(move |low| *low <= high).map(move |low| (high, low))
    });
    pairs.flat_map(|(high, low)| {
        let ways: &[bool] = if high == low { &[false] } else { &[true, false] };
        ways.iter().map(move |suited| StartingHand { high, low, suited: *suited })
    })
}
