//! A door before a card room: every HTTP answer and socket message that passes through it is checked against the
//! published schemas, byte for byte as the card room wrote it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::wire::{check_answer, check_message};

/// How many answers and messages were checked, and what was wrong with any of them.
static CHECKED: AtomicU64 = AtomicU64::new(0);
static FAULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Opens a door before that card room and returns its address. It lives as long as the tests.
pub(crate) fn inspected(url: &str) -> String {
    let door = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = door.local_addr().expect("an address").port();
    let authority = url.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        for client in door.incoming().flatten() {
            // A card room that does not listen has no connection behind the door either.
            if let Ok(server) = TcpStream::connect(&authority) {
                carry(client, server);
            }
        }
    });
    format!("http://127.0.0.1:{port}")
}

/// Fails if anything that passed was not as described.
pub(crate) fn confirm_schemas() {
    let faults = FAULTS.lock().expect("nobody panicked");
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(CHECKED.load(Ordering::Relaxed) > 0, "nothing passed through a door");
}

fn carry(client: TcpStream, server: TcpStream) {
    for stream in [&client, &server] {
        stream.set_nodelay(true).expect("a stream sends at once");
    }
    let (client, server) = (Arc::new(client), Arc::new(server));
    let (back_client, back_server) = (Arc::clone(&client), Arc::clone(&server));
    let (asked, request) = channel();
    thread::spawn(move || {
        pass(&client, &server, |bytes| ask(bytes, &asked));
    });
    thread::spawn(move || {
        let mut answer = Vec::new();
        let mut request_line = String::new();
        pass(&back_server, &back_client, |bytes| {
            if request_line.is_empty() {
                request_line = request.recv().unwrap_or_default();
            }
            answer.extend_from_slice(bytes);
            let inspect = AssertUnwindSafe(|| inspect(&mut answer, &request_line));
            if let Err(panic) = catch_unwind(inspect) {
                let why = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                FAULTS.lock().expect("nobody panicked").push(why);
            }
        });
    });
}

/// Passes on what comes, after a look at it, until either side ends.
fn pass(mut from: &TcpStream, mut to: &TcpStream, mut look: impl FnMut(&[u8])) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        look(&buffer[..read]);
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// Tells the other direction what was asked for: a client makes one request on a connection.
fn ask(bytes: &[u8], asked: &Sender<String>) {
    let text = String::from_utf8_lossy(bytes);
    let _ = asked.send(text.lines().next().unwrap_or_default().to_owned());
}

/// Checks what is complete of an answer and takes it out.
fn inspect(answer: &mut Vec<u8>, request_line: &str) {
    let mut words = request_line.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if answer.starts_with(b"HTTP/1.1 ") {
        let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else { return };
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let status: u16 = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let length = header("content-length:").map_or(0, |length| length.parse().expect("a length"));
        if answer.len() < end + 4 + length {
            return;
        }
        let body: Vec<u8> = answer.drain(..end + 4 + length).skip(end + 4).collect();
        if status != 101 {
            check_answer(method, target, status, header("content-type:").unwrap_or_default(), &body);
            CHECKED.fetch_add(1, Ordering::Relaxed);
        }
    }
    if target == "/ws" {
        while let Some(text) = frame(answer) {
            check_message(&serde_json::from_slice(&text).expect("a message is JSON"));
            CHECKED.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Takes the next text frame out, if it is complete. A server neither masks nor, here, splits its frames (RFC 6455).
fn frame(bytes: &mut Vec<u8>) -> Option<Vec<u8>> {
    loop {
        let &[kind, length, ..] = bytes.as_slice() else { return None };
        let (head, length) = match length {
            126 => (4, bytes.get(2..4)?.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte))),
            127 => (10, bytes.get(2..10)?.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte))),
            short => (2, usize::from(short)),
        };
        if bytes.len() < head + length {
            return None;
        }
        let payload = bytes.drain(..head + length).skip(head).collect();
        // Other kinds are pings, pongs and the end of the connection.
        if kind & 0x0f == 1 {
            return Some(payload);
        }
    }
}
