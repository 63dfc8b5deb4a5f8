//! One connection: a WebSocket that carries one JSON document in each text frame, encrypted or not.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use protocol::{ClientMessage, ServerMessage};
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};
use tungstenite::error::Error;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, HandshakeError, Message, WebSocket};

use super::api::Api;

pub(crate) struct Connection {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

/// Why there is no connection.
pub(crate) enum ConnectError {
    /// Another attempt may succeed.
    Temporary(String),
    /// No attempt will: the reason says why.
    Permanent(String),
}

impl Connection {
    pub(crate) fn open(api: &Api) -> Result<Connection, ConnectError> {
        let address = &api.address;
        let temporary = |error: &dyn Display| ConnectError::Temporary(format!("{address}: {error}"));
        let permanent = |error: &dyn Display| ConnectError::Permanent(format!("{address}: {error}"));
        let uri = address.socket_url().parse().map_err(|error| permanent(&error))?;
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(token) = api.token() {
            request = request.with_header("Authorization", format!("Bearer {token}"));
        }
        let stream = address.connect().map_err(|error| temporary(&error))?;
        let transport = if address.is_encrypted {
            let name = ServerName::try_from(address.host().to_owned()).map_err(|error| permanent(&error))?;
            let config = api.certificates.config().map_err(|error| permanent(&error))?;
            let tls = ClientConnection::new(config, name).map_err(|error| permanent(&error))?;
            // TLS is negotiated by the first bytes of the WebSocket's handshake, which reports an untrusted
            // certificate.
            MaybeTlsStream::Rustls(StreamOwned::new(tls, stream))
        } else {
            MaybeTlsStream::Plain(stream)
        };
        match tungstenite::client::client(request, transport) {
            Ok((socket, _)) => Ok(Connection { socket }),
            Err(HandshakeError::Failure(Error::Http(answer))) if answer.status().as_u16() == 401 => {
                Err(ConnectError::Permanent("the card room does not know this token".into()))
            }
            Err(HandshakeError::Failure(Error::Io(error))) if is_untrusted(&error) => Err(permanent(&error)),
            Err(error) => Err(temporary(&error)),
        }
    }

    pub(crate) fn send(&mut self, message: &ClientMessage) -> Result<()> {
        let text = serde_json::to_string(message)?;
        self.socket.send(Message::text(text)).context("the connection is lost")
    }

    /// Returns the next message, if one comes in time.
    pub(crate) fn receive(&mut self, wait: Duration) -> Result<Option<ServerMessage>> {
        // A timeout of zero would mean none at all.
        let timeout = wait.max(Duration::from_millis(1));
        match self.socket.get_ref() {
            MaybeTlsStream::Rustls(stream) => stream.sock.set_read_timeout(Some(timeout))?,
            MaybeTlsStream::Plain(stream) => stream.set_read_timeout(Some(timeout))?,
            _ => unreachable!("`open` makes no other stream"),
        }
        loop {
            return match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(&text);
                    Ok(Some(message.with_context(|| format!("not a message of the protocol: {text}"))?))
                }
                Ok(Message::Close(Some(frame))) => bail!("{}", frame.reason),
                Ok(Message::Close(None)) => bail!("the card room has closed the connection"),
                // Pings are answered by the library.
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

/// A certificate that is not trusted now is not trusted later; everything else may be a passing fault.
fn is_untrusted(error: &io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
    matches!(cause, Some(rustls::Error::InvalidCertificate(_)))
}
