//! Where everybody sits: a guest at each table.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use uth::Book;

use super::game::Plan;
use crate::client::{Address, Api};

/// A table, and who plays there.
pub(super) struct Place {
    pub(super) table: u64,
    pub(super) api: Api,
}

impl Plan {
    /// Seats a guest at each table; `tell` hears of every one.
    pub(super) fn seat(&self, tell: &mut dyn FnMut(&str)) -> Result<Vec<Place>> {
        let free = self.free_tables()?;
        let mut places: Vec<Place> = Vec::new();
        for number in 0..self.tables {
            let api = Api::enter(self.address(number).clone(), None, "uth load").with_context(|| {
                format!("guest {} of {} does not come in (see `uth load --help`)", number + 1, self.tables)
            })?;
            let table = match &free {
                Some(tables) => tables[number],
                None => api.seat_alone().context("there is no table for a guest")?,
            };
            places.push(Place { table, api });
            if (number + 1) % 50 == 0 {
                tell(&format!("{} of {} guests are seated", number + 1, self.tables));
            }
        }
        Ok(places)
    }

    /// Where somebody with that number goes.
    pub(super) fn address(&self, number: usize) -> &Address {
        &self.addresses[number % self.addresses.len()]
    }

    /// The tables of the lobby to play at, if not at tables for one: of the books that were named, taken in turn, and
    /// with a seat that is free.
    fn free_tables(&self) -> Result<Option<Vec<u64>>> {
        if self.books.is_empty() {
            return Ok(None);
        }
        let books: BTreeSet<String> = self.books.iter().map(Book::to_string).collect();
        let lobby = Api { address: self.address(0).clone(), token: None }.tables()?;
        let is_free = |table: &&crate::client::Table| {
            table.open
                && books.contains(&table.settings.book)
                && table.players.len() < usize::from(table.places)
        };
        let free: Vec<u64> =
            lobby.iter().filter(is_free).map(|table| table.table).take(self.tables).collect();
        anyhow::ensure!(
            free.len() == self.tables,
            "only {} tables of {} have a free seat; the floor opens others, or take --tables {}",
            free.len(),
            books.into_iter().collect::<Vec<_>>().join(" and "),
            free.len()
        );
        Ok(Some(free))
    }
}
