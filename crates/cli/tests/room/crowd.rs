//! `uth load`, which keeps the nodes busy while they are killed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::JoinHandle;

/// Guests at tables for one and spectators, at all nodes, until they are asked to leave.
pub(crate) struct Crowd {
    child: Child,
    live: JoinHandle<()>,
}

const WORDS: [&str; 6] =
    ["load", "--tables=12", "--viewers=12", "--rate=2", "--warm-up=0s", "--duration=24h"];

impl Crowd {
    /// Comes, and plays by the time that this returns.
    pub(crate) fn come(nodes: impl Iterator<Item = String>) -> Crowd {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uth"))
            .args(WORDS)
            .args(nodes.map(|node| format!("--server={node}")))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut live = BufReader::new(child.stderr.take().expect("its output is ours"));
        wait_until_it_plays(&mut live);
        let live = std::thread::spawn(move || drop(std::io::copy(&mut live, &mut std::io::sink())));
        Crowd { child, live }
    }

    /// Leaves, and tells how it was.
    pub(crate) fn leave(mut self) -> String {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-INT", &id]).status().expect("there is a kill");
        assert!(asked.success(), "it still plays");
        let mut sheet = String::new();
        let output = self.child.stdout.as_mut().expect("its output is ours");
        output.read_to_string(&mut sheet).expect("its report is text");
        self.child.wait().expect("it ends");
        self.live.join().expect("it was listened to");
        assert!(sheet.contains("send to durable answer"), "{sheet}");
        sheet
    }
}

fn wait_until_it_plays(live: &mut BufReader<ChildStderr>) {
    let mut said = String::new();
    while !said.contains("warming up") {
        assert!(live.read_line(&mut said).expect("it is text") > 0, "nobody came: {said}");
    }
}
