//! `uth information`: what it is worth to see cards before the first decision.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use odds::{Estimate, Fraction, Game, Information, Neighbours, Scenario, Solution, Solver};
use serde_json::{Value, json};

use crate::args::{InformationArguments, ScenarioArgument};

mod sheet;

/// What was found out about one scenario.
struct Finding {
    name: &'static str,
    /// What is seen, in words.
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
const SHORT: [ScenarioArgument; 5] = [
    ScenarioArgument::FlopCard,
    ScenarioArgument::RiverCard,
    ScenarioArgument::DealerCard,
    ScenarioArgument::DealerAndFlopCard,
    ScenarioArgument::DealerHand,
];

/// As many neighbours as there are at a full table.
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
        let base = json!({"exact": base.to_string(), "value": base.to_f64()});
        writeln!(output, "{}", json!({"base": base, "scenarios": records}))?;
    } else {
        sheet::write_foot(&mut output, arguments)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The findings of one scenario, each found when it is asked for.
fn find<'a>(
    scenario: ScenarioArgument,
    arguments: &'a InformationArguments,
    information: &'a Information,
    solution: &'a Solution,
) -> Box<dyn Iterator<Item = anyhow::Result<Finding>> + 'a> {
    let (name, seen, kind, published) = match scenario {
        ScenarioArgument::FlopCard => ("flop-card", "one flop card", Scenario::FlopCard, None),
        ScenarioArgument::RiverCard => ("river-card", "turn or river card", Scenario::RiverCard, None),
        ScenarioArgument::DealerCard => {
            ("dealer-card", "one dealer card", Scenario::DealerCard, Some("13.5922"))
        }
        ScenarioArgument::DealerAndFlopCard => {
            let seen = "one dealer, one flop card";
            ("dealer-and-flop-card", seen, Scenario::DealerAndFlopCard, Some("22.3286"))
        }
        ScenarioArgument::DealerHand => {
            ("dealer-hand", "both dealer cards", Scenario::DealerHand, Some("38.5816"))
        }
        ScenarioArgument::NeighbourHand => {
            ("neighbour-hand", "one neighbour's hand", Scenario::NeighbourHand, None)
        }
        ScenarioArgument::Neighbours => {
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

/// Tells on a terminal how far the work has got, and leaves no trace.
fn progress(what: &str) -> impl FnMut(u64, u64) {
    let terminal = io::stderr().is_terminal();
    move |done, all| {
        if !terminal {
            return;
        }
        let line = if done < all { format!("  {what}: {done} of {all}") } else { String::new() };
        // Nobody misses a line that cannot be written.
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

/// How far the mean may be off, 19 times in 20.
fn margin(estimate: &Estimate) -> f64 {
    1.96 * estimate.standard_error
}

impl Finding {
    fn record(&self, base: Fraction, arguments: &InformationArguments) -> Value {
        let value = base.to_f64() + self.gain.to_f64();
        let mut record = json!({
            "scenario": self.name,
            "value": value,
            "gain": self.gain.to_f64(),
            "seconds": self.seconds,
        });
        match &self.gain {
            Gain::Exact(gain) => {
                record["exact"] = (base + *gain).to_string().into();
                record["gain_exact"] = gain.to_string().into();
            }
            Gain::Sampled { players, estimate } => {
                let margin = margin(estimate);
                record["players"] = (*players).into();
                record["samples"] = estimate.samples.into();
                record["seed"] = arguments.seed.into();
                record["standard_error"] = estimate.standard_error.into();
                record["value_95"] = json!([value - margin, value + margin]);
                record["gain_95"] = json!([estimate.mean - margin, estimate.mean + margin]);
            }
        }
        if let Some(percent) = self.published.and_then(|text| text.parse::<f64>().ok()) {
            record["published"] = (percent / 100.0).into();
        }
        record
    }
}
