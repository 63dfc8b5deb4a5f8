//! Nothing in the sources is left for later.

use crate::assert_none;
use crate::repository::{Source, sources};

/// Written in two parts each, so that this file does not complain of itself.
const LEFT_FOR_LATER: [&str; 6] = [
    concat!("db", "g!"),
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("FIX", "ME"),
    concat!("TO", "DO"),
    concat!("#[ig", "nore"),
];

#[test]
fn nothing_is_left_for_later() {
    let code = ["rs", "js", "css", "html", "toml", "sql", "sh", "yml", "yaml"];
    let sources = sources().into_iter().filter(|source| source.has_extension(&code));
    assert_none(&sources.flat_map(|source| left_for_later(&source)).collect::<Vec<_>>());
}

fn left_for_later(source: &Source) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in source.lines() {
        for word in LEFT_FOR_LATER.iter().filter(|word| line.contains(**word)) {
            complaints.push(format!("{}:{number}: `{word}`; do it now or leave it out", source.path));
        }
    }
    complaints
}

#[test]
fn each_word_is_noticed_where_it_stands() {
    for word in LEFT_FOR_LATER {
        let complaints = left_for_later(&Source::new("a.rs", &format!("fn a() {{}}\n// {word}\n")));
        assert_eq!(complaints.len(), 1, "{word}");
        assert!(complaints[0].starts_with("a.rs:2: "), "{complaints:?}");
    }
}
