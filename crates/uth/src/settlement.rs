//! Settlement: what every wager wins or loses, one at a time, in the order of the rule book.

use core::cmp::Ordering;
use core::fmt;

use alloc::vec::Vec;

use crate::bank::Bank;
use crate::card::Card;
use crate::cards::Cards;
use crate::category::Category;
use crate::hand::Hand;
use crate::money::Cents;
use crate::pay::Odds;
use crate::seat::{Seat, SeatSet};
use crate::strength::Strength;
use crate::terms::Terms;
use crate::wager::{Play, Wager, Wagers};

/// How a hand fared against the dealer's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Verdict {
    Win,
    Lose,
    Push,
    Fold,
}

impl Verdict {
    pub(crate) fn new(play: Play, player: Strength, dealer: Strength) -> Verdict {
        match (play, player.cmp(&dealer)) {
            (Play::Fold, _) => Verdict::Fold,
            (_, Ordering::Greater) => Verdict::Win,
            (_, Ordering::Less) => Verdict::Lose,
            (_, Ordering::Equal) => Verdict::Push,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["win", "lose", "push", "fold"][*self as usize])
    }
}

/// How a wager ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Paid in full.
    Win,
    /// Taken in full.
    Lose,
    /// Given back by the rules of the game.
    Push,
    /// Given back because the bank did not reach it, or the round was void.
    Returned,
    /// Paid or taken as far as the bank reached.
    PartlyCovered,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["win", "lose", "push", "returned", "partly covered"][*self as usize])
    }
}

/// One wager, settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Whose wager it was.
    pub seat: Seat,
    /// Which one.
    pub wager: Wager,
    /// What lay there.
    pub stake: Cents,
    /// How it ended.
    pub outcome: Outcome,
    /// What the player gained, or lost if negative.
    pub net: Cents,
    /// The bank's result after it.
    pub bank: Cents,
    /// The clause that says so.
    pub clause: &'static str,
}

/// A hand that came to the showdown, or folded before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) seat: Seat,
    pub(crate) wagers: Wagers,
    pub(crate) hole: [Card; 2],
    pub(crate) play: Play,
}

/// Everything that decides a settlement.
pub(crate) struct Showdown<'a, Hands> {
    pub(crate) terms: &'a Terms,
    pub(crate) bank_seat: Option<Seat>,
    pub(crate) bank_wager: Option<Cents>,
    pub(crate) dealer: [Card; 2],
    pub(crate) board: [Card; 5],
    /// Who played.
    pub(crate) seats: SeatSet,
    /// The hand of a seat, if it played.
    pub(crate) hands: Hands,
}

impl<Hands: Fn(Seat) -> Option<Played>> Showdown<'_, Hands> {
    /// Settles every wager, calling `each` with one line after the other, and returns the bank's result.
    #[inline]
    pub(crate) fn settle(&self, mut each: impl FnMut(Line)) -> Bank {
        let board: Cards = self.board.into_iter().collect();
        let dealer = Strength::of(self.dealer.into_iter().fold(board, Cards::with));
        let qualifies = dealer.category() >= Category::Pair;
        let antes_first = !qualifies && self.terms.wager_order().antes_first;
        let mut bank = Bank::new(self.bank_wager);
        let mut settle = |early: bool| {
            for seat in self.terms.seat_order().among(self.seats, self.bank_seat) {
                let Some(played) = (self.hands)(seat) else { continue };
                if early && !antes_first && played.play != Play::Fold {
                    continue;
                }
                let hand = Judged::new(self.terms, played, board, dealer);
                for &wager in self.terms.wager_order().wagers(hand.verdict, qualifies) {
                    let stake = played.wagers.stake(wager, played.play);
                    if stake > Cents::ZERO && self.settles_early(&hand, wager) == early {
                        each(hand.line(self.terms, wager, stake, &mut bank));
                    }
                }
            }
        };
        if antes_first || self.bank_seat.is_some() {
            settle(true);
        }
        settle(false);
        bank
    }

    /// Whether a wager settles before the seats take their turns (R8): hands that fold against a player/dealer
    /// are collected as they fold, but for a Trips that wins; and Washington returns all Antes first when the
    /// dealer does not qualify.
    #[inline]
    fn settles_early(&self, hand: &Judged, wager: Wager) -> bool {
        match hand.verdict {
            Verdict::Fold => self.bank_seat.is_some() && (wager != Wager::Trips || hand.trips.is_none()),
            _ => wager == Wager::Ante && !hand.qualifies && self.terms.wager_order().antes_first,
        }
    }
}

