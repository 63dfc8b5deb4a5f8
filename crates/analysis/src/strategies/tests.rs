//! The strategies that come with the program, and files with faults.

use std::sync::Arc;

use super::{BUILT_IN, NamedStrategy, Shared, StrategyFile, StrategyKind};
use odds::{Evaluation, Fraction, Game, GameError, Rule, Solver, Street};
use uth::{Category, Odds, PayTable, PayTableId, Pays};

fn evaluate(solver: &Solver, named: &NamedStrategy) -> Evaluation {
    let game = Game::standard();
    named.play(solver, &game, |strategy| solver.evaluate(&game, strategy, &|_, _| {})).unwrap().unwrap()
}

#[test]
fn what_is_listed_is_what_comes_out() {
    let solver = Solver::new();
    for built_in in &BUILT_IN {
        let named = built_in.named().unwrap();
        let evaluation = evaluate(&solver, &named);
        assert_eq!(evaluation.base().to_string(), built_in.value, "{}", built_in.name);
        assert_eq!(evaluation.distribution.deals(), 27_813_810_024_000);
        if built_in.name == "practical" {
            assert_eq!(format!("{:.2}", evaluation.element_of_risk().to_f64() * 100.0), "0.58");
        }
    }
}

#[test]
fn listed_values_are_the_published_ones_where_there_are_any() {
    let rows = [
        ("practical", 2, "2.43"),
        ("three-times", 4, "9.6655"),
        ("wait-for-flop", 4, "15.4968"),
        ("always-4x", 4, "40.7047"),
    ];
    for (name, decimals, published) in rows {
        let built_in = BUILT_IN.iter().find(|built_in| built_in.name == name).unwrap();
        let value: Fraction = built_in.value.parse().unwrap();
        assert_eq!(format!("{:.decimals$}", -value.to_f64() * 100.0), published, "{name}");
    }
}

#[test]
fn ours_costs_little_more_than_a_third_of_the_practical_strategy() {
    let cost = |name: &str| {
        let value = |name: &str| BUILT_IN.iter().find(|built_in| built_in.name == name).unwrap().value;
        value("best-play").parse::<Fraction>().unwrap() - value(name).parse().unwrap()
    };
    assert_eq!(cost("uth").to_string(), "503495651/579454375500");
    assert!(cost("uth") * Fraction::whole(14) < cost("practical") * Fraction::whole(5));
}

#[test]
fn the_best_comes_first() {
    let values = BUILT_IN.iter().map(|built_in| built_in.value.parse::<Fraction>().unwrap());
    assert!(values.is_sorted_by(|better, worse| better > worse));
}

const SOUND: &str = r#"
title = "Mine"
[preflop]
raise-4x = "33+ A2+"
raise-3x = "K5o+"
[flop]
raise-2x = ["hidden pair and not pocket twos"]
check = ["bottom pair"]
[river]
raise-1x = ["outs below 21"]
"#;

#[test]
fn a_sound_file_is_understood() {
    let file = StrategyFile::parse("mine.toml", SOUND).unwrap();
    assert_eq!(file.title, "Mine");
    assert_eq!(file.rules.preflop[1].1.combos(), 96);
    assert_eq!(file.rules.flop.raise[0].to_string(), "hidden pair and not pocket twos");
    assert_eq!(file.rules.flop.hold_back.len(), 1);
    assert!(file.rules.river.hold_back.is_empty());
}

