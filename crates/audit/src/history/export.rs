//! All hands of a player, or all rounds of a table, oldest first, a page of text at a time.

use std::sync::Arc;

use table::{PlayerId, TableId};

use super::lists::{of_player, of_table, read};
use super::{Histories, Reader, csv};
use store::{KeyRange, RecordKind, Store, StoreError};

/// How many rounds are written at a time.
const AT_ONCE: u32 = 50;

/// Whose hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Of {
    Player(PlayerId),
    Table(TableId),
}

/// How they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One [`super::History`] on each line.
    JsonLines,
    /// One wager on each line, for spreadsheets. A player's export has their own wagers only.
    Csv,
}

/// An export that is being written.
pub struct Export {
    store: Arc<dyn Store>,
    histories: Histories,
    of: Of,
    format: Format,
    /// The first key that was not written; nothing at the end.
    from: Option<String>,
    has_begun: bool,
}

impl Export {
    /// The hands, as that reader may know them.
    pub fn new(store: Arc<dyn Store>, of: Of, reader: Reader, format: Format) -> Export {
        let histories = Histories::new(Arc::clone(&store), reader);
        let from = Some(Export::prefix(of));
        Export { store, histories, of, format, from, has_begun: false }
    }

    /// The next piece of text; nothing at the end.
    pub async fn page(&mut self) -> Result<Option<String>, StoreError> {
        let Some(from) = self.from.take() else { return Ok(None) };
        let until = format!("{}~", Export::prefix(self.of));
        let span = KeyRange { kind: RecordKind::RoundSummary, from, until, limit: AT_ONCE, backwards: false };
        let records = self.store.records(span).await?;
        if records.len() == AT_ONCE as usize {
            self.from = records.last().map(|(key, _)| format!("{key}!"));
        }
        let mut text = String::new();
        if self.format == Format::Csv && !self.has_begun {
            text.push_str(&csv::row(csv::COLUMNS.map(str::to_owned)));
        }
        self.has_begun = true;
        let only = match self.of {
            Of::Player(player) => Some(player),
            Of::Table(_) => None,
        };
        for (key, record) in records {
            let history = self.histories.hand(&read(&key, &record)?).await?;
            match self.format {
                Format::JsonLines => {
                    let line = serde_json::to_string(&history);
                    text.push_str(&line.map_err(|error| StoreError::Broken(error.to_string()))?);
                    text.push('\n');
                }
                Format::Csv => csv::rows(&history, only).into_iter().for_each(|row| text.push_str(&row)),
            }
        }
        Ok(Some(text))
    }

    fn prefix(of: Of) -> String {
        match of {
            Of::Player(player) => of_player(player),
            Of::Table(table) => of_table(table),
        }
    }
}
