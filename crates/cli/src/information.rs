//! `uth information`: what it is worth to see cards before the first decision.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::builder::{PossibleValue, PossibleValuesParser};
use odds::{Game, Information, Neighbours, Scenario, Solution, Solver};
use protocol::Exact;
use serde::Serialize;

use crate::output::{self, Progress};

const EXAMPLES: &str = "Examples:
  uth information                               every card of dealer and board that can be seen, exactly
  uth information --scenario dealer-card        one of them
  uth information --scenario neighbours         the hands of 1 to 6 other players, sampled: minutes
  uth information --scenario neighbours --samples 400 --seed 7
  uth information --scenario neighbour-hand     the hand of one other player, exactly: a minute or two
  uth information --json > information.json";

/// Compute what it is worth to see cards before the first decision: the dealer's, the board's, other players'
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The cards that are seen; may be given several times. Without it, all scenarios that take seconds
    #[arg(long, value_name = "NAME", value_parser = names())]
    scenario: Vec<String>,
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

/// The name of a scenario, the cards that are seen, how their value is computed, and the value as it has been
/// published. The hands of several neighbours are sampled.
type ScenarioRow = (&'static str, &'static str, Option<Scenario>, Option<f64>);

const SCENARIOS: [ScenarioRow; 7] = [
    ("flop-card", "one flop card", Some(Scenario::FlopCard), None),
    ("river-card", "turn or river card", Some(Scenario::RiverCard), None),
    ("dealer-card", "one dealer card", Some(Scenario::DealerCard), Some(0.135_922)),
    ("dealer-and-flop-card", "one dealer, one flop card", Some(Scenario::DealerAndFlopCard), Some(0.223_286)),
    ("dealer-hand", "both dealer cards", Some(Scenario::DealerHand), Some(0.385_816)),
    ("neighbour-hand", "one neighbour's hand", Some(Scenario::NeighbourHand), None),
    (NEIGHBOURS, "the hands of 1 to 6 neighbours, sampled", None, None),
];

const NEIGHBOURS: &str = "neighbours";

/// How many of the scenarios, in their order, take seconds.
const SHORT: usize = 5;

fn names() -> PossibleValuesParser {
    SCENARIOS.map(|(name, seen, ..)| PossibleValue::new(name).help(seen)).into()
}

/// The neighbours of one player at a full table.
const MOST_PLAYERS: usize = 6;

/// Standard errors within half the width of a 95% confidence interval.
const ERRORS_95: f64 = 1.96;

/// All findings, for programs. Values are in Antes.
#[derive(Serialize)]
struct InformationRecord {
    base: Exact,
    scenarios: Vec<Finding>,
}

/// The value of the game in one scenario.
#[derive(Serialize)]
struct Finding {
    scenario: String,
    /// The cards that are seen, as text.
    #[serde(skip)]
    seen: String,
    value: f64,
    /// How much more that is than the value for a player who sees nothing.
    gain: f64,
    elapsed_s: f64,
    #[serde(flatten)]
    method: Method,
    /// The value as it has been published.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<f64>,
}

/// How a value was found: exactly, or by sampling with its confidence intervals.
#[derive(Serialize)]
#[serde(untagged)]
enum Method {
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

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let solver = Solver::new();
    let solution = solver.solve(&Game::standard())?;
    let information = Information::new(&solver);
    let is_asked = |row: &&ScenarioRow| arguments.scenario.iter().any(|name| name == row.0);
    let mut scenarios: Vec<_> = SCENARIOS.iter().filter(is_asked).collect();
    if scenarios.is_empty() {
        scenarios.extend(&SCENARIOS[..SHORT]);
    }
    let mut record = InformationRecord { base: analysis::exact(solution.base()), scenarios: Vec::new() };
    let mut output = io::stdout().lock();
    if !arguments.json {
        write_head(&mut output, &record.base)?;
    }
    // A scenario may take minutes, so each row is shown as soon as it is known.
    let mut report = |finding: anyhow::Result<Finding>| -> anyhow::Result<()> {
        let finding = finding?;
        if !arguments.json {
            write_row(&mut output, &finding)?;
            output.flush()?;
        }
        record.scenarios.push(finding);
        Ok(())
    };
    for &(name, seen, scenario, published) in scenarios {
        if let Some(scenario) = scenario {
            report(exact([name, seen], scenario, published, &information, &solution))?;
            continue;
        }
        for players in 1..=MOST_PLAYERS {
            report(sampled(players, arguments, &information, &solution))?;
        }
    }
    output::print_to(&mut output, arguments.json, || &record, |output| write_foot(output, arguments))
}

