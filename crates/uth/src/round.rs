//! One round: wagers, no more bets, collection, cards, decisions, showdown, settlement.
//!
//! [`Round::act`] either performs an [`Action`] or refuses it and leaves the round unchanged. Cards that have not been
//! turned over have no accessor.

use alloc::string::String;

use crate::book::Banking;
use crate::card::Card;
use crate::dealing::Deal;
use crate::decision::{Decision, LegalAction};
use crate::money::Cents;
use crate::rules_error::RulesError;
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
    fn check(&self, terms: &Terms) -> Result<(), RulesError> {
        match (terms.rules().banking, *self) {
            (Banking::House, Banker::PlayerDealer { .. }) => Err(RulesError::HouseBanks),
            (Banking::PlayerDealer, Banker::House) => Err(RulesError::HouseNeverBanks),
            (Banking::PlayerDealer, Banker::PlayerDealer { seat, .. }) if seat.number() > terms.places() => {
                Err(RulesError::NoSuchSeat { seat, places: terms.places() })
            }
            (Banking::PlayerDealer, Banker::PlayerDealer { wager: Some(wager), .. })
                if wager <= Cents::ZERO
                    || wager > Terms::MOST_BANKED
                    || !wager.is_multiple_of(terms.setup().chip) =>
            {
                Err(RulesError::BankWager { chip: terms.setup().chip })
            }
            _ => Ok(()),
        }
    }
}

