//! Settlement in words: what happened to each wager of a hand, and why. Page, terminal, history and export print these
//! sentences; none of them restates a rule.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::book::RuleBook;
use crate::money::Cents;
use crate::pay::Odds;
use crate::seat::Seat;
use crate::settlement::{HandResult, SeatSettlement, Settlement, SettlementLine, WagerOutcome};
use crate::wager::Wager;

impl Settlement {
    /// Explains a seat's settlement to its player: one sentence for each wager, in the order in which they settled. The
    /// first wager that the comparison of hands decides also says how it ended.
    pub fn explanation(&self, rules: &RuleBook, seat: Seat) -> Vec<String> {
        let Some(settled) = self.seats.iter().find(|settled| settled.seat == seat) else { return Vec::new() };
        // Only a void round leaves a seat without a result.
        let Some(result) = settled.result else {
            return Vec::from(["Void: every wager returned.".to_string()]);
        };
        let mut explaining =
            Explaining { settlement: self, dealer: rules.dealer, settled, result, has_said: false };
        self.lines_of(seat).map(|line| explaining.sentence(line)).collect()
    }
}

struct Explaining<'a> {
    settlement: &'a Settlement,
    /// What the book calls the hand that all others play against.
    dealer: &'static str,
    settled: &'a SeatSettlement,
    result: HandResult,
    /// Whether a sentence has said how the hand ended.
    has_said: bool,
}

impl Explaining<'_> {
    fn sentence(&mut self, line: &SettlementLine) -> String {
        let wager = line.wager;
        match line.outcome {
            WagerOutcome::Returned => format!("{wager} returned: not covered."),
            WagerOutcome::PartlyCovered => self.partly_covered(line),
            // Bonus wagers do not depend on who won, so their sentences never carry the result of the hand.
            _ if wager.is_bonus() => self.bonus(line),
            // The Ante pushes for the dealer's sake, whatever the hand did, and the reason is said instead of the
            // result (R2).
            WagerOutcome::Push if self.is_ante_unqualified(line) => {
                let hand = self.settlement.dealer.map(|hand| format!(" ({hand})")).unwrap_or_default();
                format!("{} doesn't qualify{hand}: Ante pushes.", capitalized(self.dealer))
            }
            WagerOutcome::Push if wager == Wager::Blind && self.result == HandResult::Win => {
                format!("{}Blind pushes below a straight.", self.result_once())
            }
            WagerOutcome::Push => format!("{}{wager} pushes.", self.result_once()),
            WagerOutcome::Win if wager == Wager::Blind => {
                format!("{}{}: {}", self.result_once(), self.named(line), won(line))
            }
            WagerOutcome::Win | WagerOutcome::Lose => {
                format!("{}{wager} {}.", self.result_once(), signed(line.net))
            }
        }
    }

    fn is_ante_unqualified(&self, line: &SettlementLine) -> bool {
        line.wager == Wager::Ante && !self.settlement.qualifies()
    }

    fn bonus(&self, line: &SettlementLine) -> String {
        if line.outcome == WagerOutcome::Win {
            format!("{}: {}", self.named(line), won(line))
        } else {
            format!("{} {}.", line.wager, signed(line.net))
        }
    }

    /// "Trips: full house, 9 to 1": a wager that a pay table pays, with the hand that it is paid for and its odds.
    fn named(&self, line: &SettlementLine) -> String {
        let (own, dealer) = (self.settled.hand.as_ref(), self.settlement.dealer.as_ref());
        let (of, hand) = match (line.wager, self.result) {
            (Wager::Trips, HandResult::Fold) => (" wins although you folded: ".to_string(), own),
            (Wager::BadBeat, HandResult::Win) => (format!(": the {}'s beaten ", self.dealer), dealer),
            (Wager::BadBeat, _) => (": your beaten ".to_string(), own),
            _ => (": ".to_string(), own),
        };
        let kind = hand.map_or(String::new(), |hand| format!("{}, ", hand.category()));
        format!("{}{of}{kind}{}", line.wager, line.odds.unwrap_or(Odds::EVEN))
    }

    fn partly_covered(&mut self, line: &SettlementLine) -> String {
        let wager = line.wager;
        let result = if wager.is_bonus() { String::new() } else { self.result_once() };
        let Some(odds) = line.odds else {
            let (taken, stake) = (Dollars(-line.net), Dollars(line.stake));
            return format!("{result}{wager} loses {taken} of {stake}: the bank has won all it may.");
        };
        let paid = match wager {
            Wager::Ante | Wager::Play => format!("{wager} paid"),
            Wager::Blind | Wager::Trips | Wager::BadBeat => format!("{}. Paid", self.named(line)),
        };
        // A house bank has no limit, so that only an aggregate can have shortened the payment.
        let why = match self.settlement.bank {
            Some(_) => "the bank is exhausted",
            None => "the table's aggregate is reached",
        };
        format!("{result}{paid} {} of {}: {why}.", Dollars(line.net), Dollars(odds.won_by(line.stake)))
    }

    /// "Your pair of aces beats the dealer's pair of kings: ", the first time that it decides a wager.
    fn result_once(&mut self) -> String {
        if core::mem::replace(&mut self.has_said, true) {
            return String::new();
        }
        if self.result == HandResult::Fold {
            return "You folded: ".to_string();
        }
        let (Some(own), Some(dealer)) = (self.settled.hand, self.settlement.dealer) else {
            return String::new();
        };
        let (own, other, name) = (own.to_string(), dealer.to_string(), self.dealer);
        match self.result {
            HandResult::Win if !self.settlement.qualifies() => format!("Your {} wins: ", subject(&own)),
            HandResult::Lose if !self.settlement.qualifies() => format!("Your {} loses: ", subject(&own)),
            HandResult::Win if own == other => {
                format!("Your {} beats the {name}'s on the kickers: ", subject(&own))
            }
            HandResult::Lose if own == other => {
                format!("The {name}'s {} beats yours on the kickers: ", subject(&own))
            }
            HandResult::Win => format!("Your {} beats the {name}'s {other}: ", subject(&own)),
            HandResult::Lose => format!("The {name}'s {} beats your {own}: ", subject(&other)),
            HandResult::Push | HandResult::Fold => format!("A tie, {own}: "),
        }
    }
}

/// "$5 wins $45."
fn won(line: &SettlementLine) -> String {
    format!("{} wins {}.", Dollars(line.stake), Dollars(line.net))
}

/// A hand before its verb: "flush, ace high," needs the comma that closes what the first one opens.
fn subject(hand: &str) -> String {
    format!("{hand}{}", if hand.contains(',') { "," } else { "" })
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn signed(amount: Cents) -> String {
    if amount < Cents::ZERO { format!("−{}", Dollars(-amount)) } else { format!("+{}", Dollars(amount)) }
}

/// An amount as it is said: "$15", and "$7.50" only where there are cents.
struct Dollars(Cents);

impl fmt::Display for Dollars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        f.write_str(text.strip_suffix(".00").unwrap_or(&text))
    }
}
