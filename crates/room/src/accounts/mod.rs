//! Accounts: names, passwords, sessions, tokens, roles and players' own limits.
//!
//! The store holds everything; an account is changed only if it still is what was read. What concerns chips or roles
//! is written into the journal in the same commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::journal::record::{
    AccountDay, AccountRecord, FloorCode, KeyedRecord, NameKey, NameLikenessRecord, NameRecord, Pages,
    RecordRange, SeatRecord, Unkeyed, create, delete, replace,
};
use ::journal::room_log::RoomEvent;
use ::journal::{ReadRecords, RecordKey};
use protocol::{ErrorCode, Grant, PeoplePage, Person, Role};
use store::{Commit, CommitResult, LogWriter, RecordKind, RecordWrite, StoreError};
use table::{Account, PlayerId};
use uth::Cents;

use crate::{CommandError, Room};

mod names;
mod password;
mod protection;
mod sessions;

pub use ::journal::protection::Protection;
pub use protection::WagerPermit;
pub use sessions::{Caller, Credential, Joined, Secret};

use names::{check_password, checked, likeness};
use password::Hashing;

/// The chips of a new account, and what the first visit of a day fills a wallet up to: 1,000.00.
pub const GRANT: Cents = Cents(100_000);

/// How many times a day a player who has lost everything may have the wallet filled, beyond the daily grant. Chips are
/// play money, but a rank or a report means nothing if they are endless.
pub const STACKS_PER_DAY: u32 = 3;

/// A player with less has nothing left to play with: it takes this much for Ante and Blind at the smallest of the
/// tables that a new card room opens.
const LEAST_TO_PLAY: Cents = Cents::dollars(10);

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// How many accounts are read at a time.
const ACCOUNTS_AT_ONCE: u32 = 500;

/// The accounts of a card room.
pub struct Accounts {
    room: Arc<Room>,
    store: Arc<dyn LogWriter>,
    hashing: Hashing,
}

/// Events and records that are committed together with a changed account.
#[derive(Default)]
struct Effects {
    events: Vec<RoomEvent>,
    writes: Vec<RecordWrite>,
}

impl Accounts {
    /// The accounts of that card room.
    pub fn new(room: Arc<Room>) -> Accounts {
        Accounts { store: Arc::clone(room.store()), hashing: Hashing::new(Arc::clone(room.runtime())), room }
    }

    /// Returns the balance of a player's wallet.
    pub async fn balance(&self, player: PlayerId) -> Result<Cents, CommandError> {
        let balances = self.store.balances(vec![Account::Wallet(player)]).await?;
        Ok(balances.first().map_or(Cents::ZERO, |(_, held)| *held))
    }

    /// Returns a player's own limits, and when they get more chips.
    pub async fn limits_and_grant(&self, player: PlayerId) -> Result<(Protection, Grant), CommandError> {
        let AccountRecord { protection, day, .. } = self.loaded(player).await?.record;
        let today = self.room.now_ms() / DAY_MS;
        let stacks = if day.number == today { day.stacks } else { 0 };
        let grant = Grant {
            amount: GRANT.0,
            next_ms: protocol::Timestamp((today + 1) * DAY_MS),
            stacks_left: STACKS_PER_DAY.saturating_sub(stacks),
        };
        Ok((protection, grant))
    }

