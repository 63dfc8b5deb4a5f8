//! One concept, one name: no private dialect, and no two public types of different meaning with the same name.

use std::collections::BTreeMap;

use crate::assert_none;
use crate::repository::{Source, sources};

/// Names that a newcomer would have to learn first. The glossary of ARCHITECTURE.md has the words that replaced them.
const DIALECT: [&str; 52] = [
    "Absent",
    "Answers",
    "Anybody",
    "Ask",
    "Asked",
    "At",
    "Behind",
    "Chair",
    "Contradiction",
    "Desk",
    "Draft",
    "Expect",
    "Fact",
    "Facts",
    "Glimpse",
    "Heard",
    "Host",
    "Hosted",
    "Kept",
    "Letter",
    "Mind",
    "News",
    "Notice",
    "Order",
    "Over",
    "Pace",
    "Page",
    "Patience",
    "People",
    "Pile",
    "Purses",
    "Put",
    "PutOff",
    "Refused",
    "Regular",
    "Regulars",
    "Said",
    "Seen",
    "Shelf",
    "Sight",
    "Site",
    "Somebody",
    "Span",
    "Standing",
    "Stored",
    "Surroundings",
    "Temper",
    "Told",
    "Touch",
    "Visit",
    "Weather",
    "Word",
];

/// Crates that may share names with others: the types of the wire carry the name of what they stand for, and the oracle
/// says everything a second time.
const FORMS: [&str; 2] = ["protocol", "oracle"];

/// Names that mean the same in every crate that defines them: path prefix and why.
const SHARED: [(&str, &str); 0] = [];

#[test]
fn no_type_has_a_name_of_the_old_dialect() {
    assert_none(&rust().iter().flat_map(dialect).collect::<Vec<_>>());
}

#[test]
fn no_two_public_types_share_a_name() {
    assert_none(&shared_names(&rust()));
}

fn rust() -> Vec<Source> {
    let is_library = |source: &Source| source.path.starts_with("crates/") && source.path.contains("/src/");
    sources().into_iter().filter(|source| source.has_extension(&["rs"]) && is_library(source)).collect()
}

fn dialect(source: &Source) -> Vec<String> {
    let old = defined_types(source).filter(|(_, _, name)| DIALECT.contains(name));
    old.map(|(number, _, name)| {
        format!("{}:{number}: {name} is a private word; use the one of the glossary", source.path)
    })
    .collect()
}

fn shared_names(sources: &[Source]) -> Vec<String> {
    let mut places: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for source in sources {
        let folder = source.path.split('/').nth(1).unwrap_or_default();
        for (number, is_public, name) in defined_types(source) {
            if is_public && !FORMS.contains(&folder) && !SHARED.iter().any(|(shared, _)| *shared == name) {
                let place = format!("{}:{number}", source.path);
                places.entry(name).or_default().entry(folder).or_insert(place);
            }
        }
    }
    let twice = places.into_iter().filter(|(_, by_crate)| by_crate.len() > 1);
    twice
        .map(|(name, by_crate)| {
            let places: Vec<String> = by_crate.into_values().collect();
            format!(
                "{}: {name} is also defined at {}; give each its own name",
                places[0],
                places[1..].join(", ")
            )
        })
        .collect()
}

/// The types that a source defines: line, whether other crates can see them, and name.
fn defined_types(source: &Source) -> impl Iterator<Item = (usize, bool, &str)> {
    source.lines().filter_map(|(number, line)| {
        let mut words = line.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_public = line.trim_start().starts_with("pub ");
        let is_kind = |word: &&str| matches!(*word, "struct" | "enum" | "trait" | "type");
        let keyword = words.by_ref().take(5).find(is_kind)?;
        let name = words.find(|word| !word.is_empty())?;
        let defines = line.trim_start().starts_with(keyword) || line.trim_start().starts_with("pub");
        (defines && name.starts_with(char::is_uppercase)).then_some((number, is_public, name))
    })
}

#[test]
fn an_old_word_is_noticed_where_it_is_defined() {
    let text = "pub struct Desk;\nenum Fact { A }\nlet desk = Desk::new();\npub(crate) type Word = u8;\n";
    let complaints = dialect(&Source::new("crates/a/src/b.rs", text));
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    assert!(complaints[2].starts_with("crates/a/src/b.rs:4: Word"), "{complaints:?}");
}

#[test]
fn a_name_that_two_crates_share_is_noticed_unless_one_is_the_wire() {
    let source = |path: &str| Source::new(path, "pub struct View;\nstruct Own;\n");
    assert_eq!(shared_names(&[source("crates/a/src/lib.rs"), source("crates/b/src/lib.rs")]).len(), 1);
    assert_eq!(shared_names(&[source("crates/a/src/lib.rs"), source("crates/protocol/src/lib.rs")]), [""; 0]);
}
