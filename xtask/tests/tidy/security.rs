//! docs/SECURITY.md says which test proves what; each of them must exist.

use std::collections::BTreeSet;

use crate::assert_none;
use crate::repository::{Source, source, sources};

#[test]
fn every_proof_that_is_named_exists() {
    let document = source("docs/SECURITY.md");
    let files = sources();
    assert!(proofs(&document).count() > 40, "the threat model names its proofs like `tests/a.rs: a_test`");
    assert_none(&proofs(&document).filter_map(|proof| missing(&document, proof, &files)).collect::<Vec<_>>());
}

#[test]
fn every_threat_has_something_that_stands_against_it_or_says_that_nothing_does() {
    let document = source("docs/SECURITY.md");
    assert_none(&threats(&document).filter_map(|threat| unanswered(&document, threat)).collect::<Vec<_>>());
    let names: BTreeSet<&str> = threats(&document).map(|(_, name, _)| name).collect();
    assert_eq!(names.len(), threats(&document).count(), "each threat is there once");
}

/// A line, a file and the name of a test in it: `crates/server/tests/http/roles.rs: a_test`.
fn proofs(document: &Source) -> impl Iterator<Item = (usize, &str, &str)> {
    document.lines().flat_map(|(number, line)| {
        let quoted = line.split('`').skip(1).step_by(2);
        quoted.filter_map(move |text| {
            let (path, test) = text.split_once(": ")?;
            path.contains('/').then_some((number, path, test))
        })
    })
}

fn missing(document: &Source, (number, path, test): (usize, &str, &str), files: &[Source]) -> Option<String> {
    let here = format!("{}:{number}", document.path);
    let Some(file) = files.iter().find(|file| file.path == path) else {
        return Some(format!("{here}: there is no {path}; mend the name"));
    };
    let is_there = if file.has_extension(&["rs"]) {
        file.text.contains(&format!("fn {test}("))
    } else {
        file.text.contains(test)
    };
    (!is_there).then(|| format!("{here}: {path} has no test {test}; mend the name"))
}

/// The rows below "## Threats": line, threat, and what stands against it.
fn threats(document: &Source) -> impl Iterator<Item = (usize, &str, &str)> {
    let within = document.lines().skip_while(|(_, line)| *line != "## Threats").skip(1);
    let within = within.take_while(|(_, line)| !line.starts_with("## "));
    within.filter_map(|(number, line)| {
        let (threat, answer) = line.strip_prefix("**")?.split_once("** ")?;
        Some((number, threat, answer))
    })
}

fn unanswered(document: &Source, (number, threat, _): (usize, &str, &str)) -> Option<String> {
    // A paragraph goes on to the next empty line.
    let rest = document.lines().skip(number - 1).take_while(|(_, line)| !line.is_empty());
    let paragraph: Vec<&str> = rest.map(|(_, line)| line).collect();
    let paragraph = paragraph.join(" ");
    let is_answered =
        paragraph.contains(".rs: ") || paragraph.contains(".js: ") || paragraph.contains("**Not defended");
    (!is_answered).then(|| {
        format!("{}:{number}: {threat} names no proof; name one, or say what is not defended", document.path)
    })
}

#[test]
fn a_proof_that_is_not_there_is_noticed() {
    let files = [Source::new("crates/a/tests/b.rs", "#[test]\nfn c() {}\n")];
    let complaints = |text: &str| -> usize {
        let document = Source::new("a.md", text);
        proofs(&document).filter_map(|proof| missing(&document, proof, &files)).count()
    };
    assert_eq!(complaints("`crates/a/tests/b.rs: c`, `Origin: null`"), 0);
    assert_eq!(complaints("`crates/a/tests/b.rs: d` and `crates/a/tests/c.rs: c`"), 2);
}

#[test]
fn a_threat_without_an_answer_is_noticed() {
    let text =
        "## Threats\n\n**Theft.** A door.\nIt is\nproved: `a/b.rs: c`.\n\n**Flood.** Well.\n\n## End\n";
    let document = Source::new("a.md", text);
    let complaints: Vec<String> =
        threats(&document).filter_map(|threat| unanswered(&document, threat)).collect();
    assert_eq!(complaints.len(), 1);
    assert!(complaints[0].starts_with("a.md:7: Flood."), "{complaints:?}");
}
