//! A card room that listens, and clients that say just what they are told to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use room::{Options, Room};
use serde_json::{Value, json};
use server::http::{App, Config, Rate, ServerLimits, serve};
use server::runtime::Tokio;
use store::LogWriter;
use store::sqlite::Sqlite;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

use crate::wire::{check_answer, check_message};

pub(crate) const MINUTE_MS: u64 = 60_000;
pub(crate) const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// A card room with a table of the house, which one person plays at, and a clock that can be put forward.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) floor_code: String,
    /// Weak, so that it does not keep a card room that stops alive.
    room: Weak<Room>,
    ahead_ms: Arc<AtomicU64>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
    runtime: Runtime,
    _folder: TempDir,
}

/// As fast as anybody likes.
pub(crate) fn no_limits() -> ServerLimits {
    let fast = Rate { per_minute: 60_000_000, at_once: 1_000_000 };
    ServerLimits {
        connections: 500,
        connections_each: 500,
        requests: fast,
        joins: fast,
        sign_ins: fast,
        advice: fast,
        messages: fast,
        messages_of_address: fast,
        watches: fast,
        floods: fast,
        read_within: Duration::from_secs(20),
        uncounted: Vec::new(),
    }
}

pub(crate) fn solo_table() -> Value {
    json!({"book": "house", "mode": {"type": "solo"}, "decision_ms": 30_000})
}

/// A runtime whose wall clock can be put forward.
struct Ahead(Tokio, Arc<AtomicU64>);

impl room::Runtime for Ahead {
    fn now_ms(&self) -> u64 {
        self.0.now_ms() + self.1.load(Ordering::Relaxed)
    }

    fn monotonic(&self) -> Duration {
        self.0.monotonic()
    }

    fn sleep(&self, duration: Duration) -> room::Task {
        self.0.sleep(duration)
    }

    fn spawn(&self, task: room::Task) {
        self.0.spawn(task);
    }

    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        self.0.spawn_blocking(work);
    }
}

impl House {
    pub(crate) fn open() -> House {
        House::open_with(Config { limits: no_limits(), ..Config::default() })
    }

    pub(crate) fn open_with(config: Config) -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.db");
        let runtime = Runtime::new().expect("a runtime");
        let ahead_ms = Arc::new(AtomicU64::new(0));
        let ahead = Arc::clone(&ahead_ms);
        let (stop, stopped) = oneshot::channel();
        let (address, floor_code, room, served) = runtime.block_on(async move {
            let store: Arc<dyn LogWriter> = Arc::new(Sqlite::open(&path).expect("a file"));
            let options = Options {
                key: SealKey::from_bytes(&[7; 32]),
                signer: Arc::new(Signer::from_key(&[7; 32])),
                entropy: Box::new(OperatingSystem),
                runtime: Arc::new(Ahead(Tokio::default(), ahead)),
                bot_delay_ms: 0,
                is_shared: false,
            };
            let room = Room::new(store, options).await.expect("a card room");
            let settings = serde_json::from_value(solo_table()).expect("settings");
            room.open_table(None, "One", &settings, 0).await.expect("a table");
            let weak = Arc::downgrade(&room);
            let site = App::new(room, config);
            let code = site.accounts().floor_code().await.expect("a code").expect("the first start");
            site.open();
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let stopped = async { drop(stopped.await) };
            (address, code.reveal().to_owned(), weak, tokio::spawn(serve(site, listener, stopped)))
        });
        House { address, floor_code, room, ahead_ms, stop, served, runtime, _folder: folder }
    }

    pub(crate) fn room(&self) -> Arc<Room> {
        self.room.upgrade().expect("it runs")
    }

    pub(crate) fn later(&self, ms: u64) {
        self.ahead_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// Stops it, and waits until everything has ended.
    pub(crate) fn close(self) {
        self.stop.send(()).expect("it runs");
        self.runtime.block_on(self.served).expect("it ends");
    }

    /// Somebody at a browser, who has not been here.
    pub(crate) fn visitor(&self) -> Client {
        let origin = Some(format!("http://{}", self.address));
        Client { address: self.address, cookie: None, device: None, token: None, origin, forwarded: None }
    }

    pub(crate) fn guest(&self) -> Client {
        let mut guest = self.visitor();
        guest.post("/api/guest", json!({})).ok();
        guest
    }

    /// Somebody with that name.
    pub(crate) fn named(&self, name: &str) -> Client {
        let mut client = self.guest();
        client.post("/api/name", json!({"name": name, "password": password(name)})).ok();
        client
    }

    pub(crate) fn floor(&self) -> Client {
        let mut floor = self.named("Flora");
        floor.post("/api/floor-code", json!({"code": self.floor_code})).ok();
        floor
    }

    /// A program that acts for somebody.
    pub(crate) fn program(&self, owner: &mut Client) -> Client {
        self.program_for(owner, &["play", "read"])
    }

    /// A program whose token has these scopes.
    pub(crate) fn program_for(&self, owner: &mut Client, scopes: &[&str]) -> Client {
        let ask = json!({"name": "program", "scopes": scopes});
        let token = owner.post("/api/tokens", ask).ok()["token"].clone();
        let token = Some(token.as_str().expect("a token").to_owned());
        Client { token, origin: None, ..self.visitor() }
    }
}

