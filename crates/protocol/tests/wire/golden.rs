//! Files that are generated from the types and kept, so that a change of the wire is seen in a review.

use std::path::{Path, PathBuf};

/// Returns a path from the root of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Compares a generated text with the file that is kept; with `UPDATE_GOLDEN=1` it is written instead.
pub(crate) fn check(path: &str, generated: &str) {
    let file = repository(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, generated).expect("the file can be written");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == generated,
        "{path} is not what the types say: run the test with UPDATE_GOLDEN=1 and review the change"
    );
}
