//! Keys of records and their encoding.
//!
//! A number is encoded as 16 lower-case hexadecimal digits, so that the byte order of keys is the order of the numbers.
//! Components are joined by `/` in order of significance, which makes every leading group of components a prefix
//! that a range can be taken of. Hashes are 64 hexadecimal digits. Names are stored as text; a record of which there is
//! only one has the empty key.

use ::table::{PlayerId, TableId};
use fair::shuffle::RoundId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{PlayerRoundRecord, Record, RecordRange};

/// The key of a record. `decode` is the inverse of `encode` and accepts nothing else.
pub trait RecordKey: Sized + Send + Sync {
    /// Returns its stored form.
    fn encode(&self) -> String;

    /// Reads its stored form.
    fn decode(text: &str) -> Option<Self>;
}

fn encode<const COUNT: usize>(numbers: [u64; COUNT]) -> String {
    // Of fixed width, because stores compare keys as bytes.
    numbers.map(|number| format!("{number:016x}")).join("/")
}

fn decode<const COUNT: usize>(text: &str) -> Option<[u64; COUNT]> {
    let mut parts = text.split('/');
    let mut numbers = [0; COUNT];
    for number in &mut numbers {
        *number = u64::from_str_radix(parts.next()?, 16).ok()?;
    }
    // `from_str_radix` takes signs, capitals and short numbers, which would give one record several keys.
    (parts.next().is_none() && encode(numbers) == text).then_some(numbers)
}

/// Makes a type the key that consists of these numbers, in order of significance.
macro_rules! number_key {
    ($key:ty, |$own:ident| $numbers:expr, |$parts:pat_param| $made:expr) => {
        impl RecordKey for $key {
            fn encode(&self) -> String {
                let $own = self;
                encode($numbers)
            }

            fn decode(text: &str) -> Option<$key> {
                decode(text).map(|$parts| $made)
            }
        }
    };
}

number_key!(PlayerId, |player| [player.0], |[player]| PlayerId(player));
number_key!(TableId, |table| [table.0], |[table]| TableId(table));
number_key!(RoundId, |key| [key.table, key.round], |[table, round]| RoundId { table, round });
number_key!(EventKey, |key| [key.table.0, key.seq], |[table, seq]| EventKey { table: TableId(table), seq });
number_key!(SeatKey, |key| [key.player.0, key.table.0], |[player, table]| SeatKey {
    player: PlayerId(player),
    table: TableId(table)
});
number_key!(DailyTotalsKey, |key| [key.day, key.table.0], |[day, table]| DailyTotalsKey {
    day,
    table: TableId(table)
});
number_key!(PlayerRoundKey, |key| [key.player.0, key.at_ms, key.table.0, key.round], |[
    player,
    at_ms,
    table,
    round,
]| {
    PlayerRoundKey { player: PlayerId(player), at_ms, table: TableId(table), round }
});

/// A player at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeatKey {
    /// The player.
    pub player: PlayerId,
    /// The table.
    pub table: TableId,
}

/// An event of a table's log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventKey {
    /// The table.
    pub table: TableId,
    /// The sequence number of the event.
    pub seq: u64,
}

/// A round in which a player took part. A player's rounds are in the order in which they ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlayerRoundKey {
    /// The player.
    pub player: PlayerId,
    /// When the round ended, in milliseconds since 1970.
    pub at_ms: u64,
    /// The table.
    pub table: TableId,
    /// The number of the round.
    pub round: u64,
}

/// A day at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DailyTotalsKey {
    /// Days since 1970, in universal time.
    pub day: u64,
    /// The table.
    pub table: TableId,
}

/// The SHA-256 of a secret. Records are found by it, so that the store never holds the secret itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretHash(#[serde(with = "hex")] [u8; 32]);

impl SecretHash {
    /// Hashes a secret. Secrets have 256 random bits, so a fast hash is enough.
    pub fn of(secret: &str) -> SecretHash {
        SecretHash(Sha256::digest(secret.as_bytes()).into())
    }
}

impl RecordKey for SecretHash {
    fn encode(&self) -> String {
        hex::encode(self.0)
    }

    fn decode(text: &str) -> Option<SecretHash> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        // Upper-case digits would give one secret a second key.
        Some(SecretHash(bytes)).filter(|hash| hash.encode() == text)
    }
}

/// A name as it is looked up: in lower case, with single spaces.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NameKey(String);

impl NameKey {
    /// Normalizes a name.
    pub fn new(name: &str) -> NameKey {
        NameKey(name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
    }

    /// The range of names that begin with this one.
    pub fn completions<R: Record<Key = NameKey>>(&self) -> RecordRange<R> {
        RecordRange::prefix(&self.0)
    }
}

impl RecordKey for NameKey {
    fn encode(&self) -> String {
        self.0.clone()
    }

    fn decode(text: &str) -> Option<NameKey> {
        // A key that is not normalized would hide that the name is taken.
        Some(NameKey::new(text)).filter(|key| key.0 == text)
    }
}

/// What names that look alike have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LikenessKey(String);

impl LikenessKey {
    /// Returns what names have in common that a quick look cannot tell apart. One player has all names of a likeness.
    pub fn of(name: &str) -> LikenessKey {
        // A capital I and a small l are the same stroke in most fonts.
        LikenessKey(plain_letters(name).replace('l', "i"))
    }
}

/// Returns the letters and digits of a name, each as the plain letter that it looks like.
pub fn plain_letters(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).map(looks_like).collect()
}

