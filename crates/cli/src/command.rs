//! The commands of the program. Each command's help text is the doc comment of its arguments, in the command's file.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[cfg(not(all(feature = "client", feature = "serve")))]
use crate::left_out::LeftOut;
use crate::{advise, bank, completions, information, man, rules, settle, simulate, solve, strategy};
#[cfg(feature = "client")]
use crate::{bot, load, play};
#[cfg(feature = "serve")]
use crate::{serve, verify};

/// Ultimate Texas Hold'em by the approved rule books, settled to the cent
///
/// Without a command, `uth` opens the card room like `uth serve`.
#[derive(Parser)]
#[command(name = "uth", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  uth                          open the card room on this machine
  uth advise \"As Kd\"           what to do with ace and king
  uth solve                    the house edge, exactly
  uth help COMMAND             everything about a command";

// Commands that a build leaves out stay in the list, so that they can say why they do not run.
#[derive(Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "serve")]
    Serve(serve::ServeArguments),
    #[cfg(feature = "serve")]
    Verify(verify::VerifyArguments),
    #[cfg(feature = "client")]
    Play(play::PlayArguments),
    #[cfg(feature = "client")]
    Bot(bot::BotArguments),
    #[cfg(feature = "client")]
    Load(load::LoadArguments),
    Rules(rules::RulesArguments),
    Solve(Box<solve::SolveArguments>),
    Simulate(simulate::SimulateArguments),
    Bank(bank::BankArguments),
    Advise(advise::AdviseArguments),
    Strategy(strategy::StrategyArguments),
    Information(information::InformationArguments),
    Settle(settle::SettleArguments),
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
    #[cfg(not(feature = "serve"))]
    Serve(LeftOut),
    #[cfg(not(feature = "serve"))]
    Verify(LeftOut),
    #[cfg(not(feature = "client"))]
    Play(LeftOut),
    #[cfg(not(feature = "client"))]
    Bot(LeftOut),
    #[cfg(not(feature = "client"))]
    Load(LeftOut),
}

impl Arguments {
    /// Runs the command; without one, opens the card room.
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Some(command) = self.command else {
            #[cfg(feature = "serve")]
            return serve::run(serve::ServeArguments::default());
            #[cfg(not(feature = "serve"))]
            return LeftOut::refuse("serve", "serve");
        };
        match command {
            #[cfg(feature = "serve")]
            Command::Serve(arguments) => serve::run(arguments),
            #[cfg(feature = "serve")]
            Command::Verify(arguments) => verify::run(&arguments),
            #[cfg(feature = "client")]
            Command::Play(arguments) => play::run(arguments),
            #[cfg(feature = "client")]
            Command::Bot(arguments) => bot::run(arguments),
            #[cfg(feature = "client")]
            Command::Load(arguments) => load::run(arguments),
            Command::Rules(arguments) => rules::run(&arguments),
            Command::Solve(arguments) => solve::run(&arguments),
            Command::Simulate(arguments) => simulate::run(&arguments),
            Command::Bank(arguments) => bank::run(&arguments),
            Command::Advise(arguments) => advise::run(&arguments),
            Command::Strategy(arguments) => strategy::run(&arguments),
            Command::Information(arguments) => information::run(&arguments),
            Command::Settle(arguments) => settle::run(&arguments),
            Command::Completions(arguments) => completions::run(&arguments),
            Command::Man(arguments) => man::run(&arguments),
            #[cfg(not(feature = "serve"))]
            Command::Serve(_) => LeftOut::refuse("serve", "serve"),
            #[cfg(not(feature = "serve"))]
            Command::Verify(_) => LeftOut::refuse("verify", "serve"),
            #[cfg(not(feature = "client"))]
            Command::Play(_) => LeftOut::refuse("play", "client"),
            #[cfg(not(feature = "client"))]
            Command::Bot(_) => LeftOut::refuse("bot", "client"),
            #[cfg(not(feature = "client"))]
            Command::Load(_) => LeftOut::refuse("load", "client"),
        }
    }
}
