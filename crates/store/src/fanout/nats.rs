//! What we need of NATS, whose protocol is lines of text: to connect, to subscribe, to publish, and to be alive.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::Disconnected;
use super::transport::{Driver, MOST_UNREAD};

const USUAL_PORT: u16 = 4222;
const USUAL_SUBJECT: &str = "uth";

/// The longest line and the longest payload that we take.
const LONGEST_LINE: u64 = 64 * 1024;
const LONGEST_PAYLOAD: usize = 64 * 1024;

/// So many pings without an answer, and nobody is there.
const UNANSWERED: u32 = 2;

/// Where a NATS is, who we are there, and the subject that our nodes share.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    port: u16,
    subject: String,
    /// A user with a password, or a token alone.
    credentials: Option<(String, Option<String>)>,
}

/// `nats://[user:password@|token@]host[:port][/subject]`.
impl FromStr for NatsAddress {
    type Err = NoNatsAddress;

    fn from_str(text: &str) -> Result<NatsAddress, NoNatsAddress> {
        let rest = text.strip_prefix("nats://").ok_or(NoNatsAddress)?;
        let (place, subject) = rest.split_once('/').unwrap_or((rest, ""));
        let subject = if subject.is_empty() { USUAL_SUBJECT } else { subject };
        let (credentials, place) = match place.rsplit_once('@') {
            Some((who, place)) => (Some(who), place),
            None => (None, place),
        };
        let credentials = credentials.map(|who| match who.split_once(':') {
            Some((user, password)) => (user.to_owned(), Some(password.to_owned())),
            None => (who.to_owned(), None),
        });
        let (host, port) = match place.rsplit_once(':').filter(|(_, port)| !port.contains(']')) {
            Some((host, port)) => (host, port.parse().map_err(|_| NoNatsAddress)?),
            None => (place, USUAL_PORT),
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if host.is_empty() || !subject.chars().all(is_plain) {
            return Err(NoNatsAddress);
        }
        Ok(NatsAddress { host: host.to_owned(), port, subject: subject.to_owned(), credentials })
    }
}

/// Without what might be a secret.
impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nats://{}:{}/{}", self.host, self.port, self.subject)
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoNatsAddress;

impl fmt::Display for NoNatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a NATS looks like nats://127.0.0.1:4222, or nats://user:password@host:4222/subject")
    }
}

impl std::error::Error for NoNatsAddress {}

/// A connection that has subscribed.
pub(super) struct Nats {
    writer: OwnedWriteHalf,
    heard: Receiver<NatsMessage>,
    subject: String,
    unanswered: u32,
    _driver: Driver,
}

enum NatsMessage {
    Payload(String),
    Ping,
    Pong,
    Complaint(String),
}

impl Nats {
    pub(super) async fn open(address: &NatsAddress) -> Result<Nats, Disconnected> {
        let stream = TcpStream::connect((address.host.trim_matches(['[', ']']), address.port)).await?;
        stream.set_nodelay(true)?;
        let (reader, mut writer) = stream.into_split();
        let mut reader = BufReader::new(reader);
        let greeting = line(&mut reader).await?;
        let said: Value = serde_json::from_str(greeting.strip_prefix("INFO ").unwrap_or_default())
            .map_err(|_| Disconnected("whoever answers is no NATS".into()))?;
        if said["tls_required"] == true {
            return Err(Disconnected("this NATS asks for TLS, which nodes do not speak to it".into()));
        }
        let subject = address.subject.clone();
        let greeting = format!("CONNECT {}\r\nSUB {subject} 1\r\nPING\r\n", introduction(address));
        writer.write_all(greeting.as_bytes()).await?;
        let (sender, heard) = channel(MOST_UNREAD);
        let driver = Driver(tokio::spawn(drive(reader, sender)));
        let mut nats = Nats { writer, heard, subject, unanswered: 0, _driver: driver };
        match nats.heard.recv().await {
            Some(NatsMessage::Pong) => Ok(nats),
            Some(NatsMessage::Complaint(why)) => Err(Disconnected(why)),
            _ => Err(Disconnected("this NATS does not answer as one".into())),
        }
    }

    pub(super) async fn hear(&mut self) -> Result<String, Disconnected> {
        loop {
            match self.heard.recv().await {
                Some(NatsMessage::Payload(payload)) => return Ok(payload),
                Some(NatsMessage::Pong) => self.unanswered = 0,
                Some(NatsMessage::Ping) => self.writer.write_all(b"PONG\r\n").await?,
                Some(NatsMessage::Complaint(why)) => return Err(Disconnected(why)),
                None => return Err(Disconnected("the NATS broke off".into())),
            }
        }
    }

