use uth::{Card, CardError, Cards, Hand, Rank, Suit, parse_card_list, parse_cards};

#[test]
fn every_card_reads_back_as_it_is_written() {
    for card in Card::all() {
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
        assert_eq!(format!("{}{}", card.rank(), card.suit().symbol()).parse(), Ok(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(Card::from_index(card.index()), Some(card));
    }
    assert_eq!(Card::from_index(52), None);
    assert_eq!(Card::all().len(), 52);
}

#[test]
fn tens_may_be_written_in_two_ways_and_suits_as_signs() {
    let ten = Card::new(Rank::Ten, Suit::Hearts);
    for text in ["Th", "th", "10h", "10H", "T♥", "10♡", "10♥\u{fe0f}"] {
        assert_eq!(text.parse(), Ok(ten), "{text}");
    }
    assert_eq!(ten.to_string(), "Th");
}

#[test]
fn what_is_no_card_is_refused_with_the_part_that_is_wrong() {
    for text in ["", "s", "1s", "11s", "10", "Ass", "♠A", "é♠"] {
        assert!(matches!(text.parse::<Card>(), Err(CardError::Rank | CardError::Suit)), "{text}");
    }
    assert_eq!("Ax".parse::<Card>(), Err(CardError::Suit));
    assert_eq!("Xs".parse::<Card>(), Err(CardError::Rank));
}

#[test]
fn lists_of_cards_may_be_spaced_or_not() {
    let expected: [Card; 2] = ["As".parse().unwrap(), "Td".parse().unwrap()];
    for text in ["As Td", "AsTd", "As,Td", "  As, 10d ", "A♠T♦", "A♠\u{fe0f} T♦\u{fe0f}"] {
        assert_eq!(parse_cards(text), Ok(expected), "{text}");
    }
    assert_eq!(parse_cards::<2>("As"), Err(CardError::Count { expected: 2 }));
    assert_eq!(parse_cards::<2>("As Kd Qd"), Err(CardError::Count { expected: 2 }));
    assert_eq!(parse_cards::<2>("As As"), Err(CardError::Twice(expected[0])));
    assert_eq!(parse_cards::<2>("As K"), Err(CardError::Suit));
    assert_eq!(parse_card_list("As10d"), Ok(expected.to_vec()));
    assert_eq!(parse_card_list(" "), Ok(Vec::new()));
    assert_eq!(parse_card_list("As As"), Err(CardError::Twice(expected[0])));
}

// Clauses: CA.deck.2, BB.deck.1
#[test]
fn a_deck_is_fifty_two_different_cards_and_sets_round_trip() {
    let deck: Cards = Card::all().collect();
    assert_eq!(deck, Cards::DECK);
    assert_eq!(deck.len(), 52);
    assert_eq!(deck.iter().count(), 52);
    assert_eq!(deck.to_string().parse(), Ok(deck));
    assert!((!deck).is_empty());
    let aces: Cards = "As Ah Ad Ac".parse().unwrap();
    assert_eq!((deck - aces).len(), 48);
    assert_eq!((deck & aces), aces);
    assert!((deck - aces).is_disjoint(aces));
    assert_eq!("As As".parse::<Cards>(), Err(CardError::Twice("As".parse().unwrap())));
}

#[test]
fn hands_are_named_as_people_name_them() {
    let rows = [
        ("As Ks Qs Js Ts 2h 3h", "royal flush", "As Ks Qs Js Ts"),
        ("Ks Qs Js Ts 9s As 2h", "royal flush", "As Ks Qs Js Ts"),
        ("Ah 2h 3h 4h 5h Kd Ks", "straight flush, five high", "5h 4h 3h 2h Ah"),
        ("9c 9d 9h 9s Ks Kd 2c", "four of a kind, nines", "9c 9d 9h 9s Ks"),
        ("Kc Kd Kh 4s 4d 4h 2c", "full house, kings over fours", "Kc Kd Kh 4s 4d"),
        ("Kc Qc 9c 4c 3c 2c Ad", "flush, king high", "Kc Qc 9c 4c 3c"),
        ("Ad 2c 3h 4s 5d 5c Kd", "straight, five high", "5d 4s 3h 2c Ad"),
        ("Ad Kc Qh Js Td 9c 8d", "straight, ace high", "Ad Kc Qh Js Td"),
        ("6d 6c 6h Js Td 2c 3d", "three of a kind, sixes", "6d 6c 6h Js Td"),
        ("6d 6c Jh Js Td Tc 3d", "two pair, jacks and tens", "Jh Js Td Tc 6d"),
        ("6d 6c Ah Ks Td 2c 3d", "pair of sixes", "6d 6c Ah Ks Td"),
        ("9d 7c 5h 4s 3d", "nine high", "9d 7c 5h 4s 3d"),
        ("Ks Js 9s 4h 3h As Kd", "pair of kings", "Ks Kd As Js 9s"),
    ];
    for (cards, name, best) in rows {
        let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
        let hand = Hand::best_of(&cards).unwrap();
        assert_eq!((hand.to_string(), hand.notation().to_string()), (name.into(), best.into()));
    }
}

#[test]
fn a_hand_has_five_to_seven_different_cards() {
    let cards: Vec<Card> = Card::all().collect();
    for count in [0, 4, 8, 52] {
        let error = Hand::best_of(&cards[..count]).unwrap_err();
        assert_eq!(error.to_string(), format!("a hand has five to seven cards, not {count}"));
    }
    assert!(Hand::best_of(&[cards[0]; 5]).is_err());
}
