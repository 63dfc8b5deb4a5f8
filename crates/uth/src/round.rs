//! One round: wagers, no more bets, collection, cards, decisions, showdown, settlement.
//!
//! A round is asked to do something by an [`Action`]. What is not legal is refused with a reason, and nothing
//! has changed. What has not been turned over yet cannot be asked for.

use alloc::string::String;

use crate::book::Banking;
use crate::card::Card;
use crate::dealing::Deal;
use crate::money::Cents;
use crate::refusal::Refusal;
use crate::seat::{Person, Seat};
use crate::terms::Terms;
use crate::wager::{Play, Wagers};

mod settling;
mod wagering;

/// Who banks a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Banker {
    /// The house, without limit.
    House,
    /// A seated player.
    PlayerDealer {
        /// Where the button is.
        seat: Seat,
        /// Who sits there.
        person: Person,
        /// What the player/dealer puts up; nobody can win or lose more (R7). Without it the bank is unlimited.
        wager: Option<Cents>,
    },
}

impl Banker {
    fn check(&self, terms: &Terms) -> Result<(), Refusal> {
        match (terms.rules().banking, *self) {
            (Banking::House, Banker::PlayerDealer { .. }) => Err(Refusal::HouseBanks),
            (Banking::PlayerDealer, Banker::House) => Err(Refusal::HouseNeverBanks),
            (Banking::PlayerDealer, Banker::PlayerDealer { seat, .. }) if seat.number() > terms.places() => {
                Err(Refusal::NoSuchSeat { seat, places: terms.places() })
            }
            (Banking::PlayerDealer, Banker::PlayerDealer { wager: Some(wager), .. })
                if wager <= Cents::ZERO || wager > Terms::MOST_BANKED =>
            {
                Err(Refusal::BankWager)
            }
            _ => Ok(()),
        }
    }
}

/// What can be done in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Puts down wagers at a seat, or changes them.
    Wager {
        /// Where.
        seat: Seat,
        /// Who.
        person: Person,
        /// How much.
        wagers: Wagers,
    },
    /// Takes the wagers of a seat back.
    Withdraw(Seat),
    /// Calls "no more bets".
    NoMoreBets,
    /// Deals the cards.
    Deal(Deal),
    /// Passes, before the flop or on it.
    Check(Seat),
    /// Makes the Play wager of so many Antes.
    Raise(Seat, u8),
    /// Gives the hand up on the river.
    Fold(Seat),
    /// Declares the round void, with the reason.
    Void(String),
}

/// How far a round has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Wagers are taken.
    Betting,
    /// No more bets; the collection is taken, and cards are about to be dealt.
    Closed,
    /// Hole cards are out: raise three or four times the Ante, or check.
    Preflop,
    /// Three cards of the board are turned: raise twice the Ante, or check.
    Flop,
    /// The whole board is turned: raise once the Ante, or fold.
    River,
    /// All cards are turned, and every wager is settled.
    Settled,
    /// Declared void; everything goes back.
    Void,
}

/// One round at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    terms: Terms,
    banker: Banker,
    stage: Stage,
    places: [Option<Place>; Seat::MOST],
    deal: Option<Deal>,
    void: Option<String>,
}

/// A seat that plays in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    person: Person,
    wagers: Wagers,
    /// What was decided in this street; a raise and a fold stand until the end.
    decision: Option<Decision>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decision {
    Checked,
    Played(Play),
}

impl Round {
    /// A round in which wagers are taken.
    pub fn open(terms: Terms, banker: Banker) -> Result<Round, Refusal> {
        banker.check(&terms)?;
        let places = [None; Seat::MOST];
        Ok(Round { terms, banker, stage: Stage::Betting, places, deal: None, void: None })
    }

    /// The next round by the same terms, once this one is over. It takes the place of this one.
    pub fn open_next(&mut self, banker: Banker) -> Result<(), Refusal> {
        if self.stage < Stage::Settled {
            return Err(Refusal::NotNow { stage: self.stage });
        }
        banker.check(&self.terms)?;
        self.banker = banker;
        self.stage = Stage::Betting;
        self.places = [None; Seat::MOST];
        self.deal = None;
        self.void = None;
        Ok(())
    }

