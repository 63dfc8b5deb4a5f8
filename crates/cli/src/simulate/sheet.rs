//! The summary of a simulation, as text.

use std::io::{self, Write};

use odds::simulate::SeatTotals;
use uth::{Banking, Category, Cents, Play, Wagers};

use super::Simulated;
use super::estimate::Estimate;
use super::players::SimulatedPlayer;

pub(super) fn write(output: &mut dyn Write, simulated: &Simulated) -> io::Result<()> {
    let Simulated { terms, players, outcome, estimates, seed, elapsed_s, .. } = simulated;
    let title = terms.rules().title;
    writeln!(output, "{title}: {} rounds, seed {seed}, {elapsed_s:.1} s\n", outcome.rounds)?;
    for (sums, estimates) in outcome.seats.iter().zip(&estimates.seats) {
        let Some(player) = players.iter().find(|player| player.seat == sums.seat) else { continue };
        writeln!(output, "Seat {}, {}: {}", player.seat, player.strategy, wagers(player))?;
        if sums.result.count > 0 {
            write_heading(output)?;
            for (wager, estimate) in &estimates.wagers {
                write_row(output, wager.inscription(), estimate)?;
            }
            write_row(output, "all wagers", &estimates.result)?;
            write_counts(output, sums)?;
        }
        if let Some([gain, collected]) = &estimates.banked {
            writeln!(output, "  As the bank, in {} rounds", gain.moments.count)?;
            write_row(output, "bank", gain)?;
            if collected.exact.is_some() {
                write_row(output, "collection", collected)?;
            }
        }
        writeln!(output)?;
    }
    writeln!(output, "All banks together")?;
    write_heading(output)?;
    write_row(output, "bank", &estimates.bank)?;
    if terms.setup().schedule.is_some() {
        write_row(output, "collection", &estimates.collection)?;
    }
    if terms.rules().banking == Banking::PlayerDealer {
        let share = percent(outcome.exhausted, outcome.rounds);
        writeln!(output, "  the bank ran out in {} rounds ({share})", outcome.exhausted)?;
    }
    Ok(())
}

pub(crate) fn wagers(player: &SimulatedPlayer) -> String {
    let Wagers { ante, trips, bad_beat } = player.wagers;
    let all = [("Ante", ante), ("Trips", trips), ("Bad Beat", bad_beat)];
    let made = all.into_iter().filter(|(_, amount)| *amount > Cents::ZERO);
    made.map(|(name, amount)| format!("{name} {amount}")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn write_heading(output: &mut dyn Write) -> io::Result<()> {
    writeln!(
        output,
        "  {:<12}{:>14}{:>13}{:>13}{:>14}{:>8}",
        "$ per round", "mean", "95%", "99%", "exact", "z"
    )
}

pub(crate) fn write_row(output: &mut dyn Write, name: &str, estimate: &Estimate) -> io::Result<()> {
    let [narrow, wide] = estimate.margins().map(|margin| format!("±{:.6}", margin / 100.0));
    let exact = estimate.exact.map_or_else(|| "–".into(), |exact| format!("{:.6}", exact.to_f64() / 100.0));
    let z = estimate.z_score().map_or_else(|| "–".into(), |z| format!("{z:.2}"));
    let mean = estimate.moments.mean() / 100.0;
    writeln!(output, "  {name:<12}{mean:>14.6}{narrow:>13}{wide:>13}{exact:>14}{z:>8}")
}

fn write_counts(output: &mut dyn Write, sums: &SeatTotals) -> io::Result<()> {
    let rounds = sums.result.count;
    let plays = [4, 3, 2, 1, 0].map(|times| if times == 0 { Play::Fold } else { Play::Raise(times) });
    let share = |play: &Play| format!("{play} {}", percent(sums.played(*play), rounds));
    let played = plays.iter().filter(|play| sums.played(**play) > 0).map(share);
    writeln!(output, "  played: {}", played.collect::<Vec<_>>().join(", "))?;
    let kinds = Category::ALL.into_iter().rev().filter(|kind| sums.categories[*kind as usize] > 0);
    let kinds = kinds.map(|kind| format!("{kind} {}", percent(sums.categories[kind as usize], rounds)));
    let kinds: Vec<String> = kinds.collect();
    for (line, kinds) in kinds.chunks(5).enumerate() {
        writeln!(output, "  {:<7} {}", if line == 0 { "made:" } else { "" }, kinds.join(", "))?;
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss)]
fn percent(part: u64, whole: u64) -> String {
    format!("{:.3}%", part as f64 * 100.0 / whole.max(1) as f64)
}
