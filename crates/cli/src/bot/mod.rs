//! `uth bot`: plays a strategy through the protocol, as an example for people who write programs.
//!
//! This file is the conversation with the card room: sign in, follow a table, listen, and send one command at a time.
//! [`policy`] is the player, which looks at a view and chooses the next command; [`tally`] keeps the score.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use analysis::strategies::NamedStrategy;
use anyhow::{Context, Result, bail};
use clap::Args;
use protocol::{ClientCommand, ErrorCode, Seq, TableId, TableMode};

use crate::card_room::CardRoomOptions;
use crate::money::Dollars;
use client::{Api, Client, ClientEvent};
pub use policy::Policy;
use tally::Tally;

pub(crate) mod policy;
mod tally;

const EXAMPLES: &str = "Examples:
  uth bot                                       100 rounds at a free table for one, as a guest
  uth bot --server https://cards.example --rounds 1000
  uth bot --table 7 --strategy best-play --ante 10 --trips 5
  uth bot --table 7 --bank 500                  banks with $500 whenever the bank is offered
  uth bot --strategy my.toml --token uth_…      a strategy and an account of your own";

/// Play a strategy at a table of a card room, through the same protocol as every client
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BotArguments {
    #[command(flatten)]
    card_room: CardRoomOptions,
    /// The table; one for a single player if not given
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

/// Refusals that no later moment would change: the bot reports them and ends.
const FINAL: [ErrorCode; 6] = [
    ErrorCode::Funds,
    ErrorCode::Excluded,
    ErrorCode::LossLimit,
    ErrorCode::Closed,
    ErrorCode::SignIn,
    ErrorCode::InvalidFields,
];

/// How long to wait after a refusal before the next attempt, unless the table changes first.
const REFUSAL_PAUSE: Duration = Duration::from_secs(1);

/// How long to wait for an event before the next look at the table.
const LISTEN: Duration = Duration::from_millis(200);

pub(crate) fn run(arguments: BotArguments) -> Result<ExitCode> {
    let api = arguments.card_room.sign_in("uth bot")?;
    let table = arguments.table.map_or_else(|| solo_table(&api), |table| Ok(TableId(table)))?;
    let mut client = Client::new(api, table)?;
    let named = NamedStrategy::find(&arguments.strategy)?;
    let wagers = uth::Wagers { trips: arguments.trips.0, ..uth::Wagers::ante(arguments.ante.0) };

    // The first view brings the settings of the table, which the strategy depends on.
    while client.view.is_none() {
        if let Some(ClientEvent::Lost(why)) = client.next(REFUSAL_PAUSE)? {
            bail!(why);
        }
    }
    let record = client.settings.clone().context("the card room sent a table without settings")?;
    let settings = record.settings()?;
    let player = client.player.clone().context("the card room does not know this token")?;
    let pays = *settings.terms().pays();
    let policy = Policy {
        player: player.id,
        strategy: named.shared(&pays)?,
        wagers,
        bank: arguments.bank.map(|bank| bank.0),
        is_solo: record.mode == TableMode::Solo {},
    };
    let mut output = std::io::stdout().lock();
    writeln!(output, "{} plays {} at table {table}, {}.", player.name, named.title, client.name)?;

    let mut tally = Tally::new(player.id, wagers);
    play(&mut client, &policy, &mut tally, arguments.rounds, &mut output)?;
    tally.write_result(&mut output, &named, &pays, settings.is_player_banked())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a table for one player. The card room seats the account at a free one, and opens another if all are taken.
fn solo_table(api: &Api) -> Result<TableId> {
    api.take_solo_table().context("there is no table for one; name a table with --table")
}

/// Plays that many rounds and leaves: listens, and sends the next command whenever no other waits for its answer.
fn play(
    client: &mut Client,
    policy: &Policy,
    tally: &mut Tally,
    rounds: u64,
    output: &mut impl Write,
) -> Result<()> {
    // Why the bot leaves early, what it sent last, and the position and end of the pause after a refusal.
    let mut reason_to_leave: Option<String> = None;
    let mut last_command: Option<ClientCommand> = None;
    let mut refused: Option<(Seq, Instant)> = None;
    loop {
        match client.next(LISTEN)? {
            Some(ClientEvent::Lost(why)) => eprintln!("{why}; connecting again"),
            Some(ClientEvent::Table { .. }) => tally.count(client.view.as_ref(), output)?,
            Some(ClientEvent::Refused { code, reason, .. }) => {
                let is_about_wagers = matches!(
                    last_command,
                    Some(ClientCommand::Wager { .. } | ClientCommand::AcceptBank { .. })
                );
                if FINAL.contains(&code) || (code == ErrorCode::Rules && is_about_wagers) {
                    reason_to_leave = Some(reason);
                }
                refused = Some((client.seq(), Instant::now() + REFUSAL_PAUSE));
            }
            Some(
                ClientEvent::Connected
                | ClientEvent::Wallet
                | ClientEvent::Retrying { .. }
                | ClientEvent::Done { .. },
            )
            | None => {}
        }
        let is_pausing = refused.is_some_and(|(seq, until)| seq == client.seq() && Instant::now() < until);
        let Some(view) = client.view.as_ref().filter(|_| !client.is_waiting() && !is_pausing) else {
            continue;
        };
        let goes_on = reason_to_leave.is_none() && tally.rounds() < rounds;
        let next = if goes_on { policy.next(view) } else { policy.leave(view) };
        if let Some(command) = next {
            last_command = Some(command.clone());
            client.send(command)?;
        } else if !goes_on && view.seats_of(policy.player).next().is_none() {
            return reason_to_leave.map_or(Ok(()), |reason| bail!("the table refuses: {reason}"));
        }
    }
}
