//! The rules of accounts: which events the journal may contain, and what is made of them.
//!
//! The journal is the ground state. [`AccountRecord::after`] makes the next record of an account out of an event, for
//! the room that writes it and for everybody who reads it again, so that no field of a record changes without an event.
//! [`AccountBook`] adds what one record cannot know: that the account exists, that its name is its own, that the player
//! who gives a role is floor. `uth verify` applies every event of the journal to a book and compares the records of the
//! store with it.
//!
//! ```
//! use journal::accounts::{AccountBook, GRANT};
//! use journal::room_log::{GrantReason, RoomEvent};
//!
//! let mut book = AccountBook::default();
//! let grant = |amount| RoomEvent::Granted { player: 7, amount, why: GrantReason::Starting {} };
//! book.apply(&RoomEvent::Joined { player: 7, name: "Guest 7".into(), bot: false }, 0)?;
//! book.apply(&grant(GRANT.0), 0)?;
//! let again = book.apply(&grant(GRANT.0), 1).unwrap_err();
//! assert_eq!(again.to_string(), "player 7 gets a starting grant, which comes once and with joining");
//! # Ok::<(), journal::accounts::AccountFault>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};

use protocol::Role;
use store::RecordWrite;
use table::PlayerId;
use uth::Cents;

use crate::record::{
    AccountRecord, FloorCode, HouseFunding, LikenessKey, NameKey, NameLikenessRecord, NameRecord, SecretHash,
    TokenRecord, create, delete,
};
use crate::room_log::{Authority, GrantReason, RoomEvent};

mod fault;
mod rules;
#[cfg(test)]
mod tests;

pub use fault::AccountFault;

/// The chips of a new account, and what the first visit of a day fills a wallet up to: 1,000.00.
pub const GRANT: Cents = Cents(100_000);

/// How many times a day a player who has lost everything may have the wallet filled, beyond the daily grant. Chips are
/// play money, but a rank or a report means nothing if they are endless.
pub const STACKS_PER_DAY: u32 = 3;

/// A player with less has nothing left to play with: it takes this much for Ante and Blind at the smallest of the
/// tables that a new card room opens.
pub const LEAST_TO_PLAY: Cents = Cents::dollars(10);

/// A bot with less is given more chips by the cashier.
pub const BOT_MINIMUM: Cents = Cents::dollars(5_000);

/// How many chips it is given.
pub const BOT_GRANT: Cents = Cents::dollars(20_000);

/// What the house of a new card room is given to bank with.
pub const HOUSE_CHIPS: Cents = Cents::dollars(10_000_000_000);

/// How many tokens an account may have.
pub const MOST_TOKENS: usize = 20;

/// The longest exclusion, in days.
pub const LONGEST_EXCLUSION_DAYS: u64 = 3_650;

/// Returns the records of a new account. The first of its events is that it joined.
pub fn new_account(
    player: PlayerId,
    events: &[RoomEvent],
    at_ms: u64,
) -> Result<Vec<RecordWrite>, AccountFault> {
    let Some((RoomEvent::Joined { name, bot, .. }, rest)) = events.split_first() else {
        return Err(AccountFault::NoSuchAccount { player: player.0 });
    };
    let new = AccountRecord::new(name.clone(), *bot, at_ms);
    let record = rest.iter().try_fold(new, |record, event| record.after(event, at_ms))?;
    // All must be new: a name belongs to one account, and a number is never given twice.
    let mut writes = index_writes(player, None, &record);
    writes.push(create(&player, &record));
    Ok(writes)
}

/// Returns the writes of the indexes by which an account is found, after it was created or changed. A name or a token
/// that belongs to another account fails its precondition.
pub fn index_writes(
    player: PlayerId,
    before: Option<&AccountRecord>,
    after: &AccountRecord,
) -> Vec<RecordWrite> {
    let mut writes = Vec::new();
    let name_before = before.map(|before| NameKey::new(&before.name));
    let name = NameKey::new(&after.name);
    if name_before.as_ref() != Some(&name) {
        writes.extend(name_before.map(|name| delete::<NameRecord>(&name)));
        writes.push(create(&name, &NameRecord { player: player.0 }));
    }
    let likeness_before = before.and_then(AccountRecord::likeness);
    let likeness = after.likeness();
    if likeness_before != likeness {
        writes.extend(likeness_before.map(|likeness| delete::<NameLikenessRecord>(&likeness)));
        let record = NameLikenessRecord { player: player.0 };
        writes.extend(likeness.map(|likeness| create(&likeness, &record)));
    }
    let keys = |record: &AccountRecord| record.tokens.iter().map(|token| token.key).collect::<BTreeSet<_>>();
    let (tokens_before, tokens) = (before.map(keys).unwrap_or_default(), keys(after));
    writes.extend(tokens_before.difference(&tokens).map(delete::<TokenRecord>));
    let record = TokenRecord { player: player.0 };
    writes.extend(tokens.difference(&tokens_before).map(|key| create(key, &record)));
    writes
}

