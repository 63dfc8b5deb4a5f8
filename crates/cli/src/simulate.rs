//! `uth simulate`: rounds at full tables, played through the same rules as everything else.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use odds::Fraction;
use odds::simulate::{BankingChoice, Moments, SeatTotals, SimulatedTable, SimulationResult};
use serde::Serialize;
use uth::{Banking, Category, Cents, Terms, Wager, Wagers};

use crate::options::{PlayersOptions, SimulationOptions};
use crate::output::{self, Progress, Sum, joined};
use players::SimulatedPlayer;
use rows::{Exports, RowText};

pub(crate) mod players;
mod rows;

const DETAILS: &str = include_str!("simulate/help.txt");

/// Simulate millions of rounds at full tables, reproducible by seed, next to the exact values
#[derive(clap::Args)]
#[command(after_help = "Try `uth simulate --help` for examples and columns.", after_long_help = DETAILS)]
pub(crate) struct Arguments {
    /// The rule book: california, washington, california-bad-beat or house
    #[arg(long, visible_alias = "rules", value_name = "ID", default_value = "house")]
    book: uth::Book,
    #[command(flatten)]
    players: PlayersOptions,
    /// The printed collection schedule
    #[arg(long, value_name = "1..24")]
    collection_schedule: Option<u8>,
    #[command(flatten)]
    simulation: SimulationOptions,
    /// Write every hand of every round to a CSV file; - is standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write every hand of every round as JSON, one object a line; - is standard output
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Write the summary as JSON
    #[arg(long)]
    json: bool,
}

/// The summary of a simulation. Amounts are in cents.
#[derive(Serialize)]
struct SimulationRecord<'a> {
    book: &'static str,
    pay_table: Option<&'static str>,
    collection_schedule: Option<u8>,
    rounds: u64,
    seed: u64,
    elapsed_s: f64,
    seats: Vec<SeatRecord<'a>>,
    /// The bank's result of a round, before the collection.
    bank: Estimate,
    collection: Estimate,
    exhausted: u64,
}

#[derive(Serialize)]
struct SeatRecord<'a> {
    seat: u8,
    strategy: &'a str,
    ante: i64,
    trips: i64,
    bad_beat: i64,
    result: Estimate,
    /// Each wager that was made.
    wagers: BTreeMap<protocol::Wager, Estimate>,
    staked: BTreeMap<protocol::Wager, Sum>,
    actions: BTreeMap<&'static str, u64>,
    hands: BTreeMap<&'static str, u64>,
    /// The result of a round as the bank, and what was collected for it.
    banked: Option<Estimate>,
    collected: Option<Estimate>,
}

/// An average in cents with its confidence intervals, and the exact value if there is one.
#[derive(Serialize)]
pub(crate) struct Estimate {
    rounds: u64,
    sum: Sum,
    mean: f64,
    pub(crate) standard_deviation: f64,
    standard_error: f64,
    ci95: [f64; 2],
    ci99: [f64; 2],
    exact: Option<String>,
    exact_value: Option<f64>,
    /// How many standard errors lie between the simulated and the exact value.
    z: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let terms = players::terms(arguments.book, &arguments.players, arguments.collection_schedule)?;
    let usual = if terms.rules().banking == Banking::House { 1 } else { terms.places() };
    let players = players::players(&arguments.players, &terms, usual)?;
    let started = Instant::now();
    let totals = simulate(arguments, &terms, &players)?;
    let (seed, elapsed_s) = (arguments.simulation.seed, started.elapsed().as_secs_f64());
    let record = SimulationRecord::new(&terms, &players, &totals, seed, elapsed_s);
    // The summary moves to standard error when rows go to standard output.
    let exports = [&arguments.csv, &arguments.jsonl];
    let rows_on_output = exports.into_iter().flatten().any(|path| path == Path::new("-"));
    let mut output: BufWriter<Box<dyn Write>> =
        BufWriter::new(if rows_on_output { Box::new(io::stderr()) } else { Box::new(io::stdout()) });
    output::print_to(&mut output, arguments.json, || &record, |output| write(output, &terms, &record))
}

fn simulate(
    arguments: &Arguments,
    terms: &Terms,
    players: &[SimulatedPlayer],
) -> anyhow::Result<SimulationResult> {
    let table = SimulatedTable::new(*terms, players.iter().map(SimulatedPlayer::player).collect())?;
    let simulation = arguments.simulation.simulation();
    let mut exports = Exports::open(arguments.csv.as_deref(), arguments.jsonl.as_deref())?;
    let wanted = exports.wanted();
    let mut progress = Progress::new();
    let totals = simulation.observe(
        &table,
        // Threads write the rows of their block to memory; blocks arrive here in order, so files do not depend on
        // threads.
        |number, round, text: &mut RowText| text.add(wanted, number, round, players),
        |played, text| {
            progress.show("rounds", played, simulation.rounds);
            exports.write(&text)
        },
    )?;
    exports.flush()?;
    Ok(totals)
}

