//! `uth solve`: the whole game, exactly.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::solve::{
    BAD_BEAT, BLIND, GameTerms, MixText, PaysText, RAISES, RaisesText, Solved, grouped, report,
};
use analysis::{ruin_result, solution};
use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use odds::{ExactPayTable, Fraction, Game, PlayerAction, Qualify, Solver, StartingHand};
use protocol::{BaseValues, BaseWagers, Exact, RuinResult};
use uth::{Category, Rank};

use crate::output::{self, joined};

const EXAMPLES: &str = "Examples:
  uth solve                                   the standard game, exactly
  uth solve --chart                           what to do before the flop, all 169 hands
  uth solve --pay-table UTH-04 --mix trips=1,bad-beat=0.5
  uth solve --blind 500,50,10,3,1,1           what if a flush paid the Blind 1 to 1?
  uth solve --json > solution.json
  uth solve --bankroll 100 --rounds 500       how likely 100 Antes are lost within 500 rounds
  uth solve --report solution.html            one page for a regulator";

/// Solve the game exactly: values, best play, any pay table
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The approved Trips pay table
    #[arg(
        long,
        visible_alias = "paytable",
        value_name = "UTH-01..04",
        default_value = "UTH-01",
        conflicts_with = "trips"
    )]
    pay_table: uth::PayTableId,
    /// What the Blind pays to 1: royal flush, straight flush, four of a kind, full house, flush, straight
    #[arg(long, value_name = "PAYS", default_value = BLIND)]
    blind: PaysText<6>,
    /// What Trips pays to 1, from the royal flush down to three of a kind
    #[arg(long, value_name = "PAYS")]
    trips: Option<PaysText<7>>,
    /// What Bad Beat pays to 1, from the straight flush down to three of a kind
    #[arg(long, value_name = "PAYS", default_value = BAD_BEAT)]
    bad_beat: PaysText<6>,
    /// What the dealer needs to qualify
    #[arg(long, default_value = "pair", value_parser = qualify())]
    qualify: Qualify,
    /// The Play wager in Antes: before the flop, on the flop, on the river
    #[arg(long, value_name = "PREFLOP/FLOP/RIVER", default_value = RAISES)]
    raises: RaisesText,
    /// Bonus wagers in Antes; best play is then for all wagers together
    #[arg(long, value_name = "trips=1,bad-beat=0.5", default_value = "")]
    mix: MixText,
    /// Also show how likely a bankroll of this size is to be lost
    #[arg(long, value_name = "ANTES")]
    bankroll: Option<Fraction>,
    /// How many rounds are played with the bankroll
    #[arg(long, value_name = "1..10000", default_value_t = 500, requires = "bankroll")]
    rounds: u32,
    /// Print what to do before the flop as a chart
    #[arg(long, conflicts_with = "json")]
    chart: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write a self-contained page with figures, charts and method
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

fn qualify() -> impl TypedValueParser<Value = Qualify> {
    let pair = PossibleValue::new("pair").help("The dealer qualifies with a pair or better");
    let none = PossibleValue::new("none").help("Every hand qualifies");
    PossibleValuesParser::new([pair, none])
        .map(|text| if text == "pair" { Qualify::Pair } else { Qualify::Always })
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { bankroll, rounds, chart, json, .. } = arguments;
    // `game` consumes the arguments.
    let report_path = arguments.report.clone();
    let solved = Solved::new(&Solver::new(), &arguments.game())?;
    if let Some(path) = report_path {
        output::write_file(&path, &report(&solved))?;
    }
    let mut record = solution(&solved);
    if let Some(bankroll) = bankroll {
        record.ruin =
            Some(ruin_result(bankroll, &solved.round.ruin(bankroll, rounds).context("--bankroll")?));
    }
    output::print(
        json,
        || &record,
        |output| if chart { write_chart(output, &solved) } else { write(output, &solved, &record) },
    )
}

impl Arguments {
    fn game(self) -> Game {
        let terms = GameTerms {
            paytable: self.pay_table,
            blind: self.blind,
            trips: self.trips,
            bad_beat: self.bad_beat,
            qualify: self.qualify,
            raises: self.raises,
            mix: self.mix,
        };
        terms.game()
    }
}

fn write(output: &mut dyn Write, solved: &Solved, record: &protocol::Solution) -> io::Result<()> {
    let Solved { solution, round, .. } = solved;
    let game = &solution.game;
    writeln!(output, "Solved exactly over all {} deals\n", grouped(solution.deals))?;
    writeln!(output, "  Blind pays     {}", pays(&game.blind))?;
    writeln!(output, "  Trips pays     {}", pays(&game.trips))?;
    writeln!(output, "  Bad Beat pays  {}\n", pays(&game.bad_beat))?;
    write_wagers(output, &record.base, &record.wagers)?;
    write_figures(output, &record.base, round.outcomes())?;
    writeln!(output)?;
    let no_fold = &solution.bad_beat_without_folds;
    let bonuses =
        [("Trips", &solution.trips), ("Bad Beat", &solution.bad_beat), ("  if nothing folds", no_fold)];
    for (name, bonus) in bonuses {
        write_value(output, name, &analysis::exact(bonus.value), "")?;
        let (edge, wins) = (percent(-bonus.value), percent(bonus.hit_rate));
        write_figure(output, "", &format!("house edge {edge:.6}%, wins {wins:.6}%"))?;
    }
    if game.mix.trips != Fraction::ZERO || game.mix.bad_beat != Fraction::ZERO {
        let mix =
            format!("of an Ante, with {} on Trips and {} on Bad Beat", game.mix.trips, game.mix.bad_beat);
        writeln!(output)?;
        write_value(output, "All together", &record.mix, &mix)?;
        let deviation = format!("{:.6} Antes a round, without Bad Beat", record.round.standard_deviation);
        write_figure(output, "  Standard deviation", &deviation)?;
    }
    writeln!(
        output,
        "\n  What to do before the flop: uth solve --chart. Everything else: uth solve --json."
    )?;
    record.ruin.as_ref().map_or(Ok(()), |ruin| write_ruin(output, ruin))
}

