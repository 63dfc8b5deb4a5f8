//! Text in, text out: what reads must read back the same, and nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uth::{Book, Card, Cards, Dealing, Hand, Odds, PayTableId, parse_cards};

fuzz_target!(|text: &str| {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    if let Ok(cards) = text.parse::<Cards>() {
        assert_eq!(cards.to_string().parse(), Ok(cards));
        let list: Vec<Card> = cards.iter().collect();
        assert_eq!(Hand::best_of(&list).is_ok(), (5..=7).contains(&list.len()));
    }
    let _ = (parse_cards::<2>(text), parse_cards::<5>(text));
    if let Ok(odds) = text.parse::<Odds>() {
        assert_eq!(odds.to_string().parse(), Ok(odds));
    }
    let _ = (text.parse::<Book>(), text.parse::<PayTableId>(), text.parse::<Dealing>());
});
