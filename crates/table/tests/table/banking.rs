use table::{Account, Awaits, BankOffer, By, Command, Decision, Event, PlayerId, TableError};
use uth::{Book, ButtonError, Cents, Schedule, Setup, Stage, Wagers};

use crate::room::{CLOCK, Room, STACK, ante, kinds, seat, settings};

fn accept(number: u8, wager: Cents) -> Command {
    Command::AcceptBank { player: PlayerId(u64::from(number)), seat: seat(number), wager }
}

fn decline(number: u8) -> Command {
    Command::DeclineBank { player: PlayerId(u64::from(number)), seat: seat(number) }
}

fn withdraw(number: u8) -> Command {
    Command::WithdrawBank { player: PlayerId(u64::from(number)), seat: seat(number) }
}

/// Plays a round against the seat that is asked to bank, and returns that seat.
fn banked_round(room: &mut Room) -> u8 {
    let bank = room.asked().expect("a seat is asked");
    let player = room.table.seats().find(|seat| room.table.is_active(*seat) && seat.number() != bank);
    let player = player.expect("a player").number();
    room.dealt(&[player], "");
    room.decide(player, Decision::Raise(4));
    room.reveal();
    bank
}

// Clauses: CA.play.2, CA.round.20, BB.type.4, BB.settle.11, R10
#[test]
fn everybody_banks_two_rounds_and_the_offer_goes_clockwise() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let mut room = Room::seated(book, &[2, 3, 5]);
        let bankers: Vec<u8> = (0..7).map(|_| banked_round(&mut room)).collect();
        assert_eq!(bankers, [2, 2, 3, 3, 5, 5, 2]);
    }
}

// Clauses: CA.round.20, R10
#[test]
fn changing_seats_gives_nobody_a_third_round_in_a_row() {
    let mut room = Room::seated(Book::California, &[2, 7]);
    assert_eq!(banked_round(&mut room), 2);
    room.does(Command::Leave { player: PlayerId(2), seat: seat(2) });
    room.does(Command::Sit { player: PlayerId(2), seat: seat(4) });
    let bank = banked_round_of(&mut room, 2, 4);
    assert_eq!(bank, 4, "their second round, from another seat");
    assert_eq!(room.asked(), Some(7));
}

/// Plays a round that this player banks from that seat against seat 7.
fn banked_round_of(room: &mut Room, player: u64, bank: u8) -> u8 {
    assert_eq!(room.asked(), Some(bank));
    let wager = Cents::dollars(100);
    room.does(Command::AcceptBank { player: PlayerId(player), seat: seat(bank), wager });
    room.open();
    room.wager(7, ante(10));
    room.time_out();
    room.deal("");
    room.decide(7, Decision::Raise(4));
    room.reveal();
    bank
}

// Clauses: BB.type.4, R10
#[test]
fn an_offer_that_is_declined_or_not_answered_goes_on() {
    let mut room = Room::seated(Book::California, &[1, 2, 3]);
    assert_eq!(room.asked(), Some(1));
    room.refuses(decline(2), TableError::Button(ButtonError { seat: seat(2), offered: Some(seat(1)) }));
    room.refuses(accept(3, STACK), TableError::Button(ButtonError { seat: seat(3), offered: Some(seat(1)) }));
    let declined = room.does(decline(1));
    assert_eq!(kinds(&declined), "BankDeclined, BankOffered");
    assert_eq!(room.asked(), Some(2));
    let events = room.time_out();
    assert_eq!(events[0], Event::BankDeclined { seat: seat(2), by: By::Table });
    assert_eq!(room.asked(), Some(3));
    assert_eq!(kinds(&room.does(decline(3))), "BankDeclined");
    assert_eq!(room.table.awaits(), Awaits::Players { until: None }, "if nobody takes it, no round starts");
    let again = Command::OfferBankAgain { player: PlayerId(2) };
    assert_eq!(kinds(&room.does(again.clone())), "BankOfferedAgain, BankOffered");
    assert_eq!(room.asked(), Some(1));
    room.refuses(again, TableError::NoOffer);
}

