//! How a round goes, from its commitment to its reveal.

use uth::{Action, Banker, Cents, Deal, Round, Seat, Stage, Wagers};

use crate::command::Decision;
use crate::contradiction::Contradiction;
use crate::event::Event;
use crate::money::Move;
use crate::table::{BankOffer, Table, TableRound, player_dealer};
use crate::who::{Commitment, PlayerId};

impl Table {
    pub(super) fn apply_playing(&mut self, event: &Event) -> Result<(), Contradiction> {
        match event {
            Event::RoundOpened { number, commitment } => self.open_round(*number, *commitment)?,
            Event::Wagered { player, seat, wagers, closes_ms, moves } => {
                self.wager(*player, *seat, *wagers, moves)?;
                self.under_way()?.until_ms = *closes_ms;
            }
            Event::Withdrawn { seat, closes_ms, moves } => {
                self.withdraw(*seat, moves)?;
                self.under_way()?.until_ms = *closes_ms;
            }
            Event::SeedAdded { seat, seed, .. } => self.under_way()?.seeds.push((*seat, *seed)),
            Event::BetsClosed { moves, .. } => self.close_bets(moves)?,
            Event::Dealt { deck, until_ms } => {
                let live = self.under_way()?;
                let dealing = live.round.terms().setup().dealing;
                let deal = Deal::from_deck(deck, dealing, live.round.seats());
                live.round.act(Action::Deal(deal))?;
                live.until_ms = Some(*until_ms);
            }
            Event::Decided { seat, decision, moves, .. } => self.decide(*seat, *decision, moves)?,
            Event::Turned { stage, until_ms } => {
                let live = self.under_way()?;
                if live.round.stage() != *stage {
                    return Err(Contradiction::Round);
                }
                live.until_ms = Some(*until_ms);
            }
            Event::Settled { moves } => self.settle(moves)?,
            Event::Voided { reason, moves, .. } => {
                self.under_way()?.round.act(Action::Void(reason.clone()))?;
                self.finish(moves)?;
            }
            Event::Revealed { seed } => {
                let over = self.round.as_mut().filter(|round| round.is_over && round.revealed.is_none());
                over.ok_or(Contradiction::Round)?.revealed = Some(*seed);
            }
            // Events of seats and bank are applied where those are.
            _ => return Err(Contradiction::Round),
        }
        Ok(())
    }

    fn under_way(&mut self) -> Result<&mut TableRound, Contradiction> {
        self.round.as_mut().filter(|round| !round.is_over).ok_or(Contradiction::Round)
    }

    fn open_round(&mut self, number: u64, commitment: Commitment) -> Result<(), Contradiction> {
        if number != self.rounds || self.round.as_ref().is_some_and(|last| last.revealed.is_none()) {
            return Err(Contradiction::Round);
        }
        let banker = match self.bank {
            BankOffer::Accepted { seat, player, wager } => player_dealer(seat, player, wager),
            _ => Banker::House,
        };
        self.round = Some(TableRound {
            number,
            round: Round::open(*self.settings.terms(), banker)?,
            owners: [None; Seat::MOST],
            commitment,
            seeds: Vec::new(),
            until_ms: None,
            collected: Cents::ZERO,
            is_over: false,
            revealed: None,
        });
        self.bank = BankOffer::Nobody;
        self.rounds += 1;
        Ok(())
    }

    fn wager(
        &mut self,
        player: PlayerId,
        seat: Seat,
        wagers: Wagers,
        moves: &[Move],
    ) -> Result<(), Contradiction> {
        if self.seated(seat)?.player != player {
            return Err(Contradiction::Seat(seat));
        }
        let live = self.under_way()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        live.round.act(Action::Wager { seat, person: player.person(), wagers })?;
        live.owners[seat.index()] = Some(player);
        self.carry(moves, &self.put_up(player, wagers.table_action() - before.table_action()))
    }

    fn withdraw(&mut self, seat: Seat, moves: &[Move]) -> Result<(), Contradiction> {
        let live = self.under_way()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        live.round.act(Action::Withdraw(seat))?;
        let owner = live.owners[seat.index()].take().ok_or(Contradiction::Seat(seat))?;
        self.carry(moves, &self.put_up(owner, -before.table_action()))
    }

    fn close_bets(&mut self, moves: &[Move]) -> Result<(), Contradiction> {
        let live = self.under_way()?;
        live.round.act(Action::NoMoreBets)?;
        live.until_ms = None;
        live.collected = live.round.collection().unwrap_or(Cents::ZERO);
        let expected = self.round.as_ref().map(|closed| self.bank_moves(&closed.round)).unwrap_or_default();
        self.carry(moves, &expected)
    }

    fn decide(&mut self, seat: Seat, decision: Decision, moves: &[Move]) -> Result<(), Contradiction> {
        let live = self.under_way()?;
        live.round.act(decision.action(seat))?;
        let owner = live.owners[seat.index()].ok_or(Contradiction::Seat(seat))?;
        let ante = live.round.wagers(seat).unwrap_or_default().ante;
        let played = match decision {
            Decision::Raise(times) => ante * i64::from(times),
            Decision::Check | Decision::Fold => Cents::ZERO,
        };
        self.carry(moves, &self.put_up(owner, played))
    }

    fn settle(&mut self, moves: &[Move]) -> Result<(), Contradiction> {
        let live = self.under_way()?;
        if live.round.stage() != Stage::Settled {
            return Err(Contradiction::Round);
        }
        // A void round is not told to the button (R23); a settled one is, whoever has come since the bank was
        // accepted.
        if let Some((seat, player)) = live.player_dealer() {
            self.button.banked(seat, |asked| asked == seat)?;
            self.streak = match self.streak {
                Some((last, rounds)) if last == player => Some((player, rounds.saturating_add(1))),
                _ => Some((player, 1)),
            };
        }
        self.finish(moves)
    }

    /// Takes all chips off the table.
    fn finish(&mut self, moves: &[Move]) -> Result<(), Contradiction> {
        let live = self.under_way()?;
        live.until_ms = None;
        live.is_over = true;
        let expected = self.round.as_ref().map(|over| self.final_moves(over)).unwrap_or_default();
        self.carry(moves, &expected)?;
        if self.escrow == Cents::ZERO { Ok(()) } else { Err(Contradiction::Money) }
    }
}
