//! Every clause of the rules, as RULES.md restates it: what a wager was settled by can be read where it lies.

use std::sync::LazyLock;

use protocol::Clause;

const RULES: &str = include_str!("../../../RULES.md");

static CLAUSES: LazyLock<Vec<Clause>> = LazyLock::new(|| read(RULES));

/// Returns all clauses, in the order of RULES.md.
pub fn clauses() -> &'static [Clause] {
    &CLAUSES
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
            || id.strip_prefix('R').is_some_and(|number| number.parse::<u8>().is_ok())
    };
    match cells[..] {
        [id, kind @ ("rule" | "physical" | "notice"), text] if is_id(id) => Some((id, kind, text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::clauses;

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
