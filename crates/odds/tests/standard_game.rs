//! The figures that are known of the standard game, as exact fractions.

use odds::{ExactPayTable, Fraction, Game, GameError, Mix, PlayerAction, Qualify, Solution, Solver};
use std::sync::LazyLock;
use uth::{Book, Category, PayTableId, PrintedEdge};

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);
static STANDARD: LazyLock<Solution> = LazyLock::new(|| SOLVER.solve(&Game::standard()).unwrap());

fn pays(highest: Category, list: &str) -> ExactPayTable {
    let pays: Vec<Fraction> = list.split(',').map(|pay| pay.parse().unwrap()).collect();
    ExactPayTable::descending(highest, &pays)
}

#[track_caller]
fn check(value: Fraction, decimals: usize, expected: &str) {
    assert_eq!(format!("{:.decimals$}", value.to_f64()), expected);
}

#[test]
fn the_base_game_is_worth_exactly_what_two_others_found() {
    assert_eq!(STANDARD.deals, 27_813_810_024_000);
    assert_eq!(STANDARD.base().to_string(), "-50643648973/2317817502000");
    assert_eq!(STANDARD.best, STANDARD.base());
    assert_eq!(STANDARD.mix(), STANDARD.base());
}

#[test]
fn each_wager_has_its_share() {
    check(STANDARD.wagers.ante, 6, "-0.165757");
    check(STANDARD.wagers.blind, 6, "-0.314685");
    check(STANDARD.wagers.play, 6, "0.458593");
    check(STANDARD.average_wager(), 6, "4.152252");
    check(STANDARD.element_of_risk(), 8, "0.00526214");
}

#[test]
fn actions_come_as_often_as_known_and_three_times_never() {
    let rows = [
        ("4x", "0.37707391"),
        ("3x", "0.00000000"),
        ("2x", "0.21284622"),
        ("1x", "0.21826351"),
        ("fold", "0.19181637"),
    ];
    for ((action, share), (name, expected)) in STANDARD.actions.iter().zip(rows) {
        assert_eq!(action.to_string(), name);
        check(*share, 8, expected);
    }
    assert_eq!(STANDARD.actions.iter().map(|(_, share)| *share).sum::<Fraction>(), Fraction::ONE);
}

#[test]
fn sixty_nine_starting_hands_raise_four_times() {
    let raised =
        STANDARD.preflop.iter().filter(|start| start.best == PlayerAction::Raise(Fraction::whole(4)));
    assert_eq!(raised.clone().count(), 69);
    assert_eq!(raised.map(|start| start.hand.combos()).sum::<u32>(), 500);
    assert_eq!(STANDARD.preflop.len(), 169);
}

#[test]
fn starting_hands_add_up_to_the_game() {
    let best = |start: &odds::PreflopRow| match start.best {
        PlayerAction::Raise(times) => start.raises.iter().find(|(raise, _)| *raise == times).unwrap().1,
        _ => start.check,
    };
    let weight = |start: &odds::PreflopRow| Fraction::new(start.hand.combos().into(), 1326).unwrap();
    let sum: Fraction = STANDARD.preflop.iter().map(|start| best(start) * weight(start)).sum();
    assert_eq!(sum, STANDARD.base());
}

#[test]
fn the_distribution_is_another_way_to_the_same_figures() {
    let distribution = SOLVER.distribution(&STANDARD);
    assert_eq!(distribution.deals(), STANDARD.deals);
    assert_eq!(distribution.mean(), STANDARD.base());
    assert_eq!(format!("{:.6}", distribution.standard_deviation()), "4.939312");
    assert!(distribution.variance().is_some());
    for ((action, tallies), (expected, share)) in distribution.by_action.iter().zip(&STANDARD.actions) {
        assert_eq!(action, expected);
        let deals: i64 = tallies.iter().map(|tally| tally.deals).sum();
        assert_eq!(Fraction::new(deals.into(), STANDARD.deals).unwrap(), *share);
    }
}

