//! `uth bot`: plays a strategy through the protocol, as an example for people who write programs.
//!
//! This file is the conversation with the card room: sign in, follow a table, listen, and send one command at a time.
//! [`Policy`] is the player, which looks at a view and chooses the next command; [`Tally`] keeps the score.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use analysis::strategies::NamedStrategy;
use anyhow::{Context, Result, bail};
use client::{Client, ClientEvent, ReceiptKeeper, seed_before};
use odds::{Fraction, Game, Solver};
use protocol::{Card, ClientCommand, ErrorCode, HandView, PlayerId, RoundId, RoundView, Seq, Stage, TableId};
use uth::{Cents, Pays, Wagers};

use crate::card_room::{CardRoomOptions, ReceiptOptions, with_receipt};
use crate::options::{Dollars, signed};
use crate::output::{self, joined, round_number};
use crate::policy::Policy;

const EXAMPLES: &str = "Examples:
  uth bot                                       100 rounds at a table for one player, as a guest
  uth bot --server https://cards.example --rounds 1000
  uth bot --table 7 --strategy best-play --ante 10 --trips 5
  uth bot --table 7 --bank 500                  banks with $500 whenever the bank is offered
  uth bot --strategy my.toml --token uth_…      a strategy and an account of your own
  uth bot --receipts mine.jsonl                 keeps what the card room has signed, for `uth verify --receipts`";

/// Play a strategy at a table of a card room, through the same protocol as every client
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    card_room: CardRoomOptions,
    /// The table; a table for one player if not given
    #[arg(long, value_name = "N")]
    table: Option<u64>,
    /// How the bot plays: a name from `uth strategy list`, or a file that ends in .toml
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
    #[command(flatten)]
    receipts: ReceiptOptions,
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

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let api = arguments.card_room.sign_in("uth bot")?;
    let table = match arguments.table {
        Some(table) => TableId(table),
        None => api.take_solo_table().context("there is no table for one; name a table with --table")?,
    };
    let (client, mut keeper) = arguments.receipts.follow(api, table)?;
    play(arguments, client, &mut keeper).map_err(|error| with_receipt(error, &keeper))?;
    Ok(ExitCode::SUCCESS)
}

fn play(arguments: &Arguments, mut client: Client, keeper: &mut ReceiptKeeper) -> Result<()> {
    let named = NamedStrategy::find(&arguments.strategy)?;
    let wagers = Wagers { trips: arguments.trips.0, ..Wagers::ante(arguments.ante.0) };

    // The first view brings the settings of the table, which the strategy depends on.
    while client.view.is_none() {
        if let Some(ClientEvent::Lost(why)) = client.next(REFUSAL_PAUSE)? {
            bail!(why);
        }
    }
    let policy = Policy::new(&client, &named, wagers, arguments.bank.as_ref().map(|bank| bank.0))?;
    let settings = client.settings.as_ref().context("a policy needs settings")?.settings()?;
    let player = client.player.as_ref().map_or("", |player| &player.name);
    let mut output = io::stdout().lock();
    writeln!(output, "{player} plays {} at table {}, {}.", named.title, client.table(), client.name)?;

    let (player, won, bank_won) = (policy.player, Cents::ZERO, Cents::ZERO);
    let mut tally = Tally { player, wagers, last: None, played: 0, won, banked: 0, bank_won };
    play_rounds(&mut client, &policy, &mut tally, arguments.rounds, (keeper, &mut output))?;
    tally.write_result(&mut output, &named, settings.terms().pays(), settings.is_player_banked())
}

/// Plays that many rounds and leaves: listens, and sends the next command whenever no other waits for its answer.
fn play_rounds(
    client: &mut Client,
    policy: &Policy,
    tally: &mut Tally,
    rounds: u64,
    (keeper, output): (&mut ReceiptKeeper, &mut dyn Write),
) -> Result<()> {
    // Why the bot leaves early, what it sent last, and the position and end of the pause after a refusal.
    let mut reason_to_leave: Option<String> = None;
    let mut last_command: Option<ClientCommand> = None;
    let mut refused: Option<(Seq, Instant)> = None;
    loop {
        match client.next(LISTEN)? {
            Some(ClientEvent::Lost(why)) => eprintln!("{why}; connecting again"),
            Some(ClientEvent::Done { receipt, .. }) => keeper.keep(&receipt)?,
            Some(ClientEvent::Table { .. }) => {
                if let Some(round) = client.view.as_ref().and_then(|view| view.round.as_ref()) {
                    tally.count(round, output)?;
                }
            }
            Some(ClientEvent::Refused { code, reason, .. }) => {
                let is_about_wagers = matches!(
                    last_command,
                    Some(ClientCommand::Wager { .. } | ClientCommand::AcceptBank { .. })
                );
                if FINAL.contains(&code) || (code == ErrorCode::Rules && is_about_wagers) {
                    reason_to_leave = Some(reason);
                }
                // A refusal often means that the table has moved on; the same view would lead to the same command.
                refused = Some((client.seq(), Instant::now() + REFUSAL_PAUSE));
            }
            _ => {}
        }
        let is_pausing = refused.is_some_and(|(seq, until)| seq == client.seq() && Instant::now() < until);
        let Some(view) = client.view.as_ref().filter(|_| !client.is_waiting() && !is_pausing) else {
            continue;
        };
        // A banked round counts as a round, or a bot that always banks would never leave.
        let goes_on = reason_to_leave.is_none() && tally.played + tally.banked < rounds;
        let next = if goes_on { policy.next(view) } else { policy.leave(view) };
        if let Some(command) = next {
            // The seed is in the next view, and then the policy chooses the wager again.
            let command = seed_before(&command, view)?.unwrap_or(command);
            last_command = Some(command.clone());
            client.send(command)?;
        } else if !goes_on && view.seats_of(policy.player).next().is_none() {
            return reason_to_leave.map_or(Ok(()), |reason| bail!("the table refuses: {reason}"));
        }
    }
}

