//! `uth bot`: plays a strategy through the protocol, as an example for people who write programs.
//!
//! This file is the conversation with the card room: enter, follow a table, listen, and do one thing at a time.
//! [`policy`] is the player: it looks at a view and says what to do next. [`tally`] keeps the score.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use analysis::strategies::Named;
use anyhow::{Context, Result, bail};
use clap::Args;
use protocol::{ErrorCode, TableMode};

use crate::card_room::CardRoomOptions;
use crate::money::Dollars;
use client::{Client, ClientEvent, Command, Table};
pub use policy::Policy;
use tally::Tally;

pub(crate) mod policy;
mod tally;

const EXAMPLES: &str = "Examples:
  uth bot                                       100 rounds at a free table for one, as a guest
  uth bot --table 7 --strategy best-play --ante 10 --trips 5 --rounds 1000
  uth bot --table 7 --bank 500                  banks with $500 whenever the bank is offered
  uth bot --strategy my.toml --token uth_…      a strategy and an account of your own";

/// Play a strategy at a table of a card room, through the same protocol as every client
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BotArguments {
    #[command(flatten)]
    card_room: CardRoomOptions,
    /// The table; a free one for a single player if not given
    #[arg(long, value_name = "N")]
    table: Option<u64>,
    /// How it plays: a name from `uth strategy list`, or a file that ends in .toml
    #[arg(long, value_name = "NAME|FILE", default_value = "practical")]
    strategy: String,
    /// The Ante; the Blind is always equal to it
    #[arg(long, value_name = "DOLLARS", default_value = "10")]
    ante: Dollars,
    /// The Trips wager
    #[arg(long, value_name = "DOLLARS", default_value = "0")]
    trips: Dollars,
    /// What to put up when the bank is offered; without it the bot declines
    #[arg(long, value_name = "DOLLARS")]
    bank: Option<Dollars>,
    /// How many rounds to play before leaving
    #[arg(long, value_name = "N", default_value_t = 100)]
    rounds: u64,
}

/// What no other moment would change: the bot says so and ends.
const HOPELESS: [ErrorCode; 6] = [
    ErrorCode::Funds,
    ErrorCode::Excluded,
    ErrorCode::LossLimit,
    ErrorCode::Closed,
    ErrorCode::SignIn,
    ErrorCode::InvalidFields,
];

/// How long to wait for something that changes a refusal before asking again.
const SECOND_THOUGHT: Duration = Duration::from_secs(1);

pub(crate) fn run(arguments: BotArguments) -> Result<ExitCode> {
    let api = arguments.card_room.sign_in("uth bot")?;
    let table = match arguments.table {
        Some(table) => table,
        None => free_table(&api.tables()?).context("no table for one is free; name another with --table")?,
    };
    let mut client = Client::new(api, table)?;
    let named = Named::find(&arguments.strategy)?;
    let wagers = uth::Wagers { trips: arguments.trips.0, ..uth::Wagers::ante(arguments.ante.0) };

    // The first view tells what the table plays by, which the bot wants to know before it sits down.
    while client.view.is_none() {
        if let Some(ClientEvent::Lost(why)) = client.next(SECOND_THOUGHT)? {
            bail!(why);
        }
    }
    let settings = client.settings.clone().context("a table has settings")?.settings()?;
    let player = client.player.clone().context("only somebody with a token plays")?;
    let pays = *settings.terms().pays();
    let strategy = named.shared(&pays)?;
    let policy = Policy { player: player.id, strategy, wagers, bank: arguments.bank.map(|bank| bank.0) };
    let mut output = std::io::stdout().lock();
    writeln!(output, "{} plays {} at table {table}, {}.", player.name, named.title, client.name)?;

    let mut tally = Tally::new(player.id, wagers);
    play(&mut client, &policy, &mut tally, arguments.rounds, &mut output)?;
    tally.write_result(&mut output, &named, &pays, settings.is_player_banked())?;
    Ok(ExitCode::SUCCESS)
}

/// A table of the house for one player, at which nobody sits.
fn free_table(tables: &[Table]) -> Option<u64> {
    let is_free =
        |table: &&Table| table.open && table.settings.mode == TableMode::Solo {} && table.players.is_empty();
    Some(tables.iter().find(is_free)?.table)
}

/// Plays so many rounds and leaves: listens, and whenever nothing is asked of the card room, does the next thing.
fn play(
    client: &mut Client,
    policy: &Policy,
    tally: &mut Tally,
    rounds: u64,
    output: &mut impl Write,
) -> Result<()> {
    // Why it leaves early, if it does; what was asked last; and after a refusal, where the table stood and until when
    // nothing is asked again unless the table goes on.
    let mut hopeless: Option<String> = None;
    let mut asked: Option<Command> = None;
    let mut refused: Option<(u64, Instant)> = None;
    loop {
        match client.next(Duration::from_millis(200))? {
            Some(ClientEvent::Lost(why)) => eprintln!("{why}; coming back"),
            Some(ClientEvent::Table(_)) => tally.look_at(client.view.as_ref(), output)?,
            Some(ClientEvent::Refused { code, reason, .. }) => {
                let about_wagers = matches!(asked, Some(Command::Wager { .. } | Command::AcceptBank { .. }));
                if HOPELESS.contains(&code) || (code == ErrorCode::Rules && about_wagers) {
                    hopeless = Some(reason);
                }
                refused = Some((client.seq(), Instant::now() + SECOND_THOUGHT));
            }
            Some(
                ClientEvent::Connected
                | ClientEvent::Wallet
                | ClientEvent::Retrying { .. }
                | ClientEvent::Done { .. },
            )
            | None => {}
        }
        let thinks = refused.is_some_and(|(seq, until)| seq == client.seq() && Instant::now() < until);
        let Some(view) = client.view.as_ref().filter(|_| !client.is_waiting() && !thinks) else { continue };
        let goes_on = hopeless.is_none() && tally.rounds() < rounds;
        let next = if goes_on { policy.next(view) } else { policy.leave(view) };
        if let Some(command) = next {
            client.send(&command);
            asked = Some(command);
        } else if !goes_on && view.seats_of(policy.player).next().is_none() {
            return hopeless.map_or(Ok(()), |reason| bail!("the table refuses: {reason}"));
        }
    }
}
