//! Options that several commands share, and the conventions that all of them follow.
//!
//! | what | on the command line | in JSON, CSV and documents |
//! |---|---|---|
//! | money | dollars: `10`, `2.50` or `$10` (`DOLLARS`) | whole cents: `1000` |
//! | value of a wager or a game | in Antes; text shows percent of an Ante | `{"exact": "-1/46", "value": -0.0217}`, in
//! Antes |
//! | bankroll | Antes: `100` or `3/2` (`ANTES`) | the same as a value |
//! | share, probability | text shows percent | a number from 0 to 1 |
//! | rule book | `--book ID` | `book` |
//! | Trips pay table | `--pay-table UTH-01` | `pay_table` |
//! | collection schedule | `--collection-schedule 7` | `collection_schedule` |
//! | strategy | `--strategy NAME`, or a file that ends in `.toml` | `strategy` |
//! | length of a run | `--rounds N` | `rounds` |
//! | duration | a number with its unit: `900ms`, `30s`, `10m` | a field that ends in `_ms` or `_s` |
//! | random numbers | `--seed N` | `seed` |
//! | cards | `"As Kd"`, board with the flop first | the same |
//! | seat | counted clockwise from 1 | `seat` |
//! | table, card room | `--table N`, `--server URL`, `--token TOKEN`, `--ca FILE` | `table` |
//! | database | `--database FILE\|postgres://…\|host=…`, `--key FILE` | |
//! | output for programs | `--json` writes to standard output, instead of text | one document, or one object a line |
//! | every hand as a row | `--csv FILE`, `--jsonl FILE`; `-` is standard output | `snake_case` columns |
//! | a page, a picture | `--report FILE.html`, `--svg FILE.svg` | |
//!
//! A command succeeds with exit code 0. What is wrong is one sentence on standard error, with exit code 2; commands
//! that judge something (`verify`, `load`) use exit code 1 for a bad result.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZeroU64;
use std::path::Path;
use std::str::FromStr;
#[cfg(any(feature = "client", feature = "serve"))]
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use odds::simulate::BankingChoice;
use uth::Cents;

const SEAT_HELP: &str = "One player; repeat it for each: strategy=best-play,ante=10,trips=5,bad-beat=5,bank=500,\
seat=3. A setting that is left out is the same as for all players; bank=none declines the bank";

// A doc comment on a flattened struct would replace the help text of the command.
#[derive(Args)]
pub(crate) struct PlayersOptions {
    /// The Trips pay table; the rule book's usual one if not given
    #[arg(long, visible_alias = "paytable", value_name = "UTH-01..04")]
    pub(crate) pay_table: Option<uth::PayTableId>,
    /// How many players; those without their own --seat all play alike
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u8>,
    #[arg(long, value_name = "KEY=VALUE,…", help = SEAT_HELP)]
    pub(crate) seat: Vec<SeatOption>,
    /// The Ante; the Blind is always equal to it
    #[arg(long, value_name = "DOLLARS", default_value = "10")]
    pub(crate) ante: Dollars,
    /// The Trips wager
    #[arg(long, value_name = "DOLLARS", default_value = "0")]
    pub(crate) trips: Dollars,
    /// The Bad Beat wager
    #[arg(long, value_name = "DOLLARS", default_value = "0")]
    pub(crate) bad_beat: Dollars,
    /// The strategy of the players: a name from `uth strategy list`, or a file that ends in .toml
    #[arg(long, value_name = "NAME|FILE", default_value = "best-play")]
    pub(crate) strategy: String,
    /// What a player-dealer puts up; without it the bank covers every wager
    #[arg(long, value_name = "DOLLARS")]
    pub(crate) bank: Option<Dollars>,
}

#[derive(Args)]
pub(crate) struct SimulationOptions {
    /// How many rounds to simulate
    #[arg(long, value_name = "N", default_value = "1000000")]
    pub(crate) rounds: NonZeroU64,
    /// Seed of the random numbers; the same seed gives the same rounds
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// How many threads to use, all cores if not given; the result does not depend on it
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU64>,
}

impl SimulationOptions {
    pub(crate) fn simulation(&self) -> odds::simulate::Simulation {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // Work is handed out in blocks of rounds, so more threads than blocks would idle.
        let most = self.rounds.get().div_ceil(odds::simulate::ROUNDS_PER_BLOCK).min(1024) as usize;
        let threads = self.threads.map_or_else(cores, |threads| threads.get() as usize).min(most);
        odds::simulate::Simulation { rounds: self.rounds.get(), seed: self.seed, threads }
    }
}

/// What one player does differently from the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatOption {
    pub(crate) seat: Option<u8>,
    pub(crate) strategy: Option<String>,
    pub(crate) ante: Option<Dollars>,
    pub(crate) trips: Option<Dollars>,
    pub(crate) bad_beat: Option<Dollars>,
    pub(crate) bank: Option<BankingChoice>,
}

