//! `uth solve`: the whole game, exactly.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::solve::{BAD_BEAT, BLIND, GameTerms, MixText, PaysText, RAISES, RaisesText, Solved, report};
use analysis::{ruin_result, solution};
use anyhow::Context;
use clap::Args;
use odds::{Game, Qualify, RuinError, Solver};

use crate::json;

mod chart;
pub(crate) mod sheet;

const EXAMPLES: &str = "Examples:
  uth solve                                   the standard game, exactly
  uth solve --chart                           what to do before the flop, all 169 hands
  uth solve --pay-table UTH-04 --mix trips=1,bad-beat=0.5
  uth solve --blind 500,50,10,3,1,1           what if a flush paid the Blind 1 to 1?
  uth solve --json > solution.json
  uth solve --bankroll 100 --rounds 500       how likely 100 Antes do not last 500 rounds
  uth solve --report solution.html            one page for a regulator";

/// Solve the game exactly: values, best play, any pay table
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArguments {
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
    /// The dealer qualifies with a pair, or the Ante is always in action
    #[arg(long, value_enum, default_value = "pair")]
    qualify: QualifyOption,
    /// The Play wager in Antes: before the flop, on the flop, on the river
    #[arg(long, value_name = "PREFLOP/FLOP/RIVER", default_value = RAISES)]
    raises: RaisesText,
    /// Bonus wagers in Antes; best play is then for all wagers together
    #[arg(long, value_name = "trips=1,bad-beat=0.5", default_value = "")]
    mix: MixText,
    /// A bankroll: how likely it does not last
    #[arg(long, value_name = "ANTES")]
    bankroll: Option<odds::Fraction>,
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

#[derive(Clone, Copy, clap::ValueEnum)]
enum QualifyOption {
    /// The dealer qualifies with a pair or better
    Pair,
    /// Every hand qualifies
    None,
}

pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let solved = Solved::new(&Solver::new(), &arguments.game())?;
    if let Some(path) = &arguments.report {
        std::fs::write(path, report(&solved)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let follow = |bankroll| Ok::<_, RuinError>((bankroll, solved.round.ruin(bankroll, arguments.rounds)?));
    let ruin = arguments.bankroll.map(follow).transpose().context("--bankroll")?;
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        let mut record = solution(&solved);
        record.ruin = ruin.as_ref().map(|(bankroll, ruin)| ruin_result(*bankroll, ruin));
        json::write(&mut output, &record)?;
    } else if arguments.chart {
        let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        chart::write(&mut output, &solved.solution, colour)?;
    } else {
        sheet::write(&mut output, &solved)?;
        if let Some((bankroll, ruin)) = &ruin {
            sheet::write_ruin(&mut output, *bankroll, ruin)?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl SolveArguments {
    fn game(&self) -> Game {
        let terms = GameTerms {
            paytable: self.pay_table,
            blind: self.blind.clone(),
            trips: self.trips.clone(),
            bad_beat: self.bad_beat.clone(),
            qualify: match self.qualify {
                QualifyOption::Pair => Qualify::Pair,
                QualifyOption::None => Qualify::Always,
            },
            raises: self.raises.clone(),
            mix: self.mix.clone(),
        };
        terms.game()
    }
}
