//! The records themselves, and the table of what each is stored as and found by.

use ::table::{PlayerId, TableId};
use fair::seal::Sealed;
use fair::shuffle::RoundId;
use protocol::{Receipt, Role, RoundSummary, TokenScope};
use serde::{Deserialize, Serialize};
use store::RecordKind;

use super::{
    DailyTotalsKey, EventKey, LikenessKey, NameKey, PlayerRoundKey, Record, SeatKey, SecretHash, Unkeyed,
};
use crate::checkpoint::CheckpointRecord;
use crate::protection::Protection;
use crate::room_log::RoomEvent;
use crate::summary::{DAY_MS, DailyTotals};

macro_rules! records {
    ($($record:ty: $kind:ident by $key:ty;)*) => {
        $(impl Record for $record {
            const KIND: RecordKind = RecordKind::$kind;
            type Key = $key;
        })*
    };
}

// The only list of kinds: two types of one kind would read each other's records.
records! {
    AccountDevices: AccountDevices by PlayerId;
    AccountRecord: Account by PlayerId;
    CheckpointRecord: Checkpoint by EventKey;
    DailyTotals: DailyTotals by DailyTotalsKey;
    DeviceRecord: Device by SecretHash;
    FloorCode: FloorCode by Unkeyed;
    FloorOutboxRecord: FloorOutbox by EventKey;
    HouseFunding: HouseFunding by Unkeyed;
    JournalHead: JournalHead by Unkeyed;
    NameLikenessRecord: NameLikeness by LikenessKey;
    NameRecord: Name by NameKey;
    PasswordHash: Password by PlayerId;
    PlayerRoundRecord: PlayerRound by PlayerRoundKey;
    SealCheck: SealCheck by Unkeyed;
    SealedSeed: Seed by RoundId;
    SeatRecord: Seat by SeatKey;
    SecondFactorRecord: SecondFactor by PlayerId;
    SecondFactorStep: SecondFactorStep by PlayerId;
    SessionRecord: Session by SecretHash;
    SignInAttempts: SignInAttempts by SecretHash;
    SoloSeat: SoloSeat by PlayerId;
    TableRecord: Table by TableId;
    TableRoundRecord: TableRound by RoundId;
    TokenRecord: Token by SecretHash;
    WagerLock: WagerLock by PlayerId;
    WriteProbe: WriteProbe by Unkeyed;
}

/// An account of a player or of a bot. It is what the journal's events make of it, and holds no secrets: a password and
/// a second factor are records of their own, which it names by the hash of their stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountRecord {
    /// The displayed name.
    pub name: String,
    /// The digest of the [`PasswordHash`]. Guests and bots have none.
    pub password: Option<SecretHash>,
    /// What the account may do beyond playing.
    pub role: Role,
    /// Whether the house plays for this account.
    pub bot: bool,
    /// When the account was created.
    pub created_ms: u64,
    /// The last day on which the account was used.
    pub day: AccountDay,
    /// Sessions with another epoch are over: changing the password increases it, and ends all tokens as well.
    pub epoch: u64,
    /// Its API tokens.
    pub tokens: Vec<AccountToken>,
    /// The player's own limits.
    pub protection: Protection,
    /// The digest of the [`SecondFactorRecord`], if the account asks for one.
    pub second_factor: Option<SecretHash>,
    /// The hashes of the recovery codes that were not used yet.
    pub recovery_codes: Vec<SecretHash>,
}

impl AccountRecord {
    /// A new account without a password, limit or chips.
    pub fn new(name: String, bot: bool, created_ms: u64) -> AccountRecord {
        AccountRecord {
            name,
            password: None,
            role: Role::Player,
            bot,
            created_ms,
            day: AccountDay { number: created_ms / DAY_MS, ..AccountDay::default() },
            epoch: 0,
            tokens: Vec::new(),
            protection: Protection::default(),
            second_factor: None,
            recovery_codes: Vec::new(),
        }
    }
}

/// A day on which an account was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountDay {
    /// Days since 1970, in universal time.
    pub number: u64,
    /// What the wallet held when the day began for it, with all grants of the day, in cents. Losses are counted from
    /// here, so that a grant neither hides nor adds a loss.
    pub opening: i64,
    /// How many stacks of chips the player has taken today, beyond the daily grant.
    pub stacks: u32,
}

/// An account's password: an argon2id hash with its parameters, so that a later version can ask for more work. Salt and
/// hash are hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PasswordHash {
    pub memory_kib: u32,
    pub passes: u32,
    pub lanes: u32,
    pub salt: String,
    pub hash: String,
}

