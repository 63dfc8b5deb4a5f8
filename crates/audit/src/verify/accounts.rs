//! Accounts: every record of them follows from the journal. All are recomputed and compared, and there must be no
//! others.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use super::{Failure, Figures, Verifier, Wrong};
use journal::accounts::AccountBook;
use journal::record::{
    AccountRecord, FloorCode, HouseFunding, NameLikenessRecord, NameRecord, PasswordHash, SecondFactorRecord,
    SecretHash, TokenRecord, Unkeyed, encode,
};
use journal::{Record, RecordKey};
use store::{KeyRange, LogId};
use table::PlayerId;

/// How many entries or records are read at a time.
const AT_ONCE: u32 = 500;

/// A record that follows from the journal.
trait FromJournal: Record<Key: Ord> {
    /// Returns the keys of all records of the type that should exist.
    fn keys(book: &AccountBook) -> BTreeSet<Self::Key>;

    /// Compares a stored text with what should be there.
    fn compare(book: &AccountBook, key: &Self::Key, stored: Option<&str>) -> Result<(), String>;
}

/// Declares records that are stored exactly as they follow from a book.
macro_rules! from_journal {
    ($($record:ty: |$book:ident| $keys:expr, |$key:ident| $expected:expr;)*) => {
        $(impl FromJournal for $record {
            fn keys($book: &AccountBook) -> BTreeSet<Self::Key> {
                $keys.collect()
            }

            fn compare($book: &AccountBook, $key: &Self::Key, stored: Option<&str>) -> Result<(), String> {
                let expected: Option<$record> = $expected;
                compare::<$record>($key, stored, expected.as_ref().map(encode).as_deref())
            }
        })*
    };
}

from_journal! {
    AccountRecord: |book| book.accounts().map(|(player, _)| player), |key| book.account(*key).cloned();
    NameRecord: |book| book.names().map(|(name, _)| name.clone()), |key| book.name(key);
    NameLikenessRecord: |book| book.likenesses().map(|(likeness, _)| likeness.clone()), |key| book.likeness(key);
    TokenRecord: |book| book.tokens().map(|(key, _)| *key), |key| book.token(key);
    FloorCode: |book| book.floor_code().map(|_| Unkeyed).into_iter(), |_key| book.floor_code().cloned();
    HouseFunding: |book| book.house_funding().map(|_| Unkeyed).into_iter(), |_key| book.house_funding().copied();
}

/// Declares secrets, which the journal names by the hash of their stored text.
macro_rules! secret_of_journal {
    ($($record:ty: $field:ident;)*) => {
        $(impl FromJournal for $record {
            fn keys(book: &AccountBook) -> BTreeSet<PlayerId> {
                book.accounts().filter(|(_, account)| account.$field.is_some()).map(|(player, _)| player).collect()
            }

            fn compare(book: &AccountBook, key: &PlayerId, stored: Option<&str>) -> Result<(), String> {
                let expected = book.account(*key).and_then(|account| account.$field);
                match (stored, expected) {
                    (Some(stored), Some(expected)) if SecretHash::of(stored) == expected => Ok(()),
                    (Some(_), Some(_)) => {
                        Err(format!("{} is not the one that the journal names", name::<$record>(key)))
                    }
                    (stored, expected) => {
                        compare::<$record>(key, stored, expected.map(|hash| hash.encode()).as_deref())
                    }
                }
            }
        })*
    };
}

secret_of_journal! {
    PasswordHash: password;
    SecondFactorRecord: second_factor;
}

