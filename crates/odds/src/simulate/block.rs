//! A block of rounds, played in sequence with its own random stream.

use core::ops::Range;

use uth::{
    Action, Banker, Button, Cards, Cents, Deal, Deck, Person, Round, RulesError, Seat, SettlementLine, Stage,
    Strength,
};

use super::generator::{Generator, Shuffle};
use super::table::{SeatedPlayer, SimulatedTable};
use super::totals::SimulationResult;

/// The number of rounds that share a random stream: enough to make seeding negligible, few enough that threads finish
/// together.
pub const ROUNDS_PER_BLOCK: u64 = 16_384;

/// The table while a block is played.
pub(super) struct Block<'t, 'a> {
    table: &'t SimulatedTable<'a>,
    chance: Generator,
    deck: Deck,
    shuffle: Shuffle,
    button: Button,
    outcome: SimulationResult,
    /// The index of each seat in the totals.
    seat_indices: [usize; Seat::MOST],
}

impl<'t, 'a> Block<'t, 'a> {
    /// Plays the rounds of a block, calls `observe` with each finished round, and returns the totals.
    #[inline(never)]
    pub(super) fn play(
        table: &'t SimulatedTable<'a>,
        seed: u64,
        block: u64,
        rounds: Range<u64>,
        mut observe: impl FnMut(u64, &Round),
    ) -> SimulationResult {
        let mut block = Block::new(table, seed, block, rounds.start);
        let mut round = Round::open(*table.terms(), block.next_banker()).expect(CHECKED);
        for number in rounds.clone() {
            if number > rounds.start {
                let banker = table.bank().unwrap_or_else(|| block.next_banker());
                round.open_next(banker).expect(CHECKED);
            }
            block.play_out(&mut round);
            block.sum_up(&round);
            observe(number, &round);
        }
        block.outcome.rounds = rounds.end - rounds.start;
        block.outcome.seats.iter_mut().for_each(super::totals::SeatTotals::count_wagers);
        block.outcome
    }

    fn new(table: &'t SimulatedTable<'a>, seed: u64, block: u64, first: u64) -> Block<'t, 'a> {
        let hands = table.players().len() + usize::from(table.bank().is_some());
        let mut seat_indices = [0; Seat::MOST];
        for (index, player) in table.players().iter().enumerate() {
            seat_indices[player.seat.index()] = index;
        }
        let mut block = Block {
            table,
            chance: Generator::of_block(seed, block),
            deck: Deck::unshuffled(),
            shuffle: Shuffle::new(2 * hands + 5),
            button: Button::default(),
            outcome: SimulationResult::new(table.players().iter().map(|player| player.seat)),
            seat_indices,
        };
        if table.bank().is_none() {
            // The button is back where it started once every banker has banked twice.
            for _ in 0..first % (2 * table.bankers() as u64) {
                block.next_banker();
            }
        }
        block
    }

    /// Offers the bank until a player takes it, unless the banker is fixed. The result is used: an opened round is
    /// played to its end.
    fn next_banker(&mut self) -> Banker {
        if let Some(banker) = self.table.bank() {
            return banker;
        }
        let occupied = |seat: Seat| self.table.player(seat).map(|_| Person(u64::from(seat.number())));
        loop {
            let seat = self.button.offered(occupied).expect(CHECKED);
            match self.table.player(seat).and_then(SeatedPlayer::as_banker) {
                Some(banker) => {
                    self.button.banked(seat, occupied).expect(CHECKED);
                    return banker;
                }
                None => self.button.decline(seat, occupied).expect(CHECKED),
            }
        }
    }

    /// Plays an open round to its end.
    #[inline]
    fn play_out(&mut self, round: &mut Round) {
        let banker = *round.banker();
        for player in self.table.players().iter().filter(|player| player.plays_against(&banker)) {
            round.act(player.wager()).expect(CHECKED);
        }
        round.act(Action::NoMoreBets).expect(CHECKED);
        self.shuffle.shuffle(&mut self.deck, &mut self.chance);
        let deal = Deal::from_deck(&self.deck, self.table.terms().setup().dealing, round.seats());
        round.act(Action::Deal(deal)).expect(CHECKED);
        while round.stage() < Stage::Settled {
            for player in self.table.players() {
                if round.awaits(player.seat) {
                    decide(player, round).expect("a strategy raises three or four Antes before the flop");
                }
            }
        }
    }

    /// Settles a round and adds it to the totals.
    #[inline]
    fn sum_up(&mut self, round: &Round) {
        let mut nets = [Cents::ZERO; Seat::MOST];
        let (seats, seat_indices) = (&mut self.outcome.seats, &self.seat_indices);
        let bank = round.settle(|line: SettlementLine| {
            nets[line.seat.index()] += line.net;
            seats[seat_indices[line.seat.index()]].add_line(&line);
        });
        let bank = bank.expect("the round is over");
        let collection = round.collection().unwrap_or(Cents::ZERO);
        self.outcome.bank.add(bank.net());
        self.outcome.collection.add(collection);
        self.outcome.exhausted += u64::from(bank.exhausted());
        let board: Cards = round.board().iter().copied().collect();
        for sums in &mut self.outcome.seats {
            let hand = round.hole(sums.seat).zip(round.play(sums.seat));
            if let Some((hole, play)) = hand {
                let made = Strength::of(hole.into_iter().fold(board, Cards::with));
                sums.add_hand(nets[sums.seat.index()], play, made);
            } else {
                sums.banked.add(bank.net());
                sums.collected.add(collection);
            }
        }
    }
}

/// [`SimulatedTable`] has tried every round when it was built.
const CHECKED: &str = "the table was checked";

#[inline]
fn decide(player: &SeatedPlayer, round: &mut Round) -> Result<(), RulesError> {
    let (seat, strategy) = (player.seat, player.strategy);
    let hole = round.hole(seat).expect("cards are dealt");
    match *round.board() {
        [] => match strategy.preflop(hole) {
            Some(times) => round.act(Action::Raise(seat, times)),
            None => round.act(Action::Check(seat)),
        },
        [a, b, c] if strategy.flop(hole, [a, b, c]) => round.act(Action::Raise(seat, 2)),
        [_, _, _] => round.act(Action::Check(seat)),
        ref all => match all.try_into() {
            Ok(board) if strategy.river(hole, board) => round.act(Action::Raise(seat, 1)),
            _ => round.act(Action::Fold(seat)),
        },
    }
}
