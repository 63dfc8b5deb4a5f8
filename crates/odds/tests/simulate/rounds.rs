use odds::bank::StrategyValues;
use odds::simulate::{
    BankingChoice, ROUNDS_PER_BLOCK, SeatedPlayer, SimulatedTable, SimulatedTableError, Simulation,
    SimulationResult,
};
use uth::{Book, Bracket, Cents, PayTableId, Pays, Round, RulesError, Schedule, Setup, Terms, Wager, Wagers};

use crate::scene::{BEST, BEST_WITH_BAD_BEAT, OTHERS, Way, player, seat, wagers};

const ROUNDS: u64 = 200_000;

fn terms(book: Book) -> Terms {
    let pays = Pays::approved(PayTableId::Uth04);
    Setup { pays, ..Setup::new(book) }.approved().unwrap()
}

fn run(table: &SimulatedTable, rounds: u64) -> SimulationResult {
    Simulation { rounds, seed: 1, threads: 2 }.run(table)
}

/// Every wager of a seat, and all of them together, within four standard errors of what is exact.
fn check(outcome: &SimulationResult, number: u8, values: &StrategyValues, wagers: Wagers, name: &str) {
    let sums = outcome.seat(seat(number)).unwrap();
    let z = sums.result.z_score(values.round(wagers).to_f64()).expect("results differ");
    assert!(z.abs() < 4.0, "{name}: {z} standard errors");
    for wager in Wager::ALL {
        let exact = values.wager(wager, wagers).to_f64();
        let moments = &sums.wagers[wager as usize];
        let z = moments.z_score(exact).unwrap_or(0.0);
        assert!(z.abs() < 4.0, "{name}, {wager}: {z} standard errors of {}", moments.standard_error());
    }
    assert_eq!(sums.wagers.iter().map(|moments| moments.sum).sum::<i128>(), sums.result.sum);
}

#[test]
fn best_play_comes_out_at_its_exact_value_wager_by_wager() {
    for (book, bad_beat) in [(Book::House, 0), (Book::Washington, 0)] {
        let wagers = wagers(10, 5, bad_beat);
        let table = SimulatedTable::new(terms(book), vec![player(3, wagers, &BEST)]).unwrap();
        check(&run(&table, 4 * ROUNDS), 3, &BEST.values, wagers, book.id());
    }
}

#[test]
fn every_way_to_play_comes_out_at_its_exact_value() {
    for way in OTHERS.iter() {
        let wagers = wagers(10, 5, 0);
        let table = SimulatedTable::new(terms(Book::House), vec![player(1, wagers, way)]).unwrap();
        check(&run(&table, 2 * ROUNDS), 1, &way.values, wagers, way.name);
    }
}

/// Published: always 4x −40.7047%, never before the flop −15.4968%, 3x for 4x −9.6655% of an Ante.
#[test]
fn the_exact_values_are_the_published_ones() {
    let value = |way: &Way| way.values.round(Wagers::ante(Cents(100))).to_f64();
    let figures: Vec<String> = OTHERS.iter().map(|way| format!("{} {:.4}", way.name, value(way))).collect();
    assert_eq!(figures, ["never before the flop -15.4968", "3x instead of 4x -9.6655", "always 4x -40.7047"]);
}

// Clauses: R10
#[test]
fn a_full_california_table_mixes_ways_to_play_and_everybody_banks() {
    let ways = [&*BEST_WITH_BAD_BEAT, &*BEST, &OTHERS[0], &OTHERS[1], &OTHERS[2], &*BEST_WITH_BAD_BEAT];
    let all: Vec<Wagers> = (1..=6).map(|number| wagers(10 * number, 5, 0)).collect();
    let wagers_of = |number: u8| {
        let mut wagers = all[usize::from(number) - 1];
        if ways[usize::from(number) - 1].name == BEST_WITH_BAD_BEAT.name {
            wagers.bad_beat = wagers.ante;
        }
        wagers
    };
    let players = (1..=6).map(|number| player(number, wagers_of(number), ways[usize::from(number) - 1]));
    let table = SimulatedTable::new(terms(Book::CaliforniaBadBeat), players.collect()).unwrap();
    let rounds = ROUNDS - ROUNDS % 12;
    let outcome = run(&table, rounds);
    for number in 1..=6 {
        let way = ways[usize::from(number) - 1];
        check(&outcome, number, &way.values, wagers_of(number), way.name);
        let sums = outcome.seat(seat(number)).unwrap();
        assert_eq!(sums.banked.count, rounds / 6, "everybody banks as often");
        assert_eq!(sums.banked.count + sums.result.count, rounds);
    }
    assert_eq!(outcome.exhausted, 0);
}

#[test]
fn the_outcome_is_the_same_for_any_number_of_threads() {
    let schedule = Schedule::printed(7).copied();
    let setup = Setup { schedule, ..Setup::new(Book::CaliforniaBadBeat) };
    let players = (1..=4).map(|number| SeatedPlayer {
        banking: if number == 3 {
            BankingChoice::Decline
        } else {
            BankingChoice::Bank(Some(Cents::dollars(200)))
        },
        ..player(number, wagers(10, 5, 5), &BEST)
    });
    let table = SimulatedTable::new(setup.approved().unwrap(), players.collect()).unwrap();
    let rounds = 3 * ROUNDS_PER_BLOCK + 77;
    let observed = |threads| {
        let mut seen = Vec::new();
        let note = |number, round: &Round, notes: &mut Vec<(u64, Cents)>| {
            notes.push((number, round.settle(|_| ()).unwrap().net()));
        };
        let outcome = Simulation { rounds, seed: 99, threads }.observe(&table, note, |_, notes| {
            seen.extend(notes);
            Ok::<(), ()>(())
        });
        (outcome.unwrap(), seen)
    };
    let (one, seen) = observed(1);
    assert!(seen.iter().map(|(number, _)| *number).eq(0..rounds), "rounds are seen in order");
    assert_eq!(seen.iter().map(|(_, net)| i128::from(net.0)).sum::<i128>(), one.bank.sum);
    let one = (one, seen);
    assert_eq!(one, observed(2));
    assert_eq!(one, observed(5));
    let other = Simulation { rounds, seed: 100, threads: 1 }.run(&table);
    assert_ne!(one.0.bank.sum, other.bank.sum, "another seed is another chance");
}

