//! What the floor does at tables. The table's log is what counts; the card room's own log tells of it as well, so that
//! one log has all acts of the floor, with who and why.

use table::{PlayerId, TableId};

use super::Room;
use super::journal::Notice;
use crate::store::StoreError;
use crate::wire::Ask;

/// What is told of a command, if only the floor may give it.
pub(super) fn act(ask: &Ask, table: TableId, by: PlayerId) -> Option<Notice> {
    let (table, by) = (table.0, by.0);
    match ask {
        Ask::Void { reason } => Some(Notice::RoundVoided { table, by, reason: reason.clone() }),
        Ask::Close { reason } => Some(Notice::TableClosed { table, by, reason: reason.clone() }),
        _ => None,
    }
}

impl Room {
    /// Tells of an act in the card room's own log.
    pub(super) async fn tell(&self, act: Notice) -> Result<(), StoreError> {
        self.journal.write(self.now_ms(), |_| (vec![act.clone()], Vec::new())).await?;
        Ok(())
    }
}