// Clauses: WA.pay.3
#[test]
fn the_true_edges_beside_the_printed_ones_are_exact() {
    let edges = Book::Washington.rules().printed_edges.unwrap();
    let exact = |edge: &PrintedEdge| format!("{}/{}", edge.exact.0, edge.exact.1);
    assert_eq!(STANDARD.element_of_risk().to_string(), exact(&edges.blind));
    let rows = ["301629/33446140", "48987/2572780", "233985/6689228", "22717/367540"];
    for (table, expected) in PayTableId::ALL.into_iter().zip(rows) {
        let pays: Vec<_> =
            table.trips().rows().map(|(_, odds)| Fraction::whole(odds.pays().into())).collect();
        let game = Game { trips: ExactPayTable::descending(Category::RoyalFlush, &pays), ..Game::standard() };
        let edge = -SOLVER.solve(&game).unwrap().trips.value;
        let stated = edges.trips(table);
        assert_eq!((edge.to_string(), exact(&stated)), (expected.to_owned(), expected.to_owned()), "{table}");
        assert_eq!(format!("{:.2}%", edge.to_f64() * 100.0), stated.printed, "{table}");
    }
}

#[test]
fn trips_varies_as_its_hands_come() {
    // Royal flush to three of a kind, of 133,784,560 hands of seven cards.
    let hands = [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620];
    let [all, made] = [133_784_560, hands.iter().sum()];
    let paid: i128 = hands.iter().zip([50, 40, 30, 9, 7, 4, 3]).map(|(count, pay)| count * pay * pay).sum();
    let square = Fraction::new(paid + all - made, all).unwrap();
    assert_eq!(STANDARD.trips.second_moment, square);
    assert_eq!(STANDARD.trips.variance(), square - STANDARD.trips.value * STANDARD.trips.value);
}

#[test]
fn bad_beat_without_folds_is_what_is_published() {
    check(STANDARD.bad_beat_without_folds.value, 8, "-0.14786820");
    check(STANDARD.bad_beat_without_folds.hit_rate, 5, "0.03979");
    assert!(STANDARD.bad_beat.value < STANDARD.bad_beat_without_folds.value);
    // The page's coach knows it as well: web/js/score.js.
    assert_eq!(STANDARD.bad_beat.value.to_string(), "-1344774213883/6953452506000");
}

#[test]
fn a_flush_that_pays_even_money_explains_the_printed_edge() {
    let game = Game { blind: pays(Category::RoyalFlush, "500,50,10,3,1,1"), ..Game::standard() };
    let solution = SOLVER.solve(&game).unwrap();
    assert_eq!(solution.base(), Fraction::new(-1_930_679_528_232, 55_627_620_048_000).unwrap());
    check(solution.element_of_risk(), 8, "0.00835865");
}

#[test]
fn playing_for_the_bad_beat_as_well_is_worth_more_than_playing_without_thought_of_it() {
    let half = Fraction::new(1, 2).unwrap();
    let game = Game { mix: Mix { trips: Fraction::ONE, bad_beat: half }, ..Game::standard() };
    let solution = SOLVER.solve(&game).unwrap();
    assert_eq!(solution.best, solution.mix());
    let without_thought = STANDARD.base() + STANDARD.trips.value + STANDARD.bad_beat.value * half;
    assert!(solution.mix() > without_thought);
    assert!(solution.base() < STANDARD.base());
    assert!(solution.bad_beat.value > STANDARD.bad_beat.value);
}

#[test]
fn solved_in_full_a_game_is_the_same_as_piece_by_piece() {
    let mixes = [("0", "0"), ("1", "0"), ("1/2", "1")].map(|(trips, bad_beat)| {
        let amount = |text: &str| text.parse().unwrap();
        Mix { trips: amount(trips), bad_beat: amount(bad_beat) }
    });
    for mix in mixes {
        let game = Game { mix, ..Game::standard() };
        let (solution, distribution) = SOLVER.solve_with_distribution(&game).unwrap();
        assert!(solution == SOLVER.solve(&game).unwrap());
        assert_eq!(distribution, SOLVER.distribution(&solution));
        assert_eq!(distribution.repriced(&Game::standard()).mean(), solution.base());
    }
}

