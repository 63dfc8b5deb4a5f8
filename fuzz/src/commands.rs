//! Any commands, one after the other, of nine players at any table: sensible ones, so that rounds are played, and
//! senseless ones between them.
//!
//! Chips are neither made nor lost, no purse is overdrawn, a refusal changes nothing, the events alone give the same
//! state, a checkpoint resumes it, and nobody's view depends on a card that they may not see.

use arbitrary::{Result, Unstructured};
use table::{
    Account, Awaits, BankOffer, Command, Commitment, Decision, Event, PlayerId, Seed, Table, TableError,
    TableMode, TableView, Viewer, view,
};
use uth::{Banking, Book, Card, Cents, Deck, Schedule, Seat, Setup, Stage, Wagers};

/// The card room of the table's own tests, with a real ledger.
#[allow(dead_code)]
#[path = "../../crates/table/tests/table/room.rs"]
mod room;

use room::{BANKROLL, CLOCK, FLOOR, Room, STACK, seat, settings};

const PLAYERS: u64 = 9;
const MOST_STEPS: usize = 200;

pub fn try_out(bytes: &[u8]) {
    let mut chance = Unstructured::new(bytes);
    // When the bytes run out, the evening is over.
    let Ok(mut room) = opened(&mut chance) else { return };
    for _ in 0..MOST_STEPS {
        let Ok(command) = command(&mut chance, &mut room) else { break };
        ask(&mut room, command);
    }
    assert_eq!(Table::replay(&room.events).as_ref(), Ok(&room.table), "the events are the whole truth");
    if let Some(checkpoint) = room.table.checkpoint() {
        let resumed = Table::resumed(&checkpoint).expect("it resumes");
        assert_eq!(resumed.checkpoint(), Some(checkpoint));
    }
    for viewer in (1..=PLAYERS).map(|player| Viewer::Player(PlayerId(player))).chain([Viewer::Spectator]) {
        hides(&room, viewer);
    }
}

/// A table with everything that can differ from table to table.
fn opened(chance: &mut Unstructured<'_>) -> Result<Room> {
    let book = *chance.choose(&Book::ALL)?;
    let house = book.rules().banking == Banking::House;
    let schedule = Schedule::printed(chance.int_in_range(0..=24)?).copied().filter(|_| !house);
    let dealing = *chance.choose(book.rules().dealings)?;
    let mode = if house && chance.ratio(1, 4)? { TableMode::Solo } else { CLOCK };
    let mut room = Room::with(&settings(&Setup { schedule, dealing, ..Setup::new(book) }, mode));
    for player in 1..=PLAYERS {
        room.grant(Account::Wallet(PlayerId(player)), STACK);
    }
    Ok(room)
}

fn ask(room: &mut Room, command: Command) {
    let (before, events) = (room.table.clone(), room.events.len());
    let ledger = room.ledger.clone();
    // The ledger refuses to overdraw anybody, and the room panics if it refuses.
    match room.try_do(command) {
        Ok(happened) => assert!(!happened.is_empty(), "what is not refused leaves a record"),
        Err(error) => {
            assert!(!matches!(error, TableError::Fault(_)), "{error}");
            assert!(!error.to_string().is_empty());
            assert_eq!((&room.table, room.events.len()), (&before, events));
            assert_eq!(room.ledger, ledger);
        }
    }
    let granted = BANKROLL + STACK * PLAYERS.cast_signed();
    assert_eq!(room.balance(Account::Cashier), -granted, "tables make no chips");
    for player in 1..=PLAYERS {
        assert!(room.balance(Account::Wallet(PlayerId(player))) >= Cents::ZERO);
    }
}

fn command(chance: &mut Unstructured<'_>, room: &mut Room) -> Result<Command> {
    if chance.is_empty() {
        return Err(arbitrary::Error::NotEnoughData);
    }
    room.now = room.now.plus_ms(u64::from(chance.int_in_range(0..=3u8)?) * 1_000);
    if chance.ratio(1, 3)? { senseless(chance, &room.table) } else { sensible(chance, room) }
}

