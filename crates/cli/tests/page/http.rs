//! As much HTTP as tests need: one question, one answer.

use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    /// Null, if it is no JSON.
    pub(crate) body: Value,
}

/// A server that has not answered for so long is taken for dead.
const PATIENCE: Duration = Duration::from_mins(2);

/// Sends a request to a port of this machine. `headers` are whole lines.
pub(crate) fn ask(port: u16, what: &str, headers: &str, body: Option<&Value>) -> Result<Answer> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "{what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    // The server may leave the connection open, so only the announced length is read.
    let mut answer = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), u64::MAX);
    while answer.read_line(&mut head)? > 2 {
        let line = head.lines().last().unwrap_or_default().to_ascii_lowercase();
        length = line
            .strip_prefix("content-length:")
            .map_or(Ok(length), |text| text.trim().parse())
            .unwrap_or(length);
    }
    let mut body = String::new();
    answer.take(length).read_to_string(&mut body)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    Ok(Answer { status, head, body: serde_json::from_str(&body).unwrap_or_default() })
}
