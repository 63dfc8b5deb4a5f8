//! This very program as a card room, in a process of its own.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A card room that ends with this value.
pub(crate) struct CardRoom {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl CardRoom {
    /// Opens one that counts nobody who comes from 127.0.0.1.
    pub(crate) fn open(words: &[&str], database: impl AsRef<OsStr>) -> CardRoom {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["serve", "--listen", "127.0.0.1:0", "--uncounted", "127.0.0.1"])
            .args(words)
            .arg("--database")
            .arg(database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a card room");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit_once("http://").expect("an address").1;
        CardRoom { child, address: address.trim_end_matches('/').to_owned() }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What Linux tells of it in that file.
    pub(crate) fn told(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).expect("a process")
    }
}

impl Drop for CardRoom {
    fn drop(&mut self) {
        self.child.kill().expect("the end");
        self.child.wait().expect("the end");
    }
}
