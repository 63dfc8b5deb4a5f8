//! `uth bank`: what the player-dealer of a California table earns.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use odds::Fraction;
use odds::bank::{BankEdge, StrategyValues};
use odds::simulate::{SimulatedTable, SimulationResult};
use uth::{Banking, Cents, Schedule, Seat, Terms};

use crate::json;
use crate::options::{PlayersOptions, SimulationOptions};
use crate::progress::Progress;
use crate::simulate::players::{self, SimulatedPlayer};

mod plot;
mod record;
mod sheet;
mod svg;

const EXAMPLES: &str = "Examples:
  uth bank                                   a full table of best players, $10 each, and all 24 schedules
  uth bank --trips 5 --bad-beat 5            the same with bonus wagers
  uth bank --players 3 --ante 25 --collection-schedule 7
  uth bank --strategy wait-for-flop          players who never raise before the flop
  uth bank --seat ante=10 --seat ante=100,strategy=always-4x
  uth bank --bank 500 --rounds 10000000      a bank that can run out, simulated
  uth bank --svg schedules.svg               the plot as a picture
  uth bank --book california --pay-table UTH-02 --trips 5

The action is all that is wagered before the cards: Ante, Blind, Trips and Bad Beat. The bank's gain is what the
players lose on average, an exact fraction of the action for the way they divide their wagers. A schedule's fee is
covered from the action at which gain and fee are equal.";

/// Compute what the player-dealer earns: exactly, or by simulation for a limited bank; break-even of all schedules
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BankArguments {
    /// The rule book: california or california-bad-beat
    #[arg(long, visible_alias = "rules", value_name = "ID", default_value = "california-bad-beat")]
    book: uth::Book,
    #[command(flatten)]
    players: PlayersOptions,
    /// Only this printed collection schedule
    #[arg(long, value_name = "1..24")]
    collection_schedule: Option<u8>,
    #[command(flatten)]
    simulation: SimulationOptions,
    /// Write the plot of gain and fee by action as a picture
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The results of a bank.
struct Banked {
    terms: Terms,
    players: Vec<SimulatedPlayer>,
    /// The sum of all wagers before the deal.
    action: Cents,
    /// The expected result of each player's round, in cents.
    values: Vec<Fraction>,
    rate: BankEdge,
    schedules: Vec<Schedule>,
    /// The limit of the bank and its simulated result; an unlimited bank is exact and needs none.
    simulated: Option<(Cents, SimulationResult)>,
}

impl Banked {
    /// Returns the bank's average gain of a round in cents, before the collection, if it covers every wager.
    fn gain(&self) -> Fraction {
        self.rate.gain(self.action)
    }

    /// Returns the collection of a round, if one schedule is chosen.
    fn fee(&self) -> Option<Cents> {
        Some(self.terms.setup().schedule?.fee(self.action))
    }
}

pub(crate) fn run(arguments: &BankArguments) -> anyhow::Result<ExitCode> {
    let banked = bank(arguments)?;
    if let Some(path) = &arguments.svg {
        std::fs::write(path, svg::picture(&banked))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        json::write(&mut output, &record::BankingRecord::new(&banked))?;
    } else {
        sheet::write(&mut output, &banked)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn bank(arguments: &BankArguments) -> anyhow::Result<Banked> {
    let terms = players::terms(arguments.book, &arguments.players, arguments.collection_schedule)?;
    if terms.rules().banking == Banking::House {
        bail!(
            "--book: the house banks a {} table; player-banked are california and california-bad-beat",
            arguments.book
        );
    }
    // The player-dealer takes one of the places.
    let most = terms.places() - 1;
    let players = players::players(&arguments.players, &terms, most)?;
    if players.len() > usize::from(most) {
        bail!("--players: a {} table has {most} places beside the player-dealer's", arguments.book);
    }
    let limit = arguments.players.bank.map(|limit| limit.0);
    let table = table(&terms, &players, limit)?;
    let values: Vec<StrategyValues> = players.iter().map(exact).collect::<anyhow::Result<_>>()?;
    let pairs = values.iter().zip(players.iter().map(|player| player.wagers));
    let rate = BankEdge::of(pairs.clone()).context("nothing is wagered")?;
    let schedules = terms.setup().schedule.map_or_else(|| Schedule::all_printed().to_vec(), |one| vec![one]);
    let simulated = limit.map(|limit| (limit, simulate(arguments, &table)));
    Ok(Banked {
        terms,
        action: players.iter().map(|player| player.wagers.table_action()).sum(),
        values: pairs.map(|(values, wagers)| values.round(wagers)).collect(),
        rate,
        schedules,
        simulated,
        players,
    })
}

/// Returns the table with the player-dealer at the first free seat.
fn table<'a>(
    terms: &Terms,
    players: &'a [SimulatedPlayer],
    limit: Option<Cents>,
) -> anyhow::Result<SimulatedTable<'a>> {
    let free = Seat::up_to(terms.places()).find(|seat| players.iter().all(|player| player.seat != *seat));
    let seat = free.context("no place is left for the player-dealer")?;
    Ok(SimulatedTable::banked_by(*terms, seat, limit, players.iter().map(SimulatedPlayer::player).collect())?)
}

fn exact(player: &SimulatedPlayer) -> anyhow::Result<StrategyValues> {
    player.playable.values.with_context(|| format!("the exact value of {:?} is not known", player.strategy))
}

fn simulate(arguments: &BankArguments, table: &SimulatedTable) -> SimulationResult {
    let simulation = arguments.simulation.simulation();
    let mut progress = Progress::new(simulation.rounds, "rounds");
    let outcome = simulation.observe(
        table,
        |_, _, ()| (),
        |played, ()| {
            progress.show(played);
            Ok::<(), std::convert::Infallible>(())
        },
    );
    progress.clear();
    match outcome {
        Ok(outcome) => outcome,
        Err(never) => match never {},
    }
}
