//! All hands of a player, or all rounds of a table, oldest first, a page of text at a time.

use std::sync::Arc;

use table::{PlayerId, TableId};

use journal::record::{Pages, PlayerRoundRecord, RecordRange, RoundSummary, TableRoundRecord};
use store::{LogReader, StoreError};

use super::{Histories, Reader, csv};

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
    store: Arc<dyn LogReader>,
    histories: Histories,
    pages: RoundPages,
    /// The only player whose wagers are written.
    only: Option<PlayerId>,
    format: Format,
    has_begun: bool,
}

enum RoundPages {
    Player(Pages<PlayerRoundRecord>),
    Table(Pages<TableRoundRecord>),
}

impl RoundPages {
    async fn next(&mut self, store: &dyn LogReader) -> Result<Option<Vec<RoundSummary>>, StoreError> {
        Ok(match self {
            RoundPages::Player(pages) => {
                pages.next(store).await?.map(|page| page.into_iter().map(|(_, one)| one.record.0).collect())
            }
            RoundPages::Table(pages) => {
                pages.next(store).await?.map(|page| page.into_iter().map(|(_, one)| one.record.0).collect())
            }
        })
    }
}

impl Export {
    /// The hands, as that reader may know them.
    pub fn new(store: Arc<dyn LogReader>, of: Of, reader: Reader, format: Format) -> Export {
        let histories = Histories::new(Arc::clone(&store), reader);
        let (pages, only) = match of {
            Of::Player(player) => {
                (RoundPages::Player(Pages::new(RecordRange::of_player(player), AT_ONCE)), Some(player))
            }
            Of::Table(table) => (RoundPages::Table(Pages::new(RecordRange::of_table(table), AT_ONCE)), None),
        };
        Export { store, histories, pages, only, format, has_begun: false }
    }

    /// The next piece of text; nothing at the end.
    pub async fn page(&mut self) -> Result<Option<String>, StoreError> {
        let page = self.pages.next(&*self.store).await?;
        if page.is_none() && self.has_begun {
            return Ok(None);
        }
        let mut text = String::new();
        if self.format == Format::Csv && !self.has_begun {
            text.push_str(&csv::row(csv::COLUMNS.map(str::to_owned)));
        }
        self.has_begun = true;
        for summary in page.unwrap_or_default() {
            let history = self.histories.hand(&summary).await?;
            match self.format {
                Format::JsonLines => {
                    let line = history.record().and_then(|record| serde_json::to_string(&record));
                    text.push_str(&line.map_err(|error| StoreError::Broken(error.to_string()))?);
                    text.push('\n');
                }
                Format::Csv => csv::rows(&history, self.only).into_iter().for_each(|row| text.push_str(&row)),
            }
        }
        Ok(Some(text))
    }
}
