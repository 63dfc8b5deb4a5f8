//! What takes longer than a commit should wait.

use std::path;

use anyhow::{Result, ensure};

use crate::run::{cargo, has_subcommand, root, run};

/// The modules in which a wrong number is money: settlement, the limit of the bank, and the collection.
const MUTATED: [&str; 5] = [
    "crates/uth/src/settlement*.rs",
    "crates/uth/src/bank*.rs",
    "crates/uth/src/collection*.rs",
    "crates/uth/src/order.rs",
    "crates/uth/src/round/settling.rs",
];

pub(crate) fn bench(names: &[&str]) -> Result<()> {
    let words = ["run", "--release", "--locked", "--manifest-path", "bench/Cargo.toml", "--"];
    run(cargo(&words).args(names))
}

pub(crate) fn exhaustive() -> Result<()> {
    for (package, example) in [("uth", "every_seven_card_hand"), ("uth-fair", "shuffle_statistics")] {
        run(&mut cargo(&["run", "--release", "--locked", "--package", package, "--example", example]))?;
    }
    Ok(())
}

/// Kills the card room so many times on SQLite, and a sixth of that on PostgreSQL.
pub(crate) fn kills(times: u32) -> Result<()> {
    for (storage, times) in [("sqlite", times), ("postgres", times.div_ceil(6))] {
        let test = format!("kills::killed_at_random_moments_it_goes_on_where_it_was_on_{storage}");
        let words = ["test", "--locked", "--package", "uth-cli", "--test", "room", "--"];
        let mut command = cargo(&words);
        run(command.args(["--exact", &test, "--nocapture"]).env("UTH_KILLS", times.to_string()))?;
    }
    Ok(())
}

/// Cuts the power of the card room's disk so many times.
pub(crate) fn cuts(times: u32) -> Result<()> {
    let words =
        ["test", "--locked", "--package", "uth-cli", "--test", "room", "--", "--exact", "--nocapture"];
    let mut command = cargo(&words);
    let test = "cuts::after_a_power_cut_everything_that_was_answered_is_there";
    run(command.arg(test).env("UTH_CUTS", times.to_string()))
}

/// Takes the pictures that README.md shows.
pub(crate) fn screenshots() -> Result<()> {
    let words = ["test", "--locked", "--package", "uth-cli", "--test", "page", "--", "--exact"];
    let mut command = cargo(&words);
    run(command.arg("pictures::the_page_looks_at_us").env("UTH_PICTURES", root().join("docs/pictures")))
}

/// Simulated worlds; `uth-sim` knows the options.
pub(crate) fn sim(options: &[&str]) -> Result<()> {
    run(cargo(&["run", "--quiet", "--release", "--locked", "--package", "uth-sim", "--"]).args(options))
}

/// Kills and stops nodes of one card room so many times, and a third of that with a NATS between them. One of them may
/// be of another version.
pub(crate) fn nodes(beside: Option<&str>, kills: u32, pauses: u32) -> Result<()> {
    let beside = beside.map(path::absolute).transpose()?;
    ensure!(
        beside.as_ref().is_none_or(|program| program.is_file()),
        "`--beside` takes the path of another version's `uth`."
    );
    let tests = [
        ("three_nodes_that_are_killed_stopped_and_cut_off_are_one_card_room", 1),
        ("three_nodes_go_on_when_the_nats_between_them_is_killed", 3),
    ];
    for (test, part) in tests {
        let words = ["test", "--locked", "--package", "uth-cli", "--test", "room", "--"];
        let mut command = cargo(&words);
        command.args(["--exact", &format!("nodes::{test}"), "--nocapture"]);
        command.envs(beside.iter().map(|program| ("UTH_OTHER_VERSION", program)));
        command.env("UTH_NODE_KILLS", kills.div_ceil(part).to_string());
        run(command.env("UTH_NODE_PAUSES", pauses.div_ceil(part).to_string()))?;
    }
    Ok(())
}

pub(crate) fn mutants() -> Result<()> {
    ensure!(
        has_subcommand("mutants"),
        "cargo-mutants is not installed. Install it with `cargo install --locked cargo-mutants`."
    );
    let files = MUTATED.iter().flat_map(|pattern| ["--file", pattern]);
    run(cargo(&["mutants", "--package", "uth"]).args(files))
}
