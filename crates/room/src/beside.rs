//! What becomes true together with what happens at a table, and is kept outside of its log.

use table::{Command, Event, Pace, PlayerId, TableId};

use super::desk::{Desk, Request};
use super::refused::Refused;
use ::journal::TableRecord;
use ::journal::journal::Notice;
use store::{LogId, Put, Shelf};

/// Acts of the floor that the card room's own log does not tell of yet.
pub(super) const ACTS: &str = "act/";

/// At which table for one somebody sits.
const ALONE: &str = "alone/";

/// Which wager was the last of somebody with a limit of their own.
const STAKES: &str = "stake/";

/// The place of the record that says at which table for one somebody sits.
pub fn alone(player: PlayerId) -> String {
    format!("{ALONE}{:016x}", player.0)
}

/// The place of the record that is another one after each wager of somebody with a limit of their own.
pub fn stake(player: PlayerId) -> String {
    format!("{STAKES}{:016x}", player.0)
}

/// An act of the floor that is to be told of.
pub(super) fn act(table: TableId, seq: u64, notice: &Notice) -> Option<Put> {
    let text = serde_json::to_string(notice).ok()?;
    Some(Put::fresh(Shelf::Room, format!("{ACTS}{:016x}/{seq:016x}", table.0), text))
}

/// The records that are written with these events.
pub(super) fn puts(request: &Request, events: &[Event], after: &Desk, record: &TableRecord) -> Vec<Put> {
    let table = after.table();
    let mut puts: Vec<Put> = request.guard.iter().cloned().collect();
    puts.extend(told(&request.command, table.id()).and_then(|notice| act(table.id(), table.seq(), &notice)));
    if events.contains(&Event::Closed) {
        let record = TableRecord { closed: true, ..record.clone() };
        puts.push(Put::new(Shelf::Table, TableRecord::key(LogId(table.id().0)), record.to_text()));
    }
    if table.settings().pace() == Pace::Solo {
        puts.extend(events.iter().flat_map(|event| seats(event, after)));
    }
    puts
}

/// What is told of a command, if only the floor may give it.
fn told(command: &Command, table: TableId) -> Option<Notice> {
    let table = table.0;
    match command {
        Command::Void { floor, reason } => {
            Some(Notice::RoundVoided { table, by: floor.0, reason: reason.clone() })
        }
        Command::Close { floor, reason } => {
            Some(Notice::TableClosed { table, by: floor.0, reason: reason.clone() })
        }
        _ => None,
    }
}

/// Who sits alone, and who no longer does.
fn seats(event: &Event, after: &Desk) -> Vec<Put> {
    let gone = |player| Put::gone(Shelf::Room, alone(player));
    let table = after.table();
    match event {
        Event::Sat { player, .. } => {
            vec![Put::fresh(Shelf::Room, alone(*player), table.id().0.to_string())]
        }
        Event::Left { player, .. } => vec![gone(*player)],
        Event::Closed => table.seats().filter_map(|seat| Some(gone(table.occupant(seat)?.player))).collect(),
        _ => Vec::new(),
    }
}

/// Why nothing was written: a record is not as expected.
pub(super) fn unexpected(shelf: Shelf, key: &str) -> Refused {
    match key {
        _ if shelf != Shelf::Room => {}
        _ if key.starts_with(ALONE) => return Refused::new("seat_taken", "you sit at another table for one"),
        _ if key.starts_with(STAKES) => return Refused::raced(),
        _ => {}
    }
    Refused::new("fault", format!("the {} record {key} is not as expected", shelf.name()))
}
