use uth::{
    Book, Card, Cards, Deal, Dealing, Deck, Destination, Play, Round, RulesError, Seat, SeatOrder, Stage,
};

use crate::scene::{scene, seat, wagers};

/// Where the cards go at a table where those seats play: seats by number, D for the dealer, B for the board.
fn order(dealing: Dealing, seats: &[u8]) -> String {
    let seats = seats.iter().map(|number| seat(*number));
    let letter = |destination| match destination {
        Destination::Seat(seat) => seat.to_string(),
        Destination::Dealer => "D".to_string(),
        Destination::Board => "B".to_string(),
    };
    dealing.order(seats).map(letter).collect()
}

// Clauses: CA.deal.3a, CA.deal.3b, CA.deal.3c, BB.deal.6a, BB.deal.6b, BB.deal.6c, R15
#[test]
fn a_shoe_deals_one_card_at_a_time_twice_round_and_then_the_board() {
    assert_eq!(order(Dealing::Shoe, &[1, 3, 8]), "138D138DBBBBB");
}

// Clauses: CA.deal.4a, CA.deal.4b, CA.deal.4c, BB.deal.7a, BB.deal.7b, BB.deal.7c, R15
#[test]
fn a_shuffler_deals_two_cards_to_each_then_the_dealer_then_the_board() {
    assert_eq!(order(Dealing::Shuffler, &[1, 3, 8]), "113388DDBBBBB");
}

// Clauses: WA.hand.3, WA.hand.5, WA.hand.7, HB.intro.5, HB.2, HB.4, R15
#[test]
fn a_hand_held_deck_deals_two_cards_to_each_and_the_board_street_by_street() {
    assert_eq!(order(Dealing::Hand, &[1, 3, 7]), "113377DDBBBBB");
}

// Clauses: WA.ideal.3, WA.ideal.4, R15
#[test]
fn an_ideal_shuffler_deals_the_board_first() {
    assert_eq!(order(Dealing::Ideal, &[1, 3, 7]), "BBBBB113377DD");
}

// Clauses: CA.play.3, CA.deal.1b, BB.deal.4b, BB.object.2, WA.over.2, R15
#[test]
fn full_tables_are_dealt_card_by_card_from_the_top_without_burning_any() {
    let deck = Deck::unshuffled();
    let index = |card: Card| card.index();
    let full: Vec<u8> = (1..=7).collect();
    let seats = || full.iter().map(|number| seat(*number));
    for (dealing, first, last, dealer, board) in [
        (Dealing::Shoe, [0, 8], [6, 14], [7, 15], [16, 17, 18, 19, 20]),
        (Dealing::Shuffler, [0, 1], [12, 13], [14, 15], [16, 17, 18, 19, 20]),
        (Dealing::Hand, [0, 1], [12, 13], [14, 15], [16, 17, 18, 19, 20]),
        (Dealing::Ideal, [5, 6], [17, 18], [19, 20], [0, 1, 2, 3, 4]),
    ] {
        let deal = Deal::from_deck(&deck, dealing, seats());
        let round = showdown(deal, &full);
        assert_eq!(round.hole(seat(1)).unwrap().map(index), first, "{dealing}");
        assert_eq!(round.hole(seat(7)).unwrap().map(index), last, "{dealing}");
        assert_eq!(round.dealer().unwrap().map(index), dealer, "{dealing}");
        assert_eq!(round.board().iter().map(|card| index(*card)).collect::<Vec<_>>(), board, "{dealing}");
    }
}

fn showdown(deal: Deal, seats: &[u8]) -> Round {
    let mut table = scene(Book::House, "", "");
    table.setup.dealing = Dealing::Hand;
    let mut round = Round::open(table.setup.approved().unwrap(), uth::Banker::House).unwrap();
    for number in seats {
        let person = uth::Person(u64::from(*number));
        round.act(uth::Action::Wager { seat: seat(*number), person, wagers: wagers(100, 0, 0) }).unwrap();
    }
    round.act(uth::Action::NoMoreBets).unwrap();
    round.act(uth::Action::Deal(deal)).unwrap();
    for number in seats {
        round.act(uth::Action::Raise(seat(*number), 4)).unwrap();
    }
    round
}