#[test]
fn a_fault_is_one_sentence_with_its_place() {
    let rows = [
        ("A2+", "A2x+", r#"mine.toml:4:17: "A2x+" is no range of hands; one is written like 33+, AKs, K5o+"#),
        (
            "hidden pair",
            "hidden pear",
            r#"7:14: "hidden pear" is no condition; the nearest is "hidden pair""#,
        ),
        ("not pocket twos", "not packet twos", r#"7:30: "packet twos" is no condition; the nearest is"#),
        (
            "outs below 21",
            "outs under 21",
            r#"10:14: "outs under 21" is no condition; the nearest is "outs be"#,
        ),
        ("outs below 21", "outs below 99", r#"10:14: "outs below 99" is no condition"#),
        ("outs below 21", "gutshot", r#"10:14: "gutshot" is out of place: no card comes after the river"#),
        ("bottom pair", "outs below 21", r#"8:11: "outs below 21" is out of place: it needs the whole"#),
        ("bottom pair", "", "8:11: a condition is missing"),
        ("raise-2x", "raise-3x", "7:1: unknown field `raise-3x`, expected `raise-2x` or `check`"),
        ("[river]", "[rover]", "9:2: unknown field `rover`"),
        ("title = \"Mine\"", "", "missing field `title`"),
        ("\"Mine\"", "Mine", "2:9: "),
    ];
    for (sound, faulty, expected) in rows {
        let text = SOUND.replacen(sound, faulty, 1);
        let said = StrategyFile::parse("mine.toml", &text).unwrap_err().to_string();
        assert!(said.contains(expected), "{said}");
        assert!(said.starts_with("mine.toml:") && !said.contains('\n'), "{said}");
    }
}

const REFERENCE: &str = include_str!("../../../../docs/STRATEGIES.md");

#[test]
fn the_reference_shows_a_sound_file() {
    let example = REFERENCE.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(StrategyFile::parse("example", example).unwrap().title, "Mine");
}

#[test]
fn every_condition_of_the_reference_can_be_written_where_it_says() {
    let part = |heading: &str| REFERENCE.split(heading).nth(1).unwrap().split("\n### ").next().unwrap();
    let rows = [
        ("### Conditions for both streets", &[Street::Flop, Street::River][..]),
        ("### On the flop only", &[Street::Flop]),
        ("### On the river only", &[Street::River]),
    ];
    for (heading, streets) in rows {
        let cells = part(heading).lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
        let phrases = cells.flat_map(|cell| cell.split('`').step_by(2));
        let mut count = 0;
        for phrase in phrases.filter(|phrase| !phrase.is_empty()) {
            for street in [Street::Flop, Street::River] {
                assert_eq!(Rule::parse(phrase, street).is_ok(), streets.contains(&street), "{phrase}");
            }
            count += 1;
        }
        assert!(count >= 4, "{heading}");
    }
}

#[test]
fn the_reference_has_the_listed_values() {
    for built_in in &BUILT_IN {
        let row = format!("| `{}` | {} |", built_in.name, built_in.value.replace('-', "−"));
        assert!(REFERENCE.contains(&row), "{row}");
    }
}

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    let said = NamedStrategy::find("best").err().unwrap().to_string();
    assert!(said.contains("there are best-play, uth, practical"), "{said}");
    assert!(matches!(NamedStrategy::find("best-play").unwrap().kind, StrategyKind::Best));
}

fn shared(name: &str, pays: &Pays) -> Shared {
    NamedStrategy::built_in(name).unwrap().shared(pays).unwrap()
}

#[test]
fn a_strategy_can_be_kept_and_plays_like_the_one_of_its_name() {
    fn can_be_kept<T: Send + Sync + 'static>(_: &T) {}
    let (solver, game) = (Solver::new(), Game::standard());
    for built_in in &BUILT_IN {
        let kept = shared(built_in.name, &Pays::approved(PayTableId::Uth01));
        can_be_kept(&kept);
        if matches!(built_in.named().unwrap().kind, StrategyKind::Rules(_)) {
            continue;
        }
        let evaluation = solver.evaluate(&game, &*kept, &|_, _| {}).unwrap();
        assert_eq!(evaluation.base().to_string(), built_in.value, "{}", built_in.name);
    }
}

#[test]
fn best_play_is_worked_out_once_for_all_tables_that_differ_in_trips() {
    let best = |table| shared("best-play", &Pays::approved(table));
    assert!(Arc::ptr_eq(&best(PayTableId::Uth01), &best(PayTableId::Uth04)));
    let other = Pays {
        blind: PayTable::from_kind(Category::Flush, &[Odds::EVEN]),
        ..Pays::approved(PayTableId::Uth01)
    };
    assert!(!Arc::ptr_eq(&best(PayTableId::Uth01), &shared("best-play", &other)));
}

#[test]
fn pays_that_cannot_be_solved_are_refused_and_not_played() {
    let large = Odds::to_one(600_000);
    let pays =
        Pays { blind: PayTable::from_kind(Category::Flush, &[large]), ..Pays::approved(PayTableId::Uth01) };
    let refused = NamedStrategy::built_in("best-play").unwrap().shared(&pays).err();
    assert_eq!(refused, Some(GameError::TooLarge(Fraction::whole(600_000))));
    assert!(NamedStrategy::built_in("uth").unwrap().shared(&pays).is_ok(), "rules need no solution");
}
