//! Who is measured: each library with its own cards, its own hands and its own values.

use std::hint::black_box;

/// A library that values hands of seven cards.
pub trait Contestant {
    const NAME: &'static str;
    type Card: Copy;
    type Hand: Copy;
    /// Higher is better, equal ties.
    type Value: Ord + Copy + std::fmt::Debug + 'static;

    /// The card with that number: four times its rank, plus its suit.
    fn card(number: u8) -> Self::Card;
    fn empty() -> Self::Hand;
    fn with(hand: Self::Hand, card: Self::Card) -> Self::Hand;
    fn value(hand: Self::Hand) -> Self::Value;

    fn deck() -> Vec<Self::Card> {
        // The optimiser must not know the deck, or it would work out part of a sweep beforehand.
        black_box((0..52).map(Self::card).collect())
    }

    fn hand(numbers: &[u8]) -> Self::Hand {
        numbers.iter().fold(Self::empty(), |hand, number| Self::with(hand, Self::card(*number)))
    }
}

/// Our strength of a pile, which keeps the sum of its cards' keys as the others do.
pub struct Ours;

impl Contestant for Ours {
    const NAME: &'static str = "uth";
    type Card = uth::Card;
    type Hand = uth::HandAccumulator;
    type Value = uth::Strength;

    fn card(number: u8) -> uth::Card {
        uth::Card::from_index(number as usize).expect("there are 52 cards")
    }

    fn empty() -> uth::HandAccumulator {
        uth::HandAccumulator::NONE
    }

    #[inline]
    fn with(hand: uth::HandAccumulator, card: uth::Card) -> uth::HandAccumulator {
        hand.with(card)
    }

    #[inline]
    fn value(hand: uth::HandAccumulator) -> uth::Strength {
        hand.strength()
    }
}

/// Our strength of a plain set of cards, with nothing worked out beforehand.
pub struct OursPlain;

impl Contestant for OursPlain {
    const NAME: &'static str = "uth, a plain set";
    type Card = uth::Card;
    type Hand = uth::Cards;
    type Value = uth::Strength;

    fn card(number: u8) -> uth::Card {
        uth::Card::from_index(number as usize).expect("there are 52 cards")
    }

    fn empty() -> uth::Cards {
        uth::Cards::NONE
    }

    #[inline]
    fn with(hand: uth::Cards, card: uth::Card) -> uth::Cards {
        hand.with(card)
    }

    #[inline]
    fn value(hand: uth::Cards) -> uth::Strength {
        uth::Strength::of(hand)
    }
}

pub struct RsPoker;

impl Contestant for RsPoker {
    const NAME: &'static str = "rs_poker 5.0.0";
    type Card = rs_poker::core::Card;
    type Hand = rs_poker::core::SevenCardAccum;
    type Value = rs_poker::core::Rank;

    fn card(number: u8) -> Self::Card {
        Self::Card::from(number % 4 * 13 + number / 4)
    }

    fn empty() -> Self::Hand {
        Self::Hand::new()
    }

    #[inline]
    fn with(hand: Self::Hand, card: Self::Card) -> Self::Hand {
        hand + card
    }

    #[inline]
    fn value(hand: Self::Hand) -> Self::Value {
        hand.rank()
    }
}

pub struct AyaPoker;

impl Contestant for AyaPoker {
    const NAME: &'static str = "aya_poker 0.1.0";
    type Card = aya_poker::base::Card;
    type Hand = aya_poker::base::Hand;
    type Value = aya_poker::PokerHandRank;

    fn card(number: u8) -> Self::Card {
        aya_poker::base::CARDS[number as usize]
    }

    fn empty() -> Self::Hand {
        Self::Hand::new()
    }

    #[inline]
    fn with(mut hand: Self::Hand, card: Self::Card) -> Self::Hand {
        hand.insert_unchecked(&card);
        hand
    }

    #[inline]
    fn value(hand: Self::Hand) -> Self::Value {
        aya_poker::poker_rank(&hand)
    }
}

pub struct Pokers;

impl Contestant for Pokers {
    const NAME: &'static str = "pokers 0.10.0";
    type Card = pokers::Hand;
    type Hand = pokers::Hand;
    type Value = u16;

    fn card(number: u8) -> Self::Card {
        pokers::CARDS[number as usize]
    }

    fn empty() -> Self::Hand {
        Self::Hand::default()
    }

    #[inline]
    fn with(hand: Self::Hand, card: Self::Card) -> Self::Hand {
        hand + card
    }

    #[inline]
    fn value(hand: Self::Hand) -> Self::Value {
        hand.evaluate()
    }
}
