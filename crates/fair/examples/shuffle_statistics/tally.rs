//! What is counted of many decks.

use uth::{Card, Deck};

use crate::chance::{Finding, chi_square, descents, duplicates};

/// Counts by two cards, or by a place and a card.
type Square = Vec<[u32; 52]>;

/// How many ways there are to begin a deck with six cards.
const SIX_CARDS: f64 = 52.0 * 51.0 * 50.0 * 49.0 * 48.0 * 47.0;

pub(crate) struct Tally {
    decks: u32,
    /// By place, then card.
    places: Square,
    /// By card, then the card after it. The first card counts as the one after the last.
    neighbours: Square,
    /// By how often a card is lower than the one before it.
    descents: [u32; 52],
    /// By the first card of a deck with an even number, then the first card of the deck after it.
    successors: Square,
    /// The first ten cards of each deck, six bits each.
    beginnings: Vec<u64>,
}

impl Tally {
    pub(crate) fn of(decks: impl Iterator<Item = Deck>) -> Tally {
        let square = || vec![[0; 52]; 52];
        let mut tally = Tally {
            decks: 0,
            places: square(),
            neighbours: square(),
            descents: [0; 52],
            successors: square(),
            beginnings: Vec::new(),
        };
        let mut first_before = None;
        for deck in decks {
            let cards = deck.cards().map(Card::index);
            tally.add(&cards);
            first_before = match first_before {
                None => Some(cards[0]),
                Some(before) => {
                    tally.successors[before][cards[0]] += 1;
                    None
                }
            };
        }
        tally
    }

    fn add(&mut self, cards: &[usize; 52]) {
        self.decks += 1;
        for (place, card) in cards.iter().enumerate() {
            self.places[place][*card] += 1;
            self.neighbours[*card][cards[(place + 1) % 52]] += 1;
        }
        self.descents[cards.windows(2).filter(|pair| pair[0] > pair[1]).count()] += 1;
        self.beginnings.push(cards[..10].iter().fold(0, |sum, card| sum << 6 | *card as u64));
    }

    /// How far each count is from what chance expects.
    pub(crate) fn findings(mut self) -> [Finding; 6] {
        self.beginnings.sort_unstable();
        let again = self.beginnings_again(0);
        assert_eq!(again, 0, "{again} decks begin with the same ten cards as another");
        [
            self.places(),
            self.neighbours_either_way(),
            self.neighbours_one_way(),
            descents(&self.descents, self.decks),
            self.successors(),
            duplicates("first six cards again", self.beginnings_again(10 - 6), self.decks, SIX_CARDS),
        ]
    }

    /// Each card is at each place equally often.
    ///
    /// A deck has one card at a place and one place for a card, so 51² counts are free, and each varies by 52/51 of
    /// what it would if they were independent.
    fn places(&self) -> Finding {
        let sum = sum_of_squares(&self.places, f64::from(self.decks) / 52.0);
        chi_square("card at place", sum * 51.0 / 52.0, 51 * 51)
    }

    /// Each two cards lie side by side equally often. What is fixed, that each card has two neighbours, leaves
    /// 1,326 − 52 counts free, as independent as they should be.
    fn neighbours_either_way(&self) -> Finding {
        let expected = f64::from(self.decks) / 51.0;
        let pairs = self.pairs_of_neighbours();
        let sum: f64 = pairs.map(|(one, other)| (one + other - 2.0 * expected).powi(2)).sum();
        chi_square("neighbours", sum / (2.0 * expected), 1326 - 52)
    }

    /// Of two neighbours, each is the upper one equally often. Each card is above one and below one, which leaves
    /// 1,326 − 51 differences free; each varies by 52/50 of what it would if they were independent.
    fn neighbours_one_way(&self) -> Finding {
        let expected = f64::from(self.decks) / 51.0;
        let sum: f64 = self.pairs_of_neighbours().map(|(one, other)| (one - other).powi(2)).sum();
        chi_square("order of neighbours", sum / (2.0 * expected) * 50.0 / 52.0, 1326 - 51)
    }

    fn pairs_of_neighbours(&self) -> impl Iterator<Item = (f64, f64)> {
        let cells = (0..52).flat_map(|one| (0..one).map(move |other| (one, other)));
        cells.map(|(one, other)| {
            (f64::from(self.neighbours[one][other]), f64::from(self.neighbours[other][one]))
        })
    }

    /// The first card says nothing about the first card of the next deck.
    fn successors(&self) -> Finding {
        let expected = f64::from(self.decks / 2) / 2704.0;
        chi_square("first card, next first card", sum_of_squares(&self.successors, expected), 2703)
    }

    /// How many decks begin like the one before them, when sorted, without so many of the ten cards.
    fn beginnings_again(&self, without: u32) -> u32 {
        let pairs = self.beginnings.windows(2);
        pairs.filter(|pair| pair[0] >> (6 * without) == pair[1] >> (6 * without)).count() as u32
    }
}

fn sum_of_squares(counts: &Square, expected: f64) -> f64 {
    counts.iter().flatten().map(|count| (f64::from(*count) - expected).powi(2)).sum::<f64>() / expected
}
