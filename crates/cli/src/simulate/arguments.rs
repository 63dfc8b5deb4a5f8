//! Tables as they are typed.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use uth::Cents;

const SEAT_HELP: &str = "One player, as often as there are players: strategy=best-play,ante=1000,trips=500,\
bad-beat=500,bank=50000,seat=3. What is left out is as for all players; bank=none declines the bank";

/// Who plays, with which wagers.
#[derive(Args)]
pub(crate) struct PlayersArguments {
    /// The approved Trips table; the book's usual one if none is named
    #[arg(long, value_name = "UTH-01..04")]
    pub(crate) paytable: Option<uth::PayTableId>,
    /// How many players; those without a --seat of their own are alike
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u8>,
    #[arg(long, value_name = "KEY=VALUE,…", help = SEAT_HELP)]
    pub(crate) seat: Vec<SeatArgument>,
    /// The Ante, in cents or like $10; as much goes on the Blind
    #[arg(long, value_name = "CENTS", default_value = "1000")]
    pub(crate) ante: Amount,
    /// The Trips wager
    #[arg(long, value_name = "CENTS", default_value = "0")]
    pub(crate) trips: Amount,
    /// The Bad Beat wager
    #[arg(long, value_name = "CENTS", default_value = "0")]
    pub(crate) bad_beat: Amount,
    /// How they play: a name in `uth strategy list`, or a strategy file
    #[arg(long, value_name = "NAME", default_value = "best-play")]
    pub(crate) strategy: String,
    /// What a player/dealer puts up; without it the bank covers everything
    #[arg(long, value_name = "CENTS")]
    pub(crate) bank: Option<Amount>,
}

/// How much is played, and with which chance.
#[derive(Args)]
pub(crate) struct ChanceArguments {
    /// How many rounds
    #[arg(long, value_name = "N", default_value = "1000000")]
    pub(crate) rounds: NonZeroU64,
    /// The same seed gives the same rounds
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// How many threads, all cores if not given; the outcome does not depend on it
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroU64>,
}

const EXAMPLES: &str = include_str!("help.txt");

#[derive(Args)]
#[command(after_help = "Try `uth simulate --help` for examples and columns.", after_long_help = EXAMPLES)]
pub(crate) struct SimulateArguments {
    /// The rule book: california, washington, california-bad-beat or house
    #[arg(long, value_name = "ID", default_value = "house")]
    pub(crate) rules: uth::Book,
    #[command(flatten)]
    pub(crate) players: PlayersArguments,
    /// The printed collection schedule
    #[arg(long, value_name = "1..24")]
    pub(crate) collection_schedule: Option<u8>,
    #[command(flatten)]
    pub(crate) chance: ChanceArguments,
    /// Write every hand of every round to a CSV file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write every hand of every round as JSON, one object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) jsonl: Option<PathBuf>,
    /// Write the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ChanceArguments {
    pub(crate) fn simulation(&self) -> odds::simulate::Simulation {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // More threads than blocks of rounds would have nothing to do.
        let most = self.rounds.get().div_ceil(odds::simulate::ROUNDS_PER_BLOCK).min(1024) as usize;
        let threads = self.threads.map_or_else(cores, |threads| threads.get() as usize).min(most);
        odds::simulate::Simulation { rounds: self.rounds.get(), seed: self.seed, threads }
    }
}

/// An amount of money: `1000` is in cents, `$10` and `$12.50` in dollars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Amount(pub(crate) Cents);

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let why = || format!("{text:?} is no amount: write cents like 1000 or dollars like $10");
        let number = |digits: &str| {
            let unsigned = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<i64>().ok().filter(|_| unsigned).ok_or_else(why)
        };
        let Some(dollars) = text.strip_prefix('$') else {
            return number(text).map(|cents| Amount(Cents(cents)));
        };
        let (dollars, cents) = dollars.split_once('.').unwrap_or((dollars, "00"));
        if cents.len() != 2 {
            return Err(why());
        }
        let dollars = number(dollars)?.checked_mul(100).ok_or_else(why)?;
        Ok(Amount(Cents(dollars.checked_add(number(cents)?).ok_or_else(why)?)))
    }
}

/// What one player does otherwise than the rest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatArgument {
    pub(crate) seat: Option<u8>,
    pub(crate) strategy: Option<String>,
    pub(crate) ante: Option<Amount>,
    pub(crate) trips: Option<Amount>,
    pub(crate) bad_beat: Option<Amount>,
    pub(crate) bank: BankArgument,
}

/// What one player does with the bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum BankArgument {
    /// The same as all others.
    #[default]
    AsAll,
    Decline,
    PutUp(Amount),
}

impl FromStr for SeatArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut player = SeatArgument::default();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("{:?} is not like ante=1000", part.trim()))?;
            let value = value.trim();
            match key.trim() {
                "seat" => player.seat = Some(value.parse().map_err(|_| format!("{value:?} is no seat"))?),
                "strategy" => player.strategy = Some(value.into()),
                "ante" => player.ante = Some(value.parse()?),
                "trips" => player.trips = Some(value.parse()?),
                "bad-beat" => player.bad_beat = Some(value.parse()?),
                "bank" if value == "none" => player.bank = BankArgument::Decline,
                "bank" => player.bank = BankArgument::PutUp(value.parse()?),
                other => {
                    return Err(format!(
                        "{other:?} is nothing that a player has: seat, strategy, ante, trips, bad-beat, bank"
                    ));
                }
            }
        }
        Ok(player)
    }
}
