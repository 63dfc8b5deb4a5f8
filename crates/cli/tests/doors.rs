//! Each door is tried out a few thousand times: its seeds as they are, and then with a little changed in them. The
//! numbers are the same each time, so that what fails fails again.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
#[allow(missing_docs, unreachable_pub)]
mod doors;

/// Where the fuzzer has its things.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");

/// A door, and how often it is tried.
type Door = (&'static str, fn(&[u8]), usize);

const DOORS: [Door; 12] = [
    ("arguments", doors::arguments::try_out, 1_000),
    ("cards", doors::cards::try_out, 20_000),
    ("commands", doors::commands::try_out, 1_500),
    ("fanout", doors::fanout::try_out, 5_000),
    ("notation", doors::notation::try_out, 10_000),
    ("protocol", doors::protocol::try_out, 4_000),
    ("records", doors::records::try_out, 1_500),
    ("requests", doors::requests::try_out, 1_500),
    ("settle", doors::settle::try_out, 5_000),
    ("settle_shape", doors::settle_shape::try_out, 5_000),
    ("strategy", doors::strategy::try_out, 2_000),
    ("tampering", doors::tampering::try_out, 1_000),
];

#[test]
fn nothing_that_comes_through_any_door_breaks_anything() {
    for (name, try_out, times) in DOORS {
        let mut chance = Chance(times as u64);
        let mut seeds = seeds(name);
        for seed in &seeds {
            try_out(seed);
        }
        seeds.push(Vec::new());
        for turn in 0..times {
            let mut input = seeds[turn % seeds.len()].clone();
            chance.change(&mut input);
            try_out(&input);
        }
    }
}

#[test]
fn every_target_of_the_fuzzer_is_among_them() {
    let folder = Path::new(FUZZ).join("fuzz_targets");
    let mut targets: Vec<String> = fs::read_dir(folder)
        .expect("targets")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().replace(".rs", ""))
        .collect();
    targets.sort();
    assert_eq!(targets, DOORS.map(|(name, ..)| name));
}

/// What a door is first given, in the order of names.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(FUZZ).join("seeds").join(name);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a seed")).collect()
}

/// What means something to one parser or another.
const LETTERS: &[u8] = b"0123456789-.,:{}[]\"\\ +aAeEsSk\n\0";

/// Numbers that are the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A few bytes are changed, taken out, put in or doubled; where there is next to nothing, there are new ones.
    fn change(&mut self, input: &mut Vec<u8>) {
        if input.len() < 2 {
            let length = self.below(400);
            input.extend((0..length).map(|_| self.next() as u8));
        }
        for _ in 0..=self.below(4) {
            let place = self.below(input.len());
            match self.below(5) {
                0 if !input.is_empty() => input[place] = self.next() as u8,
                1 if !input.is_empty() => input[place] ^= 1 << self.below(8),
                2 if !input.is_empty() => drop(input.remove(place)),
                3 => input.insert(place, LETTERS[self.below(LETTERS.len())]),
                _ => {
                    let end = input.len().min(place + self.below(20));
                    let part = input[place..end].to_vec();
                    let to = self.below(input.len());
                    input.splice(to..to, part);
                }
            }
        }
    }
}
