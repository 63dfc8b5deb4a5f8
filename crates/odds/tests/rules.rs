//! What the words of rules mean.

use odds::{Condition, Range, Rule, Rules, Strategy, Street, StreetRules};
use uth::{Card, Suit, parse_cards};

fn holds(rule: &str, hole: &str, board: &str) -> bool {
    let hole = parse_cards(hole).unwrap();
    let decision =
        |street| StreetRules { raise: vec![Rule::parse(rule, street).unwrap()], hold_back: vec![] };
    if board.split(' ').count() == 3 {
        let rules = Rules { flop: decision(Street::Flop), ..Rules::default() };
        return rules.flop(hole, parse_cards(board).unwrap());
    }
    let rules = Rules { river: decision(Street::River), ..Rules::default() };
    rules.river(hole, parse_cards(board).unwrap())
}

#[test]
fn every_condition_holds_here_and_not_there() {
    let rows = [
        ("two pair or better", "2c 2d", "9h 9s 4c", "2c 3d", "9h 9s 4c"),
        ("three of a kind or better", "2c 3d", "9h 9s 9c", "2c 2d", "9h 9s 4c"),
        ("straight or better", "2c 3d", "4h 5s 6c", "2c 2d", "2h 5s 6c"),
        ("hidden pair", "2c 2d", "9h 9s 4c", "2c 3d", "9h 9s 4c"),
        ("hidden pair", "Kc 4d", "9h 7s 4c", "Kc Qd", "9h 7s 4c"),
        ("hidden pair of sevens or better", "Kc 7d", "9h 7s 4c", "Kc 4d", "9h 7s 4c"),
        ("pocket pair", "2c 2d", "9h 9s 4c", "Kc 4d", "9h 7s 4c"),
        ("pocket twos", "2c 2d", "9h 9s 4c", "3c 3d", "9h 9s 4c"),
        ("overpair", "Tc Td", "9h 9s 4c", "8c 8d", "9h 9s 4c"),
        ("top pair", "9c 2d", "9h 7s 4c", "7c 2d", "9h 7s 4c"),
        ("bottom pair", "4d 2d", "9h 7s 4c", "4d 4h", "9h 7s 4c"),
        ("bottom pair", "4d 2d", "9h 7s 4c", "4d 2d", "9h 9s 4c"),
        ("four to a flush", "2c 3c", "9c 7c 4d", "2c 3c", "9c 7c 4c"),
        ("four to a flush", "2c 3d", "9c 7c 4c", "2d 3d", "9c 7c 4c"),
        ("four to a flush with a ten or better", "Tc 3c", "9c 7c 4d", "2c Td", "9c 7c 4c"),
        ("four to a flush with both cards", "2c 3c", "9c 7c 4d", "2c 3d", "9c 7c 4c"),
        ("four to a flush with both cards with a T or better", "2c Tc", "9c 7c 4d", "2c 9c", "Tc 7c 4d"),
        ("open-ended", "9c 8d", "7h 6s 2c", "9c 8d", "7h 5s 2c"),
        ("open-ended", "9c 7d", "Jh 8s 5c", "Ac 2d", "3h 4s 9c"),
        ("gutshot", "Ac 2d", "3h 4s 9c", "9c 8d", "7h 6s 5c"),
        ("suited", "9c 8c", "7h 6s 2c", "9c 8d", "7h 6s 2c"),
        ("higher card jack or better", "Jc 2d", "7h 6s 2c", "Tc 2d", "Kh 6s 2c"),
        ("lower card nine or better", "Jc 9d", "7h 6s 2c", "Jc 8d", "Kh 6s 2c"),
        ("kicker among the best 2", "Qc 2d", "Ah 6s 3c", "Jc 2d", "Ah 6s 3c"),
        ("kicker among the best 1", "Qc Ad", "Ah Ks 3c", "Ac Ad", "Ah Ks 3c"),
        ("pair on the board", "Qc 2d", "6h 6s 3c", "6c 2d", "6h 5s 3c"),
        ("three of a kind on the board", "Qc 2d", "6h 6s 6c", "6c 2d", "6h 6s 3c"),
        ("two of a suit on the board", "Qc 2d", "6h 5h 6c", "6c 2d", "6h 6s 3c"),
        ("three of a suit on the board", "Qc 2d", "6h 5h Ah", "6c 2h", "6h 6s 3h"),
        ("two pair on the board", "Qc 2d", "6h 6d 9h 9c 2c", "Qc 2d", "6h 6d 6c 9c 2c"),
        ("four of a suit on the board", "Qc 2d", "6h 5h Ah Th 2c", "Qh 2h", "6h 5h Ah 2d 2c"),
        ("four to a straight on the board", "Qc 2d", "6h 5h 8h 9c 2c", "Qh 7d", "6h 5h Ah 9d 2c"),
        ("better than the board", "Qc 2d", "6h 5h 8h 9c 2c", "Qh 7d", "6h 6c Ah 9d 2c"),
        ("better than the board", "Qc 6d", "6h 6s 8h 8c 2c", "Ah 9h", "8h 8c 8s 9d 9c"),
        ("the board plays", "3c 2d", "6h 6s 8h 8c Ac", "Kh 2d", "6h 6s 8h 8c Qc"),
        // Four aces, and fifteen cards that pair the board.
        ("outs below 20", "Kc 2d", "Qh 9s 8d 5c 3h", "Kc 2d", "Qh 9s 8d 5c 3h"),
        ("anything", "3c 2d", "6h 6s 8h", "", ""),
    ];
    for (rule, hole, board, other_hole, other_board) in rows {
        assert!(holds(rule, hole, board), "{rule}: {hole} on {board}");
        if rule.starts_with("outs") {
            assert!(!holds("outs below 19", other_hole, other_board), "{other_hole} on {other_board}");
        } else if !other_hole.is_empty() {
            assert!(!holds(rule, other_hole, other_board), "{rule}: {other_hole} on {other_board}");
        }
        let condition: Condition = rule.parse().unwrap();
        assert_eq!(condition.to_string().parse(), Ok(condition), "{rule}");
    }
}

