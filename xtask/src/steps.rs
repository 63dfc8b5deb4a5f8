//! `cargo xtask test`: the steps, in the order in which they fail fastest.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::needs;
use crate::run::{cargo, has_subcommand, root, run, target};

/// One thing that must hold.
struct Step {
    name: &'static str,
    take: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "what the tests need", take: needs::provide },
    Step { name: "format", take: format },
    Step { name: "types of the page", take: types },
    Step { name: "unit tests of the page", take: page_tests },
    Step { name: "dependencies", take: dependencies },
    Step { name: "lints", take: lints },
    Step { name: "tests", take: tests },
    Step { name: "tests in 32 bits", take: tests_in_32_bits },
    Step { name: "build for WebAssembly", take: build_for_webassembly },
    Step { name: "documentation", take: documentation },
    Step { name: "fuzz targets and benchmarks compile", take: other_workspaces_compile },
];

/// Takes one step after the other, and stops at the first that fails.
pub(crate) fn take_all() -> Result<()> {
    for (place, step) in STEPS.iter().enumerate() {
        println!("[{}/{}] {}", place + 1, STEPS.len(), step.name);
        (step.take)().with_context(|| format!("step `{}`", step.name))?;
    }
    println!("All {} steps passed.", STEPS.len());
    Ok(())
}

fn format() -> Result<()> {
    run(&mut cargo(&["fmt", "--all", "--check"]))
}

/// The page has no build step: its types stand in comments, and the compiler only reads them.
fn types() -> Result<()> {
    run(needs::npm_program("tsc").args(["-p", "tsconfig.json"]))
}

/// Runs the unit tests of the page's state modules. Each file is named, because versions of Node disagree on whether a
/// folder or a pattern may stand here.
fn page_tests() -> Result<()> {
    let folder = root().join("web/test");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        files.push(entry?.path());
    }
    files.retain(|path| path.to_string_lossy().ends_with(".test.js"));
    files.sort();
    ensure!(!files.is_empty(), "{} has no tests", folder.display());
    run(Command::new("node").arg("--test").args(files).current_dir(root()))
}

/// Licences, sources and duplicates by `cargo deny`, where it is installed; the tidy tests look at the same without it.
/// Advisories are known only where somebody has fetched them, and nothing is fetched here.
fn dependencies() -> Result<()> {
    if !has_subcommand("deny") {
        println!(
            "cargo-deny is not installed: the tidy tests check licences and sources, nobody checks advisories."
        );
        return Ok(());
    }
    run(&mut cargo(&["deny", "--offline", "--log-level", "error", "check", "bans", "licenses", "sources"]))?;
    if !has_advisories() {
        println!("Advisories were not checked: there is no database. `cargo deny fetch` brings one.");
        return Ok(());
    }
    run(&mut cargo(&["deny", "--offline", "--log-level", "error", "check", "advisories"]))
}

/// Whether `cargo deny fetch` has ever brought a database here.
fn has_advisories() -> bool {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let entries = home.and_then(|home| fs::read_dir(home.join("advisory-dbs")).ok()).into_iter().flatten();
    entries.flatten().any(|entry| entry.path().join("crates").is_dir())
}

fn lints() -> Result<()> {
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
}

/// The tidy tests are among them. Whoever reads the end of it learns of every test that failed.
fn tests() -> Result<()> {
    run(&mut cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]))
}

/// Runs the pure crates' tests and the exact values of `odds` where `usize` has 32 bits.
///
/// Counts of deals take 45 bits, so a product formed in `usize` fails here and nowhere else. Of `odds` only the known
/// values run again: those of the standard game, and one of play with observed cards. Its other suites find the same
/// counts in slower ways, and would take two more minutes.
fn tests_in_32_bits() -> Result<()> {
    let pure = ["uth", "uth-ledger", "uth-fair", "uth-table"].map(|package| ["--package", package]);
    run(test_in_32_bits().args(pure.as_flattened()).args(["--lib", "--tests"]))?;
    run(test_in_32_bits().args(["--package", "uth-odds", "--test", "standard_game"]))?;
    let sampled = ["--test", "information", "the_same_seed_gives_the_same_samples_everywhere"];
    run(test_in_32_bits().args(["--package", "uth-odds"]).args(sampled))
}

/// Without debug information, which a second build of the same tests does not need.
fn test_in_32_bits() -> Command {
    let mut command = cargo(&["test", "--locked", "--no-fail-fast", "--target", needs::TARGET_32_BITS]);
    command.env("CARGO_PROFILE_TEST_DEBUG", "false");
    command
}

/// A constant assertion on the number of deals makes this a check of widths, too.
fn build_for_webassembly() -> Result<()> {
    run(&mut cargo(&[
        "build",
        "--locked",
        "--target",
        needs::TARGET_WEBASSEMBLY,
        "--package",
        "uth-odds",
        "--lib",
    ]))
}

fn documentation() -> Result<()> {
    run(cargo(&["doc", "--no-deps", "--workspace", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The fuzz targets and the benchmarks are workspaces of their own, so that nothing else would notice when they break.
fn other_workspaces_compile() -> Result<()> {
    for workspace in ["fuzz", "bench"] {
        let manifest = format!("{workspace}/Cargo.toml");
        let check = ["check", "--manifest-path", &manifest, "--target-dir"];
        run(cargo(&check).arg(target().join(workspace)))?;
    }
    Ok(())
}
