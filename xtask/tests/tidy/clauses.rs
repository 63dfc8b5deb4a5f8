//! Every rule of RULES.md is cited by a test, and every clause that is cited exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::assert_none;
use crate::citations::{citations, ids, is_id, mentions};
use crate::repository::{Source, root, source, sources};

/// Which test proves which clause, for the program to tell.
const CITATIONS: &str = "golden/citations.txt";

const KINDS: [&str; 3] = ["rule", "physical", "notice"];

#[test]
fn every_clause_has_one_row_of_a_known_kind() {
    assert_none(&wrong_rows(&source("RULES.md")));
}

#[test]
fn every_rule_is_cited_by_a_test() {
    assert_none(&uncited(&source("RULES.md"), &code()));
}

#[test]
fn every_clause_that_is_cited_exists() {
    assert_none(&unknown(&source("RULES.md"), &code()));
}

#[test]
fn every_citation_stands_above_a_test() {
    assert_none(&code().iter().flat_map(|source| citations(source).astray).collect::<Vec<_>>());
}

/// `uth rules BB.settle.4a` names the tests of a clause, and the program cannot look into its own sources.
#[test]
fn the_list_of_citing_tests_is_the_one_that_is_kept() {
    let path = root().join(CITATIONS);
    let listed = listed(&code());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &listed).expect("the file can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == listed, "{CITATIONS} is not what the tests cite: run the test with UPDATE_GOLDEN=1");
}

/// A line for each clause and test: `BB.settle.4a crates/uth/tests/rules/settlement.rs a_winning_hand_is_paid`.
fn listed(code: &[Source]) -> String {
    let mut lines = BTreeSet::new();
    for source in code {
        for test in citations(source).tests {
            lines.extend(ids(test.clauses).map(|id| format!("{id} {} {}\n", source.path, test.name)));
        }
    }
    lines.into_iter().collect()
}

/// The sources whose citations count. The tidy tests only play at citing.
fn code() -> Vec<Source> {
    let code = |source: &Source| source.has_extension(&["rs", "js"]) && !source.path.starts_with("xtask/");
    sources().into_iter().filter(code).collect()
}

fn wrong_rows(rules: &Source) -> Vec<String> {
    let path = &rules.path;
    let mut complaints = Vec::new();
    let mut seen = BTreeMap::new();
    for Row { line, id, kind } in rows(rules) {
        if !KINDS.contains(&kind) {
            complaints.push(format!("{path}:{line}: {id} is a `{kind}`; the kinds are {}", KINDS.join(", ")));
        }
        if let Some(first) = seen.insert(id, line) {
            complaints.push(format!("{path}:{line}: {id} is already on line {first}; give it its own id"));
        }
    }
    complaints
}

fn uncited(rules: &Source, code: &[Source]) -> Vec<String> {
    let tests = code.iter().flat_map(|source| citations(source).tests);
    let cited: Vec<&str> = tests.flat_map(|test| ids(test.clauses)).collect();
    let missing = rows(rules).filter(|row| row.kind == "rule" && !cited.contains(&row.id));
    missing
        .map(|Row { line, id, .. }| {
            format!(
                "{}:{line}: no test cites {id}; write `// Clauses: {id}` above the one that checks it",
                rules.path
            )
        })
        .collect()
}

fn unknown(rules: &Source, code: &[Source]) -> Vec<String> {
    let known: Vec<&str> = rows(rules).map(|row| row.id).collect();
    let mut complaints = Vec::new();
    for source in code {
        for (line, id) in mentions(source).into_iter().filter(|(_, id)| !known.contains(id)) {
            complaints
                .push(format!("{}:{line}: {} has no clause {id}; mend the id", source.path, rules.path));
        }
    }
    complaints
}

/// A clause: `| CA.round.6a | rule | … |`.
struct Row<'a> {
    line: usize,
    id: &'a str,
    kind: &'a str,
}

fn rows(rules: &Source) -> impl Iterator<Item = Row<'_>> {
    rules.lines().filter_map(|(line, text)| {
        let mut cells = text.strip_prefix('|')?.split('|').map(str::trim);
        let (id, kind) = (cells.next()?, cells.next()?);
        is_id(id).then_some(Row { line, id, kind })
    })
}

mod tests {
    use super::{Source, uncited, unknown, wrong_rows};

    fn rules(rows: &str) -> Source {
        Source::new("RULES.md", &format!("# Rules\n\n| id | kind | clause |\n|---|---|---|\n{rows}"))
    }

    #[test]
    fn a_row_that_is_there_twice_or_of_no_kind_is_noticed() {
        assert_eq!(wrong_rows(&rules("| CA.a.1 | rule | |\n| R1 | notice | |\n")), [""; 0]);
        let twice = wrong_rows(&rules("| CA.a.1 | rule | |\n| CA.a.1 | rule | |\n"));
        assert_eq!(twice, ["RULES.md:6: CA.a.1 is already on line 5; give it its own id"]);
        let unkind = wrong_rows(&rules("| CA.a.1 | law | |\n"));
        assert_eq!(unkind, ["RULES.md:5: CA.a.1 is a `law`; the kinds are rule, physical, notice"]);
    }

    #[test]
    fn a_rule_that_no_test_cites_is_noticed_and_other_kinds_need_none() {
        let rules = rules("| CA.a.1 | rule | |\n| CA.a.2 | physical | |\n| R3 | rule | |\n");
        let cited = Source::new("a.rs", "// Clauses: CA.a.1, R3\n#[test]\nfn a() {}\n");
        assert_eq!(uncited(&rules, &[cited]), [""; 0]);
        let in_passing = Source::new("a.rs", "// CA.a.1 and R3 matter.\n#[test]\nfn a() {}\n");
        assert_eq!(uncited(&rules, &[in_passing]).len(), 2);
    }

    #[test]
    fn a_clause_that_does_not_exist_is_noticed() {
        let rules = rules("| CA.a.1 | rule | |\n");
        let wrong = Source::new("crates/uth/src/a.rs", "/// As CA.a.1 says.\nconst A: &str = \"CA.a.2\";\n");
        assert_eq!(
            unknown(&rules, &[wrong]),
            ["crates/uth/src/a.rs:2: RULES.md has no clause CA.a.2; mend the id"]
        );
    }
}
