//! One connection: a WebSocket that carries one JSON document in each text frame.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tungstenite::error::Error;
use tungstenite::{ClientRequestBuilder, HandshakeError, Message, WebSocket};

use super::address::Address;
use super::message::ServerMessage;

pub(super) struct Socket {
    stream: WebSocket<TcpStream>,
}

/// Why there is no connection.
pub(super) enum Failure {
    /// Another attempt may succeed.
    Now(String),
    /// None will: the card room says why.
    ForEver(String),
}

impl Socket {
    pub(super) fn open(address: &Address, token: Option<&str>) -> Result<Socket, Failure> {
        let now = |error: &dyn std::fmt::Display| Failure::Now(format!("{address}: {error}"));
        let uri = format!("ws://{}/ws", address.authority()).parse().map_err(|error| now(&error))?;
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(token) = token {
            request = request.with_header("Authorization", format!("Bearer {token}"));
        }
        let stream = address.connect().map_err(|error| now(&error))?;
        match tungstenite::client::client(request, stream) {
            Ok((stream, _)) => Ok(Socket { stream }),
            Err(HandshakeError::Failure(Error::Http(answer))) if answer.status().as_u16() == 401 => {
                Err(Failure::ForEver("the card room does not know this token".into()))
            }
            Err(error) => Err(now(&error)),
        }
    }

    pub(super) fn say(&mut self, message: &Value) -> Result<()> {
        self.stream.send(Message::text(message.to_string())).context("the connection is lost")
    }

    /// The next message, if one comes in time.
    pub(super) fn hear(&mut self, wait: Duration) -> Result<Option<ServerMessage>> {
        self.stream.get_ref().set_read_timeout(Some(wait.max(Duration::from_millis(1))))?;
        loop {
            return match self.stream.read() {
                Ok(Message::Text(text)) => {
                    let said = serde_json::from_str(&text);
                    Ok(Some(said.with_context(|| format!("this is no message of the protocol: {text}"))?))
                }
                Ok(Message::Close(Some(frame))) => bail!("{}", frame.reason),
                Ok(Message::Close(None)) => bail!("the card room has hung up"),
                Ok(_) => continue,
                Err(Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    Ok(None)
                }
                Err(error) => Err(error).context("the connection is lost"),
            };
        }
    }
}
