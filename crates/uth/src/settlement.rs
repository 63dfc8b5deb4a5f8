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
use crate::setup::Aggregate;
use crate::strength::Strength;
use crate::terms::Terms;
use crate::wager::{Play, Wager, Wagers};

/// How a hand ended against the dealer's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum HandResult {
    Win,
    Lose,
    Push,
    Fold,
}

impl HandResult {
    pub(crate) fn new(play: Play, player: Strength, dealer: Strength) -> HandResult {
        match (play, player.cmp(&dealer)) {
            (Play::Fold, _) => HandResult::Fold,
            (_, Ordering::Greater) => HandResult::Win,
            (_, Ordering::Less) => HandResult::Lose,
            (_, Ordering::Equal) => HandResult::Push,
        }
    }
}

impl fmt::Display for HandResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["win", "lose", "push", "fold"][*self as usize])
    }
}

/// How a wager ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WagerOutcome {
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

impl fmt::Display for WagerOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["win", "lose", "push", "returned", "partly covered"][*self as usize])
    }
}

/// One wager, settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettlementLine {
    /// Whose wager it was.
    pub seat: Seat,
    /// Which one.
    pub wager: Wager,
    /// The amount that lay there.
    pub stake: Cents,
    /// How it ended.
    pub outcome: WagerOutcome,
    /// What the player gained, or lost if negative.
    pub net: Cents,
    /// The odds at which the wager won. A bank that did not reach far enough paid less than they say.
    pub odds: Option<Odds>,
    /// The bank's result after it.
    pub bank: Cents,
    /// The clause of RULES.md that settles it so.
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
    /// Settles every wager in order, calls `each` with every line, and returns the bank's result.
    #[inline]
    pub(crate) fn settle(&self, mut each: impl FnMut(SettlementLine)) -> Bank {
        let board: Cards = self.board.into_iter().collect();
        let dealer = Strength::of(self.dealer.into_iter().fold(board, Cards::with));
        let qualifies = dealer.category() >= Category::Pair;
        // Washington returns the Antes "before looking at any of the player's hands" (WA.hand.12).
        let antes_first = !qualifies && self.terms.wager_order().antes_first;
        let shares = self.terms.setup().aggregate.map(|aggregate| self.shares(aggregate, board, dealer));
        let mut bank = Bank::new(self.bank_wager);
        let mut settle = |early: bool| {
            for seat in self.terms.seat_order().among(self.seats, self.bank_seat) {
                let Some(played) = (self.hands)(seat) else { continue };
                // Before the turns only folded hands have something to settle; judging the others costs a hand
                // valuation each.
                if early && !antes_first && played.play != Play::Fold {
                    continue;
                }
                let hand = Judged::new(self.terms, played, board, dealer);
                for &wager in self.terms.wager_order().wagers(hand.result, qualifies) {
                    let stake = played.wagers.stake(wager, played.play);
                    if stake > Cents::ZERO && self.settles_early(&hand, wager) == early {
                        let share = shares.as_ref().and_then(|shares| shares.of(wager));
                        each(hand.line(self.terms, wager, stake, share, &mut bank));
                    }
                }
            }
        };
        // House tables without that rule have nothing to settle early, and most simulated rounds are theirs.
        if antes_first || self.bank_seat.is_some() {
            settle(true);
        }
        settle(false);
        bank
    }

    /// Sums up what is due to all seats on the wagers that have an aggregate. A share depends on all of them, so this
    /// comes before the first is paid.
    #[cold]
    fn shares(&self, aggregate: Aggregate, board: Cards, dealer: Strength) -> Shares {
        let hands = self.seats.iter().filter_map(|seat| (self.hands)(seat));
        let hands = hands.map(|played| Judged::new(self.terms, played, board, dealer));
        let due_on = |wager: Wager| {
            let due = |hand: &Judged| match hand.due(wager) {
                Due::Win(odds) => odds.won_by(hand.played.wagers.stake(wager, hand.played.play)),
                Due::Lose | Due::Push => Cents::ZERO,
            };
            hands.clone().map(|hand| due(&hand)).sum()
        };
        Shares {
            blind: Share { aggregate: aggregate.blind, due: due_on(Wager::Blind) },
            trips: Share { aggregate: aggregate.trips, due: due_on(Wager::Trips) },
        }
    }

    /// Returns whether a wager settles before the seats take their turns (R8): Ante, Blind and losing Trips of a hand
    /// that folds against a player/dealer are collected as it folds; and Washington returns all Antes first when the
    /// dealer does not qualify. A folded hand's winning Trips is paid, and its Bad Beat taken, at its seat's turn.
    #[inline]
    fn settles_early(&self, hand: &Judged, wager: Wager) -> bool {
        match hand.result {
            HandResult::Fold => match wager {
                Wager::Trips => self.bank_seat.is_some() && hand.trips.is_none(),
                Wager::BadBeat => false,
                Wager::Ante | Wager::Blind | Wager::Play => self.bank_seat.is_some(),
            },
            _ => wager == Wager::Ante && !hand.qualifies && self.terms.wager_order().antes_first,
        }
    }
}

/// A hand compared with the dealer's.
#[derive(Clone, Copy)]
struct Judged {
    played: Played,
    result: HandResult,
    qualifies: bool,
    trips: Option<Odds>,
    blind: Option<Odds>,
    bad_beat: Option<Odds>,
}

/// How far the aggregates of a round reach (R24).
struct Shares {
    blind: Share,
    trips: Share,
}

