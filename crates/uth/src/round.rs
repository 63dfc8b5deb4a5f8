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
use crate::seat::{Person, Seat, SeatSet};
use crate::terms::Terms;
use crate::wager::{Play, Wagers};

mod deciding;
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
    #[inline]
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
    /// Who has wagered.
    playing: SeatSet,
    /// Whose decision this street still waits for.
    undecided: SeatSet,
    /// Who has checked in this street and will be asked again.
    checked: SeatSet,
    places: [Option<Place>; Seat::MOST],
    deal: Option<Deal>,
    void: Option<String>,
}

/// A seat that plays in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    person: Person,
    wagers: Wagers,
    /// A raise or a fold, which stands until the end.
    play: Option<Play>,
}

impl Round {
    /// A round in which wagers are taken.
    pub fn open(terms: Terms, banker: Banker) -> Result<Round, Refusal> {
        banker.check(&terms)?;
        let none = SeatSet::default();
        Ok(Round {
            terms,
            banker,
            stage: Stage::Betting,
            playing: none,
            undecided: none,
            checked: none,
            places: [None; Seat::MOST],
            deal: None,
            void: None,
        })
    }

    /// The next round by the same terms, once this one is over. It takes the place of this one.
    #[inline]
    pub fn open_next(&mut self, banker: Banker) -> Result<(), Refusal> {
        if self.stage < Stage::Settled {
            return Err(Refusal::NotNow { stage: self.stage });
        }
        banker.check(&self.terms)?;
        self.banker = banker;
        self.stage = Stage::Betting;
        for seat in self.playing.iter() {
            self.places[seat.index()] = None;
        }
        (self.playing, self.undecided, self.checked) = Default::default();
        self.deal = None;
        self.void = None;
        Ok(())
    }

    /// Does what is asked, or says why not and stays as it is.
    // Mostly called with an action that is known where it is written, and then little is left of the match: 1,754
    // instructions for a simulated round without this line, 1,537 with it.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        match (self.stage, action) {
            (Stage::Betting, Action::Wager { seat, person, wagers }) => self.wager(seat, person, wagers),
            (Stage::Betting, Action::Withdraw(seat)) => self.withdraw(seat),
            (Stage::Betting, Action::NoMoreBets) => self.close(),
            (Stage::Closed, Action::Deal(deal)) => self.deal(deal),
            (Stage::Preflop | Stage::Flop, Action::Check(seat)) => self.check(seat),
            (Stage::Preflop, Action::Raise(seat, times @ (3 | 4)))
            | (Stage::Flop, Action::Raise(seat, times @ 2))
            | (Stage::River, Action::Raise(seat, times @ 1)) => self.play_or_fold(seat, Play::Raise(times)),
            (Stage::River, Action::Fold(seat)) => self.play_or_fold(seat, Play::Fold),
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
    #[inline]
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
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        self.playing.iter()
    }

    /// What a seat has wagered before the cards.
    #[inline]
    pub fn wagers(&self, seat: Seat) -> Option<Wagers> {
        Some(self.places[seat.index()].as_ref()?.wagers)
    }

    /// How a seat has played, once it has raised or folded.
    #[inline]
    pub fn play(&self, seat: Seat) -> Option<Play> {
        self.places[seat.index()].as_ref()?.play
    }

    /// Whether the round waits for that seat's decision.
    #[inline]
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
        self.seats().filter_map(|seat| self.wagers(seat)).map(|wagers| wagers.table_action()).sum()
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
    #[inline]
    pub fn hole(&self, seat: Seat) -> Option<[Card; 2]> {
        self.deal.as_ref()?.hole(seat)
    }

    /// The cards of the board that have been turned over.
    #[inline]
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
}
