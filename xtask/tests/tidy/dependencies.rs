//! Every library from outside has a reason, written in docs/DEPENDENCIES.md.

use std::collections::BTreeMap;

use crate::assert_none;
use crate::metadata::{Package, packages};
use crate::repository::{Source, source};

/// The names of the crates of the workspace that use a library, by the library's name.
type Users = BTreeMap<String, Vec<String>>;

#[test]
fn every_dependency_has_a_reason() {
    assert_none(&undocumented(&source("docs/DEPENDENCIES.md"), &users(&packages())));
}

fn users(packages: &[Package]) -> Users {
    let mut users = Users::new();
    for package in packages {
        for dependency in package.dependencies.iter().filter(|dependency| dependency.folder.is_none()) {
            let of_this = users.entry(dependency.name.clone()).or_default();
            if !of_this.contains(&package.name) {
                of_this.push(package.name.clone());
            }
        }
    }
    users
}

fn undocumented(document: &Source, users: &Users) -> Vec<String> {
    let path = &document.path;
    let mut complaints = Vec::new();
    let mut listed = Vec::new();
    for (number, [name, used_by, why]) in rows(document) {
        let mut said: Vec<&str> = used_by.split(", ").collect();
        said.sort_unstable();
        match users.get(name) {
            None => complaints.push(format!("{path}:{number}: nothing uses {name}; remove the row")),
            Some(users) if sorted(users) != said => {
                complaints.push(format!("{path}:{number}: {name} is used by {}; say so", users.join(", ")));
            }
            Some(_) if why.is_empty() => {
                complaints.push(format!("{path}:{number}: say why {name} is worth it"));
            }
            Some(_) => {}
        }
        listed.push(name);
    }
    let unlisted = users.keys().filter(|name| !listed.contains(&name.as_str()));
    complaints.extend(unlisted.map(|name| format!("{path}:1: {name} has no row; add it with its reason")));
    complaints
}

/// The rows of the table `| crate | used by | why |`.
fn rows(document: &Source) -> impl Iterator<Item = (usize, [&str; 3])> {
    let cells = document.lines().filter_map(|(number, line)| {
        let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
        Some((number, cells.try_into().ok()?))
    });
    cells.filter(|(_, [name, ..]): &(usize, [&str; 3])| *name != "crate" && !name.starts_with('-'))
}

fn sorted(names: &[String]) -> Vec<&str> {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_missing_an_unused_and_a_reasonless_row_are_noticed() {
    let table =
        |rows: &str| Source::new("d.md", &format!("| crate | used by | why |\n|---|---|---|\n{rows}"));
    let users = Users::from([("anyhow".to_owned(), vec!["xtask".to_owned(), "uth-cli".to_owned()])]);
    let rows = [
        ("| anyhow | uth-cli, xtask | errors, printed once |\n", None),
        ("", Some("d.md:1: anyhow has no row; add it with its reason")),
        ("| anyhow | uth-cli, xtask | |\n", Some("d.md:3: say why anyhow is worth it")),
        ("| anyhow | xtask | errors |\n", Some("d.md:3: anyhow is used by xtask, uth-cli; say so")),
        (
            "| anyhow | xtask, uth-cli | errors |\n| eyre | xtask | errors |\n",
            Some("d.md:4: nothing uses eyre; remove the row"),
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(undocumented(&table(text), &users).first().map(String::as_str), expected, "{text}");
    }
}