impl Verifier<'_> {
    /// Compares all records that follow from the journal.
    pub(super) async fn accounts(&mut self) -> Result<(), Failure> {
        self.records_of::<AccountRecord>().await?;
        self.records_of::<NameRecord>().await?;
        self.records_of::<NameLikenessRecord>().await?;
        self.records_of::<TokenRecord>().await?;
        self.records_of::<PasswordHash>().await?;
        self.records_of::<SecondFactorRecord>().await?;
        self.records_of::<FloorCode>().await?;
        self.records_of::<HouseFunding>().await
    }

    async fn records_of<R: FromJournal>(&mut self) -> Result<(), Failure> {
        let mut range = KeyRange::prefix(R::KIND, "", AT_ONCE);
        let mut missing = R::keys(self.journal.book());
        loop {
            let page = self.store.records(range.clone()).await?;
            for (key, text) in &page {
                let unreadable = || {
                    Wrong::anywhere(format!("the {} record {key} has a key that none has", R::KIND.name()))
                };
                let key = R::Key::decode(key).ok_or_else(unreadable)?;
                missing.remove(&key);
                if R::compare(self.journal.book(), &key, Some(text)).is_err() {
                    self.record_of::<R>(&key).await?;
                }
                self.figures.account_records += 1;
            }
            match page.last() {
                // No key contains a control character, so nothing lies between a key and the key followed by one.
                Some((last, _)) if page.len() == AT_ONCE as usize => range.from = format!("{last}\u{1}"),
                _ => break,
            }
        }
        for key in missing {
            self.record_of::<R>(&key).await?;
        }
        Ok(())
    }

    /// Compares a record that is not what the journal said so far. The journal may have gone on since; if it has not,
    /// the record is wrong.
    async fn record_of<R: FromJournal>(&mut self, key: &R::Key) -> Result<(), Failure> {
        loop {
            self.follow_journal().await?;
            let stored = self.store.record(R::KIND, key.encode()).await?;
            let Err(why) = R::compare(self.journal.book(), key, stored.as_deref()) else { return Ok(()) };
            // Both are written by one commit, so that they fit if no entry was written while they were read.
            let head = self.store.head(LogId::ROOM).await?;
            if head.is_none_or(|head| head.seq == self.journal.seq()) {
                return Err(Wrong::anywhere(why).into());
            }
        }
    }

    /// Reads what was written into the journal since.
    pub(super) async fn follow_journal(&mut self) -> Result<(), Failure> {
        loop {
            let entries = self.store.entries(LogId::ROOM, self.journal.seq(), AT_ONCE).await?;
            for entry in &entries {
                // Counted by the next verification, which also compares its postings.
                self.journal.take(entry, &mut Figures::default())?;
            }
            if entries.len() < AT_ONCE as usize {
                return Ok(());
            }
        }
    }
}

fn compare<R: Record>(key: &R::Key, stored: Option<&str>, expected: Option<&str>) -> Result<(), String> {
    match (stored, expected) {
        (None, None) => Ok(()),
        (Some(stored), Some(expected)) if stored == expected => Ok(()),
        (None, Some(_)) => Err(format!("{} is missing, and the journal tells of it", name::<R>(key))),
        (Some(_), None) => Err(format!("there is {}, and the journal tells of none", name::<R>(key))),
        (Some(stored), Some(expected)) => Err(match difference(stored, expected) {
            Some(Difference { field, stored, expected }) => {
                format!("{} says {field:?} is {stored}, and by the journal it is {expected}", name::<R>(key))
            }
            None => format!("{} is not written as the journal says", name::<R>(key)),
        }),
    }
}

fn name<R: Record>(key: &R::Key) -> impl fmt::Display {
    format!("the {} record {}", R::KIND.name(), key.encode())
}

/// The first field in which two records differ.
struct Difference {
    field: String,
    stored: Value,
    expected: Value,
}

fn difference(stored: &str, expected: &str) -> Option<Difference> {
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let (stored, expected) = (read(stored)?, read(expected)?);
    let (stored, expected) = (stored.as_object()?, expected.as_object()?);
    let mut fields = expected.keys().chain(stored.keys());
    let field = fields.find(|field| stored.get(*field) != expected.get(*field))?;
    let value = |of: &serde_json::Map<String, Value>| of.get(field).cloned().unwrap_or_default();
    Some(Difference { field: field.clone(), stored: value(stored), expected: value(expected) })
}
