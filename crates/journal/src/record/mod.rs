//! Typed records: which value a [`RecordKind`] holds, and which key it is found by.
//!
//! A type that implements [`Record`] says its kind and the type of its key; [`ReadRecords`] adds typed reading to every
//! [`LogReader`], and [`put`], [`create`] and [`delete`] make typed writes. A stored value that cannot be read is
//! [`StoreError::Broken`], which names the kind and the key: a damaged record is a fault to be looked at, and a
//! default in its place would hide it.

use std::future::Future;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{KeyRange, LogReader, Precondition, RecordKind, RecordWrite, StoreError};

mod key;
mod kinds;

pub use key::{
    DailyTotalsKey, EventKey, LikenessKey, NameKey, PlayerRoundKey, RecordKey, SeatKey, SecretHash, Unkeyed,
    plain_letters,
};
pub use kinds::{
    AccountDay, AccountDevices, AccountRecord, AccountToken, DeviceAccount, DeviceRecord, FloorCode,
    FloorOutboxRecord, HouseFunding, JournalHead, NameLikenessRecord, NameRecord, PasswordHash,
    PlayerRoundRecord, SealCheck, SealedSeed, SeatRecord, SecondFactorRecord, SecondFactorStep,
    SessionRecord, SignInAttempts, SoloSeat, SourceAttempts, TableRecord, TableRoundRecord, TokenRecord,
    WagerLock, WriteProbe,
};
pub use protocol::RoundSummary;

/// A value that is stored as a record.
pub trait Record: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The kind under which it is stored. No two types share one.
    const KIND: RecordKind;

    /// What it is found by.
    type Key: RecordKey;
}

/// Records of a range with their keys, in the order of the keys.
type KeyedRecords<R> = Vec<(<R as Record>::Key, KeyedRecord<R>)>;

/// A record as it was read. It remembers the stored text, so that a write can depend on the record being unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyedRecord<R> {
    /// The value.
    pub record: R,
    text: String,
}

impl<R: Record> KeyedRecord<R> {
    /// Replaces the record, unless it was changed since it was read.
    pub fn replace(self, key: &R::Key, record: &R) -> RecordWrite {
        RecordWrite { precondition: Precondition::Equals(self.text), ..put(key, record) }
    }

    /// Requires that the record is still what was read, and leaves it so.
    pub fn require(self, key: &R::Key) -> RecordWrite {
        RecordWrite {
            // Stores put preconditions on writes only, so the same text is written again.
            precondition: Precondition::Equals(self.text.clone()),
            ..RecordWrite::put(R::KIND, key.encode(), self.text)
        }
    }

    /// Deletes the record, unless it was changed since it was read.
    pub fn delete(self, key: &R::Key) -> RecordWrite {
        RecordWrite { precondition: Precondition::Equals(self.text), ..delete::<R>(key) }
    }
}

/// Writes a record, replacing any earlier value.
pub fn put<R: Record>(key: &R::Key, record: &R) -> RecordWrite {
    RecordWrite::put(R::KIND, key.encode(), encode(record))
}

/// Writes a record that must not exist yet.
pub fn create<R: Record>(key: &R::Key, record: &R) -> RecordWrite {
    RecordWrite::create(R::KIND, key.encode(), encode(record))
}

/// Writes a record that must still be as it was read: absent, or unchanged.
pub fn replace<R: Record>(before: Option<KeyedRecord<R>>, key: &R::Key, record: &R) -> RecordWrite {
    match before {
        Some(before) => before.replace(key, record),
        None => create(key, record),
    }
}

/// Deletes a record.
pub fn delete<R: Record>(key: &R::Key) -> RecordWrite {
    RecordWrite::delete(R::KIND, key.encode())
}

/// Returns the stored text of a record.
///
/// # Panics
/// Never: records are structures of text and numbers, and those always have a JSON form.
pub fn encode<R: Record>(record: &R) -> String {
    serde_json::to_string(record).expect("a record of text and numbers has a JSON form")
}

/// Returns the SHA-256 of a record's stored text. The journal names secrets by it.
pub fn digest<R: Record>(record: &R) -> SecretHash {
    SecretHash::of(&encode(record))
}

/// Reads a stored text. The error names the kind and the key.
pub fn decode<R: Record>(key: &str, text: &str) -> Result<R, StoreError> {
    serde_json::from_str(text).map_err(|error| unreadable::<R>(key, &error))
}

fn unreadable<R: Record>(key: &str, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("the {} record {key} cannot be read: {why}", R::KIND.name()))
}

/// A range of records of one type, in the order of their keys.
pub struct RecordRange<R> {
    keys: KeyRange,
    record: PhantomData<fn() -> R>,
}

impl<R: Record> RecordRange<R> {
    /// All records of the type.
    pub fn all() -> RecordRange<R> {
        RecordRange::prefix("")
    }

    /// Records whose keys begin with an encoded prefix. Key types offer ranges by the components of a key.
    fn prefix(prefix: &str) -> RecordRange<R> {
        // No key contains that character, so all keys that begin with the prefix lie before it.
        RecordRange::between(prefix.to_owned(), format!("{prefix}{}", char::MAX))
    }

    fn between(from: String, until: String) -> RecordRange<R> {
        let keys = KeyRange { kind: R::KIND, from, until, limit: u32::MAX >> 1, backwards: false };
        RecordRange { keys, record: PhantomData }
    }

    /// At most `limit` records.
    #[must_use]
    pub fn limit(mut self, limit: u32) -> RecordRange<R> {
        self.keys.limit = limit;
        self
    }