/// All accounts of a card room, as the journal tells of them.
#[derive(Clone, Debug, Default)]
pub struct AccountBook {
    accounts: BTreeMap<u64, AccountRecord>,
    names: BTreeMap<NameKey, u64>,
    likenesses: BTreeMap<LikenessKey, u64>,
    tokens: BTreeMap<SecretHash, u64>,
    floor_code: Option<FloorCode>,
    house: Option<HouseFunding>,
    /// Who is or has been floor. An act of the floor may come into the journal after its author has lost the role.
    floors: BTreeSet<u64>,
    tables: BTreeSet<u64>,
    /// The nodes that have started, and whether they run.
    nodes: BTreeMap<String, bool>,
    /// The player whom the event before this one created.
    newcomer: Option<u64>,
}

impl AccountBook {
    /// Applies the next event of the journal. An event that the rules do not allow changes nothing.
    pub fn apply(&mut self, event: &RoomEvent, at_ms: u64) -> Result<(), AccountFault> {
        match event {
            RoomEvent::HouseFunded { amount } => self.fund_house(*amount)?,
            RoomEvent::Joined { player, name, bot } => self.join(*player, name, *bot, at_ms)?,
            RoomEvent::FloorCodeIssued { code } => self.issue_floor_code(*code)?,
            RoomEvent::TableOpened { table, by, .. } => self.open_table(*table, *by)?,
            RoomEvent::RoundVoided { table, by, .. } | RoomEvent::TableClosed { table, by, .. } => {
                self.require_table(*table)?;
                self.require_former_floor(*by)?;
            }
            RoomEvent::Started { node, .. } => self.start(node)?,
            RoomEvent::Stopped { node } => self.stop(node)?,
            RoomEvent::ClockJumped { node, .. } => self.require_running(node)?,
            _ => self.amend(event, at_ms)?,
        }
        self.newcomer = match event {
            RoomEvent::Joined { player, .. } => Some(*player),
            _ => None,
        };
        Ok(())
    }

    /// Returns the record of an account.
    pub fn account(&self, player: PlayerId) -> Option<&AccountRecord> {
        self.accounts.get(&player.0)
    }

    /// Returns all accounts.
    pub fn accounts(&self) -> impl Iterator<Item = (PlayerId, &AccountRecord)> {
        self.accounts.iter().map(|(player, record)| (PlayerId(*player), record))
    }

    /// Returns the player who has a name.
    pub fn name(&self, name: &NameKey) -> Option<NameRecord> {
        self.names.get(name).map(|player| NameRecord { player: *player })
    }

    /// Returns all names.
    pub fn names(&self) -> impl Iterator<Item = (&NameKey, NameRecord)> {
        self.names.iter().map(|(name, player)| (name, NameRecord { player: *player }))
    }

    /// Returns the player who keeps all names of a likeness.
    pub fn likeness(&self, likeness: &LikenessKey) -> Option<NameLikenessRecord> {
        self.likenesses.get(likeness).map(|player| NameLikenessRecord { player: *player })
    }

    /// Returns all likenesses of names that players have chosen.
    pub fn likenesses(&self) -> impl Iterator<Item = (&LikenessKey, NameLikenessRecord)> {
        self.likenesses.iter().map(|(likeness, player)| (likeness, NameLikenessRecord { player: *player }))
    }

    /// Returns the owner of a token.
    pub fn token(&self, key: &SecretHash) -> Option<TokenRecord> {
        self.tokens.get(key).map(|player| TokenRecord { player: *player })
    }

    /// Returns all tokens.
    pub fn tokens(&self) -> impl Iterator<Item = (&SecretHash, TokenRecord)> {
        self.tokens.iter().map(|(key, player)| (key, TokenRecord { player: *player }))
    }

    /// Returns the one-time code of the first start, if one was issued.
    pub const fn floor_code(&self) -> Option<&FloorCode> {
        self.floor_code.as_ref()
    }

    /// Returns what the house was given, if it was.
    pub const fn house_funding(&self) -> Option<&HouseFunding> {
        self.house.as_ref()
    }

    fn fund_house(&mut self, amount: i64) -> Result<(), AccountFault> {
        if amount != HOUSE_CHIPS.0 {
            return Err(AccountFault::HouseFunding { amount: Cents(amount) });
        }
        if self.house.is_some() {
            return Err(AccountFault::HouseFundedTwice);
        }
        self.house = Some(HouseFunding { amount });
        Ok(())
    }

    fn join(&mut self, player: u64, name: &str, bot: bool, at_ms: u64) -> Result<(), AccountFault> {
        if player == 0 || self.accounts.contains_key(&player) {
            return Err(AccountFault::NumberTaken { player });
        }
        let record = AccountRecord::new(name.to_owned(), bot, at_ms);
        self.require_free_name(player, &record)?;
        self.index(player, None, &record);
        self.accounts.insert(player, record);
        Ok(())
    }

