//! A real nats-server, which can be killed and comes back at the same address.

use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// It ends with this value, or with the process however that ends: a shell watches its standard input, which only
/// this process holds.
pub(crate) struct NatsServer {
    port: u16,
    watcher: Option<Child>,
}

const WATCH: &str = "nats-server --addr 127.0.0.1 --port $0 --log /dev/null & cat; kill -KILL $!; wait";

impl NatsServer {
    pub(crate) fn start() -> NatsServer {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
        let mut server = NatsServer { port, watcher: None };
        server.start_again();
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}/a-test", self.port)
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.watcher.is_some()
    }

    pub(crate) fn start_again(&mut self) {
        let path = std::env::var("PATH").unwrap_or_default();
        let watcher = Command::new("sh")
            .args(["-c", WATCH, &self.port.to_string()])
            .env("PATH", format!("{path}:/usr/sbin"))
            .process_group(0) // what is sent to the tests' group is not sent to the watcher
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("there is a shell");
        self.watcher = Some(watcher);
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("no nats-server; `cargo xtask test` installs what is missing");
    }

    pub(crate) fn kill(&mut self) {
        if let Some(mut watcher) = self.watcher.take() {
            drop(watcher.stdin.take());
            watcher.wait().expect("the watcher ends");
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