    pub(super) async fn tell(&mut self, payload: &str) -> Result<(), Disconnected> {
        let message = format!("PUB {} {}\r\n{payload}\r\n", self.subject, payload.len());
        Ok(self.writer.write_all(message.as_bytes()).await?)
    }

    pub(super) async fn beat(&mut self) -> Result<(), Disconnected> {
        if self.unanswered >= UNANSWERED {
            return Err(Disconnected("no answer in time".into()));
        }
        self.unanswered += 1;
        Ok(self.writer.write_all(b"PING\r\n").await?)
    }
}

/// Who we are. What we say ourselves does not come back.
fn introduction(address: &NatsAddress) -> Value {
    let flags = ["verbose", "pedantic", "echo"].map(|flag| (flag.to_owned(), Value::Bool(false)));
    let names = [("name", "uth"), ("lang", "rust"), ("version", env!("CARGO_PKG_VERSION"))];
    let names = names.map(|(name, value)| (name.to_owned(), Value::from(value)));
    let mut introduction = Value::Object(flags.into_iter().chain(names).collect());
    match &address.credentials {
        Some((user, Some(password))) => {
            introduction["user"] = user.as_str().into();
            introduction["pass"] = password.as_str().into();
        }
        Some((token, None)) => introduction["auth_token"] = token.as_str().into(),
        None => {}
    }
    introduction
}

/// The payloads in all that a NATS says until it breaks off.
pub async fn payloads(mut said: &[u8]) -> Vec<String> {
    let mut payloads = Vec::new();
    while let Ok(heard) = next(&mut said).await {
        payloads.extend(match heard {
            Some(NatsMessage::Payload(payload)) => Some(payload),
            _ => None,
        });
    }
    payloads
}

/// Reads until the connection ends or nobody listens.
async fn drive(mut reader: BufReader<OwnedReadHalf>, sender: Sender<NatsMessage>) {
    while let Ok(heard) = next(&mut reader).await {
        if let Some(heard) = heard
            && sender.send(heard).await.is_err()
        {
            return;
        }
    }
}

async fn next(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<NatsMessage>, Disconnected> {
    let line = line(reader).await?;
    let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
    Ok(match verb.to_ascii_uppercase().as_str() {
        "MSG" => {
            let length: usize = rest.rsplit(' ').next().unwrap_or_default().parse()?;
            if length > LONGEST_PAYLOAD {
                return Err(Disconnected("a message is too long to be one of ours".into()));
            }
            let mut payload = vec![0; length + 2];
            reader.read_exact(&mut payload).await?;
            payload.truncate(length);
            String::from_utf8(payload).ok().map(NatsMessage::Payload)
        }
        "PING" => Some(NatsMessage::Ping),
        "PONG" => Some(NatsMessage::Pong),
        "-ERR" => Some(NatsMessage::Complaint(rest.to_owned())),
        _ => None,
    })
}

async fn line(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<String, Disconnected> {
    let mut line = Vec::new();
    reader.take(LONGEST_LINE).read_until(b'\n', &mut line).await?;
    if line.pop() != Some(b'\n') {
        return Err(Disconnected("the NATS broke off".into()));
    }
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{NatsAddress, introduction};

    #[test]
    fn addresses_are_read_as_people_write_them_and_shown_without_secrets() {
        let rows = [
            ("nats://127.0.0.1:4222", Some("nats://127.0.0.1:4222/uth"), ""),
            ("nats://nats", Some("nats://nats:4222/uth"), ""),
            ("nats://ann:secret@nats:5000/club.one", Some("nats://nats:5000/club.one"), "ann"),
            ("nats://secret@nats/", Some("nats://nats:4222/uth"), ""),
            ("nats://[::1]", Some("nats://[::1]:4222/uth"), ""),
            ("nats://nats:many", None, ""),
            ("nats://nats/a b", None, ""),
            ("nats://nats/>", None, ""),
            ("nats://", None, ""),
            ("127.0.0.1:4222", None, ""),
        ];
        for (text, expected, user) in rows {
            let address = text.parse::<NatsAddress>().ok();
            assert_eq!(address.as_ref().map(ToString::to_string).as_deref(), expected, "{text}");
            let introduced = address.as_ref().map(introduction).unwrap_or_default();
            assert_eq!(introduced["user"].as_str().unwrap_or_default(), user, "{text}");
            assert_eq!(introduced.to_string().contains("secret"), text.contains("secret"), "{text}");
        }
    }
}
