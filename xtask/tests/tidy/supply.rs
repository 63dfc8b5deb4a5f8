//! Where everything from outside comes from: one registry, under licences that may be passed on, each library once.
//! `cargo deny` knows more; this needs nothing that is not here, so that it cannot be left out.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::assert_none;
use crate::repository::{Source, root, source, sources};

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
const NPM: &str = "https://registry.npmjs.org/";
/// Test tools are not passed on: a licence that covers their own files is no burden.
const FOR_TEST_TOOLS: &str = "MPL-2.0";
/// Where docs/DEPENDENCIES.md says why a library is there in two versions.
const TWICE: &str = "## There twice";

#[test]
fn everything_comes_from_the_registries_and_has_a_hash() {
    let locks = ["Cargo.lock", "bench/Cargo.lock", "fuzz/Cargo.lock"].map(source);
    let mut complaints: Vec<String> = locks.iter().flat_map(strangers).collect();
    let npm = sources().into_iter().filter(|source| source.path.ends_with("package-lock.json"));
    let mut allowed = allowed(&source("deny.toml"));
    allowed.push(FOR_TEST_TOOLS.to_owned());
    complaints.extend(npm.flat_map(|lock| npm_strangers(&lock, &allowed)));
    assert_none(&complaints);
}

#[test]
fn every_licence_may_be_passed_on() {
    let allowed = allowed(&source("deny.toml"));
    let complaints = licences().into_iter().filter(|(_, licence)| !permits(licence, &allowed));
    let complaints: Vec<String> = complaints
        .map(|(name, licence)| format!("Cargo.lock:1: {name} is under {licence}; do without it"))
        .collect();
    assert_none(&complaints);
}

#[test]
fn what_is_there_twice_has_a_reason() {
    let document = source("docs/DEPENDENCIES.md");
    let reasons: BTreeSet<&str> = reasons(&document).collect();
    let twice = twice(&source("Cargo.lock"));
    let missing = twice.iter().filter(|name| !reasons.contains(name.as_str()));
    let mut complaints: Vec<String> = missing
        .map(|name| format!("Cargo.lock:1: {name} is there twice; say why in {}", document.path))
        .collect();
    let needless = reasons.iter().filter(|name| !twice.contains(**name));
    complaints
        .extend(needless.map(|name| format!("{}:1: {name} is there once; remove the row", document.path)));
    assert_none(&complaints);
}

/// The packages of a lock file: each a table of words.
fn packages(lock: &Source) -> Vec<BTreeMap<&str, &str>> {
    let blocks = lock.text.split("[[package]]").skip(1);
    blocks
        .map(|block| {
            let pairs = block.lines().filter_map(|line| line.split_once(" = "));
            pairs.map(|(name, value)| (name, value.trim_matches('"'))).collect()
        })
        .collect()
}

/// Packages from elsewhere, or without a hash. Ours have no source.
fn strangers(lock: &Source) -> Vec<String> {
    let foreign = packages(lock).into_iter().filter(|package| package.contains_key("source"));
    let strange =
        foreign.filter(|package| package["source"] != REGISTRY || !package.contains_key("checksum"));
    strange
        .map(|package| {
            format!(
                "{}:1: {} does not come from crates.io with a hash; do without it",
                lock.path, package["name"]
            )
        })
        .collect()
}

fn npm_strangers(lock: &Source, allowed: &[String]) -> Vec<String> {
    let document: Value = serde_json::from_str(&lock.text).unwrap_or_default();
    let mut complaints = Vec::new();
    let Some(packages) = document["packages"].as_object() else {
        return vec![format!("{}:1: it lists no packages; make it anew with a present npm", lock.path)];
    };
    for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
        // A lock without addresses takes the configured registry; what comes from there must have this hash.
        let is_known = package["resolved"].as_str().is_none_or(|from| from.starts_with(NPM));
        if !is_known || !package["integrity"].is_string() {
            complaints
                .push(format!("{}:1: {name} does not come from npm with a hash; do without it", lock.path));
        }
        let licence = package["license"].as_str().unwrap_or("no licence");
        if !permits(licence, allowed) {
            complaints.push(format!("{}:1: {name} is under {licence}; do without it", lock.path));
        }
    }
    complaints
}

/// The licences that deny.toml allows.
fn allowed(configuration: &Source) -> Vec<String> {
    let list = configuration.text.split("\nallow = [").nth(1).and_then(|rest| rest.split(']').next());
    let list =
        list.unwrap_or_default().lines().filter_map(|line| line.trim().strip_prefix('"')?.split('"').next());
    list.map(str::to_owned).collect()
}