/// A hand compared with the dealer's.
#[derive(Clone, Copy)]
struct Judged {
    played: Played,
    verdict: Verdict,
    qualifies: bool,
    trips: Option<Odds>,
    blind: Option<Odds>,
    bad_beat: Option<Odds>,
}

/// What is due to a wager before the bank's limit is looked at.
enum Due {
    Win(Cents),
    Lose,
    Push,
}

impl Judged {
    #[inline]
    fn new(terms: &Terms, played: Played, board: Cards, dealer: Strength) -> Judged {
        let strength = Strength::of(played.hole.into_iter().fold(board, Cards::with));
        let verdict = Verdict::new(played.play, strength, dealer);
        let pays = terms.pays();
        // A bad beat pays on the hand that was beaten; a tie beats none, and a folded hand meets none (R3, R5).
        let beaten = match verdict {
            Verdict::Win => Some(dealer),
            Verdict::Lose => Some(strength),
            Verdict::Push | Verdict::Fold => None,
        };
        Judged {
            played,
            verdict,
            qualifies: dealer.category() >= Category::Pair,
            trips: pays.trips.pays(strength.category()),
            blind: pays.blind.pays(strength.category()),
            bad_beat: beaten.and_then(|beaten| pays.bad_beat.pays(beaten.category())),
        }
    }

    #[inline]
    fn due(&self, wager: Wager, stake: Cents) -> Due {
        let paid_or_lost = |odds: Option<Odds>| odds.map_or(Due::Lose, |odds| Due::Win(odds.won_by(stake)));
        match (wager, self.verdict) {
            (Wager::Trips, _) => paid_or_lost(self.trips),
            (Wager::BadBeat, _) => paid_or_lost(self.bad_beat),
            (_, Verdict::Fold) => Due::Lose,
            (Wager::Ante, _) if !self.qualifies => Due::Push,
            (_, Verdict::Push) => Due::Push,
            (_, Verdict::Lose) => Due::Lose,
            (Wager::Blind, Verdict::Win) => self.blind.map_or(Due::Push, |odds| Due::Win(odds.won_by(stake))),
            (Wager::Ante | Wager::Play, Verdict::Win) => Due::Win(Odds::EVEN.won_by(stake)),
        }
    }

    #[inline]
    fn line(&self, terms: &Terms, wager: Wager, stake: Cents, bank: &mut Bank) -> Line {
        let due = self.due(wager, stake);
        let clause = terms.clauses().cited(wager, self.verdict, self.qualifies, matches!(due, Due::Win(_)));
        let (net, full, settled) = match due {
            Due::Push => (Cents::ZERO, Cents::ZERO, Outcome::Push),
            Due::Win(amount) => (bank.pay(amount), amount, Outcome::Win),
            Due::Lose => (-bank.take(stake), -stake, Outcome::Lose),
        };
        let (outcome, clause) = if net == full {
            (settled, clause)
        } else if net == Cents::ZERO {
            (Outcome::Returned, terms.clauses().cover)
        } else {
            (Outcome::PartlyCovered, terms.clauses().cover)
        };
        Line { seat: self.played.seat, wager, stake, outcome, net, bank: bank.net(), clause }
    }
}

/// A whole round, settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// The dealer's hand, unless the round was void.
    pub dealer: Option<Hand>,
    /// The seats in the order in which they settled.
    pub seats: Vec<SeatSettlement>,
    /// Every wager in the order in which it settled.
    pub lines: Vec<Line>,
    /// The player/dealer's bank after the round; a house has none.
    pub bank: Option<Bank>,
    /// What the player-dealer paid to the house's drop.
    pub collection: Option<Cents>,
}

/// One seat, settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSettlement {
    /// Which seat.
    pub seat: Seat,
    /// Its best hand, unless the round was void before the cards were out.
    pub hand: Option<Hand>,
    /// How it fared, unless the round was void.
    pub verdict: Option<Verdict>,
    /// What the player gained or lost in all.
    pub net: Cents,
}

impl Settlement {
    /// Whether the dealer has a pair or better.
    pub fn qualifies(&self) -> bool {
        self.dealer.is_some_and(|hand| hand.category() >= Category::Pair)
    }

    /// The lines of one seat, in order.
    pub fn lines_of(&self, seat: Seat) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.seat == seat)
    }
}