impl<'a> SimulationRecord<'a> {
    fn new(
        terms: &Terms,
        players: &'a [SimulatedPlayer],
        totals: &SimulationResult,
        seed: u64,
        elapsed_s: f64,
    ) -> SimulationRecord<'a> {
        let is_house = terms.rules().banking == Banking::House;
        // A bank that can run out has no exact value.
        let is_limited = |player: &SimulatedPlayer| matches!(player.banking, BankingChoice::Bank(Some(_)));
        let is_exact = is_house || !players.iter().any(is_limited);
        let mut exact_bank = [Some(Fraction::ZERO); 2];
        let mut seats = Vec::new();
        for seat in &totals.seats {
            let Some(player) = players.iter().find(|player| player.seat == seat.seat) else { continue };
            let banked = exact_as_bank(terms, players, seat, is_exact);
            if seat.banked.count > 0 {
                // The average over all banks counts each as often as it banked.
                let share = Fraction::new(seat.banked.count.into(), totals.rounds.into());
                for (sum, one) in exact_bank.iter_mut().zip(banked) {
                    let known = sum.zip(one).zip(share);
                    *sum = known.and_then(|((sum, one), share)| sum.checked_add(one.checked_mul(share)?));
                }
            }
            seats.push(SeatRecord::new(player, seat, is_exact, banked));
        }
        // The house banks every round and pays no collection.
        if is_house {
            exact_bank = [loss(players.iter(), is_exact), None];
        }
        SimulationRecord {
            book: terms.rules().book.id(),
            pay_table: terms.pays().approved_as().map(uth::PayTableId::name),
            collection_schedule: terms.setup().schedule.and_then(|schedule| schedule.number()),
            rounds: totals.rounds,
            seed,
            elapsed_s,
            seats,
            bank: Estimate::new(&totals.bank, exact_bank[0]),
            collection: Estimate::new(&totals.collection, exact_bank[1]),
            exhausted: totals.exhausted,
        }
    }
}

/// Returns what those players lose in a round, which is what a bank wins, if that is known.
fn loss<'a>(mut players: impl Iterator<Item = &'a SimulatedPlayer>, is_exact: bool) -> Option<Fraction> {
    players.try_fold(Fraction::ZERO, |loss, player| {
        let values = player.playable.values.filter(|_| is_exact)?;
        Some(loss - values.round(player.wagers))
    })
}

/// Returns the exact result and collection of a seat that banks against all others.
fn exact_as_bank(
    terms: &Terms,
    players: &[SimulatedPlayer],
    seat: &SeatTotals,
    is_exact: bool,
) -> [Option<Fraction>; 2] {
    let others = || players.iter().filter(|player| player.seat != seat.seat);
    let action: Cents = others().map(|player| player.wagers.table_action()).sum();
    let fee = terms.setup().schedule.map(|schedule| Fraction::whole(schedule.fee(action).0));
    [loss(others(), is_exact), fee]
}

impl<'a> SeatRecord<'a> {
    fn new(
        player: &'a SimulatedPlayer,
        totals: &SeatTotals,
        is_exact: bool,
        [gain, fee]: [Option<Fraction>; 2],
    ) -> SeatRecord<'a> {
        let values = player.playable.values.filter(|_| is_exact);
        let made = Wager::ALL.into_iter().filter(|wager| totals.staked[*wager as usize] > 0);
        let estimate = |wager: Wager| {
            let exact = values.map(|values| values.wager(wager, player.wagers));
            (wager.into(), Estimate::new(&totals.wagers[wager as usize], exact))
        };
        let has_banked = totals.banked.count > 0;
        SeatRecord {
            seat: player.seat.number(),
            strategy: &player.strategy,
            ante: player.wagers.ante.0,
            trips: player.wagers.trips.0,
            bad_beat: player.wagers.bad_beat.0,
            result: Estimate::new(&totals.result, values.map(|values| values.round(player.wagers))),
            wagers: made.map(estimate).collect(),
            staked: Wager::ALL.map(Into::into).into_iter().zip(totals.staked.map(Sum::from)).collect(),
            actions: ["fold", "1x", "2x", "3x", "4x"].into_iter().zip(totals.plays).collect(),
            hands: Category::ALL.map(Category::name).into_iter().zip(totals.categories).collect(),
            banked: has_banked.then(|| Estimate::new(&totals.banked, gain)),
            collected: has_banked.then(|| Estimate::new(&totals.collected, fee)),
        }
    }
}

