//! A plain count of chips and cards beside the log. It reads the events as they are stored and settles with the oracle,
//! so that it shares no code with the table or with the rules' own settlement.

use std::collections::{BTreeMap, BTreeSet};

use oracle::{Book, Hand};
use protocol::{Decision, Event, Move, SeatOrder, TableSettings};
use uth::Card;

use super::Turn;
use crate::checker::{Checker, Mutant, Violation, ensure};

/// What an approved pay table pays to 1 on Trips, from the royal flush down to three of a kind, as the documents print
/// it.
const TRIPS: [(&str, [i64; 7]); 4] = [
    ("UTH-01", [50, 40, 30, 9, 7, 4, 3]),
    ("UTH-02", [50, 40, 30, 8, 6, 5, 3]),
    ("UTH-03", [50, 40, 30, 8, 7, 4, 3]),
    ("UTH-04", [50, 40, 20, 7, 6, 5, 3]),
];

/// What lies on a table, and what each account has paid and got since nothing lay there.
#[derive(Default)]
pub(super) struct PlainTable {
    mutant: Option<Mutant>,
    settings: Option<TableSettings>,
    /// The wagers of each seat, whose they are, and how the hand has decided.
    hands: BTreeMap<u8, PlainHand>,
    /// The seat and the player that bank, and with how much.
    bank: Option<(u8, u64, i64)>,
    /// By the names of the accounts.
    gained: BTreeMap<String, i64>,
}

struct PlainHand {
    player: u64,
    ante: i64,
    trips: i64,
    bad_beat: i64,
    play: Option<u8>,
}

impl PlainTable {
    pub(super) fn new(mutant: Option<Mutant>) -> PlainTable {
        PlainTable { mutant, ..PlainTable::default() }
    }

    /// Follows the events of an entry. If they settle a round, `over` lay on the table then.
    pub(super) fn follow(&mut self, table: u64, events: &[Event], over: &Turn) -> Result<(), Violation> {
        events.iter().try_for_each(|event| self.count(table, event, over))
    }

    /// Forgets the round, which is over.
    fn clear(&mut self) {
        *self = PlainTable { mutant: self.mutant, settings: self.settings.take(), ..PlainTable::default() };
    }

