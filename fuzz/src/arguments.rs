//! Any words behind `uth`: they are understood, or there is a reason. Nothing is done.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// The words are separated by lines.
pub fn try_out(bytes: &[u8]) {
    let typed = bytes.split(|byte| *byte == b'\n').map(|word| OsString::from_vec(word.to_vec()));
    let words: Vec<OsString> = std::iter::once(OsString::from("uth")).chain(typed).collect();
    assert_ne!(uth_cli::parse_error(&words).as_deref(), Some(""));
}
