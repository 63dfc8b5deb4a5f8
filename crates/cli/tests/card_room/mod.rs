//! A card room of its own for a test: the real program on a free port, which ends with the test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

pub(crate) struct CardRoom {
    pub(crate) url: String,
    pub(crate) folder: TempDir,
    child: Child,
}

impl CardRoom {
    pub(crate) fn open() -> CardRoom {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_uth"))
            .args(["serve", "--listen", "127.0.0.1:0", "--uncounted", "127.0.0.1", "--bot-delay", "50ms"])
            .arg("--database")
            .arg(folder.path().join("room.db"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output is ours");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let url = line.trim().rsplit(' ').next().expect("an address").trim_end_matches('/').to_owned();
        CardRoom { url, folder, child }
    }
}

impl Drop for CardRoom {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
