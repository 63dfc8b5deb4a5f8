//! What a client reads of a frame, and the order in which frames come.

use protocol::Hex32;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::violation::{Checker, Violation, ensure};

/// A frame.
#[derive(Deserialize)]
pub(crate) struct Told {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) table: Option<u64>,
    pub(crate) hash: Option<Hex32>,
    pub(crate) events: Option<Vec<IgnoredAny>>,
    pub(crate) view: Option<View>,
    pub(crate) balance: Option<i64>,
}

/// A table.
#[derive(Deserialize)]
pub(crate) struct View {
    pub(crate) seq: u64,
    pub(crate) seats: Vec<Chair>,
    pub(crate) bank: Bank,
    pub(crate) awaits: String,
    pub(crate) round: Option<Round>,
}

#[derive(Deserialize)]
pub(crate) struct Chair {
    pub(crate) seat: u8,
    pub(crate) player: Option<Who>,
    pub(crate) sits_out: bool,
    pub(crate) leaves: bool,
}

#[derive(Deserialize)]
pub(crate) struct Who {
    pub(crate) id: u64,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Bank {
    Nobody,
    Offered { seat: u8 },
    Accepted { seat: u8 },
}

#[derive(Deserialize)]
pub(crate) struct Round {
    pub(crate) number: u64,
    pub(crate) stage: String,
    pub(crate) banker: Banker,
    pub(crate) hands: Vec<Hand>,
    pub(crate) board: Vec<String>,
    pub(crate) dealer: Option<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Banker {
    House,
    PlayerDealer { player: u64 },
}

#[derive(Deserialize)]
pub(crate) struct Hand {
    pub(crate) seat: u8,
    pub(crate) player: u64,
    pub(crate) awaited: bool,
    pub(crate) hole: Option<[String; 2]>,
}

/// Where one connection stands: every frame goes on where the last one ended.
#[derive(Default)]
pub(crate) struct Stream {
    /// What the client had seen before this connection.
    pub(crate) after: Option<u64>,
    last: Option<u64>,
}

impl Stream {
    pub(crate) const fn new(after: Option<u64>) -> Stream {
        Stream { after, last: None }
    }

    /// Takes the next frame of the connection.
    pub(crate) fn take(&mut self, told: &Told) -> Result<(), Violation> {
        let (Some(view), Some(table)) = (&told.view, told.table) else { return Ok(()) };
        let from =
            if told.kind == "snapshot" { self.after.filter(|after| *after <= view.seq) } else { self.last };
        let told_events = told.events.as_ref().map(|events| events.len() as u64);
        if let (Some(from), Some(events)) = (from, told_events) {
            ensure(from + events == view.seq, Checker::Frames, || {
                format!("table {table}: after {from} come {events} events, and the table is at {}", view.seq)
            })?;
        }
        self.last = Some(view.seq);
        Ok(())
    }
}