#[test]
fn an_observer_can_end_it() {
    let table = SimulatedTable::new(terms(Book::House), vec![player(1, wagers(10, 0, 0), &BEST)]).unwrap();
    let simulation = Simulation { rounds: u64::MAX, seed: 1, threads: 2 };
    let ended = simulation.observe(
        &table,
        |_, _, ()| (),
        |rounds, ()| {
            if rounds >= 3 * ROUNDS_PER_BLOCK { Err(rounds) } else { Ok(()) }
        },
    );
    assert_eq!(ended, Err(3 * ROUNDS_PER_BLOCK));
}

// Clauses: R7, R11
#[test]
fn limited_banks_and_collections_conserve_money() {
    let own = Schedule::own(&[
        Bracket { from: Cents::ZERO, fee: Cents(50) },
        Bracket { from: Cents::dollars(100), fee: Cents(300) },
    ]);
    let setups = [
        Setup { schedule: own.ok(), ..Setup::new(Book::California) },
        Setup { schedule: Schedule::printed(24).copied(), ..Setup::new(Book::CaliforniaBadBeat) },
    ];
    for setup in setups {
        let limit = Cents::dollars(75);
        let players = (1..=6).map(|number| {
            let wagers = wagers(10, 5, if setup.book == Book::CaliforniaBadBeat { 5 } else { 0 });
            SeatedPlayer { banking: BankingChoice::Bank(Some(limit)), ..player(number, wagers, &BEST) }
        });
        let table = SimulatedTable::new(setup.approved().unwrap(), players.collect()).unwrap();
        let outcome = run(&table, 50_000);
        let players: i128 = outcome.seats.iter().map(|sums| sums.result.sum).sum();
        let banks: i128 = outcome.seats.iter().map(|sums| sums.banked.sum).sum();
        let collected: i128 = outcome.seats.iter().map(|sums| sums.collected.sum).sum();
        assert_eq!(players + banks, 0);
        assert_eq!(banks, outcome.bank.sum);
        assert_eq!(collected, outcome.collection.sum);
        let action = table.players()[0].wagers.table_action() * 5;
        let fee = setup.schedule.unwrap().fee(action);
        assert_eq!(collected, i128::from(fee.0) * 50_000, "the same fee in every round");
        assert!(outcome.exhausted > 5_000, "a small bank runs out often: {}", outcome.exhausted);
        assert!(outcome.bank.squares <= i128::from(limit.0 * limit.0) * 50_000, "never beyond the limit");
    }
}

#[test]
fn hands_come_as_often_as_they_must() {
    let table = SimulatedTable::new(terms(Book::House), vec![player(1, wagers(10, 0, 0), &BEST)]).unwrap();
    let outcome = run(&table, ROUNDS);
    let sums = &outcome.seats[0];
    // Of 133,784,560 hands of seven cards.
    let hands = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184];
    for (count, hands) in sums.categories.into_iter().zip(hands) {
        let share = f64::from(hands) / 133_784_560.0;
        close(count, share);
    }
    let actions = [0.191_816_37, 0.218_263_51, 0.212_846_22, 0.0, 0.377_073_91];
    for (count, share) in sums.plays.into_iter().zip(actions) {
        close(count, share);
    }
    assert_eq!(sums.categories.iter().sum::<u64>(), ROUNDS);
    assert_eq!(sums.plays.iter().sum::<u64>(), ROUNDS);
}

#[allow(clippy::cast_precision_loss)]
fn close(count: u64, share: f64) {
    let rounds = ROUNDS as f64;
    let error = (rounds * share * (1.0 - share)).sqrt();
    assert!((count as f64 - rounds * share).abs() <= 4.0 * error, "{count} of {ROUNDS}, not {share}");
}

#[test]
fn a_table_that_cannot_be_played_is_refused() {
    let best = |number| player(number, wagers(10, 0, 0), &BEST);
    let refused = |book, players: Vec<SeatedPlayer<'static>>| SimulatedTable::new(terms(book), players).err();
    assert_eq!(refused(Book::House, Vec::new()), Some(SimulatedTableError::Empty));
    assert_eq!(refused(Book::House, vec![best(2), best(2)]), Some(SimulatedTableError::SeatTwice(seat(2))));
    assert_eq!(refused(Book::California, vec![best(1)]), Some(SimulatedTableError::TooFewBankers));
    let declines = SeatedPlayer { banking: BankingChoice::Decline, ..best(2) };
    assert_eq!(refused(Book::California, vec![best(1), declines]), Some(SimulatedTableError::TooFewBankers));
    assert_eq!(refused(Book::California, vec![best(1), declines, best(3)]), None);
    let wrong = SeatedPlayer { wagers: wagers(10, 0, 5), ..best(2) };
    let not_offered = RulesError::NotOffered { wager: Wager::BadBeat };
    assert_eq!(refused(Book::House, vec![wrong]), Some(SimulatedTableError::Refused(seat(2), not_offered)));
    let ninth = refused(Book::House, vec![best(8)]);
    assert_eq!(ninth.unwrap().to_string(), "seat 8: there is no seat 8; the seats are 1 to 7");
}
