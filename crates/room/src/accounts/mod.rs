//! Accounts: names, passwords, sessions, tokens, roles and players' own limits.
//!
//! The journal is the ground state: an account changes by events, and its record is what
//! [`AccountRecord::after`](::journal::record::AccountRecord::after) makes of them, committed with them. It is changed
//! only if it still is what was read. Sessions and attempts to sign in are plain records: they grant nothing that the
//! account does not have, and end with its epoch or by themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ::journal::accounts::{AccountFault, GRANT, LEAST_TO_PLAY, STACKS_PER_DAY, index_writes, new_account};
use ::journal::record::{
    AccountRecord, FloorCode, KeyedRecord, LikenessKey, NameKey, NameLikenessRecord, NameRecord, Pages,
    PasswordHash, RecordRange, SeatRecord, SessionRecord, Unkeyed, create, digest, put, replace,
};
use ::journal::room_log::{Authority, GrantReason, RoomEvent};
use ::journal::{ReadRecords, RecordKey};
use protocol::{ErrorCode, Grant, PeoplePage, Person, Role};
use store::{Commit, CommitResult, LogWriter, RecordKind, RecordWrite, StoreError};
use table::{Account, PlayerId};
use uth::Cents;

use crate::journal::JournalCommit;
use crate::{CommandError, Room};

mod attempts;
mod base32;
mod devices;
mod names;
mod operator;
mod password;
mod protection;
mod recovery;
mod second_factor;
mod sessions;
mod tokens;

pub use ::journal::protection::Protection;
pub use attempts::Visitor;
pub use protection::WagerPermit;
pub use sessions::{Caller, Credential, Joined, Proof, Secret, SignIn};
pub use tokens::Access;

use names::{check_password, checked};
use password::Hashing;

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// How many accounts are read at a time.
const ACCOUNTS_AT_ONCE: u32 = 500;

/// The accounts of a card room.
pub struct Accounts {
    room: Arc<Room>,
    store: Arc<dyn LogWriter>,
    hashing: Hashing,
    requires_second_factor: AtomicBool,
}

/// What happens to an account, and the records that are committed with it. Its own record and the indexes by which it
/// is found follow from the events.
#[derive(Default)]
struct Change {
    events: Vec<RoomEvent>,
    writes: Vec<RecordWrite>,
}

impl From<RoomEvent> for Change {
    fn from(event: RoomEvent) -> Change {
        Change { events: vec![event], writes: Vec::new() }
    }
}

impl Accounts {
    /// The accounts of that card room.
    pub fn new(room: Arc<Room>) -> Accounts {
        Accounts {
            store: Arc::clone(room.store()),
            hashing: Hashing::new(Arc::clone(room.runtime())),
            requires_second_factor: AtomicBool::new(false),
            room,
        }
    }

    /// Gives the floor and auditors no more than a player's rights until they have a second factor.
    pub fn require_second_factors(&self) {
        self.requires_second_factor.store(true, Ordering::Relaxed);
    }

    fn requires_second_factor(&self) -> bool {
        self.requires_second_factor.load(Ordering::Relaxed)
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
        self.present(player, account).await?;
        loop {
            let (wallet, on_tables) = self.holding(player).await?;
            if wallet >= LEAST_TO_PLAY || on_tables > Cents::ZERO {
                return Err(AccountError::HAS_CHIPS.into());
            }
            let amended = self.amend_holding(player, wallet, |record, now_ms| {
                if record.protection.excluded_until(now_ms).is_some() {
                    return Err(AccountError::EXCLUDED);
                }
                if record.day.stacks >= STACKS_PER_DAY {
                    return Err(AccountError::NO_STACK_LEFT);
                }
                let why = GrantReason::Stack { day: record.day.number, wallet: wallet.0 };
                let amount = (GRANT - wallet).0;
                Ok(RoomEvent::Granted { player: player.0, amount, why }.into())
            });
            // Otherwise another request has filled the wallet since it was read: two clicks are one stack.
            if amended.await?.is_some() {
                return Ok(());
            }
        }
    }

    /// Returns what a player's wallet holds, and the player's chips on tables.
    ///
    /// The wallet is read first, and what depends on both is committed only if it still holds the same then. So no
    /// chips have moved between them, and a hand that was lost meanwhile makes a grant only smaller than it may be.
    async fn holding(&self, player: PlayerId) -> Result<(Cents, Cents), CommandError> {
        let wallet = self.balance(player).await?;
        let mut on_tables = Cents::ZERO;
        for (key, _) in self.store.scan(&RecordRange::<SeatRecord>::of_seats(player)).await? {
            on_tables += self.room.stake(key.table, player).await?.staked;
        }
        Ok((wallet, on_tables))
    }

