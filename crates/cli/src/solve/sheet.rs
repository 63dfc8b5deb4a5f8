//! A solution as text.

use std::io::{self, Write};

use analysis::solve::Solved;
pub(crate) use analysis::solve::grouped;
use odds::{BonusValue, ExactPayTable, Fraction, PlayerAction, Ruin};
use uth::Category;

pub(super) fn write(output: &mut impl Write, Solved { solution, base, round }: &Solved) -> io::Result<()> {
    let game = &solution.game;
    writeln!(output, "Solved exactly over all {} deals\n", grouped(solution.deals))?;
    writeln!(output, "  Blind pays     {}", pays(&game.blind))?;
    writeln!(output, "  Trips pays     {}", pays(&game.trips))?;
    writeln!(output, "  Bad Beat pays  {}\n", pays(&game.bad_beat))?;

    value(output, "Base game", solution.base(), "of an Ante")?;
    value(output, "  Ante", solution.wagers.ante, "")?;
    value(output, "  Blind", solution.wagers.blind, "")?;
    value(output, "  Play", solution.wagers.play, "")?;
    writeln!(output)?;
    figure(output, "House edge", &format!("{:.6}% of an Ante", percent(-solution.base())))?;
    let risk = percent(solution.element_of_risk());
    figure(output, "Element of risk", &format!("{risk:.6}% of all money wagered"))?;
    figure(output, "Average wager", &format!("{:.6} Antes", solution.average_wager().to_f64()))?;
    figure(output, "Standard deviation", &format!("{:.6} Antes a round", base.standard_deviation()))?;
    let [wins, pushes, losses] = round.outcomes().map(percent);
    figure(output, "Round", &format!("wins {wins:.4}%, breaks even {pushes:.4}%, loses {losses:.4}%"))?;
    figure(output, "Actions", &actions(&solution.actions))?;
    writeln!(output)?;
    bonus(output, "Trips", &solution.trips)?;
    bonus(output, "Bad Beat", &solution.bad_beat)?;
    bonus(output, "  if nothing folds", &solution.bad_beat_without_folds)?;
    if game.mix.trips != Fraction::ZERO || game.mix.bad_beat != Fraction::ZERO {
        let mix =
            format!("of an Ante, with {} on Trips and {} on Bad Beat", game.mix.trips, game.mix.bad_beat);
        writeln!(output)?;
        value(output, "All together", solution.mix(), &mix)?;
        let deviation = format!("{:.6} Antes a round, Bad Beat left out", round.standard_deviation());
        figure(output, "  Standard deviation", &deviation)?;
    }
    writeln!(output, "\n  What to do before the flop: uth solve --chart. Everything else: uth solve --json.")
}

pub(crate) fn value(output: &mut impl Write, name: &str, value: Fraction, unit: &str) -> io::Result<()> {
    writeln!(output, "  {name:<22}{:>13.8}  = {value} {unit}", value.to_f64())
}

pub(crate) fn figure(output: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    writeln!(output, "  {name:<22}{text}")
}

fn bonus(output: &mut impl Write, name: &str, bonus: &BonusValue) -> io::Result<()> {
    let edge = percent(-bonus.value);
    writeln!(
        output,
        "  {name:<22}{:>13.8}  = {}\n  {:<22}house edge {edge:.6}%, wins {:.6}%",
        bonus.value.to_f64(),
        bonus.value,
        "",
        percent(bonus.hit_rate)
    )
}

pub(crate) fn actions(actions: &[(PlayerAction, Fraction)]) -> String {
    let share = |(action, share): &(PlayerAction, Fraction)| format!("{action} {:.6}%", percent(*share));
    actions.iter().map(share).collect::<Vec<_>>().join(", ")
}

/// "royal flush 500, straight flush 50, …".
pub(super) fn pays(table: &ExactPayTable) -> String {
    let rows = Category::ALL.into_iter().rev().filter_map(|kind| Some((kind, table.pay(kind)?)));
    rows.map(|(kind, pay)| format!("{kind} {pay}")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn percent(share: Fraction) -> f64 {
    share.to_f64() * 100.0
}

/// Writes how likely a bankroll does not last, and what is left of it.
pub(super) fn write_ruin(output: &mut impl Write, bankroll: Fraction, ruin: &Ruin) -> io::Result<()> {
    let (rounds, chance) = ruin.curve.last().copied().unwrap_or_default();
    let [low, middle, high] = ruin.quantiles;
    writeln!(output)?;
    let chance = format!("{:.6}% for {bankroll} Antes within {rounds} rounds", chance * 100.0);
    figure(output, "Ruin", &format!("{chance}: less left than {} Antes", ruin.minimum_bankroll))?;
    figure(output, "Ahead", &format!("{:.6}% at the end", ruin.ahead * 100.0))?;
    figure(output, "Left", &format!("{middle} Antes in the middle, {low} to {high} in 9 of 10 cases"))
}
