//! The order of messages: what one connection sends about a table continues where its last message ended.

use protocol::{Event, Hex32, LogPosition, Receipt, Seq, ServerMessage, TableId, TableView};

use crate::checker::{Checker, Violation, ensure};

/// What a snapshot and an update have in common.
pub(crate) struct TableMessage<'a> {
    pub(crate) table: TableId,
    pub(crate) hash: Hex32,
    pub(crate) view: &'a TableView,
    events: Option<&'a [Event]>,
    is_snapshot: bool,
}

impl TableMessage<'_> {
    /// Reads a message about a table, if it is one.
    pub(crate) fn of(message: &ServerMessage) -> Option<TableMessage<'_>> {
        let (table, hash, view, events) = match message {
            ServerMessage::Snapshot { table, hash, view, events, .. } => {
                (table, hash, view, events.as_deref())
            }
            ServerMessage::Update { table, hash, view, events, .. } => (table, hash, view, Some(&**events)),
            _ => return None,
        };
        let is_snapshot = matches!(message, ServerMessage::Snapshot { .. });
        Some(TableMessage { table: *table, hash: *hash, view, events, is_snapshot })
    }
}

/// How far one connection has followed the log of its table.
#[derive(Default)]
pub(crate) struct Stream {
    /// What the client knew before this connection.
    after: Option<LogPosition>,
    last: Option<Seq>,
}

impl Stream {
    pub(crate) const fn new(after: Option<LogPosition>) -> Stream {
        Stream { after, last: None }
    }

    /// Checks that a message continues where the last one ended.
    pub(crate) fn check(&mut self, message: &TableMessage<'_>) -> Result<(), Violation> {
        let seq = message.view.seq;
        let known = self.after.map(|after| after.seq).filter(|after| *after <= seq);
        let from = if message.is_snapshot { known } else { self.last };
        if let (Some(from), Some(events)) = (from, message.events) {
            ensure(from.0 + events.len() as u64 == seq.0, Checker::Messages, || {
                let (table, events) = (message.table, events.len());
                format!("table {table}: {events} events follow {from}, and the table is at {seq}")
            })?;
        }
        self.last = Some(seq);
        Ok(())
    }

    /// Checks that an answer does not come before the update that the command led to.
    pub(crate) fn check_done(&self, receipt: &Receipt) -> Result<(), Violation> {
        let is_late = self.last.is_none_or(|last| last >= receipt.seq);
        ensure(is_late, Checker::Messages, || {
            let (Receipt { table, seq, .. }, last) = (receipt, self.last.unwrap_or_default());
            format!("table {table}: a command is done at {seq}, and the last message is of {last}")
        })
    }
}
