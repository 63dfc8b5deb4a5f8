//! Worlds in which everything goes wrong that may, and none in which a promise is broken; and mutants, each of which
//! breaks one.

use sim::{Checker, FaultCounts, InjectedFault, Mutant, RunReport, Violation, run, run_loss};

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

/// How many worlds there are in which the store goes back in time.
const LOSSES: u64 = 100;

#[test]
fn a_store_that_goes_back_or_forks_is_noticed_by_a_node_or_proved_by_a_receipt() {
    let (mut faults, mut by_node, mut by_receipt) = (FaultCounts::default(), 0, 0);
    for seed in 1..=LOSSES {
        let report = run_loss(seed, None);
        if let Some(violation) = &report.violation {
            panic!("seed {seed}, {:?}: {violation}", report.fault);
        }
        faults.count(report.fault);
        by_node += u64::from(report.is_noticed_by_node);
        by_receipt += u64::from(!report.is_noticed_by_node && report.receipts_lost > 0);
    }
    let losses = [InjectedFault::RolledBack, InjectedFault::Forked, InjectedFault::LossyFailover];
    assert!(losses.iter().all(|fault| faults.of(*fault) * 8 > LOSSES), "{faults}");
    assert!(by_node > 0 && by_receipt > 0, "by nodes: {by_node}, by receipts: {by_receipt}");
}

/// What a world of that seed shows of a mutant, and the trace of that world.
fn shown(mutant: Mutant, seed: u64) -> (Option<Violation>, u64) {
    if mutant.needs_loss() {
        let report = run_loss(seed, Some(mutant));
        (report.violation, report.trace)
    } else {
        let report = run(seed, 600, Some(mutant));
        (report.violation, report.trace)
    }
}

#[test]
fn every_mutant_is_noticed_by_its_checker_and_again_with_the_same_seed() {
    for mutant in Mutant::ALL {
        let worlds = if mutant.needs_loss() { 60 } else { 30 };
        let worlds = (1..=worlds).map(|seed| (seed, shown(*mutant, seed)));
        // Commands that are held also meet other promises than the one on their age, in some worlds first.
        let counts =
            |violation: &Violation| *mutant != Mutant::HoldCommands || violation.checker == mutant.checker();
        let found = worlds.into_iter().find(|(_, (noticed, _))| noticed.as_ref().is_some_and(counts));
        let (seed, noticed) = found.unwrap_or_else(|| panic!("nobody notices {mutant}"));
        let violation = noticed.0.clone().expect("a violation");
        assert_eq!(violation.checker, mutant.checker(), "{mutant}, seed {seed}: {violation}");
        assert_eq!(shown(*mutant, seed), noticed, "{mutant}");
    }
}

#[test]
fn every_checker_has_a_mutant() {
    for checker in Checker::ALL {
        assert!(Mutant::ALL.iter().any(|mutant| mutant.checker() == *checker), "no mutant tries {checker:?}");
    }
}
