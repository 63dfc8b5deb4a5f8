//! The floor, who opens the tables that a test plays at. They act through HTTP with a session, as the page does.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::card_room::CardRoom;
use crate::wire::check_answer;

/// Somebody with a session.
#[derive(Clone)]
pub(crate) struct Floor {
    port: u16,
    cookie: String,
}

impl Floor {
    /// Somebody who has not signed in.
    pub(crate) fn nobody(room: &CardRoom) -> Floor {
        Floor { port: room.port, cookie: String::new() }
    }

    /// A guest who takes a name and enters the code of the first start.
    pub(crate) fn of(room: &CardRoom) -> Floor {
        let mut floor = Floor::nobody(room);
        floor.post("/api/guest", &json!({}));
        floor.post("/api/name", &json!({"name": "Flora", "password": "correct horse battery"}));
        floor.post("/api/floor-code", &json!({"code": room.floor_code.as_ref().expect("a first start")}));
        floor
    }

    /// Somebody who has no session.
    pub(crate) fn stranger(&self) -> Floor {
        Floor { cookie: String::new(), ..self.clone() }
    }

    /// Opens a table and gives its number. The clock is short; a table without one is for a single player.
    pub(crate) fn open(&mut self, book: &str, betting_ms: Option<u64>, bots: u8) -> u64 {
        let mode = match betting_ms {
            Some(betting_ms) => json!({"type": "clock", "betting_ms": betting_ms, "bank_ms": 150}),
            None => json!({"type": "solo"}),
        };
        let mut settings = json!({"book": book, "mode": mode, "decision_ms": 1_500});
        match book {
            "california" => settings["pay_table"] = "UTH-01".into(),
            "washington" => {
                settings["minimum"] = 100.into();
                settings["maximum"] = 10_000.into();
            }
            "california-bad-beat" => {
                settings["minimum"] = 100.into();
                settings["maximum"] = 10_000.into();
                settings["schedule"] = 7.into();
            }
            _ => {}
        }
        if betting_ms.is_none() {
            settings["places"] = 1.into();
        }
        let request = json!({"name": format!("A {book} table"), "settings": settings, "bots": bots});
        self.post("/api/tables", &request)["table"].as_u64().expect("a number")
    }

    /// What a browser shows.
    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Value {
        let (answer, body) = self.answer(self.port, "POST", path, body);
        assert!(answer.contains(" 200 ") || answer.contains(" 204 "), "{path}: {answer} {body}");
        let cookies =
            answer.lines().filter_map(|line| line.split_once(": ").filter(|(name, _)| name == &"set-cookie"));
        // The cookie of the device is of no use to a floor that comes once.
        for (_, value) in cookies.filter(|(_, value)| value.contains("_session=")) {
            value.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        body
    }

    /// Asks another node, and takes whatever it says.
    pub(crate) fn ask_at(&self, port: u16, method: &str, path: &str, body: &Value) -> Value {
        self.answer(port, method, path, body).1
    }

    fn answer(&self, port: u16, method: &str, path: &str, body: &Value) -> (String, Value) {
        let host = format!("127.0.0.1:{port}");
        let body = body.to_string();
        let cookie =
            if self.cookie.is_empty() { String::new() } else { format!("Cookie: {}\r\n", self.cookie) };
        let mut stream = TcpStream::connect(&host).expect("the card room listens");
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\n{cookie}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it is answered");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let media_type = head.lines().find_map(|line| line.strip_prefix("content-type: "));
        check_answer(method, path, status, media_type.unwrap_or_default(), body.as_bytes());
        (head.to_owned(), serde_json::from_str(body).unwrap_or_default())
    }
}