/// An API token as its owner sees it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountToken {
    /// Its number within the account.
    pub id: u64,
    /// What its owner calls it.
    pub name: String,
    /// The key of its [`TokenRecord`].
    pub key: SecretHash,
    /// When it was created.
    pub created_ms: u64,
    /// What it may do.
    pub scopes: Vec<TokenScope>,
    /// When it ends by itself.
    pub expires_ms: u64,
}

/// The secret of an account's second factor, sealed with the card room's key, as hexadecimal text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorRecord {
    /// The sealed secret.
    pub sealed: String,
}

/// The last time step of which a player has used the six digits: each is good for one sign-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorStep {
    /// Steps of thirty seconds since 1970.
    pub step: u64,
}

/// The player who has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRecord {
    /// The player's number.
    pub player: u64,
}

/// The player who keeps all names that look like theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameLikenessRecord {
    /// The player's number.
    pub player: u64,
}

/// A session of a player who signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionRecord {
    /// The player's number.
    pub player: u64,
    /// The epoch of the account when the session began.
    pub epoch: u64,
    /// When the session was last used, roughly.
    pub seen_ms: u64,
}

/// The owner of an API token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRecord {
    /// The player's number.
    pub player: u64,
}

/// Recent attempts to sign in under a name, found by the hash of the normalized name: people type passwords into the
/// field for the name, so it is not stored as typed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignInAttempts {
    /// Attempts by where they came from. Only the latest sources are kept.
    pub sources: Vec<SourceAttempts>,
    /// How many attempts were made from devices that the account was never used on, since the last quiet day.
    pub strangers: u32,
    /// When the last of these was made.
    pub last_ms: u64,
}

/// Recent attempts to sign in under a name from one address or device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceAttempts {
    /// The hash of the address with the name, or of the device's cookie: nobody's address is stored.
    pub source: SecretHash,
    /// When attempts were made that count.
    pub at_ms: Vec<u64>,
    /// Until when no attempt is accepted.
    pub locked_until_ms: u64,
}

/// A device, which a long-lived cookie names, and the accounts that were used on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceRecord {
    /// The accounts, the one used last at the end.
    pub accounts: Vec<DeviceAccount>,
}

/// An account that was used on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceAccount {
    /// The player's number.
    pub player: u64,
    /// When the player last signed in there, roughly.
    pub seen_ms: u64,
}

/// The devices on which an account was used.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountDevices {
    /// The keys of their [`DeviceRecord`]s, the one used last at the end.
    pub devices: Vec<SecretHash>,
}

/// A table in the lobby's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRecord {
    /// Its name.
    pub name: String,
    /// The most seats that bots may take.
    pub house_players: u8,
    /// Whether it is closed for good.
    pub closed: bool,
}

/// The server's seed of a round, sealed. Written with the event that opens the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealedSeed(#[serde(with = "sealed")] pub Sealed);

/// A round as one player played it, with all seats of that player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerRoundRecord(pub RoundSummary);

/// A round of a table, with all seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableRoundRecord(pub RoundSummary);

/// An act of the floor that the room log does not contain yet. It is committed with the table's events and deleted with
/// the room log's entry, so that no act is left out or told twice, whatever is interrupted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FloorOutboxRecord(pub RoomEvent);

/// The solo table at which a player sits. Committed with sitting down and leaving, so that a player has one at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoloSeat {
    /// The table's number.
    pub table: u64,
}

/// Says that a player sits at a table, and may have a hand there. Committed with sitting down and leaving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRecord {}

/// A counter that increases with each wager of a player who has a limit. Two wagers that were both checked against the
/// same losses depend on the same count, so that only one of them is committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerLock {
    /// The number of wagers so far.
    pub count: u64,
}

/// The one-time code that makes an account floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum FloorCode {
    /// It can be used by anyone who has it.
    Open { key: SecretHash },
    /// It was used.
    Used { by: u64, at_ms: u64 },
}

/// Written when the house is given its chips, so that nodes that start together fund it once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseFunding {
    /// The amount in cents.
    pub amount: i64,
}

/// Written by a node whose last commits failed, to find out whether the store can be written to again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteProbe {
    /// When it was written.
    pub at_ms: u64,
}

/// The end of the room log, with the card room's signature. It is written with every entry of the room log: whoever can
/// write to the store and does not have the signing key cannot add to the log, change it or cut it off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JournalHead(pub Receipt);

/// A value that only the card room's key opens: a node with another key finds out at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealCheck(#[serde(with = "sealed")] pub Sealed);

/// Sealed seeds are stored as hexadecimal text.
mod sealed {
    use fair::seal::Sealed;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(sealed: &Sealed, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(sealed.to_bytes()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Sealed, D::Error> {
        let bytes = hex::decode(String::deserialize(from)?).map_err(de::Error::custom)?;
        // Only the form is checked. Whether the key opens it is known when the seed is needed.
        Sealed::from_bytes(&bytes).map_err(de::Error::custom)
    }
}
