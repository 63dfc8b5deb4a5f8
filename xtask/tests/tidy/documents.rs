//! The documents stand on their own, and their links lead somewhere.

use std::path::Path;

use crate::assert_none;
use crate::repository::{Source, root, sources};

#[test]
fn documents_lead_only_to_files_that_exist() {
    let documents: Vec<Source> =
        sources().into_iter().filter(|source| source.has_extension(&["md"])).collect();
    assert_none(&documents.iter().flat_map(|document| broken_links(document, root())).collect::<Vec<_>>());
}

#[test]
fn documents_mention_nothing_outside_the_repository() {
    let documents: Vec<Source> =
        sources().into_iter().filter(|source| source.has_extension(&["md"])).collect();
    assert_none(&documents.iter().flat_map(outside).collect::<Vec<_>>());
}

fn outside(document: &Source) -> Vec<String> {
    let found = document.lines().filter(|(_, line)| line.contains(concat!("..", "/shared")));
    found
        .map(|(number, _)| format!("{}:{number}: a path outside the repository; remove it", document.path))
        .collect()
}

fn broken_links(document: &Source, root: &Path) -> Vec<String> {
    let folder = root.join(&document.path).parent().expect("a document has a folder").to_owned();
    let mut complaints = Vec::new();
    let mut in_example = false;
    for (number, line) in document.lines() {
        in_example ^= line.trim_start().starts_with("```");
        for target in local_links(line).filter(|target| !in_example && !folder.join(target).exists()) {
            complaints.push(format!("{}:{number}: {target} does not exist; mend the link", document.path));
        }
    }
    complaints
}

/// The files that a line of Markdown links to: `[text](file#part)`.
fn local_links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let local = targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"));
    local.filter_map(|target| target.split('#').next()).filter(|file| !file.is_empty())
}

#[test]
fn a_broken_link_is_noticed() {
    let text =
        "[a](Cargo.toml) [b](https://example.org/x) [c](#part)\n[d](no/such.md#part)\n```\n[e](none)\n```\n";
    let complaints = broken_links(&Source::new("a.md", text), root());
    assert_eq!(complaints, ["a.md:2: no/such.md does not exist; mend the link"]);
}

#[test]
fn a_path_outside_the_repository_is_noticed() {
    let text = concat!("fine\nsee ..", "/shared/notes\n");
    assert_eq!(outside(&Source::new("a.md", text)).len(), 1);
}
