use odds::simulate::BestPlayTables;
use odds::{KnownCards, PlayerAction, Strategy};
use uth::Card;

use crate::scene::{SOLVER, game, solve};

/// A small generator of the same cards every time.
struct Cards(u64);

impl Cards {
    fn deal<const N: usize>(&mut self) -> [Card; N] {
        let mut deck: Vec<Card> = Card::all().collect();
        [(); N].map(|()| {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            deck.swap_remove((self.0 >> 33) as usize % deck.len())
        })
    }
}

#[test]
fn every_starting_hand_and_sampled_flops_are_played_as_solved() {
    for bad_beat in [0, 1] {
        let solution = solve(&game(&[4, 3], bad_beat));
        let best = BestPlayTables::new(&SOLVER, &solution).unwrap();
        for one in Card::all() {
            for other in Card::all().filter(|other| *other != one) {
                let start = solution.preflop_row(one, other).unwrap();
                let raises = best.preflop([one, other]).is_some();
                assert_eq!(raises, start.best != PlayerAction::Check, "{one} {other}");
            }
        }
        let mut cards = Cards(1);
        for _ in 0..50_000 {
            let [one, other, a, b, c] = cards.deal();
            let expected = solution.raises_flop([one, other], [a, b, c]);
            assert_eq!(best.flop([one, other], [a, b, c]), expected, "{one} {other} on {a} {b} {c}");
        }
    }
}

#[test]
fn sampled_rivers_are_played_as_enumeration_says() {
    for bad_beat in [0, 1] {
        let game = game(&[4, 3], bad_beat);
        let best = BestPlayTables::new(&SOLVER, &solve(&game)).unwrap();
        let mut cards = Cards(2);
        let mut folded = 0;
        for _ in 0..2_000 {
            let [one, other, board @ ..]: [Card; 7] = cards.deal();
            let advice = KnownCards::new([one, other], &board, &[], &[]).unwrap().advice(&game).unwrap();
            let equal = advice[0].1 == advice[1].1;
            let expected = equal || advice[0].0 != PlayerAction::Fold;
            assert_eq!(best.river([one, other], board), expected, "{one} {other} on {board:?}");
            folded += u32::from(!expected);
        }
        assert!(folded > 200, "{folded}");
    }
}

#[test]
fn boards_that_lie_in_one_suit_are_told_apart() {
    let game = game(&[4, 3], 0);
    let best = BestPlayTables::new(&SOLVER, &solve(&game)).unwrap();
    let mut cards = Cards(3);
    let mut found = 0;
    while found < 500 {
        let [one, other, board @ ..]: [Card; 7] = cards.deal();
        let in_suit = |suit| board.iter().filter(|card| card.suit() == suit).count();
        if !uth::Suit::ALL.into_iter().any(|suit| in_suit(suit) >= 4) {
            continue;
        }
        found += 1;
        let advice = KnownCards::new([one, other], &board, &[], &[]).unwrap().advice(&game).unwrap();
        let expected = advice[0].1 == advice[1].1 || advice[0].0 != PlayerAction::Fold;
        assert_eq!(best.river([one, other], board), expected, "{one} {other} on {board:?}");
    }
}
