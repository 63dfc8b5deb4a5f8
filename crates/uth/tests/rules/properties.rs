//! What holds for every table, every deal and every way to play it.

use proptest::prelude::*;
use uth::{
    Action, Banker, Book, Card, Cents, Deal, Decision, Deck, HandResult, Pays, Person, Play, Round, Schedule,
    Seat, Settlement, Setup, Stage, Stake, Strength, Suit, Wager, WagerOutcome, Wagers,
};

use crate::scene::{decision, seat};

/// A table with everything that can differ from table to table.
#[derive(Clone, Debug)]
struct Table {
    book: Book,
    button: u8,
    bank: Option<i64>,
    schedule: Option<u8>,
    hands: Vec<(u8, Wagers, Play)>,
    deck: Deck,
}

fn deck() -> impl Strategy<Value = Deck> {
    Just(Card::all().collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|cards| Deck::new(cards.try_into().expect("52 cards")).expect("a deck"))
}

fn wagers(book: Book) -> impl Strategy<Value = Wagers> {
    let amount = || prop_oneof![Just(0), 1..500i64].prop_map(|units| Cents(units * 2));
    (1..500i64, amount(), amount()).prop_map(move |(ante, trips, bad_beat)| {
        let takes_bad_beat = book == Book::CaliforniaBadBeat && trips > Cents::ZERO;
        Wagers { ante: Cents(ante * 2), trips, bad_beat: if takes_bad_beat { bad_beat } else { Cents::ZERO } }
    })
}

fn table() -> impl Strategy<Value = Table> {
    let play = prop_oneof![Just(Play::Fold), (1..=4u8).prop_map(Play::Raise)];
    (
        proptest::sample::select(Book::ALL.to_vec()),
        deck(),
        1..=6u8,
        proptest::option::of((1..10_000i64).prop_map(|chips| 2 * chips)),
    )
        .prop_flat_map(move |(book, deck, button, bank)| {
            let player_banked = matches!(book, Book::California | Book::CaliforniaBadBeat);
            let free: Vec<u8> = (1..=6).filter(|number| !player_banked || *number != button).collect();
            let seats = proptest::sample::subsequence(free.clone(), 1..=free.len());
            let hands = seats.prop_flat_map({
                let play = play.clone();
                move |seats| {
                    seats
                        .into_iter()
                        .map(|number| (Just(number), wagers(book), play.clone()))
                        .collect::<Vec<_>>()
                }
            });
            let schedule = proptest::option::of(1..=24u8);
            (hands, schedule).prop_map(move |(hands, schedule)| Table {
                book,
                button,
                bank: bank.filter(|_| player_banked),
                schedule: schedule.filter(|_| player_banked),
                hands,
                deck,
            })
        })
}

impl Table {
    fn open(&self) -> Round {
        let schedule = self.schedule.and_then(Schedule::printed).copied();
        let setup = Setup { chip: Cents(2), schedule, ..Setup::new(self.book) };
        let banker = match self.book {
            Book::Washington | Book::House => Banker::House,
            _ => Banker::PlayerDealer {
                seat: seat(self.button),
                person: Person(0),
                wager: self.bank.map(Cents),
            },
        };
        Round::open(setup.custom().expect("terms"), banker).expect("a round")
    }

    fn dealt(&self) -> Round {
        let mut round = self.open();
        for (number, wagers, _) in &self.hands {
            let person = Person(u64::from(*number));
            round.act(Action::Wager { seat: seat(*number), person, wagers: *wagers }).expect("wagers");
        }
        round.act(Action::NoMoreBets).expect("no more bets");
        let deal = Deal::from_deck(&self.deck, round.terms().setup().dealing, round.seats());
        round.act(Action::Deal(deal)).expect("dealt");
        round
    }

