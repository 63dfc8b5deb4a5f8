//! How a source cites clauses: `// Clauses: CA.round.6a, R3` directly above a test.

use crate::repository::Source;

/// The documents that the clauses restate.
const DOCUMENTS: [&str; 4] = ["CA.", "WA.", "BB.", "HB."];
const OPENING: &str = "// Clauses:";

/// The citations of a source: those that belong to a test, and complaints of those that do not.
pub(crate) struct Citations<'a> {
    pub lines: Vec<&'a str>,
    pub astray: Vec<String>,
}

pub(crate) fn citations(source: &Source) -> Citations<'_> {
    let mut found = Citations { lines: Vec::new(), astray: Vec::new() };
    let all: Vec<(usize, &str)> = source.lines().map(|(number, line)| (number, line.trim())).collect();
    for (place, (number, line)) in all.iter().enumerate() {
        let Some(cited) = line.strip_prefix(OPENING) else { continue };
        if leads_to_test(all[place + 1..].iter().map(|(_, line)| *line)) {
            found.lines.push(cited);
        } else {
            found.astray.push(format!("{}:{number}: cited above no test; move it above one", source.path));
        }
    }
    found
}

/// Whether only comments and attributes stand before the test.
fn leads_to_test<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let is_test = |line: &str| {
        line == "#[test]"
            || line.starts_with("#[tokio::test")
            || line.starts_with("test(")
            || line.starts_with("it(")
    };
    let mut rest =
        lines.skip_while(|line| !is_test(line) && (line.starts_with("//") || line.starts_with("#[")));
    rest.next().is_some_and(is_test)
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
        ("    // Clauses: R1\n    // Clauses: R2\n    /// Why.\n    #[should_panic]\n    #[test]\n", true),
        ("// Clauses: R1\n#[tokio::test(start_paused = true)]\nasync fn a() {}\n", true),
        ("// Clauses: R1\ntest('a', () => {});\n", true),
        ("// Clauses: R1\nfn a() {}\n", false),
        ("// Clauses: R1\n\n#[test]\nfn a() {}\n", false),
        ("// Clauses: R1\n", false),
    ];
    for (text, expected) in rows {
        let source = Source::new("a.rs", text);
        assert_eq!(!citations(&source).lines.is_empty(), expected, "{text}");
        assert_eq!(citations(&source).astray.is_empty(), expected, "{text}");
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