    /// From the last key backwards.
    #[must_use]
    pub fn backwards(mut self) -> RecordRange<R> {
        self.keys.backwards = true;
        self
    }

    /// Only records after that key.
    #[must_use]
    pub fn after(mut self, key: &R::Key) -> RecordRange<R> {
        // No key contains a control character, so nothing lies between a key and the key followed by one.
        self.keys.from = format!("{}\u{1}", key.encode());
        self
    }

    /// Only records before that key.
    #[must_use]
    pub fn before(mut self, key: &R::Key) -> RecordRange<R> {
        self.keys.until = key.encode();
        self
    }
}

/// Typed reading of records, for every store.
pub trait ReadRecords: LogReader {
    /// Returns a record.
    fn get<R: Record>(&self, key: &R::Key) -> impl Future<Output = Result<Option<R>, StoreError>> + Send {
        let stored = self.get_stored::<R>(key);
        async move { Ok(stored.await?.map(|stored| stored.record)) }
    }

    /// Returns a record with what a later write needs in order to depend on it.
    fn get_stored<R: Record>(
        &self,
        key: &R::Key,
    ) -> impl Future<Output = Result<Option<KeyedRecord<R>>, StoreError>> + Send {
        let key = key.encode();
        async move {
            let Some(text) = self.record(R::KIND, key.clone()).await? else { return Ok(None) };
            Ok(Some(KeyedRecord { record: decode(&key, &text)?, text }))
        }
    }

    /// Returns the records of a range with their keys.
    fn scan<R: Record>(
        &self,
        range: &RecordRange<R>,
    ) -> impl Future<Output = Result<KeyedRecords<R>, StoreError>> + Send {
        let range = range.keys.clone();
        async move {
            let found = self.records(range).await?.into_iter().map(|(key, text)| {
                let decoded = R::Key::decode(&key);
                // One unreadable key fails the whole range. Left out, a damaged record would vanish from lists and
                // totals.
                let decoded = decoded.ok_or_else(|| unreadable::<R>(&key, &"it is not one of its keys"))?;
                Ok((decoded, KeyedRecord { record: decode(&key, &text)?, text }))
            });
            found.collect()
        }
    }
}

impl<Store: LogReader + ?Sized> ReadRecords for Store {}

/// A range that is read some records at a time, so that memory does not grow with the store.
pub struct Pages<R: Record> {
    /// `None` after the last page.
    rest: Option<RecordRange<R>>,
    size: u32,
}

impl<R: Record> Pages<R> {
    /// Reads `range` in its direction, `size` records at a time.
    pub fn new(range: RecordRange<R>, size: u32) -> Pages<R> {
        Pages { rest: Some(range.limit(size)), size }
    }

    /// Returns the next page; `None` at the end. No page is empty.
    pub async fn next(
        &mut self,
        store: &(impl LogReader + ?Sized),
    ) -> Result<Option<Vec<(R::Key, KeyedRecord<R>)>>, StoreError> {
        let Some(range) = self.rest.take() else { return Ok(None) };
        let page = store.scan(&range).await?;
        // A shorter page was the last. A full one may have been; only the next tells.
        if page.len() == self.size as usize {
            let rest = |key| if range.keys.backwards { range.before(key) } else { range.after(key) };
            self.rest = page.last().map(|(key, _)| rest(key));
        }
        Ok(Some(page).filter(|page| !page.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use ::table::TableId;
    use store::memory::Memory;
    use store::{Commit, LogWriter, RecordKind, RecordWrite, StoreError};

    use super::{Pages, ReadRecords, RecordKey, RecordRange, TableRecord, put};

    async fn write(store: &Memory, write: RecordWrite) {
        store.append(Commit { writes: vec![write], ..Commit::default() }).await.expect("it is written");
    }

    fn record(name: &str) -> TableRecord {
        TableRecord { name: name.to_owned(), house_players: 0, closed: false }
    }

    #[tokio::test]
    async fn a_record_that_cannot_be_read_is_a_fault_that_names_it() {
        let store = Memory::default();
        let key = TableId(7);
        assert_eq!(store.get::<TableRecord>(&key).await, Ok(None));
        write(&store, put(&key, &record("Seven"))).await;
        assert_eq!(store.get::<TableRecord>(&key).await, Ok(Some(record("Seven"))));
        for damaged in ["", "{}", "null", "{\"name\":7}"] {
            write(&store, RecordWrite::put(RecordKind::Table, key.encode(), damaged.into())).await;
            let answer = store.get::<TableRecord>(&key).await;
            let expected = "the table record 0000000000000007 cannot be read";
            assert!(
                matches!(&answer, Err(StoreError::Broken(why)) if why.starts_with(expected)),
                "{answer:?}"
            );
        }
        write(&store, RecordWrite::put(RecordKind::Table, "seven".into(), "{}".into())).await;
        assert!(matches!(store.scan(&RecordRange::<TableRecord>::all()).await, Err(StoreError::Broken(_))));
    }

    #[tokio::test]
    async fn pages_have_every_record_once_and_in_order() {
        let store = Memory::default();
        for number in [300, 1, 2, 16, 17] {
            write(&store, put(&TableId(number), &record("A table"))).await;
        }
        for size in 1..=6 {
            let mut pages = Pages::<TableRecord>::new(RecordRange::all(), size);
            let mut found = Vec::new();
            while let Some(page) = pages.next(&store).await.expect("a page") {
                found.extend(page.into_iter().map(|(table, _)| table.0));
            }
            assert_eq!(found, [1, 2, 16, 17, 300], "{size} at a time");
        }
    }
}