/// What is due to all seats on one wager, and what they win together at most.
#[derive(Clone, Copy)]
struct Share {
    aggregate: Cents,
    due: Cents,
}

impl Shares {
    const fn of(&self, wager: Wager) -> Option<Share> {
        match wager {
            Wager::Blind => Some(self.blind),
            Wager::Trips => Some(self.trips),
            Wager::Ante | Wager::Play | Wager::BadBeat => None,
        }
    }
}

impl Share {
    /// Returns what is paid of a seat's winnings: its share of the aggregate, rounded down to the cent. Nowhere else is
    /// money rounded (R13).
    fn paid(self, due: Cents) -> Cents {
        if self.due <= self.aggregate {
            return due;
        }
        let paid = i128::from(due.0) * i128::from(self.aggregate.0) / i128::from(self.due.0);
        // At most `due`, because the aggregate is less than the sum.
        Cents(paid as i64)
    }
}

/// What is due to a wager before the bank's limit applies.
enum Due {
    Win(Odds),
    Lose,
    Push,
}

impl Judged {
    #[inline]
    fn new(terms: &Terms, played: Played, board: Cards, dealer: Strength) -> Judged {
        let strength = Strength::of(played.hole.into_iter().fold(board, Cards::with));
        let result = HandResult::new(played.play, strength, dealer);
        let pays = terms.pays();
        // A bad beat pays on the hand that was beaten; a tie beats none, and a folded hand meets none (R3, R5).
        let beaten = match result {
            HandResult::Win => Some(dealer),
            HandResult::Lose => Some(strength),
            HandResult::Push | HandResult::Fold => None,
        };
        Judged {
            played,
            result,
            qualifies: dealer.category() >= Category::Pair,
            trips: pays.trips.pays(strength.category()),
            blind: pays.blind.pays(strength.category()),
            bad_beat: beaten.and_then(|beaten| pays.bad_beat.pays(beaten.category())),
        }
    }

    #[inline]
    fn due(&self, wager: Wager) -> Due {
        let paid_or_lost = |odds: Option<Odds>| odds.map_or(Due::Lose, Due::Win);
        match (wager, self.result) {
            (Wager::Trips, _) => paid_or_lost(self.trips),
            (Wager::BadBeat, _) => paid_or_lost(self.bad_beat),
            // Before the Ante's push: a dealer without a pair returns it only to "each player that did not fold" (R2).
            (_, HandResult::Fold) => Due::Lose,
            (Wager::Ante, _) if !self.qualifies => Due::Push,
            (_, HandResult::Push) => Due::Push,
            (_, HandResult::Lose) => Due::Lose,
            // Less than a straight pushes, because only a losing hand loses its Blind (R4).
            (Wager::Blind, HandResult::Win) => self.blind.map_or(Due::Push, Due::Win),
            (Wager::Ante | Wager::Play, HandResult::Win) => Due::Win(Odds::EVEN),
        }
    }

    #[inline]
    fn line(
        &self,
        terms: &Terms,
        wager: Wager,
        stake: Cents,
        share: Option<Share>,
        bank: &mut Bank,
    ) -> SettlementLine {
        // Once the bank has lost all it put up, nothing is won or lost any more, whatever is due (R7).
        if bank.exhausted() {
            return self.returned(terms, wager, stake, bank);
        }
        // The clause says why something is due, and is replaced below where the bank does not reach.
        let due = self.due(wager);
        let clause = terms.clauses().cited(wager, self.result, self.qualifies, matches!(due, Due::Win(_)));
        let (net, full, settled, odds) = match due {
            Due::Push => (Cents::ZERO, Cents::ZERO, WagerOutcome::Push, None),
            Due::Win(odds) => {
                let amount = odds.won_by(stake);
                // The aggregate first, then the bank: no book has both, and a house without a limit pays all that
                // is payable.
                let payable = share.map_or(amount, |share| share.paid(amount));
                (bank.pay(payable), amount, WagerOutcome::Win, Some(odds))
            }
            Due::Lose => (-bank.take(stake), -stake, WagerOutcome::Lose, None),
        };
        let (outcome, clause) = if net == full {
            (settled, clause)
        } else if net == Cents::ZERO {
            return self.returned(terms, wager, stake, bank);
        } else {
            (WagerOutcome::PartlyCovered, terms.clauses().cover)
        };
        SettlementLine { seat: self.played.seat, wager, stake, outcome, net, odds, bank: bank.net(), clause }
    }

    /// Gives a wager back that the bank does not reach: never a push, which is a result of the game (R29).
    fn returned(&self, terms: &Terms, wager: Wager, stake: Cents, bank: &Bank) -> SettlementLine {
        SettlementLine {
            seat: self.played.seat,
            wager,
            stake,
            outcome: WagerOutcome::Returned,
            net: Cents::ZERO,
            odds: None,
            bank: bank.net(),
            clause: terms.clauses().cover,
        }
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
    pub lines: Vec<SettlementLine>,
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
    /// How it ended against the dealer's, unless the round was void.
    pub result: Option<HandResult>,
    /// What the player gained or lost in all.
    pub net: Cents,
}

impl Settlement {
    /// Returns whether the dealer has a pair or better.
    pub fn qualifies(&self) -> bool {
        self.dealer.is_some_and(|hand| hand.category() >= Category::Pair)
    }

    /// Returns the lines of one seat, in order.
    pub fn lines_of(&self, seat: Seat) -> impl Iterator<Item = &SettlementLine> {
        self.lines.iter().filter(move |line| line.seat == seat)
    }
}