    fn issue_floor_code(&mut self, key: SecretHash) -> Result<(), AccountFault> {
        if let Some(FloorCode::Used { .. }) = self.floor_code {
            return Err(AccountFault::CodeUsed);
        }
        self.floor_code = Some(FloorCode::Open { key });
        Ok(())
    }

    /// Changes an account that exists.
    fn amend(&mut self, event: &RoomEvent, at_ms: u64) -> Result<(), AccountFault> {
        let player = event.player().unwrap_or_default();
        let before = self.accounts.get(&player).ok_or(AccountFault::NoSuchAccount { player })?;
        self.require_authority(player, event)?;
        if let RoomEvent::Granted { why: GrantReason::Starting {}, .. } = event
            && self.newcomer != Some(player)
        {
            return Err(AccountFault::NoNewcomer { player });
        }
        if let RoomEvent::TokenCreated { key, .. } = event
            && self.tokens.contains_key(key)
        {
            return Err(AccountFault::TokenTaken { player });
        }
        let after = before.after(event, at_ms)?;
        if after.name != before.name {
            self.require_free_name(player, &after)?;
        }
        if let RoomEvent::RoleGiven { by: Authority::FirstStartCode, .. } = event {
            self.floor_code = Some(FloorCode::Used { by: player, at_ms });
        }
        if after.role == Role::Floor {
            self.floors.insert(player);
        }
        let before = self.accounts.insert(player, after.clone());
        self.index(player, before.as_ref(), &after);
        Ok(())
    }

    /// Checks that whoever changed an account was allowed to at that moment. Which kinds of authority an event can have
    /// is asked by [`AccountRecord::after`].
    fn require_authority(&self, player: u64, event: &RoomEvent) -> Result<(), AccountFault> {
        match event.authority() {
            Some(Authority::Floor(floor)) => {
                let is_floor = self.accounts.get(&floor).is_some_and(|record| record.role == Role::Floor);
                if is_floor { Ok(()) } else { Err(AccountFault::NotFloor { player: floor }) }
            }
            Some(Authority::FirstStartCode) => match self.floor_code {
                Some(FloorCode::Open { .. }) => Ok(()),
                Some(FloorCode::Used { .. }) => Err(AccountFault::CodeUsed),
                None => Err(AccountFault::NoCode { player }),
            },
            Some(Authority::Owner | Authority::Operator) | None => Ok(()),
        }
    }

    fn require_free_name(&self, player: u64, record: &AccountRecord) -> Result<(), AccountFault> {
        let taken = |by: Option<&u64>| by.is_some_and(|by| *by != player);
        let is_like = record.likeness().is_some_and(|likeness| taken(self.likenesses.get(&likeness)));
        if taken(self.names.get(&NameKey::new(&record.name))) || is_like {
            return Err(AccountFault::NameTaken { name: record.name.clone() });
        }
        Ok(())
    }

    fn open_table(&mut self, table: u64, by: Option<u64>) -> Result<(), AccountFault> {
        if let Some(by) = by {
            self.require_former_floor(by)?;
        }
        if self.tables.insert(table) { Ok(()) } else { Err(AccountFault::TableOpenedTwice { table }) }
    }

    fn require_table(&self, table: u64) -> Result<(), AccountFault> {
        if self.tables.contains(&table) { Ok(()) } else { Err(AccountFault::NoSuchTable { table }) }
    }

    fn require_former_floor(&self, player: u64) -> Result<(), AccountFault> {
        if self.floors.contains(&player) { Ok(()) } else { Err(AccountFault::NeverFloor { player }) }
    }

    fn start(&mut self, node: &str) -> Result<(), AccountFault> {
        if self.nodes.contains_key(node) {
            return Err(AccountFault::StartedTwice { node: node.to_owned() });
        }
        self.nodes.insert(node.to_owned(), true);
        Ok(())
    }

    fn stop(&mut self, node: &str) -> Result<(), AccountFault> {
        self.require_running(node)?;
        self.nodes.insert(node.to_owned(), false);
        Ok(())
    }

    fn require_running(&self, node: &str) -> Result<(), AccountFault> {
        match self.nodes.get(node) {
            Some(true) => Ok(()),
            _ => Err(AccountFault::NotRunning { node: node.to_owned() }),
        }
    }

    /// Follows a change of an account in the indexes by which it is found.
    fn index(&mut self, player: u64, before: Option<&AccountRecord>, after: &AccountRecord) {
        if let Some(before) = before {
            self.names.remove(&NameKey::new(&before.name));
            if let Some(likeness) = before.likeness() {
                self.likenesses.remove(&likeness);
            }
            for token in &before.tokens {
                self.tokens.remove(&token.key);
            }
        }
        self.names.insert(NameKey::new(&after.name), player);
        self.likenesses.extend(after.likeness().map(|likeness| (likeness, player)));
        self.tokens.extend(after.tokens.iter().map(|token| (token.key, player)));
    }
}