    /// Fills the wallet of a player who has nothing left to play with, as the first visit of a day does, a few times a
    /// day.
    pub async fn take_stack(&self, player: PlayerId) -> Result<(), CommandError> {
        let account = self.loaded(player).await?;
        let before = self.present(player, account).await?.record.day;
        // The tables are asked before the wallet: chips that leave a table in between are then counted in the wallet.
        for (key, _) in self.store.scan(&RecordRange::<SeatRecord>::of_seats(player)).await? {
            if self.room.stake(key.table, player).await?.is_at_stake {
                return Err(AccountError::HAS_CHIPS.into());
            }
        }
        let held = self.balance(player).await?;
        if held >= LEAST_TO_PLAY {
            return Err(AccountError::HAS_CHIPS.into());
        }
        let (amount, now_ms) = (GRANT.0 - held.0, self.room.now_ms());
        let amended = self.amend(player, |record| {
            if record.protection.excluded_until(now_ms).is_some() {
                return Err(AccountError::EXCLUDED);
            }
            // Another request has filled the wallet since it was read: two clicks are one stack.
            if record.day != before {
                return Err(AccountError::HAS_CHIPS);
            }
            if record.day.stacks >= STACKS_PER_DAY {
                return Err(AccountError::NO_STACK_LEFT);
            }
            record.day.stacks += 1;
            // The day's losses stay what they are, so that a limit cannot be played around with new chips.
            record.day.opening += amount;
            let granted = RoomEvent::Granted { player: player.0, amount };
            Ok(Effects { events: vec![granted], ..Effects::default() })
        });
        amended.await.map(|_| ())
    }

    /// Creates a guest with the starting grant and a session.
    pub async fn guest(&self) -> Result<Joined, CommandError> {
        let (number, now_ms) = (AtomicU64::new(0), self.room.now_ms());
        let entry = |player: u64| {
            number.store(player, Ordering::Relaxed);
            let day = AccountDay { number: now_ms / DAY_MS, opening: GRANT.0, stacks: 0 };
            let record = AccountRecord::new(guest_name(player), false, now_ms, day);
            let (joined, writes) = join(player, &record);
            (vec![joined, RoomEvent::Granted { player, amount: GRANT.0 }], writes)
        };
        match self.room.journal().write(now_ms, entry).await? {
            CommitResult::Done(_) => {}
            other => return Err(StoreError::Broken(format!("no account can be created: {other:?}")).into()),
        }
        let player = PlayerId(number.into_inner());
        self.joined(player, guest_name(player.0), 0).await
    }

    /// Gives a guest a name and a password. The wallet stays, and all older sessions end.
    pub async fn take_name(
        &self,
        player: PlayerId,
        name: &str,
        password: &str,
    ) -> Result<Joined, CommandError> {
        let name = checked(name)?;
        check_password(password)?;
        // Asked before the password is hashed, which takes long, and again when it is written.
        if self.loaded(player).await?.record.password.is_some() {
            return Err(AccountError::NAMED_ALREADY.into());
        }
        let alike = self.store.get::<NameLikenessRecord>(&likeness(&name)).await?;
        if alike.is_some() || self.found(&name).await?.is_some() {
            return Err(AccountError::NAME_TAKEN.into());
        }
        let hashed = self.hashing.hashed(password, self.room.entropy()).await?;
        let amended = self.amend(player, |record| {
            if record.password.is_some() || record.bot {
                return Err(AccountError::NAMED_ALREADY);
            }
            let before = NameKey::new(&record.name);
            record.name.clone_from(&name);
            record.password = Some(hashed.clone());
            // Sessions of the guest end: whoever has one on a shared computer does not inherit the name.
            record.epoch += 1;
            Ok(Effects {
                events: vec![RoomEvent::Named { player: player.0, name: name.clone() }],
                writes: vec![
                    delete::<NameRecord>(&before),
                    create(&NameKey::new(&name), &NameRecord { player: player.0 }),
                    create(&likeness(&name), &NameLikenessRecord { player: player.0 }),
                ],
            })
        });
        let record = amended.await?;
        self.room.renamed(player);
        self.joined(player, record.name, record.epoch).await
    }

    /// Returns an account that was read, after its day has begun, in universal time. The first visit of a day fills
    /// the wallet up to the grant; bots get their chips from the house.
    async fn present(
        &self,
        player: PlayerId,
        account: KeyedRecord<AccountRecord>,
    ) -> Result<KeyedRecord<AccountRecord>, CommandError> {
        let today = self.room.now_ms() / DAY_MS;
        if account.record.day.number >= today || account.record.bot {
            return Ok(account);
        }
        let held = self.balance(player).await?;
        // Filled up and not added to: a player who comes every day does not grow rich by that.
        let missing = (GRANT.0 - held.0).max(0);
        let amended = self.amend(player, |record| {
            if record.day.number >= today {
                return Ok(Effects::default());
            }
            record.day = AccountDay { number: today, opening: held.0 + missing, stacks: 0 };
            let granted = (missing > 0).then_some(RoomEvent::Granted { player: player.0, amount: missing });
            Ok(Effects { events: granted.into_iter().collect(), ..Effects::default() })
        });
        amended.await?;
        self.loaded(player).await
    }