    /// Creates a guest with the starting grant and a session.
    pub async fn guest(&self) -> Result<Joined, CommandError> {
        let (number, now_ms) = (AtomicU64::new(0), self.room.now_ms());
        let session = Secret::fresh("", self.room.entropy())?;
        let entry = |player: u64| {
            number.store(player, Ordering::Relaxed);
            let mut commit = join(player, guest_name(player), false, now_ms);
            let record = SessionRecord { player, epoch: 0, seen_ms: now_ms };
            commit.writes.push(create(&session.key(), &record));
            commit
        };
        match self.room.journal().write(now_ms, entry).await? {
            CommitResult::Done(_) => {}
            other => return Err(StoreError::Broken(format!("no account can be created: {other:?}")).into()),
        }
        let player = PlayerId(number.into_inner());
        Ok(Joined { player, name: guest_name(player.0), session })
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
        let alike = self.store.get::<NameLikenessRecord>(&LikenessKey::of(&name)).await?;
        if alike.is_some() || self.found(&name).await?.is_some() {
            return Err(AccountError::NAME_TAKEN.into());
        }
        let hashed = self.hashing.hashed_if_strong(password, &name, self.room.entropy()).await?;
        let amended = self.amend(player, |record, _| {
            if record.password.is_some() || record.bot {
                return Err(AccountError::NAMED_ALREADY);
            }
            let password = digest(&hashed);
            let named = RoomEvent::Named { player: player.0, name: name.clone(), password };
            Ok(Change { events: vec![named], writes: vec![put(&player, &hashed)] })
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
        loop {
            let (wallet, on_tables) = self.holding(player).await?;
            let amended = self.amend_holding(player, wallet, |record, now_ms| {
                let day = now_ms / DAY_MS;
                if record.day.number >= day {
                    return Ok(Change::default());
                }
                let (player, wallet, on_tables) = (player.0, wallet.0, on_tables.0);
                // Filled up and not added to, chips on tables included: a player who comes every day does not grow
                // rich by that.
                let missing = GRANT.0 - wallet - on_tables;
                let why = GrantReason::Daily { day, wallet, on_tables };
                Ok(Change::from(if missing > 0 {
                    RoomEvent::Granted { player, amount: missing, why }
                } else {
                    RoomEvent::DayBegun { player, day, wallet, on_tables }
                }))
            });
            if amended.await?.is_some() {
                return self.loaded(player).await;
            }
        }
    }

    /// Returns a new one-time code for the first floor, unless one has been used. A code that was lost is replaced by
    /// the next start.
    pub async fn floor_code(&self) -> Result<Option<Secret>, CommandError> {
        let stored = self.store.get_stored::<FloorCode>(&Unkeyed).await?;
        if stored.as_ref().is_some_and(|stored| matches!(stored.record, FloorCode::Used { .. })) {
            return Ok(None);
        }
        let secret = Secret::fresh("floor_", self.room.entropy())?;
        let issued = RoomEvent::FloorCodeIssued { code: secret.key() };
        let write = replace(stored, &Unkeyed, &FloorCode::Open { key: secret.key() });
        let entry = |_| (vec![issued.clone()], vec![write.clone()]);
        // If another node that starts at this moment is faster, its code counts.
        let written = self.room.journal().write(self.room.now_ms(), entry).await?;
        Ok(matches!(written, CommitResult::Done(_)).then_some(secret))
    }

    /// Makes an account floor, once.
    pub async fn use_floor_code(&self, player: PlayerId, code: &Secret) -> Result<(), CommandError> {
        let stored = self.store.get_stored::<FloorCode>(&Unkeyed).await?.ok_or(AccountError::WRONG_CODE)?;
        // Hashes are compared, so that the time tells nothing about the code.
        if stored.record != (FloorCode::Open { key: code.key() }) {
            return Err(AccountError::WRONG_CODE.into());
        }
        let amended = self.amend(player, |record, now_ms| {
            if record.password.is_none() {
                return Err(AccountError::GUESTS_MAY_NOT);
            }
            let (player, role, by) = (player.0, Role::Floor, Authority::FirstStartCode);
            let reason = "the one-time code of the first start".to_owned();
            let used = FloorCode::Used { by: player, at_ms: now_ms };
            Ok(Change {
                events: vec![RoomEvent::RoleGiven { player, role, by, reason }],
                writes: vec![stored.clone().replace(&Unkeyed, &used)],
            })
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
        let floor = self.loaded(by).await?;
        let amended = self.amend(to, |record, _| {
            if by == to || record.bot || record.password.is_none() || floor.record.role != Role::Floor {
                return Err(AccountError::ROLE_NOT_THEIRS);
            }
            let (player, by_floor, reason) = (to.0, Authority::Floor(by.0), reason.to_owned());
            Ok(Change {
                events: vec![RoomEvent::RoleGiven { player, role, by: by_floor, reason }],
                // The giver is floor at the moment of the commit, and not only when asked.
                writes: vec![floor.clone().require(&by)],
            })
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

    /// Changes an account by events, again if it was changed since it was read. Nothing else writes an account: its new
    /// record is what the events make of it. `change` is given the record and the time of the events.
    async fn amend(
        &self,
        player: PlayerId,
        change: impl Fn(&AccountRecord, u64) -> Result<Change, AccountError>,
    ) -> Result<AccountRecord, CommandError> {
        self.try_amend(player, Vec::new(), change).await?.ok_or_else(|| AccountError::CHANGED.into())
    }

    /// Changes an account by events that depend on what its wallet holds; `None` if that has changed since it was read.
    async fn amend_holding(
        &self,
        player: PlayerId,
        wallet: Cents,
        change: impl Fn(&AccountRecord, u64) -> Result<Change, AccountError>,
    ) -> Result<Option<AccountRecord>, CommandError> {
        self.try_amend(player, vec![(Account::Wallet(player), wallet)], change).await
    }

    async fn try_amend(
        &self,
        player: PlayerId,
        balances: Vec<(Account, Cents)>,
        change: impl Fn(&AccountRecord, u64) -> Result<Change, AccountError>,
    ) -> Result<Option<AccountRecord>, CommandError> {
        loop {
            let (before, now_ms) = (self.loaded(player).await?, self.room.now_ms());
            let Change { events, mut writes } = change(&before.record, now_ms)?;
            if events.is_empty() {
                return Ok(Some(before.record));
            }
            let mut after = before.record.clone();
            for event in &events {
                after = after.after(event, now_ms).map_err(|fault| against_rules(&fault))?;
            }
            writes.extend(index_writes(player, Some(&before.record), &after));
            writes.push(before.replace(&player, &after));
            let commit = JournalCommit { events, writes, balances: balances.clone() };
            match self.room.journal().write(now_ms, |_| commit.clone()).await? {
                CommitResult::Done(balances) => {
                    self.room.take_balances(&balances);
                    return Ok(Some(after));
                }
                CommitResult::BalanceChanged(_) => return Ok(None),
                CommitResult::PreconditionFailed(RecordKind::Account, key) if key == player.encode() => {}
                CommitResult::Conflict => {}
                CommitResult::PreconditionFailed(RecordKind::Account, _) => {
                    return Err(AccountError::CHANGED.into());
                }
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

    /// Returns the hash of an account's password.
    async fn password(
        &self,
        player: PlayerId,
        record: &AccountRecord,
    ) -> Result<Option<PasswordHash>, CommandError> {
        let Some(expected) = record.password else { return Ok(None) };
        let stored = self.store.get::<PasswordHash>(&player).await?;
        match stored {
            Some(hash) if digest(&hash) == expected => Ok(Some(hash)),
            // Written by nobody who could write the journal.
            _ => Err(StoreError::Broken(format!(
                "the password of player {player} is not the one that the journal names"
            ))
            .into()),
        }
    }

    /// Writes one record. Returns whether its precondition held.
    async fn write(&self, write: RecordWrite) -> Result<bool, CommandError> {
        let result = self.store.append(Commit { writes: vec![write], ..Commit::default() }).await?;
        Ok(matches!(result, CommitResult::Done(_)))
    }
}

/// Returns the events and the records of a new account. Players get the starting grant; bots are given chips when they
/// need some.
///
/// # Panics
/// Never: every new player gets the starting grant.
pub(crate) fn join(player: u64, name: String, bot: bool, at_ms: u64) -> JournalCommit {
    let mut events = vec![RoomEvent::Joined { player, name, bot }];
    if !bot {
        events.push(RoomEvent::Granted { player, amount: GRANT.0, why: GrantReason::Starting {} });
    }
    let writes = new_account(PlayerId(player), &events, at_ms).expect("a new player gets the starting grant");
    JournalCommit { events, writes, balances: Vec::new() }
}

/// An event that this module made and the rules of accounts refuse: a fault of the program.
fn against_rules(fault: &AccountFault) -> CommandError {
    CommandError::new(ErrorCode::Fault, fault.to_string())
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
    const CHANGED: Self = Self(ErrorCode::Busy, "The account was changed at the same moment; try again.");
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
    const BUSY: Self =
        Self(ErrorCode::Busy, "Too many people are signing in at once; try again in a moment.");
    const WRONG_CODE: Self = Self(ErrorCode::WrongCode, "That code is wrong, or it has been used.");
    const NO_SUCH_PLAYER: Self = Self(ErrorCode::NoSuchPlayer, "There is no such player.");
    const ROLE_NOT_THEIRS: Self =
        Self(ErrorCode::RoleNotTheirs, "Nobody changes their own role, and bots and guests have none.");
    const NO_REASON: Self =
        Self(ErrorCode::NoReason, "Give a reason of 1 to 200 characters: it is recorded.");
    const LIMIT_AMOUNT: Self = Self(ErrorCode::LimitAmount, "A limit is a positive number of cents.");
    const EXCLUSION_DAYS: Self = Self(ErrorCode::ExclusionDays, "An exclusion takes 1 to 3650 days.");
}

impl From<AccountError> for CommandError {
    fn from(AccountError(code, reason): AccountError) -> CommandError {
        CommandError::new(code, reason)
    }
}
