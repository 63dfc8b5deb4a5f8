//! Nothing in the sources is left for later, and no page takes a text for more than a text.

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

/// What would make a program or a page of a text that somebody wrote.
const MAKES_MORE_OF_TEXT: [&str; 7] =
    ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "srcdoc", "eval(", "new Function"];

#[test]
fn no_page_writes_html() {
    let pages = sources().into_iter().filter(|source| source.path.starts_with("web/"));
    assert_none(&pages.flat_map(|source| html_written(&source)).collect::<Vec<_>>());
}

fn html_written(source: &Source) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in source.lines() {
        for word in MAKES_MORE_OF_TEXT.iter().filter(|word| line.contains(**word)) {
            complaints.push(format!("{}:{number}: `{word}`; make elements and give them texts", source.path));
        }
    }
    complaints
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

#[test]
fn a_page_that_writes_html_is_noticed() {
    for word in MAKES_MORE_OF_TEXT {
        assert_eq!(html_written(&Source::new("web/js/a.js", &format!("a.{word} = b;\n"))).len(), 1, "{word}");
    }
}