    fn count(&mut self, table: u64, event: &Event, turn: &Turn) -> Result<(), Violation> {
        for Move { debit, credit, amount } in moves(event) {
            *self.gained.entry(debit.to_string()).or_default() -= amount;
            *self.gained.entry(credit.to_string()).or_default() += amount;
        }
        match event {
            Event::Opened { settings, .. } => self.settings = Some((**settings).clone()),
            Event::BankAccepted { player, seat, wager, .. } => {
                self.bank = Some((seat.0.number(), player.0, *wager));
            }
            Event::Wagered { player, seat, wagers, .. } => {
                let hand = PlainHand {
                    player: player.0,
                    ante: wagers.ante,
                    trips: wagers.trips,
                    bad_beat: wagers.bad_beat,
                    play: None,
                };
                self.hands.insert(seat.0.number(), hand);
            }
            Event::Withdrawn { seat, .. } => drop(self.hands.remove(&seat.0.number())),
            Event::Decided { seat, decision: Decision::Raise { times }, .. } => {
                if let Some(hand) = self.hands.get_mut(&seat.0.number()) {
                    hand.play = Some(*times);
                }
            }
            Event::Settled { .. } => {
                self.check_cards(table, turn)?;
                let expected = self.expected(turn);
                self.compare(table, turn, &expected)?;
                self.clear();
            }
            Event::Voided { .. } | Event::BankWithdrawn { .. } => {
                self.compare(table, turn, &BTreeMap::new())?;
                self.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether every hand has two cards, the board five, and no card lies there twice.
    fn check_cards(&self, table: u64, turn: &Turn) -> Result<(), Violation> {
        let holes = turn.holes.iter().flat_map(|(_, _, hole)| hole);
        let dealt = holes.chain(&turn.board).chain(turn.dealer.iter().flatten());
        let indexes: Vec<usize> = dealt.map(|card| card.index()).collect();
        let different: BTreeSet<&usize> = indexes.iter().collect();
        let expected = 2 * self.hands.len() + 5 + 2 * turn.dealer.iter().len();
        ensure(indexes.len() == expected && different.len() == expected, Checker::Deck, || {
            let (cards, hands) = (different.len(), self.hands.len());
            format!("table {table} at {}: {cards} different cards for {hands} hands", turn.seq)
        })
    }

    /// What every account should have gained in the round, by the oracle.
    fn expected(&self, turn: &Turn) -> BTreeMap<String, i64> {
        let Some(round) = self.round(turn) else { return BTreeMap::new() };
        let mut expected = BTreeMap::new();
        let mut won = 0;
        for line in oracle::settle(&round) {
            won += line.net;
            let player = self.hands.get(&line.seat).map_or(0, |hand| hand.player);
            *expected.entry(format!("wallet:{player}")).or_default() += line.net;
        }
        // The collection is the banker's alone. How much it is has tests of its own.
        let collected = self.gained.get("drop").copied().unwrap_or_default();
        let bank = self.bank.map_or_else(|| "house".to_owned(), |(_, player, _)| format!("wallet:{player}"));
        *expected.entry(bank).or_default() -= won + collected;
        *expected.entry("drop".to_owned()).or_default() += collected;
        expected
    }

    fn round(&self, turn: &Turn) -> Option<oracle::Table> {
        let settings = self.settings.as_ref()?;
        let book = match settings.book.0 {
            uth::Book::California => Book::California,
            uth::Book::Washington => Book::Washington,
            uth::Book::CaliforniaBadBeat => Book::CaliforniaBadBeat,
            uth::Book::House => Book::House,
        };
        let name = settings.pay_table.as_ref().map(ToString::to_string);
        let usual = if book == Book::CaliforniaBadBeat { "UTH-04" } else { "UTH-01" };
        let name = name.as_deref().unwrap_or(usual);
        let name = if self.mutant == Some(Mutant::OtherPays) { "UTH-02" } else { name };
        let trips_pays = TRIPS.iter().find(|(table, _)| *table == name)?.1;
        let hand = |(seat, hand): (&u8, &PlainHand)| {
            let hole = turn.holes.iter().find(|(dealt, ..)| dealt.number() == *seat)?.2;
            let PlainHand { ante, trips, bad_beat, play, .. } = *hand;
            Some(Hand { seat: *seat, ante, trips, bad_beat, hole: hole.map(plain), play })
        };
        Some(oracle::Table {
            book,
            trips_pays,
            button: self.bank.map(|(seat, ..)| seat),
            bank: self.bank.map(|(.., wager)| wager),
            left_to_right: settings.seat_order == Some(SeatOrder::LeftToRight),
            aggregate: settings.aggregate.map(|most| (most.blind, most.trips)),
            // Where all hands have folded, the dealer's stay face down and decide nothing (R26): any others will do.
            dealer: turn.dealer.or_else(|| turn.deck.last_chunk().copied())?.map(plain),
            board: turn.board.clone().try_into().ok().map(|board: [Card; 5]| board.map(plain))?,
            hands: self.hands.iter().map(hand).collect::<Option<_>>()?,
        })
    }

    /// Whether the accounts have gained that, and nothing is left on the table.
    fn compare(&self, table: u64, turn: &Turn, expected: &BTreeMap<String, i64>) -> Result<(), Violation> {
        let accounts: BTreeSet<&String> = self.gained.keys().chain(expected.keys()).collect();
        let gained = |of: &BTreeMap<String, i64>, account: &String| of.get(account).copied().unwrap_or(0);
        let wrong = accounts.into_iter().find(|name| gained(&self.gained, name) != gained(expected, name));
        ensure(wrong.is_none(), Checker::Settlement, || {
            let name = wrong.cloned().unwrap_or_default();
            let (has, should) = (gained(&self.gained, &name), gained(expected, &name));
            format!("table {table} at {}: {name} has gained {has}, and by the oracle {should}", turn.seq)
        })
    }
}

/// The chips that an event moves.
pub(super) fn moves(event: &Event) -> &[Move] {
    match event {
        Event::BankAccepted { moves, .. }
        | Event::BankWithdrawn { moves, .. }
        | Event::Wagered { moves, .. }
        | Event::Withdrawn { moves, .. }
        | Event::BetsClosed { moves, .. }
        | Event::Decided { moves, .. }
        | Event::Settled { moves }
        | Event::Voided { moves, .. } => moves,
        _ => &[],
    }
}

fn plain(card: Card) -> oracle::Card {
    (card.rank() as u8 + 2, card.suit() as u8)
}