/// The password of the account with that name.
pub(crate) fn password(name: &str) -> String {
    format!("seven quiet rivers of {name}")
}

#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    /// The cookie of the session.
    pub(crate) cookie: Option<String>,
    /// The cookie of the device, which stays.
    pub(crate) device: Option<String>,
    pub(crate) token: Option<String>,
    pub(crate) origin: Option<String>,
    /// The address that a proxy names.
    pub(crate) forwarded: Option<String>,
}

impl Client {
    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    pub(crate) fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, Some(body))
    }

    /// Asks as a browser or a program would, and keeps the cookie.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut headers: Vec<(&str, String)> = Vec::new();
        let cookies: Vec<String> = self.cookie.iter().chain(&self.device).cloned().collect();
        if !cookies.is_empty() {
            headers.push(("Cookie", cookies.join("; ")));
        }
        headers.extend(self.forwarded.clone().map(|address| ("X-Forwarded-For", address)));
        headers.extend(self.token.as_ref().map(|token| ("Authorization", format!("Bearer {token}"))));
        headers.extend(self.origin.clone().map(|origin| ("Origin", origin)));
        let text = body.map(|body| body.to_string()).unwrap_or_default();
        if !text.is_empty() {
            headers.push(("Content-Type", "application/json".into()));
        }
        let answer = raw(self.address, method, path, &headers, text.as_bytes());
        let media_type = answer.header("content-type").unwrap_or_default();
        check_answer(method, path, answer.status, media_type, &answer.body);
        for cookie in answer.headers("set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            let kept = (!pair.ends_with('=')).then(|| pair.to_owned());
            *(if pair.contains("uth_device") { &mut self.device } else { &mut self.cookie }) = kept;
        }
        answer
    }

    pub(crate) fn socket(&self) -> Socket {
        self.try_socket().expect("a socket")
    }

    pub(crate) fn try_socket(&self) -> Result<Socket, tungstenite::Error> {
        let uri = format!("ws://{}/ws", self.address).parse().expect("an address");
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(cookie) = &self.cookie {
            request = request.with_header("Cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.with_header("Authorization", format!("Bearer {token}"));
        }
        if let Some(origin) = &self.origin {
            request = request.with_header("Origin", origin);
        }
        let stream = connected(self.address);
        let done = tungstenite::client::client(request, MaybeTlsStream::Plain(stream));
        let (socket, _) = done.map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => error,
            tungstenite::HandshakeError::Interrupted(_) => panic!("the server does not answer"),
        })?;
        Ok(Socket { stream: socket, seen: 1, ended: None })
    }
}

/// A WebSocket, one message at a time.
pub(crate) struct Socket {
    stream: WebSocket<MaybeTlsStream<TcpStream>>,
    /// The last event of table 1 that it has heard of.
    seen: u64,
    /// Why the card room has ended the connection, if it said so.
    pub(crate) ended: Option<(u16, String)>,
}