/// Writes the value of the base game and of each of its wagers.
pub(crate) fn write_wagers(output: &mut dyn Write, base: &BaseValues, wagers: &BaseWagers) -> io::Result<()> {
    let all = Exact { exact: base.exact.clone(), value: base.value };
    write_value(output, "Base game", &all, "of an Ante")?;
    write_value(output, "  Ante", &wagers.ante, "")?;
    write_value(output, "  Blind", &wagers.blind, "")?;
    write_value(output, "  Play", &wagers.play, "")
}

/// Writes the figures of the base game, and how often a round wins, breaks even and loses.
pub(crate) fn write_figures(
    output: &mut dyn Write,
    base: &BaseValues,
    outcomes: [Fraction; 3],
) -> io::Result<()> {
    let [wins, pushes, losses] = outcomes.map(percent);
    let share = |(action, share): (&String, &f64)| format!("{action} {:.6}%", share * 100.0);
    writeln!(output)?;
    for (name, text) in [
        ("House edge", format!("{:.6}% of an Ante", base.house_edge * 100.0)),
        ("Element of risk", format!("{:.6}% of all money wagered", base.element_of_risk * 100.0)),
        ("Average wager", format!("{:.6} Antes", base.average_wager)),
        ("Standard deviation", format!("{:.6} Antes a round", base.standard_deviation)),
        ("Round", format!("wins {wins:.4}%, breaks even {pushes:.4}%, loses {losses:.4}%")),
        ("Actions", joined(base.actions.iter().map(share), ", ")),
    ] {
        write_figure(output, name, &text)?;
    }
    Ok(())
}

pub(crate) fn write_value(output: &mut dyn Write, name: &str, value: &Exact, unit: &str) -> io::Result<()> {
    writeln!(output, "  {name:<22}{:>13.8}  = {} {unit}", value.value, value.exact)
}

pub(crate) fn write_figure(output: &mut dyn Write, name: &str, text: &str) -> io::Result<()> {
    writeln!(output, "  {name:<22}{text}")
}

pub(crate) fn percent(share: Fraction) -> f64 {
    share.to_f64() * 100.0
}

/// "royal flush 500, straight flush 50, …".
fn pays(table: &ExactPayTable) -> String {
    let rows =
        Category::ALL.into_iter().rev().filter_map(|kind| Some(format!("{kind} {}", table.pay(kind)?)));
    joined(rows, ", ")
}

/// Writes how likely a bankroll is lost, and what is left of it.
fn write_ruin(output: &mut dyn Write, ruin: &RuinResult) -> io::Result<()> {
    let (chance, rounds) = (ruin.ruin.unwrap_or(0.0) * 100.0, ruin.hands.unwrap_or(0));
    let (bankroll, needed, left) = (&ruin.bankroll.exact, &ruin.needed.exact, &ruin.left);
    writeln!(output)?;
    let chance = format!("{chance:.6}% for {bankroll} Antes within {rounds} rounds");
    write_figure(output, "Ruin", &format!("{chance}: less than {needed} Antes left"))?;
    write_figure(output, "Ahead", &format!("{:.6}% at the end", ruin.ahead * 100.0))?;
    let range = format!("{} to {} in 9 of 10 cases", left.low, left.high);
    write_figure(output, "Left", &format!("a median of {} Antes, {range}", left.median))
}

/// Writes what to do before the flop, and how many hands raise.
fn write_chart(output: &mut dyn Write, Solved { solution, .. }: &Solved) -> io::Result<()> {
    write_preflop(output, |hand| {
        match solution.preflop.iter().find(|start| start.hand == hand).map(|start| start.best) {
            Some(PlayerAction::Raise(times)) => Some(times.to_string()),
            _ => None,
        }
    })?;
    for (name, is_check) in [("raise", false), ("check", true)] {
        let hands = solution.preflop.iter().filter(|start| (start.best == PlayerAction::Check) == is_check);
        let combos: u32 = hands.clone().map(|start| start.hand.combos()).sum();
        writeln!(output, "  {name}: {} hands, {combos} of 1326 combinations", hands.count())?;
    }
    Ok(())
}

/// Writes the thirteen by thirteen starting hands, each with its raise.
pub(crate) fn write_preflop(
    output: &mut dyn Write,
    raise: impl Fn(StartingHand) -> Option<String>,
) -> io::Result<()> {
    writeln!(output, "Before the flop: raise or check. Suited hands are above the diagonal.\n")?;
    let is_coloured = output::is_coloured();
    for row in Rank::ALL.into_iter().rev() {
        write!(output, "  ")?;
        for column in Rank::ALL.into_iter().rev() {
            let (high, low) = (row.max(column), row.min(column));
            let hand = StartingHand { high, low, suited: row > column };
            let (raise, hand) = (raise(hand), hand.to_string());
            let cell = format!("{hand:>4} {} ", raise.as_deref().unwrap_or("·"));
            match (is_coloured, raise) {
                (false, _) => write!(output, "{cell}")?,
                // Black on green raises, white on dark grey waits.
                (true, Some(_)) => write!(output, "\x1b[30;42m{cell}\x1b[0m")?,
                (true, None) => write!(output, "\x1b[97;100m{cell}\x1b[0m")?,
            }
        }
        writeln!(output)?;
    }
    writeln!(output)
}
