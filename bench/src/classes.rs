//! What the contestants must agree on: which hands tie, and which win.

use crate::contestants::{Contestant, Ours};

/// Hands counted by strength, with one example of each.
pub struct Classes {
    counts: Vec<u64>,
    examples: Vec<[u8; 7]>,
}

impl Classes {
    pub fn none() -> Classes {
        Classes { counts: vec![0; uth::Strength::COUNT], examples: vec![[0; 7]; uth::Strength::COUNT] }
    }

    pub fn count(&mut self, numbers: [u8; 7]) {
        let class = class(&numbers);
        self.counts[class] += 1;
        self.examples[class] = numbers;
    }

    /// Asserts that a contestant orders the classes as we do, and ties all hands of a class.
    pub fn assert_same_order<C: Contestant>(&self, hands: &[[u8; 7]]) {
        let values: Vec<C::Value> = self.examples.iter().map(|numbers| C::value(C::hand(numbers))).collect();
        let mut lower = None;
        for (class, example) in self.examples.iter().enumerate().filter(|(class, _)| self.counts[*class] > 0)
        {
            assert!(lower < Some(values[class]), "{} orders hands differently at {example:?}", C::NAME);
            lower = Some(values[class]);
        }
        for numbers in hands {
            let (value, example) = (C::value(C::hand(numbers)), class(numbers));
            assert_eq!(value, values[example], "{} values {numbers:?} differently", C::NAME);
        }
    }

    /// How many hands there are of each kind.
    pub fn by_category(&self) -> [u64; 10] {
        let mut counts = [0; 10];
        for (count, example) in self.counts.iter().zip(&self.examples).filter(|(count, _)| **count > 0) {
            counts[Ours::value(Ours::hand(example)).category() as usize] += count;
        }
        counts
    }
}

/// Counts how often a hand beats the one before it: any order of values can be asserted by that.
pub struct Wins<V> {
    last: V,
    count: u64,
}

impl<V: Ord + Copy> Wins<V> {
    pub fn after(first: V) -> Wins<V> {
        Wins { last: first, count: 0 }
    }

    #[inline]
    pub fn next(&mut self, value: V) {
        self.count += u64::from(value > self.last);
        self.last = value;
    }

    pub fn count(&self) -> u64 {
        self.count
    }
}

fn class(numbers: &[u8; 7]) -> usize {
    Ours::value(Ours::hand(numbers)).index()
}