/// Something that changes a round.
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
    /// Opens a round: wagers are taken.
    pub fn open(terms: Terms, banker: Banker) -> Result<Round, RulesError> {
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

    /// Replaces a round that is over by the next one, played by the same terms.
    #[inline]
    pub fn open_next(&mut self, banker: Banker) -> Result<(), RulesError> {
        // A round in play may hold chips; replacing it would lose them.
        if self.stage < Stage::Settled {
            return Err(RulesError::NotNow { stage: self.stage });
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

    /// Performs an action. If it is refused, the round is unchanged.
    // Callers mostly pass an action that is known at compile time, and then little is left of the match: a simulated
    // round takes 1,754 instructions without this attribute and 1,537 with it.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub fn act(&mut self, action: Action) -> Result<(), RulesError> {
        match (self.stage, action) {
            (Stage::Betting, Action::Wager { seat, person, wagers }) => self.wager(seat, person, wagers),
            (Stage::Betting, Action::Withdraw(seat)) => self.withdraw(seat),
            (Stage::Betting, Action::NoMoreBets) => self.close(),
            (Stage::Closed, Action::Deal(deal)) => self.deal(deal),
            (stage, Action::Check(seat)) if Decision::Check.is_legal_in(stage) => self.check(seat),
            (stage, Action::Raise(seat, times)) if Decision::Raise(times).is_legal_in(stage) => {
                self.play_or_fold(seat, Play::Raise(times))
            }
            (stage, Action::Fold(seat)) if Decision::Fold.is_legal_in(stage) => {
                self.play_or_fold(seat, Play::Fold)
            }
            (Stage::Settled | Stage::Void, _) => Err(RulesError::Over),
            (_, Action::Void(reason)) => {
                self.void = Some(reason);
                self.stage = Stage::Void;
                Ok(())
            }
            (stage, Action::Wager { .. } | Action::Withdraw(_)) => Err(RulesError::NoMoreBets { stage }),
            (stage, Action::NoMoreBets | Action::Deal(_)) => Err(RulesError::NotNow { stage }),
            (stage, Action::Check(seat) | Action::Raise(seat, _) | Action::Fold(seat)) => {
                Err(self.undecided(seat).err().unwrap_or(RulesError::NotInThisStreet { stage }))
            }
        }
    }

    /// Returns how far the round has come.
    #[inline]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the terms that the round is played by.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns who banks the round.
    pub const fn banker(&self) -> &Banker {
        &self.banker
    }

    /// Returns the seats that play, in order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        self.playing.iter()
    }

    /// Returns what a seat has wagered before the cards.
    #[inline]
    pub fn wagers(&self, seat: Seat) -> Option<Wagers> {
        Some(self.places[seat.index()].as_ref()?.wagers)
    }

    /// Returns how a seat has played, once it has raised or folded.
    #[inline]
    pub fn play(&self, seat: Seat) -> Option<Play> {
        self.places[seat.index()].as_ref()?.play
    }

    /// Returns whether the round waits for a seat's decision.
    #[inline]
    pub fn awaits(&self, seat: Seat) -> bool {
        self.undecided(seat).is_ok()
    }

    /// Returns the decisions that [`Round::act`] accepts from a seat now, raises first. None unless the round awaits
    /// the seat.
    pub fn legal_actions(&self, seat: Seat) -> impl Iterator<Item = LegalAction> + use<> {
        let stage = self.stage;
        let ante = self.wagers(seat).filter(|_| self.awaits(seat)).map(|wagers| wagers.ante);
        ante.into_iter().flat_map(move |ante| {
            let legal = Decision::ALL.into_iter().filter(move |decision| decision.is_legal_in(stage));
            legal.map(move |decision| LegalAction { decision, amount: decision.amount(ante) })
        })
    }

    /// Returns what the table decides for a player who does not answer in time: check, and fold on the river (R20).
    pub fn decision_for_absent(&self, seat: Seat) -> Option<Decision> {
        // Exactly one decision of each street costs nothing: check, and fold on the river.
        let free = |legal: &LegalAction| legal.amount == Cents::ZERO;
        self.legal_actions(seat).find(free).map(|legal| legal.decision)
    }

    /// Returns the largest Play wager that a seat can still make in this round. A hand that has checked can only make
    /// those of later streets; one that has raised or folded can make none.
    pub fn largest_raise_left(&self, seat: Seat) -> Cents {
        let Some(place) = self.places[seat.index()].filter(|place| place.play.is_none()) else {
            return Cents::ZERO;
        };
        // A street counts if it is still to come, or is being played and this hand has not decided in it.
        let is_ahead = |stage: &Stage| *stage > self.stage || (*stage == self.stage && self.awaits(seat));
        let streets = [Stage::Preflop, Stage::Flop, Stage::River].into_iter().filter(is_ahead);
        let raises =
            streets.flat_map(|stage| Decision::ALL.into_iter().filter(move |one| one.is_legal_in(stage)));
        raises.map(|decision| decision.amount(place.wagers.ante)).max().unwrap_or(Cents::ZERO)
    }

    /// Returns the sum of all Ante, Blind, Trips and Bad Beat wagers on the table.
    pub fn table_action(&self) -> Cents {
        self.seats().filter_map(|seat| self.wagers(seat)).map(|wagers| wagers.table_action()).sum()
    }

    /// Returns what the player-dealer pays to the drop, from "no more bets" on. A void round gives it back (R18).
    pub fn collection(&self) -> Option<Cents> {
        let fee = self.terms.setup().schedule.as_ref()?.fee(self.table_action());
        match self.stage {
            Stage::Betting => None,
            Stage::Void => Some(Cents::ZERO),
            _ => Some(fee),
        }
    }

    /// Returns a seat's own cards, once they are dealt. The caller decides who may see them.
    #[inline]
    pub fn hole(&self, seat: Seat) -> Option<[Card; 2]> {
        self.deal.as_ref()?.hole(seat)
    }

    /// Returns the cards of the board that have been turned over.
    #[inline]
    pub fn board(&self) -> &[Card] {
        // A void round shows no board: its cards decide nothing.
        let turned = match self.stage {
            Stage::Flop => 3,
            Stage::River | Stage::Settled => 5,
            Stage::Betting | Stage::Closed | Stage::Preflop | Stage::Void => 0,
        };
        self.deal.as_ref().map_or(&[], |deal| &deal.board()[..turned])
    }

    /// Returns the dealer's cards, once they have been turned over. A player/dealer turns them "for all remaining
    /// players": where every hand has folded they stay face down (R26).
    pub fn dealer(&self) -> Option<[Card; 2]> {
        let remains = |seat| self.play(seat).is_some_and(|play| play != Play::Fold);
        let is_turned = self.terms.rules().banking == Banking::House || self.seats().any(remains);
        (self.stage == Stage::Settled && is_turned).then_some(self.deal.as_ref()?.dealer())
    }

    /// Returns the reason for which the round was declared void.
    pub fn void_reason(&self) -> Option<&str> {
        self.void.as_deref()
    }
}
