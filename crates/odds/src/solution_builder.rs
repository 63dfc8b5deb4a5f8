//! Builds the figures of a solution from counts of deals.

use uth::Category;

use crate::deal_counts::{DealCountsByCategory, sum};
use crate::decisions::{FlopRaises, PlayerAction, StartingHand};
use crate::deck::Deck;
use crate::fraction::Fraction;
use crate::game::{ExactPayTable, Game, Stakes};
use crate::payoff::RiverTotals;
use crate::preflop::Preflop;
use crate::solution::{BonusValue, PreflopRow, Solution, WagerValues};

/// What a solution is built from.
pub(crate) struct SolutionBuilder<'a> {
    pub deck: Deck,
    pub game: &'a Game,
    pub stakes: &'a Stakes,
    pub totals: &'a [DealCountsByCategory],
    pub preflop: &'a [Preflop],
    pub river_totals: &'a RiverTotals,
}

impl SolutionBuilder<'_> {
    pub(crate) fn solution(&self, flop_raises: FlopRaises) -> Solution {
        let all = sum(self.totals);
        let twice_lost = all.map(|count| 2 * i128::from(count.losses));
        let folded = self.river_totals.beaten.map(i128::from);
        // A folded hand never meets the dealer's, so its Bad Beat cannot win (R3).
        let beaten = core::array::from_fn(|category| twice_lost[category] - folded[category]);
        let trips = self.trips(&all);
        let best = self.preflop.iter().map(Preflop::best_value).sum();
        Solution {
            game: self.game.clone(),
            deals: self.deck.deals(),
            wagers: self.wagers(best, &beaten),
            actions: self.actions(),
            trips,
            bad_beat: self.bad_beat(&beaten),
            // By symmetry the dealer's hand loses as often as the player's.
            bad_beat_without_folds: self.bad_beat(&twice_lost),
            best: self.whole(best, self.deck.deals(), trips.value),
            preflop: self.preflop_rows(),
            flop_raises,
        }
    }

    /// Returns the value per Ante of `units` won in `deals`, less the stake of the Bad Beat, plus Trips.
    fn whole(&self, units: i128, deals: i128, trips: Fraction) -> Fraction {
        let mix = &self.game.mix;
        self.antes(units, deals) - mix.bad_beat + trips * mix.trips
    }

    fn antes(&self, units: i128, deals: i128) -> Fraction {
        Fraction::of(units, deals * i128::from(self.stakes.ante))
    }

    fn wagers(&self, best: i128, beaten: &[i128; 10]) -> WagerValues {
        let RiverTotals { all: river_totals, folded, .. } = self.river_totals;
        let (mut play, mut antes, mut won_checked) = (0, 0, 0);
        for start in self.preflop {
            antes += start.antes;
            match start.best {
                Some(raise) => play += i128::from(self.stakes.preflop[raise]) * i128::from(start.won),
                None => won_checked += start.won,
            }
        }
        // A hand that checked before the flop and does not reach the river undecided has raised the flop.
        play += i128::from(self.stakes.flop) * i128::from(won_checked - river_totals.won);
        play += i128::from(self.stakes.river) * i128::from(river_totals.won - folded.won);
        let folded_deals = folded.deals * i64::from(self.deck.dealer_hands());
        let ante = i128::from(self.stakes.ante) * i128::from(antes - folded.antes - folded_deals);
        let returned: i128 =
            self.stakes.bad_beat.iter().zip(beaten).map(|(pay, beaten)| i128::from(*pay) * beaten).sum();
        let wager = |units| self.antes(units, self.deck.deals());
        // The Blind is what is left of the whole, which saves counting the wins of folded hands by category.
        WagerValues { ante: wager(ante), blind: wager(best - returned - play - ante), play: wager(play) }
    }

    fn actions(&self) -> Vec<(PlayerAction, Fraction)> {
        let RiverTotals { all: river_totals, folded, .. } = self.river_totals;
        let raises = &self.game.raises;
        let mut before = vec![0; raises.preflop.len()];
        let mut checked = 0;
        for start in self.preflop {
            *start.best.map_or(&mut checked, |raise| &mut before[raise]) += start.deals;
        }
        let dealer_hands = i64::from(self.deck.dealer_hands());
        let [river_totals, folded] = [river_totals.deals * dealer_hands, folded.deals * dealer_hands];
        let before = raises.preflop.iter().map(|times| PlayerAction::Raise(*times)).zip(before);
        let after = [
            (PlayerAction::Raise(raises.flop), checked - river_totals),
            (PlayerAction::Raise(raises.river), river_totals - folded),
            (PlayerAction::Fold, folded),
        ];
        let share = |deals| Fraction::of(i128::from(deals), self.deck.deals());
        before.chain(after).map(|(action, deals)| (action, share(deals))).collect()
    }

    fn trips(&self, counts: &DealCountsByCategory) -> BonusValue {
        let all: i128 = counts.iter().map(|count| i128::from(count.deals)).sum();
        let deals = counts.map(|count| i128::from(count.deals));
        bonus(&self.game.trips, &deals, all)
    }

    fn bad_beat(&self, beaten: &[i128; 10]) -> BonusValue {
        bonus(&self.game.bad_beat, beaten, self.deck.deals())
    }

    fn preflop_rows(&self) -> Vec<PreflopRow> {
        let deck = self.deck;
        let start = |(class, (start, counts)): (usize, (&Preflop, &DealCountsByCategory))| {
            let trips = self.trips(counts).value;
            let value = |units: i128| self.whole(units, i128::from(start.deals), trips);
            let raises = &self.game.raises.preflop;
            PreflopRow {
                hand: StartingHand::at(deck, class),
                raises: raises.iter().copied().zip(start.raises.iter().map(|units| value(*units))).collect(),
                check: value(start.check),
                best: start.best.map_or(PlayerAction::Check, |raise| PlayerAction::Raise(raises[raise])),
                trips,
            }
        };
        self.preflop.iter().zip(self.totals).enumerate().map(start).collect()
    }
}

/// Returns the value of a wager that wins on the listed categories, which occur so often each, and loses otherwise.
fn bonus(pays: &ExactPayTable, counts: &[i128; 10], deals: i128) -> BonusValue {
    let (mut value, mut second_moment) = (-Fraction::ONE, Fraction::ONE);
    let mut hits = 0;
    for (category, count) in Category::ALL.into_iter().zip(counts) {
        if let Some(pay) = pays.pay(category) {
            let share = Fraction::of(*count, deals);
            value = value + (pay + Fraction::ONE) * share;
            second_moment = second_moment + (pay * pay - Fraction::ONE) * share;
            hits += count;
        }
    }
    BonusValue { value, hit_rate: Fraction::of(hits, deals), second_moment }
}