#[test]
fn it_takes_two_to_offer_the_bank_and_who_goes_away_is_not_asked() {
    let mut room = Room::seated(Book::California, &[3]);
    assert_eq!(room.asked(), None);
    room.refuses(Command::OfferBankAgain { player: PlayerId(3) }, TableError::NoOffer);
    room.sit(5);
    assert_eq!(room.asked(), Some(3));
    room.sit(1);
    assert_eq!(room.asked(), Some(1), "nobody has banked yet, so the first seat is asked");
    room.does(Command::SitOut { player: PlayerId(1), seat: seat(1) });
    assert_eq!(room.asked(), Some(3));
    let events = room.does(Command::Leave { player: PlayerId(3), seat: seat(3) });
    assert_eq!(kinds(&events), "Left, OfferLapsed");
    assert_eq!(room.asked(), None);
}

// Clauses: CA.bet.4, CA.round.19, BB.type.1, BB.type.2, R7
#[test]
fn the_bank_lies_on_the_table_and_nobody_wins_or_loses_more() {
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.open_banked(30);
    assert_eq!((room.wallet(1), room.table.escrow()), (STACK - Cents::dollars(30), Cents::dollars(30)));
    room.wager(2, ante(10));
    room.time_out();
    room.deal("As Kd 7c 7d Ks Js 9s 4h 3h");
    room.decide(2, Decision::Raise(4));
    assert_eq!(room.wallet(2), STACK + Cents::dollars(30), "of the fifty dollars due the bank covers thirty");
    assert_eq!(room.wallet(1), STACK - Cents::dollars(30));

    room.reveal();
    room.open_banked(30);
    room.wager(2, ante(10));
    room.time_out();
    room.deal("2s 3d 7c 7d Ks Js 9s 4h Th");
    room.decide(2, Decision::Raise(4));
    assert_eq!(room.wallet(1), STACK, "and it wins no more than it could have lost");
    assert_eq!(room.wallet(2), STACK);
}

// Clauses: CA.round.19
#[test]
fn a_bank_needs_an_amount_and_the_chips_for_it() {
    let mut room = Room::seated(Book::California, &[1, 2]);
    for wager in [0, -1, 50, 150, i64::MIN, i64::MAX] {
        room.refuses(
            accept(1, Cents(wager)),
            TableError::Rules(uth::RulesError::BankWager { chip: Cents(100) }),
        );
    }
    let needed = STACK + Cents::dollars(1);
    room.refuses(accept(1, needed), TableError::Funds { needed, available: STACK });
    room.does(accept(1, STACK));
    let asked = TableError::Button(ButtonError { seat: seat(1), offered: None });
    room.refuses(accept(1, STACK), asked);
    room.refuses(decline(1), asked);

    let mut house = Room::seated(Book::House, &[1, 2]);
    let house_banks = TableError::Rules(uth::RulesError::HouseBanks);
    house.refuses(accept(1, STACK), house_banks);
    house.refuses(decline(1), house_banks);
    house.refuses(Command::OfferBankAgain { player: PlayerId(1) }, house_banks);
}

// Clauses: R17, R23
#[test]
fn a_bank_may_be_taken_back_until_a_player_wagers_against_it() {
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.does(accept(1, Cents::dollars(100)));
    room.refuses(withdraw(2), TableError::NotBanking { seat: seat(2) });
    assert_eq!(kinds(&room.does(withdraw(1))), "BankWithdrawn, BankDeclined, BankOffered");
    assert_eq!((room.asked(), room.wallet(1)), (Some(2), STACK));

    room.open();
    room.wager(1, ante(10));
    room.refuses(withdraw(2), TableError::BankStays);
    room.does(Command::Withdraw { player: PlayerId(1), seat: seat(1) });
    let events = room.does(withdraw(2));
    assert_eq!(kinds(&events), "Voided, BankDeclined", "seat 1 has declined too");
    assert_eq!(room.stage(), Stage::Void);
    assert_eq!((room.wallet(1), room.wallet(2)), (STACK, STACK));
    room.reveal();
}

#[test]
fn a_player_dealer_leaves_when_the_round_is_over() {
    let leave = Command::Leave { player: PlayerId(1), seat: seat(1) };
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.does(accept(1, Cents::dollars(100)));
    assert_eq!(kinds(&room.clone().does(leave.clone())), "BankWithdrawn, BankDeclined, Left");
    room.open();
    assert_eq!(kinds(&room.clone().does(leave.clone())), "Voided, BankDeclined, Left");
    room.wager(2, ante(10));
    assert_eq!(kinds(&room.does(leave)), "Leaving");
    room.time_out();
    room.deal("");
    assert_eq!(kinds(&room.decide(2, Decision::Raise(4))), "Decided, Settled, Left");
    assert_eq!(room.table.bank(), BankOffer::Nobody, "one player alone is not asked");
}

