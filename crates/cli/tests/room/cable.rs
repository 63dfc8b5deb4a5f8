//! The way from a node to the database, which can be cut: a door for TCP before the server's own socket.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

const WHOLE: u8 = 0;
/// Connections break, and new ones are not taken.
const BROKEN: u8 = 1;
/// Connections stay, and nothing comes through.
const SILENT: u8 = 2;

/// One node's way to the database.
pub(crate) struct Cable {
    port: u16,
    state: Arc<AtomicU8>,
}

impl Cable {
    /// To the server whose socket lies in that folder.
    pub(crate) fn to(folder: &Path) -> Cable {
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = door.local_addr().expect("an address").port();
        let state = Arc::new(AtomicU8::new(WHOLE));
        let (kept, server) = (Arc::clone(&state), folder.join(".s.PGSQL.5432"));
        thread::spawn(move || {
            for client in door.incoming().flatten() {
                carry(client, &server, &kept);
            }
        });
        Cable { port, state }
    }

    /// The address of a database at its other end, for a role.
    pub(crate) fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{database}", self.port)
    }

    pub(crate) fn cut(&self, silently: bool) {
        self.state.store(if silently { SILENT } else { BROKEN }, Ordering::Relaxed);
    }

    pub(crate) fn mend(&self) {
        self.state.store(WHOLE, Ordering::Relaxed);
    }
}

fn carry(client: TcpStream, server: &PathBuf, state: &Arc<AtomicU8>) {
    if state.load(Ordering::Relaxed) == BROKEN {
        return;
    }
    let Ok(server) = UnixStream::connect(server) else { return };
    let client = Arc::new(client);
    let server = Arc::new(server);
    // Nobody waits for ever, so that a cut is noticed.
    for stream in [client.set_read_timeout(Some(LOOK)), server.set_read_timeout(Some(LOOK))] {
        stream.expect("a stream can wait");
    }
    let (there, back) = ((Arc::clone(&client), Arc::clone(&server)), (server, client));
    let (one, other) = (Arc::clone(state), Arc::clone(state));
    thread::spawn(move || {
        pass(&mut &*there.0, &mut &*there.1, &one);
        let _ = (there.0.shutdown(Shutdown::Both), there.1.shutdown(Shutdown::Both));
    });
    thread::spawn(move || {
        pass(&mut &*back.0, &mut &*back.1, &other);
        let _ = (back.0.shutdown(Shutdown::Both), back.1.shutdown(Shutdown::Both));
    });
}

const LOOK: Duration = Duration::from_millis(20);

/// Passes on what comes until either side ends or the cable breaks.
fn pass(from: &mut impl Read, to: &mut impl Write, state: &AtomicU8) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error)
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                0
            }
            Err(_) => return,
        };
        while state.load(Ordering::Relaxed) == SILENT {
            thread::sleep(LOOK);
        }
        if state.load(Ordering::Relaxed) == BROKEN || to.write_all(&buffer[..read]).is_err() {
            return;
        }
    }
}