    /// Returns a new one-time code for the first floor, unless one has been used. A code that was lost is replaced by
    /// the next start.
    pub async fn floor_code(&self) -> Result<Option<Secret>, CommandError> {
        let stored = self.store.get_stored::<FloorCode>(&Unkeyed).await?;
        if stored.as_ref().is_some_and(|stored| matches!(stored.record, FloorCode::Used { .. })) {
            return Ok(None);
        }
        let secret = Secret::fresh("floor_", self.room.entropy())?;
        self.write(replace(stored, &Unkeyed, &FloorCode::Open { key: secret.key() })).await?;
        Ok(Some(secret))
    }

    /// Makes an account floor, once.
    pub async fn use_floor_code(&self, player: PlayerId, code: &Secret) -> Result<(), CommandError> {
        let stored = self.store.get_stored::<FloorCode>(&Unkeyed).await?.ok_or(AccountError::WRONG_CODE)?;
        // Hashes are compared, so that the time tells nothing about the code.
        if stored.record != (FloorCode::Open { key: code.key() }) {
            return Err(AccountError::WRONG_CODE.into());
        }
        let used = FloorCode::Used { by: player.0, at_ms: self.room.now_ms() };
        let amended = self.amend(player, |record| {
            if record.password.is_none() {
                return Err(AccountError::GUESTS_MAY_NOT);
            }
            record.role = Role::Floor;
            let reason = "the one-time code of the first start".to_owned();
            let given = RoomEvent::RoleGiven { player: player.0, role: Role::Floor, by: None, reason };
            Ok(Effects { events: vec![given], writes: vec![stored.clone().replace(&Unkeyed, &used)] })
        });
        amended.await.map(|_| ())
    }

    /// Changes an account's role. The caller checks that `by` is floor.
    pub async fn give_role(
        &self,
        by: PlayerId,
        to: PlayerId,
        role: Role,
        reason: &str,
    ) -> Result<(), CommandError> {
        let reason = reason.trim();
        if !(1..=200).contains(&reason.chars().count()) {
            return Err(AccountError::NO_REASON.into());
        }
        let amended = self.amend(to, |record| {
            if by == to || record.bot || record.password.is_none() {
                return Err(AccountError::ROLE_NOT_THEIRS);
            }
            record.role = role;
            let reason = reason.to_owned();
            let given = RoomEvent::RoleGiven { player: to.0, role, by: Some(by.0), reason };
            Ok(Effects { events: vec![given], ..Effects::default() })
        });
        amended.await.map(|_| ())
    }

