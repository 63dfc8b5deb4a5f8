//! Where everybody sits: a guest at each table.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use protocol::PaceRecord;
use uth::Book;

use super::game::Plan;
use client::{Address, Api, Table};

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
            self.go_on()?;
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

    /// The tables of the lobby to play at, if not at tables for one: of the books that were named, with a seat
    /// that is free.
    fn free_tables(&self) -> Result<Option<Vec<u64>>> {
        if self.books.is_empty() {
            return Ok(None);
        }
        let books: BTreeSet<String> = self.books.iter().map(Book::to_string).collect();
        let lobby = Api { address: self.address(0).clone(), token: None }.tables()?;
        let is_free = |table: &&Table| {
            table.open
                && table.settings.pace != (PaceRecord::Solo {})
                && books.contains(&table.settings.book)
                && table.players.len() < usize::from(table.places)
        };
        // The first table of each book, then the second of each, and so on.
        let mut of_book: BTreeMap<&str, usize> = BTreeMap::new();
        let mut free: Vec<(usize, u64)> = Vec::new();
        for table in lobby.iter().filter(is_free) {
            let rank = of_book.entry(&table.settings.book).or_default();
            *rank += 1;
            free.push((*rank, table.table));
        }
        free.sort_unstable();
        free.truncate(self.tables);
        ensure!(
            free.len() == self.tables,
            "{} tables of {} with a free seat are wanted, and the lobby has {}; the floor opens others",
            self.tables,
            books.into_iter().collect::<Vec<_>>().join(" or "),
            free.len()
        );
        Ok(Some(free.into_iter().map(|(_, table)| table).collect()))
    }
}