impl FromStr for SeatOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut player = SeatOption::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("{:?} is not like ante=10", part.trim()))?;
            let value = value.trim();
            match key.trim() {
                "seat" => {
                    player.seat = Some(value.parse().map_err(|_| format!("{value:?} is not a seat number"))?);
                }
                "strategy" => player.strategy = Some(value.into()),
                "ante" => player.ante = Some(value.parse()?),
                "trips" => player.trips = Some(value.parse()?),
                "bad-beat" => player.bad_beat = Some(value.parse()?),
                "bank" if value == "none" => player.bank = Some(BankingChoice::Decline),
                "bank" => player.bank = Some(BankingChoice::Bank(Some(value.parse::<Dollars>()?.0))),
                other => {
                    return Err(format!(
                        "{other:?} is not a setting of a player; the settings are seat, strategy, ante, trips, \
                         bad-beat and bank"
                    ));
                }
            }
        }
        Ok(player)
    }
}

/// An amount that was typed in dollars: `5`, `2.50`, `$5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dollars(pub(crate) Cents);

impl FromStr for Dollars {
    type Err = String;

    fn from_str(text: &str) -> Result<Dollars, String> {
        let why = || format!("{text:?} is not an amount: write dollars, like 5 or 2.50");
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 10;
        let typed = text.strip_prefix('$').unwrap_or(text);
        let (whole, cents) = typed.split_once('.').unwrap_or((typed, "00"));
        if whole.is_empty() || cents.len() != 2 || !digits(whole) || !digits(cents) {
            return Err(why());
        }
        let number = |text: &str| text.parse::<i64>().map_err(|_| why());
        Ok(Dollars(Cents(number(whole)? * 100 + number(cents)?)))
    }
}

/// Reads `--database`. The usual parser quotes what was typed in its message, and with it a password.
#[cfg(feature = "serve")]
#[derive(Clone)]
pub(crate) struct DatabaseParser;

#[cfg(feature = "serve")]
impl clap::builder::TypedValueParser for DatabaseParser {
    type Value = server::start::Database;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Self::Value, clap::Error> {
        // What is no text can only be the name of a file.
        let Some(text) = value.to_str() else { return Ok(server::start::Database::File(value.into())) };
        text.parse().map_err(|error| {
            let sentence = format!("--database: {error}\n");
            clap::Error::raw(clap::error::ErrorKind::ValueValidation, sentence).with_cmd(command)
        })
    }
}

/// Opens a file that was named; `-` is standard input.
pub(crate) fn opened(path: &Path) -> anyhow::Result<BufReader<Box<dyn Read>>> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
    };
    Ok(BufReader::with_capacity(1 << 16, input))
}

/// Formats an amount with its sign, also when it is a gain.
pub(crate) fn signed(amount: Cents) -> String {
    if amount > Cents::ZERO { format!("+{amount}") } else { amount.to_string() }
}

/// Reads a duration with its unit: `900ms`, `30s`, `10m`, `24h`.
#[cfg(any(feature = "client", feature = "serve"))]
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let why = || format!("{text:?} is not a duration: write it with its unit, like 900ms, 30s or 10m");
    let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(why)?;
    let (number, unit) = text.split_at(digits);
    let unit_ms: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(why()),
    };
    let number: u64 = number.parse().map_err(|_| why())?;
    number.checked_mul(unit_ms).map(Duration::from_millis).ok_or_else(why)
}

#[cfg(test)]
mod tests {
    use super::{Cents, Dollars, signed};

    #[test]
    #[cfg(any(feature = "client", feature = "serve"))]
    fn a_duration_needs_its_unit() {
        let rows = [
            ("900ms", Some(900)),
            ("30s", Some(30_000)),
            ("10m", Some(600_000)),
            ("24h", Some(86_400_000)),
            ("0s", Some(0)),
            ("30", None),
            ("s", None),
            ("-1s", None),
            ("1.5s", None),
            ("1d", None),
            ("99999999999999999999h", None),
        ];
        for (text, expected) in rows {
            assert_eq!(super::duration(text).ok().map(|duration| duration.as_millis()), expected, "{text:?}");
        }
    }

    #[test]
    fn dollars_are_read_as_people_type_them() {
        let rows = [
            ("5", Some(500)),
            ("2.50", Some(250)),
            ("$5", Some(500)),
            ("0", Some(0)),
            ("", None),
            ("5.5", None),
            ("-5", None),
            (".50", None),
            ("5 ", None),
            ("99999999999", None),
        ];
        for (text, expected) in rows {
            assert_eq!(text.parse::<Dollars>().ok().map(|dollars| dollars.0.0), expected, "{text:?}");
        }
    }

    #[test]
    fn a_gain_shows_its_sign() {
        assert_eq!([-350, 0, 125_000].map(|cents| signed(Cents(cents))), ["-$3.50", "$0.00", "+$1,250.00"]);
    }
}
