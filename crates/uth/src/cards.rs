//! A set of cards.

use core::fmt;
use core::ops::{BitAnd, BitOr, Not, Sub};
use core::str::FromStr;

use alloc::vec::Vec;

use crate::card::{Card, CardError, Rank, Suit};

/// A set of cards: sixteen bits for each suit, of which the lower thirteen are ranks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The whole deck.
    pub const DECK: Cards = Cards(0x1fff_1fff_1fff_1fff);

    /// Returns the set of just that card.
    pub const fn of(card: Card) -> Cards {
        Cards(1 << card.bit())
    }

    /// Returns the number of cards in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether a card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Cards::of(card).0 != 0
    }

    /// Returns whether no card is in both sets.
    pub const fn is_disjoint(self, other: Cards) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the set with one more card.
    #[must_use]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | Cards::of(card).0)
    }

    /// Returns the ranks held in a suit, one bit each, twos lowest.
    pub const fn ranks(self, suit: Suit) -> u16 {
        (self.0 >> (suit as u32 * 16)) as u16
    }

    /// Returns the cards of a list, unless one of them is there twice.
    pub fn distinct(list: impl IntoIterator<Item = Card>) -> Result<Cards, CardError> {
        list.into_iter().try_fold(Cards::NONE, Cards::with_new)
    }

    fn with_new(self, card: Card) -> Result<Cards, CardError> {
        if self.contains(card) { Err(CardError::Twice(card)) } else { Ok(self.with(card)) }
    }

    /// Returns the cards, suit by suit and twos first.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(Card::new(Rank::ALL[bit % 16], Suit::ALL[bit / 16]))
        })
    }
}

impl FromIterator<Card> for Cards {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(Cards::NONE, Cards::with)
    }
}

impl BitOr for Cards {
    type Output = Cards;
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl Not for Cards {
    type Output = Cards;
    fn not(self) -> Cards {
        Cards::DECK - self
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.iter())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cards {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        parse_list(text).try_fold(Cards::NONE, |seen, card| seen.with_new(card?))
    }
}

/// Reads a fixed number of different cards, in the order written: "As Kd".
pub fn parse_cards<const N: usize>(text: &str) -> Result<[Card; N], CardError> {
    let mut cards = [Card::new(Rank::Two, Suit::Clubs); N];
    let mut count = 0;
    for card in parse_list(text) {
        *cards.get_mut(count).ok_or(CardError::Count { expected: N })? = card?;
        count += 1;
    }
    if count != N {
        return Err(CardError::Count { expected: N });
    }
    Cards::distinct(cards)?;
    Ok(cards)
}

/// Reads any number of different cards, in the order written.
pub fn parse_card_list(text: &str) -> Result<Vec<Card>, CardError> {
    let cards = parse_list(text).collect::<Result<Vec<Card>, CardError>>()?;
    Cards::distinct(cards.iter().copied())?;
    Ok(cards)
}

/// Writes cards as notation reads them: "As Kd".
pub(crate) fn write_cards(f: &mut fmt::Formatter<'_>, cards: impl Iterator<Item = Card>) -> fmt::Result {
    for (index, card) in cards.enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        fmt::Display::fmt(&card, f)?;
    }
    Ok(())
}

/// Splits a list of cards. A card ends with its suit, so `As Kd`, `As,Kd` and `AsKd` are the same two cards.
fn parse_list(text: &str) -> impl Iterator<Item = Result<Card, CardError>> {
    let separator = |c: char| c.is_whitespace() || c == ',' || c == '\u{fe0f}';
    text.trim_end_matches(separator)
        .split_inclusive(|c: char| "cdhsCDHS♣♧♦♢♥♡♠♤".contains(c))
        .map(move |word| word.trim_start_matches(separator).parse())
}
