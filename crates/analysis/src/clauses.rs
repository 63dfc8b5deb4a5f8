//! Every clause of the rules, as RULES.md restates it: what a wager was settled by can be read where it lies, with the
//! rulings that decide it and the tests that prove it.

use std::sync::LazyLock;

use protocol::{CitingTest, Clause, ClauseDetail};
use thiserror::Error;

const RULES: &str = include_str!("../../../RULES.md");

/// Which test cites which clause; a test of the repository keeps the list current.
const CITATIONS: &str = include_str!("../../../golden/citations.txt");

static CLAUSES: LazyLock<Vec<Clause>> = LazyLock::new(|| read(RULES));

/// Returns all clauses, in the order of RULES.md.
pub fn clauses() -> &'static [Clause] {
    &CLAUSES
}

/// Returns a clause with its rulings and tests. Letters count the same in either case.
pub fn detail(id: &str) -> Result<ClauseDetail, UnknownClause> {
    let Some(place) = place(id) else { return Err(UnknownClause::new(id)) };
    let clause = clauses()[place].clone();
    let rulings = clauses().iter().filter(|ruling| is_ruling(&ruling.id) && reads(&ruling.text, place));
    let tests = CITATIONS.lines().filter_map(|line| {
        let mut words = line.splitn(3, ' ');
        let (cited, file, name) = (words.next()?, words.next()?, words.next()?);
        (cited == clause.id).then(|| CitingTest { file: file.to_owned(), name: name.to_owned() })
    });
    Ok(ClauseDetail { rulings: rulings.cloned().collect(), tests: tests.collect(), clause })
}

/// No clause has this id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no clause {id}; {}", nearest(near))]
pub struct UnknownClause {
    id: String,
    near: Vec<&'static str>,
}

/// How many near matches are named.
const MOST_NEAR: usize = 3;

/// Ids that differ in more letters are not near.
const FARTHEST: usize = 3;

impl UnknownClause {
    fn new(id: &str) -> UnknownClause {
        let wanted = id.to_lowercase();
        let all = clauses().iter().map(|clause| (distance(&wanted, &clause.id.to_lowercase()), &*clause.id));
        let mut near: Vec<(usize, &'static str)> =
            all.filter(|(distance, _)| *distance <= FARTHEST).collect();
        // The sort is stable, so that equally near clauses stay in the order of RULES.md.
        near.sort_by_key(|(distance, _)| *distance);
        near.truncate(MOST_NEAR);
        UnknownClause { id: id.to_owned(), near: near.into_iter().map(|(_, id)| id).collect() }
    }
}

fn nearest(near: &[&str]) -> String {
    match near {
        [] => "clauses look like CA.round.6a, rulings like R7".to_owned(),
        [one] => format!("the nearest is {one}"),
        [others @ .., last] => format!("the nearest are {} and {last}", others.join(", ")),
    }
}

/// Returns in how many letters two ids differ (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, compared) in other.bytes().enumerate() {
            let changed = diagonal + usize::from(letter != compared);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

fn place(id: &str) -> Option<usize> {
    clauses().iter().position(|clause| clause.id.eq_ignore_ascii_case(id))
}

/// Returns whether a ruling reads the clause at that place: its text names the clause, or a range such as "CA.deal.3a
/// to CA.deal.4c" in which it lies.
fn reads(ruling: &str, wanted: usize) -> bool {
    let Some((_, clauses)) = ruling.rsplit_once("Reads ") else { return false };
    clauses.trim_end_matches('.').split(", ").any(|part| match part.split_once(" to ") {
        Some((first, last)) => match (place(first), place(last)) {
            (Some(first), Some(last)) => (first..=last).contains(&wanted),
            _ => false,
        },
        None => place(part) == Some(wanted),
    })
}

fn is_ruling(id: &str) -> bool {
    id.strip_prefix('R').is_some_and(|number| number.parse::<u8>().is_ok())
}

fn read(rules: &str) -> Vec<Clause> {
    let (mut document, mut section) = ("", "");
    let mut found = Vec::new();
    for line in rules.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            (document, section) = (heading, "");
        } else if let Some(heading) = line.strip_prefix("### ") {
            section = heading;
        } else if let Some((id, kind, text)) = row(line) {
            let [id, document, section, kind, text] = [id, document, section, kind, text].map(str::to_owned);
            found.push(Clause { id, document, section, kind, text });
        }
    }
    found
}

/// The id, the kind and the text of a row; other tables than those of clauses have none.
fn row(line: &str) -> Option<(&str, &str, &str)> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
    let is_id = |id: &str| {
        id.split_once('.').is_some_and(|(document, _)| matches!(document, "CA" | "BB" | "WA" | "HB"))
            || is_ruling(id)
    };
    match cells[..] {
        [id, kind @ ("rule" | "physical" | "notice"), text] if is_id(id) => Some((id, kind, text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{clauses, detail, is_ruling, place};

    #[test]
    fn a_clause_is_told_with_its_rulings_and_its_tests() {
        let told = detail("bb.settle.4a").expect("a clause");
        assert_eq!(told.clause.id, "BB.settle.4a");
        assert_eq!(told.rulings.iter().map(|ruling| &*ruling.id).collect::<Vec<_>>(), ["R9"]);
        let name = "a_winning_hand_is_paid_even_money_and_its_blind_pushes_below_a_straight";
        assert!(told.tests.iter().any(|test| test.name == name), "{:?}", told.tests);
        let within = detail("BB.schedule.9").expect("a clause").rulings;
        assert!(within.iter().any(|ruling| ruling.id == "R11"), "a range names all clauses in it");
        assert!(!detail("R9").expect("a ruling").tests.is_empty());
    }

    #[test]
    fn an_unknown_clause_is_answered_with_the_nearest() {
        let rows = [
            (
                "bb.settle.4z",
                "there is no clause bb.settle.4z; the nearest are BB.settle.4a, BB.settle.4b and BB.settle.4c",
            ),
            ("R77", "there is no clause R77; the nearest are R7, R17 and R27"),
            ("nonsense", "there is no clause nonsense; clauses look like CA.round.6a, rulings like R7"),
        ];
        for (id, expected) in rows {
            assert_eq!(detail(id).expect_err("unknown").to_string(), expected);
        }
    }

    #[test]
    fn every_clause_that_a_ruling_reads_exists() {
        for ruling in clauses().iter().filter(|clause| is_ruling(&clause.id)) {
            let Some((_, list)) = ruling.text.rsplit_once("Reads ") else { continue };
            for id in list.trim_end_matches('.').split(", ").flat_map(|part| part.split(" to ")) {
                assert!(place(id).is_some(), "{}: {id}", ruling.id);
            }
        }
    }

    #[test]
    fn every_clause_is_found_under_its_document() {
        let clause = |id: &str| clauses().iter().find(|clause| clause.id == id).expect("a clause");
        let rows = [
            ("CA.round.6a", "California (CA)", "Round of play"),
            ("BB.settle.2d", "California with Bad Beat Bonus (BB)", "How each wager wins, loses or pushes"),
            ("HB.11", "House-banked (HB)", "Rules of play"),
            ("R18", "Rulings", ""),
        ];
        for (id, document, section) in rows {
            let found = clause(id);
            assert_eq!((&*found.document, &*found.section), (document, section), "{id}");
            assert!(found.text.ends_with('.'), "{id}: {}", found.text);
        }
        assert!(clauses().len() > 250, "{}", clauses().len());
    }
}
