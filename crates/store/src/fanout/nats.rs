//! Fan-out through a NATS server, for card rooms that have one already.

use std::fmt;
use std::str::FromStr;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Subscriber};
use futures_util::StreamExt;

use super::{BEAT, Lost, MOST_WAITING};

const USUAL_PORT: u16 = 4222;
const USUAL_SUBJECT: &str = "uth";

/// The longest payload that is read. Nodes send less; a longer message is not from one.
const LONGEST_PAYLOAD: usize = 64 * 1024;

/// The address of a NATS server, the credentials there, and the subject that the nodes share.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    port: u16,
    subject: String,
    /// A user with a password, or a token alone.
    credentials: Option<(String, Option<String>)>,
}

/// Reads `nats://[user:password@|token@]host[:port][/subject]`.
impl FromStr for NatsAddress {
    type Err = NatsAddressError;

    fn from_str(text: &str) -> Result<NatsAddress, NatsAddressError> {
        let rest = text.strip_prefix("nats://").ok_or(NatsAddressError)?;
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
            Some((host, port)) => (host, port.parse().map_err(|_| NatsAddressError)?),
            None => (place, USUAL_PORT),
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if host.is_empty() || !subject.chars().all(is_plain) {
            return Err(NatsAddressError);
        }
        Ok(NatsAddress { host: host.to_owned(), port, subject: subject.to_owned(), credentials })
    }
}

/// Writes the address without credentials.
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

/// The text is no address of a NATS server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a NATS looks like nats://127.0.0.1:4222, or nats://user:password@host:4222/subject")]
pub struct NatsAddressError;

/// A connection that has subscribed.
pub(super) struct Nats {
    client: Client,
    subscriber: Subscriber,
    subject: String,
}

impl Nats {
    pub(super) async fn open(address: &NatsAddress) -> Result<Nats, Lost> {
        // One attempt to reconnect is the least that the client can be told; the listener then opens another
        // connection, and says in its state and its log that this one was lost.
        let options = ConnectOptions::new()
            .name("uth")
            .no_echo()
            .ping_interval(BEAT)
            .max_reconnects(1)
            .subscription_capacity(MOST_WAITING);
        let options = match address.credentials.clone() {
            Some((user, Some(password))) => options.user_and_password(user, password),
            Some((token, None)) => options.token(token),
            None => options,
        };
        let client = options.connect(format!("nats://{}:{}", address.host, address.port)).await?;
        let subscriber = client.subscribe(address.subject.clone()).await?;
        Ok(Nats { client, subscriber, subject: address.subject.clone() })
    }

    pub(super) async fn receive(&mut self) -> Result<String, Lost> {
        while let Some(message) = self.subscriber.next().await {
            // Others may publish on the same subject; what is no payload of a node is skipped.
            if message.payload.len() <= LONGEST_PAYLOAD
                && let Ok(payload) = String::from_utf8(message.payload.into())
            {
                return Ok(payload);
            }
        }
        Err("the NATS server closed the connection".into())
    }

    pub(super) async fn send(&self, payload: &str) -> Result<(), Lost> {
        Ok(self.client.publish(self.subject.clone(), payload.to_owned().into()).await?)
    }

    /// Fails if the client has found the connection lost. It pings the server by itself.
    pub(super) fn check(&self) -> Result<(), Lost> {
        match self.client.connection_state() {
            State::Connected => Ok(()),
            state => Err(format!("the connection to NATS is {state}").into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NatsAddress;

    #[test]
    fn addresses_are_read_as_people_write_them_and_shown_without_secrets() {
        let rows = [
            ("nats://127.0.0.1:4222", Some("nats://127.0.0.1:4222/uth"), ""),
            ("nats://nats", Some("nats://nats:4222/uth"), ""),
            ("nats://ann:secret@nats:5000/club.one", Some("nats://nats:5000/club.one"), "ann secret"),
            ("nats://secret@nats/", Some("nats://nats:4222/uth"), "secret"),
            ("nats://[::1]", Some("nats://[::1]:4222/uth"), ""),
            ("nats://nats:many", None, ""),
            ("nats://nats/a b", None, ""),
            ("nats://nats/>", None, ""),
            ("nats://", None, ""),
            ("127.0.0.1:4222", None, ""),
        ];
        for (text, expected, credentials) in rows {
            let address = text.parse::<NatsAddress>().ok();
            assert_eq!(address.as_ref().map(ToString::to_string).as_deref(), expected, "{text}");
            let read = address.and_then(|address| address.credentials);
            let read = read.map(|(one, other)| [Some(one), other].into_iter().flatten().collect::<Vec<_>>());
            assert_eq!(read.unwrap_or_default().join(" "), credentials, "{text}");
        }
    }
}