// Clauses: CA.deal.2, CA.deal.5, BB.deal.5, BB.deal.8, CA.glossary.4, WA.ideal.7, WA.ideal.9, WA.hand.9, WA.ideal.11
// Clauses: CA.round.2, CA.round.4, CA.round.7, BB.deal.10, BB.deal.12, BB.deal.15, HB.6, R16
#[test]
fn what_has_not_been_turned_over_cannot_be_asked_for() {
    for book in Book::ALL {
        let table =
            scene(book, "7c 7d", "Ks Js 9s 4h 3h").hand(3, wagers(100, 0, 0), "As Kd", Play::Raise(1));
        let mut round = table.dealt();
        let mut seen = vec![(round.stage(), round.board().len(), round.dealer().is_some())];
        for action in
            [uth::Action::Check(seat(3)), uth::Action::Check(seat(3)), uth::Action::Raise(seat(3), 1)]
        {
            round.act(action).unwrap();
            seen.push((round.stage(), round.board().len(), round.dealer().is_some()));
        }
        let expected = [
            (Stage::Preflop, 0, false),
            (Stage::Flop, 3, false),
            (Stage::River, 5, false),
            (Stage::Settled, 5, true),
        ];
        assert_eq!(seen, expected);
    }
}

#[test]
fn cards_go_to_just_those_seats_that_play() {
    let table =
        scene(Book::House, "7c 7d", "Ks Js 9s 4h 3h").hand(3, wagers(100, 0, 0), "As Kd", Play::Raise(1));
    let mut round = Round::open(table.setup.approved().unwrap(), table.banker()).unwrap();
    round
        .act(uth::Action::Wager { seat: seat(3), person: uth::Person(3), wagers: wagers(100, 0, 0) })
        .unwrap();
    round.act(uth::Action::NoMoreBets).unwrap();
    for wrong in [&[][..], &[2], &[2, 3], &[3, 8]] {
        let deal =
            Deal::from_deck(&Deck::unshuffled(), Dealing::Hand, wrong.iter().map(|number| seat(*number)));
        assert_eq!(round.act(uth::Action::Deal(deal)), Err(RulesError::WrongSeatsDealt));
        assert_eq!(round.stage(), Stage::Closed);
    }
}

// Clauses: CA.deck.2, BB.deck.1
#[test]
fn a_deck_with_a_card_twice_is_refused() {
    let mut cards = *Deck::unshuffled().cards();
    assert_eq!(cards.into_iter().collect::<Cards>(), Cards::DECK);
    assert!(Deck::new(cards).is_ok());
    cards[51] = cards[0];
    assert!(Deck::new(cards).is_err());
    let [one, other, ..] = cards;
    let mut deck = Deck::unshuffled();
    deck.swap(0, 1);
    assert_eq!(deck.cards()[..2], [other, one]);
    let known = Deal::known(
        [(seat(1), [one, other])],
        [one, cards[2]],
        std::array::from_fn(|index| cards[index + 3]),
    );
    assert!(known.is_err());
}

#[test]
fn ways_of_dealing_read_back_as_they_are_written() {
    for dealing in Dealing::ALL {
        assert_eq!(dealing.to_string().parse(), Ok(dealing));
    }
    assert!("machine".parse::<Dealing>().is_err());
}

// Clauses: R15
#[test]
fn every_set_of_seats_is_dealt_in_the_order_of_its_way() {
    for dealing in Dealing::ALL {
        for set in 1..=u8::MAX {
            let seats = Seat::up_to(8).filter(|seat| set >> seat.index() & 1 == 1);
            let deck = Deck::unshuffled();
            let mut holes: Vec<(Seat, Vec<Card>)> = seats.clone().map(|seat| (seat, Vec::new())).collect();
            let (mut dealer, mut board) = (Vec::new(), Vec::new());
            for (card, destination) in deck.cards().iter().zip(dealing.order(seats.clone())) {
                match destination {
                    Destination::Seat(to) => {
                        holes.iter_mut().find(|(seat, _)| *seat == to).unwrap().1.push(*card);
                    }
                    Destination::Dealer => dealer.push(*card),
                    Destination::Board => board.push(*card),
                }
            }
            let holes = holes.into_iter().map(|(seat, hole)| (seat, hole.try_into().unwrap()));
            let one_by_one = Deal::known(holes, dealer.try_into().unwrap(), board.try_into().unwrap());
            assert_eq!(one_by_one, Ok(Deal::from_deck(&deck, dealing, seats)), "{dealing} {set:b}");
        }
    }
}

// Clauses: R8
#[test]
fn seats_take_their_turns_from_the_bank_or_from_one_end() {
    let turns = |order: SeatOrder, places, bank: Option<u8>| {
        order.seats(places, bank.and_then(Seat::new)).map(Seat::number).collect::<Vec<_>>()
    };
    for places in 1..=8 {
        let all: Vec<u8> = (1..=places).collect();
        assert_eq!(turns(SeatOrder::LeftToRight, places, None), all);
        assert_eq!(
            turns(SeatOrder::RightToLeft, places, None),
            all.iter().rev().copied().collect::<Vec<_>>()
        );
        for bank in 1..=places {
            let left = (bank + 1..=places).chain(1..bank).collect::<Vec<_>>();
            assert_eq!(turns(SeatOrder::ClockwiseFromBank, places, Some(bank)), left);
        }
    }
}
