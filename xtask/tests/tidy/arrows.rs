//! Which crate may use which: a crate exists only to forbid an import.

use crate::assert_none;
use crate::metadata::{Dependency, Package, packages};
use crate::repository::source;

/// What a crate may use, by folder.
struct Permission {
    folder: &'static str,
    ours: &'static [&'static str],
    others: Others,
}

/// Which libraries from outside a crate may use, except in its tests.
enum Others {
    Any,
    Only(&'static [&'static str]),
}

const UTH: &str = "crates/uth";
const ODDS: &str = "crates/odds";
const LEDGER: &str = "crates/ledger";
const TABLE: &str = "crates/table";
const SERVER: &str = "crates/server";

const PERMISSIONS: [Permission; 8] = [
    Permission { folder: UTH, ours: &[], others: Others::Only(&[]) },
    Permission { folder: LEDGER, ours: &[], others: Others::Only(&[]) },
    Permission { folder: ODDS, ours: &[UTH], others: Others::Only(&["rayon"]) },
    Permission { folder: TABLE, ours: &[UTH, LEDGER], others: Others::Only(&[]) },
    Permission { folder: SERVER, ours: &[UTH, ODDS, LEDGER, TABLE], others: Others::Any },
    Permission { folder: "crates/sim", ours: &[UTH, TABLE, SERVER], others: Others::Any },
    Permission { folder: "crates/cli", ours: &[UTH, ODDS, LEDGER, TABLE, SERVER], others: Others::Any },
    Permission { folder: "xtask", ours: &[], others: Others::Any },
];

#[test]
fn no_crate_uses_what_it_must_not() {
    let mut complaints = Vec::new();
    for package in packages() {
        let manifest = format!("{}/Cargo.toml", package.folder);
        complaints.extend(forbidden(&package, &source(&manifest).text));
    }
    assert_none(&complaints);
}

fn forbidden(package: &Package, manifest: &str) -> Vec<String> {
    let folder = &package.folder;
    let Some(permission) = PERMISSIONS.iter().find(|permission| permission.folder == folder) else {
        return vec![format!(
            "{folder}/Cargo.toml:1: an unknown crate; say in xtask/tests/tidy/arrows.rs what it may use"
        )];
    };
    let wrong = package.dependencies.iter().filter(|dependency| !permission.allows(dependency));
    wrong
        .map(|Dependency { name, .. }| {
            let line = line_of(name, manifest);
            format!("{folder}/Cargo.toml:{line}: {folder} must not use {name}; move the code that needs it outwards")
        })
        .collect()
}

impl Permission {
    fn allows(&self, dependency: &Dependency) -> bool {
        match (&dependency.folder, &self.others) {
            (Some(folder), _) => self.ours.contains(&folder.as_str()),
            (None, Others::Only(names)) => dependency.for_tests || names.contains(&dependency.name.as_str()),
            (None, Others::Any) => true,
        }
    }
}

fn line_of(name: &str, manifest: &str) -> usize {
    manifest.lines().position(|line| line.starts_with(name)).map_or(1, |line| line + 1)
}

#[test]
fn an_arrow_that_points_the_wrong_way_is_noticed() {
    let package = |folder: &str, name: &str, for_tests, ours: Option<&str>| Package {
        name: String::new(),
        folder: folder.to_owned(),
        dependencies: vec![Dependency { name: name.to_owned(), for_tests, folder: ours.map(str::to_owned) }],
    };
    let rows = [
        (package(UTH, "serde", false, None), 1),
        (package(UTH, "proptest", true, None), 0),
        (package(UTH, "uth-odds", true, Some(ODDS)), 1),
        (package(ODDS, "uth", false, Some(UTH)), 0),
        (package(ODDS, "rayon", false, None), 0),
        (package(ODDS, "tokio", false, None), 1),
        (package(TABLE, "uth-odds", false, Some(ODDS)), 1),
        (package("crates/cli", "tokio", false, None), 0),
        (package("crates/common", "uth", false, Some(UTH)), 1),
    ];
    for (package, expected) in rows {
        let complaints = forbidden(&package, "[dependencies]\nserde = \"1\"\n");
        assert_eq!(complaints.len(), expected, "{} {complaints:?}", package.folder);
    }
}