fn exact(
    [name, seen]: [&str; 2],
    scenario: Scenario,
    published: Option<f64>,
    information: &Information,
    solution: &Solution,
) -> anyhow::Result<Finding> {
    let start = Instant::now();
    let value = information.value(&solution.game, scenario, progress(seen))?;
    let gain = value - solution.base();
    Ok(Finding {
        scenario: name.to_owned(),
        seen: seen.to_owned(),
        value: value.to_f64(),
        gain: gain.to_f64(),
        elapsed_s: start.elapsed().as_secs_f64(),
        method: Method::Exact { exact: value.to_string(), gain_exact: gain.to_string() },
        published,
    })
}

fn sampled(
    players: usize,
    arguments: &Arguments,
    information: &Information,
    solution: &Solution,
) -> anyhow::Result<Finding> {
    let start = Instant::now();
    let hands =
        if players == 1 { "1 neighbour's hand".into() } else { format!("{players} neighbours' hands") };
    let Arguments { samples, seed, .. } = *arguments;
    let neighbours = Neighbours::new(information, solution)?;
    let estimate = neighbours.estimate(players, samples.into(), seed, progress(&hands));
    let (gain, standard_error) = (estimate.mean, estimate.standard_error);
    let (value, margin) = (solution.base().to_f64() + gain, ERRORS_95 * standard_error);
    let [ci95, gain_ci95] = [value, gain].map(|mean| [mean - margin, mean + margin]);
    Ok(Finding {
        scenario: NEIGHBOURS.to_owned(),
        seen: hands,
        value,
        gain,
        elapsed_s: start.elapsed().as_secs_f64(),
        method: Method::Sampled { players, samples: samples.into(), seed, standard_error, ci95, gain_ci95 },
        published: None,
    })
}

/// Shows on a terminal how far a scenario has got.
fn progress(seen: &str) -> impl FnMut(u64, u64) {
    let (mut progress, unit) = (Progress::new(), format!("steps for {seen}"));
    move |done, all| progress.show(&unit, done, all)
}

fn write_head(output: &mut dyn Write, base: &Exact) -> io::Result<()> {
    let (edge, exact) = (base.value * 100.0, &base.exact);
    writeln!(
        output,
        "The value of the game to a player who sees cards before the first decision, with best play, of an Ante\n\n  \
         {:<26}{:>12}{:>12}{:>11}{:>8}  exact value\n  {:<26}{edge:>+11.6}%{:31}  {exact}",
        "seen", "value", "gain", "published", "time", "nothing", ""
    )
}

fn write_row(output: &mut dyn Write, finding: &Finding) -> io::Result<()> {
    let [value, gain] = [finding.value, finding.gain].map(|value| value * 100.0);
    let published = finding.published.map_or(String::new(), |value| format!("{:+.4}%", value * 100.0));
    let time = format!("{:.1} s", finding.elapsed_s);
    let exact = match &finding.method {
        Method::Exact { exact, .. } => exact.clone(),
        Method::Sampled { samples, standard_error, .. } => {
            format!("± {:.4}% (95%), {samples} samples", ERRORS_95 * standard_error * 100.0)
        }
    };
    writeln!(output, "  {:<26}{value:>+11.6}%{gain:>+11.6}%{published:>11}{time:>8}  {exact}", finding.seen)
}

fn write_foot(output: &mut dyn Write, arguments: &Arguments) -> io::Result<()> {
    if arguments.scenario.iter().any(|name| name == NEIGHBOURS) {
        let seed = arguments.seed;
        writeln!(
            output,
            "\n  Sets of neighbours' cards are sampled (seed {seed}); the gain of each is exact."
        )?;
    }
    if arguments.scenario.is_empty() {
        writeln!(
            output,
            "\n  Hands of other players take minutes: uth information --scenario neighbours (sampled),\
             \n  --scenario neighbour-hand (one player, exactly)."
        )?;
    }
    Ok(())
}