impl Socket {
    pub(crate) fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string());
    }

    pub(crate) fn say_text(&mut self, text: &str) {
        self.send(Message::text(text));
    }

    pub(crate) fn send(&mut self, message: Message) {
        assert!(self.try_send(message), "it is sent");
    }

    /// Whether the card room still listens.
    pub(crate) fn try_send(&mut self, message: Message) -> bool {
        self.stream.send(message).is_ok()
    }

    /// The next message, or nothing if the card room has ended the connection.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        loop {
            match self.stream.read() {
                Ok(Message::Text(text)) => {
                    let heard: Value = serde_json::from_str(&text).expect("JSON");
                    check_message(&heard);
                    let told = if heard["type"] == "done" { &heard["receipt"] } else { &heard };
                    let seq = told["seq"].as_u64().filter(|_| told["table"] == 1);
                    self.seen = self.seen.max(seq.unwrap_or(0));
                    return Some(heard);
                }
                Ok(Message::Close(frame)) => {
                    self.ended = frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                    return None;
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing was said")
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message of that kind; others are passed over.
    pub(crate) fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let heard = self.hear().expect("the connection stays");
            if heard["type"] == kind {
                return heard;
            }
        }
    }

    pub(crate) fn hello(&mut self) -> Value {
        self.say(&json!({"type": "hello", "protocol": 1}));
        self.hear_of("hello")
    }

    /// Watches table 1.
    pub(crate) fn watch(&mut self) -> Value {
        self.say(&json!({"type": "watch", "table": 1}));
        self.hear_of("snapshot")
    }

    /// Sends a command to table 1 and waits for its answer.
    pub(crate) fn command(&mut self, id: &str, command: &Value) -> Value {
        self.command_at(self.seen, id, command)
    }

    pub(crate) fn command_at(&mut self, seen: u64, id: &str, command: &Value) -> Value {
        self.order(1, seen, id, command);
        self.answer_to(id)
    }

    /// Sends a command to a table and does not wait.
    pub(crate) fn order(&mut self, table: u64, seen: u64, id: &str, command: &Value) {
        self.say(&json!({"type": "command", "id": id, "table": table, "seen": seen, "command": command}));
    }

    pub(crate) fn answer_to(&mut self, id: &str) -> Value {
        loop {
            let heard = self.hear().expect("the connection stays");
            if heard["id"] == id {
                return heard;
            }
        }
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// What came, which must not be a failure.
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, String::from_utf8_lossy(&self.body));
        self.json()
    }

    /// The status and the code of a failure, which must be told in a sentence.
    pub(crate) fn failure(&self) -> (u16, String) {
        let body = self.json();
        let sentence = body["reason"].as_str().unwrap_or_default();
        assert!(self.status >= 400 && sentence.ends_with('.'), "{} {body}", self.status);
        assert_eq!(body.as_object().map(serde_json::Map::len), Some(2), "{body}");
        (self.status, body["code"].as_str().expect("a code").to_owned())
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    pub(crate) fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// Sends a request as it is, and reads to the end.
pub(crate) fn raw(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, String)],
    body: &[u8],
) -> Answer {
    let mut lines = vec![format!("{method} {path} HTTP/1.1"), format!("Host: {address}")];
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    lines.push(format!("Connection: close\r\nContent-Length: {}\r\n\r\n", body.len()));
    let head = lines.join("\r\n");
    let mut stream = connected(address);
    stream.write_all(head.as_bytes()).expect("it is sent");
    // A server that has read enough may have hung up.
    let _ = stream.write_all(body);
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    let end = text.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer");
    let head = String::from_utf8_lossy(&text[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let headers = lines.filter_map(|line| line.split_once(": "));
    Answer {
        status,
        headers: headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect(),
        body: text[end + 4..].to_vec(),
    }
}

pub(crate) fn connected(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("a connection");
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).and_then(|()| stream.set_write_timeout(patience)).expect("time-outs");
    stream
}
