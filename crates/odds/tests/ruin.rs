//! A bankroll hand by hand, against plain enumeration.
// Counts of deals are below 2⁵³.
#![allow(clippy::cast_precision_loss)]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use odds::{Distribution, Fraction, Game, Mix, RuinError, Solver};

static STANDARD: LazyLock<Distribution> = LazyLock::new(|| distribution(&Game::standard()));

fn distribution(game: &Game) -> Distribution {
    Solver::new().solve_with_distribution(game).expect("a game").1
}

fn antes(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

/// The chance of ruin, of being ahead, and of every bankroll, by following each of them in fractions.
fn plainly(distribution: &Distribution, bankroll: Fraction, hands: u32) -> [f64; 2] {
    let needed = -*distribution.results.keys().next().expect("a result");
    let deals = distribution.deals() as f64;
    let mut now = BTreeMap::from([(bankroll, 1.0)]);
    for _ in 0..hands {
        let mut next = BTreeMap::new();
        for (left, chance) in &now {
            if *left < needed {
                *next.entry(*left).or_default() += chance;
                continue;
            }
            for (net, count) in &distribution.results {
                *next.entry(*left + *net).or_default() += chance * *count as f64 / deals;
            }
        }
        now = next;
    }
    let sum = |of: &dyn Fn(Fraction) -> bool| now.iter().filter(|(left, _)| of(**left)).map(|(_, c)| c).sum();
    [sum(&|left| left < needed), sum(&|left| left > bankroll)]
}

#[test]
fn a_few_hands_are_what_plain_enumeration_says() {
    let mix = Mix { trips: antes("1/3"), bad_beat: Fraction::ZERO };
    let thirds = distribution(&Game { mix, ..Game::standard() });
    for (distribution, bankroll, hands) in
        [(&*STANDARD, "6", 1), (&*STANDARD, "10", 3), (&*STANDARD, "25/2", 4), (&thirds, "7", 3)]
    {
        let ruin = distribution.ruin(antes(bankroll), hands).expect("a bankroll");
        let [ruined, ahead] = plainly(distribution, antes(bankroll), hands);
        let last = *ruin.curve.last().expect("an end");
        assert_eq!(last.0, hands);
        assert!((last.1 - ruined).abs() < 1e-12, "{bankroll} {hands}: {last:?}, {ruined}");
        assert!((ruin.ahead - ahead).abs() < 1e-12, "{bankroll} {hands}: {}, {ahead}", ruin.ahead);
        assert_eq!(ruin.error_bound.to_bits(), 0);
    }
}

#[test]
fn whoever_can_lose_one_hand_is_ruined_by_any_loss() {
    let ruin = STANDARD.ruin(antes("6"), 1).expect("a bankroll");
    let [_, _, lost] = STANDARD.outcomes();
    assert!((ruin.curve[1].1 - lost.to_f64()).abs() < 1e-14);
    assert_eq!(ruin.minimum_bankroll, antes("6"));
}

#[test]
fn ruin_comes_with_time_and_goes_with_money() {
    let mut before = 1.0;
    for bankroll in ["20", "50", "100", "200"] {
        let ruin = STANDARD.ruin(antes(bankroll), 500).expect("a bankroll");
        assert!(ruin.curve.windows(2).all(|pair| pair[0].1 <= pair[1].1 && pair[0].0 < pair[1].0));
        let (hands, chance) = *ruin.curve.last().expect("an end");
        assert!(hands == 500 && chance < before, "{bankroll}");
        assert!(ruin.quantiles[0] <= ruin.quantiles[1] && ruin.quantiles[1] <= ruin.quantiles[2]);
        before = chance;
    }
}

#[test]
fn what_is_left_out_of_many_hands_is_told_and_small() {
    let ruin = STANDARD.ruin(antes("200"), 5_000).expect("a bankroll");
    assert!(ruin.error_bound > 0.0 && ruin.error_bound < 1e-6, "{}", ruin.error_bound);
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let mix = Mix { trips: antes("1/997"), bad_beat: Fraction::ZERO };
    let fine = distribution(&Game { mix, ..Game::standard() });
    assert_eq!(STANDARD.ruin(antes("100"), 0), Err(RuinError::Hands));
    assert_eq!(STANDARD.ruin(antes("100"), 10_001), Err(RuinError::Hands));
    assert_eq!(STANDARD.ruin(antes("5"), 10), Err(RuinError::Bankroll(antes("6"))));
    assert_eq!(STANDARD.ruin(antes("-5"), 10), Err(RuinError::Bankroll(antes("6"))));
    assert_eq!(STANDARD.ruin(antes("1000001"), 10), Err(RuinError::Bankroll(antes("6"))));
    assert_eq!(fine.ruin(antes("100"), 10_000), Err(RuinError::TooMuch));
}
