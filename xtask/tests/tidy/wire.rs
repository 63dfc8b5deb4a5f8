//! The wire is written once: no JSON is put together by hand, and only `protocol` and `journal` give a form to what
//! travels or is stored.

use std::process::Command;

use crate::assert_none;
use crate::repository::{Source, root, sources};

/// Crates that must not derive a serialized form at all.
const WITHOUT_FORMS: [&str; 7] = ["fair", "ledger", "odds", "room", "store", "table", "uth"];

#[test]
fn no_json_is_written_by_hand() {
    assert_none(&code().iter().flat_map(json_by_hand).collect::<Vec<_>>());
}

#[test]
fn only_the_wire_and_the_journal_have_forms_of_tables_and_events() {
    assert_none(&code().iter().flat_map(forms).collect::<Vec<_>>());
}

/// `uth solve` prints a fraction: it needs neither a runtime nor a database.
#[test]
fn the_command_line_without_its_features_links_no_runtime_and_no_database() {
    let words =
        ["tree", "--edges", "normal", "--package", "uth-cli", "--no-default-features", "--prefix", "none"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree =
        Command::new(cargo).args(words).arg("--offline").current_dir(root()).output().expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).expect("text");
    assert!(tree.contains("uth-odds "), "{tree}");
    let heavy = ["tokio", "axum", "hyper", "rusqlite", "tokio-postgres", "tungstenite", "ratatui"];
    let linked: Vec<&str> =
        tree.lines().filter(|line| heavy.contains(&line.split(' ').next().unwrap_or_default())).collect();
    assert_eq!(linked, [""; 0]);
}

/// What is compiled into programs; tests may write JSON as they like.
fn code() -> Vec<Source> {
    let is_code = |source: &Source| {
        let path = &source.path;
        path.starts_with("crates/")
            && path.contains("/src/")
            && !path.ends_with("/tests.rs")
            && !path.contains("/tests/")
    };
    sources().into_iter().filter(|source| source.has_extension(&["rs"]) && is_code(source)).collect()
}

/// The lines before the tests of a module.
fn untested(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    source.lines().take_while(|(_, line)| *line != "#[cfg(test)]" && *line != "mod tests {")
}

fn json_by_hand(source: &Source) -> Vec<String> {
    let by_hand = untested(source).filter(|(_, line)| line.contains("json!("));
    by_hand
        .map(|(number, _)| {
            format!("{}:{number}: JSON by hand; declare a type in crates/protocol", source.path)
        })
        .collect()
}

fn forms(source: &Source) -> Vec<String> {
    let folder = source.path.split('/').nth(1).unwrap_or_default();
    if !WITHOUT_FORMS.contains(&folder) {
        return Vec::new();
    }
    let derives =
        |line: &str| line.contains("derive(") && (line.contains("Serialize") || line.contains("Deserialize"));
    let found = untested(source).filter(|(_, line)| derives(line));
    found
        .map(|(number, _)| {
            format!(
                "{}:{number}: a serialized form; it belongs in crates/protocol or crates/journal",
                source.path
            )
        })
        .collect()
}

#[test]
fn json_by_hand_is_noticed_but_not_in_tests() {
    let text = "fn a() { json!({}) }\n#[cfg(test)]\nmod tests {\n    json!({})\n}\n";
    assert_eq!(json_by_hand(&Source::new("crates/a/src/b.rs", text)).len(), 1);
}

#[test]
fn a_form_is_noticed_where_it_does_not_belong() {
    let text = "#[derive(Clone, Serialize)]\nstruct A;\n";
    assert_eq!(forms(&Source::new("crates/room/src/b.rs", text)).len(), 1);
    assert_eq!(forms(&Source::new("crates/protocol/src/b.rs", text)), [""; 0]);
}