impl Estimate {
    pub(crate) fn new(moments: &Moments, exact: Option<Fraction>) -> Estimate {
        let (mean, standard_error) = (moments.mean(), moments.standard_error());
        let interval = |errors: f64| [mean - errors * standard_error, mean + errors * standard_error];
        let exact_value = exact.map(Fraction::to_f64);
        Estimate {
            rounds: moments.count,
            sum: moments.sum.into(),
            mean,
            standard_deviation: moments.standard_deviation(),
            standard_error,
            ci95: interval(1.959_964),
            ci99: interval(2.575_829),
            exact: exact.map(|exact| exact.to_string()),
            exact_value,
            z: exact_value.and_then(|exact| moments.z_score(exact)),
        }
    }
}

fn write(output: &mut dyn Write, terms: &Terms, record: &SimulationRecord<'_>) -> io::Result<()> {
    let SimulationRecord { rounds, seed, elapsed_s, exhausted, .. } = record;
    writeln!(output, "{}: {rounds} rounds, seed {seed}, {elapsed_s:.1} s\n", terms.rules().title)?;
    let has_collection = terms.setup().schedule.is_some();
    for seat in &record.seats {
        let [ante, trips, bad_beat] = [seat.ante, seat.trips, seat.bad_beat].map(Cents);
        let wagers = wagers(Wagers { ante, trips, bad_beat });
        writeln!(output, "Seat {}, {}: {wagers}", seat.seat, seat.strategy)?;
        if seat.result.rounds > 0 {
            write_heading(output)?;
            for wager in Wager::ALL {
                if let Some(estimate) = seat.wagers.get(&wager.into()) {
                    write_row(output, wager.inscription(), estimate)?;
                }
            }
            write_row(output, "all wagers", &seat.result)?;
            write_counts(output, seat)?;
        }
        if let (Some(gain), Some(collected)) = (&seat.banked, &seat.collected) {
            writeln!(output, "  As the bank, in {} rounds", gain.rounds)?;
            write_row(output, "bank", gain)?;
            if has_collection {
                write_row(output, "collection", collected)?;
            }
        }
        writeln!(output)?;
    }
    writeln!(output, "All banks together")?;
    write_heading(output)?;
    write_row(output, "bank", &record.bank)?;
    if has_collection {
        write_row(output, "collection", &record.collection)?;
    }
    if terms.rules().banking == Banking::PlayerDealer {
        writeln!(output, "  the bank ran out in {exhausted} rounds ({})", percent(*exhausted, *rounds))?;
    }
    Ok(())
}

/// "Ante $10.00, Trips $5.00".
pub(crate) fn wagers(Wagers { ante, trips, bad_beat }: Wagers) -> String {
    let made = [("Ante", ante), ("Trips", trips), ("Bad Beat", bad_beat)];
    let made = made.into_iter().filter(|(_, amount)| *amount > Cents::ZERO);
    joined(made.map(|(name, amount)| format!("{name} {amount}")), ", ")
}

pub(crate) fn write_heading(output: &mut dyn Write) -> io::Result<()> {
    let [first, mean, narrow, wide, exact, z] = ["$ per round", "mean", "95%", "99%", "exact", "z"];
    writeln!(output, "  {first:<12}{mean:>14}{narrow:>13}{wide:>13}{exact:>14}{z:>8}")
}

pub(crate) fn write_row(output: &mut dyn Write, name: &str, estimate: &Estimate) -> io::Result<()> {
    let margin = |[_, high]: [f64; 2]| format!("±{:.6}", (high - estimate.mean) / 100.0);
    let (narrow, wide) = (margin(estimate.ci95), margin(estimate.ci99));
    let exact = estimate.exact_value.map_or_else(|| "–".into(), |exact| format!("{:.6}", exact / 100.0));
    let z = estimate.z.map_or_else(|| "–".into(), |z| format!("{z:.2}"));
    let mean = estimate.mean / 100.0;
    writeln!(output, "  {name:<12}{mean:>14.6}{narrow:>13}{wide:>13}{exact:>14}{z:>8}")
}

fn write_counts(output: &mut dyn Write, seat: &SeatRecord<'_>) -> io::Result<()> {
    let share = |counts: &BTreeMap<&str, u64>, name: &str| {
        let count = *counts.get(name).filter(|count| **count > 0)?;
        Some(format!("{name} {}", percent(count, seat.result.rounds)))
    };
    let played = ["4x", "3x", "2x", "1x", "fold"].into_iter().filter_map(|play| share(&seat.actions, play));
    writeln!(output, "  played: {}", joined(played, ", "))?;
    let made = Category::ALL.into_iter().rev().filter_map(|kind| share(&seat.hands, kind.name()));
    for (line, kinds) in made.collect::<Vec<_>>().chunks(5).enumerate() {
        writeln!(output, "  {:<7} {}", if line == 0 { "made:" } else { "" }, kinds.join(", "))?;
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss)]
pub(crate) fn percent(part: u64, whole: u64) -> String {
    format!("{:.3}%", part as f64 * 100.0 / whole.max(1) as f64)
}