/// A command that makes sense now.
fn sensible(chance: &mut Unstructured<'_>, room: &mut Room) -> Result<Command> {
    Ok(match room.table.awaits() {
        Awaits::Commitment => Command::Commit { commitment: Commitment([7; 32]) },
        Awaits::Opening => Command::OpenRound,
        Awaits::Deck => Command::Deal { deck: deck(chance)? },
        Awaits::Reveal => Command::Reveal { seed: Seed([8; 32]) },
        Awaits::Players { until: Some(until) } if chance.ratio(1, 4)? => {
            room.now = room.now.max(until);
            Command::Tick
        }
        Awaits::Players { .. } | Awaits::Nothing => of_a_player(chance, &room.table)?,
    })
}

/// What a seated player would ask now.
fn of_a_player(chance: &mut Unstructured<'_>, table: &Table) -> Result<Command> {
    let seated: Vec<Seat> = table.seats().filter(|seat| table.occupant(*seat).is_some()).collect();
    let asked = match table.bank() {
        BankOffer::Offered { seat, .. } => Some(seat),
        _ => None,
    };
    if seated.is_empty() || chance.ratio(1, 12)? {
        return Ok(Command::Sit { player: player(chance)?, seat: any_seat(chance)? });
    }
    let seat = if let Some(asked) = asked { asked } else { *chance.choose(&seated)? };
    let player = table.occupant(seat).map_or(PlayerId(1), |who| who.player);
    Ok(match table.live().map(|live| live.round.stage()) {
        None if asked.is_some() => Command::AcceptBank { player, seat, wager: Cents::dollars(50) },
        None => Command::OfferBankAgain { player },
        Some(Stage::Betting) if chance.ratio(1, 5)? => Command::NoMoreBets { player },
        Some(Stage::Betting) => {
            let ante = Cents::dollars(chance.int_in_range(1..=30)?);
            Command::Wager { player, seat, wagers: Wagers { trips: ante, ..Wagers::ante(ante) } }
        }
        Some(_) => Command::Decide { player, seat, decision: decision(chance)? },
    })
}

/// Anything at all.
fn senseless(chance: &mut Unstructured<'_>, table: &Table) -> Result<Command> {
    let (stranger, seat) = (player(chance)?, any_seat(chance)?);
    let player =
        table.occupant(seat).filter(|_| stranger.0.is_multiple_of(2)).map_or(stranger, |who| who.player);
    Ok(match chance.int_in_range(0..=20u8)? {
        0 | 1 => Command::Sit { player, seat },
        2 => Command::Leave { player, seat },
        3 => Command::SitOut { player, seat },
        4 => Command::ComeBack { player, seat },
        5 => Command::AcceptBank { player, seat, wager: amount(chance)? },
        6 => Command::DeclineBank { player, seat },
        7 => Command::WithdrawBank { player, seat },
        8 => Command::OfferBankAgain { player },
        9 if chance.arbitrary()? => Command::OpenRound,
        9 => Command::Commit { commitment: Commitment([chance.arbitrary()?; 32]) },
        10 | 11 => {
            let (ante, trips, bad_beat) = (amount(chance)?, amount(chance)?, amount(chance)?);
            Command::Wager { player, seat, wagers: Wagers { ante, trips, bad_beat } }
        }
        12 => Command::Withdraw { player, seat },
        13 => Command::AddSeed { player, seat, seed: Seed([chance.arbitrary()?; 32]) },
        14 => Command::NoMoreBets { player },
        15 => Command::Deal { deck: deck(chance)? },
        16 | 17 => Command::Decide { player, seat, decision: decision(chance)? },
        18 => Command::Reveal { seed: Seed([chance.arbitrary()?; 32]) },
        19 if chance.ratio(1, 4)? => Command::Void { floor: FLOOR, reason: reason(chance)? },
        20 if chance.ratio(1, 16)? => Command::Close { floor: FLOOR, reason: reason(chance)? },
        _ => Command::Tick,
    })
}

