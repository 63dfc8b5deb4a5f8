//! The lobby: which tables there are, and what it shows of each.

use ::journal::record::RecordRange;
use ::journal::{ReadRecords, TableRecord};
use table::{PlayerId, TableId, TableRound, TableStatus};
use uth::Banker;

use crate::room::Room;
use crate::table_state::TableState;
use protocol::{LobbyEntry, NamedPlayer, TableSettings};
use store::StoreError;

/// Returns a table as the lobby shows it.
pub(super) fn lobby_entry(
    state: &TableState,
    record: &TableRecord,
    watchers: usize,
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> LobbyEntry {
    let table = state.table();
    LobbyEntry {
        table: table.id().into(),
        name: record.name.clone(),
        settings: TableSettings::from(table.settings()),
        open: table.status() == TableStatus::Open,
        players: table.seats().filter_map(|seat| Some(named(table.occupant(seat)?.player))).collect(),
        places: table.settings().terms().places(),
        watchers,
        rounds: table.rounds(),
        stage: table.round().map(|round| round.round.stage().into()),
        banker: table.round().and_then(player_dealer).map(&named),
        seq: table.seq().into(),
    }
}

impl Room {
    /// The tables that are open, by number.
    pub async fn tables(&self) -> Result<Vec<(TableId, TableRecord)>, StoreError> {
        let mut tables = self.tables_ever().await?;
        tables.retain(|(_, record)| !record.closed);
        Ok(tables)
    }

    /// All tables that there ever were, by number.
    pub async fn tables_ever(&self) -> Result<Vec<(TableId, TableRecord)>, StoreError> {
        let records = self.archive.scan::<TableRecord>(&RecordRange::all()).await?;
        Ok(records.into_iter().map(|(table, stored)| (table, stored.record)).collect())
    }
}

/// The player who banks a round, if not the house does.
pub(super) fn player_dealer(round: &TableRound) -> Option<PlayerId> {
    match round.round.banker() {
        Banker::House => None,
        Banker::PlayerDealer { person, .. } => Some(PlayerId::from(*person)),
    }
}
