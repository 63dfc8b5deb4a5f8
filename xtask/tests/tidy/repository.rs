//! The files of the repository.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A text file, by its path from the repository's root.
pub(crate) struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    /// The lines with their numbers, from one.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    pub(crate) fn has_extension(&self, extensions: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// All text files that git tracks, or would track if they were added.
pub(crate) fn sources() -> Vec<Source> {
    let words = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let listed = Command::new("git").args(words).current_dir(root()).output().expect("git lists the files");
    assert!(listed.status.success(), "git cannot list the files of {}", root().display());
    let paths = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    paths.lines().filter_map(read).collect()
}

pub(crate) fn source(path: &str) -> Source {
    read(path).unwrap_or_else(|| panic!("{path} is missing: the tidy tests read it"))
}

/// Pictures are not text, and a file that was just deleted is none at all.
fn read(path: &str) -> Option<Source> {
    Some(Source::new(path, &fs::read_to_string(root().join(path)).ok()?))
}