/// The score of one player.
struct Tally {
    player: PlayerId,
    wagers: Wagers,
    /// The last round that was counted.
    last: Option<RoundId>,
    played: u64,
    won: Cents,
    banked: u64,
    bank_won: Cents,
}

impl Tally {
    /// Counts a round that has just ended, once. Rounds that ended while the connection was lost are not counted.
    fn count(&mut self, round: &RoundView, output: &mut dyn Write) -> io::Result<()> {
        if round.stage < Stage::Settled || self.last.is_some_and(|last| last >= round.number) {
            return Ok(());
        }
        self.last = Some(round.number);
        let number = round_number(round);
        if round.stage == Stage::Void {
            let reason = round.void_reason.as_deref().unwrap_or_default();
            return writeln!(output, "{number:>6}  void: {reason}");
        }
        if round.is_banked_by(self.player) {
            let won = Cents(round.bank_net.unwrap_or(0).saturating_sub(round.collection.unwrap_or(0)));
            self.banked += 1;
            self.bank_won.0 = self.bank_won.0.saturating_add(won.0);
            return writeln!(output, "{number:>6}  banked  {:>12}", signed(won));
        }
        for hand in round.hands_of(self.player) {
            let won = Cents(hand.net.unwrap_or(0));
            self.played += 1;
            self.won.0 = self.won.0.saturating_add(won.0);
            let line = line(round, hand);
            writeln!(output, "{number:>6}  {line}  {:>12}  {:>12}", signed(won), signed(self.won))?;
        }
        Ok(())
    }

    /// Writes the total, beside the exact expectation and standard deviation of the strategy.
    #[allow(clippy::cast_precision_loss)]
    fn write_result(
        &self,
        output: &mut dyn Write,
        named: &NamedStrategy,
        pays: &Pays,
        is_player_banked: bool,
    ) -> Result<()> {
        writeln!(output, "{} rounds played: {} in total.", self.played, signed(self.won))?;
        if self.banked > 0 {
            writeln!(output, "{} rounds banked: {} in total.", self.banked, signed(self.bank_won))?;
        }
        if self.played == 0 {
            return Ok(());
        }
        let mut game = Game::of(pays);
        game.mix.trips =
            Fraction::new(self.wagers.trips.0.into(), self.wagers.ante.0.into()).unwrap_or(Fraction::ZERO);
        let solver = Solver::new();
        let evaluation =
            named.play(&solver, &game, |strategy| solver.evaluate(&game, strategy, &|_, _| {}))??;
        let (ante, rounds) = (self.wagers.ante.0 as f64, self.played as f64);
        let expected = evaluation.distribution.mean().to_f64() * ante * rounds;
        let deviation = evaluation.distribution.standard_deviation() * ante * rounds.sqrt();
        let away = (self.won.0 as f64 - expected) / deviation;
        let [expected, deviation] = [expected, deviation].map(|value| Cents(value.round() as i64));
        let (title, expected) = (&named.title, signed(expected));
        write!(
            output,
            "The exact expectation of {title} is {expected}, with a standard deviation of {deviation}"
        )?;
        writeln!(output, ": this result is {away:+.2} standard deviations away.")?;
        if is_player_banked {
            writeln!(
                output,
                "The expectation is against a bank that covers every wager; a player-dealer's bank may run out."
            )?;
        }
        Ok(())
    }
}

/// Returns the cards of a hand, the board and the dealer, and the action.
fn line(round: &RoundView, hand: &HandView) -> String {
    let two = |two: Option<[Card; 2]>| two.map_or_else(|| "-- --".into(), |two| joined(two, " "));
    let (hole, board, dealer) = (two(hand.hole), joined(&round.board, " "), two(round.dealer));
    format!("{hole}  {board:<14}  {dealer}  {:<4}", output::play(hand))
}
