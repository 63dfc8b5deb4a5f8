//! What a build links, and what comes with the program: completions and manual pages.

use std::process::{Command, Output};

/// Libraries of the network, of databases and of the terminal, none of which a build without features may link.
const HEAVY: [&str; 9] =
    ["axum", "hyper", "ratatui", "rusqlite", "rustls", "tokio", "tokio-postgres", "tungstenite", "ureq"];

fn uth(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth")).args(arguments).output().expect("uth runs")
}

/// The names of all crates that a package links.
fn linked(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-e", "normal", "--prefix", "none", "--format", "{p}"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn a_build_without_features_links_no_network_and_no_database() {
    for package in [&["-p", "uth-cli", "--no-default-features"][..], &["-p", "uth-analysis"]] {
        let linked = linked(package);
        assert!(linked.iter().any(|name| name == "uth-odds"), "{linked:?}");
        let heavy: Vec<_> = linked.iter().filter(|name| HEAVY.contains(&name.as_str())).collect();
        assert!(heavy.is_empty(), "{package:?} links {heavy:?}");
    }
}

#[test]
fn the_client_links_no_server_and_no_database() {
    let linked = linked(&["-p", "uth-cli", "--no-default-features", "--features", "client"]);
    for name in ["axum", "rusqlite", "tokio", "tokio-postgres", "uth-room", "uth-server", "uth-store"] {
        assert!(!linked.iter().any(|other| other == name), "{name}");
    }
}

#[test]
fn completions_know_every_command_and_option() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = uth(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).expect("text");
        for word in ["simulate", "collection-schedule", "strategy", "pay-table"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(uth(&["completions", "command.com"]).status.code(), Some(2));
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let page = String::from_utf8(uth(&["man"]).stdout).expect("text");
    assert!(page.contains(".TH uth 1") && page.contains("Examples:"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let output = uth(&["man", folder.path().to_str().expect("a path")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for command in ["uth", "uth-settle", "uth-strategy", "uth-strategy-cost", "uth-load"] {
        let page = std::fs::read_to_string(folder.path().join(format!("{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
}
