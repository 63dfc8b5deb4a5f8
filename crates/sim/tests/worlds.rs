//! Worlds in which everything goes wrong that may, and none in which a promise is broken; and mutants, each of which
//! breaks one.

use sim::{Checker, FaultCounts, InjectedFault, Mutant, RunReport, run};

/// How many worlds are played, and how many rounds in each.
const WORLDS: u64 = 14;
const ROUNDS: u64 = 1_000;

fn held(seed: u64, rounds: u64) -> RunReport {
    let report = run(seed, rounds, None);
    if let Some(violation) = &report.violation {
        panic!("seed {seed} fails after {} rounds: {violation}", report.rounds);
    }
    report
}

#[test]
fn whatever_goes_wrong_no_promise_is_broken() {
    let mut faults = FaultCounts::default();
    (1..=WORLDS).for_each(|seed| faults.add(&held(seed, ROUNDS).faults));
    assert!(faults.injected() * 40 > WORLDS * ROUNDS, "there were too few faults:\n{faults}");
    let usual = [
        InjectedFault::Collision,
        InjectedFault::CommandLost,
        InjectedFault::CommandLate,
        InjectedFault::AnswerLost,
        InjectedFault::NoticeLost,
        InjectedFault::NoticeRepeated,
        InjectedFault::NoticeLate,
    ];
    assert!(usual.iter().all(|fault| faults.of(*fault) > 0), "{faults}");
}

#[test]
fn a_seed_is_a_world_and_another_seed_another_one() {
    let world = held(100, 200);
    assert_eq!(held(100, 200), world);
    assert_ne!(held(101, 200).trace, world.trace);
}

/// What is noticed first, and by whom, in the worlds of the first seeds.
fn noticed(mutant: Mutant) -> (u64, RunReport) {
    let reports = (1..=10).map(|seed| (seed, run(seed, 600, Some(mutant))));
    let found = reports.into_iter().find(|(_, report)| report.violation.is_some());
    found.unwrap_or_else(|| panic!("nobody notices {mutant}"))
}

#[test]
fn every_mutant_is_noticed_by_its_checker_and_again_with_the_same_seed() {
    for mutant in Mutant::ALL {
        let (seed, report) = noticed(*mutant);
        let violation = report.violation.clone().expect("a violation");
        assert_eq!(violation.checker, mutant.checker(), "{mutant}, seed {seed}: {violation}");
        assert_eq!(run(seed, 600, Some(*mutant)), report, "{mutant}");
    }
}

#[test]
fn every_checker_has_a_mutant() {
    for checker in Checker::ALL {
        assert!(Mutant::ALL.iter().any(|mutant| mutant.checker() == *checker), "no mutant tries {checker:?}");
    }
}
