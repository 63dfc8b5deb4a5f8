//! What one client that floods the card room costs everybody else: their waiting times with it and without it, in turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use client::{Address, TrustedCertificates};
use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use protocol::{SeatTaken, ServerMessage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use uth_cli::load::{LoadPlan, LoadRecord};

use crate::card_room::CardRoom;

const TABLES: usize = 50;
const RATE: f64 = 10.0;
const TURNS: usize = 12;
const TURN: Duration = Duration::from_secs(10);

/// What a client may not do, or not at this table, which somebody else plays at.
const COMMAND: &str = r#"{"type":"command","id":"x","table":1,"seen":0,"command":{"type":"sit","seat":1}}"#;
const HELLO: &str = r#"{"type":"hello","protocol":1}"#;
/// Asks for a snapshot: the dearest question that a stranger may ask.
const WATCH: &str = r#"{"type":"watch","table":1}"#;

/// Each of so many sockets asks just less often than one may.
const WATCHERS: usize = 60;
const WATCH_EVERY: Duration = Duration::from_millis(21);

pub fn run() {
    println!("\nflood: {TABLES} tables, {RATE} commands a second at each, {TURNS} turns of {TURN:?} each\n");
    println!(
        "| one client floods with | p99 without, ms | with, ms | ratio | server's time without, s | with, s | sent |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    compare("messages of strangers", strangers);
    compare("commands of a guest that are refused", guest);
    compare("commands of a guest that are written and shown", writer);
    compare("watching, over 60 sockets", watchers);
    compare("requests over HTTP", requests);
}

/// Each kind of flood meets a card room of its own. Turns alternate, and the answers of all turns count together: one
/// turn has too few that are late.
fn compare(name: &str, flood: impl AsyncFn(&str, &AtomicU64) + Sync) {
    let folder = tempfile::tempdir().expect("a folder");
    let server = CardRoom::open(&["--no-tables"], folder.path().join("room.db"));
    let port = server.address.rsplit_once(':').expect("an address").1;
    let (mut without, mut with) = (Turns::default(), Turns::default());
    let sent = AtomicU64::new(0);
    Turns::default().play(port, &server);
    for _ in 0..TURNS {
        without.play(port, &server);
        let (stop, stopped) = oneshot::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.expect("a runtime").block_on(async {
                    tokio::select! { () = flood(port, &sent) => {}, _ = stopped => {} }
                });
            });
            with.play(port, &server);
            drop(stop);
        });
    }
    let (p99, p99_flooded) = (without.p99(), with.p99());
    println!(
        "| {name} | {p99:.2} | {p99_flooded:.2} | {:.2} | {:.2} | {:.2} | {} |",
        p99_flooded / p99,
        without.processor_seconds,
        with.processor_seconds,
        sent.load(Ordering::Relaxed)
    );
}

#[derive(Default)]
struct Turns {
    records: Vec<LoadRecord>,
    /// What the server took for them.
    processor_seconds: f64,
}

impl Turns {
    fn play(&mut self, port: &str, server: &CardRoom) {
        // Players come from one address, the flood from another.
        let address: Address = format!("http://127.0.0.1:{port}").parse().expect("an address");
        let plan = LoadPlan {
            addresses: vec![address],
            certificates: TrustedCertificates::default(),
            tables: TABLES,
            viewers: 0,
            duration: TURN,
            warm_up: Duration::from_secs(1),
            rate: RATE,
            books: Vec::new(),
            is_over: Arc::default(),
        };
        let before = processor_seconds(server);
        let record = plan.run(&mut |_| {}).expect("a game");
        assert!(record.errors.is_empty(), "{:?}", record.errors);
        assert!(record.commands > 0, "nobody played");
        self.records.push(record);
        self.processor_seconds += processor_seconds(server) - before;
    }

    fn p99(&self) -> f64 {
        LoadRecord::answers_of_all(&self.records).p99
    }
}

/// In hundredths of a second, as Linux tells it.
fn processor_seconds(server: &CardRoom) -> f64 {
    let stat = server.told("stat");
    let after_name = stat.rsplit_once(')').expect("a name").1;
    let ticks: Vec<f64> =
        after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse().expect("ticks")).collect();
    ticks.iter().sum::<f64>() / 100.0
}

/// A connection from another address than the players'.
async fn connection(port: &str) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind("127.0.0.2:0".parse().expect("an address"))?;
    socket.connect(format!("127.0.0.1:{port}").parse().expect("an address")).await
}

/// Somebody who has not even said hello.
async fn strangers(port: &str, sent: &AtomicU64) {
    loop {
        let Some(socket) = socket(port, None).await else { continue };
        pour(socket, COMMAND, Duration::ZERO, sent).await;
    }
}

/// Somebody with an account, whose commands are tried and refused.
async fn guest(port: &str, sent: &AtomicU64) {
    let cookie = cookie(port).await;
    loop {
        let Some(mut socket) = socket(port, Some(&cookie)).await else { continue };
        if socket.send(Message::text(HELLO)).await.is_ok() {
            pour(socket, COMMAND, Duration::ZERO, sent).await;
        }
    }
}

