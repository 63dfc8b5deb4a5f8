//! Any text as a strategy file, a rule or a range of hands: there is a strategy that decides every hand, or a place and
//! a reason.

use analysis::strategies::{StrategyError, StrategyFile};
use odds::{Range, Rule, Strategy, Street};
use uth::Card;

pub fn try_out(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Nobody writes a longer rule, and finding the nearest one takes as long as it is long.
    if text.len() <= 120 {
        range(text);
        rules(text);
    }
    match StrategyFile::parse("a.toml", text) {
        Ok(file) => decides(&file, bytes),
        Err(StrategyError::Faulty { place, why }) => {
            let (line, column) =
                place.strip_prefix("a.toml:").and_then(|at| at.split_once(':')).expect("a place");
            let lines = text.matches('\n').count() + 1;
            assert!((1..=lines).contains(&line.parse().expect("a line")), "{place}");
            assert!(column.parse::<usize>().is_ok_and(|column| column > 0), "{place}");
            assert!(!why.is_empty());
        }
        Err(error) => panic!("no file is read here: {error}"),
    }
}

/// Asks it about hands that the bytes choose.
fn decides(file: &StrategyFile, bytes: &[u8]) {
    let sum = bytes.iter().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let deck: Vec<Card> = Card::all().collect();
    // Seven and 52 have no divisor in common, so these are different cards.
    let card = |place: usize| deck[(sum + place * 7) % 52];
    let (hole, flop) = ([card(0), card(1)], [card(2), card(3), card(4)]);
    let board = [card(2), card(3), card(4), card(5), card(6)];
    assert!(file.rules.preflop(hole).is_none_or(|times| times == 3 || times == 4));
    let _ = (file.rules.flop(hole, flop), file.rules.river(hole, board));
}

fn range(text: &str) {
    match text.parse::<Range>() {
        Ok(range) => assert!(range.hands().len() <= 169 && range.combos() <= 1_326),
        Err(error) => assert!(text[error.at..].starts_with(&error.part)),
    }
}

fn rules(text: &str) {
    for street in [Street::Flop, Street::River] {
        match Rule::parse(text, street) {
            Ok(rule) => assert_eq!(Rule::parse(&rule.to_string(), street), Ok(rule)),
            Err(error) => assert!(text.is_char_boundary(error.at) && !error.why.is_empty()),
        }
    }
}