// Clauses: R19, CA.glossary.7
#[test]
fn the_player_dealer_does_not_play_in_the_round_they_bank() {
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.open();
    let refusal = TableError::Rules(uth::RulesError::BankerPlays { seat: seat(1) });
    room.refuses(Command::Wager { player: PlayerId(1), seat: seat(1), wagers: ante(10) }, refusal);
}

fn with_schedule() -> Room {
    let schedule = Schedule::printed(1).copied();
    let mut room = Room::with(&settings(&Setup { schedule, ..Setup::new(Book::CaliforniaBadBeat) }, CLOCK));
    room.sit(1);
    room.sit(2);
    room
}

// Clauses: BB.collection.2, BB.collection.3, BB.collection.4, BB.collection.6, BB.schedule.1, R11
#[test]
fn the_collection_goes_from_the_player_dealer_to_the_drop_before_any_card() {
    let mut room = with_schedule();
    room.open_banked(500);
    room.wager(
        2,
        Wagers { ante: Cents::dollars(20), trips: Cents::dollars(10), bad_beat: Cents::dollars(5) },
    );
    assert_eq!(room.balance(Account::Drop), Cents::ZERO);
    room.time_out();
    assert_eq!(room.balance(Account::Drop), Cents::dollars(4), "$55 lies on the table");
    assert_eq!(room.wallet(1), STACK - Cents::dollars(504));
    assert_eq!(room.wallet(2), STACK - Cents::dollars(55), "players pay none");
    assert_eq!(room.table.awaits(), Awaits::Deck);
    room.deal("");
    room.decide(2, Decision::Raise(4));
    assert_eq!(room.balance(Account::Drop), Cents::dollars(4), "Play wagers do not count");
}

// Clauses: R11, R18
#[test]
fn a_void_round_gives_the_collection_back() {
    let mut room = with_schedule();
    room.open_banked(500);
    room.wager(2, ante(50));
    room.time_out();
    assert_eq!(room.balance(Account::Drop), Cents::dollars(6));
    room.deal("");
    room.does(Command::Void { floor: crate::room::FLOOR, reason: "a card was exposed".into() });
    assert_eq!((room.balance(Account::Drop), room.wallet(1), room.wallet(2)), (Cents::ZERO, STACK, STACK));
}

// Clauses: R11
#[test]
fn a_bank_must_leave_enough_for_the_collection() {
    let mut room = with_schedule();
    let most = STACK - Cents::dollars(12);
    let refusal = TableError::Funds { needed: STACK + Cents::dollars(1), available: STACK };
    room.refuses(accept(1, most + Cents::dollars(1)), refusal);
    room.does(accept(1, most));
    room.open();
    room.wager(2, ante(50));
    // Ann loses what she kept at another table.
    room.drain(Account::Wallet(PlayerId(1)), Account::Wallet(PlayerId(2)), Cents::dollars(12));
    let events = room.time_out();
    assert_eq!(kinds(&events), "Voided, BankOffered", "without the collection no card is dealt");
    assert_eq!(room.wallet(1), most);
}

// Clauses: R23
#[test]
fn a_void_round_is_not_a_banked_round() {
    let mut room = Room::seated(Book::California, &[1, 2, 3]);
    for _ in 0..3 {
        room.dealt(&[2], "");
        room.does(Command::Void { floor: crate::room::FLOOR, reason: "a fault".into() });
        room.reveal();
        assert_eq!(room.asked(), Some(1));
    }
    assert_eq!([banked_round(&mut room), banked_round(&mut room), banked_round(&mut room)], [1, 1, 2]);
}

#[test]
fn a_player_who_sits_down_during_a_round_does_not_disturb_the_button() {
    let mut room = Room::seated(Book::California, &[2, 3]);
    banked_round(&mut room);
    banked_round(&mut room);
    assert_eq!(room.asked(), Some(3));
    room.open();
    room.wager(2, ante(10));
    room.sit(1);
    room.time_out();
    room.deal("");
    room.decide(2, Decision::Raise(4));
    room.reveal();
    assert_eq!(room.asked(), Some(3), "seat 3 has banked one round and may bank another");
}