/// Whether an expression of licences can be met with those: `(MIT OR Apache-2.0) AND Unicode-3.0`.
fn permits(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest, allowed) && rest.is_empty()
}

fn any_of(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut met = all_of(words, allowed);
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        met |= all_of(words, allowed);
    }
    met
}

fn all_of(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut met = one(words, allowed);
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut &[&str], allowed: &[String]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    *words = rest;
    if *first != "(" {
        // An exception gives more than the licence alone: `Apache-2.0 WITH LLVM-exception`.
        if words.first() == Some(&"WITH") {
            *words = words.get(2..).unwrap_or_default();
        }
        return allowed.iter().any(|licence| licence == first);
    }
    let met = any_of(words, allowed);
    let is_closed = words.first() == Some(&")");
    *words = words.get(1..).unwrap_or_default();
    met && is_closed
}

/// Every library that is built here, and its licence.
fn licences() -> Vec<(String, String)> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told = Command::new(&cargo).args(["-vV"]).output().expect("cargo tells its version");
    let told = String::from_utf8(told.stdout).expect("text");
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let words = ["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host];
    let told =
        Command::new(&cargo).args(words).current_dir(root()).output().expect("cargo tells its metadata");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let metadata: Value = serde_json::from_slice(&told.stdout).expect("metadata is JSON");
    let text = |value: &Value| value.as_str().unwrap_or("no licence").to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().map(|package| (text(&package["name"]), text(&package["license"]))).collect()
}

fn twice(lock: &Source) -> BTreeSet<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for package in packages(lock) {
        *counts.entry(package["name"]).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name.to_owned()).collect()
}

/// The first cells of the rows below the heading.
fn reasons(document: &Source) -> impl Iterator<Item = &str> {
    let below = document.text.split(TWICE).nth(1).unwrap_or_default();
    let rows = below.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    rows.filter(|name| *name != "crate" && *name != "---").flat_map(|names| names.split(", "))
}

#[test]
fn expressions_of_licences_are_read() {
    let allowed = ["MIT".to_owned(), "Apache-2.0".to_owned()];
    let rows = [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("MIT/Apache-2.0", true),
        ("(GPL-3.0 OR MIT) AND Apache-2.0", true),
        ("MIT AND (GPL-3.0 OR BSD)", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
        ("(MIT", false),
        ("MIT GPL-3.0", false),
        ("", false),
    ];
    for (expression, expected) in rows {
        assert_eq!(permits(expression, &allowed), expected, "{expression}");
    }
}

#[test]
fn what_comes_from_elsewhere_is_noticed() {
    let lock = |source: &str, hash: &str| {
        Source::new("Cargo.lock", &format!("[[package]]\nname = \"a\"\nsource = \"{source}\"\n{hash}\n"))
    };
    assert_eq!(strangers(&lock(REGISTRY, "checksum = \"00\"")), [""; 0]);
    assert_eq!(strangers(&lock(REGISTRY, "")).len(), 1);
    assert_eq!(strangers(&lock("git+https://example.org/a", "checksum = \"00\"")).len(), 1);
    let npm = |from: &str, licence: &str| {
        let package = format!(r#"{{"resolved": "{from}", "integrity": "sha512-0", "license": "{licence}"}}"#);
        let text = format!(r#"{{"packages": {{"": {{}}, "node_modules/a": {package}}}}}"#);
        npm_strangers(&Source::new("package-lock.json", &text), &["MIT".to_owned()]).len()
    };
    let here = "https://registry.npmjs.org/a/-/a-1.0.0.tgz";
    assert_eq!([npm(here, "MIT"), npm("https://example.org/a.tgz", "MIT"), npm(here, "GPL-3.0")], [0, 1, 1]);
}

#[test]
fn what_is_there_twice_is_noticed() {
    let text = "[[package]]\nname = \"a\"\n\n[[package]]\nname = \"b\"\n\n[[package]]\nname = \"a\"\n";
    assert_eq!(twice(&Source::new("Cargo.lock", text)).into_iter().collect::<Vec<_>>(), ["a"]);
    let document =
        Source::new("a.md", "| x | y |\n## There twice\n| crate | why |\n| --- | --- |\n| a, b | so |\n");
    assert_eq!(reasons(&document).collect::<Vec<_>>(), ["a", "b"]);
}
