//! Where a card room is.

use std::fmt;
use std::net::TcpStream;
use std::str::FromStr;
use std::time::Duration;

/// How long a card room may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The address of a card room: `http://127.0.0.1:8600`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    host: String,
    port: u16,
}

impl Address {
    /// A connection, on which nobody waits for ever.
    pub(super) fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect((self.host.trim_matches(['[', ']']), self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Host and port, as HTTP names them.
    pub(super) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}", self.host, self.port)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        if text.starts_with("https://") {
            return Err(AddressError::Encrypted);
        }
        let rest = text.strip_prefix("http://").unwrap_or(text).trim_end_matches('/');
        let is_port = |(_, port): &(&str, &str)| !port.contains(']');
        let (host, port) = rest.rsplit_once(':').filter(is_port).unwrap_or((rest, "80"));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.[]:".contains(c);
        match port.parse() {
            Ok(port) if !host.is_empty() && host.chars().all(is_plain) => {
                Ok(Address { host: host.to_owned(), port })
            }
            _ => Err(AddressError::NoAddress),
        }
    }
}

/// Why a text is no address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AddressError {
    NoAddress,
    Encrypted,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AddressError::NoAddress => "an address looks like http://127.0.0.1:8600",
            AddressError::Encrypted => {
                "this program does not encrypt; name the card room itself, behind its proxy, with http://"
            }
        })
    }
}

impl std::error::Error for AddressError {}

#[cfg(test)]
mod tests {
    use super::{Address, AddressError};

    #[test]
    fn addresses_are_read_as_people_write_them() {
        let rows = [
            ("http://127.0.0.1:8600", Ok("http://127.0.0.1:8600")),
            ("http://127.0.0.1:8600/", Ok("http://127.0.0.1:8600")),
            ("localhost:8600", Ok("http://localhost:8600")),
            ("http://cards.example", Ok("http://cards.example:80")),
            ("http://[::1]:8600", Ok("http://[::1]:8600")),
            ("http://[::1]", Ok("http://[::1]:80")),
            ("https://cards.example", Err(AddressError::Encrypted)),
            ("http://a/b:1", Err(AddressError::NoAddress)),
            ("http://a:port", Err(AddressError::NoAddress)),
            ("", Err(AddressError::NoAddress)),
        ];
        for (text, expected) in rows {
            let read = text.parse::<Address>().map(|address| address.to_string());
            assert_eq!(read.as_deref(), expected.as_ref().copied(), "{text}");
        }
    }
}
