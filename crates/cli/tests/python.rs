//! The example in Python against the real card room: a program that was written from the documents alone.

use std::path::{Path, PathBuf};
use std::process::Command;

use card_room::CardRoom;

mod card_room;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The interpreter with the example's package, which `cargo xtask test` installs.
fn python() -> PathBuf {
    let python = Path::new(ROOT).join("target/python/bin/python");
    assert!(python.exists(), "{} is missing; `cargo xtask test` installs it", python.display());
    python
}

#[test]
fn a_program_in_another_language_plays_a_hand_on_each_book() {
    let room = CardRoom::open();
    let output = Command::new(python())
        .arg(Path::new(ROOT).join("examples/python/play_hand.py"))
        .arg(&room.url)
        .current_dir(room.folder.path())
        .output()
        .expect("Python runs");
    let (text, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}{error}");
    for book in ["house", "washington", "california", "california-bad-beat"] {
        let played = text.lines().filter(|line| line.starts_with(&format!("{book}: table "))).count();
        assert_eq!(played, 1, "{book}: {text}{error}");
    }
}
