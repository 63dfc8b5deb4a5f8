//! The rules, the ledger and the table count whole chips, and the rules need no operating system.

use crate::assert_none;
use crate::repository::{Source, source, sources};

const WITHOUT_FLOATS: [&str; 3] = ["crates/uth/", "crates/ledger/", "crates/table/"];

#[test]
fn money_is_never_a_float() {
    let pure = |source: &Source| WITHOUT_FLOATS.iter().any(|folder| source.path.starts_with(folder));
    let sources = sources().into_iter().filter(|source| source.has_extension(&["rs"]) && pure(source));
    assert_none(&sources.flat_map(|source| floats(&source)).collect::<Vec<_>>());
}

#[test]
fn the_rules_need_no_operating_system() {
    assert_none(&standard_library(&source("crates/uth/src/lib.rs")));
}

fn floats(source: &Source) -> Vec<String> {
    let names_float = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| matches!(word, "f32" | "f64") || word.ends_with("_f32") || word.ends_with("_f64"))
    };
    let found = source.lines().filter(|(_, line)| names_float(line));
    found.map(|(number, _)| format!("{}:{number}: a float; count in whole units", source.path)).collect()
}

fn standard_library(library: &Source) -> Vec<String> {
    if library.text.lines().any(|line| line == "#![no_std]") {
        return Vec::new();
    }
    vec![format!("{}:1: the rules must stay `#![no_std]`; put the attribute back", library.path)]
}

#[test]
fn a_float_is_noticed_but_not_within_a_longer_name() {
    let complaints = floats(&Source::new("a.rs", "let a_f64b = 1;\nlet b: f64 = 1.0;\nlet c = 1.5_f32;\n"));
    assert_eq!(
        complaints,
        ["a.rs:2: a float; count in whole units", "a.rs:3: a float; count in whole units"]
    );
}

#[test]
fn a_library_with_the_standard_library_is_noticed() {
    assert_eq!(standard_library(&Source::new("lib.rs", "//! Rules.\n#![no_std]\n")), [""; 0]);
    assert_eq!(standard_library(&Source::new("lib.rs", "//! Without #![no_std]\n")).len(), 1);
}
