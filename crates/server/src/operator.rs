//! What the operator of a card room does at its machine, with the database and the key and without a session.

use std::path::PathBuf;
use std::sync::Arc;

use fair::entropy::OperatingSystem;
use room::Room;
use room::accounts::Accounts;

use crate::paths;
use crate::start::{Database, StartError, key_file, open_room};

/// A card room that is open for its operator and serves nobody.
pub struct Operator {
    room: Arc<Room>,
    accounts: Accounts,
}

impl Operator {
    /// Opens a card room that exists. In a file it must not be open elsewhere: the lock of its store sees to that. In
    /// PostgreSQL the operator is one more node.
    pub async fn open(database: &Database, key: Option<PathBuf>) -> Result<Operator, StartError> {
        if let Database::File(path) = database
            && !path.exists()
        {
            return Err(StartError::NoCardRoom(path.clone()));
        }
        // A key that is missing must not be made here: it would be another one than the card room's.
        let path = key_file(database, key);
        let found = paths::read_key(&path).map_err(|error| StartError::Key(path.clone(), error))?;
        let key = found.ok_or_else(|| StartError::NoKey(path.clone()))?;
        let store = database.open(None).await?;
        let room = open_room(store, database, (&path, &key), Box::new(OperatingSystem), 0).await?;
        Ok(Operator { accounts: Accounts::new(Arc::clone(&room)), room })
    }

    /// The accounts of the card room.
    pub const fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// Closes the card room.
    pub async fn close(self) {
        drop(self.accounts);
        self.room.close().await;
    }
}
