//! `uth bank`: the other side of a California table.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use odds::Fraction;
use odds::bank::{BankEdge, StrategyValues};
use odds::simulate::{SimulatedTable, SimulationResult};
use uth::{Banking, Cents, Schedule, Seat, Terms};

use crate::simulate::people::{self, Guest};
use crate::simulate::progress::Progress;

pub(crate) mod arguments;
mod plot;
mod record;
mod sheet;
mod svg;

use arguments::BankArguments;

/// A bank, worked out.
struct Banked {
    terms: Terms,
    guests: Vec<Guest>,
    /// All wagers before the cards.
    action: Cents,
    /// What each player's round is worth to the player, in cents.
    values: Vec<Fraction>,
    rate: BankEdge,
    schedules: Vec<Schedule>,
    /// What the bank puts up, and what came of it; without a limit nothing needs to be simulated.
    simulated: Option<(Cents, SimulationResult)>,
}

impl Banked {
    /// What the bank wins on average in a round, in cents and before the collection, if it covers everything.
    fn gain(&self) -> Fraction {
        self.rate.gain(self.action)
    }

    /// What is collected, where one schedule is chosen.
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
        record::write(&mut output, &banked)?;
    } else {
        sheet::write(&mut output, &banked)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn bank(arguments: &BankArguments) -> anyhow::Result<Banked> {
    let terms = people::terms(arguments.rules, &arguments.players, arguments.collection_schedule)?;
    if terms.rules().banking == Banking::House {
        bail!(
            "--rules: the house banks a {} table; player-banked are california and california-bad-beat",
            arguments.rules
        );
    }
    // One place is the player/dealer's.
    let most = terms.places() - 1;
    let guests = people::guests(&arguments.players, &terms, most)?;
    if guests.len() > usize::from(most) {
        bail!("--players: a {} table has {most} places beside the player/dealer's", arguments.rules);
    }
    let limit = arguments.players.bank.map(|limit| limit.0);
    let table = table(&terms, &guests, limit)?;
    let values: Vec<StrategyValues> = guests.iter().map(exact).collect::<anyhow::Result<_>>()?;
    let pairs = values.iter().zip(guests.iter().map(|guest| guest.wagers));
    let rate = BankEdge::of(pairs.clone()).context("nothing is wagered")?;
    let schedules = terms.setup().schedule.map_or_else(|| Schedule::all_printed().to_vec(), |one| vec![one]);
    let simulated = limit.map(|limit| (limit, simulate(arguments, &table)));
    Ok(Banked {
        terms,
        action: guests.iter().map(|guest| guest.wagers.table_action()).sum(),
        values: pairs.map(|(values, wagers)| values.round(wagers)).collect(),
        rate,
        schedules,
        simulated,
        guests,
    })
}

/// The player/dealer sits where nobody else does.
fn table<'a>(terms: &Terms, guests: &'a [Guest], limit: Option<Cents>) -> anyhow::Result<SimulatedTable<'a>> {
    let free = Seat::up_to(terms.places()).find(|seat| guests.iter().all(|guest| guest.seat != *seat));
    let seat = free.context("no place is left for the player/dealer")?;
    Ok(SimulatedTable::banked_by(*terms, seat, limit, guests.iter().map(Guest::player).collect())?)
}

fn exact(guest: &Guest) -> anyhow::Result<StrategyValues> {
    guest.way.values.with_context(|| format!("the exact value of {:?} is not known", guest.strategy))
}

fn simulate(arguments: &BankArguments, table: &SimulatedTable) -> SimulationResult {
    let simulation = arguments.chance.simulation();
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
