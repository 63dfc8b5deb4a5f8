//! A playing card, its rank and its suit, and how they are written.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

/// The rank of a card, in the order in which hands compare: aces are high (CA.rank.2, BB.rank.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// Returns the letter used in notation.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// Returns the rank in words: "ten", "queen".
    pub const fn name(self) -> &'static str {
        [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
            "ace",
        ][self as usize]
    }

    /// Returns several of that rank in words: "tens", "sixes".
    pub const fn plural(self) -> &'static str {
        [
            "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks",
            "queens", "kings", "aces",
        ][self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for Rank {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        if text == "10" {
            return Ok(Rank::Ten);
        }
        let [letter] = text.as_bytes() else { return Err(CardError::Rank) };
        Rank::ALL
            .into_iter()
            .find(|rank| rank.letter() == letter.to_ascii_uppercase() as char)
            .ok_or(CardError::Rank)
    }
}

/// The suit of a card. All suits have the same rank (CA.rank.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Returns the letter used in notation.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// Returns the sign used in pictures.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }
}

impl FromStr for Suit {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        match text {
            "c" | "C" | "♣" | "♧" => Ok(Suit::Clubs),
            "d" | "D" | "♦" | "♢" => Ok(Suit::Diamonds),
            "h" | "H" | "♥" | "♡" => Ok(Suit::Hearts),
            "s" | "S" | "♠" | "♤" => Ok(Suit::Spades),
            _ => Err(CardError::Suit),
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// One of the 52 cards.
///
/// Kept as its bit in a set of [`Cards`](crate::Cards): sixteen times the suit, plus the rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card(u8);

impl Card {
    /// Returns the card of that rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 16 + rank as u8)
    }

    /// Returns the card with that [`index`](Card::index), or nothing from 52 on.
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < 52 { Some(Card((index % 4 * 16 + index / 4) as u8)) } else { None }
    }

    /// Returns its place from 0 (two of clubs) to 51 (ace of spades), rank by rank.
    pub const fn index(self) -> usize {
        self.0 as usize % 16 * 4 + self.0 as usize / 16
    }

    /// Returns its place among the 64 bits of a set of cards.
    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// Returns its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize % 16]
    }

    /// Returns its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 16]
    }

    /// Returns all 52 cards, by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        (0..52).map(|index: u8| Card(index % 4 * 16 + index / 4))
    }
}

/// By index: rank by rank.
impl Ord for Card {
    fn cmp(&self, other: &Card) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl PartialOrd for Card {
    fn partial_cmp(&self, other: &Card) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = CardError;

    /// Reads `As`, `as`, `Th`, `10h` and `A♠`.
    fn from_str(text: &str) -> Result<Self, CardError> {
        // U+FE0F asks for the coloured picture of a suit sign; it says nothing about the card.
        let text = text.strip_suffix('\u{fe0f}').unwrap_or(text);
        let (split, _) = text.char_indices().next_back().ok_or(CardError::Rank)?;
        let (rank, suit) = text.split_at(split);
        let suit = suit.parse()?;
        Ok(Card::new(rank.parse()?, suit))
    }
}

/// Why a text is not a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardError {
    /// It does not start with a rank.
    Rank,
    /// It does not end with a suit.
    Suit,
    /// The card is there twice.
    Twice(Card),
    /// There are more or fewer cards than the place asks for.
    Count {
        /// How many there should be.
        expected: usize,
    },
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Rank => f.write_str("a card starts with its rank, one of 2 3 4 5 6 7 8 9 T J Q K A"),
            CardError::Suit => f.write_str("a card ends with its suit, one of c d h s"),
            CardError::Twice(card) => write!(f, "the card {card} is there twice"),
            CardError::Count { expected } => write!(f, "there must be {expected} cards"),
        }
    }
}

impl core::error::Error for CardError {}