/// Returns the plain letter that a reader may take a character for.
fn looks_like(character: char) -> char {
    let lower = character.to_lowercase().next().unwrap_or(character);
    match lower {
        '0' | 'ò'..='ö' | 'ø' => 'o',
        '1' | 'ì'..='ï' | 'ı' => 'i',
        '3' | 'è'..='ë' => 'e',
        '4' | 'à'..='å' => 'a',
        '5' | 'ś' | 'š' | 'ş' => 's',
        'ù'..='ü' | 'ū' => 'u',
        'ħ' => 'h',
        other => other,
    }
}

impl RecordKey for LikenessKey {
    fn encode(&self) -> String {
        self.0.clone()
    }

    fn decode(text: &str) -> Option<LikenessKey> {
        Some(LikenessKey(text.to_owned()))
    }
}

/// The key of a record of which there is only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unkeyed;

impl RecordKey for Unkeyed {
    fn encode(&self) -> String {
        String::new()
    }

    fn decode(text: &str) -> Option<Unkeyed> {
        text.is_empty().then_some(Unkeyed)
    }
}

impl RecordRange<PlayerRoundRecord> {
    /// The rounds of a player.
    pub fn of_player(player: PlayerId) -> RecordRange<PlayerRoundRecord> {
        RecordRange::prefix(&format!("{}/", encode([player.0])))
    }

    /// The rounds of a player that ended at `from_ms` or later, and before `until_ms`.
    pub fn of_player_between(
        player: PlayerId,
        from_ms: u64,
        until_ms: u64,
    ) -> RecordRange<PlayerRoundRecord> {
        RecordRange::between(encode([player.0, from_ms]), encode([player.0, until_ms]))
    }
}

impl<R: Record<Key = SeatKey>> RecordRange<R> {
    /// The tables at which a player sits.
    pub fn of_seats(player: PlayerId) -> RecordRange<R> {
        RecordRange::prefix(&format!("{}/", encode([player.0])))
    }
}

impl<R: Record<Key = RoundId>> RecordRange<R> {
    /// The rounds of a table.
    pub fn of_table(table: TableId) -> RecordRange<R> {
        RecordRange::prefix(&format!("{}/", encode([table.0])))
    }
}

impl<R: Record<Key = EventKey>> RecordRange<R> {
    /// The events of a table.
    pub fn of_log(table: TableId) -> RecordRange<R> {
        RecordRange::prefix(&format!("{}/", encode([table.0])))
    }
}

impl<R: Record<Key = DailyTotalsKey>> RecordRange<R> {
    /// The days from `first` to `last`, both included, of all tables.
    pub fn of_days(first: u64, last: u64) -> RecordRange<R> {
        RecordRange::between(encode([first]), encode([last.saturating_add(1)]))
    }
}

#[cfg(test)]
mod tests {
    use ::table::{PlayerId, TableId};

    use super::{EventKey, LikenessKey, NameKey, PlayerRoundKey, RecordKey, SecretHash};

    #[test]
    fn keys_are_in_the_order_of_their_numbers() {
        let numbers = [0, 1, 9, 10, 255, 256, u64::MAX >> 1, u64::MAX];
        let keys = numbers.map(|number| TableId(number).encode());
        assert!(keys.is_sorted(), "{keys:?}");
        let pairs = [(1, 9), (1, 10), (2, 0), (16, 1)];
        let keys = pairs.map(|(table, seq)| EventKey { table: TableId(table), seq }.encode());
        assert!(keys.is_sorted(), "{keys:?}");
        assert_eq!(keys[1], "0000000000000001/000000000000000a");
    }

    #[test]
    fn names_that_look_the_same_have_one_likeness() {
        for name in ["Flora", "FLORA", "F1ora", "FIora", "fl0ra", "Flörà", "Flo_ra", "F-l-o-r-a"] {
            assert_eq!(LikenessKey::of(name), LikenessKey::of("flora"), "{name}");
        }
        for name in ["Flora 2", "Floras", "Clora"] {
            assert_ne!(LikenessKey::of(name), LikenessKey::of("flora"), "{name}");
        }
    }

    #[test]
    fn keys_come_back_as_they_were_and_have_one_form() {
        let key = PlayerRoundKey { player: PlayerId(7), at_ms: 1, table: TableId(2), round: 3 };
        assert_eq!(PlayerRoundKey::decode(&key.encode()), Some(key));
        let hash = SecretHash::of("secret");
        assert_eq!(SecretHash::decode(&hash.encode()), Some(hash));
        assert_eq!(SecretHash::decode(&hash.encode().to_uppercase()), None);
        for text in ["", "7", "+000000000000007", "000000000000000A", "0000000000000007/", "z"] {
            assert_eq!(TableId::decode(text), None, "{text}");
        }
        assert_eq!(NameKey::new(" ADA  Lovelace").encode(), "ada lovelace");
        assert_eq!(NameKey::decode("Ada"), None);
    }
}
