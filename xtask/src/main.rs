//! What a contributor runs: `cargo xtask test` and its longer companions.

mod fuzzing;
mod long;
mod needs;
mod run;
mod steps;

use std::process::ExitCode;

use anyhow::{Result, bail};

use fuzzing::Bound;

const HELP: &str = "\
cargo xtask COMMAND

  test            everything that must hold before a commit: format, types, lints, tests, documentation
  bench [NAME]    how fast it is, next to other libraries
  exhaustive      checks that take minutes: every hand of seven cards, ten million shuffles
  kills [TIMES]   the card room killed under load, 300 times unless told otherwise: nothing is lost or done twice
  cuts [TIMES]    the power of its disk cut under load, 1000 times unless told otherwise: what was answered is there
  screenshots     the pictures in docs/pictures, taken again in a browser
  sim [OPTIONS]   the card room under simulated time, network and storage, and all that may go wrong with them;
                  --rounds N (20000), --seed N (1), --mutant NAME; a seed that fails fails again
  nodes [KILLS] [PAUSES]
                  three nodes killed, stopped and cut off from their database, 300 and 100 times unless told
                  otherwise, and a third of that with a NATS that is killed too: nothing is lost or done twice
  nodes --beside UTH [KILLS] [PAUSES]
                  the same with one node of another version: the program at that path
  mutants         whether the tests notice when the rules of settlement are changed
  fuzz [SECONDS]  each fuzz target for so long, 60 seconds unless told otherwise
  fuzz --runs N [TARGET…]  each fuzz target, or those that are named, for so many executions
  help            this text
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match obey(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn obey(words: &[&str]) -> Result<()> {
    match words {
        ["test"] => steps::take_all(),
        ["bench", names @ ..] if names.len() <= 1 => long::bench(names),
        ["exhaustive"] => long::exhaustive(),
        ["kills"] => long::kills(300),
        ["kills", times] => long::kills(times.parse()?),
        ["cuts"] => long::cuts(1_000),
        ["cuts", times] => long::cuts(times.parse()?),
        ["screenshots"] => long::screenshots(),
        ["sim", options @ ..] => long::sim(options),
        ["nodes", "--beside", other, times @ ..] => nodes(Some(other), times),
        ["nodes", times @ ..] => nodes(None, times),
        ["mutants"] => long::mutants(),
        ["fuzz"] => fuzzing::fuzz(Bound::Seconds(60), &[]),
        ["fuzz", "--runs", executions, targets @ ..] => {
            fuzzing::fuzz(Bound::Executions(executions.parse()?), targets)
        }
        ["fuzz", seconds] => fuzzing::fuzz(Bound::Seconds(seconds.parse()?), &[]),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => bail!("There is no command `{}`.\n\n{HELP}", words.join(" ")),
    }
}

fn nodes(beside: Option<&str>, times: &[&str]) -> Result<()> {
    let times: Vec<u32> = times.iter().map(|times| times.parse()).collect::<Result<_, _>>()?;
    match times[..] {
        [] => long::nodes(beside, 300, 100),
        [kills] => long::nodes(beside, kills, kills.div_ceil(3)),
        [kills, pauses] => long::nodes(beside, kills, pauses),
        _ => bail!("`nodes` takes how many kills and how many pauses."),
    }
}