#[test]
fn an_ante_that_is_always_in_action_is_another_game() {
    let game = Game { qualify: Qualify::Always, ..Game::standard() };
    let solution = SOLVER.solve(&game).unwrap();
    assert_eq!(SOLVER.distribution(&solution).mean(), solution.base());
    assert_ne!(solution.base(), STANDARD.base());
}

#[test]
fn a_finer_unit_changes_nothing() {
    // Quarters just fit into sixteen bits. Sevenths do not, so that the same game takes the other way.
    let blind = pays(Category::RoyalFlush, "500,50,10,3,5/4,3/4");
    let quarters = SOLVER.solve(&Game { blind, ..Game::standard() }).unwrap();
    for solution in [&*STANDARD, &quarters] {
        let mut game = solution.game.clone();
        game.raises.preflop.push("1/7".parse().unwrap());
        let finer = SOLVER.solve(&game).unwrap();
        assert_eq!(finer.wagers, solution.wagers);
        assert_eq!(finer.best, solution.best);
        assert_eq!(finer.bad_beat, solution.bad_beat);
    }
}

#[test]
fn a_game_that_cannot_be_solved_is_refused() {
    let with = |blind: &str, flop: &str, river: &str| {
        let mut game = Game { blind: pays(Category::RoyalFlush, blind), ..Game::standard() };
        (game.raises.flop, game.raises.river) = (flop.parse().unwrap(), river.parse().unwrap());
        SOLVER.solve(&game).err()
    };
    let number = |text: &str| text.parse::<Fraction>().unwrap();
    assert_eq!(with("500,-1", "2", "1"), Some(GameError::Negative(number("-1"))));
    assert_eq!(with("500001", "2", "1"), Some(GameError::TooLarge(number("500001"))));
    assert_eq!(with("500,1/997,1/3", "2", "1"), Some(GameError::TooFine(number("2"))));
    assert_eq!(with("500", "2", "3"), Some(GameError::RiverAboveFlop));
    assert_eq!(with("500000,0", "2", "1"), None);
    let with_bad_beat = |wager: &str| {
        let mix = Mix { trips: Fraction::ZERO, bad_beat: number(wager) };
        Game { mix, ..Game::standard() }.check().err()
    };
    assert_eq!(with_bad_beat("1048577"), Some(GameError::BadBeat(number("1048577"))));
    assert_eq!(with_bad_beat("1/1048577"), Some(GameError::BadBeat(number("1/1048577"))));
    // Two wagers of up to $10,000, to the cent.
    assert_eq!(with_bad_beat("999999/1000000"), None);
}

#[test]
fn fractions_are_read_and_written_in_lowest_terms() {
    let rows = [("6/4", "3/2"), ("1.25", "5/4"), ("-0.50", "-1/2"), ("7", "7"), ("0/5", "0")];
    let longest = [(".12345678901234567", "12345678901234567/100000000000000000")];
    for (text, written) in rows.into_iter().chain(longest) {
        let fraction = text.parse::<Fraction>().unwrap();
        assert_eq!((fraction.to_string(), written.parse()), (written.to_owned(), Ok(fraction)));
    }
    // The last one would be read and written, but not read again.
    for text in ["", "1/0", "x", "1/-2", "1.2.3", "/2", ".", ".020016100020113263"] {
        assert!(text.parse::<Fraction>().is_err(), "{text}");
    }
}

#[test]
fn advice_before_the_flop_equals_the_solution() {
    let game = Game::standard();
    let solution = Solver::new().solve(&game).expect("the standard game is within bounds");
    for hole in ["As Kd", "Kc 4s", "7h 2h"] {
        let hole: [uth::Card; 2] = uth::parse_cards(hole).expect("two cards");
        let advice =
            odds::KnownCards::new(hole, &[], &[], &[]).expect("cards").advice(&game).expect("advice");
        let start = solution.preflop_row(hole[0], hole[1]).expect("a starting hand");
        let value = |action| advice.iter().find(|(other, _)| *other == action).map(|(_, value)| *value);
        assert_eq!(value(odds::PlayerAction::Check), Some(start.check));
        for (raise, expected) in &start.raises {
            assert_eq!(value(odds::PlayerAction::Raise(*raise)), Some(*expected));
        }
        assert_eq!(advice[0].0, start.best);
    }
}
