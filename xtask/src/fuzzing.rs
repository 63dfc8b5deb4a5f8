//! `cargo xtask fuzz`: every fuzz target for so long, or so often, and what came of it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::run::{cargo, has_subcommand, root, run};

/// When a target has run enough.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    Seconds(u32),
    Executions(u64),
}

/// What one target has done.
struct Done {
    target: String,
    executions: u64,
    seconds: u64,
}

/// Runs all targets, or those that are named, and stops at the first finding.
pub(crate) fn fuzz(bound: Bound, named: &[&str]) -> Result<()> {
    ensure!(
        has_subcommand("fuzz"),
        "cargo-fuzz is not installed. Install it with `cargo install --locked cargo-fuzz`."
    );
    let all = targets()?;
    if let Some(unknown) = named.iter().find(|name| !all.iter().any(|target| target == **name)) {
        anyhow::bail!("There is no fuzz target `{unknown}`. There are {}.", all.join(", "));
    }
    let chosen = all.into_iter().filter(|target| named.is_empty() || named.contains(&target.as_str()));
    let mut done = Vec::new();
    for target in chosen {
        done.push(fuzz_one(target, bound)?);
    }
    for Done { target, executions, seconds } in &done {
        println!("{target:<14}{executions:>14} executions in {seconds} s");
    }
    let all: u64 = done.iter().map(|done| done.executions).sum();
    println!("{:<14}{all:>14} executions, and nothing was found", "all");
    Ok(())
}

fn fuzz_one(target: String, bound: Bound) -> Result<Done> {
    let until = match bound {
        Bound::Seconds(seconds) => format!("-max_total_time={seconds}"),
        Bound::Executions(executions) => format!("-runs={executions}"),
    };
    println!("{target} {until}");
    // Without a sanitizer the stable compiler is enough, and safe code gives a sanitizer little to find.
    run(&mut cargo(&["fuzz", "build", "--sanitizer", "none", &target]))?;
    let mut command = cargo(&["fuzz", "run", "--sanitizer", "none", &target]);
    command.args(corpora(&target)?).args(["--", "-timeout=60", &until]);
    if !seeds(&target).exists() {
        // Its bytes are choices: a few of them are no evening.
        command.args(["-len_control=0", "-max_len=1000"]);
    }
    let mut child = command.stderr(Stdio::piped()).spawn().context("cargo-fuzz could not start")?;
    let told = BufReader::new(child.stderr.take().context("it says nothing")?);
    let mut done = Done { target, executions: 0, seconds: 0 };
    for line in told.lines() {
        let line = line?;
        eprintln!("{line}");
        if let Some((executions, seconds)) = finished(&line) {
            (done.executions, done.seconds) = (executions, seconds);
        }
    }
    ensure!(child.wait()?.success(), "{} has found something; the input is in fuzz/artifacts", done.target);
    Ok(done)
}

/// What has been found so far, and then the seeds.
fn corpora(target: &str) -> Result<Vec<PathBuf>> {
    let corpus = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    let seeds = seeds(target);
    Ok([corpus].into_iter().chain(seeds.exists().then_some(seeds)).collect())
}

fn seeds(target: &str) -> PathBuf {
    root().join("fuzz/seeds").join(target)
}

/// "Done 1000 runs in 12 second(s)".
fn finished(line: &str) -> Option<(u64, u64)> {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["Done", executions, "runs", "in", seconds, "second(s)"] => {
            Some((executions.parse().ok()?, seconds.parse().ok()?))
        }
        _ => None,
    }
}

fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries =
        fs::read_dir(&folder).with_context(|| format!("no fuzz targets in {}", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let rust = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut names: Vec<String> =
        rust.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::finished;

    #[test]
    fn the_end_of_a_run_is_understood() {
        assert_eq!(finished("Done 1000 runs in 12 second(s)"), Some((1_000, 12)));
        assert_eq!(finished("#1000\tDONE   cov: 3 ft: 4"), None);
    }
}
