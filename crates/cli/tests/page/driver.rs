//! `chromedriver`, and the protocol that it speaks: `WebDriver`, which is JSON over HTTP.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http;

/// `chromedriver` with all browsers that it started. They end with this value, or with the process however that ends:
/// the shell watches its standard input, which only this process holds, and then ends its whole group.
pub(crate) struct Driver {
    port: u16,
    watcher: Child,
}

const WATCH: &str = "chromedriver --port=0 </dev/null & cat >/dev/null; kill -KILL 0";

impl Driver {
    pub(crate) fn start() -> Driver {
        let mut watcher = Command::new("sh")
            .args(["-c", WATCH])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("there is a shell");
        let output = BufReader::new(watcher.stdout.take().expect("its output is ours"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            line.strip_prefix("ChromeDriver was started successfully on port ")?
                .trim_end_matches('.')
                .parse()
                .ok()
        });
        let port = port.expect("no chromedriver; `cargo xtask test` installs what is missing");
        Driver { port, watcher }
    }

    /// Opens a browser with an empty profile. `wire` makes it log what goes over the network.
    pub(crate) fn open(&self, wire: bool) -> Session {
        let profile = tempfile::tempdir().expect("a folder");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let mut arguments = ARGUMENTS.to_vec();
        arguments.push(&folder);
        let mut logs = json!({"browser": "ALL"});
        if wire {
            logs["performance"] = "ALL".into();
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:loggingPrefs": logs,
            "goog:chromeOptions": {"args": arguments},
        }}});
        let opened = http::ask(self.port, "POST /session", "", Some(&wanted)).expect("chromedriver answers");
        let id = opened.body["value"]["sessionId"].as_str();
        let id = id.unwrap_or_else(|| panic!("no browser: {}", opened.body)).to_owned();
        Session { port: self.port, id, _profile: profile }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        self.watcher.wait().expect("the watcher ends");
    }
}

/// Runs the browser headless and without background traffic of its own.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
];

/// One browser.
pub(crate) struct Session {
    port: u16,
    id: String,
    _profile: TempDir,
}

impl Session {
    /// A command of `WebDriver`. What the browser refuses comes back as its reason.
    pub(crate) fn command(&self, path: &str, body: &Value) -> Result<Value, String> {
        let what = format!("POST /session/{}/{path}", self.id);
        let answer = http::ask(self.port, &what, "", Some(body)).map_err(|error| error.to_string())?;
        let value = answer.body["value"].clone();
        if answer.status == 200 {
            Ok(value)
        } else {
            Err(value["message"].as_str().unwrap_or("?").to_owned())
        }
    }

    /// A command of the browser's own protocol for developers.
    pub(crate) fn developer(&self, command: &str, parameters: &Value) -> Value {
        let ask = json!({"cmd": command, "params": parameters});
        self.command("goog/cdp/execute", &ask).unwrap_or_else(|reason| panic!("{command}: {reason}"))
    }

    /// What a log has that was not read yet.
    pub(crate) fn log(&self, name: &str) -> Vec<Value> {
        let read = self.command("se/log", &json!({"type": name})).expect("a log");
        read.as_array().cloned().unwrap_or_default()
    }
}