/// Somebody with an account and a table, whose wagers change all the time: each change is decided, written and shown to
/// everybody who looks on.
async fn writer(port: &str, sent: &AtomicU64) {
    let cookie = cookie(port).await;
    let table = solo_table(port, &cookie).await;
    let watch = format!(r#"{{"type":"watch","table":{table}}}"#);
    let watcher = async || loop {
        let Some(mut socket) = socket(port, None).await else { continue };
        if socket.send(Message::text(HELLO)).await.is_ok() && socket.send(Message::text(&watch)).await.is_ok()
        {
            while let Some(Ok(_)) = socket.next().await {}
        }
    };
    let player = async {
        let asked = AtomicU64::new(0);
        while let Some(mut socket) = socket(port, Some(&cookie)).await {
            if socket.send(Message::text(HELLO)).await.is_ok()
                && socket.send(Message::text(&watch)).await.is_ok()
            {
                wager_again(socket, table, &asked, sent).await;
            }
        }
    };
    tokio::join!(player, join_all((0..WATCHERS).map(|_| watcher())));
}

/// Changes the wager as soon as the last change is answered; what is refused is tried again under another id. Only
/// changes that were made are counted as sent.
async fn wager_again(
    mut socket: WebSocketStream<TcpStream>,
    table: u64,
    asked: &AtomicU64,
    sent: &AtomicU64,
) {
    let mut seq = 0;
    while let Some(Ok(message)) = socket.next().await {
        let Ok(text) = message.into_text() else { return };
        let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else { continue };
        match message {
            ServerMessage::Snapshot { seq: at, .. } => seq = at.0,
            // The update came first, and is as far as the receipt says.
            ServerMessage::Done { receipt, .. } => {
                seq = receipt.seq.0;
                sent.fetch_add(1, Ordering::Relaxed);
            }
            ServerMessage::Refused { .. } => tokio::time::sleep(Duration::from_millis(5)).await,
            _ => continue,
        }
        let number = asked.fetch_add(1, Ordering::Relaxed);
        let ante = 1_000 + number % 2 * 500;
        let command = format!(
            r#"{{"type":"command","id":"w{number}","table":{table},"seen":{seq},
                "command":{{"type":"wager","seat":1,"ante":{ante}}}}}"#
        );
        if socket.send(Message::text(command)).await.is_err() {
            return;
        }
    }
}

/// A table for one, at which the guest sits.
async fn solo_table(port: &str, cookie: &str) -> u64 {
    let mut stream = connection(port).await.expect("a connection");
    let request = format!(
        "POST /api/solo HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let body = answer.split_once("\r\n\r\n").expect("an answer").1;
    let taken: SeatTaken = serde_json::from_str(body).expect("a seat");
    taken.table.0
}

/// Many who look at one table, again and again.
async fn watchers(port: &str, sent: &AtomicU64) {
    let watcher = async || loop {
        let Some(mut socket) = socket(port, None).await else { continue };
        if socket.send(Message::text(HELLO)).await.is_ok() {
            pour(socket, WATCH, WATCH_EVERY, sent).await;
        }
    };
    join_all((0..WATCHERS).map(|_| watcher())).await;
}

async fn socket(port: &str, cookie: Option<&str>) -> Option<WebSocketStream<TcpStream>> {
    let stream = connection(port).await.ok()?;
    let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().expect("a request");
    if let Some(cookie) = cookie {
        let origin = format!("http://127.0.0.1:{port}");
        request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        request.headers_mut().insert("Cookie", cookie.parse().expect("a header"));
    }
    Some(tokio_tungstenite::client_async(request, stream).await.ok()?.0)
}

/// Sends the same again and again and reads what comes, until it is sent away.
async fn pour(socket: WebSocketStream<TcpStream>, message: &str, pause: Duration, sent: &AtomicU64) {
    let (mut out, mut back) = socket.split();
    let reading = async { while let Some(Ok(_)) = back.next().await {} };
    let sending = async {
        while out.send(Message::text(message)).await.is_ok() {
            sent.fetch_add(1, Ordering::Relaxed);
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
        }
    };
    tokio::select! { () = reading => {}, () = sending => {} }
}

/// A new guest's.
async fn cookie(port: &str) -> String {
    let mut stream = connection(port).await.expect("a connection");
    let request = format!(
        "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let header = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    header.split(';').next().expect("a cookie").to_owned()
}

/// Asks as fast as it is answered, over one connection after the other.
async fn requests(port: &str, sent: &AtomicU64) {
    let request = format!("GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let Ok(mut stream) = connection(port).await else { continue };
        while stream.write_all(request.as_bytes()).await.is_ok() {
            sent.fetch_add(1, Ordering::Relaxed);
            match stream.read(&mut buffer).await {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
}
