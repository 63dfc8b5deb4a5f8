//! `uth information`: what it is worth to see cards before the first decision.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use odds::{Estimate, Fraction, Game, Information, Neighbours, Scenario, Solution, Solver};
use protocol::Exact;
use serde::Serialize;

use crate::json;

mod sheet;

const EXAMPLES: &str = "Examples:
  uth information                               every card of dealer and board that can be seen, exactly
  uth information --scenario dealer-card        one of them
  uth information --scenario neighbours         the hands of 1 to 6 other players, sampled: minutes
  uth information --scenario neighbours --samples 400 --seed 7
  uth information --scenario neighbour-hand     the hand of one other player, exactly: a minute or two
  uth information --json > information.json";

/// Say what it is worth to see cards before the first decision: the dealer's, the board's, other players'
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InformationArguments {
    /// What is seen; may be given several times. Without it, all scenarios that take seconds
    #[arg(long, value_name = "NAME")]
    scenario: Vec<ScenarioOption>,
    /// How many sets of cards to sample for each number of neighbours
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..))]
    samples: u32,
    /// Seed of the random numbers; the same seed gives the same samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ScenarioOption {
    /// One card of the flop
    FlopCard,
    /// One of turn and river
    RiverCard,
    /// One card of the dealer
    DealerCard,
    /// One card of the dealer and one of the flop
    DealerAndFlopCard,
    /// Both cards of the dealer
    DealerHand,
    /// Both cards of one other player
    NeighbourHand,
    /// Both cards of 1 to 6 other players each, by sampling
    Neighbours,
}

/// The result of one scenario.
struct Finding {
    name: &'static str,
    /// The cards that are seen, as text.
    seen: String,
    gain: Gain,
    /// The value of the game as it has been published, in percent of an Ante.
    published: Option<&'static str>,
    seconds: f64,
}

/// The value over that of a player who sees nothing.
enum Gain {
    Exact(Fraction),
    Sampled { players: usize, estimate: Estimate },
}

/// The scenarios that take seconds.
const SHORT: [ScenarioOption; 5] = [
    ScenarioOption::FlopCard,
    ScenarioOption::RiverCard,
    ScenarioOption::DealerCard,
    ScenarioOption::DealerAndFlopCard,
    ScenarioOption::DealerHand,
];

/// The neighbours of one player at a full table.
const MOST_PLAYERS: usize = 6;

pub(crate) fn run(arguments: &InformationArguments) -> anyhow::Result<ExitCode> {
    let game = Game::standard();
    let solver = Solver::new();
    let solution = solver.solve(&game)?;
    let information = Information::new(&solver);
    let scenarios = if arguments.scenario.is_empty() { &SHORT[..] } else { &arguments.scenario };
    let base = solution.base();
    let mut output = io::stdout().lock();
    if !arguments.json {
        sheet::write_head(&mut output, base)?;
    }
    let mut records = Vec::new();
    for scenario in scenarios {
        for finding in find(*scenario, arguments, &information, &solution) {
            let finding = finding?;
            if arguments.json {
                records.push(finding.record(base, arguments));
            } else {
                sheet::write_row(&mut output, &finding, base)?;
                output.flush()?;
            }
        }
    }
    if arguments.json {
        json::write(&mut output, &InformationRecord { base: analysis::exact(base), scenarios: records })?;
    } else {
        sheet::write_foot(&mut output, arguments)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the findings of one scenario; each is computed when the iterator reaches it.
fn find<'a>(
    scenario: ScenarioOption,
    arguments: &'a InformationArguments,
    information: &'a Information,
    solution: &'a Solution,
) -> Box<dyn Iterator<Item = anyhow::Result<Finding>> + 'a> {
    let (name, seen, kind, published) = match scenario {
        ScenarioOption::FlopCard => ("flop-card", "one flop card", Scenario::FlopCard, None),
        ScenarioOption::RiverCard => ("river-card", "turn or river card", Scenario::RiverCard, None),
        ScenarioOption::DealerCard => {
            ("dealer-card", "one dealer card", Scenario::DealerCard, Some("13.5922"))
        }
        ScenarioOption::DealerAndFlopCard => {
            let seen = "one dealer, one flop card";
            ("dealer-and-flop-card", seen, Scenario::DealerAndFlopCard, Some("22.3286"))
        }
        ScenarioOption::DealerHand => {
            ("dealer-hand", "both dealer cards", Scenario::DealerHand, Some("38.5816"))
        }
        ScenarioOption::NeighbourHand => {
            ("neighbour-hand", "one neighbour's hand", Scenario::NeighbourHand, None)
        }
        ScenarioOption::Neighbours => {
            let sampled = |players| sample(players, arguments, information, solution);
            return Box::new((1..=MOST_PLAYERS).map(sampled));
        }
    };
    Box::new(std::iter::once_with(move || {
        let start = Instant::now();
        let value = information.value(&solution.game, kind, progress(name))?;
        let gain = Gain::Exact(value - solution.base());
        Ok(Finding { name, seen: seen.into(), gain, published, seconds: start.elapsed().as_secs_f64() })
    }))
}