#[test]
fn all_clauses_must_hold_and_holding_back_comes_first() {
    assert!(holds("hidden pair and not pocket twos", "3c 3d", "9h 8s 4c"));
    assert!(!holds("hidden pair and not pocket twos", "2c 2d", "9h 8s 4c"));
    let rule = |text| Rule::parse(text, Street::Flop).unwrap();
    let flop = StreetRules { raise: vec![rule("anything")], hold_back: vec![rule("pocket pair")] };
    let rules = Rules { flop, ..Rules::default() };
    assert!(!rules.flop(parse_cards("3c 3d").unwrap(), parse_cards("9h 8s 4c").unwrap()));
    assert!(rules.flop(parse_cards("3c 2d").unwrap(), parse_cards("9h 8s 4c").unwrap()));
}

#[test]
fn a_range_holds_the_hands_that_players_mean() {
    let rows = [
        ("33+", 12, 72),
        ("AKs", 1, 4),
        ("KAo", 1, 12),
        ("AK", 2, 16),
        ("K5o+", 8, 96),
        ("A2+", 24, 192),
        ("any", 169, 1326),
        ("", 0, 0),
        ("33+, 44+ a2+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo", 69, 500),
    ];
    for (text, hands, combos) in rows {
        let range: Range = text.parse().unwrap();
        assert_eq!((range.hands().len(), range.combos()), (hands, combos), "{text}");
    }
    for (text, at) in [("AKx", 0), ("33+ A", 4), ("33s", 0), ("AA 1K", 3), ("AKs++", 0), ("♠K", 0)] {
        assert_eq!(text.parse::<Range>().unwrap_err().at, at, "{text}");
    }
}

#[test]
fn suits_that_cannot_matter_do_not() {
    let rules = Rules {
        river: StreetRules {
            raise: vec![Rule::parse("outs below 21", Street::River).unwrap()],
            hold_back: vec![Rule::parse("the board plays and not outs below 19", Street::River).unwrap()],
        },
        ..Rules::default()
    };
    let boards = ["Qh 9s 8d 5c 3h", "Qh 9h 8h 5c 3d", "Qh Qs 8h 5h 3s", "Th Ts 8h 8c Kd"];
    for board in boards {
        let board: [Card; 5] = parse_cards(board).unwrap();
        let mut reversed = board;
        reversed.reverse();
        for (one, other) in [("K", "2"), ("J", "7"), ("A", "4")] {
            // No more than two hearts are on the boards without a flush, and clubs and spades make none.
            let [first, second] =
                [Suit::Clubs, Suit::Spades].map(|suit| [one, other].map(|rank| card(rank, suit)));
            assert_eq!(rules.river(first, board), rules.river(second, reversed), "{first:?} {board:?}");
        }
    }
}

fn card(rank: &str, suit: Suit) -> Card {
    Card::new(rank.parse().unwrap(), suit)
}
