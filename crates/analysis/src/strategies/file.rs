//! A strategy file: its wire form, and what it means.

use std::ops::Range as KeyRange;

use odds::{Rule, Rules, Street, StreetRules};
use serde::Deserialize;
use toml::Spanned;

use super::StrategyError;

/// A strategy file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    title: String,
    #[serde(default)]
    about: String,
    source: Option<String>,
    notes: Option<String>,
    preflop: Preflop,
    flop: Flop,
    river: River,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preflop {
    #[serde(rename = "raise-4x")]
    four: Spanned<String>,
    #[serde(rename = "raise-3x")]
    three: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flop {
    #[serde(rename = "raise-2x")]
    raise: Vec<Spanned<String>>,
    #[serde(default)]
    check: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct River {
    #[serde(rename = "raise-1x")]
    raise: Vec<Spanned<String>>,
    #[serde(default)]
    fold: Vec<Spanned<String>>,
}

/// A strategy file that has been understood.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct StrategyFile {
    pub title: String,
    pub about: String,
    pub source: Option<String>,
    pub notes: Option<String>,
    pub rules: Rules,
}

/// What is wrong, and where in the text it is.
struct Fault {
    at: usize,
    why: String,
}

impl StrategyFile {
    /// Reads the text of a file of that name; an error starts with the name, the line and the column.
    pub fn parse(name: &str, text: &str) -> Result<StrategyFile, StrategyError> {
        read(text).map_err(|fault| {
            let before = &text[..text.floor_char_boundary(fault.at.min(text.len()))];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            StrategyError::Faulty { place: format!("{name}:{line}:{column}"), why: fault.why }
        })
    }
}

fn read(text: &str) -> Result<StrategyFile, Fault> {
    let document: Document = toml::from_str(text).map_err(|error| Fault {
        at: error.span().map_or(0, |span| span.start),
        why: error.message().replace('\n', "; "),
    })?;
    let mut preflop = vec![(4, range(text, &document.preflop.four)?)];
    if let Some(three) = &document.preflop.three {
        preflop.push((3, range(text, three)?));
    }
    let flop = decision(text, &document.flop.raise, &document.flop.check, Street::Flop)?;
    let river = decision(text, &document.river.raise, &document.river.fold, Street::River)?;
    let Document { title, about, source, notes, .. } = document;
    Ok(StrategyFile { title, about, source, notes, rules: Rules { preflop, flop, river } })
}

fn range(text: &str, hands: &Spanned<String>) -> Result<odds::Range, Fault> {
    hands.get_ref().parse().map_err(|error: odds::RangeError| Fault {
        at: within(text, hands.span(), error.at),
        why: error.to_string(),
    })
}

fn decision(
    text: &str,
    raise: &[Spanned<String>],
    hold_back: &[Spanned<String>],
    street: Street,
) -> Result<StreetRules, Fault> {
    let rule = |line: &Spanned<String>| {
        Rule::parse(line.get_ref(), street)
            .map_err(|error| Fault { at: within(text, line.span(), error.at), why: error.why })
    };
    let rules = |lines: &[Spanned<String>]| lines.iter().map(rule).collect::<Result<_, _>>();
    Ok(StreetRules { raise: rules(raise)?, hold_back: rules(hold_back)? })
}

/// The place in the file of a place in a string that spans that part of it.
fn within(text: &str, span: KeyRange<usize>, at: usize) -> usize {
    let quoted = &text[span.clone()];
    // Behind an escape or in a string of several lines the places differ; then the string's own place must do.
    if quoted.contains('\\') || quoted.starts_with("\"\"\"") || quoted.starts_with("'''") {
        return span.start;
    }
    span.start + 1 + at
}
