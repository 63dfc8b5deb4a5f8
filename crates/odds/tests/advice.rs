//! Advice from the tables, from plain enumeration and from the solution is the same.

use std::sync::LazyLock;

use odds::{Advice, Game, KnownCards, PlayerAction, Solver};
use uth::{Card, parse_cards};

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

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

fn best(advice: &Advice) -> PlayerAction {
    advice[0].0
}

#[test]
fn sampled_flops_are_valued_as_plain_enumeration_values_them() {
    let game = Game::standard();
    let solution = SOLVER.solve(&game).unwrap();
    let mut cards = Cards(1);
    for _ in 0..60 {
        let [one, other, a, b, c] = cards.deal();
        let known = KnownCards::new([one, other], &[a, b, c], &[], &[]).unwrap();
        let plain = known.advice(&game).unwrap();
        let advice = SOLVER.advice(&game, &known).unwrap();
        assert_eq!(plain, advice);
        assert_eq!(best(&advice) != PlayerAction::Check, solution.raises_flop([one, other], [a, b, c]));
    }
}

#[test]
fn best_play_on_every_sampled_flop_is_that_of_the_tables() {
    let game = Game::standard();
    let solution = SOLVER.solve(&game).unwrap();
    let mut cards = Cards(2);
    for _ in 0..2000 {
        let [one, other, a, b, c] = cards.deal();
        let known = KnownCards::new([one, other], &[a, b, c], &[], &[]).unwrap();
        let advice = SOLVER.advice(&game, &known).unwrap();
        assert_eq!(best(&advice) != PlayerAction::Check, solution.raises_flop([one, other], [a, b, c]));
    }
}

#[test]
fn the_river_counts_990_dealer_hands() {
    let board: [Card; 5] = parse_cards("7c 8d 9h Ts Jc").unwrap();
    let seen = KnownCards::new(parse_cards("As Kd").unwrap(), &board, &[], &[]).unwrap();
    let against = seen.showdown_counts().unwrap();
    assert_eq!(against.wins, 0);
    assert_eq!(against.wins + against.ties + against.losses, 990);
    assert_eq!(against.qualified_losses, against.losses);
    let advice = seen.advice(&Game::standard()).unwrap();
    assert_eq!(best(&advice).to_string(), "1x");
}

#[test]
fn a_dealer_hand_that_is_seen_leaves_no_doubt() {
    let board: [Card; 5] = parse_cards("2c 7d 9h Ts Jc").unwrap();
    let hole = parse_cards("As Ad").unwrap();
    let dealer: [Card; 2] = parse_cards("2d 2h").unwrap();
    let advice = KnownCards::new(hole, &board, &[], &dealer).unwrap().advice(&Game::standard()).unwrap();
    assert_eq!(advice.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>(), ["-2", "-3"]);
}

#[test]
fn a_card_cannot_be_seen_twice() {
    let hole = parse_cards("As Kd").unwrap();
    let board: [Card; 3] = parse_cards("7c 8d 9h").unwrap();
    assert!(KnownCards::new(hole, &board, &board[..1], &[]).is_err());
    assert!(KnownCards::new(hole, &board[..2], &[], &[]).is_err());
}