    fn played(&self) -> Round {
        let mut round = self.dealt();
        while round.stage() < Stage::Settled {
            let stage = round.stage();
            for (number, _, play) in &self.hands {
                if round.stage() == stage && round.awaits(seat(*number)) {
                    round.act(decision(stage, seat(*number), *play)).expect("a decision");
                }
            }
        }
        round
    }

    fn settled(&self) -> Settlement {
        self.played().settlement().expect("a settlement")
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn money_is_conserved_and_the_bank_stays_within_its_wager(table in table()) {
        let settled = table.settled();
        let players: Cents = settled.seats.iter().map(|seat| seat.net).sum();
        let lines: Cents = settled.lines.iter().map(|line| line.net).sum();
        let bank = settled.lines.last().map_or(Cents::ZERO, |line| line.bank);
        prop_assert_eq!(players, lines);
        prop_assert_eq!(players + bank, Cents::ZERO);
        if let Some(record) = settled.bank {
            prop_assert_eq!(record.net(), bank);
            let purse = bank - settled.collection.unwrap_or(Cents::ZERO);
            let drop = settled.collection.unwrap_or(Cents::ZERO);
            prop_assert_eq!(players + purse + drop, Cents::ZERO);
        }
        if let Some(limit) = table.bank {
            prop_assert!(settled.lines.iter().all(|line| line.bank.0.abs() <= limit));
            let exhausted = settled.lines.iter().position(|line| line.bank.0 == -limit);
            let after = exhausted.map_or(&[][..], |last| &settled.lines[last + 1..]);
            prop_assert!(after.iter().all(|line| line.outcome == WagerOutcome::Returned), "settlement has ended");
        }
        for line in &settled.lines {
            prop_assert!(line.net >= -line.stake, "nobody loses more than the stake");
        }
    }

    #[test]
    fn exchanging_suits_changes_nothing_but_the_cards(table in table(), turn in 1..4usize) {
        let exchanged = table.deck.cards().map(|card| {
            Card::new(card.rank(), Suit::ALL[(card.suit() as usize + turn) % 4])
        });
        let other = Table { deck: Deck::new(exchanged).expect("a deck"), ..table.clone() };
        prop_assert_eq!(table.settled().lines, other.settled().lines);
    }

    #[test]
    fn a_stronger_hand_never_settles_worse(
        one in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        deck in deck(),
        wagers in wagers(Book::House),
        times in 1..=4u8,
    ) {
        // Two hands play the same dealer and board for the same wagers: the stronger one gets at least as much.
        let (one, other) = (one.index(7) as u8 + 1, other.index(7) as u8 + 1);
        prop_assume!(one != other);
        let hands = [one, other].map(|number| (number, wagers, Play::Raise(times)));
        let round = Table { book: Book::House, button: 1, bank: None, schedule: None, hands: hands.to_vec(), deck };
        let settled = round.played().settlement().expect("a settlement");
        let [a, b] = &settled.seats[..] else { panic!("two seats") };
        let strength = |hand: Option<uth::Hand>| hand.map(|hand| hand.strength());
        if strength(a.hand) >= strength(b.hand) {
            prop_assert!(a.net >= b.net);
        } else {
            prop_assert!(a.net <= b.net);
        }
    }

    #[test]
    fn a_refused_action_changes_nothing_and_nothing_panics(table in table(), noise in noise()) {
        let mut round = table.open();
        for action in noise.into_iter().chain([Action::NoMoreBets]) {
            let before = round.clone();
            if round.act(action).is_err() {
                prop_assert_eq!(&round, &before);
            }
            prop_assert_eq!(round.settlement().is_some(), round.stage() >= Stage::Settled);
        }
    }

    #[test]
    fn a_round_accepts_a_decision_exactly_if_it_is_listed_as_legal(table in table(), absent in 0..6u8) {
        let mut round = table.open();
        assert_listed_decisions_are_accepted(&round)?;
        round = table.dealt();
        while round.stage() < Stage::Settled {
            let stage = round.stage();
            for (number, _, play) in &table.hands {
                assert_listed_decisions_are_accepted(&round)?;
                if round.stage() == stage && round.awaits(seat(*number)) {
                    let absent = round.decision_for_absent(seat(*number)).filter(|_| *number == absent);
                    let action = absent.map(|decision| decision.action(seat(*number)));
                    let action = action.unwrap_or_else(|| decision(stage, seat(*number), *play));
                    round.act(action).expect("a decision");
                }
            }
        }
        assert_listed_decisions_are_accepted(&round)?;
    }

    #[test]
    fn an_amount_is_accepted_exactly_if_it_is_offered(
        book in proptest::sample::select(Book::ALL.to_vec()),
        limits in proptest::option::of((1..400i64, 0..400i64)),
        chip in 1..60i64,
        wagers in any_wagers(),
        bad_beat_needs_trips in any::<bool>(),
    ) {
        let limits = limits.map(|(minimum, range)| {
            uth::Limits { minimum: Cents(minimum), maximum: Cents(minimum + range) }
        });
        let setup = Setup { limits, chip: Cents(chip * 2), bad_beat_needs_trips, ..Setup::new(book) };
        let terms = setup.custom().expect("terms");
        let amounts = [(Wager::Ante, wagers.ante), (Wager::Trips, wagers.trips), (Wager::BadBeat, wagers.bad_beat)];
        let lies = |wager: Wager| amounts.iter().any(|(one, amount)| *one == wager && *amount != Cents::ZERO);
        let is_offered = amounts.into_iter().filter(|(wager, _)| lies(*wager)).all(|(wager, amount)| {
            let offer = terms.wager_offers().find(|offer| offer.wager == wager);
            offer.is_some_and(|offer| match offer.stake {
                Stake::Chosen { minimum, maximum, step } => {
                    (minimum..=maximum).contains(&amount)
                        && amount.is_multiple_of(step)
                        && offer.requires.is_none_or(lies)
                }
                Stake::EqualToAnte | Stake::Raised => false,
            })
        });
        let banker = crate::scene::scene(book, "", "").banker();
        let mut round = Round::open(terms, banker).expect("a round");
        let answer = round.act(Action::Wager { seat: seat(3), person: Person(3), wagers });
        prop_assert_eq!(answer.is_ok(), is_offered && lies(Wager::Ante), "{:?}", answer);
    }

    #[test]
    fn a_hand_never_puts_down_more_than_its_exposure(table in table()) {
        let mut round = table.dealt();
        while round.stage() < Stage::Settled {
            let stage = round.stage();
            for (number, wagers, play) in &table.hands {
                let left = round.largest_raise_left(seat(*number));
                let legal = round.legal_actions(seat(*number)).map(|legal| legal.amount).max();
                prop_assert!(legal.unwrap_or_default() <= left);
                prop_assert!(wagers.table_action() + left <= wagers.exposure());
                if round.stage() == stage && round.awaits(seat(*number)) {
                    round.act(decision(stage, seat(*number), *play)).expect("a decision");
                }
            }
        }
        for (number, ..) in &table.hands {
            prop_assert_eq!(round.largest_raise_left(seat(*number)), Cents::ZERO);
        }
    }

    #[test]
    fn a_void_round_costs_nobody_anything(table in table(), steps in 0..6usize) {
        let mut round = table.dealt();
        for (number, _, play) in table.hands.iter().take(steps) {
            if round.awaits(seat(*number)) {
                round.act(decision(round.stage(), seat(*number), *play)).expect("a decision");
            }
        }
        prop_assume!(round.stage() < Stage::Settled);
        round.act(Action::Void("a fault".into())).expect("void");
        let settled = round.settlement().expect("a settlement");
        prop_assert!(settled.lines.iter().all(|line| line.net == Cents::ZERO));
        prop_assert_eq!(settled.collection.unwrap_or_default(), Cents::ZERO);
    }

    #[test]
    fn an_unlimited_bank_covers_what_any_limited_bank_covers(table in table()) {
        let unlimited = Table { bank: None, ..table.clone() }.settled();
        for (limited, full) in table.settled().lines.iter().zip(&unlimited.lines) {
            prop_assert_eq!((limited.seat, limited.wager, limited.stake), (full.seat, full.wager, full.stake));
            prop_assert!(limited.net.0.abs() <= full.net.0.abs());
            prop_assert!(limited.net.0 * full.net.0 >= 0, "a limit never turns a win into a loss");
        }
        for settled in &unlimited.seats {
            let expected = match settled.result {
                Some(HandResult::Fold) | None => continue,
                Some(result) => result,
            };
            let dealer = unlimited.dealer.map(|hand| hand.strength());
            let strength: Option<Strength> = settled.hand.map(|hand| hand.strength());
            prop_assert_eq!(expected == HandResult::Win, strength > dealer);
            prop_assert_eq!(expected == HandResult::Push, strength == dealer);
        }
    }
}

/// Tries every decision at every seat, legal or not.
fn assert_listed_decisions_are_accepted(round: &Round) -> Result<(), TestCaseError> {
    let raises = [0, 1, 2, 3, 4, 5, u8::MAX].map(Decision::Raise).into_iter();
    for decision in raises.chain([Decision::Check, Decision::Fold]) {
        for seat in Seat::up_to(8) {
            let is_legal = round.legal_actions(seat).any(|legal| legal.decision == decision);
            prop_assert_eq!(
                round.clone().act(decision.action(seat)).is_ok(),
                is_legal,
                "{} {}",
                seat,
                decision
            );
        }
    }
    Ok(())
}

/// Amounts around the limits and chips of small tables, zero and nonsense included.
fn any_wagers() -> impl Strategy<Value = Wagers> {
    let hundreds = || (0..9i64).prop_map(|count| count * 100);
    let amount = || prop_oneof![3 => Just(0), 5 => hundreds(), 4 => -10..900i64, 1 => any::<i64>()];
    (amount(), amount(), amount()).prop_map(|(ante, trips, bad_beat)| Wagers {
        ante: Cents(ante),
        trips: Cents(trips),
        bad_beat: Cents(bad_beat),
    })
}

/// Actions that make no sense, in any order.
fn noise() -> impl Strategy<Value = Vec<Action>> {
    let seats = (1..=8u8).prop_map(|number| Seat::new(number).expect("a seat"));
    let amounts = prop_oneof![any::<i64>().prop_map(Cents), (0..9i64).prop_map(|units| Cents(units * 100))];
    let wagers = (amounts.clone(), amounts.clone(), amounts).prop_map(|(ante, trips, bad_beat)| Wagers {
        ante,
        trips,
        bad_beat,
    });
    let action = prop_oneof![
        (seats.clone(), 0..4u64, wagers).prop_map(|(seat, person, wagers)| Action::Wager {
            seat,
            person: Person(person),
            wagers
        }),
        seats.clone().prop_map(Action::Withdraw),
        Just(Action::NoMoreBets),
        (deck(), proptest::collection::vec(seats.clone(), 0..8), 0..4usize).prop_map(
            |(deck, seats, dealing)| {
                Action::Deal(Deal::from_deck(&deck, uth::Dealing::ALL[dealing], seats.into_iter()))
            }
        ),
        seats.clone().prop_map(Action::Check),
        (seats.clone(), any::<u8>()).prop_map(|(seat, times)| Action::Raise(seat, times)),
        seats.prop_map(Action::Fold),
        Just(Action::Void("why not".into())),
    ];
    proptest::collection::vec(action, 0..40)
}

#[test]
fn pays_of_approved_tables_are_exact_for_the_smallest_chip() {
    for table in uth::PayTableId::ALL {
        assert!(Pays::approved(table).odds().all(|odds| odds.is_exact_for(Cents(2))));
    }
}
