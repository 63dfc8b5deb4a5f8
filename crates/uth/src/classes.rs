//! The 7,462 classes of five-card hands, numbered from the weakest, without gaps.
//!
//! Each kind of hand has a block of numbers; within it the ranks that decide come first, then the kickers.

use crate::category::Category;

/// The first number of each kind of hand, and the end of the last.
pub(crate) const FIRST: [u16; 11] = {
    // 1,277 sets of five ranks are no straight; a pair has 13 ranks and 220 kickers, and so on. They add up to 7,462.
    let sizes = [1277, 13 * 220, 78 * 11, 13 * 66, 10, 1277, 13 * 12, 13 * 12, 9, 1];
    let mut first = [0; 11];
    let mut kind = 0;
    while kind < 10 {
        first[kind + 1] = first[kind] + sizes[kind];
        kind += 1;
    }
    first
};

const HIGH_CARD: u16 = FIRST[Category::HighCard as usize];
const PAIR: u16 = FIRST[Category::Pair as usize];
const TWO_PAIR: u16 = FIRST[Category::TwoPair as usize];
const THREE_OF_A_KIND: u16 = FIRST[Category::ThreeOfAKind as usize];
const STRAIGHT: u16 = FIRST[Category::Straight as usize];
const FLUSH: u16 = FIRST[Category::Flush as usize];
const FULL_HOUSE: u16 = FIRST[Category::FullHouse as usize];
const FOUR_OF_A_KIND: u16 = FIRST[Category::FourOfAKind as usize];
/// The best straight flush is the royal one, the only class of its kind.
const STRAIGHT_FLUSH: u16 = FIRST[Category::StraightFlush as usize];

const COUNT: usize = FIRST[10] as usize;

#[inline]
pub(crate) const fn category_of(strength: u16) -> Category {
    CATEGORIES[strength as usize]
}

static CATEGORIES: [Category; COUNT] = {
    let mut categories = [Category::HighCard; COUNT];
    let mut kind = 0;
    let mut strength = 0;
    while strength < COUNT {
        if kind < 9 && strength >= FIRST[kind + 1] as usize {
            kind += 1;
        }
        categories[strength] = Category::ALL[kind];
        strength += 1;
    }
    categories
};

/// Which ranks a hand has at least once, twice, three and four times: a set of ranks in each sixteen bits.
#[derive(Clone, Copy)]
pub(crate) struct Ranks(pub u64);

/// Returns the strength of five to seven cards that hold no flush.
pub(crate) const fn flushless_strength(ranks: Ranks) -> u16 {
    let once = ranks.0 as u16;
    let twice = (ranks.0 >> 16) as u16;
    let thrice = (ranks.0 >> 32) as u16;
    let four_times = (ranks.0 >> 48) as u16;
    if four_times != 0 {
        let quads = top(four_times);
        return FOUR_OF_A_KIND + quads * 12 + KICKERS[1][without(once, quads)];
    }
    if thrice != 0 {
        let trips = top(thrice);
        if !twice.is_power_of_two() {
            return FULL_HOUSE + trips * 12 + KICKERS[1][without(twice, trips)];
        }
        if !HOLDS_STRAIGHT[once as usize] {
            return THREE_OF_A_KIND + trips * 66 + KICKERS[2][without(once, trips)];
        }
    }
    if twice == 0 || HOLDS_STRAIGHT[once as usize] {
        return STRAIGHT_OR_HIGH_CARD[once as usize];
    }
    let pair = top(twice);
    if twice.is_power_of_two() {
        return PAIR + pair * 220 + KICKERS[3][without(once, pair)];
    }
    let second = top(twice ^ 1 << pair);
    let kicker = KICKERS[1][without(without(once, pair) as u16, second)];
    TWO_PAIR + (pair * (pair - 1) / 2 + second) * 11 + kicker
}

/// The strength of five or more cards of one suit, by their ranks.
pub(crate) static FLUSHES: [u16; 8192] = unpaired(FLUSH, STRAIGHT_FLUSH);

/// The strength of five or more different ranks that are no straight flush.
static STRAIGHT_OR_HIGH_CARD: [u16; 8192] = unpaired(HIGH_CARD, STRAIGHT);

/// Which sets of ranks hold a straight.
static HOLDS_STRAIGHT: [bool; 8192] = {
    let mut holds = [false; 8192];
    let mut set = 0;
    while set < 8192 {
        holds[set] = straight(set as u16).is_some();
        set += 1;
    }
    holds
};

/// The places of the best one, two or three ranks of a set among all sets of that size.
static KICKERS: [[u16; 8192]; 4] = [[0; 8192], best(1), best(2), best(3)];

/// Returns the strengths of sets of five ranks or more, from the first class without a straight and the first with one.
const fn unpaired(plain: u16, straights: u16) -> [u16; 8192] {
    let mut strengths = [0; 8192];
    // The number of sets of five that were met so far and are no straight.
    let mut next = plain;
    let mut set = 0b1_1111usize;
    while set < 8192 {
        let ranks = set as u16;
        strengths[set] = match straight(ranks) {
            Some(straight) => straights + straight,
            None if set.count_ones() > 5 => strengths[set & (set - 1)],
            None if set.count_ones() == 5 => {
                next += 1;
                next - 1
            }
            None => 0,
        };
        set += 1;
    }
    strengths
}

/// For every set, the place of its best `count` ranks among all sets of that size.
const fn best(count: u32) -> [u16; 8192] {
    let mut places = [0; 8192];
    let mut next = 0;
    let mut set = 1usize;
    while set < 8192 {
        if set.count_ones() > count {
            places[set] = places[set & (set - 1)];
        } else if set.count_ones() == count {
            places[set] = next;
            next += 1;
        }
        set += 1;
    }
    places
}

/// Returns the best straight among the ranks: 0 for five high, where the ace counts low, to 9 for ace high.
const fn straight(ranks: u16) -> Option<u16> {
    // With the ace below the two as well, a straight is five neighbours.
    let with_low_ace = ranks << 1 | ranks >> 12;
    let runs = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
    if runs == 0 { None } else { Some(top(runs)) }
}

const fn top(ranks: u16) -> u16 {
    15 - ranks.leading_zeros() as u16
}

/// Returns the ranks without that one, those above it moved down into the gap.
const fn without(ranks: u16, rank: u16) -> usize {
    let below = ranks & ((1 << rank) - 1);
    (below | ranks >> (rank + 1) << rank) as usize
}
