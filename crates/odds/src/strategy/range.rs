//! A range of starting hands, as players write it: `33+ A2+ K5o+ JTo`.

use core::fmt;
use core::str::FromStr;

use uth::{Card, Rank};

use crate::play::StartingHand;

/// A set of starting hands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Range {
    hands: Vec<StartingHand>,
}

/// Which part of a range is wrong: where it starts, and how long it is, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RangeError {
    /// Where the part starts.
    pub at: usize,
    /// The part.
    pub part: String,
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no range of hands; one is written like 33+, AKs, K5o+, A2+ or any", self.part)
    }
}

impl core::error::Error for RangeError {}

impl Range {
    /// Whether those two cards are in it.
    pub fn contains(&self, hole: [Card; 2]) -> bool {
        self.hands.contains(&StartingHand::of(hole[0], hole[1]))
    }

    /// Its hands, each once.
    pub fn hands(&self) -> &[StartingHand] {
        &self.hands
    }

    /// In how many ways a hand of it can be dealt.
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
            // The part lies within the text, so that the difference is its place.
            let at = part.as_ptr() as usize - text.as_ptr() as usize;
            let some = part_hands(part).ok_or_else(|| RangeError { at, part: part.to_owned() })?;
            hands.extend(some);
        }
        hands.sort_unstable();
        hands.dedup();
        Ok(Range { hands })
    }
}

/// The hands of one part: `any`, or two ranks, then perhaps `s` or `o`, then perhaps `+`.
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
