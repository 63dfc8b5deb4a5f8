use std::collections::HashSet;

use uth::{Card, Cards, Category, HandAccumulator, PayTableId, Strength, parse_cards};

/// How many hands of each kind there are, high card first.
const FIVE_CARD_COUNTS: [u64; 10] = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4];
const SEVEN_CARD_COUNTS: [u64; 10] =
    [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324];

/// How often each strength occurs among all hands of so many cards.
fn histogram(cards: usize) -> Vec<u64> {
    fn extend(from: usize, hand: HandAccumulator, missing: usize, counts: &mut [u64]) {
        let deck = (from..52).filter_map(Card::from_index);
        if missing == 1 {
            deck.for_each(|card| counts[hand.with(card).strength().index()] += 1);
        } else {
            deck.for_each(|card| extend(card.index() + 1, hand.with(card), missing - 1, counts));
        }
    }
    let by_first_card = |first: usize| {
        let mut counts = vec![0; Strength::COUNT];
        let card = Card::from_index(first).expect("a card");
        extend(first + 1, HandAccumulator::of(card), cards - 1, &mut counts);
        counts
    };
    let halves = [0, 1].map(|half| move |first: &usize| first % 2 == half);
    std::thread::scope(|scope| {
        let threads = halves
            .map(|half| scope.spawn(move || (0..52).filter(half).map(by_first_card).collect::<Vec<_>>()));
        let mut total = vec![0; Strength::COUNT];
        for counts in threads.into_iter().flat_map(|thread| thread.join().expect("counted")) {
            total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
        total
    })
}

fn by_category(histogram: &[u64]) -> [u64; 10] {
    let mut counts = [0; 10];
    for (index, count) in histogram.iter().enumerate() {
        counts[category_of(index) as usize] += count;
    }
    counts
}

/// The kind of hand of each class, from the known sizes of the kinds.
fn category_of(index: usize) -> Category {
    let sizes = [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1];
    let mut end = 0;
    let kind = sizes.iter().position(|size| {
        end += size;
        index < end
    });
    Category::ALL[kind.expect("an index below 7,462")]
}

fn distinct(histogram: &[u64]) -> usize {
    histogram.iter().filter(|count| **count > 0).count()
}

// Clauses: CA.rank.3, BB.rank.2
#[test]
fn all_five_card_hands_have_the_known_counts() {
    let histogram = histogram(5);
    assert_eq!(histogram.iter().sum::<u64>(), 2_598_960);
    assert_eq!(by_category(&histogram), FIVE_CARD_COUNTS);
    assert_eq!(distinct(&histogram), 7462);
}

#[test]
fn six_card_hands_have_the_known_number_of_strengths() {
    let histogram = histogram(6);
    assert_eq!(histogram.iter().sum::<u64>(), 20_358_520);
    assert_eq!(distinct(&histogram), 6075);
}

// Clauses: CA.round.10b, BB.settle.1b, HB.intro.2, WA.pay.3
#[test]
fn all_seven_card_hands_have_the_known_counts_and_trips_the_printed_edges() {
    let histogram = histogram(7);
    assert_eq!(histogram.iter().sum::<u64>(), 133_784_560);
    assert_eq!(by_category(&histogram), SEVEN_CARD_COUNTS);
    assert_eq!(distinct(&histogram), 4824);

    // What the house keeps of 133,784,560 Trips wagers, against the percentages that Washington prints.
    let printed_in_basis_points = [90, 190, 350, 618];
    for (table, printed) in PayTableId::ALL.into_iter().zip(printed_in_basis_points) {
        let paid: u64 = Category::ALL
            .into_iter()
            .zip(by_category(&histogram))
            .filter_map(|(kind, count)| Some(count * (u64::from(table.trips().pays(kind)?.pays()) + 1)))
            .sum();
        let kept = 133_784_560 - paid;
        assert_eq!((kept * 20_000 / 133_784_560).div_ceil(2), printed, "{table}");
    }
}

#[test]
fn a_million_hands_are_as_strong_as_the_best_of_their_twenty_one_fives() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..1_000_000 {
        let mut hand = Cards::NONE;
        while hand.len() < 7 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            hand = hand.with(Card::from_index((state >> 33) as usize % 52).expect("a card"));
        }
        let without_two = hand.iter().flat_map(|one| {
            let lower = hand.iter().take_while(move |other| *other != one);
            lower.map(move |other| hand - Cards::of(one) - Cards::of(other))
        });
        let mut fives = 0;
        let best = without_two.inspect(|_| fives += 1).map(Strength::of).max();
        assert_eq!(best, Some(Strength::of(hand)), "{hand}");
        assert_eq!(best, Some(hand.iter().collect::<HandAccumulator>().strength()), "{hand}");
        assert_eq!(fives, 21);
    }
}

