//! Records: values that are found by kind and key, and replaced in place.
//!
//! To the store, keys and values are opaque text. `journal` gives each kind a key type and a value type; nothing else
//! writes keys.

/// The kind of a record. Keys are unique within their kind.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr, strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum RecordKind {
    /// Accounts of players and bots, by player.
    Account,
    /// Hashes of passwords, by player.
    Password,
    /// Sealed secrets of second factors, by player.
    SecondFactor,
    /// The player who has a name, by name.
    Name,
    /// The player who keeps all names free that look like theirs, by likeness.
    NameLikeness,
    /// Sessions, by the hash of their secret.
    Session,
    /// Owners of API tokens, by the hash of the token.
    Token,
    /// Attempts to sign in, by the hash of the name.
    SignInAttempts,
    /// Accounts that were used on a device, by the hash of its cookie.
    Device,
    /// The devices on which an account was used, by player.
    AccountDevices,
    /// The last six digits that a player's second factor has used, by player.
    SecondFactorStep,
    /// Names and settings of tables that are not part of their log, by table.
    Table,
    /// Sealed seeds, by table and round.
    Seed,
    /// Tables between two rounds, by table and sequence number.
    Checkpoint,
    /// Summaries of rounds, by player and time.
    PlayerRound,
    /// Summaries of rounds, by table and round.
    TableRound,
    /// Turnover, by day and table.
    DailyTotals,
    /// Acts of the floor that the room log does not contain yet, by table and sequence number.
    FloorOutbox,
    /// The solo table at which a player sits, by player.
    SoloSeat,
    /// The tables at which a player sits, by player and table.
    Seat,
    /// A counter that changes with each wager of a player who has a limit, by player.
    WagerLock,
    /// The one-time code that makes an account floor.
    FloorCode,
    /// Proof that the house was funded.
    HouseFunding,
    /// The end of the room log, signed.
    JournalHead,
    /// A value sealed with the card room's key, which shows whether another key is the same one.
    SealCheck,
    /// What a node writes to find out whether the store can be written to again.
    WriteProbe,
}

impl RecordKind {
    /// Every kind.
    pub const ALL: &[RecordKind] = <RecordKind as strum::VariantArray>::VARIANTS;

    /// Its name in the database and in error messages.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a stored record must be for a write to be applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Precondition {
    /// Any value, or none.
    Any,
    /// No record under that key.
    Absent,
    /// Exactly this value.
    Equals(String),
}

/// A write of one record, applied only if its precondition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordWrite {
    /// The kind of the record.
    pub kind: RecordKind,
    /// Its key.
    pub key: String,
    /// The new value; `None` deletes the record.
    pub value: Option<String>,
    /// What the record must be before.
    pub precondition: Precondition,
}

impl RecordWrite {
    /// Writes a record, replacing any earlier value.
    pub const fn put(kind: RecordKind, key: String, value: String) -> RecordWrite {
        RecordWrite { kind, key, value: Some(value), precondition: Precondition::Any }
    }

    /// Writes a record that must not exist yet.
    pub const fn create(kind: RecordKind, key: String, value: String) -> RecordWrite {
        RecordWrite { kind, key, value: Some(value), precondition: Precondition::Absent }
    }

    /// Deletes a record.
    pub const fn delete(kind: RecordKind, key: String) -> RecordWrite {
        RecordWrite { kind, key, value: None, precondition: Precondition::Any }
    }
}

/// Records of one kind whose keys lie between two bounds, in the byte order of their keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRange {
    /// The kind.
    pub kind: RecordKind,
    /// The first key that belongs to the range.
    pub from: String,
    /// The first key after the range.
    pub until: String,
    /// The most records to return.
    pub limit: u32,
    /// Whether to start from the last key and go backwards.
    pub backwards: bool,
}

impl KeyRange {
    /// All records whose keys begin with `prefix`.
    pub fn prefix(kind: RecordKind, prefix: &str, limit: u32) -> KeyRange {
        // The last character of Unicode sorts behind every key in both databases, which compare bytes of UTF-8.
        let until = format!("{prefix}{}", char::MAX);
        KeyRange { kind, from: prefix.to_owned(), until, limit, backwards: false }
    }
}
