//! Text as cards, and as all that the rules name: what reads must read back the same, and five to seven cards are a
//! hand.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use uth::{Book, Card, Cards, Dealing, Hand, Odds, PayTableId, Rank, parse_card_list, parse_cards};

pub fn try_out(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    cards(text);
    reads_back::<Odds>(text);
    reads_back::<Book>(text);
    reads_back::<PayTableId>(text);
    reads_back::<Dealing>(text);
}

fn cards(text: &str) {
    reads_back::<Card>(text);
    if let Ok(cards) = text.parse::<Cards>() {
        assert_eq!(cards.to_string().parse(), Ok(cards));
        let list: Vec<Card> = cards.iter().collect();
        assert_eq!(Hand::best_of(&list).is_ok(), (5..=7).contains(&list.len()));
    }
    let listed = parse_card_list(text).map(|cards| cards.len());
    assert_eq!(parse_cards::<2>(text).is_ok(), listed == Ok(2) && text.parse::<Cards>().is_ok());
    let _ = (parse_cards::<5>(text), text.parse::<Rank>());
}

/// What is understood is written so that it is understood again.
pub fn reads_back<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>().ok();
            assert_eq!(again.as_ref(), Some(&value), "{text:?}");
        }
        Err(why) => assert!(!why.to_string().is_empty(), "{text:?}"),
    }
}
