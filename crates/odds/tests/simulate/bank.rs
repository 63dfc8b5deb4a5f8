use odds::Fraction;
use odds::bank::{BankEdge, Covered, StrategyValues};
use uth::{Bracket, Cents, Schedule, Wagers};

use crate::scene::{BEST, BEST_WITH_BAD_BEAT, OTHERS, wagers};

#[test]
fn a_bank_without_limit_wins_what_its_players_lose() {
    let ante_only = BankEdge::new(&BEST.values, Wagers::ante(Cents(1))).unwrap();
    // The base game costs 50643648973/2317817502000 of an Ante, and two Antes are on the table.
    assert_eq!(ante_only.value().to_string(), "50643648973/4635635004000");
    let trips = BankEdge::new(&BEST.values, wagers(10, 10, 0)).unwrap();
    let base = "50643648973/2317817502000".parse::<Fraction>().unwrap();
    let uth_04 = "22717/367540".parse::<Fraction>().unwrap();
    assert_eq!(trips.value() * Fraction::whole(3), base + uth_04);
    let two = BankEdge::of([(&BEST.values, wagers(10, 0, 0)), (&BEST.values, wagers(30, 0, 0))]).unwrap();
    assert_eq!(two, ante_only, "only the division of the wagers counts");
    assert_eq!(BankEdge::of([]), None);
}

#[test]
fn who_plays_worse_is_worth_more_to_the_bank() {
    let rate = |values: &StrategyValues| BankEdge::new(values, wagers(10, 0, 0)).unwrap().value();
    for way in OTHERS.iter() {
        assert!(rate(&way.values) > rate(&BEST.values), "{}", way.name);
    }
    let all = BankEdge::new(&BEST_WITH_BAD_BEAT.values, wagers(10, 10, 10)).unwrap();
    assert!(all.value() > rate(&BEST.values), "bonus wagers are dear");
}

// Clauses: R11
#[test]
fn brackets_are_covered_from_the_action_where_gain_and_fee_are_equal() {
    let rate = BankEdge::new(&BEST.values, Wagers::ante(Cents(1))).unwrap();
    for schedule in Schedule::all_printed() {
        let brackets = rate.brackets(schedule);
        assert_eq!(brackets.len(), schedule.brackets().len());
        for bracket in &brackets {
            let even = bracket.break_even.unwrap();
            assert_eq!(rate.value() * even, Fraction::whole(bracket.fee.0), "exactly");
            let (from, to) = (Fraction::whole(bracket.from.0), bracket.to.map(|to| Fraction::whole(to.0)));
            match bracket.covered {
                Covered::Whole => assert!(bracket.gain >= Fraction::whole(bracket.fee.0)),
                Covered::From(action) => {
                    assert_eq!(action, even);
                    assert!(action > from && to.is_none_or(|to| action < to));
                }
                Covered::Never => assert!(to.is_some_and(|to| even >= to)),
            }
        }
        // Without a highest bracket that never ends there would be none.
        assert!(rate.covered_for_good(schedule).is_some());
    }
}

#[test]
fn a_small_schedule_is_worked_out_by_hand() {
    // A rate of one in a hundred, made of a wager that loses it.
    let mut values = BEST.values;
    let zero = Fraction::ZERO;
    (values.blind, values.play, values.ante) = (zero, zero, Fraction::new(-1, 50).unwrap());
    let rate = BankEdge::new(&values, Wagers::ante(Cents(100))).unwrap();
    assert_eq!(rate.value(), Fraction::new(1, 100).unwrap());
    let bracket = |from, fee| Bracket { from: Cents(from), fee: Cents(fee) };
    let schedule = Schedule::own(&[bracket(0, 10), bracket(2000, 30), bracket(4000, 30)]).unwrap();
    let covered: Vec<Covered> = rate.brackets(&schedule).iter().map(|bracket| bracket.covered).collect();
    let thousand = Fraction::whole(1000);
    assert_eq!(covered, [Covered::From(thousand), Covered::From(Fraction::whole(3000)), Covered::Whole]);
    assert_eq!(rate.covered_for_good(&schedule), Some(Fraction::whole(3000)));
    let free = Schedule::own(&[bracket(0, 0)]).unwrap();
    assert_eq!(rate.covered_for_good(&free), Some(zero));
    values.ante = Fraction::ONE;
    let loses = BankEdge::new(&values, Wagers::ante(Cents(100))).unwrap();
    assert_eq!(loses.brackets(&schedule)[0].covered, Covered::Never);
    assert_eq!(loses.covered_for_good(&schedule), None);
}
