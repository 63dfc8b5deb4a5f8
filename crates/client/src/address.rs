//! The address of a card room.

use std::fmt;
use std::net::TcpStream;
use std::str::FromStr;
use std::time::Duration;

/// How long a card room may take to answer.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);

/// The address of a card room: `http://127.0.0.1:8600` or `https://cards.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    pub(crate) is_encrypted: bool,
    host: String,
    port: u16,
}

/// A text is not the address of a card room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an address looks like http://127.0.0.1:8600 or https://cards.example")]
pub struct AddressError;

impl Address {
    /// Returns the address of the socket.
    pub(crate) fn socket_url(&self) -> String {
        let scheme = if self.is_encrypted { "wss" } else { "ws" };
        format!("{scheme}://{}:{}/ws", self.host, self.port)
    }

    /// Returns the host without the brackets of an IPv6 address.
    pub(crate) fn host(&self) -> &str {
        self.host.trim_matches(['[', ']'])
    }

    /// Opens a TCP connection on which reads and writes time out.
    pub(crate) fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect((self.host(), self.port))?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        // Commands are small and each waits for its answer, so collecting bytes would only delay them.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let (is_encrypted, default_port) = match scheme {
            "https" => (true, 443),
            "http" => (false, 80),
            _ => return Err(AddressError),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        // The colons of an IPv6 address stand in brackets, so one after the last bracket is the port's.
        let is_port = |(_, port): &(&str, &str)| !port.contains(']');
        let (host, port) = match rest.rsplit_once(':').filter(is_port) {
            Some((host, port)) => (host, port.parse().map_err(|_| AddressError)?),
            None => (rest, default_port),
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.[]:".contains(c);
        if host.is_empty() || !host.chars().all(is_plain) {
            return Err(AddressError);
        }
        Ok(Address { is_encrypted, host: host.to_owned(), port })
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        let rows = [
            ("http://127.0.0.1:8600", Some("http://127.0.0.1:8600")),
            ("http://127.0.0.1:8600/", Some("http://127.0.0.1:8600")),
            ("localhost:8600", Some("http://localhost:8600")),
            ("http://cards.example", Some("http://cards.example:80")),
            ("https://cards.example", Some("https://cards.example:443")),
            ("https://cards.example:8443/", Some("https://cards.example:8443")),
            ("http://[::1]:8600", Some("http://[::1]:8600")),
            ("http://[::1]", Some("http://[::1]:80")),
            ("ftp://cards.example", None),
            ("http://a/b:1", None),
            ("http://a:port", None),
            ("http://a:99999", None),
            ("", None),
        ];
        for (text, expected) in rows {
            let read = text.parse::<Address>().ok().map(|address| address.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn an_encrypted_card_room_has_an_encrypted_socket() {
        let url = |text: &str| text.parse::<Address>().expect("an address").socket_url();
        assert_eq!(url("https://cards.example"), "wss://cards.example:443/ws");
        assert_eq!(url("http://127.0.0.1:8600"), "ws://127.0.0.1:8600/ws");
    }
}
