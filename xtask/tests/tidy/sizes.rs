//! Files, functions and lines stay small enough to be read.

use crate::assert_none;
use crate::repository::{Source, sources};

/// A file is as long as its subject. Past this a reviewer looks twice, and says in `REVIEWED` why it stays whole.
const REVIEWED_FROM: usize = 800;
/// Longer files that were looked at: path, and the reason why they are one subject.
const REVIEWED: [(&str, &str); 0] = [];
const LONGEST_FUNCTION: usize = 60;
const WIDEST_LINE: usize = 120;

#[test]
fn long_files_are_reviewed() {
    assert_none(&code().iter().filter_map(too_long).collect::<Vec<_>>());
}

#[test]
fn functions_fit_a_screen() {
    assert_none(&code().iter().flat_map(long_functions).collect::<Vec<_>>());
}

#[test]
fn lines_fit_a_window() {
    assert_none(&code().iter().flat_map(wide_lines).collect::<Vec<_>>());
}

fn code() -> Vec<Source> {
    sources().into_iter().filter(|source| source.has_extension(&["rs", "js"])).collect()
}

fn too_long(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    let is_reviewed = REVIEWED.iter().any(|(path, _)| *path == source.path);
    let path = &source.path;
    (lines > REVIEWED_FROM && !is_reviewed).then(|| {
        format!(
            "{path}:{lines}: more than {REVIEWED_FROM} lines; split it by subject, or list it as reviewed"
        )
    })
}

fn wide_lines(source: &Source) -> Vec<String> {
    let wide = source.lines().filter(|(_, line)| line.chars().count() > WIDEST_LINE);
    wide.map(|(number, _)| format!("{}:{number}: wider than {WIDEST_LINE}; break the line", source.path))
        .collect()
}

fn long_functions(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let starts = (0..lines.len()).filter(|start| starts_function(lines[*start]));
    let long = starts.filter(|start| function_lines(&lines[*start..]) > LONGEST_FUNCTION);
    long.map(|start| {
        format!("{}:{}: more than {LONGEST_FUNCTION} lines; split the function", source.path, start + 1)
    })
    .collect()
}

/// How many lines a function takes: in formatted code it ends with a brace as far in as its first word.
fn function_lines(lines: &[&str]) -> usize {
    let indent = &lines[0][..lines[0].len() - lines[0].trim_start().len()];
    let end = format!("{indent}}}");
    let mut body = false;
    for (place, line) in lines.iter().enumerate() {
        body |= line.ends_with('{');
        if *line == end || (!body && (line.ends_with(';') || line.ends_with('}'))) {
            return place + 1;
        }
    }
    lines.len()
}

fn starts_function(line: &str) -> bool {
    let prefixes = ["pub", "pub(crate)", "pub(super)", "const", "async", "extern", "export", "default"];
    let mut words = line.split_whitespace().skip_while(|word| prefixes.contains(word));
    words.next().is_some_and(|word| word == "fn" || word == "function") && words.next().is_some()
}

#[test]
fn a_long_file_is_noticed() {
    let text = "\n".repeat(REVIEWED_FROM + 1);
    assert!(too_long(&Source::new("crates/uth/src/lib.rs", &text)).is_some());
    assert_eq!(too_long(&Source::new("crates/uth/src/lib.rs", &text[1..])), None);
}

#[test]
fn a_long_function_is_noticed_where_it_starts() {
    let function =
        |lines: usize| format!("mod a {{\n    pub fn b() {{\n{}    }}\n}}\n", "        c();\n".repeat(lines));
    assert_eq!(long_functions(&Source::new("a.rs", &function(LONGEST_FUNCTION - 2))), [""; 0]);
    let complaints = long_functions(&Source::new("a.rs", &function(LONGEST_FUNCTION)));
    assert_eq!(complaints.len(), 1);
    assert!(complaints[0].starts_with("a.rs:2: "), "{complaints:?}");
}

#[test]
fn a_wide_line_is_noticed() {
    let text = format!("{}\n{}\n", "é".repeat(WIDEST_LINE), "é".repeat(WIDEST_LINE + 1));
    assert_eq!(wide_lines(&Source::new("a.rs", &text)), ["a.rs:2: wider than 120; break the line"]);
}
