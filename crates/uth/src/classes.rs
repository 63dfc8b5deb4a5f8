//! The 7,462 classes of five-card hands, numbered from the weakest, without gaps.
//!
//! Each kind of hand has a block of numbers; within it the ranks that decide come first, then the kickers.

use crate::category::Category;

/// The first number of each kind of hand, and the end of the last.
const FIRST: [u16; 11] = {
    let sizes = [1277, 13 * 220, 78 * 11, 13 * 66, 10, 1277, 13 * 12, 13 * 12, 9, 1];
    let mut first = [0; 11];
    let mut kind = 0;
    while kind < 10 {
        first[kind + 1] = first[kind] + sizes[kind];
        kind += 1;
    }
    first
};

pub(crate) const fn category_of(strength: u16) -> Category {
    let mut kind = 9;
    while strength < FIRST[kind] {
        kind -= 1;
    }
    Category::ALL[kind]
}

/// Which ranks a hand has at least once, twice, three and four times: a set of ranks in each sixteen bits.
#[derive(Clone, Copy)]
pub(crate) struct Ranks(pub u64);

impl Ranks {
    const fn at_least(self, count: u32) -> u16 {
        (self.0 >> ((count - 1) * 16)) as u16
    }
}

/// The strength of five to seven cards that hold no flush.
pub(crate) const fn flushless_strength(ranks: Ranks) -> u16 {
    let once = ranks.at_least(1);
    let twice = ranks.at_least(2);
    let thrice = ranks.at_least(3);
    if ranks.at_least(4) != 0 {
        let quads = top(ranks.at_least(4));
        return class(Category::FourOfAKind, quads * 12 + kickers(once, bit(quads), 1));
    }
    if thrice != 0 {
        let trips = top(thrice);
        if twice != bit(trips) {
            return class(Category::FullHouse, trips * 12 + kickers(twice, bit(trips), 1));
        }
    }
    if let Some(straight) = straight(once) {
        return class(Category::Straight, straight);
    }
    if thrice != 0 {
        let trips = top(thrice);
        return class(Category::ThreeOfAKind, trips * 66 + kickers(once, bit(trips), 2));
    }
    if twice == 0 {
        return class(Category::HighCard, straightless_five(once));
    }
    let pair = top(twice);
    if twice == bit(pair) {
        return class(Category::Pair, pair * 220 + kickers(once, bit(pair), 3));
    }
    let second = top(twice ^ bit(pair));
    class(
        Category::TwoPair,
        (pair * (pair - 1) / 2 + second) * 11 + kickers(once, bit(pair) | bit(second), 1),
    )
}

/// The strength of five or more cards of one suit.
pub(crate) const fn flush_or_straight_flush(ranks: u16) -> u16 {
    match straight(ranks) {
        // The best straight flush is the royal one, the only class of its kind.
        Some(straight) => class(Category::StraightFlush, straight),
        None => class(Category::Flush, straightless_five(ranks)),
    }
}

const fn class(kind: Category, within: u16) -> u16 {
    FIRST[kind as usize] + within
}

const fn bit(rank: u16) -> u16 {
    1 << rank
}

const fn top(ranks: u16) -> u16 {
    ranks.ilog2() as u16
}

/// The best straight among the ranks: 0 for five high, where the ace counts low, to 9 for ace high.
const fn straight(ranks: u16) -> Option<u16> {
    // With the ace below the two as well, a straight is five neighbours.
    let with_low_ace = ranks << 1 | ranks >> 12;
    let runs = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
    if runs == 0 { None } else { Some(top(runs)) }
}

/// The place of the best five ranks among all sets of five that are no straight.
const fn straightless_five(ranks: u16) -> u16 {
    let five = highest(ranks, 5);
    let mut straights_below = (five > 0b1_0000_0000_1111) as u16;
    let mut low = 0;
    while low < 9 {
        straights_below += (five > 0b1_1111 << low) as u16;
        low += 1;
    }
    place(five) - straights_below
}

/// The place of the best `count` ranks, those that make the hand left out, among all such sets.
const fn kickers(ranks: u16, made: u16, count: u32) -> u16 {
    let mut others = ranks & !made;
    let mut made = made;
    while made != 0 {
        let rank = top(made);
        others = others & (bit(rank) - 1) | others >> (rank + 1) << rank;
        made ^= bit(rank);
    }
    place(highest(others, count))
}

const fn highest(ranks: u16, count: u32) -> u16 {
    let mut ranks = ranks;
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

/// How many sets of the same size are lower: the combinatorial number system.
const fn place(set: u16) -> u16 {
    let mut rest = set;
    let mut place = 0;
    let mut size = 1;
    while rest != 0 {
        place += CHOOSE[rest.trailing_zeros() as usize][size];
        rest &= rest - 1;
        size += 1;
    }
    place
}

/// Pascal's triangle: how many sets of that size there are among so many ranks.
static CHOOSE: [[u16; 6]; 13] = {
    let mut choose = [[0; 6]; 13];
    let mut from = 0;
    while from < 13 {
        choose[from][0] = 1;
        let mut size = 1;
        while size < 6 && from > 0 {
            choose[from][size] = choose[from - 1][size - 1] + choose[from - 1][size];
            size += 1;
        }
        from += 1;
    }
    choose
};