/// Strengths that rise from row to row; hands in one row tie.
fn check_ladder(rows: &[&[&str]]) {
    let strength =
        |text: &str| Strength::of(parse_cards::<5>(text).expect("five cards").into_iter().collect());
    for row in rows {
        assert_eq!(row.iter().map(|text| strength(text)).collect::<HashSet<_>>().len(), 1, "{row:?}");
    }
    for pair in rows.windows(2) {
        assert!(strength(pair[0][0]) < strength(pair[1][0]), "{pair:?}");
    }
}

// Clauses: CA.rank.1, CA.rank.2, CA.rank.3a, CA.rank.3b, CA.rank.3c, CA.rank.3d, CA.rank.3e, CA.rank.3f
// Clauses: CA.rank.3g, CA.rank.3h, CA.rank.3i, CA.glossary.8
// Clauses: BB.rank.1, BB.rank.2a, BB.rank.2b, BB.rank.2c, BB.rank.2d, BB.rank.2e, BB.rank.2f, BB.rank.2g
// Clauses: BB.rank.2h, BB.rank.2i, BB.rank.2j
#[test]
fn hands_rank_as_the_documents_say() {
    check_ladder(&[
        &["7c 5d 4h 3s 2c", "7s 5h 4d 3c 2s"],
        &["Ac Kd Qh Js 9c", "As Kh Qd Jc 9s"],
        &["2c 2d 5h 4s 3c", "2h 2s 5c 4d 3h"],
        &["2c 2d 6h 4s 3c"],
        &["Ac Ad 4h 3s 2c"],
        &["Ac Ad Kh Qs Jc"],
        &["3c 3d 2h 2s 4c"],
        &["3c 3d 2h 2s Ac"],
        &["4c 4d 2h 2s 3c"],
        &["Ac Ad Kh Ks Jc"],
        &["Ac Ad Kh Ks Qc"],
        &["2c 2d 2h 4s 3c"],
        &["Ac Ad Ah Ks Qc"],
        &["5c 4d 3h 2s Ac", "5h 4s 3d 2c Ah"],
        &["6c 5d 4h 3s 2c"],
        &["Ac Kd Qh Js Tc"],
        &["7c 5c 4c 3c 2c", "7s 5s 4s 3s 2s"],
        &["8c 5c 4c 3c 2c"],
        &["Ac Kc Qc Jc 8c"],
        &["Ac Kc Qc Jc 9c"],
        &["2c 2d 2h 3s 3c"],
        &["2c 2d 2h As Ac"],
        &["3c 3d 3h 2s 2c"],
        &["Ac Ad Ah Ks Kc"],
        &["2c 2d 2h 2s 3c"],
        &["2c 2d 2h 2s Ac"],
        &["Ac Ad Ah As Kc"],
        &["5c 4c 3c 2c Ac", "5h 4h 3h 2h Ah"],
        &["Kc Qc Jc Tc 9c"],
        &["Ac Kc Qc Jc Tc", "As Ks Qs Js Ts"],
    ]);
}
