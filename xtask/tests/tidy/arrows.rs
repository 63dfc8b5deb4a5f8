//! Which crate may use which. Each crate enforces one dependency boundary; this table says what it must not import.

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
    Except(&'static [&'static str]),
}

const UTH: &str = "crates/uth";
const LEDGER: &str = "crates/ledger";
const FAIR: &str = "crates/fair";
const TABLE: &str = "crates/table";
const ODDS: &str = "crates/odds";
const ORACLE: &str = "crates/oracle";
const PROTOCOL: &str = "crates/protocol";
const ANALYSIS: &str = "crates/analysis";
const STORE: &str = "crates/store";
const JOURNAL: &str = "crates/journal";
const ROOM: &str = "crates/room";
const AUDIT: &str = "crates/audit";
const SERVER: &str = "crates/server";
const CLIENT: &str = "crates/client";

/// Libraries that bring a runtime, a network or a database with them.
const RUNTIMES: &[&str] =
    &["axum", "hyper", "hyper-util", "rusqlite", "tokio", "tokio-postgres", "tungstenite"];

const PERMISSIONS: [Permission; 18] = [
    // The rules and the ledger stand alone, so that they can be read and embedded alone.
    Permission { folder: UTH, ours: &[], others: Others::Only(&[]) },
    Permission { folder: LEDGER, ours: &[], others: Others::Only(&[]) },
    Permission {
        folder: FAIR,
        ours: &[UTH],
        others: Others::Only(&[
            "chacha20poly1305",
            "ed25519-dalek",
            "getrandom",
            "hex",
            "hmac",
            "sha2",
            "thiserror",
            "zeroize",
        ]),
    },
    Permission { folder: TABLE, ours: &[UTH, LEDGER, FAIR], others: Others::Only(&["thiserror"]) },
    Permission { folder: ODDS, ours: &[UTH], others: Others::Only(&["rayon"]) },
    // A second settlement that shares no code with the rules; only its tests know them.
    Permission { folder: ORACLE, ours: &[], others: Others::Except(RUNTIMES) },
    // Preloaded into the real program by its tests, so that it shares nothing with it.
    Permission { folder: "crates/powercut", ours: &[], others: Others::Only(&["libc"]) },
    // One wire, without anything that could send it.
    Permission { folder: PROTOCOL, ours: &[UTH, FAIR, TABLE], others: Others::Except(RUNTIMES) },
    // `uth solve` must not link a database or a runtime.
    Permission { folder: ANALYSIS, ours: &[UTH, ODDS, PROTOCOL], others: Others::Except(RUNTIMES) },
    Permission { folder: STORE, ours: &[UTH, LEDGER, TABLE], others: Others::Except(&["axum", "hyper"]) },
    Permission {
        folder: JOURNAL,
        ours: &[UTH, FAIR, TABLE, PROTOCOL, STORE],
        others: Others::Except(RUNTIMES),
    },
    // The room's logic runs under any runtime: tokio in the server, simulated time in the simulation.
    Permission {
        folder: ROOM,
        ours: &[UTH, FAIR, TABLE, ODDS, PROTOCOL, ANALYSIS, STORE, JOURNAL],
        others: Others::Except(RUNTIMES),
    },
    // Readers cannot write: `audit` does not know the room.
    Permission {
        folder: AUDIT,
        ours: &[UTH, LEDGER, FAIR, TABLE, ODDS, PROTOCOL, ANALYSIS, STORE, JOURNAL],
        others: Others::Except(RUNTIMES),
    },
    Permission {
        folder: SERVER,
        ours: &[UTH, LEDGER, FAIR, TABLE, ODDS, PROTOCOL, ANALYSIS, STORE, JOURNAL, ROOM, AUDIT],
        others: Others::Any,
    },
    // What the client knows of a card room is the protocol.
    Permission {
        folder: CLIENT,
        ours: &[UTH, FAIR, TABLE, PROTOCOL],
        others: Others::Except(&["axum", "hyper", "rusqlite", "tokio", "tokio-postgres"]),
    },
    Permission {
        folder: "crates/sim",
        ours: &[UTH, LEDGER, FAIR, TABLE, ORACLE, PROTOCOL, STORE, JOURNAL, ROOM, AUDIT],
        others: Others::Except(&["axum", "hyper", "rusqlite", "tokio-postgres"]),
    },
    Permission {
        folder: "crates/cli",
        ours: &[
            UTH, LEDGER, FAIR, TABLE, ODDS, PROTOCOL, ANALYSIS, STORE, JOURNAL, ROOM, AUDIT, SERVER, CLIENT,
        ],
        others: Others::Any,
    },
    Permission { folder: "xtask", ours: &[PROTOCOL], others: Others::Any },
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
            // Tests of an inner crate may build a whole card room around it; the pure crates may not even then.
            (Some(folder), Others::Only(_)) => self.ours.contains(&folder.as_str()),
            (Some(folder), _) => dependency.for_tests || self.ours.contains(&folder.as_str()),
            (None, Others::Only(names)) => dependency.for_tests || names.contains(&dependency.name.as_str()),
            (None, Others::Except(names)) => {
                dependency.for_tests || !names.contains(&dependency.name.as_str())
            }
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
        (package(ROOM, "tokio", false, None), 1),
        (package(ROOM, "tokio", true, None), 0),
        (package(AUDIT, "uth-room", false, Some(ROOM)), 1),
        (package(AUDIT, "uth-room", true, Some(ROOM)), 0),
        (package(CLIENT, "uth-server", false, Some(SERVER)), 1),
        (package("crates/cli", "tokio", false, None), 0),
        (package("crates/common", "uth", false, Some(UTH)), 1),
    ];
    for (package, expected) in rows {
        let complaints = forbidden(&package, "[dependencies]\nserde = \"1\"\n");
        assert_eq!(complaints.len(), expected, "{} {complaints:?}", package.folder);
    }
}