    /// Returns the accounts with these numbers, as far as they exist.
    pub async fn people_numbered(&self, numbers: &[u64]) -> Result<PeoplePage, CommandError> {
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            let player = PlayerId(*number);
            if let Some(record) = self.room.archive().get::<AccountRecord>(&player).await? {
                found.push((player, record));
            }
        }
        self.page_of(found, None).await
    }

    /// Returns the accounts whose name begins with `words`, by name, or the one with that number.
    pub async fn people_called(&self, words: &str, limit: u32) -> Result<PeoplePage, CommandError> {
        if let Ok(number) = words.trim().parse() {
            return self.people_numbered(&[number]).await;
        }
        let range = NameKey::new(words).completions::<NameRecord>().limit(limit);
        let found = self.room.archive().scan(&range).await?;
        let numbers: Vec<u64> = found.into_iter().map(|(_, name)| name.record.player).collect();
        self.people_numbered(&numbers).await
    }

    /// Returns all accounts, or those with a role, the newest first.
    pub async fn people(
        &self,
        role: Option<Role>,
        next: Option<&str>,
        limit: u32,
    ) -> Result<PeoplePage, CommandError> {
        let all = RecordRange::<AccountRecord>::all().backwards();
        let range = match next {
            Some(next) => all.before(&PlayerId::decode(next).ok_or(AccountError::BAD_QUERY)?),
            None => all,
        };
        let (mut pages, mut found) = (Pages::new(range, ACCOUNTS_AT_ONCE), Vec::new());
        while let Some(page) = pages.next(&**self.room.archive()).await? {
            for (player, stored) in page {
                if role.is_none_or(|role| stored.record.role == role) {
                    found.push((player, stored.record));
                }
                if found.len() == limit as usize {
                    return self.page_of(found, Some(player.encode())).await;
                }
            }
        }
        self.page_of(found, None).await
    }

    async fn page_of(
        &self,
        found: Vec<(PlayerId, AccountRecord)>,
        next: Option<String>,
    ) -> Result<PeoplePage, CommandError> {
        // Without this, an empty list of accounts would ask for the balances of all.
        if found.is_empty() {
            return Ok(PeoplePage { people: Vec::new(), next });
        }
        let wallets = found.iter().map(|(player, _)| Account::Wallet(*player)).collect();
        let balances = self.room.archive().balances(wallets).await?;
        let held = |player: PlayerId| {
            let wallet = Account::Wallet(player);
            balances.iter().find(|(account, _)| *account == wallet).map_or(0, |(_, held)| held.0)
        };
        let person = |(player, record): (PlayerId, AccountRecord)| Person {
            id: player.into(),
            role: record.role,
            guest: record.password.is_none() && !record.bot,
            bot: record.bot,
            created_ms: protocol::Timestamp(record.created_ms),
            balance: held(player),
            name: record.name,
        };
        Ok(PeoplePage { people: found.into_iter().map(person).collect(), next })
    }

    /// Returns an account as it is stored.
    async fn loaded(&self, player: PlayerId) -> Result<KeyedRecord<AccountRecord>, CommandError> {
        Ok(self.store.get_stored(&player).await?.ok_or(AccountError::NO_SUCH_PLAYER)?)
    }

    /// Returns the player who has a name.
    async fn found(&self, name: &str) -> Result<Option<PlayerId>, CommandError> {
        let found = self.store.get::<NameRecord>(&NameKey::new(name)).await?;
        Ok(found.map(|NameRecord { player }| PlayerId(player)))
    }

    /// Changes an account, again if it was changed since it was read.
    async fn amend(
        &self,
        player: PlayerId,
        change: impl Fn(&mut AccountRecord) -> Result<Effects, AccountError>,
    ) -> Result<AccountRecord, CommandError> {
        loop {
            let before = self.loaded(player).await?;
            let mut record = before.record.clone();
            let Effects { events, mut writes } = change(&mut record)?;
            writes.push(before.replace(&player, &record));
            let result = if events.is_empty() {
                // Without chips or roles there is nothing to record, and the journal's lock is not needed.
                self.store.append(Commit { writes, ..Commit::default() }).await?
            } else {
                self.room.journal().write(self.room.now_ms(), |_| (events.clone(), writes.clone())).await?
            };
            match result {
                CommitResult::Done(balances) => {
                    self.room.take_balances(&balances);
                    return Ok(record);
                }
                CommitResult::PreconditionFailed(RecordKind::Account, _) | CommitResult::Conflict => {}
                CommitResult::PreconditionFailed(RecordKind::Name | RecordKind::NameLikeness, _) => {
                    return Err(AccountError::NAME_TAKEN.into());
                }
                CommitResult::PreconditionFailed(..) => return Err(AccountError::WRONG_CODE.into()),
                // The cashier never runs out of chips: a store that says so is none of ours.
                CommitResult::Overdrawn(account) => {
                    return Err(StoreError::Broken(format!("{account} lacks chips for a grant")).into());
                }
            }
        }
    }

    /// Writes one record. Returns whether its precondition held.
    async fn write(&self, write: RecordWrite) -> Result<bool, CommandError> {
        let result = self.store.append(Commit { writes: vec![write], ..Commit::default() }).await?;
        Ok(matches!(result, CommitResult::Done(_)))
    }
}

