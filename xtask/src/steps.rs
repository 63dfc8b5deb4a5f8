//! `cargo xtask test`: the steps, in the order in which they fail fastest.

use anyhow::{Context, Result};

use crate::needs;
use crate::run::{cargo, root, run, target};

/// One thing that must hold.
struct Step {
    name: &'static str,
    take: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "what the tests need", take: needs::provide },
    Step { name: "format", take: format },
    Step { name: "types of the page", take: types },
    Step { name: "lints", take: lints },
    Step { name: "tests", take: tests },
    Step { name: "documentation", take: documentation },
    Step { name: "fuzz targets compile", take: fuzz_targets_compile },
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

fn lints() -> Result<()> {
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
}

/// The tidy tests are among them.
fn tests() -> Result<()> {
    run(&mut cargo(&["test", "--workspace", "--locked"]))
}

fn documentation() -> Result<()> {
    run(cargo(&["doc", "--no-deps", "--workspace", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The fuzz targets are a workspace of their own, so that nothing else would notice when they break.
fn fuzz_targets_compile() -> Result<()> {
    if !root().join("fuzz/Cargo.toml").exists() {
        return Ok(());
    }
    run(cargo(&["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]).arg(target().join("fuzz")))
}
