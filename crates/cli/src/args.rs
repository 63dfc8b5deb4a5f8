//! What can be typed.

use std::path::PathBuf;

use analysis::solve::{BAD_BEAT, BLIND, MixText, PaysText, RAISES, RaisesText};
use clap::{Args, Parser, Subcommand};

use crate::bank::arguments::BankArguments;
use crate::bot::BotArguments;
use crate::load::LoadArguments;
use crate::play::PlayArguments;
use crate::serve::ServeArguments;
use crate::simulate::arguments::SimulateArguments;
use crate::strategy::arguments::StrategyArguments;
use crate::verify::VerifyArguments;

/// Ultimate Texas Hold'em by the approved rule books, settled to the cent.
#[derive(Parser)]
#[command(name = "uth", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Open the card room, which is what happens without a command
    Serve(ServeArguments),
    /// Replay everything that a card room holds, or an exported file, and name the first thing that is wrong
    Verify(VerifyArguments),
    /// Play at a table of a card room, in this terminal
    Play(PlayArguments),
    /// Play a strategy at a table of a card room, through the protocol that everybody uses
    Bot(BotArguments),
    /// Play many tables with many viewers, and tell how long the card room takes
    Load(LoadArguments),
    /// Show the rule books: layout, wagers, pay tables, limits, collection schedules
    Rules(RulesArguments),
    /// Solve the game exactly: values, best play, any pay table
    Solve(Box<SolveArguments>),
    /// Play millions of rounds at full tables, seeded and reproducible, beside the exact values
    Simulate(SimulateArguments),
    /// What the player-dealer earns: exactly, or by simulation for a limited bank; break-even of all schedules
    Bank(BankArguments),
    /// Say what every legal action is worth at any point of a hand, exactly
    Advise(AdviseArguments),
    /// Ways to play: what each of them says and what it costs, exactly
    Strategy(StrategyArguments),
    /// Say what it is worth to see cards before the first decision: the dealer's, the board's, other players'
    Information(InformationArguments),
    /// Settle hands: what every wager wins or loses, in order, with the clause that says so
    Settle(SettleArguments),
}

const RULES_EXAMPLES: &str = "Examples:
  uth rules                        all four, a paragraph each
  uth rules california-bad-beat    one, with its pay tables and 24 collection schedules
  uth rules washington --json      the same for programs";

#[derive(Args)]
#[command(after_help = RULES_EXAMPLES)]
pub(crate) struct RulesArguments {
    /// california, washington, california-bad-beat or house; all of them if none is named
    #[arg(value_name = "ID")]
    pub(crate) book: Option<uth::Book>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const SETTLE_EXAMPLES: &str = include_str!("settle/help.txt");

#[derive(Args)]
#[command(after_help = "Try `uth settle --help` for the form of a document.", after_long_help = SETTLE_EXAMPLES)]
pub(crate) struct SettleArguments {
    /// A file with one or more JSON documents; standard input if none is named
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Write one JSON object per document, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}

const SOLVE_EXAMPLES: &str = "Examples:
  uth solve                                   the standard game, exactly
  uth solve --chart                           what to do before the flop, all 169 hands
  uth solve --paytable UTH-04 --mix trips=1,bad-beat=0.5
  uth solve --blind 500,50,10,3,1,1           what if a flush paid the Blind 1 to 1?
  uth solve --json > solution.json
  uth solve --bankroll 100 --hands 500        how likely 100 Antes do not last 500 hands
  uth solve --report sheet.html               one page for a regulator";

#[derive(Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct SolveArguments {
    /// The approved Trips table
    #[arg(long, value_name = "UTH-01..04", default_value = "UTH-01", conflicts_with = "trips")]
    pub(crate) paytable: uth::PayTableId,
    /// What the Blind pays to 1: royal flush, straight flush, four of a kind, full house, flush, straight
    #[arg(long, value_name = "PAYS", default_value = BLIND)]
    pub(crate) blind: PaysText<6>,
    /// What Trips pays to 1, from the royal flush down to three of a kind
    #[arg(long, value_name = "PAYS")]
    pub(crate) trips: Option<PaysText<7>>,
    /// What Bad Beat pays to 1, from the straight flush down to three of a kind
    #[arg(long, value_name = "PAYS", default_value = BAD_BEAT)]
    pub(crate) bad_beat: PaysText<6>,
    /// The dealer qualifies with a pair, or the Ante is always in action
    #[arg(long, value_enum, default_value = "pair")]
    pub(crate) qualify: QualifyArgument,
    /// The Play wager in Antes: before the flop, on the flop, on the river
    #[arg(long, value_name = "PREFLOP/FLOP/RIVER", default_value = RAISES)]
    pub(crate) raises: RaisesText,
    /// Bonus wagers in Antes; best play is then for all of them together
    #[arg(long, value_name = "trips=1,bad-beat=0.5", default_value = "")]
    pub(crate) mix: MixText,
    /// A bankroll in Antes: how likely it does not last
    #[arg(long, value_name = "ANTES")]
    pub(crate) bankroll: Option<odds::Fraction>,
    /// How many hands are played with the bankroll
    #[arg(long, value_name = "1..10000", default_value_t = 500, requires = "bankroll")]
    pub(crate) hands: u32,
    /// Print what to do before the flop as a chart
    #[arg(long, conflicts_with = "json")]
    pub(crate) chart: bool,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with figures, charts and method, complete in itself
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum QualifyArgument {
    Pair,
    None,
}

const ADVISE_EXAMPLES: &str = "Examples:
  uth advise \"As Kd\"                                    before the flop
  uth advise \"Qh 5s\" --board \"7c 8d 9h\"                on the flop
  uth advise \"Qh 5s\" --board \"7c 8d 9h 2s 2d\"          on the river, with the cards that beat you
  uth advise \"Jh 8d\" --dead \"2c 2d Qs 4h\"              neighbours' cards seen
  uth advise \"Jh 8d\" --dealer Qh                         one card of the dealer seen";

#[derive(Args)]
#[command(after_help = ADVISE_EXAMPLES)]
pub(crate) struct AdviseArguments {
    /// Your two cards
    #[arg(value_name = "HOLE")]
    pub(crate) hole: String,
    /// The board: three cards on the flop, five on the river
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub(crate) board: String,
    /// Cards known to be out: folded neighbours, colluders
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub(crate) dead: String,
    /// One or both of the dealer's cards, seen
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub(crate) dealer: String,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const INFORMATION_EXAMPLES: &str = "Examples:
  uth information                               every card of dealer and board that can be seen, exactly
  uth information --scenario dealer-card        one of them
  uth information --scenario neighbours         the hands of 1 to 6 other players, sampled: minutes
  uth information --scenario neighbours --samples 400 --seed 7
  uth information --scenario neighbour-hand     the hand of one other player, exactly: a minute or two
  uth information --json > information.json";

#[derive(Args)]
#[command(after_help = INFORMATION_EXAMPLES)]
pub(crate) struct InformationArguments {
    /// What is seen; may be given several times. Without it, all that take seconds
    #[arg(long, value_name = "NAME")]
    pub(crate) scenario: Vec<ScenarioArgument>,
    /// How many sets of cards to sample for each number of neighbours
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) samples: u32,
    /// What the samples are drawn from; the same seed gives the same samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ScenarioArgument {
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