/// Returns the event and the records of a new account.
pub(crate) fn join(player: u64, record: &AccountRecord) -> (RoomEvent, Vec<RecordWrite>) {
    let AccountRecord { name, bot, .. } = record;
    // Both must be new: a name belongs to one account, and a number is never given twice.
    let name_record = create(&NameKey::new(name), &NameRecord { player });
    let writes = vec![name_record, create(&PlayerId(player), record)];
    (RoomEvent::Joined { player, name: name.clone(), bot: *bot }, writes)
}

/// Players' numbers are unique and nobody may choose such a name, so that it is free.
fn guest_name(player: u64) -> String {
    format!("Guest {player}")
}

/// Why the accounts refuse a request: a code for programs and a sentence for people. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct AccountError(ErrorCode, &'static str);

impl AccountError {
    const HAS_CHIPS: Self =
        Self(ErrorCode::HasChips, "You still have chips to play with, in your wallet or on a table.");
    const NO_STACK_LEFT: Self = Self(
        ErrorCode::NoStackLeft,
        "You have had all stacks of chips of today; the next one comes after midnight, universal time.",
    );
    const EXCLUDED: Self = Self(ErrorCode::Excluded, "You have excluded yourself from playing for now.");
    const BAD_QUERY: Self = Self(ErrorCode::BadQuery, "`next` is none that a page of this list gave.");
    const NAME_LENGTH: Self = Self(ErrorCode::NameLength, "A name has 2 to 24 characters.");
    const NAME_LETTERS: Self = Self(
        ErrorCode::NameLetters,
        "A name is made of Latin letters, digits, spaces, hyphens and underscores.",
    );
    const NAME_RESERVED: Self =
        Self(ErrorCode::NameReserved, "That name could be mistaken for the card room's own.");
    const NAME_TAKEN: Self = Self(ErrorCode::NameTaken, "Somebody has that name already.");
    const PASSWORD_LENGTH: Self = Self(ErrorCode::PasswordLength, "A password has 8 to 200 characters.");
    const NAMED_ALREADY: Self = Self(ErrorCode::NamedAlready, "This account has a name already.");
    const GUESTS_MAY_NOT: Self =
        Self(ErrorCode::GuestsMayNot, "Take a name and a password first: guests may not do this.");
    const WRONG_PASSWORD: Self = Self(ErrorCode::WrongPassword, "The name or the password is wrong.");
    const LOCKED: Self =
        Self(ErrorCode::Locked, "Too many failures under that name: it is locked for thirty minutes.");
    const BUSY: Self =
        Self(ErrorCode::Busy, "Too many people are signing in at once; try again in a moment.");
    const WRONG_CODE: Self = Self(ErrorCode::WrongCode, "That code is wrong, or it has been used.");
    const NO_SUCH_PLAYER: Self = Self(ErrorCode::NoSuchPlayer, "There is no such player.");
    const ROLE_NOT_THEIRS: Self =
        Self(ErrorCode::RoleNotTheirs, "Nobody changes their own role, and bots and guests have none.");
    const NO_REASON: Self =
        Self(ErrorCode::NoReason, "Give a reason of 1 to 200 characters: it is recorded.");
    const TOKEN_NAME: Self = Self(ErrorCode::TokenName, "A token's name has 1 to 40 characters.");
    const TOKENS_FULL: Self =
        Self(ErrorCode::TokensFull, "An account has at most twenty tokens; revoke one first.");
    const NO_SUCH_TOKEN: Self = Self(ErrorCode::NoSuchToken, "There is no such token.");
    const LIMIT_AMOUNT: Self = Self(ErrorCode::LimitAmount, "A limit is a positive number of cents.");
    const EXCLUSION_DAYS: Self = Self(ErrorCode::ExclusionDays, "An exclusion takes 1 to 3650 days.");
}

impl From<AccountError> for CommandError {
    fn from(AccountError(code, reason): AccountError) -> CommandError {
        CommandError::new(code, reason)
    }
}