    /// Does what is asked, or says why not and stays as it is.
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        match (self.stage, action) {
            (Stage::Betting, Action::Wager { seat, person, wagers }) => self.wager(seat, person, wagers),
            (Stage::Betting, Action::Withdraw(seat)) => self.withdraw(seat),
            (Stage::Betting, Action::NoMoreBets) => self.close(),
            (Stage::Closed, Action::Deal(deal)) => self.deal(deal),
            (Stage::Preflop | Stage::Flop, Action::Check(seat)) => self.decide(seat, Decision::Checked),
            (Stage::Preflop, Action::Raise(seat, times @ (3 | 4)))
            | (Stage::Flop, Action::Raise(seat, times @ 2))
            | (Stage::River, Action::Raise(seat, times @ 1)) => {
                self.decide(seat, Decision::Played(Play::Raise(times)))
            }
            (Stage::River, Action::Fold(seat)) => self.decide(seat, Decision::Played(Play::Fold)),
            (Stage::Settled | Stage::Void, _) => Err(Refusal::Over),
            (_, Action::Void(reason)) => {
                self.void = Some(reason);
                self.stage = Stage::Void;
                Ok(())
            }
            (stage, Action::Wager { .. } | Action::Withdraw(_)) => Err(Refusal::NoMoreBets { stage }),
            (stage, Action::NoMoreBets | Action::Deal(_)) => Err(Refusal::NotNow { stage }),
            (stage, Action::Check(seat) | Action::Raise(seat, _) | Action::Fold(seat)) => {
                Err(self.undecided(seat).err().unwrap_or(Refusal::NotInThisStreet { stage }))
            }
        }
    }

    /// How far it has come.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// What it is played by.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who banks it.
    pub const fn banker(&self) -> &Banker {
        &self.banker
    }

    /// The seats that play, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::up_to(self.terms.places()).filter(|seat| self.places[seat.index()].is_some())
    }

    /// What a seat has wagered before the cards.
    pub fn wagers(&self, seat: Seat) -> Option<Wagers> {
        Some(self.places[seat.index()]?.wagers)
    }

    /// How a seat has played, once it has raised or folded.
    pub fn play(&self, seat: Seat) -> Option<Play> {
        match self.places[seat.index()]?.decision? {
            Decision::Played(play) => Some(play),
            Decision::Checked => None,
        }
    }

    /// Whether the round waits for that seat's decision.
    pub fn awaits(&self, seat: Seat) -> bool {
        self.undecided(seat).is_ok()
    }

    /// What the table decides for a player who does not answer in time: check, and fold on the river (R20).
    pub fn decision_for_absent(&self, seat: Seat) -> Option<Action> {
        match self.stage {
            Stage::Preflop | Stage::Flop if self.awaits(seat) => Some(Action::Check(seat)),
            Stage::River if self.awaits(seat) => Some(Action::Fold(seat)),
            _ => None,
        }
    }

    /// All Ante, Blind, Trips and Bad Beat wagers on the table.
    pub fn table_action(&self) -> Cents {
        self.places.iter().flatten().map(|place| place.wagers.table_action()).sum()
    }

    /// What the player-dealer pays to the drop, from "no more bets" on. A void round gives it back (R18).
    pub fn collection(&self) -> Option<Cents> {
        let fee = self.terms.setup().schedule.as_ref()?.fee(self.table_action());
        match self.stage {
            Stage::Betting => None,
            Stage::Void => Some(Cents::ZERO),
            _ => Some(fee),
        }
    }

    /// A seat's own cards, once they are dealt. Who may see them is for the table to say.
    pub fn hole(&self, seat: Seat) -> Option<[Card; 2]> {
        self.deal.as_ref()?.hole(seat)
    }

    /// The cards of the board that have been turned over.
    pub fn board(&self) -> &[Card] {
        let turned = match self.stage {
            Stage::Flop => 3,
            Stage::River | Stage::Settled => 5,
            Stage::Betting | Stage::Closed | Stage::Preflop | Stage::Void => 0,
        };
        self.deal.as_ref().map_or(&[], |deal| &deal.board()[..turned])
    }

    /// The dealer's cards, once they have been turned over.
    pub fn dealer(&self) -> Option<[Card; 2]> {
        (self.stage == Stage::Settled).then_some(self.deal.as_ref()?.dealer())
    }

    /// Why it was declared void.
    pub fn void_reason(&self) -> Option<&str> {
        self.void.as_deref()
    }

    fn withdraw(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.places[seat.index()].take().map(|_| ()).ok_or(Refusal::NotPlaying { seat })
    }

    fn close(&mut self) -> Result<(), Refusal> {
        if self.seats().next().is_none() {
            return Err(Refusal::NobodyPlays);
        }
        self.stage = Stage::Closed;
        Ok(())
    }

    fn deal(&mut self, deal: Deal) -> Result<(), Refusal> {
        let plays = |seat: Seat| self.places[seat.index()].is_some();
        if Seat::up_to(Seat::MOST as u8).any(|seat| deal.hole(seat).is_some() != plays(seat)) {
            return Err(Refusal::WrongSeatsDealt);
        }
        self.deal = Some(deal);
        self.stage = Stage::Preflop;
        Ok(())
    }

    fn undecided(&self, seat: Seat) -> Result<(), Refusal> {
        let place = self.places[seat.index()].as_ref().ok_or(Refusal::NotPlaying { seat })?;
        match (self.stage, place.decision) {
            (Stage::Preflop | Stage::Flop | Stage::River, None) => Ok(()),
            (Stage::Preflop | Stage::Flop | Stage::River, Some(_)) => Err(Refusal::Decided { seat }),
            (stage, _) => Err(Refusal::NotNow { stage }),
        }
    }

    fn decide(&mut self, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        self.undecided(seat)?;
        if let Some(place) = &mut self.places[seat.index()] {
            place.decision = Some(decision);
        }
        while self.stage != Stage::Settled
            && self.places.iter().flatten().all(|place| place.decision.is_some())
        {
            self.turn();
        }
        Ok(())
    }

    /// Turns the next cards, now that everybody has decided, and asks those who checked again.
    fn turn(&mut self) {
        self.stage = match self.stage {
            Stage::Preflop => Stage::Flop,
            Stage::Flop => Stage::River,
            _ => Stage::Settled,
        };
        for place in self.places.iter_mut().flatten() {
            place.decision = place.decision.filter(|decision| *decision != Decision::Checked);
        }
    }
}
