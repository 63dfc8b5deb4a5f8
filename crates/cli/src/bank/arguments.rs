//! A bank as it is typed.

use std::path::PathBuf;

use clap::Args;

use crate::simulate::arguments::{ChanceArguments, PlayersArguments};

const EXAMPLES: &str = "Examples:
  uth bank                                   a full table of best players, $10 each, and all 24 schedules
  uth bank --trips 500 --bad-beat 500        the same with bonus wagers
  uth bank --players 3 --ante '$25' --collection-schedule 7
  uth bank --strategy wait-for-flop          players who never raise before the flop
  uth bank --seat ante=1000 --seat ante='$100',strategy=always-4x
  uth bank --bank '$500' --rounds 10000000   a bank that can run out, simulated
  uth bank --svg schedules.svg               the plot as a picture
  uth bank --rules california --paytable UTH-02 --trips 500

Money is in whole cents: 1000 is $10.00, and so is $10.

The action is all that lies on the table before the cards: Ante, Blind, Trips and Bad Beat. The bank's gain is what the
players lose on average, an exact fraction of the action for the way they divide their wagers. A schedule's fee is covered
from the action on at which gain and fee are equal.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BankArguments {
    /// The rule book: california or california-bad-beat
    #[arg(long, value_name = "ID", default_value = "california-bad-beat")]
    pub(crate) rules: uth::Book,
    #[command(flatten)]
    pub(crate) players: PlayersArguments,
    /// Only that printed schedule
    #[arg(long, value_name = "1..24")]
    pub(crate) collection_schedule: Option<u8>,
    #[command(flatten)]
    pub(crate) chance: ChanceArguments,
    /// Write the plot of gain and fee by action as a picture
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}
