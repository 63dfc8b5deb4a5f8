//! The little of HTTP that a player needs: to become a guest, and to read the lobby.

use std::io::{Read, Write};

use anyhow::{Context, Result, bail};
use protocol::TableSettings;
use serde::Deserialize;
use serde_json::{Value, json};

use super::address::Address;

/// The card room as HTTP shows it.
#[derive(Clone, Debug)]
pub struct Api {
    /// Where it is.
    pub address: Address,
    /// Who asks; nobody, until there is a token.
    pub token: Option<String>,
}

/// A table in the lobby.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Table {
    pub table: u64,
    pub name: String,
    pub settings: TableSettings,
    pub open: bool,
    pub players: Vec<Seated>,
    pub places: u8,
    pub rounds: u64,
}

/// Somebody who sits there.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Seated {
    pub name: String,
    pub bot: bool,
}

impl Api {
    /// Whoever has that token, or a new guest with one made for this program.
    pub fn enter(address: Address, token: Option<String>, program: &str) -> Result<Api> {
        let mut api = Api { address, token };
        if api.token.is_none() {
            let guest = api.ask("POST", "/api/guest", Some(&json!({"token": program})))?;
            let token = guest["token"].as_str().context("the card room made a guest without a token")?;
            api.token = Some(token.to_owned());
        }
        Ok(api)
    }

    /// All open tables.
    pub fn tables(&self) -> Result<Vec<Table>> {
        serde_json::from_value(self.ask("GET", "/api/tables", None)?).context("the lobby cannot be read")
    }

    /// Takes a seat at a table for one, and tells which.
    pub fn seat_alone(&self) -> Result<u64> {
        let seated = self.ask("POST", "/api/solo", Some(&json!({})))?;
        seated["table"].as_u64().context("the card room names no table")
    }

    /// What the card room counts, in the form that Prometheus reads.
    pub fn metrics(&self) -> Result<String> {
        let (status, text) = self.request("GET", "/metrics", None)?;
        if status != 200 {
            bail!("the card room does not tell what it counts");
        }
        Ok(text)
    }

    /// Asks for something, and fails with what the card room has to say about it.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let (status, text) = self.request(method, path, body)?;
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        if !(200..300).contains(&status) {
            bail!("{}", body["reason"].as_str().unwrap_or("the card room does not answer in its own words"));
        }
        Ok(body)
    }

    /// Status and body of an answer.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, String)> {
        let unreachable = || format!("no card room answers at {}", self.address);
        let mut stream = self.address.connect().with_context(unreachable)?;
        let body = body.map(Value::to_string).unwrap_or_default();
        let token = self.token.iter().map(|token| format!("Authorization: Bearer {token}\r\n"));
        // By the rules of HTTP/1.0 an answer comes in one piece and ends with the connection.
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: {}\r\n{}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address.authority(),
            token.collect::<String>(),
            body.len()
        );
        stream.write_all(request.as_bytes()).with_context(unreachable)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).with_context(unreachable)?;
        let (head, body) = answer.split_once("\r\n\r\n").with_context(unreachable)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Ok((status, body.to_owned()))
    }
}
