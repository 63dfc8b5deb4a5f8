//! One judgement: on the way of a command from the socket to the row, the rules are asked in one place, the settlement
//! is computed in one place, and the table is copied in one place.

use crate::assert_none;
use crate::repository::{Source, sources};

/// The crates that a command passes.
const PATH: [&str; 6] = ["journal", "protocol", "room", "server", "store", "table"];

/// What is done once, and the only file in which it stands. Replay performs the same transitions as deciding, so that
/// both are served by one call; a table that is loaded is replayed on a copy of its own.
const ONCE: [(&str, &str); 4] = [
    ("decision.action(", "crates/table/src/transition.rs"),
    (".settlement()", "crates/table/src/transition.rs"),
    ("table.clone()", "crates/table/src/decide.rs"),
    (".decide_hand(", "crates/table/src/decide.rs"),
];

/// The only file that asks the rules at all.
const TRANSITIONS: &str = "crates/table/src/transition.rs";
const LOADING: &str = "crates/room/src/load.rs";

#[test]
fn a_command_is_judged_once_and_the_table_copied_once() {
    let sources = sources();
    let on_the_path = |source: &&Source| {
        let mut parts = source.path.split('/');
        parts.next() == Some("crates")
            && parts.next().is_some_and(|name| PATH.contains(&name))
            && parts.next() == Some("src")
    };
    assert_none(&second_judgements(sources.iter().filter(on_the_path)));
}

fn second_judgements<'a>(sources: impl Iterator<Item = &'a Source>) -> Vec<String> {
    let mut found = Vec::new();
    let mut counts = [0; ONCE.len()];
    for source in sources {
        let code = source.lines().take_while(|(_, line)| *line != "#[cfg(test)]");
        for (number, line) in code.filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let place = format!("{}:{number}", source.path);
            if line.contains(".act(") && source.path != TRANSITIONS {
                found.push(format!("{place}: asks the rules; only the transitions of a table do"));
            }
            for ((call, only), count) in ONCE.iter().zip(&mut counts) {
                // Transitions are also performed for events that are replayed.
                let is_replay = [TRANSITIONS, LOADING].contains(&&*source.path) && source.path != *only;
                if line.contains(call) && !is_replay {
                    *count += 1;
                    if source.path != *only || *count > 1 {
                        found.push(format!("{place}: `{call}` a second time; {only} has it already"));
                    }
                }
            }
        }
    }
    found
}

#[test]
fn a_second_judgement_and_a_second_copy_are_noticed() {
    let rows = [
        ("crates/room/src/a.rs", "round.act(action)?;", 1),
        ("crates/server/src/a.rs", "let before = table.clone();", 1),
        ("crates/room/src/a.rs", "let lines = round.settlement();", 1),
        ("crates/table/src/decide.rs", "let a = table.clone();\nlet b = table.clone();", 1),
        ("crates/table/src/transition.rs", "round.act(decision.action(seat))?;", 0),
        ("crates/room/src/load.rs", "Replay::from_table(state.table.clone(), hash)", 0),
        ("crates/room/src/a.rs", "// round.act(action)", 0),
        ("crates/room/src/a.rs", "#[cfg(test)]\nround.act(action)", 0),
    ];
    for (path, text, expected) in rows {
        let found = second_judgements([Source::new(path, text)].iter());
        assert_eq!(found.len(), expected, "{path}: {text}: {found:?}");
    }
}