fn reason(chance: &mut Unstructured<'_>) -> Result<String> {
    Ok(if chance.ratio(1, 4)? { String::new() } else { "a fault".to_owned() })
}

fn player(chance: &mut Unstructured<'_>) -> Result<PlayerId> {
    Ok(PlayerId(chance.int_in_range(1..=PLAYERS)?))
}

fn any_seat(chance: &mut Unstructured<'_>) -> Result<Seat> {
    Ok(seat(chance.int_in_range(1..=8)?))
}

fn amount(chance: &mut Unstructured<'_>) -> Result<Cents> {
    Ok(match chance.int_in_range(0..=7u8)? {
        0 => Cents(chance.arbitrary()?),
        1 => Cents(-100),
        2 => Cents(50),
        3 | 4 => Cents::ZERO,
        _ => Cents::dollars(chance.int_in_range(0..=255)?),
    })
}

fn decision(chance: &mut Unstructured<'_>) -> Result<Decision> {
    Ok(match chance.int_in_range(0..=7u8)? {
        0..=2 => Decision::Check,
        3 => Decision::Fold,
        times => Decision::Raise(times - 3),
    })
}

fn deck(chance: &mut Unstructured<'_>) -> Result<Deck> {
    let (step, start) = (chance.int_in_range(0..=50usize)? + 1, chance.int_in_range(0..=51usize)?);
    // Multiples of what has no divisor in common with 53 go once through all of 1 to 52.
    let all: Vec<Card> = Card::all().collect();
    let cards: Vec<Card> = (0..52).map(|place| all[(start + (place + 1) * step % 53 - 1) % 52]).collect();
    Ok(Deck::new(cards.try_into().expect("52 cards")).expect("each card once"))
}

/// Exchanges all cards that the viewer has not seen, plays the evening again, and compares what they see.
fn hides(room: &Room, viewer: Viewer) {
    let Some(live) = room.table.live().filter(|live| live.round.stage() >= Stage::Preflop) else { return };
    let seen = view(&room.table, viewer);
    let visible = checked(&seen, viewer, live.round.stage());
    let other = room.events.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
    let place = other.expect("cards lie on the table, so they were dealt");
    let mut events = room.events.clone();
    let Event::Dealt { deck, .. } = &mut events[place] else { unreachable!("that event is a deal") };
    let before = *deck.cards();
    let hidden: Vec<usize> = (0..52).filter(|index| !visible.contains(&before[*index])).collect();
    let mut cards = before;
    for (turn, index) in hidden.iter().enumerate() {
        cards[*index] = before[hidden[(turn + 11) % hidden.len()]];
    }
    *deck = Deck::new(cards).expect("each card once");
    let other = Table::replay(&events).expect("no decision depends on it");
    assert_eq!(view(&other, viewer), seen);
}

/// The cards that a viewer sees of a round that is under way, which are their own and the board.
fn checked(seen: &TableView, viewer: Viewer, stage: Stage) -> Vec<Card> {
    let round = seen.round.as_ref().expect("a round");
    let board = match stage {
        Stage::Flop => 3,
        Stage::River => 5,
        _ => 0,
    };
    assert_eq!((round.board.len(), round.dealer, round.dealer_hand), (board, None, None));
    assert!(round.revealed.is_none() && round.settled_wagers().is_empty());
    let mut visible = round.board.clone();
    for hand in &round.hands {
        assert_eq!(hand.hole.is_some(), viewer == Viewer::Player(hand.player));
        assert_eq!((hand.hand, hand.result, hand.net), (None, None, None));
        let may_act = hand.awaited && viewer == Viewer::Player(hand.player);
        assert_eq!(hand.actions.is_empty(), !may_act);
        visible.extend(hand.hole.into_iter().flatten());
    }
    visible
}
