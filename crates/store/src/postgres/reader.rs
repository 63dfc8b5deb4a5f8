//! The connection that reads.

use std::sync::Arc;

use tokio::sync::Mutex;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Config, Error, Row};

use super::connection::{ANSWERED_WITHIN, Connected, RetryBudget, reading};
use super::fault::Fault;
use crate::StoreError;

/// Reads for all callers on one connection. Queries are pipelined: a caller sends its own without waiting for the
/// answers to others.
pub(super) struct Reader {
    config: Config,
    client: Mutex<Option<Arc<Connected>>>,
}

impl Reader {
    pub(super) async fn new(config: Config) -> Result<Reader, Error> {
        let client = Mutex::new(Some(Arc::new(reading(&config).await?)));
        Ok(Reader { config, client })
    }

    /// Returns the rows of a query. An interrupted query is sent again, because reading has no effect.
    pub(super) async fn rows<T>(
        &self,
        query: &str,
        parameters: &[(&(dyn ToSql + Sync), Type)],
        row: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut budget = RetryBudget::new();
        loop {
            match self.ask(query, parameters).await {
                Ok(rows) => return rows.iter().map(row).collect(),
                Err(Fault::Refused(error)) => return Err(error),
                Err(Fault::Disconnected(why) | Fault::Unknown(why)) if !budget.lasts().await => {
                    return Err(StoreError::Unavailable(why));
                }
                Err(_) => {}
            }
        }
    }

    async fn ask(&self, query: &str, parameters: &[(&(dyn ToSql + Sync), Type)]) -> Result<Vec<Row>, Fault> {
        let asked = async {
            let client = self.client().await?;
            client.query_typed(query, parameters).await
        };
        if let Ok(answer) = tokio::time::timeout(ANSWERED_WITHIN, asked).await {
            return Ok(answer?);
        }
        *self.client.lock().await = None;
        Err(Fault::silent())
    }

    async fn client(&self) -> Result<Arc<Connected>, Error> {
        let mut client = self.client.lock().await;
        match &*client {
            Some(client) if !client.is_closed() => Ok(Arc::clone(client)),
            _ => {
                let fresh = Arc::new(reading(&self.config).await?);
                *client = Some(Arc::clone(&fresh));
                Ok(fresh)
            }
        }
    }
}
