//! Seats a guest at each table.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use protocol::{LobbyEntry, TableId, TableMode};
use uth::Book;

use super::plan::LoadPlan;
use client::Api;

/// A guest and the table they play at.
pub(super) struct SeatedGuest {
    pub(super) table: TableId,
    pub(super) api: Api,
}

impl LoadPlan {
    /// Seats a guest at each table, and shows every fiftieth.
    pub(super) fn seat(&self, nodes: &[Api], show: &mut dyn FnMut(&str)) -> Result<Vec<SeatedGuest>> {
        let free = self.free_tables(&nodes[0])?;
        let mut guests: Vec<SeatedGuest> = Vec::new();
        for number in 0..self.tables {
            self.ensure_running()?;
            let api = node_of(nodes, number).clone().sign_in_as_guest("uth load").with_context(|| {
                format!("guest {} of {} cannot enter (see `uth load --help`)", number + 1, self.tables)
            })?;
            let table = match &free {
                Some(tables) => tables[number],
                None => api.take_solo_table().context("the card room has no table for a guest")?,
            };
            guests.push(SeatedGuest { table, api });
            if (number + 1) % 50 == 0 {
                show(&format!("{} of {} guests are seated", number + 1, self.tables));
            }
        }
        Ok(guests)
    }

    /// Returns tables of the lobby with a free seat and one of the chosen rule books, or nothing if the guests play at
    /// tables for one.
    fn free_tables(&self, node: &Api) -> Result<Option<Vec<TableId>>> {
        if self.books.is_empty() {
            return Ok(None);
        }
        let lobby = node.tables()?;
        let is_free = |table: &&LobbyEntry| {
            table.open
                && table.settings.mode != (TableMode::Solo {})
                && self.books.contains(&table.settings.book.0)
                && table.players.len() < usize::from(table.places)
        };
        // Spreads the guests over the books: the first table of each book, then the second of each, and so on.
        let mut of_book: BTreeMap<&str, usize> = BTreeMap::new();
        let mut free: Vec<(usize, TableId)> = Vec::new();
        for table in lobby.iter().filter(is_free) {
            let rank = of_book.entry(table.settings.book.0.id()).or_default();
            *rank += 1;
            free.push((*rank, table.table));
        }
        free.sort_unstable();
        free.truncate(self.tables);
        ensure!(
            free.len() == self.tables,
            "{} tables of {} with a free seat are needed, and the lobby has {}; the floor can open more",
            self.tables,
            self.books.iter().map(Book::to_string).collect::<Vec<_>>().join(" or "),
            free.len()
        );
        Ok(Some(free.into_iter().map(|(_, table)| table).collect()))
    }
}

/// Returns the node for that connection.
pub(super) fn node_of(nodes: &[Api], number: usize) -> &Api {
    &nodes[number % nodes.len()]
}
