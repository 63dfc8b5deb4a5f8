//! What a bank should win, against known figures and against rounds that are played.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::strategies::NamedStrategy;
use analysis::theory::{Band, Sums, Theory};
use odds::simulate::{BankingChoice, SeatedPlayer, SimulatedTable, Simulation};
use uth::{Book, Category, Cents, Odds, PayTable, PayTableId, Pays, Round, Seat, Setup, Terms, Wagers};

fn terms(book: Book, table: PayTableId) -> Terms {
    Setup { pays: Pays::approved(table), ..Setup::new(book) }.approved().unwrap()
}

fn theory(table: PayTableId) -> Arc<Theory> {
    Theory::of(&terms(Book::House, table)).unwrap()
}

fn wagers(ante: i64, trips: i64, bad_beat: i64) -> Wagers {
    Wagers { ante: Cents::dollars(ante), trips: Cents::dollars(trips), bad_beat: Cents::dollars(bad_beat) }
}

#[test]
fn the_bank_wins_what_is_known_exactly() {
    let trips = ["301629/33446140", "48987/2572780", "233985/6689228", "22717/367540"];
    for (table, trips) in PayTableId::ALL.into_iter().zip(trips) {
        let theory = theory(table);
        assert_eq!(theory.holds[0].to_string(), "50643648973/2317817502000", "{table}");
        assert_eq!(format!("{:.5}", theory.holds[0].to_f64() * 100.0), "2.18497");
        assert_eq!(theory.holds[1].to_string(), trips, "{table}");
        assert_eq!(theory.holds[2].to_string(), "1344774213883/6953452506000", "{table}");
        assert_eq!(format!("{:.6}", theory.own[0][0].sqrt()), "4.939312");
    }
}

#[test]
fn what_has_been_worked_out_is_kept() {
    let of = |book| Theory::of(&terms(book, PayTableId::Uth04)).unwrap();
    assert!(Arc::ptr_eq(&of(Book::California), &of(Book::CaliforniaBadBeat)));
}

#[test]
fn pays_that_cannot_be_solved_have_no_theory() {
    let blind = PayTable::from_kind(Category::Flush, &[Odds::to_one(600_000)]);
    let pays = Pays { blind, ..Pays::approved(PayTableId::Uth01) };
    let terms = Setup { pays, ..Setup::new(Book::House) }.custom().unwrap();
    assert!(Theory::of(&terms).is_err());
}

#[test]
fn wagers_add_up_by_hand_and_by_round() {
    let mut sums = Sums::default();
    sums.add_round([Wagers { ante: Cents(3), trips: Cents(2), bad_beat: Cents(1) }, Wagers::ante(Cents(5))]);
    let expected = Sums {
        hands: 2,
        wagered: [8, 2, 1],
        own: [[34, 6, 3], [6, 4, 2], [3, 2, 1]],
        shared: [[30, 10, 5], [10, 0, 0], [5, 0, 0]],
    };
    assert_eq!(sums, expected);
    let mut twice = Sums::default();
    twice += &expected;
    twice.add_round([Wagers { ante: Cents(3), trips: Cents(2), bad_beat: Cents(1) }, Wagers::ante(Cents(5))]);
    assert_eq!((twice.hands, twice.wagered, twice.own[0][1]), (4, [16, 4, 2], 12));
    assert_eq!(twice.shared[0][0], 60, "hands of different rounds have nothing to do with each other");
}

#[test]
fn a_band_lies_around_what_is_expected() {
    let theory = theory(PayTableId::Uth01);
    let mut sums = Sums::default();
    for _ in 0..10_000 {
        sums.add_round([wagers(10, 0, 0)]);
    }
    let expected = theory.expected(&sums).to_f64();
    assert!((expected - 0.021_849_7 * 1e7).abs() < 10.0, "{expected}");
    assert!((theory.deviation(&sums) - 4.939_312 * 1_000.0 * 100.0).abs() < 1.0);
    let band @ Band { low, high } = theory.band(&sums, 2.0);
    assert!((low + high - 2.0 * expected).abs() < 1e-3);
    assert!(band.contains(Cents(0)) && band.contains(Cents(1_200_000)) && !band.contains(Cents(1_300_000)));
    assert_eq!(theory.deviation(&Sums::default()).to_bits(), 0, "without wagers nothing is left to chance");
}

/// What the bank won in every thousand rounds, measured in deviations from what is expected.
fn scores(terms: &Terms, hands: &[Wagers]) -> Vec<f64> {
    const ROUNDS: u64 = 1_000;
    let best = NamedStrategy::built_in("best-play").unwrap().shared(terms.pays()).unwrap();
    let seats = Seat::up_to(hands.len() as u8).zip(hands);
    let players = seats.map(|(seat, wagers)| SeatedPlayer {
        seat,
        wagers: *wagers,
        strategy: &*best,
        banking: BankingChoice::Decline,
    });
    let table = match terms.rules().book {
        Book::House => SimulatedTable::new(*terms, players.collect()),
        _ => SimulatedTable::banked_by(*terms, Seat::new(6).unwrap(), None, players.collect()),
    };
    let mut won: BTreeMap<u64, i64> = BTreeMap::new();
    let simulation = Simulation { rounds: 300 * ROUNDS, seed: 77, threads: 2 };
    let note = |number, round: &Round, notes: &mut Vec<(u64, Cents)>| {
        notes.push((number, round.settle(|_| ()).unwrap().net()));
    };
    let add = |_, notes: Vec<(u64, Cents)>| {
        for (number, Cents(net)) in notes {
            *won.entry(number / ROUNDS).or_default() += net;
        }
        Ok::<(), ()>(())
    };
    simulation.observe(&table.unwrap(), note, add).unwrap();
    let theory = Theory::of(terms).unwrap();
    let mut sums = Sums::default();
    (0..ROUNDS).for_each(|_| sums.add_round(hands.iter().copied()));
    let (expected, deviation) = (theory.expected(&sums).to_f64(), theory.deviation(&sums));
    #[allow(clippy::cast_precision_loss)]
    won.into_values().map(|won| (won as f64 - expected) / deviation).collect()
}

#[test]
fn what_is_played_lies_in_the_band_as_often_as_it_should() {
    let rows = [
        (terms(Book::House, PayTableId::Uth01), vec![wagers(10, 0, 0)]),
        (terms(Book::House, PayTableId::Uth02), vec![wagers(10, 10, 0)]),
        (
            terms(Book::House, PayTableId::Uth03),
            [1, 2, 3, 4, 5].map(|units| wagers(5 * units, 5, 0)).to_vec(),
        ),
        (
            terms(Book::CaliforniaBadBeat, PayTableId::Uth04),
            [10, 20, 10, 30, 10].map(|ante| wagers(ante, 5, 2)).to_vec(),
        ),
    ];
    for (terms, hands) in rows {
        let scores = scores(&terms, &hands);
        let count = 300.0;
        let mean = scores.iter().sum::<f64>() / count;
        let square = scores.iter().map(|score| score * score).sum::<f64>() / count;
        let within = scores.iter().filter(|score| score.abs() < 1.96).count();
        let name = terms.pays().approved_as().unwrap();
        assert!(mean.abs() < 4.0 / count.sqrt(), "{name}: {mean} deviations off");
        assert!((0.75..1.25).contains(&square), "{name}: {square} of the variance");
        assert!((270..=297).contains(&within), "{name}: {within} of 300 within the band");
    }
}
