//! How a source cites clauses: `// Clauses: CA.round.6a, R3` directly above a test.

use crate::repository::Source;

/// The documents that the clauses restate.
const DOCUMENTS: [&str; 4] = ["CA.", "WA.", "BB.", "HB."];
const OPENING: &str = "// Clauses:";

/// The citations of a source: those that belong to a test, and complaints of those that do not.
pub(crate) struct Citations<'a> {
    pub tests: Vec<CitingTest<'a>>,
    pub astray: Vec<String>,
}

/// A test with one line of the clauses that it proves.
pub(crate) struct CitingTest<'a> {
    pub clauses: &'a str,
    pub name: &'a str,
}

pub(crate) fn citations(source: &Source) -> Citations<'_> {
    let mut found = Citations { tests: Vec::new(), astray: Vec::new() };
    let all: Vec<(usize, &str)> = source.lines().map(|(number, line)| (number, line.trim())).collect();
    for (place, (number, line)) in all.iter().enumerate() {
        let Some(clauses) = line.strip_prefix(OPENING) else { continue };
        match test_below(all[place + 1..].iter().map(|(_, line)| *line)) {
            Some(name) => found.tests.push(CitingTest { clauses, name }),
            None => {
                found
                    .astray
                    .push(format!("{}:{number}: cited above no test; move it above one", source.path));
            }
        }
    }
    found
}

/// The name of the test before which only comments and attributes stand.
fn test_below<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_between = |line: &&str| line.starts_with("//") || line.starts_with("#[");
    let mut is_test = false;
    let first = lines.by_ref().find(|line| {
        is_test |= *line == "#[test]" || line.starts_with("#[tokio::test");
        !is_between(line)
    })?;
    let script = first.strip_prefix("test(").or_else(|| first.strip_prefix("it("));
    if let Some(script) = script {
        return script.split('\'').nth(1);
    }
    let name = first.trim_start_matches("async ").strip_prefix("fn ")?;
    is_test.then(|| name.split('(').next())?
}

/// Every clause that a source mentions, by line. A ruling is mentioned in citations and as a whole string; a
/// clause of a document anywhere, because nothing else looks like it.
pub(crate) fn mentions(source: &Source) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in source.lines() {
        let cites = line.trim_start().starts_with(OPENING);
        let quoted =
            |id: &str| source.path.starts_with("crates/uth/src/") && line.contains(&format!("\"{id}\""));
        found.extend(ids(line).filter(|id| cites || is_clause(id) || quoted(id)).map(|id| (number, id)));
    }
    found
}

/// The ids in a text, in order.
pub(crate) fn ids(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
    words.map(|word| word.trim_matches('.')).filter(|word| is_id(word))
}

pub(crate) fn is_id(word: &str) -> bool {
    is_clause(word) || is_ruling(word)
}

fn is_clause(word: &str) -> bool {
    let numbered = DOCUMENTS.iter().find_map(|document| word.strip_prefix(document));
    let is_part =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    numbered.is_some_and(|rest| rest.split('.').all(is_part))
}

fn is_ruling(word: &str) -> bool {
    word.strip_prefix('R')
        .is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

#[test]
fn a_citation_belongs_to_the_test_below_it() {
    let rows = [
        ("// Clauses: R1\n#[test]\nfn a() {}\n", true),
        (
            "    // Clauses: R1\n    // Clauses: R2\n    /// Why.\n    #[should_panic]\n    #[test]\n    fn a() {}\n",
            true,
        ),
        ("// Clauses: R1\n#[tokio::test(start_paused = true)]\nasync fn a() {}\n", true),
        ("// Clauses: R1\ntest('a', () => {});\n", true),
        ("// Clauses: R1\nfn a() {}\n", false),
        ("// Clauses: R1\n\n#[test]\nfn a() {}\n", false),
        ("// Clauses: R1\n", false),
    ];
    for (text, expected) in rows {
        let source = Source::new("a.rs", text);
        assert_eq!(!citations(&source).tests.is_empty(), expected, "{text}");
        assert_eq!(citations(&source).astray.is_empty(), expected, "{text}");
    }
}

#[test]
fn a_citing_test_has_a_name() {
    let rows = [
        ("// Clauses: R1\n#[test]\nfn one_thing_holds() {}\n", "one_thing_holds"),
        ("// Clauses: R1\n#[tokio::test]\nasync fn so_does_this() {}\n", "so_does_this"),
        ("// Clauses: R1\ntest('it holds on the page', () => {});\n", "it holds on the page"),
    ];
    for (text, expected) in rows {
        let source = Source::new("a.rs", text);
        let names: Vec<&str> = citations(&source).tests.iter().map(|test| test.name).collect();
        assert_eq!(names, [expected]);
    }
}

#[test]
fn ids_are_told_from_other_words() {
    let text = "See CA.round.6a, (BB.deal.14a). R3, R3b, XCA.a, CA., CA.Round, HB.1 and R\"x\".";
    assert_eq!(ids(text).collect::<Vec<_>>(), ["CA.round.6a", "BB.deal.14a", "R3", "HB.1"]);
}

#[test]
fn a_ruling_is_mentioned_only_where_it_is_cited_or_quoted() {
    let source =
        Source::new("crates/uth/src/a.rs", "// Clauses: R1\nlet a = R2;\nlet b = \"R3\";\n// CA.a.4\n");
    assert_eq!(mentions(&source), [(1, "R1"), (3, "R3"), (4, "CA.a.4")]);
}
