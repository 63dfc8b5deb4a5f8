//! Random numbers: the same cards for the same seed, on every machine and with any number of threads.
//!
//! The generator is xoshiro256++ 1.0 by David Blackman and Sebastiano Vigna, seeded by their `SplitMix64` as they
//! recommend. It is fast and passes all known statistical tests, but it is predictable and must not deal cards in a
//! card room.

use uth::Deck;

/// `SplitMix64`, which spreads any seed over the state of the main generator.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// Returns a number below `end`, each with the same probability. Words from the incomplete last multiple of `end`
    /// are rejected, because they would make low numbers more likely.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        loop {
            let word = self.next();
            if word < u64::MAX / end * end {
                return word % end;
            }
        }
    }
}

/// xoshiro256++.
pub(crate) struct Generator([u64; 4]);

impl Generator {
    /// Returns the stream of one block of rounds.
    pub(crate) fn of_block(seed: u64, block: u64) -> Generator {
        let mut words = SplitMix64(SplitMix64(seed).next().wrapping_add(block));
        Generator([words.next(), words.next(), words.next(), words.next()])
    }

    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }
}

/// Puts random cards on top of a deck, as many as are needed: the first steps of a Fisher–Yates shuffle.
///
/// One random word serves up to ten steps. It is read as a fraction between 0 and 1; times the number of cards left,
/// the integer part picks a card and the rest is the fraction for the next step. Words that would make some picks more
/// likely are rejected (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024), so every order
/// of the cards is equally likely.
pub(crate) struct Shuffle(Vec<Batch>);

struct Batch {
    first: usize,
    end: usize,
    /// The number of ways to pick the cards of the batch.
    ways: u64,
}

impl Shuffle {
    /// A product of ten numbers up to 52 stays below 2⁵⁷.
    const AT_ONCE: usize = 10;

    pub(crate) fn new(cards: usize) -> Shuffle {
        let batch = |first: usize| {
            let end = (first + Shuffle::AT_ONCE).min(cards);
            Batch { first, end, ways: (first..end).map(|dealt| 52 - dealt as u64).product() }
        };
        Shuffle((0..cards).step_by(Shuffle::AT_ONCE).map(batch).collect())
    }

    #[inline]
    pub(crate) fn shuffle(&self, deck: &mut Deck, chance: &mut Generator) {
        for batch in &self.0 {
            // Swaps made by a rejected word do no harm: the deck was in random order before.
            while !batch.pick(chance.next(), |position, below| deck.swap(position, position + below)) {}
        }
    }
}

impl Batch {
    /// Picks a card for each position, given as an offset from it. Returns whether the word is accepted.
    #[inline]
    fn pick(&self, word: u64, mut pick: impl FnMut(usize, usize)) -> bool {
        let mut fraction = word;
        for position in self.first..self.end {
            let product = u128::from(fraction) * u128::from(52 - position as u64);
            pick(position, (product >> 64) as usize);
            fraction = product as u64;
        }
        // The division is only done in the rare case that it can matter.
        fraction >= self.ways || fraction >= self.ways.wrapping_neg() % self.ways
    }
}

#[cfg(test)]
mod tests {
    use super::{Batch, Generator, Shuffle, SplitMix64};
    use uth::Deck;

    #[test]
    fn the_seeder_gives_the_published_numbers() {
        let mut seeder = SplitMix64(1_477_776_061_723_855_037);
        let published = [
            1_985_237_415_132_408_290,
            2_979_275_885_539_914_483,
            13_511_426_838_097_143_398,
            8_488_337_342_461_049_707,
            15_141_737_807_933_549_159,
        ];
        assert_eq!(published.map(|_| seeder.next()), published);
    }

    #[test]
    fn the_generator_gives_the_published_numbers() {
        let mut generator = Generator([1, 2, 3, 4]);
        let published = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        assert_eq!(published.map(|_| generator.next()), published);
    }

    #[test]
    fn blocks_and_seeds_have_streams_of_their_own() {
        let first = |seed, block| Generator::of_block(seed, block).next();
        let mut words: Vec<u64> =
            (0..50).flat_map(|seed| (0..50).map(move |block| first(seed, block))).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 2500);
    }

    #[test]
    fn a_word_that_would_favour_some_picks_is_thrown_away() {
        // 2⁶⁴ is 16 more than a multiple of 52, so words whose last fraction is below 16 are rejected.
        let batch = Batch { first: 0, end: 1, ways: 52 };
        assert_eq!(u64::MAX % 52, 15);
        let picks = |word| {
            let mut picked = None;
            let fair = batch.pick(word, |_, below| picked = Some(below));
            (fair, picked)
        };
        assert_eq!(picks(0), (false, Some(0)));
        assert_eq!(picks(1), (true, Some(0)));
        assert_eq!(picks(1 << 63), (false, Some(26)));
        assert_eq!(picks((1 << 63) + 1), (true, Some(26)));
        assert_eq!(picks(u64::MAX), (true, Some(51)));
    }

    #[test]
    fn every_card_comes_to_every_place_equally_often() {
        let (cards, rounds) = (21, 40_000_u32);
        let shuffle = Shuffle::new(cards);
        let mut generator = Generator::of_block(1, 0);
        let (mut deck, unshuffled) = (Deck::unshuffled(), Deck::unshuffled());
        let mut counts = [[0_u32; 52]; 21];
        for _ in 0..rounds {
            shuffle.shuffle(&mut deck, &mut generator);
            for (counts, dealt) in counts.iter_mut().zip(deck.cards()) {
                counts[unshuffled.cards().iter().position(|card| card == dealt).expect("all are there")] += 1;
            }
        }
        // Chi squared with 51 degrees of freedom: mean 51, standard deviation 10.1.
        for counts in counts {
            let chi: f64 =
                counts.iter().map(|count| (f64::from(52 * count) - f64::from(rounds)).powi(2)).sum();
            let chi = chi / (52.0 * f64::from(rounds));
            assert!((20.0..100.0).contains(&chi), "{chi}");
        }
    }
}
