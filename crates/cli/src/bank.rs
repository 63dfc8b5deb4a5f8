//! `uth bank`: what the player-dealer of a California table earns.
// Figures for pictures are floats; no amount comes near their 53 bits.
#![allow(clippy::cast_precision_loss)]

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use analysis::{bank_schedule, exact};
use anyhow::{Context, bail};
use odds::Fraction;
use odds::bank::{BankEdge, StrategyValues};
use odds::simulate::{SimulatedTable, SimulationResult};
use protocol::{BankBracket, BankSchedule, Exact};
use serde::Serialize;
use uth::{Banking, Cents, Schedule, Seat, Terms, Wagers};

use crate::options::{PlayersOptions, SimulationOptions};
use crate::output::{self, Progress};
use crate::plot::{self, Plot};
use crate::simulate::players::{self, SimulatedPlayer};
use crate::simulate::{Estimate, percent, wagers, write_heading, write_row};

const EXAMPLES: &str = "Examples:
  uth bank                                   a full table of best play, $10 each, and all 24 schedules
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

/// Compute what the player-dealer earns, exactly or simulated, and where each collection schedule breaks even
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
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

/// What a bank earns. Amounts are in cents.
#[derive(Serialize)]
struct BankingRecord {
    book: &'static str,
    pay_table: Option<&'static str>,
    players: Vec<PlayerRecord>,
    /// The sum of all wagers before the deal.
    action: i64,
    /// The bank's average gain of a round before the collection, if it covers every wager.
    gain: Exact,
    /// The gain as a share of the action.
    rate: Exact,
    /// The collection of a round, if one schedule is chosen.
    collection: Option<i64>,
    left: Option<Exact>,
    limited: Option<LimitedRecord>,
    schedules: Vec<BankSchedule>,
}

#[derive(Serialize)]
struct PlayerRecord {
    seat: u8,
    strategy: String,
    ante: i64,
    trips: i64,
    bad_beat: i64,
    /// The expected result of a round.
    value: Exact,
}

/// A bank that can run out, simulated; an unlimited bank is exact and needs no simulation.
#[derive(Serialize)]
struct LimitedRecord {
    bank: i64,
    gain: Estimate,
    exhausted: u64,
    #[serde(skip)]
    rounds: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let terms = players::terms(arguments.book, &arguments.players, arguments.collection_schedule)?;
    if terms.rules().banking == Banking::House {
        bail!(
            "--book: the house banks a {} table; the player-banked books are california and california-bad-beat",
            arguments.book
        );
    }
    // The player-dealer takes one of the places.
    let most = terms.places() - 1;
    let players = players::players(&arguments.players, &terms, most)?;
    if players.len() > usize::from(most) {
        bail!("--players: a {} table has {most} places beside the player-dealer's", arguments.book);
    }
    let record = bank(arguments, &terms, &players)?;
    if let Some(path) = &arguments.svg {
        output::write_file(path, &picture(&record))?;
    }
    output::print(arguments.json, || &record, |output| write(output, terms.rules().title, &record))
}

