//! From counts of deals to the figures of a solution.

use uth::Category;

use crate::deck::Deck;
use crate::fraction::Fraction;
use crate::game::{Game, PayTable, Stakes};
use crate::play::{Action, FlopRaises, StartingHand};
use crate::preflop::Preflop;
use crate::solution::{Bonus, Solution, Start, Wagers};
use crate::tally::{Tallies, sum};
use crate::worth::Arrived;

/// What a solution is made of.
pub(crate) struct SumUp<'a> {
    pub deck: Deck,
    pub game: &'a Game,
    pub stakes: &'a Stakes,
    pub totals: &'a [Tallies],
    pub preflop: &'a [Preflop],
    pub arrived: &'a Arrived,
}

impl SumUp<'_> {
    pub(crate) fn solution(&self, flop_raises: FlopRaises) -> Solution {
        let all = sum(self.totals);
        let twice_lost = all.map(|tally| 2 * i128::from(tally.losses));
        let folded = self.arrived.beaten.map(i128::from);
        let beaten = core::array::from_fn(|kind| twice_lost[kind] - folded[kind]);
        let trips = self.trips(&all);
        let best = self.preflop.iter().map(|start| i128::from(start.best_value())).sum();
        Solution {
            game: self.game.clone(),
            deals: self.deck.deals(),
            wagers: self.wagers(best, &beaten),
            actions: self.actions(),
            trips,
            bad_beat: self.bad_beat(&beaten),
            // By symmetry the dealer's hand is beaten as often as the player's.
            bad_beat_without_folds: self.bad_beat(&twice_lost),
            best: self.whole(best, self.deck.deals(), trips.value),
            preflop: self.starts(),
            flop_raises,
        }
    }

    /// Of one Ante: so many units in so many deals, less the stake of the Bad Beat, and Trips.
    fn whole(&self, units: i128, deals: i128, trips: Fraction) -> Fraction {
        let mix = &self.game.mix;
        self.antes(units, deals) - mix.bad_beat + trips * mix.trips
    }

    fn antes(&self, units: i128, deals: i128) -> Fraction {
        Fraction::of(units, deals * i128::from(self.stakes.ante))
    }

    fn wagers(&self, best: i128, beaten: &[i128; 10]) -> Wagers {
        let Arrived { all: arrived, folded, .. } = self.arrived;
        let (mut play, mut antes, mut won_checked) = (0, 0, 0);
        for start in self.preflop {
            antes += start.antes;
            match start.best {
                Some(raise) => play += i128::from(self.stakes.preflop[raise]) * i128::from(start.won),
                None => won_checked += start.won,
            }
        }
        play += i128::from(self.stakes.flop) * i128::from(won_checked - arrived.won);
        play += i128::from(self.stakes.river) * i128::from(arrived.won - folded.won);
        let folded_deals = folded.deals * i64::from(self.deck.dealer_hands());
        let ante = i128::from(self.stakes.ante) * i128::from(antes - folded.antes - folded_deals);
        let returned: i128 =
            self.stakes.bad_beat.iter().zip(beaten).map(|(pay, beaten)| i128::from(*pay) * beaten).sum();
        let wager = |units| self.antes(units, self.deck.deals());
        Wagers { ante: wager(ante), blind: wager(best - returned - play - ante), play: wager(play) }
    }

    fn actions(&self) -> Vec<(Action, Fraction)> {
        let Arrived { all: arrived, folded, .. } = self.arrived;
        let raises = &self.game.raises;
        let mut before = vec![0; raises.preflop.len()];
        let mut checked = 0;
        for start in self.preflop {
            *start.best.map_or(&mut checked, |raise| &mut before[raise]) += start.deals;
        }
        let dealer_hands = i64::from(self.deck.dealer_hands());
        let [arrived, folded] = [arrived.deals * dealer_hands, folded.deals * dealer_hands];
        let before = raises.preflop.iter().map(|times| Action::Raise(*times)).zip(before);
        let after = [
            (Action::Raise(raises.flop), checked - arrived),
            (Action::Raise(raises.river), arrived - folded),
            (Action::Fold, folded),
        ];
        let share = |deals| Fraction::of(i128::from(deals), self.deck.deals());
        before.chain(after).map(|(action, deals)| (action, share(deals))).collect()
    }

    fn trips(&self, tallies: &Tallies) -> Bonus {
        let all: i128 = tallies.iter().map(|tally| i128::from(tally.deals)).sum();
        let deals = tallies.map(|tally| i128::from(tally.deals));
        bonus(&self.game.trips, &deals, all)
    }

    fn bad_beat(&self, beaten: &[i128; 10]) -> Bonus {
        bonus(&self.game.bad_beat, beaten, self.deck.deals())
    }

    fn starts(&self) -> Vec<Start> {
        let deck = self.deck;
        let start = |(class, (start, tallies)): (usize, (&Preflop, &Tallies))| {
            let trips = self.trips(tallies).value;
            let value = |units: i64| self.whole(i128::from(units), i128::from(start.deals), trips);
            let raises = &self.game.raises.preflop;
            Start {
                hand: StartingHand::at(deck, class),
                raises: raises.iter().copied().zip(start.raises.iter().map(|units| value(*units))).collect(),
                check: value(start.check),
                best: start.best.map_or(Action::Check, |raise| Action::Raise(raises[raise])),
            }
        };
        self.preflop.iter().zip(self.totals).enumerate().map(start).collect()
    }
}

/// A wager that wins on hands that are listed, so often each, and loses else.
fn bonus(pays: &PayTable, counts: &[i128; 10], deals: i128) -> Bonus {
    let (mut value, mut square) = (-Fraction::ONE, Fraction::ONE);
    let mut hits = 0;
    for (category, count) in Category::ALL.into_iter().zip(counts) {
        if let Some(pay) = pays.pay(category) {
            let share = Fraction::of(*count, deals);
            value = value + (pay + Fraction::ONE) * share;
            square = square + (pay * pay - Fraction::ONE) * share;
            hits += count;
        }
    }
    Bonus { value, hit: Fraction::of(hits, deals), square }
}