fn sample(
    players: usize,
    arguments: &InformationArguments,
    information: &Information,
    solution: &Solution,
) -> anyhow::Result<Finding> {
    let start = Instant::now();
    let seen =
        if players == 1 { "1 neighbour's hand".into() } else { format!("{players} neighbours' hands") };
    let samples = arguments.samples.into();
    let neighbours = Neighbours::new(information, solution)?;
    let estimate = neighbours.estimate(players, samples, arguments.seed, progress(&seen));
    let gain = Gain::Sampled { players, estimate };
    Ok(Finding { name: "neighbours", seen, gain, published: None, seconds: start.elapsed().as_secs_f64() })
}

/// Shows on a terminal how far the work has got, and clears that line at the end.
fn progress(what: &str) -> impl FnMut(u64, u64) {
    let terminal = io::stderr().is_terminal();
    move |done, all| {
        if !terminal {
            return;
        }
        let line = if done < all { format!("  {what}: {done} of {all}") } else { String::new() };
        // The work goes on if the line cannot be written.
        let _ = write!(io::stderr(), "\r{line:<60}{}", if done < all { "" } else { "\r" });
    }
}

impl Gain {
    fn to_f64(&self) -> f64 {
        match self {
            Gain::Exact(gain) => gain.to_f64(),
            Gain::Sampled { estimate, .. } => estimate.mean,
        }
    }
}

/// Half the width of the 95% confidence interval.
fn margin(estimate: &Estimate) -> f64 {
    1.96 * estimate.standard_error
}

/// All findings, for programs. Values are in Antes.
#[derive(Serialize)]
struct InformationRecord {
    base: Exact,
    scenarios: Vec<FindingRecord>,
}

#[derive(Serialize)]
struct FindingRecord {
    scenario: &'static str,
    value: f64,
    gain: f64,
    elapsed_s: f64,
    #[serde(flatten)]
    method: MethodRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<f64>,
}

/// How a value was found: exactly, or by sampling with its confidence intervals.
#[derive(Serialize)]
#[serde(untagged)]
enum MethodRecord {
    Exact {
        exact: String,
        gain_exact: String,
    },
    Sampled {
        players: usize,
        samples: u64,
        seed: u64,
        standard_error: f64,
        ci95: [f64; 2],
        gain_ci95: [f64; 2],
    },
}

impl Finding {
    fn record(&self, base: Fraction, arguments: &InformationArguments) -> FindingRecord {
        let value = base.to_f64() + self.gain.to_f64();
        let method = match &self.gain {
            Gain::Exact(gain) => {
                MethodRecord::Exact { exact: (base + *gain).to_string(), gain_exact: gain.to_string() }
            }
            Gain::Sampled { players, estimate } => {
                let margin = margin(estimate);
                MethodRecord::Sampled {
                    players: *players,
                    samples: estimate.samples,
                    seed: arguments.seed,
                    standard_error: estimate.standard_error,
                    ci95: [value - margin, value + margin],
                    gain_ci95: [estimate.mean - margin, estimate.mean + margin],
                }
            }
        };
        FindingRecord {
            scenario: self.name,
            value,
            gain: self.gain.to_f64(),
            elapsed_s: self.seconds,
            method,
            published: self.published.and_then(|text| text.parse().ok()).map(|percent: f64| percent / 100.0),
        }
    }
}