fn bank(arguments: &Arguments, terms: &Terms, players: &[SimulatedPlayer]) -> anyhow::Result<BankingRecord> {
    let limit = arguments.players.bank.map(|limit| limit.0);
    let table = table(terms, players, limit)?;
    let mut values = Vec::new();
    for player in players {
        // Rules with a Bad Beat wager have no exact value, so a table that has one cannot be computed.
        let unknown = || format!("the exact value of {:?} is not known", player.strategy);
        values.push((player.playable.values.with_context(unknown)?, player.wagers));
    }
    let rate = BankEdge::of(values.iter().map(|(values, wagers)| (values, *wagers)))
        .context("nothing is wagered")?;
    let action: Cents = players.iter().map(|player| player.wagers.table_action()).sum();
    let player = |(player, (values, wagers)): (&SimulatedPlayer, &(StrategyValues, Wagers))| PlayerRecord {
        seat: player.seat.number(),
        strategy: player.strategy.clone(),
        ante: wagers.ante.0,
        trips: wagers.trips.0,
        bad_beat: wagers.bad_beat.0,
        value: exact(values.round(*wagers)),
    };
    let schedule = terms.setup().schedule;
    let schedules = schedule.as_ref().map_or(Schedule::all_printed(), std::slice::from_ref);
    let (gain, fee) = (rate.gain(action), schedule.map(|schedule| schedule.fee(action)));
    Ok(BankingRecord {
        book: terms.rules().book.id(),
        pay_table: terms.pays().approved_as().map(uth::PayTableId::name),
        players: players.iter().zip(&values).map(player).collect(),
        action: action.0,
        gain: exact(gain),
        rate: exact(rate.value()),
        collection: fee.map(|fee| fee.0),
        left: fee.map(|fee| exact(gain - Fraction::whole(fee.0))),
        limited: limit.map(|limit| simulate(arguments, &table, limit)).transpose()?,
        // All schedules are compared at the same rate: the fee does not change how players play.
        schedules: schedules.iter().map(|one| bank_schedule(rate, one)).collect(),
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

fn simulate(arguments: &Arguments, table: &SimulatedTable, limit: Cents) -> anyhow::Result<LimitedRecord> {
    let simulation = arguments.simulation.simulation();
    let mut progress = Progress::new();
    let show = |played, ()| {
        progress.show("rounds", played, simulation.rounds);
        anyhow::Ok(())
    };
    let SimulationResult { bank, exhausted, rounds, .. } = simulation.observe(table, |_, _, ()| (), show)?;
    Ok(LimitedRecord { bank: limit.0, gain: Estimate::new(&bank, None), exhausted, rounds })
}

fn write(output: &mut dyn Write, title: &str, record: &BankingRecord) -> io::Result<()> {
    writeln!(output, "{title}: the bank against {} players\n", record.players.len())?;
    for player in &record.players {
        let [ante, trips, bad_beat] = [player.ante, player.trips, player.bad_beat].map(Cents);
        let (wagers, value) = (wagers(Wagers { ante, trips, bad_beat }), dollars(&player.value));
        writeln!(output, "  seat {}, {}: {wagers}: {value} a round", player.seat, player.strategy)?;
    }
    let (gain, exactly) = (dollars(&record.gain), &record.gain.exact);
    writeln!(output, "\n  action             {} before the cards", Cents(record.action))?;
    writeln!(output, "  gain of the bank   {gain} a round if it covers everything, exactly {exactly} cents")?;
    let (rate, exactly) = (record.rate.value * 100.0, &record.rate.exact);
    writeln!(output, "  of the action      {rate:.6}%, exactly {exactly}")?;
    if let (Some(fee), Some(left)) = (record.collection, &record.left) {
        writeln!(output, "  collection         {}", Cents(fee))?;
        writeln!(output, "  left to the bank   {} a round", dollars(left))?;
    }
    if let Some(LimitedRecord { bank, gain, exhausted, rounds }) = &record.limited {
        let bank = Cents(*bank);
        writeln!(
            output,
            "\nWith {bank} put up, so that big wins are paid in part, in {rounds} simulated rounds"
        )?;
        write_heading(output)?;
        write_row(output, "bank", gain)?;
        writeln!(output, "  the bank ran out in {exhausted} rounds ({})", percent(*exhausted, *rounds))?;
        let deviation = gain.standard_deviation / 100.0;
        writeln!(output, "  the standard deviation of a round is ${deviation:.2}")?;
    }
    writeln!(output, "\nBreak-even by schedule: the action from which on the gain covers the fee\n")?;
    for schedule in &record.schedules {
        write_schedule(output, schedule)?;
    }
    writeln!(output)?;
    write_coverage(output, record)
}

fn write_schedule(output: &mut dyn Write, schedule: &BankSchedule) -> io::Result<()> {
    let for_good = match &schedule.covered_for_good_from {
        Some(action) => format!("covered for good from {}", dollars(action)),
        None => "never covered for good".into(),
    };
    writeln!(output, "  Schedule {}: {for_good}", name(schedule))?;
    for bracket in &schedule.brackets {
        let from = protocol::dollars(Cents(bracket.from));
        let range = match bracket.to_below {
            Some(to) => format!("{from} to below {}", protocol::dollars(Cents(to))),
            None => format!("{from} and more"),
        };
        let (fee, gain) = (Cents(bracket.fee).to_string(), dollars(&bracket.gain_at_start));
        let covered = match (bracket.covered.as_str(), &bracket.covered_from) {
            ("from", Some(action)) => format!("covered from {}", dollars(action)),
            ("whole", _) => "covered".into(),
            _ => "not covered".into(),
        };
        writeln!(output, "    {range:<18} fee {fee:>7}  gain at the start {gain:>12}  {covered}")?;
    }
    Ok(())
}

fn name(schedule: &BankSchedule) -> String {
    schedule.schedule.map_or_else(|| "own".into(), |number| number.to_string())
}

/// Formats cents as dollars with fractions of a cent.
fn dollars(cents: &Exact) -> String {
    let value = cents.value / 100.0;
    if value < 0.0 { format!("-${:.4}", -value) } else { format!("${value:.4}") }
}

/// Returns the end of the axis in dollars: a little beyond the action from which all schedules are covered.
fn most_action(schedules: &[BankSchedule]) -> f64 {
    let covered = schedules.iter().filter_map(|schedule| schedule.covered_for_good_from.as_ref());
    let brackets = schedules.iter().flat_map(|schedule| &schedule.brackets);
    let ends = covered.map(|action| action.value / 100.0).chain(brackets.map(|bracket| number(bracket.from)));
    let wanted = ends.fold(100.0, f64::max) * 1.1;
    // Rounded up to one or two digits, so that the axis has round numbers.
    let step = 10f64.powf(wanted.log10().floor() - 1.0);
    (wanted / step).ceil() * step
}

/// Returns the part of a bracket, in dollars, in which the gain covers the fee. `most` ends the last bracket.
fn covered(bracket: &BankBracket, most: f64) -> Option<(f64, f64)> {
    let to = bracket.to_below.map_or(most, number);
    match bracket.covered.as_str() {
        "whole" => Some((number(bracket.from), to)),
        "from" => bracket.covered_from.as_ref().map(|from| (from.value / 100.0, to)),
        _ => None,
    }
}

/// The columns of the plot in characters. Its axis is logarithmic and starts at ten dollars.
const COLUMNS: u32 = 72;
const LEAST: f64 = 10.0;

/// Writes where the gain covers the fee, one line of characters for each schedule.
fn write_coverage(output: &mut dyn Write, record: &BankingRecord) -> io::Result<()> {
    let most = most_action(&record.schedules);
    let action = |column: u32| LEAST * (most / LEAST).powf((f64::from(column) + 0.5) / f64::from(COLUMNS));
    writeln!(output, "Action from ${LEAST} to ${most}, on a logarithmic scale")?;
    writeln!(output, "█ the gain covers the fee, ░ it does not\n")?;
    for schedule in &record.schedules {
        let parts: Vec<_> =
            schedule.brackets.iter().filter_map(|bracket| covered(bracket, f64::MAX)).collect();
        let is_covered = |action: f64| parts.iter().any(|(from, to)| (*from..*to).contains(&action));
        let line = (0..COLUMNS).map(|column| if is_covered(action(column)) { '█' } else { '░' });
        writeln!(output, "  {:>3} {}", name(schedule), line.collect::<String>())?;
    }
    // Labels stand at the powers of ten.
    let mut axis = String::new();
    for power in [10, 100, 1_000, 10_000] {
        if let Some(column) = (0..COLUMNS).find(|column| action(*column) >= power as f64) {
            axis += &" ".repeat((column as usize).saturating_sub(axis.len()));
            axis += &protocol::dollars(Cents::dollars(power));
        }
    }
    writeln!(output, "      {axis}\n")
}

/// The size of one plot of the picture, and how many stand side by side.
const PLOT: (f64, f64) = (300.0, 170.0);
const PLOTS_IN_A_ROW: usize = 4;

/// Draws gain and fee by action, one small plot for each schedule.
fn picture(record: &BankingRecord) -> String {
    let columns = record.schedules.len().min(PLOTS_IN_A_ROW);
    let rows = record.schedules.len().div_ceil(PLOTS_IN_A_ROW);
    let (width, height) = (columns as f64 * PLOT.0, rows as f64 * PLOT.1 + 30.0);
    let plots = record.schedules.iter().enumerate().map(|(index, schedule)| {
        let x = (index % PLOTS_IN_A_ROW) as f64 * PLOT.0;
        let y = (index / PLOTS_IN_A_ROW) as f64 * PLOT.1 + 30.0;
        format!("<g transform=\"translate({x},{y})\">\n{}</g>\n", plot(schedule, record.rate.value))
    });
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<style>{}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"20\">The bank's gain (green) and the fee (blue) by total table action, in dollars; \
         shaded where the gain covers the fee</text>\n{}</svg>\n",
        plot::STYLE,
        plots.collect::<String>()
    )
}

fn plot(schedule: &BankSchedule, rate: f64) -> String {
    let most = most_action(std::slice::from_ref(schedule));
    let brackets = &schedule.brackets;
    let most_fee = brackets.iter().map(|bracket| number(bracket.fee)).fold(1.0, f64::max) * 1.15;
    // The line of the gain ends where it leaves the plot.
    let end = if rate > 0.0 { most.min(most_fee / rate) } else { 0.0 };
    let fees = brackets.iter().flat_map(|bracket| {
        let (fee, to) = (number(bracket.fee), bracket.to_below.map_or(most, number));
        [(number(bracket.from), fee), (to, fee)]
    });
    let plot = Plot {
        size: PLOT,
        title: &format!("Schedule {}", name(schedule)),
        ticks: vec![(0.0, "$0".to_owned()), (most, format!("${most:.0}"))],
        shaded: brackets.iter().filter_map(|bracket| covered(bracket, most)).collect(),
        lines: vec![("", vec![(0.0, 0.0), (end, end * rate)]), ("", fees.collect())],
    };
    plot.draw()
}

/// Converts cents to dollars.
fn number(cents: i64) -> f64 {
    cents as f64 / 100.0
}
