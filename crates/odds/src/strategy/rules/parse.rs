//! Parses rules.

use core::fmt;
use core::str::FromStr;

use uth::{Category, Rank};

use super::condition::{Condition, Street};
use super::{Clause, Rule};

/// Why a rule cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// The byte offset of the clause.
    pub at: usize,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl core::error::Error for RuleError {}

impl Rule {
    /// Parses a rule for a street: `hidden pair and not pocket twos`.
    pub fn parse(text: &str, street: Street) -> Result<Rule, RuleError> {
        let mut clauses = Vec::new();
        for part in clause_texts(text) {
            let at = part.as_ptr() as usize - text.as_ptr() as usize;
            let clause: Clause = part.parse().map_err(|why| RuleError { at, why })?;
            if let Some(why) = clause.condition.misplaced(street) {
                return Err(RuleError { at, why: format!("{:?} is out of place: {why}", part.trim()) });
            }
            clauses.push(clause);
        }
        Ok(Rule { clauses })
    }
}

/// Splits a rule at the word `and`, and trims the parts.
fn clause_texts(text: &str) -> impl Iterator<Item = &str> {
    text.split(" and ").map(|part| {
        let start = part.len() - part.trim_start().len();
        &part[start..start + part.trim().len()]
    })
}

impl FromStr for Clause {
    type Err = String;

    fn from_str(text: &str) -> Result<Clause, String> {
        let text = text.trim();
        let (holds, phrase) = text.strip_prefix("not ").map_or((true, text), |phrase| (false, phrase));
        Ok(Clause { holds, condition: phrase.parse()? })
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        let words = simplified(text);
        condition(&words).ok_or_else(|| {
            if words.is_empty() {
                return "a condition is missing".to_owned();
            }
            format!("{:?} is no condition; the nearest is {:?}", text.trim(), nearest(&words))
        })
    }
}

/// Lower case without articles, which make no difference.
fn simplified(text: &str) -> String {
    let words = text.split_whitespace().map(str::to_lowercase);
    words.filter(|word| !["a", "an", "the"].contains(&word.as_str())).collect::<Vec<_>>().join(" ")
}

fn condition(words: &str) -> Option<Condition> {
    let plain = PLAIN.iter().find(|condition| simplified(&condition.to_string()) == words);
    if let Some(condition) = plain {
        return Some(*condition);
    }
    if let Some(outs) = words.strip_prefix("outs below ") {
        return Some(Condition::OutsBelow(number(outs)?));
    }
    if let Some(index) = words.strip_prefix("kicker among best ") {
        return Some(Condition::Kicker(number(index)?));
    }
    if let Some(pair) = words.strip_prefix("pocket ") {
        return Some(Condition::PocketPair(Some(rank(pair)?)));
    }
    if let Some(draw) = words.strip_prefix("four to flush") {
        return flush_draw(draw);
    }
    let least = words.strip_suffix(" or better")?;
    if let Some(pair) = least.strip_prefix("hidden pair of ") {
        return Some(Condition::HiddenPair(rank(pair)?));
    }
    if let Some(card) = least.strip_prefix("higher card ") {
        return Some(Condition::HigherCard(rank(card)?));
    }
    if let Some(card) = least.strip_prefix("lower card ") {
        return Some(Condition::LowerCard(rank(card)?));
    }
    Category::ALL.into_iter().find(|made| simplified(made.name()) == least).map(Condition::Made)
}

/// Parses what follows `four to flush`.
fn flush_draw(words: &str) -> Option<Condition> {
    let (hole_cards, rest) = words.strip_prefix(" with both cards").map_or((1, words), |rest| (2, rest));
    let best = match rest {
        "" => Rank::Two,
        rest => rank(rest.strip_prefix(" with ")?.strip_suffix(" or better")?)?,
    };
    Some(Condition::FlushDraw { hole_cards, best })
}

/// Parses a whole number up to 46; a larger one could not make a difference.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number| *number <= 46)
}

/// Parses `T`, `10`, `ten` or `tens`.
fn rank(text: &str) -> Option<Rank> {
    let named = Rank::ALL.into_iter().find(|rank| rank.name() == text || rank.plural() == text);
    named.or_else(|| text.parse().ok())
}

/// The conditions without a number or a rank.
const PLAIN: [Condition; 18] = [
    Condition::Anything,
    Condition::HiddenPair(Rank::Two),
    Condition::PocketPair(None),
    Condition::Overpair,
    Condition::TopPair,
    Condition::BottomPair,
    Condition::OpenEnded,
    Condition::Gutshot,
    Condition::Suited,
    Condition::BetterThanBoard,
    Condition::BoardPlays,
    Condition::PairOnBoard,
    Condition::TwoPairOnBoard,
    Condition::ThreeOfAKindOnBoard,
    Condition::SuitOnBoard(2),
    Condition::SuitOnBoard(3),
    Condition::SuitOnBoard(4),
    Condition::StraightDrawOnBoard,
];

/// Returns the condition whose text has the smallest edit distance from the words.
fn nearest(words: &str) -> String {
    let examples = [
        Condition::HiddenPair(Rank::Seven),
        Condition::PocketPair(Some(Rank::Two)),
        Condition::FlushDraw { hole_cards: 1, best: Rank::Two },
        Condition::FlushDraw { hole_cards: 1, best: Rank::Ten },
        Condition::FlushDraw { hole_cards: 2, best: Rank::Ten },
        Condition::HigherCard(Rank::Jack),
        Condition::LowerCard(Rank::Nine),
        Condition::Kicker(2),
        Condition::OutsBelow(21),
    ];
    let made = Category::ALL.into_iter().skip(1).map(Condition::Made);
    let all = PLAIN.into_iter().chain(examples).chain(made).map(|condition| condition.to_string());
    all.min_by_key(|phrase| distance(&simplified(phrase), words)).unwrap_or_default()
}

/// The Levenshtein distance.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (index, other) in other.iter().enumerate() {
            let changed = diagonal + usize::from(*other != letter);
            diagonal = row[index + 1];
            row[index + 1] = changed.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[other.len()]
}
